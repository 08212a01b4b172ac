/* coordinate-claim.c - claims about layouts of coordinates, for the laws. */
#include "config.h"

#include "coordinate-claim.h"

#include <stdlib.h>
#include <string.h>

void cc_layout(claim *c, const c_layout *a)
{
    claim_value(c, lcv_value_layout(c->law->ctx, lc_layout_ref(c_lib(c->law, a, true))),
                c_text(c->law, a));
}

/* ---- layouts */

static bool fits(lc_int x, int64_t *out)
{
    if (!lc_int_fits_si(x) || lc_int_get_si(x) > 1 << 30 || lc_int_get_si(x) < -(1 << 30))
        return false;
    *out = lc_int_get_si(x);
    return true;
}

bool cc_model(law *l, const lc_layout *a, const c_layout *like, c_layout *out)
{
    c_layout r = {.n = lc_layout_nleaves(a), .axes = like->axes};
    if (r.n > M_LEAVES || lc_layout_naxes(a) != like->axes)
        return false;
    strcpy(r.profile, like->profile);
    const char *text = law_show_tuple(l, law_own_tuple(l, lc_layout_shape(l->ctx, a)));
    size_t length = 0;
    for (const char *at = text; *at; at++)
        if (*at == '(' || *at == ')')
            r.nest[length++] = *at;
        else if (*at != ',' && (at[1] == ',' || at[1] == ')' || at[1] == '\0'))
            r.nest[length++] = 'x';
    for (size_t k = 0; k < r.n; k++) {
        if (!fits(lc_layout_extent(a, k), &r.shape[k]))
            return false;
        for (size_t q = 0; q < r.axes; q++)
            if (!fits(lc_layout_step_on(a, q, k), &r.stride[k].axis[q]))
                return false;
    }
    *out = r;
    return true;
}

bool cc_spoil(rnd *r, c_layout *a)
{
    for (int tries = 0; tries < 20; tries++) {
        size_t k = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
        size_t q = (size_t)rnd_in(r, 0, (int64_t)a->axes - 1);
        if (a->shape[k] == 1)
            continue;
        int64_t more = rnd_in(r, 1, 3);
        a->stride[k].axis[q] += rnd_chance(r, 50) ? more : -more;
        return true;
    }
    return false;
}

m_tuple cc_shape(const c_layout *a)
{
    m_tuple shape = {.n = a->n};
    strcpy(shape.nest, a->nest);
    memcpy(shape.leaf, a->shape, a->n * sizeof *a->shape);
    return shape;
}

void cc_refine(rnd *r, const c_layout *a, c_layout *out)
{
    m_tuple shape = cc_shape(a), fine;
    c_layout s = {.axes = a->axes};
    rnd_refine(r, &shape, &fine);
    strcpy(s.profile, a->profile);
    strcpy(s.nest, fine.nest);
    s.n = fine.n;
    size_t leaf = 0;
    int64_t covered = 1;
    for (size_t i = 0; i < fine.n; i++) {
        if (covered == a->shape[leaf] && leaf + 1 < a->n) {
            leaf++;
            covered = 1;
        }
        s.shape[i] = fine.leaf[i];
        for (size_t q = 0; q < a->axes; q++)
            s.stride[i].axis[q] = a->stride[leaf].axis[q] * covered;
        covered *= fine.leaf[i];
    }
    *out = s;
}

/* ---- counterexamples */

bool cc_differ(claim *c, const c_layout *of, const c_vector *x, const c_vector *y)
{
    const char *summary = law_printf(c->law, "%s is not %s", c_vector_text(c->law, of, x),
                                     c_vector_text(c->law, of, y));
    if (c_equal_vectors(of, x, y))
        return law_fail(c->law, "the values at %s are the same: %s", c->where, summary);
    return strcmp(summary, c->summary) == 0 ||
           law_fail(c->law, "at %s '%s' should be '%s'", c->where, c->summary, summary);
}
