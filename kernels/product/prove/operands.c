/* operands.c - obligations of the operands of fma and mma, from stages to registers.
 *
 *   what ldmatrix gives a thread is what the atom wants of it   equiv(compose(rows, ldmatrix),
 *                                                               compose(stage, TV))
 *   fills of stages, and what warps take of them                conflict_free(..), or
 *                                                               conflicts(..) == n
 */
#include "config.h"

#include "../lower/fragment.h"
#include "proofs.h"

#define ROW 16 /* bytes of a matrix's row */
#define LANES 32

/* ---- from indices to offsets ---- */

/* A leaf along the chunks of a stage: those of one chunk, and from chunk to chunk. */
static void add_along(const lck_tile_stage *s, int64_t extent, int64_t step, lck_leaves *out)
{
    int64_t from_chunk = s->chunk * s->rows;
    if (step >= s->chunk) {
        lck_leaf(out, extent, step / s->chunk * from_chunk);
    } else if (step * extent <= s->chunk) {
        lck_leaf(out, extent, step);
    } else {
        lck_leaf(out, s->chunk / step, step);
        lck_leaf(out, extent * step / s->chunk, from_chunk);
    }
}

/* A leaf along m (n), or along k, as offsets. */
static void add_index(const lck_tile_stage *s, bool along_k, int64_t extent, int64_t step,
                      lck_leaves *out)
{
    if (along_k != s->mn_major)
        add_along(s, extent, step, out);
    else
        lck_leaf(out, extent, step * s->chunk);
}

static void add_crd(const lck_tile_stage *s, const lck_leaves *of, lck_leaves *out)
{
    for (size_t i = 0; i < of->n; i++)
        add_index(s, of->leaf[i].step[0] == 0, of->leaf[i].extent,
                  of->leaf[i].step[0] ? of->leaf[i].step[0] : of->leaf[i].step[1], out);
}

/* ---- what a warp takes ---- */

/* Atoms along m (n), of all warps; steps of k. */
static void add_atoms(const lck_proofs *w, int tensor, lck_leaves *crd)
{
    int64_t rows = tensor == LCK_A ? w->recipe->atom.m : w->recipe->atom.n;
    int64_t k = w->recipe->atom.k;
    lck_leaf_of(crd, &(lck_mode){w->recipe->extent[tensor] / rows, {rows, 0}});
    lck_leaf_of(crd, &(lck_mode){w->recipe->extent[2] / k, {0, k}});
}

/* Matrices of a load: along m (n), along k, of atoms. */
typedef struct {
    int64_t upright, across, together, rows;
    int bytes;
    bool transposed;
} matrices;

static int64_t count(const matrices *m)
{
    return m->upright * m->across * m->together;
}

/* The places of the rows of the matrices of a load, in the order of lanes; those of other
 * loads. */
static void rows_of_matrices(const lck_proofs *w, int tensor, const matrices *m, lck_leaves *row,
                             lck_leaves *load)
{
    const lck_tile_stage *s = &w->stage[tensor];
    *row = *load = (lck_leaves){0};
    lck_leaf(row, 8, s->chunk);
    add_index(s, false, m->upright, 8, row);
    add_index(s, true, m->across, ROW / m->bytes, row);
    add_index(s, false, m->together, m->rows, row);
    int64_t loads = w->recipe->extent[tensor] / (m->rows * m->together);
    add_index(s, false, loads, m->rows * m->together, load);
    add_index(s, true, w->recipe->extent[2] / w->recipe->atom.k, w->recipe->atom.k, load);
}

/* What ldmatrix gives (PTX ISA): thread and register -> row of the matrices, column. */
static void given(const lck_proofs *w, int tensor, const matrices *m, lck_leaves *crd)
{
    int64_t word = m->bytes < 4 ? 4 / m->bytes : 1, n = count(m);
    int64_t loads = w->recipe->extent[tensor] / (m->rows * m->together) *
                    (w->recipe->extent[2] / w->recipe->atom.k);
    crd[0] = crd[1] = (lck_leaves){0};
    if (m->transposed) {
        lck_leaf_of(&crd[0], &(lck_mode){4, {word, 0}});
        lck_leaf_of(&crd[0], &(lck_mode){8, {0, 1}});
        lck_leaf_of(&crd[1], &(lck_mode){word, {1, 0}});
    } else {
        lck_leaf_of(&crd[0], &(lck_mode){4, {0, word}});
        lck_leaf_of(&crd[0], &(lck_mode){8, {1, 0}});
        lck_leaf_of(&crd[1], &(lck_mode){word, {0, 1}});
    }
    lck_leaf_of(&crd[1], &(lck_mode){n, {8, 0}});
    lck_leaf_of(&crd[1], &(lck_mode){loads, {8 * n, 0}});
}

static bool by_matrices(lck_proofs *w, int tensor, const matrices *m)
{
    const lck_tile_stage *s = &w->stage[tensor];
    lck_part part;
    lck_leaves wanted[2], got[2], row, load, places[2] = {0};
    lck_atom_part(&w->recipe->atom, tensor, &part);
    lck_leaves_of_part(&part, &wanted[0], &wanted[1]);
    add_atoms(w, tensor, &wanted[1]);
    given(w, tensor, m, got);
    rows_of_matrices(w, tensor, m, &row, &load);
    places[0] = row;
    for (size_t i = 0; i < load.n; i++)
        lck_leaf_of(&places[0], &load.leaf[i]);
    lck_leaf(&places[1], ROW / m->bytes, 1);
    return lck_claims(w, "equiv(compose(%s, %s), compose(%s, %s))",
                      lck_after_swizzle(w, s->swizzle, lck_ints(w, 2, places)),
                      lck_crds(w, 2, 2, got), lck_stage_of_indices(w, tensor),
                      lck_crds(w, 2, 2, wanted)) &&
           lck_prove_access(w, s->swizzle, (lck_leaves[]){row, load}, m->bytes, ROW);
}

/* Value by value, as the atom has them. */
static bool singly(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    lck_part part;
    lck_leaves crd[2], at[2] = {0};
    lck_atom_part(&w->recipe->atom, tensor, &part);
    lck_leaves_of_part(&part, &crd[0], &crd[1]);
    add_atoms(w, tensor, &crd[1]);
    for (int i = 0; i < 2; i++)
        add_crd(s, &crd[i], &at[i]);
    return lck_prove_access(w, s->swizzle, at, s->element->bytes, s->element->bytes);
}

static bool fragments(lck_proofs *w, int tensor)
{
    const lck_recipe *r = w->recipe;
    lck_making making = {.product = w->product, .recipe = r};
    lck_fragment f = {.tensor = (lck_factor)tensor,
                      .stage = w->stage[tensor],
                      .rows = tensor == LCK_A ? r->atom.m : r->atom.n,
                      .k = r->atom.k,
                      .values = r->atom.values[tensor]};
    lck_fragment_way way = lck_fragment_way_of(&making, &f);
    int bytes = f.stage.element->bytes;
    matrices m = {f.rows / 8, f.k * bytes / ROW, 1, f.rows, bytes, way == LCK_TRANSPOSED};
    int64_t atoms = r->extent[tensor] / r->warps[tensor] / f.rows;
    if (way == LCK_SINGLY)
        return !f.stage.indexed || singly(w, tensor);
    while (2 * count(&m) <= 4 && atoms % (2 * m.together) == 0)
        m.together *= 2;
    return by_matrices(w, tensor, &m);
}

/* ---- fma ---- */

/* The values of one k: vectors of 4 lanes along m, 8 along n, all of them for each row. */
static bool values_of_k(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    lck_fma_lanes l;
    lck_leaves mode[2] = {0};
    int bytes = s->element->bytes;
    lck_fma_lanes_of(w->product, w->recipe, &l);
    lck_leaf(&mode[0], l.lanes[1], tensor == LCK_B ? l.vector[1] : 0);
    lck_leaf(&mode[0], l.lanes[0], tensor == LCK_A ? l.vector[0] : 0);
    lck_leaf(&mode[1], l.vectors[tensor], l.apart[tensor]);
    lck_leaf(&mode[1], s->rows, s->chunk);
    return lck_prove_access(w, s->swizzle, mode, bytes, (int)l.vector[tensor] * bytes);
}

/* ---- fills ---- */

/* The leaves of one mode are split between lanes and accesses. */
static bool split(const lck_leaves *all, lck_leaves *mode)
{
    int64_t left = LANES;
    mode[0] = mode[1] = (lck_leaves){0};
    for (size_t i = 0; i < all->n; i++) {
        int64_t extent = all->leaf[i].extent, step = all->leaf[i].step[0];
        int64_t lanes = extent < left ? extent : left;
        if (extent % lanes != 0 || left % lanes != 0)
            return false;
        lck_leaf(&mode[0], lanes, step);
        lck_leaf(&mode[1], extent / lanes, lanes * step);
        left /= lanes;
    }
    return left == 1;
}

/* Vectors along the contiguous axis are stored by the threads one after the other: as vectors
 * where the stage has them side by side, else element by element (kernels/product/lower/fill.c).
 * Tiles that do not divide into 32 lanes are not asked about. */
static bool fills(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    int64_t width = s->contiguous ? w->recipe->vector[tensor] : 1;
    bool along_k = w->product->axis[s->inner].role == LCK_ALONG_K;
    bool side_by_side = along_k != s->mn_major;
    int64_t extent[] = {w->recipe->extent[tensor], w->recipe->extent[2]};
    lck_leaves all = {0}, mode[2];
    if (extent[along_k] % width != 0)
        return true;
    add_index(s, along_k, extent[along_k] / width, width, &all);
    add_index(s, !along_k, extent[!along_k], 1, &all);
    if (!s->indexed || !split(&all, mode))
        return true;
    if (!side_by_side)
        add_index(s, along_k, width, 1, &mode[1]);
    return lck_prove_access(w, s->swizzle, mode, s->element->bytes,
                            (int)(side_by_side ? width : 1) * s->element->bytes);
}

bool lck_prove_fragments(lck_proofs *w, int tensor)
{
    return fills(w, tensor) &&
           (w->recipe->method == LCK_FMA ? values_of_k(w, tensor) : fragments(w, tensor));
}
