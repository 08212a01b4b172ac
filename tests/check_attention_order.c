/* check_attention_order.c - kernels of attention keep their order, and one that lacks a fence, a
 * wait, a group, a barrier, a release, or an mbarrier does not, nor one that awaits, releases or
 * fills another slot or phase. They count each pair under the mask once, and one that takes
 * another block, loads or compares another key, loads or stores another query, head or columns of
 * them, looks up another length, page, start or batch, leaves out another score, or compares
 * nothing, does not. */
#include "config.h"

#include "planted-order.h"
#include "suite.h"

#include "../kernels/attention/reading.h"
#include "../kernels/order/order.h"
#include "../verify/session/script.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *sizes, *dim, *keys;
    size_t planted, refuted; /* at least so many errors are found; refuted */
    bool once;               /* no stage is filled again, and none need be released */
} attention_case;

#define ANY "S in 1..65536, T in 1..65536"
#define PAGED "S in 1..65536, N in 1..1024, P in 1..65536"
#define RAGGED ANY ", B in 1..32"
#define STARTS "starts=(B+1,):(1,), key_starts=(B+1,):(1,)"

/* Of two warpgroups, of three, of one whose keys are split; with windows; of so many blocks. */
static const attention_case cases[] = {
    {ANY, "128", "elements=bf16, splits=1", 304, 129, false},
    {ANY, "64", "elements=bf16, splits=1, causal=1", 262, 127, false},
    {ANY, "64", "elements=bf16, splits=1, causal=1, window=300, keys=64", 264, 127, false},
    {ANY, "128", "elements=bf16, splits=4, keys=64", 233, 112, false},
    {ANY, "256", "elements=bf16, splits=1, keys=64", 418, 137, false},
    {ANY, "64", "elements=bf16, splits=1, keys=64, lengths=(1,):(1,)", 302, 141, false},
    {ANY, "128", "elements=bf16, splits=4, keys=64, lengths=(1,):(1,)", 286, 128, false},
    {ANY, "128", "elements=e4m3, lse=1", 290, 133, false},
    {ANY, "64", "elements=e4m3, lengths=(1,):(1,)", 287, 139, false},
    {"S in 150..150, T in 150..150", "64", "elements=bf16, splits=1, causal=1, keys=32", 261, 124,
     false},
    {PAGED, "128", "elements=bf16, splits=1, causal=1, pages=(1,N):(N,1)", 382, 133, false},
    {PAGED, "128", "elements=bf16, splits=4, keys=32, pages=(1,N):(N,1)", 247, 114, false},
    {PAGED, "64", "elements=bf16, splits=1, causal=1, keys=64, pages=(1,4):(4,1)", 272, 129,
     false},
    {RAGGED, "64", "elements=bf16, causal=1, lse=1, " STARTS, 374, 143, false},
    {RAGGED, "128", "elements=bf16, most=S, lengths=(B,):(1,), " STARTS, 384, 147, false},
    {"S in 64..64, T in 64..128", "64", "elements=bf16, splits=1, keys=64", 255, 119, true},
};

typedef struct {
    const attention_case *of;
    lck_attention *attention;
    order_planting planting;
} planted_attention;

static bool prove(order_planting *t)
{
    const planted_attention *of = t->user;
    return lck_attention_prove_blocks(of->attention, t->p, t->kernel) &&
           lck_prove_order(of->attention->plan, t->p, t->kernel);
}

static bool is_release(const lck_kernel *kernel, const lck_statement *s)
{
    return s->kind == LCK_ARRIVE && strstr(kernel->ring[s->ring].name, "empty");
}

/* A fence of products that comes behind another one, with no registers touched between; one
 * behind zeros that are written over rows, before another one that precedes all who are told. */
static bool may_lack(const order_planting *t, const lck_statement *s)
{
    const planted_attention *of = t->user;
    if (of->of->once && is_release(t->kernel, s))
        return true;
    if (s->kind != LCK_FENCE || t->depth == 0)
        return false;
    return s->fence == LCK_FENCE_PRODUCTS ? s->next->kind == LCK_WGMMA && s->next->a.array < 0
                                          : s->fence == LCK_FENCE_PROXY && !s->next;
}

/* ---- blocks of keys ---- */

static bool leaves_out_scores(const lck_statement *s)
{
    return s->kind == LCK_APPLY
               ? s->function == LCK_LOWEST && s->held.at->op != LC_EXPR_INT
               : s->body && (s->kind == LCK_IF || s->kind == LCK_FOR) &&
                     (leaves_out_scores(s->body) || (s->body->next && s->body->next->next &&
                                                     leaves_out_scores(s->body->next->next)));
}

/* One block more than is seen is no error; of splits a first block is named; rows of the result
 * have queries, too; which tile a block has is not claimed. */
static bool counts(const order_planting *t, const lck_statement *s, int64_t by)
{
    static const char *const names[] = {"low",    "blocks",    "key",   "page",
                                        "of_row", "of_column", "start", "next",
                                        "batch",  "queries",   "own"};
    for (size_t i = 0; s->kind == LCK_LET && i < sizeof names / sizeof *names; i++)
        if (strncmp(s->var->name, names[i], strlen(names[i])) == 0)
            return s->var != t->kernel->attention.tile;
    return s->kind == LCK_LET &&
           ((by < 0 && strcmp(s->var->name, "end") == 0) || leaves_out_scores(s->next) ||
            (t->kernel->attention.split && strcmp(s->var->name, "first") == 0));
}

static void plant(order_planting *t, const char *what, lck_statement *s, const lc_expr **at,
                  const lc_expr *value)
{
    const lc_expr *before = *at;
    *at = value;
    planted_is_found(t, what, s);
    *at = before;
}

static void plant_by(order_planting *t, const char *what, lck_statement *s, const lc_expr **at,
                     int64_t by)
{
    plant(t, what, s, at, planted_expr(t, LC_EXPR_ADD, *at, lc_expr_int(t->kernel->x, by)));
}

/* LET key; LET query; IF: under a condition that never holds. */
static void plant_never(order_planting *t, lck_statement *before)
{
    lck_statement *key = before->next, *mask = key && key->next ? key->next->next : NULL;
    if (!mask || key->kind != LCK_LET || mask->kind != LCK_IF || !leaves_out_scores(mask))
        return;
    lck_statement never = {.kind = LCK_IF,
                           .value = lc_expr_int(t->kernel->x, 0),
                           .body = key,
                           .next = mask->next};
    before->next = &never;
    mask->next = NULL;
    planted_is_found(t, "it never compares", mask);
    mask->next = never.next;
    before->next = key;
}

/* ---- rows that are stored one by one ---- */

static bool stores_row(const order_planting *t, const lck_statement *s)
{
    const lck_attention_result *of = &t->kernel->attention;
    return s->kind == LCK_STORE && !of->parts && (s->array == of->o || s->array == of->lse);
}

static bool guards_rows(const order_planting *t, const lck_statement *s)
{
    for (const lck_statement *in = s->kind == LCK_IF ? s->body : NULL; in; in = in->next)
        if (stores_row(t, in) || (in->kind == LCK_FOR && stores_row(t, in->body)))
            return true;
    return false;
}

static void plant_in_rows(order_planting *t, lck_statement *s)
{
    const bool guards = guards_rows(t, s);
    for (int by = -1; by <= 1; by += 2) {
        if (stores_row(t, s))
            plant_by(t, "another place of a row", s, &s->value, by);
        if (stores_row(t, s))
            plant_by(t, "another register of a row", s, &s->held.at, by);
        if (guards && s->value->op == LC_EXPR_LT)
            plant(t, "a row too many, or too few", s, &s->value,
                  planted_expr(t, LC_EXPR_LT,
                               planted_expr(t, LC_EXPR_ADD, s->value->arg[0],
                                            lc_expr_int(t->kernel->x, by)),
                               s->value->arg[1]));
    }
    if (guards)
        plant(t, "rows of no query", s, &s->value, lc_expr_int(t->kernel->x, 1));
    if (guards && s->value->op == LC_EXPR_ALL)
        for (int i = 0; i < 2; i++)
            plant(t, "who stores rows", s, &s->value, s->value->arg[i]);
}

static void plant_in_blocks(order_planting *t, lck_statement *s)
{
    const planted_attention *of = t->user; /* of two blocks, the first one needs no comparison */
    for (; s; s = s->next) {
        for (int by = -1; by <= 1; by += 2) {
            if (counts(t, s, by))
                plant_by(t, s->var->name, s, &s->value, by);
            if (s->kind == LCK_TMA_LOAD || s->kind == LCK_TMA_STORE)
                for (size_t i = 0; i < t->kernel->map[s->map].rank; i++)
                    plant_by(t, "a box", s, &s->crd[i], by);
            if (s->kind == LCK_TMA_LOAD)
                plant_by(t, "a row of a stage", s, &s->to.index,
                         by * 8 * t->kernel->map[s->map].box[0]);
            if (s->kind == LCK_FETCH)
                plant_by(t, "another place of a table", s, &s->value, by);
            if (s->kind == LCK_IF && s->body->kind == LCK_APPLY && leaves_out_scores(s->body))
                plant_by(t, "another score", s, &s->body->held.at, by);
        }
        if (s->kind == LCK_IF && leaves_out_scores(s) && !of->of->once)
            plant(t, "it compares nothing", s, &s->value, lc_expr_int(t->kernel->x, 0));
        plant_never(t, s);
        plant_in_rows(t, s);
        plant_in_blocks(t, s->body);
        plant_in_blocks(t, s->otherwise);
    }
}

static void make(void *user, lcv_planning *p)
{
    planted_attention *of = user;
    bool proved;
    lck_kernel *kernel = lck_attention_make(p, 0, &proved);
    ck_assert_msg(kernel && proved, "%s", p->claim ? p->claim : p->e->diag->message);
    of->attention = lck_attention_read(p);
    ck_assert(of->attention != NULL);
    if (kernel->before)
        ck_assert(lck_attention_split(of->attention, 1));
    else
        lck_attention_whole(of->attention);
    of->planting = (order_planting){.what = of->of->keys,
                                    .p = p,
                                    .kernel = kernel->before ? kernel->before : kernel,
                                    .prove = prove,
                                    .may_lack = may_lack,
                                    .user = of};
    ck_assert_msg(planted_is_proved(&of->planting), "%s: %s", of->of->keys, p->claim);
    plant_in_order(&of->planting);
    plant_in_blocks(&of->planting, of->planting.kernel->body);
    lck_attention_free(of->attention);
    lck_kernel_free(kernel);
    lck_forget_result(p);
    lcv_eval_fail(p->e, p->name_span, "the kernel was only looked at");
}

static void check_case(const attention_case *c)
{
    char script[1024], keys[64];
    planted_attention t = {.of = c};
    lcv_planner planner = {.user = &t, .plan = make};
    lcv_listener listener = {0};
    const char *layout = strcmp(c->sizes, PAGED) == 0 ? "(P,4,64,%s):(65536,16384,256,1)"
                                                      : "(1,4,T,%s):(0,T*256,256,1)";
    snprintf(keys, sizeof keys, layout, c->dim);
    snprintf(
        script, sizeof script,
        "param %s\n"
        "plan p(q=(1,4,S,%s):(0,S*256,256,1), k=%s, v=%s, o=(1,4,S,%s):(0,S*256,256,1), %s)\n",
        c->sizes, c->dim, keys, keys, c->dim, c->keys);
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    lcv_session_set_planner(session, &planner);
    lcv_session_say(session, script, &listener);
    lcv_session_free(session);
    ck_assert_msg(t.planting.missed == 0, "%s, %s: %zu of %zu are not missed", c->sizes, c->keys,
                  t.planting.missed, t.planting.planted);
    ck_assert_msg(t.planting.planted >= c->planted && t.planting.refuted >= c->refuted,
                  "%s, %s: %zu errors were planted, %zu are refuted", c->sizes, c->keys,
                  t.planting.planted, t.planting.refuted);
}

TEST(test_order)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}

SUITE_MAIN("attention order", test_order)
