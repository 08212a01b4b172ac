/* encoding-internal.h - what the files of encodings share. */
#ifndef LC_ENCODING_INTERNAL_H
#define LC_ENCODING_INTERNAL_H

#include "encoding.h"
#include "internal.h"

struct lc_encoding {
    int refs;
    lc_encoding_kind kind;
    unsigned depth; /* 1 without a parent */
    lc_encoding *parent;
    lc_field field[LC_FIELDS];
    uint64_t number[]; /* of all fields */
};

/* How many numbers a row of a field has, or a list; 0 where it is not given. */
static inline size_t lc_encoding_width(const lc_encoding *e, lc_field_id id)
{
    lc_field f = e->field[id];
    return f.given && f.rows > 0 ? f.columns : 0;
}

static inline bool lc_is_power(uint64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* Do the fields fit the kind and each other? False with an error. */
bool lc_encoding_fits(lc_ctx *ctx, const lc_encoding *e);

#endif
