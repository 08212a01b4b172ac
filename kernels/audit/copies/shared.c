/* shared.c - what a store writes, and where that was loaded: from the source, or from shared
 * memory, where some thread stored it. */
#include "config.h"

#include "hop.h"
#include "proof.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ask_direct(lck_proof *p, const lck_move *m, const lck_move_origin *o)
{
    char why[100];
    lck_set set = {0};
    bool ok = lck_proof_writes(p, &set, &p->frame[0], m, o->when, true) &&
              lck_proof_at(p, &set, lck_proof_distance(p, &p->frame[0], o->at, &p->frame[0], 0),
                           true);
    snprintf(why, sizeof why, "line %zu may write another element of the source", m->line);
    lcr_map *map = ok ? lck_proof_map(p, &set) : NULL;
    lck_set_free(&set);
    return ok && lck_proof_empty(p, map, why);
}

/* Is `a` before `b` where both are in the same trips? In flow order. */
static bool is_before(const lck_copying *c, uint32_t a, uint32_t b)
{
    uint32_t common = lck_flow_common_loop(c->flow, c->flow->insn[a].block,
                                           c->flow->insn[b].block);
    uint32_t at[2] = {a, b};
    for (int i = 0; i < 2; i++) { /* the loops inside of the common one stand where they begin */
        uint32_t block = c->flow->insn[at[i]].block;
        for (uint32_t l = c->flow->block[block].loop; l != common; l = c->flow->loop[l].parent)
            at[i] = c->flow->block[c->flow->loop[l].header].insn;
    }
    return at[0] < at[1];
}

/* The store is in the same trips of the loops around the load. */
static bool add_same_trips(lck_proof *p, lck_set *set, uint32_t load, uint32_t store)
{
    lck_linear *l = p->s.l;
    bool ok = true;
    uint32_t loop = lck_flow_common_loop(p->c->flow, p->c->flow->insn[load].block,
                                         p->c->flow->insn[store].block);
    for (; ok && loop != LCK_FLOW_NONE; loop = p->c->flow->loop[loop].parent) {
        const lcv_sum *a = lck_poly_of(l, p->frame[0].trip[loop]);
        const lcv_sum *b = lck_poly_of(l, p->frame[1].trip[loop]);
        ok = a && b && lck_set_poly(&p->s, set, lcv_sum_add(&l->sums, a, -1, b), "=");
    }
    return ok;
}

/* The store's instance is said in numbers of the load's. */
static bool add_fitting(lck_proof *p, lck_set *set, const lck_move *via, const lc_expr *when,
                        const lck_hop *hop)
{
    const lc_expr *guard = lck_frame_of(&p->s, &hop->store, via->guard);
    const lc_expr *also = when ? lck_frame_of(&p->s, &hop->store, when) : NULL;
    return guard && lck_set_condition(&p->s, set, hop->where) &&
           lck_set_condition(&p->s, set, guard) &&
           (!when || (also && lck_set_condition(&p->s, set, also)));
}

/* Any instance of the store that has the load's address. */
static bool add_any(lck_proof *p, lck_set *set, const lck_move_origin *o, const lck_move *via,
                    const lc_expr *when, bool named)
{
    lck_linear *l = p->s.l;
    const lc_expr *from = lck_frame_of(&p->s, &p->frame[0], o->at);
    const lc_expr *to = from ? lck_frame_of(&p->s, &p->frame[1], via->at) : NULL;
    const lcv_sum *d = to ? lcv_sum_add(&l->sums, lck_poly_of(l, from), -1, lck_poly_of(l, to))
                          : NULL;
    d = lcv_sum_add(&l->sums, d, p->c->unit, lck_poly_of(l, p->frame[0].unit));
    d = lcv_sum_add(&l->sums, d, -(int64_t)p->c->unit, lck_poly_of(l, p->frame[1].unit));
    return lck_set_instance(&p->s, set, &p->frame[1], via, when, named) &&
           add_same_trips(p, set, o->insn, via->insn) && lck_set_poly(&p->s, set, d, "=");
}

/* Instances of a store to global memory, and of the store to shared memory whose place it
 * loads. */
static bool add_hop(lck_proof *p, lck_set *set, const lck_move *m, const lck_move_origin *o,
                    const lck_move *via, const lc_expr *when, const lck_hop *hop, bool writes)
{
    bool ok = writes ? lck_proof_writes(p, set, &p->frame[0], m, o->when, true)
                     : lck_set_instance(&p->s, set, &p->frame[0], m, o->when, true);
    return ok && (hop->kind == LCK_HOP_FITS ? add_fitting(p, set, via, when, hop)
                                            : add_any(p, set, o, via, when, writes));
}

/* How many loops have both the load and the store. */
static unsigned loops_of(lck_proof *p, const lck_move_origin *o, const lck_move *via)
{
    const lck_flow *flow = p->c->flow;
    uint32_t loop = lck_flow_common_loop(flow, flow->insn[via->insn].block,
                                         flow->insn[o->insn].block);
    return loop == LCK_FLOW_NONE ? 0 : flow->loop[loop].depth;
}

static bool is_earlier(lck_proof *p, const lck_move_origin *o, const lck_move *via)
{
    return !via->global && via->base == o->base && is_before(p->c, via->insn, o->insn);
}

static unsigned most_loops(lck_proof *p, const lck_move_origin *o)
{
    unsigned most = 0;
    for (size_t i = 0; i < p->c->nmoves; i++)
        if (is_earlier(p, o, &p->c->move[i]) && loops_of(p, o, &p->c->move[i]) > most)
            most = loops_of(p, o, &p->c->move[i]);
    return most;
}

/* Barriers on the way to a store. */
static unsigned barriers_before(const lck_copying *c, const lck_move *via)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < c->flow->ninsns; i++) {
        const lck_ptx_insn *insn = lck_flow_of(c->flow, i);
        if (lck_ptx_is(insn, "bar") || lck_ptx_is(insn, "barrier"))
            n += is_before(c, i, via->insn);
    }
    return n;
}

static bool is_candidate(lck_proof *p, const lck_move_origin *o, const lck_move *via,
                         unsigned barriers)
{
    return is_earlier(p, o, via) && loops_of(p, o, via) == most_loops(p, o) &&
           barriers_before(p->c, via) >= barriers;
}

/* The most barriers, less than so many, that a candidate is behind; false: none is. */
static bool last_barriers(lck_proof *p, const lck_move_origin *o, unsigned *below)
{
    unsigned most = 0;
    bool found = false;
    for (size_t i = 0; i < p->c->nmoves; i++) {
        unsigned n = barriers_before(p->c, &p->c->move[i]);
        if (!is_candidate(p, o, &p->c->move[i], 0) || n >= *below)
            continue;
        most = n > most ? n : most;
        found = true;
    }
    *below = most;
    return found;
}

/* What was stored there, in each case. */
static bool ask_stored(lck_proof *p, const lck_move *m, const lck_move_origin *o,
                       const lck_move *via)
{
    char why[120];
    lck_hop hop = lck_hop_of(&p->s, &p->frame[0], m, o, via);
    const lck_frame *store = hop.kind == LCK_HOP_FITS ? &hop.store : &p->frame[1];
    for (size_t i = 0; i < via->norigins && hop.kind != LCK_HOP_NEVER; i++) {
        const lck_move_origin *of = &via->origin[i];
        bool loaded = of->kind == LCK_BYTE_LOADED && of->global && of->base == p->c->source;
        lck_set set = {0};
        bool ok = add_hop(p, &set, m, o, via, of->when, &hop, true);
        if (ok && loaded)
            ok = lck_proof_at(p, &set, lck_proof_distance(p, store, of->at, store, 0), true);
        lcr_map *map = ok ? lck_proof_map(p, &set) : NULL;
        lck_set_free(&set);
        if (loaded)
            snprintf(why, sizeof why,
                     "line %zu may write another element of the source, by line "
                     "%zu",
                     m->line, via->line);
        else
            snprintf(why, sizeof why, "line %zu stores to shared memory: %.60s", via->line,
                     of->kind == LCK_BYTE_UNKNOWN ? of->why
                                                  : "a number, or what was there before");
        if (!ok || !lck_proof_empty(p, map, why))
            return false;
    }
    return true;
}

/* Instances of a store of what it loaded from shared memory. */
typedef struct {
    const lck_move *m;
    const lck_move_origin *o;
} loading;

static char *loads_where(lck_proof *p, const void *of, const lc_expr *where, bool any)
{
    const loading *l = of;
    lck_set set = {0};
    bool ok = (any ? lck_set_names(&p->s, &set, &p->frame[0], l->m)
                   : lck_set_instance(&p->s, &set, &p->frame[0], l->m, l->o->when, true)) &&
              (!where || lck_set_condition(&p->s, &set, where));
    char *text = ok ? lck_set_text(&p->s, &set) : NULL;
    lck_set_free(&set);
    return text;
}

/* The instances that find what a store has stored. */
static char *loads_of(lck_proof *p, const loading *l, const lck_move *via, const lck_hop *hop)
{
    lck_set set = {0};
    bool fits = hop->kind == LCK_HOP_FITS;
    bool ok = fits ? lck_set_names(&p->s, &set, &p->frame[0], l->m) &&
                         add_fitting(p, &set, via, NULL, hop)
                   : add_hop(p, &set, l->m, l->o, via, NULL, hop, false);
    char *text = ok ? lck_set_text(&p->s, &set) : NULL;
    lck_set_free(&set);
    return text;
}

/* Each load finds what was stored before. */
static bool ask_found(lck_proof *p, const lck_move *m, const lck_move_origin *o,
                      unsigned barriers)
{
    char why[100];
    lck_piece *part = lcv_arena_alloc(p->c->arena, p->c->nmoves * sizeof *part);
    const loading of = {m, o};
    const lck_whole all = {loads_where, &of};
    size_t n = 0;
    for (size_t i = 0; part && i < p->c->nmoves; i++) {
        if (!is_candidate(p, o, &p->c->move[i], barriers))
            continue;
        lck_hop hop = lck_hop_of(&p->s, &p->frame[0], m, o, &p->c->move[i]);
        if (hop.kind == LCK_HOP_NEVER)
            continue;
        part[n].where = hop.kind == LCK_HOP_FITS ? hop.where : lc_expr_int(p->s.x, 1);
        part[n++].text = loads_of(p, &of, &p->c->move[i], &hop);
    }
    snprintf(why, sizeof why, "line %zu may write what nobody stored to shared memory", m->line);
    return part && lck_proof_covered(p, &all, part, n, why);
}

/* Does a store behind the load come between the candidates and the load of a later trip? */
static bool check_around(lck_proof *p, const lck_move_origin *o)
{
    for (size_t i = 0; i < p->c->nmoves; i++) {
        const lck_move *via = &p->c->move[i];
        if (!via->global && via->base == o->base && !is_earlier(p, o, via) &&
            loops_of(p, o, via) > most_loops(p, o))
            return lck_copy_unknown(p->c, "line %zu stores to shared memory for the next trip",
                                    via->line);
    }
    return true;
}

/* Finds the fewest last stores such that each load finds one of them, and asks whether these are
 * right. */
static bool ask_shared(lck_proof *p, const lck_move *m, const lck_move_origin *o)
{
    unsigned barriers = UINT_MAX;
    char before[sizeof p->c->why];
    bool ok = false;
    memcpy(before, p->c->why, sizeof before);
    while (!ok && last_barriers(p, o, &barriers)) {
        memcpy(p->c->why, before, sizeof before);
        ok = ask_found(p, m, o, barriers);
    }
    for (size_t k = 0; ok && k < p->c->nmoves; k++)
        ok = !is_candidate(p, o, &p->c->move[k], barriers) || ask_stored(p, m, o, &p->c->move[k]);
    return ok || lck_proof_unknown(p, "a load from shared memory finds nothing");
}

bool lck_proof_source(lck_proof *p, const lck_move *m)
{
    for (size_t i = 0; i < m->norigins; i++) {
        const lck_move_origin *o = &m->origin[i];
        lck_set set = {0};
        if (o->kind == LCK_BYTE_LOADED && o->global) {
            if (!ask_direct(p, m, o))
                return false;
        } else if (o->kind == LCK_BYTE_LOADED) {
            if (!check_around(p, o) || !ask_shared(p, m, o))
                return false;
        } else {
            bool ok = lck_set_instance(&p->s, &set, &p->frame[0], m, o->when, true);
            lcr_map *map = ok ? lck_proof_map(p, &set) : NULL;
            lck_set_free(&set);
            char why[160];
            snprintf(why, sizeof why, "line %zu stores %.100s", m->line,
                     o->kind == LCK_BYTE_UNKNOWN ? o->why : "a number");
            if (!ok || !lck_proof_empty(p, map, why))
                return false;
        }
    }
    return true;
}
