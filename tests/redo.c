/* redo.c - memory, texts, tuples and values of the reader. */
#include "config.h"

#include "redo.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory and failures ---- */

/* Many small ones: they are parts of larger ones. */
typedef struct block {
    struct block *next;
    size_t used, room;
    max_align_t data[];
} block;

static block *blocks;
static char failure[4096];

void *redo_alloc(size_t size)
{
    const size_t usual = 1 << 15, unit = sizeof(max_align_t);
    size = (size + unit - 1) / unit * unit;
    if (!blocks || size > blocks->room - blocks->used) {
        size_t room = size > usual ? size : usual;
        block *b = calloc(1, sizeof *b + room);
        if (!b)
            abort();
        *b = (block){.next = blocks, .room = room};
        blocks = b;
    }
    char *at = (char *)blocks->data + blocks->used;
    blocks->used += size;
    return at;
}

void redo_reset(void)
{
    relation_reset();
    while (blocks) {
        block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
    failure[0] = '\0';
}

char *redo_text(const char *format, ...)
{
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    char *text = redo_alloc((size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text;
}

bool redo_fail(const char *format, ...)
{
    if (failure[0] == '\0') {
        va_list ap;
        va_start(ap, format);
        vsnprintf(failure, sizeof failure, format, ap);
        va_end(ap);
    }
    return false;
}

const char *redo_failure(void)
{
    return failure[0] != '\0' ? failure : NULL;
}

void redo_forget(void)
{
    failure[0] = '\0';
}

int64_t redo_add(int64_t a, int64_t b)
{
    int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        redo_fail("%lld + %lld is past the reader's numbers", (long long)a, (long long)b);
    return sum;
}

int64_t redo_mul(int64_t a, int64_t b)
{
    int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        redo_fail("%lld * %lld is past the reader's numbers", (long long)a, (long long)b);
    return product;
}

/* ---- forms ---- */

static char *copy(const char *from, size_t n)
{
    char *text = redo_alloc(n + 1);
    memcpy(text, from, n);
    return text;
}

static bool read_int(const char **at, int64_t *out)
{
    char *end;
    if (!isdigit((unsigned char)**at) && **at != '-')
        return false;
    long long v = strtoll(*at, &end, 10);
    if (end == *at)
        return false;
    *out = v;
    *at = end;
    return true;
}

/* A word, with what follows in parentheses: mode(R,1), (A,C). */
static char *read_name(const char **at)
{
    const char *p = *at;
    while (isalnum((unsigned char)*p) || *p == '_')
        p++;
    bool word = p > *at;
    if (*p == '(' && (!word || strncmp(*at, "mode(", 5) == 0)) {
        int depth = 0;
        do
            depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
        while (*p++ != '\0' && depth > 0);
    }
    if (p == *at)
        return NULL;
    char *name = copy(*at, (size_t)(p - *at));
    *at = p;
    return name;
}

static char *read_until(const char **at, const char *form)
{
    size_t n = strcspn(form, "%");
    const char *end = n == 0 ? *at + strlen(*at) : NULL;
    for (const char *p = *at; n > 0 && *p && !end; p++)
        if (strncmp(p, form, n) == 0)
            end = p;
    if (!end)
        return NULL;
    char *text = copy(*at, (size_t)(end - *at));
    *at = end;
    return text;
}

static bool read_directive(const char **at, char directive, const char *rest, va_list *ap)
{
    const char *from = *at;
    switch (directive) {
    case 'i': return read_int(at, va_arg(*ap, int64_t *));
    case 't': return (*va_arg(*ap, tree **) = tree_read(at)) != NULL;
    case 'n': return (*va_arg(*ap, char **) = read_name(at)) != NULL;
    case 'w':
        while (isalpha((unsigned char)**at) || **at == '_')
            ++*at;
        *va_arg(*ap, char **) = copy(from, (size_t)(*at - from));
        return *at > from;
    case 'r': return (*va_arg(*ap, char **) = read_until(at, rest)) != NULL;
    default: abort();
    }
}

bool redo_scan(const char *text, const char *form, ...)
{
    va_list ap;
    bool ok = true;
    va_start(ap, form);
    while (ok && *form) {
        if (*form == '%') {
            ok = read_directive(&text, form[1], form + 2, &ap);
            form += 2;
        } else {
            ok = *text++ == *form++;
        }
    }
    va_end(ap);
    return ok && *text == '\0';
}

/* ---- tuples ---- */

tree *tree_int(int64_t value)
{
    tree *t = redo_alloc(sizeof *t);
    t->leaf = true;
    t->value = value;
    return t;
}

tree *tree_tuple(size_t n, tree *const *child)
{
    tree *t = redo_alloc(sizeof *t);
    t->n = n;
    t->child = redo_alloc((n + 1) * sizeof(tree *));
    memcpy(t->child, child, n * sizeof(tree *));
    return t;
}

static void skip(const char **text)
{
    while (**text == ' ')
        ++*text;
}

/* `(x)` is x, `(x,)` a tuple. */
static tree *read_tuple(const char **text)
{
    tree *child[256];
    size_t n = 0;
    bool comma = false;
    ++*text;
    for (skip(text); **text != ')'; skip(text)) {
        if (n == 256 || !(child[n++] = tree_read(text)))
            return NULL;
        skip(text);
        comma = **text == ',';
        if (comma)
            ++*text;
        else if (**text != ')')
            return NULL;
    }
    ++*text;
    return n == 1 && !comma ? child[0] : tree_tuple(n, child);
}

tree *tree_read(const char **text)
{
    int64_t value;
    skip(text);
    if (**text == '(')
        return read_tuple(text);
    if (**text == '_' && !isdigit((unsigned char)(*text)[1])) {
        tree *t = tree_int(0);
        t->wildcard = true;
        ++*text;
        return t;
    }
    if (**text == '_')
        ++*text;
    return read_int(text, &value) ? tree_int(value) : NULL;
}

tree *tree_of(const char *text)
{
    tree *t = tree_read(&text);
    skip(&text);
    return *text == '\0' ? t : NULL;
}

size_t tree_leaves(const tree *t)
{
    size_t n = t->leaf;
    for (size_t i = 0; i < t->n; i++)
        n += tree_leaves(t->child[i]);
    return n;
}

int64_t tree_size(const tree *t)
{
    int64_t size = t->leaf ? t->value : 1;
    for (size_t i = 0; i < t->n; i++)
        size = redo_mul(size, tree_size(t->child[i]));
    return size;
}

static int64_t *flatten(const tree *t, int64_t *out)
{
    if (t->leaf)
        *out++ = t->value;
    for (size_t i = 0; i < t->n; i++)
        out = flatten(t->child[i], out);
    return out;
}

void tree_flatten(const tree *t, int64_t *out)
{
    flatten(t, out);
}

bool tree_congruent(const tree *a, const tree *b)
{
    bool same = a->leaf == b->leaf && a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = tree_congruent(a->child[i], b->child[i]);
    return same;
}

bool tree_same(const tree *a, const tree *b)
{
    bool same = a->leaf == b->leaf && a->n == b->n && a->value == b->value;
    for (size_t i = 0; same && i < a->n; i++)
        same = tree_same(a->child[i], b->child[i]);
    return same;
}

bool tree_weakly_congruent(const tree *coarse, const tree *fine)
{
    if (coarse->leaf)
        return true;
    bool ok = !fine->leaf && coarse->n == fine->n;
    for (size_t i = 0; ok && i < coarse->n; i++)
        ok = tree_weakly_congruent(coarse->child[i], fine->child[i]);
    return ok;
}

bool tree_compatible(const tree *coarse, const tree *fine)
{
    if (coarse->leaf)
        return coarse->value == tree_size(fine);
    bool ok = !fine->leaf && coarse->n == fine->n;
    for (size_t i = 0; ok && i < coarse->n; i++)
        ok = tree_compatible(coarse->child[i], fine->child[i]);
    return ok;
}

char *tree_text(const tree *t)
{
    if (t->leaf)
        return t->wildcard ? "_" : redo_text("%lld", (long long)t->value);
    char *text = "(";
    for (size_t i = 0; i < t->n; i++)
        text = redo_text("%s%s%s", text, i > 0 ? "," : "", tree_text(t->child[i]));
    return redo_text("%s%s)", text, t->n == 1 ? "," : "");
}

/* Takes from *rest what the leaves have room for; the last one, what is left. */
static tree *split(const tree *shape, int64_t *rest, bool last)
{
    if (shape->leaf) {
        int64_t s = shape->value, v = *rest, r = s > 0 ? ((v % s) + s) % s : 0;
        if (last || s <= 0) {
            *rest = 0;
            return tree_int(v);
        }
        *rest = (v - r) / s;
        return tree_int(r);
    }
    tree *child[256];
    for (size_t i = 0; i < shape->n; i++)
        child[i] = split(shape->child[i], rest, last && i + 1 == shape->n);
    return tree_tuple(shape->n, child);
}

tree *tree_natural(const tree *shape, const tree *crd)
{
    if (crd->leaf) {
        int64_t rest = crd->value;
        return split(shape, &rest, true);
    }
    if (shape->leaf) /* (c,) of a shape that is a number */
        return crd->n == 1 ? tree_natural(shape, crd->child[0]) : NULL;
    tree *child[256];
    if (crd->n > shape->n)
        return NULL;
    for (size_t i = 0; i < shape->n; i++) {
        child[i] = tree_natural(shape->child[i], i < crd->n ? crd->child[i] : tree_int(0));
        if (!child[i])
            return NULL;
    }
    return tree_tuple(shape->n, child);
}

static void add_index(const tree *shape, const tree *natural, int64_t *place, int64_t *index)
{
    if (shape->leaf) {
        *index = redo_add(*index, redo_mul(natural->value, *place));
        *place = redo_mul(*place, shape->value);
    }
    for (size_t i = 0; i < shape->n; i++)
        add_index(shape->child[i], natural->child[i], place, index);
}

int64_t tree_index(const tree *shape, const tree *natural)
{
    int64_t place = 1, index = 0;
    add_index(shape, natural, &place, &index);
    return index;
}

/* ---- values ---- */

static int compare_paths(const axis *a, const axis *b)
{
    size_t n = a->depth < b->depth ? a->depth : b->depth;
    int order = memcmp(a->path, b->path, n);
    return order != 0 ? order : (int)a->depth - (int)b->depth;
}

static void put(val *v, axis a)
{
    size_t at = 0;
    if (a.number == 0)
        return;
    while (at < v->n && compare_paths(&v->axis[at], &a) < 0)
        at++;
    if (v->n == REDO_AXES) {
        redo_fail("more axes than the reader has");
        return;
    }
    memmove(v->axis + at + 1, v->axis + at, (v->n - at) * sizeof(axis));
    v->axis[at] = a;
    v->n++;
}

static void put_tree(val *v, const tree *t, axis at)
{
    if (t->leaf) {
        at.number = t->value;
        put(v, at);
    }
    for (size_t i = 0; i < t->n; i++) {
        axis below = at;
        if (below.depth < REDO_DEPTH)
            below.path[below.depth++] = (uint8_t)i;
        put_tree(v, t->child[i], below);
    }
}

val val_int(int64_t number)
{
    val v = {0};
    put(&v, (axis){.number = number});
    return v;
}

val val_of(const tree *t)
{
    val v = {0};
    put_tree(&v, t, (axis){0});
    return v;
}

val val_add(const val *a, const val *b, bool by_xor)
{
    val sum = {0};
    size_t i = 0, j = 0;
    while (i < a->n || j < b->n) {
        int order = i == a->n ? 1 : j == b->n ? -1 : compare_paths(&a->axis[i], &b->axis[j]);
        axis x = order <= 0 ? a->axis[i] : b->axis[j];
        if (order == 0)
            x.number = by_xor ? a->axis[i].number ^ b->axis[j].number
                              : redo_add(a->axis[i].number, b->axis[j].number);
        put(&sum, x);
        i += order <= 0;
        j += order >= 0;
    }
    return sum;
}

bool val_same(const val *a, const val *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = compare_paths(&a->axis[i], &b->axis[i]) == 0 &&
               a->axis[i].number == b->axis[i].number;
    return same;
}

bool val_is_int(const val *v, int64_t *number)
{
    *number = v->n > 0 ? v->axis[0].number : 0;
    return v->n == 0 || (v->n == 1 && v->axis[0].depth == 0);
}

/* The part of a value below a path. */
static tree *tree_below(const val *v, const axis *at)
{
    size_t arity = 0;
    int64_t number = 0;
    for (size_t i = 0; i < v->n; i++) {
        const axis *a = &v->axis[i];
        if (a->depth < at->depth || memcmp(a->path, at->path, at->depth) != 0)
            continue;
        if (a->depth == at->depth)
            number = a->number;
        else if (a->path[at->depth] >= arity)
            arity = a->path[at->depth] + 1u;
    }
    if (arity == 0)
        return tree_int(number);
    tree *child[256];
    for (size_t i = 0; i < arity; i++) {
        axis below = *at;
        below.path[below.depth++] = (uint8_t)i;
        child[i] = tree_below(v, &below);
    }
    return tree_tuple(arity, child);
}

tree *val_tree(const val *v)
{
    return tree_below(v, &(axis){0});
}

char *val_text(const val *v)
{
    return tree_text(val_tree(v));
}

static bool find_place(const tree *t, size_t *place, axis at, axis *out)
{
    if (t->leaf) {
        *out = at;
        return (*place)-- == 0;
    }
    for (size_t i = 0; i < t->n; i++) {
        axis below = at;
        below.path[below.depth++] = (uint8_t)i;
        if (find_place(t->child[i], place, below, out))
            return true;
    }
    return false;
}

int64_t val_at(const val *v, size_t place, const tree *profile)
{
    axis at;
    if (!find_place(profile, &place, (axis){0}, &at))
        return 0;
    for (size_t i = 0; i < v->n; i++)
        if (compare_paths(&v->axis[i], &at) == 0)
            return v->axis[i].number;
    return 0;
}
