/* warps.c - obligations of warps: the atom, the matrices that are stored, bank conflicts,
 * registers.
 *
 *   the atom's operands and sums are partitions of its tiles     partitions(TV, (M,K))
 *   and linear over F2, where their sizes are powers of two      is_linear(TV)
 *   what stmatrix puts into a buffer lies where TMA reads it      equiv(compose(rows, stmatrix),
 *                                                                 compose(buffer, sums))
 *   accesses: conflict_free(..), or conflicts(..) == n
 *   registers of a thread, of a multiprocessor
 */
#include "config.h"

#include "../../../lib/banks.h"
#include "../../../lib/int64.h"
#include "proofs.h"

/* ---- the atom ---- */

static bool operand_is_part(lck_proofs *w, int operand)
{
    static const char *const name[] = {"A", "B", "the sums"};
    const lck_atom *atom = &w->recipe->atom;
    const int64_t extent[3][2] = {{atom->m, atom->k}, {atom->n, atom->k}, {atom->m, atom->n}};
    lck_part part;
    lck_leaves mode[2];
    if (!atom->at[operand])
        return true;
    if (!lck_atom_part(atom, operand, &part))
        return lck_claim_found(w, "threads and values do not move apart",
                               "%s of the atom %s is a layout", name[operand], atom->name);
    lck_leaves_of_part(&part, &mode[0], &mode[1]);
    const char *tv = lck_crds(w, 2, 2, mode);
    int64_t size = lck_part_threads(&part) * lck_part_values(&part);
    for (int i = 0; i < 2; i++) /* as places in the tile */
        for (size_t k = 0; k < mode[i].n; k++)
            mode[i].leaf[k].step[0] += extent[operand][0] * mode[i].leaf[k].step[1];
    return lck_claims(w, "partitions(%s, (%lld,%lld))", tv, (long long)extent[operand][0],
                      (long long)extent[operand][1]) &&
           (!lc_int64_is_power(size) || lck_claims(w, "is_linear(%s)", lck_ints(w, 2, mode)));
}

static bool elements_are_those(lck_proofs *w)
{
    const lck_atom *atom = &w->recipe->atom;
    bool same = atom->element[0]->bytes == w->product->element[LCK_A]->bytes &&
                atom->element[1]->bytes == w->product->element[LCK_B]->bytes &&
                atom->element[2]->bytes == w->product->accumulate->bytes;
    return lck_claim_found(w, same ? NULL : "it takes others",
                           "the elements of %s are those of the product", atom->name);
}

bool lck_prove_atom(lck_proofs *w)
{
    const lck_atom *atom = &w->recipe->atom;
    if (w->recipe->method == LCK_FMA)
        return true;
    bool ok = elements_are_those(w) && operand_is_part(w, 0) && operand_is_part(w, 1) &&
              operand_is_part(w, 2);
    if (ok)
        lc_text_printf(&w->plan->proved, "the atom is %s, m %d, n %d, k %d\n  %s\n", atom->name,
                       atom->m, atom->n, atom->k,
                       atom->compared ? "compared with hardware"
                                      : "the atom library; not compared with hardware");
    return ok;
}

/* ---- banks ---- */

/* The offset of the i-th coordinate of a mode. */
static int64_t offset_at(const lck_leaves *mode, int64_t i)
{
    int64_t offset = 0;
    for (size_t k = 0; k < mode->n; k++) {
        offset += i % mode->leaf[k].extent * mode->leaf[k].step[0];
        i /= mode->leaf[k].extent;
    }
    return offset;
}

static int64_t size_of(const lck_leaves *mode)
{
    int64_t size = 1;
    for (size_t k = 0; k < mode->n; k++)
        size *= mode->leaf[k].extent;
    return size;
}

/* The most conflicts of an access of the lanes of mode[0], over all of mode[1]. */
static unsigned worst(lck_proofs *w, lc_swizzle swizzle, const lck_leaves *mode, int bytes,
                      int width)
{
    unsigned most = 0;
    lc_access access = {.lanes = (unsigned)size_of(&mode[0]),
                        .width = (unsigned)width,
                        .banks = LC_BANKS};
    for (int64_t i = 0; i < size_of(&mode[1]); i++) {
        for (unsigned lane = 0; lane < access.lanes; lane++) {
            int64_t at = offset_at(&mode[0], lane) + offset_at(&mode[1], i);
            at = (int64_t)lc_swizzle_apply_word(swizzle, (uint64_t)at) * bytes;
            access.byte[lane] = lc_int_const((int)at);
        }
        unsigned conflicts = lc_access_conflicts(w->plan->ctx, &access);
        most = conflicts > most ? conflicts : most;
    }
    return most;
}

bool lck_prove_access(lck_proofs *w, lc_swizzle swizzle, const lck_leaves *mode, int bytes,
                      int width)
{
    int64_t lanes = size_of(&mode[0]);
    unsigned conflicts = worst(w, swizzle, mode, bytes, width);
    lc_text text = {0};
    lc_text_printf(&text, "%s(%s", conflicts ? "conflicts" : "conflict_free",
                   lck_after_swizzle(w, swizzle, lck_ints(w, 2, mode)));
    if (lanes != 32)
        lc_text_printf(&text, ", lanes=%lld", (long long)lanes);
    lc_text_printf(&text, ", bytes=%d, width=%d)", bytes, width);
    if (conflicts)
        lc_text_printf(&text, " == %u", conflicts);
    return lck_claims(w, "%s", lck_plan_keep(w->plan, &text));
}

/* wgmma reads 8 rows of 16 bytes at a time. */
static bool operand_reads(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    int bytes = s->element->bytes;
    lck_leaves mode[2] = {0};
    lck_leaf(&mode[0], 8, s->chunk);
    lck_leaf(&mode[1], s->chunk * bytes / 16, 16 / bytes);
    lck_leaf(&mode[1], s->rows / 8, 8 * s->chunk);
    return lck_prove_access(w, s->swizzle, mode, bytes, 16);
}

/* ---- the way of the sums to TMA ---- */

/* The sums of an atom's 64 rows that go to a buffer, as coordinates (row, column): the first ones
 * of each thread. False: the atom has no such sums. */
static bool sums_of_buffer(const lck_proofs *w, lck_leaves *crd)
{
    lck_part part;
    lck_leaves all;
    int64_t left = w->out.rows * w->out.columns / w->recipe->atom.threads;
    if (!lck_atom_part(&w->recipe->atom, 2, &part))
        return false;
    lck_leaves_of_part(&part, &crd[0], &all);
    crd[1] = (lck_leaves){0};
    for (size_t i = 0; i < all.n; i++) {
        lck_mode leaf = all.leaf[i];
        leaf.extent = leaf.extent < left ? leaf.extent : left;
        lck_leaf_of(&crd[1], &leaf);
        left /= leaf.extent;
    }
    return true;
}

/* Matrices along n that a store puts: 2, of an odd number of 8 columns 1. */
static int64_t matrices_across(const lck_proofs *w)
{
    return w->out.columns % 16 == 0 ? 2 : 1;
}

/* From a row, and a column, to the next one in a buffer. */
static int64_t row_step(const lck_proofs *w)
{
    return w->out.turned ? 1 : w->out.chunk;
}

static int64_t column_step(const lck_proofs *w)
{
    return w->out.turned ? w->out.chunk : 1;
}

/* Lanes give the lines of 4 matrices, or 2: the upper and the lower 8 rows, of 8 columns and the
 * next 8; a warp has 16 rows. Places of matrices: (line, of 4 matrices, warps, columns of 16;
 * element). */
static void rows_of_matrices(const lck_proofs *w, lck_leaves *mode)
{
    const int64_t row = row_step(w), column = column_step(w), across = matrices_across(w);
    mode[0] = mode[1] = (lck_leaves){0};
    lck_leaf(&mode[0], 8, w->out.chunk);
    lck_leaf(&mode[0], 2, 8 * row);
    lck_leaf(&mode[0], across, 8 * column);
    lck_leaf(&mode[0], 4, 16 * row);
    lck_leaf(&mode[0], w->out.columns / (8 * across), 8 * across * column);
    lck_leaf(&mode[1], 8, 1);
}

/* stmatrix.x4, or .x2, of 4 warps (PTX ISA, stmatrix): thread and register -> line of the
 * matrices, element; with .trans the other way round. */
static void stmatrix(const lck_proofs *w, lck_leaves *crd)
{
    const int64_t across = matrices_across(w), rows = 16 * across;
    const int of_pairs = w->out.turned ? 0 : 1; /* the coordinate that pairs lie along */
    lck_mode pairs = {4, {0}}, eights = {8, {0}}, pair = {2, {0}};
    pairs.step[of_pairs] = 2;
    eights.step[1 - of_pairs] = 1;
    pair.step[of_pairs] = 1;
    crd[0] = crd[1] = (lck_leaves){0};
    lck_leaf_of(&crd[0], &pairs);
    lck_leaf_of(&crd[0], &eights);
    lck_leaf_of(&crd[0], &(lck_mode){4, {rows, 0}});
    lck_leaf_of(&crd[1], &pair);
    lck_leaf_of(&crd[1], &(lck_mode){2 * across, {8, 0}});
    lck_leaf_of(&crd[1], &(lck_mode){w->out.columns / (8 * across), {4 * rows, 0}});
}

static const char *buffer(const lck_proofs *w)
{
    lck_leaves mode[2] = {0};
    lck_leaf(&mode[0], w->out.rows, row_step(w));
    lck_leaf(&mode[1], w->out.columns, column_step(w));
    return lck_after_swizzle(w, w->out.swizzle, lck_ints(w, 2, mode));
}

static bool matrices_are_put(lck_proofs *w)
{
    lck_leaves rows[2], put[2], sums[2], lanes[2] = {0};
    int bytes = w->product->element[LCK_C]->bytes;
    rows_of_matrices(w, rows);
    stmatrix(w, put);
    if (!sums_of_buffer(w, sums))
        return false;
    for (size_t i = 0; i < rows[0].n; i++)
        lck_leaf_of(&lanes[size_of(&lanes[0]) < 16 * matrices_across(w) ? 0 : 1],
                    &rows[0].leaf[i]);
    return lck_claims(w, "equiv(compose(%s, %s), compose(%s, %s))",
                      lck_after_swizzle(w, w->out.swizzle, lck_ints(w, 2, rows)),
                      lck_crds(w, 2, 2, put), buffer(w), lck_crds(w, 2, 2, sums)) &&
           lck_prove_access(w, w->out.swizzle, lanes, bytes, 16);
}

/* Pairs of sums of 4 or 1 bytes, as they are. */
static bool pairs_are_put(lck_proofs *w)
{
    lck_leaves sums[2], lanes[2] = {0};
    int bytes = w->product->element[LCK_C]->bytes;
    if (!sums_of_buffer(w, sums))
        return false;
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < sums[i].n; k++) {
            const lck_mode *leaf = &sums[i].leaf[k];
            bool lane = size_of(&lanes[0]) < 32 && i == 0;
            if (leaf->step[1] != 1)
                lck_leaf(&lanes[lane ? 0 : 1], leaf->extent,
                         leaf->step[0] * w->out.chunk + leaf->step[1]);
        }
    }
    return lck_prove_access(w, w->out.swizzle, lanes, bytes, 2 * bytes);
}

/* A box of C lies in a buffer as TMA reads it. */
static bool box_is_read(lck_proofs *w)
{
    const int bytes = w->product->element[LCK_C]->bytes;
    lck_leaves crd[2] = {0}, at[2] = {0};
    const bool turned = w->out.turned;
    lck_mode element = {w->out.chunk, {0}}, line = {w->out.lines, {0}};
    element.step[turned ? 0 : 1] = 1;
    line.step[turned ? 1 : 0] = 1;
    lck_leaf_of(&crd[0], &element);
    lck_leaf_of(&crd[1], &line);
    lck_leaf(&at[0], w->out.chunk, bytes);
    lck_leaf(&at[1], w->out.lines, w->out.chunk * bytes);
    return lck_is_written(w, buffer(w), lck_crds(w, 2, 2, crd), w->out.span, lck_ints(w, 2, at),
                          bytes);
}

static bool stored_by_tma(lck_proofs *w)
{
    if (!w->recipe->tma_store)
        return true;
    return lck_claim_found(w, w->out.fits ? NULL : "they are not, or lines of c not contiguous",
                           "64 rows, and %lld columns, are boxes of the axes of c",
                           (long long)w->out.columns) &&
           box_is_read(w) &&
           (w->product->element[LCK_C]->bytes == 2 ? matrices_are_put(w) : pairs_are_put(w));
}

/* ---- registers ---- */

static int64_t sums_of_thread(const lck_proofs *w)
{
    return lck_part_values(&w->sums) * w->product->accumulate->bytes / 4;
}

/* Operands in registers: values of one k, or fragments of an atom's k of a warp's part, and those
 * of the next where their number is even. */
static int64_t fragments(const lck_proofs *w)
{
    const lck_recipe *r = w->recipe;
    int bytes = w->product->element[LCK_A]->bytes;
    if (r->method == LCK_FMA) {
        lck_fma_lanes l;
        lck_fma_lanes_of(w->product, r, &l);
        int64_t values = l.vector[0] * l.vectors[0] + l.vector[1] * l.vectors[1];
        return values * bytes / 4 * (r->extent[2] % 2 == 0 ? 2 : 1);
    }
    if (r->method == LCK_WGMMAS)
        return 0;
    int64_t m = r->extent[0] / r->warps[0] / r->atom.m,
            n = r->extent[1] / r->warps[1] / r->atom.n;
    int64_t values = m * r->atom.values[0] + n * r->atom.values[1];
    return values * bytes / 4 * (r->extent[2] / r->atom.k % 2 == 0 ? 2 : 1);
}

/* The registers that accumulating warpgroups take and the loading one keeps are no more than the
 * launch gives the block. */
static bool taken_registers(lck_proofs *w, const char *held)
{
    const int taken = lck_recipe_takes_registers(w->recipe, w->plan->device);
    const int consumers = lck_recipe_consumers(w->recipe);
    const int threads = lck_recipe_threads(w->recipe, w->plan->device);
    return lck_claims(w, "%s <= %d", held, taken) &&
           lck_claims(w, "%d * %d + %d * %d <= %d", taken, consumers, LCK_LOADER_REGISTERS,
                      threads - consumers,
                      threads * lck_device_registers(w->plan->device, threads));
}

static bool registers(lck_proofs *w)
{
    const lck_recipe *r = w->recipe;
    const char *held = lck_plan_printf(w->plan, "%lld + %lld", (long long)sums_of_thread(w),
                                       (long long)fragments(w));
    if (lck_recipe_takes_registers(r, w->plan->device))
        return taken_registers(w, held);
    const char *all = lck_plan_printf(w->plan, "(%s) * %d", held,
                                      lck_recipe_threads(r, w->plan->device));
    if (r->resident > 1)
        all = lck_plan_printf(w->plan, "%s * %d", all, r->resident);
    return lck_claims(w, "%s <= %d", held, w->plan->device->registers_of_thread) &&
           lck_claims(w, "%s <= %d", all, w->plan->device->registers);
}

bool lck_prove_accesses(lck_proofs *w)
{
    bool ok = true;
    for (int i = LCK_A; ok && i <= LCK_B; i++)
        ok = w->recipe->method == LCK_WGMMAS ? operand_reads(w, i) : lck_prove_fragments(w, i);
    return ok && (w->recipe->method != LCK_WGMMAS || stored_by_tma(w)) && registers(w);
}
