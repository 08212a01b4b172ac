/* internal.h - what the files of this room share. */
#ifndef LCK_ACCESS_INTERNAL_H
#define LCK_ACCESS_INTERNAL_H

#include "access.h"

/* Room for one more; NULL: there is no memory. */
lck_ptx_access *lck_access_append(lck_accesses *list);
/* A copy; NULL: likewise. */
char *lck_access_text(lck_accesses *list, lck_ptx_text text);

/* operands.c: adds the operands of wgmma. */
void lck_access_operands(lck_formulas *f, lck_accesses *list);
/* atomic.c: is it a strong load or store of the memory model? Volatile ones are not counted: code
 * whose order rests on `volatile` alone may be a mistake. */
bool lck_access_is_strong(const lck_ptx_module *m, const lck_ptx_insn *p);
/* Marks the loads whose value a compare-and-swap of the list is tried with. */
void lck_access_tried(lck_formulas *f, lck_accesses *list);

#endif
