/* module.h - the files of a session.
 *
 * A file is read once a session, also if both the command and imports name it, by different
 * paths. It has names of its own (scope.h), and sees those that it imports. A text that is no
 * file is a module, too, but no session lists it.
 */
#ifndef LCV_MODULE_H
#define LCV_MODULE_H

#include "../value/scope.h"
#include "script.h"

typedef struct lcv_module {
    struct lcv_module *next;     /* of the session */
    struct lcv_module *importer; /* while it is read */
    bool reading, done;
    bool counted, passed; /* counted in the session's total, and in its done */
    bool said;            /* a text of a dialogue: it sees the names of those before it */
    const char *library;  /* the name of a file of the library; or NULL */
    char *asked;          /* the path by which it was read ahead, or NULL */
    lcv_source *source;
    lcv_diag problem; /* the error of the text as a whole, until it is reported */
    lcv_scope scope;
    lcv_scope plans, kernels; /* their names */
    bool starved;             /* a definition that was reported to nobody wanted memory */
} lcv_module;

/* Takes over the source, also when it fails. */
lcv_module *lcv_module_new(lcv_source *source);
void lcv_module_free(lcv_module *m);

/* The path of a file that a module names, from the working folder: relative to the module's own
 * folder. Owned by the caller; NULL: no memory. */
char *lcv_module_path(const lcv_module *from, const char *path);

/* The module of a file, read before or now. NULL when it cannot be read, with `diag` set except
 * for its place. */
lcv_module *lcv_module_open(lcv_session *session, const char *path, lcv_diag *diag);
/* The module of a file of the library (library.h), made before or now. NULL: there is no
 * such file, or no memory. */
lcv_module *lcv_module_library(lcv_session *session, const char *name);
/* The module that was read ahead by this path; or NULL. */
lcv_module *lcv_module_asked(const lcv_session *session, const char *path);
/* Performs all its statements, once a session (script.c). The importer may be NULL. */
void lcv_module_check(lcv_session *session, lcv_module *m, lcv_module *importer,
                      const lcv_listener *listener);
/* The definitions of a file of the library, once a session (import.c). */
void lcv_module_define(lcv_session *session, lcv_module *m, lcv_module *importer);

#endif
