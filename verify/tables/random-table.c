/* random-table.c - tables of a given size that keep what they promise. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/int64.h"
#include "small.h"
#include "solve.h"

#define TRIES 24
#define STEPS 1000 /* entries that are tried where none was found at random */
#define TRIED 64   /* values of one entry */

/* The sizes at the numbers of the world; false: it has none, or too many entries. */
bool lcv_table_sizes(lcv_world *w, lcv_known_table *t)
{
    const lcv_formula *f = t->of->formula;
    const lcv_ast *entries = f->ast->child->next;
    size_t k = 0, n = 1;
    w->scope = f->scope;
    w->ncoordinates = 0;
    for (const lcv_ast *range = f->ast->child->child; range; range = range->next, k++) {
        if (k == LCV_MAX_INDICES || lcv_integer_at(w, range->child, &t->low[k]) != LCV_THERE ||
            lcv_integer_at(w, range->last, &t->end[k]) != LCV_THERE || t->end[k] < t->low[k] ||
            t->end[k] - t->low[k] > LCV_MAX_ENTRIES)
            return false;
        n *= (size_t)(t->end[k] - t->low[k]);
        if (n > LCV_MAX_ENTRIES)
            return false;
    }
    t->nindices = k;
    t->n = t->known = n;
    return lcv_integer_at(w, entries->child, &t->least) == LCV_THERE &&
           lcv_integer_at(w, entries->last, &t->past) == LCV_THERE &&
           (t->past > t->least || n == 0);
}

/* Mostly small numbers of the range, or any, or its ends. */
static int64_t any_entry(const lcv_known_table *t, uint64_t *seed)
{
    uint64_t range = (uint64_t)t->past - (uint64_t)t->least;
    int64_t away = (int64_t)lcv_small_random(seed, range < 64 ? range : 64);
    return t->large ? t->past - 1 - away / 8 : t->least + away;
}

static void draw(lcv_known_table *t, bool distinct, bool ordered, uint64_t *seed)
{
    int64_t range = t->past - t->least;
    for (size_t i = 0; i < t->n; i++) {
        t->entry[i] = any_entry(t, seed);
        for (size_t k = 0; distinct && k < i && range > 0;) { /* the next that is free */
            if (t->entry[k] == t->entry[i]) {
                t->entry[i] = t->entry[i] + 1 == t->past ? t->least : t->entry[i] + 1;
                range--;
                k = 0;
            } else {
                k++;
            }
        }
        range = t->past - t->least;
    }
    if (ordered)
        qsort(t->entry, t->n, sizeof *t->entry, lc_int64_order);
}

/* T[i] == x, i and x being numbers here: the entry is set; `set`, if any, says so. */
static void set_entry(lcv_world *w, lcv_known_table *t, const lcv_ast *p, bool *set)
{
    for (size_t side = 0; p->kind == LCV_AST_COMPARE && p->op == LCV_OP_EQ && side < 2; side++) {
        const lcv_ast *entry = side == 0 ? p->child : p->last;
        const lcv_ast *other = side == 0 ? p->last : p->child;
        bool is = lcv_is_entry_of(t->of->formula->ast, entry) && entry->nchildren == 2;
        int64_t at, value;
        if (is && t->nindices == 1 && lcv_integer_at(w, entry->child->next, &at) == LCV_THERE &&
            lcv_integer_at(w, other, &value) == LCV_THERE && at >= t->low[0] && at < t->end[0]) {
            t->entry[at - t->low[0]] = value;
            if (set)
                set[at - t->low[0]] = true;
        }
    }
}

static void set_entries(lcv_world *w, lcv_known_table *t, bool *set)
{
    for (const lcv_ast *p = t->of->formula->ast->last->child; p; p = p->next) {
        w->scope = t->of->formula->scope;
        w->ncoordinates = 0;
        set_entry(w, t, p, set);
    }
}

/* ---- promises ---- */

/* The names of the indices mean those of entry i. */
static void at_index(lcv_world *w, const lcv_known_table *t, size_t i)
{
    const lcv_formula *f = t->of->formula;
    size_t rest = i, k = 0;
    w->scope = f->scope;
    w->ncoordinates = 0;
    for (const lcv_ast *range = f->ast->child->child; range; range = range->next, k++) {
        size_t n = (size_t)(t->end[k] - t->low[k]);
        if (range->text) {
            w->coordinate[w->ncoordinates] = range->text;
            w->at[w->ncoordinates++] = t->low[k] + (int64_t)(rest % n);
        }
        rest /= n;
    }
}

static bool counts(lcv_world *w, const lcv_known_table *t, const lcv_ast *promise, size_t i)
{
    bool holds = true;
    at_index(w, t, i);
    return !promise->child || (lcv_holds_at(w, promise->child, &holds) == LCV_THERE && holds);
}

/* Of the entries that have a value: what is said of others as well may come to hold. `beyond` is
 * set where all have one, and it is not known all the same. */
static bool keeps(lcv_world *w, const lcv_known_table *t, const lcv_ast *p, bool *beyond)
{
    bool partly = t->known < t->n;
    for (size_t i = 0; i < t->known; i++) {
        bool holds = true;
        at_index(w, t, i);
        if (p->kind != LCV_AST_KEYWORD) {
            lcv_there there = lcv_holds_at(w, p, &holds);
            if (there == LCV_BEYOND && !partly)
                return *beyond = true, false;
            if (there == LCV_THERE && !holds)
                return false;
            continue;
        }
        bool ordered = p->text[0] == 's' || strcmp(p->text, "increasing") == 0;
        if (ordered && i > 0 && t->nindices == 1 &&
            (p->text[0] == 's' ? t->entry[i - 1] > t->entry[i] : t->entry[i - 1] >= t->entry[i]))
            return false;
        for (size_t k = 0; !ordered && k < i; k++)
            if (t->entry[k] == t->entry[i] && counts(w, t, p, i) && counts(w, t, p, k))
                return false;
    }
    if (p->kind == LCV_AST_KEYWORD && p->text[0] == 'p' && !partly)
        return (int64_t)t->n == t->past - t->least;
    return true;
}

bool lcv_table_keeps(lcv_world *w, const lcv_known_table *t, bool *beyond)
{
    bool ok = true;
    for (size_t i = 0; ok && i < t->known; i++)
        ok = t->entry[i] >= t->least && t->entry[i] < t->past;
    for (const lcv_ast *p = t->of->formula->ast->last->child; ok && p; p = p->next)
        ok = keeps(w, t, p, beyond);
    return ok;
}

static bool is_ordered(const lcv_ast *declared)
{
    return lcv_table_promise(declared, "sorted") || lcv_table_promise(declared, "increasing");
}

static bool at_random(lcv_world *w, lcv_known_table *t, uint64_t *seed)
{
    const lcv_ast *declared = t->of->formula->ast;
    const lcv_ast *injective = lcv_table_promise(declared, "injective");
    bool ordered = is_ordered(declared), ok = false, beyond = false;
    bool distinct = injective || lcv_table_promise(declared, "increasing") ||
                    lcv_table_promise(declared, "permutation");
    for (size_t i = 0; i < TRIES && !ok; i++) {
        draw(t, distinct && !(injective && injective->child && i % 2 == 0), ordered, seed);
        set_entries(w, t, NULL);
        if (ordered)
            qsort(t->entry, t->n, sizeof *t->entry, lc_int64_order);
        ok = lcv_table_keeps(w, t, &beyond);
    }
    return ok;
}

/* ---- entry after entry ---- */

typedef struct {
    lcv_world *w;
    lcv_known_table *t;
    size_t left;
    bool ordered, all; /* nothing was left out */
    bool set[LCV_MAX_ENTRIES];
    int64_t value[LCV_MAX_ENTRIES]; /* of those that are set */
} finding;

/* The values for entry i: from *low to before the result. */
static int64_t values_of(finding *f, size_t i, int64_t *low)
{
    const lcv_known_table *t = f->t;
    int64_t past = t->past;
    *low = f->ordered && i > 0 ? t->entry[i - 1] : t->least;
    if (f->set[i]) {
        *low = f->value[i] >= *low ? f->value[i] : past;
        past = f->value[i] < past ? f->value[i] + 1 : past;
    }
    if (past > *low && (uint64_t)past - (uint64_t)*low > TRIED) {
        past = *low + TRIED;
        f->all = false;
    }
    return past;
}

static bool find_from(finding *f, size_t i)
{
    lcv_known_table *t = f->t;
    if (i == t->n)
        return true;
    int64_t low, past = values_of(f, i, &low);
    for (int64_t value = low; value < past; value++) {
        if (f->left == 0) {
            f->all = false;
            return false;
        }
        f->left--;
        t->entry[i] = value;
        t->known = i + 1;
        bool beyond = false;
        if (lcv_table_keeps(f->w, t, &beyond) && find_from(f, i + 1))
            return true;
        f->all = f->all && !beyond;
    }
    t->known = i;
    return false;
}

static lcv_found find_each(lcv_world *w, lcv_known_table *t)
{
    finding f = {.w = w, .t = t, .left = STEPS, .ordered = is_ordered(t->of->formula->ast)};
    t->known = 0;
    set_entries(w, t, f.set);
    memcpy(f.value, t->entry, sizeof f.value);
    f.all = true;
    bool found = find_from(&f, 0);
    t->known = t->n;
    return found ? LCV_FOUND : f.all ? LCV_NO_SUCH_TABLE : LCV_NOT_FOUND;
}

lcv_found lcv_find_table(lcv_world *w, lcv_known_table *t, uint64_t *seed)
{
    w->ntables++; /* its promises may mention it */
    lcv_found found = at_random(w, t, seed) ? LCV_FOUND : find_each(w, t);
    w->ntables--;
    return found;
}
