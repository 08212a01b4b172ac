/* global.h - accesses of global memory in a module of Triton: what a warp's instruction touches.
 *
 * The pointers of an access are an argument and a formula of the tensor's coordinates
 * (../index); the layout of their type says which coordinates a lane has; the width of a vector
 * is Triton's (axis.h). An instruction is of one warp: its lanes, each with a vector of elements.
 *
 * Lanes fall into groups whose addresses differ by numbers: rows of a tile are apart by a stride
 * that is a parameter, or by a quotient or data. A group begins at a multiple of something, as
 * far as sectors of 32 bytes go. Where each group alone touches no sector that it does not fill,
 * neither do all together, whatever is between them: that is proved of each group. Where they do
 * not, numbers for all symbols are looked for at which the instruction touches more than its
 * bytes fill. Buffers whose address is promised to be a multiple of 16 are taken to begin with a
 * sector, as those of allocators do.
 */
#ifndef LCK_TRITON_GLOBAL_H
#define LCK_TRITON_GLOBAL_H

#include "../../../lib/linear.h"
#include "../warp/warp.h"
#include "axis.h"
#include "reader.h"
#include "terms.h"

#define LCK_SECTOR 32

/* What is known of a function's addresses; NULL: there is no memory. */
lck_global *lck_global_new(const lck_ir_module *m, uint32_t func,
                           const lck_audit_options *options);
void lck_global_free(lck_global *g);
/* Has memory run out on a formula? */
bool lck_global_starved(const lck_global *g);

/* An access. */
typedef struct {
    lck_triton *t;
    const lck_ir_op *op;
    lck_index *ix;
    const lck_axes *axes;
    const lck_audit_options *options;
    lck_operation operation;
    uint32_t pointer, offset, mask; /* values; `offset` of AMD's buffers, a tensor; or NONE */
    lck_value_type type;            /* of the tensor of pointers, or of offsets */
    const lc_linear *layout;        /* NULL: a scalar */
    lck_formula place;
    const lc_expr *guard; /* NULL: none, or not known */
    unsigned bytes;       /* of an element */
    unsigned vector;      /* elements of a lane in one instruction */
    unsigned lanes;
    unsigned times;     /* instructions of a thread */
    int64_t base_bytes; /* the address of the buffer is a multiple of this */
} lck_global_access;

/* width.c: Triton's vector; 1 of a scalar. */
unsigned lck_global_vector(const lck_global_access *a);
/* Elements whose pointers are in a row, and whose mask is the same, up to 16 bytes. */
unsigned lck_global_row(const lck_global_access *a);

/* ---- groups.c: the lanes of each instruction, but those whose coordinates the mask excludes
 * ----
 */

typedef struct {
    int64_t step, residue; /* it begins at a multiple of `step`, in elements, and `residue` */
    unsigned n;
    int64_t at[LC_LINEAR_BITS]; /* where its lanes are from there, ascending, each once */
    unsigned bytes, most;       /* that it touches, and sectors at most */
    bool full;                  /* its bytes fill whole sectors and nothing else */
    bool good;                  /* no more sectors than its bytes fill */
    bool aligned;               /* each lane at a multiple of its width */
} lck_lane_group;

typedef struct {
    uint64_t where;       /* the integral coordinate of its first lane in the layout */
    unsigned bytes, most; /* sums of its groups */
    bool good;
} lck_warp_access;

#define LCK_BAD_INSTRUCTIONS 128 /* whose places are kept */

typedef struct {
    size_t ngroups, ninstructions, nbad;
    lck_lane_group *group;        /* all that differ */
    lck_warp_access *instruction; /* some that differ, the worst first; none: no mask holds */
    uint64_t bad[LCK_BAD_INSTRUCTIONS]; /* where some instructions are that are not good */
    bool data;                          /* data tells lanes apart */
} lck_lane_groups;

/* False: memory, or there are too many; *why says which. */
bool lck_global_groups(const lck_global_access *a, lck_lane_groups *out, const char **why);
void lck_lane_groups_free(lck_lane_groups *groups);
/* The coordinates of a lane of an instruction, by axis; its place in the layout is where + lane
 * of the input dim `lane`. */
void lck_global_coordinates(const lck_global_access *a, uint64_t where, unsigned lane,
                            int64_t coordinate[LCK_INDEX_RANK]);

/* ---- witness.c: numbers for all symbols ---- */

typedef struct {
    bool found;
    unsigned touched, fill; /* sectors */
    unsigned lanes;         /* that are active */
    int64_t at[64];         /* their offsets in elements */
    char numbers[512];      /* "s = 72, pid_x = 0" */
    int64_t base;           /* the address of the buffer, in bytes beyond a sector */
} lck_witness;

/* The worst of the instructions in the list, at the numbers that are tried. */
void lck_global_witness(const lck_global_access *a, const lck_lane_groups *groups,
                        lck_witness *out);

/* ---- sectors.c, extent.c, overflow.c: verdicts ---- */

/* sectors.c: sectors, and whether each lane is at a multiple of its width. */
void lck_global_sectors(const lck_global_access *a, lck_access_record *r);
void lck_global_inside(const lck_global_access *a, lck_access_record *r);
void lck_global_fits(const lck_global_access *a, lck_access_record *r);

/* Names of coordinates without the extents of their axes, in place. */
void lck_global_drop_extents(char *text);
/* A formula as a text in C, with the names of the function; the caller frees it. NULL: none. */
char *lck_global_text(const lck_global_access *a, const lc_expr *e);

#endif
