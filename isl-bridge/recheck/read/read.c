/* read.c - literals from text, by recursive descent.
 *
 *   tuple    42  (4,(2,3))  (x,)  (_,2)
 *   layout   tuple ':' strides (read/read-strides.c), both in the same parentheses
 *   strides  on their own, of coordinates or XOR
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

#include "read.h"

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

bool lcr_rd_small(reader *in, int least, int most, int *out)
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

bool lcr_rd_nesting(reader *in, nesting *t, int depth)
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
        if (!lcr_rd_nesting(in, t, depth + 1))
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
    return leaf != NULL && lcr_rd_nesting(in, t, 0) ? leaf : NULL;
}

typedef struct {
    lc_int *leaf;
    bool *any; /* NULL: there was no `_` */
} wildcards;

static bool wild_leaf(reader *in, size_t n, void *context)
{
    wildcards *w = context;
    if (!lcr_rd_take(in, "_"))
        return lcr_rd_number(in, &w->leaf[n]);
    if (w->any == NULL)
        w->any = lcr_lit_alloc(in->pool, LEAVES_MAX, sizeof *w->any);
    if (w->any != NULL)
        w->any[n] = true;
    return w->any != NULL;
}

/* The same, where `_` may stand for an integer. */
static lc_int *integers_or_any(reader *in, nesting *t, bool **any)
{
    wildcards w = {lcr_lit_alloc(in->pool, LEAVES_MAX, sizeof *w.leaf), NULL};
    *t = (nesting){.leaf = wild_leaf, .context = &w};
    bool ok = w.leaf != NULL && lcr_rd_nesting(in, t, 0);
    *any = w.any;
    return ok ? w.leaf : NULL;
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

/* ---- the kinds ---- */

const lit *lcr_rd_layout(reader *in)
{
    bool *any = NULL;
    nesting *t = lcr_lit_alloc(in->pool, 1, sizeof *t);
    lc_int *extent = t != NULL ? integers_or_any(in, t, &any) : NULL;
    bool tuple = extent != NULL && !lcr_rd_take(in, ":");
    lit *a = extent != NULL ? lcr_rd_literal(in, tuple ? LIT_TUPLE : LIT_LAYOUT, t, extent) : NULL;
    if (a == NULL)
        return NULL;
    a->any = any;
    if (any != NULL && !tuple)
        return lcr_rd_wrong(in, "integers as extents");
    return tuple || lcr_rd_strides_of(in, a, t) ? a : NULL;
}

/* An axis without strides, at a leaf of an offset. Strides that are all 0 are of every kind. */
static bool add_axis(reader *in, lit *a, const lit_path *path, lc_int offset)
{
    if (a->kind != LIT_LAYOUT || a->naxes == LIT_MAX_AXES)
        return lcr_rd_wrong(in, "an offset on the axes of the strides");
    a->path[a->naxes] = *path; /* of which there is room for all */
    a->offset[a->naxes++] = offset;
    return true;
}

static bool is_nothing(const lc_int *offset, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (!lc_int_is_zero(offset[k]))
            return false;
    return true;
}

/* The leaf of the offset at the path of each axis; an offset of 0 says the nesting only. */
static bool coordinate_offset(reader *in, lit *a, const lc_int *offset, const nesting *t)
{
    bool known[LIT_MAX_AXES] = {false};
    bool every = !a->basis && !a->xor && !lcr_rd_has_integers(a);
    lit_path path[LIT_MAX_AXES];
    lit tuple = {.kind = LIT_TUPLE, .nnodes = t->nnodes, .n = t->n,
                 .node = (uint32_t *)(uintptr_t)t->node};
    a->offset = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->offset);
    if (a->offset == NULL || t->n > LIT_MAX_AXES)
        return false;
    if (every) {
        a->basis = true;
        a->naxes = 0;
    }
    for (size_t j = 0; j < a->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(&tuple, &a->path[j], &first, &last) || last != first + 1)
            return lcr_rd_wrong(in, "an offset nested like the values");
        a->offset[j] = offset[first];
        known[first] = true;
    }
    lcr_lit_paths(&tuple, path);
    for (size_t k = 0; k < t->n; k++)
        if (!known[k] && (every || !lc_int_is_zero(offset[k])) &&
            !add_axis(in, a, &path[k], offset[k]))
            return false;
    if (is_nothing(offset, t->n))
        a->offset = NULL;
    a->offset_nesting = lcr_rd_literal(in, LIT_TUPLE, t, NULL);
    return a->offset_nesting != NULL;
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
    if (!lcr_rd_small(in, 0, 62, &b) || !lcr_rd_need(in, ",") || !lcr_rd_small(in, 0, 62, &m) ||
        !lcr_rd_need(in, ",") || !lcr_rd_small(in, -62, 62, &s) || !lcr_rd_need(in, ">"))
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
        if (mode == NULL || mode->any != NULL)
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
    else if (lcr_rd_are_strides(text))
        a = lcr_rd_strides(&in);
    else if (number_ahead(&in) || *in.at == '(' || strcmp(text, "_") == 0)
        a = lcr_rd_composed(&in, lcr_rd_layout(&in));
    else
        a = word(&in);
    if (a == NULL)
        return lcr_rd_wrong(&in, "a literal");
    while (*in.at == ' ')
        in.at++;
    return *in.at == '\0' ? a : lcr_rd_wrong(&in, "the end of the literal");
}
