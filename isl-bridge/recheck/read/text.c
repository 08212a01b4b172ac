/* text.c - tokens and nestings of literals, and text that grows. */
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
    return lcr_rd_take(in, token) || lcr_rd_wrong(in, token);
}

bool lcr_rd_number_ahead(reader *in)
{
    lcr_rd_take(in, "");
    const char *p = in->at + (*in->at == '-');
    return isdigit((unsigned char)*p) != 0;
}

bool lcr_rd_number(reader *in, lc_int *out)
{
    if (!lcr_rd_number_ahead(in))
        return lcr_rd_wrong(in, "a number");
    const char *end = in->at + 1;
    while (isdigit((unsigned char)*end))
        end++;
    bool ok = lc_int_parse(in->pool->lc, in->at, (size_t)(end - in->at), out);
    in->at = end;
    return ok;
}

/* An integer of a literal: a number or, where the pool has sizes, a size. */
static bool integer(reader *in, lc_int *out)
{
    return in->pool->sizes ? lcr_rd_size(in, out) : lcr_rd_number(in, out);
}

bool lcr_rd_small(reader *in, int least, int most, int *out)
{
    lc_int n;
    if (!lcr_rd_number(in, &n))
        return false;
    if (!lc_int_fits_si(n) || lc_int_get_si(n) < least || lc_int_get_si(n) > most)
        return lcr_rd_wrong(in, "a smaller number before this");
    *out = (int)lc_int_get_si(n);
    return true;
}

bool lcr_rd_failed(const reader *in)
{
    return lc_ctx_code(in->pool->lc) != LC_OK;
}

bool lcr_rd_ends(reader *in, const char *end, bool first)
{
    if (lcr_rd_take(in, end))
        return true;
    if (!first)
        lcr_rd_need(in, ",");
    return false;
}

/* ---- nestings ---- */

/* Each leaf but the last has a character of its own, and none is past the end of its side. */
static size_t leaves_ahead(const reader *in)
{
    size_t n = strcspn(in->at, ":}");
    return n < LEAVES_MAX ? n + 1 : LEAVES_MAX;
}

nesting *lcr_rd_new_nesting(reader *in)
{
    nesting *t = lcr_lit_alloc(in->pool, 1, sizeof *t);
    size_t room = leaves_ahead(in);
    uint32_t *node = t ? lcr_lit_alloc(in->pool, 4 * room, sizeof *node) : NULL;
    if (!node)
        return NULL;
    *t = (nesting){.room = room, .node = node, .pairs = node + 2 * room};
    return t;
}

void lcr_rd_start(nesting *t, bool leaf(reader *in, size_t n, void *context), void *context)
{
    t->nnodes = t->n = 0;
    t->leaf = leaf;
    t->context = context;
}

/* The node of a pair of parentheses goes; they stand around the next one. */
static void drop_node(nesting *t, size_t head)
{
    size_t after = --t->nnodes - head;
    memmove(t->node + head, t->node + head + 1, after * sizeof *t->node);
    memmove(t->pairs + head, t->pairs + head + 1, after * sizeof *t->pairs);
    t->pairs[head]++;
}

bool lcr_rd_nesting(reader *in, nesting *t, int depth)
{
    if (t->nnodes >= 2 * t->room || t->n >= t->room || depth > LIT_MAX_DEPTH)
        return lcr_rd_wrong(in, "fewer elements, and less nesting");
    size_t head = t->nnodes++;
    t->node[head] = t->pairs[head] = 0;
    lcr_rd_take(in, "");
    if ((in->pool->sizes && lcr_rd_sum_ahead(in)) || !lcr_rd_take(in, "("))
        return t->leaf(in, t->n++, t->context);
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

typedef struct {
    lc_int *leaf;
    size_t room;
    bool **any;
} integers;

static bool integer_leaf(reader *in, size_t n, void *context)
{
    integers *to = context;
    if (!to->any || !lcr_rd_take(in, "_"))
        return integer(in, &to->leaf[n]);
    if (!*to->any)
        *to->any = lcr_lit_alloc(in->pool, to->room, sizeof **to->any);
    return *to->any && ((*to->any)[n] = true);
}

lc_int *lcr_rd_integers(reader *in, nesting *t, bool **any)
{
    lc_int *leaf = lcr_lit_alloc(in->pool, t->room, sizeof *leaf);
    integers to = {leaf, t->room, any};
    lcr_rd_start(t, integer_leaf, &to);
    bool read = leaf && lcr_rd_nesting(in, t, 0);
    t->context = NULL; /* `to` ends with this function, t may be used again */
    return read ? leaf : NULL;
}

const char *lcr_rd_copy(reader *in, const char *text, size_t n)
{
    char *copy = lcr_lit_alloc(in->pool, n + 1, 1);
    return copy ? memcpy(copy, text, n) : NULL;
}

const char *lcr_rd_name(reader *in)
{
    lcr_rd_take(in, "");
    const char *begin = in->at;
    while (isalnum((unsigned char)*in->at) || *in->at == '_')
        in->at++;
    if (begin != in->at && !isdigit((unsigned char)*begin))
        return lcr_rd_copy(in, begin, (size_t)(in->at - begin));
    in->at = begin;
    return lcr_rd_wrong(in, "a name");
}

/* ---- literals ---- */

lit *lcr_rd_literal(reader *in, lit_kind kind, const nesting *t, lc_int *extent)
{
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    uint32_t *node = a ? lcr_lit_alloc(in->pool, t->nnodes, sizeof *node) : NULL;
    if (!node)
        return NULL;
    memcpy(node, t->node, t->nnodes * sizeof *node);
    *a = (lit){
        .kind = kind, .nnodes = t->nnodes, .n = t->n, .node = node, .extent = extent, .naxes = 1};
    return a;
}

lit *lcr_rd_of_one_size(reader *in, lit_kind kind, lc_int size)
{
    uint32_t leaf = 0;
    const nesting t = {.nnodes = 1, .n = 1, .node = &leaf};
    lc_int *extent = lcr_lit_alloc(in->pool, 1, sizeof *extent);
    if (!extent)
        return NULL;
    *extent = size;
    return lcr_rd_literal(in, kind, &t, extent);
}

/* ---- texts ---- */

const char *lcr_text_take(lit_pool *pool, lc_text *text)
{
    size_t size = text->length + 1;
    char *taken = lc_text_take(pool->lc, text);
    char *kept = taken ? lcr_lit_alloc(pool, size, 1) : NULL;
    if (kept)
        memcpy(kept, taken, size);
    free(taken);
    return kept;
}
