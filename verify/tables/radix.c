/* radix.c - every element of [0, N) is a value of a map offset + stride * coordinate + ...: the
 * witness is its digits, x / stride of the largest stride, and so on with the rest. */
#include "config.h"

#include "tables.h"

typedef struct {
    lcv_solver *v;
    const lcv_lowered *map;
    const lcv_constraint *element; /* 0 <= x < N */
    const lcv_sum *x;
    const lcv_sum *stride[LCV_MAX_COORDINATES], *digit[LCV_MAX_COORDINATES];
} radix;

/* The coordinate that the unknown is; SIZE_MAX: none. */
static size_t coordinate(const radix *m, size_t u)
{
    for (size_t i = 0; i < m->map->nin; i++)
        if (m->map->coordinate[i] == u)
            return i;
    return SIZE_MAX;
}

/* Does the sum depend on coordinates? `direct`: these themselves are left out of account. */
static bool depends(const radix *m, const lcv_sum *sum, bool direct)
{
    for (size_t i = 0; i < sum->n; i++)
        for (size_t k = 0; k < sum->term[i].n; k++) {
            const lcv_unknown_integer *u = &m->v->s->unknown[sum->term[i].of[k]];
            if ((u->of && (depends(m, u->of, false) || depends(m, u->by, false))) ||
                (!direct && coordinate(m, sum->term[i].of[k]) != SIZE_MAX))
                return true;
            for (size_t j = 0; j < u->n; j++)
                if (depends(m, u->index[j], false))
                    return true;
        }
    return false;
}

/* The strides of the value, and what is left. */
static bool strides(radix *m, const lcv_sum *value, const lcv_sum **offset)
{
    *offset = value;
    for (size_t i = 0; i < m->map->nin; i++) {
        const lcv_term of = {.factor = 1, .n = 1, .of = {(uint16_t)m->map->coordinate[i]}};
        if (!lcv_sum_split(m->v->s, *offset, &of, &m->stride[i], offset) ||
            depends(m, m->stride[i], false))
            return false;
    }
    return !depends(m, *offset, false);
}

/* Is stride a taken for larger than b? More factors, then a larger number. */
static bool is_larger(const lcv_sum *a, const lcv_sum *b)
{
    size_t m = a->n > 0 ? a->term[a->n - 1].n : 0, n = b->n > 0 ? b->term[b->n - 1].n : 0;
    int64_t x = m > 0 ? a->term[a->n - 1].factor : a->constant;
    int64_t y = n > 0 ? b->term[b->n - 1].factor : b->constant;
    return m != n ? m > n : x > y;
}

static bool never(radix *m, const lcv_constraint *where, lcv_op op, const lcv_sum *a, int64_t b)
{
    return lcv_never_so(m->v, where, op, a, lcv_sum_number(m->v->s, b));
}

/* The digits of x; false: a stride is not shown to be positive, or something is left. That the
 * strides are positive is added to *where. */
static bool digits(radix *m, const lcv_constraint **where, const lcv_sum *offset)
{
    lcv_sums *s = m->v->s;
    const lcv_sum *rest = lcv_sum_add(s, m->x, -1, offset);
    bool taken[LCV_MAX_COORDINATES] = {false};
    int64_t number;
    for (size_t k = 0; rest && k < m->map->nin; k++) {
        size_t at = SIZE_MAX;
        for (size_t i = 0; i < m->map->nin; i++)
            if (!taken[i] && (at == SIZE_MAX || is_larger(m->stride[i], m->stride[at])))
                at = i;
        taken[at] = true;
        if (!never(m, *where, LCV_OP_LT, m->stride[at], 1))
            return false;
        *where = lcv_constrain(s, *where, lcv_sum_add(s, m->stride[at], -1, lcv_sum_number(s, 1)),
                               false);
        m->digit[at] = lcv_sum_is_number(m->stride[at], &number)
                           ? lcv_sum_floor(s, rest, number)
                           : lcv_sum_quotient(s, rest, m->stride[at]);
        rest = lcv_sum_add(s, rest, -1, lcv_sum_mul(s, m->stride[at], m->digit[at]));
    }
    return rest && lcv_sum_is_number(rest, &number) && number == 0;
}

static const lcv_sum *digit_for(const void *user, size_t u)
{
    const radix *m = user;
    size_t at = coordinate(m, u);
    return at != SIZE_MAX ? m->digit[at] : lcv_sum_unknown(m->v->s, u);
}

/* Does the case reach each x, wherever those of its constraints hold that are about no
 * coordinate? *missed: where these do not hold. */
static bool reaches(radix *m, const lcv_case *of, lcv_condition *missed)
{
    lcv_sums *s = m->v->s;
    const lcv_constraint *where = m->element;
    const lcv_sum *offset, *zero = lcv_sum_number(s, 0);
    *missed = (lcv_condition){0};
    if (!zero || !of->value || !strides(m, of->value[0], &offset))
        return false;
    for (const lcv_constraint *c = of->when; c; c = c->next)
        if (!depends(m, c->sum, false)) {
            lcv_condition not = lcv_compared(s, c->equality ? LCV_OP_NE : LCV_OP_LT, c->sum,
                                             zero);
            lcv_either(s, missed, &not );
            where = lcv_constrain(s, where, c->sum, c->equality);
        }
    if (s->failed || !digits(m, &where, offset))
        return false;
    for (const lcv_constraint *c = of->when; c; c = c->next)
        if (depends(m, c->sum, false) &&
            (depends(m, c->sum, true) || !never(m, where, c->equality ? LCV_OP_NE : LCV_OP_LT,
                                                lcv_sum_with(s, c->sum, digit_for, m), 0)))
            return false;
    return !s->failed;
}

bool lcv_prove_radix(lcv_solver *v, const lcv_lowered *map, const lcv_sum *size)
{
    static const size_t most = 32;
    lcv_sums *s = v->s;
    lcv_unknown_integer u = {.kind = LCV_U_COORDINATE, .name = "x"};
    radix m = {.v = v, .map = map, .x = lcv_sum_unknown(s, lcv_sums_add(s, &u))};
    lcv_condition missed[32];
    const lcv_condition *all[32];
    const lcv_sum *one = lcv_sum_number(s, 1);
    size_t n = 0;
    if (!m.x || !one)
        return false;
    m.element = lcv_constrain(s, NULL, m.x, false);
    m.element = lcv_constrain(s, m.element,
                              lcv_sum_add(s, lcv_sum_add(s, size, -1, one), -1, m.x), false);
    for (size_t i = 0; m.element && i < map->cases->n && n < most && !s->failed; i++)
        if (reaches(&m, &map->cases->of[i], &missed[n])) {
            all[n] = &missed[n];
            if (missed[n++].n == 0)
                return !s->failed; /* everywhere */
        }
    return n > 0 && !s->failed && lcv_never(v, m.element, n, all);
}
