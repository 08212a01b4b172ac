/* lanes.c - taking an address apart: what lanes share becomes numbers. */
#include "config.h"

#include "lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/banks.h"

#define TERMS 48

/* A sum over the judge's symbols: the part that all lanes share, and products of an expression
 * that differs between lanes with one that they share. */
typedef struct {
    const lc_expr *shared;
    size_t n;
    const lc_expr *leaf[TERMS], *by[TERMS];
    bool failed;
} sum;

typedef struct {
    const lck_judge *j;
    lck_lanes *l;
    lck_left_out out;
    bool by_warp; /* what all lanes of a warp have is shared, too */
} work;

static const lc_expr *rewrite(work *w, const lc_expr *e);

unsigned lck_holders(const lck_judge *j, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return 0;
    if (e->op == LC_EXPR_VAR)
        return 1u << j->symbol[e->slot].holder | (j->symbol[e->slot].data ? LCK_OF_DATA : 0);
    return lck_holders(j, e->arg[0]) | lck_holders(j, e->arg[1]) | lck_holders(j, e->arg[2]);
}

/* Is it a multiple of 32 that is the same for all lanes of a warp, added to the first
 * coordinate? */
static bool is_lane(const lck_judge *j, const lc_expr *e);

/* The same for all lanes of one warp: tid_x / 32, tid_y of a block of 64 x 4. */
static bool is_of_warp(const lck_judge *j, const lc_expr *e)
{
    bool rows = j->block[0] % 32 == 0, flat = j->block[1] == 1 && j->block[2] == 1;
    int64_t d;
    if (!e || e->op == LC_EXPR_INT)
        return true;
    if (e->op == LC_EXPR_VAR)
        return j->symbol[e->slot].holder == LCK_OF_ALL ||
               (rows && j->symbol[e->slot].holder == LCK_OF_AXIS && j->symbol[e->slot].axis > 0);
    if (e->op == LC_EXPR_DIV && (rows || flat) && lc_expr_is_int(e->arg[1], &d) && d % 32 == 0 &&
        is_lane(j, e->arg[0]))
        return true;
    return is_of_warp(j, e->arg[0]) && is_of_warp(j, e->arg[1]) && is_of_warp(j, e->arg[2]);
}

static bool is_lane(const lck_judge *j, const lc_expr *e)
{
    if (e->op == LC_EXPR_VAR)
        return j->symbol[e->slot].holder == LCK_OF_AXIS && j->symbol[e->slot].axis == 0;
    return e->op == LC_EXPR_ADD &&
           ((is_lane(j, e->arg[0]) && lck_judge_multiple(j, e->arg[1]) % 32 == 0 &&
             is_of_warp(j, e->arg[1])) ||
            (is_lane(j, e->arg[1]) && lck_judge_multiple(j, e->arg[0]) % 32 == 0 &&
             is_of_warp(j, e->arg[0])));
}

static bool is_same(const work *w, const lc_expr *e)
{
    return w->by_warp ? is_of_warp(w->j, e) : lck_is_shared(w->j, e);
}

/* ---- sums ---- */

static const lc_expr *make(const work *w, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(w->j->x, op, a, b);
}

static void add_leaf(work *w, sum *s, const lc_expr *leaf, const lc_expr *by)
{
    for (size_t i = 0; i < s->n; i++)
        if (lc_expr_equal(s->leaf[i], leaf)) {
            s->by[i] = make(w, LC_EXPR_ADD, s->by[i], by);
            s->failed |= !s->by[i];
            return;
        }
    if (s->n == TERMS) {
        s->failed = true;
        return;
    }
    s->leaf[s->n] = leaf;
    s->by[s->n++] = by;
}

/* Adds e times `by`, which lanes share. */
static void collect(work *w, sum *s, const lc_expr *e, const lc_expr *by)
{
    if (!e || !by || s->failed) {
        s->failed = true;
        return;
    }
    if (is_same(w, e)) {
        s->shared = make(w, LC_EXPR_ADD, s->shared, make(w, LC_EXPR_MUL, e, by));
        s->failed |= !s->shared;
    } else if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB) {
        collect(w, s, e->arg[0], by);
        if (e->op == LC_EXPR_SUB)
            by = make(w, LC_EXPR_MUL, by, lc_expr_int(w->j->x, -1));
        collect(w, s, e->arg[1], by);
    } else if (e->op == LC_EXPR_MUL && is_same(w, e->arg[1]))
        collect(w, s, e->arg[0], make(w, LC_EXPR_MUL, by, e->arg[1]));
    else if (e->op == LC_EXPR_MUL && is_same(w, e->arg[0]))
        collect(w, s, e->arg[1], make(w, LC_EXPR_MUL, by, e->arg[0]));
    else
        add_leaf(w, s, e, by);
}

/* Is it a multiple of m, times what it is multiplied by? */
static bool is_multiple(const work *w, const lc_expr *leaf, const lc_expr *by, int64_t m)
{
    int64_t k = lck_judge_multiple(w->j, by);
    return !__builtin_mul_overflow(k, lck_judge_multiple(w->j, leaf), &k) && k % m == 0;
}

/* Data of each lane that chooses among rows. `by` is NULL where memory ran out. */
static bool is_row(const work *w, const lc_expr *leaf, const lc_expr *by)
{
    return w->out.rows > 0 && by && lck_has_thread_data(w->j, leaf) &&
           is_multiple(w, leaf, by, w->out.rows);
}

/* .. or among the parts of a word; *left: of those that it may move by. */
static bool is_part(const work *w, const lc_expr *leaf, const lc_expr *by, int64_t *left)
{
    int64_t k;
    if (!by || !lck_has_thread_data(w->j, leaf) || !lc_expr_is_int(by, &k) || k < 1 ||
        leaf->low < 0 || leaf->high > *left / k)
        return false;
    *left -= k * leaf->high;
    return true;
}

static void leave_out(work *w, sum *s, bool parts)
{
    size_t n = 0;
    int64_t left = parts ? w->out.within : 0;
    for (size_t i = 0; i < s->n; i++) {
        bool is = is_row(w, s->leaf[i], s->by[i]) || is_part(w, s->leaf[i], s->by[i], &left);
        w->l->scattered |= is;
        if (is)
            continue;
        s->leaf[n] = s->leaf[i];
        s->by[n++] = s->by[i];
    }
    s->n = n;
}

/* Is all but data of lanes a multiple of words? */
static bool is_of_words(const work *w, const sum *s)
{
    bool words = s->shared && lck_judge_multiple(w->j, s->shared) % LC_WORD_BYTES == 0;
    for (size_t i = 0; i < s->n; i++)
        words = words && (lck_has_thread_data(w->j, s->leaf[i]) ||
                          (s->by[i] && is_multiple(w, s->leaf[i], s->by[i], LC_WORD_BYTES)));
    return words;
}

static void take_apart(work *w, const lc_expr *e, sum *s)
{
    *s = (sum){.shared = lc_expr_int(w->j->x, 0)};
    collect(w, s, e, lc_expr_int(w->j->x, 1));
}

/* Are the lanes of a sum less than d apart? */
static bool are_within(const work *w, const sum *s, int64_t d)
{
    const lc_expr *all = s->failed ? NULL : lc_expr_int(w->j->x, 0);
    int64_t apart;
    for (size_t i = 0; i < s->n && all; i++)
        all = make(w, LC_EXPR_ADD, all, make(w, LC_EXPR_MUL, s->leaf[i], s->by[i]));
    return all && !__builtin_sub_overflow(all->high, all->low, &apart) && apart < d;
}

/* Drops a remainder by d that alone tells lanes apart, where its dividend differs by less than d
 * between lanes: the same lanes have different places without it, only moved by rows. */
static void leave_remainder(work *w, sum *s)
{
    const lc_expr *leaf = s->n == 1 ? s->leaf[0] : NULL;
    int64_t d, k, rows;
    sum inside;
    if (!leaf || leaf->op != LC_EXPR_MOD || w->out.rows == 0 ||
        !lc_expr_is_int(leaf->arg[1], &d) || !lc_expr_is_int(s->by[0], &k) ||
        k % LC_WORD_BYTES != 0 || __builtin_mul_overflow(k, d, &rows) || rows % w->out.rows != 0)
        return;
    take_apart(w, leaf->arg[0], &inside);
    if (!are_within(w, &inside, d))
        return;
    s->n = 0;
    collect(w, s, leaf->arg[0], lc_expr_int(w->j->x, k));
}

/* ---- in numbers ---- */

/* The number that stands for what lanes share. */
static const lc_expr *number_for(work *w, const lc_expr *e)
{
    lck_lanes *l = w->l;
    int64_t value;
    char name[16];
    if (lc_expr_is_int(e, &value))
        return lc_expr_int(l->x, value);
    for (size_t i = 0; i < l->n; i++)
        if (lc_expr_equal(l->number[i].of, e))
            return l->number[i].var;
    if (l->n == LCK_SHARED_NUMBERS)
        return NULL;
    lck_shared_number *u = &l->number[l->n];
    snprintf(name, sizeof name, "u%zu", l->n);
    *u = (lck_shared_number){.of = e, .var = lc_expr_var(l->x, name, e->low, e->high)};
    u->power = e->op == LC_EXPR_VAR && w->j->symbol[e->slot].power;
    u->multiple = lck_judge_multiple(w->j, e);
    if (!u->var)
        return NULL;
    l->n++;
    return u->var;
}

/* Leaves times what they are multiplied by. */
static const lc_expr *products(work *w, const sum *s)
{
    const lc_expr *all = lc_expr_int(w->l->x, 0);
    for (size_t i = 0; i < s->n && all; i++) {
        const lc_expr *leaf = rewrite(w, s->leaf[i]);
        const lc_expr *by = leaf ? number_for(w, s->by[i]) : NULL;
        all = by ? lc_expr_make(w->l->x, LC_EXPR_ADD, all,
                                lc_expr_make(w->l->x, LC_EXPR_MUL, leaf, by))
                 : NULL;
    }
    return all;
}

static const lc_expr *rewrite_sum(work *w, const lc_expr *e)
{
    sum s;
    take_apart(w, e, &s);
    const lc_expr *all = s.failed ? NULL : products(w, &s), *u = NULL;
    int64_t number = 0, rest = all ? lck_judge_rest(w->j, s.shared, &number) : 0;
    if (all && rest > lck_judge_multiple(w->j, s.shared)) { /* it is a multiple without it */
        s.shared = make(w, LC_EXPR_SUB, s.shared, lc_expr_int(w->j->x, number));
        all = lc_expr_make(w->l->x, LC_EXPR_ADD, all, lc_expr_int(w->l->x, number));
    }
    u = all && s.shared ? number_for(w, s.shared) : NULL;
    return u ? lc_expr_make(w->l->x, LC_EXPR_ADD, all, u) : NULL;
}

/* `as` with the bounds that are known of e, where its own parts do not exclude them. */
static const lc_expr *bounded(const work *w, const lc_expr *e, const lc_expr *as)
{
    if (!e || as->high < e->low || as->low > e->high)
        return e;
    return lc_expr_assume(w->l->x, e, as->low, as->high);
}

static const lc_expr *rewrite(work *w, const lc_expr *e)
{
    lc_exprs *x = w->l->x;
    const lc_expr *arg[3] = {NULL, NULL, NULL}, *made;
    if (is_same(w, e))
        return number_for(w, e);
    if (e->op == LC_EXPR_VAR) {
        const lck_judged_symbol *s = &w->j->symbol[e->slot];
        w->l->data |= s->holder == LCK_OF_THREAD;
        return s->holder == LCK_OF_AXIS ? w->l->axis[s->axis] : NULL;
    }
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB ||
        (e->op == LC_EXPR_MUL && (is_same(w, e->arg[0]) || is_same(w, e->arg[1]))))
        return bounded(w, rewrite_sum(w, e), e);
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (!(arg[i] = rewrite(w, e->arg[i])))
            return NULL;
    if (e->op == LC_EXPR_NOT)
        made = lc_expr_not(x, arg[0]);
    else if (e->op == LC_EXPR_SELECT)
        made = lc_expr_select(x, arg[0], arg[1], arg[2]);
    else
        made = lc_expr_make(x, e->op, arg[0], arg[1]);
    return bounded(w, made, e);
}

/* ---- lanes ---- */

static bool add_axes(const lck_judge *j, lck_lanes *l)
{
    static const char *const name[] = {"x", "y", "z"};
    for (unsigned i = 0; i < 3; i++) {
        int64_t extent = j->block[i] > 0 ? j->block[i] : i < 2 ? 1024 : 64;
        l->axis[i] = lc_expr_var(l->x, name[i], 0, extent - 1);
        if (!l->axis[i])
            return false;
        l->varies[i] = true;
    }
    return true;
}

static lck_lanes *begin(const lck_judge *j)
{
    lck_lanes *l = calloc(1, sizeof *l);
    if (l)
        l->j = j;
    if (!l || !(l->x = lc_exprs_new(lc_exprs_ctx(j->x))) || !add_axes(j, l)) {
        lck_lanes_free(l);
        return NULL;
    }
    return l;
}

lck_lanes *lck_lanes_new(const lck_judge *j, const lc_expr *e, lck_left_out out, bool by_warp)
{
    lck_lanes *l = begin(j);
    work w = {j, l, out, by_warp};
    sum s;
    if (!l)
        return NULL;
    take_apart(&w, e, &s);
    leave_out(&w, &s, is_of_words(&w, &s));
    leave_remainder(&w, &s);
    l->e = s.failed ? NULL : products(&w, &s);
    if (l->e) {
        int64_t number = 0; /* no reason to try others */
        l->multiple = lck_judge_rest(j, s.shared, &number);
        l->shifted = l->multiple > 0;
        l->e = lc_expr_make(l->x, LC_EXPR_ADD, l->e, lc_expr_int(l->x, number));
    }
    if (!l->e)
        lc_ctx_reset(lc_exprs_ctx(j->x));
    return l;
}

void lck_lanes_free(lck_lanes *l)
{
    for (size_t i = 0; l && i < l->n; i++)
        free(l->number[i].value);
    if (l) {
        lck_program_free(l->program);
        lc_exprs_free(l->x);
    }
    free(l);
}

size_t lck_lanes_combinations(const lck_lanes *l)
{
    size_t n = 1;
    for (size_t i = 0; i < l->n; i++)
        n *= l->number[i].nvalues;
    return n;
}

void lck_lanes_set(lck_lanes *l, size_t combination)
{
    for (size_t i = 0; i < l->n; i++) {
        lck_shared_number *u = &l->number[i];
        l->env[u->var->slot] = u->value[combination % u->nvalues];
        combination /= u->nvalues;
    }
    if (!l->program)
        l->program = lck_program_new(l->e, l->varies);
    if (l->program)
        lck_program_share(l->program, l->env);
}

bool lck_lanes_at(lck_lanes *l, const lck_warp_threads *w, int64_t value[LCK_LANES])
{
    const int64_t *const lane[3] = {w->thread[0], w->thread[1], w->thread[2]};
    if (!l->program || !lck_judge_works(l->j, lck_program_steps(l->program)))
        return false;
    return (w->lanes & ~lck_program_run(l->program, lane, value)) == 0;
}
