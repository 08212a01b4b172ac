/* fragment.h - how a warp loads operands of an atom of mma from a stage.
 *
 * A warp has a part of the tile, `atoms` of them along m (n). For each step of k, the length of
 * the atom, their values go to registers, atom by atom: as matrices of 8 rows of 16 bytes where
 * the atom's table has its values as ldmatrix gives them, else element by element.
 *
 *   K-major       the rows of matrices lie along k, of elements of 4 bytes or less
 *   MN-major      they lie along m (n), and are transposed on the way, of elements of 2 bytes
 *
 * Places are one of the thread, for each step of k (or for each atom, if the stage is MN-major),
 * and a number: the swizzle depends on the row of a matrix alone.
 */
#ifndef LCK_PRODUCT_FRAGMENT_H
#define LCK_PRODUCT_FRAGMENT_H

#include "fill.h"

#define LCK_MAX_FRAGMENT_PLACES 128

typedef enum { LCK_MATRICES, LCK_TRANSPOSED, LCK_SINGLY } lck_fragment_way;

typedef struct {
    lck_factor tensor;
    int array, file;
    lck_tile_stage stage;
    lck_fragment_way way;
    int64_t rows, k;      /* of an atom: along m (n), along k */
    int values;           /* of a thread, of an atom */
    int64_t atoms, steps; /* of a warp's part: along m (n), along k */
    int buffers;          /* 2: a step is taken while another one is multiplied */
    int64_t together;     /* atoms that one load takes */
    int matrices;         /* of a load */
    const lc_expr *begin; /* of the warp's part, along m (n) */
    bool placed;          /* at[] is given */
    const lc_expr *at[LCK_MAX_FRAGMENT_PLACES];
} lck_fragment;

/* Makes the file of its registers, and writes the places of a thread. There is one buffer where
 * words are assembled from elements, or the number of steps is odd. False with an error. */
bool lck_fragment_begin(lck_making *w, lck_factor tensor, int array, const char *name,
                        lck_fragment *out);
/* Takes a step of the stage that begins at element `slot`. */
void lck_fragment_get(lck_making *w, const lck_fragment *f, const lc_expr *slot, int64_t step);
/* How the values of an atom are loaded; the fragment has its stage, rows, k and values. */
lck_fragment_way lck_fragment_way_of(const lck_making *w, const lck_fragment *f);
/* The first register of an atom, of a step. */
const lc_expr *lck_fragment_of(lck_making *w, const lck_fragment *f, const lc_expr *atom,
                               int64_t step);

#endif
