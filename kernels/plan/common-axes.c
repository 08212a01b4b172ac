/* common-axes.c - the common refinement of two shapes, with the strides of all tensors. */
#include "config.h"

#include "common-axes.h"

#include <stdlib.h>

#include "../../lib/text.h"

/* The rest of the modes: those from `at` on, the first of them perhaps split. */
typedef struct {
    size_t at;
    lck_modes modes;
} rest;

typedef struct {
    lcv_planning *p;
    lcv_forms *f;
    lcv_symbols *s;
    const lck_refining *of;
    rest a, b;
    lck_modes *out;
} refinement;

size_t lck_leaves_of_mode(lc_ctx *ctx, const lcv_form *form, size_t mode, size_t *n)
{
    size_t first = 0;
    *n = 0;
    for (size_t i = 0; i <= mode; i++) {
        lc_tuple *t = lc_tuple_mode(ctx, form->nest, i);
        first += *n;
        *n = t ? lc_tuple_nleaves(t) : 0;
        lc_tuple_free(t);
    }
    return first;
}

void lck_modes_of(const lcv_form *form, size_t first, size_t n, size_t t, const char *name,
                  lck_modes *out)
{
    *out = (lck_modes){.name = name, .n = n};
    for (size_t k = 0; k < n; k++) {
        out->extent[k] = form->extent[first + k];
        out->stride[k][t] = form->step[first + k];
    }
}

/* ---- extents ---- */

static bool same(const refinement *w, const lc_poly *a, const lc_poly *b)
{
    if (!a || !b || lc_poly_equal(a, b))
        return a && b;
    const lc_poly *difference = lcv_size_sub(w->s, a, b);
    return difference && lcv_facts_imply_zero(lcv_forms_facts(w->f), difference);
}

bool lck_poly_is(const lc_poly *p, int32_t n)
{
    lc_int value;
    return p && lc_poly_is_const(p, &value) && lc_int_eq(value, lc_int_const(n));
}

bool lck_never_negative(lcv_forms *f, const lc_poly *p)
{
    return p && lcv_facts_imply(lcv_forms_facts(f), p);
}

bool lck_steps_are(lcv_forms *f, size_t n, const lc_poly *k, const lc_poly *const *a,
                   const lc_poly *const *b)
{
    for (size_t i = 0; i < n; i++) {
        const lc_poly *step = a[i] ? lcv_size_mul(lcv_forms_symbols(f), k, a[i]) : NULL;
        if (a[i] && (!step || !lc_poly_equal(step, b[i])))
            return false;
    }
    return true;
}

/* whole / part, if this is an integer for all sizes; `of` has the part in front, and the modes
 * behind it may be the quotient. NULL: none was found. */
static const lc_poly *quotient(const refinement *w, const lc_poly *whole, const lc_poly *part,
                               const rest *of)
{
    const lc_poly *q = lcv_size_quotient(w->s, whole, part), *product = part;
    lc_int c;
    if (q)
        return q;
    if (lc_poly_is_const(part, &c) && lc_int_sign(c) > 0) {
        q = lcv_size_floor(w->s, whole, c);
        return q && same(w, whole, lcv_size_mul(w->s, part, q)) ? q : NULL;
    }
    q = lcv_size_int(w->s, lc_int_const(1));
    for (size_t k = of->at + 1; q && k < of->modes.n; k++) {
        q = lcv_size_mul(w->s, q, of->modes.extent[k]);
        product = lcv_size_mul(w->s, product, of->modes.extent[k]);
        if (q && same(w, whole, product))
            return q;
    }
    return NULL;
}

/* ---- one axis at a time ---- */

static void add_axis(refinement *w, const lc_poly *extent)
{
    lck_modes *out = w->out;
    out->extent[out->n] = extent;
    for (size_t t = 0; t < LCK_MAX_COMMON_TENSORS; t++) {
        const lc_poly *stride = w->a.modes.stride[w->a.at][t];
        out->stride[out->n][t] = stride ? stride : w->b.modes.stride[w->b.at][t];
    }
    out->n++;
}

/* Takes the first `part` off the mode in front; `quotient` steps of `part` remain. */
static bool split(refinement *w, rest *r, const lc_poly *part, const lc_poly *quotient)
{
    bool ok = true;
    r->modes.extent[r->at] = quotient;
    for (size_t t = 0; t < LCK_MAX_COMMON_TENSORS; t++) {
        const lc_poly **stride = &r->modes.stride[r->at][t];
        if (*stride)
            ok = (*stride = lcv_size_mul(w->s, part, *stride)) && ok;
    }
    return ok;
}

/* Does the next mode begin where the mode in front ends, in all tensors? */
static bool continues(const refinement *w, const rest *r)
{
    size_t k = r->at;
    for (size_t t = 0; t < LCK_MAX_COMMON_TENSORS; t++) {
        const lc_poly *stride = r->modes.stride[k][t];
        if (stride &&
            !same(w, lcv_size_mul(w->s, r->modes.extent[k], stride), r->modes.stride[k + 1][t]))
            return false;
    }
    return true;
}

/* The mode in front and the next one are one mode. */
static bool join(const refinement *w, rest *r)
{
    size_t k = r->at;
    if (k + 1 == r->modes.n || (!lck_poly_is(r->modes.extent[k + 1], 1) && !continues(w, r)))
        return false;
    const lc_poly *both = lcv_size_mul(w->s, r->modes.extent[k], r->modes.extent[k + 1]);
    if (!both)
        return false;
    r->at = k + 1;
    r->modes.extent[k + 1] = both;
    for (size_t t = 0; t < LCK_MAX_COMMON_TENSORS; t++)
        r->modes.stride[k + 1][t] = r->modes.stride[k][t];
    return true;
}

/* The next axis, or a step towards it; false: there is none. */
static bool advance(refinement *w)
{
    rest *a = &w->a, *b = &w->b;
    const lc_poly *x = a->modes.extent[a->at], *y = b->modes.extent[b->at], *q;
    if (same(w, x, y)) {
        add_axis(w, x);
        a->at++;
        b->at++;
        return true;
    }
    if (lck_poly_is(x, 1) || lck_poly_is(y, 1)) {
        (lck_poly_is(x, 1) ? a : b)->at++;
        return true;
    }
    if ((q = quotient(w, y, x, a))) {
        add_axis(w, x);
        a->at++;
        return split(w, b, x, q);
    }
    if ((q = quotient(w, x, y, b))) {
        add_axis(w, y);
        b->at++;
        return split(w, a, y, q);
    }
    return join(w, a) || join(w, b);
}

/* ---- errors ---- */

static bool fail_at(refinement *w, const char *what)
{
    if (lc_ctx_code(lcv_forms_ctx(w->f)) != LC_OK)
        lcv_eval_failed(w->p->e, w->p->name_span);
    else
        lcv_eval_fail(w->p->e, w->of->span, "%s", what);
    return false;
}

/* The shape of modes, as a flat tuple. */
static void add_shape(lc_text *out, lcv_symbols *s, const lck_modes *modes)
{
    for (size_t k = 0; k < modes->n; k++) {
        char *extent = lcv_size_to_str(s, modes->extent[k]);
        lc_text_printf(out, "%s%s", k == 0 ? "(" : ",", extent ? extent : "?");
        free(extent);
    }
    lc_text_add(out, modes->n == 1 ? ",)" : ")");
}

static bool sizes_differ(refinement *w, const lck_modes *a, const lck_modes *b,
                         const lc_poly *of_a, const lc_poly *of_b)
{
    char *x = of_a ? lcv_size_to_str(w->s, of_a) : NULL;
    char *y = of_b ? lcv_size_to_str(w->s, of_b) : NULL;
    lc_text text = {0};
    lc_text_printf(&text, "%s has %s elements, %s %s", a->name, x ? x : "?", b->name,
                   y ? y : "?");
    fail_at(w, lc_text_peek(&text));
    lc_text_free(&text);
    lcv_diag_hint(w->p->e->diag, "expected as many: %s", w->of->expected);
    free(x);
    free(y);
    return false;
}

/* A number and an extent with parameters: the assumption under which one divides the other. */
static void add_assumption(lc_text *hint, const lc_poly *a, const lc_poly *b, const char *x,
                           const char *y)
{
    bool number = lc_poly_degree(a) == 0;
    if (number != (lc_poly_degree(b) == 0))
        lc_text_printf(hint, ", or `assume %s %% %s == 0`", number ? y : x, number ? x : y);
}

/* Is the mode in front as it was? */
static bool is_whole(const rest *r, const lck_modes *modes)
{
    return r->modes.extent[r->at] == modes->extent[r->at];
}

static bool no_refinement(refinement *w, const lck_modes *a, const lck_modes *b)
{
    const rest *s = &w->a, *d = &w->b;
    const lc_poly *left = s->modes.extent[s->at], *right = d->modes.extent[d->at];
    char *x = lcv_size_to_str(w->s, left), *y = lcv_size_to_str(w->s, right);
    lc_text text = {0}, hint = {0};
    lc_text_printf(&text,
                   "the shapes have no common refinement: neither %s, %smode %zu of %s, nor %s, "
                   "%smode %zu of %s, divides the other",
                   x ? x : "?", is_whole(s, a) ? "" : "left of ", s->at, a->name, y ? y : "?",
                   is_whole(d, b) ? "" : "left of ", d->at, b->name);
    lc_text_printf(&hint, "expected the shape of %s, ", a->name);
    add_shape(&hint, w->s, a);
    lc_text_add(&hint, ", or one whose extents split those, or are products of them");
    if (x && y)
        add_assumption(&hint, left, right, x, y);
    fail_at(w, lc_text_peek(&text));
    lcv_diag_hint(w->p->e->diag, "%s", lc_text_peek(&hint));
    lc_text_free(&text);
    lc_text_free(&hint);
    free(x);
    free(y);
    return false;
}

/* ---- all of it ---- */

/* Modes of extent 1 may be left of one tensor. */
static bool only_ones(const rest *r)
{
    for (size_t k = r->at; k < r->modes.n; k++)
        if (!lck_poly_is(r->modes.extent[k], 1))
            return false;
    return true;
}

static const lc_poly *size_of(refinement *w, const lck_modes *modes)
{
    const lc_poly *size = lcv_size_int(w->s, lc_int_const(1));
    for (size_t k = 0; k < modes->n; k++)
        size = lcv_size_mul(w->s, size, modes->extent[k]);
    return size;
}

bool lck_common_axes(lcv_planning *p, lcv_forms *f, const lck_refining *of, const lck_modes *a,
                     const lck_modes *b, lck_modes *out)
{
    refinement w = {.p = p,
                    .f = f,
                    .s = lcv_forms_symbols(f),
                    .of = of,
                    .a = {.modes = *a},
                    .b = {.modes = *b},
                    .out = out};
    const lc_poly *x = size_of(&w, a), *y = size_of(&w, b);
    *out = (lck_modes){.name = a->name};
    if (!same(&w, x, y))
        return sizes_differ(&w, a, b, x, y);
    while (w.a.at < a->n && w.b.at < b->n)
        if (!advance(&w))
            return no_refinement(&w, a, b);
    if (!only_ones(&w.a) || !only_ones(&w.b))
        return sizes_differ(&w, a, b, x, y);
    return lc_ctx_code(lcv_forms_ctx(f)) == LC_OK || fail_at(&w, NULL);
}
