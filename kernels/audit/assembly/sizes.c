/* sizes.c - `--arg=0=bytes:4*arg2*arg3`. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define DEPTH 32

typedef struct {
    const lck_assembly *k;
    const char *at, *why;
    unsigned depth;
} reader;

static const lc_expr *sum(reader *r);

static void skip(reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static const lc_expr *fail(reader *r, const char *why)
{
    if (!r->why)
        r->why = why;
    return NULL;
}

/* ---- arguments ---- */

/* Which argument a name of n characters is; -1: none. */
static int64_t argument_of(const reader *r, const char *name, size_t n)
{
    const lck_ptx_module *m = r->k->m;
    if (n > 3 && n < 8 && memcmp(name, "arg", 3) == 0 && strspn(name + 3, "0123456789") == n - 3)
        return strtol(name + 3, NULL, 10);
    for (uint32_t i = 0; i < r->k->function->narguments; i++) {
        lck_ptx_text text = m->variable[r->k->function->argument + i].name;
        if (text.n == n && memcmp(text.at, name, n) == 0)
            return i;
    }
    return -1;
}

static const lc_expr *value_of(reader *r, int64_t index)
{
    for (size_t i = 0; i < lc_exprs_nvars(lck_formulas_exprs(r->k->f)); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->k->f, i);
        if (s->kind == LCK_SYMBOL_ARGUMENT && !s->pointer && s->offset == 0 && s->of == index)
            return s->var;
    }
    const lc_expr *e = lck_formulas_argument(r->k->f, NULL, (uint32_t)index);
    return e ? e : fail(r, "its size has an argument that is no integer");
}

/* ---- expressions ---- */

static const lc_expr *number(reader *r)
{
    char *end;
    errno = 0;
    long long v = strtoll(r->at, &end, 10);
    r->at = end;
    return errno ? fail(r, "a number of its size is too large")
                 : lc_expr_int(lck_formulas_exprs(r->k->f), v);
}

static const lc_expr *name(reader *r)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$.0123456789";
    size_t n = strspn(r->at, letters);
    int64_t index = n > 0 ? argument_of(r, r->at, n) : -1;
    for (size_t i = 0; i < r->k->options->narguments; i++) {
        const lck_argument *a = &r->k->options->argument[i];
        if (a->kind == LCK_ARGUMENT_SIZE && strlen(a->name) == n &&
            memcmp(a->name, r->at, n) == 0) {
            r->at += n;
            return lck_formulas_argument(r->k->f, a, 0);
        }
    }
    r->at += n;
    return index >= 0 ? value_of(r, index)
                      : fail(r, "its size is not read: expected numbers, arguments arg0, arg1, "
                                ".., and + - * / % ( )");
}

static const lc_expr *factor(reader *r)
{
    skip(r);
    if (*r->at >= '0' && *r->at <= '9')
        return number(r);
    if (*r->at != '(')
        return name(r);
    if (++r->depth > DEPTH)
        return fail(r, "its size has too many parentheses");
    r->at++;
    const lc_expr *e = sum(r);
    skip(r);
    if (*r->at != ')')
        return fail(r, "its size lacks a )");
    r->at++;
    r->depth--;
    return e;
}

static const lc_expr *product(reader *r)
{
    const lc_expr *e = factor(r);
    for (skip(r); e && *r->at && strchr("*/%", *r->at); skip(r)) {
        char op = *r->at++;
        r->at += op == '/' && *r->at == '/';
        const lc_expr *by = factor(r);
        e = by ? lc_expr_make(lck_formulas_exprs(r->k->f),
                              op == '*'   ? LC_EXPR_MUL
                              : op == '/' ? LC_EXPR_DIV
                                          : LC_EXPR_MOD,
                              e, by)
               : NULL;
    }
    return e;
}

static const lc_expr *sum(reader *r)
{
    const lc_expr *e = product(r);
    for (skip(r); e && (*r->at == '+' || *r->at == '-'); skip(r)) {
        char op = *r->at++;
        const lc_expr *by = product(r);
        e = by ? lc_expr_make(lck_formulas_exprs(r->k->f), op == '+' ? LC_EXPR_ADD : LC_EXPR_SUB,
                              e, by)
               : NULL;
    }
    return e;
}

const lc_expr *lck_assembly_read(const lck_assembly *k, const char *text, const char **why)
{
    *why = NULL;
    if (!text)
        return NULL;
    reader r = {.k = k, .at = text};
    const lc_expr *e = sum(&r);
    skip(&r);
    if (e && *r.at)
        e = fail(&r, "its size is not read to its end");
    *why = e ? NULL : r.why ? r.why : "its size may have no value";
    lc_ctx_reset(lc_exprs_ctx(lck_formulas_exprs(k->f)));
    return e;
}

const lc_expr *lck_assembly_size(const lck_assembly *k, unsigned index, unsigned offset,
                                 const char **why)
{
    const char *text = NULL;
    for (size_t i = 0; i < k->options->narguments; i++)
        if (k->options->argument[i].kind == LCK_ARGUMENT_BYTES &&
            k->options->argument[i].index == index && k->options->argument[i].offset == offset)
            text = k->options->argument[i].bytes;
    return lck_assembly_read(k, text, why);
}
