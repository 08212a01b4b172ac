/* random-attention.c - random attention: plans, their data, and softmax in double. */
#include "config.h"

#include "random-attention.h"

#include "../kernels/kernel/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { Q, K, V, O, LSE, PAGES, LENGTHS, STARTS, SCALE = STARTS + 2 };

/* ---- a plan and its sizes ---- */

static int64_t heads_of(const attention *a, int tensor)
{
    return tensor == K || tensor == V ? a->heads : a->heads * a->groups;
}

static bool is_paged(const attention *a, int tensor)
{
    return a->page > 0 && (tensor == K || tensor == V);
}

static bool is_of_keys(int tensor)
{
    return tensor == K || tensor == V;
}

static int64_t sequence_of(const attention *a, int tensor)
{
    return is_paged(a, tensor) ? a->page : is_of_keys(tensor) ? a->keys : a->queries;
}

static int64_t batches_of(const attention *a, int tensor)
{
    return is_paged(a, tensor) ? a->all_pages : a->ragged[is_of_keys(tensor)] ? 1 : a->batches;
}

/* A dense tensor in one of two orders, or with gaps. */
static void place(law *l, attention *a, int tensor)
{
    const int64_t gap = a->eight ? 16 : 8;
    int64_t *s = a->stride[tensor], row = a->dim + (rnd_chance(&l->rnd, 30) ? gap : 0);
    int64_t heads = heads_of(a, tensor), sequence = sequence_of(a, tensor);
    if (rnd_chance(&l->rnd, 50)) { /* (batch, head, sequence, dim) */
        s[2] = row;
        s[1] = row * sequence + (rnd_chance(&l->rnd, 30) ? 16 : 0);
        s[0] = s[1] * heads;
    } else { /* (batch, sequence, head, dim) */
        s[1] = row;
        s[2] = row * heads;
        s[0] = s[2] * sequence;
    }
    a->elements[tensor] = s[0] * batches_of(a, tensor);
}

/* Either mode of the table of pages is the fastest, and there are gaps. */
static void place_tables(law *l, attention *a)
{
    const int64_t gap = rnd_in(&l->rnd, 0, 2), pages = a->page ? a->keys / a->page : 0;
    const bool turned = rnd_chance(&l->rnd, 30);
    a->table[turned] = turned ? a->batches + gap : pages + gap;
    a->table[!turned] = 1;
    a->every = 1 + gap;
    a->elements[PAGES] = pages ? (a->batches - 1) * a->table[0] + (pages - 1) * a->table[1] + 1
                               : 0;
    a->elements[LENGTHS] = a->lengths ? (a->batches - 1) * a->every + 1 : 0;
    for (int i = 0; i < 2; i++)
        a->elements[STARTS + i] = a->ragged[i] ? a->batches * a->every + 1 : 0;
}

void attention_place(law *l, attention *a)
{
    for (int i = 0; i < 4; i++)
        place(l, a, i);
    a->elements[LSE] = a->lse ? batches_of(a, Q) * a->heads * a->groups * a->queries : 0;
    place_tables(l, a);
    a->elements[SCALE] = a->scale;
    for (int i = 0; i < 3; i++) {
        const int64_t heads = a->heads * a->groups, one = rnd_chance(&l->rnd, 70);
        a->scale_stride[i][1] = one;
        a->scale_stride[i][0] = rnd_chance(&l->rnd, 70) ? one * heads : 0;
        a->elements[SCALE + 1 + i] =
            a->scales[i] ? (a->batches - 1) * a->scale_stride[i][0] + (heads - 1) * one + 1 : 0;
    }
}

/* e4m3: 32 keys, and 16 of a dim, are the least; with long rows more than 96 keys, or 64, find no
 * room in shared memory. */
static void make_eight(rnd *r, attention *a)
{
    static const int64_t dims[] = {64, 128, 16, 48, 96, 144, 208, 256};
    a->eight = true;
    a->half = false;
    a->splits = 0;
    a->dim = dims[rnd_in(r, 0, 7)];
    a->block = 32 * rnd_in(r, 1, a->dim > 192 ? 2 : 3);
    if (a->page) {
        a->page = 32 * rnd_in(r, 1, 2);
        a->block = rnd_chance(r, 50) ? a->page * rnd_in(r, 1, 2) : 32;
        a->block = a->dim > 128 && a->block > (a->dim > 192 ? 64 : 96) ? a->page : a->block;
        a->keys = (a->keys + a->page - 1) / a->page * a->page;
    }
    for (int i = 0; i < 3; i++)
        a->scales[i] = rnd_chance(r, 40);
}

attention random_attention(law *l)
{
    static const int64_t dims[] = {64, 64, 128, 16, 40, 72}, few_groups[] = {2, 2, 3, 5, 7, 8};
    static const int64_t long_dims[] = {144, 192, 200, 256};
    rnd *r = &l->rnd;
    attention a = {.batches = rnd_in(r, 1, 2),
                   .groups = rnd_chance(r, 40) ? few_groups[rnd_in(r, 0, 5)] : 1,
                   .heads = rnd_in(r, 1, 2),
                   .queries = rnd_chance(r, 40)   ? rnd_in(r, 1, 17)
                              : rnd_chance(r, 50) ? rnd_in(r, 1, 70)
                                                  : rnd_in(r, 1, 260),
                   .keys = rnd_chance(r, 50) ? rnd_in(r, 1, 70) : rnd_in(r, 1, 200),
                   .dim = dims[rnd_in(r, 0, 5)],
                   .block = 16 * rnd_in(r, 1, 4),
                   .causal = rnd_chance(r, 60),
                   .lse = rnd_chance(r, 60),
                   .half = rnd_chance(r, 20)};
    a.shared = a.groups > 1 || rnd_chance(r, 20);
    a.window = a.causal && rnd_chance(r, 40) ? rnd_in(r, 1, 200) : 0;
    a.splits = rnd_chance(r, 30) ? rnd_in(r, 1, 5) : rnd_chance(r, 20) ? rnd_in(r, 6, 20) : 0;
    if (a.queries > 16 && a.groups > 2) /* the executor is slow */
        a.queries = 17;
    if (rnd_chance(r, 10)) {
        a.dim = long_dims[rnd_in(r, 0, 3)];
        a.queries = a.queries > 16 ? 16 : a.queries;
    }
    a.lengths = rnd_chance(r, 25);
    if (rnd_chance(r, 35)) { /* pages that blocks have several of, or a part of one */
        a.page = 16 * rnd_in(r, 1, 4);
        a.block = rnd_chance(r, 50) ? a.page * rnd_in(r, 1, a.dim > 144 ? 1 : 2) : 16;
        a.keys = (a.keys + a.page - 1) / a.page * a.page;
        a.all_pages = rnd_in(r, 1, 20);
        a.lengths = a.lengths || rnd_chance(r, 50);
    }
    a.ragged[0] = rnd_chance(r, 25);
    a.ragged[1] = a.page == 0 && rnd_chance(r, a.ragged[0] ? 70 : 15);
    if (a.ragged[0] && rnd_chance(r, 50))
        a.most = rnd_in(r, 1, a.queries + 2);
    if (a.ragged[0] || a.ragged[1])
        a.batches = rnd_in(r, 1, 6);
    if (a.ragged[0])
        a.splits = 0;
    a.scale = rnd_chance(r, 20);
    if (rnd_chance(r, 30))
        make_eight(r, &a);
    attention_place(l, &a);
    return a;
}

/* "q = (2,(2,1),S,64):(..,(..,..),..,1)", the head's mode as (group, head of keys). */
static const char *tensor_text(law *l, const attention *a, int tensor)
{
    static const char name[] = "qkvo";
    const int64_t *s = a->stride[tensor];
    const char *sequence = is_paged(a, tensor) ? law_printf(l, "%lld", (long long)a->page)
                           : tensor == K || tensor == V ? "T"
                                                        : "S";
    if (!a->shared)
        return law_printf(l, "%c = (%lld,%lld,%s,%lld):(%lld,%lld,%lld,1)", name[tensor],
                          (long long)batches_of(a, tensor), (long long)a->heads, sequence,
                          (long long)a->dim, (long long)s[0], (long long)s[1], (long long)s[2]);
    bool one = tensor == K || tensor == V;
    return law_printf(l, "%c = (%lld,(%lld,%lld),%s,%lld):(%lld,(%lld,%lld),%lld,1)",
                      name[tensor], (long long)batches_of(a, tensor), (long long)a->groups,
                      (long long)a->heads, sequence, (long long)a->dim, (long long)s[0],
                      (long long)(one ? 0 : s[1]), (long long)(one ? s[1] : s[1] * a->groups),
                      (long long)s[2]);
}

static const char *starts_text(law *l, const attention *a, int keys)
{
    const char *most = keys || a->most == 0 ? ""
                                            : law_printf(l, ", most = %lld", (long long)a->most);
    return a->ragged[keys] ? law_printf(l, ", %sstarts = (%lld,):(%lld,)%s", keys ? "key_" : "",
                                        (long long)a->batches + 1, (long long)a->every, most)
                           : "";
}

static const char *scales_text(law *l, const attention *a)
{
    const char *all = "";
    for (int i = 0; i < 3; i++) {
        const long long *s = (const long long[]){a->scale_stride[i][0], a->scale_stride[i][1]};
        const long long batches = a->batches, groups = a->groups, heads = a->heads;
        if (a->scales[i] && a->shared)
            all = law_printf(l, "%s, %c_scale = (%lld,(%lld,%lld)):(%lld,(%lld,%lld))", all,
                             "qkv"[i], batches, groups, heads, s[0], s[1], s[1] * groups);
        else if (a->scales[i])
            all = law_printf(l, "%s, %c_scale = (%lld,%lld):(%lld,%lld)", all, "qkv"[i], batches,
                             heads, s[0], s[1]);
    }
    return all;
}

const char *attention_script(law *l, const attention *a)
{
    return law_printf(l,
                      "param S in %lld..%lld\nparam T in %lld..%lld\n"
                      "plan fa(%s, %s, %s, %s, elements = %s, keys = %lld, causal = %d, "
                      "lse = %d%s%s%s%s%s%s%s%s)\n",
                      (long long)a->queries, (long long)a->queries, (long long)a->keys,
                      (long long)a->keys, tensor_text(l, a, Q), tensor_text(l, a, K),
                      tensor_text(l, a, V), tensor_text(l, a, O),
                      a->eight  ? "e4m3"
                      : a->half ? "f16"
                                : "bf16",
                      (long long)a->block, a->causal, a->lse,
                      a->window ? law_printf(l, ", window = %lld", (long long)a->window) : "",
                      a->splits ? law_printf(l, ", splits = %lld", (long long)a->splits) : "",
                      a->page ? law_printf(l, ", pages = (%lld,%lld):(%lld,%lld)",
                                           (long long)a->batches, (long long)(a->keys / a->page),
                                           (long long)a->table[0], (long long)a->table[1])
                              : "",
                      a->lengths ? law_printf(l, ", lengths = (%lld,):(%lld,)",
                                              (long long)a->batches, (long long)a->every)
                                 : "",
                      starts_text(l, a, 0), starts_text(l, a, 1), a->scale ? ", scale = 1" : "",
                      scales_text(l, a));
}

/* ---- data, and what is expected ---- */

/* The numbers of a table: some are outside of what they count. */
static int32_t *random_numbers(law *l, int64_t n, int64_t low, int64_t high)
{
    int32_t *numbers = law_own_memory(l, calloc((size_t)n + 1, sizeof *numbers));
    for (int64_t i = 0; i < n; i++)
        numbers[i] = (int32_t)rnd_in(&l->rnd, low, high);
    return numbers;
}

static double normal(rnd *r)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)rnd_in(r, 0, 1 << 20) / (1 << 20);
    return sum;
}

static int64_t clamped(int64_t n, int64_t most)
{
    return n < 0 ? 0 : n < most ? n : most;
}

/* The queries, or the keys, of a batch, from which of all on. */
static int64_t rows_of(const attention_data *d, int keys, int64_t batch, int64_t *first)
{
    const int64_t all = keys ? d->a->keys : d->a->queries;
    *first = 0;
    if (!d->a->ragged[keys])
        return all;
    *first = clamped(d->starts[keys][batch * d->a->every], all);
    return clamped(d->starts[keys][(batch + 1) * d->a->every], all) - *first;
}

static int64_t keys_of(const attention_data *d, int64_t batch)
{
    int64_t first;
    const int64_t all = rows_of(d, 1, batch, &first);
    return d->a->lengths ? clamped(d->lengths[batch * d->a->every], all) : all;
}

static int64_t queries_of(const attention_data *d, int64_t batch)
{
    int64_t first;
    return rows_of(d, 0, batch, &first);
}

static int64_t page_of(const attention_data *d, int64_t batch, int64_t i)
{
    return d->pages[batch * d->a->table[0] + i * d->a->table[1]];
}

/* The place of the first element of a row of a batch; -1: of a page that is none. */
static int64_t place_of(const attention_data *d, int tensor, int64_t b, int64_t h, int64_t i)
{
    const attention *a = d->a;
    const int64_t *s = a->stride[tensor];
    int64_t first;
    rows_of(d, is_of_keys(tensor), b, &first);
    i += first;
    if (is_paged(a, tensor)) {
        b = page_of(d, b, i / a->page);
        i %= a->page;
    } else if (a->ragged[is_of_keys(tensor)]) {
        b = 0;
    }
    return b < 0 || b >= batches_of(a, tensor) ? -1 : b * s[0] + h * s[1] + i * s[2];
}

/* What is no row of a batch has no numbers: other pages, what is past a length, gaps. */
static void spoil_others(law *l, attention_data *d, int tensor)
{
    const attention *a = d->a;
    const size_t n = (size_t)a->elements[tensor];
    unsigned char *used = law_own_memory(l, calloc(n + 1, 1));
    for (int64_t b = 0; b < a->batches; b++)
        for (int64_t h = 0; h < heads_of(a, tensor); h++)
            for (int64_t i = is_of_keys(tensor) ? keys_of(d, b) : queries_of(d, b); i-- > 0;) {
                const int64_t at = place_of(d, tensor, b, h, i);
                if (at >= 0)
                    memset(used + at, 1, (size_t)a->dim);
            }
    for (size_t i = 0; i < n; i++)
        if (!used[i])
            lck_set_number(d->element,
                           (char *)d->tensor[tensor].at + i * (size_t)d->element->bytes, NAN);
}

static int by_number(const void *a, const void *b)
{
    const int32_t m = *(const int32_t *)a, n = *(const int32_t *)b;
    return m < n ? -1 : m > n;
}

/* In order, and some before the first row or past the last one. */
static int32_t *random_starts(law *l, const attention *a, int keys)
{
    const int64_t most = keys ? a->keys : a->queries, n = a->elements[STARTS + keys];
    int32_t *starts = random_numbers(l, n, a->senseless ? INT32_MIN : -2,
                                     a->senseless ? INT32_MAX : most + 2);
    for (int64_t i = 0; a->plain && i < n; i++)
        starts[i] = (int32_t)((most - 9) * (i / a->every) / a->batches);
    for (int64_t i = 0; a->senseless && i < n; i++)
        if (rnd_chance(&l->rnd, 70))
            starts[i] = (int32_t)rnd_in(&l->rnd, -2, most + 2);
    if (!a->senseless)
        qsort(starts, (size_t)n, sizeof *starts, by_number);
    for (int64_t i = a->every; !keys && a->most && !a->senseless && i < n; i++)
        if (starts[i] - starts[i - a->every] > a->most)
            starts[i] = starts[i - a->every] + (int32_t)a->most;
    return starts;
}

static attention_data random_data(law *l, const attention *a)
{
    attention_data d = {.a = a, .f32 = lck_element_find("f32")};
    d.element = lck_element_find(a->eight ? "e4m3" : a->half ? "f16" : "bf16");
    d.result = a->eight ? lck_element_find("bf16") : d.element;
    for (int i = 0; i < PAGES; i++) {
        const lck_element *element = i == LSE ? d.f32 : i == O ? d.result : d.element;
        size_t n = (size_t)a->elements[i], bytes = (size_t)element->bytes;
        d.tensor[i].at = law_own_memory(l, calloc(n + 8, bytes));
        d.tensor[i].written = i >= O ? law_own_memory(l, calloc(n + 1, 1)) : NULL;
        for (size_t k = 0; i < O && k < n; k++)
            lck_set_number(element, (char *)d.tensor[i].at + k * bytes, normal(&l->rnd));
    }
    d.pages = random_numbers(l, a->elements[PAGES], -1, a->all_pages);
    for (int64_t i = 0; a->plain && i < a->elements[PAGES]; i++)
        d.pages[i] = (int32_t)i;
    d.lengths = a->plain ? random_numbers(l, a->elements[LENGTHS], a->keys - 9, a->keys - 9)
                         : random_numbers(l, a->elements[LENGTHS], -2, a->keys + 9);
    for (int i = 0; i < 4; i++) {
        const int64_t n = a->elements[SCALE + i];
        d.scale[i] = law_own_memory(l, calloc((size_t)n + 1, sizeof(float)));
        for (int64_t k = 0; k < n; k++)
            d.scale[i][k] = (float)rnd_in(&l->rnd, 1, 12) / (i ? 8 : 64);
    }
    d.score = law_own_memory(l, calloc((size_t)a->keys + 1, sizeof *d.score));
    for (int i = 0; i < 2; i++)
        d.starts[i] = random_starts(l, a, i);
    for (int i = Q; i <= V && !a->senseless; i++)
        spoil_others(l, &d, i);
    return d;
}

/* The memory of the tensors that a kernel has, in its order. */
static void find_tensors(const lck_kernel *kernel, attention_data *d, lck_host_tensor *out)
{
    static const char *const name[] = {"q",       "k",       "v",      "o",          "lse",
                                       "pages",   "lengths", "starts", "key_starts", "scale",
                                       "q_scale", "k_scale", "v_scale"};
    d->tensor[PAGES].at = d->pages;
    d->tensor[LENGTHS].at = d->lengths;
    for (int i = 0; i < 2; i++)
        d->tensor[STARTS + i].at = d->starts[i];
    for (int i = 0; i < 4; i++)
        d->tensor[SCALE + i].at = d->scale[i];
    for (size_t i = 0; i < kernel->narrays; i++)
        for (int t = 0; t < ATTENTION_TENSORS; t++)
            if (strcmp(kernel->array[i].name, name[t]) == 0)
                out[i] = d->tensor[t];
}

static double number(const attention_data *d, int tensor, int64_t b, int64_t h, int64_t i,
                     int64_t c)
{
    const int64_t at = place_of(d, tensor, b, h, i);
    const lck_element *element = tensor == O ? d->result : d->element;
    const char *from = d->tensor[tensor].at;
    return at < 0 ? 0 : lck_number_at(element, from + (at + c) * element->bytes);
}

static bool sees(const attention_data *d, int64_t batch, int64_t query, int64_t key)
{
    const attention *a = d->a;
    int64_t keys = keys_of(d, batch), last = query + keys - queries_of(d, batch);
    return key < keys && (!a->causal || (key <= last && (!a->window || key > last - a->window)));
}

static double scale_of(const attention_data *d, int which, int64_t b, int64_t h)
{
    const int64_t *s = d->a->scale_stride[which];
    return d->a->scales[which] ? (double)d->scale[1 + which][b * s[0] + h * s[1]] : 1;
}

/* Is a row what softmax in double says? P and O are rounded once each; P of 8 bits is not nearer
 * than 2^-18. */
static bool is_row(law *l, const attention_data *d, int64_t b, int64_t h, int64_t query)
{
    const attention *a = d->a;
    const int64_t of = h / a->groups;
    double most = -INFINITY, sum = 0, step = a->half ? 0x1p-11 : 0x1p-8;
    const double of_p = a->eight ? 0x1p-4 : step, least = a->eight ? 0x1p-18 : 0;
    const double scale = (a->scale ? (double)*d->scale[0] : 1 / sqrt((double)a->dim)) *
                         scale_of(d, 0, b, h) * scale_of(d, 1, b, h);
    for (int64_t k = 0; k < a->keys; k++) {
        const bool seen = sees(d, b, query, k);
        double s = 0;
        for (int64_t c = 0; seen && c < a->dim; c++)
            s += number(d, Q, b, h, query, c) * number(d, K, b, of, k, c);
        d->score[k] = seen ? s * scale : -INFINITY;
        most = fmax(most, d->score[k]);
    }
    for (int64_t k = 0; k < a->keys; k++) {
        d->score[k] = most == -INFINITY ? 0 : exp(d->score[k] - most);
        sum += d->score[k];
    }
    for (int64_t c = 0; c < a->dim; c++) {
        double o = 0, off = 0, got = number(d, O, b, h, query, c);
        for (int64_t k = 0; k < a->keys; k++) {
            if (!sees(d, b, query, k))
                continue;
            const double v = scale_of(d, 2, b, h) * number(d, V, b, of, k, c);
            o += d->score[k] / sum * v;
            off += (of_p * d->score[k] / sum + least) * fabs(v);
        }
        if (!(fabs(got - o) <= 1.1 * (off + step * fabs(o)) + 1e-6) ||
            !d->tensor[O].written[place_of(d, O, b, h, query) + c])
            return law_fail(l, "o(%lld,%lld,%lld,%lld) is %g, not %g: %s", (long long)b,
                            (long long)h, (long long)query, (long long)c, got, o,
                            attention_script(l, a));
    }
    if (!a->lse)
        return true;
    int64_t first;
    rows_of(d, 0, b, &first);
    const int64_t of_batch = a->ragged[0] ? 0 : b * a->heads * a->groups;
    int64_t at = (of_batch + h) * a->queries + first + query;
    double want = sum > 0 ? most + log(sum) : -INFINITY;
    double got = lck_number_at(d->f32, (const char *)d->tensor[LSE].at + at * 4);
    return got == want || (sum > 0 && fabs(got - want) <= 1e-4 * (1 + fabs(want))) ||
           law_fail(l, "lse(%lld,%lld,%lld) is %g, not %g: %s", (long long)b, (long long)h,
                    (long long)query, got, want, attention_script(l, a));
}

bool attention_is_right(law *l, const attention_data *d)
{
    const attention *a = d->a;
    int64_t written = 0, rows = 0;
    for (int64_t b = 0; b < a->batches; b++)
        for (int64_t h = 0; h < a->heads * a->groups; h++)
            for (int64_t q = 0; q < queries_of(d, b); q++, rows++)
                if (!is_row(l, d, b, h, q))
                    return false;
    for (int64_t i = 0; i < a->elements[O]; i++)
        written += d->tensor[O].written[i];
    return written == rows * a->dim ||
           law_fail(l, "elements between rows are written: %s", attention_script(l, a));
}

/* ---- runs ---- */

bool attention_runs(law *l, const attention *a, const lck_kernel *kernel, lck_stop *stop,
                    attention_data *d)
{
    const int64_t size[] = {a->queries, a->keys};
    lck_host_tensor tensor[LCK_MAX_ARRAYS] = {{0}};
    *d = random_data(l, a);
    find_tensors(kernel, d, tensor);
    return lck_execute_scheduled(kernel, size, tensor, 4, (lck_schedule)rnd_in(&l->rnd, 0, 3),
                                 stop);
}
