/* run.c - a kernel's moves at numbers, instance by instance.
 *
 * All threads of a block go through its moves in the order of program: by position, loop by loop
 * and trip by trip. Without races this is an order of any run. Shared memory holds, for each
 * unit, the unit of the source that it is a copy of. A load takes what is there when it runs, a
 * store leaves it there, or in the destination, where it is compared with what the layouts say.
 */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"

#define TRIALS 40
#define EVENTS 400000  /* of one block */
#define WORK 8000000   /* events of all trials */
#define SPAN (1 << 21) /* units of source, destination */
#define SHARED (1 << 18)
#define KEY (2 * LCK_COPY_LOOPS + 1)
#define BASES 8

enum { NOT_WRITTEN = -1, NUMBER = -2, NOT_KNOWN = -3, NO_PLACE = INT64_MIN };

typedef struct {
    int32_t key[KEY]; /* header, trip, header, trip, .., instruction; then -1 */
    uint32_t move, thread, unit;
    int32_t trip[LCK_COPY_LOOPS];
    uint32_t store; /* of a load: the event that it is for */
    bool load;
    int64_t from, to; /* units; from: as in shared memory */
    int32_t origin;   /* of the move, -1: none holds */
} event;

typedef struct {
    lck_copying *c;
    lck_copy_answer *a;
    int64_t *size;                 /* of the parameters, by slot of the claim's expressions */
    int64_t env[LC_MAX_EXPR_VARS]; /* of the formulas */
    int64_t grid[3];
    int64_t *expected; /* of each unit of the destination that is an element: of the source */
    int64_t *element;  /* .. which one it is, in order */
    unsigned char *times;
    int64_t first, span; /* of the destination */
    int64_t *shared[BASES];
    uint32_t base[BASES];
    size_t nbases;
    event *at;
    size_t n;
    uint64_t work;
    bool open; /* something could not be looked at */
} runner;

/* ---- what is told ---- */

static char *numbers_of(const runner *r)
{
    lc_text text = {0};
    const lc_exprs *x = r->c->claim->x;
    for (size_t i = 0; i < lc_exprs_nvars(x); i++)
        lc_text_printf(&text, "%s%s = %lld", i ? ", " : "with ", lc_exprs_var(x, i)->name,
                       (long long)r->size[i]);
    if (text.length > 0)
        lc_text_add(&text, ", ");
    lc_text_printf(&text, "%lld x %lld x %lld blocks of %lld x %lld x %lld threads",
                   (long long)r->grid[0], (long long)r->grid[1], (long long)r->grid[2],
                   (long long)r->c->block[0], (long long)r->c->block[1],
                   (long long)r->c->block[2]);
    return lc_text_take(NULL, &text);
}

/* Adds the coordinates of an element: (3,0). */
static void add_coordinates(const runner *r, lc_text *text, const lck_copy_tensor *t,
                            int64_t index)
{
    int64_t extent;
    lc_text_add(text, "(");
    for (size_t i = 0; i < t->n; i++) {
        if (!lc_expr_at(t->extent[i], r->size, &extent) || extent < 1)
            extent = 1;
        lc_text_printf(text, "%s%lld", i ? "," : "", (long long)(index % extent));
        index /= extent;
    }
    lc_text_add(text, ")");
}

static void tell(runner *r, const event *e, int64_t block, char *summary, char *more)
{
    lc_text where = {0}, shown = {0};
    const lck_copying *c = r->c;
    if (r->a->verdict == LCK_BAD) {
        free(summary);
        free(more);
        return;
    }
    if (e) {
        const lck_move *m = &c->move[e->move];
        const lck_ptx_access *a = lck_copy_access(c, m->insn);
        lc_text_printf(&where, "%s, %s:%zu", a ? a->op : "store", c->file, m->line);
        if (a && a->source)
            lc_text_printf(&where, " (%s)", a->source);
        lc_text_printf(&shown, "block (%lld,%lld,%lld), thread (%lld,%lld,%lld)",
                       (long long)(block % r->grid[0]),
                       (long long)(block / r->grid[0] % r->grid[1]),
                       (long long)(block / r->grid[0] / r->grid[1]),
                       (long long)(e->thread % c->block[0]),
                       (long long)(e->thread / c->block[0] % c->block[1]),
                       (long long)(e->thread / c->block[0] / c->block[1]));
        if (more)
            lc_text_printf(&shown, " %s", more);
        lc_text_add(&shown, "\n");
    } else
        lc_text_printf(&where, "%s", c->file);
    free(more);
    char *numbers = numbers_of(r);
    lc_text_add(&shown, numbers);
    free(numbers);
    r->a->verdict = LCK_BAD;
    r->a->where = lc_text_take(NULL, &where);
    r->a->summary = summary;
    r->a->shown = lc_text_take(NULL, &shown);
    r->a->failed = r->a->failed || !r->a->where || !summary || !r->a->shown;
}

/* ---- what is expected ---- */

static bool place(const runner *r, const lck_copy_tensor *t, int64_t index, int64_t *at)
{
    int64_t extent, stride;
    if (!lc_expr_at(t->offset, r->size, at))
        return false;
    for (size_t i = 0; i < t->n; i++) {
        if (!lc_expr_at(t->extent[i], r->size, &extent) || extent < 1 ||
            !lc_expr_at(t->stride[i], r->size, &stride) ||
            __builtin_mul_overflow(stride, index % extent, &stride) ||
            __builtin_add_overflow(*at, stride, at))
            return false;
        index /= extent;
    }
    return true;
}

static int64_t count(const runner *r, const lck_copy_tensor *t)
{
    int64_t all = 1, extent;
    for (size_t i = 0; i < t->n; i++)
        if (!lc_expr_at(t->extent[i], r->size, &extent) || extent < 1 ||
            __builtin_mul_overflow(all, extent, &all) || all > SPAN)
            return -1;
    return all;
}

/* Fills in what each unit of the destination should be. False: these numbers are not looked
 * at. */
static bool expect(runner *r)
{
    const lck_copy_claim *claim = r->c->claim;
    int64_t n = count(r, &claim->destination), units = r->c->element / r->c->unit;
    if (n < 0 || n * units > SPAN || count(r, &claim->source) != n)
        return false;
    int64_t low = INT64_MAX, high = INT64_MIN, to, from;
    for (int64_t i = 0; i < n; i++) {
        if (!place(r, &claim->destination, i, &to) || !place(r, &claim->source, i, &from) ||
            to < -SPAN || to > SPAN || from < -((int64_t)1 << 40) || from > (int64_t)1 << 40)
            return false;
        low = to < low ? to : low;
        high = to > high ? to : high;
    }
    r->first = low * units;
    r->span = (high - low + 1) * units;
    if (r->span > SPAN)
        return false;
    memset(r->times, 0, (size_t)r->span);
    for (int64_t i = 0; i < r->span; i++)
        r->expected[i] = NO_PLACE;
    for (int64_t i = 0; i < n; i++) {
        place(r, &claim->destination, i, &to);
        place(r, &claim->source, i, &from);
        for (int64_t u = 0; u < units; u++) {
            int64_t at = to * units + u - r->first;
            if (r->expected[at] != NO_PLACE)
                return false; /* two elements, one place */
            r->expected[at] = from * units + u;
            r->element[at] = i;
        }
    }
    return true;
}

/* ---- numbers ---- */

static bool meets(const runner *r)
{
    int64_t holds;
    for (size_t i = 0; i < r->c->claim->nassumed; i++)
        if (!lc_expr_at(r->c->claim->assumed[i], r->size, &holds) || !holds)
            return false;
    return true;
}

/* Numbers of trial t, from small ones on; the same ones each time. */
static bool choose(runner *r, uint64_t t)
{
    static const int64_t some[] = {1,   2,   3,   4,   5,    7,    8,    16,  17,  31,
                                   32,  33,  36,  40,  48,   63,   64,   65,  100, 128,
                                   129, 132, 260, 513, 1000, 1025, 2052, 4100};
    const lc_exprs *x = r->c->claim->x;
    const size_t n = sizeof some / sizeof *some;
    uint64_t seed = 0x9E3779B97F4A7C15u * (t + 1);
    for (unsigned tries = 0; tries < 300; tries++) {
        for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
            const lc_expr *v = lc_exprs_var(x, i);
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            size_t room = t < 8 ? 8 : t < 24 ? n - 5 : n;
            int64_t value = some[(seed >> 20) % room];
            if (t == 0 && tries == 0)
                value = v->low;
            if (value < v->low || value > v->high)
                value = v->high - v->low < 64
                            ? v->low + (int64_t)(seed >> 30) % (v->high - v->low + 1)
                            : v->low + value;
            r->size[i] = value > v->high ? v->high : value;
        }
        if (meets(r))
            return true;
    }
    return false;
}

/* The formulas' symbols that the launch gives. False: one has no value. */
static bool launch(runner *r)
{
    const lck_copying *c = r->c;
    const lc_exprs *x = lck_formulas_exprs(c->f);
    for (int k = 0; k < 3; k++)
        if (!lc_expr_at(c->claim->grid[k], r->size, &r->grid[k]) || r->grid[k] < 0 ||
            r->grid[k] > 1 << 20)
            return false;
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(c->f, i);
        r->env[i] = 0;
        if (s->kind == LCK_SYMBOL_NTID)
            r->env[i] = c->block[s->axis];
        else if (s->kind == LCK_SYMBOL_NCTAID)
            r->env[i] = r->grid[s->axis];
        else if (s->kind == LCK_SYMBOL_ARGUMENT && !s->pointer && s->offset == 0 &&
                 s->of < LCK_ARGUMENTS && c->claim->argument[s->of] &&
                 !lc_expr_at(c->claim->argument[s->of], r->size, &r->env[i]))
            return false;
    }
    return true;
}

static void set_axis(runner *r, lck_ptx_symbol_kind kind, int64_t number, const int64_t *extent)
{
    const lc_exprs *x = lck_formulas_exprs(r->c->f);
    int64_t at[3] = {number % extent[0], number / extent[0] % extent[1],
                     number / extent[0] / extent[1]};
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->c->f, i);
        if (s->kind == kind)
            r->env[i] = at[s->axis];
    }
}

/* ---- events of a block ---- */

static event *append(runner *r)
{
    if (r->n == EVENTS || r->work == 0) {
        r->open = true;
        return NULL;
    }
    r->work--;
    r->at[r->n] = (event){.origin = -1, .from = NOT_WRITTEN};
    return &r->at[r->n++];
}

static void set_key(runner *r, event *e, uint32_t insn)
{
    const lck_flow *flow = r->c->flow;
    uint32_t loop[LCK_COPY_LOOPS];
    size_t n = 0, k = 0;
    if (!lck_copy_loops(r->c, insn, loop, &n))
        r->open = true;
    for (size_t i = 0; i < n; i++) {
        e->key[k++] = (int32_t)flow->block[flow->loop[loop[i]].header].insn;
        e->key[k++] = e->trip[i];
    }
    e->key[k++] = (int32_t)insn;
    while (k < KEY)
        e->key[k++] = -1;
}

/* The events of an instance whose thread and trips are set. */
static void add_instance(runner *r, uint32_t move, uint32_t thread, const int32_t *trip)
{
    const lck_move *m = &r->c->move[move];
    int64_t holds, at;
    if (!lc_expr_at(m->guard, r->env, &holds) || (holds && !lc_expr_at(m->at, r->env, &at))) {
        r->open = true;
        return;
    }
    if (!holds)
        return;
    if (at % r->c->unit != 0) {
        r->open = true;
        return;
    }
    int32_t origin = -1;
    int64_t from = 0;
    for (size_t i = 0; i < m->norigins && origin < 0; i++) {
        if (!lc_expr_at(m->origin[i].when, r->env, &holds))
            r->open = true;
        else if (holds)
            origin = (int32_t)i;
    }
    const lck_move_origin *o = origin >= 0 ? &m->origin[origin] : NULL;
    bool loaded = o && o->kind == LCK_BYTE_LOADED;
    if (loaded && (!lc_expr_at(o->at, r->env, &from) || from % r->c->unit != 0)) {
        r->open = true;
        return;
    }
    for (uint32_t u = 0; u < m->units; u++) {
        event *e = append(r);
        if (!e)
            return;
        e->move = move;
        e->thread = thread;
        e->unit = u;
        e->origin = origin;
        memcpy(e->trip, trip, sizeof e->trip);
        e->to = at / r->c->unit + u;
        e->from = !o || o->kind == LCK_BYTE_UNKNOWN ? NOT_KNOWN
                  : o->kind == LCK_BYTE_NUMBER      ? NUMBER
                                                    : from / r->c->unit + u;
        set_key(r, e, m->insn);
        if (!loaded || o->global)
            continue;
        event *load = append(r);
        if (!load)
            return;
        *load = *e;
        load->load = true;
        load->store = (uint32_t)(r->n - 2);
        set_key(r, load, o->insn);
    }
}

static void add_trips(runner *r, uint32_t move, uint32_t thread, const uint32_t *loop, size_t n,
                      size_t k, int32_t *trip)
{
    if (k == n) {
        add_instance(r, move, thread, trip);
        return;
    }
    const lck_ptx_symbol *s = lck_copy_trip(r->c, loop[k]);
    int64_t trips, holds;
    r->env[s->var->slot] = 0;
    if (!lc_expr_at(r->c->move[move].guard, r->env, &holds) || !holds)
        return; /* the loop is not entered, or what is inside of it does not run */
    if (!lc_expr_at(s->trips, r->env, &trips)) {
        r->open = true;
        return;
    }
    for (int64_t i = 0; i < trips && !r->open && r->a->verdict != LCK_BAD; i++) {
        r->env[s->var->slot] = trip[k] = (int32_t)i;
        add_trips(r, move, thread, loop, n, k + 1, trip);
    }
    trip[k] = 0;
}

static int by_key(const void *a, const void *b)
{
    const event *x = a, *y = b;
    for (int i = 0; i < KEY; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? -1 : 1;
    return x->load != y->load ? (x->load ? -1 : 1) : 0;
}

/* ---- going through them ---- */

static int64_t *shared_of(runner *r, uint32_t base)
{
    for (size_t i = 0; i < r->nbases; i++)
        if (r->base[i] == base)
            return r->shared[i];
    if (r->nbases == BASES)
        return NULL;
    int64_t *units = malloc(SHARED * sizeof *units);
    if (!units) {
        r->a->failed = true;
        return NULL;
    }
    for (size_t i = 0; i < SHARED; i++)
        units[i] = NOT_WRITTEN;
    r->base[r->nbases] = base;
    return r->shared[r->nbases++] = units;
}

static int64_t *shared_at(runner *r, uint32_t base, int64_t unit)
{
    int64_t *units = unit >= 0 && unit < SHARED ? shared_of(r, base) : NULL;
    r->open = r->open || !units;
    return units ? &units[unit] : NULL;
}

static void check_element(runner *r, const event *e, int64_t block)
{
    lc_text text = {0}, more = {0};
    const lck_copying *c = r->c;
    const lck_copy_tensor *to = &c->claim->destination;
    int64_t at = e->to - r->first;
    bool inside = at >= 0 && at < r->span && r->expected[at] != NO_PLACE;
    if (inside && e->from == r->expected[at] && r->times[at] == 0) {
        r->times[at] = 1;
        return;
    }
    lc_text_printf(&more, "writes byte %lld of argument %u", (long long)(e->to * c->unit),
                   c->destination);
    if (!inside)
        lc_text_add(&text, "no element of the destination is there");
    else {
        lc_text_add(&text, "element ");
        add_coordinates(r, &text, to, r->element[at]);
        if (r->times[at] > 0)
            lc_text_add(&text, " is written twice");
        else if (e->from == NUMBER)
            lc_text_add(&text, " gets a number of the kernel's own");
        else if (e->from == NOT_WRITTEN)
            lc_text_add(&text, " gets what nobody wrote");
        else if (e->from == NOT_KNOWN)
            r->open = true;
        else {
            lc_text_printf(&text, " gets byte %lld of argument %u, and not byte %lld",
                           (long long)(e->from * c->unit), c->source,
                           (long long)(r->expected[at] * c->unit));
        }
    }
    if (r->open) {
        lc_text_free(&text);
        lc_text_free(&more);
        return;
    }
    tell(r, e, block, lc_text_take(NULL, &text), lc_text_take(NULL, &more));
}

static void go_through(runner *r, int64_t block)
{
    int64_t *kept = malloc((r->n + 1) * sizeof *kept); /* what loads took, by their store */
    if (!kept) {
        r->a->failed = true;
        return;
    }
    for (size_t i = 0; i < r->n; i++) /* their place before sorting tells stores apart */
        if (!r->at[i].load)
            r->at[i].store = (uint32_t)i;
    qsort(r->at, r->n, sizeof *r->at, by_key);
    for (size_t i = 0; i < r->nbases; i++)
        for (size_t k = 0; k < SHARED; k++)
            r->shared[i][k] = NOT_WRITTEN;
    for (size_t i = 0; i < r->n && !r->open && r->a->verdict != LCK_BAD; i++) {
        event *e = &r->at[i];
        const lck_move *m = &r->c->move[e->move];
        const lck_move_origin *o = e->origin >= 0 ? &m->origin[e->origin] : NULL;
        bool loaded = o && o->kind == LCK_BYTE_LOADED;
        if (e->load) {
            const int64_t *at = shared_at(r, o->base, e->from);
            kept[e->store] = at ? *at : NOT_KNOWN;
            continue;
        }
        if (loaded && !o->global)
            e->from = kept[e->store];
        else if (loaded && o->base != r->c->source)
            e->from = NOT_KNOWN;
        int64_t *at = m->global ? NULL : shared_at(r, m->base, e->to);
        if (m->global)
            check_element(r, e, block);
        else if (at)
            *at = e->from;
    }
    free(kept);
}

static void run_block(runner *r, int64_t block)
{
    const lck_copying *c = r->c;
    int64_t threads = c->block[0] * c->block[1] * c->block[2];
    int32_t trip[LCK_COPY_LOOPS] = {0};
    r->n = 0;
    set_axis(r, LCK_SYMBOL_CTAID, block, r->grid);
    for (int64_t t = 0; t < threads && !r->open; t++) {
        set_axis(r, LCK_SYMBOL_TID, t, c->block);
        for (uint32_t m = 0; m < c->nmoves && !r->open; m++) {
            uint32_t loop[LCK_COPY_LOOPS];
            size_t n = 0;
            if (lck_copy_loops(r->c, c->move[m].insn, loop, &n))
                add_trips(r, m, (uint32_t)t, loop, n, 0, trip);
        }
    }
    if (!r->open)
        go_through(r, block);
}

static void check_missing(runner *r)
{
    for (int64_t i = 0; i < r->span; i++) {
        if (r->expected[i] == NO_PLACE || r->times[i])
            continue;
        lc_text text = {0};
        lc_text_add(&text, "element ");
        add_coordinates(r, &text, &r->c->claim->destination, r->element[i]);
        lc_text_add(&text, " is not written");
        tell(r, NULL, 0, lc_text_take(NULL, &text), NULL);
        return;
    }
}

/* All blocks at the numbers that were chosen; false: they were not gone through. */
static bool run(runner *r)
{
    r->open = false;
    if (!expect(r) || !launch(r))
        return false;
    int64_t blocks = r->grid[0] * r->grid[1] * r->grid[2];
    if (blocks * r->c->block[0] * r->c->block[1] * r->c->block[2] > EVENTS)
        return false;
    for (int64_t b = 0; b < blocks && !r->open && r->a->verdict != LCK_BAD; b++)
        run_block(r, b);
    if (!r->open && r->a->verdict != LCK_BAD)
        check_missing(r);
    return !r->open;
}

void lck_copy_run(lck_copying *c, lck_copy_answer *a, bool *complete)
{
    runner *r = calloc(1, sizeof *r);
    size_t nvars = lc_exprs_nvars(c->claim->x);
    *complete = false;
    if (r) {
        *r = (runner){.c = c, .a = a, .work = WORK};
        r->size = calloc(nvars + 1, sizeof *r->size);
        r->expected = malloc(SPAN * sizeof *r->expected);
        r->element = malloc(SPAN * sizeof *r->element);
        r->times = malloc(SPAN);
        r->at = malloc(EVENTS * sizeof *r->at);
    }
    if (!r || !r->size || !r->expected || !r->element || !r->times || !r->at)
        a->failed = true;
    unsigned trials = nvars > 0 ? TRIALS : 1;
    bool all = true;
    for (unsigned t = 0; t < trials && !a->failed && a->verdict != LCK_BAD && r->work > 0; t++)
        all = choose(r, t) && run(r) && all;
    *complete = nvars == 0 && all && !a->failed && a->verdict != LCK_BAD;
    if (r) {
        for (size_t i = 0; i < r->nbases; i++)
            free(r->shared[i]);
        free(r->size);
        free(r->expected);
        free(r->element);
        free(r->times);
        free(r->at);
    }
    free(r);
}
