/* inside.c - whether every address is inside of its buffer.
 *
 * Numbers at which one is not are looked for first; the claim is then about these. Else bounds of
 * the address suffice, or the claim has the formula as a map of the threads under the guard, with
 * the other symbols as parameters.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "../../../verify/session/script.h"
#include "cache.h"
#include "numbers.h"
#include "shapes.h"

#define LARGE 160 /* operations of a formula that is a claim */
#define PRODUCTS 16
#define UNBOUNDED ((int64_t)1 << 30)
#define ENOUGH ((int64_t)1 << 20) /* bytes; more than blocks have */
#define FEW 64                    /* sets of numbers */

/* ---- numbers ---- */

typedef struct {
    bool found, complete; /* all that there is was looked at: */
    int64_t low, high;    /* .. addresses are from here to there; */
    int64_t least;        /* .. the least size */
    int64_t at, size, thread[3];
    char *numbers;
} outside;

static bool is_outside(const lck_judged *a, const lck_numbers *s, int64_t at, int64_t *size)
{
    return lc_expr_at(a->size, s->env, size) && *size >= 0 &&
           (at < 0 || at > *size - (int64_t)a->width);
}

static void look(lck_numbers *s, const lck_judged *a, size_t set, outside *out)
{
    for (unsigned w = 0; w < lck_warps(s->j) && !out->found; w++) {
        lck_warp_threads t = lck_threads_of(s->j, w);
        uint32_t lanes = lck_active(&(lck_judged){.rows = a->rows}, t.lanes);
        int64_t at[LCK_LANES];
        uint32_t active, known = lck_numbers_at(s, a, set, &t, &active, at);
        out->complete = out->complete && !(lanes & ~known);
        for (unsigned i = 0; i < 32 && !out->found; i++) {
            if (!(lanes & known & active & 1u << i))
                continue;
            out->at = at[i];
            out->low = out->at < out->low ? out->at : out->low;
            out->high = out->at > out->high ? out->at : out->high;
            if (!is_outside(a, s, out->at, &out->size)) {
                out->least = out->size < out->least ? out->size : out->least;
                continue;
            }
            out->found = true;
            for (int axis = 0; axis < 3; axis++)
                out->thread[axis] = t.thread[axis][i];
            out->numbers = lck_numbers_text(s);
        }
    }
}

/* `most`: more sets than that are not looked at. */
static bool find_outside(const lck_judge *j, const lck_judged *a, size_t most, outside *out)
{
    lck_numbers *s = malloc(sizeof *s);
    *out = (outside){.low = INT64_MAX, .high = INT64_MIN, .least = INT64_MAX};
    if (!s)
        return false;
    lck_numbers_begin(s, j, a, a->size);
    out->complete = s->complete && s->nsets <= most;
    for (size_t set = 0; set < s->nsets && s->nsets <= most && !out->found; set++) {
        if (!lck_numbers_set(s, set))
            continue;
        if (!lck_may_work(j, lck_warps(j))) {
            out->complete = false;
            break;
        }
        look(s, a, set, out);
    }
    lck_numbers_end(s);
    free(s);
    return out->found;
}

/* ---- claims ---- */

/* The access in symbols of its own: products and quotients of what all threads share, which are
 * not linear, are symbols, too, with any values within their bounds. */
typedef struct {
    const lck_judge *j;
    lc_exprs *x;
    const lc_expr *var[LC_MAX_EXPR_VARS]; /* in x, of a slot */
    size_t nproducts;
    const lc_expr *product[PRODUCTS], *as[PRODUCTS];
    bool free;   /* there are some */
    bool failed; /* one tells threads apart */
} linear;

static const lc_expr *product_as(linear *l, const lc_expr *e)
{
    char name[16];
    for (size_t i = 0; i < l->nproducts; i++)
        if (lc_expr_equal(l->product[i], e))
            return l->as[i];
    if (l->nproducts == PRODUCTS)
        return NULL;
    snprintf(name, sizeof name, "product%zu", l->nproducts);
    const lc_expr *var = lc_expr_var(l->x, name, e->low, e->high);
    l->product[l->nproducts] = e;
    l->as[l->nproducts++] = var;
    l->free = true;
    return var;
}

static bool is_linear(const lc_expr *e)
{
    bool by = e->op == LC_EXPR_MUL || e->op == LC_EXPR_DIV || e->op == LC_EXPR_MOD;
    return !by || e->arg[1]->op == LC_EXPR_INT ||
           (e->op == LC_EXPR_MUL && e->arg[0]->op == LC_EXPR_INT);
}

static const lc_expr *as_linear(linear *l, const lc_expr *e);

/* True or false, not a number that happens to be 0 or 1. */
static bool is_condition(const lc_expr *e)
{
    if (e->op == LC_EXPR_SELECT)
        return is_condition(e->arg[1]) && is_condition(e->arg[2]);
    return (e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NOT) ||
           (e->op == LC_EXPR_INT && (e->value == 0 || e->value == 1));
}

/* c and a, or else b. */
static const lc_expr *either(linear *l, const lc_expr *c, const lc_expr *a, const lc_expr *b)
{
    const lc_expr *no = c ? lc_expr_not(l->x, c) : NULL;
    return lc_expr_make(l->x, LC_EXPR_ANY, lc_expr_make(l->x, LC_EXPR_ALL, c, a),
                        lc_expr_make(l->x, LC_EXPR_ALL, no, b));
}

/* A condition, in which claims have no conditions for numbers. */
static const lc_expr *as_condition(linear *l, const lc_expr *e)
{
    const lc_expr *a, *b;
    bool equates = e->op == LC_EXPR_EQ || e->op == LC_EXPR_NE;
    if (e->op == LC_EXPR_NOT) {
        a = as_condition(l, e->arg[0]);
        return a ? lc_expr_not(l->x, a) : NULL;
    }
    if (e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY)
        return lc_expr_make(l->x, e->op, as_condition(l, e->arg[0]), as_condition(l, e->arg[1]));
    if (e->op == LC_EXPR_SELECT && is_condition(e))
        return either(l, as_condition(l, e->arg[0]), as_condition(l, e->arg[1]),
                      as_condition(l, e->arg[2]));
    if (!equates || !is_condition(e->arg[0]) || !is_condition(e->arg[1]))
        return as_linear(l, e);
    a = as_condition(l, e->arg[0]);
    b = as_condition(l, e->arg[1]);
    const lc_expr *not_b = b ? lc_expr_not(l->x, b) : NULL;
    return e->op == LC_EXPR_EQ ? either(l, a, b, not_b) : either(l, a, not_b, b);
}

static const lc_expr *as_linear(linear *l, const lc_expr *e)
{
    const lc_expr *arg[3] = {NULL, NULL, NULL};
    if (e->op == LC_EXPR_INT)
        return lc_expr_int(l->x, e->value);
    if (e->op == LC_EXPR_VAR) {
        if (!l->var[e->slot])
            l->var[e->slot] = lc_expr_var(l->x, e->name, e->low, e->high);
        return l->var[e->slot];
    }
    if (!is_linear(e) && lck_is_shared(l->j, e))
        return product_as(l, e);
    if (!is_linear(e)) {
        l->failed = true;
        return NULL;
    }
    if (e->op == LC_EXPR_NOT || e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY)
        return as_condition(l, e);
    for (int i = 0; i < 3 && e->arg[i]; i++) {
        bool decides = e->op == LC_EXPR_SELECT && i == 0;
        if (!(arg[i] = decides ? as_condition(l, e->arg[i]) : as_linear(l, e->arg[i])))
            return NULL;
    }
    if (e->op == LC_EXPR_SELECT)
        return lc_expr_select(l->x, arg[0], arg[1], arg[2]);
    return lc_expr_make(l->x, e->op, arg[0], arg[1]);
}

static void add_expr(linear *l, lc_text *text, const lc_expr *e)
{
    const lc_expr *as = is_condition(e) ? as_condition(l, e) : as_linear(l, e);
    bool fits = as && as->size <= 4 * LARGE;
    lc_text_own(text, fits ? lc_expr_to_c(lc_exprs_ctx(l->x), as) : NULL);
}

/* A thread is below the extent of its block, where that is a symbol. */
static void assume_extent(const linear *l, size_t axis, lc_text *text)
{
    const lck_judge *j = l->j;
    for (size_t i = 0; i < lc_exprs_nvars(j->x); i++)
        if (l->var[i] && j->symbol[i].extent && j->symbol[i].axis == j->symbol[axis].axis)
            lc_text_printf(text, "assume %s < %s; ", l->var[axis]->name, l->var[i]->name);
}

/* `assume n % 16 == 0; assume trip < n / 32; ` of the symbols that occur. */
static void add_assumptions(linear *l, lc_text *text)
{
    const lck_judge *j = l->j;
    for (size_t i = 0; i < lc_exprs_nvars(j->x); i++) {
        const char *name = lc_exprs_var(j->x, i)->name;
        if (l->var[i] && j->symbol[i].holder == LCK_OF_AXIS)
            assume_extent(l, i, text);
        if (!l->var[i] || j->symbol[i].holder == LCK_OF_AXIS)
            continue;
        if (j->symbol[i].multiple > 1)
            lc_text_printf(text, "assume %s %% %lld == 0; ", name,
                           (long long)j->symbol[i].multiple);
        if (j->symbol[i].below) {
            lc_text_printf(text, "assume %s < ", name);
            add_expr(l, text, j->symbol[i].below);
            lc_text_add(text, "; ");
        }
    }
}

/* The thread's coordinates are parameters, too. */
static void add_parameters(const linear *l, lc_text *text)
{
    for (size_t i = 0; i < lc_exprs_nvars(l->x); i++) {
        const lc_expr *var = lc_exprs_var(l->x, i);
        const lc_expr *known = lc_exprs_find(l->j->x, var->name);
        const lck_judged_symbol *s = known ? &l->j->symbol[known->slot] : NULL;
        int64_t high = s && s->holder == LCK_OF_AXIS ? l->j->block[s->axis] - 1 : var->high;
        lc_text_printf(text, "param %s in %lld..%lld; ", var->name, (long long)var->low,
                       (long long)high);
    }
}

/* The address, the guard and the size. */
static void add_map(linear *l, const lck_judged *a, lc_text *text)
{
    lc_text guard = {0}, at = {0};
    int64_t size, always;
    if (a->guard && !lc_expr_is_int(a->guard, &always)) {
        lc_text_add(&guard, " where ");
        add_expr(l, &guard, a->guard);
    }
    add_expr(l, &at, a->at);
    lc_text_add(text, "in_bounds(map { (i0) in (1)");
    lc_text_own(text, guard.length ? lc_text_take(NULL, &guard) : strdup(""));
    lc_text_add(text, " -> ");
    lc_text_own(text, lc_text_take(NULL, &at));
    if (lc_expr_is_int(a->size, &size))
        lc_text_printf(text, " }, %lld)", size < a->width ? 0 : (long long)size - a->width + 1);
    else {
        lc_text_add(text, " }, max(0, ");
        add_expr(l, text, a->size);
        lc_text_printf(text, " - %u))", a->width - 1);
    }
}

/* *free: it is about more values than there are. */
static char *claim_of_formula(const lck_judge *j, const lck_judged *a, bool *free_products,
                              const char **why)
{
    linear *l = calloc(1, sizeof *l);
    lc_text text = {0}, map = {0}, assumed = {0};
    if (l && (l->x = lc_exprs_new(lc_exprs_ctx(j->x)))) {
        l->j = j;
        add_map(l, a, &map);
        add_assumptions(l, &assumed);
        add_parameters(l, &text); /* of all that was met */
        lc_text_own(&text, assumed.length ? lc_text_take(NULL, &assumed) : strdup(""));
        lc_text_own(&text, lc_text_take(NULL, &map));
        *free_products = l->free;
        if (l->failed)
            *why = "a product of unknowns";
        lc_exprs_free(l->x);
    }
    free(l);
    char *taken = lc_text_take(NULL, &text);
    if (!taken)
        lc_ctx_reset(lc_exprs_ctx(j->x));
    return taken;
}

/* The claim that no number within bounds is outside; NULL: one may be. */
static char *claim_of_bounds(const lck_judge *j, const lck_judged *a, int64_t low, int64_t high,
                             int64_t size)
{
    lc_text text = {0};
    if (low < 0 || high < low || high > size - (int64_t)a->width)
        return NULL;
    lc_text_printf(&text, "in_bounds({%lld} o %lld:1, %lld)", (long long)low,
                   (long long)(high - low + 1), (long long)(size - (int64_t)a->width + 1));
    return lc_text_take(lc_exprs_ctx(j->x), &text);
}

/* ---- the verdict ---- */

static const lck_claimed *ask(const lck_judge *j, char *claim, lck_answer *out)
{
    const lck_claimed *said = lck_asker_prove(j->asker, claim);
    out->claim = lck_audit_text(j->audit, claim, strlen(claim));
    out->confirmed = said->confirmed;
    free(claim);
    return said;
}

static void set_unknown(const lck_judge *j, lck_answer *out, const char *why)
{
    out->verdict = LCK_UNKNOWN;
    out->why = lck_audit_text(j->audit, why, strcspn(why, "\n"));
}

static bool is_data(const lck_judge *j, const lc_expr *var)
{
    return j->symbol[var->slot].holder == LCK_OF_THREAD || j->symbol[var->slot].data;
}

static bool has_data(const lck_judge *j, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_VAR)
        return e && is_data(j, e);
    return has_data(j, e->arg[0]) || has_data(j, e->arg[1]) || has_data(j, e->arg[2]);
}

/* Has it what the address is made of, data left out? */
static bool has_part(const lck_judge *j, const lc_expr *e, const lc_expr *at)
{
    if (!e || e->op == LC_EXPR_VAR)
        return e && !is_data(j, e) && lc_expr_has(at, e);
    return has_part(j, e->arg[0], at) || has_part(j, e->arg[1], at) || has_part(j, e->arg[2], at);
}

/* Does a condition compare data with what the address is made of, as i < size[k] does? */
static bool is_compared(const lck_judge *j, const lc_expr *e, const lc_expr *at)
{
    if (!e)
        return false;
    if (e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NE)
        return has_data(j, e) && has_part(j, e, at);
    return is_compared(j, e->arg[0], at) || is_compared(j, e->arg[1], at) ||
           is_compared(j, e->arg[2], at);
}

/* Data that could be any number may not take the one at which it is outside, nor threads that the
 * guard does not tell of get there; and data that bounds trips or threads may keep the address
 * inside. Data that the kernel itself keeps within bounds may be any number within these. */
static const char *doubt(const lck_judge *j, const lck_judged *a)
{
    bool bounded = a->at->low > -UNBOUNDED && a->at->high < UNBOUNDED;
    bool data = is_compared(j, a->guard, a->at);
    for (size_t i = 0; i < lc_exprs_nvars(j->x) && !data; i++) {
        const lc_expr *var = lc_exprs_var(j->x, i);
        if (!lc_expr_has(a->at, var))
            continue;
        if (!bounded && is_data(j, var))
            return a->data ? a->data : "it depends on data";
        data = has_data(j, j->symbol[i].below);
    }
    return data         ? "it depends on data"
           : a->partial ? "it depends on a condition that is not known"
                        : NULL;
}

static void refute(const lck_judge *j, const lck_judged *a, const outside *o, lck_answer *out)
{
    int64_t n = o->size < a->width ? 0 : o->size - a->width + 1;
    const lck_claimed *said = ask(j,
                                  lck_audit_printf(j->audit, "in_bounds({%lld} o 1:0, %lld)",
                                                   (long long)o->at, (long long)n),
                                  out);
    out->verdict = said->verdict == LCV_REFUTED ? LCK_BAD : LCK_UNKNOWN;
    out->shown =
        lck_audit_printf(j->audit,
                         "at %s%sthread (%lld,%lld,%lld): %u byte%s from byte %lld on, of %lld",
                         o->numbers ? o->numbers : "", o->numbers && o->numbers[0] ? ", " : "",
                         (long long)o->thread[0], (long long)o->thread[1],
                         (long long)o->thread[2], a->width, a->width == 1 ? "" : "s",
                         (long long)o->at, (long long)o->size);
}

/* Takes the claim. `sure`: what refutes it happens. */
static void settle(const lck_judge *j, char *claim, bool sure, lck_answer *out)
{
    const lck_claimed *said = ask(j, claim, out);
    if (said->verdict == LCV_PROVED)
        out->verdict = LCK_GOOD;
    else if (said->verdict == LCV_REFUTED && sure) {
        out->verdict = LCK_BAD;
        out->shown = lck_audit_text(j->audit, said->shown, strlen(said->shown));
    } else
        set_unknown(j, out,
                    said->verdict == LCV_REFUTED
                        ? "it may be outside, at numbers that were not found"
                    : said->shown[0] ? said->shown
                                     : "the claim is not decided");
}

static void prove(const lck_judge *j, const lck_judged *a, const outside *o, lck_answer *out)
{
    const char *why = doubt(j, a);
    bool more = false, sure = !why && !j->open;
    char *claim = o->complete ? claim_of_bounds(j, a, o->low, o->high, o->least) : NULL;
    if (!claim && o->complete && o->high < o->low) { /* no thread gets there */
        set_unknown(j, out, "no thread gets there");
        out->verdict = LCK_GOOD;
        return;
    }
    const char *not_said = "its formula is too large for a claim";
    unsigned size = a->at->size + a->size->size + (a->guard ? a->guard->size : 0);
    if (!claim && size <= LARGE) {
        claim = claim_of_formula(j, a, &more, &not_said);
        if (claim && !lck_may_ask(j)) {
            free(claim);
            claim = NULL;
            not_said = "there are too many claims about addresses";
        }
    }
    if (claim)
        settle(j, claim, sure && !more, out);
    else
        set_unknown(j, out, not_said);
    if (out->verdict == LCK_UNKNOWN && lck_numbers_never(j, a)) {
        free(out->why);
        set_unknown(j, out, "no thread gets there");
        out->verdict = LCK_GOOD;
    }
    if (out->verdict == LCK_UNKNOWN && why) {
        free(out->why);
        set_unknown(j, out, why);
    }
}

bool lck_judge_inside_for_all(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    static const int64_t most[3] = {1024, 1024, 64};
    lck_judge with = *j;
    bool more;
    const char *why;
    if (!a->size)
        return false;
    for (int i = 0; i < 3; i++)
        with.block[i] = j->block[i] > 0 ? j->block[i] : most[i];
    unsigned size = a->at->size + a->size->size + (a->guard ? a->guard->size : 0);
    char *claim = claim_of_bounds(&with, a, a->at->low, a->at->high, a->size->low);
    if (!claim && size <= LARGE && lck_may_ask(j))
        claim = claim_of_formula(&with, a, &more, &why);
    if (claim)
        settle(&with, claim, false, out);
    return out->verdict == LCK_GOOD;
}

/* Bounds of the address, unless all that there is says less. */
int64_t lck_judge_enough(const lck_judge *j, const lck_judged *a)
{
    lck_judged b = *a;
    outside o;
    bool bounded = a->at->low >= 0 && a->at->high < ENOUGH;
    int64_t bytes = bounded ? a->at->high + (int64_t)a->width : -1;
    b.size = lc_expr_int(j->x, UNBOUNDED);
    if (j->block[0] == 0 || j->block[1] == 0 || j->block[2] == 0 || !b.size)
        return -1;
    if (!find_outside(j, &b, FEW, &o) && o.complete)
        bytes = o.high < o.low ? 0 : o.high + (int64_t)a->width;
    free(o.numbers);
    return bytes;
}

void lck_judge_inside_of(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    outside o = {.found = false};
    int64_t ever = 1;
    if (!a->size) {
        set_unknown(j, out, "the size of the buffer is not said");
        return;
    }
    if (a->guard && lc_expr_is_int(a->guard, &ever) && !ever) {
        set_unknown(j, out, "no thread gets there");
        out->verdict = LCK_GOOD;
        return;
    }
    char *bounds = claim_of_bounds(j, a, a->at->low, a->at->high, a->size->low);
    if (bounds)
        settle(j, bounds, false, out);
    else if (!doubt(j, a) && find_outside(j, a, SIZE_MAX, &o))
        refute(j, a, &o, out);
    else
        prove(j, a, &o, out);
    free(o.numbers);
}
