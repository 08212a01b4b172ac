/* redo-checks.c - modes and measures of layouts, and definitions of claims with numbers,
 * redone. */
#include "config.h"

#include "redo-told.h"

#include <stdlib.h>
#include <string.h>

/* `    6:1: 6 * 1 = 6 <= 6, the next stride`. */
static bool order_line(told_steps *t, const char *line, bool *known)
{
    int64_t s, d, x, y, end, next;
    char *rest;
    *known = redo_scan(line, "    %i:0: %i coordinates have one value", &s, &x);
    if (*known)
        return (s == x && told_has_mode(t, s, 0, -1)) || told_wrong(line);
    *known = redo_scan(line, "    %i:%i: %i * %i = %i%r", &s, &d, &x, &y, &end, &rest);
    if (!*known)
        return false;
    t->walks = false; /* they make no value */
    if (!told_has_mode(t, s, d, -1) || x != s || y != llabs(d) || end != redo_mul(x, y))
        return told_wrong(line);
    if (strcmp(rest, ", the last") == 0)
        return true;
    if (redo_scan(rest, " <= %i, the next stride", &next))
        return end <= next || told_wrong(line);
    return (redo_scan(rest, " > %i, the next stride: the order alone does not show it", &next) &&
            end > next) ||
           told_wrong(line);
}

/* Other lines may have a literal, too, further on. */
static bool begins_literal(const char *line)
{
    return strncmp(line, "  ", 2) == 0 && line[2] && strchr("0123456789({S", line[2]);
}

static const char *end_of_item(const char *p, char separator)
{
    int depth = 0;
    for (; *p && (depth > 0 || *p != separator); p++)
        depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
    return p;
}

static bool modes_line(told_steps *t, const char *line, bool *known)
{
    char *text, *list;
    size_t i = 0;
    *known = begins_literal(line) && redo_scan(line, "  %r has the modes %r", &text, &list);
    if (!*known)
        return false;
    fn *f = func_of(text);
    (void)t;
    for (const char *p = list; f && *p; i++) {
        const char *end = end_of_item(p, ';');
        char *item = redo_text("%.*s", (int)(end - p), p);
        int64_t all;
        if (redo_scan(item, "... of %i", &all))
            return (all == (int64_t)f->shape->n && i < f->shape->n) || told_wrong(line);
        fn *part = f->shape->leaf ? f : func_mode(f, i);
        if (!told_same(func_of(item), part))
            return told_wrong(line);
        p = end + strspn(end, "; ");
    }
    return (f && i == (f->shape->leaf ? 1 : f->shape->n)) || told_wrong(line);
}

static bool values_line(told_steps *t, const char *line, bool *known)
{
    char *text, *list;
    int64_t c = 0, all;
    *known = begins_literal(line) && redo_scan(line, "  %r has the values %r", &text, &list);
    if (!*known)
        return false;
    fn *f = func_of(text);
    (void)t;
    for (const char *p = list; f && *p; c++) {
        const char *end = end_of_item(p, ',');
        char *item = redo_text("%.*s", (int)(end - p), p);
        val v;
        tree *said;
        if (redo_scan(item, "... of %i", &all))
            return (all == func_size(f) && c < all) || told_wrong(line);
        said = tree_of(item);
        if (!said || !func_at_index(f, c, &v) || !val_same(&v, &(val[]){val_of(said)}[0]))
            return told_wrong(line);
        p = end + strspn(end, ", ");
    }
    return (f && c == func_size(f)) || told_wrong(line);
}

static tree *shape_at(const fn *f, const char *path)
{
    tree *steps = *path ? tree_of(redo_text("(%s,)", path)) : NULL, *at = f ? f->shape : NULL;
    for (size_t i = 0; at && steps && i < steps->n; i++) {
        size_t k = (size_t)steps->child[i]->value;
        at = !at->leaf && k < at->n ? at->child[k] : NULL;
    }
    return at;
}

static bool shapes_line(told_steps *t, const char *line, bool *known)
{
    char *path = "";
    tree *x, *y;
    int64_t n, m;
    bool sizes = redo_scan(line, "  as a whole: %t and %t, of sizes %i and %i", &x, &y, &n, &m) ||
                 redo_scan(line, "  mode %r: %t and %t, of sizes %i and %i", &path, &x, &y, &n,
                           &m);
    bool modes =
        !sizes &&
        (redo_scan(line, "  as a whole: %t and %t, of %i and %i modes", &x, &y, &n, &m) ||
         redo_scan(line, "  mode %r: %t and %t, of %i and %i modes", &path, &x, &y, &n, &m));
    *known = sizes || modes;
    if (strcmp(line, "  and so on") == 0)
        return *known = true;
    if (!*known)
        return false;
    tree *a = shape_at(t->a, path), *b = shape_at(t->b, path);
    bool same = (!t->a || (a && tree_same(a, x))) && (!t->b || (b && tree_same(b, y)));
    bool numbers = sizes ? n == tree_size(x) && m == tree_size(y)
                         : n == (int64_t)x->n && m == (int64_t)y->n;
    return (same && numbers) || told_wrong(line);
}

static bool range_line(told_steps *t, const char *line, bool *known)
{
    char *text;
    int64_t low, high, product = 1, sum, least = 0, most = 0;
    told_mode of[256];
    *known = true;
    if (redo_scan(line, "  the smallest value of %r is %i, the largest %i", &text, &low, &high)) {
        size_t n = told_leaves(func_of(text), of);
        for (size_t k = 0; n != SIZE_MAX && k < n; k++)
            *(of[k].step < 0 ? &least : &most) += redo_mul(of[k].extent - 1, of[k].step);
        return (n != SIZE_MAX && least == low && most == high) || told_wrong(line);
    }
    if (redo_scan(line, "  the extents: %r = %i", &text, &sum)) {
        for (char *p = text; *p; p += strspn(p, " *"))
            product = redo_mul(product, strtoll(p, &p, 10));
        return (product == sum && (!t->a || sum == func_size(t->a))) || told_wrong(line);
    }
    if (redo_scan(line,
                  "  1%r = %i, from the largest coordinate of each mode whose stride is not "
                  "negative",
                  &text, &sum)) {
        size_t n = told_leaves(t->a, of);
        for (size_t k = 0; n != SIZE_MAX && k < n; k++)
            most += of[k].step < 0 ? 0 : redo_mul(of[k].extent - 1, of[k].step);
        for (char *p = text; *p;) {
            int64_t x, y;
            p += strspn(p, " +");
            x = strtoll(p, &p, 10);
            y = *p == '*' ? strtoll(p + 1, &p, 10) : 0;
            product += redo_mul(x, y);
        }
        return (product == sum && (n == SIZE_MAX || sum == most + 1)) || told_wrong(line);
    }
    return *known = false;
}

/* `  lane = 3 has the bits 0, 1: 1 xor 2 = 3`: the bases of these bits. */
bool told_bits_line(const fn *a, const char *line, bool *known)
{
    char *dim, *bits, *sum;
    int64_t x, seen = 0;
    val total = {0}, v;
    tree *value;
    size_t in = 0;
    *known = true;
    if (redo_scan(line, "  %n = 0 has no bits", &dim))
        return true;
    *known = a->kind == FN_LINEAR &&
             redo_scan(line, "  %n = %i has the bits %r: %r = %t", &dim, &x, &bits, &sum, &value);
    while (*known && in < a->nins && strcmp(a->in[in], dim) != 0)
        in++;
    if (!*known || in == a->nins)
        return false;
    for (char *p = bits; *p;) {
        int64_t bit = strtoll(p, &p, 10);
        tree *term = tree_read((const char **)&sum);
        if (!term || bit < 0 || (size_t)bit >= a->bits[in])
            return false;
        v = val_of(term);
        total = val_add(&total, &v, true);
        seen |= (int64_t)1 << bit;
        p += strspn(p, ", ");
        sum += strncmp(sum, " xor ", 5) == 0 ? 5 : 0;
        if (!val_same(&v, &a->basis[in][bit]) && a->nouts > 1)
            return false;
    }
    v = val_of(value);
    return seen == x && val_same(&total, &v);
}

/* Rank over F2 of the values at the bits. */
static int64_t rank_of(const fn *f)
{
    int64_t row[64], rank = 0, n = 0;
    for (size_t i = 0; i < f->nins; i++)
        for (size_t k = 0; k < f->bits[i] && n < 64; k++)
            row[n++] = func_output_number(f, &f->basis[i][k]);
    for (int64_t i = 0; i < n; i++) {
        if (row[i] == 0)
            continue;
        rank++;
        for (int64_t k = i + 1, low = row[i] & -row[i]; k < n; k++)
            row[k] ^= row[k] & low ? row[i] : 0;
    }
    return rank;
}

/* `linear{..} has 2 bits in, 2 bits out and the rank 2`, `V(2) = 3, A(3) = 2`, what a slice
 * fixes, and a common layout. */
static bool linear_line(told_steps *t, const char *line, bool *known)
{
    char *text;
    int64_t in, out, rank, x, y, z, w, bits = 0;
    *known = true;
    if (redo_scan(line, "  %r has %i bits in, %i bits out and the rank %i", &text, &in, &out,
                  &rank)) {
        fn *f = func_of(text);
        for (size_t i = 0; f && i < f->nins; i++)
            bits += (int64_t)f->bits[i];
        return (f && in == bits && tree_size(f->outs) == (int64_t)1 << out &&
                rank == rank_of(f)) ||
               told_wrong(line);
    }
    if (redo_scan(line, "    V(%i) = %i, A(%i) = %i", &x, &y, &z, &w)) {
        fn *f = t->value ? func_of(t->value) : NULL;
        val v, u;
        return (f && t->a && func_at_index(f, x, &v) && func_output_number(f, &v) == y &&
                z == y && func_at_index(t->a, z, &u) && func_output_number(t->a, &u) == w) ||
               told_wrong(line);
    }
    if (redo_scan(line, "  the longest V with A(V(i)) = B(V(i)) = i is %r, of %i coordinates",
                  &text, &x)) {
        fn *f = func_of(text);
        for (int64_t i = 0; f && i < x; i++) {
            int64_t c = func_number_at(f, i);
            if (func_number_at(t->a, c) != i || func_number_at(t->b, c) != i)
                return told_wrong(line);
        }
        return (f && x == func_size(f) && t->value && strtoll(t->value, NULL, 10) == x) ||
               told_wrong(line);
    }
    return *known = false;
}

/* `  what is fixed: 2*8 + 1*2 = 18`: coordinates and strides of A, in order. */
static bool fixed_line(told_steps *t, const char *line, bool *known)
{
    char *text;
    int64_t sum, total = 0;
    told_mode of[256];
    size_t n = told_leaves(t->a, of), k = 0;
    *known = redo_scan(line, "  what is fixed: %r = %i", &text, &sum);
    if (!*known)
        return false;
    for (char *p = text; *p; p += strspn(p, " +"), k++) {
        int64_t c = strtoll(p, &p, 10), d = *p == '*' ? strtoll(p + 1, &p, 10) : 0;
        while (k < n && of[k].step != d)
            k++;
        if (n == SIZE_MAX || k == n)
            return told_wrong(line);
        total += redo_mul(c, d);
    }
    fn *v = t->value ? func_if_literal(t->value) : NULL;
    val offset;
    bool same = !v || !func_is_tensor(v) || !func_offset(v, &offset) ||
                val_same(&offset, &(val[]){val_int(sum)}[0]);
    return (total == sum && same) || told_wrong(line);
}

/* Numbers of the first access: byte b * A(i), or its bank, or its sector. */
static bool numbers_hold(told_steps *t, const char *text, int64_t bytes, int64_t divisor,
                         int64_t modulus)
{
    const char *p = text;
    for (int64_t i = 0; *p && strncmp(p, "...", 3) != 0; i++) {
        char *end;
        int64_t n = strtoll(p, &end, 10), should = func_number_at(t->a, i) * bytes / divisor;
        if (end == p || n != (modulus > 0 ? should % modulus : should))
            return false;
        p = end + strspn(end, ", ");
    }
    return true;
}

static bool access_line(told_steps *t, const char *line, bool *known)
{
    char *unit, *begin, *place;
    int64_t bytes, banks = 0;
    bool of_banks = redo_scan(line,
                              "  the first access, %i %n an element, begins at the bytes %r; of "
                              "%i banks: %r",
                              &bytes, &unit, &begin, &banks, &place);
    *known = of_banks || redo_scan(line,
                                   "  the first access, %i %n an element, begins at the bytes "
                                   "%r; sectors: %r",
                                   &bytes, &unit, &begin, &place);
    if (!*known)
        return false;
    return (t->a && numbers_hold(t, begin, bytes, 1, 0) &&
            numbers_hold(t, place, bytes, of_banks ? 4 : 32, banks)) ||
           told_wrong(line);
}

/* `A(0) = 4, A(1) = 5`. */
static bool bits_line(told_steps *t, const char *line, bool *known)
{
    const char *p = line;
    *known = strncmp(line, "  A(0) = ", 9) == 0 && t->a && strcmp(t->name, "affine") == 0;
    for (p += 2; *known && *p; p += strspn(p, ", ")) {
        char *end;
        int64_t x = strtoll(p + 2, &end, 10), y = strtoll(end + 4, &end, 10);
        if (func_number_at(t->a, x) != y)
            return told_wrong(line);
        p = end;
    }
    return *known;
}

bool told_check_line(told_steps *t, const char *line, bool *known)
{
    static bool (*const form[])(told_steps *, const char *,
                                bool *) = {order_line,  modes_line,  values_line,
                                           shapes_line, range_line,  linear_line,
                                           fixed_line,  access_line, bits_line};
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        bool ok = form[i](t, line, known);
        if (*known)
            return ok;
    }
    return false;
}
