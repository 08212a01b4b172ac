/* recheck.h - certificates: claims with the sets that prove them, checked on their own.
 *
 * A certificate is a text that others can check, with iscc, islpy, or with lcr_recheck.
 * lcr_recheck shares no code with the algebra, the claim language and the prover: it reads the
 * literals of a claim (recheck/read/literal.h), states the sets whose emptiness proves it
 * (recheck/sets/sets.h), compares them with those of the certificate and asks isl.
 * recheck-confirm.h confirms a verdict without a certificate.
 *
 *     layoutcheck certificate 3
 *
 *     claim injective
 *     source layouts.lay:3: injective((4,8):(1,2))  where it was written, and what it says
 *     arg (4,8):(1,2)                               as many as there are, in literals
 *     verdict REFUTED
 *     by collision                                  how the sets came about
 *     set { [d0, d1] : 1 <= d0 <= 3 and ... }       empty, each of them, for PROVED
 *     set { [d0, d1] : ... }
 *     point 0 2 -1                                  for REFUTED: one of set number 0
 *     digest 91ab04c7e1f20d53                       of the lines of the claim
 *     end
 *
 * Lines that begin with '#' are comments. The source is rebuilt from the claim and its
 * arguments (recheck/read/source.h), so that it says nothing else. The digest (FNV-1a, 64 bits)
 * guards against accidents only; the rest stands without it.
 *
 * `witness LITERAL` after the arguments is the value that exists according to the claim; with
 * REFUTED it is the value at which the claim fails, and all sets are empty. A comparison of the
 * cost of accesses is the claim `conflicts <=`, or `sectors ==` and so on, whose arguments are X,
 * the lanes, the bytes of an element, the width, the number of banks (not for sectors) and the
 * number.
 *
 * A claim for all numbers of parameters has its cases, and in each what holds there, by sets
 * whose dimensions are the parameters, the coordinates, and products of these (recheck/symbolic/
 * trail.h). Last stands what shows that these are all cases:
 *
 *     claim in_bounds
 *     source f.lay:4: in_bounds((M,N):(1,M), M*N) for all M >= 1, N >= 1 <= 64 with N >= M
 *     parameter M >= 1                              its least number, perhaps its largest
 *     parameter N >= 1 <= 64
 *     assume N >= M
 *     verdict PROVED
 *     by parameters
 *     case
 *     when M >= 2                                   none, or several
 *     holds in_bounds
 *     arg (M,N):(1,M)                               `-` where it is not given
 *     arg M*N
 *     hint KIND LITERAL                             none, or several: what was found (hints.h)
 *     set { [p0, p1, c0, c1, u0, ...] : ... }
 *     where p0 is M
 *     where u0 is p0*p1
 *     identity (p0 - 1)*(p1 - 1) = u0 - p0 - p1 + 1
 *     case
 *     when M <= 1
 *     empty                                         there are no such numbers
 *     set ...
 *     all
 *     set ...
 *     digest 91ab04c7e1f20d53
 *     end
 *
 * `fails WORDS` instead of a point is a condition that needs no set; or all sets are empty and
 * show that the claim fails, for instance that a number of conflicts is another one. `by
 * nothing`: there is no evidence of this kind, and the verdict stands for itself.
 */
#ifndef LCR_RECHECK_H
#define LCR_RECHECK_H

#include "recheck-confirm.h"
#include "recheck-symbolic.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LCR_CERTIFICATE_HEAD "layoutcheck certificate 3\n"

/* The block of a claim, which the caller frees. *certain says that there is evidence. Fails with
 * LC_ERR_INTERNAL when the evidence contradicts the verdict. */
char *lcr_certify(lcr_ctx *r, const lcr_certified *claim, bool *certain);

/* A claim, with the witness of one about numbers, NULL: none. */
typedef struct {
    lcr_symbolic claim;
    const char *witness;
} lcr_certified_claim;

/* A case: what is said of the parameters there, and claims that hold there; none: there is
 * nothing in it. */
typedef struct {
    size_t nwhen, n;
    const char *const *when;
    const lcr_certified_claim *claim;
} lcr_certified_case;

typedef struct {
    const char *place;
    const lcr_parameters *parameters;
    size_t ncases;
    const lcr_certified_case *cases;
} lcr_certified_for_all;

/* The block of what is proved for all numbers of parameters, as lcr_certify. */
char *lcr_certify_for_all(lcr_ctx *r, const lcr_certified_for_all *c, bool *certain);

typedef enum { LCR_CONFIRMED, LCR_UNCERTAIN, LCR_REJECTED } lcr_check;

/* The outcome of a claim: the line at which it begins; the claim, or only its name if it is
 * rejected; its verdict unless it is rejected; the reason why it is not confirmed. Borrowed, for
 * the length of the call. `by_isl`: of one that is confirmed, a set of at least one coordinate or
 * parameter states it; else the checker alone confirms it, by reading, arithmetic or points. */
typedef struct {
    lcr_check check;
    bool by_isl;
    size_t line;
    const char *claim, *verdict, *why;
} lcr_checked;
typedef void lcr_check_listener(void *user, const lcr_checked *checked);

/* False with an error: the text is no certificate, or one of no claim, or memory ran out. */
bool lcr_recheck(lcr_ctx *r, const char *text, lcr_check_listener *listener, void *user);

#ifdef __cplusplus
}
#endif

#endif
