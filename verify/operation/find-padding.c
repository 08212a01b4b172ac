/* find-padding.c - find_padding(A, X, ...): A with the smallest padding without bank conflicts.
 *
 * X is an access of a warp, or a list of them, into coordinates of A, which lies in shared
 * memory. A stride d of A becomes d + p, and with it the strides that are multiples of it, e d /
 * d becoming e (d + p) / d. Addresses of rows of all banks repeat, so that after p = banks * 4 /
 * bytes elements nothing new comes; the candidates are tried in order of the cosize of the
 * result.
 */
#include "config.h"

#include "operation.h"

#include "../claim/measures.h"
#include "find-xor.h"

#include <stdlib.h>

typedef struct {
    lc_int cosize, pad;
    size_t leaf, number;
    lc_layout *layout;
} candidate;

typedef struct {
    lcv_call *call;
    lcv_access_list list;
    const lc_layout *a;
    size_t n;
    candidate *candidate;
    lc_int row; /* elements after which banks repeat */
    lc_int fewest;
    size_t best;
} search;

/* ---- candidates ---- */

static lc_layout *padded(lc_ctx *ctx, const lc_layout *a, size_t leaf, lc_int pad)
{
    size_t n = lc_layout_nleaves(a);
    lc_int d = lc_layout_step(a, leaf), wide = lc_int_add(ctx, d, pad);
    lc_int *step = lc_frame_alloc(ctx, n, sizeof *step);
    lc_tuple *shape = step ? lcv_shape_of(ctx, a) : NULL;
    for (size_t k = 0; shape && k < n; k++) {
        step[k] = lc_layout_step(a, k);
        if (lc_int_divides(ctx, d, step[k]))
            step[k] = lc_int_mul(ctx, lc_int_fdiv(ctx, step[k], d), wide);
    }
    lc_tuple *stride = shape ? lcv_kept(ctx, lc_tuple_like(ctx, shape, step)) : NULL;
    return stride ? lcv_kept(ctx, lc_layout_new(ctx, shape, stride)) : NULL;
}

static bool add_candidate(search *s, size_t leaf, lc_int pad)
{
    lc_ctx *ctx = s->call->ctx;
    candidate *c = &s->candidate[s->n];
    *c = (candidate){.pad = pad, .leaf = leaf, .number = s->n};
    c->layout = padded(ctx, s->a, leaf, pad);
    if (!c->layout)
        return false;
    c->cosize = lc_layout_cosize(ctx, c->layout);
    s->n++;
    return true;
}

static int by_cosize(const void *x, const void *y)
{
    const candidate *a = x, *b = y;
    int order = lc_int_cmp(a->cosize, b->cosize);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

/* Strides of 0 and of extents 1 are not padded, and others once. */
static bool is_own(const lc_layout *a, size_t leaf)
{
    if (lc_int_sign(lc_layout_step(a, leaf)) <= 0 || lc_int_is_one(lc_layout_extent(a, leaf)))
        return false;
    for (size_t k = 0; k < leaf; k++)
        if (lc_int_eq(lc_layout_step(a, k), lc_layout_step(a, leaf)) &&
            !lc_int_is_one(lc_layout_extent(a, k)))
            return false;
    return true;
}

static bool list_candidates(search *s)
{
    lc_ctx *ctx = s->call->ctx;
    size_t leaves = lc_layout_nleaves(s->a);
    int64_t row = lc_int_get_si(s->row);
    s->candidate = lc_frame_alloc(ctx, leaves * (size_t)row + 1, sizeof *s->candidate);
    if (!s->candidate || !add_candidate(s, 0, lc_int_const(0)))
        return false;
    for (int64_t p = 1; p < row; p++)
        for (size_t k = 0; k < leaves; k++)
            if (is_own(s->a, k) && !add_candidate(s, k, lc_int_si(ctx, p)))
                return false;
    qsort(s->candidate + 1, s->n - 1, sizeof *s->candidate, by_cosize);
    return true;
}

/* ---- the search ---- */

static bool try_all(search *s, bool *found)
{
    for (size_t i = 0; !*found && i < s->n; i++) {
        lc_ctx *ctx = s->call->ctx;
        lc_int conflicts;
        lcv_value *a = lcv_kept(ctx,
                                lcv_value_layout(ctx, lc_layout_ref(s->candidate[i].layout)));
        if (!a || !lcv_conflicts_behind(s->call, &s->list, a, &conflicts))
            return false;
        if (i == 0 || lc_int_lt(conflicts, s->fewest)) {
            s->best = i;
            s->fewest = conflicts;
        }
        *found = lc_int_is_zero(conflicts);
    }
    return true;
}

static void *none_found(const search *s)
{
    lc_ctx *ctx = s->call->ctx;
    char *fewest = lcv_kept(ctx, lc_int_to_str(ctx, s->fewest));
    char *row = fewest ? lcv_kept(ctx, lc_int_to_str(ctx, s->row)) : NULL;
    char *best = row ? lcv_kept(ctx, lcv_text(ctx, "%L", s->candidate[s->best].layout)) : NULL;
    return best
               ? lc_fail(ctx, LC_ERR_NO_VALUE,
                         "find_padding: each of the %zu paddings of a stride by fewer than %.40s "
                         "elements, after which banks repeat, leaves conflicts; the fewest are "
                         "%.40s, of %.200s",
                         s->n, row, fewest, best)
               : NULL;
}

/* banks * 4 / bytes, of the access with most banks */
static bool find_row(search *s)
{
    lc_ctx *ctx = s->call->ctx;
    lcv_accesses a = {.banks = 0};
    for (size_t i = 0; i < s->list.n; i++) {
        unsigned before = a.banks;
        if (!lcv_accesses_of(ctx, "find_padding", LCV_ACCESS_ARGS, s->list.arg[i], 16, &a))
            return false;
        a.banks = a.banks > before ? a.banks : before;
    }
    lc_int all = lc_int_const((int32_t)(a.banks * LC_WORD_BYTES));
    s->row = lc_int_fdiv(ctx, all, lc_int_gcd(ctx, all, a.bytes));
    return true;
}

lcv_value *lcv_op_find_padding(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    search s = {.call = call};
    bool found = false;
    lcv_value **arg = lcv_values_listed(call->r, call->name, false, call->n, call->arg);
    s.a = arg ? lcv_arg_layout(ctx, call->name, "A", arg[0]) : NULL;
    if (!s.a || !lcv_list_accesses(ctx, call->name, call->n - 1, arg + 1, &s.list) ||
        !find_row(&s) || !list_candidates(&s) || !try_all(&s, &found))
        return NULL;
    return found ? lcv_value_layout(ctx, lc_layout_ref(s.candidate[s.best].layout))
                 : none_found(&s);
}
