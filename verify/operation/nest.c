/* nest.c - morphisms of nested tuples: those of layouts, and operations on them.
 *
 * compose, coalesce, complement, concat, logical_divide, logical_product, inverse and layout act
 * on morphisms as on the layouts that these realize. size, stride, evaluation, layout_map and the
 * like are those of that layout, and so is what an operation makes of a morphism and a layout:
 * their rows say so (lcv_operation.realizes).
 */
#include "config.h"

#include "operation.h"

lcv_value *lcv_op_morphism(lcv_call *call)
{
    lc_layout *a = lcv_call_layout(call, 0);
    return a ? lcv_value_morphism(call->ctx, lc_morphism_of_layout(call->ctx, a)) : NULL;
}

lcv_value *lcv_op_include(lcv_call *call)
{
    lc_tuple *t = lcv_call_extents(call, 0, "a shape with extents of 1 or more");
    lc_tuple *u = t ? lcv_call_extents(call, 1, "a shape with extents of 1 or more") : NULL;
    return u ? lcv_value_morphism(call->ctx, lc_morphism_include(call->ctx, t, u)) : NULL;
}

/* The two refined tuples, as one tuple of two. */
lcv_value *lcv_op_refinement(lcv_call *call)
{
    lc_tuple *s = lcv_call_tuple(call, 0, "a shape"), *both[2];
    lc_tuple *t = s ? lcv_call_tuple(call, 1, "a shape") : NULL;
    if (!t || !lc_mutual_refinement(call->ctx, s, t, &both[0], &both[1]))
        return NULL;
    bool ok = lcv_kept(call->ctx, both[0]) != NULL;
    return lcv_kept(call->ctx, both[1]) && ok
               ? lcv_value_tuple(call->ctx, lc_tuple_of(call->ctx, 2, both))
               : NULL;
}

/* The shapes as a tuple of shapes, or their number. */
lcv_value *lcv_op_coarsenings(lcv_call *call)
{
    lc_tuple *s = lcv_call_extents(call, 0, "a shape with extents of 1 or more");
    if (!s)
        return NULL;
    lc_int count = lc_count_coarsenings(call->ctx, s);
    return lc_int_lt(lc_int_const(LC_COARSENINGS), count)
               ? lcv_value_int(call->ctx, count)
               : lcv_value_tuple(call->ctx, lc_coarsenings(call->ctx, s));
}

static lc_morphism *call_morphism(lcv_call *call, size_t i)
{
    return lcv_call_is(call, i, LCV_MORPHISM) ? call->arg[i]->morphism
                                              : lcv_call_wrong(call, i, "a morphism");
}

static lcv_value *refined(lcv_call *call,
                          lc_morphism *(*f)(lc_ctx *, const lc_morphism *, const lc_tuple *))
{
    lc_morphism *of = call_morphism(call, 0);
    lc_tuple *finer = of ? lcv_call_tuple(call, 1, "a shape") : NULL;
    return finer ? lcv_value_morphism(call->ctx, f(call->ctx, of, finer)) : NULL;
}

/* An operation of the language that is one of lib/. */
#define OPERATION(form, name, of)                                                                \
    lcv_value *name(lcv_call *call)                                                              \
    {                                                                                            \
        return form(call, lc_morphism_##of);                                                     \
    }

OPERATION(refined, lcv_op_pull_back, pull_back)
OPERATION(refined, lcv_op_push_forward, push_forward)

/* ---- what other operations mean for morphisms ---- */

static lcv_value *unary(lcv_call *call, lc_morphism *(*f)(lc_ctx *, const lc_morphism *))
{
    lc_morphism *of = call_morphism(call, 0);
    return of ? lcv_value_morphism(call->ctx, f(call->ctx, of)) : NULL;
}

static lcv_value *binary(lcv_call *call,
                         lc_morphism *(*f)(lc_ctx *, const lc_morphism *, const lc_morphism *))
{
    lc_morphism *one = call_morphism(call, 0), *two = one ? call_morphism(call, 1) : NULL;
    return two ? lcv_value_morphism(call->ctx, f(call->ctx, one, two)) : NULL;
}

OPERATION(unary, lcv_morphism_coalesce, coalesce)
OPERATION(unary, lcv_morphism_complement, complement)
OPERATION(unary, lcv_morphism_inverse, invert)
OPERATION(unary, lcv_morphism_flatten, flatten)
OPERATION(binary, lcv_morphism_compose, compose)
OPERATION(binary, lcv_morphism_concat, concat)
OPERATION(binary, lcv_morphism_divide, divide)
OPERATION(binary, lcv_morphism_product, product)

lcv_value *lcv_morphism_layout(lcv_call *call)
{
    return lcv_value_layout(call->ctx, lc_morphism_layout(call->ctx, call->arg[0]->morphism));
}

/* ---- looking at morphisms ---- */

static lcv_value *side(lcv_call *call, const lc_tuple *of(const lc_morphism *))
{
    lc_morphism *f = call_morphism(call, 0);
    return f ? lcv_value_tuple(call->ctx, lc_tuple_ref(of(f))) : NULL;
}

OPERATION(side, lcv_morphism_domain, domain)
OPERATION(side, lcv_op_codomain, codomain)

/* A mode, a mode of a mode, ... */
lcv_value *lcv_morphism_mode(lcv_call *call)
{
    lc_morphism *f = call_morphism(call, 0);
    if (f)
        lc_morphism_ref(f);
    for (size_t i = 1, k; i < call->n && f; i++) {
        size_t rank = lc_tuple_rank(lc_morphism_domain(f));
        lc_morphism *mode = lcv_call_index(call, i, rank, &k) ? lc_morphism_mode(call->ctx, f, k)
                                                              : NULL;
        lc_morphism_free(f);
        f = mode;
    }
    return f ? lcv_value_morphism(call->ctx, f) : NULL;
}
