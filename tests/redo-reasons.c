/* redo-reasons.c - the lines of a counterexample that are no chains of equalities: what they
 * say of a function is looked up in the list of its values. */
#include "config.h"

#include "redo-image.h"

#include <stdlib.h>
#include <string.h>

/* ---- functions by name, with the axis that is meant ---- */

static fn *named_fn(redo *r, const char *name)
{
    fn *f = names_find(&r->known, name, NULL);
    if (!f)
        redo_fail("there is no %s", name);
    return f;
}

/* `X`, `X on axis 1`, `8 + x`, `5 xor x`: the values in order. */
static int64_t *sorted_values(redo *r, const char *what, size_t *n)
{
    char *name;
    int64_t q = r->at_axis, offset = 0;
    bool by_xor = false;
    image all;
    *n = 0;
    if (redo_scan(what, "%n on axis %i", &name, &q)) {
    } else if (redo_scan(what, "%i + %n", &offset, &name)) {
    } else if (redo_scan(what, "%i xor %n", &offset, &name)) {
        by_xor = true;
    } else {
        name = redo_text("%s", what);
    }
    fn *f = named_fn(r, name);
    if (!f ||
        !(q < 0 ? image_of_numbers(f, &all) : image_of(f, q, image_common_profile(r), &all)))
        return NULL;
    val add = val_int(offset);
    for (size_t i = 0; i < all.n; i++)
        all.value[i] = val_add(&all.value[i], &add, by_xor);
    return image_sorted(&all, n);
}

static bool is(int64_t said, int64_t computed, const char *line)
{
    return said == computed ||
           redo_fail("'%s': %lld is %lld", line, (long long)said, (long long)computed);
}

static bool has(const int64_t *list, size_t n, int64_t value)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == value)
            return true;
    return false;
}

/* ---- offsets of a function ---- */

/* What is said of the function itself is about the number in the summary. */
static bool is_missing(redo *r, const char *name, int64_t number)
{
    char *rest;
    int64_t said;
    bool itself = redo_arg(r, name) && r->at_axis < 0;
    return !itself || !redo_scan(r->summary, "%i %r", &said, &rest) || said == number ||
           redo_fail("%lld is not what %s is about", (long long)number, r->summary);
}

static bool least_or_largest(redo *r, const char *line, bool *known)
{
    char *what, *name;
    int64_t a, b, c;
    size_t n;
    *known = true;
    if (redo_scan(line, "the least offset of %n is %i and the next one is %i", &name, &a, &b)) {
        int64_t *v = sorted_values(r, name, &n);
        return v && n > 1 && is(a, v[0], line) && is(b, v[1], line);
    }
    if (redo_scan(line, "the least %w of %n is %i", &what, &name, &a)) {
        int64_t *v = sorted_values(r, name, &n);
        return v && is(a, v[0], line);
    }
    if (redo_scan(line, "the largest %w of %n is %i", &what, &name, &a)) {
        int64_t *v = sorted_values(r, name, &n);
        return v && is(a, v[n - 1], line);
    }
    if (redo_scan(line, "the %w of %r lie in [%i,%i]", &what, &name, &a, &b)) {
        int64_t *v = sorted_values(r, name, &n);
        return v && is(a, v[0], line) && is(b, v[n - 1], line);
    }
    if (redo_scan(line, "the %w of %r next to %i are %i and %i", &what, &name, &a, &b, &c)) {
        int64_t *v = sorted_values(r, name, &n);
        size_t i = 0;
        while (v && i < n && v[i] < a)
            i++;
        return v && i > 0 && i < n && v[i] != a && is(b, v[i - 1], line) && is(c, v[i], line) &&
               is_missing(r, name, a);
    }
    return *known = false;
}

/* "the modes of X with strides below 12 reach at most 5, the others at least 12", from the
 * offset that is least. */
static bool gap_of_modes(redo *r, const char *line, const char *name, int64_t below, int64_t most,
                         int64_t least)
{
    fn *f = named_fn(r, name);
    const fn *inner = f ? func_inner(f) : NULL;
    val offset;
    if (!inner || inner->kind != FN_LAYOUT)
        return false;
    func_offset(f, &offset);
    tree *profile = image_profile(f);
    size_t n = tree_leaves(inner->shape), at = r->at_axis < 0 ? 0 : (size_t)r->at_axis;
    if (r->at_axis < 0)
        profile = tree_int(0);
    int64_t extent[512], low = val_at(&offset, at, profile), reach = 0, next = INT64_MAX;
    tree_flatten(inner->shape, extent);
    for (size_t k = 0; k < n; k++) {
        int64_t d = val_at(&inner->stride[k], at, profile), span = redo_mul(extent[k] - 1, d);
        low = redo_add(low, span < 0 ? span : 0);
        if (d != 0 && extent[k] > 1 && llabs(d) < below)
            reach = redo_add(reach, llabs(span));
        else if (d != 0 && extent[k] > 1 && llabs(d) < next)
            next = llabs(d);
    }
    return is(most, low + reach, line) && is(least, low + next, line) && is(below, next, line);
}

static bool offsets(redo *r, const char *line, bool *known)
{
    char *name;
    int64_t a, b, c;
    size_t n;
    bool ok = least_or_largest(r, line, known);
    if (*known)
        return ok;
    *known = true;
    if (redo_scan(
            line,
            "the modes of %n with strides below %i reach at most %i, the others at least %i",
            &name, &a, &b, &c))
        return gap_of_modes(r, line, name, a, b, c);
    if (redo_scan(line,
                  "the offsets of %n are symmetric between %i and %i, and %i is never reached "
                  "either",
                  &name, &a, &b, &c)) {
        int64_t *v = sorted_values(r, name, &n);
        return v && is(a, v[0], line) && is(b, v[n - 1], line) && !has(v, n, c);
    }
    return *known = false;
}

/* ---- counts, parities, places ---- */

static bool counts(redo *r, const char *line, bool *known)
{
    char *name, *other;
    tree *t;
    int64_t a, b, c, d;
    *known = true;
    if (redo_scan(line, "%n has %i coordinates, %w has %i", &name, &a, &other, &b) ||
        redo_scan(line, "%n has %i coordinates, %n has %i", &name, &a, &other, &b)) {
        fn *f = named_fn(r, name), *g = tree_of(other) ? func_of(other) : named_fn(r, other);
        return f && g && is(a, func_size(f), line) && is(b, func_size(g), line);
    }
    if (redo_scan(line,
                  "D has %i coordinates and A %i, so that D reaches some offset of A less often",
                  &a, &b))
        return a <= b && is(a, func_size(named_fn(r, "D")), line) &&
               is(b, func_size(named_fn(r, "A")), line);
    if (redo_scan(line, "TV has %i coordinates, S = %t has %i, which %i times is %i", &a, &t, &b,
                  &c, &d))
        return is(a, func_size(named_fn(r, "TV")), line) && is(b, tree_size(t), line) &&
               is(d, redo_mul(b, c), line);
    if (redo_scan(line, "%n has %i coordinates, S = %t has %i", &name, &a, &t, &b) ||
        redo_scan(line, "%n has %i coordinates, %t has %i", &name, &a, &t, &b)) {
        fn *f = named_fn(r, name);
        return f && is(a, func_size(f), line) && is(b, tree_size(t), line);
    }
    if (redo_scan(line, "X has %i output dims, Y has %i", &a, &b)) {
        fn *f = named_fn(r, "X"), *g = named_fn(r, "Y");
        return f && g && is(a, f->kind == FN_LINEAR ? (int64_t)f->nouts : 1, line) &&
               is(b, g->kind == FN_LINEAR ? (int64_t)g->nouts : 1, line);
    }
    if (redo_scan(line, "%i times under T, %i under U", &a, &b))
        return true; /* counted where the claim is */
    if (redo_scan(line, "the place (%i,%i) of (%i,%i)", &a, &b, &c, &d))
        return a < c && b < d;
    if (redo_scan(line, "the product (m,n,k) = %t is never added", &t))
        return true; /* redo-products.c */
    if (redo_scan(line, "no thread holds it under %n", &name) ||
        redo_scan(line, "thread %i holds it under %n", &a, &name))
        return named_fn(r, name) != NULL;
    if (redo_scan(line, "%n reaches %t at %i of its coordinates", &name, &t, &a)) {
        image all;
        val v = val_of(t);
        tree *place;
        fn *f = named_fn(r, name);
        if (!redo_scan(r->where, "offset %t", &place) || !tree_same(place, t))
            return redo_fail("'%s' is about another offset", line);
        return f && image_of_numbers(f, &all) && is(a, (int64_t)image_count(&all, &v), line);
    }
    return *known = false;
}

/* A value that a chain has come to, or a number of the counterexample. */
static bool is_told(const redo *r, const tree *t, int64_t number)
{
    val v = val_of(t), n = val_int(number);
    for (size_t i = 0; i < r->nvalues; i++)
        if (val_same(&r->value[i], &v) || val_same(&r->value[i], &n))
            return true;
    char *said = redo_text("%s ", tree_text(t)),
         *as_number = redo_text("%lld ", (long long)number);
    return strncmp(r->summary, said, strlen(said)) == 0 ||
           strncmp(r->summary, as_number, strlen(as_number)) == 0;
}

static bool parity(redo *r, const char *line, bool *known)
{
    char *name, *kind, *other;
    int64_t mask, number;
    image all;
    *known = redo_scan(line,
                       "of the bits in %i every value of %n has an %w number, and %i an %w "
                       "one",
                       &mask, &name, &kind, &number, &other);
    if (!*known)
        return false;
    bool odd = strcmp(kind, "odd") == 0;
    fn *f = is_told(r, tree_int(number), number) ? named_fn(r, name) : NULL;
    if (!f || !image_of_numbers(f, &all) || strcmp(kind, other) == 0 ||
        __builtin_parityll((uint64_t)(mask & number)) == odd)
        return redo_fail("'%s' does not separate", line);
    for (size_t i = 0; i < all.n; i++) {
        int64_t v = 0;
        if (!val_is_int(&all.value[i], &v) || __builtin_parityll((uint64_t)(mask & v)) != odd)
            return redo_fail("'%s': not of %lld", line, (long long)v);
    }
    return true;
}

static bool is_under(const redo *r, const tree *u)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->key[i], "under") == 0)
            return strcmp(tree_text(u), tree_text(tree_of(r->text[i]))) == 0;
    return false;
}

/* The outer function of an operand. */
static bool is_part(const redo *r, const char *text)
{
    for (size_t i = 0; i < r->known.n; i++) {
        const fn *f = r->known.name[i].f;
        if (f->kind == FN_CHAIN && f->part[0] && strcmp(f->part[0]->text, text) == 0)
            return true;
    }
    return redo_fail("%s is part of no operand", text);
}

static bool places(redo *r, const char *line, bool *known)
{
    char *name, *rest;
    tree *t, *s, *u;
    int64_t a, b, c;
    size_t n;
    *known = true;
    if (redo_scan(line, "%i is the coordinate %t of %t", &a, &t, &s)) {
        tree *natural = tree_natural(s, tree_int(a));
        bool known_shape = false;
        for (size_t i = 0; i < r->n; i++) {
            fn *of = r->arg[i];
            known_shape = known_shape || (of && (of->outs ? tree_same(of->outs, s)
                                                          : strcmp(r->key[i], "S") == 0 &&
                                                                tree_same(of->shape, s)));
        }
        if (!known_shape || !is_told(r, t, a))
            return redo_fail("'%s' is about something else", line);
        if (r->nvalues < sizeof r->value / sizeof *r->value)
            r->value[r->nvalues++] = val_int(a); /* what the next one may be applied to */
        return tree_same(natural, t) || redo_fail("'%s': it is %s", line, tree_text(natural));
    }
    if (redo_scan(line, "%i is %r(%i), and %i is no value of %r", &a, &name, &b, &c, &rest)) {
        fn *swizzle = is_part(r, name) ? func_of(name) : NULL;
        int64_t *v = sorted_values(r, rest, &n);
        return swizzle && v && b == c && is(a, func_number_at(swizzle, b), line) &&
               (!has(v, n, b) || redo_fail("'%s': it is one", line));
    }
    if (redo_scan(line, "%i is none of the %i coordinates of %n", &a, &b, &name)) {
        fn *f = named_fn(r, name);
        bool last = r->nvalues > 0 &&
                    val_same(&r->value[r->nvalues - 1], &(val[]){val_int(a)}[0]);
        return f && last && is(b, func_size(f), line) &&
               (a < 0 || a >= b || redo_fail("'%s'", line));
    }
    if (redo_scan(line, "%n has the value %i nowhere below %i, where both have values", &name, &a,
                  &b)) {
        fn *f = named_fn(r, name), *g = named_fn(r, strcmp(name, "A") == 0 ? "B" : "A");
        for (int64_t i = 0; f && g && i < b; i++)
            if (func_number_at(f, i) == a)
                return redo_fail("'%s': it has", line);
        return f && g && (func_size(f) == b || func_size(g) == b);
    }
    if (redo_scan(line, "%n has the value %i nowhere", &name, &a)) {
        int64_t *v = sorted_values(r, name, &n);
        return v && (!has(v, n, a) || redo_fail("'%s': it has", line));
    }
    if (redo_scan(line, "on axis %i only coordinates below %i take part", &a, &b)) {
        for (size_t i = 0; i < r->n; i++) {
            tree *bound = strcmp(r->key[i], "under") == 0 ? tree_of(r->text[i]) : NULL;
            if (bound && (bound->leaf ? a == 0 : a >= 0 && a < (int64_t)bound->n) &&
                (bound->leaf ? bound : bound->child[a])->value == b)
                return true;
        }
        return redo_fail("'%s'", line);
    }
    if (redo_scan(line, "%t takes part: it is below %t", &t, &u)) {
        int64_t v[64], w[64];
        char *about = redo_text("%s is outside", tree_text(t));
        if (tree_leaves(t) != tree_leaves(u) || tree_leaves(t) > 64 ||
            strncmp(r->summary, about, strlen(about)) != 0 || !is_under(r, u))
            return redo_fail("'%s'", line);
        tree_flatten(t, v);
        tree_flatten(u, w);
        (void)w;
        for (size_t i = 0; i < tree_leaves(t); i++) {
            const tree *bound = u->leaf ? u : u->n > i && u->child[i]->leaf ? u->child[i] : NULL;
            if (bound && !bound->wildcard && v[i] >= bound->value)
                return redo_fail("'%s': it is not", line);
        }
        return true;
    }
    return *known = false;
}

/* "c is thread 1, value 1": the modes of TV as integral coordinates. */
static bool thread_and_value(redo *r, const char *line, bool *known)
{
    char *name;
    tree *block = NULL, *thread, *value, *c = NULL, *d = NULL;
    const char *p = line;
    *known = (strncmp(p, "c is ", 5) == 0 || strncmp(p, "c' is ", 6) == 0);
    if (!*known)
        return false;
    bool second = p[1] == '\'';
    p += second ? 6 : 5;
    (void)name;
    if (!redo_scan(p, "thread %t, value %t", &thread, &value) &&
        !redo_scan(p, "block %t, thread %t, value %t", &block, &thread, &value))
        return *known = false;
    const char *where = strstr(r->where, "c = ");
    if (!where ||
        (!redo_scan(where, "c = %t and c' = %t", &c, &d) && !redo_scan(where, "c = %t", &c)))
        return redo_fail("'%s' has no place", line);
    c = second ? d : c;
    fn *f = redo_arg(r, "TV");
    size_t first = block ? 1 : 0;
    if (!c || c->leaf || !f || c->n != first + 2)
        return redo_fail("'%s'", line);
    const tree *shape = func_inner(f)->shape;
    return (!block || tree_same(block, c->child[0])) &&
           is(thread->value, tree_index(shape->child[first], c->child[first]), line) &&
           is(value->value, tree_index(shape->child[first + 1], c->child[first + 1]), line);
}

/* ---- shapes ---- */

static tree *shape_of(redo *r, const char *name)
{
    char *of, *path;
    fn *f = strncmp(name, "mode(", 5) != 0 ? names_find(&r->known, name, NULL) : NULL;
    if (f)
        return func_inner(f)->shape;
    if (!redo_scan(name, "mode(%n,%r)", &of, &path))
        return NULL;
    tree *t = shape_of(r, of), *modes = tree_of(redo_text("(%s,)", path));
    for (size_t i = 0; t && modes && i < modes->n; i++)
        t = (size_t)modes->child[i]->value < t->n ? t->child[modes->child[i]->value] : NULL;
    return t;
}

static bool shape_line(redo *r, const char *line, bool *known);

static bool shapes(redo *r, const char *line, bool *known)
{
    char *name;
    tree *t;
    *known = true;
    if (strncmp(line, "mode(", 5) == 0 && redo_scan(line, "%n = %t", &name, &t)) {
        tree *s = shape_of(r, name);
        char *path = redo_text("mode %s", strrchr(name, '(') + 3), *end = strrchr(path, ')');
        *end = '\0'; /* mode(X,1,0): the place is mode 1,0 */
        r->parted[r->nparted++ % 2] = t;
        bool at_place = strncmp(r->where, "mode ", 5) != 0 || strcmp(r->where, path) == 0;
        return (s && at_place && tree_same(s, t)) || redo_fail("'%s' is not so", line);
    }
    return shape_line(r, line, known);
}

/* What is said of the two shapes at the mode where they part. */
static bool shape_line(redo *r, const char *line, bool *known)
{
    tree *t, *u = NULL;
    int64_t a, b;
    bool ok;
    *known = true;
    if (redo_scan(line, "%t is not %i, the size of %t", &t, &a, &u))
        ok = t->leaf && t->value != a && is(a, tree_size(u), line);
    else if (redo_scan(line, "%t is an integer and %t a tuple", &t, &u))
        ok = t->leaf && !u->leaf;
    else if (redo_scan(line, "%t is a tuple and %t an integer", &t, &u))
        ok = !t->leaf && u->leaf;
    else if (redo_scan(line, "%t has %i modes and %t has %i", &t, &a, &u, &b))
        ok = a != b && is(a, (int64_t)t->n, line) && is(b, (int64_t)u->n, line);
    else if (redo_scan(line, "%t is not %t", &t, &u))
        ok = !tree_same(t, u);
    else
        return *known = false;
    return (ok && r->parted[0] && tree_same(t, r->parted[0]) && tree_same(u, r->parted[1])) ||
           redo_fail("'%s' is not so", line);
}

bool redo_shape_summary(redo *r, const char *line)
{
    bool known, ok = shape_line(r, line, &known);
    return known ? ok : redo_fail("the reader knows no line '%s'", line);
}

/* ---- numbers ---- */

static bool has_leaf(const fn *f, int64_t s, int64_t d)
{
    int64_t extent[512], step;
    if (!f || f->kind != FN_LAYOUT || tree_leaves(f->shape) > 512)
        return false;
    tree_flatten(f->shape, extent);
    for (size_t k = 0; k < tree_leaves(f->shape); k++)
        if (extent[k] == s && val_is_int(&f->stride[k], &step) && step == d)
            return true;
    return false;
}

static bool numbers(redo *r, const char *line, bool *known)
{
    int64_t a, b, c, d, e, f, g;
    *known = true;
    if (redo_scan(line, "%i:%i and %i:%i are neighbours in the order of strides", &a, &b, &c, &d))
        return (has_leaf(redo_arg(r, "A"), a, b) && has_leaf(redo_arg(r, "A"), c, d) && b <= d) ||
               redo_fail("'%s'", line);
    if (redo_scan(line, "%i * %i = %i, and %i = %i * %i + %i", &a, &b, &c, &d, &e, &f, &g))
        return is(c, redo_mul(a, b), line) && is(f, c, line) &&
               is(d, redo_add(redo_mul(e, f), g), line);
    return *known = false;
}

/* "they differ in strides of extents of 1 only: equiv(X, Y) holds" */
static bool equivalent(redo *r, const char *line, bool *known)
{
    *known = strcmp(line, "they differ in strides of extents of 1 only: equiv(X, Y) holds") == 0;
    fn *x = *known ? named_fn(r, "X") : NULL, *y = *known ? named_fn(r, "Y") : NULL;
    if (!x || !y || !tree_same(func_inner(x)->shape, func_inner(y)->shape))
        return false;
    int64_t extent[512];
    const fn *f = func_inner(x), *g = func_inner(y);
    tree_flatten(f->shape, extent);
    for (size_t k = 0; f->kind == FN_LAYOUT && k < tree_leaves(f->shape); k++)
        if (extent[k] > 1 && !val_same(&f->stride[k], &g->stride[k]))
            return false;
    return redo_same_function(x, y);
}

/* ---- straight runs ---- */

/* "X(8 i) = i X(8) for i < 2 only, and the 3 such i there are ..." */
static bool straight(redo *r, const char *line, bool *known)
{
    char *name, *again;
    int64_t place, same, run, extent, runs;
    *known = redo_scan(line,
                       "%n(%i i) = i %n(%i) for i < %i only, and the %i such i there are do not "
                       "split into runs of %i",
                       &name, &place, &again, &same, &run, &extent, &runs);
    fn *f = *known ? named_fn(r, name) : NULL;
    if (!f)
        return false;
    int64_t first = func_number_at(f, place);
    for (int64_t i = 0; i < run; i++)
        if (func_number_at(f, i * place) != i * first)
            return redo_fail("'%s': not at %lld", line, (long long)i);
    return place == same && run == runs && func_number_at(f, run * place) != run * first &&
           extent % run != 0 && is(extent, func_size(f) / place, line);
}

static bool only_layout(redo *r, const char *line, bool *known)
{
    char *name, *layout;
    image all;
    *known = redo_scan(line, "the straight runs of %n leave one layout, Y = %r", &name, &layout);
    fn *f = *known ? named_fn(r, name) : NULL, *y = f ? func_of(layout) : NULL;
    if (!y || !image_of(f, -1, NULL, &all))
        return false;
    names_add(&r->known, "Y", y);
    return image_runs_are(&all, y) || redo_fail("'%s'", line);
}

static bool relation_values(redo *r, const char *line, bool *known)
{
    char *name, *crd;
    val v;
    bool none = redo_scan(line, "%w(%r) has no value", &name, &crd);
    *known = none || redo_scan(line, "%w(%r) has more than one value", &name, &crd);
    fn *f = *known ? named_fn(r, name) : NULL;
    if (!f)
        return false;
    tree *at = tree_of(redo_text("(%s)", crd));
    r->shown_otherwise = true;
    if (f->kind != FN_RELATION)
        return (none && at->leaf && (at->value < 0 || at->value >= func_size(f))) ||
               redo_fail("'%s'", line);
    int count = relation_at(f->map, at, &v);
    return count == (none ? 0 : 2) || redo_fail("'%s': there are %d", line, count);
}

/* ---- other parameters ---- */

/* "at M = 1, N = 1 the claim has no value: ...": there is no claim to redo at these numbers. */
static bool no_claim(redo *r, const char *line, bool *known)
{
    char *numbers, *why;
    (void)r;
    *known = redo_scan(line, "at %r the claim has no value: %r", &numbers, &why);
    return *known && strchr(numbers, '=');
}

/* ---- all of them ---- */

bool redo_reason(redo *r, const char *line)
{
    static bool (*const form[])(redo *, const char *,
                                bool *) = {offsets,         counts,           parity,
                                           places,          thread_and_value, numbers,
                                           equivalent,      straight,         only_layout,
                                           relation_values, redo_vector_line, redo_growth,
                                           no_claim,        redo_flattened,   shapes};
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        bool known, ok = form[i](r, line, &known);
        if (known)
            return ok || redo_fail("'%s' is not so", line);
    }
    return redo_fail("the reader knows no line '%s'", line);
}
