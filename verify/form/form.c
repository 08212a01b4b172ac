/* form.c - forms: making them, and taking one for another. */
#include "config.h"

#include "internal.h"

#include "../value/text.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"

#define MAX_FORMS 32768 /* of one claim */

/* ---- the context ---- */

lcv_forms *lcv_forms_open(lcr_ctx *r)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_forms *f = lc_alloc(ctx, 1, sizeof *f);
    if (!f)
        return NULL;
    f->r = r;
    f->ctx = ctx;
    f->symbols = lcv_symbols_new(ctx);
    f->facts = lcv_facts_new(r, f->symbols);
    lcv_sizes_open(f);
    if (f->facts)
        return f;
    lcv_forms_close(f);
    return NULL;
}

static void form_free(lcv_form *form)
{
    lcv_value_free(form->value);
    lc_tuple_free(form->nest);
    lc_tuple_free(form->profile);
    free(form->extent);
    free(form->step);
    free(form->offset);
    lcr_map_free(form->relation);
    free(form);
}

void lcv_forms_close(lcv_forms *f)
{
    for (size_t i = 0; i < f->nforms; i++)
        form_free(f->form[i]);
    free(f->form);
    free(f->required);
    lcv_forms_forget(f, 0);
    free(f->step);
    free(f->obstacle);
    free(f->assumed);
    lcr_map_free(f->context);
    lcv_facts_free(f->facts);
    lcv_sizes_close(f);
    lcv_symbols_free(f->symbols);
    free(f);
}

lc_ctx *lcv_forms_ctx(const lcv_forms *f)
{
    return f->ctx;
}
lcv_symbols *lcv_forms_symbols(const lcv_forms *f)
{
    return f->symbols;
}
lcv_facts *lcv_forms_facts(const lcv_forms *f)
{
    return f->facts;
}
lcv_form_said *lcv_forms_said(lcv_forms *f)
{
    return &f->said;
}

const char *lcv_forms_obstacle(const lcv_forms *f)
{
    return f->obstacle;
}
bool lcv_forms_vacuous(const lcv_forms *f)
{
    return f->vacuous;
}

void *lcv_obstacle(lcv_forms *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = lcv_vtext(f->ctx, format, &args);
    va_end(args);
    if (lc_ctx_code(f->ctx) == LC_ERR_MEMORY || f->obstacle) {
        free(text);
    } else if (lc_ctx_code(f->ctx) != LC_OK) {
        free(text);
        f->obstacle = strdup(lc_ctx_message(f->ctx));
    } else {
        f->obstacle = text;
    }
    if (lc_ctx_code(f->ctx) != LC_ERR_MEMORY)
        lc_ctx_reset(f->ctx);
    return NULL;
}

void lcv_forms_clear_obstacle(lcv_forms *f)
{
    free(f->obstacle);
    f->obstacle = NULL;
}

void lcv_forms_at(const lcv_forms *f, const lc_int *value, lc_int *symbol)
{
    for (size_t i = 0; i < lcv_symbols_count(f->symbols); i++)
        symbol[i] = lc_int_const(0);
    for (size_t i = 0; i < f->nparameters; i++) {
        if (f->symbol[i] == SIZE_MAX)
            continue;
        const lcv_symbol *s = lcv_symbols_at(f->symbols, f->symbol[i]);
        symbol[f->symbol[i]] = lc_int_fdiv(f->ctx, lc_int_sub(f->ctx, value[i], s->residue),
                                           s->factor);
    }
    lcv_symbols_fill(f->symbols, symbol);
}

/* ---- what is assumed, and what must hold ---- */

static bool keep_assumed(lcv_forms *f, lcv_fact row)
{
    lcv_fact *grown = lc_grow(f->ctx, f->assumed, f->nassumed, &f->assumed_room, sizeof *grown);
    if (!grown)
        return false;
    f->assumed = grown;
    f->assumed[f->nassumed++] = row;
    return true;
}

bool lcv_forms_assumed(lcv_forms *f, lcv_op op, const lc_poly *a, const lc_poly *b)
{
    bool less = op == LCV_OP_LT || op == LCV_OP_LE;
    bool strict = op == LCV_OP_LT || op == LCV_OP_GT;
    lc_int constant;
    const lc_poly *p = less ? lcv_size_sub(f->symbols, b, a) : lcv_size_sub(f->symbols, a, b);
    if (p && strict)
        p = lcv_size_plus(f->symbols, p, -1);
    if (!p || op == LCV_OP_NE)
        return p != NULL;
    if (lc_poly_is_const(p, &constant)) {
        int sign = lc_int_sign(constant);
        f->vacuous = f->vacuous || (op == LCV_OP_EQ ? sign != 0 : sign < 0);
        return true;
    }
    return keep_assumed(f, (lcv_fact){p, op == LCV_OP_EQ}) &&
           lcv_facts_add(f->facts, (lcv_fact){p, op == LCV_OP_EQ});
}

bool lcv_forms_require(lcv_forms *f, const lc_poly *p, const char *what)
{
    lc_int constant;
    if (!p)
        return false;
    if (lc_poly_is_const(p, &constant) && lc_int_sign(constant) > 0)
        return true;
    lcv_requirement *grown = lc_grow(f->ctx, f->required, f->nrequired, &f->required_room,
                                     sizeof *grown);
    if (!grown)
        return false;
    f->required = grown;
    f->required[f->nrequired++] = (lcv_requirement){p, what};
    return true;
}

bool lcv_forms_settle(lcv_forms *f)
{
    for (; f->nsettled < f->nrequired; f->nsettled++) {
        size_t i = f->nsettled;
        if (lcv_facts_imply(f->facts, lcv_size_plus(f->symbols, f->required[i].p, -1)))
            continue;
        return lcv_obstacle(f, "it was not shown that %s %S is at least 1", f->required[i].what,
                            lcv_size_to_str(f->symbols, f->required[i].p));
    }
    return true;
}

/* ---- making ---- */

lcv_form *lcv_form_new(lcv_forms *f, lcv_form_kind kind)
{
    if (f->nforms == MAX_FORMS)
        return lc_fail(f->ctx, LC_ERR_LIMIT, "the claim takes more than %d steps in symbols",
                       MAX_FORMS);
    lcv_form **grown = lc_grow(f->ctx, f->form, f->nforms, &f->room, sizeof *grown);
    lcv_form *form = grown ? lc_alloc(f->ctx, 1, sizeof *form) : NULL;
    f->form = grown ? grown : f->form;
    if (form) {
        form->kind = kind;
        f->form[f->nforms++] = form;
    }
    return form;
}

/* The extents and steps of a form, on the form's account. */
static bool make_room(lcv_forms *f, lcv_form *form, size_t n, size_t naxes)
{
    form->n = n;
    form->naxes = naxes;
    form->extent = lc_alloc(f->ctx, n, sizeof(lc_poly *));
    form->step = lc_alloc(f->ctx, n * naxes, sizeof(lc_poly *));
    return form->extent && form->step != NULL;
}

/* The nesting with its leaves numbered from `first` on. */
static lc_tuple *nest_from(lc_ctx *ctx, const lc_tuple *nest, size_t first)
{
    size_t n = lc_tuple_nleaves(nest);
    lc_int *number = lc_frame_alloc(ctx, n, sizeof *number);
    for (size_t i = 0; number && i < n; i++)
        number[i] = lc_int_si(ctx, (int64_t)(first + i));
    return number ? lcv_kept(ctx, lc_tuple_like(ctx, nest, number)) : NULL;
}

lc_tuple *lcv_nest_leaf(lc_ctx *ctx)
{
    return lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(0)));
}

const lcv_form *lcv_form_value(lcv_forms *f, lcv_value *value)
{
    lcv_form *form = value ? lcv_form_new(f, LCV_FORM_VALUE) : NULL;
    if (form)
        form->value = value;
    else
        lcv_value_free(value);
    return form;
}

const lcv_form *lcv_form_tuple(lcv_forms *f, const lc_tuple *nest, const lc_poly *const *leaf)
{
    lcv_form *form = nest ? lcv_form_new(f, LCV_FORM_TUPLE) : NULL;
    if (!form)
        return NULL;
    form->nest = lc_tuple_ref(nest);
    if (!make_room(f, form, lc_tuple_nleaves(nest), 0))
        return NULL;
    memcpy(form->extent, leaf, form->n * sizeof(lc_poly *));
    return form;
}

const lcv_form *lcv_form_int(lcv_forms *f, const lc_poly *p)
{
    return p ? lcv_form_tuple(f, lcv_nest_leaf(f->ctx), &p) : NULL;
}

lcv_form *lcv_form_layout(lcv_forms *f, const lc_tuple *nest, size_t naxes,
                          const lc_tuple *profile)
{
    lcv_form *form = nest ? lcv_form_new(f, LCV_FORM_LAYOUT) : NULL;
    if (!form)
        return NULL;
    form->nest = lc_tuple_ref(nest);
    form->profile = lc_tuple_ref(profile);
    return make_room(f, form, lc_tuple_nleaves(nest), naxes) ? form : NULL;
}

/* ---- converting ---- */

const lcv_form *lcv_form_of_tuple(lcv_forms *f, const lc_tuple *t)
{
    size_t n = lc_tuple_nleaves(t);
    const lc_poly **leaf = lc_frame_alloc(f->ctx, n, sizeof(lc_poly *));
    for (size_t i = 0; leaf && i < n; i++)
        leaf[i] = lc_tuple_is_wildcard(t, i) ? NULL : lcv_poly_of_int(f, lc_tuple_value(t, i));
    bool ok = leaf && lc_ctx_code(f->ctx) == LC_OK;
    return ok ? lcv_form_tuple(f, nest_from(f->ctx, t, 0), leaf) : NULL;
}

lcv_form *lcv_form_of_layout(lcv_forms *f, const lc_layout *a)
{
    lc_tuple *shape = lcv_shape_of(f->ctx, a);
    lc_tuple *nest = shape ? nest_from(f->ctx, shape, 0) : NULL;
    lcv_form *form = lcv_form_layout(f, nest, lc_layout_naxes(a), lc_layout_profile(a));
    for (size_t i = 0; form && i < form->n; i++) {
        form->extent[i] = lcv_poly_of_int(f, lc_layout_extent(a, i));
        for (size_t axis = 0; axis < form->naxes; axis++)
            form->step[axis * form->n + i] = lcv_poly_of_int(f, lc_layout_step_on(a, axis, i));
    }
    return lc_ctx_code(f->ctx) == LC_OK ? form : NULL;
}

bool lcv_form_is_tuple(const lcv_form *form)
{
    return form->kind == LCV_FORM_TUPLE ||
           (form->kind == LCV_FORM_VALUE && form->value->kind == LCV_TUPLE);
}

const lc_poly *lcv_form_as_int(lcv_forms *f, const lcv_form *form)
{
    if (!form)
        return NULL;
    if (form->kind == LCV_FORM_TUPLE && lc_tuple_is_leaf(form->nest) && form->extent[0])
        return form->extent[0];
    lc_int value;
    if (form->kind == LCV_FORM_VALUE && lcv_as_int(f->ctx, form->value, &value))
        return lcv_size_int(f->symbols, value);
    return lcv_obstacle(f, "expected an integer");
}

const lcv_form *lcv_form_as_tuple(lcv_forms *f, const lcv_form *form)
{
    if (!form || form->kind == LCV_FORM_TUPLE)
        return form;
    if (lcv_form_is_strides(form))
        return lcv_obstacle(f, "expected integers, found strides");
    if (form->kind == LCV_FORM_RELATION)
        return lcv_obstacle(f, "expected integers, found a relation with parameters");
    if (form->kind == LCV_FORM_LAYOUT || form->kind == LCV_FORM_XOR)
        return lcv_form_tuple(f, form->nest, form->extent);
    if (lcv_form_is_morphism(form))
        return lcv_form_of_tuple(f, lc_morphism_domain(form->value->morphism));
    lc_tuple *t = lcv_kept(f->ctx, lcv_as_tuple(f->ctx, form->value));
    return t ? lcv_form_of_tuple(f, t) : lcv_obstacle(f, "expected a tuple");
}

/* The compact layout of a shape. */
static const lcv_form *compact(lcv_forms *f, const lcv_form *shape)
{
    for (size_t i = 0; i < shape->n; i++)
        if (!shape->extent[i] || !lcv_forms_require(f, shape->extent[i], "the extent"))
            return lcv_obstacle(f, "expected a layout");
    const lcv_value *v = lcv_form_with_sizes(f, shape);
    lc_layout *a = v ? lcv_kept(f->ctx, lc_layout_compact(f->ctx, v->tuple)) : NULL;
    return a ? lcv_form_of_layout(f, a) : lcv_obstacle(f, "expected a layout");
}

const lcv_form *lcv_form_as_layout(lcv_forms *f, const lcv_form *form)
{
    if (form && form->kind == LCV_FORM_LAYOUT)
        form = lcv_form_as_tensor(f, form);
    if (!form || (form->kind == LCV_FORM_LAYOUT && !form->offset))
        return form;
    if (form->kind == LCV_FORM_LAYOUT)
        return lcv_obstacle(f, "a tensor with parameters in the place of a layout");
    if (lcv_form_is_strides(form))
        return lcv_obstacle(f, "expected a layout, found strides");
    if (form->kind == LCV_FORM_RELATION)
        return lcv_obstacle(f, "expected a layout, found a relation with parameters");
    if (form->kind == LCV_FORM_SIZED && lcv_form_is_composed(form))
        return lcv_obstacle(f, "expected a layout, found a composed layout with parameters");
    if (form->kind == LCV_FORM_XOR)
        return lcv_obstacle(f, "expected integers, found strides that add by XOR");
    if (form->kind == LCV_FORM_TUPLE)
        return compact(f, form);
    if (lcv_form_is_morphism(form))
        return lcv_form_realized(f, form);
    lc_layout *a = lcv_kept(f->ctx, lcv_as_layout(f->ctx, form->value));
    if (a && lc_layout_codomain(a) == LC_XOR)
        return lcv_obstacle(f, "expected integers, found strides that add by XOR");
    return a ? lcv_form_of_layout(f, a) : lcv_obstacle(f, "expected a layout");
}

const lc_poly *lcv_form_size(lcv_forms *f, const lcv_form *form)
{
    const lcv_form *t = lcv_form_as_tuple(f, form);
    const lc_poly *product = t ? lcv_size_const(f->symbols, 1) : NULL;
    for (size_t i = 0; product && i < t->n; i++)
        product = t->extent[i] ? lcv_size_mul(f->symbols, product, t->extent[i])
                               : lcv_obstacle(f, "expected a shape");
    return product;
}

/* ---- layouts ---- */

/* The strides of one axis, on that axis. */
static lc_layout *axis_at(lcv_forms *f, const lcv_form *form, const lc_tuple *shape,
                          const lc_int *step, size_t axis)
{
    lc_ctx *ctx = f->ctx;
    lc_tuple *stride = lcv_kept(ctx, lc_tuple_like(ctx, form->nest, step + axis * form->n));
    lc_layout *a = stride ? lcv_kept(ctx, lc_layout_new(ctx, shape, stride)) : NULL;
    if (!a || !form->profile)
        return a;
    return lcv_kept(ctx, lc_layout_on_axis(ctx, a, form->profile, axis));
}

lc_layout *lcv_form_layout_at(lcv_forms *f, const lcv_form *form, const lc_int *extent,
                              const lc_int *step)
{
    if (form->kind == LCV_FORM_XOR)
        return lcv_form_xor_at(f, form, extent, step);
    lc_tuple *shape = lcv_kept(f->ctx, lc_tuple_like(f->ctx, form->nest, extent));
    lc_layout *sum = shape ? axis_at(f, form, shape, step, 0) : NULL;
    for (size_t axis = 1; sum && axis < form->naxes; axis++) {
        lc_layout *part = axis_at(f, form, shape, step, axis);
        sum = part ? lcv_kept(f->ctx, lc_layout_add(f->ctx, sum, part)) : NULL;
    }
    return lc_layout_ref(sum);
}
