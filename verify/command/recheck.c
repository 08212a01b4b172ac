/* recheck.c - certificates from files, without the claim language. */
#include "config.h"

#include "recheck.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/recheck.h"

typedef struct {
    const char *file;
    size_t count[LCR_REJECTED + 1];
    bool unreadable;
} totals;

static void said(void *user, const lcr_checked *c)
{
    totals *t = user;
    t->count[c->check]++;
    printf("%s:%zu: ", t->file, c->line);
    if (c->check == LCR_CONFIRMED)
        printf("CONFIRMED: %s %s\n", c->verdict, c->claim);
    else if (c->check == LCR_UNCERTAIN)
        printf("WITHOUT EVIDENCE: %s %s\n", c->verdict, c->claim);
    else
        printf("REJECTED %s: %s\n", c->claim, c->why);
}

/* The text of a file, which the caller frees; NULL with errno. */
static char *read_all(const char *path)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *text = NULL;
    size_t length = 0, room = 0, n = 0;
    do {
        if (in == NULL)
            return NULL;
        if (room - length < 4096) {
            char *more = realloc(text, room = 2 * room + 8192);
            if (more == NULL)
                break;
            text = more;
        }
        n = fread(text + length, 1, room - length - 1, in);
        length += n;
    } while (n > 0);
    bool ok = text != NULL && !ferror(in) && n == 0;
    if (ok && memchr(text, '\0', length) != NULL) {
        ok = false;
        errno = EILSEQ;
    }
    if (ok)
        text[length] = '\0';
    if (in != stdin)
        fclose(in);
    if (!ok)
        free(text);
    return ok ? text : NULL;
}

static void recheck_file(lcr_ctx *r, const char *path, totals *t)
{
    t->file = strcmp(path, "-") == 0 ? "<stdin>" : path;
    char *text = read_all(path);
    if (text == NULL) {
        fprintf(stderr, "layoutcheck: cannot read %s: %s\n", t->file, strerror(errno));
        t->unreadable = true;
    } else if (!lcr_recheck(r, text, said, t)) {
        fprintf(stderr, "layoutcheck: %s: %s\n", t->file, lc_ctx_message(lcr_ctx_lc(r)));
        t->unreadable = true;
    }
    free(text);
}

int lcv_recheck_files(unsigned long budget, int n, char **file)
{
    totals t = {0};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx != NULL ? lcr_ctx_new(ctx) : NULL;
    if (r == NULL) {
        fputs("layoutcheck: out of memory\n", stderr);
        lc_ctx_free(ctx);
        return 2;
    }
    if (budget > 0)
        lcr_set_budget(r, budget == ULONG_MAX ? 0 : budget);
    for (int i = 0; i < n; i++)
        recheck_file(r, file[i], &t);
    printf("%zu confirmed, %zu rejected, %zu without evidence\n", t.count[LCR_CONFIRMED],
           t.count[LCR_REJECTED], t.count[LCR_UNCERTAIN]);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return t.unreadable ? 2 : t.count[LCR_REJECTED] > 0 ? 1 : t.count[LCR_UNCERTAIN] > 0 ? 3 : 0;
}
