/* claims.c - what each claim says, in terms of its literals. */
#include "config.h"

#include "../sets/evidence.h"

#include <stdlib.h>
#include <string.h>

static bool both_functions(const lit *a, const lit *b)
{
    return lcr_lit_is_function(a) && lcr_lit_is_function(b);
}

/* ---- tuples ---- */

static bool reading(ev *e, bool holds, const char *condition)
{
    e->out->by = "reading";
    return lcr_ev_condition(e, holds, condition);
}

/* Tuples, and what has a shape. */
static bool have_shapes(const lcr_statement *c)
{
    for (size_t i = 0; i < c->n; i++)
        if ((c->arg[i]->kind != LIT_TUPLE && !lcr_lit_is_function(c->arg[i])) ||
            c->arg[i]->any != NULL)
            return false;
    return true;
}

static bool congruent(ev *e, const lcr_statement *c)
{
    if (!have_shapes(c))
        return lcr_ev_not(e);
    return reading(e, lcr_lit_congruent(c->arg[0], c->arg[1]), "the nestings differ");
}

static bool weakly_congruent(ev *e, const lcr_statement *c)
{
    if (!have_shapes(c))
        return lcr_ev_not(e);
    return reading(e, lcr_lit_coarser(e->pool->lc, c->arg[0], c->arg[1], false),
                   "the nesting is no refinement");
}

static bool compatible(ev *e, const lcr_statement *c)
{
    if (!have_shapes(c))
        return lcr_ev_not(e);
    return reading(e, lcr_lit_coarser(e->pool->lc, c->arg[0], c->arg[1], true),
                   "the shape is no refinement");
}

static bool refines(ev *e, const lcr_statement *c)
{
    if (!have_shapes(c))
        return lcr_ev_not(e);
    return reading(e, lcr_lit_coarser(e->pool->lc, c->arg[1], c->arg[0], true),
                   "the shape is no refinement");
}

/* Of any two strides other than 0, neither negative, one is a multiple of the other times
 * its extent. */
static bool tractable(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x = lcr_ev_layout(e, c->arg[0]);
    if (x == NULL)
        return false;
    if (!lcr_lit_is_affine(x) || x->basis || x->xor || x->naxes > 1)
        return lcr_ev_not(e);
    bool all = true;
    for (size_t i = 0; all && i < x->n; i++) {
        all = lc_int_sign(x->step[i]) >= 0;
        for (size_t j = 0; all && j < i; j++)
            all = lc_int_is_zero(x->step[i]) || lc_int_is_zero(x->step[j]) ||
                  lc_int_divides(lc, lc_int_mul(lc, x->extent[i], x->step[i]), x->step[j]) ||
                  lc_int_divides(lc, lc_int_mul(lc, x->extent[j], x->step[j]), x->step[i]);
    }
    return reading(e, all, "two strides do not divide one another");
}

/* ---- equal functions ---- */

bool lcr_ev_equiv(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x = lcr_ev_layout(e, c->arg[0]), *y = lcr_ev_layout(e, c->arg[1]);
    if (x == NULL || y == NULL)
        return false;
    if (x->kind == LIT_RELATION || y->kind == LIT_RELATION)
        return lcr_ev_relations_equal(e, c);
    if (!both_functions(x, y))
        return lcr_ev_not(e);
    fn f = {1, {x}, NULL}, g = {1, {y}, NULL};
    if (!lc_int_eq(lcr_lit_size(lc, x), lcr_lit_size(lc, y)))
        return reading(e, false, "the sizes differ");
    if (x->kind == LIT_LINEAR && y->kind == LIT_LINEAR && x->naxes != y->naxes)
        return reading(e, false, "the numbers of output dims differ");
    return lcr_ev_same(e, &f, &g, x);
}

bool lcr_ev_composite(ev *e, const lit *r, const lit *a, const lit *b)
{
    lc_ctx *lc = e->pool->lc;
    r = lcr_ev_layout(e, r);
    a = lcr_ev_layout(e, a);
    if (a != NULL && a->kind == LIT_LINEAR) /* which has no modes */
        b = lcr_ev_layout(e, b);
    b = r != NULL && a != NULL && b != NULL ? lcr_ev_inner(e, a, b) : NULL;
    if (b == NULL || !both_functions(r, a))
        return lcr_ev_not(e);
    bool shapes = r->kind == LIT_LAYOUT && b->kind == LIT_LAYOUT;
    if (shapes ? !lcr_lit_coarser(lc, b, r, true)
               : !lc_int_eq(lcr_lit_size(lc, r), lcr_lit_size(lc, b)))
        return reading(e, false, "the shape is no refinement");
    fn f = {1, {r}, NULL}, g = {2, {b, a}, NULL};
    return lcr_ev_same(e, &f, &g, r);
}

static bool composes(ev *e, const lcr_statement *c)
{
    return lcr_ev_composite(e, c->arg[0], c->arg[1], c->arg[2]);
}

static bool admissible(ev *e, const lcr_statement *c)
{
    return c->witness != NULL ? lcr_ev_composite(e, c->witness, c->arg[0], c->arg[1])
                              : lcr_ev_not(e);
}

/* With the witness, a layout or a linear layout, in the place of X; without, by its values. */
static bool is_what(ev *e, const lcr_statement *c, lit_kind kind, bool by_values(ev *, const lit *))
{
    lcr_statement same = {.claim = "equiv", .n = 2, .arg = {c->arg[0], c->witness}};
    if (c->witness != NULL)
        return c->witness->kind == kind ? lcr_ev_equiv(e, &same) : lcr_ev_not(e);
    const lit *x = lcr_ev_layout(e, c->arg[0]);
    if (x == NULL)
        return false;
    if (x->kind == LIT_RELATION)
        return lcr_ev_relation_is_like(e, x, kind == LIT_LINEAR);
    return lcr_lit_is_function(x) && !x->basis ? by_values(e, x) : lcr_ev_not(e);
}

static bool is_linear(ev *e, const lcr_statement *c)
{
    const lcr_statement linear = {.claim = "linear", .n = 1, .arg = {c->arg[0]},
                                  .value = c->witness};
    if (c->witness != NULL && c->arg[0]->basis) /* whose axes are dims by their places */
        return lcr_ev_linear(e, &linear);
    return is_what(e, c, LIT_LINEAR, lcr_ev_linear_values);
}

static bool is_layout(ev *e, const lcr_statement *c)
{
    return is_what(e, c, LIT_LAYOUT, lcr_ev_layout_values);
}

/* ---- images ---- */

bool lcr_ev_integer(const lit *a, lc_int *n)
{
    if (a->kind != LIT_TUPLE || a->nnodes != 1)
        return false;
    *n = a->extent[0];
    return true;
}

/* A bound N, of 0 or more. */
static bool bound_of(const lit *a, lc_int *n)
{
    return lcr_ev_integer(a, n) && lc_int_sign(*n) >= 0;
}

static bool injective(ev *e, const lcr_statement *c)
{
    const lit *x = lcr_ev_layout(e, c->arg[0]);
    if (x == NULL)
        return false;
    return x->kind == LIT_RELATION    ? lcr_ev_relation_injective(e, x)
           : lcr_lit_is_function(x) ? lcr_ev_injective(e, x)
                                    : lcr_ev_not(e);
}

bool lcr_ev_once_each(ev *e, const lit *x, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    bool as_many = lc_int_eq(lcr_lit_size(lc, x), n);
    bool ok = lcr_ev_condition(e, as_many, "there are not as many coordinates") &&
              lcr_ev_within(e, x, lc_int_const(0), lc_int_sub(lc, n, lc_int_const(1))) &&
              lcr_ev_injective(e, x);
    e->out->by = "counting";
    return ok;
}

/* The values that a linear layout says it has. */
static lc_int outputs_of(ev *e, const lit *x)
{
    lc_int places = lc_int_const(1);
    for (size_t j = 0; j < x->naxes; j++)
        places = lc_int_mul(e->pool->lc, places, x->out[j]);
    return places;
}

static bool bijective(ev *e, const lcr_statement *c)
{
    const lit *x = lcr_ev_layout(e, c->arg[0]);
    if (x == NULL)
        return false;
    if (x->kind == LIT_RELATION)
        return lcr_ev_relation_once_each(e, x);
    if (!lcr_lit_is_function(x) || x->basis)
        return lcr_ev_not(e);
    lc_int n = x->kind == LIT_LINEAR ? outputs_of(e, x) : lcr_lit_size(e->pool->lc, x);
    return lcr_ev_once_each(e, x, n);
}

/* Just [0,size), whatever values the outputs might have. */
static bool compact(ev *e, const lcr_statement *c)
{
    const lit *x = lcr_ev_layout(e, c->arg[0]);
    if (x == NULL)
        return false;
    if (x->kind == LIT_RELATION)
        return lcr_ev_relation_once_each(e, x);
    if (!lcr_lit_is_function(x) || x->basis)
        return lcr_ev_not(e);
    return lcr_ev_once_each(e, x, lcr_lit_size(e->pool->lc, x));
}

/* A(R(n)) = n for the witness R, of at least n coordinates. Where modes of A overlap there
 * may be no layout R that long, and still A reaches all of them. */
static bool reaches(ev *e, const lcr_statement *c, const lit *x, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    if (c->witness == NULL || !lcr_lit_is_function(c->witness) || x->kind == LIT_LINEAR)
        return lcr_ev_reached(e, x, n);
    fn f = {2, {c->witness, x}, NULL}, identity = {0, {NULL}, NULL};
    lc_int most = lc_int_sub(lc, lcr_lit_size(lc, x), lc_int_const(1));
    if (!lcr_lit_is_affine(c->witness) || c->witness->basis)
        return lcr_ev_not(e);
    e->out->one_way = true;
    return lcr_ev_condition(e, !lc_int_lt(lcr_lit_size(lc, c->witness), n),
                        "the witness has fewer coordinates") &&
           lcr_ev_bounds(e, c->witness, 0, lc_int_const(0), most) &&
           lcr_ev_same(e, &f, &identity, c->witness);
}

static bool covers(ev *e, const lcr_statement *c)
{
    lc_int n;
    const lit *x = lcr_ev_layout(e, c->arg[0]);
    if (x == NULL)
        return false;
    if (!lcr_lit_is_function(x) || x->basis || !bound_of(c->arg[1], &n))
        return lcr_ev_not(e);
    return reaches(e, c, x, n);
}

static bool surjective(ev *e, const lcr_statement *c)
{
    lc_int n;
    lc_ctx *lc = e->pool->lc;
    const lit *x = lcr_ev_layout(e, c->arg[0]);
    if (x == NULL)
        return false;
    if (x->kind == LIT_RELATION)
        return c->n == 2 && bound_of(c->arg[1], &n) ? lcr_ev_relation_onto(e, x, n)
                                                    : lcr_ev_not(e);
    if (!lcr_lit_is_function(x) || x->basis || (c->n < 2 && x->kind != LIT_LINEAR))
        return lcr_ev_not(e);
    if (c->n < 2)
        n = outputs_of(e, x);
    else if (!bound_of(c->arg[1], &n))
        return lcr_ev_not(e);
    if (c->witness == NULL && lc_int_eq(lcr_lit_size(lc, x), n))
        return lcr_ev_once_each(e, x, n);
    return lcr_ev_within(e, x, lc_int_const(0), lc_int_sub(lc, n, lc_int_const(1))) &&
           reaches(e, c, x, n);
}

/* ---- bounds ---- */

static bool within(ev *e, const lit *x, lc_int least, lc_int most)
{
    x = lcr_ev_layout(e, x);
    if (x == NULL)
        return false;
    if (x->kind == LIT_RELATION)
        return lcr_ev_relation_within(e, x, least, most);
    if (!lcr_lit_is_function(x))
        return lcr_ev_not(e);
    return lcr_ev_within(e, x, least, most);
}

static bool in_bounds(ev *e, const lcr_statement *c)
{
    lc_int n;
    if (!bound_of(c->arg[1], &n) || c->arg[0]->basis)
        return lcr_ev_not(e);
    return within(e, c->arg[0], lc_int_const(0),
                  lc_int_sub(e->pool->lc, n, lc_int_const(1)));
}

/* The bits of int8 to int64 and uint8 to uint64; 0 for what is no type. */
static int type_bits(const lit *a, bool *is_signed)
{
    static const char *const type[] = {"int8", "int16", "int32", "int64"};
    const char *word = a->kind == LIT_WORD ? a->word : "";
    *is_signed = word[0] != 'u';
    for (int i = 0; i < 4; i++)
        if (strcmp(word + !*is_signed, type[i]) == 0)
            return 8 << i;
    return 0;
}

static bool fits(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    bool is_signed;
    int bits = type_bits(c->arg[1], &is_signed);
    if (bits == 0)
        return lc_fail(lc, LC_ERR_INVALID, "no type: expected int8 to int64 or uint8 to uint64");
    lc_int end = lc_int_const(1);
    for (int i = is_signed ? 1 : 0; i < bits; i++)
        end = lc_int_add(lc, end, end);
    return within(e, c->arg[0], is_signed ? lc_int_neg(lc, end) : lc_int_const(0),
                  lc_int_sub(lc, end, lc_int_const(1)));
}

static bool aligned(ev *e, const lcr_statement *c)
{
    lc_int n;
    const lit *x = lcr_ev_layout(e, c->arg[0]);
    if (x == NULL)
        return false;
    if (!lcr_lit_is_function(x) || !lcr_ev_integer(c->arg[1], &n) || lc_int_sign(n) <= 0)
        return lcr_ev_not(e);
    return lcr_ev_aligned(e, x, n);
}

/* ---- pairs ---- */

static bool disjoint(ev *e, const lcr_statement *c)
{
    const lit *a = lcr_ev_layout(e, c->arg[0]), *b = lcr_ev_layout(e, c->arg[1]);
    if (a == NULL || b == NULL)
        return false;
    if (!lcr_lit_is_affine(a) || !lcr_lit_is_affine(b) || a->basis || b->basis)
        return lcr_ev_disjoint(e, a, b);
    return lcr_ev_common(e, a, b, false, true);
}

/* A(W(c)) = T(c) for the witness W, whose values are coordinates of A; another W may do where
 * one does not. */
static bool contained(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *t = lcr_ev_layout(e, c->arg[0]), *a = lcr_ev_layout(e, c->arg[1]);
    if (t == NULL || a == NULL)
        return false;
    if (c->witness == NULL || !lcr_lit_is_affine(c->witness) || c->witness->basis)
        return lcr_ev_contained(e, t, a);
    if (!both_functions(t, a))
        return lcr_ev_not(e);
    fn f = {1, {t}, NULL}, g = {2, {c->witness, a}, NULL};
    lc_int most = lc_int_sub(lc, lcr_lit_size(lc, a), lc_int_const(1));
    e->out->one_way = true; /* T may lie in A otherwise, where modes of A overlap */
    return lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, c->witness), lcr_lit_size(lc, t)),
                        "the witness is of another size") &&
           lcr_ev_bounds(e, c->witness, 0, lc_int_const(0), most) && lcr_ev_same(e, &f, &g, t);
}

/* (A, C) as one layout. */
static const lit *joined(ev *e, const lit *a, const lit *c)
{
    lit *b = lcr_lit_alloc(e->pool, 1, sizeof *b);
    size_t n = a->n + c->n, nodes = 1 + a->nnodes + c->nnodes;
    if (b == NULL)
        return NULL;
    *b = (lit){.kind = LIT_LAYOUT, .nnodes = nodes, .n = n, .naxes = 1,
               .node = lcr_lit_alloc(e->pool, nodes, sizeof *b->node),
               .extent = lcr_lit_alloc(e->pool, n, sizeof *b->extent),
               .step = lcr_lit_alloc(e->pool, n, sizeof *b->step)};
    if (b->node == NULL || b->extent == NULL || b->step == NULL)
        return NULL;
    b->node[0] = 2;
    memcpy(b->node + 1, a->node, a->nnodes * sizeof *b->node);
    memcpy(b->node + 1 + a->nnodes, c->node, c->nnodes * sizeof *b->node);
    memcpy(b->extent, a->extent, a->n * sizeof *b->extent);
    memcpy(b->extent + a->n, c->extent, c->n * sizeof *b->extent);
    memcpy(b->step, a->step, a->n * sizeof *b->step);
    memcpy(b->step + a->n, c->step, c->n * sizeof *b->step);
    return b;
}

static bool complements(ev *e, const lcr_statement *s)
{
    lc_int n;
    const lit *c = lcr_ev_layout(e, s->arg[0]), *a = lcr_ev_layout(e, s->arg[1]);
    if (c == NULL || a == NULL)
        return false;
    if (c->basis && a->basis && s->n == 2)
        return lcr_ev_complements_axes(e, c, a);
    if (!lcr_lit_is_affine(c) || !lcr_lit_is_affine(a) || a->basis || c->basis || a->offset ||
        c->offset || (s->n == 3 && !bound_of(s->arg[2], &n)))
        return lcr_ev_not(e);
    if (!lcr_ev_common(e, c, a, s->n == 2, false) || !lcr_ev_ordered(e, c, s->n == 2))
        return false;
    if (s->n == 2)
        return true;
    const lit *both = joined(e, a, c);
    return both != NULL && reaches(e, s, both, n);
}

/* ---- the table ---- */

typedef struct {
    const char *claim;
    size_t least, most; /* arguments */
    ev_rule *rule;
} row;

static const row claims[] = {
    {"admissible", 2, 2, admissible},
    {"aligned", 2, 2, aligned},
    {"bijective", 1, 1, bijective},
    {"coalesced", 1, 4, lcr_ev_coalesced},
    {"compact", 1, 1, compact},
    {"compatible", 2, 2, compatible},
    {"complements", 2, 3, complements},
    {"composes", 3, 3, composes},
    {"conflict_free", 1, 5, lcr_ev_conflict_free},
    {"conflicts !=", 6, 6, lcr_ev_access_cost},
    {"conflicts <=", 6, 6, lcr_ev_access_cost},
    {"conflicts ==", 6, 6, lcr_ev_access_cost},
    {"conflicts >=", 6, 6, lcr_ev_access_cost},
    {"congruent", 2, 2, congruent},
    {"contained", 2, 2, contained},
    {"covers", 2, 2, covers},
    {"disjoint", 2, 2, disjoint},
    {"divides_into", 3, 4, lcr_ev_divides_into},
    {"equal", 2, 2, lcr_ev_equal},
    {"equiv", 2, 2, lcr_ev_equiv},
    {"fits", 2, 2, fits},
    {"in_bounds", 2, 2, in_bounds},
    {"injective", 1, 1, injective},
    {"is_layout", 1, 1, is_layout},
    {"is_linear", 1, 1, is_linear},
    {"left_inverts", 2, 2, lcr_ev_left_inverts},
    {"partitions", 2, 3, lcr_ev_partitions},
    {"refines", 2, 2, refines},
    {"right_inverts", 2, 2, lcr_ev_right_inverts},
    {"sectors !=", 5, 5, lcr_ev_access_cost},
    {"sectors <=", 5, 5, lcr_ev_access_cost},
    {"sectors ==", 5, 5, lcr_ev_access_cost},
    {"sectors >=", 5, 5, lcr_ev_access_cost},
    {"surjective", 1, 2, surjective},
    {"tractable", 1, 1, tractable},
    {"vectorizes", 3, 3, lcr_ev_vectorizes},
    {"weakly_congruent", 2, 2, weakly_congruent},
};

/* What refutes with a witness. */
static const row refutations[] = {
    {"admissible", 2, 2, lcr_ev_not_admissible},
    {"contained", 2, 2, lcr_ev_not_contained},
    {"covers", 2, 2, lcr_ev_not_covers},
    {"vectorizes", 3, 3, lcr_ev_not_vectorizes},
};

static ev_rule *rule_of(const row *rows, size_t count, const char *claim, size_t n)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].claim, claim) == 0 && n >= rows[i].least && n <= rows[i].most)
            return rows[i].rule;
    return NULL;
}

bool lcr_is_claim(const char *claim, size_t n)
{
    return rule_of(claims, sizeof claims / sizeof *claims, claim, n) != NULL;
}

bool lcr_evidence_of(lit_pool *pool, const lcr_statement *claim, bool missing,
                     lcr_evidence *evidence)
{
    *evidence = (lcr_evidence){.holds = true};
    ev e = {pool, evidence, false};
    ev_rule *rule =
        missing ? rule_of(refutations, sizeof refutations / sizeof *refutations, claim->claim,
                          claim->n)
                : rule_of(claims, sizeof claims / sizeof *claims, claim->claim, claim->n);
    bool ok = rule != NULL ? rule(&e, claim) : lcr_ev_not(&e);
    if (e.none)
        *evidence = (lcr_evidence){.by = NULL, .holds = true};
    return ok && lc_ctx_code(pool->lc) == LC_OK;
}
