/* counterexample.c - differences, collisions, common offsets.
 *
 * Two of them ask the same question: are there integers x_t within bounds with sum w_t x_t = 0,
 * some x_t of a part of them not 0? The x_t of a collision are the differences of two coordinates
 * of a layout. Those of a common offset are the coordinates of one layout and of the other, whose
 * strides count negative. Each first x_t that is not 0 makes a system; no system is needed when
 * every |w_t| exceeds the largest sum of the smaller ones.
 */
#include "config.h"

#include "counterexample.h"
#include "internal.h"

#include <stdlib.h>

/* ---- differences ---- */

/* The layouts of a sum have strides that add, and not too many bits together. */
static bool check_sum(lcr_ctx *r, const lcr_sum *f, size_t *bits)
{
    for (size_t i = 0; i < f->n; i++) {
        const lcr_term *t = &f->term[i];
        if (t->layout && !lcr_no_xor(r, "a system", t->layout))
            return false;
        *bits += t->layout ? lcr_bits_of_axis(t->layout, t->axis) : 0;
        if (t->of && !check_sum(r, t->of, bits))
            return false;
    }
    return true;
}

static bool add_terms(lcr_system *s, const lcr_sum *f, const lcr_expr *x, lcr_expr *value);

/* The layout of a term applied to its sum, or to x. */
static bool apply_term(lcr_system *s, const lcr_term *t, const lcr_expr *x, lcr_expr *value)
{
    lcr_expr inner = *x;
    if (t->of && !add_terms(s, t->of, x, &inner))
        return false;
    if (t->layout)
        return lcr_system_apply(s, t->layout, t->axis, &inner, value);
    *value = inner;
    return true;
}

static bool add_terms(lcr_system *s, const lcr_sum *f, const lcr_expr *x, lcr_expr *value)
{
    lcr_expr_zero(value);
    for (size_t i = 0; i < f->n; i++) {
        lcr_expr part;
        if (!apply_term(s, &f->term[i], x, &part))
            return false;
        lcr_expr_add(s->r->lc, value, lc_int_const(1), &part);
    }
    return true;
}

static lcr_answer solve_difference(lcr_system *s, const lcr_leaves *leaves, const lcr_sum *f,
                                   const lcr_sum *g, lc_int *crd)
{
    size_t *var = lc_alloc(s->r->lc, leaves->n, sizeof *var);
    lcr_expr x, left, right;
    lcr_answer answer = LCR_UNKNOWN;
    if (var && lcr_domain_vars(s, leaves, 0, var, &x) && add_terms(s, f, &x, &left) &&
        add_terms(s, g, &x, &right)) {
        lc_int point[LCR_MAX_VARS];
        lcr_expr_add(s->r->lc, &left, lc_int_const(-1), &right);
        answer = lcr_solve_not_zero(s, &left, point);
        if (answer == LCR_YES)
            lcr_domain_read(leaves, var, point, crd);
    }
    free(var);
    return answer;
}

lcr_answer lcr_find_difference(lcr_ctx *r, const lc_tuple *domain, const lcr_sum *f,
                               const lcr_sum *g, lc_int *crd)
{
    size_t bits = lcr_bits_of_shape(domain);
    if (!check_sum(r, f, &bits) || !check_sum(r, g, &bits) || !lcr_check_bits(r, bits))
        return LCR_UNKNOWN;
    lc_frame frame = lc_frame_open(r->lc);
    lcr_leaves leaves;
    lcr_answer answer = LCR_UNKNOWN;
    lcr_system *s = lcr_system_new(r);
    if (s && lcr_leaves_of_shape(r->lc, domain, &leaves)) {
        answer = solve_difference(s, &leaves, f, g, crd);
        lcr_leaves_clear(&leaves);
    }
    lcr_system_free(s);
    if (!lcr_frame_keep(r->lc, frame, answer == LCR_YES ? lc_tuple_nleaves(domain) : 0, crd))
        answer = LCR_UNKNOWN;
    return answer;
}

/* ---- sums that vanish ---- */

typedef struct {
    lc_int weight, size; /* not 0, and its magnitude */
    lc_int low, high;    /* low <= 0 <= high */
    bool open;           /* no upper bound */
    bool wanted;         /* belongs to the part in which some x is not 0 */
    lc_int *place;       /* where x goes */
} term;

typedef struct {
    size_t n;
    term *term;
} term_list;

static void add_term(lc_ctx *ctx, term_list *list, term t)
{
    t.size = lc_int_abs(ctx, t.weight);
    list->term[list->n++] = t;
}

static int by_size_descending(const void *a, const void *b)
{
    const term *x = a, *y = b;
    return lc_int_cmp(y->size, x->size);
}

/* Every weight exceeds the largest sum of the smaller ones: only zeros make the sum 0. */
static bool apart(lc_ctx *ctx, const term_list *list)
{
    lc_int reach = lc_int_const(0);
    for (size_t k = list->n; k-- > 0;) {
        const term *t = &list->term[k];
        if (!lc_int_lt(reach, t->size) || (t->open && k > 0))
            return false;
        lc_int most = lc_int_max(t->high, lc_int_neg(ctx, t->low));
        reach = lc_int_add(ctx, reach, lc_int_mul(ctx, t->size, most));
    }
    return true;
}

/* The sum vanishes with x_first > 0 and no wanted x before it. */
static lcr_answer solve_first(lcr_ctx *r, const term_list *list, size_t first)
{
    lcr_system *s = lcr_system_new(r);
    lcr_expr sum;
    lc_int point[LCR_MAX_VARS];
    size_t var[list->n];
    bool ok = s != NULL;
    lcr_expr_zero(&sum);
    for (size_t k = 0; ok && k < list->n; k++) {
        const term *t = &list->term[k];
        var[k] = SIZE_MAX;
        if (t->wanted && k < first)
            continue;
        lc_int low = k == first ? lc_int_const(1) : t->low;
        var[k] = t->open ? lcr_system_var_from(s, low) : lcr_system_var(s, low, t->high);
        ok = var[k] != SIZE_MAX;
        if (ok)
            lcr_expr_add_var(r->lc, &sum, t->weight, var[k]);
    }
    lcr_answer answer = LCR_UNKNOWN;
    if (ok && lcr_system_eq(s, &sum))
        answer = lcr_system_solve(s, NULL, point);
    for (size_t k = 0; answer == LCR_YES && k < list->n; k++)
        *list->term[k].place = var[k] == SIZE_MAX ? lc_int_const(0) : point[var[k]];
    lcr_system_free(s);
    return answer;
}

static lcr_answer solve_terms(lcr_ctx *r, term_list *list)
{
    qsort(list->term, list->n, sizeof *list->term, by_size_descending);
    if (apart(r->lc, list))
        return LCR_NO;
    lcr_answer answer = LCR_NO;
    for (size_t k = 0; answer == LCR_NO && k < list->n; k++)
        if (list->term[k].wanted)
            answer = solve_first(r, list, k);
    return answer;
}

/* ---- collisions ---- */

/* A leaf of stride 0 with a choice: its first two coordinates. */
static bool collide_in_leaf(const lc_layout *a, lc_int *difference)
{
    for (size_t k = 0; k < lc_layout_nleaves(a); k++)
        if (lc_int_is_zero(lc_layout_step(a, k)) && !lc_int_is_one(lc_layout_extent(a, k))) {
            difference[k] = lc_int_const(1);
            return true;
        }
    return false;
}

static lcr_answer solve_collision(lcr_ctx *r, const lc_layout *a, lc_int *difference)
{
    size_t n = lc_layout_nleaves(a);
    term_list list = {0, lc_alloc(r->lc, n, sizeof *list.term)};
    if (!list.term)
        return LCR_UNKNOWN;
    for (size_t k = 0; k < n; k++) {
        lc_int last = lc_int_sub(r->lc, lc_layout_extent(a, k), lc_int_const(1));
        if (!lc_int_is_zero(last))
            add_term(r->lc, &list,
                     (term){.weight = lc_layout_step(a, k),
                            .low = lc_int_neg(r->lc, last),
                            .high = last,
                            .wanted = true,
                            .place = &difference[k]});
    }
    lcr_answer answer = solve_terms(r, &list);
    free(list.term);
    return answer;
}

lcr_answer lcr_find_collision(lcr_ctx *r, const lc_layout *a, lc_int *crd1, lc_int *crd2)
{
    size_t n = lc_layout_nleaves(a);
    if (!lcr_integers_only(r, "a system of collisions", a) ||
        !lcr_check_bits(r, lcr_bits_of_layout(a)))
        return LCR_UNKNOWN;
    lc_frame frame = lc_frame_open(r->lc);
    lc_int *difference = lc_alloc(r->lc, n, sizeof *difference), zero = lc_int_const(0);
    lcr_answer answer = LCR_UNKNOWN;
    if (difference)
        answer = collide_in_leaf(a, difference) ? LCR_YES : solve_collision(r, a, difference);
    if (!lcr_frame_keep(r->lc, frame, answer == LCR_YES ? n : 0, difference))
        answer = LCR_UNKNOWN;
    for (size_t k = 0; answer == LCR_YES && k < n; k++) {
        crd1[k] = lc_int_max(difference[k], zero);
        crd2[k] = lc_int_max(lc_int_neg(r->lc, difference[k]), zero);
    }
    free(difference);
    return answer;
}

/* ---- common offsets ---- */

/* The leaves of c from 0 up, the last one open when extended; those of a, against. */
static void add_layout(lc_ctx *ctx, term_list *list, const lc_layout *a, bool extended,
                       bool wanted, lc_int *crd)
{
    size_t n = lc_layout_nleaves(a);
    for (size_t k = 0; k < n; k++) {
        lc_int last = lc_int_sub(ctx, lc_layout_extent(a, k), lc_int_const(1));
        lc_int step = lc_layout_step(a, k);
        bool open = extended && k + 1 == n;
        crd[k] = lc_int_const(0);
        if (lc_int_is_zero(step) || (lc_int_is_zero(last) && !open))
            continue;
        add_term(ctx, list,
                 (term){.weight = wanted ? step : lc_int_neg(ctx, step),
                        .low = lc_int_const(0),
                        .high = last,
                        .open = open,
                        .wanted = wanted,
                        .place = &crd[k]});
    }
}

/* A coordinate of c, not 0, with offset 0 since a leaf has the stride 0. */
static bool idle_leaf(const lc_layout *c, bool extended, lc_int *crd)
{
    size_t n = lc_layout_nleaves(c);
    for (size_t k = 0; k < n; k++) {
        bool choice = !lc_int_is_one(lc_layout_extent(c, k)) || (extended && k + 1 == n);
        if (choice && lc_int_is_zero(lc_layout_step(c, k))) {
            crd[k] = lc_int_const(1);
            return true;
        }
    }
    return false;
}

lcr_answer lcr_find_common(lcr_ctx *r, const lc_layout *c, const lc_layout *a, bool extended,
                           lc_int *i, lc_int *j)
{
    size_t nc = lc_layout_nleaves(c), na = lc_layout_nleaves(a);
    if (!lcr_integers_only(r, "a system of common offsets", c) ||
        !lcr_integers_only(r, "a system of common offsets", a) ||
        !lcr_check_bits(r, lcr_bits_of_layout(c) + lcr_bits_of_layout(a)))
        return LCR_UNKNOWN;
    lc_frame frame = lc_frame_open(r->lc);
    term_list list = {0, lc_alloc(r->lc, nc + na, sizeof *list.term)};
    lc_int *crd = list.term ? lc_alloc(r->lc, nc + na, sizeof *crd) : NULL;
    lcr_answer answer = LCR_UNKNOWN;
    if (crd) {
        add_layout(r->lc, &list, c, extended, true, crd);
        add_layout(r->lc, &list, a, false, false, crd + nc);
        answer = idle_leaf(c, extended, crd) ? LCR_YES : solve_terms(r, &list);
    }
    if (!lcr_frame_keep(r->lc, frame, answer == LCR_YES ? nc + na : 0, crd))
        answer = LCR_UNKNOWN;
    for (size_t k = 0; answer == LCR_YES && k < nc; k++)
        i[k] = crd[k];
    for (size_t k = 0; answer == LCR_YES && k < na; k++)
        j[k] = crd[nc + k];
    free(crd);
    free(list.term);
    return answer;
}
