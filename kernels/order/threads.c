/* threads.c - which threads use a ring.
 *
 *   as many threads arrive at a slot as end a phase of it
 *   of each warp that touches a stage, or waits for it, a thread arrives where it is handed back
 *   or on
 *   where a warp writes over an operand A whose products have ended, the rows are its own 16
 *
 * Conditions and slots are computed for each thread of each block of a cluster. Of what sizes and
 * rounds decide only this matters: whether it is the same for two threads, whatever it is.
 */
#include "config.h"

#include "ring.h"

#define MOST_PHASES 64
#define MOST_ROWS 1024

/* A thread, and its block's rank in the cluster. */
typedef struct {
    const lck_ordering *w;
    int64_t rank, thread;
} seat;

/* The value of a name that may differ between threads; NULL: it is the same for all of them. */
static const lc_expr *named(const seat *s, const lc_expr *var)
{
    const lck_names *names = &s->w->uses.names;
    size_t i = 0;
    while (i < names->n && names->name[i].var->slot != var->slot)
        i++;
    const bool differs = i < names->n && (names->name[i].of_thread ||
                                          (names->name[i].of_block && s->w->kernel->cluster > 1));
    return differs ? names->name[i].value : NULL;
}

static bool known(const seat *s, const lc_expr *e, int64_t *value);

/* Of ALL and ANY one operand may decide. */
static bool known_of_two(const seat *s, const lc_expr *e, int64_t *value)
{
    int64_t a = 0, b = 0;
    const bool any = e->op == LC_EXPR_ANY;
    const bool left = known(s, e->arg[0], &a);
    if (e->op != LC_EXPR_ALL && !any)
        return left && known(s, e->arg[1], &b) && lc_expr_apply(e->op, a, b, value);
    const bool right = known(s, e->arg[1], &b);
    *value = any ? a || b : a && b;
    return (left && right) || (left && (a != 0) == any) || (right && (b != 0) == any);
}

/* Is it a number for this thread, whatever sizes and rounds are? */
static bool known(const seat *s, const lc_expr *e, int64_t *value)
{
    const lck_kernel *kernel = s->w->kernel;
    int64_t n;
    switch (e->op) {
    case LC_EXPR_INT: *value = e->value; return true;
    case LC_EXPR_VAR:
        *value = s->thread;
        if (e->slot == kernel->thread->slot)
            return true;
        return (e = named(s, e)) && known(s, e, value);
    case LC_EXPR_NOT:
        if (!known(s, e->arg[0], &n))
            return false;
        *value = !n;
        return true;
    case LC_EXPR_SELECT: return known(s, e->arg[0], &n) && known(s, e->arg[n ? 1 : 2], value);
    case LC_EXPR_MOD:
        if (lc_expr_equal(e->arg[0], kernel->block) && lc_expr_is_int(e->arg[1], &n) &&
            kernel->cluster % n == 0) {
            *value = s->rank % n;
            return true;
        }
        return known_of_two(s, e, value);
    default: return known_of_two(s, e, value);
    }
}

/* Has it the same value for two threads? */
static bool same(const seat *s, const seat *t, const lc_expr *e)
{
    int64_t a, b;
    const bool is_known = known(s, e, &a);
    if (is_known != known(t, e, &b))
        return false;
    if (is_known)
        return a == b;
    if (e->op == LC_EXPR_VAR)
        return !(e = named(s, e)) || same(s, t, e);
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (!same(s, t, e->arg[i]))
            return false;
    return true;
}

/* May it come there? */
static bool comes(const seat *s, const lck_use *use)
{
    int64_t value;
    for (size_t i = 0; i < use->nconditions; i++)
        if (known(s, use->condition[i]->value, &value) && (value != 0) != use->holds[i])
            return false;
    return true;
}

/* Do they come there together: in the same rounds, to the same slot? */
static bool together(const seat *s, const seat *t, const lck_use *use)
{
    bool are = same(s, t, use->s->slot);
    for (size_t i = 0; are && i < use->nconditions; i++)
        are = same(s, t, use->condition[i]->value);
    for (size_t i = 0; are && i < use->nloops; i++)
        are = same(s, t, use->loop[i]->value);
    return are;
}

/* ---- phases ---- */

/* Those that arrive together at a block. */
typedef struct {
    int64_t block;
    seat first;
    int n;
} phase;

static bool add_arrival(phase *all, size_t *n, const seat *s, const lck_use *use)
{
    int64_t block = s->rank;
    size_t i = 0;
    if (use->s->peer && !known(s, use->s->peer, &block))
        return false;
    while (i < *n && (all[i].block != block || !together(s, &all[i].first, use)))
        i++;
    if (i == MOST_PHASES)
        return false;
    if (i == *n)
        all[(*n)++] = (phase){.block = block, .first = *s};
    all[i].n++;
    return true;
}

/* All phases that a statement ends have the arrivals of their ring, in each block. */
static bool ends_phases(const lck_ordering *w, const lck_use *use)
{
    phase all[MOST_PHASES];
    size_t n = 0;
    unsigned blocks = 0;
    seat s = {.w = w};
    for (s.rank = 0; s.rank < w->kernel->cluster; s.rank++)
        for (s.thread = 0; s.thread < w->kernel->threads; s.thread++)
            if (comes(&s, use) && !add_arrival(all, &n, &s, use))
                return false;
    for (size_t i = 0; i < n; i++) {
        if (all[i].n != w->kernel->ring[use->s->ring].arrivals || all[i].block < 0 ||
            all[i].block >= w->kernel->cluster)
            return false;
        blocks |= 1u << all[i].block;
    }
    return blocks == (1u << w->kernel->cluster) - 1;
}

/* ---- warps ---- */

static bool warp_comes(seat *s, int64_t warp, const lck_use *use)
{
    bool any = false;
    for (s->thread = 32 * warp; !any && s->thread < 32 * warp + 32; s->thread++)
        any = comes(s, use);
    return any;
}

bool lck_warps_arrive(const lck_ordering *w, const lck_use *use, const lck_use *give)
{
    seat s = {.w = w};
    for (s.rank = 0; s.rank < w->kernel->cluster; s.rank++)
        for (int64_t warp = 0; warp < w->kernel->threads / 32; warp++)
            if (warp_comes(&s, warp, use) && !warp_comes(&s, warp, give))
                return false;
    return true;
}

/* Do all warps that fill, write to or read a stage pass it on, or give it back? Those that wait
 * for it must, too: one that did not could come late, when the phase after the next has begun. */
static bool users_arrive(const lck_staging *g, const lck_use *use)
{
    const lck_use *on = use->writes ? g->array >= 0 ? g->fill : g->relay : NULL;
    if (use->s->kind == LCK_AWAIT && use->s->ring == g->empty)
        on = g->fill;
    else if (use->s->kind == LCK_AWAIT && g->came && use->s->ring == g->came->s->ring)
        on = g->relay;
    else if (use->s->kind == LCK_AWAIT
                 ? use->s->ring != g->full
                 : use->s->kind == LCK_TMA_LOAD || use->array < 0 || !lck_ring_has(g, use->array))
        return true;
    if (on)
        return lck_warps_arrive(g->w, use, on);
    for (size_t i = 0; i < g->release.n; i++)
        if (!lck_uses_replace(g, use, g->release.use[i]) &&
            !lck_warps_arrive(g->w, use, g->release.use[i]))
            return false;
    return true;
}

/* ---- rows ---- */

/* Of an operand A, which a warp reads: elements from `begin` on. */
typedef struct {
    int64_t begin, end, warp;
} rows;

static bool add_rows(const lck_ordering *w, const lck_use *read, rows *all, size_t *n)
{
    enum { OF_WARP = 16, WARPS = 4 /* of a warpgroup */ };
    const lck_operand *a = &read->s->a;
    const int64_t row = a->span / w->kernel->array[read->array].element->bytes;
    seat s = {.w = w};
    if (read->s->kind != LCK_WGMMA || read->index != a->index || a->mn_major || row == 0 ||
        a->stride != 8 * a->span)
        return false;
    for (int64_t warp = 0; warp < w->kernel->threads / 32; warp++) {
        int64_t at;
        if (!warp_comes(&s, warp, read))
            continue;
        s.thread = 32 * warp;
        if (*n == MOST_ROWS || !known(&s, read->index, &at) || at < 0)
            return false;
        at += warp % WARPS * OF_WARP * row - at % row;
        all[(*n)++] = (rows){at, at + OF_WARP * row, warp};
    }
    return true;
}

bool lck_writes_own_rows(const lck_ordering *w, const lck_use *use)
{
    rows all[MOST_ROWS];
    size_t n = 0;
    seat s = {.w = w};
    const int64_t elements = 16 / w->kernel->array[use->array].element->bytes;
    bool ok = use->s->kind == LCK_MATRIX_STORE;
    for (size_t i = 0; ok && i < w->uses.n; i++)
        if (w->uses.use[i].array == use->array && !w->uses.use[i].writes)
            ok = add_rows(w, &w->uses.use[i], all, &n);
    for (s.thread = 0; ok && s.thread < w->kernel->threads; s.thread++) {
        int64_t at;
        if (!comes(&s, use))
            continue;
        ok = known(&s, use->index, &at);
        for (size_t i = 0; ok && i < n; i++)
            ok = all[i].warp == s.thread / 32 || at + elements <= all[i].begin ||
                 at >= all[i].end;
    }
    return ok;
}

/* ---- all of them ---- */

bool lck_threads_arrive(const lck_ordering *w, const lck_stagings *all)
{
    for (size_t i = 0; i < w->uses.n; i++) {
        const lck_use *use = &w->uses.use[i];
        if ((use->s->kind == LCK_EXPECT || use->s->kind == LCK_ARRIVE) && !ends_phases(w, use))
            return lck_order_found(w, "other threads arrive than those that end a phase",
                                   "%d threads arrive at a slot of %s in a phase",
                                   w->kernel->ring[use->s->ring].arrivals,
                                   w->kernel->ring[use->s->ring].name);
        for (size_t k = 0; k < all->n; k++)
            if (!users_arrive(&all->ring[k], use))
                return lck_ring_lost(w, "a warp that touches or awaits a stage does not arrive");
    }
    return true;
}
