/* recheck-law-relation.c - relations of values. */
#include "config.h"

#include "recheck-laws.h"

const lcr_law lcr_laws_relation[] = {
    {NULL, 0, 0, NULL},
};

const lcr_law lcr_laws_relations[] = {
    {NULL, 0, 0, NULL},
};
