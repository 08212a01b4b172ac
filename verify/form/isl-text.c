/* isl-text.c - sizes, and the relations of layouts, in isl's syntax.
 *
 * A digit of a coordinate is floor(c / place) mod extent. Places, and extents but the last, are
 * therefore to be numbers; and so are strides, which are multiplied with digits. An extent of 1
 * has the digit 0.
 */
#include "config.h"

#include "relation.h"

#include "../value/text.h"

#include <stdlib.h>

/* ---- sizes ---- */

void lcv_isl_names(lcv_forms *f, const char *also, lc_text *out)
{
    bool first = true;
    for (size_t i = 0; i < f->nparameters; i++) {
        if (f->symbol[i] == SIZE_MAX)
            continue;
        lc_text_printf(out, "%s%s", first ? "[" : ",",
                       lcv_symbols_at(f->symbols, f->symbol[i])->name);
        first = false;
    }
    if (also)
        lc_text_printf(out, "%s%s", first ? "[" : ",", also);
    lc_text_add(out, first && !also ? "" : "] -> ");
}

static bool add_symbol(lcv_forms *f, lc_text *out, const lcv_symbol *s)
{
    lc_ctx *ctx = f->ctx;
    if (s->kind == LCV_SYMBOL_SIZE) {
        if (lc_int_is_one(s->factor) && lc_int_is_zero(s->residue))
            lc_text_add(out, s->name);
        else
            lcv_text_add(ctx, out, "floor((%s - %i)/%i)", s->name, s->residue, s->factor);
        return true;
    }
    if (s->kind == LCV_SYMBOL_RATIO)
        return false;
    lc_text_add(out, s->kind == LCV_SYMBOL_FLOOR ? "floor((" : "min(");
    bool ok = lcv_isl_size(f, out, s->of);
    if (s->kind == LCV_SYMBOL_FLOOR) {
        lcv_text_add(ctx, out, ")/%i)", s->divisor);
        return ok;
    }
    lc_text_add(out, ", ");
    ok = ok && lcv_isl_size(f, out, s->other);
    lc_text_add(out, ")");
    return ok;
}

bool lcv_isl_size(lcv_forms *f, lc_text *out, const lc_poly *p)
{
    bool ok = p && lc_poly_degree(p) <= 1;
    lc_text_add(out, "(");
    for (size_t i = 0; ok && i < lc_poly_nterms(p); i++) {
        const lc_monomial *m = lc_poly_monomial(p, i);
        lcv_text_add(f->ctx, out, "%s%i", i > 0 ? " + " : "", lc_poly_coefficient(p, i));
        if (m->degree == 1) {
            lc_text_add(out, "*");
            ok = add_symbol(f, out, lcv_symbols_at(f->symbols, m->var[0]));
        }
    }
    lc_text_add(out, p && lc_poly_nterms(p) == 0 ? "0)" : ")");
    return ok;
}

/* With an obstacle. */
static bool add_size(lcv_forms *f, lc_text *out, const lc_poly *p)
{
    return lcv_isl_size(f, out, p) ||
           (p &&
            lcv_obstacle(f, "%S is a product of parameters, which isl's relations do not have",
                         lcv_size_to_str(f->symbols, p)));
}

/* ---- digits ---- */

static bool is_one(const lcv_form *a, size_t k)
{
    lc_int value;
    return a->extent[k] && lc_poly_is_const(a->extent[k], &value) && lc_int_is_one(value);
}

/* No leaf after k has a choice. */
static bool is_last(const lcv_form *a, size_t k)
{
    while (++k < a->n)
        if (!is_one(a, k))
            return false;
    return true;
}

/* The digit of leaf k, of place `place`, of the coordinate c. */
static bool add_digit(lcv_forms *f, lc_text *out, const lcv_form *a, size_t k,
                      const lc_poly *place)
{
    lc_int p, extent;
    if (is_one(a, k)) {
        lc_text_add(out, "0");
        return true;
    }
    if (!place || !lc_poly_is_const(place, &p))
        return place &&
               lcv_obstacle(f,
                            "the quotient of a coordinate by %S, a divisor with parameters, "
                            "which isl's relations do not have",
                            lcv_size_to_str(f->symbols, place));
    bool last = is_last(a, k);
    if (!last && !lc_poly_is_const(a->extent[k], &extent))
        return lcv_obstacle(f,
                            "the remainder of a coordinate by %S, a divisor with parameters, "
                            "which isl's relations do not have",
                            lcv_size_to_str(f->symbols, a->extent[k]));
    lc_text_add(out, last ? "" : "(");
    if (lc_int_is_one(p))
        lc_text_add(out, "c");
    else
        lcv_text_add(f->ctx, out, "floor(c/%i)", p);
    if (!last)
        lcv_text_add(f->ctx, out, " mod %i)", extent);
    return true;
}

/* Extents of at least `least`, 0 or 1. */
static bool check_extents(lcv_forms *f, const lcv_form *a, int32_t least)
{
    for (size_t k = 0; k < a->n; k++) {
        if (!a->extent[k])
            return lcv_obstacle(f, "expected a shape");
        if (!lcv_forms_require(f, lcv_size_plus(f->symbols, a->extent[k], 1 - least),
                               least == 0 ? "1 more than the bound" : "the extent"))
            return false;
    }
    return true;
}

static const lc_poly *place_after(lcv_forms *f, const lcv_form *a, size_t k, const lc_poly *place)
{
    return lcv_size_mul(f->symbols, place, a->extent[k]);
}

/* "0 <= c < size" */
static bool add_domain(lcv_forms *f, lc_text *out, const lcv_form *a)
{
    const lc_poly *size = lcv_size_const(f->symbols, 1);
    for (size_t k = 0; k < a->n; k++)
        size = place_after(f, a, k, size);
    lc_text_add(out, "] : 0 <= c < ");
    return add_size(f, out, size);
}

/* The text, or NULL where it is not `ok`. */
static char *take(lcv_forms *f, lc_text *out, bool ok)
{
    lc_text_add(out, " }");
    char *text = ok ? lc_text_take(f->ctx, out) : NULL;
    lc_text_free(out);
    return text;
}

char *lcv_isl_coord_map(lcv_forms *f, const lcv_form *shape)
{
    lc_text out = {0};
    const lc_poly *place = lcv_size_const(f->symbols, 1);
    bool ok = check_extents(f, shape, 1);
    lcv_isl_names(f, NULL, &out);
    lc_text_add(&out, "{ [c] -> [");
    for (size_t k = 0; ok && k < shape->n; k++) {
        lc_text_add(&out, k > 0 ? ", " : "");
        ok = add_digit(f, &out, shape, k, place);
        place = place_after(f, shape, k, place);
    }
    ok = ok && add_domain(f, &out, shape);
    return take(f, &out, ok);
}

/* ---- values ---- */

/* " + step*", before a digit that is not 0; *none: it is nothing. */
static bool add_step(lcv_forms *f, lc_text *out, const lcv_form *a, size_t k, const lc_poly *step,
                     bool *none)
{
    lc_int number;
    *none = is_one(a, k) || lcv_size_is_zero(step);
    if (*none)
        return true;
    if (!lc_poly_is_const(step, &number))
        return lcv_obstacle(f,
                            "the stride %S times a coordinate is a product with a parameter, "
                            "which isl's relations do not have",
                            lcv_size_to_str(f->symbols, step));
    lcv_text_add(f->ctx, out, " + %i*", number);
    return true;
}

/* The value on an axis; natural coordinates are c0, c1, ... */
static bool add_value(lcv_forms *f, lc_text *out, const lcv_form *a, size_t axis, bool natural)
{
    const lc_poly *place = lcv_size_const(f->symbols, 1);
    bool ok = true, none;
    lc_text_add(out, a->offset ? "0 + " : "0"); /* isl takes no parenthesis here */
    if (a->offset)
        ok = add_size(f, out, a->offset[axis]);
    for (size_t k = 0; ok && k < a->n; k++) {
        ok = add_step(f, out, a, k, a->step[axis * a->n + k], &none);
        if (ok && !none && natural)
            lc_text_printf(out, "c%zu", k);
        else if (ok && !none)
            ok = add_digit(f, out, a, k, place);
        place = place_after(f, a, k, place);
    }
    return ok;
}

static bool add_values(lcv_forms *f, lc_text *out, const lcv_form *a, bool natural)
{
    bool ok = check_extents(f, a, 1);
    lc_text_add(out, "] -> [");
    for (size_t axis = 0; ok && axis < a->naxes; axis++) {
        lc_text_add(out, axis > 0 ? ", " : "");
        ok = add_value(f, out, a, axis, natural);
    }
    return ok;
}

static void add_inputs(lc_text *out, size_t n)
{
    for (size_t k = 0; k < n; k++)
        lc_text_printf(out, "%sc%zu", k > 0 ? "," : "", k);
}

/* "0 <= c0 < M and ..." */
static bool add_bounds(lcv_forms *f, lc_text *out, const lcv_form *a)
{
    bool ok = true;
    lc_text_add(out, "] : ");
    for (size_t k = 0; ok && k < a->n; k++) {
        lc_text_printf(out, "%s0 <= c%zu < ", k > 0 ? " and " : "", k);
        ok = add_size(f, out, a->extent[k]);
    }
    return ok;
}

char *lcv_isl_layout_map(lcv_forms *f, const lcv_form *a)
{
    lc_text out = {0};
    lcv_isl_names(f, NULL, &out);
    lc_text_add(&out, "{ [c");
    bool ok = add_values(f, &out, a, false) && add_domain(f, &out, a);
    return take(f, &out, ok);
}

char *lcv_isl_index_map(lcv_forms *f, const lcv_form *a)
{
    lc_text out = {0};
    lcv_isl_names(f, NULL, &out);
    lc_text_add(&out, "{ [");
    add_inputs(&out, a->n);
    bool ok = add_values(f, &out, a, true) && add_bounds(f, &out, a);
    return take(f, &out, ok);
}

/* ---- sets ---- */

char *lcv_isl_box(lcv_forms *f, const lcv_form *shape, int32_t least)
{
    lc_text out = {0};
    bool ok = check_extents(f, shape, least);
    lcv_isl_names(f, NULL, &out);
    lc_text_add(&out, "{ [");
    add_inputs(&out, shape->n);
    ok = ok && add_bounds(f, &out, shape);
    return take(f, &out, ok);
}

char *lcv_isl_place(lcv_forms *f, const lcv_form *at)
{
    lc_text out = {0};
    bool ok = true;
    lcv_isl_names(f, NULL, &out);
    lc_text_add(&out, "{ [");
    add_inputs(&out, at->n);
    lc_text_add(&out, "] : 0 = 0");
    for (size_t k = 0; ok && k < at->n; k++)
        if (at->extent[k]) {
            lc_text_printf(&out, " and c%zu = ", k);
            ok = add_size(f, &out, at->extent[k]);
        }
    return take(f, &out, ok);
}
