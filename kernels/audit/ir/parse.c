/* parse.c - operations, their regions, results and operands. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define BUCKETS 4096

/* Names of values are seen from where they are defined to the end of the region. */
typedef struct {
    uint32_t value, below; /* the next one in its bucket */
    uint32_t bucket;
} name;

typedef struct {
    lck_ir_module *m;
    lck_ir_error *error;
    uint32_t at;              /* the next token */
    uint32_t bucket[BUCKETS]; /* entries of `seen` */
    name *seen;
    uint32_t nseen;
    uint32_t op;          /* whose regions are read; NONE at the top */
    uint32_t declared[2]; /* arguments that its head has declared for the next region */
} reader;

static const lck_ir_token *token_at(const reader *r, uint32_t i)
{
    return &r->m->token[i];
}

static bool is(const reader *r, uint32_t i, const char *word)
{
    return lck_ir_token_is(r->m, i, word);
}

/* ---- names ---- */

static uint32_t bucket_of(lck_ir_text text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.n; i++)
        hash = (hash ^ (unsigned char)text.at[i]) * 16777619u;
    return hash % BUCKETS;
}

/* `%name#2` without its % and #2; *index is the 2. */
static lck_ir_text name_of(const lck_ir_token *token, uint32_t *index)
{
    lck_ir_text text = {token->at + 1, token->n - 1};
    const char *mark = memchr(text.at, '#', text.n);
    *index = 0;
    if (mark) {
        for (const char *p = mark + 1; p < text.at + text.n && *index < 1000000; p++)
            *index = *index * 10 + (uint32_t)(*p - '0');
        text.n = (size_t)(mark - text.at);
    }
    return text;
}

static bool define(reader *r, uint32_t value)
{
    name *added = LCK_IR_ADD(r->seen, r->nseen, r->error);
    uint32_t b = bucket_of(r->m->value[value].name);
    if (!added)
        return false;
    *added = (name){value, r->bucket[b], b};
    r->bucket[b] = r->nseen - 1;
    return true;
}

static void forget(reader *r, uint32_t nseen)
{
    while (r->nseen > nseen) {
        r->nseen--;
        r->bucket[r->seen[r->nseen].bucket] = r->seen[r->nseen].below;
    }
}

/* The value that a name stands for here; NONE. */
static uint32_t value_of(const reader *r, const lck_ir_token *token)
{
    uint32_t index;
    lck_ir_text text = name_of(token, &index);
    for (uint32_t i = r->bucket[bucket_of(text)]; i != LCK_IR_NONE; i = r->seen[i].below) {
        uint32_t value = r->seen[i].value;
        if (!lck_ir_text_equal(r->m->value[value].name, text))
            continue;
        const lck_ir_value *v = &r->m->value[value];
        if (v->block != LCK_IR_NONE || index == 0)
            return value;
        return index < r->m->op[v->op].nresults ? value + index : LCK_IR_NONE;
    }
    return LCK_IR_NONE;
}

static bool add_value(reader *r, lck_ir_value value)
{
    lck_ir_value *added = LCK_IR_ADD(r->m->value, r->m->nvalues, r->error);
    if (added)
        *added = value;
    return added;
}

static bool add_operand(reader *r, uint32_t value)
{
    uint32_t *added = LCK_IR_ADD(r->m->operand, r->m->noperands, r->error);
    if (added)
        *added = value;
    return added;
}

/* ---- results and arguments ---- */

/* `%a, %b:2 =`; all results of one group have its name. */
static bool read_results(reader *r, uint32_t op)
{
    uint32_t begin = r->m->nvalues;
    for (;;) {
        uint32_t index;
        const lck_ir_token *token = token_at(r, r->at++);
        lck_ir_text text = name_of(token, &index);
        int64_t count = 1;
        if (is(r, r->at, ":")) {
            if (!lck_ir_integer(r->m, r->at + 1, &count) || count < 1 || count > 4096)
                return lck_ir_wrong(r->m, r->at + 1, r->error,
                                    "expected a number of results, 1 to 4096");
            r->at += 2;
        }
        for (int64_t i = 0; i < count; i++)
            if (!add_value(r,
                           (lck_ir_value){
                               text, {0}, op, r->m->nvalues - begin, LCK_IR_NONE, LCK_IR_NONE}))
                return false;
        if (!is(r, r->at, ","))
            break;
        r->at++;
        if (token_at(r, r->at)->kind != LCK_IR_VALUE)
            return lck_ir_wrong(r->m, r->at, r->error, "expected the name of a result");
    }
    if (!is(r, r->at, "="))
        return lck_ir_wrong(r->m, r->at, r->error, "expected `=` behind the results");
    r->at++;
    return true;
}

/* The end of a type: before `,`, `)` or `loc`, outside of brackets, and before a dictionary. */
static uint32_t type_end(const reader *r, uint32_t i)
{
    while (i + 1 < r->m->ntokens && !is(r, i, ",") && !is(r, i, ")") && !is(r, i, "loc") &&
           !is(r, i, "{") && !is(r, i, "="))
        i = lck_ir_skip(r->m, i);
    return i;
}

/* An argument at its name: `%x: type`, or `%x = %init`. */
static bool declare(reader *r, uint32_t i)
{
    uint32_t index;
    lck_ir_value value = {name_of(token_at(r, i), &index), {0}, r->op, 0, 0, LCK_IR_NONE};
    if (is(r, i + 1, ":"))
        value.type = lck_ir_between(r->m, i + 2, type_end(r, i + 2));
    else if (token_at(r, i + 2)->kind == LCK_IR_VALUE)
        value.init = value_of(r, token_at(r, i + 2));
    return add_value(r, value);
}

/* ---- regions ---- */

static bool read_block(reader *r, uint32_t region, uint32_t end);

static bool add_block(reader *r, uint32_t region)
{
    lck_ir_block *added = LCK_IR_ADD(r->m->block, r->m->nblocks, r->error);
    if (added)
        *added = (lck_ir_block){.op = r->op,
                                .region = region,
                                .argument = r->m->nvalues,
                                .first = LCK_IR_NONE,
                                .last = LCK_IR_NONE};
    return added;
}

/* Gives the values from `first` on to a block as its arguments, and their names to what follows.
 */
static bool take_arguments(reader *r, uint32_t block, uint32_t first)
{
    lck_ir_module *m = r->m;
    m->block[block].argument = first;
    m->block[block].narguments = m->nvalues - first;
    for (uint32_t v = first; v < m->nvalues; v++) {
        lck_ir_value *value = &m->value[v];
        value->block = block;
        value->index = v - first;
        if (!value->type.at && value->init != LCK_IR_NONE)
            value->type = m->value[value->init].type;
        if (!define(r, v))
            return false;
    }
    return true;
}

/* `^bb0(%x: i32 loc(..), ...):` */
static bool read_label(reader *r, uint32_t block)
{
    uint32_t first = r->m->nvalues;
    r->m->block[block].label = (lck_ir_text){token_at(r, r->at)->at, token_at(r, r->at)->n};
    r->at++;
    if (is(r, r->at, "(")) {
        uint32_t close = token_at(r, r->at)->match;
        for (uint32_t i = r->at + 1; i < close; i = lck_ir_skip(r->m, i))
            if (token_at(r, i)->kind == LCK_IR_VALUE && is(r, i + 1, ":") && !declare(r, i))
                return false;
        r->at = close + 1;
    }
    if (!is(r, r->at, ":"))
        return lck_ir_wrong(r->m, r->at, r->error, "expected `:` behind the label of a block");
    r->at++;
    return take_arguments(r, block, first);
}

/* The blocks of the region that opens at r->at; arguments from `declared` on are its first
 * block's. */
static bool read_region(reader *r, uint32_t region, uint32_t declared)
{
    uint32_t end = token_at(r, r->at)->match, seen = r->nseen;
    uint32_t block = r->m->nblocks;
    r->at++;
    if (!add_block(r, region) || !take_arguments(r, block, declared))
        return false;
    bool named = token_at(r, r->at)->kind == LCK_IR_BLOCK && r->at < end;
    while (r->at < end) {
        if (token_at(r, r->at)->kind == LCK_IR_BLOCK) {
            if (!named && !add_block(r, region))
                return false;
            block = r->m->nblocks - 1;
            if (!read_label(r, block))
                return false;
            named = false;
        }
        if (!read_block(r, block, end))
            return false;
    }
    forget(r, seen);
    r->at = end + 1;
    return true;
}

/* ---- one operation ---- */

/* The token behind the head: at the end of the line, outside of brackets. */
static uint32_t op_end(const reader *r, uint32_t limit)
{
    uint32_t i = r->at;
    do
        i = lck_ir_skip(r->m, i);
    while (i < limit && !token_at(r, i)->first);
    return i;
}

/* A head's `loc(..)` at its end. */
static void take_place(reader *r, lck_ir_op *op)
{
    uint32_t close = op->end - 1;
    if (op->end < op->head + 3 || !is(r, close, ")"))
        return;
    uint32_t open = token_at(r, close)->match;
    if (open > op->head && is(r, open - 1, "loc")) {
        op->loc = open + 1;
        op->end = open - 1;
    }
}

static bool has_region(const reader *r, const lck_ir_op *op)
{
    for (uint32_t i = op->head; i < op->end; i++)
        if (token_at(r, i)->region)
            return true;
    return false;
}

/* `%x:` in parentheses and `%x =` declare, in the head of an operation with regions. */
static bool declares(const reader *r, uint32_t i, bool inside)
{
    return token_at(r, i)->kind == LCK_IR_VALUE &&
           ((inside && is(r, i + 1, ":")) || is(r, i + 1, "="));
}

/* The operands of an operation stand side by side, before those of operations in its regions. */
static bool read_operands(reader *r, uint32_t op, bool regions)
{
    lck_ir_op *o = &r->m->op[op];
    uint32_t depth = 0;
    o->operand = r->m->noperands;
    for (uint32_t i = o->head; i < o->end; i++) {
        const lck_ir_token *token = token_at(r, i);
        depth += is(r, i, "(");
        depth -= is(r, i, ")") && depth > 0;
        if (token->region)
            i = token->match;
        else if (token->kind == LCK_IR_VALUE && !(regions && declares(r, i, depth > 0)) &&
                 !add_operand(r, value_of(r, token)))
            return false;
    }
    o->noperands = r->m->noperands - o->operand;
    return true;
}

/* The regions, each with the arguments that the head declares before it. */
static bool read_regions(reader *r, uint32_t op)
{
    lck_ir_op o = r->m->op[op];
    uint32_t declared = r->m->nvalues, depth = 0, region = 0, outer = r->op;
    for (uint32_t i = o.head; i < o.end; i++) {
        r->op = op;
        depth += is(r, i, "(");
        depth -= is(r, i, ")") && depth > 0;
        if (declares(r, i, depth > 0) && !declare(r, i))
            return false;
        if (!token_at(r, i)->region)
            continue;
        r->at = i;
        if (!read_region(r, region++, declared))
            return false;
        declared = r->m->nvalues;
        i = r->at - 1;
    }
    r->op = outer;
    return true;
}

static void type_results(reader *r, uint32_t op)
{
    lck_ir_module *m = r->m;
    const lck_ir_op *o = &m->op[op];
    if (o->nresults == 0)
        return;
    lck_ir_text type[64];
    size_t n = lck_ir_types(m, o, 64, type);
    n = n > 64 ? 64 : n;
    for (uint32_t i = 0; i < o->nresults && n > 0; i++)
        if (n >= o->nresults)
            m->value[o->result + i].type = type[n - o->nresults + i];
        else if (n == 1)
            m->value[o->result + i].type = type[0];
}

/* A new operation at the end of its block. */
static bool add_op(reader *r, uint32_t block)
{
    lck_ir_module *m = r->m;
    uint32_t self = m->nops;
    lck_ir_op *added = LCK_IR_ADD(m->op, m->nops, r->error);
    if (!added)
        return false;
    *added = (lck_ir_op){.block = block, .next = LCK_IR_NONE, .loc = LCK_IR_NONE};
    if (block != LCK_IR_NONE) {
        lck_ir_block *b = &m->block[block];
        if (b->first == LCK_IR_NONE)
            b->first = self;
        else
            m->op[b->last].next = self;
        b->last = self;
    }
    return true;
}

static bool name_op(reader *r, lck_ir_op *op)
{
    const lck_ir_token *token = token_at(r, r->at);
    if (token->kind != LCK_IR_WORD && token->kind != LCK_IR_STRING)
        return lck_ir_wrong(r->m, r->at, r->error,
                            "expected the name of an operation, not `%.*s`",
                            (int)(token->n < 40 ? token->n : 40), token->at);
    bool quoted = token->kind == LCK_IR_STRING;
    op->name = (lck_ir_text){token->at + quoted, token->n - 2 * (size_t)quoted};
    op->line = token->line;
    op->column = lck_ir_column(r->m, r->at);
    return true;
}

/* From r->at; what is behind the operation is read next. */
static bool read_op(reader *r, uint32_t block, uint32_t limit)
{
    lck_ir_module *m = r->m;
    uint32_t op = m->nops, result = m->nvalues;
    if (!add_op(r, block))
        return false;
    if (token_at(r, r->at)->kind == LCK_IR_VALUE && !read_results(r, op))
        return false;
    lck_ir_op *o = &m->op[op];
    o->result = result;
    o->nresults = m->nvalues - result;
    if (!name_op(r, o))
        return false;
    uint32_t after = op_end(r, limit);
    o->head = r->at + 1;
    o->end = after;
    take_place(r, o);
    o->blocks = m->nblocks;
    bool regions = has_region(r, o);
    if (!read_operands(r, op, regions))
        return false;
    type_results(r, op);
    if (regions && !read_regions(r, op))
        return false;
    m->op[op].nblocks = m->nblocks - m->op[op].blocks;
    for (uint32_t i = 0; i < m->op[op].nresults; i++)
        if (i == 0 ||
            !lck_ir_text_equal(m->value[result + i].name, m->value[result + i - 1].name))
            if (!define(r, result + i))
                return false;
    r->at = after;
    return true;
}

/* The operations of a block, up to the next label or the end of the region. */
static bool read_block(reader *r, uint32_t block, uint32_t end)
{
    while (r->at < end && token_at(r, r->at)->kind != LCK_IR_BLOCK)
        if (!read_op(r, block, end))
            return false;
    return true;
}

/* ---- a module ---- */

/* `#name = attribute`, to the end of the line. */
static bool read_alias(reader *r, uint32_t end)
{
    lck_ir_module *m = r->m;
    const lck_ir_token *token = token_at(r, r->at);
    uint32_t first = r->at + 2;
    if (first >= end)
        return lck_ir_wrong(m, r->at, r->error, "expected what `%.*s` stands for",
                            (int)(token->n < 40 ? token->n : 40), token->at);
    r->at = op_end(r, end);
    lck_ir_alias *added = LCK_IR_ADD(m->alias, m->naliases, r->error);
    if (added)
        *added =
            (lck_ir_alias){{token->at, token->n}, first, r->at, lck_ir_between(m, first, r->at)};
    return added;
}

static bool read_top(reader *r)
{
    uint32_t end = r->m->ntokens - 1;
    while (r->at < end) {
        bool alias = token_at(r, r->at)->kind == LCK_IR_ALIAS && is(r, r->at + 1, "=");
        if (!(alias ? read_alias(r, end) : read_op(r, LCK_IR_NONE, end)))
            return false;
    }
    return true;
}

void lck_ir_free(lck_ir_module *m)
{
    if (!m)
        return;
    free(m->text);
    free(m->token);
    free(m->op);
    free(m->value);
    free(m->block);
    free(m->operand);
    free(m->alias);
    free(m);
}

static bool read_module(lck_ir_module *m, lck_ir_error *error)
{
    reader *r = malloc(sizeof *r);
    if (!r)
        return lck_ir_no_memory(error);
    *r = (reader){.m = m, .error = error, .op = LCK_IR_NONE};
    memset(r->bucket, 0xff, sizeof r->bucket);
    bool ok = lck_ir_scan(m, error) && read_top(r);
    free(r->seen);
    free(r);
    return ok;
}

lck_ir_module *lck_ir_read(const char *text, size_t size, lck_ir_error *error)
{
    *error = (lck_ir_error){0};
    lck_ir_module *m = calloc(1, sizeof *m);
    char *copy = m && size <= LCK_IR_BYTES ? malloc(size + 1) : NULL;
    if (m && size > LCK_IR_BYTES) {
        *error = (lck_ir_error){1, 1, "more than 64 MiB of text"};
    } else if (!copy) {
        lck_ir_no_memory(error);
    } else {
        memcpy(copy, text, size);
        copy[size] = '\0';
        m->text = copy;
        m->size = size;
        if (read_module(m, error))
            return m;
    }
    lck_ir_free(m);
    return NULL;
}
