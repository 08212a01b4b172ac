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
 * While a proof is made the lines are added to a text. A certificate is checked by making its
 * proof once more, from what is claimed and with its hints: its lines have to be those of the
 * text. So a line that says something else proves nothing.
 */
#ifndef LCR_RECHECK_SYMBOLIC_TRAIL_H
#define LCR_RECHECK_SYMBOLIC_TRAIL_H

#include "../read/literal.h"

typedef struct lcr_trail {
    lc_text *out;
    /* checking: the lines of the certificate, and the next one that may be a hint; NULL: hints
     * are looked for */
    size_t n, at;
    const char *const *line;
} lcr_trail;

/* Checking: the next hint, where it is of the kind; NULL: it is not, or it says that nothing was
 * found. */
const char *lcr_trail_hint(lcr_trail *trail, const char *kind);
/* Adds a hint, NULL: nothing was found; an item that isl finds empty. */
void lcr_trail_hinted(lcr_trail *trail, const char *kind, const char *text);
void lcr_trail_met(lcr_trail *trail, const char *item);

#endif
