/* random-product.c - random products, and their sums in double. */
#include "config.h"

#include "random-product.h"

#include "../kernels/kernel/number.h"
#include "../kernels/kernel/width.h"
#include "../kernels/product/lower/stages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_product(void *memory)
{
    random_product *p = memory;
    lc_exprs_free(p->plan.x);
    free(p);
}

/* ---- axes ---- */

static void add_axis(random_product *p, lck_role role, int64_t extent, int64_t tile)
{
    p->extent[p->product.rank] = extent;
    p->recipe.tile[p->product.rank] = tile;
    p->product.axis[p->product.rank++] = (lck_product_axis){.role = role, .tile = tile};
}

/* One axis, or two whose tiles' product is that of the role. */
static void add_role(rnd *r, random_product *p, lck_role role, int64_t tile, int64_t most,
                     int64_t least)
{
    int64_t first = least << rnd_in(r, 0, 3);
    if (rnd_chance(r, 70) || tile % first != 0 || tile == first) {
        int64_t extent = rnd_chance(r, 20) ? tile * rnd_in(r, 1, (most + tile - 1) / tile)
                                           : rnd_in(r, 1, most);
        add_axis(p, role, extent, tile);
        return;
    }
    int64_t extent = rnd_chance(r, 60) ? first * rnd_in(r, 1, 2) : rnd_in(r, 1, 2 * first);
    add_axis(p, role, extent, first);
    add_axis(p, role, rnd_in(r, 1, most / extent + 1), tile / first);
}

/* The role along which C is contiguous. */
static lck_role lines_of(const product_kind *kind)
{
    return kind->turned ? LCK_ALONG_M : LCK_ALONG_N;
}

/* The axis that is contiguous: the first one of k, or of another role of the tensor. */
static void put_first(rnd *r, const random_product *p, int tensor, const product_kind *kind,
                      size_t *order, size_t n)
{
    lck_role role = tensor == LCK_C ? lines_of(kind) : LCK_ALONG_K;
    if (tensor != LCK_C && kind->majors && rnd_chance(r, 50))
        role = tensor == LCK_A ? LCK_ALONG_M : LCK_ALONG_N;
    size_t first = 0;
    while (p->product.axis[first].role != role)
        first++;
    for (size_t i = 0; i < n; i++)
        if (order[i] == first) {
            order[i] = order[0];
            order[0] = first;
        }
}

/* Strides of the axes in a random order, the first of which is contiguous, mostly. Gaps make the
 * rows aligned, at times. */
static void choose_strides(rnd *r, random_product *p, int tensor, const product_kind *kind)
{
    size_t order[LCK_MAX_RANK], axis[LCK_MAX_RANK], n = 0;
    for (size_t k = 0; k < p->product.rank; k++)
        if (lck_factor_has((lck_factor)tensor, p->product.axis[k].role))
            axis[n++] = k;
    rnd_shuffle(r, n, order);
    for (size_t i = 0; i < n; i++)
        order[i] = axis[order[i]];
    const bool along_k = kind->k_first && tensor != LCK_C &&
                         p->product.axis[order[0]].role != LCK_ALONG_K;
    if (kind->boxes || along_k)
        put_first(r, p, tensor, kind, order, n);
    int64_t to = rnd_chance(r, 50) ? 16 : rnd_chance(r, 50) ? 4 : 1;
    int64_t stride = rnd_chance(r, 85) ? 1 : 3;
    if (kind->boxes) {
        to = 16 / p->product.element[tensor]->bytes;
        stride = 1;
    }
    p->offset[tensor] = rnd_chance(r, 70) ? 0 : to * rnd_in(r, 0, 3);
    p->elements[tensor] = p->offset[tensor] + 1;
    for (size_t i = 0; i < n; i++) {
        p->stride[tensor][order[i]] = stride;
        p->elements[tensor] += stride * (p->extent[order[i]] - 1);
        stride *= p->extent[order[i]];
        stride = (stride + to - 1) / to * to;
        if (rnd_chance(r, 10))
            stride += to;
    }
}

/* The first axis of a role, along which C is contiguous if it is along any of them. */
static size_t first_of(const random_product *p, lck_role role)
{
    size_t k = 0;
    while (p->product.axis[k].role != role)
        k++;
    return k;
}

/* Most rows of C that TMA may write are as long as it writes them: in runs of 16 bytes. */
static void choose_length(rnd *r, random_product *p, lck_role role)
{
    int64_t run = 16 / p->product.element[LCK_C]->bytes, *extent = &p->extent[first_of(p, role)];
    if (rnd_chance(r, 75))
        *extent = (*extent + run - 1) / run * run;
}

static bool ends_whole(const random_product *p, lck_role role)
{
    return p->extent[first_of(p, role)] * p->product.element[LCK_C]->bytes % 16 == 0;
}

/* The longest vectors of the axis in which a tensor is contiguous. */
static int choose_vector(const random_product *p, const product_kind *kind, int tensor)
{
    int bytes = p->product.element[tensor]->bytes, width = kind->bytes / bytes;
    size_t along = LCK_MAX_RANK;
    for (size_t k = 0; k < p->product.rank; k++) {
        lck_role role = p->product.axis[k].role;
        bool may = tensor == LCK_C ? role == LCK_ALONG_N : role != LCK_ALONG_L;
        if (may && lck_factor_has((lck_factor)tensor, role) && p->stride[tensor][k] == 1 &&
            (along == LCK_MAX_RANK || p->recipe.tile[k] > p->recipe.tile[along]))
            along = k;
    }
    if (along == LCK_MAX_RANK ||
        (tensor == LCK_C && along > 0 && p->product.axis[along - 1].role == LCK_ALONG_N))
        return 1;
    for (; width > 1; width /= 2) {
        bool fits = p->offset[tensor] % width == 0 && p->recipe.tile[along] % width == 0;
        for (size_t k = 0; k < p->product.rank; k++)
            fits = fits && (k == along || p->stride[tensor][k] % width == 0);
        if (fits)
            break;
    }
    return width > 1 ? width : 1;
}

/* ---- as quantities ---- */

/* A number: as it is, or a size of the launch, times `unit`. */
static lck_quantity quantity(law *l, random_product *p, int64_t n, int64_t unit)
{
    lck_plan *plan = &p->plan;
    char name[16];
    if (n <= 1 || n % unit != 0 || plan->nsizes >= 12 || rnd_chance(&l->rnd, 50))
        return (lck_quantity){lc_expr_int(plan->x, n), NULL};
    snprintf(name, sizeof name, "S%zu", plan->nsizes);
    const lc_expr *var = lc_expr_var(plan->x, name, 0, n / unit < 1024 ? 1024 : 1 << 20);
    p->size[plan->nsizes] = n / unit;
    plan->size[plan->nsizes++] = (lck_size){var, false};
    return (lck_quantity){lc_expr_make(plan->x, LC_EXPR_MUL, var, lc_expr_int(plan->x, unit)),
                          NULL};
}

static void make_quantities(law *l, random_product *p)
{
    for (size_t k = 0; k < p->product.rank; k++) {
        lck_product_axis *a = &p->product.axis[k];
        a->extent = quantity(l, p, p->extent[k], 1);
        for (int t = 0; t < 3; t++)
            a->stride[t] = quantity(l, p, p->stride[t][k], p->recipe.vector[t]);
        p->product.bias_stride[k] = quantity(l, p, p->bias_stride[k], 1);
    }
    for (int t = 0; t < 3; t++)
        p->product.offset[t] = quantity(l, p, p->offset[t], p->recipe.vector[t]);
}

static void choose_epilogue(rnd *r, random_product *p)
{
    p->product.alpha = rnd_chance(r, 50);
    p->product.beta = rnd_chance(r, 40);
    p->product.bias = rnd_chance(r, 40);
    bool integers = strcmp(p->product.accumulate->name, "int32") == 0;
    p->product.activation = rnd_chance(r, 50)               ? LCK_NO_ACTIVATION
                            : integers || rnd_chance(r, 60) ? LCK_RELU
                                                            : LCK_GELU;
    int64_t stride = 1;
    p->elements[3] = 1;
    for (size_t k = 0; k < p->product.rank && p->product.bias; k++)
        if (p->product.axis[k].role == LCK_ALONG_N) {
            p->bias_stride[k] = stride;
            p->elements[3] += stride * (p->extent[k] - 1);
            stride *= p->extent[k];
        }
}

random_product *law_product(law *l, const product_kind *kind)
{
    static const lck_role role[] = {LCK_ALONG_M, LCK_ALONG_N, LCK_ALONG_K};
    rnd *r = &l->rnd;
    random_product *p = calloc(1, sizeof *p);
    if (!p)
        abort();
    law_own_with(l, p, free_product);
    const int bytes = lck_element_find(kind->element[LCK_A])->bytes;
    p->plan = (lck_plan){.ctx = l->ctx,
                         .x = lc_exprs_new(l->ctx),
                         .name = (char *)"product",
                         .device = lck_device_at(0)};
    p->product.plan = &p->plan;
    for (int i = 0; i < 3; i++) {
        p->product.element[i] = lck_element_find(kind->element[i]);
        p->recipe.extent[i] = kind->tile[i];
        if (kind->whole)
            add_axis(p, role[i], kind->most[i], kind->tile[i]);
        else
            add_role(r, p, role[i], kind->tile[i], kind->most[i], kind->boxes ? 16 / bytes : 2);
    }
    p->product.accumulate = lck_element_find(kind->accumulate);
    if (kind->boxes)
        choose_length(r, p, lines_of(kind));
    if (!kind->whole && rnd_chance(r, 25))
        add_axis(p, LCK_ALONG_L, rnd_in(r, 1, 3), 1);
    p->recipe.method = kind->method;
    if (kind->atom)
        p->recipe.atom = *kind->atom;
    p->recipe.stages = kind->stages;
    p->recipe.split = kind->split ? kind->split : 1;
    p->recipe.turns = kind->turns;
    for (int i = 0; i < 2; i++) {
        p->recipe.warps[i] = kind->warps[i];
        p->recipe.cluster[i] = kind->cluster[i] ? kind->cluster[i] : 1;
    }
    for (int i = 0; i < 3; i++) {
        choose_strides(r, p, i, kind);
        p->recipe.vector[i] = choose_vector(p, kind, i);
    }
    if (kind->epilogue)
        choose_epilogue(r, p);
    make_quantities(l, p);
    lck_tile_out out;
    if (kind->boxes) {
        p->recipe.narrow = !kind->whole && rnd_chance(r, 30);
        lck_product_out(&p->product, &p->recipe, &out);
        p->recipe.tma_store = out.fits && ends_whole(p, lines_of(kind)) && !p->product.beta &&
                              (kind->whole || rnd_chance(r, 75));
    }
    return p;
}

const char *law_product_text(law *l, const random_product *p)
{
    static const char *const activation[] = {"", ", relu", ", gelu"};
    const char *text = "axes";
    for (size_t k = 0; k < p->product.rank; k++)
        text = law_printf(l, "%s %c%ld/%ld:(%ld,%ld,%ld)", text, "mnkl"[p->product.axis[k].role],
                          (long)p -> extent[k], (long)p -> recipe.tile[k], (long)p->stride[0][k],
                          (long)p->stride[1][k], (long)p->stride[2][k]);
    return law_printf(l, "%s, vectors %d %d %d%s%s%s%s", text, p->recipe.vector[0],
                      p->recipe.vector[1], p->recipe.vector[2], p->product.alpha ? ", alpha" : "",
                      p->product.beta ? ", beta" : "", p->product.bias ? ", bias" : "",
                      activation[p->product.activation]);
}

LAW_RELEASE(free_kernel, lck_kernel_free)

lck_kernel *law_product_kernel(law *l, const random_product *p)
{
    lcr_ctx *r = lcr_ctx_new(l->ctx);
    lck_kernel *kernel = lck_product_lower(&p->product, &p->recipe, r);
    lcr_ctx_free(r);
    law_own_with(l, kernel, free_kernel);
    if (!kernel)
        law_fail(l, "%s: %s", lc_ctx_message(l->ctx), law_product_text(l, p));
    return kernel;
}

/* ---- elements, small integers ---- */

static void put_number(const lck_element *e, void *memory, int64_t i, double number)
{
    lck_set_number(e, (char *)memory + i * e->bytes, number);
}

static double number_at(const lck_element *e, const void *memory, int64_t i)
{
    return lck_number_at(e, (const char *)memory + i * e->bytes);
}

/* ---- the run ---- */

typedef struct {
    void *at[6];
    int64_t bytes;
    unsigned char *written;
    lck_host_tensor tensor[6];
    double alpha, beta;
    void *old; /* C, before */
} tensors;

static int64_t place_of(const random_product *p, int tensor, const int64_t *crd)
{
    int64_t place = p->offset[tensor];
    for (size_t k = 0; k < p->product.rank; k++)
        place += p->stride[tensor][k] * crd[k];
    return place;
}

/* The next coordinate of the axes that are contracted, or are not; false: it was the last. */
static bool advance(const random_product *p, int64_t *crd, bool contracted)
{
    for (size_t k = 0; k < p->product.rank; k++) {
        if ((p->product.axis[k].role == LCK_ALONG_K) != contracted)
            continue;
        if (++crd[k] < p->extent[k])
            return true;
        crd[k] = 0;
    }
    return false;
}

static double wanted(const random_product *p, const tensors *t, const int64_t *crd)
{
    const lck_product *q = &p->product;
    double sum = 0;
    int64_t at[LCK_MAX_RANK], bias = 0;
    memcpy(at, crd, sizeof at);
    do
        sum += number_at(q->element[LCK_A], t->at[LCK_A], place_of(p, LCK_A, at)) *
               number_at(q->element[LCK_B], t->at[LCK_B], place_of(p, LCK_B, at));
    while (advance(p, at, true));
    for (size_t k = 0; k < q->rank; k++)
        bias += p->bias_stride[k] * crd[k];
    sum *= q->alpha ? t->alpha : 1;
    if (q->beta)
        sum += t->beta * number_at(q->element[LCK_C], t->old, place_of(p, LCK_C, crd));
    if (q->bias)
        sum += number_at(q->element[LCK_C], t->at[5], bias);
    if (q->activation == LCK_GELU)
        return sum * (1 + erf(sum / sqrt(2))) / 2;
    return q->activation == LCK_RELU && sum < 0 ? 0 : sum;
}

static bool compare(law *l, const random_product *p, const tensors *t)
{
    int64_t crd[LCK_MAX_RANK] = {0}, written = 0, wrote = 0;
    for (int64_t i = 0; i < p->elements[LCK_C]; i++)
        wrote += t->written[i];
    do {
        int64_t place = place_of(p, LCK_C, crd);
        double want = wanted(p, t, crd);
        double got = number_at(p->product.element[LCK_C], t->at[LCK_C], place);
        if (!t->written[place] || fabs(got - want) > fabs(want) / 200 + 1e-6)
            return law_fail(l, "c[%ld] is %g, not %g%s: %s", (long)place, got, want,
                            t->written[place] ? "" : ", and was not written",
                            law_product_text(l, p));
        written++;
    } while (advance(p, crd, false));
    return written == wrote || law_fail(l, "%ld elements are written, not %ld: %s", (long)wrote,
                                        (long)written, law_product_text(l, p));
}

static void *numbers(law *l, const lck_element *e, int64_t n)
{
    void *memory = law_own_memory(l, calloc((size_t)n + 1, (size_t)e->bytes));
    for (int64_t i = 0; i < n; i++)
        put_number(e, memory, i, (double)rnd_in(&l->rnd, -3, 3));
    return memory;
}

static void make_tensors(law *l, const random_product *p, tensors *t)
{
    const lck_product *q = &p->product;
    size_t n = 3;
    *t = (tensors){.alpha = (double)rnd_in(&l->rnd, -2, 2),
                   .beta = (double)rnd_in(&l->rnd, -2, 2)};
    for (int i = 0; i < 3; i++)
        t->at[i] = t->tensor[i].at = numbers(l, q->element[i], p->elements[i]);
    size_t bytes = (size_t)(p->elements[LCK_C] + 1) * (size_t)q->element[LCK_C]->bytes;
    t->old = law_own_memory(l, malloc(bytes));
    memcpy(t->old, t->at[LCK_C], bytes);
    t->written = law_own_memory(l, calloc((size_t)p->elements[LCK_C] + 1, 1));
    t->tensor[LCK_C].written = t->written;
    const double scalar[] = {t->alpha, t->beta};
    for (int i = 0; i < 2; i++) {
        t->at[3 + i] = numbers(l, q->accumulate, 1);
        put_number(q->accumulate, t->at[3 + i], 0, scalar[i]);
        if (i ? q->beta : q->alpha)
            t->tensor[n++].at = t->at[3 + i];
    }
    t->at[5] = numbers(l, q->element[LCK_C], p->elements[3]);
    t->tensor[n].at = t->at[5];
}

bool law_runs_product(law *l, const random_product *p, const lck_kernel *kernel)
{
    tensors t;
    lck_stop stop;
    make_tensors(l, p, &t);
    if (!lck_execute(kernel, p->size, t.tensor, &stop))
        return law_fail(l, "%s: %s", stop.message, law_product_text(l, p));
    return compare(l, p, &t);
}

bool law_product_stops(law *l, const random_product *p, const lck_kernel *kernel, unsigned traps)
{
    tensors t;
    lck_stop stop;
    make_tensors(l, p, &t);
    if (lck_execute(kernel, p->size, t.tensor, &stop))
        return law_fail(l, "it runs to its end: %s", law_product_text(l, p));
    return (traps >> stop.trap & 1) ||
           law_fail(l, "trap %d: %s: %s", (int)stop.trap, stop.message, law_product_text(l, p));
}

bool law_product_fits(law *l, const random_product *p, const lck_kernel *kernel)
{
    lck_widths widths;
    if (lck_find_widths(kernel, &widths) && !widths.unfit)
        return true;
    char *text = law_own_memory(l, lck_unfit_text(kernel, &widths));
    return law_fail(l, "%s: %s", text, law_product_text(l, p));
}

/* ---- planted errors ---- */

bool product_is_long(const random_product *p, int64_t blocks)
{
    size_t axes = 0;
    int64_t found = 0;
    for (size_t k = 0; k < p->product.rank; k++)
        if (p->product.axis[k].role == LCK_ALONG_K) {
            axes++;
            found = (p->extent[k] + p->recipe.tile[k] - 1) / p->recipe.tile[k];
        }
    return axes == 1 && found >= blocks;
}

/* Where the first statement of a kind hangs, in a loop. */
static lck_statement **find_in_loop(lck_statement **at, lck_statement_kind kind, bool inside)
{
    for (; *at; at = &(*at)->next) {
        if (inside && (*at)->kind == kind)
            return at;
        bool in = inside || (*at)->kind == LCK_LOOP;
        lck_statement **found = find_in_loop(&(*at)->body, kind, in);
        found = found ? found : find_in_loop(&(*at)->otherwise, kind, in);
        if (found)
            return found;
    }
    return NULL;
}

bool kernel_drops(lck_kernel *kernel, lck_statement_kind kind)
{
    bool dropped = false;
    lck_statement **at;
    while ((at = find_in_loop(&kernel->body, kind, false))) {
        lck_statement *s = *at;
        *at = s->next;
        free(s->comment);
        free(s);
        dropped = true;
    }
    return dropped;
}

static bool wait_less(lck_statement *s, bool inside)
{
    bool found = false;
    for (; s; s = s->next) {
        if (inside && s->kind == LCK_DRAIN) {
            s->count++;
            found = true;
        }
        bool in = inside || s->kind == LCK_LOOP;
        found = wait_less(s->body, in) || found;
        found = wait_less(s->otherwise, in) || found;
    }
    return found;
}

bool kernel_waits_less(lck_kernel *kernel)
{
    return wait_less(kernel->body, false);
}
