/* vectors-begin.c - at what multiples vectors begin.
 *
 * A vector of n elements is one access where its first offset is a multiple of n, for a pointer
 * that is one. n consecutive offsets may begin anywhere: the vectors of (8,128):(1,1001) begin at
 * multiples of 1001.
 */
#include "config.h"

#include "vectors.h"
#include "outside.h"

#include "../../lib/algebra.h"

/* ---- found ---- */

lcv_beginnings lcv_vectors_begin(const lcv_vectors *w)
{
    return (lcv_beginnings){.known = true, .multiple = {w->n, w->n}};
}

static bool is_aligned(const lcv_vectors *w, const lcv_beginnings *b, size_t side)
{
    return lc_int_eq(b->multiple[side], w->n);
}

void lcv_vectors_begin_at(lc_ctx *ctx, const lcv_vectors *w, size_t side, lc_int t, lc_int c,
                          lcv_beginnings *b)
{
    lc_int begin = lcv_function_at(ctx, side == 0 ? w->a : w->b, c);
    if (lc_int_divides(ctx, b->multiple[side], begin))
        return;
    if (is_aligned(w, b, side)) {
        b->t[side] = t;
        b->c[side] = c;
    }
    b->multiple[side] = lc_int_gcd(ctx, b->multiple[side], begin);
}

/* The offsets at the values of `starts`, an offset of a tensor apart, which is a multiple of n:
 * a layout where there is one, else one after the other. False with an error. */
static bool offsets_on(lc_ctx *ctx, const lcv_function *x, lc_layout *starts, lcv_function *out)
{
    lc_layout *a = lcv_kept(ctx, lc_compose(ctx, x->layout, starts));
    lc_code code = lc_ctx_code(ctx);
    if (code == LC_ERR_MEMORY)
        return false;
    lc_ctx_reset(ctx);
    if (a)
        return lcv_function_of(ctx, x->name, a, out);
    lcv_value *outer = lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_ref(x->layout)));
    lcv_value *inner = lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_ref(starts)));
    lcv_value *both = outer && inner ? lcv_kept(ctx, lcv_value_after(ctx, outer, NULL, inner))
                                     : NULL;
    return both && lcv_arg_any(ctx, "vectorizes", x->name, both, out);
}

/* One offset after the other that is no multiple of what was found so far. */
void lcv_vectors_begin_on(lcr_ctx *r, const lcv_vectors *w, lc_layout *starts, lcv_beginnings *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    for (size_t k = 0; k < 2 && b->known; k++) {
        lcv_function f;
        lcv_finding found;
        lcr_answer answer;
        if (!offsets_on(ctx, k == 0 ? w->a : w->b, starts, &f))
            return;
        while ((answer = lcv_unaligned(r, &f, b->multiple[k], &found)) == LCR_YES) {
            lc_int t = lc_layout_at(ctx, starts, found.c);
            lcv_vectors_begin_at(ctx, w, k, t, t, b);
        }
        b->known = answer != LCR_UNKNOWN;
        if (!b->known && !lcv_out_of_budget(ctx))
            return;
    }
}

/* ---- told ---- */

/* A vector begins where accesses of n elements may not. */
static lcv_result *astray(lc_ctx *ctx, const char *method, const lcv_vectors *w,
                          const lcv_beginnings *b)
{
    size_t side = is_aligned(w, b, 0);
    const lcv_function *x = side == 0 ? w->a : w->b;
    lc_int c = b->c[side];
    lcv_result *result =
        lcv_refuted(ctx, method, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "a vector of %i begins in %s at %i, which is no multiple of %i",
                             w->n, x->name, lcv_function_at(ctx, x, c), w->n));
    lcv_vectors_step(ctx, &result, w, b->t[side]);
    lcv_step_function(ctx, &result, x, c, NULL);
    return result;
}

/* `V = max_common_layout(A,B) = 8:1, and the vectors are the 4 translates of V(0) to V(7); they
 * begin at multiples of 4 in A and of 8 in B`; NULL: there is nothing to tell. */
static char *remark_of(lc_ctx *ctx, const lcv_vectors *w, const lcv_beginnings *b, bool aligned)
{
    lc_text out = {0};
    if (!w->v && aligned)
        return NULL;
    if (w->v)
        lcv_text_add(ctx, &out,
                     "V = max_common_layout(A,B) = %L, and the vectors are the %i translates of "
                     "V(0) to V(%i)%s",
                     w->v, lc_int_fdiv(ctx, w->size, w->n),
                     lc_int_sub(ctx, w->n, lc_int_const(1)), aligned ? "" : "; ");
    if (!aligned && b->known)
        lcv_text_add(ctx, &out, "%s begin at multiples of %i in A and of %i in B",
                     w->v ? "they" : "vectors", b->multiple[0], b->multiple[1]);
    else if (!aligned)
        lcv_text_add(ctx, &out, "it was not found at what multiples they begin");
    return lc_text_take(ctx, &out);
}

lcv_result *lcv_vectors_move(lc_ctx *ctx, const char *method, const lcv_vectors *w,
                             const lcv_beginnings *b)
{
    bool aligned = b->known && is_aligned(w, b, 0) && is_aligned(w, b, 1);
    if (w->aligned && !b->known)
        return lcv_unknown(ctx, method,
                           lcv_text(ctx, "it was not found at what multiples vectors begin"));
    if (w->aligned && !aligned)
        return astray(ctx, method, w, b);
    char *remark = remark_of(ctx, w, b, aligned);
    return remark                      ? lcv_proved_with(ctx, method, remark)
           : lc_ctx_code(ctx) == LC_OK ? lcv_proved(ctx, method)
                                       : NULL;
}
