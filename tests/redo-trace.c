/* redo-trace.c - the steps of compositions and of values at coordinates, line by line. */
#include "config.h"

#include "redo-told.h"
#include "redo-trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An operation under way. */
typedef struct {
    char *value; /* the value it is said to have; NULL: a claim, or nothing */
    fn *a, *b;   /* of a composition: also those of a mode */
    fn *coalesced, *reached, *leaf;
    tree *shape; /* of A refined */
    tree *codomain;
    int64_t s, d; /* the mode of B */
    char *became; /* the last mode, or all of them */
    bool composed, evaluated, by_mode, decided;
    names known;
    told_steps told;
    size_t compositions;
} trace;

static bool wrong(const char *line)
{
    return redo_fail("'%s' is not so", line);
}

/* ---- layouts and morphisms ---- */

/* The same values at [0,n), past the domain as well. */
static bool same_to(const fn *f, const fn *g, int64_t n)
{
    for (int64_t c = 0; c < n && c < 4096; c++) {
        val v, w;
        if (!func_at_index(f, c, &v) || !func_at_index(g, c, &w) || !val_same(&v, &w))
            return false;
    }
    return true;
}

/* `morphism{(2,2) -> (2,3,2): 3,*}` as the layout that it is; *codomain is its other side. */
static fn *morphism_of(const char *text, tree **codomain)
{
    char *domain_text, *codomain_text, *images;
    if (!redo_scan(text, "morphism{%r -> %r: %r}", &domain_text, &codomain_text, &images))
        return NULL;
    tree *domain = tree_of(domain_text);
    *codomain = tree_of(codomain_text);
    if (!domain || !*codomain)
        return NULL;
    int64_t entry[256];
    val stride[256];
    size_t n = tree_leaves(domain);
    tree_flatten(*codomain, entry);
    const char *p = images;
    for (size_t i = 0; i < n && i < 256; i++) {
        int64_t image = *p == '*' ? 0 : strtoll(p, NULL, 10), d = image > 0;
        for (int64_t k = 0; k + 1 < image; k++)
            d = redo_mul(d, entry[k]);
        stride[i] = val_int(d);
        p += strcspn(p, ",");
        p += *p == ',';
    }
    return func_layout(domain, n, stride);
}

/* The leaves of b are those of a, split. */
static bool refines(const tree *coarse, const tree *fine)
{
    return tree_compatible(coarse, fine);
}

/* ---- a mode of B ---- */

static bool quotient_line(trace *t, const char *line, bool *known)
{
    int64_t k, s, d, from, a, b, n, e, f, place = 1, extent[256], step;
    char *what;
    *known = redo_scan(line, "      mode %i, %i:%i, from %i on: %r", &k, &s, &d, &from, &what);
    if (!*known)
        return false;
    const fn *l = t->coalesced;
    if (!l || k >= (int64_t)tree_leaves(l->shape))
        return wrong(line);
    tree_flatten(l->shape, extent);
    for (int64_t i = 0; i < k; i++)
        place = redo_mul(place, extent[i]);
    val_is_int(&l->stride[k], &step);
    if (extent[k] != s || step != d || place != from)
        return wrong(line);
    if (strcmp(what, "passed over whole") == 0)
        return redo_mul(s, place) <= t->d || wrong(line);
    if (strcmp(what, "kept as it is") == 0)
        return t->d <= place || wrong(line);
    if (redo_scan(what, "every %i-th: %i:%i", &n, &e, &f))
        return (n == (t->d + place - 1) / place && e == (s + n - 1) / n && f == d * n) ||
               wrong(line);
    return (redo_scan(what, "%i and %i do not divide one another", &a, &b) && a == place &&
            b == t->d && a % b != 0 && b % a != 0) ||
           wrong(line);
}

static bool run_line(trace *t, const char *line, bool *known)
{
    int64_t every, at, first, run, left, n, v;
    *known = redo_scan(line, "      in steps of %i: A(%i) = %i, straight for %i of %i: %i:%i",
                       &every, &at, &first, &run, &left, &n, &v);
    if (!*known)
        return false;
    if (!t->coalesced || at != every * t->d || n != run || v != first || every * left != t->s)
        return wrong(line);
    for (int64_t i = 0; i <= run && i < left; i++)
        if ((func_number_at(t->a, i * at) == i * first) != (i < run))
            return wrong(line);
    return true;
}

static bool mode_line(trace *t, const char *line, bool *known)
{
    int64_t k, s, d, extent[256], step;
    char *rest;
    *known = true;
    if (redo_scan(line, "  mode %i of B, %i:%i", &k, &s, &d)) {
        const fn *b = t->b;
        if (!b || k >= (int64_t)tree_leaves(b->shape))
            return wrong(line);
        tree_flatten(b->shape, extent);
        t->s = s;
        t->d = d;
        return (extent[k] == s && val_is_int(&b->stride[k], &step) && step == d) || wrong(line);
    }
    if (redo_scan(line, "    divide %i out of A:", &d))
        return d == t->d || wrong(line);
    if (redo_scan(line, "    keep %i of what is left: %r", &s, &rest))
        return s == t->s || wrong(line);
    if (redo_scan(line, "    so it becomes %r, in runs too long to be told", &rest) ||
        redo_scan(line, "    so it becomes %r", &rest)) {
        fn *r = func_of(rest);
        if (!r || func_size(r) != t->s)
            return wrong(line);
        for (int64_t i = 0; i < t->s && i < 4096; i++)
            if (func_number_at(r, i) != func_number_at(t->a, i * t->d))
                return wrong(line);
        t->became = rest;
        return true;
    }
    return *known = false;
}

/* ---- all of B ---- */

static bool is_value(trace *t, const char *text, const char *line)
{
    return !t->value || t->by_mode || strcmp(text, t->value) == 0 ||
           redo_fail("'%s', and the value is %s", line, t->value);
}

static bool sum_line(trace *t, const char *line, bool *known)
{
    char *text, *path, *x, *y;
    *known = true;
    if (redo_scan(line,
                  "  A coalesced is %r; only its last mode may be left unfinished, it "
                  "extends",
                  &text)) {
        t->coalesced = func_of(text);
        t->compositions++;
        return (t->coalesced && t->a && same_to(t->coalesced, t->a, 4 * func_size(t->a) + 64)) ||
               wrong(line);
    }
    if (redo_scan(line, "  mode %r: A is %r here, B is %r", &path, &x, &y)) {
        t->by_mode = true;
        t->a = func_of(x);
        t->b = func_of(y);
        return t->a && t->b;
    }
    if (redo_scan(line, "  together they are %r", &text) ||
        redo_scan(line, "  nested like B it is %r", &text)) {
        t->became = text;
        return is_value(t, text, line);
    }
    if (redo_scan(line, "  the modes together are %r", &text)) {
        t->by_mode = false;
        t->became = text;
        return is_value(t, text, line);
    }
    return *known = false;
}

/* ---- as morphisms ---- */

static bool is_layout_of(const char *text, const fn *f, tree **codomain)
{
    fn *g = morphism_of(text, codomain);
    return g && f && func_size(g) == func_size(f) && same_to(g, f, func_size(f));
}

static bool morphism_line(trace *t, const char *line, bool *known)
{
    char *text;
    tree *s, *u, *side;
    int64_t most = 0;
    *known = true;
    if (strncmp(line, "    f = not ", 12) == 0 || strncmp(line, "    g = not ", 12) == 0)
        return true;
    if (redo_scan(line, "    f = %r", &text))
        return is_layout_of(text, t->b, &t->codomain) || wrong(line);
    if (redo_scan(line, "    A as far as B reaches: %r", &text)) {
        t->reached = func_of(text);
        for (int64_t c = 0; t->b && c < func_size(t->b) && c < 4096; c++)
            most = func_number_at(t->b, c) > most ? func_number_at(t->b, c) : most;
        return (t->reached && same_to(t->reached, t->a, most + 1)) || wrong(line);
    }
    if (redo_scan(line, "    g = %r", &text) ||
        redo_scan(line, "    g pushed forward: %r", &text))
        return is_layout_of(text, t->reached, &side) || wrong(line);
    if (redo_scan(line, "    f pulled back: %r", &text))
        return is_layout_of(text, t->b, &side) || wrong(line);
    if (redo_scan(line, "    mutual refinement: of the codomain of f %t, of the shape of A %t",
                  &s, &u)) {
        t->shape = u;
        return (t->codomain && t->reached && refines(t->codomain, s) &&
                refines(t->reached->shape, u)) ||
               wrong(line);
    }
    if (redo_scan(line, "    A refined: %r", &text)) {
        fn *f = func_of(text);
        return (f && t->shape && tree_same(f->shape, t->shape) && t->reached &&
                same_to(f, t->reached, func_size(t->reached))) ||
               wrong(line);
    }
    if (redo_scan(line,
                  "    composed along the refinement, leaf by leaf coalesced: %r, modes of "
                  "extent 1 without their strides",
                  &text)) {
        fn *f = func_of(text), *v = t->became ? func_of(t->became) : NULL;
        return (f && v && redo_same_function(f, v)) || wrong(line);
    }
    if (redo_scan(line, "    composed along the refinement, leaf by leaf coalesced: %r", &text))
        return (t->became && strcmp(text, t->became) == 0) || wrong(line);
    return *known = false;
}

/* ---- values ---- */

static bool value_line(trace *t, const char *line, bool *known)
{
    int64_t at, x, y, z, mask, distance, moved, came;
    char *shift;
    bool parts;
    val v;
    *known = t->evaluated && strncmp(line, "  a(", 4) == 0;
    if (*known) /* of the layout inside */
        return redo_chain(&t->known, line + 2, &v);
    bool right = t->evaluated && told_bits_line(t->a, line, known);
    if (*known)
        return right || wrong(line);
    *known = t->evaluated && strncmp(line, "  A", 3) == 0;
    if (!*known)
        return false;
    line += 2;
    if (redo_scan(line, "A(%i) = %i xor ((%i and %i) >> %i) = %i xor %i = %i", &at, &x, &y, &mask,
                  &distance, &z, &moved, &came))
        shift = ">>";
    else if (redo_scan(line, "A(%i) = %i xor ((%i and %i) << %i) = %i xor %i = %i", &at, &x, &y,
                       &mask, &distance, &z, &moved, &came))
        shift = "<<";
    else
        shift = NULL;
    if (shift) {
        int64_t bits = x & mask, to = shift[0] == '>' ? bits >> distance : bits << distance;
        return (x == at && y == at && z == at && moved == to && came == (at ^ to) &&
                func_number_at(t->a, at) == came) ||
               wrong(line);
    }
    if (!redo_parts(&t->known, line, &parts))
        return false;
    if (parts)
        return true;
    if (!redo_chain(&t->known, line, &v))
        return false;
    tree *said = t->value ? tree_of(t->value) : NULL;
    val w = said ? val_of(said) : (val){0};
    return (said && val_same(&v, &w)) || wrong(line);
}

/* ---- relations ---- */

/* `  A is smaller than the reach of B: 2 of the 4 coordinates of B are dropped (1, 3); ..`: as
 * many as are listed, unless a set says them. */
static bool dropped_line(const char *line, bool *known)
{
    static const char start[] = "  A is smaller than the reach of B: ";
    int64_t n, of;
    *known = strncmp(line, start, sizeof start - 1) == 0;
    const char *list = *known ? strstr(line, "are dropped (") : NULL;
    if (!list || list[13] == '{')
        return *known && list != NULL;
    const char *end = strstr(list, "); guard(A, B) has the others");
    int depth = 0;
    int64_t listed = 1;
    for (const char *c = list + 13; end && c < end; c++) {
        depth += *c == '(' ? 1 : *c == ')' ? -1 : 0;
        listed += *c == ',' && depth == 0;
    }
    return end && sscanf(line + sizeof start - 1, "%" SCNd64 " of the %" SCNd64, &n, &of) == 2 &&
           n == listed && n <= of;
}

/* ---- lines that say no number ---- */

static bool is_plain(const char *line)
{
    static const char *const begins[] = {"  the law holds",
                                         "  whether the law",
                                         "  as morphisms",
                                         "  A distributes",
                                         "  by mode: ",
                                         "    stride divisibility",
                                         "    i -> A(i d)",
                                         "    a stride of 0",
                                         "    nearest that",
                                         "    so morphisms",
                                         "    no mutual refinement",
                                         "    no layout is A o B",
                                         "  no layout is",
                                         "  every mode of B",
                                         "  the swizzle stays",
                                         "  S(x) = ",
                                         "  an involution",
                                         "  no involution",
                                         "  no bijection",
                                         "  PROVED",
                                         "  REFUTED",
                                         "  UNKNOWN",
                                         "  with ",
                                         "  the claim holds if",
                                         "    { ",
                                         "  set ",
                                         "    f = ",
                                         "    g = ",
                                         "    compos",
                                         "    A "};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(line, begins[i], strlen(begins[i])) == 0)
            return true;
    size_t n = strlen(line); /* the rule, with its law */
    return n > 2 && line[n - 1] == ')' && line[0] == ' ' && line[2] != ' ';
}

static bool trace_line(trace *t, const char *line)
{
    static bool (*const form[])(trace *, const char *, bool *) = {quotient_line, run_line,
                                                                  mode_line, sum_line,
                                                                  morphism_line};
    bool known, ok = value_line(t, line, &known);
    if (known)
        return ok;
    bool values = strstr(line, " has the values ") != NULL;
    ok = (values || !t->composed) && told_line(&t->told, line, &known);
    if ((values || !t->composed) && known)
        return ok;
    for (size_t i = 0; t->composed && i < sizeof form / sizeof *form; i++) {
        ok = form[i](t, line, &known);
        if (known)
            return ok || redo_failure() ? ok : wrong(line);
    }
    ok = dropped_line(line, &known);
    if (known)
        return ok || wrong(line);
    if (strstr(line, "a bug in layoutcheck"))
        return wrong(line);
    return is_plain(line) || redo_fail("the reader knows no line '%s'", line);
}

/* ---- operations ---- */

/* What stands between the brackets of a call, at most `room` texts. */
static size_t arguments(const char *line, char **part, size_t room)
{
    const char *open = strchr(line, '('), *p;
    size_t n = 0;
    int depth = 0;
    for (p = open ? ++open : NULL; p && *p && n < room; p++) {
        if (*p == '"')
            p = strchr(p + 1, '"');
        if (!p)
            break;
        if (depth == 0 && (strncmp(p, ", ", 2) == 0 || *p == ')')) {
            part[n++] = redo_text("%.*s", (int)(p - open), open);
            open = p + 2;
            if (*p == ')')
                break;
        }
        depth += strchr("([{<", *p) ? 1 : strchr(")]}>", *p) && p[-1] != '-' ? -1 : 0;
    }
    return n;
}

/* `compose(A, B) = value`, `(F)(c) = value`, `admissible(A, B)`. */
static bool begin(trace *t, const char *line, char **value)
{
    size_t compositions = t->compositions;
    const char *last = NULL, *p = line;
    for (int depth = 0; *p; p++) {
        if (*p == '"')
            p = strchr(p + 1, '"') ? strchr(p + 1, '"') : p;
        depth += *p == '(' || *p == '{' || *p == '['   ? 1
                 : *p == ')' || *p == '}' || *p == ']' ? -1
                                                       : 0;
        if (depth == 0 && strncmp(p, " = ", 3) == 0)
            last = p;
    }
    *t = (trace){.compositions = compositions};
    if (last)
        *value = t->value = redo_text("%s", last + 3);
    char *part[8];
    size_t n = line[0] != '(' ? arguments(line, part, 8) : 0;
    told_begin(&t->told, redo_text("%.*s", (int)strcspn(line, "("), line), n, part, t->value);
    bool claim = strncmp(line, "admissible(", 11) == 0;
    bool of_three = strncmp(line, "composes(", 9) == 0;
    if (claim || of_three || strncmp(line, "compose(", 8) == 0) {
        t->composed = n == (of_three ? 3 : 2);
        t->a = t->composed ? func_if_literal(part[n - 2]) : NULL;
        t->b = t->composed ? func_if_literal(part[n - 1]) : NULL;
        if (t->a && t->a->kind == FN_CHAIN) { /* what is composed is the layout inside */
            t->a = (fn *)(uintptr_t)func_inner(t->a);
            t->value = NULL;
        }
    } else if (line[0] == '(' && last) {
        const char *end = line;
        int depth = 0;
        do
            depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
        while (*end++ && depth > 0);
        t->a = func_if_literal(redo_text("%.*s", (int)(end - line), line));
        t->evaluated = t->a != NULL;
        names_add(&t->known, "A", t->a);
    }
    return true;
}

/* A composition of one mode has become its value. */
static bool finish(trace *t)
{
    bool told = t->composed && t->value && t->became && t->coalesced && !t->by_mode;
    if (!told_finish(&t->told))
        return false;
    return !told || strcmp(t->became, t->value) == 0 ||
           redo_fail("the steps come to %s, the value is %s", t->became, t->value);
}

bool redo_trace(const char *explanation, char **value, size_t *compositions)
{
    trace *t = redo_alloc(sizeof *t);
    bool ok = true, refuted = false;
    *value = "";
    for (const char *p = explanation; ok && *p;) {
        size_t n = strcspn(p, "\n");
        char *line = redo_text("%.*s", (int)n, p);
        p += n + (p[n] == '\n');
        if (line[0] != ' ') {
            ok = finish(t) && begin(t, line, value);
            refuted = false;
        } else if (!refuted) { /* its steps are those of the counterexample */
            ok = trace_line(t, line);
            refuted = strncmp(line, "  REFUTED", 9) == 0;
        }
        ok = ok && !redo_failure();
    }
    ok = ok && finish(t);
    *compositions += t->compositions;
    return ok;
}
