/* trail.h - what isl was asked in a proof about sizes, as lines of a certificate.
 *
 * A proof for all numbers of parameters (law.h) comes down to sets that isl finds empty. Each of
 * them is an item of a few lines, its dimensions being variables:
 *
 *     set { [p0, c0, u0] : 1 <= p0 and 0 <= c0 and p0 - c0 - 1 >= 0 and ... }
 *     where p0 is M                          a parameter
 *     where q0 is floor((p0 + 3)/8)          a quotient, a minimum, as min(p0, p1)
 *     where u0 is p0*c0                      a product, a dimension of its own
 *     identity (p0 - 1)*(c0 - 1) = u0 - p0 - c0 + 1
 *
 *     hint along (M,N):(1,M)                 before them: what was found; `-`: nothing
 *
 * Dimensions that no line explains are coordinates. A row of the set is what is known of its
 * variables, what a counterexample would have, or the right side of an identity whose two factors
 * are such rows: the product of two things that are not negative is not negative.
 *
 * To check a certificate the proof is written once more, from what is claimed and with the hints
 * of the certificate, and isl is asked again: the two texts are the same. So a line that says
 * something else proves nothing.
 */
#ifndef LCR_RECHECK_SYMBOLIC_TRAIL_H
#define LCR_RECHECK_SYMBOLIC_TRAIL_H

#include "../read/literal.h"

typedef struct lcr_trail {
    lc_text *out; /* where to */
    bool given;   /* checking: these are the hints, `KIND LITERAL` each, of which `at` are used */
    size_t n, at;
    const char **hint;
    bool old; /* hints are not written */
} lcr_trail;

/* The next hint, if it is one of the kind; NULL: it is not, or it says that nothing was found. */
const char *lcr_trail_hint(lcr_trail *trail, const char *kind);
/* Writes what was found, or NULL. There may be no trail. */
void lcr_trail_hinted(lcr_trail *trail, const char *kind, const char *text);

#endif
