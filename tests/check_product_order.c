/* check_product_order.c - kernels of products keep their order, and one that lacks a fence, a
 * wait, a group, a barrier, a release, or an mbarrier does not, nor one that awaits, releases or
 * fills another slot or phase. */
#include "config.h"

#include "planted-order.h"
#include "suite.h"

#include "../kernels/order/order.h"
#include "../kernels/product/choose/variants.h"
#include "../verify/session/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZES                                                                                    \
    "param M in 1..65536, N in 1..65536, K in 1..65536\nassume K % 8 == 0\nassume N % 8 == 0\n"

typedef struct {
    const char *keys;
    size_t planted, refuted; /* at least so many errors are found; refuted */
    const char *k;           /* its extent; NULL: K */
    const char *mn;          /* those of M and N; NULL: M and N */
} kernel_case;

typedef struct {
    const kernel_case *of;
    lck_product *product;
    const lck_recipe *recipe;
    size_t planted, refuted, missed;
    char why[2000];
} planting;

static bool prove(order_planting *t)
{
    const planting *of = t->user;
    return lck_product_prove_kernel(of->product, of->recipe, t->kernel, t->p);
}

static bool stores_boxes(const lck_kernel *kernel)
{
    return kernel->nmaps > 2;
}

/* A block that no other sends to may end alone; what is read last, of its only tile, may stay
 * unreleased. */
static bool may_lack(const order_planting *t, const lck_statement *s)
{
    if (s->kind == LCK_ARRIVE)
        return t->depth == 0;
    return s->kind == LCK_BARRIER && !s->next && s->scope == LCK_OF_ALL &&
           stores_boxes(t->kernel);
}

/* Statements that each become an IF with them on both ways. */
typedef struct {
    bool apart; /* blocks of a cluster may go different ways */
    size_t n;
    lck_statement *at[2], before[2], way[2][2];
} splitting;

static void split(order_planting *t, splitting *s, lck_statement *body)
{
    for (; body; body = body->next) {
        if (body->kind != LCK_ARRIVE || s->n == 2) {
            split(t, s, body->body);
            split(t, s, body->otherwise);
            continue;
        }
        const lc_expr *seven = lc_expr_int(t->kernel->x, 7), *of = t->kernel->block;
        if (!s->apart)
            of = planted_expr(t, LC_EXPR_DIV, of, lc_expr_int(t->kernel->x, t->kernel->cluster));
        lck_statement *way = s->way[s->n];
        s->at[s->n] = body;
        s->before[s->n++] = way[0] = way[1] = *body;
        way[0].next = way[1].next = NULL;
        *body = (lck_statement){.kind = LCK_IF,
                                .value = planted_expr(t, LC_EXPR_LT, of, seven),
                                .body = &way[0],
                                .otherwise = &way[1],
                                .next = body->next};
    }
}

/* Both releases of a stage, each on two ways: four of them are followed, where the blocks of a
 * cluster take one way together. */
static void split_releases(order_planting *t, bool apart)
{
    splitting s = {.apart = apart};
    split(t, &s, t->kernel->body);
    if (s.n > 0 && planted_is_proved(t) == (apart && s.before[0].peer)) {
        t->missed++;
        fprintf(stderr, "%s: four releases: %s: %s\n", t->what, t->p->claim,
                t->p->result ? t->p->result->counterexample.summary : "");
    }
    while (s.n-- > 0)
        *s.at[s.n] = s.before[s.n];
}

/* Slot 0 is filled in so many epochs before the loop that no proof holds all of them: that is no
 * reason to find a use that nobody filled, or to say nothing. */
static void fill_often(order_planting *t)
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
    planted_is_found(t, "filled too often", loop);
    ck_assert(t->p->result && t->p->result->verdict == LCV_UNKNOWN &&
              strstr(t->p->result->reason, "not in the form"));
    before->next = loop;
}

/* Where the warp that loads waits: AWAIT, BARRIER, LETs, IF one lane: EXPECT. NULL: none does. */
static lck_statement **find_loader(lck_statement **at)
{
    for (; *at; at = &(*at)->next) {
        const lck_statement *next = (*at)->next;
        if ((*at)->kind == LCK_AWAIT && next && next->kind == LCK_BARRIER &&
            next->scope == LCK_OF_WARP)
            return at;
        lck_statement **in = find_loader(&(*at)->body);
        if (in || (in = find_loader(&(*at)->otherwise)))
            return in;
    }
    return NULL;
}

static void waits(order_planting *t, const char *what, bool well)
{
    size_t looked;
    bool unclear;
    const char *why = lck_kernel_disorder(t->kernel, &looked, &unclear);
    ck_assert_msg(well ? !why : why && strstr(why, "others of its warp may still wait"),
                  "%s: %s: %s", t->what, what, why ? why : "no fault");
}

/* One lane fills: all wait before it, who meet behind that; or it waits alone. */
static void plant_lanes(order_planting *t)
{
    lck_statement **at = find_loader(&t->kernel->body);
    if (!at)
        return;
    lck_statement *await = *at, *barrier = await->next, *rest = barrier->next, *one = rest;
    while (one->kind != LCK_IF)
        one = one->next;
    waits(t, "they meet behind the wait", true);
    await->next = rest;
    waits(t, "they do not meet", false);
    *at = barrier;
    barrier->next = await;
    waits(t, "they meet before the wait", false);
    *at = rest;
    await->next = one->body;
    one->body = await;
    waits(t, "one waits", true);
    ck_assert_msg(planted_is_proved(t), "%s: one waits: %s", t->what, t->p->claim);
    lck_statement other = *await;
    other.next = NULL;
    one->otherwise = &other;
    waits(t, "the others wait, too", false);
    one->otherwise = NULL;
    one->body = await->next;
    await->next = barrier;
    barrier->next = rest;
    *at = await;
}

/* Names, loops and waits for the ring of loads, as those of others. */
typedef struct {
    size_t n;
    lck_statement at[64];
} waiting;

static lck_statement *waits_alone(waiting *w, const lck_statement *s)
{
    lck_statement *first = NULL, **next = &first;
    for (; s; s = s->next) {
        if (s->kind != LCK_LET && s->kind != LCK_LOOP && (s->kind != LCK_AWAIT || s->ring != 0))
            continue;
        ck_assert_uint_lt(w->n, sizeof w->at / sizeof *w->at);
        lck_statement *copy = &w->at[w->n++];
        *copy = *s;
        copy->next = NULL;
        copy->body = waits_alone(w, s->body);
        *next = copy;
        next = &copy->next;
    }
    return first;
}

/* A warp more, that is idle; or it waits for each stage, and does not arrive. */
static void plant_waits(order_planting *t)
{
    waiting w = {0};
    lck_statement *roles = t->kernel->body;
    while (roles && !(roles->kind == LCK_IF && roles->otherwise && find_loader(&roles->body)))
        roles = roles->next;
    lck_statement *loads = roles ? roles->body : NULL;
    while (loads && loads->kind != LCK_IF)
        loads = loads->next;
    if (!loads)
        return;
    t->kernel->threads += 32;
    ck_assert_msg(planted_is_proved(t), "%s: an idle warp: %s", t->what, t->p->claim);
    loads->otherwise = waits_alone(&w, roles->otherwise);
    planted_is_found(t, "an idle warp waits", loads);
    loads->otherwise = NULL;
    t->kernel->threads -= 32;
}

/* A box a row further on, that ends with the tensor: no map is as long as the last one then. */
static void move_box(order_planting *t, lck_statement *s)
{
    const size_t cut = t->kernel->map[s->map].cut;
    const lc_expr *inside = s->value, *at = s->crd[cut], *row = lc_expr_int(t->kernel->x, 1);
    s->value = planted_expr(t, LC_EXPR_SUB, inside, row);
    s->crd[cut] = planted_expr(t, LC_EXPR_ADD, at, row);
    planted_is_found(t, "a box lies between multiples of its extent", s);
    s->value = inside;
    s->crd[cut] = at;
}

/* A row less or more than comes, or all rows of a stage. */
static void expect_others(order_planting *t, lck_statement *s)
{
    const lc_expr *bytes = s->value;
    for (int by = -128; by <= 128; by += 128) {
        s->value = by ? planted_expr(t, LC_EXPR_ADD, bytes, lc_expr_int(t->kernel->x, by))
                      : lc_expr_int(t->kernel->x, bytes->high);
        planted_is_found(t, "other bytes are expected than come", s);
    }
    s->value = bytes;
}

/* Boxes that end where their tensor does not, or are not cut, or lie elsewhere. */
static void plant_cuts(order_planting *t, lck_statement *s)
{
    for (; s; s = s->next) {
        const lc_expr *inside = s->value;
        for (int by = -1; s->kind == LCK_TMA_LOAD && inside && by <= 1; by++) {
            s->value = by ? planted_expr(t, LC_EXPR_ADD, inside, lc_expr_int(t->kernel->x, by))
                          : NULL;
            planted_is_found(t, "a box ends elsewhere", s);
        }
        s->value = inside;
        if (s->kind == LCK_TMA_LOAD && inside)
            move_box(t, s);
        if (s->kind == LCK_EXPECT)
            expect_others(t, s);
        plant_cuts(t, s->body);
        plant_cuts(t, s->otherwise);
    }
}

/* ---- kernels ---- */

static const kernel_case cases[] = {
    {"method=wgmma, tile=(128,256,64), cluster=(2,1), stages=3", 103, 55, NULL, NULL},
    {"method=wgmma, tile=(128,256,64), cluster=(1,1), stages=4", 101, 56, NULL, NULL},
    {"method=wgmma, tile=(128,128,64), cluster=(1,2), stages=4", 99, 51, NULL, NULL},
    {"method=wgmma, tile=(64,128,64), cluster=(1,1), stages=4, turns=1", 112, 57, NULL, NULL},
    {"method=wgmma, tile=(128,128,64), split=2, stages=4", 89, 48, NULL, NULL},
    {"method=mma, tile=(128,128,32), stages=3", 19, 9, NULL, NULL},
    {"method=mma, tile=(128,128,32), stages=4", 20, 9, NULL, NULL},
    {"method=mma, tile=(64,64,64), stages=3", 19, 9, "2048", NULL}, /* slots: 0, 1 */
    {"method=mma, tile=(64,64,64), stages=4", 20, 8, "512", NULL},
    {"method=mma, tile=(64,64,64), stages=2", 18, 8, NULL, NULL},
    {"method=mma, tile=(64,64,64), stages=2", 18, 8, "512", NULL},
    /* slots of the last rounds are sums of numbers */
    {"method=mma, tile=(64,64,64), stages=3", 16, 7, "2048", "64"},
    {"method=fma, tile=(128,128,16), stages=2", 4, 3, NULL, NULL}};

static void plant_all(planting *of, lcv_planning *p, lck_kernel *kernel)
{
    order_planting t = {.what = of->of->keys,
                        .p = p,
                        .kernel = kernel,
                        .prove = prove,
                        .may_lack = may_lack,
                        .user = of};
    bool proved = planted_is_proved(&t);
    snprintf(of->why, sizeof of->why, "%s: %s", p->claim ? p->claim : "",
             p->result ? p->result->counterexample.summary : "");
    t.missed += !proved;
    plant_in_order(&t);
    plant_cuts(&t, kernel->body);
    plant_lanes(&t);
    plant_waits(&t);
    for (int apart = 0; !of->recipe->turns && apart < 2; apart++)
        split_releases(&t, apart);
    if (of->recipe->method == LCK_FMA)
        fill_often(&t);
    of->planted = t.planted;
    of->refuted = t.refuted;
    of->missed = t.missed;
}

static void make(void *user, lcv_planning *p)
{
    planting *t = user;
    lck_kernel *kernel;
    lck_wanted wanted;
    lck_recipe recipe;
    t->product = lck_product_read(p, &wanted);
    ck_assert(t->product != NULL);
    lck_lead_with_operands(t->product);
    ck_assert_uint_eq(lck_product_recipes(t->product, &wanted, p, &recipe, 1), 1);
    ck_assert(lck_product_prove(t->product, &recipe, p));
    t->recipe = &recipe;
    kernel = lck_product_lower(t->product, &recipe, p->e->r);
    ck_assert(kernel != NULL);
    plant_all(t, p, kernel);
    lck_kernel_free(kernel);
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
    const char *k = c->k ? c->k : "K", *m = c->mn ? c->mn : "M", *n = c->mn ? c->mn : "N";
    snprintf(script, sizeof script,
             "%splan p(a=(%s,%s):(%s,1), b=(%s,%s):(%s,1), c=(%s,%s):(%s,1), elements=%s, %s)\n",
             SIZES, m, k, k, n, k, k, m, n, n,
             strstr(c->keys, "fma") ? "(f32,f32,f32)" : "(bf16,bf16,bf16)", c->keys);
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    lcv_session_set_planner(session, &planner);
    lcv_session_say(session, script, &listener);
    lcv_session_free(session);
    ck_assert_msg(t.missed == 0, "%s: %zu of %zu are not missed: %s", c->keys, t.missed,
                  t.planted, t.why);
    ck_assert_msg(t.planted >= c->planted && t.refuted >= c->refuted,
                  "%s: %zu errors were planted, %zu are refuted", c->keys, t.planted, t.refuted);
}

TEST(test_order)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}

SUITE_MAIN("product order", test_order)
