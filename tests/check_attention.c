/* check_attention.c - kernels of attention on the executor, beside softmax in double. */
#include "config.h"

#include "../kernels/execute/execute.h"
#include "../kernels/kernel/number.h"
#include "broken-kernel.h"
#include "plan-script.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a plan and its sizes ---- */

enum { Q, K, V, O, LSE, PAGES, LENGTHS, TENSORS };

typedef struct {
    int64_t batches, groups, heads, queries, keys, dim, block;
    int64_t stride[4][3]; /* of batch, head, sequence */
    int64_t elements[TENSORS];
    int64_t window, splits;         /* 0: none, as the planner likes */
    bool causal, lse, half, shared; /* of heads: `groups` share keys */
    bool lengths;
    int64_t page, all_pages; /* keys of one, 0: there are none; of K and V */
} attention;

static int64_t heads_of(const attention *a, int tensor)
{
    return tensor == K || tensor == V ? a->heads : a->heads * a->groups;
}

static bool is_paged(const attention *a, int tensor)
{
    return a->page > 0 && (tensor == K || tensor == V);
}

static int64_t sequence_of(const attention *a, int tensor)
{
    return is_paged(a, tensor) ? a->page : tensor == K || tensor == V ? a->keys : a->queries;
}

static int64_t batches_of(const attention *a, int tensor)
{
    return is_paged(a, tensor) ? a->all_pages : a->batches;
}

/* Strides of a dense tensor in one of two orders, or with gaps. */
static void place(law *l, attention *a, int tensor)
{
    int64_t *s = a->stride[tensor], row = a->dim + (rnd_chance(&l->rnd, 30) ? 8 : 0);
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

static attention random_attention(law *l)
{
    static const int64_t dims[] = {64, 64, 128, 16, 40, 72}, few_groups[] = {2, 2, 3, 7, 8};
    rnd *r = &l->rnd;
    attention a = {.batches = rnd_in(r, 1, 2),
                   .groups = rnd_chance(r, 40) ? few_groups[rnd_in(r, 0, 4)] : 1,
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
        a.dim = 144;
        a.queries = a.queries > 16 ? 16 : a.queries;
    }
    a.lengths = rnd_chance(r, 25);
    if (rnd_chance(r, 35)) { /* pages that blocks have several of, or a part of one */
        a.page = 16 * rnd_in(r, 1, 4);
        a.block = rnd_chance(r, 50) ? a.page * rnd_in(r, 1, 2) : 16;
        a.keys = (a.keys + a.page - 1) / a.page * a.page;
        a.all_pages = rnd_in(r, 1, 20);
    }
    for (int i = 0; i < 4; i++)
        place(l, &a, i);
    a.elements[LSE] = a.lse ? a.batches * a.heads * a.groups * a.queries : 0;
    a.elements[PAGES] = a.page ? a.batches * (a.keys / a.page) : 0;
    a.elements[LENGTHS] = a.lengths ? a.batches : 0;
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

/* The sizes are parameters whose ranges hold those of the case alone. */
static const char *script(law *l, const attention *a)
{
    return law_printf(
        l,
        "param S in %lld..%lld\nparam T in %lld..%lld\n"
        "plan fa(%s, %s, %s, %s, elements = %s, keys = %lld, causal = %d, "
        "lse = %d%s%s%s%s)\n",
        (long long)a->queries, (long long)a->queries, (long long)a->keys, (long long)a->keys,
        tensor_text(l, a, Q), tensor_text(l, a, K), tensor_text(l, a, V), tensor_text(l, a, O),
        a->half ? "f16" : "bf16", (long long)a->block, a->causal, a->lse,
        a->window ? law_printf(l, ", window = %lld", (long long)a->window) : "",
        a->splits ? law_printf(l, ", splits = %lld", (long long)a->splits) : "",
        a->page ? law_printf(l, ", pages = (%lld,%lld):(%lld,1)", (long long)a->batches,
                             (long long)(a->keys / a->page), (long long)(a->keys / a->page))
                : "",
        a->lengths ? law_printf(l, ", lengths = (%lld,):(1,)", (long long)a->batches) : "");
}

/* ---- data, and what is expected ---- */

typedef struct {
    const attention *a;
    const lck_element *element, *f32;
    lck_host_tensor tensor[TENSORS];
    int32_t *pages, *lengths;
    double *score; /* of a query's keys */
} data;

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

static data random_data(law *l, const attention *a)
{
    data d = {.a = a, .f32 = lck_element_find("f32")};
    d.element = lck_element_find(a->half ? "f16" : "bf16");
    for (int i = 0; i < PAGES; i++) {
        const lck_element *element = i == LSE ? d.f32 : d.element;
        size_t n = (size_t)a->elements[i], bytes = (size_t)element->bytes;
        d.tensor[i].at = law_own_memory(l, calloc(n + 8, bytes));
        d.tensor[i].written = i >= O ? law_own_memory(l, calloc(n + 1, 1)) : NULL;
        for (size_t k = 0; i < O && k < n; k++)
            lck_set_number(element, (char *)d.tensor[i].at + k * bytes, normal(&l->rnd));
    }
    d.pages = random_numbers(l, a->elements[PAGES], -1, a->all_pages);
    d.lengths = random_numbers(l, a->elements[LENGTHS], -2, a->keys + 9);
    d.score = law_own_memory(l, calloc((size_t)a->keys + 1, sizeof *d.score));
    return d;
}

/* The memory of the tensors that a kernel has, in its order. */
static void find_tensors(const lck_kernel *kernel, data *d, lck_host_tensor *out)
{
    static const char *const name[] = {"q", "k", "v", "o", "lse", "pages", "lengths"};
    d->tensor[PAGES].at = d->pages;
    d->tensor[LENGTHS].at = d->lengths;
    for (size_t i = 0; i < kernel->narrays; i++)
        for (int t = 0; t < TENSORS; t++)
            if (strcmp(kernel->array[i].name, name[t]) == 0)
                out[i] = d->tensor[t];
}

static double number(const data *d, int tensor, int64_t b, int64_t h, int64_t i, int64_t c)
{
    const attention *a = d->a;
    const int64_t *s = a->stride[tensor];
    if (is_paged(a, tensor)) {
        b = d->pages[b * (a->keys / a->page) + i / a->page];
        i %= a->page;
    }
    if (b < 0 || b >= batches_of(a, tensor)) /* no page */
        return 0;
    int64_t at = b * s[0] + h * s[1] + i * s[2] + c;
    return lck_number_at(d->element, (const char *)d->tensor[tensor].at + at * d->element->bytes);
}

static int64_t keys_of(const data *d, int64_t batch)
{
    const int64_t keys = d->a->lengths ? d->lengths[batch] : d->a->keys;
    return keys < 0 ? 0 : keys < d->a->keys ? keys : d->a->keys;
}

static bool sees(const data *d, int64_t batch, int64_t query, int64_t key)
{
    const attention *a = d->a;
    int64_t keys = keys_of(d, batch), last = query + keys - a->queries;
    return key < keys && (!a->causal || (key <= last && (!a->window || key > last - a->window)));
}

/* Is a row what softmax in double says? P and O are rounded once each. */
static bool is_row(law *l, const data *d, int64_t b, int64_t h, int64_t query)
{
    const attention *a = d->a;
    const int64_t of = h / a->groups;
    double most = -INFINITY, sum = 0, step = a->half ? 0x1p-11 : 0x1p-8;
    for (int64_t k = 0; k < a->keys; k++) {
        double s = 0;
        for (int64_t c = 0; c < a->dim; c++)
            s += number(d, Q, b, h, query, c) * number(d, K, b, of, k, c);
        d->score[k] = sees(d, b, query, k) ? s / sqrt((double)a->dim) : -INFINITY;
        most = fmax(most, d->score[k]);
    }
    for (int64_t k = 0; k < a->keys; k++) {
        d->score[k] = most == -INFINITY ? 0 : exp(d->score[k] - most);
        sum += d->score[k];
    }
    for (int64_t c = 0; c < a->dim; c++) {
        double o = 0, size = 0, got = number(d, O, b, h, query, c);
        for (int64_t k = 0; k < a->keys; k++) {
            double term = sum > 0 ? d->score[k] / sum * number(d, V, b, of, k, c) : 0;
            o += term;
            size += fabs(term);
        }
        const int64_t *s = a->stride[O];
        if (!(fabs(got - o) <= 1.1 * step * (size + fabs(o)) + 1e-6) ||
            !d->tensor[O].written[b * s[0] + h * s[1] + query * s[2] + c])
            return law_fail(l, "o(%lld,%lld,%lld,%lld) is %g, not %g: %s", (long long)b,
                            (long long)h, (long long)query, (long long)c, got, o, script(l, a));
    }
    if (!a->lse)
        return true;
    int64_t at = (b * a->heads * a->groups + h) * a->queries + query;
    double want = sum > 0 ? most + log(sum) : -INFINITY;
    double got = lck_number_at(d->f32, (const char *)d->tensor[LSE].at + at * 4);
    return got == want || (sum > 0 && fabs(got - want) <= 1e-4 * (1 + fabs(want))) ||
           law_fail(l, "lse(%lld,%lld,%lld) is %g, not %g: %s", (long long)b, (long long)h,
                    (long long)query, got, want, script(l, a));
}

static bool is_right(law *l, const data *d)
{
    const attention *a = d->a;
    int64_t written = 0;
    for (int64_t b = 0; b < a->batches; b++)
        for (int64_t h = 0; h < a->heads * a->groups; h++)
            for (int64_t q = 0; q < a->queries; q++)
                if (!is_row(l, d, b, h, q))
                    return false;
    for (int64_t i = 0; i < a->elements[O]; i++)
        written += d->tensor[O].written[i];
    return written == a->batches * a->heads * a->groups * a->queries * a->dim ||
           law_fail(l, "elements between rows are written: %s", script(l, a));
}

/* ---- runs ---- */

static bool runs(law *l, const attention *a, const lck_kernel *kernel, lck_stop *stop, data *d)
{
    const int64_t size[] = {a->queries, a->keys};
    lck_host_tensor tensor[LCK_MAX_ARRAYS] = {{0}};
    *d = random_data(l, a);
    find_tensors(kernel, d, tensor);
    return lck_execute_scheduled(kernel, size, tensor, 4, (lck_schedule)rnd_in(&l->rnd, 0, 3),
                                 stop);
}

static const lck_kernel *kernel_of(law *l, const attention *a, plan_script *t)
{
    if (!plan_script_try(l, script(l, a), false, t))
        return NULL;
    const lck_kernel *kernel = lck_planner_find(t->planner, "fa");
    if (!kernel || t->verdict != LCV_PROVED)
        law_fail(l, "%s %s: %s", t->text, t->summary, script(l, a));
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

static bool attends(law *l)
{
    attention a = random_attention(l);
    plan_script t;
    lck_stop stop;
    data d;
    const lck_kernel *first = kernel_of(l, &a, &t), *kernel = any_kernel(l, first);
    bool ok = kernel != NULL;
    if (ok && !runs(l, &a, kernel, &stop, &d))
        ok = law_fail(l, "%s: %s", stop.message, script(l, &a));
    ok = ok && is_right(l, &d);
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
    plan_script_forget(&t);
    return ok;
}

START_TEST(attention_is_softmax)
{
    static const char *const classes[] = {"all keys", "wide splits",      "shared keys",
                                          "blocks",   "lse without keys", "windows",
                                          "splits",   "pages of lengths", NULL};
    law_check_share("attention is softmax", attends, classes, 100);
}
END_TEST

/* ---- kernels that are broken on purpose ---- */

enum { Q_FULL, K_FULL, K_EMPTY, V_FULL, V_EMPTY, TURN }; /* rings, as the kernel has them */

static int file_of(const lck_kernel *kernel, const char *name)
{
    int i = 0;
    while (i < (int)kernel->nfiles && strcmp(kernel->file[i].name, name) != 0)
        i++;
    ck_assert_int_lt(i, (int)kernel->nfiles);
    return i;
}

static void fills_keys_unasked(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, K_EMPTY, 0});
}

static void fills_values_unasked(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, V_EMPTY, 0});
}

static void reads_queries_early(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, Q_FULL, 0});
}

static void reads_keys_early(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, K_FULL, 1});
}

static void reads_values_early(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, V_FULL, 0});
}

/* Keys that are given back early are no fault: values of the block before are given back after
 * the products have ended, and are awaited before the keys are loaded. */
static void gives_values_back_early(lck_kernel *k)
{
    broken_put_behind_next(k, (broken_meant){LCK_DRAIN, LCK_PRODUCTS, 2});
}

static void awaits_another_phase(lck_kernel *k)
{
    broken_meant m = {LCK_AWAIT, K_FULL, 1};
    lck_statement *s = *broken_find(&k->body, &m);
    s->phase = lc_expr_make(k->x, LC_EXPR_ADD, s->phase, lc_expr_int(k->x, 1));
}

static void awaits_another_slot(lck_kernel *k)
{
    broken_meant m = {LCK_AWAIT, V_FULL, 0};
    lck_statement *s = *broken_find(&k->body, &m);
    s->slot = lc_expr_make(k->x, LC_EXPR_SUB, lc_expr_int(k->x, 1), s->slot);
}

static void ring_one_short(lck_kernel *k)
{
    k->ring[K_FULL].slots = 1;
}

static void without_fence_of_products(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_FENCE, LCK_FENCE_PRODUCTS, 1});
}

static void without_fence_of_proxy(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_FENCE, LCK_FENCE_PROXY, 0});
}

static void stores_sums_under_way(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_DRAIN, LCK_PRODUCTS, 3});
}

/* The comparison of a score's key with what its row sees, in both copies of the mask. */
static void mask_off_by_one(lck_kernel *k)
{
    const int s = file_of(k, "s");
    for (int i = 0; i < 2; i++) {
        broken_meant m = {LCK_IF, -1, 0};
        lck_statement **at;
        do {
            m = (broken_meant){LCK_IF, -1, m.n + 1};
            broken_meant again = m;
            at = broken_find(&k->body, &again);
            ck_assert_ptr_nonnull(at);
        } while (!(*at)->body || (*at)->body->kind != LCK_APPLY ||
                 (*at)->body->function != LCK_LOWEST || (*at)->body->held.file != s ||
                 (*at)->count == -1);
        (*at)->count = -1;
        (*at)->value = lc_expr_make(k->x, LC_EXPR_LT,
                                    lc_expr_make(k->x, LC_EXPR_ADD, (*at)->value->arg[0],
                                                 lc_expr_int(k->x, 1)),
                                    (*at)->value->arg[1]);
    }
}

/* P's pairs of columns change places with those of the other row. */
static void permutation_left_out(lck_kernel *k)
{
    broken_meant m = {LCK_CONVERT, file_of(k, "p"), 0};
    lck_statement *s = *broken_find(&k->body, &m);
    s->left.at = lc_expr_make(k->x, LC_EXPR_XOR, s->left.at, lc_expr_int(k->x, 2));
}

/* The function of O and `factor` in the loop: the first of the two. */
static void without_rescaling(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_APPLY, file_of(k, "o_sum"), 0});
}

static void without_a_lane(lck_kernel *k)
{
    broken_meant m = {LCK_SHUFFLE, -1, 0};
    (*broken_find(&k->body, &m))->count = 2;
}

/* ---- splits that are broken on purpose: parts, and the kernel that adds them ---- */

static int array_of(const lck_kernel *kernel, const char *name)
{
    int i = 0;
    while (i < (int)kernel->narrays && strcmp(kernel->array[i].name, name) != 0)
        i++;
    ck_assert_int_lt(i, (int)kernel->narrays);
    return i;
}

/* The first variable of this name. */
static lck_statement *let_of(lck_kernel *k, const char *name)
{
    for (int n = 0;; n++) {
        broken_meant m = {LCK_LET, -1, n};
        lck_statement **at = broken_find(&k->body, &m);
        ck_assert_ptr_nonnull(at);
        if (strcmp((*at)->var->name, name) == 0)
            return *at;
    }
}

static void loads_keys_of_the_next_split(lck_kernel *k)
{
    lck_statement *s = let_of(k->before, "key");
    s->value = lc_expr_make(k->before->x, LC_EXPR_ADD, s->value, lc_expr_int(k->before->x, 16));
}

static void splits_write_one_place(lck_kernel *k)
{
    let_of(k->before, "split")->value = lc_expr_int(k->before->x, 0);
}

/* Of the last blocks of a split one is left out. */
static void split_ends_early(lck_kernel *k)
{
    lck_statement *s = let_of(k->before, "blocks");
    s->value = lc_expr_make(k->before->x, LC_EXPR_MAX, lc_expr_int(k->before->x, 1),
                            lc_expr_make(k->before->x, LC_EXPR_SUB, s->value,
                                         lc_expr_int(k->before->x, 1)));
}

static void rows_that_do_not_exist(lck_kernel *k)
{
    const int parts = array_of(k->before, "parts");
    broken_meant m = {LCK_IF, -1, 0};
    for (int n = 1;; n++) {
        lck_statement *s = *broken_find(&k->before->body, &m), *in = s->body;
        while (in &&
               !(in->kind == LCK_FOR && in->body->kind == LCK_STORE && in->body->array == parts))
            in = in->next;
        if (in) {
            s->value = lc_expr_int(k->before->x, 1);
            return;
        }
        m = (broken_meant){LCK_IF, -1, n};
    }
}

static void parts_without_sums(lck_kernel *k)
{
    broken_take_away(k->before, (broken_meant){LCK_STORE, array_of(k->before, "part_rows"), 1});
}

static void adds_parts_unscaled(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_APPLY, file_of(k, "part_row"), 1});
}

static void adds_without_rescaling(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_APPLY, file_of(k, "o_sum"), 0});
}

static void leaves_out_the_last_parts(lck_kernel *k)
{
    broken_meant m = {LCK_LOOP, -1, 0};
    lck_statement *s = *broken_find(&k->body, &m);
    s->value = lc_expr_make(k->x, LC_EXPR_SUB, s->value, lc_expr_int(k->x, 1));
}

/* ---- pages that are broken on purpose ---- */

/* The last ones of the table are taken in place of the first ones. */
static void reads_another_page(lck_kernel *k)
{
    broken_meant m = {LCK_FETCH, -1, 1};
    lck_statement *s = *broken_find(&k->before->body, &m);
    s->value = lc_expr_make(k->before->x, LC_EXPR_SUB, lc_expr_int(k->before->x, 9), s->value);
}

static void counts_keys_of_all_pages(lck_kernel *k)
{
    lck_statement *s = let_of(k->before, "keys");
    s->value = lc_expr_int(k->before->x, s->value->high);
}

/* The second box of a stage of K is that of the first page. */
static void loads_a_page_twice(lck_kernel *k)
{
    broken_meant first = {LCK_TMA_LOAD, -1, 1}, second = {LCK_TMA_LOAD, -1, 2};
    lck_statement *s = *broken_find(&k->before->body, &second);
    const size_t page = k->before->map[s->map].rank - 1;
    s->crd[page] = (*broken_find(&k->before->body, &first))->crd[page];
}

/* Not all bytes that were expected come. */
static void loads_a_page_less(lck_kernel *k)
{
    broken_take_away(k->before, (broken_meant){LCK_TMA_LOAD, -1, 4});
}

static void reads_past_the_table(lck_kernel *k)
{
    broken_meant m = {LCK_FETCH, -1, 2};
    lck_statement *s = *broken_find(&k->before->body, &m);
    s->value = lc_expr_make(k->before->x, LC_EXPR_ADD, s->value, lc_expr_int(k->before->x, 9));
}

static void (*const planted_in_pages[])(lck_kernel *kernel) = {
    reads_another_page, counts_keys_of_all_pages, loads_a_page_twice,
    loads_a_page_less,  reads_past_the_table,
};

static void (*const planted_in_splits[])(lck_kernel *kernel) = {
    loads_keys_of_the_next_split, splits_write_one_place,    split_ends_early,
    rows_that_do_not_exist,       parts_without_sums,        adds_parts_unscaled,
    adds_without_rescaling,       leaves_out_the_last_parts,
};

static void (*const planted[])(lck_kernel *kernel) = {
    fills_keys_unasked, fills_values_unasked,      reads_queries_early,    reads_keys_early,
    reads_values_early, gives_values_back_early,   awaits_another_phase,   awaits_another_slot,
    ring_one_short,     without_fence_of_products, without_fence_of_proxy, stores_sums_under_way,
    mask_off_by_one,    permutation_left_out,      without_rescaling,      without_a_lane,
};

static size_t current;
typedef struct {
    void (*const *planted)(lck_kernel *kernel);
    size_t n;
    attention (*of)(law *l);
} broken_kind;
static const broken_kind *kind;

/* Two heads of 150 queries and 150 keys: whole blocks, and some that a mask cuts. */
static attention of_several_blocks(law *l)
{
    attention a = {.batches = 1,
                   .groups = 1,
                   .heads = 2,
                   .queries = 150,
                   .keys = 150,
                   .dim = 64,
                   .block = 32,
                   .causal = true,
                   .lse = true};
    for (int i = 0; i < 4; i++)
        place(l, &a, i);
    a.elements[LSE] = 2 * a.queries;
    return a;
}

/* Three heads share the keys of another one, in 18 splits of one block, or of two. */
static attention of_splits(law *l)
{
    attention a = {.batches = 1,
                   .groups = 3,
                   .heads = 1,
                   .queries = 16,
                   .keys = 330,
                   .dim = 64,
                   .block = 16,
                   .splits = 18,
                   .shared = true,
                   .lse = true};
    for (int i = 0; i < 4; i++)
        place(l, &a, i);
    a.elements[LSE] = 3 * a.queries;
    return a;
}

/* Two blocks of two pages each, and a part of another one. */
static attention of_pages(law *l)
{
    attention a = {.batches = 1,
                   .groups = 1,
                   .heads = 1,
                   .queries = 3,
                   .keys = 160,
                   .dim = 64,
                   .block = 32,
                   .page = 16,
                   .all_pages = 12,
                   .lengths = true,
                   .splits = 3};
    for (int i = 0; i < 4; i++)
        place(l, &a, i);
    a.elements[PAGES] = 10;
    a.elements[LENGTHS] = 1;
    return a;
}

#define KIND(planted, of)                                                                        \
    {                                                                                            \
        planted, sizeof planted / sizeof *planted, of                                            \
    }
static const broken_kind kinds[] = {KIND(planted, of_several_blocks),
                                    KIND(planted_in_splits, of_splits),
                                    KIND(planted_in_pages, of_pages)};

/* It stops, or what it writes is wrong. */
static bool is_noticed(law *l)
{
    attention a = kind->of(l);
    plan_script t;
    lck_stop stop;
    data d;
    const lck_kernel *kernel = kernel_of(l, &a, &t);
    bool ok = kernel && runs(l, &a, kernel, &stop, &d) && is_right(l, &d);
    if (ok) {
        kind->planted[current]((lck_kernel *)(uintptr_t)kernel);
        ok = !runs(l, &a, kernel, &stop, &d) || !is_right(l, &d);
        free(l->failure);
        l->failure = NULL;
        if (!ok)
            law_fail(l, "broken kernel %zu runs, and is right", current);
    }
    plan_script_forget(&t);
    return ok;
}

START_TEST(kernels_broken_on_purpose)
{
    const char *const what[] = {"a broken kernel is noticed", "a broken split is noticed",
                                "a broken page is noticed"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (kind = &kinds[i], current = 0; current < kind->n; current++)
            law_check_share(what[i], is_noticed, NULL, 4000);
}
END_TEST

SUITE_MAIN("attention", attention_is_softmax, kernels_broken_on_purpose)
