/* claims.h - claims on forms, proved for all values of the parameters.
 *
 * Each returns true when the claim is proved; otherwise false, with an obstacle that says what is
 * missing. Only instances refute a claim.
 */
#ifndef LCV_FORM_CLAIMS_H
#define LCV_FORM_CLAIMS_H

#include "internal.h"

typedef struct lcv_proof {
    lcv_forms *f;
    lcv_symbols *s;
    const char *name;
    const lcv_claim *claim; /* NULL for a comparison, a measure */
    size_t n;
    const lcv_form *arg[8]; /* NULL where none is given */
    const lc_int *instance; /* parameters at which the claim holds */
    lc_int *sample;         /* the values of the symbols there, for an order of strides */
    /* Parameters at which a relaxation has a point. */
    lc_int *hint;
    bool hinted;
} lcv_proof;

/* Argument i as a tensor, as a tuple; NULL with an obstacle, or without one where it is not
 * given. */
const lcv_form *lcv_proof_tensor(lcv_proof *p, size_t i);
const lcv_form *lcv_proof_tuple(lcv_proof *p, size_t i);

/* claims.c: is it shown that p >= 0, that p = 0, for all values? */
bool lcv_shown(lcv_proof *p, const lc_poly *size);
bool lcv_shown_zero(lcv_proof *p, const lc_poly *size);
/* a >= b, a = b; or the obstacle "it was not shown that A >= B (WHAT)". */
bool lcv_show_order(lcv_proof *p, const lc_poly *a, const lc_poly *b, const char *what);
bool lcv_show_equal(lcv_proof *p, const lc_poly *a, const lc_poly *b, const char *what);
/* Do rows and facts contradict each other? Else a hint is left. */
bool lcv_show_empty(lcv_proof *p, size_t n, const lcv_fact *row);
/* Sets the hint to these values of the symbols, unless there is one already. */
void lcv_proof_hint(lcv_proof *p, const lc_int *symbol);

/* Do two layouts have the same axes, a layout of zeros going with any; the same offsets? */
bool lcv_form_same_axes(lcv_proof *p, const lcv_form *x, const lcv_form *y);
bool lcv_form_same_offsets(lcv_proof *p, const lcv_form *x, const lcv_form *y);

/* Have two layouts the same values at integral coordinates? */
bool lcv_form_none_differ(lcv_proof *p, const lcv_form *x, const lcv_form *y);
/* image.c: the least and the largest value on an axis; are all values in [least,bound), either of
 * which may be NULL? */
bool lcv_form_range(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly **low,
                    const lc_poly **high);
bool lcv_form_within(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly *least,
                     const lc_poly *bound);

/* Functions that rows of claims name. sized.c: the claim as it is proved of numbers, with sizes
 * in their place; claims.c; image.c. */
lcv_prove_symbols lcv_sym_as_of_numbers;
lcv_prove_symbols lcv_sym_admissible, lcv_sym_aligned, lcv_sym_compatible, lcv_sym_composes,
    lcv_sym_congruent, lcv_sym_equal, lcv_sym_equiv, lcv_sym_refines, lcv_sym_weakly_congruent;
lcv_prove_symbols lcv_sym_bijective, lcv_sym_covers, lcv_sym_fits, lcv_sym_in_bounds,
    lcv_sym_injective, lcv_sym_partitions, lcv_sym_surjective;
/* pairs.c, vectors.c */
lcv_prove_symbols lcv_sym_complements, lcv_sym_contained, lcv_sym_disjoint, lcv_sym_divides_into,
    lcv_sym_is_linear, lcv_sym_left_inverts, lcv_sym_right_inverts, lcv_sym_vectorizes;
/* residues.c: asks about x, a layout of integers, in each case in which the steps of its first
 * leaves and its offset are known modulo a number; other steps are known where the cases are few.
 * False when one is answered so, or with an obstacle. */
bool lcv_form_each_residue(lcv_proof *p, const lcv_form *x, size_t leaves, int64_t modulus,
                           bool (*ask)(void *user, const lcv_form *x), void *user);
/* accesses.c: is it shown that no access of X costs more than `most`? Arguments as in
 * conflict_free. */
typedef enum { LCV_MEASURE_CONFLICTS, LCV_MEASURE_SECTORS, LCV_MEASURE_SPARE } lcv_measured;
bool lcv_sym_accesses(lcv_proof *p, lcv_measured what, unsigned most);
/* Is it shown that some access costs at least so much, whatever the parameters are? */
bool lcv_sym_costly(lcv_proof *p, lcv_measured what, unsigned least);
lcv_prove_symbols lcv_sym_coalesced, lcv_sym_conflict_free;
/* swizzled.c: the claim with swizzled layouts among its arguments; `prove` is its function for
 * layouts. */
bool lcv_sym_composed(lcv_proof *p, lcv_prove_symbols *prove);
/* xor-claims.c: the claim with layouts among its arguments whose strides add by XOR. */
bool lcv_sym_xor(lcv_proof *p, lcv_prove_symbols *prove);
lcv_prove_symbols lcv_sym_feeds, lcv_sym_multiplies, lcv_sym_reorders; /* counts.c */
/* The same where an argument is a relation or a set (relation-claims.c). */
lcv_prove_symbols lcv_rel_aligned, lcv_rel_bijective, lcv_rel_composes, lcv_rel_contained,
    lcv_rel_covers, lcv_rel_disjoint, lcv_rel_equal, lcv_rel_equiv, lcv_rel_fits,
    lcv_rel_in_bounds, lcv_rel_injective, lcv_rel_left_inverts, lcv_rel_partitions,
    lcv_rel_complements, lcv_rel_is_layout, lcv_rel_admissible, lcv_rel_divides_into,
    lcv_rel_right_inverts, lcv_rel_surjective;
/* `a op b` of integers, or == of tuples. */
bool lcv_form_compare(lcv_proof *p, lcv_op op);

#endif
