/* relation.h - statements in isl's own maps.
 *
 * The arguments of a claim or an operation, and a value, are maps: of a relation its own; of a
 * set one without inputs; of a function the pairs of its coordinates and values. Parameters are
 * dimensions of the maps like others, within what is known of them, and all is stated once for
 * numbers and for parameters.
 *
 * A row (claims/relation-rows.c, laws/relation-values.c) says of the maps what a name means, in
 * the words of this header. What must not be is a map, each basic part of which becomes a set of
 * the evidence. A map that is NULL is none: an argument of another kind, numbers of inputs and
 * outputs that do not fit, or an error; what is made of it is NULL, and what is said of it false.
 */
#ifndef LCR_RECHECK_RELATION_H
#define LCR_RECHECK_RELATION_H

#include "../../relation.h"
#include "evidence.h"
#include "graph.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

/* A statement with the maps of its first arguments and of its value, as the row says. Maps that
 * functions here return belong to it. */
typedef struct {
    ev *e;
    lcr_ctx *r;
    const lcr_statement *s;
    isl_map *a, *b, *c, *v;
    struct rel_kept *kept;
} rel;

/* The arguments, of which the first `least` have to be there, and the value, a letter each; `*`
 * is any number of the last:
 *
 *     m   the map; a tuple is the compact layout of a shape
 *     o   the same, but a tuple is a box where the value is a set
 *     p   places: the coordinates of a shape, the elements of a set, the integers of a type
 *     q   the same, or the outputs of a relation
 *     r   what is reached: the elements of a set, or the outputs
 *     k   the coordinates of a shape: an integral one to the natural one
 *     i   the coordinate in a tuple, or all of those with anything for each `_`
 *     .   none
 */
typedef struct {
    const char *name;
    size_t least; /* arguments */
    const char *args;
    char value;
    bool (*says)(rel *t);
    /* or the map that the value is; the same of a and b, which have as many inputs and outputs */
    isl_map *(*is)(rel *t);
    isl_map *(*of_both)(isl_map *a, isl_map *b);
    int when; /* of a claim (claims/claims.h) */
} rel_row;

/* Reads the maps that the row asks for, and says what it does. */
bool lcr_rel_say(rel *t, const rel_row *row);
/* The row of a name with so many arguments, or NULL; adds what a row says of a statement, no
 * evidence for NULL. */
const rel_row *lcr_rel_row(const rel_row *rows, const char *name, size_t n);
bool lcr_ev_related(ev *e, const rel_row *row, const lcr_statement *s);
/* Two values, of which one at least is a relation, are one function or relation. */
bool lcr_ev_relations_equal(ev *e, const lit *x, const lit *y);
/* The relation is this map, which is taken over; NULL: no evidence. */
bool lcr_ev_relation_is(ev *e, const lit *relation, isl_map *map);

/* ---- relation-read.c: maps and sets, which are the caller's; NULL with an error ---- */

isl_map *lcr_rel_argument(rel *t, const lit *a, char letter); /* of the statement; or NULL */
/* With all floors known; begins a query. The texts read last are remembered. */
isl_map *lcr_relation_of_text(ev *e, const char *text, bool set);
isl_map *lcr_relation_of_graph(ev *e, const lcr_graph *g);
isl_set *lcr_relation_box(ev *e, size_t n, const lc_int *least, const lc_int *most);
/* function-text.c: the function that a text is written as, of which isl keeps the floors; NULL
 * without an error: it has several pieces, or parameters, or another form. */
isl_pw_multi_aff *lcr_function_of_text(lcr_ctx *r, const char *text);
/* The same of a relation; NULL also with an error. */
isl_pw_multi_aff *lcr_relation_written(ev *e, const lit *a);
/* What a function of one piece has there. */
isl_multi_aff *lcr_relation_piece(isl_pw_multi_aff *f);
/* The function that any text is; NULL: it is none, which the evidence then says, or an error. */
isl_pw_multi_aff *lcr_relation_function(ev *e, const char *text);
/* written.c: v is a, or a after b. Not *known: nothing is said, for one of them is not written as
 * a function of one piece, or v has other inputs than b. False: with an error, or a set is not
 * stated. */
bool lcr_written_same(ev *e, const lit *v, const lit *a, const lit *b, bool *known);
/* Inputs of a relation; 0: none, or an error. */
size_t lcr_relation_inputs(const lit *relation);
/* Adds a set for each part of `set`, which is taken over; an empty one if it has no part. */
bool lcr_relation_left(ev *e, isl_set *set);

/* ---- maps ---- */

isl_map *lcr_rel_keep(rel *t, isl_map *map); /* one that isl has made; the same */
isl_set *lcr_rel_set(isl_map *set);          /* the caller's */
size_t lcr_rel_nin(isl_map *map);
size_t lcr_rel_nout(isl_map *map);

isl_map *lcr_rel_domain(rel *t, isl_map *map);
isl_map *lcr_rel_range(rel *t, isl_map *map);
isl_map *lcr_rel_inverse(rel *t, isl_map *map);
isl_map *lcr_rel_after(rel *t, isl_map *outer, isl_map *inner);
isl_map *lcr_rel_sum(rel *t, isl_map *a, isl_map *b); /* (x, y) -> a(x) + b(y) */
isl_map *lcr_rel_at(rel *t, isl_map *map, isl_map *inputs);
isl_map *lcr_rel_to(rel *t, isl_map *map, isl_map *outputs);
isl_map *lcr_rel_identity(rel *t, isl_map *set);
isl_map *lcr_rel_shared(rel *t, isl_map *a, isl_map *b);
isl_map *lcr_rel_up_to(rel *t, isl_map *integers); /* from 0 to the last of them */

/* ---- what is said of them ---- */

bool lcr_rel_none(rel *t, isl_map *map);
bool lcr_rel_some(rel *t, isl_map *set); /* whatever the parameters */
bool lcr_rel_in(rel *t, isl_map *a, isl_map *b);
bool lcr_rel_same(rel *t, isl_map *a, isl_map *b);
/* Each input has one output; each output one input; all outputs are places. */
bool lcr_rel_is_function(rel *t, isl_map *map);
bool lcr_rel_one_to_one(rel *t, isl_map *map);
bool lcr_rel_goes_to(rel *t, isl_map *map, isl_map *places);
/* All combinations of its numbers along each coordinate are in the set. */
bool lcr_rel_is_grid(rel *t, isl_map *set);
/* It is a box from 0 on, or empty. */
bool lcr_rel_fills_box(rel *t, isl_map *set);

/* Begins a query weighed by a text, which is as long as what it says is large. */
void lcr_begin_on_text(lcr_ctx *r, const char *text);
/* An error of this code, or of the budget: isl does not read the text. */
void lcr_text_not_read(lcr_ctx *r, lc_code code, const char *what, const char *text);

#endif
