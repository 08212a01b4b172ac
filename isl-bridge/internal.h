/* internal.h - what the files of isl-bridge/ share and nobody else sees.
 *
 * Only these files see isl. A query is everything between lcr_begin and its answer:
 * lcr_begin grants it a fresh budget of isl operations, lcr_isl_failed turns isl's
 * last error into an error of the lc_ctx.
 *
 * An isl operation takes from a microsecond to milliseconds, longer with more dimensions and
 * longer integers. An operation therefore counts as many as the weight of its operands, so that a
 * budget bounds the time.
 */
#ifndef LCR_INTERNAL_H
#define LCR_INTERNAL_H

#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <signal.h>
#include <stdio.h>

#include "../lib/swizzle.h"
#include "recheck/read/literal.h"
#include "operate.h"
#include "system.h"

/* A text that isl has read, as a map, and as a function where it is written as one. The last
 * LCR_READ are kept. */
#define LCR_READ 16
typedef struct {
    char *text; /* NULL: none */
    isl_map *map;
    isl_pw_multi_aff *function;
} lcr_read;

struct lcr_ctx {
    lc_ctx *lc;
    isl_ctx *isl;
    unsigned long budget;
    unsigned long charged;         /* for large or hard systems, since lcr_start */
    volatile sig_atomic_t writing; /* an interruption leaves isl alone */
    lcr_read read[LCR_READ];       /* of the checker */
    size_t nread;
    lcr_finder *find; /* of hints for the checker (hints.h); NULL: there is none */
};

/* A relation, and its other forms where they are known: as a function from inputs to outputs, as
 * one from outputs to inputs, and as written by hand, in one map, and in a map a line where isl
 * reads only those in time.
 *
 * `map` is NULL where the function is dense: so many sums modulo 2 that isl would not bring
 * them into one normal form. Its outputs are asked about one at a time. */
struct lcr_map {
    int refs;
    isl_map *map;
    isl_pw_multi_aff *function, *inverse;
    char *text, *lines;
    bool as_read; /* the function is the one of a text: isl has not looked for a simpler one */
    size_t dimensions, bits; /* of its widest part; of its integers, about */
    unsigned long weight;    /* of an operation on it */
};

/* ---- context.c ---- */

void lcr_begin(lcr_ctx *r);
void lcr_begin_on(lcr_ctx *r, unsigned long weight);
/* The same with at least `operations` operations, for work that is bounded by other means. */
void lcr_begin_with(lcr_ctx *r, unsigned long weight, unsigned long operations);
/* The same with a `share`-th of the budget, or with what the claim has left of it if that is
 * less. Returns the budget that was granted. */
unsigned long lcr_begin_share(lcr_ctx *r, unsigned long weight, unsigned long share);
/* The same, for questions about one side of a relation that is a function of that side. */
void lcr_begin_on_side(lcr_ctx *r, const lcr_map *m);
/* False, with an error recorded, for relations and equations so large that isl's projections and
 * normal forms might not end; isl does not count these. */
bool lcr_check_weight(lcr_ctx *r, unsigned long weight);
/* One more system of this weight. A claim may ask for hundreds, so they are counted in operations
 * of small systems. Heavy ones have a price, as isl does not count all of its work on large
 * integers; the work of others is mostly added once it is known. False, with LC_ERR_BUDGET, when
 * the claim has used up its operations. */
#define LCR_HEAVY 16
bool lcr_charge(lcr_ctx *r, unsigned long weight);
/* The weight of pivots in a system with so many dimensions and integers of so many bits, and that
 * of operations on relations. */
unsigned long lcr_system_weight(size_t dimensions, size_t bits);
unsigned long lcr_relation_weight(size_t dimensions, size_t bits);
void lcr_forget(lcr_read *read);
/* Around isl's printers, which crash where a step of theirs is stopped: in between neither an
 * interruption nor the budget stops isl. */
void lcr_write_begin(lcr_ctx *r);
void lcr_write_end(lcr_ctx *r);
/* Nothing has failed since lcr_begin. Some of isl's functions answer as if nothing had happened,
 * so an answer counts only with this. */
bool lcr_isl_ok(lcr_ctx *r);
/* Forgets isl's last failure, but not that memory ran out. */
void lcr_isl_forget(lcr_ctx *r);
/* Records isl's last failure: LC_ERR_BUDGET when the budget ran out. */
lcr_answer lcr_isl_failed(lcr_ctx *r, const char *doing);
bool lcr_out_of_budget(lcr_ctx *r);
/* isl's yes or no; UNKNOWN, with an error recorded, when anything failed. */
lcr_answer lcr_isl_answer(lcr_ctx *r, isl_bool answer, const char *doing);

isl_val *lcr_val(lcr_ctx *r, lc_int a);
/* The integer of a value, which is taken over; false, with an error recorded, for a
 * NULL, a value that is no integer, or one past LC_MAX_INT_BITS. */
bool lcr_int(lcr_ctx *r, isl_val *v, lc_int *out);
/* The coordinates of a point, which is taken over. */
bool lcr_point_ints(lcr_ctx *r, isl_point *p, size_t n, lc_int *out);
isl_point *lcr_point(lcr_ctx *r, isl_space *space, size_t n, const lc_int *at);

/* elements.c: the pairs of a that are not in b, both taken over; has each input one output:
 * lcr_is_clear_function asks a set only whether this is plain to see. */
isl_map *lcr_subtract(isl_map *a, isl_map *b);
isl_bool lcr_is_function(isl_map *map);
isl_bool lcr_is_clear_function(isl_map *map);

/* merge.c: the same in fewer pieces, where isl finds such. Arguments are taken over. */
isl_set *lcr_merge_set(lcr_ctx *r, isl_set *set);
isl_map *lcr_merge_map(lcr_ctx *r, isl_map *map);
isl_pw_aff *lcr_merge_function(lcr_ctx *r, isl_pw_aff *f);

/* Close a frame and keep n of its integers. */
bool lcr_frame_keep(lc_ctx *ctx, lc_frame frame, size_t n, lc_int *values);

/* For messages: a number, or a coordinate `(1,2)`, shortened when long. */
#define LCR_TEXT_ROOM 96
const char *lcr_number(lc_int a, char buffer[LCR_TEXT_ROOM]);
const char *lcr_coordinate(size_t n, const lc_int *c, char buffer[LCR_TEXT_ROOM]);

/* The leaves of a shape or a layout in arrays, with the prefix products (`place`) and
 * the size; strides on axis q from step[q * n], a shape having none. The integers are
 * the layout's own and of the current frame. */
typedef struct {
    size_t n, naxes;
    lc_int *extent, *place, *step;
    lc_int size;
} lcr_leaves;
bool lcr_leaves_of_shape(lc_ctx *ctx, const lc_tuple *shape, lcr_leaves *out);
bool lcr_leaves_of_layout(lc_ctx *ctx, const lc_layout *a, lcr_leaves *out);
/* May be called after a failure, too. */
void lcr_leaves_clear(lcr_leaves *leaves);
/* LC_ERR_INVALID, "WHAT takes integer strides", for other codomains; only for XOR. */
bool lcr_integers_only(lcr_ctx *r, const char *what, const lc_layout *a);
bool lcr_no_xor(lcr_ctx *r, const char *what, const lc_layout *a);
/* Bits of all the leaves together. The numbers in the relations and systems of these leaves have
 * a few bits more at most. */
size_t lcr_bits_of_layout(const lc_layout *a);
size_t lcr_bits_of_axis(const lc_layout *a, size_t axis); /* with the strides of one axis */
size_t lcr_bits_of_shape(const lc_tuple *shape);
#define LCR_MAX_BITS (LC_MAX_INT_BITS / 4)
/* False with LC_ERR_BUDGET: too many bits for a system. */
bool lcr_check_bits(lcr_ctx *r, size_t bits);

/* ---- map.c ---- */

/* Takes over all it is given; NULL with an error when `map` is NULL or anything failed
 * since lcr_begin. */
lcr_map *lcr_map_make(lcr_ctx *r, isl_map *map, isl_pw_multi_aff *function, char *text);
/* The same for a dense function. */
lcr_map *lcr_map_make_dense(lcr_ctx *r, isl_pw_multi_aff *function, char *text);
/* All of it as isl's map, which stays the relation's, for questions that need all outputs
 * together; NULL, with LC_ERR_BUDGET, for a dense function. */
isl_map *lcr_map_whole(lcr_ctx *r, const lcr_map *m);
/* Its space, that of the function if it is dense; the caller's. */
isl_space *lcr_map_space(const lcr_map *m);
isl_set *lcr_map_domain(const lcr_map *m);
/* Records that the integers of a relation just made have about so many bits, for relations whose
 * integers may have more than 32. Returns it; NULL stays NULL. */
lcr_map *lcr_map_weigh(lcr_map *m, size_t bits);
/* The relation of a map, which is taken over, with numbers of about so many bits (operate.c).
 * NULL with an error. */
lcr_map *lcr_map_made(lcr_ctx *r, isl_map *map, size_t bits);
/* Begins a query on one or two whole relations; b may be NULL. False with LC_ERR_BUDGET where one
 * is dense. */
bool lcr_begin_on_maps(lcr_ctx *r, const lcr_map *a, const lcr_map *b);
/* LC_ERR_INVALID when a shape has another number of coordinates than the layout. */
bool lcr_check_size(lcr_ctx *r, lc_int have, lc_int given);

/* ---- syntax.c ---- */

/* A set, a relation, a relation that is written as a function, each perhaps with parameters. The
 * length of the text is bounded. NULL with an error. */
isl_set *lcr_read_set(lcr_ctx *r, const char *text);
isl_map *lcr_read_relation(lcr_ctx *r, const char *text);
isl_map *lcr_read_function(lcr_ctx *r, const char *text);
/* The same without a bound of the length; NULL without an error where isl does not read all of
 * it. */
isl_set *lcr_isl_set(lcr_ctx *r, const char *text);
isl_map *lcr_isl_map(lcr_ctx *r, const char *text);
#define LCR_A_SET "expected a set such as { [c] : 0 <= c < 8 }"
/* The relation as a function, if isl sees without much work that it is one; else NULL. */
isl_pw_multi_aff *lcr_as_function(lcr_ctx *r, isl_map *map);
/* The bits of the longest number in a text, about. */
size_t lcr_bits_of_text(const char *text);

/* ---- xor.c: the maps of a layout whose strides add by XOR, under a swizzle ---- */

#define LCR_NO_SWIZZLE ((lc_swizzle){0})

lcr_map *lcr_xor_index_map(lcr_ctx *r, lc_swizzle w, const lc_layout *a, const lc_tuple *shape);
/* The maps in its own shape, and of its integral coordinate. */
lcr_map *lcr_xor_layout_map(lcr_ctx *r, lc_swizzle w, const lc_layout *a, bool integral);

/* ---- formula.c ---- */

/* The maps as one would write them, in isl's syntax; NULL with an error. */
char *lcr_coord_formula(lc_ctx *ctx, const lcr_leaves *leaves);
char *lcr_index_formula(lc_ctx *ctx, const lcr_leaves *leaves);
char *lcr_layout_formula(lc_ctx *ctx, const lcr_leaves *leaves, bool extended);

/* ---- table.c ---- */

#define LCR_MOST_PAIRS 65536 /* relations of more pairs are not listed */

/* As lcr_map_list, but UNKNOWN with LC_ERR_BUDGET where that says NO after this error, and no
 * query is begun. `few`: NO for more than `rows` pairs. */
lcr_answer lcr_pairs_of(lcr_ctx *r, const lcr_map *m, lcr_pairs *pairs);
lcr_answer lcr_pairs_of_few(lcr_ctx *r, const lcr_map *m, size_t rows, lcr_pairs *pairs);
static inline const lc_int *lcr_pairs_in(const lcr_pairs *t, size_t row)
{
    return t->cell + row * (t->nin + t->nout);
}
static inline const lc_int *lcr_pairs_out(const lcr_pairs *t, size_t row)
{
    return lcr_pairs_in(t, row) + t->nin;
}
/* The rows by their outputs, then their inputs: row numbers, which the caller frees. */
size_t *lcr_pairs_by_output(lc_ctx *ctx, const lcr_pairs *pairs);

/* ---- query.c ---- */

/* A point of a set, which is taken over; NO: it is empty. */
lcr_answer lcr_sample(lcr_ctx *r, isl_set *set, size_t n, lc_int *out, const char *doing);
/* Copies n integers, unless `to` is NULL. */
void lcr_ints_copy(size_t n, lc_int *to, const lc_int *from);

/* Least (or largest) value of one dimension of a set, which is borrowed. NO: the set
 * is empty or has no such value. */
lcr_answer lcr_set_bound(lcr_ctx *r, isl_set *set, unsigned dim, bool largest, lc_int *bound);
lcr_answer lcr_set_bounds(lcr_ctx *r, isl_set *set, unsigned dim, lc_int *low, lc_int *high);

/* ---- system.c, reduce.c, radix.c ---- */

typedef struct {
    bool bounded_below, bounded_above;
    lc_int low, high;
} lcr_range;

/* A constraint, or any expression, in no more room than it needs. */
typedef struct {
    bool equality;
    size_t n;
    lc_int constant;
    lc_int coefficient[];
} lcr_row;

typedef struct {
    size_t n, room;
    lcr_row **row;
} lcr_rows;

struct lcr_system {
    lcr_ctx *r;
    size_t nvars, ndivisions;
    lcr_range bound[LCR_MAX_VARS];
    lcr_rows rows;
    /* divisions whose quotient has a variable, the remainder having the next one */
    struct {
        lcr_row *dividend;
        lc_int divisor;
        size_t quotient;
    } division[LCR_MAX_VARS / 2];
    /* made when first needed: the constraints without the variables that are linear in the
     * others, and the same for isl, in the columns of the remaining variables */
    bool is_reduced;
    size_t nsubs, ncolumns;
    lcr_rows reduced;
    struct {
        size_t var;
        lcr_row *value;
    } sub[LCR_MAX_VARS];
    size_t column[LCR_MAX_VARS]; /* SIZE_MAX: substituted */
    isl_basic_set *base;
};

/* lcr_system_solve with one more row: sign * e + constant >= 0; or e != 0. */
lcr_answer lcr_solve_side(lcr_system *s, const lcr_expr *e, int sign, lc_int constant,
                          lc_int *point);
lcr_answer lcr_solve_not_zero(lcr_system *s, const lcr_expr *e, lc_int *point);
/* y is no offset of the layout, whose modes must not overlap (outside.c). */
lcr_answer lcr_solve_outside(lcr_system *s, const lc_layout *a, const lcr_expr *y, lc_int *point);

/* Adds a variable for each leaf from `first` on whose extent is above 1, SIZE_MAX for others; x
 * becomes the integral coordinate. lcr_domain_read gives the coordinate at a point. */
bool lcr_domain_vars(lcr_system *s, const lcr_leaves *leaves, size_t first, size_t *var,
                     lcr_expr *x);
void lcr_domain_read(const lcr_leaves *leaves, const size_t *var, const lc_int *point,
                     lc_int *crd);

/* Substitutes variables that an equality defines (reduce.c). */
bool lcr_system_reduce(lcr_system *s);
void lcr_system_unreduce(lcr_system *s);
/* An expression in the remaining variables; NULL with an error. */
lcr_row *lcr_system_reduced(const lcr_system *s, const lcr_expr *e, bool equality);
/* Computes the substituted variables of a point. */
void lcr_system_fill_in(const lcr_system *s, lc_int *point);

/* The same, term by term? */
bool lcr_expr_is_row(const lcr_expr *e, const lcr_row *row);
bool lcr_expr_equal(const lcr_expr *a, const lcr_expr *b);

/* Takes over a row. False with an error, also for NULL. */
bool lcr_rows_add(lc_ctx *ctx, lcr_rows *rows, lcr_row *row);
void lcr_rows_clear(lcr_rows *rows);
/* NULL with an error. */
lcr_row *lcr_row_of(lc_ctx *ctx, const lcr_expr *e, bool equality);

void lcr_expr_add_row(lc_ctx *ctx, lcr_expr *e, lc_int factor, const lcr_row *row);

/* The interval of an expression, by the bounds of its variables. */
lcr_range lcr_expr_range(lc_ctx *ctx, const lcr_range *bound, const lcr_expr *e);

/* e = divisor whole + unit units + small, 0 <= small < unit: the quotient is whole +
 * floor(units / split.divisor), where units is 0 when that divisor is 1. */
typedef struct {
    lcr_expr whole, units, small;
    lc_int unit, divisor; /* their product is the divisor given */
} lcr_split;
void lcr_split_by(lc_ctx *ctx, const lcr_range *bound, const lcr_expr *e, lc_int divisor,
                  lcr_split *out);

/* e = divisor quotient + remainder, 0 <= remainder < divisor, divisor positive. */
bool lcr_system_divide(lcr_system *s, const lcr_expr *e, lc_int divisor, lcr_expr *quotient,
                       lcr_expr *remainder);
/* out = A(e) on an axis, A on its extended domain. */
bool lcr_system_apply(lcr_system *s, const lc_layout *a, size_t axis, const lcr_expr *e,
                      lcr_expr *out);

#endif
