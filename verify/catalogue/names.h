/* names.h - what a name of the catalogue stands for, found by its hash.
 *
 * Every name of a statement is looked up several times, and most are not in the catalogue. The
 * table is made at the first look-up, once a process, and only read afterwards.
 */
#ifndef LCV_NAMES_H
#define LCV_NAMES_H

#include "../row/row.h"
#include "words.h"

typedef struct {
    const char *name;
    const lcv_operation *operation; /* the first of this name; so below; or NULL */
    const lcv_claim *claim;
    const lcv_word *word;
} lcv_name;

/* What a name stands for; all members are NULL where it is not in the catalogue. */
const lcv_name *lcv_name_find(const char *name);

#endif
