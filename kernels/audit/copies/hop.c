/* hop.c - threads of a block, one by one, at the places of shared memory. */
#include "config.h"

#include "fit.h"
#include "hop.h"

#include <stdlib.h>
#include <string.h>

#define PLACES (1 << 18)

/* The units of memory of all instances, in order; NULL: they depend on more, or no memory. */
static int64_t *places_of(lck_copying *c, const lc_expr *at, const int64_t *extent)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, n = lck_fit_rows(extent);
    if (lck_formula_varies(c->f, at) & ~(unsigned)(LCK_BY_THREAD | LCK_BY_LANE))
        return NULL;
    int64_t *place = malloc((size_t)n * sizeof *place);
    for (int64_t row = 0; place && row < n; row++) {
        for (size_t i = 0; i < lc_exprs_nvars(lck_formulas_exprs(c->f)); i++) {
            const lck_ptx_symbol *y = lck_formulas_symbol(c->f, i);
            if (y->kind == LCK_SYMBOL_TID)
                env[i] = lck_fit_number(extent, row, (int)y->axis);
            else if (y->kind == LCK_SYMBOL_NTID)
                env[i] = c->block[y->axis];
        }
        int64_t value;
        if (!lc_expr_at(at, env, &value) || value < 0 || value % c->unit != 0 ||
            value / c->unit >= PLACES - 16) {
            free(place);
            return NULL;
        }
        place[row] = value / c->unit + lck_fit_number(extent, row, 3);
    }
    return place;
}

/* Fills in the pairs. False: two instances of the store have one address, or no memory. */
static bool match(lck_fit *p, const int64_t *load, const int64_t *store)
{
    int32_t *at = malloc(PLACES * sizeof *at);
    int64_t loads = lck_fit_rows(p->extent[0]), stores = lck_fit_rows(p->extent[1]);
    p->pair = malloc((size_t)loads * sizeof *p->pair);
    bool ok = at && p->pair;
    if (ok)
        memset(at, -1, PLACES * sizeof *at);
    for (int64_t i = 0; ok && i < stores; i++) {
        ok = at[store[i]] < 0;
        at[store[i]] = (int32_t)i;
    }
    for (int64_t i = 0; ok && i < loads; i++)
        if (at[load[i]] >= 0) {
            p->pair[p->n][0] = (int32_t)i;
            p->pair[p->n++][1] = at[load[i]];
        }
    free(at);
    return ok;
}

static bool put_into_words(const lck_fit *p, const lck_frame *f, lck_hop *out)
{
    const lc_expr *number[LCK_FIT_NUMBERS];
    out->store = *f;
    if (!lck_fit_words(p, &out->where, number))
        return false;
    for (int k = 0; k < 3; k++)
        out->store.tid[k] = number[k];
    out->store.unit = number[3];
    return true;
}

/* Are all loops of the store around the load, too? Its trips are the load's then. */
static bool has_its_loops(const lck_copying *c, const lck_move_origin *o, const lck_move *via)
{
    uint32_t loop = c->flow->block[c->flow->insn[via->insn].block].loop;
    return loop == LCK_FLOW_NONE || lck_flow_in_loop(c->flow, c->flow->insn[o->insn].block, loop);
}

lck_hop lck_hop_of(lck_frames *s, const lck_frame *f, const lck_move *m, const lck_move_origin *o,
                   const lck_move *via)
{
    lck_hop out = {.kind = LCK_HOP_OPEN};
    lck_fit p = {.x = s->x};
    for (int k = 0; k < 3; k++) {
        p.extent[0][k] = p.extent[1][k] = s->c->block[k];
        p.variable[k] = f->tid[k];
    }
    p.extent[0][3] = m->units;
    p.extent[1][3] = via->units;
    p.variable[3] = f->unit;
    if (lck_fit_rows(p.extent[0]) > LCK_FIT_ROWS || lck_fit_rows(p.extent[1]) > LCK_FIT_ROWS ||
        !has_its_loops(s->c, o, via))
        return out;
    int64_t *load = places_of(s->c, o->at, p.extent[0]);
    int64_t *store = load ? places_of(s->c, via->at, p.extent[1]) : NULL;
    if (load && store && match(&p, load, store)) {
        if (p.n == 0)
            out.kind = LCK_HOP_NEVER;
        else if (put_into_words(&p, f, &out))
            out.kind = LCK_HOP_FITS;
    }
    free(load);
    free(store);
    free(p.pair);
    return out;
}
