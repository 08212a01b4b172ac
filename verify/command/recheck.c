/* recheck.c - certificates from files, without the claim language. */
#include "config.h"

#include "recheck.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/recheck.h"
#include "../../lib/text.h"
#include "../report/json-recheck.h"

typedef struct {
    const char *file;
    bool json;
    size_t count[LCR_REJECTED + 1];
    size_t by_checker; /* of those that are confirmed, by the checker alone */
    bool unreadable;
} totals;

static void print_checked(const char *file, const lcr_checked *c)
{
    printf("%s:%zu: ", file, c->line);
    if (c->check == LCR_CONFIRMED)
        printf("CONFIRMED%s: %s %s\n", c->by_isl ? "" : " by the checker alone", c->verdict,
               c->claim);
    else if (c->check == LCR_UNCERTAIN)
        printf("WITHOUT EVIDENCE: %s %s\n", c->verdict, c->claim);
    else
        printf("REJECTED %s: %s\n", c->claim, c->why);
}

static void said(void *user, const lcr_checked *c)
{
    totals *t = user;
    t->count[c->check]++;
    t->by_checker += c->check == LCR_CONFIRMED && !c->by_isl;
    if (t->json)
        lcv_json_checked(stdout, t->file, c);
    else
        print_checked(t->file, c);
}

static int status_of(const totals *t)
{
    return t->unreadable                 ? 2
           : t->count[LCR_REJECTED] > 0  ? 1
           : t->count[LCR_UNCERTAIN] > 0 ? 3
                                         : 0;
}

/* The text of a file, which the caller frees; NULL with errno. */
static char *read_all(const char *path)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    lc_text text = {0};
    char block[8192];
    size_t n;
    if (!in)
        return NULL;
    while ((n = fread(block, 1, sizeof block, in)) > 0)
        lc_text_add_bytes(&text, block, n);
    bool ok = !ferror(in) && !text.failed;
    if (text.failed)
        errno = ENOMEM;
    if (ok && memchr(lc_text_peek(&text), '\0', text.length)) {
        ok = false;
        errno = EILSEQ;
    }
    if (in != stdin)
        fclose(in);
    char *whole = ok ? lc_text_take(NULL, &text) : NULL;
    lc_text_free(&text);
    return whole;
}

static void recheck_file(lcr_ctx *r, const char *path, totals *t)
{
    t->file = strcmp(path, "-") == 0 ? "<stdin>" : path;
    char *text = read_all(path);
    if (!text) {
        fprintf(stderr, "layoutcheck: cannot read %s: %s\n", t->file, strerror(errno));
        t->unreadable = true;
    } else if (!lcr_recheck(r, text, said, t)) {
        fprintf(stderr, "layoutcheck: %s: %s\n", t->file, lc_ctx_message(lcr_ctx_lc(r)));
        t->unreadable = true;
    }
    free(text);
}

static void print_totals(const totals *t)
{
    printf("%zu confirmed", t->count[LCR_CONFIRMED]);
    if (t->by_checker > 0)
        printf(", %zu of them by the checker alone", t->by_checker);
    printf(", %zu rejected, %zu without evidence\n", t->count[LCR_REJECTED],
           t->count[LCR_UNCERTAIN]);
}

int lcv_recheck_files(unsigned long budget, bool json, int n, char **file)
{
    totals t = {.json = json};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r) {
        fputs("layoutcheck: out of memory\n", stderr);
        lc_ctx_free(ctx);
        return 2;
    }
    if (budget > 0)
        lcr_set_budget(r, budget == ULONG_MAX ? 0 : budget);
    for (int i = 0; i < n; i++)
        recheck_file(r, file[i], &t);
    if (json)
        lcv_json_rechecked(stdout, t.count, t.by_checker, status_of(&t));
    else
        print_totals(&t);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return status_of(&t);
}

/* ---- the certificate of a run ---- */

bool lcv_certificate_open(lcv_report *report, const char *path)
{
    report->certificate = fopen(path, "w");
    if (!report->certificate)
        fprintf(stderr, "layoutcheck: cannot write %s: %s\n", path, strerror(errno));
    else
        fputs(LCR_CERTIFICATE_HEAD, report->certificate);
    return report->certificate != NULL;
}

bool lcv_certificate_close(lcv_report *report, const char *path)
{
    if (!report->certificate)
        return true;
    bool ok = ferror(report->certificate) == 0;
    ok = fclose(report->certificate) == 0 && ok;
    if (!ok)
        fprintf(stderr, "layoutcheck: cannot write %s: %s\n", path, strerror(errno));
    return ok;
}
