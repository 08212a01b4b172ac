/* ring.c - which uses of a kernel fill, await, read and release the stages of a ring. */
#include "config.h"

#include "ring.h"

bool lck_ring_lost(lck_ring_uses *g, const char *why)
{
    return lck_claim_found(g->w, why, "the uses of rings are followed");
}

/* ---- numbers ---- */

/* Without the variables of loops of one round. */
static lck_polynomial without_ones(const lck_use *use, lck_polynomial p)
{
    const lck_polynomial zero = lck_constant(0);
    for (size_t i = 0; i < use->nloops; i++)
        if (use->loop[i]->var->high == 0)
            p = lck_replaced(&p, use->loop[i]->var, &zero);
    return p;
}

bool lck_ring_number(const lck_ring_uses *g, const lck_use *use, lck_polynomial *out,
                     int64_t *most)
{
    const lck_names *names = &g->uses->names;
    const lc_expr *slot = lck_unnamed(names, use->s->slot);
    const int slots = g->uses->kernel->ring[use->s->ring].slots;
    bool counts = slot->op == LC_EXPR_MOD;
    const lc_expr *number = counts ? slot->arg[0] : slot;
    *most = number->high < 2 * slots ? number->high : INT64_MAX;
    *out = without_ones(use, lck_polynomial_of(names, number));
    return !out->lost && (counts || (slot->low >= 0 && slot->high < slots));
}

const lc_expr *lck_ring_variable(const lck_use *use)
{
    return use->nloops ? use->loop[use->nloops - 1]->var : NULL;
}

lck_polynomial lck_ring_count(const lck_ring_uses *g, const lck_statement *loop)
{
    return lck_polynomial_of(&g->uses->names, loop->value);
}

bool lck_ring_base(const lck_ring_uses *g, const lck_use *use, lck_polynomial *base)
{
    int64_t most;
    if (use->nloops == 0 || !lck_ring_number(g, use, base, &most))
        return false;
    lck_polynomial round = without_ones(use, use->round);
    lck_add_times(base, -1, &round);
    return lck_times_of(base, lck_ring_variable(use)) == 0 && !base->lost;
}

/* ---- which statements ---- */

static bool is_in(const lck_use *use, const lck_statement *loop)
{
    for (size_t i = 0; i < use->nloops; i++)
        if (use->loop[i] == loop)
            return true;
    return false;
}

static bool frees(const lck_ring_uses *g, const lck_use *use)
{
    return g->wait && use->s->ring == g->wait->s->ring;
}

static bool fills(const lck_ring_uses *g, const lck_use *use)
{
    return g->fill && use->s->ring == g->fill->s->ring;
}

static bool set_once(const lck_use **at, const lck_use *use)
{
    bool first = !*at;
    *at = first ? use : *at;
    return first || (*at)->s == use->s;
}

/* A wait in the loop of the loads, and the rest. */
static bool sort_use(lck_ring_uses *g, const lck_use *use)
{
    bool loads = use->nloops && is_in(use, g->load->loop[g->load->nloops - 1]);
    switch (use->s->kind) {
    case LCK_EXPECT: return set_once(&g->fill, use);
    case LCK_AWAIT: return set_once(loads ? &g->wait : fills(g, use) ? &g->read : &g->take, use);
    case LCK_ARRIVE:
        if (!frees(g, use))
            return set_once(&g->give, use);
        if (g->nreleases == LCK_MOST_RELEASES)
            return false;
        g->release[g->nreleases++] = use;
        return true;
    case LCK_WGMMA: g->multiplies = true; return true;
    default: return true;
    }
}

static bool sort_uses(lck_ring_uses *g)
{
    bool ok = g->load->nloops > 0;
    for (size_t i = 0; ok && i < g->uses->n; i++) /* the loads come first in a kernel, or last */
        if (is_in(&g->uses->use[i], g->load->loop[g->load->nloops - 1]))
            ok = sort_use(g, &g->uses->use[i]);
    for (size_t i = 0; ok && i < g->uses->n; i++)
        if (!is_in(&g->uses->use[i], g->load->loop[g->load->nloops - 1]))
            ok = sort_use(g, &g->uses->use[i]);
    ok = ok && g->fill && g->wait && g->read && g->nreleases && g->multiplies;
    return ok || lck_ring_lost(g, "a fill, a wait or a release is missing, or is done twice");
}

/* The last use before n that a slot, a number, may be of; beside n. */
static bool last_of(const lck_ring_uses *g, const lc_expr *slot, const lck_polynomial *n,
                    int64_t *offset)
{
    int64_t rounds, is = slot->value, slots = g->uses->kernel->ring[g->wait->s->ring].slots;
    if (!lck_is_constant(n, &rounds) || rounds < 1 || is < 0 || is >= slots)
        return false;
    *offset = -1 - (rounds - 1 + slots - is) % slots;
    return true;
}

/* The number of each release beside that of its round. */
static bool number_releases(lck_ring_uses *g)
{
    const lck_statement *loop = g->read->loop[g->read->nloops - 1];
    lck_polynomial n = lck_ring_count(g, loop);
    lck_polynomial round = without_ones(g->read, g->read->round);
    for (size_t k = 0; k < g->nreleases; k++) {
        const lck_use *use = g->release[k];
        const lc_expr *slot = lck_unnamed(&g->uses->names, use->s->slot);
        lck_polynomial number;
        int64_t most;
        g->late[k] = !is_in(use, loop);
        g->fixed[k] = slot->op == LC_EXPR_INT;
        bool ok = lck_ring_number(g, use, &number, &most) &&
                  (!g->late[k] || use->before.after == loop);
        lck_add_times(&number, -1, &g->base);
        lck_add_times(&number, -1, g->late[k] ? &n : &round);
        g->offset[k] = slot->value;
        if (g->fixed[k])
            ok = ok && (!g->late[k] || last_of(g, slot, &n, &g->offset[k]));
        else
            ok = ok && lck_is_constant(&number, &g->offset[k]);
        if (!ok)
            return lck_ring_lost(g, "a release is of no use of its round");
    }
    return true;
}

/* Loads, and what reads them, count the rounds of their loops; all loads of a round are of the
 * slot that expects them. */
static bool number_uses(lck_ring_uses *g)
{
    const lck_names *names = &g->uses->names;
    lck_polynomial of_loads, of_waits;
    if (!lck_ring_base(g, g->read, &g->base) || !lck_ring_base(g, g->fill, &of_loads) ||
        !lck_ring_base(g, g->wait, &of_waits) || !lck_same(&of_loads, &of_waits))
        return lck_ring_lost(g, "slots do not count the rounds of a loop");
    for (size_t i = 0; i < g->uses->n; i++) {
        const lck_use *use = &g->uses->use[i];
        if (use->s->kind == LCK_TMA_LOAD &&
            (use->s->ring != g->fill->s->ring ||
             !lc_expr_equal(lck_unnamed(names, use->s->slot),
                            lck_unnamed(names, g->fill->s->slot))))
            return lck_ring_lost(g, "a load is of another slot than the one that expects it");
    }
    return number_releases(g);
}

bool lck_find_ring(lck_ring_uses *g)
{
    for (size_t i = 0; i < g->uses->n && !g->load; i++)
        g->load = g->uses->use[i].s->kind == LCK_TMA_LOAD ? &g->uses->use[i] : NULL;
    if (!g->load)
        return true;
    if (!sort_uses(g))
        return false;
    g->slots = g->uses->kernel->ring[g->fill->s->ring].slots;
    return number_uses(g);
}
