/* block.c - lines of a block, and their digest. */
#include "config.h"

#include "block.h"

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
    const char *value;
    char digest[24];
    for (size_t i = 0; i < b->n && !lcr_block_key(b->line[i], "digest", &value); i++) {
        hash = digest_line(hash, b->line[i], strlen(b->line[i]));
        if (i + 1 == b->n)
            return "there is no digest";
        if (lcr_block_key(b->line[i + 1], "digest", &value) && i + 2 < b->n)
            return "a line after the digest";
    }
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)hash);
    bool is = b->n > 0 && lcr_block_key(b->line[b->n - 1], "digest", &value) &&
              strcmp(value, digest) == 0;
    return is ? NULL : "the digest is not that of the lines";
}

void lcr_block_close(lc_text *text, size_t from)
{
    uint64_t hash = DIGEST_START;
    const char *at = lc_text_peek(text) + from;
    for (const char *end; !text->failed && (end = strchr(at, '\n')) != NULL; at = end + 1)
        hash = digest_line(hash, at, (size_t)(end - at));
    lc_text_printf(text, "digest %016llx\nend\n", (unsigned long long)hash);
}
