/* type.c - types as texts. */
#include "config.h"

#include "ir.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

lck_ir_text lck_ir_trimmed(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    while (end > at && is_blank(end[-1]))
        end--;
    return at < end ? (lck_ir_text){at, (size_t)(end - at)} : (lck_ir_text){0};
}

lck_ir_text lck_ir_part(lck_ir_text *list)
{
    const char *at = list->at, *end = at + list->n;
    for (int depth = 0; at < end && (depth != 0 || *at != ','); at++) {
        depth += *at == '<' || *at == '(' || *at == '{' || *at == '[';
        depth -= (*at == '>' && (at == list->at || at[-1] != '-')) || *at == ')' || *at == '}' ||
                 *at == ']';
    }
    lck_ir_text part = lck_ir_trimmed(list->at, at);
    at += at < end;
    *list = (lck_ir_text){at, (size_t)(end - at)};
    return part;
}

bool lck_ir_digits(lck_ir_text *text, int64_t most, int64_t *number)
{
    const char *at = text->at, *end = at + text->n;
    for (*number = 0; at < end && *at >= '0' && *at <= '9'; at++)
        if ((*number = 10 * *number + (*at - '0')) > most)
            return false;
    bool any = at > text->at;
    *text = (lck_ir_text){at, (size_t)(end - at)};
    return any;
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
    lck_ir_text digits = {element.at + letters, element.n - letters};
    bool known = (letters == 1 || letters == 2) && lck_ir_digits(&digits, 128, &bits);
    return known ? (unsigned)bits : 0;
}
