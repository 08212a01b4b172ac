/* pair.h - what the files about two accesses share: the question whether two threads meet. */
#ifndef LCK_RACE_PAIR_H
#define LCK_RACE_PAIR_H

#include "internal.h"

#define LCK_RACE_PARTS 32 /* conditions of a guard that are kept */

/* One of the two: an access in an interval, run by one of two threads. */
typedef struct {
    const lck_race_item *item;
    const lck_ptx_access *access;
    uint32_t loop[LCK_RACE_LOOPS]; /* around it, from the outermost */
    uint8_t nloops;
    const lc_expr *at;                   /* bytes from the base, without what both have alike */
    const lc_expr *part[LCK_RACE_PARTS]; /* of its guard, those that are gone through */
    bool asks[LCK_RACE_PARTS];           /* for the extent of the block */
    size_t nparts;
} lck_race_side;

/* A symbol that is gone through. */
typedef struct {
    size_t slot;
    int of; /* 0, 1: of that side alone; 2: both have the same, apart from trips */
    lck_race_values values;
    bool repeats; /* the values stand for all that follow with the same rest */
} lck_race_variable;

typedef struct {
    lck_race *r;
    bool lanes;
    lck_race_side side[2];
    lck_race_variable variable[LCK_RACE_VARIABLES];
    size_t nvariables;
    bool limited;   /* not all values of some symbol are gone through */
    bool complete;  /* no collision among these means none at all */
    bool never;     /* there are no trips in which both run */
    bool doubtful;  /* one was found that may not happen */
    uint64_t work;  /* that is left for it */
    unsigned tries; /* to find arguments for collisions */
    const lck_race_shape *shape;
    uint32_t thread[2];
    int64_t env[2][LC_MAX_EXPR_VARS];
    char *shown;
} lck_race_question;

/* sides.c: fills the variables and the parts. False: it cannot be asked. */
bool lck_race_prepare(lck_race_question *q);
/* Whose a symbol of a side is: 0 or 1, that side's own; 2, both have the same. */
int lck_race_holder(const lck_race_question *q, size_t slot, int side);
/* Sets a symbol to a value in the environments; false: a trip before the first. */
bool lck_race_set(lck_race_question *q, size_t slot, int of, int64_t value);

/* happen.c: are there arguments with which the two threads do meet? Then q->shown says how.
 * False: none were found, or it may not happen, and q->doubtful is set. */
bool lck_race_happens(lck_race_question *q);

#endif
