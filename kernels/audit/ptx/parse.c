/* parse.c - a module: its directives and functions (PTX ISA, "Directives"). */
#include "config.h"

#include "internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions ---- */

/* .maxntid 128, 1, 1: up to three numbers; those that are not written stay. */
static bool read_extents(lck_ptx_reader *r, uint32_t extent[static 3])
{
    uint64_t value;
    for (int axis = 0; axis < 3; axis++) {
        if (!lck_ptx_count(r, UINT32_MAX, &value))
            return false;
        extent[axis] = (uint32_t)value;
        if (!lck_ptx_mark(r, ','))
            break;
        if (!lck_ptx_next(r))
            return false;
    }
    for (int axis = 0; axis < 3; axis++)
        extent[axis] += !extent[axis]; /* axes that are not written have one thread */
    return true;
}

static bool read_one(lck_ptx_reader *r, uint32_t *number)
{
    uint64_t value;
    if (!lck_ptx_count(r, UINT32_MAX, &value))
        return false;
    *number = (uint32_t)value;
    return true;
}

/* A directive between the parameters and the body. */
static bool read_tuning(lck_ptx_reader *r, lck_ptx_function *f)
{
    lck_ptx_text word = r->t.text;
    if (!lck_ptx_next(r))
        return false;
    if (lck_ptx_text_is(word, ".maxntid"))
        return read_extents(r, f->maxntid);
    if (lck_ptx_text_is(word, ".reqntid"))
        return read_extents(r, f->reqntid);
    if (lck_ptx_text_is(word, ".reqnctapercluster"))
        return read_extents(r, f->cluster);
    if (lck_ptx_text_is(word, ".minnctapersm"))
        return read_one(r, &f->minnctapersm);
    if (lck_ptx_text_is(word, ".maxnreg"))
        return read_one(r, &f->maxnreg);
    f->noreturn |= lck_ptx_text_is(word, ".noreturn");
    while (r->t.kind == LCK_PTX_T_NUMBER || r->t.kind == LCK_PTX_T_STRING ||
           r->t.kind == LCK_PTX_T_WORD || lck_ptx_mark(r, ',') || lck_ptx_mark(r, '('))
        if (lck_ptx_mark(r, '(') ? !lck_ptx_skip_brackets(r) : !lck_ptx_next(r))
            return false;
    return !lck_ptx_text_is(word, ".pragma") || lck_ptx_expect(r, ';');
}

/* (returned) name (arguments), both lists perhaps missing. */
static bool read_signature(lck_ptx_reader *r, lck_ptx_function *f, lck_ptx_token *name)
{
    if (lck_ptx_token_is(r, ".attribute") && (!lck_ptx_next(r) || !lck_ptx_skip_brackets(r)))
        return false;
    if (lck_ptx_mark(r, '(') &&
        !lck_ptx_parameters(r, LCK_PTX_RETURNED, &f->returned, &f->nreturned))
        return false;
    *name = r->t;
    if (r->t.kind != LCK_PTX_T_WORD)
        return lck_ptx_wrong(r, &r->t, "expected the name of a function");
    f->name = r->t.text;
    f->line = r->t.line;
    if (!lck_ptx_next(r))
        return false;
    return !lck_ptx_mark(r, '(') ||
           lck_ptx_parameters(r, LCK_PTX_ARGUMENT, &f->argument, &f->narguments);
}

/* The name belongs to the module, and to a function with a body where there is one. */
static bool declare(lck_ptx_reader *r, const lck_ptx_token *name, bool body)
{
    lck_ptx_name found;
    bool failed, known = lck_ptx_lookup(r, 0, name->text, &found, &failed);
    if (failed)
        return false;
    bool defined = known && found.kind == LCK_PTX_N_FUNCTION && r->m->function[found.index].body;
    if (defined && body)
        return lck_ptx_wrong(r, name, "'%.*s' is defined twice",
                             name->text.n > 60 ? 60 : (int)name->text.n, name->text.at);
    uint32_t scope = r->scope;
    r->scope = 0;
    bool good = defined || lck_ptx_declare(r, name, name->text, LCK_PTX_N_FUNCTION, r->function);
    r->scope = scope;
    return good;
}

static bool read_function(lck_ptx_reader *r, const lck_ptx_function *linkage)
{
    lck_ptx_function *last = LCK_PTX_ADD(r, r->m->function, r->m->nfunctions);
    lck_ptx_function f = *linkage;
    lck_ptx_token name;
    if (!last)
        return false;
    r->function = r->m->nfunctions - 1;
    r->loc = LCK_PTX_NONE;
    f.entry = lck_ptx_token_is(r, ".entry");
    f.reg = r->m->nregisters;
    f.insn = r->m->ninsns;
    if (!lck_ptx_next(r) || !lck_ptx_enter(r) || !read_signature(r, &f, &name))
        return false;
    while (r->t.kind == LCK_PTX_T_DIRECTIVE)
        if (!read_tuning(r, &f))
            return false;
    f.body = lck_ptx_mark(r, '{');
    if (!declare(r, &name, f.body))
        return false;
    if (f.body ? !lck_ptx_body(r) : !lck_ptx_expect(r, ';'))
        return false;
    f.nregs = r->m->nregisters - f.reg;
    f.ninsns = r->m->ninsns - f.insn;
    r->m->function[r->function] = f;
    r->function = LCK_PTX_NONE;
    lck_ptx_leave(r);
    return true;
}

/* ---- the module ---- */

static bool read_version(lck_ptx_reader *r)
{
    unsigned major = 0, minor = 0;
    const char *p = r->t.text.at, *end = p + r->t.text.n;
    for (; p < end && isdigit((unsigned char)*p) && major < 1000; p++)
        major = 10 * major + (unsigned)(*p - '0');
    if (p < end && *p == '.')
        for (p++; p < end && isdigit((unsigned char)*p) && minor < 1000; p++)
            minor = 10 * minor + (unsigned)(*p - '0');
    if (r->t.kind != LCK_PTX_T_NUMBER || p != end)
        return lck_ptx_wrong(r, &r->t, "expected a version, like 9.0");
    r->m->major = major;
    r->m->minor = minor;
    return lck_ptx_next(r);
}

static bool read_target(lck_ptx_reader *r)
{
    lck_ptx_text t = r->t.text;
    if (r->t.kind != LCK_PTX_T_WORD)
        return lck_ptx_wrong(r, &r->t, "expected a target, like sm_90");
    r->m->target = t;
    if (t.n > 3 && memcmp(t.at, "sm_", 3) == 0)
        for (uint32_t i = 3; i < t.n && i < 7 && isdigit((unsigned char)t.at[i]); i++)
            r->m->sm = 10 * r->m->sm + (unsigned)(t.at[i] - '0');
    do {
        if (!lck_ptx_next(r))
            return false;
    } while (r->t.kind == LCK_PTX_T_WORD || lck_ptx_mark(r, ','));
    return true;
}

/* Skips a directive that is not read, to the end of its brackets or of its statement. */
static bool skip_directive(lck_ptx_reader *r)
{
    bool section = lck_ptx_token_is(r, ".section");
    do {
        if (!lck_ptx_next(r))
            return false;
    } while (r->t.kind != LCK_PTX_T_END && !lck_ptx_mark(r, section ? '{' : ';'));
    return section ? lck_ptx_skip_brackets(r) : lck_ptx_expect(r, ';');
}

static bool read_linkage(lck_ptx_reader *r, lck_ptx_function *linkage)
{
    for (;;) {
        if (lck_ptx_token_is(r, ".extern"))
            linkage->external = true;
        else if (lck_ptx_token_is(r, ".visible"))
            linkage->visible = true;
        else if (lck_ptx_token_is(r, ".weak"))
            linkage->weak = true;
        else if (!lck_ptx_token_is(r, ".common"))
            return true;
        if (!lck_ptx_next(r))
            return false;
    }
}

static bool read_top(lck_ptx_reader *r)
{
    static const char *const spaces[] = {".shared", ".global", ".const", ".tex"};
    lck_ptx_function linkage = {0};
    uint64_t bits;
    if (lck_ptx_token_is(r, ".version"))
        return lck_ptx_next(r) && read_version(r);
    if (lck_ptx_token_is(r, ".target"))
        return lck_ptx_next(r) && read_target(r);
    if (lck_ptx_token_is(r, ".file"))
        return lck_ptx_next(r) && lck_ptx_read_file(r);
    if (lck_ptx_token_is(r, ".address_size")) {
        if (!lck_ptx_next(r) || !lck_ptx_count(r, 64, &bits))
            return false;
        r->m->address_size = (unsigned)bits;
        return true;
    }
    if (!read_linkage(r, &linkage))
        return false;
    if (lck_ptx_token_is(r, ".entry") || lck_ptx_token_is(r, ".func"))
        return read_function(r, &linkage);
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (lck_ptx_token_is(r, spaces[i]))
            return lck_ptx_variables(r, linkage.external);
    if (r->t.kind == LCK_PTX_T_DIRECTIVE)
        return skip_directive(r);
    return lck_ptx_mark(r, ';') ? lck_ptx_next(r)
                                : lck_ptx_wrong(r, &r->t, "expected a directive");
}

/* Calls name the function with a body, also where it stands behind them. */
static void place_functions(lck_ptx_reader *r)
{
    for (uint32_t i = 0; i < r->m->noperands; i++) {
        lck_ptx_operand *o = &r->m->operand[i];
        lck_ptx_name found;
        bool failed;
        if (o->function != LCK_PTX_NONE &&
            lck_ptx_lookup(r, 0, r->m->function[o->function].name, &found, &failed) &&
            found.kind == LCK_PTX_N_FUNCTION)
            o->function = found.index;
    }
}

static bool read_module(lck_ptx_reader *r)
{
    uint32_t *top = LCK_PTX_ADD(r, r->parent, r->nscopes);
    if (!top || !lck_ptx_next(r))
        return false;
    if (!lck_ptx_token_is(r, ".version"))
        return lck_ptx_wrong(r, &r->t, "a module of PTX begins with .version");
    while (r->t.kind != LCK_PTX_T_END)
        if (!read_top(r))
            return false;
    place_functions(r);
    return true;
}

lck_ptx_module *lck_ptx_read(const char *text, size_t size, lck_ptx_error *error)
{
    lck_ptx_reader r = {.error = error, .line = 1, .function = LCK_PTX_NONE, .loc = LCK_PTX_NONE};
    *error = (lck_ptx_error){0};
    r.m = calloc(1, sizeof *r.m);
    r.inside = malloc(LCK_PTX_OPERANDS * sizeof *r.inside);
    bool good = r.m && r.inside;
    if (good) {
        r.m->text = malloc(size + 1);
        good = r.m->text;
    }
    if (!good) {
        lck_ptx_no_memory(&r);
    } else {
        memcpy(r.m->text, text, size);
        r.m->text[size] = '\0';
        r.m->size = size;
        r.m->address_size = 64;
        r.p = r.m->text;
        r.end = r.p + size;
        r.t = (lck_ptx_token){.text = {r.p, 0}, .line = 1};
        good = size <= LCK_PTX_BYTES ? read_module(&r)
                                     : lck_ptx_wrong(&r, &r.t, "more than 64 MiB of text");
    }
    free(r.parent);
    free(r.name);
    free(r.range);
    free(r.pending);
    free(r.loc_of);
    free(r.inside);
    if (good)
        return r.m;
    lck_ptx_free(r.m);
    return NULL;
}

void lck_ptx_free(lck_ptx_module *m)
{
    if (!m)
        return;
    free(m->text);
    free(m->function);
    free(m->variable);
    free(m->reg);
    free(m->insn);
    free(m->operand);
    free(m->modifier);
    free(m->label);
    free(m->target_of);
    free(m->loc);
    free(m->file);
    free(m);
}
