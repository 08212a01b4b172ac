/* look.c - what a module says at a place. */
#include "config.h"

#include "internal.h"

#include <string.h>

bool lck_ir_text_is(lck_ir_text text, const char *word)
{
    return text.at && strlen(word) == text.n && memcmp(text.at, word, text.n) == 0;
}

bool lck_ir_text_equal(lck_ir_text a, lck_ir_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

bool lck_ir_text_begins(lck_ir_text text, const char *prefix)
{
    size_t n = strlen(prefix);
    return text.n >= n && memcmp(text.at, prefix, n) == 0;
}

lck_ir_text lck_ir_text_after(lck_ir_text text, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= text.n; i++)
        if (memcmp(text.at + i, word, n) == 0)
            return (lck_ir_text){text.at + i + n, text.n - i - n};
    return (lck_ir_text){0};
}

bool lck_ir_text_among(lck_ir_text text, const char *words)
{
    for (size_t n; *words; words += n + (words[n] == ' ')) {
        n = strcspn(words, " ");
        bool begins = words[n - 1] == '*';
        size_t same = n - begins;
        if ((begins ? text.n >= same : text.n == same) && memcmp(text.at, words, same) == 0)
            return true;
    }
    return false;
}

bool lck_ir_token_is(const lck_ir_module *m, uint32_t token, const char *word)
{
    if (token >= m->ntokens)
        return false;
    const lck_ir_token *t = &m->token[token];
    size_t n = strlen(word);
    return t->n == n && memcmp(t->at, word, n) == 0;
}

lck_ir_text lck_ir_between(const lck_ir_module *m, uint32_t from, uint32_t to)
{
    if (from >= to || to >= m->ntokens)
        return (lck_ir_text){0};
    const lck_ir_token *last = &m->token[to - 1];
    const char *at = m->token[from].at;
    return (lck_ir_text){at, (size_t)(last->at + last->n - at)};
}

uint32_t lck_ir_skip(const lck_ir_module *m, uint32_t token)
{
    if (token + 1 >= m->ntokens)
        return m->ntokens - 1;
    uint32_t match = m->token[token].match;
    return (match != LCK_IR_NONE && match > token ? match : token) + 1;
}

uint32_t lck_ir_find(const lck_ir_module *m, const lck_ir_op *op, uint32_t from, const char *word)
{
    for (uint32_t i = from; i < op->end; i = lck_ir_skip(m, i))
        if (lck_ir_token_is(m, i, word))
            return i;
    return LCK_IR_NONE;
}

bool lck_ir_integer(const lck_ir_module *m, uint32_t token, int64_t *value)
{
    if (token >= m->ntokens || m->token[token].kind != LCK_IR_NUMBER)
        return false;
    const char *p = m->token[token].at, *end = p + m->token[token].n;
    bool negative = *p == '-';
    p += negative;
    unsigned base = end - p > 2 && p[1] == 'x' ? 16 : 10;
    p += base == 16 ? 2 : 0;
    uint64_t sum = 0;
    for (; p < end; p++) {
        unsigned digit = *p >= '0' && *p <= '9'   ? (unsigned)(*p - '0')
                         : *p >= 'A' && *p <= 'F' ? (unsigned)(*p - 'A') + 10
                                                  : 99;
        if (digit >= base || __builtin_mul_overflow(sum, base, &sum) ||
            __builtin_add_overflow(sum, digit, &sum) || sum > INT64_MAX)
            return false;
    }
    *value = negative ? -(int64_t)sum : (int64_t)sum;
    return true;
}

bool lck_ir_constant(const lck_ir_module *m, uint32_t token, int64_t *value)
{
    *value = lck_ir_token_is(m, token, "true");
    return *value || lck_ir_token_is(m, token, "false") || lck_ir_integer(m, token, value);
}

/* ---- operations ---- */

bool lck_ir_is(const lck_ir_op *op, const char *name)
{
    return lck_ir_text_is(op->name, name);
}

lck_ir_text lck_ir_symbol(const lck_ir_module *m, const lck_ir_op *op)
{
    for (uint32_t i = op->head; i < op->end; i++)
        if (m->token[i].kind == LCK_IR_SYMBOL)
            return (lck_ir_text){m->token[i].at + 1, m->token[i].n - 1};
    return (lck_ir_text){0};
}

uint32_t lck_ir_operand(const lck_ir_module *m, const lck_ir_op *op, uint32_t i)
{
    return i < op->noperands ? m->operand[op->operand + i] : LCK_IR_NONE;
}

/* The end of an entry of a dictionary: at its `,` or at the end of all. */
static uint32_t entry_end(const lck_ir_module *m, uint32_t i, uint32_t close)
{
    while (i < close && !lck_ir_token_is(m, i, ","))
        i = lck_ir_skip(m, i);
    return i < close ? i : close;
}

static bool is_key(const lck_ir_module *m, uint32_t token, const char *name)
{
    const lck_ir_token *t = &m->token[token];
    size_t n = strlen(name);
    return lck_ir_token_is(m, token, name) ||
           (t->kind == LCK_IR_STRING && t->n == n + 2 && memcmp(t->at + 1, name, n) == 0);
}

static uint32_t attribute_in(const lck_ir_module *m, uint32_t open, const char *name,
                             uint32_t *end)
{
    uint32_t close = m->token[open].match;
    for (uint32_t i = open + 1; i < close; i = *end + 1) {
        *end = entry_end(m, i, close);
        if (is_key(m, i, name))
            return lck_ir_token_is(m, i + 1, "=") && i + 2 < *end ? i + 2 : i;
    }
    return LCK_IR_NONE;
}

uint32_t lck_ir_attribute(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                          uint32_t *end)
{
    for (uint32_t i = op->head; i < op->end; i = lck_ir_skip(m, i)) {
        bool properties = lck_ir_token_is(m, i, "<") && lck_ir_token_is(m, i + 1, "{");
        uint32_t open = i + properties;
        if (!lck_ir_token_is(m, open, "{") || m->token[open].region)
            continue;
        uint32_t found = attribute_in(m, open, name, end);
        if (found != LCK_IR_NONE)
            return found;
    }
    return LCK_IR_NONE;
}

bool lck_ir_attribute_integer(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                              int64_t *value)
{
    uint32_t end, i = lck_ir_attribute(m, op, name, &end);
    return i != LCK_IR_NONE && lck_ir_integer(m, i, value);
}

/* ---- types ---- */

/* The last `:` of the head before a region that is in no bracket; NONE. */
static uint32_t last_colon(const lck_ir_module *m, const lck_ir_op *op)
{
    uint32_t found = LCK_IR_NONE;
    for (uint32_t i = op->head; i < op->end && !m->token[i].region; i = lck_ir_skip(m, i))
        if (lck_ir_token_is(m, i, ":"))
            found = i;
    return found;
}

typedef struct {
    const lck_ir_module *m;
    size_t n, room;
    lck_ir_text *type;
} type_list;

static void add_type(type_list *list, uint32_t from, uint32_t to)
{
    if (from >= to)
        return;
    if (list->n < list->room)
        list->type[list->n] = lck_ir_between(list->m, from, to);
    list->n++;
}

static bool ends_type(const lck_ir_module *m, uint32_t i)
{
    return lck_ir_token_is(m, i, ",") || lck_ir_token_is(m, i, "->") ||
           lck_ir_token_is(m, i, "to") || lck_ir_token_is(m, i, "*") ||
           lck_ir_token_is(m, i, ":") || m->token[i].region;
}

/* Types from one token on to another, apart by `,`, `->`, `to`, `*`; those in parentheses, too.
 * */
static void list_types(type_list *list, uint32_t i, uint32_t end)
{
    const lck_ir_module *m = list->m;
    while (i < end && !m->token[i].region) {
        uint32_t from = i;
        if (lck_ir_token_is(m, i, "(")) {
            list_types(list, i + 1, m->token[i].match);
            i = m->token[i].match + 1;
        } else {
            while (i < end && !ends_type(m, i))
                i = lck_ir_skip(m, i);
            add_type(list, from, i < end ? i : end);
        }
        if (i < end && !m->token[i].region && ends_type(m, i))
            i++;
    }
}

size_t lck_ir_types(const lck_ir_module *m, const lck_ir_op *op, size_t room, lck_ir_text *type)
{
    type_list list = {m, 0, room, type};
    uint32_t colon = last_colon(m, op), arrow = lck_ir_find(m, op, op->head, "->");
    /* scf.for: `-> (types) : i32 {` */
    if (arrow != LCK_IR_NONE && (colon == LCK_IR_NONE || arrow < colon))
        list_types(&list, arrow + 1, colon == LCK_IR_NONE ? op->end : colon);
    else if (colon != LCK_IR_NONE)
        list_types(&list, colon + 1, op->end);
    return list.n;
}

lck_ir_text lck_ir_expand(const lck_ir_module *m, lck_ir_text name)
{
    for (uint32_t i = 0; i < m->naliases; i++)
        if (lck_ir_text_equal(m->alias[i].name, name))
            return m->alias[i].text;
    return (lck_ir_text){0};
}

/* ---- places ---- */

#define HOPS 32 /* from one location to the next */

static const lck_ir_alias *alias_of(const lck_ir_module *m, const lck_ir_token *token)
{
    for (uint32_t i = 0; i < m->naliases; i++)
        if (lck_ir_text_equal(m->alias[i].name, (lck_ir_text){token->at, token->n}))
            return &m->alias[i];
    return NULL;
}

/* `"file":line:column` at a token. */
static bool is_place(const lck_ir_module *m, uint32_t i, lck_ir_place *place)
{
    if (m->token[i].kind != LCK_IR_STRING || !lck_ir_token_is(m, i + 1, ":") ||
        !lck_ir_integer(m, i + 2, &place->line))
        return false;
    place->file = (lck_ir_text){m->token[i].at + 1, m->token[i].n - 2};
    if (!lck_ir_token_is(m, i + 3, ":") || !lck_ir_integer(m, i + 4, &place->column))
        place->column = 0;
    return true;
}

lck_ir_place lck_ir_source(const lck_ir_module *m, const lck_ir_op *op)
{
    lck_ir_place place = {{0}, 0, 0};
    uint32_t i = op->loc, end = i == LCK_IR_NONE ? 0 : m->token[i - 1].match;
    for (int hop = 0; i < end && hop < HOPS;) {
        if (is_place(m, i, &place))
            return place;
        const lck_ir_alias *alias = m->token[i].kind == LCK_IR_ALIAS ? alias_of(m, &m->token[i])
                                                                     : NULL;
        if (alias) {
            i = alias->token;
            end = alias->end;
            hop++;
        } else
            i++;
    }
    return (lck_ir_place){{0}, 0, 0};
}
