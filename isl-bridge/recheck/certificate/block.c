/* block.c - lines of a block, and their digest. */
#include "config.h"

#include "block.h"

#include "../ask/ask.h"

#include <stdio.h>
#include <string.h>

#define DIGEST_START UINT64_C(0xcbf29ce484222325)

bool lcr_block_key(const char *line, const char *word, const char **value)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || line[n] != ' ')
        return false;
    *value = line + n + 1;
    return true;
}

bool lcr_block_take(lcr_block *b, const char *word, const char **value)
{
    bool is = b->at < b->n && lcr_block_key(b->line[b->at], word, value);
    b->at += is;
    return is;
}

bool lcr_block_take_word(lcr_block *b, const char *word)
{
    bool is = b->at < b->n && strcmp(b->line[b->at], word) == 0;
    b->at += is;
    return is;
}

/* FNV-1a of a line with its newline. */
static uint64_t digest_line(uint64_t hash, const char *line, size_t length)
{
    for (size_t i = 0; i <= length; i++) {
        hash ^= (unsigned char)(i < length ? line[i] : '\n');
        hash *= UINT64_C(0x100000001b3);
    }
    return hash;
}

const char *lcr_block_digest(const lcr_block *b)
{
    uint64_t hash = DIGEST_START;
    const char *value = "";
    char digest[24];
    for (size_t i = 0; i + 1 < b->n; i++)
        hash = digest_line(hash, b->line[i], strlen(b->line[i]));
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)hash);
    if (!lcr_block_key(b->line[b->n - 1], "digest", &value))
        return "the last line is no digest";
    return strcmp(value, digest) == 0 ? NULL : "the digest is not that of the lines";
}

/* Alike, or sets that isl finds equal: its own maps need not come out alike twice. The digest is
 * that of the lines. */
static bool is_line(lcr_ctx *r, const char *line, const char *own)
{
    const char *x, *y;
    return strcmp(line, own) == 0 ||
           (lcr_block_key(line, "digest", &x) && lcr_block_key(own, "digest", &y)) ||
           (lcr_block_key(line, "set", &x) && lcr_block_key(own, "set", &y) &&
            lcr_ask_are_equal(r, x, y) == LCR_YES);
}

const char *lcr_block_is(lcr_ctx *r, const lcr_block *b, char *text)
{
    size_t i = 0;
    text += *text == '\n';
    for (char *end; (end = strchr(text, '\n')) != NULL; text = end + 1, i++) {
        *end = '\0';
        if (i == b->n) /* all but `end` */
            return NULL;
        if (!is_line(r, b->line[i], text))
            break;
    }
    return "a line is not the one that the claim has";
}

void lcr_block_close(lc_text *text, size_t from)
{
    uint64_t hash = DIGEST_START;
    const char *at = lc_text_peek(text) + from;
    for (const char *end; !text->failed && (end = strchr(at, '\n')) != NULL; at = end + 1)
        hash = digest_line(hash, at, (size_t)(end - at));
    lc_text_printf(text, "digest %016llx\nend\n", (unsigned long long)hash);
}
