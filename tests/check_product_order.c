/* check_product_order.c - kernels of products keep their order, and one that lacks a fence, a
 * wait, a group, a barrier, a release, or an mbarrier does not, nor one that awaits, releases or
 * fills another slot or phase. */
#include "config.h"

#include "suite.h"

#include "../kernels/product/choose/variants.h"
#include "../kernels/product/prove/proofs.h"
#include "../verify/session/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZES                                                                                    \
    "param M in 1..65536, N in 1..65536, K in 1..65536\nassume K % 8 == 0\nassume N % 8 == 0\n"

typedef struct {
    const char *keys;
    size_t planted; /* at least so many errors are found */
} kernel_case;

/* A kernel, into which errors are planted. */
typedef struct {
    const kernel_case *of;
    lcv_planning *p;
    lck_product *product;
    const lck_recipe *recipe;
    lck_kernel *kernel;
    size_t planted, missed;
    char why[2000];
} planting;

static bool is_proved(planting *t)
{
    lck_forget_result(t->p);
    return lck_product_prove_kernel(t->product, t->recipe, t->kernel, t->p);
}

/* It is refuted, and for a reason: nothing else went wrong. */
static void expect_refuted(planting *t, const char *what, const lck_statement *s)
{
    bool refuted = !is_proved(t) && t->p->e->status == LCV_EVAL_OK && t->p->result &&
                   t->p->result->verdict == LCV_REFUTED;
    t->planted++;
    t->missed += !refuted;
    if (!refuted)
        fprintf(stderr, "%s: not missed: %s, kind %d, count %lld: %s\n", t->of->keys, what,
                (int)s->kind, (long long)s->count,
                t->p->claim ? t->p->claim : t->p->e->diag->message);
}

/* ---- statements that are left out ---- */

static bool keeps_order(const lck_statement *s)
{
    switch (s->kind) {
    case LCK_BARRIER:
    case LCK_COMMIT:
    case LCK_DRAIN:
    case LCK_FENCE:
    case LCK_INIT:
    case LCK_EXPECT:
    case LCK_ARRIVE:
    case LCK_AWAIT: return true;
    default: return false;
    }
}

static bool stores_boxes(const lck_kernel *kernel)
{
    return kernel->nmaps > 2;
}

/* A block that no other sends to may end alone. */
static bool may_lack(const planting *t, const lck_statement *s)
{
    return s->kind == LCK_BARRIER && !s->next && s->scope == LCK_OF_ALL &&
           stores_boxes(t->kernel);
}

static void leave_out(planting *t, lck_statement **at)
{
    for (; *at; at = &(*at)->next) {
        lck_statement *s = *at;
        if (keeps_order(s) && !may_lack(t, s)) {
            *at = s->next;
            expect_refuted(t, "it is left out", s);
            *at = s;
        }
        leave_out(t, &s->body);
        leave_out(t, &s->otherwise);
    }
}

/* ---- other numbers ---- */

static void change(planting *t, const char *what, lck_statement *s, const lc_expr **at,
                   lc_expr_op op, int64_t by)
{
    const lc_expr *before = *at;
    if (!before)
        return;
    *at = lc_expr_make(t->kernel->x, op, before, lc_expr_int(t->kernel->x, by));
    if (!*at || lc_expr_equal(*at, before))
        lc_ctx_reset(t->kernel->ctx);
    else
        expect_refuted(t, what, s);
    *at = before;
}

static const lc_expr *make_expr(planting *t, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    const lc_expr *made = a && b ? lc_expr_make(t->kernel->x, op, a, b) : NULL;
    ck_assert_ptr_nonnull(made);
    return made;
}

/* The slot of the next use. */
static void change_slot(planting *t, lck_statement *s)
{
    const lc_expr *before = s->slot;
    const lc_expr *slots = lc_expr_int(t->kernel->x, t->kernel->ring[s->ring].slots);
    s->slot = make_expr(t, LC_EXPR_ADD, before, lc_expr_int(t->kernel->x, 1));
    s->slot = make_expr(t, LC_EXPR_MOD, s->slot, slots);
    expect_refuted(t, "another slot", s);
    s->slot = before;
}

/* Another number of groups that may be under way, another slot, another phase. */
static void change_numbers(planting *t, lck_statement *body)
{
    for (; body; body = body->next) {
        if (body->kind == LCK_DRAIN) {
            body->count++;
            expect_refuted(t, "one more group", body);
            body->count--;
        }
        if (body->kind == LCK_AWAIT) {
            change(t, "a later phase", body, &body->phase, LC_EXPR_ADD, 1);
            change(t, "an earlier phase", body, &body->phase, LC_EXPR_SUB, 1);
        }
        if (body->slot && body->kind != LCK_INIT)
            change_slot(t, body);
        change_numbers(t, body->body);
        change_numbers(t, body->otherwise);
    }
}

/* Stages whose slots are counted by one more, or by one less, than there are, or backwards. */
static void change_places(planting *t, lck_statement *body)
{
    lc_exprs *x = t->kernel->x;
    int64_t slots;
    for (; body; body = body->next) {
        if (body->kind == LCK_LET && strncmp(body->var->name, "slot", 4) == 0 &&
            body->value->op == LC_EXPR_MOD && lc_expr_is_int(body->value->arg[1], &slots)) {
            const lc_expr *before = body->value;
            for (int by = -1; by <= 1; by += 2) {
                body->value = make_expr(t, LC_EXPR_MOD, before->arg[0],
                                        lc_expr_int(x, slots + by));
                expect_refuted(t, "slots of another ring", body);
            }
            body->value = make_expr(t, LC_EXPR_SUB, lc_expr_int(x, slots - 1), before);
            expect_refuted(t, "slots counted backwards", body);
            body->value = before;
        }
        change_places(t, body->body);
        change_places(t, body->otherwise);
    }
}

static void change_rings(planting *t)
{
    for (size_t i = 0; i < t->kernel->nrings; i++) {
        t->kernel->ring[i].slots--;
        expect_refuted(t, "a ring one slot short", t->kernel->body);
        t->kernel->ring[i].slots++;
    }
}

/* Statements that each become an IF with them on both ways. */
typedef struct {
    size_t n;
    lck_statement *at[2], before[2], way[2][2];
} splitting;

static void split(planting *t, splitting *s, lck_statement *body)
{
    for (; body; body = body->next) {
        if (body->kind != LCK_ARRIVE || s->n == 2) {
            split(t, s, body->body);
            split(t, s, body->otherwise);
            continue;
        }
        lck_statement *way = s->way[s->n];
        s->at[s->n] = body;
        s->before[s->n++] = way[0] = way[1] = *body;
        way[0].next = way[1].next = NULL;
        *body = (lck_statement){.kind = LCK_IF,
                                .value = make_expr(t, LC_EXPR_LT, t->kernel->block,
                                                   lc_expr_int(t->kernel->x, 7)),
                                .body = &way[0],
                                .otherwise = &way[1],
                                .next = body->next};
    }
}

/* Both releases of a stage, each on two ways: four of them are followed. */
static void split_releases(planting *t)
{
    splitting s = {0};
    split(t, &s, t->kernel->body);
    if (s.n > 0 && !is_proved(t)) {
        t->missed++;
        fprintf(stderr, "%s: four releases: %s: %s\n", t->of->keys, t->p->claim,
                t->p->result ? t->p->result->counterexample.summary : "");
    }
    while (s.n-- > 0)
        *s.at[s.n] = s.before[s.n];
}

/* Slot 0 is filled in so many epochs before the loop that no proof holds all of them: that is no
 * reason to find a use that nobody filled, or to say nothing. */
static void fill_often(planting *t)
{
    enum { OFTEN = 40 };
    static lck_statement more[2 * OFTEN];
    lck_statement *before = t->kernel->body;
    const lc_expr *zero = lc_expr_int(t->kernel->x, 0);
    ck_assert_ptr_nonnull(zero);
    while (before->next && before->next->kind != LCK_LOOP)
        before = before->next;
    int array = 0;
    while (t->kernel->array[array].role != LCK_OF_BLOCK)
        array++;
    for (int i = 0; i < 2 * OFTEN; i++)
        more[i] = (lck_statement){.kind = i % 2 ? LCK_BARRIER : LCK_STORE,
                                  .next = i + 1 < 2 * OFTEN ? &more[i + 1] : before->next,
                                  .scope = LCK_OF_ALL,
                                  .array = array,
                                  .value = zero,
                                  .held = {0, zero},
                                  .width = 1};
    lck_statement *loop = before->next;
    before->next = more;
    expect_refuted(t, "filled too often", loop);
    ck_assert(t->p->result && strstr(t->p->result->counterexample.summary, "not in the form"));
    before->next = loop;
}

/* ---- kernels ---- */

static const kernel_case cases[] = {
    {"method=wgmma, tile=(128,256,64), cluster=(2,1), stages=3", 45},
    {"method=wgmma, tile=(128,256,64), cluster=(1,1), stages=4", 45},
    {"method=wgmma, tile=(128,128,64), cluster=(1,2), stages=4", 45},
    {"method=wgmma, tile=(64,128,64), cluster=(1,1), stages=4, turns=1", 45},
    {"method=wgmma, tile=(128,128,64), split=2, stages=4", 25},
    {"method=mma, tile=(128,128,32), stages=3", 10},
    {"method=mma, tile=(128,128,32), stages=4", 10},
    {"method=fma, tile=(128,128,16), stages=2", 2}};

static void plant_all(planting *t)
{
    bool proved = is_proved(t);
    snprintf(t->why, sizeof t->why, "%s: %s", t->p->claim ? t->p->claim : "",
             t->p->result ? t->p->result->counterexample.summary : "");
    t->missed += !proved;
    leave_out(t, &t->kernel->body);
    change_numbers(t, t->kernel->body);
    change_places(t, t->kernel->body);
    change_rings(t);
    if (!t->recipe->turns)
        split_releases(t);
    if (t->recipe->method == LCK_FMA)
        fill_often(t);
}

static void make(void *user, lcv_planning *p)
{
    planting *t = user;
    lck_wanted wanted;
    lck_recipe recipe;
    t->p = p;
    t->product = lck_product_read(p, &wanted);
    ck_assert(t->product != NULL);
    lck_lead_with_operands(t->product);
    ck_assert_uint_eq(lck_product_recipes(t->product, &wanted, p, &recipe, 1), 1);
    ck_assert(lck_product_prove(t->product, &recipe, p));
    t->recipe = &recipe;
    t->kernel = lck_product_lower(t->product, &recipe, p->e->r);
    ck_assert(t->kernel != NULL);
    plant_all(t);
    lck_kernel_free(t->kernel);
    lck_recipe_clear(&recipe);
    lck_product_free(t->product);
    lck_forget_result(p);
    lcv_eval_fail(p->e, p->name_span, "the kernel was only looked at");
}

static void check_case(const kernel_case *c)
{
    char script[1024];
    planting t = {.of = c};
    lcv_planner planner = {.user = &t, .plan = make};
    lcv_listener listener = {0};
    snprintf(script, sizeof script,
             "%splan p(a=(M,K):(K,1), b=(N,K):(K,1), c=(M,N):(N,1), elements=%s, "
             "%s)\n",
             SIZES, strstr(c->keys, "fma") ? "(f32,f32,f32)" : "(bf16,bf16,bf16)", c->keys);
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    lcv_session_set_planner(session, &planner);
    lcv_session_say(session, script, &listener);
    lcv_session_free(session);
    ck_assert_msg(t.missed == 0, "%s: %zu of %zu are not missed: %s", c->keys, t.missed,
                  t.planted, t.why);
    ck_assert_msg(t.planted >= c->planted, "%s: %zu errors were planted", c->keys, t.planted);
}

TEST(test_order)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}

SUITE_MAIN("product order", test_order)
