/* table.c - small relations listed.
 *
 * A function is listed by enumerating its domain and computing each value, any other relation by
 * enumerating its pairs. A listing is a proof that owes nothing to the methods of query.c, and
 * the fastest one for a relation with few pairs.
 */
#include "config.h"

#include "family.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* isl counts some ten operations for each point that it enumerates. */
#define OPERATIONS_A_ROW 64

typedef struct {
    lcr_ctx *r;
    lcr_table *table;
    size_t room;
    bool too_many, failed, outputs_first;
    size_t nfrom, nto; /* dimensions of the enumerated side and of the computed one */
    isl_multi_aff *values;
} listing;

/* ---- rows ---- */

/* Room for one more row; NULL when there is none. */
static lc_int *new_row(listing *l)
{
    lcr_table *t = l->table;
    size_t width = t->nin + t->nout;
    if (t->n == LCR_TABLE_ROWS) {
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

static isl_stat add_piece(isl_set *domain, isl_multi_aff *values, void *user)
{
    listing *l = user;
    l->values = values;
    isl_stat status = isl_set_foreach_point(domain, add_point, l);
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

int lcr_ints_cmp(size_t n, const lc_int *a, const lc_int *b)
{
    for (size_t k = 0; k < n; k++) {
        int order = lc_int_cmp(a[k], b[k]);
        if (order != 0)
            return order;
    }
    return 0;
}

static int key_cmp(const void *a, const void *b)
{
    const sort_key *x = a, *y = b;
    int order = lcr_ints_cmp(x->n[0], x->side[0], y->side[0]);
    return order != 0 ? order : lcr_ints_cmp(x->n[1], x->side[1], y->side[1]);
}

/* The row numbers in order; NULL with an error. */
static size_t *sorted(lc_ctx *ctx, const lcr_table *t, bool by_output)
{
    sort_key *key = lc_alloc(ctx, t->n, sizeof *key);
    size_t *row = key ? lc_alloc(ctx, t->n, sizeof *row) : NULL;
    for (size_t i = 0; row && i < t->n; i++) {
        const lc_int *in = lcr_table_in(t, i), *out = lcr_table_out(t, i);
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

size_t *lcr_table_by_output(lc_ctx *ctx, const lcr_table *table)
{
    return sorted(ctx, table, true);
}

static bool sort_by_input(lc_ctx *ctx, lcr_table *t)
{
    size_t width = t->nin + t->nout;
    size_t *row = sorted(ctx, t, false);
    lc_int *cell = row ? lc_alloc(ctx, t->n * width, sizeof *cell) : NULL;
    if (cell) {
        for (size_t i = 0; i < t->n; i++)
            memcpy(cell + i * width, lcr_table_in(t, row[i]), width * sizeof *cell);
        free(t->cell);
        t->cell = cell;
    }
    free(row);
    return cell != NULL;
}

/* ---- listing ---- */

/* Does a set lie in a box of at most LCR_TABLE_ROWS points? */
static lcr_answer in_small_box(lcr_ctx *r, isl_set *set)
{
    lc_ctx *ctx = r->lc;
    lc_int volume = lc_int_const(1);
    isl_size n = isl_set_dim(set, isl_dim_set);
    for (unsigned k = 0; n >= 0 && k < (unsigned)n; k++) {
        lc_int low, high;
        lcr_answer found = lcr_set_bounds(r, set, k, &low, &high);
        if (found == LCR_NO) /* of an empty set, too */
            return lcr_isl_answer(r, isl_set_is_empty(set), "listing a relation");
        if (found != LCR_YES)
            return found;
        lc_int width = lc_int_add(ctx, lc_int_sub(ctx, high, low), lc_int_const(1));
        if (lc_int_lt(lc_int_const(LCR_TABLE_ROWS), width))
            return LCR_NO;
        volume = lc_int_mul(ctx, volume, width);
        if (lc_int_lt(lc_int_const(LCR_TABLE_ROWS), volume))
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

static lcr_answer list_rows(listing *l, const lcr_map *m)
{
    lcr_ctx *r = l->r;
    isl_stat status;
    lcr_begin_with(r, m->weight,
                   m->function || m->inverse ? OPERATIONS_A_ROW * LCR_TABLE_ROWS : 1);
    if (m->function)
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

lcr_answer lcr_table_of(lcr_ctx *r, const lcr_map *m, lcr_table *table)
{
    *table = (lcr_table){.nin = lcr_map_nin(m), .nout = lcr_map_nout(m)};
    if (lcr_map_nparameters(m) > 0)
        return LCR_NO;
    lcr_begin_on_side(r, m);
    isl_set *side = m->inverse && !m->function ? isl_map_range(isl_map_copy(m->map))
                                               : lcr_map_domain(m);
    lcr_answer answer = in_small_box(r, side);
    isl_set_free(side);
    if (answer != LCR_YES)
        return answer;
    listing l = {.r = r, .table = table};
    answer = list_rows(&l, m);
    if (answer == LCR_YES && !sort_by_input(r->lc, table))
        answer = LCR_UNKNOWN;
    if (answer != LCR_YES)
        lcr_table_clear(table);
    return answer;
}

void lcr_table_clear(lcr_table *table)
{
    free(table->cell);
    *table = (lcr_table){0};
}
