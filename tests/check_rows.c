/* check_rows.c - functions along rows.
 *
 * Random plans - shapes, orders of strides, gaps, formulas, elements, sizes that are numbers or
 * parameters - are proved, and run on the executor beside values in double. Softmax, rmsnorm and
 * layernorm are compared with loops of their own, rows of infinities and of no numbers included.
 * In kernels, statements are left out or changed, one at a time, so that parts are missing, or an
 * element is used twice and another one left out: each such kernel is refuted, or what is proved
 * of it holds on the executor. Integers of sizes are compared with their values at random sizes.
 */
#include "config.h"

#include "law.h"
#include "plan-script.h"
#include "suite.h"

#include "../kernels/execute/execute.h"
#include "../kernels/kernel/number.h"
#include "../kernels/rehearse/rehearse.h"
#include "../kernels/rows/integers.h"
#include "../kernels/rows/lowering.h"
#include "../kernels/rows/sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random plans ---- */

static const char *const formulas[] = {
    "exp(x - max(x)) / sum(exp(x - max(x)))",
    "x * rsqrt(mean(x * x) + 1/100000)",
    "(x - mean(x)) * rsqrt(mean((x - mean(x)) * (x - mean(x))) + 1/1000)",
    "x - max(x) - log(sum(exp(x - max(x))))",
    "max(min(x, 1), -1) + min(x) / 3",
    "relu(x) * 2 - gelu(x) + abs(tanh(x))",
    "sum(x)",
    "x / (1 + sqrt(sum(x * x)))",
    "(x - mean(x)) * rsqrt(mean(x * x) - mean(x) * mean(x) + 1)",
};

/* Formulas with other tensors. */
static const char *const more[] = {
    "x * rsqrt(mean(x * x) + 1/100000) * weight",
    "(x + residual) * rsqrt(mean((x + residual) * (x + residual)) + 1/8) * weight + bias",
    "x * weight / (1 + sum(abs(weight)))",
};

#define AXES 3

typedef struct {
    int rank, along;
    int64_t extent[AXES], stride[2][AXES];
    bool symbolic, mixed; /* all extents are parameters; that of the row alone */
} shape;

/* Strides of a tensor whose axes lie in a random order, perhaps with gaps. */
static void random_strides(rnd *r, const shape *s, int64_t *stride)
{
    size_t order[AXES];
    int64_t step = rnd_chance(r, 10) ? 2 : 1;
    rnd_shuffle(r, (size_t)s->rank, order);
    for (int i = 0; i < s->rank; i++) {
        stride[order[i]] = step;
        step *= s->extent[order[i]];
        step += rnd_chance(r, 20) ? rnd_in(r, 0, 9) : 0;
    }
}

static void random_shape(rnd *r, shape *s)
{
    s->rank = (int)rnd_in(r, 1, AXES);
    s->along = (int)rnd_in(r, 0, s->rank - 1);
    s->symbolic = rnd_chance(r, 30) && s->rank == 2;
    s->mixed = s->symbolic && rnd_chance(r, 50);
    for (int k = 0; k < s->rank; k++)
        s->extent[k] = rnd_chance(r, 30) ? 8 * rnd_in(r, 1, 12) : rnd_in(r, 1, 40);
    if (rnd_chance(r, 40))
        s->extent[s->along] *= rnd_chance(r, 50) ? rnd_in(r, 2, 20) : 64;
    random_strides(r, s, s->stride[0]);
    if (rnd_chance(r, 60))
        memcpy(s->stride[1], s->stride[0], sizeof s->stride[0]);
    else
        random_strides(r, s, s->stride[1]);
}

/* "(4,6):(6,1)"; of a row alone with 0 for other axes. */
static void put_layout(lc_text *t, const shape *s, const int64_t *stride)
{
    for (int k = 0; k < s->rank; k++)
        lc_text_printf(t, "%s%lld", k == 0 ? "(" : ",", (long long)s->extent[k]);
    lc_text_add(t, s->rank == 1 ? ",):" : "):");
    for (int k = 0; k < s->rank; k++)
        lc_text_printf(t, "%s%lld", k == 0 ? "(" : ",",
                       stride ? (long long)stride[k] : (long long)(k == s->along));
    lc_text_add(t, s->rank == 1 ? ",)" : ")");
}

/* (M,N) with the row along either, in rows or columns of both; or one of them a number, perhaps
 * with gaps between elements. */
static void put_symbolic(lc_text *t, const shape *s, bool columns, int step)
{
    char m[24] = "M", n[24] = "N";
    if (s->mixed)
        snprintf(s->along == 0 ? n : m, sizeof m, "%lld", (long long)s->extent[1 - s->along]);
    if (columns)
        lc_text_printf(t, "(%s,%s):(%d,%d*%s)", m, n, step, step, m);
    else
        lc_text_printf(t, "(%s,%s):(%d*%s,%d)", m, n, step, n, step);
}

static char *random_script(rnd *r, const shape *s)
{
    static const char *const elements[] = {"f32", "f16", "bf16"};
    lc_text t = {0};
    bool others = rnd_chance(r, 40) && !s->symbolic;
    const char *value = others ? more[rnd_in(r, 0, 2)] : formulas[rnd_in(r, 0, 8)];
    if (s->symbolic)
        lc_text_printf(&t, "param M in 1..%lld, N in 1..%lld\n", (long long)s->extent[0] + 3,
                       (long long)s->extent[1] + 3);
    if (s->symbolic && rnd_chance(r, 50))
        lc_text_printf(&t, "assume %s %% 8 == 0\n", rnd_chance(r, 50) ? "N" : "M");
    lc_text_printf(&t, "plan p(element=");
    if (rnd_chance(r, 30))
        lc_text_printf(&t, "(%s,%s)", elements[rnd_in(r, 0, 2)], elements[rnd_in(r, 0, 2)]);
    else
        lc_text_add(&t, elements[rnd_in(r, 0, 2)]);
    lc_text_printf(&t, ", along=%d, value=%s, source=", s->along, value);
    for (int i = 0; i < 2; i++) {
        if (s->symbolic)
            put_symbolic(&t, s, rnd_chance(r, 40), s->mixed && rnd_chance(r, 20) ? 2 : 1);
        else
            put_layout(&t, s, s->stride[i]);
        lc_text_add(&t, i == 0 ? ", destination=" : "");
    }
    for (int i = 0; others && i < 3; i++) {
        static const char *const names[] = {"residual", "weight", "bias"};
        if (!strstr(value, names[i]))
            continue;
        lc_text_printf(&t, ", %s=", names[i]);
        put_layout(&t, s, i == 0 ? s->stride[0] : NULL);
    }
    lc_text_add(&t, ")\n");
    return lc_text_take(NULL, &t);
}

static bool run_kernels(law *l, const char *script, const lck_kernel *kernel)
{
    bool given[16] = {false};
    lck_rehearsal result;
    bool ok = true;
    for (const lck_kernel *k = kernel; ok && k; k = k->other) {
        int64_t size[16] = {0};
        if (!lck_choose_sizes(k, given, size))
            return law_fail(l, "%sno sizes: %s", script, lc_ctx_message(k->ctx));
        if (!lck_rehearse(k, size, NULL, &result))
            return law_fail(l, "%sis not run: %s", script, lc_ctx_message(k->ctx));
        if (result.wrong > 0)
            ok = law_fail(l, "%s%s: %s", script, k->name, result.message);
    }
    return ok;
}

static bool random_law(law *l)
{
    plan_script t;
    shape s = {0};
    random_shape(&l->rnd, &s);
    char *script = law_own_memory(l, random_script(&l->rnd, &s));
    bool ok = plan_script_try(l, script, false, &t);
    const lck_kernel *kernel = ok ? lck_planner_find(t.planner, "p") : NULL;
    law_saw(l, s.symbolic ? 1 : 0);
    if (ok && (t.verdict != LCV_PROVED || !kernel))
        ok = law_fail(l, "%sis not proved: %s", script, t.text);
    ok = ok && run_kernels(l, script, kernel);
    plan_script_forget(&t);
    return ok;
}

TEST(test_random)
{
    static const char *const classes[LAW_CLASSES] = {"numbers", "parameters"};
    law_check_share("functions along rows", random_law, classes, 100);
}

/* ---- loops of their own ---- */

static void softmax(const double *x, int64_t n, double *y)
{
    double most = -INFINITY, sum = 0;
    for (int64_t i = 0; i < n; i++)
        most = fmax(most, x[i]);
    for (int64_t i = 0; i < n; i++)
        sum += y[i] = exp(x[i] - most);
    for (int64_t i = 0; i < n; i++)
        y[i] /= sum;
}

static void rmsnorm(const double *x, int64_t n, double *y)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    for (int64_t i = 0; i < n; i++)
        y[i] = x[i] / sqrt(sum / (double)n + 1e-5);
}

static void layernorm(const double *x, int64_t n, double *y)
{
    double mean = 0, square = 0;
    for (int64_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (int64_t i = 0; i < n; i++)
        square += (x[i] - mean) * (x[i] - mean) / (double)n;
    for (int64_t i = 0; i < n; i++)
        y[i] = (x[i] - mean) / sqrt(square + 1e-3);
}

static void (*const loops[])(const double *, int64_t, double *) = {softmax, rmsnorm, layernorm};

/* Row 1 has an infinity, row 2 what is no number, row 3 nothing but -inf. */
static double sample(int64_t row, int64_t i, int64_t n, unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    if (row == 3 || (row == 1 && i == n / 2))
        return -INFINITY;
    if (row == 2 && i == n - 1)
        return (double)NAN;
    return (double)(*state >> 16) / 8192 - 4;
}

static void compare_rows(int formula, const char *element, int64_t rows, int64_t n)
{
    plan_script t;
    lck_stop stop;
    unsigned state = 7;
    const lck_element *of = lck_element_find(element);
    const size_t all = (size_t)(rows * n), bytes = (size_t)of->bytes;
    const lck_kernel *k =
        plan_script_kernel(&t,
                           "plan p(element=%s, value=%s, source=(%lld,%lld):(%lld,1), "
                           "destination=(%lld,%lld):(%lld,1))\n",
                           element, formulas[formula], (long long)rows, (long long)n,
                           (long long)n, (long long)rows, (long long)n, (long long)n);
    ck_assert_msg(k != NULL, "%s of %s: %s", formulas[formula], element, t.text);
    unsigned char *source = calloc(all, bytes), *destination = calloc(all, bytes);
    double *x = calloc(all, sizeof *x), *y = calloc(all, sizeof *y);
    for (size_t i = 0; i < all; i++) {
        int64_t row = (int64_t)i / n;
        lck_set_number(of, source + i * bytes, sample(row, (int64_t)i % n, n, &state));
        x[i] = lck_number_at(of, source + i * bytes);
    }
    ck_assert_msg(lck_execute_copy(k, NULL, source, destination, NULL, &stop), "%s",
                  stop.message);
    for (int64_t row = 0; row < rows; row++)
        loops[formula](x + row * n, n, y + row * n);
    for (size_t i = 0; i < all; i++) {
        double found = lck_number_at(of, destination + i * bytes);
        double bound = fabs(y[i]) * (of->bytes == 4 ? 1e-5 : of->name[0] == 'b' ? 4e-3 : 6e-4);
        ck_assert_msg(isnan(y[i]) ? isnan(found) : fabs(found - y[i]) <= bound + 1e-6,
                      "%s[%zu] is %g, expected %g", formulas[formula], i, found, y[i]);
    }
    free(source);
    free(destination);
    free(x);
    free(y);
    plan_script_forget(&t);
}

TEST(test_loops)
{
    static const int64_t lengths[] = {1, 5, 32, 100, 129, 1000, 2048, 9000};
    for (int formula = 0; formula < 3; formula++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            compare_rows(formula, "f32", 6, lengths[i]);
            compare_rows(formula, i % 2 ? "bf16" : "f16", 5, lengths[i]);
        }
    compare_rows(0, "bf16", 4, 40000);
    compare_rows(2, "f32", 5, 33000);
}

/* ---- plans that are wrong ---- */

static void refuted(const char *keys, const char *claim)
{
    plan_script t;
    plan_script_kernel(&t,
                       "plan p(element=f32, source=(4,256):(256,1), "
                       "destination=(4,256):(256,1), value=x - max(x), %s)\n",
                       keys);
    ck_assert_msg(t.verdict == LCV_REFUTED, "%s: %s", keys, t.text);
    ck_assert_msg(strstr(t.text, claim) != NULL, "%s: %s", keys, t.text);
    plan_script_forget(&t);
}

TEST(test_wrong_plans)
{
    refuted("barrier=0, tile=(1,256), load=(64,4):(4e1,e1)", "barriers");
    refuted("tile=(1,128), load=(32,4):(4e1,e1)", "<= 128");
    refuted("tile=(1,256), load=(32,(4,2)):(4e1,(e1,64e1))", "partitions");
    refuted("tile=(1,256), load=(32,4):(4e1,e1)", "partitions");
    refuted("tile=(1,256), load=((32,2),4):((4e1,4e1),e1)", "partitions");
    refuted("guard=(4,255)", "partitions");
}

/* ---- kernels that are wrong ---- */

typedef struct {
    int changed, found, same;
} tally;

typedef enum { LEAVE_OUT, CHANGE, SOMETIMES, FORGET, NEXT, FIRST, CHANGES } change;

/* Is it a register of a reduction, or of parts of one? */
static bool is_reduced(const lck_rows *rows, lck_register r)
{
    int64_t at, n = 0;
    if (r.file == LCK_OF_PARTS)
        return true;
    if (r.file != LCK_OF_ROW || !lc_expr_is_int(r.at, &at))
        return r.file == LCK_OF_ROW;
    for (size_t i = 0; i < rows->formula.n; i++)
        if (rows->formula.node[i].of_row && n++ == at / rows->tree.several)
            return rows->formula.node[i].kind == LCK_NODE_REDUCTION;
    return false;
}

/* Statements that move elements, or make values of them. */
static bool is_of_elements(const lck_statement *s)
{
    return s->kind == LCK_CONVERT ||
           ((s->kind == LCK_LOAD || s->kind == LCK_STORE) && s->array != LCK_SHARED) ||
           (s->kind == LCK_APPLY && s->held.file != LCK_OF_ROW && s->held.file != LCK_OF_PARTS);
}

/* Statements that have to do with reductions, and conditions of such. */
static bool concerns(const lck_rows *rows, const lck_statement *s)
{
    if (s->kind == LCK_IF)
        return s->body && concerns(rows, s->body);
    return s->kind == LCK_BARRIER || s->kind == LCK_SHUFFLE ||
           ((s->kind == LCK_LOAD || s->kind == LCK_STORE) && s->array == LCK_SHARED) ||
           ((s->kind == LCK_SET || s->kind == LCK_APPLY) && is_reduced(rows, s->held));
}

/* Under a condition that holds in the first cluster alone. */
static bool alter_condition(lck_statement *s, const lck_kernel *k, lck_statement *body)
{
    if (s->kind != LCK_IF && s->kind != LCK_SET && s->kind != LCK_APPLY)
        return false;
    const lc_expr *rank = lc_expr_make(k->x, LC_EXPR_MOD, k->block,
                                       lc_expr_int(k->x, k->cluster));
    const lc_expr *first = lc_expr_make(k->x, LC_EXPR_EQ, k->block, rank);
    if (s->kind == LCK_IF) {
        s->value = lc_expr_make(k->x, LC_EXPR_ALL, s->value, first);
        return true;
    }
    *body = *s;
    body->next = NULL;
    *s = (lck_statement){.kind = LCK_IF, .value = first, .body = body, .next = s->next};
    return true;
}

/* What was there before an APPLY is lost; nothing is done. */
static bool alter_to_forget(lck_statement *s, lc_exprs *x)
{
    if (s->kind == LCK_APPLY)
        s->left = s->right;
    if (s->kind == LCK_IF)
        s->value = lc_expr_int(x, 0);
    return s->kind == LCK_APPLY || s->kind == LCK_IF;
}

/* An element further on in memory, or, of registers, the first of those that are read: one that
 * is there is used twice, and another one is left out. */
static bool alter_element(lck_statement *s, change how, lc_exprs *x)
{
    const bool moves = s->kind == LCK_LOAD || s->kind == LCK_STORE, next = how == NEXT;
    lck_register *from = moves                         ? &s->held
                         : s->kind == LCK_CONVERT      ? &s->left
                         : s->right.file == LCK_OF_ROW ? &s->left
                                                       : &s->right;
    if (moves && next && s->array != LCK_SHARED)
        s->value = lc_expr_add_scaled(x, s->value, 1, lc_expr_int(x, 1));
    else if (!next && from->at && from->file != LCK_OF_ROW && from->file != LCK_OF_PARTS)
        from->at = lc_expr_int(x, 0);
    else
        return false;
    return true;
}

/* Another one in its place, until it is put back. */
static bool alter(lck_statement *s, change how, const lck_kernel *k, lck_statement *was,
                  lck_statement *body)
{
    lc_exprs *x = k->x;
    *was = *s;
    if (how == SOMETIMES)
        return alter_condition(s, k, body);
    if (how == FORGET)
        return alter_to_forget(s, x);
    if (how == NEXT || how == FIRST)
        return alter_element(s, how, x);
    if (how == LEAVE_OUT) {
        *s = (lck_statement){.kind = LCK_IF, .value = lc_expr_int(x, 0), .next = was->next};
        return true;
    }
    switch (s->kind) {
    case LCK_SHUFFLE: s->count = s->count == 1 ? 2 : s->count / 2; return true;
    case LCK_BARRIER:
        if (s->scope != LCK_OF_CLUSTER)
            return false;
        s->scope = LCK_OF_ALL;
        return true;
    case LCK_LOAD:
    case LCK_STORE: s->value = lc_expr_int(x, 0); return true;
    case LCK_SET: s->value = lc_expr_int(x, 2); return true;
    case LCK_APPLY:
        s->function = s->function == LCK_PLUS ? LCK_MAX : LCK_PLUS;
        return s->right.file != s->left.file || s->right.at != s->left.at;
    default: return false;
    }
}

static void try_change(lck_rows *rows, lck_kernel *k, lck_statement *s, change how, tally *t)
{
    lck_statement was, body;
    if (!alter(s, how, k, &was, &body)) {
        *s = was;
        return;
    }
    const char *line;
    lcv_result *result = lck_check_reductions(rows, k, &line);
    ck_assert_ptr_nonnull(result);
    t->changed++;
    if (result->verdict != LCV_PROVED && is_of_elements(&was))
        ck_assert_msg(strstr(line, "elements"), "kind %d, change %d: %s", was.kind, how, line);
    if (was.kind == LCK_BARRIER || was.kind == LCK_SHUFFLE)
        ck_assert_msg(strstr(line, "reduction"), "kind %d, change %d: %s", was.kind, how, line);
    ck_assert_msg(how != FORGET || result->verdict != LCV_PROVED, "kind %d is not refused",
                  was.kind);
    if (result->verdict != LCV_PROVED) {
        t->found++;
    } else { /* it is as right as before */
        lck_rehearsal run;
        ck_assert_msg(lck_rehearse(k, NULL, NULL, &run), "%s", lc_ctx_message(k->ctx));
        ck_assert_msg(run.wrong == 0, "statement of kind %d, change %d: %s", was.kind, how,
                      run.message);
        t->same++;
    }
    lcv_result_free(result);
    *s = was;
}

static void change_each(lck_rows *rows, lck_kernel *k, lck_statement *list, tally *t)
{
    for (lck_statement *s = list; s; s = s->next) {
        for (change how = LEAVE_OUT; how < CHANGES; how++)
            if (how >= NEXT || how == LEAVE_OUT ? concerns(rows, s) || is_of_elements(s)
                                                : concerns(rows, s))
                try_change(rows, k, s, how, t);
        change_each(rows, k, s->body, t);
        change_each(rows, k, s->otherwise, t);
    }
}

static void ignore(void *user, const lcv_outcome *outcome)
{
    (void)user;
    ck_assert_msg(!outcome->error, "%s", outcome->error->message);
}

/* Hands the steps of a plan to a test. */
static void change_plan(void *user, lcv_planning *p)
{
    lck_given given;
    tally *t = user;
    lck_rows rows = {.plan = lck_plan_read(p, &given)};
    ck_assert(rows.plan && lck_read_formula(&rows, p) && lck_choose_rows(&rows, p, &given) &&
              lck_find_tree(&rows, p) && lck_prove_rows(&rows, p));
    lck_kernel *k = lck_lower_rows(&rows, p->e->r);
    ck_assert_ptr_nonnull(k);
    const char *line;
    lcv_result *right = lck_check_reductions(&rows, k, &line);
    ck_assert(right && right->verdict == LCV_PROVED);
    lcv_result_free(right);
    change_each(&rows, k, k->body, t);
    lck_kernel_free(k);
    free(rows.formula.text);
    lck_plan_free(rows.plan);
}

TEST(test_wrong_kernels)
{
    static const char *const plans[] = {"(3,2048):(2048,1)", "(40,100):(100,1)",
                                        "(2,40000):(40000,1)", "(9,20):(1,9)"};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        char script[256];
        tally t = {0};
        lcv_planner planner = {.user = &t, .plan = change_plan};
        lcv_session *session = lcv_session_new((lcv_options){.crosscheck = false});
        lcv_listener listener = {.outcome = ignore};
        snprintf(script, sizeof script,
                 "plan p(element=f32, value=%s, source=%s, destination=%s)\n", formulas[0],
                 plans[i], plans[i]);
        lcv_session_set_planner(session, &planner);
        lcv_session_say(session, script, &listener);
        lcv_session_free(session);
        ck_assert_msg(t.changed > 10 && t.found > t.changed * 3 / 4, "%s: %d of %d were found",
                      plans[i], t.found, t.changed);
    }
}

/* Threads of which some have fewer elements of a row than others. */
TEST(test_shorter_parts)
{
    plan_script t;
    const lck_kernel *k =
        plan_script_kernel(&t, "plan p(element=(f32,bf16), along=0, value=x / sum(abs(x)), "
                               "source=(2112,9):(2,4226), destination=(2112,9):(2,4226))\n");
    ck_assert_msg(t.verdict == LCV_PROVED, "%s", t.text);
    lck_rehearsal result;
    ck_assert(lck_rehearse(k, NULL, NULL, &result));
    ck_assert_msg(result.wrong == 0, "%s", result.message);
    plan_script_forget(&t);
}

/* Of few threads, more sets than there is room for. */
TEST(test_many_sets)
{
    const int threads = 8;
    int shared, joined = 0;
    lck_sets s;
    lc_ctx *ctx = lc_ctx_new();
    ck_assert(lck_sets_open(&s, ctx, threads));
    for (int a = 0; a < s.n; a++)
        for (int b = 0; b < a && lc_ctx_code(ctx) == LC_OK; b++)
            joined += lck_sets_join(&s, a, b, &shared) != LCK_NO_SET;
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    ck_assert_int_eq(joined, s.room - threads);
    lck_sets_close(&s);
    lc_ctx_free(ctx);
}

/* ---- integers of sizes ---- */

#define POINTS 4

typedef struct {
    lck_integer integer;
    int64_t at[POINTS];
} sample_integer;

static void operate(rnd *r, lck_integers *all, sample_integer *of, int n)
{
    static const lc_expr_op ops[] = {LC_EXPR_ADD, LC_EXPR_SUB, LC_EXPR_MUL, LC_EXPR_ADD,
                                     LC_EXPR_SUB, LC_EXPR_DIV, LC_EXPR_MOD, LC_EXPR_MIN};
    const lc_expr_op op = ops[rnd_in(r, 0, 7)];
    const sample_integer a = of[rnd_in(r, 0, n - 1)], b = of[rnd_in(r, 0, n - 1)];
    sample_integer out = {0};
    for (int i = 0; i < POINTS; i++)
        if (!lc_expr_apply(op, a.at[i], b.at[i], &out.at[i]) || llabs(out.at[i]) > 1000000)
            return;
    out.integer = lck_integer_make(all, op, a.integer, b.integer);
    of[rnd_in(r, 4, n - 1)] = out;
}

LAW_RELEASE(release_integers, lck_integers_free)

/* Two integers that differ by a number do so at all sizes. */
static bool integers_law(law *l)
{
    enum { N = 10 };
    sample_integer of[N];
    lck_integers *all = lck_integers_new(NULL);
    bool ok = all != NULL;
    law_own_with(l, all, release_integers);
    for (int k = 0; k < N; k++) {
        int64_t number = rnd_in(&l->rnd, -3, 9);
        of[k].integer = k < 4 ? lck_integer_variable(all, (size_t)k) : lck_integer_of(number);
        for (int i = 0; i < POINTS; i++)
            of[k].at[i] = k < 4 ? rnd_in(&l->rnd, 1, 50) : number;
    }
    for (int i = 0; i < 40; i++)
        operate(&l->rnd, all, of, N);
    for (int a = 0; ok && a < N; a++)
        for (int b = 0; ok && b < N; b++) {
            lck_integer by = lck_integer_make(all, LC_EXPR_SUB, of[a].integer, of[b].integer);
            if (a != b && by.known && !of[a].integer.known)
                law_saw(l, 1);
            for (int i = 0; ok && by.known && i < POINTS; i++)
                ok = of[a].at[i] - of[b].at[i] == by.value ||
                     law_fail(l, "%d and %d differ by %lld, not by %lld", a, b,
                              (long long)(of[a].at[i] - of[b].at[i]), (long long)by.value);
        }
    law_saw(l, 0);
    return ok;
}

TEST(test_integers)
{
    static const char *const classes[LAW_CLASSES] = {"all", "two that are no numbers"};
    law_check("integers of sizes", integers_law, classes);
}

/* (x + y) (x - y) is x x - y y; x / 3 is x / 3, and not known to be x % 3 or y / 3. */
TEST(test_identities)
{
    lck_integers *all = lck_integers_new(NULL);
    const lck_integer x = lck_integer_variable(all, 7), y = lck_integer_variable(all, 9),
                      three = lck_integer_of(3);
    lck_integer a = lck_integer_make(all, LC_EXPR_MUL, lck_integer_make(all, LC_EXPR_ADD, x, y),
                                     lck_integer_make(all, LC_EXPR_SUB, x, y));
    lck_integer b = lck_integer_make(all, LC_EXPR_SUB, lck_integer_make(all, LC_EXPR_MUL, x, x),
                                     lck_integer_make(all, LC_EXPR_MUL, y, y));
    a = lck_integer_make(all, LC_EXPR_SUB, a, b);
    ck_assert(a.known && a.value == 0);
    a = lck_integer_make(all, LC_EXPR_DIV, x, three);
    b = lck_integer_make(all, LC_EXPR_DIV, x, three);
    ck_assert(lck_integer_make(all, LC_EXPR_SUB, a, b).known);
    b = lck_integer_make(all, LC_EXPR_MOD, x, three);
    ck_assert(!lck_integer_make(all, LC_EXPR_SUB, a, b).known);
    b = lck_integer_make(all, LC_EXPR_DIV, y, three);
    ck_assert(!lck_integer_make(all, LC_EXPR_SUB, a, b).known);
    a = lck_integer_make(all, LC_EXPR_MUL, x, lck_integer_of(INT64_MAX));
    ck_assert(!a.lost && lck_integer_make(all, LC_EXPR_ADD, a, x).lost);
    lck_integers_free(all);
}

/* Rows of an open length that are aligned at no size. */
TEST(test_unaligned)
{
    static const char *const layouts[] = {"(9,N):(1,9)", "(9,N):(2*N,2)"};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        plan_script t;
        const lck_kernel *kernel = plan_script_kernel(
            &t,
            "param N in 1..5000\nplan p(element=f32, along=1, value=x - max(x), source=%s, "
            "destination=%s)\n",
            layouts[i], layouts[i]);
        ck_assert_msg(kernel != NULL, "%s: %s", layouts[i], t.text);
        lck_rehearsal result;
        const int64_t size[] = {77};
        ck_assert(lck_rehearse(lck_kernel_pick(kernel, size, 132), size, NULL, &result));
        ck_assert_msg(result.wrong == 0, "%s: %s", layouts[i], result.message);
        plan_script_forget(&t);
    }
}

/* Kernels of a plan have names of their own, however long that of the plan is. */
TEST(test_long_names)
{
    char name[129] = ""; /* no longer ones are read */
    plan_script t;
    memset(name, 'n', sizeof name - 1);
    plan_script_kernel(&t,
                       "param N in 1..300\nplan %s(element=f32, value=x - max(x), "
                       "source=(4,N):(N,1), destination=(4,N):(N,1))\n",
                       name);
    const lck_kernel *first = lck_planner_find(t.planner, name);
    ck_assert_msg(first && first->other, "%s", t.text);
    for (const lck_kernel *k = first; k; k = k->other)
        for (const lck_kernel *other = k->other; other; other = other->other)
            ck_assert_str_ne(k->name, other->name);
    plan_script_forget(&t);
}

/* Of the kernels of open lengths, the one with the shortest tile and the longest vectors. */
TEST(test_variants)
{
    static const struct {
        int64_t n;
        const char *name;
    } picks[] = {{1, "p_11"},   {8, "p"},       {255, "p_11"},  {256, "p_2"},
                 {264, "p_3"},  {999, "p_11"},  {2000, "p_5"},  {8192, "p_7"},
                 {8200, "p_8"}, {8193, "p_13"}, {30000, "p_9"}, {40000, "p_10"}};
    plan_script t;
    const lck_kernel *kernel =
        plan_script_kernel(&t,
                           "param M in 1..64, N in 1..50000\n"
                           "plan p(element=bf16, source=(M,N):(N,1), destination=(M,N):(N,1), "
                           "value=x - max(x))\n");
    ck_assert_msg(kernel != NULL, "%s", t.text);
    for (size_t i = 0; i < sizeof picks / sizeof *picks; i++) {
        const int64_t size[] = {3, picks[i].n};
        const lck_kernel *k = lck_kernel_pick(kernel, size, 132);
        ck_assert_ptr_nonnull(k);
        ck_assert_msg(strcmp(k->name, picks[i].name) == 0, "%s at %lld", k->name,
                      (long long)picks[i].n);
        lck_rehearsal result;
        ck_assert(picks[i].n > 9000 || lck_rehearse(k, size, NULL, &result));
        ck_assert(picks[i].n > 9000 || result.wrong == 0);
    }
    plan_script_forget(&t);
}

SUITE_MAIN("rows", test_integers, test_identities, test_random, test_shorter_parts,
           test_many_sets, test_unaligned, test_variants, test_long_names, test_loops,
           test_wrong_plans, test_wrong_kernels)
