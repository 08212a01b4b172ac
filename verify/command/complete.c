#include "config.h"

#include "complete.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/ctx.h"
#include "../catalogue/catalogue.h"
#include "../catalogue/words.h"
#include "../session/library.h"
#include "input.h"
#include "readline-library.h"

/* readline's functions take no context. */
static const lcv_readline *rl;
static lcv_session *const *session;
static const lcv_planner *planner;
static const char *const *commands; /* NULL ends them */

/* The candidates of one completion. */
static struct {
    char **name;
    size_t n, room, next;
} found;

/* ---- candidates ---- */

static void forget(void)
{
    for (size_t i = found.next; i < found.n; i++) /* readline owns those before */
        free(found.name[i]);
    found.n = found.next = 0;
}

/* Offers a name that begins like the text, with what stands behind it. */
static void offer(const char *text, const char *name, size_t length, const char *behind)
{
    if (strncmp(name, text, strlen(text)) != 0 || length < strlen(text))
        return;
    char **more = lc_grow(NULL, found.name, found.n, &found.room, sizeof *more);
    found.name = more ? more : found.name;
    char *copy = more ? malloc(length + strlen(behind) + 1) : NULL;
    if (!copy)
        return;
    memcpy(copy, name, length);
    strcpy(copy + length, behind);
    found.name[found.n++] = copy;
}

static void offer_all(const char *text, const char *const *names, const char *behind)
{
    for (; *names; names++)
        offer(text, *names, strlen(*names), behind);
}

static char *next_found(const char *text, int state)
{
    (void)text;
    (void)state;
    return found.next < found.n ? found.name[found.next++] : NULL;
}

/* ---- what is offered ---- */

static void offer_names(const char *text)
{
    bool function;
    const char *name;
    for (size_t i = 0; (name = lcv_session_name(*session, i, &function)); i++)
        offer(text, name, strlen(name), function ? "(" : "");
    for (size_t i = 0; (name = lcv_catalogue_name(i)); i++)
        offer(text, name, strlen(name), "(");
}

static void offer_rows(const char *text)
{
    const char *name;
    for (size_t i = 0; (name = lcv_catalogue_name(i)); i++)
        offer(text, name, strlen(name), "");
    for (int verb = LCV_LET; verb <= LCV_FOR; verb++)
        offer(text, lcv_verb_name((lcv_verb)verb), strlen(lcv_verb_name((lcv_verb)verb)), "");
}

static void offer_beginnings(const char *text)
{
    offer_all(text, commands, " ");
    for (int verb = LCV_LET; verb <= LCV_FOR; verb++)
        offer(text, lcv_verb_name((lcv_verb)verb), strlen(lcv_verb_name((lcv_verb)verb)), " ");
}

static void offer_library(const char *text)
{
    for (const lcv_library_file *file = lcv_library; file->name; file++)
        offer(text, file->name, strlen(file->name), ">");
}

/* The names of a signature, "f(X, lanes=32[, profile])", that stand for arguments. */
static void offer_arguments(const char *text, const char *signature)
{
    const char *at = strchr(signature, '(');
    while (at && *at) {
        at += strcspn(at, "(,");
        at += strspn(at, "(,[ ");
        size_t n = 0;
        while (isalnum((unsigned char)at[n]) || at[n] == '_')
            n++;
        if (n > 0 && isalpha((unsigned char)*at))
            offer(text, at, n, "=");
        at += n;
    }
}

/* Offers the arguments of every function and claim of that name. */
static void offer_arguments_of(const char *text, const char *name)
{
    const lcv_operation *operation = lcv_operation_called(name);
    const lcv_claim *claim = lcv_claim_find(name);
    const char *signature = lcv_session_signature(*session, name);
    if (signature) { /* a definition hides the others */
        offer_arguments(text, signature);
        return;
    }
    if (operation)
        offer_arguments(text, operation->signature);
    if (claim)
        offer_arguments(text, claim->signature);
    for (size_t i = 0; lcv_word_at(i); i++)
        if (strcmp(lcv_word_at(i)->name, name) == 0)
            offer_arguments(text, lcv_word_at(i)->signature);
}

static void offer_keys(const char *text)
{
    const char *key;
    for (size_t i = 0; planner && planner->key && (key = planner->key(i)); i++)
        offer(text, key, strlen(key), "=");
}

static void offer_call(const char *text, int start)
{
    size_t length;
    const char *call = lcv_input_call(*rl->rl_line_buffer, (size_t)start, &length);
    char *name = call ? strndup(call, length) : NULL;
    if (name)
        offer_arguments_of(text, name);
    free(name);
}

/* ---- where ---- */

typedef enum { ANYWHERE, FILES, LIBRARY, HELP, BEGINNING } place;

static const char *behind(const char *line, const char *word)
{
    size_t n = strlen(word);
    line += strspn(line, " \t");
    return strncmp(line, word, n) == 0 && strchr(" \t\"<", line[n]) && line[n] != '\0'
               ? line + n + strspn(line + n, " \t")
               : NULL;
}

/* The place of what is typed last, which begins at `start` or earlier. */
static place place_of(const char *line, int start)
{
    const char *import = behind(line, "import");
    if (behind(line, "load") || (import && *import == '"'))
        return FILES;
    if (import)
        return LIBRARY;
    if (behind(line, "help"))
        return HELP;
    return (int)strspn(line, " \t") >= start ? BEGINNING : ANYWHERE;
}

static char **complete(const char *text, int start, int end)
{
    place where = place_of(*rl->rl_line_buffer, start);
    (void)end;
    *rl->rl_completion_append_character = '\0';
    *rl->rl_attempted_completion_over = 1;
    if (where == FILES)
        return rl->rl_completion_matches(text, rl->rl_filename_completion_function);
    forget();
    if (where == LIBRARY)
        offer_library(text);
    else if (where == HELP)
        offer_rows(text);
    else
        offer_names(text);
    if (where == BEGINNING)
        offer_beginnings(text);
    if (where == ANYWHERE && behind(*rl->rl_line_buffer, "plan"))
        offer_keys(text);
    if (where == ANYWHERE)
        offer_call(text, start);
    char **matches = rl->rl_completion_matches(text, next_found);
    forget();
    return matches;
}

/* Names of files have more letters. */
static char *word_breaks(void)
{
    static char files[] = " \t\"<", names[] = " \t\n\"()[]{}<>,:;=+-*/%&|!?";
    return place_of(*rl->rl_line_buffer, *rl->rl_point) == FILES ? files : names;
}

void lcv_complete_open(lcv_session *const *of, const lcv_planner *plans, const char *const *words)
{
    session = of;
    planner = plans;
    commands = words;
    rl = lcv_readline_load();
    if (!rl)
        return;
    *rl->rl_readline_name = "layoutcheck";
    *rl->rl_attempted_completion_function = complete;
    *rl->rl_completion_word_break_hook = word_breaks;
}
