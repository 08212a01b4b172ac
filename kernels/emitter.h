/* emitter.h - text under construction: for emit.c and emit-host.c. */
#ifndef LCK_EMITTER_H
#define LCK_EMITTER_H

#include "../lib/text.h"
#include "emit.h"
#include "width.h"

typedef struct {
    const lck_kernel *kernel;
    lc_text text;
    bool *wide;             /* by slot: a variable of 64 bits */
    bool *used;             /* by slot: a variable that something depends on */
    const char *coordinate; /* coordinates are named COORDINATE0, COORDINATE1 and so on */
} lck_emitter;

/* Fills `wide` and `used`; false with an error. */
bool lck_find_variables(lck_emitter *e);

/* An expression; narrow variables are cast if it is computed in 64 bits (`wide`, or
 * lck_is_wide). */
void lck_put_expr(lck_emitter *e, const lc_expr *x, bool wide);
/* An expression of the sizes for the host, on which each is a long long. */
void lck_put_host_expr(lck_emitter *e, const lc_expr *x);
/* The sizes, separated by commas, each after a prefix that depends on its width; `first`: no
 * comma before the first. */
void lck_put_sizes(lck_emitter *e, const char *narrow, const char *wide, bool first,
                   size_t indent);
/* "source[OFFSET + c0 * STRIDE0 + c1 * STRIDE1]", or its index. */
void lck_put_place(lck_emitter *e, int tensor);
/* A separator, then a piece: on the same line, or on the next one with this indentation. */
void lck_put_wrapped(lck_emitter *e, const char *separator, const char *piece, size_t indent);

void lck_put_kernel(lck_emitter *e);
void lck_put_launcher(lck_emitter *e);
bool lck_put_main(lck_emitter *e); /* false with an error */

/* Small sizes that the kernel admits, for the test program; false when none was found. */
bool lck_small_sizes(const lck_kernel *k, int64_t *size);

#endif
