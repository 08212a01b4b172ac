/* recheck-law-linear.c - linear layouts, and conversions to them. */
#include "config.h"

#include "recheck-laws.h"

const lcr_law lcr_laws_linear[] = {
    {NULL, 0, 0, NULL},
};
