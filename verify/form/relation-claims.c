/* relation-claims.c - claims about relations with parameters.
 *
 * What a claim forbids is a relation, whose pairs are counterexamples; isl is asked whether it
 * is empty for all numbers. A claim that lists relations at numbers is about functions of [0,n)
 * here, too, for an n that may depend on parameters.
 */
#include "config.h"

#include "claims.h"
#include "relation.h"

#include "../claim/relations.h"
#include "../function/function.h"
#include "../value/text.h"

#include <stdlib.h>

typedef struct {
    lcv_proof *p;
    lcv_forms *f;
    lcr_ctx *r;
    lcv_for_all q;
} claim;

/* ---- asking ---- */

static bool open(lcv_proof *p, claim *c)
{
    *c = (claim){.p = p, .f = p->f, .r = p->f->r};
    return lcv_for_all_open(p->f, &c->q, p->instance);
}

/* A counterexample of isl's has numbers that are worth a try. */
static bool ask(claim *c, lcr_answer answer, const char *what)
{
    if (answer == LCR_NO && c->q.all.met && !c->p->hinted) {
        for (size_t i = 0; i < c->q.all.n; i++)
            c->p->hint[i] = c->q.at[i];
        c->p->hinted = true;
    }
    return lcv_for_all_yes(c->f, &c->q, answer, what);
}

/* Takes over a relation, which lives as long as the forms. */
static const lcr_map *keep(claim *c, lcr_map *m)
{
    lcv_form *form = m ? lcv_form_new(c->f, LCV_FORM_RELATION) : NULL;
    if (form)
        return form->relation = m;
    lcr_map_free(m);
    return lcv_obstacle(c->f, "a relation of a claim");
}

static const lcr_map *argument(claim *c, size_t i)
{
    return lcv_form_map(c->f, c->p->arg[i]);
}

static const lcr_map *domain_of(claim *c, const lcr_map *m)
{
    return m ? keep(c, lcr_map_domain_set(c->r, m)) : NULL;
}

static const lcr_map *range_of(claim *c, const lcr_map *m)
{
    return m ? keep(c, lcr_map_range_set(c->r, m)) : NULL;
}

static const lcr_map *after(claim *c, const lcr_map *outer, const lcr_map *inner)
{
    return outer && inner ? keep(c, lcr_map_compose(c->r, outer, inner)) : NULL;
}

static const lcr_map *parsed(claim *c, char *text, bool set)
{
    const lcr_map *m = text ? keep(c, lcr_family_parse(c->r, text, set)) : NULL;
    free(text);
    return m;
}

static bool within(claim *c, const lcr_map *a, const lcr_map *b, const char *what)
{
    if (!a || !b)
        return false;
    return lcr_map_nin(a) == lcr_map_nin(b) && lcr_map_nout(a) == lcr_map_nout(b)
               ? ask(c, lcr_all_subset(c->r, &c->q.all, a, b), what)
               : lcv_obstacle(c->f, "relations of other dimensions") != NULL;
}

static bool same(claim *c, const lcr_map *a, const lcr_map *b, const char *what)
{
    return within(c, a, b, what) && within(c, b, a, what);
}

static bool is_single(const lcr_map *m)
{
    return lcr_map_nin(m) == 1 && lcr_map_nout(m) == 1;
}

/* A set or a relation. */
static const lcr_map *either(claim *c, size_t i)
{
    return lcv_form_is_set(c->p->arg[i]) ? lcv_form_elements(c->f, c->p->arg[i]) : argument(c, i);
}

static bool has_places(claim *c, size_t i)
{
    const lcv_form *a = c->p->arg[i];
    const lcr_map *m = lcv_form_is_relation(a) && !lcv_form_is_set(a) ? argument(c, i) : NULL;
    return lcv_form_is_set(a) || (m && lcr_map_nout(m) != 1);
}

/* The outputs of a relation, the elements of a set; a shape beside those is a box of them. */
static const lcr_map *values(claim *c, size_t i)
{
    const lcv_form *a = c->p->arg[i];
    return lcv_form_is_set(a) || (lcv_form_is_tuple(a) && has_places(c, 1 - i))
               ? lcv_form_elements(c->f, a)
               : range_of(c, argument(c, i));
}

/* The same of what need not be so: nothing is said of why it is not. */
static bool is_so(claim *c, lcr_answer answer)
{
    if (lc_ctx_code(c->f->ctx) == LC_ERR_BUDGET)
        lc_ctx_reset(c->f->ctx);
    if (answer != LCR_YES)
        lcv_for_all_open(c->f, &c->q, c->p->instance);
    return answer == LCR_YES;
}

/* ---- injective, bijective ---- */

static bool one_to_one(claim *c, const lcr_map *m)
{
    return ask(c, lcr_all_injective(c->r, &c->q.all, m), "no two inputs share an output");
}

bool lcv_rel_injective(lcv_proof *p)
{
    claim c;
    const lcr_map *m = open(p, &c) ? argument(&c, 0) : NULL;
    return m && one_to_one(&c, m);
}

/* The outputs are a box, each with one place of its own; or the inputs are one of integers, and
 * the outputs are in it: they are all of it. */
bool lcv_rel_bijective(lcv_proof *p)
{
    claim c;
    const lcr_map *m = open(p, &c) ? argument(&c, 0) : NULL;
    const lcr_map *inputs = m && is_single(m) ? domain_of(&c, m) : NULL;
    bool counts = inputs && is_so(&c, lcr_all_box(c.r, &c.q.all, inputs));
    return m &&
           (counts || ask(&c, lcr_all_box(c.r, &c.q.all, range_of(&c, m)),
                          "the places are a box from 0 on")) &&
           ask(&c, lcr_all_single_valued(c.r, &c.q.all, m), "the relation is a function") &&
           one_to_one(&c, m) &&
           (!counts ||
            within(&c, range_of(&c, m), inputs, "every output is one of the inputs, too"));
}

/* ---- places ---- */

/* [0,N) for a relation of integers, the box of a shape for others. */
static const lcr_map *places(claim *c, const lcr_map *m)
{
    const lcv_form *arg = c->p->n > 1 ? c->p->arg[1] : NULL;
    const lcv_form *shape = arg ? lcv_form_as_tuple(c->f, arg)
                                : lcv_obstacle(c->f, "expected an integer or a shape");
    if (shape && shape->n != lcr_map_nout(m))
        return lcv_obstacle(c->f, "a shape with other than %z leaves", lcr_map_nout(m));
    return shape ? parsed(c, lcv_isl_box(c->f, shape, !is_single(m)), true) : NULL;
}

bool lcv_rel_in_bounds(lcv_proof *p)
{
    claim c;
    if (lcv_form_is_set(p->arg[0]))
        return lcv_rel_contained(p);
    const lcr_map *m = open(p, &c) ? argument(&c, 0) : NULL, *all = m ? places(&c, m) : NULL;
    return all && within(&c, range_of(&c, m), all, "every output is within the bounds");
}

/* There are as many inputs as places, and no two inputs share an output. Says nothing of why it
 * is not so. */
static bool fill_by_number(claim *c, const lcr_map *m, const lcr_map *all)
{
    lcr_all *q = &c->q.all;
    const lcr_map *inputs = is_single(m) ? domain_of(c, m) : NULL;
    return inputs && is_so(c, lcr_all_subset(c->r, q, inputs, all)) &&
           is_so(c, lcr_all_subset(c->r, q, all, inputs)) &&
           is_so(c, lcr_all_single_valued(c->r, q, m)) && is_so(c, lcr_all_injective(c->r, q, m));
}

bool lcv_rel_surjective(lcv_proof *p)
{
    claim c;
    const lcr_map *m = open(p, &c) ? argument(&c, 0) : NULL, *all = m ? places(&c, m) : NULL;
    return all && within(&c, range_of(&c, m), all, "every output is within the bounds") &&
           (fill_by_number(&c, m, all) ||
            within(&c, all, range_of(&c, m), "every place is an output"));
}

bool lcv_rel_covers(lcv_proof *p)
{
    claim c;
    if (!open(p, &c))
        return false;
    const bool beside = has_places(&c, 1);
    const lcr_map *m = beside ? NULL : either(&c, 0);
    const lcr_map *all = beside ? values(&c, 1) : m ? places(&c, m) : NULL;
    return within(&c, all, all ? values(&c, 0) : NULL, "every place is an output");
}

bool lcv_rel_fits(lcv_proof *p)
{
    claim c;
    lc_int least, most;
    const lcr_map *m = open(p, &c) ? argument(&c, 0) : NULL;
    if (!m || p->n < 2 || p->arg[1]->kind != LCV_FORM_VALUE ||
        !lcv_arg_type(p->f->ctx, "fits", p->arg[1]->value, &least, &most))
        return false;
    char *text = lcv_text(p->f->ctx, "{ [x] : %i <= x <= %i }", least, most);
    return within(&c, range_of(&c, m), parsed(&c, text, true),
                  "every output is a number of the type");
}

bool lcv_rel_aligned(lcv_proof *p)
{
    claim c;
    lc_int by;
    const lcr_map *m = open(p, &c) ? values(&c, 0) : NULL;
    const lc_poly *n = m ? lcv_form_as_int(p->f, p->arg[1]) : NULL;
    if (!n || !lc_poly_is_const(n, &by) || lc_int_sign(by) <= 0)
        return n && lcv_obstacle(p->f, "an alignment that depends on parameters");
    char *text = lcv_text(p->f->ctx, "{ [x] : x mod %i = 0 }", by);
    return within(&c, m, parsed(&c, text, true), "every output is a multiple");
}

/* ---- two of them ---- */

/* A set and a set, or a shape. */
static bool are_sets(const lcv_proof *p)
{
    bool set[2] = {lcv_form_is_set(p->arg[0]), lcv_form_is_set(p->arg[1])};
    return (set[0] || set[1]) && (set[0] || lcv_form_is_tuple(p->arg[0])) &&
           (set[1] || lcv_form_is_tuple(p->arg[1]));
}

bool lcv_rel_equiv(lcv_proof *p)
{
    claim c;
    if (are_sets(p))
        return open(p, &c) && same(&c, values(&c, 0), values(&c, 1), "the sets are the same");
    const lcr_map *x = open(p, &c) ? argument(&c, 0) : NULL, *y = x ? argument(&c, 1) : NULL;
    return same(&c, x, y, "the relations have the same pairs");
}

/* A layout stands for its relation from integral coordinates. */
bool lcv_rel_equal(lcv_proof *p)
{
    bool sets = are_sets(p), relations = true;
    for (size_t i = 0; !sets && i < 2; i++)
        relations = relations &&
                    (lcv_form_is_relation(p->arg[i]) || p->arg[i]->kind == LCV_FORM_LAYOUT);
    return relations
               ? lcv_rel_equiv(p)
               : lcv_obstacle(p->f, "a relation and another value are not compared") != NULL;
}

bool lcv_rel_contained(lcv_proof *p)
{
    claim c;
    const lcr_map *t = open(p, &c) ? values(&c, 0) : NULL, *a = t ? values(&c, 1) : NULL;
    return within(&c, t, a, "every value of T is one of A");
}

/* Sets that share no place but 0. */
static bool apart(claim *c, const lcr_map *x, const lcr_map *y)
{
    const size_t n = lcr_map_nout(x);
    const lcr_map *both = y ? keep(c, lcr_map_boolean(c->r, LCR_INTERSECTION, x, y)) : NULL;
    lc_int *one = both ? lc_frame_alloc(c->f->ctx, n, sizeof *one) : NULL;
    for (size_t k = 0; one && k < n; k++)
        one[k] = lc_int_const(1);
    return one && within(c, both, keep(c, lcr_set_of_box(c->r, n, one)),
                         "no value but 0 is one of both");
}

bool lcv_rel_disjoint(lcv_proof *p)
{
    claim c;
    const lcr_map *x = open(p, &c) ? values(&c, 0) : NULL;
    return x && apart(&c, x, values(&c, 1));
}

/* ---- partitions, complements ---- */

bool lcv_rel_partitions(lcv_proof *p)
{
    claim c;
    if (p->n > 2)
        return lcv_obstacle(p->f, "`under` or `times` of a relation: a map with `where VALUE < "
                                  "n`, or a layout, would do") != NULL;
    const lcr_map *m = open(p, &c) ? argument(&c, 0) : NULL, *all = m ? places(&c, m) : NULL;
    return all && within(&c, range_of(&c, m), all, "every output is a place") &&
           ask(&c, lcr_all_single_valued(c.r, &c.q.all, m), "the relation is a function") &&
           one_to_one(&c, m) &&
           (fill_by_number(&c, m, all) ||
            within(&c, all, range_of(&c, m), "every place is an output"));
}

/* C(c) < C(d) for c < d, of a function of integers. */
static bool increases(claim *c, const lcr_map *m)
{
    lc_ctx *ctx = c->f->ctx;
    if (!is_single(m))
        return lcv_obstacle(c->f, "a C with several inputs or outputs") != NULL;
    const lcr_map *ge = parsed(c, lcv_text(ctx, "{ [v] -> [w] : w <= v }"), false);
    const lcr_map *down = after(c, ge, m), *back = keep(c, lcr_map_reverse(c->r, m));
    return ask(c, lcr_all_single_valued(c->r, &c->q.all, m), "C is a function") &&
           within(c, after(c, back, down),
                  parsed(c, lcv_text(ctx, "{ [c] -> [d] : d <= c }"), false), "C increases");
}

/* The sums of values of A and C are all of [0,N). */
static bool sums_cover(claim *c, const lcr_map *a, const lcr_map *m)
{
    const lcv_form *n = lcv_form_as_tuple(c->f, c->p->arg[2]);
    const lcr_map *all = n && n->n == 1 ? parsed(c, lcv_isl_box(c->f, n, false), true) : NULL;
    const lcr_map *sums = all ? keep(c, lcr_map_concat(c->r, a, m)) : NULL;
    return sums && within(c, all, range_of(c, sums), "every place is a sum");
}

bool lcv_rel_complements(lcv_proof *p)
{
    claim c;
    const lcr_map *m = open(p, &c) ? argument(&c, 0) : NULL, *a = m ? argument(&c, 1) : NULL;
    const lcr_map *x = range_of(&c, m), *y = range_of(&c, a);
    if (!x || !y || lcr_map_nout(m) != 1 || lcr_map_nout(a) != 1)
        return x && y && lcv_obstacle(p->f, "relations with several outputs");
    return apart(&c, x, y) && increases(&c, m) && (p->n < 3 || sums_cover(&c, a, m));
}

/* ---- layouts ---- */

/* "x0, x1": names of the inputs of a relation. */
static char *names(claim *c, const char *of, size_t n)
{
    lc_text text = {0};
    for (size_t k = 0; k < n; k++)
        lc_text_printf(&text, "%s%s%zu", k > 0 ? ", " : "", of, k);
    return lc_text_take(c->f->ctx, &text);
}

/* { [x, y] -> [x + y] } for coordinates of n integers. */
static const lcr_map *plus(claim *c, size_t n)
{
    lc_text text = {0};
    char *x = names(c, "x", n), *y = names(c, "y", n);
    lc_text_printf(&text, "{ [%s, %s] -> [", x ? x : "", y ? y : "");
    for (size_t k = 0; k < n; k++)
        lc_text_printf(&text, "%sx%zu + y%zu", k > 0 ? ", " : "", k, k);
    lc_text_add(&text, "] }");
    free(x);
    free(y);
    return parsed(c, lc_text_take(c->f->ctx, &text), false);
}

/* A function of a box with R(x + y) = R(x) + R(y) is the layout with its values at (1,0,..),
 * (0,1,..). Others are layouts, too: nothing is known of them. */
static bool adds(claim *c, const lcr_map *m)
{
    const lcr_map *inputs = domain_of(c, m);
    if (!inputs || !ask(c, lcr_all_have(c->r, &c->q.all, inputs), "there are inputs") ||
        !ask(c, lcr_all_box(c->r, &c->q.all, inputs), "the inputs are a box") ||
        !ask(c, lcr_all_single_valued(c->r, &c->q.all, m), "the relation is a function"))
        return false;
    const lcr_map *apart = keep(c, lcr_map_concat(c->r, m, m));
    const lcr_map *both = domain_of(c, apart), *sum = both ? plus(c, lcr_map_nin(m)) : NULL;
    const lcr_map *at = sum ? after(c, m, sum) : NULL;
    const lcr_map *here = at ? keep(c, lcr_map_restrict(c->r, at, both)) : NULL;
    return within(c, here, apart, "R(x + y) is R(x) + R(y)");
}

bool lcv_rel_is_layout(lcv_proof *p)
{
    claim c;
    const lcr_map *m = open(p, &c) ? argument(&c, 0) : NULL;
    return m && adds(&c, m);
}

/* A composite that adds is a layout of any shape. */
bool lcv_rel_admissible(lcv_proof *p)
{
    claim c;
    const lcr_map *a = open(p, &c) ? argument(&c, 0) : NULL, *b = a ? argument(&c, 1) : NULL;
    if (!b || !within(&c, range_of(&c, b), domain_of(&c, a), "B(c) is a coordinate of A"))
        return false;
    const lcr_map *both = after(&c, a, b);
    return both && adds(&c, both);
}

/* ---- divides ---- */

/* Of A that is one to one: D has each value of A once. */
bool lcv_rel_divides_into(lcv_proof *p)
{
    claim c;
    const lcr_map *d = open(p, &c) ? argument(&c, 0) : NULL, *a = d ? argument(&c, 1) : NULL;
    const lcr_map *t = a ? argument(&c, 2) : NULL, *values = t ? range_of(&c, a) : NULL;
    if (!values || lcr_map_nout(d) != lcr_map_nout(a))
        return values && lcv_obstacle(p->f, "relations of other dimensions");
    if (lcr_map_nin(d) <= lcr_map_nin(t))
        return lcv_obstacle(p->f, "a divide without inputs after those of T");
    const lcr_map *first = lcv_relation_at_zero(c.r, d, 0, lcr_map_nin(t));
    const lcr_map *of_a = lcv_relation_onto_set(c.r, d, values);
    return first && of_a && same(&c, first, after(&c, a, t), "D begins with A o T") &&
           one_to_one(&c, a) && one_to_one(&c, of_a) &&
           within(&c, values, range_of(&c, d), "every value of A is one of D") &&
           (p->n < 4 || within(&c, range_of(&c, d), values, "every value of D is one of A"));
}

/* ---- inverses, compositions ---- */

bool lcv_rel_right_inverts(lcv_proof *p)
{
    claim c;
    const lcr_map *R = open(p, &c) ? argument(&c, 0) : NULL, *a = R ? argument(&c, 1) : NULL;
    return within(&c, range_of(&c, R), domain_of(&c, a), "R(k) is a coordinate of A") &&
           within(&c, after(&c, a, R), lcv_relation_identity(c.r, R), "A(R(k)) is k");
}

/* A layout goes on past its domain, a relation does not. */
static bool are_relations(lcv_proof *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!lcv_form_is_relation(p->arg[i]))
            return lcv_obstacle(p->f, "layouts, which go on past their domain, among relations");
    return true;
}

bool lcv_rel_left_inverts(lcv_proof *p)
{
    claim c;
    const lcr_map *l = are_relations(p, 1) && open(p, &c) ? argument(&c, 0) : NULL;
    const lcr_map *a = l ? argument(&c, 1) : NULL;
    if (!a || !within(&c, range_of(&c, a), domain_of(&c, l), "A(c) is a coordinate of L"))
        return false;
    const lcr_map *back = after(&c, l, a);
    return within(&c, range_of(&c, back), domain_of(&c, a), "L(A(c)) is a coordinate of A") &&
           same(&c, after(&c, a, back), a, "A(L(A(c))) is A(c)");
}

/* Of its layout claims ask the shape. */
static bool is_layout_map(const lcv_form *form)
{
    return (form->kind == LCV_FORM_RELATION && form->layout_map) ||
           (form->kind == LCV_FORM_VALUE && form->value->map_of);
}

bool lcv_rel_composes(lcv_proof *p)
{
    claim c;
    if (is_layout_map(p->arg[2]))
        return lcv_obstacle(p->f, "a composite with a layout map, whose shape it has to refine");
    const lcr_map *R = are_relations(p, 3) && open(p, &c) ? argument(&c, 0) : NULL;
    const lcr_map *a = R ? argument(&c, 1) : NULL, *b = a ? argument(&c, 2) : NULL;
    return b && within(&c, range_of(&c, b), domain_of(&c, a), "B(c) is a coordinate of A") &&
           same(&c, after(&c, a, b), R, "R(c) is A(B(c))");
}
