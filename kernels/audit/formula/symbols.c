/* symbols.c - symbols of expressions: what the launch, the parameters and the module give. */
#include "config.h"

#include "internal.h"

#include "../../../lib/int64.h"
#include "../index/index.h"

#include <stdio.h>
#include <string.h>

#define SHARED_BYTES ((int64_t)1 << 18) /* more than any block can have */

/* ---- any symbol ---- */

const lck_ptx_symbol *lck_symbol_add(lck_formulas *f, lck_ptx_symbol symbol, const char *name,
                                     int64_t low, int64_t high)
{
    static const lck_ptx_symbol none;
    const lc_expr *var = lck_fresh(f->x, name, low, high);
    if (!var)
        return &none;
    if (symbol.multiple < 1)
        symbol.multiple = 1;
    if (symbol.kind != LCK_SYMBOL_DATA || symbol.of != LCK_FLOW_NONE)
        symbol.last_of = LCK_FLOW_NONE;
    symbol.var = var;
    f->symbol[var->slot] = symbol;
    f->inside[var->slot] = LCK_FLOW_NONE;
    return &f->symbol[var->slot];
}

/* The symbol that stands for the same, made when it is first asked for. It is not looked up by
 * name: variables of a module and sizes may have any. */
static const lc_expr *named(lck_formulas *f, lck_ptx_symbol symbol, const char *name, int64_t low,
                            int64_t high)
{
    for (size_t i = 0; i < lc_exprs_nvars(f->x); i++) {
        const lck_ptx_symbol *s = &f->symbol[i];
        if (s->kind == symbol.kind && s->of == symbol.of && s->axis == symbol.axis &&
            s->offset == symbol.offset && s->bits == symbol.bits)
            return s->var;
    }
    return low == high ? lck_int(f, low) : lck_symbol_add(f, symbol, name, low, high)->var;
}

/* ---- threads and blocks ---- */

static int64_t most_threads(const lck_formulas *f, unsigned axis)
{
    static const int64_t limit[3] = {1024, 1024, 64};
    const lck_ptx_function *p = &f->m->function[f->flow->function];
    int64_t most = limit[axis], all = 1;
    if (f->block[axis] > 0)
        return f->block[axis];
    for (unsigned i = 0; i < 3; i++)
        all *= p->maxntid[i] > 0 ? p->maxntid[i] : 1;
    return p->maxntid[0] > 0 && all < most ? all : most;
}

static const lc_expr *tid(lck_formulas *f, unsigned axis)
{
    static const char *const name[] = {"tid_x", "tid_y", "tid_z"};
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_TID,
                        .axis = axis,
                        .bits = 32,
                        .varies = LCK_BY_THREAD | LCK_BY_LANE};
    return named(f, s, name[axis], 0, most_threads(f, axis) - 1);
}

static const lc_expr *ntid(lck_formulas *f, unsigned axis)
{
    static const char *const name[] = {"ntid_x", "ntid_y", "ntid_z"};
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_NTID, .axis = axis, .bits = 32, .varies = 0};
    return named(f, s, name[axis], f->block[axis] > 0 ? f->block[axis] : 1,
                 most_threads(f, axis));
}

static int64_t most_blocks(const lck_formulas *f, unsigned axis)
{
    int64_t most = f->options.launch.most[axis];
    return f->grid[axis] > 0 ? f->grid[axis] : most > 0 ? most : axis == 0 ? INT32_MAX : 65535;
}

static const lc_expr *ctaid(lck_formulas *f, unsigned axis)
{
    static const char *const name[] = {"ctaid_x", "ctaid_y", "ctaid_z"};
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_CTAID,
                        .axis = axis,
                        .bits = 32,
                        .varies = LCK_BY_BLOCK};
    return named(f, s, name[axis], 0, most_blocks(f, axis) - 1);
}

static const lc_expr *nctaid(lck_formulas *f, unsigned axis)
{
    static const char *const name[] = {"nctaid_x", "nctaid_y", "nctaid_z"};
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_NCTAID, .axis = axis, .bits = 32, .varies = 0};
    return named(f, s, name[axis], f->grid[axis] > 0 ? f->grid[axis] : 1, most_blocks(f, axis));
}

const lc_expr *lck_formulas_tid(lck_formulas *f, unsigned axis)
{
    return tid(f, axis);
}

/* The number of a thread in its block: x first, then y, then z. */
static const lc_expr *linear(lck_formulas *f)
{
    const lc_expr *e = tid(f, 2);
    for (unsigned axis = 2; axis-- > 0;)
        e = lck_plus(f, lck_make(f, LC_EXPR_MUL, ntid(f, axis), e), 1, tid(f, axis));
    return e && e->high > 1023 ? lc_expr_assume(f->x, e, 0, 1023) : e;
}

/* The lane and the warp within the block, from tid and ntid. */
static const lc_expr *lane(lck_formulas *f)
{
    return lck_make(f, LC_EXPR_MOD, linear(f), lck_int(f, 32));
}

static const lc_expr *warp(lck_formulas *f)
{
    return lck_make(f, LC_EXPR_DIV, linear(f), lck_int(f, 32));
}

/* ---- other special registers ---- */

typedef struct {
    lck_ptx_special special;
    const char *name;
    int64_t high; /* from 0 */
    unsigned varies;
} special_data;

static const lc_expr *data_special(lck_formulas *f, lck_ptx_special special, unsigned axis,
                                   unsigned bits)
{
    static const special_data known[] = {
        {LCK_PTX_CLUSTER_CTAID, "cluster_ctaid", 31, LCK_BY_BLOCK},
        {LCK_PTX_CLUSTER_CTARANK, "cluster_ctarank", 31, LCK_BY_BLOCK},
        {LCK_PTX_CLUSTERID, "clusterid", INT32_MAX - 1, LCK_BY_BLOCK},
        {LCK_PTX_CLUSTER_NCTAID, "cluster_nctaid", 32, 0},
        {LCK_PTX_CLUSTER_NCTARANK, "cluster_nctarank", 32, 0},
        {LCK_PTX_NCLUSTERID, "nclusterid", INT32_MAX, 0},
        {LCK_PTX_NWARPID, "nwarpid", 64, 0},
        {LCK_PTX_DYNAMIC_SMEM_SIZE, "dynamic_smem_size", SHARED_BYTES, 0},
        {LCK_PTX_TOTAL_SMEM_SIZE, "total_smem_size", SHARED_BYTES, 0},
    };
    char name[40];
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_DATA,
                        .of = LCK_FLOW_NONE,
                        .last_of = LCK_FLOW_NONE,
                        .bits = bits,
                        .varies = LCK_BY_DATA};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].special == special) {
            s.varies |= known[i].varies;
            s.offset = special;
            s.axis = axis;
            snprintf(name, sizeof name, "%s_%c", known[i].name, "xyz"[axis % 3]);
            return named(f, s, name, known[i].special == LCK_PTX_NCLUSTERID, known[i].high);
        }
    return NULL; /* clocks, masks of lanes: data of the value that they are moved to */
}

const uint32_t *lck_formulas_cluster(const lck_formulas *f)
{
    const uint32_t *cluster = f->m->function[f->flow->function].cluster;
    return cluster[0] > 0 ? cluster : f->options.launch.cluster;
}

/* Of a cluster whose extents the function says, or the launch. */
static const lc_expr *in_cluster(lck_formulas *f, lck_ptx_special special, unsigned axis)
{
    const uint32_t *cluster = lck_formulas_cluster(f);
    int64_t all = 1, n = cluster[axis] > 0 ? cluster[axis] : 1;
    if (cluster[0] == 0)
        return NULL;
    for (unsigned i = 0; i < 3; i++)
        all *= cluster[i] > 0 ? cluster[i] : 1;
    const lc_expr *extent = lck_int(f, n), *rank = lck_int(f, 0);
    switch (special) {
    case LCK_PTX_CLUSTER_NCTAID: return extent;
    case LCK_PTX_CLUSTER_NCTARANK: return lck_int(f, all);
    case LCK_PTX_CLUSTER_CTAID: return lck_make(f, LC_EXPR_MOD, ctaid(f, axis), extent);
    case LCK_PTX_CLUSTERID: return lck_make(f, LC_EXPR_DIV, ctaid(f, axis), extent);
    case LCK_PTX_CLUSTER_CTARANK:
        for (unsigned i = 3; i-- > 0;) {
            int64_t width = cluster[i] > 0 ? cluster[i] : 1;
            rank = lck_make(f, LC_EXPR_MUL, rank, lck_int(f, width));
            rank = lck_plus(f, rank, 1, lck_make(f, LC_EXPR_MOD, ctaid(f, i), lck_int(f, width)));
        }
        return rank;
    default: return NULL;
    }
}

const lc_expr *lck_symbol_special(lck_formulas *f, lck_ptx_special special, unsigned axis,
                                  unsigned bits)
{
    axis %= 3;
    switch (special) {
    case LCK_PTX_TID: return tid(f, axis);
    case LCK_PTX_NTID: return ntid(f, axis);
    case LCK_PTX_CTAID: return ctaid(f, axis);
    case LCK_PTX_NCTAID: return nctaid(f, axis);
    case LCK_PTX_LANEID: return lane(f);
    case LCK_PTX_WARPID: return warp(f);
    case LCK_PTX_DYNAMIC_SMEM_SIZE:
        if (f->options.launch.dynamic >= 0)
            return lck_int(f, f->options.launch.dynamic);
        break;
    default: break;
    }
    const lc_expr *e = in_cluster(f, special, axis);
    return e ? e : data_special(f, special, axis, bits);
}

/* ---- parameters ---- */

static const lck_argument *said(const lck_formulas *f, uint32_t index, unsigned offset)
{
    const lck_audit_options *o = &f->options.launch;
    for (size_t i = 0; i < o->narguments; i++)
        if (o->argument[i].index == index && o->argument[i].offset == offset &&
            o->argument[i].kind == LCK_ARGUMENT_RANGE)
            return &o->argument[i];
    return NULL;
}

/* The values that an argument may have, by its type and by what is done with it. */
static void range_of(const lck_argument_use *use, int64_t *low, int64_t *high)
{
    unsigned bits = use->bits;
    if (bits >= 64) {
        *low = use->pointer || use->is_unsigned ? 0 : -LCK_FORMULA_WIDE;
        *high = LCK_FORMULA_WIDE;
    } else if (use->is_unsigned && !use->is_signed) {
        *low = 0;
        *high = lck_power(bits) - 1;
    } else {
        *low = use->is_unsigned ? 0 : -lck_power(bits - 1);
        *high = lck_power(bits - 1) - 1;
    }
    if (use->divides)
        *low = 1;
}

/* Does the type have other values than these? */
static bool is_narrower(const lck_argument_use *use, int64_t low, int64_t high)
{
    unsigned bits = use->bits;
    return bits >= 64 || (low == 0 && high < lck_power(bits) - 1) || low > 0;
}

static const lck_argument_use *use_of(const lck_formulas *f, uint32_t variable, unsigned offset,
                                      unsigned bits)
{
    for (size_t i = 0; i < f->nuses; i++) {
        const lck_argument_use *u = &f->use[i];
        if (u->of == variable && u->offset == offset && u->bits == bits)
            return u;
    }
    return NULL;
}

static const lc_expr *times(lck_formulas *f, const lc_expr *var, int64_t multiple)
{
    return lck_make(f, LC_EXPR_MUL, var, lck_int(f, multiple));
}

const lc_expr *lck_symbol_argument(lck_formulas *f, uint32_t variable, int64_t offset,
                                   unsigned bits)
{
    const lck_ptx_variable *v = &f->m->variable[variable];
    const lck_argument_use *use = use_of(f, variable, (unsigned)offset, bits);
    lck_argument_use plain = {.of = variable, .offset = (unsigned)offset, .bits = bits};
    int64_t low, high, multiple = 1;
    char name[48];
    if (v->role != LCK_PTX_ARGUMENT || v->function != f->flow->function || offset < 0 ||
        offset > UINT16_MAX || bits == 0 || bits > 64)
        return NULL;
    use = use ? use : &plain;
    range_of(use, &low, &high);
    const lck_argument *by_user = said(f, v->index, (unsigned)offset);
    if (by_user && by_user->most >= by_user->least) {
        low = by_user->least;
        high = by_user->most;
        multiple = by_user->multiple > 1 ? by_user->multiple : 1;
    }
    if (use->pointer && v->pointer && v->to_align > 1 && !by_user)
        multiple = v->to_align;
    snprintf(name, sizeof name, offset == 0 ? "arg%u" : "arg%u_%u", v->index, (unsigned)offset);
    if (by_user && multiple > 1)
        snprintf(name, sizeof name, "arg%u_by_%lld", v->index, (long long)multiple);
    if (use->bits < 64 && v->bytes > 0 && use->bits < v->bytes * 8 && v->count <= 1)
        snprintf(name, sizeof name, "arg%u_%u_b%u", v->index, (unsigned)offset, bits);
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_ARGUMENT,
                        .of = v->index,
                        .offset = (unsigned)offset,
                        .bits = bits,
                        .pointer = use->pointer,
                        .counts = use->pointer || multiple > 1,
                        .multiple = multiple,
                        .varies = LCK_BY_ARGUMENT};
    const lc_expr *var = named(f, s, name, -lc_int64_floor(-low, multiple),
                               lc_int64_floor(high, multiple));
    if (var && !by_user && is_narrower(use, low, high) &&
        !lck_list_assumed(f, var, var->low, var->high, 0))
        return NULL;
    return times(f, var, multiple);
}

const lc_expr *lck_formulas_argument(lck_formulas *f, uint32_t index)
{
    const lck_ptx_function *p = &f->m->function[f->flow->function];
    const lck_ptx_variable *v = index < p->narguments ? &f->m->variable[p->argument + index]
                                                      : NULL;
    unsigned bits = v ? (unsigned)v->bytes * 8 : 0;
    const lck_argument_use *use = v ? use_of(f, p->argument + index, 0, bits) : NULL;
    bool number = v && !v->pointer && v->type.kind != LCK_PTX_FLOAT && !(use && use->pointer);
    return number ? lck_symbol_argument(f, p->argument + index, 0, bits) : NULL;
}

const lc_expr *lck_formulas_size(lck_formulas *f, uint32_t number)
{
    const lck_argument *size = &f->options.launch.argument[number];
    int64_t multiple = size->multiple > 1 ? size->multiple : 1;
    int64_t high = size->most < LCK_FORMULA_WIDE ? size->most : LCK_FORMULA_WIDE;
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_SIZE,
                        .of = number,
                        .counts = multiple > 1,
                        .multiple = multiple,
                        .varies = LCK_BY_ARGUMENT};
    char name[64];
    snprintf(name, sizeof name, multiple > 1 ? "%.30s_by_%lld" : "%.60s", size->name,
             (long long)multiple);
    return times(f,
                 named(f, s, name, -lc_int64_floor(-size->least, multiple),
                       lc_int64_floor(high, multiple)),
                 multiple);
}

/* ---- variables ---- */

static void identifier(lck_ptx_text text, char name[64])
{
    size_t n = 0;
    for (; n < text.n && n < 56; n++) {
        char c = text.at[n];
        bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                    (c >= '0' && c <= '9' && n > 0);
        name[n] = good ? c : '_';
    }
    name[n] = 0;
}

const lc_expr *lck_symbol_variable(lck_formulas *f, uint32_t variable)
{
    const lck_ptx_variable *v = &f->m->variable[variable];
    char name[64];
    int64_t high = v->space == LCK_PTX_SHARED ? SHARED_BYTES : LCK_FORMULA_WIDE;
    int64_t multiple = v->align > 0 ? v->align : 1;
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_VARIABLE,
                        .of = variable,
                        .bits = 64,
                        .pointer = true,
                        .counts = true,
                        .multiple = multiple};
    for (size_t i = 0; i < lc_exprs_nvars(f->x); i++)
        if (f->symbol[i].kind == LCK_SYMBOL_VARIABLE && f->symbol[i].of == variable)
            return lck_make(f, LC_EXPR_MUL, f->symbol[i].var, lck_int(f, multiple));
    identifier(v->name, name);
    const lc_expr *var = lck_symbol_add(f, s, name, 0, high / multiple)->var;
    return lck_make(f, LC_EXPR_MUL, var, lck_int(f, multiple));
}

/* ---- data ---- */

static bool is_elected(const lck_formulas *f, const lck_flow_value *v)
{
    return v->kind == LCK_FLOW_RESULT && v->type.bits == 1 &&
           lck_ptx_is(lck_flow_of(f->flow, v->insn), "elect");
}

/* The values that so many bits of this kind may have. */
static void range_of_data(const lck_formulas *f, const lck_flow_value *v, int64_t *low,
                          int64_t *high)
{
    unsigned bits = v->type.bits;
    lck_ptx_type loaded = {0};
    if (v->kind == LCK_FLOW_RESULT && lck_ptx_is(lck_flow_of(f->flow, v->insn), "ld"))
        loaded = lck_ptx_insn_type(f->m, lck_flow_of(f->flow, v->insn), 0);
    /* a narrow load fills its register */
    bool is_unsigned = loaded.bits > 0 && loaded.bits < bits && loaded.kind != LCK_PTX_SIGNED;
    if (loaded.bits > 0 && loaded.bits < bits)
        bits = loaded.bits;
    *low = bits == 1 || is_unsigned ? 0 : bits >= 64 ? -LCK_FORMULA_WIDE : -lck_power(bits - 1);
    *high = bits == 1     ? 1
            : bits >= 64  ? LCK_FORMULA_WIDE
            : is_unsigned ? lck_power(bits) - 1
                          : lck_power(bits - 1) - 1;
}

static const lc_expr *hold(lck_formulas *f, uint32_t value, lck_ptx_symbol s, int64_t low,
                           int64_t high)
{
    const lck_flow_value *v = &f->flow->value[value];
    char name[64] = "data", text[56];
    if (v->reg != LCK_PTX_NONE) {
        lck_ptx_text reg = f->m->reg[v->reg].name;
        while (reg.n > 0 && (*reg.at == '%' || *reg.at == '$'))
            reg = (lck_ptx_text){reg.at + 1, reg.n - 1};
        identifier(reg, name);
        snprintf(text, sizeof text, "%.40s", name);
        snprintf(name, sizeof name, "data_%s", text);
    }
    s.kind = LCK_SYMBOL_DATA;
    s.of = value;
    s.bits = v->type.bits;
    const lc_expr *var = lck_symbol_add(f, s, name, low, high)->var;
    if (var)
        f->inside[var->slot] = f->flow->block[v->block].loop;
    return f->held[value] = var;
}

const lc_expr *lck_symbol_data(lck_formulas *f, uint32_t value)
{
    const lck_flow_value *v = &f->flow->value[value];
    int64_t low, high;
    if (f->held[value] || v->type.bits == 0 || v->type.bits > 64)
        return f->held[value];
    range_of_data(f, v, &low, &high);
    lck_ptx_symbol s = {.elected = is_elected(f, v),
                        .varies = lck_formula_varies_as_data(f, value)};
    return hold(f, value, s, low, high);
}

const lc_expr *lck_symbol_for(lck_formulas *f, uint32_t value, const lc_expr *e)
{
    lck_ptx_symbol s = {.varies = lck_formula_varies(f, e) | LCK_BY_DATA,
                        .multiple = lck_formula_multiple(f, e)};
    const lc_expr *var = f->held[value] ? f->held[value] : hold(f, value, s, e->low, e->high);
    if (var && f->carrying == 0) /* else it may be made anew */
        f->symbol[var->slot].means = e;
    return var;
}

const lc_expr *lck_symbol_trip_to(lck_formulas *f, uint32_t loop, int64_t high)
{
    char name[32];
    snprintf(name, sizeof name, "trip%u", loop);
    lck_ptx_symbol s = {.kind = LCK_SYMBOL_TRIP, .of = loop, .bits = 64, .varies = LCK_BY_TRIP};
    return f->loop[loop].trip = lck_symbol_add(f, s, name, 0, high)->var;
}

const lc_expr *lck_symbol_trip(lck_formulas *f, uint32_t loop)
{
    const lc_expr *trip = f->loop[loop].trip;
    return trip ? trip : lck_symbol_trip_to(f, loop, LCK_FORMULA_TRIPS);
}
