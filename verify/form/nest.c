/* nest.c - morphisms of nested tuples whose entries depend on parameters.
 *
 * The operations of lib/nest.h compare entries, divide and multiply them. They are called on
 * stand-ins: an entry is a prime of its own, equal entries are the same, and one that is cut is
 * the product of its pieces. What comes back is factored into these. Two tuples are cut where
 * one entry divides another as a polynomial; the pieces have to be 2 or more for all parameters,
 * for otherwise numbers are cut elsewhere.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define MOST 128 /* different entries and pieces */

/* ---- making ---- */

const lcv_form *lcv_form_morphism(lcv_forms *f, const lcv_form *domain, const lcv_form *codomain,
                                  const size_t *image)
{
    if (!domain || !codomain)
        return NULL;
    for (size_t i = 0; i < domain->n; i++) {
        const lc_poly *entry = domain->extent[i];
        const lc_poly *to = image[i] == LC_STAR ? entry : codomain->extent[image[i]];
        if (!entry || !to)
            return lcv_obstacle(f, "a morphism with a wildcard");
        if (!lc_poly_equal(entry, to))
            return lcv_obstacle(f, "entry %z of the domain is %S, its image is %S", i + 1,
                                lcv_size_to_str(f->symbols, entry),
                                lcv_size_to_str(f->symbols, to));
    }
    for (size_t j = 0; j < codomain->n; j++)
        if (!codomain->extent[j] || !lcv_forms_require(f, codomain->extent[j], "an entry"))
            return lcv_obstacle(f, "a morphism with a wildcard");
    for (size_t i = 0; i < domain->n; i++)
        if (!lcv_forms_require(f, domain->extent[i], "an entry"))
            return NULL;
    lcv_form *form = lcv_form_new(f, LCV_FORM_MORPHISM);
    if (!form)
        return NULL;
    form->nest = lc_tuple_ref(domain->nest);
    form->n = domain->n;
    form->extent = lc_alloc(f->ctx, form->n, sizeof *form->extent);
    form->image = lc_alloc(f->ctx, form->n, sizeof *form->image);
    form->codomain = codomain;
    if (!form->extent || !form->image)
        return NULL;
    memcpy(form->extent, domain->extent, form->n * sizeof *form->extent);
    memcpy(form->image, image, form->n * sizeof *form->image);
    return form;
}

bool lcv_form_is_morphism(const lcv_form *form)
{
    return form->kind == LCV_FORM_MORPHISM ||
           (form->kind == LCV_FORM_VALUE && form->value->kind == LCV_MORPHISM);
}

static const lcv_form *of_tuple(lcv_forms *f, const lc_tuple *t)
{
    return lcv_form_as_tuple(f, lcv_form_value(f, lcv_value_tuple(f->ctx, lc_tuple_ref(t))));
}

/* One without parameters, too; NULL with an obstacle. */
static const lcv_form *lifted(lcv_forms *f, const lcv_form *form)
{
    if (form->kind == LCV_FORM_MORPHISM)
        return form;
    const lc_morphism *m = form->value->morphism;
    const lcv_form *from = of_tuple(f, lc_morphism_domain(m));
    const lcv_form *to = of_tuple(f, lc_morphism_codomain(m));
    size_t image[LC_MAX_LEAVES];
    for (size_t i = 0; from && i < from->n; i++)
        image[i] = lc_morphism_image(m, i);
    return lcv_form_morphism(f, from, to, image);
}

const lcv_form *lcv_form_realized(lcv_forms *f, const lcv_form *form)
{
    const lcv_form *m = lifted(f, form);
    lcv_form *a = m ? lcv_form_layout(f, m->nest, 1, NULL) : NULL;
    for (size_t i = 0; a && i < m->n; i++) {
        const lc_poly *place = lcv_size_const(f->symbols, m->image[i] == LC_STAR ? 0 : 1);
        for (size_t j = 0; m->image[i] != LC_STAR && j < m->image[i]; j++)
            place = lcv_size_mul(f->symbols, place, m->codomain->extent[j]);
        a->extent[i] = m->extent[i];
        a->step[i] = place;
    }
    return lc_ctx_code(f->ctx) == LC_OK ? a : lcv_obstacle(f, "the layout of a morphism");
}

/* ---- stand-ins ---- */

typedef struct {
    lcv_forms *f;
    size_t n;
    const lc_poly *poly[MOST];
    int64_t prime[MOST];
    bool full;
} primes;

static int64_t next_prime(int64_t p)
{
    for (p++;; p++) {
        bool is = true;
        for (int64_t d = 2; is && d * d <= p; d++)
            is = p % d != 0;
        if (is)
            return p;
    }
}

static lc_int number_of(primes *s, const lc_poly *p)
{
    size_t i = 0;
    if (lcv_size_is_one(p))
        return lc_int_const(1);
    while (i < s->n && !lc_poly_equal(s->poly[i], p))
        i++;
    s->full = s->full || i == MOST;
    if (s->full)
        return lc_int_const(1);
    if (i == s->n) {
        s->poly[i] = p;
        s->prime[i] = next_prime(i > 0 ? s->prime[i - 1] : 1);
        s->n++;
    }
    return lc_int_si(s->f->ctx, s->prime[i]);
}

/* The product of what its primes stand for; 0 is a stride. */
static const lc_poly *poly_of(void *user, lc_int number)
{
    const primes *s = user;
    lc_ctx *ctx = s->f->ctx;
    const lc_poly *p = lcv_size_const(s->f->symbols, lc_int_is_zero(number) ? 0 : 1);
    for (size_t i = 0; !lc_int_is_zero(number) && i < s->n; i++) {
        lc_int prime = lc_int_si(ctx, s->prime[i]);
        for (; lc_int_divides(ctx, prime, number); number = lc_int_fdiv(ctx, number, prime))
            p = lcv_size_mul(s->f->symbols, p, s->poly[i]);
    }
    return p;
}

/* A morphism with the numbers of its entries. */
typedef struct {
    const lcv_form *of;
    lc_int *from, *to;
} standing;

static bool stand(primes *s, const lcv_form *form, standing *m)
{
    m->of = lifted(s->f, form);
    m->from = m->of ? lc_frame_alloc(s->f->ctx, m->of->n, sizeof *m->from) : NULL;
    m->to = m->from ? lc_frame_alloc(s->f->ctx, m->of->codomain->n, sizeof *m->to) : NULL;
    for (size_t i = 0; m->to && i < m->of->n; i++)
        m->from[i] = number_of(s, m->of->extent[i]);
    for (size_t j = 0; m->to && j < m->of->codomain->n; j++)
        m->to[j] = number_of(s, m->of->codomain->extent[j]);
    return m->to != NULL;
}

static lcv_value *stand_in(lcv_forms *f, const standing *m)
{
    lc_tuple *from = lc_tuple_like(f->ctx, m->of->nest, m->from);
    lc_tuple *to = from ? lc_tuple_like(f->ctx, m->of->codomain->nest, m->to) : NULL;
    lcv_value *v =
        to ? lcv_value_morphism(f->ctx, lc_morphism_new(f->ctx, from, to, m->of->image)) : NULL;
    lc_tuple_free(from);
    lc_tuple_free(to);
    return v;
}

static const lcv_form *read_back(primes *s, const lcv_value *v)
{
    lcv_forms *f = s->f;
    if (v->kind == LCV_TUPLE)
        return lcv_form_of_tuple(f, v->tuple, poly_of, s);
    if (v->kind == LCV_LAYOUT)
        return lcv_form_of_layout(f, v->layout, poly_of, s);
    const lc_morphism *m = v->morphism;
    const lcv_form *from = lcv_form_of_tuple(f, lc_morphism_domain(m), poly_of, s);
    const lcv_form *to = lcv_form_of_tuple(f, lc_morphism_codomain(m), poly_of, s);
    size_t image[LC_MAX_LEAVES];
    for (size_t i = 0; from && i < from->n; i++)
        image[i] = lc_morphism_image(m, i);
    return lcv_form_morphism(f, from, to, image);
}

/* ---- mutual refinements ---- */

/* Entries being walked; the numbers are made of those of their pieces. */
typedef struct {
    size_t n, at;
    const lc_poly *const *entry;
    lc_int *number;
    const lc_poly *rest;
} walk;

static void begin(walk *w)
{
    for (; w->at < w->n && lcv_size_is_one(w->entry[w->at]); w->at++)
        w->number[w->at] = lc_int_const(1);
    w->rest = w->at < w->n ? w->entry[w->at] : NULL;
    if (w->rest)
        w->number[w->at] = lc_int_const(1);
}

static bool two_or_more(lcv_forms *f, const lc_poly *piece)
{
    return lcv_forms_is_one(f, piece) == LCR_NO ||
           lcv_obstacle(f, "it was not shown that %S >= 2 (an entry that is cut, or may vanish)",
                        lcv_size_to_str(f->symbols, piece));
}

/* A piece off what is left; NULL for `left`: all of it. */
static void take(primes *s, walk *w, const lc_poly *piece, const lc_poly *left)
{
    w->number[w->at] = lc_int_mul(s->f->ctx, w->number[w->at], number_of(s, piece));
    w->rest = left;
    if (!left) {
        w->at++;
        begin(w);
    }
}

/* All the rest is as it is. */
static bool finish(primes *s, walk *w)
{
    while (w->at < w->n) {
        bool cut = w->rest != w->entry[w->at];
        if (cut && !two_or_more(s->f, w->rest))
            return false;
        take(s, w, w->rest, NULL);
    }
    return true;
}

static bool has_ones(const walk *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (lcv_size_is_one(w->entry[i]))
            return true;
    return false;
}

static bool are_two_or_more(lcv_forms *f, size_t n, const lc_poly *const *entry)
{
    for (size_t i = 0; i < n; i++)
        if (!lcv_size_is_one(entry[i]) && !two_or_more(f, entry[i]))
            return false;
    return true;
}

/* Both tuples are cut alike. Beside entries 1 others that may be 1 would change places. */
static bool refine(primes *s, walk *x, walk *y)
{
    lcv_symbols *t = s->f->symbols;
    if ((has_ones(x) || has_ones(y)) &&
        (!are_two_or_more(s->f, x->n, x->entry) || !are_two_or_more(s->f, y->n, y->entry)))
        return false;
    begin(x);
    begin(y);
    while (x->at < x->n && y->at < y->n) {
        bool same = lc_poly_equal(x->rest, y->rest);
        bool whole = x->rest == x->entry[x->at] && y->rest == y->entry[y->at];
        const lc_poly *in_x = same ? NULL : lcv_size_quotient(t, x->rest, y->rest);
        const lc_poly *in_y = same || in_x ? NULL : lcv_size_quotient(t, y->rest, x->rest);
        if (!same && !in_x && !in_y)
            return lcv_obstacle(s->f, "a mutual refinement of %S and %S",
                                lcv_size_to_str(t, x->rest), lcv_size_to_str(t, y->rest));
        const lc_poly *piece = in_x ? y->rest : x->rest;
        if (!(same && whole) &&
            (!two_or_more(s->f, piece) || (in_x && !two_or_more(s->f, in_x)) ||
             (in_y && !two_or_more(s->f, in_y))))
            return false;
        take(s, x, piece, in_x);
        take(s, y, piece, in_y);
    }
    return finish(s, x) && finish(s, y);
}

/* Entries that are joined have one number: that of the side which was cut. */
static void follow(standing *m, bool codomain)
{
    for (size_t i = 0; i < m->of->n; i++) {
        size_t j = m->of->image[i];
        if (j != LC_STAR && codomain)
            m->from[i] = m->to[j];
        else if (j != LC_STAR)
            m->to[j] = m->from[i];
    }
}

/* The entries of the codomain that m leaves out, as the domain of its complement. */
static bool refine_rest(primes *s, walk *x, standing *m)
{
    const lcv_form *to = m->of->codomain;
    size_t n = 0, *at = lc_frame_alloc(s->f->ctx, to->n, sizeof *at);
    const lc_poly **entry = at ? lc_frame_alloc(s->f->ctx, to->n, sizeof *entry) : NULL;
    lc_int *number = entry ? lc_frame_alloc(s->f->ctx, to->n, sizeof *number) : NULL;
    if (!number)
        return false;
    for (size_t j = 0; j < to->n; j++) {
        bool hit = false;
        for (size_t i = 0; i < m->of->n; i++)
            hit = hit || m->of->image[i] == j;
        if (hit)
            continue;
        at[n] = j;
        entry[n++] = to->extent[j];
    }
    walk y = {n, 0, entry, number, NULL};
    if (!refine(s, x, &y))
        return false;
    for (size_t k = 0; k < n; k++)
        m->to[at[k]] = number[k];
    return true;
}

/* g o f and g / f, where the codomain of f meets the domain of g; g * f, where it meets what g
 * leaves out. */
static bool cut(primes *s, const lcv_operation *of, standing *g, standing *f)
{
    walk x = {f->of->codomain->n, 0, f->of->codomain->extent, f->to, NULL};
    walk y = {g->of->n, 0, g->of->extent, g->from, NULL};
    bool product = of->apply_to_morphisms == lcv_morphism_product, same = x.n == y.n;
    for (size_t i = 0; same && i < x.n; i++)
        same = lc_poly_equal(x.entry[i], y.entry[i]);
    if (!(same && !product) && !(product ? refine_rest(s, &x, g) : refine(s, &x, &y)))
        return false;
    follow(f, true);
    if (!product)
        follow(g, false);
    return true;
}

static bool meets(const lcv_operation *of)
{
    return of->apply_to_morphisms == lcv_morphism_compose ||
           of->apply_to_morphisms == lcv_morphism_divide ||
           of->apply_to_morphisms == lcv_morphism_product;
}

/* Entries 1 vanish: none may be 1 for some parameters alone. */
static bool are_no_ones(lcv_forms *f, const lcv_form *m)
{
    return are_two_or_more(f, m->n, m->extent) &&
           are_two_or_more(f, m->codomain->n, m->codomain->extent);
}

/* ---- tuples ---- */

/* A tuple with the numbers of its entries; NULL with an obstacle. */
typedef struct {
    const lcv_form *of;
    lc_int *number;
} tuple;

static bool stand_tuple(primes *s, const lcv_form *form, tuple *t)
{
    t->of = lcv_form_as_tuple(s->f, form);
    t->number = t->of ? lc_frame_alloc(s->f->ctx, t->of->n + 1, sizeof *t->number) : NULL;
    for (size_t i = 0; t->number && i < t->of->n; i++)
        if (!t->of->extent[i])
            return lcv_obstacle(s->f, "a shape with a wildcard");
    return t->number != NULL;
}

static lcv_value *tuple_stand_in(lcv_forms *f, const tuple *t)
{
    lc_tuple *like = lc_tuple_like(f->ctx, t->of->nest, t->number);
    return like ? lcv_kept(f->ctx, lcv_value_tuple(f->ctx, like)) : NULL;
}

static walk walk_of(const tuple *t)
{
    return (walk){t->of->n, 0, t->of->extent, t->number, NULL};
}

static bool refines(const lcv_operation *of)
{
    return of->apply_to_morphisms == lcv_op_pull_back ||
           of->apply_to_morphisms == lcv_op_push_forward;
}

/* The shape that the codomain of m is refined to, or its domain; both are cut alike. */
static lcv_value *refined(primes *s, const lcv_operation *of, standing *m, const lcv_form *shape)
{
    bool back = of->apply_to_morphisms == lcv_op_pull_back;
    walk x = {m->of->n, 0, m->of->extent, m->from, NULL}, y;
    tuple t;
    if (back)
        x = (walk){m->of->codomain->n, 0, m->of->codomain->extent, m->to, NULL};
    if (!stand_tuple(s, shape, &t))
        return NULL;
    y = walk_of(&t);
    if (!refine(s, &x, &y))
        return NULL;
    follow(m, back);
    return tuple_stand_in(s->f, &t);
}

static const lcv_form *of_tuples(const lcv_sym_call *c, bool cut_alike)
{
    lcv_forms *f = c->f;
    primes s = {.f = f};
    tuple t[2];
    lcv_value *value[2] = {NULL, NULL};
    if (!stand_tuple(&s, c->arg[0], &t[0]) || !stand_tuple(&s, c->arg[1], &t[1]))
        return NULL;
    for (size_t k = 0; k < 2 && !cut_alike; k++)
        for (size_t i = 0; i < t[k].of->n; i++)
            t[k].number[i] = number_of(&s, t[k].of->extent[i]);
    walk x = walk_of(&t[0]), y = walk_of(&t[1]);
    if (cut_alike && !refine(&s, &x, &y))
        return NULL;
    for (size_t k = 0; k < 2; k++)
        value[k] = tuple_stand_in(f, &t[k]);
    lcv_call call = {f->r, f->ctx, c->of->name, 2, value, 2};
    lcv_value *v = value[0] && value[1] && !s.full
                       ? lcv_kept(f->ctx, lcv_call_apply(&call, c->of->apply))
                       : NULL;
    lc_ctx_reset(f->ctx);
    return v ? read_back(&s, v)
             : lcv_obstacle(f, "%s of these shapes is out of reach", c->of->name);
}

const lcv_form *lcv_sym_refinement(const lcv_sym_call *c)
{
    return of_tuples(c, true);
}

const lcv_form *lcv_sym_include(const lcv_sym_call *c)
{
    return of_tuples(c, false);
}

/* ---- calls ---- */

static const lcv_form *on_stand_ins(lcv_forms *f, const lcv_operation *of, size_t n,
                                    const lcv_form *const *arg)
{
    primes s = {.f = f};
    standing m[2];
    lcv_value **value = lc_frame_alloc(f->ctx, n, sizeof(lcv_value *));
    bool ok = value != NULL;
    for (size_t i = 0; ok && i < n && i < 2; i++)
        ok = !lcv_form_is_morphism(arg[i]) || stand(&s, arg[i], &m[i]);
    ok = ok && (!meets(of) || cut(&s, of, &m[0], &m[1])) &&
         (of->apply_to_morphisms != lcv_morphism_coalesce || are_no_ones(f, m[0].of));
    if (ok && n == 2 && refines(of))
        ok = (value[1] = refined(&s, of, &m[0], arg[1])) != NULL;
    for (size_t i = 0; ok && i < n; i++) {
        if (value[i])
            continue;
        value[i] = i < 2 && lcv_form_is_morphism(arg[i]) ? lcv_kept(f->ctx, stand_in(f, &m[i]))
                                                         : lcv_form_as_value(f, arg[i]);
        ok = value[i] != NULL && !s.full;
    }
    lcv_call call = {f->r, f->ctx, of->name, n, value, n};
    lcv_value *v = ok ? lcv_kept(f->ctx, lcv_call_apply(&call, of->apply_to_morphisms)) : NULL;
    lc_ctx_reset(f->ctx);
    return v ? read_back(&s, v)
             : lcv_obstacle(f, "%s of these morphisms is out of reach", of->name);
}

const lcv_form *lcv_form_of_morphisms(lcv_forms *f, const lcv_operation *of, size_t n,
                                      const lcv_form *const *arg)
{
    const lcv_form **as = lc_frame_alloc(f->ctx, n, sizeof(lcv_form *)), *form = NULL;
    bool all = true, ok = as != NULL;
    for (size_t i = 0; i < n; i++)
        all = all && lcv_form_is_morphism(arg[i]);
    bool morphisms = of->apply_to_morphisms && (all || !of->realizes) &&
                     (of->morphism_args == n || of->morphism_args == LCV_ANY_NUMBER);
    for (size_t i = 0; ok && i < n; i++)
        ok = (as[i] = lcv_form_is_morphism(arg[i]) && !morphisms ? lcv_form_realized(f, arg[i])
                                                                 : arg[i]) != NULL;
    if (ok)
        form = morphisms                     ? on_stand_ins(f, of, n, arg)
               : of->realizes && of->symbols ? of->symbols(&(lcv_sym_call){f, of, n, as})
                                             : lcv_obstacle(f,
                                                            "%s of what depends on parameters "
                                                            "is out of reach",
                                                            of->name);
    return form;
}

const lcv_form *lcv_form_as_morphism(lcv_forms *f, const lcv_form *form)
{
    return lcv_form_is_morphism(form) ? lifted(f, form) : lcv_obstacle(f, "expected a morphism");
}
