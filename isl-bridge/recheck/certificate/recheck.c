/* recheck.c - certificates, read block by block. */
#include "config.h"

#include "block.h"

#include "../../internal.h"

#include <stdlib.h>
#include <string.h>

/* False: memory ran out, and nothing is said. */
static bool report(lcr_ctx *r, lcr_block *b, lcr_check_listener *listener, void *user)
{
    const char *name = "";
    lcr_block_checked checked = {.check = LCR_REJECTED};
    lc_frame frame = lc_frame_open(r->lc);
    lc_ctx_reset(r->lc);
    lcr_starved(r);
    lcr_block_key(b->line[0], "claim", &name);
    if (lcr_block_is_for_all(b))
        lcr_block_check_for_all(r, b, &checked);
    else
        lcr_block_check_numbers(r, b, &checked);
    bool rejected = checked.check == LCR_REJECTED;
    bool starved = lcr_starved(r) || (checked.why && strcmp(checked.why, LC_NO_MEMORY) == 0);
    lcr_checked said = {checked.check,   checked.by_isl,
                        b->number,       rejected ? name : checked.text,
                        checked.verdict, checked.why};
    if (!starved)
        listener(user, &said);
    free(checked.text);
    lc_ctx_reset(r->lc);
    lc_frame_close(r->lc, frame);
    if (starved)
        lc_no_memory(r->lc);
    return !starved;
}

static void reject(lcr_check_listener *listener, void *user, size_t line, const char *claim,
                   const char *why)
{
    lcr_checked checked = {.check = LCR_REJECTED, .line = line, .claim = claim, .why = why};
    listener(user, &checked);
}

/* The lines of the copy, which is cut up; blocks one after the other. */
static bool read_blocks(lcr_ctx *r, char *copy, lcr_check_listener *listener, void *user)
{
    size_t number = 2, lines = 1, read = 0; /* after the head */
    const char *name = NULL, *value;
    for (const char *at = copy; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    lcr_block b = {.line = lc_alloc(r->lc, lines, sizeof *b.line)};
    if (!b.line)
        return false;
    bool ok = true;
    for (char *line = copy, *next; ok && line != NULL; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        read++;
        if (lcr_block_key(line, "claim", &value)) {
            if (name)
                reject(listener, user, b.number, name, "it has no end");
            name = value;
            b.number = number;
            b.n = b.at = 0;
        } else if (!name) {
            reject(listener, user, number, line, "expected a claim");
            continue;
        } else if (strcmp(line, "end") == 0) {
            ok = report(r, &b, listener, user);
            name = NULL;
            continue;
        }
        b.line[b.n++] = line;
    }
    if (name)
        reject(listener, user, b.number, name, "it has no end");
    free(b.line);
    if (ok && read == 0)
        lc_fail(r->lc, LC_ERR_INVALID, "a certificate of no claim");
    return ok && read > 0;
}

/* The head of an earlier version, whose blocks have other sets. */
static bool is_earlier(const char *text)
{
    return strncmp(text, "layoutcheck certificate 1\n", 26) == 0 ||
           strncmp(text, "layoutcheck certificate 2\n", 26) == 0;
}

bool lcr_recheck(lcr_ctx *r, const char *text, lcr_check_listener *listener, void *user)
{
    size_t head = strlen(LCR_CERTIFICATE_HEAD), length = strlen(text);
    if (strncmp(text, LCR_CERTIFICATE_HEAD, head) != 0)
        return is_earlier(text)
                   ? lc_fail(r->lc, LC_ERR_INVALID,
                             "a certificate of an earlier version: make it again with "
                             "--certificate")
                   : lc_fail(r->lc, LC_ERR_INVALID,
                             "no certificate: the first line is not '%.*s'", (int)head - 1,
                             LCR_CERTIFICATE_HEAD);
    char *copy = lc_alloc(r->lc, length + 1, 1);
    if (!copy)
        return false;
    memcpy(copy, text, length + 1);
    bool ok = read_blocks(r, copy + head, listener, user);
    free(copy);
    return ok;
}
