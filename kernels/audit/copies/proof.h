/* proof.h - questions about instances of stores and elements, put to isl (prove.c).
 *
 * Functions return false where a question cannot be asked, or is denied; the reason is kept then.
 */
#ifndef LCK_COPIES_PROOF_H
#define LCK_COPIES_PROOF_H

#include "frame.h"

typedef struct {
    lck_copying *c;
    lck_frames s;
    lck_frame frame[3]; /* a store; one of its block, for shared memory; one of any block */
    size_t n;
    const lcv_sum *extent[2 * LCK_COPY_MODES], *to[2 * LCK_COPY_MODES], *from[2 * LCK_COPY_MODES],
        *offset[2];
    uint32_t x[2 * LCK_COPY_MODES + 1]; /* coordinates of an element, the last within it */
    size_t asked;
    lcr_map *context;
    uint32_t known; /* atoms that the context has */
} lck_proof;

/* Keeps a reason; false. */
bool lck_proof_unknown(lck_proof *p, const char *what);

/* ---- elements ---- */

/* The modes that both layouts have in common; their coordinates. */
bool lck_proof_modes(lck_proof *p);
bool lck_proof_coordinates(lck_proof *p);

/* ---- sets ---- */

void lck_proof_use(lck_proof *p, lck_set *set, uint32_t atom, bool named);
/* The coordinates of an element are what they may be. */
bool lck_proof_box(lck_proof *p, lck_set *set, bool named);
/* address + unit * u - place of x in the source (0) or in the destination (1), in bytes */
const lcv_sum *lck_proof_distance(lck_proof *p, const lck_frame *f, const lc_expr *at,
                                  const lck_frame *of, int which);
/* The distance is 0 in each of its sizes; or, `differs`, not in some. */
bool lck_proof_at(lck_proof *p, lck_set *set, const lcv_sum *d, bool differs);
/* Instances of a store, with the element that each writes. */
bool lck_proof_writes(lck_proof *p, lck_set *set, const lck_frame *f, const lck_move *m,
                      const lc_expr *when, bool named);

/* ---- questions ---- */

/* Takes the set over, and frees its text. NULL: why is told. */
lcr_map *lck_proof_map(lck_proof *p, lck_set *set);
/* The set has no element; takes it over. */
bool lck_proof_empty(lck_proof *p, lcr_map *set, const char *otherwise);
/* a is in b; takes both over. */
bool lck_proof_subset(lck_proof *p, lcr_map *a, lcr_map *b, const char *otherwise);

/* Elements, or instances: all of them where a condition holds (perhaps NULL), as text that the
 * caller owns; or whatever has these coordinates and the condition (`any`). */
typedef struct {
    char *(*text)(lck_proof *p, const void *of, const lc_expr *where, bool any);
    const void *of;
} lck_whole;

/* A part of them, all of which have a condition in common. */
typedef struct {
    const lc_expr *where;
    char *text;
} lck_piece;

/* Is all of it in the pieces? Pieces with one condition in common are asked about together:
 * vectors of a row, lines of a tile. Takes the texts over. */
bool lck_proof_covered(lck_proof *p, const lck_whole *all, lck_piece *part, size_t n,
                       const char *otherwise);

/* ---- elements.c, shared.c ---- */

/* Each element is written. */
bool lck_proof_all(lck_proof *p);
/* What a store writes is the element's in the source. */
bool lck_proof_source(lck_proof *p, const lck_move *m);

#endif
