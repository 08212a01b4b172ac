/* law-matrix.c - the law of matrix(X): M c + b is X(c), at 0, at each unit coordinate, and at
 * coordinates on the way to the last one. */
#include "config.h"

#include "laws.h"

#define SAMPLES 64

typedef struct {
    lcv_case *c;
    const lc_tuple *m, *b; /* of the value, leaf by leaf */
    size_t rows, columns;
    bool bits;       /* coordinates are bits, sums modulo 2 */
    lc_tuple *shape; /* flat; of bits: NULL */
} form;

static lc_int entry(const form *f, size_t row, size_t column)
{
    return lc_tuple_value(f->m, row * f->columns + column);
}

/* Row i of M c + b. */
static lc_int by_form(const form *f, size_t i, lc_int coordinate)
{
    lc_ctx *ctx = f->c->ctx;
    lc_int sum = lc_tuple_value(f->b, i);
    for (size_t k = 0; k < f->columns; k++) {
        lc_int digit;
        if (f->bits) {
            digit = lc_int_const(lc_int_bit(coordinate, k));
        } else {
            lc_int extent = lc_tuple_value(f->shape, k);
            digit = k + 1 < f->columns ? lc_int_fmod(ctx, coordinate, extent) : coordinate;
            coordinate = lc_int_fdiv(ctx, coordinate, extent);
        }
        sum = lc_int_add(ctx, sum, lc_int_mul(ctx, digit, entry(f, i, k)));
    }
    return f->bits ? lc_int_fmod(ctx, sum, lc_int_const(2)) : sum;
}

/* Part i of X(c): an axis, or a bit. */
static bool by_value(const form *f, size_t i, lc_int coordinate, lc_int *out)
{
    lc_ctx *ctx = f->c->ctx;
    const lcv_value *x = f->c->args[0];
    if (f->bits) {
        if (!lcv_value_number_at(ctx, x, coordinate, out))
            return false;
        *out = lc_int_const(lc_int_bit(*out, i));
        return true;
    }
    lc_layout *a = x->kind == LCV_TENSOR ? x->layout : lcv_kept(ctx, lcv_as_layout(ctx, x));
    lc_layout *axis = a ? lcv_kept(ctx, lc_layout_axis(ctx, a, i)) : NULL;
    if (!axis)
        return false;
    *out = lc_layout_at(ctx, axis, coordinate);
    if (x->kind == LCV_TENSOR)
        *out = lc_int_add(ctx, *out, lc_tuple_value(x->offset, i));
    return true;
}

static lcv_result *check_at(const form *f, lc_int coordinate)
{
    lcv_case *c = f->c;
    lcv_result *result = lcv_proved(c->ctx, LCV_BY_EVALUATION);
    for (size_t i = 0; i < f->rows && lcv_goes_on(&result); i++) {
        lc_int is, should;
        if (!by_value(f, i, coordinate, &should)) {
            lcv_result_free(result);
            return NULL;
        }
        is = by_form(f, i, coordinate);
        lcv_and(c, &result, lc_int_eq(is, should), LCV_BY_EVALUATION,
                "row %z of M c + b at the coordinate %i: %i is not %i", i, coordinate, is,
                should);
    }
    return result;
}

static bool open_form(lcv_case *c, form *f)
{
    const lcv_value *x = c->args[0];
    bool strides = x->kind == LCV_TUPLE || x->kind == LCV_LAYOUT || x->kind == LCV_TENSOR;
    *f = (form){.c = c, .bits = !strides || lcv_codomain(x) == LC_XOR};
    if (c->value->kind != LCV_TUPLE || lc_tuple_rank(c->value->tuple) != 2)
        return false;
    f->m = lcv_part_of(c->ctx, c->value->tuple, 0);
    f->b = f->m ? lcv_part_of(c->ctx, c->value->tuple, 1) : NULL;
    lc_tuple *shape = f->b ? lcv_kept(c->ctx, lcv_as_tuple(c->ctx, x)) : NULL;
    f->shape = shape ? lcv_kept(c->ctx, lc_tuple_flatten(c->ctx, shape)) : NULL;
    if (!f->shape)
        return false;
    f->rows = lc_tuple_nleaves(f->b);
    f->columns = f->rows > 0 ? lc_tuple_nleaves(f->m) / f->rows : 0;
    size_t columns = f->bits ? lc_int_bits(lc_tuple_size(c->ctx, shape)) - 1
                             : lc_tuple_nleaves(f->shape);
    return f->columns == columns && lc_tuple_nleaves(f->m) == f->rows * columns;
}

lcv_result *lcv_law_matrix(lcv_case *c)
{
    form f;
    if (!open_form(c, &f))
        return lc_ctx_code(c->ctx) != LC_OK
                   ? NULL
                   : lcv_judge(c, false, LCV_BY_EVALUATION, "M has another number of entries");
    lc_int last = lc_int_sub(c->ctx, lc_tuple_size(c->ctx, f.shape), lc_int_const(1));
    lc_int place = lc_int_const(1);
    lcv_result *result = check_at(&f, lc_int_const(0));
    for (size_t k = 0; k < f.columns && lcv_goes_on(&result); k++) {
        lc_int extent = f.bits ? lc_int_const(2) : lc_tuple_value(f.shape, k);
        if (lc_int_lt(lc_int_const(1), extent))
            result = check_at(&f, place);
        place = lc_int_mul(c->ctx, place, extent);
    }
    for (int32_t i = 1; i <= SAMPLES && lcv_goes_on(&result); i++)
        result = check_at(&f, lc_int_fdiv(c->ctx, lc_int_mul(c->ctx, last, lc_int_const(i)),
                                          lc_int_const(SAMPLES)));
    return result;
}
