/* chain.c - chains of layouts: opening, evaluating, and writing out the steps.
 *
 * A step reads as a person would write it down: the call, the natural coordinate, the
 * value, one `=` after the other, so that each can be redone by hand:
 *
 *     A(B(2)) = A(6) = A(2,1,0) = 7        A(B(3)) = A(1,2) = A((1,0),2) = (0,9)
 */
#include "config.h"

#include "chain.h"

#include <stdlib.h>
#include <string.h>

/* ---- opening ---- */

/* Puts the mode of `a` (NULL: none) at the place of each leaf of the profile; false when
 * an axis that some stride has is without a mode, or memory runs out. */
static bool add_parts(lc_ctx *ctx, lcv_link *link, const lc_tuple *profile, lc_layout *a)
{
    if (lc_tuple_is_leaf(profile)) {
        link->part[link->nparts++] = lc_layout_ref(a);
        return a != NULL || lc_int_is_zero(lc_tuple_value(profile, 0));
    }
    bool ok = true;
    for (size_t i = 0; ok && i < lc_tuple_rank(profile); i++) {
        bool has = a != NULL && i < lc_layout_rank(a);
        lc_tuple *below = lc_tuple_mode(ctx, profile, i);
        lc_layout *mode = has ? lc_layout_mode(ctx, a, i) : NULL;
        ok = below != NULL && (mode != NULL || !has) && add_parts(ctx, link, below, mode);
        lc_tuple_free(below);
        lc_layout_free(mode);
    }
    return ok;
}

static void misfit(lc_ctx *ctx, const lcv_named_chain *named, size_t i)
{
    const lc_layout *inner = named->layout[i - 1], *outer = named->layout[i];
    lc_int last = lc_int_sub(ctx, lc_layout_size(ctx, inner), lc_int_const(1));
    lc_tuple *value = lc_layout_value_at(ctx, inner, last), *shape = lc_layout_shape(ctx, outer);
    char *v = value != NULL ? lc_tuple_to_str(ctx, value) : NULL;
    char *s = shape != NULL ? lc_tuple_to_str(ctx, shape) : NULL;
    if (v != NULL && s != NULL)
        lc_fail(ctx, LC_ERR_INVALID,
                "the values of %s, such as %.200s, are no coordinates of %s, whose shape is "
                "%.200s: expected an integer, or a tuple of at most as many modes, for each mode",
                named->name[i - 1], v, named->name[i], s);
    free(v);
    free(s);
    lc_tuple_free(value);
    lc_tuple_free(shape);
}

static bool open_link(lc_ctx *ctx, const lcv_named_chain *named, size_t i, lcv_link *link)
{
    *link = (lcv_link){.layout = named->layout[i], .nparts = 1};
    const lc_tuple *profile = i > 0 ? lc_layout_profile(named->layout[i - 1]) : NULL;
    if (profile == NULL)
        return true;
    link->nparts = 0;
    link->part = lc_alloc(ctx, lc_tuple_nleaves(profile), sizeof(lc_layout *));
    bool fits = link->part != NULL &&
                add_parts(ctx, link, profile, (lc_layout *)(uintptr_t)named->layout[i]);
    if (!fits && lc_ctx_code(ctx) == LC_OK)
        misfit(ctx, named, i);
    return fits;
}

bool lcv_chain_open(lc_ctx *ctx, const lcv_named_chain *named, lcv_chain *out)
{
    *out = (lcv_chain){.n = 0};
    bool ok = true;
    for (size_t i = 0; ok && i < named->n; i++) {
        ok = open_link(ctx, named, i, &out->link[i]);
        out->n++;
        out->outermost = named->layout[i];
    }
    return ok;
}

void lcv_chain_close(lcv_chain *chain)
{
    for (size_t i = 0; i < chain->n; i++) {
        lcv_link *link = &chain->link[i];
        for (size_t p = 0; link->part != NULL && p < link->nparts; p++)
            lc_layout_free(link->part[p]);
        free(link->part);
    }
    *chain = (lcv_chain){.n = 0};
}

/* ---- evaluating ---- */

size_t lcv_chain_naxes(const lcv_chain *chain)
{
    return chain->outermost != NULL ? lc_layout_naxes(chain->outermost) : 1;
}

/* The layout at integers for its parts. */
static void apply(lc_ctx *ctx, const lcv_link *link, const lc_int *in, lc_int *out)
{
    bool by_xor = lc_layout_codomain(link->layout) == LC_XOR;
    for (size_t q = 0; q < lc_layout_naxes(link->layout); q++) {
        out[q] = lc_int_const(0);
        for (size_t p = 0; p < link->nparts; p++) {
            const lc_layout *part = link->part != NULL ? link->part[p] : link->layout;
            if (part == NULL)
                continue;
            lc_int value = lc_layout_at_axis(ctx, part, q, in[p]);
            out[q] = by_xor ? lcv_xor(ctx, out[q], value) : lc_int_add(ctx, out[q], value);
        }
    }
}

void lcv_chain_values(lc_ctx *ctx, const lcv_chain *chain, lc_int c, lc_int *value)
{
    lc_int in[LC_MAX_AXES];
    value[0] = c;
    for (size_t i = 0; i < chain->n; i++) {
        memcpy(in, value, chain->link[i].nparts * sizeof *in);
        apply(ctx, &chain->link[i], in, value);
    }
}

static lc_tuple *as_value(lc_ctx *ctx, const lc_layout *of, const lc_int *value)
{
    const lc_tuple *profile = of != NULL ? lc_layout_profile(of) : NULL;
    return profile != NULL ? lc_tuple_like(ctx, profile, value) : lc_tuple_leaf(ctx, value[0]);
}

lc_tuple *lcv_chain_show(lc_ctx *ctx, const lcv_chain *chain, const lc_int *value)
{
    return as_value(ctx, chain->outermost, value);
}

/* ---- steps ---- */

/* `A(B(2))` for the chain from `first` on, applied to crd. */
static void add_application(lc_ctx *ctx, lcv_line *line, const lcv_named_chain *named,
                            size_t first, const lc_tuple *crd)
{
    for (size_t i = named->n; i-- > first;)
        lcv_line_add(ctx, line, i > first ? "%s(" : "%s", named->name[i]);
    lcv_line_add(ctx, line, first == named->n ? "%t" : "%c", crd);
    for (size_t i = first + 1; i < named->n; i++)
        lcv_line_add(ctx, line, ")");
}

lc_tuple *lcv_natural_of(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *crd)
{
    if (lc_tuple_is_leaf(crd))
        return lc_idx2crd(ctx, lc_tuple_value(crd, 0), shape);
    size_t n = lc_tuple_is_leaf(shape) ? 1 : lc_tuple_rank(shape), made = 0;
    lc_tuple **mode = lc_alloc(ctx, n, sizeof(lc_tuple *)), *natural = NULL;
    while (mode != NULL && made < n) {
        lc_tuple *part = lc_tuple_mode(ctx, shape, made);
        lc_tuple *below = made < lc_tuple_rank(crd) ? lc_tuple_mode(ctx, crd, made)
                                                    : lc_tuple_leaf(ctx, lc_int_const(0));
        mode[made] = part != NULL && below != NULL ? lcv_natural_of(ctx, part, below) : NULL;
        lc_tuple_free(part);
        lc_tuple_free(below);
        if (mode[made] == NULL)
            break;
        made++;
    }
    if (mode != NULL && made == n)
        natural = lc_tuple_is_leaf(shape) ? lc_tuple_ref(mode[0]) : lc_tuple_of(ctx, n, mode);
    while (made > 0)
        lc_tuple_free(mode[--made]);
    free(mode);
    return natural;
}

/* Link i of the chain at its natural coordinate, where that says more than what was
 * shown last. */
static void add_natural(lc_ctx *ctx, lcv_line *line, const lcv_named_chain *named, size_t i,
                        const lc_tuple *crd, const lc_tuple *shown)
{
    const lc_layout *a = named->layout[i];
    if (lc_layout_nleaves(a) == 1 && lc_tuple_is_leaf(crd))
        return;
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_tuple *natural = shape != NULL ? lcv_natural_of(ctx, shape, crd) : NULL;
    if (natural != NULL && !lc_tuple_equal(natural, shown)) {
        lcv_line_add(ctx, line, " = ");
        add_application(ctx, line, named, i, natural);
    }
    lc_tuple_free(natural);
    lc_tuple_free(shape);
}

static void add_links(lc_ctx *ctx, lcv_line *line, const lcv_named_chain *named,
                      const lcv_chain *chain, lc_int c, const lc_tuple *shown)
{
    lc_int value[LC_MAX_AXES] = {c}, in[LC_MAX_AXES];
    lc_tuple *crd = lc_tuple_leaf(ctx, c);
    lc_tuple *last = shown != NULL ? lc_tuple_ref((lc_tuple *)(uintptr_t)shown) : lc_tuple_ref(crd);
    for (size_t i = 0; crd != NULL && i <= chain->n; i++) {
        lcv_line_add(ctx, line, i > 0 ? " = " : "");
        add_application(ctx, line, named, i, last);
        if (i == chain->n)
            break;
        add_natural(ctx, line, named, i, crd, last);
        memcpy(in, value, chain->link[i].nparts * sizeof *in);
        apply(ctx, &chain->link[i], in, value);
        lc_tuple_free(crd);
        lc_tuple_free(last);
        crd = as_value(ctx, chain->link[i].layout, value);
        last = lc_tuple_ref(crd);
    }
    lc_tuple_free(crd);
    lc_tuple_free(last);
}

void lcv_step_chain(lc_ctx *ctx, lcv_result **result, const lcv_named_chain *named, lc_int c,
                    const lc_tuple *shown)
{
    lcv_line line = {0};
    lcv_chain chain;
    if (lcv_chain_open(ctx, named, &chain))
        add_links(ctx, &line, named, &chain, c, shown);
    lcv_chain_close(&chain);
    lcv_step_line(ctx, result, &line);
}

void lcv_step_at(lc_ctx *ctx, lcv_result **result, const char *name, const lc_layout *a, lc_int c)
{
    lcv_named_chain chain = {1, {a}, {name}};
    lcv_step_chain(ctx, result, &chain, c, NULL);
}

/* `X(1,4) = 8 + 9 = 17`: a tensor's value is its offset and the layout's. */
void lcv_step_tensor(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                     const lc_tuple *shown)
{
    lcv_line line = {0};
    lcv_named_chain named = {1, {f->layout}, {f->name}};
    lc_tuple *crd = lc_tuple_leaf(ctx, c), *offset = lcv_function_offset(ctx, f);
    lc_tuple *value = lc_layout_value_at(ctx, f->layout, c), *sum = lcv_function_value(ctx, f, c);
    if (crd != NULL && offset != NULL && value != NULL && sum != NULL) {
        const lc_tuple *first = shown != NULL ? shown : crd;
        add_application(ctx, &line, &named, 0, first);
        add_natural(ctx, &line, &named, 0, crd, first);
        lcv_line_add(ctx, &line, " = %t + %t = %t", offset, value, sum);
    }
    lc_tuple_free(crd);
    lc_tuple_free(offset);
    lc_tuple_free(value);
    lc_tuple_free(sum);
    lcv_step_line(ctx, result, &line);
}
