/* redo-steps.c - chains of equalities: read, computed, and followed move by move. */
#include "config.h"

#include "redo.h"

#include <ctype.h>
#include <string.h>

/* ---- names ---- */

void names_add(names *to, const char *name, fn *f)
{
    if (!f || to->n == sizeof to->name / sizeof *to->name)
        return;
    to->name[to->n++] = (named){redo_text("%s", name), f, SIZE_MAX};
}

/* mode(X,1,0) */
static fn *find_mode(const names *in, const char *name)
{
    char *of;
    tree *path;
    if (!redo_scan(name, "mode(%n,%r)", &of, &name))
        return NULL;
    path = tree_of(redo_text("(%s,)", name));
    fn *f = names_find(in, of, NULL);
    for (size_t i = 0; f && path && i < path->n; i++)
        f = func_mode(f, (size_t)path->child[i]->value);
    return path ? f : NULL;
}

fn *names_find(const names *in, const char *name, size_t *at_axis)
{
    char *of;
    int64_t q;
    if (at_axis)
        *at_axis = SIZE_MAX;
    for (size_t i = in->n; i-- > 0;)
        if (strcmp(in->name[i].name, name) == 0)
            return in->name[i].f;
    if (strncmp(name, "mode(", 5) == 0)
        return find_mode(in, name);
    if (at_axis && redo_scan(name, "%w%i", &of, &q) && of[strlen(of) - 1] == '_') {
        *at_axis = (size_t)q;
        of[strlen(of) - 1] = '\0';
        return names_find(in, of, NULL);
    }
    return NULL;
}

/* ---- terms ---- */

typedef enum { NUMBER, CALL, SUM, XOR, PRODUCT } term_kind;

typedef struct term {
    term_kind kind;
    tree *number; /* NUMBER: an integer or a tuple. PRODUCT: the integer */
    char *name;   /* CALL: a name, or the literal of a function */
    fn *f;        /* PRODUCT: 1:d of the stride d */
    size_t axis;
    size_t n;
    struct term *part[32]; /* CALL: one argument */
} term;

static term *read_expression(const names *in, const char **p);

static term *term_new(term_kind kind)
{
    term *t = redo_alloc(sizeof *t);
    t->kind = kind;
    t->axis = SIZE_MAX;
    return t;
}

/* What is called: a name before `(`, or a literal; NULL: none. */
static char *read_callee(const char **p)
{
    const char *at = *p;
    if (strncmp(at, "S<", 2) == 0) {
        at = strchr(at, '>');
        at = at ? at + 1 : *p;
    } else if (strncmp(at, "mode(", 5) == 0) {
        at = strchr(at, ')') + 1;
    } else if (isalpha((unsigned char)*at)) {
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
    } else if (strncmp(at, "((", 2) == 0 || *at == '(') { /* ((4,8):(1,2))(3) */
        int depth = 0;
        const char *q = at;
        do
            depth += *q == '(' ? 1 : *q == ')' ? -1 : 0;
        while (*q++ && depth > 0);
        at = *q == '(' ? q : at;
    }
    if (at == *p || *at != '(')
        return NULL;
    char *name = redo_text("%.*s", (int)(at - *p), *p);
    *p = at;
    return name;
}

static term *read_call(const names *in, const char **p, char *name)
{
    const char *from = *p;
    term *t = term_new(CALL);
    tree *crd = tree_read(p);
    t->name = name;
    t->f = name[0] == '(' || strncmp(name, "S<", 2) == 0 ? func_of(name)
                                                         : names_find(in, name, &t->axis);
    t->n = 1;
    if (!t->f) {
        redo_fail("there is no %s", name);
        return NULL;
    }
    if (crd) {
        t->part[0] = term_new(NUMBER);
        t->part[0]->number = crd;
        return t;
    }
    *p = from + 1;
    t->part[0] = read_expression(in, p);
    if (!t->part[0] || **p != ')')
        return NULL;
    ++*p;
    return t;
}

/* `3*8`, `2*e1`, `1*(e0+e1)`, after the integer; NULL without a failure where it is none. */
static term *read_product(const tree *integer, const char **p)
{
    const char *from = *p + 1, *end = from;
    int depth = 0;
    if (**p != '*' || !integer->leaf)
        return NULL;
    for (; *end && (depth > 0 || !strchr(" )", *end)); end++)
        depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
    bool within = *from == '(' && end[-1] == ')';
    term *t = term_new(PRODUCT);
    t->number = tree_int(integer->value);
    t->name = redo_text("1:%.*s", (int)(end - from) - 2 * within, from + within);
    t->f = func_of(t->name);
    *p = end;
    return t->f ? t : NULL;
}

static term *read_term(const names *in, const char **p)
{
    char *name = read_callee(p);
    if (name)
        return read_call(in, p, name);
    tree *number = tree_read(p);
    if (!number)
        return NULL;
    if (**p == '*')
        return read_product(number, p);
    term *t = term_new(NUMBER);
    t->number = number;
    return t;
}

static term *read_expression(const names *in, const char **p)
{
    term *t = read_term(in, p);
    while (t && (strncmp(*p, " + ", 3) == 0 || strncmp(*p, " xor ", 5) == 0)) {
        term_kind kind = (*p)[1] == '+' ? SUM : XOR;
        *p += kind == SUM ? 3 : 5;
        term *both = t->kind == kind ? t : term_new(kind);
        if (both != t)
            both->part[both->n++] = t;
        term *next = both->n < 32 ? read_term(in, p) : NULL;
        if (!next)
            return NULL;
        both->part[both->n++] = next;
        t = both;
    }
    return t;
}

/* ---- computing ---- */

/* X_1: one axis of X */
static val only_axis(const val *v, size_t at)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->axis[i].depth == 1 && v->axis[i].path[0] == at)
            return val_int(v->axis[i].number);
    return val_int(0);
}

static bool compute(const term *t, val *out)
{
    val part;
    tree *crd;
    switch (t->kind) {
    case NUMBER: *out = val_of(t->number); return true;
    case PRODUCT: return func_at_index(t->f, t->number->value, out);
    case CALL:
        if (t->part[0]->kind == NUMBER)
            crd = t->part[0]->number;
        else if (compute(t->part[0], &part))
            crd = val_tree(&part);
        else
            return false;
        if (!func_at(t->f, crd, out))
            return false;
        if (t->axis != SIZE_MAX)
            *out = only_axis(out, t->axis);
        return true;
    default:
        *out = (val){0};
        for (size_t i = 0; i < t->n; i++) {
            if (!compute(t->part[i], &part))
                return false;
            *out = val_add(out, &part, t->kind == XOR);
        }
        return true;
    }
}

/* ---- moves ---- */

static bool same_term(const term *a, const term *b)
{
    bool same = a->kind == b->kind && a->n == b->n;
    if (same && a->kind == PRODUCT && strcmp(a->name, b->name) != 0)
        return false;
    if (same && (a->kind == NUMBER || a->kind == PRODUCT))
        return tree_same(a->number, b->number);
    if (same && a->kind == CALL)
        same = strcmp(a->name, b->name) == 0;
    for (size_t i = 0; same && i < a->n; i++)
        same = same_term(a->part[i], b->part[i]);
    return same;
}

static bool is_number(const term *t)
{
    return t->kind == NUMBER;
}

/* Is this all that has to be looked at for the value: a coordinate congruent to the shape, or
 * a number where there is one leaf? */
static bool is_natural(const fn *f, const tree *crd)
{
    const fn *inner = func_inner(f);
    if (inner->kind == FN_SWIZZLE)
        return crd->leaf;
    if (inner->kind == FN_RELATION)
        return true;
    if (tree_leaves(inner->shape) == 1)
        return tree_leaves(crd) == 1;
    return tree_congruent(inner->shape, crd);
}

/* F(6) = F(2,1,0) */
static bool splits(const term *a, const term *b)
{
    if (b->kind != CALL || strcmp(a->name, b->name) != 0 || !is_number(a->part[0]) ||
        !is_number(b->part[0]))
        return false;
    const tree *shape = func_inner(a->f)->shape;
    const tree *from = a->part[0]->number, *to = b->part[0]->number;
    tree *natural = shape ? tree_natural(shape, from) : NULL;
    if (!natural || tree_same(natural, to))
        return natural != NULL;
    /* on the way: A(22) = A(2,5) */
    tree *same = from->leaf && !to->leaf ? tree_natural(shape, to) : NULL;
    return same && tree_same(natural, same);
}

/* F((0,1),1) = 0*1 + 1*8 + 1*2: each coordinate by its stride, after the offset of a tensor;
 * those that are left out are 0. */
static bool multiplies(const term *a, const term *b)
{
    const fn *f = func_inner(a->f);
    const term *alone[1] = {b};
    bool sum = b->kind == SUM || b->kind == XOR;
    const term *const *part = sum ? (const term *const *)b->part : alone;
    size_t n = sum ? b->n : 1, at = 0, leaves;
    int64_t c[256];
    val offset, given;
    if (f->kind != FN_LAYOUT || (leaves = tree_leaves(f->shape)) > 256 ||
        tree_leaves(a->part[0]->number) != leaves || (n > 1 && (b->kind == XOR) != f->by_xor))
        return false;
    tree_flatten(a->part[0]->number, c);
    if (func_is_tensor(a->f) && func_offset(a->f, &offset) && offset.n > 0) {
        if (!is_number(part[at]))
            return false;
        given = val_of(part[at++]->number);
        if (!val_same(&offset, &given))
            return false;
    }
    for (size_t k = 0; k < leaves; k++) {
        val is;
        bool told = at < n && part[at]->kind == PRODUCT && part[at]->number->value == c[k] &&
                    func_at_index(part[at]->f, 1, &is) && val_same(&is, &f->stride[k]);
        if (told)
            at++;
        else if (c[k] != 0)
            return false;
    }
    return at == n;
}

/* F(2,1,0) = 8 + 7, the offset of a tensor and the value of its layout */
static bool adds_offset(const term *a, const term *b)
{
    val offset, value;
    if ((b->kind != SUM && b->kind != XOR) || b->n != 2 || !is_number(b->part[0]) ||
        !is_number(b->part[1]) || !func_offset(a->f, &offset) ||
        !func_at(func_inner(a->f), a->part[0]->number, &value))
        return false;
    if (a->axis != SIZE_MAX) {
        offset = only_axis(&offset, a->axis);
        value = only_axis(&value, a->axis);
    }
    val first = val_of(b->part[0]->number), second = val_of(b->part[1]->number);
    return val_same(&offset, &first) && val_same(&value, &second) &&
           (b->kind == XOR) == a->f->by_xor;
}

static bool moves(const term *a, const term *b);

/* `(20:3)` is `20:3`. */
static bool same_literal(const char *called, const char *text)
{
    size_t n = strlen(called);
    if (called[0] == '(' && n > 1 && strlen(text) == n - 2)
        return strncmp(called + 1, text, n - 2) == 0;
    return strcmp(called, text) == 0;
}

/* The parts of a composed function in the place of its name, outermost first. */
static bool unfolds_from(const fn *f, size_t i, const tree *crd, const term *b)
{
    if (i + 1 == f->n)
        return b->kind == CALL && b->f == f->part[i] && is_number(b->part[0]) &&
               tree_same(b->part[0]->number, crd);
    if (f->part[i])
        return b->kind == CALL && same_literal(b->name, f->part[i]->text) &&
               unfolds_from(f, i + 1, crd, b->part[0]);
    val offset = f->offset[i], given;
    if (offset.n == 0)
        return unfolds_from(f, i + 1, crd, b);
    if ((b->kind != SUM && b->kind != XOR) || b->n != 2 || !is_number(b->part[0]))
        return false;
    given = val_of(b->part[0]->number);
    return val_same(&offset, &given) && (b->kind == XOR) == func_adds_by_xor(f, i) &&
           unfolds_from(f, i + 1, crd, b->part[1]);
}

static bool unfolds(const term *a, const term *b)
{
    return a->f->kind == FN_CHAIN && !func_is_tensor(a->f) && is_number(a->part[0]) &&
           unfolds_from(a->f, 0, a->part[0]->number, b);
}

/* One move at the root. */
static bool moves_here(const term *a, const term *b)
{
    if (a->kind == SUM || a->kind == XOR) {
        bool numbers = is_number(b);
        for (size_t i = 0; i < a->n; i++)
            numbers = numbers && (is_number(a->part[i]) || a->part[i]->kind == PRODUCT);
        return numbers; /* that it comes out has been computed */
    }
    if (a->kind == PRODUCT)
        return is_number(b);
    if (a->kind != CALL)
        return false;
    if (func_has_lines(a->f)) /* redo_leads_to looks at the lines before */
        return is_number(b) && is_number(a->part[0]);
    if (splits(a, b) || unfolds(a, b))
        return true;
    if (!is_number(a->part[0]) || !is_natural(a->f, a->part[0]->number))
        return false;
    if (multiplies(a, b))
        return true;
    /* a tensor shows its offset, a composed function its parts */
    val offset;
    if (func_offset(a->f, &offset) && a->axis != SIZE_MAX)
        offset = only_axis(&offset, a->axis);
    if (func_is_tensor(a->f))
        return offset.n > 0 ? adds_offset(a, b) : is_number(b);
    return is_number(b) && a->f->kind != FN_CHAIN;
}

/* One move somewhere inside, everything else being the same. */
static bool moves(const term *a, const term *b)
{
    size_t changed = 0, at = 0;
    if (moves_here(a, b))
        return true;
    if (a->kind != b->kind || a->n != b->n || a->kind == NUMBER || a->kind == PRODUCT ||
        (a->kind == CALL && strcmp(a->name, b->name) != 0))
        return false;
    for (size_t i = 0; i < a->n; i++) {
        if (!same_term(a->part[i], b->part[i])) {
            changed++;
            at = i;
        }
    }
    return changed == 1 && moves(a->part[at], b->part[at]);
}

/* ---- chains ---- */

bool redo_chain(const names *in, const char *line, val *value)
{
    const char *p = line;
    term *before = NULL;
    for (;;) {
        val v;
        term *t = read_expression(in, &p);
        if (!t)
            return redo_fail("no term of an equality at '%s' in '%s'", p, line);
        if (!compute(t, &v))
            return redo_fail("'%s' is not computed", line);
        if (before && !val_same(&v, value))
            return redo_fail("'%s': %s is not %s", line, val_text(&v), val_text(value));
        if (before && !moves(before, t))
            return redo_fail("'%s': a gap before '%s'", line, p);
        *value = v;
        before = t;
        if (*p == '\0')
            break;
        if (strncmp(p, " = ", 3) != 0)
            return redo_fail("no ' = ' at '%s' in '%s'", p, line);
        p += 3;
    }
    return is_number(before) || redo_fail("'%s' ends without a value", line);
}

/* Are two functions the same? At every coordinate of few, else at as many. */
bool redo_same_function(const fn *f, const fn *g)
{
    int64_t size = func_size(f);
    for (int64_t c = 0; c < size && c < 4096; c++) {
        val v, w;
        if (!func_at_index(f, c, &v) || !func_at_index(g, c, &w) || !val_same(&v, &w))
            return false;
    }
    return size == func_size(g);
}

bool redo_parts(names *in, const char *line, bool *is_one)
{
    char *name, *rest, *inner, *again, *layout;
    *is_one = redo_scan(line, "%n = %r with %w = %r", &name, &rest, &again, &layout);
    fn *f = *is_one ? names_find(in, name, NULL) : NULL;
    if (!f)
        return !*is_one || redo_fail("'%s' has parts of what is not there", line);
    size_t n = strlen(rest), k = strlen(again);
    if (n < k + 3 || strcmp(rest + n - k, again) != 0)
        return redo_fail("'%s' has a part that is not in it", line);
    inner = redo_text("%.*s(%s)", (int)(n - k), rest, layout);
    fn *g = func_of(inner);
    const fn *was = f, *now = g;
    bool same = g && redo_same_function(f, g);
    if (same && f->kind == FN_CHAIN) { /* also where an extent of 1 hides a stride */
        was = func_inner(f);
        now = func_inner(g);
        for (size_t i = 0; same && was->kind == FN_LAYOUT && i < tree_leaves(was->shape); i++)
            same = val_same(&was->stride[i], &now->stride[i]);
    }
    if (!same)
        return redo_fail("'%s': those are not the parts", line);
    for (size_t i = 0; i < in->n; i++)
        if (in->name[i].f == f)
            in->name[i].f = g;
    names_add(in, again, g->part[g->n - 1]);
    return true;
}
