/* sized.c - forms as values with sizes, and back; what lib/ computes with such values.
 *
 * The functions of the language work on layouts in symbols as on those of numbers, with a size
 * for each polynomial (sizes.c). Where a comparison stays open there is no result but an
 * obstacle, and the question stays open: the caller splits the values of the parameters by it.
 */
#include "config.h"

#include "claims.h"

#include "../value/text.h"

/* ---- forms as values ---- */

/* A nesting of leaves of a form, with these numbers or as it is for NULL, and the form's
 * wildcards. */
static lc_tuple *tuple_at(lcv_forms *f, const lcv_form *form, const lc_tuple *nest,
                          const lc_int *number)
{
    lc_ctx *ctx = f->ctx;
    if (lc_tuple_is_leaf(nest)) {
        size_t k = (size_t)lc_int_get_si(lc_tuple_value(nest, 0));
        return lcv_kept(ctx, !form->extent[k] ? lc_tuple_wildcard(ctx)
                             : number         ? lc_tuple_leaf(ctx, number[k])
                                              : lc_tuple_ref(nest));
    }
    size_t rank = lc_tuple_rank(nest);
    lc_tuple **part = lc_frame_alloc(ctx, rank, sizeof(lc_tuple *));
    for (size_t i = 0; part && i < rank; i++) {
        lc_tuple *mode = lcv_part_of(ctx, nest, i);
        if (!mode || !(part[i] = tuple_at(f, form, mode, number)))
            return NULL;
    }
    return part ? lcv_kept(ctx, lc_tuple_of(ctx, rank, part)) : NULL;
}

/* A size as an integer: at the numbers that are given, or as it is. */
static lc_int number_of(lcv_forms *f, const lc_poly *p)
{
    return f->at ? lc_poly_at(f->ctx, p, f->at) : lcv_int_of_poly(f, p);
}

/* The integers of a form; 0 for a wildcard. */
static lc_int *numbers_of(lcv_forms *f, size_t n, const lc_poly *const *p)
{
    lc_int *number = lc_frame_alloc(f->ctx, n, sizeof *number);
    for (size_t i = 0; number && i < n; i++)
        number[i] = p[i] ? number_of(f, p[i]) : lc_int_const(0);
    return number;
}

/* {offset} o layout; takes over the layout. */
static lcv_value *moved(lcv_forms *f, const lcv_form *form, lc_layout *layout)
{
    const lc_int *number = numbers_of(f, form->naxes, form->offset);
    lc_tuple *offset = !number         ? NULL
                       : form->profile ? lc_tuple_like(f->ctx, form->profile, number)
                                       : lc_tuple_leaf(f->ctx, number[0]);
    return lcv_value_tensor_at(f->ctx, offset, layout);
}

/* A tuple or a layout. */
static lcv_value *made_with_sizes(lcv_forms *f, const lcv_form *form)
{
    lc_int *extent = numbers_of(f, form->n, form->extent);
    lc_int *step = extent ? numbers_of(f, form->n * form->naxes, form->step) : NULL;
    if (!step)
        return NULL;
    if (form->kind == LCV_FORM_TUPLE)
        return lcv_value_tuple(f->ctx, lc_tuple_ref(tuple_at(f, form, form->nest, extent)));
    lc_layout *layout = lcv_form_layout_at(f, form, extent, step);
    return form->offset ? moved(f, form, layout) : lcv_value_layout(f->ctx, layout);
}

lcv_value *lcv_value_of_after(lcv_forms *f, const lcv_outer_form *out, const lcv_form *inner)
{
    lc_ctx *ctx = f->ctx;
    lcv_value *of = lcv_form_with_sizes(f, inner);
    lcv_value *outer = !of           ? NULL
                       : out->layout ? lcv_form_with_sizes(f, out->layout)
                                     : lcv_kept(ctx, lcv_value_swizzle(ctx, out->swizzle));
    lcv_value *v = outer ? lcv_value_after(ctx, outer, NULL, of) : NULL;
    if (!v || !out->plus)
        return v;
    v = lcv_kept(ctx, v);
    lc_tuple *plus = lcv_kept(ctx, lc_tuple_leaf(ctx, number_of(f, out->plus)));
    return plus ? lcv_value_after(ctx, NULL, plus, v) : NULL;
}

lcv_value *lcv_value_of_morphism(lcv_forms *f, const lcv_form *domain, const lcv_form *codomain,
                                 const size_t *image)
{
    lcv_value *from = lcv_form_with_sizes(f, domain);
    lcv_value *to = from ? lcv_form_with_sizes(f, codomain) : NULL;
    lc_morphism *made = to ? lc_morphism_new(f->ctx, from->tuple, to->tuple, image) : NULL;
    return made ? lcv_value_morphism(f->ctx, made) : NULL;
}

/* What is made of sizes, at the numbers that are given. */
static lcv_value *sized_at(lcv_forms *f, const lcv_form *form)
{
    const lcv_value *v = form->value;
    lcv_outer_form out;
    size_t image[LC_MAX_LEAVES];
    if (v->kind == LCV_COMPOSED) {
        const lcv_form *inner = lcv_form_inside(f, form, &out);
        return inner ? lcv_value_of_after(f, &out, inner) : NULL;
    }
    if (v->kind != LCV_MORPHISM)
        return NULL;
    const lcv_form *from = lcv_form_of_tuple(f, lc_morphism_domain(v->morphism));
    const lcv_form *to = lcv_form_of_tuple(f, lc_morphism_codomain(v->morphism));
    for (size_t i = 0; from && i < from->n; i++)
        image[i] = lc_morphism_image(v->morphism, i);
    return from && to ? lcv_value_of_morphism(f, from, to, image) : NULL;
}

lcv_value *lcv_form_with_sizes(lcv_forms *f, const lcv_form *form)
{
    if (!form || form->kind == LCV_FORM_RELATION)
        return NULL;
    if (form->value && !(f->at && form->kind == LCV_FORM_SIZED))
        return form->value;
    return lcv_kept(f->ctx, form->value ? sized_at(f, form) : made_with_sizes(f, form));
}

lcv_value *lcv_form_at_numbers(lcv_forms *f, const lcv_form *form, const lc_int *symbol)
{
    f->at = symbol;
    lcv_value *v = lcv_form_with_sizes(f, form);
    f->at = NULL;
    return v;
}

char *lcv_form_to_str(lcv_forms *f, const lcv_form *form)
{
    const lcv_value family = {.kind = form->set ? LCV_SET : LCV_RELATION,
                              .relation = form->relation};
    lc_frame frame = lc_frame_open(f->ctx);
    const lcv_value *v = form->kind == LCV_FORM_RELATION ? &family : lcv_form_with_sizes(f, form);
    char *text = v ? lcv_value_to_str(f->r, v) : NULL;
    lc_frame_close(f->ctx, frame);
    return text;
}

/* ---- forms without parameters ---- */

static bool are_constant(size_t n, const lc_poly *const *p)
{
    lc_int value;
    for (size_t i = 0; p && i < n; i++)
        if (p[i] && !lc_poly_is_const(p[i], &value))
            return false;
    return true;
}

lcv_value *lcv_form_as_value(lcv_forms *f, const lcv_form *form)
{
    if (!form || form->kind == LCV_FORM_SIZED || form->kind == LCV_FORM_RELATION || form->value)
        return form && form->kind != LCV_FORM_SIZED ? form->value : NULL;
    if (!are_constant(form->n, form->extent) ||
        !are_constant(form->n * form->naxes, form->step) ||
        !are_constant(form->naxes, form->offset))
        return NULL;
    lc_frame frame = lc_frame_open(f->ctx);
    lcv_value *v = made_with_sizes(f, form);
    lc_frame_close(f->ctx, frame);
    if (lc_ctx_code(f->ctx) != LC_OK)
        lcv_obstacle(f, "no such layout");
    return ((lcv_form *)(uintptr_t)form)->value = v; /* kept with the form */
}

/* ---- values as forms ---- */

/* Is there a mode whose extent is not known to be 1, and may be? */
static bool may_be_one(const lcv_forms *f, const lcv_form *form)
{
    for (size_t i = 0; i < form->n; i++) {
        lcv_interval bounds = lcv_size_interval(f->symbols, form->extent[i]);
        bool several = bounds.bounded_below && lc_int_lt(lc_int_const(1), bounds.low);
        if (!several && !lcv_size_is_one(form->extent[i]))
            return true;
    }
    return false;
}

static bool tuple_has_sizes(const lc_tuple *t)
{
    bool has = false;
    for (size_t i = 0; t && i < lc_tuple_nleaves(t); i++)
        has = has || (!lc_tuple_is_wildcard(t, i) && lc_int_is_size(lc_tuple_value(t, i)));
    return has;
}

static bool has_sizes(const lcv_value *v)
{
    bool has = tuple_has_sizes(v->offset) || (v->layout && lc_layout_has_sizes(v->layout));
    for (size_t i = 0; i < v->nouters; i++)
        has = has || tuple_has_sizes(v->outer[i].offset) ||
              (v->outer[i].layout && lc_layout_has_sizes(v->outer[i].layout));
    return has || (v->morphism && (tuple_has_sizes(lc_morphism_domain(v->morphism)) ||
                                   tuple_has_sizes(lc_morphism_codomain(v->morphism))));
}

/* A layout or a tensor. */
static const lcv_form *of_layout(lcv_forms *f, const lcv_value *v, bool loose)
{
    const lc_poly *offset[LC_MAX_AXES];
    lcv_form *form = lcv_form_of_layout(f, v->layout);
    if (!form)
        return NULL;
    if (lc_layout_codomain(v->layout) == LC_XOR)
        form->kind = LCV_FORM_XOR;
    form->loose = loose && may_be_one(f, form);
    if (v->kind != LCV_TENSOR || (form->kind == LCV_FORM_XOR && lcv_is_zero(v->offset)))
        return form;
    if (form->kind == LCV_FORM_XOR || form->naxes != lc_tuple_nleaves(v->offset))
        return lcv_obstacle(f, "an offset of another nesting than the values");
    for (size_t q = 0; q < form->naxes; q++)
        offset[q] = lcv_poly_of_int(f, lc_tuple_value(v->offset, q));
    return lcv_form_moved(f, form, offset);
}

const lcv_form *lcv_form_of(lcv_forms *f, lcv_value *v, bool loose)
{
    if (v->kind == LCV_TUPLE)
        return lcv_form_of_tuple(f, v->tuple);
    if (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR)
        return of_layout(f, v, loose);
    lcv_form *form = (lcv_form *)(uintptr_t)lcv_form_value(f, lcv_value_ref(v));
    if (!form || !has_sizes(v))
        return form;
    form->kind = LCV_FORM_SIZED;
    form->loose = loose;
    return form;
}

/* The question that is left open; NULL. */
static void *left_open(lcv_forms *f, const char *name)
{
    lcv_left_open left = f->left;
    f->field.open = false;
    f->left = (lcv_left_open){0};
    if (lc_ctx_code(f->ctx) != LC_ERR_MEMORY)
        lc_ctx_reset(f->ctx);
    if (left.p)
        lcv_forms_leave_open(f, left.p);
    return left.relation
               ? lcv_obstacle(f, "%s: whether %S %s %S", name,
                              lcv_size_to_str(f->symbols, lcv_poly_of_int(f, left.a)),
                              left.relation,
                              lcv_size_to_str(f->symbols, lcv_poly_of_int(f, left.b)))
               : lcv_obstacle(f, "%s of what depends on parameters is out of reach", name);
}

const lcv_form *lcv_form_made(lcv_forms *f, const char *name, lcv_value *v, bool loose)
{
    bool loosened = f->loosened;
    f->loosened = false;
    if (f->field.open)
        return left_open(f, name);
    return v ? lcv_form_of(f, v, loose || loosened) : lcv_obstacle(f, "%s has no value", name);
}

/* ---- operations ---- */

/* n arguments with sizes. */
static lcv_value **all_with_sizes(lcv_forms *f, size_t n, const lcv_form *const *arg)
{
    lcv_value **value = lc_frame_alloc(f->ctx, n, sizeof(lcv_value *));
    for (size_t i = 0; value && i < n; i++)
        if (!(value[i] = lcv_form_with_sizes(f, arg[i])))
            return NULL;
    return value;
}

static const lcv_form *apply(lcv_forms *f, const lcv_operation *of, size_t n,
                             const lcv_form *const *arg, bool loose)
{
    lcv_value **value = all_with_sizes(f, n, arg);
    lcv_call call = {f->r, f->ctx, of->name, n, value, n};
    return lcv_form_made(f, of->name, value ? lcv_kept(f->ctx, lcv_apply(&call, of)) : NULL,
                         loose);
}

const lcv_form *lcv_form_applied(lcv_forms *f, const lcv_operation *of, size_t n,
                                 const lcv_form *const *arg)
{
    bool loose = false;
    for (size_t i = 0; i < n; i++)
        loose = loose || arg[i]->loose;
    return apply(f, of, n, arg, loose);
}

/* The integers of a tuple that is a layout there, or a shape, are extents. */
static bool is_shape(lcv_forms *f, const lcv_form *form)
{
    bool ok = form != NULL;
    for (size_t i = 0; ok && form->kind == LCV_FORM_TUPLE && i < form->n; i++)
        ok = !form->extent[i] || lcv_forms_require(f, form->extent[i], "the extent");
    return ok;
}

static bool are_strict(lcv_forms *f, size_t n, const lcv_form *const *arg)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = !lcv_form_is_loose(f, arg[i]) && is_shape(f, arg[i]);
    return ok;
}

const lcv_form *lcv_form_computed(lcv_forms *f, const lcv_operation *of, size_t n,
                                  const lcv_form *const *arg)
{
    return are_strict(f, n, arg) ? apply(f, of, n, arg, false) : NULL;
}

const lcv_form *lcv_sym_applied(const lcv_sym_call *c)
{
    return lcv_form_applied(c->f, c->of, c->n, c->arg);
}

const lcv_form *lcv_sym_computed(const lcv_sym_call *c)
{
    return lcv_form_computed(c->f, c->of, c->n, c->arg);
}

const lcv_form *lcv_sym_first(const lcv_sym_call *c)
{
    return are_strict(c->f, 1, c->arg) ? lcv_form_applied(c->f, c->of, c->n, c->arg) : NULL;
}

const lcv_form *lcv_sym_joined(const lcv_sym_call *c)
{
    bool tuples = true;
    for (size_t i = 0; i < c->n; i++)
        tuples = tuples && lcv_form_is_tuple(c->arg[i]);
    for (size_t i = 0; !tuples && i < c->n; i++)
        if (!is_shape(c->f, c->arg[i]))
            return NULL;
    return lcv_form_applied(c->f, c->of, c->n, c->arg);
}

const lcv_form *lcv_sym_algebra(const lcv_sym_call *c)
{
    return lcv_form_as_layout(c->f, c->arg[0]) ? lcv_sym_computed(c) : NULL;
}

const lcv_form *lcv_sym_inside(const lcv_sym_call *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (lcv_form_has_xor(c->arg[i]))
            return lcv_obstacle(c->f, "%s of strides that add by XOR, with parameters",
                                c->of->name);
    return lcv_sym_computed(c);
}

/* A shape, or one with strides, whose integers are no extents; or layouts. */
const lcv_form *lcv_sym_make_layout(const lcv_sym_call *c)
{
    bool strides = c->n == 2 && (lcv_form_is_tuple(c->arg[1]) || lcv_form_is_strides(c->arg[1]));
    bool shape = lcv_form_is_tuple(c->arg[0]) && (c->n == 1 || strides);
    return shape ? lcv_sym_first(c) : lcv_sym_joined(c);
}

bool lcv_sym_as_of_numbers(lcv_proof *p)
{
    lcv_forms *f = p->f;
    if (!are_strict(f, p->n, p->arg))
        return false;
    lcv_value **value = all_with_sizes(f, p->n, p->arg);
    lc_frame frame = lc_frame_open(f->ctx);
    lcv_result *result = value ? p->claim->prove(f->r, p->n, value) : NULL;
    bool proved = result && result->verdict == LCV_PROVED;
    lcv_result_free(result);
    lc_frame_close(f->ctx, frame);
    if (f->field.open)
        return left_open(f, p->name) != NULL;
    return proved || lcv_obstacle(f, "%s does not hold of all", p->name) != NULL;
}
