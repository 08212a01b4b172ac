/* placed.c - contained(T, A) of linear layouts that say where they have a tensor, as the claims
 * of conversions ask it: the last outputs, from register, lane, warp or block on, are numbers of
 * the inputs.
 */
#include "config.h"

#include "placed.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"

static bool is_place(const char *name)
{
    static const char *const names[] = {"register", "lane", "warp", "block"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* The outputs before those that are places; 0: there are none, or no places. */
static size_t of_tensor(const lcv_function *f)
{
    const lc_linear *l = f->value && f->value->kind == LCV_LINEAR ? f->value->linear : NULL;
    size_t n = 0;
    while (l && n < lc_linear_nouts(l) && !is_place(lc_linear_out_dim(l, n).name))
        n++;
    return l && n < lc_linear_nouts(l) ? n : 0;
}

bool lcv_are_placed(const lcv_function *t, const lcv_function *a)
{
    return of_tensor(t) > 0 && of_tensor(t) == of_tensor(a);
}

/* " at register 0, lane 2": the inputs at the bits of c. */
static void add_place(lc_text *out, const lc_linear *l, uint64_t c)
{
    const char *before = " at ";
    for (size_t i = 0; i < lc_linear_nins(l); i++) {
        lc_dim in = lc_linear_in_dim(l, i);
        if (in.bits > 0)
            lc_text_printf(out, "%s%s %llu", before, in.name,
                           (unsigned long long)(c & lc_f2_mask(in.bits)));
        before = in.bits > 0 ? ", " : before;
        c = in.bits < 64 ? c >> in.bits : 0;
    }
}

/* "x = 16, y = 0": the first n outputs of a value; how many bits they have. */
static unsigned add_element(lc_text *out, const lc_linear *l, size_t n, uint64_t value)
{
    unsigned bits = 0;
    for (size_t i = 0; i < n; i++) {
        lc_dim dim = lc_linear_out_dim(l, i);
        lc_text_printf(out, "%s%s = %llu", i > 0 ? ", " : "", dim.name,
                       (unsigned long long)(value >> bits & lc_f2_mask(dim.bits)));
        bits += dim.bits;
    }
    return bits;
}

char *lcv_placed_elsewhere(lc_ctx *ctx, const lcv_function *t, const lcv_function *a, lc_int c)
{
    lc_text out = {0};
    uint64_t at = lc_int_fits_si(c) ? (uint64_t)lc_int_get_si(c) : 0, there;
    uint64_t value = lc_f2_apply(&t->map, at);
    lc_text_printf(&out, "%s has ", t->name);
    uint64_t mask = lc_f2_mask(add_element(&out, t->value->linear, of_tensor(t), value));
    lc_f2 elements = a->map;
    for (unsigned j = 0; j < elements.cols; j++)
        elements.column[j] &= mask;
    add_place(&out, t->value->linear, at);
    lc_text_printf(&out, ", and %s has it", a->name);
    if (lc_f2_solve(&elements, value & mask, &there))
        add_place(&out, a->value->linear, there);
    else
        lc_text_add(&out, " nowhere");
    return lc_text_take(ctx, &out);
}

static bool has_copies(const lcv_function *f)
{
    const lc_linear *l = f->value->linear;
    unsigned column = 0;
    bool copies = false;
    for (size_t i = 0; i < lc_linear_nins(l); i++) {
        lc_dim in = lc_linear_in_dim(l, i);
        for (unsigned bit = 0; bit < in.bits; bit++, column++)
            copies = copies || (strcmp(in.name, "register") == 0 && f->map.column[column] == 0);
    }
    return copies;
}

void lcv_tell_renumbered(lc_ctx *ctx, lcv_result *result, const lcv_function *t,
                         const lcv_function *a)
{
    if (!result || result->verdict != LCV_PROVED || !lcv_are_placed(t, a) ||
        strcmp(lc_linear_out_dim(t->value->linear, of_tensor(t)).name, "register") != 0 ||
        (!has_copies(t) && !has_copies(a)))
        return;
    char *text = lcv_text(ctx, "after renumbering registers, of which copies are left out%s%s",
                          result->reason ? ": " : "", result->reason ? result->reason : "");
    if (text) {
        free(result->reason);
        result->reason = text;
    }
}
