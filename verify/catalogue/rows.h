/* rows.h - the rows, by file; each list ends with a name of NULL. */
#ifndef LCV_ROWS_H
#define LCV_ROWS_H

#include "../row/row.h"

/* The one rule of all operands. */
#define RULE(text, source)                                                                       \
    (const lcv_rule[])                                                                           \
    {                                                                                            \
        {                                                                                        \
            LCV_OF_LAYOUTS, text, source                                                         \
        }                                                                                        \
    }

extern const lcv_claim lcv_claims[];
extern const lcv_operation lcv_operations_algebra[], lcv_operations_layout[],
    lcv_operations_linear[], lcv_operations_relation[], lcv_operations_other[];
/* All of them, in the order of the manual; ends with NULL. */
extern const lcv_operation *const lcv_operation_lists[];

#endif
