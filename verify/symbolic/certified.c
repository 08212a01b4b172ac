/* certified.c - cases of a proof as texts. */
#include "config.h"

#include "certified.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/recheck.h"
#include "../../lib/text.h"
#include "../function/result.h"
#include "confirm.h"
#include "reading.h"

/* A list of texts that belong to it. */
typedef struct {
    size_t n, room;
    const char **text;
} texts;

struct lcv_certified {
    lc_ctx *ctx;
    size_t n, room;
    lcr_certified_case *cases;
};

/* ---- texts ---- */

/* Takes over the text. */
static bool add_text(lc_ctx *ctx, texts *t, char *text)
{
    const char **more = lc_grow(ctx, t->text, t->n, &t->room, sizeof *more);
    if (!more) {
        free(text);
        return false;
    }
    t->text = more;
    t->text[t->n++] = text;
    return true;
}

static void free_texts(size_t n, const char *const *text)
{
    for (size_t i = 0; i < n; i++)
        free((char *)text[i]);
    free((char **)text);
}

static void free_claim(const lcr_certified_claim *c)
{
    free_texts(c->claim.n, c->claim.arg);
    free((char *)c->claim.name);
    free((char *)c->witness);
}

static void free_case(const lcr_certified_case *c)
{
    free_texts(c->nwhen, c->when);
    for (size_t i = 0; i < c->n; i++)
        free_claim(&c->claim[i]);
    free((lcr_certified_claim *)c->claim);
}

/* ---- lists ---- */

lcv_certified *lcv_certified_new(lc_ctx *ctx)
{
    lcv_certified *c = lc_alloc(ctx, 1, sizeof *c);
    if (c)
        c->ctx = ctx;
    return c;
}

void lcv_certified_free(lcv_certified *c)
{
    if (!c)
        return;
    lcv_certified_forget(c, 0);
    free(c->cases);
    free(c);
}

size_t lcv_certified_count(const lcv_certified *c)
{
    return c ? c->n : 0;
}

void lcv_certified_forget(lcv_certified *c, size_t n)
{
    while (c && c->n > n)
        free_case(&c->cases[--c->n]);
}

/* Takes over what is in the case. */
static bool add_case(lcv_certified *c, lcr_certified_case made)
{
    lcr_certified_case *more = lc_grow(c->ctx, c->cases, c->n, &c->room, sizeof *more);
    if (!more) {
        free_case(&made);
        return false;
    }
    c->cases = more;
    c->cases[c->n++] = made;
    return true;
}

/* ---- cases of forms ---- */

static bool add_conditions(lc_ctx *ctx, const lcv_problem *p, const lcv_fixed *fixed,
                           lcr_certified_case *out)
{
    texts when = {0};
    char *text;
    bool ok = true;
    for (size_t i = 0; ok && (text = lcv_case_condition(p, fixed, i)) != NULL; i++)
        ok = add_text(ctx, &when, text);
    out->nwhen = when.n;
    out->when = when.text;
    return ok;
}

/* A claim among the steps, as texts. */
static bool add_claim(lcv_forms *f, const lcv_form_step *step, lcr_certified_claim *out)
{
    lc_ctx *ctx = lcv_forms_ctx(f);
    texts arg = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < step->n; i++) {
        char *text = step->arg[i] ? lcv_form_to_str(f, step->arg[i]) : NULL;
        ok = (text || !step->arg[i]) && add_text(ctx, &arg, text);
    }
    out->claim =
        (lcr_symbolic){.name = lcv_text(ctx, "%s", step->name), .n = arg.n, .arg = arg.text};
    return ok && out->claim.name;
}

static bool add_claims(lcv_forms *f, lcr_certified_case *out)
{
    const lcv_form_step *step;
    bool complete, ok = true;
    size_t n = lcv_forms_steps(f, &step, &complete);
    lcr_certified_claim *claim = lc_alloc(lcv_forms_ctx(f), n + 1, sizeof *claim);
    for (size_t i = 0; claim && ok && i < n; i++)
        if (!step[i].value)
            ok = add_claim(f, &step[i], &claim[out->n++]);
    out->claim = claim;
    return claim && ok;
}

bool lcv_certified_add(lcv_certified *c, lcv_forms *f, const lcv_fixed *fixed, bool empty)
{
    lcr_certified_case made = {0};
    bool ok = add_conditions(c->ctx, f->reading->problem, fixed, &made) &&
              (empty || add_claims(f, &made));
    if (!ok)
        free_case(&made);
    return ok && add_case(c, made);
}

/* ---- instances ---- */

/* The value of a line `word VALUE` that begins at `at`; NULL: it is another one. */
static char *line_value(lc_ctx *ctx, const char *at, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(at, word, n) != 0 || at[n] != ' ')
        return NULL;
    lc_text text = {0};
    lc_text_add_bytes(&text, at + n + 1, strcspn(at + n + 1, "\n"));
    return lc_text_take(ctx, &text);
}

/* The claim of a block, its arguments and its witness. */
static bool read_block(lc_ctx *ctx, const char *block, lcr_certified_claim *out)
{
    texts arg = {0};
    bool ok = true;
    for (const char *at = block; ok && at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        char *text = line_value(ctx, at, "arg");
        if (text)
            ok = add_text(ctx, &arg, text);
        if (!out->claim.name)
            out->claim.name = line_value(ctx, at, "claim");
        if (!out->witness)
            out->witness = line_value(ctx, at, "witness");
    }
    out->claim.n = arg.n;
    out->claim.arg = arg.text;
    return ok && out->claim.name && lc_ctx_code(ctx) == LC_OK;
}

bool lcv_certified_add_instance(lcv_certified *c, const lcv_problem *p, const lc_int *value,
                                const char *certificate)
{
    lcv_fixed fixed = {0};
    lcr_certified_case made = {0};
    lcr_certified_claim *claim = lc_alloc(c->ctx, 1, sizeof *claim);
    for (size_t i = 0; i < p->n; i++) {
        fixed.is[i] = true;
        fixed.value[i] = value[i];
    }
    made.claim = claim;
    made.n = claim != NULL;
    bool ok = claim && read_block(c->ctx, certificate, claim) &&
              add_conditions(c->ctx, p, &fixed, &made);
    if (!ok)
        free_case(&made);
    return ok && add_case(c, made);
}

/* ---- the certificate ---- */

char *lcv_certified_text(const lcv_certified *c, const lcv_problem *p, const char *place)
{
    lcv_given *given = lc_alloc(c->ctx, 1, sizeof *given);
    lcr_confirmation none = {0};
    char *block = NULL;
    bool certain;
    if (given && lcv_given_open(given, p, NULL, &none)) {
        lcr_parameters parameters = lcv_given_parameters(given, p);
        lcr_certified_for_all claim = {place, &parameters, c->n, c->cases};
        block = lcr_certify_for_all(p->e->r, &claim, &certain);
    }
    if (given)
        lcv_given_close(given, p->n);
    free(given);
    lcr_confirmation_clear(&none);
    return block;
}
