/* claim.c - a claim as a static assertion. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../verify/eval/read.h"
#include "claim.h"

#define MOST_ARGS 3

/* Operands: F a function, N an integer, S a shape, of which the size counts. A claim that says
 * more than what is enumerated is one for PROVED alone. */
static const struct {
    const char *name, *args, *function;
    bool refuted;
} form[] = {
    {"aligned", "FN", "aligned<%s>(%s)", true},
    {"bijective", "F", "partitions<%s, %s>()", true},
    {"compact", "F", "partitions<%s, %s>()", true},
    {"composes", "FFF", "composes<%s, %s, %s>()", false},
    {"contained", "FF", "contained<%s, %s>()", true},
    {"covers", "FN", "covers<%s, %s>()", true},
    {"disjoint", "FF", "disjoint<%s, %s>()", true},
    {"equal", "FF", "equiv<%s, %s>()", false},
    {"equiv", "FF", "equiv<%s, %s>()", true},
    {"in_bounds", "FN", "in_bounds<%s>(%s)", true},
    {"injective", "F", "injective<%s>()", true},
    {"left_inverts", "FF", "left_inverts<%s, %s>()", false},
    {"partitions", "FS", "partitions<%s, %s>()", true},
    {"right_inverts", "FF", "right_inverts<%s, %s>()", false},
    {"surjective", "FN", "surjective<%s, %s>()", true},
};

#define NFORMS (sizeof form / sizeof *form)

/* ---- the certificate ---- */

typedef struct {
    char *name, *arg[MOST_ARGS];
    size_t nargs; /* perhaps more than there is room for */
} certified;

static void clear(certified *c)
{
    free(c->name);
    for (size_t i = 0; i < MOST_ARGS; i++)
        free(c->arg[i]);
    *c = (certified){0};
}

/* The lines `claim NAME` and `arg TEXT` of a certificate; without them there is no name. False:
 * there is no memory. */
static bool read_certificate(const char *text, certified *c)
{
    bool ok = true;
    *c = (certified){0};
    for (size_t n; text && *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if (!c->name && strncmp(text, "claim ", 6) == 0)
            ok &= (c->name = strndup(text + 6, n - 6)) != NULL;
        if (strncmp(text, "arg ", 4) != 0)
            continue;
        if (c->nargs < MOST_ARGS)
            ok &= (c->arg[c->nargs] = strndup(text + 4, n - 4)) != NULL;
        c->nargs++;
    }
    return ok;
}

/* ---- operands ---- */

static const char TOO_LARGE[] = "more than a compiler enumerates";
static const char NO_FUNCTION[] = "an operand is no function to integers in C++";

/* The name of a function that can be enumerated; else why not. */
static const char *function_operand(lck_facts *facts, const char *text, char **out)
{
    const lck_fact *fact = lck_fact_of(facts, text);
    if (!fact || !fact->function)
        return NO_FUNCTION;
    if (fact->size > LCK_FACT_SIZE || fact->most - fact->least >= LCK_FACT_RANGE)
        return TOO_LARGE;
    *out = strdup(fact->name);
    facts->body.failed |= !*out;
    return *out ? NULL : LC_NO_MEMORY;
}

/* An integer, or the size of a shape. */
static const char *integer_operand(lck_facts *facts, const char *text, char **out)
{
    lcv_diag diag = {0};
    lcv_value *v = lcv_value_from_str(facts->r, text, &diag);
    const char *why = "an operand is no shape of integers";
    if (v && v->kind == LCV_TUPLE && !lc_tuple_has_wildcard(v->tuple)) {
        lc_int n = lc_tuple_size(facts->ctx, v->tuple);
        bool small = lc_int_is_small(n) && lc_int_get_si(n) > 0 &&
                     lc_int_get_si(n) <= LCK_FACT_RANGE;
        lc_text made = {0};
        lc_text_add_int(&made, n);
        *out = small ? lc_text_take(NULL, &made) : NULL;
        lc_text_free(&made);
        why = small ? NULL : TOO_LARGE;
    }
    facts->body.failed |= diag.code == LCV_ERROR_MEMORY;
    lcv_value_free(v);
    lcv_diag_clear(&diag);
    lc_ctx_reset(facts->ctx);
    return why;
}

/* ---- the assertion ---- */

static size_t find_form(const certified *c)
{
    size_t i = 0;
    while (i < NFORMS && strcmp(form[i].name, c->name) != 0)
        i++;
    return i;
}

/* The size of the first operand stands for the second one of claims that have one operand. */
static const char *operands(lck_facts *facts, const certified *c, const char *args,
                            char *out[MOST_ARGS])
{
    const char *why = NULL;
    for (size_t i = 0; !why && i < c->nargs; i++)
        why = args[i] == 'F' ? function_operand(facts, c->arg[i], &out[i])
                             : integer_operand(facts, c->arg[i], &out[i]);
    if (!why && c->nargs == 1) {
        lc_text size = {0};
        lc_text_printf(&size, "%s::size", out[0]);
        out[1] = lc_text_take(NULL, &size);
    }
    return why;
}

/* Are all coordinates that a function is applied to at least 0? */
static bool stays_right(lck_facts *facts, const certified *c)
{
    for (size_t i = 1; i < c->nargs; i++) {
        const lck_fact *fact = lck_fact_of(facts, c->arg[i]);
        if (fact && fact->function && fact->least < 0)
            return false;
    }
    return true;
}

static void add_quoted(lc_text *text, const char *quoted)
{
    for (; quoted && *quoted; quoted++) {
        if (strchr("\"\\", *quoted))
            lc_text_add_char(text, '\\', 1);
        lc_text_add_char(text, *quoted, 1);
    }
}

static void add_assertion(lck_facts *facts, const lcv_outcome *o, size_t which,
                          char *const operand[MOST_ARGS])
{
    lc_text *text = &facts->body;
    lc_text call = {0};
    const char *at = form[which].function;
    for (size_t i = 0; *at; at++) {
        if (strncmp(at, "%s", 2) == 0) {
            lc_text_add(&call, operand[i++]);
            at++;
        } else {
            lc_text_add_char(&call, *at, 1);
        }
    }
    lc_text_printf(text, "static_assert(%slayoutcheck_recheck::%s,\n              \"",
                   o->result->verdict == LCV_PROVED ? "" : "!", lc_text_peek(&call));
    add_quoted(text, o->file);
    lc_text_printf(text, ":%zu: %s ", o->line, lcv_verb_name(o->verb));
    add_quoted(text, o->text);
    lc_text_add(text, "\");\n");
    lc_text_free(&call);
}

/* Linear layouts say of their dims, too, whether they are bijective. */
static bool has_dims(const certified *c)
{
    return strcmp(c->name, "bijective") == 0 && strchr(c->arg[0], '{') != NULL;
}

static const char *assert_claim(lck_facts *facts, const lcv_outcome *o, const certified *c)
{
    char *operand[MOST_ARGS] = {0};
    size_t which = find_form(c);
    if (which == NFORMS || strlen(form[which].args) != c->nargs || has_dims(c))
        return "a claim of another kind";
    if (o->result->verdict != LCV_PROVED && !form[which].refuted)
        return "refuted, perhaps for its shapes";
    const char *why = operands(facts, c, form[which].args, operand);
    bool applies = strstr(c->name, "inverts") || strcmp(c->name, "composes") == 0;
    if (!why && applies && !stays_right(facts, c))
        why = "coordinates below 0";
    if (!why)
        add_assertion(facts, o, which, operand);
    for (size_t i = 0; i < MOST_ARGS; i++)
        free(operand[i]);
    return why;
}

const char *lck_fact_claim(lck_facts *facts, const lcv_outcome *outcome)
{
    certified c;
    bool ok = read_certificate(outcome->certificate, &c);
    facts->body.failed |= !ok;
    const char *why = !ok      ? LC_NO_MEMORY
                      : c.name ? assert_claim(facts, outcome, &c)
                               : "a claim of another kind";
    clear(&c);
    return why;
}
