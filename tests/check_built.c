/* check_built.c - expressions that a program makes: their text reads back as the same tree.
 *
 * Random trees, sizes as trees, and each claim that a plan hands to the prover are printed; the
 * parser must make the same tree of the text, span by span, so that what is shown of a proof is
 * what was proved.
 *
 * The linker puts the functions __wrap_* of this file in the place of what they are named after.
 */
#include "config.h"

#include "law.h"
#include "plan-script.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/language/build.h"
#include "../verify/language/parse.h"
#include "../verify/session/plan.h"
#include "../verify/form/symbols.h"

/* ---- the tree that the parser makes ---- */

LAW_RELEASE(release_parser, lcv_parser_free)

LAW_RELEASE(release_source, lcv_source_free)

LAW_RELEASE(release_arena, lcv_arena_free)

/* NULL: the case has failed. */
static const lcv_ast *read_text(law *l, const char *text)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("<text>", text, strlen(text), &diag);
    law_own_with(l, source, release_source);
    lcv_parser *parser = lcv_parser_new(source);
    law_own_with(l, parser, release_parser);
    const lcv_ast *ast = parser ? lcv_parser_expr(parser, &diag) : NULL;
    if (!ast)
        law_fail(l, "%s: %s", text, diag.message ? diag.message : "no expression");
    lcv_diag_clear(&diag);
    return ast;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_tree(const lcv_ast *a, const lcv_ast *b)
{
    if (a->kind != b->kind || a->op != b->op || a->parentheses != b->parentheses ||
        a->height != b->height || a->nchildren != b->nchildren ||
        a->span.begin != b->span.begin || a->span.end != b->span.end ||
        !same_text(a->text, b->text))
        return false;
    const lcv_ast *x = a->child, *y = b->child;
    for (; x && y && same_tree(x, y); x = x->next)
        y = y->next;
    return !x && !y;
}

/* The tree has been printed as this text. */
static bool reads_back(law *l, const lcv_ast *tree, const char *text)
{
    const lcv_ast *read = read_text(l, text);
    return read && (same_tree(tree, read) || law_fail(l, "%s is read as another tree", text));
}

/* ---- random trees ---- */

typedef struct {
    rnd *r;
    lcv_arena *arena;
} growing;

/* How tightly the node binds: a sum 1, a product 2, a sign 3. */
static int tightness(const lcv_ast *ast)
{
    if (ast->parentheses > 0)
        return 4;
    return ast->kind == LCV_AST_UNARY    ? 3
           : ast->kind != LCV_AST_BINARY ? 4
           : ast->op <= LCV_OP_SUB       ? 1
                                         : 2;
}

/* In parentheses where they are needed, and sometimes elsewhere. */
static lcv_ast *grouped(growing *g, lcv_ast *ast, int least)
{
    while (tightness(ast) < least || rnd_chance(g->r, 10))
        lcv_build_group(ast);
    return ast;
}

static lcv_ast *maybe_tight(growing *g, lcv_ast *ast)
{
    return rnd_chance(g->r, 40) ? lcv_build_tight(ast) : ast;
}

static lcv_ast *random_leaf(growing *g)
{
    static const char *const names[] = {"M", "N", "lanes", "A_1", "e", "S", "ceil"};
    switch (rnd_in(g->r, 0, 3)) {
    case 0: return lcv_build_leaf(g->arena, LCV_AST_NAME, "%s", names[rnd_in(g->r, 0, 6)]);
    case 1:
        return rnd_chance(g->r, 50)
                   ? lcv_build_leaf(g->arena, LCV_AST_STRIDE, "e%d", (int)rnd_in(g->r, 0, 9))
                   : lcv_build_leaf(g->arena, LCV_AST_STRIDE, "%de%d", (int)rnd_in(g->r, 0, 99),
                                    (int)rnd_in(g->r, 0, 9));
    case 2:
        return lcv_build_int(g->arena, rnd_chance(g->r, 2) ? INT64_MIN : rnd_in(g->r, -99, 99));
    default: return lcv_build_int(g->arena, rnd_in(g->r, 0, 4096));
    }
}

static lcv_ast *random_arithmetic(growing *g, int depth);

static lcv_ast *random_tuple(growing *g, int depth)
{
    lcv_ast *tuple = lcv_build(g->arena, LCV_AST_TUPLE, 0);
    for (int64_t n = rnd_in(g->r, 1, 3); n > 0; n--)
        lcv_build_add(tuple, random_arithmetic(g, depth - 1));
    return tuple;
}

static lcv_ast *random_call(growing *g, int depth)
{
    lcv_ast *call = lcv_build_call(g->arena, rnd_chance(g->r, 50) ? "ceil_div" : "f", 2,
                                   random_arithmetic(g, depth - 1),
                                   random_arithmetic(g, depth - 1));
    if (rnd_chance(g->r, 30))
        lcv_build_add(call,
                      lcv_build_keyword(g->arena, "under", random_arithmetic(g, depth - 1)));
    return maybe_tight(g, call);
}

static lcv_ast *random_arithmetic(growing *g, int depth)
{
    lcv_ast *a;
    if (depth == 0 || rnd_chance(g->r, 15))
        return grouped(g, random_leaf(g), 0);
    switch (rnd_in(g->r, 0, 5)) {
    case 0: return random_tuple(g, depth);
    case 1: return random_call(g, depth);
    case 2:
        a = grouped(g, random_arithmetic(g, depth - 1), 3);
        return lcv_build_op(g->arena, LCV_OP_NEG, a, NULL);
    default: break;
    }
    lcv_op op = (lcv_op)rnd_in(g->r, LCV_OP_ADD, LCV_OP_MOD);
    int binds = op <= LCV_OP_SUB ? 1 : 2;
    a = grouped(g, random_arithmetic(g, depth - 1), binds);
    lcv_ast *b = grouped(g, random_arithmetic(g, depth - 1), binds + 1);
    return grouped(g, maybe_tight(g, lcv_build_op(g->arena, op, a, b)), 0);
}

static lcv_ast *random_layout(growing *g)
{
    lcv_ast *layout = lcv_build(g->arena, LCV_AST_LAYOUT, 2, random_arithmetic(g, 2),
                                random_tuple(g, 2));
    if (rnd_chance(g->r, 50))
        return layout;
    lcv_ast *swizzle = lcv_build(g->arena, LCV_AST_SWIZZLE, 3,
                                 lcv_build_int(g->arena, rnd_in(g->r, 0, 9)),
                                 lcv_build_int(g->arena, rnd_in(g->r, 0, 9)),
                                 lcv_build_int(g->arena, rnd_in(g->r, -9, 9)));
    return lcv_build(g->arena, LCV_AST_COMPOSE, 2, swizzle, layout);
}

static lcv_ast *random_claim(growing *g)
{
    lcv_ast *relation = lcv_build_leaf(g->arena, LCV_AST_RELATION, "{ [c] -> [%d*c] }",
                                       (int)rnd_in(g->r, 1, 9));
    switch (rnd_in(g->r, 0, 2)) {
    case 0: return lcv_build_call(g->arena, "bijective", 1, relation);
    case 1: return lcv_build_call(g->arena, "equal", 2, random_layout(g), random_layout(g));
    default:
        return maybe_tight(g, lcv_build_op(g->arena, (lcv_op)rnd_in(g->r, LCV_OP_EQ, LCV_OP_GE),
                                           random_arithmetic(g, 4), random_arithmetic(g, 4)));
    }
}

LAW(test_trees, "trees read back", CLASSES("compares", "calls"))
{
    growing g = {&l->rnd, lcv_arena_new()};
    law_own_with(l, g.arena, release_arena);
    lcv_ast *tree = random_claim(&g);
    char *text = law_own_memory(l, lcv_ast_text(tree));
    char *again = law_own_memory(l, lcv_ast_text(lcv_ast_copy(g.arena, tree)));
    law_saw(l, tree->kind == LCV_AST_COMPARE ? 0 : 1);
    return reads_back(l, tree, text) &&
           (strcmp(text, again) == 0 || law_fail(l, "a copy of %s is %s", text, again));
}

/* What is missing stays missing. */
TEST(test_nothing)
{
    lcv_arena *arena = lcv_arena_new();
    lcv_ast *one = lcv_build_int(arena, 1);
    ck_assert_ptr_null(lcv_build_op(arena, LCV_OP_ADD, one, NULL));
    ck_assert_ptr_null(lcv_build_op(arena, LCV_OP_NEG, NULL, NULL));
    ck_assert_ptr_null(lcv_build_call(arena, "f", 2, lcv_build_int(arena, 1), (lcv_ast *)NULL));
    ck_assert_ptr_null(lcv_build_add(lcv_build(arena, LCV_AST_TUPLE, 0), NULL));
    ck_assert_ptr_null(lcv_build_keyword(arena, "n", NULL));
    ck_assert_ptr_null(lcv_build_group(lcv_build_tight(NULL)));
    ck_assert_ptr_null(lcv_ast_text(NULL));
    ck_assert_ptr_null(lcv_ast_print(NULL, "<text>"));
    lcv_arena_free(arena);
}

/* ---- sizes ---- */

#define PARAMETERS 3

typedef struct {
    const char *name[PARAMETERS];
    int64_t value[PARAMETERS], quotient[PARAMETERS];
} instance;

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The value of a tree. */
static int64_t value_of(const lcv_ast *ast, const instance *at)
{
    if (ast->kind == LCV_AST_INT)
        return strtoll(ast->text, NULL, 10);
    for (int i = 0; ast->kind == LCV_AST_NAME && i < PARAMETERS; i++)
        if (strcmp(ast->text, at->name[i]) == 0)
            return at->value[i];
    bool call = ast->kind == LCV_AST_APPLY;
    const lcv_ast *first = call ? ast->child->next : ast->child;
    ck_assert_ptr_nonnull(first);
    int64_t a = value_of(first, at), b = first->next ? value_of(first->next, at) : 0;
    if (call && strcmp(ast->child->text, "min") == 0)
        return a < b ? a : b;
    if (call) {
        ck_assert_str_eq(ast->child->text, "ceil_div");
        return -floor_div(-a, b);
    }
    switch (ast->op) {
    case LCV_OP_ADD: return a + b;
    case LCV_OP_SUB: return a - b;
    case LCV_OP_MUL: return a * b;
    case LCV_OP_DIV: return floor_div(a, b);
    case LCV_OP_NEG: return -a;
    default: ck_abort_msg("an operation %s in a size", lcv_op_name(ast->op));
    }
}

/* Parameters: plain ones, and one that is known to be 3 modulo 8. */
static void add_parameters(law *l, lcv_symbols *s, instance *at, const lc_poly **p)
{
    static const char *const name[PARAMETERS] = {"M", "N", "K"};
    for (int i = 0; i < PARAMETERS; i++) {
        bool known = i == 2;
        at->name[i] = name[i];
        at->quotient[i] = rnd_in(&l->rnd, 0, 40);
        at->value[i] = known ? 8 * at->quotient[i] + 3 : at->quotient[i];
        p[i] = lcv_symbols_add(s, name[i], lc_int_const(0), NULL, lc_int_const(known ? 8 : 1),
                               lc_int_const(known ? 3 : 0));
    }
}

static const lc_poly *random_size(law *l, lcv_symbols *s, const lc_poly *const *parameter,
                                  int depth)
{
    if (depth == 0)
        return rnd_chance(&l->rnd, 75)
                   ? parameter[rnd_in(&l->rnd, 0, PARAMETERS - 1)]
                   : lcv_size_int(s, lc_int_si(l->ctx, rnd_in(&l->rnd, -9, 9)));
    const lc_poly *a = random_size(l, s, parameter, depth - 1);
    const lc_poly *b = random_size(l, s, parameter, (int)rnd_in(&l->rnd, 0, depth - 1));
    lc_int c = lc_int_si(l->ctx, rnd_in(&l->rnd, 2, 9));
    switch (rnd_in(&l->rnd, 0, 6)) {
    case 0: return lcv_size_mul(s, a, b);
    case 1: return lcv_size_sub(s, a, b);
    case 2: return lcv_size_floor(s, a, c);
    case 3: return lcv_size_ceil(s, a, c);
    case 4: return lcv_size_min(s, a, b);
    default: return lcv_size_add(s, a, b);
    }
}

static bool size_reads_back(law *l, lcv_symbols *s, lcv_arena *arena)
{
    instance at;
    const lc_poly *parameter[PARAMETERS];
    add_parameters(l, s, &at, parameter);
    const lc_poly *p = random_size(l, s, parameter, (int)rnd_in(&l->rnd, 1, 3));
    lcv_ast *tree = p ? lcv_size_to_tree(s, p, arena) : NULL;
    char *text = law_own_memory(l, lcv_ast_text(tree));
    char *shown = p ? law_own_memory(l, lcv_size_to_str(s, p)) : NULL;
    if (!text || !shown)
        return law_fail(l, "no tree: %s", lc_ctx_message(l->ctx));
    lc_int symbol[LCV_MAX_SYMBOLS];
    for (int i = 0; i < PARAMETERS; i++)
        symbol[i] = lc_int_si(l->ctx, at.quotient[i]);
    lcv_symbols_fill(s, symbol);
    lc_int value = lc_poly_at(l->ctx, p, symbol);
    law_saw(l, strpbrk(text, "/(") ? 0 : 1);
    if (strcmp(text, shown) != 0)
        return law_fail(l, "%s is shown as %s", text, shown);
    if (!lc_int_fits_si(value) || lc_int_get_si(value) != value_of(tree, &at))
        return law_fail(l, "%s has another value at M = %lld, N = %lld, K = %lld", text,
                        (long long)at.value[0], (long long)at.value[1], (long long)at.value[2]);
    return reads_back(l, tree, text);
}

LAW(test_sizes, "sizes read back", CLASSES("divides", "plain"))
{
    lcv_symbols *s = lcv_symbols_new(l->ctx);
    lcv_arena *arena = lcv_arena_new();
    lc_frame frame = lc_frame_open(l->ctx);
    law_own_with(l, arena, release_arena);
    bool ok = size_reads_back(l, s, arena);
    lcv_symbols_free(s);
    lc_frame_close(l->ctx, frame);
    return ok;
}

/* ---- the claims of plans ---- */

static law *watched; /* whose claims are read back */
static size_t claims;
static bool differs;

lcv_result *__real_lcv_planning_prove(lcv_planning *p, lcv_ast *claim, char **text);
lcv_result *__wrap_lcv_planning_prove(lcv_planning *p, lcv_ast *claim, char **text);
lcv_result *__wrap_lcv_planning_prove(lcv_planning *p, lcv_ast *claim, char **text)
{
    lcv_result *result = __real_lcv_planning_prove(p, claim, text);
    law l = {.ctx = watched->ctx, .name = watched->name};
    claims++;
    if (*text && !differs && !reads_back(&l, claim, *text)) {
        differs = true;
        law_fail(watched, "%s", l.failure);
    }
    free(l.failure);
    law_release(&l);
    return result;
}

static const char *random_extent(rnd *r)
{
    static const char *const extents[] = {"M",   "N",        "2*M",           "M+3", "K/4",
                                          "M*N", "(M+7)/8",  "min(M,N)",      "K",   "64",
                                          "100", "max(N,4)", "ceil_div(N,16)"};
    return extents[rnd_in(r, 0, sizeof extents / sizeof *extents - 1)];
}

/* (A,B):(1,A), or the other way round; perhaps behind an offset. */
static void add_tensor(FILE *out, rnd *r, const char *const *extent, bool turned)
{
    if (rnd_chance(r, 25))
        fprintf(out, "{%s} o ", rnd_chance(r, 50) ? "4*M" : random_extent(r));
    fprintf(out, "(%s,%s):", extent[0], extent[1]);
    if (turned)
        fprintf(out, "(%s,1)", extent[1]);
    else
        fprintf(out, "(1,%s%s)", extent[0], rnd_chance(r, 10) ? "-1" : "");
}

static char *random_plan(rnd *r)
{
    static const char *const more[] = {"",
                                       "",
                                       ", tile=(32,64)",
                                       ", tile=(32,8), guard=(M+1,N)",
                                       ", tile=(64,32), barrier=0",
                                       ", tile=(16,128), rotate=64",
                                       ", vectors=(2,1)",
                                       ", tile=(16,16), stage=(16,16):(17,1)",
                                       ", tile=(8,16), load=((4,8),(2,2)):((2e0,2e1),(e0,e1))",
                                       ", tile=(8,16), stage=0, "
                                       "load=((4,8),(2,2)):((2e0,2e1),(e0+e1,e1))",
                                       ", tile=(64,64), stage=S<3,2,6> o (64,64):(64,1)",
                                       ", tile=(16,16), stage=S<1,3,-2> o (16,16):(1,16)"};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    const char *extent[2] = {random_extent(r), random_extent(r)};
    fprintf(out, "param M in 1..%s, N in 5..300, K %s\n", rnd_chance(r, 50) ? "4096" : "2^40",
            rnd_chance(r, 50) ? ">= 1" : "in 8..1000");
    fprintf(out, "assume K %% 8 == %d\nplan p(element=%s, source=", rnd_chance(r, 50) ? 0 : 3,
            rnd_chance(r, 50) ? "f32" : "bf16");
    add_tensor(out, r, extent, rnd_chance(r, 20));
    fputs(", destination=", out);
    add_tensor(out, r, extent, rnd_chance(r, 60));
    fprintf(out, "%s)\n", more[rnd_in(r, 0, sizeof more / sizeof *more - 1)]);
    fclose(out);
    return text;
}

LAW_SHARE(test_plans, "the claims of plans read back", 20,
          CLASSES("proved", "refuted", "neither"))
{
    plan_script t;
    char *script = law_own_memory(l, random_plan(&l->rnd));
    watched = l;
    claims = 0;
    differs = false;
    bool ok = plan_script_try(l, script, false, &t);
    law_saw(l, t.status == LCV_PASSED ? 0 : t.verdict == LCV_REFUTED ? 1 : 2);
    plan_script_forget(&t);
    if (ok && !differs && t.status == LCV_PASSED && claims < 3) /* each is asked once */
        ok = law_fail(l, "%shas %zu claims", script, claims);
    return ok && !differs;
}

SUITE_MAIN("built", test_trees, test_nothing, test_sizes, test_plans)
