/* scene.h - where a walk through the statements of a kernel is: the loops and conditions that are
 * open, the values of LET, and what integers are there.
 *
 * An integer is known, or stands for what sizes make of it: a polynomial of sizes, of the block,
 * and of quotients of these, of which a residue modulo the prime 2^61 - 1 is taken at one place.
 * Polynomials of few terms that are not the same differ there but for a chance of 2^-55. What
 * else depends on a thread, and is not known, is lost.
 */
#ifndef LCK_ROWS_SCENE_H
#define LCK_ROWS_SCENE_H

#include "../kernel/kernel.h"

#define LCK_MOST_CONDITIONS 12

typedef struct {
    const lck_kernel *kernel;
    int64_t *env;        /* of the variable of each FOR that is open; -1: none is */
    const lc_expr **let; /* of each variable of LET */
    size_t nconditions;
    struct {
        const lc_expr *value;
        bool wanted; /* or its opposite */
        bool known;  /* threads alone decide it */
    } condition[LCK_MOST_CONDITIONS];
} lck_scene;

typedef struct {
    bool known, lost;
    bool moves; /* it depends on the thread, or on a loop */
    int64_t value;
    uint64_t residue;
} lck_integer;

bool lck_scene_open(lck_scene *s, const lck_kernel *kernel); /* false: no memory */
void lck_scene_close(lck_scene *s);

/* The integer of a thread, which is numbered among those of a cluster; at sizes, by slot, in the
 * first cluster, or, NULL, at all sizes and in any. */
lck_integer lck_scene_integer(const lck_scene *s, const lc_expr *e, int thread,
                              const int64_t *sizes);
/* Does it depend on the thread, its block in the cluster and loops alone? */
bool lck_scene_knows(const lck_scene *s, const lc_expr *e);
/* Does a thread take the way here, as far as threads decide it; at these sizes, as far as what is
 * known there does? *lost: a condition was not known. */
bool lck_scene_is_here(const lck_scene *s, int thread);
bool lck_scene_is_here_at(const lck_scene *s, int thread, const int64_t *sizes, bool *lost);

/* Of residues. */
lck_integer lck_integer_of(int64_t value);
lck_integer lck_integer_make(lc_expr_op op, lck_integer a, lck_integer b);

#endif
