/* audited.c - an audit that owns its asker, its options and its last report. */
#include "config.h"

#include "audited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "report/report.h"

struct lck_audited {
    lck_asker *asker;
    lck_audit audit;
    lck_audit_options options;
    char **value; /* of options that were set, which borrow them */
    size_t nvalues;
    char *report;
};

lck_audited *lck_audited_new(lcv_opinions crosscheck)
{
    lck_audited *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->options = LCK_AUDIT_NO_OPTIONS;
    a->asker = lck_asker_new((lcv_options){.crosscheck = crosscheck});
    if (a->asker)
        return a;
    free(a);
    return NULL;
}

void lck_audited_free(lck_audited *a)
{
    if (!a)
        return;
    lck_audit_free(&a->audit);
    lck_asker_free(a->asker);
    for (size_t i = 0; i < a->nvalues; i++)
        free(a->value[i]);
    free(a->value);
    free(a->report);
    free(a);
}

const char *lck_audited_set(lck_audited *a, const char *option, const char *value)
{
    char *own = strdup(value);
    char **grown = own ? realloc(a->value, (a->nvalues + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(own);
        return LC_NO_MEMORY;
    }
    a->value = grown;
    a->value[a->nvalues++] = own;
    return lck_audit_option(&a->options, option, own);
}

bool lck_audited_path(lck_audited *a, const char *path)
{
    return lck_audit_path(&a->audit, a->asker, path, &a->options);
}

bool lck_audited_text(lck_audited *a, const char *text, size_t size, const char *file)
{
    return lck_audit_module(&a->audit, a->asker, text, size, file, &a->options);
}

const char *lck_audited_report(lck_audited *a, const char *format)
{
    lck_format known;
    size_t length;
    free(a->report);
    a->report = NULL;
    bool whole = !a->audit.failed && lck_format_named(format, &known);
    FILE *out = whole ? open_memstream(&a->report, &length) : NULL;
    if (!out)
        return NULL;
    lck_audit_print(&a->audit, known, out);
    if (known == LCK_FORMAT_ERRORS)
        lck_audit_print_unknown(&a->audit, &a->options, out);
    bool ok = !ferror(out);
    if (fclose(out) == 0 && ok)
        return a->report;
    free(a->report);
    a->report = NULL;
    return NULL;
}

int lck_audited_fails(const lck_audited *a, const char *kinds)
{
    const char *bad;
    size_t n;
    return lck_audit_kinds_valid(kinds, &bad, &n) ? lck_audit_fails(&a->audit, kinds) : -1;
}
