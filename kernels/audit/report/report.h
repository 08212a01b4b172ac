/* report.h - an audit as text, as lines of a compiler, as JSON, as SARIF.
 *
 * A finding is an answer that is not as it should be: LCK_BAD of an access, a conversion, a
 * kernel, or a conversion that the compiler makes dearer than its layouts need. It has a kind,
 * `conflicts`, `sectors`, `inside`, `aligned`, `fits`, `conversions`, or what a record of a
 * kernel is about: `races`, `rings`, `repeats` ... The findings of a kernel come in the order of
 * their cost: those that are wrong, then those in the most loops, then by what they waste; of
 * several alike at one line of the source the dearest.
 */
#ifndef LCK_AUDIT_REPORT_H
#define LCK_AUDIT_REPORT_H

#include <stdio.h>

#include "../record/record.h"

typedef struct {
    const char *kind;
    const lck_answer *answer;        /* NULL: of a conversion's way */
    const lck_access_record *access; /* one of these three */
    const lck_conversion_record *conversion;
    const lck_kernel_record *other;
    bool wrong;     /* the kernel may be wrong, not only slow */
    size_t loops;   /* that it is inside of */
    uint64_t waste; /* wavefronts or sectors more than the least, of a thread's instructions */
    size_t more;    /* findings of the same kind at the same line of the source, not as dear; of
                     * fits, those of the same product of arguments, wherever they are */
} lck_finding;

typedef struct {
    size_t n;
    lck_finding *finding;
} lck_findings;

/* The findings of a kernel; n is 0 and finding NULL where there are none. False: no memory. */
bool lck_findings_of(const lck_kernel_audit *kernel, lck_findings *findings);
void lck_findings_free(lck_findings *findings);

/* Kinds for `--fail-on`, separated by commas: those above, `any`, `unknown`. False where one is
 * no kind: *bad is the first such, of *nbad characters. */
bool lck_audit_kinds_valid(const char *kinds, const char **bad, size_t *nbad);
/* Has the audit a finding of these kinds, or an unknown answer where they name it? */
bool lck_audit_fails(const lck_audit *audit, const char *kinds);

/* How many of the answers to a question are good, bad, unknown. */
typedef struct {
    size_t good, bad, unknown;
} lck_count;
lck_count lck_audit_count(const lck_kernel_audit *kernel, lck_asked asked);

/* `conflicts`, `sectors`, ...; the words of JSON for a verdict: `none`, `some`, `least`. */
const char *lck_asked_name(lck_asked asked);
const char *lck_verdict_name(const char *asked, lck_verdict verdict);
const char *lck_space_name(lck_space space);
const char *lck_operation_name(lck_operation operation);
const char *lck_how_name(lck_how how);

/* What a finding says, in one line without its place; the caller frees it. */
char *lck_finding_title(const lck_finding *finding);
size_t lck_finding_line(const lck_finding *finding);
const char *lck_finding_source(const lck_finding *finding); /* "k.py:5", or NULL */
const char *lck_finding_remedy(const lck_finding *finding); /* or NULL */

/* Does the finding also stand for that of this access, at another line of the source? */
bool lck_finding_covers(const lck_finding *finding, const lck_access_record *access);

typedef enum {
    LCK_FORMAT_TEXT,    /* a kernel after the other: what was asked, then its findings */
    LCK_FORMAT_VERBOSE, /* the same, with each access and conversion */
    LCK_FORMAT_GCC,     /* findings, as compilers print theirs */
    LCK_FORMAT_JSON,    /* records, a line each (verify/report/report.schema.json) */
    LCK_FORMAT_LAY,     /* its claims, as a file of the language */
    LCK_FORMAT_SARIF,   /* findings, for services that show them at their lines */
    LCK_FORMAT_ERRORS   /* what could not be read, as compilers print it */
} lck_format;

/* `text`, `verbose`, `gcc`, `json`, `lay`, `sarif`, `errors`. False: no such format, or this
 * library was built without what it needs. */
bool lck_format_named(const char *name, lck_format *format);

/* JSON and SARIF have the errors among their records; the other formats leave them to
 * LCK_FORMAT_ERRORS. */
void lck_audit_print(const lck_audit *audit, lck_format format, FILE *out);
void lck_audit_print_text(const lck_audit *audit, bool verbose, FILE *out);
void lck_audit_print_gcc(const lck_audit *audit, FILE *out);
void lck_audit_print_json(const lck_audit *audit, FILE *out);
void lck_audit_print_sarif(const lck_audit *audit, FILE *out);
void lck_audit_print_lay(const lck_audit *audit, FILE *out);

#endif
