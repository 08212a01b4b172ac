/* certified.h - the cases of a proof for all numbers of parameters, and its certificate.
 *
 * While a claim is proved its cases are kept as texts: what is said of the parameters in a case,
 * and the claims that were proved there with their arguments, as literals. The certificate
 * (../../isl-bridge/recheck.h) is made of these alone, so that it says nothing that the prover
 * only knows.
 */
#ifndef LCV_CERTIFIED_H
#define LCV_CERTIFIED_H

#include "form.h"

typedef struct lcv_certified lcv_certified;

lcv_certified *lcv_certified_new(lc_ctx *ctx); /* NULL with an error */
void lcv_certified_free(lcv_certified *c);
/* How many cases there are; drops those after the first n. */
size_t lcv_certified_count(const lcv_certified *c);
void lcv_certified_forget(lcv_certified *c, size_t n);

/* Adds a case, with the claims among the steps of the forms; or (`empty`) one without any
 * numbers. False with an error. */
bool lcv_certified_add(lcv_certified *c, lcv_forms *f, const lcv_fixed *fixed, bool empty);
/* Adds an instance as a case, by the certificate of the claim there. */
bool lcv_certified_add_instance(lcv_certified *c, const lcv_problem *p, const lc_int *value,
                                const char *certificate);

/* The block of the claim at a place, which the caller frees; NULL with an error. */
char *lcv_certified_text(const lcv_certified *c, const lcv_problem *p, const char *place);

#endif
