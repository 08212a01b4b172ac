/* places.c - which stage a use of shared memory is in: for rings.c. */
#include "config.h"

#include "ring.h"

bool lck_ring_has(const lck_staging *g, int array)
{
    if (g->array >= 0)
        return array == g->array;
    for (size_t i = 0; i < g->w->uses.n; i++) {
        const lck_use *use = &g->w->uses.use[i];
        if (use->s->kind == LCK_TMA_LOAD && use->array == array && use->s->ring == g->full)
            return true;
    }
    return false;
}

/* Is it in the stage of a slot: index = slot * stage + what rounds do not change, within it? */
static bool is_of_slot(const lck_staging *g, const lck_use *use, const lc_expr *slot)
{
    const lck_names *names = &g->w->uses.names;
    const int64_t stage = lck_shared_elements(g->w->kernel, use->array) / g->slots;
    lck_polynomial rest = lck_polynomial_of(names, use->index);
    lck_polynomial of_slot = lck_polynomial_of(names, slot);
    lck_add_times(&rest, -stage, &of_slot);
    for (size_t i = 0; i < rest.n; i++)
        for (int k = 0; k < 2; k++)
            if (rest.term[i].of[k] && lck_moves(names, rest.term[i].of[k]))
                return false;
    int64_t within = lck_times_of(&rest, NULL);
    return !rest.lost && within >= 0 && within < stage;
}

const lck_use *lck_ring_wait(const lck_staging *g, const lck_use *use)
{
    const lck_use *found = NULL;
    for (size_t i = 0; i < g->read.n && g->read.use[i] < use; i++)
        if (lck_uses_include(g->read.use[i], use) &&
            (lck_ring_loop(g->read.use[i]) == lck_ring_loop(use) || !g->wait))
            found = g->read.use[i];
    return found;
}

/* The least and the most of a sum, less terms of a base that it has: they are taken out of it. */
static bool add_range(const lck_staging *g, int sign, const lc_expr *e, lck_polynomial *base,
                      int64_t range[2])
{
    lck_polynomial part = lck_polynomial_of(&g->w->uses.names, e), rest = *base;
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB)
        return add_range(g, sign, e->arg[0], base, range) &&
               add_range(g, e->op == LC_EXPR_ADD ? sign : -sign, e->arg[1], base, range);
    lck_add_times(&rest, -sign, &part);
    if (part.n > 0 && part.term[0].of[0] && rest.n < base->n) {
        *base = rest;
        return !rest.lost;
    }
    return sign > 0 ? !__builtin_add_overflow(range[0], e->low, &range[0]) &&
                          !__builtin_add_overflow(range[1], e->high, &range[1])
                    : !__builtin_sub_overflow(range[0], e->high, &range[0]) &&
                          !__builtin_sub_overflow(range[1], e->low, &range[1]);
}

/* Threads touch the stage of a slot between two uses of rings, in each of their rounds. */
static bool is_between(const lck_staging *g, const lck_use *use, const lck_use *from,
                       const lck_use *to)
{
    const int64_t stage = lck_shared_elements(g->w->kernel, use->array) / g->slots;
    const lck_polynomial slot = lck_polynomial_of(&g->w->uses.names, to->s->slot);
    const bool within = use->nloops >= to->nloops &&
                        (to->nloops == 0 || use->loop[to->nloops - 1] == lck_ring_loop(to));
    lck_polynomial base = {0};
    int64_t range[2] = {0, 0}, first;
    lck_add_times(&base, stage, &slot);
    return use > from && use < to && within && lck_uses_include(from, use) &&
           (use->s->kind == LCK_STORE || use->s->kind == LCK_MATRIX_STORE || !use->writes) &&
           add_range(g, 1, use->index, &base, range) && lck_is_constant(&base, &first) &&
           range[0] >= first && range[1] < first + stage;
}

/* Threads that read a stage, or write to it before, do so between its wait and its release. */
static bool is_read_by_threads(const lck_staging *g, const lck_use *use)
{
    lck_polynomial waits, gives;
    for (size_t i = 0; i < g->read.n; i++)
        for (size_t k = 0; k < g->release.n; k++) {
            const lck_use *wait = g->read.use[i], *release = g->release.use[k];
            if (lck_ring_loop(wait) == lck_ring_loop(release) &&
                lck_ring_number(g->w, wait, &waits) && lck_ring_number(g->w, release, &gives) &&
                lck_same(&waits, &gives) && is_between(g, use, wait, release))
                return true;
        }
    return false;
}

/* Those of a fill, or of one that is handed on. */
static bool is_written_by_threads(const lck_staging *g, const lck_use *use)
{
    return use->writes && ((g->relay && is_between(g, use, g->came, g->relay)) ||
                           (g->array >= 0 && is_between(g, use, g->wait, g->fill)));
}

/* No other load fills the same place with it: more bytes would come than are expected. */
static bool is_loaded_once(const lck_staging *g, const lck_use *use)
{
    const lck_names *names = &g->w->uses.names;
    const lck_polynomial place = lck_polynomial_of(names, use->index);
    bool once = true;
    for (const lck_use *other = g->w->uses.use; once && other < use; other++) {
        if (other->s->kind != LCK_TMA_LOAD || other->array != use->array)
            continue;
        const lck_polynomial there = lck_polynomial_of(names, other->index);
        once = lck_uses_exclude(other, use) || !lck_same(&place, &there);
    }
    return once;
}

static bool is_loaded_to_slot(const lck_staging *g, const lck_use *use)
{
    const lck_names *names = &g->w->uses.names;
    const lck_use *fill = use->s->ring == g->full ? g->fill : g->load;
    return fill && use->s->ring == fill->s->ring && lck_ring_loop(use) == lck_ring_loop(fill) &&
           lck_uses_include(fill, use) &&
           lc_expr_equal(lck_unnamed(names, use->s->slot), lck_unnamed(names, fill->s->slot)) &&
           is_of_slot(g, use, (g->wait ? g->wait : g->fill)->s->slot);
}

/* A stage that is filled once is written to behind all of that, by those who have awaited it, and
 * have read that part of it alone. */
static bool is_written_behind(const lck_staging *g, const lck_use *use)
{
    bool awaited = false;
    for (size_t i = 0; i < g->read.n; i++)
        awaited = awaited || (g->read.use[i] < use && g->read.use[i]->nloops == 0 &&
                              lck_uses_include(g->read.use[i], use));
    return use->writes && !g->wait && use->nloops == 0 && use->before.running == 0 && awaited &&
           lck_writes_own_rows(g->w, use);
}

bool lck_places_are_slots(const lck_staging *g)
{
    bool ok = true, written = false, read = false;
    for (size_t i = 0; ok && i < g->w->uses.n; i++) {
        const lck_use *use = &g->w->uses.use[i], *wait;
        if (use->array < 0 || !lck_ring_has(g, use->array))
            continue;
        if (use->s->kind == LCK_TMA_LOAD) {
            ok = is_loaded_to_slot(g, use) && is_loaded_once(g, use);
        } else if (use->s->kind == LCK_WGMMA) {
            wait = lck_ring_wait(g, use);
            ok = wait && !written && is_of_slot(g, use, wait->s->slot);
            read = true;
        } else if (is_read_by_threads(g, use)) {
            read = read || !use->writes;
        } else if (!is_written_by_threads(g, use)) {
            ok = is_written_behind(g, use);
            written = true;
        }
    }
    return (ok && read) || lck_ring_lost(g->w, "a place is not in the stage of its slot");
}
