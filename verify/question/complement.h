/* complement.h - what breaks the laws of a complement C of A (Cecka 3.5).
 *
 *     law 28   C(i) = A(j) for no i other than 0, and no j of A's domain
 *     law 29   C increases
 *
 * If the values are coordinates, the modes of C are nested like them, one part for each axis: C =
 * (1,1):(4e0,8e1) is (i,j) -> (4i,8j). Each part increases by itself, coordinates being compared
 * by the last axis on which they differ. If the values are integers, C is its only part.
 *
 * C is read on its domain, or extended: the last leaf of each part has no end.
 */
#ifndef LCV_COMPLEMENT_H
#define LCV_COMPLEMENT_H

#include "../function/chain.h"
#include "question.h"

typedef struct {
    bool extended;
    lcv_function c, a;       /* on common axes */
    const lc_tuple *profile; /* of their values; NULL: integers */
    size_t naxes;
    size_t nparts;          /* of C */
    lc_layout *const *part; /* NULL where there is no mode */
    lcv_chain chain;        /* C after A, which has the parts */
    lc_int *i;              /* the coordinate of C that was found, an integer a part */
} lcv_complement;

/* LC_ERR_INVALID: the modes of C are not nested like the values of A. */
bool lcv_complement_open(lc_ctx *ctx, const lc_layout *c, const lc_layout *a, bool extended,
                         lcv_complement *p);

/* A part that does not increase from i on, i the least: i is filled in, and `part`. */
bool lcv_find_disorder(lc_ctx *ctx, const lcv_complement *p, size_t *part);

/* i and j that break law 28, law 29 being true. YES: i is filled in, and j is found->d. */
lcr_answer lcv_find_shared(lcr_ctx *r, lcv_complement *p, lcv_finding *found);

#endif
