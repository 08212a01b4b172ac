/* options.h - what is known of a launch beside what a file says: `--block`, `--arg` and the like.
 *
 *     lck_audit_options options = LCK_AUDIT_NO_OPTIONS;
 *     const char *expected = lck_audit_option(&options, "arg", "5=1..4096"); // NULL
 *
 * All of it narrows: what is not said is unknown, and verdicts are for all of its values.
 */
#ifndef LCK_AUDIT_OPTIONS_H
#define LCK_AUDIT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../lib/expr.h"

#define LCK_ARGUMENTS 256 /* `--arg` options */

typedef enum {
    LCK_ARGUMENT_RANGE, /* an integer in least..most; least == most is a value */
    LCK_ARGUMENT_BYTES, /* a pointer to this many bytes */
    LCK_ARGUMENT_SIZE   /* no argument, but a name in expressions: an integer in least..most */
} lck_argument_kind;

typedef struct {
    unsigned index;  /* of the kernel's arguments, from 0 */
    unsigned offset; /* bytes to the part that is meant, where it is a structure */
    lck_argument_kind kind;
    int64_t least, most;
    int64_t multiple;    /* .. and it is one of this number; 0: of any */
    const char *bytes;   /* an expression over the integer arguments, by name; borrowed */
    const lc_expr *size; /* .. or this, over names */
    const char *name;    /* that expressions have for it; NULL: as in the file */
} lck_argument;

typedef struct {
    const char *entry;          /* a part of a kernel's name; NULL: every kernel */
    uint32_t block[3], grid[3]; /* 0: unknown */
    uint32_t most[3];           /* blocks of an unknown grid, where that is known; else 0 */
    const lc_expr *blocks[3];   /* .. as an expression over names; NULL: not known */
    uint32_t cluster[3];        /* blocks of a cluster; 0: unknown */
    int64_t dynamic;            /* bytes of dynamic shared memory; -1: unknown */
    const lc_expr *shared;      /* .. as an expression over names; NULL: not known */
    size_t narguments;
    lck_argument argument[LCK_ARGUMENTS];
    bool names; /* kernels are listed by name, nothing is asked about them */
} lck_audit_options;

#define LCK_AUDIT_NO_OPTIONS ((lck_audit_options){.dynamic = -1})

/* Sets one of `entry`, `block`, `grid`, `cluster`, `dynamic`, `arg`, as the command writes it
 * without the dashes; the value is borrowed. NULL: done; else what was expected, in words, and
 * nothing is set. */
const char *lck_audit_option(lck_audit_options *options, const char *name, const char *value);

/* What a name of n characters in a size stands for. NULL: the name is not known; *why, a constant
 * text, may say more. */
typedef struct {
    const lc_expr *(*of)(void *user, const char *name, size_t n, const char **why);
    void *user;
} lck_size_names;

/* Reads a number of bytes as a person writes it, `4*(M+1)*N`. NULL: *why, a constant text, says
 * what is wrong. */
const lc_expr *lck_size_read(lc_exprs *x, const char *text, const lck_size_names *names,
                             const char **why);

#endif
