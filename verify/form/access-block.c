/* access-block.c - the addresses of a block of coordinates, in symbols (access-block.h).
 *
 * An address is M q + r for a polynomial q and a number r. Where two of the q differ by a number,
 * so do their places; others are put far apart.
 */
#include "config.h"

#include "access-block.h"

#include "../function/function.h"

#define FAR 40 /* bits between addresses whose difference has parameters */

bool lcv_form_residue(lcv_form_accesses *a, const lc_poly *v, const lc_poly **q, int64_t *r)
{
    lcv_symbols *s = a->p->s;
    lc_int m = lc_int_si(a->ctx, a->modulus), rest;
    *q = lcv_size_floor(s, v, m);
    const lc_poly *left = *q ? lcv_size_sub(s, v, lcv_size_mul(s, lcv_size_int(s, m), *q)) : NULL;
    if (!left || !lc_poly_is_const(left, &rest))
        return lcv_obstacle(a->p->f, "the residue of %S modulo %S is not known",
                            lcv_size_to_str(s, v),
                            lcv_size_to_str(s, lcv_size_int(s, m))) != NULL;
    *r = lc_int_get_si(rest);
    return true;
}

/* The word, or the sector, of a residue: of others the addresses are apart whatever their addends
 * are. Those that are moved by a swizzle are taken for one. */
static int64_t unit_of(const lcv_form_accesses *a, int64_t r)
{
    int64_t bytes = a->what == LCV_MEASURE_CONFLICTS ? 4 : 32;
    return a->by_xor || a->w.b > 0 ? 0 : r * lc_int_get_si(a->bytes) / bytes;
}

/* The addend of M that stands for q, where addresses are to be shown apart, those of one addend
 * excepted; *apart: it is so. No question is left open: it may be one about a residue. */
static bool place_apart(lcv_form_accesses *a, const lc_poly *q, int64_t r, lc_int *out,
                        bool *apart)
{
    lcv_symbols *s = a->p->s;
    size_t same = a->nfar;
    for (size_t i = 0; i < a->nfar; i++) {
        lc_int number;
        const lc_poly *d = lcv_size_sub(s, q, a->far[i]), *back = d ? lcv_size_neg(s, d) : NULL;
        if (!back)
            return false;
        if (lc_poly_is_const(d, &number)) {
            same = same == a->nfar && lc_int_is_zero(number) ? i : same;
            continue;
        }
        if (unit_of(a, r) == unit_of(a, a->near[i]) &&
            !lcv_facts_imply(a->p->f->facts, lcv_size_plus(s, d, -1)) &&
            !lcv_facts_imply(a->p->f->facts, lcv_size_plus(s, back, -1)))
            return !(*apart = false);
    }
    if (a->nfar == LC_MAX_LANES)
        return lcv_obstacle(a->p->f, "lanes that are apart by too many sizes") != NULL;
    a->far[a->nfar] = q;
    a->near[a->nfar++] = r;
    *out = lc_int_mul(a->ctx, lc_int_si(a->ctx, (int64_t)same),
                      lc_int_mul(a->ctx, lc_int_const(1 << 20), lc_int_const(1 << 20)));
    return true;
}

/* The addend of M that stands for q: near to those from which it differs by a number. */
static bool place_of(lcv_form_accesses *a, const lc_poly *q, lc_int *out)
{
    lcv_symbols *s = a->p->s;
    lc_int apart = lc_int_const(0), far = lc_int_const(1);
    for (int i = 0; i < FAR; i++)
        far = lc_int_add(a->ctx, far, far);
    size_t i = 0;
    for (; i < a->nfar; i++) {
        const lc_poly *d = lcv_size_sub(s, q, a->far[i]);
        if (d && lc_poly_is_const(d, &apart))
            break;
    }
    if (i == a->nfar) {
        if (a->nfar == LC_MAX_LANES)
            return lcv_obstacle(a->p->f, "lanes that are apart by too many sizes") != NULL;
        a->far[a->nfar++] = q;
        apart = lc_int_const(0);
    }
    if (!lc_int_lt(lc_int_abs(a->ctx, apart), lc_int_fdiv(a->ctx, far, lc_int_const(4))))
        return lcv_obstacle(a->p->f, "lanes that far apart") != NULL;
    *out = lc_int_add(a->ctx, apart, lc_int_mul(a->ctx, lc_int_si(a->ctx, (int64_t)i), far));
    return true;
}

/* i fN, or i N; N has parameters only for i = 0, or among integers. */
static const lc_poly *term_of(lcv_form_accesses *a, int64_t i, const lc_poly *step)
{
    lc_int word, sum = lc_int_const(0);
    const lc_poly *by = lcv_size_int(a->p->s, lc_int_si(a->ctx, i));
    if (!a->by_xor || i == 0)
        return lcv_size_mul(a->p->s, by, step);
    if (!lc_poly_is_const(step, &word))
        return lcv_obstacle(a->p->f, "lanes that are apart by words with parameters");
    for (; i != 0; i >>= 1, word = lc_int_add(a->ctx, word, word))
        sum = i & 1 ? lc_xor(a->ctx, sum, word) : sum;
    return lcv_size_int(a->p->s, sum);
}

static const lc_poly *plus(lcv_form_accesses *a, const lc_poly *x, const lc_poly *y)
{
    lc_int n, m;
    if (!a->by_xor || !x || !y)
        return lcv_size_add(a->p->s, x, y);
    return lc_poly_is_const(x, &n) && lc_poly_is_const(y, &m)
               ? lcv_size_int(a->p->s, lc_xor(a->ctx, n, m))
               : NULL;
}

/* The value at coordinate c of the first block, without the offset. */
static const lc_poly *value_at(lcv_form_accesses *a, int64_t c)
{
    lcv_symbols *s = a->p->s;
    const lc_poly *sum = a->x->offset ? a->x->offset[0] : lcv_size_const(s, 0);
    for (size_t k = 0; k < a->x->n && k <= a->cut; k++) {
        lc_int extent;
        int64_t digit = c;
        if (k < a->cut && lc_poly_is_const(a->x->extent[k], &extent)) {
            digit = c % lc_int_get_si(extent);
            c /= lc_int_get_si(extent);
        }
        sum = plus(a, sum, term_of(a, digit, a->x->step[k]));
    }
    return sum;
}

/* The address of coordinate c; *apart: from those of the lanes before it, where it is to be. */
static bool read_place(lcv_form_accesses *a, int64_t c, bool *apart)
{
    const lc_poly *q;
    int64_t r;
    lc_int near = lc_int_const(0), m = lc_int_si(a->ctx, a->modulus);
    size_t kept = lcv_symbols_kept(a->p->s), nfar = a->nfar;
    const lc_poly *v = value_at(a, c);
    *apart = true;
    if (!v || !lcv_form_residue(a, v, &q, &r) ||
        !(a->least > 0 ? place_apart(a, q, r, &near, apart) : place_of(a, q, &near)))
        return false;
    a->place[c] = lc_int_add(a->ctx, lc_int_mul(a->ctx, near, m), lc_int_si(a->ctx, r));
    if (nfar == a->nfar)
        lcv_symbols_release(a->p->s, kept);
    return true;
}

/* A lane that may have the address of another one costs no less than one with the address of a
 * lane beside it: four are served together. */
static bool leave_out(lcv_form_accesses *a, const bool *apart)
{
    for (int64_t c = 0; c < a->block; c++) {
        int64_t other = apart[c] ? c : c - c % 4;
        while (other < a->block && other / 4 == c / 4 && !apart[other])
            other++;
        if (other == a->block || other / 4 != c / 4)
            return lcv_obstacle(a->p->f, "lanes that may have one address") != NULL;
        a->place[c] = a->place[other];
    }
    return true;
}

bool lcv_form_read_block(lcv_form_accesses *a)
{
    bool *apart = NULL;
    if (a->least > 0 && a->block > (int64_t)a->lanes)
        a->block = (int64_t)a->lanes;
    a->place = lc_frame_alloc(a->ctx, (size_t)a->block, sizeof *a->place);
    apart = a->place ? lc_frame_alloc(a->ctx, (size_t)a->block, sizeof *apart) : NULL;
    for (int64_t c = 0; apart && c < a->block; c++) {
        if (!read_place(a, c, &apart[c]))
            return false;
        if (c % (int64_t)a->lanes == (int64_t)a->lanes - 1)
            a->nfar = 0; /* the next access is another one */
    }
    return apart && leave_out(a, apart);
}
