/* evidence.c - witnesses, found by the algebra. */
#include "config.h"

#include "evidence.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/recheck/sets/sets.h"
#include "../../isl-bridge/recover.h"
#include "../../lib/algebra.h"
#include "../question/vectors.h"

static char *layout_text(lc_ctx *ctx, lc_layout *a)
{
    char *text = a != NULL ? lcv_layout_literal(ctx, a) : NULL;
    lc_layout_free(a);
    return text;
}

/* R = A o B. */
static char *composite(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lc_tiler *b = a != NULL ? lcv_as_tiler(ctx, args[1]) : NULL;
    char *text = b != NULL ? layout_text(ctx, lc_compose_tiler(ctx, a, b)) : NULL;
    lc_tiler_free(b);
    lc_layout_free(a);
    return text;
}

/* R with A(R(n)) = n; for complements of (A, C). */
static char *inverse_of(lcr_ctx *r, lcv_value *const *args, bool joined)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *a = lcv_as_layout(ctx, args[joined ? 1 : 0]);
    lc_layout *c = a != NULL && joined ? lcv_as_layout(ctx, args[0]) : NULL;
    if (c != NULL) {
        lc_layout *both[2] = {a, c};
        lc_layout *concat = lc_layout_concat(ctx, 2, both);
        lc_layout_free(a);
        lc_layout_free(c);
        a = concat;
    }
    char *text = a != NULL ? layout_text(ctx, lc_right_inverse(ctx, a)) : NULL;
    lc_layout_free(a);
    return text;
}

/* W with A(W(c)) = T(c). */
static char *places(lcr_ctx *r, const lcv_value *of, const lcv_value *in)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *t = lcv_as_layout(ctx, of), *w = NULL;
    lc_layout *a = t != NULL ? lcv_as_layout(ctx, in) : NULL;
    lc_layout *l = a != NULL ? lc_left_inverse(ctx, a) : NULL;
    if (l != NULL)
        w = lc_compose(ctx, l, t);
    lc_layout_free(l);
    lc_layout_free(a);
    lc_layout_free(t);
    return layout_text(ctx, w);
}

/* W with D(c) = A(W(c)), or, where D is larger, A(c) = D(W(c)). */
static char *reordering(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *d = lcv_as_layout(ctx, args[0]), *of = lcv_as_layout(ctx, args[1]);
    bool larger = d != NULL && of != NULL &&
                  lc_int_lt(lc_layout_size(ctx, of), lc_layout_size(ctx, d));
    lc_layout_free(d);
    lc_layout_free(of);
    if (larger)
        return places(r, args[1], args[0]);
    char *text = places(r, args[0], args[1]);
    if (text != NULL)
        return text;
    lc_ctx_reset(ctx); /* A is not injective: perhaps D is what a division gives */
    lc_layout *a = lcv_as_layout(ctx, args[1]), *w[2] = {lcv_as_layout(ctx, args[2]), NULL};
    if (a != NULL && w[0] != NULL)
        w[1] = lc_complement_to(ctx, w[0], lc_layout_size(ctx, a));
    if (w[1] != NULL)
        text = layout_text(ctx, lc_layout_concat(ctx, 2, w));
    for (size_t i = 0; i < 2; i++)
        lc_layout_free(w[i]);
    lc_layout_free(a);
    return text;
}

/* t of `this one has t = 4`, among the steps of a torn vector; NULL: not there. */
static const char *beginning_of(const lcv_result *result)
{
    static const char sign[] = "this one has t = ";
    const char *found = NULL;
    for (size_t i = 0; found == NULL && i < result->counterexample.nsteps; i++)
        found = strstr(result->counterexample.steps[i], sign);
    return found != NULL ? found + strlen(sign) : NULL;
}

/* The first n coordinates of V = max_common_layout(A,B); of a torn vector, {t} o these; of one
 * that is too short, where it ends. Small domains need none. */
static char *common_vector(lcr_ctx *r, lcv_value *const *args, const lcv_result *result)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function a = {.name = "A"}, b = {.name = "B"};
    lc_layout *v = NULL, *first = NULL;
    lc_int n, most = lc_int_const(LCR_EVIDENCE_POINTS);
    char *text = NULL;
    bool large = lcv_as_int(ctx, args[2], &n) &&
                 lcv_arg_tensor(ctx, "vectorizes", "A", args[0], &a) &&
                 lcv_arg_tensor(ctx, "vectorizes", "B", args[1], &b) &&
                 (lc_int_lt(most, lc_layout_size(ctx, a.layout)) ||
                  lc_int_lt(most, lc_layout_size(ctx, b.layout)));
    if (large)
        v = lc_max_common_layout(ctx, a.layout, b.layout);
    if (v != NULL)
        first = lcv_first_vector(ctx, v, n);
    const char *t = beginning_of(result);
    bool begins = result->verdict == LCV_REFUTED &&
                  strcmp(result->method, LCV_BY_COMPARISON) == 0; /* a tensor, where it may not */
    if (begins)
        text = NULL;
    else if (v != NULL && lc_int_lt(lc_layout_size(ctx, v), n))
        text = lcv_text(ctx, "%i", lc_layout_size(ctx, v));
    else if (first != NULL && result->verdict == LCV_PROVED)
        text = lcv_text(ctx, "%L", first);
    else if (first != NULL && t != NULL)
        text = lcv_text(ctx, "{%s} o %L", t, first);
    lc_layout_free(first);
    lc_layout_free(v);
    lcv_function_free(&a);
    lcv_function_free(&b);
    return text;
}

/* The leaves of a coordinate, after `before` leaves of 0 and before `after` of them. */
static char *padded(lc_ctx *ctx, const lc_tuple *crd, size_t before, size_t after)
{
    char *text = lcv_text(ctx, "(");
    size_t n = lc_tuple_nleaves(crd);
    for (size_t k = 0; text != NULL && k < before + n + after; k++) {
        bool inside = k >= before && k < before + n;
        char *more = lcv_text(ctx, k > 0 ? "%s,%i" : "%s%i", text,
                              inside ? lc_tuple_value(crd, k - before) : lc_int_const(0));
        free(text);
        text = more;
    }
    char *all = text != NULL ? lcv_text(ctx, "%s)", text) : NULL;
    free(text);
    return all;
}

static size_t leaves_of(const lc_tiler *t)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    size_t n = whole != NULL ? lc_layout_nleaves(whole) : 0;
    for (size_t i = 0; whole == NULL && i < lc_tiler_rank(t); i++)
        n += leaves_of(lc_tiler_mode(t, i));
    return n;
}

/* The leaves of A in modes past those of a tiler. */
static size_t left_alone(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    size_t n = 0;
    if (lc_tiler_as_layout(t) != NULL)
        return 0;
    for (size_t i = lc_tiler_rank(t); i < lc_layout_rank(a); i++) {
        lc_layout *mode = lc_layout_mode(ctx, a, i);
        n += mode != NULL ? lc_layout_nleaves(mode) : 0;
        lc_layout_free(mode);
    }
    return n;
}

/* The coordinate at which A o T is no layout, between leaves of 0; NULL: there is none. */
static char *broken_at(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, size_t before,
                       size_t after)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    char *text = NULL;
    if (whole != NULL) {
        lc_compose_failure failure = {.crd = NULL};
        lc_layout_free(lc_compose_explain(ctx, a, whole, &failure));
        if (failure.crd != NULL && !failure.by_xor)
            text = padded(ctx, failure.crd, before, after);
        lc_tuple_free(failure.crd);
        return text;
    }
    after += leaves_of(t);
    for (size_t i = 0; text == NULL && i < lc_tiler_rank(t) && i < lc_layout_rank(a); i++) {
        const lc_tiler *mode = lc_tiler_mode(t, i);
        lc_layout *part = lc_layout_mode(ctx, a, i);
        size_t n = leaves_of(mode);
        after -= n;
        text = part != NULL ? broken_at(ctx, part, mode, before, after) : NULL;
        before += n;
        lc_layout_free(part);
    }
    return text;
}

/* Where no layout is A o B. */
static char *no_composite(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lc_tiler *b = a != NULL ? lcv_as_tiler(ctx, args[1]) : NULL;
    char *text = b != NULL ? broken_at(ctx, a, b, 0, left_alone(ctx, a, b)) : NULL;
    lc_tiler_free(b);
    lc_layout_free(a);
    return text;
}

static char *linear_text(lcr_ctx *r, const lcv_value *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_linear *l = lcv_as_linear(ctx, v, NULL);
    char *text = l != NULL ? lc_linear_to_str(ctx, l) : NULL;
    lc_linear_free(l);
    return text;
}

/* `offset 5`, `c = (1,2)`: what stands after the last space of a name and '='. */
static char *place_of(lc_ctx *ctx, const lcv_result *result)
{
    const char *where = result->counterexample.where;
    const char *at = where != NULL ? strchr(where, '=') : NULL;
    if (where != NULL && strncmp(where, "offset ", 7) == 0)
        return lcv_text(ctx, "%s", where + 7);
    return at != NULL && at[1] == ' ' && strchr(at + 1, '=') == NULL
               ? lcv_text(ctx, "%s", at + 2)
               : NULL;
}

/* ---- by claim ---- */

char *lcv_witness_admissible(lcr_ctx *r, size_t n, lcv_value *const *args,
                             const lcv_result *result)
{
    (void)n;
    return result->verdict == LCV_PROVED ? composite(r, args) : no_composite(r, args);
}

char *lcv_witness_vectorizes(lcr_ctx *r, size_t n, lcv_value *const *args,
                             const lcv_result *result)
{
    (void)n;
    return common_vector(r, args, result);
}

char *lcv_witness_surjective(lcr_ctx *r, size_t n, lcv_value *const *args,
                             const lcv_result *result)
{
    return result->verdict == LCV_PROVED && n == 2 ? inverse_of(r, args, false) : NULL;
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
    return result->verdict == LCV_PROVED ? places(r, args[0], args[1])
                                         : place_of(lcr_ctx_lc(r), result);
}

char *lcv_witness_complements(lcr_ctx *r, size_t n, lcv_value *const *args,
                              const lcv_result *result)
{
    return result->verdict == LCV_PROVED && n == 3 ? inverse_of(r, args, true) : NULL;
}

char *lcv_witness_divides_into(lcr_ctx *r, size_t n, lcv_value *const *args,
                               const lcv_result *result)
{
    (void)n;
    return result->verdict == LCV_PROVED ? reordering(r, args) : NULL;
}

char *lcv_witness_is_linear(lcr_ctx *r, size_t n, lcv_value *const *args,
                            const lcv_result *result)
{
    (void)n;
    return result->verdict == LCV_PROVED ? linear_text(r, args[0]) : NULL;
}

char *lcv_witness_is_layout(lcr_ctx *r, size_t n, lcv_value *const *args,
                            const lcv_result *result)
{
    (void)n;
    bool found = result->verdict == LCV_PROVED && args[0]->kind == LCV_RELATION;
    return found ? layout_text(lcr_ctx_lc(r), lcr_recover(r, args[0]->relation)) : NULL;
}
