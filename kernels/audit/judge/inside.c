/* inside.c - whether every address is inside of its buffer.
 *
 * Bounds of the address suffice, or all of its values where these are few, whatever the guard is.
 * Else numbers at which one is outside are looked for; the claim is then about these. Where none
 * are found the claim has the formula as a map of the threads under the guard, with the other
 * symbols as parameters.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "../../../verify/session/script.h"
#include "linear.h"
#include "numbers.h"
#include "shapes.h"

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

/* Looks at so many sets of numbers at most; `whole`: at none where these are not all. */
static bool find_outside(const lck_judge *j, const lck_judged *a, size_t most, bool whole,
                         outside *out)
{
    lck_numbers *s = malloc(sizeof *s);
    *out = (outside){.low = INT64_MAX, .high = INT64_MIN, .least = INT64_MAX};
    if (!s)
        return false;
    lck_numbers_begin(s, j, a, a->size);
    out->complete = s->complete && s->nsets <= most;
    size_t n = out->complete ? s->nsets : whole ? 0 : s->nsets < most ? s->nsets : most;
    for (size_t set = 0; set < n && !out->found && lck_judge_works(j, 0); set++)
        if (lck_numbers_set(s, set))
            look(s, a, set, out);
    out->complete = out->complete && lck_judge_works(j, 0);
    lck_numbers_end(s);
    free(s);
    return out->found;
}

/* ---- claims ---- */

/* The claim that no number within bounds is outside; NULL: one may be. */
static char *claim_of_bounds(const lck_judge *j, const lck_judged *a, int64_t low, int64_t high,
                             int64_t size)
{
    lc_text text = {0};
    if (low < 0 || high < low || size < (int64_t)a->width || high > size - (int64_t)a->width)
        return NULL;
    lc_text_printf(&text, "in_bounds({%lld} o %lld:1, %lld)", (long long)low,
                   (long long)(high - low + 1), (long long)(size - (int64_t)a->width + 1));
    return lc_text_take(lc_exprs_ctx(j->x), &text);
}

/* .. that all numbers that there are leave the address inside, whether the guard holds or not. */
static char *claim_of_all(const lck_judge *j, const lck_judged *a)
{
    lck_judged b = *a;
    outside o;
    b.guard = NULL;
    bool found = find_outside(j, &b, SIZE_MAX, true, &o);
    free(o.numbers);
    return found || !o.complete ? NULL : claim_of_bounds(j, a, o.low, o.high, o.least);
}

/* ---- the verdict ---- */

static const char perhaps[] = "it may be outside, at numbers that were not found";

static const lck_claimed *ask(const lck_judge *j, char *claim, lck_answer *out)
{
    (void)lck_judge_works(j, LCK_JUDGE_CLAIM);
    const lck_claimed *said = lck_asker_claim(j->asker, claim);
    lck_audit_claim(j->audit, out, said);
    return said;
}

/* Does it have a symbol of the address that is not data? */
static bool has_part(const lck_judge *j, const lc_expr *e, const lc_expr *at)
{
    if (!e || e->op == LC_EXPR_VAR)
        return e && !lck_has_data(j, e) && lc_expr_has(at, e);
    return has_part(j, e->arg[0], at) || has_part(j, e->arg[1], at) || has_part(j, e->arg[2], at);
}

/* Does a condition compare data with what the address is made of, as i < size[k] does? */
static bool is_compared(const lck_judge *j, const lc_expr *e, const lc_expr *at)
{
    if (!e)
        return false;
    if (e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NE)
        return lck_has_data(j, e) && has_part(j, e, at);
    return is_compared(j, e->arg[0], at) || is_compared(j, e->arg[1], at) ||
           is_compared(j, e->arg[2], at);
}

/* Does the kernel clamp a symbol to narrower bounds than those of its type wherever it uses
 * it? */
static bool is_kept(const lc_expr *e, const lc_expr *var)
{
    int64_t d;
    if (!e || !lc_expr_has(e, var))
        return true;
    bool cut = e->op == LC_EXPR_MOD || (e->op == LC_EXPR_MIN && e->low >= 0);
    bool narrow = cut && lc_expr_is_int(e->arg[1], &d) && d <= var->high - var->low;
    return e->op != LC_EXPR_VAR &&
           (narrow ||
            (is_kept(e->arg[0], var) && is_kept(e->arg[1], var) && is_kept(e->arg[2], var)));
}

/* Why an example that is outside may never happen; NULL: it does. Data may not take that number,
 * a thread may not get there where the guard is not all that must hold, and data that bounds
 * trips or threads may keep the address inside. Input data that the kernel clamps takes any
 * number within the bounds. */
static const char *doubt(const lck_judge *j, const lck_judged *a)
{
    bool bounded = a->at->low > -UNBOUNDED && a->at->high < UNBOUNDED;
    bool data = is_compared(j, a->guard, a->at);
    for (size_t i = 0; i < lc_exprs_nvars(j->x) && !data; i++) {
        const lc_expr *var = lc_exprs_var(j->x, i);
        if (!lc_expr_has(a->at, var))
            continue;
        if (lck_has_data(j, var) && !(bounded && a->free && is_kept(a->at, var)))
            return a->data ? a->data : "it depends on data";
        data = lck_has_data(j, j->symbol[i].below);
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
        lck_judge_set(j, out, LCK_UNKNOWN,
                      said->verdict == LCV_REFUTED ? perhaps
                      : said->shown[0]             ? said->shown
                                                   : "the claim is not decided");
}

/* Is the claim about the formula wrong at some numbers? In it trips are any within their bounds:
 * these need not happen. */
static bool is_refuted(const lck_judge *j, const lck_judged *a)
{
    size_t n = lc_exprs_nvars(j->x);
    lck_judged_symbol *symbol = malloc(n * sizeof *symbol);
    lck_judge free_of = *j;
    outside o = {.found = false};
    for (size_t i = 0; symbol && i < n; i++) {
        symbol[i] = j->symbol[i];
        symbol[i].counted = symbol[i].counted && !symbol[i].unsure;
        symbol[i].unsure = false;
    }
    free_of.symbol = symbol;
    if (symbol)
        find_outside(&free_of, a, FEW, false, &o);
    free(o.numbers);
    free(symbol);
    return o.found;
}

/* A claim that is refuted at numbers that are no fault is not asked. */
static void prove(const lck_judge *j, const lck_judged *a, const outside *o, lck_answer *out)
{
    const char *why = doubt(j, a);
    bool more = false, sure = !why && !j->open;
    char *claim = o->complete ? claim_of_bounds(j, a, o->low, o->high, o->least) : NULL;
    if (!claim && o->complete && o->high < o->low) { /* no thread gets there */
        lck_judge_set(j, out, LCK_GOOD, LCK_NEVER);
        return;
    }
    const char *not_said = "its formula is too large for a claim";
    if (!claim && !sure && is_refuted(j, a))
        not_said = perhaps;
    else if (!claim && lck_linear_fits(a)) {
        claim = lck_linear_claim(j, a, &more);
        not_said = claim ? "there are too many claims about addresses" : "a product of unknowns";
    }
    if (claim)
        settle(j, claim, sure && !more, out);
    else
        lck_judge_set(j, out, LCK_UNKNOWN, not_said);
    if (out->verdict == LCK_UNKNOWN && lck_numbers_never(j, a))
        lck_judge_set(j, out, LCK_GOOD, LCK_NEVER);
    if (out->verdict == LCK_UNKNOWN && why)
        lck_judge_set(j, out, LCK_UNKNOWN, why);
}

bool lck_judge_inside_for_all(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    static const int64_t most[3] = {1024, 1024, 64};
    lck_judge with = *j;
    bool more;
    if (!a->size)
        return false;
    for (int i = 0; i < 3; i++)
        with.block[i] = j->block[i] > 0 ? j->block[i] : most[i];
    char *claim = claim_of_bounds(&with, a, a->at->low, a->at->high, a->size->low);
    if (!claim && lck_linear_fits(a) && !is_refuted(&with, a))
        claim = lck_linear_claim(&with, a, &more);
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
    if (!find_outside(j, &b, FEW, true, &o) && o.complete)
        bytes = o.high < o.low ? 0 : o.high + (int64_t)a->width;
    free(o.numbers);
    return bytes;
}

void lck_judge_inside_of(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    outside o = {.found = false};
    int64_t ever = 1;
    if (!a->size) {
        lck_judge_set(j, out, LCK_UNKNOWN, "the size of the buffer is not said");
        return;
    }
    if (a->guard && lc_expr_is_int(a->guard, &ever) && !ever) {
        lck_judge_set(j, out, LCK_GOOD, LCK_NEVER);
        return;
    }
    char *bounds = claim_of_bounds(j, a, a->at->low, a->at->high, a->size->low);
    if (!bounds && a->guard)
        bounds = claim_of_all(j, a);
    if (bounds)
        settle(j, bounds, false, out);
    else if (!doubt(j, a) && find_outside(j, a, SIZE_MAX, false, &o))
        refute(j, a, &o, out);
    else
        prove(j, a, &o, out);
    free(o.numbers);
}
