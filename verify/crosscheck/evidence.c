/* evidence.c - witnesses, found by the algebra. */
#include "config.h"

#include "evidence.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/recheck/sets/sets.h"
#include "../../isl-bridge/recover.h"
#include "../../lib/algebra.h"
#include "../question/vectors.h"
#include "../value/pool.h"

/* Values that are made on the way to a witness. */
typedef struct {
    lc_ctx *ctx;
    lcv_pool pool;
} work;

static work begin(lcr_ctx *r)
{
    return (work){lcr_ctx_lc(r), {.ctx = lcr_ctx_lc(r)}};
}

static char *end(work *w, char *text)
{
    lcv_pool_clear(&w->pool);
    return text;
}

static lc_layout *layout_of(work *w, const lcv_value *v)
{
    return lcv_kept(w, lcv_as_layout(w->ctx, v));
}

static char *layout_text(lc_ctx *ctx, lc_layout *a)
{
    char *text = a != NULL ? lcv_layout_literal(ctx, a) : NULL;
    lc_layout_free(a);
    return text;
}

/* R = A o B. */
static char *composite(lcr_ctx *r, lcv_value *const *args)
{
    work w = begin(r);
    lc_layout *a = layout_of(&w, args[0]);
    lc_tiler *b = a != NULL ? lcv_kept(&w, lcv_as_tiler(w.ctx, args[1])) : NULL;
    return end(&w, b != NULL ? layout_text(w.ctx, lc_compose_tiler(w.ctx, a, b)) : NULL);
}

/* R with A(R(n)) = n; for complements of (A, C). */
static char *inverse_of(lcr_ctx *r, lcv_value *const *args, bool joined)
{
    work w = begin(r);
    lc_layout *a = layout_of(&w, args[joined ? 1 : 0]);
    lc_layout *c = a != NULL && joined ? layout_of(&w, args[0]) : NULL;
    if (c != NULL)
        a = lcv_kept(&w, lc_layout_concat(w.ctx, 2, (lc_layout *[]){a, c}));
    return end(&w, a != NULL ? layout_text(w.ctx, lc_right_inverse(w.ctx, a)) : NULL);
}

/* W with A(W(c)) = T(c). */
static char *places(lcr_ctx *r, const lcv_value *of, const lcv_value *in)
{
    work w = begin(r);
    lc_layout *t = layout_of(&w, of), *a = t != NULL ? layout_of(&w, in) : NULL;
    lc_layout *l = a != NULL ? lcv_kept(&w, lc_left_inverse(w.ctx, a)) : NULL;
    return end(&w, l != NULL ? layout_text(w.ctx, lc_compose(w.ctx, l, t)) : NULL);
}

/* W with D(c) = A(W(c)), or, where D is larger, A(c) = D(W(c)). */
static char *reordering(lcr_ctx *r, lcv_value *const *args)
{
    work w = begin(r);
    lc_layout *d = layout_of(&w, args[0]), *a = layout_of(&w, args[1]);
    bool larger = d != NULL && a != NULL &&
                  lc_int_lt(lc_layout_size(w.ctx, a), lc_layout_size(w.ctx, d));
    char *text = larger ? places(r, args[1], args[0]) : places(r, args[0], args[1]);
    if (text != NULL || larger)
        return end(&w, text);
    lc_ctx_reset(w.ctx); /* A is not injective: perhaps D is what a division gives */
    lc_layout *t = layout_of(&w, args[2]), *rest = NULL;
    if (a != NULL && t != NULL)
        rest = lcv_kept(&w, lc_complement_to(w.ctx, t, lc_layout_size(w.ctx, a)));
    if (rest != NULL)
        text = layout_text(w.ctx, lc_layout_concat(w.ctx, 2, (lc_layout *[]){t, rest}));
    return end(&w, text);
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
 * that is too short, where it ends. */
static char *vector_text(work *w, const lc_layout *a, const lc_layout *b, lc_int n,
                         const lcv_result *result)
{
    const char *t = beginning_of(result);
    bool proved = result->verdict == LCV_PROVED;
    lc_layout *v = lcv_kept(w, lc_max_common_layout(w->ctx, a, b));
    lc_layout *first = v != NULL ? lcv_kept(w, lcv_first_vector(w->ctx, v, n)) : NULL;
    if (!proved && strcmp(result->method, LCV_BY_COMPARISON) == 0)
        return NULL; /* the tensor begins at a forbidden place */
    if (v != NULL && lc_int_lt(lc_layout_size(w->ctx, v), n))
        return lcv_text(w->ctx, "%i", lc_layout_size(w->ctx, v));
    if (first != NULL && proved)
        return lcv_text(w->ctx, "%L", first);
    return first != NULL && t != NULL ? lcv_text(w->ctx, "{%s} o %L", t, first) : NULL;
}

/* Small domains need none. */
static char *common_vector(lcr_ctx *r, lcv_value *const *args, const lcv_result *result)
{
    work w = begin(r);
    lcv_function a = {.name = "A"}, b = {.name = "B"};
    lc_int n, most = lc_int_const(LCR_EVIDENCE_POINTS);
    char *text = NULL;
    if (lcv_as_int(w.ctx, args[2], &n) && lcv_arg_tensor(w.ctx, "vectorizes", "A", args[0], &a) &&
        lcv_arg_tensor(w.ctx, "vectorizes", "B", args[1], &b) &&
        (lc_int_lt(most, lc_layout_size(w.ctx, a.layout)) ||
         lc_int_lt(most, lc_layout_size(w.ctx, b.layout))))
        text = vector_text(&w, a.layout, b.layout, n, result);
    lcv_function_free(&a);
    lcv_function_free(&b);
    return end(&w, text);
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

/* A coordinate that shows that no layout is A o B. */
static char *no_composite(lcr_ctx *r, lcv_value *const *args)
{
    work w = begin(r);
    lc_layout *a = layout_of(&w, args[0]);
    lc_tiler *b = a != NULL ? lcv_kept(&w, lcv_as_tiler(w.ctx, args[1])) : NULL;
    return end(&w, b != NULL ? broken_at(w.ctx, a, b, 0, left_alone(w.ctx, a, b)) : NULL);
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
    return at != NULL && at[1] == ' ' && strchr(at + 1, '=') == NULL ? lcv_text(ctx, "%s", at + 2)
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
