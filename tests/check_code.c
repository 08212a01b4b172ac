/* check_code.c - C expressions of sets and functions against their points, one by one. */
#include "config.h"

#include "../isl-bridge/code.h"
#include "law.h"
#include "suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- sets of points (M, N, b, t, v) ---- */

enum { VARS = 5, PARAMS = 3, PARTS = 2, CONSTRAINTS = 3 };
static const char *const name[VARS] = {"M", "N", "b", "t", "v"};
static const int64_t low[VARS] = {1, 1, 0, 0, 0};
static const int64_t high[VARS] = {13, 5, 2, 7, 3};

/* sum >= 0, or sum mod divisor <= rest. */
typedef struct {
    int64_t k[VARS], constant, divisor, rest;
} constraint;

typedef struct {
    size_t nparts, n[PARTS];
    constraint at[PARTS][CONSTRAINTS];
} guard;

static int64_t sum_at(const constraint *c, const int64_t *p)
{
    int64_t sum = c->constant;
    for (int i = 0; i < VARS; i++)
        sum += c->k[i] * p[i];
    return sum;
}

static int64_t rest_of(int64_t a, int64_t d)
{
    while (a < 0)
        a += d;
    while (a >= d)
        a -= d;
    return a;
}

static bool holds(const constraint *c, const int64_t *p)
{
    int64_t sum = sum_at(c, p);
    return c->divisor > 0 ? rest_of(sum, c->divisor) <= c->rest : sum >= 0;
}

static bool is_in(const guard *g, const int64_t *p)
{
    for (size_t i = 0; i < g->nparts; i++) {
        bool all = true;
        for (size_t j = 0; j < g->n[i]; j++)
            all = all && holds(&g->at[i][j], p);
        if (all)
            return true;
    }
    return false;
}

/* The next point with the variables from `first` on; false after the last. */
static bool next(int64_t *p, int first, int end)
{
    for (int i = first; i < end; i++) {
        if (++p[i] <= high[i])
            return true;
        p[i] = low[i];
    }
    return false;
}

/* ---- random ones ---- */

/* A tile's bound, size b + step t + v < M, or anything; `dims`: also of t and v. */
static constraint rnd_constraint(rnd *r, bool dims)
{
    constraint c = {.constant = rnd_in(r, -3, 3)};
    int last = dims ? VARS : PARAMS;
    if (rnd_chance(r, 50)) {
        c.k[rnd_in(r, 0, 1)] = 1;
        c.k[2] = -rnd_in(r, 0, 8);
        if (dims) {
            c.k[3] = -rnd_in(r, 0, 4);
            c.k[4] = -rnd_in(r, 0, 2);
        }
        c.constant = rnd_chance(r, 70) ? -1 : c.constant;
        return c;
    }
    for (int i = 0; i < last; i++)
        c.k[i] = rnd_chance(r, 50) ? 0 : rnd_in(r, -3, 3);
    if (rnd_chance(r, 40)) {
        c.divisor = rnd_in(r, 2, 5);
        c.rest = rnd_in(r, 0, c.divisor - 2);
    }
    return c;
}

static guard rnd_guard(rnd *r, bool dims, int most)
{
    guard g = {.nparts = rnd_chance(r, 75) ? 1 : PARTS};
    for (size_t i = 0; i < g.nparts; i++) {
        g.n[i] = (size_t)rnd_in(r, 1, most);
        for (size_t j = 0; j < g.n[i]; j++)
            g.at[i][j] = rnd_constraint(r, dims);
    }
    return g;
}

/* ---- in isl's syntax ---- */

static void write_sum(FILE *out, const constraint *c)
{
    for (int i = 0; i < VARS; i++)
        if (c->k[i] != 0)
            fprintf(out, "%" PRId64 "%s + ", c->k[i], name[i]);
    fprintf(out, "%" PRId64, c->constant);
}

static void write_guard(FILE *out, const guard *g)
{
    for (size_t i = 0; i < g->nparts; i++) {
        fputs(i > 0 ? " or (" : "(", out);
        for (size_t j = 0; j < g->n[i]; j++) {
            const constraint *c = &g->at[i][j];
            fputs(j > 0 ? " and " : "", out);
            if (c->divisor > 0)
                putc('(', out);
            write_sum(out, c);
            if (c->divisor > 0)
                fprintf(out, ") mod %" PRId64 " <= %" PRId64, c->divisor, c->rest);
            else
                fputs(" >= 0", out);
        }
        putc(')', out);
    }
}

/* "[M, N, b] -> { [t, v] : ... }", or of parameters alone. */
static const char *set_text(law *l, const guard *g, bool dims)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "[M, N, b] -> { %s : ", dims ? "[t, v]" : "");
    write_guard(out, g);
    fputs(" }", out);
    fclose(out);
    return law_own_memory(l, text);
}

/* ---- what is checked ---- */

typedef struct {
    law *l;
    lcr_ctx *r;
    lc_exprs *x;
    guard context;
    const char *context_text; /* or NULL */
} setting;

static size_t asked, undecided;

LAW_RELEASE(release_exprs, lc_exprs_free)
LAW_RELEASE(release_bridge, lcr_ctx_free)

static setting new_setting(law *l, bool dims)
{
    setting s = {.l = l, .r = lcr_ctx_new(l->ctx), .x = lc_exprs_new(l->ctx)};
    law_own_with(l, s.r, release_bridge);
    law_own_with(l, s.x, release_exprs);
    /* in another order than in the texts */
    for (int i = VARS - 1; i >= 0; i--)
        ck_assert_ptr_nonnull(lc_expr_var(s.x, name[i], low[i], high[i]));
    if (rnd_chance(&l->rnd, 60)) {
        s.context = rnd_guard(&l->rnd, dims, 1);
        s.context_text = set_text(l, &s.context, dims);
    }
    law_saw(l, s.context_text ? 0 : 1);
    asked++;
    return s;
}

static bool is_known(const setting *s, const int64_t *p)
{
    return !s->context_text || is_in(&s->context, p);
}

static bool value_at(const setting *s, const lc_expr *e, const int64_t *p, int64_t *value)
{
    int64_t env[VARS];
    for (int i = 0; i < VARS; i++)
        env[lc_exprs_find(s->x, name[i])->slot] = p[i];
    return lc_expr_at(e, env, value);
}

static bool agrees(const setting *s, const lc_expr *e, const int64_t *p, int64_t want,
                   const char *of)
{
    int64_t got;
    if (value_at(s, e, p, &got) && got == want && want >= e->low && want <= e->high)
        return true;
    char *text = lc_expr_to_c(s->l->ctx, e);
    law_own_memory(s->l, text);
    return law_fail(s->l,
                    "%s in %s is %s, wrong at M = %" PRId64 ", N = %" PRId64 ", b = %" PRId64
                    ", t = %" PRId64 ", v = %" PRId64 ", where it is %" PRId64,
                    of, s->context_text ? s->context_text : "no context", text, p[0], p[1], p[2],
                    p[3], p[4], want);
}

/* Out of budget is an answer, but a rare one. */
static bool refused(const setting *s, const char *of)
{
    undecided++;
    if (lc_ctx_code(s->l->ctx) == LC_ERR_BUDGET)
        return true;
    return law_fail(s->l, "%s in %s is refused: %s", of,
                    s->context_text ? s->context_text : "no context", lc_ctx_message(s->l->ctx));
}

static void check_decided(void)
{
    if (undecided * 50 > asked && undecided > 1)
        ck_abort_msg("%zu of %zu cases are out of budget", undecided, asked);
}

static bool predicates(law *l)
{
    setting s = new_setting(l, rnd_chance(&l->rnd, 50));
    guard g = rnd_guard(&l->rnd, true, CONSTRAINTS);
    const char *text = set_text(l, &g, true);
    const lc_expr *e = lcr_code_predicate(s.r, s.x, text, s.context_text);
    if (!e)
        return refused(&s, text);
    int64_t p[VARS];
    memcpy(p, low, sizeof p);
    do {
        if (is_known(&s, p) && !agrees(&s, e, p, is_in(&g, p), text))
            return false;
    } while (next(p, 0, VARS));
    return true;
}

static const char *const contexts[] = {"a context", "none", NULL};

TEST(sets)
{
    law_check_share("a predicate holds at the points of its set", predicates, contexts, 20);
    check_decided();
}

/* Are all t <= end_t, v <= end_v in the set, at p's parameters? */
static bool all_in(const guard *g, const int64_t *params, int64_t end_t, int64_t end_v)
{
    int64_t p[VARS];
    memcpy(p, params, sizeof p);
    for (p[3] = 0; p[3] <= end_t; p[3]++)
        for (p[4] = 0; p[4] <= end_v; p[4]++)
            if (!is_in(g, p))
                return false;
    return true;
}

static bool full_tiles(law *l)
{
    setting s = new_setting(l, false);
    guard g = rnd_guard(&l->rnd, true, 2);
    int64_t end_t = rnd_in(&l->rnd, 0, high[3]), end_v = rnd_in(&l->rnd, 0, high[4]);
    const char *text = set_text(l, &g, true);
    const char *domain =
        law_printf(l, "{ [x, y] : 0 <= x <= %" PRId64 " and 0 <= y <= %" PRId64 " }", end_t,
                   end_v);
    const lc_expr *e = lcr_code_full(s.r, s.x, text, domain, s.context_text);
    if (!e)
        return refused(&s, text);
    if (lc_expr_has(e, lc_exprs_find(s.x, "t")) || lc_expr_has(e, lc_exprs_find(s.x, "v")))
        return law_fail(l, "the condition of %s is not one of parameters", text);
    int64_t p[VARS];
    memcpy(p, low, sizeof p);
    do {
        if (is_known(&s, p) && !agrees(&s, e, p, all_in(&g, p, end_t, end_v), text))
            return false;
    } while (next(p, 0, PARAMS));
    return true;
}

TEST(full)
{
    law_check_share("a tile is full where its condition holds", full_tiles, contexts, 20);
    check_decided();
}

/* sum + k floor(sum / d) + j (sum mod d). */
typedef struct {
    constraint plain, divided, reduced;
    int64_t k, j, d;
} formula;

static int64_t formula_at(const formula *f, const int64_t *p)
{
    int64_t a = sum_at(&f->divided, p), rest = rest_of(a, f->d);
    return sum_at(&f->plain, p) + f->k * ((a - rest) / f->d) +
           f->j * rest_of(sum_at(&f->reduced, p), f->d);
}

static formula rnd_formula(rnd *r)
{
    formula f = {rnd_constraint(r, true), rnd_constraint(r, true), rnd_constraint(r, true),
                 rnd_in(r, -4, 4),        rnd_in(r, -4, 4),        rnd_in(r, 1, 6)};
    return f;
}

static void write_formula(FILE *out, const formula *f)
{
    write_sum(out, &f->plain);
    fprintf(out, " + %" PRId64 "*floor((", f->k);
    write_sum(out, &f->divided);
    fprintf(out, ")/%" PRId64 ") + %" PRId64 "*((", f->d, f->j);
    write_sum(out, &f->reduced);
    fprintf(out, ") mod %" PRId64 ")", f->d);
}

static const char *function_text(law *l, const formula *f, int64_t split)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "[M, N, b] -> { [t, v] -> [");
    write_formula(out, &f[0]);
    fprintf(out, "] : t < %" PRId64 "; [t, v] -> [", split);
    write_formula(out, &f[1]);
    fprintf(out, "] : t >= %" PRId64 " }", split);
    fclose(out);
    return law_own_memory(l, text);
}

static bool functions(law *l)
{
    setting s = new_setting(l, true);
    formula f[2] = {rnd_formula(&l->rnd), rnd_formula(&l->rnd)};
    int64_t split = rnd_chance(&l->rnd, 50) ? low[3] : rnd_in(&l->rnd, low[3], high[3]);
    const char *text = function_text(l, f, split);
    const lc_expr *e = lcr_code_affine(s.r, s.x, text, s.context_text);
    if (!e)
        return refused(&s, text);
    int64_t p[VARS];
    memcpy(p, low, sizeof p);
    do {
        int64_t want = formula_at(&f[p[3] >= split], p);
        if (is_known(&s, p) && !agrees(&s, e, p, want, text))
            return false;
    } while (next(p, 0, VARS));
    return true;
}

TEST(values)
{
    law_check_share("an expression has the values of its function", functions, contexts, 40);
    check_decided();
}

/* ---- how they are written ---- */

typedef struct {
    lc_ctx *ctx;
    lcr_ctx *r;
    lc_exprs *x;
} given;

static given setup(void)
{
    given g = {.ctx = lc_ctx_new()};
    g.r = lcr_ctx_new(g.ctx);
    g.x = lc_exprs_new(g.ctx);
    lc_expr_var(g.x, "M", 1, INT32_MAX);
    lc_expr_var(g.x, "N", 1, INT32_MAX);
    lc_expr_var(g.x, "b0", 0, 1 << 20);
    lc_expr_var(g.x, "t0", 0, 31);
    lc_expr_var(g.x, "v0", 0, 3);
    return g;
}

static void teardown(given *g)
{
    lc_exprs_free(g->x);
    lcr_ctx_free(g->r);
    lc_ctx_free(g->ctx);
}

static void check_text(given *g, const lc_expr *e, const char *want)
{
    if (!e)
        ck_abort_msg("%s is refused: %s", want, lc_ctx_message(g->ctx));
    char *got = lc_expr_to_c(g->ctx, e);
    ck_assert_str_eq(got, want);
    free(got);
}

#define TILE "[M, b0] -> { [t0, v0] : 128b0 + 4t0 + v0 < M }"

TEST(as_written)
{
    given g = setup();
    check_text(&g, lcr_code_predicate(g.r, g.x, TILE, NULL), "128 * b0 + 4 * t0 + v0 < M");
    check_text(&g, lcr_code_predicate(g.r, g.x, "{ [t0] : t0 < 32 }", NULL), "1");
    check_text(&g, lcr_code_predicate(g.r, g.x, "{ [t0] : t0 >= 32 }", NULL), "0");
    check_text(&g, lcr_code_predicate(g.r, g.x, "{ [t0] : t0 mod 4 = 0 }", NULL),
               "(t0 & 3) == 0");
    check_text(&g,
               lcr_code_predicate(g.r, g.x, TILE, "[M, b0] -> { [t0, v0] : 128b0 + 128 <= M }"),
               "1");
    const char *box = "{ [t, v] : 0 <= t < 32 and 0 <= v < 4 }";
    check_text(&g, lcr_code_full(g.r, g.x, TILE, box, NULL), "128 * b0 + 128 <= M");
    check_text(&g,
               lcr_code_full(g.r, g.x, TILE, box, "[M, b0] -> { : M mod 128 = 0 and 128b0 < M }"),
               "1");
    check_text(&g, lcr_code_affine(g.r, g.x, "{ [t0, v0] -> [4t0 + v0 + floor(t0/8)] }", NULL),
               "4 * t0 + v0 + (t0 >> 3)");
    teardown(&g);
}

static void check_refused(given *g, const lc_expr *e, lc_code code)
{
    ck_assert_ptr_null(e);
    ck_assert_int_eq(lc_ctx_code(g->ctx), code);
    lc_ctx_reset(g->ctx);
}

TEST(bad_input)
{
    static const char *const bad[] = {"",
                                      " ",
                                      "{",
                                      "{ [t0] :",
                                      "{ [t0] } x",
                                      "{ [t0] -> [t0] }",
                                      "{ [t1] }",
                                      "[K] -> { : K > 1 }",
                                      "{ [t0, t0] : t0 > 1 }",
                                      "{ [5] }",
                                      "{ [t0]; [t0, v0] }",
                                      "{ }"};
    given g = setup();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_refused(&g, lcr_code_predicate(g.r, g.x, bad[i], NULL), LC_ERR_INVALID);
        check_refused(&g, lcr_code_predicate(g.r, g.x, "{ [t0] : t0 > 4 }", bad[i]),
                      LC_ERR_INVALID);
        check_refused(&g,
                      lcr_code_affine(g.r, g.x,
                                      bad[i][0] == '{' && i == 5 ? "{ [t1] -> [3] }" : bad[i],
                                      NULL),
                      LC_ERR_INVALID);
    }
    check_refused(&g, lcr_code_predicate(g.r, g.x, NULL, NULL), LC_ERR_INVALID);
    check_refused(&g, lcr_code_predicate(g.r, NULL, "{ [t0] }", NULL), LC_ERR_INVALID);
    check_refused(&g, lcr_code_full(g.r, g.x, TILE, "{ [t] : 0 <= t < 3 }", NULL),
                  LC_ERR_INVALID);
    check_refused(&g, lcr_code_full(g.r, g.x, TILE, TILE, "{ [t0] : t0 > 3 }"), LC_ERR_INVALID);
    check_refused(&g, lcr_code_full(g.r, g.x, TILE, NULL, NULL), LC_ERR_INVALID);
    check_refused(&g, lcr_code_affine(g.r, g.x, "{ [t0] -> [t0] : t0 < 9 }", NULL),
                  LC_ERR_INVALID);
    check_refused(&g, lcr_code_affine(g.r, g.x, "{ [t0] -> [x] }", NULL), LC_ERR_INVALID);
    check_refused(&g, lcr_code_affine(g.r, g.x, "{ [t0] -> [t0, t0] }", NULL), LC_ERR_INVALID);
    check_refused(&g, lcr_code_affine(g.r, g.x, "{ [t0] -> [99999999999999999999999 t0] }", NULL),
                  LC_ERR_LIMIT);
    lcr_set_budget(g.r, 1);
    check_refused(&g, lcr_code_predicate(g.r, g.x, TILE, NULL), LC_ERR_BUDGET);
    teardown(&g);
}

SUITE_MAIN("code", sets, full, values, as_written, bad_input)
