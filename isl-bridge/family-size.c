/* family-size.c - integers that depend on parameters, read off relations. */
#include "config.h"

#include "family.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- one formula ---- */

void lcr_size_clear(lcr_size *s)
{
    for (size_t i = 0; s->name && i < s->nparameters; i++)
        free(s->name[i]);
    free(s->name);
    free(s->cell);
    free(s->divisor);
    *s = (lcr_size){0};
}

/* A sum of constant, parameters and floors, times its denominator, which is `divisor`. */
static bool read_row(lcr_ctx *r, isl_aff *sum, const lcr_size *s, lc_int *row, lc_int *divisor)
{
    isl_val *by = isl_aff_get_denominator_val(sum);
    isl_size nfloors = isl_aff_dim(sum, isl_dim_div);
    bool ok = lcr_int(r, isl_val_mul(isl_aff_get_constant_val(sum), isl_val_copy(by)), &row[0]);
    for (size_t i = 0; ok && i < s->nparameters; i++)
        ok = lcr_int(r,
                     isl_val_mul(isl_aff_get_coefficient_val(sum, isl_dim_param, (int)i),
                                 isl_val_copy(by)),
                     &row[1 + i]);
    for (size_t i = 0; ok && nfloors >= 0 && i < (size_t)nfloors; i++)
        ok = lcr_int(r,
                     isl_val_mul(isl_aff_get_coefficient_val(sum, isl_dim_div, (int)i),
                                 isl_val_copy(by)),
                     &row[1 + s->nparameters + i]);
    return lcr_int(r, by, divisor) && ok && nfloors >= 0;
}

static bool read_names(lcr_ctx *r, isl_aff *sum, lcr_size *s)
{
    isl_space *space = isl_aff_get_domain_space(sum);
    bool ok = true;
    for (size_t i = 0; ok && i < s->nparameters; i++) {
        const char *name = isl_space_get_dim_name(space, isl_dim_param, (unsigned)i);
        ok = (s->name[i] = strdup(name ? name : "")) != NULL;
    }
    isl_space_free(space);
    return ok || lc_no_memory(r->lc) != NULL;
}

/* The integer with its own denominator is one more floor. */
static bool read_size(lcr_ctx *r, isl_aff *sum, lcr_size *s)
{
    isl_size n = isl_aff_dim(sum, isl_dim_param), nfloors = isl_aff_dim(sum, isl_dim_div);
    if (n < 0 || nfloors < 0)
        return lcr_isl_failed(r, "reading an integer") == LCR_YES;
    size_t rows = (size_t)nfloors + 2, width = 1 + (size_t)n + (size_t)nfloors + 1;
    *s = (lcr_size){.nparameters = (size_t)n, .nfloors = (size_t)nfloors + 1};
    s->name = lc_alloc(r->lc, s->nparameters + 1, sizeof *s->name);
    s->cell = s->name ? lc_alloc(r->lc, rows * width, sizeof *s->cell) : NULL;
    s->divisor = s->cell ? lc_alloc(r->lc, rows, sizeof *s->divisor) : NULL;
    if (!s->divisor || !read_names(r, sum, s))
        return false;
    for (size_t i = 0; i < rows * width; i++)
        s->cell[i] = lc_int_const(0);
    bool ok = true;
    for (size_t i = 0; ok && i < (size_t)nfloors; i++) {
        isl_aff *floor = isl_aff_get_div(sum, (int)i);
        ok = read_row(r, floor, s, s->cell + i * width, &s->divisor[i]);
        isl_aff_free(floor);
    }
    ok = ok && read_row(r, sum, s, s->cell + (size_t)nfloors * width, &s->divisor[nfloors]);
    s->cell[rows * width - 1] = s->divisor[nfloors + 1] = lc_int_const(1);
    return ok;
}

typedef struct {
    size_t n;
    isl_aff *sum;
} piece;

static isl_stat take_piece(isl_set *domain, isl_aff *sum, void *user)
{
    piece *p = user;
    isl_set_free(domain);
    isl_aff_free(p->sum);
    p->sum = sum;
    p->n++;
    return isl_stat_ok;
}

/* The integer, which is taken over, where it is one formula at all numbers of the context. */
static lcr_answer one_formula(lcr_ctx *r, const lcr_all *all, isl_pw_aff *value, lcr_size *s)
{
    piece p = {0, NULL};
    *s = (lcr_size){0};
    value = isl_pw_aff_gist_params(value, isl_map_params(isl_map_copy(all->context->map)));
    value = isl_pw_aff_coalesce(value);
    bool ok = value && isl_pw_aff_foreach_piece(value, take_piece, &p) == isl_stat_ok;
    lcr_answer answer = LCR_UNKNOWN;
    if (!ok || !lcr_isl_ok(r))
        lcr_isl_failed(r, "an integer with parameters");
    else
        answer = p.n != 1 ? LCR_NO : read_size(r, p.sum, s) ? LCR_YES : LCR_UNKNOWN;
    isl_aff_free(p.sum);
    isl_pw_aff_free(value);
    if (answer != LCR_YES)
        lcr_size_clear(s);
    return answer;
}

/* ---- which integer ---- */

static bool begin(lcr_ctx *r, const lcr_map *m)
{
    if (!lcr_check_weight(r, m->weight) || !lcr_map_whole(r, m))
        return false;
    lcr_begin_on(r, m->weight);
    return true;
}

/* In the context, where there are elements at all of its numbers. */
static isl_set *elements(const lcr_all *all, const lcr_map *m)
{
    return isl_set_intersect_params(isl_map_range(isl_map_copy(m->map)),
                                    isl_map_params(isl_map_copy(all->context->map)));
}

lcr_answer lcr_all_only(lcr_ctx *r, lcr_all *all, const lcr_map *set, size_t k, lcr_size *size)
{
    lcr_answer is = lcr_all_have(r, all, set);
    if (is == LCR_YES)
        is = lcr_all_single_valued(r, all, set);
    if (is != LCR_YES || !begin(r, set))
        return is == LCR_YES ? LCR_UNKNOWN : is;
    isl_pw_multi_aff *only = isl_pw_multi_aff_from_set(elements(all, set));
    isl_pw_aff *value = isl_pw_multi_aff_get_pw_aff(only, (int)k);
    isl_pw_multi_aff_free(only);
    return one_formula(r, all, value, size);
}

lcr_answer lcr_all_last(lcr_ctx *r, lcr_all *all, const lcr_map *set, size_t k, lcr_size *size)
{
    lcr_answer is = lcr_all_have(r, all, set);
    if (is != LCR_YES || !begin(r, set))
        return is == LCR_YES ? LCR_UNKNOWN : is;
    isl_set *some = elements(all, set);
    is = lcr_isl_answer(r, isl_set_is_bounded(some), "the last of a range");
    if (is != LCR_YES) {
        isl_set_free(some);
        return is;
    }
    isl_pw_multi_aff *last = isl_set_lexmax_pw_multi_aff(some);
    isl_pw_aff *value = isl_pw_multi_aff_get_pw_aff(last, (int)k);
    isl_pw_multi_aff_free(last);
    return one_formula(r, all, value, size);
}

/* ---- grids ---- */

static isl_pw_aff *end_of(isl_set *set, size_t k, bool high)
{
    set = isl_set_copy(set);
    return high ? isl_set_dim_max(set, (int)k) : isl_set_dim_min(set, (int)k);
}

/* 0 for a coordinate that is one number. */
static bool step_of(lcr_ctx *r, isl_set *set, size_t k, lc_int *step)
{
    return lcr_int(r, isl_set_get_stride(set, (int)k), step);
}

lcr_answer lcr_all_ends(lcr_ctx *r, lcr_all *all, const lcr_map *m, size_t k, lcr_size *low,
                        lcr_size *high, lc_int *step)
{
    *low = *high = (lcr_size){0};
    if (!begin(r, m))
        return LCR_UNKNOWN;
    isl_set *set = elements(all, m);
    lcr_answer is = one_formula(r, all, end_of(set, k, false), low);
    if (is == LCR_YES)
        is = one_formula(r, all, end_of(set, k, true), high);
    if (is == LCR_YES && !step_of(r, set, k, step))
        is = LCR_UNKNOWN;
    isl_set_free(set);
    return is;
}

/* The numbers at coordinate k. */
static isl_set *side_of(isl_set *set, size_t k)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    set = isl_set_copy(set);
    if (n > 0)
        set = isl_set_project_out(set, isl_dim_set, (unsigned)k + 1,
                                  (unsigned)n - 1 - (unsigned)k);
    return isl_set_project_out(set, isl_dim_set, 0, (unsigned)k);
}

/* Of both sets, which are taken over. */
static lcr_answer is_subset(lcr_ctx *r, lcr_all *all, isl_set *a, isl_set *b)
{
    lcr_map *x = lcr_map_make(r, isl_map_from_range(a), NULL, NULL);
    lcr_map *y = lcr_map_make(r, isl_map_from_range(b), NULL, NULL);
    lcr_answer is = x && y ? lcr_all_subset(r, all, x, y) : LCR_UNKNOWN;
    lcr_map_free(x);
    lcr_map_free(y);
    return is;
}

/* x + step is an element, for each element x below another: all are congruent. */
static lcr_answer is_run(lcr_ctx *r, lcr_all *all, isl_set *side)
{
    lc_int step;
    if (!step_of(r, side, 0, &step))
        return LCR_UNKNOWN;
    isl_space *space = isl_set_get_space(side);
    isl_set *below = isl_set_apply(isl_set_copy(side), isl_map_lex_ge(isl_space_copy(space)));
    isl_multi_aff *move = isl_multi_aff_identity(isl_space_map_from_set(space));
    isl_aff *next = isl_aff_add_constant_val(isl_multi_aff_get_aff(move, 0), lcr_val(r, step));
    isl_map *by = isl_map_from_multi_aff(isl_multi_aff_set_aff(move, 0, next));
    isl_set *moved = isl_set_apply(isl_set_copy(side), by);
    return is_subset(r, all, isl_set_intersect(moved, below), isl_set_copy(side));
}

lcr_answer lcr_all_grid(lcr_ctx *r, lcr_all *all, const lcr_map *m)
{
    lcr_answer is = lcr_all_have(r, all, m);
    if (is != LCR_YES || !begin(r, m))
        return is == LCR_YES ? LCR_UNKNOWN : is;
    isl_set *set = elements(all, m), *grid = NULL;
    is = lcr_isl_answer(r, isl_set_is_bounded(set), "the bounds of a set");
    for (size_t k = 0; is == LCR_YES && k < lcr_map_nout(m); k++) {
        isl_set *side = side_of(set, k);
        is = is_run(r, all, side);
        grid = grid ? isl_set_flat_product(grid, side) : side;
    }
    if (is == LCR_YES && lcr_map_nout(m) > 1)
        is = is_subset(r, all, isl_set_copy(grid), isl_set_copy(set));
    isl_set_free(grid);
    isl_set_free(set);
    return is;
}
