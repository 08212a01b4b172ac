/* accesses.c - accesses of warps by layouts of sizes, by those of a layout of numbers.
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
 * A last block that is cut short has the lanes of a whole one, or fewer: conflicts and sectors
 * are no more then. For coalesced the layout of numbers is taken with each end that may be.
 */
#include "config.h"

#include "law.h"

#include <string.h>

#define ROW 256       /* bytes: a multiple of every row, sector and vector */
#define MODULUS 65536 /* the largest M */
#define LANES 64      /* the most lanes */
#define LARGE 96      /* bits of what a product of parameters is, */
#define FACTOR 64     /* and of its factor */
#define LEAVES 64

typedef struct {
    sym *s;
    lc_ctx *lc;
    const sym_statement *t;
    const sv *x;
    lc_int lanes, bytes, modulus;
    bool filled, tail; /* coalesced; the last block is cut short */
    size_t cut;        /* the leaf at which a block ends */
    lc_int part;       /* how much of it a block has */
    size_t nproducts;
    monomial product[LEAVES];
    size_t n; /* leaves of numbers */
    lc_int extent[LEAVES], step[LEAVES], offset;
} accesses;

bool lcr_sym_measures(const sym_statement *t)
{
    return strcmp(t->name, "conflict_free") == 0 || strcmp(t->name, "coalesced") == 0 ||
           strcmp(t->name, "conflicts <=") == 0 || strcmp(t->name, "sectors <=") == 0;
}

/* A number among the arguments; `otherwise` where it is not given. */
static bool number_arg(const sym_statement *t, size_t i, int32_t otherwise, lc_int *out)
{
    const poly *p;
    *out = lc_int_const(otherwise);
    if (i >= t->n || !t->arg[i])
        return true;
    return lcr_sym_arg_size(t, i, &p) && lcr_poly_is_int(p, out) && lc_int_sign(*out) > 0;
}

static lc_int least_common(lc_ctx *lc, lc_int a, lc_int b)
{
    return lc_int_mul(lc, a, lc_int_fdiv(lc, b, lc_int_gcd(lc, a, b)));
}

static bool open_accesses(const sym_statement *t, accesses *a)
{
    sym *s = t->s;
    lc_ctx *lc = s->pool->lc;
    *a = (accesses){.s = s, .lc = lc, .t = t, .filled = strcmp(t->name, "coalesced") == 0};
    a->x = lcr_sv_layout(s, t->arg[0]);
    if (!a->x || a->x->basis || a->x->n >= LEAVES / 2 || !number_arg(t, 1, 32, &a->lanes) ||
        !number_arg(t, 2, 4, &a->bytes) || lc_int_lt(lc_int_const(LANES), a->lanes) ||
        lc_int_lt(lc_int_const(ROW), a->bytes))
        return false;
    lc_int size = lcr_sv_swizzle_size(s, a->x), row = lc_int_const(ROW);
    lc_int common = least_common(lc, lc_int_mul(lc, size, a->bytes), row);
    a->modulus = lc_int_fdiv(lc, common, a->bytes);
    return lc_int_le(a->modulus, lc_int_const(MODULUS));
}

/* ---- blocks ---- */

/* n divides p. */
static bool divides(accesses *a, lc_int n, const poly *p)
{
    return lcr_sym_divided(a->s, p, lcr_poly_int(a->s->pool, n));
}

/* The leaf at which whole accesses end; x->n where all leaves make no whole one. */
static bool find_cut(accesses *a)
{
    const sv *x = a->x;
    lc_int before = lc_int_const(1), number;
    for (a->cut = 0; a->cut < x->n; a->cut++) {
        const poly *extent = x->extent[a->cut];
        bool known = lcr_poly_is_int(extent, &number), last = a->cut + 1 == x->n;
        a->part = lc_int_fdiv(a->lc, a->lanes, lc_int_gcd(a->lc, a->lanes, before));
        if (divides(a, a->part, extent))
            return true;
        a->tail = last && (!known || lc_int_le(a->part, number));
        if (a->tail)
            return true;
        if (!known)
            return false;
        before = lc_int_mul(a->lc, before, number);
        if (lc_int_lt(lc_int_const(MODULUS), before))
            return false;
    }
    return true;
}

/* ---- steps ---- */

/* The number that stands for a product of parameters. */
static bool large_number(accesses *a, monomial m, lc_int *out)
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

/* p = M q + r as a number; false: r has parameters, or q has where all is to be filled. */
static bool number_of(accesses *a, const poly *p, lc_int *out)
{
    const poly *q = lcr_sym_floor(a->s, p, a->modulus);
    const poly *r = lcr_poly_add(a->s->pool, p, lc_int_neg(a->lc, a->modulus), q);
    if (!r || !lcr_poly_is_int(r, out))
        return false;
    for (size_t i = 0; i < q->n; i++) {
        lc_int by = lc_int_const(1);
        if (q->term[i].of != 0 && (a->filled || !large_number(a, q->term[i].of, &by)))
            return false;
        if (lc_int_bits(q->term[i].factor) > FACTOR)
            return false;
        lc_int factor = lc_int_mul(a->lc, q->term[i].factor, a->modulus);
        *out = lc_int_add(a->lc, *out, lc_int_mul(a->lc, factor, by));
    }
    return true;
}

/* r with p = M q + r; or, where r is no number, a common divisor of M and p, and false. */
static bool residue_of(accesses *a, const poly *p, lc_int *out)
{
    const poly *q = lcr_sym_floor(a->s, p, a->modulus);
    const poly *r = lcr_poly_add(a->s->pool, p, lc_int_neg(a->lc, a->modulus), q);
    if (r && lcr_poly_is_int(r, out))
        return true;
    *out = a->modulus;
    for (size_t i = 0; i < p->n; i++)
        *out = lc_int_gcd(a->lc, *out, p->term[i].factor);
    return false;
}

/* ---- the layout of numbers ---- */

static bool add_leaf(accesses *a, lc_int extent, lc_int step)
{
    if (a->n == LEAVES)
        return false;
    a->extent[a->n] = extent;
    a->step[a->n++] = step;
    return true;
}

/* Multiples of p, `most` of them at most, 0: any number; modulo M. */
static bool add_multiples(accesses *a, const poly *p, lc_int most)
{
    lc_int step, one = lc_int_const(1);
    if (!p)
        return false;
    bool known = residue_of(a, p, &step);
    lc_int period = lc_int_fdiv(a->lc, a->modulus, lc_int_gcd(a->lc, a->modulus, step));
    if (known && lc_int_sign(most) > 0)
        period = lc_int_min(period, most);
    return lc_int_eq(period, one) || add_leaf(a, period, step);
}

/* A leaf of a block, or what a block has of it. */
static bool add_block_leaf(accesses *a, size_t k, lc_int extent)
{
    lc_int step = lc_int_const(0), one = lc_int_const(1);
    bool still = lc_int_eq(extent, one);
    return (still || number_of(a, a->x->step[k], &step)) && add_leaf(a, extent, step);
}

/* How many blocks the leaf at the cut has; 0: parameters tell. */
static lc_int blocks_of(accesses *a)
{
    lc_int number;
    return lcr_poly_is_int(a->x->extent[a->cut], &number) ? lc_int_cdiv(a->lc, number, a->part)
                                                          : lc_int_const(0);
}

/* After whole blocks. */
static bool add_offset(accesses *a, bool whole)
{
    lc_int step;
    a->offset = lc_int_const(0);
    if (!a->x->offset)
        return true;
    if (residue_of(a, a->x->offset[0], &a->offset))
        return true;
    if (!whole) /* it would follow a block that is none */
        return false;
    step = a->offset;
    a->offset = lc_int_const(0);
    lc_int period = lc_int_fdiv(a->lc, a->modulus, step);
    return lc_int_is_one(period) || add_leaf(a, period, step);
}

/* With all blocks whole; or with the last one of `end` coordinates of the leaf at the cut. */
static bool make(accesses *a, lc_int end)
{
    const sv *x = a->x;
    lc_int number, step;
    bool ok = true, whole = lc_int_is_zero(end);
    a->n = a->nproducts = 0;
    for (size_t k = 0; ok && k < a->cut && k < x->n; k++)
        ok = lcr_poly_is_int(x->extent[k], &number) && add_block_leaf(a, k, number);
    if (ok && !whole) { /* part of the block, as often as M lets it differ, and then the rest */
        ok = number_of(a, x->step[a->cut], &step);
        lc_int by = ok ? lc_int_mul(a->lc, step, a->part) : a->part;
        lc_int times = lc_int_fdiv(a->lc, a->modulus, lc_int_gcd(a->lc, a->modulus, by));
        return ok && add_leaf(a, lc_int_add(a->lc, lc_int_mul(a->lc, a->part, times), end), step);
    }
    if (ok && a->cut < x->n)
        ok = add_block_leaf(a, a->cut, a->part) &&
             add_multiples(a,
                           lcr_poly_mul(a->s->pool, x->step[a->cut],
                                        lcr_poly_int(a->s->pool, a->part)),
                           blocks_of(a));
    for (size_t k = a->cut + 1; ok && k < x->n; k++)
        ok = add_multiples(a, x->step[k],
                           lcr_poly_is_int(x->extent[k], &number) ? number : lc_int_const(0));
    return ok;
}

static void say_list(lc_text *out, size_t n, const lc_int *value)
{
    for (size_t i = 0; i < n; i++) {
        lc_text_add(out, i > 0 ? "," : "(");
        lc_text_add_int(out, value[i]);
    }
    lc_text_add(out, n == 1 ? ",)" : ")");
}

static const char *layout_text(accesses *a)
{
    lc_text out = {0};
    if (a->x->swizzled)
        lc_text_printf(&out, "S<%d,%d,%d> o ", a->x->b, a->x->m, a->x->s);
    if (a->x->swizzled || !lc_int_is_zero(a->offset)) {
        lc_text_add(&out, a->x->swizzled ? "" : "{");
        lc_text_add_int(&out, a->offset);
        lc_text_add(&out, a->x->swizzled ? " o " : "} o ");
    }
    say_list(&out, a->n, a->extent);
    lc_text_add(&out, ":");
    say_list(&out, a->n, a->step);
    return lcr_text_take(a->s->pool, &out);
}

/* The claim of the layout of numbers. */
static bool holds_there(accesses *a)
{
    const sym_statement *t = a->t;
    const char *text[SYM_ARGS];
    lc_int none[SYM_VARS];
    memset(none, 0, sizeof none);
    if (!(text[0] = layout_text(a)))
        return false;
    for (size_t i = 1; i < t->n; i++) /* what is not given: lanes, bytes, width, banks */
        text[i] = t->arg[i] ? lcr_sv_text(a->s, t->arg[i], none)
                  : i == 2  ? "4"
                  : i == 3  ? text[2]
                            : "32";
    for (size_t i = 1; i < t->n; i++)
        if (!text[i])
            return false;
    lcr_certified claim = {.claim = t->name, .n = t->n, .arg = text, .proved = true};
    return lcr_sym_by_numbers(a->s, &claim);
}

bool lcr_sym_accesses(const sym_statement *t)
{
    accesses a;
    lc_int zero = lc_int_const(0);
    if (!open_accesses(t, &a) || !find_cut(&a) || !make(&a, zero) ||
        !add_offset(&a, a.cut < a.x->n) || !holds_there(&a))
        return false;
    for (lc_int end = lc_int_const(1); a.tail && a.filled && lc_int_lt(end, a.part);
         end = lc_int_add(a.lc, end, lc_int_const(1)))
        if (!make(&a, end) || !add_offset(&a, false) || !holds_there(&a))
            return false;
    return true;
}
