/* check_plan_relations.c - plans whose tensors and stages are relations, against their places.
 *
 * Random sources, destinations and stages: strides; rows that are rotated, by steps that depend
 * on the other coordinates; rows whose halves move in opposite directions; permutations of one
 * input; maps of swizzled layouts. A place is computed here from its definition. Each plan must
 * be proved, and its kernel, on the executor, must write what the places say and nothing else.
 * Stages and destinations that give one place to two elements must be refuted.
 */
#include "config.h"

#include "law.h"
#include "plan-script.h"
#include "suite.h"

#include "../kernels/execute/execute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANK 3

typedef enum { STRIDES, ROTATED, FANNED, PERMUTED, SWIZZLED, KINDS } kind;

/* Compact strides in an order of the axes; `turn` is how far a step along each axis rotates the
 * rows of the first one. PERMUTED: n -> (times n + more) mod size, n the integral coordinate. */
typedef struct {
    kind kind;
    int rank;
    int64_t extent[RANK], stride[RANK], turn[RANK], size, times, more;
    int fast; /* the axis of stride 1 */
    int bits, base, shift;
} places;

static int64_t rest_of(int64_t a, int64_t n)
{
    return (a % n + n) % n;
}

static int64_t integral(const places *p, const int64_t *c)
{
    int64_t n = 0;
    for (int k = p->rank; k-- > 0;)
        n = n * p->extent[k] + c[k];
    return n;
}

static int64_t place_of(const places *p, const int64_t *c)
{
    int64_t sum = 0, turn = 0, row = c[p->fast], n = p->extent[p->fast], half = n / 2;
    for (int k = 0; k < p->rank; k++) {
        sum += c[k] * p->stride[k];
        turn += c[k] * p->turn[k];
    }
    switch (p->kind) {
    case ROTATED: return sum - row + rest_of(row + turn, n);
    case FANNED:
        return sum - row +
               (row < half ? rest_of(row + turn, half) : half + rest_of(row - half - turn, half));
    case PERMUTED: return rest_of(p->times * integral(p, c) + p->more, p->size);
    case SWIZZLED: return sum ^ ((sum >> (p->base + p->shift) & ((1 << p->bits) - 1)) << p->base);
    default: return sum;
    }
}

/* ---- random ones ---- */

static int64_t common(int64_t a, int64_t b)
{
    return b == 0 ? a : common(b, a % b);
}

static void rnd_places(rnd *r, kind what, int rank, const int64_t *extent, places *p)
{
    size_t order[RANK] = {0};
    *p = (places){.kind = what, .rank = rank, .size = 1};
    rnd_shuffle(r, (size_t)rank, order);
    for (int k = 0; k < rank; k++) {
        p->extent[order[k]] = extent[order[k]];
        p->stride[order[k]] = p->size;
        p->size *= extent[order[k]];
    }
    p->fast = (int)order[0];
    int64_t unit = rnd_chance(r, 50) ? 4 : 1; /* vectors of 4 stay whole */
    for (int k = 0; k < rank; k++)
        p->turn[k] = k == p->fast ? 0 : rnd_in(r, -5, 5) * unit;
    if (what == FANNED && p->extent[p->fast] % 2 != 0)
        p->kind = ROTATED;
    do
        p->times = rnd_in(r, 1, p->size);
    while (common(p->times, p->size) != 1);
    p->more = rnd_in(r, 0, p->size - 1);
    int bits = 0;
    while (((int64_t)1 << (bits + 1)) <= p->size)
        bits++;
    if (what == SWIZZLED && (!m_is_power(p->size) || bits < 2))
        p->kind = ROTATED;
    p->bits = bits < 2 ? 1 : (int)rnd_in(r, 1, bits / 2 < 3 ? bits / 2 : 3);
    p->base = bits < 2 ? 0 : (int)rnd_in(r, 0, bits - 2 * p->bits);
    p->shift = bits < 2 ? 1 : (int)rnd_in(r, p->bits, bits - p->base - p->bits);
}

/* ---- texts ---- */

static void put_tuple(FILE *out, int n, const int64_t *number)
{
    fputc('(', out);
    for (int k = 0; k < n; k++)
        fprintf(out, "%lld,", (long long)number[k]);
    fputc(')', out);
}

static void put_box(FILE *out, const places *p, const char *more)
{
    fputs(" : ", out);
    for (int k = 0; k < p->rank; k++)
        fprintf(out, "%s0 <= i%d < %lld", k == 0 ? "" : " and ", k, (long long)p->extent[k]);
    fputs(more, out);
}

static void put_inputs(FILE *out, const places *p)
{
    for (int k = 0; k < p->rank; k++)
        fprintf(out, "%si%d", k == 0 ? "[" : ",", k);
    fputs("] -> [", out);
    for (int k = 0; k < p->rank; k++)
        if (k != p->fast)
            fprintf(out, "%lld*i%d + ", (long long)p->stride[k], k);
}

static void put_turn(FILE *out, const places *p, int sign)
{
    for (int k = 0; k < p->rank; k++)
        if (k != p->fast)
            fprintf(out, " + %lld*i%d", (long long)(sign * p->turn[k]), k);
}

static void put_relation(FILE *out, const places *p)
{
    int64_t n = p->extent[p->fast], half = n / 2;
    fputs("relation \"{ ", out);
    if (p->kind == PERMUTED) {
        fprintf(out, "[x] -> [(%lld*x + %lld) mod %lld] : 0 <= x < %lld", (long long)p->times,
                (long long)p->more, (long long)p->size, (long long)p->size);
    } else {
        char low[64], high[64];
        snprintf(low, sizeof low, " and i%d < %lld", p->fast, (long long)half);
        snprintf(high, sizeof high, " and i%d >= %lld", p->fast, (long long)half);
        put_inputs(out, p);
        fprintf(out, "(i%d", p->fast);
        put_turn(out, p, 1);
        fprintf(out, ") mod %lld]", (long long)(p->kind == FANNED ? half : n));
        put_box(out, p, p->kind == FANNED ? low : "");
        if (p->kind == FANNED) {
            fputs("; ", out);
            put_inputs(out, p);
            fprintf(out, "%lld + (i%d - %lld", (long long)half, p->fast, (long long)half);
            put_turn(out, p, -1);
            fprintf(out, ") mod %lld]", (long long)half);
            put_box(out, p, high);
        }
    }
    fputs(" }\"", out);
}

static void put_places(FILE *out, const places *p)
{
    if (p->kind != STRIDES && p->kind != SWIZZLED) {
        put_relation(out, p);
        return;
    }
    if (p->kind == SWIZZLED)
        fprintf(out, "index_map(S<%d,%d,%d> o ", p->bits, p->base, p->shift);
    put_tuple(out, p->rank, p->extent);
    fputc(':', out);
    put_tuple(out, p->rank, p->stride);
    fputs(p->kind == SWIZZLED ? ")" : "", out);
}

/* ---- running ---- */

/* The next coordinate; false after the last. */
static bool next(const places *p, int64_t *c)
{
    for (int k = 0; k < p->rank; k++) {
        if (++c[k] < p->extent[k])
            return true;
        c[k] = 0;
    }
    return false;
}

static bool is_right(law *l, const lck_kernel *kernel, const char *script, const places *source,
                     const places *destination)
{
    size_t bytes = (size_t)kernel->array[LCK_SOURCE].element->bytes, n = (size_t)source->size;
    unsigned char *from = law_own_memory(l, malloc(n * bytes));
    unsigned char *to = law_own_memory(l, calloc(n, bytes));
    unsigned char *expected = law_own_memory(l, calloc(n, bytes));
    unsigned char *written = law_own_memory(l, calloc(n, 1));
    int64_t c[RANK] = {0}, none[1] = {0};
    lck_stop stop;
    for (size_t i = 0; i < n * bytes; i++)
        from[i] = (unsigned char)rnd_in(&l->rnd, 0, 255);
    do
        memcpy(expected + (size_t)place_of(destination, c) * bytes,
               from + (size_t)place_of(source, c) * bytes, bytes);
    while (next(source, c));
    if (!lck_execute_copy(kernel, none, from, to, written, &stop))
        return law_fail(l, "%sstops: %s", script, stop.message);
    if (memcmp(to, expected, n * bytes) != 0)
        return law_fail(l, "%swrites something else", script);
    for (size_t i = 0; i < n; i++)
        if (!written[i])
            return law_fail(l, "%sdoes not write element %zu", script, i);
    return true;
}

/* ---- plans ---- */

typedef struct {
    places source, destination, stage;
    bool staged;
    const char *script;
} transfer;

static void rnd_transfer(law *l, bool staged, transfer *t)
{
    static const char *const elements[] = {"int8", "bf16", "f32", "int64"};
    rnd *r = &l->rnd;
    int64_t extent[RANK], tile[RANK], room = 3000, area = 4096;
    int rank = (int)rnd_in(r, 1, RANK);
    for (int k = 0; k < rank; k++) {
        int64_t most = room < 64 ? room : 64;
        extent[k] = rnd_chance(r, 50) && most >= 8
                        ? (int64_t)1 << rnd_in(r, 1, most >= 64 ? 6 : 3)
                        : rnd_in(r, 2, most > 2 ? most : 2);
        room = room / extent[k] > 2 ? room / extent[k] : 2;
        tile[k] = (int64_t)1 << rnd_in(r, 1, 5);
        tile[k] = tile[k] <= area ? tile[k] : area;
        area /= tile[k];
    }
    kind first = (kind)rnd_in(r, STRIDES, KINDS - 1),
         second = (kind)rnd_in(r, STRIDES, KINDS - 1);
    t->staged = staged;
    if (!staged && first == STRIDES && second == STRIDES)
        first = ROTATED;
    if (rank > 1 && first == PERMUTED && second == PERMUTED)
        second = STRIDES; /* the axes of the tile are those of the other tensor */
    rnd_places(r, first, rank, extent, &t->source);
    rnd_places(r, second, rank, extent, &t->destination);
    rnd_places(r, (kind)rnd_in(r, ROTATED, KINDS - 1), rank, tile, &t->stage);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "plan p(element=%s, source=", elements[rnd_in(r, 0, 3)]);
    put_places(out, &t->source);
    fputs(", destination=", out);
    put_places(out, &t->destination);
    if (staged) {
        fputs(", tile=", out);
        put_tuple(out, rank, tile);
        fputs(", stage=", out);
        put_places(out, &t->stage);
    }
    fputs(")\n", out);
    fclose(out);
    t->script = law_own_memory(l, text);
}

static bool moves_vectors(const lck_statement *s)
{
    for (; s; s = s->next)
        if ((s->array != LCK_SHARED && s->width > 1) || moves_vectors(s->body) ||
            moves_vectors(s->otherwise))
            return true;
    return false;
}

LAW_SHARE(test_transfers, "relations of plans", 40, CLASSES("direct", "staged", "vectors"))
{
    transfer t;
    plan_script script;
    rnd_transfer(l, rnd_chance(&l->rnd, 60), &t);
    if (!plan_script_try(l, t.script, false, &script))
        return false;
    const lck_kernel *kernel = lck_planner_find(script.planner, "p");
    bool ok = script.status == LCV_PASSED && script.verdict == LCV_PROVED && kernel;
    bool open = t.destination.kind == SWIZZLED && script.verdict == LCV_UNKNOWN;
    if (open && strstr(script.text, "injective")) { /* of many digits, past isl's budget */
        plan_script_forget(&script);
        return true;
    }
    if (!ok)
        law_fail(l, "%sis not proved: %s", t.script, script.text);
    law_saw(l, !ok ? 0 : moves_vectors(kernel->body) ? 2 : lck_shared_bytes(kernel) > 0 ? 1 : 0);
    ok = ok && is_right(l, kernel, t.script, &t.source, &t.destination);
    plan_script_forget(&script);
    return ok;
}

/* ---- two elements at one place ---- */

/* A relation that is not one to one, as stage or destination. */
LAW_SHARE(test_overlaps, "overlapping relations", 100, CLASSES("destination", "stage"))
{
    rnd *r = &l->rnd;
    int n = (int)rnd_in(r, 2, 5) * 8, m = (int)rnd_in(r, 2, 32), less = (int)rnd_in(r, 1, m - 1);
    bool stage = l->index % 2 == 0;
    const char *relation = law_printf(
        l, "relation \"{ [i,j] -> [%d*i + (j + %d*i) mod %d] : 0 <= i < %d and 0 <= j < %d }\"",
        rnd_chance(r, 50) ? less : m, (int)rnd_in(r, 0, 9), less, n, m);
    const char *text = stage ? law_printf(l,
                                          "param M in 1..500, N in 1..500\n"
                                          "plan p(element=f32, source=(M,N):(1,M), "
                                          "destination=(M,N):(N,1), tile=(%d,%d), vectors=(1,1), "
                                          "stage=%s)\n",
                                          n, m, relation)
                             : law_printf(l,
                                          "plan p(element=f32, source=(%d,%d):(1,%d), "
                                          "destination=%s)\n",
                                          n, m, n, relation);
    plan_script script;
    bool ok = plan_script_try(l, text, false, &script);
    law_saw(l, stage);
    if (ok && (script.verdict != LCV_REFUTED || script.status != LCV_FAILED))
        ok = law_fail(l, "%sis not refuted: %s", text, script.text);
    if (ok && !strstr(script.text, "injective"))
        ok = law_fail(l, "%sis refuted for another reason: %s", text, script.text);
    plan_script_forget(&script);
    return ok;
}

SUITE_MAIN("relations of plans", test_transfers, test_overlaps)
