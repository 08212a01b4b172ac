/* nest.h - morphisms of nested tuples, by their definitions.
 *
 * A morphism f from the tuple S to the tuple T joins entries of S to equal entries of T, no
 * two to one; the others have no image. It realizes the layout of shape S whose stride at
 * entry i is the product of the entries of T before the image of i, or 0.
 *
 *   g o f   entry i goes to the image under g of its image under f; where the codomain of f and
 *           the domain of g differ, entries of both are cut where the other one has a boundary,
 *           and pieces go to pieces
 *   f^c     the entries of T that are no images, in order, each to itself; 1 if there are none
 *   (f, g)  both, of one T, side by side
 *
 * Results are of the pool of the evidence; NULL with an error when there is no memory.
 */
#ifndef LCR_RECHECK_NEST_H
#define LCR_RECHECK_NEST_H

#include "evidence.h"

/* Are images entries of the codomain, equal ones, and no two the same? */
bool lcr_nest_is_map(ev *e, const lit *f);
bool lcr_nest_same(const lit *f, const lit *g);
bool lcr_nest_same_but_ones(const lit *f, const lit *g); /* images of entries 1 may differ */

/* Is it of standard form, so that strides determine it? The codomain is flat; no entry 1 lacks a
 * partner, nor do two neighbours, nor the last entry; it is 1 if no entry has a partner. */
bool lcr_nest_is_standard(ev *e, const lit *f);

const lit *lcr_nest_layout(ev *e, const lit *f);
/* NULL without an error: they do not compose. Images of entries 1 are left open where the tuples
 * between them differ. */
const lit *lcr_nest_after(ev *e, const lit *g, const lit *f);
/* f, with one more entry at the end of its codomain. */
const lit *lcr_nest_extended(ev *e, const lit *f, lc_int entry);
const lit *lcr_nest_complement(ev *e, const lit *f);
/* f and g have one codomain. */
const lit *lcr_nest_beside(ev *e, const lit *f, const lit *g);

/* Is `finer` `coarse` with some leaves replaced by flat tuples of the same size? count[k] is the
 * number of leaves in the place of leaf k. */
bool lcr_nest_splits(ev *e, const lit *coarse, const lit *finer, size_t *count);

#endif
