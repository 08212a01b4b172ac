/* rule.c - the rules of operations and claims on kinds other than layouts of integers, where sums
 * become XORs, and where a swizzle or a relation lacks the shape that the laws of composition
 * mention. */
#include "config.h"

#include "row.h"

static lcv_operands operands_of(const lcv_value *v)
{
    switch (v->kind) {
    case LCV_RELATION:
    case LCV_SET: return LCV_OF_RELATIONS;
    case LCV_MORPHISM: return LCV_OF_MORPHISMS;
    case LCV_LINEAR: return LCV_OF_LINEAR;
    case LCV_SWIZZLE: return LCV_OF_SWIZZLES;
    case LCV_COMPOSED: return LCV_OF_COMPOSED;
    case LCV_TILER: return LCV_OF_TILERS;
    case LCV_LAYOUT:
        return lc_layout_codomain(v->layout) == LC_XOR ? LCV_OF_XOR_STRIDES : LCV_OF_LAYOUTS;
    case LCV_TENSOR:
        return lc_layout_codomain(v->layout) == LC_XOR ? LCV_OF_XOR_STRIDES : LCV_OF_TENSORS;
    default: return LCV_OF_LAYOUTS;
    }
}

/* Swizzles beside arguments other than numbers are a composed layout, or are taken for one;
 * morphisms beside others stand for their layouts. */
static lcv_operands operands_of_call(size_t n, lcv_value *const *arg)
{
    lcv_operands least = LCV_OF_LAYOUTS;
    bool others = false, morphisms = true;
    for (size_t i = 0; i < n; i++)
        morphisms = morphisms && arg[i]->kind == LCV_MORPHISM;
    for (size_t i = 0; i < n; i++) {
        lcv_operands of = operands_of(arg[i]);
        if (of == LCV_OF_MORPHISMS && !morphisms)
            of = LCV_OF_LAYOUTS;
        least = of < least ? of : least;
        others = others || (of != LCV_OF_SWIZZLES && lcv_is_function(arg[i]));
    }
    return least == LCV_OF_SWIZZLES && others ? LCV_OF_COMPOSED : least;
}

lcv_operands lcv_operands_of_evaluation(size_t n, lcv_value *const *arg)
{
    return operands_of_call(n > 0 ? 1 : 0, arg);
}

lcv_operands lcv_operands_of_composition(size_t n, lcv_value *const *arg)
{
    lcv_operands of = operands_of_call(n, arg);
    if (n != 2)
        return of;
    bool inner = arg[0]->kind != LCV_SWIZZLE &&
                 (arg[1]->kind == LCV_SWIZZLE || arg[1]->kind == LCV_COMPOSED);
    if (of == LCV_OF_LAYOUTS && arg[1]->kind == LCV_TUPLE && !lc_tuple_is_leaf(arg[1]->tuple))
        return LCV_OF_TILERS;
    return inner && of > LCV_OF_LINEAR ? LCV_OF_LINEAR : of; /* a linear layout, where both are */
}

const lcv_rule *lcv_rule_for(const lcv_rule *rules, lcv_operands_function *operands, size_t n,
                             lcv_value *const *arg)
{
    if (!rules)
        return NULL;
    lcv_operands of = operands ? operands(n, arg) : operands_of_call(n, arg);
    const lcv_rule *rule = rules;
    while (rule->of != of && rule->of != LCV_OF_LAYOUTS)
        rule++;
    return rule;
}
