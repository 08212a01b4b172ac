/* type.c - types as texts. */
#include "config.h"

#include "ir.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

lck_ir_text lck_ir_trimmed(lck_ir_text text)
{
    for (; text.n > 0 && is_blank(*text.at); text.n--)
        text.at++;
    while (text.n > 0 && is_blank(text.at[text.n - 1]))
        text.n--;
    return text.n > 0 ? text : (lck_ir_text){0};
}

static void skip(lck_ir_text *text, size_t n)
{
    if (n > 0) /* what is empty may be nowhere */
        *text = (lck_ir_text){text->at + n, text->n - n};
}

lck_ir_text lck_ir_part(lck_ir_text *list)
{
    size_t n = 0;
    for (int depth = 0; n < list->n && (depth != 0 || list->at[n] != ','); n++) {
        char c = list->at[n];
        depth += c == '<' || c == '(' || c == '{' || c == '[';
        depth -= (c == '>' && (n == 0 || list->at[n - 1] != '-')) || c == ')' || c == '}' ||
                 c == ']';
    }
    lck_ir_text part = lck_ir_trimmed((lck_ir_text){list->at, n});
    skip(list, n < list->n ? n + 1 : n);
    return part;
}

bool lck_ir_digits(lck_ir_text *text, int64_t most, int64_t *number)
{
    size_t n = 0;
    for (*number = 0; n < text->n && text->at[n] >= '0' && text->at[n] <= '9'; n++)
        if ((*number = 10 * *number + (text->at[n] - '0')) > most)
            return false;
    skip(text, n);
    return n > 0;
}

bool lck_ir_extents(lck_ir_text *text, size_t room, int64_t *extent, size_t *rank)
{
    for (*rank = 0; text->n > 0 && *text->at >= '0' && *text->at <= '9';) {
        if (*rank == room || !lck_ir_digits(text, UINT32_MAX, &extent[*rank]) || text->n == 0 ||
            *text->at != 'x')
            return false;
        ++*rank;
        *text = (lck_ir_text){text->at + 1, text->n - 1};
    }
    return true;
}

unsigned lck_ir_bits(lck_ir_text element)
{
    int64_t bits;
    size_t letters = 0;
    while (letters < element.n && element.at[letters] >= 'a' && element.at[letters] <= 'z')
        letters++;
    skip(&element, letters);
    bool known = (letters == 1 || letters == 2) && lck_ir_digits(&element, 128, &bits);
    return known ? (unsigned)bits : 0;
}
