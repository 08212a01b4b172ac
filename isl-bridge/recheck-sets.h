/* recheck-sets.h - the sets whose emptiness proves a claim.
 *
 * From the literals of a claim, and nothing else, the counterexamples of the claim are
 * written as sets in isl's syntax, over explicit dimensions: natural coordinates c0, c1,
 * ... of the domain, digits t0, t1, ... of values in the mixed radix of a layout that is
 * applied to them (the last digit without bounds, as layouts extend), bits x0, x1, ....
 * The claim holds exactly when the conditions that need no set hold and every set is
 * empty; a point of a set is a counterexample. Claims that say "there is" are stated with
 * a witness, the value that is there, for which they say "for all".
 *
 *   by          claims                                  sets
 *   reading     congruent, compatible, ..., equal       none: tuples are compared
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
 *   counting    divides_into                            A o T is D's first mode, and D = A o W
 *                                                       where W permutes the coordinates; or
 *                                                       A = D o W, D and W injective
 *   vector      vectorizes                              a vector, or one coordinate, is not as it
 *                                                       should be (recheck-vector.c)
 *   common      disjoint, complements                   f(i) = g(j), the first not 0
 *   runs        not admissible                          how far f runs straight along a leaf,
 *                                                       its value past that, and at c
 *   banks       conflict_free                           lanes of a phase want one bank of two
 *                                                       rows; an address is not aligned
 *   accesses    conflict_free, coalesced, conflicts     none: every access is looked at; or the
 *               and sectors compared with a number      first one, and others are not like it
 *   relation    equiv with a relation                   the graphs of the two, which are equal
 *   points      all, of small domains; is_linear and    none: every coordinate is looked at
 *               is_layout without a witness
 */
#ifndef LCR_RECHECK_SETS_H
#define LCR_RECHECK_SETS_H

#include "recheck-literal.h"

#define LCR_EVIDENCE_ARGS 6
#define LCR_EVIDENCE_SETS 4096
#define LCR_EVIDENCE_POINTS 65536

typedef struct {
    const char *claim;
    size_t n;
    const lit *arg[LCR_EVIDENCE_ARGS];
    const lit *witness; /* NULL: none */
} lcr_statement;

typedef struct {
    const char *by;  /* NULL: the claim cannot be certified like this */
    bool holds;      /* the conditions that need no set */
    char *condition; /* of those, the one that does not hold; or what is to be known */
    size_t nsets;
    char **set;      /* two relations that are equal, where `graphs` */
    bool graphs;
    bool one_way;    /* of the witness: sets that are not empty contradict nothing */
} lcr_evidence;

/* Has the language such a claim, of so many arguments? */
bool lcr_is_claim(const char *claim, size_t n);
/* Of a claim; that there is nothing of what it says, where a witness refutes it (`missing`).
 * False with an error when something failed. Text and arrays are of the pool. */
bool lcr_evidence_of(lit_pool *pool, const lcr_statement *claim, bool missing,
                     lcr_evidence *evidence);

/* ---- systems as text (recheck-system.c) ---- */

#define SYS_VARS 128
typedef struct {
    lc_int constant, of[SYS_VARS];
} sys_sum;
typedef struct {
    lit_pool *pool;
    size_t n;
    char name[SYS_VARS][8];
    char *text; /* the constraints so far, joined by "and" */
    size_t length, room;
    bool failed;
} sys;

void lcr_sys_begin(sys *s, lit_pool *pool);
/* A variable with these bounds, either may be NULL; its name is a letter and a number. */
size_t lcr_sys_var(sys *s, char letter, const lc_int *least, const lc_int *most);
void lcr_sys_zero(sys_sum *e);
void lcr_sys_add(sys *s, sys_sum *e, lc_int factor, const sys_sum *more);
void lcr_sys_add_var(sys *s, sys_sum *e, lc_int factor, size_t var);
/* e REL 0, REL one of "=", ">=", ">". */
void lcr_sys_relate(sys *s, const sys_sum *e, const char *relation);
/* The set of all that was said; NULL when something failed. */
char *lcr_sys_text(const sys *s);
/* The relation from `in` to `out` for which there are values of the variables. */
char *lcr_sys_graph(const sys *s, const sys_sum *in, const sys_sum *out);

#endif
