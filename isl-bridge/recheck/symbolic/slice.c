/* slice.c - values of layouts of sizes, and what wildcards leave. */
#include "config.h"

#include "law.h"

#include <string.h>

#define OTHER_COORDINATE "a coordinate of another kind"

typedef struct {
    sym *s;
    const sv *a, *at;
    const poly *sum[2 * SV_AXES + 1];
    bool wild;
} walk;

static bool add_leaf(walk *w, size_t leaf, const poly *digit)
{
    for (size_t j = 0; j < w->a->naxes; j++) {
        const poly *more = lcr_poly_mul(w->s->pool, digit, lcr_sv_step(w->s, w->a, j, leaf));
        w->sum[j] = lcr_poly_add(w->s->pool, w->sum[j], lc_int_const(1), more);
        if (!w->sum[j])
            return false;
    }
    return true;
}

/* An integer where n leaves stand: its digits, where their extents are numbers. */
static bool add_digits(walk *w, size_t leaf, size_t n, const poly *rest)
{
    lit_pool *pool = w->s->pool;
    for (; n > 1 && rest->n > 0; n--, leaf++) {
        lc_int extent;
        if (!lcr_poly_is_int(w->a->extent[leaf], &extent) || lc_int_sign(extent) <= 0)
            return lcr_sym_not_known(w->s, OTHER_COORDINATE) != NULL;
        const poly *q = lcr_sym_floor(w->s, rest, extent);
        const poly *digit = lcr_poly_add(pool, rest, lc_int_neg(pool->lc, extent), q);
        if (!digit || !add_leaf(w, leaf, digit))
            return false;
        rest = q;
    }
    return rest->n == 0 || add_leaf(w, leaf, rest);
}

/* What the coordinate at node `c` leaves of the subtree at node `of`, whose first leaf is
 * `leaf`; NULL: nothing, or with *ok false an error. */
static const sv *leave(walk *w, size_t of, size_t leaf, size_t *c, size_t *crd, bool *ok)
{
    const sv *part[SV_AXES];
    size_t n = 0, leaves = 0;
    uint32_t arity = w->at->node[(*c)++];
    if (arity == 0) {
        const poly *x = w->at->extent[(*crd)++];
        lcr_sv_after(w->a, of, &leaves);
        w->wild = w->wild || !x;
        if (!x)
            return lcr_sv_part(w->s, w->a, of, leaf);
        *ok = add_digits(w, leaf, leaves, x);
        return NULL;
    }
    if (arity != w->a->node[of] || arity > SV_AXES) {
        *ok = false;
        return lcr_sym_not_known(w->s, OTHER_COORDINATE);
    }
    of++;
    for (uint32_t i = 0; *ok && i < arity; i++) {
        size_t next = leaf;
        const sv *left = leave(w, of, leaf, c, crd, ok);
        if (left)
            part[n++] = left;
        of = lcr_sv_after(w->a, of, &next);
        leaf = next;
    }
    if (!*ok || n == 0)
        return NULL;
    return n == 1 ? part[0] : lcr_sv_concat(w->s, n, part);
}

static const sv *walk_all(walk *w, const sv *a, const sv *at, bool *ok)
{
    sv *bare = lcr_sv_copy(w->s, a);
    size_t c = 0, crd = 0;
    *ok = bare && a->kind == SV_LAYOUT && at->kind == SV_TUPLE && !at->step &&
          a->naxes <= 2 * SV_AXES;
    if (!*ok)
        return lcr_sym_not_known(w->s, OTHER_COORDINATE);
    bare->offset = NULL;
    w->a = bare;
    w->at = at;
    for (size_t j = 0; j < a->naxes; j++)
        w->sum[j] = lcr_sv_offset(w->s, a, j);
    return leave(w, 0, 0, &c, &crd, ok);
}

bool lcr_sym_evaluate(sym *s, const sv *a, const sv *at, const poly **value)
{
    walk w = {.s = s};
    bool ok;
    walk_all(&w, a, at, &ok);
    if (!ok || w.wild)
        return false;
    memcpy(value, w.sum, a->naxes * sizeof *value);
    return true;
}

const sv *lcr_sym_slice(sym *s, const sv *a, const sv *at)
{
    walk w = {.s = s};
    bool ok;
    const sv *left = walk_all(&w, a, at, &ok);
    sv *out = ok ? lcr_sv_copy(s, left) : NULL;
    if (!out)
        return NULL;
    out->offset = lcr_lit_alloc(s->pool, a->naxes, sizeof *out->offset);
    if (!out->offset || left->naxes != a->naxes)
        return lcr_sym_not_known(s, OTHER_COORDINATE);
    memcpy(out->offset, w.sum, a->naxes * sizeof *out->offset);
    return out;
}
