/* expand.h - what the files that make calls share (calls.c, in-mode.c). */
#ifndef LCV_EXPAND_H
#define LCV_EXPAND_H

#include "calls.h"

typedef struct {
    lcv_work *w;
    lcv_scope *keeper; /* the owner of the scopes of calls */
    size_t depth;
} lcv_calls;

/* Makes the calls in a tree, innermost first; their values get names in `made`. The tree itself
 * may be a call whose body is a claim, which stays. */
bool lcv_expand(lcv_calls *c, lcv_scope *made, lcv_ast *ast, bool claim);
/* Is it a call of a function that a file, or a word, defines? */
bool lcv_calls_function(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast);
/* The claim that a call of functions comes to, when the calls that it consists of are made. NULL
 * with an error. */
lcv_ast *lcv_enter_claim(lcv_calls *c, lcv_ast *expr);
/* The verdict on a claim in which all calls are made but those of functions that are claims
 * (logic.c). NULL with an error. */
lcv_result *lcv_claim_with_calls(lcv_calls *c, lcv_ast *expr);
/* Adds to the refutation of a call, whose scope is that of the evaluation, what its definition
 * says of it (refuted.c). A `result` of NULL is ignored. */
void lcv_tell_refuted(lcv_calls *c, lcv_result *result);
/* Is it a claim once the calls that it consists of are made? */
bool lcv_expands_to_claim(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast);

/* Replaces a call by a name for its value. The name is the call as it is written, which has the
 * same value each time in a scope. `value` makes the value, kept; NULL with an error. */
typedef lcv_value *lcv_value_of_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
/* A[i] (element.c). */
lcv_value *lcv_element_of(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
bool lcv_name_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast, lcv_value_of_call *value);

/* ---- parts by name (field.c), sizes that a print leaves open (fresh.c) ---- */

/* The part X.name of a list X; false with an error. */
bool lcv_expand_field(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
/* size(X) of a list X. */
bool lcv_is_size_of_list(const lcv_eval *e, const lcv_ast *ast);
/* Replaces its argument by the threads of a tiled MMA or a tiled copy; other lists stay. False
 * with an error. */
bool lcv_expand_size(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
/* Each `?` in the tree becomes the name of a new parameter. */
bool lcv_bind_fresh(lcv_work *w, lcv_ast *expr);

#endif
