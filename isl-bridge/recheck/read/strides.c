/* strides.c - strides from text: integers, basis elements of coordinates, bits
 * that add by XOR.
 *
 *   7  6e1  2@0@1  f5, or a sum of such; strides that stand alone are not integers
 */
#include "config.h"

#include "read.h"

#include <ctype.h>
#include <string.h>

static bool one_mode(reader *in, uint32_t *mode)
{
    int n;
    if (!isdigit((unsigned char)*in->at) || !lcr_rd_small(in, 0, LIT_MAX_AXES - 1, &n))
        return false;
    *mode = (uint32_t)n;
    return true;
}

/* What follows a coefficient: e1, or @0@1, innermost first. No path: an integer. */
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

/* Does it have one bit? */
static bool is_power(lc_int a)
{
    return !lc_int_is_size(a) && lc_int_is_power_of_two(a);
}

/* f5, the only term of its stride; d f5, which is f(5 d) where one of the two is a power of 2. */
static bool read_bits(reader *in, lit *a, size_t leaf, int sign, lc_int d)
{
    if (sign < 0 || a->basis || lcr_lit_has_integers(a) || !lc_int_is_zero(a->step[leaf]))
        return lcr_rd_wrong(in, "strides of one kind");
    a->by_xor = true;
    if (!lcr_rd_number(in, &a->step[leaf]))
        return false;
    if (!is_power(a->step[leaf]) && (lc_int_is_size(d) || !is_power(d)))
        return lcr_rd_wrong(in, "a power of 2 times a word before this");
    a->step[leaf] = lc_int_mul(in->pool->lc, d, a->step[leaf]);
    return lc_int_le(lc_int_const(0), a->step[leaf]) || lcr_rd_wrong(in, "bits before this");
}

/* One term: its value on an axis that exists or is made. */
static bool read_term(reader *in, lit *a, size_t leaf, int sign)
{
    lc_int d = lc_int_const(1);
    lit_path path;
    if (!in->pool->sizes && lcr_rd_take(in, "f"))
        return read_bits(in, a, leaf, sign, d);
    if (lcr_rd_take(in, "-"))
        sign = -sign;
    if (!lcr_rd_coefficient(in, &d))
        return false;
    if (*in->at == 'f') {
        in->at++;
        return read_bits(in, a, leaf, sign, d);
    }
    if (!read_path(in, &path))
        return lcr_rd_wrong(in, "the number of a mode");
    if (sign < 0)
        d = lc_int_neg(in->pool->lc, d);
    size_t axis = 0;
    if (path.depth > 0) {
        if (a->by_xor || lcr_lit_has_integers(a))
            return lcr_rd_wrong(in, "a stride that is no basis element, as before");
        a->basis = true;
        axis = lcr_path_add(&a->naxes, a->path, &path);
        if (axis == SIZE_MAX)
            return lcr_rd_wrong(in, "fewer basis elements");
    } else if (lc_int_is_plain_zero(d)) {
        return true; /* a stride of every kind */
    } else if (a->basis || a->by_xor) {
        return lcr_rd_wrong(in, "strides of one kind");
    }
    lc_int *step = &a->step[axis * a->n + leaf];
    *step = lc_int_add(in->pool->lc, *step, d);
    return true;
}

static bool stride_leaf(reader *in, size_t n, void *context)
{
    lit *a = context;
    lcr_rd_take(in, "");
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
    for (size_t i = 0; i < shape->nnodes; i++)
        if (shape->node[i] > 0 && stride->pairs[i] != shape->pairs[i])
            return false;
    return true;
}

/* As many as a has leaves; the nesting stays in t. */
static bool read_all_strides(reader *in, lit *a, nesting *t)
{
    lcr_rd_start(t, stride_leaf, a);
    a->naxes = 0;
    a->path = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->path);
    a->step = lcr_lit_alloc(in->pool, LIT_MAX_AXES * a->n, sizeof *a->step);
    if (!a->path || !a->step || !lcr_rd_nesting(in, t, 0))
        return false;
    a->naxes = a->naxes > 0 ? a->naxes : 1;
    return true;
}

bool lcr_rd_strides_of(reader *in, lit *a, const nesting *shape)
{
    nesting *t = lcr_rd_new_nesting(in);
    if (!t || !read_all_strides(in, a, t))
        return false;
    if (!same_nesting(shape, t))
        return lcr_rd_wrong(in, "strides nested like the shape before this");
    for (size_t k = 0; k < a->n; k++)
        if (lc_int_le(a->extent[k], lc_int_const(0)))
            return lc_fail(in->pool->lc, LC_ERR_NO_VALUE, "an extent below 1");
    return true;
}

/* ---- strides that stand alone ---- */

bool lcr_rd_are_strides(const reader *in)
{
    const char *text = in->at;
    if (in->pool->sizes)
        return lcr_rd_has_units(in) && !strpbrk(text, ":<>{}[]\"");
    size_t blanks = strspn(text, " (-");
    bool letter = text[blanks] != '\0' && isdigit((unsigned char)text[blanks + 1]);
    bool begins = isdigit((unsigned char)text[blanks]) ||
                  (letter && (text[blanks] == 'e' || text[blanks] == 'f'));
    return begins && strpbrk(text, "ef@") && !strpbrk(text, ":<>{}[]o\"");
}

/* Leaves are counted by their commas, but for the one in (x,). */
const lit *lcr_rd_strides(reader *in)
{
    size_t n = 1;
    size_t calls = 0; /* the parentheses that are open since that of min(M,N) */
    for (const char *p = in->at; *p != '\0'; p++) {
        bool call = *p == '(' && p > in->at && isalnum((unsigned char)p[-1]);
        calls += *p == '(' && (calls > 0 || call);
        n += calls == 0 && *p == ',' && p[1 + strspn(p + 1, " ")] != ')';
        calls -= *p == ')' && calls > 0;
    }
    nesting *t = lcr_rd_new_nesting(in);
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    if (!t || !a || n > LEAVES_MAX)
        return NULL;
    *a = (lit){.kind = LIT_STRIDES, .n = n};
    if (!read_all_strides(in, a, t))
        return NULL;
    if (t->n != n)
        return lcr_rd_wrong(in, "a stride after each comma before this");
    const lit *nested = lcr_rd_literal(in, LIT_STRIDES, t, NULL);
    if (!nested)
        return NULL;
    a->node = nested->node;
    a->nnodes = nested->nnodes;
    return a;
}
