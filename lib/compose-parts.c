/* compose-parts.c - the parts of A that take the values of B, where these are coordinates. */
#include "config.h"

#include <stdlib.h>

#include "internal.h"

/* The part of A for an axis that no stride of B has and for which A has no mode. */
static void no_part(lc_layout *view)
{
    static lc_int one = {1}, nothing[LC_MAX_AXES];
    static uint32_t leaf;
    lc_view_arrays(view, 1, 1, &one, nothing, &leaf);
}

static bool too_many_modes(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    char *value = lc_tuple_to_str(ctx, b->profile), *text = lc_layout_to_str(ctx, a);
    if (value && text)
        lc_fail(ctx, LC_ERR_INVALID,
                "the values of B are coordinates %.200s, and those of A = %.200s are not nested "
                "like that: expected an integer, or a tuple of at most as many modes, for each "
                "mode of A",
                value, text);
    free(value);
    free(text);
    return false;
}

/* Walks the profile of B's values and the nesting of A together. A profile may have fewer
 * modes than A; an axis that no stride has may stand anywhere. */
static bool find_parts(const lc_tuple *profile, size_t *at, size_t *axis, const lc_layout *of,
                       lc_layout *part)
{
    uint32_t arity = profile->node[(*at)++];
    if (arity == 0) {
        bool used = !lc_int_is_zero(profile->leaf[*axis]);
        if (of)
            part[*axis] = *of;
        else
            no_part(&part[*axis]);
        ++*axis;
        return of || !used;
    }
    size_t rank = of ? lc_layout_rank(of) : 0;
    for (uint32_t i = 0; i < arity; i++) {
        lc_layout mode;
        if (i < rank)
            lc_view_mode(&mode, of, i);
        if (!find_parts(profile, at, axis, i < rank ? &mode : NULL, part))
            return false;
    }
    return true;
}

bool lc_compose_parts(lc_ctx *ctx, const lc_layout *a, const lc_layout *b, lc_layout *part)
{
    size_t at = 0, axis = 0;
    if (!b->profile)
        lc_view_span(part, a, (lc_span){0, a->nnodes, 0, a->nleaves});
    else if (!find_parts(b->profile, &at, &axis, a, part))
        return too_many_modes(ctx, a, b);
    return true;
}
