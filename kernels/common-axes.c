/* common-axes.c - the common refinement of two shapes, with the strides of both tensors. */
#include "config.h"

#include "common-axes.h"

#include <stdlib.h>

#include "../lib/text.h"

/* The rest of a tensor: its modes from `at` on, the first of them perhaps split. */
typedef struct {
    size_t at, n;
    const lc_poly *extent[LCK_MAX_RANK], *step[LCK_MAX_RANK];
} rest;

typedef struct {
    lcv_planning *p;
    lcv_forms *f;
    lcv_symbols *s;
    rest source, destination;
    lck_common_axis *axis;
    size_t n;
} refinement;

static rest rest_of(const lcv_form *form)
{
    rest r = {.n = form->n};
    for (size_t k = 0; k < form->n; k++) {
        r.extent[k] = form->extent[k];
        r.step[k] = form->step[k];
    }
    return r;
}

/* ---- extents ---- */

static bool same(const refinement *w, const lc_poly *a, const lc_poly *b)
{
    if (!a || !b || lc_poly_equal(a, b))
        return a && b;
    const lc_poly *difference = lcv_size_sub(w->s, a, b);
    return difference && lcv_facts_imply_zero(lcv_forms_facts(w->f), difference);
}

static bool is_one(const lc_poly *p)
{
    lc_int value;
    return lc_poly_is_const(p, &value) && lc_int_is_one(value);
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
    for (size_t k = of->at + 1; q && k < of->n; k++) {
        q = lcv_size_mul(w->s, q, of->extent[k]);
        product = lcv_size_mul(w->s, product, of->extent[k]);
        if (q && same(w, whole, product))
            return q;
    }
    return NULL;
}

/* ---- one axis at a time ---- */

static void add_axis(refinement *w, const lc_poly *extent)
{
    const rest *s = &w->source, *d = &w->destination;
    w->axis[w->n++] = (lck_common_axis){extent, s->step[s->at], d->step[d->at]};
}

/* Takes the first `part` off the mode in front; `quotient` steps of `part` remain. */
static bool split(refinement *w, rest *r, const lc_poly *part, const lc_poly *quotient)
{
    r->extent[r->at] = quotient;
    r->step[r->at] = lcv_size_mul(w->s, part, r->step[r->at]);
    return r->step[r->at] != NULL;
}

/* The mode in front and the next one are one mode. */
static bool join(const refinement *w, rest *r)
{
    size_t k = r->at;
    if (k + 1 == r->n)
        return false;
    const lc_poly *end = lcv_size_mul(w->s, r->extent[k], r->step[k]);
    if (!is_one(r->extent[k + 1]) && !same(w, end, r->step[k + 1]))
        return false;
    const lc_poly *both = lcv_size_mul(w->s, r->extent[k], r->extent[k + 1]);
    if (!both)
        return false;
    r->at = k + 1;
    r->extent[k + 1] = both;
    r->step[k + 1] = r->step[k];
    return true;
}

/* The next axis, or a step towards it; false: there is none. */
static bool advance(refinement *w)
{
    rest *s = &w->source, *d = &w->destination;
    const lc_poly *a = s->extent[s->at], *b = d->extent[d->at], *q;
    if (same(w, a, b)) {
        add_axis(w, a);
        s->at++;
        d->at++;
        return true;
    }
    if (is_one(a) || is_one(b)) {
        (is_one(a) ? s : d)->at++;
        return true;
    }
    if ((q = quotient(w, b, a, s))) {
        add_axis(w, a);
        s->at++;
        return split(w, d, a, q);
    }
    if ((q = quotient(w, a, b, d))) {
        add_axis(w, b);
        d->at++;
        return split(w, s, b, q);
    }
    return join(w, s) || join(w, d);
}

/* ---- errors ---- */

static bool fail_at_destination(refinement *w, const char *what)
{
    if (lc_ctx_code(lcv_forms_ctx(w->f)) != LC_OK)
        lcv_eval_failed(w->p->e, w->p->name_span);
    else
        lcv_eval_fail(w->p->e, lcv_planning_argument(w->p, "destination")->span, "%s", what);
    return false;
}

/* The shape of a tensor, as a flat tuple. */
static void add_shape(lc_text *out, lcv_symbols *s, const lcv_form *form)
{
    for (size_t k = 0; k < form->n; k++) {
        char *extent = lcv_size_to_str(s, form->extent[k]);
        lc_text_printf(out, "%s%s", k == 0 ? "(" : ",", extent ? extent : "?");
        free(extent);
    }
    lc_text_add(out, form->n == 1 ? ",)" : ")");
}

static bool sizes_differ(refinement *w, const lc_poly *source, const lc_poly *destination)
{
    char *a = source ? lcv_size_to_str(w->s, source) : NULL;
    char *b = destination ? lcv_size_to_str(w->s, destination) : NULL;
    lc_text text = {0};
    lc_text_printf(&text, "the source has %s elements, the destination %s", a ? a : "?",
                   b ? b : "?");
    fail_at_destination(w, lc_text_peek(&text));
    lc_text_free(&text);
    lcv_diag_hint(w->p->e->diag, "expected as many: element i of the one, by its integral "
                                 "coordinate, is element i of the other");
    free(a);
    free(b);
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
static bool is_whole(const rest *r, const lcv_form *form)
{
    return r->extent[r->at] == form->extent[r->at];
}

static bool no_refinement(refinement *w, const lcv_form *source, const lcv_form *destination)
{
    const rest *s = &w->source, *d = &w->destination;
    const lc_poly *a = s->extent[s->at], *b = d->extent[d->at];
    char *x = lcv_size_to_str(w->s, a), *y = lcv_size_to_str(w->s, b);
    lc_text text = {0}, hint = {0};
    lc_text_printf(&text,
                   "the shapes have no common refinement: neither %s, %smode %zu of the "
                   "source, nor %s, %smode %zu of the destination, divides the other",
                   x ? x : "?", is_whole(s, source) ? "" : "left of ", s->at, y ? y : "?",
                   is_whole(d, destination) ? "" : "left of ", d->at);
    lc_text_add(&hint, "expected the shape of the source, ");
    add_shape(&hint, w->s, source);
    lc_text_add(&hint, ", or one whose extents split those, or are products of them");
    if (x && y)
        add_assumption(&hint, a, b, x, y);
    fail_at_destination(w, lc_text_peek(&text));
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
    for (size_t k = r->at; k < r->n; k++)
        if (!is_one(r->extent[k]))
            return false;
    return true;
}

bool lck_common_axes(lcv_planning *p, lcv_forms *f, const lcv_form *source,
                     const lcv_form *destination, lck_common_axis *axis, size_t *n)
{
    refinement w = {.p = p,
                    .f = f,
                    .s = lcv_forms_symbols(f),
                    .source = rest_of(source),
                    .destination = rest_of(destination),
                    .axis = axis};
    const lc_poly *a = lcv_form_size(f, source), *b = lcv_form_size(f, destination);
    if (!same(&w, a, b))
        return sizes_differ(&w, a, b);
    while (w.source.at < w.source.n && w.destination.at < w.destination.n)
        if (!advance(&w))
            return no_refinement(&w, source, destination);
    if (!only_ones(&w.source) || !only_ones(&w.destination))
        return sizes_differ(&w, a, b);
    *n = w.n;
    return lc_ctx_code(lcv_forms_ctx(f)) == LC_OK || fail_at_destination(&w, NULL);
}
