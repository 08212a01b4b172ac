/* relation-isl.h - relations that isl reads, and what it leaves of them, as sets. */
#ifndef LCR_RECHECK_RELATION_ISL_H
#define LCR_RECHECK_RELATION_ISL_H

#include "basic.h"
#include "relation.h"

/* Begins a query weighed by a text, which is as long as what it says is large. */
void lcr_begin_on_text(lcr_ctx *r, const char *text);
/* An error of this code, or of the budget: isl does not read the text. */
void lcr_text_not_read(lcr_ctx *r, lc_code code, const char *what, const char *text);

/* All floors known. The text that was read last is kept. Begins a query; NULL with an error, or
 * where a literal has no text. */
isl_map *lcr_relation_of_text(ev *e, const char *text);
isl_map *lcr_relation_map(ev *e, const lcr_relation *f);
/* A relation, a set as a relation without inputs, a layout of integers; NULL likewise. */
isl_map *lcr_relation_of_literal(ev *e, const lit *a);

/* (x, y) -> a(x) + b(y); the maps stay. */
isl_map *lcr_relation_sum(isl_map *a, isl_map *b);
/* The integers between these ends, n of them. */
isl_set *lcr_relation_box(lcr_ctx *r, size_t n, const lc_int *least, const lc_int *most);
/* Has it few digits? Else an error, LC_ERR_LIMIT: isl is not asked for its complement. */
bool lcr_relation_is_simple(ev *e, isl_set *set);
/* A set for each part of what is left, which is taken over; an empty one where there is none. */
bool lcr_relation_left(ev *e, isl_set *set);
/* What is in x only, and, for `both`, in y only; both sets are taken over. */
bool lcr_relation_apart(ev *e, isl_set *x, isl_set *y, bool both);
bool lcr_relation_pairs_left(ev *e, isl_map *map);
/* The pairs of one that are none of the other. */
bool lcr_relation_compare(ev *e, const lcr_relation *f, const lcr_relation *g);
bool lcr_relation_same(ev *e, isl_map *x, isl_map *y); /* of both, which stay */

#endif
