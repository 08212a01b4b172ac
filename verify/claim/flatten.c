/* flatten.c - functions that part because one has several output dims where the other has one
 * number: what flatten_outs makes of them, in which order of bits, and whether the two are
 * equivalent then. Few output dims are tried in every order. And those that part because one maps
 * the other way: shared memory in Triton maps offsets to elements, a layout of CuTe elements to
 * offsets.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DIMS 4 /* whose orders are tried */

static bool has_several(const lcv_value *v)
{
    return v->kind == LCV_LINEAR && lc_linear_nouts(v->linear) > 1;
}

/* `X`, `flatten_outs(X)`, `flatten_outs(transpose_outs(X, [b,a]))` */
static char *call_of(lc_ctx *ctx, const char *name, const lcv_value *v, const char *order)
{
    if (!has_several(v))
        return lcv_text(ctx, "%s", name);
    return order ? lcv_text(ctx, "flatten_outs(transpose_outs(%s, [%s]))", name, order)
                 : lcv_text(ctx, "flatten_outs(%s)", name);
}

/* `flatten_outs(X) has one, idx0 minor, then idx1` */
static void step_order(lc_ctx *ctx, lcv_result **result, const char *name, const lc_linear *l)
{
    lc_text line = {0};
    lcv_text_add(ctx, &line, "flatten_outs(%s) has one, %s minor", name,
                 lc_linear_out_dim(l, 0).name);
    for (size_t i = 1; i < lc_linear_nouts(l); i++)
        lcv_text_add(ctx, &line, ", then %s", lc_linear_out_dim(l, i).name);
    lcv_step_line(ctx, result, &line);
}

/* With one output dim, of the dims in another order if there are names. */
static lcv_value *flattened(lc_ctx *ctx, const lcv_value *v, const char *const *order)
{
    if (!has_several(v))
        return lcv_kept(ctx, lcv_value_ref(v));
    size_t n = lc_linear_nouts(v->linear);
    lc_linear *turned = order ? lc_linear_transpose_outs(ctx, v->linear, n, order)
                              : lc_linear_ref(v->linear);
    lc_linear *flat = turned ? lc_linear_flatten_outs(ctx, turned) : NULL;
    lc_linear_free(turned);
    return flat ? lcv_kept(ctx, lcv_value_linear(ctx, flat)) : NULL;
}

static lcv_verdict compare(lcr_ctx *r, lcv_value *const *args, const char *const *order)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool first = has_several(args[0]);
    lcv_value *flat[2] = {flattened(ctx, args[0], first ? order : NULL),
                          flattened(ctx, args[1], first ? NULL : order)};
    lcv_result *same = flat[0] && flat[1] ? lcv_values_equiv(r, flat) : NULL;
    lcv_verdict verdict = same ? same->verdict : LCV_UNKNOWN;
    lcv_result_free(same);
    return verdict;
}

/* The next permutation of the places in lexicographic order. */
static bool next_order(size_t n, size_t *place)
{
    size_t i = n - 1, j = n - 1;
    while (i > 0 && place[i - 1] > place[i])
        i--;
    if (i == 0)
        return false;
    while (place[j] < place[i - 1])
        j--;
    for (size_t k = place[j]; j < n; j = n) {
        place[j] = place[i - 1];
        place[i - 1] = k;
    }
    for (j = n - 1; i < j; i++, j--) {
        size_t k = place[i];
        place[i] = place[j];
        place[j] = k;
    }
    return true;
}

/* The names of the output dims of l in an order that makes the two equivalent; NULL: none. */
static char *find_order(lcr_ctx *r, lcv_value *const *args, const lc_linear *l)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lc_linear_nouts(l), place[MOST_DIMS] = {0, 1, 2, 3};
    const char *order[MOST_DIMS];
    lc_text names = {0};
    while (n <= MOST_DIMS && next_order(n, place) && lc_ctx_code(ctx) == LC_OK) {
        lc_dim dim[MOST_DIMS];
        for (size_t i = 0; i < n; i++) {
            dim[i] = lc_linear_out_dim(l, place[i]);
            order[i] = dim[i].name;
        }
        if (compare(r, args, order) != LCV_PROVED)
            continue;
        for (size_t i = 0; i < n; i++)
            lcv_text_add(ctx, &names, "%s%s", i > 0 ? "," : "", order[i]);
        return lc_text_take(ctx, &names);
    }
    return NULL;
}

static void step_verdict(lc_ctx *ctx, lcv_result **result, lcv_value *const *args,
                         const char *order, bool holds)
{
    bool first = has_several(args[0]);
    lcv_step(ctx, result, "equiv(%S, %S) %s", call_of(ctx, "X", args[0], first ? order : NULL),
             call_of(ctx, "Y", args[1], first ? NULL : order), holds ? "holds" : "does not hold");
}

static bool is_one_number(const lcv_value *v)
{
    return v->kind == LCV_RELATION && lcr_map_nout(v->relation) == 1;
}

/* Was it the number of output dims, or of outputs of a relation beside a linear layout? */
static bool part_by_dims(const lcv_result *result, lcv_value *const *args)
{
    const char *where = result->counterexample.where;
    if (strcmp(where, "dimensions") == 0)
        return (has_several(args[0]) && is_one_number(args[1])) ||
               (has_several(args[1]) && is_one_number(args[0]));
    return strcmp(where, "output dims") == 0 && (has_several(args[0]) || has_several(args[1]));
}

/* Are its values numbers, or made so by flatten_outs? */
static bool has_numbers(const lcv_value *v)
{
    return v->kind == LCV_RELATION
               ? is_one_number(v)
               : !v->layout || lc_layout_codomain(v->layout) != LC_COORDINATES;
}

/* Is the inverse of one equivalent to the other? */
static void step_inverted(lcr_ctx *r, lcv_result **result, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    for (size_t i = 0; i < 2; i++) {
        bool has_inverse = args[i]->kind == LCV_LINEAR && has_numbers(args[1 - i]) &&
                           lc_linear_invertible(args[i]->linear);
        lc_linear *l = has_inverse ? lc_linear_invert(ctx, args[i]->linear) : NULL;
        lcv_value *pair[2] = {args[0], args[1]};
        if (!l || !(pair[i] = lcv_kept(ctx, lcv_value_linear(ctx, l))) ||
            compare(r, pair, NULL) != LCV_PROVED)
            continue;
        lcv_step(ctx, result, "equiv(%S, %S) holds: %s maps the other way",
                 call_of(ctx, i == 0 ? "invert(X)" : "X", pair[0], NULL),
                 call_of(ctx, i == 1 ? "invert(Y)" : "Y", pair[1], NULL), i == 0 ? "X" : "Y");
        return;
    }
}

/* Are they equivalent once they have one output dim? */
static bool step_flat(lcr_ctx *r, lcv_result **result, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    static const char *const name[2] = {"X", "Y"};
    for (size_t i = 0; i < 2; i++)
        if (has_several(args[i]))
            step_order(ctx, result, name[i], args[i]->linear);
    lcv_verdict verdict = compare(r, args, NULL);
    if (verdict != LCV_UNKNOWN)
        step_verdict(ctx, result, args, NULL, verdict == LCV_PROVED);
    if (verdict != LCV_REFUTED)
        return verdict == LCV_PROVED;
    char *order = find_order(r, args, args[has_several(args[0]) ? 0 : 1]->linear);
    bool found = order != NULL;
    if (found)
        step_verdict(ctx, result, args, order, true);
    free(order);
    return found;
}

void lcv_step_flattened(lcr_ctx *r, lcv_result **result, lcv_value *const *args)
{
    if (!part_by_dims(*result, args) || !step_flat(r, result, args))
        step_inverted(r, result, args);
}
