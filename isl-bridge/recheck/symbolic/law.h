/* law.h - what is said of all values of parameters, as sets over parameters and coordinates.
 *
 * A statement about sizes is the one about numbers (../claims/claims.h, ../laws/laws.h), whose
 * literals have sizes for integers (../read/size.h). It is so for all numbers of the parameters
 * when its conditions hold, each comparison that they rest on being settled, and isl finds every
 * set empty. Where a set has products of variables it is relaxed (../read/symbols.h).
 */
#ifndef LCR_RECHECK_SYMBOLIC_LAW_H
#define LCR_RECHECK_SYMBOLIC_LAW_H

#include "../../recheck-symbolic.h"
#include "../read/size.h"
#include "../sets/system.h"
#include "trail.h"

#define SYM_ARGS 16

/* symbolic/symbolic.c: as lcr_confirm_symbolic, with a witness and a trail of what isl is asked,
 * either may be NULL. */
bool lcr_confirm_symbolic_with(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *from,
                               const char *witness, lcr_trail *trail, lcr_confirmation *out);
/* A table without sizes, of the pool; NULL with an error. */
sym *lcr_sym_new(lcr_ctx *r, lit_pool *pool, lcr_trail *trail);
/* The ranges of the parameters, and what is assumed of them; false with an error. */
bool lcr_sym_read_parameters(sym *s, const lcr_parameters *p);

/* symbolic/sets.c: isl finds that there is no point of the set, whose factors and bounds may be
 * sizes. */
bool lcr_sym_set_is_empty(sym *s, const sys *set);

#endif
