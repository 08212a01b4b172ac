/* atoms.h - the atoms of the library that products are made of. */
#ifndef LCK_PRODUCT_ATOMS_H
#define LCK_PRODUCT_ATOMS_H

#include "../read/product.h"

#define LCK_ROWS_OF_ATOM 64 /* of wgmma */

/* A row of the library, by its elements. */
typedef struct {
    lck_method method;
    const char *element, *sum; /* of A and B, of C */
    const char *file, *name;   /* <sm80>, mma_m16n8k16_b16 */
    int shape[3];              /* m, n and k; of wgmma the least n */
    bool compared;             /* with hardware */
    bool held;                 /* of wgmma: A is in registers */
} lck_atom_row;

/* The row for a product; NULL: the method has none. */
const lck_atom_row *lck_atom_row_of(const lck_product *product, lck_method method);
/* Reads the tables of a row, for these elements of A, B and C; `n` is the width of an atom of
 * wgmma. *out is cleared with the recipe, also after a failure. False with an error in p->e. */
bool lck_atom_read(lcv_planning *p, const lck_element *const element[3], const lck_atom_row *row,
                   int n, lck_atom *out);

#endif
