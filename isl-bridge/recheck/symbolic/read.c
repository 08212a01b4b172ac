/* read.c - reads literals whose integers are sizes.
 *
 * Everything is an item first: a size, a stride, `_`, or a list in parentheses, which is a
 * tuple or, of one element without a comma, that element.
 */
#include "config.h"

#include "read.h"

#include "../read/read.h"

#include <ctype.h>
#include <string.h>

#define DEPTH 64

typedef struct item item;
struct item {
    bool list, wild, word; /* a word: `size` adds by XOR */
    size_t n;              /* elements of a list, or terms of a stride: 0 of a size */
    item **element;
    const poly *size;
    /* a stride: a term for each axis, and `size` for what has none */
    lit_path *path;
    const poly **term;
};

typedef struct {
    reader in;
    sym *s;
    int depth;
} sizes;

static item *new_item(sizes *in, const poly *size)
{
    item *x = size ? lcr_lit_alloc(in->s->pool, 1, sizeof *x) : NULL;
    if (x)
        x->size = size;
    return x;
}

static item *read_item(sizes *in);

/* ---- sizes ---- */

static const poly *as_size(sizes *in, const item *x)
{
    if (x && (x->list || x->wild || x->word || x->n > 0))
        return lcr_rd_wrong(&in->in, "a size before this");
    return x ? x->size : NULL;
}

/* ceil_div(a,b), min(a,b,...), max(a,b,...): what follows the name. */
static item *read_call(sizes *in, char which)
{
    const poly *a = lcr_rd_need(&in->in, "(") ? as_size(in, read_item(in)) : NULL;
    while (a && lcr_rd_take(&in->in, ",")) {
        const poly *b = as_size(in, read_item(in));
        if (!b)
            return NULL;
        a = which == 'c'   ? lcr_sym_ceil_by(in->s, a, b)
            : which == '<' ? lcr_sym_min(in->s, a, b)
                           : lcr_sym_max(in->s, a, b);
        if (!a)
            return lcr_rd_wrong(&in->in, "a positive divisor before this");
    }
    return a && lcr_rd_need(&in->in, ")") ? new_item(in, a) : NULL;
}

static item *read_name(sizes *in)
{
    const char *begin = in->in.at;
    while (isalnum((unsigned char)*in->in.at) || *in->in.at == '_')
        in->in.at++;
    size_t n = (size_t)(in->in.at - begin);
    if (n == 8 && strncmp(begin, "ceil_div", n) == 0)
        return read_call(in, 'c');
    if (n == 3 && strncmp(begin, "min", n) == 0)
        return read_call(in, '<');
    if (n == 3 && strncmp(begin, "max", n) == 0)
        return read_call(in, '>');
    size_t i = lcr_sym_find(in->s, begin, n);
    return i != SIZE_MAX ? new_item(in, lcr_sym_size(in->s, i))
                         : lcr_rd_wrong(&in->in, "a parameter");
}

/* ---- strides ---- */

static bool basis_ahead(const sizes *in)
{
    return *in->in.at == '@' || (*in->in.at == 'e' && isdigit((unsigned char)in->in.at[1]) &&
                                 lcr_sym_find(in->s, in->in.at, 2) == SIZE_MAX);
}

static bool word_ahead(const sizes *in)
{
    size_t n = 1;
    while (isalnum((unsigned char)in->in.at[n]) || in->in.at[n] == '_')
        n++;
    return *in->in.at == 'f' && isdigit((unsigned char)in->in.at[1]) &&
           lcr_sym_find(in->s, in->in.at, n) == SIZE_MAX;
}

/* fN */
static item *read_word(sizes *in)
{
    lc_int value;
    in->in.at++;
    item *x = lcr_rd_number(&in->in, &value) ? new_item(in, lcr_poly_int(in->s->pool, value))
                                             : NULL;
    if (x)
        x->word = true;
    return x;
}

static bool is_power_of_two(const sizes *in, const poly *p)
{
    lc_ctx *lc = in->s->pool->lc;
    lc_int n;
    bool positive = lcr_poly_is_int(p, &n) && lc_int_sign(n) > 0;
    lc_int less = positive ? lc_int_sub(lc, n, lc_int_const(1)) : n;
    return positive && lc_int_eq(lcr_lit_xor(lc, n, less), lc_int_add(lc, n, less));
}

/* a fN, which is f(a N) where one of them is a power of 2. */
static item *word_of(sizes *in, const item *a, const item *b)
{
    const item *by = a->word ? b : a, *word = a->word ? a : b;
    const poly *times = as_size(in, by);
    if (!times)
        return NULL;
    if (!is_power_of_two(in, times) && !is_power_of_two(in, word->size))
        return lcr_rd_wrong(&in->in, "a power of 2 times a word before this");
    item *x = new_item(in, lcr_poly_mul(in->s->pool, times, word->size));
    if (x)
        x->word = true;
    return x;
}

/* The basis element that follows, `size` times. */
static item *read_basis(sizes *in, const poly *size)
{
    item *x = new_item(in, size);
    if (!x)
        return NULL;
    x->path = lcr_lit_alloc(in->s->pool, 1, sizeof *x->path);
    x->term = lcr_lit_alloc(in->s->pool, 1, sizeof *x->term);
    if (!x->path || !x->term || !lcr_rd_path(&in->in, x->path))
        return NULL;
    x->n = 1;
    x->term[0] = size;
    x->size = lcr_poly_si(in->s->pool, 0);
    return x->size ? x : NULL;
}

/* a + factor * b */
static item *sum_of(sizes *in, const item *a, int32_t factor, const item *b)
{
    lit_pool *pool = in->s->pool;
    lc_int k = lc_int_const(factor);
    if (a->list || b->list || a->wild || b->wild || a->word || b->word)
        return lcr_rd_wrong(&in->in, "sizes or strides before this");
    item *x = new_item(in, lcr_poly_add(pool, a->size, k, b->size));
    if (!x || (a->n == 0 && b->n == 0))
        return x;
    x->path = lcr_lit_alloc(pool, a->n + b->n, sizeof *x->path);
    x->term = lcr_lit_alloc(pool, a->n + b->n, sizeof *x->term);
    if (!x->path || !x->term)
        return NULL;
    for (size_t i = 0; i < a->n; i++, x->n++) {
        x->path[x->n] = a->path[i];
        x->term[x->n] = a->term[i];
    }
    for (size_t i = 0; i < b->n; i++) {
        size_t at = 0;
        while (at < x->n && !lcr_path_same(&x->path[at], &b->path[i]))
            at++;
        if (at == x->n) {
            x->path[x->n] = b->path[i];
            x->term[x->n++] = lcr_poly_si(pool, 0);
        }
        x->term[at] = lcr_poly_add(pool, x->term[at], k, b->term[i]);
    }
    return x;
}

/* ---- products ---- */

static item *product_of(sizes *in, const item *a, const item *b)
{
    lit_pool *pool = in->s->pool;
    if (a->word || b->word)
        return word_of(in, a, b);
    if (b->n == 0 && a->n > 0) {
        const item *turn = a;
        a = b;
        b = turn;
    }
    const poly *by = as_size(in, a);
    if (!by || b->list || b->wild)
        return lcr_rd_wrong(&in->in, "sizes before this");
    item *x = new_item(in, lcr_poly_mul(pool, by, b->size));
    if (!x || b->n == 0)
        return x;
    x->n = b->n;
    x->path = b->path;
    x->term = lcr_lit_alloc(pool, b->n, sizeof *x->term);
    for (size_t i = 0; x->term && i < b->n; i++)
        x->term[i] = lcr_poly_mul(pool, by, b->term[i]);
    return x->term ? x : NULL;
}

/* a / b, a % b */
static item *quotient_of(sizes *in, const item *x, const item *by, bool rest)
{
    const poly *a = as_size(in, x), *b = a ? as_size(in, by) : NULL;
    if (!b)
        return NULL;
    const poly *q = lcr_sym_floor_by(in->s, a, b);
    if (!q)
        return lcr_rd_wrong(&in->in, "a positive divisor before this");
    if (rest)
        q = lcr_poly_sub(in->s->pool, a, lcr_poly_mul(in->s->pool, b, q));
    return new_item(in, q);
}

/* A list: what follows `(`. */
static item *read_list(sizes *in)
{
    item *x = lcr_lit_alloc(in->s->pool, 1, sizeof *x);
    item **element = x ? lcr_lit_alloc(in->s->pool, SV_LEAVES, sizeof *element) : NULL;
    size_t n = 0;
    bool comma = false;
    if (!element)
        return NULL;
    while (n < SV_LEAVES && !(n > 0 && lcr_rd_take(&in->in, ")"))) {
        if (!(element[n++] = read_item(in)))
            return NULL;
        comma = lcr_rd_take(&in->in, ",");
        if (!comma && !lcr_rd_need(&in->in, ")"))
            return NULL;
        if (!comma)
            break;
    }
    if (n == 1 && !comma)
        return element[0];
    *x = (item){.list = true, .n = n, .element = element};
    return n < SV_LEAVES ? x : lcr_rd_wrong(&in->in, "fewer elements");
}

static item *read_factor(sizes *in)
{
    lc_int value;
    if (lcr_rd_take(&in->in, "("))
        return read_list(in);
    if (lcr_rd_take(&in->in, "_") && !isalnum((unsigned char)*in->in.at)) {
        item *x = lcr_lit_alloc(in->s->pool, 1, sizeof *x);
        if (x)
            x->wild = true;
        return x;
    }
    if (basis_ahead(in))
        return read_basis(in, lcr_poly_si(in->s->pool, 1));
    if (word_ahead(in))
        return read_word(in);
    if (!isdigit((unsigned char)*in->in.at))
        return isalpha((unsigned char)*in->in.at) ? read_name(in)
                                                  : lcr_rd_wrong(&in->in, "a size");
    size_t n = 1;
    while (isdigit((unsigned char)in->in.at[n]))
        n++;
    if (!lc_int_parse(in->s->pool->lc, in->in.at, n, &value))
        return lcr_rd_wrong(&in->in, "a shorter number");
    in->in.at += n;
    const poly *size = lcr_poly_int(in->s->pool, value);
    return basis_ahead(in) ? read_basis(in, size) : new_item(in, size);
}

static item *read_product(sizes *in)
{
    item *x = read_factor(in);
    while (x) {
        char op = lcr_rd_take(&in->in, "*")   ? '*'
                  : lcr_rd_take(&in->in, "/") ? '/'
                  : lcr_rd_take(&in->in, "%") ? '%'
                                              : 0;
        item *y = op != 0 ? read_factor(in) : NULL;
        if (!y)
            return op == 0 ? x : NULL;
        x = op == '*' ? product_of(in, x, y) : quotient_of(in, x, y, op == '%');
    }
    return NULL;
}

static item *read_sum(sizes *in)
{
    item *zero = new_item(in, lcr_poly_si(in->s->pool, 0));
    bool minus = lcr_rd_take(&in->in, "-");
    item *x = zero ? read_product(in) : NULL;
    if (minus && x)
        x = sum_of(in, zero, -1, x);
    while (x) {
        bool arrow = lcr_rd_take(&in->in, "") && strncmp(in->in.at, "->", 2) == 0;
        int32_t sign = arrow                       ? 0
                       : lcr_rd_take(&in->in, "+") ? 1
                       : lcr_rd_take(&in->in, "-") ? -1
                                                   : 0;
        item *y = sign != 0 ? read_product(in) : NULL;
        if (!y)
            return sign == 0 ? x : NULL;
        x = sum_of(in, x, sign, y);
    }
    return NULL;
}

static item *read_item(sizes *in)
{
    if (in->depth == DEPTH)
        return lcr_rd_wrong(&in->in, "less nesting");
    in->depth++;
    item *x = read_sum(in);
    in->depth--;
    return x;
}

/* ---- values of items ---- */

static void count(const item *x, size_t *nnodes, size_t *n, size_t *terms)
{
    ++*nnodes;
    *n += !x->list;
    *terms += x->list ? 0 : x->n;
    for (size_t i = 0; x->list && i < x->n; i++)
        count(x->element[i], nnodes, n, terms);
}

/* Nodes and leaves in order. */
static void lay_out(const item *x, sv *a, const item **leaf, size_t *at)
{
    a->node[a->nnodes++] = x->list ? (uint32_t)x->n : 0;
    if (!x->list)
        leaf[(*at)++] = x;
    for (size_t i = 0; x->list && i < x->n; i++)
        lay_out(x->element[i], a, leaf, at);
}

static const item **leaves_of(sizes *in, const item *x, sv_kind kind, sv **out)
{
    size_t nnodes = 0, n = 0, terms = 0, at = 0;
    count(x, &nnodes, &n, &terms);
    const item **leaf = lcr_lit_alloc(in->s->pool, n, sizeof *leaf);
    *out = leaf ? lcr_sv_new(in->s, kind, nnodes, n, terms < SV_AXES ? terms : SV_AXES) : NULL;
    if (!*out)
        return NULL;
    (*out)->nnodes = 0;
    lay_out(x, *out, leaf, &at);
    return leaf;
}

/* The steps of strides, axes as they come. */
static bool set_steps(sizes *in, sv *a, const item *const *leaf)
{
    const poly *zero = lcr_poly_si(in->s->pool, 0);
    size_t room = a->naxes > 0 ? a->naxes : 1;
    a->basis = a->naxes > 0;
    a->naxes = a->basis ? 0 : 1;
    a->by_xor = a->n > 0 && leaf[0]->word;
    a->step = lcr_lit_alloc(in->s->pool, room * a->n, sizeof *a->step);
    for (size_t i = 0; a->step && i < room * a->n; i++)
        a->step[i] = zero;
    for (size_t k = 0; a->step && k < a->n; k++) {
        if (leaf[k]->wild || (a->basis && leaf[k]->size->n > 0) ||
            leaf[k]->word != leaf[0]->word || (a->basis && leaf[k]->word))
            return lcr_rd_wrong(&in->in, "strides of one kind before this");
        if (!a->basis)
            a->step[k] = leaf[k]->size;
        for (size_t i = 0; i < leaf[k]->n; i++) {
            size_t axis = lcr_sv_axis(a, &leaf[k]->path[i]);
            if (axis == SIZE_MAX && a->naxes == room)
                return lcr_rd_wrong(&in->in, "fewer axes before this");
            if (axis == SIZE_MAX)
                a->path[axis = a->naxes++] = leaf[k]->path[i];
            a->step[axis * a->n + k] = leaf[k]->term[i];
        }
    }
    return a->step && zero != NULL;
}

/* A tuple of sizes, or of strides. */
static sv *tuple_of(sizes *in, const item *x)
{
    sv *a;
    const item **leaf = x ? leaves_of(in, x, SV_TUPLE, &a) : NULL;
    if (!leaf)
        return NULL;
    if (a->naxes > 0)
        return set_steps(in, a, leaf) ? a : NULL;
    for (size_t k = 0; k < a->n; k++) {
        if (leaf[k]->word)
            return lcr_rd_wrong(&in->in, "words as strides of a layout alone");
        a->extent[k] = leaf[k]->wild ? NULL : leaf[k]->size;
    }
    return a;
}

static sv *layout_of(sizes *in, const sv *shape, const item *strides)
{
    sv *a;
    const item **leaf = strides ? leaves_of(in, strides, SV_LAYOUT, &a) : NULL;
    if (!leaf)
        return NULL;
    if (!lcr_sv_congruent(shape, a) || shape->step)
        return lcr_rd_wrong(&in->in, "strides nested like the shape before this");
    for (size_t k = 0; k < a->n; k++)
        if (!(a->extent[k] = shape->extent[k]))
            return lcr_rd_wrong(&in->in, "no wildcard in a shape before this");
    return set_steps(in, a, leaf) ? a : NULL;
}

static sv *read_layout(sizes *in)
{
    sv *a = tuple_of(in, read_item(in));
    return a && lcr_rd_take(&in->in, ":") ? layout_of(in, a, read_item(in)) : a;
}

static sv *read_tiler(sizes *in)
{
    sv *a = lcr_sv_new(in->s, SV_TILER, 1, 0, 0);
    const sv **mode = a ? lcr_lit_alloc(in->s->pool, SV_AXES, sizeof *mode) : NULL;
    if (!mode)
        return NULL;
    a->mode = mode;
    do {
        if (a->nmodes == SV_AXES)
            return lcr_rd_wrong(&in->in, "fewer modes of a tiler");
        if (!(mode[a->nmodes++] = lcr_rd_take(&in->in, "<") ? read_tiler(in) : read_layout(in)))
            return NULL;
    } while (lcr_rd_take(&in->in, ","));
    return lcr_rd_need(&in->in, ">") ? a : NULL;
}

/* The number of an entry, 0 for `*`, which is equal to this one. */
static bool read_image(sizes *in, const sv *to, const poly *entry, size_t *image)
{
    lc_int number;
    *image = 0;
    if (lcr_rd_take(&in->in, "*"))
        return true;
    if (!lcr_rd_number(&in->in, &number))
        return false;
    bool there = lc_int_sign(number) > 0 &&
                 lc_int_le(number, lc_int_si(in->s->pool->lc, (int64_t)to->n));
    *image = there ? (size_t)lc_int_get_si(number) : 0;
    if (!there || !lcr_poly_equal(entry, to->extent[*image - 1]))
        return lcr_rd_wrong(&in->in, "the number of an equal entry before this");
    return true;
}

/* A tuple of sizes. */
static sv *read_side(sizes *in)
{
    sv *a = tuple_of(in, read_item(in));
    bool all = a && !a->step;
    for (size_t k = 0; all && k < a->n; k++)
        all = a->extent[k] != NULL;
    return all ? a : lcr_rd_wrong(&in->in, "a tuple of sizes before this");
}

/* The layout of the domain whose strides are the products of the entries before the images. */
static sv *read_morphism(sizes *in)
{
    sv *a = read_side(in);
    sv *to = a && lcr_rd_need(&in->in, "->") ? read_side(in) : NULL;
    if (!to || !lcr_rd_need(&in->in, ":") ||
        !(a->image = lcr_lit_alloc(in->s->pool, a->n, sizeof *a->image)) ||
        !(a->step = lcr_lit_alloc(in->s->pool, a->n, sizeof *a->step)))
        return NULL;
    a->kind = SV_LAYOUT;
    a->codomain = to;
    a->naxes = 1;
    for (size_t i = 0; i < a->n; i++) {
        if ((i > 0 && !lcr_rd_need(&in->in, ",")) ||
            !read_image(in, to, a->extent[i], &a->image[i]))
            return NULL;
        a->step[i] = lcr_poly_si(in->s->pool, a->image[i] > 0);
        for (size_t j = 0; j + 1 < a->image[i]; j++)
            a->step[i] = lcr_poly_mul(in->s->pool, a->step[i], to->extent[j]);
    }
    return lcr_rd_need(&in->in, "}") ? a : NULL;
}

static sv *read_tensor(sizes *in)
{
    sv *offset = tuple_of(in, read_item(in));
    bool fine = offset && lcr_rd_need(&in->in, "}") && lcr_rd_need(&in->in, "o ");
    sv *a = fine ? read_layout(in) : NULL;
    return a ? lcr_sv_tensor(in->s, offset, a) : NULL;
}

/* What follows `S<`: alone, before a tensor, before an offset and a layout. */
static sv *read_swizzle(sizes *in)
{
    int b, m, s;
    if (!lcr_rd_small(&in->in, 0, 62, &b) || !lcr_rd_need(&in->in, ",") ||
        !lcr_rd_small(&in->in, 0, 62, &m) || !lcr_rd_need(&in->in, ",") ||
        !lcr_rd_small(&in->in, -62, 62, &s) || !lcr_rd_need(&in->in, ">"))
        return NULL;
    sv *a = lcr_sv_new(in->s, SV_SWIZZLE, 1, 0, 0);
    if (a && lcr_rd_take(&in->in, "o ")) {
        bool tensor = lcr_rd_take(&in->in, "{");
        sv *offset = tensor ? NULL : tuple_of(in, read_item(in));
        bool fine = tensor || (offset && lcr_rd_need(&in->in, "o "));
        a = !fine ? NULL : tensor ? read_tensor(in) : read_layout(in);
        a = a && offset ? lcr_sv_tensor(in->s, offset, a) : a;
        if (a && (a->kind != SV_LAYOUT || a->basis || a->by_xor))
            return lcr_rd_wrong(&in->in, "a layout of integers before this");
    }
    if (a) {
        a->swizzled = a->kind == SV_LAYOUT;
        a->b = b;
        a->m = m;
        a->s = s;
    }
    return a;
}

static sv *read_value(sizes *in)
{
    if (lcr_rd_take(&in->in, "S<"))
        return read_swizzle(in);
    if (lcr_rd_take(&in->in, "<"))
        return read_tiler(in);
    if (lcr_rd_take(&in->in, "morphism{"))
        return read_morphism(in);
    return lcr_rd_take(&in->in, "{") ? read_tensor(in) : read_layout(in);
}

const sv *lcr_sv_read(sym *s, const char *text)
{
    sizes in = {{s->pool, text, text}, s, 0};
    if (lcr_lit_is_word(text, strlen(text))) {
        sv *a = lcr_sv_new(s, SV_WORD, 1, 0, 0);
        if (a)
            a->word = text;
        return a;
    }
    sv *a = read_value(&in);
    lcr_rd_take(&in.in, "");
    return !a || *in.in.at == '\0' ? a : lcr_rd_wrong(&in.in, "the end of the literal");
}
