/* moves.c - what a kernel stores to global and to shared memory, and from where. */
#include "config.h"

#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool lck_copy_unknown(lck_copying *c, const char *format, ...)
{
    va_list args;
    if (c->why[0])
        return false;
    va_start(args, format);
    vsnprintf(c->why, sizeof c->why, format, args);
    va_end(args);
    return false;
}

static bool no_memory(lck_copying *c)
{
    c->failed = true;
    return false;
}

const lck_ptx_access *lck_copy_access(const lck_copying *c, uint32_t insn)
{
    for (size_t i = 0; i < c->list.n; i++)
        if (c->list.at[i].insn == insn)
            return &c->list.at[i];
    return NULL;
}

/* ---- loops ---- */

const lck_ptx_symbol *lck_copy_trip(const lck_copying *c, uint32_t loop)
{
    const lck_ptx_symbol *found = NULL; /* a loop that is counted anew has another one */
    for (size_t i = 0; i < lc_exprs_nvars(lck_formulas_exprs(c->f)); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(c->f, i);
        if (s->kind == LCK_SYMBOL_TRIP && s->of == loop)
            found = s;
    }
    return found;
}

bool lck_copy_loops(lck_copying *c, uint32_t insn, uint32_t loop[LCK_COPY_LOOPS], size_t *n)
{
    const lck_flow *flow = c->flow;
    uint32_t l = flow->block[flow->insn[insn].block].loop, line = lck_flow_of(flow, insn)->line;
    *n = l == LCK_FLOW_NONE ? 0 : flow->loop[l].depth;
    if (*n > LCK_COPY_LOOPS)
        return lck_copy_unknown(c, "line %u is in too many loops", line);
    for (size_t i = *n; i-- > 0; l = flow->loop[l].parent) {
        const lck_ptx_symbol *trip = lck_copy_trip(c, l);
        if (!trip || !trip->trips)
            return lck_copy_unknown(c, "the trips of the loop around line %u are not known",
                                    line);
        loop[i] = l;
    }
    return true;
}

/* ---- places ---- */

/* Where an access is, moved to another lane's address and by some bytes; false: it is no place
 * that is followed. */
static bool place_of(lck_copying *c, const lck_ptx_access *a, const lck_byte *byte, bool *global,
                     uint32_t *base, const lc_expr **at)
{
    lc_exprs *x = lck_formulas_exprs(c->f);
    bool shared = a->space == LCK_IN_SHARED &&
                  (a->base.kind == LCK_BASE_VARIABLE || a->base.kind == LCK_BASE_DYNAMIC);
    if (!shared &&
        !(a->space == LCK_IN_GLOBAL && a->base.kind == LCK_BASE_ARGUMENT && a->base.offset == 0))
        return lck_copy_unknown(c, "where %s in line %zu goes is not known", a->op, a->line);
    if (!a->at || a->why)
        return lck_copy_unknown(c, "line %zu: %s", a->line, a->why ? a->why : "no address");
    *global = !shared;
    *base = a->base.of;
    *at = lc_expr_make(x, LC_EXPR_ADD, lck_origin_at(c->f, a->at, byte->lane), byte->offset);
    lc_ctx_reset(lc_exprs_ctx(x));
    return *at || lck_copy_unknown(c, "the address in line %zu is too long", a->line);
}

/* ---- units ---- */

typedef struct {
    size_t n;
    lck_move_origin at[LCK_ORIGIN_CASES];
} origins;

/* The origin of a byte, as a place of memory. */
static bool origin_of_byte(lck_copying *c, const lck_byte *byte, const lc_expr *when,
                           lck_move_origin *o)
{
    *o = (lck_move_origin){.when = when, .kind = byte->kind, .insn = byte->insn};
    memcpy(o->why, byte->why, sizeof o->why);
    if (byte->kind != LCK_BYTE_LOADED)
        return true;
    const lck_ptx_access *a = lck_copy_access(c, byte->insn);
    if (!a || (a + 1 < c->list.at + c->list.n && a[1].insn == byte->insn))
        return lck_copy_unknown(c, "line %u loads from where nobody knows",
                                lck_flow_of(c->flow, byte->insn)->line);
    if (a->space == LCK_IN_LOCAL || a->space == LCK_IN_CONSTANT) {
        o->kind = LCK_BYTE_UNKNOWN;
        snprintf(o->why, sizeof o->why, "%.60s in line %zu", a->op, a->line);
        return true;
    }
    if (!place_of(c, a, byte, &o->global, &o->base, &o->at))
        return false;
    c->hops = c->hops || !o->global;
    return true;
}

/* Is `b` byte number i of the unit that begins with `a`? */
static bool follows(lc_exprs *x, const lck_byte *a, const lck_byte *b, int64_t i)
{
    if (a->kind != b->kind || a->kind == LCK_BYTE_UNKNOWN)
        return false;
    if (a->kind == LCK_BYTE_NUMBER)
        return true;
    bool lane = a->lane == b->lane || (a->lane && b->lane && lc_expr_equal(a->lane, b->lane));
    const lc_expr *next = lc_expr_make(x, LC_EXPR_ADD, a->offset, lc_expr_int(x, i));
    return lane && a->insn == b->insn && next && lc_expr_equal(next, b->offset);
}

/* Bytes first .. first + unit - 1 of operand k. */
static bool origins_of(lck_copying *c, uint32_t insn, uint32_t k, unsigned first,
                       const lc_expr *guard, origins *out)
{
    lc_exprs *x = lck_formulas_exprs(c->f);
    static const char mixed[] = "bytes of one element from several places";
    lck_bytes head, next;
    lck_origin_of(c->f, insn, k, first, &head);
    for (unsigned i = 1; i < c->unit; i++) {
        lck_origin_of(c->f, insn, k, first + i, &next);
        for (size_t n = 0; n < head.n; n++) {
            lck_byte *a = &head.at[n].byte;
            bool same = n < next.n && next.n == head.n &&
                        lc_expr_equal(head.at[n].when, next.at[n].when);
            if (a->kind != LCK_BYTE_UNKNOWN && (!same || !follows(x, a, &next.at[n].byte, i))) {
                *a = (lck_byte){.kind = LCK_BYTE_UNKNOWN};
                memcpy(a->why, mixed, sizeof mixed);
            }
        }
    }
    out->n = 0;
    for (size_t n = 0; n < head.n; n++) {
        int64_t holds;
        const lc_expr *when = lck_formula_under(c->f, guard, head.at[n].when);
        when = when ? when : head.at[n].when;
        if (lc_expr_is_int(when, &holds) && !holds)
            continue;
        if (!origin_of_byte(c, &head.at[n].byte, when, &out->at[out->n++]))
            return false;
    }
    lc_ctx_reset(lc_exprs_ctx(x));
    return true;
}

/* Do the units go on where those before them end? */
static bool goes_on(lck_copying *c, const lck_move *m, const origins *o)
{
    lc_exprs *x = lck_formulas_exprs(c->f);
    if (m->norigins != o->n)
        return false;
    for (size_t i = 0; i < o->n; i++) {
        const lck_move_origin *a = &m->origin[i], *b = &o->at[i];
        if (a->kind != b->kind || !lc_expr_equal(a->when, b->when))
            return false;
        if (a->kind != LCK_BYTE_LOADED)
            continue;
        const lc_expr *next = lc_expr_make(x, LC_EXPR_ADD, a->at,
                                           lc_expr_int(x, (int64_t)m->units * c->unit));
        if (a->insn != b->insn || a->base != b->base || a->global != b->global || !next ||
            !lc_expr_equal(next, b->at))
            return false;
    }
    return true;
}

static bool add_units(lck_copying *c, const lck_move *like, const origins *o)
{
    lck_move *last = c->nmoves > 0 ? &c->move[c->nmoves - 1] : NULL;
    lc_exprs *x = lck_formulas_exprs(c->f);
    const lc_expr *end = last && last->insn == like->insn
                             ? lc_expr_make(x, LC_EXPR_ADD, last->at,
                                            lc_expr_int(x, (int64_t)last->units * c->unit))
                             : NULL;
    if (end && lc_expr_equal(end, like->at) && goes_on(c, last, o)) {
        last->units++;
        return true;
    }
    if (c->nmoves == LCK_COPY_MOVES)
        return lck_copy_unknown(c, "too many stores");
    if (c->nmoves == 0)
        c->move = lcv_arena_alloc(c->arena, LCK_COPY_MOVES * sizeof *c->move);
    lck_move_origin *origin = lcv_arena_alloc(c->arena, (o->n + 1) * sizeof *origin);
    if (!c->move || !origin)
        return no_memory(c);
    memcpy(origin, o->at, o->n * sizeof *origin);
    c->move[c->nmoves] = *like;
    c->move[c->nmoves].units = 1;
    c->move[c->nmoves].norigins = o->n;
    c->move[c->nmoves++].origin = origin;
    return true;
}

/* ---- stores ---- */

static bool begin(lck_copying *c, const lck_ptx_access *a, const lck_byte *byte, lck_move *m)
{
    *m = (lck_move){.insn = a->insn, .line = a->line, .guard = a->guard};
    if (!a->guard_exact)
        return lck_copy_unknown(c, "the condition of line %zu is not known", a->line);
    if (lck_formula_why(c->f, a->guard))
        return lck_copy_unknown(c, "the condition of line %zu: %s", a->line,
                                lck_formula_why(c->f, a->guard));
    return place_of(c, a, byte, &m->global, &m->base, &m->at);
}

/* The operand whose bytes an st stores: a register, or a vector's. */
static uint32_t stored(const lck_copying *c, const lck_ptx_access *a, unsigned element)
{
    const lck_ptx_insn *p = lck_flow_of(c->flow, a->insn);
    const lck_ptx_operand *from = lck_ptx_operand_of(c->flow->module, p, 1);
    return from && from->ninside > 0 ? from->inside + element - p->operand : 1;
}

static bool of_store(lck_copying *c, const lck_ptx_access *a)
{
    lc_exprs *x = lck_formulas_exprs(c->f);
    const lck_ptx_insn *p = lck_flow_of(c->flow, a->insn);
    unsigned each = lck_ptx_insn_type(c->flow->module, p, 0).bits / 8u;
    for (unsigned i = 0; i < a->bytes; i += c->unit) {
        lck_byte byte = {.offset = lc_expr_int(x, i)};
        lck_move m;
        origins o;
        if (!begin(c, a, &byte, &m) ||
            !origins_of(c, a->insn, stored(c, a, i / each), i % each, a->guard, &o) ||
            !add_units(c, &m, &o))
            return false;
    }
    return true;
}

static bool of_stmatrix(lck_copying *c, const lck_ptx_access *a)
{
    const lck_ptx_insn *p = lck_flow_of(c->flow, a->insn);
    const lck_ptx_module *module = c->flow->module;
    bool transposed = lck_ptx_has(module, p, "trans");
    if (!lck_ptx_has(module, p, "m8n8") || !lck_ptx_has(module, p, "b16"))
        return lck_copy_unknown(c, "%s in line %zu is not followed", a->op, a->line);
    for (unsigned j = 0; j < a->matrices; j++)
        for (unsigned i = 0; i < 4; i += c->unit) {
            lck_byte byte = {0};
            lck_move m;
            origins o;
            if (!lck_origin_matrix(c->f, j, i, transposed, &byte.lane, &byte.offset))
                return lck_copy_unknown(c, "lanes do not follow tid.x in line %zu", a->line);
            if (!begin(c, a, &byte, &m) ||
                !origins_of(c, a->insn, stored(c, a, j), i, a->guard, &o) ||
                !add_units(c, &m, &o))
                return false;
        }
    return true;
}

/* cp.async: all of its bytes, or where it reads none zeros. */
static bool of_async(lck_copying *c, const lck_ptx_access *to, const lck_ptx_access *from)
{
    lc_exprs *x = lck_formulas_exprs(c->f);
    const lc_expr *all = lc_expr_int(x, to->bytes);
    const lc_expr *whole = from->count ? lc_expr_make(x, LC_EXPR_EQ, from->count, all) : NULL;
    if (!whole)
        return lck_copy_unknown(c, "how much line %zu reads is not known", to->line);
    for (unsigned i = 0; i < to->bytes; i += c->unit) {
        lck_byte byte = {.kind = LCK_BYTE_LOADED, .insn = to->insn, .offset = lc_expr_int(x, i)};
        lck_move m;
        origins o = {.n = 0};
        lck_move_origin *read = &o.at[o.n++];
        int64_t holds;
        *read = (lck_move_origin){.when = whole, .kind = LCK_BYTE_LOADED, .insn = to->insn};
        if (!begin(c, to, &byte, &m) ||
            !place_of(c, from, &byte, &read->global, &read->base, &read->at))
            return false;
        if (!lc_expr_is_int(whole, &holds))
            o.at[o.n++] = (lck_move_origin){.when = lc_expr_not(x, whole),
                                            .kind = LCK_BYTE_UNKNOWN,
                                            .why = "zeros that cp.async fills in"};
        if (!add_units(c, &m, &o))
            return false;
    }
    return true;
}

/* ---- all of them ---- */

/* What touches memory in ways that are not followed. */
static bool check_instructions(lck_copying *c)
{
    static const char *const others[] = {"multimem", "sust", "mbarrier", "tcgen05", "wgmma"};
    const lck_ptx_module *m = c->flow->module;
    if (c->flow->irreducible || c->flow->indirect || c->list.failed)
        return lck_copy_unknown(c, "the control flow is not followed");
    for (uint32_t i = 0; i < c->flow->ninsns; i++) {
        const lck_ptx_insn *p = lck_flow_of(c->flow, i);
        bool hidden = lck_ptx_is(p, "call") && c->flow->insn[i].into == LCK_FLOW_NONE;
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            hidden = hidden || lck_ptx_is(p, others[k]);
        hidden = hidden || (lck_ptx_is(p, "cp") && lck_ptx_has(m, p, "bulk") &&
                            !lck_ptx_has(m, p, "prefetch"));
        hidden = hidden ||
                 ((lck_ptx_is(p, "st") || lck_ptx_is(p, "red")) && lck_ptx_has(m, p, "async"));
        if (hidden)
            return lck_copy_unknown(c, "%.*s in line %u is not followed",
                                    (int)(p->opcode.n < 60 ? p->opcode.n : 60), p->opcode.at,
                                    p->line);
    }
    return true;
}

/* Arrays of dynamic shared memory all begin at one place. */
static bool check_dynamic(lck_copying *c)
{
    const lck_ptx_access *first = NULL;
    for (size_t i = 0; i < c->list.n; i++) {
        const lck_ptx_access *a = &c->list.at[i];
        if (a->base.kind != LCK_BASE_DYNAMIC)
            continue;
        if (first && first->base.of != a->base.of)
            return lck_copy_unknown(c, "%s and %s are the same memory",
                                    first->base.name ? first->base.name : "one array",
                                    a->base.name ? a->base.name : "another");
        first = a;
    }
    return true;
}

/* A unit is as wide as an element, or as the narrowest part of one that is moved. */
static void find_unit(lck_copying *c)
{
    unsigned least = 16, global = 0;
    for (size_t i = 0; i < c->list.n; i++) {
        const lck_ptx_access *a = &c->list.at[i];
        if (a->space != LCK_IN_GLOBAL && a->space != LCK_IN_SHARED)
            continue;
        unsigned vector = lck_ptx_vector(c->flow->module, lck_flow_of(c->flow, a->insn));
        unsigned bytes = a->matrices ? 2 : a->bytes / (vector ? vector : 1);
        least = bytes > 0 && bytes < least ? bytes : least;
        if (a->space == LCK_IN_GLOBAL && !a->async && (global == 0 || bytes < global))
            global = bytes;
    }
    c->element = c->claim->element ? c->claim->element : global ? global : least;
    c->unit = least < c->element ? least : c->element;
    while (c->element % c->unit != 0)
        c->unit /= 2;
}

static bool of_access(lck_copying *c, size_t i)
{
    const lck_ptx_access *a = &c->list.at[i];
    if (!a->writes || a->space == LCK_IN_LOCAL)
        return true;
    switch (a->operation) {
    case LCK_STORE: return of_store(c, a);
    case LCK_STMATRIX: return of_stmatrix(c, a);
    case LCK_CP_ASYNC:
        if (i + 1 < c->list.n && c->list.at[i + 1].insn == a->insn && c->list.at[i + 1].reads)
            return of_async(c, a, &c->list.at[i + 1]);
        break;
    default: break;
    }
    return lck_copy_unknown(c, "%s in line %zu is not followed", a->op, a->line);
}

bool lck_moves_of(lck_copying *c)
{
    if (!check_instructions(c) || !check_dynamic(c))
        return false;
    find_unit(c);
    for (size_t i = 0; i < c->list.n; i++)
        if (!of_access(c, i))
            return false;
    for (size_t i = 0; i < c->nmoves; i++) {
        uint32_t loop[LCK_COPY_LOOPS];
        size_t n;
        if (!lck_copy_loops(c, c->move[i].insn, loop, &n))
            return false;
    }
    return true;
}
