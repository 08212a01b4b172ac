/* redo-parts.c - the parts of divides and products, by mode and regrouped, redone. */
#include "config.h"

#include "redo-told.h"

#include <stdlib.h>
#include <string.h>

#define FEW 4096 /* coordinates that are looked at */

/* The told_mode of a function, or of a tiler, at `1` or `1,0`. */
static fn *at_path(fn *f, const char *path, bool tiler)
{
    tree *steps = tree_of(redo_text("(%s,)", path));
    for (size_t i = 0; f && steps && i < steps->n; i++) {
        size_t k = (size_t)steps->child[i]->value;
        if (f->kind == FN_TILER) {
            f = k < f->n ? f->part[k] : NULL;
        } else if (tiler && f->bare && !f->shape->leaf) { /* a shape is a tiler of n:1 */
            f = k < f->shape->n ? func_compact(f->shape->child[k]) : NULL;
            if (f)
                f->bare = true;
        } else {
            f = func_mode(f, k);
        }
    }
    return steps ? f : NULL;
}

/* The complement of Cecka's walk, up to n, or extendable for 0. */
static fn *complement_of(const fn *a, int64_t n)
{
    told_steps t = {.covered = 1};
    told_mode of[256];
    size_t count = told_leaves(a, of);
    bool used[256] = {false};
    for (size_t round = 0; count != SIZE_MAX && round < count; round++) {
        size_t best = SIZE_MAX;
        for (size_t k = 0; k < count; k++) {
            bool counts = !used[k] && of[k].extent != 1 && of[k].step != 0;
            if (counts && (best == SIZE_MAX || llabs(of[k].step) < llabs(of[best].step)))
                best = k;
        }
        if (best == SIZE_MAX)
            break;
        used[best] = true;
        if (llabs(of[best].step) < t.covered)
            return NULL;
        told_push(&t, llabs(of[best].step) / t.covered, t.covered);
        t.covered = redo_mul(llabs(of[best].step), of[best].extent);
    }
    told_push(&t, n > 0 ? (n + t.covered - 1) / t.covered : 1, t.covered);
    return told_made(&t);
}

/* The same values, past the end as well. */
static bool same_beyond(const fn *f, const fn *g)
{
    for (int64_t c = 0; f && g && c < 2 * func_size(f) + 8 && c < FEW; c++)
        if (func_number_at(f, c) != func_number_at(g, c))
            return false;
    return f && g && func_size(f) == func_size(g);
}

/* r(c) = outer(inner(c)), the shape of r refining that of inner. */
static bool composes(const fn *r, const fn *outer, const fn *inner)
{
    if (!r || !outer || !inner || !tree_compatible(inner->shape, r->shape))
        return false;
    for (int64_t c = 0; c < func_size(inner) && c < FEW; c++) {
        val v, w;
        if (!func_at_index(r, c, &v) || !func_at_index(outer, func_number_at(inner, c), &w) ||
            !val_same(&v, &w))
            return false;
    }
    return true;
}

static int by_mode(const void *x, const void *y)
{
    const told_mode *a = x, *b = y;
    int order = (a->extent > b->extent) - (a->extent < b->extent);
    return order ? order : (a->step > b->step) - (a->step < b->step);
}

/* The same leaves in another order. */
static bool regroups(const fn *f, const fn *g)
{
    told_mode of[256], as[256];
    size_t n = told_leaves(f, of), m = told_leaves(g, as);
    if (n == SIZE_MAX || m == SIZE_MAX)
        return f && g && func_size(f) == func_size(g);
    qsort(of, n, sizeof *of, by_mode);
    qsort(as, m, sizeof *as, by_mode);
    for (size_t k = 0; k < n && n == m; k++)
        if (by_mode(&of[k], &as[k]) != 0)
            return false;
    return n == m;
}

static bool part_line(told_steps *t, const char *line, bool *known)
{
    char *text, *path, *x, *y, *which;
    int64_t size, again;
    *known = true;
    if (redo_scan(line, "  T* does not exist: %r", &text))
        return (!t->value && !complement_of(t->y, func_size(t->x))) || told_wrong(line);
    if (redo_scan(line, "  A* does not exist: %r", &text))
        return (!t->value && !complement_of(t->x, 0)) || told_wrong(line);
    if (redo_scan(line, "  A o (T,T*) does not exist: %r", &text) ||
        redo_scan(line, "  A* o B does not exist: %r", &text))
        return !t->value || told_wrong(line);
    if (redo_scan(line, "  %w is the layout inside, %r", &which, &text)) {
        fn **f = strcmp(which, "B") == 0 ? &t->b : &t->a;
        *f = *f ? (fn *)(uintptr_t)func_inner(*f) : NULL;
        t->x = t->a;
        t->y = t->b;
        return told_same(func_of(text), *f) || told_wrong(line);
    }
    if (redo_scan(line, "  mode %r: A is %r, %w is %r", &path, &x, &which, &y)) {
        t->x = func_of(x);
        t->y = func_of(y);
        return (told_same(t->x, at_path(t->a, path, false)) &&
                (!t->b || told_same(t->y, at_path(t->b, path, true)))) ||
               told_wrong(line);
    }
    if (redo_scan(line, "  mode %r: %r stays", &path, &x))
        return told_same(func_of(x), at_path(t->a, path, false)) || told_wrong(line);
    if (redo_scan(line, "  T* = complement(%r, %i) = %r, %i the size of A", &x, &size, &text,
                  &again)) {
        t->star = func_of(text);
        return (told_same(func_of(x), t->y) && size == func_size(t->x) && again == size &&
                redo_same_function(t->star, complement_of(t->y, size))) ||
               told_wrong(line);
    }
    if (redo_scan(line, "  (T,T*) = %r", &text)) {
        t->both = func_of(text);
        return (t->star && told_same(t->both, func_concat(t->y, t->star))) || told_wrong(line);
    }
    if (redo_scan(line, "  A o (T,T*) = %r", &text)) {
        t->became = func_of(text);
        return composes(t->became, t->x, t->both) || told_wrong(line);
    }
    if (redo_scan(line, "  A* = complement(%r) = %r, whose last mode goes on", &x, &text)) {
        t->star = func_of(text);
        return (told_same(func_of(x), t->x) && same_beyond(t->star, complement_of(t->x, 0))) ||
               told_wrong(line);
    }
    if (redo_scan(line, "  A* o B = %r", &text)) {
        t->both = func_of(text);
        return composes(t->both, t->star, t->y) || told_wrong(line);
    }
    if (redo_scan(line, "  (A, A* o B) = %r", &text)) {
        t->became = func_of(text);
        return (t->both && told_same(t->became, func_concat(t->x, t->both))) || told_wrong(line);
    }
    return *known = false;
}

/* Mode i, `unit` past the last; all of one that is a single mode. */
static fn *mode_or(fn *f, bool single, size_t i, fn *unit)
{
    if (single)
        return i == 0 ? f : unit;
    return i < f->shape->n ? func_mode(f, i) : unit;
}

/* The pairs of a blocked or raked product: a told_mode of A and one of the grid. */
static bool paired_line(told_steps *t, const char *line, bool *known)
{
    char *x, *y, *first, *second;
    int64_t i;
    *known = redo_scan(line, "  mode %i: %r of the %w, then %r of the %w", &i, &x, &first, &y,
                       &second);
    if (!*known)
        return false;
    bool raked = strcmp(first, "grid") == 0;
    fn *block = func_of(raked ? y : x), *grid = func_of(raked ? x : y), *unit = func_of("1:0");
    fn *a = mode_or(t->a, t->a->shape->leaf, (size_t)i, unit);
    fn *b = mode_or(t->both, t->b->shape->leaf, (size_t)i, unit);
    return (told_same(block, a) && told_same(grid, b)) || told_wrong(line);
}

static bool regrouped_line(told_steps *t, const char *line, bool *known)
{
    static const char *const form[] = {"  mode by mode: %r",
                                       "  zipped, first the tiles, then the rests: %r",
                                       "  tiled, each rest a mode: %r",
                                       "  flat, each tile and each rest a mode: %r"};
    char *text;
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        if (!redo_scan(line, form[i], &text))
            continue;
        fn *f = func_of(text), *before = t->became;
        bool first = i == 0;
        t->became = f;
        *known = true;
        return (f && (first || regroups(before, f))) || told_wrong(line);
    }
    return *known = false;
}

bool told_part_line(told_steps *t, const char *line, bool *known)
{
    static bool (*const form[])(told_steps *, const char *, bool *) = {paired_line, part_line,
                                                                       regrouped_line};
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        bool ok = form[i](t, line, known);
        if (*known)
            return ok;
    }
    return false;
}
