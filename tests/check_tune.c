/* check_tune.c - the keys of a kernel, as arguments of its plan, make that kernel alone.
 *
 * Plans whose sizes are numbers, or are open, of all methods, either way round, with C along m
 * and with several axes of a role: of each of their candidates.
 */
#include "config.h"

#include "suite.h"

#include "../kernels/planner/planner.h"
#include "../verify/session/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    lck_planner *planner;
    lcv_session *session;
    size_t end; /* of the plan's last argument */
} planned;

static void see(void *user, const lcv_planning *p)
{
    planned *t = user;
    t->end = lck_arguments_end(p);
}

/* As a file of its own. */
static void plan(planned *t, const char *text, bool candidates)
{
    char path[] = "tune.XXXXXX";
    int file = mkstemp(path);
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    lcv_listener nobody = {0};
    ck_assert_ptr_nonnull(stream);
    fputs(text, stream);
    fclose(stream);
    t->planner = lck_planner_new(
        (lck_planner_options){.keep = true, .candidates = candidates, .see = see, .user = t});
    t->session = lcv_session_new((lcv_options){0});
    ck_assert(t->planner && t->session);
    lcv_session_set_planner(t->session, lck_planner_hook(t->planner));
    lcv_session_check(t->session, path, NULL, (lcv_span){0, 0}, &nobody);
    unlink(path);
}

static void forget(planned *t)
{
    lck_planner_free(t->planner);
    lcv_session_free(t->session);
}

static void same_kernel(const char *text, size_t end, const lck_kernel *kernel)
{
    planned alone = {0};
    char *more = lck_with_keys(text, end, kernel->keys);
    ck_assert_ptr_nonnull(more);
    plan(&alone, more, true);
    ck_assert_msg(lck_planner_count(alone.planner) == 1, "no kernel: %s", more);
    const lck_kernel *made = lck_planner_kernel(alone.planner, 0);
    ck_assert_msg(!made->other, "several kernels: %s", more);
    ck_assert_str_eq(made->making, kernel->making);
    ck_assert_int_eq(made->threads, kernel->threads);
    ck_assert_int_eq(made->resident, kernel->resident);
    ck_assert_int_eq(lck_shared_bytes(made), lck_shared_bytes(kernel));
    forget(&alone);
    free(more);
}

/* The plan has so many kernels or more with keys, of which every `step`-th is looked at. */
static void each_kernel(const char *text, size_t least, size_t step)
{
    planned all = {0};
    size_t n = 0;
    plan(&all, text, true);
    ck_assert_uint_eq(lck_planner_count(all.planner), 1);
    for (const lck_kernel *k = lck_planner_kernel(all.planner, 0); k; k = k->other)
        if (k->keys && n++ % step == 0)
            same_kernel(text, all.end, k);
    ck_assert_msg(n >= least, "%zu kernels", n);
    forget(&all);
}

TEST(wgmma)
{
    each_kernel("param M in 1..4096, N in 1..4096, K in 1..4096\n"
                "assume N % 8 == 0\nassume K % 8 == 0\n"
                "plan p(a = (M,K):(K,1), b = (N,K):(K,1), c = (M,N):(N,1), "
                "elements = (bf16,bf16,bf16)) # and so on\n",
                40, 3);
    each_kernel("plan p(a = (24,512):(512,1), b = (256,512):(512,1), c = (24,256):(256,1),\n"
                "       elements = (bf16,bf16,bf16))\n",
                40, 5);
    each_kernel("plan p(a = (64,128):(128,1), b = (96,128):(128,1), c = (64,96):(1,64), "
                "elements = (f16,f16,f16), method = wgmma)\n",
                20, 5);
    each_kernel("plan p(a = ((8,8,4),64):((64,1024,16384),1), b = (256,64):(64,1), "
                "c = ((8,8,4),256):((256,3584,50176),1), elements = (bf16,bf16,bf16))\n",
                20, 5);
}

TEST(other_methods)
{
    each_kernel("plan p(a = (300,64):(64,1), b = (200,64):(64,1), c = (300,200):(200,1), "
                "elements = (f32,f32,f32), method = fma)\n",
                3, 1);
    each_kernel("plan p(a = (300,64):(64,1), b = (200,64):(64,1), c = (300,200):(200,1), "
                "elements = (bf16,bf16,bf16), method = mma)\n",
                3, 1);
}

/* Without candidates a plan whose sizes are numbers has the fastest one. */
TEST(one_is_enough)
{
    planned one = {0};
    plan(&one,
         "plan p(a = (24,512):(512,1), b = (256,512):(512,1), c = (24,256):(256,1), "
         "elements = (bf16,bf16,bf16))\n",
         false);
    ck_assert_uint_eq(lck_planner_count(one.planner), 1);
    ck_assert_ptr_null(lck_planner_kernel(one.planner, 0)->other);
    forget(&one);
}

SUITE_MAIN("tune", wgmma, other_methods, one_is_enough)
