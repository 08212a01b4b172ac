/* hop.c - threads of a block, one by one, and what their bits say. */
#include "config.h"

#include "hop.h"

#include <stdlib.h>
#include <string.h>

#define NUMBERS 4 /* x, y, z of a thread, and the unit of a vector */
#define PLACES (1 << 20)

typedef struct {
    lck_frames *s;
    const lck_frame *f;
    int64_t extent[2][NUMBERS]; /* of the load, of the store */
    size_t n;                   /* loads that have a store */
    int32_t (*pair)[2];         /* load and store, as their numbers in a row */
} pairs;

static int64_t count(const int64_t *extent)
{
    return extent[0] * extent[1] * extent[2] * extent[3];
}

static int64_t number_of(const int64_t *extent, int64_t row, int k)
{
    for (int i = 0; i < k; i++)
        row /= extent[i];
    return row % extent[k];
}

/* The units of memory of all instances, in order; NULL: they depend on more, or no memory. */
static int64_t *places_of(pairs *p, const lc_expr *at, int side)
{
    lck_copying *c = p->s->c;
    int64_t env[LC_MAX_EXPR_VARS] = {0}, n = count(p->extent[side]);
    if (lck_formula_varies(c->f, at) & ~(unsigned)(LCK_BY_THREAD | LCK_BY_LANE))
        return NULL;
    int64_t *place = malloc((size_t)n * sizeof *place);
    for (int64_t row = 0; place && row < n; row++) {
        for (size_t i = 0; i < lc_exprs_nvars(lck_formulas_exprs(c->f)); i++) {
            const lck_ptx_symbol *y = lck_formulas_symbol(c->f, i);
            if (y->kind == LCK_SYMBOL_TID)
                env[i] = number_of(p->extent[side], row, (int)y->axis);
            else if (y->kind == LCK_SYMBOL_NTID)
                env[i] = c->block[y->axis];
        }
        int64_t value;
        if (!lc_expr_at(at, env, &value) || value < 0 || value % c->unit != 0 ||
            value / c->unit >= PLACES - 256) {
            free(place);
            return NULL;
        }
        place[row] = value / c->unit + number_of(p->extent[side], row, 3);
    }
    return place;
}

/* Fills in the pairs. False: two instances of the store have one address, or no memory. */
static bool match(pairs *p, const int64_t *load, const int64_t *store)
{
    int32_t *at = malloc(PLACES * sizeof *at);
    int64_t loads = count(p->extent[0]), stores = count(p->extent[1]);
    bool ok = at != NULL;
    p->pair = malloc((size_t)loads * sizeof *p->pair);
    ok = ok && p->pair;
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

/* ---- bits ---- */

static bool bit(const pairs *p, size_t i, int side, int k, unsigned b)
{
    return number_of(p->extent[side], p->pair[i][side], k) >> b & 1;
}

/* Is a bit the same in all pairs? */
static bool is_fixed(const pairs *p, int side, int k, unsigned b)
{
    for (size_t i = 1; i < p->n; i++)
        if (bit(p, i, side, k, b) != bit(p, 0, side, k, b))
            return false;
    return true;
}

static const lc_expr *variable(const pairs *p, int k)
{
    return k < 3 ? p->f->tid[k] : p->f->unit;
}

static const lc_expr *bit_of(const pairs *p, int k, unsigned b)
{
    lc_exprs *x = p->s->x;
    return lc_expr_make(x, LC_EXPR_MOD,
                        lc_expr_make(x, LC_EXPR_DIV, variable(p, k),
                                     lc_expr_int(x, (int64_t)1 << b)),
                        lc_expr_int(x, 2));
}

static unsigned bits_of(int64_t extent)
{
    unsigned bits = 0;
    while ((extent - 1) >> bits > 0)
        bits++;
    return bits;
}

/* The loads that have a store are those with certain bits; NULL: they are not. */
static const lc_expr *where(const pairs *p)
{
    lc_exprs *x = p->s->x;
    const lc_expr *e = lc_expr_int(x, 1);
    int64_t mask[NUMBERS] = {0}, value[NUMBERS] = {0}, such = 0;
    for (int k = 0; k < NUMBERS; k++)
        for (unsigned b = 0; b < bits_of(p->extent[0][k]); b++) {
            if (!is_fixed(p, 0, k, b))
                continue;
            mask[k] |= (int64_t)1 << b;
            value[k] |= (int64_t)bit(p, 0, 0, k, b) << b;
            e = lc_expr_make(x, LC_EXPR_ALL, e,
                             lc_expr_make(x, LC_EXPR_EQ, bit_of(p, k, b),
                                          lc_expr_int(x, bit(p, 0, 0, k, b))));
        }
    for (int64_t row = 0; row < count(p->extent[0]); row++) {
        bool has = true;
        for (int k = 0; k < NUMBERS; k++)
            has = has && (number_of(p->extent[0], row, k) & mask[k]) == value[k];
        such += has;
    }
    return such == (int64_t)p->n ? e : NULL;
}

/* Is bit b of number k of the store bit `of` of number `from` of the load? */
static bool is_bit(const pairs *p, int k, unsigned b, int from, unsigned of)
{
    for (size_t i = 0; i < p->n; i++)
        if (bit(p, i, 1, k, b) != bit(p, i, 0, from, of))
            return false;
    return true;
}

static bool find_bit(const pairs *p, int k, unsigned b, int *from, unsigned *of)
{
    for (*from = 0; *from < NUMBERS; ++*from)
        for (*of = 0; *of < bits_of(p->extent[0][*from]); ++*of)
            if (is_bit(p, k, b, *from, *of))
                return true;
    return false;
}

/* Bits of .. of + n - 1 of a number of the load. */
static const lc_expr *field(const pairs *p, int from, unsigned of, unsigned n)
{
    lc_exprs *x = p->s->x;
    const lc_expr *e = lc_expr_make(x, LC_EXPR_DIV, variable(p, from),
                                    lc_expr_int(x, (int64_t)1 << of));
    return of + n >= bits_of(p->extent[0][from])
               ? e
               : lc_expr_make(x, LC_EXPR_MOD, e, lc_expr_int(x, (int64_t)1 << n));
}

/* Number k of the store in those of the load; NULL: its bits are others. */
static const lc_expr *number(const pairs *p, int k)
{
    lc_exprs *x = p->s->x;
    const lc_expr *e = lc_expr_int(x, 0);
    unsigned bits = bits_of(p->extent[1][k]), of, n;
    int from;
    for (unsigned b = 0; b < bits; b += n) {
        n = 1;
        if (is_fixed(p, 1, k, b)) {
            e = lc_expr_make(x, LC_EXPR_ADD, e,
                             lc_expr_int(x, (int64_t)bit(p, 0, 1, k, b) << b));
            continue;
        }
        if (!find_bit(p, k, b, &from, &of))
            return NULL;
        while (b + n < bits && of + n < bits_of(p->extent[0][from]) &&
               !is_fixed(p, 1, k, b + n) && is_bit(p, k, b + n, from, of + n))
            n++;
        e = lc_expr_add_scaled(x, e, (int64_t)1 << b, field(p, from, of, n));
    }
    return e;
}

/* ---- both ---- */

static bool put_into_words(const pairs *p, lck_hop *out)
{
    out->store = *p->f;
    out->where = where(p);
    bool ok = out->where != NULL;
    for (int k = 0; ok && k < NUMBERS; k++) {
        const lc_expr *e = number(p, k);
        if (k < 3)
            out->store.tid[k] = e;
        else
            out->store.unit = e;
        ok = e != NULL;
    }
    lc_ctx_reset(lc_exprs_ctx(p->s->x));
    return ok;
}

/* Are all loops of the store around the load, too? Its trips are the load's then. */
static bool has_its_loops(const lck_copying *c, const lck_move_origin *o, const lck_move *via)
{
    uint32_t loop = c->flow->block[c->flow->insn[via->insn].block].loop;
    return loop == LCK_FLOW_NONE ||
           lck_flow_in_loop(c->flow, c->flow->insn[o->insn].block, loop);
}

lck_hop lck_hop_of(lck_frames *s, const lck_frame *f, const lck_move *m, const lck_move_origin *o,
                   const lck_move *via)
{
    lck_hop out = {.kind = LCK_HOP_OPEN};
    const int64_t *block = s->c->block;
    pairs p = {.s = s, .f = f};
    for (int k = 0; k < 3; k++)
        p.extent[0][k] = p.extent[1][k] = block[k];
    p.extent[0][3] = m->units;
    p.extent[1][3] = via->units;
    if (block[0] * block[1] * block[2] > 1024 || m->units > 16 || via->units > 16 || !has_its_loops(s->c, o, via))
        return out;
    int64_t *load = places_of(&p, o->at, 0), *store = load ? places_of(&p, via->at, 1) : NULL;
    if (load && store && match(&p, load, store)) {
        if (p.n == 0)
            out.kind = LCK_HOP_NEVER;
        else if (put_into_words(&p, &out))
            out.kind = LCK_HOP_FITS;
    }
    free(load);
    free(store);
    free(p.pair);
    return out;
}
