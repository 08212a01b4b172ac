/* bench.cu - checks and times the cases: see harness.cuh.
 *
 *     bench                   check and time every case; a table
 *     bench --check           check only: "N passed, M failed"
 *     bench --once            launch each kernel once and nothing else, for a profiler
 *     bench --list            the cases, with what was proved of each: CSV
 *       --only=TEXT           cases with TEXT in their name
 *       --runs=N              timed runs of each kernel, 20 or more; 31
 *       --margin=BYTES        with --check: so many on both sides of the destination must keep
 *                             their poison, a multiple of 256; 0
 *       --json=FILE           the table as JSON too
 *
 * GB/s counts the bytes of the different elements read and written. The ratio is that of
 * GB/s to those of the copy, timed in turns with the kernel: both are medians. Functions along
 * rows, and the copies beside them, are timed in graphs of launches. Exit status: 0,
 * 1 when a case is wrong, 2 when it could not be run.
 */
#include "harness.cuh"

#include <algorithm>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#define SOURCE_SEED 1
#define POISON_SEED 2
#define WARM_UP_RUNS 3
#define WARM_UP_BYTES ((size_t)1 << 30)
#define WARM_UP_COPIES 500 /* some 300 ms: clocks rise when there is work */

typedef struct {
    bool check, once, list;
    const char *only, *json;
    int runs;
    size_t margin;
} settings;

/* ---- one case ---- */

typedef struct {
    const bench_case *c;
    size_t source_bytes, destination_bytes;
    size_t margin; /* bytes of the buffer of the destination before it, and as many behind */
    void *source, *buffer, *destination;
} tensors;

/* `room`: bytes that each buffer has at least. Otherwise they end where the tensors do, so
 * that a sanitizer sees what is out of bounds. */
static tensors make_tensors(const bench_case *c, size_t room, size_t margin)
{
    tensors t = {c, (size_t)c->source_elements * c->bytes,
                 (size_t)c->destination_elements * c->bytes, margin, NULL, NULL, NULL};
    t.source = bench_memory(std::max(t.source_bytes, room));
    t.buffer = bench_memory(std::max(t.destination_bytes, room) + 2 * margin);
    t.destination = (char *)t.buffer + margin;
    return t;
}

static void free_tensors(tensors *t)
{
    NEED(cudaFree(t->source));
    NEED(cudaFree(t->buffer));
}

static void launch(const tensors *t)
{
    cudaError_t error = t->c->launch(t->source, t->destination, t->c->size, 0);
    bench_need(error, t->c->name, __FILE__, __LINE__);
}

/* Rows that are right, and the poison on both sides of them. */
static bool are_rows_right(const tensors *t)
{
    const size_t bytes = t->destination_bytes + 2 * t->margin;
    void *poison = bench_memory(t->margin);
    bench_fill_numbers(t->c, t->source, t->c->source_elements, SOURCE_SEED);
    NEED(cudaMemset(t->buffer, 0xff, bytes));
    NEED(cudaMemset(poison, 0xff, t->margin));
    launch(t);
    unsigned long long wrong = bench_wrong(t->c, t->source, t->destination);
    for (int side = 0; side < 2; side++)
        wrong += bench_compare((char *)t->buffer + side * (t->margin + t->destination_bytes),
                               poison, (long long)t->margin, 1)
                     .count;
    NEED(cudaFree(poison));
    if (wrong > 0)
        printf("%s: %llu elements are wrong\n", t->c->name, wrong);
    return wrong == 0;
}

/* What was not to be written has to be the poison that it was. */
static bool is_right(const tensors *t)
{
    if (t->c->formula)
        return are_rows_right(t);

    size_t bytes = t->destination_bytes + 2 * t->margin;
    void *expected = bench_memory(bytes);
    bench_fill(t->source, t->source_bytes, SOURCE_SEED);
    bench_fill(t->buffer, bytes, POISON_SEED);
    bench_fill(expected, bytes, POISON_SEED);
    bench_reference(t->c, t->source, (char *)expected + t->margin);
    launch(t);
    bench_difference d = bench_compare(t->buffer, expected, (long long)bytes, 1);
    NEED(cudaFree(expected));
    if (d.count > 0)
        printf("%s: %llu bytes are wrong, the first at %lld of the destination\n", t->c->name,
               d.count, (long long)d.first - (long long)t->margin);
    return d.count == 0;
}

/* ---- time ---- */

typedef struct {
    float low, median, high;
} spread;

static spread spread_of(std::vector<float> &sample)
{
    std::sort(sample.begin(), sample.end());
    return {sample.front(), sample[sample.size() / 2], sample.back()};
}

typedef struct {
    cudaEvent_t start, stop;
} stopwatch;

static void begin(const stopwatch *w)
{
    NEED(cudaEventRecord(w->start, 0));
}

static float end(const stopwatch *w)
{
    float milliseconds;
    NEED(cudaEventRecord(w->stop, 0));
    NEED(cudaEventSynchronize(w->stop));
    NEED(cudaEventElapsedTime(&milliseconds, w->start, w->stop));
    return milliseconds;
}

typedef struct {
    spread kernel, copy;  /* milliseconds */
    double gbs, copy_gbs; /* GB/s */
} measurement;

static measurement measure(const tensors *t, const stopwatch *w, int runs)
{
    const bench_case *c = t->c;
    size_t copied = (size_t)c->written * c->bytes;
    std::vector<float> kernel, copy;
    for (int i = -WARM_UP_RUNS; i < runs; i++) {
        begin(w);
        launch(t);
        float took = end(w);
        begin(w);
        NEED(cudaMemcpyAsync(t->destination, t->source, copied, cudaMemcpyDeviceToDevice, 0));
        float copy_took = end(w);
        if (i >= 0) {
            kernel.push_back(took);
            copy.push_back(copy_took);
        }
    }
    measurement m = {spread_of(kernel), spread_of(copy), 0, 0};
    m.gbs = 1e-6 * (double)(c->read + c->written) * c->bytes / m.kernel.median;
    m.copy_gbs = 2e-6 * (double)copied / m.copy.median;
    return m;
}

/* ---- time of many launches in a graph, each of other tensors than the one before ---- */

#define GRAPH_BYTES ((size_t)1 << 28) /* of all sources, well past the L2 */
#define GRAPH_LAUNCHES 8

static cudaGraphExec_t make_graph(const tensors *t, cudaStream_t stream, int sets, int launches,
                                  bool copy)
{
    cudaGraph_t graph;
    cudaGraphExec_t made;
    NEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < launches; i++) {
        const char *from = (const char *)t->source + i % sets * t->source_bytes;
        char *to = (char *)t->destination + i % sets * t->destination_bytes;
        if (copy)
            NEED(cudaMemcpyAsync(to, from, (size_t)t->c->written * t->c->bytes,
                                 cudaMemcpyDeviceToDevice, stream));
        else
            NEED(t->c->launch(from, to, t->c->size, stream));
    }
    NEED(cudaStreamEndCapture(stream, &graph));
    NEED(cudaGraphInstantiate(&made, graph, 0));
    NEED(cudaGraphDestroy(graph));
    return made;
}

static float replay(const stopwatch *w, cudaGraphExec_t graph, cudaStream_t stream, int launches)
{
    float milliseconds;
    NEED(cudaEventRecord(w->start, stream));
    NEED(cudaGraphLaunch(graph, stream));
    NEED(cudaEventRecord(w->stop, stream));
    NEED(cudaEventSynchronize(w->stop));
    NEED(cudaEventElapsedTime(&milliseconds, w->start, w->stop));
    return milliseconds / launches;
}

static measurement measure_in_graph(const tensors *one, const stopwatch *w, int runs)
{
    const bench_case *c = one->c;
    const int sets = (int)(GRAPH_BYTES / one->source_bytes) + 1;
    const int launches = sets > GRAPH_LAUNCHES ? sets : GRAPH_LAUNCHES;
    const size_t bytes = std::max(one->source_bytes, one->destination_bytes);
    tensors t = make_tensors(c, (size_t)sets * bytes, 0);
    std::vector<float> kernel, copy;
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    bench_fill_numbers(c, t.source, sets * c->source_elements, SOURCE_SEED);
    NEED(cudaDeviceSynchronize());
    cudaGraphExec_t kernels = make_graph(&t, stream, sets, launches, false);
    cudaGraphExec_t copies = make_graph(&t, stream, sets, launches, true);
    for (int i = -WARM_UP_RUNS; i < runs; i++) {
        float took = replay(w, kernels, stream, launches);
        float copy_took = replay(w, copies, stream, launches);
        if (i >= 0) {
            kernel.push_back(took);
            copy.push_back(copy_took);
        }
    }
    NEED(cudaGraphExecDestroy(kernels));
    NEED(cudaGraphExecDestroy(copies));
    NEED(cudaStreamDestroy(stream));
    free_tensors(&t);
    measurement m = {spread_of(kernel), spread_of(copy), 0, 0};
    m.gbs = 1e-6 * (double)(c->read + c->written) * c->bytes / m.kernel.median;
    m.copy_gbs = 2e-6 * (double)c->written * c->bytes / m.copy.median;
    return m;
}

static void warm_up(void)
{
    void *from = bench_memory(WARM_UP_BYTES), *to = bench_memory(WARM_UP_BYTES);
    bench_fill(from, WARM_UP_BYTES, SOURCE_SEED);
    for (int i = 0; i < WARM_UP_COPIES; i++)
        NEED(cudaMemcpyAsync(to, from, WARM_UP_BYTES, cudaMemcpyDeviceToDevice, 0));
    NEED(cudaDeviceSynchronize());
    NEED(cudaFree(from));
    NEED(cudaFree(to));
}

/* ---- the table ---- */

static void print_head(void)
{
    cudaDeviceProp device;
    int driver, runtime;
    NEED(cudaGetDeviceProperties(&device, 0));
    NEED(cudaDriverGetVersion(&driver));
    NEED(cudaRuntimeGetVersion(&runtime));
    printf("%s, %d multiprocessors, %d MB of L2, driver %d.%d, CUDA %d.%d\n\n", device.name,
           device.multiProcessorCount, device.l2CacheSize >> 20, driver / 1000,
           driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    printf("%-36s %-5s %9s %9s %19s %8s %9s %8s %6s\n", "case", "type", "MB", "ms", "(min to max)",
           "GB/s", "copy ms", "GB/s", "ratio");
}

static void print_row(const bench_case *c, const measurement *m)
{
    char range[32];
    snprintf(range, sizeof range, "(%.4f to %.4f)", m->kernel.low, m->kernel.high);
    printf("%-36s %-5s %9.1f %9.4f %19s %8.1f %9.4f %8.1f %6.3f\n", c->name, c->element,
           1e-6 * (double)(c->read + c->written) * c->bytes, m->kernel.median, range, m->gbs,
           m->copy.median, m->copy_gbs, m->gbs / m->copy_gbs);
    fflush(stdout);
}

static void write_json_row(FILE *out, bool first, const bench_case *c, const measurement *m)
{
    fprintf(out,
            "%s\n  {\"case\": \"%s\", \"plan\": \"%s\", \"element\": \"%s\", \"bytes\": %lld, "
            "\"right\": true,\n   \"ms\": [%.5f, %.5f, %.5f], \"copy_ms\": [%.5f, %.5f, %.5f], "
            "\"gbs\": %.1f, \"copy_gbs\": %.1f, \"ratio\": %.4f}",
            first ? "[" : ",", c->name, c->plan, c->element, (c->read + c->written) * c->bytes,
            m->kernel.low, m->kernel.median, m->kernel.high, m->copy.low, m->copy.median,
            m->copy.high, m->gbs, m->copy_gbs, m->gbs / m->copy_gbs);
}

/* ---- all cases ---- */

static std::vector<const bench_case *> chosen(const settings *s)
{
    std::vector<const bench_case *> cases;
    for (int i = 0; i < bench_ncases; i++)
        if (!s->only || strstr(bench_cases[i].name, s->only))
            cases.push_back(&bench_cases[i]);
    return cases;
}

static int check_all(const std::vector<const bench_case *> &cases, size_t margin)
{
    int failed = 0;
    for (const bench_case *c : cases) {
        tensors t = make_tensors(c, 0, margin);
        failed += !is_right(&t);
        free_tensors(&t);
    }
    printf("%d passed, %d failed\n", (int)cases.size() - failed, failed);
    return failed > 0;
}

/* No kernel runs but those of the cases. */
static int launch_all(const std::vector<const bench_case *> &cases)
{
    for (const bench_case *c : cases) {
        tensors t = make_tensors(c, 0, 0);
        NEED(cudaMemset(t.source, 0, t.source_bytes));
        launch(&t);
        NEED(cudaDeviceSynchronize());
        free_tensors(&t);
    }
    printf("%d launched\n", (int)cases.size());
    return 0;
}

static int list_all(const std::vector<const bench_case *> &cases)
{
    printf("case,plan,element,bytes,blocks,read,written,put_conflicts,get_conflicts,"
           "load_sectors,store_sectors,put_bytes,get_bytes\n");
    for (const bench_case *c : cases)
        printf("%s,%s,%s,%d,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld\n", c->name, c->plan,
               c->element, c->bytes, c->blocks, c->read, c->written, c->put_conflicts,
               c->get_conflicts, c->load_sectors, c->store_sectors, c->put_bytes, c->get_bytes);
    return 0;
}

static int time_all(const std::vector<const bench_case *> &cases, const settings *s)
{
    FILE *json = s->json ? fopen(s->json, "w") : NULL;
    if (s->json && !json) {
        perror(s->json);
        return 2;
    }
    stopwatch w;
    NEED(cudaEventCreate(&w.start));
    NEED(cudaEventCreate(&w.stop));
    int failed = 0;
    bool first = true;
    print_head();
    warm_up();
    for (const bench_case *c : cases) {
        tensors t = make_tensors(c, (size_t)c->written * c->bytes, 0);
        if (is_right(&t)) {
            measurement m = c->formula ? measure_in_graph(&t, &w, s->runs)
                                       : measure(&t, &w, s->runs);
            print_row(c, &m);
            if (json)
                write_json_row(json, first, c, &m);
            first = false;
        } else {
            failed++;
        }
        free_tensors(&t);
    }
    NEED(cudaEventDestroy(w.start));
    NEED(cudaEventDestroy(w.stop));
    if (json) {
        fputs(first ? "[]\n" : "\n]\n", json);
        if (fclose(json) != 0)
            failed++;
    }
    printf("\n%d passed, %d failed; medians of %d runs; MB: 10^6 bytes read and written\n",
           (int)cases.size() - failed, failed, s->runs);
    return failed > 0;
}

/* ---- the command ---- */

static int usage(void)
{
    fputs("usage: bench [--check | --once | --list] [--only=TEXT] [--runs=N] [--json=FILE]"
          " [--margin=BYTES]\n",
          stderr);
    return 2;
}

static const char *value_of(const char *argument, const char *option)
{
    size_t n = strlen(option);
    return strncmp(argument, option, n) == 0 ? argument + n : NULL;
}

int main(int argc, char **argv)
{
    settings s = {false, false, false, NULL, NULL, 31, 0};
    for (int i = 1; i < argc; i++) {
        const char *value;
        if (strcmp(argv[i], "--check") == 0)
            s.check = true;
        else if (strcmp(argv[i], "--once") == 0)
            s.once = true;
        else if (strcmp(argv[i], "--list") == 0)
            s.list = true;
        else if ((value = value_of(argv[i], "--only=")))
            s.only = value;
        else if ((value = value_of(argv[i], "--json=")))
            s.json = value;
        else if ((value = value_of(argv[i], "--runs=")) && atoi(value) >= 20)
            s.runs = atoi(value);
        else if ((value = value_of(argv[i], "--margin=")) && atoll(value) % 256 == 0)
            s.margin = (size_t)atoll(value);
        else
            return usage();
    }
    std::vector<const bench_case *> cases = chosen(&s);
    if (cases.empty()) {
        fprintf(stderr, "bench: no case has '%s' in its name\n", s.only ? s.only : "");
        return 2;
    }
    return s.list    ? list_all(cases)
           : s.check ? check_all(cases, s.margin)
           : s.once  ? launch_all(cases)
                     : time_all(cases, &s);
}
