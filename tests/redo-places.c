/* redo-places.c - the places of counterexamples, and what is shown there: each place is a
 * coordinate, and has a value among the lines. */
#include "config.h"

#include "redo-defined.h"

#include <stdlib.h>
#include <string.h>

/* The text after `c = ` in "c = (1,0) and c' = (0,1)". */
tree *redo_place_of(const char *where, const char *key)
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

bool redo_inside(const tree *shape, const tree *natural)
{
    if (shape->leaf)
        return natural->value >= 0 && natural->value < shape->value;
    bool ok = true;
    for (size_t i = 0; ok && i < shape->n; i++)
        ok = redo_inside(shape->child[i], natural->child[i]);
    return ok;
}

bool redo_place(const char *where, const char *key, const tree *shape, int64_t *index)
{
    tree *t = redo_place_of(where, key), *natural = t ? tree_natural(shape, t) : NULL;
    if (!natural || !redo_inside(shape, natural))
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

bool redo_not_so(const redo *r)
{
    return redo_fail("at %s: %s: that is not so, or does not refute it", r->where, r->summary);
}

bool redo_unknown_form(const redo *r)
{
    return redo_fail("the reader knows no counterexample '%s: %s' of %s", r->where, r->summary,
                     r->name);
}

const tree *redo_domain(const fn *f)
{
    return func_inner(f)->shape;
}

/* One axis of a value, where the place names one. */
val redo_on_axis(const redo *r, const fn *f, val v)
{
    return r->at_axis < 0 ? v : val_int(val_at(&v, (size_t)r->at_axis, image_profile(f)));
}

/* Relations have coordinates of their own. */
bool redo_value_at(const fn *f, const tree *c, val *out, int *count)
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

/* ---- what is shown ---- */

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
    static const char *const others[] = {"admissible", "complements", "is_layout",
                                         "is_linear",  "vectorizes",  "divides_into",
                                         "reorders",   "feeds",       "multiplies"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(r->name, others[i]) == 0)
            return false;
    return true;
}

static bool places_only(const redo *r)
{
    tree *c = redo_place_of(r->where, "c"), *d = redo_place_of(r->where, "c'");
    for (size_t i = 0; c && i < r->nvalues; i++) {
        if (!r->chain[i])
            continue;
        tree *at = argument_of(r->chain[i]);
        if (!at && (strstr(r->chain[i], " + ") || strstr(r->chain[i], " xor ")))
            continue; /* of a chain, which has been followed */
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
bool redo_shows_places(redo *r)
{
    static const char *const keys[] = {"c", "c'", "i", "j"};
    const char *where = r->where;
    char *rest;
    int64_t mode;
    while (redo_scan(where, "mode %i, %r", &mode, &rest))
        where = rest;
    r->where = where;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        tree *t = redo_place_of(where, keys[k]);
        bool shown = !t || strstr(r->summary, "no layout has") != NULL;
        for (size_t i = 0; !shown && i < r->nvalues; i++) {
            tree *at = r->chain[i] ? argument_of(r->chain[i]) : NULL;
            shown = at && tree_same(at, t);
        }
        if (!shown && !r->shown_otherwise)
            return redo_fail("no value is shown at %s = %s", keys[k], tree_text(t));
    }
    return !is_about_places(r) || places_only(r);
}
