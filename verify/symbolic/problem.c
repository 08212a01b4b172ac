/* problem.c - the dependencies of a claim: parameters, expressions, assumptions, constants. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../language/names.h"
#include "../value/text.h"
#include "instance.h"

#define MAX_EXPRESSIONS 100000

/* ---- collecting ---- */

size_t lcv_problem_parameter(const lcv_problem *p, const lcv_value *v)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->parameter[i] == v)
            return i;
    return SIZE_MAX;
}

static bool too_many(lcv_problem *p, const char *before, int most, const char *after)
{
    return lcv_eval_fail(p->e, p->ast->span, "%smore than %d %s", before, most, after);
}

static bool add_parameter(lcv_problem *p, const lcv_value *v)
{
    if (lcv_problem_parameter(p, v) != SIZE_MAX)
        return true;
    if (p->n == LCV_MAX_PARAMETERS)
        return too_many(p, "the claim depends on ", LCV_MAX_PARAMETERS, "parameters");
    p->modulus[p->n] = lc_int_const(1);
    p->residue[p->n] = lc_int_const(0);
    p->parameter[p->n++] = v;
    return true;
}

void lcv_insert(lc_int *sorted, size_t *n, size_t room, lc_int value)
{
    size_t at = 0;
    while (at < *n && lc_int_lt(sorted[at], value))
        at++;
    bool known = at < *n && lc_int_eq(sorted[at], value);
    if (known || *n == room)
        return;
    memmove(&sorted[at + 1], &sorted[at], (*n - at) * sizeof(lc_int));
    sorted[at] = value;
    ++*n;
}

static void add_constant(lcv_problem *p, lc_int value)
{
    if (lc_int_sign(value) > 0)
        lcv_insert(p->constant, &p->nconstants, LCV_MAX_CONSTANTS, value);
}

static void add_leaves(lcv_problem *p, const lc_tuple *t)
{
    for (size_t i = 0; i < lc_tuple_nleaves(t); i++)
        if (!lc_tuple_is_wildcard(t, i))
            add_constant(p, lc_tuple_value(t, i));
}

/* Where the bits of a swizzle begin and end. */
static void add_swizzle(lcv_problem *p, lc_swizzle w)
{
    int shift = w.s < 0 ? -w.s : w.s;
    const int bits[] = {w.m, w.m + w.b, w.m + shift, w.m + w.b + shift};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (w.b > 0 && bits[i] <= 30)
            add_constant(p, lc_int_const((int32_t)1 << bits[i]));
}

/* The numbers in a name's value: tiles, and the bounds and grids that follow from them. */
static void add_constants_of(lcv_problem *p, const lcv_value *v)
{
    if (v->kind == LCV_TUPLE)
        add_leaves(p, v->tuple);
    if (v->kind == LCV_SWIZZLE || v->kind == LCV_COMPOSED)
        add_swizzle(p, v->swizzle);
    for (size_t i = 0; v->kind == LCV_LAYOUT && i < lc_layout_nleaves(v->layout); i++) {
        add_constant(p, lc_layout_extent(v->layout, i));
        for (size_t axis = 0; axis < lc_layout_naxes(v->layout); axis++)
            add_constant(p, lc_layout_step_on(v->layout, axis, i));
    }
}

static bool insert_expression(lcv_problem *p, const lcv_value *v, bool *fresh)
{
    size_t n = p->nexpressions, at = lcv_place_by_address(n, p->expression, v);
    *fresh = at == n || p->expression[at] != v;
    if (!*fresh)
        return true;
    if (n == MAX_EXPRESSIONS)
        return too_many(p, "the claim depends on ", MAX_EXPRESSIONS, "names");
    const lcv_value **grown = lc_grow(p->ctx, p->expression, n, &p->room, sizeof *grown);
    if (!grown)
        return lcv_eval_failed(p->e, p->ast->span);
    p->expression = grown;
    memmove(&grown[at + 1], &grown[at], (n - at) * sizeof *grown);
    grown[at] = v;
    p->nexpressions++;
    return true;
}

static bool collect(lcv_problem *p, const lcv_scope *scope, const lcv_ast *ast);

static bool collect_name(lcv_problem *p, const lcv_scope *scope, const char *name)
{
    const lcv_binding *binding = lcv_scope_find(scope, name);
    const lcv_value *v = binding ? binding->value : NULL;
    bool fresh;
    if (!v)
        return true;
    if (v->kind == LCV_PARAMETER)
        return add_parameter(p, v);
    if (v->kind != LCV_EXPRESSION) {
        add_constants_of(p, v);
        return true;
    }
    return insert_expression(p, v, &fresh) &&
           (!fresh || collect(p, v->formula->scope, v->formula->ast));
}

/* The parameters and the numbers of a relation. */
static bool collect_text(lcv_problem *p, const lcv_scope *scope, const char *text)
{
    char name[LCV_ISL_NAME];
    for (const char *at = text; lcv_isl_parameter(&at, name);)
        if (!collect_name(p, scope, name))
            return false;
    for (size_t n; *text; text += n > 0 ? n : 1) {
        lc_int value;
        n = strspn(text, "0123456789");
        if (n > 0 && lc_int_parse(p->ctx, text, n, &value))
            add_constant(p, value);
    }
    return true;
}

static bool collect(lcv_problem *p, const lcv_scope *scope, const lcv_ast *ast)
{
    lc_int value;
    if (ast->kind == LCV_AST_NAME && !collect_name(p, scope, ast->text))
        return false;
    if (lcv_ast_is_isl(ast) && !collect_text(p, scope, ast->text))
        return false;
    if (ast->kind == LCV_AST_INT && lc_int_parse(p->ctx, ast->text, strlen(ast->text), &value))
        add_constant(p, value);
    if (ast->kind == LCV_AST_SWIZZLE && !lcv_depends(scope, ast)) {
        lcv_diag diag = {0};
        lcv_eval at = *p->e;
        at.scope = scope;
        at.diag = &diag;
        const lcv_value *v = lcv_eval_value(&at, ast);
        if (v)
            add_constants_of(p, v);
        lcv_diag_clear(&diag);
    }
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (!collect(p, scope, part))
            return false;
    return true;
}

/* ---- assumptions ---- */

/* Is an assumption about a parameter of the problem? */
static bool concerns(const lcv_problem *p, const lcv_formula *assumption)
{
    for (size_t i = 0; i < assumption->nparameters; i++)
        if (lcv_problem_parameter(p, assumption->parameter[i]) != SIZE_MAX)
            return true;
    return false;
}

static bool has_assumption(const lcv_problem *p, const lcv_value *v)
{
    for (size_t i = 0; i < p->nassumptions; i++)
        if (p->assumption[i] == v)
            return true;
    return false;
}

static bool add_assumption(lcv_problem *p, const lcv_value *v)
{
    if (p->nassumptions == LCV_MAX_ASSUMPTIONS)
        return too_many(p, "", LCV_MAX_ASSUMPTIONS, "assumptions on one claim");
    p->assumption[p->nassumptions++] = v;
    return true;
}

static bool collect_new(lcv_problem *p, const lcv_scope *scope, bool *fresh)
{
    for (size_t i = 0; i < scope->nassumptions; i++) {
        const lcv_value *v = scope->assumption[i];
        if (has_assumption(p, v) || !concerns(p, v->formula))
            continue;
        *fresh = true;
        if (!add_assumption(p, v) || !collect(p, v->formula->scope, v->formula->ast))
            return false;
    }
    return true;
}

/* The assumptions on its parameters, and on the parameters that these bring in. */
static bool collect_assumptions(lcv_problem *p, const lcv_scope *scope)
{
    for (bool fresh = true; fresh;) {
        fresh = false;
        for (const lcv_scope *s = scope; s; s = s->outside)
            if (!collect_new(p, s, &fresh))
                return false;
    }
    return true;
}

/* ---- residues ---- */

/* An expression without parameters, as an integer. */
static bool constant_of(const lcv_problem *p, const lcv_formula *f, const lcv_ast *ast,
                        lc_int *value)
{
    lcv_diag ignored = {0};
    lcv_eval at = *p->e;
    at.scope = f->scope;
    at.source = f->source;
    at.diag = &ignored;
    at.explain = NULL;
    lcv_value *v = lcv_depends(at.scope, ast) ? NULL : lcv_eval_value(&at, ast);
    bool found = v && lcv_as_int(p->ctx, v, value);
    lc_ctx_reset(p->ctx);
    lcv_diag_clear(&ignored);
    lcv_disagreement_clear(&at.disagreement);
    return found;
}

/* x = r (mod m) and x = a (mod b): the least x >= r with both. False when there is none. */
static bool join_residues(lc_ctx *ctx, lc_int *m, lc_int *r, lc_int b, lc_int a)
{
    lc_int divisor = lc_int_gcd(ctx, *m, b), x = *r;
    if (!lc_int_divides(ctx, divisor, lc_int_sub(ctx, a, *r)))
        return false;
    lc_int steps = lc_int_fdiv(ctx, b, divisor);
    for (int64_t i = 0; i < 4096 && lc_int_lt(lc_int_si(ctx, i), steps); i++) {
        if (lc_int_divides(ctx, b, lc_int_sub(ctx, x, a))) {
            *m = lc_int_mul(ctx, *m, steps);
            *r = lc_int_fmod(ctx, x, *m);
            return true;
        }
        x = lc_int_add(ctx, x, *m);
    }
    return true; /* too far: the search handles this one */
}

/* `M % c == r`. False when it contradicts one before. */
static bool read_residue(lcv_problem *p, const lcv_value *assumption)
{
    const lcv_formula *f = assumption->formula;
    const lcv_ast *side = f->ast->child;
    lc_int c, r;
    if (f->ast->op != LCV_OP_EQ || side->kind != LCV_AST_BINARY || side->op != LCV_OP_MOD ||
        side->child->kind != LCV_AST_NAME)
        return true;
    const lcv_binding *binding = lcv_scope_find(f->scope, side->child->text);
    size_t i = binding ? lcv_problem_parameter(p, binding->value) : SIZE_MAX;
    if (i == SIZE_MAX || !constant_of(p, f, side->child->next, &c) || lc_int_sign(c) <= 0 ||
        !constant_of(p, f, side->next, &r))
        return true;
    return join_residues(p->ctx, &p->modulus[i], &p->residue[i], c, r);
}

/* Sorts parameters by the order of their definitions. */
static void sort_parameters(lcv_problem *p)
{
    for (size_t i = 1; i < p->n; i++)
        for (size_t k = i;
             k > 0 && p->parameter[k]->formula->order < p->parameter[k - 1]->formula->order;
             k--) {
            const lcv_value *v = p->parameter[k];
            p->parameter[k] = p->parameter[k - 1];
            p->parameter[k - 1] = v;
        }
}

bool lcv_problem_mentions(lcv_eval *e, const lcv_ast *ast, lcv_formula *out)
{
    lcv_problem p = {.e = e, .ctx = lcr_ctx_lc(e->r), .ast = ast};
    bool ok = collect(&p, e->scope, ast);
    out->parameter = ok ? lc_alloc(p.ctx, p.n, sizeof(lcv_value *)) : NULL;
    if (ok && !out->parameter)
        lcv_eval_failed(e, ast->span);
    for (; out->parameter && out->nparameters < p.n; out->nparameters++)
        out->parameter[out->nparameters] = p.parameter[out->nparameters];
    free(p.expression);
    return out->parameter != NULL;
}

bool lcv_problem_assume(lcv_problem *p, const lcv_value *assumption)
{
    return add_assumption(p, assumption) && read_residue(p, assumption);
}

bool lcv_problem_open(lcv_problem *p, lcv_eval *e, const lcv_ast *ast)
{
    *p = (lcv_problem){.e = e, .ctx = lcr_ctx_lc(e->r), .ast = ast};
    if (!collect(p, e->scope, ast) || !collect_assumptions(p, e->scope))
        return false;
    sort_parameters(p);
    for (size_t i = 0; i < p->nassumptions; i++)
        if (!read_residue(p, p->assumption[i]))
            return lcv_eval_fail(e, ast->span, "the assumptions contradict each other");
    return true;
}

void lcv_problem_close(lcv_problem *p)
{
    free(p->expression);
    *p = (lcv_problem){0};
}

/* ---- ranges ---- */

lc_int lcv_problem_low(const lcv_problem *p, size_t i)
{
    return lc_tuple_value(p->parameter[i]->formula->low, 0);
}

bool lcv_problem_high(const lcv_problem *p, size_t i, lc_int *high)
{
    const lc_tuple *t = p->parameter[i]->formula->high;
    if (t)
        *high = lc_tuple_value(t, 0);
    return t != NULL;
}

/* The least value in the residue class. */
static lc_int first_of(const lcv_problem *p, size_t i)
{
    lc_int low = lcv_problem_low(p, i), off = lc_int_sub(p->ctx, p->residue[i], low);
    return lc_int_add(p->ctx, low, lc_int_fmod(p->ctx, off, p->modulus[i]));
}

bool lcv_problem_count_of(const lcv_problem *p, size_t i, lc_int *count)
{
    lc_int high;
    if (!lcv_problem_high(p, i, &high))
        return false;
    lc_int span = lc_int_sub(p->ctx, high, first_of(p, i));
    *count = lc_int_add(p->ctx, lc_int_fdiv(p->ctx, span, p->modulus[i]), lc_int_const(1));
    *count = lc_int_max(*count, lc_int_const(0));
    return true;
}

static lc_int value_of(const lcv_problem *p, size_t i, int64_t k)
{
    lc_int steps = lc_int_mul(p->ctx, lc_int_si(p->ctx, k), p->modulus[i]);
    return lc_int_add(p->ctx, first_of(p, i), steps);
}

void lcv_problem_case(const lcv_problem *p, size_t n, const size_t *which, int64_t k,
                      lc_int *value)
{
    for (size_t j = 0; j < n; j++) {
        size_t i = which ? which[j] : j;
        lc_int count;
        lcv_problem_count_of(p, i, &count);
        value[i] = value_of(p, i, k % lc_int_get_si(count));
        k /= lc_int_get_si(count);
    }
}

char *lcv_problem_range(const lcv_problem *p)
{
    lc_text text = {0};
    lc_text_add(&text, "for all ");
    for (size_t i = 0; i < p->n; i++) {
        lc_int high;
        bool bounded = lcv_problem_high(p, i, &high);
        lcv_text_add(p->ctx, &text, "%s%s %s %i", i > 0 ? ", " : "",
                     p->parameter[i]->formula->text,
                     bounded ? "in" : ">=", lcv_problem_low(p, i));
        if (bounded)
            lcv_text_add(p->ctx, &text, "..%i", high);
    }
    for (size_t i = 0; i < p->nassumptions; i++)
        lcv_text_add(p->ctx, &text, "%s%s", i == 0 ? " with " : ", ",
                     p->assumption[i]->formula->text);
    return lc_text_take(p->ctx, &text);
}

char *lcv_instance_text(const lcv_problem *p, const lc_int *value)
{
    lc_text text = {0};
    for (size_t i = 0; i < p->n; i++)
        lcv_text_add(p->ctx, &text, "%s%s = %i", i > 0 ? ", " : "",
                     p->parameter[i]->formula->text, value[i]);
    return lc_text_take(p->ctx, &text);
}

size_t lcv_problem_expression(const lcv_problem *p, const lcv_value *v)
{
    size_t i = lcv_place_by_address(p->nexpressions, p->expression, v);
    return i < p->nexpressions && p->expression[i] == v ? i : SIZE_MAX;
}
