/* runs.h - vectors of accesses, by enumeration: consecutive values of a thread, at consecutive
 * offsets, that a lane moves at once.
 *
 * A table has the value of each coordinate. Value j of a thread is j times `apart` coordinates
 * after its first one: of a layout with several modes `apart` is the size of the first one.
 */
#ifndef TESTS_RUNS_H
#define TESTS_RUNS_H

#include "model.h"

typedef struct {
    int64_t apart, values; /* of each thread */
    bool threads;          /* else all coordinates are the values of one */
} m_threads;

m_threads m_threads_of(const m_layout *a);
/* The values that a width has, if the first thread begins with consecutive ones, else 1. */
int64_t m_own_vector(const m_threads *t, const int64_t *at, int64_t bytes, int64_t width);
/* The table of the starts of the n / vector vectors; `broken` is set where one is none. */
void m_vector_starts(const m_threads *t, int64_t n, int64_t *at, int64_t vector, bool *broken);

#endif
