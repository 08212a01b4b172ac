/* check_audit_shared.c - what an audit says of shared memory and conversions in Triton's modules,
 * against kernels written out by enumeration (audit-model.h).
 */
#include "config.h"

#include "audit-model.h"
#include "law.h"
#include "suite.h"

#include "../kernels/audit/triton/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- audits ---- */

static lck_asker *asker;

static lck_asker *the_asker(void)
{
    if (!asker)
        asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    return asker;
}

static void audit_text(law *l, const char *text, lck_audit *audit)
{
    lck_ir_error error;
    lck_ir_module *m = lck_ir_read(text, strlen(text), &error);
    *audit = (lck_audit){0};
    if (!m || !lck_audit_triton(audit, the_asker(), m, "k.ttgir", NULL) || audit->nkernels != 1)
        law_fail(l, "not read: %s", text);
    lck_ir_free(m);
}

typedef struct {
    const char *type; /* of an element */
    uint64_t bytes;
} element;

static const element elements[] = {{"f8E5M2", 1}, {"f16", 2}, {"f32", 4}, {"i64", 8}};

/* A kernel that stores a tensor and loads it again. */
typedef struct {
    a_blocked store, load;
    a_swizzled memory;
    uint64_t shape[2];
    element of;
    unsigned capability;
} kernel;

static void rnd_kernel(law *l, kernel *k)
{
    a_rnd_blocked(&l->rnd, &k->store);
    a_rnd_blocked(&l->rnd, &k->load);
    a_rnd_swizzled(&l->rnd, &k->memory);
    for (size_t d = 0; d < 2; d++) {
        uint64_t tile = k->store.size[d] * k->store.threads[d] * k->store.warps[d];
        k->shape[d] = tile << rnd_in(&l->rnd, 0, 1);
        if (rnd_chance(&l->rnd, 20) && tile > 1)
            k->shape[d] = tile / 2;
    }
    k->of = elements[rnd_in(&l->rnd, 0, 3)];
    k->capability = rnd_chance(&l->rnd, 50) ? 70 : rnd_chance(&l->rnd, 50) ? 80 : 90;
}

static bool is_small(const kernel *k)
{
    return k->shape[0] * k->shape[1] <= 8192 &&
           a_registers(&k->store, k->shape) <= AUDIT_REGISTERS &&
           a_registers(&k->load, k->shape) <= AUDIT_REGISTERS;
}

static const char *module_text(law *l, const kernel *k, const char *memory)
{
    char store[256], load[256], *text = law_own_memory(l, malloc(4096));
    a_blocked_text(&k->store, store);
    a_blocked_text(&k->load, load);
    int rows = (int)k->shape[0], columns = (int)k->shape[1];
    const char *type = k->of.type;
    snprintf(text, 4096,
             "#s = %s\n#l = %s\n#m = %s\n#smem = #ttg.shared_memory\n"
             "module attributes {\"ttg.num-warps\" = %d : i32, ttg.target = \"cuda:%u\", "
             "\"ttg.threads-per-warp\" = 32 : i32} {\n"
             "  tt.func public @k(%%x: tensor<%dx%dx%s, #s>) {\n"
             "    %%m = ttg.local_alloc : () -> !ttg.memdesc<%dx%dx%s, #m, #smem, mutable>\n"
             "    ttg.local_store %%x, %%m : tensor<%dx%dx%s, #s> -> !ttg.memdesc<%dx%dx%s, #m, "
             "#smem, mutable>\n"
             "    %%y = ttg.local_load %%m : !ttg.memdesc<%dx%dx%s, #m, #smem, mutable> -> "
             "tensor<%dx%dx%s, #l>\n"
             "    %%z = ttg.convert_layout %%x : tensor<%dx%dx%s, #s> -> tensor<%dx%dx%s, #l>\n"
             "    tt.return\n  }\n}\n",
             store, load, memory, (int)a_warps(&k->store), k->capability, rows, columns, type,
             rows, columns, type, rows, columns, type, rows, columns, type, rows, columns, type,
             rows, columns, type, rows, columns, type, rows, columns, type);
    return text;
}

/* ---- one access ---- */

/* The bases of the lanes in the claim of an answer; how many. */
static size_t lanes_of(const char *claim, uint64_t basis[5])
{
    const char *p = strstr(claim, "lane:[");
    size_t n = 0;
    for (p = p ? p + 6 : NULL; p && *p != ']' && n < 5; p += *p == ',') {
        char *end;
        basis[n++] = strtoull(p, &end, 10);
        p = end;
    }
    return n;
}

/* ldmatrix and stmatrix: lane 8 j + i gives the address of row i of matrix j, of 16 bytes, and
 * lane l moves the 4 bytes from 4 (l % 4) on of row l / 4 of each matrix; with .trans elements
 * 2 (l % 4) and the next of column l / 4, of rows. All of these have to be elements of the
 * lane. */
static bool matrices_fit(const a_access *a, const kernel *k, const lck_access_record *r,
                         bool turned)
{
    uint64_t basis[5], bytes = k->of.bytes;
    size_t n = lanes_of(r->answer[LCK_CONFLICTS].claim, basis);
    for (size_t lane = 0; lane < AUDIT_LANES; lane++)
        for (size_t matrix = 0; matrix < (size_t)1 << (n - 3); matrix++)
            for (uint64_t byte = 0; byte < 4; byte += bytes) {
                size_t row = turned ? 2 * (lane % 4) + byte / 2 : lane / 4,
                       from = 8 * matrix + row;
                uint64_t within = turned ? lane / 4 * 2 : 4 * (lane % 4) + byte, start = 0;
                for (size_t i = 0; i < n; i++)
                    start ^= from >> i & 1 ? basis[i] : 0;
                uint64_t wanted = start + within / bytes;
                bool has = false;
                for (uint64_t reg = 0; reg < a->registers && !has; reg++)
                    has = a->offset[lane * a->registers + reg] == wanted;
                if (!has)
                    return false;
            }
    return true;
}

static unsigned matrix_wavefronts(const kernel *k, const lck_access_record *r)
{
    uint64_t basis[5], address[AUDIT_LANES];
    size_t n = lanes_of(r->answer[LCK_CONFLICTS].claim, basis);
    for (size_t lane = 0; lane < (size_t)1 << n; lane++) {
        address[lane] = 0;
        for (size_t i = 0; i < n; i++)
            address[lane] ^= lane >> i & 1 ? basis[i] * k->of.bytes : 0;
    }
    return a_phases((size_t)1 << n, address, 16);
}

static bool is_answered(law *l, const lck_access_record *r, unsigned worst, unsigned least)
{
    const lck_answer *a = &r->answer[LCK_CONFLICTS];
    return (a->verdict == (worst == least ? LCK_GOOD : LCK_BAD) && a->worst == worst &&
            a->least == least && a->confirmed) ||
           law_fail(l, "%s: verdict %d, %u and %u wavefronts, not %u and %u: %s", r->op,
                    (int)a->verdict, a->worst, a->least, worst, least,
                    a->claim ? a->claim : a->why);
}

static bool check_access(law *l, const kernel *k, const a_swizzled *memory,
                         const a_blocked *tensor, const lck_access_record *r)
{
    a_access a;
    a_access_of(tensor, memory, k->shape, &a);
    law_own_memory(l, a.offset);
    if (r->operation == LCK_LDMATRIX || r->operation == LCK_STMATRIX) {
        bool turned = r->detail && strstr(r->detail, ".trans");
        law_saw(l, 2);
        return (matrices_fit(&a, k, r, turned) || law_fail(l, "%s: other elements", r->op)) &&
               (a.registers * k->of.bytes == (uint64_t)r->times * r->bytes ||
                law_fail(l, "%u times %u bytes", r->times, r->bytes)) &&
               is_answered(l, r, matrix_wavefronts(k, r), r->bytes / 4);
    }
    uint64_t v = a_widest(&a, 16 / k->of.bytes);
    uint64_t width = v * k->of.bytes;
    law_saw(l, r->answer[LCK_CONFLICTS].verdict == LCK_GOOD ? 0 : 1);
    return ((r->bytes == width && r->times == a.registers / v) ||
            law_fail(l, "%s: %u times %u bytes, not %d", r->op, r->times, r->bytes,
                     (int)width)) &&
           is_answered(l, r, a_wavefronts(&a, v, k->of.bytes),
                       width <= 4 ? 1 : (unsigned)width / 4);
}

/* The arrangement of a remedy that mends all. */
static bool read_remedy(const char *remedy, char text[2048])
{
    const char *end = remedy ? strstr(remedy, ": none of its") : NULL;
    if (!end || end - remedy >= 2048)
        return false;
    snprintf(text, 2048, "%.*s", (int)(end - remedy), remedy);
    return true;
}

/* With it no access has conflicts, nor is one narrower. Of a swizzle the model says so, too. */
static bool check_remedy(law *l, const kernel *k, const char *memory,
                         const lck_access_record *before)
{
    int vec, per, most, column;
    bool swizzled =
        sscanf(memory,
               "#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d, order = "
               "[%d,",
               &vec, &per, &most, &column) == 4;
    a_swizzled s = {(uint64_t)vec, (uint64_t)per, (uint64_t)most, (size_t)column};
    lck_audit audit;
    bool good = true;
    audit_text(l, module_text(l, k, memory), &audit);
    for (size_t i = 0; good && i < 2; i++) {
        const lck_access_record *r = &audit.kernel[0].access[i];
        good = ((r->answer[LCK_CONFLICTS].verdict == LCK_GOOD && r->bytes >= before[i].bytes) ||
                law_fail(l, "no remedy: %s", memory)) &&
               (!swizzled || check_access(l, k, &s, i ? &k->load : &k->store, r));
    }
    lck_audit_free(&audit);
    return good;
}

static bool accesses(law *l)
{
    kernel k;
    char text[256];
    lck_audit audit;
    char mended[2048];
    do
        rnd_kernel(l, &k);
    while (!is_small(&k));
    a_swizzled_text(&k.memory, text);
    audit_text(l, module_text(l, &k, text), &audit);
    if (l->failure)
        return false;
    const lck_kernel_audit *found = &audit.kernel[0];
    bool good = found->naccesses == 2 &&
                check_access(l, &k, &k.memory, &k.store, &found->access[0]) &&
                check_access(l, &k, &k.memory, &k.load, &found->access[1]);
    for (size_t i = 0; good && i < 2; i++)
        if (read_remedy(found->access[i].remedy, mended)) {
            law_saw(l, 3);
            good = check_remedy(l, &k, mended, found->access);
            break;
        }
    if (!good && l->failure)
        law_fail(l, "%s\n%s", l->failure, module_text(l, &k, text));
    lck_audit_free(&audit);
    return good;
}

TEST(random_accesses)
{
    static const char *const classes[] = {"no conflicts", "conflicts", "matrices", "mended",
                                          NULL};
    law_check_share("accesses of shared memory", accesses, classes, 4);
}

/* ---- conversions ---- */

/* Is the element in a thread of the source: the same one, or one of the same warp? */
static bool has(const kernel *k, const uint64_t at[2], uint64_t warp, int64_t lane)
{
    for (uint64_t other = 0; other < AUDIT_LANES; other++)
        for (uint64_t reg = 0; reg < a_registers(&k->store, k->shape); reg++) {
            uint64_t found[2];
            if (lane >= 0 && other != (uint64_t)lane)
                continue;
            a_element(&k->store, k->shape, reg, other, warp, found);
            if (found[0] == at[0] && found[1] == at[1])
                return true;
        }
    return false;
}

static lck_how needed(const kernel *k)
{
    lck_how how = LCK_REGISTERS;
    for (uint64_t warp = 0; warp < a_warps(&k->load); warp++)
        for (uint64_t lane = 0; lane < AUDIT_LANES; lane++)
            for (uint64_t reg = 0; reg < a_registers(&k->load, k->shape); reg++) {
                uint64_t at[2];
                a_element(&k->load, k->shape, reg, lane, warp, at);
                if (how == LCK_REGISTERS && !has(k, at, warp, (int64_t)lane))
                    how = LCK_SHUFFLES;
                if (how == LCK_SHUFFLES && !has(k, at, warp, -1))
                    return LCK_THROUGH_SHARED;
            }
    return how;
}

static bool conversions(law *l)
{
    kernel k;
    char text[256];
    lck_audit audit;
    do
        rnd_kernel(l, &k);
    while (!is_small(&k) || k.shape[0] * k.shape[1] > 1024);
    memcpy(k.load.warps, k.store.warps, sizeof k.load.warps);
    if (rnd_chance(&l->rnd, 60))
        k.load = k.store;
    if (rnd_chance(&l->rnd, 50))
        k.load.minor = 1 - k.load.minor;
    a_swizzled_text(&k.memory, text);
    audit_text(l, module_text(l, &k, text), &audit);
    if (l->failure)
        return false;
    const lck_conversion_record *r = audit.kernel[0].conversion;
    lck_how how = needed(&k), needs = r->needs == LCK_FREE ? LCK_REGISTERS : r->needs;
    law_saw(l, how == LCK_REGISTERS ? 0 : how == LCK_SHUFFLES ? 1 : 2);
    bool good = (needs == how || law_fail(l, "needs %d, not %d: %s", (int)r->needs, (int)how,
                                          module_text(l, &k, text))) &&
                (r->takes >= r->needs || law_fail(l, "takes %d", (int)r->takes));
    lck_audit_free(&audit);
    return good;
}

TEST(random_conversions)
{
    static const char *const classes[] = {"registers", "a warp", "a block", NULL};
    law_check_share("conversions", conversions, classes, 4);
}

/* ---- arrangements of a conversion in shared memory ---- */

/* The element and the place of a thread's register: sums of bases, as both are linear. */
static uint64_t sum_of(const lck_bases *reg, const lck_bases *lane, const lck_bases *warp,
                       uint64_t r, uint64_t l, uint64_t w)
{
    uint64_t x = 0;
    for (unsigned i = 0; i < reg->n; i++)
        x ^= r >> i & 1 ? reg->basis[i] : 0;
    for (unsigned i = 0; i < lane->n; i++)
        x ^= l >> i & 1 ? lane->basis[i] : 0;
    for (unsigned i = 0; i < warp->n; i++)
        x ^= w >> i & 1 ? warp->basis[i] : 0;
    return x;
}

#define ELEMENTS 8192

/* Notes where each element lies; false: an element lies in two places, or two in one. */
static bool note_places(const lck_scratch *s, const lck_held *held, uint64_t *place,
                        uint64_t *content)
{
    lck_held once = *held;
    lck_places p;
    once.reg.n = 0;
    for (unsigned i = 0; i < held->reg.n; i++)
        if (lck_find(&s->reps, held->reg.basis[i]) < 0)
            lck_push(&once.reg, held->reg.basis[i]);
    if (!lck_scratch_places(s, held, &p) || p.reg.n != once.reg.n)
        return false;
    for (uint64_t w = 0; w < 1ull << p.warp.n; w++)
        for (uint64_t l = 0; l < AUDIT_LANES; l++)
            for (uint64_t r = 0; r < 1ull << p.reg.n; r++) {
                uint64_t x = sum_of(&once.reg, &once.lane, &once.warp, r, l, w);
                uint64_t at = sum_of(&p.reg, &p.lane, &p.warp, r, l, w);
                if (at >= lck_scratch_size(s) || (place[x] != UINT64_MAX && place[x] != at) ||
                    (content[at] != UINT64_MAX && content[at] != x))
                    return false;
                place[x] = at;
                content[at] = x;
            }
    return true;
}

static bool arrangements(law *l)
{
    kernel k;
    char text[256], type[320];
    lck_held held[2];
    lck_scratch s;
    do
        rnd_kernel(l, &k);
    while (!is_small(&k));
    memcpy(k.load.warps, k.store.warps, sizeof k.load.warps);
    for (size_t i = 0; i < 2; i++) {
        a_blocked_text(i ? &k.load : &k.store, text);
        snprintf(type, sizeof type, "tensor<%dx%dxf16, %s>", (int)k.shape[0], (int)k.shape[1],
                 text);
        const lc_linear *linear = lck_asker_linear(the_asker(), type);
        if (!linear || !lck_held_of(linear, &held[i]))
            return law_fail(l, "%s", type);
    }
    lck_triton t = {.capability = k.capability, .lanes = 32};
    uint64_t *place = law_own_memory(l, malloc(2 * ELEMENTS * sizeof *place));
    memset(place, 0xff, 2 * ELEMENTS * sizeof *place);
    bool known = lck_scratch_of(&t, &held[0], &held[1], (unsigned)k.of.bytes * 8, &s);
    law_saw(l, s.store || s.load ? 1 : 0);
    if (s.reps.n > 0)
        law_saw(l, 2);
    return (known && note_places(&s, &held[0], place, place + ELEMENTS) &&
            note_places(&s, &held[1], place, place + ELEMENTS)) ||
           law_fail(l, "%s", module_text(l, &k, text));
}

TEST(random_arrangements)
{
    static const char *const classes[] = {"vectors", "matrices", "repeated", NULL};
    law_check_share("arrangements in shared memory", arrangements, classes, 4);
}

static void free_asker(void)
{
    lck_asker_free(asker);
    asker = NULL;
}

TEST(ends)
{
    free_asker();
}

SUITE_MAIN("audit_shared", random_accesses, random_conversions, random_arrangements, ends)
