/* recheck-law-memory.c - what accesses of a warp cost. */
#include "config.h"

#include "recheck-laws.h"

const lcr_law lcr_laws_memory[] = {
    {NULL, 0, 0, NULL},
};
