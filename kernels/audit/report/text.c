/* text.c - an audit for people: each kernel, what was asked of it, and its findings by cost.
 *
 *     matmul (k.ttgir:16, cuda:90, 4 warps): 3 findings
 *       conflicts: 4 of 5 accesses without; sectors: 3 of 3 the least
 *     k.py:20: store of 2 bytes a lane, shared memory: 8 wavefronts, 1 would do
 *         k.ttgir:169 ttg.local_store
 *         at lanes 0 and 1: ...
 *         better: ...
 */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

static void put_lines(FILE *out, const char *indent, const char *lines)
{
    while (lines && *lines) {
        size_t n = strcspn(lines, "\n");
        fprintf(out, "%s%.*s\n", indent, (int)n, lines);
        lines += n + (lines[n] == '\n');
    }
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void put_head(FILE *out, const lck_kernel_audit *k, size_t findings)
{
    fprintf(out, "%s (%s:%zu", k->entry, k->file, k->line);
    if (k->target)
        fprintf(out, ", %s", k->target);
    if (k->warps)
        fprintf(out, ", %u warp%s", k->warps, plural(k->warps));
    fprintf(out, "): ");
    if (findings)
        fprintf(out, "%zu finding%s\n", findings, plural(findings));
    else
        fputs("no findings\n", out);
}

/* What is well, or not known, of a kernel as a whole: a line for each answer. */
static void put_others(FILE *out, const lck_kernel_audit *k)
{
    for (size_t i = 0; i < k->nothers; i++) {
        const lck_kernel_record *r = &k->other[i];
        const char *why = r->answer.why ? r->answer.why : "";
        bool told = r->answer.verdict == LCK_BAD;
        for (size_t j = 0; j < i && !told; j++) {
            const lck_answer *a = &k->other[j].answer;
            told = strcmp(k->other[j].about, r->about) == 0 && a->verdict == r->answer.verdict &&
                   strcmp(a->why ? a->why : "", why) == 0;
        }
        if (told)
            continue;
        fprintf(out, "  %s%s: %s\n", r->about, r->answer.verdict == LCK_UNKNOWN ? " unknown" : "",
                *why ? why : lck_verdict_name(r->about, r->answer.verdict));
    }
}

/* `conflicts 4 of 5 without`; of each question that was asked. */
static void put_counts(FILE *out, const lck_kernel_audit *k)
{
    static const char *const good[LCK_QUESTIONS] = {
        [LCK_CONFLICTS] = "without conflicts",
        [LCK_SECTORS] = "with the least sectors",
        [LCK_INSIDE] = "inside",
        [LCK_ALIGNED] = "aligned",
        [LCK_FITS] = "within 32 bits",
    };
    const char *before = "  accesses ";
    for (int i = 0; i < LCK_QUESTIONS; i++) {
        lck_count c = lck_audit_count(k, (lck_asked)i);
        size_t all = c.good + c.bad + c.unknown;
        if (all == 0)
            continue;
        fprintf(out, "%s%s: %zu of %zu", before, good[i], c.good, all);
        if (c.unknown)
            fprintf(out, " (%zu unknown)", c.unknown);
        before = "; ";
    }
    if (*before == ';')
        fputc('\n', out);
    size_t way[LCK_HOW_UNKNOWN + 1] = {0};
    for (size_t i = 0; i < k->nconversions; i++)
        way[k->conversion[i].takes]++;
    before = "  conversions ";
    for (int i = 0; i <= LCK_HOW_UNKNOWN; i++)
        if (way[i]) {
            fprintf(out, "%s%s: %zu", before, lck_how_name((lck_how)i), way[i]);
            before = ", ";
        }
    if (*before == ',')
        fputc('\n', out);
    if (k->dynamic)
        fprintf(out, "  dynamic shared memory: %llu bytes are enough\n",
                (unsigned long long)k->dynamic);
    put_others(out, k);
    for (size_t i = 0; i < k->nunread; i++)
        fprintf(out, "  not read: %s, %zu time%s\n", k->unread[i].op, k->unread[i].times,
                plural(k->unread[i].times));
}

/* The other lines that a finding stands for: `the same at k.py:17, k.py:22`. */
static void put_covered(FILE *out, const lck_kernel_audit *k, const lck_finding *f)
{
    const char *before = "    the same at ";
    for (size_t i = 0; i < k->naccesses; i++) {
        const lck_access_record *r = &k->access[i];
        bool told = !lck_finding_covers(f, r);
        for (size_t j = 0; j < i && !told; j++)
            told = lck_finding_covers(f, &k->access[j]) && k->access[j].source && r->source &&
                   strcmp(k->access[j].source, r->source) == 0;
        if (told)
            continue;
        if (r->source)
            fprintf(out, "%s%s", before, r->source);
        else
            fprintf(out, "%s%s:%zu", before, k->file, r->line);
        before = ", ";
    }
    if (*before == ',')
        fputc('\n', out);
}

static void put_finding(FILE *out, const lck_kernel_audit *k, const lck_finding *f)
{
    char *title = lck_finding_title(f);
    const char *source = lck_finding_source(f);
    const char *op = f->access ? f->access->op : f->conversion ? f->conversion->op : NULL;
    size_t line = lck_finding_line(f);
    if (source)
        fprintf(out, "%s: %s [%s]\n", source, title ? title : LC_NO_MEMORY, f->kind);
    else
        fprintf(out, "%s:%zu: %s [%s]\n", k->file, line, title ? title : LC_NO_MEMORY, f->kind);
    if (source || op)
        fprintf(out, "    %s:%zu%s%s\n", k->file, line, op ? " " : "", op ? op : "");
    if (f->access)
        put_lines(out, "    ", f->access->detail);
    if (f->conversion)
        fprintf(out, "    from %s\n    to   %s\n",
                f->conversion->from ? f->conversion->from : "?",
                f->conversion->to ? f->conversion->to : "?");
    if (f->answer) {
        put_lines(out, "    ", f->answer->shown);
        if (f->answer->claim)
            fprintf(out, "    layoutcheck prove '%s'\n", f->answer->claim);
    }
    put_covered(out, k, f);
    put_lines(out, "    better: ", lck_finding_remedy(f));
    free(title);
}

static void put_access(FILE *out, const lck_kernel_audit *k, const lck_access_record *r)
{
    fprintf(out, "  %s:%zu%s%s: %s, %s", k->file, r->line, r->source ? " " : "",
            r->source ? r->source : "", lck_operation_name(r->operation),
            lck_space_name(r->space));
    if (r->bytes)
        fprintf(out, ", %u byte%s a lane", r->bytes, plural(r->bytes));
    if (r->times > 1)
        fprintf(out, ", %u times", r->times);
    for (int i = 0; i < LCK_QUESTIONS; i++) {
        const lck_answer *a = &r->answer[i];
        if (a->verdict == LCK_NOT_ASKED)
            continue;
        fprintf(out, "; %s: %s", lck_asked_name((lck_asked)i),
                lck_verdict_name(lck_asked_name((lck_asked)i), a->verdict));
        if (a->worst)
            fprintf(out, " (%u, %u)", a->worst, a->least);
        if (a->verdict == LCK_UNKNOWN && a->why)
            fprintf(out, " (%s)", a->why);
    }
    fputc('\n', out);
    if (r->address)
        fprintf(out, "    address %s\n", r->address);
    if (r->guard)
        fprintf(out, "    guard %s\n", r->guard);
}

static void put_conversion(FILE *out, const lck_kernel_audit *k, const lck_conversion_record *r)
{
    fprintf(out, "  %s:%zu%s%s: conversion, takes %s, needs %s", k->file, r->line,
            r->source ? " " : "", r->source ? r->source : "", lck_how_name(r->takes),
            lck_how_name(r->needs));
    if (r->shuffles)
        fprintf(out, ", %u shuffles", r->shuffles);
    if (r->bytes)
        fprintf(out, ", %u bytes", r->bytes);
    if (r->why)
        fprintf(out, " (%s)", r->why);
    fputc('\n', out);
}

static void put_kernel(FILE *out, const lck_kernel_audit *k, bool verbose)
{
    lck_findings findings;
    if (!lck_findings_of(k, &findings)) {
        fputs(LC_NO_MEMORY "\n", out);
        return;
    }
    put_head(out, k, findings.n);
    put_counts(out, k);
    if (verbose) {
        for (size_t i = 0; i < k->naccesses; i++)
            put_access(out, k, &k->access[i]);
        for (size_t i = 0; i < k->nconversions; i++)
            put_conversion(out, k, &k->conversion[i]);
    }
    for (size_t i = 0; i < findings.n; i++)
        put_finding(out, k, &findings.finding[i]);
    lck_findings_free(&findings);
}

void lck_audit_print_text(const lck_audit *audit, bool verbose, FILE *out)
{
    for (size_t i = 0; i < audit->nkernels; i++)
        put_kernel(out, &audit->kernel[i], verbose);
}
