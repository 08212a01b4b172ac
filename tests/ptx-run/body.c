/* body.c - the instructions of a function; see module.h. */
#include "names.h"
#include "reader.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    reader *r;
    ptx_function *f;
    names *scopes;
    int size, pool_size;
} body;

static ptx_operand read_operand(body *b);

static int add_register(body *b, const char *text)
{
    names_add(b->scopes, text, name_register)->index = b->f->registers;
    return b->f->registers++;
}

/* .reg .b32 %r<10>, x; */
static void read_registers(body *b)
{
    reader *r = b->r;
    while (r->at->text[0] == '.')
        r->at++;
    do {
        char *name = reader_word(r);
        if (!reader_take(r, "<")) {
            add_register(b, name);
            continue;
        }
        uint64_t count = reader_number(r);
        reader_expect(r, ">");
        size_t size = strlen(name) + 24;
        char *numbered = ptx_get(size, 1);
        for (uint64_t i = 0; i < count; i++) {
            char digits[24], *d = digits + sizeof digits;
            *--d = 0;
            uint64_t n = i;
            do
                *--d = (char)('0' + n % 10);
            while (n /= 10);
            strcpy(numbered, name);
            strcat(numbered, d);
            add_register(b, numbered);
        }
        free(numbered);
    } while (reader_take(r, ","));
}

static void read_local(body *b, ptx_space space)
{
    ptx_function *f = b->f;
    if (space == space_param && reader_is(b->r, ".reg"))
        return;
    do {
        ptx_variable *v = reader_variable(b->r, space);
        names_add(b->scopes, v->name, name_variable)->variable = v;
        f->locals = realloc(f->locals, ((size_t)f->local_count + 1) * sizeof v);
        f->locals[f->local_count++] = v;
    } while (reader_take(b->r, ","));
}

static const struct {
    const char *name;
    int special;
} specials[] = {{"%tid", special_tid},
                {"%ntid", special_ntid},
                {"%ctaid", special_ctaid},
                {"%nctaid", special_nctaid},
                {"%laneid", special_laneid},
                {"%warpid", special_warpid},
                {"%nwarpid", special_nwarpid},
                {"%lanemask_lt", special_lanemask_lt},
                {"%lanemask_le", special_lanemask_le},
                {"%lanemask_gt", special_lanemask_gt},
                {"%lanemask_ge", special_lanemask_ge},
                {"%lanemask_eq", special_lanemask_eq},
                {"%clock", special_clock},
                {"%clock_hi", special_zero},
                {"%clock64", special_clock},
                {"%globaltimer", special_clock},
                {"%globaltimer_lo", special_clock},
                {"%dynamic_smem_size", special_dynamic},
                {"%total_smem_size", special_total},
                {"%cluster_nctarank", special_cluster_one},
                {"%cluster_nctaid", special_cluster_one},
                {"%nclusterid", special_nctaid},
                {"%clusterid", special_ctaid}};

static int special_of(const char *word)
{
    size_t length = strcspn(word, ".");
    int axis = word[length] ? word[length + 1] - 'x' : 0;
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (strlen(specials[i].name) == length && strncmp(word, specials[i].name, length) == 0)
            return specials[i].special * 4 + (axis & 3);
    return special_zero * 4;
}

/* A word: what it names where it stands. What is not known here is a label or a function. */
static ptx_operand word_operand(body *b, char *word)
{
    ptx_operand o = {.kind = operand_name, .other = -1, .name = word};
    known_name *n = names_find(b->scopes, word);
    if (n && n->kind == name_register) {
        o.kind = operand_register;
        o.index = n->index;
        return o;
    }
    if (n) {
        o.kind = operand_variable;
        o.variable = n->variable;
        return o;
    }
    if (word[0] == '%') {
        o.kind = operand_special;
        o.index = special_of(word);
        return o;
    }
    if (strcmp(word, "_") == 0)
        o.kind = operand_sink;
    if (strcmp(word, "WARP_SZ") == 0) {
        o.kind = operand_number;
        o.number = 32;
    }
    for (int i = 0; i < b->f->parameter_count + b->f->result_count; i++) {
        ptx_variable *v = i < b->f->parameter_count ? b->f->parameters[i]
                                                    : b->f->results[i - b->f->parameter_count];
        if (strcmp(v->name, word) == 0) {
            o.kind = operand_variable;
            o.variable = v;
            return o;
        }
    }
    for (int i = 0; i < b->r->module->variable_count; i++)
        if (strcmp(b->r->module->variables[i]->name, word) == 0) {
            o.kind = operand_variable;
            o.variable = b->r->module->variables[i];
        }
    return o;
}

static int pool(body *b, const ptx_operand *list, int count)
{
    ptx_function *f = b->f;
    while (f->pooled + count > b->pool_size) {
        b->pool_size = b->pool_size ? b->pool_size * 2 : 256;
        f->pool = realloc(f->pool, (size_t)b->pool_size * sizeof *f->pool);
    }
    if (count)
        memcpy(f->pool + f->pooled, list, (size_t)count * sizeof *list);
    f->pooled += count;
    return f->pooled - count;
}

static ptx_operand read_list(body *b, const char *end)
{
    ptx_operand list[300];
    int count = 0;
    while (!reader_take(b->r, end)) {
        if (count == 300)
            ptx_stop(b->r->module->path, b->r->at->line, "a list of more than 300");
        list[count++] = read_operand(b);
        reader_take(b->r, ",");
    }
    return (ptx_operand){.kind = operand_list,
                         .other = -1,
                         .first = pool(b, list, count),
                         .count = count};
}

static ptx_operand read_address(body *b)
{
    reader *r = b->r;
    ptx_operand o = {.kind = operand_address, .other = -1}, base = {.kind = operand_none};
    if (r->at->kind == 'n')
        o.number = reader_number(r);
    else
        base = word_operand(b, reader_word(r));
    if (base.kind == operand_register) {
        o.base = base_register;
        o.index = base.index;
    } else if (base.kind == operand_variable) {
        o.base = base_variable;
        o.variable = base.variable;
    } else if (base.kind != operand_none) {
        ptx_stop(r->module->path, r->at->line, "an address at '%s'", base.name);
    }
    while (reader_is(r, "+") || reader_is(r, "-")) {
        reader_take(r, "+");
        o.number += reader_number(r);
    }
    if (reader_take(r, ",")) { /* the coordinates of a tensor copy */
        ptx_operand list = read_operand(b);
        o.first = list.first;
        o.count = list.count;
    }
    reader_expect(r, "]");
    return o;
}

static ptx_operand read_operand(body *b)
{
    reader *r = b->r;
    if (reader_take(r, "{"))
        return read_list(b, "}");
    if (reader_take(r, "("))
        return read_list(b, ")");
    if (reader_take(r, "["))
        return read_address(b);
    ptx_operand o = {.kind = operand_number, .other = -1};
    if (r->at->kind == 'n' || (reader_is(r, "-") && r->at[1].kind == 'n')) {
        const char *text = r->at[r->at->kind != 'n'].text;
        o.wide_float = text[0] == '0' && (text[1] == 'd' || text[1] == 'D');
        o.number = reader_number(r);
        return o;
    }
    bool negated = reader_take(r, "!") || reader_take(r, "-");
    o = word_operand(b, reader_word(r));
    o.negated = negated;
    if (reader_is(r, "+") && o.kind == operand_variable) {
        r->at++;
        o.number = reader_number(r);
    }
    if (reader_take(r, "|")) {
        ptx_operand second = word_operand(b, reader_word(r));
        o.other = second.kind == operand_register ? second.index : -1;
    }
    return o;
}

static char **parts_of(const char *opcode)
{
    char **parts = ptx_get(24, sizeof *parts), *copy = strdup(opcode);
    int count = 0;
    for (char *part = copy; part && count < 23;) {
        char *dot = strchr(part, '.');
        if (dot)
            *dot = 0;
        if (*part)
            parts[count++] = part;
        part = dot ? dot + 1 : NULL;
    }
    return parts;
}

static void read_instruction(body *b)
{
    reader *r = b->r;
    ptx_instruction i = {.guard = -1, .line = r->at->line, .scope = b->scopes->scope, .join = -1};
    if (reader_take(r, "@")) {
        i.unless = reader_take(r, "!");
        ptx_operand guard = word_operand(b, reader_word(r));
        if (guard.kind != operand_register)
            ptx_stop(r->module->path, i.line, "the guard '%s'", guard.name);
        i.guard = guard.index;
        i.line = r->at->line;
    }
    i.opcode = reader_word(r);
    i.parts = parts_of(i.opcode);
    while (!reader_take(r, ";")) {
        if (i.operands == ptx_max_operands || !r->at->kind)
            ptx_stop(r->module->path, i.line, "the operands of %s", i.opcode);
        i.operand[i.operands++] = read_operand(b);
        reader_take(r, ",");
    }
    ptx_function *f = b->f;
    if (f->count == b->size) {
        b->size = b->size ? b->size * 2 : 256;
        f->code = realloc(f->code, (size_t)b->size * sizeof i);
    }
    f->code[f->count++] = i;
}

/* name: .branchtargets a, b; is a list of labels, name: .callprototype ...; is passed over. */
static void read_table(body *b, char *name)
{
    reader *r = b->r;
    if (reader_take(r, ".branchtargets")) {
        ptx_operand list = read_list(b, ";");
        ptx_variable *v = ptx_get(1, sizeof *v);
        *v = (ptx_variable){.name = name,
                            .at = (uint64_t)list.first,
                            .bytes = (uint64_t)list.count};
        names_add(b->scopes, name, name_variable)->variable = v;
    } else {
        while (!reader_take(r, ";"))
            r->at++;
    }
}

static void read_statement(body *b)
{
    reader *r = b->r;
    if (r->at->kind == 'w' && r->at[1].kind == ':') {
        char *name = reader_word(r);
        reader_expect(r, ":");
        if (reader_is(r, ".branchtargets") || reader_is(r, ".callprototype"))
            read_table(b, name);
        else
            names_add(b->scopes, name, name_label)->index = b->f->count;
    } else if (reader_is(r, ".loc") || reader_is(r, ".file")) {
        reader_skip_line(r);
    } else if (reader_take(r, ".reg")) {
        read_registers(b);
    } else if (reader_take(r, ".local")) {
        read_local(b, space_local);
    } else if (reader_take(r, ".shared")) {
        read_local(b, space_shared);
    } else if (reader_take(r, ".param")) {
        read_local(b, space_param);
    } else if (r->at->text[0] == '.') {
        while (!reader_is(r, ";") && r->at->kind)
            r->at++;
    } else if (!reader_take(r, ";")) {
        read_instruction(b);
    }
}

static void resolve(body *b, ptx_operand *o, int scope, int line)
{
    if (o->kind != operand_name)
        return;
    known_name *n = names_label(b->scopes, o->name, scope);
    if (n) {
        o->kind = operand_label;
        o->number = (uint64_t)n->index;
    } else if (line == 0) {
        ptx_stop(b->r->module->path, line, "the label '%s'", o->name);
    }
}

void reader_body(reader *r, ptx_function *f)
{
    body b = {.r = r, .f = f, .scopes = ptx_get(1, sizeof(names))};
    reader_expect(r, "{");
    for (int depth = 1; depth > 0;) {
        if (!r->at->kind)
            ptx_stop(r->module->path, r->at->line, "the end of the file in a function");
        if (reader_take(r, "{")) {
            names_open(b.scopes);
            depth++;
        } else if (reader_take(r, "}")) {
            if (--depth)
                names_close(b.scopes);
        } else {
            read_statement(&b);
        }
    }
    for (int i = 0; i < f->count; i++)
        for (int k = 0; k < f->code[i].operands; k++)
            resolve(&b, &f->code[i].operand[k], f->code[i].scope, f->code[i].line);
    for (int i = 0; i < f->pooled; i++)
        resolve(&b, &f->pool[i], 0, 1);
    free(b.scopes);
}
