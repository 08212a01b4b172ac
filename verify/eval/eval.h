/* eval.h - what expressions and claims mean.
 *
 * The evaluator walks a tree and makes values. After each operation that has a
 * value it asks crosscheck.h for the law behind it. It stops at the first failure,
 * which it describes with the place of the expression that caused it.
 */
#ifndef LCV_EVAL_H
#define LCV_EVAL_H

#include "../language/ast.h"
#include "../language/diag.h"
#include "../language/buffer.h"
#include "../catalogue/catalogue.h"
#include "../value/scope.h"
#include "opinion.h"

typedef struct lcv_explanation {
    lcv_buffer text;
    bool failed; /* the innermost operation without a value has been told */
} lcv_explanation;

/* What parameters, and names of expressions that depend on them, stand for. */
typedef struct {
    size_t nparameters, nexpressions;
    const lcv_value *const *parameter, *const *expression; /* expressions in order of address */
    const lc_int *number; /* of each parameter */
    lcv_value **value;    /* of each expression, NULL until it is asked for; owned */
} lcv_instance;

typedef enum {
    LCV_EVAL_OK,
    LCV_EVAL_ERROR,       /* diag: no such value, wrong kind, unknown name ... */
    LCV_EVAL_UNDECIDED,   /* diag: out of budget */
    LCV_EVAL_DISAGREEMENT /* disagreement: a bug in layoutcheck */
} lcv_eval_status;

typedef struct {
    lcr_ctx *r;
    const lcv_scope *scope;
    lcv_source *source;
    lcv_opinions crosscheck;
    struct lcv_confirmed *confirmed; /* where what isl says is counted; NULL: it is not asked */
    lcv_instance *instance; /* what parameters stand for; NULL: nothing */
    struct lcv_explanation *explain; /* what is told of operations and claims; or NULL */
    const char *certify; /* where the claim stands: a certificate is wanted; or NULL */
    /* what came of it */
    lcv_eval_status status;
    lcv_diag *diag;
    lcv_notes *notes; /* or NULL: nobody reads them */
    lcv_disagreement disagreement;
    size_t unchecked; /* operations whose law was out of budget */
    char *certificate; /* of the claim; owned by whoever made this */
} lcv_eval;

/* Owned; NULL with the status set. */
lcv_value *lcv_eval_value(lcv_eval *e, const lcv_ast *ast);

/* Is it a claim: a comparison, or a call of one? Names of the scope come first. */
bool lcv_is_claim(const lcv_eval *e, const lcv_ast *ast);
lcv_result *lcv_eval_claim(lcv_eval *e, const lcv_ast *ast);
/* The error about an expression that is no claim, but has this value, which is freed. */
void *lcv_eval_no_claim(lcv_eval *e, const lcv_ast *ast, lcv_value *v);

/* Functions, claims and types: names that `let` may not bind. */
bool lcv_is_reserved(const char *name);

void lcv_disagreement_clear(lcv_disagreement *disagreement);

/* ---- between eval.c, eval-*.c and signature.c ---- */

/* What a parameter or an expression stands for (e->instance). */
lcv_value *lcv_eval_instance(lcv_eval *e, const lcv_value *v, lcv_span span);
/* The place of a value in a list in order of address, or where it would go. */
size_t lcv_place_by_address(size_t n, const lcv_value *const *list, const lcv_value *v);
lcv_value *lcv_eval_morphism(lcv_eval *e, const lcv_ast *ast);
lcv_value *lcv_eval_literal(lcv_eval *e, const lcv_ast *ast);
lcv_value *lcv_eval_linear(lcv_eval *e, const lcv_ast *ast); /* also a swizzle */
/* A layout behind a pointer that is swizzled. */
lcv_value *lcv_eval_pointer(lcv_eval *e, const lcv_ast *ast);
/* Do the two sides of a layout literal have the same parentheses? `made` is the layout without
 * those that are redundant. False: an error. */
bool lcv_eval_check_parentheses(lcv_eval *e, const lcv_ast *ast, const lcv_value *made);
/* A note when a coordinate lies outside the shape of what it is a coordinate of. */
void lcv_eval_note_outside(lcv_eval *e, lcv_span span, const lcv_value *x, const lcv_value *c);
lcv_value *lcv_eval_stride(lcv_eval *e, const lcv_ast *ast);
lcv_value *lcv_eval_compose(lcv_eval *e, const lcv_ast *ast);
/* Applies an operation to values and checks its law. spans[i] is the place of argument i. */
lcv_value *lcv_eval_operate(lcv_eval *e, const lcv_ast *ast, const lcv_operation *of, size_t n,
                            lcv_value *const *arg, const lcv_span *spans);
/* The operation of `ast` on one or two values (v[1] may be NULL), one of them strides. */
lcv_value *lcv_eval_stride_arithmetic(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2]);
/* False, with an error, when n tuples and strides in a tuple are not of one codomain. */
bool lcv_eval_check_strides(lcv_eval *e, const lcv_ast *first, size_t n, lcv_value *const *part);
/* A name or a list of names, as they stand: LCV_NAMES. An error shows the signature. */
lcv_value *lcv_eval_names(lcv_eval *e, const lcv_ast *ast, const char *signature);
/* A list of tuples: one tuple; the empty list has no names. */
lcv_value *lcv_eval_list(lcv_eval *e, const lcv_ast *ast);
/* n expressions from `first` on, integers, strides and tuples all, as one tuple. */
lcv_value *lcv_eval_tuple(lcv_eval *e, const lcv_ast *first, size_t n, lcv_span span);
/* A value of one kind, which errors call `what`. */
lcv_value *lcv_eval_kind(lcv_eval *e, const lcv_ast *ast, lcv_kind kind, const char *what);

/* Writes the certificate of a claim that was decided, where one is wanted (e->certify). */
void lcv_eval_certify(lcv_eval *e, const lcv_ast *ast, const lcv_claim *claim, size_t n,
                      lcv_value *const *args, const lcv_result *result);

/* isl's opinion of a value and of a verdict, counted in e->confirmed (eval-confirm.c). A
 * disagreement is the status of e; false: there is one, or an error. */
bool lcv_eval_confirm_value(lcv_eval *e, lcv_span span, const lcv_operation *of, size_t n,
                            lcv_value *const *arg, const lcv_value *value);
/* Of a relation of x, in the text that is shown. */
bool lcv_eval_confirm_relation(lcv_eval *e, lcv_span span, const char *operation, lcv_value *x,
                               const char *text);
bool lcv_eval_confirm_claim(lcv_eval *e, lcv_span span, const lcv_claim *claim, size_t n,
                            lcv_value *const *args, const lcv_result *result);
/* Of a step that was told (explain.h), of a statement at a place: the user is the place. */
typedef struct {
    lcv_eval *e;
    lcv_span span;
} lcv_told_at;
void lcv_eval_confirm_step(void *user, const char *name, size_t n, lcv_value *const *arg,
                           const lcv_value *value);
bool lcv_eval_asks(const lcv_eval *e); /* is it asked at all? */
/* The same of what is said of all values of parameters, with the opinion (confirm-symbolic.h),
 * which is cleared. */
void lcv_eval_confirm_symbolic(lcv_eval *e, lcv_span span, bool value, lcr_confirmation *c);
/* A verdict without sets: for the reason, LCR_BY_READING or LCR_PARAMETERS. */
void lcv_eval_not_asked(lcv_eval *e, lcv_span span, lcr_reason reason);
/* Of what is told in these words. */
void lcv_eval_not_asked_of(lcv_eval *e, const char *what, lcr_reason reason);
/* "compose((4,8):(1,4), 8:2)" */
char *lcv_eval_call_text(lcv_eval *e, const char *name, size_t n, lcv_value *const *arg);
/* "the sum ... (Cecka 2.4)": what the call is by definition; or NULL. */
char *lcv_rule_text(const lcv_rule *rule);

/* A comparison one side of which is conflicts(X, ...) or sectors(X, ...). */
bool lcv_compares_measure(const lcv_eval *e, const lcv_ast *ast);
lcv_result *lcv_eval_measure(lcv_eval *e, const lcv_ast *ast);

/* Record a failure at a place; return NULL. The second takes the error of the
 * lc_ctx, whatever it is. */
void *lcv_eval_fail(lcv_eval *e, lcv_span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *lcv_eval_failed(lcv_eval *e, lcv_span span);
void *lcv_eval_unknown_name(lcv_eval *e, const lcv_ast *name);

/* The arguments of a call in the order of the signature. */
typedef struct {
    size_t n;
    lcv_value **value;   /* owned */
    lcv_span *span;
} lcv_arguments;

bool lcv_eval_arguments(lcv_eval *e, const lcv_ast *call, const char *signature, size_t min,
                        size_t max, lcv_arguments *out);
void lcv_arguments_clear(lcv_arguments *arguments);
/* Steps of a refuted call for its arguments that are not written out (operands.c). */
void lcv_tell_operands(lcv_eval *e, const lcv_ast *call, const char *signature,
                       const lcv_arguments *arguments, lcv_result **result);
/* The place of a parameter of a signature by its name, SIZE_MAX when there is none; the name
 * at a place, which is not terminated, and its length. */
size_t lcv_signature_find(const char *signature, const char *name);
size_t lcv_signature_name(const char *signature, size_t i, const char **name);

#endif
