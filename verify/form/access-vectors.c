/* access-vectors.c - vectors of accesses by layouts with parameters.
 *
 * The first leaves of the values of a thread are a vector: they move by their places in it, which
 * are numbers. The form of the starts is without them. A swizzle that leaves the bits of a vector
 * alone moves no element of one that starts at a multiple of it.
 */
#include "config.h"

#include "access-vectors.h"

bool lcv_form_is_wildcard(lcv_forms *f, const lcv_form *form)
{
    const lcv_value *v = lcv_form_as_value(f, form);
    return v && v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) &&
           lc_tuple_has_wildcard(v->tuple);
}

bool lcv_form_has_threads(const lcv_form *x)
{
    return !lc_tuple_is_leaf(x->nest) && lc_tuple_rank(x->nest) > 1;
}

/* The leaves of the first mode, if there are others. */
static size_t thread_leaves(lcv_forms *f, const lcv_form *x)
{
    lc_tuple *first = lcv_form_has_threads(x) ? lcv_part_of(f->ctx, x->nest, 0) : NULL;
    return first ? lc_tuple_nleaves(first) : 0;
}

/* What is left of leaf k without the part of a vector, of `left` places, that is in it; NULL with
 * an obstacle. */
static const lc_poly *rest_of(lcv_forms *f, const lc_poly *extent, lc_int left, lc_int *part)
{
    lc_int number;
    *part = left;
    if (lc_poly_is_const(extent, &number))
        *part = lc_int_gcd(f->ctx, left, number);
    const lc_poly *rest = lcv_forms_quotient(f, extent, lcv_size_int(f->symbols, *part));
    bool whole = lc_int_eq(*part, left) ||
                 (rest && lc_poly_is_const(rest, &number) && lc_int_is_one(number));
    return rest && whole ? rest
                         : lcv_obstacle(f, "values of %S as whole vectors",
                                        lcv_size_to_str(f->symbols, extent));
}

static bool moves_by(const lc_poly *step, lc_int place)
{
    lc_int number;
    return lc_poly_is_const(step, &number) && lc_int_eq(number, place);
}

/* The leaves of the starts; false with an obstacle. */
static bool find_starts(lcv_forms *f, const lcv_form *x, unsigned vector, lcv_modes *out)
{
    lc_int left = lc_int_const((int32_t)vector), place = lc_int_const(1), part, number;
    size_t first = thread_leaves(f, x);
    for (size_t k = 0; k < x->n; k++) {
        lcv_mode_size mode = {.extent = x->extent[k], .step = x->step[k]};
        bool inside = k >= first && !lc_int_is_one(left) &&
                      !(lc_poly_is_const(mode.extent, &number) && lc_int_is_one(number));
        if (inside) {
            mode.extent = rest_of(f, x->extent[k], left, &part);
            if (!mode.extent)
                return false;
            if (!moves_by(x->step[k], place))
                return lcv_obstacle(f, "vectors by a stride of %S",
                                    lcv_size_to_str(f->symbols, x->step[k])) != NULL;
            mode.step = lcv_size_mul(f->symbols, x->step[k], lcv_size_int(f->symbols, part));
            left = lc_int_fdiv(f->ctx, left, part);
            place = lc_int_mul(f->ctx, place, part);
        }
        if (!(lc_poly_is_const(mode.extent, &number) && lc_int_is_one(number)))
            out->mode[out->n++] = mode;
    }
    return lc_int_is_one(left) || lcv_obstacle(f, "threads of less than a vector") != NULL;
}

const lcv_form *lcv_form_vector_starts(lcv_forms *f, const lcv_form *x, lc_swizzle w,
                                       unsigned vector)
{
    lcv_modes modes = {.mode = lc_frame_alloc(f->ctx, x->n + 1, sizeof *modes.mode)};
    unsigned alone = w.m < 16 ? 1u << w.m : 1u << 16;
    if (!modes.mode)
        return NULL;
    if (x->profile || x->loose)
        return lcv_obstacle(f, "vectors of a layout of this kind");
    if (w.b > 0 && (vector > alone || w.s == 0))
        return lcv_obstacle(f, "vectors across the bits of a swizzle");
    const lcv_form *flat = find_starts(f, x, vector, &modes) ? lcv_form_of_modes(f, &modes)
                                                             : NULL;
    return flat && x->offset ? lcv_form_moved(f, flat, x->offset) : flat;
}
