/* redo-defined.c - claims as they are defined: do the numbers of a counterexample refute it? */
#include "config.h"

#include "redo-image.h"

#include <stdlib.h>
#include <string.h>

/* ---- places and summaries ---- */

/* The text after `c = ` in "c = (1,0) and c' = (0,1)". */
static tree *place_of(const char *where, const char *key)
{
    char *begin = redo_text("%s = ", key);
    const char *at = strncmp(where, begin, strlen(begin)) == 0 ? where : NULL;
    if (!at) {
        char *later = redo_text(" and %s = ", key);
        at = strstr(where, later);
        at = at ? at + strlen(" and ") : NULL;
    }
    if (!at)
        return NULL;
    at += strlen(begin);
    return tree_read(&at);
}

static bool inside(const tree *shape, const tree *natural)
{
    if (shape->leaf)
        return natural->value >= 0 && natural->value < shape->value;
    bool ok = true;
    for (size_t i = 0; ok && i < shape->n; i++)
        ok = inside(shape->child[i], natural->child[i]);
    return ok;
}

bool redo_place(const char *where, const char *key, const tree *shape, int64_t *index)
{
    tree *t = place_of(where, key), *natural = t ? tree_natural(shape, t) : NULL;
    if (!natural || !inside(shape, natural))
        return redo_fail("%s is no coordinate of %s in '%s'", key, tree_text(shape), where);
    *index = tree_index(shape, natural);
    return true;
}

bool redo_says(const redo *r, const val *is, const val *is_not)
{
    tree *t, *u;
    if (!redo_scan(r->summary, "%t is not %t", &t, &u))
        return false;
    val v = val_of(t), w = val_of(u);
    return val_same(&v, is) && val_same(&w, is_not);
}

static bool not_so(const redo *r)
{
    return redo_fail("at %s: %s: that is not so, or does not refute it", r->where, r->summary);
}

static bool unknown_form(const redo *r)
{
    return redo_fail("the reader knows no counterexample '%s: %s' of %s", r->where, r->summary,
                     r->name);
}

static const tree *domain(const fn *f)
{
    return func_inner(f)->shape;
}

/* One axis of a value, where the place names one. */
static val on_axis(const redo *r, const fn *f, val v)
{
    return r->at_axis < 0 ? v : val_int(val_at(&v, (size_t)r->at_axis, image_profile(f)));
}

/* ---- functions ---- */

static bool sizes_differ(redo *r, const fn *x, const fn *y)
{
    int64_t m, n;
    return (redo_scan(r->summary, "%i is not %i", &m, &n) && m == func_size(x) && n == func_size(y) &&
            m != n) ||
           not_so(r);
}

/* Relations have coordinates of their own. */
static bool value_at(const fn *f, const tree *c, val *out, int *count)
{
    *count = 1;
    if (f->kind == FN_RELATION)
        *count = relation_at(f->map, c, out);
    else if (c->leaf && (c->value < 0 || c->value >= func_size(f)))
        *count = 0;
    else
        return func_at(f, c, out);
    return true;
}

/* One coordinate may stand for the input dims of a linear layout, one number for its outputs. */
static bool dims(const fn *f, bool out, int64_t said)
{
    size_t n = f->kind == FN_RELATION || f->kind == FN_LINEAR ? (out ? f->nouts : f->nins) : 1;
    return said == (int64_t)n || (f->kind == FN_LINEAR && said == 1);
}

static val one_number(const val *v)
{
    bool first = v->n == 1 && v->axis[0].depth == 1 && v->axis[0].path[0] == 0;
    return first ? val_int(v->axis[0].number) : *v;
}

static bool refutes_equiv(redo *r)
{
    fn *x = redo_arg(r, "X"), *y = redo_arg(r, "Y");
    char *has, *has_not;
    int64_t m, n, a, b;
    val v, w;
    int i, j;
    if (strcmp(r->where, "size") == 0)
        return sizes_differ(r, x, y);
    if (strcmp(r->where, "output dims") == 0)
        return (redo_scan(r->summary, "%i is not %i", &m, &n) && m != n &&
                m == (int64_t)(x->kind == FN_LINEAR ? x->nouts : 1) &&
                n == (int64_t)(y->kind == FN_LINEAR ? y->nouts : 1)) ||
               not_so(r);
    if (strcmp(r->where, "dimensions") == 0)
        return (redo_scan(r->summary, "%w maps %i to %i dimensions, %w maps %i to %i", &has, &m, &n,
                          &has_not, &a, &b) &&
                dims(x, false, m) && dims(x, true, n) && dims(y, false, a) && dims(y, true, b) &&
                (m != a || n != b)) ||
               not_so(r);
    tree *c = place_of(r->where, "c");
    if (!c || !value_at(x, c, &v, &i) || !value_at(y, c, &w, &j))
        return unknown_form(r);
    if ((x->kind == FN_RELATION && x->nouts == 1) || (y->kind == FN_RELATION && y->nouts == 1)) {
        v = one_number(&v);
        w = one_number(&w);
    }
    if (redo_scan(r->summary, "%w has a value there that %w has not", &has, &has_not))
        return ((strcmp(has, "X") == 0 ? i : j) > 0 &&
                ((strcmp(has_not, "X") == 0 ? i : j) == 0 || i > 1 || j > 1)) ||
               not_so(r);
    return (i == 1 && j == 1 && redo_says(r, &v, &w) && !val_same(&v, &w)) || not_so(r);
}

/* An operand as it is printed: as it was written, or another way to write it. */
static bool is_text_of(redo *r, const char *key, const char *text)
{
    fn *f = redo_arg(r, key), *g = func_of(text);
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->key[i], key) == 0 && strcmp(r->text[i], text) == 0)
            return true;
    if (!f || !g || f->kind != g->kind || strncmp(f->text, "linear{", 7) == 0)
        return false;
    return f->kind == FN_TILER || redo_same_function(f, g);
}

static bool refutes_equal(redo *r)
{
    fn *x = redo_arg(r, "X"), *y = redo_arg(r, "Y");
    tree *s, *t;
    char *a, *b;
    val v, w;
    if (strcmp(r->where, "shape") == 0)
        return (redo_scan(r->summary, "%t is not %t", &s, &t) && tree_same(s, domain(x)) &&
                tree_same(t, domain(y)) && !tree_same(s, t)) ||
               not_so(r);
    if (strcmp(r->where, "offset") == 0) {
        func_offset(x, &v);
        func_offset(y, &w);
        return (redo_says(r, &v, &w) && !val_same(&v, &w)) || not_so(r);
    }
    if (strcmp(r->where, "stride") == 0) {
        if (!redo_scan(r->summary, "%r is not %r", &a, &b))
            return not_so(r);
        fn *f = func_of(redo_text("%s:%s", tree_text(domain(x)), a));
        fn *g = func_of(redo_text("%s:%s", tree_text(domain(y)), b));
        bool same = true, as_said = f && g;
        for (size_t k = 0; as_said && k < tree_leaves(domain(x)); k++) {
            as_said = val_same(&f->stride[k], &func_inner(x)->stride[k]) &&
                      val_same(&g->stride[k], &func_inner(y)->stride[k]);
            same = same && val_same(&f->stride[k], &g->stride[k]);
        }
        return (as_said && !same) || not_so(r);
    }
    if (r->where[0] == '\0' && redo_scan(r->summary, "%r is not %r", &a, &b))
        return (strcmp(a, b) != 0 && is_text_of(r, "X", a) && is_text_of(r, "Y", b)) || not_so(r);
    return x && x->kind == FN_RELATION ? refutes_equiv(r) : unknown_form(r);
}

static val by_mode(const tree *shape, const tree *c)
{
    tree *natural = tree_natural(shape, c), *mode[64];
    size_t n = shape->leaf ? 1 : shape->n;
    if (!natural || n > 64)
        return val_of(c);
    for (size_t i = 0; i < n; i++)
        mode[i] = shape->leaf ? natural
                              : tree_int(tree_index(shape->child[i], natural->child[i]));
    return val_of(tree_tuple(n, mode));
}

static bool refutes_right_inverts(redo *r)
{
    fn *R = redo_arg(r, "R"), *a = redo_arg(r, "A");
    tree *c = place_of(r->where, "c");
    int64_t at, number;
    val v, w;
    if (!c || !redo_place(r->where, "c", domain(R), &at) || !func_as_number(R, c, &v))
        return unknown_form(r);
    if (redo_scan(r->summary, "there is no value that would be %i", &number))
        return (a->kind == FN_LINEAR && number == at && (val_tree(&v)->value < 0 || val_tree(&v)->value >= func_size(a))) ||
               not_so(r);
    if (!func_as_number(a, val_tree(&v), &w))
        return false;
    val want = val_of(c);
    if (!image_profile(a)->leaf) /* of coordinates: by mode, a number each */
        want = by_mode(domain(R), c);
    return (redo_says(r, &w, &want) && !val_same(&w, &want)) || not_so(r);
}

/* A(L(A(c))) = A(c), and L(A(c)) is a coordinate of A. */
static bool refutes_left_inverts(redo *r)
{
    fn *l = redo_arg(r, "L"), *a = redo_arg(r, "A");
    int64_t at, number;
    val once, back, again;
    if (!redo_place(r->where, "c", domain(a), &at) || !func_as_number(a, tree_int(at), &once))
        return unknown_form(r);
    bool none = redo_scan(r->summary, "there is no value that would be %i", &number);
    if (none && l->kind == FN_LINEAR &&
        (val_tree(&once)->value < 0 || val_tree(&once)->value >= func_size(l)))
        return true;
    if (!func_as_number(l, val_tree(&once), &back))
        return false;
    if (none)
        return (a->kind == FN_LINEAR &&
                (val_tree(&back)->value < 0 || val_tree(&back)->value >= func_size(a))) ||
               not_so(r);
    if (!func_as_number(a, val_tree(&back), &again))
        return false;
    return (redo_says(r, &again, &once) && !val_same(&again, &once)) || not_so(r);
}

/* ---- images ---- */

static bool refutes_injective(redo *r, const fn *x)
{
    tree *c = place_of(r->where, "c"), *d = place_of(r->where, "c'"), *shared;
    val v, w;
    int i, j;
    if (!c || !d)
        return unknown_form(r);
    if (x->kind != FN_RELATION) {
        int64_t at, other;
        if (!redo_place(r->where, "c", domain(x), &at) ||
            !redo_place(r->where, "c'", domain(x), &other) || at == other)
            return not_so(r);
    }
    if (tree_same(c, d) || !value_at(x, c, &v, &i) || !value_at(x, d, &w, &j))
        return not_so(r);
    if (strcmp(r->summary, "they share a value") == 0)
        return i > 0 && j > 0;
    if (!redo_scan(r->summary, "both are %t", &shared) &&
        !redo_scan(r->summary, "%t is reached twice", &shared))
        return unknown_form(r);
    val both = val_of(shared);
    return (val_same(&v, &both) && val_same(&w, &both)) || not_so(r);
}

/* Every value in [least,end): "9 is outside [0,9)" */
static bool refutes_range(redo *r, const fn *x, int64_t least, int64_t end)
{
    int64_t value, low, high;
    val v;
    tree *c = place_of(r->where, "c");
    if (!redo_scan(r->summary, "%i is outside [%i,%i)", &value, &low, &high))
        return unknown_form(r);
    bool outside = low == least && high == end && (value < least || value >= end);
    if (!c) { /* a value of a relation at several coordinates */
        image all;
        val said = val_int(value);
        return (outside && image_of(x, -1, NULL, &all) && image_count(&all, &said) > 0) ||
               not_so(r);
    }
    int count;
    int64_t at = 0;
    if ((x->kind != FN_RELATION && !redo_place(r->where, "c", domain(x), &at)) ||
        !value_at(x, c, &v, &count) || count < 1)
        return not_so(r);
    val said = val_int(value);
    if (x->kind == FN_LINEAR)
        v = val_int(func_output_number(x, &v));
    v = on_axis(r, x, v);
    return (outside && val_same(&v, &said)) || not_so(r);
}

/* A coordinate that is none of the shape. */
static bool outside_shape(redo *r, const fn *x, const tree *shape)
{
    tree *value, *s;
    int64_t at;
    val v;
    if (!redo_scan(r->summary, "%t is no coordinate of %t", &value, &s) &&
        !redo_scan(r->summary, "%t is outside of %t", &value, &s))
        return unknown_form(r);
    if (!redo_place(r->where, "c", domain(x), &at) || !func_at_index(x, at, &v))
        return not_so(r);
    val said = val_of(value);
    tree *natural = tree_natural(shape, value);
    return (tree_same(s, shape) && val_same(&v, &said) && (!natural || !inside(shape, natural))) ||
           not_so(r);
}

/* A value as a coordinate of the shape; axes that it lacks are 0. */
static bool in_box(const tree *shape, const val *v)
{
    tree *natural;
    if (shape->leaf)
        return v->n == 0 || (v->n == 1 && v->axis[0].depth <= 1 && v->axis[0].number >= 0 &&
                             v->axis[0].number < shape->value);
    natural = tree_natural(shape, val_tree(v));
    return natural && inside(shape, natural);
}

/* "offset 6: 6 is never reached", of all values that are wanted: [0,n), or the shape. */
static bool refutes_onto(redo *r, const fn *x, int64_t n, const tree *shape)
{
    tree *place = NULL, *value;
    image all;
    if ((!redo_scan(r->where, "offset %t", &place) &&
         !redo_scan(r->where, "coordinate %t", &place) &&
         !redo_scan(r->where, "the coordinate %t", &place)) ||
        !redo_scan(r->summary, "%t is never reached", &value))
        return unknown_form(r);
    val v = val_of(value), at = val_of(place);
    bool wanted;
    if (shape && r->at_axis < 0) {
        wanted = in_box(shape, &v);
    } else {
        int64_t number = func_output_number(x, &v), bound = n;
        if (shape)
            bound = tree_size(shape->leaf ? shape : shape->child[r->at_axis]);
        wanted = number >= 0 && number < bound;
    }
    return (val_same(&v, &at) && wanted && image_of(x, r->at_axis, NULL, &all) &&
            image_count(&all, &v) == 0) ||
           not_so(r);
}

/* What is wanted: [0,n), or the coordinates of a shape. */
static bool wanted_of(redo *r, const char *key, int64_t *n, tree **shape)
{
    fn *f = redo_arg(r, key);
    *shape = f && f->bare && !f->shape->leaf ? f->shape : NULL;
    *n = f && f->bare ? tree_size(f->shape) : 0;
    return f && f->bare;
}

static int64_t declared(const fn *x)
{
    return x->kind == FN_LINEAR ? tree_size(x->outs) : func_size(x);
}

static bool refutes_surjective(redo *r, const fn *x, int64_t n, const tree *shape)
{
    if (strstr(r->summary, "is no coordinate of"))
        return outside_shape(r, x, shape ? shape : tree_int(n));
    if (strstr(r->summary, "is outside ["))
        return refutes_range(r, x, 0, n);
    return refutes_onto(r, x, n, shape);
}

/* The least shape of all values, where they are coordinates. */
static tree *shape_of_values(const fn *x)
{
    image all;
    tree *profile = image_profile(x), *extent[64];
    if (profile->leaf || !image_of(x, -1, NULL, &all))
        return NULL;
    for (size_t q = 0; q < profile->n; q++) {
        int64_t most = 0;
        for (size_t i = 0; i < all.n; i++) {
            int64_t v = val_at(&all.value[i], q, profile);
            most = v > most ? v : most;
        }
        extent[q] = tree_int(most + 1);
    }
    return tree_tuple(profile->n, extent);
}

static bool refutes_bijective(redo *r)
{
    fn *x = redo_arg(r, "X");
    if (strcmp(r->where, "domain") == 0) {
        int64_t n;
        return (x->kind == FN_RELATION && !relation_size(x->map, &n)) || not_so(r);
    }
    if (strstr(r->where, "c' = "))
        return refutes_injective(r, x);
    if (x->kind == FN_LINEAR && strcmp(r->where, "size") != 0)
        return refutes_surjective(r, x, strcmp(r->name, "compact") == 0 ? func_size(x) : declared(x),
                                  NULL);
    return refutes_surjective(r, x, func_size(x), shape_of_values(x));
}

/* Of one of the modes. */
static bool has_size(const tree *shape, int64_t size)
{
    for (size_t i = 0; shape && i < shape->n; i++)
        if (tree_size(shape->child[i]) == size)
            return true;
    return shape && tree_size(shape) == size;
}

static bool refutes_partitions(redo *r)
{
    fn *tv = redo_arg(r, "TV"), *s = redo_arg(r, "S");
    int64_t m, n;
    char *dim;
    if (strcmp(r->where, "size") == 0)
        return (redo_scan(r->summary, "%i is not %i", &m, &n) && m == func_size(tv) &&
                n == func_size(s) && m != n) ||
               not_so(r);
    if (redo_scan(r->where, "output dim %r", &dim))
        return (redo_scan(r->summary, "its size %i is not %i", &m, &n) && m != n &&
                has_size(tv->outs, m) && has_size(s->shape, n)) ||
               not_so(r);
    if (strstr(r->where, "c' = "))
        return refutes_injective(r, tv);
    bool numbers = image_profile(tv)->leaf && (tv->kind != FN_LINEAR || tv->nouts == 1);
    if (strstr(r->summary, "is outside of") || strstr(r->summary, "is no coordinate of")) {
        if (!numbers)
            return outside_shape(r, tv, s->shape);
        tree *value, *of;
        val v;
        int64_t at;
        return (redo_scan(r->summary, "%t is outside of %t", &value, &of) && value->leaf &&
                redo_place(r->where, "c", domain(tv), &at) && func_at_index(tv, at, &v) &&
                (value->value < 0 || value->value >= func_size(s))) ||
               not_so(r);
    }
    if (strstr(r->summary, "is outside ["))
        return refutes_range(r, tv, 0, func_size(s));
    tree *under = NULL, *value;
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->key[i], "under") == 0)
            under = tree_of(r->text[i]);
    tree *place;
    if (under && redo_scan(r->summary, "%t is never reached", &value)) {
        if (!redo_scan(r->where, "the coordinate %t", &place) || !tree_same(place, value))
            return not_so(r);
        /* those that would reach it may not take part */
        val v = val_of(value);
        image all;
        tree *profile = numbers ? tree_int(0) : value;
        bool reached = false, out = false;
        if (!image_of(tv, -1, NULL, &all))
            return false;
        for (size_t q = 0; q < tree_leaves(profile); q++) {
            tree *bound = under->leaf ? under : under->child[q];
            out = out || (!bound->wildcard && val_at(&v, q, profile) >= bound->value);
        }
        reached = image_count(&all, &v) > 0;
        return (!reached || out) || not_so(r);
    }
    return refutes_onto(r, tv, func_size(s), numbers ? NULL : s->shape);
}

static bool refutes_covers(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t n;
    tree *shape;
    if (!wanted_of(r, "N", &n, &shape))
        return unknown_form(r);
    return refutes_onto(r, x, n, shape);
}

static bool refutes_in_bounds(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t n;
    tree *shape;
    if (!wanted_of(r, "N", &n, &shape))
        return unknown_form(r);
    return shape || strstr(r->summary, "is no coordinate of")
               ? outside_shape(r, x, shape ? shape : tree_int(n))
               : refutes_range(r, x, 0, n);
}

static bool refutes_fits(redo *r)
{
    int64_t bits;
    char *text = NULL;
    for (size_t i = 0; i < r->n; i++)
        text = strcmp(r->key[i], "TYPE") == 0 ? r->text[i] : text;
    bool is_signed = text && redo_scan(text, "int%i", &bits);
    if (!is_signed && !(text && redo_scan(text, "uint%i", &bits)))
        return unknown_form(r);
    if (bits > 62)
        return redo_fail("the reader's numbers have 64 bits");
    int64_t half = (int64_t)1 << (bits - 1);
    return refutes_range(r, redo_arg(r, "X"), is_signed ? -half : 0, is_signed ? half : 2 * half);
}

static bool refutes_aligned(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t n, value, divisor, at;
    if (!redo_int(r, "n", &n) || !redo_scan(r->summary, "%i is not a multiple of %i", &value, &divisor) ||
        !redo_place(r->where, "c", domain(x), &at))
        return unknown_form(r);
    return (n == divisor && value % n != 0 && func_number_at(x, at) == value) || not_so(r);
}

static bool refutes_contained(redo *r)
{
    fn *t = redo_arg(r, "T"), *a = redo_arg(r, "A");
    tree *value;
    int64_t at;
    val v;
    image all;
    if (!redo_scan(r->summary, "%t is not an offset of A", &value) &&
        !redo_scan(r->summary, "%t is no offset of A", &value) &&
        !redo_scan(r->summary, "%t is not a value of A", &value))
        return unknown_form(r);
    val said = val_of(value);
    return (redo_place(r->where, "c", domain(t), &at) && func_as_number(t, tree_int(at), &v) &&
            val_same(&v, &said) && image_of_numbers(a, &all) && image_count(&all, &v) == 0) ||
           not_so(r);
}

static bool refutes_disjoint(redo *r)
{
    fn *a = redo_arg(r, "A"), *b = redo_arg(r, "B");
    tree *value;
    int64_t c, d;
    val v, w;
    if (!redo_scan(r->summary, "%t is an offset of both", &value) &&
        !redo_scan(r->summary, "%t is a value of both", &value))
        return unknown_form(r);
    val said = val_of(value);
    return (redo_place(r->where, "c", domain(a), &c) && redo_place(r->where, "c'", domain(b), &d) &&
            func_as_number(a, tree_int(c), &v) && func_as_number(b, tree_int(d), &w) && val_same(&v, &said) &&
            val_same(&w, &said) && said.n > 0) ||
           not_so(r);
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
         !redo_scan(r->summary, "%t is not less than %t (law 29, C(i) < C(i+1) in each mode, by "
                                "the last axis)", &v, &w)) ||
        r->nvalues != 2)
        return unknown_form(r);
    if (!redo_scan(r->chain[0], "C(%r) = %r", &first, &law) ||
        !redo_scan(r->chain[1], "C(%r) = %r", &second, &law))
        return not_so(r);
    i = tree_of(redo_text("(%s)", first));
    j = tree_of(redo_text("(%s)", second));
    val left = val_of(v), right = val_of(w);
    tree *place = place_of(r->where, "i");
    if (!place || !tree_same(place, i))
        return not_so(r);
    bool within = !finite || (i->leaf ? j->value < func_size(c) : inside(domain(c), tree_natural(domain(c), j)));
    return (is_next(i, j) && within && val_same(&left, &r->value[0]) &&
            val_same(&right, &r->value[1]) && !less(&left, &right)) ||
           not_so(r);
}

static bool refutes_complements(redo *r)
{
    fn *c = redo_arg(r, "C"), *a = redo_arg(r, "A");
    tree *i = place_of(r->where, "i"), *j = place_of(r->where, "j"), *value, *shape;
    int64_t at, n;
    val v, w;
    bool finite = redo_arg(r, "N") != NULL;
    if (i && !j)
        return breaks_order(r, c, finite);
    if (i && j) {
        if (!redo_scan(r->summary,
                       "%t is an offset of both (law 28, C(i) is no A(j) for i >= 1)", &value) &&
            !redo_scan(r->summary,
                       "%t is a value of both (law 28, C(i) is no A(j) but for i = 0)", &value))
            return unknown_form(r);
        val said = val_of(value), zero = val_of(i);
        bool within = !finite || inside(domain(c), tree_natural(domain(c), i));
        return (within && zero.n > 0 && redo_place(r->where, "j", domain(a), &at) &&
                func_at(c, i, &v) && func_at_index(a, at, &w) && val_same(&v, &said) &&
                val_same(&w, &said)) ||
               not_so(r);
    }
    fn *both = names_find(&r->known, "(A,C)", NULL);
    if (!wanted_of(r, "N", &n, &shape) || !both)
        return unknown_form(r);
    return refutes_onto(r, both, n, shape);
}

static bool refutes_divides_into(redo *r)
{
    fn *d = redo_arg(r, "D"), *a = redo_arg(r, "A"), *t = redo_arg(r, "T");
    tree *value, *place;
    char *more, *fewer;
    image of_d, of_a;
    if (!redo_scan(r->where, "offset %t", &place)) {
        fn *first = func_mode(d, 0);
        bool by_mode = t->kind == FN_TILER || (t->bare && !t->shape->leaf);
        size_t n = t->kind == FN_TILER ? t->n : t->shape->n;
        if (by_mode && a->shape->n > n) { /* the modes of A that the tiler has */
            tree *head = tree_tuple(n, a->shape->child);
            fn *part = func_layout(head, tree_leaves(head), a->stride);
            part->by_xor = a->by_xor;
            a = part;
        }
        return first && redo_composes(r, r->where, first, a, t);
    }
    if (!redo_scan(r->summary, "%w reaches %t more often than %w does", &more, &value, &fewer) ||
        !tree_same(place, value) || strcmp(more, fewer) == 0)
        return unknown_form(r);
    val v = val_of(value);
    if (!image_of(d, -1, NULL, &of_d) || !image_of(a, -1, NULL, &of_a))
        return false;
    size_t in_d = image_count(&of_d, &v), in_a = image_count(&of_a, &v);
    return (more[0] == 'D' ? in_d > in_a : in_a > in_d) || not_so(r);
}

/* ---- kinds ---- */

static bool refutes_is_linear(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t a, b, c, d, at;
    char *name, *again, *third;
    val v, w, both;
    if (redo_scan(r->summary, "%i is not a power of two", &a))
        return (a == func_size(x) && (a & (a - 1)) != 0) || not_so(r);
    if (redo_scan(r->summary, "%i is negative: no vector of bits", &a)) {
        if (!redo_place(r->where, "c", domain(x), &at) || !func_at_index(x, at, &v))
            return not_so(r);
        v = on_axis(r, x, v);
        return (val_is_int(&v, &b) && a == b && a < 0) || not_so(r);
    }
    if (!redo_scan(r->where, "x = %i and y = %i", &a, &b) ||
        !redo_scan(r->summary, "%n(x xor y) = %i is not %n(x) xor %n(y) = %i", &name, &c, &again,
                   &third, &d))
        return unknown_form(r);
    char *called = r->at_axis < 0 ? "X" : redo_text("X_%ld", r->at_axis);
    if (strcmp(name, called) != 0 || strcmp(again, called) != 0 || strcmp(third, called) != 0 ||
        !func_at_index(x, a, &v) || !func_at_index(x, b, &w) || !func_at_index(x, a ^ b, &both))
        return not_so(r);
    v = on_axis(r, x, v);
    w = on_axis(r, x, w);
    both = on_axis(r, x, both);
    val sum = val_add(&v, &w, true), said = val_int(c), apart = val_int(d);
    return (val_same(&sum, &apart) && val_same(&both, &said) && c != d && a < func_size(x) &&
            b < func_size(x)) ||
           not_so(r);
}

static bool no_layout(redo *r, const fn *x)
{
    image all;
    return (image_of(x, -1, NULL, &all) && !image_is_layout(all.value, all.n, false)) ||
           not_so(r);
}

/* The message of the search: a coordinate, its value, and what the only candidate has. */
static bool relation_no_layout(redo *r, const fn *x, bool *known)
{
    char *name, *layout, *rest;
    int64_t c, run, left;
    tree *is, *other;
    val v, w;
    *known = true;
    if (redo_scan(r->summary, "no layout has the values of %n: at c = %i the value is %t, and the "
                              "only candidate, %r, has %t", &name, &c, &is, &layout, &other)) {
        fn *f = func_of(layout);
        val said = val_of(is), needed = val_of(other);
        image all;
        return f && image_of(x, -1, NULL, &all) && image_runs_are(&all, f) && func_at_index(x, c, &v) && func_at_index(f, c, &w) && val_same(&v, &said) &&
               val_same(&w, &needed) && !val_same(&v, &w) && no_layout(r, x);
    }
    if (redo_scan(r->summary, "no layout has the values of %n: at c = %i the value is %t and no "
                              "longer %t on the straight line before it, whose %i values do not "
                              "divide the %i that are left", &name, &c, &is, &other, &run, &left)) {
        val said = val_of(is), line = val_of(other), sum = {0};
        if (c % run != 0 || left % run == 0 || !func_at_index(x, c, &v) ||
            !func_at_index(x, c / run, &w))
            return not_so(r);
        for (int64_t i = 0; i < run; i++)
            sum = val_add(&sum, &w, false);
        return val_same(&v, &said) && val_same(&sum, &line) && !val_same(&said, &line) &&
               no_layout(r, x);
    }
    if (redo_scan(r->summary, "no layout has the values of %n: at c = 0 the value is %t, of every "
                              "layout 0", &name, &is)) {
        val said = val_of(is);
        return func_at_index(x, 0, &v) && val_same(&v, &said) && v.n > 0;
    }
    if (redo_scan(r->summary, "no layout has the values of %n: there are several at c = %i", &name,
                  &c))
        return relation_at(x->map, tree_int(c), &v) == 2;
    if (redo_scan(r->summary, "no layout has the values of %n: the domain is not [0,n)%r", &name,
                  &rest))
        return !relation_size(x->map, &c);
    return *known = false;
}

static bool refutes_is_layout(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t a, b, c, d, at;
    tree *is, *needed;
    char *name, *again, *third;
    bool known, ok = relation_no_layout(r, x, &known);
    if (known)
        return ok || not_so(r);
    if (strcmp(r->where, "output dims") == 0)
        return (redo_scan(r->summary, "%i is not 1", &a) && a == (int64_t)x->nouts && a != 1) ||
               not_so(r);
    if (redo_scan(r->summary, "%t is not 0, which every layout has there", &is)) {
        val v, said = val_of(is);
        return (strcmp(r->where, "c = 0") == 0 && func_at_index(x, 0, &v) && val_same(&v, &said) &&
                v.n > 0) ||
               not_so(r);
    }
    if (redo_scan(r->where, "x = %i and y = %i", &a, &b)) {
        if (!redo_scan(r->summary,
                       "%n(x + y) = %i is not %n(x) + %n(y) = %i, which it is in a layout", &name,
                       &c, &again, &third, &d))
            return unknown_form(r);
        return (func_number_at(x, a + b) == c && func_number_at(x, a) + func_number_at(x, b) == d &&
                c != d && no_layout(r, x)) ||
               not_so(r);
    }
    if (!redo_scan(r->summary, "%t is not %t, which a layout would need there", &is, &needed) ||
        !redo_place(r->where, "c", domain(x), &at))
        return unknown_form(r);
    return (func_number_at(x, at) == is->value && is->value != needed->value && no_layout(r, x)) ||
           not_so(r);
}

/* The strides in order: of neighbours, extent times stride divides the next stride. */
static bool refutes_tractable(redo *r)
{
    fn *a = redo_arg(r, "A");
    int64_t low, high, end, next, s, d, extent[512];
    tree_flatten(a->shape, extent);
    char *word;
    if (redo_scan(r->summary, "the stride of %i:%i is negative", &s, &d))
        return (redo_scan(r->where, "%w %i", &word, &low) && low < (int64_t)tree_leaves(a->shape) &&
                extent[low] == s && val_is_int(&a->stride[low], &end) && end == d && d < 0) ||
               not_so(r);
    if (!redo_scan(r->where, "%w %i and %i", &word, &low, &high) ||
        !redo_scan(r->summary, "%i does not divide %i", &end, &next) ||
        low == high || low >= (int64_t)tree_leaves(a->shape) || high >= (int64_t)tree_leaves(a->shape))
        return unknown_form(r);
    val_is_int(&a->stride[low], &d);
    val_is_int(&a->stride[high], &s);
    return (end == extent[low] * d && next == s && s % end != 0) || not_so(r);
}

/* ---- vectors ---- */

/* Some element below n is nowhere at one coordinate of both. */
static bool has_gap(const fn *a, const fn *b, int64_t n)
{
    int64_t size = func_size(a) < func_size(b) ? func_size(a) : func_size(b);
    for (int64_t i = 0; i < n; i++) {
        bool found = false;
        for (int64_t c = 0; c < size && !found; c++)
            found = func_number_at(a, c) == i && func_number_at(b, c) == i;
        if (!found)
            return true;
    }
    return false;
}

/* The size of the longest layout V with A(V(i)) = B(V(i)) = i, where each such place is the
 * only one; -1: some is not. */
static int64_t common_vector(const fn *a, const fn *b)
{
    int64_t size = func_size(a) < func_size(b) ? func_size(a) : func_size(b), most = 0;
    val *place = redo_alloc((size_t)(size + 1) * sizeof *place);
    for (int64_t i = 0; i < size; i++) {
        int64_t found = 0;
        for (int64_t c = 0; c < size; c++) {
            if (func_number_at(a, c) != i || func_number_at(b, c) != i)
                continue;
            place[i] = val_int(c);
            found++;
        }
        if (found > 1)
            return -1;
        if (found == 0)
            break;
        if (image_is_layout(place, (size_t)i + 1, false))
            most = i + 1;
    }
    return most;
}

static bool refutes_vectorizes(redo *r)
{
    fn *a = redo_arg(r, "A"), *b = redo_arg(r, "B");
    int64_t n, m, said, at, x, y;
    if (!redo_int(r, "n", &n) || (redo_scan(r->where, "vector of %i", &said) && said != n))
        return unknown_form(r);
    if (redo_scan(r->summary, "%i does not divide max_common_vector(A,B) = %i", &said, &m)) {
        int64_t most = common_vector(a, b);
        if (func_size(a) != func_size(b))
            most = -1; /* what is past the smaller domain may count */
        return (said == n && (most < 0 || most == m) && (m == 0 || m % n != 0) &&
                (n < m || has_gap(a, b, n) || most < 0)) ||
               not_so(r);
    }
    if (redo_scan(r->summary, "%i does not divide %i, the length of the longest common vector",
                  &said, &m))
        return (said == n && (m == 0 || m % n != 0) && (n < m || has_gap(a, b, n))) || not_so(r);
    if (redo_scan(r->summary, "element %i of a vector of %i in A is element %i in B", &x, &said, &y))
        return (said == n && redo_place(r->where, "c", domain(a), &at) && x != y &&
                ((func_number_at(a, at) % n) + n) % n == x && ((func_number_at(b, at) % n) + n) % n == y) ||
               not_so(r);
    return unknown_form(r);
}

/* ---- shapes ---- */

static bool refutes_shapes(redo *r)
{
    fn *x = redo_arg(r, "X"), *y = redo_arg(r, "Y");
    const tree *s = domain(x), *t = domain(y);
    bool holds = strcmp(r->name, "congruent") == 0          ? tree_congruent(s, t)
                 : strcmp(r->name, "weakly_congruent") == 0 ? tree_weakly_congruent(s, t)
                 : strcmp(r->name, "refines") == 0          ? tree_compatible(t, s)
                                                            : tree_compatible(s, t);
    return (!holds || not_so(r)) && redo_shape_summary(r, r->summary);
}

/* ---- all of them ---- */

static bool refutes_one_injective(redo *r) { return refutes_injective(r, redo_arg(r, "X")); }

static bool refutes_one_surjective(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t n = 0;
    tree *shape = NULL;
    if (!redo_arg(r, "N"))
        n = declared(x);
    else if (!wanted_of(r, "N", &n, &shape))
        return unknown_form(r);
    return refutes_surjective(r, x, n, shape);
}

static bool refutes_one_composes(redo *r)
{
    return redo_composes(r, r->where, redo_arg(r, "R"), redo_arg(r, "A"), redo_arg(r, "B"));
}

static bool refutes_one_admissible(redo *r)
{
    return redo_admissible(r, r->where, redo_arg(r, "A"), redo_arg(r, "B"));
}

/* The argument of the innermost call at the beginning of a chain. */
static tree *argument_of(const char *chain)
{
    const char *end = strstr(chain, " = "), *open = NULL;
    for (const char *p = chain; p < end; p++)
        if (*p == '(' && p > chain && p[-1] != '(' && p[-1] != ',' && p[-1] != ' ')
            open = p;
    return open ? tree_read(&open) : NULL;
}

/* Is every value shown at a place, or at what an earlier one came to? Those of parts of a
 * coordinate, or at coordinates that the lines name themselves, are looked at elsewhere. */
static bool is_about_places(const redo *r)
{
    static const char *const others[] = {"admissible", "complements", "is_layout", "is_linear",
                                         "vectorizes", "divides_into"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(r->name, others[i]) == 0)
            return false;
    return true;
}

static bool places_only(const redo *r)
{
    tree *c = place_of(r->where, "c"), *d = place_of(r->where, "c'");
    for (size_t i = 0; c && i < r->nvalues; i++) {
        if (!r->chain[i])
            continue;
        tree *at = argument_of(r->chain[i]);
        bool known = at && (tree_same(at, c) || (d && tree_same(at, d)));
        val v = at ? val_of(at) : (val){0};
        for (size_t k = 0; at && !known && k < i; k++)
            known = val_same(&v, &r->value[k]);
        if (!known)
            return redo_fail("'%s' is at no place of the counterexample", r->chain[i]);
    }
    return true;
}

/* Each place of a counterexample is one at which a value is shown. */
static bool shows_places(redo *r)
{
    static const char *const keys[] = {"c", "c'", "i", "j"};
    const char *where = r->where;
    char *rest;
    int64_t mode;
    while (redo_scan(where, "mode %i, %r", &mode, &rest))
        where = rest;
    r->where = where;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        tree *t = place_of(where, keys[k]);
        bool shown = t == NULL || strstr(r->summary, "no layout has") != NULL;
        for (size_t i = 0; !shown && i < r->nvalues; i++) {
            tree *at = r->chain[i] ? argument_of(r->chain[i]) : NULL;
            shown = at && tree_same(at, t);
        }
        if (!shown && !r->shown_otherwise)
            return redo_fail("no value is shown at %s = %s", keys[k], tree_text(t));
    }
    return !is_about_places(r) || places_only(r);
}

bool redo_refutes(redo *r)
{
    static const struct {
        const char *name;
        bool (*refutes)(redo *);
    } claims[] = {
        {"admissible", refutes_one_admissible}, {"aligned", refutes_aligned},
        {"bijective", refutes_bijective},       {"compact", refutes_bijective},
        {"compatible", refutes_shapes},         {"complements", refutes_complements},
        {"composes", refutes_one_composes},     {"congruent", refutes_shapes},
        {"contained", refutes_contained},       {"covers", refutes_covers},
        {"disjoint", refutes_disjoint},         {"divides_into", refutes_divides_into},
        {"equal", refutes_equal},               {"equiv", refutes_equiv},
        {"fits", refutes_fits},                 {"in_bounds", refutes_in_bounds},
        {"injective", refutes_one_injective},   {"is_layout", refutes_is_layout},
        {"is_linear", refutes_is_linear},       {"left_inverts", refutes_left_inverts},
        {"partitions", refutes_partitions},     {"refines", refutes_shapes},
        {"right_inverts", refutes_right_inverts}, {"surjective", refutes_one_surjective},
        {"tractable", refutes_tractable},       {"vectorizes", refutes_vectorizes},
        {"weakly_congruent", refutes_shapes}};
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (strcmp(claims[i].name, r->name) == 0)
            return claims[i].refutes(r) && shows_places(r);
    return redo_fail("the reader knows no claim %s", r->name);
}
