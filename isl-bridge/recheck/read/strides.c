/* strides.c - strides from text: integers, basis elements of coordinates, bits
 * that add by XOR.
 *
 *   7  6e1  2@0@1  f5, or a sum of such; strides that stand alone are not integers
 */
#include "config.h"

#include "read.h"

#include <ctype.h>
#include <string.h>

/* One term: its value on an axis that exists or is made. */
static bool read_term(reader *in, lit *a, size_t leaf, int sign)
{
    lc_int d = lc_int_const(1);
    lit_path path = {.depth = 0};
    if (!in->pool->sizes && lcr_rd_take(in, "f"))
        return lcr_rd_bits(in, a, leaf, sign, d);
    if (lcr_rd_take(in, "-"))
        sign = -sign;
    if (in->pool->sizes ? !lcr_rd_coefficient(in, &d) : *in->at != 'e' && !lcr_rd_number(in, &d))
        return false;
    if (*in->at == 'f') {
        in->at++;
        return lcr_rd_bits(in, a, leaf, sign, d);
    }
    if ((*in->at == 'e' || *in->at == '@') && !lcr_rd_path(in, &path))
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

bool lcr_rd_all_strides(reader *in, lit *a, nesting *t)
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
    if (!t || !lcr_rd_all_strides(in, a, t))
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
