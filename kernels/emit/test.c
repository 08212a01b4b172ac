/* test.c - a small program that tests a kernel: its sizes, its main function, and the
 * test of a copy. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- sizes for the test */

#define TRIES 4096
#define MOST_TESTED ((INT64_C(1) << 21) - 1) /* elements of the source and of the destination */

#define MOST_COORDINATES (INT64_C(1) << 26)

/* The coordinates of the result, with those that are summed; -1: more than MOST_COORDINATES. */
static int64_t coordinates_at(const lck_kernel *k, const int64_t *env)
{
    int64_t value, coordinates = 1;
    for (size_t i = 0; i < k->rank; i++) {
        if (!lc_expr_at(k->counter[i].extent, env, &value) || value < 0 ||
            value > MOST_COORDINATES)
            return -1;
        coordinates *= value;
        if (coordinates > MOST_COORDINATES)
            return -1;
    }
    return coordinates;
}

/* How much there is to do at these sizes; 0 when they are not admitted or too large. */
static int64_t work_at(const lck_kernel *k, const int64_t *env)
{
    int64_t value;
    if (!lck_kernel_admits(k, env))
        return 0;
    for (size_t i = 0; i < k->narrays; i++) {
        if (k->array[i].role != LCK_READ && k->array[i].role != LCK_WRITTEN)
            continue;
        if (!lc_expr_at(k->array[i].extent, env, &value) || value < 0 || value > MOST_TESTED)
            return 0;
    }
    return coordinates_at(k, env) + 1; /* an empty tensor is better than none */
}

bool lck_small_sizes(const lck_kernel *k, int64_t *size)
{
    static const int64_t candidates[] = {1,  2,   3,   5,   7,   8,   16,   33,   48,   64,  96,
                                         97, 128, 130, 256, 320, 509, 1000, 1024, 1441, 4096};
    const size_t n = sizeof candidates / sizeof *candidates;
    int64_t env[LC_MAX_EXPR_VARS] = {0}, most = 0;
    uint64_t state = 20260101;
    for (int attempt = 0; attempt < TRIES; attempt++) {
        for (size_t i = 0; i < k->nsizes; i++) {
            const lc_expr *var = k->size[i].var;
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            size_t pick = (size_t)(state >> 33) % (n + 1);
            int64_t value = pick == n ? var->high : candidates[pick];
            env[var->slot] = value < var->low ? var->low : value > var->high ? var->high : value;
        }
        int64_t work = work_at(k, env);
        if (work <= most)
            continue;
        most = work;
        for (size_t i = 0; i < k->nsizes; i++)
            size[i] = env[k->size[i].var->slot];
    }
    return most > 0;
}

/* ---- the test program */

void lck_put_count(lck_emitter *e, const char *what, const char *comment, const lc_expr *x)
{
    lc_text_printf(&e->text, "\n/* %s */\n", comment);
    lck_open_function(e, "long long", what);
    lck_put(e, "    return %h;\n}\n", x);
}

/* One assignment for each coordinate, in plain loops. */
static void put_reference(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    const char *type = k->array[LCK_SOURCE].element->c;
    lc_text_printf(&e->text,
                   "\n/* What %s computes. */\nstatic void %s_reference(const %s *source, "
                   "%s *destination",
                   k->name, k->name, type, type);
    lck_put_sizes(e, "long long ", "long long ", false, 8);
    lc_text_add(&e->text, ")\n{\n");
    for (size_t i = 0; i < k->rank; i++) {
        lc_text_add_char(&e->text, ' ', 4 * (i + 1));
        lck_put(e, "for (long long %c = 0; %c < %h; %c++)\n", i, i, k->counter[i].extent, i);
    }
    lc_text_add_char(&e->text, ' ', 4 * (k->rank + 1));
    lck_put(e, "%p = %p;\n}\n", LCK_DESTINATION, LCK_SOURCE);
}

/* The program without the parts that depend on the kernel, except for its type (T), its name
 * (NAME), `SIZES`, the sizes as arguments, and `COUNT`, their number. */
static const char program[] =
    "\n" LCK_NEED "\n"
    "/* The same bits in each run. */\n"
    "static void random_bits(void *bytes, size_t n)\n"
    "{\n"
    "    unsigned long long state = 88172645463325252ULL;\n"
    "    for (size_t i = 0; i < n; i++) {\n"
    "        state ^= state << 13;\n"
    "        state ^= state >> 7;\n"
    "        state ^= state << 17;\n"
    "        ((unsigned char *)bytes)[i] = (unsigned char)(state >> 24);\n"
    "    }\n"
    "}\n"
    "\n"
    "/* Runs @NAME@ once and compares with the reference, then times it: 0 when they agree. */\n"
    "static int test(const long long *size)\n"
    "{\n"
    "    const int repetitions = 20;\n"
    "    const long long elements = @NAME@_destination_elements(@SIZES@);\n"
    "    const size_t source_bytes = sizeof(@T@) * (size_t)@NAME@_source_elements(@SIZES@);\n"
    "    const size_t destination_bytes = sizeof(@T@) * (size_t)elements;\n"
    "    @T@ *source = (@T@ *)malloc(source_bytes + 1);\n"
    "    @T@ *expected = (@T@ *)malloc(destination_bytes + 1);\n"
    "    @T@ *result = (@T@ *)malloc(destination_bytes + 1);\n"
    "    @T@ *device_source = NULL, *device_destination = NULL;\n"
    "    float milliseconds = 0;\n"
    "    cudaEvent_t start, stop;\n"
    "    if (!source || !expected || !result)\n"
    "        need(cudaErrorMemoryAllocation, \"malloc\");\n"
    "    random_bits(source, source_bytes);\n"
    "    memset(expected, 0xa5, destination_bytes); /* what is not written stays */\n"
    "    need(cudaMalloc((void **)&device_source, source_bytes + 1), \"cudaMalloc\");\n"
    "    need(cudaMalloc((void **)&device_destination, destination_bytes + 1), \"cudaMalloc\");\n"
    "    need(cudaMemcpy(device_source, source, source_bytes, cudaMemcpyHostToDevice),\n"
    "         \"cudaMemcpy\");\n"
    "    need(cudaMemcpy(device_destination, expected, destination_bytes,\n"
    "                    cudaMemcpyHostToDevice),\n"
    "         \"cudaMemcpy\");\n"
    "    need(@NAME@_launch(device_source, device_destination, @ARGUMENTS@0), \"launch\");\n"
    "    need(cudaMemcpy(result, device_destination, destination_bytes,\n"
    "                    cudaMemcpyDeviceToHost),\n"
    "         \"@NAME@\");\n"
    "    @NAME@_reference(source, expected@MORE@);\n"
    "    for (long long i = 0; i < elements; i++) {\n"
    "        if (memcmp(&result[i], &expected[i], sizeof *result) != 0) {\n"
    "            printf(\"@NAME@: destination[%lld] is wrong\\n\", i);\n"
    "            return 1;\n"
    "        }\n"
    "    }\n"
    "    need(cudaEventCreate(&start), \"cudaEventCreate\");\n"
    "    need(cudaEventCreate(&stop), \"cudaEventCreate\");\n"
    "    need(cudaEventRecord(start, 0), \"cudaEventRecord\");\n"
    "    for (int i = 0; i < repetitions; i++)\n"
    "        need(@NAME@_launch(device_source, device_destination, @ARGUMENTS@0), \"launch\");\n"
    "    need(cudaEventRecord(stop, 0), \"cudaEventRecord\");\n"
    "    need(cudaEventSynchronize(stop), \"cudaEventSynchronize\");\n"
    "    need(cudaEventElapsedTime(&milliseconds, start, stop), \"cudaEventElapsedTime\");\n"
    "    milliseconds /= repetitions;\n"
    "    printf(\"@NAME@: right; %.4f ms, %.1f GB/s\\n\", milliseconds,\n"
    "           milliseconds > 0 ? 2e-6 * sizeof(@T@) * (double)@NAME@_moved(@SIZES@) / "
    "milliseconds\n"
    "                            : 0.0);\n"
    "    cudaEventDestroy(start);\n"
    "    cudaEventDestroy(stop);\n"
    "    cudaFree(device_source);\n"
    "    cudaFree(device_destination);\n"
    "    free(source);\n"
    "    free(expected);\n"
    "    free(result);\n"
    "    return 0;\n"
    "}\n";

char *lck_size_arguments(const lck_kernel *k, const char *before, const char *after)
{
    lc_text text = {0};
    for (size_t i = 0; i < k->nsizes; i++)
        lc_text_printf(&text, "%s%ssize[%zu]", i ? ", " : "", i ? "" : before, i);
    lc_text_add(&text, k->nsizes ? after : "");
    return lc_text_take(NULL, &text);
}

void lck_put_filled(lck_emitter *e, const char *text, const lck_filling *list, size_t n)
{
    for (const char *at = text; *at;) {
        size_t p = 0;
        while (p < n && strncmp(at, list[p].name, strlen(list[p].name)) != 0)
            p++;
        if (p < n)
            lc_text_add(&e->text, list[p].text);
        else
            lc_text_add_char(&e->text, *at, 1);
        at += p < n ? strlen(list[p].name) : 1;
    }
}

static void put_program(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    char *sizes = lck_size_arguments(k, "", ""), *more = lck_size_arguments(k, ", ", "");
    char *arguments = lck_size_arguments(k, "", ", ");
    const lck_filling list[] = {{"@T@", k->array[LCK_SOURCE].element->c},
                                {"@NAME@", k->name},
                                {"@SIZES@", sizes},
                                {"@MORE@", more},
                                {"@ARGUMENTS@", arguments}};
    e->text.failed = e->text.failed || !sizes || !more || !arguments;
    if (!e->text.failed)
        lck_put_filled(e, program, list, sizeof list / sizeof *list);
    free(sizes);
    free(more);
    free(arguments);
}

/* Does any kernel of the plan admit the sizes? */
static void put_admitted(lck_emitter *e)
{
    char *sizes = lck_size_arguments(e->kernel, "", "");
    bool several = e->kernel->other != NULL;
    lc_text_add(&e->text, several ? "(" : "");
    for (const lck_kernel *k = e->kernel; k; k = k->other)
        lc_text_printf(&e->text, "%s_admits(%s)%s", k->name, sizes ? sizes : "",
                       k->other ? " || " : "");
    lc_text_add(&e->text, several ? ")" : "");
    e->text.failed = e->text.failed || !sizes;
    free(sizes);
}

static void put_main_function(lck_emitter *e, bool small, const int64_t *size)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    lc_text_printf(t, "\n/* usage: PROGRAM%s", small && k->nsizes ? " [" : "");
    for (size_t i = 0; i < k->nsizes; i++)
        lc_text_printf(t, "%s%s", i || !small ? " " : "", k->size[i].var->name);
    lc_text_printf(t, "%s */\nint main(int argc, char **argv)\n{\n",
                   small && k->nsizes ? "]" : "");
    lc_text_printf(t, "    const int sizes = %zu;\n    long long size[%zu] = {", k->nsizes,
                   k->nsizes + 1);
    for (size_t i = 0; i < k->nsizes && small; i++)
        lc_text_printf(t, "%s%" PRId64, i ? ", " : "", size[i]);
    lc_text_printf(t, "%s};\n    bool ok = argc == sizes + 1%s;\n", small && k->nsizes ? "" : "0",
                   small ? " || argc == 1" : "");
    lc_text_printf(t, "    for (int i = 0; ok && i + 1 < argc; i++) {\n"
                      "        char *end;\n"
                      "        size[i] = strtoll(argv[i + 1], &end, 10);\n"
                      "        ok = end != argv[i + 1] && *end == '\\0';\n"
                      "    }\n"
                      "    if (!ok || !");
    put_admitted(e);
    lc_text_printf(t,
                   ") {\n"
                   "        fprintf(stderr, \"%%s: takes sizes that the comment of %s "
                   "names\\n\", argv[0]);\n"
                   "        return 1;\n"
                   "    }\n"
                   "    for (int i = 0; i < sizes; i++)\n"
                   "        printf(\"%%lld \", size[i]);\n"
                   "    return test(size);\n"
                   "}\n",
                   k->name);
}

void lck_put_copy_test(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lck_put_count(e, "source_elements", "The elements of the source.",
                  k->array[LCK_SOURCE].extent);
    lck_put_count(e, "destination_elements", "The elements of the destination.",
                  k->array[LCK_DESTINATION].extent);
    lck_put_count(e, "moved", "The elements that are moved.", lck_extents(k));
    put_reference(e);
    put_program(e);
}

const lc_expr *lck_extents(const lck_kernel *k)
{
    const lc_expr *all = lc_expr_int(k->x, 1);
    for (size_t i = 0; i < k->rank; i++)
        all = lc_expr_make(k->x, LC_EXPR_MUL, all, k->counter[i].extent);
    return all;
}

bool lck_put_main(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    int64_t size[LC_MAX_EXPR_VARS];
    if (!lck_extents(k))
        return false;
    lck_texts_of[k->kind].test(e);
    put_main_function(e, lck_small_sizes(k, size), size);
    return true;
}
