#include "config.h"

#include "numbers.h"
#include "repair.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/int64.h"
#include "../../../lib/text.h"

__extension__ typedef __int128 wide;

#define SETS 2048        /* that are all */
#define LOOKS (1u << 18) /* at threads, for all sets */
#define SOME 224         /* that are not */
#define REPAIRED 64      /* and that are moved to where the guard holds */
#define SMALL 4096       /* numbers of blocks, of trips: any of them is as likely */

static int64_t pick(uint64_t seed, int64_t below)
{
    return (int64_t)(lc_int64_scramble(seed) % (uint64_t)below);
}

/* ---- which symbols ---- */

static void add_symbols(lck_numbers *s, const lc_expr *e, bool shown)
{
    if (!e || e->op == LC_EXPR_INT)
        return;
    if (e->op != LC_EXPR_VAR) {
        for (int i = 0; i < 3; i++)
            add_symbols(s, e->arg[i], shown);
        return;
    }
    const lck_judged_symbol *symbol = &s->j->symbol[e->slot];
    s->shown[e->slot] |= shown && symbol->holder == LCK_OF_ALL;
    for (size_t i = 0; i < s->n; i++)
        if (s->slot[i] == e->slot)
            return;
    if (symbol->holder != LCK_OF_ALL || s->n == LC_MAX_EXPR_VARS)
        return;
    add_symbols(s, symbol->below, false);
    s->slot[s->n++] = e->slot;
}

/* The symbol that an expression is, maybe as a number without sign; NULL: it is none. */
static const lc_expr *symbol_of(const lc_expr *e)
{
    e = e->op == LC_EXPR_MOD && e->arg[1]->op == LC_EXPR_INT ? e->arg[0] : e;
    return e->op == LC_EXPR_VAR ? e : NULL;
}

/* Notes the numbers that symbols are compared with: values near them are tried. */
static void add_numbers(lck_numbers *s, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR)
        return;
    for (int i = 0; e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NE && i < 2; i++) {
        const lc_expr *var = symbol_of(e->arg[i]);
        int64_t than;
        if (!var || !lc_expr_is_int(e->arg[1 - i], &than) ||
            (s->compared[var->slot] && e->op != LC_EXPR_EQ))
            continue;
        s->compared[var->slot] = true;
        s->than[var->slot] = than;
    }
    for (int i = 0; i < 3; i++)
        add_numbers(s, e->arg[i]);
}

/* The number that a symbol is compared with, the one before or behind it. */
static bool put_compared(const lck_numbers *s, size_t slot, size_t set, int64_t *v)
{
    const lc_expr *var = lc_exprs_var(s->j->x, slot);
    int64_t m = s->j->symbol[slot].multiple, than = s->than[slot];
    size_t every = s->j->symbol[slot].data ? 2 : 8, which = set / every % 3;
    if (!s->compared[slot] || set % every != 1 || than <= INT64_MIN + m || than >= INT64_MAX - m)
        return false;
    int64_t at = which == 0 ? than : which == 1 ? than - m : than + m;
    if (at < var->low || at > var->high || at % m != 0)
        return false;
    *v = at;
    return true;
}

/* First and last value, how many of them; 0: too many. */
static uint64_t values_of(const lck_numbers *s, size_t slot, int64_t *first)
{
    const lc_expr *var = lc_exprs_var(s->j->x, slot);
    int64_t m = s->j->symbol[slot].multiple;
    bool unsure = s->j->symbol[slot].unsure;
    wide least = var->low, step = m;
    least += ((-least) % step + step) % step;
    *first = (int64_t)least;
    if (s->j->symbol[slot].power) {
        uint64_t n = 0;
        int64_t v = m;
        while (v < var->low && v <= INT64_MAX / 2)
            v *= 2;
        *first = v;
        for (; v <= var->high; v *= 2, n++)
            if (v > INT64_MAX / 2)
                return n + 1;
        return n;
    }
    wide n = ((wide)var->high - least) / step + 1;
    return n < 1 ? 1 : unsure && n > 1 ? 0 : n > SETS ? 0 : (uint64_t)n;
}

/* All sets of values; 0: they are too many to look at in all threads. */
static uint64_t count_sets(const lck_numbers *s)
{
    const int64_t *block = s->j->block;
    uint64_t all = 1;
    for (size_t i = 0; i < s->n && all > 0; i++) {
        int64_t first;
        all *= values_of(s, s->slot[i], &first);
        all = all > SETS ? 0 : all;
    }
    return all * (uint64_t)(block[0] * block[1] * block[2]) <= LOOKS ? all : 0;
}

void lck_numbers_begin(lck_numbers *s, const lck_judge *j, const lck_judged *a,
                       const lc_expr *also)
{
    memset(s, 0, sizeof *s);
    s->j = j;
    add_symbols(s, a->at, true);
    add_symbols(s, a->guard, true);
    add_symbols(s, also, true);
    add_numbers(s, a->guard);
    add_numbers(s, a->at);
    for (size_t i = 0; i < lc_exprs_nvars(j->x); i++) {
        const lc_expr *var = lc_exprs_var(j->x, i);
        s->varies[i] = j->symbol[i].holder != LCK_OF_ALL;
        if (j->symbol[i].holder == LCK_OF_THREAD &&
            (lc_expr_has(a->at, var) || (a->guard && lc_expr_has(a->guard, var))))
            s->of_thread[s->nof_threads++] = i;
    }
    uint64_t all = count_sets(s);
    s->complete = all > 0 && !lck_has_thread_data(j, a->at) &&
                  !lck_has_thread_data(j, a->guard) && !lck_has_thread_data(j, also);
    s->nsets = s->complete ? all : a->guard ? SOME + REPAIRED : SOME;
    s->condition = a->guard;
    s->data = malloc((s->nof_threads + 1) * sizeof *s->data);
    s->at = s->data ? lck_program_new(a->at, s->varies) : NULL;
    s->guard = s->at && a->guard ? lck_program_new(a->guard, s->varies) : NULL;
    s->complete = s->complete && s->at && (s->guard || !a->guard);
}

void lck_numbers_end(lck_numbers *s)
{
    lck_program_free(s->at);
    lck_program_free(s->guard);
    free(s->data);
}

/* ---- values ---- */

/* Sizes: small ones and ones with few divisors first; then some that are all small or all large,
 * and some that are small beside others that are large. */
static int64_t size_of(size_t set, uint64_t seed)
{
    static const int64_t first[] = {1031, 2053, 4099, 1, 3, 16384, 67, 8209, 129, 33, 17, 5};
    static const int64_t below[] = {8, 128, 128, 2048, 16384, 16384};
    size_t n = sizeof first / sizeof *first, scale = (size_t)pick(~seed, 6);
    if (set % 4 < 2)
        scale = set % 2 ? 1 : 5;
    return set < n ? first[set] : 1 + pick(seed, below[scale]);
}

static int64_t some_value(const lck_numbers *s, size_t slot, size_t set)
{
    const lck_judged_symbol *symbol = &s->j->symbol[slot];
    const lc_expr *var = lc_exprs_var(s->j->x, slot);
    uint64_t seed = lc_int64_scramble(set) + slot;
    int64_t m = symbol->multiple, first, below = 0, low = var->low;
    int64_t high = symbol->unsure ? low : var->high;
    uint64_t n = values_of(s, slot, &first);
    if (put_compared(s, slot, set, &below))
        return below;
    if (symbol->power) {
        int64_t v = first;
        for (int64_t k = pick(seed, (int64_t)(n ? n : 1)); k > 0; k--)
            v *= 2;
        return v;
    }
    if (symbol->counted && !symbol->below && high - low > 1 + (int64_t)set / 4)
        high = low + 1 + (int64_t)set / 4;
    bool counted = symbol->below && lc_expr_at(symbol->below, s->env, &below) && below > 0;
    if (counted && high >= below)
        high = below - 1;
    int64_t v = m * size_of(set, seed);
    if (counted || (high - low >= 0 && high - low < SMALL))
        v = set == 0 ? low
            : set % 4 == 1
                ? high
                : low + pick(seed, high - low < 0 || high - low > SMALL ? SMALL : high - low + 1);
    else if (low < 0 && set % 8 == 7)
        v = -v;
    v -= (v % m + m) % m;
    if (v < low)
        v = first;
    return v > high ? high - (high % m + m) % m : v;
}

static bool is_below(const lck_numbers *s, size_t slot)
{
    int64_t below;
    const lc_expr *than = s->j->symbol[slot].below;
    return !than || (lc_expr_at(than, s->env, &below) && s->env[slot] < below);
}

/* One of all sets. */
static void list_set(lck_numbers *s, size_t set)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t slot = s->slot[i];
        int64_t first, m = s->j->symbol[slot].multiple;
        uint64_t n = values_of(s, slot, &first);
        s->env[slot] = s->j->symbol[slot].power ? first << set % n
                                                : first + m * (int64_t)(set % n);
        set /= n;
    }
}

bool lck_numbers_set(lck_numbers *s, size_t set)
{
    if (s->complete)
        list_set(s, set);
    for (size_t i = 0; i < s->n && !s->complete; i++)
        s->env[s->slot[i]] = some_value(s, s->slot[i], set);
    if (!s->complete && set >= SOME)
        lck_numbers_repair(s, s->condition, set - SOME);
    s->taken = false;
    for (size_t i = 0; i < s->n; i++) {
        const lc_expr *var = lc_exprs_var(s->j->x, s->slot[i]);
        int64_t v = s->env[s->slot[i]];
        if (v < var->low || v > var->high || !is_below(s, s->slot[i]))
            return false;
    }
    return true;
}

/* The data of the threads of a warp: one number for all of them, or another for each. */
static void set_data(lck_numbers *s, size_t set, const lck_warp_threads *t, size_t k)
{
    size_t slot = s->of_thread[k];
    const lc_expr *var = lc_exprs_var(s->j->x, slot);
    int64_t low = var->low < -SMALL / 2 && var->high > 0 ? -SMALL / 2 : var->low;
    int64_t span = var->high / 2 - low / 2 < SMALL / 2 ? var->high - low + 1 : SMALL;
    for (unsigned i = 0; i < LCK_LANES; i++) {
        uint64_t seed = lc_int64_scramble(set) + slot;
        if (set % 2 == 0)
            seed += lc_int64_scramble(
                (uint64_t)(t->thread[0][i] + 1024 * (t->thread[1][i] + 1024 * t->thread[2][i])));
        s->data[k][i] = low + pick(seed, span);
        put_compared(s, slot, set, &s->data[k][i]);
    }
}

static void take(lck_numbers *s)
{
    if (!s->taken)
        lck_program_share(s->at, s->env);
    if (!s->taken && s->guard)
        lck_program_share(s->guard, s->env);
    s->taken = true;
}

/* Lanes whose threads are beyond the extents of the block that the set says. */
static uint32_t beyond(const lck_numbers *s, const lck_warp_threads *t)
{
    uint32_t lanes = 0;
    for (size_t k = 0; k < s->n; k++) {
        const lck_judged_symbol *symbol = &s->j->symbol[s->slot[k]];
        for (unsigned i = 0; symbol->extent && i < LCK_LANES; i++)
            lanes |= (uint32_t)(t->thread[symbol->axis][i] >= s->env[s->slot[k]]) << i;
    }
    return lanes;
}

uint32_t lck_numbers_at(lck_numbers *s, const lck_judged *a, size_t set,
                        const lck_warp_threads *t, uint32_t *active, int64_t at[LCK_LANES])
{
    const int64_t *lane[LC_MAX_EXPR_VARS];
    int64_t holds[LCK_LANES];
    uint32_t guarded = UINT32_MAX;
    *active = 0;
    if (!s->at || (a->guard && !s->guard) ||
        !lck_judge_works(s->j, lck_program_steps(s->at) + lck_program_steps(s->guard)))
        return 0;
    take(s);
    for (size_t i = 0; i < lc_exprs_nvars(s->j->x); i++)
        if (s->j->symbol[i].holder == LCK_OF_AXIS)
            lane[i] = t->thread[s->j->symbol[i].axis];
    for (size_t k = 0; k < s->nof_threads; k++) {
        set_data(s, set, t, k);
        lane[s->of_thread[k]] = s->data[k];
    }
    if (a->guard)
        guarded = lck_program_run(s->guard, lane, holds);
    for (unsigned i = 0; i < LCK_LANES; i++)
        *active |= (uint32_t)(!a->guard || holds[i] != 0) << i;
    uint32_t none = beyond(s, t);
    *active &= guarded & t->lanes & ~none;
    uint32_t known = *active ? lck_program_run(s->at, lane, at) : 0;
    return none | (guarded & (~*active | known));
}

char *lck_numbers_text(const lck_numbers *s)
{
    lc_text text = {0};
    for (size_t i = 0; i < s->n; i++)
        if (s->shown[s->slot[i]])
            lc_text_printf(&text, "%s%s = %lld", text.length ? ", " : "",
                           lc_exprs_var(s->j->x, s->slot[i])->name,
                           (long long)s->env[s->slot[i]]);
    return text.length ? lc_text_take(NULL, &text) : strdup("");
}

/* ---- whether it ever runs ---- */

/* The conditions of e, with those that are kept so far, as long as their values are few. */
static const lc_expr *keep_conditions(lck_numbers *s, const lck_judge *j, const lc_expr *e,
                                      const lc_expr *kept)
{
    if (e->op == LC_EXPR_ALL) {
        kept = keep_conditions(s, j, e->arg[0], kept);
        return keep_conditions(s, j, e->arg[1], kept);
    }
    const lc_expr *both = lck_has_thread_data(j, e) ? NULL
                          : kept                    ? lc_expr_make(j->x, LC_EXPR_ALL, kept, e)
                                                    : e;
    if (!both)
        return kept;
    memset(s, 0, sizeof *s);
    s->j = j;
    add_symbols(s, both, false);
    return count_sets(s) > 0 ? both : kept;
}

static bool runs_in_set(lck_numbers *s, const lck_judged *a, size_t set)
{
    for (unsigned w = 0; w < lck_warps(s->j); w++) {
        lck_warp_threads t = lck_threads_of(s->j, w);
        int64_t at[LCK_LANES];
        uint32_t active, known = lck_numbers_at(s, a, set, &t, &active, at);
        if (active || (t.lanes & ~known))
            return true;
    }
    return false;
}

bool lck_numbers_never(const lck_judge *j, const lck_judged *a)
{
    lck_numbers *s = a->guard ? malloc(sizeof *s) : NULL;
    const lc_expr *kept = s ? keep_conditions(s, j, a->guard, NULL) : NULL;
    bool never = kept != NULL;
    if (never) {
        lck_judged b = {.at = lc_expr_int(j->x, 0), .guard = kept};
        lck_numbers_begin(s, j, &b, NULL);
        never = s->complete;
        for (size_t set = 0; set < s->nsets && never; set++)
            never = lck_judge_works(j, 0) &&
                    (!lck_numbers_set(s, set) || !runs_in_set(s, &b, set));
        lck_numbers_end(s);
    }
    free(s);
    return never;
}

/* ---- costs ---- */

/* A warp there. False: a step has no value, or no lane takes part, or one is not aligned. */
static bool look(lck_numbers *s, const lck_judged *a, const lck_cost *cost, size_t set,
                 unsigned warp, lck_warp *out)
{
    lck_warp_threads t = lck_threads_of(s->j, warp);
    uint32_t lanes;
    *out = (lck_warp){.lanes = 32, .width = a->width};
    if (t.lanes & ~lck_numbers_at(s, a, set, &t, &lanes, out->byte))
        return false;
    lanes = lck_active(a, lanes);
    for (unsigned i = 0; i < 32; i++) {
        out->active[i] = lanes >> i & 1;
        if (out->active[i] && !cost->misaligned && out->byte[i] % out->width != 0)
            return false;
    }
    return lanes != 0;
}

/* What data adds to all addresses alike is a multiple of *step; `by` is what e is multiplied by.
 * False: it does more than that. */
static bool is_added(const lck_numbers *s, const lc_expr *e, int64_t by, int64_t *step)
{
    int64_t k;
    if (!lck_has_data(s->j, e))
        return true;
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB)
        return is_added(s, e->arg[0], by, step) && is_added(s, e->arg[1], by, step);
    for (int i = 0; e->op == LC_EXPR_MUL && i < 2; i++) {
        const lc_expr *other = e->arg[1 - i];
        if (!lck_has_data(s->j, other) && lck_is_shared(s->j, other))
            return lc_expr_at(other, s->env, &k) && !__builtin_mul_overflow(k, by, &k) &&
                   is_added(s, e->arg[i], k, step);
    }
    if (!lck_is_shared(s->j, e) || __builtin_mul_overflow(lck_judge_multiple(s->j, e), by, &k))
        return false;
    *step = lc_int64_gcd(*step, k);
    return true;
}

/* Does the warp cost more than its least whatever data is? It does where data moves all lanes
 * alike, and they cost more wherever they are moved to. */
static bool is_for_all_data(const lck_numbers *s, const lck_judged *a, const lck_cost *cost,
                            const lck_warp *w)
{
    int64_t step = cost->grain;
    bool all = is_added(s, a->at, 1, &step) && (cost->misaligned || step % w->width == 0);
    for (int64_t by = step; all && by < cost->grain; by += step) {
        lck_warp moved = *w;
        for (unsigned i = 0; i < LCK_LANES; i++)
            moved.byte[i] += moved.active[i] ? by : 0;
        all = cost->of(&moved) > cost->least(&moved);
    }
    return all;
}

static void keep(const lck_numbers *s, const lck_warp *w, unsigned n, unsigned least,
                 lck_example *out)
{
    if (out->found && (n - least < out->worst - out->least ||
                       (n - least == out->worst - out->least && n <= out->worst)))
        return;
    free(out->numbers);
    out->found = true;
    out->worst = n;
    out->least = least;
    out->warp = *w;
    out->numbers = lck_numbers_text(s);
}

void lck_example_of(const lck_judge *j, const lck_judged *a, const lck_cost *cost,
                    unsigned enough, lck_example *out)
{
    lck_numbers *s = malloc(sizeof *s);
    *out = (lck_example){.found = false};
    if (!s)
        return;
    lck_numbers_begin(s, j, a, NULL);
    for (size_t set = 0; set < s->nsets && lck_judge_works(j, 0); set++) {
        if (!lck_numbers_set(s, set))
            continue;
        for (unsigned i = 0; i < lck_warps(j); i++) {
            lck_warp w;
            if (!look(s, a, cost, set, i, &w))
                continue;
            if (a->data && cost->of(&w) > cost->least(&w) && !is_for_all_data(s, a, cost, &w)) {
                out->data = true;
                continue;
            }
            keep(s, &w, cost->of(&w), cost->least(&w), out);
        }
        bool most = out->found && out->worst - out->least >= enough;
        if (most && (!s->complete || !cost->parts)) /* parts of lanes may do more */
            break;
    }
    out->complete = s->complete && lck_judge_works(j, 0);
    lck_numbers_end(s);
    free(s);
}
