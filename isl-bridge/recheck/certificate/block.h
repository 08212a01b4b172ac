/* block.h - a block of a certificate: its lines, which are read from the first one on, and
 * compared with those that its claim has when they are written once more.
 */
#ifndef LCR_RECHECK_BLOCK_H
#define LCR_RECHECK_BLOCK_H

#include "../../recheck.h"
#include "../read/literal.h"

/* From the line `claim ...` to the one before `end`, without comments and empty lines. */
typedef struct {
    size_t number; /* of its first line */
    size_t n, at;  /* at: the line that is read next */
    const char **line;
} lcr_block;

/* What came of checking a block. `text`, owned, is the claim in the language, NULL where it is
 * not known; the other texts are borrowed. */
typedef struct {
    lcr_check check;
    bool by_isl; /* as of lcr_checked */
    char *text;
    const char *verdict, *why;
} lcr_block_checked;

/* Is a line `word VALUE`? Is the next line one, or this word alone? Then it is read. */
bool lcr_block_key(const char *line, const char *word, const char **value);
bool lcr_block_take(lcr_block *b, const char *word, const char **value);
bool lcr_block_take_word(lcr_block *b, const char *word);
/* Is the last line the digest of those before it; are the lines those of a text, which is cut up?
 * NULL for yes, else the reason. */
const char *lcr_block_digest(const lcr_block *b);
const char *lcr_block_is(lcr_ctx *r, const lcr_block *b, char *text);
/* Adds the digest of the text after its first `from` characters, and `end`. */
void lcr_block_close(lc_text *text, size_t from);

/* numbers.c: a claim about numbers; for-all.c: a claim for all numbers of parameters, and whether
 * a block is such. */
void lcr_block_check_numbers(lcr_ctx *r, lcr_block *b, lcr_block_checked *out);
bool lcr_block_is_for_all(const lcr_block *b);
void lcr_block_check_for_all(lcr_ctx *r, lcr_block *b, lcr_block_checked *out);

#endif
