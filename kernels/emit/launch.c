/* launch.c - launchers of plans.
 *
 * Each kernel gets functions of the host: NAME_admits(sizes), NAME_start(tensors, sizes,
 * stream), and where it needs them NAME_fit, which prepares it and says how many of its
 * clusters fit on the device at once, and NAME_cost(sizes, multiprocessors). NAME_launch of
 * the plan takes the kernel with the least cost of those that admit sizes and addresses. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- lists */

static void put_item(lck_emitter *e, bool *first, size_t indent, const char *format, ...)
{
    lc_text piece = {0};
    LC_TEXT_ARGS(&piece, format);
    e->text.failed = e->text.failed || piece.failed;
    if (*first)
        lc_text_add(&e->text, lc_text_peek(&piece));
    else
        lck_put_wrapped(e, ",", lc_text_peek(&piece), indent);
    *first = false;
    lc_text_free(&piece);
}

/* Is an array an argument of a launch, a tensor or a scalar? */
static bool is_given(const lck_array *array)
{
    return array->role == LCK_READ || array->role == LCK_WRITTEN || array->role == LCK_SCALAR;
}

void lck_put_given(lck_emitter *e, bool declared, size_t indent)
{
    bool first = true;
    for (size_t i = 0; i < e->kernel->narrays; i++) {
        const lck_array *array = &e->kernel->array[i];
        if (!is_given(array))
            continue;
        const char *constant = array->role == LCK_READ ? "const " : "";
        const char *star = array->role == LCK_SCALAR ? "" : "*";
        if (declared)
            put_item(e, &first, indent, "%s%s %s%s", constant, array->element->c, star,
                     array->name);
        else
            put_item(e, &first, indent, "%s", array->name);
    }
    const char *type = declared ? "long long " : "";
    lck_put_sizes(e, type, type, first, indent);
}

/* ---- what the device can hold */

/* Is the grid smaller than the number of blocks, is memory asked for, or does it begin early? */
static bool needs_fit(const lck_kernel *k)
{
    return k->grid || k->early || lck_dynamic_bytes(k) > 0;
}

static void put_fit_of_clusters(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text_printf(&e->text,
                   "    cudaLaunchConfig_t config = {};\n"
                   "    cudaLaunchAttribute cluster = {};\n"
                   "    cluster.id = cudaLaunchAttributeClusterDimension;\n"
                   "    cluster.val.clusterDim.x = %d;\n"
                   "    cluster.val.clusterDim.y = 1;\n"
                   "    cluster.val.clusterDim.z = 1;\n"
                   "    config.gridDim = dim3(%d);\n"
                   "    config.blockDim = dim3(%d);\n"
                   "    config.dynamicSmemBytes = %" PRId64 ";\n"
                   "    config.attrs = &cluster;\n"
                   "    config.numAttrs = 1;\n"
                   "    if (error == cudaSuccess)\n"
                   "        error = cudaOccupancyMaxActiveClusters(fit, %s, &config);\n",
                   k->cluster, k->cluster, k->threads, lck_dynamic_bytes(k), k->name);
}

static void put_fit_of_blocks(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text_printf(&e->text,
                   "    int multiprocessors = 0;\n"
                   "    if (error == cudaSuccess)\n"
                   "        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(\n"
                   "            fit, %s, %d, %" PRId64 ");\n"
                   "    if (error == cudaSuccess)\n"
                   "        error = cudaDeviceGetAttribute(&multiprocessors,\n"
                   "                                       cudaDevAttrMultiProcessorCount, "
                   "device);\n"
                   "    *fit *= multiprocessors;\n",
                   k->name, k->threads, lck_dynamic_bytes(k));
}

/* The answers are kept: asking takes longer than a small launch. */
static void put_fit(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    lc_text_printf(t,
                   "\n/* Prepares %s on the device; %s. */\n"
                   "static cudaError_t %s_fit(int *fit)\n{\n"
                   "    static int known[64]; /* of each device: 1 more */\n"
                   "    int device = 0;\n"
                   "    *fit = 0;\n"
                   "    cudaError_t error = cudaGetDevice(&device);\n"
                   "    if (error == cudaSuccess && device < 64 && known[device] > 0) {\n"
                   "        *fit = known[device] - 1;\n"
                   "        return cudaSuccess;\n"
                   "    }\n",
                   k->name,
                   k->grid && k->cluster > 1 ? "how many clusters fit there at once"
                   : k->grid || k->early     ? "how many blocks fit there at once"
                                             : "fit stays 0",
                   k->name);
    if (lck_dynamic_bytes(k) > 0)
        lc_text_printf(t,
                       "    if (error == cudaSuccess)\n"
                       "        error = cudaFuncSetAttribute(\n"
                       "            %s, cudaFuncAttributeMaxDynamicSharedMemorySize, %" PRId64
                       ");\n",
                       k->name, lck_dynamic_bytes(k));
    if (k->grid && k->cluster > 1)
        put_fit_of_clusters(e);
    else if (k->grid || k->early)
        put_fit_of_blocks(e);
    lc_text_add(t, "    if (error == cudaSuccess && device < 64)\n"
                   "        known[device] = *fit + 1;\n"
                   "    return error;\n}\n");
}

/* ---- one kernel */

static void put_scratch(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->narrays; i++) {
        const lck_array *array = &k->array[i];
        if (array->role != LCK_SCRATCH)
            continue;
        lck_put(e,
                "    %s *%s = NULL;\n"
                "    if (error == cudaSuccess)\n"
                "        error = cudaMallocAsync(\n"
                "            (void **)&%s, sizeof *%s * (size_t)(1 + %h), stream);\n",
                array->element->c, array->name, array->name, array->name, array->extent);
    }
}

static void free_scratch(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->narrays; i++) {
        const char *name = k->array[i].name;
        if (k->array[i].role == LCK_SCRATCH)
            lc_text_printf(&e->text,
                           "    if (%s) {\n"
                           "        const cudaError_t error_of_launch = "
                           "cudaFreeAsync(%s, stream);\n"
                           "        error = error == cudaSuccess ? error_of_launch : error;\n"
                           "    }\n",
                           name, name);
    }
}

/* The kernel's own arguments, in the order of its parameters. */
static void put_arguments(lck_emitter *e, size_t indent)
{
    const lck_kernel *k = e->kernel;
    lck_parameter list[LCK_MAX_PARAMETERS];
    size_t n = lck_parameters(k, list);
    bool first = true;
    for (size_t i = 0; i < n; i++) {
        size_t number = list[i].number;
        if (list[i].kind == LCK_MAP_PARAMETER)
            put_item(e, &first, indent, "%s_of_launch", k->map[number].name);
        else if (list[i].kind == LCK_ARRAY_PARAMETER)
            put_item(e, &first, indent, "%s", k->array[number].name);
        else
            put_item(e, &first, indent, "%s%s", k->size[number].wide ? "" : "(int)",
                     k->size[number].var->name);
    }
}

/* The copies to scratch, the first one first, by the names that their arrays have here. */
static void put_before(lck_emitter *e, const lck_kernel *before)
{
    const lck_kernel *k = e->kernel;
    if (!before)
        return;
    put_before(e, before->before);
    lc_text_printf(&e->text, "    if (error == cudaSuccess)\n        error = %s_start(",
                   before->name);
    e->kernel = before;
    lck_put_given(e, false, 12);
    e->kernel = k;
    lc_text_add(&e->text, ", stream);\n");
}

static void put_grid(lck_emitter *e, const char *plan)
{
    const lck_kernel *k = e->kernel;
    if (k->grid)
        lc_text_printf(&e->text,
                       "        const unsigned int grid_of_launch =\n"
                       "            %s_grid(blocks_of_launch, %d, fit_of_launch);\n",
                       plan, k->cluster);
    else
        lc_text_add(&e->text, "        const unsigned int grid_of_launch = "
                              "(unsigned int)blocks_of_launch;\n");
}

static void put_plain_launch(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text_printf(&e->text,
                   "        %s<<<grid_of_launch, %d, %" PRId64 ", stream>>>(\n            ",
                   k->name, k->threads, lck_dynamic_bytes(k));
    put_arguments(e, 12);
    lc_text_add(&e->text, ");\n        error = cudaGetLastError();\n");
}

static void put_early_launch(lck_emitter *e, const char *plan)
{
    const lck_kernel *k = e->kernel;
    const int cluster = k->grid ? k->cluster : 1; /* what is counted to fit */
    lc_text_printf(
        &e->text,
        "        cudaLaunchConfig_t config = {};\n"
        "        cudaLaunchAttribute early = {}; /* it waits for those before by "
        "itself */\n"
        "        early.id = cudaLaunchAttributeProgrammaticStreamSerialization;\n"
        "        early.val.programmaticStreamSerializationAllowed =\n"
        "            %s_early(grid_of_launch, blocks_of_launch, %dLL * fit_of_launch);\n"
        "        config.gridDim = dim3(grid_of_launch);\n"
        "        config.blockDim = dim3(%d);\n"
        "        config.dynamicSmemBytes = %" PRId64 ";\n"
        "        config.stream = stream;\n"
        "        config.attrs = &early;\n"
        "        config.numAttrs = 1;\n"
        "        error = cudaLaunchKernelEx(\n"
        "            &config, %s, ",
        plan, cluster, k->threads, lck_dynamic_bytes(k), k->name);
    put_arguments(e, 12);
    lc_text_add(&e->text, ");\n");
}

/* NAME_start; for a kernel that is launched by itself, with the copies before it. */
static void put_start(lck_emitter *e, const char *plan, bool itself)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    lc_text_printf(t, "\n/* Launches %s, at sizes and addresses that it admits. */\n", k->name);
    lc_text_printf(t, "static cudaError_t %s_start(", k->name);
    lck_put_given(e, true, 8);
    lck_put_wrapped(e, ",", "cudaStream_t stream)", 8);
    lc_text_add(t, "\n{\n    cudaError_t error = cudaSuccess;\n");
    lck_put_blocks(e);
    if (needs_fit(k))
        lc_text_printf(t, "    int fit_of_launch = 0;\n    error = %s_fit(&fit_of_launch);\n",
                       k->name);
    put_scratch(e);
    put_before(e, itself ? k->before : NULL);
    for (size_t i = 0; i < k->nmaps; i++)
        lc_text_printf(t, "    lck_tensor_map %s_of_launch;\n", k->map[i].name);
    for (size_t i = 0; i < k->nmaps; i++)
        lck_put_map(e, plan, &k->map[i]);
    lc_text_add(t, "    if (error == cudaSuccess) {\n");
    put_grid(e, plan);
    if (k->early)
        put_early_launch(e, plan);
    else
        put_plain_launch(e);
    lc_text_add(t, "    }\n");
    free_scratch(e);
    lc_text_add(t, "    return error;\n}\n");
}

static void put_cost(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    if (!k->cost)
        return;
    lc_text_printf(t, "\n/* The time of a launch of %s, in nanoseconds. */\n", k->name);
    lc_text_printf(t, "static long long %s_cost(", k->name);
    lck_put_sizes(e, "long long ", "long long ", true, 8);
    lc_text_printf(t, "%slong long %s)\n{\n", k->nsizes ? ", " : "",
                   k->multiprocessors ? k->multiprocessors->name : "multiprocessors");
    lck_put(e, "    return %h;\n}\n", k->cost);
}

/* ---- the plan */

static void put_functions(lck_emitter *e, const char *plan, bool itself)
{
    const lck_kernel *k = e->kernel;
    if (k->before) {
        e->kernel = k->before;
        put_functions(e, plan, false);
        e->kernel = k;
    }
    lck_put_admits(e);
    if (needs_fit(k))
        put_fit(e);
    put_start(e, plan, itself);
}

/* The bytes of which the address of a tensor must be a multiple; 1: any. */
static int alignment_of(const lck_kernel *k, int array)
{
    int most = lck_uses(k->body, array, LCK_MOVES) ? k->alignment : 1;
    for (size_t i = 0; i < k->nmaps; i++)
        if (k->map[i].tensor == array && most < 16)
            most = 16;
    const char *name = k->array[array].name;
    for (const lck_kernel *b = k->before; b; b = b->before)
        for (size_t i = 0; i < b->narrays; i++)
            if (is_given(&b->array[i]) && strcmp(b->array[i].name, name) == 0 &&
                most < b->alignment)
                most = b->alignment;
    return most;
}

void lck_put_condition(lck_emitter *e, size_t indent)
{
    const lck_kernel *k = e->kernel;
    for (const lck_kernel *b = k; b; b = b->before) {
        lc_text_printf(&e->text, "%s%s_admits(", b == k ? "" : " && ", b->name);
        lck_put_sizes(e, "", "", true, indent);
        lc_text_add_char(&e->text, ')', 1);
    }
    for (size_t i = 0; i < k->narrays; i++) {
        const lck_array *array = &k->array[i];
        int alignment = array->role == LCK_READ || array->role == LCK_WRITTEN
                            ? alignment_of(k, (int)i)
                            : 1;
        char piece[128];
        snprintf(piece, sizeof piece, "(size_t)%s %% %d == 0", array->name, alignment);
        if (alignment > 1)
            lck_put_wrapped(e, " &&", piece, indent);
    }
    if (k->kind == LCK_IS_ATTENTION && k->attention.scale >= 0)
        lck_put_wrapped(e, " &&", "scale > 0 && scale <= 3.4e38f", indent);
}

static void put_choice(lck_emitter *e, int number)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    lc_text_add(t, "    if (");
    lck_put_condition(e, 8);
    lc_text_add(t, ") {\n        const long long cost_of_launch = ");
    if (k->cost) {
        lc_text_printf(t, "%s_cost(", k->name);
        lck_put_sizes(e, "", "", true, 12);
        lc_text_printf(t, "%smultiprocessors_of_launch)", k->nsizes ? ", " : "");
    } else {
        lc_text_add_char(t, '0', 1);
    }
    lc_text_printf(t,
                   ";\n"
                   "        if (best_of_launch < 0 || cost_of_launch < least_of_launch) {\n"
                   "            best_of_launch = %d;\n"
                   "            least_of_launch = cost_of_launch;\n"
                   "        }\n"
                   "    }\n",
                   number);
}

static void put_call(lck_emitter *e, size_t indent)
{
    lc_text_printf(&e->text, "return %s_start(", e->kernel->name);
    lck_put_given(e, false, indent);
    lc_text_add(&e->text, ", stream);\n");
}

static void put_only(lck_emitter *e)
{
    lc_text_add(&e->text, "    if (!(");
    lck_put_condition(e, 8);
    lc_text_add(&e->text, "))\n        return cudaErrorInvalidValue;\n    ");
    put_call(e, 8);
}

static void put_best(lck_emitter *e)
{
    const lck_kernel *first = e->kernel;
    lc_text *t = &e->text;
    lc_text_add(t, "    int device_of_launch = 0, multiprocessors_of_launch = 0, "
                   "best_of_launch = -1;\n"
                   "    long long least_of_launch = 0;\n"
                   "    cudaError_t error = cudaGetDevice(&device_of_launch);\n"
                   "    if (error == cudaSuccess)\n"
                   "        error = cudaDeviceGetAttribute(&multiprocessors_of_launch,\n"
                   "                                       cudaDevAttrMultiProcessorCount,\n"
                   "                                       device_of_launch);\n"
                   "    if (error != cudaSuccess)\n"
                   "        return error;\n");
    int number = 0;
    for (e->kernel = first; e->kernel; e->kernel = e->kernel->other)
        put_choice(e, number++);
    lc_text_add(t, "    switch (best_of_launch) {\n");
    number = 0;
    for (e->kernel = first; e->kernel; e->kernel = e->kernel->other) {
        lc_text_printf(t, "    case %d:\n        ", number++);
        put_call(e, 12);
    }
    e->kernel = first;
    lc_text_add(t, "    default:\n        return cudaErrorInvalidValue;\n    }\n");
}

/* May a launch begin before the one before it has ended? Its blocks take what that one's leave
 * free. If all of them, or next to none, find place there, they lie spread over the processor as
 * those of a launch by itself do; else some parts of it have too many: launches of 80 blocks, on
 * 132 multiprocessors, took up to 1.48 times as long. */
static void put_early(lck_emitter *e)
{
    lc_text_printf(
        &e->text,
        "\n/* May a launch begin before the one before it has ended: do all of its blocks "
        "find place\n * beside as many, or next to none? */\n"
        "static int %s_early(long long grid, long long blocks, long long fit)\n"
        "{\n"
        "    return 2 * grid <= fit || (grid == blocks && 10 * grid >= 9 * fit);\n"
        "}\n",
        e->kernel->name);
}

/* The functions that all kernels of a plan call. */
static void put_common(lck_emitter *e)
{
    bool maps = false, grid = false, early = false;
    for (const lck_kernel *k = e->kernel; k; k = k->other)
        for (const lck_kernel *b = k; b; b = b->before) {
            maps = maps || b->nmaps > 0;
            grid = grid || b->grid;
            early = early || b->early;
        }
    if (early)
        put_early(e);
    if (maps)
        lck_put_encoder(e);
    if (grid)
        lc_text_printf(&e->text,
                       "\n/* The fewest clusters that take as many rounds as all those that fit "
                       "at once; their blocks. */\n"
                       "static unsigned int %s_grid(long long blocks, long long cluster, "
                       "long long fit)\n"
                       "{\n"
                       "    const long long clusters = blocks / cluster;\n"
                       "    const long long rounds = fit > 0 ? (clusters + fit - 1) / fit : 1;\n"
                       "    return (unsigned int)((clusters + rounds - 1) / rounds * cluster);\n"
                       "}\n",
                       e->kernel->name);
}

void lck_put_launcher(lck_emitter *e)
{
    const lck_kernel *first = e->kernel;
    lc_text *t = &e->text;
    put_common(e);
    for (e->kernel = first; e->kernel; e->kernel = e->kernel->other) {
        put_functions(e, first->name, true);
        if (first->other)
            put_cost(e);
    }
    e->kernel = first;
    lc_text_printf(
        t,
        "\n/* Launches %s%s. cudaErrorInvalidValue for sizes or addresses that it does "
        "not admit. */\n"
        "extern \"C\" cudaError_t %s_launch(",
        first->name, first->other ? ", by the kernel that takes the least time" : "",
        first->name);
    lck_put_given(e, true, 8);
    lck_put_wrapped(e, ",", "cudaStream_t stream)", 8);
    lc_text_add(t, "\n{\n");
    if (first->other)
        put_best(e);
    else
        put_only(e);
    lc_text_add(t, "}\n");
}
