/* read.h - between the readers of literals. */
#ifndef LCR_RECHECK_READ_H
#define LCR_RECHECK_READ_H

#include "literal.h"

#define LEAVES_MAX 4096

typedef struct {
    lit_pool *pool;
    const char *text, *at;
} reader;

/* An error that says what was expected here; NULL. */
void *lcr_rd_wrong(reader *in, const char *wanted);
/* Past blanks: is this next? Then it is read. */
bool lcr_rd_take(reader *in, const char *token);
bool lcr_rd_need(reader *in, const char *token); /* else an error */
bool lcr_rd_number(reader *in, lc_int *out);
bool lcr_rd_small(reader *in, int least, int most, int *out);
bool lcr_rd_name(reader *in); /* a name, which ends where the reader is */

/* Nodes and leaves under construction; `leaf` reads leaf number n. (x) is x; how many such
 * pairs stand around a node is kept, for the two sides of a layout to be compared. Around an
 * operation, as in (e0+e1) and (-1), they may just group. */
typedef struct nesting nesting;
struct nesting {
    size_t nnodes, n;
    uint32_t node[2 * LEAVES_MAX], pairs[2 * LEAVES_MAX];
    bool operation[2 * LEAVES_MAX];
    bool (*leaf)(reader *in, size_t n, void *context);
    void *context;
};

bool lcr_rd_nesting(reader *in, nesting *t, int depth);

/* A tuple of integers; the nesting stays in `t`. */
lc_int *lcr_rd_integers(reader *in, nesting *t);
lit *lcr_rd_literal(reader *in, lit_kind kind, const nesting *t, lc_int *extent);

/* A tuple, or a layout. */
const lit *lcr_rd_layout(reader *in);
/* `b,m,s>`, of a swizzle that goes on with nothing. */
lit *lcr_rd_swizzle(reader *in);
/* A layout after an offset, which has an integer for each of its axes. */
lit *lcr_rd_with_offset(reader *in, const lit *layout, const lc_int *offset, const nesting *t);

/* read/read-strides.c: the strides of a layout, which has its extents; strides that stand
 * alone, and whether a text is such. */
bool lcr_rd_strides_of(reader *in, lit *a, const nesting *shape);
const lit *lcr_rd_strides(reader *in);
bool lcr_rd_are_strides(const char *text);
/* Is there a stride so far that is an integer other than 0? */
bool lcr_rd_has_integers(const lit *a);

/* read/read-composed.c: what follows `{`, `S<`, a layout: functions with offsets between
 * them, f o offset o g, as far as they go. */
const lit *lcr_rd_tensor(reader *in);
const lit *lcr_rd_composed(reader *in, const lit *first);

/* read/read-linear.c: what follows `linear{`; read/read-nest.c: `morphism{`. */
const lit *lcr_rd_linear(reader *in);
const lit *lcr_rd_morphism(reader *in);

#endif
