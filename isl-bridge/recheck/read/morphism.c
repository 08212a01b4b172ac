/* morphism.c - morphisms of nested tuples from text. */
#include "config.h"

#include "read.h"

/* A tuple of integers of 1 or more. */
static lit *entries(reader *in)
{
    nesting *t = lcr_rd_new_nesting(in);
    lc_int *entry = t ? lcr_rd_integers(in, t, NULL) : NULL;
    for (size_t k = 0; entry && k < t->n; k++)
        if (lc_int_le(entry[k], lc_int_const(0)))
            return lcr_rd_wrong(in, "entries of 1 or more before this");
    return entry ? lcr_rd_literal(in, LIT_TUPLE, t, entry) : NULL;
}

/* The number of an entry of the codomain, or `*`. */
static bool read_image(reader *in, size_t *image)
{
    lc_int n;
    *image = 0;
    if (lcr_rd_take(in, "*"))
        return true;
    if (!lcr_rd_number(in, &n))
        return false;
    if (lc_int_le(n, lc_int_const(0)) || !lc_int_is_small(n) || lc_int_get_si(n) > LEAVES_MAX)
        return lcr_rd_wrong(in, "the number of an entry before this");
    *image = (size_t)lc_int_get_si(n);
    return true;
}

const lit *lcr_rd_morphism(reader *in)
{
    lit *a = entries(in);
    if (!a || !lcr_rd_need(in, "->") || !(a->codomain = entries(in)) || !lcr_rd_need(in, ":") ||
        !(a->image = lcr_lit_alloc(in->pool, a->n, sizeof *a->image)))
        return NULL;
    a->kind = LIT_MORPHISM;
    for (size_t i = 0; i < a->n; i++)
        if ((i > 0 && !lcr_rd_need(in, ",")) || !read_image(in, &a->image[i]))
            return NULL;
    return lcr_rd_need(in, "}") ? a : NULL;
}
