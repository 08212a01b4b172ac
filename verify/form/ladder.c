/* ladder.c - leaves in the order of their strides. */
#include "config.h"

#include "ladder.h"

#include <stdlib.h>

/* Orders steps by size at the sample, numbers before steps that may grow. */
static int by_size(const void *x, const void *y)
{
    const lcv_rung *a = x, *b = y;
    int order = (!a->extent) - (!b->extent);
    size_t p = lc_poly_degree(a->step), q = lc_poly_degree(b->step);
    if (order == 0)
        order = lc_int_cmp(a->size, b->size);
    if (order == 0)
        order = (p > q) - (p < q);
    if (order == 0)
        order = (a->of > b->of) - (a->of < b->of);
    return order != 0 ? order : (a->leaf > b->leaf) - (a->leaf < b->leaf);
}

const lc_poly *lcv_rung_step(const lcv_ladder *l, size_t i, size_t axis)
{
    const lcv_form *x = l->x[l->rung[i].of];
    return x->step[axis * x->n + l->rung[i].leaf];
}

static void add_leaf(const lcv_proof *p, lcv_ladder *l, size_t of, size_t leaf, bool endless)
{
    lc_ctx *ctx = p->f->ctx;
    const lcv_form *x = l->x[of];
    lcv_rung *r = &l->rung[l->n];
    *r = (lcv_rung){.of = of, .leaf = leaf, .extent = endless ? NULL : x->extent[leaf]};
    for (size_t axis = l->first; axis < l->last; axis++) {
        const lc_poly *step = lcv_rung_step(l, l->n, axis);
        lc_int size = lc_int_abs(ctx, lc_poly_at(ctx, step, p->sample));
        if (!lcv_size_is_zero(step) && (!r->step || lc_int_lt(r->size, size))) {
            r->step = step;
            r->size = size;
        }
    }
    l->n += r->step && (endless || !lcv_size_is_one(r->extent));
}

bool lcv_ladder_of(lcv_proof *p, const lcv_form *x, const lcv_form *y, bool endless, size_t first,
                   size_t last, lcv_ladder *out)
{
    size_t leaves = x->n + (y ? y->n : 0) + 1;
    *out =
        (lcv_ladder){{x, y}, first, last, 0, lc_frame_alloc(p->f->ctx, leaves, sizeof(lcv_rung))};
    for (size_t of = 0; out->rung && of < 2 && out->x[of]; of++)
        for (size_t k = 0; k < out->x[of]->n; k++)
            add_leaf(p, out, of, k, of == 1 && endless && k + 1 == y->n);
    if (out->n > 1)
        qsort(out->rung, out->n, sizeof(lcv_rung), by_size);
    return out->rung != NULL;
}

const lc_poly *lcv_rung_span(lcv_proof *p, const lcv_rung *r, const lc_poly *step)
{
    return lcv_size_mul(p->s, lcv_size_plus(p->s, r->extent, -1), step);
}

/* This step is past the reach of the smaller ones. Where its extent is 1 it does not matter. */
static bool past(lcv_proof *p, const lcv_rung *r, const lc_poly *step, const lc_poly *reach)
{
    const lc_poly *over = lcv_size_plus(p->s, lcv_size_sub(p->s, step, reach), -1);
    return lcv_shown(p, over) || (r->extent && lc_poly_degree(r->extent) > 0 &&
                                  lcv_shown(p, lcv_rung_span(p, r, over)));
}

bool lcv_ladder_apart(lcv_proof *p, const lcv_ladder *l)
{
    const lc_poly *reach = lcv_size_const(p->s, 0);
    for (size_t i = 0; i < l->n; i++) {
        const lcv_rung *r = &l->rung[i];
        const lc_poly *step = r->step;
        if (!past(p, r, step, reach) && !past(p, r, step = lcv_size_neg(p->s, step), reach))
            return false;
        if (r->extent)
            reach = lcv_size_add(p->s, reach, lcv_rung_span(p, r, step));
    }
    return true;
}
