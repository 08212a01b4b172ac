#include "config.h"

#include "types.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"

typedef struct {
    const char *at, *end;
} span;

static bool starts(span s, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(s.end - s.at) >= n && memcmp(s.at, word, n) == 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The end of a part, at a comma that is in no bracket, or at the end. `->` closes nothing. */
static const char *part_end(span s)
{
    int depth = 0;
    for (const char *p = s.at; p < s.end; p++) {
        if (strchr("<([{", *p))
            depth++;
        else if (strchr(")]}", *p) || (*p == '>' && (p == s.at || p[-1] != '-')))
            depth--;
        else if (*p == ',' && depth == 0)
            return p;
    }
    return s.end;
}

static lck_ir_text trimmed(const char *from, const char *to)
{
    while (from < to && *from == ' ')
        from++;
    while (from < to && to[-1] == ' ')
        to--;
    return from < to ? (lck_ir_text){from, (size_t)(to - from)} : (lck_ir_text){0};
}

/* The next part and what is behind its comma. */
static lck_ir_text next_part(span *s)
{
    const char *end = part_end(*s);
    lck_ir_text part = trimmed(s->at, end);
    s->at = end < s->end ? end + 1 : end;
    return part;
}

/* 128x64xf16: the extents; the element is what is left. False: too many, or too large. */
static bool read_shape(span *s, lck_type *out)
{
    while (s->at < s->end && is_digit(*s->at)) {
        uint64_t n = 0;
        const char *p = s->at;
        for (; p < s->end && is_digit(*p); p++)
            if (n > UINT32_MAX || (n = n * 10 + (uint64_t)(*p - '0')) > UINT32_MAX)
                return false;
        if (p == s->end || *p != 'x' || out->rank == LCK_TYPE_RANK)
            return false;
        out->shape[out->rank++] = n;
        s->at = p + 1;
    }
    return true;
}

/* f16, bf16, i1, f8E4M3FN, f4E2M1FN: the first number; pointers have 64. */
static unsigned element_bits(lck_ir_text element)
{
    if (element.n > 7 && memcmp(element.at, "!tt.ptr", 7) == 0)
        return 64;
    size_t i = 0;
    while (i < element.n && !is_digit(element.at[i]))
        i++;
    unsigned bits = 0;
    for (; i < element.n && is_digit(element.at[i]) && bits < 1000; i++)
        bits = bits * 10 + (unsigned)(element.at[i] - '0');
    return bits <= 128 ? bits : 0;
}

static bool inside(span s, lck_type *out)
{
    span whole = s;
    whole.end = part_end(s);
    if (!read_shape(&whole, out))
        return false;
    out->element = trimmed(whole.at, whole.end);
    out->bits = element_bits(out->element);
    s.at = whole.end < s.end ? whole.end + 1 : whole.end;
    out->encoding = next_part(&s);
    out->rest = trimmed(s.at, s.end);
    return out->element.at && out->encoding.at && out->encoding.at[0] == '#';
}

/* `#ttg.blocked` of an alias or of the attribute itself. */
static lck_ir_text kind_of(const lck_ir_module *m, lck_ir_text encoding)
{
    lck_ir_text full = lck_ir_expand(m, encoding);
    if (!full.at)
        full = encoding;
    size_t n = 0;
    while (n < full.n && full.at[n] != '<')
        n++;
    return trimmed(full.at, full.at + n);
}

bool lck_type_read(const lck_ir_module *m, lck_ir_text text, lck_type *out)
{
    *out = (lck_type){0};
    if (text.n > 0 && text.at[0] == '!' && lck_ir_expand(m, text).at)
        text = lck_ir_expand(m, text);
    span s = {text.at, text.at + text.n};
    if (text.n < 3 || s.end[-1] != '>')
        return false;
    out->shared = starts(s, "!ttg.memdesc<") || starts(s, "<");
    if (!out->shared && !starts(s, "tensor<"))
        return false;
    s.at += starts(s, "<") ? 1 : starts(s, "tensor<") ? 7 : 13;
    s.end--;
    if (!inside(s, out))
        return false;
    out->kind = kind_of(m, out->encoding);
    lc_text name = {0};
    lc_text_add(&name, out->shared ? "!ttg.memdesc<" : "tensor<");
    lc_text_add_bytes(&name, s.at, (size_t)(s.end - s.at));
    lc_text_add(&name, ">");
    out->text = lc_text_take(NULL, &name);
    return out->text != NULL;
}

void lck_type_free(lck_type *type)
{
    free(type->text);
    *type = (lck_type){0};
}

size_t lck_types_of(const lck_ir_module *m, const lck_ir_op *op, size_t room, lck_type *out)
{
    lck_ir_text text[16];
    size_t all = lck_ir_types(m, op, 16, text), n = 0;
    for (size_t i = 0; i < room; i++)
        out[i] = (lck_type){0};
    for (size_t i = 0; i < all && i < 16 && n < room; i++) {
        if (lck_type_read(m, text[i], &out[n]))
            n++;
        else
            lck_type_free(&out[n]);
    }
    return n;
}

bool lck_type_is(const lck_type *type, const char *kind)
{
    return lck_ir_text_is(type->kind, kind);
}

unsigned lck_type_stored(const lck_type *type)
{
    return type->bits > 0 && type->bits < 8 ? 8 : type->bits;
}
