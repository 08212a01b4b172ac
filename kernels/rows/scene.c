/* scene.c - integers and conditions where a walk through a kernel is. */
#include "config.h"

#include "scene.h"

#include <stdlib.h>

#include "../../lib/int64.h"

#define PRIME ((UINT64_C(1) << 61) - 1)

__extension__ typedef unsigned __int128 wide;

bool lck_scene_open(lck_scene *s, const lck_kernel *kernel)
{
    size_t n = lc_exprs_nvars(kernel->x);
    *s = (lck_scene){.kernel = kernel};
    s->env = lc_alloc(kernel->ctx, n + 1, sizeof *s->env);
    s->let = lc_alloc(kernel->ctx, n + 1, sizeof *s->let);
    for (size_t i = 0; s->env && i < n; i++)
        s->env[i] = -1;
    return s->env && s->let;
}

void lck_scene_close(lck_scene *s)
{
    free(s->env);
    free(s->let);
}

/* ---- integers ---- */

lck_integer lck_integer_of(int64_t value)
{
    uint64_t residue = (uint64_t)lc_int64_magnitude(value);
    residue = residue < PRIME ? residue : residue % PRIME;
    return (lck_integer){.known = true,
                         .value = value,
                         .residue = value < 0 && residue > 0 ? PRIME - residue : residue};
}

static const lck_integer lost = {.lost = true};

static uint64_t mixed(uint64_t a, uint64_t b)
{
    a = (a ^ (b + UINT64_C(0x9e3779b97f4a7c15) + (a << 12) + (a >> 4))) *
        UINT64_C(0xbf58476d1ce4e5b9);
    a = (a ^ a >> 27) * UINT64_C(0x94d049bb133111eb);
    return (a ^ a >> 31) % PRIME;
}

/* What no more is known of than that it is the same wherever it is made of the same. */
static lck_integer opaque(uint64_t what, lck_integer a, lck_integer b)
{
    return a.moves || b.moves
               ? lost
               : (lck_integer){.residue = mixed(mixed(what, a.residue), b.residue)};
}

/* Of known ones; a logical operation may need but one. */
static lck_integer calculate(lc_expr_op op, int64_t a, int64_t b)
{
    int64_t value = 0;
    bool over = false;
    switch (op) {
    case LC_EXPR_ADD: over = __builtin_add_overflow(a, b, &value); break;
    case LC_EXPR_SUB: over = __builtin_sub_overflow(a, b, &value); break;
    case LC_EXPR_MUL: over = __builtin_mul_overflow(a, b, &value); break;
    case LC_EXPR_DIV:
        over = b <= 0;
        value = over ? 0 : lc_int64_floor(a, b);
        break;
    case LC_EXPR_MOD:
        over = b <= 0;
        value = over ? 0 : lc_int64_rest(a, b);
        break;
    case LC_EXPR_MIN: value = lc_int64_min(a, b); break;
    case LC_EXPR_MAX: value = lc_int64_max(a, b); break;
    case LC_EXPR_XOR: value = a ^ b; break;
    case LC_EXPR_LT: value = a < b; break;
    case LC_EXPR_LE: value = a <= b; break;
    case LC_EXPR_EQ: value = a == b; break;
    case LC_EXPR_NE: value = a != b; break;
    case LC_EXPR_ALL: value = a && b; break;
    case LC_EXPR_ANY: value = a || b; break;
    case LC_EXPR_NOT: value = !a; break;
    default: over = true; break;
    }
    return over ? lost : lck_integer_of(value);
}

lck_integer lck_integer_make(lc_expr_op op, lck_integer a, lck_integer b)
{
    lck_integer out = {0};
    const uint64_t minus = b.residue ? PRIME - b.residue : 0;
    if ((op == LC_EXPR_ALL || op == LC_EXPR_ANY) && (a.known || b.known) &&
        !(a.known && b.known)) {
        bool value = (a.known ? a.value : b.value) != 0;
        if (value == (op == LC_EXPR_ANY))
            return lck_integer_of(value);
    }
    if (a.lost || b.lost)
        return lost;
    if (a.known && b.known)
        out = calculate(op, a.value, b.value);
    else if (op == LC_EXPR_ADD)
        out.residue = (a.residue + b.residue) % PRIME;
    else if (op == LC_EXPR_SUB)
        out.residue = (a.residue + minus) % PRIME;
    else if (op == LC_EXPR_MUL)
        out.residue = (uint64_t)((wide)a.residue * b.residue % PRIME);
    else
        return opaque(1000 + (uint64_t)op, a, b);
    out.moves = a.moves || b.moves;
    return out;
}

/* At all sizes: what stands for a variable. */
static lck_integer symbol(const lc_expr *e)
{
    return (lck_integer){.residue = mixed(e->slot + 1, 1)};
}

/* The number of a block is that of its cluster, and its rank in it. */
static lck_integer block_at(const lck_scene *s, int rank, const int64_t *sizes)
{
    const lck_kernel *k = s->kernel;
    lck_integer in = lck_integer_of(rank), out = in;
    in.moves = out.moves = k->cluster > 1;
    if (sizes || k->block->high < k->cluster)
        return out;
    lck_integer cluster = lck_integer_make(LC_EXPR_MUL, symbol(k->block),
                                           lck_integer_of(k->cluster));
    return lck_integer_make(LC_EXPR_ADD, cluster, in);
}

/* block % n, and block / n, where this is known of the rank, or of the cluster. */
static bool is_of_block(const lck_scene *s, const lc_expr *e, int64_t *n)
{
    const int cluster = s->kernel->cluster;
    return (e->op == LC_EXPR_MOD || e->op == LC_EXPR_DIV) && e->arg[0] == s->kernel->block &&
           lc_expr_is_int(e->arg[1], n) &&
           (e->op == LC_EXPR_MOD ? cluster % *n == 0 : *n % cluster == 0);
}

static lck_integer variable(const lck_scene *s, const lc_expr *e, int thread,
                            const int64_t *sizes)
{
    const lck_kernel *k = s->kernel;
    lck_integer out;
    if (e == k->block)
        return block_at(s, thread / k->threads, sizes);
    if (s->let[e->slot])
        return lck_scene_integer(s, s->let[e->slot], thread, sizes);
    if (e == k->thread)
        out = lck_integer_of(thread % k->threads);
    else if (s->env[e->slot] >= 0)
        out = lck_integer_of(s->env[e->slot]);
    else
        return sizes ? lck_integer_of(sizes[e->slot]) : symbol(e);
    out.moves = true;
    return out;
}

lck_integer lck_scene_integer(const lck_scene *s, const lc_expr *e, int thread,
                              const int64_t *sizes)
{
    int64_t n;
    const lck_integer none = lck_integer_of(0);
    if (e->op == LC_EXPR_INT)
        return lck_integer_of(e->value);
    if (e->op == LC_EXPR_VAR)
        return variable(s, e, thread, sizes);
    if (!sizes && is_of_block(s, e, &n)) {
        lck_integer rank = lck_integer_of(thread / s->kernel->threads % n);
        rank.moves = s->kernel->cluster > 1;
        return e->op == LC_EXPR_MOD ? rank : opaque((uint64_t)n, symbol(e->arg[0]), none);
    }
    lck_integer a = lck_scene_integer(s, e->arg[0], thread, sizes);
    if (e->op == LC_EXPR_SELECT && a.known)
        return lck_scene_integer(s, e->arg[a.value ? 1 : 2], thread, sizes);
    lck_integer b = e->arg[1] ? lck_scene_integer(s, e->arg[1], thread, sizes) : none;
    if (e->op != LC_EXPR_SELECT)
        return lck_integer_make(e->op, a, b);
    lck_integer c = lck_scene_integer(s, e->arg[2], thread, sizes);
    return a.lost || b.lost || c.lost || c.moves ? lost : opaque(c.residue, a, b);
}

/* ---- conditions ---- */

/* Is it the number of a block in its cluster, or what that leaves? */
static bool is_rank(const lck_scene *s, const lc_expr *e)
{
    int64_t n;
    if (e == s->kernel->block)
        return e->high < s->kernel->cluster;
    return e->op == LC_EXPR_MOD && is_of_block(s, e, &n);
}

bool lck_scene_knows(const lck_scene *s, const lc_expr *e)
{
    if (!e || is_rank(s, e))
        return true;
    if (e->op == LC_EXPR_VAR && s->let[e->slot])
        return lck_scene_knows(s, s->let[e->slot]);
    if (e->op == LC_EXPR_VAR)
        return e == s->kernel->thread || (e != s->kernel->block && s->env[e->slot] >= 0);
    return lck_scene_knows(s, e->arg[0]) && lck_scene_knows(s, e->arg[1]) &&
           lck_scene_knows(s, e->arg[2]);
}

bool lck_scene_is_here(const lck_scene *s, int thread)
{
    for (size_t i = 0; i < s->nconditions; i++) {
        if (!s->condition[i].known)
            continue;
        lck_integer n = lck_scene_integer(s, s->condition[i].value, thread, NULL);
        if (!n.known || (n.value != 0) != s->condition[i].wanted)
            return false;
    }
    return true;
}

bool lck_scene_is_here_at(const lck_scene *s, int thread, const int64_t *sizes, bool *lost_one)
{
    for (size_t i = 0; i < s->nconditions; i++) {
        lck_integer n = lck_scene_integer(s, s->condition[i].value, thread, sizes);
        *lost_one = *lost_one || !n.known;
        if (n.known && (n.value != 0) != s->condition[i].wanted)
            return false;
    }
    return true;
}
