/* recheck-read.c - literals from text, by recursive descent.
 *
 *   tuple    42  (4,(2,3))  (x,)
 *   layout   tuple ':' strides, a stride 7, 6e1, 2@0@1, f5, or a sum of such; both sides
 *            in the same parentheses
 *   tensor   { tuple } o function
 *   swizzle  S<b,m,s>
 *   function swizzle, layout, or one of these o tuple o function
 *   tiler    < literal, ... >
 *   linear   linear{in: [bases], ... -> out: size, ...}, a basis n or (n,...)
 *   relation relation "...", in isl's syntax
 *   morphism morphism{tuple -> tuple: 1,*,...}, an image for each entry
 *   word     int8 ... int64, uint8 ... uint64, exact
 */
#include "config.h"

#include "recheck-read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void *lcr_rd_wrong(reader *in, const char *wanted)
{
    if (lc_ctx_code(in->pool->lc) == LC_OK)
        lc_fail(in->pool->lc, LC_ERR_INVALID, "at '%.40s': expected %s", in->at, wanted);
    return NULL;
}

bool lcr_rd_take(reader *in, const char *token)
{
    while (*in->at == ' ')
        in->at++;
    size_t n = strlen(token);
    if (strncmp(in->at, token, n) != 0)
        return false;
    in->at += n;
    return true;
}

bool lcr_rd_need(reader *in, const char *token)
{
    if (lcr_rd_take(in, token))
        return true;
    lcr_rd_wrong(in, token);
    return false;
}

static bool number_ahead(reader *in)
{
    while (*in->at == ' ')
        in->at++;
    const char *p = in->at + (*in->at == '-');
    return isdigit((unsigned char)*p) != 0;
}

bool lcr_rd_number(reader *in, lc_int *out)
{
    if (!number_ahead(in)) {
        lcr_rd_wrong(in, "a number");
        return false;
    }
    const char *end = in->at + 1;
    while (isdigit((unsigned char)*end))
        end++;
    bool ok = lc_int_parse(in->pool->lc, in->at, (size_t)(end - in->at), out);
    in->at = end;
    return ok;
}

static bool small_number(reader *in, int least, int most, int *out)
{
    lc_int n;
    if (!lcr_rd_number(in, &n))
        return false;
    if (!lc_int_fits_si(n) || lc_int_get_si(n) < least || lc_int_get_si(n) > most) {
        lcr_rd_wrong(in, "a smaller number before this");
        return false;
    }
    *out = (int)lc_int_get_si(n);
    return true;
}

/* ---- nestings ---- */

static bool read_leaf(reader *in, nesting *t, size_t node)
{
    const char *from = in->at;
    bool ok = t->leaf(in, t->n++, t->context);
    for (; from < in->at; from++)
        t->operation[node] = t->operation[node] || *from == '+' || *from == '-';
    return ok;
}

/* The node of a pair of parentheses goes; they stand around the next one. */
static void drop_node(nesting *t, size_t head)
{
    size_t after = --t->nnodes - head;
    memmove(t->node + head, t->node + head + 1, after * sizeof *t->node);
    memmove(t->pairs + head, t->pairs + head + 1, after * sizeof *t->pairs);
    memmove(t->operation + head, t->operation + head + 1, after * sizeof *t->operation);
    t->pairs[head]++;
}

static bool read_nesting(reader *in, nesting *t, int depth)
{
    if (t->nnodes >= 2 * LEAVES_MAX || t->n >= LEAVES_MAX || depth > LIT_MAX_DEPTH) {
        lcr_rd_wrong(in, "fewer elements, and less nesting");
        return false;
    }
    size_t head = t->nnodes++;
    t->node[head] = t->pairs[head] = 0;
    t->operation[head] = false;
    if (!lcr_rd_take(in, "("))
        return read_leaf(in, t, head);
    do {
        if (t->node[head] > 0 && lcr_rd_take(in, ")"))
            return true;
        t->node[head]++;
        if (!read_nesting(in, t, depth + 1))
            return false;
    } while (lcr_rd_take(in, ","));
    if (t->node[head] == 1) /* (x) is x, and (x,) has one element */
        drop_node(t, head);
    return lcr_rd_need(in, ")");
}

static bool integer_leaf(reader *in, size_t n, void *context)
{
    return lcr_rd_number(in, (lc_int *)context + n);
}

/* A tuple of integers; the nesting stays in `t`. */
lc_int *lcr_rd_integers(reader *in, nesting *t)
{
    lc_int *leaf = lcr_lit_alloc(in->pool, LEAVES_MAX, sizeof *leaf);
    *t = (nesting){.leaf = integer_leaf, .context = leaf};
    return leaf != NULL && read_nesting(in, t, 0) ? leaf : NULL;
}

lit *lcr_rd_literal(reader *in, lit_kind kind, const nesting *t, lc_int *extent)
{
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    uint32_t *node = a != NULL ? lcr_lit_alloc(in->pool, t->nnodes, sizeof *node) : NULL;
    if (node == NULL)
        return NULL;
    memcpy(node, t->node, t->nnodes * sizeof *node);
    *a = (lit){.kind = kind, .nnodes = t->nnodes, .n = t->n, .node = node, .extent = extent,
               .naxes = 1};
    return a;
}

static lit *of_one_size(reader *in, lit_kind kind, lc_int size)
{
    nesting t = {.nnodes = 1, .n = 1, .node = {0}};
    lc_int *extent = lcr_lit_alloc(in->pool, 1, sizeof *extent);
    if (extent == NULL)
        return NULL;
    *extent = size;
    return lcr_rd_literal(in, kind, &t, extent);
}

/* ---- strides ---- */

static bool same_path(const lit_path *a, const lit_path *b)
{
    return a->depth == b->depth && memcmp(a->mode, b->mode, a->depth * sizeof *a->mode) == 0;
}

/* The axis of a path; a new one at the end. SIZE_MAX when there are too many. */
static size_t axis_of(lit *a, const lit_path *path)
{
    for (size_t j = 0; j < a->naxes; j++)
        if (same_path(&a->path[j], path))
            return j;
    if (a->naxes == LIT_MAX_AXES)
        return SIZE_MAX;
    a->path[a->naxes] = *path;
    return a->naxes++;
}

static bool one_mode(reader *in, uint32_t *mode)
{
    int n;
    if (!isdigit((unsigned char)*in->at) || !small_number(in, 0, LIT_MAX_AXES - 1, &n))
        return false;
    *mode = (uint32_t)n;
    return true;
}

/* What follows the coefficient: e1, or @0@1, innermost first. No path: an integer. */
static bool read_path(reader *in, lit_path *path)
{
    path->depth = 0;
    if (*in->at == 'e') {
        in->at++;
        path->depth = 1;
        return one_mode(in, &path->mode[0]);
    }
    while (*in->at == '@' && path->depth < LIT_MAX_DEPTH) {
        in->at++;
        memmove(path->mode + 1, path->mode, path->depth * sizeof *path->mode);
        path->depth++;
        if (!one_mode(in, &path->mode[0]))
            return false;
    }
    return true;
}

/* Is there a stride so far that is an integer other than 0? */
static bool has_integers(const lit *a)
{
    bool any = false;
    for (size_t k = 0; !a->basis && !a->xor && k < a->n; k++)
        any = any || !lc_int_is_zero(a->step[k]);
    return any;
}

/* f5, the only term of its stride. */
static bool read_bits(reader *in, lit *a, size_t leaf, int sign)
{
    if (sign < 0 || a->basis || has_integers(a) || !lc_int_is_zero(a->step[leaf]))
        return lcr_rd_wrong(in, "strides of one kind");
    a->xor = true;
    return lcr_rd_number(in, &a->step[leaf]) &&
           (lc_int_sign(a->step[leaf]) >= 0 || lcr_rd_wrong(in, "bits before this"));
}

/* One term: its value on an axis that exists or is made. */
static bool read_term(reader *in, lit *a, size_t leaf, int sign)
{
    lc_int d = lc_int_const(1);
    lit_path path;
    if (lcr_rd_take(in, "f"))
        return read_bits(in, a, leaf, sign);
    if (lcr_rd_take(in, "-"))
        sign = -sign;
    if (*in->at != 'e' && !lcr_rd_number(in, &d))
        return false;
    if (!read_path(in, &path))
        return lcr_rd_wrong(in, "the number of a mode");
    if (sign < 0)
        d = lc_int_neg(in->pool->lc, d);
    size_t axis = 0;
    if (path.depth > 0) {
        if (a->xor || has_integers(a))
            return lcr_rd_wrong(in, "a stride that is no basis element, as before");
        a->basis = true;
        axis = axis_of(a, &path);
        if (axis == SIZE_MAX)
            return lcr_rd_wrong(in, "fewer basis elements");
    } else if (lc_int_is_zero(d)) {
        return true; /* a stride of every kind */
    } else if (a->basis || a->xor) {
        return lcr_rd_wrong(in, "strides of one kind");
    }
    lc_int *step = &a->step[axis * a->n + leaf];
    *step = lc_int_add(in->pool->lc, *step, d);
    return true;
}

static bool stride_leaf(reader *in, size_t n, void *context)
{
    lit *a = context;
    while (*in->at == ' ')
        in->at++;
    if (n >= a->n)
        return lcr_rd_wrong(in, "as many strides as extents");
    int sign = 1;
    do {
        if (!read_term(in, a, n, sign))
            return false;
        sign = *in->at == '-' ? -1 : 1;
    } while (*in->at == '+' || *in->at == '-' ? in->at++ : NULL);
    return true;
}

/* Are the strides nested like the shape, and written so? */
static bool same_nesting(const nesting *shape, const nesting *stride)
{
    if (stride->nnodes != shape->nnodes ||
        memcmp(stride->node, shape->node, shape->nnodes * sizeof *shape->node) != 0)
        return false;
    for (size_t i = 0; i < shape->nnodes; i++) {
        bool more = stride->pairs[i] > shape->pairs[i] && stride->operation[i];
        if (stride->pairs[i] != shape->pairs[i] && !more)
            return false;
    }
    return true;
}

/* The strides after the colon, one for each extent. */
static bool read_strides(reader *in, lit *a, const nesting *shape)
{
    lc_ctx *lc = in->pool->lc;
    nesting t = {.leaf = stride_leaf, .context = a};
    a->naxes = 0;
    a->path = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->path);
    a->step = lcr_lit_alloc(in->pool, LIT_MAX_AXES * a->n, sizeof *a->step);
    if (a->path == NULL || a->step == NULL || !read_nesting(in, &t, 0))
        return false;
    if (!same_nesting(shape, &t))
        return lcr_rd_wrong(in, "strides nested like the shape before this");
    a->naxes = a->naxes > 0 ? a->naxes : 1;
    for (size_t k = 0; k < a->n; k++)
        if (lc_int_sign(a->extent[k]) <= 0)
            return lc_fail(lc, LC_ERR_INVALID, "an extent below 1");
    return true;
}

/* ---- the kinds ---- */

const lit *lcr_rd_layout(reader *in)
{
    nesting *t = lcr_lit_alloc(in->pool, 1, sizeof *t);
    lc_int *extent = t != NULL ? lcr_rd_integers(in, t) : NULL;
    if (extent == NULL)
        return NULL;
    if (!lcr_rd_take(in, ":"))
        return lcr_rd_literal(in, LIT_TUPLE, t, extent);
    lit *a = lcr_rd_literal(in, LIT_LAYOUT, t, extent);
    return a != NULL && read_strides(in, a, t) ? a : NULL;
}

/* The leaf of the offset at the path of each axis; 0 where there is no axis. */
static bool coordinate_offset(reader *in, lit *a, const lc_int *offset, const nesting *t)
{
    bool known[LIT_MAX_AXES] = {false};
    lit tuple = {.kind = LIT_TUPLE, .nnodes = t->nnodes, .n = t->n,
                 .node = (uint32_t *)(uintptr_t)t->node};
    a->offset = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->offset);
    if (a->offset == NULL || t->n > LIT_MAX_AXES)
        return false;
    for (size_t j = 0; j < a->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(&tuple, &a->path[j], &first, &last) || last != first + 1)
            return lcr_rd_wrong(in, "an offset nested like the values");
        a->offset[j] = offset[first];
        known[first] = true;
    }
    for (size_t k = 0; k < t->n; k++)
        if (!known[k] && !lc_int_is_zero(offset[k]))
            return lcr_rd_wrong(in, "an offset on the axes of the strides");
    return true;
}

lit *lcr_rd_with_offset(reader *in, const lit *layout, const lc_int *offset, const nesting *t)
{
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    if (a == NULL)
        return NULL;
    *a = *layout;
    if (!a->basis && t->n == 1 && t->nnodes == 1) {
        a->offset = lcr_lit_alloc(in->pool, 1, sizeof *a->offset);
        if (a->offset != NULL)
            a->offset[0] = offset[0];
        return a->offset != NULL ? a : NULL;
    }
    return coordinate_offset(in, a, offset, t) ? a : NULL;
}

lit *lcr_rd_swizzle(reader *in)
{
    int b, m, s;
    if (!small_number(in, 0, 62, &b) || !lcr_rd_need(in, ",") || !small_number(in, 0, 62, &m) ||
        !lcr_rd_need(in, ",") || !small_number(in, -62, 62, &s) || !lcr_rd_need(in, ">"))
        return NULL;
    lc_int size = lc_int_const(1);
    for (int i = 0; i < b + m + abs(s); i++)
        size = lc_int_add(in->pool->lc, size, size);
    lit *a = of_one_size(in, LIT_SWIZZLE, size);
    if (a == NULL)
        return NULL;
    a->b = b;
    a->m = m;
    a->s = s;
    return a;
}

static const lit *tiler(reader *in)
{
    lit *a = of_one_size(in, LIT_TILER, lc_int_const(1));
    a = a != NULL && (a->mode = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->mode)) ? a : NULL;
    while (a != NULL) {
        const lit *mode = NULL;
        if (a->nmodes < LIT_MAX_AXES)
            mode = lcr_rd_take(in, "<") ? tiler(in) : lcr_rd_layout(in);
        if (mode == NULL)
            return lcr_rd_wrong(in, "fewer modes of a tiler");
        a->mode[a->nmodes++] = mode;
        if (!lcr_rd_take(in, ","))
            return lcr_rd_need(in, ">") ? a : NULL;
    }
    return NULL;
}

bool lcr_rd_name(reader *in)
{
    while (*in->at == ' ')
        in->at++;
    const char *begin = in->at;
    if (isdigit((unsigned char)*begin)) {
        lcr_rd_wrong(in, "a name");
        return false;
    }
    while (isalnum((unsigned char)*in->at) || *in->at == '_')
        in->at++;
    if (begin == in->at)
        lcr_rd_wrong(in, "a name");
    return begin != in->at;
}

bool lcr_lit_is_word(const char *text, size_t n)
{
    static const char *const words[] = {"exact", "int16", "int32", "int64", "int8",
                                        "uint16", "uint32", "uint64", "uint8"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && strncmp(words[i], text, n) == 0)
            return true;
    return false;
}

static const lit *word(reader *in)
{
    const char *begin = in->at;
    if (!lcr_rd_name(in))
        return NULL;
    size_t n = (size_t)(in->at - begin);
    if (!lcr_lit_is_word(begin, n)) {
        in->at = begin;
        return lcr_rd_wrong(in, "a type, int8 to int64 or uint8 to uint64");
    }
    lit *a = of_one_size(in, LIT_WORD, lc_int_const(1));
    char *copy = a != NULL ? lcr_lit_alloc(in->pool, n + 1, 1) : NULL;
    if (copy == NULL)
        return NULL;
    memcpy(copy, begin, n);
    a->word = copy;
    return a;
}

/* relation "{ [c] -> [2c] : ... }": isl reads what is inside. */
static const lit *relation(reader *in)
{
    const char *begin = in->at, *end = strrchr(in->at, '"');
    if (end == NULL)
        return lcr_rd_wrong(in, "a relation in quotes");
    size_t n = (size_t)(end - begin);
    lit *a = of_one_size(in, LIT_RELATION, lc_int_const(1));
    char *copy = a != NULL ? lcr_lit_alloc(in->pool, n + 1, 1) : NULL;
    if (copy == NULL)
        return NULL;
    memcpy(copy, begin, n);
    a->word = copy;
    in->at = end + 1;
    return a;
}

const lit *lcr_lit_read(lit_pool *pool, const char *text)
{
    reader in = {pool, text, text};
    const lit *a;
    if (lcr_rd_take(&in, "{"))
        a = lcr_rd_tensor(&in);
    else if (lcr_rd_take(&in, "S<"))
        a = lcr_rd_composed(&in, lcr_rd_swizzle(&in));
    else if (lcr_rd_take(&in, "<"))
        a = tiler(&in);
    else if (lcr_rd_take(&in, "linear{"))
        a = lcr_rd_linear(&in);
    else if (lcr_rd_take(&in, "morphism{"))
        a = lcr_rd_morphism(&in);
    else if (lcr_rd_take(&in, "relation \""))
        a = relation(&in);
    else if (number_ahead(&in) || *in.at == '(')
        a = lcr_rd_composed(&in, lcr_rd_layout(&in));
    else
        a = word(&in);
    if (a == NULL)
        return lcr_rd_wrong(&in, "a literal");
    while (*in.at == ' ')
        in.at++;
    return *in.at == '\0' ? a : lcr_rd_wrong(&in, "the end of the literal");
}
