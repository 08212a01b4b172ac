/* elements.h - which elements the registers of a kernel of rows hold, by its own statements.
 *
 * A register has the value that the formula has at a node, of one of the elements that its thread
 * has by the partition: that of a tensor where it is loaded, at the address of that element for
 * all sizes (scene.h); and of a function of values of one element. So it is known which elements
 * a reduction joins, and which one is stored where.
 *
 * Addresses are the same function of the tile's for all elements of a tensor, at all sizes. The
 * rest is looked at in some places, and shown there only: whether a thread loads, adds or stores
 * an element, in the first tile at the greatest sizes, and at sizes for which the element is just
 * inside, and just outside, along each axis whose extent is a size; and in the last tile at the
 * greatest sizes. There tiles begin where they should. A fault that occurs only in other tiles,
 * or at other sizes, is not found.
 */
#ifndef LCK_ROWS_ELEMENTS_H
#define LCK_ROWS_ELEMENTS_H

#include "../../lib/text.h"
#include "rows.h"
#include "scene.h"

#define LCK_WORDS (LCK_MAX_REGISTERS / 64) /* of a set of the values of a thread */

typedef struct {
    uint64_t word[LCK_WORDS];
} lck_values;

#define LCK_NO_NODE (-1)
#define LCK_ANY (-1) /* of the elements: one value for all of the row */

typedef struct {
    int node;
    int64_t element, row; /* of LCK_ANY: of this row of the thread */
} lck_origin;

/* Why something is wrong, or not known; thread -1: of no one. */
typedef struct {
    bool unknown, of_elements; /* by these, or by whose parts a reduction joins */
    int thread;
    lc_text why;
} lck_fault;

typedef struct {
    const lck_rows *rows;
    lck_scene *scene;
    lck_fault *fault;
    int threads;
    int64_t values;
    lck_origin *origin[LCK_MAX_FILES]; /* of each register */
    int node[LCK_MAX_NODES];           /* the node of each register of a row's */
    int64_t *row;                      /* of each value: that of the thread's */
    lck_values *inside;                /* of each thread: those in the row, at some sizes */
    /* Of each thread's values, the sizes at which they are inside, by bits; at which they were
     * loaded, of each array; and stored. */
    uint32_t *there, *loaded, *stored;
    bool based[LCK_MAX_ARRAYS];
    lck_integer base[LCK_MAX_ARRAYS]; /* the address of what would be element 0 of a tile */
    int64_t *high;               /* the sizes of which most is inside; NULL: none were found */
    int64_t *just[LCK_MAX_RANK]; /* of each coordinate: the least size with it, the greatest
                                      without it; -1: none. NULL: the extent is no size */
    /* At the greatest sizes, the last cluster; where its tile begins, and the tile that is looked
     * at. */
    int64_t last_cluster, last[LCK_MAX_RANK], begin[LCK_MAX_RANK];
} lck_elements;

/* False: no memory. */
bool lck_elements_open(lck_elements *w, const lck_rows *rows, lck_scene *scene, int threads,
                       lck_fault *fault);
void lck_elements_close(lck_elements *w);
/* What a statement loads, stores, or makes of values. False: w->fault says why not. */
bool lck_elements_step(lck_elements *w, const lck_statement *s);
/* Does the register of a row that a statement writes have the value of its node? */
bool lck_elements_of_row(lck_elements *w, const lck_statement *s);
/* Adds the element of a register to those that a thread has joined to its part of a reduction, if
 * it does so at any sizes. False: w->fault says why not. */
bool lck_elements_add(lck_elements *w, int node, lck_register from, int thread, int64_t row,
                      lck_values *added);
/* Are these all of the thread's elements of the row? */
bool lck_elements_are_all(const lck_elements *w, int thread, int64_t row,
                          const lck_values *added);
/* Was each element stored? */
bool lck_elements_end(lck_elements *w);

/* ---- the sizes and tiles that are looked at (sizes.c) ---- */

/* False: no memory. */
bool lck_find_sizes(lck_elements *w);
/* What is asked of an element at each of them; they are numbered. */
typedef bool lck_at_sizes(lck_elements *w, void *user, bool inside, int number);
/* Asks of the element at a place of a tile, whether it is inside, or, of `rows`, in its row. */
bool lck_for_sizes(lck_elements *w, const int64_t *crd, bool rows, lck_at_sizes *ask, void *user);
/* Goes to the last tile at the greatest sizes, or back to the first. */
void lck_go_to_tile(lck_elements *w, bool last);

#endif
