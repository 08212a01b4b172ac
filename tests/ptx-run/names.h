/* names.h - what a word means in a function: registers, variables and labels by scope. Braces
 * open a scope: those of calls and of inline assembly declare the same names again and again.
 */
#ifndef PTX_RUN_NAMES_H
#define PTX_RUN_NAMES_H

#include "module.h"

typedef enum { name_register, name_variable, name_label } name_kind;

typedef struct known_name {
    char *text;
    name_kind kind;
    int scope;
    int index; /* of a register; the instruction of a label */
    ptx_variable *variable;
    struct known_name *next;
    bool closed; /* its scope is; labels are looked for by scope, and stay */
} known_name;

enum { name_buckets = 4096, name_scopes = 1 << 16 };

typedef struct {
    known_name *bucket[name_buckets];
    int parent[name_scopes]; /* of a scope; scope 0 is the function's */
    int scopes, scope;
} names;

void names_open(names *n);
void names_close(names *n);
known_name *names_add(names *n, const char *text, name_kind kind);
/* The register or variable that `text` is where reading stands; NULL: none. */
known_name *names_find(const names *n, const char *text);
/* The label `text` as an instruction of `scope` sees it. */
known_name *names_label(const names *n, const char *text, int scope);

#endif
