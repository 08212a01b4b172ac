/* report.c - an audit in a format by its name. */
#include "config.h"

#include "report.h"

#include <string.h>

bool lck_format_named(const char *name, lck_format *format)
{
    static const char *const known[] = {"text", "verbose", "gcc",   "json",
                                        "lay",  "sarif",   "errors"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0) {
            *format = (lck_format)i;
#ifndef HAVE_JANSSON
            return *format != LCK_FORMAT_JSON && *format != LCK_FORMAT_SARIF;
#else
            return true;
#endif
        }
    return false;
}

static void print_errors(const lck_audit *audit, FILE *out)
{
    for (size_t i = 0; i < audit->nerrors; i++) {
        const lck_audit_error *e = &audit->error[i];
        fprintf(out, "%s:", e->file);
        if (e->line)
            fprintf(out, "%zu:%zu:", e->line, e->column);
        fprintf(out, " error: %s\n", e->message);
    }
}

void lck_audit_print(const lck_audit *audit, lck_format format, FILE *out)
{
    switch (format) {
    case LCK_FORMAT_TEXT: lck_audit_print_text(audit, false, out); break;
    case LCK_FORMAT_VERBOSE: lck_audit_print_text(audit, true, out); break;
    case LCK_FORMAT_GCC: lck_audit_print_gcc(audit, out); break;
    case LCK_FORMAT_JSON: lck_audit_print_json(audit, out); break;
    case LCK_FORMAT_LAY: lck_audit_print_lay(audit, out); break;
    case LCK_FORMAT_SARIF: lck_audit_print_sarif(audit, out); break;
    case LCK_FORMAT_ERRORS: print_errors(audit, out); break;
    }
}
