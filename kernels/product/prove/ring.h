/* ring.h - the ring of stages that loads of TMA fill, as a kernel's uses have it: for rings.c.
 *
 * A loop in a loop has n rounds for each of the outer one's; its rounds are counted through:
 * number i is round i - n * q of the inner loop in round q of the outer one. Slots and phases of
 * EXPECT, ARRIVE and AWAIT are functions of such numbers, as the statements have them.
 *
 * The ring that loads of TMA end is `full`; the one that is awaited before them, `empty`:
 * arrivals at it release what was read. By any other one, teams take turns.
 */
#ifndef LCK_PRODUCT_RING_H
#define LCK_PRODUCT_RING_H

#include "proofs.h"
#include "uses.h"

#define LCK_MOST_RELEASES 4

typedef struct {
    lck_proofs *w;
    const lck_uses *uses;
    const lck_use *load, *fill, *wait, *read;  /* TMA; EXPECT; AWAIT of empty, of full */
    const lck_use *release[LCK_MOST_RELEASES]; /* ARRIVE at empty, after different statements */
    const lck_use *give, *take;                /* ARRIVE and AWAIT of a turn */
    bool multiplies;                           /* there is a WGMMA */
    size_t nreleases;
    lck_polynomial base;               /* the number of round 0 of the inner loop */
    int64_t offset[LCK_MOST_RELEASES]; /* a release's number beside its round's; */
    bool late[LCK_MOST_RELEASES];      /* or beside n, behind the loop; */
    bool fixed[LCK_MOST_RELEASES];     /* its slot is a number: in the loop, its own */
    int slots;
    bool lost; /* something has no text */
} lck_ring_uses;

/* Which uses they are, with their numbers. True, with g->load NULL: nothing is loaded by TMA.
 * False: it was said what could not be followed. */
bool lck_find_ring(lck_ring_uses *g);

bool lck_ring_lost(lck_ring_uses *g, const char *why);
/* What the slot of a use counts: x of x % slots; or itself, if there are no more. *most: the last
 * number, of few. */
bool lck_ring_number(const lck_ring_uses *g, const lck_use *use, lck_polynomial *out,
                     int64_t *most);
/* The number of a use in a loop, less its round: that of round 0. */
bool lck_ring_base(const lck_ring_uses *g, const lck_use *use, lck_polynomial *base);
/* The rounds of a loop; the variable of the innermost one of a use, or NULL. */
lck_polynomial lck_ring_count(const lck_ring_uses *g, const lck_statement *loop);
const lc_expr *lck_ring_variable(const lck_use *use);

#endif
