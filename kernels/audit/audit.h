/* audit.h - the layouts of compiled kernels, checked without a claim.
 *
 *     lck_asker *asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
 *     lck_audit audit = {0};
 *     lck_audit_path(&audit, asker, "cache/", &options);
 *     lck_audit_print(&audit, &how, stdout);
 *     lck_audit_free(&audit);
 *
 * A file is read by what it holds: a module of Triton's dialects (.ttgir, .mlir) or of CuTe
 * DSL's, PTX (.ptx), or a binary with PTX inside. A folder is every .ttgir, .mlir and .ptx below
 * it, in the order of their names; where a kernel is there both as a module and as PTX, the
 * module is read. What cannot be read is an error of the audit with its place; the other files
 * are read all the same.
 */
#ifndef LCK_AUDIT_H
#define LCK_AUDIT_H

#include <stdio.h>

#include "ask/ask.h"
#include "record/options.h"
#include "record/record.h"

/* Adds the kernels of a file, or of the files below a folder; `asker` may be NULL where
 * `options->names` is set. False when memory runs out. */
bool lck_audit_path(lck_audit *audit, lck_asker *asker, const char *path,
                    const lck_audit_options *options);

/* The first argument that the options describe and no kernel of the audit has. NULL: there is
 * none, or the audit has no kernels. */
const lck_argument *lck_audit_unknown_argument(const lck_audit *audit,
                                               const lck_audit_options *options);
/* Prints a line about that argument. False, and nothing is printed, where there is none. */
bool lck_audit_print_unknown(const lck_audit *audit, const lck_audit_options *options, FILE *out);

/* The bytes of a file; NULL with errno. The caller frees them. */
char *lck_audit_bytes(const char *path, size_t *size);

/* Adds the kernels of a module's text; `file` is its name in the records. False when memory runs
 * out. */
bool lck_audit_module(lck_audit *audit, lck_asker *asker, const char *text, size_t size,
                      const char *file, const lck_audit_options *options);

#endif
