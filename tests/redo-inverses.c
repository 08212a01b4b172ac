/* redo-inverses.c - right_inverts and left_inverts as they are defined. */
#include "config.h"

#include "redo-defined.h"

#include <stdlib.h>
#include <string.h>

/* A number for each subtree that the profile has as a leaf, or lacks; where the profile goes on
 * below a leaf of the shape, the number of that is on its first leaf. */
static tree *as_in(const tree *profile, const tree *shape, const tree *natural)
{
    tree *mode[64];
    size_t n = shape->leaf ? 1 : shape->n;
    if (!profile || profile->leaf)
        return tree_int(tree_index(shape, natural));
    for (size_t i = 0; i < n && i < 64; i++)
        mode[i] = as_in(i < profile->n ? profile->child[i] : NULL,
                        shape->leaf ? shape : shape->child[i],
                        shape->leaf ? natural : natural->child[i]);
    return tree_tuple(n, mode);
}

bool redo_as_value(const fn *a, const tree *shape, const tree *crd, val *out)
{
    tree *natural = tree_natural(shape, crd);
    if (natural && tree_leaves(shape) <= 64)
        *out = val_of(as_in(image_profile(a), shape, natural));
    return natural && tree_leaves(shape) <= 64;
}

/* "8 is no coordinate of A, which has 8", "(1,9) is no coordinate of A: 9 is outside [0,8)" */
static bool no_coordinate(redo *r, const fn *a, const val *v)
{
    tree *place;
    int64_t size, number, end;
    if (redo_scan(r->summary, "%t is no coordinate of A, which has %i", &place, &size)) {
        val said = val_of(place);
        return (place->leaf && val_same(&said, v) && size == func_size(a) &&
                (place->value < 0 || place->value >= size)) ||
               redo_not_so(r);
    }
    if (!redo_scan(r->summary, "%t is no coordinate of A: %i is outside [0,%i)", &place, &number,
                   &end))
        return redo_unknown_form(r);
    val said = val_of(place);
    const tree *shape = redo_domain(a);
    bool outside = false;
    for (size_t i = 0; !place->leaf && !shape->leaf && i < place->n && i < shape->n; i++)
        outside = outside || (place->child[i]->leaf && place->child[i]->value == number &&
                              tree_size(shape->child[i]) == end);
    if (!place->leaf && place->n > shape->n) /* a mode that A lacks */
        outside = outside || end == 1;
    return (val_same(&said, v) && outside && (number < 0 || number >= end)) || redo_not_so(r);
}

/* Is the value no coordinate of f, as a summary without one says? */
static bool is_outside(const fn *f, const val *v)
{
    int64_t number;
    return val_is_int(v, &number) && (number < 0 || number >= func_size(f));
}

bool refutes_right_inverts(redo *r)
{
    fn *R = redo_arg(r, "R"), *a = redo_arg(r, "A");
    tree *c = redo_place_of(r->where, "c");
    int64_t at, number;
    val v, w;
    if (!c || !redo_place(r->where, "c", redo_domain(R), &at) || !func_as_number(R, c, &v))
        return redo_unknown_form(r);
    if (redo_scan(r->summary, "there is no coordinate whose value would be %i", &number))
        return (number == at && is_outside(a, &v)) || redo_not_so(r);
    if (strstr(r->summary, "is no coordinate of A"))
        return no_coordinate(r, a, &v);
    if (!func_as_number(a, val_tree(&v), &w))
        return false;
    val want = val_of(c);
    if (!image_profile(a)->leaf && !redo_as_value(a, redo_domain(R), c, &want))
        return redo_not_so(r);
    return (redo_says(r, &w, &want) && !val_same(&w, &want)) || redo_not_so(r);
}

/* A(L(A(c))) = A(c), and L(A(c)) is a coordinate of A. */
bool refutes_left_inverts(redo *r)
{
    fn *l = redo_arg(r, "L"), *a = redo_arg(r, "A");
    int64_t at, number, want;
    val once, back, again;
    if (!redo_place(r->where, "c", redo_domain(a), &at) ||
        !func_as_number(a, tree_int(at), &once))
        return redo_unknown_form(r);
    bool none = redo_scan(r->summary, "there is no coordinate whose value would be %i", &number);
    if (none && !(val_is_int(&once, &want) && want == number))
        return redo_not_so(r);
    if (none && l->kind == FN_LINEAR && is_outside(l, &once))
        return true;
    if (!func_as_number(l, val_tree(&once), &back))
        return false;
    if (none)
        return is_outside(a, &back) || redo_not_so(r);
    if (strstr(r->summary, "is no coordinate of A"))
        return no_coordinate(r, a, &back);
    if (!func_as_number(a, val_tree(&back), &again))
        return false;
    return (redo_says(r, &again, &once) && !val_same(&again, &once)) || redo_not_so(r);
}
