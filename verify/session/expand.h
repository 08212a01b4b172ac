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
/* The claim in which the calls of functions end that are claims. */
lcv_ast *lcv_enter_claim(lcv_calls *c, lcv_ast *expr);
/* The verdict on a claim in which calls are made, but of functions that are claims (logic.c). */
lcv_result *lcv_claim_with_calls(lcv_calls *c, lcv_ast *expr);
/* A refuted claim, of a call whose scope is that of the evaluation, says what its definition says
 * of it (refuted.c). NULL is left as it is. */
void lcv_tell_refuted(lcv_calls *c, lcv_result *result);
/* In the end, that is, when the calls that it consists of are made. */
bool lcv_expands_to_claim(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast);

/* The name for the value of a call is the call as it is written, which has that value each time
 * in a scope. The tree becomes the name; `value` makes the value, kept, NULL with an error. */
typedef lcv_value *lcv_value_of_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
/* A[i] (element.c). */
lcv_value *lcv_element_of(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
bool lcv_name_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast, lcv_value_of_call *value);

/* ---- parts by name (field.c), sizes that a print leaves open (fresh.c) ---- */

/* The part X.name of a list X; false with an error. */
bool lcv_expand_field(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
/* size(X) of a list X. */
bool lcv_is_size_of_list(const lcv_eval *e, const lcv_ast *ast);
/* Its argument becomes the threads of a tiled MMA or a tiled copy; other lists stay. False with
 * an error. */
bool lcv_expand_size(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
/* Each `?` in the tree becomes the name of a new parameter. */
bool lcv_bind_fresh(lcv_work *w, lcv_ast *expr);

#endif
