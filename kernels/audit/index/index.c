/* index.c - symbols, and the formulas that were asked for. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- an index ---- */

/* The operation's operand i, seen through tt.splat. */
static uint32_t scalar_operand(const lck_ir_module *m, const lck_ir_op *op, uint32_t i)
{
    uint32_t value = lck_ir_operand(m, op, i);
    while (value != LCK_IR_NONE && m->value[value].block == LCK_IR_NONE &&
           lck_ir_is(&m->op[m->value[value].op], "tt.splat"))
        value = lck_ir_operand(m, &m->op[m->value[value].op], 0);
    return value;
}

static void find_divisors(lck_index *ix)
{
    static const char *const division[] = {"arith.divsi", "arith.remsi",     "arith.divui",
                                           "arith.remui", "arith.ceildivsi", "arith.floordivsi"};
    const lck_ir_module *m = ix->m;
    for (uint32_t i = ix->func + 1; i < m->nops; i++)
        for (size_t k = 0; k < sizeof division / sizeof *division; k++) {
            uint32_t by = lck_ir_is(&m->op[i], division[k]) ? scalar_operand(m, &m->op[i], 1)
                                                            : LCK_IR_NONE;
            if (by != LCK_IR_NONE)
                ix->divides[by] = true;
        }
}

lck_index *lck_index_new(const lck_ir_module *m, uint32_t func, const lck_audit_options *options)
{
    lck_index *ix = calloc(1, sizeof *ix);
    if (!ix)
        return NULL;
    ix->m = m;
    ix->func = func;
    if (options)
        ix->options = *options;
    ix->ctx = lc_ctx_new();
    ix->x = ix->ctx ? lc_exprs_new(ix->ctx) : NULL;
    ix->formula = calloc(m->nvalues + 1, sizeof *ix->formula);
    ix->state = calloc(m->nvalues + 1, sizeof *ix->state);
    ix->divides = calloc(m->nvalues + 1, sizeof *ix->divides);
    if (!ix->x || !ix->formula || !ix->state || !ix->divides) {
        lck_index_free(ix);
        return NULL;
    }
    find_divisors(ix);
    return ix;
}

void lck_index_free(lck_index *ix)
{
    if (!ix)
        return;
    free(ix->formula);
    free(ix->state);
    free(ix->divides);
    lc_exprs_free(ix->x);
    lc_ctx_free(ix->ctx);
    free(ix);
}

lc_exprs *lck_index_exprs(lck_index *ix)
{
    return ix->x;
}

const lck_symbol *lck_index_symbol(const lck_index *ix, size_t slot)
{
    return &ix->symbol[slot];
}

const char *lck_index_why(const lck_index *ix)
{
    return ix->why;
}

/* ---- symbols ---- */

const lc_expr *lck_fresh(lc_exprs *x, const char *name, int64_t low, int64_t high)
{
    char text[80];
    snprintf(text, sizeof text, "%s", name);
    for (int again = 1; lc_exprs_find(x, text); again++)
        snprintf(text, sizeof text, "%.60s_%d", name, again);
    const lc_expr *var = lc_expr_var(x, text, low, high);
    if (!var)
        lc_ctx_reset(lc_exprs_ctx(x));
    return var;
}

const lck_symbol *lck_index_add(lck_index *ix, lck_symbol symbol, const char *name, int64_t low,
                                int64_t high)
{
    static const lck_symbol none;
    const lc_expr *var = lck_fresh(ix->x, name, low, high);
    if (!var)
        return &none;
    if (symbol.multiple < 1)
        symbol.multiple = 1;
    symbol.var = var;
    ix->symbol[var->slot] = symbol;
    return &ix->symbol[var->slot];
}

const lc_expr *lck_index_coordinate(lck_index *ix, unsigned axis, int64_t extent)
{
    char name[48];
    if (extent == 1)
        return lc_expr_int(ix->x, 0);
    for (size_t i = 0; i < lc_exprs_nvars(ix->x); i++) { /* values may have its name, too */
        const lck_symbol *s = &ix->symbol[i];
        if (s->var && s->kind == LCK_COORDINATE && s->axis == axis && s->var->high == extent - 1)
            return s->var;
    }
    snprintf(name, sizeof name, "i%u_of_%lld", axis, (long long)extent);
    return lck_index_add(ix, (lck_symbol){.kind = LCK_COORDINATE, .axis = axis}, name, 0,
                         extent - 1)
        ->var;
}

void lck_index_range(unsigned bits, int64_t *low, int64_t *high)
{
    *high = bits == 0 || bits >= 64 ? INT64_MAX : bits == 1 ? 1 : ((int64_t)1 << (bits - 1)) - 1;
    *low = bits == 1 ? 0 : -*high - 1;
}

const lc_expr *lck_index_within(lck_index *ix, const lc_expr *e, unsigned bits)
{
    int64_t low, high;
    lck_index_range(bits, &low, &high);
    return !e || e->low > high || e->high < low ? e : lc_expr_assume(ix->x, e, low, high);
}

unsigned lck_index_all(const lck_value_type *type)
{
    unsigned axes = 0;
    for (unsigned i = 0; i < type->rank; i++)
        axes |= type->extent[i] > 1 ? 1u << i : 0;
    return axes;
}

/* The symbol of this kind and value at these arguments, if there is one. */
static const lck_symbol *find_symbol(lck_index *ix, const lck_symbol *like)
{
    for (size_t i = 0; i < lc_exprs_nvars(ix->x); i++) {
        const lck_symbol *s = &ix->symbol[i];
        bool same = s->var && s->kind == like->kind && s->value == like->value &&
                    s->nargs == like->nargs;
        for (size_t k = 0; same && k < s->nargs; k++)
            same = s->on[k] == like->on[k] && lc_expr_equal(s->arg[k], like->arg[k]);
        if (same)
            return s;
    }
    return NULL;
}

/* A name for a value of the IR: its own, if that is one in C. */
static void name_value(const lck_index *ix, uint32_t value, const char *prefix, char name[64])
{
    lck_ir_text text = ix->m->value[value].name;
    size_t n = 0;
    for (; n < text.n && n < 40; n++) {
        char c = text.at[n];
        bool digit = c >= '0' && c <= '9';
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || digit) ||
            (n == 0 && digit))
            break;
    }
    if (n == text.n && n > 0)
        snprintf(name, 64, "%.*s", (int)n, text.at);
    else
        snprintf(name, 64, "%s%.*s", prefix, (int)n, n > 0 ? text.at : "");
    if (n < text.n && n == 0)
        snprintf(name, 64, "%s_%u", prefix, value);
}

lck_formula lck_index_data(lck_index *ix, uint32_t value, unsigned axes)
{
    lck_value_type type;
    if (!lck_value_type_of(ix->m, value, &type))
        return lck_no_formula;
    if (type.pointer && type.rank == 0)
        return (lck_formula){lc_expr_int(ix->x, 0), value};
    if (!type.integer)
        return lck_no_formula;
    lck_symbol s = {.kind = LCK_DATA, .value = value};
    for (unsigned i = 0; i < type.rank; i++)
        if (axes >> i & 1 && type.extent[i] > 1) {
            s.on[s.nargs] = i;
            if (!(s.arg[s.nargs++] = lck_index_coordinate(ix, i, type.extent[i])))
                return lck_no_formula;
        }
    const lck_symbol *found = find_symbol(ix, &s);
    if (found)
        return lck_number(found->var);
    char name[64];
    int64_t low, high;
    name_value(ix, value, "v", name);
    lck_index_range(type.bits, &low, &high);
    return lck_number(lck_index_add(ix, s, name, low, high)->var);
}

/* ---- other coordinates ---- */

typedef struct {
    lck_index *ix;
    size_t n;
    const lc_expr *const *at;
    bool define; /* definitions in the place of what is promised */
} exchange;

static const lc_expr *exchanged(const exchange *by, const lc_expr *e);

/* Data at other coordinates: another symbol of the same value. */
static const lc_expr *exchanged_data(const exchange *by, const lck_symbol *s)
{
    lck_symbol other = *s;
    bool same = true;
    for (size_t i = 0; i < s->nargs; i++) {
        if (!(other.arg[i] = exchanged(by, s->arg[i])))
            return NULL;
        same = same && lc_expr_equal(other.arg[i], s->arg[i]);
    }
    if (by->define && s->kind == LCK_HINTED) {
        const lc_expr *at[LCK_INDEX_RANK] = {0};
        for (size_t i = 0; i < s->nargs; i++)
            at[s->on[i]] = other.arg[i];
        return lck_index_at(by->ix, lck_index_defined(by->ix, s->definition), LCK_INDEX_RANK, at);
    }
    const lck_symbol *found = same ? s : find_symbol(by->ix, &other);
    return found ? found->var
                 : lck_index_add(by->ix, other, s->var->name, s->var->low, s->var->high)->var;
}

static const lc_expr *exchanged_var(const exchange *by, const lc_expr *e)
{
    const lck_symbol *s = &by->ix->symbol[e->slot];
    if (s->kind == LCK_COORDINATE)
        return s->axis < by->n && by->at[s->axis] ? by->at[s->axis] : e;
    return s->nargs > 0 || s->kind == LCK_HINTED ? exchanged_data(by, s) : e;
}

static const lc_expr *exchanged(const exchange *by, const lc_expr *e)
{
    const lc_expr *arg[3] = {NULL, NULL, NULL};
    bool same = true;
    if (!e || e->op == LC_EXPR_INT)
        return e;
    if (e->op == LC_EXPR_VAR)
        return exchanged_var(by, e);
    for (int i = 0; i < 3 && e->arg[i]; i++) {
        if (!(arg[i] = exchanged(by, e->arg[i])))
            return NULL;
        same = same && arg[i] == e->arg[i];
    }
    if (same)
        return e;
    const lc_expr *made = e->op == LC_EXPR_NOT ? lc_expr_not(by->ix->x, arg[0])
                          : e->op == LC_EXPR_SELECT
                              ? lc_expr_select(by->ix->x, arg[0], arg[1], arg[2])
                              : lc_expr_make(by->ix->x, e->op, arg[0], arg[1]);
    /* what was known of it holds at other coordinates, too */
    return made && made->low <= e->high && made->high >= e->low
               ? lc_expr_assume(by->ix->x, made, e->low, e->high)
               : made;
}

const lc_expr *lck_index_at(lck_index *ix, const lc_expr *e, size_t n, const lc_expr *const *at)
{
    exchange by = {ix, n, at, false};
    const lc_expr *made = exchanged(&by, e);
    if (!made)
        lc_ctx_reset(ix->ctx);
    return made;
}

const lc_expr *lck_index_defined(lck_index *ix, const lc_expr *e)
{
    exchange by = {ix, 0, NULL, true};
    const lc_expr *made = exchanged(&by, e);
    if (!made)
        lc_ctx_reset(ix->ctx);
    return made;
}

const lc_expr *lck_index_group(lck_index *ix, const lck_symbol *s)
{
    lck_symbol first = {.kind = LCK_DATA, .value = s->value, .multiple = s->multiple};
    const lc_expr *group = lc_expr_make(ix->x, LC_EXPR_DIV, s->arg[0],
                                        lc_expr_int(ix->x, s->contiguity));
    if (group && lck_index_axes(ix, group) != 0) {
        first.arg[0] = group;
        first.nargs = 1;
    }
    const lck_symbol *found = group ? find_symbol(ix, &first) : NULL;
    lc_ctx_reset(ix->ctx);
    if (!group || found)
        return group ? found->var : NULL;
    return lck_index_add(ix, first, s->var->name, s->var->low, s->var->high)->var;
}

unsigned lck_index_axes(const lck_index *ix, const lc_expr *e)
{
    unsigned axes = 0;
    if (!e || e->op == LC_EXPR_INT)
        return 0;
    if (e->op == LC_EXPR_VAR) {
        const lck_symbol *s = &ix->symbol[e->slot];
        for (size_t i = 0; i < s->nargs; i++)
            axes |= lck_index_axes(ix, s->arg[i]);
        return s->kind == LCK_COORDINATE ? 1u << s->axis : axes;
    }
    for (int i = 0; i < 3; i++)
        axes |= lck_index_axes(ix, e->arg[i]);
    return axes;
}

bool lck_index_has_data(const lck_index *ix, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op == LC_EXPR_VAR) {
        const lck_symbol *s = &ix->symbol[e->slot];
        return s->kind == LCK_DATA ||
               (s->kind == LCK_HINTED && lck_index_has_data(ix, s->definition));
    }
    return lck_index_has_data(ix, e->arg[0]) || lck_index_has_data(ix, e->arg[1]) ||
           lck_index_has_data(ix, e->arg[2]);
}

/* ---- formulas ---- */

void lck_index_forget(lck_index *ix, uint32_t from, uint32_t to)
{
    memset(ix->state + from, LCK_NEW, to - from);
}

static void remember_why(lck_index *ix, uint32_t value)
{
    const lck_ir_op *op = &ix->m->op[ix->m->value[value].op];
    snprintf(ix->why, sizeof ix->why, "%.*s in line %u is not read", (int)op->name.n, op->name.at,
             op->line);
}

/* The formula of a result about which the kernel promises that groups of elements count up by 1
 * from a multiple of a number. */
static lck_formula hinted(lck_index *ix, const lck_ir_op *op, uint32_t value, lck_formula f)
{
    int64_t contiguity = 1, multiple = 1;
    uint32_t end;
    lck_value_type type;
    uint32_t at[2] = {lck_ir_attribute(ix->m, op, "tt.contiguity", &end),
                      lck_ir_attribute(ix->m, op, "tt.divisibility", &end)};
    if (f.base != LCK_IR_NONE || !lck_value_type_of(ix->m, value, &type) || type.rank > 1)
        return f;
    for (int i = 0; i < 2; i++) {
        int64_t *to = i == 0 ? &contiguity : &multiple;
        /* `256 : i32`, `dense<256> : tensor<1xi32>` */
        if (at[i] != LCK_IR_NONE && lck_ir_token_is(ix->m, at[i], "dense"))
            at[i] += 2;
        if (at[i] != LCK_IR_NONE && (!lck_ir_integer(ix->m, at[i], to) || *to < 1))
            return f;
    }
    if (multiple == 1 || lck_index_axes(ix, f.e) == 0)
        contiguity = 1;
    if (multiple == 1)
        return f;
    lck_symbol s = {.kind = LCK_HINTED,
                    .value = value,
                    .multiple = multiple,
                    .definition = f.e,
                    .contiguity = contiguity};
    if (lck_index_axes(ix, f.e) != 0)
        s.arg[s.nargs++] = lck_index_coordinate(ix, 0, type.extent[0]);
    const lck_symbol *found = find_symbol(ix, &s);
    char name[64];
    name_value(ix, value, "v", name);
    if (!found)
        found = lck_index_add(ix, s, name, f.e->low, f.e->high);
    return found->var ? lck_number(found->var) : f;
}

static lck_formula make_formula(lck_index *ix, uint32_t value)
{
    const lck_ir_value *v = &ix->m->value[value];
    const lck_ir_op *op = &ix->m->op[v->op];
    lck_formula f = lck_no_formula;
    lck_value_type type;
    if (v->block != LCK_IR_NONE)
        return lck_index_argument(ix, value);
    if (lck_index_number(ix, op, value, &f) || lck_index_tensor(ix, op, value, &f) ||
        lck_index_flow(ix, op, value, &f))
        return f.e ? hinted(ix, op, value, f) : f;
    return lck_value_type_of(ix->m, value, &type)
               ? lck_index_data(ix, value, lck_index_all(&type))
               : f;
}

lck_formula lck_index_of(lck_index *ix, uint32_t value)
{
    if (value >= ix->m->nvalues || ix->state[value] == LCK_ASKED ||
        (ix->state[value] == LCK_NEW && ix->depth == LCK_INDEX_DEPTH))
        return lck_no_formula;
    if (ix->state[value] == LCK_NEW) {
        if (ix->depth == 0)
            ix->why[0] = 0;
        ix->state[value] = LCK_ASKED;
        ix->depth++;
        lck_formula f = make_formula(ix, value);
        ix->depth--;
        lc_ctx_reset(ix->ctx);
        ix->formula[value] = f;
        ix->state[value] = LCK_KNOWN;
        if (!f.e && !ix->why[0])
            remember_why(ix, value);
    }
    return ix->formula[value];
}
