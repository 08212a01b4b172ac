/* overflow.c - offsets that are computed in 32 bits.
 *
 * What is added to a pointer as an i32, or extended from one on the way, must fit 32 bits where
 * the mask holds. It does by the bounds of what it is computed from, or because the mask says
 * that it is less than an argument of 32 bits. Or there are sizes at which it does not: all
 * arguments alike, the least that are found, and blocks and coordinates within the mask. What
 * overflows there is a product of arguments, the same one for many accesses of a kernel: the
 * cause, of which the least sizes are looked for once.
 */
#include "config.h"

#include "global.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "extreme.h"

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

/* Without a grid, no more blocks than sizes ask for. */
static bool overflows(lck_extreme *n, int64_t size)
{
    lc_exprs *x = lck_index_exprs(n->ix);
    memset(n->env, 0, LC_MAX_EXPR_VARS * sizeof *n->env);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *s = lck_index_symbol(n->ix, i);
        if (s->var && lck_extreme_given(s))
            n->env[i] = lck_extreme_fitted(s, size);
    }
    n->blocks = size;
    return lck_extreme_climb(n) && n->best > INT32_MAX;
}

/* Halves the distance between a size and one at which it overflows until it is `last`. */
static int64_t narrow(lck_extreme *n, int64_t size, int64_t step, int64_t last)
{
    for (; step >= last; step /= 2)
        if (step < size && overflows(n, size - step))
            size -= step;
    return size;
}

/* A size, of all arguments alike, at which it overflows, and at 1/64 less does not; 0: none. */
static int64_t small_size(lck_extreme *n)
{
    int64_t size = 1024;
    while (size <= INT32_MAX && !overflows(n, size))
        size *= 2;
    if (size > INT32_MAX)
        size = INT32_MAX;
    return overflows(n, size) ? narrow(n, size, size / 4, size / 64) : 0;
}

/* ---- what overflows ---- */

/* The largest product of the offset at these numbers. */
static const lck_term *largest(const lck_extreme *n, const lck_terms *terms)
{
    const lck_term *found = NULL;
    int64_t best = 0;
    for (size_t i = 0; i < terms->n; i++) {
        int64_t product = terms->at[i].k, value;
        bool known = true;
        for (size_t k = 0; known && k < terms->at[i].n; k++)
            known = lc_expr_at(terms->at[i].factor[k], n->env, &value) &&
                    !__builtin_mul_overflow(product, value, &product);
        if (known && product > best) {
            best = product;
            found = &terms->at[i];
        }
    }
    return found;
}

/* The symbols in a product that are as `given` says; "" of none. The caller frees it. */
static char *symbols_of(const lck_extreme *n, const lck_term *term, bool given)
{
    lc_exprs *x = lck_index_exprs(n->ix);
    lc_text text = {0};
    lc_text_add(&text, "");
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *s = lck_index_symbol(n->ix, i);
        bool in = false;
        for (size_t k = 0; s->var && k < term->n; k++)
            in = in || lc_expr_has(term->factor[k], s->var);
        if (in && s->kind != LCK_COORDINATE && lck_extreme_given(s) == given)
            lc_text_printf(&text, "%s%s", text.length ? " * " : "", s->var->name);
    }
    return lc_text_take(NULL, &text);
}

/* The arguments that the largest product has, else its blocks and trips. */
static char *cause_of(const lck_extreme *n)
{
    lck_terms *terms = calloc(1, sizeof *terms);
    const lck_term *term = terms && lck_terms_of(n->ix, n->value, terms) ? largest(n, terms)
                                                                         : NULL;
    char *cause = term ? symbols_of(n, term, true) : NULL;
    if (cause && !cause[0]) {
        free(cause);
        cause = symbols_of(n, term, false);
    }
    free(terms);
    return cause;
}

/* The least size that is known of a cause in this kernel; 0: none. */
static uint64_t known_size(const work *w, const char *cause)
{
    const lck_kernel_audit *k = lck_triton_record(w->a->t);
    uint64_t least = 0;
    for (size_t i = 0; i < k->naccesses; i++)
        if (k->access[i].cause && strcmp(k->access[i].cause, cause) == 0 &&
            (least == 0 || k->access[i].size < least))
            least = k->access[i].size;
    return least;
}

/* The sizes of the answer; the least ones unless they are known to be those of another access. */
static void settle_sizes(const work *w, lck_extreme *n, int64_t size, lck_access_record *r)
{
    char *cause;
    overflows(n, size);
    cause = cause_of(n);
    uint64_t known = cause ? known_size(w, cause) : 0;
    if (known == 0 || (int64_t)known > size - size / 64) {
        size = narrow(n, size, size / 64, 1);
        overflows(n, size);
    }
    r->cause = cause ? lck_audit_printf(w->a->t->audit, "%s", cause) : NULL;
    r->size = (uint64_t)size;
    free(cause);
}

/* ---- the verdict ---- */

/* Asks the claim that all offsets of the range fit 32 bits. */
static bool prove_range(const work *w, const range *r, lck_answer *answer)
{
    lc_text claim = {0};
    if (r->low < 0 || r->high > INT32_MAX)
        lc_text_printf(&claim, "fits({%lld} o 1:0, int32)",
                       (long long)(r->high > INT32_MAX ? r->high : r->low));
    else
        lc_text_printf(&claim, "fits(%lld:1, int32)", (long long)r->high + 1);
    const lck_claimed *c = lck_asker_claim(w->a->t->asker, lc_text_take(NULL, &claim));
    if (c->verdict == LCV_PROVED && !answer->claim)
        lck_audit_claim(w->a->t->audit, answer, c);
    return c->verdict == LCV_PROVED;
}

static void refute(const work *w, const lck_extreme *n, uint32_t value, lck_answer *answer)
{
    lck_audit *audit = w->a->t->audit;
    lck_ir_text name = w->a->t->m->value[value].name;
    lc_text claim = {0};
    lc_text_printf(&claim, "fits({%lld} o 1:0, int32)", (long long)n->best);
    const lck_claimed *c = lck_asker_claim(w->a->t->asker, lc_text_take(NULL, &claim));
    char *numbers = lck_extreme_text(n), *formula = lck_global_text(w->a, n->value);
    answer->verdict = c->verdict == LCV_REFUTED ? LCK_BAD : LCK_UNKNOWN;
    lck_audit_claim(audit, answer, c);
    answer->shown = lck_audit_printf(audit, "%%%.*s = %s is %lld at %s", (int)name.n, name.at,
                                     formula ? formula : "?", (long long)n->best,
                                     numbers ? numbers : "?");
    free(numbers);
    free(formula);
}

/* Of one offset; false: it does not fit, or it is not known. */
static bool judge(const work *w, uint32_t value, lck_access_record *record)
{
    lck_answer *answer = &record->answer[LCK_FITS];
    const lc_expr *e = lck_index_of(w->a->ix, value).e;
    e = e ? lck_index_defined(w->a->ix, e) : NULL;
    range r = e ? range_of(e) : (range){0, 0};
    if (e && r.low >= INT32_MIN && r.high <= INT32_MAX)
        return prove_range(w, &r, answer);
    if (e && r.low >= 0 && is_guarded(w->guard, e))
        return prove_range(w, &(range){0, INT32_MAX - 1}, answer);
    lck_extreme n = {.ix = w->a->ix,
                     .value = e,
                     .guard = w->guard,
                     .enough = (int64_t)INT32_MAX + 1,
                     .env = calloc(LC_MAX_EXPR_VARS, sizeof *n.env)};
    bool data = e && lck_index_has_data(w->a->ix, e);
    int64_t size = e && n.env && !data ? small_size(&n) : 0;
    if (size > 0) {
        settle_sizes(w, &n, size, record);
        refute(w, &n, value, answer);
    } else {
        lck_audit_open(w->a->t->audit, answer,
                       !e     ? "an offset is not read"
                       : data ? "an offset depends on data"
                              : "an offset may overflow by its bounds alone");
    }
    free(n.env);
    return false;
}

void lck_global_fits(const lck_global_access *a, lck_access_record *r)
{
    lck_answer *answer = &r->answer[LCK_FITS];
    bool exact;
    const lc_expr *mask = a->guard ? lck_index_defined(a->ix, a->guard) : NULL;
    work w = {.a = a, .guard = lck_index_reached(a->ix, a->op, &exact)};
    if (mask)
        w.guard = lc_expr_make(lck_index_exprs(a->ix), LC_EXPR_ALL, w.guard, mask);
    collect(&w, a->offset != LCK_IR_NONE ? a->offset : a->pointer, 0);
    answer->verdict = LCK_GOOD;
    for (size_t i = 0; i < w.n; i++)
        if (!judge(&w, w.value[i], r)) {
            if (answer->verdict == LCK_GOOD)
                answer->verdict = LCK_UNKNOWN;
            return;
        }
}
