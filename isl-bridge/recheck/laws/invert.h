/* invert.h - free bits, decided by elimination and said by sets. */
#ifndef LCR_RECHECK_LAWS_INVERT_H
#define LCR_RECHECK_LAWS_INVERT_H

#include "../sets/linear.h"

/* Is column j of m a sum of those before it? False with an error. */
bool lcr_is_free_bit(ev *e, const lin_map *m, size_t j, bool *is_free);
/* A set that says so, or says that it is none; a condition that does not hold where it is the
 * other way round. */
bool lcr_bit_is(ev *e, const lin_map *m, size_t j, bool is_free);
/* The rows of a map as columns, the last one first: a row r is the highest bit of no value just
 * where column rows - 1 - r is free. False with an error. */
bool lcr_rows_down(ev *e, const lin_map *m, lin_map *t);

#endif
