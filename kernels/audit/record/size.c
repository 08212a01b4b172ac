/* size.c - sizes as a person writes them: `2*((M-1)*row+K)`. Sums, products, quotients and
 * remainders, parentheses, numbers, names. */
#include "config.h"

#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 64 /* of parentheses and signs inside each other */

typedef struct {
    lc_exprs *x;
    const lck_size_names *names;
    const char *at, *why;
    unsigned depth;
} reader;

static const lc_expr *sum(reader *r);

static void skip(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

static const lc_expr *fail(reader *r, const char *why)
{
    if (!r->why)
        r->why = why;
    return NULL;
}

static const lc_expr *number(reader *r)
{
    char *end;
    errno = 0;
    long long v = strtoll(r->at, &end, 10);
    r->at = end;
    return errno ? fail(r, "a number of its size is too large") : lc_expr_int(r->x, v);
}

static const lc_expr *name(reader *r)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$.0123456789";
    size_t n = strspn(r->at, letters);
    const char *from = r->at;
    r->at += n;
    const lc_expr *e = n > 0 ? r->names->of(r->names->user, from, n, &r->why) : NULL;
    return e ? e
             : fail(r, "its size is not read: expected numbers, arguments arg0, arg1, .., and "
                       "+ - * / % ( )");
}

static const lc_expr *factor(reader *r)
{
    skip(r);
    if (*r->at >= '0' && *r->at <= '9')
        return number(r);
    if (*r->at != '(' && *r->at != '-')
        return name(r);
    if (++r->depth > DEPTH)
        return fail(r, "its size has too many parentheses");
    bool minus = *r->at++ == '-';
    const lc_expr *e = minus ? factor(r) : sum(r);
    r->depth--;
    if (minus)
        return e ? lc_expr_make(r->x, LC_EXPR_SUB, lc_expr_int(r->x, 0), e) : NULL;
    skip(r);
    if (*r->at != ')')
        return fail(r, "its size lacks a )");
    r->at++;
    return e;
}

static const lc_expr *product(reader *r)
{
    const lc_expr *e = factor(r);
    for (skip(r); e && *r->at && strchr("*/%", *r->at); skip(r)) {
        lc_expr_op op = *r->at == '*' ? LC_EXPR_MUL : *r->at == '/' ? LC_EXPR_DIV : LC_EXPR_MOD;
        r->at += r->at[0] == '/' && r->at[1] == '/' ? 2 : 1;
        const lc_expr *by = factor(r);
        e = by ? lc_expr_make(r->x, op, e, by) : NULL;
    }
    return e;
}

static const lc_expr *sum(reader *r)
{
    const lc_expr *e = product(r);
    for (skip(r); e && (*r->at == '+' || *r->at == '-'); skip(r)) {
        lc_expr_op op = *r->at++ == '+' ? LC_EXPR_ADD : LC_EXPR_SUB;
        const lc_expr *by = product(r);
        e = by ? lc_expr_make(r->x, op, e, by) : NULL;
    }
    return e;
}

const lc_expr *lck_size_read(lc_exprs *x, const char *text, const lck_size_names *names,
                             const char **why)
{
    reader r = {.x = x, .names = names, .at = text};
    const lc_expr *e = sum(&r);
    skip(&r);
    if (e && *r.at)
        e = fail(&r, "its size is not read to its end");
    *why = e ? NULL : r.why ? r.why : "its size may have no value";
    lc_ctx_reset(lc_exprs_ctx(x));
    return e;
}
