/* axes.c - layouts of coordinates, axis by axis.
 *
 * Where each leaf of A steps on one axis, and no axis has an offset, its values are all
 * combinations of those on each axis, which are of a layout of integers. Then
 *
 *   A and B have nothing but 0 in common     if they have not on each axis
 *   the values of T are values of A          if they are on each axis
 *   C complements A                          if mode q of C, which moves on axis q alone,
 *                                            complements A there
 *   A(R(c)) = c                              if mode q of A o R is the identity on axis q
 *   L(A(c)) is the sum of what the modes of L make of A's values on their axes
 */
#include "config.h"

#include "law.h"

#include <string.h>

const sv *lcr_sv_on_axis(sym *s, const sv *a, const lit_path *path)
{
    const poly *zero = lcr_poly_si(s->pool, 0);
    size_t axis = a->basis ? lcr_sv_axis(a, path) : SIZE_MAX;
    sv *out = lcr_sv_copy(s, a);
    const poly **step = out ? lcr_lit_alloc(s->pool, a->n + 1, sizeof *step) : NULL;
    if (!step || !zero)
        return NULL;
    for (size_t k = 0; k < a->n; k++)
        step[k] = axis == SIZE_MAX ? zero : a->step[axis * a->n + k];
    out->basis = false;
    out->naxes = 1;
    out->path = NULL;
    out->step = step;
    out->offset = NULL;
    return out;
}

const sv *lcr_sv_with_axes_of(sym *s, const sv *a, const sv *b)
{
    const poly *zero = lcr_poly_si(s->pool, 0);
    sv *out = a && a->basis && b->basis ? lcr_sv_copy(s, a) : NULL;
    size_t room = a->naxes + b->naxes, n = a->naxes;
    if (!out || !zero)
        return a;
    out->path = lcr_lit_alloc(s->pool, room, sizeof *out->path);
    out->step = lcr_lit_alloc(s->pool, room * a->n + 1, sizeof *out->step);
    const poly **offset = lcr_lit_alloc(s->pool, room, sizeof *offset);
    if (!out->path || !out->step || !offset)
        return NULL;
    memcpy(out->path, a->path, n * sizeof *out->path);
    memcpy(out->step, a->step, n * a->n * sizeof *out->step);
    for (size_t j = 0; j < b->naxes; j++)
        if (lcr_sv_axis(a, &b->path[j]) == SIZE_MAX)
            out->path[n++] = b->path[j];
    for (size_t i = a->naxes * a->n; i < n * a->n; i++)
        out->step[i] = zero;
    for (size_t j = 0; j < n; j++)
        offset[j] = a->offset && j < a->naxes ? a->offset[j] : zero;
    out->naxes = n;
    out->offset = a->offset ? offset : NULL;
    return out;
}

bool lcr_sv_is_by_axis(const sv *a)
{
    for (size_t j = 0; a->offset && j < a->naxes; j++)
        if (a->offset[j]->n > 0)
            return false;
    for (size_t k = 0; k < a->n; k++) {
        size_t axes = 0;
        for (size_t j = 0; j < a->naxes; j++)
            axes += a->step[j * a->n + k]->n > 0;
        if (axes > 1)
            return false;
    }
    return true;
}

/* A claim of both on each axis that one of them has. */
static bool on_each_axis(const sym_statement *t, const sv *x, const sv *y)
{
    for (size_t j = 0; j < x->naxes + y->naxes; j++) {
        const lit_path *path = j < x->naxes ? &x->path[j] : &y->path[j - x->naxes];
        if (j >= x->naxes && lcr_sv_axis(x, path) != SIZE_MAX)
            continue;
        const sym_statement axis = {t->s,
                                    t->name,
                                    2,
                                    {lcr_sv_on_axis(t->s, x, path),
                                     lcr_sv_on_axis(t->s, y, path)},
                                    NULL};
        if (!axis.arg[0] || !axis.arg[1] || !lcr_sym_claim(&axis))
            return false;
    }
    return true;
}

bool lcr_sym_disjoint_by_axis(const sym_statement *t, const sv *x, const sv *y)
{
    return x->basis && y->basis && lcr_sv_is_by_axis(x) && lcr_sv_is_by_axis(y) &&
           on_each_axis(t, x, y);
}

bool lcr_sym_contained_by_axis(const sym_statement *t, const sv *x, const sv *a)
{
    return x->basis && a->basis && !x->offset && lcr_sv_is_by_axis(a) && on_each_axis(t, x, a);
}

/* ---- modes for axes ---- */

/* No leaf moves on another axis than this one, unless it has one coordinate. */
static bool is_on_axis(sym *s, const sv *mode, const lit_path *path)
{
    for (size_t j = 0; mode->basis && j < mode->naxes; j++)
        for (size_t k = 0; k < mode->n; k++) {
            lc_int one;
            bool still = lcr_poly_is_int(mode->extent[k], &one) && lc_int_is_one(one);
            if (!lcr_path_same(&mode->path[j], path) && !still &&
                !lcr_sym_is_zero(s, mode->step[j * mode->n + k]))
                return false;
        }
    for (size_t k = 0; !mode->basis && k < mode->naxes * mode->n; k++)
        if (mode->step[k]->n > 0)
            return false;
    return true;
}

/* All axes are modes of a shape of this rank. */
static bool are_modes(const sv *a, size_t rank)
{
    for (size_t j = 0; j < a->naxes; j++)
        if (a->path[j].depth != 1 || a->path[j].mode[0] >= rank)
            return false;
    return a->basis;
}

bool lcr_sym_complements_by_axis(const sym_statement *t, const sv *c, const sv *a)
{
    sym *s = t->s;
    size_t rank = lcr_sv_rank(c);
    const sv *shape = t->n > 2 ? t->arg[2] : NULL;
    if (c->nnodes == 1 || c->offset || !are_modes(a, rank) || !lcr_sv_is_by_axis(a) ||
        (shape && (shape->kind != SV_TUPLE || shape->step || lcr_sv_rank(shape) != rank)))
        return false;
    for (size_t q = 0; q < rank; q++) {
        const lit_path path = {1, {(uint32_t)q}};
        const sv *mode = lcr_sv_mode(s, c, q);
        if (!mode || !is_on_axis(s, mode, &path))
            return false;
        const sym_statement axis = {s,
                                    t->name,
                                    shape ? 3 : 2,
                                    {lcr_sv_on_axis(s, mode, &path), lcr_sv_on_axis(s, a, &path),
                                     shape ? lcr_sv_mode(s, shape, q) : NULL},
                                    NULL};
        if (!axis.arg[0] || !axis.arg[1] || !lcr_sym_claim(&axis))
            return false;
    }
    return true;
}

bool lcr_sym_is_identity_by_axis(sym *s, const sv *f)
{
    size_t rank = lcr_sv_rank(f);
    if (f->nnodes == 1 || !are_modes(f, rank) || f->offset)
        return false;
    for (size_t q = 0; q < rank; q++) {
        const lit_path path = {1, {(uint32_t)q}};
        const sv *mode = lcr_sv_mode(s, f, q);
        if (!mode || !is_on_axis(s, mode, &path) ||
            !lcr_sym_is_identity(s, lcr_sv_on_axis(s, mode, &path)))
            return false;
    }
    return true;
}

/* ---- composition ---- */

/* The part of a shape at a path: a mode, a mode of it, ... */
static const sv *at_path(sym *s, const sv *a, const lit_path *path)
{
    for (size_t d = 0; a && d < path->depth; d++) {
        bool has = a->nnodes > 1 ? path->mode[d] < lcr_sv_rank(a) : path->mode[d] == 0;
        a = !has ? NULL : a->nnodes > 1 ? lcr_sv_mode(s, a, path->mode[d]) : a;
    }
    return a;
}

const sv *lcr_sym_compose_by_axis(sym *s, const sv *a, const sv *b)
{
    sv *sum = NULL;
    if (!lcr_sv_is_by_axis(b) || a->basis)
        return lcr_sym_not_known(s, "coordinates that are not nested like the shape");
    for (size_t j = 0; j < b->naxes; j++) {
        const sv *part = at_path(s, a, &b->path[j]);
        const sv *made = part ? lcr_sym_composite(s, part, lcr_sv_on_axis(s, b, &b->path[j]))
                              : NULL;
        if (!made || made->n != b->n)
            return lcr_sym_not_known(s, "a composition whose digits are not known");
        if (!sum) {
            sum = lcr_sv_copy(s, made);
            continue;
        }
        for (size_t k = 0; k < made->n; k++)
            sum->step[k] = lcr_poly_add(s->pool, sum->step[k], lc_int_const(1), made->step[k]);
    }
    return sum;
}
