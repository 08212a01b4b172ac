/* linear.h - expressions as sums of products, and as text for isl.
 *
 * A sum has terms k * a * b * ..: integers times atoms. Atoms are sizes, which are the same for
 * all instances (parameters of the claim, and what is computed of them alone), or numbers of an
 * instance: coordinates of threads and blocks, trips. What is no sum of products is an atom with
 * a definition: a quotient or remainder by a number, a choice, an XOR by its bits.
 *
 * isl knows no products of unknowns. A product of sizes is a size of its own there, any number
 * within its bounds: what holds for all of these holds. A product of sizes with one number of an
 * instance has no text: who asks takes such sums apart by their sizes (lck_poly_part).
 *
 * NULL and false: no memory, or l->sums says what has no such form. All is of an arena.
 */
#ifndef LCK_COPIES_LINEAR_H
#define LCK_COPIES_LINEAR_H

#include "../../../lib/expr.h"
#include "../../../lib/text.h"
#include "../../../verify/pieces/sum.h"

#define LCK_ATOMS 1000

typedef struct {
    bool size; /* the same for all instances */
    char name[16];
    const lc_expr *var;     /* a variable, or NULL */
    const char *definition; /* NULL: none */
    const bool *uses;       /* atoms that stand in the definition */
    const lc_expr *of;      /* what it stands for, or NULL */
    const lcv_sum *part;    /* floor(part / by); by 0: the product `part` */
    int64_t by;
    int64_t low, high; /* INT64_MIN, INT64_MAX: not known */
} lck_atom;

typedef struct {
    lcv_sums sums; /* whose unknowns are atoms */
    lck_atom atom[LCK_ATOMS];
    uint32_t natoms;
} lck_linear;

lck_linear *lck_linear_new(lcv_arena *arena);
/* A variable of expressions as an atom; its number. */
uint32_t lck_linear_add(lck_linear *l, const lc_expr *var, bool size);

const lcv_sum *lck_poly_of(lck_linear *l, const lc_expr *e);
/* a / b where b divides it term by term and is one term; NULL, without a reason: it does not. */
const lcv_sum *lck_poly_divide(lck_linear *l, const lcv_sum *a, const lcv_sum *b);
/* Bounds of it by those of its atoms; false: none are known. */
bool lck_poly_bounds(const lck_linear *l, const lcv_sum *s, int64_t *low, int64_t *high);
/* The terms with the same sizes as term i - 1, or as the constant (i = 0), divided by these
 * sizes; *first: i is the first such term. */
const lcv_sum *lck_poly_part(lck_linear *l, const lcv_sum *s, size_t i, bool *first);

/* Adds the text; used[atom] is set of each atom that stands in it. */
bool lck_linear_text(lck_linear *l, lc_text *text, const lcv_sum *s, bool *used);
bool lck_linear_condition(lck_linear *l, lc_text *text, const lc_expr *e, bool *used);
/* Marks the atoms that the definitions of used atoms use. */
void lck_linear_close(const lck_linear *l, bool *used);

#endif
