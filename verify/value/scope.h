/* scope.h - the meaning of the names of a file.
 *
 * One scope a file: names bound by `let` and `param`, and those that imports make visible. A
 * name whose definition failed is bound without a value, so that its uses can say
 * that instead of "unknown name". A text of a dialogue stands inside the one before it. A call of
 * a function that a file defines, and a loop, have scopes of their own, inside that of the file;
 * these live as long as the file's.
 */
#ifndef LCV_SCOPE_H
#define LCV_SCOPE_H

#include "../language/ast.h"
#include "value.h"

typedef struct {
    char *name;
    lcv_value *value;   /* NULL: the definition failed */
    lcv_source *source; /* where it is defined; borrowed */
    lcv_span span;
} lcv_binding;

typedef struct lcv_scope {
    const struct lcv_scope *outside; /* the names seen here, too; or NULL */
    struct lcv_scope *owned;         /* a list by `next` of scopes that end with this one */
    struct lcv_scope *next;
    lcv_arena *arena; /* of trees whose names this scope has; or NULL */
    const struct lcv_definition
        *called;    /* of the function whose call this is the scope of; or NULL */
    size_t n, room; /* bindings, in order of definition */
    lcv_binding *binding;
    size_t nslots;       /* a power of two, more than n: open addressing */
    size_t *slot;        /* 1 + index of a binding; 0: free */
    size_t nassumptions; /* on parameters (parameter.h) */
    lcv_value **assumption;
} lcv_scope;

void lcv_scope_clear(lcv_scope *scope);
const lcv_binding *lcv_scope_find(const lcv_scope *scope, const char *name);
/* The same, without the names outside of this scope. */
const lcv_binding *lcv_scope_own(const lcv_scope *scope, const char *name);
/* The name is new; the value is shared, not taken over. False: no memory. */
bool lcv_scope_add(lcv_scope *scope, const char *name, lcv_value *value, lcv_source *source,
                   lcv_span span);
/* Takes the value away from a name of this scope: its definition failed after all. */
void lcv_scope_fail(lcv_scope *scope, const char *name);
/* A scope in which the names of `outside` are seen; `owner` frees it. NULL: no memory. */
lcv_scope *lcv_scope_inside(lcv_scope *owner, const lcv_scope *outside);
/* One more assumption, unless it is there; shared as well. */
bool lcv_scope_assume(lcv_scope *scope, lcv_value *assumption);

#endif
