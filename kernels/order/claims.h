/* claims.h - what is claimed of a kernel's statements: for rings.c, stages.c and bytes.c.
 *
 * Functions that claim are true when it is proved, and a line of the plan's claims; else
 * p->result and p->claim, or an error in p->e.
 */
#ifndef LCK_ORDER_CLAIMS_H
#define LCK_ORDER_CLAIMS_H

#include "../plan/plan.h"
#include "uses.h"

typedef struct {
    lck_plan *plan;
    lcv_planning *p;
    const lck_kernel *kernel;
    lck_uses uses;
} lck_ordering;

#define lck_order_claim(w, ...) lck_plan_ask((w)->plan, (w)->p, __VA_ARGS__)

/* The verdict on what no claim can express: true where `why` is NULL; else refuted for that
 * reason. */
bool lck_order_found(const lck_ordering *w, const char *why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What could not be followed: false, and it is not known, for this reason. */
bool lck_order_lost(const lck_ordering *w, const char *why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Stages that loads of TMA fill, and their rings (rings.c); those of an array that all threads
 * fill and read, between barriers (stages.c). */
bool lck_order_rings(const lck_ordering *w);
bool lck_order_stages(const lck_ordering *w, int array);

/* As many bytes come to each slot of a ring as are expected of a phase, whole boxes, and of those
 * that are cut the rows that the tensor has (bytes.c). */
bool lck_order_bytes(const lck_ordering *w);

#endif
