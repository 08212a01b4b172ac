/* nest.c - morphisms of nested tuples: those of layouts, and operations on them.
 *
 * compose, coalesce, complement, concat, logical_divide, logical_product, inverse and
 * layout mean for morphisms what they mean for the layouts that these realize.
 */
#include "config.h"

#include "builtin.h"

#include <stdlib.h>
#include <string.h>

static lcv_value *of_layout(lcv_call *call)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lcv_value *v = a ? lcv_value_morphism(call->ctx, lc_morphism_of_layout(call->ctx, a)) : NULL;
    lc_layout_free(a);
    return v;
}

/* The two refined tuples, as one tuple of two. */
static lcv_value *refinement(lcv_call *call)
{
    lc_tuple *s = lcv_call_tuple(call, 0, "a shape"), *both[2];
    lc_tuple *t = s ? lcv_call_tuple(call, 1, "a shape") : NULL;
    lcv_value *v = NULL;
    if (t && lc_mutual_refinement(call->ctx, s, t, &both[0], &both[1])) {
        v = lcv_value_tuple(call->ctx, lc_tuple_of(call->ctx, 2, both));
        lc_tuple_free(both[0]);
        lc_tuple_free(both[1]);
    }
    lc_tuple_free(t);
    lc_tuple_free(s);
    return v;
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
    lcv_value *v = finer ? lcv_value_morphism(call->ctx, f(call->ctx, of, finer)) : NULL;
    lc_tuple_free(finer);
    return v;
}

static lcv_value *pull_back(lcv_call *call) { return refined(call, lc_morphism_pull_back); }
static lcv_value *push_forward(lcv_call *call) { return refined(call, lc_morphism_push_forward); }

const lcv_builtin lcv_builtins_nest[] = {
    {"morphism", "morphism(A)", 1, 1, of_layout},
    {"refinement", "refinement(S, T)", 2, 2, refinement},
    {"pull_back", "pull_back(f, S)", 2, 2, pull_back},
    {"push_forward", "push_forward(f, S)", 2, 2, push_forward},
    {NULL, NULL, 0, 0, NULL},
};

/* ---- what other functions mean for morphisms ---- */

typedef lc_morphism *unary(lc_ctx *ctx, const lc_morphism *f);
typedef lc_morphism *binary(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g);

static const struct {
    const char *name;
    unary *one;
    binary *two;
} table[] = {
    {"coalesce", lc_morphism_coalesce, NULL}, {"complement", lc_morphism_complement, NULL},
    {"inverse", lc_morphism_invert, NULL},    {"compose", NULL, lc_morphism_compose},
    {"concat", NULL, lc_morphism_concat},     {"logical_divide", NULL, lc_morphism_divide},
    {"logical_product", NULL, lc_morphism_product},
};

bool lcv_call_has_morphism(const lcv_call *call)
{
    for (size_t i = 0; i < call->n; i++)
        if (lcv_call_is(call, i, LCV_MORPHISM))
            return true;
    return false;
}

lcv_value *lcv_apply_to_morphisms(lcv_call *call)
{
    if (strcmp(call->name, "pull_back") == 0)
        return pull_back(call);
    if (strcmp(call->name, "push_forward") == 0)
        return push_forward(call);
    if (strcmp(call->name, "layout") == 0 && call->n == 1)
        return lcv_value_layout(call->ctx, lc_morphism_layout(call->ctx, call->arg[0]->morphism));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].name, call->name) != 0 || call->n != (table[i].two ? 2 : 1))
            continue;
        lc_morphism *f = call_morphism(call, 0), *g = f && table[i].two ? call_morphism(call, 1)
                                                                         : NULL;
        if (!f || (table[i].two && !g))
            return NULL;
        return lcv_value_morphism(call->ctx, table[i].two ? table[i].two(call->ctx, f, g)
                                                          : table[i].one(call->ctx, f));
    }
    size_t i = 0;
    while (!lcv_call_is(call, i, LCV_MORPHISM))
        i++;
    call->culprit = i;
    return lc_fail(call->ctx, LC_ERR_INVALID,
                   "%s is not known of morphisms: compose, coalesce, complement, concat, inverse, "
                   "logical_divide, logical_product, pull_back, push_forward and layout are",
                   call->name);
}
