/* form-claims.h - claims on forms, proved for all values of the parameters.
 *
 * Each returns true when it is proved; false when it was not, with an obstacle that says
 * what is missing. Nothing is refuted here: that is for instances.
 */
#ifndef LCV_FORM_CLAIMS_H
#define LCV_FORM_CLAIMS_H

#include "form-internal.h"

typedef struct {
    lcv_forms *f;
    lcv_symbols *s;
    const char *name;
    size_t n;
    const lcv_form *arg[3]; /* NULL where none is given */
    const lc_int *instance; /* parameters at which the claim holds */
    lc_int *sample;         /* the symbols there: an order of strides to try */
    /* Parameters at which a relaxation has a point. */
    lc_int *hint;
    bool hinted;
} lcv_proof;

/* form-claims.c: p >= 0 for all values, p = 0. */
bool lcv_shown(lcv_proof *p, const lc_poly *size);
bool lcv_shown_zero(lcv_proof *p, const lc_poly *size);
/* The obstacle "it was not shown that A >= B, as WHAT needs"; returns false. */
bool lcv_not_shown(lcv_proof *p, const lc_poly *a, const lc_poly *b, const char *what);
/* a >= b, or the obstacle. */
bool lcv_show_order(lcv_proof *p, const lc_poly *a, const lc_poly *b, const char *what);
bool lcv_show_equal(lcv_proof *p, const lc_poly *a, const lc_poly *b, const char *what);
/* Do rows and facts contradict each other? Else a hint is left. */
bool lcv_show_empty(lcv_proof *p, size_t n, const lcv_row *row);

/* form-image.c */
bool lcv_form_injective(lcv_proof *p);
bool lcv_form_in_bounds(lcv_proof *p);
bool lcv_form_fits(lcv_proof *p);
bool lcv_form_covers(lcv_proof *p);
bool lcv_form_surjective(lcv_proof *p);
bool lcv_form_bijective(lcv_proof *p);
bool lcv_form_partitions(lcv_proof *p);

#endif
