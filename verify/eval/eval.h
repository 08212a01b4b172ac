/* eval.h - the evaluation of expressions and claims.
 *
 * The evaluator walks a tree and makes values. It asks crosscheck.h for the law of each operation
 * that has a value. It stops at the first failure, and describes it with the place of the
 * expression that caused it.
 */
#ifndef LCV_EVAL_H
#define LCV_EVAL_H

#include "../language/ast.h"
#include "../language/diag.h"
#include "../../lib/text.h"
#include "../catalogue/catalogue.h"
#include "../value/kept.h"
#include "../value/scope.h"
#include "../draw/claim.h"
#include "opinion.h"

typedef struct lcv_explanation {
    lc_text text;
    bool failed; /* the innermost operation without a value has been explained */
} lcv_explanation;

struct lcv_lowering; /* ../pieces/lower.h */

/* The values of parameters, and of names of expressions that depend on them. */
typedef struct {
    size_t nparameters, nexpressions;
    const lcv_value *const *parameter, *const *expression; /* expressions in order of address */
    const lc_int *number;                                  /* of each parameter */
    lcv_value **value; /* the values of the expressions, NULL until asked for */
} lcv_instance;

/* The operation whose value one expression is, with its arguments: what a picture shows beside
 * the value. */
typedef struct {
    const lcv_ast *ast;      /* the expression; given */
    const lcv_operation *of; /* the last that was applied for it; NULL: none */
    size_t n;
    lcv_value **arg;
} lcv_applied;
void lcv_applied_clear(lcv_applied *a);

typedef enum {
    LCV_EVAL_OK,
    LCV_EVAL_ERROR,       /* diag: no such value, wrong kind, unknown name ... */
    LCV_EVAL_UNDECIDED,   /* diag: out of budget */
    LCV_EVAL_DISAGREEMENT /* disagreement: a bug in layoutcheck */
} lcv_eval_status;

typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const lcv_scope *scope;
    lcv_source *source;
    lcv_opinions crosscheck;
    struct lcv_confirmed *confirmed; /* counts isl's answers; NULL: isl is not asked */
    struct lcv_confirmed *steps; /* those about steps of an explanation; NULL: as all others */
    lcv_instance *instance;      /* the values of parameters; NULL: none */
    struct lcv_explanation *explain; /* the explanation of operations and claims; or NULL */
    bool tentative;                  /* a trial: nobody reads why a claim stays unknown */
    bool proofs_alone;               /* no look at more numbers where there is no proof */
    const lcv_ast *whole;            /* the claim is a part of this `and`; NULL: of none */
    bool beside_calls;               /* it is a part of a claim with calls of functions */
    lcv_applied *applied;            /* what is applied for one expression; or NULL */
    struct lcv_figure **figure;      /* the picture of the claim, where one is wanted; or NULL */
    const struct lcv_draw_options *drawing; /* then how; NULL: as usual */
    lcv_draw_which draws;
    const char *certify; /* the place of the claim, if a certificate is wanted; or NULL */
    /* the results */
    lcv_eval_status status;
    lcv_diag *diag;
    lcv_notes *notes; /* or NULL: nobody reads them */
    lcv_disagreement disagreement;
    size_t unchecked;  /* operations of which points say nothing */
    char *certificate; /* its text, or NULL; owned by the caller that made this */
} lcv_eval;

/* Kept by the open frame, as all that an evaluation makes (../value/kept.h); NULL with the status
 * set. */
lcv_value *lcv_eval_value(lcv_eval *e, const lcv_ast *ast);

/* Is it a claim, that is, a comparison or a call of a claim? Names of the scope come first. */
bool lcv_is_claim(const lcv_eval *e, const lcv_ast *ast);
lcv_result *lcv_eval_claim(lcv_eval *e, const lcv_ast *ast);
/* The error about an expression that is no claim, but has this value. */
void *lcv_eval_no_claim(lcv_eval *e, const lcv_ast *ast, const lcv_value *v);

/* Functions, claims and types: names that `let` may not bind. */
bool lcv_is_reserved(const char *name);

void lcv_disagreement_clear(lcv_disagreement *disagreement);

/* ---- between the files of this room ---- */

/* The value of a parameter or an expression (e->instance). */
lcv_value *lcv_eval_instance(lcv_eval *e, const lcv_value *v, lcv_span span);
/* The place of a value in a list in order of address, or the place where it would go. */
size_t lcv_place_by_address(size_t n, const lcv_value *const *list, const lcv_value *v);
lcv_value *lcv_eval_morphism(lcv_eval *e, const lcv_ast *ast);
lcv_value *lcv_eval_literal(lcv_eval *e, const lcv_ast *ast);
lcv_value *lcv_eval_linear(lcv_eval *e, const lcv_ast *ast); /* also a swizzle */
/* A layout behind a pointer that is swizzled. */
lcv_value *lcv_eval_pointer(lcv_eval *e, const lcv_ast *ast);
/* A map by pieces, or an integer by pieces (map.c); and the error of a map that could not be
 * lowered, which returns NULL. */
lcv_value *lcv_eval_map(lcv_eval *e, const lcv_ast *ast);
void *lcv_eval_not_lowered(lcv_eval *e, const struct lcv_lowering *l);
/* A printed table, perhaps with what stands before it (table.c). */
lcv_value *lcv_eval_table(lcv_eval *e, const lcv_ast *ast);
/* Do the two sides of a layout literal have the same parentheses? `made` is the layout without
 * redundant ones. False: an error. */
bool lcv_eval_check_parentheses(lcv_eval *e, const lcv_ast *ast, const lcv_value *made);
/* A note when a coordinate lies outside the shape of its layout. */
void lcv_eval_note_outside(lcv_eval *e, lcv_span span, const lcv_value *x, const lcv_value *c);
lcv_value *lcv_eval_stride(lcv_eval *e, const lcv_ast *ast);
/* Strides as PyCuTe writes them, which a file may use as names: F5 for f5, E(0,1) for 1@1@0. */
bool lcv_is_printed_stride(const lcv_ast *ast);
lcv_value *lcv_eval_printed_stride(lcv_eval *e, const lcv_ast *ast);
lcv_value *lcv_eval_compose(lcv_eval *e, const lcv_ast *ast);
/* Applies an operation to values and checks its law. spans[i] is the place of argument i. */
lcv_value *lcv_eval_operate(lcv_eval *e, const lcv_ast *ast, const lcv_operation *of, size_t n,
                            lcv_value *const *arg, const lcv_span *spans);
/* The operation of `ast` on one or two values (v[1] may be NULL): integers, or tuples by element;
 * one of them strides. */
lcv_value *lcv_eval_integers(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2]);
/* Notes that a quotient or remainder is not that of C where an operand is negative. */
void lcv_note_rounding(const lcv_eval *e, lcv_source *source, const lcv_ast *ast);
/* Is the operation applied to each mode, by a tiler? Its value then (by-mode.c). */
bool lcv_is_each(const lcv_operation *of, size_t n, lcv_value *const *arg);
lcv_value *lcv_eval_each(lcv_eval *e, const lcv_ast *ast, const lcv_operation *of,
                         lcv_value *const *arg, const lcv_span *spans);
/* `a` with the mode at a path replaced by v, which was computed from that mode; v itself where it
 * is of another kind. NULL with the status set. */
lcv_value *lcv_eval_replaced(lcv_eval *e, const lcv_ast *ast, lcv_value *a, size_t n,
                             const size_t *path, lcv_value *v);
/* Is there a range, as in A[2:6]? lcv_eval_no_ranges records the error, with an expression that
 * says the same, and returns NULL. */
bool lcv_has_ranges(const lcv_ast *first);
void *lcv_eval_no_ranges(lcv_eval *e, const lcv_ast *function, const lcv_value *v,
                         const lcv_ast *first, lcv_span span);
/* Adds the mode at a path to the error that was recorded. Returns NULL. */
void *lcv_eval_in_mode(lcv_eval *e, size_t n, const size_t *path);
/* The operation of `ast` on one or two values (v[1] may be NULL), one of them strides. */
lcv_value *lcv_eval_stride_arithmetic(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2]);
/* half_t, uint8_t: a type, or the bits of one that has no integers of 64 bits; NULL: it is none,
 * or there is no memory. A file may use these names for itself. */
lcv_value *lcv_eval_element(lcv_eval *e, const lcv_ast *name);
/* False, with an error, when n tuples and strides in a tuple are not of one codomain. */
bool lcv_eval_check_strides(lcv_eval *e, const lcv_ast *first, size_t n, lcv_value *const *part);
/* A name or a list of names, as written: LCV_NAMES. An error shows the signature. */
lcv_value *lcv_eval_names(lcv_eval *e, const lcv_ast *ast, const char *signature);
/* A list of tuples: one tuple; of other values: a list. The empty list has no names. */
lcv_value *lcv_eval_list(lcv_eval *e, const lcv_ast *ast);
/* An element of a tuple or a tiler, where CuTe's X and PyCuTe's None are `_`, unless they are
 * names of something. */
bool lcv_eval_is_x(const lcv_eval *e, const lcv_ast *ast);
/* n expressions from `first` on, which are integers, strides and tuples, as one tuple. */
lcv_value *lcv_eval_tuple(lcv_eval *e, const lcv_ast *first, size_t n, lcv_span span);
/* A value of one kind; errors call it `what`. */
lcv_value *lcv_eval_kind(lcv_eval *e, const lcv_ast *ast, lcv_kind kind, const char *what);

/* Draws a decided claim into *e->figure, if that is wanted: a claim with parameters at its
 * counterexample. Some claims have no picture. */
void lcv_eval_draw_claim(lcv_eval *e, const lcv_claim *claim, size_t n, lcv_value *const *args,
                         const lcv_result *result);

/* Encodings of Triton (encoding.c): an attribute, or a call of one of Gluon's classes. Those that
 * are linear layouts already are such values. */
bool lcv_is_gluon(const char *name);
lcv_value *lcv_eval_encoding(lcv_eval *e, const lcv_ast *ast);
/* Records the error that the shape is missing. Returns NULL. */
void *lcv_eval_no_shape(lcv_eval *e, lcv_span span, const lc_encoding *of);
/* tensor<128x64xf16, ENCODING> */
lcv_value *lcv_eval_shaped(lcv_eval *e, const lcv_ast *ast);

/* Both certificates, one after the other; takes them over. Either may be NULL. */
char *lcv_eval_join_certificates(lcv_eval *e, char *first, char *second);
/* Writes into the certificate, if one is wanted, that the proof has no evidence of a kind that it
 * states. */
void lcv_eval_no_evidence(lcv_eval *e, const lcv_result *proved);
/* Writes the certificate of a decided claim, if one is wanted (e->certify). */
void lcv_eval_certify(lcv_eval *e, const lcv_ast *ast, const lcv_claim *claim, size_t n,
                      lcv_value *const *args, const lcv_result *result);

/* isl's opinion of a value and of a verdict, counted in e->confirmed (confirm.c). A disagreement
 * becomes the status of e; false: a disagreement, or an error. */
bool lcv_eval_confirm_value(lcv_eval *e, lcv_span span, const lcv_operation *of, size_t n,
                            lcv_value *const *arg, const lcv_value *value);
/* The same for a relation of x, in the text that is shown. */
bool lcv_eval_confirm_relation(lcv_eval *e, lcv_span span, const char *operation, lcv_value *x,
                               const char *text);
bool lcv_eval_confirm_claim(lcv_eval *e, lcv_span span, const lcv_claim *claim, size_t n,
                            lcv_value *const *args, const lcv_result *result);
/* The same for a step of an explanation (explain.h), of a statement at a place: `user` is an
 * lcv_told_at. */
typedef struct {
    lcv_eval *e;
    lcv_span span;
} lcv_told_at;
void lcv_eval_confirm_step(void *user, const char *name, size_t n, lcv_value *const *arg,
                           const lcv_value *value);
bool lcv_eval_asks(const lcv_eval *e); /* is isl asked at all? */
/* The same for an answer about all values of parameters, with the opinion (symbolic/confirm.h),
 * which is cleared. */
void lcv_eval_confirm_symbolic(lcv_eval *e, lcv_span span, bool value, lcr_confirmation *c);
/* Counts a verdict that isl is not asked about, for the reason LCR_BY_READING or
 * LCR_PARAMETERS. */
void lcv_eval_not_asked(lcv_eval *e, lcv_span span, lcr_reason reason);
/* The same for an answer in these words. */
void lcv_eval_not_asked_of(lcv_eval *e, const char *what, lcr_reason reason);
/* "compose((4,8):(1,4), 8:2)" */
char *lcv_eval_call_text(lcv_eval *e, const char *name, size_t n, lcv_value *const *arg);
/* "the sum ... (Cecka 2.4)": what the call is by definition; or NULL. */
char *lcv_rule_text(const lcv_rule *rule);

/* The operation of a call conflicts(X, ...), sectors(X, ...); NULL: it is no such call. */
const lcv_operation *lcv_measure_called(const lcv_scope *scope, const lcv_ast *side);
/* Is it a comparison with such a call on one side? */
bool lcv_compares_measure(const lcv_eval *e, const lcv_ast *ast);
lcv_result *lcv_eval_measure(lcv_eval *e, const lcv_ast *ast);
lcv_result *lcv_eval_comparison(lcv_eval *e, const lcv_ast *ast);

/* Record a failure at a place, LCV_ERROR_ARGUMENT or of a code; return NULL. lcv_eval_failed
 * takes the error of the lc_ctx, whatever it is. */
void *lcv_eval_fail(lcv_eval *e, lcv_span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *lcv_eval_fail_as(lcv_eval *e, lcv_error code, lcv_span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void *lcv_eval_no_memory(lcv_eval *e, lcv_span span);
void *lcv_eval_failed(lcv_eval *e, lcv_span span);
lcv_value *lcv_eval_name(lcv_eval *e, const lcv_ast *ast);
/* A name, or a call of it. */
void *lcv_eval_unknown_name(lcv_eval *e, const lcv_ast *ast);
/* Names of other programs in the calls of a tree become those of the language, where the
 * arguments are the same; else the error just recorded says what to write, for calls of `any`
 * number of arguments or only of those. False: nothing is known. */
void lcv_respell(const lcv_scope *scope, lcv_ast *ast);
bool lcv_eval_hint_spelling(lcv_eval *e, const lcv_ast *call, bool any);
/* The same where two tuples among the arguments look like the sides of a layout. */
bool lcv_eval_hint_colon(lcv_eval *e, const lcv_ast *call);
/* Takes over an owned value, which the open frame keeps. Of NULL: NULL, with the failure of the
 * lc_ctx. */
lcv_value *lcv_eval_kept(lcv_eval *e, lcv_span span, lcv_value *v);

/* The arguments of a call in the order of the signature. */
typedef struct {
    size_t n;
    lcv_value **value;
    lcv_span *span;
} lcv_arguments;

bool lcv_eval_arguments(lcv_eval *e, const lcv_ast *call, const char *signature, size_t min,
                        size_t max, lcv_arguments *out);
/* linear(ENCODING, SHAPE); the shape may be left out where the encoding says one. */
lcv_value *lcv_eval_for_shape(lcv_eval *e, const lcv_ast *ast, const lcv_arguments *arguments);
/* layout(ENCODING), of memory that is padded. */
lcv_value *lcv_eval_padded(lcv_eval *e, const lcv_ast *ast, const lcv_value *of);
/* The verdict on the claim of a call with these arguments: explained, drawn, confirmed and
 * certified. NULL with the status set. */
lcv_result *lcv_eval_prove(lcv_eval *e, const lcv_ast *call, const lcv_claim *claim,
                           const lcv_arguments *arguments);
/* Adds steps to the refutation of a call that show the values of the arguments that are not
 * written out (operands.c). */
void lcv_tell_operands(lcv_eval *e, const lcv_ast *call, const char *signature,
                       const lcv_arguments *arguments, lcv_result **result);
/* The place of a parameter of a signature by its name, SIZE_MAX when there is none; the name
 * at a place, which is not terminated, and its length. */
size_t lcv_signature_find(const char *signature, const char *name);
size_t lcv_signature_name(const char *signature, size_t i, const char **name);

#endif
