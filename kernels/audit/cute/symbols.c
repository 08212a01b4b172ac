/* symbols.c - numbers that a run over shared memory follows are symbols of their own.
 *
 * A number that is followed, the stage of a ring, is the same symbol wherever it is used, so that
 * an address is a sum over what is followed. Its value is that in one thread, the leader; what
 * other threads have more or less stays in the sum.
 */
#include "config.h"

#include "timeline.h"

const lck_sum *lck_cute_moving(const lck_cute *c, const lck_cute_value *v)
{
    if (v->kind == LCK_CUTE_POINTER || v->kind == LCK_CUTE_VIEW)
        return v->pointer.offset;
    return lck_cute_number(c, v);
}

bool lck_cute_follows(const lck_cute *c, uint32_t value)
{
    const lck_timeline *t = c->time ? c->time->t : NULL;
    return t && value < c->m->nvalues && (t->tracked[value] || value == t->trips);
}

/* What threads have more than the leader; NULL: it depends on symbols. */
static const lck_sum *deviation(lck_cute *c, const lck_sum *a)
{
    int64_t each[LCK_MOST_THREADS] = {0};
    if (!a->known)
        return NULL;
    for (unsigned i = 0; i < a->n; i++) {
        const lck_term *term = &a->term[i];
        if (!term->each)
            continue;
        if (term->symbol != LCK_ONE)
            return NULL;
        for (unsigned t = 0; t < c->x.threads; t++)
            each[t] = term->each[t] - term->each[LCK_LEADER];
    }
    return lck_sum_each(&c->x, each);
}

static const lck_sum *symbol_of(lck_cute *c, uint32_t value, int64_t divisor)
{
    uint32_t *symbol = &c->time->symbol[value];
    if (*symbol == 0) {
        const lck_sum *made = lck_sum_shared(&c->x, divisor, INT64_MIN, INT64_MAX);
        if (!made->known || made->n != 1)
            return c->x.unknown;
        *symbol = made->term[0].symbol;
    }
    return lck_sum_symbol(&c->x, *symbol);
}

void lck_cute_follow(lck_cute *c, uint32_t value)
{
    lck_cute_value *v = &c->value[value];
    bool place = v->kind == LCK_CUTE_POINTER || v->kind == LCK_CUTE_VIEW;
    if (!lck_cute_follows(c, value) || (!place && v->kind != LCK_CUTE_NUMBER))
        return;
    const lck_sum *now = lck_cute_moving(c, v), *more = deviation(c, now);
    c->time->sum[value] = now;
    if (!more || (lck_sum_is_plain(now) && c->m->value[value].block == LCK_IR_NONE &&
                  c->m->op[c->m->value[value].op].nblocks == 0))
        return;
    int64_t divisor = !place ? 1 : v->pointer.bits % 8 == 0 ? v->pointer.bits : 8;
    now = lck_sum_add(&c->x, more, symbol_of(c, value, divisor));
    if (place)
        v->pointer.offset = now;
    else
        v->number = now;
}

/* ---- values ---- */

static bool value_of_symbol(const lck_cute *c, const lck_moment *now, uint32_t symbol,
                            int64_t *value, int depth)
{
    const lck_cute_time *time = c->time;
    const lck_symbol *s = &c->x.symbol[symbol];
    int64_t a, b;
    for (size_t i = 0; i < time->t->ntracked; i++) {
        uint32_t v = time->t->value[i];
        if (time->symbol[v] == symbol) {
            *value = now->number[i].value;
            return now->number[i].modulus == 0;
        }
    }
    if (time->t->trips != LCK_IR_NONE && time->symbol[time->t->trips] == symbol) {
        *value = time->t->trips_are.value;
        return time->t->trips_are.modulus == 0;
    }
    if (depth > 8 || s->a == LCK_ONE || !value_of_symbol(c, now, s->a, &a, depth + 1))
        return false;
    if (s->divided) {
        *value = a / s->divided;
        return true;
    }
    return value_of_symbol(c, now, s->b, &b, depth + 1) && !__builtin_mul_overflow(a, b, value);
}

bool lck_cute_value_of(const lck_cute *c, const lck_moment *now, const lck_sum *sum,
                       int64_t *value)
{
    *value = 0;
    for (unsigned i = 0; sum->known && i < sum->n; i++) {
        const lck_term *term = &sum->term[i];
        int64_t times = term->each ? term->each[LCK_LEADER] : term->all, of = 1;
        if (term->symbol != LCK_ONE && !value_of_symbol(c, now, term->symbol, &of, 0))
            return false;
        if (__builtin_mul_overflow(times, of, &of) || __builtin_add_overflow(*value, of, value))
            return false;
    }
    return sum->known;
}
