/* redo-relation.c - relations, read and evaluated by isl alone. */
#include "config.h"

#include "redo.h"

#include <stdlib.h>
#include <string.h>

#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#define MAPS 64

static isl_ctx *ctx;
static isl_map *maps[MAPS];
static size_t nmaps;

void relation_reset(void)
{
    while (nmaps > 0)
        isl_map_free(maps[--nmaps]);
    isl_ctx_free(ctx);
    ctx = NULL;
}

void *relation_read(const char *text, size_t *nin, size_t *nout)
{
    if (!ctx && (ctx = isl_ctx_alloc()))
        isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    isl_map *m = nmaps < MAPS ? isl_map_read_from_str(ctx, text) : NULL;
    if (!m) {
        redo_fail("isl does not read the relation %s", text);
        return NULL;
    }
    *nin = (size_t)isl_map_dim(m, isl_dim_in);
    *nout = (size_t)isl_map_dim(m, isl_dim_out);
    return maps[nmaps++] = m;
}

static int64_t number_of(isl_point *p, unsigned i)
{
    isl_val *v = isl_point_get_coordinate_val(p, isl_dim_set, (int)i);
    long n = isl_val_get_num_si(v);
    isl_val_free(v);
    return n;
}

/* An integral coordinate of a box of inputs from 0 on, the first of them minor. */
static const tree *split(isl_map *m, const tree *crd)
{
    size_t n = (size_t)isl_map_dim(m, isl_dim_in);
    tree *extent[64];
    if (!crd->leaf || n < 2 || n > 64)
        return crd;
    isl_set *inputs = isl_map_domain(isl_map_copy(m));
    for (size_t i = 0; i < n; i++) {
        isl_val *last = isl_set_dim_max_val(isl_set_copy(inputs), (int)i);
        extent[i] = tree_int(isl_val_get_num_si(last) + 1);
        isl_val_free(last);
    }
    isl_set_free(inputs);
    return tree_natural(tree_tuple(n, extent), crd);
}

int relation_at(void *map, const tree *crd, val *out)
{
    isl_map *m = map;
    size_t n = (size_t)isl_map_dim(m, isl_dim_in);
    int64_t in[64];
    crd = split(m, crd);
    if (tree_leaves(crd) != n || n > 64)
        return redo_fail("%s is no input of the relation", tree_text(crd));
    tree_flatten(crd, in);
    isl_set *at = isl_set_universe(isl_space_domain(isl_map_get_space(m)));
    for (size_t i = 0; i < n; i++)
        at = isl_set_fix_val(at, isl_dim_set, (unsigned)i, isl_val_int_from_si(ctx, in[i]));
    isl_set *values = isl_set_apply(at, isl_map_copy(m));
    int count = isl_set_is_empty(values) ? 0 : isl_set_is_singleton(values) ? 1 : 2;
    if (count > 0) {
        isl_point *p = isl_set_sample_point(isl_set_copy(values));
        size_t nout = (size_t)isl_map_dim(m, isl_dim_out);
        tree *number[64];
        for (size_t i = 0; i < nout && i < 64; i++)
            number[i] = tree_int(number_of(p, (unsigned)i));
        *out = nout == 1 ? val_int(number[0]->value) : val_of(tree_tuple(nout, number));
        isl_point_free(p);
    }
    isl_set_free(values);
    return count;
}

bool relation_size(void *map, int64_t *size)
{
    isl_map *m = map;
    if (isl_map_dim(m, isl_dim_in) != 1)
        return false;
    isl_set *domain = isl_map_domain(isl_map_copy(m));
    isl_val *n = isl_set_count_val(domain);
    *size = isl_val_get_num_si(n);
    isl_val_free(n);
    isl_set *all = isl_set_universe(isl_set_get_space(domain));
    all = isl_set_lower_bound_si(all, isl_dim_set, 0, 0);
    all = isl_set_upper_bound_val(all, isl_dim_set, 0, isl_val_int_from_si(ctx, *size - 1));
    bool interval = isl_set_is_equal(domain, all);
    isl_set_free(all);
    isl_set_free(domain);
    return interval;
}
