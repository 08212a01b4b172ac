/* check_expr.c - integer expressions against trees that nothing simplifies. */
#include "config.h"

#include "../lib/expr.h"
#include "law.h"
#include "process.h"
#include "suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- trees ---- */

typedef struct tree {
    lc_expr_op op;
    int64_t value; /* INT */
    size_t var;    /* VAR */
    const struct tree *arg[3];
} tree;

enum { VARS = 5 };

typedef struct {
    law *l;
    lc_exprs *x;
    size_t n;
    tree node[200];
    const lc_expr *var[VARS];
    int64_t low[VARS], high[VARS], value[VARS];
    bool large;    /* constants and variables of any size */
    int64_t usual; /* the largest value of variables without a bound, else */
} forest;

typedef struct {
    const tree *t;
    const lc_expr *e;
} pair;

/* floor(a / b) by searching from what C gives. */
static int64_t floor_of(int64_t a, int64_t b)
{
    int64_t q = a / b;
    while ((__int128)q * b > a)
        q--;
    return q;
}

/* False: a step leaves 64 bits. */
static bool value_of(const forest *f, const tree *t, int64_t *v)
{
    int64_t a, b = 0;
    if (t->op == LC_EXPR_INT || t->op == LC_EXPR_VAR) {
        *v = t->op == LC_EXPR_INT ? t->value : f->value[t->var];
        return true;
    }
    if (!value_of(f, t->arg[0], &a))
        return false;
    if (t->op == LC_EXPR_SELECT)
        return value_of(f, t->arg[a != 0 ? 1 : 2], v);
    if ((t->op == LC_EXPR_ALL && a == 0) || (t->op == LC_EXPR_ANY && a != 0)) {
        *v = t->op == LC_EXPR_ANY;
        return true;
    }
    if (t->arg[1] && !value_of(f, t->arg[1], &b))
        return false;
    __int128 wide;
    switch (t->op) {
    case LC_EXPR_ADD: wide = (__int128)a + b; break;
    case LC_EXPR_SUB: wide = (__int128)a - b; break;
    case LC_EXPR_MUL: wide = (__int128)a * b; break;
    case LC_EXPR_DIV: wide = floor_of(a, b); break;
    case LC_EXPR_MOD: wide = a - (__int128)b * floor_of(a, b); break;
    case LC_EXPR_MIN: wide = a < b ? a : b; break;
    case LC_EXPR_MAX: wide = a < b ? b : a; break;
    case LC_EXPR_XOR: wide = (a | b) - (a & b); break;
    case LC_EXPR_LT: wide = a < b; break;
    case LC_EXPR_LE: wide = a <= b; break;
    case LC_EXPR_EQ: wide = a == b; break;
    case LC_EXPR_NE: wide = a != b; break;
    case LC_EXPR_NOT: wide = a == 0; break;
    default: wide = b != 0; break; /* ALL, ANY */
    }
    *v = (int64_t)wide;
    return *v == wide;
}

/* ---- random ones ---- */

static int64_t rnd_constant(forest *f)
{
    static const int64_t extreme[] = {INT64_MIN, INT64_MAX,        INT64_MIN + 1,   INT32_MAX,
                                      INT32_MIN, (int64_t)1 << 40, (int64_t)1 << 62};
    rnd *r = &f->l->rnd;
    if (f->large && rnd_chance(r, 30))
        return extreme[rnd_in(r, 0, 6)];
    return rnd_chance(r, 40) ? (int64_t)1 << rnd_in(r, 0, 6) : rnd_in(r, -20, 40);
}

static void add_variable(forest *f, size_t i)
{
    static const char *const name[VARS] = {"a", "b", "m", "tile_x", "n"};
    rnd *r = &f->l->rnd;
    int64_t low = rnd_chance(r, 50) ? 0 : rnd_in(r, -30, 30);
    int64_t width = rnd_chance(r, 50) ? ((int64_t)1 << rnd_in(r, 0, 7)) - 1 : rnd_in(r, 0, 90);
    int64_t high = low + width;
    if (i >= 3) {
        low = 1;
        high = rnd_chance(r, 50) ? INT32_MAX : INT64_MAX;
    }
    if (i == 0 && f->large)
        low = INT64_MIN;
    f->low[i] = low;
    f->high[i] = high;
    f->var[i] = lc_expr_var(f->x, name[i], low, high);
    ck_assert_ptr_nonnull(f->var[i]);
}

static void rnd_values(forest *f)
{
    rnd *r = &f->l->rnd;
    for (size_t i = 0; i < VARS; i++) {
        int64_t high = f->high[i];
        if (high >= INT32_MAX && !(f->large && rnd_chance(r, 50)))
            high = f->usual;
        int64_t low = f->low[i] < -100 && rnd_chance(r, 70) ? -100 : f->low[i];
        f->value[i] = rnd_chance(r, 20) || low < INT64_MIN / 4 ? low
                      : rnd_chance(r, 20)                      ? high
                                                               : rnd_in(r, low, high);
    }
}

LAW_RELEASE(release_exprs, lc_exprs_free)

static forest *new_forest(law *l, bool large)
{
    forest *f = law_own_memory(l, calloc(1, sizeof *f));
    f->l = l;
    f->large = large;
    f->usual = 5000;
    f->x = lc_exprs_new(l->ctx);
    law_own_with(l, f->x, release_exprs);
    for (size_t i = 0; i < VARS; i++)
        add_variable(f, i);
    return f;
}

static tree *new_tree(forest *f, lc_expr_op op)
{
    ck_assert_uint_lt(f->n, sizeof f->node / sizeof *f->node);
    tree *t = &f->node[f->n++];
    *t = (tree){.op = op};
    return t;
}

static pair constant(forest *f, int64_t value)
{
    tree *t = new_tree(f, LC_EXPR_INT);
    t->value = value;
    return (pair){t, lc_expr_int(f->x, value)};
}

static pair variable(forest *f, size_t i)
{
    tree *t = new_tree(f, LC_EXPR_VAR);
    t->var = i;
    return (pair){t, f->var[i]};
}

static pair join(forest *f, lc_expr_op op, pair a, pair b)
{
    tree *t = new_tree(f, op);
    t->arg[0] = a.t;
    t->arg[1] = b.t;
    return (pair){t, lc_expr_make(f->x, op, a.e, b.e)};
}

static pair rnd_number(forest *f, int depth);
static pair rnd_condition(forest *f, int depth);

static pair rnd_divisor(forest *f)
{
    rnd *r = &f->l->rnd;
    if (rnd_chance(r, 15))
        return variable(f, VARS - 1); /* at least 1 */
    return constant(f, rnd_chance(r, 60) ? (int64_t)1 << rnd_in(r, 0, 6) : rnd_in(r, 1, 12));
}

static pair choose(forest *f, pair c, pair a, pair b)
{
    tree *t = new_tree(f, LC_EXPR_SELECT);
    t->arg[0] = c.t;
    t->arg[1] = a.t;
    t->arg[2] = b.t;
    return (pair){t, lc_expr_select(f->x, c.e, a.e, b.e)};
}

static pair rnd_number(forest *f, int depth)
{
    rnd *r = &f->l->rnd;
    if (depth == 0 || rnd_chance(r, 10))
        return rnd_chance(r, 40) ? constant(f, rnd_constant(f))
                                 : variable(f, (size_t)rnd_in(r, 0, VARS - 1));
    if (rnd_chance(r, 7)) {
        pair c = rnd_condition(f, depth - 1), a = rnd_number(f, depth - 1);
        return choose(f, c, a, rnd_number(f, depth - 1));
    }
    lc_expr_op op = (lc_expr_op)rnd_in(r, LC_EXPR_ADD, LC_EXPR_XOR);
    pair a = rnd_number(f, depth - 1);
    if (op == LC_EXPR_DIV || op == LC_EXPR_MOD)
        return join(f, op, a, rnd_divisor(f));
    pair b = op == LC_EXPR_MUL && rnd_chance(r, 70) ? constant(f, rnd_constant(f))
                                                    : rnd_number(f, depth - 1);
    if (op == LC_EXPR_XOR) {
        a = join(f, LC_EXPR_MOD, a, constant(f, rnd_in(r, 1, 64)));
        b = join(f, LC_EXPR_MOD, b, constant(f, rnd_in(r, 1, 64)));
    }
    return join(f, op, a, b);
}

static pair rnd_condition(forest *f, int depth)
{
    rnd *r = &f->l->rnd;
    if (depth > 0 && rnd_chance(r, 40)) {
        pair a = rnd_condition(f, depth - 1);
        if (rnd_chance(r, 30)) {
            tree *t = new_tree(f, LC_EXPR_NOT);
            t->arg[0] = a.t;
            return (pair){t, lc_expr_not(f->x, a.e)};
        }
        lc_expr_op op = rnd_chance(r, 50) ? LC_EXPR_ALL : LC_EXPR_ANY;
        /* any number is a condition */
        return join(f, op, a,
                    rnd_chance(r, 10) ? rnd_number(f, depth - 1) : rnd_condition(f, depth - 1));
    }
    pair a = rnd_number(f, depth > 0 ? depth - 1 : 0);
    pair b = rnd_chance(r, 50) ? constant(f, rnd_constant(f))
                               : rnd_number(f, depth > 0 ? depth - 1 : 0);
    lc_expr_op op = (lc_expr_op)rnd_in(r, LC_EXPR_LT, LC_EXPR_NE);
    return rnd_chance(r, 50) ? join(f, op, a, b) : join(f, op, b, a);
}

static pair rnd_any(forest *f)
{
    return rnd_chance(&f->l->rnd, 70) ? rnd_number(f, 4) : rnd_condition(f, 4);
}

/* ---- values and bounds ---- */

static const char *text(law *l, const lc_expr *e)
{
    return law_own_memory(l, lc_expr_to_c(l->ctx, e));
}

static const char *values_text(const forest *f)
{
    return law_printf(f->l,
                      "a = %" PRId64 ", b = %" PRId64 ", m = %" PRId64 ", tile_x = %" PRId64
                      ", n = %" PRId64,
                      f->value[0], f->value[1], f->value[2], f->value[3], f->value[4]);
}

static bool same_value(forest *f, pair p)
{
    int64_t want, got, narrow;
    bool fits = value_of(f, p.t, &want);
    law_saw(f->l, fits ? 0 : 1);
    if (!fits)
        return true;
    if (!lc_expr_at(p.e, f->value, &got))
        return law_fail(f->l, "%s has no value at %s; it is %" PRId64, text(f->l, p.e),
                        values_text(f), want);
    if (got != want)
        return law_fail(f->l, "%s at %s is %" PRId64 ", not %" PRId64, text(f->l, p.e),
                        values_text(f), got, want);
    if (want < p.e->low || want > p.e->high)
        return law_fail(f->l,
                        "%s at %s is %" PRId64 ", out of its bounds %" PRId64 " to %" PRId64,
                        text(f->l, p.e), values_text(f), want, p.e->low, p.e->high);
    if (!lc_expr_compute(p.e, f->value, 32, &narrow)) {
        if (narrow != want || want < INT32_MIN || want > INT32_MAX)
            return law_fail(f->l, "%s in 32 bits is %" PRId64, text(f->l, p.e), narrow);
    }
    if (lc_expr_compute(p.e, f->value, 64, &got) || got != want)
        return law_fail(f->l, "%s is not computed in 64 bits", text(f->l, p.e));
    return true;
}

static bool keeps_value(law *l, bool large)
{
    forest *f = new_forest(l, large);
    pair p = rnd_any(f);
    if (!p.e)
        return law_fail(l, "refused: %s", lc_ctx_message(l->ctx));
    for (int i = 0; i < 20; i++) {
        rnd_values(f);
        if (!same_value(f, p))
            return false;
    }
    return true;
}

LAW(keeps_small, "simplifying keeps the value", CLASSES("a value"))
{
    return keeps_value(l, false);
}
LAW(keeps_large, "simplifying keeps the value of large numbers",
    CLASSES("a value", "no 64-bit value"))
{
    return keeps_value(l, true);
}

LAW(substitution, "substitution is evaluation in two steps", CLASSES("a value"))
{
    forest *f = new_forest(l, false);
    pair p = rnd_any(f);
    size_t v = (size_t)rnd_in(&l->rnd, 0, 2);
    pair with = join(f, LC_EXPR_MOD, rnd_number(f, 2), constant(f, f->high[v] - f->low[v] + 1));
    with = join(f, LC_EXPR_ADD, with, constant(f, f->low[v]));
    if (!p.e || !with.e)
        return law_fail(l, "refused: %s", lc_ctx_message(l->ctx));
    const lc_expr *e = lc_expr_substitute(f->x, p.e, f->var[v], with.e);
    if (!e)
        return law_fail(l, "not substituted: %s", lc_ctx_message(l->ctx));
    if (!lc_expr_has(with.e, f->var[v]) && lc_expr_has(e, f->var[v]))
        return law_fail(l, "%s still has the variable", text(l, e));
    rnd_values(f);
    int64_t inner, want, got;
    bool ok = value_of(f, with.t, &inner) && lc_expr_at(e, f->value, &got);
    law_saw(l, !ok);
    if (!ok)
        return true;
    f->value[v] = inner;
    if (value_of(f, p.t, &want) && want != got)
        return law_fail(l, "%s after substitution is %" PRId64 ", not %" PRId64, text(l, e), got,
                        want);
    return true;
}

static bool is_false(void *f, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    const int64_t *value = ((forest *)f)->value;
    int64_t left, right;
    law_saw(((forest *)f)->l, op != LC_EXPR_LT);
    return lc_expr_at(a, value, &left) && lc_expr_at(b, value, &right) &&
           !(op == LC_EXPR_LT   ? left < right
             : op == LC_EXPR_LE ? left <= right
                                : left == right);
}

LAW(comparisons, "comparisons that are read from a condition hold where it does, or does not",
    CLASSES("less", "at most, or equal"))
{
    forest *f = new_forest(l, false);
    pair p = rnd_condition(f, 4);
    int64_t holds;
    if (!p.e)
        return law_fail(l, "refused: %s", lc_ctx_message(l->ctx));
    rnd_values(f);
    if (lc_expr_at(p.e, f->value, &holds) && lc_expr_compares(p.e, holds, is_false, f))
        return law_fail(l, "one of %s is false at %s", text(l, p.e), values_text(f));
    return true;
}

/* ---- C ---- */

enum { BATCH = 400, POINTS = 4 };

typedef struct {
    FILE *functions, *calls;
    int64_t want[BATCH * POINTS];
    char *text[BATCH * POINTS];
    size_t nfunctions, ncalls;
} batch;

static batch written;

/* The function and its calls; int where ints suffice. */
static bool writes_c(law *l)
{
    forest *f = new_forest(l, false);
    pair p = rnd_any(f);
    if (!p.e)
        return law_fail(l, "refused: %s", lc_ctx_message(l->ctx));
    bool narrow = rnd_chance(&l->rnd, 50);
    /* gcc 12 compiles 240 * (4 * x < 34 ? 4 * x : 34) as the lesser of 960 * x and 8160,
     * which overflows an int where the product does not. */
    f->usual = narrow ? 100 : 5000;
    const char *type = narrow ? "int" : "long long";
    fprintf(written.functions, "%s f%zu(%s a, %s b, %s m, %s tile_x, %s n);\n", type,
            written.nfunctions, type, type, type, type, type);
    fprintf(written.functions, "%s f%zu(%s a, %s b, %s m, %s tile_x, %s n)\n{\n", type,
            written.nfunctions, type, type, type, type, type);
    fprintf(written.functions, "    (void)a, (void)b, (void)m, (void)tile_x, (void)n;\n");
    fprintf(written.functions, "    return %s;\n}\n", text(l, p.e));
    for (int i = 0; i < POINTS; i++) {
        int64_t want, got;
        rnd_values(f);
        bool ok = value_of(f, p.t, &want) &&
                  !lc_expr_compute(p.e, f->value, narrow ? 32 : 64, &got);
        if (!ok)
            continue;
        law_saw(l, narrow ? 0 : 1);
        fprintf(written.calls,
                "    printf(\"%%lld\\n\", (long long)f%zu(%" PRId64 ", %" PRId64 ", %" PRId64
                ", %" PRId64 ", %" PRId64 "));\n",
                written.nfunctions, f->value[0], f->value[1], f->value[2], f->value[3],
                f->value[4]);
        written.text[written.ncalls] = lc_expr_to_c(l->ctx, p.e);
        written.want[written.ncalls++] = want;
    }
    written.nfunctions++;
    return true;
}

static char *run(char *const argv[])
{
    struct process p = {0};
    ck_assert(process_start(&p, argv, NULL, NULL, 120));
    ck_assert_ptr_eq(process_wait(&p, 1), &p);
    if (p.status != 0)
        ck_abort_msg("%s fails with status %d: %.2000s", argv[0], p.status, p.err);
    char *out = strdup(p.out);
    process_clear(&p);
    return out;
}

static void write_program(const char *path, const char *functions, const char *calls)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "#include <stdio.h>\n%sint main(void)\n{\n%s    return 0;\n}\n", functions,
            calls);
    ck_assert_int_eq(fclose(file), 0);
}

static void compare(const char *out)
{
    for (size_t i = 0; i < written.ncalls; i++) {
        char *end;
        long long got = strtoll(out, &end, 10);
        if (*end != '\n' || got != written.want[i])
            ck_abort_msg("call %zu of the compiled program gives %lld, not %" PRId64 ": %s", i,
                         got, written.want[i], written.text[i]);
        free(written.text[i]);
        out = end + 1;
    }
    ck_assert_int_eq(*out, '\0');
}

static void compile_and_compare(const char *functions, const char *calls)
{
    char folder[] = "check_expr.XXXXXX";
    ck_assert(process_folder(folder));
    char source[64], program[64];
    snprintf(source, sizeof source, "%s/batch.c", folder);
    snprintf(program, sizeof program, "./%s/batch", folder);
    write_program(source, functions, calls);
    free(run((char *[]){"sh", "-c", "${CC:-cc} \"$@\"", "cc", "-Wall", "-Wextra", "-Werror", "-o",
                        program, source, NULL}));
    char *out = run((char *[]){program, NULL});
    compare(out);
    free(out);
}

TEST(as_c)
{
    static const char *const classes[] = {"values of int", "values of long long", NULL};
    char *functions = NULL, *calls = NULL;
    size_t nfunctions = 0, ncalls = 0;
    setenv("LAYOUTCHECK_CASES", "400", 1);
    written.functions = open_memstream(&functions, &nfunctions);
    written.calls = open_memstream(&calls, &ncalls);
    law_check("the text in C", writes_c, classes);
    fclose(written.functions);
    fclose(written.calls);
    ck_assert_uint_gt(written.ncalls, 0);
    compile_and_compare(functions, calls);
    free(functions);
    free(calls);
}

/* ---- what is simplified, and how it is written ---- */

typedef struct {
    lc_ctx *ctx;
    lc_exprs *x;
    const lc_expr *M, *block, *t, *u;
} given;

static given setup(void)
{
    given g = {.ctx = lc_ctx_new()};
    g.x = lc_exprs_new(g.ctx);
    g.M = lc_expr_var(g.x, "M", 1, INT32_MAX);
    g.block = lc_expr_var(g.x, "block", 0, 1 << 20);
    g.t = lc_expr_var(g.x, "t", 0, 255);
    g.u = lc_expr_var(g.x, "u", -100, 100);
    return g;
}

static void teardown(given *g)
{
    lc_exprs_free(g->x);
    lc_ctx_free(g->ctx);
}

static const lc_expr *make(given *g, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(g->x, op, a, b);
}

static const lc_expr *with_int(given *g, lc_expr_op op, const lc_expr *a, int64_t b)
{
    return lc_expr_make(g->x, op, a, lc_expr_int(g->x, b));
}

static void check_text(given *g, const lc_expr *e, const char *want)
{
    char *got = lc_expr_to_c(g->ctx, e);
    if (!got)
        ck_abort_msg("%s is refused: %s", want, lc_ctx_message(g->ctx));
    ck_assert_str_eq(got, want);
    free(got);
}

TEST(simplified)
{
    given g = setup();
    const lc_expr *tid = lc_expr_add_scaled(g.x, g.t, 256, g.block);
    check_text(&g, tid, "t + 256 * block");
    check_text(&g, with_int(&g, LC_EXPR_DIV, tid, 256), "block");
    check_text(&g, with_int(&g, LC_EXPR_MOD, tid, 256), "t");
    check_text(&g, with_int(&g, LC_EXPR_MOD, tid, 32), "t & 31");
    check_text(&g, with_int(&g, LC_EXPR_DIV, tid, 32), "8 * block + (t >> 5)");
    check_text(&g, with_int(&g, LC_EXPR_DIV, with_int(&g, LC_EXPR_MUL, g.t, 8), 4), "2 * t");
    const lc_expr *low = with_int(&g, LC_EXPR_MOD, g.t, 8);
    check_text(&g, with_int(&g, LC_EXPR_MOD, low, 4), "t & 3");
    check_text(&g, with_int(&g, LC_EXPR_LT, low, 8), "1");
    check_text(&g, with_int(&g, LC_EXPR_MOD, low, 8), "t & 7");
    check_text(&g, make(&g, LC_EXPR_SUB, make(&g, LC_EXPR_ADD, g.M, g.t), g.M), "t");
    teardown(&g);
}

TEST(as_written)
{
    given g = setup();
    check_text(&g, with_int(&g, LC_EXPR_DIV, g.u, 3), "u / 3 - (u % 3 < 0)");
    check_text(&g, with_int(&g, LC_EXPR_MOD, g.u, 3), "u % 3 + (u % 3 < 0 ? 3 : 0)");
    check_text(&g, with_int(&g, LC_EXPR_DIV, g.u, 4), "u >> 2");
    const lc_expr *tile = with_int(&g, LC_EXPR_ADD, with_int(&g, LC_EXPR_MUL, g.block, 128), 128);
    check_text(&g, make(&g, LC_EXPR_LE, tile, g.M), "128 * block + 128 <= M");
    const lc_expr *inside = make(&g, LC_EXPR_LT, g.t, g.M);
    const lc_expr *odd = with_int(&g, LC_EXPR_EQ, with_int(&g, LC_EXPR_MOD, g.t, 2), 1);
    check_text(&g, make(&g, LC_EXPR_ALL, inside, odd), "t < M && (t & 1) == 1");
    check_text(&g, lc_expr_not(g.x, with_int(&g, LC_EXPR_LT, g.t, 5)), "t >= 5");
    check_text(&g, lc_expr_ceil_div(g.x, g.M, lc_expr_int(g.x, 128)), "((M - 1) >> 7) + 1");
    check_text(&g, lc_expr_ceil_div(g.x, g.t, lc_expr_int(g.x, 6)), "(t + 5) / 6");
    check_text(&g, lc_expr_int(g.x, INT64_MIN), "(-9223372036854775807 - 1)");
    teardown(&g);
}

/* ---- what is refused ---- */

static void check_refused(given *g, const lc_expr *e, lc_code code)
{
    ck_assert_ptr_null(e);
    ck_assert_int_eq(lc_ctx_code(g->ctx), code);
    lc_ctx_reset(g->ctx);
}

TEST(refused)
{
    given g = setup();
    check_refused(&g, make(&g, LC_EXPR_DIV, g.M, g.t), LC_ERR_INVALID);
    check_refused(&g, with_int(&g, LC_EXPR_MOD, g.M, 0), LC_ERR_INVALID);
    check_refused(&g, with_int(&g, LC_EXPR_DIV, g.M, -4), LC_ERR_INVALID);
    check_refused(&g, make(&g, LC_EXPR_XOR, g.t, g.u), LC_ERR_INVALID);
    check_refused(&g, make(&g, LC_EXPR_SELECT, g.t, g.u), LC_ERR_INVALID);
    check_refused(&g, lc_expr_var(g.x, "M", 0, 1), LC_ERR_INVALID);
    check_refused(&g, lc_expr_var(g.x, "9a", 0, 1), LC_ERR_INVALID);
    check_refused(&g, lc_expr_var(g.x, "", 0, 1), LC_ERR_INVALID);
    check_refused(&g, lc_expr_var(g.x, "a b", 0, 1), LC_ERR_INVALID);
    check_refused(&g, lc_expr_var(g.x, "while", 0, 1), LC_ERR_INVALID);
    check_refused(&g, lc_expr_var(g.x, "v", 1, 0), LC_ERR_INVALID);
    ck_assert_ptr_null(lc_exprs_find(g.x, "v"));
    ck_assert_ptr_eq(lc_exprs_find(g.x, "block"), g.block);
    teardown(&g);
}

TEST(limits)
{
    given g = setup();
    const lc_expr *e = g.M;
    int steps = 0;
    for (; e && steps < 1000; steps++)
        e = make(&g, LC_EXPR_MIN, e, make(&g, LC_EXPR_MUL, e, g.t));
    check_refused(&g, e, LC_ERR_LIMIT);
    ck_assert_int_gt(steps, 5);
    e = g.t;
    for (steps = 0; e && steps < 1000; steps++)
        e = make(&g, LC_EXPR_MUL, e, g.u);
    check_refused(&g, e, LC_ERR_LIMIT);
    ck_assert_int_ge(steps, LC_MAX_EXPR_DEPTH - 1);
    for (size_t n = lc_exprs_nvars(g.x); n < LC_MAX_EXPR_VARS; n++) {
        char name[16];
        snprintf(name, sizeof name, "v%zu", n);
        ck_assert_ptr_nonnull(lc_expr_var(g.x, name, 0, 1));
    }
    check_refused(&g, lc_expr_var(g.x, "more", 0, 1), LC_ERR_LIMIT);
    teardown(&g);
}

SUITE_MAIN("expr", keeps_small, keeps_large, substitution, comparisons, as_c, simplified,
           as_written, refused, limits)
