/* table.c - small relations listed.
 *
 * A function is listed by walking through its domain (scan.h) and computing each value (quasi.h),
 * by isl's enumeration where these cannot; any other relation by enumerating its pairs. A listing
 * is a proof that owes nothing to the methods of query.c, and the fastest one for a relation with
 * few pairs.
 */
#include "config.h"

#include "../lib/ints.h"

#include "family.h"
#include "internal.h"
#include "quasi.h"
#include "scan.h"

#include <stdlib.h>
#include <string.h>

/* isl counts some ten operations for each point that it enumerates. */
#define OPERATIONS_A_ROW 64

typedef struct {
    lcr_ctx *r;
    lcr_pairs *table;
    size_t room;
    size_t most; /* rows */
    bool too_many, failed, outputs_first;
    size_t nfrom, nto;  /* dimensions of the enumerated side and of the computed one */
    lc_int *low, *high; /* the box of the enumerated side */
    isl_multi_aff *values;
    lcr_quasi *forms;  /* ... of a piece, read */
    lc_int *divisions; /* room for theirs */
} listing;

/* ---- rows ---- */

/* Room for one more row; NULL when there is none. */
static lc_int *new_row(listing *l)
{
    lcr_pairs *t = l->table;
    size_t width = t->nin + t->nout;
    if (t->n == l->most) {
        l->too_many = true;
        return NULL;
    }
    if (t->n == l->room) {
        size_t room = l->room ? 2 * l->room : 64;
        lc_int *cell = realloc(t->cell, (room * width + 1) * sizeof *cell);
        if (!cell) {
            lc_no_memory(l->r->lc);
            l->failed = true;
            return NULL;
        }
        t->cell = cell;
        l->room = room;
    }
    return t->cell + t->n++ * width;
}

/* A pair of the relation, both sides in one point. */
static isl_stat add_pair(isl_point *p, void *user)
{
    listing *l = user;
    lc_int *row = new_row(l);
    if (!row) {
        isl_point_free(p);
        return isl_stat_error;
    }
    l->failed = !lcr_point_ints(l->r, p, l->table->nin + l->table->nout, row);
    return l->failed ? isl_stat_error : isl_stat_ok;
}

/* A point of the domain, whose values are computed. */
static isl_stat add_point(isl_point *p, void *user)
{
    listing *l = user;
    lc_int *row = new_row(l);
    if (row) {
        lc_int *from = row + (l->outputs_first ? l->nto : 0);
        lc_int *to = row + (l->outputs_first ? 0 : l->nfrom);
        bool ok = true;
        for (size_t k = 0; ok && k < l->nto; k++) {
            isl_aff *value = isl_multi_aff_get_aff(l->values, (int)k);
            ok = lcr_int(l->r, isl_aff_eval(value, isl_point_copy(p)), &to[k]);
        }
        l->failed = !ok || !lcr_point_ints(l->r, isl_point_copy(p), l->nfrom, from);
    }
    isl_point_free(p);
    return row && !l->failed ? isl_stat_ok : isl_stat_error;
}

/* ---- pieces of functions ---- */

/* A point of the domain and its values. False: enough, or a value is no integer. */
static bool compute_row(void *user, const lc_int *x)
{
    listing *l = user;
    lc_ctx *ctx = l->r->lc;
    lc_int *row = new_row(l);
    if (!row)
        return false;
    lc_int *from = row + (l->outputs_first ? l->nto : 0);
    lc_int *to = row + (l->outputs_first ? 0 : l->nfrom);
    lcr_ints_copy(l->nfrom, from, x);
    for (size_t k = 0; k < l->nto; k++) {
        const lcr_quasi *q = &l->forms[k];
        lc_int m = lcr_quasi_row(q, 0)[0];
        lcr_quasi_divide(ctx, q, x, l->divisions);
        lc_int value = lcr_quasi_at(ctx, q, 0, l->nfrom, x, l->divisions);
        if (lc_int_sign(lc_int_fmod(ctx, value, m)) != 0) {
            l->failed = true;
            return false;
        }
        to[k] = lc_int_fdiv(ctx, value, m);
    }
    return true;
}

static void close_forms(listing *l)
{
    for (size_t k = 0; l->forms && k < l->nto; k++)
        lcr_quasi_close(&l->forms[k]);
    free(l->forms);
    free(l->divisions);
    l->forms = NULL;
    l->divisions = NULL;
}

static bool read_forms(listing *l)
{
    size_t most = 0;
    bool ok = true;
    l->forms = calloc(l->nto + 1, sizeof *l->forms);
    for (size_t k = 0; ok && l->forms && k < l->nto; k++) {
        isl_aff *value = isl_multi_aff_get_aff(l->values, (int)k);
        ok = value && lcr_quasi_open(l->r, &l->forms[k], value, 1) &&
             lcr_quasi_set(l->r, &l->forms[k], 0, value);
        if (ok && l->forms[k].ndivisions > most)
            most = l->forms[k].ndivisions;
        isl_aff_free(value);
    }
    l->divisions = calloc(most + 1, sizeof *l->divisions);
    return ok && l->forms && l->divisions;
}

/* The rows of a piece; false: isl has to enumerate them. */
static bool scan_piece(listing *l, isl_set *domain, isl_stat *status)
{
    size_t before = l->table->n;
    lcr_scan_status found = LCR_NO_SCAN;
    lcr_points *points = read_forms(l) ? lcr_points_of(l->r, domain) : NULL;
    if (points)
        found = lcr_scan(points, l->low, l->high, compute_row, l);
    lcr_points_free(points);
    close_forms(l);
    *status = found == LCR_SCANNED ? isl_stat_ok : isl_stat_error;
    if (found == LCR_SCANNED || l->too_many)
        return true;
    l->table->n = before;
    l->failed = false;
    return false;
}

static isl_stat add_piece(isl_set *domain, isl_multi_aff *values, void *user)
{
    listing *l = user;
    isl_stat status;
    l->values = values;
    if (!scan_piece(l, domain, &status))
        status = isl_set_foreach_point(domain, add_point, l);
    isl_set_free(domain);
    isl_multi_aff_free(values);
    return status;
}

/* ---- order ---- */

/* A row as it is compared: one side first, then the other. */
typedef struct {
    const lc_int *side[2];
    size_t n[2], row;
} sort_key;

static int key_cmp(const void *a, const void *b)
{
    const sort_key *x = a, *y = b;
    int order = lc_ints_order(x->n[0], x->side[0], y->side[0]);
    return order != 0 ? order : lc_ints_order(x->n[1], x->side[1], y->side[1]);
}

/* The row numbers in order; NULL with an error. */
static size_t *sorted(lc_ctx *ctx, const lcr_pairs *t, bool by_output)
{
    sort_key *key = lc_alloc(ctx, t->n, sizeof *key);
    size_t *row = key ? lc_alloc(ctx, t->n, sizeof *row) : NULL;
    for (size_t i = 0; row && i < t->n; i++) {
        const lc_int *in = lcr_pairs_in(t, i), *out = lcr_pairs_out(t, i);
        key[i] = by_output ? (sort_key){{out, in}, {t->nout, t->nin}, i}
                           : (sort_key){{in, out}, {t->nin, t->nout}, i};
    }
    if (row)
        qsort(key, t->n, sizeof *key, key_cmp);
    for (size_t i = 0; row && i < t->n; i++)
        row[i] = key[i].row;
    free(key);
    return row;
}

size_t *lcr_pairs_by_output(lc_ctx *ctx, const lcr_pairs *table)
{
    return sorted(ctx, table, true);
}

static bool is_sorted(const lcr_pairs *t)
{
    size_t width = t->nin + t->nout, i = 1;
    while (i < t->n && lc_ints_order(width, lcr_pairs_in(t, i - 1), lcr_pairs_in(t, i)) <= 0)
        i++;
    return i >= t->n;
}

static bool sort_by_input(lc_ctx *ctx, lcr_pairs *t)
{
    size_t width = t->nin + t->nout;
    if (is_sorted(t))
        return true;
    size_t *row = sorted(ctx, t, false);
    lc_int *cell = row ? lc_alloc(ctx, t->n * width, sizeof *cell) : NULL;
    if (cell) {
        for (size_t i = 0; i < t->n; i++)
            memcpy(cell + i * width, lcr_pairs_in(t, row[i]), width * sizeof *cell);
        free(t->cell);
        t->cell = cell;
    }
    free(row);
    return cell != NULL;
}

/* ---- listing ---- */

/* Does a set lie in a box, which is put into `low` and `high`, of so many points? */
static lcr_answer in_small_box(lcr_ctx *r, isl_set *set, lc_int most, lc_int *low, lc_int *high)
{
    lc_ctx *ctx = r->lc;
    lc_int volume = lc_int_const(1);
    isl_size n = isl_set_dim(set, isl_dim_set);
    for (unsigned k = 0; n >= 0 && k < (unsigned)n; k++) {
        lcr_answer found = lcr_set_bounds(r, set, k, &low[k], &high[k]);
        if (found == LCR_NO) /* of an empty set, too */
            return lcr_isl_answer(r, isl_set_is_empty(set), "listing a relation");
        if (found != LCR_YES)
            return found;
        lc_int width = lc_int_add(ctx, lc_int_sub(ctx, high[k], low[k]), lc_int_const(1));
        if (lc_int_lt(most, width))
            return LCR_NO;
        volume = lc_int_mul(ctx, volume, width);
        if (lc_int_lt(most, volume))
            return LCR_NO;
    }
    return n < 0 ? lcr_isl_failed(r, "listing a relation") : LCR_YES;
}

/* Enumerates one side and computes the other. */
static isl_stat list_function(listing *l, isl_pw_multi_aff *function, bool outputs_first)
{
    l->outputs_first = outputs_first;
    l->nfrom = outputs_first ? l->table->nout : l->table->nin;
    l->nto = outputs_first ? l->table->nin : l->table->nout;
    return isl_pw_multi_aff_foreach_piece(function, add_piece, l);
}

static isl_stat list_pairs(listing *l, isl_map *map)
{
    isl_set *pairs = isl_map_wrap(isl_map_copy(map));
    isl_bool bounded = isl_set_is_bounded(pairs);
    l->too_many = bounded == isl_bool_false;
    isl_stat status = bounded == isl_bool_true ? isl_set_foreach_point(pairs, add_pair, l)
                                               : isl_stat_error;
    isl_set_free(pairs);
    return status;
}

/* A part of a relation that is one pair; else an error, without one of isl's. */
static isl_stat add_single(isl_basic_map *part, void *user)
{
    listing *l = user;
    size_t nin = l->table->nin, width = nin + l->table->nout;
    lc_int *row = new_row(l);
    bool single = row != NULL;
    for (size_t k = 0; single && k < width; k++) {
        isl_val *v = isl_basic_map_plain_get_val_if_fixed(part,
                                                          k < nin ? isl_dim_in : isl_dim_out,
                                                          (unsigned)(k < nin ? k : k - nin));
        single = isl_val_is_int(v) == isl_bool_true;
        if (single)
            single = lcr_int(l->r, v, &row[k]);
        else
            isl_val_free(v);
    }
    isl_basic_map_free(part);
    return single ? isl_stat_ok : isl_stat_error;
}

/* Pairs that stand one by one, which isl first makes disjoint where it enumerates them; false:
 * it is another relation. */
static bool list_singles(listing *l, isl_map *map)
{
    bool all = isl_map_foreach_basic_map(map, add_single, l) == isl_stat_ok;
    if (!all && !l->failed) {
        l->table->n = 0;
        l->too_many = false;
    }
    return all;
}

static void leave_out_twins(lcr_pairs *t)
{
    size_t width = t->nin + t->nout, n = t->n > 0;
    for (size_t i = 1; i < t->n; i++) {
        if (lc_ints_order(width, lcr_pairs_in(t, n - 1), lcr_pairs_in(t, i)) == 0)
            continue;
        memmove(t->cell + n * width, lcr_pairs_in(t, i), width * sizeof *t->cell);
        n++;
    }
    t->n = n;
}

static lcr_answer list_rows(listing *l, const lcr_map *m)
{
    lcr_ctx *r = l->r;
    isl_stat status;
    lcr_begin_with(r, m->weight,
                   m->function || m->inverse ? OPERATIONS_A_ROW * LCR_MOST_PAIRS : 1);
    if (m->map && list_singles(l, m->map))
        status = isl_stat_ok;
    else if (m->function)
        status = list_function(l, m->function, false);
    else if (m->inverse)
        status = list_function(l, m->inverse, true);
    else
        status = list_pairs(l, m->map);
    if (l->failed)
        return LCR_UNKNOWN;
    if (!lcr_isl_ok(r) || (status < 0 && !l->too_many))
        return lcr_isl_failed(r, "listing a relation");
    return l->too_many ? LCR_NO : LCR_YES;
}

/* Lists a relation one side of which, that of the function if there is one, lies in a box. */
static lcr_answer list_in_box(listing *l, const lcr_map *m)
{
    lcr_ctx *r = l->r;
    lcr_begin_on_side(r, m);
    isl_set *side = m->inverse && !m->function ? isl_map_range(isl_map_copy(m->map))
                                               : lcr_map_domain(m);
    lcr_answer answer = in_small_box(r, side, lc_int_const((int32_t)l->most), l->low, l->high);
    isl_set_free(side);
    if (answer == LCR_YES)
        answer = list_rows(l, m);
    if (answer == LCR_YES && !sort_by_input(r->lc, l->table))
        answer = LCR_UNKNOWN;
    if (answer == LCR_YES)
        leave_out_twins(l->table);
    else
        lcr_pairs_clear(l->table);
    return answer;
}

bool lcr_map_is_small(lcr_ctx *r, const lcr_map *m)
{
    const size_t width = lcr_map_nin(m) + lcr_map_nout(m);
    if (m->function || m->inverse || !m->map || lcr_map_nparameters(m) > 0)
        return true;
    lc_int *low = lc_alloc(r->lc, 2 * width + 1, sizeof *low);
    lcr_begin_on(r, m->weight);
    isl_set *pairs = isl_map_wrap(isl_map_copy(m->map));
    const lc_int most = lc_int_const(LCR_MOST_PAIRS);
    bool small = low && in_small_box(r, pairs, most, low, low + width) == LCR_YES;
    isl_set_free(pairs);
    free(low);
    if (lc_ctx_code(r->lc) == LC_ERR_BUDGET)
        lc_ctx_reset(r->lc);
    return small;
}

lcr_answer lcr_pairs_of_few(lcr_ctx *r, const lcr_map *m, size_t rows, lcr_pairs *table)
{
    *table = (lcr_pairs){.nin = lcr_map_nin(m), .nout = lcr_map_nout(m)};
    if (lcr_map_nparameters(m) > 0)
        return LCR_NO;
    listing l = {.r = r, .table = table, .most = rows};
    size_t width = table->nin + table->nout;
    l.low = lc_alloc(r->lc, 2 * width + 1, sizeof *l.low);
    if (!l.low)
        return LCR_UNKNOWN;
    l.high = l.low + width;
    lcr_answer answer = list_in_box(&l, m);
    free(l.low);
    return answer;
}

lcr_answer lcr_pairs_of(lcr_ctx *r, const lcr_map *m, lcr_pairs *table)
{
    return lcr_pairs_of_few(r, m, LCR_MOST_PAIRS, table);
}
