#include "config.h"

#include "confirm.h"

#include <stdlib.h>

#include "evidence.h"
#include "hints.h"

/* Texts of n arguments, owned; NULL with an error. */
static char **literals(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    char **text = lc_alloc(lcr_ctx_lc(r), n + 1, sizeof *text);
    for (size_t i = 0; text != NULL && i < n; i++) {
        if ((text[i] = lcv_value_to_str(r, args[i])) != NULL)
            continue;
        while (i > 0)
            free(text[--i]);
        free(text);
        return NULL;
    }
    return text;
}

static void free_texts(char **text, size_t n)
{
    for (size_t i = 0; text != NULL && i < n; i++)
        free(text[i]);
    free(text);
}

bool lcv_confirm_value(lcr_ctx *r, const char *operation, size_t n, lcv_value *const *args,
                       const lcv_value *value, lcr_confirmation *out)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    char *hint[LCV_HINTS] = {NULL};
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    char **text = literals(r, n, args);
    char *made = text != NULL ? lcv_value_to_str(r, value) : NULL;
    size_t nhints = made != NULL ? lcv_hints_of(r, operation, n, args, hint) : 0;
    if (made != NULL)
        lc_ctx_reset(ctx); /* without hints there may be other evidence */
    lcr_valued v = {operation, n, (const char *const *)text, made, nhints,
                    (const char *const *)hint};
    bool ok = made != NULL && lcr_confirm_value(r, &v, out);
    for (size_t i = 0; i < nhints; i++)
        free(hint[i]);
    free(made);
    free_texts(text, n);
    return ok;
}

/* With the witness, and without it where that shows nothing. */
static bool confirm(lcr_ctx *r, lcr_certified *c, lcr_confirmation *out)
{
    if (!lcr_confirm(r, c, out))
        return false;
    if (out->opinion != LCR_UNSURE || c->witness == NULL || out->reason == LCR_BY_READING)
        return true;
    lcr_confirmation other;
    c->witness = NULL;
    if (!lcr_confirm(r, c, &other))
        return false;
    bool better = other.opinion != LCR_UNSURE || out->reason == LCR_OPEN;
    lcr_confirmation_clear(better ? out : &other);
    if (better)
        *out = other;
    return true;
}

bool lcv_confirm_claim(lcr_ctx *r, const char *claim, size_t n, lcv_value *const *args,
                       const lcv_result *result, lcr_confirmation *out)
{
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    char **text = literals(r, n, args);
    char *witness = text != NULL ? lcv_witness_of(r, claim, n, args, result) : NULL;
    if (text != NULL)
        lc_ctx_reset(lcr_ctx_lc(r));
    lcr_certified c = {NULL, claim, n, (const char *const *)text, witness,
                       result->verdict == LCV_PROVED};
    bool ok = text != NULL && confirm(r, &c, out);
    free(witness);
    free_texts(text, n);
    return ok;
}
