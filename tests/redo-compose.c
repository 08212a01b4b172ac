/* redo-compose.c - claims about compositions: R(c) = A(B(c)), that no R has that, or that D
 * divides A into them. */
#include "config.h"

#include "redo-defined.h"

#include <string.h>

/* A(B(c)); B NULL: A(c). */
static bool composite_at(const fn *a, const fn *b, int64_t c, val *out)
{
    if (!b)
        return func_at_index(a, c, out);
    return func_as_number(b, tree_int(c), out) && func_as_number(a, val_tree(out), out);
}

/* Tilers, and bare tuples, which are by mode. */
static bool by_mode(const fn *b)
{
    return b && (b->kind == FN_TILER || (b->bare && !b->shape->leaf));
}

static size_t tiles(const fn *b)
{
    return b->kind == FN_TILER ? b->n : b->shape->n;
}

static fn *tile(const fn *b, size_t i)
{
    if (i >= tiles(b))
        return NULL;
    return b->kind == FN_TILER ? b->part[i] : func_compact(b->shape->child[i]);
}

/* `mode 1, c = 2` of by-mode claims: the mode and what is left. */
static bool mode_of(const char *where, size_t *i, const char **rest)
{
    int64_t mode;
    char *after;
    if (redo_scan(where, "mode %i, %r", &mode, &after))
        *rest = after;
    else if (redo_scan(where, "mode %i", &mode))
        *rest = "";
    else
        return redo_fail("'%s' names no mode", where);
    *i = (size_t)mode;
    return true;
}

/* ---- composes ---- */

static bool wrong_shape(redo *r, const fn *R, const fn *a, const fn *b)
{
    char *fine, *coarse;
    tree *s, *t;
    (void)a;
    const tree *want = redo_domain(b ? b : a), *have = redo_domain(R);
    if (!redo_scan(r->summary, "%n's shape %t does not refine %n's shape %t", &fine, &s, &coarse,
                   &t) &&
        !redo_scan(r->summary, "%t does not refine %t", &s, &t))
        return redo_fail("the reader knows no summary '%s'", r->summary);
    if (strchr(r->summary, '\'')) { /* the names are of those two */
        const fn *f = names_find(&r->known, fine, NULL), *g = names_find(&r->known, coarse, NULL);
        const fn *with = b ? b : a;
        bool tiled = g && g->kind == FN_TILER && g->n == 1 &&
                     strcmp(r->name, "divides_into") == 0;
        if (!f || !g || !tree_same(redo_domain(f), have) ||
            !(g == with || tiled || tree_same(redo_domain(g), want)))
            return redo_fail("'%s' is about other modes", r->summary);
    }
    return (tree_same(s, have) && tree_same(t, want) && !tree_compatible(want, have)) ||
           redo_fail("'%s' is not so", r->summary);
}

static bool wrong_value(redo *r, const char *where, const fn *R, const fn *a, const fn *b)
{
    int64_t c;
    tree *want;
    val left, right;
    const tree *shape = redo_domain(b ? b : a);
    if (!redo_place(where, "c", shape, &c) || c >= func_size(R) ||
        !func_as_number(R, tree_int(c), &left))
        return redo_fail("%s: R has no such coordinate", where);
    if (redo_scan(r->summary, "there is no coordinate whose value would be %t", &want)) {
        val inner, there, said = val_of(want);
        if (!func_as_number(b, tree_int(c), &inner))
            return false;
        int64_t at = val_tree(&inner)->value;
        return (a->kind == FN_LINEAR && (at < 0 || at >= func_size(a)) &&
                func_at_index(R, c, &there) &&
                (val_same(&left, &said) || val_same(&there, &said))) ||
               redo_fail("'%s' is not so", r->summary);
    }
    if (!composite_at(a, b, c, &right))
        return false;
    bool as_said = redo_says(r, &left, &right) || redo_says(r, &right, &left);
    return (as_said && !val_same(&left, &right)) || redo_fail("%s: %s", where, r->summary);
}

bool redo_composes(redo *r, const char *where, const fn *R, const fn *a, const fn *b)
{
    int64_t m, n;
    char *x, *y;
    size_t i;
    if (!R || !a)
        return redo_fail("'%s' is about no mode", where);
    if (by_mode(b) && strcmp(where, "rank") == 0) {
        int64_t want, have;
        return redo_scan(r->summary, "%n has %i modes, and by mode %n has as many, not %i", &x,
                         &want, &y, &have) &&
               want == (int64_t)(a->shape->leaf ? 1 : a->shape->n) &&
               have == (int64_t)(R->shape->leaf ? 1 : R->shape->n) && want != have;
    }
    if (by_mode(b))
        return mode_of(where, &i, &where) &&
               redo_composes(r, where, func_mode(R, i), func_mode(a, i), tile(b, i));
    if (strcmp(where, "shape") == 0)
        return wrong_shape(r, R, a, b);
    if (strcmp(where, "size") == 0)
        return redo_scan(r->summary, "%i is not %i", &m, &n) && m == func_size(R) &&
               n == func_size(b) && m != n;
    return wrong_value(r, where, R, a, b);
}

/* ---- admissible ---- */

/* Is there a layout R with R(c) = A(B(c)), a mode for each leaf of B? */
static bool exists(const fn *a, const fn *b, bool by_xor)
{
    int64_t size = func_size(b), extent[512], place = 1;
    size_t n = tree_leaves(redo_domain(b));
    val *all = redo_alloc((size_t)size * sizeof *all),
        *leaf = redo_alloc((size_t)size * sizeof *leaf);
    for (int64_t c = 0; c < size; c++)
        if (!composite_at(a, b, c, &all[c]))
            return false;
    tree_flatten(redo_domain(b), extent);
    for (size_t k = 0; k < n; k++) {
        for (int64_t i = 0; i < extent[k]; i++)
            leaf[i] = all[i * place];
        if (!image_is_layout(leaf, (size_t)extent[k], by_xor))
            return false;
        place *= extent[k];
    }
    for (int64_t c = 0; c < size; c++) {
        val sum = {0};
        int64_t rest = c;
        place = 1;
        for (size_t k = 0; k < n; k++) {
            sum = val_add(&sum, &all[rest % extent[k] * place], by_xor);
            rest /= extent[k];
            place *= extent[k];
        }
        if (!val_same(&sum, &all[c]))
            return false;
    }
    return true;
}

static bool negative_value(redo *r, const fn *a, const fn *b, int64_t c, bool *known)
{
    int64_t n, number;
    char *name;
    val v;
    *known = redo_scan(r->summary, "%i is negative: %n has no value there", &n, &name) ||
             redo_scan(r->summary, "%i is negative, and no XOR of strides", &n);
    if (!*known || n >= 0)
        return false;
    bool inner = strstr(r->summary, "no value") != NULL;
    if (!(inner ? func_at_index(b, c, &v) : composite_at(a, b, c, &v)))
        return false;
    for (size_t i = 0; i < v.n; i++)
        if (v.axis[i].number == n)
            return true;
    return val_is_int(&v, &number) && number == n;
}

/* What the lines after the first say a layout needs. */
static bool candidate_holds(const redo *r, const val *candidate, bool by_xor)
{
    val sum = {0};
    for (size_t i = 1; i < r->nvalues; i++)
        sum = val_add(&sum, &r->value[i], by_xor);
    if (r->has_needed && r->nvalues < 2)
        return val_same(&r->needed, candidate) ||
               redo_fail("the run goes on to %s, not %s", val_text(&r->needed),
                         val_text(candidate));
    return r->nvalues < 2 || val_same(&sum, candidate) ||
           redo_fail("the parts add up to %s, not %s", val_text(&sum), val_text(candidate));
}

bool redo_admissible(redo *r, const char *where, const fn *a, const fn *b)
{
    int64_t c;
    size_t i;
    tree *is, *needed;
    val value;
    bool known;
    if (!a || !b)
        return redo_fail("'%s' is about no mode", where);
    if (by_mode(b))
        return mode_of(where, &i, &where) &&
               redo_admissible(r, where, func_mode(a, i), tile(b, i));
    if (!redo_place(where, "c", redo_domain(b), &c))
        return false;
    /* of integers after XOR either kind of strides may be what R would have */
    bool either = b->by_xor && !a->by_xor, by_xor = a->by_xor;
    bool negative = negative_value(r, a, b, c, &known);
    if (known)
        return negative || redo_fail("'%s' is not so", r->summary);
    if (!redo_scan(r->summary, "%t is not %t, which a layout would need there", &is, &needed) &&
        !redo_scan(r->summary, "%t is not %t, where a straight run would go on", &is, &needed))
        return redo_fail("the reader knows no summary '%s'", r->summary);
    val said = val_of(is), candidate = val_of(needed);
    if (!composite_at(a, b, c, &value) || !val_same(&value, &said) || val_same(&said, &candidate))
        return redo_fail("%s: %s", where, r->summary);
    bool holds = candidate_holds(r, &candidate, by_xor);
    if (!holds && either) {
        redo_forget();
        holds = candidate_holds(r, &candidate, true);
    }
    if (!holds)
        return false;
    return func_size(b) > IMAGE_MOST || !exists(a, b, by_xor) ||
           redo_fail("a layout has the values of A o B");
}

/* ---- what is said on the way ---- */

/* The A to a B: mode(A,1) to mode(B,1). */
static fn *outer_of(redo *r, const char *b)
{
    char *name = redo_text("%s", b), *at = strchr(name, 'B');
    if (at)
        *at = 'A';
    return names_find(&r->known, name, NULL);
}

static val multiple(const val *v, int64_t n)
{
    val out = *v;
    for (size_t i = 0; i < out.n; i++)
        out.axis[i].number = redo_mul(out.axis[i].number, n);
    return n == 0 ? (val){0} : out;
}

/* From 0 on, straight for `run` of such steps and no longer. */
static bool runs(const fn *a, const fn *b, int64_t step, const val *growth, int64_t run,
                 int64_t there)
{
    val v;
    for (int64_t i = 0; i <= run && i < there; i++) {
        val line = multiple(growth, i);
        if (!composite_at(a, b, i * step, &v) || val_same(&v, &line) != (i < run))
            return false;
    }
    return true;
}

static bool growth_along(redo *r, const fn *a, const fn *b, const fn *leaf, int64_t steps,
                         const val *growth, int64_t run, const char *therefore)
{
    int64_t extent[512], place = 1, such, parts, mode;
    const fn *inside = func_inner(b); /* of a tensor too */
    if (!inside || !inside->stride || !leaf->stride)
        return false;
    tree_flatten(redo_domain(b), extent);
    for (size_t k = 0; k < tree_leaves(redo_domain(b)); place *= extent[k++]) {
        if (extent[k] != tree_size(leaf->shape) ||
            !val_same(&inside->stride[k], &leaf->stride[0]))
            continue;
        such = extent[k] / steps;
        if (!runs(a, b, steps * place, growth, run, such))
            continue;
        if (redo_scan(therefore, "there are %i such steps, which do not split into runs of %i",
                      &parts, &mode)) {
            r->needed = multiple(growth, run);
            r->has_needed = true;
            return parts == such && mode == run && such % run != 0;
        }
        if (redo_scan(therefore, "a layout has a mode of extent %i there", &mode))
            return mode == run;
        return false;
    }
    return false;
}

/* "along 6:3 of B every 2 steps add 7 to the value, once at most: ..." */
static bool along(redo *r, const char *line, bool *known)
{
    char *leaf, *name, *times, *therefore;
    tree *growth;
    int64_t steps = 1, run = 1;
    *known = redo_scan(line, "along %r of %n every step adds %t to the value, %r at most: %r",
                       &leaf, &name, &growth, &times, &therefore) ||
             redo_scan(line, "along %r of %n every %i steps add %t to the value, %r at most: %r",
                       &leaf, &name, &steps, &growth, &times, &therefore);
    if (!*known)
        return false;
    fn *b = names_find(&r->known, name, NULL), *a = outer_of(r, name), *one = func_of(leaf);
    if (strcmp(times, "once") != 0 && !redo_scan(times, "%i times", &run))
        return redo_fail("'%s'", line);
    val v = val_of(growth);
    return a && b && one && growth_along(r, a, b, one, steps, &v, run + 1, therefore);
}

/* Of strides that add by XOR. */
static bool along_leaf(redo *r, const char *line, bool *known)
{
    char *name;
    int64_t k, run, there, steps, extent[512];
    *known =
        redo_scan(line,
                  "along leaf %i of %n in steps of %i the values run straight for %i of the "
                  "%i there are; no first mode as long or shorter leaves a layout for the rest",
                  &k, &name, &steps, &run, &there);
    fn *b = *known ? names_find(&r->known, name, NULL) : NULL, *a = b ? outer_of(r, name) : NULL;
    if (!a || k < 0 || k >= (int64_t)tree_leaves(redo_domain(b)))
        return false;
    tree_flatten(redo_domain(b), extent);
    int64_t place = 1;
    for (int64_t i = 0; i < k; i++)
        place *= extent[i];
    val *value = redo_alloc((size_t)extent[k] * sizeof *value);
    for (int64_t i = 0; i < extent[k]; i++)
        if (!composite_at(a, b, i * place, &value[i]))
            return false;
    bool none = !image_is_layout(value, (size_t)extent[k], true);
    if (steps < 1 || there * steps != extent[k] || steps >= extent[k])
        return false;
    for (int64_t i = 0; i < there; i++)
        value[i] = value[i * steps];
    r->needed = image_times(&value[1], run);
    r->has_needed = true;
    r->nvalues = 1; /* what follows is the one step that the run is made of */
    return none && run == image_straight(value, there, true);
}

bool redo_growth(redo *r, const char *line, bool *known)
{
    tree *t;
    bool ok = along(r, line, known);
    if (*known)
        return ok;
    ok = along_leaf(r, line, known);
    if (*known)
        return ok;
    *known = redo_scan(line, "a layout adds up the values of its modes: %t", &t) ||
             redo_scan(line, "a layout has the XOR of the values of its modes: %t", &t);
    if (!*known)
        return false;
    val said = val_of(t);
    return candidate_holds(r, &said, strstr(line, "XOR") != NULL);
}

/* ---- divides_into ---- */

bool refutes_divides_into(redo *r)
{
    fn *d = redo_arg(r, "D"), *a = redo_arg(r, "A"), *t = redo_arg(r, "T");
    tree *value, *place;
    char *more, *fewer;
    image of_d, of_a;
    if (strcmp(r->where, "c = 0") == 0) { /* tensors: A(T(0)) is A(0) */
        val x, y;
        return (func_at_index(d, 0, &x) && func_at_index(a, 0, &y) && redo_says(r, &x, &y) &&
                !val_same(&x, &y)) ||
               redo_not_so(r);
    }
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
        return redo_unknown_form(r);
    val v = val_of(value);
    if (!image_of(d, -1, NULL, &of_d) || !image_of(a, -1, NULL, &of_a))
        return false;
    size_t in_d = image_count(&of_d, &v), in_a = image_count(&of_a, &v);
    bool as_said = more[0] == 'D' ? in_d > in_a : in_a > in_d, exact = false;
    for (size_t i = 0; i < r->n; i++)
        exact = exact || strcmp(r->key[i], "exact") == 0;
    bool refutes = exact || in_a > 0;
    for (size_t i = 0; !refutes && i < of_a.n; i++) /* what D has of its own is no objection */
        refutes = image_count(&of_d, &of_a.value[i]) != image_count(&of_a, &of_a.value[i]);
    return (as_said && refutes) || redo_not_so(r);
}
