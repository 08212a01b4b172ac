/* bits.c - see bits.h. */
#include "config.h"

#include "bits.h"

#define MOST_BITS 24     /* that two unknown values have in common */
#define MOST_SHIFTS 32   /* values of the right operand of a shift */
#define LARGEST_SHIFT 61 /* powers of two that are factors */

/* x >> bit; 0 where all bits from this one on are 0. */
static const lcv_sum *digits_from(lcv_sums *s, const lcv_case *x, unsigned bit)
{
    bool ends = lcv_range_has_bits(&x->range) && x->range.bits >> bit == 0;
    return bit == 0 ? x->value[0]
           : ends   ? lcv_sum_number(s, 0)
                    : lcv_sum_floor(s, x->value[0], (int64_t)1 << bit);
}

/* The bits [low, end) of x, at their place. */
static const lcv_sum *field(lcv_sums *s, const lcv_case *x, unsigned low, unsigned end)
{
    const lcv_sum *zero = lcv_sum_number(s, 0);
    const lcv_sum *made = lcv_sum_add(s, digits_from(s, x, low), -((int64_t)1 << (end - low)),
                                      digits_from(s, x, end));
    return lcv_sum_add(s, zero, (int64_t)1 << low, made);
}

/* x & m, a field for each run of ones; that of a negative m has no end. */
static const lcv_sum *masked(lcv_sums *s, const lcv_case *x, int64_t m)
{
    uint64_t mask = (uint64_t)m & (lcv_range_has_bits(&x->range) ? x->range.bits : UINT64_MAX);
    const lcv_sum *made = lcv_sum_number(s, 0);
    for (unsigned low = 0; made && low < 64 && mask >> low != 0; low++) {
        unsigned end = low;
        while (end < 64 && (mask >> end & 1) != 0)
            end++;
        if (end == 64 && low <= LARGEST_SHIFT)
            made = lcv_sum_add(s, made, (int64_t)1 << low, digits_from(s, x, low));
        else if (end > low && end <= LARGEST_SHIFT)
            made = lcv_sum_add(s, made, 1, field(s, x, low, end));
        else if (end > low)
            s->failed = "bits past 61";
        low = end > low ? end - 1 : low;
    }
    return s->failed ? NULL : made;
}

/* The bits that both can have; false: any. */
static bool shared_bits(const lcv_range *x, const lcv_range *y, uint64_t *bits)
{
    bool p = lcv_range_has_bits(x), q = lcv_range_has_bits(y);
    *bits = (p ? x->bits : UINT64_MAX) & (q ? y->bits : UINT64_MAX);
    return p || q;
}

/* x & y; NULL with the reason. */
static const lcv_sum *common(lcv_sums *s, const lcv_case *x, const lcv_case *y)
{
    int64_t m;
    uint64_t bits;
    if (lcv_sum_same(x->value[0], y->value[0]))
        return x->value[0];
    if (lcv_sum_is_number(y->value[0], &m))
        return masked(s, x, m);
    if (lcv_sum_is_number(x->value[0], &m))
        return masked(s, y, m);
    if (!shared_bits(&x->range, &y->range, &bits))
        s->failed = "bits of two integers without bounds";
    else if (__builtin_popcountll(bits) > MOST_BITS)
        s->failed = "bits of two large integers";
    const lcv_sum *made = lcv_sum_number(s, 0);
    for (unsigned b = 0; !s->failed && b <= LARGEST_SHIFT && bits >> b != 0; b++) {
        if ((bits >> b & 1) == 0)
            continue;
        const lcv_sum *both = lcv_sum_add(s, field(s, x, b, b + 1), 1, field(s, y, b, b + 1));
        const lcv_sum *one = lcv_sum_floor(s, both, (int64_t)2 << b);
        made = lcv_sum_add(s, made, (int64_t)1 << b, one);
    }
    return s->failed ? NULL : made;
}

bool lcv_cases_bits(lcv_lowering *l, const lcv_combining *w, const lcv_case *x, const lcv_case *y)
{
    lcv_sums *s = l->sums;
    const lcv_sum *made = common(s, x, y), *sum;
    if (made && w->op != LCV_OP_BITAND) {
        sum = lcv_sum_add(s, x->value[0], 1, y->value[0]);
        made = lcv_sum_add(s, sum, w->op == LCV_OP_XOR ? -2 : -1, made);
    }
    return lcv_cases_keep(l, w, x->when, y->when, made);
}

static const lcv_sum *shifted(lcv_sums *s, lcv_op op, const lcv_case *x, int64_t by)
{
    if (by > LARGEST_SHIFT) {
        s->failed = "a shift by more than 61 bits";
        return NULL;
    }
    return op == LCV_OP_SHR ? digits_from(s, x, (unsigned)by)
                            : lcv_sum_add(s, lcv_sum_number(s, 0), (int64_t)1 << by, x->value[0]);
}

/* By each number that the right operand can be. */
bool lcv_cases_shift(lcv_lowering *l, const lcv_combining *w, const lcv_case *x,
                     const lcv_case *y)
{
    lcv_sums *s = l->sums;
    const lcv_range *r = &y->range;
    int64_t by;
    if (lcv_sum_is_number(y->value[0], &by))
        return by < 0 ? lcv_cases_hole(l, w, x->when, y->when, "a shift by a negative number")
                      : lcv_cases_keep(l, w, x->when, y->when, shifted(s, w->op, x, by));
    if (!r->known || r->low < 0 || r->high - r->low >= MOST_SHIFTS) {
        s->failed = "a shift by an integer without bounds";
        return false;
    }
    bool ok = true, never;
    const lcv_constraint *both = lcv_joined(s, x->when, y->when, &never);
    for (by = r->low; ok && !never && by <= r->high; by++) {
        const lcv_condition here = lcv_compared(s, LCV_OP_EQ, y->value[0], lcv_sum_number(s, by));
        if (here.n > 0)
            ok = lcv_cases_keep(l, w, both, here.of[0], shifted(s, w->op, x, by));
    }
    return ok && !s->failed;
}
