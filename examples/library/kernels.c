/* kernels.c - a plan becomes a kernel once it is proved; CUDA C of it, and a run.
 *
 * headers: kernels/planner/planner.h kernels/emit/emit.h kernels/execute/execute.h
 * headers: kernels/kernel/kernel.h kernels/gpu/gpu.h
 */
#include <layoutcheck.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define M 5
#define N 7

static void hear(void *user, const lcv_outcome *o)
{
    (void)user;
    if (o->error)
        printf("%s\n", lcv_message(o->error->message));
    else if (o->result)
        printf("the plan is %s\n", lcv_verdict_name(o->result->verdict));
}

/* On a GPU, where there is one; else on the executor, which stops at the first thing that no
 * kernel may do. */
static bool run(const lck_kernel *kernel, const int64_t *size, const lck_host_tensor *tensor)
{
    lck_gpu *gpu = lck_gpu_open(kernel->ctx);
    lck_stop stop;
    bool ran = gpu ? lck_gpu_run(gpu, kernel, size, tensor, 0, NULL)
                   : lck_execute(kernel, size, tensor, &stop);
    if (!ran)
        puts(gpu ? lc_ctx_message(kernel->ctx) : stop.message);
    lck_gpu_close(gpu);
    return ran;
}

static void try_out(const lck_kernel *kernel)
{
    float from[M * N], to[N * M];
    for (int i = 0; i < M * N; i++)
        from[i] = (float)i;
    memset(to, 0, sizeof to);
    const int64_t size[] = {M, N};
    const lck_host_tensor tensor[] = {{from, NULL}, {to, NULL}};
    printf("blocks of a launch: %d\n", (int)lck_kernel_blocks(kernel, size, 1));
    int right = 0;
    if (run(kernel, size, tensor))
        for (int m = 0; m < M; m++)
            for (int n = 0; n < N; n++)
                right += to[n * M + m] == from[m * N + n];
    printf("%d of %d elements are where they should be\n", right, M * N);
}

int main(void)
{
    lcv_session *session = lcv_session_new((lcv_options){0});
    lck_planner *planner = lck_planner_new((lck_planner_options){.keep = true});
    if (!session || !planner)
        return 1;
    lcv_session_set_planner(session, lck_planner_hook(planner));
    lcv_listener listener = {.outcome = hear};
    lcv_session_say(session,
                    "param M in 1..4096, N in 1..4096\n"
                    "plan turn(source=(M,N):(N,1), destination=(M,N):(1,M), element=f32)",
                    &listener);
    const lck_kernel *kernel = lck_planner_find(planner, "turn");
    if (kernel) {
        char *source = lck_emit(kernel, LCK_DEVICE_ONLY);
        printf("%s of %d threads; CUDA C: %s\n", kernel->name, kernel->threads,
               source && strstr(source, "__global__") ? "yes" : "no");
        free(source);
        try_out(kernel);
    }
    lck_planner_free(planner);
    lcv_session_free(session);
    return 0;
}
/* prints
 *
 *     the plan is PROVED
 *     turn of 512 threads; CUDA C: yes
 *     blocks of a launch: 1
 *     35 of 35 elements are where they should be
 */
