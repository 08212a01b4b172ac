/* products.c - multiply-adds C(c) += A(c) B(c), of matrices (M,K), (N,K) and (M,N). */
#include "config.h"

#include "products.h"

size_t lcv_products_mode(size_t operand, size_t index)
{
    static const size_t mode[3][2] = {{0, 2}, {1, 2}, {0, 1}};
    return mode[operand][index];
}

/* ---- arguments ---- */

static bool read_shape(lc_ctx *ctx, const char *claim, const lcv_value *v, lcv_products *p)
{
    p->shape = lcv_arg_domain(ctx, claim, "S", v);
    if (p->shape && (lc_tuple_is_leaf(p->shape) || lc_tuple_rank(p->shape) != 3))
        return lc_fail(ctx, LC_ERR_INVALID, "%s needs a shape S of three modes, (M,N,K)", claim);
    for (size_t i = 0; p->shape && i < 3; i++) {
        lc_tuple *mode = lcv_part_of(ctx, p->shape, i);
        if (!mode)
            return false;
        p->extent[i] = lc_tuple_size(ctx, mode);
    }
    p->flat = p->shape ? lcv_kept(ctx, lc_tuple_flat(ctx, 3, p->extent)) : NULL;
    p->products = p->flat ? lc_tuple_size(ctx, p->flat) : lc_int_const(0);
    return p->flat != NULL;
}

static bool read_operand(lc_ctx *ctx, const char *claim, const lcv_value *v, lcv_products *p,
                         size_t i)
{
    static const char *const name[] = {"A", "B", "C"};
    lcv_function *f = &p->f[i];
    *f = (lcv_function){.name = name[i]};
    unsigned kinds = LCV_OF_INTEGERS | LCV_OF_COORDINATES | LCV_FUNCTIONS;
    if (!lcv_arg(ctx, claim, name[i], v, kinds, f))
        return false;
    p->count[i] = f->layout ? lc_layout_size(ctx, f->layout) : f->size;
    const lc_tuple *profile = f->layout ? lc_layout_profile(f->layout) : NULL;
    bool pairs = !profile || (!lc_tuple_is_leaf(profile) && lc_tuple_rank(profile) <= 2 &&
                              lc_tuple_nleaves(profile) <= 2);
    return pairs || lc_fail(ctx, LC_ERR_INVALID,
                            "%s needs values of %s that are places of a matrix, integers or "
                            "coordinates of two modes",
                            claim, name[i]);
}

bool lcv_products_of(lc_ctx *ctx, const char *claim, lcv_value *const *args, lcv_products *p)
{
    *p = (lcv_products){.shape = NULL};
    if (!read_shape(ctx, claim, args[3], p))
        return false;
    for (size_t i = 0; i < 3; i++)
        if (!read_operand(ctx, claim, args[i], p, i))
            return false;
    return true;
}

/* ---- one by one ---- */

static bool below(lc_int value, lc_int end)
{
    return lc_int_sign(value) >= 0 && lc_int_lt(value, end);
}

bool lcv_products_place(lc_ctx *ctx, const lcv_products *p, size_t operand, lc_int c,
                        lc_int *first, lc_int *second)
{
    const lcv_function *f = &p->f[operand];
    lc_int rows = p->extent[lcv_products_mode(operand, 0)];
    lc_int columns = p->extent[lcv_products_mode(operand, 1)];
    if (f->layout && lc_layout_codomain(f->layout) == LC_COORDINATES) {
        lc_int value[2] = {lc_int_const(0), lc_int_const(0)};
        for (size_t q = 0; q < lc_layout_naxes(f->layout); q++)
            value[q] = lc_int_add(ctx, lcv_function_origin(f, q),
                                  lc_layout_at_axis(ctx, f->layout, q, c));
        *first = value[0];
        *second = value[1];
    } else {
        lc_int value = lcv_function_at(ctx, f, c);
        *first = lc_int_fmod(ctx, value, rows);
        *second = lc_int_fdiv(ctx, value, rows);
    }
    return below(*first, rows) && below(*second, columns);
}

bool lcv_products_at(lc_ctx *ctx, const lcv_products *p, lc_int c, lc_int *product)
{
    lc_int index[3], value[2];
    bool known[3] = {false, false, false};
    for (size_t i = 0; i < 3; i++) {
        if (!lcv_products_place(ctx, p, i, c, &value[0], &value[1]))
            return false;
        for (size_t j = 0; j < 2; j++) {
            size_t mode = lcv_products_mode(i, j);
            if (known[mode] && !lc_int_eq(index[mode], value[j]))
                return false;
            known[mode] = true;
            index[mode] = value[j];
        }
    }
    lc_int nk = lc_int_add(ctx, index[1], lc_int_mul(ctx, p->extent[1], index[2]));
    *product = lc_int_add(ctx, index[0], lc_int_mul(ctx, p->extent[0], nk));
    return true;
}

/* ---- as layouts ---- */

/* Where the extents of all leaves go on: those of a common refinement, in order. */
typedef struct {
    size_t leaf[3];
    lc_int left[3]; /* of the leaf */
} merge;

static lc_int left_in(const lcv_function *f, merge *m, size_t i)
{
    while (lc_int_is_one(m->left[i]) && m->leaf[i] + 1 < lc_layout_nleaves(f->layout))
        m->left[i] = lc_layout_extent(f->layout, ++m->leaf[i]);
    return m->left[i];
}

/* One more leaf; false: there is none, or the extents do not divide one another. */
static bool merge_next(lc_ctx *ctx, const lcv_products *p, merge *m, lc_int *next)
{
    for (size_t i = 0; i < 3; i++) {
        lc_int left = left_in(&p->f[i], m, i);
        *next = i == 0 ? left : lc_int_min(*next, left);
    }
    bool divides = !lc_int_is_one(*next);
    for (size_t i = 0; divides && i < 3; i++)
        divides = lc_int_divides(ctx, *next, m->left[i]);
    return divides;
}

static lc_int step_of(lc_ctx *ctx, const lcv_products *p, const merge *m, size_t i, size_t axis)
{
    const lc_layout *a = p->f[i].layout;
    if (axis >= lc_layout_naxes(a))
        return lc_int_const(0);
    lc_int past = lc_int_fdiv(ctx, lc_layout_extent(a, m->leaf[i]), m->left[i]);
    return lc_int_mul(ctx, past, lc_layout_step_on(a, axis, m->leaf[i]));
}

/* An axis of an operand packed beside the others: its place among them. */
typedef struct {
    lc_int place[3][2];
} packing;

static size_t axes_of(const lcv_function *f)
{
    return lc_layout_codomain(f->layout) == LC_COORDINATES ? lc_layout_naxes(f->layout) : 1;
}

/* How far the values of an axis may lie apart, those of the operand and those of the product. */
static lc_int span_of(lc_ctx *ctx, const lcv_products *p, size_t i, size_t j)
{
    const lcv_function *f = &p->f[i];
    bool integers = lc_layout_codomain(f->layout) != LC_COORDINATES;
    lc_int low, high, most = p->extent[lcv_products_mode(i, j)];
    lcv_function axis = *f;
    if (integers)
        most = lc_int_mul(ctx, most, p->extent[lcv_products_mode(i, 1)]);
    else if (!lcv_function_axis(ctx, f, j, &axis))
        return lc_int_const(1);
    lcv_function_range(ctx, &axis, &low, &high);
    low = lc_int_min(low, lc_int_const(0));
    return lc_int_add(ctx, lc_int_sub(ctx, lc_int_max(high, most), low), lc_int_const(1));
}

static void pack(lc_ctx *ctx, const lcv_products *p, packing *at)
{
    lc_int place = lc_int_const(1);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < axes_of(&p->f[i]); j++) {
            at->place[i][j] = place;
            place = lc_int_mul(ctx, place, span_of(ctx, p, i, j));
        }
}

static lc_int packed_step(lc_ctx *ctx, const lcv_products *p, const merge *m, const packing *at)
{
    lc_int sum = lc_int_const(0);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < axes_of(&p->f[i]); j++)
            sum = lc_int_add(ctx, sum,
                             lc_int_mul(ctx, at->place[i][j], step_of(ctx, p, m, i, j)));
    return sum;
}

static lc_layout *joined(lc_ctx *ctx, const lcv_products *p, const packing *at)
{
    size_t room = 1, n = 0;
    merge m = {.leaf = {0}};
    lc_int next = lc_int_const(1);
    for (size_t i = 0; i < 3; i++) {
        room += lc_layout_nleaves(p->f[i].layout);
        m.left[i] = lc_layout_extent(p->f[i].layout, 0);
    }
    lc_int *extent = lc_frame_alloc(ctx, 2 * room, sizeof *extent), *step = extent + room;
    if (!extent)
        return NULL;
    while (n < room && merge_next(ctx, p, &m, &next)) {
        extent[n] = next;
        step[n++] = packed_step(ctx, p, &m, at);
        for (size_t i = 0; i < 3; i++)
            m.left[i] = lc_int_fdiv(ctx, m.left[i], next);
    }
    for (size_t i = 0; i < 3; i++) /* the end of all */
        if (!lc_int_is_one(left_in(&p->f[i], &m, i)))
            return NULL;
    if (n == 0) {
        extent[n] = lc_int_const(1);
        step[n++] = lc_int_const(0);
    }
    return lcv_kept(ctx, lc_layout_flat(ctx, n, extent, step));
}

/* D: m, n and k as each operand has them. */
static lc_layout *of_products(lc_ctx *ctx, const lcv_products *p, const packing *at)
{
    lc_int step[3] = {lc_int_const(0), lc_int_const(0), lc_int_const(0)};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 2; j++) {
            bool own = j < axes_of(&p->f[i]) &&
                       lc_layout_codomain(p->f[i].layout) == LC_COORDINATES;
            size_t mode = lcv_products_mode(i, j);
            lc_int by = at->place[i][own ? j : 0];
            if (!own && j == 1)
                by = lc_int_mul(ctx, by, p->extent[lcv_products_mode(i, 0)]);
            step[mode] = lc_int_add(ctx, step[mode], by);
        }
    return lcv_kept(ctx, lc_layout_flat(ctx, 3, p->extent, step));
}

static lc_int origin(lc_ctx *ctx, const lcv_products *p, const packing *at)
{
    lc_int sum = lc_int_const(0);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < axes_of(&p->f[i]); j++)
            sum = lc_int_add(ctx, sum,
                             lc_int_mul(ctx, at->place[i][j], lcv_function_origin(&p->f[i], j)));
    return sum;
}

bool lcv_products_as_layouts(lc_ctx *ctx, const lcv_products *p, lcv_function side[2])
{
    packing at;
    for (size_t i = 0; i < 3; i++)
        if (!p->f[i].layout || lc_layout_codomain(p->f[i].layout) == LC_XOR ||
            (lc_layout_codomain(p->f[i].layout) == LC_COORDINATES && axes_of(&p->f[i]) != 2))
            return false;
    pack(ctx, p, &at);
    side[0] = (lcv_function){.name = "(A,B,C)", .layout = joined(ctx, p, &at)};
    side[0].offset = origin(ctx, p, &at);
    side[1] = (lcv_function){.name = "products", .layout = of_products(ctx, p, &at)};
    side[1].offset = lc_int_const(0);
    return side[0].layout && side[1].layout;
}
