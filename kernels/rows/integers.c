/* integers.c - sums of products of variables and of operations on such sums. */
#include "config.h"

#include "integers.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ATOMS 64
#define MOST_FACTORS 4
#define MOST_TERMS 8

/* A variable, or an operation that is no sum and no product. */
typedef struct {
    lc_expr_op op;
    size_t slot;
    lck_integer of[3];
} atom;

struct lck_integers {
    lc_ctx *ctx;
    lcv_arena *lasting, *passing;
    lcv_sums sums; /* whose unknowns are atoms */
    size_t natoms;
    atom atom[MOST_ATOMS];
};

lck_integers *lck_integers_new(lc_ctx *ctx)
{
    lck_integers *all = lc_alloc(ctx, 1, sizeof *all);
    if (!all)
        return NULL;
    all->ctx = ctx;
    all->lasting = lcv_arena_new();
    all->passing = lcv_arena_new();
    all->sums.arena = all->passing;
    all->sums.degree = MOST_FACTORS;
    all->sums.terms = MOST_TERMS;
    if (all->lasting && all->passing)
        return all;
    lck_integers_free(all);
    return lc_no_memory(ctx);
}

void lck_integers_free(lck_integers *all)
{
    if (!all)
        return;
    lcv_arena_free(all->lasting);
    lcv_arena_free(all->passing);
    free(all);
}

void lck_integers_pass(lck_integers *all)
{
    lcv_arena_empty(all->passing);
}

static lck_integer lost(void)
{
    return (lck_integer){.lost = true};
}

lck_integer lck_integer_of(int64_t value)
{
    return (lck_integer){.known = true, .value = value};
}

/* The integer that a sum is; lost where there is none. */
static lck_integer integer_of(lck_integers *all, const lcv_sum *sum)
{
    int64_t value;
    if (!sum && all->sums.failed && strcmp(all->sums.failed, LC_NO_MEMORY) == 0)
        lc_no_memory(all->ctx);
    all->sums.failed = NULL;
    if (lcv_sum_is_number(sum, &value))
        return lck_integer_of(value);
    return (lck_integer){.lost = !sum, .sum = sum};
}

lck_integer lck_integer_keep(lck_integers *all, lck_integer a)
{
    static const lcv_sum zero = {0};
    if (a.known || !a.sum)
        return a;
    all->sums.arena = all->lasting;
    lck_integer kept = integer_of(all, lcv_sum_add(&all->sums, a.sum, 1, &zero));
    all->sums.arena = all->passing;
    kept.moves = a.moves;
    return kept;
}

/* ---- atoms ---- */

static bool is_same(const lck_integer *a, const lck_integer *b)
{
    if (a->known || b->known)
        return a->known && b->known && a->value == b->value;
    return a->sum == b->sum || (a->sum && b->sum && lcv_sum_same(a->sum, b->sum));
}

/* The integer that an atom is, which is one of those before if it is made as they are. */
static lck_integer atom_of(lck_integers *all, atom made)
{
    size_t i = 0;
    for (; i < all->natoms; i++) {
        const atom *a = &all->atom[i];
        if (a->op == made.op && a->slot == made.slot && is_same(&a->of[0], &made.of[0]) &&
            is_same(&a->of[1], &made.of[1]) && is_same(&a->of[2], &made.of[2]))
            return integer_of(all, lcv_sum_unknown(&all->sums, i));
    }
    if (i == MOST_ATOMS)
        return lost();
    for (int k = 0; k < 3; k++)
        if ((made.of[k] = lck_integer_keep(all, made.of[k])).lost)
            return lost();
    all->atom[all->natoms++] = made;
    return integer_of(all, lcv_sum_unknown(&all->sums, i));
}

lck_integer lck_integer_variable(lck_integers *all, size_t slot)
{
    return atom_of(all, (atom){.op = LC_EXPR_VAR, .slot = slot});
}

/* ---- operations ---- */

/* The number that a logical operation is by one of its operands. */
static bool is_decided(lc_expr_op op, const lck_integer *a, const lck_integer *b, bool *value)
{
    if ((op != LC_EXPR_ALL && op != LC_EXPR_ANY) || a->known == b->known)
        return false;
    *value = (a->known ? a->value : b->value) != 0;
    return *value == (op == LC_EXPR_ANY);
}

/* Of two numbers; NOT takes the first. False: it has none in 64 bits. */
static bool calculate(lc_expr_op op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case LC_EXPR_ALL: *value = a && b; return true;
    case LC_EXPR_ANY: *value = a || b; return true;
    case LC_EXPR_NOT: *value = !a; return true;
    default: return lc_expr_apply(op, a, b, value);
    }
}

/* Of two that are not lost, and not both numbers. */
static lck_integer operate(lck_integers *all, lc_expr_op op, const lck_integer *a,
                           const lck_integer *b)
{
    if (op != LC_EXPR_ADD && op != LC_EXPR_SUB && op != LC_EXPR_MUL)
        return a->moves || b->moves ? lost() : atom_of(all, (atom){.op = op, .of = {*a, *b}});
    const lcv_sum numbers[] = {{.constant = a->known ? a->value : 0},
                               {.constant = b->known ? b->value : 0}};
    const lcv_sum *x = a->known ? &numbers[0] : a->sum, *y = b->known ? &numbers[1] : b->sum;
    return integer_of(all, op == LC_EXPR_MUL
                               ? lcv_sum_mul(&all->sums, x, y)
                               : lcv_sum_add(&all->sums, x, op == LC_EXPR_SUB ? -1 : 1, y));
}

lck_integer lck_integer_make(lck_integers *all, lc_expr_op op, lck_integer a, lck_integer b)
{
    bool decided;
    int64_t value;
    if (is_decided(op, &a, &b, &decided))
        return lck_integer_of(decided);
    if (a.lost || b.lost)
        return lost();
    lck_integer out = !a.known || !b.known                      ? operate(all, op, &a, &b)
                      : calculate(op, a.value, b.value, &value) ? lck_integer_of(value)
                                                                : lost();
    out.moves = !out.lost && (a.moves || b.moves);
    return out;
}

lck_integer lck_integer_select(lck_integers *all, lck_integer condition, lck_integer yes,
                               lck_integer no)
{
    return condition.lost || yes.lost || no.lost || condition.moves || yes.moves || no.moves
               ? lost()
               : atom_of(all, (atom){.op = LC_EXPR_SELECT, .of = {condition, yes, no}});
}
