/* origin.c - a byte of a register, followed backwards to what loaded it.
 *
 * Values of the flow are taken apart byte by byte: moves, vectors that are packed and unpacked,
 * conversions between integers, permutations of bytes, masks and shifts by whole bytes, choices,
 * joins of ways, shuffles from lanes that are formulas. Whatever computes is an end.
 */
#include "config.h"

#include "internal.h"

#include <stdio.h>

typedef struct {
    lck_formulas *f;
    const lck_flow *flow;
    const lck_ptx_module *m;
    lc_exprs *x;
    unsigned work; /* values that were looked at */
} tracer;

static void of_value(tracer *t, uint32_t value, unsigned byte, lck_bytes *out, unsigned depth);

/* ---- results ---- */

static void set(lck_bytes *out, tracer *t, lck_byte byte)
{
    out->n = 1;
    out->at[0].when = lc_expr_int(t->x, 1);
    out->at[0].byte = byte;
}

static void unknown(lck_bytes *out, tracer *t, const char *what, uint32_t line)
{
    lck_byte byte = {.kind = LCK_BYTE_UNKNOWN};
    if (line > 0)
        snprintf(byte.why, sizeof byte.why, "%.60s in line %u", what, line);
    else
        snprintf(byte.why, sizeof byte.why, "%.90s", what);
    set(out, t, byte);
}

static void number(lck_bytes *out, tracer *t, uint8_t value)
{
    set(out, t, (lck_byte){.kind = LCK_BYTE_NUMBER, .number = value});
}

static bool is_number(const lck_bytes *b, uint8_t value)
{
    return b->n == 1 && b->at[0].byte.kind == LCK_BYTE_NUMBER && b->at[0].byte.number == value;
}

/* `yes` where the condition holds, else `no`. */
static void choose(lck_bytes *out, tracer *t, const lc_expr *c, const lck_bytes *yes,
                   const lck_bytes *no)
{
    int64_t value;
    if (!c || yes->n + no->n > LCK_ORIGIN_CASES) {
        unknown(out, t, c ? "a choice of too many values" : "a choice that is not known", 0);
        return;
    }
    if (lc_expr_is_int(c, &value)) {
        *out = value ? *yes : *no;
        return;
    }
    const lc_expr *other = lc_expr_not(t->x, c);
    lck_bytes made = {0};
    for (int side = 0; side < 2; side++) {
        const lck_bytes *from = side == 0 ? yes : no;
        for (size_t i = 0; i < from->n; i++) {
            made.at[made.n] = from->at[i];
            made.at[made.n++].when = lc_expr_make(t->x, LC_EXPR_ALL, side == 0 ? c : other,
                                                  from->at[i].when);
        }
    }
    for (size_t i = 0; i < made.n; i++)
        if (!made.at[i].when) {
            lc_ctx_reset(lc_exprs_ctx(t->x));
            unknown(out, t, "a choice that is not known", 0);
            return;
        }
    *out = made;
}

/* ---- operands ---- */

static void of_operand(tracer *t, uint32_t insn, uint32_t k, unsigned byte, lck_bytes *out,
                       unsigned depth)
{
    const lck_ptx_insn *p = lck_flow_of(t->flow, insn);
    const lck_ptx_operand *o = &t->m->operand[p->operand + k];
    uint32_t use = t->flow->use[t->flow->insn[insn].slot + k];
    if (o->kind == LCK_PTX_INTEGER || o->kind == LCK_PTX_REAL)
        number(out, t, (uint8_t)(byte < 8 ? (uint64_t)o->value >> (8 * byte) : 0));
    else if (o->kind != LCK_PTX_REGISTER || use == LCK_FLOW_NONE || o->negated)
        unknown(out, t, "an operand that is not followed", p->line);
    else if (t->flow->block[t->flow->insn[insn].block].loop !=
                 t->flow->block[t->flow->value[use].block].loop &&
             !lck_flow_in_loop(t->flow, t->flow->insn[insn].block,
                               t->flow->block[t->flow->value[use].block].loop))
        unknown(out, t, "what a loop leaves", p->line);
    else
        of_value(t, use, byte, out, depth + 1);
}

/* Operand j inside of operand k, both counted from the instruction's first. */
static uint32_t inside(const lck_ptx_insn *p, const lck_ptx_operand *o, uint32_t j)
{
    return o->inside + j - p->operand;
}

static bool number_of(tracer *t, uint32_t insn, uint32_t k, int64_t *value)
{
    const lc_expr *e = lck_formula_operand(t->f, insn, k);
    return e && lc_expr_is_int(e, value);
}

/* ---- lanes ---- */

/* The thread's lane, where lanes follow tid.x; NULL: they do not. */
static const lc_expr *own_lane(lck_formulas *f)
{
    int64_t block[3];
    lck_formulas_block(f, block);
    bool follow = (block[0] > 0 && block[0] % 32 == 0) || (block[1] == 1 && block[2] == 1);
    lc_exprs *x = lck_formulas_exprs(f);
    return follow ? lc_expr_make(x, LC_EXPR_MOD, lck_formulas_tid(f, 0), lc_expr_int(x, 32))
                  : NULL;
}

/* tid.x of a lane of the thread's warp. */
static const lc_expr *thread_of(lck_formulas *f, const lc_expr *lane)
{
    lc_exprs *x = lck_formulas_exprs(f);
    const lc_expr *tid = lck_formulas_tid(f, 0), *own = own_lane(f);
    if (!own || !lane)
        return NULL;
    return lc_expr_make(x, LC_EXPR_ADD, lc_expr_make(x, LC_EXPR_SUB, tid, own), lane);
}

const lc_expr *lck_origin_at(lck_formulas *f, const lc_expr *e, const lc_expr *lane)
{
    lc_exprs *x = lck_formulas_exprs(f);
    const lc_expr *tid = lck_formulas_tid(f, 0);
    if (!lane || !e || tid->op != LC_EXPR_VAR || !lc_expr_has(e, tid))
        return e;
    lane = lc_expr_assume(x, lane, 0, tid->high);
    e = lane ? lc_expr_substitute(x, e, tid, lane) : NULL;
    lc_ctx_reset(lc_exprs_ctx(x));
    return e;
}

bool lck_origin_matrix(lck_formulas *f, uint32_t j, unsigned byte, bool transposed,
                       const lc_expr **lane, const lc_expr **offset)
{
    lc_exprs *x = lck_formulas_exprs(f);
    const lc_expr *own = own_lane(f);
    const lc_expr *group = own ? lc_expr_make(x, LC_EXPR_DIV, own, lc_expr_int(x, 4)) : NULL;
    const lc_expr *of_4 = own ? lc_expr_make(x, LC_EXPR_MOD, own, lc_expr_int(x, 4)) : NULL;
    const lc_expr *row, *at;
    if (!own)
        return false;
    if (transposed) {
        row = lc_expr_add_scaled(x, lc_expr_int(x, 8 * (int64_t)j + byte / 2), 2, of_4);
        at = lc_expr_add_scaled(x, lc_expr_int(x, byte % 2), 2, group);
    } else {
        row = lc_expr_add_scaled(x, lc_expr_int(x, 8 * (int64_t)j), 1, group);
        at = lc_expr_add_scaled(x, lc_expr_int(x, byte), 4, of_4);
    }
    *lane = thread_of(f, row);
    *offset = at;
    return *lane && at;
}

/* What another lane has: each case as that thread says it. */
static void moved(tracer *t, lck_bytes *b, const lc_expr *lane, uint32_t line)
{
    for (size_t i = 0; i < b->n; i++) {
        lck_byte *byte = &b->at[i].byte;
        b->at[i].when = lck_origin_at(t->f, b->at[i].when, lane);
        if (byte->kind == LCK_BYTE_LOADED) {
            byte->lane = byte->lane ? lck_origin_at(t->f, byte->lane, lane) : lane;
            byte->offset = lck_origin_at(t->f, byte->offset, lane);
        }
        if (!b->at[i].when || (byte->kind == LCK_BYTE_LOADED && (!byte->lane || !byte->offset))) {
            unknown(b, t, "shfl", line);
            return;
        }
    }
}

/* The lane that a shuffle of the whole warp reads; NULL: it is not known. */
static const lc_expr *lane_read(tracer *t, uint32_t insn)
{
    const lck_ptx_insn *p = lck_flow_of(t->flow, insn);
    const lc_expr *own = own_lane(t->f);
    const lc_expr *by = lck_formula_operand(t->f, insn, 2);
    int64_t bound;
    if (!own || !by || !number_of(t, insn, 3, &bound))
        return NULL;
    lc_exprs *x = t->x;
    const lc_expr *e = NULL;
    bool full = (bound & 31) == 31 && bound >> 8 == 0;
    if (lck_ptx_has(t->m, p, "idx") && full)
        e = by->low >= 0 ? lc_expr_make(x, LC_EXPR_MOD, by, lc_expr_int(x, 32)) : NULL;
    else if (lck_ptx_has(t->m, p, "bfly") && full && by->low >= 0 && by->high < 32)
        e = lc_expr_make(x, LC_EXPR_XOR, own, by);
    else if (lck_ptx_has(t->m, p, "down") && full && by->low >= 0 && by->high < 32) {
        const lc_expr *sum = lc_expr_make(x, LC_EXPR_ADD, own, by);
        e = lc_expr_select(x, lc_expr_make(x, LC_EXPR_LT, sum, lc_expr_int(x, 32)), sum, own);
    } else if (lck_ptx_has(t->m, p, "up") && bound == 0 && by->low >= 0 && by->high < 32) {
        const lc_expr *rest = lc_expr_make(x, LC_EXPR_SUB, own, by);
        e = lc_expr_select(x, lc_expr_make(x, LC_EXPR_LE, lc_expr_int(x, 0), rest), rest, own);
    }
    e = e ? lc_expr_assume(x, e, 0, 31) : NULL;
    const lc_expr *thread = thread_of(t->f, e);
    lc_ctx_reset(lc_exprs_ctx(x));
    return thread;
}

/* ---- instructions ---- */

typedef struct {
    tracer *t;
    uint32_t insn, slot;
    const lck_ptx_insn *p;
    unsigned byte, depth;
    lck_bytes *out;
} step;

static void fail(const step *s)
{
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)(s->p->opcode.n < 38 ? s->p->opcode.n : 38),
             s->p->opcode.at);
    unknown(s->out, s->t, name, s->p->line);
}

/* The element of a vector that the result is, from 0; *n of how many, 0: it is no vector. */
static uint32_t element(const step *s, uint32_t *n)
{
    const lck_ptx_operand *to = lck_ptx_operand_of(s->t->m, s->p, 0);
    *n = to ? to->ninside : 0;
    return *n ? s->slot - inside(s->p, to, 0) : 0;
}

static void pass(const step *s, uint32_t k, unsigned byte)
{
    of_operand(s->t, s->insn, k, byte, s->out, s->depth);
}

static void trace_mov(const step *s)
{
    uint32_t n, j = element(s, &n);
    const lck_ptx_operand *from = lck_ptx_operand_of(s->t->m, s->p, 1);
    unsigned bytes = lck_ptx_insn_type(s->t->m, s->p, 0).bits / 8u;
    if (from->kind == LCK_PTX_VECTOR && n == 0 && from->ninside > 0 && bytes > 0) {
        unsigned each = bytes / from->ninside;
        pass(s, inside(s->p, from, s->byte / each), s->byte % each);
    } else if (from->kind != LCK_PTX_VECTOR && bytes > 0)
        pass(s, 1, n > 0 ? j * (bytes / n) + s->byte : s->byte);
    else
        fail(s);
}

static void trace_load(const step *s)
{
    uint32_t n, j = element(s, &n), at = s->t->flow->insn[s->insn].slot + s->slot;
    unsigned bytes = lck_ptx_insn_type(s->t->m, s->p, 0).bits / 8u;
    lck_ptx_type type = lck_ptx_insn_type(s->t->m, s->p, 0);
    if (s->t->flow->use[at] != LCK_FLOW_NONE) { /* handed to a call that stands here */
        of_value(s->t, s->t->flow->use[at], s->byte, s->out, s->depth + 1);
        return;
    }
    if (lck_ptx_insn_space(s->t->m, s->p) == LCK_PTX_PARAM || bytes == 0)
        fail(s);
    else if (s->byte < bytes)
        set(s->out, s->t,
            (lck_byte){.kind = LCK_BYTE_LOADED,
                       .insn = s->insn,
                       .offset = lc_expr_int(s->t->x, (int64_t)j * bytes + s->byte)});
    else if (type.kind == LCK_PTX_SIGNED)
        fail(s);
    else
        number(s->out, s->t, 0);
}

static void trace_matrix(const step *s)
{
    uint32_t n, j = element(s, &n);
    lck_byte byte = {.kind = LCK_BYTE_LOADED, .insn = s->insn};
    bool plain = lck_ptx_has(s->t->m, s->p, "m8n8") && lck_ptx_has(s->t->m, s->p, "b16");
    if (plain && lck_origin_matrix(s->t->f, j, s->byte, lck_ptx_has(s->t->m, s->p, "trans"),
                                   &byte.lane, &byte.offset))
        set(s->out, s->t, byte);
    else
        fail(s);
}

static void trace_cvt(const step *s)
{
    lck_ptx_type to = lck_ptx_insn_type(s->t->m, s->p, 0),
                 from = lck_ptx_insn_type(s->t->m, s->p, 1);
    bool floats = to.kind == LCK_PTX_FLOAT || from.kind == LCK_PTX_FLOAT;
    unsigned low = from.bits < to.bits ? from.bits / 8u : to.bits / 8u;
    if (floats || from.bits == 0 || to.bits == 0 || lck_ptx_has(s->t->m, s->p, "sat"))
        fail(s);
    else if (s->byte < low)
        pass(s, 1, s->byte);
    else if (from.kind == LCK_PTX_SIGNED && s->byte < to.bits / 8u)
        fail(s);
    else
        number(s->out, s->t, 0);
}

static void trace_prmt(const step *s)
{
    int64_t by;
    if (s->p->nmodifiers != 1 || !number_of(s->t, s->insn, 3, &by) || s->byte > 3) {
        fail(s);
        return;
    }
    unsigned from = (unsigned)(by >> (4 * s->byte)) & 15;
    if (from > 7)
        fail(s);
    else
        pass(s, 1 + from / 4, from % 4);
}

static void trace_selp(const step *s)
{
    lck_bytes yes, no;
    of_operand(s->t, s->insn, 1, s->byte, &yes, s->depth);
    of_operand(s->t, s->insn, 2, s->byte, &no, s->depth);
    choose(s->out, s->t, lck_formula_operand(s->t->f, s->insn, 3), &yes, &no);
}

static void trace_shfl(const step *s)
{
    uint32_t n, j = element(s, &n);
    const lc_expr *lane = n == 0 || j == 0 ? lane_read(s->t, s->insn) : NULL;
    if (!lane) {
        fail(s);
        return;
    }
    pass(s, 1, s->byte);
    moved(s->t, s->out, lane, s->p->line);
}

/* Bytes of an `and` or an `or` that leave one side as it is. */
static void trace_bits(const step *s)
{
    bool is_and = lck_ptx_is(s->p, "and");
    lck_bytes side[2];
    for (uint32_t k = 0; k < 2; k++)
        of_operand(s->t, s->insn, 1 + k, s->byte, &side[k], s->depth);
    for (int k = 0; k < 2; k++) {
        if (is_and && is_number(&side[k], 0)) {
            number(s->out, s->t, 0);
            return;
        }
        if (is_number(&side[k], is_and ? 255 : 0)) {
            *s->out = side[!k];
            return;
        }
    }
    fail(s);
}

static void trace_shift(const step *s)
{
    int64_t by;
    bool left = lck_ptx_is(s->p, "shl");
    lck_ptx_type type = lck_ptx_insn_type(s->t->m, s->p, 0);
    if (!number_of(s->t, s->insn, 2, &by) || by < 0 || by % 8 != 0 ||
        (!left && type.kind == LCK_PTX_SIGNED)) {
        fail(s);
        return;
    }
    int64_t from = left ? s->byte - by / 8 : s->byte + by / 8;
    if (from < 0 || from >= type.bits / 8)
        number(s->out, s->t, 0);
    else
        pass(s, 1, (unsigned)from);
}

static const struct {
    const char *name;
    void (*trace)(const step *s);
} rows[] = {
    {"mov", trace_mov},         {"ld", trace_load},   {"ldu", trace_load},  {"cvt", trace_cvt},
    {"ldmatrix", trace_matrix}, {"prmt", trace_prmt}, {"selp", trace_selp}, {"shfl", trace_shfl},
    {"and", trace_bits},        {"or", trace_bits},   {"shl", trace_shift}, {"shr", trace_shift},
    {"st", trace_load}, /* of a parameter of a call */
};

static void of_result(tracer *t, const lck_flow_value *v, unsigned byte, lck_bytes *out,
                      unsigned depth)
{
    step s = {.t = t,
              .insn = v->insn,
              .slot = v->slot,
              .p = lck_flow_of(t->flow, v->insn),
              .byte = byte,
              .depth = depth,
              .out = out};
    if (lck_ptx_is(s.p, "st")) {
        of_operand(t, v->insn, v->slot, byte, out, depth);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lck_ptx_is(s.p, rows[i].name)) {
            rows[i].trace(&s);
            return;
        }
    fail(&s);
}

/* ---- values ---- */

/* A join of ways that lead forward; each has its condition. */
static void of_join(tracer *t, uint32_t value, unsigned byte, lck_bytes *out, unsigned depth)
{
    const lck_flow_value *v = &t->flow->value[value];
    const lck_flow_block *b = &t->flow->block[v->block];
    lck_bytes made;
    for (uint32_t i = 0; i < b->npreds; i++)
        if (t->flow->edge[b->pred + i] >= v->block) {
            unknown(out, t, "what a loop carries from trip to trip", 0);
            return;
        }
    of_value(t, lck_flow_arg(t->flow, value, v->n - 1), byte, &made, depth + 1);
    for (uint32_t i = v->n - 1; i-- > 0;) {
        lck_bytes one, both;
        of_value(t, lck_flow_arg(t->flow, value, i), byte, &one, depth + 1);
        choose(&both, t, lck_formula_arrives(t->f, v->block, i), &one, &made);
        made = both;
    }
    *out = made;
}

static void of_value(tracer *t, uint32_t value, unsigned byte, lck_bytes *out, unsigned depth)
{
    const lck_flow_value *v = &t->flow->value[value];
    if (depth > LCK_ORIGIN_DEPTH || t->work++ > LCK_ORIGIN_WORK) {
        unknown(out, t, "a long way through registers", 0);
        return;
    }
    if (v->kind == LCK_FLOW_RESULT)
        of_result(t, v, byte, out, depth);
    else if (v->kind == LCK_FLOW_SELECT) {
        const lck_ptx_insn *p = lck_flow_of(t->flow, v->insn);
        const lc_expr *c = lck_formula_of(t->f, t->flow->insn[v->insn].guard);
        lck_bytes yes, no;
        of_value(t, lck_flow_arg(t->flow, value, 0), byte, &yes, depth + 1);
        of_value(t, lck_flow_arg(t->flow, value, 1), byte, &no, depth + 1);
        choose(out, t, c && p->guard_negated ? lc_expr_not(t->x, c) : c, &yes, &no);
    } else if (v->kind == LCK_FLOW_PHI && v->n > 0)
        of_join(t, value, byte, out, depth);
    else
        unknown(out, t, "a register that nothing was written to", 0);
}

void lck_origin_of(lck_formulas *f, uint32_t insn, uint32_t k, unsigned byte, lck_bytes *out)
{
    const lck_flow *flow = lck_formulas_flow(f);
    tracer t = {.f = f, .flow = flow, .m = flow->module, .x = lck_formulas_exprs(f)};
    of_operand(&t, insn, k, byte, out, 0);
}
