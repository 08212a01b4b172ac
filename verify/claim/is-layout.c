/* is-layout.c - is_layout: some layout has the values of X. */
#include "config.h"

#include "../function/chain.h"
#include "../value/relate.h"
#include "claims.h"

/* No layout has this value at 0. */
static lcv_result *not_zero(lc_ctx *ctx, const char *method, const lcv_function *f)
{
    lc_tuple *value = f->layout
                          ? lcv_function_value(ctx, f, lc_int_const(0))
                          : lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_from_word(ctx, f->base)));
    lcv_result *result =
        lcv_refuted(ctx, method, lcv_text(ctx, "c = 0"),
                    lcv_text(ctx, "%t is not 0, which every layout has there", value));
    lcv_step_function(ctx, &result, f, lc_int_const(0), NULL);
    return result;
}

/* A layout of 2^n coordinates adds over different bits, a function over F2 has their
 * XOR: so the two agree when no two columns share a bit. */
static lcv_result *affine_is_layout(lc_ctx *ctx, const lcv_function *p)
{
    if (p->nouts != 1)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "output dims"),
                           lcv_text(ctx, "%z is not 1", p->nouts));
    if (p->base != 0)
        return not_zero(ctx, LCV_BY_MATRIX, p);
    for (unsigned j = 1; j < p->map.cols; j++) {
        for (unsigned i = 0; i < j; i++) {
            if ((p->map.column[i] & p->map.column[j]) == 0)
                continue;
            lc_int x = lc_int_from_word(ctx, (uint64_t)1 << i);
            lc_int y = lc_int_from_word(ctx, (uint64_t)1 << j);
            lc_int both = lc_int_add(ctx, x, y);
            lc_int sum = lc_int_add(ctx, lcv_function_at(ctx, p, x), lcv_function_at(ctx, p, y));
            lcv_result *result = lcv_refuted(
                ctx, LCV_BY_MATRIX, lcv_text(ctx, "x = %i and y = %i", x, y),
                lcv_text(ctx, "%s(x + y) = %i is not %s(x) + %s(y) = %i, which it is in a layout",
                         p->name, lcv_function_at(ctx, p, both), p->name, p->name, sum));
            lcv_step_function(ctx, &result, p, x, NULL);
            lcv_step_function(ctx, &result, p, y, NULL);
            lcv_step_function(ctx, &result, p, both, NULL);
            return result;
        }
    }
    return lcv_proved(ctx, LCV_BY_MATRIX);
}

/* Why every layout breaks, evaluated. */
static lcv_result *breaks_layout(lc_ctx *ctx, const lcv_function *p,
                                 const lcr_layout_failure *why)
{
    lc_int value = lcv_function_at(ctx, p, why->c);
    if (!lc_int_eq(value, why->value) || lc_int_eq(value, why->candidate))
        return lcv_uncertified(ctx, "the search for a layout");
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_DIGITS, lcv_text(ctx, "c = %i", why->c),
                    why->reason == LCR_NOT_ZERO
                        ? lcv_text(ctx, "%i is not 0, which every layout has there", value)
                        : lcv_text(ctx, "%i is not %i, which a layout would need there", value,
                                   why->candidate));
    lcv_step_function(ctx, &result, p, why->c, NULL);
    if (why->reason == LCR_RUN) {
        lcv_step_function(ctx, &result, p, why->place, NULL);
        lcv_step(ctx, &result,
                 "%s(%i i) = i %s(%i) for i < %i only, and the %i such i there are do not split "
                 "into runs of %i",
                 p->name, why->place, p->name, why->place, why->run, why->extent, why->run);
    } else if (why->reason == LCR_SUM) {
        lcv_step(ctx, &result, "the straight runs of %s leave one layout, Y = %L", p->name,
                 why->only);
        lcv_step_at(ctx, &result, "Y", why->only, why->c);
    }
    return result;
}

/* The relation, where it can be listed. */
static lcv_result *relation_is_layout(lcr_ctx *r, const lcv_function *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), p->size))
        return lcv_undecided(ctx, p);
    lcr_map *m = lcv_kept(ctx, lcv_layout_map(r, p->value));
    return m ? lcv_relation_is_layout(r, p->name, m) : NULL;
}

static lcv_result *search_layout(lcr_ctx *r, const lcv_function *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_steps steps;
    lcr_layout_failure why = {.only = NULL};
    if (!lcv_function_steps(ctx, p, &steps))
        return relation_is_layout(r, p);
    lc_layout *a =
        lcv_kept(ctx, lcr_digits_layout(r, (lcr_steps){steps.n, steps.step}, p->size, &why));
    why.only = lcv_kept(ctx, why.only);
    if (a)
        return lcv_proved_with(ctx, LCV_BY_DIGITS, lcv_text(ctx, "%s = %L", p->name, a));
    if (lc_ctx_code(ctx) != LC_ERR_NO_VALUE)
        return lcv_out_of_budget(ctx) ? lcv_undecided(ctx, p) : NULL;
    lc_ctx_reset(ctx);
    return breaks_layout(ctx, p, &why);
}

/* A layout or a tensor. */
static lcv_result *tensor_is_layout(lc_ctx *ctx, const lcv_function *f)
{
    if (!lcv_function_is_layout(f))
        return not_zero(ctx, LCV_BY_COMPARISON, f);
    return lc_layout_codomain(f->layout) == LC_XOR
               ? lcv_proved(ctx, LCV_BY_COMPARISON)
               : lcv_proved_with(ctx, LCV_BY_COMPARISON,
                                 lcv_text(ctx, "%s = %L", f->name, f->layout));
}

lcv_result *lcv_prove_is_layout(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (args[0]->kind == LCV_RELATION)
        return lcv_relation_is_layout(r, "X", args[0]->relation);
    lcv_function f;
    bool offset_by_xor = lcv_is_xor(args[0]) && lcv_has_offset(args[0]);
    if (!lcv_is_binary(args[0]) && !offset_by_xor)
        return lcv_arg_all(ctx, "is_layout", "a layout", "X", args[0], &f)
                   ? tensor_is_layout(ctx, &f)
                   : NULL;
    if (!lcv_arg_any(ctx, "is_layout", "X", args[0], &f))
        return NULL;
    return f.affine ? affine_is_layout(ctx, &f) : search_layout(r, &f);
}
