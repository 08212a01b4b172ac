/* reach.c - whether accesses are inside of their buffers, by a run of the launch, where no
 * formula of them says it: in loops whose trips are not counted, under conditions that are too
 * many. Nothing is claimed of more than that launch. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

static void set(const lck_assembly *k, lck_answer *out, lck_verdict verdict, char *shown)
{
    lck_answer_clear(out);
    *out = (lck_answer){.verdict = verdict, .shown = shown};
    if (verdict == LCK_GOOD)
        out->why = lck_audit_printf(k->audit, "no thread of the launch leaves its buffer");
}

/* The first byte that is outside, and who touches it. */
static char *outside(const lck_ptx_access *a, const lck_launch *launch, const lck_reach *reach,
                     int64_t size)
{
    bool below = reach->first < 0;
    lc_text text = {0};
    lc_text_add(&text, "at ");
    lck_launch_put_place(launch, &text, below ? reach->at_first : reach->at_end,
                         launch->grid[0] > 0);
    lc_text_printf(&text, ": %u byte%s from byte %lld on, of %lld", a->bytes,
                   a->bytes == 1 ? "" : "s",
                   (long long)(below ? reach->first : reach->end - (int64_t)a->bytes),
                   (long long)size);
    return lc_text_take(NULL, &text);
}

static void look(const lck_assembly *k, const lck_ptx_access *a, const lck_launch *launch,
                 const lck_launch_reach *reach, lck_answer *out)
{
    const char *why;
    int64_t size;
    bool run = a->space == LCK_IN_SHARED || (a->space == LCK_IN_GLOBAL && launch->grid[0] > 0);
    const lc_expr *buffer = run ? lck_assembly_buffer(k, a, &why) : NULL;
    if (!buffer || !lc_expr_is_int(buffer, &size))
        return;
    const lck_reach *sure = &reach->sure, *any = &reach->any;
    if (sure->seen && (sure->first < 0 || sure->end > size))
        set(k, out, LCK_BAD, outside(a, launch, sure, size));
    else if (launch->whole && !reach->open &&
             (!any->seen || (any->first >= 0 && any->end <= size)))
        set(k, out, LCK_GOOD, NULL);
}

void lck_assembly_reach(lck_assembly *k, const lck_accesses *list, size_t kernel,
                        const lck_launch *launch)
{
    lck_kernel_audit *r = &k->audit->kernel[kernel];
    size_t record = 0;
    for (size_t i = 0; i < list->n && record < r->naccesses; i++) {
        if (!lck_assembly_has_record(&list->at[i]))
            continue;
        lck_answer *inside = &r->access[record++].answer[LCK_INSIDE];
        if (inside->verdict == LCK_UNKNOWN)
            look(k, &list->at[i], launch, &launch->reach[i], inside);
    }
}
