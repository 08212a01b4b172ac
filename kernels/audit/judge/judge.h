/* judge.h - verdicts on accesses whose addresses are formulas.
 *
 *     lck_judge j = {.audit = &audit, .asker = asker, .x = x, .symbol = symbols,
 *                    .block = {256, 1, 1}};
 *     lck_judge_conflicts(&j, &access, &answer);
 *
 * An access moves `width` bytes a lane at a base and `at` bytes from there, where the guard
 * holds. Both are expressions (lib/expr.h) over symbols: coordinates of the thread, and what all
 * threads of a warp share: blocks, trips, arguments. A verdict is for all warps and for all
 * values of the symbols:
 *
 * GOOD is proved of a superset of what can happen. What lanes share, added to an address, counts
 * modulo a period, and where it stands inside of a quotient, a remainder or an XOR, it is again a
 * period that counts; such residues are enumerated, each free of the others (lanes.h). A
 * comparison in a guard, of what is known of the lanes with what they share, holds for lanes up
 * to any threshold (masks.c). Conflicts do not grow when fewer lanes take part.
 *
 * BAD comes with an example: numbers for all symbols at which some warp does it (numbers.c).
 * `worst` and `least` are those of the worst warp that was found.
 *
 * UNKNOWN says why: data, of which nobody knows whether it takes the values at which something
 * happens; blocks of an unknown shape, where it depends on the shape. Both other verdicts stand
 * on claims of the language about the addresses of warps, each asked of the prover (../ask).
 */
#ifndef LCK_JUDGE_H
#define LCK_JUDGE_H

#include "../../../lib/expr.h"
#include "../ask/ask.h"
#include "../record/record.h"
#include "../warp/warp.h"

typedef enum {
    LCK_OF_ALL,   /* the same for all threads of a warp */
    LCK_OF_AXIS,  /* the coordinate of the thread along `axis` */
    LCK_OF_THREAD /* another for each thread, and not known: data */
} lck_holder;

typedef struct {
    lck_holder holder;
    unsigned axis;
    int64_t multiple; /* it is one of this number, at least 1 */
    bool power;       /* and of a power of two times that */
    bool counted;     /* it is counted from 0: blocks, trips. Small ones are as likely */
    bool unsure;      /* whether it is ever more than its least is not known: trips of a loop */
    bool data;        /* OF_ALL: it is data */
    bool extent;      /* it is the number of threads along `axis` */
    const lc_expr *below; /* it is less than this, an expression of others; NULL: not known */
    bool input;           /* data: it is loaded from a buffer that the kernel does not write to */
    unsigned buffer;      /* .. from which one */
} lck_judged_symbol;

typedef struct {
    lck_audit *audit; /* owns the texts of answers */
    lck_asker *asker;
    lc_exprs *x;
    const lck_judged_symbol *symbol; /* of each variable, by its slot */
    int64_t block[3];                /* threads along each axis; 0: not known */
    int64_t threads;                 /* of a block at most; 0: 1024 */
    bool open;                       /* .. or fewer, to the end of the last warp */
    bool any;                        /* what is BAD need not be the worst */
    uint64_t *work; /* that is left for a kernel, as LCK_JUDGE_WORK; NULL: any. Without it what
                     * is not decided is UNKNOWN */
} lck_judge;

#define LCK_JUDGE_WORK UINT64_C(2500000000) /* operations, each for the lanes of a warp */
#define LCK_JUDGE_CLAIM 300000              /* .. of a claim */
#define LCK_JUDGE_NO_WORK "what is gone through for one kernel is used up"

/* Takes operations off what is left; false: it is used up. */
bool lck_judge_works(const lck_judge *j, uint64_t operations);

typedef struct {
    const lc_expr *at;    /* bytes from the base */
    const lc_expr *guard; /* NULL: every thread */
    bool partial;         /* the guard may be false for more threads than it says */
    const char *data;     /* what is data in the address, in words; NULL: nothing is */
    bool free;            /* all data in the address may be anything, each for itself */
    bool once;            /* one lane of each warp takes part, whichever */
    unsigned width;       /* bytes that a lane moves: 1, 2, 4, .., 32 */
    unsigned rows;        /* ldmatrix, stmatrix: lanes that give an address; else 0 */
    unsigned needs;       /* the multiple that addresses have to be */
    int64_t base;         /* the base is a multiple of this many bytes */
    const char *assumed;  /* .. where that is taken for granted: of what, "for buffers that ..",
                           * a constant; NULL: it is known */
    const lc_expr *size;  /* of the buffer in bytes; NULL: not known */
} lck_judged;

void lck_judge_conflicts(const lck_judge *j, const lck_judged *a, lck_answer *out);
void lck_judge_sectors(const lck_judge *j, const lck_judged *a, lck_answer *out);
void lck_judge_aligned(const lck_judge *j, const lck_judged *a, lck_answer *out);
void lck_judge_inside(const lck_judge *j, const lck_judged *a, lck_answer *out);

/* The bytes of its buffer with which the access is inside for all values of the symbols; -1: not
 * known. The block has to be known. */
int64_t lck_judge_enough(const lck_judge *j, const lck_judged *a);

/* All warps that were seen to run an access: the worst, and those that differ. */
typedef struct {
    unsigned worst, least;
    const lck_warp *warp, *pattern;
    size_t npatterns;
    const char *at; /* where the worst was seen, in words */
    bool masked;    /* data decides which lanes take part, and all of them are counted */
} lck_seen;

/* Answers one of these questions, all but `inside`, from the warps that were seen. */
void lck_judge_seen(const lck_judge *j, const lck_judged *a, lck_asked asked,
                    const lck_seen *seen, lck_answer *out);

/* A number that the expression is a multiple of, for all values of the symbols; 0 of 0. */
int64_t lck_judge_multiple(const lck_judge *j, const lc_expr *e);
/* The same for a sum without its constant, which is *number. */
int64_t lck_judge_rest(const lck_judge *j, const lc_expr *e, int64_t *number);

#endif
