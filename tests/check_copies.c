/* check_copies.c - COPY is of rank 1: tensors of one size and of any two shapes.
 *
 * Random pairs of tensors, with offsets, whose shapes group the same factors in two ways, or
 * factors of their own, become plans. What must come of each is known from a loop over integral
 * coordinates: it is copied where no place gets two elements, and the shapes have a common
 * refinement. The kernel runs on the executor between canaries, and its destination is
 * compared, element by element, with that of the loop, poison included.
 */
#include "config.h"

#include "law.h"
#include "plan-script.h"
#include "suite.h"

#include "../kernels/execute/execute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FACTORS 6
#define TEXT 128

/* ---- tensors ---- */

typedef struct {
    int n;
    int64_t value[FACTORS];
    char text[FACTORS][8]; /* a number or a parameter */
} factors;

typedef struct {
    int n, factor[FACTORS + 1]; /* leaf k is the factors from factor[k] to factor[k + 1] - 1 */
    int64_t extent[FACTORS], stride[FACTORS], offset;
    char extent_text[FACTORS][TEXT], stride_text[FACTORS][TEXT], offset_text[TEXT];
} tensor;

static int64_t size_of(const factors *f)
{
    int64_t size = 1;
    for (int i = 0; i < f->n; i++)
        size *= f->value[i];
    return size;
}

static int64_t value_at(const tensor *t, int64_t i)
{
    int64_t value = t->offset;
    for (int k = 0; k < t->n; k++, i /= t->extent[k - 1])
        value += i % t->extent[k] * t->stride[k];
    return value;
}

/* Neighbouring factors as leaves; factor `alone` is a leaf, if there is such a factor. */
static void group(rnd *r, const factors *f, int alone, tensor *t)
{
    *t = (tensor){.offset_text = "0"};
    for (int i = 0; i < f->n; i++) {
        bool joins = i > 0 && i != alone && i - 1 != alone && rnd_chance(r, 40);
        if (!joins) {
            t->factor[t->n] = i;
            t->extent[t->n++] = 1;
        }
        t->extent[t->n - 1] *= f->value[i];
        char *text = t->extent_text[t->n - 1];
        snprintf(text + strlen(text), TEXT - strlen(text), "%s%s", joins ? "*" : "", f->text[i]);
    }
    t->factor[t->n] = f->n;
}

/* Each leaf past those before it in a random order; leaf `zero` stands still. */
static void nested_strides(rnd *r, tensor *t, int zero)
{
    size_t order[FACTORS];
    int64_t stride = 1;
    char text[TEXT] = "1";
    rnd_shuffle(r, (size_t)t->n, order);
    for (int i = 0; i < t->n; i++) {
        int k = (int)order[i];
        t->stride[k] = k == zero ? 0 : stride;
        snprintf(t->stride_text[k], TEXT, "%s", k == zero ? "0" : text);
        if (k == zero)
            continue;
        int64_t room = rnd_chance(r, 25) ? rnd_in(r, 2, 3) : 1;
        stride *= t->extent[k] * room;
        char more[TEXT];
        snprintf(more, sizeof more, "*%lld*%.60s", (long long)room, t->extent_text[k]);
        strncat(text, more, sizeof text - strlen(text) - 1);
    }
}

static void number_strides(tensor *t)
{
    for (int k = 0; k < t->n; k++)
        snprintf(t->stride_text[k], TEXT, "%lld", (long long)t->stride[k]);
}

static void any_strides(rnd *r, tensor *t)
{
    for (int k = 0; k < t->n; k++)
        t->stride[k] = rnd_in(r, 0, 12);
    number_strides(t);
}

/* The leaves in parentheses; `pair`: a leaf and the next one have their own. */
static void add_leaves(FILE *out, const char (*leaf)[TEXT], int n, const bool *pair)
{
    fputc('(', out);
    for (int k = 0; k < n; k++) {
        bool opens = k + 1 < n && pair[k] && (k == 0 || !pair[k - 1]);
        bool closes = k > 0 && pair[k - 1] && !(k > 1 && pair[k - 2]);
        fprintf(out, "%s%s%s%s", k == 0 ? "" : ",", opens ? "(" : "", leaf[k], closes ? ")" : "");
    }
    fputs(n == 1 ? ",)" : ")", out);
}

/* {offset} o shape:stride, some neighbours nested. */
static void add_tensor(FILE *out, rnd *r, const tensor *t)
{
    bool pair[FACTORS];
    for (int k = 0; k < t->n; k++)
        pair[k] = rnd_chance(r, 30);
    if (strcmp(t->offset_text, "0") != 0 || rnd_chance(r, 10))
        fprintf(out, "{%s} o ", t->offset_text);
    add_leaves(out, t->extent_text, t->n, pair);
    fputc(':', out);
    add_leaves(out, t->stride_text, t->n, pair);
}

static const struct {
    const char *name;
    size_t bytes;
} elements[] = {{"int8", 1}, {"bf16", 2}, {"f32", 4}, {"int64", 8}};

typedef struct {
    tensor source, destination;
    size_t element;
    int64_t size;
    const char *script;
} copy;

/* ---- what must come of it ---- */

/* Prefix products of the modes, after those that go on where others end have been joined. */
static int boundaries(const tensor *t, int64_t *out)
{
    int n = 0;
    int64_t extent = 1, stride = 0, product = 1;
    for (int k = 0; k < t->n; k++) {
        if (t->extent[k] == 1)
            continue;
        if (extent > 1 && t->stride[k] == extent * stride) {
            extent *= t->extent[k];
        } else {
            if (extent > 1)
                out[n++] = product;
            extent = t->extent[k];
            stride = t->stride[k];
        }
        product *= t->extent[k];
    }
    return n;
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Have both a common refinement? The boundaries of both divide one another, and the size. */
static bool refine(const copy *c)
{
    int64_t all[2 * FACTORS + 1];
    int n = boundaries(&c->source, all);
    n += boundaries(&c->destination, all + n);
    all[n++] = c->size;
    qsort(all, (size_t)n, sizeof *all, ascending);
    for (int i = 0; i + 1 < n; i++)
        if (all[i + 1] % all[i] != 0)
            return false;
    return true;
}

static int64_t end_of(const tensor *t)
{
    int64_t end = t->offset + 1;
    for (int k = 0; k < t->n; k++)
        end += (t->extent[k] - 1) * t->stride[k];
    return end;
}

typedef enum { ONCE, REPEATED, CONFLICTING } meeting;

/* Do coordinates meet in the destination, and with which elements? */
static meeting meetings(const copy *c)
{
    int64_t end = end_of(&c->destination);
    int64_t *from = calloc((size_t)end, sizeof *from); /* 1 + the element */
    meeting found = ONCE;
    for (int64_t i = 0; i < c->size && found != CONFLICTING; i++) {
        int64_t to = value_at(&c->destination, i), element = 1 + value_at(&c->source, i);
        if (from[to] != 0)
            found = from[to] == element ? REPEATED : CONFLICTING;
        from[to] = element;
    }
    free(from);
    return found;
}

/* "1 and 0 of the source both go to 0 of the destination": coordinates that do. */
static bool is_conflict(const copy *c, const char *summary)
{
    long long from[2], to;
    bool found[2] = {false, false};
    if (sscanf(summary, "%lld and %lld of the source both go to %lld", &from[0], &from[1], &to) !=
        3)
        return false;
    for (int64_t i = 0; i < c->size; i++)
        for (int k = 0; k < 2; k++)
            found[k] = found[k] ||
                       (value_at(&c->destination, i) == to && value_at(&c->source, i) == from[k]);
    return found[0] && found[1] && from[0] != from[1];
}

/* ---- running ---- */

#define CANARY 64

/* n bytes of noise between canaries; the start of them. */
static unsigned char *guarded(rnd *r, size_t n)
{
    unsigned char *memory = malloc(n + 2 * (size_t)CANARY);
    memset(memory, 0xc5, n + 2 * (size_t)CANARY);
    for (size_t i = 0; i < n; i++)
        memory[CANARY + i] = (unsigned char)rnd_u64(r);
    return memory + CANARY;
}

static bool untouched(const unsigned char *memory, size_t n)
{
    for (size_t i = 0; i < CANARY; i++)
        if (memory[n + i] != 0xc5 || memory[(ptrdiff_t)i - CANARY] != 0xc5)
            return false;
    return true;
}

static bool compare(law *l, const copy *c, const lck_kernel *kernel, const int64_t *size,
                    unsigned char *memory[3])
{
    size_t bytes = elements[c->element].bytes;
    size_t from = (size_t)end_of(&c->source) * bytes,
           to = (size_t)end_of(&c->destination) * bytes;
    lck_stop stop;
    memcpy(memory[2], memory[1], to);
    for (int64_t i = 0; i < c->size; i++)
        memcpy(memory[2] + (size_t)value_at(&c->destination, i) * bytes,
               memory[0] + (size_t)value_at(&c->source, i) * bytes, bytes);
    if (!lck_execute_copy(kernel, size, memory[0], memory[1], NULL, &stop))
        return law_fail(l, "%sstops: %s", c->script, stop.message);
    if (memcmp(memory[1], memory[2], to) != 0)
        return law_fail(l, "%scopies something else", c->script);
    return (untouched(memory[0], from) && untouched(memory[1], to)) ||
           law_fail(l, "%swrites outside", c->script);
}

/* The kernel at these sizes does what the loop does, in buffers no larger than need be. */
static bool run(law *l, const copy *c, const lck_kernel *kernel, const int64_t *size)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, extent[2];
    size_t bytes = elements[c->element].bytes;
    for (size_t i = 0; i < kernel->nsizes; i++)
        env[kernel->size[i].var->slot] = size[i];
    if (!lc_expr_at(kernel->array[LCK_SOURCE].extent, env, &extent[0]) ||
        !lc_expr_at(kernel->array[LCK_DESTINATION].extent, env, &extent[1]) ||
        extent[0] != end_of(&c->source) || extent[1] != end_of(&c->destination))
        return law_fail(l, "%shas buffers of other sizes", c->script);
    unsigned char *memory[3] = {guarded(&l->rnd, (size_t)extent[0] * bytes),
                                guarded(&l->rnd, (size_t)extent[1] * bytes),
                                guarded(&l->rnd, (size_t)extent[1] * bytes)};
    bool ok = compare(l, c, kernel, size, memory);
    for (int i = 0; i < 3; i++)
        free(memory[i] - CANARY);
    return ok;
}

/* ---- numbers ---- */

static void random_factors(rnd *r, factors *f)
{
    static const int64_t primes[] = {2, 2, 2, 3, 3, 4, 5, 7, 8, 16, 1};
    int64_t room = 2000;
    *f = (factors){.n = (int)rnd_in(r, 1, 5)};
    for (int i = 0; i < f->n; i++) {
        int64_t value = primes[rnd_in(r, 0, 10)];
        f->value[i] = value <= room ? value : 1;
        room /= f->value[i];
    }
}

static void shuffle(rnd *r, factors *f)
{
    size_t order[FACTORS];
    factors was = *f;
    rnd_shuffle(r, (size_t)f->n, order);
    for (int i = 0; i < f->n; i++)
        f->value[i] = was.value[order[i]];
}

static void name_factors(factors *f)
{
    for (int i = 0; i < f->n; i++)
        snprintf(f->text[i], sizeof f->text[i], "%lld", (long long)f->value[i]);
}

static void random_offset(rnd *r, tensor *t)
{
    t->offset = rnd_chance(r, 40)   ? rnd_in(r, 0, 4) * 8
                : rnd_chance(r, 30) ? rnd_in(r, 1, 40)
                                    : 0;
    snprintf(t->offset_text, TEXT, "%lld", (long long)t->offset);
}

/* The tensors of a plan; the same shape twice: *same. */
static void random_tensors(rnd *r, copy *c, bool *same)
{
    factors f;
    random_factors(r, &f);
    c->size = size_of(&f);
    name_factors(&f);
    group(r, &f, -1, &c->source);
    *same = rnd_chance(r, 25);
    if (rnd_chance(r, 60)) {
        shuffle(r, &f);
        name_factors(&f);
    }
    if (*same)
        c->destination = c->source;
    else
        group(r, &f, -1, &c->destination);
    int still = rnd_chance(r, 30) ? (int)rnd_in(r, 0, c->source.n - 1) : -1;
    if (rnd_chance(r, 70))
        nested_strides(r, &c->source, still);
    else
        any_strides(r, &c->source);
    if (*same && rnd_chance(r, 50)) { /* what meets in the one meets in the other */
        for (int k = 0; k < c->source.n; k++)
            c->destination.stride[k] = 3 * c->source.stride[k];
        number_strides(&c->destination);
    } else if (rnd_chance(r, 65)) {
        nested_strides(r, &c->destination, *same && rnd_chance(r, 50) ? still : -1);
    } else {
        any_strides(r, &c->destination);
    }
    random_offset(r, &c->source);
    random_offset(r, &c->destination);
}

static char *number_script(rnd *r, const copy *c, bool tiled)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "plan p(element=%s, source=", elements[c->element].name);
    add_tensor(out, r, &c->source);
    fputs(", destination=", out);
    add_tensor(out, r, &c->destination);
    if (tiled) {
        fputs(", tile=(", out);
        for (int k = 0; k < c->source.n; k++)
            fprintf(out, "%d,", 1 << rnd_in(r, 0, 3));
        fputc(')', out);
    }
    fputs(")\n", out);
    fclose(out);
    return text;
}

LAW_SHARE(test_numbers, "copies of numbers", 10,
          CLASSES("copied", "repeated", "refuted", "no refinement"))
{
    static const char *const came[] = {"proved", "refuted", "unknown"};
    plan_script t;
    copy c;
    bool same;
    random_tensors(&l->rnd, &c, &same);
    c.element = (size_t)rnd_in(&l->rnd, 0, 3);
    c.script = law_own_memory(l, number_script(&l->rnd, &c, same && rnd_chance(&l->rnd, 40)));
    meeting m = meetings(&c);
    bool copied = refine(&c), ok = plan_script_try(l, c.script, false, &t);
    lcv_verdict want = m == CONFLICTING ? LCV_REFUTED : LCV_PROVED;
    law_saw(l, !copied ? 3 : m == CONFLICTING ? 2 : m == REPEATED ? 1 : 0);
    if (ok && !copied)
        ok = (t.status == LCV_INVALID && strstr(t.text, "no common refinement")) ||
             law_fail(l, "%shas no common refinement: %s", c.script, t.text);
    else if (ok)
        ok = (t.status != LCV_INVALID && t.verdict == want) ||
             law_fail(l, "%sis not %s: %s", c.script, came[want == LCV_REFUTED], t.text);
    if (ok && copied && want == LCV_REFUTED)
        ok = is_conflict(&c, t.summary) || law_fail(l, "%sis not so: %s", c.script, t.summary);
    const lck_kernel *kernel = ok ? lck_planner_find(t.planner, "p") : NULL;
    if (ok && copied && want == LCV_PROVED)
        ok = kernel ? run(l, &c, kernel, NULL) : law_fail(l, "%shas no kernel", c.script);
    plan_script_forget(&t);
    return ok;
}

/* ---- parameters ---- */

/* Some factors are parameters, P0 and so on. */
static void symbolic_factors(rnd *r, factors *f)
{
    static const int64_t numbers[] = {2, 3, 4, 5, 8};
    *f = (factors){.n = (int)rnd_in(r, 2, 4)};
    for (int i = 0; i < f->n; i++) {
        bool number = rnd_chance(r, 40);
        f->value[i] = number ? numbers[rnd_in(r, 0, 4)] : rnd_in(r, 1, 11);
        if (number)
            snprintf(f->text[i], sizeof f->text[i], "%d", (int)f->value[i]);
        else
            snprintf(f->text[i], sizeof f->text[i], "P%d", i);
    }
}

static void symbolic_offset(rnd *r, const factors *f, tensor *t)
{
    int i = (int)rnd_in(r, 0, f->n - 1), times = (int)rnd_in(r, 1, 9);
    if (rnd_chance(r, 50))
        return;
    t->offset = times * f->value[i] + times / 3;
    snprintf(t->offset_text, TEXT, "%d*%s + %d", times, f->text[i], times / 3);
}

static char *symbolic_script(rnd *r, const factors *f, const copy *c)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (int i = 0; i < f->n; i++)
        if (f->text[i][0] == 'P')
            fprintf(out, "param %s in 1..200\n", f->text[i]);
    fprintf(out, "plan p(element=%s, source=", elements[c->element].name);
    add_tensor(out, r, &c->source);
    fputs(", destination=", out);
    add_tensor(out, r, &c->destination);
    fputs(")\n", out);
    fclose(out);
    return text;
}

/* The leaf that is this factor. */
static int leaf_of(const tensor *t, int factor)
{
    for (int k = 0; k < t->n; k++)
        if (factor >= 0 && t->factor[k] == factor)
            return k;
    return -1;
}

LAW_SHARE(test_parameters, "copies of parameters", 100, CLASSES("once", "repeated"))
{
    plan_script t;
    factors f;
    copy c;
    rnd *r = &l->rnd;
    symbolic_factors(r, &f);
    c.size = size_of(&f);
    c.element = (size_t)rnd_in(r, 0, 3);
    int still = rnd_chance(r, 30) ? (int)rnd_in(r, 0, f.n - 1) : -1;
    group(r, &f, still, &c.source);
    group(r, &f, still, &c.destination);
    nested_strides(r, &c.source, leaf_of(&c.source, still));
    nested_strides(r, &c.destination, leaf_of(&c.destination, still));
    symbolic_offset(r, &f, &c.source);
    symbolic_offset(r, &f, &c.destination);
    c.script = law_own_memory(l, symbolic_script(r, &f, &c));
    law_saw(l, still >= 0 ? 1 : 0);
    bool ok = plan_script_try(l, c.script, false, &t);
    const lck_kernel *kernel = ok ? lck_planner_find(t.planner, "p") : NULL;
    if (ok && (t.verdict != LCV_PROVED || !kernel))
        ok = law_fail(l, "%sis not proved: %s", c.script, t.text);
    int64_t size[FACTORS];
    for (size_t i = 0; ok && i < kernel->nsizes; i++)
        size[i] = f.value[kernel->size[i].var->name[1] - '0'];
    ok = ok && run(l, &c, kernel, size);
    plan_script_forget(&t);
    return ok;
}

/* ---- places that are written more than once, on the executor ---- */

/* destination[0] = source[thread], by four threads. */
static lck_kernel *all_to_one(lc_ctx *ctx, bool repeats)
{
    lck_kernel *k = lck_kernel_of_copy(ctx, "all_to_one", lck_element_find("int16"), 4, 1);
    ck_assert_ptr_nonnull(k);
    const lc_expr *zero = lc_expr_int(k->x, 0), *one = lc_expr_int(k->x, 1);
    k->repeats = repeats;
    k->file[LCK_HELD].count = 1;
    k->blocks = k->array[LCK_DESTINATION].extent = one;
    k->array[LCK_SOURCE].extent = lc_expr_int(k->x, 4);
    lck_writer w = lck_write(k);
    lck_load(&w, LCK_SOURCE, k->thread, LCK_HELD, zero, 1, 1);
    lck_store(&w, LCK_DESTINATION, zero, LCK_HELD, zero, 1, 1);
    ck_assert(lck_written(&w) && lck_kernel_counter(k, lc_expr_int(k->x, 4), one, zero));
    return k;
}

static lck_trap trap_of(bool repeats, const int16_t *source)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = all_to_one(ctx, repeats);
    int16_t destination = 0x5a5a;
    lck_stop stop;
    if (lck_execute_copy(k, NULL, source, &destination, NULL, &stop))
        ck_assert_int_eq(destination, source[0]);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
    return stop.trap;
}

TEST(test_repeated_values)
{
    static const int16_t equal[] = {7, 7, 7, 7}, different[] = {7, 7, 7, 0x107};
    ck_assert_int_eq(trap_of(true, equal), LCK_RAN);
    ck_assert_int_eq(trap_of(true, different), LCK_WRITTEN_TWICE);
    ck_assert_int_eq(trap_of(false, equal), LCK_WRITTEN_TWICE);
}

SUITE_MAIN("copies", test_numbers, test_parameters, test_repeated_values)
