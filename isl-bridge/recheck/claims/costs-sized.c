/* costs-sized.c - accesses of warps by layouts of sizes, by those of a layout of numbers.
 *
 * Let M be a number of elements that no swizzle, row of banks, sector or vector sees: a multiple
 * of the swizzle's size whose bytes are a multiple of all rows. An access that is moved by a
 * multiple of M costs the same. The integral coordinates fall into blocks of whole accesses,
 * whose leaves have numbers for extents up to the one where a block ends; from block to block the
 * values are moved by multiples of the steps of that leaf and of the leaves after it. So the
 * layout of numbers has, for these, the steps modulo M, as often as M lets them differ; and all
 * multiples of a common divisor of M and of a step whose residue is not known.
 *
 * Inside of a block a step may be M q + r, where q has parameters. There the number stands for q
 * that it has when each product of parameters is a large number of its own: lanes that meet there
 * meet for all numbers, and others may meet besides, which makes conflicts and sectors fewer.
 * What is to be filled, as by a coalesced access, takes numbers for q.
 *
 * Where strides add by XOR all of this holds of words, M and what is cut of a leaf being powers
 * of 2; steps in a block are numbers then.
 *
 * A last block that is cut short has the lanes of a whole one, or fewer: conflicts and sectors
 * are no more then. For coalesced the layout of numbers is taken with each end that may be.
 */
#include "config.h"

#include "accesses.h"

#include "../../../lib/size.h"
#include "../read/size.h"

#include <string.h>

#define ROW 256       /* bytes: a multiple of every row, sector and vector */
#define MODULUS 65536 /* the largest M */
#define LARGE 24      /* bits of what a product of parameters is */
#define LEAVES 64
#define LOOKS 512 /* layouts of numbers of one claim */

typedef struct {
    ev *e;
    lc_ctx *lc;
    sym *s;
    const accesses *given;
    const acc_bound *bound;
    const lit *x;
    lc_int lanes, modulus;
    bool filled, tail; /* coalesced; the last block is cut short */
    size_t cut;        /* the leaf at which a block ends */
    lc_int part;       /* how much of it a block has */
    size_t nproducts;
    monomial product[LEAVES];
    lc_int spread;   /* what the factors of one product add up to, at most */
    size_t looks, n; /* leaves of numbers */
    lc_int extent[LEAVES], step[LEAVES], offset;
} sized;

static bool is_number(lc_int a, int32_t n)
{
    return !lc_int_is_size(a) && lc_int_eq(a, lc_int_const(n));
}

/* ---- where vectors start ---- */

/* What is left of an extent without *part, the places of a vector that are in it, of `left` such
 * places; false: there is no such part. */
static bool rest_of(lc_ctx *lc, lc_int extent, lc_int left, lc_int *part, lc_int *rest)
{
    lc_int none;
    bool known = !lc_int_is_size(extent);
    *part = known ? lc_int_gcd(lc, left, extent) : left;
    if (known && !lc_int_eq(*part, left) && !lc_int_eq(*part, extent))
        return false;
    *rest = lc_int_fdiv(lc, extent, *part);
    none = lc_int_sub(lc, extent, lc_int_mul(lc, *part, *rest));
    return is_number(none, 0);
}

/* The first leaves of the values of a thread are the places in a vector, and move by them: these
 * are numbers. Starts that are multiples of a vector have, behind a swizzle of higher bits alone,
 * their elements after them. NULL: there are no such vectors. */
static const lit *starts_of(const sized *a, lc_int vector)
{
    const lit *x = a->x;
    lc_int left = vector, place = lc_int_const(1), part;
    size_t first = 0, n = 0;
    lit *out = lcr_lit_flat(a->e->pool, x->n);
    bool alone = x->b == 0 ||
                 (x->s != 0 && lc_int_le(vector, lcr_lit_power(a->lc, (size_t)x->m)));
    if (!out || !alone)
        return NULL;
    if (x->node[0] > 1)
        lcr_lit_after(x, 1, &first);
    for (size_t k = 0; k < x->n; k++) {
        out->extent[n] = x->extent[k];
        out->step[n] = x->step[k];
        if (k >= first && !is_number(left, 1) && !is_number(x->extent[k], 1)) {
            if (!rest_of(a->lc, x->extent[k], left, &part, &out->extent[n]) ||
                lc_int_is_size(x->step[k]) || !lc_int_eq(x->step[k], place))
                return NULL;
            out->step[n] = lc_int_mul(a->lc, place, part);
            left = lc_int_fdiv(a->lc, left, part);
            place = lc_int_mul(a->lc, place, part);
        }
        n += !is_number(out->extent[n], 1);
    }
    lcr_lit_use(out, n);
    lcr_lit_end_like(out, x);
    out->by_xor = x->by_xor;
    return is_number(left, 1) ? out : NULL;
}

/* Vectors that are left out are there where the sizes show them; elsewhere all values are taken
 * for starts, and of consecutive ones not all are aligned. */
static bool find_starts(sized *a, int given)
{
    const lc_int width = lc_int_const(a->given->width);
    lc_int vector = lc_int_const(given > 0 ? given : 1);
    if (given == 0 && a->x->node[0] > 1 && lc_int_divides(a->lc, a->given->bytes, width))
        vector = lc_int_fdiv(a->lc, width, a->given->bytes);
    if (is_number(vector, 1))
        return true;
    if (!lc_int_eq(lc_int_mul(a->lc, vector, a->given->bytes), width))
        return false;
    const lit *starts = starts_of(a, vector);
    a->x = starts ? starts : a->x;
    return starts || (given == 0 && lcr_ev_ok(a->e));
}

static bool open_sized(sized *a, int vector)
{
    lc_ctx *lc = a->lc;
    const lit *x = a->x;
    const lc_int each = a->given->bytes, row = lc_int_const(ROW);
    if (x->kind != LIT_LAYOUT || x->basis || x->naxes != 1 || x->n >= LEAVES / 2 ||
        lc_int_lt(row, each) || !find_starts(a, vector))
        return false;
    x = a->x;
    lc_int size = lcr_lit_power(lc, x->b > 0 ? lcr_lit_swizzle_end(x) : 0);
    lc_int bytes = lc_int_mul(lc, size, each);
    lc_int common = lc_int_mul(lc, bytes, lc_int_fdiv(lc, row, lc_int_gcd(lc, bytes, row)));
    a->modulus = lc_int_fdiv(lc, common, each);
    return lc_int_le(a->modulus, lc_int_const(MODULUS)) &&
           !(x->by_xor && (x->offset || !lc_int_is_power_of_two(a->modulus)));
}

/* Each lane a word, or a sector, of its own is not too many. */
static bool is_own(const sized *a)
{
    bool conflicts = a->bound->what == ACC_CONFLICTS;
    return !a->filled && !lc_int_is_size(a->bound->k) &&
           lc_int_divides(a->lc, lc_int_const(a->given->width), a->given->bytes) &&
           lc_int_le(lc_int_sub(a->lc, a->lanes, lc_int_const(conflicts)), a->bound->k);
}

/* ---- blocks ---- */

/* Is it known that n divides a? */
static bool divides(const sized *a, lc_int n, lc_int of)
{
    return lc_int_known_equal(lc_int_fmod(a->lc, of, n), lc_int_const(0));
}

/* The leaf at which whole accesses end; x->n where all leaves make no whole one. */
static bool find_cut(sized *a)
{
    const lit *x = a->x;
    lc_int before = lc_int_const(1);
    for (a->cut = 0; a->cut < x->n; a->cut++) {
        lc_int extent = x->extent[a->cut];
        bool known = !lc_int_is_size(extent), last = a->cut + 1 == x->n;
        a->part = lc_int_fdiv(a->lc, a->lanes, lc_int_gcd(a->lc, a->lanes, before));
        if (divides(a, a->part, extent))
            return true;
        a->tail = last && (!known || lc_int_le(a->part, extent));
        if (a->tail)
            return true;
        if (!known)
            return false;
        before = lc_int_mul(a->lc, before, extent);
        if (lc_int_lt(lc_int_const(MODULUS), before))
            return false;
    }
    return true;
}

/* ---- steps ---- */

/* The number that stands for a product of parameters. */
static bool large_number(sized *a, monomial m, lc_int *out)
{
    size_t i = 0;
    while (i < a->nproducts && a->product[i] != m)
        i++;
    if (i == LEAVES)
        return false;
    if (i == a->nproducts)
        a->product[a->nproducts++] = m;
    *out = lcr_lit_power(a->lc, LARGE * (i + 1));
    return true;
}

/* M q + r as a number, for a leaf of this extent; false: r has parameters, or q has where all is
 * to be filled. */
static bool number_of(sized *a, lc_int step, lc_int extent, lc_int *out)
{
    lc_int q = lc_int_fdiv(a->lc, step, a->modulus);
    const poly *p = lcr_size_poly(a->s, q);
    *out = lc_int_sub(a->lc, step, lc_int_mul(a->lc, a->modulus, q));
    if (!p || lc_int_is_size(*out))
        return false;
    for (size_t i = 0; i < p->n; i++) {
        lc_int by = lc_int_const(1), factor = p->term[i].factor;
        if (p->term[i].of != 0 &&
            (a->filled || a->x->by_xor || !large_number(a, p->term[i].of, &by)))
            return false;
        a->spread = lc_int_add(a->lc, a->spread,
                               lc_int_mul(a->lc, extent, lc_int_abs(a->lc, factor)));
        factor = lc_int_mul(a->lc, factor, a->modulus);
        *out = lc_int_add(a->lc, *out, lc_int_mul(a->lc, factor, by));
    }
    return true;
}

/* Lanes meet in numbers only where they do for all parameters. */
static bool are_apart(const sized *a)
{
    return a->nproducts == 0 || lc_int_bits(a->spread) < LARGE;
}

/* r with a size M q + r; or, where r is no number, a common divisor of M and the size, and
 * false. */
static bool residue_of(sized *a, lc_int size, lc_int *out)
{
    const poly *p = lcr_size_poly(a->s, size);
    *out = lc_int_fmod(a->lc, size, a->modulus);
    if (!lc_int_is_size(*out))
        return true;
    *out = a->modulus;
    for (size_t i = 0; p && i < p->n; i++)
        *out = lc_int_gcd(a->lc, *out, p->term[i].factor);
    return false;
}

/* ---- the layout of numbers ---- */

static bool add_leaf(sized *a, lc_int extent, lc_int step)
{
    if (a->n == LEAVES)
        return false;
    a->extent[a->n] = extent;
    a->step[a->n++] = step;
    return true;
}

/* Multiples of a step, `most` of them at most, 0: any number; modulo M. */
static bool add_multiples(sized *a, lc_int of, lc_int most)
{
    lc_int step;
    bool known = residue_of(a, of, &step);
    lc_int period = lc_int_fdiv(a->lc, a->modulus, lc_int_gcd(a->lc, a->modulus, step));
    if (known && lc_int_sign(most) > 0)
        period = lc_int_min(period, most);
    return is_number(period, 1) || add_leaf(a, period, step);
}

/* A leaf of a block, or what a block has of it. */
static bool add_block_leaf(sized *a, size_t k, lc_int extent)
{
    lc_int step = lc_int_const(0);
    return (is_number(extent, 1) || number_of(a, a->x->step[k], extent, &step)) &&
           add_leaf(a, extent, step);
}

/* A number, or 0: parameters tell. */
static lc_int number_or_0(lc_int n)
{
    return lc_int_is_size(n) ? lc_int_const(0) : n;
}

/* After whole blocks. */
static bool add_offset(sized *a, bool whole)
{
    a->offset = lc_int_const(0);
    if (!a->x->offset || residue_of(a, a->x->offset[0], &a->offset))
        return true;
    lc_int step = a->offset, period = lc_int_fdiv(a->lc, a->modulus, step);
    a->offset = lc_int_const(0);
    /* in no block, it would follow one that is none */
    return whole && (is_number(period, 1) || add_leaf(a, period, step));
}

/* With all blocks whole; or, `end` not being 0, with the leaf at the cut of so many. */
static bool make(sized *a, lc_int end)
{
    const lit *x = a->x;
    lc_int step;
    bool ok = true, whole = is_number(end, 0);
    a->n = a->nproducts = 0;
    a->spread = lc_int_const(0);
    for (size_t k = 0; ok && k < a->cut && k < x->n; k++)
        ok = !lc_int_is_size(x->extent[k]) && add_block_leaf(a, k, x->extent[k]);
    if (ok && !whole)
        return number_of(a, x->step[a->cut], a->modulus, &step) && add_leaf(a, end, step);
    if (ok && a->cut < x->n) {
        lc_int blocks = number_or_0(x->extent[a->cut]);
        ok = add_block_leaf(a, a->cut, a->part) &&
             add_multiples(a, lc_int_mul(a->lc, x->step[a->cut], a->part),
                           lc_int_cdiv(a->lc, blocks, a->part));
    }
    ok = ok && are_apart(a);
    for (size_t k = a->cut + 1; ok && k < x->n; k++)
        ok = add_multiples(a, x->step[k], number_or_0(x->extent[k]));
    return ok;
}

static const lit *layout_of(const sized *a)
{
    lit *x = lcr_lit_flat(a->e->pool, a->n);
    lc_int *offset = lcr_lit_alloc(a->e->pool, 1, sizeof *offset);
    if (!x || !offset)
        return NULL;
    memcpy(x->extent, a->extent, a->n * sizeof *x->extent);
    memcpy(x->step, a->step, a->n * sizeof *x->step);
    *offset = a->offset;
    lcr_lit_end_like(x, a->x);
    x->offset = lc_int_is_zero(a->offset) ? NULL : offset;
    x->by_xor = a->x->by_xor;
    return x;
}

/* The claim of the layout of numbers, whose values are starts; *holds: it is stated, and what it
 * computes does not say otherwise. Else nothing is added. */
static bool state_there(sized *a, bool *holds)
{
    ev *e = a->e;
    const lcr_evidence before = *e->out;
    struct sym *sizes = e->pool->sizes;
    accesses there = *a->given;
    if (!(there.x = layout_of(a)))
        return false;
    e->pool->sizes = NULL;
    bool ok = lcr_acc_set_vectors(e, &there, 1) ? lcr_acc_is_bounded(e, &there, a->bound)
                                                : lcr_ev_ok(e) && lcr_ev_not(e);
    e->pool->sizes = sizes;
    *holds = ok && !e->none && e->out->holds && !e->out->contrary;
    if (!*holds) {
        *e->out = before;
        e->none = false;
    }
    return ok;
}

/* ---- residues of variables ---- */

/* A variable of which a step, or the offset, has a residue that is not known, and modulo what it
 * would be; false: there is none. */
static bool open_variable(sized *a, lc_int size, size_t *var, lc_int *by)
{
    const poly *q, *rest, *p = lcr_size_poly(a->s, size);
    if (!p || !lcr_poly_split(a->e->pool, p, a->modulus, &q, &rest))
        return false;
    for (size_t i = 0; i < rest->n; i++)
        if (rest->term[i].of != 0) {
            *var = lcr_monomial_var(rest->term[i].of, 0);
            *by = lc_int_fdiv(a->lc, a->modulus,
                              lc_int_gcd(a->lc, a->modulus, rest->term[i].factor));
            return true;
        }
    return false;
}

static bool has_open_variable(sized *a, size_t *var, lc_int *by)
{
    const lit *x = a->x;
    for (size_t k = 0; k < x->n; k++)
        if (open_variable(a, x->step[k], var, by))
            return true;
    return x->offset && open_variable(a, x->offset[0], var, by);
}

static lc_int replaced(sized *a, lc_int size, size_t var, const poly *is)
{
    return lcr_size_of(a->s, lcr_poly_replace(a->e->pool, lcr_size_poly(a->s, size), var, is));
}

/* With `is` in the place of a variable, in steps and in the offset. */
static const lit *with_residue(sized *a, size_t var, const poly *is)
{
    const lit *x = a->x;
    lit *out = lcr_lit_copy(a->e->pool, x);
    lc_int *step = lcr_lit_alloc(a->e->pool, x->n + 1, sizeof *step), *offset = step + x->n;
    if (!out || !step || !is)
        return NULL;
    for (size_t k = 0; k < x->n; k++)
        step[k] = replaced(a, x->step[k], var, is);
    out->step = step;
    if (x->offset) {
        *offset = replaced(a, x->offset[0], var, is);
        out->offset = offset;
    }
    return out;
}

/* ---- the claim ---- */

/* After how many blocks the values begin anew, modulo M. */
static bool period_of(sized *a, lc_int *times)
{
    lc_int step;
    if (!number_of(a, a->x->step[a->cut], a->modulus, &step))
        return false;
    lc_int by = lc_int_mul(a->lc, step, a->part);
    *times = lc_int_fdiv(a->lc, a->modulus, lc_int_gcd(a->lc, a->modulus, by));
    return true;
}

static bool stated(sized *a, lc_int end, bool whole)
{
    bool holds = false;
    if (a->looks == 0 || !make(a, end) || !add_offset(a, whole))
        return false;
    a->looks--;
    return state_there(a, &holds) && holds;
}

/* A last block that is cut short, wherever it may begin and end. */
static bool ends_hold(sized *a)
{
    lc_int times, one = lc_int_const(1), end = one;
    if (!period_of(a, &times))
        return false;
    for (lc_int most = lc_int_mul(a->lc, times, a->part); lc_int_lt(end, most);
         end = lc_int_add(a->lc, end, one))
        if (!lc_int_divides(a->lc, a->part, end) && !stated(a, end, false))
            return false;
    return true;
}

/* As it is, with all ends that may be; else each residue that a variable may have is a case: v is
 * n w + r for a new w. */
static bool holds(sized *a)
{
    size_t var, room = a->s->n, nrows = a->s->nrows, nsigns = a->s->nsigns;
    lc_int by;
    const lcr_evidence before = *a->e->out;
    if (stated(a, lc_int_const(0), a->cut < a->x->n) && (!a->tail || !a->filled || ends_hold(a)))
        return true;
    *a->e->out = before;
    if (a->looks == 0 || !lcr_ev_ok(a->e) || !has_open_variable(a, &var, &by))
        return false;
    const lit *x = a->x;
    lit_pool *pool = a->e->pool;
    size_t w = lcr_sym_coordinate(a->s, NULL, NULL, NULL);
    bool ok = w != SIZE_MAX;
    const poly *times = ok ? lcr_poly_mul(pool, lcr_poly_int(pool, by), lcr_poly_var(pool, w))
                           : NULL;
    for (lc_int r = lc_int_const(0); ok && lc_int_lt(r, by);
         r = lc_int_add(a->lc, r, lc_int_const(1))) {
        a->x = with_residue(a, var, lcr_poly_add(pool, times, r, lcr_poly_si(pool, 1)));
        ok = a->x && holds(a);
        a->x = x;
    }
    a->s->n = room;
    a->s->nrows = nrows; /* they speak of variables that are gone, whose numbers are free */
    a->s->nsigns = nsigns;
    return ok;
}

bool lcr_acc_sized(ev *e, const accesses *given, int vector, const acc_bound *b)
{
    sized *a = lcr_lit_alloc(e->pool, 1, sizeof *a);
    if (!a)
        return false;
    *a = (sized){.e = e,
                 .lc = e->pool->lc,
                 .s = e->pool->sizes,
                 .given = given,
                 .bound = b,
                 .x = given->x,
                 .lanes = lc_int_const(given->lanes),
                 .filled = b->what == ACC_SPARE,
                 .looks = LOOKS};
    if (!open_sized(a, vector))
        return lcr_ev_ok(e) && lcr_ev_not(e);
    if (is_own(a))
        return lcr_ev_arithmetic(e, true, "");
    bool cut = find_cut(a) &&
               !(a->x->by_xor && a->cut < a->x->n && !lc_int_is_power_of_two(a->part));
    bool ok = cut && holds(a);
    e->out->by = "accesses";
    e->out->one_way = true;
    return ok || (lcr_ev_ok(e) && lcr_ev_not(e));
}
