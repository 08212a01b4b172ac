/* access-vectors.c - vectors of accesses.
 *
 * Value j of a vector is j times `apart` coordinates past its start: of a thread-value layout the
 * size of its first mode, so that coordinate t + T (v k + j) is value j of vector k of thread t.
 */
#include "config.h"

#include "access-vectors.h"

/* ---- threads ---- */

/* `apart`, and how many values a thread has. False: X has one mode, of which none is threads. */
static bool find_values(lc_ctx *ctx, lcv_accesses *a, lc_int *values)
{
    const lcv_value *v = a->x.value;
    size_t at = 0, first = 0;
    bool threads;
    a->apart = lc_int_const(1);
    if (lcv_has_dims(v)) {
        const lc_linear *l = v->linear;
        bool named = lc_linear_find_in(l, "register", &at);
        threads = named || lc_linear_nins(l) > 1;
        at = named || !threads ? at : 1;
        for (size_t i = 0; i < at; i++)
            first += lc_linear_in_dim(l, i).bits;
        a->apart = lc_int_from_word(ctx, (uint64_t)1 << first);
        *values = named ? lc_int_from_word(ctx, (uint64_t)1 << lc_linear_in_dim(l, at).bits)
                        : lc_int_fdiv(ctx, a->x.size, a->apart);
        return threads;
    }
    threads = !lc_tuple_is_leaf(a->x.shape) && lc_tuple_rank(a->x.shape) > 1;
    lc_tuple *mode = threads ? lcv_part_of(ctx, a->x.shape, 0) : NULL;
    if (mode)
        a->apart = lc_tuple_size(ctx, mode);
    *values = lc_int_fdiv(ctx, a->x.size, a->apart);
    return threads;
}

lc_int lcv_vectors_count(lc_ctx *ctx, const lcv_accesses *a)
{
    return lc_int_fdiv(ctx, a->x.size, lc_int_const((int32_t)a->vector));
}

unsigned lcv_vector_bits(const lcv_accesses *a)
{
    return (unsigned)__builtin_ctz(a->vector);
}

lc_int lcv_vector_start(lc_ctx *ctx, const lcv_accesses *a, lc_int c)
{
    if (a->vector == 1)
        return c;
    lc_int thread = lc_int_fmod(ctx, c, a->apart), vector = lc_int_fdiv(ctx, c, a->apart);
    lc_int first = lc_int_mul(ctx, vector, lc_int_const((int32_t)a->vector));
    return lc_int_add(ctx, thread, lc_int_mul(ctx, a->apart, first));
}

lc_int lcv_vector_value(lc_ctx *ctx, const lcv_accesses *a, lc_int start, unsigned value)
{
    return lc_int_add(ctx, start, lc_int_mul(ctx, a->apart, lc_int_const((int32_t)value)));
}

unsigned lcv_vector_run(lc_ctx *ctx, const lcv_accesses *a, lc_int start, unsigned n)
{
    unsigned run = 1;
    lc_int next = lcv_function_at(ctx, &a->x, start), one = lc_int_const(1);
    for (; run < n; run++) {
        next = lc_int_add(ctx, next, one);
        lc_int c = lcv_vector_value(ctx, a, start, run);
        if (!lc_int_eq(lcv_function_at(ctx, &a->x, c), next))
            break;
    }
    return run;
}

/* ---- the argument ---- */

/* Is the number of values whole vectors, the first of which is a run? */
static bool begins_with(lc_ctx *ctx, const lcv_accesses *a, lc_int values, unsigned vector)
{
    return lc_int_divides(ctx, lc_int_const((int32_t)vector), values) &&
           lcv_vector_run(ctx, a, lc_int_const(0), vector) == vector;
}

/* Does X have whole threads of vectors by itself? */
static bool read_own(lc_ctx *ctx, lcv_accesses *a)
{
    lc_int values, width = lc_int_const((int32_t)a->width);
    bool threads = find_values(ctx, a, &values), more = lc_int_lt(a->bytes, width);
    if (!threads || !more || !lc_int_divides(ctx, a->bytes, width))
        return true;
    unsigned vector = (unsigned)lc_int_get_si(lc_int_fdiv(ctx, width, a->bytes));
    a->vector = begins_with(ctx, a, values, vector) ? vector : 1;
    return true;
}

bool lcv_is_left_out(const lcv_value *given)
{
    return !given || (given->kind == LCV_TUPLE && lc_tuple_is_leaf(given->tuple) &&
                      lc_tuple_has_wildcard(given->tuple));
}

bool lcv_read_vector(lc_ctx *ctx, const char *call, const lcv_value *given, lcv_accesses *a)
{
    lc_int vector, values, width = lc_int_const((int32_t)a->width);
    if (lcv_is_left_out(given))
        return read_own(ctx, a);
    if (!lcv_arg_int(ctx, call, "vector", given, 1, &vector))
        return false;
    if (lc_int_is_one(vector))
        return true;
    char *bytes = lcv_kept(ctx, lc_int_to_str(ctx, a->bytes));
    char *wide = lcv_kept(ctx, lc_int_to_str(ctx, lc_int_mul(ctx, vector, a->bytes)));
    if (!bytes || !wide)
        return false;
    if (!lc_int_eq(lc_int_mul(ctx, vector, a->bytes), width))
        return lc_fail(
            ctx, LC_ERR_INVALID,
            "%s: a vector is what a lane moves: its elements, of %.80s byte%s each, have "
            "%.80s bytes, and the width is %u",
            call, bytes, lc_int_is_one(a->bytes) ? "" : "s", wide, a->width);
    a->vector = (unsigned)lc_int_get_si(vector);
    find_values(ctx, a, &values);
    char *n = lcv_kept(ctx, lc_int_to_str(ctx, values));
    if (!n || lc_int_divides(ctx, vector, values))
        return n != NULL;
    return lc_fail(ctx, LC_ERR_INVALID,
                   "%s: a thread of X has %.80s value%s, which %s no whole vectors of %u", call,
                   n, lc_int_is_one(values) ? "" : "s", lc_int_is_one(values) ? "is" : "are",
                   a->vector);
}

unsigned lcv_vector_possible(lc_ctx *ctx, const lcv_accesses *a, unsigned widest)
{
    lcv_accesses single = *a;
    lc_int values;
    single.vector = 1;
    find_values(ctx, &single, &values);
    for (unsigned width = widest; width > 1; width /= 2) {
        lc_int bytes = lc_int_const((int32_t)width);
        if (!lc_int_divides(ctx, a->bytes, bytes) || !lc_int_lt(a->bytes, bytes))
            continue;
        unsigned vector = (unsigned)lc_int_get_si(lc_int_fdiv(ctx, bytes, a->bytes));
        if (begins_with(ctx, &single, values, vector))
            return vector;
    }
    return 0;
}

/* ---- layouts ---- */

/* The leaf that values begin with: where the threads end; false: inside of a leaf. */
static bool first_value(lc_ctx *ctx, const lc_layout *layout, lc_int threads, size_t *leaf)
{
    lc_int before = lc_int_const(1);
    size_t n = lc_layout_nleaves(layout);
    for (*leaf = 0; *leaf < n && lc_int_lt(before, threads); ++*leaf)
        before = lc_int_mul(ctx, before, lc_layout_extent(layout, *leaf));
    return lc_int_eq(before, threads);
}

const lc_layout *lcv_vector_starts(lc_ctx *ctx, const lcv_accesses *a, const lc_layout *layout)
{
    size_t n = lc_layout_nleaves(layout), k, kept = 0;
    lc_int left = lc_int_const((int32_t)a->vector);
    if (a->vector == 1)
        return layout;
    lc_int *extent = lc_frame_alloc(ctx, 2 * n, sizeof *extent), *step = extent + n;
    if (!extent || !first_value(ctx, layout, a->apart, &k))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        lc_int own = lc_layout_extent(layout, i);
        lc_int part = i < k ? lc_int_const(1) : lc_int_gcd(ctx, left, own);
        if (i >= k && !lc_int_eq(part, own) && !lc_int_eq(part, left))
            return NULL;
        left = lc_int_fdiv(ctx, left, part);
        extent[kept] = lc_int_fdiv(ctx, own, part);
        step[kept] = lc_int_mul(ctx, lc_layout_step(layout, i), part);
        kept += !lc_int_is_one(extent[kept]) || (i + 1 == n && kept == 0);
    }
    return lc_int_is_one(left) ? lcv_kept(ctx, lc_layout_flat(ctx, kept, extent, step)) : NULL;
}
