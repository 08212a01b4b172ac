/* library.h - files of the language that are part of layoutcheck: import <sm80>.
 *
 * They are the `.lay` files in verify/library. Importing one makes its names visible and performs
 * none of its claims, which are checked when layoutcheck is built.
 */
#ifndef LCV_LIBRARY_H
#define LCV_LIBRARY_H

#include <stddef.h>

typedef struct {
    const char *name;
    size_t line; /* where it is defined */
} lcv_library_name;

typedef struct {
    const char *name;                /* "sm80" */
    const char *const *line;         /* with its end; a NULL ends them */
    const lcv_library_name *defined; /* a name of NULL ends them */
} lcv_library_file;

/* All of them; a name of NULL ends them. */
extern const lcv_library_file lcv_library[];

#endif
