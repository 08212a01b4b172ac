/* redo-onto.c - claims about the values of one function as they are defined: injective,
 * surjective, bijective, compact, partitions, covers, in_bounds, fits, aligned. */
#include "config.h"

#include "redo-defined.h"

#include <stdlib.h>
#include <string.h>

bool refutes_injective(redo *r, const fn *x)
{
    tree *c = redo_place_of(r->where, "c"), *d = redo_place_of(r->where, "c'"), *shared;
    val v, w;
    int i, j;
    if (!c || !d)
        return redo_unknown_form(r);
    if (x->kind != FN_RELATION) {
        int64_t at, other;
        if (!redo_place(r->where, "c", redo_domain(x), &at) ||
            !redo_place(r->where, "c'", redo_domain(x), &other) || at == other)
            return redo_not_so(r);
    }
    if (tree_same(c, d) || !redo_value_at(x, c, &v, &i) || !redo_value_at(x, d, &w, &j))
        return redo_not_so(r);
    if (strcmp(r->summary, "they share a value") == 0)
        return i > 0 && j > 0;
    if (!redo_scan(r->summary, "both are %t", &shared) &&
        !redo_scan(r->summary, "%t is reached twice", &shared))
        return redo_unknown_form(r);
    val both = val_of(shared);
    return (val_same(&v, &both) && val_same(&w, &both)) || redo_not_so(r);
}

/* Every value in [least,end): "9 is outside [0,9)" */
bool refutes_range(redo *r, const fn *x, int64_t least, int64_t end)
{
    int64_t value, low, high;
    val v;
    tree *c = redo_place_of(r->where, "c");
    if (!redo_scan(r->summary, "%i is outside [%i,%i)", &value, &low, &high))
        return redo_unknown_form(r);
    bool outside = low == least && high == end && (value < least || value >= end);
    if (!c) { /* a value of a relation at several coordinates */
        image all;
        val said = val_int(value);
        return (outside && image_of(x, -1, NULL, &all) && image_count(&all, &said) > 0) ||
               redo_not_so(r);
    }
    int count;
    int64_t at = 0;
    if ((x->kind != FN_RELATION && !redo_place(r->where, "c", redo_domain(x), &at)) ||
        !redo_value_at(x, c, &v, &count) || count < 1)
        return redo_not_so(r);
    val said = val_int(value);
    if (x->kind == FN_LINEAR)
        v = val_int(func_output_number(x, &v));
    v = redo_on_axis(r, x, v);
    return (outside && val_same(&v, &said)) || redo_not_so(r);
}

/* A coordinate outside the shape. */
static bool outside_shape(redo *r, const fn *x, const tree *shape)
{
    tree *value, *s;
    int64_t at;
    val v;
    if (!redo_scan(r->summary, "%t is no coordinate of %t", &value, &s) &&
        !redo_scan(r->summary, "%t is outside of %t", &value, &s))
        return redo_unknown_form(r);
    if (!redo_place(r->where, "c", redo_domain(x), &at) || !func_at_index(x, at, &v))
        return redo_not_so(r);
    val said = val_of(value);
    tree *natural = tree_natural(shape, value);
    return (tree_same(s, shape) && val_same(&v, &said) &&
            (!natural || !redo_inside(shape, natural))) ||
           redo_not_so(r);
}

bool redo_in_box(const tree *shape, const val *v)
{
    tree *natural;
    if (shape->leaf)
        return v->n == 0 || (v->n == 1 && v->axis[0].depth <= 1 && v->axis[0].number >= 0 &&
                             v->axis[0].number < shape->value);
    natural = tree_natural(shape, val_tree(v));
    return natural && redo_inside(shape, natural);
}

/* What a shape has for this leaf of a profile, the first one being 0. */
static const tree *part_on(const tree *shape, const tree *profile, long *place)
{
    if (shape->leaf || profile->leaf)
        return (*place)-- == 0 ? shape : NULL;
    for (size_t i = 0; i < shape->n; i++) {
        const tree *part = i < profile->n ? profile->child[i] : tree_int(0);
        const tree *found = part_on(shape->child[i], part, place);
        if (found)
            return found;
    }
    return NULL;
}

/* "offset 6: 6 is never reached", of all values that are wanted: [0,n), or the shape. */
bool refutes_onto(redo *r, const fn *x, int64_t n, const tree *shape)
{
    tree *place = NULL, *value;
    image all;
    if ((!redo_scan(r->where, "offset %t", &place) &&
         !redo_scan(r->where, "coordinate %t", &place) &&
         !redo_scan(r->where, "the coordinate %t", &place)) ||
        !redo_scan(r->summary, "%t is never reached", &value))
        return redo_unknown_form(r);
    val v = val_of(value), at = val_of(place);
    bool wanted;
    if (shape && r->at_axis < 0) {
        wanted = redo_in_box(shape, &v);
    } else {
        int64_t number = func_output_number(x, &v), bound = n;
        long place_of_axis = r->at_axis;
        const tree *on_axis = shape ? part_on(shape, image_profile(x), &place_of_axis) : NULL;
        if (shape && !on_axis) /* no such axis */
            return redo_not_so(r);
        if (shape)
            bound = tree_size(on_axis);
        wanted = number >= 0 && number < bound;
    }
    return (val_same(&v, &at) && wanted && image_of(x, r->at_axis, NULL, &all) &&
            image_count(&all, &v) == 0) ||
           redo_not_so(r);
}

/* What is wanted: [0,n), or the coordinates of a shape. */
bool redo_wanted_of(redo *r, const char *key, int64_t *n, tree **shape)
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

bool refutes_surjective(redo *r, const fn *x, int64_t n, const tree *shape)
{
    if (strstr(r->summary, "is no coordinate of"))
        return outside_shape(r, x, shape ? shape : tree_int(n));
    if (strstr(r->summary, "is outside ["))
        return refutes_range(r, x, 0, n);
    return refutes_onto(r, x, n, shape);
}

/* The least shape, nested like a part of the profile, whose leaves are those from `place` on. */
static tree *least_shape(const image *all, const tree *profile, const tree *part, size_t *place)
{
    tree *child[64];
    if (part->leaf) {
        int64_t most = 0;
        for (size_t i = 0; i < all->n; i++) {
            int64_t v = val_at(&all->value[i], *place, profile);
            most = v > most ? v : most;
        }
        ++*place;
        return tree_int(most + 1);
    }
    for (size_t k = 0; k < part->n && k < 64; k++)
        child[k] = least_shape(all, profile, part->child[k], place);
    return tree_tuple(part->n, child);
}

/* That of all values, where they are coordinates. */
static tree *shape_of_values(const fn *x)
{
    image all;
    tree *profile = image_profile(x);
    size_t place = 0;
    return profile->leaf || !image_of(x, -1, NULL, &all)
               ? NULL
               : least_shape(&all, profile, profile, &place);
}

bool refutes_bijective(redo *r)
{
    fn *x = redo_arg(r, "X");
    if (strcmp(r->where, "domain") == 0) {
        int64_t n;
        return (x->kind == FN_RELATION && !relation_size(x->map, &n)) || redo_not_so(r);
    }
    if (strstr(r->where, "c' = "))
        return refutes_injective(r, x);
    if (x->kind == FN_LINEAR && strcmp(r->where, "size") != 0)
        return refutes_surjective(r, x,
                                  strcmp(r->name, "compact") == 0 ? func_size(x) : declared(x),
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

bool refutes_partitions(redo *r)
{
    fn *tv = redo_arg(r, "TV"), *s = redo_arg(r, "S");
    int64_t m, n, times = 1;
    char *dim;
    tree *often;
    redo_int(r, "times", &times);
    if (strcmp(r->where, "size") == 0)
        return (redo_scan(r->summary, "%i is not %i", &m, &n) && m == func_size(tv) &&
                n == redo_mul(times, func_size(s)) && m != n) ||
               redo_not_so(r);
    if (redo_scan(r->summary, "the coordinates that reach %t are %i, not %i", &often, &m, &n)) {
        image all;
        val v = val_of(often);
        return (n == times && m != n && image_of_numbers(tv, &all) &&
                (int64_t)image_count(&all, &v) == m) ||
               redo_not_so(r);
    }
    if (redo_scan(r->where, "output dim %r", &dim))
        return (redo_scan(r->summary, "its size %i is not %i", &m, &n) && m != n &&
                has_size(tv->outs, m) && has_size(s->shape, n)) ||
               redo_not_so(r);
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
                redo_place(r->where, "c", redo_domain(tv), &at) && func_at_index(tv, at, &v) &&
                (value->value < 0 || value->value >= func_size(s))) ||
               redo_not_so(r);
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
            return redo_not_so(r);
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
        return (!reached || out) || redo_not_so(r);
    }
    return refutes_onto(r, tv, func_size(s), numbers ? NULL : s->shape);
}

bool refutes_covers(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t n;
    tree *shape;
    if (!redo_wanted_of(r, "N", &n, &shape))
        return redo_unknown_form(r);
    return refutes_onto(r, x, n, shape);
}

bool refutes_in_bounds(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t n;
    tree *shape;
    if (!redo_wanted_of(r, "N", &n, &shape))
        return redo_unknown_form(r);
    return shape || strstr(r->summary, "is no coordinate of")
               ? outside_shape(r, x, shape ? shape : tree_int(n))
               : refutes_range(r, x, 0, n);
}

bool refutes_fits(redo *r)
{
    int64_t bits;
    char *text = NULL;
    for (size_t i = 0; i < r->n; i++)
        text = strcmp(r->key[i], "TYPE") == 0 ? r->text[i] : text;
    bool is_signed = text && redo_scan(text, "int%i", &bits);
    if (!is_signed && !(text && redo_scan(text, "uint%i", &bits)))
        return redo_unknown_form(r);
    if (bits > 62)
        return redo_fail("the reader's numbers have 64 bits");
    int64_t half = (int64_t)1 << (bits - 1);
    return refutes_range(r, redo_arg(r, "X"), is_signed ? -half : 0, is_signed ? half : 2 * half);
}

bool refutes_aligned(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t n, value, divisor, at;
    if (!redo_int(r, "n", &n) ||
        !redo_scan(r->summary, "%i is not a multiple of %i", &value, &divisor) ||
        !redo_place(r->where, "c", redo_domain(x), &at))
        return redo_unknown_form(r);
    return (n == divisor && value % n != 0 && func_number_at(x, at) == value) || redo_not_so(r);
}

bool refutes_one_injective(redo *r)
{
    return refutes_injective(r, redo_arg(r, "X"));
}

bool refutes_one_surjective(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t n = 0;
    tree *shape = NULL;
    if (!redo_arg(r, "N"))
        n = declared(x);
    else if (!redo_wanted_of(r, "N", &n, &shape))
        return redo_unknown_form(r);
    return refutes_surjective(r, x, n, shape);
}
