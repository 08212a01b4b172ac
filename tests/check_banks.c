/* check_banks.c - bank conflicts and sectors against the rule of the hardware, lane by lane
 * and byte by byte.
 *
 * The rule, from the CUDA programming guide: shared memory has 32 banks, successive 4-byte
 * words being in successive banks. Lanes that want different words of one bank are served
 * one after the other, lanes that want the same word at once. 4 bytes a lane are served
 * for a warp, 8 for half a warp, 16 for a quarter of a warp at a time: the lanes for which
 * all banks together have room. Other processors have a table of their own below, the phase of
 * each lane, against which each row of the library's is tried.
 *
 * Where X has all values of a thread, v consecutive ones of them are a vector, and lanes start
 * where vectors do (runs.h): as the claim says it, or by itself.
 */
#include "config.h"

#include "../lib/bank-models.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "../verify/claim/measures.h"
#include "law.h"
#include "opinion.h"
#include "owned.h"
#include "runs.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 512

/* ---- processors ---- */

typedef struct {
    const char *arch;
    bool writes;
    int64_t width, lanes, banks, together;
    const char *phase; /* of four lanes each, of 32; NULL: so many lanes together, in order */
} model;

#define MI300                                                                                    \
    "01231032" /* lanes 0 to 3 in phase 0, 4 to 7 in phase 1, ..., 20 to 23 in phase 0 */
#define MI350 "01101001"

static const model models[] = {
    {"sm90", false, 1, 32, 32, 32, NULL},     {"sm_90", true, 1, 32, 32, 32, NULL},
    {"sm80", false, 2, 32, 32, 32, NULL},     {"sm100", true, 2, 32, 32, 32, NULL},
    {"sm90", false, 4, 32, 32, 32, NULL},     {"SM90", true, 4, 32, 32, 32, NULL},
    {"sm90", false, 8, 32, 32, 16, NULL},     {"sm90", true, 8, 32, 32, 16, NULL},
    {"sm90", false, 16, 32, 32, 8, NULL},     {"sm90", true, 16, 32, 32, 8, NULL},
    {"gfx942", false, 4, 64, 32, 32, NULL},   {"mi300", true, 4, 64, 32, 32, NULL},
    {"gfx942", false, 8, 64, 32, 16, NULL},   {"MI300X", false, 16, 64, 32, 8, MI300},
    {"gfx942", true, 16, 64, 32, 8, NULL},    {"gfx950", false, 8, 64, 64, 32, NULL},
    {"gfx950", false, 16, 64, 64, 16, MI350}, {"mi350", true, 8, 64, 32, 16, NULL},
    {"gfx950", true, 16, 64, 32, 8, NULL},    {"gfx1100", false, 4, 32, 32, 32, NULL},
    {"gfx1100", false, 8, 32, 32, 16, NULL},  {"gfx1100", false, 16, 32, 32, 8, MI300},
    {"gfx1201", false, 4, 32, 32, 32, NULL},  {"gfx1201", false, 8, 32, 32, 16, NULL},
    {"gfx1201", false, 16, 32, 32, 8, NULL},
};
#define MODELS (sizeof models / sizeof *models)

/* A function as the table of its values in the order of accesses, and what is asked. */
typedef struct {
    lcr_ctx *r;
    lcv_value *value;
    size_t n;
    int64_t at[POINTS];
    int64_t lanes, bytes, width, banks;
    int64_t said;        /* lanes, as an argument */
    int64_t vector;      /* as an argument; 0: by itself */
    size_t given;        /* arguments; the others are the usual ones */
    const model *on;     /* NULL: no processor is given */
    bool plain;          /* its lanes and banks are left out */
    bool broken[POINTS]; /* of each lane: its vector is none */
} question;

static const char *show(law *l, const question *q)
{
    char *text = lcv_value_to_str(q->r, q->value);
    const char *shown =
        law_printf(l, "(%s, lanes=%d, bytes=%d, width=%d, banks=%d, vector=%d, arch=%s, op=%s)",
                   text ? text : "?", (int)q->said, (int)q->bytes, (int)q->width, (int)q->banks,
                   (int)q->vector, q->on ? q->on->arch : "_",
                   q->on && q->on->writes ? "write" : "read");
    free(text);
    return shown;
}

/* ---- the hardware ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* The place of a value in a list, to which it is added when it is new; the one before it
 * was added last. */
static size_t enlist(int64_t *list, size_t *n, int64_t value)
{
    size_t i = *n;
    while (i > 0 && list[i - 1] != value)
        i--;
    if (i > 0)
        return i - 1;
    list[*n] = value;
    return (*n)++;
}

static int64_t address(const question *q, size_t access, int64_t lane)
{
    return q->bytes * q->at[access * (size_t)q->lanes + (size_t)lane];
}

static size_t accesses(const question *q)
{
    return (q->n + (size_t)q->lanes - 1) / (size_t)q->lanes;
}

static int64_t lanes_of(const question *q, size_t access)
{
    int64_t left = (int64_t)q->n - (int64_t)access * q->lanes;
    return left < q->lanes ? left : q->lanes;
}

/* Is there a lane whose address is no multiple of the width, or whose vector is none? */
static bool misaligned(const question *q)
{
    for (size_t c = 0; c < q->n; c++)
        if (q->bytes * q->at[c] % q->width != 0 || q->broken[c])
            return true;
    return false;
}

/* Of all values, those where lanes start. */
static void take_vectors(law *l, question *q, const m_threads *t)
{
    rnd *r = &l->rnd;
    int64_t whole = q->width / q->bytes;
    bool fits = q->width % q->bytes == 0 && t->values % whole == 0;
    q->vector = fits && rnd_chance(r, 40) ? whole : rnd_chance(r, 30) ? 1 : 0;
    int64_t vector = q->vector > 0 ? q->vector : m_own_vector(t, q->at, q->bytes, q->width);
    m_vector_starts(t, (int64_t)q->n, q->at, vector, q->broken);
    q->n /= (size_t)vector;
}

static int64_t phase_of(const question *q, int64_t lane)
{
    int64_t lanes = q->width == 16 ? 8 : q->width == 8 ? 16 : 32;
    if (q->on && q->on->phase)
        return lane / 32 * 8 + q->on->phase[lane % 32 / 4] - '0';
    return lane / (q->on ? q->on->together : q->banks == 64 ? 2 * lanes : lanes);
}

/* The number of a phase among those of 32 lanes, which are 32 / together. */
static int64_t number_of(const question *q, int64_t lane)
{
    int64_t phase = phase_of(q, lane);
    return q->on && q->on->phase ? phase / 8 * (32 / q->on->together) + phase % 8 : phase;
}

/* Rounds that the lanes of a phase take: those of the bank with most words. */
static int rounds(const question *q, size_t access, int64_t phase)
{
    int64_t words[64][16 * 16];
    size_t n[64] = {0}, most = 0;
    for (int64_t i = 0; i < lanes_of(q, access); i++) {
        for (int64_t b = 0; phase_of(q, i) == phase && b < q->width; b++) {
            int64_t word = floor_div(address(q, access, i) + b, 4), bank = word & (q->banks - 1);
            enlist(words[bank], &n[bank], word);
            most = n[bank] > most ? n[bank] : most;
        }
    }
    return (int)most;
}

static int conflicts(const question *q, size_t access)
{
    int extra = 0, n;
    for (int64_t phase = 0; phase < 64; phase++)
        extra += (n = rounds(q, access, phase)) > 0 ? n - 1 : 0;
    return extra;
}

/* Sectors that are touched, and those that the touched bytes would fill. */
static int sectors(const question *q, size_t access, int *least)
{
    int64_t touched[64], byte[64 * 32];
    size_t n = 0, nbytes = 0;
    for (int64_t i = 0; i < lanes_of(q, access); i++) {
        for (int64_t b = 0; b < q->width; b++) {
            enlist(touched, &n, floor_div(address(q, access, i) + b, 32));
            enlist(byte, &nbytes, address(q, access, i) + b);
        }
    }
    *least = (int)(nbytes + 31) / 32;
    return (int)n;
}

static int most_conflicts(const question *q)
{
    int most = 0;
    for (size_t k = 0; k < accesses(q); k++) {
        int extra = conflicts(q, k);
        most = extra > most ? extra : most;
    }
    return most;
}

static int most_sectors(const question *q, bool *coalesced)
{
    int most = 0, least;
    *coalesced = true;
    for (size_t k = 0; k < accesses(q); k++) {
        int n = sectors(q, k, &least);
        most = n > most ? n : most;
        *coalesced = *coalesced && n == least;
    }
    return most;
}

/* ---- asking ---- */

#define MOST_ARGUMENTS 8

static size_t arguments(law *l, const question *q, lcv_value *args[MOST_ARGUMENTS])
{
    args[0] = q->value;
    args[1] = law_int_value(l, q->said);
    args[2] = law_int_value(l, q->bytes);
    args[3] = law_int_value(l, q->width);
    args[4] = law_int_value(l, q->banks);
    args[5] = law_int_value(l, q->vector);
    if (!q->on)
        return q->vector > 0 ? 6 : q->given;
    lcv_value *any = law_own_value(l, lcv_value_tuple(l->ctx, lc_tuple_wildcard(l->ctx)));
    args[1] = q->plain && q->said == q->on->lanes ? any : args[1];
    args[4] = q->plain ? any : args[4];
    args[5] = q->vector > 0 ? args[5] : any;
    args[6] = law_own_value(l, lcv_value_names(l->ctx, 1, &q->on->arch));
    args[7] = law_own_value(l,
                            lcv_value_names(l->ctx, 1,
                                            (const char *[]){q->on->writes ? "write" : "read"}));
    return !q->on->writes && q->plain ? 7 : 8;
}

/* Sectors know of no banks. */
static size_t arguments_of(law *l, const question *q, bool banks, lcv_value *args[MOST_ARGUMENTS])
{
    size_t n = arguments(l, q, args);
    if (banks || n < 5)
        return n;
    args[1] = law_int_value(l, q->said);
    args[4] = args[5];
    return q->vector > 0 ? 5 : 4;
}

/* The number after `key` in a text; `otherwise` when it is not there. */
static long number_after(const char *text, const char *key, long otherwise)
{
    const char *at = strstr(text, key);
    return at ? atol(at + strlen(key)) : otherwise;
}

/* The lanes that a counterexample names collide. */
static bool check_collision(law *l, const question *q, const char *where, const char *method)
{
    size_t access = (size_t)number_after(where, "access ", 0);
    long i = number_after(where, "lanes ", -1), j = number_after(where, " and ", -1);
    if (i < 0 || j <= i || j >= lanes_of(q, access) || access >= accesses(q))
        return law_fail(l, "no two lanes at '%s' (%s)", where, method);
    if (phase_of(q, i) != phase_of(q, j) ||
        number_of(q, i) != number_after(where, "phase ", (long)number_of(q, i)))
        return law_fail(l, "not of one phase: '%s'", where);
    int64_t a = floor_div(address(q, access, i), 4), b = floor_div(address(q, access, j), 4);
    if (a == b || (a - b) % q->banks != 0)
        return law_fail(l, "lanes at '%s' have words %lld and %lld (%s)", where, (long long)a,
                        (long long)b, method);
    return true;
}

static bool check_misaligned(law *l, const question *q, const char *where, bool broken)
{
    size_t access = (size_t)number_after(where, "access ", 0);
    long lane = number_after(where, "lane ", -1);
    if (lane < 0 || access >= accesses(q) || lane >= lanes_of(q, access) ||
        (broken ? !q->broken[access * (size_t)q->lanes + (size_t)lane]
                : address(q, access, lane) % q->width == 0))
        return law_fail(l, "'%s' is %s", where, broken ? "a vector" : "aligned");
    return true;
}

static bool check_spread(law *l, const question *q, const char *where)
{
    size_t access = (size_t)number_after(where, "access ", 0);
    int least;
    if (access >= accesses(q) || sectors(q, access, &least) == least)
        return law_fail(l, "'%s' is coalesced", where);
    return true;
}

/* The verdict that is expected, and a counterexample that is one. */
static bool check_result(law *l, const question *q, const char *claim, lcv_result *result,
                         bool holds, bool of_conflicts)
{
    if (!result)
        return law_fail(l, "%s%s: %s", claim, show(l, q), lc_ctx_message(l->ctx));
    const char *where = result->counterexample.where, *summary = result->counterexample.summary;
    bool ok = result->verdict == (holds ? LCV_PROVED : LCV_REFUTED);
    if (!ok)
        law_fail(l, "%s%s is %s by %s", claim, show(l, q), holds ? "true" : "false",
                 result->method);
    else if (!holds && strstr(summary, "misaligned"))
        ok = check_misaligned(l, q, where, false);
    else if (!holds && strstr(summary, "no vector"))
        ok = check_misaligned(l, q, where, true);
    else if (!holds)
        ok = of_conflicts ? check_collision(l, q, where, result->method)
                          : check_spread(l, q, where);
    if (!ok && l->failure)
        law_fail(l, "%s%s: %s", claim, show(l, q), l->failure);
    lcv_result_free(result);
    return ok;
}

static bool check_claim(law *l, const question *q, const char *claim, bool holds)
{
    lcv_value *args[MOST_ARGUMENTS];
    size_t n = arguments_of(l, q, strcmp(claim, "conflict_free") == 0, args);
    return check_result(l, q, claim, lcv_prove(q->r, lcv_claim_find(claim), n, args), holds,
                        strcmp(claim, "conflict_free") == 0);
}

/* The number, the bounds that it keeps, and the second count of the cross-check. */
static bool check_measure(law *l, const question *q, const char *name, int want)
{
    lcr_ctx *r = q->r;
    const lcv_measure *m = lcv_operation_find(name)->measure;
    lcv_value *args[MOST_ARGUMENTS];
    size_t n = arguments_of(l, q, strcmp(name, "conflicts") == 0, args);
    lc_int value, below = lc_int_const(want - 1), bound = lc_int_const(want);
    if (!lcv_measure_value(l->ctx, m, n, args, &value))
        return law_fail(l, "%s%s: %s", name, show(l, q), lc_ctx_message(l->ctx));
    if (!lc_int_eq(value, bound))
        return law_fail(l, "%s%s = %lld is %d", name, show(l, q), (long long)lc_int_get_si(value),
                        want);
    lcv_result *most = lcv_prove_measure(l->ctx, m, n, args,
                                         (lcv_measure_bounds){.most = &bound});
    lcv_result *less = lcv_prove_measure(l->ctx, m, n, args,
                                         (lcv_measure_bounds){.most = &below});
    lcv_value *right = law_int_value(l, want), *wrong = law_int_value(l, want + 1);
    bool ok = most && less && most->verdict == LCV_PROVED && less->verdict == LCV_REFUTED &&
              opinion_of_value(r, name, n, args, right) == SAID_RIGHT &&
              opinion_of_value(r, name, n, args, wrong) == SAID_WRONG;
    if (ok && want > 0 && strcmp(name, "conflicts") == 0)
        ok = check_collision(l, q, less->counterexample.where, less->method);
    else if (!ok)
        law_fail(l, "bounds of %s%s = %d", name, show(l, q), want);
    lcv_result_free(most);
    lcv_result_free(less);
    return ok;
}

/* A misaligned access has none. */
static bool no_number(law *l, const question *q, const char *name)
{
    lcv_value *args[MOST_ARGUMENTS];
    size_t n = arguments_of(l, q, strcmp(name, "conflicts") == 0, args);
    lc_int value;
    bool none = !lcv_measure_value(l->ctx, lcv_operation_find(name)->measure, n, args, &value) &&
                lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE;
    lc_ctx_reset(l->ctx);
    return none || law_fail(l, "%s%s is a number", name, show(l, q));
}

enum { FREE, CONFLICTS, MISALIGNED, COALESCED };
static const char *const classes[] = {"conflict free", "conflicts", "misaligned", "coalesced",
                                      NULL};

static bool answer(law *l, const question *q)
{
    bool aligned = !misaligned(q), coalesced;
    int extra = aligned ? most_conflicts(q) : 0;
    int touched = aligned ? most_sectors(q, &coalesced) : 0;
    law_saw(l, !aligned ? MISALIGNED : extra > 0 ? CONFLICTS : FREE);
    if (aligned && coalesced)
        law_saw(l, COALESCED);
    if (!check_claim(l, q, "conflict_free", aligned && extra == 0) ||
        !check_claim(l, q, "coalesced", aligned && coalesced))
        return false;
    return aligned ? check_measure(l, q, "conflicts", extra) &&
                         check_measure(l, q, "sectors", touched)
                   : no_number(l, q, "conflicts") && no_number(l, q, "sectors");
}

/* ---- layouts, swizzles ---- */

/* x xor shift(x and mask, s), on 64 bits of two's complement. */
static int64_t swizzle(int b, int m, int s, int64_t x)
{
    uint64_t mask = (((uint64_t)1 << b) - 1) << (m + (s > 0 ? s : 0));
    uint64_t moved = s >= 0 ? ((uint64_t)x & mask) >> s : ((uint64_t)x & mask) << -s;
    return (int64_t)((uint64_t)x ^ moved);
}

static void random_sizes(law *l, question *q)
{
    static const int64_t bytes[] = {1, 2, 4, 4, 8, 16, 12};
    rnd *r = &l->rnd;
    q->r = law_relations(l);
    q->on = rnd_chance(r, 40) ? &models[rnd_in(r, 0, MODELS - 1)] : NULL;
    q->plain = rnd_chance(r, 50);
    int64_t most = q->on ? q->on->lanes : 32;
    q->lanes = q->said = rnd_chance(r, 60)   ? most
                         : rnd_chance(r, 60) ? 8 << rnd_in(r, 0, 1)
                                             : rnd_in(r, 1, most);
    q->bytes = bytes[rnd_in(r, 0, 6)];
    q->banks = q->on ? q->on->banks : rnd_chance(r, 30) ? 64 : 32;
    q->width = rnd_chance(r, 30) && q->bytes != 12 ? q->bytes : (int64_t)1 << rnd_in(r, 0, 4);
    q->width = q->on ? q->on->width : q->width;
    q->given = q->banks == 64 ? 5 : q->width == q->bytes ? 3 : 4;
    memset(q->broken, 0, sizeof q->broken);
    q->vector = 0;
}

/* Strides that mostly keep lanes aligned, and often meet banks. */
static void random_strides(rnd *r, const question *q, m_layout *a)
{
    int64_t whole = q->width > q->bytes || q->bytes == 12 ? q->width : 1;
    bool align = rnd_chance(r, 85), rows = rnd_chance(r, 50);
    for (size_t i = 0; i < a->n; i++) {
        if (rows)
            a->stride[i] = rnd_chance(r, 50) ? (int64_t)1 << rnd_in(r, 0, 7) : rnd_in(r, -3, 70);
        if (align)
            a->stride[i] *= whole;
    }
}

static lcv_value *layout_value(law *l, const m_layout *a, int64_t offset)
{
    lc_layout *made = lc_layout_ref(law_layout(l, a));
    return offset == 0 ? lcv_value_layout(l->ctx, made)
                       : lcv_value_tensor(l->ctx, lc_int_si(l->ctx, offset), made);
}

/* The first values of a thread are side by side, mostly. */
static void random_run(rnd *r, const question *q, m_layout *a)
{
    size_t first = m_rank(a->nest) > 1 ? m_leaves(a->nest + 1, m_subtree_end(a->nest + 1)) : 0;
    int64_t whole = q->width / q->bytes;
    if (whole < 2 || first >= a->n || !rnd_chance(r, 60))
        return;
    a->stride[first] = 1;
    if (m_size(a) / a->shape[first] * whole * 2 <= POINTS)
        a->shape[first] = whole * rnd_in(r, 1, 2);
}

static void ask_layout(law *l, question *q)
{
    m_layout a;
    random_sizes(l, q);
    if (rnd_chance(&l->rnd, 50))
        rnd_layout(&l->rnd, POINTS, &a);
    else
        rnd_bijection(&l->rnd, POINTS, &a);
    random_strides(&l->rnd, q, &a);
    random_run(&l->rnd, q, &a);
    int64_t offset = rnd_chance(&l->rnd, 70) ? 0 : q->width * rnd_in(&l->rnd, -9, 40);
    q->n = (size_t)m_size(&a);
    for (size_t c = 0; c < q->n; c++)
        q->at[c] = offset + m_at(&a, (int64_t)c);
    q->value = law_own_value(l, layout_value(l, &a, offset));
    m_threads threads = m_threads_of(&a);
    take_vectors(l, q, &threads);
}

LAW(layouts_by_enumeration, "accesses of layouts", classes)
{
    question q;
    ask_layout(l, &q);
    return answer(l, &q);
}

/* The extents are powers of two for half of the cases. */
static void random_tile(rnd *r, m_layout *a)
{
    int64_t left = POINTS;
    a->n = (size_t)rnd_in(r, 1, 3);
    bool binary = rnd_chance(r, 50);
    for (size_t i = 0; i < a->n; i++) {
        int64_t extent = binary ? (int64_t)1 << rnd_in(r, 0, 6) : rnd_in(r, 1, 40);
        a->shape[i] = extent <= left ? extent : 1;
        left /= a->shape[i];
        a->stride[i] = rnd_chance(r, 80) ? (int64_t)1 << rnd_in(r, 0, 9) : rnd_in(r, 0, 100);
    }
    rnd_nest(r, a->n, a->nest);
}

LAW(composed_layouts_by_enumeration, "accesses of composed layouts", classes)
{
    question q;
    m_layout a;
    random_sizes(l, &q);
    random_tile(&l->rnd, &a);
    int vector = q.width > q.bytes ? (int)(q.width / q.bytes) : 1;
    bool align = rnd_chance(&l->rnd, 70);
    for (size_t i = 0; align && i < a.n; i++)
        a.stride[i] *= q.bytes == 12 ? q.width : vector;
    random_run(&l->rnd, &q, &a);
    int b = (int)rnd_in(&l->rnd, 0, 3), s = (int)rnd_in(&l->rnd, -4, 4);
    int m = (int)rnd_in(&l->rnd, 0, 4);
    for (int v = vector; align && v > 1; v /= 2)
        m++;
    int64_t offset = rnd_chance(&l->rnd, 60) ? 0 : q.width * rnd_in(&l->rnd, -20, 40);
    lc_swizzle w;
    ck_assert(lc_swizzle_make(l->ctx, lc_int_const(b), lc_int_const(m), lc_int_const(s), &w));
    q.n = (size_t)m_size(&a);
    for (size_t c = 0; c < q.n; c++)
        q.at[c] = swizzle(b, m, s, offset + m_at(&a, (int64_t)c));
    q.value = law_own_value(l, lcv_value_composed(l->ctx, w, lc_int_si(l->ctx, offset),
                                                  lc_layout_ref(law_layout(l, &a))));
    m_threads threads = m_threads_of(&a);
    take_vectors(l, &q, &threads);
    return answer(l, &q);
}

/* ---- linear layouts ---- */

/* In the order of accesses: the lane's bits, then those before, then those after. */
static void lanes_first(question *q, unsigned below, unsigned lane)
{
    question from = *q;
    for (size_t c = 0; c < q->n; c++) {
        size_t own = c & (((size_t)1 << lane) - 1), others = c >> lane;
        size_t low = others & (((size_t)1 << below) - 1), high = others >> below;
        size_t at = low | own << below | high << (below + lane);
        q->at[c] = from.at[at];
        q->broken[c] = from.broken[at];
    }
}

/* Input dims register, lane and warp in any order, the lane dim at times called another
 * name: then lanes are the first coordinates. */
LAW(linear_layouts_by_enumeration, "accesses of linear layouts", classes)
{
    question q;
    random_sizes(l, &q);
    q.lanes = q.said = (int64_t)1 << rnd_in(&l->rnd, 2, q.on && q.on->lanes == 64 ? 6 : 5);
    lc_dim in[3] = {{"register", (unsigned)rnd_in(&l->rnd, 0, 2)},
                    {"lane", (unsigned)rnd_in(&l->rnd, 1, 6)},
                    {"warp", (unsigned)rnd_in(&l->rnd, 0, 1)}};
    lc_dim out[2] = {{"offset", 12}, {"block", 0}};
    size_t lane = (size_t)rnd_in(&l->rnd, 0, 2);
    lc_dim moved = in[lane];
    in[lane] = in[1];
    in[1] = moved;
    bool named = rnd_chance(&l->rnd, 80);
    if (!named)
        in[lane].name = "thread";
    unsigned bits = in[0].bits + in[1].bits + in[2].bits, below = 0;
    for (size_t i = 0; i < lane; i++)
        below += in[i].bits;
    uint64_t align = rnd_chance(&l->rnd, 85) && q.width > q.bytes
                         ? (uint64_t)(q.width / q.bytes) - 1
                         : 0;
    lc_f2 map = lc_f2_zero(12, bits);
    for (unsigned j = 0; j < bits; j++)
        map.column[j] = (rnd_chance(&l->rnd, 60) ? (uint64_t)1 << rnd_in(&l->rnd, 0, 11)
                                                 : rnd_u64(&l->rnd) & 0xfff) &
                        ~align;
    m_threads threads = {.apart = 1, .threads = true};
    for (size_t i = 0; i < 3; i++) {
        if (strcmp(in[i].name, "register") == 0) {
            threads.values = (int64_t)1 << in[i].bits;
            break;
        }
        threads.apart <<= in[i].bits;
    }
    for (int64_t j = 1, c = threads.apart; rnd_chance(&l->rnd, 60) && j < threads.values; j *= 2)
        map.column[__builtin_ctzll((uint64_t)(c * j))] = (uint64_t)j;
    q.value = law_own_value(l,
                            lcv_value_linear(l->ctx, lc_linear_new(l->ctx, 3, in, 2, out, &map)));
    q.n = (size_t)1 << bits;
    for (uint64_t c = 0; c < q.n; c++) {
        uint64_t at = 0;
        for (unsigned j = 0; j < bits; j++)
            at ^= (c >> j & 1) != 0 ? map.column[j] : 0;
        q.at[c] = (int64_t)at;
    }
    size_t all = q.n;
    take_vectors(l, &q, &threads);
    if (threads.apart < (int64_t)1 << below) /* registers stand before lanes */
        below -= (unsigned)__builtin_ctzll(all / q.n);
    if (named)
        lanes_first(&q, below, in[lane].bits);
    if (named && q.lanes > (int64_t)1 << in[lane].bits)
        q.lanes = (int64_t)1 << in[lane].bits; /* no more than the dim has */
    return answer(l, &q);
}

/* ---- strides that add by XOR ---- */

static uint64_t carryless(uint64_t i, uint64_t f)
{
    uint64_t sum = 0;
    for (; i != 0; i >>= 1, f <<= 1)
        sum ^= (i & 1) != 0 ? f : 0;
    return sum;
}

LAW_SHARE(xor_strides_by_enumeration, "accesses by strides that add by XOR", 2, classes)
{
    question q;
    lc_layout *mode[2];
    int64_t extent[2];
    uint64_t stride[2];
    random_sizes(l, &q);
    bool align = rnd_chance(&l->rnd, 75);
    for (int i = 0; i < 2; i++) {
        extent[i] = rnd_chance(&l->rnd, 60) ? (int64_t)1 << rnd_in(&l->rnd, 0, 4)
                                            : rnd_in(&l->rnd, 1, 20);
        stride[i] = (uint64_t)rnd_in(&l->rnd, 1, 200) * (align ? (uint64_t)q.width : 1);
        if (i == 0 && rnd_chance(&l->rnd, 25)) /* accesses side by side: else few coalesce */
            stride[i] = (uint64_t)q.width;
        if (i == 1 && rnd_chance(&l->rnd, 30)) /* vectors */
            stride[i] = 1;
        lc_tuple *shape = law_own_tuple(l, lc_tuple_leaf(l->ctx, lc_int_si(l->ctx, extent[i])));
        lc_layout *unit = law_own(l,
                                  lc_layout_xor(l->ctx, lc_int_si(l->ctx, (int64_t)stride[i])));
        mode[i] = law_own(l, lc_layout_reshape(l->ctx, shape, unit));
    }
    int64_t offset = rnd_chance(&l->rnd, 50) ? 0 : q.width * rnd_in(&l->rnd, 0, 40);
    lc_layout *a = lc_layout_concat(l->ctx, 2, mode);
    lc_tuple *at = law_own_tuple(l, lc_tuple_leaf(l->ctx, lc_int_si(l->ctx, offset)));
    ck_assert_ptr_nonnull(a);
    q.value = law_own_value(l, offset == 0 ? lcv_value_layout(l->ctx, a)
                                           : lcv_value_tensor_at(l->ctx, lc_tuple_ref(at), a));
    q.n = (size_t)(extent[0] * extent[1]);
    for (int64_t c = 0; c < (int64_t)q.n; c++)
        q.at[c] = (int64_t)((uint64_t)offset ^ carryless((uint64_t)(c % extent[0]), stride[0]) ^
                            carryless((uint64_t)(c / extent[0]), stride[1]));
    m_threads threads = {extent[0], extent[1], true};
    take_vectors(l, &q, &threads);
    return answer(l, &q);
}

/* ---- sizes that nobody enumerates ---- */

/* A layout of whole accesses, repeated so often that nobody enumerates it, rows of banks
 * apart, costs what it costs once; shifted by other amounts it costs what the worst of the
 * shifts does. */
LAW_SHARE(large_layouts, "accesses of large layouts", 2,
          CLASSES("conflict free", "conflicts", "misaligned"))
{
    question q, all;
    m_layout a;
    random_sizes(l, &q);
    rnd_layout(&l->rnd, 16, &a);
    random_strides(&l->rnd, &q, &a);
    q.n = (size_t)m_size(&a);
    int64_t part = q.lanes; /* the copies side by side that fill whole accesses */
    for (int64_t k = q.lanes; k >= 1; k--)
        part = (int64_t)q.n * k % q.lanes == 0 ? k : part;
    if ((int64_t)q.n * part * 2 > POINTS)
        return true;
    bool align = rnd_chance(&l->rnd, 85);
    int64_t beside = rnd_in(&l->rnd, 0, 9) * (align ? q.width : 1);
    int64_t shift = rnd_in(&l->rnd, 0, 40) * (align ? q.width : 1);
    int64_t far = 4 * q.banks * rnd_in(&l->rnd, 0, 1000);
    m_layout more[4] = {a};
    m_layout_leaf(&more[1], part, beside);
    m_layout_leaf(&more[2], 2, shift);
    m_layout_leaf(&more[3], (int64_t)1000000007 * 4, far);
    all = q;
    m_layout big;
    m_concat(3, more, &big);
    all.n = (size_t)m_size(&big);
    for (size_t c = 0; c < all.n; c++)
        all.at[c] = m_at(&big, (int64_t)c);
    m_threads threads = m_threads_of(&big);
    m_concat(4, more, &big);
    all.value = law_own_value(l, layout_value(l, &big, 0));
    take_vectors(l, &all, &threads);
    if (all.n % (size_t)all.lanes != 0) /* an access would go on in the next copy */
        return true;
    bool aligned = !misaligned(&all);
    int extra = aligned ? most_conflicts(&all) : 0;
    law_saw(l, !aligned ? MISALIGNED : extra > 0 ? CONFLICTS : FREE);
    lcv_value *args[MOST_ARGUMENTS];
    size_t n = arguments(l, &all, args);
    lcv_result *result = lcv_prove(q.r, lcv_claim_find("conflict_free"), n, args);
    bool ok = result && result->verdict == (aligned && extra == 0 ? LCV_PROVED : LCV_REFUTED);
    lcv_result_free(result);
    if (!ok)
        return law_fail(l, "conflict_free%s has %d conflicts", show(l, &all), extra);
    lc_int value;
    bool coalesced;
    if (!aligned)
        return true;
    if (!lcv_measure_value(l->ctx, &lcv_conflicts, n, args, &value) ||
        lc_int_get_si(value) != extra)
        return law_fail(l, "conflicts%s is %d", show(l, &all), extra);
    int touched = most_sectors(&all, &coalesced);
    n = arguments_of(l, &all, false, args);
    if (!lcv_measure_value(l->ctx, &lcv_sectors, n, args, &value) ||
        lc_int_get_si(value) != touched)
        return law_fail(l, "sectors%s is %d", show(l, &all), touched);
    return true;
}

/* An odd last mode leaves a tail, in which alone the lanes collide. */
TEST_ISL(tails)
{
    lc_int extent[1] = {lc_int_si(ctx, INT64_C(1000000000007))}, step[1] = {lc_int_const(1)};
    lcv_value *args[4] = {lcv_value_layout(ctx, lc_layout_flat(ctx, 1, extent, step)),
                          lcv_value_int(ctx, lc_int_const(32)),
                          lcv_value_int(ctx, lc_int_const(4)),
                          lcv_value_int(ctx, lc_int_const(4))};
    lcv_result *result = lcv_prove(r, lcv_claim_find("coalesced"), 4, args);
    ck_assert_ptr_nonnull(result);
    ck_assert_int_eq(result->verdict, LCV_PROVED);
    lcv_result_free(result);
    /* blocks of 32 * 3: the tail of 33 * 3 - 96 = 3 coordinates is one access */
    lc_int shape[2] = {lc_int_const(3), lc_int_const(33)};
    lc_int stride[2] = {lc_int_const(32), lc_int_const(1)};
    lcv_value_free(args[0]);
    args[0] = lcv_value_layout(ctx, lc_layout_flat(ctx, 2, shape, stride));
    lc_int value;
    ck_assert(lcv_measure_value(ctx, &lcv_conflicts, 4, args, &value));
    ck_assert_int_eq(lc_int_get_si(value), 2);
    for (int i = 0; i < 4; i++)
        lcv_value_free(args[i]);
}

/* Each row of the library's table is one that is tried here, and has a source; what is read and
 * written alike is one row. */
TEST_CTX(rows)
{
    const lc_bank_model *row;
    size_t tried = 0, found = 0;
    for (size_t i = 0; (row = lc_bank_model_row(i)) != NULL; i++) {
        found += (size_t)(row->reads + row->writes);
        ck_assert_ptr_nonnull(row->source);
        ck_assert_uint_gt(strlen(row->source), 20);
    }
    for (size_t i = 0; i < MODELS; i++) {
        const model *m = &models[i];
        row = lc_bank_model_find(ctx, "rows", m->arch, m->writes, (unsigned)m->width);
        ck_assert_msg(row != NULL, "%s: %s", m->arch, lc_ctx_message(ctx));
        ck_assert_int_eq(row->banks, m->banks);
        ck_assert_int_eq(row->wave, m->lanes);
        ck_assert_int_eq(lc_bank_wave(m->arch), m->lanes);
        ck_assert_int_eq(row->fours != NULL, m->phase != NULL);
        tried++;
    }
    ck_assert_uint_eq(tried, found);
    ck_assert_ptr_null(lc_bank_model_find(ctx, "rows", "gfx950", false, 4));
    ck_assert_ptr_null(lc_bank_model_find(ctx, "rows", "gfx942", true, 8));
    ck_assert_ptr_null(lc_bank_model_find(ctx, "rows", "gfx90a", false, 16));
    ck_assert_uint_eq(lc_bank_wave("gfx90a"), 0);
}

/* Too many accesses that are no translates: UNKNOWN, but for what the first ones show. */
TEST_ISL(undecided)
{
    lc_swizzle w = {20, 4, 20}; /* a size past the remainders that are told apart */
    lc_int extent[2] = {lc_int_const(48), lc_int_si(ctx, 1000003)};
    lc_int apart[2] = {lc_int_const(1), lc_int_const(48)};
    lc_int met[2] = {lc_int_const(32), lc_int_const(48)};
    lcv_value *four = lcv_value_int(ctx, lc_int_const(4));
    lcv_value *lanes = lcv_value_int(ctx, lc_int_const(32));
    for (int collide = 0; collide < 2; collide++) {
        lcv_value *x = lcv_value_composed(ctx, w, lc_int_const(0),
                                          lc_layout_flat(ctx, 2, extent, collide ? met : apart));
        lcv_value *args[4] = {x, lanes, four, four};
        lcv_result *result = lcv_prove(r, lcv_claim_find("conflict_free"), 4, args);
        ck_assert_ptr_nonnull(result);
        ck_assert_int_eq(result->verdict, collide ? LCV_REFUTED : LCV_UNKNOWN);
        lc_int value, none = lc_int_const(0);
        ck_assert(!lcv_measure_value(ctx, &lcv_conflicts, 4, args, &value));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
        lc_ctx_reset(ctx);
        lcv_result *bound = lcv_prove_measure(ctx, &lcv_conflicts, 4, args,
                                              (lcv_measure_bounds){.most = &none});
        ck_assert_int_eq(bound->verdict, collide ? LCV_REFUTED : LCV_UNKNOWN);
        lcv_result_free(bound);
        lcv_result_free(result);
        lcv_value_free(x);
    }
    lcv_value_free(four);
    lcv_value_free(lanes);
}

SUITE_MAIN("accesses of a warp", layouts_by_enumeration, composed_layouts_by_enumeration,
           linear_layouts_by_enumeration, xor_strides_by_enumeration, large_layouts, tails,
           undecided, rows)
