/* read.c - the launch of a kernel, from the arguments of its statement to options of an audit. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "../../../verify/value/formula.h"
#include "internal.h"

#define OWN 16 /* parameters that are no argument */

static const char *const keys[] = {"entry", "block", "grid", "cluster", "dynamic", "args"};

/* Keeps a text of an option; NULL: an error, and it is freed. */
static const char *keep(lcv_planning *p, lck_stated_kernel *k, lcv_span span, char *text)
{
    if (!text || k->ntexts == sizeof k->text / sizeof *k->text) {
        lcv_eval_fail(p->e, span, "%s", text ? "too many arguments" : LC_NO_MEMORY);
        free(text);
        return NULL;
    }
    return k->text[k->ntexts++] = text;
}

static bool set(lcv_planning *p, lck_stated_kernel *k, lcv_span span, const char *option,
                char *text)
{
    const char *kept = keep(p, k, span, text);
    const char *expected = kept ? lck_audit_option(&k->launch, option, kept) : NULL;
    if (expected)
        lcv_eval_fail(p->e, span, "expected %s", expected);
    return kept && !expected;
}

/* ---- numbers ---- */

/* The integer that an expression is; false: it is none, or with an error. */
static bool number_of(lcv_planning *p, const lcv_ast *ast, lc_text *digits)
{
    lcv_value *v = lcv_eval_value(p->e, ast);
    lc_tuple *t = v ? lcv_as_tuple(p->e->ctx, v) : NULL;
    bool ok = t && lc_tuple_nleaves(t) == 1 && !lc_tuple_has_wildcard(t);
    if (ok)
        lc_text_add_int(digits, lc_tuple_value(t, 0));
    else if (p->e->status == LCV_EVAL_OK)
        lcv_eval_fail(p->e, ast->span, "expected an integer");
    lc_tuple_free(t);
    return ok;
}

/* A tree that outlives the statement. */
static lcv_ast *kept(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast)
{
    if (!k->arena)
        k->arena = lcv_arena_new();
    lcv_ast *copy = k->arena ? lcv_ast_copy(k->arena, ast) : NULL;
    if (!copy)
        lcv_eval_no_memory(p->e, ast->span);
    return copy;
}

/* ---- arguments ---- */

static const lcv_value *parameter_of(const lcv_planning *p, const lcv_ast *ast)
{
    const lcv_binding *b = ast->kind == LCV_AST_NAME ? lcv_scope_find(p->e->scope, ast->text)
                                                     : NULL;
    return b && b->value && b->value->kind == LCV_PARAMETER ? b->value : NULL;
}

/* The first argument that is this parameter; -1: none is. */
static int place_of(const lcv_planning *p, const lcv_ast *args, const lcv_value *parameter)
{
    int i = 0;
    for (const lcv_ast *a = args; a; a = a->next, i++)
        if (parameter_of(p, a) == parameter)
            return i;
    return -1;
}

/* Is something assumed of the parameter beside its range? */
static bool is_assumed(const lcv_scope *scope, const lcv_value *parameter)
{
    for (; scope; scope = scope->outside)
        for (size_t i = 0; i < scope->nassumptions; i++)
            for (size_t n = 0; n < scope->assumption[i]->formula->nparameters; n++)
                if (scope->assumption[i]->formula->parameter[n] == parameter)
                    return true;
    return false;
}

/* LOW..HIGH of a parameter; without an upper bound that of the widest integer. */
static bool add_range(lcv_planning *p, lck_stated_kernel *k, const lcv_value *parameter,
                      lc_text *text)
{
    const lcv_formula *f = parameter->formula;
    lc_text_add_int(text, lc_tuple_value(f->low, 0));
    lc_text_add(text, "..");
    if (f->high)
        lc_text_add_int(text, lc_tuple_value(f->high, 0));
    else
        lc_text_printf(text, "%lld", (long long)INT64_MAX);
    if (!k->assumed && is_assumed(p->e->scope, parameter)) {
        k->assumed = strdup(f->text);
        return k->assumed != NULL;
    }
    return true;
}

static const lcv_ast *call_of(const lcv_ast *ast, const char *name, size_t n)
{
    bool call = ast->kind == LCV_AST_APPLY && ast->child->kind == LCV_AST_NAME &&
                strcmp(ast->child->text, name) == 0;
    return call && ast->nchildren == n + 1 ? ast->child->next : NULL;
}

/* The name of a parameter that is no argument; false: it could be taken for one. */
static bool add_own(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast,
                    const lcv_value *parameter, lc_text *text)
{
    const lcv_formula *f = parameter->formula;
    lck_audit_options *launch = &k->launch;
    bool digits = strncmp(f->text, "arg", 3) == 0 && f->text[3] >= '0' && f->text[3] <= '9';
    lc_text_add(text, f->text);
    for (size_t i = 0; i < launch->narguments; i++)
        if (launch->argument[i].name && strcmp(launch->argument[i].name, f->text) == 0)
            return true;
    unsigned index = LCK_ARGUMENTS - OWN + k->nown;
    lc_int low = lc_tuple_value(f->low, 0), high = f->high ? lc_tuple_value(f->high, 0) : low;
    if (digits || k->nown == OWN || launch->narguments == LCK_ARGUMENTS || k->args[index] ||
        !lc_int_fits_si(low) || !lc_int_fits_si(high) || !(k->args[index] = kept(p, k, ast)))
        return false;
    k->nown++;
    launch->argument[launch->narguments++] = (lck_argument){.index = index,
                                                            .kind = LCK_ARGUMENT_SIZE,
                                                            .least = lc_int_get_si(low),
                                                            .most = f->high ? lc_int_get_si(high)
                                                                            : INT64_MAX,
                                                            .name = f->text};
    return true;
}

static const lcv_ast *add_bytes(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *args,
                                const lcv_ast *ast, lc_text *text);

/* "(a op b)"; of ceil_div "((a + b - 1) / b)". */
static const lcv_ast *add_operation(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *args,
                                    const char *op, const lcv_ast *a, lc_text *text)
{
    bool ceil = strcmp(op, "ceil_div") == 0;
    lc_text_add(text, ceil ? "((" : "(");
    const lcv_ast *other = add_bytes(p, k, args, a, text);
    lc_text_printf(text, " %s ", ceil ? "+" : op);
    other = other ? other : add_bytes(p, k, args, a->next, text);
    if (ceil)
        lc_text_add(text, " - 1) / ");
    other = other || !ceil ? other : add_bytes(p, k, args, a->next, text);
    lc_text_add(text, ")");
    return other;
}

/* The expression with `argI` for each parameter that is argument I, and numbers for other names.
 * NULL: all of it was added; else what is no such expression. */
static const lcv_ast *add_bytes(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *args,
                                const lcv_ast *ast, lc_text *text)
{
    const lcv_value *parameter = parameter_of(p, ast);
    const lcv_ast *quotient = call_of(ast, "ceil_div", 2);
    const lcv_binding *b = ast->kind == LCV_AST_NAME ? lcv_scope_find(p->e->scope, ast->text)
                                                     : NULL;
    int i = parameter ? place_of(p, args, parameter) : -1;
    if (i >= 0)
        lc_text_printf(text, "arg%d", i);
    else if (parameter)
        return add_own(p, k, ast, parameter, text) ? NULL : ast;
    else if (b && b->value && b->value->kind == LCV_EXPRESSION)
        return add_bytes(p, k, args, b->value->formula->ast, text);
    else if (!lcv_depends(p->e->scope, ast))
        return number_of(p, ast, text) ? NULL : ast;
    else if (quotient || ast->kind == LCV_AST_BINARY)
        return add_operation(p, k, args, quotient ? "ceil_div" : lcv_op_name(ast->op),
                             quotient ? quotient : ast->child, text);
    else if (ast->kind == LCV_AST_UNARY || (ast->kind == LCV_AST_TUPLE && ast->nchildren == 1)) {
        lc_text_add(text, ast->kind == LCV_AST_UNARY ? lcv_op_name(ast->op) : "");
        return add_bytes(p, k, args, ast->child, text);
    } else
        return ast;
    return NULL;
}

static bool add_size(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *args,
                     const lcv_ast *ast, lc_text *text)
{
    const lcv_ast *other = add_bytes(p, k, args, ast, text);
    if (other && p->e->status == LCV_EVAL_OK && parameter_of(p, other))
        lcv_eval_fail(p->e, other->span, "'%s' is not among the arguments", other->text);
    else if (other && p->e->status == LCV_EVAL_OK)
        lcv_eval_fail(p->e, other->span, "bytes of a pointer are sums, products and quotients");
    return !other;
}

static bool read_argument(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *args,
                          const lcv_ast *ast, size_t i)
{
    lc_text text = {0};
    const lcv_ast *bytes = call_of(ast, "bytes", 1);
    const lcv_value *parameter = parameter_of(p, ast);
    if (ast->kind == LCV_AST_WILDCARD)
        return true;
    if (!bytes && i < LCK_ARGUMENTS && !(k->args[i] = kept(p, k, ast)))
        return false;
    lc_text_printf(&text, "%zu=%s", i, bytes ? "bytes:" : "");
    bool ok = true;
    if (bytes)
        ok = add_size(p, k, args, bytes, &text);
    else if (parameter)
        ok = add_range(p, k, parameter, &text);
    else if (lcv_depends(p->e->scope, ast)) {
        lcv_eval_fail(p->e, ast->span, "an argument is a number, a parameter, bytes(..) or _");
        lcv_diag_hint(p->e->diag, "expected a parameter of its own for it");
        ok = false;
    } else
        ok = number_of(p, ast, &text);
    char *own = ok ? lc_text_take(NULL, &text) : NULL;
    lc_text_free(&text);
    return ok && set(p, k, ast->span, "arg", own);
}

static bool read_arguments(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast)
{
    bool tuple = ast->kind == LCV_AST_TUPLE, ok = true;
    lcv_ast alone = *ast;
    alone.next = NULL;
    const lcv_ast *args = tuple ? ast->child : &alone;
    size_t i = 0;
    for (const lcv_ast *a = args; ok && a; a = a->next)
        ok = read_argument(p, k, args, a, i++);
    return ok;
}

/* ---- the grid ---- */

/* The arguments of the statement. */
static const lcv_ast *arguments_of(const lcv_planning *p)
{
    const lcv_ast *a = p->arguments->child;
    while (a && strcmp(a->text, "args") != 0)
        a = a->next;
    return a && a->child->kind == LCV_AST_TUPLE ? a->child->child : a ? a->child : NULL;
}

static bool add_blocks(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast, size_t axis)
{
    lc_text text = {0};
    bool all = !add_bytes(p, k, arguments_of(p), ast, &text);
    if (all)
        k->launch.blocks[axis] = keep(p, k, ast->span, lc_text_take(NULL, &text));
    lc_text_free(&text);
    return p->e->status == LCV_EVAL_OK;
}

/* A grid may be in parameters: the audit knows it as far as it is an expression of arguments. */
static bool read_grid(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast, bool *open)
{
    bool tuple = ast->kind == LCV_AST_TUPLE;
    size_t n = 0;
    *open = false;
    for (const lcv_ast *a = tuple ? ast->child : ast; a && n < 3; a = tuple ? a->next : NULL) {
        *open = *open || lcv_depends(p->e->scope, a);
        if (!(k->grid[n] = kept(p, k, a)) || !add_blocks(p, k, a, n++))
            return false;
    }
    if (*open && !k->assumed && !(k->assumed = strdup("the grid"))) {
        lcv_eval_no_memory(p->e, ast->span);
        return false;
    }
    return true;
}

/* `32,8` of (32,8), of 32. */
static bool read_extent(lcv_planning *p, lck_stated_kernel *k, const char *key,
                        const lcv_ast *ast)
{
    lc_text text = {0};
    bool tuple = ast->kind == LCV_AST_TUPLE, ok = true, open = false;
    if (strcmp(key, "grid") == 0 && !read_grid(p, k, ast, &open))
        return false;
    if (open)
        return true;
    for (const lcv_ast *a = tuple ? ast->child : ast; ok && a; a = tuple ? a->next : NULL) {
        if (text.length > 0)
            lc_text_add(&text, ",");
        ok = number_of(p, a, &text);
    }
    char *own = ok ? lc_text_take(NULL, &text) : NULL;
    lc_text_free(&text);
    return ok && set(p, k, ast->span, key, own);
}

/* ---- all of them ---- */

static bool read_entry(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast)
{
    if (ast->kind == LCV_AST_STRING || ast->kind == LCV_AST_NAME)
        return set(p, k, ast->span, "entry", strdup(ast->text));
    lcv_eval_fail(p->e, ast->span, "expected a name in quotes");
    return false;
}

bool lck_stated_launch(lcv_planning *p, lck_stated_kernel *k)
{
    k->scope = p->e->scope;
    bool ok = lcv_planning_check(p, sizeof keys / sizeof *keys, keys);
    for (const lcv_ast *a = p->arguments->child; ok && a; a = a->next) {
        if (strcmp(a->text, "entry") == 0)
            ok = read_entry(p, k, a->child);
        else if (strcmp(a->text, "args") == 0)
            ok = read_arguments(p, k, a->child);
        else
            ok = read_extent(p, k, a->text, a->child);
    }
    return ok;
}
