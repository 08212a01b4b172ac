/* check_audit_timeline.c - rings of stages, as layoutcheck audit judges them for every number of
 * trips, against runs of the same ring for 0 to 24 trips.
 *
 * A ring has stages, copies before its loop, a loop that waits, reads a stage and fills one, by
 * threads or by a product that runs on. Its numbers are drawn at random, so most rings have a
 * fault; the model here knows the groups of cp.async and the products by their numbers alone.
 *
 * Barriers likewise: a loop of stores, loads and barriers on three buffers, two of which share
 * bytes, against a run of three trips.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/audit/audit.h"
#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int stages, before;       /* copies before the loop, into stages 0, 1, ... */
    int read_from, fill_from; /* the stages of the first trip */
    int wait;                 /* groups that may be pending where the stage is read */
    bool fill_first;          /* in the loop, before the read */
    bool product;             /* the read is a product that runs on */
    int pendings;             /* products that may run on behind the wait for them */
    int counter;              /* 0: select, 1: remainder of an endless one, 2: the loop's own */
    bool condition;           /* the loop is one of scf.while, not of scf.for */
} ring;

static int below(law *l, int n)
{
    return (int)(rnd_u64(&l->rnd) % (unsigned)n);
}

static ring draw(law *l)
{
    ring r = {.stages = 1 + below(l, 5)};
    bool right = below(l, 3) == 0;
    r.before = below(l, r.stages + 1);
    r.product = below(l, 2);
    if (right && r.stages > 1) {
        r.before = r.stages - 1;
        r.fill_from = r.before % r.stages;
        r.wait = below(l, r.before);
        r.product = false;
    } else {
        r.read_from = below(l, 3) ? 0 : below(l, r.stages);
        r.fill_from = below(l, 3) ? r.before % r.stages : below(l, r.stages);
        r.wait = below(l, 5);
        r.fill_first = below(l, 4) == 0;
    }
    r.pendings = below(l, 3);
    r.counter = below(l, 3);
    r.condition = below(l, 4) == 0;
    return r;
}

/* ---- the model ---- */

#define STAGES 8

typedef struct {
    int group[STAGES];   /* of the copy into a stage; -1: none was made */
    int product[STAGES]; /* the last that reads it; -1: none */
    int groups, over;    /* made so far; over: all before are */
    int products, done;
} model;

static bool model_fill(model *m, int stage)
{
    bool fault = m->group[stage] >= m->over || m->product[stage] >= m->done;
    m->group[stage] = m->groups++;
    m->product[stage] = -1;
    return fault;
}

static void model_wait(model *m, int pending)
{
    if (m->groups - pending > m->over)
        m->over = m->groups - pending;
}

static bool model_read(model *m, const ring *r, int stage)
{
    bool fault = m->group[stage] < 0 || m->group[stage] >= m->over;
    if (r->product) {
        m->product[stage] = m->products++;
        if (m->products - r->pendings > m->done)
            m->done = m->products - r->pendings;
    }
    return fault;
}

/* Has the ring a fault within this many trips? */
static bool model_faults(const ring *r, int trips)
{
    model m = {.groups = 0};
    bool fault = false;
    for (int i = 0; i < STAGES; i++)
        m.group[i] = m.product[i] = -1;
    for (int i = 0; i < r->before; i++)
        fault |= model_fill(&m, i);
    for (int i = 0; i < trips; i++) {
        int read = (r->read_from + i) % r->stages, fill = (r->fill_from + i) % r->stages;
        if (r->fill_first)
            fault |= model_fill(&m, fill);
        model_wait(&m, r->wait);
        fault |= model_read(&m, r, read);
        if (!r->fill_first)
            fault |= model_fill(&m, fill);
    }
    return fault;
}

/* ---- the module ---- */

#define MEMDESC "!ttg.memdesc<%dx64x64xf16, #shared, #smem, mutable>"
#define STAGE "!ttg.memdesc<64x64xf16, #shared, #smem, mutable>"

static void add_fill(lc_text *text, const ring *r, const char *name, const char *index)
{
    lc_text_printf(text, "%%v%s = ttg.memdesc_index %%x[%%%s] : " MEMDESC " -> " STAGE "\n", name,
                   index, r->stages);
    lc_text_printf(text,
                   "%%t%s = ttg.async_copy_global_to_local %%p, %%v%s : "
                   "tensor<64x64x!tt.ptr<f16>, #b> -> <64x64xf16, #shared, #smem, mutable>\n"
                   "%%g%s = ttg.async_commit_group tokens %%t%s\n",
                   name, name, name, name);
}

/* The stage of a trip, from a counter that is carried or from the loop's own. */
static void add_stage(lc_text *text, const ring *r, const char *name, int from)
{
    if (r->counter == 0)
        lc_text_printf(text,
                       "%%n%s = arith.addi %%%s, %%c1 : i32\n"
                       "%%m%s = arith.cmpi sge, %%n%s, %%stages : i32\n"
                       "%%next%s = arith.select %%m%s, %%c0, %%n%s : i32\n"
                       "%%i%s = arith.addi %%%s, %%c0 : i32\n",
                       name, name, name, name, name, name, name, name, name);
    else
        lc_text_printf(text,
                       "%%next%s = arith.addi %%%s, %%c1 : i32\n"
                       "%%s%s = arith.addi %%%s, %%c%d : i32\n"
                       "%%i%s = arith.remsi %%s%s, %%stages : i32\n",
                       name, name, name, r->counter == 1 ? name : "trip",
                       r->counter == 1 ? 0 : from, name, name);
}

static void add_read(lc_text *text, const ring *r)
{
    lc_text_printf(text, "%%w = ttg.async_wait {num = %d : i32}\n", r->wait);
    lc_text_printf(text, "%%vr = ttg.memdesc_index %%x[%%ir] : " MEMDESC " -> " STAGE "\n",
                   r->stages);
    if (r->product)
        lc_text_printf(text,
                       "%%d = ttng.warp_group_dot %%a, %%vr, %%acc {isAsync = true} : "
                       "tensor<64x64xf16, #dot> * " STAGE " -> tensor<64x64xf32, #mma>\n"
                       "%%e = ttng.warp_group_dot_wait %%d {pendings = %d : i32} : "
                       "tensor<64x64xf32, #mma>\n",
                       r->pendings);
    else
        lc_text_add(text, "%y = ttg.local_load %vr : " STAGE " -> tensor<64x64xf16, #b>\n");
}

static char *module_of(const ring *r)
{
    lc_text text = {0};
    lc_text_add(&text, "module attributes {\"ttg.num-warps\" = 4 : i32} {\n"
                       "tt.func @ring(%p: tensor<64x64x!tt.ptr<f16>, #b>, %a: tensor<64x64xf16, "
                       "#dot>, %acc: tensor<64x64xf32, #mma>, %trips: i32) {\n");
    for (int i = 0; i < STAGES; i++)
        lc_text_printf(&text, "%%c%d = arith.constant %d : i32\n", i, i);
    lc_text_printf(&text, "%%stages = arith.constant %d : i32\n", r->stages);
    lc_text_printf(&text, "%%x = ttg.local_alloc : () -> " MEMDESC "\n", r->stages);
    for (int i = 0; i < r->before; i++) {
        char name[16], index[16];
        snprintf(name, sizeof name, "b%d", i);
        snprintf(index, sizeof index, "c%d", i);
        add_fill(&text, r, name, index);
    }
    lc_text_printf(
        &text,
        r->condition
            ? "%%l:3 = scf.while (%%r0 = %%c%d, %%f0 = %%c%d, %%trip0 = %%c0) : (i32, i32, i32) "
              "-> (i32, i32, i32) {\n%%more = arith.cmpi slt, %%trip0, %%trips : i32\n"
              "scf.condition(%%more) %%r0, %%f0, %%trip0 : i32, i32, i32\n} do {\n"
              "^bb0(%%r: i32, %%f: i32, %%trip: i32):\n"
            : "%%l:2 = scf.for %%trip = %%c0 to %%trips step %%c1 iter_args(%%r = %%c%d, %%f = "
              "%%c%d) -> (i32, i32)  : i32 {\n",
        r->read_from, r->fill_from);
    add_stage(&text, r, "r", r->read_from);
    add_stage(&text, r, "f", r->fill_from);
    if (r->fill_first)
        add_fill(&text, r, "f", "if");
    add_read(&text, r);
    if (!r->fill_first)
        add_fill(&text, r, "f", "if");
    lc_text_add(&text, r->condition ? "%nexttrip = arith.addi %trip, %c1 : i32\n"
                                      "scf.yield %nextr, %nextf, %nexttrip : i32, i32, i32\n"
                                    : "scf.yield %nextr, %nextf : i32, i32\n");
    lc_text_add(&text, "}\ntt.return\n}\n}\n");
    return lc_text_take(NULL, &text);
}

/* ---- the law ---- */

static lck_asker *asker;

/* The worst verdict of the records about these. */
static lck_verdict verdict_of(const lck_audit *audit, const char *about, const char *other)
{
    lck_verdict verdict = LCK_NOT_ASKED;
    const lck_kernel_audit *k = &audit->kernel[0];
    for (size_t i = 0; i < k->nothers; i++) {
        const lck_kernel_record *r = &k->other[i];
        if (strcmp(r->about, about) != 0 && strcmp(r->about, other) != 0)
            continue;
        if (verdict == LCK_NOT_ASKED || r->answer.verdict == LCK_BAD)
            verdict = r->answer.verdict;
    }
    return verdict;
}

static lck_verdict judged(const char *text, const char *about, const char *other)
{
    lck_audit audit = {0};
    ck_assert(lck_audit_module(&audit, asker, text, strlen(text), "ring.ttgir",
                               &(lck_audit_options){.dynamic = -1}));
    ck_assert_msg(audit.nerrors == 0 && audit.nkernels == 1, "it is not read: %s", text);
    lck_verdict verdict = verdict_of(&audit, about, other);
    lck_audit_free(&audit);
    return verdict;
}

static bool holds(law *l)
{
    ring r = draw(l);
    char *text = law_own_memory(l, module_of(&r));
    lck_verdict verdict = judged(text, "rings", "unwritten");
    bool fault = model_faults(&r, 24);
    law_saw(l, fault ? 0 : 1);
    return verdict == (fault ? LCK_BAD : LCK_GOOD) ||
           law_fail(l, "the model has %s fault, the audit says %d:\n%s", fault ? "a" : "no",
                    (int)verdict, text);
}

/* ---- barriers ---- */

#define BUFFERS 3 /* 0 and 1 share bytes, 2 is alone */
#define STEPS 8

typedef enum { STORE, LOAD, MEET } step_kind;

typedef struct {
    step_kind kind;
    int buffer;
} step;

static bool share(int a, int b)
{
    return a == b || (a < 2 && b < 2);
}

typedef struct {
    bool written[BUFFERS], lost[BUFFERS], fresh[BUFFERS], touched[BUFFERS];
} contents;

/* Does a step race with those since the last barrier? */
static bool races(contents *c, step s)
{
    bool race = false;
    int b = s.buffer;
    if (s.kind == MEET)
        for (int i = 0; i < BUFFERS; i++)
            c->fresh[i] = c->touched[i] = false;
    if (s.kind == STORE) {
        for (int i = 0; i < BUFFERS; i++)
            if (share(i, b)) {
                race |= c->touched[i];
                c->lost[i] |= i != b && c->written[i];
            }
        c->written[b] = c->fresh[b] = true;
        c->lost[b] = c->touched[b] = false;
    }
    if (s.kind == LOAD) {
        race = c->written[b] && !c->lost[b] && c->fresh[b];
        c->touched[b] = true;
    }
    return race;
}

static char *barriers_of(const step *in, int n)
{
    static const char type[] = "!ttg.memdesc<64x64xf16, #shared, #smem, mutable>";
    lc_text text = {0};
    lc_text_add(&text,
                "module attributes {\"ttg.num-warps\" = 8 : i32, ttg.shared = 65536 : i32} "
                "{\ntt.func @steps(%x: tensor<64x64xf16, #b>, %trips: i32, %q: "
                "!tt.ptr<f32>, %w: f32, %t: i1, %d: tensor<64x64xf32, #mma>) {\n"
                "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n");
    for (int i = 0; i < BUFFERS; i++)
        lc_text_printf(&text,
                       "%%b%d = ttg.local_alloc {allocation.offset = %d : i32} : () -> %s\n", i,
                       i == 2 ? 32768 : 4096 * i, type);
    lc_text_add(&text, "scf.for %i = %c0 to %trips step %c1  : i32 {\n");
    for (int i = 0; i < n; i++)
        if (in[i].kind == MEET && in[i].buffer == 0)
            lc_text_printf(&text,
                           "%%z%d = tt.atomic_rmw fadd, acq_rel, gpu, %%q, %%w, %%t : "
                           "(!tt.ptr<f32>, f32, i1) -> f32\n",
                           i);
        else if (in[i].kind == MEET && in[i].buffer == 1)
            lc_text_printf(&text,
                           "%%z%d = ttng.warp_group_dot_wait %%d {pendings = 0 : i32} : "
                           "tensor<64x64xf32, #mma>\n",
                           i);
        else if (in[i].kind == MEET)
            lc_text_add(&text, "ttg.barrier local\n");
        else if (in[i].kind == STORE)
            lc_text_printf(&text, "ttg.local_store %%x, %%b%d : tensor<64x64xf16, #b> -> %s\n",
                           in[i].buffer, type);
        else
            lc_text_printf(&text, "%%y%d = ttg.local_load %%b%d : %s -> tensor<64x64xf16, #b>\n",
                           i, in[i].buffer, type);
    lc_text_add(&text, "}\ntt.return\n}\n}\n");
    return lc_text_take(NULL, &text);
}

static bool meets(law *l)
{
    step in[STEPS];
    contents c = {0};
    bool race = false;
    int n = 1 + below(l, STEPS);
    for (int i = 0; i < n; i++)
        in[i] = (step){below(l, 2) ? MEET : below(l, 2) ? LOAD : STORE, below(l, BUFFERS)};
    for (int trip = 0; trip < 3; trip++)
        for (int i = 0; i < n; i++)
            race |= races(&c, in[i]);
    char *text = law_own_memory(l, barriers_of(in, n));
    lck_verdict verdict = judged(text, "races", "races");
    law_saw(l, race ? 0 : 1);
    return verdict == (race ? LCK_BAD : LCK_GOOD) ||
           law_fail(l, "the model has %s race, the audit says %d:\n%s", race ? "a" : "no",
                    (int)verdict, text);
}

TEST(rings)
{
    static const char *const classes[] = {"with a fault", "without", NULL};
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(asker);
    law_check_share("rings", holds, classes, 4);
    lck_asker_free(asker);
}

TEST(barriers)
{
    static const char *const classes[] = {"with a race", "without", NULL};
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(asker);
    law_check_share("barriers", meets, classes, 4);
    lck_asker_free(asker);
}

SUITE_MAIN("audit_timeline", rings, barriers)
