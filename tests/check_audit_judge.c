/* check_audit_judge.c - what an audit says of accesses whose addresses are formulas, against all
 * warps at all values of what they share; and of data, which is another for each thread.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/audit/judge/judge.h"
#include "../kernels/audit/judge/program.h"

#include <stdio.h>
#include <string.h>

#define SYMBOLS 6 /* the thread's coordinates, then what lanes share */

static lck_asker *asker;

/* An access, and what there is to know about its symbols. */
typedef struct {
    lc_exprs *x;
    const lc_expr *var[SYMBOLS];
    lck_judged_symbol symbol[SYMBOLS];
    int64_t block[3];
    lck_judged a;
    bool wide; /* some symbol has more values than are looked at here */
} kernel;

/* ---- random formulas ---- */

static int64_t some(law *l, int64_t low, int64_t high)
{
    return rnd_in(&l->rnd, low, high);
}

static const lc_expr *number(kernel *k, int64_t v)
{
    return lc_expr_int(k->x, v);
}

static const lc_expr *make(kernel *k, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(k->x, op, a, b);
}

/* A sum of multiples of symbols; not negative. */
static const lc_expr *linear(law *l, kernel *k)
{
    static const int64_t by[] = {1, 1, 1, 2, 3, 4, 8, 16, 32, 33, 64, 100};
    const lc_expr *e = number(k, rnd_chance(&l->rnd, 30) ? some(l, 0, 40) : 0);
    for (int n = (int)some(l, 1, 3); n > 0; n--)
        e = lc_expr_add_scaled(k->x, e, by[some(l, 0, 11)],
                               k->var[some(l, 0, rnd_chance(&l->rnd, 60) ? 2 : SYMBOLS - 1)]);
    return e;
}

static const lc_expr *comparison(law *l, kernel *k)
{
    static const lc_expr_op op[] = {LC_EXPR_LT, LC_EXPR_LT, LC_EXPR_LE, LC_EXPR_EQ, LC_EXPR_NE};
    const lc_expr *right = rnd_chance(&l->rnd, 50) ? number(k, some(l, 1, 64)) : linear(l, k);
    return make(k, op[some(l, 0, 4)], linear(l, k), right);
}

static const lc_expr *part(law *l, kernel *k)
{
    static const int64_t by[] = {2, 4, 8, 16, 32, 3, 6, 12};
    const lc_expr *e = linear(l, k);
    switch (some(l, 0, 9)) {
    case 0: return make(k, LC_EXPR_DIV, e, number(k, by[some(l, 0, 7)]));
    case 1: return make(k, LC_EXPR_MOD, e, number(k, by[some(l, 0, 7)]));
    case 2: return make(k, LC_EXPR_XOR, e, linear(l, k));
    case 3: return make(k, LC_EXPR_MUL, e, k->var[some(l, 3, SYMBOLS - 1)]);
    case 4: return lc_expr_select(k->x, comparison(l, k), e, linear(l, k));
    case 5:
        return make(k, LC_EXPR_XOR, make(k, LC_EXPR_MOD, e, number(k, 32)),
                    make(k, LC_EXPR_MOD, linear(l, k), number(k, 8)));
    case 6:
        e = make(k, LC_EXPR_MOD, make(k, LC_EXPR_SUB, e, linear(l, k)), number(k, 1 << 10));
        return make(k, LC_EXPR_MOD, make(k, LC_EXPR_DIV, e, number(k, by[some(l, 0, 7)])),
                    number(k, by[some(l, 0, 7)]));
    case 7: return make(k, LC_EXPR_MIN, e, linear(l, k));
    case 8: return make(k, LC_EXPR_MAX, e, linear(l, k));
    default: return e;
    }
}

static const lc_expr *guard(law *l, kernel *k)
{
    const lc_expr *e = comparison(l, k);
    if (rnd_chance(&l->rnd, 10))
        e = lc_expr_select(k->x, e, comparison(l, k), comparison(l, k));
    else if (rnd_chance(&l->rnd, 10))
        e = make(k, LC_EXPR_EQ, e, comparison(l, k));
    for (int n = (int)some(l, 0, 2); n > 0; n--)
        e = make(k, rnd_chance(&l->rnd, 75) ? LC_EXPR_ALL : LC_EXPR_ANY, e, comparison(l, k));
    return rnd_chance(&l->rnd, 15) ? lc_expr_not(k->x, e) : e;
}

static bool rnd_kernel(law *l, kernel *k)
{
    static const char *const name[SYMBOLS] = {"tid_x", "tid_y", "tid_z", "k", "n", "m"};
    static const int64_t extent[] = {1, 2, 4, 8, 16, 32, 64, 5, 20, 33};
    memset(k, 0, sizeof *k);
    k->x = lc_exprs_new(l->ctx);
    k->block[0] = extent[some(l, 0, 9)];
    k->block[1] = rnd_chance(&l->rnd, 50) ? extent[some(l, 0, 4)] : 1;
    k->block[2] = rnd_chance(&l->rnd, 20) ? 2 : 1;
    if (k->block[0] * k->block[1] > 64)
        k->block[1] = 1;
    for (int i = 0; i < SYMBOLS; i++) {
        bool wide = i >= 3 && rnd_chance(&l->rnd, 25);
        int64_t high = i < 3 ? k->block[i] - 1 : wide ? 1 << 20 : some(l, 0, 5);
        k->var[i] = lc_expr_var(k->x, name[i], 0, high);
        k->wide |= wide;
        k->symbol[i] = (lck_judged_symbol){.holder = i < 3 ? LCK_OF_AXIS : LCK_OF_ALL,
                                           .axis = (unsigned)i % 3,
                                           .multiple = 1};
        if (i == 5 && high > 0)
            k->symbol[i].multiple = 1 << some(l, 0, 2);
        k->symbol[i].power = i == 4 && high > 0 && rnd_chance(&l->rnd, 30);
        k->symbol[i].below = i == 4 && high > 0 && rnd_chance(&l->rnd, 20)
                                 ? lc_expr_add_scaled(k->x, k->var[3], 1, number(k, 2))
                                 : NULL;
    }
    k->a.width = 1u << some(l, 0, 4);
    int64_t unit = rnd_chance(&l->rnd, 85) ? k->a.width : k->a.width / 2 ? k->a.width / 2 : 1;
    const lc_expr *e = part(l, k);
    for (int n = (int)some(l, 0, 2); n > 0; n--)
        e = make(k, LC_EXPR_ADD, e, part(l, k));
    k->a.at = make(k, LC_EXPR_MUL, e, number(k, unit));
    k->a.guard = rnd_chance(&l->rnd, 60) ? guard(l, k) : NULL;
    k->a.needs = k->a.width;
    k->a.base = 128;
    k->a.size = number(k, some(l, 0, 3) == 0 ? some(l, 0, 2000) : some(l, 0, 40000));
    bool made = k->a.at != NULL;
    if (!made)
        lc_ctx_reset(l->ctx);
    return made;
}

/* ---- by enumeration ---- */

typedef struct {
    bool any;        /* a warp whose lanes are all aligned */
    unsigned excess; /* the most beyond the least, of wavefronts or sectors */
    bool misaligned, active, outside;
} truth;

/* Different words that the busiest bank gives, phase by phase; phases with lanes. */
static unsigned conflicts(const kernel *k, const int64_t *byte, const bool *active)
{
    unsigned lanes = k->a.width <= 4 ? 32 : 128 / k->a.width, excess = 0;
    for (unsigned first = 0; first < 32; first += lanes) {
        unsigned most = 0;
        for (int64_t bank = 0; bank < 32; bank++) {
            int64_t seen[256];
            unsigned n = 0;
            for (unsigned i = first; i < first + lanes; i++)
                for (int64_t w = byte[i] / 4; active[i] && w <= (byte[i] + k->a.width - 1) / 4;
                     w++) {
                    bool known = w % 32 != bank;
                    for (unsigned s = 0; s < n; s++)
                        known |= seen[s] == w;
                    if (!known)
                        seen[n++] = w;
                }
            most = n > most ? n : most;
        }
        excess += most ? most - 1 : 0;
    }
    return excess;
}

static unsigned distinct(const kernel *k, const int64_t *byte, const bool *active, int64_t unit)
{
    int64_t seen[1024];
    unsigned n = 0;
    for (unsigned i = 0; i < 32; i++)
        for (int64_t b = 0; active[i] && b < k->a.width; b++) {
            int64_t at = (byte[i] + b) / unit;
            bool known = false;
            for (unsigned s = 0; s < n; s++)
                known |= seen[s] == at;
            if (!known)
                seen[n++] = at;
        }
    return n;
}

static void look_at_warp(const kernel *k, int64_t *env, int64_t first, bool banks, truth *t)
{
    int64_t byte[32] = {0}, guard_value = 1, size = 0;
    bool active[32] = {false}, aligned = true, some_lane = false;
    lc_expr_at(k->a.size, env, &size);
    for (int64_t i = 0; i < 32; i++) {
        int64_t id = first + i;
        if (id >= k->block[0] * k->block[1] * k->block[2])
            break;
        env[0] = id % k->block[0];
        env[1] = id / k->block[0] % k->block[1];
        env[2] = id / k->block[0] / k->block[1];
        if (k->a.guard && (!lc_expr_at(k->a.guard, env, &guard_value) || !guard_value))
            continue;
        active[i] = lc_expr_at(k->a.at, env, &byte[i]);
        some_lane |= active[i];
        aligned &= byte[i] % k->a.width == 0;
        t->outside |= byte[i] < 0 || byte[i] + k->a.width > size;
    }
    t->active |= some_lane;
    t->misaligned |= some_lane && !aligned;
    if (!some_lane || !aligned)
        return;
    unsigned excess = banks ? conflicts(k, byte, active)
                            : distinct(k, byte, active, 32) -
                                  (distinct(k, byte, active, 1) + 31) / 32;
    t->any = true;
    t->excess = excess > t->excess ? excess : t->excess;
}

static bool is_value(const kernel *k, const int64_t *env, int i)
{
    int64_t below, v = env[i] / k->symbol[i].multiple;
    if (env[i] % k->symbol[i].multiple != 0 || env[i] > k->var[i]->high)
        return false;
    if (k->symbol[i].power && (v <= 0 || (v & (v - 1)) != 0))
        return false;
    return !k->symbol[i].below || (lc_expr_at(k->symbol[i].below, env, &below) && env[i] < below);
}

/* All values, or of wide symbols the small ones and some. */
static truth enumerate(law *l, const kernel *k, bool banks)
{
    truth t = {.any = false};
    int64_t env[SYMBOLS], n = k->block[0] * k->block[1] * k->block[2];
    for (int set = 0; set < (k->wide ? 150 : 216); set++) {
        int rest = set;
        bool possible = true;
        for (int i = 3; i < SYMBOLS; i++, rest /= 6)
            env[i] = k->wide && set > 40 ? some(l, 0, set % 2 ? k->var[i]->high : 100) : rest % 6;
        for (int i = 3; i < SYMBOLS; i++)
            possible &= is_value(k, env, i);
        for (int64_t first = 0; possible && first < n; first += 32)
            look_at_warp(k, env, first, banks, &t);
    }
    return t;
}

/* ---- laws ---- */

static const char *told(law *l, const kernel *k, const lck_answer *out)
{
    char *at = lc_expr_to_c(l->ctx, k->a.at);
    char *g = k->a.guard ? lc_expr_to_c(l->ctx, k->a.guard) : NULL;
    char *text = law_own_memory(l, malloc(8192));
    snprintf(text, 8192, "block %lld,%lld,%lld width %u: %s where %s: verdict %d %u %u %s",
             (long long)k->block[0], (long long)k->block[1], (long long)k->block[2], k->a.width,
             at, g ? g : "true", (int)out->verdict, out->worst, out->least,
             out->why ? out->why : "");
    free(at);
    free(g);
    return text;
}

LAW_RELEASE(release, lc_exprs_free)

/* The verdict is right, and there is one where there are few values, and work enough. */
static bool judged(law *l, void (*judge)(const lck_judge *, const lck_judged *, lck_answer *),
                   int which)
{
    kernel k;
    lck_audit audit = {0};
    lck_answer out = {.verdict = LCK_NOT_ASKED};
    bool made = rnd_kernel(l, &k);
    law_own_with(l, k.x, release);
    if (!made)
        return true;
    lck_judge j = {.audit = &audit, .asker = asker, .x = k.x, .symbol = k.symbol};
    uint64_t work = UINT64_C(1) << rnd_in(&l->rnd, 4, 24);
    bool starved = rnd_chance(&l->rnd, 25);
    j.work = starved ? &work : NULL;
    memcpy(j.block, k.block, sizeof j.block);
    judge(&j, &k.a, &out);
    starved = starved && work == 0;
    lc_ctx_reset(l->ctx);
    truth t = enumerate(l, &k, which == 0);
    bool bad = which < 2 ? t.excess > 0 : which == 2 ? t.misaligned : t.outside;
    bool asked = which < 2 ? t.any : which == 2 ? t.active : true;
    bool right = true;
    if (out.verdict == LCK_GOOD)
        right = !bad;
    else if (out.verdict == LCK_BAD)
        right = k.wide || bad;
    else
        right = k.wide || !asked || which == 3 || starved;
    if (out.verdict == LCK_BAD && which < 2 && !k.wide && !starved)
        right &= out.worst - out.least == t.excess;
    law_saw(l, starved ? 3 : out.verdict == LCK_GOOD ? 0 : out.verdict == LCK_BAD ? 1 : 2);
    bool ok = right || law_fail(l, "%s; by enumeration %s, %u beyond the least",
                                told(l, &k, &out), bad ? "bad" : "good", t.excess);
    lck_answer_clear(&out);
    return ok;
}

static bool conflicts_right(law *l)
{
    return judged(l, lck_judge_conflicts, 0);
}

static bool sectors_right(law *l)
{
    return judged(l, lck_judge_sectors, 1);
}

static bool alignment_right(law *l)
{
    return judged(l, lck_judge_aligned, 2);
}

static bool bounds_right(law *l)
{
    return judged(l, lck_judge_inside, 3);
}

/* What is computed for all lanes at once is what it is in each, numbers that do not fit, too. */
static bool programs_right(law *l)
{
    kernel k;
    bool made = rnd_kernel(l, &k);
    law_own_with(l, k.x, release);
    if (!made)
        return true;
    const lc_expr *e = k.a.guard && rnd_chance(&l->rnd, 50) ? k.a.guard : k.a.at;
    bool varies[SYMBOLS] = {true, true, false, false, true, false};
    int64_t env[SYMBOLS], of[SYMBOLS][LCK_LANES], value[LCK_LANES], expected = 0;
    const int64_t *lane[SYMBOLS];
    for (int i = 0; i < SYMBOLS; i++) {
        env[i] = some(l, 0, rnd_chance(&l->rnd, 10) ? INT64_MAX / 2 : 100);
        for (int n = 0; n < LCK_LANES; n++)
            of[i][n] = some(l, 0, rnd_chance(&l->rnd, 5) ? INT64_MAX / 2 : 100);
        lane[i] = of[i];
    }
    lck_program *p = lck_program_new(e, varies);
    if (!p)
        return law_fail(l, "no program");
    lck_program_share(p, env);
    uint32_t valid = lck_program_run(p, lane, value);
    lck_program_free(p);
    for (int n = 0; n < LCK_LANES; n++) {
        for (int i = 0; i < SYMBOLS; i++)
            env[i] = varies[i] ? of[i][n] : env[i];
        bool has = lc_expr_at(e, env, &expected);
        law_saw(l, has ? 0 : 1);
        if (has != (valid >> n & 1) || (has && value[n] != expected))
            return law_fail(l, "lane %d: %lld, expected %lld", n, (long long)value[n],
                            (long long)expected);
    }
    return true;
}

TEST(judged_by_enumeration)
{
    static const struct {
        const char *name;
        law_body body;
        size_t share;
    } laws[] = {{"conflicts", conflicts_right, 1},
                {"sectors", sectors_right, 1},
                {"aligned", alignment_right, 1},
                {"inside", bounds_right, 4},
                {"programs", programs_right, 1}};
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(asker);
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        law_check_share(laws[i].name, laws[i].body, CLASSES("good", "bad"), laws[i].share);
    lck_asker_free(asker);
}

/* ---- data ---- */

/* A block of 128 threads, with data that is another for each of them, and with a number that they
 * share. */
typedef struct {
    lc_ctx *ctx;
    lc_exprs *x;
    const lc_expr *tid, *data, *all;
    lck_judged_symbol symbol[3];
    lck_audit audit;
} threads;

static void begin(threads *t)
{
    memset(t, 0, sizeof *t);
    t->ctx = lc_ctx_new();
    t->x = lc_exprs_new(t->ctx);
    t->tid = lc_expr_var(t->x, "tid_x", 0, 127);
    t->data = lc_expr_var(t->x, "data", INT32_MIN, INT32_MAX);
    t->all = lc_expr_var(t->x, "all", 0, 1 << 27);
    t->symbol[0] = (lck_judged_symbol){.holder = LCK_OF_AXIS, .multiple = 1};
    t->symbol[1] = (lck_judged_symbol){.holder = LCK_OF_THREAD, .multiple = 1, .data = true};
    t->symbol[2] = (lck_judged_symbol){.holder = LCK_OF_ALL, .multiple = 1};
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(asker);
}

static void end(threads *t)
{
    lck_asker_free(asker);
    lc_exprs_free(t->x);
    lc_ctx_free(t->ctx);
}

static const lc_expr *scaled(lc_exprs *x, const lc_expr *e, int64_t by)
{
    return lc_expr_make(x, LC_EXPR_MUL, e, lc_expr_int(x, by));
}

static const lc_expr *sum(lc_exprs *x, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(x, LC_EXPR_ADD, a, b);
}

typedef void judge(const lck_judge *, const lck_judged *, lck_answer *);

static lck_verdict verdict_of(threads *t, judge *of, lck_judged a)
{
    lck_judge j = {
        .audit = &t->audit, .asker = asker, .x = t->x, .symbol = t->symbol, .block = {128, 1, 1}};
    lck_answer out = {.verdict = LCK_NOT_ASKED};
    ck_assert_ptr_nonnull(a.at);
    of(&j, &a, &out);
    lck_verdict verdict = out.verdict;
    lck_answer_clear(&out);
    return verdict;
}

static void expect(threads *t, const lc_expr *at, const lc_expr *guard, bool shared,
                   lck_verdict verdict)
{
    lck_judged a = {
        .at = at, .guard = guard, .data = "data", .width = 4, .needs = 4, .base = 256};
    ck_assert_ptr_nonnull(guard);
    ck_assert_int_eq(verdict_of(t, shared ? lck_judge_conflicts : lck_judge_sectors, a), verdict);
}

static void expect_inside(threads *t, const lc_expr *at, const lc_expr *guard, int64_t size,
                          lck_verdict verdict)
{
    lck_judged a = {.at = scaled(t->x, at, 4),
                    .guard = guard,
                    .width = 4,
                    .needs = 4,
                    .base = 256,
                    .size = lc_expr_int(t->x, size)};
    ck_assert_int_eq(verdict_of(t, lck_judge_inside, a), verdict);
}

/* With a number on the right. */
static const lc_expr *with(lc_exprs *x, const lc_expr *e, lc_expr_op op, int64_t number)
{
    return lc_expr_make(x, op, e, lc_expr_int(x, number));
}

/* What holds for some data of the threads happens: for one number of all of them, or where each
 * has another. */
TEST(data_in_guards)
{
    threads t;
    begin(&t);
    const lc_expr *at = scaled(t.x, t.tid, 8);
    const lc_expr *upper = lc_expr_make(t.x, LC_EXPR_LE, lc_expr_int(t.x, 16), t.tid);
    const lc_expr *negative = with(t.x, t.data, LC_EXPR_LT, 0);
    expect(&t, at, with(t.x, t.data, LC_EXPR_EQ, 0), true, LCK_BAD);
    expect(&t, at, lc_expr_make(t.x, LC_EXPR_EQ, upper, negative), true, LCK_BAD);
    end(&t);
}

/* Where a lane is does not matter to it alone, nor to nobody. */
TEST(data_of_few)
{
    threads t;
    begin(&t);
    lc_exprs *x = t.x;
    const lc_expr *at = scaled(x, t.data, 4), *one = with(x, t.tid, LC_EXPR_EQ, 3);
    const lc_expr *odd = scaled(x, with(x, t.tid, LC_EXPR_MOD, 2), 3);
    const lc_expr *nobody = lc_expr_make(x, LC_EXPR_ALL,
                                         lc_expr_make(x, LC_EXPR_LT, lc_expr_int(x, 3), odd),
                                         with(x, t.data, LC_EXPR_NE, 3));
    expect(&t, at, one, true, LCK_GOOD);
    expect(&t, at, one, false, LCK_GOOD);
    expect(&t, at, with(x, t.tid, LC_EXPR_LE, 3), true, LCK_UNKNOWN);
    expect(&t, at, nobody, true, LCK_GOOD);
    end(&t);
}

/* A column for each thread, of which data chooses the row: no two of them meet in a bank. */
TEST(columns)
{
    threads t;
    begin(&t);
    lc_exprs *x = t.x;
    const lc_expr *row = with(x, t.data, LC_EXPR_MOD, 256), *column = scaled(x, t.tid, 4);
    const lc_expr *half = scaled(x, with(x, t.tid, LC_EXPR_DIV, 2), 4);
    const lc_expr *one = lc_expr_int(x, 1), *rows = scaled(x, row, 512);
    expect(&t, sum(x, rows, column), one, true, LCK_GOOD);
    expect(&t, sum(x, rows, half), one, true, LCK_UNKNOWN);
    expect(&t, sum(x, scaled(x, row, 516), column), one, true, LCK_UNKNOWN);
    expect(&t, sum(x, rows, column), one, false, LCK_UNKNOWN);
    end(&t);
}

/* Data that moves all lanes alike leaves what they cost, if they cost it wherever they are; one
 * that chooses a stride does not, though all small numbers choose the same. */
TEST(data_that_is_shared)
{
    threads t;
    begin(&t);
    t.symbol[1].holder = LCK_OF_ALL;
    lc_exprs *x = t.x;
    const lc_expr *one = lc_expr_int(x, 1), *words = scaled(x, t.tid, 4);
    const lc_expr *rows = scaled(x, t.tid, 128), *next = sum(x, words, lc_expr_int(x, 4));
    const lc_expr *page = with(x, t.data, LC_EXPR_DIV, 256);
    const lc_expr *small = with(x, t.data, LC_EXPR_LT, 1000);
    const lc_expr *stride = lc_expr_select(x, small, lc_expr_int(x, 128), lc_expr_int(x, 4));
    const lc_expr *chosen = lc_expr_make(x, LC_EXPR_MUL, t.tid, stride);
    expect(&t, sum(x, rows, scaled(x, t.data, 4)), one, true, LCK_BAD);
    expect(&t, sum(x, rows, scaled(x, page, 4)), one, true, LCK_BAD);
    expect(&t, sum(x, next, scaled(x, t.data, 32)), one, false, LCK_BAD);
    expect(&t, sum(x, next, scaled(x, page, 4)), one, false, LCK_UNKNOWN);
    expect(&t, chosen, one, true, LCK_UNKNOWN);
    expect(&t, chosen, one, false, LCK_UNKNOWN);
    expect(&t, scaled(x, lc_expr_make(x, LC_EXPR_MUL, t.tid, t.data), 128), one, true,
           LCK_UNKNOWN);
    end(&t);
}

/* A ring of words that all threads are moved around by the same: whole rows of the banks are as
 * good as no ring, and in others its end and its beginning meet in a bank. */
TEST(rings_of_words)
{
    threads t;
    begin(&t);
    const lc_expr *lane = with(t.x, t.tid, LC_EXPR_MOD, 32);
    for (int64_t words = 33; words <= 64; words += 31) {
        const lc_expr *at = with(t.x, sum(t.x, lane, t.all), LC_EXPR_MOD, words);
        expect(&t, scaled(t.x, at, 4), lc_expr_int(t.x, 1), true,
               words % 32 == 0 ? LCK_GOOD : LCK_BAD);
    }
    end(&t);
}

/* Parts of words that data chooses are no other words. */
TEST(parts_of_words)
{
    threads t;
    begin(&t);
    for (int64_t n = 2; n <= 4; n++)
        for (int64_t base = 2; base <= 4; base += 2) {
            const lc_expr *half = scaled(t.x, with(t.x, t.data, LC_EXPR_MOD, n), 2);
            lck_judged a = {.at = sum(t.x, scaled(t.x, t.tid, 4), half),
                            .width = 2,
                            .needs = 2,
                            .base = base,
                            .data = "data"};
            ck_assert_int_eq(verdict_of(&t, lck_judge_conflicts, a),
                             n == 2 && base == 4 ? LCK_GOOD : LCK_UNKNOWN);
        }
    end(&t);
}

/* The first 16 of the threads, by a choice of conditions, and by two that are the same. */
TEST(choices_in_guards)
{
    threads t;
    begin(&t);
    lc_exprs *x = t.x;
    const lc_expr *zero = lc_expr_int(x, 0), *first = with(x, t.tid, LC_EXPR_LT, 16);
    const lc_expr *is_zero = with(x, t.data, LC_EXPR_EQ, 0);
    const lc_expr *more = with(x, t.tid, LC_EXPR_LT, 20);
    const lc_expr *both = lc_expr_make(x, LC_EXPR_ALL, more, first);
    const lc_expr *guard[] = {lc_expr_select(x, first, is_zero, zero),
                              lc_expr_make(x, LC_EXPR_ALL, first,
                                           lc_expr_make(x, LC_EXPR_EQ, more, first)),
                              lc_expr_make(x, LC_EXPR_NE, both, zero)};
    for (size_t i = 0; i < sizeof guard / sizeof *guard; i++) {
        expect_inside(&t, t.tid, guard[i], 60, LCK_BAD);
        expect_inside(&t, t.tid, guard[i], 64, LCK_GOOD);
    }
    end(&t);
}

/* A number that was loaded may keep threads and trips inside of a buffer; one that only says
 * whether there is an access does not. */
TEST(data_in_bounds)
{
    threads t;
    begin(&t);
    const lc_expr *below = lc_expr_make(t.x, LC_EXPR_LT, t.tid, t.data);
    const lc_expr *zero = with(t.x, t.data, LC_EXPR_EQ, 0),
                  *few = with(t.x, t.tid, LC_EXPR_LT, 64);
    expect_inside(&t, t.tid, below, 256, LCK_UNKNOWN);
    expect_inside(&t, t.tid, zero, 256, LCK_BAD);
    expect_inside(&t, t.tid, lc_expr_make(t.x, LC_EXPR_ALL, few, below), 256, LCK_GOOD);
    expect_inside(&t, t.all, zero, 256, LCK_BAD);
    t.symbol[2].below = t.data;
    expect_inside(&t, t.all, few, 256, LCK_UNKNOWN);
    end(&t);
}

/* Rows of 2^19 bytes that each warp takes one of, modulo 2^15: too many to look at, and the same
 * for all lanes of a warp. */
TEST(rows_of_warps)
{
    threads t;
    begin(&t);
    lc_exprs *x = t.x;
    const lc_expr *rows = sum(x, with(x, t.tid, LC_EXPR_DIV, 32), scaled(x, t.all, 8));
    const lc_expr *row = with(x, rows, LC_EXPR_MOD, 32768);
    const lc_expr *lane = with(x, t.tid, LC_EXPR_MOD, 32);
    for (int by = 4; by <= 8; by *= 2)
        expect(&t, sum(x, scaled(x, row, 1 << 19), scaled(x, lane, by)), lc_expr_int(x, 1), false,
               by == 4 ? LCK_GOOD : LCK_BAD);
    end(&t);
}

/* Two bytes behind a multiple of four: never aligned if the base is one of four; of two it may be
 * what the condition that is not known asks for. */
TEST(bases_under_conditions)
{
    static const struct {
        unsigned needs;
        int64_t base;
        lck_verdict verdict;
    } rows[] = {{4, 4, LCK_BAD}, {4, 2, LCK_UNKNOWN}, {2, 2, LCK_GOOD}, {0, 2, LCK_GOOD}};
    threads t;
    begin(&t);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lck_judged a = {.at = sum(t.x, lc_expr_int(t.x, 2), scaled(t.x, t.tid, 4)),
                        .guard = lc_expr_int(t.x, 1),
                        .partial = true,
                        .width = 4,
                        .needs = rows[i].needs,
                        .base = rows[i].base};
        ck_assert_int_eq(verdict_of(&t, lck_judge_aligned, a), rows[i].verdict);
    }
    end(&t);
}

/* ---- addresses as a value ---- */

static bool is_address(law *l, const char *value, unsigned i, int64_t want)
{
    char text[4096], digits[32];
    snprintf(text, sizeof text, "(%s)(%u) - (%s)(0)", value, i, value);
    snprintf(digits, sizeof digits, "%lld", (long long)want);
    const char *is = lck_asker_value(asker, text);
    return (is && strcmp(is, digits) == 0) ||
           law_fail(l, "%s is %s, not %s", text, is ? is : "nothing", digits);
}

/* Runs of one step, of an odd number of lanes: no XOR, and few layouts. */
static bool runs(law *l)
{
    int64_t byte[32], step = 0;
    unsigned n = 2 * (unsigned)rnd_in(&l->rnd, 2, 15) + 1, end = 0;
    for (unsigned i = 0; i < n; i++) {
        byte[i] = i == end ? 4 * rnd_in(&l->rnd, 2000, 3000) : byte[i - 1] + step;
        if (i == end) {
            step = 4 * rnd_in(&l->rnd, -40, 40);
            end += (unsigned)rnd_in(&l->rnd, 1, 8);
        }
    }
    char *value = law_own_memory(l, lck_addresses_value(byte, n, 4, 32));
    bool ok = value != NULL;
    for (unsigned i = 1; ok && i < n; i++)
        ok = is_address(l, value, i, (byte[i] - byte[0]) / 4);
    law_saw(l, value && strstr(value, "piecewise") ? 0 : 1);
    return ok || (!value && law_fail(l, "no value of %u addresses", n));
}

TEST(addresses_by_runs)
{
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    law_check_share("addresses of a warp are those of their value", runs, CLASSES("pieces"), 20);
    lck_asker_free(asker);
}

SUITE_MAIN("audit_judge", judged_by_enumeration, data_in_guards, data_of_few, columns,
           data_that_is_shared, rings_of_words, parts_of_words, choices_in_guards, data_in_bounds,
           rows_of_warps, bases_under_conditions, addresses_by_runs)
