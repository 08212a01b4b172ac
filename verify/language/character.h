/* character.h - characters outside ASCII that come with pasted text.
 *
 * Texts, papers and word processors have blanks, signs and quotes of their own where the language
 * has ASCII. They are no part of it; an error names the one that it found, as most of them look
 * like the ASCII character.
 */
#ifndef LCV_CHARACTER_H
#define LCV_CHARACTER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned long point; /* U+00A0 */
    const char *name;    /* "no-break space"; NULL for characters without an entry */
    const char *instead; /* "a space", "'-'": the ASCII form in the language; or NULL */
    bool invisible;      /* there is nothing to quote */
} lcv_character;

/* The character that UTF-8 text begins with. */
lcv_character lcv_character_at(const char *text);

/* "U+00A0, no-break space", "'\xc3\x97' (U+00D7, multiplication sign)"; cut to the room. */
void lcv_character_describe(const char *text, char *out, size_t room);

#endif
