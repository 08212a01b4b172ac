/* tile-relation.c - complements, divides and products of relations.
 *
 * The laws of layouts (Cecka 3.5 to 3.7) ask that copies of A's values, moved by the values of
 * the complement, fill an interval. For values that are no layout's the complement is found by
 * this alone: the least integer that no copy has yet is where the next copy begins. There is no
 * choice, so a complement exists exactly if no two copies meet.
 */
#include "config.h"

#include "operation.h"

typedef struct {
    lcv_call *call;
    size_t n; /* values, in order of inputs */
    lc_int *value;
    size_t nplaces; /* [0,nplaces) is to be filled */
    bool *taken;    /* at least nplaces + span */
    size_t span;    /* of the values: the largest, plus 1 */
    bool begins;    /* one of them is 0 */
} filling;

static bool no_values(const filling *f, const char *what)
{
    return lc_fail(f->call->ctx, LC_ERR_INVALID, "%s: expected a finite function to integers: %s",
                   f->call->name, what);
}

/* A value that is within reach; false with an error. */
static bool take_value(filling *f, lc_int value)
{
    if (lc_int_sign(value) < 0 || lc_int_lt(lc_int_const(LCV_MOST_PLACES - 1), value))
        return lc_fail(f->call->ctx, LC_ERR_NO_VALUE,
                       "%s: the relation has a value outside [0,%d)", f->call->name,
                       LCV_MOST_PLACES);
    size_t end = (size_t)lc_int_get_si(value) + 1;
    f->span = end > f->span ? end : f->span;
    f->begins = f->begins || lc_int_is_zero(value);
    f->value[f->n++] = value;
    return true;
}

/* The values of pairs, in order of inputs, from 0 on; false with an error. */
static bool take_values(filling *f, const lcr_pairs *all)
{
    lc_ctx *ctx = f->call->ctx;
    if (lc_int_lt(lc_int_const(LCV_MOST_PLACES), lc_int_si(ctx, (int64_t)all->n)))
        return lc_fail(ctx, LC_ERR_BUDGET, "%s: a relation of more than %d inputs", f->call->name,
                       LCV_MOST_PLACES);
    f->value = lc_frame_alloc(ctx, all->n + 1, sizeof *f->value);
    bool ok = f->value != NULL;
    for (size_t i = 0; ok && i < all->n; i++)
        ok = take_value(f, all->cell[i * (all->nin + 1) + all->nin]);
    if (ok && !f->begins)
        lc_fail(ctx, LC_ERR_NO_VALUE, "%s: the relation has no value 0, where copies begin",
                f->call->name);
    return ok && f->begins;
}

/* Of any inputs; false with an error. */
static bool list_values(filling *f, const lcr_map *m)
{
    lcv_call *call = f->call;
    lcr_pairs all = {0};
    if (lcr_map_nout(m) != 1)
        return no_values(f, "its values are several integers");
    lcr_answer one = lcr_map_single_valued(call->r, m);
    if (one == LCR_NO)
        return no_values(f, "it has several values at an input");
    lcr_answer listed = one == LCR_YES ? lcr_map_list(call->r, m, &all) : one;
    bool ok = listed == LCR_YES && take_values(f, &all);
    lcr_pairs_clear(&all);
    if (listed == LCR_NO && lc_ctx_code(call->ctx) == LC_OK)
        no_values(f, "it has no end, or too many inputs");
    return ok;
}

/* A copy of the values that begins at `place`; false with an error where it meets another. */
static bool put_copy(filling *f, size_t place)
{
    for (size_t i = 0; i < f->n; i++) {
        size_t at = place + (size_t)lc_int_get_si(f->value[i]);
        if (f->taken[at])
            return lc_fail(
                f->call->ctx, LC_ERR_NO_VALUE,
                "%s: the relation has none: %zu is left out and has to be filled by a copy "
                "moved by it, which reaches %zu a second time",
                f->call->name, place, at);
        f->taken[at] = true;
    }
    return true;
}

/* Where the copies begin. NULL with an error. */
static lc_int *places_of_copies(filling *f, size_t *n)
{
    lc_ctx *ctx = f->call->ctx;
    lc_int *place = lc_frame_alloc(ctx, f->nplaces, sizeof *place);
    f->taken = lc_frame_alloc(ctx, f->nplaces + f->span, sizeof *f->taken);
    bool ok = place && f->taken;
    *n = 0;
    for (size_t k = 0; ok && k < f->nplaces; k++)
        if (!f->taken[k]) {
            ok = put_copy(f, k);
            place[(*n)++] = lc_int_si(ctx, (int64_t)k);
        }
    return ok ? place : NULL;
}

static lcr_map *complement(lcv_call *call, const lcr_map *m, lc_int up_to)
{
    filling f = {.call = call};
    size_t n = 0;
    if (lc_int_sign(up_to) <= 0 || lc_int_lt(lc_int_const(LCV_MOST_PLACES), up_to))
        return lc_fail(call->ctx, LC_ERR_INVALID, "%s: expected a size from 1 to %d", call->name,
                       LCV_MOST_PLACES);
    if (!list_values(&f, m))
        return NULL;
    f.nplaces = (size_t)lc_int_get_si(up_to);
    lc_int *place = places_of_copies(&f, &n);
    return place ? lcv_kept(call->ctx, lcr_map_of_values(call->r, n, place)) : NULL;
}

lcv_value *lcv_relation_complement(lcv_call *call)
{
    lcv_value *remembered = lcv_remembered_complement(call);
    if (remembered || lc_ctx_code(call->ctx) != LC_OK)
        return remembered;
    lcr_map *m = lcv_call_map(call, 0), *made = NULL;
    lc_int up_to, last;
    if (m && call->n > 1) {
        made = lcv_call_int(call, 1, &up_to) ? complement(call, m, up_to) : NULL;
    } else if (m && lcr_map_nout(m) == 1 && lcr_map_last(call->r, m, &last) == LCR_YES) {
        made = complement(call, m, lc_int_add(call->ctx, last, lc_int_const(1)));
    } else if (m && lc_ctx_code(call->ctx) == LC_OK) {
        lc_fail(call->ctx, LC_ERR_NO_VALUE,
                "%s: expected a relation to integers that has a last "
                "value",
                call->name);
    }
    return lcv_value_relation(call->ctx, lcr_map_ref(made));
}

/* The number of inputs of a function of [0,n), or, for `other`, of any finite relation that has
 * one output at each of its inputs; false with an error. */
static bool size_of(lcv_call *call, const lcr_map *m, bool other, lc_int *size)
{
    lc_ctx *ctx = call->ctx;
    lcr_answer is = other                 ? lcr_map_count(call->r, m, size)
                    : lcr_map_nin(m) == 1 ? lcr_map_domain_is_interval(call->r, m, size)
                                          : LCR_NO;
    if (is == LCR_YES)
        is = lcr_map_single_valued(call->r, m);
    if (is == LCR_NO)
        lc_fail(ctx, LC_ERR_INVALID, "%s: expected a finite relation with one output at %s%s",
                call->name, other ? "each input" : "each of the inputs [0,n)",
                !other && lcr_map_nin(m) > 1
                    ? ": compose it with coord_map(S) of the shape S of its inputs"
                    : "");
    else if (is == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK)
        lc_fail(ctx, LC_ERR_BUDGET, "%s: the relation was not counted within the budget",
                call->name);
    return is == LCR_YES;
}

/* (x, y) -> a(x) + b(y). */
static lcv_value *side_by_side(lcv_call *call, const lcr_map *a, const lcr_map *b)
{
    return a && b ? lcv_value_relation(call->ctx, lcr_map_concat(call->r, a, b)) : NULL;
}

/* A o (B, B*), B* being the complement of B up to the size of A (Cecka 3.6). */
lcv_value *lcv_relation_divide(lcv_call *call)
{
    lcr_map *a = lcv_call_map(call, 0), *b = a ? lcv_call_map(call, 1) : NULL, *rest = NULL;
    lc_int size;
    if (b && size_of(call, a, false, &size))
        rest = complement(call, b, size);
    lcr_map *inner = rest ? lcv_kept(call->ctx, lcr_map_concat(call->r, b, rest)) : NULL;
    return inner ? lcv_value_relation(call->ctx, lcr_map_compose(call->r, a, inner)) : NULL;
}

/* (A, A* o B), A* being the complement of A up to its size times the cosize of B (Cecka 3.7). */
lcv_value *lcv_relation_product(lcv_call *call)
{
    lcr_map *a = lcv_call_map(call, 0), *b = a ? lcv_call_map(call, 1) : NULL, *rest = NULL;
    lc_int size, last;
    bool ends = b && size_of(call, a, true, &size) && lcr_map_nout(b) == 1 &&
                lcr_map_last(call->r, b, &last) == LCR_YES;
    if (b && !ends && lc_ctx_code(call->ctx) == LC_OK)
        lc_fail(call->ctx, LC_ERR_NO_VALUE,
                "%s: expected a second relation to integers that has a last value", call->name);
    if (ends) {
        lc_int copies = lc_int_add(call->ctx, last, lc_int_const(1));
        rest = complement(call, a, lc_int_mul(call->ctx, size, copies));
    }
    lcr_map *moved = rest ? lcv_kept(call->ctx, lcr_map_compose(call->r, rest, b)) : NULL;
    return moved ? side_by_side(call, a, moved) : NULL;
}
