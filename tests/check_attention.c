/* check_attention.c - kernels of attention on the executor, beside softmax in double. */
#include "config.h"

#include "attention-faults.h"
#include "plan-script.h"
#include "random-attention.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const lck_kernel *kernel_of(law *l, const attention *a, plan_script *t)
{
    if (!plan_script_try(l, attention_script(l, a), false, t))
        return NULL;
    const lck_kernel *kernel = lck_planner_find(t->planner, "fa");
    if (!kernel || t->verdict != LCV_PROVED)
        law_fail(l, "%s %s: %s", t->text, t->summary, attention_script(l, a));
    return kernel;
}

/* Any of the kernels of a plan, all of which take these sizes. */
static const lck_kernel *any_kernel(law *l, const lck_kernel *first)
{
    int64_t n = 0;
    for (const lck_kernel *k = first; k; k = k->other)
        n++;
    for (int64_t i = n > 1 ? rnd_in(&l->rnd, 0, n - 1) : 0; i > 0; i--)
        first = first->other;
    return first;
}

LAW_SHARE(attention_is_softmax, "attention is softmax", 100,
          CLASSES("all keys", "wide splits", "shared keys", "blocks", "lse without keys",
                  "windows", "splits", "pages of lengths", "ragged batches",
                  "ragged queries of pages", "e4m3", "e4m3 with scales"))
{
    attention a = random_attention(l);
    plan_script t;
    lck_stop stop;
    attention_data d;
    const lck_kernel *first = kernel_of(l, &a, &t), *kernel = any_kernel(l, first);
    bool ok = kernel != NULL;
    if (ok && !attention_runs(l, &a, kernel, &stop, &d))
        ok = law_fail(l, "%s: %s", stop.message, attention_script(l, &a));
    ok = ok && attention_is_right(l, &d);
    if (!a.causal)
        law_saw(l, 0);
    if (a.shared && kernel != first)
        law_saw(l, 1);
    if (a.shared)
        law_saw(l, 2);
    if (a.keys > a.block)
        law_saw(l, 3);
    if (a.causal && a.lse && a.keys < a.queries)
        law_saw(l, 4);
    if (a.window && a.window < a.keys)
        law_saw(l, 5);
    if (kernel && kernel->before)
        law_saw(l, 6);
    if (a.page && a.lengths)
        law_saw(l, 7);
    if (a.ragged[0] && a.ragged[1] && a.batches > 2)
        law_saw(l, 8);
    if (a.ragged[0] && a.page)
        law_saw(l, 9);
    if (a.eight && a.keys > a.block)
        law_saw(l, 10);
    if (a.eight && a.scales[0] && a.scales[1] && a.scales[2])
        law_saw(l, 11);
    plan_script_forget(&t);
    return ok;
}

/* Whatever a table of starts has, nothing outside of tensors is read or written; two batches may
 * have the same rows, which are written twice then. */
LAW_SHARE(senseless_starts, "senseless starts stay inside", 30, NULL)
{
    attention a = random_attention(l);
    plan_script t;
    lck_stop stop;
    attention_data d;
    a.senseless = true;
    a.ragged[0] = rnd_chance(&l->rnd, 70);
    a.ragged[1] = a.page == 0 && (!a.ragged[0] || rnd_chance(&l->rnd, 50));
    a.splits = a.ragged[0] ? 0 : a.splits;
    if (!a.ragged[0] && !a.ragged[1])
        return true;
    attention_place(l, &a);
    const lck_kernel *kernel = any_kernel(l, kernel_of(l, &a, &t));
    bool ok = kernel != NULL;
    if (ok && !attention_runs(l, &a, kernel, &stop, &d) && !strstr(stop.message, "written twice"))
        ok = law_fail(l, "%s: %s", stop.message, attention_script(l, &a));
    plan_script_forget(&t);
    return ok;
}

/* ---- kernels that are broken on purpose ---- */

typedef struct {
    const char *what;
    const attention_fault *fault;
    attention of;
} broken_kind;

static const broken_kind kinds[] = {
    /* two heads of 150 queries and 150 keys: whole blocks, and some that a mask cuts */
    {"a broken kernel is noticed",
     faults_of_attention,
     {.batches = 1,
      .groups = 1,
      .heads = 2,
      .queries = 150,
      .keys = 150,
      .dim = 64,
      .block = 32,
      .causal = true,
      .lse = true}},
    /* three heads share the keys of another one, in 18 splits of one block, or of two */
    {"a broken split is noticed",
     faults_of_splits,
     {.batches = 1,
      .groups = 3,
      .heads = 1,
      .queries = 16,
      .keys = 330,
      .dim = 64,
      .block = 16,
      .splits = 18,
      .shared = true,
      .lse = true}},
    /* two blocks of two pages each, and a part of another one */
    {"a broken page is noticed",
     faults_of_pages,
     {.batches = 1,
      .groups = 1,
      .heads = 1,
      .queries = 3,
      .keys = 160,
      .dim = 64,
      .block = 32,
      .page = 16,
      .all_pages = 12,
      .lengths = true,
      .plain = true,
      .splits = 3}},
    /* three batches of 47 queries and keys, and rows of none behind them */
    {"a broken batch is noticed",
     faults_of_ragged,
     {.batches = 3,
      .groups = 1,
      .heads = 1,
      .queries = 150,
      .keys = 150,
      .dim = 64,
      .block = 32,
      .ragged = {true, true},
      .plain = true,
      .every = 1}},
    /* four blocks of e4m3, the last one with rows that are no keys */
    {"broken bytes are noticed",
     faults_of_eight,
     {.batches = 1,
      .groups = 1,
      .heads = 1,
      .queries = 70,
      .keys = 120,
      .dim = 64,
      .block = 32,
      .every = 1,
      .lse = true,
      .eight = true,
      .lengths = true,
      .plain = true}}};

static const broken_kind *kind;
static size_t current; /* of its faults */

/* It stops, or what it writes is wrong. */
static bool is_noticed(law *l)
{
    attention a = kind->of;
    plan_script t;
    lck_stop stop;
    attention_data d;
    attention_place(l, &a);
    const lck_kernel *kernel = kernel_of(l, &a, &t);
    bool ok = kernel && attention_runs(l, &a, kernel, &stop, &d) && attention_is_right(l, &d);
    if (ok) {
        kind->fault[current]((lck_kernel *)(uintptr_t)kernel);
        ok = !attention_runs(l, &a, kernel, &stop, &d) || !attention_is_right(l, &d);
        free(l->failure);
        l->failure = NULL;
        if (!ok)
            law_fail(l, "broken kernel %zu runs, and is right", current);
    }
    plan_script_forget(&t);
    return ok;
}

TEST(kernels_broken_on_purpose)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (kind = &kinds[i], current = 0; kind->fault[current]; current++)
            law_check_share(kind->what, is_noticed, NULL, 4000);
}

SUITE_MAIN("attention", attention_is_softmax, senseless_starts, kernels_broken_on_purpose)
