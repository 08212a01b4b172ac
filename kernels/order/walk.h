/* walk.h - what is known on a walk through the statements of a kernel: for
 * order.c. */
#ifndef LCK_ORDER_WALK_H
#define LCK_ORDER_WALK_H

#include "../kernel/kernel.h"

#define LCK_MOST_LETS 256
#define LCK_MOST_STORED 16

/* What holds for a thread at a statement, on every way to it. */
typedef struct {
    bool touched[LCK_MAX_FILES]; /* since the last fence of products */
    bool open[LCK_MAX_FILES];    /* in products without a group; */
    int used[LCK_MAX_FILES]; /* in a group that may be under way, and groups after it; 0: none */
    bool uncommitted;        /* products without a group */
    int groups;              /* of products under way, at most */
    bool dirty[LCK_MAX_ARRAYS];                           /* written, and not fenced */
    bool fenced[LCK_MAX_ARRAYS];                          /* fenced, and no barrier since */
    bool apart[LCK_MAX_ARRAYS];                           /* fenced, no barrier of a warp since */
    bool written[LCK_MAX_ARRAYS];                         /* no barrier since */
    bool unsent[LCK_MAX_ARRAYS];                          /* no barrier of the cluster since */
    bool awaited[LCK_MAX_RINGS], expected[LCK_MAX_RINGS]; /* in this iteration */
    int stores;    /* groups that may be under way, as all threads know since a barrier */
    bool turn;     /* awaited, and not given on */
    bool launched; /* launches before have ended */
    bool left;     /* no product was begun since a barrier of all at which none was under way */
    const lck_statement *late; /* the lanes that may wait while others of their warp go on */
} lck_path;

/* Groups that may be under way, as the thread that began them knows. */
typedef struct {
    int n;
    bool uncommitted;
} lck_groups;

#define LCK_MOST_WAYS 16

/* The conditions that a statement is under and that are not decided, from outside in; of a loop
 * that may be of no round its count. */
typedef struct {
    const lc_expr *condition;
    bool holds;
    size_t visit; /* of the statements under it, each time they are walked through */
} lck_way;
typedef struct {
    int n; /* above LCK_MOST_WAYS: there are more, which are not known */
    lck_way way[LCK_MOST_WAYS];
} lck_ways;

/* What one thread does for all, whichever it is: what it began it alone ends. It comes wherever
 * all conditions are among those under which it began. */
typedef struct {
    lck_ways stored, begun_by; /* those of all stores under way; of all INITs */
    lck_groups stores;
    bool all_ended;                                 /* of the stores */
    bool begun[LCK_MAX_RINGS], begins, fenced, met; /* mbarriers; some of them are begun */
    bool covered; /* an array was written that lies over the stages */
} lck_together;

typedef enum { LCK_BY_LANE, LCK_BY_ROUND, LCK_DIFFERENCES } lck_difference;

typedef struct {
    const lck_kernel *kernel;
    lc_exprs *x; /* of what the walk makes, over the kernel's variables */
    bool differs[LCK_DIFFERENCES][LC_MAX_EXPR_VARS]; /* the variable of a slot */
    int buffers, nstored; /* places that TMA stores from, in turn; those that were seen */
    const lc_expr *stored[LCK_MOST_STORED];
    bool later;                 /* iterations that stand for all but the first one */
    int depth;                  /* of loops */
    const lck_statement *lanes; /* who runs: all lanes of a warp, the kernel's statements; or
                                   those that run these of a condition or loop */
    const char *why;
    bool unclear; /* whether who began something ends it */
    lck_ways ways;
    size_t looked, visits;
    bool by_tma[LCK_MAX_ARRAYS];
    int loads[LCK_MAX_ARRAYS]; /* the ring that loads of TMA end, of a stage */
    bool frees[LCK_MAX_RINGS]; /* it is awaited where TMA fills */
    bool turns[LCK_MAX_RINGS]; /* who awaits it arrives at it */
    bool once[LCK_MAX_RINGS];  /* it is filled outside of loops: no slot of it again */
    bool sends;                /* to other blocks */
    const lc_expr *let[LCK_MOST_LETS], *value[LCK_MOST_LETS];
    size_t nlets;
    lck_together all;
} lck_walk;

/* What the statements are for: arrays, rings, whether blocks send each other anything. */
void lck_walk_find(lck_walk *w);
/* The value of a variable, or NULL. It has this one from here on; an expression without such
 * variables. */
const lc_expr *lck_walk_value(const lck_walk *w, const lc_expr *var);
void lck_walk_name(lck_walk *w, const lc_expr *var, const lc_expr *value);
const lc_expr *lck_walk_expanded(lck_walk *w, const lc_expr *e);
/* TMA stores from here. */
void lck_walk_stored(lck_walk *w, const lc_expr *index);
/* May its value be another one in another lane of the warp, in another round of a loop? */
bool lck_walk_differs(const lck_walk *w, const lc_expr *e, lck_difference by);
/* Another condition is open, in ways that lck_walk_leave closes. */
void lck_walk_enter(lck_walk *w, const lc_expr *condition, bool holds);
void lck_walk_leave(lck_walk *w);
/* Does whoever has gone these ways come here, too? Keeps the ways that are those of here. */
bool lck_walk_comes(const lck_walk *w, const lck_ways *from);
void lck_walk_keep(const lck_walk *w, lck_ways *from, const lck_ways *here);
/* Does one thread of each block come here, and no other, whatever sizes are? */
bool lck_walk_one(const lck_walk *w);
/* Is there a wait in it? */
bool lck_walk_awaits(const lck_statement *body);
/* A wait that lanes may still be in, of two; NULL: there is none. */
const lck_statement *lck_walk_late(const lck_statement *a, const lck_statement *b);
/* a becomes what holds on both paths. */
void lck_walk_join(lck_path *a, const lck_path *b);

#endif
