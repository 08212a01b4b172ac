#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "claim.h"

lck_facts *lck_facts_new(void)
{
    lck_facts *facts = calloc(1, sizeof *facts);
    if (!facts)
        return NULL;
    facts->ctx = lc_ctx_new();
    facts->r = facts->ctx ? lcr_ctx_new(facts->ctx) : NULL;
    if (!facts->r) {
        lck_facts_free(facts);
        return NULL;
    }
    return facts;
}

void lck_facts_free(lck_facts *facts)
{
    if (!facts)
        return;
    for (size_t i = 0; i < facts->n; i++) {
        free(facts->fact[i].text);
        free(facts->fact[i].name);
    }
    free(facts->fact);
    lc_text_free(&facts->body);
    if (facts->r)
        lcr_ctx_free(facts->r);
    lc_ctx_free(facts->ctx);
    free(facts);
}

/* ---- statements ---- */

static void add_place(lck_facts *facts, const lcv_outcome *o)
{
    lc_text_printf(&facts->body, "// %s:%zu: ", o->file, o->line);
}

/* A comment is one line, which goes on nowhere. */
static void add_text(lc_text *text, const char *words)
{
    for (; words && *words; words++)
        lc_text_add_char(text, *words == '\n' || *words == '\\' ? ' ' : *words, 1);
}

static void add_let(lck_facts *facts, const lcv_outcome *o)
{
    lc_text_add(&facts->body, "\n");
    add_place(facts, o);
    lc_text_printf(&facts->body, "%s = ", o->name);
    add_text(&facts->body, o->value_text);
    lc_text_add(&facts->body, "\n");
    lck_fact_new(facts, o->ctx, o->value, o->value_text, o->name);
}

static void add_claim(lck_facts *facts, const lcv_outcome *o)
{
    const char *why = lck_fact_claim(facts, o);
    if (!why)
        return;
    add_place(facts, o);
    lc_text_printf(&facts->body, "%s ", lcv_verb_name(o->verb));
    add_text(&facts->body, o->text);
    lc_text_printf(&facts->body, " -- by layoutcheck alone: %s\n", why);
}

void lck_facts_add(lck_facts *facts, const lcv_outcome *o)
{
    if (o->status != LCV_PASSED || !o->read)
        return;
    if (o->verb == LCV_LET && o->value && o->value_text && o->value->kind != LCV_FUNCTION)
        add_let(facts, o);
    else if (o->result && (o->verb == LCV_PROVE || o->verb == LCV_REFUTE))
        add_claim(facts, o);
    facts->body.failed |= lc_ctx_starved(o->ctx) || lcr_starved(facts->r);
}

/* ---- the header ---- */

/* A name of C++ from that of the file. */
static char *space_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    lc_text name = {0};
    size_t n = strcspn(base, ".");
    if (n == 0 || isdigit((unsigned char)*base))
        lc_text_add(&name, "facts_");
    for (size_t i = 0; i < n; i++)
        lc_text_add_char(&name, isalnum((unsigned char)base[i]) ? base[i] : '_', 1);
    return lc_text_take(NULL, &name);
}

char *lck_facts_header(lck_facts *facts, const char *path)
{
    lc_text text = {0};
    char *space = space_of(path);
    bool ok = space && !facts->body.failed;
    lc_text_printf(
        &text,
        "// Facts of %s, made by `layoutcheck emit --format=cxx` (layoutcheck %s). The\n"
        "// compiler checks them again. C++17; CuTe's objects are there where CuTe was\n"
        "// included before this file.\n"
        "#ifndef LAYOUTCHECK_FACTS_%s\n#define LAYOUTCHECK_FACTS_%s\n\n",
        path, PACKAGE_VERSION, space ? space : "", space ? space : "");
    for (const char *const *line = lck_recheck; *line; line++)
        lc_text_add(&text, *line);
    lc_text_printf(&text, "\nnamespace %s\n{\n%s\n} // namespace %s\n\n#endif\n",
                   space ? space : "", facts->body.data ? facts->body.data : "",
                   space ? space : "");
    free(space);
    if (ok)
        return lc_text_take(NULL, &text);
    lc_text_free(&text);
    return NULL;
}
