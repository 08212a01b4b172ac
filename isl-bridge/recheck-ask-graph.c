/* recheck-ask-graph.c - what isl says of relations as text: their domains, and their outputs.
 *
 * The text of a function is read as sums (recheck-read-map.c), any other by isl, each basic
 * relation of which is put into the coordinates of the set (recheck-basic.h). Then a set in
 * which an output is more, or less, than it should be is one of rows like any other.
 */
#include "config.h"

#include "recheck-ask.h"

#include "internal.h"
#include "recheck-basic.h"

#include <isl/set.h>
#include <string.h>

#define MOST_PARTS 1024

/* ---- relations ---- */

static size_t size_of(isl_size n) { return n > 0 ? (size_t)n : 0; }

static void not_read(lcr_ctx *r, const char *text)
{
    if (lcr_out_of_budget(r))
        lc_fail(r->lc, LC_ERR_BUDGET, "isl does not read the relation %.200s within the budget",
                text);
    else
        lc_fail(r->lc, LC_ERR_LIMIT, "isl reads no relation in %.200s", text);
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

/* ---- outputs that are not as they should be ---- */

static lcr_answer ask(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, size_t i, const quo *d,
                      const sys_sum *sum, sys_relation relation, sys_point *point)
{
    sys *copy = lcr_lit_alloc(pool, 1, sizeof *copy);
    const sys **set = lcr_lit_alloc(pool, 1, sizeof *set);
    if (copy == NULL || set == NULL)
        return LCR_UNKNOWN;
    *copy = d->s;
    lcr_sys_relate(copy, sum, relation);
    set[0] = g->set[i] = copy;
    const lcr_evidence one = {.holds = true, .nsets = 1, .set = set};
    return copy->failed ? LCR_UNKNOWN : lcr_ask_point(r, pool, &one, 0, point);
}

static bool is_nothing(const sys *s, const sys_sum *x)
{
    bool zero = lc_int_is_zero(x->constant);
    for (size_t i = 0; zero && i < s->n; i++)
        zero = lc_int_is_zero(x->of[i]);
    return zero;
}

/* The last question of the graph. */
static size_t last_of(const lcr_graph *g) { return g->exact ? 2 : 1; }

/* Is an output more or less than it should be? */
static lcr_answer compare(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, quo *d, size_t nout,
                          const sys_sum *out, sys_point *point)
{
    size_t most = nout > g->nout ? nout : g->nout;
    lcr_answer some = LCR_NO;
    for (size_t k = 0; some == LCR_NO && k < most; k++) {
        sys_sum difference;
        lcr_sys_zero(&difference);
        if (k < nout)
            lcr_sys_add(&d->s, &difference, lc_int_const(1), &out[k]);
        if (k < g->nout)
            lcr_sys_add(&d->s, &difference, lc_int_const(-1), &g->out[k]);
        some = ask(r, pool, g, last_of(g), d, &difference, SYS_GT, point);
        if (some == LCR_NO && !is_nothing(&d->s, &difference))
            some = ask(r, pool, g, last_of(g), d, &difference, SYS_LT, point);
    }
    return some;
}

/* The outputs are others in number: every pair is wrong, if there is one. */
static lcr_answer wrong_number(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, sys_point *point)
{
    sys_sum nothing;
    lcr_sys_zero(&nothing);
    return ask(r, pool, g, last_of(g), g->d, &nothing, SYS_EQ, point);
}

/* ---- functions as text ---- */

/* In other coordinates than those of g->d, or a copy of these. False: isl is to read it. */
static bool read_function(lcr_ctx *r, quo *d, const char *text, size_t nin, const sys_sum *in,
                          lcr_map_text *to)
{
    bool read = lcr_map_read(d, text, nin, in, to);
    if (!read && lc_ctx_code(r->lc) == LC_ERR_LIMIT)
        lc_ctx_reset(r->lc);
    return read;
}

/* What it says besides, but for what the bounds of the variables say already. */
static void add_rows(quo *d, const lcr_map_text *text)
{
    lc_int least, most;
    for (size_t k = 0; k < text->nrows; k++) {
        bool bounded = lcr_quo_range(d, &text->row[k], &least, &most);
        bool says = !bounded || lc_int_sign(least) < 0 ||
                    (text->relation[k] == SYS_EQ && lc_int_sign(most) > 0);
        if (says)
            lcr_sys_relate(&d->s, &text->row[k], text->relation[k]);
    }
}

/* An input within the bounds of which it says the contrary of a row. */
static lcr_answer missing(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, const quo *d,
                          const lcr_map_text *text, sys_point *point)
{
    lcr_answer some = LCR_NO;
    for (size_t k = 0; some == LCR_NO && k < text->nrows; k++) {
        some = ask(r, pool, g, 0, d, &text->row[k], SYS_LT, point);
        if (some == LCR_NO && text->relation[k] == SYS_EQ)
            some = ask(r, pool, g, 0, d, &text->row[k], SYS_GT, point);
    }
    return some;
}

/* Rows of inputs alone need no more than these. */
static bool has_inputs_only(const quo *d, const lcr_map_text *text, size_t nin)
{
    for (size_t k = 0; k < text->nrows; k++)
        for (size_t i = nin; i < d->s.n; i++)
            if (!lc_int_is_zero(text->row[k].of[i]))
                return false;
    return true;
}

/* An input below or above its bounds of which it says all rows. *read: as read_function. */
static lcr_answer outside(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, const char *line,
                          bool *read, sys_point *point)
{
    lc_ctx *lc = r->lc;
    lcr_map_text text;
    lcr_answer some = LCR_NO;
    quo *d = lcr_quo_new(pool);
    sys_sum *in = lcr_lit_alloc(pool, g->nin + 1, sizeof *in);
    if (d == NULL || in == NULL)
        return LCR_UNKNOWN;
    for (size_t k = 0; k < g->nin; k++)
        in[k].of[lcr_quo_free_var(d, 'x')] = lc_int_const(1);
    quo *plain = lcr_quo_copy(d);
    if (plain == NULL || !(*read = read_function(r, d, line, g->nin, in, &text)))
        return LCR_UNKNOWN;
    d = has_inputs_only(d, &text, g->nin) ? plain : d;
    add_rows(d, &text);
    for (size_t k = 0; some == LCR_NO && k < g->nin; k++) {
        sys_sum x = in[k];
        x.constant = lc_int_neg(lc, g->least[k]);
        some = ask(r, pool, g, 1, d, &x, SYS_LT, point);
        x.constant = lc_int_neg(lc, g->most[k]);
        if (some == LCR_NO)
            some = ask(r, pool, g, 1, d, &x, SYS_GT, point);
    }
    return some;
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

/* *read: it is a function that is read here. */
static lcr_answer domain_of_text(lcr_ctx *r, lit_pool *pool, const lcr_graph *g,
                                 const char *line, size_t i, bool *read, sys_point *point)
{
    lcr_map_text text;
    if (i == 1)
        return outside(r, pool, g, line, read, point);
    quo *d = lcr_quo_copy(g->d);
    if (d == NULL || !(*read = read_function(r, d, line, g->nin, g->in, &text)))
        return LCR_UNKNOWN;
    return missing(r, pool, g, d, &text, point);
}

/* i = 0: an input without a pair; i = 1: a pair of another input. */
static lcr_answer domain_of_line(lcr_ctx *r, lit_pool *pool, const lcr_graph *g,
                                 const char *text, size_t i, sys_point *point)
{
    bool read = false;
    lcr_answer said = domain_of_text(r, pool, g, text, i, &read, point);
    isl_map *map = read ? NULL : relation(r, text);
    if (map == NULL)
        return read ? said : LCR_UNKNOWN;
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

/* ---- all outputs ---- */

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
    lcr_map_text text;
    quo *own = lcr_quo_copy(g->d);
    if (own != NULL && read_function(r, own, g->line[0], g->nin, g->in, &text)) {
        add_rows(own, &text);
        return text.nout != g->nout && !g->loose
                   ? wrong_number(r, pool, g, point)
                   : compare(r, pool, g, own, text.nout, text.out, point);
    }
    sys_sum *out = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *out);
    isl_basic_map_list *parts = out != NULL ? parts_of(r, g->line[0], &n) : NULL;
    lcr_answer some = parts != NULL ? LCR_NO : LCR_UNKNOWN;
    for (size_t i = 0; some == LCR_NO && i < n; i++) {
        isl_basic_map *part = isl_basic_map_list_get_basic_map(parts, (int)i);
        quo *d = lcr_quo_copy(g->d);
        lc_frame frame = lc_frame_open(r->lc);
        if (d == NULL || !lcr_basic_outputs(r, d, part, g->nin, g->in, &nout, out))
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

/* The outputs of a line, added; *fits: it is one of a digit. False with an error. */
static bool add_line(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, quo *d, const char *line,
                     bool *fits, sys_sum *out)
{
    size_t n, nout = 0;
    lcr_map_text text;
    quo *before = lcr_quo_copy(d);
    if (before != NULL && read_function(r, d, line, g->nin, g->in, &text)) {
        add_rows(d, &text);
        *fits = add_digit(g, d, text.nout, text.out, out);
        return true;
    }
    sys_sum *value = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *value);
    isl_basic_map_list *parts = value != NULL && before != NULL ? parts_of(r, line, &n) : NULL;
    if (parts == NULL)
        return false;
    *d = *before;
    *fits = n == 1;
    isl_basic_map *part = *fits ? isl_basic_map_list_get_basic_map(parts, 0) : NULL;
    bool ok = !*fits || lcr_basic_outputs(r, d, part, g->nin, g->in, &nout, value);
    *fits = *fits && ok && add_digit(g, d, nout, value, out);
    isl_basic_map_free(part);
    isl_basic_map_list_free(parts);
    return ok;
}

/* A relation a digit, all of them together. */
static lcr_answer by_digits(lcr_ctx *r, lit_pool *pool, const lcr_graph *g, sys_point *point)
{
    quo *d = lcr_quo_copy(g->d);
    sys_sum *out = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *out);
    bool ok = d != NULL && out != NULL, fits = true;
    for (size_t i = 0; ok && fits && i < g->nlines; i++)
        ok = add_line(r, pool, g, d, g->line[i], &fits, out);
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
    bool outputs = i == last_of(g);
    lcr_answer some = g->outer != NULL ? composites(r, pool, g, i, point)
                      : !outputs       ? domains(r, pool, g, i, point)
                      : g->digits      ? by_digits(r, pool, g, point)
                                       : whole(r, pool, g, point);
    if (some == LCR_UNKNOWN && lc_ctx_code(r->lc) == LC_OK)
        lcr_isl_failed(r, "a relation");
    return some;
}
