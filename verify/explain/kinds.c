/* kinds.c - the rules of operations and claims on kinds that are no layouts of
 * integers: what is a sum for these is a XOR for others, and the laws of composition speak of
 * shapes that a swizzle or a relation does not have. */
#include "config.h"

#include "explain.h"

#include <string.h>

typedef enum {
    OF_RELATIONS,
    OF_MORPHISMS,
    OF_LINEAR,   /* linear layouts */
    OF_SWIZZLES, /* nothing but swizzles */
    OF_COMPOSED, /* a swizzle, or one after a layout, among others */
    OF_XOR,      /* strides that add by XOR */
    OF_TENSORS,  /* with an offset */
    OF_TILERS,   /* by mode */
    OF_LAYOUTS
} kind;

static const struct {
    kind of;
    lcv_rule rule;
} rules[] = {
    /* values */
    {OF_RELATIONS,
     {"evaluate", "what the relation pairs with the coordinate", "ISL paper, section 3"}},
    {OF_LINEAR,
     {"evaluate", "the XOR of the bases at the bits of the coordinate; an integral coordinate is "
                  "split minor bits first, the first input dim minor",
      "ISL paper, section 5; Triton's LinearLayout"}},
    {OF_SWIZZLES,
     {"evaluate", "x xor the bits of x under a mask of b bits, moved by s: down from bit m + s on, "
                  "for a negative s up from bit m on", "CuTe's Swizzle"}},
    {OF_COMPOSED,
     {"evaluate", "what the outer function makes of the offset plus the value of the layout",
      "CuTe's ComposedLayout"}},
    {OF_XOR,
     {"evaluate", "the XOR over the natural coordinate of coordinate times stride, the carry-less "
                  "product; an integral coordinate is split into natural ones, the first mode "
                  "fastest", "PyCuTe's F2 strides"}},
    {OF_TENSORS,
     {"evaluate", "the offset plus the sum over the natural coordinate of coordinate times stride; "
                  "an integral coordinate is split into natural ones, the first mode fastest",
      "Cecka 2.5"}},
    /* compositions */
    {OF_RELATIONS,
     {"compose", "the pairs (x,z) with (x,y) in B and (y,z) in A for some y",
      "composition of relations"}},
    {OF_MORPHISMS, {"compose", "entry by entry, first f and then g", "Nest"}},
    {OF_LINEAR,
     {"compose", "x -> A(B(x)): the product of the matrices over F2, dims matched by name",
      "Triton"}},
    {OF_SWIZZLES,
     {"compose", "x -> A(B(x)): the product of the matrices over F2, as a swizzle where one has "
                 "it, else as a linear layout", "linearity over F2"}},
    {OF_COMPOSED,
     {"compose", "x -> A(B(x)): the outer function stays outside, what B is composed with is the "
                 "layout under it", "CuTe's ComposedLayout"}},
    {OF_TILERS,
     {"compose", "every mode of A composed with its part of the tiler, modes past the tiler as "
                 "they are", "Cecka 3.3.5"}},
    {OF_RELATIONS, {"composes", "R(c) = A(B(c)) everywhere", "definition"}},
    {OF_LINEAR,
     {"composes", "R has the size of B and R(c) = A(B(c)) everywhere", "definition"}},
    {OF_SWIZZLES,
     {"composes", "R has the size of B and R(c) = A(B(c)) everywhere", "definition"}},
    {OF_COMPOSED, {"composes", "R's shape refines B's and R(c) = A(B(c)) everywhere",
                               "definition"}},
    /* inverses */
    {OF_MORPHISMS,
     {"inverse", "the map backwards, of a morphism all of whose entries have partners", "Nest"}},
    {OF_LINEAR, {"inverse", "the inverse matrix over F2", "Triton"}},
    {OF_SWIZZLES, {"inverse", "the inverse matrix over F2", "linearity over F2"}},
    {OF_COMPOSED, {"inverse", "the inverse matrix over F2", "linearity over F2"}},
    {OF_LINEAR, {"left_inverse", "the inverse matrix over F2", "Triton"}},
    {OF_SWIZZLES,
     {"left_inverse", "the inverse matrix over F2", "linearity over F2"}},
    {OF_COMPOSED,
     {"left_inverse", "the inverse matrix over F2", "linearity over F2"}},
    {OF_LINEAR,
     {"right_inverse", "a right inverse over F2 whose free bits are 0", "Triton"}},
    {OF_SWIZZLES,
     {"right_inverse", "the inverse matrix over F2", "linearity over F2"}},
    {OF_COMPOSED,
     {"right_inverse", "a right inverse over F2 whose free bits are 0", "linearity over F2"}},
    /* morphisms */
    {OF_MORPHISMS,
     {"coalesce", "neighbours whose images are neighbours, or * both, become one, 1s vanish",
      "Nest"}},
    {OF_MORPHISMS,
     {"complement", "the entries of the codomain that f leaves out, in order", "Nest"}},
    {OF_MORPHISMS,
     {"concat", "(f, g), of one codomain and images that share nothing", "Nest"}},
    {OF_MORPHISMS, {"logical_divide", "f o (g, g^c)", "Nest"}},
    {OF_MORPHISMS, {"logical_product", "(f, f^c o g)", "Nest"}},
    /* sizes and comparisons */
    {OF_RELATIONS, {"size", "the number of coordinates", "definition"}},
    {OF_LINEAR, {"size", "2 to the number of input bits", "definition"}},
    {OF_SWIZZLES, {"size", "2 to b + m + |s|, the bits that it reads", "definition"}},
    {OF_RELATIONS, {"equal", "the same pairs", "definition"}},
    {OF_LINEAR, {"equal", "the same dims, bases and sizes", "definition"}},
    {OF_SWIZZLES, {"equal", "the same b, m and s", "definition"}},
    {OF_COMPOSED, {"equal", "the same parts", "definition"}},
    {OF_TENSORS, {"equal", "the same offset, shape and stride", "definition"}},
    {OF_RELATIONS,
     {"equiv", "the same coordinates, and the same value at each", "definition"}},
};

static kind kind_of(const lcv_value *v)
{
    switch (v->kind) {
    case LCV_RELATION:
        return OF_RELATIONS;
    case LCV_MORPHISM:
        return OF_MORPHISMS;
    case LCV_LINEAR:
        return OF_LINEAR;
    case LCV_SWIZZLE:
        return OF_SWIZZLES;
    case LCV_COMPOSED:
        return OF_COMPOSED;
    case LCV_TILER:
        return OF_TILERS;
    case LCV_LAYOUT:
        return lc_layout_codomain(v->layout) == LC_XOR ? OF_XOR : OF_LAYOUTS;
    case LCV_TENSOR:
        return lc_layout_codomain(v->layout) == LC_XOR ? OF_XOR : OF_TENSORS;
    default:
        return OF_LAYOUTS;
    }
}

/* Swizzles beside anything else but numbers are a composed layout, or are taken for one. */
static kind kind_of_all(const char *name, size_t n, lcv_value *const *arg)
{
    bool first_only = strcmp(name, "evaluate") == 0;
    kind least = OF_LAYOUTS;
    bool others = false;
    bool inner = strcmp(name, "compose") == 0 && n == 2 && arg[0]->kind != LCV_SWIZZLE &&
                 (arg[1]->kind == LCV_SWIZZLE || arg[1]->kind == LCV_COMPOSED);
    for (size_t i = 0; i < n && (i == 0 || !first_only); i++) {
        kind k = kind_of(arg[i]);
        least = k < least ? k : least;
        others = others || (k != OF_SWIZZLES && lcv_is_function(arg[i]));
    }
    bool by_mode = strcmp(name, "compose") == 0 && n == 2 && least == OF_LAYOUTS &&
                   arg[1]->kind == LCV_TUPLE && !lc_tuple_is_leaf(arg[1]->tuple);
    if (by_mode)
        return OF_TILERS;
    if (inner && least > OF_LINEAR) /* a linear layout, where both are */
        return OF_LINEAR;
    return least == OF_SWIZZLES && others ? OF_COMPOSED : least;
}

const lcv_rule *lcv_rule_for(const char *name, size_t n, lcv_value *const *arg)
{
    kind of = kind_of_all(name, n, arg);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].of == of && strcmp(rules[i].rule.name, name) == 0)
            return &rules[i].rule;
    return lcv_rule_of(name);
}
