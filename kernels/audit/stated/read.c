/* read.c - the launch of a kernel, from the arguments of its statement to options of an audit. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/int64.h"
#include "../../../lib/text.h"
#include "../../../verify/value/formula.h"
#include "internal.h"

static const char *const keys[] = {"entry", "block", "grid", "cluster", "dynamic", "args"};

/* Sets an option from its text, which is kept. */
static bool set(lcv_planning *p, lck_stated_kernel *k, lcv_span span, const char *option,
                char *text)
{
    if (!text || k->ntexts == sizeof k->text / sizeof *k->text) {
        lcv_eval_fail(p->e, span, "%s", text ? "too many arguments" : LC_NO_MEMORY);
        free(text);
        return false;
    }
    k->text[k->ntexts++] = text;
    const char *expected = lck_audit_option(&k->launch, option, text);
    if (expected)
        lcv_eval_fail(p->e, span, "expected %s", expected);
    return !expected;
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

/* A grid may be in parameters: the audit knows no more of it than its blocks. */
static bool read_grid(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast, bool *open)
{
    bool tuple = ast->kind == LCV_AST_TUPLE;
    size_t n = 0;
    *open = false;
    if (tuple && ast->nchildren > 3)
        return lcv_eval_fail(p->e, ast->span, "a grid has no more than three extents");
    for (const lcv_ast *a = tuple ? ast->child : ast; a; a = tuple ? a->next : NULL) {
        *open = *open || lcv_depends(p->e->scope, a);
        if (!(k->grid[n] = kept(p, k, a)) ||
            !(k->launch.blocks[n++] = lck_size_of(&k->sizes, p->e->scope, a)))
            return false;
    }
    if (*open && !k->assumed && !(k->assumed = strdup("the grid")))
        return lcv_eval_no_memory(p->e, ast->span);
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
    if (strcmp(key, "dynamic") == 0 && lcv_depends(p->e->scope, ast)) {
        k->dynamic = kept(p, k, ast);
        k->launch.shared = k->dynamic ? lck_size_of(&k->sizes, p->e->scope, ast) : NULL;
        return k->launch.shared;
    }
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

/* ---- arguments ---- */

static const lcv_value *parameter_of(const lcv_planning *p, const lcv_ast *ast)
{
    const lcv_binding *b = ast->kind == LCV_AST_NAME ? lcv_scope_find(p->e->scope, ast->text)
                                                     : NULL;
    return b && b->value && b->value->kind == LCV_PARAMETER ? b->value : NULL;
}

/* The number that the parameter is assumed to be a multiple of, at least 1; k->assumed: there is
 * something else. 0: an error. */
static int64_t multiple_of(lcv_planning *p, lck_stated_kernel *k, const lcv_value *parameter)
{
    const lc_expr *assumed[LCK_STATED_SIZES];
    lck_sizes s = {.p = p, .x = lc_exprs_new(p->e->ctx)};
    const lc_expr *var = s.x ? lck_size_parameter(&s, parameter) : NULL;
    size_t n = 0;
    int64_t multiple = 1;
    bool more = false, good = s.x && lck_size_assumptions(&s, assumed, &n, &more);
    for (size_t i = 0; good && i < n; i++) {
        const lc_expr *of;
        int64_t m = lck_size_multiple(assumed[i], &of);
        m = of == var ? m : 0; /* an assumption may be about other parameters, too */
        int64_t part = m > 0 ? multiple / lc_int64_gcd(multiple, m) : 0;
        bool some = m > 0 && part <= INT32_MAX / m && var->high >= part * m;
        multiple = some ? part * m : multiple;
        more = more || !some;
    }
    lc_exprs_free(s.x);
    if (good && more && !k->assumed)
        good = (k->assumed = strdup(parameter->formula->text));
    if (!good && p->e->status == LCV_EVAL_OK)
        lcv_eval_no_memory(p->e, p->name_span);
    return good ? multiple : 0;
}

/* LOW..HIGH of a parameter; without an upper bound that of the widest integer. */
static bool add_range(lcv_planning *p, lck_stated_kernel *k, const lcv_value *parameter,
                      lc_text *text, int64_t *multiple)
{
    const lcv_formula *f = parameter->formula;
    lc_text_add_int(text, lc_tuple_value(f->low, 0));
    lc_text_add(text, "..");
    if (f->high)
        lc_text_add_int(text, lc_tuple_value(f->high, 0));
    else
        lc_text_printf(text, "%lld", (long long)INT64_MAX);
    *multiple = multiple_of(p, k, parameter);
    return *multiple > 0;
}

static const lcv_ast *bytes_of(const lcv_ast *ast)
{
    bool call = ast->kind == LCV_AST_APPLY && ast->child->kind == LCV_AST_NAME &&
                strcmp(ast->child->text, "bytes") == 0;
    return call && ast->nchildren == 2 ? ast->last : NULL;
}

static lck_argument *add_argument(lcv_planning *p, lck_stated_kernel *k, lcv_span span)
{
    if (k->launch.narguments < LCK_ARGUMENTS)
        return &k->launch.argument[k->launch.narguments++];
    return lcv_eval_fail(p->e, span, "too many arguments");
}

static bool add_bytes(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast, unsigned i)
{
    const lc_expr *size = lck_size_of(&k->sizes, p->e->scope, ast);
    lck_argument *a = size ? add_argument(p, k, ast->span) : NULL;
    if (a)
        *a = (lck_argument){.index = i, .kind = LCK_ARGUMENT_BYTES, .size = size};
    return a;
}

/* Parameters of sizes that are no argument. */
static bool add_own(lcv_planning *p, lck_stated_kernel *k)
{
    for (size_t i = 0; i < k->sizes.n; i++) {
        const lc_expr *var = lc_exprs_var(k->sizes.x, i);
        bool known = false;
        for (size_t n = 0; n < k->launch.narguments; n++) {
            const char *name = k->launch.argument[n].name;
            known = known || (name && strcmp(name, var->name) == 0);
        }
        lck_argument *a = known ? NULL : add_argument(p, k, p->name_span);
        if (!known && !a)
            return false;
        int64_t multiple = a ? multiple_of(p, k, k->sizes.parameter[i]) : 1;
        if (a)
            *a = (lck_argument){.kind = LCK_ARGUMENT_SIZE,
                                .least = var->low,
                                .most = var->high,
                                .multiple = multiple,
                                .name = var->name};
        if (multiple == 0)
            return false;
    }
    return true;
}

static bool read_argument(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast, size_t i)
{
    lc_text text = {0};
    const lcv_ast *bytes = bytes_of(ast);
    const lcv_value *parameter = parameter_of(p, ast);
    if (ast->kind == LCV_AST_WILDCARD)
        return true;
    if (bytes && lcv_depends(p->e->scope, bytes))
        return add_bytes(p, k, bytes, (unsigned)i);
    if (!bytes && i < LCK_ARGUMENTS && !(k->args[i] = kept(p, k, ast)))
        return false;
    lc_text_printf(&text, "%zu=%s", i, bytes ? "bytes:" : "");
    int64_t multiple = 0;
    bool ok = true;
    if (parameter)
        ok = add_range(p, k, parameter, &text, &multiple);
    else if (lcv_depends(p->e->scope, ast)) {
        lcv_eval_fail(p->e, ast->span, "an argument is a number, a parameter, bytes(..) or _");
        lcv_diag_hint(p->e->diag, "expected a parameter of its own for it");
        ok = false;
    } else
        ok = number_of(p, bytes ? bytes : ast, &text);
    char *own = ok ? lc_text_take(NULL, &text) : NULL;
    lc_text_free(&text);
    if (!ok || !set(p, k, ast->span, "arg", own))
        return false;
    lck_argument *made = &k->launch.argument[k->launch.narguments - 1];
    made->multiple = multiple;
    if (parameter)
        made->name = parameter->formula->text;
    return true;
}

static bool read_arguments(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast)
{
    bool tuple = ast->kind == LCV_AST_TUPLE, ok = true;
    lcv_ast alone = *ast;
    alone.next = NULL;
    const lcv_ast *args = tuple ? ast->child : &alone;
    size_t i = 0;
    for (const lcv_ast *a = args; ok && a; a = a->next)
        ok = read_argument(p, k, a, i++);
    return ok;
}

/* ---- all of them ---- */

static bool read_entry(lcv_planning *p, lck_stated_kernel *k, const lcv_ast *ast)
{
    if (ast->kind == LCV_AST_STRING || ast->kind == LCV_AST_NAME)
        return set(p, k, ast->span, "entry", strdup(ast->text));
    return lcv_eval_fail(p->e, ast->span, "expected a name in quotes");
}

bool lck_stated_launch(lcv_planning *p, lck_stated_kernel *k)
{
    k->scope = p->e->scope;
    k->sizes = (lck_sizes){.p = p, .x = lc_exprs_new(p->e->ctx)};
    if (!k->sizes.x)
        return lcv_eval_no_memory(p->e, p->name_span);
    bool ok = lcv_planning_check(p, sizeof keys / sizeof *keys, keys);
    for (const lcv_ast *a = p->arguments->child; ok && a; a = a->next) {
        if (strcmp(a->text, "entry") == 0)
            ok = read_entry(p, k, a->child);
        else if (strcmp(a->text, "args") == 0)
            ok = read_arguments(p, k, a->child);
        else
            ok = read_extent(p, k, a->text, a->child);
    }
    return ok && add_own(p, k);
}
