/* cutlass.h - CUTLASS's names of instructions, as atoms of the library.
 *
 *     SM80_16x8x16_F32BF16BF16F32_TN         mma_m16n8k16_b16
 *     SM90_64x128x16_F32BF16BF16_SS<..>      wgmma_m64k16_ss_b16(128)
 *     SM90::GMMA::SPARSE::GMMA_64x8x64_S32S8S8_RS_TN   wgmma_sp_m64k64_rs_b8(8)
 *     SM75_U32x4_LDSM_N                      ldmatrix_x4_b16
 *
 * CUTLASS names the types of all operands, the library the bits of A and B, which is what a
 * layout depends on (library/atoms.lay). Whether the library has the atom is not known here.
 */
#ifndef LCV_CUTLASS_H
#define LCV_CUTLASS_H

#include <stdbool.h>

typedef struct {
    char name[48];
    int nargs, arg[2]; /* of an atom that is a function: its sizes */
} lcv_cutlass_atom;

/* False: it is no name of an instruction, or of one that this rule does not know. */
bool lcv_cutlass_find(const char *name, lcv_cutlass_atom *atom);

#endif
