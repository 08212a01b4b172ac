/* obligations.c - the obligations of a plan, which are proved before it becomes a kernel.
 *
 *   a place of the destination that is written more than
 *   once gets the same element (places.c), first of all    injective(D)
 *   each of its elements is written exactly once, and
 *   nothing else is                                        partitions(tiles x store, S, under)
 *   every element stored was loaded, each once             partitions(tiles x load, S, under)
 *   accesses lie in their buffers, N past an offset        in_bounds(A, N), 0 <= offset
 *   vectors are whole and aligned, in global and shared    aligned(starts, n), offset % n == 0,
 *                                                          of relations
 *                                                          equiv(runs, starts + n:1),
 *                                                          in_bounds(starts mod n, 1)
 *   a thread's registers hold the elements that it puts, and stores
 *   shared memory: elements that are got were put, in places
 *   of their own, within its size                          partitions, injective, in_bounds
 *   rotating a row permutes its elements, for any rotation  bijective(rotation)
 *   between a put and a get of another thread there is a barrier
 *
 *   a launch has no more blocks than CUDA allows            size(tiles) <= 2147483647
 *   sizes are those that the launcher takes                 M <= 2147483647
 *   every integer of the kernel fits its type               by bounds (kernels/kernel/width.h)
 *
 *   words that are shifted                                 obligations-shift.c
 *
 * The last but one is about the kernel that is made of the plan.
 *
 * All but three are claims of the claim language, which a reader of the kernel can ask again. The
 * obligations about registers and barriers are checked by looking at every element of one tile,
 * and places.c handles places that are written more than once.
 */
#include "config.h"

#include "../kernel/width.h"
#include "proofs.h"

#include <stdlib.h>
#include <string.h>

#include "../../verify/function/result.h"
#include "../../verify/language/build.h"

static char *text(const lck_plan *plan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static char *text(const lck_plan *plan, const char *format, ...)
{
    lc_text out = {.failed = lc_ctx_code(plan->ctx) == LC_ERR_MEMORY}; /* of what is put in */
    LC_TEXT_ARGS(&out, format);
    return lc_text_take(plan->ctx, &out);
}

/* ---- claims ---- */

static bool prove_claim(lck_proofs *w, lcv_ast *tree)
{
    return lck_plan_claim(w->plan, w->p, tree);
}

bool lck_prove_looked(lck_proofs *w, lcv_result *result, char *line)
{
    char *told = result && line && result->verdict == LCV_PROVED
                     ? text(w->plan, "plan %s: %s", w->plan->name, line)
                     : NULL;
    if (told)
        lcv_eval_not_asked_of(w->p->e, told, LCR_BY_POINTS);
    free(told);
    return lck_plan_settle(w->plan, w->p, result, line);
}

bool lck_prove_of(lck_proofs *w, const char *name, lcv_ast *a, lcv_ast *b)
{
    return prove_claim(w, lcv_build_call(w->arena, name, 2, a, b));
}

#define claims(w, ...) lck_plan_ask((w)->plan, (w)->p, __VA_ARGS__)
#define told(tree) lck_plan_text(w->plan, tree)

/* ---- global memory ---- */

static bool each_once(lck_proofs *w, lck_access access)
{
    const lck_plan *plan = w->plan;
    return claims(w, "partitions(%s, %s, under=%s)", told(lck_launch_tree(plan, access, false)),
                  told(lck_tuple_tree(plan, LCK_PLACES)),
                  told(lck_tuple_tree(plan, LCK_PLACES_GUARDS)));
}

/* With shift tiles overlap: all of a tile is loaded. */
static bool tile_once(lck_proofs *w, lck_access access, lck_of_axis what)
{
    return lck_prove_of(w, "partitions", lck_part_tree(w->plan, access),
                        lck_tuple_tree(w->plan, what));
}

static bool has_offset(const lck_proofs *w, lck_memory tensor)
{
    const lcv_ast *offset = w->plan->offset[tensor].tree;
    return offset->kind != LCV_AST_INT || strcmp(offset->text, "0") != 0;
}

bool lck_prove_within(lck_proofs *w, lck_memory tensor)
{
    const lck_plan *plan = w->plan;
    return (!has_offset(w, tensor) ||
            claims(w, "0 <= %s", told(lck_quantity_tree(plan, plan->offset[tensor])))) &&
           lck_prove_of(w, "in_bounds", lck_tensor_tree(plan, tensor),
                        lck_span_tree(plan, tensor, false));
}

/* The runs of a relation along the axis of its vectors, if it is one axis and has a run. */
static bool runs_are_vectors(lck_proofs *w, lck_access access)
{
    const lck_plan *plan = w->plan;
    lck_memory tensor = lck_tensor_of(access);
    const lck_part *p = &plan->partition[access];
    size_t axis = 0;
    while (axis + 1 < plan->rank && p->value[0].step[axis] == 0)
        axis++;
    if (plan->relation[tensor].crd[axis]->high + 1 < p->width)
        return true;
    return prove_claim(w, lck_relation_runs_tree(plan, tensor, axis, p->width)) &&
           prove_claim(w, lck_relation_starts_tree(plan, tensor, axis, p->width));
}

bool lck_prove_aligned(lck_proofs *w, lck_memory tensor, lck_access access)
{
    const lck_plan *plan = w->plan;
    int width = plan->partition[access].width;
    if (width == 1 ||
        (plan->shifted && (access == LCK_LOADS || plan->shift[LCK_DESTINATION] > 0)))
        return true;
    if (lck_is_relation(plan, tensor))
        return runs_are_vectors(w, access);
    return (!has_offset(w, tensor) ||
            prove_claim(w, lck_multiple_tree(plan, plan->offset[tensor], width))) &&
           claims(w, "aligned(compose(%s, %s), %d)", told(lck_tensor_tree(plan, tensor)),
                  told(lck_launch_tree(plan, access, true)), width);
}

/* ---- one tile ---- */

static bool vectors_whole(lck_proofs *w, lck_access access)
{
    const lck_plan *plan = w->plan;
    if (plan->partition[access].width == 1)
        return true;
    return lck_prove_looked(w, lck_check_vectors(plan, access),
                            text(plan, "the vectors of %d that a thread %ss are contiguous: %s",
                                 plan->partition[access].width, lck_access_name[access],
                                 told(lck_part_tree(plan, access))));
}

static bool registers(lck_proofs *w, lck_access from, lck_access to)
{
    const lck_plan *plan = w->plan;
    return lck_prove_looked(w, lck_check_registers(plan, from, to),
                            text(plan, "a thread %ss what it %ss: %s and %s", lck_access_name[to],
                                 lck_access_name[from], told(lck_part_tree(plan, to)),
                                 told(lck_part_tree(plan, from))));
}

/* ---- shared memory ---- */

/* Rotating a row of a tile permutes its elements, for any rotation: the rows of all rotations,
 * one behind the other. */
static bool rotation(lck_proofs *w)
{
    const lck_plan *plan = w->plan;
    if (plan->rotation == 0)
        return true;
    long long tile = (long long)plan->axis[plan->rotated].tile, n = (long long)plan->rotation;
    return claims(w,
                  "bijective(relation \"{ [c] -> [%lld*floor(c/%lld) + (c - floor(c/%lld)) mod "
                  "%lld] : 0 <= c < %lld }\")",
                  tile, tile, tile, tile, tile * n);
}

/* The stage is injective. Where isl leaves that open, for a relation with many digits, all
 * elements of the tile are looked at. */
static bool own_places(lck_proofs *w)
{
    char *line;
    lcv_result *result = lcv_planning_prove(
        w->p, lcv_build_call(w->arena, "injective", 1, lck_stage_tree(w->plan)), &line);
    if (!result || result->verdict != LCV_UNKNOWN || !lck_is_relation(w->plan, LCK_SHARED))
        return lck_plan_settle(w->plan, w->p, result, line);
    lc_ctx_reset(w->plan->ctx);
    lcv_result_free(result);
    return lck_prove_looked(w, lck_check_places(w->plan), line);
}

static bool staging(lck_proofs *w)
{
    const lck_plan *plan = w->plan;
    const long long bytes = plan->shared * plan->element->bytes;
    return registers(w, LCK_LOADS, LCK_PUTS) && registers(w, LCK_GETS, LCK_STORES) &&
           tile_once(w, LCK_PUTS, LCK_TILES) && tile_once(w, LCK_GETS, LCK_STORED) &&
           own_places(w) &&
           claims(w, "in_bounds(%s, %lld)", told(lck_stage_tree(plan)),
                  (long long)plan->shared) &&
           claims(w, "%lld <= %lld", bytes, (long long)lck_device_shared(w->plan->device)) &&
           vectors_whole(w, LCK_PUTS) && vectors_whole(w, LCK_GETS) && rotation(w) &&
           lck_prove_looked(w, lck_check_barrier(plan),
                            text(plan, "nothing is got before it was put"));
}

/* ---- the launch ---- */

/* Asked only where bounds of the sizes do not show it. */
static bool offsets_have_64_bits(lck_proofs *w, lck_memory tensor)
{
    const lck_plan *plan = w->plan;
    if (lck_is_relation(plan, tensor))
        return true;
    const lc_expr *one = lc_expr_int(plan->x, 1), *last = plan->offset[tensor].expr;
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        const lc_expr *step = lc_expr_make(plan->x, LC_EXPR_SUB, a->extent.expr, one);
        step = lc_expr_make(plan->x, LC_EXPR_MUL, step, a->stride[tensor].expr);
        last = lc_expr_make(plan->x, LC_EXPR_ADD, last, step);
    }
    if (last && last->high < INT64_MAX)
        return true;
    return last &&
           claims(w, "%s <= %lld", told(lck_span_tree(plan, tensor, has_offset(w, tensor))),
                  (long long)INT64_MAX);
}

/* A launch may have as many blocks as there are tiles, or as there are elements, whose number is
 * no smaller. */
static lcv_ast *few_of(const lck_proofs *w, bool elements)
{
    const lck_plan *plan = w->plan;
    lcv_ast *product = NULL;
    for (size_t k = 0; k < plan->rank; k++) {
        lcv_ast *count = elements ? lcv_build_group(lck_quantity_tree(plan, plan->axis[k].extent))
                                  : lck_count_tree(plan, k);
        product = k == 0 ? count : lcv_build_op(w->arena, LCV_OP_MUL, product, count);
    }
    return lcv_build_op(w->arena, LCV_OP_LE, product, lcv_build_int(w->arena, LCK_MAX_BLOCKS));
}

/* Blocks lie along x alone. */
static bool few_blocks(lck_proofs *w)
{
    char *line, *other;
    lcv_result *result = lcv_planning_prove(w->p, few_of(w, false), &line);
    if (!result || result->verdict != LCV_UNKNOWN)
        return lck_plan_settle(w->plan, w->p, result, line);
    lc_ctx_reset(w->plan->ctx); /* the reason of the claim that was not decided */
    lcv_result *more = lcv_planning_prove(w->p, few_of(w, true), &other);
    bool better = more && more->verdict == LCV_PROVED;
    lcv_result_free(better ? result : more);
    free(better ? line : other);
    return lck_plan_settle(w->plan, w->p, better ? more : result, better ? other : line);
}

/* A launch takes all sizes that the parameters allow. */
static bool launch(lck_proofs *w)
{
    const lck_plan *plan = w->plan;
    bool ok = few_blocks(w) && offsets_have_64_bits(w, LCK_SOURCE) &&
              offsets_have_64_bits(w, LCK_DESTINATION);
    for (size_t i = 0; ok && i < plan->nsizes; i++) {
        const lc_expr *size = plan->size[i].var;
        ok = !plan->unbounded[i] || claims(w, "%s <= %lld", size->name, (long long)size->high);
    }
    return ok;
}

/* Notes the expected values of the hardware's counters, for a block, and for a launch where they
 * are known. */
static void add_costs(lck_plan *plan)
{
    int64_t blocks, sectors;
    bool known = lck_plan_blocks(plan, &blocks);
    for (int i = LCK_PUTS; plan->staged && i <= LCK_GETS; i++) {
        int64_t conflicts;
        if (!lck_stage_all_conflicts(plan, (lck_access)i, &conflicts))
            continue;
        lc_text_printf(&plan->proved, "bank conflicts of all %ss of a block: %lld",
                       lck_access_name[i], (long long)conflicts);
        if (known)
            lc_text_printf(&plan->proved, ", of the launch: %lld",
                           (long long)(conflicts * blocks));
        lc_text_add(&plan->proved, "\n");
    }
    for (int i = 0; i < 2; i++)
        if (lck_plan_sectors(plan, i == 0 ? LCK_LOADS : LCK_STORES, &sectors))
            lc_text_printf(&plan->proved, "sectors of all %ss of the launch: %lld\n",
                           i == 0 ? "load" : "store", (long long)sectors);
}

bool lck_prove_moves(lck_proofs *w)
{
    bool shifted = w->plan->shifted;
    return each_once(w, LCK_STORES) &&
           (shifted ? tile_once(w, LCK_LOADS, LCK_TILES) : each_once(w, LCK_LOADS)) &&
           lck_prove_within(w, LCK_SOURCE) && lck_prove_within(w, LCK_DESTINATION) &&
           (!shifted || lck_prove_shift(w)) && vectors_whole(w, LCK_LOADS) &&
           vectors_whole(w, LCK_STORES) && lck_prove_aligned(w, LCK_SOURCE, LCK_LOADS) &&
           lck_prove_aligned(w, LCK_DESTINATION, LCK_STORES) &&
           (w->plan->staged ? staging(w) : registers(w, LCK_LOADS, LCK_STORES)) && launch(w);
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
    p->claim = text(plan, "plan %s: every integer of the kernel fits its type", plan->name);
    if (!p->result && p->e->status == LCV_EVAL_OK)
        lcv_eval_failed(p->e, p->name_span);
    return false;
}

bool lck_plan_prove(lck_plan *plan, lcv_planning *p)
{
    lck_proofs w = {.plan = plan, .p = p, .arena = plan->arena};
    if (!lck_prove_moves(&w))
        return false;
    add_costs(plan);
    p->result = lcv_proved(plan->ctx, "all its obligations");
    p->claim = text(plan, "plan %s", plan->name);
    return true;
}
