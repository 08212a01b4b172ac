/* result.h - results of claims, made step by step.
 *
 * A result is PROVED, REFUTED with a counterexample that a person can redo by hand, or UNKNOWN
 * with what was tried (prove.h). It holds text only: integers made on the way live in the frame
 * that lcv_prove and lcv_crosscheck open. A NULL result has recorded an error.
 */
#ifndef LCV_RESULT_H
#define LCV_RESULT_H

#include "../value/kept.h"
#include "../value/text.h"
#include "../value/value.h"
#include "verdict.h"

/* Methods, as results name them. */
#define LCV_BY_COMPARISON "comparison"
#define LCV_BY_CLOSED_FORM "closed form"
#define LCV_BY_EVALUATION "evaluation"
#define LCV_BY_ENUMERATION "enumeration"
#define LCV_BY_SYSTEM "linear system"
#define LCV_BY_COUNTING "counting"
#define LCV_BY_RELATION "relation"
#define LCV_BY_CONSTRUCTION "construction"
#define LCV_BY_MATRIX "matrix over F2"
#define LCV_BY_DIGITS "linear system in digits"
#define LCV_BY_AXES "independent axes"
#define LCV_BY_SYMBOLS "systems over the parameters"
#define LCV_BY_INSTANCES "every case"
#define LCV_BY_PARTS "the parts"

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

/* What is at fault, of a function by its name; said once, and of refuted claims only. Steps that
 * give the value at a coordinate (function.h, chain.h) say it of that coordinate. The texts of
 * lcv_at_fault are taken over; `roles` may be NULL. */
bool lcv_is_refuted(const lcv_result *result);
void lcv_at_fault(lc_ctx *ctx, lcv_result **result, lcv_fault fault);
/* A coordinate of a function that has no integral one, with its value, NULL: of none. */
void lcv_point_at_fault(lc_ctx *ctx, lcv_result **result, const char *of, const lc_tuple *crd,
                        const lc_tuple *value);
void lcv_value_at_fault(lc_ctx *ctx, lcv_result **result, const char *of, const lc_tuple *value);

/* Moves the numbers of another counterexample, which are then in it no more: what is at fault,
 * and the values of parameters. */
void lcv_move_numbers(lc_ctx *ctx, lcv_result **result, lcv_counterexample *from);

/* A result of one part, `mode 1` or `axis 0`, which goes before the place of a counterexample. */
lcv_result *lcv_in_part(lc_ctx *ctx, lcv_result *result, const char *part, size_t i);

/* A counterexample at numbers of parameters, which go before its place, in words that are taken
 * over, and stand in it by name. */
void lcv_at_parameters(lc_ctx *ctx, lcv_result *result, char *words, size_t n,
                       const lcv_value *const *parameter, const lc_int *number);

/* A step that was written piece by piece (text.h), which it takes. */
void lcv_step_line(lc_ctx *ctx, lcv_result **result, lc_text *line);

/* The integral coordinate c as a coordinate of the top-level modes: an integer
 * for a shape of rank 1, else congruent to the shape. Kept; NULL of NULL. */
lc_tuple *lcv_show_coordinate(lc_ctx *ctx, const lc_tuple *shape, lc_int c);

/* After an LCR_UNKNOWN: true when only the budget ran out (the error, if any, is
 * cleared), false when something failed. */
bool lcv_out_of_budget(lc_ctx *ctx);
/* A result as it may be handed out: none while an error is pending. */
lcv_result *lcv_settle(lc_ctx *ctx, lcv_result *result);
/* LC_ERR_INTERNAL: `what` found a counterexample that evaluation does not confirm. */
void *lcv_uncertified(lc_ctx *ctx, const char *what);

#endif
