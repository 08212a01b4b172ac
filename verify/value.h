/* value.h - values of the claim language.
 *
 * What an expression evaluates to: a tagged, immutable, reference counted value.
 * A tuple stands for a shape, a coordinate, a compact layout or a by-mode tiler;
 * the use decides (lcv_as_layout, lcv_as_tiler). An integer is also a tuple.
 */
#ifndef LCV_VALUE_H
#define LCV_VALUE_H

#include "../isl-bridge/relation.h"
#include "../lib/tiler.h"

typedef enum {
    LCV_TUPLE,    /* integer, shape, stride or coordinate */
    LCV_LAYOUT,
    LCV_TENSOR,   /* an offset and a layout, {8} o (2,3):(1,2) */
    LCV_TILER,    /* <4:1, 8:2> */
    LCV_RELATION, /* an isl map */
    LCV_TYPE      /* int8 ... int64, uint8 ... uint64: an argument of fits() */
} lcv_kind;

typedef struct lcv_value {
    int refs;
    lcv_kind kind;
    lc_tuple *tuple;    /* LCV_TUPLE */
    lc_layout *layout;  /* LCV_LAYOUT, LCV_TENSOR */
    lc_tuple *offset;   /* LCV_TENSOR: an integer, kept as a tuple to own it */
    lc_tiler *tiler;    /* LCV_TILER */
    lcr_map *relation;  /* LCV_RELATION */
    int bits;           /* LCV_TYPE: width; negative for a signed type */
} lcv_value;

/* These take over the argument, also when they fail (NULL). */
lcv_value *lcv_value_tuple(lc_ctx *ctx, lc_tuple *t);
lcv_value *lcv_value_int(lc_ctx *ctx, lc_int value);
lcv_value *lcv_value_layout(lc_ctx *ctx, lc_layout *a);
lcv_value *lcv_value_tensor(lc_ctx *ctx, lc_int offset, lc_layout *a);
lcv_value *lcv_value_tiler(lc_ctx *ctx, lc_tiler *t);
lcv_value *lcv_value_relation(lc_ctx *ctx, lcr_map *m);
lcv_value *lcv_value_type(lc_ctx *ctx, int bits, bool is_signed);

lcv_value *lcv_value_ref(lcv_value *v);
void lcv_value_free(lcv_value *v);

/* "a layout", "an integer", ...: for messages. */
const char *lcv_value_describe(const lcv_value *v);
/* In the literal syntax; the caller frees it. */
char *lcv_value_to_str(lcr_ctx *r, const lcv_value *v);

/* Conversions. Owned results; NULL with LC_ERR_INVALID, saying what was found. */
bool lcv_as_int(lc_ctx *ctx, const lcv_value *v, lc_int *out);
lc_tuple *lcv_as_tuple(lc_ctx *ctx, const lcv_value *v);   /* a shape: also of a layout */
lc_layout *lcv_as_layout(lc_ctx *ctx, const lcv_value *v); /* a bare shape is compact */
lc_tiler *lcv_as_tiler(lc_ctx *ctx, const lcv_value *v);

#endif
