/* planted-order.h - errors in the order of a kernel's statements, each of which is found: it
 * lacks a fence, a wait, a group, a barrier, a release, a load or an mbarrier; or it awaits,
 * releases or fills another slot or phase, or expects other bytes than come. */
#ifndef TESTS_PLANTED_ORDER_H
#define TESTS_PLANTED_ORDER_H

#include "../kernels/plan/plan.h"

/* A kernel, into which errors are planted. */
typedef struct order_planting {
    const char *what; /* it is */
    lcv_planning *p;
    lck_kernel *kernel;
    bool (*prove)(struct order_planting *t);
    /* Does its order hold without this statement, too? */
    bool (*may_lack)(const struct order_planting *t, const lck_statement *s);
    void *user;
    size_t planted, refuted, missed;
    int depth; /* of loops, where a statement is left out */
} order_planting;

/* Plants each error alone, and counts it: those that are not found are missed, and told. */
void plant_in_order(order_planting *t);

bool planted_is_proved(order_planting *t);
/* It is refuted; or, if faults like it are not refuted in all kernels, not followed, for a
 * reason: nothing else went wrong. */
void planted_is_found(order_planting *t, const char *what, const lck_statement *s);
const lc_expr *planted_expr(order_planting *t, lc_expr_op op, const lc_expr *a, const lc_expr *b);

#endif
