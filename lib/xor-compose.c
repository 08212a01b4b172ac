/* xor-compose.c - composition where strides add by XOR.
 *
 * R = A o B, whose strides add by XOR, exists exactly when c -> A(B(c)) is the XOR of its
 * values on the leaves of B, and each of these functions, f on [0,s), is a layout.
 *
 * A first mode n : r of such a layout, r = f(1), needs f(i) = i r for i < n, n dividing s,
 * and f(i + n j) = f(i) xor f(n j) for i < n; the rest is the same question for g(j) = f(n j).
 * Say that n splits f. The largest n that does is the first extent of the coalesced layout,
 * if there is a layout: for let n < m both split f. If r = 0, then g(1) = f(n) = 0; else n is a
 * power of two, as will be shown, and g(1) = f(n) = n r. A mode n : r is then continued by the
 * one after it, and the layout is not coalesced.
 *   m >= 2n  For i < n, (n + i) r = f(n + i) = (n xor i) r: no i < n shares a bit with n.
 *   m = n+d  d < n, and 2m <= s. As above, no i < d shares a bit with n. For i < n - d,
 *            f(n) xor (d + i) r = f(m + i) = f(m) xor i r = f(n) xor (d xor i) r: no i < n - d
 *            shares a bit with d, so that d >= n - d. With D the least power of two that is
 *            d or more, n is a multiple of D, and d < n <= 2d <= 2D: n is D or 2D.
 *
 * The columns of f decide where f is linear over F2 in the bits of i. Let them double up to that
 * of 2^k < s, which is not 2^k r. Then 2^k splits f when it divides s, and nothing larger does.
 * When it does not divide s there is no layout: else let n < 2^k be the first extent of the
 * coalesced one. As shown above, r is not 0 and n = 2^t + l, 0 < l < 2^t; and 2n <= s. i = 2^t
 * gives f(2^(t+1)) xor f(l) = f(n + i) = f(n xor i) = f(l), so f(2^(t+1)) = 0; i = 2^t - l gives
 * f(n xor i) = f(n + i) = f(2^(t+1)) = 0, but it is (n xor i) r.
 */
#include "config.h"

#include "xor.h"

#include <stdlib.h>
#include <string.h>

#define STEPS_MAX ((size_t)1 << 22) /* coordinates, or columns, by leaves of A */
#define BITS_MAX ((size_t)1 << 27)  /* of all the values looked at */

/* The composite under construction: the modes of all leaves of B, in order. */
typedef struct {
    lc_ctx *ctx;
    const lc_layout *a, *b;
    size_t inputs;               /* axes of B */
    lc_layout part[LC_MAX_AXES]; /* what each is a coordinate of */
    lc_columns columns;          /* of B, on axis 0 */
    size_t n;
    lc_int *extent, *step;
    size_t *leaf;                /* of B, that a mode came from */
    lc_compose_failure *failure; /* NULL: only the message is wanted */
} composing;

/* A at these coordinates of its parts. */
static lc_int value_at(const composing *p, const lc_int *x)
{
    lc_codomain codomain = p->a->codomain;
    lc_frame frame = lc_frame_open(p->ctx);
    lc_int value = lc_int_const(0);
    for (size_t i = 0; i < p->inputs; i++) {
        const lc_layout *part = &p->part[i];
        value = lc_sum(p->ctx, codomain, value,
                       lc_leaves_at(p->ctx, part, 0, 0, part->nleaves, x[i]));
    }
    return lc_frame_return(p->ctx, frame, value);
}

/* No leaf has more modes than bits, or than one. */
static bool begin(composing *p)
{
    size_t room;
    if (!lc_columns_of(p->ctx, p->b, 0, &p->columns))
        return false;
    room = p->columns.n + p->b->nleaves;
    p->extent = lc_alloc(p->ctx, room, 2 * sizeof(lc_int) + sizeof(size_t));
    if (!p->extent)
        return false;
    p->step = p->extent + room;
    p->leaf = (size_t *)(void *)(p->step + room);
    return true;
}

static void push_mode(composing *p, size_t leaf, lc_int extent, lc_int step)
{
    p->extent[p->n] = extent;
    p->step[p->n] = step;
    p->leaf[p->n++] = leaf;
}

/* A leaf of extent 1 is never stepped along: its stride is A at its stride in B, where A
 * has a value that an XOR may have. */
static void push_unit(composing *p, size_t leaf)
{
    lc_int x[LC_MAX_AXES], step = lc_int_const(0);
    bool negative = false;
    for (size_t i = 0; i < p->inputs; i++) {
        x[i] = lc_step(p->b, i, leaf);
        negative |= lc_int_sign(x[i]) < 0;
    }
    if (p->a->codomain != LC_XOR || !negative)
        step = value_at(p, x);
    push_mode(p, leaf, lc_int_const(1), lc_int_max(step, lc_int_const(0)));
}

static lc_layout *assemble(composing *p)
{
    const lc_layout *b = p->b;
    size_t extra = p->n > b->nleaves ? 2 * (p->n - b->nleaves) : 0;
    lc_layout *r = lc_layout_alloc_in(p->ctx, LC_XOR, NULL, b->nnodes + extra, p->n);
    if (!r)
        return NULL;
    memcpy(r->extent, p->extent, p->n * sizeof(lc_int));
    memcpy(r->step, p->step, p->n * sizeof(lc_int));
    r->nnodes = lc_nest_split(b->node, b->nnodes, p->n, p->leaf, r->node);
    return lc_layout_seal(p->ctx, r);
}

/* ---- failures ---- */

/* `left` coordinates of leaf `leaf` are still to be covered in steps of `done`. The values run
 * straight for `run` of them: the value at done * run is `value`, not `straight`. */
static bool fail_run(composing *p, size_t leaf, lc_int done, lc_int left, lc_int run,
                     lc_int value, lc_int straight)
{
    lc_ctx *ctx = p->ctx;
    char s[LC_NUMBER_ROOM], n[LC_NUMBER_ROOM], m[LC_NUMBER_ROOM], i[LC_NUMBER_ROOM];
    char v[LC_NUMBER_ROOM], w[LC_NUMBER_ROOM];
    lc_int at = lc_int_mul(ctx, done, run);
    lc_text stride = {0};
    lc_text_add_stride(&stride, p->b, leaf);
    lc_fail(ctx, LC_ERR_NO_VALUE,
            "no layout of XOR strides is A o B: at leaf %zu of B, %s:%.100s, A(B(i)) runs "
            "straight for %s of the %s that are left (at i = %s the value is %s, the straight "
            "line has %s), and %s",
            leaf, lc_number(p->b->extent[leaf], s), lc_text_peek(&stride), lc_number(run, n),
            lc_number(left, m), lc_number(at, i), lc_number(value, v), lc_number(straight, w),
            lc_int_divides(ctx, run, left)
                ? "no first mode as long or shorter leaves a layout for the rest"
                : "no shorter first mode leaves a layout for the rest");
    lc_text_free(&stride);
    if (p->failure) {
        *p->failure =
            (lc_compose_failure){.reason = LC_COMPOSE_RUN,
                                 .by_xor = true,
                                 .leaf = leaf,
                                 .extent = left,
                                 .run = run,
                                 .stride = lc_int_mul(ctx, done, lc_step(p->b, 0, leaf)),
                                 .crd = lc_crd_at_leaf(ctx, p->b, leaf, at),
                                 .value = value,
                                 .candidate = straight};
    }
    return false;
}

typedef enum { NOT_ADDITIVE, NEGATIVE_VALUE, NEGATIVE_INPUT } trouble;

/* The value at a natural coordinate of B, and the XOR of the values at its parts. */
static bool fail_at(composing *p, const lc_int *crd, trouble what, lc_int value, lc_int parts)
{
    lc_ctx *ctx = p->ctx;
    char v[LC_NUMBER_ROOM], w[LC_NUMBER_ROOM];
    lc_tuple *where = lc_crd_of_leaves(p->ctx, p->b, crd);
    char *c = where ? lc_tuple_to_str(ctx, where) : NULL;
    lc_number(value, v);
    if (c && what == NOT_ADDITIVE)
        lc_fail(
            ctx, LC_ERR_NO_VALUE,
            "no layout of XOR strides is A o B: A does not distribute over the modes of B: at "
            "c = %.200s, A(B(c)) = %s, while the parts of c make %s by XOR",
            c, v, lc_number(parts, w));
    else if (c)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no layout of XOR strides is A o B: at c = %.200s, %s = %s is negative%s", c,
                what == NEGATIVE_VALUE ? "A(B(c))" : "B(c)", v,
                what == NEGATIVE_VALUE ? ", which no XOR is" : ", where A has no value");
    free(c);
    if (p->failure && where) {
        size_t first = 0;
        while (first + 1 < p->b->nleaves && lc_int_is_zero(crd[first]))
            first++;
        *p->failure = (lc_compose_failure){.by_xor = true,
                                           .leaf = first,
                                           .reason = what == NOT_ADDITIVE ? LC_COMPOSE_ADDITIVE
                                                                          : LC_COMPOSE_NEGATIVE,
                                           .extent = p->b->extent[first],
                                           .stride = lc_step(p->b, 0, first),
                                           .run = lc_int_const(0),
                                           .crd = where,
                                           .value = value,
                                           .candidate = parts};
    } else {
        lc_tuple_free(where);
    }
    return false;
}

/* ---- by columns ---- */

/* Is the part linear in the bits of coordinates below 2^bits? These are then bits of its own
 * natural coordinates. */
static bool digits_are_bits(const lc_layout *part, size_t bits)
{
    size_t below = 0; /* bits of the leaves so far */
    if (lc_all_zero(part))
        return true;
    for (size_t k = 0; k + 1 < part->nleaves && below < bits; k++) {
        size_t whole = lc_int_bits(part->extent[k]) - 1;
        if (!lc_int_is_power_of_two(part->extent[k]))
            return below + whole >= bits; /* 2^whole is less than the extent */
        below += whole;
    }
    return true;
}

/* A has integers: are sums of its values at single bits XORs? */
static bool values_apart(composing *p, const size_t *bits)
{
    size_t n = 0, t = 0;
    for (size_t i = 0; i < p->inputs; i++)
        n += bits[i];
    if (n > LC_XOR_COLUMNS)
        return false;
    lc_int *value = lc_alloc(p->ctx, n, sizeof *value);
    if (!value)
        return false;
    for (size_t i = 0; i < p->inputs; i++) {
        lc_int x[LC_MAX_AXES] = {{0}};
        x[i] = lc_int_const(1);
        for (size_t j = 0; j < bits[i]; j++) {
            value[t++] = value_at(p, x);
            x[i] = lc_int_add(p->ctx, x[i], x[i]);
        }
    }
    bool apart = lc_columns_apart(p->ctx, n, value);
    free(value);
    return apart;
}

/* Is B linear: does it add by XOR, or are its columns apart on every axis? bits[i] is the number
 * of bits of its values there; x are its columns, `inputs` integers each. */
static bool inner_is_linear(composing *p, lc_int *x, size_t *bits)
{
    bool linear = true;
    for (size_t i = 0; linear && i < p->inputs; i++) {
        lc_columns on;
        if (!lc_columns_of(p->ctx, p->b, i, &on))
            return false;
        linear = p->b->codomain == LC_XOR || lc_columns_apart(p->ctx, on.n, on.value);
        bits[i] = 0;
        for (size_t t = 0; t < on.n; t++) {
            size_t length = lc_int_bits(on.value[t]);
            bits[i] = length > bits[i] ? length : bits[i];
            x[t * p->inputs + i] = on.value[t];
        }
        lc_columns_free(&on);
    }
    return linear;
}

/* The columns of A o B if it is seen to be linear over F2 in the bits of natural coordinates,
 * else NULL, with or without an error. */
static lc_int *linear_columns(composing *p)
{
    size_t bits[LC_MAX_AXES], n = p->columns.n;
    lc_int *x = lc_alloc(p->ctx, n * p->inputs, sizeof *x), *value = NULL;
    bool linear = x && inner_is_linear(p, x, bits) && n * p->a->nleaves <= STEPS_MAX;
    for (size_t i = 0; linear && i < p->inputs; i++)
        linear = digits_are_bits(&p->part[i], bits[i]);
    linear = linear && (p->a->codomain == LC_XOR || values_apart(p, bits));
    if (linear)
        value = lc_alloc(p->ctx, n, sizeof *value);
    for (size_t t = 0; value && t < n; t++)
        value[t] = value_at(p, x + t * p->inputs);
    free(x);
    return value;
}

static bool compose_columns(composing *p, const lc_int *value, size_t leaf)
{
    lc_ctx *ctx = p->ctx;
    size_t t = p->columns.first[leaf], end = p->columns.first[leaf + 1];
    lc_int left = p->b->extent[leaf], done = lc_int_const(1);
    if (t == end)
        push_unit(p, leaf);
    while (t < end) {
        lc_int first = value[t], straight = first, run = lc_int_const(1);
        do {
            straight = lc_int_add(ctx, straight, straight);
            run = lc_int_add(ctx, run, run);
        } while (++t < end && lc_int_eq(value[t], straight));
        if (t == end) {
            push_mode(p, leaf, left, first);
        } else if (lc_int_divides(ctx, run, left)) {
            push_mode(p, leaf, run, first);
            left = lc_int_fdiv(ctx, left, run);
            done = lc_int_mul(ctx, done, run);
        } else {
            return fail_run(p, leaf, done, left, run, value[t], straight);
        }
    }
    return true;
}

/* ---- coordinate by coordinate ---- */

/* The values of A o B, by integral coordinates, and the place of each leaf in these. */
typedef struct {
    size_t n;
    size_t *place;
    lc_int *value;
} table;

static bool few_points(composing *p, size_t *points)
{
    *points = 1;
    for (size_t k = 0; k < p->b->nleaves; k++) {
        lc_int s = p->b->extent[k];
        bool fits = lc_int_le(s, lc_int_const(LC_XOR_POINTS)) &&
                    *points * (size_t)lc_int_get_si(s) * p->inputs <= LC_XOR_POINTS;
        if (!fits || *points * p->a->nleaves > STEPS_MAX)
            return lc_fail(p->ctx, LC_ERR_BUDGET,
                           "A o B is undecided: it is not seen to be linear over F2, and %s",
                           fits ? "A has too many modes to evaluate it at every coordinate of B"
                                : "B has more coordinates than the 65536 that are enumerated");
        *points *= (size_t)lc_int_get_si(s);
    }
    return true;
}

static void coordinate_of(const composing *p, size_t c, lc_int *crd)
{
    for (size_t k = 0; k < p->b->nleaves; k++) {
        size_t s = (size_t)lc_int_get_si(p->b->extent[k]);
        crd[k] = (lc_int){(int64_t)(c % s)};
        c /= s;
    }
}

static bool fail_at_point(composing *p, size_t c, trouble what, lc_int value, lc_int parts)
{
    lc_int crd[p->b->nleaves];
    coordinate_of(p, c, crd);
    return fail_at(p, crd, what, value, parts);
}

/* B on one axis at all coordinates: x[c * inputs]. */
static bool inner_values(composing *p, size_t axis, lc_int *x, size_t *length)
{
    lc_codomain codomain = p->b->codomain;
    size_t n = 1, inputs = p->inputs;
    x[0] = lc_int_const(0);
    for (size_t k = 0; k < p->b->nleaves; k++) {
        size_t s = (size_t)lc_int_get_si(p->b->extent[k]);
        for (size_t j = 1; j < s; j++) {
            lc_int start = lc_scale(p->ctx, codomain, (lc_int){(int64_t)j},
                                    lc_step(p->b, axis, k));
            for (size_t c = 0; c < n; c++) {
                lc_int *y = &x[(j * n + c) * inputs];
                *y = lc_sum(p->ctx, codomain, x[c * inputs], start);
                *length += lc_int_is_small(*y) ? 0 : lc_int_bits(*y);
            }
            if (*length > BITS_MAX)
                return false;
        }
        n *= s;
    }
    return true;
}

static bool too_long(composing *p)
{
    return lc_fail(p->ctx, LC_ERR_BUDGET,
                   "A o B is undecided: its values are too long to look at all of them");
}

/* A at all of these; x: B's values. */
static bool outer_values(composing *p, const lc_int *x, table *f, size_t *length)
{
    for (size_t c = 0; c < f->n; c++) {
        const lc_int *y = x + c * p->inputs;
        for (size_t i = 0; p->a->codomain == LC_XOR && i < p->inputs; i++)
            if (lc_int_sign(y[i]) < 0)
                return fail_at_point(p, c, NEGATIVE_INPUT, y[i], y[i]);
        f->value[c] = value_at(p, y);
        if (p->ctx->int_failed)
            return false;
        if (lc_int_sign(f->value[c]) < 0)
            return fail_at_point(p, c, NEGATIVE_VALUE, f->value[c], f->value[c]);
        *length += lc_int_is_small(f->value[c]) ? 0 : lc_int_bits(f->value[c]);
        if (*length > BITS_MAX)
            return too_long(p);
    }
    return true;
}

static bool tabulate(composing *p, table *f)
{
    size_t length = 0, place = 1;
    *f = (table){.n = 0};
    if (!few_points(p, &f->n))
        return false;
    f->value = lc_alloc(p->ctx, f->n, sizeof *f->value);
    f->place = lc_alloc(p->ctx, p->b->nleaves, sizeof *f->place);
    lc_int *x = lc_alloc(p->ctx, f->n * p->inputs, sizeof *x);
    bool ok = f->value && f->place && x;
    for (size_t k = 0; ok && k < p->b->nleaves; k++) {
        f->place[k] = place;
        place *= (size_t)lc_int_get_si(p->b->extent[k]);
    }
    for (size_t i = 0; ok && i < p->inputs; i++)
        ok = inner_values(p, i, x + i, &length) || too_long(p);
    ok = ok && outer_values(p, x, f, &length);
    free(x);
    return ok;
}

static void table_free(table *f)
{
    free(f->value);
    free(f->place);
}

static bool is_xor(lc_ctx *ctx, lc_int value, lc_int a, lc_int b)
{
    lc_frame frame = lc_frame_open(ctx);
    bool same = lc_int_eq(value, lc_xor(ctx, a, b));
    lc_frame_close(ctx, frame);
    return same;
}

/* f(x) = value[x * place] for x < left: the length of its straight run, and where the line
 * goes at its end. */
static size_t straight_run(lc_ctx *ctx, const lc_int *value, size_t place, size_t left,
                           lc_int *end)
{
    size_t n = 1;
    for (; n < left; n++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int line = lc_scale(ctx, LC_XOR, (lc_int){(int64_t)n}, value[place]);
        if (!lc_int_eq(value[n * place], line)) {
            *end = lc_frame_return(ctx, frame, line);
            break;
        }
        lc_frame_close(ctx, frame);
    }
    return n;
}

static bool splits(lc_ctx *ctx, const lc_int *value, size_t place, size_t left, size_t n)
{
    for (size_t x = n; x < left; x++)
        if (!is_xor(ctx, value[x * place], value[x % n * place], value[(x - x % n) * place]))
            return false;
    return true;
}

static bool compose_points(composing *p, const table *f, size_t leaf)
{
    size_t left = (size_t)lc_int_get_si(p->b->extent[leaf]), done = 1, n;
    if (left == 1)
        push_unit(p, leaf);
    for (; left > 1; left /= n, done *= n) {
        size_t place = f->place[leaf] * done;
        lc_int end = lc_int_const(0);
        size_t run = straight_run(p->ctx, f->value, place, left, &end);
        for (n = run; n > 1; n--)
            if (left % n == 0 && splits(p->ctx, f->value, place, left, n))
                break;
        if (n == 1)
            return fail_run(p, leaf, (lc_int){(int64_t)done}, (lc_int){(int64_t)left},
                            (lc_int){(int64_t)run}, f->value[run * place], end);
        push_mode(p, leaf, (lc_int){(int64_t)n}, f->value[place]);
    }
    return true;
}

/* Every value is the XOR of those on the leaves. */
static bool points_additive(composing *p, const table *f)
{
    for (size_t k = 0; k < p->b->nleaves; k++) {
        size_t place = f->place[k], end = place * (size_t)lc_int_get_si(p->b->extent[k]);
        for (size_t c = place; c < end; c++) {
            lc_int low = f->value[c % place], high = f->value[c - c % place];
            if (!is_xor(p->ctx, f->value[c], low, high))
                return fail_at_point(p, c, NOT_ADDITIVE, f->value[c], lc_xor(p->ctx, low, high));
        }
    }
    return true;
}

/* ---- the composite ---- */

static bool by_points(composing *p)
{
    table f;
    bool ok = tabulate(p, &f);
    for (size_t leaf = 0; ok && leaf < p->b->nleaves; leaf++)
        ok = compose_points(p, &f, leaf);
    ok = ok && points_additive(p, &f);
    table_free(&f);
    return ok;
}

static bool by_columns(composing *p, const lc_int *value)
{
    bool ok = true;
    for (size_t leaf = 0; ok && leaf < p->b->nleaves; leaf++)
        ok = compose_columns(p, value, leaf);
    return ok;
}

static lc_layout *composed(composing *p)
{
    lc_layout *r = NULL;
    if (lc_compose_parts(p->ctx, p->a, p->b, p->part) && begin(p)) {
        lc_int *value = linear_columns(p);
        bool ok = !p->ctx->int_failed && (value ? by_columns(p, value) : by_points(p));
        p->ctx->int_failed &= ok; /* else it is said by the result */
        r = ok ? assemble(p) : NULL;
        free(value);
    }
    free(p->extent);
    lc_columns_free(&p->columns);
    return r;
}

static lc_layout *no_coordinates(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    char *x = lc_layout_to_str(ctx, a), *y = lc_layout_to_str(ctx, b);
    if (x && y)
        lc_fail(
            ctx, LC_ERR_INVALID,
            "A o B for A = %.200s, whose values are coordinates, which add up, and B = %.200s, "
            "whose values have bits in common and add by XOR: expected strides of B that are "
            "integers, or that share no bits",
            x, y);
    free(x);
    free(y);
    return NULL;
}

/* Sizes have no bits to look at. */
static lc_layout *of_sizes(lc_ctx *ctx)
{
    return lc_fail(ctx, LC_ERR_LIMIT,
                   "a composition with strides that add by XOR, with parameters");
}

static lc_layout *compose(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                          lc_compose_failure *failure)
{
    composing p = {.ctx = ctx, .a = a, .b = b, .inputs = b->naxes, .failure = failure};
    if (lc_layout_has_sizes(b))
        return of_sizes(ctx);
    if (b->codomain == LC_XOR && a->codomain != LC_XOR) {
        lc_columns columns;
        if (!lc_columns_of(ctx, b, 0, &columns))
            return NULL;
        bool apart = lc_columns_apart(ctx, columns.n, columns.value);
        lc_columns_free(&columns);
        lc_layout integers;
        lc_view_integers(&integers, b);
        if (apart)
            return lc_compose_explain(ctx, a, &integers, failure);
        if (a->codomain == LC_COORDINATES)
            return no_coordinates(ctx, a, b);
    }
    return lc_layout_has_sizes(a) ? of_sizes(ctx) : composed(&p);
}

lc_layout *lc_compose_xor(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                          lc_compose_failure *failure)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *r = compose(ctx, a, b, failure);
    if (!failure || !failure->crd) /* a failure's integers stay for the caller to read */
        lc_frame_close(ctx, frame);
    return r;
}
