/* sizes.c - `--arg=0=bytes:4*arg2*arg3`. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* Which argument a name of n characters is; -1: none. */
static int64_t argument_of(const lck_assembly *k, const char *name, size_t n)
{
    if (n > 3 && n < 8 && memcmp(name, "arg", 3) == 0 && strspn(name + 3, "0123456789") == n - 3)
        return strtol(name + 3, NULL, 10);
    for (uint32_t i = 0; i < k->function->narguments; i++) {
        lck_ptx_text text = k->m->variable[k->function->argument + i].name;
        if (text.n == n && memcmp(text.at, name, n) == 0)
            return i;
    }
    return -1;
}

/* NULL: it is no integer. */
static const lc_expr *value_of(const lck_assembly *k, int64_t index)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(k->f, i);
        if (s->kind == LCK_SYMBOL_ARGUMENT && !s->pointer && s->offset == 0 && s->of == index)
            return s->counts ? lc_expr_make(x, LC_EXPR_MUL, s->var, lc_expr_int(x, s->multiple))
                             : s->var;
    }
    return lck_formulas_argument(k->f, (uint32_t)index);
}

static const lc_expr *named(const lck_assembly *k, const char *name)
{
    for (size_t i = 0; i < k->options->narguments; i++) {
        const lck_argument *a = &k->options->argument[i];
        if (a->name && strcmp(a->name, name) == 0)
            return a->kind == LCK_ARGUMENT_SIZE ? lck_formulas_size(k->f, (uint32_t)i)
                                                : value_of(k, a->index);
    }
    return NULL;
}

const lc_expr *lck_assembly_over(const lck_assembly *k, const lc_expr *e)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    if (!e || e->op == LC_EXPR_INT)
        return e ? lc_expr_int(x, e->value) : NULL;
    if (e->op == LC_EXPR_VAR)
        return named(k, e->name);
    const lc_expr *a = lck_assembly_over(k, e->arg[0]), *b = lck_assembly_over(k, e->arg[1]);
    const lc_expr *made = a && b && !e->arg[2] ? lc_expr_make(x, e->op, a, b) : NULL;
    lc_ctx_reset(lc_exprs_ctx(x));
    return made;
}

static const lc_expr *written(void *user, const char *name, size_t n, const char **why)
{
    const lck_assembly *k = user;
    int64_t index = argument_of(k, name, n);
    const lc_expr *e = index >= 0 ? value_of(k, index) : NULL;
    if (index >= 0 && !e)
        *why = "its size has an argument that is no integer";
    return e;
}

const lc_expr *lck_assembly_size(const lck_assembly *k, unsigned index, unsigned offset,
                                 const char **why)
{
    const lck_argument *said = NULL;
    *why = NULL;
    for (size_t i = 0; i < k->options->narguments; i++)
        if (k->options->argument[i].kind == LCK_ARGUMENT_BYTES &&
            k->options->argument[i].index == index && k->options->argument[i].offset == offset)
            said = &k->options->argument[i];
    if (!said || said->bytes)
        return said ? lck_size_read(lck_formulas_exprs(k->f), said->bytes,
                                    &(lck_size_names){written, (void *)k}, why)
                    : NULL;
    const lc_expr *e = lck_assembly_over(k, said->size);
    *why = e ? NULL : "its size has what is no integer argument";
    return e;
}
