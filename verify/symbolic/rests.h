/* rests.h - values of maps, with coordinates and parameters split into quotient and rest.
 *
 * A symbol x, a coordinate or a parameter, is D*q + r with a number D, r being in [0,D). What a
 * map divides by numbers, masks, shifts and XORs is then often a polynomial in the quotients q
 * whose factors depend on the rests alone: of x = 8q + r, x / 8 is q, x % 8 is r, and
 * 64x ^ 8(x % 8) is 512q + (64r ^ 8r). The rests are numbers, so each factor is listed, one
 * number for each choice of all rests: a point. D grows where an operation needs it to, until
 * the value is such a polynomial, or there are too many points.
 *
 * Of a coordinate of [0,C*K), C being a number, the first rest is of [0,c), where c divides C and
 * D: x = c*y + z, and y = (D/c)*q + r is of [0,(C*K)/c). Where all of the size is c there is no
 * y. z takes all its values at each y, whatever the sizes are.
 *
 * All of it lives in an arena. NULL is returned where a value is no such polynomial.
 */
#ifndef LCV_SYMBOLIC_RESTS_H
#define LCV_SYMBOLIC_RESTS_H

#include "../tables/problem.h"

#define LCV_REST_SYMBOLS 24
#define LCV_REST_POINTS 16384
#define LCV_REST_MANY 65536 /* points of a domain of numbers, fewer of which are listed */
#define LCV_REST_TERMS 16
#define LCV_REST_DEGREE 4
#define LCV_REST_NAME "rest_" /* and a number: a coordinate of a map that was made of rests */

/* A product of quotients, by number, in ascending order. */
typedef struct {
    uint8_t n, of[LCV_REST_DEGREE];
} lcv_quotients;

/* A sum of terms, each a product with a number at each point; sorted, 0 without a term. */
typedef struct {
    size_t n;
    lcv_quotients of[LCV_REST_TERMS];
    const int64_t *at[LCV_REST_TERMS];
} lcv_rest_sum;

typedef struct {
    const char *name;                  /* of a coordinate; or NULL */
    const lcv_value *parameter;        /* or NULL */
    const lcv_ast *size;               /* of a coordinate */
    const lcv_ast *count;              /* K */
    int64_t content;                   /* the number C in it; 1 of a parameter */
    bool number;                       /* the size is C */
    int64_t full, period;              /* c; D/c */
    size_t full_stride, period_stride; /* of the points: first all z, then the rest */
} lcv_rest_symbol;

/* A name that stands for a sum. */
typedef struct {
    const char *name;
    const lcv_rest_sum *is;
} lcv_rest_given;

typedef struct {
    lcv_arena *arena;
    const lcv_eval *e;
    size_t ncoordinates, n; /* symbols: coordinates first */
    size_t ngiven;          /* names that stand for sums, in the place of coordinates' */
    lcv_rest_given given[LCV_MAX_COORDINATES];
    lcv_rest_symbol symbol[LCV_REST_SYMBOLS];
    size_t npoints, nfull; /* all, and those of all z at one choice of the others */
    /* why there is no value: the rests of a symbol are to be those of a multiple */
    bool asks;
    size_t wanted;
    int64_t factor;
} lcv_rests;

/* ---- arithmetic (rests.c) ---- */

const lcv_rest_sum *lcv_rest_number(lcv_rests *t, int64_t value);
const lcv_rest_sum *lcv_rest_quotient(lcv_rests *t, size_t symbol, int64_t factor);
const lcv_rest_sum *lcv_rest_table(lcv_rests *t, const int64_t *at); /* kept, not copied */
/* a + factor * b; a * b */
const lcv_rest_sum *lcv_rest_add(lcv_rests *t, const lcv_rest_sum *a, int64_t factor,
                                 const lcv_rest_sum *b);
const lcv_rest_sum *lcv_rest_mul(lcv_rests *t, const lcv_rest_sum *a, const lcv_rest_sum *b);
/* Quotients, remainders, bits and shifts; the right operand is a number at each point, or of &, |
 * and ^ one of both. */
const lcv_rest_sum *lcv_rest_operate(lcv_rests *t, lcv_op op, const lcv_rest_sum *a,
                                     const lcv_rest_sum *b);
/* Where a is a number at each point: these; NULL. */
const int64_t *lcv_rest_pure(lcv_rests *t, const lcv_rest_sum *a);
/* The term of a product at each point; NULL: it has none. */
const int64_t *lcv_rest_term(const lcv_rest_sum *a, const lcv_quotients *of);
bool lcv_rest_same_product(const lcv_quotients *a, const lcv_quotients *b);
/* Are they the same at all points of `in`, at all points if it is NULL? */
bool lcv_rest_same(const lcv_rests *t, const lcv_rest_sum *a, const lcv_rest_sum *b,
                   const bool *in);
/* Are the factors of all terms with quotients multiples of `by`? Else asks for a finer division,
 * and false. */
bool lcv_rest_divides(lcv_rests *t, const lcv_rest_sum *a, int64_t by);
/* The value of a symbol, a coordinate or a parameter. */
const lcv_rest_sum *lcv_rest_symbol_value(lcv_rests *t, size_t symbol);

/* ---- expressions (rest-values.c) ---- */

/* Begins with the coordinates of the map, none divided yet; with `listed` those of few numbers
 * are listed. False: there are too many, or the size of one depends on another. */
bool lcv_rests_open(lcv_rests *t, lcv_arena *arena, const lcv_eval *e, const lcv_ast *map,
                    bool listed);
/* Makes the division that was asked for. False, with nothing changed: none was, or there would be
 * too many points. */
bool lcv_rests_refine(lcv_rests *t);
/* An integer; names are coordinates, and those of the scope. */
const lcv_rest_sum *lcv_rest_value(lcv_rests *t, const lcv_scope *scope, const lcv_ast *ast);
/* The points that no assumption on the parameters excludes; it may ask for more rests of
 * parameters that have some. */
const bool *lcv_rests_allowed(lcv_rests *t);
/* The expression of a sum at one point. */
lcv_ast *lcv_rest_text(lcv_rests *t, const lcv_rest_sum *a, size_t point);

/* ---- claims ---- */

/* The result of a claim that is proved by rests; NULL without an error where it is not. */
lcv_result *lcv_rest_claim(lcv_eval *e, const lcv_ast *claim);

/* rest-equiv.c: equiv(X, Y), one of which is a map: are they the same at all points? If not, and
 * there are no parameters, *d may have a coordinate of the map at which X and Y differ.
 * */
typedef struct {
    bool found, turned; /* the map is Y, and value[0] its value */
    size_t n;
    int64_t at[LCV_MAX_COORDINATES], value[2];
} lcv_rest_difference;
bool lcv_rests_agree(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim,
                     lcv_rest_difference *d);
/* rest-layout.c: claims about layouts that together imply the one about a map. Returns their
 * number; 0 where there are none. */
#define LCV_REST_CLAIMS 16
size_t lcv_rest_layouts(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim,
                        const lcv_ast *to[LCV_REST_CLAIMS]);
/* rest-lanes.c: does conflict_free(X, ..), or conflicts(X, ..) <= k, of a map, hold at so many
 * numbers of its parameters that it holds at all? */
bool lcv_rest_lanes(lcv_arena *arena, lcv_eval *e, const lcv_ast *claim);

#endif
