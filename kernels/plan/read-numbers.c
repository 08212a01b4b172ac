/* read-numbers.c - numbers and tuples of them, of the keys of a plan. */
#include "config.h"

#include "read-numbers.h"

bool lck_small_int(lcv_planning *p, lcv_span span, lc_int n, int64_t low, int64_t high,
                   const char *what, int64_t *out)
{
    *out = lc_int_fits_si(n) ? lc_int_get_si(n) : INT64_MAX;
    if (*out >= low && *out <= high)
        return true;
    return lcv_eval_fail(p->e, span, "%s that is not in %lld..%lld", what, (long long)low,
                         (long long)high);
}

bool lck_read_numbers(lcv_planning *p, const lcv_ast *ast, size_t n, int64_t low, int64_t high,
                      const char *what, int64_t *out)
{
    lcv_value *v = lcv_eval_value(p->e, ast);
    lc_ctx *ctx = lcr_ctx_lc(p->e->r);
    lc_tuple *t = v ? lcv_as_tuple(ctx, v) : NULL;
    bool ok = t != NULL;
    if (v && !t)
        lcv_eval_failed(p->e, ast->span);
    if (ok && (lc_tuple_nleaves(t) != n || lc_tuple_has_wildcard(t))) {
        if (n == 1)
            lcv_eval_fail(p->e, ast->span, "expected a number, %s", what);
        else
            lcv_eval_fail(p->e, ast->span, "expected %zu numbers, each %s", n, what);
        ok = false;
    }
    for (size_t i = 0; ok && i < n; i++)
        ok = lck_small_int(p, ast->span, lc_tuple_value(t, i), low, high, what, &out[i]);
    lc_tuple_free(t);
    return ok;
}
