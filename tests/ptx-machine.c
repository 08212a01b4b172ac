/* ptx-machine.c - integer instructions, computed. */
#include "config.h"

#include "ptx-machine.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

typedef struct {
    ptx_machine *c;
    const lck_ptx_insn *p;
    unsigned bits;
    bool is_signed;
} step;

static uint64_t masked(uint64_t v, unsigned bits)
{
    return bits >= 64 ? v : v & (((uint64_t)1 << bits) - 1);
}

static int64_t extended(uint64_t v, unsigned bits)
{
    return bits >= 64 ? (int64_t)v : (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static bool is(const step *s, const char *name)
{
    return lck_ptx_is(s->p, name);
}

static bool has(const step *s, const char *modifier)
{
    return lck_ptx_has(s->c->m, s->p, modifier);
}

/* ---- operands ---- */

static uint64_t special(const ptx_machine *c, const lck_ptx_operand *o)
{
    uint32_t n = c->tid[0] + c->ntid[0] * (c->tid[1] + c->ntid[1] * c->tid[2]);
    switch (o->special) {
    case LCK_PTX_TID: return c->tid[o->axis];
    case LCK_PTX_NTID: return c->ntid[o->axis];
    case LCK_PTX_CTAID: return c->ctaid[o->axis];
    case LCK_PTX_NCTAID: return c->nctaid[o->axis];
    case LCK_PTX_LANEID: return n % 32;
    case LCK_PTX_WARPID: return n / 32;
    default: return 0;
    }
}

static uint64_t read(const ptx_machine *c, const lck_ptx_operand *o)
{
    switch (o->kind) {
    case LCK_PTX_REGISTER: return o->negated ? !c->reg[o->reg] : c->reg[o->reg];
    case LCK_PTX_INTEGER: return (uint64_t)o->value;
    case LCK_PTX_SPECIAL: return special(c, o);
    default: return 0;
    }
}

static uint64_t in(const step *s, uint32_t k)
{
    return masked(read(s->c, lck_ptx_operand_of(s->c->m, s->p, k)), s->bits);
}

static wide number(const step *s, uint32_t k)
{
    return s->is_signed ? (wide)extended(in(s, k), s->bits) : (wide)in(s, k);
}

static uint32_t word(const step *s, uint32_t k)
{
    return (uint32_t)read(s->c, lck_ptx_operand_of(s->c->m, s->p, k));
}

static void write(const step *s, const lck_ptx_operand *to, uint64_t v)
{
    if (to->kind == LCK_PTX_REGISTER)
        s->c->reg[to->reg] = masked(v, s->c->m->reg[to->reg].type.bits);
}

static void out(const step *s, uint64_t v)
{
    write(s, lck_ptx_operand_of(s->c->m, s->p, 0), v);
}

/* ---- arithmetic ---- */

static uint64_t product(const step *s)
{
    wide v = number(s, 1) * number(s, 2);
    return has(s, "wide") ? (uint64_t)v : has(s, "hi") ? (uint64_t)(v >> s->bits) : (uint64_t)v;
}

static uint64_t quotient(const step *s, bool rest)
{
    wide a = number(s, 1), b = number(s, 2);
    if (b == 0)
        return rest ? (uint64_t)a : UINT64_MAX;
    return (uint64_t)(rest ? a % b : a / b);
}

static uint64_t shifted(const step *s)
{
    uint32_t by = word(s, 2);
    if (is(s, "shl"))
        return by >= s->bits ? 0 : in(s, 1) << by;
    if (by >= s->bits)
        by = s->is_signed ? s->bits - 1 : s->bits;
    return s->is_signed ? (uint64_t)(extended(in(s, 1), s->bits) >> by)
           : by >= 64   ? 0
                        : in(s, 1) >> by;
}

static uint64_t funnel(const step *s)
{
    uint64_t both = (uint64_t)word(s, 2) << 32 | word(s, 1);
    uint32_t by = has(s, "wrap") ? word(s, 3) & 31 : word(s, 3) > 32 ? 32 : word(s, 3);
    return has(s, "l") ? (both << by) >> 32 : both >> by;
}

static uint64_t field(const step *s)
{
    uint32_t at = word(s, 2) & 255, n = word(s, 3) & 255;
    uint64_t v = 0, a = in(s, 1);
    uint64_t sign = n == 0 || !s->is_signed ? 0
                    : at + n - 1 < s->bits  ? a >> (at + n - 1) & 1
                                            : a >> (s->bits - 1) & 1;
    for (uint32_t i = 0; i < s->bits; i++) {
        uint64_t bit = i < n && at + i < s->bits ? a >> (at + i) & 1 : sign;
        v |= bit << i;
    }
    return v;
}

static uint64_t inserted(const step *s)
{
    uint64_t a = in(s, 1), v = in(s, 2);
    uint32_t at = word(s, 3) & 255, n = word(s, 4) & 255;
    for (uint32_t i = 0; i < n && at + i < s->bits; i++)
        v = (v & ~((uint64_t)1 << (at + i))) | (a >> i & 1) << (at + i);
    return v;
}

static uint64_t table(const step *s)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t at = (in(s, 1) >> i & 1) * 4 + (in(s, 2) >> i & 1) * 2 + (in(s, 3) >> i & 1);
        v |= ((uint64_t)word(s, 4) >> at & 1) << i;
    }
    return v;
}

static uint64_t permuted(const step *s)
{
    uint64_t both = (uint64_t)word(s, 2) << 32 | word(s, 1), v = 0;
    for (unsigned j = 0; j < 4; j++) {
        unsigned from = word(s, 3) >> (4 * j) & 15;
        uint64_t byte = both >> (8 * (from & 7)) & 255;
        v |= (from > 7 ? (byte & 128 ? 255u : 0u) : byte) << (8 * j);
    }
    return v;
}

static uint64_t counted(const step *s)
{
    uint64_t v = in(s, 1);
    return (uint64_t)(is(s, "popc") ? __builtin_popcountll(v)
                      : v == 0      ? (int)s->bits
                                    : __builtin_clzll(v) - (64 - (int)s->bits));
}

static uint64_t reversed(const step *s)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < s->bits; i++)
        v |= (in(s, 1) >> i & 1) << (s->bits - 1 - i);
    return v;
}

static bool arithmetic(const step *s, uint64_t *v)
{
    wide a = number(s, 1), b = s->p->noperands > 2 ? number(s, 2) : 0;
    if (is(s, "add"))
        *v = (uint64_t)(a + b);
    else if (is(s, "sub"))
        *v = (uint64_t)(a - b);
    else if (is(s, "mul"))
        *v = product(s);
    else if (is(s, "mad")) {
        unsigned bits = has(s, "wide") ? 2 * s->bits : s->bits;
        *v = product(s) + masked(read(s->c, lck_ptx_operand_of(s->c->m, s->p, 3)), bits);
    } else if (is(s, "div") || is(s, "rem"))
        *v = quotient(s, is(s, "rem"));
    else if (is(s, "min") || is(s, "max"))
        *v = (uint64_t)((a < b) == is(s, "min") ? a : b);
    else if (is(s, "abs"))
        *v = (uint64_t)(a < 0 ? -a : a);
    else if (is(s, "neg"))
        *v = (uint64_t)-a;
    else
        return false;
    return true;
}

static bool bits(const step *s, uint64_t *v)
{
    uint64_t a = in(s, 1), b = s->p->noperands > 2 ? in(s, 2) : 0;
    if (is(s, "and"))
        *v = a & b;
    else if (is(s, "or"))
        *v = a | b;
    else if (is(s, "xor"))
        *v = a ^ b;
    else if (is(s, "not"))
        *v = ~a;
    else if (is(s, "shl") || is(s, "shr"))
        *v = shifted(s);
    else if (is(s, "shf"))
        *v = funnel(s);
    else if (is(s, "bfe"))
        *v = field(s);
    else if (is(s, "bfi"))
        *v = inserted(s);
    else if (is(s, "lop3"))
        *v = table(s);
    else if (is(s, "prmt"))
        *v = permuted(s);
    else if (is(s, "brev"))
        *v = reversed(s);
    else if (is(s, "popc") || is(s, "clz"))
        *v = counted(s);
    else
        return false;
    return true;
}

/* ---- comparisons, moves ---- */

static bool compared(const step *s, bool inverted)
{
    wide a = number(s, 1), b = number(s, 2);
    bool holds = has(s, "eq")                   ? a == b
                 : has(s, "ne")                 ? a != b
                 : has(s, "lt") || has(s, "lo") ? a < b
                 : has(s, "le") || has(s, "ls") ? a <= b
                 : has(s, "gt") || has(s, "hi") ? a > b
                                                : a >= b;
    holds = holds != inverted;
    if (s->p->noperands < 4)
        return holds;
    bool with = read(s->c, lck_ptx_operand_of(s->c->m, s->p, 3)) != 0;
    return has(s, "and") ? holds && with : has(s, "or") ? holds || with : holds != with;
}

static uint64_t loaded(const step *s, const lck_ptx_operand *from)
{
    uint64_t at = (from->reg == LCK_PTX_NONE ? 0 : s->c->reg[from->reg]) + (uint64_t)from->value;
    if (from->variable != LCK_PTX_NONE &&
        s->c->m->variable[from->variable].role == LCK_PTX_ARGUMENT)
        return s->c->argument[s->c->m->variable[from->variable].index];
    at = (at + 77) * 0x9E3779B97F4A7C15u;
    return at ^ at >> 29;
}

static uint64_t converted(const step *s)
{
    lck_ptx_type to = lck_ptx_insn_type(s->c->m, s->p, 0),
                 from = lck_ptx_insn_type(s->c->m, s->p, 1);
    uint64_t v = masked(read(s->c, lck_ptx_operand_of(s->c->m, s->p, 1)), from.bits);
    v = from.kind == LCK_PTX_SIGNED ? (uint64_t)extended(v, from.bits) : v;
    return to.kind == LCK_PTX_SIGNED ? (uint64_t)extended(v, to.bits) : masked(v, to.bits);
}

static uint64_t packed(const step *s, const lck_ptx_operand *from)
{
    uint64_t v = 0;
    unsigned each = s->bits / from->ninside;
    for (uint32_t j = 0; j < from->ninside; j++)
        v |= masked(read(s->c, lck_ptx_inside(s->c->m, from, j)), each) << (j * each);
    return v;
}

static void move(const step *s)
{
    const lck_ptx_operand *to = lck_ptx_operand_of(s->c->m, s->p, 0);
    const lck_ptx_operand *from = lck_ptx_operand_of(s->c->m, s->p, 1);
    uint64_t v = from->kind == LCK_PTX_VECTOR ? packed(s, from) : read(s->c, from);
    if (s->bits == 1)
        v = v != 0;
    if (to->kind != LCK_PTX_VECTOR) {
        write(s, to, v);
        return;
    }
    for (uint32_t j = 0; j < to->ninside; j++)
        write(s, lck_ptx_inside(s->c->m, to, j), v >> (j * (s->bits / to->ninside)));
}

bool ptx_machine_runs(const ptx_machine *c, const lck_ptx_insn *insn)
{
    return insn->guard == LCK_PTX_NONE || (c->reg[insn->guard] != 0) != insn->guard_negated;
}

bool ptx_machine_step(ptx_machine *c, const lck_ptx_insn *insn)
{
    lck_ptx_type type = lck_ptx_insn_type(c->m, insn, 0);
    step s = {c, insn, type.bits, type.kind == LCK_PTX_SIGNED};
    const lck_ptx_operand *to = lck_ptx_operand_of(c->m, insn, 0);
    uint64_t v = 0;
    if (is(&s, "mov"))
        move(&s);
    else if (is(&s, "cvt"))
        out(&s, converted(&s));
    else if (is(&s, "ld"))
        out(&s, s.is_signed
                    ? (uint64_t)extended(loaded(&s, lck_ptx_operand_of(c->m, insn, 1)), s.bits)
                    : masked(loaded(&s, lck_ptx_operand_of(c->m, insn, 1)), s.bits));
    else if (is(&s, "selp"))
        out(&s, read(c, lck_ptx_operand_of(c->m, insn, 3)) ? in(&s, 1) : in(&s, 2));
    else if (is(&s, "setp")) {
        bool holds = compared(&s, false), other = compared(&s, true);
        write(&s, to->kind == LCK_PTX_PAIR ? lck_ptx_inside(c->m, to, 0) : to, holds);
        if (to->kind == LCK_PTX_PAIR)
            write(&s, lck_ptx_inside(c->m, to, 1), other);
    } else if (arithmetic(&s, &v) || bits(&s, &v))
        out(&s, v);
    else
        return false;
    return true;
}
