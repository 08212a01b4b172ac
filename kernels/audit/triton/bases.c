#include "config.h"

#include "bases.h"

#include <string.h>

void lck_push(lck_bases *v, uint64_t x)
{
    if (v->n < LCK_BASES)
        v->basis[v->n++] = x;
}

void lck_append(lck_bases *v, const lck_bases *more)
{
    for (unsigned i = 0; i < more->n; i++)
        lck_push(v, more->basis[i]);
}

void lck_take_out(lck_bases *v, unsigned i)
{
    memmove(&v->basis[i], &v->basis[i + 1], (v->n - i - 1) * sizeof *v->basis);
    v->n--;
}

lck_bases lck_without_zeros(const lck_bases *v)
{
    lck_bases out = {0};
    for (unsigned i = 0; i < v->n; i++)
        if (v->basis[i])
            lck_push(&out, v->basis[i]);
    return out;
}

bool lck_same_bases(const lck_bases *a, const lck_bases *b)
{
    return a->n == b->n && memcmp(a->basis, b->basis, a->n * sizeof *a->basis) == 0;
}

uint64_t lck_bits_of(const lck_bases *v)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < v->n; i++)
        all |= v->basis[i];
    return all;
}

int lck_find(const lck_bases *v, uint64_t x)
{
    for (unsigned i = 0; i < v->n; i++)
        if (v->basis[i] == x)
            return (int)i;
    return -1;
}

bool lck_are_multiples(const lck_bases *v, uint64_t of)
{
    return (lck_bits_of(v) & (of - 1)) == 0;
}

/* What is left of x after the rows: 0 where it is their sum. */
static uint64_t rest_of(const lck_span *s, uint64_t x)
{
    for (unsigned i = 0; i < s->row.n; i++)
        if ((x ^ s->row.basis[i]) < x)
            x ^= s->row.basis[i];
    return x;
}

bool lck_span_add(lck_span *s, uint64_t x)
{
    x = rest_of(s, x);
    if (x == 0 || s->row.n == LCK_BASES)
        return false;
    unsigned i = s->row.n++;
    for (; i > 0 && s->row.basis[i - 1] < x; i--)
        s->row.basis[i] = s->row.basis[i - 1];
    s->row.basis[i] = x;
    return true;
}

void lck_span_add_all(lck_span *s, const lck_bases *v)
{
    for (unsigned i = 0; i < v->n; i++)
        lck_span_add(s, v->basis[i]);
}

bool lck_span_has(const lck_span *s, uint64_t x)
{
    return rest_of(s, x) == 0;
}
