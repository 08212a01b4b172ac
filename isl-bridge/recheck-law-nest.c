/* recheck-law-nest.c - morphisms, by the layouts that they realize. */
#include "config.h"

#include "recheck-laws.h"

const lcr_law lcr_laws_nest[] = {
    {NULL, 0, 0, NULL},
};
