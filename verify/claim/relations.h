/* relations.h - what the claims about relations and sets share (relation*.c).
 *
 * A relation has a pair of a coordinate and a value for each value at each coordinate; a set is a
 * relation without inputs, whose values are its elements. Pairs that can be listed are looked up;
 * isl's text of a composite has many more digits than those of its parts, and it does not always
 * end on it. Else isl subtracts, intersects and compares.
 */
#ifndef LCV_CLAIM_RELATIONS_H
#define LCV_CLAIM_RELATIONS_H

#include "claims.h"

/* The claim that is asked. */
typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const char *claim;
} lcv_relation_claim;

typedef struct {
    const lc_int *out;
    size_t n;
} lcv_output;

/* Places that need no list: integers from `low` to `high`, multiples of `low`, or the coordinates
 * of a box. */
typedef enum { LCV_PLACES, LCV_BETWEEN, LCV_MULTIPLES, LCV_BOX } lcv_numbers;

/* A relation or a set by its name in the claim, kept by the open frame. */
typedef struct {
    const char *name;
    const char *bounds; /* "outside [0,8)", said of what is none of its values; NULL: the name is
                         * said */
    size_t nin, nout;
    lcr_map *map;           /* NULL: a list of many pairs */
    lcr_map *reached;       /* its values, once they are asked for */
    bool taken;             /* the inputs of the map are meant */
    lc_int *in, *out;       /* room for a pair */
    size_t n;               /* pairs, in order, each once: */
    lc_int *pair;           /* NULL: they are not listed, */
    bool many;              /* as they may be many, and were not asked for */
    lcv_output *of;         /* their values in order, once they are asked for */
    const lcv_function *is; /* the function that it is the relation of, or NULL */
    lcv_numbers numbers;
    lc_int low, high, *extent; /* of a box, one for each integer */
} lcv_places;

/* relation-pairs.c: opens a relation, which is taken over, and lists its pairs if they are few;
 * without a list yet; makes that list; from n pairs in any order. False with an error. */
bool lcv_places_of_map(const lcv_relation_claim *q, const char *name, lcr_map *m, lcv_places *p);
bool lcv_places_of_many(const lcv_relation_claim *q, const char *name, lcr_map *m, lcv_places *p);
bool lcv_places_list(const lcv_relation_claim *q, lcv_places *p);
bool lcv_places_of_list(const lcv_relation_claim *q, size_t n, lc_int *pair, lcv_places *p);
/* Room for a pair that is shown. */
bool lcv_places_room(const lcv_relation_claim *q, lcv_places *p);
/* outer o inner as a list; false where it is too long, or with an error. */
bool lcv_places_join(const lcv_relation_claim *q, const lcv_places *outer,
                     const lcv_places *inner, lcv_places *p);
/* The inputs of a relation as places. */
bool lcv_places_of_inputs(const lcv_relation_claim *q, const lcv_places *x, lcv_places *p);
const lc_int *lcv_pair_at(const lcv_places *p, size_t i);
/* How many pairs have these inputs; they begin at *first. */
size_t lcv_pairs_at(const lcv_places *p, const lc_int *in, size_t *first);
/* A pair of x that y lacks; NULL: there is none. */
const lc_int *lcv_pairs_left(const lcv_places *x, const lcv_places *y);
/* The values in order, as often as they come; NULL: they are not listed, or no memory. */
const lcv_output *lcv_outputs_of(lc_ctx *ctx, lcv_places *p);
int lcv_output_cmp(const void *a, const void *b); /* of qsort and bsearch */

/* relation-places.c: a value as places: a relation, a set, or the box of a shape; false with an
 * error. */
bool lcv_places_open(const lcv_relation_claim *q, const char *name, const lcv_value *v,
                     lcv_places *p);
/* The integers from one to the other, the multiples of a number, the places of a box. */
bool lcv_places_between(const lcv_relation_claim *q, lc_int low, lc_int high, lcv_places *p);
bool lcv_places_multiples(const lcv_relation_claim *q, lc_int of, lcv_places *p);
bool lcv_places_box(const lcv_relation_claim *q, size_t n, lc_int *extent, lcv_places *p);
/* Refuted by a pair of p whose value is no place of `other`; by a place of `other` that p does
 * not reach. NULL without an error where there is none. */
lcv_result *lcv_places_outside(const lcv_relation_claim *q, lcv_places *p, lcv_places *other);
lcv_result *lcv_places_missing(const lcv_relation_claim *q, lcv_places *p, lcv_places *other);
/* Refuted by two pairs of a list with one value; NULL likewise (relation.c). */
lcv_result *lcv_places_collide(const lcv_relation_claim *q, lcv_places *p);
/* Refuted by a value other than 0 of both; PROVED otherwise, with a remark if both have 0. */
lcv_result *lcv_places_apart(const lcv_relation_claim *q, lcv_places *a, lcv_places *b);
/* Have the values of both as many integers? False with an error. */
bool lcv_same_dimensions(const lcv_relation_claim *q, const lcv_places *a, const lcv_places *b);
/* relation-sets.c: every place of S is one that X reaches. */
lcv_result *lcv_places_reach(const lcv_relation_claim *q, lcv_places *x, const lcv_value *s);

/* The result, or PROVED if it is NULL without an error. */
lcv_result *lcv_proved_unless(lc_ctx *ctx, lcv_result *result);
/* Is there neither a result nor an error so far? */
bool lcv_goes_on(lc_ctx *ctx, const lcv_result *result);
/* Frees a proof and returns NULL; returns any other result as it is. */
lcv_result *lcv_unless_proved(lcv_result *result);

/* relation-laws.c: a relation, or the layout map of another function; false with an error. */
bool lcv_relation_open(const lcv_relation_claim *q, const char *name, const lcv_value *v,
                       lcv_places *p);
/* The relation of the integral coordinate, if the inputs are a box, *shape. NULL, perhaps with an
 * error, if they are none. */
lcr_map *lcv_relation_integral(const lcv_relation_claim *q, const lcr_map *m, lc_tuple **shape);
/* Makes the outer relation take as many integers as the inner one gives, if need be as its
 * integral coordinate; false with an error where it cannot. */
bool lcv_relation_follows(const lcv_relation_claim *q, const lcv_places *inner,
                          lcv_places *outer);
/* Refuted by a value of the inner relation that the outer one does not take; NULL without an
 * error where there is none. */
lcv_result *lcv_relation_leads_out(const lcv_relation_claim *q, lcv_places *inner,
                                   const lcv_places *outer);

/* The relation with all inputs 0 except [from, to); the pairs whose output is in a set; the
 * identity on its inputs. Kept. */
lcr_map *lcv_relation_at_zero(lcr_ctx *r, const lcr_map *m, size_t from, size_t to);
lcr_map *lcv_relation_onto_set(lcr_ctx *r, const lcr_map *m, const lcr_map *set);
lcr_map *lcv_relation_identity(lcr_ctx *r, const lcr_map *m);

/* "QUESTION was not decided within the budget", whose text is taken over; NULL with any other
 * error. */
lcv_result *lcv_relation_unknown(lc_ctx *ctx, char *question);
/* Refuted where the relation has several values at an input; NULL without an error where it has
 * not. */
lcv_result *lcv_relation_several(lcr_ctx *r, const char *name, const lcr_map *m);
/* relation.c: they have the same pairs. */
lcv_result *lcv_relation_same(const lcv_relation_claim *q, const lcv_places *x,
                              const lcv_places *y);

#endif
