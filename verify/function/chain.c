/* chain.c - chains of functions: adding, evaluating, and writing out the steps.
 *
 * A step of layouts reads as a person would write it down: the call, the natural coordinate,
 * the value, one `=` after the other, so that each can be redone by hand:
 *
 *     A(B(2)) = A(6) = A(2,1,0) = 7        A(B(3)) = A(1,2) = A((1,0),2) = (0,9)
 */
#include "config.h"

#include "chain.h"
#include "write.h"

#include <string.h>

/* ---- opening ---- */

/* Puts the mode of `a` (NULL: none) at the place of each leaf of the profile; false when
 * an axis that some stride has is without a mode, or memory runs out. */
static bool add_parts(lc_ctx *ctx, lcv_link *link, const lc_tuple *profile, lc_layout *a)
{
    if (lc_tuple_is_leaf(profile)) {
        link->part[link->nparts++] = a;
        return a || lc_int_is_zero(lc_tuple_value(profile, 0));
    }
    bool ok = true;
    for (size_t i = 0; ok && i < lc_tuple_rank(profile); i++) {
        bool has = a && i < lc_layout_rank(a);
        lc_tuple *below = lcv_part_of(ctx, profile, i);
        lc_layout *mode = has ? lcv_mode_of(ctx, a, i) : NULL;
        ok = below && (mode || !has) && add_parts(ctx, link, below, mode);
    }
    return ok;
}

static void misfit(lc_ctx *ctx, const lcv_function *inner, const lcv_function *outer)
{
    lc_int last = lc_int_sub(ctx, lc_layout_size(ctx, inner->layout), lc_int_const(1));
    char *v = lcv_kept(ctx, lcv_text(ctx, "%T", lc_layout_value_at(ctx, inner->layout, last)));
    char *s = lcv_kept(ctx, lcv_text(ctx, "%t", lcv_shape_of(ctx, outer->layout)));
    if (v && s)
        lc_fail(ctx, LC_ERR_INVALID,
                "the values of %s, such as %.200s, are no coordinates of %s, whose shape is "
                "%.200s: expected an integer, or a tuple of at most as many modes, for each mode",
                inner->name, v, outer->name, s);
}

static bool add(lc_ctx *ctx, lcv_chain *chain, const lcv_function *f)
{
    const lc_tuple *profile = lcv_chain_profile(chain);
    const lcv_function *inner = lcv_chain_last(chain);
    lcv_link *link = &chain->link[chain->n++];
    *link = (lcv_link){.f = f, .nparts = 1};
    if (!profile)
        return true;
    if (!inner->layout || !f->layout)
        return lc_fail(ctx, LC_ERR_INVALID, "%s takes integers: the values of %s are coordinates",
                       f->name, inner->name);
    link->nparts = 0;
    link->part = lc_frame_alloc(ctx, lc_tuple_nleaves(profile), sizeof(lc_layout *));
    bool fits = link->part && add_parts(ctx, link, profile, f->layout);
    if (!fits && lc_ctx_code(ctx) == LC_OK)
        misfit(ctx, inner, f);
    return fits;
}

bool lcv_composite_open(lc_ctx *ctx, const lcv_composite *functions, lcv_chain *out)
{
    bool ok = true;
    out->n = 0;
    for (size_t i = 0; ok && i < functions->n; i++)
        ok = add(ctx, out, functions->f[i]);
    return ok;
}

lcv_composite lcv_composite_of(const lcv_named_chain *named, lcv_function room[LCV_MAX_CHAIN])
{
    lcv_composite c = {.n = named->n};
    for (size_t i = 0; i < named->n; i++) {
        room[i] = (lcv_function){.name = named->name[i],
                                 .layout = (lc_layout *)(uintptr_t)named->layout[i]};
        c.f[i] = &room[i];
    }
    return c;
}

bool lcv_chain_open(lc_ctx *ctx, const lcv_named_chain *named, lcv_chain *out)
{
    lcv_composite c = lcv_composite_of(named, out->layout);
    return lcv_composite_open(ctx, &c, out);
}

/* ---- what comes out ---- */

const lcv_function *lcv_chain_last(const lcv_chain *chain)
{
    return chain->n > 0 ? chain->link[chain->n - 1].f : NULL;
}

const lc_tuple *lcv_chain_profile(const lcv_chain *chain)
{
    return chain->n > 0 ? lcv_function_profile(lcv_chain_last(chain)) : NULL;
}

size_t lcv_chain_naxes(const lcv_chain *chain)
{
    const lc_tuple *profile = lcv_chain_profile(chain);
    return profile ? lc_tuple_nleaves(profile) : 1;
}

bool lcv_chain_of_layouts(const lcv_chain *chain)
{
    for (size_t i = 0; i < chain->n; i++)
        if (!chain->link[i].f->layout)
            return false;
    return true;
}

/* ---- evaluating ---- */

/* A function that is no layout, at an integer. */
static bool apply_other(lc_ctx *ctx, const lcv_function *f, lc_int c, lc_int *out)
{
    if (!lcv_function_has(f, c))
        return false;
    if (!lcv_function_profile(f)) {
        out[0] = lcv_function_at(ctx, f, c);
        return true;
    }
    lc_tuple *value = lcv_kept(ctx, lcv_composed_at(ctx, f->value, c));
    for (size_t q = 0; value && q < lc_tuple_nleaves(value); q++)
        out[q] = lc_tuple_value(value, q);
    return value != NULL;
}

/* A layout at integers for its parts. */
static bool apply(lc_ctx *ctx, const lcv_link *link, const lc_int *in, lc_int *out)
{
    const lc_layout *a = link->f->layout;
    if (!a)
        return apply_other(ctx, link->f, in[0], out);
    if (!link->part && lc_layout_codomain(a) == LC_INTEGERS) {
        out[0] = lc_int_add(ctx, link->f->offset, lc_layout_at(ctx, a, in[0]));
        return true;
    }
    bool by_xor = lc_layout_codomain(a) == LC_XOR;
    for (size_t q = 0; q < lc_layout_naxes(a); q++) {
        out[q] = lcv_function_origin(link->f, q);
        for (size_t p = 0; p < link->nparts; p++) {
            const lc_layout *part = link->part ? link->part[p] : a;
            if (!part)
                continue;
            lc_int value = lc_layout_at_axis(ctx, part, q, in[p]);
            out[q] = by_xor ? lc_xor(ctx, out[q], value) : lc_int_add(ctx, out[q], value);
        }
    }
    return true;
}

/* The first `n` functions. */
static bool values_of(lc_ctx *ctx, const lcv_chain *chain, size_t n, lc_int c, lc_int *value)
{
    lc_int in[LC_MAX_AXES];
    value[0] = c;
    for (size_t i = 0; i < n; i++) {
        in[0] = value[0];
        if (chain->link[i].nparts > 1)
            memcpy(in, value, chain->link[i].nparts * sizeof *in);
        if (!apply(ctx, &chain->link[i], in, value))
            return false;
    }
    return true;
}

bool lcv_chain_values(lc_ctx *ctx, const lcv_chain *chain, lc_int c, lc_int *value)
{
    return values_of(ctx, chain, chain->n, c, value);
}

static lc_tuple *as_value(lc_ctx *ctx, const lc_tuple *profile, const lc_int *value)
{
    return lcv_kept(ctx,
                    profile ? lc_tuple_like(ctx, profile, value) : lc_tuple_leaf(ctx, value[0]));
}

lc_tuple *lcv_chain_show(lc_ctx *ctx, const lcv_chain *chain, const lc_int *value)
{
    return as_value(ctx, lcv_chain_profile(chain), value);
}

/* ---- steps ---- */

/* `A(B(2))` for the chain from `first` on, applied to crd. */
static void add_application(lc_ctx *ctx, lc_text *line, const lcv_chain *chain, size_t first,
                            const lc_tuple *crd)
{
    for (size_t i = chain->n; i-- > first;)
        lcv_text_add(ctx, line, i > first ? "%s(" : "%s", chain->link[i].f->name);
    lcv_text_add(ctx, line, first == chain->n ? "%t" : "%c", crd);
    for (size_t i = first + 1; i < chain->n; i++)
        lcv_text_add(ctx, line, ")");
}

lc_tuple *lcv_natural_of(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *crd)
{
    if (!shape || !crd || lc_tuple_is_leaf(crd))
        return shape && crd ? lcv_kept(ctx, lc_idx2crd(ctx, lc_tuple_value(crd, 0), shape))
                            : NULL;
    if (lc_tuple_is_leaf(shape))
        return lcv_natural_of(ctx, shape, lcv_part_of(ctx, crd, 0));
    size_t n = lc_tuple_rank(shape);
    lc_tuple **mode = lc_frame_alloc(ctx, n, sizeof(lc_tuple *));
    for (size_t i = 0; mode && i < n; i++) {
        lc_tuple *below = i < lc_tuple_rank(crd)
                              ? lcv_part_of(ctx, crd, i)
                              : lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(0)));
        mode[i] = lcv_natural_of(ctx, lcv_part_of(ctx, shape, i), below);
        if (!mode[i])
            return NULL;
    }
    return mode ? lcv_kept(ctx, lc_tuple_of(ctx, n, mode)) : NULL;
}

/* Link i of the chain at its natural coordinate, where that says more than what was
 * shown last. */
static void add_natural(lc_ctx *ctx, lc_text *line, const lcv_chain *chain, size_t i,
                        const lc_tuple *crd, const lc_tuple *shown)
{
    const lc_layout *a = chain->link[i].f->layout;
    if (lc_layout_nleaves(a) == 1 && lc_tuple_is_leaf(crd))
        return;
    lc_tuple *natural = lcv_natural_of(ctx, lcv_shape_of(ctx, a), crd);
    if (natural && !lc_tuple_equal(natural, shown)) {
        lcv_text_add(ctx, line, " = ");
        add_application(ctx, line, chain, i, natural);
    }
}

/* ` = A(8 + 9)` of link i, where there is an offset. */
static void add_offset(lc_ctx *ctx, lc_text *line, const lcv_chain *chain, size_t i,
                       const lc_int *in)
{
    const lcv_link *link = &chain->link[i];
    if (lcv_function_is_layout(link->f))
        return;
    lcv_function bare = {.layout = link->f->layout};
    lcv_link layout = {&bare, link->nparts, link->part};
    lc_int value[LC_MAX_AXES];
    apply(ctx, &layout, in, value);
    bool by_xor = lc_layout_codomain(link->f->layout) == LC_XOR;
    lcv_text_add(ctx, line, " = ");
    for (size_t k = chain->n; k-- > i + 1;)
        lcv_text_add(ctx, line, "%s(", chain->link[k].f->name);
    lcv_text_add(ctx, line, by_xor ? "%t xor %t" : "%t + %t", lcv_function_offset(ctx, link->f),
                 as_value(ctx, lcv_function_profile(link->f), value));
    for (size_t k = i + 1; k < chain->n; k++)
        lcv_text_add(ctx, line, ")");
}

/* The place that a link is applied to, where it is a coordinate of its domain. */
static void link_at_fault(lc_ctx *ctx, lcv_result **result, const lcv_link *link,
                          const lc_int *in)
{
    lc_int c = link->part ? lc_int_const(0) : in[0], weight = lc_int_const(1);
    for (size_t p = 0; link->part && p < link->nparts; p++) {
        lc_int size = link->part[p] ? lc_layout_size(ctx, link->part[p]) : weight;
        if (!link->part[p] || lc_int_sign(in[p]) < 0 || !lc_int_lt(in[p], size))
            return;
        c = lc_int_add(ctx, c, lc_int_mul(ctx, in[p], weight));
        weight = lc_int_mul(ctx, weight, size);
    }
    if (lc_int_sign(c) >= 0 && lc_int_lt(c, lc_layout_size(ctx, link->f->layout)))
        lcv_function_at_fault(ctx, result, link->f, c);
}

/* A chain of layouts. */
static void step_layouts(lc_ctx *ctx, lcv_result **result, const lcv_chain *chain, lc_int c,
                         const lc_tuple *shown)
{
    lc_text line = {0};
    lc_int value[LC_MAX_AXES] = {c}, in[LC_MAX_AXES];
    const lc_tuple *crd = lcv_kept(ctx, lc_tuple_leaf(ctx, c));
    const lc_tuple *last = shown ? shown : crd;
    for (size_t i = 0; crd && i <= chain->n; i++) {
        lcv_text_add(ctx, &line, i > 0 ? " = " : "");
        add_application(ctx, &line, chain, i, last);
        if (i == chain->n)
            break;
        add_natural(ctx, &line, chain, i, crd, last);
        memcpy(in, value, chain->link[i].nparts * sizeof *in);
        link_at_fault(ctx, result, &chain->link[i], in);
        add_offset(ctx, &line, chain, i, in);
        apply(ctx, &chain->link[i], in, value);
        crd = last = as_value(ctx, lcv_function_profile(chain->link[i].f), value);
    }
    lcv_step_line(ctx, result, &line);
}

void lcv_chain_step(lc_ctx *ctx, lcv_result **result, const lcv_chain *chain, lc_int c,
                    const lc_tuple *shown)
{
    if (lcv_chain_of_layouts(chain)) {
        step_layouts(ctx, result, chain, c, shown);
        return;
    }
    for (size_t i = 0; i < chain->n; i++) {
        const lcv_function *f = chain->link[i].f;
        lc_int at[LC_MAX_AXES];
        values_of(ctx, chain, i, c, at);
        if (!lcv_function_has(f, at[0])) {
            lcv_step(ctx, result, "%i is none of the %i coordinates of %s", at[0], f->size,
                     f->name);
            return;
        }
        lcv_step_function(ctx, result, f, at[0], NULL);
        if (chain->n > 1)
            lcv_step_place(ctx, result, f, lcv_function_at(ctx, f, at[0]));
    }
}

void lcv_step_chain(lc_ctx *ctx, lcv_result **result, const lcv_named_chain *named, lc_int c,
                    const lc_tuple *shown)
{
    lcv_chain chain;
    if (lcv_chain_open(ctx, named, &chain))
        lcv_chain_step(ctx, result, &chain, c, shown);
}

void lcv_step_at(lc_ctx *ctx, lcv_result **result, const char *name, const lc_layout *a, lc_int c)
{
    lcv_named_chain named = {1, {a}, {name}};
    lcv_step_chain(ctx, result, &named, c, NULL);
}
