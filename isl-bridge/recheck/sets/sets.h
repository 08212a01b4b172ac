/* sets.h - the sets whose emptiness proves a claim.
 *
 * From the literals of a claim, and nothing else, the counterexamples of the claim are
 * stated as sets (sets/system.h), over explicit dimensions: natural coordinates c0, c1,
 * ... of the domain, digits t0, t1, ... of values in the mixed radix of a layout that is
 * applied to them (the last digit without bounds, as layouts extend), bits x0, x1, ....
 * The claim holds exactly when the conditions that need no set hold and every set is
 * empty; a point of a set is a counterexample. A claim that says "there is" is stated with a
 * witness, the value that is there, and says "for all" of it.
 *
 *   by          claims                                  sets
 *   reading     congruent, equal, ...                   none: tuples are compared
 *   arithmetic  compatible, tractable, ..., sizes       none: products and quotients are
 *   difference  equiv, composes, left and right         f(c) > g(c), f(c) < g(c), an axis
 *               inverses, admissible, is_layout,        each; of inverses, bounds as well
 *               contained with a witness
 *   parity      the same, linear over F2                the XOR of an output bit of f
 *                                                       and g is odd
 *   collision   injective                               f = 0 of differences, not all 0, the
 *                                                       first that is not 0 positive
 *   bounds      in_bounds, fits, aligned                f(c) < least, f(c) > most
 *   counting    bijective, compact, surjective,         collision and bounds; there are as
 *               partitions, covers                      many coordinates as places
 *   counting    partitions under a guard                of coordinates that take part, one is
 *                                                       outside, two are one place; numbers
 *                                                       that no leaf of an axis reaches
 *   counting    divides_into                            A o T is D's first mode, and D = A o W
 *                                                       where W permutes the coordinates; or
 *                                                       A = D o W, D and W injective
 *   counting    reorders, reordering                    X = Y o W, W permutes coordinates
 *   counting    multiplies                              an index is said twice, or out of
 *                                                       bounds; two coordinates add one product
 *   vector      vectorizes                              a vector, or one coordinate, is not as it
 *                                                       should be (claims/vector.c)
 *   common      disjoint, complements                   f(i) = g(j), the first not 0
 *   missing     covers, surjective, contained           f never has the value that is missing:
 *                                                       sets that are empty refute
 *   runs        not admissible                          how far f runs straight along a leaf,
 *                                                       its value past that, and at c
 *   accesses    conflict_free, coalesced, conflicts     a lane starts elsewhere than it should
 *               and sectors compared with a number      (claims/lanes.c); or none: every access
 *                                                       is looked at
 *   relation    claims about relations, and             what isl leaves of its own maps: an
 *               equiv with one                          input of one only, outputs that differ
 *                                                       (claims/relation-rows.c)
 *               claims that take functions,            those of the claim; the values of the
 *               of relations                           relation are a sum over runs
 *                                                      (sets/listed.h)
 *   pieces      values of mode surgery,                 V(c) is not the sum of the leaves that it
 *               slices, recasts                         is made of, an axis each, or a bit of XOR
 *   evaluation  values of X(c)                          it is another one; digits are explicit
 *   points      where sums of many XORs are to be       none: every coordinate is looked at
 *               compared, of small domains; what is
 *               reached; is_layout without a witness
 */
#ifndef LCR_RECHECK_SETS_H
#define LCR_RECHECK_SETS_H

#include "system.h"

#define LCR_EVIDENCE_ARGS 64
#define LCR_EVIDENCE_SETS 8192
#define LCR_EVIDENCE_POINTS 65536

/* So many coordinates can be looked at one by one: a number, and no size. */
static inline bool lcr_lit_is_few(lc_int n)
{
    return !lc_int_is_size(n) && lc_int_le(n, lc_int_const(LCR_EVIDENCE_POINTS));
}

/* A claim of its arguments; or a value, which an operation has of them. */
typedef struct {
    const char *claim; /* or the operation */
    size_t n;
    const lit *arg[LCR_EVIDENCE_ARGS];
    const lit *witness; /* NULL: none */
    const lit *value;   /* NULL: it is a claim */
    int how;            /* what the row tells its rule (ev_row.how) */
} lcr_statement;

typedef struct {
    const char *by;  /* NULL: the claim cannot be certified like this */
    bool holds;      /* the conditions that need no set */
    char *condition; /* of those, one that does not hold; or, where `contrary`, how the claim
                      * fails */
    size_t nsets;
    const sys **set;
    bool looked;   /* at values one by one, for a condition: no set says it all */
    bool one_way;  /* a set that is not empty contradicts nothing: there may be other sets that
                    * show the claim */
    bool contrary; /* empty, the sets refute the claim: `condition` says how it fails */
} lcr_evidence;

/* Is there a claim of this name, of so many arguments? */
bool lcr_is_claim(const char *claim, size_t n);
/* The i-th claim, and how many arguments it takes; NULL past the last. The same of operations, of
 * which some have several laws. */
const char *lcr_claim_name(size_t i, size_t *least, size_t *most);
const char *lcr_law_name(size_t i, size_t *least, size_t *most);
/* The evidence for a value (laws/laws.h). */
bool lcr_evidence_of_value(lit_pool *pool, const lcr_statement *valued, lcr_evidence *evidence);
/* The evidence for a claim; or (`missing`), where a witness refutes it, that what it says is not
 * there. False with an error when something failed. Text and arrays are of the pool. */
bool lcr_evidence_of(lit_pool *pool, const lcr_statement *claim, bool missing,
                     lcr_evidence *evidence);

#endif
