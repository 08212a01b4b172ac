/* instance.c - a kernel at the sizes of a case. */
#include "config.h"

#include "instance.h"

#include <stdio.h>
#include <string.h>

static bool admits(const lck_kernel *k, const int64_t *env)
{
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        if (env[var->slot] < var->low || env[var->slot] > var->high)
            return false;
    }
    for (size_t i = 0; i < k->nconditions; i++) {
        int64_t holds;
        if (!lc_expr_at(k->condition[i], env, &holds) || !holds)
            return false;
    }
    return true;
}

static void take_sizes(const lck_kernel *k, const instance *at, int64_t *env)
{
    memset(env, 0, LC_MAX_EXPR_VARS * sizeof *env);
    for (size_t i = 0; i < k->nsizes; i++)
        env[k->size[i].var->slot] = at->size[i];
}

bool instance_of(const lck_kernel *k, instance *out)
{
    int64_t env[LC_MAX_EXPR_VARS];
    take_sizes(k, out, env);
    if (!admits(k, env) || k->rank > MOST_MODES ||
        !lc_expr_at(k->source_offset, env, &out->source_offset) ||
        !lc_expr_at(k->destination_offset, env, &out->destination_offset) ||
        !lc_expr_at(k->source_extent, env, &out->source_elements) ||
        !lc_expr_at(k->destination_extent, env, &out->destination_elements) ||
        !lc_expr_at(k->blocks, env, &out->blocks))
        return false;
    out->read = out->written = 1;
    for (size_t i = 0; i < k->rank; i++) {
        if (!lc_expr_at(k->extent[i], env, &out->extent[i]) ||
            !lc_expr_at(k->source_stride[i], env, &out->source[i]) ||
            !lc_expr_at(k->destination_stride[i], env, &out->destination[i]))
            return false;
        out->written *= out->extent[i];
        out->read *= out->source[i] == 0 ? 1 : out->extent[i];
    }
    return true;
}

/* at_k = tile * number: the tile is the factor. Without a factor it is one element. */
static int64_t tile_of(const lc_expr *begin)
{
    int64_t factor = 1;
    if (begin->op == LC_EXPR_MUL)
        lc_expr_is_int(begin->arg[1], &factor);
    return factor;
}

/* The LETs before anything else of a kernel that a plan was lowered to: those of at_0, at_1
 * ... say where the tile begins; a mode without one has one tile. */
bool instance_box(const lck_kernel *k, const instance *at, block_box *box)
{
    int64_t env[LC_MAX_EXPR_VARS];
    take_sizes(k, at, env);
    env[k->block->slot] = box->block;
    for (size_t i = 0; i < k->rank; i++) {
        box->begin[i] = 0;
        box->end[i] = at->extent[i];
    }
    for (const lck_statement *s = k->body; s && s->kind == LCK_LET; s = s->next) {
        size_t mode;
        if (!lc_expr_at(s->value, env, &env[s->var->slot]))
            return false;
        if (sscanf(s->var->name, "at_%zu", &mode) != 1 || mode >= k->rank)
            continue;
        box->begin[mode] = env[s->var->slot];
        box->end[mode] = box->begin[mode] + tile_of(s->value);
        if (box->end[mode] > at->extent[mode])
            box->end[mode] = at->extent[mode];
    }
    return true;
}
