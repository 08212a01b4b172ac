/* size-claims.h - random claims about sizes in M and N, as texts, of layouts whose modes are
 * compact in a random order, padded at times.
 */
#ifndef TESTS_SIZE_CLAIMS_H
#define TESTS_SIZE_CLAIMS_H

#include "law.h"
#include "size-walk.h"

#define SIZE_MODES 4

typedef struct {
    size_t n, axes;
    const char *extent[SIZE_MODES], *step[SIZE_MODES];
    size_t axis[SIZE_MODES];
    const char *place[2]; /* past all of an axis */
} size_modes;

/* A size of at least 1 where M and N are; one that may be 0. */
const char *rnd_size(law *l);
const char *rnd_size_or_none(law *l);
/* Another size, for a wrong claim. */
const char *changed(law *l, const char *size);

size_modes rnd_texts(law *l, size_t axes, const char *(*size)(law *));
const char *layout_text(law *l, const size_modes *t);

/* Right as a rule, with something changed in `wrong`. */
claim rnd_claim(law *l, bool wrong, const char *(*size)(law *));
/* "injective", "<="; the claim as the language has it. */
const char *claim_name(const claim *c);
const char *claim_text(law *l, const claim *c);

#endif
