/* gcc.c - findings as compilers print them, at the line of the source where it is known. */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

static void put_place(FILE *out, const lck_kernel_audit *k, const lck_finding *f)
{
    const char *source = lck_finding_source(f);
    if (source)
        fprintf(out, "%s:1: ", source);
    else
        fprintf(out, "%s:%zu:1: ", k->file, lck_finding_line(f));
}

/* A line for each other line of the source that the finding stands for, which refers to it. */
static void put_covered(FILE *out, const lck_kernel_audit *k, const lck_finding *f)
{
    const char *source = lck_finding_source(f);
    for (size_t i = 0; i < k->naccesses; i++) {
        const lck_access_record *r = &k->access[i];
        bool told = !lck_finding_covers(f, r) || !r->source || !source;
        for (size_t j = 0; j < i && !told; j++)
            told = lck_finding_covers(f, &k->access[j]) && k->access[j].source &&
                   strcmp(k->access[j].source, r->source) == 0;
        if (!told)
            fprintf(out, "%s:1: note: %s: the same as at %s [%s]\n", r->source, k->entry, source,
                    f->kind);
    }
}

static void put_finding(FILE *out, const lck_kernel_audit *k, const lck_finding *f)
{
    char *title = lck_finding_title(f);
    put_place(out, k, f);
    fprintf(out, "%s: %s: %s [%s]\n", f->wrong ? "error" : "warning", k->entry,
            title ? title : LC_NO_MEMORY, f->kind);
    for (const char *line = f->answer ? f->answer->shown : NULL; line && *line;) {
        size_t n = strcspn(line, "\n");
        put_place(out, k, f);
        fprintf(out, "note: %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
    free(title);
    put_covered(out, k, f);
}

void lck_audit_print_gcc(const lck_audit *audit, FILE *out)
{
    for (size_t i = 0; i < audit->nkernels; i++) {
        lck_findings findings;
        if (!lck_findings_of(&audit->kernel[i], &findings))
            return;
        for (size_t n = 0; n < findings.n; n++)
            put_finding(out, &audit->kernel[i], &findings.finding[n]);
        lck_findings_free(&findings);
    }
}
