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
/* In the end, that is, when the calls that it consists of are made. */
bool lcv_expands_to_claim(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast);

/* The name for the value of a call is the call as it is written, which has that value each time
 * in a scope. The tree becomes the name; `value` makes the value, kept, NULL with an error. */
typedef lcv_value *lcv_value_of_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast);
bool lcv_name_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast, lcv_value_of_call *value);

#endif
