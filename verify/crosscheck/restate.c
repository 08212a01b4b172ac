/* restate.c - large relations by their matrices, as linear layouts from x to x, so that one
 * follows another. Relations of 2^24 pairs are not listed.
 */
#include "config.h"

#include "restate.h"

#include "../operation/operation.h"
#include "../value/kept.h"

bool lcv_is_restated(lcv_performed *c, const lcv_operation *of, lcv_restated *out)
{
    bool any = false;
    for (size_t i = 0; of->restated && i < c->n; i++)
        any = any || c->args[i]->map_of;
    *out = (lcv_restated){.n = 0};
    return any && of->restated(c, out) && lc_ctx_code(c->ctx) == LC_OK;
}

#define BITS_LISTED 16 /* of the inputs of relations that are listed */

/* ---- matrices ---- */

static lc_linear *matrix(lcv_performed *c, size_t i)
{
    return i < c->n && lcv_remembered(c->ctx, c->n, c->args)
               ? lcv_remembered_linear(c->ctx, c->args[i])
               : NULL;
}

/* That of the value, a relation, with at least so many bits of output. */
static lc_linear *made(lcv_performed *c, unsigned rows)
{
    lc_linear *l = c->value->kind == LCV_RELATION ? lcv_remembered_linear(c->ctx, c->value)
                                                  : NULL;
    if (!l || lc_linear_out_bits(l) >= rows)
        return l;
    lc_f2 map = *lc_linear_matrix(l);
    map.rows = rows;
    return lcv_kept(c->ctx, lc_linear_new(c->ctx, 1, &(lc_dim){"x", map.cols}, 1,
                                          &(lc_dim){"x", rows}, &map));
}

static lcv_value *of_linear(lcv_performed *c, const lc_linear *l)
{
    return l ? lcv_kept(c->ctx, lcv_value_linear(c->ctx, lc_linear_ref(l))) : NULL;
}

static lcv_value *of_integer(lcv_performed *c, lc_int n)
{
    return lcv_kept(c->ctx, lcv_value_int(c->ctx, n));
}

/* The argument on the first 2^bits coordinates. */
static lc_linear *below(lcv_performed *c, const lc_linear *l, unsigned bits)
{
    lc_f2 map = *lc_linear_matrix(l);
    if (map.cols > bits)
        map.cols = bits;
    return lcv_kept(c->ctx, lc_linear_new(c->ctx, 1, &(lc_dim){"x", map.cols}, 1,
                                          &(lc_dim){"x", map.rows}, &map));
}

/* ---- operations ---- */

static bool operation(lcv_restated *out, const char *name, lcv_value *x, lcv_value *y,
                      lcv_value *value)
{
    *out = (lcv_restated){.operation = name, .n = y ? 2 : 1, .arg = {x, y}, .value = value};
    return x && value;
}

/* A claim about two arguments. */
static bool claim(lcv_restated *out, const char *name, lcv_value *x, lcv_value *y)
{
    *out = (lcv_restated){.claim = name, .n = 2, .arg = {x, y}};
    return x && y;
}

bool lcv_restate_compose(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0), *b = a ? matrix(c, 1) : NULL;
    lc_linear *value = b ? made(c, lc_linear_out_bits(a)) : NULL;
    return value &&
           operation(out, "compose", of_linear(c, a), of_linear(c, b), of_linear(c, value));
}

/* Of a bijection of [0,2^n), the one inverse. */
bool lcv_restate_inverse(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0), *value = a ? made(c, 0) : NULL;
    return value && lc_linear_in_bits(a) == lc_linear_out_bits(a) &&
           operation(out, "invert", of_linear(c, a), NULL, of_linear(c, value));
}

/* A size, or a set [0,n) as n. */
static bool size(lcv_performed *c, lcv_restated *out, const char *name)
{
    lc_linear *a = matrix(c, 0);
    lc_int n;
    return a && lcv_is_interval(c->r, c->value, &n) &&
           operation(out, name, of_linear(c, a), NULL, of_integer(c, n));
}

bool lcv_restate_size(lcv_performed *c, lcv_restated *out)
{
    return size(c, out, "size");
}

bool lcv_restate_cosize(lcv_performed *c, lcv_restated *out)
{
    return size(c, out, "cosize");
}

bool lcv_restate_linear(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0);
    return a && claim(out, "equiv", of_linear(c, a), (lcv_value *)(uintptr_t)c->value);
}

/* From `in` to `out`, as the layout is made of it; one of a composed layout has its modes. */
bool lcv_restate_layout(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = c->n == 1 ? matrix(c, 0) : NULL;
    if (a && c->args[0]->map_of->kind == LCV_COMPOSED)
        return lcv_restate_linear(c, out);
    lc_linear *named =
        a ? lcv_kept(c->ctx,
                     lc_linear_new(c->ctx, 1, &(lc_dim){"in", lc_linear_in_bits(a)}, 1,
                                   &(lc_dim){"out", lc_linear_out_bits(a)}, lc_linear_matrix(a)))
          : NULL;
    return named &&
           operation(out, "layout", of_linear(c, named), NULL, (lcv_value *)(uintptr_t)c->value);
}

/* Of the layout that is remembered, or of one that has the same values. */
bool lcv_restate_complement(lcv_performed *c, lcv_restated *out)
{
    lcv_value *a = lcv_remembered_values(c->ctx, c->args[0]), *made = c->value->map_of;
    lc_int end;
    if (!a || !made || made->kind != LCV_LAYOUT)
        return false;
    if (c->n == 1)
        end = lc_layout_cosize(c->ctx, a->layout);
    else if (!lcv_is_interval(c->r, c->args[1], &end))
        return false;
    return operation(out, "complement", a, of_integer(c, end), made);
}

/* ---- sets ---- */

/* The values are [0,n). */
static bool onto(lcv_performed *c, lcv_restated *out, const lc_linear *a)
{
    lc_int n;
    return a && lcv_is_interval(c->r, c->value, &n) &&
           claim(out, "surjective", of_linear(c, a), of_integer(c, n));
}

/* Argument 0 where argument 1 is, [0,2^n). */
static lc_linear *within(lcv_performed *c, const lc_linear *a)
{
    lc_int n;
    if (!a || !lcv_is_interval(c->r, c->args[1], &n))
        return NULL;
    unsigned bits = (unsigned)lc_int_bits(n) - 1;
    return bits >= lc_linear_in_bits(a) || lc_int_is_power_of_two(n) ? below(c, a, bits) : NULL;
}

/* Of other values of more coordinates than are listed there is nothing that isl would answer. */
static bool nothing(const lc_linear *a)
{
    return a && lc_linear_in_bits(a) > BITS_LISTED;
}

bool lcv_restate_range(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0);
    return onto(c, out, a) || nothing(a);
}

bool lcv_restate_image(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0);
    return onto(c, out, within(c, a)) || nothing(a);
}

bool lcv_restate_restrict(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0), *part = within(c, a);
    lc_linear *value = part ? made(c, lc_linear_out_bits(a)) : NULL;
    if (!value)
        return false;
    lc_int size = lc_int_from_word(c->ctx, (uint64_t)1 << lc_linear_in_bits(part));
    lc_linear *all = lcv_kept(c->ctx, lc_linear_identity1d(c->ctx, size, "x", "x"));
    return all &&
           operation(out, "compose", of_linear(c, a), of_linear(c, all), of_linear(c, value));
}

/* All of the inputs: the outputs are below the size of the other. */
bool lcv_restate_guard(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0), *b = a ? matrix(c, 1) : NULL;
    lc_int n;
    if (!b || !lcv_is_interval(c->r, c->value, &n) || !lc_int_is_power_of_two(n) ||
        (unsigned)lc_int_bits(n) - 1 != lc_linear_in_bits(b))
        return false;
    lc_int size = lc_int_from_word(c->ctx, (uint64_t)1 << lc_linear_in_bits(a));
    return claim(out, "in_bounds", of_linear(c, b), of_integer(c, size));
}

/* ---- pairs ---- */

/* The union and the intersection of what is the same. */
bool lcv_restate_same(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0), *b = a ? matrix(c, 1) : NULL, *value = b ? made(c, 0) : NULL;
    return value && (lc_linear_equal(a, value) || lc_linear_equal(b, value)) &&
           claim(out, "equiv", of_linear(c, a), of_linear(c, b));
}

bool lcv_restate_difference(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0), *b = a ? matrix(c, 1) : NULL;
    return b && c->value->kind == LCV_RELATION &&
           lcr_map_is_empty(c->r, c->value->relation) == LCR_YES &&
           claim(out, "equiv", of_linear(c, a), of_linear(c, b));
}

bool lcv_restate_coalesce(lcv_performed *c, lcv_restated *out)
{
    lc_linear *a = matrix(c, 0), *value = a ? made(c, 0) : NULL;
    return value && claim(out, "equiv", of_linear(c, a), of_linear(c, value));
}
