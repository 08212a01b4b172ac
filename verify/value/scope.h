/* scope.h - the meaning of the names of a file.
 *
 * One scope a file: names bound by `let` and `param`, and those that imports make visible. A
 * name whose definition failed is bound without a value, so that its uses can say
 * that instead of "unknown name".
 */
#ifndef LCV_SCOPE_H
#define LCV_SCOPE_H

#include "../language/source.h"
#include "value.h"

typedef struct {
    char *name;
    lcv_value *value;   /* NULL: the definition failed */
    lcv_source *source; /* where it is defined; borrowed */
    lcv_span span;
} lcv_binding;

typedef struct {
    size_t n, room; /* bindings, in order of definition */
    lcv_binding *binding;
    size_t nslots;       /* a power of two, more than n: open addressing */
    size_t *slot;        /* 1 + index of a binding; 0: free */
    size_t nassumptions; /* on parameters (parameter.h) */
    lcv_value **assumption;
} lcv_scope;

void lcv_scope_clear(lcv_scope *scope);
const lcv_binding *lcv_scope_find(const lcv_scope *scope, const char *name);
/* The name is new; the value is shared, not taken over. False: no memory. */
bool lcv_scope_add(lcv_scope *scope, const char *name, lcv_value *value, lcv_source *source,
                   lcv_span span);
/* One more assumption, unless it is there; shared as well. */
bool lcv_scope_assume(lcv_scope *scope, lcv_value *assumption);

#endif
