/* code.c - isl's AST generator on sets and functions: reading them, the facts about their names,
 * the questions to isl. The answers become expressions in code-expr.c.
 */
#include "config.h"

#include "code.h"

#include <isl/ast_build.h>

#include "code-expr.h"
#include "internal.h"

/* ---- names ---- */

/* Records isl's failure, where there is no other error. */
void *lcr_code_failed(lcr_ctx *r)
{
    if (lc_ctx_code(r->lc) == LC_OK)
        lcr_isl_failed(r, LCR_WRITING);
    return NULL;
}

static bool has_param(isl_set *set, const char *name)
{
    return isl_set_find_dim_by_name(set, isl_dim_param, name) >= 0;
}

/* Each dimension has a name of its own. */
static bool check_names(lcr_ctx *r, isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    for (int i = 0; i < n; i++) {
        const char *name = isl_set_get_dim_name(set, isl_dim_set, (unsigned)i);
        bool twice = name && (has_param(set, name) ||
                              isl_set_find_dim_by_name(set, isl_dim_set, name) != i);
        if (name && !twice)
            continue;
        return lc_fail(r->lc, LC_ERR_INVALID,
                       "dimension %d has %s: expected a name of its own for each dimension", i,
                       name ? "a name that another one has" : "no name");
    }
    return true;
}

/* The set over parameters alone: its dimensions become some. */
isl_set *lcr_code_names(lcr_ctx *r, isl_set *set)
{
    if (!set || isl_set_is_params(set) == isl_bool_true)
        return set;
    if (!check_names(r, set))
        return isl_set_free(set);
    if (isl_set_has_tuple_id(set) == isl_bool_true)
        set = isl_set_reset_tuple_id(set);
    isl_size params = isl_set_dim(set, isl_dim_param), n = isl_set_dim(set, isl_dim_set);
    if (params < 0 || n < 0)
        return isl_set_free(set);
    set = isl_set_move_dims(set, isl_dim_param, (unsigned)params, isl_dim_set, 0, (unsigned)n);
    return isl_set_params(set);
}

/* Every parameter is a variable of x. */
static bool are_variables(lcr_ctx *r, lc_exprs *x, isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_param);
    for (int i = 0; i < n; i++) {
        const char *name = isl_set_get_dim_name(set, isl_dim_param, (unsigned)i);
        if (name && lc_exprs_find(x, name))
            continue;
        return lcr_no_variable(r, name);
    }
    return true;
}

/* ---- what is known ---- */

/* The parameters of the set that are variables of x, in the bounds of those. */
isl_set *lcr_code_bounds(lc_exprs *x, isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_param);
    isl_ctx *ctx = isl_set_get_ctx(set);
    for (int i = 0; set && i < n; i++) {
        const char *name = isl_set_get_dim_name(set, isl_dim_param, (unsigned)i);
        const lc_expr *var = name ? lc_exprs_find(x, name) : NULL;
        if (var && var->low != INT64_MIN)
            set = isl_set_lower_bound_val(set, isl_dim_param, (unsigned)i,
                                          isl_val_int_from_si(ctx, var->low));
        if (var && var->high != INT64_MAX)
            set = isl_set_upper_bound_val(set, isl_dim_param, (unsigned)i,
                                          isl_val_int_from_si(ctx, var->high));
    }
    return set;
}

/* A set over parameters that are variables of x. */
static isl_set *read_names(lcr_ctx *r, lc_exprs *x, const char *text)
{
    isl_set *set = lcr_code_names(r, lcr_read_set(r, text));
    return set && are_variables(r, x, set) ? set : isl_set_free(set);
}

/* The context, with the parameters of the space beside its own; the space is taken over. */
isl_set *lcr_code_context(lcr_ctx *r, lc_exprs *x, const char *text, isl_space *space)
{
    isl_set *known = isl_set_universe(isl_space_params(space));
    if (text)
        known = isl_set_intersect(known, read_names(r, x, text));
    known = known ? lcr_merge_set(r, lcr_code_bounds(x, known)) : NULL;
    return known ? known : lcr_code_failed(r);
}

/* ---- sets ---- */

/* isl's expression; takes over both. */
static isl_ast_expr *expression_of_set(lcr_ctx *r, isl_set *set, isl_set *known)
{
    set = lcr_merge_set(r, isl_set_remove_redundancies(set));
    set = lcr_merge_set(r, isl_set_gist(set, isl_set_copy(known)));
    isl_ast_build *build = isl_ast_build_from_context(known);
    isl_ast_expr *e = isl_ast_build_expr_from_set(build, set);
    isl_ast_build_free(build);
    return e;
}

/* A context only makes an expression shorter: the bounds of the variables have to do when that
 * takes too long. */
static bool again(lcr_ctx *r)
{
    if (!lcr_out_of_budget(r))
        return false;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    return true;
}

static isl_set *bounds_alone(lc_exprs *x, isl_set *known)
{
    return lcr_code_bounds(x, isl_set_universe(isl_set_get_space(known)));
}

/* The set as it is where variable i has its least value, if that is the same in the context:
 * where 4 divides M, 4t + v < M is 4t < M for v from 0 to 3. Gist does not see it. */
static isl_set *without_variable(isl_set *set, isl_set *known, unsigned i, int64_t least)
{
    isl_val *value = isl_val_int_from_si(isl_set_get_ctx(set), least);
    isl_set *there = isl_set_fix_val(isl_set_copy(set), isl_dim_param, i, value);
    there = isl_set_eliminate(there, isl_dim_param, i, 1);
    isl_set *a = isl_set_intersect(isl_set_copy(there), isl_set_copy(known));
    isl_set *b = isl_set_intersect(isl_set_copy(set), isl_set_copy(known));
    bool same = isl_set_is_equal(a, b) == isl_bool_true;
    isl_set_free(a);
    isl_set_free(b);
    isl_set_free(same ? set : there);
    return same ? there : set;
}

/* The set without the variables of a known least value that make no difference; a variable that
 * takes too long stays. Takes over the set, which has the parameters of `known`. */
static isl_set *without_variables(lcr_ctx *r, lc_exprs *x, isl_set *set, isl_set *known)
{
    isl_size n = isl_set_dim(set, isl_dim_param);
    for (int i = 0; i < n && lcr_isl_ok(r); i++) {
        const char *name = isl_set_get_dim_name(set, isl_dim_param, (unsigned)i);
        const lc_expr *var = name ? lc_exprs_find(x, name) : NULL;
        if (!var || var->low == INT64_MIN ||
            isl_set_involves_dims(set, isl_dim_param, (unsigned)i, 1) != isl_bool_true)
            continue;
        isl_set *before = isl_set_copy(set);
        set = without_variable(set, known, (unsigned)i, var->low);
        if (lcr_isl_ok(r)) {
            isl_set_free(before);
        } else {
            isl_set_free(set);
            set = before;
        }
    }
    if (lcr_out_of_budget(r))
        lcr_begin_on(r, lcr_relation_weight(0, 0));
    return set;
}

/* Takes over both, which are over parameters; NULL: there is an error. */
const lc_expr *lcr_code_set(lcr_ctx *r, lc_exprs *x, isl_set *set, isl_set *known)
{
    set = isl_set_align_params(set, isl_set_get_space(known));
    known = isl_set_align_params(known, isl_set_get_space(set));
    if (!set || !known) {
        isl_set_free(set);
        isl_set_free(known);
        return lcr_code_failed(r);
    }
    set = without_variables(r, x, set, known);
    isl_ast_expr *e = expression_of_set(r, isl_set_copy(set), isl_set_copy(known));
    if (!e && set && again(r))
        e = expression_of_set(r, isl_set_copy(set), bounds_alone(x, known));
    isl_set_free(set);
    isl_set_free(known);
    return lcr_expr_of_isl(r, x, e);
}

bool lcr_code_arguments(lcr_ctx *r, lc_exprs *x, const char *text)
{
    if (!x || !text)
        lc_fail(r->lc, LC_ERR_INVALID, "expected variables and a text, not NULL");
    else if (lc_exprs_ctx(x) != r->lc)
        lc_fail(r->lc, LC_ERR_INVALID, "expected variables and relations of one context");
    else
        return true;
    return false;
}

const lc_expr *lcr_code_predicate(lcr_ctx *r, lc_exprs *x, const char *set, const char *context)
{
    if (!lcr_code_arguments(r, x, set))
        return NULL;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    isl_set *points = read_names(r, x, set);
    isl_set *known = points ? lcr_code_context(r, x, context, isl_set_get_space(points)) : NULL;
    return lcr_code_set(r, x, points, known);
}

/* ---- full tiles ---- */

static bool same_dimensions(lcr_ctx *r, isl_set *set, isl_set *domain)
{
    isl_size n = isl_set_dim(set, isl_dim_set), m = isl_set_dim(domain, isl_dim_set);
    if (n == m && isl_set_is_params(set) == isl_set_is_params(domain))
        return true;
    return lc_fail(r->lc, LC_ERR_INVALID,
                   "the set has %d dimensions, its domain %d: expected as many", (int)n, (int)m);
}

static isl_set *without_tuple(isl_set *set)
{
    bool named = isl_set_is_params(set) == isl_bool_false &&
                 isl_set_has_tuple_id(set) == isl_bool_true;
    return named ? isl_set_reset_tuple_id(set) : set;
}

/* Both with the same parameters; false with an error, nothing released. */
static bool read_pair(lcr_ctx *r, lc_exprs *x, const char *text, const char *domain_text,
                      isl_set **set, isl_set **domain)
{
    *set = lcr_read_set(r, text);
    *domain = *set ? lcr_read_set(r, domain_text) : NULL;
    if (!*domain || !same_dimensions(r, *set, *domain) || !are_variables(r, x, *set) ||
        !are_variables(r, x, *domain))
        return false;
    *set = without_tuple(isl_set_align_params(*set, isl_set_get_space(*domain)));
    *domain = without_tuple(isl_set_align_params(*domain, isl_set_get_space(*set)));
    return true;
}

/* The context of the parameters. */
static isl_set *read_param_context(lcr_ctx *r, lc_exprs *x, const char *text, isl_space *space)
{
    isl_set *given = text ? lcr_read_set(r, text) : NULL;
    bool bad = text && (!given || isl_set_is_params(given) != isl_bool_true);
    if (given && bad)
        lc_fail(r->lc, LC_ERR_INVALID,
                "the context has dimensions: expected one of parameters "
                "alone, such as [M] -> { : M mod 4 = 0 }");
    isl_set_free(given);
    if (!bad)
        return lcr_code_context(r, x, text, space);
    isl_space_free(space);
    return NULL;
}

/* Takes over all three: known without the parameters at which a point of the domain is outside
 * of the set. */
static const lc_expr *full(lcr_ctx *r, lc_exprs *x, isl_set *set, isl_set *domain, isl_set *known)
{
    domain = isl_set_intersect_params(domain, isl_set_copy(known));
    isl_set *spoilt = isl_set_params(isl_set_subtract(domain, set));
    isl_set *rest = isl_set_subtract(isl_set_copy(known), lcr_merge_set(r, spoilt));
    return lcr_code_set(r, x, rest, known);
}

const lc_expr *lcr_code_full(lcr_ctx *r, lc_exprs *x, const char *set, const char *domain,
                             const char *context)
{
    isl_set *inside, *box, *known = NULL;
    if (!lcr_code_arguments(r, x, set) || !lcr_code_arguments(r, x, domain))
        return NULL;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    if (read_pair(r, x, set, domain, &inside, &box))
        known = read_param_context(r, x, context, isl_set_get_space(inside));
    return full(r, x, inside, box, known);
}

/* ---- functions ---- */

/* The function, over parameters alone; the relation is taken over. */
isl_pw_aff *lcr_code_is_function(lcr_ctx *r, isl_map *map)
{
    isl_size outputs = isl_map_dim(map, isl_dim_out);
    isl_bool single = lcr_is_function(map);
    if (single == isl_bool_error || outputs < 0) {
        isl_map_free(map);
        return lcr_code_failed(r);
    }
    if (single == isl_bool_false || outputs != 1) {
        isl_map_free(map);
        return lc_fail(r->lc, LC_ERR_INVALID,
                       "the relation is no function to integers: expected one value, such as "
                       "[N] -> { [m] -> [m + N] }");
    }
    isl_pw_multi_aff *values = isl_pw_multi_aff_from_map(map);
    isl_pw_aff *first = isl_pw_multi_aff_get_at(values, 0);
    isl_pw_multi_aff_free(values);
    return first ? first : lcr_code_failed(r);
}

/* The inputs become parameters, by their names. */
static isl_map *inputs_as_names(lcr_ctx *r, lc_exprs *x, isl_map *map)
{
    isl_set *inputs = isl_map_domain(isl_map_copy(map));
    bool ok = inputs && check_names(r, inputs);
    isl_set_free(inputs);
    isl_size params = isl_map_dim(map, isl_dim_param), n = isl_map_dim(map, isl_dim_in);
    if (!ok || params < 0 || n < 0)
        return isl_map_free(map);
    if (isl_map_has_tuple_id(map, isl_dim_in) == isl_bool_true)
        map = isl_map_reset_tuple_id(map, isl_dim_in);
    map = isl_map_move_dims(map, isl_dim_param, (unsigned)params, isl_dim_in, 0, (unsigned)n);
    inputs = isl_map_params(isl_map_copy(map));
    ok = inputs && are_variables(r, x, inputs);
    isl_set_free(inputs);
    return ok ? map : isl_map_free(map);
}

/* It has a value wherever the context is. */
static bool has_values(lcr_ctx *r, isl_pw_aff *f, isl_set *known)
{
    isl_set *where = isl_set_params(isl_pw_aff_domain(isl_pw_aff_copy(f)));
    isl_bool all = isl_set_is_subset(known, where);
    isl_set_free(where);
    lcr_answer answer = lcr_isl_answer(r, all, LCR_WRITING);
    if (answer == LCR_NO)
        lc_fail(r->lc, LC_ERR_INVALID,
                "the function has no value somewhere in the context: expected one everywhere");
    return answer == LCR_YES;
}

/* As it is, or made simpler first. */
static isl_ast_expr *expression_of_function(lcr_ctx *r, isl_pw_aff *f, isl_set *known,
                                            bool simpler)
{
    if (simpler)
        f = lcr_merge_function(r, isl_pw_aff_gist_params(f, isl_set_copy(known)));
    f = isl_pw_aff_project_domain_on_params(f);
    isl_ast_build *build = isl_ast_build_from_context(known);
    isl_ast_expr *e = isl_ast_build_expr_from_pw_aff(build, f);
    isl_ast_build_free(build);
    return e;
}

/* Takes over both. Any value is right in a context without points. */
const lc_expr *lcr_code_function(lcr_ctx *r, lc_exprs *x, isl_pw_aff *f, isl_set *known)
{
    lcr_answer empty = lcr_isl_answer(r, isl_set_is_empty(known), LCR_WRITING);
    if (empty != LCR_NO || !has_values(r, f, known)) {
        isl_pw_aff_free(f);
        isl_set_free(known);
        return empty == LCR_YES ? lc_expr_int(x, 0) : NULL;
    }
    isl_ast_expr *e = expression_of_function(r, isl_pw_aff_copy(f), isl_set_copy(known), true);
    if (!e && f && known && again(r))
        e = expression_of_function(r, isl_pw_aff_copy(f), bounds_alone(x, known), true);
    if (!e && f && known && again(r))
        e = expression_of_function(r, isl_pw_aff_copy(f), bounds_alone(x, known), false);
    isl_pw_aff_free(f);
    isl_set_free(known);
    return lcr_expr_of_isl(r, x, e);
}

const lc_expr *lcr_code_affine(lcr_ctx *r, lc_exprs *x, const char *function, const char *context)
{
    if (!lcr_code_arguments(r, x, function))
        return NULL;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    isl_map *map = lcr_read_function(r, function);
    map = map ? inputs_as_names(r, x, map) : NULL;
    isl_pw_aff *f = map ? lcr_code_is_function(r, map) : NULL;
    if (!f)
        return NULL;
    isl_set *known = lcr_code_context(r, x, context, isl_space_params(isl_pw_aff_get_space(f)));
    if (!known) {
        isl_pw_aff_free(f);
        return NULL;
    }
    f = isl_pw_aff_align_params(f, isl_set_get_space(known));
    return lcr_code_function(r, x, f, isl_set_align_params(known, isl_pw_aff_get_space(f)));
}
