/* obligations.c - what must hold of a plan before a kernel is made of it.
 *
 *   a place of the destination that is written more than
 *   once gets the same element (places.c), first of all    injective(D)
 *   each of its elements is written exactly once, and
 *   nothing else is                                        partitions(tiles x store, S, under)
 *   what is stored was loaded, each element once           partitions(tiles x load, S, under)
 *   accesses lie in their buffers, N past an offset        in_bounds(A, N), 0 <= offset
 *   vectors are whole and aligned, in global and shared    aligned(starts, n), offset % n == 0
 *   a thread's registers hold what it puts, and stores
 *   shared memory: what is got was put, in places of its
 *   own, within its size                                   partitions, injective, in_bounds
 *   a row that is rotated keeps its elements                bijective(rotation)
 *   between a put and a get of another thread there is a barrier
 *
 *   a launch has no more blocks than CUDA lets it have      size(tiles) <= 2147483647
 *   sizes are those that the launcher takes                 M <= 2147483647
 *   every integer of the kernel fits its type               by bounds (width.h)
 *
 * The last is asked of the kernel that is made of the plan.
 *
 * All but three are claims of the claim language, and whoever reads the kernel can ask them
 * again; what is said of registers and barriers is checked by looking at every element of
 * one tile, and places that are written more than once are places.c's.
 */
#include "config.h"

#include "plan.h"
#include "width.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/language/buffer.h"
#include "../verify/function/result.h"

typedef struct {
    lck_plan *plan;
    lcv_planning *p;
    lcv_buffer proved;
    char *shape, *guard, *tile, *blocks, *tensor[2], *part[4], *stage;
} proofs;

static char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *text(const char *format, ...)
{
    lcv_buffer out = {0};
    va_list args;
    va_start(args, format);
    lcv_buffer_vprintf(&out, format, args);
    va_end(args);
    return lcv_buffer_take(&out);
}

/* Takes over the result: true, and a line for the kernel, when it is proved. */
static bool settle(proofs *w, lcv_result *result, char *claim)
{
    bool ok = result && claim && result->verdict == LCV_PROVED;
    if (ok) {
        lcv_buffer_printf(&w->proved, "%s\n  %s\n", claim,
                          result->method ? result->method : "by definition");
        lcv_result_free(result);
        free(claim);
    } else if (result && claim) {
        w->p->result = result;
        w->p->claim = text("plan %s: %s", w->plan->name, claim);
        free(claim);
    } else {
        lcv_result_free(result);
        free(claim);
        if (w->p->e->status == LCV_EVAL_OK)
            lcv_eval_failed(w->p->e, w->p->name_span);
    }
    return ok;
}

/* The same of what is no claim: every element was looked at, and isl is not asked. */
static bool settle_looked(proofs *w, lcv_result *result, char *claim)
{
    char *told = result && claim && result->verdict == LCV_PROVED
                     ? text("plan %s: %s", w->plan->name, claim)
                     : NULL;
    if (told)
        lcv_eval_not_asked_of(w->p->e, told, LCR_BY_POINTS);
    free(told);
    return settle(w, result, claim);
}

static bool claim(proofs *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool claim(proofs *w, const char *format, ...)
{
    lcv_buffer out = {0};
    va_list args;
    va_start(args, format);
    lcv_buffer_vprintf(&out, format, args);
    va_end(args);
    char *line = lcv_buffer_take(&out);
    return settle(w, line ? lcv_planning_prove(w->p, line) : NULL, line);
}

/* ---- texts ---- */

typedef const char *axis_text(const lck_axis *a);
static const char *extent_of(const lck_axis *a) { return a->extent_text; }
static const char *guard_of(const lck_axis *a) { return a->guard_text; }
static const char *source_of(const lck_axis *a) { return a->source_text; }
static const char *destination_of(const lck_axis *a) { return a->destination_text; }

static void add_tuple(lcv_buffer *out, const lck_plan *plan, axis_text *of)
{
    for (size_t k = 0; k < plan->rank; k++)
        lcv_buffer_printf(out, "%s%s", k == 0 ? "(" : ",", of(&plan->axis[k]));
    lcv_buffer_str(out, plan->rank == 1 ? ",)" : ")");
}

static char *tuple_text(const lck_plan *plan, axis_text *of)
{
    lcv_buffer out = {0};
    add_tuple(&out, plan, of);
    return lcv_buffer_take(&out);
}

static char *tensor_text(const lck_plan *plan, axis_text *stride)
{
    lcv_buffer out = {0};
    add_tuple(&out, plan, extent_of);
    lcv_buffer_str(&out, ":");
    add_tuple(&out, plan, stride);
    return lcv_buffer_take(&out);
}

static char *tile_text(const lck_plan *plan)
{
    lcv_buffer out = {0};
    for (size_t k = 0; k < plan->rank; k++)
        lcv_buffer_printf(&out, "%s%lld", k == 0 ? "(" : ",", (long long)plan->axis[k].tile);
    lcv_buffer_str(&out, plan->rank == 1 ? ",)" : ")");
    return lcv_buffer_take(&out);
}

char *lck_tensor_text(const lck_plan *plan, lck_memory tensor)
{
    return tensor_text(plan, tensor == LCK_SOURCE ? source_of : destination_of);
}

static bool open_texts(proofs *w)
{
    lck_plan *plan = w->plan;
    bool ok = (w->shape = tuple_text(plan, extent_of)) && (w->guard = tuple_text(plan, guard_of)) &&
              (w->tile = tile_text(plan)) && (w->blocks = lck_blocks_text(plan)) &&
              (w->tensor[0] = tensor_text(plan, source_of)) &&
              (w->tensor[1] = tensor_text(plan, destination_of));
    for (int i = 0; ok && i < 4; i++) {
        bool used = plan->staged || i == LCK_LOADS || i == LCK_STORES;
        w->part[i] = used ? lck_part_text(plan->ctx, &plan->partition[i], plan->rank)
                          : NULL;
        ok = !used || w->part[i];
    }
    if (ok && plan->staged)
        ok = (w->stage = lck_stage_text(plan)) != NULL;
    if (!ok && w->p->e->status == LCV_EVAL_OK)
        lcv_eval_fail(w->p->e, w->p->name_span, "out of memory");
    return ok;
}

static void close_texts(proofs *w)
{
    free(w->shape);
    free(w->guard);
    free(w->tile);
    free(w->blocks);
    free(w->tensor[0]);
    free(w->tensor[1]);
    for (int i = 0; i < 4; i++)
        free(w->part[i]);
    free(w->stage);
    free(w->proved.data);
}

/* ---- global memory ---- */

static bool each_once(proofs *w, lck_access access)
{
    char *modes = lck_modes_text(w->plan->ctx, &w->plan->partition[access], w->plan->rank, false);
    bool ok = modes && claim(w, "partitions(concat(%s, %s), %s, under=%s)", w->blocks, modes,
                             w->shape, w->guard);
    free(modes);
    return ok;
}

/* Elements of a buffer: one past the last offset. */
static char *extent_text(const lck_plan *plan, axis_text *stride)
{
    lcv_buffer out = {0};
    for (size_t k = 0; k < plan->rank; k++)
        lcv_buffer_printf(&out, "(%s - 1) * (%s) + ", plan->axis[k].extent_text,
                          stride(&plan->axis[k]));
    lcv_buffer_str(&out, "1");
    return lcv_buffer_take(&out);
}

/* Of a tensor, in elements; NULL: 0. */
static const char *offset_of(const lck_plan *plan, int tensor)
{
    const char *offset = tensor == 0 ? plan->source_offset_text : plan->destination_offset_text;
    return strcmp(offset, "0") == 0 ? NULL : offset;
}

static bool within(proofs *w, int tensor)
{
    const char *offset = offset_of(w->plan, tensor);
    char *extent = extent_text(w->plan, tensor == 0 ? source_of : destination_of);
    bool ok = extent && (!offset || claim(w, "0 <= %s", offset)) &&
              claim(w, "in_bounds(%s, %s)", w->tensor[tensor], extent);
    free(extent);
    return ok;
}

static bool vectors_aligned(proofs *w, int tensor, lck_access access)
{
    const lck_part *p = &w->plan->partition[access];
    if (p->width == 1)
        return true;
    const char *offset = offset_of(w->plan, tensor);
    char *starts = lck_modes_text(w->plan->ctx, p, w->plan->rank, true);
    bool ok = starts && (!offset || claim(w, "(%s) %% %d == 0", offset, p->width)) &&
              claim(w, "aligned(compose(%s, concat(%s, %s)), %d)", w->tensor[tensor],
                    w->blocks, starts, p->width);
    free(starts);
    return ok;
}

/* ---- what is said of one tile, element by element ---- */

static char *coordinate_text(const lck_plan *plan, const int64_t *crd)
{
    lcv_buffer out = {0};
    for (size_t k = 0; k < plan->rank; k++)
        lcv_buffer_printf(&out, "%s%lld", k == 0 ? "(" : ",", (long long)crd[k]);
    lcv_buffer_str(&out, plan->rank == 1 ? ",)" : ")");
    return lcv_buffer_take(&out);
}

static lcv_result *refuted_at(const lck_plan *plan, int64_t thread, int64_t value,
                              const int64_t *crd, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static lcv_result *refuted_at(const lck_plan *plan, int64_t thread, int64_t value,
                              const int64_t *crd, const char *format, ...)
{
    lcv_buffer summary = {0};
    char *place = coordinate_text(plan, crd);
    char *where = text("thread %lld, value %lld, element %s of the tile",
                           (long long)thread, (long long)value, place ? place : "");
    va_list args;
    va_start(args, format);
    lcv_buffer_vprintf(&summary, format, args);
    va_end(args);
    free(place);
    return lcv_refuted(plan->ctx, "enumeration", where, lcv_buffer_take(&summary));
}

/* A vector's elements lie side by side: the offsets of a tensor or of shared memory. */
static lcv_result *check_vectors(const lck_plan *plan, lck_access access)
{
    const lck_part *p = &plan->partition[access];
    bool global = access == LCK_LOADS || access == LCK_STORES;
    int64_t threads = lck_part_threads(p), values = lck_part_values(p);
    int64_t crd[LCK_MAX_RANK], first[LCK_MAX_RANK] = {0};
    for (int64_t t = 0; t < threads; t++)
        for (int64_t v = 0, start = 0; v < values; v++) {
            lck_part_at(p, plan->rank, t, v, crd);
            int64_t at = 0, k = v % p->width;
            if (k == 0)
                memcpy(first, crd, sizeof first);
            if (global) {
                for (size_t i = 0; i < plan->rank; i++) {
                    const lck_axis *a = &plan->axis[i];
                    int64_t stride = 0, d = crd[i] - first[i];
                    const lc_expr *e = access == LCK_LOADS ? a->source : a->destination;
                    at += d == 0 ? 0 : lc_expr_is_int(e, &stride) ? d * stride : INT32_MIN;
                }
            } else {
                at = lck_stage_at(plan, crd);
                start = k == 0 ? at : start;
                at -= start;
            }
            if (at != k || (!global && start % p->width != 0))
                return refuted_at(plan, t, v, crd,
                                  "it is no element %lld of a vector of %d that begins at a "
                                  "multiple of %d",
                                  (long long)k, p->width, p->width);
        }
    return lcv_proved(plan->ctx, "enumeration");
}

/* A thread takes the values of its first mode as vectors, none of which is left over. */
static lcv_result *check_values(const lck_plan *plan, lck_access access)
{
    const lck_part *p = &plan->partition[access];
    int64_t extent = p->value[0].extent, left = extent % p->width, crd[LCK_MAX_RANK];
    if (left == 0)
        return NULL;
    lck_part_at(p, plan->rank, 0, extent - left, crd);
    return refuted_at(plan, 0, extent - left, crd,
                      "vectors of %d leave over %lld of the %lld values of the first mode",
                      p->width, (long long)left, (long long)extent);
}

static bool vectors_whole(proofs *w, lck_access access)
{
    const lck_plan *plan = w->plan;
    if (plan->partition[access].width == 1)
        return true;
    lcv_result *left = check_values(plan, access);
    return settle_looked(w, left ? left : check_vectors(plan, access),
                         text("the vectors of %d that a thread %ss are contiguous: %s",
                           plan->partition[access].width, lck_access_name[access],
                           w->part[access]));
}

/* Each thread writes, in another order, what it has read. */
static lcv_result *check_registers(const lck_plan *plan, lck_access from, lck_access to)
{
    const lck_part *a = &plan->partition[from], *b = &plan->partition[to];
    int64_t threads = lck_part_threads(b), values = lck_part_values(b);
    int64_t here[LCK_MAX_RANK], there[LCK_MAX_RANK];
    for (int64_t v = 0; v < values; v++) {
        int64_t reg = lck_part_find(a, b, plan->rank, v);
        for (int64_t t = 0; t < threads; t++) {
            lck_part_at(b, plan->rank, t, v, here);
            bool same = reg >= 0 && t < lck_part_threads(a);
            if (same)
                lck_part_at(a, plan->rank, t, reg, there);
            if (!same || memcmp(here, there, plan->rank * sizeof *here) != 0)
                return refuted_at(plan, t, v, here, "the thread has not %s it",
                                  from == LCK_LOADS ? "loaded" : "got");
        }
    }
    return lcv_proved(plan->ctx, "enumeration");
}

static bool registers(proofs *w, lck_access from, lck_access to)
{
    return settle_looked(w, check_registers(w->plan, from, to),
                         text("a thread %ss what it %ss: %s and %s",
                           lck_access_name[to], lck_access_name[from], w->part[to],
                           w->part[from]));
}

static int64_t number_in_tile(const lck_plan *plan, const int64_t *crd)
{
    int64_t n = 0;
    for (size_t k = plan->rank; k-- > 0;)
        n = n * plan->axis[k].tile + crd[k];
    return n;
}

/* Which thread puts each element of the tile; they are known to be all, once each. */
static int16_t *owners(const lck_plan *plan)
{
    const lck_part *put = &plan->partition[LCK_PUTS];
    int64_t crd[LCK_MAX_RANK], threads = lck_part_threads(put), values = lck_part_values(put);
    int16_t *owner = lc_alloc(plan->ctx, (size_t)(threads * values), sizeof *owner);
    for (int64_t t = 0; owner && t < threads; t++)
        for (int64_t v = 0; v < values; v++) {
            lck_part_at(put, plan->rank, t, v, crd);
            owner[number_in_tile(plan, crd)] = (int16_t)t;
        }
    return owner;
}

/* A get of what another thread has put, where each row is rotated by `turn`; NULL: there is
 * none. */
static lcv_result *find_foreign(const lck_plan *plan, const int16_t *owner, int64_t turn)
{
    const lck_part *get = &plan->partition[LCK_GETS];
    int64_t crd[LCK_MAX_RANK];
    for (int64_t t = 0; t < lck_part_threads(get); t++)
        for (int64_t v = 0; v < lck_part_values(get); v++) {
            lck_part_at(get, plan->rank, t, v, crd);
            lck_rotate(plan, turn, crd);
            if (owner[number_in_tile(plan, crd)] == t)
                continue;
            return turn == 0
                       ? refuted_at(plan, t, v, crd, "another thread puts it, and no barrier "
                                                     "stands between")
                       : refuted_at(plan, t, v, crd, "another thread puts it where the row is "
                                    "rotated by %lld, and no barrier stands between",
                                    (long long)turn);
        }
    return NULL;
}

/* Without a barrier a thread may only get what it has put, however a row is rotated. */
static lcv_result *check_barrier(const lck_plan *plan)
{
    if (plan->barrier)
        return lcv_proved(plan->ctx, "a barrier between put and get");
    lcv_result *found = NULL;
    int16_t *owner = owners(plan);
    if (!owner)
        return NULL;
    for (int64_t turn = 0; !found && (turn == 0 || turn < plan->rotation); turn++)
        found = find_foreign(plan, owner, turn);
    free(owner);
    return found ? found : lcv_proved(plan->ctx, "enumeration");
}

/* Each row of a tile takes part once, by whatever it is rotated: the rows of all rotations,
 * one behind the other. */
static bool rotation(proofs *w)
{
    const lck_plan *plan = w->plan;
    if (plan->rotation == 0)
        return true;
    long long tile = (long long)plan->axis[plan->rotated].tile, n = (long long)plan->rotation;
    return claim(w, "bijective(relation \"{ [c] -> [%lld*floor(c/%lld) + (c - floor(c/%lld)) mod "
                 "%lld] : 0 <= c < %lld }\")", tile, tile, tile, tile, tile * n);
}

/* ---- shared memory ---- */

static bool staging(proofs *w)
{
    lck_plan *plan = w->plan;
    int64_t bytes = plan->shared * plan->element->bytes;
    return registers(w, LCK_LOADS, LCK_PUTS) && registers(w, LCK_GETS, LCK_STORES) &&
           claim(w, "partitions(%s, %s)", w->part[LCK_PUTS], w->tile) &&
           claim(w, "partitions(%s, %s)", w->part[LCK_GETS], w->tile) &&
           claim(w, "injective(%s)", w->stage) &&
           claim(w, "in_bounds(%s, %lld)", w->stage, (long long)plan->shared) &&
           claim(w, "%lld <= %d", (long long)bytes, LCK_MAX_SHARED_BYTES) &&
           vectors_whole(w, LCK_PUTS) && vectors_whole(w, LCK_GETS) &&
           rotation(w) &&
           settle_looked(w, check_barrier(plan), text("nothing is got before it was put"));
}

/* ---- the launch ---- */

/* Asked only where bounds of the sizes do not show it. */
static bool offsets_have_64_bits(proofs *w, int tensor)
{
    const lck_plan *plan = w->plan;
    const lc_expr *one = lc_expr_int(plan->x, 1);
    const lc_expr *last = tensor == 0 ? plan->source_offset : plan->destination_offset;
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        const lc_expr *step = lc_expr_make(plan->x, LC_EXPR_SUB, a->extent, one);
        step = lc_expr_make(plan->x, LC_EXPR_MUL, step, tensor == 0 ? a->source : a->destination);
        last = lc_expr_make(plan->x, LC_EXPR_ADD, last, step);
    }
    if (last && last->high < INT64_MAX)
        return true;
    const char *offset = offset_of(plan, tensor);
    char *extent = extent_text(plan, tensor == 0 ? source_of : destination_of);
    bool ok = last && extent && claim(w, "%s%s%s <= %lld", offset ? offset : "",
                                      offset ? " + " : "", extent, (long long)INT64_MAX);
    free(extent);
    return ok;
}

/* The number of tiles, or of elements, which are as many at least, is one of blocks that a
 * launch may have. */
static char *few_text(const lck_plan *plan, bool elements)
{
    lcv_buffer out = {0};
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        lcv_buffer_str(&out, k == 0 ? "" : " * ");
        if (elements)
            lcv_buffer_printf(&out, "(%s)", a->extent_text);
        else
            lcv_buffer_printf(&out, "ceil_div(%s, %lld)", a->extent_text, (long long)a->tile);
    }
    lcv_buffer_printf(&out, " <= %d", LCK_MAX_BLOCKS);
    return lcv_buffer_take(&out);
}

/* Blocks lie along x alone. */
static bool few_blocks(proofs *w)
{
    char *tiles = few_text(w->plan, false), *elements = few_text(w->plan, true);
    lcv_result *result = tiles && elements ? lcv_planning_prove(w->p, tiles) : NULL;
    if (result && result->verdict == LCV_UNKNOWN) {
        lc_ctx_reset(w->plan->ctx); /* of what was out of reach */
        lcv_result *more = lcv_planning_prove(w->p, elements);
        if (more && more->verdict == LCV_PROVED) {
            lcv_result_free(result);
            free(tiles);
            return settle(w, more, elements);
        }
        lcv_result_free(more);
    }
    free(elements);
    return settle(w, result, tiles);
}

/* A launch takes all sizes that the parameters allow. */
static bool launch(proofs *w)
{
    const lck_plan *plan = w->plan;
    bool ok = few_blocks(w);
    ok = ok && offsets_have_64_bits(w, 0) && offsets_have_64_bits(w, 1);
    for (size_t i = 0; ok && i < plan->nsizes; i++)
        if (plan->unbounded[i])
            ok = claim(w, "%s <= %lld", plan->size[i].var->name,
                       (long long)plan->size[i].var->high);
    return ok;
}

/* What the hardware's counters should say: of a block, and of a launch where that is known. */
static void add_costs(proofs *w)
{
    const lck_plan *plan = w->plan;
    int64_t blocks, sectors;
    bool known = lck_plan_blocks(plan, &blocks);
    for (int i = LCK_PUTS; plan->staged && i <= LCK_GETS; i++) {
        int64_t conflicts;
        if (!lck_stage_all_conflicts(plan, (lck_access)i, &conflicts))
            continue;
        lcv_buffer_printf(&w->proved, "bank conflicts of all %ss of a block: %lld",
                          lck_access_name[i], (long long)conflicts);
        if (known)
            lcv_buffer_printf(&w->proved, ", of the launch: %lld", (long long)(conflicts * blocks));
        lcv_buffer_str(&w->proved, "\n");
    }
    for (int i = 0; i < 2; i++)
        if (lck_plan_sectors(plan, i == 0 ? LCK_LOADS : LCK_STORES, &sectors))
            lcv_buffer_printf(&w->proved, "sectors of all %ss of the launch: %lld\n",
                              i == 0 ? "load" : "store", (long long)sectors);
}

static bool prove_all(proofs *w)
{
    bool ok = each_once(w, LCK_STORES) && each_once(w, LCK_LOADS) && within(w, 0) && within(w, 1) &&
              vectors_whole(w, LCK_LOADS) && vectors_whole(w, LCK_STORES) &&
              vectors_aligned(w, 0, LCK_LOADS) && vectors_aligned(w, 1, LCK_STORES) &&
              (w->plan->staged ? staging(w) : registers(w, LCK_LOADS, LCK_STORES)) &&
              launch(w);
    if (ok)
        add_costs(w);
    return ok;
}

bool lck_plan_prove_widths(const lck_plan *plan, lck_kernel *kernel, lcv_planning *p)
{
    lck_widths widths;
    bool found = lck_find_widths(kernel, &widths);
    if (found && !widths.unfit &&
        lck_kernel_claim(kernel,
                         "every integer fits its type: %zu expressions of 32 bits, %zu of 64\n"
                         "  bounds",
                         widths.narrow, widths.wide))
        return true;
    char *why = found && widths.unfit ? lck_unfit_text(kernel, &widths) : NULL;
    lcv_result_free(p->result);
    free(p->claim);
    p->result = why ? lcv_unknown(plan->ctx, "bounds", why) : NULL;
    p->claim = text("plan %s: every integer of the kernel fits its type", plan->name);
    if (!p->result && p->e->status == LCV_EVAL_OK)
        lcv_eval_failed(p->e, p->name_span);
    return false;
}

bool lck_plan_prove(lck_plan *plan, lcv_planning *p)
{
    proofs w = {.plan = plan, .p = p};
    lcv_buffer_str(&w.proved, plan->claims);
    bool ok = open_texts(&w) && prove_all(&w);
    if (ok) {
        free(plan->claims);
        plan->claims = lcv_buffer_take(&w.proved);
        p->result = lcv_proved(plan->ctx, "all its obligations");
        p->claim = text("plan %s", plan->name);
    }
    close_texts(&w);
    return ok;
}
