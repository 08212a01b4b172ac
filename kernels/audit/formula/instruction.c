/* instruction.c - results of integer instructions as formulas of their operands.
 *
 * PTX ISA, "Integer Arithmetic Instructions", "Logic and Shift Instructions", "Comparison and
 * Selection Instructions". A row an instruction.
 */
#include "config.h"

#include "internal.h"

#include <string.h>

/* ---- operands ---- */

/* A number that is written out, as a signed one of its width. */
static int64_t cut(int64_t v, unsigned bits)
{
    if (bits >= 64)
        return v;
    uint64_t u = (uint64_t)v & (((uint64_t)1 << bits) - 1), sign = (uint64_t)1 << (bits - 1);
    return (int64_t)(u ^ sign) - (int64_t)sign;
}

const lc_expr *lck_step_arg(const lck_step *s, uint32_t k, unsigned bits)
{
    const lck_ptx_operand *o = lck_ptx_operand_of(s->f->m, s->p, k);
    if (!o || (o->kind == LCK_PTX_INTEGER && bits == 0))
        return NULL;
    if (o->kind == LCK_PTX_INTEGER)
        return lck_int(s->f, bits == 1 ? o->value != 0 : cut(o->value, bits));
    return lck_formula_operand(s->f, s->insn, k);
}

/* Operand k as its type reads it. */
static const lc_expr *number_of(const lck_step *s, uint32_t k, lck_ptx_type type)
{
    const lc_expr *e = lck_step_arg(s, k, type.bits);
    return type.kind == LCK_PTX_SIGNED ? lck_as_signed(s->f, e, type.bits)
                                       : lck_as_unsigned(s->f, e, type.bits);
}

static const lc_expr *arg(const lck_step *s, uint32_t k)
{
    return lck_step_arg(s, k, s->type.bits);
}

static const lc_expr *number(const lck_step *s, uint32_t k)
{
    return number_of(s, k, s->type);
}

static bool has(const lck_step *s, const char *modifier)
{
    return lck_ptx_has(s->f->m, s->p, modifier);
}

/* An operand that is a number which is written out or follows from such. */
static bool constant(const lck_step *s, uint32_t k, int64_t *value)
{
    return lc_expr_is_int(lck_as_unsigned(s->f, lck_step_arg(s, k, 32), 32), value);
}

/* ---- sums and products ---- */

static const lc_expr *add(const lck_step *s)
{
    return lck_plus(s->f, arg(s, 1), 1, arg(s, 2));
}

static const lc_expr *sub(const lck_step *s)
{
    return lck_make(s->f, LC_EXPR_SUB, arg(s, 1), arg(s, 2));
}

static const lc_expr *neg(const lck_step *s)
{
    return lck_plus(s->f, lck_int(s->f, 0), -1, arg(s, 1));
}

static const lc_expr *absolute(const lck_step *s)
{
    const lc_expr *a = number(s, 1);
    return lck_make(s->f, LC_EXPR_MAX, a, lck_plus(s->f, lck_int(s->f, 0), -1, a));
}

static bool is_large(const lc_expr *a, const lc_expr *b)
{
    __extension__ typedef __int128 wide;
    wide p = (wide)(a->low < 0 ? a->low : -a->high) * (b->low < 0 ? b->low : -b->high);
    wide q = (wide)(a->high > -a->low ? a->high : -(a->low + 1)) *
             (b->high > -b->low ? b->high : -(b->low + 1));
    wide limit = (wide)1 << 61;
    return p > limit || p < -limit || q > limit || q < -limit;
}

/* The axes of a block whose extents it is the product of, as bits; 0: it is none. */
static unsigned extents(const lck_formulas *f, const lc_expr *e)
{
    if (e->op == LC_EXPR_VAR && f->symbol[e->slot].kind == LCK_SYMBOL_NTID)
        return 1u << f->symbol[e->slot].axis;
    unsigned a = e->op == LC_EXPR_MUL ? extents(f, e->arg[0]) : 0;
    unsigned b = a ? extents(f, e->arg[1]) : 0;
    return b && !(a & b) ? a | b : 0;
}

static const lc_expr *product(const lck_step *s)
{
    unsigned bits = s->type.bits;
    bool wide = has(s, "wide");
    const lc_expr *a = wide ? number(s, 1) : arg(s, 1), *b = wide ? number(s, 2) : arg(s, 2);
    if (has(s, "hi"))
        return lck_high(s->f, number(s, 1), number(s, 2), bits);
    if (!wide && a && b && bits < 64 && is_large(a, b)) {
        a = lck_as_signed(s->f, a, bits);
        b = lck_as_signed(s->f, b, bits);
    }
    const lc_expr *e = lck_make(s->f, LC_EXPR_MUL, a, b);
    return e && extents(s->f, e) ? lc_expr_assume(s->f->x, e, 1, 1024) : e;
}

static const lc_expr *mad(const lck_step *s)
{
    unsigned bits = has(s, "wide") ? 2u * s->type.bits : s->type.bits;
    const lc_expr *p = lck_settled(s->f, product(s), bits);
    return lck_plus(s->f, p, 1, lck_step_arg(s, 3, bits));
}

static const lc_expr *mul24(const lck_step *s)
{
    lck_ptx_type narrow = {s->type.kind, 24};
    if (has(s, "hi"))
        return NULL;
    return lck_make(s->f, LC_EXPR_MUL, number_of(s, 1, narrow), number_of(s, 2, narrow));
}

static const lc_expr *mad24(const lck_step *s)
{
    return lck_plus(s->f, mul24(s), 1, arg(s, 3));
}

static const lc_expr *quotient(const lck_step *s)
{
    return lck_quotient(s->f, number(s, 1), number(s, 2));
}

static const lc_expr *rest(const lck_step *s)
{
    return lck_remainder(s->f, number(s, 1), number(s, 2));
}

static const lc_expr *least(const lck_step *s)
{
    return has(s, "relu") ? NULL : lck_make(s->f, LC_EXPR_MIN, number(s, 1), number(s, 2));
}

static const lc_expr *most(const lck_step *s)
{
    return has(s, "relu") ? NULL : lck_make(s->f, LC_EXPR_MAX, number(s, 1), number(s, 2));
}

static const lc_expr *difference(const lck_step *s)
{
    const lc_expr *a = number(s, 1), *b = number(s, 2);
    const lc_expr *d = lck_make(s->f, LC_EXPR_MAX, lck_plus(s->f, a, -1, b),
                                lck_plus(s->f, b, -1, a));
    return lck_plus(s->f, arg(s, 3), 1, d);
}

/* ---- bits ---- */

static const lc_expr * and (const lck_step *s)
{
    return lck_bits_and(s->f, arg(s, 1), arg(s, 2), s->type.bits);
}

static const lc_expr * or (const lck_step *s)
{
    return lck_bits_or(s->f, arg(s, 1), arg(s, 2), s->type.bits);
}

static const lc_expr * xor
    (const lck_step *s) { return lck_bits_xor(s->f, arg(s, 1), arg(s, 2), s->type.bits); }

        static const lc_expr
        * not(const lck_step *s)
{
    const lc_expr *a = arg(s, 1);
    if (s->type.bits == 1)
        return a ? lc_expr_not(s->f->x, a) : NULL;
    return lck_bits_not(s->f, a);
}

static const lc_expr *cnot(const lck_step *s)
{
    return lck_make(s->f, LC_EXPR_EQ, lck_as_signed(s->f, arg(s, 1), s->type.bits),
                    lck_int(s->f, 0));
}

static const lc_expr *shl(const lck_step *s)
{
    return lck_bits_left(s->f, arg(s, 1), lck_step_arg(s, 2, 32), s->type.bits);
}

/* The instruction of this name that an operand is the result of; LCK_FLOW_NONE. */
static uint32_t maker(const lck_step *s, uint32_t insn, uint32_t k, const char *name)
{
    const lck_flow *flow = s->f->flow;
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    uint32_t value = k < p->nall ? flow->use[flow->insn[insn].slot + k] : LCK_FLOW_NONE;
    const lck_flow_value *v = value == LCK_FLOW_NONE ? NULL : &flow->value[value];
    if (!v || v->kind != LCK_FLOW_RESULT || v->block != flow->insn[s->insn].block)
        return LCK_FLOW_NONE;
    return lck_ptx_is(lck_flow_of(flow, v->insn), name) ? v->insn : LCK_FLOW_NONE;
}

/* A quotient as compilers compute it: the upper half of a product with a number that is written
 * out, plus the dividend where that number is negative, shifted to the right. */
static const lc_expr *shifted_product(const lck_step *s, int64_t by)
{
    lck_formulas *f = s->f;
    const lck_flow *flow = f->flow;
    uint32_t sum = LCK_FLOW_NONE, product = maker(s, s->insn, 1, "mul");
    for (uint32_t k = 1; k < 3 && product == LCK_FLOW_NONE; k++)
        if ((sum = maker(s, s->insn, 1, "add")) != LCK_FLOW_NONE)
            product = maker(s, sum, k, "mul");
    if (product == LCK_FLOW_NONE)
        return NULL;
    lck_step of = {f, product, 0, lck_flow_of(flow, product), s->type};
    of.type = lck_ptx_insn_type(f->m, of.p, 0);
    const lck_ptx_operand *factor = lck_ptx_operand_of(f->m, of.p, 2);
    if (!has(&of, "hi") || !factor || factor->kind != LCK_PTX_INTEGER ||
        of.type.bits != s->type.bits)
        return NULL;
    bool negative = of.type.kind == LCK_PTX_SIGNED && cut(factor->value, of.type.bits) < 0;
    uint32_t dividend = flow->use[flow->insn[product].slot + 1];
    if (sum != LCK_FLOW_NONE) {
        uint32_t slot = flow->insn[sum].slot;
        if (!negative || (flow->use[slot + 1] != dividend && flow->use[slot + 2] != dividend))
            return NULL;
    } else if (negative)
        return NULL;
    uint64_t m = (uint64_t)factor->value;
    if (of.type.bits < 64)
        m &= ((uint64_t)1 << of.type.bits) - 1;
    const lc_expr *a = number(&of, 1);
    if (by == s->type.bits - 1 && of.type.kind == LCK_PTX_SIGNED) /* its sign is that of a */
        return lck_select(f, lck_is_negative(f, a),
                          lck_int(f, s->type.kind == LCK_PTX_SIGNED ? -1 : 1), lck_int(f, 0));
    return lck_scaled(f, a, m, of.type.bits + (unsigned)by);
}

static const lc_expr *shr(const lck_step *s)
{
    int64_t by;
    const lc_expr *q = constant(s, 2, &by) && by < s->type.bits ? shifted_product(s, by) : NULL;
    if (q)
        return q;
    return lck_bits_right(s->f, arg(s, 1), lck_step_arg(s, 2, 32), s->type.bits,
                          s->type.kind == LCK_PTX_SIGNED);
}

/* Two registers side by side, shifted. */
static const lc_expr *shf(const lck_step *s)
{
    int64_t by;
    lck_formulas *f = s->f;
    const lc_expr *low = lck_as_unsigned(f, lck_step_arg(s, 1, 32), 32);
    const lc_expr *high = lck_step_arg(s, 2, 32);
    if (!constant(s, 3, &by))
        return NULL;
    by = has(s, "wrap") ? by % 32 : by > 32 ? 32 : by;
    int64_t right = has(s, "l") ? 32 - by : by;
    return lck_plus(f, lck_divide_power(f, low, (unsigned)right), 1,
                    lck_bits_left(f, high, lck_int(f, 32 - right), 32));
}

static const lc_expr *bfe(const lck_step *s)
{
    int64_t at, n;
    unsigned bits = s->type.bits;
    const lc_expr *a = arg(s, 1);
    if (!constant(s, 2, &at) || !constant(s, 3, &n))
        return NULL;
    at %= 256;
    n %= 256;
    if (n == 0 || at >= bits)
        return n == 0 || s->type.kind != LCK_PTX_SIGNED
                   ? lck_int(s->f, 0)
                   : lck_bits_right(s->f, a, lck_int(s->f, bits - 1), bits, true);
    if (at + n >= bits)
        return lck_bits_right(s->f, a, lck_int(s->f, at), bits, s->type.kind == LCK_PTX_SIGNED);
    const lc_expr *e = lck_bits_field(s->f, a, (unsigned)at, (unsigned)n);
    return s->type.kind == LCK_PTX_SIGNED ? lck_as_signed(s->f, e, (unsigned)n) : e;
}

static const lc_expr *bfi(const lck_step *s)
{
    int64_t at, n;
    unsigned bits = s->type.bits;
    lck_formulas *f = s->f;
    const lc_expr *a = arg(s, 1), *b = arg(s, 2);
    if (!constant(s, 3, &at) || !constant(s, 4, &n))
        return NULL;
    at %= 256;
    n %= 256;
    if (n == 0 || at >= bits)
        return b;
    n = at + n > bits ? bits - at : n;
    const lc_expr *old = lck_bits_field(f, b, (unsigned)at, (unsigned)n);
    const lc_expr *new = lck_bits_field(f, a, 0, (unsigned)n);
    const lc_expr *change = lck_make(f, LC_EXPR_SUB, new, old);
    return at > 61
               ? NULL
               : lck_plus(f, b, 1,
                          lck_make(f, LC_EXPR_MUL, change, lck_int(f, lck_power((unsigned)at))));
}

/* A table of three bits as a sum over F2 of products of operands: the coefficient of a product is
 * the parity of the entries below it. */
static const lc_expr *lop3(const lck_step *s)
{
    int64_t table;
    lck_formulas *f = s->f;
    const lc_expr *sum = lck_int(f, 0), *in[3] = {arg(s, 1), arg(s, 2), arg(s, 3)};
    const lck_ptx_operand *to = lck_ptx_operand_of(f->m, s->p, 0);
    if (!to || to->kind != LCK_PTX_REGISTER || !constant(s, 4, &table))
        return NULL;
    /* entry 4 a + 2 b + c */
    for (unsigned set = 0; set < 8 && sum; set++) {
        unsigned parity = 0;
        for (unsigned below = 0; below < 8; below++)
            if ((below & ~set) == 0)
                parity ^= (unsigned)(table >> below) & 1;
        if (!parity)
            continue;
        const lc_expr *term = lck_int(f, -1);
        for (unsigned i = 0; i < 3; i++)
            if (set >> (2 - i) & 1)
                term = lck_bits_and(f, in[i], term, 32);
        sum = lck_bits_xor(f, sum, term, 32);
    }
    return sum;
}

static const lc_expr *brev(const lck_step *s)
{
    return lck_bits_reversed(s->f, arg(s, 1), s->type.bits);
}

/* What is shifted beyond the last bit is cut off, as a mask that is clamped is. */
static const lc_expr *bmsk(const lck_step *s)
{
    lck_formulas *f = s->f;
    const lc_expr *end = lck_bits_left(f, lck_int(f, 1), lck_step_arg(s, 2, 32), 32);
    return has(s, "clamp")
               ? lck_bits_left(f, lck_plus(f, end, 1, lck_int(f, -1)), lck_step_arg(s, 1, 32), 32)
               : NULL;
}

static const lc_expr *szext(const lck_step *s)
{
    int64_t n;
    if (!constant(s, 2, &n) || n < 1 || n > 32)
        return NULL;
    return number_of(s, 1, (lck_ptx_type){s->type.kind, (uint16_t)n});
}

/* ---- the table ---- */

typedef struct {
    const char *name;
    lck_step_make *make;
    bool any; /* of bits that are no integers, too */
} row;

static const row rows[] = {
    {"add", add, false},
    {"sub", sub, false},
    {"mul", product, false},
    {"mad", mad, false},
    {"mul24", mul24, false},
    {"mad24", mad24, false},
    {"sad", difference, false},
    {"neg", neg, false},
    {"abs", absolute, false},
    {"min", least, false},
    {"max", most, false},
    {"div", quotient, false},
    {"rem", rest, false},
    {"and", and, false},
    {"or", or, false},
    {"xor", xor, false},
    {"not", not, false},
    {"cnot", cnot, false},
    {"shl", shl, false},
    {"shr", shr, false},
    {"shf", shf, false},
    {"bfe", bfe, false},
    {"bfi", bfi, false},
    {"lop3", lop3, false},
    {"brev", brev, false},
    {"bmsk", bmsk, false},
    {"szext", szext, false},
    {"prmt", lck_step_prmt, false},
    {"setp", lck_step_setp, false},
    {"set", lck_step_set, false},
    {"selp", lck_step_selp, true},
    {"mov", lck_step_mov, true},
    {"cvt", lck_step_cvt, false},
    {"cvta", lck_step_cvta, false},
    {"ld", lck_step_ld, true},
    {"st", lck_step_st, true},
    {"shfl", lck_step_shfl, true},
    {"isspacep", lck_step_isspacep, true},
};

static const row *row_of(const lck_ptx_insn *p)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lck_ptx_is(p, rows[i].name))
            return &rows[i];
    return NULL;
}

/* Types like s16x2, and results that are held within bounds or need a carry. */
static bool is_special(const lck_ptx_module *m, const lck_ptx_insn *p)
{
    static const char *const words[] = {"sat", "cc", "pack", "satfinite"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lck_ptx_has(m, p, words[i]))
            return true;
    for (uint32_t i = 0; i < p->nmodifiers; i++) {
        lck_ptx_text t = lck_ptx_modifier(m, p, i);
        if (lck_ptx_type_of(t).bits > 0 && memchr(t.at, 'x', t.n))
            return true;
    }
    return false;
}

bool lck_formula_reads(const lck_formulas *f, uint32_t insn)
{
    const lck_ptx_insn *p = lck_flow_of(f->flow, insn);
    const row *r = row_of(p);
    if (!r || is_special(f->m, p))
        return false;
    if (lck_ptx_is(p, "ld") || lck_ptx_is(p, "st"))
        return lck_ptx_insn_space(f->m, p) == LCK_PTX_PARAM || f->kept[insn] != LCK_FLOW_NONE;
    lck_ptx_type type = lck_ptx_insn_type(f->m, p, 0);
    return r->any || (type.kind != LCK_PTX_FLOAT && type.bits > 0 && type.bits <= 64);
}

const lc_expr *lck_formula_result(lck_formulas *f, uint32_t insn, uint32_t slot)
{
    const lck_ptx_insn *p = lck_flow_of(f->flow, insn);
    lck_step s = {f, insn, slot, p, lck_ptx_insn_type(f->m, p, 0)};
    return lck_formula_reads(f, insn) ? row_of(p)->make(&s) : NULL;
}

const lc_expr *lck_formula_selected(lck_formulas *f, uint32_t value)
{
    const lck_flow *flow = f->flow;
    const lck_flow_value *v = &flow->value[value];
    uint32_t yes = lck_flow_arg(flow, value, 0), no = lck_flow_arg(flow, value, 1);
    if (flow->value[no].kind == LCK_FLOW_UNDEFINED)
        return lck_formula_seen(f, yes, v->block);
    const lc_expr *guard = lck_formula_seen(f, flow->insn[v->insn].guard, v->block);
    if (guard && lck_flow_of(flow, v->insn)->guard_negated)
        guard = lc_expr_not(f->x, guard);
    return lck_select(f, guard, lck_formula_seen(f, yes, v->block),
                      lck_formula_seen(f, no, v->block));
}
