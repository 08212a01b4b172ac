/* product-check.cu - plans at many sizes, each compared with the reference. */
#include "product-run.cuh"

#include <algorithm>
#include <random>
#include <set>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 256 /* trials between two looks at what they gave */
#define MARGIN 4096
#define MOST_STEP 16 /* elements of 16 bytes: what sizes and rows are multiples of */
#define MOST_SAID 5 /* failures of a plan */
#define OTHER_TRIALS 400
#define OTHER_TRIES 400000
#define OTHER_PRODUCTS (1ll << 31)
#define OTHER_ELEMENTS (1ll << 27)

typedef struct {
    long long size[PRODUCT_SIZES];
    product_data data;
    int seed;
    int kernel; /* -1: the one that a launch takes */
} trial;

/* ---- texts ---- */

const char *product_sizes_text(const product_plan *plan, const long long *size)
{
    static char text[512];
    int at = 0;
    text[0] = '\0';
    for (int i = 0; i < plan->nsizes && at < (int)sizeof text; i++)
        at += snprintf(text + at, sizeof text - at, "%s%s=%lld", i ? " " : "", plan->size_name[i],
                       size[i]);
    return text;
}

static int multiprocessors(void)
{
    static int count;
    if (count == 0)
        NEED(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

/* The name of the kernel that a launch takes; NULL: none. */
static const char *picked(const product_plan *plan, const long long *size)
{
    int kernel = product_pick(plan, size, multiprocessors());
    return kernel < 0 ? NULL : plan->kernels[kernel].name;
}

static const char *kernel_of(const product_plan *plan, const trial *t)
{
    return t->kernel < 0 ? picked(plan, t->size) : plan->kernels[t->kernel].name;
}

/* ---- one trial ---- */

typedef struct {
    product_memory a, b, c, bias, packed_a, packed_b, records;
    std::vector<trial> pending; /* launched, not yet looked at */
} runner;

static void release(runner *r)
{
    product_memory *all[] = {&r->a, &r->b, &r->c, &r->bias, &r->packed_a, &r->packed_b,
                             &r->records};
    for (product_memory *m : all)
        product_release(m);
}

static product_record *record_at(const runner *r, size_t i)
{
    return (product_record *)r->records.at + i;
}

static void begin_batch(runner *r)
{
    product_reserve(&r->records, element_find("f64"),
                    BATCH * sizeof(product_record) / sizeof(double), 0, false);
    product_record_begin(record_at(r, 0), BATCH);
    r->pending.clear();
}

static void fill_tensor(product_memory *memory, const product_plan *plan,
                        const product_shape *shape, product_tensor tensor, const trial *t,
                        bool exact, bool with_data, double *packed)
{
    product_reserve(memory, element_find(plan->element[tensor]), shape->elements[tensor],
                    exact ? 0 : MARGIN, exact);
    product_poison(memory);
    if (with_data)
        product_fill(memory, shape, tensor, t->data, t->seed, packed);
}

static double *packed(product_memory *memory, const product_shape *shape, product_role rows)
{
    long long n = product_size_of(shape, rows) * product_size_of(shape, PRODUCT_K) *
                  product_size_of(shape, PRODUCT_L);
    product_reserve(memory, element_find("f64"), n, 0, false);
    return (double *)memory->at;
}

/* Fills, launches and compares, without waiting for it. What the launch says. */
static cudaError_t begin_trial(runner *r, const product_plan *plan, const trial *t, bool exact)
{
    product_shape shape;
    product_terms terms = {t->data, (unsigned)t->seed, 2, -1};
    plan->shape(t->size, &shape);
    double *a = packed(&r->packed_a, &shape, PRODUCT_M);
    double *b = packed(&r->packed_b, &shape, PRODUCT_N);
    fill_tensor(&r->a, plan, &shape, PRODUCT_A, t, exact, true, a);
    fill_tensor(&r->b, plan, &shape, PRODUCT_B, t, exact, true, b);
    fill_tensor(&r->c, plan, &shape, PRODUCT_C, t, exact, plan->beta, NULL);
    if (plan->bias)
        fill_tensor(&r->bias, plan, &shape, PRODUCT_BIAS, t, exact, true, NULL);
    product_call call = {r->a.at,    r->b.at, r->bias.at, r->c.at, terms.alpha,
                         terms.beta, t->size, 0};
    cudaError_t error =
        t->kernel < 0 ? plan->launch(&call) : plan->kernels[t->kernel].launch(&call);
    product_record *record = record_at(r, r->pending.size());
    r->pending.push_back(*t);
    product_compare(plan, &shape, &terms, &r->c, &r->bias, a, b, record);
    return error;
}

static void say_wrong(const product_plan *plan, const trial *t, const product_record *w)
{
    product_shape shape;
    plan->shape(t->size, &shape);
    long long n = product_size_of(&shape, PRODUCT_N), m = product_size_of(&shape, PRODUCT_M);
    product_print("%s (%s) at %s, %s:", plan->name, kernel_of(plan, t),
                  product_sizes_text(plan, t->size),
                  t->data == DATA_SMALL ? "integers" : "normal numbers");
    if (w->wrong > 0) {
        long long at = (long long)w->first;
        product_print(" %llu elements are wrong, the first m=%lld n=%lld l=%lld: %.9g, expected "
                      "%.9g",
                      w->wrong, at / n % m, at % n, at / n / m, w->got, w->expected);
        if (w->allowed > 0)
            product_print(" within %.3g", w->allowed);
    }
    if (w->outside > 0)
        product_print(" %llu bytes were written outside of C, the first at %lld", w->outside,
                      (long long)(w->place - (1ull << 62)));
    product_print("\n");
}

/* ---- batches ---- */

typedef struct {
    const product_plan *plan;
    int said;
} telling;

/* Waits for the batch; what was wrong is said and counted. */
static void end_batch(runner *r, telling *tell)
{
    static std::vector<product_record> found(BATCH);
    NEED(cudaMemcpy(found.data(), record_at(r, 0), BATCH * sizeof(product_record),
                    cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < r->pending.size(); i++) {
        bool right = found[i].wrong == 0 && found[i].outside == 0;
        if (right)
            product_at->passed = product_at->passed + 1;
        else {
            product_at->failed = product_at->failed + 1;
            if (tell->said++ < MOST_SAID)
                say_wrong(tell->plan, &r->pending[i], &found[i]);
        }
    }
    product_at->item = product_at->item + (int)r->pending.size();
    product_at->beat = product_at->beat + 1;
    begin_batch(r);
}

/* Trials from one on, unless the time is over. */
static void run_trials(runner *r, const product_plan *plan, const std::vector<trial> &trials,
                       size_t first, bool exact)
{
    telling tell = {plan, 0};
    size_t batch = product_set.sync || exact ? 1 : BATCH;
    begin_batch(r);
    for (size_t i = first; i < trials.size(); i++) {
        if (r->pending.empty() && product_is_late()) {
            product_at->skipped = product_at->skipped + (long long)(trials.size() - i);
            break;
        }
        if (r->pending.empty())
            product_say_at("%s at %s (%s)", plan->name, product_sizes_text(plan, trials[i].size),
                           kernel_of(plan, &trials[i]));
        cudaError_t error = begin_trial(r, plan, &trials[i], exact);
        if (error != cudaSuccess) {
            cudaGetLastError();
            r->pending.pop_back();
            product_record_begin(record_at(r, r->pending.size()), 1);
            product_at->failed = product_at->failed + 1;
            product_at->item = product_at->item + 1;
            if (tell.said++ < MOST_SAID)
                product_print("%s (%s) at %s: the launcher says: %s\n", plan->name,
                              kernel_of(plan, &trials[i]),
                              product_sizes_text(plan, trials[i].size),
                              cudaGetErrorString(error));
        }
        if (r->pending.size() == batch)
            end_batch(r, &tell);
    }
    if (!r->pending.empty())
        end_batch(r, &tell);
    if (tell.said > MOST_SAID)
        product_print("%s: and %d more\n", plan->name, tell.said - MOST_SAID);
}

bool product_run_once(const product_plan *plan, const long long *size, product_data data,
                      bool exact)
{
    runner r = {};
    trial t = {};
    product_record found;
    memcpy(t.size, size, sizeof t.size);
    t.data = data;
    t.kernel = -1;
    begin_batch(&r);
    NEED(begin_trial(&r, plan, &t, exact));
    NEED(cudaMemcpy(&found, record_at(&r, 0), sizeof found, cudaMemcpyDeviceToHost));
    release(&r);
    bool right = found.wrong == 0 && found.outside == 0;
    if (!right)
        say_wrong(plan, &t, &found);
    return right;
}

/* ---- sizes ---- */

static int size_index(const product_plan *plan, const char *name)
{
    for (int i = 0; i < plan->nsizes; i++)
        if (strcmp(plan->size_name[i], name) == 0)
            return i;
    return -1;
}

/* M, N, K, and rows that follow from them. */
static bool is_plain(const product_plan *plan)
{
    int others = 0;
    for (int i = 0; i < plan->nsizes; i++)
        others += !plan->rows_of[i];
    return others == 3 && size_index(plan, "M") >= 0 && size_index(plan, "N") >= 0 &&
           size_index(plan, "K") >= 0;
}

static void set_plain(const product_plan *plan, const long long *mnk, long long *size)
{
    for (int i = 0; i < plan->nsizes; i++) {
        char of = plan->rows_of[i] ? plan->rows_of[i] : plan->size_name[i][0];
        long long value = mnk[of == 'M' ? 0 : of == 'N' ? 1 : 2];
        size[i] = plan->rows_of[i] ? (value + MOST_STEP - 1) / MOST_STEP * MOST_STEP : value;
    }
}

/* What each of M, N and K is a multiple of: the least power of two of which the plan admits an
 * odd multiple, where the others are multiples of all that plans ask for. */
static void steps_of(const product_plan *plan, long long *step)
{
    for (int d = 0; d < 3; d++)
        for (step[d] = 1; step[d] < MOST_STEP; step[d] *= 2) {
            long long mnk[] = {16 * MOST_STEP, 16 * MOST_STEP, 16 * MOST_STEP};
            long long size[PRODUCT_SIZES];
            mnk[d] += step[d];
            set_plain(plan, mnk, size);
            if (picked(plan, size))
                break;
        }
}

/* The next sizes that a plan of such steps admits. */
static void set_stepped(const product_plan *plan, const long long *step, const long long *mnk,
                        long long *size)
{
    long long next[3];
    for (int d = 0; d < 3; d++)
        next[d] = (mnk[d] + step[d] - 1) / step[d] * step[d];
    set_plain(plan, next, size);
}

/* Adds the sizes, if the plan admits them. Its kernels take turns, and the launcher's choice. */
static void add_trial(const product_plan *plan, trial t, std::vector<trial> *out)
{
    t.seed = (int)(out->size() % 1000);
    t.kernel = (int)(out->size() % (size_t)(plan->nkernels + 1)) - 1;
    if (t.kernel >= 0 && !plan->kernels[t.kernel].admits(t.size))
        t.kernel = -1;
    if (picked(plan, t.size))
        out->push_back(t);
    else
        product_at->refused = product_at->refused + 1;
}

/* From 1 to 300: each class modulo 16, and both sides of the edges of tiles; of a plan with steps
 * the next ones that it admits. */
static void add_residues(const product_plan *plan, std::vector<trial> *out)
{
    static const long long edges[] = {63,  64,  65,  95,  96,  97,  127, 128, 129, 159,
                                      160, 191, 192, 193, 224, 255, 256, 257, 300};
    std::vector<long long> value(edges, edges + sizeof edges / sizeof *edges);
    for (int i = 0; i < 16; i++)
        value.push_back(1 + 17 * i);
    std::vector<trial> all;
    long long step[3];
    steps_of(plan, step);
    for (long long m : value)
        for (long long n : value)
            for (long long k : value) {
                trial t = {};
                const long long mnk[] = {m, n, k};
                set_stepped(plan, step, mnk, t.size);
                t.data = DATA_SMALL;
                all.push_back(t);
            }
    std::mt19937_64 random((unsigned long long)product_set.seed);
    std::shuffle(all.begin(), all.end(), random);
    if (product_set.residues < (long long)all.size())
        all.resize((size_t)product_set.residues);
    for (const trial &t : all)
        add_trial(plan, t, out);
}

static long long between(std::mt19937_64 &random, double low, double high)
{
    std::uniform_real_distribution<double> u(log(low), log(high + 1));
    return (long long)exp(u(random));
}

/* Each as small integers and as normal numbers; every fifth is long along one side. */
static void add_large(const product_plan *plan, std::vector<trial> *out)
{
    std::mt19937_64 random((unsigned long long)product_set.seed + 1);
    long long step[3];
    steps_of(plan, step);
    for (long long i = 0; i < product_set.large; i++) {
        trial t = {};
        bool is_long = i % 5 == 4;
        long long mnk[3];
        for (int d = 0; d < 3; d++)
            mnk[d] = between(random, 301, is_long ? 1500 : 6000);
        if (is_long)
            mnk[i / 5 % 3] = between(random, 8000, 20000);
        set_stepped(plan, step, mnk, t.size);
        for (product_data data : {DATA_SMALL, DATA_NORMAL}) {
            t.data = data;
            add_trial(plan, t, out);
        }
    }
}

/* What a size in a plan of others is tried with. */
static long long any_size(std::mt19937_64 &random, long long low, long long high)
{
    long long most = random() % 4 == 0 ? 300 : 24, value = between(random, 1, most);
    if (random() % 2 == 0)
        value = (value + 7) / 8 * 8;
    return std::min(std::max(value, low), high);
}

static bool is_small(const product_plan *plan, const long long *size)
{
    product_shape shape;
    plan->shape(size, &shape);
    double products = 1;
    for (int i = 0; i < shape.rank; i++)
        products *= (double)shape.axis[i].extent;
    for (int i = 0; i < 3; i++)
        if (shape.elements[i] > OTHER_ELEMENTS)
            return false;
    return products <= (double)OTHER_PRODUCTS;
}

/* Random sizes of a plan that has others than M, N and K. */
static void add_others(const product_plan *plan, std::vector<trial> *out)
{
    std::mt19937_64 random((unsigned long long)product_set.seed + 2);
    std::set<std::vector<long long>> seen;
    for (int i = 0; i < OTHER_TRIES && seen.size() < OTHER_TRIALS; i++) {
        trial t = {};
        for (int s = 0; s < plan->nsizes; s++)
            t.size[s] = any_size(random, plan->low[s], plan->high[s]);
        std::vector<long long> key(t.size, t.size + plan->nsizes);
        if (!picked(plan, t.size) || !is_small(plan, t.size) || !seen.insert(key).second)
            continue;
        t.data = i % 2 ? DATA_NORMAL : DATA_SMALL;
        add_trial(plan, t, out);
    }
}

static std::vector<trial> trials_of(const product_plan *plan)
{
    std::vector<trial> trials;
    if (is_plain(plan)) {
        add_residues(plan, &trials);
        add_large(plan, &trials);
    } else {
        add_others(plan, &trials);
    }
    return trials;
}

/* ---- modes ---- */

int product_check(const std::vector<const product_plan *> &plans, int first, int item)
{
    runner r = {};
    product_begin_device();
    for (size_t p = (size_t)first; p < plans.size(); p++) {
        long long passed = product_at->passed, failed = product_at->failed;
        long long refused = product_at->refused;
        product_at->plan = (int)p;
        product_at->item = item;
        std::vector<trial> trials = trials_of(plans[p]);
        if (item > 0) /* another process has counted them */
            product_at->refused = refused;
        run_trials(&r, plans[p], trials, (size_t)item, false);
        product_print("%-24s %lld right, %lld wrong, %lld not admitted\n", plans[p]->name,
                      product_at->passed - passed, product_at->failed - failed,
                      product_at->refused - refused);
        item = 0;
    }
    release(&r);
    return 0;
}

/* A few sizes, in tensors that end where their memory does. */
int product_sanitize(const std::vector<const product_plan *> &plans)
{
    static const long long sizes[][3] = {
        {1, 1, 1}, {17, 33, 65}, {130, 260, 72}, {300, 200, 129}, {256, 256, 256}};
    runner r = {};
    product_begin_device();
    for (const product_plan *plan : plans) {
        std::vector<trial> trials;
        long long step[3];
        if (is_plain(plan)) {
            steps_of(plan, step);
            for (const long long *mnk : sizes) {
                trial t = {};
                set_stepped(plan, step, mnk, t.size);
                add_trial(plan, t, &trials);
            }
        } else {
            add_others(plan, &trials);
        }
        if (trials.size() > sizeof sizes / sizeof *sizes)
            trials.resize(sizeof sizes / sizeof *sizes);
        run_trials(&r, plan, trials, 0, true);
    }
    release(&r);
    return 0;
}

/* Each case launched once, on zeros. No kernel runs but those of the plans. */
int product_once(const std::vector<const product_plan *> &plans)
{
    for (const product_plan *plan : plans)
        for (int i = 0; i < plan->ncases; i++) {
            const product_case *c = &plan->cases[i];
            product_shape shape;
            product_memory memory[PRODUCT_TENSORS] = {};
            plan->shape(c->size, &shape);
            for (int t = 0; t < PRODUCT_TENSORS; t++) {
                if (!plan->element[t])
                    continue;
                product_reserve(&memory[t], element_find(plan->element[t]), shape.elements[t], 0,
                                true);
                NEED(cudaMemset(memory[t].buffer, 0, memory[t].room));
            }
            product_call call = {memory[PRODUCT_A].at, memory[PRODUCT_B].at,
                                 memory[PRODUCT_BIAS].at, memory[PRODUCT_C].at, 1, 0, c->size, 0};
            NEED(plan->launch(&call));
            NEED(cudaDeviceSynchronize());
            product_print("%s; %s; %s\n", plan->name, c->name, picked(plan, c->size));
            for (product_memory &m : memory)
                product_release(&m);
            product_at->passed = product_at->passed + 1;
        }
    return 0;
}
