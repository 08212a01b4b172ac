/* xor-strides.c - strides that add by XOR, with parameters.
 *
 * The step of a leaf is the word N of its stride fN, a size. A multiple i fN is the carry-less
 * product; that is i N where i or N is a power of two, so that multiples by parameters are sizes
 * for fN with such an N: M*f64. What moves leaves about does it as for integers.
 */
#include "config.h"

#include "internal.h"

#include <string.h>

bool lcv_form_has_xor(const lcv_form *form)
{
    const lcv_value *v = form->value;
    return form->kind == LCV_FORM_XOR ||
           (v && (v->kind == LCV_LAYOUT || v->kind == LCV_STRIDES) &&
            lc_layout_codomain(v->layout) == LC_XOR);
}

const lcv_form *lcv_form_as_xor(lcv_forms *f, const lcv_form *form)
{
    if (!form || form->kind == LCV_FORM_XOR)
        return form;
    if (form->kind != LCV_FORM_VALUE || form->value->kind != LCV_LAYOUT ||
        lc_layout_codomain(form->value->layout) != LC_XOR)
        return lcv_obstacle(f, "expected strides that add by XOR");
    lcv_form *lifted = lcv_form_of_layout(f, form->value->layout);
    if (lifted)
        lifted->kind = LCV_FORM_XOR;
    return lifted;
}

/* The part of this nesting of a layout of strides that add by XOR. */
static lc_layout *words_at(lcv_forms *f, const lc_tuple *nest, const lc_int *extent,
                           const lc_int *step)
{
    lc_ctx *ctx = f->ctx;
    if (lc_tuple_is_leaf(nest)) {
        size_t k = (size_t)lc_int_get_si(lc_tuple_value(nest, 0));
        lc_tuple *size = lcv_kept(ctx, lc_tuple_leaf(ctx, extent[k]));
        lc_layout *stride = lcv_kept(ctx, lc_layout_xor(ctx, step[k]));
        return size && stride ? lcv_kept(ctx, lc_layout_reshape(ctx, size, stride)) : NULL;
    }
    size_t rank = lc_tuple_rank(nest);
    lc_layout **mode = lc_frame_alloc(ctx, rank, sizeof(lc_layout *));
    for (size_t i = 0; mode && i < rank; i++) {
        lc_tuple *part = lcv_part_of(ctx, nest, i);
        if (!part || !(mode[i] = words_at(f, part, extent, step)))
            return NULL;
    }
    return mode ? lcv_kept(ctx, lc_layout_concat(ctx, rank, mode)) : NULL;
}

lc_layout *lcv_form_xor_at(lcv_forms *f, const lcv_form *form, const lc_int *extent,
                           const lc_int *step)
{
    return lc_layout_ref(words_at(f, form->nest, extent, step));
}

/* ---- operations ---- */

static const lcv_form *coalesce(lcv_forms *f, const lcv_form *words)
{
    static const lcv_operation of = {.name = "coalesce", .apply = lcv_op_coalesce};
    return lcv_form_computed(f, &of, 1, &words);
}

const lcv_form *lcv_form_xor_compose(lcv_forms *f, const lcv_form *words, const lcv_form *inner)
{
    const lcv_form *a = lcv_form_as_xor(f, words);
    const lcv_form *b = a ? lcv_form_as_layout(f, inner) : NULL;
    const lc_poly *size = b ? lcv_form_size(f, a) : NULL;
    if (!size)
        return NULL;
    bool all = !b->profile && !b->offset && b->n == 1 && lcv_size_is_one(b->step[0]) &&
               lc_poly_equal(b->extent[0], size);
    return all ? coalesce(f, a)
               : lcv_obstacle(f, "a composition with strides that add by XOR, with parameters");
}
