/* linear-internal.h - what the files of linear layouts share.
 *
 * A linear layout is one allocation: the head with the matrix, the dims, the names. A
 * list of dims gives a word its digits: the first dim the lowest bits.
 */
#ifndef LC_LINEAR_INTERNAL_H
#define LC_LINEAR_INTERNAL_H

#include "internal.h"
#include "linear.h"

struct lc_linear {
    int refs;
    size_t nins, nouts;
    lc_f2 map;
    lc_dim *in, *out;
    lc_dim dim[]; /* ins, outs; the names follow */
};

/* A list of dims under construction. */
typedef struct {
    size_t n;
    lc_dim dim[LC_LINEAR_DIMS];
} lc_dims;
/* False with LC_ERR_LIMIT when it is full. */
bool lc_dims_push(lc_ctx *ctx, lc_dims *dims, const char *name, unsigned bits);
/* LC_ERR_INVALID for a name that stands twice; false. */
bool lc_dims_twice(lc_ctx *ctx, const char *side, const char *name);
/* The index of a name; n when there is none. */
size_t lc_dims_find(size_t n, const lc_dim *dim, const char *name);
unsigned lc_dims_bits(size_t n, const lc_dim *dim);
/* The position in a word of the lowest bit of each dim. */
void lc_dims_starts(size_t n, const lc_dim *dim, unsigned *start);
/* `[a,b]`, for messages; shortened when it does not fit. */
#define LC_DIMS_ROOM 256
const char *lc_dims_names(size_t n, const lc_dim *dim, char buffer[LC_DIMS_ROOM]);
/* Dim i of `from` has the name of dim place[i] of `to`, and no name is left over; false
 * with LC_ERR_INVALID otherwise, `what` naming the two sides. */
bool lc_dims_match(lc_ctx *ctx, const char *what, size_t n, const lc_dim *from, size_t m,
                   const lc_dim *to, size_t *place);

/* Shifts that tolerate the width of a word. */
static inline uint64_t lc_word_up(uint64_t word, unsigned by)
{
    return by < 64 ? word << by : 0;
}

static inline uint64_t lc_word_down(uint64_t word, unsigned by)
{
    return by < 64 ? word >> by : 0;
}

/* The word with the digits of `word`, digit i moved to bit shift[i]. */
uint64_t lc_dims_move(size_t n, const lc_dim *dim, const unsigned *shift, uint64_t word);

/* The dims named are all there, each named once; marks them in `chosen`, one flag a dim.
 * False with LC_ERR_INVALID, `side` being "input" or "output". */
bool lc_dims_choose(lc_ctx *ctx, const char *side, size_t n, const lc_dim *dim, size_t nnames,
                    const char *const *names, bool *chosen);

/* Integers as unsigned words; false when it is negative or too large. */
bool lc_int_to_word(lc_int a, uint64_t *word);

#endif
