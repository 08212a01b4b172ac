/* random-plans.c - random plans of every family, and the list of them as cases.
 *
 *     random-plans NUMBER SEED FOLDER [BYTES]
 *
 * writes into the folder, which is made: p0.lay and so on, a plan each, and cases.txt for
 * emit-all and emit-host. Axes have 1 to 5000 elements, tensors some millions at most; half of
 * the shapes are symbolic, and the case says at which sizes the kernel is to run.
 *
 * With BYTES the shapes are symbolic, with bounds of 2^31 - 1, of 2^40 - 1 or next to them, and
 * the case has the largest sizes, or nearly, whose tensors have so many bytes at most. */
#include "config.h"

#include "output.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_AXES 5
#define MOST_EXTENT 5000
#define MOST_ELEMENTS 4000000
#define MOST_STRIDE 4 /* of the first axis */

/* ---- random numbers: splitmix64 ---- */

static uint64_t state;

static uint64_t next(void)
{
    uint64_t x = state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static int64_t between(int64_t low, int64_t high)
{
    return low + (int64_t)(next() % (uint64_t)(high - low + 1));
}

static bool chance(int percent)
{
    return between(1, 100) <= percent;
}

/* ---- a transfer ---- */

typedef struct {
    int rank;
    int64_t extent[MOST_AXES];
    bool symbolic;
    int64_t bound[MOST_AXES]; /* of a symbolic extent */
    int divisor[MOST_AXES];   /* which the extents are known to be multiples of */
} shape;

static int64_t most_elements; /* of a tensor; 0: shapes are small */

/* Axes from the fastest on; past the rank they are in order. The stride of the first is
 * `first`; a row, which is what lies along it, is rounded up to `padding` elements. */
typedef struct {
    int order[MOST_AXES];
    int64_t first, padding;
    int repeated; /* an axis of stride 0; -1: none */
} tensor;

typedef struct {
    shape s;
    tensor source, destination;
    const char *element;
} transfer;

/* Bounds whose product is about 2^bits; one of them may be that of a type. */
static void large_bounds(shape *s)
{
    int bits = s->rank == 1 ? 40 : s->rank == 2 ? 35 : 31, longest = (int)between(0, s->rank - 1);
    bool of_int = chance(60);
    bits -= of_int ? 31 : 0;
    for (int k = 0; k < s->rank; k++) {
        int mine = k == longest && of_int ? 31 : (int)between(0, bits < 31 ? bits : 31);
        s->bound[k] = ((int64_t)1 << mine) - between(mine == 31, mine > 3 ? 3 : 0);
        bits -= k == longest && of_int ? 0 : mine;
    }
    if (!of_int)
        s->bound[longest] = (s->bound[longest] << bits) - (bits > 0);
    if (s->rank == 1 && of_int && chance(30))
        s->bound[0] += between(-70, 70);
}

/* The largest extents, or nearly: the padded product of all is bounded. */
static void large_shape(shape *s)
{
    int64_t room = most_elements;
    s->symbolic = true;
    large_bounds(s);
    for (int k = 0; k < s->rank; k++) {
        s->divisor[k] = chance(30) && s->bound[k] >= 64 ? (chance(50) ? 16 : 4) : 1;
        int64_t most = s->bound[k] < room ? s->bound[k] : room;
        int64_t less = chance(70) ? between(0, most > 2000 ? 100 : 0) : between(0, most / 2);
        s->extent[k] = (most - less) / s->divisor[k] * s->divisor[k];
        if (s->extent[k] < s->divisor[k])
            s->extent[k] = s->divisor[k];
        room = room / (s->extent[k] + 16) > s->divisor[k] ? room / (s->extent[k] + 16)
                                                          : s->divisor[k];
    }
}

static void random_shape(shape *s, int rank)
{
    int64_t room = MOST_ELEMENTS;
    s->rank = rank;
    if (most_elements > 0) {
        large_shape(s);
        return;
    }
    s->symbolic = chance(50);
    for (int k = 0; k < rank; k++) {
        s->bound[k] = MOST_EXTENT + 8 * k;
        int64_t most = chance(30) ? MOST_EXTENT : chance(50) ? 300 : 40;
        most = most < room ? most : room;
        s->divisor[k] = chance(40) && most >= 16 ? (chance(50) ? 16 : 4) : 1;
        s->extent[k] = between(1, most / s->divisor[k]) * s->divisor[k];
        room = room / s->extent[k] > 1 ? room / s->extent[k] : 1;
    }
}

/* A launch has 2^31 - 1 blocks at most: of 2048 bytes where vectors move, of 256 elements
 * where none do. */
static void fewer_blocks(transfer *t, int64_t most)
{
    shape *s = &t->s;
    if (s->rank > 1 || s->bound[0] < most)
        return;
    s->bound[0] = most - 1;
    if (s->extent[0] >= most)
        s->extent[0] = (most - 1) / s->divisor[0] * s->divisor[0];
}

static tensor in_order(int rank)
{
    tensor t = {.first = 1, .padding = 1, .repeated = -1};
    for (int k = 0; k < rank; k++)
        t.order[k] = k;
    return t;
}

static void shuffle(tensor *t, int rank)
{
    for (int k = rank - 1; k > 0; k--) {
        int with = (int)between(0, k), swap = t->order[k];
        t->order[k] = t->order[with];
        t->order[with] = swap;
    }
}

/* ---- families: Table 2 of Cecka, and permutations and paddings of any rank ---- */

static void copy_1d(transfer *t)
{
    random_shape(&t->s, 1);
}
static void copy_nd(transfer *t)
{
    random_shape(&t->s, (int)between(2, MOST_AXES));
}

static void gather(transfer *t)
{
    random_shape(&t->s, (int)between(1, 3));
    t->source.first = between(2, MOST_STRIDE);
}

static void scatter(transfer *t)
{
    random_shape(&t->s, (int)between(1, 3));
    t->destination.first = between(2, MOST_STRIDE);
}

static void broadcast(transfer *t)
{
    random_shape(&t->s, (int)between(2, 4));
    t->source.repeated = (int)between(0, t->s.rank - 1);
}

static void transpose(transfer *t)
{
    random_shape(&t->s, 2);
    t->destination.order[0] = 1;
    t->destination.order[1] = 0;
}

/* (m,n,batch) to (n,m,batch) */
static void tensor_transpose(transfer *t)
{
    random_shape(&t->s, 3);
    t->destination.order[0] = 1;
    t->destination.order[1] = 0;
}

static void permutation(transfer *t)
{
    random_shape(&t->s, MOST_AXES);
    shuffle(&t->source, MOST_AXES);
    shuffle(&t->destination, MOST_AXES);
}

/* Rows begin at multiples of something in one of the tensors, or in both. */
static void conversion(transfer *t)
{
    random_shape(&t->s, (int)between(2, 3));
    shuffle(&t->destination, t->s.rank);
    t->source.padding = chance(60) ? 16 : 1;
    t->destination.padding = chance(60) || t->source.padding == 1 ? 16 : 1;
}

static const struct {
    const char *name;
    void (*make)(transfer *t);
} families[] = {{"copy", copy_1d},
                {"copy-nd", copy_nd},
                {"gather", gather},
                {"scatter", scatter},
                {"broadcast", broadcast},
                {"transpose", transpose},
                {"permutation", permutation},
                {"tensor-transpose", tensor_transpose},
                {"conversion", conversion}};
#define NFAMILIES (sizeof families / sizeof *families)

/* Elements of the buffer, about: of all axes, rows rounded up. */
static double elements_of(const shape *s, const tensor *t)
{
    double n = (double)t->first;
    for (int i = 0; i < s->rank; i++) {
        int64_t extent = s->extent[t->order[i]];
        if (i == 0 && t->padding > 1)
            extent = (extent + t->padding - 1) / t->padding * t->padding;
        n *= (double)extent;
    }
    return n;
}

/* No tensor has more elements. */
static void shrink(transfer *t, int64_t most)
{
    shape *s = &t->s;
    while (elements_of(s, &t->source) > (double)most ||
           elements_of(s, &t->destination) > (double)most) {
        int longest = 0;
        for (int k = 1; k < s->rank; k++)
            longest = s->extent[k] > s->extent[longest] ? k : longest;
        int64_t less = s->extent[longest] / 2 / s->divisor[longest] * s->divisor[longest];
        s->extent[longest] = less > 0 ? less : s->divisor[longest];
    }
}

static transfer random_transfer(size_t family, int64_t most_bytes)
{
    static const char *const elements[] = {"int8", "bf16", "f32", "int64"};
    int of = (int)between(0, 3);
    transfer t = {.element = elements[of],
                  .source = in_order(MOST_AXES),
                  .destination = in_order(MOST_AXES)};
    bool gaps = families[family].make == gather || families[family].make == scatter;
    most_elements = (most_bytes >> of) / (gaps ? MOST_STRIDE : 1);
    families[family].make(&t);
    bool strided = t.source.first > 1 || t.destination.first > 1;
    bool narrow = strcmp(t.element, "int8") == 0 || strcmp(t.element, "bf16") == 0;
    fewer_blocks(&t, INT64_C(1) << (narrow && !strided ? 40 : 38));
    if (most_bytes > 0)
        shrink(&t, most_bytes >> of);
    return t;
}

/* ---- text ---- */

static void write_extent(FILE *out, const shape *s, int k)
{
    if (s->symbolic)
        fprintf(out, "P%d", k);
    else
        fprintf(out, "%" PRId64, s->extent[k]);
}

static void write_stride(FILE *out, const shape *s, const tensor *t, int k)
{
    fprintf(out, "%" PRId64, k == t->repeated ? 0 : t->first);
    for (int i = 0; t->order[i] != k && k != t->repeated; i++) {
        fputc('*', out);
        if (i == 0 && t->padding > 1) {
            fprintf(out, "(%" PRId64 "*ceil_div(", t->padding);
            write_extent(out, s, t->order[i]);
            fprintf(out, ",%" PRId64 "))", t->padding);
        } else {
            write_extent(out, s, t->order[i]);
        }
    }
}

static void write_tensor(FILE *out, const shape *s, const tensor *t)
{
    fputc('(', out);
    for (int k = 0; k < s->rank; k++, fputc(',', out))
        write_extent(out, s, k);
    fputs("):(", out);
    for (int k = 0; k < s->rank; k++, fputc(',', out))
        write_stride(out, s, t, k);
    fputc(')', out);
}

static void write_plan(FILE *out, const transfer *t, size_t number)
{
    for (int k = 0; k < t->s.rank && t->s.symbolic; k++) {
        fprintf(out, "param P%d in 1..%" PRId64 "\n", k, t->s.bound[k]);
        if (t->s.divisor[k] > 1)
            fprintf(out, "assume P%d %% %d == 0\n", k, t->s.divisor[k]);
    }
    if (t->s.symbolic && t->s.rank > 2 && most_elements == 0) { /* a launch has so many blocks */
        fputs("assume 1", out);
        for (int k = 0; k < t->s.rank; k++)
            fprintf(out, "*P%d", k);
        fputs(" <= 2147483647\n", out);
    }
    fprintf(out, "plan p%zu(element=%s, source=", number, t->element);
    write_tensor(out, &t->s, &t->source);
    fputs(", destination=", out);
    write_tensor(out, &t->s, &t->destination);
    fputs(")\n", out);
}

static void write_case(FILE *out, const transfer *t, size_t number, const char *family)
{
    fprintf(out, "%s-%zu p%zu.lay p%zu", family, number, number, number);
    for (int k = 0; k < t->s.rank && t->s.symbolic; k++)
        fprintf(out, " P%d=%" PRId64, k, t->s.extent[k]);
    fputc('\n', out);
}

/* ---- files ---- */

static bool write_all(size_t n, const char *folder, int64_t most_bytes)
{
    FILE *cases = output_create(folder, "cases.txt");
    bool ok = cases != NULL;
    for (size_t i = 0; ok && i < n; i++) {
        transfer t = random_transfer(i % NFAMILIES, most_bytes);
        FILE *plan = output_create(folder, "p%zu.lay", i);
        ok = plan != NULL;
        if (ok) {
            write_plan(plan, &t, i);
            ok = output_finish(folder, plan);
        }
        write_case(cases, &t, i, families[i % NFAMILIES].name);
    }
    if (cases)
        ok = output_finish(folder, cases) && ok;
    return ok;
}

int main(int argc, char **argv)
{
    size_t n = argc == 4 || argc == 5 ? (size_t)strtoul(argv[1], NULL, 10) : 0;
    if (n == 0 || n > 4096) {
        fputs("usage: random-plans NUMBER SEED FOLDER [BYTES]: 1 to 4096 plans\n", stderr);
        return 2;
    }
    state = strtoull(argv[2], NULL, 10);
    int64_t most_bytes = argc == 5 ? strtoll(argv[4], NULL, 10) : 0;
    if (!output_folder(argv[3]))
        return 2;
    return write_all(n, argv[3], most_bytes) ? 0 : 1;
}
