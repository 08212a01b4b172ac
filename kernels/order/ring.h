/* ring.h - the rings of stages that loads of TMA fill, as a kernel's uses have them: for rings.c.
 *
 * A ring that loads of TMA end is `full`. The one that is awaited before them is `empty`:
 * arrivals at it release what was read; there is none of a stage that is filled once. One fill
 * may be handed on: its loads end another ring, `came`, and threads that await it write to the
 * stage and arrive at `full`. Threads may also fill stages: those that write what WGMMA reads
 * arrive at its ring. By all other rings, threads take turns.
 *
 * Slots and phases of EXPECT, ARRIVE and AWAIT are functions of numbers, as the statements have
 * them. Loads count the rounds of their loop; so do reads, which may have a first and a last
 * round outside of their loop. A loop in a loop has n rounds for each of the outer one's: number
 * i is i - n * q in round q of the outer one, and n * q the base of both.
 */
#ifndef LCK_ORDER_RING_H
#define LCK_ORDER_RING_H

#include "claims.h"

#define LCK_MOST_OF_RING 8

typedef enum { LCK_BY_LOADS, LCK_BY_READS } lck_ring_role;

typedef struct {
    size_t n;
    const lck_use *use[LCK_MOST_OF_RING];
} lck_ring_uses;

typedef struct {
    const lck_ordering *w;
    int full, empty, slots;     /* empty -1: there is none */
    int array;                  /* that threads fill; -1: loads of TMA do */
    const lck_use *fill, *wait; /* EXPECT, or ARRIVE of threads; AWAIT of empty, or NULL */
    const lck_use *load, *came, *relay; /* EXPECT of came, AWAIT of it, ARRIVE at full; or NULL */
    lck_ring_uses read, release;        /* AWAIT of full; ARRIVE at empty */
    const lck_use *counts[2];           /* of each role, one whose loop counts; */
    lck_polynomial base[2];             /* its number in round 0, without what is added */
    size_t common;                      /* conditions that all uses are under */
    int64_t most;                       /* the last number, of few; else INT64_MAX */
    lck_writing writing;                /* of sets */
} lck_staging;

typedef struct {
    size_t n;
    lck_staging ring[LCK_MAX_RINGS];
} lck_stagings;

/* All rings that loads of TMA fill. False: it was said what could not be followed. */
bool lck_find_rings(const lck_ordering *w, lck_stagings *out);
bool lck_ring_lost(const lck_ordering *w, const char *why);
bool lck_add_use(lck_ring_uses *uses, const lck_use *use); /* false: there are too many */

/* Are they on two ways of one condition? */
bool lck_uses_exclude(const lck_use *a, const lck_use *b);
/* And do all threads take the same way, so that one is made in the place of the other? */
bool lck_uses_replace(const lck_staging *g, const lck_use *a, const lck_use *b);
/* Do all threads that come to a use come to one before it, whose conditions are among its own? */
bool lck_uses_include(const lck_use *before, const lck_use *use);

/* What the slot of a use counts: x of x % slots; or itself, with those of the phases before where
 * the phase is a number. False: none of them. */
bool lck_ring_number(const lck_ordering *w, const lck_use *use, lck_polynomial *out);
/* The highest one, of few, else INT64_MAX; the least one. */
int64_t lck_ring_last(const lck_staging *g, const lck_use *use);
int64_t lck_ring_first(const lck_staging *g, const lck_use *use);
/* The number without the base of its role. */
bool lck_ring_beside(const lck_staging *g, const lck_use *use, lck_ring_role role,
                     lck_polynomial *out);
/* The innermost loop of a use, or NULL; the rounds of a loop. */
const lck_statement *lck_ring_loop(const lck_use *use);
lck_polynomial lck_ring_count(const lck_ordering *w, const lck_statement *loop);

/* Is an array one of its stages? Then, the last wait before a use that is made in each of its
 * rounds, or, for a stage that is filled once, before all of them; NULL: none. (places.c) */
bool lck_ring_has(const lck_staging *g, int array);
const lck_use *lck_ring_wait(const lck_staging *g, const lck_use *use);
/* TMA fills the stage of the slot that expects it, WGMMA reads the one that was awaited; threads
 * touch those that they await, before they give them back or on, and what is filled once behind
 * all of that. */
bool lck_places_are_slots(const lck_staging *g);

/* "exists (m : 0 <= m < n and k = m + 1)", with the letter of the number, and `more` about the
 * variables of the loop, which may be NULL, behind it. */
void lck_write_use(lck_staging *g, lc_text *out, const lck_use *use, lck_ring_role role,
                   char letter, const char *more);
/* " and e = 2*m + 1", of what comes before a use in its loop. */
void lck_write_more(lck_staging *g, lc_text *out, const lck_use *use, char letter,
                    const lck_polynomial *value);
/* "{ [n,k] : n >= 1 and ", with the other letters, or "{ [k] : ". */
void lck_write_head(const lck_staging *g, lc_text *out, const char *letters);

/* Is each round of the outer loop in which stages are filled one in which they are read? Does
 * turn r await that turn r - 1 is given on? (turns.c) */
bool lck_rounds_are_those(lck_staging *g);
bool lck_turns_follow(const lck_ordering *w, lck_stagings *all);

/* A thread, and its block's rank in the cluster (threads.c). */
typedef struct {
    const lck_ordering *w;
    int64_t rank, thread;
} lck_seat;

/* Is it a number for this thread, whatever sizes and rounds are? Has it the same value for two
 * threads of one cluster? */
bool lck_seat_knows(const lck_seat *s, const lc_expr *e, int64_t *value);
bool lck_seats_agree(const lck_seat *s, const lck_seat *t, const lc_expr *e);
/* May it come there? Do they come there together: in the same rounds, to the same slot? */
bool lck_seat_comes(const lck_seat *s, const lck_use *use);
bool lck_seats_meet(const lck_seat *s, const lck_seat *t, const lck_use *use);

/* Do as many threads arrive at each ring as end a phase, and all warps that touch a stage?
 * Does a thread arrive of each warp that comes to a use? Are places that are written to, behind
 * products, in the rows of an operand A that only the writing warp has read? (threads.c) */
bool lck_threads_arrive(const lck_ordering *w, const lck_stagings *all);
bool lck_warps_arrive(const lck_ordering *w, const lck_use *use, const lck_use *give);
bool lck_writes_own_rows(const lck_ordering *w, const lck_use *use);

#endif
