/* crosscheck.c - which law is behind a value, and what it says. */
#include "config.h"

#include "crosscheck.h"
#include "laws.h"
#include "../claim/claims.h"

/* The first disagreement: with the law, or with the morphisms of the operands if any. */
static lcv_result *by_law(lcv_case *c, const lcv_operation *of, lcv_law *law)
{
    lcv_result *result = law(c);
    bool agrees = result && result->verdict != LCV_REFUTED;
    if (!agrees || !of->law_by_morphisms)
        return result;
    lcv_result *other = of->law_by_morphisms(c);
    if (!other || other->verdict != LCV_REFUTED) {
        lcv_result_free(other);
        return result;
    }
    lcv_result_free(result);
    return other;
}

/* A composite or an inverse whose strides add by XOR: matrices may decide what is too large to
 * enumerate. Neither for coordinates nor by mode. */
static bool by_matrix(const lcv_operation *of, size_t n, lcv_value *const *args,
                      const lcv_value *value)
{
    for (size_t i = 0; i < n; i++)
        if (lcv_is_coordinates(args[i]))
            return false;
    return of->by_matrix && lcv_is_xor(value) && (n < 2 || args[1]->kind == LCV_LAYOUT);
}

/* Of the layouts that morphisms realize. */
static lcv_result *of_layouts(lcr_ctx *r, const lcv_operation *of, size_t n,
                              lcv_value *const *args, const lcv_value *value)
{
    lcv_value **as = lcv_values_realized(lcr_ctx_lc(r), n, args);
    return as ? lcv_crosscheck(r, of, n, as, value) : NULL;
}

/* Of the matrices of large relations. */
static lcv_result *by_matrices(lcv_case *c, const lcv_restated *s)
{
    lcv_case same = {c->r, c->ctx, s->n, s->arg, s->value};
    return s->claim ? s->prove(c->r, s->n, s->arg) : s->law ? s->law(&same) : NULL;
}

lcv_result *lcv_crosscheck(lcr_ctx *r, const lcv_operation *of, size_t n, lcv_value *const *args,
                           const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_ctx_reset(ctx);
    lcr_start(r);
    if (of->realizes && value->kind != LCV_MORPHISM && lcv_has_morphism(n, args))
        return of_layouts(r, of, n, args, value);
    bool binary = lcv_is_binary(value) || by_matrix(of, n, args, value);
    for (size_t i = 0; i < n; i++)
        binary = binary || lcv_is_binary(args[i]);
    bool within = lcv_is_within(n, args, value) &&
                  (value->kind == LCV_TENSOR ? !of->knows_offsets
                                             : of->within || !of->law_of_bits);
    bool morphism = value->kind == LCV_MORPHISM || lcv_has_morphism(n, args);
    bool relation = of->law_of_relations &&
                    (lcv_has_relation(n, args) ||
                     lcv_has_relation(1, (lcv_value *const[]){(lcv_value *)(uintptr_t)value}));
    lcv_law *law = morphism            ? of->law_of_morphisms
                   : relation          ? of->law_of_relations
                   : binary && !within ? of->law_of_bits
                                       : of->law;
    if (!law)
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lcv_case c = {r, ctx, n, args, value};
    lcv_restated s;
    lcv_result *result = lcv_is_restated(&c, of, &s) ? by_matrices(&c, &s)
                         : morphism || relation      ? law(&c)
                         : within                    ? lcv_law_within(&c, law)
                                                     : by_law(&c, of, law);
    lc_frame_close(ctx, frame);
    return lcv_settle(ctx, result);
}
