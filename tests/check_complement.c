/* check_complement.c - complements: what a layout leaves out. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const exists_or_not[] = {"a value", "no value", NULL};

/* Layouts that have a complement often: nested strides, some of them changed. */
static void rnd_complemented(rnd *r, int64_t max, m_layout *out)
{
    if (rnd_chance(r, 35)) {
        rnd_layout(r, max, out);
        return;
    }
    rnd_nested(r, max, out);
    for (size_t i = 0; i < out->n; i++) {
        if (rnd_chance(r, 8))
            out->stride[i] = 0;
        if (rnd_chance(r, 8))
            out->stride[i] = -out->stride[i];
    }
}

/* ---- the construction */

LAW(the_extendable_complement, "complement", exists_or_not)
{
    m_layout a, want;
    rnd_complemented(&l->rnd, 1024, &a);
    bool exists = m_complement(&a, &want);
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = law_own(l, lc_complement(l->ctx, law_layout(l, &a)));
    return law_same(l, got, exists, &want, law_printf(l, "complement(%s)", law_text(l, &a)));
}

LAW(the_complement_up_to_a_size, "complement up to a size", exists_or_not)
{
    m_layout a, want;
    rnd_complemented(&l->rnd, 1024, &a);
    int64_t n = rnd_chance(&l->rnd, 50) ? m_size(&a) * rnd_in(&l->rnd, 1, 12)
                                        : rnd_in(&l->rnd, 1, 4000);
    bool exists = m_complement_to(&a, n, &want);
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = law_own(l,
                             lc_complement_to(l->ctx, law_layout(l, &a), lc_int_si(l->ctx, n)));
    return law_same(l, got, exists, &want,
                    law_printf(l, "complement(%s,%lld)", law_text(l, &a), (long long)n));
}

/* ---- the laws */

/* Law 28: of C(i), i in [1, count), none is an offset of A. Law 29: C(i - 1) < C(i). */
static bool laws(law *l, const m_layout *a, const m_layout *c, int64_t count)
{
    int64_t size = m_size(a);
    int64_t *offset = law_own_memory(l, m_table(a));
    qsort(offset, (size_t)size, sizeof *offset, m_by_value);
    for (int64_t i = 1; i < count; i++) {
        int64_t value = m_at(c, i);
        if (value <= m_at(c, i - 1))
            return law_fail(l, "%s does not increase at %lld", law_text(l, c), (long long)i);
        if (bsearch(&value, offset, (size_t)size, sizeof *offset, m_by_value))
            return law_fail(l, "%s has %lld at %lld, an offset of %s", law_text(l, c),
                            (long long)value, (long long)i, law_text(l, a));
    }
    return true;
}

LAW(complements_are_disjoint_and_ordered,
    "a complement meets laws 28 and 29 on its extended domain", exists_or_not)
{
    m_layout a, c;
    rnd_complemented(&l->rnd, 512, &a);
    lc_layout *x = law_layout(l, &a), *got = law_own(l, lc_complement(l->ctx, x));
    law_saw(l, got ? 0 : 1);
    if (!got)
        return true;
    if (!law_model(l, got, &c))
        return law_fail(l, "complement(%s) is %s", law_text(l, &a), law_show(l, got));
    int64_t low, high;
    m_range(&a, &low, &high);
    return laws(l, &a, &c, m_size(&c) + 200);
}

/* Together with A: no offset twice (when A itself has none), N offsets or more. */
LAW(a_layout_and_its_complement, "a layout and its complement",
    CLASSES("nothing left out", "gaps left"))
{
    m_layout a, part[2], both;
    rnd_nested(&l->rnd, 64, &a);
    int64_t low, high;
    m_range(&a, &low, &high);
    int64_t n = rnd_in(&l->rnd, 1, 4 * high + 4);
    if (n > 4000)
        n = 4000;
    lc_layout *got = law_own(l,
                             lc_complement_to(l->ctx, law_layout(l, &a), lc_int_si(l->ctx, n)));
    if (!law_model(l, got, &part[1]) || high > 100000)
        return got || law_fail(l, "complement(%s,%lld) is %s", law_text(l, &a), (long long)n,
                               law_show(l, got));
    part[0] = a;
    m_concat(2, part, &both);
    if (m_size(&both) > 100000)
        return true;
    const char *text = law_printf(l, "(A, complement(A,%lld)) of A = %s", (long long)n,
                                  law_text(l, &a));
    if (!m_injective(&both))
        return law_fail(l, "%s is not injective", text);
    if (!laws(l, &a, &part[1], m_size(&part[1])))
        return false;
    /* Nothing is left out where every stride is a multiple of the one below it. */
    m_layout star;
    bool divides = m_complement(&a, &star);
    int64_t reached = star.stride[star.n - 1];
    divides = divides && m_size(&star) * m_size(&a) == reached;
    law_saw(l, divides ? 0 : 1);
    if (divides && !m_covers(&both, n))
        return law_fail(l, "%s does not cover [0,%lld)", text, (long long)n);
    return true;
}

LAW(complements_of_large_layouts, "complement at any size", NULL)
{
    lc_layout *a = big_bijection(l), *twice[2];
    lc_layout *star = law_own(l, lc_complement(l->ctx, a));
    if (!star || lc_layout_nleaves(star) != 1 ||
        !lc_int_eq(lc_layout_step(star, 0), lc_layout_size(l->ctx, a)))
        return law_fail(l, "complement(%s) is %s", law_show(l, a), law_show(l, star));
    /* Leave a leaf out: its complement up to the size brings it back. */
    size_t n = lc_layout_nleaves(a), out = (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
    lc_int extent[8], step[8];
    for (size_t i = 0; i < n; i++) {
        extent[i] = i == out ? lc_int_const(1) : lc_layout_extent(a, i);
        step[i] = lc_layout_step(a, i);
    }
    twice[0] = law_own(l, lc_layout_flat(l->ctx, n, extent, step));
    twice[1] = law_own(l, lc_complement_to(l->ctx, twice[0], lc_layout_size(l->ctx, a)));
    lc_layout *left = law_own(l, lc_layout_flat(l->ctx, 1, (lc_int[]){lc_layout_extent(a, out)},
                                                (lc_int[]){step[out]}));
    left = law_own(l, lc_coalesce(l->ctx, left));
    if (!twice[1] || !lc_layout_equal(twice[1], left))
        return law_fail(l, "the complement of %s up to the size of %s is %s",
                        law_show(l, twice[0]), law_show(l, a), law_show(l, twice[1]));
    return true;
}

/* ---- gap filling */

#define FIELD 40000

typedef struct {
    bool mark[FIELD]; /* the offsets covered */
    int64_t high;     /* the largest */
    bool too_large;   /* past the field: nothing is said */
} field;

static bool mark_image(field *f, const m_layout *a)
{
    int64_t size = m_size(a);
    int64_t *offset = m_table(a);
    memset(f, 0, sizeof *f);
    bool below_0 = false;
    for (int64_t i = 0; i < size; i++) {
        below_0 = below_0 || offset[i] < 0;
        f->too_large = f->too_large || offset[i] >= FIELD / 4;
        if (below_0 || f->too_large)
            break;
        f->mark[offset[i]] = true;
        f->high = offset[i] > f->high ? offset[i] : f->high;
    }
    free(offset);
    return !below_0;
}

/* The image and copies of it, `begin` apart; false when two of them meet. */
static bool mark_copies(field *f, int64_t copies, int64_t begin)
{
    static bool once[FIELD];
    int64_t high = f->high;
    f->high += (copies - 1) * begin;
    f->too_large = f->high >= FIELD;
    if (f->too_large)
        return true;
    memcpy(once, f->mark, sizeof once);
    bool apart = true;
    for (int64_t k = 1; k < copies; k++) {
        for (int64_t i = 0; i <= high; i++) {
            apart = apart && !(once[i] && f->mark[i + k * begin]);
            f->mark[i + k * begin] |= once[i];
        }
    }
    return apart;
}

/* The ISL paper's search, literally: the first gap [begin, end) from `passed` on;
 * floor(end / begin) copies of the image; past the last offset ceil(n / begin).
 * False when the copies meet. */
static bool fill_gaps(const m_layout *a, int64_t n, field *f, m_layout *out)
{
    int64_t passed = 0;
    size_t modes = 0;
    m_layout_leaf(out, 1, 0);
    if (!mark_image(f, a))
        return false;
    for (bool past_the_end = false; !past_the_end && !f->too_large;) {
        int64_t begin = passed;
        while (begin <= f->high && f->mark[begin])
            begin++;
        int64_t end = begin;
        while (end <= f->high && !f->mark[end])
            end++;
        past_the_end = end > f->high;
        int64_t copies = past_the_end ? (n + begin - 1) / begin : end / begin;
        passed = end;
        if (copies <= 1)
            continue;
        m_layout pair[2] = {*out};
        m_layout_leaf(&pair[1], copies, begin);
        if (modes++ == 0)
            *out = pair[1];
        else
            m_concat(2, pair, out);
        if (!mark_copies(f, copies, begin))
            return false;
    }
    return true;
}

/* Every mode, in the order of strides, starts past the reach of those below it. */
static bool separate(const m_layout *a)
{
    int64_t below = 0, reach = 0; /* the strides looked at, and where they reach */
    for (;;) {
        int64_t next = INT64_MAX, extent = 0;
        for (size_t i = 0; i < a->n; i++) {
            if (a->shape[i] == 1 || a->stride[i] == 0)
                continue;
            if (a->stride[i] < 0)
                return false;
            if (a->stride[i] > below && a->stride[i] < next)
                next = a->stride[i], extent = 0;
            if (a->stride[i] == next && extent++ > 0)
                return false; /* twice the same stride */
        }
        if (next == INT64_MAX)
            return true;
        if (next <= reach)
            return false;
        for (size_t i = 0; i < a->n; i++)
            if (a->stride[i] == next)
                reach += (a->shape[i] - 1) * next;
        below = next;
    }
}

LAW(the_gap_filling_complement, "gap_complement", exists_or_not)
{
    static field f;
    m_layout a, want;
    if (rnd_chance(&l->rnd, 60)) {
        /* Strides anywhere past the reach of what is below. */
        m_tuple shape;
        int64_t stride[M_LEAVES], reach = 0;
        rnd_shape(&l->rnd, 64, &shape);
        for (size_t i = 0; i < shape.n; i++) {
            stride[i] = reach + 1;
            if (rnd_chance(&l->rnd, 60))
                stride[i] += rnd_in(&l->rnd, 0, 3 * reach + 4);
            reach += (shape.leaf[i] - 1) * stride[i];
        }
        m_layout_of(&a, &shape, stride);
    } else {
        rnd_complemented(&l->rnd, 64, &a);
    }
    int64_t low, high;
    m_range(&a, &low, &high);
    if (high >= FIELD / 8)
        return true;
    int64_t n = high + 1 + (rnd_chance(&l->rnd, 60) ? rnd_in(&l->rnd, 0, 2 * high + 10) : 0);
    bool exists = fill_gaps(&a, n, &f, &want) && separate(&a);
    if (f.too_large)
        return true;
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = law_own(l,
                             lc_gap_complement(l->ctx, law_layout(l, &a), lc_int_si(l->ctx, n)));
    const char *what = law_printf(l, "gap_complement(%s,%lld)", law_text(l, &a), (long long)n);
    if (!law_same(l, got, exists, &want, what))
        return false;
    if (!exists)
        return true;
    m_layout part[2] = {a, want}, both;
    m_concat(2, part, &both);
    for (size_t i = 0; i < both.n; i++)
        if (both.stride[i] == 0)
            both.shape[i] = 1;
    if (m_size(&both) <= 20000 && !m_injective(&both))
        return law_fail(l, "%s meets A", what);
    return true;
}

/* ---- printed values */

typedef struct {
    const char *layout;
    int32_t n; /* 0: extendable; negative: gap filling up to -n */
    const char *value;
} printed;

TEST_CTX(printed_complements)
{
    static const printed table[] = {
        {"(4,8):(1,4)", 0, "1:32"},
        {"(4,8):(1,5)", 0, "1:40"},
        {"(4,8):(1,8)", 0, "(2,1):(4,64)"},
        {"((2,2),(2,4)):((0,2),(0,4))", 0, "(2,1):(1,16)"},
        {"(3,7):(2,30)", 0, "(2,5,1):(1,6,210)"},
        {"(4,8):(1,8)", 64, "2:4"},
        {"(4,8):(8,1)", 32, "1:0"},
        {"(2,2):(1,5)", 20, "(2,2):(2,10)"},
        {"(2,2):(2,10)", 20, "(2,2):(1,4)"},
        {"(2,3):(3,12)", 72, "(3,2,2):(1,6,36)"},
        {"(2,2):(1,5)", -20, "(2,3):(2,9)"},
        {"(2,2):(2,10)", -20, "((2,2),2):((1,4),18)"},
        {"(2,2):(1,4)", -20, "(2,3):(2,8)"},
        {"(4,2):(1,16)", -32, "4:4"},
        {"(2,2):(1,8)", -10, "4:2"},
    };
    law l = {.ctx = ctx, .name = "printed complements"};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        m_layout m;
        ck_assert(m_layout_parse(table[i].layout, &m));
        lc_layout *a = law_layout(&l, &m);
        lc_int n = lc_int_const(abs(table[i].n));
        lc_layout *c = table[i].n > 0    ? lc_complement_to(ctx, a, n)
                       : table[i].n == 0 ? lc_complement(ctx, a)
                                         : lc_gap_complement(ctx, a, n);
        ck_assert_str_eq(law_show(&l, law_own(&l, c)), table[i].value);
    }
    law_release(&l);
}

TEST_CTX(sizes_below_1)
{
    lc_layout *a = lc_layout_flat(ctx, 1, (lc_int[]){lc_int_const(4)},
                                  (lc_int[]){lc_int_const(1)});
    ck_assert_ptr_null(lc_complement_to(ctx, a, lc_int_const(0)));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    lc_ctx_reset(ctx);
    ck_assert_ptr_null(lc_gap_complement(ctx, a, lc_int_const(-3)));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    lc_layout_free(a);
}

SUITE_MAIN("complement", the_extendable_complement, the_complement_up_to_a_size,
           complements_are_disjoint_and_ordered, a_layout_and_its_complement,
           complements_of_large_layouts, the_gap_filling_complement, printed_complements,
           sizes_below_1)
