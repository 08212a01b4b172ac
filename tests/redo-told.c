/* redo-told.c - the steps of operations redone from the operands as they are printed: the walks
 * of complements and inverses, the merges of coalesce. */
#include "config.h"

#include "redo-told.h"

#include <stdlib.h>
#include <string.h>

bool told_wrong(const char *line)
{
    return redo_fail("'%s' is not so", line);
}

/* ---- modes ---- */

bool told_same(const fn *f, const fn *g)
{
    return f && g && tree_same(f->shape, g->shape) && redo_same_function(f, g);
}

/* The leaves of a layout of integers; SIZE_MAX: it is none. */
size_t told_leaves(const fn *f, told_mode out[256])
{
    int64_t extent[256], place = 1;
    size_t n = f && f->kind == FN_LAYOUT && !f->by_xor ? tree_leaves(f->shape) : SIZE_MAX;
    if (n > 256)
        return SIZE_MAX;
    tree_flatten(f->shape, extent);
    for (size_t k = 0; k < n; k++) {
        out[k] = (told_mode){extent[k], 0, place};
        if (!val_is_int(&f->stride[k], &out[k].step))
            return SIZE_MAX;
        place = redo_mul(place, extent[k]);
    }
    return n;
}

void told_push(told_steps *t, int64_t extent, int64_t step)
{
    if (t->made < sizeof t->extent / sizeof *t->extent) {
        t->extent[t->made] = extent;
        t->step[t->made++] = step;
    }
}

/* The modes that were told, as a layout. */
fn *told_made(const told_steps *t)
{
    tree *shape[64];
    val stride[64];
    for (size_t i = 0; i < t->made; i++) {
        shape[i] = tree_int(t->extent[i]);
        stride[i] = val_int(t->step[i]);
    }
    return t->made == 0 ? func_of("1:0")
                        : func_layout(tree_tuple(t->made, shape), t->made, stride);
}

/* `2:1, 2:6`: the modes of A that count, in the order of strides. */
static bool sorted_line(told_steps *t, const char *list, const char *line)
{
    told_mode of[256];
    size_t n = told_leaves(t->a, of), counted = 0, listed = 0;
    int64_t before = 0, s, d;
    for (size_t k = 0; n != SIZE_MAX && k < n; k++)
        counted += of[k].extent != 1 && of[k].step != 0;
    t->covered = 1;
    t->walks = true;
    if (strcmp(list, "none") == 0)
        return counted == 0 || told_wrong(line);
    for (const char *p = list; *p; p += *p == ',' ? 2 : 0) {
        size_t length = strcspn(p, ","), found = 0;
        if (!redo_scan(redo_text("%.*s", (int)length, p), "%i:%i", &s, &d) || llabs(d) < before)
            return told_wrong(line);
        for (size_t k = 0; n != SIZE_MAX && k < n; k++)
            found += of[k].extent == s && of[k].step == d;
        if (!found)
            return told_wrong(line);
        before = llabs(d);
        listed++;
        p += length;
    }
    return listed == counted || told_wrong(line);
}

/* Is there a mode s:d whose coordinate 1 stands for this integral coordinate? */
bool told_has_mode(const told_steps *t, int64_t s, int64_t d, int64_t place)
{
    told_mode of[256];
    size_t n = told_leaves(t->a, of);
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
        if (e != llabs(d) || c != t->covered || gap != e / c || !told_has_mode(t, s, d, -1))
            return told_wrong(line);
        if (redo_scan(rest, "the gap before it takes %i:%i; covered %i * %i = %i", &n, &m, &x, &y,
                      &end)) {
            told_push(t, n, m);
            if (n != gap || m != c || gap == 1)
                return told_wrong(line);
        } else if (!redo_scan(rest, "no gap; covered %i * %i = %i", &x, &y, &end) || gap != 1) {
            return told_wrong(line);
        }
        t->covered = end;
        return (x == s && y == e && end == redo_mul(s, e)) || told_wrong(line);
    }
    if (redo_scan(line, "    %i:%i: its stride is less than the %i covered: they overlap", &s, &d,
                  &c))
        return (c == t->covered && llabs(d) < c && told_has_mode(t, s, d, -1)) ||
               told_wrong(line);
    if (redo_scan(line, "    up to %i: ceil(%i / %i) = %i copies, %i:%i", &x, &y, &c, &n, &m,
                  &z)) {
        told_push(t, m, z);
        return (x == y && c == t->covered && n == (x + c - 1) / c && m == n && z == c) ||
               told_wrong(line);
    }
    if (redo_scan(line, "    from %i on copies follow: 1:%i", &x, &y)) {
        told_push(t, 1, y);
        return (x == t->covered && y == x) || told_wrong(line);
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
        told_push(t, n, m);
    else if (strcmp(rest, ", none more") != 0)
        return told_wrong(line);
    else
        n = 1, m = begin;
    bool ok = begin == t->covered && end == d && e == d && b == begin && copies == d / begin &&
              n == copies && m == begin && told_has_mode(t, s, d, -1) &&
              largest == begin - 1 + (copies - 1) * begin + (s - 1) * d;
    t->covered = largest + 1;
    return ok || told_wrong(line);
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
                  end == redo_mul(s, d) && told_has_mode(t, s, d, place);
        told_push(t, n, m);
        t->covered = end;
        return ok || told_wrong(line);
    }
    if (redo_scan(line,
                  "    no mode has the stride %i: the offsets [0,%i) are reached, of %i "
                  "coordinates",
                  &at, &end, &size))
        return (at == t->covered && end == at && size == func_size(t->a)) || told_wrong(line);
    if (redo_scan(line, "    below the first stride, %i, nothing is named: %i:0", &at, &n)) {
        told_push(t, n, 0);
        return at == n || told_wrong(line);
    }
    if (redo_scan(
            line,
            "    from %i on, the last: %i digits name the coordinate of %i:%i, at %i: %i:%i", &at,
            &x, &s, &d, &place, &n, &m)) {
        told_push(t, n, m);
        return (at == d && x == s && n == s && m == place && told_has_mode(t, s, d, place)) ||
               told_wrong(line);
    }
    if (redo_scan(line,
                  "    from %i to %i: %i / %i = %i digits name the coordinate of %i:%i, at %i: "
                  "%i:%i",
                  &at, &end, &x, &y, &size, &s, &d, &place, &n, &m)) {
        told_push(t, n, m);
        return (at == d && x == end && y == at && x % y == 0 && size == x / y && n == size &&
                m == place && told_has_mode(t, s, d, place)) ||
               told_wrong(line);
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
        return told_has_mode(t, 1, d, -1) || told_wrong(line);
    if (redo_scan(line, "  %i:0 is left out, its stride is 0", &s))
        return told_has_mode(t, s, 0, -1) || told_wrong(line);
    if (redo_scan(line, "  %i:%i is the first", &s, &d)) {
        bool first = t->made == 0;
        told_push(t, s, d);
        t->walks = true;
        return (first && told_has_mode(t, s, d, -1)) || told_wrong(line);
    }
    if (!redo_scan(line, "  %i:%i after %i:%i: %i * %i = %i%r", &s, &d, &e, &f, &x, &y, &end,
                   &rest))
        return *known = false;
    if (t->made == 0 || t->extent[last] != e || t->step[last] != f || x != e || y != f ||
        end != redo_mul(x, y) || !told_has_mode(t, s, d, -1))
        return told_wrong(line);
    if (redo_scan(rest, ", they join to %i:%i", &n, &m)) {
        t->extent[last] = n;
        return (end == d && n == redo_mul(e, s) && m == f) || told_wrong(line);
    }
    told_push(t, s, d);
    return (redo_scan(rest, " is not %i, it stays", &other) && other == d && end != d) ||
           told_wrong(line);
}

/* ---- all ---- */

void told_begin(told_steps *t, const char *name, size_t n, char *const *arg, const char *value)
{
    *t = (told_steps){.name = name, .value = value};
    t->a = n > 0 ? func_if_literal(arg[0]) : NULL;
    t->b = n > 1 ? func_if_literal(arg[1]) : NULL;
    bool walk = strstr(name, "complement") || strstr(name, "inverse") ||
                strstr(name, "coalesce") || strcmp(name, "filter") == 0;
    if (walk && t->a)
        t->a = (fn *)(uintptr_t)func_inner(t->a);
    t->x = t->a;
    t->y = t->b;
    redo_forget();
}

bool told_line(told_steps *t, const char *line, bool *known)
{
    static bool (*const form[])(told_steps *, const char *,
                                bool *) = {gap_line,   filled_line,     inverse_line,
                                           merge_line, told_check_line, told_part_line};
    char *list, *of;
    *known = true;
    if (redo_scan(line, "  the modes of %w by stride, those of extent 1 or stride 0 left out: %r",
                  &of, &list))
        return sorted_line(t, list, line);
    if (strncmp(t->name, "left_inverse", 12) == 0 &&
        redo_scan(line, "  A coalesced is %r", &list)) {
        bool same = redo_same_function(t->a, func_of(list));
        t->a = func_of(list);
        return same || told_wrong(line);
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
    if (t->became && !told_same(inner, t->became))
        return redo_fail("the steps of %s do not come to %s", t->name, t->value);
    bool walked = t->walks && t->made > 0;
    return !walked || redo_same_function(inner, told_made(t)) ||
           redo_fail("the modes told by %s do not make %s", t->name, t->value);
}
