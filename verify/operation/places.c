/* places.c - layouts of shared memory as an instruction sees them. */
#include "config.h"

#include "places.h"

#include "../../lib/text.h"

bool lcv_call_refuse(lcv_call *call, size_t culprit, lc_code code, const char *format, ...)
{
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    char *said = lcv_kept(call->ctx, lc_text_take(call->ctx, &text));
    call->culprit = culprit;
    if (said)
        lc_fail(call->ctx, code, "%s: %s", call->name, said);
    return false;
}

bool lcv_places_width(lcv_places *p, size_t arg, unsigned widths, const char *of,
                      const char *text)
{
    lc_int n = lc_int_const(16);
    if (p->call->n > arg && !lcv_call_int(p->call, arg, &n))
        return false;
    p->bits = lc_int_fits_si(n) ? lc_int_get_si(n) : 0;
    for (unsigned power = 0; power < 7; power++)
        if (p->bits == 1 << power && widths >> power & 1)
            return true;
    char *found = lcv_kept(p->call->ctx, lc_int_to_str(p->call->ctx, n));
    return lcv_call_refuse(p->call, arg, LC_ERR_INVALID, "%s has elements of %s bits; %s", of,
                           found ? found : "?", text);
}

bool lcv_places_extents(lcv_call *call, size_t arg, size_t least, size_t most, size_t *rank,
                        int64_t *extent, const char *expected)
{
    lc_ctx *ctx = call->ctx;
    lc_tuple *shape = lcv_call_shape(call, arg);
    if (!shape)
        return false;
    *rank = lc_tuple_is_leaf(shape) ? 1 : lc_tuple_rank(shape);
    if (*rank < least || *rank > most)
        return lcv_call_refuse(call, arg, LC_ERR_INVALID, "expected %s", expected);
    if (lcv_codomain(call->arg[arg]) == LC_COORDINATES)
        return lcv_call_refuse(call, arg, LC_ERR_INVALID,
                               "expected a layout of integers, places in memory");
    for (size_t i = 0; i < *rank; i++) {
        lc_tuple *mode = lc_tuple_is_leaf(shape) ? shape : lcv_part_of(ctx, shape, i);
        lc_int size = mode ? lc_tuple_size(ctx, mode) : lc_int_const(0);
        if (!mode)
            return false;
        bool fits = lc_int_fits_si(size) && lc_int_get_si(size) < INT64_C(1) << 40;
        extent[i] = fits ? lc_int_get_si(size) : INT64_C(1) << 40;
    }
    return true;
}

bool lcv_places_read(lcv_places *p, size_t arg, size_t n)
{
    lc_ctx *ctx = p->call->ctx;
    lcv_value *v = p->call->arg[arg];
    if (v->kind == LCV_TUPLE &&
        !(v = lcv_kept(ctx, lcv_value_layout(ctx, lcv_as_layout(ctx, v)))))
        return false;
    p->arg = arg;
    p->n = n;
    p->own = v->kind == LCV_COMPOSED ? v->swizzle : (lc_swizzle){0, 0, 0};
    p->at = n > LCV_PLACES ? NULL : lc_frame_alloc(ctx, n, sizeof *p->at);
    if (n > LCV_PLACES)
        return lcv_call_refuse(p->call, arg, LC_ERR_INVALID,
                               "X has %zu elements, more than shared memory: take a part of it",
                               n);
    for (size_t i = 0; p->at && i < n; i++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int value;
        bool ok = lcv_value_number_at(ctx, v, lc_int_si(ctx, (int64_t)i), &value);
        bool small = ok && lc_int_bits(value) < 48;
        p->at[i] = small ? lc_int_get_si(value) * p->bits : 0;
        lc_frame_close(ctx, frame);
        if (!ok)
            return false;
        if (!small)
            return lcv_call_refuse(p->call, arg, LC_ERR_INVALID,
                                   "values of X are no places of shared memory");
    }
    return p->at != NULL;
}

lc_swizzle lcv_swizzle_of_elements(lc_swizzle of_bytes, int64_t bits)
{
    of_bytes.m += 3;
    for (; bits > 1; bits /= 2)
        of_bytes.m--;
    return of_bytes;
}

int64_t lcv_swizzle_bits(lc_swizzle of_bytes, int64_t address)
{
    of_bytes.m += 3;
    return (int64_t)lc_swizzle_apply_word(of_bytes, (uint64_t)address);
}

lcv_value *lcv_numbers(lc_ctx *ctx, size_t n, const int64_t *number)
{
    lcv_value **part = lc_frame_alloc(ctx, n, sizeof *part);
    for (size_t i = 0; part && i < n; i++)
        if (!(part[i] = lcv_kept(ctx, lcv_value_int(ctx, lc_int_si(ctx, number[i])))))
            return NULL;
    return part ? lcv_value_tuple_of(ctx, n, part) : NULL;
}
