/* nest-claims.c - claims about morphisms of sizes, and the tuples of their compositions.
 *
 *   standard_form       the codomain is flat; an entry that is not met lies before one that is,
 *                       and is 2 or more
 *   non_degenerate      entries that go somewhere, modes with a stride, are 2 or more
 *   tractable           in some order each stride times its extent divides those after it, but
 *                       for strides of 0
 *   divides,            two tuples are cut where one of them ends, which divides what is left of
 *   product_admissible  the other; pieces are 2 or more; all of the codomain of G is met
 *   include             from T to U, entry i to entry i
 *   morphism            of standard form, with the layout
 *   refinement          both tuples, cut where one of them ends
 */
#include "config.h"

#include "law.h"

static bool two_or_more(sym *s, const poly *p)
{
    return lcr_sym_holds(s, lcr_poly_plus(s->pool, p, -2));
}

static bool is_one(const poly *p)
{
    lc_int n;
    return lcr_poly_is_int(p, &n) && lc_int_is_one(n);
}

static bool is_zero(const poly *p)
{
    lc_int n;
    return lcr_poly_is_int(p, &n) && lc_int_is_zero(n);
}

static bool is_met(const sv *f, size_t j)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->image[i] == j + 1)
            return true;
    return false;
}

static bool is_standard(sym *s, const sv *f)
{
    const sv *to = f->codomain;
    bool is = to && to->nnodes == (to->n > 1 ? to->n + 1 : 1);
    for (size_t j = 0; is && j < to->n; j++)
        is = is_met(f, j) || (j + 1 < to->n && is_met(f, j + 1) && two_or_more(s, to->extent[j]));
    return is;
}

bool lcr_sym_standard_form(const sym_statement *t)
{
    return t->arg[0]->codomain && is_standard(t->s, t->arg[0]);
}

bool lcr_sym_non_degenerate(const sym_statement *t)
{
    const sv *x = lcr_sv_layout(t->s, t->arg[0]);
    bool is = x && (x->codomain || !x->basis);
    for (size_t i = 0; is && i < x->n; i++) {
        bool goes = x->codomain ? x->image[i] > 0 : !is_zero(lcr_sv_step(t->s, x, 0, i));
        is = !goes || two_or_more(t->s, x->extent[i]);
    }
    return is;
}

/* Leaf i, times its extent, divides the strides of all leaves that are left. */
static bool comes_first(sym *s, const sv *a, const bool *used, size_t i)
{
    const poly *end = lcr_poly_mul(s->pool, lcr_sv_step(s, a, 0, i), a->extent[i]);
    for (size_t k = 0; k < a->n; k++)
        if (k != i && !used[k] && !lcr_sym_divided(s, lcr_sv_step(s, a, 0, k), end))
            return false;
    return true;
}

bool lcr_sym_tractable(const sym_statement *t)
{
    const sv *a = lcr_sv_layout(t->s, t->arg[0]);
    bool used[SV_LEAVES] = {false}, is = a && !a->basis && a->n <= SV_LEAVES;
    size_t left = 0;
    for (size_t i = 0; is && i < a->n; i++) {
        const poly *step = lcr_sv_step(t->s, a, 0, i);
        used[i] = is_zero(step);
        left += !used[i];
        is = used[i] || lcr_sym_holds(t->s, lcr_poly_plus(t->s->pool, step, -1));
    }
    for (; is && left > 0; left--) {
        size_t i = 0;
        while (i < a->n && (used[i] || !comes_first(t->s, a, used, i)))
            i++;
        if (i == a->n)
            return false;
        used[i] = true;
    }
    return is;
}

/* ---- tuples that are cut alike ---- */

typedef struct {
    size_t n, at;
    const poly *const *entry;
    const poly *rest; /* NULL: at the end */
    bool cut;
} walk;

static void next(walk *w)
{
    while (w->at < w->n && is_one(w->entry[w->at]))
        w->at++;
    w->rest = w->at < w->n ? w->entry[w->at] : NULL;
    w->cut = false;
}

static bool take(sym *s, walk *w, const poly *piece, const poly *left)
{
    if ((w->cut || left) && !two_or_more(s, piece))
        return false;
    w->rest = left;
    if (left) {
        w->cut = true;
        return two_or_more(s, left);
    }
    w->at++;
    next(w);
    return true;
}

/* The pieces, to where one of the tuples ends; false: they are not cut alike. */
static bool cut_alike(sym *s, walk *x, walk *y, const poly **piece, size_t *n)
{
    next(x);
    next(y);
    for (*n = 0; x->rest && y->rest; (*n)++) {
        bool same = lcr_poly_equal(x->rest, y->rest);
        const poly *in_x = same ? NULL : lcr_poly_quotient(s->pool, x->rest, y->rest);
        const poly *in_y = same || in_x ? NULL : lcr_poly_quotient(s->pool, y->rest, x->rest);
        if ((!same && !in_x && !in_y) || *n == SV_LEAVES)
            return false;
        const poly *p = piece[*n] = in_x ? y->rest : x->rest;
        if (!take(s, x, p, in_x) || !take(s, y, p, in_y))
            return false;
    }
    return true;
}

/* The codomain of G is met by these entries, as far as it goes. */
static bool meets(sym *s, const sv *g, size_t n, const poly *const *entry)
{
    const poly *piece[SV_LEAVES];
    size_t pieces;
    walk x = {g->codomain->n, 0, g->codomain->extent, NULL, false};
    walk y = {n, 0, entry, NULL, false};
    return cut_alike(s, &x, &y, piece, &pieces) && !x.rest;
}

bool lcr_sym_divides(const sym_statement *t)
{
    const sv *g = t->arg[0], *f = t->arg[1];
    return t->n == 2 && g->codomain && f->codomain && meets(t->s, g, f->n, f->extent);
}

bool lcr_sym_product_admissible(const sym_statement *t)
{
    const sv *f = t->arg[0], *g = t->arg[1];
    const poly *left[SV_LEAVES];
    size_t n = 0;
    if (t->n != 2 || !g->codomain || !f->codomain)
        return false;
    for (size_t j = 0; j < f->codomain->n; j++)
        if (!is_met(f, j))
            left[n++] = f->codomain->extent[j];
    return meets(t->s, g, n, left);
}

/* ---- values ---- */

static bool same_tuple(const sym_statement *t, const sv *x, const sv *y)
{
    bool same = x->nnodes == y->nnodes && lcr_sv_congruent(x, y);
    for (size_t k = 0; same && k < x->n; k++)
        same = lcr_sym_equal(t->s, x->extent[k], y->extent[k]);
    return same;
}

bool lcr_sym_of_include(const sym_statement *t)
{
    const sv *v = t->value;
    bool is = v->codomain && same_tuple(t, v, t->arg[0]) && same_tuple(t, v->codomain, t->arg[1]);
    for (size_t i = 0; is && i < v->n; i++)
        is = v->image[i] == i + 1;
    return is;
}

bool lcr_sym_of_morphism(const sym_statement *t)
{
    const sv *a = lcr_sv_layout(t->s, t->arg[0]), *v = t->value;
    bool is = a && v->codomain && !a->basis && same_tuple(t, v, a) && is_standard(t->s, v);
    for (size_t k = 0; is && k < a->n; k++)
        is = lcr_sym_equal(t->s, lcr_sv_step(t->s, v, 0, k), lcr_sv_step(t->s, a, 0, k));
    return is;
}

/* One of the tuples in these pieces, and then what is left of it as it is. */
static bool in_pieces(const sym_statement *t, const sv *of, const sv *as, const walk *w, size_t n,
                      const poly *const *piece)
{
    bool is = lcr_sv_rank(as) == lcr_sv_rank(of) || as->n == of->n;
    size_t k = 0, i = 0;
    for (; is && i < as->n; i++) {
        if (k < n)
            is = lcr_sym_equal(t->s, as->extent[i], piece[k++]);
        else
            break;
    }
    if (is && i < as->n && w->rest)
        is = lcr_sym_equal(t->s, as->extent[i++], w->rest);
    for (size_t at = w->at + 1; is && i < as->n; i++, at++)
        is = at < w->n && lcr_sym_equal(t->s, as->extent[i], w->entry[at]);
    return is && k == n &&
           lcr_sym_equal(t->s, lcr_sv_product(t->s, as), lcr_sv_product(t->s, of));
}

bool lcr_sym_of_refinement(const sym_statement *t)
{
    const sv *v = t->value, *x = t->arg[0], *y = t->arg[1];
    const poly *piece[SV_LEAVES];
    size_t n;
    walk of_x = {x->n, 0, x->extent, NULL, false}, of_y = {y->n, 0, y->extent, NULL, false};
    if (v->codomain || v->step || lcr_sv_rank(v) != 2 || x->n > SV_LEAVES || y->n > SV_LEAVES ||
        !cut_alike(t->s, &of_x, &of_y, piece, &n))
        return false;
    const sv *first = lcr_sv_mode(t->s, v, 0), *second = first ? lcr_sv_mode(t->s, v, 1) : NULL;
    return second && in_pieces(t, x, first, &of_x, n, piece) &&
           in_pieces(t, y, second, &of_y, n, piece);
}
