/* overflow.c - offsets that are computed in 32 bits.
 *
 * What is added to a pointer as an i32, or extended from one on the way, must be a number of 32
 * bits where the mask holds. It is, by the bounds of what it is computed from, or because the
 * mask says that it is less than an argument of 32 bits. Or there are sizes at which it is not:
 * all arguments alike, the least that are found, and blocks and coordinates within the mask.
 */
#include "config.h"

#include "global.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"

#define OFFSETS 16 /* of an access */

typedef struct {
    const lck_global_access *a;
    const lc_expr *guard;
    size_t n;
    uint32_t value[OFFSETS];
} work;

/* ---- which values ---- */

static bool is_narrow(const lck_ir_module *m, uint32_t value)
{
    lck_value_type type;
    return lck_value_type_of(m, value, &type) && type.integer && type.bits == 32;
}

static void add_offset(work *w, uint32_t value)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->value[i] == value)
            return;
    if (w->n < OFFSETS)
        w->value[w->n++] = value;
}

/* Through what does not change numbers, and sums of 64 bits, down to numbers of 32. */
static void collect(work *w, uint32_t value, unsigned depth)
{
    const lck_ir_module *m = w->a->t->m;
    if (value == LCK_IR_NONE || depth > 64)
        return;
    if (is_narrow(m, value)) {
        add_offset(w, value);
        return;
    }
    if (m->value[value].block != LCK_IR_NONE) {
        collect(w, m->value[value].init, depth + 1);
        return;
    }
    const lck_ir_op *op = &m->op[m->value[value].op];
    if (op->nblocks > 0 || lck_ir_is(op, "tt.load"))
        return;
    for (uint32_t i = 0; i < op->noperands; i++)
        collect(w, lck_ir_operand(m, op, i), depth + 1);
}

/* ---- bounds ---- */

__extension__ typedef __int128 wide;

typedef struct {
    wide low, high;
} range;

static wide least(wide a, wide b)
{
    return a < b ? a : b;
}

static wide most(wide a, wide b)
{
    return a > b ? a : b;
}

static wide quotient(wide a, wide b)
{
    return a / b - (a % b < 0);
}

/* Bounds that do not suppose that 32 bits suffice: those are of the variables, and of what is
 * known to be narrower. */
static range range_of(const lc_expr *e)
{
    range a, b, r = {e->low, e->high};
    if (e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR || (e->low >= 0 && e->high <= 1))
        return r;
    if (e->op == LC_EXPR_SELECT) {
        a = range_of(e->arg[1]);
        b = range_of(e->arg[2]);
        return (range){least(a.low, b.low), most(a.high, b.high)};
    }
    a = range_of(e->arg[0]);
    b = range_of(e->arg[1]);
    switch (e->op) {
    case LC_EXPR_ADD: r = (range){a.low + b.low, a.high + b.high}; break;
    case LC_EXPR_SUB: r = (range){a.low - b.high, a.high - b.low}; break;
    case LC_EXPR_MUL: {
        wide p[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
        r = (range){least(least(p[0], p[1]), least(p[2], p[3])),
                    most(most(p[0], p[1]), most(p[2], p[3]))};
        break;
    }
    case LC_EXPR_DIV:
        b.low = most(b.low, 1);
        b.high = most(b.high, 1);
        r = (range){quotient(a.low, a.low < 0 ? b.low : b.high),
                    quotient(a.high, a.high < 0 ? b.high : b.low)};
        break;
    case LC_EXPR_MOD: r = (range){0, a.low >= 0 ? least(a.high, b.high - 1) : b.high - 1}; break;
    case LC_EXPR_MIN: r = (range){least(a.low, b.low), least(a.high, b.high)}; break;
    case LC_EXPR_MAX: r = (range){most(a.low, b.low), most(a.high, b.high)}; break;
    default: break;
    }
    /* far beyond 64 bits nothing more is told apart */
    wide end = (wide)1 << 62;
    r.low = most(least(r.low, end), -end);
    r.high = most(least(r.high, end), -end);
    if (e->low > INT32_MIN)
        r.low = most(r.low, e->low);
    if (e->high < INT32_MAX)
        r.high = least(r.high, e->high);
    return r;
}

/* Does the mask say that it is less than something of 32 bits? */
static bool is_guarded(const lc_expr *guard, const lc_expr *e)
{
    if (!guard)
        return false;
    if (guard->op == LC_EXPR_ALL)
        return is_guarded(guard->arg[0], e) || is_guarded(guard->arg[1], e);
    return (guard->op == LC_EXPR_LT || guard->op == LC_EXPR_LE) &&
           lc_expr_equal(guard->arg[0], e) && guard->arg[1]->high <= INT32_MAX;
}

/* ---- sizes at which it does not fit ---- */

typedef struct {
    const work *w;
    const lc_expr *e;
    int64_t *env, value;
} search;

static int64_t fitted(const lck_symbol *s, int64_t v)
{
    int64_t low = s->var->low, high = s->var->high, m = s->multiple;
    v = v / m * m;
    if (v < low)
        v = (low + m - 1) / m * m;
    return v > high ? high / m * m : v;
}

/* The value where the mask holds; -1 where it does not. */
static int64_t value_at(search *s)
{
    int64_t active = 1, v;
    if (!lck_global_possible(s->w->a->ix, s->env))
        return -1;
    if (s->w->guard && (!lc_expr_at(s->w->guard, s->env, &active) || !active))
        return -1;
    return lc_expr_at(s->e, s->env, &v) ? v : -1;
}

/* One symbol after the other takes the number at which the value is largest. */
static void climb(search *s, int64_t size)
{
    lck_index *ix = s->w->a->ix;
    lc_exprs *x = lck_index_exprs(ix);
    s->value = value_at(s);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *sym = lck_index_symbol(ix, i);
        int64_t best = s->env[i];
        if (!sym->var || sym->kind == LCK_ARGUMENT_OF || sym->kind == LCK_PROGRAMS ||
            sym->kind == LCK_DATA || !lc_expr_has(s->e, sym->var))
            continue;
        /* without a grid, no more blocks than sizes ask for */
        bool bounded = sym->kind != LCK_PROGRAM || s->w->a->options->grid[sym->axis] > 0;
        int64_t last = bounded ? sym->var->high + 1 : 0;
        if (sym->kind == LCK_TRIP && sym->trips && !lc_expr_at(sym->trips, s->env, &last))
            last = 0;
        int64_t tried[] = {last - 1,      size - 1,       size / 16 - 1,  size / 32 - 1,
                           size / 64 - 1, size / 128 - 1, size / 256 - 1, size / 1024 - 1};
        for (size_t k = 0; k < sizeof tried / sizeof *tried; k++) {
            s->env[i] = fitted(sym, tried[k] < 0 ? 0 : tried[k]);
            int64_t v = value_at(s);
            if (v > s->value) {
                s->value = v;
                best = s->env[i];
            }
        }
        s->env[i] = best;
    }
}

static bool overflows(search *s, int64_t size)
{
    lck_index *ix = s->w->a->ix;
    lc_exprs *x = lck_index_exprs(ix);
    memset(s->env, 0, LC_MAX_EXPR_VARS * sizeof *s->env);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *sym = lck_index_symbol(ix, i);
        if (sym->var && (sym->kind == LCK_ARGUMENT_OF || sym->kind == LCK_PROGRAMS))
            s->env[i] = fitted(sym, size);
    }
    climb(s, size);
    if (s->value <= INT32_MAX)
        climb(s, size);
    return s->value > INT32_MAX;
}

/* The least size, of all arguments alike, at which it overflows, to one part in 64; 0: none. */
static int64_t least_size(search *s)
{
    int64_t size = 1024;
    while (size <= INT32_MAX && !overflows(s, size))
        size *= 2;
    if (size > INT32_MAX)
        size = INT32_MAX;
    if (!overflows(s, size))
        return 0;
    for (int64_t step = size / 4; step >= size / 64 && step > 0; step /= 2)
        if (overflows(s, size - step))
            size -= step;
    return overflows(s, size) ? size : 0;
}

/* "M = 47104, sam = 47104, pid_x = 367": the symbols of the offset and the mask. */
static char *numbers_text(const search *s)
{
    lck_index *ix = s->w->a->ix;
    lc_exprs *x = lck_index_exprs(ix);
    lc_text text = {0};
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *sym = lck_index_symbol(ix, i);
        if (!sym->var ||
            !(lc_expr_has(s->e, sym->var) || (s->w->guard && lc_expr_has(s->w->guard, sym->var))))
            continue;
        lc_text_printf(&text, "%s%s = %lld", text.length ? ", " : "", sym->var->name,
                       (long long)s->env[i]);
    }
    char *taken = lc_text_take(NULL, &text);
    if (taken)
        lck_global_drop_extents(taken);
    return taken;
}

/* ---- the verdict ---- */

/* Asks whether all offsets from 0 to the highest fit; the number of the highest. */
static bool prove_range(const work *w, const range *r, lck_answer *answer)
{
    lc_text claim = {0};
    if (r->low < 0 || r->high > INT32_MAX)
        lc_text_printf(&claim, "fits({%lld} o 1:0, int32)",
                       (long long)(r->high > INT32_MAX ? r->high : r->low));
    else
        lc_text_printf(&claim, "fits(%lld:1, int32)", (long long)r->high + 1);
    const lck_claimed *c = lck_asker_prove(w->a->t->asker, lc_text_peek(&claim));
    if (c->verdict == LCV_PROVED && !answer->claim) {
        answer->claim = lck_audit_printf(w->a->t->audit, "%s", lc_text_peek(&claim));
        answer->confirmed = c->confirmed;
    }
    lc_text_free(&claim);
    return c->verdict == LCV_PROVED;
}

static void refute(const work *w, search *s, uint32_t value, lck_answer *answer)
{
    lck_audit *audit = w->a->t->audit;
    lck_ir_text name = w->a->t->m->value[value].name;
    lc_text claim = {0};
    lc_text_printf(&claim, "fits({%lld} o 1:0, int32)", (long long)s->value);
    const lck_claimed *c = lck_asker_prove(w->a->t->asker, lc_text_peek(&claim));
    char *numbers = numbers_text(s), *formula = lck_global_text(w->a, s->e);
    answer->verdict = c->verdict == LCV_REFUTED ? LCK_BAD : LCK_UNKNOWN;
    answer->confirmed = c->confirmed;
    free(answer->claim);
    answer->claim = lck_audit_printf(audit, "%s", lc_text_peek(&claim));
    answer->shown = lck_audit_printf(audit, "%%%.*s = %s is %lld at %s", (int)name.n, name.at,
                                     formula ? formula : "?", (long long)s->value,
                                     numbers ? numbers : "?");
    free(numbers);
    free(formula);
    lc_text_free(&claim);
}

/* Of one offset; false: it does not fit, or it is not known. */
static bool judge(const work *w, uint32_t value, lck_answer *answer)
{
    const lc_expr *e = lck_index_of(w->a->ix, value).e;
    e = e ? lck_index_defined(w->a->ix, e) : NULL;
    range r = e ? range_of(e) : (range){0, 0};
    if (e && r.low >= INT32_MIN && r.high <= INT32_MAX)
        return prove_range(w, &r, answer);
    if (e && r.low >= 0 && is_guarded(w->guard, e))
        return prove_range(w, &(range){0, INT32_MAX - 1}, answer);
    search s = {w, e, calloc(LC_MAX_EXPR_VARS, sizeof *s.env), 0};
    if (e && s.env && !lck_index_has_data(w->a->ix, e) && least_size(&s) > 0)
        refute(w, &s, value, answer);
    else {
        answer->verdict = LCK_UNKNOWN;
        answer->why = lck_audit_printf(w->a->t->audit, "%s",
                                       !e ? "an offset is not read"
                                       : lck_index_has_data(w->a->ix, e)
                                           ? "an offset depends on data"
                                           : "an offset may overflow by its bounds alone");
    }
    free(s.env);
    return false;
}

void lck_global_fits(const lck_global_access *a, lck_access_record *r)
{
    lck_answer *answer = &r->answer[LCK_FITS];
    work w = {.a = a, .guard = a->guard ? lck_index_defined(a->ix, a->guard) : NULL};
    collect(&w, a->offset != LCK_IR_NONE ? a->offset : a->pointer, 0);
    answer->verdict = LCK_GOOD;
    for (size_t i = 0; i < w.n; i++)
        if (!judge(&w, w.value[i], answer)) {
            if (answer->verdict == LCK_GOOD)
                answer->verdict = LCK_UNKNOWN;
            return;
        }
}
