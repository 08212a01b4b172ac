/* audited.h - audits for programs: files and texts go in, reports come out as texts.
 *
 *     lck_audited *a = lck_audited_new(LCV_CROSSCHECK_ISL);
 *     lck_audited_set(a, "arg", "5=1..4096");
 *     lck_audited_path(a, "cache/");
 *     puts(lck_audited_report(a, "json"));
 *     lck_audited_free(a);
 *
 * The same as the command `layoutcheck audit`. An audit grows: a report has all that was audited
 * so far. What cannot be read is an error in the report, and the rest is audited all the same.
 */
#ifndef LCK_AUDITED_H
#define LCK_AUDITED_H

#include <stdbool.h>
#include <stddef.h>

#include "../../verify/eval/opinion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lck_audited lck_audited;

/* Nothing is audited so far. `crosscheck`: who confirms each verdict. NULL: no memory. */
lck_audited *lck_audited_new(lcv_opinions crosscheck);
void lck_audited_free(lck_audited *audited);

/* What is known of the launch of the kernels that come: `entry`, `block`, `grid`, `dynamic`,
 * `arg`, as the command takes them. NULL: done; else what was expected of the value. */
const char *lck_audited_set(lck_audited *audited, const char *option, const char *value);

/* A file, or every file below a folder. False: no memory, and records are missing. */
bool lck_audited_path(lck_audited *audited, const char *path);
/* A module; `file` is its name in the report. */
bool lck_audited_text(lck_audited *audited, const char *text, size_t size, const char *file);

/* A report of everything so far: `text`, `verbose` (a text that has each access), `gcc`, `lay`,
 * `sarif` or `json`, a record a line; `errors`: what could not be read, a line each, which `json`
 * and `sarif` have, too, and an argument that was set and no kernel has. Borrowed, until the next
 * report. NULL: no memory, no such format, or `json` or `sarif` in a library built without
 * jansson. */
const char *lck_audited_report(lck_audited *audited, const char *format);

/* 1 where the audit has findings of these kinds, `conflicts,races` as `--fail-on` takes them; 0
 * where it has none; -1: one of them is no kind. */
int lck_audited_fails(const lck_audited *audited, const char *kinds);

#ifdef __cplusplus
}
#endif

#endif
