/* redo-function.c - functions of the claim language, read from their literals and evaluated by
 * their definitions. */
#include "config.h"

#include "redo.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

static bool opens(char c)
{
    return strchr("([{<", c) != NULL;
}
static bool closes(char c)
{
    return strchr(")]}>", c) != NULL;
}

/* One past the text that begins here, a quoted one or what is in brackets as a whole. `->` is
 * no bracket. */
static const char *past(const char *p)
{
    int depth = 0;
    if (*p == '"')
        return strchr(p + 1, '"') ? strchr(p + 1, '"') + 1 : p + strlen(p);
    if (!opens(*p))
        return p + 1;
    do {
        if (*p == '"') {
            p = past(p);
            continue;
        }
        if (p[0] == '-' && p[1] == '>')
            p++;
        else
            depth += opens(*p) ? 1 : closes(*p) ? -1 : 0;
        p++;
    } while (*p && depth > 0);
    return p;
}

static char *piece(const char *from, const char *to)
{
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    return redo_text("%.*s", (int)(to - from), from);
}

/* Splits at a separator outside of brackets; at most `room` pieces. */
static size_t pieces(const char *text, const char *separator, char **out, size_t room)
{
    size_t n = 0, length = strlen(separator);
    const char *from = text, *p = text;
    while (*p) {
        if (strncmp(p, separator, length) == 0) {
            if (n + 1 < room)
                out[n++] = piece(from, p);
            p += length;
            from = p;
        } else {
            p = past(p);
        }
    }
    out[n++] = piece(from, p);
    return n;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* ---- strides ---- */

static bool read_number(const char **p, int64_t *out)
{
    char *end;
    if (**p == '_')
        ++*p;
    if (!isdigit((unsigned char)**p))
        return false;
    *out = strtoll(*p, &end, 0);
    *p = end;
    return true;
}

static int64_t carry_less(int64_t a, int64_t b)
{
    int64_t product = 0;
    if (a < 0 || b < 0)
        redo_fail("a carry-less product of negative numbers");
    for (int i = 0; i < 62; i++)
        if (a >> i & 1)
            product ^= b << i;
    return product;
}

/* `7`, `e0`, `6e1`, `6*e1`, `6@1`, `2@0@1`, `f18`, `3f5`. */
static bool read_term(const char **p, val *out, bool *by_xor)
{
    int64_t number = 1, path;
    axis at = {0};
    bool negative = **p == '-';
    *p += negative;
    bool counted = read_number(p, &number);
    if (**p == '*')
        ++*p;
    if (**p == 'f') {
        ++*p;
        *by_xor = true;
        if (!read_number(p, &path))
            return false;
        at.number = carry_less(number, path);
    } else if (**p == 'e') {
        ++*p;
        if (!read_number(p, &path))
            return false;
        at.path[at.depth++] = (uint8_t)path;
        at.number = number;
    } else {
        if (!counted)
            return false;
        at.number = number;
    }
    while (**p == '@') { /* the last one is the outermost mode */
        ++*p;
        if (!read_number(p, &path) || at.depth == REDO_DEPTH)
            return false;
        memmove(at.path + 1, at.path, at.depth);
        at.path[0] = (uint8_t)path;
        at.depth++;
    }
    at.number = negative ? -at.number : at.number;
    *out = (val){0};
    if (at.number != 0) {
        out->n = 1;
        out->axis[0] = at;
    }
    return true;
}

static bool read_sum(const char **p, val *out, bool *by_xor)
{
    val term;
    bool ok = read_term(p, out, by_xor);
    while (ok && (**p == '+' || **p == '-')) {
        *p += **p == '+';
        ok = read_term(p, &term, by_xor);
        *out = val_add(out, &term, *by_xor);
    }
    return ok;
}

/* The strides in order; their nesting is that of the shape. */
static bool read_strides(const char **p, val *out, size_t *n, size_t room, bool *by_xor)
{
    while (**p == ' ')
        ++*p;
    if (starts(*p, "ArithTuple(")) {
        const char *end = past(*p + 10);
        tree *t = tree_of(piece(*p + 10, end));
        *p = end;
        if (!t || *n == room)
            return false;
        out[(*n)++] = val_of(t);
        return true;
    }
    if (**p != '(')
        return *n < room && read_sum(p, &out[(*n)++], by_xor);
    ++*p;
    while (**p != ')') {
        if (!read_strides(p, out, n, room, by_xor))
            return false;
        while (**p == ' ' || **p == ',')
            ++*p;
    }
    ++*p;
    return true;
}

/* ---- layouts ---- */

static fn *func_new(func_kind kind, const char *text)
{
    fn *f = redo_alloc(sizeof *f);
    f->kind = kind;
    f->text = text;
    return f;
}

fn *func_layout(tree *shape, size_t leaves, const val *stride)
{
    fn *f = func_new(FN_LAYOUT, "");
    f->shape = shape;
    f->stride = redo_alloc((leaves + 1) * sizeof(val));
    memcpy(f->stride, stride, leaves * sizeof(val));
    return f;
}

fn *func_compact(tree *shape)
{
    size_t n = tree_leaves(shape);
    int64_t extent[512], place = 1;
    val stride[512];
    if (n > 512) {
        redo_fail("a shape of %zu leaves", n);
        return NULL;
    }
    tree_flatten(shape, extent);
    for (size_t i = 0; i < n; i++) {
        stride[i] = val_int(place);
        place = redo_mul(place, extent[i]);
    }
    fn *f = func_layout(shape, n, stride);
    f->bare = true;
    return f;
}

static fn *read_layout(const char *text, const char *colon)
{
    tree *shape = tree_of(piece(text, colon));
    val stride[512];
    size_t n = 0;
    bool by_xor = false;
    const char *p = colon + 1;
    if (!shape || !read_strides(&p, stride, &n, 512, &by_xor) || *p != '\0' ||
        n != tree_leaves(shape))
        return NULL;
    fn *f = func_layout(shape, n, stride);
    f->by_xor = by_xor;
    f->text = text;
    return f;
}

fn *func_mode(const fn *f, size_t i)
{
    val offset;
    if (f->kind == FN_TILER && i < f->n)
        return f->part[i];
    if (func_offset(f, &offset) && offset.n == 0)
        f = func_inner(f);
    if (f->kind != FN_LAYOUT || f->shape->leaf) {
        if (f->kind == FN_LAYOUT && i == 0)
            return (fn *)(uintptr_t)f;
        redo_fail("no mode %zu of %s", i, f->text);
        return NULL;
    }
    size_t before = 0;
    for (size_t k = 0; k < i && k < f->shape->n; k++)
        before += tree_leaves(f->shape->child[k]);
    if (i >= f->shape->n) {
        redo_fail("no mode %zu of %s", i, f->text);
        return NULL;
    }
    fn *m = func_layout(f->shape->child[i], tree_leaves(f->shape->child[i]), f->stride + before);
    m->by_xor = f->by_xor;
    return m;
}

fn *func_concat(const fn *a, const fn *b)
{
    size_t n = tree_leaves(a->shape), k = tree_leaves(b->shape);
    tree *child[2] = {a->shape, b->shape};
    val *stride = redo_alloc((n + k) * sizeof(val));
    memcpy(stride, a->stride, n * sizeof(val));
    memcpy(stride + n, b->stride, k * sizeof(val));
    return func_layout(tree_tuple(2, child), n + k, stride);
}

/* ---- swizzles ---- */

static fn *read_swizzle(const char *text)
{
    int64_t b, m, s;
    char *name;
    if (!redo_scan(text, "%w<%i,%i,%i>", &name, &b, &m, &s))
        return NULL;
    fn *f = func_new(FN_SWIZZLE, text);
    f->b = (int)b;
    f->m = (int)m;
    f->s = (int)s;
    f->shape = tree_int((int64_t)1 << (b + m + (s < 0 ? -s : s)));
    return f;
}

static int64_t swizzle(const fn *f, int64_t x)
{
    int64_t mask = (((int64_t)1 << f->b) - 1) << (f->m + (f->s > 0 ? f->s : 0));
    int64_t moved = x & mask;
    return x ^ (f->s >= 0 ? moved >> f->s : moved << -f->s);
}

/* ---- linear layouts ---- */

static size_t log_two(int64_t n)
{
    size_t bits = 0;
    while ((int64_t)1 << bits < n)
        bits++;
    return bits;
}

static void set_domain(fn *f)
{
    tree *size[64];
    for (size_t i = 0; i < f->nins; i++)
        size[i] = tree_int((int64_t)1 << f->bits[i]);
    f->shape = f->nins == 1 ? size[0] : tree_tuple(f->nins, size);
}

static fn *linear_new(const char *text, size_t nins)
{
    fn *f = func_new(FN_LINEAR, text);
    f->nins = nins;
    f->bits = redo_alloc((nins + 1) * sizeof *f->bits);
    f->basis = redo_alloc((nins + 1) * sizeof(val *));
    f->in = redo_alloc((nins + 1) * sizeof(char *));
    f->out = redo_alloc(64 * sizeof(char *));
    for (size_t i = 0; i < nins; i++)
        f->in[i] = "";
    return f;
}

/* `[(1,0),(0,1)]` */
static bool read_bases(const char *list, val **out, size_t *n)
{
    const char *p = list + 1;
    *out = redo_alloc(64 * sizeof(val));
    *n = 0;
    while (*p == ' ')
        p++;
    while (*p && *p != ']') {
        tree *t = *n < 64 ? tree_read(&p) : NULL;
        if (!t)
            return false;
        (*out)[(*n)++] = val_of(t);
        while (*p == ' ' || *p == ',')
            p++;
    }
    return true;
}

/* `linear{in1: [1,2], in2: [] -> out1: 4, out2: 2}` */
static fn *read_linear(const char *text)
{
    char *inside = piece(text + strlen("linear{"), text + strlen(text) - 1);
    char *arrow = strstr(inside, "->"), *part[64];
    if (!arrow)
        return NULL;
    char *ins = piece(inside, arrow), *outs = piece(arrow + 2, inside + strlen(inside));
    size_t nins = *ins ? pieces(ins, ",", part, 64) : 0;
    fn *f = linear_new(text, nins);
    for (size_t i = 0; i < nins; i++) {
        char *list = strchr(part[i], '[');
        f->in[i] = piece(part[i], strchr(part[i], ':') ? strchr(part[i], ':') : part[i]);
        if (!list || !read_bases(list, &f->basis[i], &f->bits[i]))
            return NULL;
    }
    tree *size[64];
    f->nouts = *outs ? pieces(outs, ",", part, 64) : 0;
    for (size_t i = 0; i < f->nouts; i++) {
        char *colon = strchr(part[i], ':');
        if (!colon || !(size[i] = tree_of(colon + 1)))
            return NULL;
        f->out[i] = piece(part[i], colon);
    }
    f->outs = tree_tuple(f->nouts, size);
    set_domain(f);
    return f;
}

/* crd0, crd1, ... */
static char **paper_names(const char *side, size_t n)
{
    char **name = redo_alloc((n + 1) * sizeof *name);
    for (size_t i = 0; i < n; i++)
        name[i] = redo_text("%s%zu", side, i);
    return name;
}

/* `LinearLayout(crd=(4,4),idx=4,vals=[1,2,0,0])`, by names or in order */
static fn *read_paper(const char *text)
{
    const char *open = strchr(text, '(');
    char *part[3], *field[3];
    if (pieces(piece(open + 1, text + strlen(text) - 1), ",", part, 4) != 3)
        return NULL;
    for (size_t i = 0; i < 3; i++) {
        char *equals = strchr(part[i], '=');
        field[i] = equals ? piece(equals + 1, part[i] + strlen(part[i])) : part[i];
    }
    tree *crd = tree_of(field[0]), *idx = tree_of(field[1]);
    val *all;
    size_t n, at = 0;
    if (!crd || !idx || !read_bases(field[2], &all, &n))
        return NULL;
    fn *f = linear_new(text, crd->leaf ? 1 : crd->n);
    for (size_t i = 0; i < f->nins; i++) {
        f->bits[i] = log_two(crd->leaf ? crd->value : crd->child[i]->value);
        f->basis[i] = all + at;
        at += f->bits[i];
    }
    f->outs = idx->leaf ? tree_tuple(1, &idx) : idx;
    f->nouts = f->outs->n;
    f->in = paper_names("crd", f->nins);
    f->out = paper_names("idx", f->nouts);
    set_domain(f);
    return at == n ? f : NULL;
}

static bool linear_at(const fn *f, const tree *crd, val *out)
{
    int64_t part[64], rest = crd->value;
    if (!crd->leaf && crd->n != f->nins)
        return redo_fail("%s is no coordinate of %s", tree_text(crd), f->text);
    for (size_t i = 0; i < f->nins; i++) {
        part[i] = crd->leaf ? rest & (((int64_t)1 << f->bits[i]) - 1) : crd->child[i]->value;
        rest >>= f->bits[i];
        if (part[i] < 0 || part[i] >> f->bits[i] != 0)
            return redo_fail("%s is past the domain of %s", tree_text(crd), f->text);
    }
    if (crd->leaf && rest != 0)
        return redo_fail("%s is past the domain of %s", tree_text(crd), f->text);
    *out = (val){0};
    for (size_t i = 0; i < f->nins; i++)
        for (size_t k = 0; k < f->bits[i]; k++)
            if (part[i] >> k & 1)
                *out = val_add(out, &f->basis[i][k], true);
    return true;
}

/* ---- chains ---- */

/* `{8}`, or a number or tuple that is no last part. */
static bool read_offset(const char *text, bool last, val *out, bool *by_xor)
{
    size_t n = strlen(text), count = 0;
    if (text[0] == '{') {
        const char *inside = piece(text + 1, text + n - 1);
        tree *t = tree_of(inside);
        if (t)
            *out = val_of(t);
        return t || (read_strides(&inside, out, &count, 1, by_xor) && *inside == '\0');
    }
    tree *t = last ? NULL : tree_of(text);
    if (t)
        *out = val_of(t);
    return t != NULL;
}

/* A part that is a chain itself, as its parts. */
static fn *flattened(fn *f)
{
    size_t n = 0, at = 0;
    for (size_t i = 0; i < f->n; i++)
        n += f->part[i] && f->part[i]->kind == FN_CHAIN ? f->part[i]->n : 1;
    fn **part = redo_alloc(n * sizeof(fn *));
    val *offset = redo_alloc(n * sizeof(val));
    for (size_t i = 0; i < f->n; i++) {
        const fn *inside = f->part[i];
        bool chain = inside && inside->kind == FN_CHAIN;
        for (size_t k = 0; k < (chain ? inside->n : 1); k++, at++) {
            part[at] = chain ? inside->part[k] : f->part[i];
            offset[at] = chain ? inside->offset[k] : f->offset[i];
        }
    }
    f->n = n;
    f->part = part;
    f->offset = offset;
    return f;
}

static fn *read_chain(const char *text, size_t n, char **part)
{
    fn *f = func_new(FN_CHAIN, text);
    f->n = n;
    f->part = redo_alloc(n * sizeof(fn *));
    f->offset = redo_alloc(n * sizeof(val));
    for (size_t i = 0; i < n; i++) {
        bool by_xor = false;
        if (read_offset(part[i], i + 1 == n, &f->offset[i], &by_xor))
            continue;
        f->part[i] = func_of(part[i]);
        if (!f->part[i])
            return NULL;
    }
    fn *last = f->part[n - 1];
    f->shape = last ? last->shape : NULL;
    f->by_xor = last && func_inner(f)->by_xor;
    return f->shape ? flattened(f) : NULL;
}

fn *func_after(fn *a, fn *b)
{
    fn *f = func_new(FN_CHAIN, "");
    f->n = 2;
    f->part = redo_alloc(2 * sizeof(fn *));
    f->offset = redo_alloc(2 * sizeof(val));
    f->part[0] = a;
    f->part[1] = b;
    f->shape = func_inner(b)->shape;
    f->by_xor = func_inner(b)->by_xor;
    return flattened(f);
}

bool func_adds_by_xor(const fn *f, size_t i)
{
    for (size_t k = i + 1; k < f->n; k++)
        if (f->part[k])
            return f->part[k]->by_xor;
    return false;
}

bool func_has_lines(const fn *f)
{
    size_t functions = 0, offsets = 0;
    if (f->kind != FN_CHAIN || func_is_tensor(f))
        return false;
    for (size_t i = 0; i + 1 < f->n; i++) {
        functions += f->part[i] != NULL;
        offsets += !f->part[i];
    }
    return functions > 1 || offsets > 1 || !f->part[0] || f->part[0]->kind != FN_SWIZZLE;
}

static bool chain_at(const fn *f, const tree *crd, val *out)
{
    bool ok = func_at(f->part[f->n - 1], crd, out);
    for (size_t i = f->n - 1; ok && i-- > 0;) {
        if (f->part[i])
            ok = func_at(f->part[i], val_tree(out), out);
        else
            *out = val_add(&f->offset[i], out, func_adds_by_xor(f, i));
    }
    return ok;
}

const fn *func_inner(const fn *f)
{
    while (f->kind == FN_CHAIN)
        f = f->part[f->n - 1];
    return f;
}

bool func_is_tensor(const fn *f)
{
    return f->kind == FN_CHAIN && f->n == 2 && !f->part[0];
}

bool func_offset(const fn *f, val *out)
{
    *out = (val){0};
    if (func_is_tensor(f))
        *out = f->offset[0];
    return func_is_tensor(f);
}

/* ---- all of them ---- */

static fn *read_tiler(const char *text)
{
    char *part[64];
    fn *f = func_new(FN_TILER, text);
    f->n = pieces(piece(text + 1, text + strlen(text) - 1), ",", part, 64);
    f->part = redo_alloc(f->n * sizeof(fn *));
    for (size_t i = 0; i < f->n; i++)
        if (!(f->part[i] = func_of(part[i])))
            return NULL;
    return f;
}

static fn *read_relation(const char *text)
{
    const char *open = strchr(text, '"'), *end = open ? strchr(open + 1, '"') : NULL;
    fn *f = func_new(FN_RELATION, text);
    if (!end)
        return NULL;
    f->map = relation_read(piece(open + 1, end), &f->nins, &f->nouts);
    return f->map ? f : NULL;
}

static fn *read_any(const char *text)
{
    char *part[64];
    size_t n = pieces(text, " o ", part, 64);
    if (n > 1)
        return read_chain(text, n, part);
    if (starts(text, "S<") || starts(text, "Sw<"))
        return read_swizzle(text);
    if (starts(text, "relation"))
        return read_relation(text);
    if (starts(text, "linear{"))
        return read_linear(text);
    if (starts(text, "LinearLayout("))
        return read_paper(text);
    if (text[0] == '<')
        return read_tiler(text);
    const char *colon = text;
    while (*colon && *colon != ':')
        colon = past(colon);
    if (*colon == ':')
        return read_layout(text, colon);
    tree *t = tree_of(text);
    if (t)
        return func_compact(t);
    if (text[0] == '(' && *past(text) == '\0') /* in parentheses */
        return func_of(piece(text + 1, text + strlen(text) - 1));
    return NULL;
}

fn *func_of(const char *text)
{
    text = piece(text, text + strlen(text));
    fn *f = *text ? read_any(text) : NULL;
    if (!f)
        redo_fail("the reader knows no literal %s", text);
    return f;
}

fn *func_if_literal(const char *text)
{
    bool failed = redo_failure() != NULL;
    fn *f = func_of(text);
    if (!failed)
        redo_forget();
    return f;
}

static bool layout_at(const fn *f, const tree *crd, val *out)
{
    tree *natural = tree_natural(f->shape, crd);
    int64_t digit[512];
    size_t n = tree_leaves(f->shape);
    if (!natural || n > 512)
        return redo_fail("%s is no coordinate of %s", tree_text(crd), f->text);
    tree_flatten(natural, digit);
    int64_t number = 0, step;
    val sum = {0};
    for (size_t k = 0; k < n; k++) {
        if (val_is_int(&f->stride[k], &step)) { /* most are, and values are long */
            number = f->by_xor ? number ^ carry_less(digit[k], step)
                               : redo_add(number, redo_mul(digit[k], step));
            continue;
        }
        for (size_t i = 0; i < f->stride[k].n; i++) {
            axis a = f->stride[k].axis[i];
            a.number = f->by_xor ? carry_less(digit[k], a.number) : redo_mul(digit[k], a.number);
            val one = {.n = a.number != 0, .axis = {a}};
            sum = val_add(&sum, &one, f->by_xor);
        }
    }
    val alone = val_int(number);
    *out = number != 0 ? val_add(&sum, &alone, f->by_xor) : sum;
    return true;
}

bool func_at(const fn *f, const tree *crd, val *out)
{
    int count;
    switch (f->kind) {
    case FN_LAYOUT: return layout_at(f, crd, out);
    case FN_SWIZZLE:
        if (!crd->leaf)
            return redo_fail("%s of a tuple", f->text);
        *out = val_int(swizzle(f, crd->value));
        return true;
    case FN_LINEAR: return linear_at(f, crd, out);
    case FN_CHAIN: return chain_at(f, crd, out);
    case FN_RELATION:
        count = relation_at(f->map, crd, out);
        return count == 1 || redo_fail("%s has %d values at %s", f->text, count, tree_text(crd));
    default: return redo_fail("%s is no function", f->text);
    }
}

bool func_at_index(const fn *f, int64_t c, val *out)
{
    return func_at(f, tree_int(c), out);
}

/* ---- numbers for values ---- */
int64_t func_output_number(const fn *x, const val *v)
{
    const tree *t = val_tree(v);
    int64_t place = 1, number = 0;
    if (t->leaf && x->kind != FN_LINEAR)
        return t->value;
    for (size_t i = 0; x->kind == FN_LINEAR && i < x->outs->n; i++) {
        number += place * (x->nouts == 1 ? t->value : i < t->n ? t->child[i]->value : 0);
        place *= x->outs->child[i]->value;
    }
    return number;
}

bool func_as_number(const fn *f, const tree *crd, val *out)
{
    if (!func_at(f, crd, out))
        return false;
    if (f->kind == FN_LINEAR && f->nouts > 1)
        *out = val_int(func_output_number(f, out));
    return true;
}

int64_t func_number_at(const fn *f, int64_t c)
{
    val v;
    int64_t number = 0;
    if (func_as_number(f, tree_int(c), &v) && !val_is_int(&v, &number))
        redo_fail("the value of %s at %lld is %s, no number", f->text, (long long)c,
                  val_text(&v));
    return number;
}

int64_t func_size(const fn *f)
{
    int64_t size = 0;
    if (f->kind != FN_RELATION)
        return tree_size(f->shape);
    if (!relation_size(f->map, &size))
        redo_fail("the domain of %s is no [0,n)", f->text);
    return size;
}
