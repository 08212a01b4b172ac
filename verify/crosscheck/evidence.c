/* evidence.c - witnesses, found by the algebra. */
#include "config.h"

#include "evidence.h"

#include <string.h>

#include "../../isl-bridge/recheck/sets/sets.h"
#include "../../isl-bridge/recover.h"
#include "../../lib/algebra.h"
#include "../claim/claims.h"
#include "../function/pair.h"
#include "../function/permutation.h"
#include "../question/counts.h"
#include "../question/vectors.h"
#include "../value/kept.h"

static lc_layout *layout_of(lc_ctx *ctx, const lcv_value *v)
{
    return lcv_kept(ctx, lcv_as_layout(ctx, v));
}

static lc_tiler *tiler_of(lc_ctx *ctx, const lcv_value *v)
{
    return lcv_kept(ctx, lcv_as_tiler(ctx, v));
}

static char *layout_text(lc_ctx *ctx, lc_layout *a)
{
    return lcv_kept(ctx, a) ? lcv_layout_literal(ctx, a) : NULL;
}

/* R = A o B. */
static char *composite(lc_ctx *ctx, lcv_value *const *args)
{
    lc_layout *a = layout_of(ctx, args[0]);
    lc_tiler *b = a ? tiler_of(ctx, args[1]) : NULL;
    return b ? layout_text(ctx, lc_compose_tiler(ctx, a, b)) : NULL;
}

/* R with A(R(n)) = n; for complements of (A, C). */
static char *inverse_of(lc_ctx *ctx, lcv_value *const *args, bool joined)
{
    lc_layout *a = layout_of(ctx, args[joined ? 1 : 0]);
    lc_layout *c = a && joined ? layout_of(ctx, args[0]) : NULL;
    if (c)
        a = lcv_kept(ctx, lc_layout_concat(ctx, 2, (lc_layout *[]){a, c}));
    return a ? layout_text(ctx, lc_right_inverse(ctx, a)) : NULL;
}

/* W with A(W(c)) = T(c). */
static char *places(lc_ctx *ctx, const lcv_value *of, const lcv_value *in)
{
    lc_layout *t = layout_of(ctx, of), *a = t ? layout_of(ctx, in) : NULL;
    lc_layout *l = a ? lcv_kept(ctx, lc_left_inverse(ctx, a)) : NULL;
    return l ? layout_text(ctx, lc_compose(ctx, l, t)) : NULL;
}

/* W with D(c) = A(W(c)), or, where D is larger, A(c) = D(W(c)). */
static char *reordering(lc_ctx *ctx, lcv_value *const *args)
{
    lc_layout *d = layout_of(ctx, args[0]), *a = layout_of(ctx, args[1]);
    bool larger = d && a && lc_int_lt(lc_layout_size(ctx, a), lc_layout_size(ctx, d));
    char *text = larger ? places(ctx, args[1], args[0]) : places(ctx, args[0], args[1]);
    if (text || larger)
        return text;
    lc_ctx_reset(ctx); /* A is not injective: perhaps D is what a division gives */
    lc_layout *t = layout_of(ctx, args[2]), *rest = NULL;
    if (a && t)
        rest = lcv_kept(ctx, lc_complement_to(ctx, t, lc_layout_size(ctx, a)));
    return rest ? layout_text(ctx, lc_layout_concat(ctx, 2, (lc_layout *[]){t, rest})) : NULL;
}

/* t of `this one has t = 4`, among the steps of a torn vector; NULL: not there. */
static const char *beginning_of(const lcv_result *result)
{
    static const char sign[] = "this one has t = ";
    const char *found = NULL;
    for (size_t i = 0; !found && i < result->counterexample.nsteps; i++)
        found = strstr(result->counterexample.steps[i], sign);
    return found ? found + strlen(sign) : NULL;
}

/* The first n coordinates of V = max_common_layout(A,B), which may not tile; of a torn vector,
 * {t} o these; of one that is too short, where it ends. */
static char *vector_text(lc_ctx *ctx, const lc_layout *a, const lc_layout *b, lc_int n,
                         const lcv_result *result)
{
    const char *t = beginning_of(result);
    bool proved = result->verdict == LCV_PROVED;
    lc_layout *v = lcv_kept(ctx, lc_max_common_layout(ctx, a, b));
    lc_layout *first = v ? lcv_first_vector(ctx, v, n) : NULL;
    if (!proved && strcmp(result->method, LCV_BY_COMPARISON) == 0)
        return NULL; /* a tensor begins where it may not */
    if (v && lc_int_lt(lc_layout_size(ctx, v), n))
        return lcv_text(ctx, "%i", lc_layout_size(ctx, v));
    return !first         ? NULL
           : t && !proved ? lcv_text(ctx, "{%s} o %L", t, first)
                          : lcv_text(ctx, "%L", first);
}

/* Where the prover has looked at all vectors, and they move, their elements may be in another
 * order, of which no layout says anything. */
static char *common_vector(lc_ctx *ctx, lcv_value *const *args, const lcv_result *result)
{
    lcv_function a, b;
    lc_int n;
    bool looked = result->verdict == LCV_PROVED &&
                  strcmp(result->method, LCV_BY_ENUMERATION) == 0;
    return !looked && lcv_as_int(ctx, args[2], &n) &&
                   lcv_arg_tensor(ctx, "vectorizes", "A", args[0], &a) &&
                   lcv_arg_tensor(ctx, "vectorizes", "B", args[1], &b)
               ? vector_text(ctx, a.layout, b.layout, n, result)
               : NULL;
}

/* The leaves of a coordinate, after `before` leaves of 0 and before `after` of them. */
static char *padded(lc_ctx *ctx, const lc_tuple *crd, size_t before, size_t after)
{
    lc_text line = {0};
    size_t n = lc_tuple_nleaves(crd);
    for (size_t k = 0; k < before + n + after; k++)
        lcv_text_add(ctx, &line, k > 0 ? ",%i" : "(%i",
                     k >= before && k < before + n ? lc_tuple_value(crd, k - before)
                                                   : lc_int_const(0));
    lcv_text_add(ctx, &line, ")");
    return lc_text_take(ctx, &line);
}

/* The leaves of a coordinate of A o T; NULL: of A. */
static size_t leaves_of(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    const lc_layout *whole = t ? lc_tiler_as_layout(t) : a;
    size_t n = whole ? lc_layout_nleaves(whole) : 0;
    for (size_t i = 0; !whole && i < lc_tiler_rank(t) && i < lc_layout_rank(a); i++) {
        lc_layout *mode = lcv_mode_of(ctx, a, i);
        n += mode ? leaves_of(ctx, mode, lc_tiler_on(t, i)) : 0;
    }
    return n;
}

/* The leaves of A in modes past those of a tiler. */
static size_t left_alone(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    size_t n = 0;
    if (lc_tiler_as_layout(t))
        return 0;
    for (size_t i = lc_tiler_rank(t); i < lc_layout_rank(a); i++) {
        lc_layout *mode = lcv_mode_of(ctx, a, i);
        n += mode ? lc_layout_nleaves(mode) : 0;
    }
    return n;
}

/* The coordinate at which A o T is no layout, between leaves of 0; NULL: there is none. */
static char *broken_at(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, size_t before,
                       size_t after)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    char *text = NULL;
    if (whole) {
        lc_compose_failure failure = {.crd = NULL};
        lcv_kept(ctx, lc_compose_explain(ctx, a, whole, &failure));
        bool told = lcv_kept(ctx, failure.crd) && !failure.by_xor;
        return told ? padded(ctx, failure.crd, before, after) : NULL;
    }
    after += leaves_of(ctx, a, t);
    for (size_t i = 0; !text && i < lc_tiler_rank(t) && i < lc_layout_rank(a); i++) {
        const lc_tiler *mode = lc_tiler_on(t, i);
        lc_layout *part = lcv_mode_of(ctx, a, i);
        size_t n = part ? leaves_of(ctx, part, mode) : 0;
        after -= n;
        text = part && mode ? broken_at(ctx, part, mode, before, after) : NULL;
        before += n;
    }
    return text;
}

/* A coordinate that shows that no layout is A o B. */
static char *no_composite(lc_ctx *ctx, lcv_value *const *args)
{
    lc_layout *a = layout_of(ctx, args[0]);
    lc_tiler *b = a ? tiler_of(ctx, args[1]) : NULL;
    return b ? broken_at(ctx, a, b, 0, left_alone(ctx, a, b)) : NULL;
}

static char *linear_text(lc_ctx *ctx, const lcv_value *v)
{
    lc_linear *l = lcv_kept(ctx, lcv_as_linear(ctx, v, NULL));
    return l ? lc_linear_to_str(ctx, l) : NULL;
}

/* `offset 5`, `c = (1,2)`: what stands after the last space of a name and '='. */
static char *place_of(lc_ctx *ctx, const lcv_result *result)
{
    const char *where = result->counterexample.where;
    const char *at = where ? strchr(where, '=') : NULL;
    if (where && strncmp(where, "offset ", 7) == 0)
        return lcv_text(ctx, "%s", where + 7);
    return at && at[1] == ' ' && !strchr(at + 1, '=') ? lcv_text(ctx, "%s", at + 2) : NULL;
}

/* ---- by claim ---- */

char *lcv_witness_admissible(lcr_ctx *r, size_t n, lcv_value *const *args,
                             const lcv_result *result)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lcv_has_relation(n, args)) {
        lc_layout *only = result->verdict == LCV_PROVED ? lcv_pairs_composite(r, args) : NULL;
        return only ? lcv_layout_literal(ctx, only) : NULL;
    }
    return result->verdict == LCV_PROVED ? composite(ctx, args) : no_composite(ctx, args);
}

char *lcv_witness_vectorizes(lcr_ctx *r, size_t n, lcv_value *const *args,
                             const lcv_result *result)
{
    (void)n;
    return common_vector(lcr_ctx_lc(r), args, result);
}

char *lcv_witness_surjective(lcr_ctx *r, size_t n, lcv_value *const *args,
                             const lcv_result *result)
{
    return result->verdict == LCV_PROVED && n == 2 ? inverse_of(lcr_ctx_lc(r), args, false)
                                                   : NULL;
}

char *lcv_witness_covers(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_result *result)
{
    return result->verdict == LCV_PROVED ? lcv_witness_surjective(r, n, args, result)
                                         : place_of(lcr_ctx_lc(r), result);
}

char *lcv_witness_contained(lcr_ctx *r, size_t n, lcv_value *const *args,
                            const lcv_result *result)
{
    (void)n;
    return result->verdict == LCV_PROVED ? places(lcr_ctx_lc(r), args[0], args[1])
                                         : place_of(lcr_ctx_lc(r), result);
}

char *lcv_witness_complements(lcr_ctx *r, size_t n, lcv_value *const *args,
                              const lcv_result *result)
{
    bool is = result->verdict == LCV_PROVED && n == 3 && !lcv_has_relation(n, args);
    return is ? inverse_of(lcr_ctx_lc(r), args, true) : NULL;
}

char *lcv_witness_divides_into(lcr_ctx *r, size_t n, lcv_value *const *args,
                               const lcv_result *result)
{
    bool is = result->verdict == LCV_PROVED && !lcv_has_relation(n, args);
    return is ? reordering(lcr_ctx_lc(r), args) : NULL;
}

/* `(1,7)`: Y has a value at 7 that X has not; NULL: there are values of both, or coordinates. */
static char *value_of_one(lcr_ctx *r, const lcv_function f[2])
{
    lcv_uneven found;
    if (f[0].layout && lc_layout_codomain(f[0].layout) == LC_COORDINATES)
        return NULL;
    if (lcv_differ_in_counts(r, f, &found) != LCR_YES || !found.counted)
        return NULL;
    for (size_t i = 0; i < 2; i++)
        if (lc_int_is_zero(found.count[1 - i]))
            return lcv_text(lcr_ctx_lc(r), "(%z,%i)", i, found.at[i]);
    return NULL;
}

char *lcv_witness_reorders(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_result *result)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f[2] = {{.name = "X"}, {.name = "Y"}};
    (void)n;
    if (!lcv_arg_pair(ctx, "reorders", args, f))
        return NULL;
    if (result->verdict != LCV_PROVED)
        return value_of_one(r, f);
    lcv_value *p = lcv_permutation(ctx, f);
    return p ? lcv_value_to_str(r, p) : NULL;
}

/* The permutation of coordinates that keeps threads. */
char *lcv_witness_feeds(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_result *result)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f[2] = {{.name = "T"}, {.name = "U"}}, packed[2];
    lcv_threads t[2];
    (void)n;
    if (result->verdict != LCV_PROVED || !lcv_arg_threads(ctx, "feeds", args, f, packed, t))
        return NULL;
    lcv_value *p = lcv_thread_permutation(ctx, t);
    return p ? lcv_value_to_str(r, p) : NULL;
}

char *lcv_witness_is_linear(lcr_ctx *r, size_t n, lcv_value *const *args,
                            const lcv_result *result)
{
    (void)n;
    return result->verdict == LCV_PROVED ? linear_text(lcr_ctx_lc(r), args[0]) : NULL;
}

char *lcv_witness_is_layout(lcr_ctx *r, size_t n, lcv_value *const *args,
                            const lcv_result *result)
{
    (void)n;
    bool found = result->verdict == LCV_PROVED && args[0]->kind == LCV_RELATION;
    return found ? layout_text(lcr_ctx_lc(r), lcr_recover(r, args[0]->relation)) : NULL;
}

char *lcv_witness_of(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args,
                     const lcv_result *result)
{
    if (!claim->witness || !lcv_has_morphism(n, args))
        return claim->witness ? claim->witness(r, n, args, result) : NULL;
    lcv_value **as = lcv_values_listed(r, claim->name, true, n, args);
    return as ? claim->witness(r, n, as, result) : NULL;
}
