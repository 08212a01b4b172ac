/* answer.h - a question in one text, and its answer, for callers that keep it.
 *
 *     lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
 *     lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, "injective((4,8):(1,1))");
 *     if (lcv_answer_verdict(a) == LCV_REFUTED)
 *         puts(lcv_answer_summary(a));
 *     lcv_answer_free(a);
 *     lcv_session_free(session);
 *
 * The same as script.h, without a listener. An answer is owned by the caller and needs nothing of
 * its session, which may be freed first. All that the accessors return is borrowed from the
 * answer; they take NULL for one of lcv_ask that found no memory, which is an error of the code
 * LCV_ERROR_MEMORY. A text of several statements has an answer each, one after the other.
 *
 * Numbers are texts of digits, of any length; lcv_leaves reads those of a tuple that a machine
 * word holds.
 */
#ifndef LCV_ANSWER_H
#define LCV_ANSWER_H

#include "script.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LCV_ASK_EVAL,     /* the value of an expression, or the truth of a claim */
    LCV_ASK_PROVE,    /* the verdict on a claim */
    LCV_ASK_SAY,      /* statements, whose names later questions see (lcv_session_say) */
    LCV_ASK_EXPLAIN,  /* a value or a verdict, with lcv_answer_explanation */
    LCV_ASK_RELATION, /* the isl relations of a value, as its text */
    LCV_ASK_C,        /* the same as C */
    LCV_ASK_DRAW,     /* a picture: lcv_answer_svg */
    LCV_ASK_CHECK     /* the text is the path of a file of statements */
} lcv_asked;

typedef struct lcv_answer lcv_answer;

/* The answers to what a text asks, owned by the caller; NULL: there is no memory. The session has
 * the names that earlier texts bound. */
lcv_answer *lcv_ask(lcv_session *session, lcv_asked what, const char *text);
/* All answers from this one on. */
void lcv_answer_free(lcv_answer *answer);
/* The answer to the next statement; NULL after the last. */
const lcv_answer *lcv_answer_next(const lcv_answer *answer);

/* ---- what was asked ---- */

/* Texts of an answer live as long as it does. */
lcv_status lcv_answer_status(const lcv_answer *answer);
lcv_verb lcv_answer_verb(const lcv_answer *answer);
const char *lcv_answer_text(const lcv_answer *answer); /* the expression; NULL: not read */
const char *lcv_answer_name(const lcv_answer *answer); /* what `let` binds; or NULL */
/* Where the statement begins, or else the error. Lines and columns count from 1. */
const char *lcv_answer_file(const lcv_answer *answer);
size_t lcv_answer_line(const lcv_answer *answer);
size_t lcv_answer_column(const lcv_answer *answer);

/* ---- a value ---- */

/* What an expression gives. */
const char *lcv_answer_value(const lcv_answer *answer); /* in the literal syntax; or NULL */
const char *lcv_answer_kind(const lcv_answer *answer);  /* "layout", "integer"; or NULL */
/* The shape and the stride of a layout, a tensor or a composed layout (of its inner layout):
 * "(4,(2,3))", "(1,(4,8))". A swizzle and a linear layout have a shape alone, a number for each
 * input dim. Else NULL. */
const char *lcv_answer_shape(const lcv_answer *answer);
const char *lcv_answer_stride(const lcv_answer *answer);
const char *
lcv_answer_note(const lcv_answer *answer); /* notes on the input, a line each; or NULL */

/* ---- a verdict ---- */

/* What a claim gives: its verdict, the method that decided, and why it is not decided. */
#define LCV_NO_VERDICT (-1)
int lcv_answer_verdict(const lcv_answer *answer); /* an lcv_verdict, or LCV_NO_VERDICT */
const char *lcv_answer_method(const lcv_answer *answer);
const char *lcv_answer_reason(const lcv_answer *answer); /* of UNKNOWN; a remark; or NULL */
/* Of REFUTED: "c = 2", "3 is not 7", and what a person can redo; else NULL and none. */
const char *lcv_answer_where(const lcv_answer *answer);
const char *lcv_answer_summary(const lcv_answer *answer);
size_t lcv_answer_nsteps(const lcv_answer *answer);
const char *lcv_answer_step(const lcv_answer *answer, size_t i);
/* The same in numbers (verdict.h): what is at fault, and what stands for each parameter. */
size_t lcv_answer_nfaults(const lcv_answer *answer);
const lcv_fault *lcv_answer_fault(const lcv_answer *answer, size_t i);
size_t lcv_answer_nparameters(const lcv_answer *answer);
const lcv_parameter_value *lcv_answer_parameter(const lcv_answer *answer, size_t i);

/* ---- an error ---- */

/* Why there is neither a value nor a verdict: a code, a sentence, and a hint at what may be
 * meant; the texts are NULL without an error or a hint. */
lcv_error lcv_answer_error(const lcv_answer *answer); /* LCV_ERROR_NONE: there is none */
const char *lcv_answer_message(const lcv_answer *answer);
const char *lcv_answer_hint(const lcv_answer *answer);
/* The place of the error; 0: it has none. */
size_t lcv_answer_error_line(const lcv_answer *answer);
size_t lcv_answer_error_column(const lcv_answer *answer);
/* All of it as the command prints it, with the quoted line. */
const char *lcv_answer_rendered(const lcv_answer *answer);

/* ---- and more ---- */

/* Did isl confirm every value and every verdict? Those count, too, that no set states and that
 * the checker decides alone, by reading or arithmetic. */
bool lcv_answer_confirmed(const lcv_answer *answer);
double lcv_answer_seconds(const lcv_answer *answer);
const char *lcv_answer_explanation(const lcv_answer *answer); /* or NULL */
const char *lcv_answer_certificate(const lcv_answer *answer); /* with options.certify; or NULL */
/* With LCV_ASK_DRAW, or with options.figures; else NULL. */
const char *lcv_answer_svg(const lcv_answer *answer);

/* The integers of a tuple as it is printed, "(4,(2,-3))", in order: their number, of which `room`
 * at most are stored. SIZE_MAX: the text has something else in it, or a number too large. */
size_t lcv_leaves(const char *tuple, size_t room, int64_t *leaf);

#ifdef __cplusplus
}
#endif

#endif
