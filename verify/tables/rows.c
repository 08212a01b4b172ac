/* rows.c - values row * M + column, M a parameter or a multiple of it, with 0 <= column < M: the
 * pairs (column, row).
 *
 * Two values are the same where the pairs are; a value is in [0, M*N) where the row is in [0, N);
 * each is reached where each pair is. No products with M are left in the pairs.
 */
#include "config.h"

#include "tables.h"

/* No product: column and row have the same cases as the value. */
static bool split(lcv_solver *v, const lcv_term *by, const lcv_lowered *map, lcv_lowered *out,
                  bool *some)
{
    lcv_cases *pairs = lcv_arena_alloc(v->s->arena, sizeof *pairs);
    if (!pairs)
        return false;
    *pairs = *map->cases;
    pairs->nvalues = 2;
    for (size_t i = 0; i < pairs->n; i++) {
        lcv_case *c = &pairs->of[i];
        const lcv_sum **pair = lcv_arena_alloc(v->s->arena, 2 * sizeof(lcv_sum *));
        if (!pair || (c->value && !lcv_sum_split(v->s, c->value[0], by, &pair[1], &pair[0])))
            return false;
        *some = *some || (c->value && pair[1]->n > 0);
        c->value = c->value ? pair : NULL;
    }
    *out = *map;
    out->cases = pairs;
    return true;
}

static bool never(lcv_solver *v, const lcv_constraint *where, lcv_op op, const lcv_sum *a,
                  const lcv_sum *b)
{
    lcv_condition is = lcv_compared(v->s, op, a, b);
    const lcv_condition *all = &is;
    return !v->s->failed && (is.n == 0 || lcv_never(v, where, 1, &all));
}

size_t lcv_row_lengths(const lcv_solver *v, const lcv_lowered *map, size_t most, lcv_term *to)
{
    size_t n = 0;
    for (size_t i = 0; i < map->cases->n; i++) {
        const lcv_case *c = &map->cases->of[i];
        for (size_t k = 0; c->value && k < c->value[0]->n; k++) {
            const lcv_term *t = &c->value[0]->term[k];
            for (size_t j = 0; j < t->n && t->n > 1; j++) {
                bool parameter = v->s->unknown[t->of[j]].kind == LCV_U_PARAMETER, known = false;
                for (size_t m = 0; m < n; m++)
                    known = known || (to[m].of[0] == t->of[j] && to[m].factor == t->factor);
                if (parameter && !known && t->factor > 0 && n < most)
                    to[n++] = (lcv_term){.factor = t->factor, .n = 1, .of = {t->of[j]}};
            }
        }
    }
    return n;
}

const lcv_sum *lcv_row_length(lcv_solver *v, const lcv_term *by)
{
    return lcv_sum_mul(v->s, lcv_sum_number(v->s, by->factor), lcv_sum_unknown(v->s, by->of[0]));
}

bool lcv_as_rows(lcv_solver *v, const lcv_term *by, const lcv_lowered *map, lcv_lowered *pairs)
{
    const lcv_sum *zero = lcv_sum_number(v->s, 0), *columns = lcv_row_length(v, by);
    bool some = false;
    if (!zero || !columns || !split(v, by, map, pairs, &some) || !some)
        return false;
    for (size_t i = 0; i < pairs->cases->n; i++) {
        const lcv_case *c = &pairs->cases->of[i];
        if (c->value && (!never(v, c->when, LCV_OP_LT, c->value[0], zero) ||
                         !never(v, c->when, LCV_OP_GE, c->value[0], columns)))
            return false;
    }
    return true;
}

bool lcv_rows_of(lcv_solver *v, const lcv_term *by, const lcv_sum *size, const lcv_sum **rows)
{
    const lcv_term one = {.factor = 1, .n = 1, .of = {by->of[0]}};
    const lcv_sum *rest, *whole;
    int64_t number;
    if (!lcv_sum_split(v->s, size, &one, &whole, &rest) || !lcv_sum_is_number(rest, &number) ||
        number != 0)
        return false;
    *rows = lcv_sum_floor(v->s, whole, by->factor);
    const lcv_sum *back = *rows ? lcv_sum_mul(v->s, lcv_sum_number(v->s, by->factor), *rows)
                                : NULL;
    const lcv_sum *zero = lcv_sum_number(v->s, 0), *columns = lcv_row_length(v, by);
    return back && zero && columns && never(v, NULL, LCV_OP_NE, back, whole) &&
           never(v, NULL, LCV_OP_LT, columns, zero);
}
