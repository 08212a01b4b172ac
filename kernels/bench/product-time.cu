/* product-time.cu - products beside cuBLAS: a table.
 *
 * The chip is limited by power, so that what ran before decides how fast a kernel is. There are two
 * regimes: bursts of some milliseconds after an idle time, and steady work. Both are medians. Sets
 * of inputs take turns, so that the caches do not hold them. Launches are recorded as a graph, so
 * that no host's time is measured; of what cannot be recorded the table says so. */
#include "product-run.cuh"

#include "product-blas.cuh"
#include "product-dnn.cuh"

#include <algorithm>
#include <functional>
#include <limits.h>
#include <map>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <time.h>

#define FEWEST_SETS 2
#define MOST_SETS 24
#define TOUCHED 400e6       /* bytes of all sets; of small products less */
#define TOUCHED_SMALL 150e6
#define SMALL (2.0 * 1024 * 1024 * 1024)
#define FIRST_BURSTS 3 /* of each algorithm, to choose among them */
#define ALGORITHMS_TIMED 2
#define NOISE 0.02 /* of a ratio */
#define RECORDED 240 /* launches of a graph at most: multiples of all numbers of sets but few */

typedef enum { UNTHROTTLED, STEADY, REGIMES } regime;
static const char *const regime_name[] = {"burst", "steady"};

static cudaStream_t stream; /* of all that is timed */

/* ---- sets of inputs ---- */

typedef struct {
    const product_plan *plan;
    const long long *size;
    double operations;
    std::vector<product_memory> a, b, c;
    product_memory bias;
} input_sets;

static product_memory make_tensor(const input_sets *s, const product_shape *shape,
                                  product_tensor tensor, unsigned seed)
{
    product_memory memory = {};
    product_reserve(&memory, element_find(s->plan->element[tensor]), shape->elements[tensor], 0,
                    true);
    product_poison(&memory);
    product_fill(&memory, shape, tensor, DATA_NORMAL, seed, NULL);
    return memory;
}

static void make_sets(input_sets *s, const product_plan *plan, const long long *size)
{
    product_shape shape;
    plan->shape(size, &shape);
    s->plan = plan;
    s->size = size;
    s->operations = 2;
    for (int i = 0; i < shape.rank; i++)
        s->operations *= (double)shape.axis[i].extent;
    double bytes = 0;
    for (int t = 0; t < PRODUCT_BIAS; t++)
        bytes += (double)shape.elements[t] * element_find(plan->element[t])->bytes;
    double touched = s->operations > SMALL ? TOUCHED : TOUCHED_SMALL;
    int n = (int)std::min(std::max(ceil(touched / bytes), (double)FEWEST_SETS), (double)MOST_SETS);
    for (int i = 0; i < n; i++) {
        s->a.push_back(make_tensor(s, &shape, PRODUCT_A, 3 * i + 1));
        s->b.push_back(make_tensor(s, &shape, PRODUCT_B, 3 * i + 2));
        s->c.push_back(make_tensor(s, &shape, PRODUCT_C, 3 * i + 3));
    }
    if (plan->bias)
        s->bias = make_tensor(s, &shape, PRODUCT_BIAS, 1);
    NEED(cudaDeviceSynchronize());
}

static void free_sets(input_sets *s)
{
    for (std::vector<product_memory> *tensors : {&s->a, &s->b, &s->c})
        for (product_memory &memory : *tensors)
            product_release(&memory);
    product_release(&s->bias);
}

static product_call call_of(const input_sets *s, int i)
{
    size_t set = (size_t)i % s->a.size();
    return {s->a[set].at, s->b[set].at, s->plan->bias ? s->bias.at : NULL, s->c[set].at, 1,
            s->plan->beta ? 0.5 : 0, s->size, stream};
}

/* ---- time ---- */

/* What is timed; its launch i, which is false when it cannot be. */
typedef struct {
    std::function<bool(int)> launch;
    bool works;
    std::vector<double> sample[REGIMES]; /* milliseconds of a launch */
    cudaGraphExec_t graph;               /* of so many launches; NULL: it cannot be recorded */
    int recorded;
} contender;

static cudaEvent_t start, stop;

static void launch_all(contender *c, int n)
{
    for (int i = 0; i < n && c->works; i++)
        c->works = c->launch(i);
}

/* n launches, or a few more: whole graphs. How many. */
static int launch_some(contender *c, int n)
{
    if (!c->graph) {
        launch_all(c, n);
        return n;
    }
    const int graphs = (n + c->recorded - 1) / c->recorded;
    for (int i = 0; i < graphs && c->works; i++)
        c->works = cudaGraphLaunch(c->graph, stream) == cudaSuccess;
    return graphs * c->recorded;
}

static void forget_graph(contender *c)
{
    if (c->graph)
        NEED(cudaGraphExecDestroy(c->graph));
    c->graph = NULL;
}

/* Records n launches. */
static void record(contender *c, int n)
{
    cudaGraph_t graph = NULL;
    forget_graph(c);
    c->recorded = std::min(n, RECORDED);
    NEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    launch_all(c, c->recorded);
    bool there = cudaStreamEndCapture(stream, &graph) == cudaSuccess && graph && c->works;
    if (!there || cudaGraphInstantiate(&c->graph, graph, 0) != cudaSuccess)
        c->graph = NULL;
    if (graph)
        NEED(cudaGraphDestroy(graph));
    cudaGetLastError();
    c->works = true;
}

/* Milliseconds of each of n launches. */
static double time_some(contender *c, int n)
{
    float took = 0;
    NEED(cudaEventRecord(start, stream));
    n = launch_some(c, n);
    NEED(cudaEventRecord(stop, stream));
    NEED(cudaEventSynchronize(stop));
    NEED(cudaEventElapsedTime(&took, start, stop));
    product_at->beat = product_at->beat + 1;
    return took / n;
}

static void rest(double milliseconds)
{
    struct timespec t = {(time_t)(milliseconds / 1000), (long)(fmod(milliseconds, 1000) * 1e6)};
    NEED(cudaDeviceSynchronize());
    nanosleep(&t, NULL);
}

/* As many launches as fill the time. */
static int launches(double milliseconds, double of_one)
{
    return (int)std::min(std::max(1.0, round(milliseconds / of_one)), 20000.0);
}

/* What one launch takes, roughly; makes sure that it works, and records as many as a burst has. */
static double rough_time(contender *c)
{
    time_some(c, 1);
    double once = c->works ? time_some(c, 2) : 1;
    once = once > 1e-3 ? once : 1e-3;
    if (c->works)
        record(c, launches(product_set.burst, once));
    return c->graph ? time_some(c, 1) : once;
}

static double burst(contender *c, double of_one)
{
    rest(product_set.idle);
    launch_some(c, 1);
    return time_some(c, launches(product_set.burst, of_one));
}

static double steady(contender *c, double of_one)
{
    int n = launches(product_set.steady, of_one);
    launch_some(c, n);
    return time_some(c, n);
}

/* In turns, after each other's idle times or warming up. */
static void time_all(std::vector<contender> &all, regime how)
{
    std::vector<double> of_one;
    for (size_t i = 0; i < all.size(); i++) {
        of_one.push_back(all[i].works ? rough_time(&all[i]) : 1);
        if (all[i].works && !all[i].graph)
            product_print("contender %zu of the next row is no graph, but launches\n", i + 1);
    }
    for (long long run = 0; run < product_set.runs; run++)
        for (size_t i = 0; i < all.size(); i++)
            if (all[i].works) {
                double ms = how == STEADY ? steady(&all[i], of_one[i]) : burst(&all[i], of_one[i]);
                if (all[i].works)
                    all[i].sample[how].push_back(ms);
            }
    for (contender &c : all)
        forget_graph(&c);
}

static double median(std::vector<double> sample)
{
    if (sample.empty())
        return 0;
    std::sort(sample.begin(), sample.end());
    return sample[sample.size() / 2];
}

/* ---- contenders ---- */

enum { OURS, GEMM_EX, DNN, FIRST_LT };

static contender ours(const input_sets *s)
{
    return {[s](int i) {
                product_call call = call_of(s, i);
                return s->plan->launch(&call) == cudaSuccess;
            },
            true,
            {},
            NULL,
            0};
}

static contender of_blas(const input_sets *s, const product_blas *blas, int algorithm)
{
    return {[s, blas, algorithm](int i) {
                product_call call = call_of(s, i);
                return product_blas_run(blas, algorithm, &call);
            },
            blas != NULL,
            {},
            NULL,
            0};
}

static contender of_dnn(const input_sets *s, const product_dnn *dnn)
{
    return {[s, dnn](int i) {
                product_call call = call_of(s, i);
                return product_dnn_run(dnn, &call);
            },
            dnn != NULL,
            {},
            NULL,
            0};
}

/* The fastest algorithms of cublasLt in a few bursts. */
static void add_algorithms(std::vector<contender> &all, const input_sets *s,
                           const product_blas *blas)
{
    std::vector<std::pair<double, int>> order;
    for (int a = 0; a < product_blas_algorithms(blas); a++) {
        contender c = of_blas(s, blas, a);
        double of_one = rough_time(&c), least = HUGE_VAL;
        for (int i = 0; i < FIRST_BURSTS && c.works; i++)
            least = std::min(least, burst(&c, of_one));
        forget_graph(&c);
        if (c.works)
            order.push_back({least, a});
    }
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i < order.size() && i < ALGORITHMS_TIMED; i++)
        all.push_back(of_blas(s, blas, order[i].second));
}

/* ---- speeds: operations a second, in 10^12 ---- */

static double speed(const input_sets *s, const contender &c, regime how)
{
    double ms = median(c.sample[how]);
    return ms > 0 ? s->operations / ms * 1e-9 : 0;
}

typedef struct {
    bool beside; /* others were measured, too */
    double ours[REGIMES], gemm[REGIMES], dnn[REGIMES], lt[REGIMES];
} speeds;

static std::map<std::string, speeds> known; /* by plan and case */

static bool is_wanted(regime how)
{
    return how == STEADY ? product_set.steadily : product_set.unthrottled;
}

static speeds measure(const product_plan *plan, const product_case *c, bool beside)
{
    input_sets s = {};
    speeds out = {};
    out.beside = beside;
    product_shape shape;
    plan->shape(c->size, &shape);
    make_sets(&s, plan, c->size);
    product_blas *blas =
        beside ? product_blas_new(plan, &shape, (int)product_set.algorithms) : NULL;
    product_dnn *dnn = beside ? product_dnn_new(plan, &shape) : NULL;
    std::vector<contender> all = {ours(&s), of_blas(&s, blas, -1), of_dnn(&s, dnn)};
    if (beside && blas)
        add_algorithms(all, &s, blas);
    for (regime how : {UNTHROTTLED, STEADY}) {
        if (!is_wanted(how))
            continue;
        time_all(all, how);
        out.ours[how] = speed(&s, all[OURS], how);
        out.gemm[how] = speed(&s, all[GEMM_EX], how);
        out.dnn[how] = speed(&s, all[DNN], how);
        for (size_t i = FIRST_LT; i < all.size(); i++)
            out.lt[how] = std::max(out.lt[how], speed(&s, all[i], how));
    }
    product_blas_free(blas);
    product_dnn_free(dnn);
    free_sets(&s);
    cudaGetLastError(); /* of a launch that was refused */
    return out;
}

static const speeds &speeds_of(const product_plan *plan, const product_case *c, bool beside)
{
    std::string key = std::string(plan->name) + " " + c->name;
    auto found = known.find(key);
    if (found == known.end() || (beside && !found->second.beside))
        known[key] = measure(plan, c, beside);
    return known[key];
}

/* ---- the table ---- */

static void print_head(void)
{
    cudaDeviceProp device;
    int driver, runtime;
    char blas[64];
    NEED(cudaGetDeviceProperties(&device, 0));
    NEED(cudaDriverGetVersion(&driver));
    NEED(cudaRuntimeGetVersion(&runtime));
    product_blas_version(blas, sizeof blas);
    product_print("%s, %d multiprocessors, driver %d.%d, CUDA %d.%d, %s\n", device.name,
                  device.multiProcessorCount, driver / 1000, driver % 1000 / 10, runtime / 1000,
                  runtime % 1000 / 10, blas);
    product_print("TFLOP/s (of integers TOP/s), medians of %lld, in graphs. burst: %g ms idle, a "
                  "launch, then %g ms;\nsteady: %g ms, then %g ms. best Lt: the best of %lld "
                  "heuristics. N(0,1).\n\n",
                  product_set.runs, product_set.idle, product_set.burst, product_set.steady,
                  product_set.steady, product_set.algorithms);
    product_print("%-14s %-26s %-6s %8s %8s %8s %8s %7s  %-16s %s\n", "plan", "sizes", "regime",
                  "GemmEx", "best Lt", "ours", "to best", "GemmEx", "goal", "kernel");
}

static void print_number(int width, int digits, double value)
{
    if (value > 0)
        product_print(" %*.*f", width, digits, value);
    else
        product_print(" %*s", width, "-");
}

/* The speed of our own that the case is to be compared with; 0: there is none. */
static double other_speed(const product_case *c, regime how)
{
    const product_plan *plan = product_find(c->of_plan);
    for (int i = 0; plan && i < plan->ncases; i++)
        if (strcmp(plan->cases[i].name, c->of_case) == 0)
            return speeds_of(plan, &plan->cases[i], false).ours[how];
    return 0;
}

/* Met, within the noise of it, or below; counted. */
static const char *judge(const product_case *c, double ratio)
{
    if (c->goal <= 0 || ratio <= 0)
        return "";
    if (ratio >= c->goal)
        return "met";
    return ratio >= c->goal - NOISE ? "noise" : "BELOW";
}

static void count(const char *judgement, const product_case *c)
{
    product_progress *p = product_at;
    p->met = p->met + (strcmp(judgement, "met") == 0);
    p->near_enough = p->near_enough + (strcmp(judgement, "noise") == 0);
    p->below = p->below + (strcmp(judgement, "BELOW") == 0);
    p->unknown = p->unknown + (!*judgement && c->goal > 0);
}

static void print_row(const product_plan *plan, const product_case *c, const speeds &s, regime how,
                      const char *kernel)
{
    double best = std::max(s.gemm[how], s.lt[how]), own = s.ours[how];
    double to_best = best > 0 ? own / best : 0, to_gemm = s.gemm[how] > 0 ? own / s.gemm[how] : 0;
    double other = c->of_plan ? other_speed(c, how) : 0;
    double ratio = c->of_plan ? (other > 0 ? own / other : 0) : to_best;
    const char *judgement = judge(c, ratio);
    char goal[64] = "";
    if (c->goal > 0 && c->of_plan)
        snprintf(goal, sizeof goal, "%.3f>=%.2f %s", ratio, c->goal, judgement);
    else if (c->goal > 0)
        snprintf(goal, sizeof goal, ">=%.2f %s", c->goal, judgement);
    count(judgement, c);
    product_print("%-14s %-26s %-6s", plan->name, c->name, regime_name[how]);
    print_number(8, 1, s.gemm[how]);
    print_number(8, 1, s.lt[how]);
    print_number(8, 1, own);
    print_number(8, 3, to_best);
    print_number(7, 3, to_gemm);
    product_print("  %-16s %s\n", goal, kernel);
    if (s.dnn[how] > 0)
        product_print("%-14s %-26s %-6s cuDNN %.1f, ours to it %.3f\n", "", "",
                      regime_name[how], s.dnn[how], own / s.dnn[how]);
}

static bool is_chosen(const product_plan *plan, const product_case *c)
{
    char text[512];
    snprintf(text, sizeof text, "%s %s", plan->name, c->name);
    return product_matches(text);
}

/* Is a kernel expected to take at most so many percent more than the one that is taken? */
static bool is_near(long long cost, long long least)
{
    return product_set.kernels == LLONG_MAX || cost <= least + least * product_set.kernels / 100;
}

/* Each kernel that admits the sizes by itself, with the time that the plan expects of it. */
static void print_kernels(const product_plan *plan, const product_case *c, int multiprocessors,
                          long long least)
{
    input_sets s = {};
    std::vector<contender> all;
    std::vector<const product_kernel *> kernels;
    make_sets(&s, plan, c->size);
    for (int i = 0; i < plan->nkernels; i++) {
        const product_kernel *k = &plan->kernels[i];
        if (!k->admits(c->size) || !is_near(k->cost(c->size, multiprocessors), least))
            continue;
        kernels.push_back(k);
        all.push_back({[&s, k](int set) {
                           product_call call = call_of(&s, set);
                           return k->launch(&call) == cudaSuccess;
                       },
                       true,
                       {},
                       NULL,
                       0});
    }
    time_all(all, UNTHROTTLED);
    for (size_t i = 0; i < all.size(); i++)
        product_print("%41s %-6s %8.1f, %.1f us, expected %.1f us: %s\n", "",
                      regime_name[UNTHROTTLED], speed(&s, all[i], UNTHROTTLED),
                      1e3 * median(all[i].sample[UNTHROTTLED]),
                      1e-3 * (double)kernels[i]->cost(c->size, multiprocessors),
                      kernels[i]->name);
    free_sets(&s);
}

static void take_case(const product_plan *plan, const product_case *c, int multiprocessors)
{
    int number = product_pick(plan, c->size, multiprocessors);
    const char *kernel = number < 0 ? "none" : plan->kernels[number].name;
    product_say_at("%s %s (%s)", plan->name, c->name, kernel);
    if (number < 0) {
        product_print("%-14s %-26s is not admitted\n", plan->name, c->name);
        product_at->refused = product_at->refused + 1;
        return;
    }
    if (!product_run_once(plan, c->size, DATA_NORMAL, false) ||
        !product_run_once(plan, c->size, DATA_SMALL, false)) {
        product_print("%-14s %-26s is WRONG (%s)\n", plan->name, c->name, kernel);
        product_at->failed = product_at->failed + 1;
        return;
    }
    const speeds s = speeds_of(plan, c, true);
    for (regime how : {UNTHROTTLED, STEADY})
        if (is_wanted(how))
            print_row(plan, c, s, how, kernel);
    if (product_set.kernels >= 0)
        print_kernels(plan, c, multiprocessors, plan->kernels[number].cost(c->size, multiprocessors));
    product_at->passed = product_at->passed + 1;
}

int product_time(const std::vector<const product_plan *> &plans, int first, int item)
{
    int multiprocessors;
    product_begin_device();
    NEED(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    NEED(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    NEED(cudaEventCreate(&start));
    NEED(cudaEventCreate(&stop));
    product_blas_open(product_set.blas, stream);
    product_dnn_open(product_set.blas, stream);
    if (first == 0 && item == 0)
        print_head();
    for (size_t p = (size_t)first; p < plans.size(); p++) {
        product_at->plan = (int)p;
        for (int i = item; i < plans[p]->ncases; i++) {
            product_at->item = i;
            if (!is_chosen(plans[p], &plans[p]->cases[i]))
                continue;
            if (product_is_late())
                product_at->skipped = product_at->skipped + 1;
            else
                take_case(plans[p], &plans[p]->cases[i], multiprocessors);
        }
        item = 0;
    }
    return 0;
}
