/* accesses.c - the accesses of a warp, and the search for the worst of them. */
#include "config.h"

#include "access-vectors.h"

/* Remainders that are told apart, at most. */
#define MAX_MODULUS 65536
/* Accesses that are looked at when there are too many. */
#define SAMPLE 1024

/* ---- one access ---- */

/* Vectors in the order of accesses, as coordinates of X: the bits of the dim `lane`, which come
 * first, go where they belong, among those that tell vectors apart. */
static lc_int in_order(lc_ctx *ctx, const lcv_accesses *a, lc_int c)
{
    unsigned bit = a->lane_bit;
    if (bit != 0 && lc_int_le(a->apart, lc_int_si(ctx, (int64_t)1 << (bit - 1))))
        bit -= lcv_vector_bits(a);
    if (bit == 0)
        return lcv_vector_start(ctx, a, c);
    uint64_t word = lcv_to_word(c), lane = word & lc_f2_mask(a->lane_bits);
    uint64_t others = a->lane_bits < 64 ? word >> a->lane_bits : 0;
    uint64_t below = others & lc_f2_mask(bit);
    c = lc_int_from_word(ctx, below | lane << bit | (others ^ below) << a->lane_bits);
    return lcv_vector_start(ctx, a, c);
}

lc_int lcv_access_coordinate(lc_ctx *ctx, const lcv_accesses *a, lc_int access, unsigned lane)
{
    lc_int first = lc_int_mul(ctx, access, lc_int_const((int32_t)a->lanes));
    return in_order(ctx, a, lc_int_add(ctx, first, lc_int_const((int32_t)lane)));
}

lc_access lcv_access_at(lc_ctx *ctx, const lcv_accesses *a, lc_int access)
{
    lc_int lanes = lc_int_const((int32_t)a->lanes);
    lc_int left = lc_int_sub(ctx, lcv_vectors_count(ctx, a), lc_int_mul(ctx, access, lanes));
    lc_access made = {.lanes = (unsigned)lc_int_get_si(lc_int_min(left, lanes)),
                      .width = a->width,
                      .banks = a->banks,
                      .fours = a->fours};
    for (unsigned i = 0; i < made.lanes; i++) {
        lc_int c = lcv_access_coordinate(ctx, a, access, i);
        made.byte[i] = lc_int_mul(ctx, a->bytes, lcv_function_at(ctx, &a->x, c));
    }
    return made;
}

/* Large integers take so much longer. */
#define LARGE_FACTOR 16

static bool are_large(lc_ctx *ctx, const lcv_accesses *a)
{
    lc_swizzle w;
    lcv_function inner;
    lc_int low, high;
    size_t bits = LC_LINEAR_BITS;
    if (lcv_function_parts(&a->x, &w, &inner)) {
        lcv_function_range(ctx, &inner, &low, &high);
        bits = lc_int_bits(low) > lc_int_bits(high) ? lc_int_bits(low) : lc_int_bits(high);
    } else if (lcv_has_dims(a->x.value)) {
        bits = lc_linear_out_bits(a->x.value->linear);
    }
    return bits + lc_int_bits(a->bytes) > LC_SWIZZLE_BITS;
}

lc_int lcv_accesses_limit(lc_ctx *ctx, const lcv_accesses *a)
{
    return lc_int_si(ctx, lcv_points(ctx) / (are_large(ctx, a) ? LARGE_FACTOR : 1));
}

/* ---- looking at accesses ---- */

typedef struct {
    const lcv_accesses *a;
    const lcv_cost *cost;
    unsigned enough;
    lcv_worst *worst;
} search;

/* The first lane whose vector is no run, and the value that is elsewhere; `lanes`: none. */
static unsigned scattered(lc_ctx *ctx, const lcv_accesses *a, lc_int access, unsigned lanes,
                          unsigned *value)
{
    unsigned lane = 0;
    while (a->vector > 1 && lane < lanes) {
        *value = lcv_vector_run(ctx, a, lcv_access_coordinate(ctx, a, access, lane), a->vector);
        if (*value < a->vector)
            return lane;
        lane++;
    }
    return lanes;
}

/* False when this is the end of the search. */
static bool look(lc_ctx *ctx, const search *s, lc_int access)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_access made = lcv_access_at(ctx, s->a, access);
    unsigned value = 0, lane = lc_access_misaligned(ctx, &made);
    unsigned apart = lane == made.lanes ? scattered(ctx, s->a, access, lane, &value) : lane;
    unsigned cost = apart == made.lanes ? s->cost->of(ctx, &made) : 0;
    lc_frame_close(ctx, frame);
    lcv_worst *worst = s->worst;
    if (apart < made.lanes) {
        worst->status = lane < made.lanes ? LCV_MISALIGNED : LCV_SCATTERED;
        worst->access = access;
        worst->lane = apart;
        worst->value = value;
    } else if (cost > worst->cost) {
        worst->cost = cost;
        worst->access = access;
        if (cost > s->enough)
            worst->status = LCV_WORST_ENOUGH;
    }
    return worst->status == LCV_WORST_KNOWN && lc_ctx_code(ctx) == LC_OK;
}

/* n accesses from `first` on. */
static bool look_through(lc_ctx *ctx, const search *s, lc_int first, int64_t n)
{
    int64_t i = 0;
    while (i < n && look(ctx, s, lc_int_add(ctx, first, lc_int_si(ctx, i))))
        i++;
    lc_ctx_looks(ctx, (uint64_t)i * s->a->lanes);
    return i == n;
}

/* ---- by matrix ---- */

/* All addresses are multiples of the width when the first one is and a step of each bit. */
static bool bits_are_aligned(lc_ctx *ctx, const search *s)
{
    const lcv_accesses *a = s->a;
    lc_int lanes = lc_int_const((int32_t)a->lanes), width = lc_int_const((int32_t)a->width);
    for (unsigned j = 0; j + lcv_vector_bits(a) < a->x.map.cols; j++) {
        lc_int c = lc_int_from_word(ctx, (uint64_t)1 << j);
        lc_int value = lcv_function_at(ctx, &a->x, in_order(ctx, a, c));
        if (lc_int_divides(ctx, width, lc_int_mul(ctx, a->bytes, value)))
            continue;
        s->worst->status = LCV_MISALIGNED;
        s->worst->access = lc_int_fdiv(ctx, c, lanes);
        s->worst->lane = (unsigned)lc_int_get_si(lc_int_fmod(ctx, c, lanes));
        return false;
    }
    return true;
}

static bool by_matrix(lc_ctx *ctx, const search *s)
{
    const lcv_accesses *a = s->a;
    if (!a->x.affine || (a->lanes & (a->lanes - 1)) != 0 || !lc_int_is_power_of_two(a->bytes))
        return false;
    s->worst->method = LCV_BY_MATRIX;
    if (look(ctx, s, lc_int_const(0)))
        bits_are_aligned(ctx, s);
    return true;
}

/* ---- by period ---- */

/* X(c + block k) for k below `blocks` is X(c) up to an addend that depends on k: the sum of
 * what is left of the modes. The coordinates after the last whole block are the tail. */
typedef struct {
    lc_int block, blocks;
    lc_int modulus;
    size_t n;
    lc_int *extent, *step; /* of the modes that are left, one block */
} period;

/* Where the prefix product of the extents can be cut into blocks that hold whole accesses:
 * in leaf i, after *part of its extent. The last leaf may leave a tail. */
static bool find_cut(lc_ctx *ctx, const lc_layout *a, lc_int lanes, lc_int *before, size_t *i,
                     lc_int *part)
{
    size_t leaves = lc_layout_nleaves(a);
    *before = lc_int_const(1);
    for (*i = 0; *i < leaves; ++*i) {
        lc_int extent = lc_layout_extent(a, *i);
        *part = lc_int_fdiv(ctx, lanes, lc_int_gcd(ctx, lanes, *before));
        if (lc_int_divides(ctx, *part, extent) || (*i + 1 == leaves && lc_int_le(*part, extent)))
            return true;
        *before = lc_int_mul(ctx, *before, extent);
    }
    return false;
}

static bool find_period(lc_ctx *ctx, const lcv_accesses *a, const lc_layout *layout, period *p)
{
    size_t i, leaves = lc_layout_nleaves(layout);
    lc_int before, part;
    if (!find_cut(ctx, layout, lc_int_const((int32_t)a->lanes), &before, &i, &part))
        return false;
    p->extent = lc_frame_alloc(ctx, 2 * leaves, sizeof *p->extent);
    if (!p->extent)
        return false;
    p->step = p->extent + leaves;
    p->block = lc_int_mul(ctx, before, part);
    p->extent[0] = lc_int_fdiv(ctx, lc_layout_extent(layout, i), part);
    p->step[0] = lc_int_mul(ctx, part, lc_layout_step(layout, i));
    p->blocks = p->extent[0];
    for (p->n = 1; ++i < leaves; p->n++) {
        p->extent[p->n] = lc_layout_extent(layout, i);
        p->step[p->n] = lc_layout_step(layout, i);
        p->blocks = lc_int_mul(ctx, p->blocks, p->extent[p->n]);
    }
    return true;
}

/* The least multiple of the swizzle's size whose bytes are a multiple of the grain. */
static lc_int modulus_of(lc_ctx *ctx, lc_swizzle w, lc_int bytes, unsigned grain)
{
    lc_int size = w.b == 0 ? lc_int_const(1) : lc_swizzle_size(ctx, w);
    lc_int whole = lc_int_const((int32_t)grain);
    lc_int common = lc_int_gcd(ctx, whole, lc_int_mul(ctx, bytes, size));
    return lc_int_mul(ctx, size, lc_int_fdiv(ctx, whole, common));
}

/* The remainders that the addend reaches, and for each the first k that has it. */
typedef struct {
    int64_t modulus;
    size_t n;
    int64_t *remainder; /* in the order in which they were found */
    lc_int *k;          /* by remainder */
    bool *seen;
} remainders;

static bool remainders_begin(lc_ctx *ctx, remainders *r, int64_t modulus)
{
    size_t room = (size_t)modulus;
    *r = (remainders){.modulus = modulus};
    r->remainder = lc_frame_alloc(ctx, room, sizeof *r->remainder);
    r->k = lc_frame_alloc(ctx, room, sizeof *r->k);
    r->seen = lc_frame_alloc(ctx, room, sizeof *r->seen);
    if (!r->remainder || !r->k || !r->seen)
        return false;
    r->n = 1;
    r->remainder[0] = 0;
    r->seen[0] = true;
    r->k[0] = lc_int_const(0);
    return true;
}

/* One more mode: up to extent - 1 steps, each of which adds `weight` to k. From every
 * remainder the walk ends where it meets one that is there: that one walks on itself, and
 * was reached with no more steps of this mode, none for those of the modes before. */
static void remainders_add_mode(lc_ctx *ctx, remainders *r, lc_int extent, lc_int step,
                                lc_int weight)
{
    int64_t add = lc_int_get_si(lc_int_fmod(ctx, step, lc_int_si(ctx, r->modulus)));
    size_t level = r->n; /* those from `from` to `level` were reached in the last step */
    size_t from = 0;
    for (lc_int j = lc_int_const(1); from < level && lc_int_lt(j, extent);
         j = lc_int_add(ctx, j, lc_int_const(1))) {
        for (size_t i = from; i < level; i++) {
            int64_t next = (r->remainder[i] + add) % r->modulus;
            if (r->seen[next])
                continue;
            r->seen[next] = true;
            r->k[next] = lc_int_add(ctx, r->k[r->remainder[i]], weight);
            r->remainder[r->n++] = next;
        }
        from = level;
        level = r->n;
    }
}

static bool look_at_remainders(lc_ctx *ctx, const search *s, const period *p, const remainders *r)
{
    lc_int lanes = lc_int_const((int32_t)s->a->lanes);
    lc_int accesses = lc_int_fdiv(ctx, p->block, lanes);
    for (size_t i = 0; i < r->n; i++)
        if (!look_through(ctx, s, lc_int_mul(ctx, r->k[r->remainder[i]], accesses),
                          lc_int_get_si(accesses)))
            return false;
    lc_int tail = lc_int_mul(ctx, p->blocks, accesses);
    return look_through(ctx, s, tail, lc_int_get_si(lc_int_sub(ctx, s->a->count, tail)));
}

/* Few enough coordinates for each remainder and the tail, which is shorter than a block. */
static bool few(lc_ctx *ctx, const lcv_accesses *a, const period *p, size_t n)
{
    lc_int work = lc_int_mul(ctx, p->block, lc_int_si(ctx, (int64_t)n + 1));
    return lc_int_le(work, lcv_accesses_limit(ctx, a));
}

static bool by_remainders(lc_ctx *ctx, const search *s, const period *p)
{
    remainders r;
    bool done = false;
    if (remainders_begin(ctx, &r, lc_int_get_si(p->modulus))) {
        lc_int weight = lc_int_const(1);
        for (size_t i = 0; i < p->n; i++) {
            remainders_add_mode(ctx, &r, p->extent[i], p->step[i], weight);
            weight = lc_int_mul(ctx, weight, p->extent[i]);
        }
        done = few(ctx, s->a, p, r.n);
        if (done) {
            s->worst->method = LCV_BY_PERIOD;
            look_at_remainders(ctx, s, p, &r);
        }
    }
    return done;
}

/* False when it is of no use, or failed. */
static bool by_period(lc_ctx *ctx, const search *s)
{
    lc_swizzle w;
    lcv_function inner;
    if (!lcv_function_parts(&s->a->x, &w, &inner))
        return false;
    period p = {0};
    bool done = false;
    const lc_layout *starts = lcv_vector_starts(ctx, s->a, inner.layout);
    if (starts && find_period(ctx, s->a, starts, &p)) {
        p.modulus = modulus_of(ctx, w, s->a->bytes, s->cost->grain(s->a->width));
        done = lc_int_le(p.modulus, lc_int_const(MAX_MODULUS)) && few(ctx, s->a, &p, 1) &&
               by_remainders(ctx, s, &p);
    }
    return done;
}

/* ---- all of them ---- */

bool lcv_worst_access(lc_ctx *ctx, const lcv_accesses *a, const lcv_cost *cost, unsigned enough,
                      lcv_worst *worst)
{
    *worst = (lcv_worst){.method = LCV_BY_ENUMERATION, .access = lc_int_const(0)};
    search s = {a, cost, enough, worst};
    if (by_matrix(ctx, &s) || by_period(ctx, &s))
        return lc_ctx_code(ctx) == LC_OK;
    bool all = lc_int_le(a->x.size, lcv_accesses_limit(ctx, a));
    lc_int sample = lc_int_min(a->count, lc_int_const(SAMPLE));
    bool through = look_through(ctx, &s, lc_int_const(0), lc_int_get_si(all ? a->count : sample));
    if (through && !all)
        worst->status = LCV_WORST_SO_FAR;
    return lc_ctx_code(ctx) == LC_OK;
}
