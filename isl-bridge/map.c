/* map.c - the relations of a layout, and operations on relations. */
#include "config.h"

#include "internal.h"

#include <isl/local_space.h>
#include <stdlib.h>

/* ---- values ---- */

/* Dimensions of the widest of its basic relations, floors included. */
static isl_stat widest(isl_basic_map *part, void *user)
{
    size_t *dimensions = user;
    isl_size n = isl_basic_map_dim(part, isl_dim_all);
    if (n > 0 && (size_t)n > *dimensions)
        *dimensions = (size_t)n;
    isl_basic_map_free(part);
    return n < 0 ? isl_stat_error : isl_stat_ok;
}

lcr_map *lcr_map_make(lcr_ctx *r, isl_map *map, isl_pw_multi_aff *function, char *text)
{
    size_t dimensions = 0;
    bool ok = map && lcr_isl_ok(r) &&
              isl_map_foreach_basic_map(map, widest, &dimensions) == isl_stat_ok;
    if (!ok)
        lcr_isl_failed(r, "building a relation");
    lcr_map *m = ok ? lc_alloc(r->lc, 1, sizeof *m) : NULL;
    if (!m) {
        isl_map_free(map);
        isl_pw_multi_aff_free(function);
        free(text);
        return NULL;
    }
    *m = (lcr_map){
        .refs = 1, .map = map, .function = function, .text = text, .dimensions = dimensions};
    return lcr_map_weigh(m, 32);
}

lcr_map *lcr_map_make_dense(lcr_ctx *r, isl_pw_multi_aff *function, char *text)
{
    isl_size nin = isl_pw_multi_aff_dim(function, isl_dim_in);
    isl_size nout = isl_pw_multi_aff_dim(function, isl_dim_out);
    bool ok = nin >= 0 && nout >= 0 && lcr_isl_ok(r);
    if (!ok)
        lcr_isl_failed(r, "building a relation");
    lcr_map *m = ok ? lc_alloc(r->lc, 1, sizeof *m) : NULL;
    if (!m) {
        isl_pw_multi_aff_free(function);
        free(text);
        return NULL;
    }
    /* an output at a time: with the floor of its parity, at least */
    *m = (lcr_map){.refs = 1,
                   .function = function,
                   .text = text,
                   .dimensions = (size_t)nin + (size_t)nout + 1};
    return lcr_map_weigh(m, 64);
}

isl_map *lcr_map_whole(lcr_ctx *r, const lcr_map *m)
{
    if (!m->map)
        lc_fail(r->lc, LC_ERR_BUDGET,
                "undecided: the outputs of the relation are XORs of too many bits for isl to "
                "take them together; it is asked about one at a time");
    return m->map;
}

isl_space *lcr_map_space(const lcr_map *m)
{
    return m->map ? isl_map_get_space(m->map) : isl_pw_multi_aff_get_space(m->function);
}

isl_set *lcr_map_domain(const lcr_map *m)
{
    return m->map ? isl_map_domain(isl_map_copy(m->map))
                  : isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(m->function));
}

lcr_map *lcr_map_weigh(lcr_map *m, size_t bits)
{
    if (m) {
        m->bits = bits;
        m->weight = lcr_relation_weight(m->dimensions, bits);
    }
    return m;
}

lcr_map *lcr_map_ref(const lcr_map *m)
{
    lcr_map *shared = (lcr_map *)(uintptr_t)m; /* the count is no part of the value */
    if (shared)
        shared->refs++;
    return shared;
}

void lcr_map_free(lcr_map *m)
{
    if (!m || --m->refs > 0)
        return;
    isl_map_free(m->map);
    isl_pw_multi_aff_free(m->function);
    isl_pw_multi_aff_free(m->inverse);
    free(m->text);
    free(m->lines);
    free(m);
}

static size_t dimensions(const lcr_map *m, enum isl_dim_type type)
{
    isl_size n = m->map ? isl_map_dim(m->map, type) : isl_pw_multi_aff_dim(m->function, type);
    return n < 0 ? 0 : (size_t)n;
}

size_t lcr_map_nin(const lcr_map *m)
{
    return dimensions(m, isl_dim_in);
}

size_t lcr_map_nout(const lcr_map *m)
{
    return dimensions(m, isl_dim_out);
}

/* ---- coordinate spaces ---- */

/* The space of coordinates c, or c0, c1, ... */
static isl_space *coordinate_space(lcr_ctx *r, size_t n)
{
    isl_space *space = isl_space_set_alloc(r->isl, 0, (unsigned)n);
    for (size_t k = 0; k < n; k++) {
        char name[32];
        snprintf(name, sizeof name, n == 1 ? "c" : "c%zu", k);
        space = isl_space_set_dim_name(space, isl_dim_set, (unsigned)k, name);
    }
    return space;
}

/* 0 <= c_k < extent[k]. */
static isl_set *box(lcr_ctx *r, size_t n, const lc_int *extent)
{
    isl_set *set = isl_set_universe(coordinate_space(r, n));
    for (unsigned k = 0; k < n; k++) {
        set = isl_set_lower_bound_si(set, isl_dim_set, k, 0);
        isl_val *last = isl_val_sub_ui(lcr_val(r, extent[k]), 1);
        set = isl_set_upper_bound_val(set, isl_dim_set, k, last);
    }
    return set;
}

/* An expression in n coordinates. */
static isl_aff *linear(lcr_ctx *r, size_t n, const lcr_expr *e)
{
    isl_aff *sum = isl_aff_zero_on_domain(isl_local_space_from_space(coordinate_space(r, n)));
    for (size_t k = 0; k < e->n; k++)
        sum = isl_aff_set_coefficient_val(sum, isl_dim_in, (int)k, lcr_val(r, e->coefficient[k]));
    return isl_aff_set_constant_val(sum, lcr_val(r, e->constant));
}

/* ---- quasi-affine expressions ---- */

/* An integral coordinate: a linear expression in bounded coordinates. */
typedef struct {
    lcr_expr value;
    lcr_range bound[LCR_MAX_VARS];
    bool in_domain; /* from 0 to the size of the layout */
} integral;

/* sum place[k] c_k, c_k from 0 to extent[k]. */
static void integral_in(lc_ctx *ctx, size_t n, const lc_int *place, const lc_int *extent,
                        integral *x)
{
    lcr_expr_zero(&x->value);
    x->in_domain = true;
    for (size_t k = 0; k < n; k++) {
        lcr_expr_add_var(ctx, &x->value, place[k], k);
        lc_int last = lc_int_sub(ctx, extent[k], lc_int_const(1));
        x->bound[k] = (lcr_range){true, true, lc_int_const(0), last};
    }
}

/* floor(x / divisor). */
static isl_aff *quotient(lcr_ctx *r, const integral *x, lc_int divisor)
{
    lcr_split split;
    lcr_split_by(r->lc, x->bound, &x->value, divisor, &split);
    isl_aff *whole = linear(r, x->value.n, &split.whole);
    if (lc_int_is_one(split.divisor))
        return whole;
    isl_aff *units = linear(r, x->value.n, &split.units);
    return isl_aff_add(whole,
                       isl_aff_floor(isl_aff_scale_down_val(units, lcr_val(r, split.divisor))));
}

/* The digit of leaf k of x in the mixed radix of the leaves. */
static isl_aff *digit(lcr_ctx *r, const lcr_leaves *leaves, const integral *x, size_t k)
{
    lc_int end = lc_int_mul(r->lc, leaves->place[k], leaves->extent[k]);
    bool last = x->in_domain ? lc_int_eq(end, leaves->size) : k + 1 == leaves->n;
    isl_aff *q = quotient(r, x, leaves->place[k]);
    if (last)
        return q;
    isl_aff *above = isl_aff_scale_val(quotient(r, x, end), lcr_val(r, leaves->extent[k]));
    return isl_aff_sub(q, above);
}

/* The offset of x on an axis: the index map after the digits. */
static isl_aff *offset_of(lcr_ctx *r, const lcr_leaves *leaves, const integral *x, size_t axis)
{
    lcr_expr zero;
    lcr_expr_zero(&zero);
    isl_aff *sum = linear(r, x->value.n, &zero);
    const lc_int *step = leaves->step + axis * leaves->n;
    for (size_t k = 0; k < leaves->n; k++)
        if (!lc_int_is_zero(step[k]))
            sum = isl_aff_add(sum,
                              isl_aff_scale_val(digit(r, leaves, x, k), lcr_val(r, step[k])));
    return sum;
}

/* ---- the maps ---- */

/* The bits of the largest number in the relations of the leaves, about. */
static size_t bits_of(const lcr_leaves *leaves)
{
    size_t most = 0;
    for (size_t k = 0; k < leaves->naxes * leaves->n; k++)
        if (lc_int_bits(leaves->step[k]) > most)
            most = lc_int_bits(leaves->step[k]);
    return lc_int_bits(leaves->size) + most;
}

/* The map of outputs on a domain; takes over all it is given but the leaves. */
static lcr_map *function_map(lcr_ctx *r, isl_set *domain, isl_multi_aff *outputs, char *text,
                             const lcr_leaves *leaves)
{
    isl_pw_multi_aff *function = isl_pw_multi_aff_alloc(domain, outputs);
    isl_map *map = isl_map_from_pw_multi_aff(isl_pw_multi_aff_copy(function));
    return lcr_map_weigh(lcr_map_make(r, map, function, text), bits_of(leaves));
}

static bool check_leaves(lcr_ctx *r, size_t n)
{
    if (n > LCR_MAX_VARS)
        lc_fail(r->lc, LC_ERR_LIMIT, "a relation in %zu coordinates: expected at most %d", n,
                LCR_MAX_VARS);
    return n <= LCR_MAX_VARS;
}

static bool read_shape(lcr_ctx *r, const lc_tuple *shape, lcr_leaves *leaves)
{
    *leaves = (lcr_leaves){0};
    return check_leaves(r, lc_tuple_nleaves(shape)) && lcr_leaves_of_shape(r->lc, shape, leaves);
}

static bool read_layout(lcr_ctx *r, const lc_layout *a, lcr_leaves *leaves)
{
    *leaves = (lcr_leaves){0};
    return check_leaves(r, lc_layout_nleaves(a)) && lcr_leaves_of_layout(r->lc, a, leaves);
}

/* Room for n outputs on the coordinates of a space of m. */
static isl_multi_aff *outputs(lcr_ctx *r, size_t m, size_t n)
{
    isl_space *space = isl_space_from_domain(coordinate_space(r, m));
    return isl_multi_aff_zero(isl_space_add_dims(space, isl_dim_out, (unsigned)n));
}

/* The offsets of x, an output an axis. */
static isl_multi_aff *offsets_of(lcr_ctx *r, const lcr_leaves *leaves, const integral *x,
                                 size_t m)
{
    isl_multi_aff *offsets = outputs(r, m, leaves->naxes);
    for (size_t q = 0; q < leaves->naxes; q++)
        offsets = isl_multi_aff_set_aff(offsets, (int)q, offset_of(r, leaves, x, q));
    return offsets;
}

/* The digits of x, an output a leaf. */
static isl_multi_aff *digits_of(lcr_ctx *r, const lcr_leaves *leaves, const integral *x, size_t m)
{
    isl_multi_aff *digits = outputs(r, m, leaves->n);
    for (size_t k = 0; k < leaves->n; k++)
        digits = isl_multi_aff_set_aff(digits, (int)k, digit(r, leaves, x, k));
    return digits;
}

/* Of a layout, or of a shape; `other`: of the shape whose coordinates it is in. */
typedef lcr_map *builder(lcr_ctx *r, const lcr_leaves *leaves, const lcr_leaves *other);

/* The map of a layout, or of a shape where the layout is NULL; in the coordinates of another
 * shape, or NULL. */
static lcr_map *of_leaves(lcr_ctx *r, const lc_layout *a, const lc_tuple *shape,
                          const lc_tuple *in, builder *build)
{
    lcr_leaves leaves, other = {0};
    lc_frame frame = lc_frame_open(r->lc);
    lcr_begin(r);
    bool read = (a ? read_layout(r, a, &leaves) : read_shape(r, shape, &leaves)) &&
                (!in || read_shape(r, in, &other));
    lcr_map *m = read ? build(r, &leaves, &other) : NULL;
    lcr_leaves_clear(&other);
    lcr_leaves_clear(&leaves);
    lc_frame_close(r->lc, frame);
    return m;
}

static lcr_map *coord_map(lcr_ctx *r, const lcr_leaves *leaves, const lcr_leaves *other)
{
    (void)other;
    char *text = lcr_coord_formula(r->lc, leaves);
    if (!text)
        return NULL;
    integral c;
    lc_int one = lc_int_const(1);
    integral_in(r->lc, 1, &one, &leaves->size, &c);
    return function_map(r, box(r, 1, &leaves->size), digits_of(r, leaves, &c, 1), text, leaves);
}

static lcr_map *index_map(lcr_ctx *r, const lcr_leaves *leaves, const lcr_leaves *other)
{
    (void)other;
    char *text = lcr_index_formula(r->lc, leaves);
    if (!text)
        return NULL;
    isl_multi_aff *sums = outputs(r, leaves->n, leaves->naxes);
    for (size_t q = 0; q < leaves->naxes; q++) {
        lcr_expr offset;
        lcr_expr_zero(&offset);
        for (size_t k = 0; k < leaves->n; k++)
            lcr_expr_add_var(r->lc, &offset, leaves->step[q * leaves->n + k], k);
        sums = isl_multi_aff_set_aff(sums, (int)q, linear(r, leaves->n, &offset));
    }
    return function_map(r, box(r, leaves->n, leaves->extent), sums, text, leaves);
}

static lcr_map *layout_map(lcr_ctx *r, const lcr_leaves *leaves, const lcr_leaves *other)
{
    (void)other;
    char *text = lcr_layout_formula(r->lc, leaves, false);
    if (!text)
        return NULL;
    integral c;
    lc_int one = lc_int_const(1);
    integral_in(r->lc, 1, &one, &leaves->size, &c);
    return function_map(r, box(r, 1, &leaves->size), offsets_of(r, leaves, &c, 1), text, leaves);
}

static lcr_map *extended_map(lcr_ctx *r, const lcr_leaves *leaves, const lcr_leaves *other)
{
    (void)other;
    char *text = lcr_layout_formula(r->lc, leaves, true);
    if (!text)
        return NULL;
    integral c = {.bound = {{.bounded_below = false}}, .in_domain = false};
    lcr_expr_zero(&c.value);
    lcr_expr_add_var(r->lc, &c.value, lc_int_const(1), 0);
    return function_map(r, isl_set_universe(coordinate_space(r, 1)), offsets_of(r, leaves, &c, 1),
                        text, leaves);
}

lcr_map *lcr_coord_map(lcr_ctx *r, const lc_tuple *shape)
{
    return of_leaves(r, NULL, shape, NULL, coord_map);
}

lcr_map *lcr_index_map(lcr_ctx *r, const lc_layout *a)
{
    return lc_layout_codomain(a) == LC_XOR ? lcr_xor_layout_map(r, LCR_NO_SWIZZLE, a, false)
                                           : of_leaves(r, a, NULL, NULL, index_map);
}

lcr_map *lcr_layout_map(lcr_ctx *r, const lc_layout *a)
{
    return lc_layout_codomain(a) == LC_XOR ? lcr_xor_layout_map(r, LCR_NO_SWIZZLE, a, true)
                                           : of_leaves(r, a, NULL, NULL, layout_map);
}

lcr_map *lcr_extended_map(lcr_ctx *r, const lc_layout *a)
{
    return lcr_no_xor(r, "a relation on all integers", a)
               ? of_leaves(r, a, NULL, NULL, extended_map)
               : NULL;
}

bool lcr_check_size(lcr_ctx *r, lc_int have, lc_int given)
{
    char n[LCR_TEXT_ROOM], s[LCR_TEXT_ROOM];
    if (!lc_int_eq(have, given))
        lc_fail(r->lc, LC_ERR_INVALID,
                "a shape of %s coordinates for a layout of %s: expected the same size",
                lcr_number(given, s), lcr_number(have, n));
    return lc_int_eq(have, given);
}

/* The offset of the integral coordinate that a coordinate of `other` stands for. */
static lcr_map *index_map_in(lcr_ctx *r, const lcr_leaves *leaves, const lcr_leaves *other)
{
    if (!lcr_check_size(r, leaves->size, other->size))
        return NULL;
    integral c;
    integral_in(r->lc, other->n, other->place, other->extent, &c);
    return function_map(r, box(r, other->n, other->extent), offsets_of(r, leaves, &c, other->n),
                        NULL, leaves);
}

lcr_map *lcr_index_map_in(lcr_ctx *r, const lc_layout *a, const lc_tuple *shape)
{
    return lc_layout_codomain(a) == LC_XOR ? lcr_xor_index_map(r, LCR_NO_SWIZZLE, a, shape)
                                           : of_leaves(r, a, NULL, shape, index_map_in);
}

lcr_map *lcr_coord_map_in(lcr_ctx *r, const lc_tuple *of, const lc_tuple *shape)
{
    bool same = lcr_check_size(r, lc_tuple_size(r->lc, of), lc_tuple_size(r->lc, shape));
    return same ? lcr_coord_map(r, shape) : NULL;
}

/* The digits of the integral coordinate that a coordinate of `from` stands for. */
static lcr_map *colex_map(lcr_ctx *r, const lcr_leaves *to, const lcr_leaves *from)
{
    if (!lcr_check_size(r, from->size, to->size))
        return NULL;
    integral c;
    integral_in(r->lc, from->n, from->place, from->extent, &c);
    return function_map(r, box(r, from->n, from->extent), digits_of(r, to, &c, from->n), NULL,
                        from);
}

lcr_map *lcr_colex_map(lcr_ctx *r, const lc_tuple *from, const lc_tuple *to)
{
    return of_leaves(r, NULL, to, from, colex_map);
}

/* ---- maps of maps ---- */

lcr_map *lcr_map_sum(lcr_ctx *r, const lcr_map *a, const lcr_map *b)
{
    if (lcr_map_nin(a) != lcr_map_nin(b) || lcr_map_nout(a) != lcr_map_nout(b))
        return lc_fail(r->lc, LC_ERR_INVALID, "relations of different dimensions do not add");
    if (!lcr_check_weight(r, a->weight + b->weight) || !lcr_map_whole(r, a) ||
        !lcr_map_whole(r, b))
        return NULL;
    lcr_begin_on(r, a->weight + b->weight);
    isl_map *map = isl_map_sum(isl_map_copy(a->map), isl_map_copy(b->map));
    return lcr_map_weigh(lcr_map_make(r, map, NULL, NULL), a->bits + b->bits);
}

lcr_map *lcr_map_reverse(lcr_ctx *r, const lcr_map *m)
{
    if (!lcr_map_whole(r, m))
        return NULL;
    lcr_begin(r);
    lcr_map *reverse = lcr_map_make(r, isl_map_reverse(isl_map_copy(m->map)), NULL, NULL);
    if (!lcr_map_weigh(reverse, m->bits))
        return NULL;
    reverse->function = isl_pw_multi_aff_copy(m->inverse);
    reverse->inverse = isl_pw_multi_aff_copy(m->function);
    return reverse;
}
