/* law-reorder.c - what reorders is a permutation P with X = Y o P. */
#include "config.h"

#include "laws.h"

/* X(c) = Y(P(c)), looked at one by one. */
static lcv_result *same_values(lcv_case *c, lcv_value *const *arg, lc_int size)
{
    lc_ctx *ctx = c->ctx;
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), size))
        return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                           lcv_text(ctx, "%i coordinates are not looked at again", size));
    bool same = true;
    int64_t at = 0, n = lc_int_get_si(size);
    for (int64_t i = 0; same && i < n; i++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int p, k = lc_int_si(ctx, i);
        bool known = lcv_value_number_at(ctx, c->value, k, &p);
        lc_tuple *x = known ? lcv_kept(ctx, lcv_value_at(ctx, arg[0], k)) : NULL;
        lc_tuple *y = x ? lcv_kept(ctx, lcv_value_at(ctx, arg[1], p)) : NULL;
        same = y && (lc_tuple_equal(x, y) || (lcv_is_zero(x) && lcv_is_zero(y)));
        at = i;
        lc_frame_close(ctx, frame);
    }
    return lc_ctx_code(ctx) != LC_OK
               ? NULL
               : lcv_judge(c, same, LCV_BY_ENUMERATION, "c = %i: X(c) is not Y(P(c))",
                           lc_int_si(ctx, at));
}

lcv_result *lcv_law_reordering(lcv_case *c)
{
    lcv_value **arg = lcv_values_listed(c->r, "reordering", false, c->n, c->args);
    lcv_value *p = (lcv_value *)(uintptr_t)c->value;
    lc_tuple *domain = arg ? lcv_kept(c->ctx, lcv_as_tuple(c->ctx, p)) : NULL;
    if (!domain)
        return NULL;
    lc_int size = lc_tuple_size(c->ctx, domain);
    for (size_t i = 0; i < 2; i++) {
        lc_tuple *of = lcv_kept(c->ctx, lcv_as_tuple(c->ctx, arg[i]));
        if (!of || !lc_int_eq(lc_tuple_size(c->ctx, of), size))
            return of ? lcv_refute(c, LCV_BY_COUNTING, "size: it is not that of X and Y") : NULL;
    }
    lcv_result *result = lcv_prove_bijective(c->r, 1, (lcv_value *[]){p});
    return lcv_goes_on(&result) ? same_values(c, arg, size) : result;
}

/* ---- within threads ---- */

/* T(t,v) = U(t,Q(v)) at the coordinate c of T. */
static bool same_register(lcv_case *c, lcv_value *const *arg, const lcv_threads t[2], lc_int at)
{
    lc_ctx *ctx = c->ctx;
    lc_int q, thread = lcv_thread_at(ctx, &t[0], at), value = lcv_register_at(ctx, &t[0], at);
    if (!lcv_value_number_at(ctx, c->value, value, &q))
        return false;
    lc_tuple *x = lcv_kept(ctx, lcv_value_at(ctx, arg[0], at));
    lc_int of = lcv_coordinate_of(ctx, &t[1], thread, q);
    lc_tuple *y = x ? lcv_kept(ctx, lcv_value_at(ctx, arg[1], of)) : NULL;
    return y && (lc_tuple_equal(x, y) || (lcv_is_zero(x) && lcv_is_zero(y)));
}

lcv_result *lcv_law_register_permutation(lcv_case *c)
{
    lc_ctx *ctx = c->ctx;
    lcv_function f[2] = {{.name = "T"}, {.name = "U"}}, packed[2];
    lcv_threads t[2];
    lcv_value **arg = lcv_values_listed(c->r, "register_permutation", false, c->n, c->args);
    lc_tuple *shape = arg ? lcv_kept(ctx, lcv_as_tuple(ctx, arg[0])) : NULL;
    if (!shape || !lcv_arg_threads(ctx, "register_permutation", arg, f, packed, t))
        return NULL;
    lc_int size = lc_tuple_size(ctx, shape);
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), size))
        return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                           lcv_text(ctx, "%i coordinates are not looked at again", size));
    lc_tuple *values = lcv_kept(ctx, lcv_as_tuple(ctx, c->value));
    if (!values)
        return NULL;
    if (!lc_int_eq(lc_int_mul(ctx, t[0].threads, lc_tuple_size(ctx, values)), size))
        return lcv_refute(c, LCV_BY_COUNTING, "size: it is not the number of values");
    lcv_result *result = lcv_prove_bijective(c->r, 1,
                                             (lcv_value *[]){(lcv_value *)(uintptr_t)c->value});
    if (!lcv_goes_on(&result))
        return result;
    bool same = true;
    int64_t at = 0;
    for (int64_t n = lc_int_get_si(size); same && at < n; at += same) {
        lc_frame frame = lc_frame_open(ctx);
        same = same_register(c, arg, t, lc_int_si(ctx, at));
        lc_frame_close(ctx, frame);
    }
    return lc_ctx_code(ctx) != LC_OK
               ? NULL
               : lcv_judge(c, same, LCV_BY_ENUMERATION, "c = %i: T(t,v) is not U(t,Q(v))",
                           lc_int_si(ctx, at));
}
