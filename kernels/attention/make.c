/* make.c - from the statement of attention to its kernels. */
#include "config.h"

#include "reading.h"

#include <stdlib.h>

#include "../../verify/function/result.h"
#include "../order/order.h"
#include "../product/choose/atoms.h"

typedef struct {
    lck_attention *a;
    lcv_planning *p;
    unsigned how;
    lck_kernel *first, **next;
    bool proved; /* everything so far */
} making;

/* S = Q K^T of both operands in shared memory, O += P V of P in registers; sums in f32. */
static bool read_atoms(lck_attention *a, lcv_planning *p)
{
    static const lck_atom_row halves[] = {
        {LCK_WGMMAS, NULL, "f32", "sm90", "wgmma_m64k16_ss_b16", {64, 8, 16}, true, false},
        {LCK_WGMMAS, NULL, "f32", "sm90", "wgmma_m64k16_rs_b16", {64, 8, 16}, true, true}};
    static const lck_atom_row bytes[] = {
        {LCK_WGMMAS, NULL, "f32", "sm90", "wgmma_m64k32_ss_b8", {64, 8, 32}, true, false},
        {LCK_WGMMAS, NULL, "f32", "sm90", "wgmma_m64k32_rs_b8", {64, 8, 32}, true, true}};
    const lck_atom_row *rows = lck_attention_turns(a) ? bytes : halves;
    const lck_element *f32 = lck_element_find("f32");
    const lck_element *const element[] = {a->element, a->element, f32};
    const int columns = lck_attention_columns(a);
    lck_attention_forget_atoms(a);
    return lck_atom_read(p, element, &rows[0], a->keys, &a->atom[0]) &&
           lck_atom_read(p, element, &rows[1], columns, &a->atom[1]);
}

/* ---- kernels ---- */

/* What was proved is told of the kernel, and what its integers are, with those of the time of a
 * launch, which is told of its last kernel. */
static bool settle(making *w, lck_kernel *kernel)
{
    if (!kernel || !lck_plan_tell(w->a->plan, kernel) ||
        ((!w->a->split || kernel->before) && !lck_attention_cost(w->a, kernel))) {
        lck_forget_result(w->p);
        lcv_eval_failed(w->p->e, w->p->name_span);
        w->proved = false;
        return false;
    }
    w->proved = w->proved &&
                ((w->a->split && kernel->before) ||
                 lck_attention_prove_blocks(w->a, w->p, kernel)) &&
                lck_prove_order(w->a->plan, w->p, kernel) && lck_attention_proved(w->a, w->p) &&
                lck_plan_prove_widths(w->a->plan, kernel, w->p);
    return true;
}

static bool name_kernel(const making *w, const char *what, lc_text *name)
{
    lc_text_printf(name, "%s%s%s", w->a->plan->name,
                   !w->first          ? ""
                   : w->a->groups > 1 ? "_split_wide"
                                      : "_split",
                   what);
    return !name->failed || lc_no_memory(w->a->plan->ctx);
}

/* Makes a kernel that is launched behind another one, or NULL, which it takes over. */
static lck_kernel *lower(making *w, const char *what, lck_kernel *before,
                         lck_kernel *make(const lck_attention *a, const char *name))
{
    lc_text name = {0};
    lck_kernel *kernel = name_kernel(w, what, &name) ? make(w->a, lc_text_peek(&name)) : NULL;
    lc_text_free(&name);
    if (kernel)
        kernel->before = before;
    else
        lck_kernel_free(before);
    if (settle(w, kernel))
        return kernel;
    lck_kernel_free(kernel);
    return NULL;
}

/* The kernel that adds parts, behind the one that makes them. */
static lck_kernel *lower_split(making *w)
{
    lck_kernel *parts = lower(w, "_parts", NULL, lck_attention_lower);
    w->proved = w->proved && lck_attention_prove_parts(w->a, w->p);
    if (parts && (w->proved || w->how & LCK_UNPROVED))
        return lower(w, "", parts, lck_attention_combine);
    lck_kernel_free(parts);
    return NULL;
}

/* The kernel of a recipe; none is made of what fails, unless it is asked for and there is no
 * other one. */
static void add_kernel(making *w)
{
    lck_plan *plan = w->a->plan;
    const bool anyway = w->how & LCK_UNPROVED && !w->first;
    lc_text_free(&plan->proved);
    plan->proved = (lc_text){0};
    lck_forget_result(w->p);
    w->proved = read_atoms(w->a, w->p) && lck_attention_prove(w->a, w->p);
    if (!w->proved &&
        (!anyway || !w->p->result || w->p->e->status != LCV_EVAL_OK || w->p->refuted))
        return;
    lck_kernel *kernel = w->a->split ? lower_split(w) : lower(w, "", NULL, lck_attention_lower);
    if (!kernel || (!w->proved && !anyway)) {
        lck_kernel_free(kernel);
        w->proved = false;
        return;
    }
    if (w->proved && w->p->drawing && !w->first)
        w->p->figure = lck_draw_attention(w->a, kernel, w->p);
    *w->next = kernel;
    w->next = &kernel->other;
}

/* ---- all of it ---- */

/* Is an obligation of the last kernel undecided? */
static bool is_open(const making *w)
{
    return !w->proved && w->p->result && w->p->result->verdict == LCV_UNKNOWN;
}

/* A kernel of splits of which something is not decided is left out where there is another one,
 * which is proved. */
static void add_split_kernel(making *w)
{
    const bool another = w->first != NULL;
    add_kernel(w);
    if (another && is_open(w))
        w->proved = lck_attention_proved(w->a, w->p);
}

/* Of one warpgroup, and of two where a tile of one may not have all queries: those of a tile are
 * multiplied by keys that are read once. */
static void add_split_kernels(making *w, int64_t most_queries)
{
    for (int groups = 1; w->proved && groups <= 2; groups++) {
        if (!lck_attention_split(w->a, groups)) {
            lcv_eval_failed(w->p->e, w->p->name_span);
            w->proved = false;
        } else if (groups == 1 || lck_attention_of_group(w->a) < most_queries) {
            add_split_kernel(w);
        }
    }
}

static void add_whole_kernel(making *w)
{
    lck_attention_whole(w->a);
    add_kernel(w);
}

/* Keys are split where there may be few queries, of no ragged batches, of 16 bits; only then
 * if they are always few, or so many splits were given, unless something of these kernels is not
 * decided. */
static void add_kernels(making *w)
{
    lck_attention *a = w->a;
    const lc_expr *queries = a->axis[a->heads].extent.expr;
    const bool splits = !a->has[LCK_STARTS] && !lck_attention_turns(a);
    const bool few = queries->low <= LCK_FEW_QUERIES && splits;
    const bool many = queries->high > LCK_FEW_QUERIES || !splits;
    const bool split = a->given_splits > 1 || (a->given_splits == 0 && few);
    w->proved = true;
    if (a->given_splits == 1 || (a->given_splits == 0 && many))
        add_whole_kernel(w);
    if (split)
        add_split_kernels(w, a->given_splits == 0 && many ? LCK_FEW_QUERIES : queries->high);
    if (a->given_splits == 0 && !w->first && is_open(w))
        add_whole_kernel(w);
}

lck_kernel *lck_attention_make(lcv_planning *p, unsigned how, bool *proved)
{
    making w = {.a = lck_attention_read(p), .p = p, .how = how};
    w.next = &w.first;
    if (w.a)
        add_kernels(&w);
    *proved = w.a && w.proved;
    lck_attention_free(w.a);
    return w.first;
}
