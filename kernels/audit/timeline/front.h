/* front.h - the different moments of a run at one place of the program. */
#ifndef LCK_FRONT_H
#define LCK_FRONT_H

#include "timeline.h"

#define LCK_STEPS 400000 /* operations, in all moments of a run */

typedef struct {
    lck_moment *at; /* on the heap */
    size_t n, room;
} lck_front;

/* Adds a moment; true when it is new there. Too many end the run, with open. */
bool lck_front_add(lck_timeline *t, lck_front *f, const lck_moment *now);

#endif
