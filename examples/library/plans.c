/* plans.c - the kernels of plans: keys that are added, sizes that choose, functions of rows.
 *
 * headers: kernels/planner/planner.h kernels/kernel/kernel.h kernels/kernel/formula.h
 * headers: kernels/gpu/gpu.h kernels/audit/audited.h
 */
#include <layoutcheck/kernels/audit/audited.h>
#include <layoutcheck/kernels/emit/emit.h>
#include <layoutcheck/kernels/gpu/gpu.h>
#include <layoutcheck/kernels/planner/planner.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

/* Before a plan's kernels are made: where keys could be added to its text. */
static void see(void *user, const struct lcv_planning *p)
{
    *(size_t *)user = lck_arguments_end(p);
}

static void hear(void *user, const lcv_outcome *o)
{
    (void)user;
    if (o->error)
        printf("%s\n", lcv_message(o->error->message));
}

/* One that fits 64 rows, and what it costs there. */
static void pick(const lck_kernel *first)
{
    const int64_t size[] = {64, 4096};
    const lck_kernel *best = lck_kernel_pick(first, size, 132);
    int64_t cost = 0;
    printf("64 x 4096 is admitted: %s, of a cost that is known: %s\n", told(best != NULL),
           told(best && lck_kernel_cost(best, size, 132, &cost)));
}

/* Machine code by NVRTC, where it is installed; it needs no GPU. */
static void compile(lc_ctx *ctx, const lck_kernel *kernel)
{
    char *source = lck_emit(kernel, LCK_DEVICE_ONLY);
    size_t length = 0;
    void *code = source ? lck_compile(ctx, source, kernel->name, "90", &length) : NULL;
    printf("compiled, or no library: %s\n",
           told(length > 0 || lc_ctx_code(ctx) == LC_ERR_NO_VALUE));
    free(code);
    free(source);
    lc_ctx_reset(ctx);
    lck_gpu *gpu = lck_gpu_open(ctx);
    printf("a GPU with a name and multiprocessors, or none: %s\n",
           told(!gpu || (lck_gpu_name(gpu)[0] && lck_gpu_multiprocessors(gpu) > 0)));
    lck_gpu_close(gpu);
    lc_ctx_reset(ctx);
}

/* exp(x) / sum(exp(x)) along a row, with a bound on the error of what a kernel computes. */
static void formula(void)
{
    lck_formula f = {.depth = 2};
    int x = lck_formula_add(&f, (lck_node){.kind = LCK_NODE_ELEMENT});
    int e = lck_formula_add(
        &f, (lck_node){.kind = LCK_NODE_FUNCTION, .function = LCK_EXP, .left = x, .right = x});
    int sum = lck_formula_add(
        &f, (lck_node){.kind = LCK_NODE_REDUCTION, .function = LCK_PLUS, .left = e, .right = e});
    f.result = lck_formula_add(
        &f, (lck_node){.kind = LCK_NODE_FUNCTION, .function = LCK_OVER, .left = e, .right = sum});
    lck_uncertain row[4];
    for (int i = 0; i < 4; i++)
        row[i] = lck_calculate_uncertain(LCK_EXP, lck_exactly(i), lck_exactly(0));
    lck_uncertain s = lck_reduce_uncertain(LCK_PLUS, f.depth, 4, row);
    printf("%zu nodes, the sum is of stage %d; 1 + e + e^2 + e^3 is %.2f, within 1e-4: %s\n", f.n,
           f.node[sum].stage, s.value, told(s.error > 0 && s.error < 1e-4));
}

int main(void)
{
    size_t end = 0;
    lcv_session *session = lcv_session_new((lcv_options){0});
    lck_planner *planner =
        lck_planner_new((lck_planner_options){.keep = true, .see = see, .user = &end});
    lc_ctx *ctx = lc_ctx_new();
    if (!session || !planner || !ctx)
        return 1;
    lcv_session_set_planner(session, lck_planner_hook(planner));
    lck_planner_set_reader(planner, NULL); /* files state no kernels here */
    lcv_listener listener = {.outcome = hear};
    static const char *const plan =
        "plan turn(source=(M,N):(N,1), destination=(M,N):(1,M), element=f32)";
    lcv_session_say(session, "param M in 1..4096, N in 1..4096", &listener);
    lcv_session_say(session, plan, &listener);
    char *more = lck_with_keys(plan, end, "threads=128");
    printf("%s\n", more ? more : "");
    free(more);
    printf("%zu kernel: %s\n", lck_planner_count(planner), lck_planner_kernel(planner, 0)->name);
    pick(lck_planner_kernel(planner, 0));
    compile(ctx, lck_planner_kernel(planner, 0));
    formula();
    lck_planner_free(planner);
    lcv_session_free(session);
    lc_ctx_free(ctx);

    lck_audited *a = lck_audited_new(LCV_CROSSCHECK_OFF);
    printf("a file that is not there is a record: %s\n",
           told(lck_audited_path(a, "no-such.ptx")));
    lck_audited_free(a);
    return 0;
}
/* prints
 *
 *     plan turn(source=(M,N):(N,1), destination=(M,N):(1,M), element=f32, threads=128)
 *     1 kernel: turn
 *     64 x 4096 is admitted: yes, of a cost that is known: yes
 *     compiled, or no library: yes
 *     a GPU with a name and multiprocessors, or none: yes
 *     4 nodes, the sum is of stage 1; 1 + e + e^2 + e^3 is 31.19, within 1e-4: yes
 *     a file that is not there is a record: yes
 */
