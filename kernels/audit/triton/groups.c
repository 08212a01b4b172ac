/* groups.c - the lanes of each instruction, by what is between their addresses. */
#include "config.h"

#include "../../../lib/int64.h"

#include "global.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS 32
#define GROUPS 512       /* that differ */
#define INSTRUCTIONS 8   /* that are kept */
#define LOOKS (1u << 16) /* instructions that are looked at */

/* A term whose lanes are told apart by numbers alone, but for what is the same for a key. */
typedef struct {
    int64_t k;
    size_t nplaces, nkeys;
    const lc_expr *place[LCK_FACTORS];
    int64_t multiple; /* of the other factors; 0: there are none, it is a number */
    const lc_expr *key[KEYS];
} part;

typedef struct {
    const lck_global_access *a;
    size_t nparts;
    part part[LCK_TERMS];
    size_t nslots;
    size_t slot[LC_MAX_EXPR_VARS]; /* of coordinates */
    int64_t unit;                  /* elements of a sector, at least 1 */
    int64_t base;                  /* the buffer begins at a multiple of so many elements */
    const lc_expr *fixed;          /* what of the mask coordinates alone decide; or NULL */
    uint64_t nbad;
    lck_lane_groups *out;
} work;

/* ---- terms ---- */

/* The largest parts of an expression that coordinates alone decide. */
static bool add_keys(const lck_index *ix, const lc_expr *e, part *p)
{
    if (!e || lck_index_axes(ix, e) == 0)
        return true;
    if (lck_is_place(ix, e)) {
        if (p->nkeys == KEYS)
            return false;
        p->key[p->nkeys++] = e;
        return true;
    }
    if (e->op == LC_EXPR_VAR) {
        const lck_symbol *s = lck_index_symbol(ix, e->slot);
        for (size_t i = 0; i < s->nargs; i++)
            if (!add_keys(ix, s->arg[i], p))
                return false;
        return true;
    }
    return add_keys(ix, e->arg[0], p) && add_keys(ix, e->arg[1], p) && add_keys(ix, e->arg[2], p);
}

static bool read_term(work *w, const lck_term *term)
{
    lck_index *ix = w->a->ix;
    part *p = &w->part[w->nparts++];
    lck_term rest = {.k = 1};
    *p = (part){.k = term->k};
    for (size_t i = 0; i < term->n; i++) {
        const lc_expr *e = term->factor[i];
        unsigned axes = lck_index_axes(ix, e);
        if (axes != 0 && lck_is_place(ix, e)) {
            p->place[p->nplaces++] = e;
            continue;
        }
        rest.factor[rest.n++] = e;
        if (axes != 0 && lck_index_has_data(ix, e))
            w->out->data = true;
        if (!add_keys(ix, e, p))
            return false;
    }
    p->multiple = rest.n > 0 ? lck_term_multiple(ix, &rest) : 0;
    return true;
}

static bool read_terms(work *w)
{
    lck_terms terms;
    lck_index *ix = w->a->ix;
    if (!lck_terms_of(ix, w->a->place.e, &terms))
        return false;
    for (size_t i = 0; i < terms.n; i++)
        if (!read_term(w, &terms.at[i]))
            return false;
    for (size_t i = 0; i < lc_exprs_nvars(lck_index_exprs(ix)); i++)
        if (lck_index_symbol(ix, i)->kind == LCK_COORDINATE)
            w->slot[w->nslots++] = i;
    return true;
}

/* The conditions of a mask that are about coordinates alone. */
static const lc_expr *fixed_of(lck_index *ix, const lc_expr *mask)
{
    lc_exprs *x = lck_index_exprs(ix);
    if (!mask || (mask->op != LC_EXPR_ALL && !lck_is_place(ix, mask)))
        return NULL;
    if (mask->op != LC_EXPR_ALL)
        return mask;
    const lc_expr *a = fixed_of(ix, mask->arg[0]), *b = fixed_of(ix, mask->arg[1]);
    return a && b ? lc_expr_make(x, LC_EXPR_ALL, a, b) : a ? a : b;
}

/* ---- coordinates ---- */

/* Is its output number d the dim d? */
static bool is_dim(const lc_linear *l, size_t d)
{
    const char *name = d < lc_linear_nouts(l) ? lc_linear_out_dim(l, d).name : "";
    return strncmp(name, "dim", 3) == 0 && name[3] == (char)('0' + d) && name[4] == '\0';
}

void lck_global_coordinates(const lck_global_access *a, uint64_t where, unsigned lane,
                            int64_t coordinate[LCK_INDEX_RANK])
{
    size_t in;
    uint64_t shift = 0;
    char name[32];
    memset(coordinate, 0, LCK_INDEX_RANK * sizeof *coordinate);
    if (!a->layout)
        return;
    if (lc_linear_find_in(a->layout, "lane", &in))
        for (size_t i = 0; i < in; i++)
            shift += lc_linear_in_dim(a->layout, i).bits;
    else
        lane = 0;
    uint64_t value = lc_linear_at(a->layout, where | (uint64_t)lane << shift);
    for (size_t d = 0; d < a->type.rank && d < LCK_INDEX_RANK; d++) {
        size_t out = d;
        if (!is_dim(a->layout, d)) {
            snprintf(name, sizeof name, "dim%zu", d);
            if (!lc_linear_find_out(a->layout, name, &out))
                continue;
        }
        coordinate[d] = (int64_t)lc_linear_digit(a->layout, out, value);
    }
}

/* ---- one instruction ---- */

typedef struct {
    bool idle;                /* its mask never holds */
    int64_t offset, multiple; /* what is not a number is one of `multiple`; 0: there is none */
    size_t nkeys;
    int64_t key[LCK_TERMS + KEYS];
} lane;

static bool read_lane(const work *w, uint64_t where, unsigned index, int64_t *env, lane *out)
{
    int64_t at[LCK_INDEX_RANK], value;
    *out = (lane){0};
    lck_global_coordinates(w->a, where, index, at);
    for (size_t i = 0; i < w->nslots; i++)
        env[w->slot[i]] = at[lck_index_symbol(w->a->ix, w->slot[i])->axis];
    if (w->fixed && lc_expr_at(w->fixed, env, &value) && !value) {
        out->idle = true;
        return true;
    }
    for (size_t i = 0; i < w->nparts; i++) {
        const part *p = &w->part[i];
        int64_t number = p->k, multiple;
        for (size_t k = 0; k < p->nplaces; k++)
            if (!lc_expr_at(p->place[k], env, &value) ||
                __builtin_mul_overflow(number, value, &number))
                return false;
        if (p->multiple == 0) {
            if (__builtin_add_overflow(out->offset, number, &out->offset))
                return false;
            continue;
        }
        if (out->nkeys + p->nkeys + 1 > sizeof out->key / sizeof *out->key)
            return false;
        out->key[out->nkeys++] = number;
        for (size_t k = 0; k < p->nkeys; k++)
            if (!lc_expr_at(p->key[k], env, &out->key[out->nkeys++]))
                return false;
        if (__builtin_mul_overflow(number, p->multiple, &multiple))
            multiple = number & -number;
        out->multiple = lc_int64_gcd(out->multiple, multiple < 0 ? -multiple : multiple);
    }
    return true;
}

static bool same_key(const lane *a, const lane *b)
{
    return a->nkeys == b->nkeys && memcmp(a->key, b->key, a->nkeys * sizeof *a->key) == 0;
}

/* What the group touches, wherever it begins. */
static void measure(const work *w, lck_lane_group *g)
{
    int64_t width = w->a->vector;
    g->full = g->good = true;
    g->aligned = g->step % width == 0 && g->residue % width == 0;
    for (unsigned i = 0; i < g->n; i++)
        g->aligned = g->aligned && g->at[i] % width == 0;
    for (int64_t first = g->residue; first < w->unit; first += g->step) {
        lck_warp all = {.lanes = g->n, .width = w->a->bytes * w->a->vector};
        for (unsigned i = 0; i < g->n; i++) {
            all.active[i] = true;
            all.byte[i] = (first + g->at[i]) * w->a->bytes;
        }
        unsigned sectors = lck_warp_sectors(&all);
        g->bytes = lck_warp_bytes(&all);
        g->most = sectors > g->most ? sectors : g->most;
        g->good = g->good && sectors == (g->bytes + LCK_SECTOR - 1) / LCK_SECTOR;
        g->full = g->full && sectors * LCK_SECTOR == g->bytes;
    }
}

static bool same_group(const lck_lane_group *a, const lck_lane_group *b)
{
    return a->step == b->step && a->residue == b->residue && a->n == b->n &&
           memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}

/* Lanes of one key as a group that is kept: its index; SIZE_MAX when there is no room. */
static size_t keep_group(work *w, lck_lane_group *g, int64_t multiple)
{
    lck_lane_groups *out = w->out;
    qsort(g->at, g->n, sizeof *g->at, lc_int64_order);
    unsigned n = 0;
    for (unsigned i = 0; i < g->n; i++)
        if (n == 0 || g->at[i] != g->at[n - 1])
            g->at[n++] = g->at[i];
    g->n = n;
    g->step = lc_int64_gcd(lc_int64_gcd(multiple, w->unit), w->base);
    g->residue = (g->at[0] % g->step + g->step) % g->step;
    for (unsigned i = n; i-- > 0;)
        g->at[i] -= g->at[0];
    for (size_t i = 0; i < out->ngroups; i++)
        if (same_group(&out->group[i], g))
            return i;
    if (out->ngroups == GROUPS)
        return SIZE_MAX;
    measure(w, g);
    out->group[out->ngroups] = *g;
    return out->ngroups++;
}

/* How far an instruction is from the best one. */
static int64_t badness(const lck_warp_access *i)
{
    int64_t fill = (i->bytes + LCK_SECTOR - 1) / LCK_SECTOR;
    return (i->good ? 0 : 1000000) + ((int64_t)i->most - fill) * 1000 + i->most;
}

static void keep_instruction(lck_lane_groups *out, const lck_warp_access *i)
{
    size_t at = out->ninstructions;
    for (size_t k = 0; k < out->ninstructions; k++)
        if (out->instruction[k].bytes == i->bytes && out->instruction[k].most == i->most &&
            out->instruction[k].good == i->good)
            return;
    while (at > 0 && badness(&out->instruction[at - 1]) < badness(i))
        at--;
    if (at == INSTRUCTIONS)
        return;
    if (out->ninstructions < INSTRUCTIONS)
        out->ninstructions++;
    for (size_t k = out->ninstructions - 1; k > at; k--)
        out->instruction[k] = out->instruction[k - 1];
    out->instruction[at] = *i;
}

/* All of them up to some number, of more some that are chosen evenly. */
static void keep_bad(work *w, uint64_t where)
{
    lck_lane_groups *out = w->out;
    uint64_t seen = w->nbad++;
    if (seen < LCK_BAD_INSTRUCTIONS) {
        out->bad[out->nbad++] = where;
        return;
    }
    uint64_t to = (seen * UINT64_C(0x9e3779b97f4a7c15) >> 32) % (seen + 1);
    if (to < LCK_BAD_INSTRUCTIONS)
        out->bad[to] = where;
}

static bool read_instruction(work *w, uint64_t where, int64_t *env, lane *lanes)
{
    bool taken[LC_LINEAR_BITS] = {false};
    lck_warp_access all = {.where = where, .good = true};
    unsigned partial = 0, groups = 0;
    for (unsigned i = 0; i < w->a->lanes; i++)
        if (!read_lane(w, where, i, env, &lanes[i]))
            return false;
    for (unsigned i = 0; i < w->a->lanes; i++) {
        lck_lane_group g = {0};
        if (taken[i] || lanes[i].idle)
            continue;
        for (unsigned k = i; k < w->a->lanes; k++)
            if (!taken[k] && !lanes[k].idle && same_key(&lanes[i], &lanes[k])) {
                taken[k] = true;
                g.at[g.n++] = lanes[k].offset;
            }
        size_t kept = keep_group(w, &g, lanes[i].multiple);
        if (kept == SIZE_MAX)
            return false;
        const lck_lane_group *k = &w->out->group[kept];
        all.bytes += k->bytes;
        all.most += k->most;
        partial += !k->full;
        all.good = all.good && k->good;
        groups++;
    }
    /* of parts of sectors there is one at most, or they could have shared sectors */
    all.good = all.good && (groups == 1 || partial <= 1);
    if (groups == 0)
        return true;
    if (!all.good)
        keep_bad(w, where);
    keep_instruction(w->out, &all);
    return true;
}

/* ---- all ---- */

/* Each first register of a vector, each warp and block: the places of lane 0. */
static bool read_all(work *w)
{
    const lc_linear *l = w->a->layout;
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    lane *lanes = calloc(LC_LINEAR_BITS, sizeof *lanes);
    uint64_t mask = 0, at = 0, skip = 0;
    unsigned shift = 0, looks = 0;
    bool good = lanes != NULL;
    for (size_t i = 0; l && i < lc_linear_nins(l); i++) {
        lc_dim dim = lc_linear_in_dim(l, i);
        uint64_t bits = (((uint64_t)1 << dim.bits) - 1) << shift;
        if (strcmp(dim.name, "lane") != 0)
            mask |= bits;
        if (strcmp(dim.name, "register") == 0)
            skip = ((uint64_t)w->a->vector - 1) << shift;
        for (unsigned b = 0; b < dim.bits; b++)
            /* what does not move the element is done once */
            if (lc_linear_at(l, (uint64_t)1 << (shift + b)) == 0)
                skip |= (uint64_t)1 << (shift + b);
        shift += dim.bits;
    }
    mask &= ~skip;
    do {
        good = good && looks++ < LOOKS && read_instruction(w, at, env, lanes);
        at = (at - mask) & mask; /* the next one of these bits */
    } while (good && at != 0);
    free(lanes);
    return good;
}

bool lck_global_groups(const lck_global_access *a, lck_lane_groups *out, const char **why)
{
    *out = (lck_lane_groups){0};
    work *w = calloc(1, sizeof *w);
    out->group = calloc(GROUPS, sizeof *out->group);
    out->instruction = calloc(INSTRUCTIONS, sizeof *out->instruction);
    *why = LC_NO_MEMORY;
    if (!w || !out->group || !out->instruction) {
        free(w);
        return false;
    }
    w->a = a;
    w->out = out;
    w->unit = LCK_SECTOR / a->bytes > 0 ? LCK_SECTOR / a->bytes : 1;
    w->base = a->base_bytes / a->bytes > 0 ? a->base_bytes / a->bytes : 1;
    w->fixed = fixed_of(a->ix, a->guard);
    *why = "its address is a sum of too many products";
    bool good = read_terms(w);
    if (good) {
        *why = "its lanes fall into too many kinds of groups";
        good = read_all(w);
    }
    free(w);
    return good;
}

void lck_lane_groups_free(lck_lane_groups *groups)
{
    free(groups->group);
    free(groups->instruction);
}
