/* copies.c - copies(K, source=A, destination=B), from the language to ../copies.
 *
 * A and B are layouts of integers over parameters, perhaps behind an offset, in elements of
 * `element=`, or as wide as what the kernel loads and stores at once.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../verify/function/result.h"
#include "../../../verify/language/build.h"
#include "../../../verify/value/formula.h"
#include "../audit.h"
#include "../copies/copies.h"
#include "element.h"
#include "internal.h"

static const char *const keys[] = {"source", "destination", "element"};

/* ---- layouts ---- */

static bool no_layout(lck_sizes *s, const lcv_ast *ast)
{
    if (s->p->e->status == LCV_EVAL_OK) {
        lcv_eval_fail(s->p->e, ast->span, "expected a layout of integers");
        lcv_diag_hint(s->p->e->diag, "as in (M,N):(N,1), or a name of one");
    }
    return false;
}

static bool add_mode(lck_copy_tensor *t, const lc_expr *extent, const lc_expr *stride)
{
    if (!extent || !stride || t->n == LCK_COPY_MODES)
        return false;
    t->extent[t->n] = extent;
    t->stride[t->n++] = stride;
    return true;
}

static const lc_expr *leaf(lck_sizes *s, const lc_tuple *t, size_t i)
{
    lc_int v = lc_tuple_value(t, i);
    return lc_int_fits_si(v) ? lc_expr_int(s->x, lc_int_get_si(v)) : NULL;
}

static bool of_value(lck_sizes *s, const lcv_ast *ast, const lcv_value *v, lck_copy_tensor *t)
{
    lc_ctx *ctx = s->p->e->ctx;
    bool known = v && (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR) &&
                 !lc_layout_profile(v->layout);
    lc_tuple *shape = known ? lc_layout_shape(ctx, v->layout) : NULL;
    lc_tuple *stride = known ? lc_layout_stride(ctx, v->layout) : NULL;
    bool ok = shape && stride;
    if (ok && v->kind == LCV_TENSOR)
        t->offset = lc_tuple_nleaves(v->offset) == 1 ? leaf(s, v->offset, 0) : NULL;
    for (size_t i = 0; ok && i < lc_tuple_nleaves(shape); i++)
        ok = add_mode(t, leaf(s, shape, i), leaf(s, stride, i));
    lc_tuple_free(shape);
    lc_tuple_free(stride);
    return (ok && t->offset) || no_layout(s, ast);
}

static bool of_modes(lck_sizes *s, const lcv_scope *scope, const lcv_ast *shape,
                     const lcv_ast *stride, lck_copy_tensor *t)
{
    bool tuple = shape->kind == LCV_AST_TUPLE;
    if (tuple != (stride->kind == LCV_AST_TUPLE) || shape->nchildren != stride->nchildren) {
        if (tuple || stride->kind == LCV_AST_TUPLE)
            return no_layout(s, stride);
        tuple = false;
    }
    if (!tuple) {
        const lc_expr *extent = lck_size_of(s, scope, shape);
        return (extent && add_mode(t, extent, lck_size_of(s, scope, stride))) ||
               no_layout(s, shape);
    }
    const lcv_ast *b = stride->child;
    for (const lcv_ast *a = shape->child; a; a = a->next, b = b->next)
        if (!of_modes(s, scope, a, b, t))
            return false;
    return true;
}

static bool tensor_of(lck_sizes *s, const lcv_scope *scope, const lcv_ast *ast,
                      lck_copy_tensor *t)
{
    if (!lcv_depends(scope, ast)) {
        const lcv_scope *own = s->p->e->scope;
        s->p->e->scope = scope;
        lcv_value *v = lcv_eval_value(s->p->e, ast);
        s->p->e->scope = own;
        return of_value(s, ast, v, t);
    }
    if (ast->kind == LCV_AST_LAYOUT)
        return of_modes(s, scope, ast->child, ast->last, t);
    if (ast->kind == LCV_AST_COMPOSE && ast->child->kind == LCV_AST_OFFSET) {
        const lc_expr *more = lck_size_of(s, scope, ast->child->child);
        t->offset = more ? lc_expr_make(s->x, LC_EXPR_ADD, t->offset, more) : NULL;
        return t->offset ? tensor_of(s, scope, ast->last, t) : no_layout(s, ast);
    }
    const lcv_binding *b = ast->kind == LCV_AST_NAME ? lcv_scope_find(scope, ast->text) : NULL;
    if (b && b->value && b->value->kind == LCV_EXPRESSION)
        return tensor_of(s, b->value->formula->scope, b->value->formula->ast, t);
    return no_layout(s, ast);
}

static bool read_tensor(lck_sizes *s, const char *key, lck_copy_tensor *t)
{
    const lcv_ast *ast = lcv_planning_argument(s->p, key);
    if (!ast) {
        lcv_eval_fail(s->p->e, s->p->name_span, "copies needs a %s", key);
        lcv_diag_hint(s->p->e->diag, "expected copies(K, source=A, destination=B)");
        return false;
    }
    *t = (lck_copy_tensor){.offset = lc_expr_int(s->x, 0)};
    return t->offset && tensor_of(s, s->p->e->scope, ast, t);
}

/* ---- the claim ---- */

static bool read_element(lcv_planning *p, lck_copy_claim *claim)
{
    const lcv_ast *ast = lcv_planning_argument(p, "element");
    if (!ast)
        return true;
    /* f16 is a word, and a stride that adds by XOR as well */
    bool word = ast->kind == LCV_AST_NAME || ast->kind == LCV_AST_STRIDE;
    claim->element = word ? lck_stated_element(ast->text) : 0;
    if (claim->element == 0) {
        lcv_eval_fail(p->e, ast->span, "no type of elements");
        lcv_diag_hint(p->e->diag, "expected element = %s", lck_stated_elements());
    }
    return claim->element > 0;
}

static bool is_race_free(const lck_kernel_audit *kernel)
{
    bool good = false;
    for (size_t i = 0; i < kernel->nothers; i++) {
        const lck_kernel_record *r = &kernel->other[i];
        bool races = strcmp(r->about, "races") == 0;
        if (!races && strcmp(r->about, "barriers") != 0)
            continue;
        if (r->answer.verdict != LCK_GOOD)
            return false;
        good = good || races;
    }
    return good;
}

/* Are the places of B's elements different? The result of the claim otherwise. */
static lcv_result *ask_injective(lcv_planning *p)
{
    lcv_arena *arena = lcv_arena_new();
    lcv_ast *b = arena ? lcv_ast_copy(arena, lcv_planning_argument(p, "destination")) : NULL;
    lcv_ast *claim = b ? lcv_build_call(arena, "injective", 1, b) : NULL;
    char *text = NULL;
    lcv_result *result = claim ? lcv_planning_prove(p, claim, &text) : NULL, *other = NULL;
    if (!result && p->e->status == LCV_EVAL_OK)
        lcv_eval_no_memory(p->e, p->name_span);
    if (result && result->verdict != LCV_PROVED)
        other = lcv_unknown(p->e->ctx, "audit",
                            strdup(result->verdict == LCV_REFUTED
                                       ? "elements of the destination share a place"
                                       : "whether elements of the destination share a place"));
    lcv_result_free(result);
    free(text);
    lcv_arena_free(arena);
    return other;
}

/* ---- the answer ---- */

static lcv_result *result_of(lcv_planning *p, lck_copy_answer *a, bool more_assumed)
{
    lcv_result *result = NULL;
    if (a->verdict == LCK_BAD && more_assumed)
        return lcv_unknown(p->e->ctx, "audit",
                           strdup("numbers were found that an assumption may exclude"));
    if (a->verdict == LCK_BAD) {
        result = lcv_refuted(p->e->ctx, "audit", a->where, a->summary);
        a->where = a->summary = NULL;
        if (result && !lck_stated_steps(result, a->shown)) {
            lcv_result_free(result);
            result = NULL;
        }
    } else if (a->verdict == LCK_GOOD) {
        result = lcv_proved(p->e->ctx, "audit");
        if (result)
            result->reason = strdup(a->proved);
    } else {
        result = lcv_unknown(p->e->ctx, "audit", a->why);
        a->why = NULL;
    }
    return result;
}

static void decide(lcv_planning *p, const lck_stated_kernel *k, lck_copy_claim *claim)
{
    const lck_kernel_audit *kernel = &k->audit.kernel[0];
    lck_audit_options launch = k->launch;
    lck_ptx_error error;
    size_t size = 0;
    char *text = lck_audit_bytes(k->path, &size);
    lck_ptx_module *m = text ? lck_ptx_read(text, size, &error) : NULL;
    uint32_t function =
        m ? lck_ptx_find(m, (lck_ptx_text){kernel->entry, (uint32_t)strlen(kernel->entry)})
          : LCK_PTX_NONE;
    if (function == LCK_PTX_NONE)
        p->result = lcv_unknown(p->e->ctx, "audit", strdup("data is followed in PTX alone"));
    else {
        for (size_t i = 0; i < launch.narguments; i++) /* they are among what is assumed */
            launch.argument[i].multiple = 0;
        lck_copy_answer a = lck_copies(m, function, kernel->file, &launch, claim);
        p->result = a.failed ? NULL : result_of(p, &a, claim->more_assumed);
        lck_copy_answer_free(&a);
    }
    if (!p->result)
        lcv_eval_no_memory(p->e, p->name_span);
    lck_ptx_free(m);
    free(text);
}

void lck_stated_copies(lcv_planning *p, const lck_stated_kernel *k)
{
    const lc_expr *assumed[LCK_STATED_SIZES];
    lck_sizes s = {.p = p, .x = lc_exprs_new(p->e->ctx)};
    lck_copy_claim claim = {.x = s.x, .r = p->e->r};
    claim.race_free = is_race_free(&k->audit.kernel[0]);
    bool ok = s.x && lcv_planning_check(p, sizeof keys / sizeof *keys, keys) &&
              read_tensor(&s, "source", &claim.source) &&
              read_tensor(&s, "destination", &claim.destination) && read_element(p, &claim) &&
              lck_size_launch(&s, k, claim.argument, claim.grid) &&
              lck_size_assumptions(&s, assumed, &claim.nassumed, &claim.more_assumed);
    claim.assumed = assumed;
    if (ok)
        p->result = ask_injective(p);
    if (ok && !p->result && p->e->status == LCV_EVAL_OK)
        decide(p, k, &claim);
    if (!s.x || (!ok && p->e->status == LCV_EVAL_OK))
        lcv_eval_no_memory(p->e, p->name_span);
    lc_exprs_free(s.x);
}
