/* internal.h - what the files of the prover share.
 *
 *   result.c    results, and the texts that they are made of
 *   argument.c  arguments of a claim, with errors that say what was expected
 *   witness.c   guessing counterexamples, and enumeration of small domains
 *   image.c     the set of offsets of a layout, in closed form
 *   chain.h     layouts applied one after the other
 *   coordinates.h  values that are coordinates
 *   claims-*.c  the claims, a group a file; the checks that the cross-check of
 *               crosscheck.c shares with them take layouts instead of values
 *
 * Integers made on the way live in the frame that lcv_prove and lcv_crosscheck
 * open; results hold text only. A check that returns NULL has recorded an error.
 */
#ifndef LCV_INTERNAL_H
#define LCV_INTERNAL_H

#include "../../isl-bridge/counterexample.h"
#include "../claim/prove.h"

/* Integral coordinates tried before anything is solved; none without shortcuts (ctx.h). */
#define LCV_MAX_GUESSES 1024
static inline int lcv_guesses(const lc_ctx *ctx)
{
    return lc_ctx_shortcuts(ctx) ? LCV_MAX_GUESSES : 0;
}

/* The largest domain that is enumerated when solving gives up. */
#define LCV_ENUMERATE 65536

/* ---- result.c ---------------------------------------------------------- */

/* Methods, as results name them. */
#define LCV_BY_COMPARISON "comparison"
#define LCV_BY_CLOSED_FORM "closed form"
#define LCV_BY_EVALUATION "evaluation"
#define LCV_BY_ENUMERATION "enumeration"
#define LCV_BY_SYSTEM "linear system"
#define LCV_BY_COUNTING "counting"
#define LCV_BY_RELATION "relation"
#define LCV_BY_CONSTRUCTION "construction"
#define LCV_BY_AXES "independent axes"
#define LCV_BY_SYMBOLS "systems over the parameters"
#define LCV_BY_INSTANCES "every case"

/* Text from a format; NULL with an error when there is no memory. The directives:
 *   %s const char *   %z size_t   %i lc_int   %t const lc_tuple *
 *   %L const lc_layout *   %c const lc_tuple *, a coordinate as the argument of a
 *   call: `(2)`, `(0,1)` */
char *lcv_text(lc_ctx *ctx, const char *format, ...);

/* These take over their texts; a NULL text (no memory) gives NULL. */
lcv_result *lcv_proved(lc_ctx *ctx, const char *method);
lcv_result *lcv_proved_with(lc_ctx *ctx, const char *method, char *remark);
lcv_result *lcv_unknown(lc_ctx *ctx, const char *method, char *reason);
lcv_result *lcv_refuted(lc_ctx *ctx, const char *method, char *where, char *summary);

/* One more step of a counterexample, in the directives of lcv_text. When memory
 * runs out *result is freed and becomes NULL; a NULL *result stays NULL. */
void lcv_step(lc_ctx *ctx, lcv_result **result, const char *format, ...);

/* The same, unless the counterexample has this step already. */
void lcv_step_once(lc_ctx *ctx, lcv_result **result, const char *format, ...);
/* The same before all other steps. */
void lcv_first_step(lc_ctx *ctx, lcv_result **result, const char *format, ...);
/* Puts a text before the last step. */
void lcv_before_step(lc_ctx *ctx, lcv_result **result, const char *format, ...);

/* A text or a step written piece by piece; begins as {0}, and the last call takes it. */
typedef struct {
    char *data;
    size_t length, room;
    bool failed;
} lcv_line;
void lcv_line_add(lc_ctx *ctx, lcv_line *line, const char *format, ...);
char *lcv_line_take(lc_ctx *ctx, lcv_line *line);
void lcv_step_line(lc_ctx *ctx, lcv_result **result, lcv_line *line);

/* The integral coordinate c as a coordinate of the top-level modes: an integer
 * for a shape of rank 1, else congruent to the shape. */
lc_tuple *lcv_show_coordinate(lc_ctx *ctx, const lc_tuple *shape, lc_int c);

/* After an LCR_UNKNOWN: true when only the budget ran out (the error, if any, is
 * cleared), false when something failed. */
bool lcv_out_of_budget(lc_ctx *ctx);
/* A result as it may be handed out: none while an error is pending. */
lcv_result *lcv_settle(lc_ctx *ctx, lcv_result *result);
/* LC_ERR_INTERNAL: `what` found a counterexample that evaluation does not confirm. */
void *lcv_uncertified(lc_ctx *ctx, const char *what);

/* ---- argument.c -------------------------------------------------------- */

/* A function on integral coordinates: a relation, or a layout plus an offset
 * (0 but for tensors). */
typedef struct lcv_function {
    const char *name;
    lc_layout *layout;
    lc_int offset;
    lc_tuple *origin; /* of coordinates, in the place of the offset; NULL: 0 */
    lcr_map *relation; /* with a layout: that which the relation was found to be */
    const lcv_value *made_of; /* what a relation stands for, to be shown as it; borrowed */
    /* one axis of this function, or all of them packed, to be shown as it; borrowed */
    const struct lcv_function *shown;
    char suffix[24]; /* " on axis 1": after the name, where one axis is meant */
} lcv_function;

/* Arguments by claim and parameter name, which errors repeat: "composes needs a
 * layout R, not a relation". Results are owned. Layouts are of integers, but for the
 * functions that take their codomains, a sum of these: */
enum { LCV_OF_INTEGERS = 1, LCV_OF_COORDINATES = 2, LCV_OF_XOR = 4, LCV_OF_ALL = 7 };
lc_layout *lcv_arg_layout(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v);
lc_layout *lcv_arg_layout_of(lc_ctx *ctx, const char *claim, const char *name,
                             const lcv_value *v, unsigned codomains);
lc_tuple *lcv_arg_shape(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v);
/* A shape that has coordinates: extents of 1 or more. */
lc_tuple *lcv_arg_domain(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v);
lc_tiler *lcv_arg_tiler(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v);
/* An integer of at least `least`. */
bool lcv_arg_int(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                 int32_t least, lc_int *out);
/* A type: the least and the largest of its numbers. */
bool lcv_arg_type(lc_ctx *ctx, const char *claim, const lcv_value *v, lc_int *least,
                  lc_int *most);
bool lcv_arg_function(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                      lcv_function *out);
bool lcv_arg_function_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                         unsigned codomains, lcv_function *out);
/* The same where a relation is of no use. */
bool lcv_arg_tensor(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                    lcv_function *out);
bool lcv_arg_tensor_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                       unsigned codomains, lcv_function *out);
lcv_function lcv_function_ref(const lcv_function *f);
void lcv_function_free(lcv_function *f);

/* Of a function to integers that is no relation. */
lc_int lcv_function_at(lc_ctx *ctx, const lcv_function *f, lc_int c);
void lcv_function_range(lc_ctx *ctx, const lcv_function *f, lc_int *low, lc_int *high);
/* Of any that is no relation: an offset of 0; the offset; the value, as it is shown. */
bool lcv_function_is_layout(const lcv_function *f);
lc_tuple *lcv_function_offset(lc_ctx *ctx, const lcv_function *f);
lc_tuple *lcv_function_value(lc_ctx *ctx, const lcv_function *f, lc_int c);
/* `X(17) = X(1,4) = 9`, with the offset where there is one; c is shown as the
 * coordinate `shown` (NULL: as it is). */
void lcv_step_function(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                       const lc_tuple *shown);

/* The coordinate congruent to the shape that a coordinate stands for, mode by mode: its
 * integers are those of whole modes, and modes that it lacks are 0 (chain.c). */
lc_tuple *lcv_natural_of(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *crd);

/* ---- witness.c --------------------------------------------------------- */

/* A claim about each integral coordinate of a domain. */
typedef struct {
    const lc_tuple *domain;
    bool (*breaks)(lc_ctx *ctx, const void *claim, lc_int c);
    const void *claim;
} lcv_search;

/* Try coordinates in order of simplicity: the first lcv_guesses(), unit vectors,
 * ends of modes, sums of two of these, a few random points of a fixed seed. YES:
 * c breaks the claim. NO: the whole domain was tried, the claim holds. */
lcr_answer lcv_guess(lc_ctx *ctx, const lcv_search *search, lc_int *c);
/* Every coordinate; UNKNOWN at once when there are more than LCV_ENUMERATE. */
lcr_answer lcv_enumerate(lc_ctx *ctx, const lcv_search *search, lc_int *c);
/* From a natural coordinate that is said to break the claim: false when it does
 * not, else c is a coordinate that does, as small as a greedy descent finds. */
bool lcv_certify(lc_ctx *ctx, const lcv_search *search, const lc_int *natural, lc_int *c);
/* The exclusive prefix products of the leaves: n + 1 integers, caller frees. */
lc_int *lcv_prefix_products(lc_ctx *ctx, const lc_tuple *shape);
/* The integral coordinate of a natural one given as an array, and back. */
lc_int lcv_integral(lc_ctx *ctx, const lc_tuple *shape, const lc_int *natural);

/* ---- image.c ----------------------------------------------------------- */

/* The offsets of a layout: low + { sum c_k step_k : 0 <= c_k < extent_k }, over
 * the modes of extent above 1 and stride other than 0, negative strides reflected,
 * in order of step. reach_k is the largest sum of modes 0 to k. */
typedef struct {
    size_t leaf; /* of the layout */
    lc_int extent, step, reach;
    bool reflected;
} lcv_mode;

typedef struct {
    const lc_layout *layout;
    lc_int low, high;
    lc_int repeats; /* product of the extents of stride 0: how often each sum comes */
    size_t n;
    lcv_mode *mode;
} lcv_image;

bool lcv_image_of(lc_ctx *ctx, const lc_layout *a, lc_int offset, lcv_image *image);
void lcv_image_free(lcv_image *image);

/* Every step is larger than the reach of the modes before it: different sums
 * everywhere, and digits can be read off greedily. */
bool lcv_image_apart(const lcv_image *image);
/* The first mode whose step is more than 1 past the reach of those before it; n
 * when there is none and the image is all of [low, high]. The value before that
 * step, low + reach + 1, is the least integer above low that is not reached: modes
 * from there on contribute more, those before it less. */
size_t lcv_image_gap(lc_ctx *ctx, const lcv_image *image, lc_int *value);
/* A natural coordinate with this offset. */
lcr_answer lcv_image_find(lcr_ctx *r, const lcv_image *image, lc_int value, lc_int *natural);
/* How many natural coordinates have this offset; false when it takes too long. */
bool lcv_image_count(lc_ctx *ctx, const lcv_image *image, lc_int value, lc_int *count);
/* The offsets next to a value that is none, below and above; false unless the image
 * is apart and the value lies between its ends. */
bool lcv_image_neighbours(lc_ctx *ctx, const lcv_image *image, lc_int value, lc_int *below,
                          lc_int *above);
/* A step that tells why the gap is one. */
void lcv_step_gap(lc_ctx *ctx, lcv_result **result, const char *name, const lcv_image *image,
                  size_t mode);
/* Do two layouts reach every offset equally often? When not, *offset is the least
 * that they do not, and *more how much more often a reaches it. */
bool lcv_same_multiset(lc_ctx *ctx, const lcv_image *a, const lcv_image *b, lc_int *offset,
                       lc_int *more);
/* Two coordinates of equal offset, or a proof that there are none. */
lcr_answer lcv_find_collision(lcr_ctx *r, const lc_layout *a, lc_int *c1, lc_int *c2,
                              const char **method);

/* ---- claims-range.c ---------------------------------------------------- */

/* False when every offset of x lies in [least,most], else c is a coordinate whose
 * offset does not. */
bool lcv_find_out_of_bounds(lc_ctx *ctx, const lcv_function *x, lc_int least, lc_int most,
                            lc_int *c);

/* ---- checks shared by claims and cross-checks --------------------------- */

lcv_result *lcv_check_equal(lc_ctx *ctx, const lc_layout *x, const lc_layout *y);
lcv_result *lcv_check_equiv(lcr_ctx *r, const lcv_function *x, const lcv_function *y);
lcv_result *lcv_check_composes(lcr_ctx *r, const lc_layout *R, const lc_layout *a,
                               const lc_layout *b);
/* The same with a tiler, by mode where it is one; R, A and B go by these names. */
lcv_result *lcv_check_composes_tiler(lcr_ctx *r, const char *const names[3], const lc_layout *R,
                                     const lc_layout *a, const lc_tiler *t);
lcv_result *lcv_check_injective(lcr_ctx *r, const lcv_function *x);
lcv_result *lcv_check_covers(lcr_ctx *r, const lcv_function *x, lc_int n);
/* The offsets of t are offsets of a; both are of integers, or of coordinates on the same
 * axes. */
lcv_result *lcv_check_contained(lcr_ctx *r, const lcv_function *t, const lcv_function *a);
/* Laws 28 and 29, on C's extended or finite domain. */
lcv_result *lcv_check_complements(lcr_ctx *r, const lc_layout *c, const lc_layout *a,
                                  bool extended);
lcv_result *lcv_check_right_inverts(lcr_ctx *r, const lc_layout *R, const lc_layout *a);
lcv_result *lcv_check_left_inverts(lcr_ctx *r, const lc_layout *l, const lc_layout *a);
/* A(V(i)) = B(V(i)) = i for i < size(V). */
lcv_result *lcv_check_common_vector(lcr_ctx *r, const lc_layout *v, const lc_layout *a,
                                    const lc_layout *b);

#endif
