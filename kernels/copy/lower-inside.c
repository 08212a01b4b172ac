/* lower-inside.c - the predicates of a kernel: which part of a tile is inside the shape.
 *
 * The relation between the coordinates of a launch and the shape, and the facts about the launch,
 * are written as sets of isl; isl makes conditions from them (isl-bridge/code.h).
 */
#include "config.h"

#include <stdlib.h>

#include "../../isl-bridge/code.h"
#include "../../lib/text.h"
#include "lowering.h"

/* Four numbers of each axis, and which element of a vector. */
#define MOST_PARAMETERS (4 * LCK_MAX_RANK + 1)

/* Sets over the same dimensions and parameters: each text but the first is their
 * constraints, " and ..." each. */
typedef struct {
    lc_text dimensions, set, domain, context;
    size_t nparameters;
    const lc_expr *parameter[MOST_PARAMETERS];
} bounds;

/* Each one once. */
static void add_parameter(bounds *c, const lc_expr *e)
{
    if (e->op != LC_EXPR_VAR)
        return;
    for (size_t i = 0; i < c->nparameters; i++)
        if (c->parameter[i] == e)
            return;
    c->parameter[c->nparameters++] = e;
}

/* A variable, which is a parameter then and has bounds, or a number. */
static void add_number(bounds *c, const lc_expr *e)
{
    add_parameter(c, e);
    if (e->op != LC_EXPR_VAR)
        return;
    lc_text_printf(&c->context, " and %lld <= %s", (long long)e->low, e->name);
    if (e->high < INT64_MAX)
        lc_text_printf(&c->context, " <= %lld", (long long)e->high);
}

static void put_number(lc_text *text, const char *before, const lc_expr *e)
{
    lc_text_add(text, before);
    if (e->op == LC_EXPR_VAR)
        lc_text_add(text, e->name);
    else
        lc_text_printf(text, "%lld", (long long)e->value);
}

/* at_k is a multiple of the tile, below the extent. */
static void add_axis(bounds *c, const lck_lowering *w, size_t k)
{
    const lc_expr *at = w->at[k];
    add_number(c, w->extent[k]);
    add_number(c, w->guard[k]);
    add_number(c, at);
    if (at->op != LC_EXPR_VAR)
        return;
    lc_text_printf(&c->context, " and %s mod %lld = 0 and %s", at->name,
                   (long long)w->plan->axis[k].tile, at->name);
    put_number(&c->context, " < ", w->extent[k]);
}

/* "[M,N] -> { [c] : true and ... }", or without dimensions; the caller frees it. */
static char *set_of(lc_ctx *ctx, const bounds *c, const lc_text *constraints, bool dimensions)
{
    lc_text text = {.failed = constraints->failed || c->dimensions.failed};
    dimensions = dimensions && c->dimensions.length > 0;
    lc_text_add(&text, "[");
    for (size_t i = 0; i < c->nparameters; i++)
        lc_text_printf(&text, "%s%s", i == 0 ? "" : ",", c->parameter[i]->name);
    lc_text_add(&text, "] -> { ");
    if (dimensions)
        lc_text_printf(&text, "[%s] ", lc_text_peek(&c->dimensions));
    lc_text_add(&text, ": true");
    lc_text_add(&text, lc_text_peek(constraints));
    lc_text_add(&text, " }");
    return lc_text_take(ctx, &text);
}

static void clear(bounds *c)
{
    lc_text_free(&c->dimensions);
    lc_text_free(&c->set);
    lc_text_free(&c->domain);
    lc_text_free(&c->context);
}

/* The coordinates of a tile are c0', c1' and so on: names that isl reads and no size can have,
 * as a coordinate named like a parameter would be that parameter. */
const lc_expr *lck_whole_tile(lck_lowering *w)
{
    bounds c = {0};
    for (size_t k = 0; k < w->plan->rank; k++) {
        add_axis(&c, w, k);
        lc_text_printf(&c.dimensions, "%sc%zu'", k == 0 ? "" : ",", k);
        put_number(&c.domain, " and ", w->at[k]);
        lc_text_printf(&c.domain, " <= c%zu'", k);
        put_number(&c.domain, " < ", w->at[k]);
        lc_text_printf(&c.domain, " + %lld", (long long)w->plan->axis[k].tile);
        lc_text_printf(&c.set, " and c%zu'", k);
        put_number(&c.set, " < ", w->guard[k]);
    }
    lc_ctx *ctx = lcr_ctx_lc(w->r);
    char *set = set_of(ctx, &c, &c.set, true), *domain = set_of(ctx, &c, &c.domain, true);
    char *context = set_of(ctx, &c, &c.context, false);
    const lc_expr *e = set && domain && context ? lcr_code_full(w->r, w->x, set, domain, context)
                                                : NULL;
    free(set);
    free(domain);
    free(context);
    clear(&c);
    return e;
}

/* The coordinate along axis k of the element `more` behind a walk's. */
static void put_coordinate(lc_text *text, const lck_lowering *w, const lck_walk *v, size_t k,
                           int64_t more)
{
    const lck_mode *value = v->p->value;
    put_number(text, " and ", w->at[k]);
    put_number(text, " + ", v->begin[k]);
    for (size_t m = 0; m < v->p->nvalues; m++)
        if (v->loop[m] && value[m].step[k] != 0)
            lc_text_printf(text, " + %lld*%s",
                           (long long)(value[m].step[k] * (m == 0 ? v->run : 1)),
                           v->loop[m]->name);
    if (v->within)
        lc_text_printf(text, " + %lld*%s", (long long)value[0].step[k], v->within->name);
    lc_text_printf(text, " + %lld", (long long)(more * value[0].step[k]));
}

static const lc_expr *inside(lck_lowering *w, const lck_walk *v, int64_t more, bool rows)
{
    bounds c = {0};
    for (size_t m = 0; m < v->p->nvalues; m++) {
        if (!v->loop[m])
            continue;
        const char *comma = c.dimensions.length > 0 ? "," : "", *name = v->loop[m]->name;
        lc_text_printf(&c.dimensions, "%s%s", comma, name);
        lc_text_printf(&c.context, " and 0 <= %s < %lld", name, (long long)v->count[m]);
    }
    if (v->within)
        add_parameter(&c, v->within);
    for (size_t k = 0; k < w->plan->rank; k++) {
        if (rows && !w->plan->axis[k].in_row)
            continue;
        add_axis(&c, w, k);
        add_number(&c, v->begin[k]);
        put_coordinate(&c.set, w, v, k, more);
        put_number(&c.set, " < ", w->guard[k]);
    }
    lc_ctx *ctx = lcr_ctx_lc(w->r);
    char *set = set_of(ctx, &c, &c.set, true), *context = set_of(ctx, &c, &c.context, true);
    const lc_expr *e = set && context ? lcr_code_predicate(w->r, w->x, set, context) : NULL;
    free(set);
    free(context);
    clear(&c);
    return e;
}

const lc_expr *lck_inside(lck_lowering *w, const lck_walk *v, int64_t more)
{
    return inside(w, v, more, false);
}

const lc_expr *lck_inside_row(lck_lowering *w, const lck_walk *v)
{
    return inside(w, v, 0, true);
}
