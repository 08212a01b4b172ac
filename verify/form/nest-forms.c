/* nest-forms.c - the morphism of a layout whose sizes depend on parameters, and claims about
 * morphisms.
 *
 * A layout has its morphism in symbols where its strides are a chain: each times its extent
 * divides the next one as a polynomial. Entries that may be 1 vanish at some parameters, and
 * modes of extent 1 change places: extents and gaps are to be 2 or more.
 */
#include "config.h"

#include "claims.h"
#include "modes.h"

#include <string.h>

/* ---- morphism(A) ---- */

typedef struct {
    lcv_forms *f;
    const lcv_form *a;
    size_t n; /* entries of the codomain */
    const lc_poly *entry[2 * LC_MAX_LEAVES];
    size_t image[LC_MAX_LEAVES];
    bool used[LC_MAX_LEAVES];
    const lc_poly *end; /* the product of the entries */
} chain;

static bool is_zero(const lc_poly *p)
{
    lc_int number;
    return lc_poly_is_const(p, &number) && lc_int_is_zero(number);
}

static bool two_or_more(lcv_forms *f, const lc_poly *p)
{
    return lcv_forms_is_one(f, p) == LCR_NO ||
           lcv_obstacle(f, "it was not shown that %S >= 2 (an entry that may vanish)",
                        lcv_size_to_str(f->symbols, p));
}

/* Does leaf i come before all others that are left? */
static bool is_next(const chain *c, size_t i)
{
    lcv_symbols *t = c->f->symbols;
    const lc_poly *end = lcv_size_mul(t, c->a->step[i], c->a->extent[i]);
    for (size_t k = 0; k < c->a->n; k++)
        if (k != i && !c->used[k] && !lcv_size_quotient(t, c->a->step[k], end))
            return false;
    return true;
}

static bool add_next(chain *c)
{
    size_t i = 0;
    while (i < c->a->n && (c->used[i] || !is_next(c, i)))
        i++;
    if (i == c->a->n)
        return lcv_obstacle(c->f, "strides that are no chain: each times its extent is to divide "
                                  "the next one");
    const lc_poly *gap = lcv_size_quotient(c->f->symbols, c->a->step[i], c->end);
    bool is_one = lcv_size_is_one(c->a->extent[i]); /* joined to an entry 1 */
    if (!gap || (!is_one && !two_or_more(c->f, c->a->extent[i])) ||
        (!lcv_size_is_one(gap) && !two_or_more(c->f, gap)))
        return gap ? false : lcv_obstacle(c->f, "strides that are no chain") != NULL;
    if (!lcv_size_is_one(gap))
        c->entry[c->n++] = gap;
    c->image[i] = c->n;
    c->entry[c->n++] = c->a->extent[i];
    c->end = lcv_size_mul(c->f->symbols, c->a->step[i], c->a->extent[i]);
    c->used[i] = true;
    return true;
}

static const lcv_form *flat(lcv_forms *f, size_t n, const lc_poly *const *entry)
{
    lc_int number[2 * LC_MAX_LEAVES];
    for (size_t i = 0; i < n; i++)
        number[i] = lc_int_si(f->ctx, (int64_t)i);
    lc_tuple *nest = n == 1 ? lc_tuple_leaf(f->ctx, number[0]) : lc_tuple_flat(f->ctx, n, number);
    return lcv_kept(f->ctx, nest) ? lcv_form_tuple(f, nest, entry) : NULL;
}

const lcv_form *lcv_sym_morphism(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    chain c = {.f = f, .a = lcv_form_as_layout(f, call->arg[0])};
    size_t left = 0;
    if (!c.a || c.a->profile || c.a->loose || c.a->n > LC_MAX_LEAVES)
        return c.a ? lcv_obstacle(f, "the morphism of such a layout") : NULL;
    c.end = lcv_size_const(f->symbols, 1);
    for (size_t i = 0; i < c.a->n; i++) {
        c.used[i] = is_zero(c.a->step[i]);
        c.image[i] = LC_STAR;
        left += !c.used[i];
    }
    if (left == 0)
        return lcv_obstacle(f, "a layout without strides");
    while (left-- > 0)
        if (!add_next(&c))
            return NULL;
    const lcv_form *domain = lcv_form_as_tuple(f, c.a),
                   *to = domain ? flat(f, c.n, c.entry) : NULL;
    return to ? lcv_form_morphism(f, domain, to, c.image) : NULL;
}

/* ---- claims ---- */

bool lcv_form_same_morphism(const lcv_form *x, const lcv_form *y)
{
    bool same = lc_tuple_equal(x->nest, y->nest) &&
                lc_tuple_equal(x->codomain->nest, y->codomain->nest) &&
                memcmp(x->image, y->image, x->n * sizeof *x->image) == 0;
    for (size_t i = 0; same && i < x->n; i++)
        same = lc_poly_equal(x->extent[i], y->extent[i]);
    for (size_t j = 0; same && j < x->codomain->n; j++)
        same = lc_poly_equal(x->codomain->extent[j], y->codomain->extent[j]);
    return same;
}

/* A codomain entry that no entry goes to. */
static bool is_left(const lcv_form *m, size_t j)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->image[i] == j)
            return false;
    return true;
}

bool lcv_sym_standard_form(lcv_proof *p)
{
    const lcv_form *m = lcv_form_as_morphism(p->f, p->arg[0]);
    if (!m)
        return false;
    const lcv_form *to = m->codomain;
    bool is = lc_tuple_is_leaf(to->nest) || lc_tuple_rank(to->nest) == to->n;
    for (size_t j = 0; is && j < to->n; j++)
        is = !is_left(m, j) || (j + 1 < to->n && !is_left(m, j + 1));
    if (!is)
        return lcv_obstacle(p->f,
                            "the codomain is not flat, or an entry lies before none that is "
                            "met");
    for (size_t j = 0; j < to->n; j++)
        if (is_left(m, j) && !two_or_more(p->f, to->extent[j]))
            return false;
    return true;
}

bool lcv_sym_non_degenerate(lcv_proof *p)
{
    bool morphism = lcv_form_is_morphism(p->arg[0]);
    const lcv_form *x = morphism ? lcv_form_as_morphism(p->f, p->arg[0])
                                 : lcv_form_as_layout(p->f, p->arg[0]);
    if (!x || (!morphism && x->profile))
        return x && lcv_obstacle(p->f, "a layout of coordinates");
    for (size_t i = 0; i < x->n; i++) {
        bool goes = morphism ? x->image[i] != LC_STAR : !is_zero(x->step[i]);
        if (goes && !two_or_more(p->f, x->extent[i]))
            return false;
    }
    return true;
}

/* The operation on two morphisms has a value. */
static bool exists(lcv_proof *p, const char *name, lcv_operate *apply, size_t first)
{
    const lcv_operation of = {.name = name, .apply_to_morphisms = apply, .morphism_args = 2};
    const lcv_form *f = lcv_form_as_morphism(p->f, p->arg[first]);
    const lcv_form *g = f ? lcv_form_as_morphism(p->f, p->arg[1 - first]) : NULL;
    if (p->n > 2)
        return lcv_obstacle(p->f, "`exact`, which is asked at numbers") != NULL;
    return g && lcv_form_of_morphisms(p->f, &of, 2, (const lcv_form *const[]){f, g}) != NULL;
}

bool lcv_sym_divides(lcv_proof *p)
{
    return exists(p, "logical_divide", lcv_morphism_divide, 1);
}

bool lcv_sym_product_admissible(lcv_proof *p)
{
    return exists(p, "logical_product", lcv_morphism_product, 0);
}

/* Strides that are a chain are those of neighbours, too. */
bool lcv_sym_tractable(lcv_proof *p)
{
    lcv_modes m;
    if (!lcv_modes_by_stride(p->f, lcv_form_as_layout(p->f, p->arg[0]), &m))
        return false;
    for (size_t k = 0; k + 1 < m.n; k++) {
        const lc_poly *end = lcv_size_mul(p->s, m.mode[k].extent, m.mode[k].step);
        if (!lcv_forms_quotient(p->f, m.mode[k + 1].step, end))
            return lcv_obstacle(p->f, "it was not shown that %S divides %S",
                                lcv_size_to_str(p->s, end),
                                lcv_size_to_str(p->s, m.mode[k + 1].step)) != NULL;
    }
    return true;
}
