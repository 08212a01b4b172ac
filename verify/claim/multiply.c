/* multiply.c - multiplies(A, B, C, S): the sums C(c) += A(c) B(c) are the product of two
 * matrices.
 *
 * A, B and C give places in (M,K), (N,K) and (M,N), S being (M,N,K). Layouts on a common
 * refinement of their shapes are one layout Z = (A,B,C) of three axes, which is to reorder
 * (counts.h) that of the products, D(m,n,k) = ((m,k),(n,k),(m,n)). Others are looked at one by
 * one.
 */
#include "config.h"

#include "claims.h"

#include "../function/products.h"
#include "../question/counts.h"

/* ---- counterexamples ---- */

static lcv_result *other_size(lc_ctx *ctx, const lcv_products *p)
{
    for (size_t i = 0; i < 3; i++) {
        if (lc_int_eq(p->count[i], p->products))
            continue;
        lcv_result *result = lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "size"),
                                         lcv_text(ctx, "%i is not %i", p->count[i], p->products));
        lcv_step(ctx, &result, "%s has %i coordinates, S = %t has %i", p->f[i].name, p->count[i],
                 p->shape, p->products);
        return result;
    }
    return NULL;
}

static void step_places(lc_ctx *ctx, lcv_result **result, const lcv_products *p, lc_int c)
{
    for (size_t i = 0; i < 3; i++) {
        const lcv_function *f = &p->f[i];
        lc_int row, column;
        lcv_products_place(ctx, p, i, c, &row, &column);
        if (f->value)
            lcv_step_number(ctx, result, f, c);
        else
            lcv_step_function(ctx, result, f, c, NULL);
        lcv_step(ctx, result, "the place (%i,%i) of (%i,%i)", row, column,
                 p->extent[lcv_products_mode(i, 0)], p->extent[lcv_products_mode(i, 1)]);
    }
}

/* What does not fit at a coordinate: a place that is none, an index that two operands have
 * different; NULL: it is a product. */
static lcv_result *wrong_at(lc_ctx *ctx, const char *method, const lcv_products *p, lc_int c)
{
    static const char *const letter[] = {"m", "n", "k"};
    lc_int index[3], value[2];
    bool known[3] = {false, false, false};
    size_t of[3] = {0, 0, 0};
    for (size_t i = 0; i < 3; i++) {
        if (!lcv_products_place(ctx, p, i, c, &value[0], &value[1])) {
            lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i", c),
                                             lcv_text(ctx, "%s(c) is no place of (%i,%i)",
                                                      p->f[i].name,
                                                      p->extent[lcv_products_mode(i, 0)],
                                                      p->extent[lcv_products_mode(i, 1)]));
            lcv_step_function(ctx, &result, &p->f[i], c, NULL);
            return result;
        }
        for (size_t j = 0; j < 2; j++) {
            size_t mode = lcv_products_mode(i, j);
            if (known[mode] && !lc_int_eq(index[mode], value[j])) {
                lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i", c),
                                                 lcv_text(ctx, "%s is %i in %s and %i in %s",
                                                          letter[mode], index[mode],
                                                          p->f[of[mode]].name, value[j],
                                                          p->f[i].name));
                step_places(ctx, &result, p, c);
                return result;
            }
            known[mode] = true;
            index[mode] = value[j];
            of[mode] = i;
        }
    }
    return NULL;
}

/* The product (m,n,k) is added another number of times than once. */
static lcv_result *added(lc_ctx *ctx, const char *method, const lcv_products *p, lc_int product,
                         bool counted, lc_int times, lc_int c)
{
    lc_tuple *at = lcv_kept(ctx, lc_idx2crd(ctx, product, p->flat));
    bool never = counted && lc_int_is_zero(times);
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "(m,n,k) = %t", at),
                                     never ? lcv_text(ctx, "this product is never added")
                                     : counted
                                         ? lcv_text(ctx, "this product is added %i times", times)
                                         : lcv_text(ctx, "this product is added more than once"));
    if (!never)
        step_places(ctx, &result, p, c);
    return result;
}

/* ---- listed ---- */

static lcv_result *by_list(lc_ctx *ctx, const lcv_products *p)
{
    if (lc_int_lt(lc_int_si(ctx, lcv_points(ctx)), p->products))
        return lcv_undecided(ctx, &p->f[0]);
    int64_t n = lc_int_get_si(p->products), worst = -1;
    uint32_t *first = lc_frame_alloc(ctx, (size_t)n, sizeof *first);
    for (int64_t c = 0; first && c < n; c++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int product;
        bool is = lcv_products_at(ctx, p, lc_int_si(ctx, c), &product);
        int64_t at = is ? lc_int_get_si(product) : 0;
        lc_frame_close(ctx, frame);
        if (!is)
            return wrong_at(ctx, LCV_BY_ENUMERATION, p, lc_int_si(ctx, c));
        if (first[at] != 0 && worst < 0)
            worst = at;
        if (first[at] == 0)
            first[at] = (uint32_t)c + 1;
    }
    if (!first || lc_ctx_code(ctx) != LC_OK)
        return NULL;
    if (worst < 0)
        return lcv_proved(ctx, LCV_BY_ENUMERATION);
    return added(ctx, LCV_BY_ENUMERATION, p, lc_int_si(ctx, worst), false, lc_int_const(0),
                 lc_int_si(ctx, (int64_t)first[worst] - 1));
}

/* ---- the claim ---- */

/* Where a product is never added, the first of the coordinates at which operands do not fit, if
 * it is among the first ones; else that product. */
static lcv_result *never_added(lc_ctx *ctx, const char *method, const lcv_products *p,
                               lc_int product)
{
    int64_t n = lc_int_get_si(lc_int_min(p->products, lc_int_const(LCV_ENUMERATE)));
    lcv_result *wrong = NULL;
    for (int64_t c = 0; !wrong && c < n && lc_ctx_code(ctx) == LC_OK; c++) {
        lc_int other;
        lc_frame frame = lc_frame_open(ctx);
        bool fits = lcv_products_at(ctx, p, lc_int_si(ctx, c), &other);
        lc_frame_close(ctx, frame);
        if (!fits)
            wrong = wrong_at(ctx, method, p, lc_int_si(ctx, c));
    }
    if (wrong)
        lcv_step(ctx, &wrong, "the product (m,n,k) = %T is never added",
                 lc_idx2crd(ctx, product, p->flat));
    return wrong || lc_ctx_code(ctx) != LC_OK
               ? wrong
               : added(ctx, method, p, product, true, lc_int_const(0), product);
}

static lcv_result *found_by_counts(lc_ctx *ctx, const lcv_products *p, const lcv_uneven *found)
{
    bool has = !found->counted ? found->more == 0 : !lc_int_is_zero(found->count[0]);
    lcv_result *wrong = has ? wrong_at(ctx, found->method, p, found->at[0]) : NULL;
    if (wrong || lc_ctx_code(ctx) != LC_OK)
        return wrong;
    if (!has)
        return never_added(ctx, found->method, p, found->at[1]);
    lc_int product;
    return lcv_products_at(ctx, p, found->at[0], &product)
               ? added(ctx, found->method, p, product, found->counted, found->count[0],
                       found->at[0])
               : NULL;
}

lcv_result *lcv_prove_multiplies(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_products p;
    lcv_function side[2];
    lcv_uneven found;
    (void)n;
    if (!lcv_products_of(ctx, "multiplies", args, &p))
        return NULL;
    lcv_result *result = other_size(ctx, &p);
    if (result || lc_ctx_code(ctx) != LC_OK)
        return result;
    if (!lcv_products_as_layouts(ctx, &p, side))
        return lc_ctx_code(ctx) == LC_OK ? by_list(ctx, &p) : NULL;
    switch (lcv_differ_in_counts(r, side, &found)) {
    case LCR_NO: return lcv_proved(ctx, found.method);
    case LCR_YES: return found_by_counts(ctx, &p, &found);
    default: return lc_ctx_code(ctx) == LC_OK ? by_list(ctx, &p) : NULL;
    }
}
