/* library-names.h - which file of the library (library.h) defines a name.
 *
 * CUTLASS's name of an instruction is one of these names by another spelling
 * (../catalogue/cutlass.h).
 */
#ifndef LCV_LIBRARY_NAMES_H
#define LCV_LIBRARY_NAMES_H

#include "../catalogue/cutlass.h"
#include "expand.h"
#include "library.h"

typedef struct {
    const lcv_library_file *file;
    size_t line; /* of its `let` */
} lcv_library_place;

/* False: no file defines it. */
bool lcv_library_find(const char *name, lcv_library_place *place);

/* The atom of the library that CUTLASS's name is; false: there is none. */
bool lcv_library_cutlass(const char *name, lcv_cutlass_atom *atom, lcv_library_place *place);

/* CUTLASS's names in the tree become atoms of the library, in a file that imports <cute> or them;
 * not those that it defines itself, nor these arguments of a function (or NULL). False with an
 * error. */
bool lcv_name_atoms(lcv_work *w, lcv_ast *tree, const lcv_ast *formals);

/* Adds to the error about an unknown name which file of the library defines it. */
void lcv_hint_library(lcv_work *w);

#endif
