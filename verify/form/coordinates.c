/* coordinates.c - layouts of coordinates with parameters, axis by axis. */
#include "config.h"

#include "coordinates.h"

#include "modes.h"

#include <string.h>

const lcv_form *lcv_form_axis(lcv_forms *f, const lcv_form *a, size_t axis)
{
    lcv_form *form = a ? lcv_form_layout(f, a->nest, 1, NULL) : NULL;
    if (!form)
        return NULL;
    memcpy(form->extent, a->extent, a->n * sizeof *form->extent);
    memcpy(form->step, a->step + axis * a->n, a->n * sizeof *form->step);
    return a->offset ? lcv_form_moved(f, form, &a->offset[axis]) : form;
}

bool lcv_form_by_axis(lcv_forms *f, const lcv_form *a)
{
    for (size_t k = 0; k < a->n; k++) {
        size_t axes = 0;
        for (size_t q = 0; q < a->naxes; q++)
            axes += !lcv_size_is_zero(a->step[q * a->n + k]);
        if (axes > 1 && !lcv_size_is_one(a->extent[k]))
            return lcv_obstacle(f, "a mode with strides on two axes") != NULL;
    }
    return true;
}

/* ---- axes of two layouts ---- */

static bool in_one_list(const lcv_form *a)
{
    return a->profile && !lc_tuple_is_leaf(a->profile) && lc_tuple_rank(a->profile) == a->naxes;
}

static bool is_zero(const lcv_form *a)
{
    bool zero = !a->profile && !a->offset;
    for (size_t k = 0; zero && k < a->n; k++)
        zero = lcv_size_is_zero(a->step[k]);
    return zero;
}

/* With the axes of another layout, of which it has the first. */
static const lcv_form *with_axes(lcv_forms *f, const lcv_form *a, const lcv_form *of)
{
    const lc_poly *offset[LC_MAX_AXES], *zero = lcv_size_const(f->symbols, 0);
    lcv_form *form = lcv_form_layout(f, a->nest, of->naxes, of->profile);
    if (!form)
        return a;
    memcpy(form->extent, a->extent, a->n * sizeof *form->extent);
    for (size_t q = 0; q < of->naxes; q++) {
        bool has = q < a->naxes && a->profile;
        offset[q] = has && a->offset ? a->offset[q] : zero;
        for (size_t k = 0; k < a->n; k++)
            form->step[q * a->n + k] = has ? a->step[q * a->n + k] : zero;
    }
    return a->offset ? lcv_form_moved(f, form, offset) : form;
}

void lcv_form_join_axes(lcv_forms *f, const lcv_form **x, const lcv_form **y)
{
    if ((*x)->profile && is_zero(*y))
        *y = with_axes(f, *y, *x);
    else if ((*y)->profile && is_zero(*x))
        *x = with_axes(f, *x, *y);
    else if (in_one_list(*x) && in_one_list(*y) && (*x)->naxes < (*y)->naxes)
        *x = with_axes(f, *x, *y);
    else if (in_one_list(*x) && in_one_list(*y) && (*y)->naxes < (*x)->naxes)
        *y = with_axes(f, *y, *x);
}

/* ---- composition with what takes coordinates ---- */

/* The axis of leaf k; SIZE_MAX for none. */
static size_t axis_of(const lcv_form *a, size_t k)
{
    size_t q = 0;
    while (q < a->naxes && lcv_size_is_zero(a->step[q * a->n + k]))
        q++;
    return q < a->naxes ? q : SIZE_MAX;
}

const lcv_form *lcv_form_after_axes(lcv_forms *f, const lcv_form *l, const lcv_form *a)
{
    const lcv_form *on[LC_MAX_AXES] = {NULL};
    if (a->offset || l->offset || !lcv_form_by_axis(f, a))
        return NULL;
    if (!in_one_list(a) || lc_tuple_is_leaf(l->nest) || lc_tuple_rank(l->nest) != a->naxes)
        return lcv_obstacle(f, "a layout that has a mode for each axis of the values");
    static const lcv_operation flatten = {.name = "flatten", .apply = lcv_op_flatten};
    const lcv_form *leaves = a->n > 1 ? lcv_form_applied(f, &flatten, 1, &a) : a;
    const lcv_form **part = lc_frame_alloc(f->ctx, a->n, sizeof *part);
    for (size_t q = 0; leaves && q < a->naxes; q++) {
        const lcv_form *of = lcv_form_as_tensor(f, lcv_form_mode(f, l, q));
        const lcv_form *axis = lcv_form_axis(f, leaves, q);
        if (!of || !axis || !(on[q] = lcv_form_compose(f, of, axis)))
            return NULL;
    }
    for (size_t k = 0; part && k < a->n; k++) {
        size_t q = axis_of(a, k);
        const lcv_form *of = on[q == SIZE_MAX ? 0 : q];
        part[k] = a->n > 1 ? lcv_form_mode(f, of, k) : of;
        if (!part[k])
            return NULL;
    }
    return part ? (a->n > 1 ? lcv_form_joined(f, a->n, part) : part[0]) : NULL;
}
