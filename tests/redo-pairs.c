/* redo-pairs.c - claims about the values of two functions as they are defined: contained,
 * disjoint, complements. */
#include "config.h"

#include "redo-defined.h"

#include <stdlib.h>
#include <string.h>

bool refutes_contained(redo *r)
{
    fn *t = redo_arg(r, "T"), *a = redo_arg(r, "A");
    tree *value;
    int64_t at;
    val v;
    image all;
    if (!redo_scan(r->summary, "%t is not an offset of A", &value) &&
        !redo_scan(r->summary, "%t is no offset of A", &value) &&
        !redo_scan(r->summary, "%t is not a value of A", &value))
        return redo_unknown_form(r);
    val said = val_of(value);
    return (redo_place(r->where, "c", redo_domain(t), &at) &&
            func_as_number(t, tree_int(at), &v) && val_same(&v, &said) &&
            image_of_numbers(a, &all) && image_count(&all, &v) == 0) ||
           redo_not_so(r);
}

bool refutes_reorders(redo *r)
{
    fn *x = redo_arg(r, "X"), *y = redo_arg(r, "Y");
    tree *value, *place;
    char *more, *fewer;
    image of_x, of_y;
    if (!redo_scan(r->where, "offset %t", &place) ||
        !redo_scan(r->summary, "%w reaches %t more often than %w does", &more, &value, &fewer) ||
        !tree_same(place, value) || strcmp(more, fewer) == 0)
        return redo_unknown_form(r);
    val v = val_of(value);
    if (!image_of_numbers(x, &of_x) || !image_of_numbers(y, &of_y))
        return false;
    size_t in_x = image_count(&of_x, &v), in_y = image_count(&of_y, &v);
    return (more[0] == 'X' ? in_x > in_y : in_y > in_x) || redo_not_so(r);
}

/* The threads: the first mode of the domain. */
static int64_t threads_of(const fn *f)
{
    const tree *shape = redo_domain(f);
    return shape && !shape->leaf && shape->n > 1 ? tree_size(shape->child[0]) : 0;
}

/* How often a thread holds a value. */
static int64_t held(const fn *f, int64_t thread, const val *v)
{
    int64_t threads = threads_of(f), count = 0;
    val w;
    for (int64_t c = thread; c < func_size(f); c += threads)
        count += func_as_number(f, tree_int(c), &w) && val_same(&w, v);
    return count;
}

bool refutes_feeds(redo *r)
{
    fn *t = redo_arg(r, "T"), *u = redo_arg(r, "U");
    int64_t in_t = threads_of(t), in_u = threads_of(u), a, b, thread;
    tree *value;
    char *more, *fewer;
    if (redo_scan(r->summary, "T has %i threads, U has %i", &a, &b))
        return (a == in_t && b == in_u && a != b) || redo_not_so(r);
    if (!redo_scan(r->where, "thread %i", &thread) || in_t == 0 || in_u == 0)
        return redo_unknown_form(r);
    bool once = redo_scan(r->summary, "it holds %t under %w, and not under %w", &value, &more,
                          &fewer);
    if (!once && !redo_scan(r->summary, "it holds %t more often under %w than under %w", &value,
                            &more, &fewer))
        return redo_unknown_form(r);
    val v = val_of(value);
    int64_t of_t = held(t, thread, &v), of_u = held(u, thread, &v);
    bool t_more = more[0] == 'T';
    return ((t_more ? of_t > of_u : of_u > of_t) && (!once || (t_more ? of_u : of_t) == 0)) ||
           redo_not_so(r);
}

bool refutes_disjoint(redo *r)
{
    fn *a = redo_arg(r, "A"), *b = redo_arg(r, "B");
    tree *value;
    int64_t c, d;
    val v, w;
    if (!redo_scan(r->summary, "%t is an offset of both", &value) &&
        !redo_scan(r->summary, "%t is a value of both", &value))
        return redo_unknown_form(r);
    val said = val_of(value);
    return (redo_place(r->where, "c", redo_domain(a), &c) &&
            redo_place(r->where, "c'", redo_domain(b), &d) &&
            func_as_number(a, tree_int(c), &v) && func_as_number(b, tree_int(d), &w) &&
            val_same(&v, &said) && val_same(&w, &said) && said.n > 0) ||
           redo_not_so(r);
}

/* ---- complements ---- */

/* Compared by the last axis on which they differ. */
static bool less(const val *v, const val *w)
{
    val minus = *w;
    for (size_t i = 0; i < minus.n; i++)
        minus.axis[i].number = -minus.axis[i].number;
    val difference = val_add(v, &minus, false);
    return difference.n > 0 && difference.axis[difference.n - 1].number < 0;
}

/* One step further along one part of C. */
static bool is_next(const tree *i, const tree *j)
{
    int64_t v[64], w[64], steps = 0;
    size_t n = tree_leaves(i);
    if (!tree_congruent(i, j) || n > 64)
        return false;
    tree_flatten(i, v);
    tree_flatten(j, w);
    for (size_t k = 0; k < n; k++) {
        if (w[k] != v[k] && w[k] != v[k] + 1)
            return false;
        steps += w[k] - v[k];
    }
    return steps == 1;
}

/* Law 29: the two chains are of C at i and at the next. */
static bool breaks_order(redo *r, const fn *c, bool finite)
{
    tree *v, *w, *i, *j;
    char *law, *first, *second;
    if ((!redo_scan(r->summary, "%t is not less than %t (law 29, C(i) < C(i+1))", &v, &w) &&
         !redo_scan(r->summary,
                    "%t is not less than %t (law 29, C(i) < C(i+1) in each mode, by "
                    "the last axis)",
                    &v, &w)) ||
        r->nvalues != 2)
        return redo_unknown_form(r);
    if (!redo_scan(r->chain[0], "C(%r) = %r", &first, &law) ||
        !redo_scan(r->chain[1], "C(%r) = %r", &second, &law))
        return redo_not_so(r);
    i = tree_of(redo_text("(%s)", first));
    j = tree_of(redo_text("(%s)", second));
    val left = val_of(v), right = val_of(w);
    tree *place = redo_place_of(r->where, "i");
    if (!place || !tree_same(place, i))
        return redo_not_so(r);
    bool within = !finite ||
                  (i->leaf ? j->value < func_size(c)
                           : redo_inside(redo_domain(c), tree_natural(redo_domain(c), j)));
    return (is_next(i, j) && within && val_same(&left, &r->value[0]) &&
            val_same(&right, &r->value[1]) && !less(&left, &right)) ||
           redo_not_so(r);
}

bool refutes_complements(redo *r)
{
    fn *c = redo_arg(r, "C"), *a = redo_arg(r, "A");
    tree *i = redo_place_of(r->where, "i"), *j = redo_place_of(r->where, "j"), *value, *shape;
    int64_t at, n;
    val v, w;
    bool finite = redo_arg(r, "N") != NULL;
    if (i && !j)
        return breaks_order(r, c, finite);
    if (i && j) {
        if (!redo_scan(r->summary, "%t is an offset of both (law 28, C(i) is no A(j) for i >= 1)",
                       &value) &&
            !redo_scan(r->summary,
                       "%t is a value of both (law 28, C(i) is no A(j) but for i = 0)", &value))
            return redo_unknown_form(r);
        val said = val_of(value), zero = val_of(i);
        bool within = !finite || redo_inside(redo_domain(c), tree_natural(redo_domain(c), i));
        return (within && zero.n > 0 && redo_place(r->where, "j", redo_domain(a), &at) &&
                func_at(c, i, &v) && func_at_index(a, at, &w) && val_same(&v, &said) &&
                val_same(&w, &said)) ||
               redo_not_so(r);
    }
    fn *both = names_find(&r->known, "(A,C)", NULL);
    if (!redo_wanted_of(r, "N", &n, &shape) || !both)
        return redo_unknown_form(r);
    return refutes_onto(r, both, n, shape);
}
