/* equiv.c - two values are one function, whatever output dims of size 1 they have; one is the
 * composite of two others.
 */
#include "config.h"

#include "parts.h"
#include "relation.h"

static bool both_functions(const lit *a, const lit *b)
{
    return lcr_lit_is_function(a) && lcr_lit_is_function(b);
}

/* ---- output dims of size 1 ---- */

/* The numbers of a value; 0: a coordinate of a layout, or what isl does not read. */
static size_t numbers_of(ev *e, const lit *a)
{
    if (a->kind != LIT_RELATION)
        return a->basis ? 0 : a->naxes;
    isl_map *m = lcr_relation_of_text(e, a->word, a->set);
    size_t n = m ? lcr_rel_nout(m) : 0;
    isl_map_free(m);
    return n;
}

static size_t numbers_left(ev *e, const lit *a)
{
    size_t n = numbers_of(e, a);
    for (size_t j = 0; lcr_lit_has_dims(a) && j < a->naxes; j++)
        n -= n > 1 && lc_int_is_one(a->out[j]);
    return n;
}

/* The function with the output dims that are left: their rows, sizes and offsets. */
static const lit *without_ones(ev *e, const lit *a)
{
    lit *b = a && lcr_lit_has_dims(a) && a->naxes > 1 ? lcr_lit_copy(e->pool, a) : NULL;
    if (!b)
        return a;
    size_t left = numbers_left(e, a), n = 0;
    b->out = lcr_lit_alloc(e->pool, (a->bits + 2) * left, sizeof *b->out);
    b->outs = lcr_lit_alloc(e->pool, left, sizeof *b->outs);
    if (!b->out || !b->outs)
        return NULL;
    b->column = b->out + left;
    b->offset = a->offset ? b->column + a->bits * left : NULL;
    for (size_t j = 0; j < a->naxes && n < left; j++) {
        if (lc_int_is_one(a->out[j]) && a->naxes - j > left - n)
            continue;
        b->out[n] = a->out[j];
        b->outs[n] = a->outs[j];
        for (size_t i = 0; a->column && i < a->bits; i++)
            b->column[n * a->bits + i] = a->column[j * a->bits + i];
        if (a->offset)
            b->offset[n] = a->offset[j];
        n++;
    }
    b->naxes = n;
    b->inner = without_ones(e, a->inner);
    return b;
}

/* Of values that are other numbers of integers, those of output dims of size 1, which are 0, are
 * left out, if as many are left. */
static bool leave_ones(ev *e, const lit **x, const lit **y)
{
    if (!lcr_lit_has_dims(*x) && !lcr_lit_has_dims(*y))
        return true;
    size_t n = numbers_of(e, *x), m = numbers_of(e, *y);
    if (n == m || n == 0 || m == 0 || numbers_left(e, *x) != numbers_left(e, *y))
        return lcr_ev_ok(e);
    *x = without_ones(e, *x);
    *y = without_ones(e, *y);
    return *x && *y;
}

/* ---- two functions ---- */

bool lcr_ev_equiv(ev *e, const lit *x, const lit *y)
{
    lc_ctx *lc = e->pool->lc;
    x = lcr_ev_layout(e, x);
    y = x ? lcr_ev_layout(e, y) : NULL;
    if (!y || !leave_ones(e, &x, &y))
        return false;
    if (x->kind == LIT_RELATION || y->kind == LIT_RELATION)
        return lcr_ev_relations_equal(e, x, y);
    if (!both_functions(x, y))
        return lcr_ev_not(e);
    fn f = {1, {x}}, g = {1, {y}};
    if (!lc_int_eq(lcr_lit_size(lc, x), lcr_lit_size(lc, y)))
        return lcr_ev_arithmetic(e, false, "the sizes differ");
    if (lcr_lit_has_dims(x) && lcr_lit_has_dims(y) && x->naxes != y->naxes)
        return lcr_ev_reading(e, false, "the numbers of output dims differ");
    return lcr_ev_same(e, &f, &g, x);
}

const lit *lcr_ev_inner(ev *e, const lit *a, const lit *b)
{
    b = lcr_ev_tiler(e, b);
    if (!b || b->kind != LIT_TILER)
        return b && lcr_lit_is_function(b) ? b : NULL;
    const parts *p = lcr_ev_tiles(e, a, b);
    return p ? lcr_parts_end(p) : NULL;
}

bool lcr_ev_composite(ev *e, const lit *r, const lit *a, const lit *b)
{
    lc_ctx *lc = e->pool->lc;
    const lit *tiler = lcr_ev_tiler(e, b);
    r = lcr_ev_layout(e, r);
    a = lcr_ev_layout(e, a);
    if (a && a->kind == LIT_LINEAR) /* which has no modes */
        b = lcr_ev_layout(e, b);
    b = r && a && b ? lcr_ev_inner(e, a, b) : NULL;
    if (!b || !both_functions(r, a))
        return lcr_ev_not(e);
    if (tiler && tiler->kind == LIT_TILER && !(r = lcr_parts_in_modes(e, r, tiler)))
        return false;
    bool shapes = r->kind == LIT_LAYOUT && b->kind == LIT_LAYOUT;
    if (shapes ? !lcr_lit_coarser(lc, b, r, true)
               : !lc_int_eq(lcr_lit_size(lc, r), lcr_lit_size(lc, b)))
        return lcr_ev_arithmetic(e, false, "the shape is no refinement");
    fn f = {1, {r}}, g = {2, {b, a}};
    return lcr_ev_same(e, &f, &g, r);
}
