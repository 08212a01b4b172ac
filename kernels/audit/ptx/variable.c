/* variable.c - declarations of variables, parameters and registers (PTX ISA, "Variables"). */
#include "config.h"

#include "internal.h"

#include <string.h>

/* The state space of a directive; false: it names none. */
static bool space_of(const lck_ptx_reader *r, lck_ptx_space *space)
{
    static const struct {
        const char *name;
        lck_ptx_space space;
    } named[] = {{".shared", LCK_PTX_SHARED},
                 {".shared::cta", LCK_PTX_SHARED},
                 {".shared::cluster", LCK_PTX_SHARED},
                 {".global", LCK_PTX_GLOBAL},
                 {".local", LCK_PTX_LOCAL},
                 {".const", LCK_PTX_CONST},
                 {".param", LCK_PTX_PARAM},
                 {".tex", LCK_PTX_GLOBAL},
                 {".reg", LCK_PTX_REG}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (!lck_ptx_token_is(r, named[i].name))
            continue;
        *space = named[i].space;
        return true;
    }
    return false;
}

/* What stands between the space and the first name. */
typedef struct {
    lck_ptx_variable like;
    uint64_t width; /* of .v2, .v4; else 1 */
    bool typed;
} head;

static bool read_align(lck_ptx_reader *r, uint32_t *align)
{
    uint64_t value;
    if (!lck_ptx_next(r) || !lck_ptx_count(r, 1u << 30, &value))
        return false;
    *align = (uint32_t)value;
    return true;
}

/* .ptr .global .align 16, where each part may be missing. */
static bool read_pointer(lck_ptx_reader *r, head *h)
{
    h->like.pointer = true;
    if (!lck_ptx_next(r))
        return false;
    if (space_of(r, &h->like.to) && !lck_ptx_next(r))
        return false;
    return !lck_ptx_token_is(r, ".align") || read_align(r, &h->like.to_align);
}

static bool read_head(lck_ptx_reader *r, head *h)
{
    while (r->t.kind == LCK_PTX_T_DIRECTIVE) {
        lck_ptx_text word = {r->t.text.at + 1, r->t.text.n - 1};
        lck_ptx_type type = lck_ptx_type_of(word);
        if (lck_ptx_text_is(word, "align")) {
            if (!read_align(r, &h->like.align))
                return false;
            continue;
        }
        if (lck_ptx_text_is(word, "ptr")) {
            if (!read_pointer(r, h))
                return false;
            continue;
        }
        if (lck_ptx_text_is(word, "attribute")) {
            if (!lck_ptx_next(r) || !lck_ptx_skip_brackets(r))
                return false;
            continue;
        }
        if (lck_ptx_text_is(word, "v2") || lck_ptx_text_is(word, "v4"))
            h->width = (uint64_t)(word.at[1] - '0');
        else if (type.kind != LCK_PTX_UNTYPED && !h->typed)
            h->like.type = type;
        else
            return lck_ptx_wrong(r, &r->t, "'%.*s' is no part of a declaration",
                                 r->t.text.n > 40 ? 40 : (int)r->t.text.n, r->t.text.at);
        h->typed |= type.kind != LCK_PTX_UNTYPED;
        if (!lck_ptx_next(r))
            return false;
    }
    return h->typed || lck_ptx_wrong(r, &r->t, "expected a type");
}

/* [4][8], or [] once, in front. */
static bool read_dimensions(lck_ptx_reader *r, uint64_t *count)
{
    bool open = false;
    for (bool first = true; lck_ptx_mark(r, '['); first = false) {
        uint64_t extent;
        if (!lck_ptx_next(r))
            return false;
        if (first && lck_ptx_mark(r, ']')) {
            open = true;
        } else {
            if (!lck_ptx_count(r, 1ull << 40, &extent))
                return false;
            if (extent && *count > (1ull << 40) / extent)
                return lck_ptx_wrong(r, &r->t, "more elements than memory has");
            *count *= extent;
        }
        if (!lck_ptx_expect(r, ']'))
            return false;
    }
    *count = open ? 0 : *count;
    return true;
}

/* = {1, 2}, = 5, = name+4: up to the next comma or the end. */
static bool skip_initial(lck_ptx_reader *r)
{
    while (r->t.kind != LCK_PTX_T_END && !lck_ptx_mark(r, ',') && !lck_ptx_mark(r, ';'))
        if (lck_ptx_mark(r, '{') || lck_ptx_mark(r, '(') ? !lck_ptx_skip_brackets(r)
                                                         : !lck_ptx_next(r))
            return false;
    return true;
}

static bool read_register(lck_ptx_reader *r, const lck_ptx_token *at, lck_ptx_type type,
                          uint32_t *index)
{
    lck_ptx_register *reg = LCK_PTX_ADD(r, r->m->reg, r->m->nregisters);
    if (!reg)
        return false;
    *reg = (lck_ptx_register){.name = at->text, .type = type, .function = r->function};
    *index = r->m->nregisters - 1;
    return lck_ptx_declare(r, at, at->text, LCK_PTX_N_REGISTER, *index);
}

/* One name with its dimensions; the variable is made. */
static bool read_variable(lck_ptx_reader *r, const head *h)
{
    lck_ptx_token at = r->t;
    uint64_t count = h->width;
    uint32_t reg = LCK_PTX_NONE;
    if (at.kind != LCK_PTX_T_WORD)
        return lck_ptx_wrong(r, &at, "expected a name");
    if (!lck_ptx_next(r) || !read_dimensions(r, &count))
        return false;
    if (lck_ptx_mark(r, '=') && !skip_initial(r))
        return false;
    if (h->like.space == LCK_PTX_REG
            ? !read_register(r, &at, h->like.type, &reg)
            : !lck_ptx_text_is(at.text, "_") &&
                  !lck_ptx_declare(r, &at, at.text, LCK_PTX_N_VARIABLE, r->m->nvariables))
        return false;
    lck_ptx_variable *v = LCK_PTX_ADD(r, r->m->variable, r->m->nvariables);
    if (!v)
        return false;
    uint32_t size = h->like.type.bits / 8u;
    *v = h->like;
    v->name = at.text;
    v->function = r->function;
    v->align = v->align ? v->align : size ? size * (uint32_t)h->width : 8;
    v->count = count;
    v->bytes = count * (size ? size : 8);
    v->reg = reg;
    v->line = at.line;
    return true;
}

bool lck_ptx_variables(lck_ptx_reader *r, bool external)
{
    head h = {.width = 1};
    h.like.external = external;
    h.like.role = r->function == LCK_PTX_NONE ? LCK_PTX_OF_MODULE : LCK_PTX_OF_BODY;
    if (!space_of(r, &h.like.space))
        return lck_ptx_wrong(r, &r->t, "expected a state space");
    if (!lck_ptx_next(r) || !read_head(r, &h) || !read_variable(r, &h))
        return false;
    while (lck_ptx_mark(r, ','))
        if (!lck_ptx_next(r) || !read_variable(r, &h))
            return false;
    return lck_ptx_expect(r, ';');
}

bool lck_ptx_parameters(lck_ptx_reader *r, lck_ptx_role role, uint32_t *first, uint32_t *count)
{
    *first = r->m->nvariables;
    if (!lck_ptx_expect(r, '('))
        return false;
    while (!lck_ptx_mark(r, ')')) {
        head h = {.width = 1};
        h.like.role = role;
        h.like.index = r->m->nvariables - *first;
        if (!space_of(r, &h.like.space))
            return lck_ptx_wrong(r, &r->t, "expected a parameter");
        if (!lck_ptx_next(r) || !read_head(r, &h) || !read_variable(r, &h))
            return false;
        if (lck_ptx_mark(r, ',') ? !lck_ptx_next(r) : !lck_ptx_mark(r, ')'))
            return lck_ptx_wrong(r, &r->t, "expected ',' or ')'");
    }
    *count = r->m->nvariables - *first;
    return lck_ptx_expect(r, ')');
}

/* %r<9>: names from %r0 to %r8, made when they are met. */
static bool read_range(lck_ptx_reader *r, const lck_ptx_token *at, lck_ptx_type type)
{
    uint64_t count;
    lck_ptx_range *range = LCK_PTX_ADD(r, r->range, r->nranges);
    if (!range || !lck_ptx_next(r) || !lck_ptx_count(r, UINT32_MAX, &count))
        return false;
    r->range[r->nranges - 1] = (lck_ptx_range){.count = (uint32_t)count, .type = type};
    return lck_ptx_expect(r, '>') &&
           lck_ptx_declare(r, at, at->text, LCK_PTX_N_RANGE, r->nranges - 1);
}

/* A name for .v2 or .v4 registers. */
static bool read_vector(lck_ptx_reader *r, const lck_ptx_token *at, const head *h)
{
    lck_ptx_range *range = LCK_PTX_ADD(r, r->range, r->nranges);
    if (!range)
        return false;
    *range = (lck_ptx_range){.count = (uint32_t)h->width,
                             .type = h->like.type,
                             .reg = r->m->nregisters};
    for (uint64_t i = 0; i < h->width; i++) {
        lck_ptx_register *reg = LCK_PTX_ADD(r, r->m->reg, r->m->nregisters);
        if (!reg)
            return false;
        *reg =
            (lck_ptx_register){.name = at->text, .type = h->like.type, .function = r->function};
    }
    return lck_ptx_declare(r, at, at->text, LCK_PTX_N_VECTOR, r->nranges - 1);
}

bool lck_ptx_registers(lck_ptx_reader *r)
{
    head h = {.width = 1};
    if (!lck_ptx_next(r) || !read_head(r, &h))
        return false;
    for (;;) {
        lck_ptx_token at = r->t;
        uint32_t index;
        if (at.kind != LCK_PTX_T_WORD)
            return lck_ptx_wrong(r, &at, "expected the name of a register");
        if (!lck_ptx_next(r))
            return false;
        bool range = lck_ptx_mark(r, '<');
        if (range && h.width > 1)
            return lck_ptx_wrong(r, &at, "a range of vectors is not read");
        if (range         ? !read_range(r, &at, h.like.type)
            : h.width > 1 ? !read_vector(r, &at, &h)
                          : !read_register(r, &at, h.like.type, &index))
            return false;
        if (!lck_ptx_mark(r, ','))
            return lck_ptx_expect(r, ';');
        if (!lck_ptx_next(r))
            return false;
    }
}
