/* instance.c - a kernel at the sizes of a case. */
#include "config.h"

#include "instance.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void take_sizes(const lck_kernel *k, const instance *at, int64_t *env)
{
    memset(env, 0, LC_MAX_EXPR_VARS * sizeof *env);
    for (size_t i = 0; i < k->nsizes; i++)
        env[k->size[i].var->slot] = at->size[i];
}

/* ---- tensors that are relations ---- */

/* The variable that stands for coordinate i in an index; NULL: no index has it. */
static const lc_expr *coordinate(const lck_kernel *k, size_t i)
{
    char name[64];
    snprintf(name, sizeof name, "%s%zu", k->coordinate, i);
    return lc_exprs_find(k->x, name);
}

/* The index at each coordinate. */
static bool fill_places(const lck_kernel *k, const instance *at, const lc_expr *index, int64_t n,
                        int64_t *place)
{
    int64_t env[LC_MAX_EXPR_VARS];
    take_sizes(k, at, env);
    for (int64_t i = 0; i < n; i++) {
        int64_t rest = i;
        for (size_t mode = 0; mode < k->rank; mode++) {
            const lc_expr *var = coordinate(k, mode);
            if (var)
                env[var->slot] = rest % at->extent[mode];
            rest /= at->extent[mode];
        }
        if (!lc_expr_at(index, env, &place[i]))
            return false;
    }
    return true;
}

/* Leaves NULL where the tensor is no relation. */
static bool take_places(const lck_kernel *k, const instance *at, const lc_expr *index,
                        int64_t **place)
{
    int64_t n = 1;
    for (size_t i = 0; i < k->rank; i++)
        if (__builtin_mul_overflow(n, at->extent[i], &n))
            return !index;
    if (!index)
        return true;
    if (n > MOST_PLACES || !(*place = calloc((size_t)n + 1, sizeof **place)))
        return false;
    return fill_places(k, at, index, n, *place);
}

void instance_clear(instance *at)
{
    free(at->source_place);
    free(at->destination_place);
    at->source_place = at->destination_place = NULL;
}

static void write_places(FILE *out, const char *tensor, size_t number, const int64_t *place,
                         int64_t n)
{
    if (!place)
        return;
    fprintf(out, "static const long long %s_place_%zu[] = {", tensor, number);
    for (int64_t i = 0; i < n; i++)
        fprintf(out, "%s%" PRId64 ",", i % 16 ? " " : "\n    ", place[i]);
    fputs("\n};\n", out);
}

void instance_write_places(FILE *out, size_t number, const instance *at)
{
    write_places(out, "source", number, at->source_place, at->written);
    write_places(out, "destination", number, at->destination_place, at->written);
}

void instance_write_names(FILE *out, size_t number, const instance *at)
{
    if (at->source_place)
        fprintf(out, " source_place_%zu,", number);
    else
        fputs(" nullptr,", out);
    if (at->destination_place)
        fprintf(out, " destination_place_%zu", number);
    else
        fputs(" nullptr", out);
}

bool instance_of(const lck_kernel *k, instance *out)
{
    int64_t env[LC_MAX_EXPR_VARS];
    take_sizes(k, out, env);
    if (!lck_kernel_admits(k, env) || k->rank > MOST_MODES ||
        !lc_expr_at(k->array[LCK_SOURCE].offset, env, &out->source_offset) ||
        !lc_expr_at(k->array[LCK_DESTINATION].offset, env, &out->destination_offset) ||
        !lc_expr_at(k->array[LCK_SOURCE].extent, env, &out->source_elements) ||
        !lc_expr_at(k->array[LCK_DESTINATION].extent, env, &out->destination_elements) ||
        !lc_expr_at(k->blocks, env, &out->blocks))
        return false;
    out->read = out->written = 1;
    for (size_t i = 0; i < k->rank; i++) {
        if (!lc_expr_at(k->counter[i].extent, env, &out->extent[i]) ||
            !lc_expr_at(k->counter[i].stride[LCK_SOURCE], env, &out->source[i]) ||
            !lc_expr_at(k->counter[i].stride[LCK_DESTINATION], env, &out->destination[i]))
            return false;
        out->written *= out->extent[i];
        out->read *= out->source[i] == 0 && !k->array[LCK_SOURCE].index ? 1 : out->extent[i];
    }
    return take_places(k, out, k->array[LCK_SOURCE].index, &out->source_place) &&
           take_places(k, out, k->array[LCK_DESTINATION].index, &out->destination_place);
}

/* at_k = tile * number - margin: the tile is the factor. Without a factor it is one element. */
static int64_t tile_of(const lc_expr *begin, int64_t *margin)
{
    int64_t factor = 1;
    *margin = 0;
    if (begin->op == LC_EXPR_SUB && lc_expr_is_int(begin->arg[1], margin))
        begin = begin->arg[0];
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
        box->begin[i] = box->margin[i] = 0;
        box->end[i] = at->extent[i];
    }
    for (const lck_statement *s = k->body; s && s->kind == LCK_LET; s = s->next) {
        size_t mode;
        if (!lc_expr_at(s->value, env, &env[s->var->slot]))
            return false;
        if (sscanf(s->var->name, "at_%zu", &mode) != 1 || mode >= k->rank)
            continue;
        box->begin[mode] = env[s->var->slot];
        box->end[mode] = box->begin[mode] + tile_of(s->value, &box->margin[mode]);
        if (box->margin[mode] > 0)
            box->end[mode] += box->margin[mode];
        else if (box->end[mode] > at->extent[mode])
            box->end[mode] = at->extent[mode];
    }
    return true;
}
