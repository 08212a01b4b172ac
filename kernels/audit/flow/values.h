/* values.h - what the files that make values share. */
#ifndef LCK_FLOW_VALUES_H
#define LCK_FLOW_VALUES_H

#include "internal.h"

typedef struct {
    uint32_t block, variable;
} lck_flow_pair;

typedef struct {
    lck_flow_pair *at;
    uint32_t n;
} lck_flow_pairs;

/* The variable of the guard of an instruction; NONE. */
uint32_t lck_flow_guard_variable(const lck_flow_builder *b, const lck_flow_insn *at);
/* phis.c: the variables that blocks choose values of. */
bool lck_flow_phis(lck_flow_builder *b, lck_flow_pairs *phis);

#endif
