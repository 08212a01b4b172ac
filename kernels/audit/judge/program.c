#include "config.h"

#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/int64.h"

#define STEPS 8192

typedef struct {
    const lc_expr *e;
    uint32_t arg[3]; /* steps before it */
    bool varies;
    uint32_t valid; /* lanes that have a value */
} step;

struct lck_program {
    const bool *varies;
    uint32_t n, room, nbuckets; /* a power of two */
    step *at;
    int64_t (*value)[LCK_LANES];
    uint32_t *bucket; /* steps by their expression, from 1; 0: free */
};

/* ---- steps ---- */

static uint32_t *bucket_of(const lck_program *p, const lc_expr *e)
{
    uint64_t h = (uint64_t)(uintptr_t)e * 0x9e3779b97f4a7c15u >> 32;
    while (p->bucket[h & (p->nbuckets - 1)] && p->at[p->bucket[h & (p->nbuckets - 1)] - 1].e != e)
        h++;
    return &p->bucket[h & (p->nbuckets - 1)];
}

/* Its step, from 1; 0: there is no room. */
static uint32_t add(lck_program *p, const lc_expr *e)
{
    step s = {.e = e, .varies = e->op == LC_EXPR_VAR && p->varies[e->slot]};
    if (*bucket_of(p, e))
        return *bucket_of(p, e);
    for (int i = 0; i < 3 && e->arg[i]; i++) {
        uint32_t arg = add(p, e->arg[i]);
        if (arg == 0)
            return 0;
        s.arg[i] = arg - 1;
        s.varies |= p->at[arg - 1].varies;
    }
    if (p->n == p->room)
        return 0;
    p->at[p->n++] = s;
    return *bucket_of(p, e) = p->n;
}

lck_program *lck_program_new(const lc_expr *e, const bool *varies)
{
    lck_program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->varies = varies;
    p->room = e->size + 1 < STEPS ? e->size + 1 : STEPS;
    for (p->nbuckets = 16; p->nbuckets < 2 * p->room;)
        p->nbuckets *= 2;
    p->at = malloc(p->room * sizeof *p->at);
    p->bucket = calloc(p->nbuckets, sizeof *p->bucket);
    bool made = p->at && p->bucket && add(p, e) > 0;
    if (made)
        p->value = malloc(p->n * sizeof *p->value);
    if (made && p->value)
        return p;
    lck_program_free(p);
    return NULL;
}

uint64_t lck_program_steps(const lck_program *p)
{
    return p ? 8 + p->n : 0;
}

void lck_program_free(lck_program *p)
{
    if (p) {
        free(p->at);
        free(p->bucket);
        free(p->value);
    }
    free(p);
}

/* ---- values ---- */

static inline bool one(lc_expr_op op, int64_t a, int64_t b, int64_t *v)
{
    switch (op) {
    case LC_EXPR_ADD: return !__builtin_add_overflow(a, b, v);
    case LC_EXPR_SUB: return !__builtin_sub_overflow(a, b, v);
    case LC_EXPR_MUL: return !__builtin_mul_overflow(a, b, v);
    case LC_EXPR_DIV: *v = b > 0 ? a / b - (a % b < 0) : 0; return b > 0;
    case LC_EXPR_MOD: *v = b > 0 ? a % b + (a % b < 0 ? b : 0) : 0; return b > 0;
    case LC_EXPR_MIN: *v = a < b ? a : b; return true;
    case LC_EXPR_MAX: *v = a > b ? a : b; return true;
    case LC_EXPR_XOR: *v = a ^ b; return a >= 0 && b >= 0;
    case LC_EXPR_LT: *v = a < b; return true;
    case LC_EXPR_LE: *v = a <= b; return true;
    case LC_EXPR_EQ: *v = a == b; return true;
    case LC_EXPR_NE: *v = a != b; return true;
    case LC_EXPR_ALL: *v = a != 0 && b != 0; return true;
    case LC_EXPR_ANY: *v = a != 0 || b != 0; return true;
    default: *v = a == 0; return true; /* NOT */
    }
}

static inline uint32_t each(lc_expr_op op, const int64_t *a, const int64_t *b, int64_t *v)
{
    uint32_t valid = 0;
    for (unsigned i = 0; i < LCK_LANES; i++)
        valid |= (uint32_t)one(op, a[i], b[i], &v[i]) << i;
    return valid;
}

/* By a power of two that all lanes have. */
static uint32_t by_power(lc_expr_op op, const int64_t *a, int64_t power, int64_t *v)
{
    int bits = __builtin_ctzll((uint64_t)power);
    for (unsigned i = 0; i < LCK_LANES; i++)
        v[i] = op == LC_EXPR_DIV ? a[i] >> bits : a[i] & (power - 1);
    return UINT32_MAX;
}

/* Of operands that all have values. */
static uint32_t apply(lc_expr_op op, const int64_t *a, const int64_t *b, int64_t *v)
{
    switch (op) {
    case LC_EXPR_ADD: return each(LC_EXPR_ADD, a, b, v);
    case LC_EXPR_SUB: return each(LC_EXPR_SUB, a, b, v);
    case LC_EXPR_MUL: return each(LC_EXPR_MUL, a, b, v);
    case LC_EXPR_DIV: return each(LC_EXPR_DIV, a, b, v);
    case LC_EXPR_MOD: return each(LC_EXPR_MOD, a, b, v);
    case LC_EXPR_LT: return each(LC_EXPR_LT, a, b, v);
    case LC_EXPR_LE: return each(LC_EXPR_LE, a, b, v);
    case LC_EXPR_EQ: return each(LC_EXPR_EQ, a, b, v);
    case LC_EXPR_NE: return each(LC_EXPR_NE, a, b, v);
    case LC_EXPR_ALL: return each(LC_EXPR_ALL, a, b, v);
    case LC_EXPR_ANY: return each(LC_EXPR_ANY, a, b, v);
    default: return each(op, a, b, v);
    }
}

/* Lanes in which it is not 0. */
static uint32_t true_of(const int64_t *a)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < LCK_LANES; i++)
        mask |= (uint32_t)(a[i] != 0) << i;
    return mask;
}

/* Each lane takes one of two. */
static uint32_t choose(lck_program *p, const step *s, int64_t *v)
{
    const int64_t *yes = p->value[s->arg[1]], *no = p->value[s->arg[2]];
    uint32_t chosen = true_of(p->value[s->arg[0]]);
    for (unsigned i = 0; i < LCK_LANES; i++)
        v[i] = chosen >> i & 1 ? yes[i] : no[i];
    return p->at[s->arg[0]].valid &
           ((chosen & p->at[s->arg[1]].valid) | (~chosen & p->at[s->arg[2]].valid));
}

static void compute(lck_program *p, uint32_t index)
{
    step *s = &p->at[index];
    int64_t *v = p->value[index];
    if (s->e->op == LC_EXPR_SELECT) {
        s->valid = choose(p, s, v);
        return;
    }
    uint32_t second = s->e->arg[1] ? s->arg[1] : s->arg[0], a = p->at[s->arg[0]].valid;
    bool divides = s->e->op == LC_EXPR_DIV || s->e->op == LC_EXPR_MOD;
    if (divides && p->at[second].e->op == LC_EXPR_INT && lc_int64_is_power(p->value[second][0])) {
        s->valid = a & by_power(s->e->op, p->value[s->arg[0]], p->value[second][0], v);
        return;
    }
    uint32_t needed = UINT32_MAX; /* lanes whose second operand counts */
    if (s->e->op == LC_EXPR_ALL)
        needed = true_of(p->value[s->arg[0]]);
    else if (s->e->op == LC_EXPR_ANY)
        needed = ~true_of(p->value[s->arg[0]]);
    s->valid = apply(s->e->op, p->value[s->arg[0]], p->value[second], v) & a &
               (p->at[second].valid | ~needed);
}

static void fill(lck_program *p, uint32_t index, int64_t v)
{
    p->at[index].valid = UINT32_MAX;
    for (unsigned i = 0; i < LCK_LANES; i++)
        p->value[index][i] = v;
}

void lck_program_share(lck_program *p, const int64_t *env)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const lc_expr *e = p->at[i].e;
        if (p->at[i].varies)
            continue;
        if (e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR)
            fill(p, i, e->op == LC_EXPR_INT ? e->value : env[e->slot]);
        else
            compute(p, i);
    }
}

uint32_t lck_program_run(lck_program *p, const int64_t *const *lane, int64_t value[LCK_LANES])
{
    for (uint32_t i = 0; i < p->n; i++) {
        step *s = &p->at[i];
        if (!s->varies)
            continue;
        if (s->e->op == LC_EXPR_VAR) {
            s->valid = UINT32_MAX;
            memcpy(p->value[i], lane[s->e->slot], sizeof p->value[i]);
        } else
            compute(p, i);
    }
    memcpy(value, p->value[p->n - 1], sizeof p->value[0]);
    return p->at[p->n - 1].valid;
}
