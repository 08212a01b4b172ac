/* hop.h - which thread stored what a thread loads from shared memory.
 *
 * Where the addresses of a load and of a store depend on threads alone, all threads of a block
 * are gone through for the store's instance that has the load's address, and the pairs are
 * described by their bits (fit.h).
 */
#ifndef LCK_COPIES_HOP_H
#define LCK_COPIES_HOP_H

#include "frame.h"

typedef enum {
    LCK_HOP_NEVER, /* no load has the address of the store */
    LCK_HOP_FITS,
    LCK_HOP_OPEN /* the pairs have no such description */
} lck_hop_kind;

typedef struct {
    lck_hop_kind kind;
    const lc_expr *where; /* FITS: of the loading instance: there is such a store */
    lck_frame store;      /* .. and its instance, in numbers of the loading one */
} lck_hop;

/* For origin o of move m, a load of which f is an instance, and the store `via`. */
lck_hop lck_hop_of(lck_frames *s, const lck_frame *f, const lck_move *m, const lck_move_origin *o,
                   const lck_move *via);

#endif
