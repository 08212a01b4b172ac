/* check_product_order.c - kernels of products keep their order, and one that lacks a fence, a
 * wait, a group, a barrier, a release, or an mbarrier does not. */
#include "config.h"

#include "plan-script.h"
#include "suite.h"

#include "../kernels/product/prove/order.h"

#include <stdio.h>
#include <string.h>

#define SIZES                                                                                    \
    "param M in 1..65536, N in 1..65536, K in 1..65536\nassume K % 8 == 0\nassume N % 8 == 0\n"

typedef struct {
    const char *keys;
    int stages, buffers;
} kernel_case;

/* Of the kernel, with what it may do without. */
typedef struct {
    const kernel_case *of;
    lck_kernel *kernel;
    size_t dropped, missed;
} dropping;

static const char *disorder(const dropping *d)
{
    size_t looked;
    const char *why = lck_kernel_disorder(d->kernel, d->of->stages, d->of->buffers, &looked);
    ck_assert_uint_gt(looked, 20);
    return why;
}

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

/* A block that no other sends to may end alone. */
static bool may_lack(const dropping *d, const lck_statement *s)
{
    return s->kind == LCK_BARRIER && !s->next && s->scope == LCK_OF_ALL && d->of->buffers > 0;
}

static void drop_each(dropping *d, lck_statement **at)
{
    for (; *at; at = &(*at)->next) {
        lck_statement *s = *at;
        if (keeps_order(s) && !may_lack(d, s)) {
            *at = s->next;
            d->dropped++;
            if (!disorder(d)) {
                d->missed++;
                fprintf(stderr, "%s: not missed: a statement of kind %d, count %lld\n",
                        d->of->keys, (int)s->kind, (long long)s->count);
            }
            *at = s;
        }
        drop_each(d, &s->body);
        drop_each(d, &s->otherwise);
    }
}

/* Another number of groups that may be under way, where not 0. */
static void move_waits(dropping *d, lck_statement *body)
{
    for (; body; body = body->next) {
        if (body->kind == LCK_DRAIN) {
            body->count++;
            d->dropped++;
            if (!disorder(d)) {
                d->missed++;
                fprintf(stderr, "%s: not missed: one more group of kind %d, %lld\n", d->of->keys,
                        (int)body->group, (long long)body->count);
            }
            body->count--;
        }
        move_waits(d, body->body);
        move_waits(d, body->otherwise);
    }
}

static const kernel_case cases[] = {
    {"method=wgmma, tile=(128,256,64), cluster=(2,1), stages=3", 3, 2},
    {"method=wgmma, tile=(128,256,64), cluster=(1,1), stages=4", 4, 2},
    {"method=wgmma, tile=(128,128,64), cluster=(1,2), stages=4", 4, 2},
    {"method=wgmma, tile=(64,128,64), cluster=(1,1), stages=4, turns=1", 4, 2},
    {"method=wgmma, tile=(128,128,64), split=2, stages=4", 4, 0},
    {"method=mma, tile=(128,128,32), stages=3", 3, 0},
    {"method=mma, tile=(128,128,32), stages=4", 4, 0}};

static bool order_law(law *l)
{
    const kernel_case *c = &cases[l->index % (sizeof cases / sizeof *cases)];
    char script[1024];
    plan_script t;
    snprintf(script, sizeof script,
             "%splan p(a=(M,K):(K,1), b=(N,K):(K,1), c=(M,N):(N,1), elements=(bf16,bf16,bf16), "
             "%s)\n",
             SIZES, c->keys);
    if (!plan_script_try(l, script, false, &t))
        return false;
    const lck_kernel *kernel = lck_planner_find(t.planner, "p");
    bool ok = kernel || law_fail(l, "%s: there is no kernel: %s", c->keys, t.text);
    if (ok) {
        dropping d = {c, (lck_kernel *)(uintptr_t)kernel, 0, 0};
        const char *why = disorder(&d);
        ok = !why || law_fail(l, "%s: %s", c->keys, why);
        drop_each(&d, &d.kernel->body);
        move_waits(&d, d.kernel->body);
        ok = ok && (d.dropped >= 4 || law_fail(l, "%s: little to drop", c->keys)) &&
             (d.missed == 0 ||
              law_fail(l, "%s: %zu of %zu are not missed", c->keys, d.missed, d.dropped));
    }
    plan_script_forget(&t);
    return ok;
}

START_TEST(test_order)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        law l = {.ctx = suite_ctx_new(), .name = "order", .index = i};
        bool holds = order_law(&l);
        ck_assert_msg(holds, "%s", l.failure ? l.failure : "");
        law_release(&l);
        lc_ctx_free(l.ctx);
    }
}
END_TEST

SUITE_MAIN("product order", test_order)
