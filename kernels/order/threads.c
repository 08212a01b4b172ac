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

/* Is a name the same for all threads? Else its value, or the index of what is fetched. */
static bool is_same(const lck_seat *s, const lc_expr *var, const lc_expr **value,
                    const lc_expr **index)
{
    const lck_names *names = &s->w->uses.names;
    size_t i = 0;
    while (i < names->n && names->name[i].var->slot != var->slot)
        i++;
    const bool differs = i < names->n && (names->name[i].of_thread ||
                                          (names->name[i].of_block && s->w->kernel->cluster > 1));
    *value = differs ? names->name[i].value : NULL;
    *index = differs ? names->name[i].index : NULL;
    return !differs;
}

/* Of ALL and ANY one operand may decide. */
static bool known_of_two(const lck_seat *s, const lc_expr *e, int64_t *value)
{
    int64_t a = 0, b = 0;
    const bool any = e->op == LC_EXPR_ANY;
    const bool left = lck_seat_knows(s, e->arg[0], &a);
    if (e->op != LC_EXPR_ALL && !any)
        return left && lck_seat_knows(s, e->arg[1], &b) && lc_expr_apply(e->op, a, b, value);
    const bool right = lck_seat_knows(s, e->arg[1], &b);
    *value = any ? a || b : a && b;
    return (left && right) || (left && (a != 0) == any) || (right && (b != 0) == any);
}

bool lck_seat_knows(const lck_seat *s, const lc_expr *e, int64_t *value)
{
    const lck_kernel *kernel = s->w->kernel;
    const lc_expr *of, *index;
    int64_t n;
    switch (e->op) {
    case LC_EXPR_INT: *value = e->value; return true;
    case LC_EXPR_VAR:
        *value = s->thread;
        if (e->slot == kernel->thread->slot)
            return true;
        return !is_same(s, e, &of, &index) && of && lck_seat_knows(s, of, value);
    case LC_EXPR_NOT:
        if (!lck_seat_knows(s, e->arg[0], &n))
            return false;
        *value = !n;
        return true;
    case LC_EXPR_SELECT:
        return lck_seat_knows(s, e->arg[0], &n) && lck_seat_knows(s, e->arg[n ? 1 : 2], value);
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

bool lck_seats_agree(const lck_seat *s, const lck_seat *t, const lc_expr *e)
{
    const lc_expr *of, *index;
    int64_t a, b;
    const bool is_known = lck_seat_knows(s, e, &a);
    if (is_known != lck_seat_knows(t, e, &b))
        return false;
    if (is_known)
        return a == b;
    if (e->op == LC_EXPR_DIV && lc_expr_equal(e->arg[0], s->w->kernel->block) &&
        lc_expr_is_int(e->arg[1], &b) && b % s->w->kernel->cluster == 0)
        return true;
    if (lc_expr_equal(e, s->w->kernel->block))
        return s->rank == t->rank;
    if (e->op == LC_EXPR_VAR)
        return is_same(s, e, &of, &index) ||
               ((of || index) && lck_seats_agree(s, t, of ? of : index));
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (!lck_seats_agree(s, t, e->arg[i]))
            return false;
    return true;
}

bool lck_seat_comes(const lck_seat *s, const lck_use *use)
{
    int64_t value;
    for (size_t i = 0; i < use->nconditions; i++)
        if (lck_seat_knows(s, use->condition[i]->value, &value) && (value != 0) != use->holds[i])
            return false;
    return true;
}

bool lck_seats_meet(const lck_seat *s, const lck_seat *t, const lck_use *use)
{
    bool are = lck_seats_agree(s, t, use->s->slot);
    for (size_t i = 0; are && i < use->nconditions; i++)
        are = lck_seats_agree(s, t, use->condition[i]->value);
    for (size_t i = 0; are && i < use->nloops; i++)
        are = lck_seats_agree(s, t, use->loop[i]->value);
    return are;
}

/* ---- phases ---- */

/* Those that arrive together at a block. */
typedef struct {
    int64_t block;
    lck_seat first;
    int n;
} phase;

static bool add_arrival(phase *all, size_t *n, const lck_seat *s, const lck_use *use)
{
    int64_t block = s->rank;
    size_t i = 0;
    if (use->s->peer && !lck_seat_knows(s, use->s->peer, &block))
        return false;
    while (i < *n && (all[i].block != block || !lck_seats_meet(s, &all[i].first, use)))
        i++;
    if (i == MOST_PHASES)
        return false;
    if (i == *n)
        all[(*n)++] = (phase){.block = block, .first = *s};
    all[i].n++;
    return true;
}

/* Does no other statement arrive there? */
static bool arrives_alone(const lck_ordering *w, const lck_use *use)
{
    bool alone = true;
    for (size_t i = 0; alone && i < w->uses.n; i++) {
        const lck_statement *s = w->uses.use[i].s;
        alone = s == use->s || s->ring != use->s->ring ||
                (s->kind != LCK_EXPECT && s->kind != LCK_ARRIVE);
    }
    return alone;
}

/* The verdict on whether all phases that a statement ends have the arrivals of their ring, in
 * each block. Other statements may end them, too, and threads of which it is not seen that they
 * come together: where there are none of these, another number is an error. */
static lcv_verdict ends_phases(const lck_ordering *w, const lck_use *use)
{
    const int arrivals = w->kernel->ring[use->s->ring].arrivals, cluster = w->kernel->cluster;
    phase all[MOST_PHASES];
    size_t n = 0;
    unsigned blocks = 0;
    bool ok = true, twice = false;
    lck_seat s = {.w = w};
    for (s.rank = 0; s.rank < cluster; s.rank++)
        for (s.thread = 0; s.thread < w->kernel->threads; s.thread++)
            if (lck_seat_comes(&s, use) && !add_arrival(all, &n, &s, use))
                return LCV_UNKNOWN;
    for (size_t i = 0; i < n; i++) {
        if (all[i].block < 0 || all[i].block >= cluster)
            return LCV_REFUTED;
        ok = ok && all[i].n == arrivals;
        twice = twice || blocks >> all[i].block & 1;
        blocks |= 1u << all[i].block;
    }
    if (ok && blocks == (1u << cluster) - 1)
        return LCV_PROVED;
    return !ok && !twice && arrives_alone(w, use) ? LCV_REFUTED : LCV_UNKNOWN;
}

/* ---- warps ---- */

static bool warp_comes(lck_seat *s, int64_t warp, const lck_use *use)
{
    bool any = false;
    for (s->thread = 32 * warp; !any && s->thread < 32 * warp + 32; s->thread++)
        any = lck_seat_comes(s, use);
    return any;
}

bool lck_warps_arrive(const lck_ordering *w, const lck_use *use, const lck_use *give)
{
    lck_seat s = {.w = w};
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
    lck_seat s = {.w = w};
    if (read->s->kind != LCK_WGMMA || read->index != a->index || a->mn_major || row == 0 ||
        a->stride != 8 * a->span)
        return false;
    for (int64_t warp = 0; warp < w->kernel->threads / 32; warp++) {
        int64_t at;
        if (!warp_comes(&s, warp, read))
            continue;
        s.thread = 32 * warp;
        if (*n == MOST_ROWS || !lck_seat_knows(&s, read->index, &at) || at < 0)
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
    lck_seat s = {.w = w};
    const int64_t elements = 16 / w->kernel->array[use->array].element->bytes;
    bool ok = use->s->kind == LCK_MATRIX_STORE;
    for (size_t i = 0; ok && i < w->uses.n; i++)
        if (w->uses.use[i].array == use->array && !w->uses.use[i].writes)
            ok = add_rows(w, &w->uses.use[i], all, &n);
    for (s.thread = 0; ok && s.thread < w->kernel->threads; s.thread++) {
        int64_t at;
        if (!lck_seat_comes(&s, use))
            continue;
        ok = lck_seat_knows(&s, use->index, &at);
        for (size_t i = 0; ok && i < n; i++)
            ok = all[i].warp == s.thread / 32 || at + elements <= all[i].begin ||
                 at >= all[i].end;
    }
    return ok;
}

/* ---- all of them ---- */

static bool are_as_many(const lck_ordering *w, const lck_use *use)
{
    static const char claim[] = "%d threads arrive at a slot of %s in a phase";
    const lck_ring *ring = &w->kernel->ring[use->s->ring];
    const lcv_verdict verdict = ends_phases(w, use);
    return verdict == LCV_UNKNOWN
               ? lck_order_lost(w, "it is not seen which threads do", claim, ring->arrivals,
                                ring->name)
               : lck_order_found(w,
                                 verdict == LCV_PROVED
                                     ? NULL
                                     : "other threads arrive than those that end a phase",
                                 claim, ring->arrivals, ring->name);
}

bool lck_threads_arrive(const lck_ordering *w, const lck_stagings *all)
{
    for (size_t i = 0; i < w->uses.n; i++) {
        const lck_use *use = &w->uses.use[i];
        if ((use->s->kind == LCK_EXPECT || use->s->kind == LCK_ARRIVE) && !are_as_many(w, use))
            return false;
        for (size_t k = 0; k < all->n; k++)
            if (!users_arrive(&all->ring[k], use))
                return lck_ring_lost(w, "a warp that touches or awaits a stage does not arrive");
    }
    return true;
}
