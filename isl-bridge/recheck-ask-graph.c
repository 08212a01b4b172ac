/* recheck-ask-graph.c - what isl says of relations as text: their domains, and their outputs.
 *
 * isl reads a relation. Where inputs have a pair is asked about its domain. For outputs, each
 * of its basic relations is put into the coordinates of the set: inputs are sums of these,
 * floors become quotients of them (recheck-quotient.h), and the set in which an output is
 * more, or less, than it should be is one of rows like any other.
 */
#include "config.h"

#include "recheck-ask.h"

#include "internal.h"
#include "recheck-graph.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <string.h>

#define MOST_PARTS 1024

/* ---- relations ---- */

static void not_read(lcr_ctx *r, const char *text)
{
    if (lcr_out_of_budget(r))
        lc_fail(r->lc, LC_ERR_BUDGET, "isl does not read the relation %.200s within the budget",
                text);
    else
        lc_fail(r->lc, LC_ERR_INVALID, "isl does not read the relation %.200s", text);
    isl_ctx_reset_error(r->isl);
}

/* The relation in a text, all floors known. The last one is kept: what is asked about it next
 * does without reading. Begins a query. */
static isl_map *relation(lcr_ctx *r, const char *text)
{
    lcr_begin_on(r, lcr_system_weight(8, 1 + strlen(text) / 4));
    if (r->read != NULL && strcmp(r->read_text, text) == 0)
        return isl_map_copy(r->read);
    isl_map *map = isl_map_compute_divs(isl_map_read_from_str(r->isl, text));
    if (map == NULL) {
        not_read(r, text);
        return NULL;
    }
    lcr_forget_read(r);
    r->read_text = strdup(text);
    r->read = r->read_text != NULL ? isl_map_copy(map) : NULL;
    return map;
}

/* ---- points ---- */

static lcr_answer point_of(lcr_ctx *r, lit_pool *pool, isl_set *set, sys_point *point)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    isl_point *found = isl_set_sample_point(set);
    lcr_answer none = lcr_isl_answer(r, isl_point_is_void(found), "a relation");
    *point = (sys_point){n > 0 ? (size_t)n : 0, NULL};
    if (none == LCR_NO)
        point->at = lcr_lit_alloc(pool, point->n + 1, sizeof *point->at);
    if (point->at == NULL) {
        isl_point_free(found);
        return none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
    }
    return lcr_point_ints(r, found, point->n, point->at) ? LCR_YES : LCR_UNKNOWN;
}

/* The set that has a point, as it is shown: the inputs within their bounds, or just that
 * one. */
static bool keep_box(lit_pool *pool, const lcr_graph *g, const sys_point *point, size_t i)
{
    sys *s = lcr_lit_alloc(pool, 1, sizeof *s);
    if (s == NULL)
        return false;
    lcr_sys_begin(s, pool);
    for (size_t k = 0; k < point->n; k++)
        lcr_sys_var(s, 'x', i == 0 ? &g->least[k] : &point->at[k],
                    i == 0 ? &g->most[k] : &point->at[k]);
    g->set[i] = s;
    return !s->failed;
}

/* ---- domains ---- */

static isl_set *box_of(lcr_ctx *r, const lcr_graph *g)
{
    isl_set *box = isl_set_universe(isl_space_set_alloc(r->isl, 0, (unsigned)g->nin));
    for (size_t k = 0; k < g->nin; k++) {
        box = isl_set_lower_bound_val(box, isl_dim_set, (unsigned)k, lcr_val(r, g->least[k]));
        box = isl_set_upper_bound_val(box, isl_dim_set, (unsigned)k, lcr_val(r, g->most[k]));
    }
    return box;
}

/* i = 0: an input without a pair; i = 1: a pair of another input. */
static lcr_answer domain_of_line(lcr_ctx *r, lit_pool *pool, const lcr_graph *g,
                                 const char *text, size_t i, sys_point *point)
{
    isl_map *map = relation(r, text);
    if (map == NULL)
        return LCR_UNKNOWN;
    if (isl_map_dim(map, isl_dim_in) != (isl_size)g->nin) {
        isl_map_free(map);
        *point = (sys_point){g->nin, g->least};
        return keep_box(pool, g, point, i) ? LCR_YES : LCR_UNKNOWN;
    }
    isl_set *domain = isl_map_domain(map), *box = box_of(r, g);
    if (isl_set_has_tuple_id(domain) == isl_bool_true)
        domain = isl_set_reset_tuple_id(domain);
    isl_set *wrong = i == 0 ? isl_set_subtract(box, domain) : isl_set_subtract(domain, box);
    lcr_answer some = point_of(r, pool, wrong, point);
    return some != LCR_YES || keep_box(pool, g, point, i) ? some : LCR_UNKNOWN;
}

static lcr_answer domains(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, size_t i,
                          sys_point *point)
{
    lcr_answer some = LCR_NO;
    for (size_t k = 0; some == LCR_NO && k < g->nlines; k++)
        some = domain_of_line(r, pool, g, g->line[k], i, point);
    return some;
}

/* ---- basic relations in other coordinates ---- */

/* The inputs, outputs and floors of one, in this order, as sums, as far as they are known. */
typedef struct {
    lcr_ctx *r;
    quo *d;
    isl_basic_set *part; /* inputs and outputs */
    isl_mat *equal, *least;
    size_t nin, nout, ndiv;
    bool *known, *used; /* dims; rows of equal */
    sys_sum *sum;
} basic;

static size_t size_of(isl_size n) { return n > 0 ? (size_t)n : 0; }

static bool basic_open(lcr_ctx *r, quo *d, isl_basic_map *part, size_t nin, const sys_sum *in,
                       basic *b)
{
    *b = (basic){.r = r, .d = d, .nin = nin, .nout = size_of(isl_basic_map_dim(part, isl_dim_out)),
                 .part = isl_basic_set_flatten(isl_basic_map_wrap(isl_basic_map_copy(part)))};
    b->ndiv = size_of(isl_basic_set_dim(b->part, isl_dim_div));
    b->equal = isl_basic_set_equalities_matrix(b->part, isl_dim_set, isl_dim_div, isl_dim_cst,
                                               isl_dim_param);
    b->least = isl_basic_set_inequalities_matrix(b->part, isl_dim_set, isl_dim_div, isl_dim_cst,
                                                 isl_dim_param);
    size_t n = nin + b->nout + b->ndiv;
    b->known = lcr_lit_alloc(d->s.pool, n + 1, sizeof *b->known);
    b->used = lcr_lit_alloc(d->s.pool, size_of(isl_mat_rows(b->equal)) + 1, sizeof *b->used);
    b->sum = lcr_lit_alloc(d->s.pool, n + 1, sizeof *b->sum);
    if (b->known == NULL || b->used == NULL || b->sum == NULL || !lcr_isl_ok(r))
        return false;
    for (size_t k = 0; k < nin; k++) {
        b->known[k] = true;
        b->sum[k] = in[k];
    }
    return true;
}

static void basic_close(basic *b)
{
    isl_basic_set_free(b->part);
    isl_mat_free(b->equal);
    isl_mat_free(b->least);
}

static bool element(const basic *b, isl_mat *mat, size_t row, size_t column, lc_int *value)
{
    return lcr_int(b->r, isl_mat_get_element_val(mat, (int)row, (int)column), value);
}

/* The row as a sum, but for one column; false: another dim of it is not known, or an error. */
static bool row_sum(const basic *b, isl_mat *mat, size_t row, size_t but, sys_sum *sum)
{
    size_t n = b->nin + b->nout + b->ndiv;
    lc_int f;
    lcr_sys_zero(sum);
    for (size_t k = 0; k <= n; k++) {
        if (!element(b, mat, row, k, &f))
            return false;
        if (k == but || lc_int_is_zero(f))
            continue;
        if (k < n && !b->known[k])
            return false;
        if (k < n)
            lcr_sys_add(&b->d->s, sum, f, &b->sum[k]);
        else
            sum->constant = lc_int_add(b->r->lc, sum->constant, f);
    }
    return true;
}

/* f of an affine expression times its denominator. */
static bool numerator(const basic *b, isl_val *value, lc_int by, lc_int *out)
{
    return lcr_int(b->r, isl_val_mul(value, lcr_val(b->r, by)), out);
}

/* A floor, once what it is of is known. *done: it is now. False with an error. */
static bool floor_of(basic *b, size_t div, bool *done)
{
    isl_aff *aff = isl_basic_set_get_div(b->part, (int)div);
    size_t ndims = b->nin + b->nout;
    lc_int by, f;
    sys_sum x;
    bool ok = lcr_int(b->r, isl_aff_get_denominator_val(aff), &by) &&
              numerator(b, isl_aff_get_constant_val(aff), by, &f);
    lcr_sys_zero(&x);
    x.constant = ok ? f : lc_int_const(0);
    *done = ok;
    for (size_t k = 0; ok && *done && k < ndims + b->ndiv; k++) {
        enum isl_dim_type type = k < ndims ? isl_dim_in : isl_dim_div;
        int at = (int)(k < ndims ? k : k - ndims);
        ok = numerator(b, isl_aff_get_coefficient_val(aff, type, at), by, &f);
        if (!ok || lc_int_is_zero(f))
            continue;
        *done = b->known[k];
        if (*done)
            lcr_sys_add(&b->d->s, &x, f, &b->sum[k]);
    }
    isl_aff_free(aff);
    if (ok && *done) {
        lcr_quo_divide(b->d, &x, by, &b->sum[ndims + div], NULL);
        b->known[ndims + div] = true;
    }
    return ok;
}

/* An output by an equality in which it stands alone, and all else is known. */
static bool solve_output(basic *b, size_t dim)
{
    size_t rows = size_of(isl_mat_rows(b->equal));
    for (size_t row = 0; row < rows && !b->known[dim]; row++) {
        sys_sum rest;
        lc_int f;
        if (b->used[row] || !element(b, b->equal, row, dim, &f) ||
            !lc_int_is_one(lc_int_abs(b->r->lc, f)) || !row_sum(b, b->equal, row, dim, &rest))
            continue;
        lcr_sys_zero(&b->sum[dim]);
        lcr_sys_add(&b->d->s, &b->sum[dim], lc_int_neg(b->r->lc, f), &rest);
        b->known[dim] = b->used[row] = true;
    }
    return b->known[dim];
}

/* The first output that is not known becomes a variable; false: they all are. */
static bool free_output(basic *b)
{
    for (size_t k = b->nin; k < b->nin + b->nout; k++)
        if (!b->known[k]) {
            lcr_sys_zero(&b->sum[k]);
            b->sum[k].of[lcr_quo_free_var(b->d, 'v')] = lc_int_const(1);
            b->known[k] = true;
            return true;
        }
    return false;
}

/* One round over all that is not known. *rest: something is left. False with an error. */
static bool solve_some(basic *b, bool *progress, bool *rest)
{
    *progress = *rest = false;
    for (size_t k = 0; k < b->ndiv; k++) {
        bool done;
        if (b->known[b->nin + b->nout + k])
            continue;
        if (!floor_of(b, k, &done))
            return false;
        *progress = *progress || done;
        *rest = *rest || !done;
    }
    for (size_t k = b->nin; k < b->nin + b->nout; k++) {
        if (b->known[k])
            continue;
        bool done = solve_output(b, k);
        *progress = *progress || done;
        *rest = *rest || !done;
    }
    return lc_ctx_code(b->r->lc) == LC_OK && !b->d->s.failed;
}

/* All outputs and floors. False with an error. */
static bool solve(basic *b)
{
    bool progress, rest = true;
    while (rest) {
        if (!solve_some(b, &progress, &rest))
            return false;
        if (rest && !progress && !free_output(b))
            return lc_fail(b->r->lc, LC_ERR_LIMIT, "a relation with floors of one another");
    }
    return true;
}

/* What the relation says besides, but for what the bounds of the variables say already. */
static bool add_rows(basic *b, isl_mat *mat, bool equality)
{
    lc_int least, most;
    sys_sum sum;
    for (size_t row = 0; row < size_of(isl_mat_rows(mat)); row++) {
        if (equality && b->used[row])
            continue;
        if (!row_sum(b, mat, row, SIZE_MAX, &sum))
            return false;
        bool bounded = lcr_quo_range(b->d, &sum, &least, &most);
        if (bounded && lc_int_sign(least) >= 0 && (!equality || lc_int_is_zero(most)) &&
            (!equality || lc_int_is_zero(least)))
            continue;
        lcr_sys_relate(&b->d->s, &sum, equality ? SYS_EQ : SYS_GE);
    }
    return !b->d->s.failed;
}

/* The outputs of a basic relation at these inputs, and what it says of them. */
static bool outputs_of(lcr_ctx *r, quo *d, isl_basic_map *part, size_t nin, const sys_sum *in,
                       size_t *nout, sys_sum *out)
{
    basic b;
    bool ok = basic_open(r, d, part, nin, in, &b) && b.nout <= GRAPH_OUTPUTS && solve(&b) &&
              add_rows(&b, b.equal, true) && add_rows(&b, b.least, false);
    for (size_t k = 0; ok && k < b.nout; k++)
        out[k] = b.sum[nin + k];
    *nout = b.nout;
    basic_close(&b);
    return ok;
}

/* ---- outputs that are not as they should be ---- */

static lcr_answer ask(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, const quo *d,
                      const sys_sum *sum, sys_relation relation, sys_point *point)
{
    quo *copy = lcr_quo_copy(d);
    const sys **set = lcr_lit_alloc(pool, 1, sizeof *set);
    if (copy == NULL || set == NULL)
        return LCR_UNKNOWN;
    lcr_sys_relate(&copy->s, sum, relation);
    set[0] = g->set[g->exact ? 2 : 1] = &copy->s;
    const lcr_evidence one = {.holds = true, .nsets = 1, .set = set};
    return copy->s.failed ? LCR_UNKNOWN : lcr_ask_point(r, pool, &one, 0, point);
}

static bool is_nothing(const sys *s, const sys_sum *x)
{
    bool zero = lc_int_is_zero(x->constant);
    for (size_t i = 0; zero && i < s->n; i++)
        zero = lc_int_is_zero(x->of[i]);
    return zero;
}

/* Is an output more or less than it should be? */
static lcr_answer compare(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, const quo *d,
                          size_t nout, const sys_sum *out, sys_point *point)
{
    size_t most = nout > g->nout ? nout : g->nout;
    lcr_answer some = LCR_NO;
    for (size_t k = 0; some == LCR_NO && k < most; k++) {
        sys_sum difference;
        lcr_sys_zero(&difference);
        sys *s = (sys *)(uintptr_t)&d->s;
        if (k < nout)
            lcr_sys_add(s, &difference, lc_int_const(1), &out[k]);
        if (k < g->nout)
            lcr_sys_add(s, &difference, lc_int_const(-1), &g->out[k]);
        some = ask(r, pool, g, d, &difference, SYS_GT, point);
        if (some == LCR_NO && !is_nothing(s, &difference))
            some = ask(r, pool, g, d, &difference, SYS_LT, point);
    }
    return some;
}

/* The outputs are others in number: every pair is wrong, if there is one. */
static lcr_answer wrong_number(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, sys_point *point)
{
    sys_sum nothing;
    lcr_sys_zero(&nothing);
    return ask(r, pool, g, g->d, &nothing, SYS_EQ, point);
}

/* The basic relations of a text; NULL with an error. */
static isl_basic_map_list *parts_of(lcr_ctx *r, const char *text, size_t *n)
{
    isl_map *map = relation(r, text);
    isl_basic_map_list *parts = map != NULL ? isl_map_get_basic_map_list(map) : NULL;
    isl_map_free(map);
    *n = size_of(isl_basic_map_list_n_basic_map(parts));
    if (parts != NULL && *n <= MOST_PARTS)
        return parts;
    isl_basic_map_list_free(parts);
    if (map != NULL && parts == NULL)
        lcr_isl_failed(r, "a relation");
    return map != NULL && parts != NULL
               ? lc_fail(r->lc, LC_ERR_LIMIT, "a relation of more than %d parts", MOST_PARTS)
               : NULL;
}

/* A relation: each of its parts by itself. */
static lcr_answer whole(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, sys_point *point)
{
    size_t n, nout;
    sys_sum *out = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *out);
    isl_basic_map_list *parts = out != NULL ? parts_of(r, g->line[0], &n) : NULL;
    lcr_answer some = parts != NULL ? LCR_NO : LCR_UNKNOWN;
    for (size_t i = 0; some == LCR_NO && i < n; i++) {
        isl_basic_map *part = isl_basic_map_list_get_basic_map(parts, (int)i);
        quo *d = lcr_quo_copy(g->d);
        lc_frame frame = lc_frame_open(r->lc);
        if (d == NULL || !outputs_of(r, d, part, g->nin, g->in, &nout, out))
            some = LCR_UNKNOWN;
        else if (nout != g->nout && !g->loose)
            some = wrong_number(r, pool, g, point);
        else
            some = compare(r, pool, g, d, nout, out, point);
        if (some == LCR_NO)
            lc_frame_close(r->lc, frame);
        isl_basic_map_free(part);
    }
    isl_basic_map_list_free(parts);
    return some;
}

static bool small_constant(const sys *s, const sys_sum *x, size_t below, size_t *value)
{
    sys_sum rest = *x;
    rest.constant = lc_int_const(0);
    if (!is_nothing(s, &rest) || !lc_int_is_small(x->constant) || lc_int_sign(x->constant) < 0 ||
        lc_int_get_si(x->constant) >= (int64_t)below)
        return false;
    *value = (size_t)lc_int_get_si(x->constant);
    return true;
}

/* [j, v], [i, j, v] or [k, v], added to the outputs. False: no such line. */
static bool add_digit(const lcr_graph *g, quo *d, size_t nout, const sys_sum *line, sys_sum *out)
{
    size_t output = 0, power = 0;
    bool has_output = g->nout > 1, has_power = nout == (has_output ? 3u : 2u);
    if (nout != (has_power ? 1u : 0u) + (has_output ? 1u : 0u) + 1 ||
        (has_output && !small_constant(&d->s, &line[0], g->nout, &output)) ||
        (has_power && !small_constant(&d->s, &line[nout - 2], 4 * SYS_VARS, &power)))
        return false;
    lcr_sys_add(&d->s, &out[output], lcr_quo_power(d->s.pool->lc, power), &line[nout - 1]);
    return true;
}

/* A relation a digit, all of them together. */
static lcr_answer by_digits(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, sys_point *point)
{
    quo *d = lcr_quo_copy(g->d);
    sys_sum *line = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *line);
    sys_sum *out = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *out);
    bool ok = d != NULL && line != NULL && out != NULL, fits = true;
    for (size_t i = 0; ok && fits && i < g->nlines; i++) {
        size_t n, nout = 0;
        isl_basic_map_list *parts = parts_of(r, g->line[i], &n);
        ok = parts != NULL;
        fits = ok && n == 1;
        isl_basic_map *part = fits ? isl_basic_map_list_get_basic_map(parts, 0) : NULL;
        ok = ok && (!fits || outputs_of(r, d, part, g->nin, g->in, &nout, line));
        fits = fits && ok && add_digit(g, d, nout, line, out);
        isl_basic_map_free(part);
        isl_basic_map_list_free(parts);
    }
    if (ok && !fits)
        lc_fail(r->lc, LC_ERR_LIMIT, "a line that is no relation of a digit");
    return ok && fits ? compare(r, pool, g, d, g->nout, out, point) : LCR_UNKNOWN;
}

/* ---- compositions ---- */

/* i = 0: a pair of the relation that is none of outer o inner; 1: the other way round. */
static lcr_answer composites(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, size_t i,
                             sys_point *point)
{
    isl_map *outer = relation(r, g->outer), *inner = outer != NULL ? relation(r, g->inner) : NULL;
    isl_map *both = inner != NULL ? isl_map_apply_range(inner, outer) : NULL;
    isl_map *given = both != NULL ? relation(r, g->line[0]) : NULL;
    if (inner == NULL)
        isl_map_free(outer);
    if (given == NULL) {
        isl_map_free(both);
        return LCR_UNKNOWN;
    }
    if (isl_map_dim(both, isl_dim_in) != isl_map_dim(given, isl_dim_in) ||
        isl_map_dim(both, isl_dim_out) != isl_map_dim(given, isl_dim_out)) {
        isl_map_free(both);
        isl_map_free(given);
        lc_fail(r->lc, LC_ERR_LIMIT, "relations between other spaces");
        return LCR_UNKNOWN;
    }
    isl_map *wrong = i == 0 ? isl_map_subtract(given, both) : isl_map_subtract(both, given);
    lcr_answer some = point_of(r, pool, isl_set_flatten(isl_map_wrap(wrong)), point);
    return some != LCR_YES || keep_box(pool, g, point, 1) ? some : LCR_UNKNOWN;
}

lcr_answer lcr_ask_graph(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, size_t i,
                         sys_point *point)
{
    bool outputs = i == (g->exact ? 2 : 1);
    lcr_answer some = g->outer != NULL ? composites(r, pool, g, i, point)
                      : !outputs       ? domains(r, pool, g, i, point)
                      : g->digits      ? by_digits(r, pool, g, point)
                                       : whole(r, pool, g, point);
    if (some == LCR_UNKNOWN && lc_ctx_code(r->lc) == LC_OK)
        lcr_isl_failed(r, "a relation");
    return some;
}
