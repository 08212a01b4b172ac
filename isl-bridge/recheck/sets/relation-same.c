/* relation-same.c - relations that are one: with what a literal says, or with another. */
#include "config.h"

#include "relation-isl.h"

#include "../../internal.h"

#include <isl/set.h>
#include <string.h>

/* ---- functions ---- */

/* The pairs of f that are none of g; `values`: and those where both have one, of other values. */
static bool only_in(ev *e, const lcr_relation *f, const lcr_relation *g, bool values)
{
    lcr_map_text x, y;
    quo *d = lcr_quo_new(e->pool);
    sys_sum *in = lcr_lit_alloc(e->pool, f->nin, sizeof *in);
    if (!d || !in || !lcr_relation_inputs(d, f, g, 'c', in) || !lcr_relation_at(d, f, in, &x) ||
        !lcr_relation_at(d, g, in, &y))
        return false;
    lcr_relation_say(d, &x);
    if (!lcr_relation_deny(e, d, &y))
        return false;
    return !values || lcr_relation_differ(e, d, x.nout, x.out, y.nout, y.out);
}

bool lcr_ev_same_relation(ev *e, lcr_relation *f, lcr_relation *g)
{
    bool x, y = false;
    e->out->by = "relation";
    if (!lcr_relation_is_function(e, f, &x) || (x && !lcr_relation_is_function(e, g, &y)))
        return false;
    if (!x || !y)
        return lcr_relation_compare(e, f, g) || lcr_ev_not(e);
    if (f->nin != g->nin || f->nout != g->nout)
        return lcr_ev_condition(e, false, "they have other numbers of inputs or outputs");
    return only_in(e, f, g, true) && only_in(e, g, f, false);
}

/* ---- what a literal says, in a text that is read ---- */

/* An input below or above its bounds of which the text says all rows. */
static bool outside(ev *e, const lcr_graph *g, const lcr_relation *f)
{
    lcr_map_text to;
    quo *d = lcr_quo_new(e->pool);
    sys_sum *in = d ? lcr_quo_free(d, g->nin) : NULL;
    if (!in)
        return false;
    if (!lcr_relation_at(d, f, in, &to))
        return false;
    lcr_relation_say(d, &to);
    for (size_t k = 0; k < g->nin; k++)
        if (!lcr_ev_outside(e, &d->s, &in[k], g->least[k], g->most[k]))
            return false;
    return true;
}

static bool small_constant(const sys *s, const sys_sum *x, size_t below, size_t *value)
{
    if (!lcr_sys_is_number(s, x) || !lc_int_is_small(x->constant) ||
        lc_int_sign(x->constant) < 0 || lc_int_get_si(x->constant) >= (int64_t)below)
        return false;
    *value = (size_t)lc_int_get_si(x->constant);
    return true;
}

/* [j, v], [i, j, v] or [k, v], added to the outputs. False: no such line. */
static bool add_digit(const lcr_graph *g, quo *d, const lcr_map_text *line, sys_sum *out)
{
    size_t output = 0, power = 0, nout = line->nout;
    bool has_output = g->nout > 1, has_power = nout == (has_output ? 3u : 2u);
    if (nout != (has_power ? 1u : 0u) + (has_output ? 1u : 0u) + 1 ||
        (has_output && !small_constant(&d->s, &line->out[0], g->nout, &output)) ||
        (has_power && !small_constant(&d->s, &line->out[nout - 2], 4 * SYS_VARS, &power)))
        return false;
    lcr_sys_add(&d->s, &out[output], lcr_lit_power(d->s.pool->lc, power), &line->out[nout - 1]);
    return true;
}

/* ---- and in one that isl reads ---- */

/* An input without a pair, and, where the graph is all there is, a pair of another input. */
static bool other_domain(ev *e, const lcr_graph *g, isl_map *map)
{
    isl_set *box = lcr_relation_box(e->pool->isl, g->nin, g->least, g->most);
    return lcr_relation_apart(e, box, isl_map_domain(isl_map_copy(map)), g->exact);
}

static bool part_differs(ev *e, const lcr_graph *g, isl_basic_map *part)
{
    lcr_map_text to;
    quo *d = lcr_quo_copy(g->d);
    bool ok = d && lcr_basic_read(e->pool->isl, d, part, g->nin, g->in, &to);
    if (!ok)
        return lcr_ev_ok(e) &&
               lc_fail(e->pool->lc, LC_ERR_LIMIT, "a part of a relation that is too large");
    lcr_relation_say(d, &to);
    return lcr_relation_differ(e, d, to.nout, to.out, g->nout, g->out);
}

static bool parts_differ(ev *e, const lcr_graph *g, isl_map *map)
{
    isl_basic_map_list *parts = isl_map_get_basic_map_list(map);
    isl_size n = isl_basic_map_list_n_basic_map(parts);
    bool ok = n >= 0;
    for (isl_size i = 0; ok && i < n; i++) {
        isl_basic_map *part = isl_basic_map_list_get_basic_map(parts, (int)i);
        ok = part_differs(e, g, part);
        isl_basic_map_free(part);
    }
    isl_basic_map_list_free(parts);
    return ok;
}

static bool is_graph_of_parts(ev *e, const lcr_graph *g, const char *text)
{
    isl_map *map = lcr_relation_of_text(e, text);
    bool ok = map != NULL;
    if (ok && (isl_map_dim(map, isl_dim_in) != (isl_size)g->nin ||
               (isl_map_dim(map, isl_dim_out) != (isl_size)g->nout && !g->loose)))
        ok = lcr_ev_condition(e, false, "it has other numbers of inputs or outputs");
    else
        ok = ok && other_domain(e, g, map) && parts_differ(e, g, map);
    isl_map_free(map);
    return ok;
}

/* ---- graphs ---- */

/* What a text says in the coordinates of the graph: its outputs are added to d, and the sets of
 * its domain are there. */
static bool read_line(ev *e, const lcr_graph *g, lcr_relation *f, quo *d, lcr_map_text *to)
{
    if (!lcr_relation_at(d, f, g->in, to))
        return false;
    if (!lcr_relation_deny(e, d, to) || (g->exact && !outside(e, g, f)))
        return false;
    lcr_relation_say(d, to);
    return true;
}

/* A relation a digit, all of them together. */
static bool is_graph_of_digits(ev *e, const lcr_graph *g)
{
    quo *d = lcr_quo_copy(g->d);
    sys_sum *out = lcr_lit_alloc(e->pool, g->nout + 1, sizeof *out);
    if (!d || !out)
        return false;
    for (size_t i = 0; i < g->nlines; i++) {
        lcr_map_text to;
        bool is;
        lcr_relation f = {.n = 1, .text = {g->line[i]}};
        if (!lcr_relation_is_function(e, &f, &is))
            return false;
        if (!is || f.nin != g->nin || !read_line(e, g, &f, d, &to) || !add_digit(g, d, &to, out))
            return lcr_ev_ok(e) &&
                   lc_fail(e->pool->lc, LC_ERR_LIMIT, "a line that is no relation of a digit");
    }
    return lcr_relation_differ(e, d, g->nout, out, g->nout, g->out);
}

/* As isl writes a relation without a pair. */
static bool is_empty(const char *text)
{
    return strspn(text, "{} ") == strlen(text);
}

bool lcr_ev_is_graph(ev *e, lcr_graph *g, const lit *relation)
{
    bool is;
    lcr_map_text to;
    if (!g || relation->kind != LIT_RELATION)
        return lcr_ev_not(e);
    if (!lcr_graph_read(e->pool, g, relation->word))
        return false;
    e->out->by = "relation";
    if (is_empty(relation->word))
        return lcr_ev_condition(e, false, "it has no pair");
    if (g->digits)
        return is_graph_of_digits(e, g);
    lcr_relation f = {.n = 1, .text = {g->line[0]}};
    if (!lcr_relation_is_function(e, &f, &is))
        return false;
    if (!is)
        return is_graph_of_parts(e, g, g->line[0]);
    if (f.nin != g->nin || (f.nout != g->nout && !g->loose))
        return lcr_ev_condition(e, false, "it has other numbers of inputs or outputs");
    quo *d = lcr_quo_copy(g->d);
    return d && read_line(e, g, &f, d, &to) &&
           lcr_relation_differ(e, d, to.nout, to.out, g->nout, g->out);
}

/* ---- a value and a relation ---- */

/* One input stands for the dims of a linear layout. */
static void join_inputs(lcr_graph *g)
{
    lc_ctx *lc = g->d->s.pool->lc;
    lc_int place = lc_int_const(1), last = lc_int_const(0);
    sys_sum whole = {.constant = lc_int_const(0)};
    for (size_t k = 0; k < g->nin; k++) {
        lcr_sys_add(&g->d->s, &whole, place, &g->in[k]);
        last = lc_int_add(lc, last, lc_int_mul(lc, place, g->most[k]));
        place = lc_int_mul(lc, place, lc_int_add(lc, g->most[k], lc_int_const(1)));
    }
    g->in[0] = whole;
    g->least[0] = lc_int_const(0);
    g->most[0] = last;
    g->nin = 1;
}

static bool is_relation_of(ev *e, const lit *x, const lit *relation)
{
    lcr_graph *g = lcr_lit_is_function(x) ? lcr_graph_of(e->pool, x, NULL, GRAPH_VALUES) : NULL;
    if (g && g->nin > 1 && lcr_relation_inputs_of(relation->word) == 1)
        join_inputs(g);
    return lcr_ev_is_graph(e, g, relation);
}

bool lcr_ev_relations_equal(ev *e, const lit *x, const lit *y)
{
    lcr_relation f = {.n = 0}, g = {.n = 0};
    if (x->kind != LIT_RELATION)
        return is_relation_of(e, x, y);
    if (y->kind != LIT_RELATION)
        return is_relation_of(e, y, x);
    lcr_relation_add(&f, x);
    lcr_relation_add(&g, y);
    return lcr_ev_same_relation(e, &f, &g);
}
