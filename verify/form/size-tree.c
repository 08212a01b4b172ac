/* size-tree.c - sizes as expressions of the claim language. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "symbols.h"

/* Limits of a text: definitions inside each other are written out. */
#define LONGEST 2000

typedef struct {
    const lcv_symbols *s;
    lcv_arena *arena;
    size_t length; /* of the text so far, about */
} writing;

static lcv_ast *write_name(writing *w, const char *name)
{
    w->length += strlen(name);
    return lcv_build_leaf(w->arena, LCV_AST_NAME, "%s", name);
}

/* A number that is not negative. */
static lcv_ast *write_int(writing *w, lc_int value)
{
    char *digits = lc_int_to_str(lcv_symbols_ctx(w->s), value);
    lcv_ast *leaf = digits ? lcv_build_leaf(w->arena, LCV_AST_INT, "%s", digits) : NULL;
    w->length += digits ? strlen(digits) : 0;
    free(digits);
    return leaf;
}

static lcv_ast *write_op(writing *w, lcv_op op, lcv_ast *a, lcv_ast *b)
{
    w->length++;
    return lcv_build_tight(lcv_build_op(w->arena, op, a, b));
}

static lcv_ast *write_call(writing *w, const char *name, lcv_ast *a, lcv_ast *b)
{
    w->length += strlen(name) + strlen("(,)");
    return lcv_build_tight(lcv_build_call(w->arena, name, 2, a, b));
}

static lcv_ast *write_group(writing *w, bool wanted, lcv_ast *ast)
{
    w->length += wanted ? strlen("()") : 0;
    return wanted ? lcv_build_group(ast) : ast;
}

static lcv_ast *write_poly(writing *w, const lc_poly *p);

/* p as an operand of `/`. */
static lcv_ast *write_operand(writing *w, const lc_poly *p)
{
    bool simple = lc_poly_nterms(p) == 1 && lc_int_is_one(lc_poly_coefficient(p, 0)) &&
                  lc_poly_degree(p) == 1; /* a/b/c is (a/b)/c */
    return write_group(w, !simple, write_poly(w, p));
}

/* The same by a polynomial d: a ceil_div where p + d - 1 has more terms than p. */
static lcv_ast *write_ratio(writing *w, const lcv_symbol *symbol, bool alone)
{
    lc_ctx *ctx = lcv_symbols_ctx(w->s);
    lc_poly *one = lc_poly_const(ctx, lc_int_const(1));
    lc_poly *more = lc_poly_sub(ctx, symbol->of, symbol->other);
    lc_poly *of = more && one ? lc_poly_add(ctx, more, one) : NULL;
    bool up = of && lc_poly_nterms(of) < lc_poly_nterms(symbol->of);
    lcv_ast *first = up ? write_poly(w, of) : write_operand(w, symbol->of);
    lcv_ast *second = up ? write_poly(w, symbol->other) : write_operand(w, symbol->other);
    lc_poly_free(one);
    lc_poly_free(more);
    lc_poly_free(of);
    return up ? write_call(w, "ceil_div", first, second)
              : write_group(w, !alone, write_op(w, LCV_OP_DIV, first, second));
}

/* floor((p + c - 1) / c) is ceil_div(p,c). */
static lcv_ast *write_floor(writing *w, const lcv_symbol *symbol, bool alone)
{
    lc_ctx *ctx = lcv_symbols_ctx(w->s);
    lc_int up = lc_int_sub(ctx, symbol->divisor, lc_int_const(1));
    if (!lc_int_eq(lc_poly_constant(symbol->of), up)) {
        lcv_ast *of = write_operand(w, symbol->of);
        return write_group(w, !alone, write_op(w, LCV_OP_DIV, of, write_int(w, symbol->divisor)));
    }
    lc_poly *shift = lc_poly_const(ctx, up);
    lc_poly *of = lc_poly_sub(ctx, symbol->of, shift);
    lcv_ast *rounded = of ? write_poly(w, of) : NULL;
    lc_poly_free(of);
    lc_poly_free(shift);
    return write_call(w, "ceil_div", rounded, write_int(w, symbol->divisor));
}

/* The quotient of a parameter as a program would compute it: (M-3)/8. */
static lcv_ast *write_size(writing *w, const lcv_symbol *symbol, bool alone)
{
    bool whole = lc_int_is_one(symbol->factor) && lc_int_is_zero(symbol->residue);
    lcv_ast *size = write_name(w, symbol->name);
    if (!lc_int_is_zero(symbol->residue))
        size = write_group(w, true, write_op(w, LCV_OP_SUB, size, write_int(w, symbol->residue)));
    if (!whole)
        size = write_op(w, LCV_OP_DIV, size, write_int(w, symbol->factor));
    return write_group(w, !whole && !alone, size);
}

/* `alone`: it is no operand, and needs no parentheses. */
static lcv_ast *write_symbol(writing *w, const lcv_symbol *symbol, bool alone)
{
    if (symbol->kind == LCV_SYMBOL_FLOOR)
        return write_floor(w, symbol, alone);
    if (symbol->kind == LCV_SYMBOL_RATIO)
        return write_ratio(w, symbol, alone);
    if (symbol->kind == LCV_SYMBOL_SIZE)
        return write_size(w, symbol, alone);
    lcv_ast *of = write_poly(w, symbol->of);
    return write_call(w, "min", of, write_poly(w, symbol->other));
}

static lcv_ast *negated(writing *w, bool negative, lcv_ast *ast)
{
    return negative ? write_op(w, LCV_OP_NEG, ast, NULL) : ast;
}

/* A term, its sign with its first factor where it is the first. */
static lcv_ast *write_term(writing *w, lc_int coefficient, const lc_monomial *m, bool first,
                           bool last)
{
    lc_int size = lc_int_abs(lcv_symbols_ctx(w->s), coefficient);
    bool negative = first && lc_int_sign(coefficient) < 0;
    bool unit = lc_int_is_one(size) && m->degree > 0;
    bool alone = first && last && unit && m->degree == 1 && !negative;
    lcv_ast *product = unit ? NULL : negated(w, negative, write_int(w, size));
    for (uint32_t i = 0; i < m->degree; i++) {
        lcv_ast *factor = write_symbol(w, lcv_symbols_at(w->s, m->var[i]), alone);
        product = i == 0 && unit ? negated(w, negative, factor)
                                 : write_op(w, LCV_OP_MUL, product, factor);
    }
    return product;
}

static lcv_ast *write_poly(writing *w, const lc_poly *p)
{
    size_t n = lc_poly_nterms(p);
    if (w->length > LONGEST)
        return write_name(w, "...");
    lcv_ast *sum = n == 0 ? write_int(w, lc_int_const(0)) : NULL;
    for (size_t i = 0; i < n; i++) {
        lc_int coefficient = lc_poly_coefficient(p, i);
        lcv_op op = lc_int_sign(coefficient) < 0 ? LCV_OP_SUB : LCV_OP_ADD;
        lcv_ast *term = write_term(w, coefficient, lc_poly_monomial(p, i), i == 0, i + 1 == n);
        sum = i == 0 ? term : write_op(w, op, sum, term);
    }
    return sum;
}

lcv_ast *lcv_size_to_tree(const lcv_symbols *s, const lc_poly *p, lcv_arena *arena)
{
    lc_ctx *ctx = lcv_symbols_ctx(s);
    writing w = {.s = s, .arena = arena};
    lcv_ast *tree = p && arena ? write_poly(&w, p) : NULL;
    if (!tree && lc_ctx_code(ctx) == LC_OK)
        lc_no_memory(ctx);
    return tree;
}

char *lcv_size_to_str(const lcv_symbols *s, const lc_poly *p)
{
    lcv_arena *arena = lcv_arena_new();
    char *made = lcv_ast_text(lcv_size_to_tree(s, p, arena));
    lcv_arena_free(arena);
    if (!made && lc_ctx_code(lcv_symbols_ctx(s)) == LC_OK)
        lc_no_memory(lcv_symbols_ctx(s));
    return made;
}
