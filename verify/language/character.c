#include "config.h"

#include "character.h"

#include <stdio.h>

static const lcv_character known[] = {
    {0x00a0, "no-break space", "a space", true},
    {0x00ad, "soft hyphen", NULL, true},
    {0x00b7, "middle dot", "'*'", false},
    {0x00d7, "multiplication sign", "'*'", false},
    {0x00f7, "division sign", "'/'", false},
    {0x2002, "en space", "a space", true},
    {0x2003, "em space", "a space", true},
    {0x2007, "figure space", "a space", true},
    {0x2009, "thin space", "a space", true},
    {0x200a, "hair space", "a space", true},
    {0x200b, "zero-width space", NULL, true},
    {0x200c, "zero-width non-joiner", NULL, true},
    {0x200d, "zero-width joiner", NULL, true},
    {0x2010, "hyphen", "'-'", false},
    {0x2011, "non-breaking hyphen", "'-'", false},
    {0x2012, "figure dash", "'-'", false},
    {0x2013, "en dash", "'-'", false},
    {0x2014, "em dash", "'-'", false},
    {0x2018, "single quotation mark", "'\"' around a string", false},
    {0x2019, "single quotation mark", "'\"' around a string", false},
    {0x201c, "double quotation mark", "'\"' around a string", false},
    {0x201d, "double quotation mark", "'\"' around a string", false},
    {0x201e, "double quotation mark", "'\"' around a string", false},
    {0x2026, "ellipsis", "'..'", false},
    {0x202f, "narrow no-break space", "a space", true},
    {0x2060, "word joiner", NULL, true},
    {0x2192, "rightwards arrow", "'->'", false},
    {0x2212, "minus sign", "'-'", false},
    {0x2215, "division slash", "'/'", false},
    {0x2217, "asterisk operator", "'*'", false},
    {0x2219, "bullet operator", "'*'", false},
    {0x2236, "ratio", "':'", false},
    {0x2260, "not equal to", "'!='", false},
    {0x2264, "less-than or equal to", "'<='", false},
    {0x2265, "greater-than or equal to", "'>='", false},
    {0x2295, "circled plus", NULL, false},
    {0x22c5, "dot operator", "'*'", false},
    {0x27e8, "left angle bracket", "'<'", false},
    {0x27e9, "right angle bracket", "'>'", false},
    {0x3000, "ideographic space", "a space", true},
    {0xfeff, "byte order mark", NULL, true},
    {0xff08, "fullwidth parenthesis", "'('", false},
    {0xff09, "fullwidth parenthesis", "')'", false},
    {0xff0c, "fullwidth comma", "','", false},
    {0xff1a, "fullwidth colon", "':'", false},
};

/* The number of its bytes that the text has: after an error the text may be no UTF-8. */
static size_t length_of(const char *text)
{
    unsigned char lead = (unsigned char)text[0];
    size_t n = 1, most = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    while (n < most && ((unsigned char)text[n] & 0xc0) == 0x80)
        n++;
    return n;
}

lcv_character lcv_character_at(const char *text)
{
    size_t n = length_of(text);
    unsigned long point = (unsigned char)text[0] & (n == 1 ? 0x7f : 0x7f >> n);
    for (size_t i = 1; i < n; i++)
        point = point << 6 | ((unsigned char)text[i] & 0x3f);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].point == point)
            return known[i];
    }
    return (lcv_character){.point = point};
}

void lcv_character_describe(const char *text, char *out, size_t room)
{
    const lcv_character c = lcv_character_at(text);
    const char *comma = c.name ? ", " : "", *name = c.name ? c.name : "";
    if (c.invisible)
        snprintf(out, room, "U+%04lX%s%s", c.point, comma, name);
    else
        snprintf(out, room, "'%.*s' (U+%04lX%s%s)", (int)length_of(text), text, c.point, comma,
                 name);
}
