/* define.c - the definitions of functions: of files, and of words of the language. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../catalogue/words.h"
#include "../language/parse.h"
#include "library-names.h"

/* ---- definitions ---- */

static bool check_formals(lcv_work *w, const lcv_ast *formals)
{
    for (const lcv_ast *name = formals->child; name; name = name->next) {
        if (lcv_is_reserved(name->text))
            return lcv_eval_fail(&w->eval, name->span, "'%s' is a word of the language",
                                 name->text);
        for (const lcv_ast *other = formals->child; other != name; other = other->next)
            if (strcmp(other->text, name->text) == 0)
                return lcv_eval_fail(&w->eval, name->span, "the argument '%s' is named twice",
                                     name->text);
    }
    return true;
}

/* The call and the whole, each on one line. */
static bool write_definition(lcv_definition *made, const lcv_stmt *stmt)
{
    lc_text call = {0}, text = {0};
    char *body = lcv_source_excerpt(made->source, stmt->expr->span, LCV_EXCERPT);
    lc_text_printf(&call, "%s(", stmt->name);
    for (const lcv_ast *name = stmt->formals->child; name; name = name->next) {
        char *value = name->child
                          ? lcv_source_excerpt(made->source, name->child->span, LCV_EXCERPT)
                          : NULL;
        lc_text_printf(&call, "%s%s%s%s", name->text, value ? "=" : "", value ? value : "",
                       name->next ? ", " : ")");
        free(value);
    }
    lc_text_printf(&text, "%s -> %s", lc_text_peek(&call) + strlen(stmt->name), body ? body : "");
    free(body);
    made->call = lc_text_take(NULL, &call);
    made->text = lc_text_take(NULL, &text);
    return made->call && made->text;
}

static lcv_definition *definition_of(const lcv_stmt *stmt, lcv_source *source,
                                     const lcv_scope *scope)
{
    lcv_definition *made = calloc(1, sizeof *made);
    lcv_arena *arena = made ? lcv_arena_new() : NULL;
    if (arena)
        *made =
            (lcv_definition){.arena = arena,
                             .formals = lcv_ast_copy(arena, stmt->formals),
                             .body = lcv_ast_copy(arena, stmt->expr),
                             .conditions =
                                 stmt->conditions ? lcv_ast_copy(arena, stmt->conditions) : NULL,
                             .refuted = stmt->refuted ? lcv_ast_copy(arena, stmt->refuted) : NULL,
                             .source = source,
                             .scope = scope,
                             .span = stmt->name_span};
    if (arena && made->formals && made->body && !made->conditions == !stmt->conditions &&
        !made->refuted == !stmt->refuted && write_definition(made, stmt))
        return made;
    lcv_definition_free(made);
    return NULL;
}

lcv_value *lcv_define(lcv_work *w, const lcv_stmt *stmt)
{
    if (!check_formals(w, stmt->formals) || !lcv_name_atoms(w, stmt->expr, stmt->formals) ||
        (stmt->conditions && !lcv_name_atoms(w, stmt->conditions, stmt->formals)))
        return NULL;
    lcv_definition *made = definition_of(stmt, w->module->source, &w->module->scope);
    lcv_value *v = made ? lcv_value_definition(w->session->ctx, made) : NULL;
    return lcv_eval_kept(&w->eval, stmt->name_span, v);
}

/* ---- words of the language ---- */

void lcv_words_free(lcv_word_made *words)
{
    while (words) {
        lcv_word_made *next = words->next;
        lcv_definition_free(words->definition);
        lcv_source_free(words->source);
        free(words);
        words = next;
    }
}

/* The definition in the text of a source, which is a statement. */
static lcv_definition *read_definition(lcv_source *source, const lcv_scope *scope)
{
    lcv_diag diag = {0};
    lcv_stmt stmt;
    lcv_definition *made = NULL;
    lcv_parser *parser = source ? lcv_parser_new(source) : NULL;
    if (parser && lcv_parser_next(parser, &stmt, &diag) == LCV_PARSED)
        made = definition_of(&stmt, source, scope);
    lcv_diag_clear(&diag);
    lcv_parser_free(parser);
    return made;
}

/* The text with `A, ...` as `A1, A2`, as many as there are arguments. */
static void add_numbered(lc_text *text, const char *from, size_t nargs)
{
    const char *dots = strstr(from, ", ...");
    size_t name = 0;
    while (dots && dots - name > from && dots[-1 - (ptrdiff_t)name] != '(' &&
           dots[-1 - (ptrdiff_t)name] != '<')
        name++;
    if (!dots) {
        lc_text_add(text, from);
        return;
    }
    lc_text_printf(text, "%.*s", (int)(dots - from) - (int)name, from);
    for (size_t i = 1; i <= nargs; i++)
        lc_text_printf(text, "%s%.*s%zu", i > 1 ? ", " : "", (int)name, dots - name, i);
    lc_text_add(text, dots + strlen(", ..."));
}

/* NULL: there is no memory. */
static lcv_word_made *make_word(lcv_session *session, const lcv_word *word, size_t nargs)
{
    lc_text text = {0}, name = {0};
    lcv_diag ignored = {0};
    lcv_word_made *made = calloc(1, sizeof *made);
    lc_text_add(&text, "let ");
    add_numbered(&text, word->signature, nargs);
    lc_text_add(&text, " = ");
    add_numbered(&text, word->body, nargs);
    lc_text_printf(&name, "<%s>", word->name);
    if (made) {
        made->source = lcv_source_text(lc_text_peek(&name), lc_text_peek(&text), text.length,
                                       &ignored);
        made->definition = read_definition(made->source, &made->nothing);
        made->word = word;
        made->nargs = nargs;
    }
    lc_text_free(&text);
    lc_text_free(&name);
    lcv_diag_clear(&ignored);
    if (!made || !made->definition) {
        lcv_words_free(made);
        return NULL;
    }
    made->next = session->words;
    session->words = made;
    return made;
}

const lcv_definition *lcv_definition_of_word(lcv_session *session, const char *name, size_t nargs)
{
    const lcv_word *word = lcv_word_find(name, nargs);
    lcv_word_made *made = word ? session->words : NULL;
    bool any = word && word->nargs == LCV_WORD_ANY;
    while (made && (made->word != word || (any && made->nargs != nargs)))
        made = made->next;
    if (word && !made)
        made = make_word(session, word, nargs);
    return made ? made->definition : NULL;
}
