/* overflow.c - integers of 32 bits that addresses are made of, and that may leave their range.
 *
 * Formulas take it that such an integer does not overflow (formula.h). Where one may, for the
 * numbers of this launch, the address is another one than its formula, and that the formula stays
 * inside says nothing. Of a grid that is not known, the number of a thread in it is taken not
 * to; where races are asked for, nor is where steps of the whole grid lead from there. */
#include "config.h"

#include "internal.h"

#define THREADS ((int64_t)1024 << 31) /* of the largest grid */
#define FEW 64                        /* the trips that remain behind an unrolled loop */

/* Is something multiplied by what is no number? */
static bool multiplies(const lc_expr *e)
{
    if (!e)
        return false;
    if (e->op == LC_EXPR_MUL && e->arg[0]->op != LC_EXPR_INT && e->arg[1]->op != LC_EXPR_INT)
        return true;
    return multiplies(e->arg[0]) || multiplies(e->arg[1]) || multiplies(e->arg[2]);
}

/* Is an argument of some size multiplied by what is no number? */
static bool multiplies_argument(const lck_assembly *k, const lc_expr *e)
{
    if (!e)
        return false;
    for (int i = 0; i < 2 && e->op == LC_EXPR_MUL && e->arg[1]->op != LC_EXPR_INT; i++)
        if (e->arg[i]->high > FEW && (lck_formula_varies(k->f, e->arg[i]) & LCK_BY_ARGUMENT))
            return true;
    return multiplies_argument(k, e->arg[0]) || multiplies_argument(k, e->arg[1]) ||
           multiplies_argument(k, e->arg[2]);
}

/* Is the address computed from it, or the guard (not NULL)? At least from all that it is computed
 * from. */
static bool concerns(const lck_assembly *k, const lck_judged *j, const lc_expr *e, bool races)
{
    bool other = k->options->grid[0] > 0 || e->high > THREADS || e->low < -THREADS;
    bool grid = false, steps = races && k->options->grid[0] == 0, trips = false;
    for (size_t i = 0; i < lc_exprs_nvars(lck_formulas_exprs(k->f)); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(k->f, i);
        if (!lc_expr_has(e, s->var))
            continue;
        if (!lc_expr_has(j->at, s->var) && !(j->guard && lc_expr_has(j->guard, s->var)))
            return false;
        grid |= s->kind == LCK_SYMBOL_NCTAID;
        trips |= s->kind == LCK_SYMBOL_TRIP;
        other |= s->kind != LCK_SYMBOL_TID && s->kind != LCK_SYMBOL_CTAID &&
                 s->kind != LCK_SYMBOL_NTID && s->kind != LCK_SYMBOL_NCTAID;
    }
    return other && !(steps && grid && trips && !multiplies_argument(k, e));
}

static bool is_judged(const lck_assembly *k, const lc_expr *e)
{
    const lc_exprs *x = lck_formulas_exprs(k->f);
    bool known = e != NULL;
    for (size_t i = k->nsymbols; known && i < lc_exprs_nvars(x); i++)
        known = !lc_expr_has(e, lc_exprs_var(x, i));
    return known;
}

/* The condition under which the instruction in a line runs. */
static const lc_expr *guard_of(const lck_assembly *k, size_t line)
{
    const lck_flow *flow = lck_formulas_flow(k->f);
    bool exact;
    for (uint32_t i = 0; i < flow->ninsns; i++)
        if (lck_flow_of(flow, i)->line == line) {
            const lc_expr *guard = lck_formula_guard(k->f, i, &exact);
            return is_judged(k, guard) ? guard : NULL;
        }
    return NULL;
}

/* Does the address being inside of its buffer bound it? A multiple of it is at most the address,
 * or little more, and the buffer is small enough. */
static bool is_in_address(const lck_assembly *k, const lck_judged *j, const lck_ptx_assumed *a)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    bool small = false;
    for (int64_t by = 1; by <= 16 && j->size && a->e->low >= a->low && !small; by *= 2) {
        const lc_expr *rest = lc_expr_add_scaled(x, j->at, -by, a->e);
        small = rest && rest->low > -a->high && j->size->high / by <= a->high &&
                j->size->high / by - rest->low <= a->high;
    }
    lc_ctx_reset(lc_exprs_ctx(x));
    return small;
}

/* Does it stay in its range? The access's guard says so, too, unless it may itself be other than
 * its formula by that integer. */
static bool fits(const lck_assembly *k, const lck_judged *j, const lck_ptx_assumed *a)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    lck_answer answer = {.verdict = LCK_NOT_ASKED};
    lck_judged q = {.partial = j->partial, .width = 1, .needs = 1, .base = 1};
    q.at = lc_expr_make(x, LC_EXPR_SUB, a->e, lc_expr_int(x, a->low));
    q.size = lc_expr_int(x, a->high - a->low + 1);
    q.guard = guard_of(k, a->line);
    if (j->guard && multiplies(a->e) && !multiplies(j->guard))
        q.guard = q.guard ? lc_expr_make(x, LC_EXPR_ALL, q.guard, j->guard) : j->guard;
    lc_ctx_reset(lc_exprs_ctx(x));
    if (!is_judged(k, q.at) || !q.size)
        return false;
    lck_judge_inside(&k->judge, &q, &answer);
    bool good = answer.verdict == LCK_GOOD;
    lck_answer_clear(&answer);
    return good;
}

size_t lck_assembly_overflows(const lck_assembly *k, lck_judged j, bool races)
{
    const lc_expr *guard = j.guard;
    lck_answer answer = {.verdict = LCK_NOT_ASKED};
    j.guard = NULL;
    lck_judge_inside(&k->judge, &j, &answer);
    if (answer.verdict != LCK_GOOD) /* else it is inside whatever the guard is */
        j.guard = guard;
    lck_answer_clear(&answer);
    for (size_t i = 0; i < lck_formulas_nassumed(k->f); i++) {
        const lck_ptx_assumed *a = lck_formulas_assumed(k->f, i);
        bool word = a->line > 0 && a->low > INT64_MIN && a->high < INT64_MAX;
        if (word && (a->e->low < a->low || a->e->high > a->high) &&
            concerns(k, &j, a->e, races) && !is_in_address(k, &j, a) && !fits(k, &j, a))
            return a->line;
    }
    return 0;
}
