/* look.c - looking at what was read. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"

bool lck_ptx_text_is(lck_ptx_text text, const char *word)
{
    return strlen(word) == text.n && memcmp(text.at, word, text.n) == 0;
}

bool lck_ptx_text_equal(lck_ptx_text a, lck_ptx_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

lck_ptx_type lck_ptx_type_of(lck_ptx_text text)
{
    static const struct {
        const char *name;
        lck_ptx_type type;
    } named[] = {{"pred", {LCK_PTX_PREDICATE, 1}},    {"f16", {LCK_PTX_FLOAT, 16}},
                 {"f16x2", {LCK_PTX_FLOAT, 32}},      {"bf16", {LCK_PTX_FLOAT, 16}},
                 {"bf16x2", {LCK_PTX_FLOAT, 32}},     {"tf32", {LCK_PTX_FLOAT, 32}},
                 {"f32", {LCK_PTX_FLOAT, 32}},        {"f32x2", {LCK_PTX_FLOAT, 64}},
                 {"f64", {LCK_PTX_FLOAT, 64}},        {"e4m3", {LCK_PTX_FLOAT, 8}},
                 {"e5m2", {LCK_PTX_FLOAT, 8}},        {"e4m3x2", {LCK_PTX_FLOAT, 16}},
                 {"e5m2x2", {LCK_PTX_FLOAT, 16}},     {"u16x2", {LCK_PTX_UNSIGNED, 32}},
                 {"s16x2", {LCK_PTX_SIGNED, 32}},     {"texref", {LCK_PTX_OPAQUE, 0}},
                 {"samplerref", {LCK_PTX_OPAQUE, 0}}, {"surfref", {LCK_PTX_OPAQUE, 0}}};
    static const struct {
        const char *digits;
        uint16_t bits;
    } sizes[] = {{"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}, {"128", 128}, {"1", 1}, {"4", 4}};
    lck_ptx_text digits = {text.at + 1, text.n ? text.n - 1 : 0};
    uint8_t kind = text.n == 0         ? LCK_PTX_UNTYPED
                   : text.at[0] == 'b' ? LCK_PTX_BITS
                   : text.at[0] == 'u' ? LCK_PTX_UNSIGNED
                   : text.at[0] == 's' ? LCK_PTX_SIGNED
                                       : LCK_PTX_UNTYPED;
    for (size_t i = 0; kind != LCK_PTX_UNTYPED && i < sizeof sizes / sizeof *sizes; i++)
        if (lck_ptx_text_is(digits, sizes[i].digits))
            return (lck_ptx_type){kind, sizes[i].bits};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (lck_ptx_text_is(text, named[i].name))
            return named[i].type;
    return (lck_ptx_type){LCK_PTX_UNTYPED, 0};
}

/* ---- instructions ---- */

bool lck_ptx_is(const lck_ptx_insn *insn, const char *name)
{
    return lck_ptx_text_is(insn->name, name);
}

lck_ptx_text lck_ptx_modifier(const lck_ptx_module *m, const lck_ptx_insn *insn, uint32_t i)
{
    return i < insn->nmodifiers ? m->modifier[insn->modifier + i] : (lck_ptx_text){0};
}

bool lck_ptx_has(const lck_ptx_module *m, const lck_ptx_insn *insn, const char *modifier)
{
    for (uint32_t i = 0; i < insn->nmodifiers; i++)
        if (lck_ptx_text_is(m->modifier[insn->modifier + i], modifier))
            return true;
    return false;
}

bool lck_ptx_has_prefix(const lck_ptx_module *m, const lck_ptx_insn *insn, const char *prefix)
{
    size_t n = strlen(prefix);
    for (uint32_t i = 0; i < insn->nmodifiers; i++) {
        lck_ptx_text t = m->modifier[insn->modifier + i];
        if (t.n >= n && memcmp(t.at, prefix, n) == 0)
            return true;
    }
    return false;
}

lck_ptx_type lck_ptx_insn_type(const lck_ptx_module *m, const lck_ptx_insn *insn, uint32_t which)
{
    for (uint32_t i = 0; i < insn->nmodifiers; i++) {
        lck_ptx_type type = lck_ptx_type_of(m->modifier[insn->modifier + i]);
        if (type.kind != LCK_PTX_UNTYPED && which-- == 0)
            return type;
    }
    return (lck_ptx_type){LCK_PTX_UNTYPED, 0};
}

lck_ptx_space lck_ptx_insn_space(const lck_ptx_module *m, const lck_ptx_insn *insn)
{
    static const struct {
        const char *name;
        lck_ptx_space space;
    } named[] = {{"shared", LCK_PTX_SHARED},
                 {"shared::cta", LCK_PTX_SHARED},
                 {"shared::cluster", LCK_PTX_SHARED},
                 {"global", LCK_PTX_GLOBAL},
                 {"local", LCK_PTX_LOCAL},
                 {"const", LCK_PTX_CONST},
                 {"param", LCK_PTX_PARAM},
                 {"param::entry", LCK_PTX_PARAM},
                 {"param::func", LCK_PTX_PARAM}};
    for (uint32_t i = 0; i < insn->nmodifiers; i++)
        for (size_t k = 0; k < sizeof named / sizeof *named; k++)
            if (lck_ptx_text_is(m->modifier[insn->modifier + i], named[k].name))
                return named[k].space;
    return LCK_PTX_GENERIC;
}

unsigned lck_ptx_vector(const lck_ptx_module *m, const lck_ptx_insn *insn)
{
    return lck_ptx_has(m, insn, "v2")   ? 2
           : lck_ptx_has(m, insn, "v4") ? 4
           : lck_ptx_has(m, insn, "v8") ? 8
                                        : 1;
}

const lck_ptx_operand *lck_ptx_operand_of(const lck_ptx_module *m, const lck_ptx_insn *insn,
                                          uint32_t i)
{
    return i < insn->noperands ? &m->operand[insn->operand + i] : NULL;
}

const lck_ptx_operand *lck_ptx_inside(const lck_ptx_module *m, const lck_ptx_operand *operand,
                                      uint32_t i)
{
    return operand && i < operand->ninside ? &m->operand[operand->inside + i] : NULL;
}

static int compare_names(const void *text, const void *name)
{
    const lck_ptx_text *t = text;
    const char *word = *(const char *const *)name;
    int order = strncmp(t->at, word, t->n);
    return order ? order : word[t->n] ? -1 : 0;
}

bool lck_ptx_writes(const lck_ptx_module *m, const lck_ptx_insn *insn, bool *reads)
{
    static const char *const without[] = {
        "applypriority", "bar",        "barrier", "bra",          "brkpt",     "brx",
        "call",          "cp",         "discard", "exit",         "fence",     "griddepcontrol",
        "membar",        "nanosleep",  "pmevent", "prefetch",     "prefetchu", "red",
        "ret",           "setmaxnreg", "st",      "stackrestore", "stmatrix",  "sured",
        "sust",          "tensormap",  "trap"};
    const lck_ptx_operand *first = lck_ptx_operand_of(m, insn, 0);
    *reads = lck_ptx_is(insn, "wgmma");
    if (!first || (first->kind != LCK_PTX_REGISTER && first->kind != LCK_PTX_VECTOR &&
                   first->kind != LCK_PTX_PAIR))
        return false;
    bool barrier = lck_ptx_is(insn, "bar") || lck_ptx_is(insn, "barrier");
    if (barrier && lck_ptx_has(m, insn, "red"))
        return true;
    return !bsearch(&insn->name, without, sizeof without / sizeof *without, sizeof *without,
                    compare_names);
}

/* ---- functions, places ---- */

uint32_t lck_ptx_find(const lck_ptx_module *m, lck_ptx_text name)
{
    uint32_t found = LCK_PTX_NONE;
    for (uint32_t i = 0; i < m->nfunctions; i++)
        if (lck_ptx_text_equal(m->function[i].name, name) &&
            (found == LCK_PTX_NONE || m->function[i].body))
            found = i;
    return found;
}

/* Where an instruction comes from in the source: file and line; file none: not known.
 * Of inlined code it is the place in the callee. */
typedef struct {
    lck_ptx_text file; /* without quotation marks */
    uint32_t line;
    uint32_t loc;
} source;

static source place_of(const lck_ptx_module *m, uint32_t loc)
{
    source place = {.loc = loc};
    if (loc == LCK_PTX_NONE || m->loc[loc].line == 0)
        return place;
    for (uint32_t i = 0; i < m->nfiles; i++)
        if (m->file[i].number == m->loc[loc].file)
            place.file = m->file[i].name;
    place.line = m->loc[loc].line;
    return place;
}

/* Where inlined code was called; file none: it was not inlined. */
static source caller(const lck_ptx_module *m, source place)
{
    uint32_t loc = place.loc == LCK_PTX_NONE ? LCK_PTX_NONE : m->loc[place.loc].inlined;
    return place_of(m, loc);
}

static lck_ptx_text last_name(lck_ptx_text path)
{
    for (uint32_t i = path.n; i-- > 0;)
        if (path.at[i] == '/' || path.at[i] == '\\')
            return (lck_ptx_text){path.at + i + 1, path.n - i - 1};
    return path;
}

char *lck_ptx_source_text(const lck_ptx_module *m, const lck_ptx_insn *insn)
{
    source first = place_of(m, insn->loc), outer = first, p = first;
    for (source up; (up = caller(m, outer)).file.at;)
        outer = up;
    while (p.file.at && !lck_ptx_text_equal(p.file, outer.file))
        p = caller(m, p);
    if (!p.file.at || p.line == 0)
        p = first;
    if (!p.file.at || p.line == 0)
        return NULL;
    lc_text text = {0};
    lck_ptx_text name = last_name(p.file);
    lc_text_printf(&text, "%.*s:%u", (int)name.n, name.at, p.line);
    return lc_text_take(NULL, &text);
}
