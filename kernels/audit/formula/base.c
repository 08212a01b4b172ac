/* base.c - the symbol that an address counts from, and bytes from there. */
#include "config.h"

#include "internal.h"

/* The pointers among the terms of a sum: terms that are known to be one count before those that
 * may be. */
typedef struct {
    const lck_ptx_symbol *said, *maybe;
    unsigned nsaid, nmaybe;
} bases;

/* k e is the address of a symbol. */
static const lck_ptx_symbol *symbol_of(const lck_formulas *f, const lc_expr *e)
{
    int64_t k = 1;
    if (e->op == LC_EXPR_MUL && lc_expr_is_int(e->arg[1], &k))
        e = e->arg[0];
    if (e->op != LC_EXPR_VAR)
        return NULL;
    const lck_ptx_symbol *s = &f->symbol[e->slot];
    bool maybe = s->bits == 64 && (s->kind == LCK_SYMBOL_ARGUMENT || s->kind == LCK_SYMBOL_DATA);
    return k == (s->counts ? s->multiple : 1) && (s->pointer || maybe) ? s : NULL;
}

static const lck_ptx_symbol *the_one(const bases *b)
{
    return b->nsaid == 1 ? b->said : b->nsaid == 0 && b->nmaybe == 1 ? b->maybe : NULL;
}

static void find_bases(const lck_formulas *f, const lc_expr *e, bases *b)
{
    const lck_ptx_symbol *s = symbol_of(f, e);
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB) {
        find_bases(f, e->arg[0], b);
        if (e->op == LC_EXPR_ADD)
            find_bases(f, e->arg[1], b);
        return;
    }
    if (e->op == LC_EXPR_SELECT) { /* the same one on both sides */
        bases yes = {0}, no = {0};
        find_bases(f, e->arg[1], &yes);
        find_bases(f, e->arg[2], &no);
        s = the_one(&yes) == the_one(&no) ? the_one(&yes) : NULL;
    }
    if (s && s->pointer) {
        b->said = s;
        b->nsaid++;
    } else if (s) {
        b->maybe = s;
        b->nmaybe++;
    }
}

/* A sum without the term that is the address of a symbol; NULL: it has none. Sums are taken apart
 * as they stand: their terms need not fit together in 64 bits. */
static const lc_expr *without(lck_formulas *f, const lc_expr *e, const lck_ptx_symbol *s)
{
    int64_t zero;
    if (symbol_of(f, e) == s)
        return lck_int(f, 0);
    if (e->op == LC_EXPR_SELECT)
        return lck_select(f, e->arg[0], without(f, e->arg[1], s), without(f, e->arg[2], s));
    if (e->op != LC_EXPR_ADD && e->op != LC_EXPR_SUB)
        return NULL;
    const lc_expr *rest = without(f, e->arg[0], s);
    if (rest && e->op == LC_EXPR_ADD && lc_expr_is_int(rest, &zero) && zero == 0)
        return e->arg[1];
    if (rest)
        return lck_make(f, e->op, rest, e->arg[1]);
    rest = e->op == LC_EXPR_ADD ? without(f, e->arg[1], s) : NULL;
    return rest && lc_expr_is_int(rest, &zero) && zero == 0
               ? e->arg[0]
               : lck_make(f, LC_EXPR_ADD, e->arg[0], rest);
}

static const lck_ptx_symbol *plain_base(lck_formulas *f, const lc_expr *address,
                                        const lc_expr **offset)
{
    bases b = {0};
    find_bases(f, address, &b);
    const lck_ptx_symbol *s = the_one(&b);
    const lc_expr *rest = s ? without(f, address, s) : NULL;
    if (!rest)
        return NULL;
    *offset = rest;
    return s;
}

/* The same modulo 2^32, of k (e % m) with k m = 2^32 without the remainder; NULL: it has none. */
static const lc_expr *unwrapped(lck_formulas *f, const lc_expr *e)
{
    int64_t k = 1, m;
    if (e->op == LC_EXPR_ADD && lc_expr_is_int(e->arg[1], &m)) {
        const lc_expr *a = unwrapped(f, e->arg[0]);
        return a ? lck_plus(f, a, 1, e->arg[1]) : NULL;
    }
    if (e->op == LC_EXPR_MUL && lc_expr_is_int(e->arg[1], &k))
        e = e->arg[0];
    bool whole = e->op == LC_EXPR_MOD && lc_expr_is_int(e->arg[1], &m) && k > 0 &&
                 m <= lck_power(32) / k && k * m == lck_power(32);
    return whole ? lck_make(f, LC_EXPR_MUL, e->arg[0], lck_int(f, k)) : NULL;
}

/* An address of 32 bits that may wrap around counts from its variable of shared memory like any
 * other: bytes from there are a number of 32 bits, too. */
const lck_ptx_symbol *lck_formula_base(lck_formulas *f, const lc_expr *address,
                                       const lc_expr **offset)
{
    *offset = address;
    const lck_ptx_symbol *s = address ? plain_base(f, address, offset) : NULL;
    const lc_expr *whole = address && !s ? unwrapped(f, address) : NULL, *rest = NULL;
    if (!whole)
        return s;
    s = plain_base(f, whole, &rest);
    if (!s || s->kind != LCK_SYMBOL_VARIABLE || f->m->variable[s->of].space != LCK_PTX_SHARED)
        return NULL;
    rest = lck_make(f, LC_EXPR_MOD, rest, lck_int(f, lck_power(32)));
    *offset = rest ? rest : address;
    return rest ? s : NULL;
}

/* ---- variables that begin where a pattern does ---- */

/* Does e grow by the same number whenever a variable grows by a step? By that, *by. Quotients and
 * remainders by a number that divides it, and XOR of bits below it, are exact: what grows is a
 * multiple of a power of two above those bits. */
static bool grows(const lc_expr *e, const lc_expr *var, int64_t step, int64_t *by)
{
    int64_t a[3] = {0}, k;
    *by = e->op == LC_EXPR_VAR && e->slot == var->slot ? step : 0;
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (!grows(e->arg[i], var, step, &a[i]))
            return false;
    switch (e->op) {
    case LC_EXPR_INT:
    case LC_EXPR_VAR: return true;
    case LC_EXPR_ADD: return !__builtin_add_overflow(a[0], a[1], by);
    case LC_EXPR_SUB: return !__builtin_sub_overflow(a[0], a[1], by);
    case LC_EXPR_MUL:
        return lc_expr_is_int(e->arg[1], &k) ? !__builtin_mul_overflow(a[0], k, by)
                                             : !a[0] && !a[1];
    case LC_EXPR_DIV:
    case LC_EXPR_MOD:
        if (!lc_expr_is_int(e->arg[1], &k))
            return !a[0] && !a[1];
        *by = e->op == LC_EXPR_DIV ? a[0] / k : 0;
        return a[0] % k == 0;
    case LC_EXPR_XOR: {
        int still = a[0] ? 1 : 0; /* the operand that does not grow */
        *by = a[1 - still];
        return !a[still] && (!*by || e->arg[still]->high < (*by & -*by));
    }
    case LC_EXPR_MIN:
    case LC_EXPR_MAX: *by = a[0]; return a[0] == a[1];
    case LC_EXPR_LT:
    case LC_EXPR_LE:
    case LC_EXPR_EQ:
    case LC_EXPR_NE: return a[0] == a[1];
    case LC_EXPR_SELECT: *by = a[1]; return !a[0] && a[1] == a[2];
    default: return !a[0] && !a[1];
    }
}

/* The one variable of shared memory in an address; NULL: none, or several. */
static const lck_ptx_symbol *variable_in(const lck_formulas *f, const lc_expr *e)
{
    const lck_ptx_symbol *one = NULL;
    for (size_t i = 0; i < lc_exprs_nvars(f->x); i++) {
        const lck_ptx_symbol *s = &f->symbol[i];
        if (s->kind != LCK_SYMBOL_VARIABLE || !lc_expr_has(e, s->var))
            continue;
        if (one || f->m->variable[s->of].space != LCK_PTX_SHARED)
            return NULL;
        one = s;
    }
    return one;
}

const lck_ptx_symbol *lck_formula_pattern(lck_formulas *f, const lc_expr *address,
                                          const lc_expr **offset)
{
    const lck_ptx_symbol *s = variable_in(f, address);
    int64_t by;
    if (!s || LCK_PATTERN % s->multiple != 0 ||
        !grows(address, s->var, LCK_PATTERN / s->multiple, &by) || by != LCK_PATTERN)
        return NULL;
    const lc_expr *at = lc_expr_substitute(f->x, address, s->var, lck_int(f, 0));
    lc_ctx_reset(lc_exprs_ctx(f->x));
    *offset = at ? at : *offset;
    return at ? s : NULL;
}

const lc_expr *lck_formula_on_pattern(lck_formulas *f, const lck_ptx_symbol *s,
                                      const lc_expr *guard)
{
    const int64_t step = LCK_PATTERN / s->multiple;
    int64_t by;
    if (!guard || !lc_expr_has(guard, s->var))
        return guard;
    if (guard->op == LC_EXPR_ALL)
        return lck_make(f, LC_EXPR_ALL, lck_formula_on_pattern(f, s, guard->arg[0]),
                        lck_formula_on_pattern(f, s, guard->arg[1]));
    if (grows(guard, s->var, step, &by) && by == 0)
        return lc_expr_substitute(f->x, guard, s->var, lck_int(f, 0));
    const lc_expr *rest = lck_make(f, LC_EXPR_MOD, s->var, lck_int(f, step));
    return lck_make(f, LC_EXPR_ALL, guard, lck_make(f, LC_EXPR_EQ, rest, lck_int(f, 0)));
}

const lc_expr *lck_formula_choice(lck_formulas *f, const lc_expr *address)
{
    bases yes = {0}, no = {0};
    const lc_expr *c = NULL;
    if (!address)
        return NULL;
    if (address->op == LC_EXPR_ADD || address->op == LC_EXPR_SUB) {
        c = lck_formula_choice(f, address->arg[0]);
        return c || address->op == LC_EXPR_SUB ? c : lck_formula_choice(f, address->arg[1]);
    }
    if (address->op != LC_EXPR_SELECT)
        return NULL;
    find_bases(f, address->arg[1], &yes);
    find_bases(f, address->arg[2], &no);
    return the_one(&yes) && the_one(&yes) != the_one(&no)
               ? address->arg[0]
               : lck_formula_choice(f, address->arg[1]);
}
