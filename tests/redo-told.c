/* redo-told.c - the steps of operations redone from the operands as they are printed: the parts of
 * divides and products, the walks of complements and inverses, the merges of coalesce. */
#include "config.h"

#include "redo-trace.h"

#include <stdlib.h>
#include <string.h>

#define FEW 4096 /* coordinates that are looked at */

static bool wrong(const char *line)
{
    return redo_fail("'%s' is not so", line);
}

/* ---- modes ---- */

typedef struct {
    int64_t extent, step, place;
} mode;

/* The leaves of a layout of integers; SIZE_MAX: it is none. */
static size_t leaves_of(const fn *f, mode out[256])
{
    int64_t extent[256], place = 1;
    size_t n = f && f->kind == FN_LAYOUT && !f->by_xor ? tree_leaves(f->shape) : SIZE_MAX;
    if (n > 256)
        return SIZE_MAX;
    tree_flatten(f->shape, extent);
    for (size_t k = 0; k < n; k++) {
        out[k] = (mode){extent[k], 0, place};
        if (!val_is_int(&f->stride[k], &out[k].step))
            return SIZE_MAX;
        place = redo_mul(place, extent[k]);
    }
    return n;
}

static void push(told_steps *t, int64_t extent, int64_t step)
{
    if (t->made < sizeof t->extent / sizeof *t->extent) {
        t->extent[t->made] = extent;
        t->step[t->made++] = step;
    }
}

/* The modes that were told, as a layout. */
static fn *made_of(const told_steps *t)
{
    tree *shape[64];
    val stride[64];
    for (size_t i = 0; i < t->made; i++) {
        shape[i] = tree_int(t->extent[i]);
        stride[i] = val_int(t->step[i]);
    }
    return t->made == 0 ? func_of("1:0") : func_layout(tree_tuple(t->made, shape), t->made, stride);
}

/* `2:1, 2:6`: the modes of A that count, in the order of strides. */
static bool sorted_line(told_steps *t, const char *list, const char *line)
{
    mode of[256];
    size_t n = leaves_of(t->a, of), counted = 0, listed = 0;
    int64_t before = 0, s, d;
    for (size_t k = 0; n != SIZE_MAX && k < n; k++)
        counted += of[k].extent != 1 && of[k].step != 0;
    t->covered = 1;
    t->walks = true;
    if (strcmp(list, "none") == 0)
        return counted == 0 || wrong(line);
    for (const char *p = list; *p; p += *p == ',' ? 2 : 0) {
        size_t length = strcspn(p, ","), found = 0;
        if (!redo_scan(redo_text("%.*s", (int)length, p), "%i:%i", &s, &d) || llabs(d) < before)
            return wrong(line);
        for (size_t k = 0; n != SIZE_MAX && k < n; k++)
            found += of[k].extent == s && of[k].step == d;
        if (!found)
            return wrong(line);
        before = llabs(d);
        listed++;
        p += length;
    }
    return listed == counted || wrong(line);
}

/* Is there a mode s:d whose coordinate 1 stands for this integral coordinate? */
static bool has_mode(const told_steps *t, int64_t s, int64_t d, int64_t place)
{
    mode of[256];
    size_t n = leaves_of(t->a, of);
    for (size_t k = 0; n != SIZE_MAX && k < n; k++)
        if (of[k].extent == s && of[k].step == d && (place < 0 || of[k].place == place))
            return true;
    return false;
}

/* ---- complements ---- */

static bool gap_line(told_steps *t, const char *line, bool *known)
{
    int64_t s, d, e, c, gap, x, y, z, end, n, m;
    char *rest;
    *known = true;
    if (redo_scan(line, "    %i:%i: floor(%i / %i) = %i, %r", &s, &d, &e, &c, &gap, &rest)) {
        if (e != llabs(d) || c != t->covered || gap != e / c || !has_mode(t, s, d, -1))
            return wrong(line);
        if (redo_scan(rest, "the gap before it takes %i:%i; covered %i * %i = %i", &n, &m, &x, &y,
                      &end)) {
            push(t, n, m);
            if (n != gap || m != c || gap == 1)
                return wrong(line);
        } else if (!redo_scan(rest, "no gap; covered %i * %i = %i", &x, &y, &end) || gap != 1) {
            return wrong(line);
        }
        t->covered = end;
        return (x == s && y == e && end == redo_mul(s, e)) || wrong(line);
    }
    if (redo_scan(line, "    %i:%i: its stride is less than the %i covered: they overlap", &s, &d,
                  &c))
        return (c == t->covered && llabs(d) < c && has_mode(t, s, d, -1)) || wrong(line);
    if (redo_scan(line, "    up to %i: ceil(%i / %i) = %i copies, %i:%i", &x, &y, &c, &n, &m, &z)) {
        push(t, m, z);
        return (x == y && c == t->covered && n == (x + c - 1) / c && m == n && z == c) ||
               wrong(line);
    }
    if (redo_scan(line, "    from %i on copies follow: 1:%i", &x, &y)) {
        push(t, 1, y);
        return (x == t->covered && y == x) || wrong(line);
    }
    return *known = false;
}

static bool filled_line(told_steps *t, const char *line, bool *known)
{
    int64_t s, d, begin, end, e, b, copies, n, m, largest;
    char *rest;
    *known = redo_scan(line,
                       "    %i:%i: the gap [%i,%i) takes floor(%i / %i) = %i%r; the largest "
                       "offset is %i",
                       &s, &d, &begin, &end, &e, &b, &copies, &rest, &largest);
    if (!*known)
        return false;
    if (redo_scan(rest, " copies, %i:%i", &n, &m))
        push(t, n, m);
    else if (strcmp(rest, ", none more") != 0)
        return wrong(line);
    else
        n = 1, m = begin;
    bool ok = begin == t->covered && end == d && e == d && b == begin && copies == d / begin &&
              n == copies && m == begin && has_mode(t, s, d, -1) &&
              largest == begin - 1 + (copies - 1) * begin + (s - 1) * d;
    t->covered = largest + 1;
    return ok || wrong(line);
}

/* ---- inverses ---- */

static bool inverse_line(told_steps *t, const char *line, bool *known)
{
    int64_t at, s, d, place, n, m, x, y, end, size;
    *known = true;
    if (redo_scan(line,
                  "    stride %i: %i:%i, whose coordinates are %i apart: %i:%i; reached %i * %i "
                  "= %i",
                  &at, &s, &d, &place, &n, &m, &x, &y, &end)) {
        bool ok = at == t->covered && d == at && n == s && m == place && x == s && y == d &&
                  end == redo_mul(s, d) && has_mode(t, s, d, place);
        push(t, n, m);
        t->covered = end;
        return ok || wrong(line);
    }
    if (redo_scan(line,
                  "    no mode has the stride %i: the offsets [0,%i) are reached, of %i "
                  "coordinates",
                  &at, &end, &size))
        return (at == t->covered && end == at && size == func_size(t->a)) || wrong(line);
    if (redo_scan(line, "    below the first stride, %i, nothing is named: %i:0", &at, &n)) {
        push(t, n, 0);
        return at == n || wrong(line);
    }
    if (redo_scan(line,
                  "    from %i on, the last: %i digits name the coordinate of %i:%i, at %i: %i:%i",
                  &at, &x, &s, &d, &place, &n, &m)) {
        push(t, n, m);
        return (at == d && x == s && n == s && m == place && has_mode(t, s, d, place)) ||
               wrong(line);
    }
    if (redo_scan(line,
                  "    from %i to %i: %i / %i = %i digits name the coordinate of %i:%i, at %i: "
                  "%i:%i",
                  &at, &end, &x, &y, &size, &s, &d, &place, &n, &m)) {
        push(t, n, m);
        return (at == d && x == end && y == at && x % y == 0 && size == x / y && n == size &&
                m == place && has_mode(t, s, d, place)) ||
               wrong(line);
    }
    return *known = false;
}

/* ---- coalesce ---- */

static bool merge_line(told_steps *t, const char *line, bool *known)
{
    int64_t s, d, e, f, x, y, end, n, m, other;
    char *rest;
    size_t last = t->made - 1;
    *known = true;
    if (redo_scan(line, "  1:%i vanishes, its extent is 1", &d))
        return has_mode(t, 1, d, -1) || wrong(line);
    if (redo_scan(line, "  %i:0 is left out, its stride is 0", &s))
        return has_mode(t, s, 0, -1) || wrong(line);
    if (redo_scan(line, "  %i:%i is the first", &s, &d)) {
        bool first = t->made == 0;
        push(t, s, d);
        t->walks = true;
        return (first && has_mode(t, s, d, -1)) || wrong(line);
    }
    if (!redo_scan(line, "  %i:%i after %i:%i: %i * %i = %i%r", &s, &d, &e, &f, &x, &y, &end,
                   &rest))
        return *known = false;
    if (t->made == 0 || t->extent[last] != e || t->step[last] != f || x != e || y != f ||
        end != redo_mul(x, y) || !has_mode(t, s, d, -1))
        return wrong(line);
    if (redo_scan(rest, ", they join to %i:%i", &n, &m)) {
        t->extent[last] = n;
        return (end == d && n == redo_mul(e, s) && m == f) || wrong(line);
    }
    push(t, s, d);
    return (redo_scan(rest, " is not %i, it stays", &other) && other == d && end != d) ||
           wrong(line);
}

/* ---- divides and products ---- */

/* The mode of a function, or of a tiler, at `1` or `1,0`. */
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

static bool is_same(const fn *f, const fn *g)
{
    return f && g && tree_same(f->shape, g->shape) && redo_same_function(f, g);
}

/* The complement of Cecka's walk, up to n, or extendable for 0. */
static fn *complement_of(const fn *a, int64_t n)
{
    told_steps t = {.covered = 1};
    mode of[256];
    size_t count = leaves_of(a, of);
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
        push(&t, llabs(of[best].step) / t.covered, t.covered);
        t.covered = redo_mul(llabs(of[best].step), of[best].extent);
    }
    push(&t, n > 0 ? (n + t.covered - 1) / t.covered : 1, t.covered);
    return made_of(&t);
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
    const mode *a = x, *b = y;
    int order = (a->extent > b->extent) - (a->extent < b->extent);
    return order ? order : (a->step > b->step) - (a->step < b->step);
}

/* The same leaves in another order. */
static bool regroups(const fn *f, const fn *g)
{
    mode of[256], as[256];
    size_t n = leaves_of(f, of), m = leaves_of(g, as);
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
        return (!t->value && !complement_of(t->y, func_size(t->x))) || wrong(line);
    if (redo_scan(line, "  A* does not exist: %r", &text))
        return (!t->value && !complement_of(t->x, 0)) || wrong(line);
    if (redo_scan(line, "  A o (T,T*) does not exist: %r", &text) ||
        redo_scan(line, "  A* o B does not exist: %r", &text))
        return !t->value || wrong(line);
    if (redo_scan(line, "  %w is the layout inside, %r", &which, &text)) {
        fn **f = strcmp(which, "B") == 0 ? &t->b : &t->a;
        *f = *f ? (fn *)(uintptr_t)func_inner(*f) : NULL;
        t->x = t->a;
        t->y = t->b;
        return is_same(func_of(text), *f) || wrong(line);
    }
    if (redo_scan(line, "  mode %r: A is %r, %w is %r", &path, &x, &which, &y)) {
        t->x = func_of(x);
        t->y = func_of(y);
        return (is_same(t->x, at_path(t->a, path, false)) &&
                (!t->b || is_same(t->y, at_path(t->b, path, true)))) ||
               wrong(line);
    }
    if (redo_scan(line, "  mode %r: %r stays", &path, &x))
        return is_same(func_of(x), at_path(t->a, path, false)) || wrong(line);
    if (redo_scan(line, "  T* = complement(%r, %i) = %r, %i the size of A", &x, &size, &text,
                  &again)) {
        t->star = func_of(text);
        return (is_same(func_of(x), t->y) && size == func_size(t->x) && again == size &&
                redo_same_function(t->star, complement_of(t->y, size))) ||
               wrong(line);
    }
    if (redo_scan(line, "  (T,T*) = %r", &text)) {
        t->both = func_of(text);
        return (t->star && is_same(t->both, func_concat(t->y, t->star))) || wrong(line);
    }
    if (redo_scan(line, "  A o (T,T*) = %r", &text)) {
        t->became = func_of(text);
        return composes(t->became, t->x, t->both) || wrong(line);
    }
    if (redo_scan(line, "  A* = complement(%r) = %r, whose last mode goes on", &x, &text)) {
        t->star = func_of(text);
        return (is_same(func_of(x), t->x) && same_beyond(t->star, complement_of(t->x, 0))) ||
               wrong(line);
    }
    if (redo_scan(line, "  A* o B = %r", &text)) {
        t->both = func_of(text);
        return composes(t->both, t->star, t->y) || wrong(line);
    }
    if (redo_scan(line, "  (A, A* o B) = %r", &text)) {
        t->became = func_of(text);
        return (t->both && is_same(t->became, func_concat(t->x, t->both))) || wrong(line);
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

/* The pairs of a blocked or raked product: a mode of A and one of the grid. */
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
    return (is_same(block, a) && is_same(grid, b)) || wrong(line);
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
        return (f && (first || regroups(before, f))) || wrong(line);
    }
    return *known = false;
}

/* ---- all ---- */

void told_begin(told_steps *t, const char *name, size_t n, char *const *arg, const char *value)
{
    *t = (told_steps){.name = name, .value = value};
    t->a = n > 0 ? func_if_literal(arg[0]) : NULL;
    t->b = n > 1 ? func_if_literal(arg[1]) : NULL;
    bool walk = strstr(name, "complement") || strstr(name, "inverse") || strstr(name, "coalesce") ||
                strcmp(name, "filter") == 0;
    if (walk && t->a)
        t->a = (fn *)(uintptr_t)func_inner(t->a);
    t->x = t->a;
    t->y = t->b;
    redo_forget();
}

bool told_line(told_steps *t, const char *line, bool *known)
{
    static bool (*const form[])(told_steps *, const char *, bool *) = {
        gap_line, filled_line, inverse_line, merge_line, paired_line, part_line, regrouped_line};
    char *list;
    *known = true;
    if (redo_scan(line,
                  "  the modes of A by stride, those of extent 1 or stride 0 left out: %r", &list))
        return sorted_line(t, list, line);
    if (strncmp(t->name, "left_inverse", 12) == 0 &&
        redo_scan(line, "  A coalesced is %r", &list)) {
        bool same = redo_same_function(t->a, func_of(list));
        t->a = func_of(list);
        return same || wrong(line);
    }
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        bool ok = form[i](t, line, known);
        if (*known)
            return ok;
    }
    return *known = false;
}

/* The steps come to the value: a layout, or the one inside of it. */
bool told_finish(const told_steps *t)
{
    fn *v = t->value && (t->walks || t->became) ? func_if_literal(t->value) : NULL;
    const fn *inner = v ? func_inner(v) : NULL;
    if (!inner || inner->kind != FN_LAYOUT)
        return true;
    if (t->became && !is_same(inner, t->became))
        return redo_fail("the steps of %s do not come to %s", t->name, t->value);
    bool walked = t->walks && t->made > 0;
    return !walked || redo_same_function(inner, made_of(t)) ||
           redo_fail("the modes told by %s do not make %s", t->name, t->value);
}
