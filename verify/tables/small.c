#include "config.h"

#include "small.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../function/result.h"

#define WORLDS 128        /* sizes that are tried */
#define COORDINATES 40000 /* of all worlds */
#define AT_ONE 2000       /* of one */
#define LISTED 65536      /* of the one that there is without parameters and tables */
#define TABLES 6          /* of one size */
#define SMALL 4           /* numbers from the least of a parameter on */
#define GRADED 1000       /* sizes of a small sum, */
#define LOOKED 8000       /* of so many that are looked at, */
#define NUMBERS 48        /* numbers of one parameter, */
#define STEPS 8192        /* within so many, */
#define POINTS 400000     /* coordinates of all of them, */
#define AT_GRADED 20000   /* of one */

uint64_t lcv_small_random(uint64_t *seed, uint64_t n)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return n > 0 ? *seed % n : 0;
}

/* ---- numbers of parameters ---- */

static void bounds_of(const lcv_table_problem *p, size_t i, int64_t *low, int64_t *high)
{
    lcv_formula_bounds(p->parameter[i]->formula, low, high);
    *low = *low == INT64_MIN ? 0 : *low;
    *high = *high == INT64_MAX ? INT64_MAX / 4 : *high;
}

static void add_number(lcv_candidates *c, int64_t number, int64_t low, int64_t high)
{
    bool there = number < low || number > high || c->n == LCV_CANDIDATES;
    for (size_t i = 0; i < c->n && !there; i++)
        there = c->number[i] == number;
    if (!there)
        c->number[c->n++] = number;
}

/* The expressions that are open: the promises of a table mention it. */
typedef struct opened {
    const lcv_formula *formula;
    const struct opened *before;
    size_t depth;
} opened;

static bool is_open(const opened *o, const lcv_formula *formula)
{
    while (o && o->formula != formula)
        o = o->before;
    return o != NULL;
}

/* Adds numbers around the constants of a tree, and of what its names stand for. */
static void add_constants(lcv_candidates *c, const lcv_scope *scope, const lcv_ast *ast,
                          int64_t low, int64_t high, const opened *o)
{
    const lcv_binding *b = ast->kind == LCV_AST_NAME ? lcv_scope_find(scope, ast->text) : NULL;
    int64_t number = ast->kind == LCV_AST_INT && strlen(ast->text) < 4 ? atoi(ast->text) : 0;
    const lcv_value *v = b ? b->value : NULL;
    if (v)
        lcv_value_number(v, &number);
    for (int64_t k = -1; number > 1 && number <= 128 && k <= 1; k++)
        add_number(c, number + k, low, high);
    const opened more = {v ? v->formula : NULL, o, o ? o->depth + 1 : 1};
    if (v && v->kind == LCV_EXPRESSION && more.depth <= 8 && !is_open(o, v->formula))
        add_constants(c, v->formula->scope, v->formula->ast, low, high, &more);
    for (const lcv_ast *part = ast->child; part; part = part->next)
        add_constants(c, scope, part, low, high, o);
}

void lcv_small_numbers(const lcv_table_problem *p, size_t i, lcv_candidates *c)
{
    int64_t low, high;
    bounds_of(p, i, &low, &high);
    for (int64_t k = 0; k < 2 * SMALL; k++)
        add_number(c, low + k, low, high);
    for (size_t k = 0; k < p->n; k++)
        add_constants(c, p->argument[k].scope, p->argument[k].ast, low, high, NULL);
    for (size_t k = 0; k < p->nassumptions; k++)
        add_constants(c, p->assumption[k]->formula->scope, p->assumption[k]->formula->ast, low,
                      high, NULL);
}

bool lcv_small_choose(size_t k, size_t n, const lcv_candidates *c, uint64_t *seed,
                      int64_t *number)
{
    size_t rest = k;
    for (size_t i = 0; i < n; i++) {
        size_t few = c[i].n < SMALL ? c[i].n : SMALL;
        if (c[i].n == 0)
            return false;
        number[i] = c[i].number[rest % few];
        rest /= few;
    }
    for (size_t i = 0; rest > 0 && i < n; i++)
        number[i] = c[i].number[lcv_small_random(seed, c[i].n)];
    return true;
}

lcv_world lcv_small_world(const lcv_table_problem *p, int64_t *number, lcv_known_table *table)
{
    return (lcv_world){.nparameters = p->nparameters,
                       .parameter = p->parameter,
                       .number = number,
                       .table = table};
}

bool lcv_small_assumed(const lcv_table_problem *p, lcv_world *w, const lcv_value *alone,
                       bool *known)
{
    bool holds = true;
    *known = true;
    for (size_t i = 0; *known && holds && i < p->nassumptions; i++) {
        const lcv_formula *f = p->assumption[i]->formula;
        w->scope = f->scope;
        w->ncoordinates = 0;
        if (!alone || (f->nparameters == 1 && f->parameter[0] == alone))
            *known = lcv_holds_at(w, f->ast, &holds) == LCV_THERE;
    }
    return *known && holds;
}

/* ---- the counterexample ---- */

static void write_table(lc_text *out, const lcv_known_table *t)
{
    size_t rows = 1;
    for (size_t k = 0; k + 1 < t->nindices; k++)
        rows *= (size_t)(t->end[k] - t->low[k]);
    size_t columns = rows > 0 ? t->n / rows : 0;
    lc_text_printf(out, "%s = %s", t->of->formula->ast->text, t->nindices > 1 ? "[" : "");
    for (size_t r = 0; r < rows; r++) {
        lc_text_add(out, r > 0 ? ", [" : "[");
        for (size_t k = 0; k < columns; k++)
            lc_text_printf(out, "%s%" PRId64, k > 0 ? ", " : "", t->entry[r + k * rows]);
        lc_text_add(out, "]");
    }
    lc_text_add(out, t->nindices > 1 ? "]" : "");
    if (t->low[0] != 0)
        lc_text_printf(out, " from %" PRId64, t->low[0]);
}

void lcv_small_where(const lcv_table_problem *p, const lcv_world *w, lcv_small *out)
{
    lc_text where = {0};
    lc_int number[LCV_MAX_OPEN];
    const char *separator = "";
    for (size_t i = 0; i < p->nparameters; i++, separator = ", ") {
        lc_text_printf(&where, "%s%s = %" PRId64, separator, p->parameter[i]->formula->text,
                       w->number[i]);
        number[i] = lc_int_si(p->e->ctx, w->number[i]);
    }
    for (size_t i = 0; i < w->ntables; i++, separator = ", ") {
        lc_text_add(&where, separator);
        write_table(&where, &w->table[i]);
    }
    lcv_at_parameters(p->e->ctx, out->fails, lc_text_take(p->e->ctx, &where), p->nparameters,
                      p->parameter, number);
}

/* ---- worlds ---- */

typedef struct {
    lcv_table_problem *p;
    lcv_small *out;
    bool large; /* entries of tables are */
    size_t left, at_one;
    uint64_t seed, seen[WORLDS], known[WORLDS * TABLES]; /* sizes, and their tables, as hashes */
    size_t nseen, nknown;
    int64_t number[LCV_MAX_OPEN];
    lcv_known_table table[LCV_MAX_TABLES];
} trying;

static uint64_t hash(uint64_t h, size_t n, const int64_t *of)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint64_t)of[i]) * 1099511628211u;
    return h;
}

/* Adds a hash to those seen. False: it is among them already. */
static bool is_new(size_t *n, uint64_t *seen, uint64_t h)
{
    for (size_t i = 0; i < *n; i++)
        if (seen[i] == h)
            return false;
    seen[(*n)++] = h;
    return true;
}

static void forget_failure(lcv_small *s)
{
    const lcv_small kept = {.sizes = s->sizes, .worlds = s->worlds, .beyond = s->beyond};
    lcv_small_clear(s);
    *s = kept;
}

/* Tables of this size, one after the other. */
static void try_tables(trying *t, lcv_world *w)
{
    bool held = false;
    size_t n = t->p->ntables > 0 ? TABLES : 1;
    for (size_t i = 0; i < n && !t->out->fails && !t->out->unknown_claim; i++) {
        bool made = true, beyond = false;
        size_t most = t->left < t->at_one ? t->left : t->at_one, left = most;
        for (w->ntables = 0; made && w->ntables < t->p->ntables;) {
            lcv_known_table *table = &t->table[w->ntables];
            *table = (lcv_known_table){.of = t->p->table[w->ntables], .large = t->large};
            made = lcv_table_sizes(w, table) && lcv_find_table(w, table, &t->seed) == LCV_FOUND;
            w->ntables += made;
        }
        if (!made && w->ntables == 0)
            break; /* of this size there is none, or none is found */
        for (size_t k = 0; made && k < w->ntables; k++)
            made = lcv_table_keeps(w, &t->table[k], &beyond);
        uint64_t h = hash(14695981039346656037u, t->p->nparameters, t->number);
        for (size_t k = 0; made && k < w->ntables; k++)
            h = hash(h, w->table[k].n, w->table[k].entry);
        if (!made || !is_new(&t->nknown, t->known, h))
            continue;
        lcv_at_world at = lcv_claim_at_world(t->p, w, &left, t->out);
        t->left -= most - left;
        if (at == LCV_FAILS_THERE && lcv_tables_beside(t->p, w) != LCV_FOUND) {
            forget_failure(t->out);
            at = LCV_OPEN_THERE;
        }
        t->out->worlds += at == LCV_HOLDS_THERE;
        held = held || at == LCV_HOLDS_THERE;
        t->out->beyond = t->out->beyond || at == LCV_OPEN_THERE;
    }
    t->out->sizes += held && (t->p->nparameters > 0 || t->out->sizes == 0);
}

static bool open_trying(trying **t, lcv_table_problem *p, lcv_small *out, size_t points,
                        size_t at_one)
{
    *out = (lcv_small){0};
    *t = lc_alloc(p->e->ctx, 1, sizeof **t);
    if (!*t)
        return lcv_eval_failed(p->e, p->claim->span);
    **t = (trying){
        .p = p, .out = out, .left = points, .at_one = at_one, .seed = 88172645463325252u};
    return true;
}

/* Tries the claim at the chosen numbers. */
static void try_numbers(trying *t)
{
    lcv_world w = lcv_small_world(t->p, t->number, t->table);
    bool known;
    if (lcv_small_assumed(t->p, &w, NULL, &known))
        try_tables(t, &w);
    if (t->out->fails)
        lcv_small_where(t->p, &w, t->out);
}

bool lcv_small_worlds(lcv_table_problem *p, lcv_small *out)
{
    lcv_candidates c[LCV_MAX_OPEN] = {{0}};
    trying *t;
    if (!open_trying(&t, p, out, COORDINATES, AT_ONE))
        return false;
    if (p->nparameters + p->ntables == 0)
        t->left = t->at_one = p->n * LISTED;
    for (size_t i = 0; i < p->nparameters; i++)
        lcv_small_numbers(p, i, &c[i]);
    for (size_t k = 0; k < WORLDS && !out->fails && !out->unknown_claim && t->left > 0; k++) {
        if (lc_ctx_ends(p->e->ctx) ||
            !lcv_small_choose(k, p->nparameters, c, &t->seed, t->number))
            break;
        uint64_t h = hash(14695981039346656037u, p->nparameters, t->number);
        if (p->nparameters > 0 && !is_new(&t->nseen, t->seen, h))
            continue;
        try_numbers(t);
        if (p->nparameters == 0 && k >= 20)
            break;
    }
    free(t);
    return true;
}

/* ---- large numbers ---- */

#define LARGE_WORLDS 2000
#define LARGE_POINTS 400000
#define AT_LARGE 300

/* Small ones, and powers of two around those that types end at; the last that may be. */
static void large_numbers(const lcv_table_problem *p, size_t i, lcv_candidates *c)
{
    static const int exponent[] = {3, 7, 8, 12, 15, 16, 20, 24, 31, 32};
    int64_t low, high;
    bounds_of(p, i, &low, &high);
    add_number(c, low, low, high);
    add_number(c, low + 1, low, high);
    for (size_t k = 0; k < sizeof exponent / sizeof *exponent; k++)
        add_number(c, (int64_t)1 << exponent[k], low, high);
    for (size_t k = 4; k < sizeof exponent / sizeof *exponent; k++)
        add_number(c, ((int64_t)1 << exponent[k]) + 1, low, high);
    if (p->parameter[i]->formula->high)
        add_number(c, high, low, high);
}

/* All combinations, those of the first numbers first. */
bool lcv_small_large(lcv_table_problem *p, lcv_small *out)
{
    lcv_candidates c[LCV_MAX_OPEN] = {{0}};
    size_t place[LCV_MAX_OPEN] = {0};
    trying *t;
    if (p->nparameters == 0)
        return true;
    if (!open_trying(&t, p, out, LARGE_POINTS, AT_LARGE))
        return false;
    t->large = true;
    for (size_t i = 0; i < p->nparameters; i++)
        large_numbers(p, i, &c[i]);
    for (size_t k = 0; k < LARGE_WORLDS && !out->fails && t->left > 0 && !lc_ctx_ends(p->e->ctx);
         k++, lcv_next_places(p->nparameters, place)) {
        bool inside = true;
        for (size_t i = 0; inside && i < p->nparameters; i++) {
            inside = place[i] < c[i].n;
            t->number[i] = inside ? c[i].number[place[i]] : 0;
        }
        t->nknown = 0;
        if (inside)
            try_numbers(t);
        if (out->no_value) /* of numbers that are this large, a limit perhaps */
            forget_failure(out);
    }
    free(t);
    return true;
}

/* ---- all sizes, small ones first ---- */

/* The least numbers that parameter i may be, ascending. Returns how many. */
static size_t least_numbers(trying *t, size_t i, int64_t *to)
{
    lcv_world w = lcv_small_world(t->p, t->number, t->table);
    int64_t low, high;
    bool known;
    size_t n = 0;
    bounds_of(t->p, i, &low, &high);
    for (int64_t k = 0; k < STEPS && n < NUMBERS && low < INT64_MAX / 8 && low + k <= high; k++) {
        t->number[i] = low + k;
        if (lcv_small_assumed(t->p, &w, t->p->parameter[i], &known))
            to[n++] = low + k;
    }
    return n;
}

void lcv_next_places(size_t n, size_t *place)
{
    size_t first = 0;
    while (first + 1 < n && place[first] == 0)
        first++;
    if (first + 1 == n) {
        size_t sum = place[first] + 1;
        place[first] = 0;
        place[0] = sum;
        return;
    }
    size_t rest = place[first] - 1;
    place[first] = 0;
    place[0] = rest;
    place[first + 1]++;
}

bool lcv_small_graded(lcv_table_problem *p, lcv_small *out)
{
    size_t n = p->nparameters, place[LCV_MAX_OPEN] = {0}, count[LCV_MAX_OPEN], sizes = 0;
    int64_t(*numbers)[NUMBERS] = lc_alloc(p->e->ctx, LCV_MAX_OPEN, sizeof *numbers);
    trying *t = NULL;
    bool any = n > 0 && numbers && open_trying(&t, p, out, POINTS, AT_GRADED);
    for (size_t i = 0; i < n && any; i++)
        any = (count[i] = least_numbers(t, i, numbers[i])) > 0;
    for (size_t k = 0; any && k < LOOKED && sizes < GRADED && t->left > 0; k++) {
        bool inside = true;
        for (size_t i = 0; i < n; i++) {
            inside = inside && place[i] < count[i];
            t->number[i] = inside ? numbers[i][place[i]] : 0;
        }
        lcv_next_places(n, place);
        if (!inside)
            continue;
        t->nknown = 0;
        size_t left = t->left;
        try_numbers(t);
        sizes += t->left < left;
        if (out->fails || out->unknown_claim || lc_ctx_ends(p->e->ctx))
            break;
    }
    free(numbers);
    free(t);
    return lc_ctx_code(p->e->ctx) == LC_OK;
}

void lcv_small_clear(lcv_small *s)
{
    lcv_result_free(s->fails);
    *s = (lcv_small){0};
}
