/* coordinates.c - values that are coordinates: the paths of their axes, offsets. */
#include "config.h"

#include "read.h"

#include <ctype.h>
#include <string.h>

/* ---- paths ---- */

size_t lcr_path_find(size_t n, const lit_path *path, const lit_path *wanted)
{
    size_t j = 0;
    while (j < n && !lcr_path_same(&path[j], wanted))
        j++;
    return j;
}

size_t lcr_path_add(size_t *n, lit_path *path, const lit_path *wanted)
{
    size_t j = lcr_path_find(*n, path, wanted);
    if (j == LIT_MAX_AXES)
        return SIZE_MAX;
    if (j == *n)
        path[(*n)++] = *wanted;
    return j;
}

bool lcr_path_append(lit_path *path, size_t mode)
{
    if (path->depth == LIT_MAX_DEPTH)
        return false;
    path->mode[path->depth++] = (uint32_t)mode;
    return true;
}

/* Does it begin with the modes of another one? */
static bool begins(const lit_path *path, const lit_path *with)
{
    return path->depth >= with->depth &&
           memcmp(path->mode, with->mode, with->depth * sizeof *with->mode) == 0;
}

static bool one_mode(reader *in, uint32_t *mode)
{
    int n;
    if (!isdigit((unsigned char)*in->at) || !lcr_rd_small(in, 0, LIT_MAX_AXES - 1, &n))
        return false;
    *mode = (uint32_t)n;
    return true;
}

bool lcr_rd_path(reader *in, lit_path *path)
{
    if (*in->at == 'e') {
        in->at++;
        path->depth = 1;
        return one_mode(in, &path->mode[0]);
    }
    while (*in->at == '@' && path->depth < LIT_MAX_DEPTH) {
        in->at++;
        memmove(path->mode + 1, path->mode, path->depth * sizeof *path->mode);
        path->depth++;
        if (!one_mode(in, &path->mode[0]))
            return false;
    }
    return true;
}

/* ---- nestings ---- */

bool lcr_lit_leaves_at(const lit *a, const lit_path *path, size_t *first, size_t *last)
{
    size_t node = 0, leaf = 0;
    for (size_t d = 0; d < path->depth; d++) {
        uint32_t arity = a->node[node];
        if (arity == 0 && path->mode[d] == 0)
            continue;
        if (path->mode[d] >= arity)
            return false;
        node++;
        for (uint32_t i = 0; i < path->mode[d]; i++)
            node = lcr_lit_after(a, node, &leaf);
    }
    *first = *last = leaf;
    lcr_lit_after(a, node, last);
    return true;
}

void lcr_lit_paths(const lit *a, lit_path *path)
{
    lit_path at = {0};
    uint32_t left[LIT_MAX_DEPTH + 1];
    for (size_t node = 0; node < a->nnodes; node++) {
        if (a->node[node] != 0) {
            left[at.depth] = a->node[node];
            at.mode[at.depth++] = 0;
            continue;
        }
        *path++ = at;
        while (at.depth > 0 && --left[at.depth - 1] == 0)
            at.depth--;
        if (at.depth > 0)
            at.mode[at.depth - 1]++;
    }
}

/* The modes that offsets give values which are coordinates, at a place of theirs, offsets of
 * functions inside included; 0: none does. Strides may give more. */
static size_t modes_at(const lit *x, const lit_path *at)
{
    size_t most = 0, leaves = 0;
    for (; x != NULL; x = x->kind != LIT_COMPOSED ? NULL
                          : x->outer != NULL      ? x->outer
                                                  : x->inner) {
        const lit *t = x->offset_nesting;
        size_t node = 0;
        for (size_t d = 0; t && d < at->depth; d++) {
            t = at->mode[d] < t->node[node++] ? t : NULL;
            for (size_t left = t ? at->mode[d] : 0; left > 0; left--)
                node = lcr_lit_after(t, node, &leaves);
        }
        if (t && t->node[node] > most)
            most = t->node[node];
    }
    return most;
}

size_t lcr_lit_modes_below(const lit *a, const lit_path *at)
{
    size_t modes = modes_at(a, at);
    for (size_t j = 0; j < a->naxes; j++) {
        const lit_path *own = &a->path[j];
        bool below = own->depth > at->depth && begins(own, at);
        if (below && own->mode[at->depth] >= modes)
            modes = own->mode[at->depth] + 1;
    }
    return modes;
}

/* ---- offsets ---- */

/* An axis without strides, at a leaf of an offset. Strides that are all 0 are of every kind. */
static bool add_axis(reader *in, lit *a, const lit_path *path, lc_int offset)
{
    if (a->kind != LIT_LAYOUT || a->naxes == LIT_MAX_AXES)
        return lcr_rd_wrong(in, "an offset on the axes of the strides");
    a->path[a->naxes] = *path; /* of which there is room for all */
    a->offset[a->naxes++] = offset;
    return true;
}

/* An offset of 0 says the nesting only. */
bool lcr_rd_coordinate_offset(reader *in, lit *a, const lc_int *offset, const nesting *t)
{
    bool known[LIT_MAX_AXES] = {false};
    bool every = !a->basis && !a->by_xor && !lcr_lit_has_integers(a);
    lit_path path[LIT_MAX_AXES];
    lit tuple = {.kind = LIT_TUPLE,
                 .nnodes = t->nnodes,
                 .n = t->n,
                 .node = (uint32_t *)(uintptr_t)t->node};
    a->offset = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->offset);
    if (!a->offset || t->n > LIT_MAX_AXES)
        return false;
    if (every) {
        a->basis = true;
        a->naxes = 0;
    }
    for (size_t j = 0; j < a->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(&tuple, &a->path[j], &first, &last) || last != first + 1)
            return lcr_rd_wrong(in, "an offset nested like the values");
        a->offset[j] = offset[first];
        known[first] = true;
    }
    lcr_lit_paths(&tuple, path);
    for (size_t k = 0; k < t->n; k++)
        if (!known[k] && (every || !lc_int_is_zero(offset[k])) &&
            !add_axis(in, a, &path[k], offset[k]))
            return false;
    if (lcr_all_zero(t->n, offset))
        a->offset = NULL;
    a->offset_nesting = lcr_rd_literal(in, LIT_TUPLE, t, NULL);
    return a->offset_nesting != NULL;
}
