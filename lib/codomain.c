/* codomain.c - where the values of layouts lie: sums and multiples, profiles of coordinates.
 *
 * The profile of coordinates is the nesting of their tuples, a leaf an axis. A literal tells only
 * the axes that it names: e2 makes (0,0,1). An axis that no stride has is a leaf of 0, which a
 * profile with more below that mode may replace when two are joined.
 */
#include "config.h"

#include <stdlib.h>

#include "internal.h"

/* ---- sums and multiples ---- */

static lc_int xor_of(lc_ctx *ctx, lc_int a, lc_int b)
{
    if (lc_int_is_small(a) && lc_int_is_small(b))
        return (lc_int){a.word ^ b.word};
    return lc_int_xor(ctx, a, b);
}

static lc_int carryless_mpz(lc_ctx *ctx, lc_int i, lc_int d)
{
    mpz_t x, product;
    mpz_init(x);
    mpz_init(product);
    lc_int_get_mpz(x, d);
    for (size_t k = 0, bits = lc_int_bits(i); k < bits; k++) {
        if (lc_int_bit(i, k))
            mpz_xor(product, product, x);
        mpz_mul_2exp(x, x, 1);
    }
    lc_int result = lc_int_from_mpz(ctx, product);
    mpz_clear(x);
    mpz_clear(product);
    return result;
}

/* Where one is a power of two it is their product; the bits of sizes are not known. */
static lc_int carryless_size(lc_ctx *ctx, lc_int i, lc_int d)
{
    lc_int by = lc_int_is_size(i) ? d : i;
    if (!lc_int_is_plain_zero(by) && !lc_int_is_power_of_two(by))
        lc_int_bits(lc_int_is_size(i) ? i : d);
    return lc_int_mul(ctx, i, d);
}

/* The XOR of d shifted by the bits of i. */
static lc_int carryless(lc_ctx *ctx, lc_int i, lc_int d)
{
    if (lc_int_is_size(i) || lc_int_is_size(d))
        return carryless_size(ctx, i, d);
    if (lc_int_sign(i) < 0) {
        lc_fail(ctx, LC_ERR_INVALID,
                "a negative multiple of a stride that adds by XOR: expected coordinates and "
                "factors of 0 or more");
        ctx->int_failed = true;
        return lc_int_const(0);
    }
    size_t bits = lc_int_bits(i) + lc_int_bits(d);
    if (lc_int_is_zero(i) || lc_int_is_zero(d))
        return lc_int_const(0);
    if (bits > LC_MAX_INT_BITS + 1) /* the limit of a product holds here, too */
        return lc_int_big_mul(ctx, i, d);
    if (bits > 62)
        return carryless_mpz(ctx, i, d);
    int64_t product = 0;
    for (int64_t x = d.word, rest = i.word; rest != 0; rest >>= 1, x <<= 1)
        product ^= rest & 1 ? x : 0;
    return (lc_int){product};
}

lc_int lc_scale(lc_ctx *ctx, lc_codomain codomain, lc_int i, lc_int d)
{
    return codomain == LC_XOR ? carryless(ctx, i, d) : lc_int_mul(ctx, i, d);
}

lc_int lc_sum(lc_ctx *ctx, lc_codomain codomain, lc_int a, lc_int b)
{
    return codomain == LC_XOR ? xor_of(ctx, a, b) : lc_int_add(ctx, a, b);
}

/* ---- asking ---- */

bool lc_all_zero(const lc_layout *a)
{
    for (size_t axis = 0; axis < a->naxes; axis++)
        for (size_t k = 0; k < a->nleaves; k++)
            if (!lc_int_is_plain_zero(lc_step(a, axis, k)))
                return false;
    return true;
}

bool lc_integers_only(lc_ctx *ctx, const char *what, const lc_layout *a)
{
    if (a->codomain == LC_INTEGERS)
        return true;
    char *text = lc_layout_to_str(ctx, a);
    if (text)
        lc_fail(ctx, LC_ERR_INVALID, "%s: expected a layout with integer strides, not %.300s",
                what, text);
    free(text);
    return false;
}

lc_tuple *lc_value_of(lc_ctx *ctx, const lc_layout *a, const lc_int *axis)
{
    if (ctx->int_failed) {
        ctx->int_failed = false;
        return NULL;
    }
    return a->profile ? lc_tuple_like(ctx, a->profile, axis) : lc_tuple_leaf(ctx, axis[0]);
}

/* ---- profiles ---- */

static bool unused(const lc_tuple *profile)
{
    return lc_tuple_is_leaf(profile) && lc_int_is_zero(profile->leaf[0]);
}

static lc_tuple *join_profiles(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b);

/* Mode i of both, or of the one that has it. */
static lc_tuple *join_mode(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b, size_t i)
{
    lc_tuple *x = i < lc_tuple_rank(a) ? lc_tuple_mode(ctx, a, i) : NULL;
    lc_tuple *y = i < lc_tuple_rank(b) ? lc_tuple_mode(ctx, b, i) : NULL;
    lc_tuple *joined = x && y ? join_profiles(ctx, x, y) : lc_tuple_ref(x ? x : y);
    lc_tuple_free(x);
    lc_tuple_free(y);
    return joined;
}

static lc_tuple *join_profiles(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b)
{
    if (a == b || unused(a) || unused(b))
        return lc_tuple_ref((unused(a) ? b : a));
    bool leaf = lc_tuple_is_leaf(a);
    if (leaf != lc_tuple_is_leaf(b))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "mixed codomains: a mode of the values is an integer by one stride and a "
                       "tuple by another");
    if (leaf)
        return lc_tuple_leaf(ctx, lc_int_const(1));
    size_t n = lc_tuple_rank(a) > lc_tuple_rank(b) ? lc_tuple_rank(a) : lc_tuple_rank(b);
    lc_tuple *mode[LC_MAX_AXES], *joined = NULL;
    size_t made = 0;
    while (made < n && (mode[made] = join_mode(ctx, a, b, made)))
        made++;
    if (made == n)
        joined = lc_tuple_of(ctx, n, mode);
    while (made > 0)
        lc_tuple_free(mode[--made]);
    return joined;
}

void *lc_too_many_axes(lc_ctx *ctx)
{
    return lc_fail(ctx, LC_ERR_LIMIT, "coordinates of more than %d integers as values",
                   LC_MAX_AXES);
}

lc_tuple *lc_profile_join(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b)
{
    lc_tuple *joined = join_profiles(ctx, a, b);
    if (joined && joined->nleaves > LC_MAX_AXES) {
        lc_tuple_free(joined);
        return lc_too_many_axes(ctx);
    }
    return joined;
}

/* Follows the leaves of a profile through the profile that it was joined to. */
static void map_nodes(const lc_tuple *from, size_t *at, size_t *leaf, const lc_tuple *to,
                      size_t *to_at, size_t *to_leaf, size_t *axis)
{
    uint32_t arity = from->node[(*at)++];
    if (arity == 0) {
        axis[(*leaf)++] = *to_leaf;
        *to_at = lc_nest_skip(to->node, *to_at, to_leaf);
        return;
    }
    uint32_t modes = to->node[(*to_at)++];
    for (uint32_t i = 0; i < arity; i++)
        map_nodes(from, at, leaf, to, to_at, to_leaf, axis);
    for (uint32_t i = arity; i < modes; i++)
        *to_at = lc_nest_skip(to->node, *to_at, to_leaf);
}

void lc_profile_map(const lc_tuple *profile, const lc_tuple *joined, size_t *axis)
{
    size_t at = 0, leaf = 0, to_at = 0, to_leaf = 0;
    map_nodes(profile, &at, &leaf, joined, &to_at, &to_leaf, axis);
}

static bool mixed(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    char *x = lc_layout_to_str(ctx, a), *y = lc_layout_to_str(ctx, b);
    if (x && y)
        lc_fail(ctx, LC_ERR_INVALID,
                "mixed codomains: %.200s and %.200s: expected strides that are all integers, all "
                "of coordinates (e0, 6e1) or all of XOR (f5)",
                x, y);
    free(x);
    free(y);
    return false;
}

/* The codomain of the parts that are not all zero; when all are, the first that is not
 * integers. */
static bool join_codomains(lc_ctx *ctx, size_t n, const lc_layout *const *part,
                           lc_codomain *codomain)
{
    const lc_layout *first = NULL; /* that is not all zero */
    *codomain = LC_INTEGERS;
    for (size_t i = 0; i < n; i++) {
        if (lc_all_zero(part[i])) {
            if (!first && *codomain == LC_INTEGERS)
                *codomain = part[i]->codomain;
        } else if (!first) {
            first = part[i];
            *codomain = first->codomain;
        } else if (first->codomain != part[i]->codomain) {
            return mixed(ctx, first, part[i]);
        }
    }
    return true;
}

bool lc_codomain_join(lc_ctx *ctx, size_t n, const lc_layout *const *part, lc_codomain *codomain,
                      lc_tuple **profile)
{
    *profile = NULL;
    if (!join_codomains(ctx, n, part, codomain))
        return false;
    for (size_t i = 0; *codomain == LC_COORDINATES && i < n; i++) {
        if (!part[i]->profile)
            continue;
        lc_tuple *joined = *profile ? lc_profile_join(ctx, *profile, part[i]->profile)
                                    : lc_tuple_ref(part[i]->profile);
        lc_tuple_free(*profile);
        *profile = joined;
        if (!joined)
            return false;
    }
    return true;
}

/* ---- axes by their paths ---- */

size_t lc_profile_path(const lc_tuple *profile, size_t axis, size_t path[LC_MAX_DEPTH + 1])
{
    size_t depth = 0, at = 0, leaf = 0;
    while (profile->node[at] != 0) {
        at++;
        for (path[depth] = 0;; path[depth]++) {
            size_t end = leaf, next = lc_nest_skip(profile->node, at, &end);
            if (axis < end)
                break;
            at = next;
            leaf = end;
        }
        depth++;
    }
    return depth;
}

/* The axis of this path; SIZE_MAX when no leaf stands there. */
static size_t axis_at(const lc_tuple *profile, size_t depth, const size_t *path)
{
    size_t at = 0, leaf = 0;
    for (size_t d = 0; d < depth; d++) {
        if (path[d] >= profile->node[at])
            return SIZE_MAX;
        at++;
        for (size_t i = 0; i < path[d]; i++)
            at = lc_nest_skip(profile->node, at, &leaf);
    }
    return profile->node[at] == 0 ? leaf : SIZE_MAX;
}

/* Every stride of a is one of b. */
static bool has_strides(const lc_layout *b, const lc_layout *a)
{
    for (size_t axis = 0; axis < a->naxes; axis++) {
        size_t path[LC_MAX_DEPTH + 1], depth = lc_profile_path(a->profile, axis, path);
        size_t same = axis_at(b->profile, depth, path);
        for (size_t k = 0; k < a->nleaves; k++)
            if (!lc_int_eq(lc_step(a, axis, k),
                           same == SIZE_MAX ? lc_int_const(0) : lc_step(b, same, k)))
                return false;
    }
    return true;
}

bool lc_same_coordinates(const lc_layout *a, const lc_layout *b)
{
    return has_strides(b, a) && has_strides(a, b);
}
