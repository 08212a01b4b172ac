/* matrix.c - functions that are affine over F2.
 *
 * A layout is affine when its offset and its values at single bits share no bit, so that sums
 * of them are XORs, or when they add by XOR; so is a swizzle of such a layout. Composed layouts
 * with functions outside their swizzle are affine when each function is on the bits that reach
 * it: an offset whose sum with the constant bits touches no bit that varies, a layout whose
 * extents but the last are powers of two and whose values at those bits share none.
 */
#include "config.h"

#include "function.h"

#define MAX_WORDS 8 /* axes of coordinates between two functions */

/* The value, an affine word an axis. */
typedef struct {
    size_t n;
    lc_codomain codomain;
    lc_f2 map[MAX_WORDS]; /* 64 rows */
    uint64_t base[MAX_WORDS];
} words;

/* ---- one word ---- */

static void affine_linear(lcv_function *f)
{
    const lc_linear *l = f->value->linear;
    f->affine = true;
    f->map = *lc_linear_matrix(l);
    f->map.rows = 64;
    f->base = lcv_affine_base(f->value);
}

static void affine_swizzle(lcv_function *f)
{
    f->affine = true;
    f->map = lc_swizzle_matrix(f->value->swizzle, lc_swizzle_bits(f->value->swizzle));
    f->map.rows = 64;
    f->base = 0;
}

/* offset + A, when the offset and the values of A at single bits share no bit, so that
 * sums of them are XORs, or when they add by XOR; then the swizzle of each. */
static void affine_layout(lc_ctx *ctx, lcv_function *f, lc_swizzle w, lc_int offset)
{
    const lc_layout *a = f->value->layout;
    if (!lc_ctx_shortcuts(ctx) || !lc_int_is_power_of_two(f->size) || lc_int_bits(f->size) > 64 ||
        lc_int_sign(offset) < 0 || lc_int_bits(offset) > 62)
        return;
    f->map = lc_f2_zero(64, (unsigned)lc_int_bits(f->size) - 1);
    f->base = lcv_to_word(offset);
    uint64_t seen = f->base;
    for (unsigned j = 0; j < f->map.cols; j++) {
        lc_int value = lc_layout_at(ctx, a, lc_int_from_word(ctx, (uint64_t)1 << j));
        uint64_t word = lcv_to_word(value);
        if (lc_int_sign(value) < 0 || lc_int_bits(value) > 62 ||
            ((seen & word) != 0 && !lcv_adds_by_xor(f->value)))
            return;
        seen |= word;
        f->map.column[j] = lc_swizzle_apply_word(w, word);
    }
    f->base = lc_swizzle_apply_word(w, f->base);
    f->affine = true;
}

/* A list whose values are the XOR of those at single bits, and of the first. */
static void affine_list(lc_ctx *ctx, lcv_function *f)
{
    const lc_ints *values = f->value->values;
    size_t n = lc_ints_length(values);
    if (!lc_ctx_shortcuts(ctx) || n == 0 || (n & (n - 1)) != 0)
        return;
    f->map = lc_f2_zero(64, (unsigned)__builtin_ctzll(n));
    f->base = lcv_to_word(lc_ints_at(values, 0));
    for (unsigned j = 0; j < f->map.cols; j++)
        f->map.column[j] = lcv_to_word(lc_ints_at(values, (size_t)1 << j)) ^ f->base;
    for (size_t c = 0; c < n; c++) {
        lc_int value = lc_ints_at(values, c);
        uint64_t sum = f->base;
        for (uint64_t rest = c; rest != 0; rest &= rest - 1)
            sum ^= f->map.column[__builtin_ctzll(rest)];
        if (lc_int_sign(value) < 0 || lc_int_bits(value) > 62 || lcv_to_word(value) != sum)
            return;
    }
    f->affine = true;
}

/* ---- functions outside a swizzle ---- */

static uint64_t varying(const lc_f2 *map)
{
    uint64_t all = 0;
    for (unsigned j = 0; j < map->cols; j++)
        all |= map->column[j];
    return all;
}

static bool to_word(lc_int value, uint64_t *word)
{
    *word = lcv_to_word(value);
    return lc_int_sign(value) >= 0 && lc_int_bits(value) <= 62;
}

/* ---- from the inside out ---- */

static bool add_offset(lc_ctx *ctx, words *w, const lc_tuple *offset)
{
    if (lc_tuple_nleaves(offset) != w->n)
        return false;
    for (size_t q = 0; q < w->n; q++) {
        lc_int k = lc_tuple_value(offset, q);
        uint64_t varies = varying(&w->map[q]), base;
        if (lc_int_is_zero(k))
            continue;
        lc_int sum = lc_int_add(ctx, lc_int_from_word(ctx, w->base[q]), k);
        if (w->codomain == LC_XOR)
            sum = lc_xor(ctx, lc_int_from_word(ctx, w->base[q]), k);
        bool apart = w->codomain == LC_XOR || (w->base[q] & varies) == 0;
        if (!apart || !to_word(sum, &base) || (w->codomain != LC_XOR && (base & varies) != 0))
            return false;
        w->base[q] = base;
    }
    return true;
}

static void add_swizzle(words *w, lc_swizzle s)
{
    if (s.b == 0)
        return;
    for (unsigned j = 0; j < w->map[0].cols; j++)
        w->map[0].column[j] = lc_swizzle_apply_word(s, w->map[0].column[j]);
    w->base[0] = lc_swizzle_apply_word(s, w->base[0]);
    w->codomain = LC_INTEGERS;
}

/* A layout of bits: every extent but the last is a power of two. */
static bool by_bits(const lc_layout *a)
{
    for (size_t k = 0; k + 1 < lc_layout_nleaves(a); k++)
        if (!lc_int_is_power_of_two(lc_layout_extent(a, k)))
            return false;
    return true;
}

/* Adds the values of a part of the next layout at the bits of a word of this one. */
static bool add_part(lc_ctx *ctx, words *out, const lc_layout *part, const lc_f2 *map,
                     uint64_t base, uint64_t seen[MAX_WORDS])
{
    uint64_t bits = varying(map) | base, value;
    if (!by_bits(part))
        return false;
    for (unsigned i = 0; i < 64; i++) {
        if ((bits >> i & 1) == 0)
            continue;
        for (size_t q = 0; q < out->n; q++) {
            lc_int at = lc_layout_at_axis(ctx, part, q, lc_int_from_word(ctx, (uint64_t)1 << i));
            if (!to_word(at, &value) || (out->codomain != LC_XOR && (seen[q] & value) != 0))
                return false;
            seen[q] |= value;
            for (unsigned j = 0; j < map->cols; j++)
                out->map[q].column[j] ^= (map->column[j] >> i & 1) != 0 ? value : 0;
            out->base[q] ^= (base >> i & 1) != 0 ? value : 0;
        }
    }
    return true;
}

/* The parts of the layout for the leaves of a coordinate. */
static bool add_parts(lc_ctx *ctx, words *out, lc_layout *a, const lc_tuple *profile,
                      const words *in, size_t *leaf, uint64_t seen[MAX_WORDS])
{
    if (!profile || lc_tuple_is_leaf(profile)) {
        size_t q = (*leaf)++;
        return !a || add_part(ctx, out, a, &in->map[q], in->base[q], seen);
    }
    bool ok = true;
    for (size_t i = 0; ok && i < lc_tuple_rank(profile); i++) {
        lc_tuple *part = lcv_part_of(ctx, profile, i);
        bool has = a && i < lc_layout_rank(a);
        lc_layout *mode = has ? lcv_mode_of(ctx, a, i) : NULL;
        ok = part && (mode || !has) && add_parts(ctx, out, mode, part, in, leaf, seen);
    }
    return ok;
}

static words no_words(const lc_layout *a, unsigned cols)
{
    words w = {.n = lc_layout_naxes(a), .codomain = lc_layout_codomain(a)};
    for (size_t q = 0; q < w.n && q < MAX_WORDS; q++)
        w.map[q] = lc_f2_zero(64, cols);
    return w;
}

static bool add_layout(lc_ctx *ctx, words *w, lc_layout *a, const lc_tuple *profile)
{
    words out = no_words(a, w->map[0].cols);
    uint64_t seen[MAX_WORDS] = {0};
    size_t leaf = 0;
    if (out.n > MAX_WORDS || !add_parts(ctx, &out, a, profile, w, &leaf, seen))
        return false;
    *w = out;
    return true;
}

/* The innermost layout on the bits of c. */
static bool begin(lc_ctx *ctx, words *w, const lcv_function *f)
{
    lc_layout *a = f->value->layout;
    unsigned bits = (unsigned)lc_int_bits(f->size) - 1;
    words identity = {.n = 1, .map = {lc_f2_zero(64, bits)}};
    for (unsigned j = 0; j < bits; j++)
        identity.map[0].column[j] = (uint64_t)1 << j;
    *w = identity;
    return add_layout(ctx, w, a, NULL) && add_offset(ctx, w, f->value->offset);
}

static bool affine_composed(lc_ctx *ctx, lcv_function *f)
{
    const lcv_value *v = f->value;
    if (!lc_ctx_shortcuts(ctx) || !lc_int_is_power_of_two(f->size) || lc_int_bits(f->size) > 62)
        return false;
    words *w = lc_frame_alloc(ctx, 1, sizeof *w);
    bool ok = w && begin(ctx, w, f);
    const lc_tuple *profile = lc_layout_profile(v->layout);
    if (ok && v->swizzle.b > 0)
        add_swizzle(w, v->swizzle);
    for (size_t i = 0; ok && i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        ok = lcv_is_zero(o->offset) || add_offset(ctx, w, o->offset);
        if (ok && o->layout) {
            ok = add_layout(ctx, w, o->layout, profile);
            profile = lc_layout_profile(o->layout);
        } else if (ok) {
            add_swizzle(w, o->swizzle);
        }
    }
    if (ok) {
        f->map = w->map[0];
        f->base = w->base[0];
        f->affine = true;
    }
    return ok;
}

void lcv_function_find_matrix(lc_ctx *ctx, lcv_function *f)
{
    const lcv_value *v = f->value;
    lc_swizzle none = {0, 0, 0};
    if (lcv_has_dims(v))
        affine_linear(f);
    else if (v->kind == LCV_SWIZZLE)
        affine_swizzle(f);
    else if (v->values)
        affine_list(ctx, f);
    else if (f->layout)
        affine_layout(ctx, f, none, f->offset);
    else if (v->nouters > 0)
        affine_composed(ctx, f);
    else
        affine_layout(ctx, f, v->swizzle, lc_tuple_value(v->offset, 0));
}

bool lcv_function_measure(lc_ctx *ctx, lcv_function *f)
{
    f->nouts = lcv_has_dims(f->value) ? lc_linear_nouts(f->value->linear) : 1;
    f->shape = lcv_kept(ctx, lcv_as_tuple(ctx, f->value));
    if (!f->shape)
        return false;
    f->size = lc_tuple_size(ctx, f->shape);
    lcv_function_find_matrix(ctx, f);
    return true;
}
