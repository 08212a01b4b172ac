/* redo-kinds.c - is_linear, is_layout, tractable and non_degenerate as they are defined. */
#include "config.h"

#include "redo-defined.h"

#include <stdlib.h>
#include <string.h>

bool refutes_is_linear(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t a, b, c, d, at;
    char *name, *again, *third;
    val v, w, both;
    if (redo_scan(r->summary, "%i is not a power of two", &a))
        return (a == func_size(x) && (a & (a - 1)) != 0) || redo_not_so(r);
    if (redo_scan(r->summary, "%i is negative: no vector of bits", &a)) {
        if (!redo_place(r->where, "c", redo_domain(x), &at) || !func_at_index(x, at, &v))
            return redo_not_so(r);
        v = redo_on_axis(r, x, v);
        return (val_is_int(&v, &b) && a == b && a < 0) || redo_not_so(r);
    }
    if (!redo_scan(r->where, "x = %i and y = %i", &a, &b) ||
        !redo_scan(r->summary, "%n(x xor y) = %i is not %n(x) xor %n(y) = %i", &name, &c, &again,
                   &third, &d))
        return redo_unknown_form(r);
    char *called = r->at_axis < 0 ? "X" : redo_text("X_%ld", r->at_axis);
    if (strcmp(name, called) != 0 || strcmp(again, called) != 0 || strcmp(third, called) != 0 ||
        !func_at_index(x, a, &v) || !func_at_index(x, b, &w) || !func_at_index(x, a ^ b, &both))
        return redo_not_so(r);
    v = redo_on_axis(r, x, v);
    w = redo_on_axis(r, x, w);
    both = redo_on_axis(r, x, both);
    val sum = val_add(&v, &w, true), said = val_int(c), apart = val_int(d);
    return (val_same(&sum, &apart) && val_same(&both, &said) && c != d && a < func_size(x) &&
            b < func_size(x)) ||
           redo_not_so(r);
}

static bool no_layout(redo *r, const fn *x)
{
    image all;
    return (image_of(x, -1, NULL, &all) && !image_is_layout(all.value, all.n, false)) ||
           redo_not_so(r);
}

/* The message of the search: a coordinate, its value, and what the only candidate has. */
static bool relation_no_layout(redo *r, const fn *x, bool *known)
{
    char *name, *layout, *rest;
    int64_t c, run, left;
    tree *is, *other;
    val v, w;
    *known = true;
    if (redo_scan(r->summary,
                  "no layout has the values of %n: at c = %i the value is %t, and the "
                  "only candidate, %r, has %t",
                  &name, &c, &is, &layout, &other)) {
        fn *f = func_of(layout);
        val said = val_of(is), needed = val_of(other);
        image all;
        return f && image_of(x, -1, NULL, &all) && image_runs_are(&all, f) &&
               func_at_index(x, c, &v) && func_at_index(f, c, &w) && val_same(&v, &said) &&
               val_same(&w, &needed) && !val_same(&v, &w) && no_layout(r, x);
    }
    if (redo_scan(r->summary,
                  "no layout has the values of %n: at c = %i the value is %t and no "
                  "longer %t on the straight line before it, whose %i values do not "
                  "divide the %i that are left",
                  &name, &c, &is, &other, &run, &left)) {
        val said = val_of(is), line = val_of(other), sum = {0};
        if (c % run != 0 || left % run == 0 || !func_at_index(x, c, &v) ||
            !func_at_index(x, c / run, &w))
            return redo_not_so(r);
        for (int64_t i = 0; i < run; i++)
            sum = val_add(&sum, &w, false);
        return val_same(&v, &said) && val_same(&sum, &line) && !val_same(&said, &line) &&
               no_layout(r, x);
    }
    if (redo_scan(r->summary,
                  "no layout has the values of %n: at c = 0 the value is %t, of every "
                  "layout 0",
                  &name, &is)) {
        val said = val_of(is);
        return func_at_index(x, 0, &v) && val_same(&v, &said) && v.n > 0;
    }
    if (redo_scan(r->summary, "no layout has the values of %n: there are several at c = %i",
                  &name, &c))
        return relation_at(x->map, tree_int(c), &v) == 2;
    if (redo_scan(r->summary, "no layout has the values of %n: the domain is not [0,n)%r", &name,
                  &rest))
        return !relation_size(x->map, &c);
    return *known = false;
}

bool refutes_is_layout(redo *r)
{
    fn *x = redo_arg(r, "X");
    int64_t a, b, c, d, at;
    tree *is, *needed;
    char *name, *again, *third;
    bool known, ok = relation_no_layout(r, x, &known);
    if (known)
        return ok || redo_not_so(r);
    if (strcmp(r->where, "output dims") == 0)
        return (redo_scan(r->summary, "%i is not 1", &a) && a == (int64_t)x->nouts && a != 1) ||
               redo_not_so(r);
    if (redo_scan(r->summary, "%t is not 0, which every layout has there", &is)) {
        val v, said = val_of(is);
        return (strcmp(r->where, "c = 0") == 0 && func_at_index(x, 0, &v) &&
                val_same(&v, &said) && v.n > 0) ||
               redo_not_so(r);
    }
    if (redo_scan(r->where, "x = %i and y = %i", &a, &b)) {
        if (!redo_scan(r->summary,
                       "%n(x + y) = %i is not %n(x) + %n(y) = %i, which it is in a layout", &name,
                       &c, &again, &third, &d))
            return redo_unknown_form(r);
        return (func_number_at(x, a + b) == c &&
                func_number_at(x, a) + func_number_at(x, b) == d && c != d && no_layout(r, x)) ||
               redo_not_so(r);
    }
    if (!redo_scan(r->summary, "%t is not %t, which a layout would need there", &is, &needed) ||
        !redo_place(r->where, "c", redo_domain(x), &at))
        return redo_unknown_form(r);
    return (func_number_at(x, at) == is->value && is->value != needed->value &&
            no_layout(r, x)) ||
           redo_not_so(r);
}

/* The strides in order: of neighbours, extent times stride divides the next stride. */
bool refutes_tractable(redo *r)
{
    fn *a = redo_arg(r, "A");
    int64_t low, high, end, next, s, d, extent[512];
    tree_flatten(a->shape, extent);
    char *word;
    if (redo_scan(r->summary, "the stride of %i:%i is negative", &s, &d))
        return (redo_scan(r->where, "%w %i", &word, &low) &&
                low < (int64_t)tree_leaves(a->shape) && extent[low] == s &&
                val_is_int(&a->stride[low], &end) && end == d && d < 0) ||
               redo_not_so(r);
    if (!redo_scan(r->where, "%w %i and %i", &word, &low, &high) ||
        !redo_scan(r->summary, "%i does not divide %i", &end, &next) || low == high ||
        low >= (int64_t)tree_leaves(a->shape) || high >= (int64_t)tree_leaves(a->shape))
        return redo_unknown_form(r);
    val_is_int(&a->stride[low], &d);
    val_is_int(&a->stride[high], &s);
    return (end == extent[low] * d && next == s && s % end != 0) || redo_not_so(r);
}

/* A mode of extent 1 with a stride. */
bool refutes_non_degenerate(redo *r)
{
    fn *a = redo_arg(r, "X");
    int64_t mode, stride, extent[512];
    tree_flatten(a->shape, extent);
    if (!redo_scan(r->where, "mode %i", &mode) || mode >= (int64_t)tree_leaves(a->shape) ||
        strcmp(r->summary, "its extent is 1, and its stride is not 0") != 0)
        return redo_unknown_form(r);
    return (extent[mode] == 1 && val_is_int(&a->stride[mode], &stride) && stride != 0) ||
           redo_not_so(r);
}
