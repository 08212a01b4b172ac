/* attribute.c - where attributes begin and end, and trees of their text. */
#include "config.h"

#include "attribute.h"

#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789",
                  digits[] = "0123456789", space[] = " \t\r\n";

/* ---- where they are ---- */

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* `#ttg.`: a dialect of Triton. */
static bool is_dialect(const char *text)
{
    static const char *const dialect[] = {"#ttg.",   "#triton_gpu.", "#ttng.",
                                          "#gluon.", "#amdg.",       "#triton_nvidia_gpu."};
    for (size_t i = 0; i < sizeof dialect / sizeof *dialect; i++)
        if (begins(text, dialect[i]) && strspn(text + strlen(dialect[i]), letters) > 0)
            return true;
    return false;
}

/* Behind the bracket that closes the one here; the end of the line where none does. */
static size_t past_brackets(const char *text, size_t at)
{
    size_t depth = 0, line = at + strcspn(text + at, "\n");
    for (; text[at]; at++) {
        if (strchr("<[{(", text[at]))
            depth++;
        else if (strchr(">]})", text[at]) && --depth == 0)
            return at + 1;
    }
    return line;
}

size_t lcv_attribute_length(const char *text)
{
    size_t at = 1;
    if (*text == '#' && !is_dialect(text))
        return 0;
    at += strcspn(text + 1, "<,\n\r \t)>");
    return text[at] == '<' ? past_brackets(text, at) : *text == '#' ? at : 0;
}

size_t lcv_attribute_name(const char *text)
{
    return 1 + strspn(text + 1, letters);
}

bool lcv_attribute_is_defined(const char *text)
{
    size_t at = *text == '\0' ? 1 : lcv_attribute_name(text);
    if (at == 1)
        return false;
    at += strspn(text + at, " \t");
    if (text[at] != '=')
        return false;
    at++;
    at += strspn(text + at, " \t");
    return begins(text + at, "affine_map<") ||
           (is_dialect(text + at) && text[at + strcspn(text + at, "< \t\r\n")] == '<');
}

bool lcv_attribute_is_named(const char *source, const char *text)
{
    size_t length = lcv_attribute_name(text);
    const char *behind = text + length + strspn(text + length, " \t");
    bool goes_on = text[length] == '(' || begins(behind, "o ") || begins(behind, "==");
    if (length == 1 || (!goes_on && !strchr(",;)]}>\r\n", *behind))) /* or the end of the text */
        return false;
    for (const char *at = source; (at = strchr(at, '#')) != NULL; at++)
        if (strncmp(at, text, length) == 0 && lcv_attribute_name(at) == length &&
            lcv_attribute_is_defined(at))
            return true;
    return false;
}

/* tensor<128x64.., !ttg.memdesc<.. */
static bool is_type(const char *text)
{
    static const char of_memory[] = ".memdesc<";
    size_t name = *text == '!' ? 1 + strspn(text + 1, letters) : 0;
    return name > 0 ? begins(text + name, of_memory)
                    : begins(text, "tensor<") && strspn(text + 7, digits) > 0 &&
                          text[7 + strspn(text + 7, digits)] == 'x';
}

size_t lcv_attribute_word(const char *source, const char *text)
{
    if (*text != '#')
        return is_type(text) ? lcv_attribute_length(text) : 0;
    if (is_dialect(text))
        return lcv_attribute_length(text);
    return lcv_attribute_is_defined(text) || (source && lcv_attribute_is_named(source, text))
               ? lcv_attribute_name(text)
               : 0;
}

const char *lcv_attribute_hint(const char *text)
{
    bool value = *text == '%' && strspn(text + 1, letters) > 0;
    bool module = begins(text, "attributes {") || begins(text, "loc(\"") ||
                  begins(text, "tt.func") || begins(text, "ttg.");
    return value || module
               ? "this seems to be MLIR, whose layouts are in its types: expected one, as "
                 "in show tensor<128x64xf16, #ttg.blocked<{..}>>"
               : NULL;
}

/* ---- reading ---- */

typedef struct {
    lcv_parser *parser;
    const char *text, *at;
    size_t begin; /* of the text in the source */
    unsigned depth;
} reader;

static lcv_span span_from(const reader *r, const char *from)
{
    return (lcv_span){r->begin + (size_t)(from - r->text), r->begin + (size_t)(r->at - r->text)};
}

static void skip(reader *r)
{
    r->at += strspn(r->at, space);
}

static void *wrong(reader *r, const char *expected)
{
    lcv_diag *diag = r->parser->diag;
    size_t place = r->begin + (size_t)(r->at - r->text);
    skip(r);
    if (!*r->at) {
        lcv_diag_set(diag, r->parser->source, (lcv_span){place, place},
                     "the attribute ends too early");
    } else {
        size_t n = lcv_utf8_length(r->at, strlen(r->at));
        n = n == 0 ? 1 : n; /* no character: a source has none */
        lcv_diag_set(diag, r->parser->source, (lcv_span){place, place + n},
                     "unexpected '%.*s' in an attribute", (int)n, r->at);
    }
    return lcv_diag_hint(diag, "expected %s", expected);
}

/* Is this the next sign? It is passed. */
static bool passes(reader *r, char sign)
{
    skip(r);
    if (*r->at != sign)
        return false;
    r->at++;
    return true;
}

static lcv_ast *leaf(reader *r, lcv_ast_kind kind, const char *from, size_t length)
{
    lcv_ast *made = lcv_ast_new(r->parser->arena, kind, span_from(r, from));
    char *text = made ? lcv_arena_alloc(r->parser->arena, length + 1) : NULL;
    if (!text)
        return lcv_diag_no_memory(r->parser->diag, r->parser->span);
    memcpy(text, from, length);
    made->text = text;
    return made;
}

static lcv_ast *node(reader *r, lcv_ast_kind kind, const char *from)
{
    return leaf(r, kind, from, 0);
}

static lcv_ast *number(reader *r)
{
    skip(r);
    const char *from = r->at;
    size_t n = strspn(from, digits);
    if (n == 0)
        return wrong(r, "an integer");
    r->at += n;
    return leaf(r, LCV_AST_INT, from, n);
}

static lcv_ast *value(reader *r);

/* [value, ..] */
static lcv_ast *list(reader *r)
{
    const char *from = r->at - 1;
    lcv_ast *made = node(r, LCV_AST_LIST, from);
    if (passes(r, ']') || !made)
        return made;
    do {
        lcv_ast *item = value(r);
        if (!item)
            return NULL;
        lcv_ast_add(made, item);
    } while (passes(r, ','));
    if (!passes(r, ']'))
        return wrong(r, "',' or ']'");
    made->span = span_from(r, from);
    return made;
}

/* [64:+8, 256:+4]: a list of pairs. */
static lcv_ast *paddings(reader *r)
{
    const char *from = r->at - 1;
    lcv_ast *made = node(r, LCV_AST_LIST, from);
    do {
        skip(r);
        lcv_ast *pair = node(r, LCV_AST_LIST, r->at), *interval = pair ? number(r) : NULL;
        if (!interval || !made)
            return NULL;
        if (!passes(r, ':') || !passes(r, '+'))
            return wrong(r, "an interval and its padding, as in 64:+8");
        lcv_ast *padding = number(r);
        if (!padding)
            return NULL;
        lcv_ast_add(pair, interval);
        lcv_ast_add(pair, padding);
        lcv_ast_add(made, pair);
    } while (passes(r, ','));
    if (!passes(r, ']'))
        return wrong(r, "',' or ']'");
    made->span = span_from(r, from);
    return made;
}

static lcv_ast *keyword(reader *r, const char *from, const char *text, lcv_ast *of)
{
    lcv_ast *made = of ? node(r, LCV_AST_KEYWORD, from) : NULL;
    if (!made)
        return NULL;
    made->text = text;
    lcv_ast_add(made, of);
    return made;
}

/* `stem.key`, or `key` without a stem. */
static char *key_text(reader *r, const char *stem, const char *key, size_t length)
{
    size_t first = stem ? strlen(stem) + 1 : 0;
    char *text = lcv_arena_alloc(r->parser->arena, first + length + 1);
    if (!text)
        return lcv_diag_no_memory(r->parser->diag, r->parser->span);
    if (stem) {
        memcpy(text, stem, first - 1);
        text[first - 1] = '.';
    }
    memcpy(text + first, key, length);
    return text;
}

static bool fields(reader *r, lcv_ast *to, const char *stem);

/* key = value, or key = {key = value, ..} */
static bool field(reader *r, lcv_ast *to, const char *stem)
{
    skip(r);
    const char *from = r->at;
    size_t n = strspn(from, letters);
    if (n == 0)
        return wrong(r, "a field, as in order = [1, 0]") != NULL;
    r->at += n;
    char *key = key_text(r, stem, from, n);
    if (!key)
        return false;
    if (!passes(r, '='))
        return wrong(r, "'=' and the value of the field") != NULL;
    if (passes(r, '{'))
        return fields(r, to, key);
    lcv_ast *made = keyword(r, from, key, value(r));
    if (made)
        lcv_ast_add(to, made);
    return made != NULL;
}

/* Up to the brace that closes them. */
static bool fields(reader *r, lcv_ast *to, const char *stem)
{
    if (++r->depth > LCV_ATTRIBUTE_DEPTH)
        return wrong(r, "fewer brackets inside each other") != NULL;
    if (!passes(r, '}')) {
        do {
            if (!field(r, to, stem))
                return false;
        } while (passes(r, ','));
        if (!passes(r, '}'))
            return wrong(r, "',' or '}'") != NULL;
    }
    r->depth--;
    return true;
}

/* What stands between < and >: fields in braces or without them, and paddings. */
static bool body(reader *r, lcv_ast *to)
{
    while (!passes(r, '>')) {
        const char *from = r->at;
        bool ok;
        if (passes(r, '[')) {
            lcv_ast *made = keyword(r, from, "interval:+padding", paddings(r));
            ok = made != NULL;
            if (ok)
                lcv_ast_add(to, made);
        } else {
            ok = passes(r, '{') ? fields(r, to, NULL) : field(r, to, NULL);
        }
        if (!ok)
            return false;
        passes(r, ',');
    }
    return true;
}

/* #ttg.NAME<..>, or #NAME. */
static lcv_ast *attribute(reader *r)
{
    const char *from = r->at, *name = is_dialect(from) ? strchr(from, '.') + 1 : NULL;
    if (!name) {
        size_t n = lcv_attribute_name(from);
        r->at += n;
        return leaf(r, LCV_AST_NAME, from, n);
    }
    size_t n = strspn(name, letters);
    r->at = name + n;
    lcv_ast *made = leaf(r, LCV_AST_ENCODING, name, n);
    if (!made || !passes(r, '<'))
        return made;
    if (!body(r, made))
        return NULL;
    made->span = span_from(r, from);
    return made;
}

static lcv_ast *value(reader *r)
{
    lcv_ast *made = NULL;
    skip(r);
    const char *from = r->at;
    size_t n = strspn(from, letters);
    if (++r->depth > LCV_ATTRIBUTE_DEPTH)
        return wrong(r, "fewer brackets inside each other");
    if (*from == '#') {
        made = attribute(r);
    } else if (passes(r, '[')) {
        made = list(r);
    } else if (n > 0 && !strchr(digits, *from)) { /* true, false */
        r->at += n;
        made = leaf(r, LCV_AST_NAME, from, n);
    } else {
        made = number(r);
    }
    r->depth--;
    return made;
}

/* ---- types ---- */

/* 128x64x: the shape, and the element behind it. */
static lcv_ast *shape(reader *r)
{
    lcv_ast *made = node(r, LCV_AST_TUPLE, r->at);
    const char *from = r->at;
    while (made && strspn(r->at, digits) > 0) {
        const char *extent = r->at;
        size_t n = strspn(extent, digits);
        r->at += n;
        lcv_ast *item = leaf(r, LCV_AST_INT, extent, n);
        if (!item)
            return NULL;
        lcv_ast_add(made, item);
        if (*r->at != 'x')
            break;
        r->at++;
    }
    if (made && made->nchildren == 0)
        return wrong(r,
                     "the extents of a shape, which are numbers, as in tensor<128x64xf16, ..>");
    if (made)
        made->span = span_from(r, from);
    return made;
}

static void pass_element(reader *r)
{
    size_t depth = 0;
    for (; *r->at && (depth > 0 || (*r->at != ',' && *r->at != '>')); r->at++) {
        if (*r->at == '<')
            depth++;
        else if (*r->at == '>')
            depth--;
    }
}

/* The other arguments of a memdesc; a shape among them is that of the allocation, whose last dims
 * count. */
static bool others(reader *r, lcv_ast **of)
{
    while (passes(r, ',')) {
        skip(r);
        size_t want = (*of)->nchildren;
        if (strspn(r->at, digits) == 0) {
            r->at += strcspn(r->at, ",>");
            continue;
        }
        lcv_ast *allocated = shape(r);
        if (!allocated || allocated->nchildren < want)
            return allocated ? wrong(r, "the shape of an allocation, of as many dims") != NULL
                             : false;
        while (allocated->nchildren > want) {
            allocated->child = allocated->child->next;
            allocated->nchildren--;
        }
        *of = allocated;
    }
    return passes(r, '>') || wrong(r, "',' or '>'") != NULL;
}

static lcv_ast *type(reader *r)
{
    const char *from = r->at;
    r->at = strchr(r->at, '<') + 1;
    lcv_ast *of = shape(r), *encoding = NULL;
    if (!of)
        return NULL;
    pass_element(r);
    if (!passes(r, ','))
        return wrong(r, "',' and the layout, as in tensor<128x64xf16, #ttg.blocked<{..}>>");
    skip(r);
    if (*r->at != '#')
        return wrong(r, "a layout, as in #ttg.blocked<{..}>, or its name, #blocked");
    if (!(encoding = attribute(r)) || !others(r, &of))
        return NULL;
    lcv_ast *made = node(r, LCV_AST_SHAPED, from);
    if (!made)
        return NULL;
    made->text = *from == '!' ? LCV_ATTRIBUTE_MEMORY : NULL;
    lcv_ast_add(made, of);
    lcv_ast_add(made, encoding);
    return made;
}

lcv_ast *lcv_attribute_read(lcv_parser *parser, lcv_span span, const char *text)
{
    reader r = {.parser = parser, .text = text, .at = text, .begin = span.begin};
    lcv_ast *made = *text == '#' ? attribute(&r) : type(&r);
    return !made ? NULL : *r.at ? wrong(&r, "the end of the attribute") : made;
}
