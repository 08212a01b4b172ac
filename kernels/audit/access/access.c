/* access.c - the list of accesses, a reader for each kind of instruction. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    lck_formulas *f;
    const lck_flow *flow;
    const lck_ptx_module *m;
    uint32_t insn;
    const lck_ptx_insn *p;
    const lc_expr *moves; /* where this side of it moves anything; NULL: wherever it runs */
    lck_accesses *list;
} reader;

/* ---- texts ---- */

char *lck_access_text(lck_accesses *list, lck_ptx_text text)
{
    char *copy = malloc(text.n + 1u);
    if (!copy) {
        list->failed = true;
        return NULL;
    }
    if (text.n > 0)
        memcpy(copy, text.at, text.n);
    copy[text.n] = 0;
    return copy;
}

/* ---- one access ---- */

static bool has(const reader *r, const char *modifier)
{
    return lck_ptx_has(r->m, r->p, modifier);
}

/* Is it true of one lane alone? One of the conditions is that the lane is elected. */
static bool is_once(const lck_formulas *f, const lc_expr *guard)
{
    if (guard->op == LC_EXPR_ALL)
        return is_once(f, guard->arg[0]) || is_once(f, guard->arg[1]);
    return guard->op == LC_EXPR_VAR && lck_formulas_symbol(f, guard->slot)->elected;
}

/* The instruction that makes a symbol of data, if it has this name; else NULL. */
static const lck_ptx_insn *made_by(const reader *r, const lck_ptx_symbol *s, const char *name)
{
    uint32_t maker = lck_formulas_maker(r->f, s);
    const lck_ptx_insn *p = maker == LCK_FLOW_NONE ? NULL : lck_flow_of(r->flow, maker);
    return p && lck_ptx_is(p, name) ? p : NULL;
}

/* Is it a pointer that was loaded from memory of the grid? */
static bool is_loaded(const reader *r, const lck_ptx_symbol *s)
{
    const lck_ptx_insn *p = made_by(r, s, "ld");
    if (!p || s->bits != 64)
        return false;
    lck_ptx_space space = lck_ptx_insn_space(r->m, p);
    const lc_expr *offset;
    const lc_expr *address = lck_formula_address(r->f, lck_formulas_maker(r->f, s), 1);
    const lck_ptx_symbol *base = space == LCK_PTX_GENERIC && address
                                     ? lck_formula_base(r->f, address, &offset)
                                     : NULL;
    return space == LCK_PTX_GLOBAL || space == LCK_PTX_CONST || space == LCK_PTX_PARAM ||
           (base && base->kind == LCK_SYMBOL_ARGUMENT);
}

static lck_place place_of(const reader *r, lck_ptx_space space, const lck_ptx_symbol *base)
{
    const lck_ptx_module *m = r->m;
    if (space == LCK_PTX_GENERIC && base && base->kind == LCK_SYMBOL_VARIABLE)
        space = m->variable[base->of].space;
    switch (space) {
    case LCK_PTX_SHARED: return LCK_IN_SHARED;
    case LCK_PTX_GLOBAL: return LCK_IN_GLOBAL;
    case LCK_PTX_LOCAL: return LCK_IN_LOCAL;
    case LCK_PTX_CONST: return LCK_IN_CONSTANT;
    case LCK_PTX_TENSOR_MEMORY: return LCK_IN_TENSOR_MEMORY;
    default: break;
    }
    if (made_by(r, base, "mapa"))
        return LCK_IN_CLUSTER;
    /* a pointer that a kernel is given or loads is of global memory, unless it says otherwise */
    return base && (base->kind == LCK_SYMBOL_ARGUMENT || is_loaded(r, base)) ? LCK_IN_GLOBAL
                                                                             : LCK_IN_UNKNOWN;
}

static lck_base base_of(const reader *r, const lck_ptx_symbol *s)
{
    const lck_audit_options *launch = lck_formulas_launch(r->f);
    lck_base b = {.size = -1, .multiple = 1, .symbol = s};
    if (!s)
        return b;
    b.multiple = s->multiple;
    if (s->kind == LCK_SYMBOL_DATA)
        return b;
    b.of = s->of;
    b.offset = s->offset;
    if (s->kind == LCK_SYMBOL_ARGUMENT) {
        b.kind = LCK_BASE_ARGUMENT;
        return b;
    }
    const lck_ptx_variable *v = &r->m->variable[s->of];
    bool dynamic = v->space == LCK_PTX_SHARED && v->bytes == 0;
    b.kind = dynamic ? LCK_BASE_DYNAMIC : LCK_BASE_VARIABLE;
    b.size = dynamic ? launch->dynamic : v->bytes > 0 ? (int64_t)v->bytes : -1;
    return b;
}

lck_ptx_access *lck_access_append(lck_accesses *list)
{
    if ((list->n & (list->n - 1)) == 0) {
        size_t room = list->n ? 2 * list->n : 16;
        lck_ptx_access *more = realloc(list->at, room * sizeof *more);
        if (!more) {
            list->failed = true;
            return NULL;
        }
        list->at = more;
    }
    return &list->at[list->n++];
}

/* Takes the address apart; the texts of both are new. */
static void place(reader *r, lck_ptx_access *a, lck_ptx_space space, const lc_expr *address)
{
    a->address = a->at = address;
    const lck_ptx_symbol *base = lck_formula_base(r->f, address, &a->at);
    bool moved = !base || (base->kind == LCK_SYMBOL_VARIABLE && lc_expr_has(a->at, base->var));
    const lck_ptx_symbol *pattern = address && moved ? lck_formula_pattern(r->f, address, &a->at)
                                                     : NULL;
    base = pattern ? pattern : base;
    a->base = base_of(r, base);
    a->base.on_pattern = pattern != NULL;
    if (pattern) {
        const lc_expr *guard = lck_formula_on_pattern(r->f, pattern, a->guard);
        lc_ctx_reset(lc_exprs_ctx(lck_formulas_exprs(r->f)));
        a->guard_exact = a->guard_exact && guard;
        a->guard = guard ? guard : a->guard;
        a->base.multiple = LCK_PATTERN;
    }
    if (base && base->kind == LCK_SYMBOL_VARIABLE)
        a->base.name = lck_access_text(r->list, r->m->variable[base->of].name);
    else if (base)
        a->base.name =
            lck_access_text(r->list,
                            (lck_ptx_text){base->var->name, (uint32_t)strlen(base->var->name)});
    a->space = place_of(r, space, base);
    const char *why = address ? lck_formula_why(r->f, address) : "an address is not read";
    a->why = why ? lck_access_text(r->list, (lck_ptx_text){why, (uint32_t)strlen(why)}) : NULL;
}

static void release(lck_ptx_access *a)
{
    free(a->source);
    free(a->op);
    free(a->why);
    free(a->base.name);
}

/* A new one with address operand k, everything that its instruction says filled in. */
static lck_ptx_access *add(reader *r, uint32_t k, lck_ptx_space space)
{
    uint32_t loop = r->flow->block[r->flow->insn[r->insn].block].loop;
    lck_ptx_access *a = lck_access_append(r->list);
    if (!a)
        return NULL;
    *a = (lck_ptx_access){.insn = r->insn,
                          .line = r->p->line,
                          .source = lck_ptx_source_text(r->m, r->p),
                          .op = lck_access_text(r->list, r->p->opcode),
                          .operation = LCK_LOAD,
                          .loops = loop == LCK_FLOW_NONE ? 0 : r->flow->loop[loop].depth};
    a->guard = lck_formula_guard(r->f, r->insn, &a->guard_exact);
    if (a->guard && r->moves)
        a->guard = lc_expr_make(lck_formulas_exprs(r->f), LC_EXPR_ALL, a->guard, r->moves);
    if (!a->guard) {
        release(a);
        r->list->n--;
        r->list->failed = true;
        return NULL;
    }
    a->once = is_once(r->f, a->guard);
    place(r, a, space, lck_formula_under(r->f, a->guard, lck_formula_address(r->f, r->insn, k)));
    return a;
}

/* ---- addresses in one buffer or another ---- */

#define CHOICES 8 /* of one instruction */

/* The same access where the condition holds, or does not. */
static bool add_case(reader *r, const lck_ptx_access *of, const lc_expr *condition)
{
    lc_exprs *x = lck_formulas_exprs(r->f);
    const lc_expr *guard = lc_expr_make(x, LC_EXPR_ALL, of->guard, condition);
    lck_ptx_access one = *of, *to = guard ? lck_access_append(r->list) : NULL;
    lc_ctx_reset(lc_exprs_ctx(x));
    if (!to)
        return false;
    one.guard = guard;
    one.source = one.source ? strdup(one.source) : NULL;
    one.op = one.op ? strdup(one.op) : NULL;
    r->list->failed |= !one.op || (of->source && !one.source);
    place(r, &one, one.space == LCK_IN_GLOBAL ? LCK_PTX_GLOBAL : LCK_PTX_GENERIC,
          lck_formula_under(r->f, guard, one.address));
    *to = one;
    return true;
}

/* An address that counts from one buffer or another by a condition becomes two accesses: lanes in
 * different buffers share no sector. */
static void split(reader *r, size_t at)
{
    for (unsigned n = 0; at < r->list->n && n < CHOICES; n++) {
        lck_ptx_access one = r->list->at[at];
        bool global = one.space == LCK_IN_GLOBAL || one.space == LCK_IN_UNKNOWN;
        const lc_expr *c = global && one.base.kind == LCK_BASE_UNKNOWN
                               ? lck_formula_choice(r->f, one.address)
                               : NULL;
        if (!c) {
            at++;
            continue;
        }
        size_t before = r->list->n;
        if (!add_case(r, &one, c) ||
            !add_case(r, &one, lc_expr_not(lck_formulas_exprs(r->f), c))) {
            while (r->list->n > before)
                release(&r->list->at[--r->list->n]);
            return;
        }
        release(&one);
        memmove(&r->list->at[at], &r->list->at[at + 1],
                (r->list->n - at - 1) * sizeof *r->list->at);
        r->list->n--;
    }
}

/* ---- loads, stores, atomics ---- */

static unsigned bytes_of(const reader *r)
{
    return lck_ptx_insn_type(r->m, r->p, 0).bits / 8u * lck_ptx_vector(r->m, r->p);
}

static void move(reader *r, uint32_t k, lck_operation operation, bool reads, bool writes)
{
    lck_ptx_access *a = add(r, k, lck_ptx_insn_space(r->m, r->p));
    if (!a)
        return;
    a->operation = operation;
    a->reads = reads;
    a->writes = writes;
    a->atomic = operation == LCK_ATOMIC || lck_access_is_strong(r->m, r->p);
    a->of_block = a->atomic && has(r, "cta");
    a->bytes = a->needs = bytes_of(r);
    if (has(r, "shared::cluster") && a->space == LCK_IN_SHARED)
        a->space = LCK_IN_CLUSTER;
}

static void load(reader *r)
{
    if (lck_ptx_insn_space(r->m, r->p) != LCK_PTX_PARAM)
        move(r, 1, LCK_LOAD, true, false);
}

static void store(reader *r)
{
    if (lck_ptx_insn_space(r->m, r->p) != LCK_PTX_PARAM)
        move(r, 0, LCK_STORE, false, true);
}

/* tcgen05.alloc stores where it has allocated, once a warp. */
static void allocation(reader *r)
{
    lck_ptx_access *a = has(r, "alloc") ? add(r, 0, LCK_PTX_SHARED) : NULL;
    if (!a)
        return;
    a->operation = LCK_STORE;
    a->writes = a->once = true;
    a->bytes = a->needs = 4;
}

static void atomic(reader *r)
{
    move(r, lck_ptx_is(r->p, "red") ? 0 : 1, LCK_ATOMIC, true, true);
}

/* ---- matrices ---- */

static void matrix(reader *r)
{
    bool stores = lck_ptx_is(r->p, "stmatrix");
    lck_ptx_access *a = add(r, stores ? 0 : 1, LCK_PTX_SHARED);
    if (!a)
        return;
    a->operation = stores ? LCK_STMATRIX : LCK_LDMATRIX;
    a->reads = !stores;
    a->writes = stores;
    a->bytes = a->needs = 16;
    a->matrices = has(r, "x4") ? 4 : has(r, "x2") ? 2 : 1;
    if (has(r, "m16n16") || has(r, "m16n8"))
        a->matrices *= has(r, "m16n16") ? 2 : 1;
}

/* ---- tiles of wmma ---- */

/* M, N and K of `m16n16k16`, a modifier. */
static bool read_shape(const reader *r, unsigned mnk[3])
{
    for (uint32_t i = 0; i < r->p->nmodifiers; i++) {
        lck_ptx_text t = lck_ptx_modifier(r->m, r->p, i);
        char word[24];
        snprintf(word, sizeof word, "%.*s", (int)t.n, t.at);
        if (sscanf(word, "m%3un%3uk%3u", &mnk[0], &mnk[1], &mnk[2]) == 3)
            return true;
    }
    return false;
}

/* PTX ISA, wmma.load: a is M x K, b is K x N, c and d are M x N; the other layout is transposed.
 * Each row begins at a multiple of what a lane holds of the tile. */
static void set_rows(reader *r, lck_ptx_access *a, const unsigned mnk[3], bool stores)
{
    lc_exprs *x = lck_formulas_exprs(r->f);
    unsigned down = has(r, "b") ? mnk[2] : mnk[0], across = has(r, "a") ? mnk[2] : mnk[1];
    bool row = has(r, "row");
    unsigned bits = lck_ptx_insn_type(r->m, r->p, 0).bits;
    const lck_ptx_operand *o = lck_ptx_operand_of(r->m, r->p, 2);
    const lc_expr *stride = o ? lck_formula_operand(r->f, r->insn, 2)
                              : lc_expr_int(x, row ? across : down);
    a->rows = row ? down : across;
    a->row = (row ? across : down) * bits / 8;
    const lck_ptx_operand *registers = lck_ptx_operand_of(r->m, r->p, stores ? 1 : 0);
    a->needs = registers ? 4 * (unsigned)registers->ninside : 0;
    if (stride)
        a->pitch = lc_expr_make(x, LC_EXPR_DIV,
                                lc_expr_make(x, LC_EXPR_MUL, stride, lc_expr_int(x, bits)),
                                lc_expr_int(x, 8));
    lc_ctx_reset(lc_exprs_ctx(x));
}

static void tile(reader *r)
{
    bool stores = has(r, "store");
    unsigned mnk[3];
    if (has(r, "mma") || !read_shape(r, mnk))
        return;
    lck_ptx_access *a = add(r, stores ? 0 : 1, lck_ptx_insn_space(r->m, r->p));
    if (!a)
        return;
    a->operation = stores ? LCK_STORE : LCK_LOAD;
    a->reads = !stores;
    a->writes = stores;
    set_rows(r, a, mnk, stores);
}

/* ---- asynchronous copies ---- */

static lck_ptx_space named(lck_ptx_text t)
{
    lck_ptx_text plain = t;
    for (uint32_t i = 0; i < plain.n; i++)
        if (plain.at[i] == ':')
            plain.n = i;
    return lck_ptx_text_is(plain, "shared")   ? LCK_PTX_SHARED
           : lck_ptx_text_is(plain, "global") ? LCK_PTX_GLOBAL
                                              : LCK_PTX_GENERIC;
}

/* Space number `which` that it names, from 0: first the destination, then the source. */
static lck_ptx_space space_named(const reader *r, unsigned which)
{
    for (uint32_t i = 0; i < r->p->nmodifiers; i++) {
        lck_ptx_space space = named(lck_ptx_modifier(r->m, r->p, i));
        if (space != LCK_PTX_GENERIC && which-- == 0)
            return space;
    }
    return LCK_PTX_GENERIC;
}

static bool is_address(const reader *r, uint32_t k)
{
    const lck_ptx_operand *o = lck_ptx_operand_of(r->m, r->p, k);
    return o && o->kind == LCK_PTX_ADDRESS;
}

/* Bytes that cp.async reads: all, so many, or none where its last operand holds. A lane that
 * reads none touches no memory of the grid. */
static const lc_expr *bytes_read(reader *r, int64_t bytes)
{
    lc_exprs *x = lck_formulas_exprs(r->f);
    const lck_ptx_operand *o = lck_ptx_operand_of(r->m, r->p, 3);
    const lc_expr *all = lc_expr_int(x, bytes);
    if (!o || has(r, "L2::cache_hint"))
        return all;
    const lc_expr *e = lck_formula_operand(r->f, r->insn, 3);
    bool ignores = o->kind == LCK_PTX_REGISTER && r->m->reg[o->reg].type.bits == 1;
    if (ignores && e)
        e = lc_expr_select(x, e, lc_expr_int(x, 0), all);
    lc_ctx_reset(lc_exprs_ctx(x));
    return e ? e : all;
}

static const lc_expr *is_more_than_0(lc_exprs *x, const lc_expr *e)
{
    int64_t yes, no;
    if (e->op == LC_EXPR_SELECT && lc_expr_is_int(e->arg[1], &yes) &&
        lc_expr_is_int(e->arg[2], &no) && (yes > 0) != (no > 0))
        return yes > 0 ? e->arg[0] : lc_expr_not(x, e->arg[0]);
    return lc_expr_make(x, LC_EXPR_LT, lc_expr_int(x, 0), e);
}

static void copy_async(reader *r)
{
    const lck_ptx_operand *size = lck_ptx_operand_of(r->m, r->p, 2);
    if (!size || size->kind != LCK_PTX_INTEGER || !is_address(r, 0) || !is_address(r, 1))
        return;
    const lc_expr *count = bytes_read(r, size->value);
    for (uint32_t k = 0; k < 2; k++) {
        r->moves = k == 1 && count ? is_more_than_0(lck_formulas_exprs(r->f), count) : NULL;
        lck_ptx_access *a = add(r, k, k == 0 ? LCK_PTX_SHARED : LCK_PTX_GLOBAL);
        r->moves = NULL;
        if (!a)
            return;
        a->operation = LCK_CP_ASYNC;
        a->reads = k == 1;
        a->writes = k == 0;
        a->async = true;
        a->bytes = a->needs = (unsigned)size->value;
        a->count = k == 1 ? count : NULL;
    }
}

static void copy_bulk(reader *r)
{
    bool tensor = has(r, "tensor");
    const lck_ptx_operand *size = lck_ptx_operand_of(r->m, r->p, 2);
    if (has(r, "prefetch") || !is_address(r, 0) || !is_address(r, 1))
        return;
    for (uint32_t k = 0; k < 2; k++) {
        lck_ptx_space space = space_named(r, k);
        if (tensor && space != LCK_PTX_SHARED)
            continue; /* what a tensor map says */
        lck_ptx_access *a = add(r, k, space);
        if (!a)
            return;
        a->operation = LCK_TMA;
        a->reads = k == 1;
        a->writes = k == 0;
        a->async = true;
        a->needs = tensor ? 128 : 16;
        a->count = !tensor && size ? lck_formula_operand(r->f, r->insn, 2) : NULL;
    }
}

static void copy(reader *r)
{
    if (has(r, "bulk"))
        copy_bulk(r);
    else if (has(r, "async") && (has(r, "ca") || has(r, "cg")))
        copy_async(r);
}

/* ---- all of them ---- */

typedef struct {
    const char *name;
    void (*read)(reader *r);
} row;

static const row rows[] = {
    {"ld", load},    {"ldu", load},           {"st", store},        {"atom", atomic},
    {"red", atomic}, {"ldmatrix", matrix},    {"stmatrix", matrix}, {"cp", copy},
    {"wmma", tile},  {"tcgen05", allocation},
};

lck_accesses lck_accesses_of(lck_formulas *f)
{
    lck_accesses list = {0};
    const lck_flow *flow = lck_formulas_flow(f);
    reader r = {.f = f, .flow = flow, .m = flow->module, .list = &list};
    for (uint32_t i = 0; i < flow->ninsns && !list.failed; i++) {
        r.insn = i;
        r.p = lck_flow_of(flow, i);
        size_t before = list.n;
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
            if (lck_ptx_is(r.p, rows[k].name))
                rows[k].read(&r);
        split(&r, before);
    }
    size_t n = list.n;
    lck_access_tried(f, &list);
    lck_access_operands(f, &list);
    list.all = list.n;
    list.n = n;
    return list;
}

void lck_accesses_free(lck_accesses *list)
{
    for (size_t i = 0; i < list->all; i++)
        release(&list->at[i]);
    free(list->at);
    *list = (lck_accesses){0};
}

const lck_ptx_access *lck_access_of(const lck_accesses *list, uint32_t insn)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].insn == insn)
            return &list->at[i];
    return NULL;
}

bool lck_base_is_same(const lck_base *a, const lck_base *b)
{
    return a->kind == b->kind && a->of == b->of && a->offset == b->offset;
}

static bool may_be_same(const lck_base *a, const lck_base *b)
{
    return a->kind == LCK_BASE_UNKNOWN || b->kind == LCK_BASE_UNKNOWN || lck_base_is_same(a, b);
}

bool lck_access_is_input(const lck_accesses *list, const lck_ptx_access *load)
{
    if (load->operation != LCK_LOAD || load->space != LCK_IN_GLOBAL)
        return false;
    for (size_t i = 0; i < list->n; i++) {
        const lck_ptx_access *a = &list->at[i];
        if (a->writes && (a->space == LCK_IN_GLOBAL || a->space == LCK_IN_UNKNOWN) &&
            may_be_same(&a->base, &load->base))
            return false;
    }
    return true;
}

bool lck_access_may_change(const lck_accesses *list, const lck_ptx_access *load)
{
    return load->space != LCK_IN_CONSTANT && !lck_access_is_input(list, load);
}
