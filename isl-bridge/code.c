/* code.c - what isl's AST generator says of sets and functions, as expressions of lib/. */
#include "config.h"

#include "code.h"
#include "internal.h"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <stdlib.h>
#include <string.h>

#define DOING "writing C for a set"

/* ---- isl's expressions as those of lib/ ---- */

typedef struct {
    lcr_ctx *r;
    lc_exprs *x;
    size_t depth;
} conversion;

static const lc_expr *convert(conversion *c, isl_ast_expr *e);

static const lc_expr *unknown(conversion *c, const char *name)
{
    return lc_fail(c->r->lc, LC_ERR_INVALID,
                   "'%.60s' is no variable: expected the names of the expression's variables",
                   name ? name : "(none)");
}

static const lc_expr *convert_id(conversion *c, isl_ast_expr *e)
{
    isl_id *id = isl_ast_expr_id_get_id(e);
    const char *name = isl_id_get_name(id);
    const lc_expr *var = name ? lc_exprs_find(c->x, name) : NULL;
    if (!var)
        unknown(c, name);
    isl_id_free(id);
    return var;
}

static const lc_expr *convert_int(conversion *c, isl_ast_expr *e)
{
    lc_int value;
    if (!lcr_int(c->r, isl_ast_expr_int_get_val(e), &value))
        return NULL;
    if (!lc_int_fits_si(value))
        return lc_fail(c->r->lc, LC_ERR_LIMIT, "a constant has more than 64 bits");
    return lc_expr_int(c->x, lc_int_get_si(value));
}

static const lc_expr *argument(conversion *c, isl_ast_expr *e, int i)
{
    isl_ast_expr *arg = isl_ast_expr_op_get_arg(e, i);
    const lc_expr *converted = convert(c, arg);
    isl_ast_expr_free(arg);
    return converted;
}

/* What a dividend is promised to be where isl says so. */
static const lc_expr *not_negative(conversion *c, const lc_expr *e)
{
    return e && e->high >= 0 ? lc_expr_assume(c->x, e, 0, INT64_MAX) : e;
}

/* a op b op c op ... */
static const lc_expr *chain(conversion *c, lc_expr_op op, isl_ast_expr *e)
{
    isl_size n = isl_ast_expr_op_get_n_arg(e);
    const lc_expr *all = n > 0 ? argument(c, e, 0) : NULL;
    for (int i = 1; all && i < n; i++)
        all = lc_expr_make(c->x, op, all, argument(c, e, i));
    return all;
}

static const lc_expr *divide(conversion *c, lc_expr_op op, isl_ast_expr *e, bool promised)
{
    const lc_expr *dividend = argument(c, e, 0), *divisor = argument(c, e, 1);
    if (promised)
        dividend = not_negative(c, dividend);
    return lc_expr_make(c->x, op, dividend, divisor);
}

static const lc_expr *compare(conversion *c, lc_expr_op op, isl_ast_expr *e, bool turned)
{
    const lc_expr *a = argument(c, e, 0), *b = argument(c, e, 1);
    return turned ? lc_expr_make(c->x, op, b, a) : lc_expr_make(c->x, op, a, b);
}

static const lc_expr *convert_op(conversion *c, isl_ast_expr *e)
{
    const lc_expr *a, *b;
    switch (isl_ast_expr_op_get_type(e)) {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then: return chain(c, LC_EXPR_ALL, e);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else: return chain(c, LC_EXPR_ANY, e);
    case isl_ast_expr_op_max: return chain(c, LC_EXPR_MAX, e);
    case isl_ast_expr_op_min: return chain(c, LC_EXPR_MIN, e);
    case isl_ast_expr_op_minus:
        return lc_expr_make(c->x, LC_EXPR_SUB, lc_expr_int(c->x, 0), argument(c, e, 0));
    case isl_ast_expr_op_add: return chain(c, LC_EXPR_ADD, e);
    case isl_ast_expr_op_sub: return chain(c, LC_EXPR_SUB, e);
    case isl_ast_expr_op_mul: return chain(c, LC_EXPR_MUL, e);
    case isl_ast_expr_op_div: /* without a remainder */
    case isl_ast_expr_op_fdiv_q: return divide(c, LC_EXPR_DIV, e, false);
    case isl_ast_expr_op_pdiv_q: return divide(c, LC_EXPR_DIV, e, true);
    case isl_ast_expr_op_pdiv_r: return divide(c, LC_EXPR_MOD, e, true);
    case isl_ast_expr_op_zdiv_r: return divide(c, LC_EXPR_MOD, e, false);
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select:
        a = argument(c, e, 0);
        b = argument(c, e, 1);
        return lc_expr_select(c->x, a, b, argument(c, e, 2));
    case isl_ast_expr_op_eq: return compare(c, LC_EXPR_EQ, e, false);
    case isl_ast_expr_op_le: return compare(c, LC_EXPR_LE, e, false);
    case isl_ast_expr_op_lt: return compare(c, LC_EXPR_LT, e, false);
    case isl_ast_expr_op_ge: return compare(c, LC_EXPR_LE, e, true);
    case isl_ast_expr_op_gt: return compare(c, LC_EXPR_LT, e, true);
    default:
        return lc_fail(c->r->lc, LC_ERR_INTERNAL, DOING ": an operation of isl that is not known");
    }
}

static const lc_expr *convert(conversion *c, isl_ast_expr *e)
{
    const lc_expr *converted = NULL;
    if (c->depth == LC_MAX_EXPR_DEPTH)
        return lc_fail(c->r->lc, LC_ERR_LIMIT, "an expression is nested more than %d deep",
                       LC_MAX_EXPR_DEPTH);
    c->depth++;
    switch (isl_ast_expr_get_type(e)) {
    case isl_ast_expr_id: converted = convert_id(c, e); break;
    case isl_ast_expr_int: converted = convert_int(c, e); break;
    case isl_ast_expr_op: converted = convert_op(c, e); break;
    default: lcr_isl_failed(c->r, DOING); break;
    }
    c->depth--;
    return converted;
}

/* Takes over the expression of isl. */
static const lc_expr *take(lcr_ctx *r, lc_exprs *x, isl_ast_expr *e)
{
    if (!e || !lcr_isl_ok(r)) {
        isl_ast_expr_free(e);
        lcr_isl_failed(r, DOING);
        return NULL;
    }
    conversion c = {r, x, 0};
    lc_frame frame = lc_frame_open(r->lc);
    const lc_expr *converted = convert(&c, e);
    lc_frame_close(r->lc, frame);
    isl_ast_expr_free(e);
    return converted;
}

/* ---- names ---- */

static bool has_param(isl_set *set, const char *name)
{
    return isl_set_find_dim_by_name(set, isl_dim_param, name) >= 0;
}

/* Each dimension has a name, and no other one the same. */
static bool check_names(lcr_ctx *r, isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    for (int i = 0; i < n; i++) {
        const char *name = isl_set_get_dim_name(set, isl_dim_set, (unsigned)i);
        bool twice = name && (has_param(set, name) ||
                              isl_set_find_dim_by_name(set, isl_dim_set, name) != i);
        if (name && !twice)
            continue;
        lc_fail(r->lc, LC_ERR_INVALID,
                "dimension %d has %s: expected a name of its own for each dimension", i,
                name ? "a name that another one has" : "no name");
        return false;
    }
    return true;
}

/* The set over parameters alone: its dimensions become some. */
static isl_set *over_names(lcr_ctx *r, isl_set *set)
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
    conversion c = {r, x, 0};
    isl_size n = isl_set_dim(set, isl_dim_param);
    for (int i = 0; i < n; i++) {
        const char *name = isl_set_get_dim_name(set, isl_dim_param, (unsigned)i);
        if (name && lc_exprs_find(x, name))
            continue;
        unknown(&c, name);
        return false;
    }
    return true;
}

/* ---- what is known ---- */

/* The parameters of the set that are variables of x, in the bounds of those. */
static isl_set *within_bounds(lc_exprs *x, isl_set *set)
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

static isl_set *read_names(lcr_ctx *r, const char *text)
{
    isl_set *set = lcr_read_set(r, text);
    return set ? over_names(r, set) : NULL;
}

/* The context, with the parameters of the space beside its own; the space is taken over. */
static isl_set *read_context(lcr_ctx *r, lc_exprs *x, const char *text, isl_space *space)
{
    isl_set *known = isl_set_universe(isl_space_params(isl_space_copy(space)));
    if (text) {
        isl_set *given = read_names(r, text);
        if (!given || !are_variables(r, x, given)) {
            isl_set_free(given);
            isl_set_free(known);
            isl_space_free(space);
            return NULL;
        }
        known = isl_set_intersect(known, given);
    }
    isl_space_free(space);
    known = isl_set_coalesce(within_bounds(x, known));
    if (!known)
        lcr_isl_failed(r, DOING);
    return known;
}

/* ---- sets ---- */

/* isl's expression; takes over both. */
static isl_ast_expr *expression_of_set(isl_set *set, isl_set *known)
{
    set = isl_set_coalesce(isl_set_remove_redundancies(set));
    set = isl_set_coalesce(isl_set_gist(set, isl_set_copy(known)));
    isl_ast_build *build = isl_ast_build_from_context(known);
    isl_ast_expr *e = isl_ast_build_expr_from_set(build, set);
    isl_ast_build_free(build);
    return e;
}

/* A context only makes an expression shorter: where that takes too long, the bounds of the
 * variables have to do. */
static bool again(lcr_ctx *r)
{
    if (!lcr_out_of_budget(r))
        return false;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    return true;
}

static isl_set *bounds_alone(lc_exprs *x, isl_set *known)
{
    return within_bounds(x, isl_set_universe(isl_set_get_space(known)));
}

/* Takes over both, which are over parameters. */
static const lc_expr *predicate(lcr_ctx *r, lc_exprs *x, isl_set *set, isl_set *known)
{
    set = isl_set_align_params(set, isl_set_get_space(known));
    known = isl_set_align_params(known, isl_set_get_space(set));
    isl_ast_expr *e = expression_of_set(isl_set_copy(set), isl_set_copy(known));
    if (!e && set && known && again(r))
        e = expression_of_set(isl_set_copy(set), bounds_alone(x, known));
    isl_set_free(set);
    isl_set_free(known);
    return take(r, x, e);
}

static bool check_arguments(lcr_ctx *r, lc_exprs *x, const char *text)
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
    if (!check_arguments(r, x, set))
        return NULL;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    isl_set *points = read_names(r, set);
    if (!points || !are_variables(r, x, points)) {
        isl_set_free(points);
        return NULL;
    }
    isl_set *known = read_context(r, x, context, isl_set_get_space(points));
    if (!known) {
        isl_set_free(points);
        return NULL;
    }
    return predicate(r, x, points, known);
}

/* ---- full tiles ---- */

static bool same_dimensions(lcr_ctx *r, isl_set *set, isl_set *domain)
{
    isl_size n = isl_set_dim(set, isl_dim_set), m = isl_set_dim(domain, isl_dim_set);
    if (n == m && isl_set_is_params(set) == isl_set_is_params(domain))
        return true;
    lc_fail(r->lc, LC_ERR_INVALID, "the set has %d dimensions, its domain %d: expected as many",
            (int)n, (int)m);
    return false;
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
        lc_fail(r->lc, LC_ERR_INVALID, "the context has dimensions: expected one of parameters "
                                       "alone, such as [M] -> { : M mod 4 = 0 }");
    isl_set_free(given);
    if (!bad)
        return read_context(r, x, text, space);
    isl_space_free(space);
    return NULL;
}

/* Takes over all three: known without the parameters at which a point of the domain is outside
 * of the set. */
static const lc_expr *full(lcr_ctx *r, lc_exprs *x, isl_set *set, isl_set *domain, isl_set *known)
{
    domain = isl_set_intersect_params(domain, isl_set_copy(known));
    isl_set *spoilt = isl_set_params(isl_set_subtract(domain, set));
    isl_set *rest = isl_set_subtract(isl_set_copy(known), isl_set_coalesce(spoilt));
    return predicate(r, x, rest, known);
}

const lc_expr *lcr_code_full(lcr_ctx *r, lc_exprs *x, const char *set, const char *domain,
                             const char *context)
{
    isl_set *inside, *box, *known = NULL;
    if (!check_arguments(r, x, set) || !check_arguments(r, x, domain))
        return NULL;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    if (read_pair(r, x, set, domain, &inside, &box))
        known = read_param_context(r, x, context, isl_set_get_space(inside));
    if (known)
        return full(r, x, inside, box, known);
    isl_set_free(inside);
    isl_set_free(box);
    return NULL;
}

/* ---- functions ---- */

/* The function, over parameters alone; the relation is taken over. */
static isl_pw_aff *as_function(lcr_ctx *r, isl_map *map)
{
    isl_size outputs = isl_map_dim(map, isl_dim_out);
    isl_bool single = isl_map_is_single_valued(map);
    if (single == isl_bool_error || outputs < 0) {
        isl_map_free(map);
        lcr_isl_failed(r, DOING);
        return NULL;
    }
    if (single == isl_bool_false || outputs != 1) {
        isl_map_free(map);
        return lc_fail(r->lc, LC_ERR_INVALID,
                       "the relation is no function to integers: expected one value, such as "
                       "[N] -> { [m] -> [m + N] }");
    }
    return isl_pw_multi_aff_get_at(isl_pw_multi_aff_from_map(map), 0);
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
    lcr_answer answer = lcr_isl_answer(r, all, DOING);
    if (answer == LCR_NO)
        lc_fail(r->lc, LC_ERR_INVALID,
                "the function has no value somewhere in the context: expected one everywhere");
    return answer == LCR_YES;
}

static isl_ast_expr *expression_of_function(isl_pw_aff *f, isl_set *known)
{
    f = isl_pw_aff_gist_params(f, isl_set_copy(known));
    f = isl_pw_aff_project_domain_on_params(isl_pw_aff_coalesce(f));
    isl_ast_build *build = isl_ast_build_from_context(known);
    isl_ast_expr *e = isl_ast_build_expr_from_pw_aff(build, f);
    isl_ast_build_free(build);
    return e;
}

/* Takes over both. In a context of no points any value is right. */
static const lc_expr *value(lcr_ctx *r, lc_exprs *x, isl_pw_aff *f, isl_set *known)
{
    lcr_answer empty = lcr_isl_answer(r, isl_set_is_empty(known), DOING);
    if (empty != LCR_NO || !has_values(r, f, known)) {
        isl_pw_aff_free(f);
        isl_set_free(known);
        return empty == LCR_YES ? lc_expr_int(x, 0) : NULL;
    }
    isl_ast_expr *e = expression_of_function(isl_pw_aff_copy(f), isl_set_copy(known));
    if (!e && f && known && again(r))
        e = expression_of_function(isl_pw_aff_copy(f), bounds_alone(x, known));
    isl_pw_aff_free(f);
    isl_set_free(known);
    return take(r, x, e);
}

const lc_expr *lcr_code_affine(lcr_ctx *r, lc_exprs *x, const char *function, const char *context)
{
    if (!check_arguments(r, x, function))
        return NULL;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    isl_map *map = lcr_read_function(r, function);
    map = map ? inputs_as_names(r, x, map) : NULL;
    isl_pw_aff *f = map ? as_function(r, map) : NULL;
    if (!f)
        return NULL;
    isl_set *known = read_context(r, x, context, isl_space_params(isl_pw_aff_get_space(f)));
    if (!known) {
        isl_pw_aff_free(f);
        return NULL;
    }
    f = isl_pw_aff_align_params(f, isl_set_get_space(known));
    return value(r, x, f, isl_set_align_params(known, isl_pw_aff_get_space(f)));
}
