/* lower-inside.c - the predicates of a kernel: what of a tile is inside the shape.
 *
 * The relation between the coordinates of a launch and the shape, and what is known of the
 * launch, are written as sets of isl; isl makes conditions of them (isl-bridge/code.h).
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../isl-bridge/code.h"
#include "../verify/language/buffer.h"
#include "lowering.h"

static void add_name(lcv_buffer *text, const lc_expr *e)
{
    if (e->op == LC_EXPR_VAR)
        lcv_buffer_str(text, e->name);
    else
        lcv_buffer_printf(text, "%lld", (long long)e->value);
}

/* Four numbers of each axis, and which element of a vector. */
#define MOST_PARAMETERS (4 * LCK_MAX_RANK + 1)

typedef struct {
    lcv_buffer set, context;
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

static void add_range(bounds *c, const lc_expr *e)
{
    if (e->op != LC_EXPR_VAR)
        return;
    lcv_buffer_printf(&c->context, " and %lld <= %s", (long long)e->low, e->name);
    if (e->high < INT64_MAX)
        lcv_buffer_printf(&c->context, " <= %lld", (long long)e->high);
}

/* at_k is a multiple of the tile, below the extent. */
static void add_axis(bounds *c, const lck_lowering *w, size_t k)
{
    const lck_axis *a = &w->plan->axis[k];
    add_parameter(c, w->extent[k]);
    add_parameter(c, w->guard[k]);
    add_parameter(c, w->at[k]);
    add_range(c, w->extent[k]);
    add_range(c, w->guard[k]);
    add_range(c, w->at[k]);
    if (w->at[k]->op == LC_EXPR_VAR) {
        lcv_buffer_printf(&c->context, " and %s mod %lld = 0 and %s < ", w->at[k]->name,
                          (long long)a->tile, w->at[k]->name);
        add_name(&c->context, w->extent[k]);
    }
}

/* "[M,N] -> { [c] : true and ... }" */
static char *finish(const bounds *c, const lcv_buffer *body, const char *tuple)
{
    lcv_buffer text = {0};
    lcv_buffer_str(&text, "[");
    for (size_t i = 0; i < c->nparameters; i++)
        lcv_buffer_printf(&text, "%s%s", i == 0 ? "" : ",", c->parameter[i]->name);
    if (*tuple)
        lcv_buffer_printf(&text, "] -> { [%s] : true", tuple);
    else
        lcv_buffer_str(&text, "] -> { : true");
    if (body->length > 0)
        lcv_buffer_bytes(&text, body->data, body->length);
    lcv_buffer_str(&text, " }");
    return lcv_buffer_take(&text);
}

static void clear(bounds *c)
{
    free(c->set.data);
    free(c->context.data);
}

/* The coordinates of a tile are c0', c1' and so on: names that isl reads and no size can have,
 * as a coordinate named like a parameter would be that parameter. */
const lc_expr *lck_whole_tile(lck_lowering *w)
{
    bounds c = {0};
    lcv_buffer domain = {0}, tuple = {0};
    for (size_t k = 0; k < w->plan->rank; k++) {
        add_axis(&c, w, k);
        lcv_buffer_printf(&tuple, "%sc%zu'", k == 0 ? "" : ",", k);
        lcv_buffer_printf(&domain, " and ");
        add_name(&domain, w->at[k]);
        lcv_buffer_printf(&domain, " <= c%zu' < ", k);
        add_name(&domain, w->at[k]);
        lcv_buffer_printf(&domain, " + %lld", (long long)w->plan->axis[k].tile);
        lcv_buffer_printf(&c.set, " and c%zu' < ", k);
        add_name(&c.set, w->guard[k]);
    }
    char *dims = lcv_buffer_take(&tuple);
    char *set = dims ? finish(&c, &c.set, dims) : NULL;
    char *all = dims ? finish(&c, &domain, dims) : NULL;
    char *context = finish(&c, &c.context, "");
    const lc_expr *e = set && all && context ? lcr_code_full(w->r, w->x, set, all, context) : NULL;
    free(domain.data);
    free(dims);
    free(set);
    free(all);
    free(context);
    clear(&c);
    return e;
}

const lc_expr *lck_inside(lck_lowering *w, const lck_walk *v, int64_t more)
{
    bounds c = {0};
    lcv_buffer tuple = {0};
    bool any = false;
    for (size_t m = 0; m < v->p->nvalues; m++) {
        if (!v->loop[m])
            continue;
        lcv_buffer_printf(&tuple, "%s%s", any ? "," : "", v->loop[m]->name);
        lcv_buffer_printf(&c.context, " and 0 <= %s < %lld", v->loop[m]->name,
                          (long long)v->count[m]);
        any = true;
    }
    if (v->within)
        add_parameter(&c, v->within);
    for (size_t k = 0; k < w->plan->rank; k++) {
        add_axis(&c, w, k);
        add_parameter(&c, v->begin[k]);
        add_range(&c, v->begin[k]);
        lcv_buffer_str(&c.set, " and ");
        add_name(&c.set, w->at[k]);
        lcv_buffer_str(&c.set, " + ");
        add_name(&c.set, v->begin[k]);
        for (size_t m = 0; m < v->p->nvalues; m++)
            if (v->loop[m] && v->p->value[m].step[k] != 0)
                lcv_buffer_printf(&c.set, " + %lld*%s",
                                  (long long)(v->p->value[m].step[k] * (m == 0 ? v->run : 1)),
                                  v->loop[m]->name);
        if (v->within)
            lcv_buffer_printf(&c.set, " + %lld*%s", (long long)v->p->value[0].step[k],
                              v->within->name);
        lcv_buffer_printf(&c.set, " + %lld", (long long)(more * v->p->value[0].step[k]));
        lcv_buffer_str(&c.set, " < ");
        add_name(&c.set, w->guard[k]);
    }
    char *dims = any ? lcv_buffer_take(&tuple) : strdup("");
    char *set = dims ? finish(&c, &c.set, dims) : NULL;
    char *context = dims ? finish(&c, &c.context, dims) : NULL;
    const lc_expr *e = set && context ? lcr_code_predicate(w->r, w->x, set, context) : NULL;
    free(dims);
    free(set);
    free(context);
    clear(&c);
    return e;
}
