/* number.h - maps at numbers: parameters, tables and coordinates that are known.
 *
 * This is what a map means, read off its tree. It shares nothing with the sums
 * (lower.h) that proofs are made of.
 */
#ifndef LCV_PIECES_NUMBER_H
#define LCV_PIECES_NUMBER_H

#include "lower.h"

#define LCV_MAX_ENTRIES 64
#define LCV_MAX_VALUES 8 /* outputs of a map */
#define LCV_MAX_OPEN 16  /* parameters */

typedef struct {
    const lcv_value *of;
    size_t nindices, n, known; /* entries, and the first of them that have a value by now */
    int64_t low[LCV_MAX_INDICES], end[LCV_MAX_INDICES];
    int64_t least, past;            /* of entries */
    bool large;                     /* entries are chosen from the last on */
    int64_t entry[LCV_MAX_ENTRIES]; /* the first index fastest */
} lcv_known_table;

typedef struct {
    const lcv_scope *scope;
    size_t nparameters;
    const lcv_value *const *parameter;
    const int64_t *number;
    size_t ntables;
    const lcv_known_table *table;
    size_t ncoordinates;
    const char *coordinate[LCV_MAX_COORDINATES];
    int64_t at[LCV_MAX_COORDINATES];
    size_t depth;     /* of calls of functions */
    const char *hole; /* why there is no value; static text */
} lcv_world;

typedef enum { LCV_THERE, LCV_HOLE, LCV_BEYOND /* past 64 bits, or no map */ } lcv_there;

lcv_there lcv_values_at(lcv_world *w, const lcv_ast *ast, size_t *n,
                        int64_t value[LCV_MAX_VALUES]);
lcv_there lcv_integer_at(lcv_world *w, const lcv_ast *ast, int64_t *value);
lcv_there lcv_holds_at(lcv_world *w, const lcv_ast *condition, bool *holds);

/* Calls `visit` at each coordinate of the map within its domain, in order; if `corners`, at those
 * that are 0, 1, in the middle or last along each axis. Ends with the first answer other than
 * LCV_THERE, which is returned. LCV_BEYOND: there are more than `most` coordinates, or far more
 * places outside of the domain. */
typedef lcv_there lcv_visit_coordinate(void *user, lcv_world *w, size_t n, const int64_t *value);
lcv_there lcv_walk_map(lcv_world *w, const lcv_ast *map, size_t most, bool corners,
                       lcv_visit_coordinate *visit, void *user);

#endif
