/* is-graph.c - a relation is that of a value: what isl reads, in the coordinates of the graph. */
#include "config.h"

#include "basic.h"
#include "relation.h"

#include "../../internal.h"

#include <string.h>

static bool differ(ev *e, quo *d, sys_sum x, sys_sum y)
{
    return lcr_ev_differ(e, &d->s, &x, &y);
}

/* ---- texts ---- */

/* What is done with each piece of a function: where it is, taken over, and what. */
typedef struct {
    ev *e;
    const lcr_graph *g;
    bool digits;
    quo *d;       /* of the digits */
    sys_sum *out; /* their sums */
} reading;

static bool small_number(const sys *s, const sys_sum *x, size_t below, size_t *value)
{
    if (!lcr_sys_is_number(s, x) || !lc_int_is_small(x->constant) ||
        lc_int_lt(x->constant, lc_int_const(0)) || lc_int_get_si(x->constant) >= (int64_t)below)
        return false;
    *value = (size_t)lc_int_get_si(x->constant);
    return true;
}

/* [j, v], [i, j, v] or [k, v], added to the outputs. False: no such line. */
static bool add_digit(const reading *x, size_t nout, const sys_sum *line)
{
    size_t output = 0, power = 0;
    bool has_output = x->g->nout > 1, has_power = nout == (has_output ? 3u : 2u);
    if (nout != (has_power ? 1u : 0u) + (has_output ? 1u : 0u) + 1 ||
        (has_output && !small_number(&x->d->s, &line[0], x->g->nout, &output)) ||
        (has_power && !small_number(&x->d->s, &line[nout - 2], 4 * SYS_VARS, &power)))
        return lc_fail(x->e->pool->lc, LC_ERR_LIMIT, "a line that is no relation of a digit");
    lcr_sys_add(&x->d->s, &x->out[output], lcr_lit_power(x->d->s.pool->lc, power),
                &line[nout - 1]);
    return true;
}

/* The function in a part of its domain, beside the outputs of the graph. */
static bool read_part(reading *x, isl_basic_set *where, isl_multi_aff *f)
{
    lcr_ctx *r = x->e->pool->isl;
    const lcr_graph *g = x->g;
    quo *d = x->digits ? x->d : lcr_quo_copy(g->d);
    size_t nout = (size_t)isl_multi_aff_dim(f, isl_dim_out);
    sys_sum *out = lcr_lit_alloc(x->e->pool, nout + g->nout + 1, sizeof *out);
    lc_int by = lc_int_const(1);
    bool ok = d && out && lcr_basic_say(r, d, where, g->in);
    for (size_t k = 0; ok && k < nout; k++) {
        sys_sum value = lcr_sys_number(lc_int_const(0));
        ok = lcr_basic_output(r, d, f, k, g->in, &out[k], &by);
        if (ok && !x->digits && k < g->nout)
            lcr_sys_add(&d->s, &value, by, &g->out[k]);
        ok = ok && (x->digits ? lc_int_is_one(by) : differ(x->e, d, out[k], value));
    }
    for (size_t k = nout; ok && !x->digits && k < g->nout; k++)
        ok = differ(x->e, d, g->out[k], lcr_sys_number(lc_int_const(0)));
    return ok && (!x->digits || add_digit(x, nout, out));
}

static isl_stat read_piece(isl_set *where, isl_multi_aff *f, void *user)
{
    reading *x = user;
    where = isl_set_compute_divs(where);
    isl_basic_set_list *parts = isl_set_get_basic_set_list(where);
    isl_size n = isl_basic_set_list_n_basic_set(parts);
    bool ok = n >= 0 && (!x->digits || n == 1);
    for (isl_size i = 0; ok && i < n; i++) {
        isl_basic_set *part = isl_basic_set_list_get_basic_set(parts, (int)i);
        ok = read_part(x, part, f);
        isl_basic_set_free(part);
    }
    isl_basic_set_list_free(parts);
    isl_set_free(where);
    isl_multi_aff_free(f);
    return ok ? isl_stat_ok : isl_stat_error;
}

/* A function from the inputs of the graph; what isl leaves of the differences of both domains. */
static bool read_text(reading *x, const char *text)
{
    lcr_ctx *r = x->e->pool->isl;
    const lcr_graph *g = x->g;
    isl_pw_multi_aff *f = lcr_relation_function(x->e, text);
    if (!f)
        return lcr_ev_ok(x->e) && x->e->out->nsets > 0;
    bool alike = isl_pw_multi_aff_dim(f, isl_dim_in) == (isl_size)g->nin &&
                 (x->digits || g->loose ||
                  isl_pw_multi_aff_dim(f, isl_dim_out) == (isl_size)g->nout);
    bool ok;
    if (!alike) {
        ok = lcr_ev_condition(x->e, false, "it has other numbers of inputs or outputs");
    } else {
        isl_set *box = lcr_relation_box(x->e, g->nin, g->least, g->most);
        isl_set *domain = isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(f));
        ok = lcr_relation_left(x->e, isl_set_subtract(isl_set_copy(box), isl_set_copy(domain))) &&
             lcr_relation_left(x->e, isl_set_subtract(isl_set_copy(domain), isl_set_copy(box)));
        isl_set_free(box);
        isl_set_free(domain);
        ok = ok && isl_pw_multi_aff_foreach_piece(f, read_piece, x) == isl_stat_ok;
        if (!ok && lcr_ev_ok(x->e))
            lc_fail(r->lc, LC_ERR_LIMIT, "a part of a relation that is too large");
    }
    isl_pw_multi_aff_free(f);
    return ok;
}

static bool read_lines(reading *x, const char *text)
{
    char *line = lcr_lit_alloc(x->e->pool, strlen(text) + 1, 1);
    x->d = lcr_quo_copy(x->g->d);
    x->out = lcr_lit_alloc(x->e->pool, x->g->nout + 1, sizeof *x->out);
    bool ok = line && x->d && x->out;
    if (ok)
        strcpy(line, text);
    for (char *end; ok && line && *line != '\0'; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        else
            end = line + strlen(line);
        ok = *line == '#' || read_text(x, line);
    }
    for (size_t k = 0; ok && k < x->g->nout; k++)
        ok = differ(x->e, x->d, x->out[k], x->g->out[k]);
    return ok;
}

bool lcr_ev_is_graph(ev *e, const lcr_graph *g, const lit *relation)
{
    if (!g || relation->kind != LIT_RELATION || !e->pool->isl)
        return lcr_ev_not(e);
    if (e->pool->sizes)
        return lcr_ev_relation_is(e, relation, lcr_relation_of_graph(e, g));
    const char *text = relation->word;
    reading x = {.e = e, .g = g, .digits = *text == '#'};
    e->out->by = "relation";
    if (strspn(text, "{} ") == strlen(text)) /* as isl writes it */
        return lcr_ev_condition(e, false, "it has no pair");
    return x.digits ? read_lines(&x, text) : read_text(&x, text);
}

bool lcr_ev_is_relation_of(ev *e, const lit *f, const lit *relation)
{
    lcr_graph *g = lcr_lit_is_function(f) ? lcr_graph_of(e->pool, f, NULL, GRAPH_VALUES) : NULL;
    if (g && g->nin > 1 && lcr_relation_inputs(relation) == 1)
        lcr_graph_join(g);
    return lcr_ev_is_graph(e, g, relation);
}
