/* compose.c - outer o inner.
 *
 * isl composes functions by intersecting the inner domain with the points whose values the outer
 * one takes, and simplifies the values by what it finds out about this set: most of the work.
 * Where the listed values of the inner function are all in the outer domain, the domain of the
 * composition is the inner one, and only the outer variables are replaced.
 */
#include "config.h"

#include "internal.h"
#include "scan.h"

#define FEW 1024 /* points: more take longer than isl's work */

/* ---- all inner values are taken ---- */

static bool takes_all(lcr_ctx *r, const lcr_map *outer, const lcr_pairs *inner)
{
    isl_set *domain = isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(outer->function));
    lcr_points *points = lcr_points_of(r, domain);
    bool all = points != NULL;
    for (size_t i = 0; all && i < inner->n; i++)
        all = lcr_points_have(points, lcr_pairs_out(inner, i));
    lcr_points_free(points);
    isl_set_free(domain);
    return all;
}

/* The listing shows that the outer function, of one piece, is defined wherever the inner one
 * is. */
static bool is_defined(lcr_ctx *r, const lcr_map *outer, const lcr_map *inner)
{
    lcr_pairs table;
    if (isl_pw_multi_aff_n_piece(outer->function) != 1)
        return false;
    lcr_answer listed = lcr_pairs_of_few(r, inner, FEW, &table);
    if (listed == LCR_UNKNOWN)
        lc_ctx_reset(r->lc);
    bool all = listed == LCR_YES && takes_all(r, outer, &table);
    lcr_pairs_clear(&table);
    return all;
}

typedef struct {
    isl_multi_aff *outer;
    isl_pw_multi_aff *composed; /* so far; NULL: nothing yet */
} replacement;

static isl_stat replace(isl_set *domain, isl_multi_aff *values, void *user)
{
    replacement *p = user;
    isl_multi_aff *composed = isl_multi_aff_pullback_multi_aff(isl_multi_aff_copy(p->outer),
                                                               values);
    isl_pw_multi_aff *piece = isl_pw_multi_aff_alloc(domain, composed);
    p->composed = p->composed ? isl_pw_multi_aff_union_add(p->composed, piece) : piece;
    return p->composed ? isl_stat_ok : isl_stat_error;
}

static isl_stat first_values(isl_set *domain, isl_multi_aff *values, void *user)
{
    isl_set_free(domain);
    ((replacement *)user)->outer = values;
    return isl_stat_ok;
}

static isl_pw_multi_aff *replaced(const lcr_map *outer, const lcr_map *inner)
{
    replacement p = {0};
    isl_stat status = isl_pw_multi_aff_foreach_piece(outer->function, first_values, &p);
    if (status == isl_stat_ok)
        status = isl_pw_multi_aff_foreach_piece(inner->function, replace, &p);
    isl_multi_aff_free(p.outer);
    if (status == isl_stat_ok)
        return p.composed;
    return isl_pw_multi_aff_free(p.composed);
}

/* ---- functions and other relations ---- */

static lcr_map *compose_functions(lcr_ctx *r, const lcr_map *outer, const lcr_map *inner)
{
    bool dense = !outer->map || !inner->map;
    bool defined = !dense && is_defined(r, outer, inner);
    lcr_begin_on(r, (outer->weight + inner->weight) / 2);
    isl_pw_multi_aff *function = defined ? replaced(outer, inner) : NULL;
    if (!function)
        function = isl_pw_multi_aff_pullback_pw_multi_aff(isl_pw_multi_aff_copy(outer->function),
                                                          isl_pw_multi_aff_copy(inner->function));
    if (dense)
        return lcr_map_make_dense(r, function, NULL);
    isl_map *map = isl_map_from_pw_multi_aff(isl_pw_multi_aff_copy(function));
    return lcr_map_make(r, map, function, NULL);
}

static lcr_map *compose_relations(lcr_ctx *r, const lcr_map *outer, const lcr_map *inner)
{
    if (!lcr_check_weight(r, outer->weight + inner->weight) || !lcr_map_whole(r, outer) ||
        !lcr_map_whole(r, inner))
        return NULL;
    lcr_begin_on(r, outer->weight + inner->weight);
    isl_map *map = isl_map_apply_range(isl_map_copy(inner->map), isl_map_copy(outer->map));
    return lcr_map_make(r, map, NULL, NULL);
}

lcr_map *lcr_map_compose(lcr_ctx *r, const lcr_map *outer, const lcr_map *inner)
{
    if (lcr_map_nout(inner) != lcr_map_nin(outer))
        return lc_fail(r->lc, LC_ERR_INVALID,
                       "relations do not compose: the inner one has %zu outputs, the outer one "
                       "takes %zu",
                       lcr_map_nout(inner), lcr_map_nin(outer));
    lcr_map *m = outer->function && inner->function ? compose_functions(r, outer, inner)
                                                    : compose_relations(r, outer, inner);
    return lcr_map_weigh(m, outer->bits + inner->bits);
}
