/* redo-equal.c - equal and equiv as they are defined. */
#include "config.h"

#include "redo-defined.h"

#include <stdlib.h>
#include <string.h>

static bool sizes_differ(redo *r, const fn *x, const fn *y)
{
    int64_t m, n;
    return (redo_scan(r->summary, "%i is not %i", &m, &n) && m == func_size(x) &&
            n == func_size(y) && m != n) ||
           redo_not_so(r);
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

/* Said to be a value of a function that has `count` there, v if it is one. */
static bool is_only(tree *said, const val *v, int count)
{
    val number = val_of(said);
    return count > 1 || (count == 1 && val_same(&number, v));
}

bool refutes_equiv(redo *r)
{
    fn *x = redo_arg(r, "X"), *y = redo_arg(r, "Y");
    char *has, *has_not;
    int64_t m, n, a, b;
    val v, w;
    int i, j;
    tree *only;
    if (strcmp(r->where, "size") == 0)
        return sizes_differ(r, x, y);
    if (strcmp(r->where, "output dims") == 0)
        return (redo_scan(r->summary, "%i is not %i", &m, &n) && m != n &&
                m == (int64_t)(x->kind == FN_LINEAR ? x->nouts : 1) &&
                n == (int64_t)(y->kind == FN_LINEAR ? y->nouts : 1)) ||
               redo_not_so(r);
    if (strcmp(r->where, "dimensions") == 0)
        return (redo_scan(r->summary, "%w maps %i to %i dimensions, %w maps %i to %i", &has, &m,
                          &n, &has_not, &a, &b) &&
                dims(x, false, m) && dims(x, true, n) && dims(y, false, a) && dims(y, true, b) &&
                (m != a || n != b)) ||
               redo_not_so(r);
    tree *c = redo_place_of(r->where, "c");
    if (!c || !redo_value_at(x, c, &v, &i) || !redo_value_at(y, c, &w, &j))
        return redo_unknown_form(r);
    if ((x->kind == FN_RELATION && x->nouts == 1) || (y->kind == FN_RELATION && y->nouts == 1)) {
        v = i == 1 ? one_number(&v) : val_int(0);
        w = j == 1 ? one_number(&w) : val_int(0);
    }
    if (redo_scan(r->summary, "%w has the value %t, %w has not", &has, &only, &has_not))
        return (is_only(only, strcmp(has, "X") == 0 ? &v : &w, strcmp(has, "X") == 0 ? i : j) &&
                ((strcmp(has_not, "X") == 0 ? i : j) == 0 || i > 1 || j > 1)) ||
               redo_not_so(r);
    return (i == 1 && j == 1 && redo_says(r, &v, &w) && !val_same(&v, &w)) || redo_not_so(r);
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

/* `[in0,in1]` */
static char *dim_names(size_t n, char *const *name)
{
    char *text = redo_text("[");
    for (size_t i = 0; i < n; i++)
        text = redo_text("%s%s%s", text, i > 0 ? "," : "", name[i]);
    return redo_text("%s]", text);
}

static size_t find_dim(size_t n, char *const *name, const char *wanted)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name[i], wanted) == 0)
            return i;
    return SIZE_MAX;
}

/* "input dims: [a] is not [a,b]", "output dim x: the size 4 is not 8" */
static bool dims_differ(redo *r, const fn *x, const fn *y, bool out)
{
    char *const *xn = out ? x->out : x->in, *const *yn = out ? y->out : y->in;
    size_t nx = out ? x->nouts : x->nins, ny = out ? y->nouts : y->nins;
    char *a, *b, *dim;
    int64_t m, n;
    if (redo_scan(r->summary, "the size %i is not %i", &m, &n)) {
        dim = strchr(strchr(r->where, ' ') + 1, ' ') + 1;
        size_t i = find_dim(nx, xn, dim), k = find_dim(ny, yn, dim);
        if (i == SIZE_MAX || k == SIZE_MAX)
            return redo_not_so(r);
        int64_t in_x = out ? x->outs->child[i]->value : (int64_t)1 << x->bits[i];
        int64_t in_y = out ? y->outs->child[k]->value : (int64_t)1 << y->bits[k];
        return (m == in_x && n == in_y && m != n) || redo_not_so(r);
    }
    return (redo_scan(r->summary, "%r is not %r", &a, &b) && strcmp(a, b) != 0 &&
            strcmp(a, dim_names(nx, xn)) == 0 && strcmp(b, dim_names(ny, yn)) == 0) ||
           redo_not_so(r);
}

/* "input dim a, basis 1: 3 is not 4": shown at the bit, of both. */
static bool basis_differs(redo *r, const fn *x, const fn *y)
{
    char *dim, *text;
    int64_t bit, place = 1;
    tree *number[64];
    if (!redo_scan(r->where, "input dim %r, basis %i", &dim, &bit))
        return redo_unknown_form(r);
    size_t i = find_dim(x->nins, x->in, dim);
    if (i == SIZE_MAX || i >= y->nins || bit < 0 || bit >= (int64_t)x->bits[i] ||
        bit >= (int64_t)y->bits[i])
        return redo_not_so(r);
    for (size_t k = 0; k < x->nins; k++)
        number[k] = tree_int(k == i ? place << bit : 0);
    text = tree_text(x->nins == 1 ? number[0] : tree_tuple(x->nins, number));
    text = redo_text(text[0] == '(' ? "%s = " : "(%s) = ", text);
    bool shown = r->nvalues == 2 && strncmp(r->chain[0] + 1, text, strlen(text)) == 0 &&
                 strncmp(r->chain[1] + 1, text, strlen(text)) == 0 && r->chain[0][0] == 'X' &&
                 r->chain[1][0] == 'Y';
    return (shown && redo_says(r, &x->basis[i][bit], &y->basis[i][bit]) &&
            !val_same(&x->basis[i][bit], &y->basis[i][bit])) ||
           redo_not_so(r);
}

bool refutes_equal(redo *r)
{
    fn *x = redo_arg(r, "X"), *y = redo_arg(r, "Y");
    tree *s, *t;
    char *a, *b;
    val v, w;
    bool linear = x->kind == FN_LINEAR && y->kind == FN_LINEAR;
    if (linear && strncmp(r->where, "output dim", 10) == 0)
        return dims_differ(r, x, y, true);
    if (linear && strstr(r->where, ", basis "))
        return basis_differs(r, x, y);
    if (linear && strncmp(r->where, "input dim", 9) == 0)
        return dims_differ(r, x, y, false);
    if (strcmp(r->where, "shape") == 0)
        return (redo_scan(r->summary, "%t is not %t", &s, &t) && tree_same(s, redo_domain(x)) &&
                tree_same(t, redo_domain(y)) && !tree_same(s, t)) ||
               redo_not_so(r);
    if (strcmp(r->where, "offset") == 0) {
        func_offset(x, &v);
        func_offset(y, &w);
        return (redo_says(r, &v, &w) && !val_same(&v, &w)) || redo_not_so(r);
    }
    if (strcmp(r->where, "stride") == 0) {
        if (!redo_scan(r->summary, "%r is not %r", &a, &b))
            return redo_not_so(r);
        fn *f = func_of(redo_text("%s:%s", tree_text(redo_domain(x)), a));
        fn *g = func_of(redo_text("%s:%s", tree_text(redo_domain(y)), b));
        bool as_said = f && g, same = as_said && f->by_xor == g->by_xor; /* f1 is not 1 */
        for (size_t k = 0; as_said && k < tree_leaves(redo_domain(x)); k++) {
            as_said = val_same(&f->stride[k], &func_inner(x)->stride[k]) &&
                      val_same(&g->stride[k], &func_inner(y)->stride[k]);
            same = same && val_same(&f->stride[k], &g->stride[k]);
        }
        return (as_said && !same) || redo_not_so(r);
    }
    if (r->where[0] == '\0' && redo_scan(r->summary, "%r is not %r", &a, &b))
        return (strcmp(a, b) != 0 && is_text_of(r, "X", a) && is_text_of(r, "Y", b)) ||
               redo_not_so(r);
    bool relation = (x && x->kind == FN_RELATION) || (y && y->kind == FN_RELATION);
    return relation ? refutes_equiv(r) : redo_unknown_form(r);
}

/* ---- output dims as one number ---- */

static bool has_several(const fn *f)
{
    return f->kind == FN_LINEAR && f->nouts > 1;
}

/* The output dims in order, the first minor; `in_order` says another order, "b,a". */
static bool flat_number(const fn *f, const char *in_order, int64_t c, int64_t *number)
{
    val v;
    int64_t place = 1;
    *number = func_number_at(f, c);
    if (!has_several(f) || !in_order)
        return true;
    if (!func_at_index(f, c, &v))
        return false;
    const tree *t = val_tree(&v);
    *number = 0;
    for (const char *at = in_order; *at; at += strcspn(at, ","), at += *at == ',') {
        size_t n = strcspn(at, ","), i = 0;
        while (i < f->nouts && (strlen(f->out[i]) != n || strncmp(f->out[i], at, n) != 0))
            i++;
        if (i == f->nouts)
            return redo_fail("'%s' are not the output dims", in_order);
        *number += place * (t->leaf ? 0 : i < t->n ? t->child[i]->value : 0);
        place *= f->outs->child[i]->value;
    }
    return true;
}

/* "flatten_outs(X)", "flatten_outs(transpose_outs(X, [b,a]))", "X": the name, and the order. */
static fn *flattened(redo *r, const char *call, char **order)
{
    char *name;
    *order = NULL;
    if (!redo_scan(call, "flatten_outs(transpose_outs(%w, [%r]))", &name, order) &&
        !redo_scan(call, "flatten_outs(%w)", &name))
        return has_several(redo_arg(r, call)) ? NULL : redo_arg(r, call);
    return has_several(redo_arg(r, name)) ? redo_arg(r, name) : NULL;
}

static bool same_flat(const fn *x, const char *x_order, const fn *y, const char *y_order)
{
    int64_t a, b;
    bool same = func_size(x) == func_size(y); /* else one has values where the other has none */
    for (int64_t c = 0; same && c < func_size(x); c++)
        same = flat_number(x, x_order, c, &a) && flat_number(y, y_order, c, &b) && a == b;
    return same;
}

/* "equiv(flatten_outs(invert(X)), Y) holds: X maps the other way": Y(X(c)) = c, in numbers. */
static bool is_inverse(redo *r)
{
    const fn *f = redo_arg(r, "X"), *g = redo_arg(r, "Y");
    for (int64_t c = 0; c < func_size(f); c++)
        if (func_number_at(g, func_number_at(f, c)) != c)
            return false;
    return func_size(f) == func_size(g);
}

bool redo_flattened(redo *r, const char *line, bool *known)
{
    char *name, *rest, *x, *y, *verdict, *x_order, *y_order;
    *known = true;
    if (redo_scan(line, "flatten_outs(%w) has one, %r", &name, &rest)) {
        const fn *f = redo_arg(r, name);
        char *text = redo_text("%s minor", f->out[0]);
        for (size_t i = 1; i < f->nouts; i++)
            text = redo_text("%s, then %s", text, f->out[i]);
        return has_several(f) && strcmp(rest, text) == 0;
    }
    if (redo_scan(line, "equiv(%r) holds: %w maps the other way", &rest, &name))
        return is_inverse(r) && strstr(rest, redo_text("invert(%s)", name));
    if (redo_scan(line, "equiv(%r, Y) %r", &x, &verdict))
        y = redo_text("Y");
    else if (!redo_scan(line, "equiv(%r, flatten_outs(%r)) %r", &x, &rest, &verdict))
        return *known = false;
    else
        y = redo_text("flatten_outs(%s)", rest);
    const fn *f = flattened(r, x, &x_order), *g = flattened(r, y, &y_order);
    bool holds = strcmp(verdict, "holds") == 0;
    return f && g && (holds || strcmp(verdict, "does not hold") == 0) &&
           same_flat(f, x_order, g, y_order) == holds;
}
