/* relations.h - what the claims about relations as sets of pairs share (relation-laws.c,
 * relation-tiles.c, relation-places.c). */
#ifndef LCV_CLAIM_RELATIONS_H
#define LCV_CLAIM_RELATIONS_H

#include "claims.h"

/* The claim that is asked. */
typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const char *claim;
} lcv_relation_claim;

/* Pairs in order of inputs, then outputs, each once: `nin` integers and `nout`. */
typedef struct {
    size_t n, nin, nout;
    lc_int *cell;
} lcv_pairs;

/* A relation by its name in the claim, kept by the open frame, and its pairs, where they are
 * listed. */
typedef struct {
    const char *name;
    lcr_map *map; /* NULL: a composite, of which the pairs are known */
    const lcv_pairs *pairs;
} lcv_relation_side;

/* relation-pairs.c: kept by the open frame; NULL where they are too many, perhaps with an
 * error. */
const lcv_pairs *lcv_pairs_of(const lcv_relation_claim *q, const lcr_map *m);
const lcv_pairs *lcv_pairs_join(const lcv_relation_claim *q, const lcv_pairs *outer,
                                const lcv_pairs *inner);
const lc_int *lcv_pair_at(const lcv_pairs *p, size_t i);
/* How many have these inputs, from *first on. */
size_t lcv_pairs_at(const lcv_pairs *p, const lc_int *in, size_t *first);
/* A pair of x that y lacks; one of the inner relation whose output is no input of the outer.
 * NULL: there is none. */
const lc_int *lcv_pairs_left(const lcv_pairs *x, const lcv_pairs *y);
const lc_int *lcv_pairs_leading_out(const lcv_pairs *inner, const lcv_pairs *outer);

/* The pairs in order of inputs, and their outputs in order, both kept by the
 * open frame. NO: they cannot be listed. UNKNOWN: with an error. */
typedef struct {
    const lc_int *out;
    size_t n;
} lcv_output;

typedef struct {
    size_t n;
    lc_int *pair; /* nin integers and nout, n times; NULL: not listed */
    lcv_output *of;
} lcv_outputs;

lcr_answer lcv_outputs_of(lcr_ctx *r, const lcr_map *m, lcv_outputs *made);
int lcv_output_cmp(const void *a, const void *b); /* of qsort and bsearch */

/* relation-places.c: the values of a relation, or a set, which is one without inputs; one that is
 * a list of many elements has no map. Pairs that can be listed are. */
typedef struct {
    const char *name, *bounds; /* "outside [0,8)": of what is none of these; NULL: by the name */
    size_t nin, nout;
    lcr_map *map, *reached;
    lc_int *in, *out; /* room for a pair */
    lcv_outputs listed;
    bool many; /* pairs may be, which are not listed yet */
} lcv_places;

bool lcv_places_open(lcr_ctx *r, const char *claim, const char *name, const lcv_value *v,
                     lcv_places *p);
/* A pair of p whose output is no place of q; a place of q that p does not reach. NULL without an
 * error where there is none. */
lcv_result *lcv_places_outside(lcr_ctx *r, const char *claim, lcv_places *p, lcv_places *q);
lcv_result *lcv_places_missing(lcr_ctx *r, const char *claim, lcv_places *p, lcv_places *q);

/* Proved, unless there is a result, or an error. */
lcv_result *lcv_proved_unless(lc_ctx *ctx, lcv_result *result);

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

/* The relation with all inputs 0 but [from, to); its pairs whose output is one of a set; (k) ->
 * (k) at its inputs. Kept. */
lcr_map *lcv_relation_at_zero(lcr_ctx *r, const lcr_map *m, size_t from, size_t to);
lcr_map *lcv_relation_onto_set(lcr_ctx *r, const lcr_map *m, const lcr_map *set);
lcr_map *lcv_relation_identity(lcr_ctx *r, const lcr_map *m);

/* An integer, or a flat tuple. */
lc_tuple *lcv_relation_point(lc_ctx *ctx, size_t n, const lc_int *at);
/* "QUESTION was not decided within the budget", whose text is taken over; NULL with any other
 * error. */
lcv_result *lcv_relation_unknown(lc_ctx *ctx, char *question);
/* Refuted, where a relation has several values at an input; NULL without an error: it has not. */
lcv_result *lcv_relation_several(lcr_ctx *r, const char *name, const lcr_map *m);
/* Two relations differ at a point: both have one value there, or, `left` or `right` being NULL,
 * the one by the name `has` has this pair and the other one lacks it. */
lcv_result *lcv_relation_differs(lc_ctx *ctx, const lc_tuple *point, const lc_tuple *left,
                                 const lc_tuple *right, const char *has, const char *lacks,
                                 const lc_tuple *pair);
/* They have the same pairs. */
lcv_result *lcv_relation_same(const lcv_relation_claim *q, const lcv_relation_side *x,
                              const lcv_relation_side *y);

#endif
