/* shape.c - claims about shapes: congruent, weakly congruent, compatible,
 * refines (Cecka 2.1, 2.2). Decided by comparison; a refuted one names the first
 * mode at which the two part. Layouts stand for their shapes.
 */
#include "config.h"

#include "claims.h"

typedef enum { CONGRUENT, WEAKLY_CONGRUENT, COMPATIBLE } shape_relation;

/* The place where two shapes part: the modes that lead there, and the subtrees. */
typedef struct {
    size_t path[LC_MAX_DEPTH];
    size_t depth;
    lc_tuple *x, *y;
} parting;

static bool leaf_agrees(lc_ctx *ctx, shape_relation relation, const lc_tuple *x,
                        const lc_tuple *y)
{
    if (relation == CONGRUENT)
        return lc_tuple_is_leaf(y);
    if (relation == WEAKLY_CONGRUENT)
        return true;
    return lc_int_eq(lc_tuple_value(x, 0), lc_tuple_size(ctx, y));
}

/* Finds the first parting; false when there is none or memory ran out. */
static bool find_parting(lc_ctx *ctx, shape_relation relation, lc_tuple *x, lc_tuple *y,
                         parting *at)
{
    bool parts = lc_tuple_is_leaf(x)
                     ? !leaf_agrees(ctx, relation, x, y)
                     : lc_tuple_is_leaf(y) || lc_tuple_rank(x) != lc_tuple_rank(y);
    if (parts) {
        at->x = x;
        at->y = y;
        return true;
    }
    size_t rank = lc_tuple_is_leaf(x) ? 0 : lc_tuple_rank(x);
    bool found = false;
    for (size_t i = 0; i < rank && !found; i++) {
        lc_tuple *xi = lcv_part_of(ctx, x, i);
        lc_tuple *yi = xi ? lcv_part_of(ctx, y, i) : NULL;
        if (!yi)
            return false;
        at->path[at->depth++] = i;
        found = find_parting(ctx, relation, xi, yi, at);
        at->depth -= !found;
    }
    return found;
}

/* "1,0": the path as the arguments of mode(X,1,0). */
static char *path_text(lc_ctx *ctx, const parting *at)
{
    char *text = lcv_text(ctx, "%z", at->path[0]);
    for (size_t i = 1; i < at->depth; i++)
        text = lcv_text(ctx, "%S,%z", text, at->path[i]);
    return text;
}

static char *parting_summary(lc_ctx *ctx, const parting *at)
{
    const lc_tuple *x = at->x, *y = at->y;
    bool x_leaf = lc_tuple_is_leaf(x), y_leaf = lc_tuple_is_leaf(y);
    if (x_leaf && y_leaf)
        return lcv_text(ctx, "%t is not %t", x, y);
    if (x_leaf && !lc_int_eq(lc_tuple_value(x, 0), lc_tuple_size(ctx, y)))
        return lcv_text(ctx, "%t is not %i, the size of %t", x, lc_tuple_size(ctx, y), y);
    if (x_leaf)
        return lcv_text(ctx, "%t is an integer and %t a tuple", x, y);
    if (y_leaf)
        return lcv_text(ctx, "%t is a tuple and %t an integer", x, y);
    return lcv_text(ctx, "%t has %z modes and %t has %z", x, lc_tuple_rank(x), y,
                    lc_tuple_rank(y));
}

static void step_parting(lc_ctx *ctx, lcv_result **result, const parting *at, const char *x_name,
                         const char *y_name)
{
    if (at->depth == 0)
        return;
    lcv_step(ctx, result, "mode(%s,%S) = %t", x_name, path_text(ctx, at), at->x);
    lcv_step(ctx, result, "mode(%s,%S) = %t", y_name, path_text(ctx, at), at->y);
}

static bool holds(lc_ctx *ctx, shape_relation relation, const lc_tuple *x, const lc_tuple *y)
{
    switch (relation) {
    case CONGRUENT: return lc_tuple_congruent(x, y);
    case WEAKLY_CONGRUENT: return lc_tuple_weakly_congruent(x, y);
    default: return lc_tuple_compatible(ctx, x, y);
    }
}

static lcv_result *refute(lc_ctx *ctx, shape_relation relation, lc_tuple *x, const char *x_name,
                          lc_tuple *y, const char *y_name)
{
    parting at = {.depth = 0};
    if (!find_parting(ctx, relation, x, y, &at))
        return lcv_uncertified(ctx, "the comparison of shapes");
    char *where = at.depth > 0 ? lcv_text(ctx, "mode %S", path_text(ctx, &at))
                               : lcv_text(ctx, "");
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON, where, parting_summary(ctx, &at));
    step_parting(ctx, &result, &at, x_name, y_name);
    return result;
}

/* `swap`: the relation holds of the arguments in the other order. */
static lcv_result *prove_shapes(lc_ctx *ctx, const char *claim, shape_relation relation,
                                bool swap, lcv_value *const *args)
{
    static const char *const names[] = {"X", "Y"};
    lc_tuple *shape[2];
    shape[0] = lcv_arg_shape(ctx, claim, names[0], args[0]);
    shape[1] = shape[0] ? lcv_arg_shape(ctx, claim, names[1], args[1]) : NULL;
    if (!shape[1])
        return NULL;
    size_t a = swap ? 1 : 0, b = 1 - a;
    return holds(ctx, relation, shape[a], shape[b])
               ? lcv_proved(ctx, LCV_BY_COMPARISON)
               : refute(ctx, relation, shape[a], names[a], shape[b], names[b]);
}

void lcv_step_incompatible(lc_ctx *ctx, lcv_result **result, const char *coarse_name,
                           const lc_tuple *coarse, const char *fine_name, const lc_tuple *fine)
{
    parting at = {.depth = 0};
    if (!find_parting(ctx, COMPATIBLE, (lc_tuple *)coarse, (lc_tuple *)fine, &at))
        return;
    step_parting(ctx, result, &at, coarse_name, fine_name);
    lcv_step(ctx, result, "%S", parting_summary(ctx, &at));
}

lcv_result *lcv_prove_congruent(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_shapes(lcr_ctx_lc(r), "congruent", CONGRUENT, false, args);
}

lcv_result *lcv_prove_weakly_congruent(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_shapes(lcr_ctx_lc(r), "weakly_congruent", WEAKLY_CONGRUENT, false, args);
}

lcv_result *lcv_prove_compatible(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_shapes(lcr_ctx_lc(r), "compatible", COMPATIBLE, false, args);
}

lcv_result *lcv_prove_refines(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_shapes(lcr_ctx_lc(r), "refines", COMPATIBLE, true, args);
}
