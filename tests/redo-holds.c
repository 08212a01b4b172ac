/* redo-holds.c - claims that are proved, as they are defined: every coordinate is looked at. */
#include "config.h"

#include "redo-holds.h"

#include <stdlib.h>
#include <string.h>

#define MOST 4096 /* values that are compared with each other */

/* ---- values ---- */

static bool listed(const redo *r, const char *key, image *out)
{
    const fn *f = redo_arg(r, key);
    return f && f->kind != FN_TILER && func_size(f) <= MOST && !redo_failure() &&
           image_of_numbers(f, out);
}

static bool has_twice(const image *x)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; j < i; j++)
            if (val_same(&x->value[i], &x->value[j]))
                return true;
    return false;
}

/* The element of [0,n), or of the shape, at a place. */
static val wanted_at(const tree *shape, int64_t i)
{
    return shape ? val_of(tree_natural(shape, tree_int(i))) : val_int(i);
}

static bool are_within(const image *x, int64_t n, const tree *shape)
{
    const tree *box = shape ? shape : tree_int(n);
    for (size_t i = 0; i < x->n; i++)
        if (!redo_in_box(box, &x->value[i]))
            return false;
    return true;
}

bool redo_reaches_all(const image *x, int64_t n, const tree *shape)
{
    for (int64_t i = 0; i < n; i++) {
        val v = wanted_at(shape, i);
        if (image_count(x, &v) == 0)
            return false;
    }
    return true;
}

/* ---- one function ---- */

static holds injective(redo *r)
{
    image x;
    return listed(r, "X", &x) ? of(!has_twice(&x)) : NOT_SEEN;
}

static holds in_bounds(redo *r)
{
    image x;
    int64_t n;
    tree *shape;
    return listed(r, "X", &x) && redo_wanted_of(r, "N", &n, &shape) ? of(are_within(&x, n, shape))
                                                                    : NOT_SEEN;
}

/* An integer of the shape may stand for a tuple of one. */
static bool is_nested_otherwise(const image *x, const tree *shape)
{
    const tree *profile = image_profile(x->f);
    return shape && tree_leaves(profile) == tree_leaves(shape) && !tree_congruent(profile, shape);
}

static holds covers(redo *r)
{
    image x;
    int64_t n;
    tree *shape;
    return listed(r, "X", &x) && redo_wanted_of(r, "N", &n, &shape) && n <= MOST &&
                   !is_nested_otherwise(&x, shape)
               ? of(redo_reaches_all(&x, n, shape))
               : NOT_SEEN;
}

static holds surjective(redo *r)
{
    holds within = in_bounds(r), all = covers(r);
    return within == NOT_SEEN || all == NOT_SEEN ? NOT_SEEN : of(within == HOLDS && all == HOLDS);
}

static holds partitions(redo *r)
{
    image x;
    const fn *s = redo_arg(r, "S");
    int64_t times = 1;
    bool guarded = false;
    for (size_t i = 0; i < r->n; i++)
        guarded |= strcmp(r->key[i], "under") == 0 && strcmp(r->text[i], "_") != 0;
    redo_int(r, "times", &times);
    if (guarded || !s->bare || !listed(r, "TV", &x))
        return NOT_SEEN;
    const tree *shape = image_profile(x.f)->leaf || s->shape->leaf ? NULL : s->shape;
    int64_t n = tree_size(s->shape);
    bool even = (int64_t)x.n == redo_mul(times, n) && are_within(&x, n, shape);
    for (size_t i = 0; even && i < x.n; i++)
        even = (int64_t)image_count(&x, &x.value[i]) == times;
    return of(even);
}

/* Onto [0,n), or the coordinates of the least shape that has all values. */
static holds bijective(redo *r)
{
    image x;
    if (!listed(r, "X", &x) || (x.f->kind == FN_LINEAR && strcmp(r->name, "bijective") == 0))
        return NOT_SEEN;
    tree *profile = x.f->kind == FN_LINEAR ? tree_int(0) : image_profile(x.f);
    if (profile->leaf)
        return of(!has_twice(&x) && are_within(&x, (int64_t)x.n, NULL));
    int64_t size = 1;
    for (size_t q = 0; q < tree_leaves(profile); q++) {
        int64_t least = 0, most = 0;
        for (size_t i = 0; i < x.n; i++) {
            int64_t v = val_at(&x.value[i], q, profile);
            least = v < least ? v : least;
            most = v > most ? v : most;
        }
        if (least < 0)
            return FAILS;
        size = redo_mul(size, most + 1);
    }
    return of(!has_twice(&x) && size == (int64_t)x.n);
}

static holds fits(redo *r)
{
    image x;
    int64_t bits, least = 0, value;
    bool is_signed = redo_scan(r->text[1], "int%i", &bits);
    if (!listed(r, "X", &x) || (!is_signed && !redo_scan(r->text[1], "uint%i", &bits)) ||
        bits > 60)
        return NOT_SEEN;
    least = is_signed ? -((int64_t)1 << (bits - 1)) : 0;
    for (size_t i = 0; i < x.n; i++)
        for (size_t q = 0; q < x.value[i].n; q++) {
            value = x.value[i].axis[q].number;
            if (value < least || value >= least + ((int64_t)1 << bits))
                return FAILS;
        }
    return HOLDS;
}

static holds aligned(redo *r)
{
    image x;
    int64_t by, value;
    if (!listed(r, "X", &x) || !redo_int(r, "n", &by))
        return NOT_SEEN;
    for (size_t i = 0; i < x.n; i++)
        if (!val_is_int(&x.value[i], &value) || value % by != 0)
            return FAILS;
    return HOLDS;
}

static holds is_linear(redo *r)
{
    image x;
    int64_t at, low, rest;
    if (!listed(r, "X", &x) || !image_profile(x.f)->leaf)
        return NOT_SEEN;
    if ((x.n & (x.n - 1)) != 0)
        return FAILS;
    for (size_t i = 0; i < x.n; i++)
        if (!val_is_int(&x.value[i], &at) || !val_is_int(&x.value[i & -i], &low) ||
            !val_is_int(&x.value[i & (i - 1)], &rest) || at < 0 ||
            (i > 0 && at != (low ^ rest)) || (i == 0 && at != 0))
            return FAILS;
    return HOLDS;
}

/* Strides that add by XOR are a layout's where they are written so: of other functions, strides
 * that add up are asked for. */
static holds is_layout(redo *r)
{
    const fn *f = redo_arg(r, "X");
    image x;
    return (f->kind != FN_LINEAR || f->nouts == 1) && listed(r, "X", &x)
               ? of(image_is_layout(x.value, x.n, f->kind == FN_LAYOUT && f->by_xor))
               : NOT_SEEN;
}

/* ---- two functions ---- */

static holds equiv(redo *r)
{
    image x, y;
    const fn *f = redo_arg(r, "X"), *g = redo_arg(r, "Y");
    bool several = (f->kind == FN_LINEAR && f->nouts != 1) ||
                   (g->kind == FN_LINEAR && g->nouts != 1);
    if (several || !listed(r, "X", &x) || !listed(r, "Y", &y))
        return NOT_SEEN;
    bool same = x.n == y.n;
    for (size_t i = 0; same && i < x.n; i++)
        same = val_same(&x.value[i], &y.value[i]);
    return of(same);
}

static holds equal(redo *r)
{
    const fn *f = redo_arg(r, "X"), *g = redo_arg(r, "Y");
    if (f->kind != FN_LAYOUT || g->kind != FN_LAYOUT)
        return NOT_SEEN;
    bool same = tree_same(f->shape, g->shape) && f->by_xor == g->by_xor;
    for (size_t k = 0; same && k < tree_leaves(f->shape); k++)
        same = val_same(&f->stride[k], &g->stride[k]);
    return of(same);
}

static holds contained(redo *r)
{
    image t, a;
    if (!listed(r, "T", &t) || !listed(r, "A", &a))
        return NOT_SEEN;
    for (size_t i = 0; i < t.n; i++)
        if (image_count(&a, &t.value[i]) == 0)
            return FAILS;
    return HOLDS;
}

/* But for 0, which all layouts have. */
static holds disjoint(redo *r)
{
    image a, b;
    if (!listed(r, "A", &a) || !listed(r, "B", &b))
        return NOT_SEEN;
    for (size_t i = 0; i < a.n; i++)
        if (a.value[i].n > 0 && image_count(&b, &a.value[i]) > 0)
            return FAILS;
    return HOLDS;
}

static holds reorders(redo *r)
{
    image x, y;
    if (!listed(r, "X", &x) || !listed(r, "Y", &y))
        return NOT_SEEN;
    for (size_t i = 0; i < x.n; i++)
        if (image_count(&x, &x.value[i]) != image_count(&y, &x.value[i]))
            return FAILS;
    return of(x.n == y.n);
}

/* ---- inverses and compositions ---- */

static bool is_coordinate(const fn *f, const val *v)
{
    const tree *shape = redo_domain(f);
    int64_t number;
    if (val_is_int(v, &number))
        return number >= 0 && number < func_size(f);
    return shape && redo_in_box(shape, v);
}

static holds right_inverts(redo *r)
{
    const fn *R = redo_arg(r, "R"), *a = redo_arg(r, "A");
    image all;
    if (!listed(r, "R", &all) || !redo_domain(R) || a->kind == FN_RELATION || a->kind == FN_TILER)
        return NOT_SEEN;
    for (size_t i = 0; i < all.n; i++) {
        val w, want;
        if (!is_coordinate(a, &all.value[i]))
            return FAILS;
        if (!func_as_number(a, val_tree(&all.value[i]), &w) ||
            !redo_as_value(a, redo_domain(R), tree_int((int64_t)i), &want))
            return NOT_SEEN;
        if (!val_same(&w, &want))
            return FAILS;
    }
    return HOLDS;
}

/* A(L(A(c))) = A(c), and L(A(c)) is a coordinate of A. */
static holds left_inverts(redo *r)
{
    const fn *l = redo_arg(r, "L"), *a = redo_arg(r, "A");
    image all;
    if (!listed(r, "A", &all) || l->kind == FN_RELATION || l->kind == FN_TILER ||
        l->kind == FN_LINEAR)
        return NOT_SEEN;
    for (size_t i = 0; i < all.n; i++) {
        val back, again;
        if (!func_as_number(l, val_tree(&all.value[i]), &back))
            return NOT_SEEN;
        if (!is_coordinate(a, &back))
            return FAILS;
        if (!func_as_number(a, val_tree(&back), &again))
            return NOT_SEEN;
        if (!val_same(&again, &all.value[i]))
            return FAILS;
    }
    return HOLDS;
}

/* R(c) = A(B(c)), and R's shape refines B's. */
static bool is_composite(const fn *R, const fn *a, const fn *b, bool *seen)
{
    if (R->kind == FN_RELATION || b->kind == FN_RELATION || a->kind == FN_RELATION)
        *seen = false;
    if (!*seen || func_size(R) != func_size(b))
        return false;
    const tree *of_R = func_inner(R)->shape, *of_b = func_inner(b)->shape;
    if (of_R && of_b && R->kind != FN_LINEAR && b->kind != FN_LINEAR &&
        !tree_compatible(of_b, of_R))
        return false;
    for (int64_t c = 0; *seen && c < func_size(b); c++) {
        val inner, want, is;
        *seen = func_as_number(b, tree_int(c), &inner) &&
                func_as_number(a, val_tree(&inner), &want) && func_as_number(R, tree_int(c), &is);
        if (*seen && !val_same(&want, &is))
            return false;
    }
    return true;
}

static holds composes(redo *r)
{
    const fn *R = redo_arg(r, "R"), *a = redo_arg(r, "A"), *b = redo_arg(r, "B");
    bool seen = true, same = true;
    if (b->kind != FN_TILER) {
        seen = func_size(b) <= MOST && func_size(R) <= MOST;
        same = seen && is_composite(R, a, b, &seen);
        return seen ? of(same) : NOT_SEEN;
    }
    if (R->kind != FN_LAYOUT || a->kind != FN_LAYOUT || R->shape->leaf ||
        R->shape->n != a->shape->n)
        return NOT_SEEN;
    for (size_t i = 0; seen && same && i < R->shape->n; i++)
        same = i < b->n ? is_composite(func_mode(R, i), func_mode(a, i), b->part[i], &seen)
                        : redo_same_function(func_mode(R, i), func_mode(a, i));
    redo_forget();
    return seen ? of(same) : NOT_SEEN;
}

/* Where A o B is a layout of B's shape, or finer: along each leaf of B it is one, and its values
 * are the sums of these. */
static holds admissible(redo *r)
{
    const fn *a = redo_arg(r, "A"), *b = redo_arg(r, "B");
    if (a->kind != FN_LAYOUT || b->kind != FN_LAYOUT || a->by_xor || b->by_xor ||
        func_size(b) > MOST)
        return NOT_SEEN;
    size_t leaves = tree_leaves(b->shape);
    int64_t extent[64], step = 1;
    val *at = redo_alloc(MOST * sizeof *at), *along = redo_alloc(MOST * sizeof *along), sum;
    if (leaves > 64)
        return NOT_SEEN;
    tree_flatten(b->shape, extent);
    for (int64_t c = 0; c < func_size(b); c++) {
        val inner;
        if (!func_at_index(b, c, &inner) || !func_as_number(a, val_tree(&inner), &at[c]))
            return NOT_SEEN;
    }
    for (size_t k = 0; k < leaves; step *= extent[k++]) {
        for (int64_t i = 0; i < extent[k]; i++)
            along[i] = at[i * step];
        if (!image_is_layout(along, (size_t)extent[k], false))
            return FAILS;
    }
    for (int64_t c = 0; c < func_size(b); c++) {
        int64_t rest = c;
        sum = (val){0};
        step = 1;
        for (size_t k = 0; k < leaves; step *= extent[k++]) {
            sum = val_add(&sum, &at[rest % extent[k] * step], false);
            rest /= extent[k];
        }
        if (!val_same(&sum, &at[c]))
            return FAILS;
    }
    return HOLDS;
}

/* The first mode of D is A o T, and D has the values of A, each as often; others, too, unless
 * exact. */
static holds divides_into(redo *r)
{
    const fn *t = redo_arg(r, "T"), *whole = redo_arg(r, "D");
    image d, a;
    if (whole->kind != FN_LAYOUT || whole->shape->leaf || t->kind != FN_LAYOUT || r->n > 4 ||
        !listed(r, "D", &d) || !listed(r, "A", &a))
        return NOT_SEEN;
    bool seen = true, same = is_composite(func_mode(whole, 0), a.f, t, &seen);
    for (size_t i = 0; same && i < a.n; i++)
        same = image_count(&d, &a.value[i]) == image_count(&a, &a.value[i]);
    return seen ? of(same && (r->n < 4 || d.n == a.n)) : NOT_SEEN;
}

static holds shapes(redo *r)
{
    const fn *x = redo_arg(r, "X"), *y = redo_arg(r, "Y");
    const tree *s = redo_domain(x), *t = redo_domain(y);
    if (!s || !t)
        return NOT_SEEN;
    return of(strcmp(r->name, "congruent") == 0          ? tree_congruent(s, t)
              : strcmp(r->name, "weakly_congruent") == 0 ? tree_weakly_congruent(s, t)
              : strcmp(r->name, "refines") == 0          ? tree_compatible(t, s)
                                                         : tree_compatible(s, t));
}

/* ---- claims ---- */

holds redo_holds(const char *claim)
{
    static const struct {
        const char *name;
        holds (*holds)(redo *);
    } claims[] = {{"admissible", admissible},
                  {"aligned", aligned},
                  {"bijective", bijective},
                  {"compact", bijective},
                  {"compatible", shapes},
                  {"complements", redo_complements},
                  {"composes", composes},
                  {"congruent", shapes},
                  {"contained", contained},
                  {"covers", covers},
                  {"disjoint", disjoint},
                  {"divides_into", divides_into},
                  {"equal", equal},
                  {"equiv", equiv},
                  {"fits", fits},
                  {"in_bounds", in_bounds},
                  {"injective", injective},
                  {"is_layout", is_layout},
                  {"is_linear", is_linear},
                  {"left_inverts", left_inverts},
                  {"partitions", partitions},
                  {"refines", shapes},
                  {"reorders", reorders},
                  {"right_inverts", right_inverts},
                  {"surjective", surjective},
                  {"vectorizes", redo_vectorizes},
                  {"weakly_congruent", shapes}};
    redo *r = redo_read(claim);
    holds is = NOT_SEEN;
    for (size_t i = 0; r && i < sizeof claims / sizeof *claims; i++)
        if (strcmp(claims[i].name, r->name) == 0)
            is = claims[i].holds(r);
    if (r && redo_is_memory(r->name))
        is = redo_memory_holds(r, claim);
    if (redo_failure())
        is = NOT_SEEN;
    redo_reset();
    return is;
}
