/* bench.h - what the parts of the benchmark share: time, medians, tables. */
#ifndef BENCH_H
#define BENCH_H

#include "../../isl-bridge/relation.h"

#include <stdbool.h>
#include <stddef.h>

/* Seconds of a clock that only goes forward. */
double bench_now(void);
/* Seconds that this process had a processor: what else runs disturbs them less. */
double bench_processor(void);

/* Several measurements of the same thing. */
typedef struct {
    double median, low, high;
} bench_spread;

/* Sorts the samples. */
bench_spread bench_spread_of(double *samples, size_t n);
/* The value below which `share` of the sorted samples lie. */
double bench_quantile(const double *sorted, size_t n, double share);

/* Seconds a call of f(user): as many calls a sample as last about a millisecond. */
bench_spread bench_time(void (*f)(void *user), void *user);

/* "1.23 us", in one of a few buffers that are used in turn. */
const char *bench_seconds(double seconds);

/* Goals, each with what was reached, a line each; one that is missed is told, and fails nothing:
 * machines differ. */
void bench_goal(const char *what, double seconds, double most);
void bench_goal_memory(const char *what, double megabytes, double most);
void bench_goal_number(const char *what, double value, double least, const char *unit);

/* Processes that wait for processors, over the last minute, and processors: a line. */
void bench_load(void);
/* What the machine is, and how much its clock varies on a fixed piece of work. */
void bench_machine(void);

/* A question to isl, in a process of its own and for at most 10 seconds; false when it is
 * not answered by then. */
#define BENCH_LIMIT 10.0
typedef struct {
    lcr_answer answer;
    double seconds;
} bench_reply;
bool bench_in_child(lcr_answer (*ask)(void *user), void *user, bench_reply *out);

/* The parts. Each prints its tables; false when something did not work. */
/* `script`: pycute-times.py, `cute`: the program cute-times; NULL: without them. */
bool bench_algebra(const char *script, const char *cute);
bool bench_morphisms(void);
bool bench_proofs(const char *const *corpora, size_t n);
bool bench_confirm(const char *const *corpora, size_t n);
bool bench_opinions(const char *const *corpora, size_t n);
bool bench_relations(const char *const *corpora, size_t n);
bool bench_bits(void);
bool bench_symbolic(void);
/* `command`: the program. */
bool bench_many(const char *command, const char *const *corpora, size_t n);

#endif
