/* size.c - expressions over the integer arguments of a function, as a person writes them:
 * `2*((M-1)*row+K)`. Sums, products, quotients and remainders by positive numbers, parentheses,
 * numbers, names.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define HEIGHT 64 /* of parentheses inside each other */

typedef struct {
    lck_index *ix;
    const char *at;
    unsigned height;
} reading;

static const lc_expr *read_sum(reading *r);

static void skip_blanks(reading *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The argument of this name, a value of the IR; NONE. */
static uint32_t argument_named(const lck_index *ix, const char *name, size_t n)
{
    const lck_ir_op *func = &ix->m->op[ix->func];
    if (func->nblocks == 0)
        return LCK_IR_NONE;
    const lck_ir_block *b = &ix->m->block[func->blocks];
    for (uint32_t v = b->argument; v < b->argument + b->narguments; v++)
        if (ix->m->value[v].name.n == n && memcmp(ix->m->value[v].name.at, name, n) == 0)
            return v;
    return LCK_IR_NONE;
}

static const lc_expr *read_name(reading *r)
{
    const char *from = r->at;
    while (is_letter(*r->at) || is_digit(*r->at))
        r->at++;
    uint32_t value = argument_named(r->ix, from, (size_t)(r->at - from));
    lck_formula f = value != LCK_IR_NONE ? lck_index_of(r->ix, value) : lck_no_formula;
    return f.base == LCK_IR_NONE ? f.e : NULL;
}

static const lc_expr *read_factor(reading *r)
{
    lc_exprs *x = r->ix->x;
    skip_blanks(r);
    if (r->height == HEIGHT)
        return NULL;
    if (*r->at == '-') {
        r->at++;
        r->height++;
        const lc_expr *e = read_factor(r);
        r->height--;
        return lc_expr_make(x, LC_EXPR_SUB, lc_expr_int(x, 0), e);
    }
    if (*r->at == '(') {
        r->at++;
        r->height++;
        const lc_expr *e = read_sum(r);
        r->height--;
        skip_blanks(r);
        return *r->at == ')' ? (r->at++, e) : NULL;
    }
    if (!is_digit(*r->at))
        return is_letter(*r->at) ? read_name(r) : NULL;
    char *end;
    unsigned long long number = strtoull(r->at, &end, 10);
    r->at = end;
    return number <= INT64_MAX / 2 && !is_letter(*end) ? lc_expr_int(x, (int64_t)number) : NULL;
}

static const lc_expr *read_product(reading *r)
{
    const lc_expr *e = read_factor(r);
    for (skip_blanks(r); e && (*r->at == '*' || *r->at == '/' || *r->at == '%'); skip_blanks(r)) {
        lc_expr_op op = *r->at == '*' ? LC_EXPR_MUL : *r->at == '/' ? LC_EXPR_DIV : LC_EXPR_MOD;
        r->at += r->at[0] == '/' && r->at[1] == '/' ? 2 : 1;
        e = lc_expr_make(r->ix->x, op, e, read_factor(r));
    }
    return e;
}

static const lc_expr *read_sum(reading *r)
{
    const lc_expr *e = read_product(r);
    for (skip_blanks(r); e && (*r->at == '+' || *r->at == '-'); skip_blanks(r)) {
        lc_expr_op op = *r->at == '+' ? LC_EXPR_ADD : LC_EXPR_SUB;
        r->at++;
        e = lc_expr_make(r->ix->x, op, e, read_product(r));
    }
    return e;
}

const lc_expr *lck_index_size(lck_index *ix, const char *text)
{
    reading r = {ix, text, 0};
    const lc_expr *e = read_sum(&r);
    lc_ctx_reset(ix->ctx);
    return e && *r.at == '\0' ? e : NULL;
}
