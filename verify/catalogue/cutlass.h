/* cutlass.h - CUTLASS's names of instructions, as atoms of the library.
 *
 *     SM80_16x8x16_F32BF16BF16F32_TN         mma_m16n8k16_b16
 *     SM90_64x128x16_F32BF16BF16_SS<..>      wgmma_m64k16_ss_b16(128)
 *     SM90::GMMA::SPARSE::GMMA_64x8x64_S32S8S8_RS_TN   wgmma_sp_m64k64_rs_b8(8)
 *     SM75_U32x4_LDSM_N                      ldmatrix_x4_b16
 *
 * These are the names that CUTLASS 4.7 has traits of (include/cute/atom), and no others. CUTLASS
 * names the types of all operands, the library the bits of A and B, which is what a layout
 * depends on (library/atoms.lay).
 */
#ifndef LCV_CUTLASS_H
#define LCV_CUTLASS_H

#include <stdbool.h>
#include <stddef.h>

#include "../language/diag.h"

typedef struct {
    char name[48];     /* "": an atom of CUTLASS that the library does not have */
    int nargs, arg[2]; /* of an atom that is a function: its sizes */
} lcv_cutlass_atom;

/* False: CUTLASS has no such name. */
bool lcv_cutlass_find(const char *name, lcv_cutlass_atom *atom);

/* Lists the names of atoms that are spelled nearly like it; returns their number. */
typedef char lcv_cutlass_name[64];
size_t lcv_cutlass_near(const char *name, lcv_cutlass_name near[LCV_NEAR]);

#endif
