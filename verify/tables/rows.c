/* rows.c - values row * M + column, M a multiple of a parameter, with 0 <= column < M: the
 * pairs (column, row). M is a number where entries of a table are multiplied by it.
 *
 * Two values are the same where the pairs are; a value is in [0, M*N) where the row is in [0, N);
 * each is reached where each pair is. No products with M are left in the pairs.
 */
#include "config.h"

#include "tables.h"

static bool has_entry(const lcv_solver *v, const lcv_term *t)
{
    bool has = false;
    for (size_t k = 0; k < t->n; k++)
        has = has || v->s->unknown[t->of[k]].kind == LCV_U_ENTRY;
    return has;
}

/* value = by * *row + *column. By a number, only entries of tables are in the row. */
static bool split_value(lcv_solver *v, const lcv_term *by, const lcv_sum *value,
                        const lcv_sum **row, const lcv_sum **column)
{
    lcv_sum *entries = lcv_arena_alloc(v->s->arena, sizeof *entries);
    const lcv_sum *none;
    if (by->n > 0 || !entries)
        return entries && lcv_sum_split(v->s, value, by, row, column);
    entries->term = lcv_arena_alloc(v->s->arena, (value->n + 1) * sizeof *entries->term);
    for (size_t k = 0; entries->term && k < value->n; k++)
        if (has_entry(v, &value->term[k]) && value->term[k].factor % by->factor == 0)
            entries->term[entries->n++] = value->term[k];
    *column = entries->term ? lcv_sum_add(v->s, value, -1, entries) : NULL;
    return *column && lcv_sum_split(v->s, entries, by, row, &none);
}

/* No product: column and row have the same cases as the value. */
static bool split(lcv_solver *v, const lcv_term *by, const lcv_lowered *map, lcv_lowered *out,
                  bool *some)
{
    lcv_cases *pairs = lcv_arena_alloc(v->s->arena, sizeof *pairs);
    if (!pairs)
        return false;
    pairs->nvalues = 2;
    for (size_t i = 0; i < map->cases->n; i++) {
        lcv_case *c = lcv_cases_more(v->s, pairs);
        if (!c)
            return false;
        *c = map->cases->of[i];
        const lcv_sum **pair = lcv_arena_alloc(v->s->arena, 2 * sizeof(lcv_sum *));
        if (!pair || (c->value && !split_value(v, by, c->value[0], &pair[1], &pair[0])))
            return false;
        *some = *some || (c->value && pair[1]->n > 0);
        c->value = c->value ? pair : NULL;
    }
    *out = *map;
    out->cases = pairs;
    return true;
}

static void add_length(lcv_term by, size_t most, size_t *n, lcv_term *to)
{
    bool known = *n == most;
    for (size_t m = 0; m < *n; m++)
        known = known ||
                (to[m].factor == by.factor && to[m].n == by.n && to[m].of[0] == by.of[0]);
    if (!known)
        to[(*n)++] = by;
}

/* f*M of a term f*M*x, M a parameter; f of f*T[..]. */
size_t lcv_row_lengths(const lcv_solver *v, const lcv_lowered *map, size_t most, lcv_term *to)
{
    size_t n = 0;
    for (size_t i = 0; i < map->cases->n; i++) {
        const lcv_case *c = &map->cases->of[i];
        for (size_t k = 0; c->value && k < c->value[0]->n; k++) {
            const lcv_term *t = &c->value[0]->term[k];
            for (size_t j = 0; j < t->n && t->factor > 0; j++) {
                lcv_u kind = v->s->unknown[t->of[j]].kind;
                if (kind == LCV_U_PARAMETER && t->n > 1)
                    add_length((lcv_term){t->factor, 1, {t->of[j]}}, most, &n, to);
                else if (kind == LCV_U_ENTRY && t->factor > 1)
                    add_length((lcv_term){.factor = t->factor}, most, &n, to);
            }
        }
    }
    return n;
}

const lcv_sum *lcv_row_length(lcv_solver *v, const lcv_term *by)
{
    const lcv_sum *factor = lcv_sum_number(v->s, by->factor);
    return by->n > 0 ? lcv_sum_mul(v->s, factor, lcv_sum_unknown(v->s, by->of[0])) : factor;
}

bool lcv_as_rows(lcv_solver *v, const lcv_term *by, const lcv_lowered *map, lcv_lowered *pairs)
{
    const lcv_sum *zero = lcv_sum_number(v->s, 0), *columns = lcv_row_length(v, by);
    bool some = false;
    if (!zero || !columns || !split(v, by, map, pairs, &some) || !some)
        return false;
    for (size_t i = 0; i < pairs->cases->n; i++) {
        const lcv_case *c = &pairs->cases->of[i];
        if (c->value && (!lcv_never_so(v, c->when, LCV_OP_LT, c->value[0], zero) ||
                         !lcv_never_so(v, c->when, LCV_OP_GE, c->value[0], columns)))
            return false;
    }
    return true;
}

bool lcv_rows_of(lcv_solver *v, const lcv_term *by, const lcv_sum *size, const lcv_sum **rows)
{
    const lcv_term one = {.factor = 1, .n = 1, .of = {by->of[0]}};
    const lcv_sum *rest, *whole = size;
    int64_t number;
    if (by->n > 0 && (!lcv_sum_split(v->s, size, &one, &whole, &rest) ||
                      !lcv_sum_is_number(rest, &number) || number != 0))
        return false;
    *rows = lcv_sum_floor(v->s, whole, by->factor);
    const lcv_sum *back = *rows ? lcv_sum_mul(v->s, lcv_sum_number(v->s, by->factor), *rows)
                                : NULL;
    const lcv_sum *zero = lcv_sum_number(v->s, 0), *columns = lcv_row_length(v, by);
    return back && zero && columns && lcv_never_so(v, NULL, LCV_OP_NE, back, whole) &&
           lcv_never_so(v, NULL, LCV_OP_LT, columns, zero);
}
