/* read.c - modules from tokens; see module.h. */
#include "module.h"
#include "reader.h"
#include "tokens.h"

#include <stdlib.h>
#include <string.h>

bool reader_is(const reader *r, const char *text)
{
    return r->at->kind && r->at->kind != 's' && strcmp(r->at->text, text) == 0;
}

bool reader_take(reader *r, const char *text)
{
    if (!reader_is(r, text))
        return false;
    r->at++;
    return true;
}

void reader_expect(reader *r, const char *text)
{
    if (!reader_take(r, text))
        ptx_stop(r->module->path, r->at->line, "'%s' where '%s' is expected", r->at->text, text);
}

char *reader_word(reader *r)
{
    if (r->at->kind != 'w' && r->at->kind != 'n')
        ptx_stop(r->module->path, r->at->line, "'%s' where a word is expected", r->at->text);
    return r->at++->text;
}

void reader_skip_line(reader *r)
{
    int line = r->at->line;
    while (r->at->kind && r->at->line == line)
        r->at++;
}

uint64_t reader_number(reader *r)
{
    bool negative = reader_take(r, "-");
    const char *text = reader_word(r);
    uint64_t value = text[0] == '0' && (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' ||
                                        text[1] == 'D')
                         ? strtoull(text + 2, NULL, 16)
                         : strtoull(text, NULL, 0);
    return negative ? -value : value;
}

static ptx_space space_of(const char *word)
{
    static const char *const words[] = {[space_param] = ".param",
                                        [space_global] = ".global",
                                        [space_shared] = ".shared",
                                        [space_local] = ".local",
                                        [space_const] = ".const"};
    for (int s = space_param; s <= space_const; s++)
        if (strcmp(word, words[s]) == 0)
            return (ptx_space)s;
    return space_none;
}

static void store_value(ptx_variable *v, size_t element, uint64_t value)
{
    size_t size = v->type.bits / 8u;
    if ((element + 1) * size <= v->bytes)
        memcpy(v->start + element * size, &value, size);
}

/* What a variable holds at first; addresses of others count as zero. */
static void read_start(reader *r, ptx_variable *v)
{
    v->start = ptx_get(v->bytes, 1);
    size_t element = 0;
    int depth = 0;
    do {
        if (reader_take(r, "{"))
            depth++;
        else if (reader_take(r, "}"))
            depth--;
        else if (reader_take(r, ","))
            element++;
        else if (r->at->kind == 'n' || reader_is(r, "-"))
            store_value(v, element, reader_number(r));
        else
            r->at++;
    } while (!reader_is(r, ";") && r->at->kind && (depth > 0 || !reader_is(r, ",")));
}

/* A declaration after its space: .align 4 .b8 name[4][8] */
ptx_variable *reader_variable(reader *r, ptx_space space)
{
    ptx_variable *v = ptx_get(1, sizeof *v);
    v->space = space;
    v->type = (ptx_type){kind_bits, 8, 1, false};
    while (r->at->text[0] == '.') {
        char *word = reader_word(r);
        if (strcmp(word, ".align") == 0)
            v->align = reader_number(r);
        else if (strcmp(word, ".ptr") == 0)
            v->pointer = true;
        else if (strcmp(word, ".v2") == 0 || strcmp(word, ".v4") == 0)
            v->align = 0;
        else if (v->pointer && (space_of(word) != space_none || strcmp(word, ".align") == 0))
            continue;
        else if (ptx_type_of(word + 1).bits)
            v->type = ptx_type_of(word + 1);
    }
    v->name = reader_word(r);
    uint64_t count = 1;
    while (reader_take(r, "[")) {
        count *= reader_is(r, "]") ? 0 : reader_number(r);
        reader_expect(r, "]");
    }
    v->bytes = count * (v->type.bits / 8u ? v->type.bits / 8u : 1);
    if (v->pointer || v->align < v->type.bits / 8u)
        v->align = v->type.bits / 8u;
    if (reader_take(r, "="))
        read_start(r, v);
    return v;
}

static void keep_variable(reader *r, ptx_variable *v)
{
    ptx_module *m = r->module;
    m->variables = realloc(m->variables, ((size_t)m->variable_count + 1) * sizeof v);
    m->variables[m->variable_count++] = v;
}

/* (.param .b32 a, .param .u64 b); a register may stand in place of a parameter's memory. */
static ptx_variable **read_parameters(reader *r, int *count)
{
    ptx_variable **list = NULL;
    *count = 0;
    if (!reader_take(r, "("))
        return NULL;
    while (!reader_take(r, ")")) {
        char *word = reader_word(r);
        if (strcmp(word, ".param") != 0)
            ptx_stop(r->module->path, r->at->line, "a parameter in '%s'", word);
        list = realloc(list, ((size_t)*count + 1) * sizeof *list);
        list[(*count)++] = reader_variable(r, space_param);
        reader_take(r, ",");
    }
    return list;
}

static void read_function(reader *r, bool entry)
{
    ptx_function *f = ptx_get(1, sizeof *f), *was = NULL;
    f->entry = entry;
    if (!entry)
        f->results = read_parameters(r, &f->result_count);
    f->name = reader_word(r);
    f->parameters = read_parameters(r, &f->parameter_count);
    while (!reader_is(r, "{") && !reader_is(r, ";") && r->at->kind) {
        bool required = reader_is(r, ".reqntid");
        r->at++;
        for (int k = 0; required && k < 3 && r->at->kind == 'n'; k++) {
            f->reqntid[k] = (int)reader_number(r);
            reader_take(r, ",");
        }
    }
    was = ptx_module_function(r->module, f->name);
    if (was && !was->body)
        *was = *f, f = was;
    if (!was) {
        ptx_module *m = r->module;
        m->functions = realloc(m->functions, ((size_t)m->function_count + 1) * sizeof f);
        m->functions[m->function_count++] = f;
    }
    if (reader_take(r, ";"))
        return;
    f->body = true;
    reader_body(r, f);
    ptx_flow(f);
}

static void skip_braces(reader *r)
{
    int depth = 0;
    do {
        depth += reader_is(r, "{");
        depth -= reader_is(r, "}");
        r->at++;
    } while (depth > 0 && r->at->kind);
}

ptx_module *ptx_module_read(const char *path)
{
    ptx_module *m = ptx_get(1, sizeof *m);
    m->path = strdup(path);
    reader r = {.at = ptx_tokens(path), .module = m};
    while (r.at->kind) {
        if (reader_is(&r, ".version") || reader_is(&r, ".target") ||
            reader_is(&r, ".address_size") || reader_is(&r, ".file")) {
            reader_skip_line(&r);
        } else if (reader_take(&r, ".section")) {
            while (r.at->kind && !reader_is(&r, "{"))
                r.at++;
            skip_braces(&r);
        } else if (reader_take(&r, ".entry")) {
            read_function(&r, true);
        } else if (reader_take(&r, ".func")) {
            read_function(&r, false);
        } else if (space_of(r.at->text) != space_none) {
            ptx_space space = space_of(reader_word(&r));
            do
                keep_variable(&r, reader_variable(&r, space));
            while (reader_take(&r, ","));
        } else {
            r.at++;
        }
    }
    return m;
}

ptx_function *ptx_module_function(const ptx_module *m, const char *name)
{
    for (int i = 0; i < m->function_count; i++)
        if (strcmp(m->functions[i]->name, name) == 0)
            return m->functions[i];
    return NULL;
}

ptx_function *ptx_module_entry(const ptx_module *m, const char *part)
{
    ptx_function *best = NULL;
    for (int i = 0; i < m->function_count; i++) {
        ptx_function *f = m->functions[i];
        if (f->entry && f->body && (!part || strstr(f->name, part)) &&
            (!best || strlen(f->name) < strlen(best->name)))
            best = f;
    }
    return best;
}
