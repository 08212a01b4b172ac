/* scene.h - the state of a walk through the statements of a kernel: the open loops and
 * conditions, the values of LET, and the integers there.
 *
 * An integer is a number, or a polynomial of sizes, of the block, and of quotients of these
 * (integers.h). Anything else that depends on a thread, and is no number, is lost.
 */
#ifndef LCK_ROWS_SCENE_H
#define LCK_ROWS_SCENE_H

#include "../kernel/kernel.h"
#include "integers.h"

#define LCK_MOST_CONDITIONS 12

typedef struct {
    const lck_kernel *kernel;
    lck_integers *integers;
    int64_t cluster;     /* whose integers those at sizes are */
    int64_t *env;        /* of the variable of each FOR that is open; -1: none is */
    const lc_expr **let; /* of each variable of LET */
    lck_integer *found;  /* what it is at all sizes, of each thread, if that is a number */
    size_t nconditions;
    struct {
        const lc_expr *value;
        bool wanted; /* or its opposite */
        bool known;  /* threads alone decide it */
    } condition[LCK_MOST_CONDITIONS];
} lck_scene;

bool lck_scene_open(lck_scene *s, const lck_kernel *kernel); /* false: no memory */
void lck_scene_close(lck_scene *s);

/* The value of e for a thread, numbered within its cluster: at these sizes, by slot, in one
 * cluster; with NULL, at all sizes and in any cluster. */
lck_integer lck_scene_integer(const lck_scene *s, const lc_expr *e, int thread,
                              const int64_t *sizes);
/* Does it depend only on the thread, its block in the cluster, and loops? */
bool lck_scene_knows(const lck_scene *s, const lc_expr *e);
/* Does a thread come here, as far as conditions of threads decide it, or, with sizes, as far as
 * conditions are known at them? *lost: a condition was not known. */
bool lck_scene_is_here(const lck_scene *s, int thread, const int64_t *sizes, bool *lost);

#endif
