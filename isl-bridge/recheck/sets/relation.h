/* relation.h - what isl's own maps have to be.
 *
 * The arguments of a claim or an operation, and a value, are maps: of a relation its own; of a
 * set one without inputs; of a function the pairs of integral coordinates and values. Numbers
 * stand in them, or parameters, which are dimensions of them like others. What must not be is a
 * set: of numbers it becomes sets of the evidence, a basic one each; with parameters isl is asked
 * at once whether it is empty, within a context (symbolic/relation.c).
 *
 * A row (claims/relation.c, laws/relation.c) says of the maps what a name means. It returns false
 * with an error, or where this says nothing: isl has not read an argument, or it is of another
 * kind. All functions take over the sets and maps that they are given, NULL where isl has failed.
 */
#ifndef LCR_RECHECK_RELATION_H
#define LCR_RECHECK_RELATION_H

#include "../../relation.h"
#include "evidence.h"
#include "graph.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#define REL_VALUE SIZE_MAX /* the place of a value among the arguments */

typedef struct rel rel;

/* Where maps come from, and what is done with sets. */
typedef struct {
    /* Argument i, or the value; NULL: it is of another kind, or with an error. All elements of a
     * set, coordinates of a shape, integers of a type; those whose coordinates are the leaves of
     * a tuple, where it has some. */
    isl_map *(*map)(rel *t, size_t i);
    isl_pw_multi_aff *(*function)(rel *t, size_t i); /* as it is written; NULL: it is not so */
    isl_set *(*places)(rel *t, size_t i);
    isl_set *(*at)(rel *t, size_t i);
    /* Does it, a layout of coordinates, leave out axes, on which it is 0? */
    bool (*is_open)(rel *t, size_t i);
    /* There is no point; there is one, whatever the parameters; a condition that needs no set. */
    bool (*none)(rel *t, isl_set *set);
    bool (*some)(rel *t, isl_set *set);
    bool (*holds)(rel *t, bool holds, const char *condition);
} rel_kind;

struct rel {
    const rel_kind *kind;
    void *of;
    lcr_ctx *r;
    size_t n;
    int how;      /* of the row */
    bool for_all; /* numbers of parameters */
};

typedef struct {
    const char *name;
    size_t least; /* arguments */
    bool (*row)(rel *t);
    int how;
} rel_row;

/* The row for so many arguments, NULL: none; what it says, false where there is none. */
const rel_row *lcr_rel_row(const rel_row *rows, const char *name, size_t n);
bool lcr_rel_say(rel *t, const rel_row *row);

/* ---- numbers ---- */

/* What the row of a name says of literals; no evidence where there is no such row. */
bool lcr_ev_related(ev *e, const rel_row *rows, const lcr_statement *s);

/* All floors known; begins a query; NULL with an error. The text that was read last is kept. */
isl_map *lcr_relation_of_text(ev *e, const char *text, bool set);
/* The function of a text of one piece with its values, of which isl keeps the floors as they are
 * written: it finds them in a relation only with work. NULL: it is none, and no error. */
isl_pw_multi_aff *lcr_relation_written(ev *e, const char *text);
/* The function of any text; NULL: it is none, which the evidence then says, or an error. */
isl_pw_multi_aff *lcr_relation_function(ev *e, const char *text);
/* Inputs of a relation; 0: none, or an error. */
size_t lcr_relation_inputs(const lit *relation);
isl_set *lcr_relation_box(lcr_ctx *r, size_t n, const lc_int *least, const lc_int *most);
/* A set of the evidence for each part, which is taken over; an empty one where there is none. */
bool lcr_relation_left(ev *e, isl_set *set);
/* Two values, of which one at least is a relation, are one function or relation. */
bool lcr_ev_relations_equal(ev *e, const lit *x, const lit *y);
/* An input of a relation has two outputs; it is taken over. */
bool lcr_ev_single_valued(ev *e, isl_map *map);

/* Begins a query weighed by a text, which is as long as what it says is large. */
void lcr_begin_on_text(lcr_ctx *r, const char *text);
/* An error of this code, or of the budget: isl does not read the text. */
void lcr_text_not_read(lcr_ctx *r, lc_code code, const char *what, const char *text);

/* ---- what has to be empty ---- */

bool lcr_rel_no_pair(rel *t, isl_map *map);
bool lcr_rel_in(rel *t, isl_set *a, isl_set *b);
bool lcr_rel_same_sets(rel *t, isl_set *a, isl_set *b);
bool lcr_rel_same_maps(rel *t, isl_map *a, isl_map *b);
bool lcr_rel_same_functions(rel *t, isl_pw_multi_aff *f, isl_pw_multi_aff *g);
/* Every pair of a is one of b. */
bool lcr_rel_pairs_in(rel *t, isl_map *a, isl_map *b);
/* Each input has one output; each output one input; no output is outside. */
bool lcr_rel_is_function(rel *t, isl_map *map);
bool lcr_rel_one_to_one(rel *t, isl_map *map);
bool lcr_rel_outputs_in(rel *t, isl_map *map, isl_set *places);

/* ---- maps ---- */

size_t lcr_rel_nin(isl_map *map); /* which stays, as in the next */
size_t lcr_rel_nout(isl_map *map);
/* outer o inner; (x, y) -> a(x) + b(y). */
isl_map *lcr_rel_after(isl_map *outer, isl_map *inner);
isl_map *lcr_rel_sum(isl_map *a, isl_map *b);
/* All combinations of the numbers along each coordinate, and perhaps more; the set stays. */
isl_set *lcr_rel_grid(isl_set *set);
/* The outputs, or the elements of a set. */
isl_set *lcr_rel_outputs(rel *t, size_t i);

#endif
