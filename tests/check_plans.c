/* check_plans.c - plans: what is chosen is proved, and what is proved runs.
 *
 * Random tensors of all families (copies, transposes, permutations, gathers, scatters,
 * broadcasts; fixed and symbolic shapes; elements of 1, 2, 4 and 8 bytes) become plans. Each
 * must be proved, and its kernel, on the executor, must put every element where a plain loop
 * puts it, and write nothing else. Plans that are broken on purpose must be refuted by the
 * prover, and their kernels, made nevertheless, be caught by the executor.
 *
 * Where there is a GPU the kernels of plans run there as well.
 */
#include "config.h"

#include "law.h"
#include "plan-script.h"
#include "suite.h"

#include "../kernels/rehearse/rehearse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANK 4

static lck_gpu *gpu; /* NULL: there is none */

/* ---- random tensors ---- */

typedef struct {
    int rank;
    int64_t extent[RANK];
    bool symbolic;
} shape;

static void random_shape(rnd *r, shape *s)
{
    int64_t room = 40000;
    s->rank = (int)rnd_in(r, 1, RANK);
    s->symbolic = rnd_chance(r, 50);
    for (int k = 0; k < s->rank; k++) {
        int64_t most = rnd_chance(r, 30) ? 5000 : rnd_chance(r, 50) ? 300 : 40;
        most = most < room ? most : room;
        s->extent[k] = rnd_chance(r, 40) && most >= 8 ? rnd_in(r, 1, most / 8) * 8
                                                      : rnd_in(r, 1, most);
        room = room / s->extent[k] > 0 ? room / s->extent[k] : 1;
    }
}

static void add_extent(FILE *out, const shape *s, int k)
{
    if (s->symbolic)
        fprintf(out, "P%d", k);
    else
        fprintf(out, "%lld", (long long)s->extent[k]);
}

static void add_shape(FILE *out, const shape *s)
{
    fputc('(', out);
    for (int k = 0; k < s->rank; k++, fputc(',', out))
        add_extent(out, s, k);
    fputs("):(", out);
}

/* Strides of the axes in a random order, the first one `first`; perhaps one of them 0. */
static void add_tensor(FILE *out, rnd *r, const shape *s, bool may_repeat)
{
    size_t order[RANK];
    int place[RANK], zero = may_repeat && rnd_chance(r, 15) ? 0 : -1;
    int64_t first = rnd_chance(r, 15) ? rnd_in(r, 2, 4) : 1;
    bool keep = rnd_chance(r, 30);
    rnd_shuffle(r, (size_t)s->rank, order);
    for (size_t k = 0; keep && k < (size_t)s->rank; k++)
        order[k] = k;
    for (int k = 0; k < s->rank; k++)
        place[order[k]] = k;
    add_shape(out, s);
    for (int k = 0; k < s->rank; k++, fputc(',', out)) {
        fprintf(out, "%lld", k == zero ? 0LL : (long long)first);
        for (int i = 0; i < place[k] && k != zero; i++) {
            fputs(" * ", out);
            add_extent(out, s, (int)order[i]);
        }
    }
    fputc(')', out);
}

static char *random_plan(rnd *r, const shape *s)
{
    static const char *const elements[] = {"int8", "bf16", "f32", "int64"};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (int k = 0; k < s->rank && s->symbolic; k++) {
        fprintf(out, "param P%d in 1..%lld\n", k, (long long)rnd_in(r, 5000, 9000));
        if (s->extent[k] % 8 == 0)
            fprintf(out, "assume P%d %% %d == 0\n", k, rnd_chance(r, 50) ? 8 : 4);
    }
    if (s->rank > 2 && s->symbolic) { /* a launch has a limited number of blocks */
        fputs("assume 1", out);
        for (int k = 0; k < s->rank; k++)
            fprintf(out, " * P%d", k);
        fputs(" <= 2147483647\n", out);
    }
    fprintf(out, "plan p(element=%s, source=", elements[rnd_in(r, 0, 3)]);
    add_tensor(out, r, s, true);
    fputs(", destination=", out);
    add_tensor(out, r, s, false);
    fputs(")\n", out);
    fclose(out);
    return text;
}

/* The values of the kernel's sizes, P0 ... */
static bool sizes_of(law *l, const lck_kernel *kernel, const shape *s, int64_t *size)
{
    for (size_t i = 0; i < kernel->nsizes; i++) {
        const char *name = kernel->size[i].var->name;
        int k = name[0] == 'P' ? name[1] - '0' : RANK;
        if (k < 0 || k >= s->rank)
            return law_fail(l, "a size %s", name);
        size[i] = s->extent[k];
    }
    return true;
}

static bool runs(law *l, const plan_script *t, const char *script, const shape *s)
{
    int64_t size[16];
    lck_rehearsal result;
    const lck_kernel *kernel = lck_planner_find(t->planner, "p");
    if (t->status != LCV_PASSED || t->verdict != LCV_PROVED || !kernel)
        return law_fail(l, "%sis not proved: %s", script, t->text);
    law_saw(l, lck_shared_bytes(kernel) == 0                  ? 0
               : strstr(kernel->claims, "bijective(relation") ? 2
                                                              : 1);
    if (!sizes_of(l, kernel, s, size))
        return false;
    if (!lck_rehearse(kernel, size, NULL, &result))
        return law_fail(l, "%sis not run: %s", script, lc_ctx_message(kernel->ctx));
    int64_t elements = 1;
    for (int k = 0; k < s->rank; k++)
        elements *= s->extent[k];
    if (result.elements != elements)
        return law_fail(l, "%smoves %lld elements, not %lld", script, (long long)result.elements,
                        (long long)elements);
    if (result.wrong == 0 && gpu && !lck_rehearse(kernel, size, gpu, &result))
        return law_fail(l, "%sis not run on the GPU: %s", script, lc_ctx_message(kernel->ctx));
    return result.wrong == 0 ||
           law_fail(l, "%sat %lld,%lld,...: %s", script, (long long)s->extent[0],
                    (long long)s->extent[1], result.message);
}

static bool plan_law(law *l)
{
    shape s;
    plan_script t;
    random_shape(&l->rnd, &s);
    char *script = law_own_memory(l, random_plan(&l->rnd, &s));
    bool ok = plan_script_try(l, script, false, &t) && runs(l, &t, script, &s);
    plan_script_forget(&t);
    return ok;
}

TEST_CTX(test_plans)
{
    static const char *const classes[LAW_CLASSES] = {"direct", "staged", "rotated"};
    gpu = lck_gpu_open(ctx);
    if (getenv("LAYOUTCHECK_VERBOSE"))
        printf("plans run on the executor%s%s\n", gpu ? " and on " : ": ",
               gpu ? lck_gpu_name(gpu) : lc_ctx_message(ctx));
    law_check_share("plans", plan_law, classes, 200);
    lck_gpu_close(gpu);
    gpu = NULL;
}

/* ---- transposes of (M,N):(1,LM) to (M,N):(LN,1) ---- */

static void transpose_sizes(const lck_kernel *kernel, int64_t m, int64_t n, int64_t lm,
                            int64_t ln, int64_t *size)
{
    for (size_t i = 0; i < kernel->nsizes; i++) {
        const char *name = kernel->size[i].var->name;
        bool row = name[0] == 'L';
        size[i] = strcmp(name + row, "M") == 0 ? (row ? lm : m) : (row ? ln : n);
    }
}

/* It is proved, by a claim that has these words, and its kernel right at M, N, LM, LN. */
static bool transposed(law *l, const char *script, const int64_t at[4], const char *claimed)
{
    plan_script t;
    lck_rehearsal result = {0};
    int64_t size[16];
    if (!plan_script_try(l, script, false, &t))
        return false;
    const lck_kernel *kernel = lck_planner_find(t.planner, "p");
    bool ok = t.verdict == LCV_PROVED && kernel;
    if (!ok) {
        law_fail(l, "%sis not proved: %s", script, t.text);
    } else if (!strstr(kernel->claims, claimed)) {
        ok = law_fail(l, "%shas no claim '%s'", script, claimed);
    } else {
        transpose_sizes(kernel, at[0], at[1], at[2], at[3], size);
        ok = (lck_rehearse(kernel, size, NULL, &result) && result.wrong == 0) ||
             law_fail(l, "%sat M, N, LM, LN = %lld, %lld, %lld, %lld: %s", script,
                      (long long)at[0], (long long)at[1], (long long)at[2], (long long)at[3],
                      result.message);
    }
    plan_script_forget(&t);
    return ok;
}

/* ---- rows that begin anywhere ---- */

/* A transpose with rows of any length: what is chosen, or a tile with its rotation. */
static char *random_rotation(rnd *r)
{
    static const struct {
        const char *element;
        int bytes;
    } elements[] = {{"int8", 1}, {"bf16", 2}, {"f32", 4}, {"f64", 8}};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    int i = (int)rnd_in(r, 0, 3);
    fprintf(out,
            "param M in 1..500, N in 1..500, LM in 1..500, LN in 1..500\n"
            "assume LM >= M\nassume LN >= N\n"
            "plan p(element=%s, source=(M,N):(1,LM), destination=(M,N):(LN,1)",
            elements[i].element);
    if (rnd_chance(r, 60)) {
        int bytes = 1 << rnd_in(r, 3, 7), columns = bytes / elements[i].bytes;
        while (columns < 128 && rnd_chance(r, 60))
            columns *= 2;
        fprintf(out, ", tile=(%d,%d), rotate=%d", 1 << rnd_in(r, 0, 6), columns, bytes);
    }
    fputs(")\n", out);
    fclose(out);
    return text;
}

LAW_SHARE(test_rotations, "rotations", 100, CLASSES("chosen", "given"))
{
    char *script = law_own_memory(l, random_rotation(&l->rnd));
    int64_t m = rnd_in(&l->rnd, 1, 300), n = rnd_in(&l->rnd, 1, 300);
    int64_t rows = m + rnd_in(&l->rnd, 0, 9), columns = n + rnd_in(&l->rnd, 0, 9);
    law_saw(l, strstr(script, "rotate") ? 1 : 0);
    return transposed(l, script, (int64_t[]){m, n, rows, columns}, "");
}

/* ---- words that are shifted ---- */

/* Rows of 8 or 16 bits that begin anywhere, past offsets: what is chosen, or a tile with its
 * shifts; of the destination none where its rows begin at multiples of a word. */
static char *random_shift(rnd *r)
{
    static const char *const elements[] = {"int8", "uint8", "bf16", "f16"};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    int bytes = rnd_chance(r, 50) ? 1 : 2;
    bool words = rnd_chance(r, 30);
    fprintf(out,
            "param M in 1..900, N in 1..900, LM in 1..909, LN in 1..909\n"
            "assume LM >= M\nassume LN >= N\n%s"
            "plan p(element=%s, source={%d} o (M,N):(1,LM), destination={%d} o (M,N):(LN,1)",
            words ? "assume LN % 4 == 0\n" : "", elements[2 * (bytes - 1) + (int)rnd_in(r, 0, 1)],
            (int)rnd_in(r, 0, 40), (words ? 4 : 1) * (int)rnd_in(r, 0, 9));
    int wide = (int)rnd_in(r, 0, 1);
    if (rnd_chance(r, 60))
        fprintf(out, ", tile=(%d,%d), shift=(%d,%d)", (bytes == 1 ? 128 : 64) << rnd_in(r, 0, 1),
                (bytes == 1 ? 128 : 64) << wide, 16 << rnd_in(r, 0, 3),
                words && rnd_chance(r, 50) ? 0 : 16 << rnd_in(r, wide, 2));
    fputs(")\n", out);
    fclose(out);
    return text;
}

/* Whole tiles that end with the tensor, or any sizes. */
LAW_SHARE(test_shifts, "shifts", 100, CLASSES("chosen", "given"))
{
    char *script = law_own_memory(l, random_shift(&l->rnd));
    int64_t m = rnd_in(&l->rnd, 1, 700), n = rnd_in(&l->rnd, 1, 700);
    bool words = strstr(script, "% 4"), whole = rnd_chance(&l->rnd, 30);
    if (whole) {
        m = 256 * rnd_in(&l->rnd, 1, 2);
        n = 256 * rnd_in(&l->rnd, 1, 3);
    }
    int64_t rows = m + (whole ? 0 : rnd_in(&l->rnd, 0, 9)), columns = n + rnd_in(&l->rnd, 0, 9);
    columns = words ? (columns + 3) / 4 * 4 : columns;
    law_saw(l, strstr(script, "shift") ? 1 : 0);
    return transposed(l, script, (int64_t[]){m, n, rows, columns}, "aligned((1048576");
}

/* ---- broken on purpose ---- */

typedef struct {
    const char *name, *arguments; /* of the plan, behind its tensors */
    int ld;                       /* rows begin at multiples of it */
} defect;

#define LOAD "load=((16,16),(4,4)):((4e0,4e1),(e0,e1))"
#define PUT "put=((16,16),(4,4)):((4e0,4e1),(e1,e0))"
#define STAGE "stage=S<3,2,6> o (64,64):(64,1)"
#define ROWS "load=((64,4),16):((e1,e0),4e0), get=((64,4),16):((e1,e0),4e0)"
#define GET "get=((16,16),(4,4)):((4e1,e0),(e1,16e0))"

static const defect defects[] = {
    {"hole", "tile=(64,64), stage=0, load=((15,16),(4,4)):((4e0,4e1),(e0,e1))", 4},
    {"overlap", "tile=(64,64), stage=0, load=((16,16),(4,4)):((3e0,4e1),(e0,e1)), vectors=(1,1)",
     4},
    {"staged overlap",
     "tile=(64,64), " LOAD ", " PUT ", " STAGE ", get=((16,16),(4,4)):((4e1,e0),(e1,15e0))", 4},
    {"puts what it has not loaded",
     "tile=(64,64), " LOAD ", put=((16,16),(4,4)):((4e1,4e0),(e1,e0)), " STAGE ", " GET, 4},
    {"off by one", "tile=(64,64), guard=(M+1,N)", 4},
    {"guard too small", "tile=(64,64), guard=(M,N-1)", 4},
    {"misaligned", "tile=(64,64), vectors=(4,4)", 1},
    {"misaligned when written", "tile=(64,64), vectors=(1,4)", 1},
    {"misaligned in shared memory",
     "tile=(64,64), " LOAD ", " PUT ", stage=(64,64):(65,1), " GET ", vectors=(4,4,1,4)", 4},
    {"no barrier", "tile=(64,64), barrier=0", 4},
    {"no barrier between rotated rows", "tile=(64,64), " ROWS ", rotate=32, barrier=0", 1},
    {"two at one place", "tile=(64,64), " LOAD ", " PUT ", stage=(64,64):(32,1), " GET, 4}};

/* Sizes at which each of them shows: more than a tile, and no multiple of it. */
LAW_SHARE(test_defects, "defects", 200, NULL)
{
    const defect *d = &defects[l->index % (sizeof defects / sizeof *defects)];
    int64_t m = rnd_in(&l->rnd, 66, 120), n = rnd_in(&l->rnd, 66, 120);
    if (d->ld == 1) {
        m |= 1;
        n |= 1;
    }
    int64_t rows = (m + d->ld - 1) / d->ld * d->ld, columns = (n + d->ld - 1) / d->ld * d->ld;
    const char *script = law_printf(
        l,
        "param M in 1..5000, N in 1..5000, LM in 1..5000, LN in 1..5000\nassume LM >= M\n"
        "assume LN >= N\nassume LM %% %d == 0\nassume LN %% %d == 0\n"
        "plan p(element=f32, source=(M,N):(1,LM), destination=(M,N):(LN,1), %s)\n",
        d->ld, d->ld, d->arguments);
    plan_script t;
    lck_rehearsal result;
    bool ok = plan_script_try(l, script, true, &t);
    if (ok && (t.status != LCV_FAILED || t.verdict != LCV_REFUTED))
        ok = law_fail(l, "%s: %sis not refuted: %s", d->name, script, t.text);
    const lck_kernel *kernel = lck_planner_find(t.planner, "p");
    if (ok && !kernel)
        ok = law_fail(l, "%s: there is no kernel: %s", d->name, t.text);
    int64_t size[16];
    if (ok)
        transpose_sizes(kernel, m, n, rows, columns, size);
    if (ok && !lck_rehearse(kernel, size, NULL, &result))
        ok = law_fail(l, "%s: not run: %s", d->name, lc_ctx_message(kernel->ctx));
    if (ok && result.wrong == 0)
        ok = law_fail(l, "%s: %sruns at M = %lld, N = %lld", d->name, script, (long long)m,
                      (long long)n);
    plan_script_forget(&t);
    return ok;
}

SUITE_MAIN("plans", test_plans, test_rotations, test_shifts, test_defects)
