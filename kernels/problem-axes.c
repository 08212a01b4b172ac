/* problem-axes.c - source and destination in symbols, axis by axis. */
#include "config.h"

#include "problem-axes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../verify/buffer.h"
#include "../verify/form.h"
#include "common-axes.h"

/* An axis before it is brought into the order of the kernel. */
typedef struct {
    const lc_poly *extent, *guard, *source, *destination;
} axis;

typedef struct {
    lcv_planning *p;
    lck_plan *plan;
    lcv_problem problem;
    lcv_forms *f;
    bool assumed; /* what is assumed of the sizes holds where an expression is computed */
    const lc_poly *source_offset, *destination_offset;
    size_t n;
    axis axis[LCK_MAX_COMMON_AXES];
} reading;

static bool fail_form(reading *w, const lcv_ast *ast, const char *what)
{
    const char *obstacle = lcv_forms_obstacle(w->f);
    if (!obstacle && lc_ctx_code(w->plan->ctx) != LC_OK)
        obstacle = lc_ctx_message(w->plan->ctx);
    if (w->p->e->status == LCV_EVAL_OK)
        lcv_eval_fail(w->p->e, ast->span, "%s: %s", what, obstacle ? obstacle : "no such value");
    return false;
}

/* ---- sizes ---- */

/* isl makes the conditions of a kernel, and reads these in any case. */
static bool is_word_of_isl(const char *name)
{
    static const char *const words[] = {"and", "ceil", "ceild", "exists", "false", "floor",
                                        "floord", "implies", "infinity", "infty", "max", "min",
                                        "mod", "nan", "not", "or", "rat", "true"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(name, words[i]) == 0)
            return true;
    return false;
}

/* Sizes are arguments of the kernel. */
static bool check_size_name(reading *w, const char *name)
{
    size_t length = strlen(w->plan->name);
    bool of_plan = strncmp(name, w->plan->name, length) == 0 && name[length] == '_';
    if (lck_name_is_taken(name, false) || of_plan)
        lcv_eval_fail(w->p->e, w->p->name_span, "a size cannot be named '%s': CUDA C or the text "
                      "around the kernel uses the name", name);
    else if (is_word_of_isl(name))
        lcv_eval_fail(w->p->e, w->p->name_span, "a size cannot be named '%s': it is a word of isl, "
                      "which makes the conditions of the kernel", name);
    else if (strcmp(name, w->plan->name) == 0)
        lcv_eval_fail(w->p->e, w->p->name_span, "a plan and a size of it are both named '%s'",
                      name);
    return w->p->e->status == LCV_EVAL_OK;
}

static bool add_size(reading *w, size_t i)
{
    const lcv_formula *formula = w->problem.parameter[i]->formula;
    if (!check_size_name(w, formula->text))
        return false;
    lc_int low = lcv_problem_low(&w->problem, i), high;
    int64_t least = lc_int_fits_si(low) ? lc_int_get_si(low) : INT64_MAX;
    int64_t most = INT32_MAX;
    bool bounded = lcv_problem_high(&w->problem, i, &high);
    if (bounded)
        most = lc_int_fits_si(high) ? lc_int_get_si(high) : INT64_MAX;
    if (least < 0 || most > (int64_t)1 << 40) {
        lcv_eval_fail(w->p->e, w->p->name_span,
                      "the size %s is not in 0..2^40: expected `param %s in 1..65536`",
                      formula->text, formula->text);
        return false;
    }
    lck_plan *plan = w->plan;
    lck_size *size = &plan->size[plan->nsizes];
    size->var = lc_expr_var(plan->x, formula->text, least, most);
    size->wide = most > INT32_MAX;
    plan->unbounded[plan->nsizes] = !bounded;
    if (!size->var) {
        lcv_eval_failed(w->p->e, w->p->name_span);
        return false;
    }
    plan->nsizes++;
    return true;
}

/* ---- polynomials as expressions ---- */

static const lc_expr *expr_of(reading *w, const lc_poly *p);

static const lc_expr *symbol_expr(reading *w, uint32_t var)
{
    lc_exprs *x = w->plan->x;
    const lcv_symbol *s = lcv_symbols_at(lcv_forms_symbols(w->f), var);
    switch (s->kind) {
    case LCV_SYMBOL_SIZE:
        return lc_exprs_find(x, s->name);
    case LCV_SYMBOL_FLOOR:
        if (!lc_int_fits_si(s->divisor))
            return lc_fail(w->plan->ctx, LC_ERR_LIMIT, "a divisor of more than 64 bits");
        return lc_expr_make(x, LC_EXPR_DIV, expr_of(w, s->of),
                            lc_expr_int(x, lc_int_get_si(s->divisor)));
    case LCV_SYMBOL_MIN:
        return lc_expr_make(x, LC_EXPR_MIN, expr_of(w, s->of), expr_of(w, s->other));
    }
    return NULL;
}

/* 2^bits - 1 - p >= 0, as the assumptions imply. */
static bool is_below(reading *w, const lc_poly *p, int bits)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    lc_ctx *ctx = w->plan->ctx;
    const lc_poly *bound = lcv_size_int(s, lc_int_si(ctx, (INT64_C(1) << bits) - 1));
    const lc_poly *room = bound ? lcv_size_sub(s, bound, p) : NULL;
    return room && lcv_facts_imply(lcv_forms_facts(w->f), room);
}

/* The value of p, of which more is known than the bounds of each size say: M*N with
 * M*N <= 1000000. */
static const lc_expr *bounded(reading *w, const lc_expr *e, const lc_poly *p)
{
    static const int bits[] = {31, 36, 40, 48, 56, 62};
    if (!e || !p || !w->assumed || e->high <= INT32_MAX)
        return e;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (e->high >> bits[i] > 0 && is_below(w, p, bits[i]))
            return lc_expr_assume(w->plan->x, e, e->low, (INT64_C(1) << bits[i]) - 1);
    return e;
}

/* The product of the first variables of a term. */
static const lc_expr *product_of(reading *w, const lc_monomial *m)
{
    const lc_expr *e = symbol_expr(w, m->var[0]);
    lc_monomial some = {1, {m->var[0]}};
    for (uint32_t k = 1; k < m->degree; k++) {
        some.var[some.degree++] = m->var[k];
        const lc_poly *p = lcv_keep(lcv_forms_symbols(w->f),
                                    lc_poly_term(w->plan->ctx, lc_int_const(1), &some));
        e = bounded(w, lc_expr_make(w->plan->x, LC_EXPR_MUL, e, symbol_expr(w, m->var[k])), p);
    }
    return e;
}

static const lc_expr *expr_of(reading *w, const lc_poly *p)
{
    lc_exprs *x = w->plan->x;
    const lc_expr *sum = lc_expr_int(x, 0);
    for (size_t i = 0; i < lc_poly_nterms(p); i++) {
        const lc_monomial *m = lc_poly_monomial(p, i);
        lc_int coefficient = lc_poly_coefficient(p, i);
        if (!lc_int_fits_si(coefficient))
            return lc_fail(w->plan->ctx, LC_ERR_LIMIT, "a number of more than 64 bits");
        const lc_expr *term = m->degree > 0 ? product_of(w, m) : lc_expr_int(x, 1);
        sum = lc_expr_add_scaled(x, sum, lc_int_get_si(coefficient), term);
    }
    return bounded(w, sum, p);
}

/* ---- what is assumed ---- */

/* An integer of the sizes: a polynomial, or a quotient or remainder by one that is positive,
 * which polynomials do not have: N % M. NULL: neither. */
static const lc_expr *integer_of(reading *w, const lcv_ast *ast)
{
    const lcv_form *form = lcv_form_eval(w->f, ast);
    const lc_poly *p = form ? lcv_form_as_int(w->f, form) : NULL;
    bool divides = ast->op == LCV_OP_DIV || ast->op == LCV_OP_MOD;
    if (p)
        return expr_of(w, p);
    if (ast->kind != LCV_AST_BINARY || !divides)
        return NULL;
    lc_ctx_reset(w->plan->ctx);
    return lc_expr_make(w->plan->x, ast->op == LCV_OP_DIV ? LC_EXPR_DIV : LC_EXPR_MOD,
                        integer_of(w, ast->child), integer_of(w, ast->child->next));
}

/* What is assumed, as a condition on the sizes: M % 4 == 0. NULL: it has no expression. */
static const lc_expr *condition_of(reading *w, const lcv_ast *ast)
{
    static const lc_expr_op ops[] = {LC_EXPR_EQ, LC_EXPR_NE, LC_EXPR_LT, LC_EXPR_LE};
    if (ast->kind != LCV_AST_COMPARE)
        return NULL;
    const lc_expr *a = integer_of(w, ast->child), *b = integer_of(w, ast->child->next);
    if (ast->op == LCV_OP_GT || ast->op == LCV_OP_GE)
        return lc_expr_make(w->plan->x, ast->op == LCV_OP_GT ? LC_EXPR_LT : LC_EXPR_LE, b, a);
    return lc_expr_make(w->plan->x, ops[ast->op - LCV_OP_EQ], a, b);
}

/* The launcher takes no sizes but those of which the proofs speak. */
static bool add_condition(reading *w, const lcv_formula *formula)
{
    lck_plan *plan = w->plan;
    const lc_expr *e = condition_of(w, formula->ast);
    lc_ctx_reset(plan->ctx);
    if (e) {
        plan->assumed[plan->nassumed++] = e;
        return true;
    }
    lcv_eval_fail(w->p->e, w->p->name_span, "a launch cannot check what is assumed: %s",
                  formula->text);
    lcv_diag_hint(w->p->e->diag, "expected numbers of 64 bits, and divisors that are positive");
    return false;
}

static bool add_sizes(reading *w)
{
    lck_plan *plan = w->plan;
    if (w->problem.n > sizeof plan->size / sizeof *plan->size ||
        w->problem.nassumptions > sizeof plan->assumed / sizeof *plan->assumed) {
        lcv_eval_fail(w->p->e, w->p->name_span, "more than 16 sizes, or assumptions");
        return false;
    }
    for (size_t i = 0; i < w->problem.n; i++)
        if (!add_size(w, i))
            return false;
    for (size_t i = 0; i < w->problem.nassumptions; i++)
        if (!add_condition(w, w->problem.assumption[i]->formula))
            return false;
    w->assumed = w->problem.nassumptions > 0;
    return true;
}

/* ---- source, destination, guard ---- */

/* A layout of integers, and an offset: 0 but of a tensor. */
static bool read_tensor(reading *w, const char *key, const lcv_form **out, const lc_poly **offset)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, key);
    if (!ast) {
        lcv_eval_fail(w->p->e, w->p->name_span, "a plan needs a %s", key);
        lcv_diag_hint(w->p->e->diag, "expected %s = a layout, such as (M,N):(1,M)", key);
        return false;
    }
    const lcv_form *form = lcv_form_eval_tensor(w->f, ast, offset);
    *out = form ? lcv_form_as_layout(w->f, form) : NULL;
    if (!*out)
        return fail_form(w, ast, key);
    if ((*out)->profile != NULL) {
        lcv_eval_fail(w->p->e, ast->span, "the %s has coordinates as values: expected addresses",
                      key);
        return false;
    }
    if ((*out)->n <= LCK_MAX_RANK)
        return true;
    lcv_eval_fail(w->p->e, ast->span, "a tensor of %zu axes: expected at most %d", (*out)->n,
                  LCK_MAX_RANK);
    return false;
}

static bool read_guard(reading *w)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, "guard");
    const lcv_form *guard = ast ? lcv_form_eval(w->f, ast) : NULL;
    guard = guard ? lcv_form_as_tuple(w->f, guard) : NULL;
    if (!ast)
        return true;
    if (!guard)
        return fail_form(w, ast, "guard");
    if (guard->n != w->n) {
        lcv_eval_fail(w->p->e, ast->span, "a guard of %zu bounds: expected %zu", guard->n, w->n);
        return false;
    }
    for (size_t k = 0; k < w->n; k++) {
        if (!guard->extent[k]) {
            lcv_eval_fail(w->p->e, ast->span, "'_' in a guard: expected a bound for each axis");
            return false;
        }
        w->axis[k].guard = guard->extent[k];
    }
    return true;
}

static bool check_sign(reading *w, const char *key, bool stride, const lc_poly *number)
{
    const char *what = stride ? "a stride" : "an offset";
    const lc_expr *e = expr_of(w, number);
    if (e && e->low >= 0)
        return true;
    const lcv_ast *ast = lcv_planning_argument(w->p, key);
    if (!e)
        lcv_eval_failed(w->p->e, ast->span);
    else
        lcv_eval_fail(w->p->e, ast->span, "%s that may be negative: expected %s%s%s", what,
                      stride ? "a " : "0 or more", stride ? key : "",
                      stride ? " that begins at its first element" : "");
    return false;
}

static bool check_signs(reading *w, const char *key, const lcv_form *layout, const lc_poly *offset)
{
    bool ok = check_sign(w, key, false, offset);
    for (size_t k = 0; ok && k < layout->n; k++)
        ok = check_sign(w, key, true, layout->step[k]);
    return ok;
}

static bool same_shape(const lcv_form *a, const lcv_form *b)
{
    bool same = a->n == b->n;
    for (size_t k = 0; same && k < a->n; k++)
        same = lc_poly_equal(a->extent[k], b->extent[k]);
    return same;
}

static bool read_tensors(reading *w)
{
    const lcv_form *source, *destination;
    lck_common_axis common[LCK_MAX_COMMON_AXES];
    if (!read_tensor(w, "source", &source, &w->source_offset) ||
        !read_tensor(w, "destination", &destination, &w->destination_offset) ||
        !check_signs(w, "source", source, w->source_offset) ||
        !check_signs(w, "destination", destination, w->destination_offset) ||
        !lck_common_axes(w->p, w->f, source, destination, common, &w->n))
        return false;
    w->plan->refined = !same_shape(source, destination);
    for (size_t k = 0; k < w->n; k++)
        w->axis[k] = (axis){common[k].extent, common[k].extent, common[k].source,
                            common[k].destination};
    return read_guard(w);
}

/* ---- fewer axes, in order ---- */

static bool is_number(const lc_poly *p, int32_t n)
{
    lc_int value;
    return lc_poly_is_const(p, &value) && lc_int_eq(value, lc_int_const(n));
}

static bool is_never_negative(reading *w, const lc_poly *p)
{
    return p && lcv_facts_imply(lcv_forms_facts(w->f), p);
}

/* Does a destination's stride come before another one for all sizes? */
static bool before(reading *w, const axis *a, const axis *b)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    const lc_poly *more = lcv_size_sub(s, b->destination, a->destination);
    return !lc_poly_equal(a->destination, b->destination) && is_never_negative(w, more);
}

static void order_axes(reading *w)
{
    for (size_t i = 1; i < w->n; i++)
        for (size_t k = i; k > 0 && before(w, &w->axis[k], &w->axis[k - 1]); k--) {
            axis swap = w->axis[k];
            w->axis[k] = w->axis[k - 1];
            w->axis[k - 1] = swap;
        }
}

/* Steps along b are k along a, in both tensors. */
static bool is_multiple(reading *w, const axis *a, const axis *b, const lc_poly *k)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    const lc_poly *source = lcv_size_mul(s, k, a->source);
    const lc_poly *destination = lcv_size_mul(s, k, a->destination);
    return source && destination && lc_poly_equal(source, b->source) &&
           lc_poly_equal(destination, b->destination);
}

/* The extent of a and b as one axis: b begins where a ends, in both tensors, or earlier, so
 * that they share places. NULL: they are two. */
static const lc_poly *extent_of_both(reading *w, const axis *a, const axis *b)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    if (is_multiple(w, a, b, a->extent))
        return lcv_size_mul(s, a->extent, b->extent);
    const lc_poly *k = is_number(a->destination, 0)
                           ? NULL
                           : lcv_size_quotient(s, b->destination, a->destination);
    lc_int steps;
    if (!k || !lc_poly_is_const(k, &steps) || lc_int_sign(steps) <= 0 || !is_multiple(w, a, b, k) ||
        !is_never_negative(w, lcv_size_sub(s, a->extent, k)) ||
        !is_never_negative(w, lcv_size_plus(s, b->extent, -1)))
        return NULL;
    return lcv_size_add(s, a->extent, lcv_size_mul(s, k, lcv_size_plus(s, b->extent, -1)));
}

/* All its coordinates move one element to one place, and there are some. */
static bool stands_still(reading *w, const axis *a)
{
    return is_number(a->extent, 1) ||
           (is_number(a->source, 0) && is_number(a->destination, 0) &&
            is_never_negative(w, lcv_size_plus(lcv_forms_symbols(w->f), a->extent, -1)));
}

/* Where the axes have nothing else, one coordinate is left of one of them. */
static void leave_out(reading *w)
{
    size_t n = 0;
    for (size_t k = 0; k < w->n; k++)
        if (!stands_still(w, &w->axis[k]))
            w->axis[n++] = w->axis[k];
    if (n == 0) {
        axis *only = &w->axis[n++];
        only->extent = only->guard = lcv_size_int(lcv_forms_symbols(w->f), lc_int_const(1));
    }
    w->n = n;
}

static void join_axes(reading *w)
{
    size_t n = 0;
    for (size_t k = 0; k < w->n; k++) {
        axis *last = n > 0 ? &w->axis[n - 1] : NULL;
        const lc_poly *both = last ? extent_of_both(w, last, &w->axis[k]) : NULL;
        if (both)
            last->extent = last->guard = both;
        else
            w->axis[n++] = w->axis[k];
    }
    w->n = n;
}

/* ---- the axes of the plan ---- */

static bool add_axis(reading *w, const axis *a, lck_axis *out)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    out->extent = expr_of(w, a->extent);
    out->guard = a->guard == a->extent ? out->extent : expr_of(w, a->guard);
    out->source = expr_of(w, a->source);
    out->destination = expr_of(w, a->destination);
    out->extent_text = lcv_size_to_str(s, a->extent);
    out->guard_text = lcv_size_to_str(s, a->guard);
    out->source_text = lcv_size_to_str(s, a->source);
    out->destination_text = lcv_size_to_str(s, a->destination);
    if (out->extent && out->guard && out->source && out->destination && out->extent_text &&
        out->guard_text && out->source_text && out->destination_text)
        return true;
    lcv_eval_failed(w->p->e, w->p->name_span);
    return false;
}

/* The offset of its last element, were all sizes as small as they may be. */
static bool check_extent(reading *w, const char *key, const lc_poly *begin, const axis *first,
                         size_t at)
{
    const lc_expr *start = expr_of(w, begin);
    int64_t bytes = 0, offset;
    if (!start || __builtin_mul_overflow(start->low, w->plan->element->bytes, &bytes))
        bytes = INT64_MAX;
    for (size_t k = 0; k < w->n; k++) {
        const lc_poly *stride = *(const lc_poly *const *)((const char *)&first[k] + at);
        const lc_expr *extent = expr_of(w, first[k].extent), *step = expr_of(w, stride);
        if (!extent || !step ||
            __builtin_mul_overflow(extent->low - (extent->low > 0), step->low, &offset) ||
            __builtin_mul_overflow(offset, w->plan->element->bytes, &offset) ||
            __builtin_add_overflow(bytes, offset, &bytes)) {
            lcv_eval_fail(w->p->e, lcv_planning_argument(w->p, key)->span,
                          "the %s has more than 2^63 bytes", key);
            return false;
        }
    }
    return true;
}

static bool check_rank(reading *w)
{
    if (w->n <= LCK_MAX_RANK)
        return true;
    lcv_eval_fail(w->p->e, lcv_planning_argument(w->p, "destination")->span,
                  "a common refinement of %zu axes: expected at most %d", w->n, LCK_MAX_RANK);
    return false;
}

static bool add_offsets(reading *w)
{
    lck_plan *plan = w->plan;
    lcv_symbols *s = lcv_forms_symbols(w->f);
    plan->source_offset = expr_of(w, w->source_offset);
    plan->destination_offset = expr_of(w, w->destination_offset);
    plan->source_offset_text = lcv_size_to_str(s, w->source_offset);
    plan->destination_offset_text = lcv_size_to_str(s, w->destination_offset);
    if (plan->source_offset && plan->destination_offset && plan->source_offset_text &&
        plan->destination_offset_text)
        return true;
    lcv_eval_failed(w->p->e, w->p->name_span);
    return false;
}

static bool add_axes(reading *w)
{
    if (!lcv_planning_argument(w->p, "tile") && !lcv_planning_argument(w->p, "guard")) {
        order_axes(w);
        leave_out(w);
        join_axes(w);
        lc_ctx_reset(w->plan->ctx);
    }
    if (!check_rank(w) ||
        !check_extent(w, "source", w->source_offset, w->axis, offsetof(axis, source)) ||
        !check_extent(w, "destination", w->destination_offset, w->axis,
                      offsetof(axis, destination)) ||
        !add_offsets(w))
        return false;
    for (size_t k = 0; k < w->n; k++)
        if (!add_axis(w, &w->axis[k], &w->plan->axis[k]))
            return false;
    w->plan->rank = w->n;
    return true;
}

bool lck_read_axes(lcv_planning *p, lck_plan *plan)
{
    reading w = {.p = p, .plan = plan};
    if (!lcv_problem_open(&w.problem, p->e, p->arguments))
        return false;
    w.f = lcv_forms_new(&w.problem, false, NULL);
    bool ok = w.f != NULL;
    if (ok)
        lcv_forms_assume(w.f);
    else
        lcv_eval_failed(p->e, p->name_span);
    ok = ok && add_sizes(&w) && read_tensors(&w) && add_axes(&w);
    lcv_forms_free(w.f);
    lcv_problem_close(&w.problem);
    return ok;
}
