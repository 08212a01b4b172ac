/* fact.h - values as structs of C++: what the files of this room share. */
#ifndef LCK_FACT_H
#define LCK_FACT_H

#include "../../isl-bridge/relation.h"
#include "../../lib/text.h"
#include "../../verify/value/value.h"

#define LCK_FACT_SIZE 4096   /* coordinates that a compiler enumerates */
#define LCK_FACT_RANGE 65536 /* numbers between the least and the largest value */

/* A value as C++ has it. */
typedef struct {
    char *text; /* in the claim language */
    char *name; /* of its struct */
    bool function;
    int64_t size, least, most; /* of a function; the range is known up to LCK_FACT_SIZE, else 0 */
} lck_fact;

typedef struct lck_facts {
    lc_ctx *ctx; /* of values that certificates name */
    lcr_ctx *r;
    size_t n, room;
    lck_fact *fact;
    lc_text body;
} lck_facts;

/* recheck.hpp, in lines. */
extern const char *const lck_recheck[];

/* Writes a value as a struct and returns the fact, borrowed until the next one; NULL when there
 * is no memory. A name that is taken is changed. */
const lck_fact *lck_fact_new(lck_facts *facts, lc_ctx *ctx, const lcv_value *value,
                             const char *text, const char *name);
/* The fact of the value that a text is; written now, if need be. NULL: it is no value, or no
 * memory. */
const lck_fact *lck_fact_of(lck_facts *facts, const char *text);

/* The body of `at`, lines that turn c into the value; false: it is no such function. */
bool lck_fact_body(lc_ctx *ctx, lc_text *text, const lcv_value *value);
/* Adds the value's type in CuTe; false: there is none. */
bool lck_fact_cute(lc_ctx *ctx, lc_text *text, const lcv_value *value);

#endif
