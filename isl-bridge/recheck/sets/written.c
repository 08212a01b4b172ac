/* written.c - relations that are written as functions (function-text.c), compared at the bits of
 * their inputs.
 *
 * Floors of an input are sums of its bits. isl, which knows an input as one number, has to find
 * that again for each pair of floors of two sums; here they are gone before it is asked.
 */
#include "config.h"

#include "basic.h"
#include "relation.h"

#include "../../internal.h"

#include <isl/ilp.h>

/* A function of one piece, whose inputs are the points of a basic set; both are NULL where a
 * value is not written as one. */
typedef struct {
    isl_basic_set *inputs;
    isl_multi_aff *f;
    size_t nin, nout;
} written;

static written function_of(ev *e, const lit *a)
{
    isl_pw_multi_aff *f = e->pool->sizes ? NULL : lcr_relation_written(e, a);
    written w = {NULL};
    if (!f)
        return w;
    isl_set *inputs = isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(f));
    isl_basic_set_list *parts = isl_set_get_basic_set_list(inputs);
    if (isl_basic_set_list_n_basic_set(parts) == 1) {
        w.inputs = isl_basic_set_list_get_basic_set(parts, 0);
        w.f = lcr_relation_piece(f);
        w.nin = (size_t)isl_multi_aff_dim(w.f, isl_dim_in);
        w.nout = (size_t)isl_multi_aff_dim(w.f, isl_dim_out);
    }
    isl_basic_set_list_free(parts);
    isl_set_free(inputs);
    isl_pw_multi_aff_free(f);
    return w;
}

static void clear(written *w)
{
    isl_basic_set_free(w->inputs);
    isl_multi_aff_free(w->f);
}

/* ---- at the bits of the inputs ---- */

/* The end of an input, which is an integer; false: it has none. */
static bool end(lcr_ctx *r, const written *w, size_t k, bool most, lc_int *n)
{
    isl_set *inputs = isl_set_from_basic_set(isl_basic_set_copy(w->inputs));
    isl_val *v = most ? isl_set_dim_max_val(inputs, (int)k) : isl_set_dim_min_val(inputs, (int)k);
    bool is = isl_val_is_int(v) == isl_bool_true;
    return is ? lcr_int(r, v, n) : (isl_val_free(v), false);
}

/* An input between two ends as a sum of new variables, which are bits as far as it has an even
 * number of values; without ends it is a variable. */
static bool add_input(ev *e, quo *d, const written *w, size_t k, sys_sum *in)
{
    lc_int least, most;
    if (!end(e->pool->isl, w, k, false, &least) || !end(e->pool->isl, w, k, true, &most)) {
        if (d->s.n < SYS_VARS)
            *in = lcr_sys_variable(lcr_sys_free(&d->s, 'c'));
        return d->s.n < SYS_VARS && lcr_ev_ok(e);
    }
    lit *box = lcr_lit_flat(e->pool, 1);
    if (!box || lc_int_lt(most, least))
        return false;
    lc_ctx *lc = e->pool->lc;
    box->extent[0] = lc_int_add(lc, lc_int_sub(lc, most, least), lc_int_const(1));
    if (!lcr_value_coordinates(d, box, 'c', VALUE_BITS, in))
        return false;
    in->constant = lc_int_add(lc, in->constant, least);
    return true;
}

/* The outputs at these inputs, each *by times as large. */
static bool outputs(ev *e, quo *d, const written *w, const sys_sum *in, sys_sum *out, lc_int *by)
{
    bool ok = true;
    for (size_t k = 0; ok && k < w->nout; k++)
        ok = lcr_basic_output(e->pool->isl, d, w->f, k, in, &out[k], &by[k]);
    return ok;
}

/* ---- what is stated ---- */

static bool leaves(ev *e, isl_basic_set *a, isl_basic_set *b)
{
    return lcr_relation_left(e, isl_set_subtract(isl_set_from_basic_set(isl_basic_set_copy(a)),
                                                 isl_set_from_basic_set(isl_basic_set_copy(b))));
}

typedef struct {
    ev *e;
    quo *d;
    const written *v, *a, *b; /* v = a after b; v = a where b->f is NULL */
    sys_sum *in, *between, *value, *is;
    lc_int *by, *is_by;
} statement;

/* All that the sets are made of, before the first one is added. */
static bool prepare(statement *t)
{
    lit_pool *pool = t->e->pool;
    const written *first = t->b->f ? t->b : t->a;
    size_t room = first->nin + first->nout + 2 * t->v->nout + 1;
    t->d = lcr_quo_new(pool);
    t->in = lcr_lit_alloc(pool, room, sizeof *t->in);
    t->by = lcr_lit_alloc(pool, room, sizeof *t->by);
    if (!t->d || !t->in || !t->by)
        return false;
    t->between = t->b->f ? t->in + first->nin : t->in;
    t->value = t->in + first->nin + first->nout;
    t->is = t->value + t->v->nout;
    t->is_by = t->by + t->v->nout + first->nout;
    bool ok = true;
    for (size_t k = 0; ok && k < first->nin; k++)
        ok = add_input(t->e, t->d, t->v, k, &t->in[k]);
    ok = ok && lcr_basic_say(pool->isl, t->d, t->v->inputs, t->in);
    if (ok && t->b->f)
        ok = outputs(t->e, t->d, t->b, t->in, t->between, t->by);
    for (size_t k = 0; ok && t->b->f && k < t->b->nout; k++)
        ok = lc_int_is_one(t->by[k]);
    return ok && outputs(t->e, t->d, t->a, t->between, t->is, t->is_by) &&
           outputs(t->e, t->d, t->v, t->in, t->value, t->by);
}

/* The inputs are the same; what b has is an input of a; no output differs. */
static bool state(const statement *t)
{
    const written *first = t->b->f ? t->b : t->a;
    ev *e = t->e;
    bool ok = leaves(e, t->v->inputs, first->inputs) && leaves(e, first->inputs, t->v->inputs) &&
              (!t->b->f || lcr_basic_outside(e, t->d, t->a->inputs, t->between));
    for (size_t k = 0; ok && k < t->v->nout; k++) {
        sys_sum x, y;
        lcr_sys_zero(&x);
        lcr_sys_zero(&y);
        lcr_sys_add(&t->d->s, &x, t->is_by[k], &t->value[k]);
        lcr_sys_add(&t->d->s, &y, t->by[k], &t->is[k]);
        ok = lcr_ev_differ(e, &t->d->s, &x, &y);
    }
    return ok;
}

bool lcr_written_same(ev *e, const lit *v, const lit *a, const lit *b, bool *known)
{
    written of[3] = {function_of(e, v), function_of(e, a), {NULL}};
    if (b)
        of[2] = function_of(e, b);
    const written *first = b ? &of[2] : &of[1];
    statement t = {.e = e, .v = &of[0], .a = &of[1], .b = &of[2]};
    *known = of[0].f && of[1].f && first->f && of[0].nin == first->nin &&
             of[0].nout == of[1].nout && (!b || of[2].nout == of[1].nin) &&
             (!b || isl_basic_set_is_equal(of[0].inputs, of[2].inputs) == isl_bool_true) &&
             prepare(&t);
    bool ok = *known ? state(&t) : lcr_ev_ok(e);
    for (int i = 0; i < 3; i++)
        clear(&of[i]);
    return ok;
}
