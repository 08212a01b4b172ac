/* code-relation.c - relations and sets as expressions: where they have a value, and which. */
#include "config.h"

#include "code.h"

#include "code-expr.h"
#include "internal.h"

static bool is_set(const lcr_map *m)
{
    return lcr_map_nin(m) == 0;
}

const char *lcr_code_name(const lcr_map *m, size_t i)
{
    if (!m->map)
        return NULL;
    return isl_map_get_dim_name(m->map, is_set(m) ? isl_dim_out : isl_dim_in, (unsigned)i);
}

/* A query about the relation begins. */
static bool begin_on_map(lcr_ctx *r, lc_exprs *x, const lcr_map *m)
{
    if (!lcr_code_arguments(r, x, "") || !lcr_check_weight(r, m->weight) || !lcr_map_whole(r, m))
        return false;
    lcr_begin_on(r, m->weight);
    return true;
}

static isl_set *with_names(isl_set *set, const lc_expr *const *var)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    for (int i = 0; set && i < n; i++)
        set = isl_set_set_dim_name(set, isl_dim_set, (unsigned)i, var[i]->name);
    return set;
}

const lc_expr *lcr_code_where(lcr_ctx *r, lc_exprs *x, const lcr_map *m, size_t n,
                              const lc_expr *const *var)
{
    if (!begin_on_map(r, x, m))
        return NULL;
    isl_set *points = is_set(m) && n > 0 ? isl_map_range(isl_map_copy(m->map))
                                         : lcr_map_domain(m);
    points = lcr_code_names(r, with_names(isl_set_coalesce(points), var));
    isl_set *known = points ? lcr_code_context(r, x, NULL, isl_set_get_space(points)) : NULL;
    if (!points)
        return lcr_code_failed(r);
    return lcr_code_set(r, x, points, known);
}

/* { [] -> [i, j] }, the coordinates of a space being parameters with the variables' names. */
static isl_multi_aff *names_as_point(isl_space *space, const lc_expr *const *var)
{
    isl_size n = isl_space_dim(space, isl_dim_set);
    isl_space *none = isl_space_params(isl_space_copy(space));
    for (int i = 0; i < n; i++) {
        none = isl_space_add_dims(none, isl_dim_param, 1);
        none = isl_space_set_dim_name(none, isl_dim_param, (unsigned)i, var[i]->name);
    }
    none = isl_space_set_from_params(none);
    isl_multi_aff *point = isl_multi_aff_zero(
        isl_space_map_from_domain_and_range(isl_space_copy(none),
                                            isl_space_add_dims(isl_space_copy(none), isl_dim_set,
                                                               (unsigned)n)));
    for (int i = 0; i < n; i++) {
        isl_local_space *at = isl_local_space_from_space(isl_space_copy(none));
        point = isl_multi_aff_set_at(point, i,
                                     isl_aff_var_on_domain(at, isl_dim_param, (unsigned)i));
    }
    isl_space_free(none);
    isl_space_free(space);
    return point;
}

/* An output of a function as it is written, over the inputs' names. */
static isl_pw_aff *output_as_written(const lcr_map *m, size_t output, const lc_expr *const *var)
{
    isl_pw_aff *f = isl_pw_multi_aff_get_at(m->function, (int)output);
    isl_space *inputs = isl_space_domain(isl_pw_aff_get_space(f));
    isl_size n = isl_space_dim(inputs, isl_dim_set);
    for (int i = 0; i < n; i++) /* names, which do not count, are no parameters */
        inputs = isl_space_set_dim_name(inputs, isl_dim_set, (unsigned)i, NULL);
    return isl_pw_aff_project_domain_on_params(
        isl_pw_aff_pullback_multi_aff(f, names_as_point(inputs, var)));
}

/* One of its outputs, over the inputs' names; NULL with an error. */
static isl_pw_aff *output_of(lcr_ctx *r, const lcr_map *m, size_t output,
                             const lc_expr *const *var)
{
    if (m->function) {
        isl_pw_aff *f = output_as_written(m, output, var);
        return f ? f : lcr_code_failed(r);
    }
    isl_map *map = isl_map_copy(m->map);
    isl_size n = isl_map_dim(map, isl_dim_out), inputs = isl_map_dim(map, isl_dim_in);
    for (int i = 0; i < inputs; i++)
        map = isl_map_set_dim_name(map, isl_dim_in, (unsigned)i, var[i]->name);
    for (int i = n; i-- > 0;)
        if ((size_t)i != output)
            map = isl_map_project_out(map, isl_dim_out, (unsigned)i, 1);
    map = isl_map_move_dims(map, isl_dim_param, 0, isl_dim_in, 0, (unsigned)inputs);
    return map ? lcr_code_is_function(r, map) : lcr_code_failed(r);
}

const lc_expr *lcr_code_value(lcr_ctx *r, lc_exprs *x, const lcr_map *m, size_t output,
                              const lc_expr *const *var)
{
    isl_pw_aff *f = begin_on_map(r, x, m) ? output_of(r, m, output, var) : NULL;
    if (!f)
        return NULL;
    isl_set *known = isl_set_params(isl_pw_aff_domain(isl_pw_aff_copy(f)));
    return lcr_code_function(r, x, f, lcr_code_bounds(x, known));
}
