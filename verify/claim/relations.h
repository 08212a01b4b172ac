/* relations.h - what the claims about relations as sets of pairs share (relation-laws.c,
 * relation-tiles.c). */
#ifndef LCV_CLAIM_RELATIONS_H
#define LCV_CLAIM_RELATIONS_H

#include "claims.h"

/* The claim that is asked. */
typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const char *claim;
} lcv_relation_claim;

/* A relation by its name in the claim, kept by the open frame. */
typedef struct {
    const char *name;
    lcr_map *map;
} lcv_relation_side;

/* A relation, or the layout map of another function; false with an error. */
bool lcv_relation_side_of(const lcv_relation_claim *q, const char *name, const lcv_value *v,
                          lcv_relation_side *out);
/* Of a relation whose inputs are a box, which is found: a function of the integral coordinate.
 * NULL: they are none; perhaps with an error. */
lcr_map *lcv_relation_integral(const lcv_relation_claim *q, const lcr_map *m, lc_tuple **shape);

/* The outer relation takes as many integers as the inner one gives, if need be as the integral
 * coordinate; false with an error. */
bool lcv_relation_follows(const lcv_relation_claim *q, const lcv_relation_side *inner,
                          lcv_relation_side *outer);
/* An output of the inner relation that is no input of the outer one; NULL without an error where
 * there is none. */
lcv_result *lcv_relation_leads_out(const lcv_relation_claim *q, const lcv_relation_side *inner,
                                   const lcv_relation_side *outer);

/* An integer, or a flat tuple. */
lc_tuple *lcv_relation_point(lc_ctx *ctx, size_t n, const lc_int *at);
/* "QUESTION was not decided within the budget"; NULL with any other error. */
lcv_result *lcv_relation_unknown(const lcv_relation_claim *q, const char *question);
/* They have the same pairs. */
lcv_result *lcv_relation_same(const lcv_relation_claim *q, const lcv_relation_side *x,
                              const lcv_relation_side *y);

#endif
