/* scene.c - integers and conditions where a walk through a kernel is. */
#include "config.h"

#include "scene.h"

#include <stdlib.h>

/* The threads of a cluster. */
static size_t threads_of(const lck_kernel *k)
{
    return (size_t)k->threads * (size_t)k->cluster;
}

bool lck_scene_open(lck_scene *s, const lck_kernel *kernel)
{
    size_t n = lc_exprs_nvars(kernel->x);
    *s = (lck_scene){.kernel = kernel};
    s->env = lc_alloc(kernel->ctx, n + 1, sizeof *s->env);
    s->let = lc_alloc(kernel->ctx, n + 1, sizeof *s->let);
    for (size_t i = 0; s->env && i < n; i++)
        s->env[i] = -1;
    s->integers = lck_integers_new(kernel->ctx);
    s->found = lc_alloc(kernel->ctx, (n + 1) * threads_of(kernel), sizeof *s->found);
    return s->env && s->let && s->integers && s->found;
}

void lck_scene_close(lck_scene *s)
{
    free(s->env);
    free(s->let);
    lck_integers_free(s->integers);
    free(s->found);
}

/* ---- integers ---- */

/* At all sizes: what stands for a variable. */
static lck_integer symbol(const lck_scene *s, const lc_expr *e)
{
    return lck_integer_variable(s->integers, e->slot);
}

/* The number of a block is that of its cluster, and its rank in it. */
static lck_integer block_at(const lck_scene *s, int rank, const int64_t *sizes)
{
    const lck_kernel *k = s->kernel;
    lck_integer in = lck_integer_of(rank), out = in;
    in.moves = out.moves = k->cluster > 1;
    if (k->block->high < k->cluster)
        return out;
    lck_integer cluster = lck_integer_make(s->integers, LC_EXPR_MUL,
                                           sizes ? lck_integer_of(s->cluster)
                                                 : symbol(s, k->block),
                                           lck_integer_of(k->cluster));
    return lck_integer_make(s->integers, LC_EXPR_ADD, cluster, in);
}

/* block % n, and block / n, where this is known of the rank, or of the cluster. */
static bool is_of_block(const lck_scene *s, const lc_expr *e, int64_t *n)
{
    const int cluster = s->kernel->cluster;
    return (e->op == LC_EXPR_MOD || e->op == LC_EXPR_DIV) && e->arg[0] == s->kernel->block &&
           lc_expr_is_int(e->arg[1], n) &&
           (e->op == LC_EXPR_MOD ? cluster % *n == 0 : *n % cluster == 0);
}

/* The value of a LET, whose variables are those that were open where it stands: it is one. */
static lck_integer value_of_let(const lck_scene *s, const lc_expr *e, int thread,
                                const int64_t *sizes)
{
    lck_integer *found = &s->found[e->slot * threads_of(s->kernel) + (size_t)thread];
    if (found->known || found->lost)
        return sizes && found->lost ? lck_scene_integer(s, s->let[e->slot], thread, sizes)
                                    : *found;
    const lck_integer value = lck_scene_integer(s, s->let[e->slot], thread, sizes);
    if (!sizes && (value.known || value.lost))
        *found = value;
    return value;
}

static lck_integer variable(const lck_scene *s, const lc_expr *e, int thread,
                            const int64_t *sizes)
{
    const lck_kernel *k = s->kernel;
    lck_integer out;
    if (e == k->block)
        return block_at(s, thread / k->threads, sizes);
    if (s->let[e->slot])
        return value_of_let(s, e, thread, sizes);
    if (e == k->thread)
        out = lck_integer_of(thread % k->threads);
    else if (s->env[e->slot] >= 0)
        out = lck_integer_of(s->env[e->slot]);
    else
        return sizes ? lck_integer_of(sizes[e->slot]) : symbol(s, e);
    out.moves = true;
    return out;
}

lck_integer lck_scene_integer(const lck_scene *s, const lc_expr *e, int thread,
                              const int64_t *sizes)
{
    int64_t n;
    if (e->op == LC_EXPR_INT)
        return lck_integer_of(e->value);
    if (e->op == LC_EXPR_VAR)
        return variable(s, e, thread, sizes);
    if (!sizes && is_of_block(s, e, &n)) {
        lck_integer rank = lck_integer_of(thread / s->kernel->threads % n);
        rank.moves = s->kernel->cluster > 1;
        return e->op == LC_EXPR_MOD
                   ? rank
                   : lck_integer_make(s->integers, LC_EXPR_DIV, symbol(s, e->arg[0]),
                                      lck_integer_of(n / s->kernel->cluster));
    }
    lck_integer a = lck_scene_integer(s, e->arg[0], thread, sizes);
    if (e->op == LC_EXPR_SELECT && a.known)
        return lck_scene_integer(s, e->arg[a.value ? 1 : 2], thread, sizes);
    lck_integer b = e->arg[1] ? lck_scene_integer(s, e->arg[1], thread, sizes)
                              : lck_integer_of(0);
    if (e->op != LC_EXPR_SELECT)
        return lck_integer_make(s->integers, e->op, a, b);
    return lck_integer_select(s->integers, a, b, lck_scene_integer(s, e->arg[2], thread, sizes));
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

bool lck_scene_is_here(const lck_scene *s, int thread, const int64_t *sizes, bool *lost_one)
{
    for (size_t i = 0; i < s->nconditions; i++) {
        if (!sizes && !s->condition[i].known)
            continue;
        lck_integer n = lck_scene_integer(s, s->condition[i].value, thread, sizes);
        if (sizes)
            *lost_one = *lost_one || !n.known;
        if (n.known ? (n.value != 0) != s->condition[i].wanted : !sizes)
            return false;
    }
    return true;
}
