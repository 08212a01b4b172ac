/* move.c - instructions that move, widen, choose and compare integers. */
#include "config.h"

#include "internal.h"

/* ---- vectors ---- */

/* The operand that the result is asked of, inside of the first one; n: how many are inside. */
static uint32_t element(const lck_step *s, uint32_t *n)
{
    const lck_ptx_operand *to = lck_ptx_operand_of(s->f->m, s->p, 0);
    *n = to ? to->ninside : 0;
    if (!to || to->ninside == 0)
        return 0;
    return s->slot + s->p->operand - to->inside;
}

/* Operand j inside of operand k. */
static const lc_expr *inside(const lck_step *s, const lck_ptx_operand *o, uint32_t j)
{
    return lck_formula_operand(s->f, s->insn, o->inside + j - s->p->operand);
}

static const lc_expr *packed(const lck_step *s, const lck_ptx_operand *from)
{
    unsigned bits = from->ninside > 0 ? s->type.bits / from->ninside : 0;
    const lc_expr *sum = lck_int(s->f, 0);
    if (bits == 0 || s->type.bits > 64)
        return NULL;
    for (uint32_t j = 0; j < from->ninside; j++) {
        const lc_expr *e = inside(s, from, j);
        bool top = j + 1 == from->ninside;
        e = top ? lck_as_signed(s->f, e, bits) : lck_as_unsigned(s->f, e, bits);
        sum = lck_plus(s->f, sum, lck_power(j * bits), e);
    }
    return sum;
}

const lc_expr *lck_step_mov(const lck_step *s)
{
    uint32_t n, j = element(s, &n);
    const lck_ptx_operand *from = lck_ptx_operand_of(s->f->m, s->p, 1);
    if (!from || s->type.bits > 64)
        return NULL;
    if (from->kind == LCK_PTX_VECTOR && n == 0)
        return packed(s, from);
    if (from->kind == LCK_PTX_VECTOR) /* mov.v2, mov.v4 */
        return n == from->ninside ? inside(s, from, j) : NULL;
    const lc_expr *e = lck_step_arg(s, 1, s->type.bits);
    return n > 0 ? lck_divide_power(s->f, e, j * (s->type.bits / n)) : e;
}

/* ---- parameters, and what threads keep in shared memory ---- */

/* The bits of the register that is written. */
static unsigned written(const lck_step *s)
{
    uint32_t value = s->f->flow->def[s->f->flow->insn[s->insn].slot + s->slot];
    return value == LCK_FLOW_NONE ? 64 : s->f->flow->value[value].type.bits;
}

static const lc_expr *as(const lck_step *s, const lc_expr *e, lck_ptx_type type)
{
    return type.kind == LCK_PTX_SIGNED ? lck_as_signed(s->f, e, type.bits)
                                       : lck_as_unsigned(s->f, e, type.bits);
}

static const lc_expr *kept(const lck_step *s)
{
    uint32_t n, j = element(s, &n);
    uint32_t store = s->f->kept[s->insn];
    s->f->kept[s->insn] = LCK_FLOW_NONE; /* while it is looked for */
    const lc_expr *e = lck_kept_value(s->f, store, s->insn, j);
    s->f->kept[s->insn] = store;
    return s->type.bits < written(s) ? as(s, e, s->type) : e;
}

const lc_expr *lck_step_ld(const lck_step *s)
{
    if (s->f->kept[s->insn] != LCK_FLOW_NONE)
        return kept(s);
    uint32_t n, j = element(s, &n), at = s->f->flow->insn[s->insn].slot + s->slot;
    uint32_t variable;
    int64_t offset;
    uint32_t stored = s->f->flow->use[at]; /* where a call that stands here has stored it */
    if (stored != LCK_FLOW_NONE)
        return lck_formula_seen(s->f, stored, s->f->flow->insn[s->insn].block);
    if (!lck_symbols_place(s->f, s->insn, 1, &variable, &offset))
        return NULL;
    return lck_symbol_argument(s->f, variable, offset + (int64_t)j * s->type.bits / 8,
                               s->type.bits);
}

/* A number that a call gets. */
const lc_expr *lck_step_st(const lck_step *s)
{
    return lck_formula_operand(s->f, s->insn, s->slot);
}

/* ---- widths ---- */

const lc_expr *lck_step_cvt(const lck_step *s)
{
    lck_ptx_type to = s->type, from = lck_ptx_insn_type(s->f->m, s->p, 1);
    if (from.kind == LCK_PTX_FLOAT || from.bits == 0 || from.bits > 64)
        return NULL;
    const lc_expr *e = lck_step_arg(s, 1, from.bits);
    if (to.bits > from.bits)
        e = as(s, e, from);
    return to.bits < written(s) ? as(s, e, to) : e;
}

const lc_expr *lck_step_cvta(const lck_step *s)
{
    return lck_step_arg(s, 1, s->type.bits);
}

/* ---- bytes ---- */

/* Bytes of two registers by a number that is written out; those that follow each other in one
 * stay together. */
const lc_expr *lck_step_prmt(const lck_step *s)
{
    int64_t by;
    lck_formulas *f = s->f;
    const lc_expr *in[2] = {lck_step_arg(s, 1, 32), lck_step_arg(s, 2, 32)}, *sum = lck_int(f, 0);
    if (s->p->nmodifiers != 1 || !lc_expr_is_int(lck_step_arg(s, 3, 32), &by))
        return NULL;
    for (unsigned j = 0, n; j < 4; j += n) {
        unsigned from = (unsigned)(by >> (4 * j)) & 15;
        n = 1;
        if (from > 7)
            return NULL;
        while (j + n < 4 && (from + n) % 4 != 0 && ((by >> (4 * (j + n))) & 15) == from + n)
            n++;
        const lc_expr *part = lck_bits_field(f, in[from / 4], from % 4 * 8, 8 * n);
        sum = lck_plus(f, sum, lck_power(8 * j), part);
    }
    return sum;
}

/* ---- choices and comparisons ---- */

const lc_expr *lck_step_selp(const lck_step *s)
{
    return lck_select(s->f, lck_step_arg(s, 3, 1), lck_step_arg(s, 1, s->type.bits),
                      lck_step_arg(s, 2, s->type.bits));
}

typedef struct {
    const char *name;
    lc_expr_op op;
    bool turned;      /* the second operand first */
    bool is_unsigned; /* by its name */
} comparison;

static const comparison comparisons[] = {
    {"eq", LC_EXPR_EQ, false, false}, {"ne", LC_EXPR_NE, false, false},
    {"lt", LC_EXPR_LT, false, false}, {"le", LC_EXPR_LE, false, false},
    {"gt", LC_EXPR_LT, true, false},  {"ge", LC_EXPR_LE, true, false},
    {"lo", LC_EXPR_LT, false, true},  {"ls", LC_EXPR_LE, false, true},
    {"hi", LC_EXPR_LT, true, true},   {"hs", LC_EXPR_LE, true, true},
};

static bool fits_signed(const lc_expr *e, unsigned bits)
{
    return bits >= 64 || (e->low >= -lck_power(bits - 1) && e->high < lck_power(bits - 1));
}

static bool fits_unsigned(const lc_expr *e, unsigned bits)
{
    return e->low >= 0 && (bits >= 64 || e->high < lck_power(bits));
}

/* a < b or a <= b of numbers without sign. A negative a that is below no b >= 0 is large. */
static const lc_expr *below(lck_formulas *f, lc_expr_op op, const lc_expr *a, const lc_expr *b,
                            unsigned bits)
{
    const lc_expr *zero = lck_int(f, 0);
    if (!f->options.exact && bits < 64) { /* what is below 0 is meant as a signed number */
        a = a->low < 0 && !fits_signed(a, bits) ? lck_as_signed(f, a, bits) : a;
        b = b->low < 0 && !fits_signed(b, bits) ? lck_as_signed(f, b, bits) : b;
    }
    if (!a || !b)
        return NULL;
    if (fits_unsigned(a, bits) && fits_unsigned(b, bits))
        return lck_make(f, op, a, b);
    if (fits_signed(a, bits) && fits_signed(b, bits) && b->low >= 0)
        return lck_make(f, LC_EXPR_ALL, lck_make(f, LC_EXPR_LE, zero, a), lck_make(f, op, a, b));
    if (fits_signed(a, bits) && fits_signed(b, bits) && a->low >= 0)
        return lck_make(f, LC_EXPR_ANY, lck_make(f, LC_EXPR_LT, b, zero), lck_make(f, op, a, b));
    return lck_make(f, op, lck_as_unsigned(f, a, bits), lck_as_unsigned(f, b, bits));
}

/* Of signed numbers. Whether one is negative may be known by more than its formula. */
static const lc_expr *ordered(lck_formulas *f, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    int64_t v;
    if (a && op == LC_EXPR_LT && b && lc_expr_is_int(b, &v) && v == 0)
        return lck_is_negative(f, a);
    if (b && a && lc_expr_is_int(a, &v) && v == (op == LC_EXPR_LT ? -1 : 0)) {
        const lc_expr *negative = lck_is_negative(f, b);
        return negative ? lc_expr_not(f->x, negative) : NULL;
    }
    return lck_make(f, op, a, b);
}

static const lc_expr *compare(const lck_step *s, const comparison *c, const lc_expr *a,
                              const lc_expr *b, lck_ptx_type type)
{
    lck_formulas *f = s->f;
    unsigned bits = type.bits;
    if (!a || !b)
        return NULL;
    if (bits == 1)
        return lck_make(f, c->op, a, b);
    if (c->op == LC_EXPR_EQ || c->op == LC_EXPR_NE) {
        if (!fits_unsigned(a, bits) || !fits_unsigned(b, bits)) {
            a = lck_as_signed(f, a, bits);
            b = lck_as_signed(f, b, bits);
        }
        return lck_make(f, c->op, a, b);
    }
    if (c->is_unsigned || type.kind != LCK_PTX_SIGNED)
        return c->turned ? below(f, c->op, b, a, bits) : below(f, c->op, a, b, bits);
    a = lck_as_signed(f, a, bits);
    b = lck_as_signed(f, b, bits);
    return c->turned ? ordered(f, c->op, b, a) : ordered(f, c->op, a, b);
}

static const lc_expr *compared(const lck_step *s, lck_ptx_type type)
{
    lck_ptx_text name = lck_ptx_modifier(s->f->m, s->p, 0);
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (lck_ptx_text_is(name, comparisons[i].name))
            return compare(s, &comparisons[i], lck_step_arg(s, 1, type.bits),
                           lck_step_arg(s, 2, type.bits), type);
    return NULL;
}

const lc_expr *lck_step_setp(const lck_step *s)
{
    static const struct {
        const char *name;
        lc_expr_op op;
    } connectives[] = {{"and", LC_EXPR_ALL}, {"or", LC_EXPR_ANY}, {"xor", LC_EXPR_NE}};
    uint32_t n;
    bool second = element(s, &n) == 1;
    const lc_expr *e = compared(s, s->type);
    if (second && e)
        e = lc_expr_not(s->f->x, e);
    for (size_t i = 0; s->p->noperands > 3 && i < 3; i++)
        if (lck_ptx_has(s->f->m, s->p, connectives[i].name))
            return lck_make(s->f, connectives[i].op, e, lck_step_arg(s, 3, 1));
    return s->p->noperands > 3 ? NULL : e;
}

const lc_expr *lck_step_set(const lck_step *s)
{
    lck_ptx_type from = lck_ptx_insn_type(s->f->m, s->p, 1);
    if (s->p->noperands > 3 || from.kind == LCK_PTX_FLOAT || from.bits == 0)
        return NULL;
    return lck_select(s->f, compared(s, from), lck_int(s->f, -1), lck_int(s->f, 0));
}

/* ---- spaces ---- */

const lc_expr *lck_step_isspacep(const lck_step *s)
{
    const lc_expr *offset;
    const lck_ptx_symbol *base = lck_formula_base(s->f, lck_step_arg(s, 1, 64), &offset);
    if (!base || base->kind != LCK_SYMBOL_VARIABLE)
        return NULL;
    return lck_int(s->f, s->f->m->variable[base->of].space == lck_ptx_insn_space(s->f->m, s->p));
}

/* ---- other lanes ---- */

/* Is a lane tid.x % 32? */
static bool lanes_are_x(const lck_formulas *f)
{
    return (f->block[0] > 0 && f->block[0] % 32 == 0) || (f->block[1] == 1 && f->block[2] == 1);
}

static bool is_of_lane(const void *f, size_t slot)
{
    const lck_ptx_symbol *s = &((const lck_formulas *)f)->symbol[slot];
    return s->kind == LCK_SYMBOL_DATA && (s->varies & LCK_BY_LANE);
}

/* shfl.idx from a lane of the whole warp: the formula at that thread. The lane that it is read
 * from takes part, or the result is not defined. */
const lc_expr *lck_step_shfl(const lck_step *s)
{
    lck_formulas *f = s->f;
    int64_t bound;
    uint32_t n;
    const lc_expr *e = lck_step_arg(s, 1, 32);
    const lc_expr *lane = lck_make(f, LC_EXPR_MOD, lck_step_arg(s, 2, 32), lck_int(f, 32));
    if (element(s, &n) > 0 || !lck_ptx_has(f->m, s->p, "idx") || !e || !lane ||
        !lc_expr_is_int(lck_step_arg(s, 3, 32), &bound) || bound != 31 ||
        lc_expr_any(e, is_of_lane, f))
        return NULL;
    const lc_expr *x = lck_formulas_tid(f, 0);
    if (x->op != LC_EXPR_VAR || !lc_expr_has(e, x))
        return (lck_formula_varies(f, e) & LCK_BY_LANE) ? NULL : e;
    if (!lanes_are_x(f))
        return NULL;
    const lc_expr *first = lck_make(f, LC_EXPR_MUL, lck_make(f, LC_EXPR_DIV, x, lck_int(f, 32)),
                                    lck_int(f, 32));
    const lc_expr *other = lck_plus(f, first, 1, lane);
    other = other ? lc_expr_assume(f->x, other, 0, x->high) : NULL;
    e = other ? lc_expr_substitute(f->x, e, x, other) : NULL;
    lc_ctx_reset(f->ctx);
    return e;
}
