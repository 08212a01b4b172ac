/* function.c - functions in sets: values as sums of coordinates and digits. */
#include "config.h"

#include "../../../lib/size.h"

#include "function.h"

#include <stdlib.h>
#include <string.h>

/* ---- axes ---- */

void lcr_fn_axis_path(const lit *a, size_t axis, lit_path *path)
{
    path->depth = 0;
    if (a && a->basis) {
        *path = a->path[axis];
    } else if (a && lcr_lit_has_dims(a) && a->naxes > 1) {
        path->depth = 1;
        path->mode[0] = (uint32_t)axis;
    }
}

size_t lcr_fn_axis(const lit *a, const lit_path *path)
{
    lit_path own;
    for (size_t j = 0; j < a->naxes; j++) {
        lcr_fn_axis_path(a, j, &own);
        if (lcr_path_same(&own, path))
            return j;
    }
    return SIZE_MAX;
}

lc_int lcr_fn_step(const lit *a, const lit_path *path, size_t leaf)
{
    size_t j = lcr_fn_axis(a, path);
    return j != SIZE_MAX ? a->step[j * a->n + leaf] : lc_int_const(0);
}

lc_int lcr_fn_offset(const lit *a, const lit_path *path)
{
    size_t j = a->offset ? lcr_fn_axis(a, path) : SIZE_MAX;
    return j != SIZE_MAX ? a->offset[j] : lc_int_const(0);
}

static bool leaves_below(const lit *a, lit_path at, size_t *axis, size_t *n)
{
    size_t modes = lcr_lit_modes_below(a, &at), here = lcr_path_find(a->naxes, a->path, &at);
    bool ok = modes == 0 ? *n < FN_LEAVES : here == a->naxes;
    if (ok && modes == 0)
        axis[(*n)++] = here;
    for (size_t i = 0; ok && i < modes; i++) {
        lit_path below = at;
        ok = lcr_path_append(&below, i) && leaves_below(a, below, axis, n);
    }
    return ok;
}

size_t lcr_fn_value_leaves(const lit *a, size_t axis[FN_LEAVES])
{
    size_t n = 0;
    while (!a->basis && n < a->naxes) {
        axis[n] = n;
        n++;
    }
    return !a->basis || leaves_below(a, (lit_path){0}, axis, &n) ? n : 0;
}

/* ---- variables ---- */

void lcr_fn_coordinates(sys *s, const lit *a, char letter, bool extended, size_t *var)
{
    lc_int zero = lc_int_const(0);
    for (size_t k = 0; k < a->n; k++) {
        bool open = extended && k + 1 == a->n;
        var[k] = open ? lcr_sys_var(s, letter, &zero, NULL)
                      : lcr_sys_below(s, letter, a->extent[k]);
    }
}

void lcr_fn_order(const lit_pool *pool, const lit *a, size_t *leaf)
{
    lc_ctx *lc = pool->lc;
    lc_int step[SYS_VARS], zero = lc_int_const(0);
    for (size_t k = 0; k < a->n; k++) {
        leaf[k] = k;
        step[k] = zero;
        for (size_t j = 0; pool->sizes && j < a->naxes; j++)
            if (!lc_int_is_plain_zero(a->step[j * a->n + k]))
                step[k] = a->step[j * a->n + k];
        if (lc_int_order(step[k], zero) < 0)
            step[k] = lc_int_neg(lc, step[k]);
        for (size_t i = k; i > 0 && lc_int_order(step[leaf[i - 1]], step[k]) < 0; i--) {
            leaf[i] = leaf[i - 1];
            leaf[i - 1] = k;
        }
    }
}

void lcr_fn_differences(sys *s, const lit *a, const size_t *leaf, size_t first, size_t *var)
{
    lc_ctx *lc = s->pool->lc;
    for (size_t i = 0; i < a->n; i++) {
        size_t k = leaf[i];
        lc_int zero = lc_int_const(0), last = lc_int_sub(lc, a->extent[k], lc_int_const(1));
        lc_int least = i < first ? zero : i == first ? lc_int_const(1) : lc_int_neg(lc, last);
        var[k] = lcr_sys_between(s, 'd', least, i < first ? zero : last);
    }
}

void lcr_fn_integral(sys *s, const lit *a, size_t first, size_t last, const size_t *var,
                     sys_sum *x)
{
    lc_int place = lc_int_const(1);
    lcr_sys_zero(x);
    for (size_t k = first; k < last; k++) {
        lcr_sys_add_var(s, x, place, var[k]);
        place = lc_int_mul(s->pool->lc, place, a->extent[k]);
    }
}

/* ---- layouts ---- */

sys_sum lcr_fn_moved(sys *s, const lit *a, size_t axis, const size_t *var)
{
    sys_sum value = {.constant = lc_int_const(0)};
    for (size_t k = 0; k < a->n; k++)
        lcr_sys_add_var(s, &value, a->step[axis * a->n + k], var[k]);
    return value;
}

sys_sum lcr_fn_on_axis(sys *s, const lit *a, size_t axis, const size_t *var)
{
    sys_sum value = lcr_fn_moved(s, a, axis, var);
    if (a->offset)
        value.constant = a->offset[axis];
    return value;
}

static int by_size(const void *x, const void *y)
{
    const fn_mode *a = x, *b = y;
    int order = lc_int_order(a->size, b->size);
    order = order != 0 ? order : lc_int_order(a->extent, b->extent);
    return order != 0 ? order : lc_int_order(a->place, b->place);
}

fn_mode *lcr_fn_modes(lit_pool *pool, const lit *a, size_t axis, size_t *n)
{
    lc_int place = lc_int_const(1);
    fn_mode *m = lcr_lit_alloc(pool, a->n + 1, sizeof *m);
    *n = 0;
    for (size_t k = 0; m && k < a->n; k++) {
        lc_int extent = a->extent[k], step = a->step[axis * a->n + k];
        if (!lc_int_known_equal(extent, lc_int_const(1)) &&
            !lc_int_known_equal(step, lc_int_const(0)))
            m[(*n)++] = (fn_mode){k, extent, step, lc_int_abs(pool->lc, step), place};
        place = lc_int_mul(pool->lc, place, extent);
    }
    if (m)
        qsort(m, *n, sizeof *m, by_size);
    return m;
}

bool lcr_fn_values(lit_pool *pool, const lit *a, fn_values *v)
{
    v->s = lcr_sys_new(pool);
    v->value = lcr_lit_alloc(pool, a->naxes, sizeof *v->value);
    if (a->n > SYS_VARS || !v->value)
        return false;
    lcr_fn_coordinates(&v->s, a, 'c', false, v->var);
    for (size_t j = 0; j < a->naxes; j++)
        v->value[j] = lcr_fn_on_axis(&v->s, a, j, v->var);
    return true;
}

/* ---- chains ---- */

size_t lcr_fn_room(const fn *f)
{
    size_t most = 1;
    for (size_t i = 0; i < f->n; i++)
        most = f->step[i]->naxes > most ? f->step[i]->naxes : most;
    return most;
}

size_t lcr_fn_naxes(const fn *f)
{
    return f->n > 0 ? f->step[f->n - 1]->naxes : 1;
}

void lcr_fn_path(const fn *f, size_t axis, lit_path *path)
{
    lcr_fn_axis_path(f->n > 0 ? f->step[f->n - 1] : NULL, axis, path);
}

/* The axis of a path; SIZE_MAX: there is none, and values are 0 there. */
static size_t axis_of(const fn *f, const lit_path *path)
{
    return f->n > 0 ? lcr_fn_axis(f->step[f->n - 1], path) : path->depth == 0 ? 0 : SIZE_MAX;
}

bool lcr_fn_at(lc_ctx *lc, const fn *f, lc_int c, lc_int *value)
{
    lc_int in[LIT_MAX_AXES];
    value[0] = c;
    for (size_t i = 0; i < f->n; i++) {
        memcpy(in, value, sizeof in);
        if (!lcr_lit_at_values(lc, f->step[i], i > 0 ? f->step[i - 1] : NULL, in, value))
            return false;
    }
    return true;
}

bool lcr_fn_is_affine(const fn *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (!lcr_lit_is_affine(f->step[i]))
            return false;
    return true;
}

bool lcr_fn_next_axis(const fn *f, const fn *g, size_t *i, size_t at[2])
{
    lit_path path;
    for (size_t n = lcr_fn_naxes(f); *i < n + lcr_fn_naxes(g); ++*i) {
        lcr_fn_path(*i < n ? f : g, *i < n ? *i : *i - n, &path);
        at[0] = *i < n ? *i : axis_of(f, &path);
        at[1] = *i < n ? axis_of(g, &path) : *i - n;
        if (*i < n || at[0] == SIZE_MAX)
            return ++*i, true;
    }
    return false;
}
