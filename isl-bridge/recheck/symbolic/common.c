/* common.c - max_common_layout and max_common_vector, of layouts of sizes.
 *
 *   common    A(V(i)) = i and B(V(i)) = i: both composites are the identity
 *   longest   A and B have one shape, and at no coordinate of it are both what V would reach
 *             next, size(V)
 *
 * Of max_common_vector only the size is given: V is the right inverse of A or B, or its first
 * mode, whichever has that size; of size 1 it is 0 alone.
 */
#include "config.h"

#include "law.h"

static bool is_common(sym *s, const sv *a, const sv *b, const sv *v)
{
    return lcr_sym_is_identity(s, lcr_sym_composite(s, a, v)) &&
           lcr_sym_is_identity(s, lcr_sym_composite(s, b, v));
}

static bool is_longest(sym *s, const sv *a, const sv *b, const poly *size)
{
    bool alike = lcr_sv_congruent(a, b);
    for (size_t k = 0; alike && k < a->n; k++)
        alike = lcr_sym_equal(s, a->extent[k], b->extent[k]);
    size_t room = s->n, n = 0;
    sym_row *row = alike ? lcr_lit_alloc(s->pool, a->n + 2, sizeof *row) : NULL;
    size_t first = row ? lcr_sym_coordinates(s, a, row, &n) : SIZE_MAX;
    bool longest = first != SIZE_MAX;
    if (longest) {
        const poly *x = lcr_sym_value(s, a, 0, first), *y = lcr_sym_value(s, b, 0, first);
        row[n++] = lcr_sym_row(lcr_poly_sub(s->pool, x, size), true);
        row[n++] = lcr_sym_row(lcr_poly_sub(s->pool, y, size), true);
        longest = lcr_sym_empty(s, n, row);
    }
    s->n = room;
    return longest;
}

static const sv *integers(sym *s, const sv *a)
{
    const sv *x = lcr_sv_layout(s, a);
    return x && !x->basis && !x->offset ? x : NULL;
}

bool lcr_sym_of_common_layout(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = integers(s, t->arg[0]), *b = integers(s, t->arg[1]);
    const sv *v = integers(s, t->value);
    return a && b && v && is_common(s, a, b, v) && is_longest(s, a, b, lcr_sv_product(s, v));
}

/* A common layout of this size. */
static bool has_common(sym *s, const sv *a, const sv *b, const poly *size)
{
    const sv *of[2] = {a, b};
    bool found = lcr_sym_equal(s, size, lcr_poly_si(s->pool, 1));
    for (size_t i = 0; !found && i < 2; i++) {
        const sv *whole = lcr_sym_right_inverse(s, of[i]);
        const sv *first = whole ? lcr_sv_mode(s, whole, 0) : NULL;
        found = whole && lcr_sym_equal(s, lcr_sv_product(s, whole), size) &&
                is_common(s, a, b, whole);
        found = found || (first && lcr_sym_equal(s, lcr_sv_product(s, first), size) &&
                          is_common(s, a, b, first));
    }
    return found;
}

bool lcr_sym_of_common_vector(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = integers(s, t->arg[0]), *b = integers(s, t->arg[1]);
    const poly *size;
    return a && b && t->value && lcr_sv_is_size(t->value, &size) && has_common(s, a, b, size) &&
           is_longest(s, a, b, size);
}
