/* planned.h - the kernels of the plans of a file. */
#ifndef BENCH_PLANNED_H
#define BENCH_PLANNED_H

#include "../planner/planner.h"

typedef struct {
    lcv_session *session;
    lck_planner *planner;
} planned;

/* Proves the file, whose kernels belong to `out`. What was said about it is printed, and false,
 * when not everything holds; `out` is to be closed all the same. */
bool planned_open(planned *out, const char *path);
void planned_close(planned *out);

#endif
