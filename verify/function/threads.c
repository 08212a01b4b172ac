/* threads.c - thread-value layouts: what each thread holds. */
#include "config.h"

#include "threads.h"

/* ---- arguments ---- */

static bool of_linear(lc_ctx *ctx, const char *claim, const lc_linear *l, lcv_threads *out)
{
    size_t at;
    if (!lc_linear_find_in(l, "register", &at))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s: %s has no input dim `register`, which holds the values of a thread",
                       claim, out->f->name);
    out->linear = true;
    for (size_t i = 0; i < at; i++)
        out->first += lc_linear_in_dim(l, i).bits;
    out->bits = lc_linear_in_dim(l, at).bits;
    out->threads = lc_int_from_word(ctx, (uint64_t)1 << (lc_linear_in_bits(l) - out->bits));
    return true;
}

bool lcv_threads_of(lc_ctx *ctx, const char *claim, const lcv_value *v, const lcv_function *f,
                    lcv_threads *out)
{
    *out = (lcv_threads){.f = f};
    if (lcv_has_dims(v))
        return of_linear(ctx, claim, v->linear, out);
    lc_tuple *shape = lcv_kept(ctx, lcv_as_tuple(ctx, v));
    if (!shape)
        return false;
    if (lc_tuple_is_leaf(shape) || lc_tuple_rank(shape) < 2)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s: %s is no thread-value layout, which has two modes, the threads and "
                       "the values of each",
                       claim, f->name);
    lc_tuple *first = lcv_part_of(ctx, shape, 0);
    out->threads = first ? lc_tuple_size(ctx, first) : lc_int_const(0);
    return first != NULL;
}

/* ---- coordinates ---- */

lc_int lcv_thread_at(lc_ctx *ctx, const lcv_threads *t, lc_int c)
{
    if (!t->linear)
        return lc_int_fmod(ctx, c, t->threads);
    uint64_t word = lcv_to_word(c), low = word & lc_f2_mask(t->first);
    uint64_t high = t->first + t->bits < 64 ? word >> (t->first + t->bits) : 0;
    return lc_int_from_word(ctx, low | high << t->first);
}

lc_int lcv_register_at(lc_ctx *ctx, const lcv_threads *t, lc_int c)
{
    if (!t->linear)
        return lc_int_fdiv(ctx, c, t->threads);
    return lc_int_from_word(ctx, lcv_to_word(c) >> t->first & lc_f2_mask(t->bits));
}

/* ---- with the thread ---- */

/* `apart` is more than values differ by. */
static bool tag_layout(lc_ctx *ctx, const lcv_threads *t, lc_int apart, lcv_function *out)
{
    const lc_layout *a = t->f->layout;
    size_t n = lc_layout_nleaves(a);
    lc_int *step = lc_frame_alloc(ctx, n, sizeof *step), place = lc_int_const(1);
    lc_tuple *shape = step ? lcv_shape_of(ctx, a) : NULL;
    for (size_t k = 0; shape && k < n; k++) {
        bool of_thread = lc_int_lt(place, t->threads);
        step[k] = lc_layout_step(a, k);
        if (of_thread)
            step[k] = lc_int_add(ctx, step[k], lc_int_mul(ctx, apart, place));
        place = lc_int_mul(ctx, place, lc_layout_extent(a, k));
    }
    lc_tuple *stride = shape ? lcv_kept(ctx, lc_tuple_like(ctx, shape, step)) : NULL;
    *out = (lcv_function){.name = t->f->name, .offset = t->f->offset};
    if (stride)
        out->layout = lcv_kept(ctx, lc_layout_new(ctx, shape, stride));
    return out->layout != NULL;
}

static bool tag_layouts(lc_ctx *ctx, const lcv_threads t[2], lcv_function tagged[2])
{
    lc_int low[2], high[2];
    for (size_t i = 0; i < 2; i++)
        lcv_function_range(ctx, t[i].f, &low[i], &high[i]);
    lc_int span = lc_int_sub(ctx, lc_int_max(high[0], high[1]), lc_int_min(low[0], low[1]));
    lc_int apart = lc_int_add(ctx, span, lc_int_const(1));
    return tag_layout(ctx, &t[0], apart, &tagged[0]) && tag_layout(ctx, &t[1], apart, &tagged[1]);
}

static unsigned value_bits(const lcv_function *f)
{
    uint64_t all = f->base;
    for (unsigned j = 0; j < f->map.cols; j++)
        all |= f->map.column[j];
    return all ? 64 - (unsigned)__builtin_clzll(all) : 0;
}

static bool tag_matrices(lc_ctx *ctx, const lcv_threads t[2], lcv_function tagged[2])
{
    unsigned a = value_bits(t[0].f), b = value_bits(t[1].f), bits = a > b ? a : b;
    for (size_t i = 0; i < 2; i++) {
        tagged[i] = *t[i].f;
        if (bits + tagged[i].map.cols > 62 || !lc_int_is_power_of_two(t[i].threads))
            return false;
        for (unsigned j = 0; j < tagged[i].map.cols; j++) {
            lc_int thread = lcv_thread_at(ctx, &t[i], lc_int_from_word(ctx, (uint64_t)1 << j));
            tagged[i].map.column[j] |= lcv_to_word(thread) << bits;
        }
    }
    return true;
}

bool lcv_by_thread(lc_ctx *ctx, const lcv_threads t[2], lcv_function tagged[2])
{
    const lcv_function *f = t[0].f, *g = t[1].f;
    if (f->layout && g->layout && lc_layout_codomain(f->layout) == LC_INTEGERS &&
        lc_layout_codomain(g->layout) == LC_INTEGERS)
        return tag_layouts(ctx, t, tagged);
    return f->affine && g->affine && tag_matrices(ctx, t, tagged);
}
