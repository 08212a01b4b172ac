/* frame.h - instances of stores as sets for isl.
 *
 * A frame is one instance: a thread of a block, trips of loops, the unit of a vector. Formulas of
 * the kernel become sums (linear.h) over its numbers. Questions about two instances have two
 * frames; those of one block share its numbers.
 *
 * A block's number along x that the kernel takes apart by sizes, `block / tiles, block % tiles`,
 * is made of digits: quotient * tiles + remainder, where the grid is as many times `tiles`.
 */
#ifndef LCK_COPIES_FRAME_H
#define LCK_COPIES_FRAME_H

#include "internal.h"
#include "linear.h"

#define LCK_DIGITS 6
#define LCK_FRAME_LOOPS 64

typedef struct {
    lck_copying *c;
    lck_linear *l;
    lc_exprs *x; /* of the claim: its own variables are sizes, others those of frames */
    size_t nsizes;
    /* ctaid.x = digit[0] + radix[0] * (digit[1] + radix[1] * ..), the last without a radix */
    size_t nradices;
    const lc_expr *radix[LCK_DIGITS], *last; /* how many the last digit has */
    /* dividends and divisors of the kernel's formulas that are these */
    const lc_expr *dividend[LCK_DIGITS], *divisor[LCK_DIGITS];
} lck_frames;

typedef struct {
    const lc_expr *ctaid[3], *tid[3], *trip[LCK_FRAME_LOOPS], *unit;
    const lc_expr *digit[LCK_DIGITS + 1];
} lck_frame;

/* The digits that the moves' formulas ask for. False: why is told. */
bool lck_frames_begin(lck_frames *s, lck_copying *c);
/* A new frame, number `which`; of the same block as another, or NULL. */
bool lck_frame_new(lck_frames *s, lck_frame *f, unsigned which, const lck_frame *block);
/* A formula of the kernel over the claim's expressions and the frame; NULL: why is told. */
const lc_expr *lck_frame_of(lck_frames *s, const lck_frame *f, const lc_expr *e);

/* ---- sets ---- */

typedef struct {
    lc_text text;          /* conditions, `and` between them */
    bool used[LCK_ATOMS];  /* atoms that stand in it */
    bool named[LCK_ATOMS]; /* those that are coordinates of the set */
    lc_text names;         /* of these, with commas */
} lck_set;

bool lck_set_condition(lck_frames *s, lck_set *set, const lc_expr *e);
/* sum = 0, sum >= 0 */
bool lck_set_poly(lck_frames *s, lck_set *set, const lcv_sum *sum, const char *relation);
/* The numbers of an instance of a move are coordinates, within their bounds; its guard holds. */
bool lck_set_instance(lck_frames *s, lck_set *set, const lck_frame *f, const lck_move *m,
                      const lc_expr *when, bool named);
/* These numbers are coordinates, and nothing is said of them. */
bool lck_set_names(lck_frames *s, lck_set *set, const lck_frame *f, const lck_move *m);
void lck_set_name(lck_frames *s, lck_set *set, uint32_t atom);
/* { [names] : exists .. : conditions }; the set is empty then. NULL: no memory. */
char *lck_set_text(lck_frames *s, lck_set *set);
void lck_set_free(lck_set *set);
/* Sizes, [n0, n1]; and what is known of them. */
char *lck_frames_sizes(lck_frames *s);
char *lck_frames_context(lck_frames *s);

#endif
