#include "config.h"

#include "certificate.h"
#include "evidence.h"

#include <stdlib.h>

#include "../../isl-bridge/recheck.h"
#include "../function/result.h"

/* The texts of the arguments; false with an error. */
static bool literals(lcr_ctx *r, size_t n, lcv_value *const *args, char **text)
{
    for (size_t i = 0; i < n; i++)
        if (!(text[i] = lcv_value_to_str(r, args[i])))
            return false;
    return true;
}

/* With the witness, then without it if the witness is no evidence. */
static char *certify(lcr_ctx *r, lcr_certified *c)
{
    bool certain = false;
    char *block = lcr_certify(r, c, &certain);
    if (!block || certain || !c->witness)
        return block;
    free(block);
    c->witness = NULL;
    return lcr_certify(r, c, &certain);
}

char *lcv_certificate(lcr_ctx *r, const char *place, const lcv_claim *claim, size_t n,
                      lcv_value *const *args, const lcv_result *result)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (result->verdict == LCV_UNKNOWN)
        return lcv_text(ctx, "\n# %s: UNKNOWN\n", place);
    char **text = lc_alloc(ctx, n, sizeof *text), *block = NULL;
    lc_frame frame = lc_frame_open(ctx);
    if (text && literals(r, n, args, text)) {
        char *witness = lcv_witness_of(r, claim, n, args, result);
        lc_ctx_reset(ctx); /* without a witness there may be other evidence */
        lcr_certified c = {place,   claim->name,
                           n,       (const char *const *)text,
                           witness, result->verdict == LCV_PROVED};
        block = certify(r, &c);
        free(witness);
    }
    for (size_t i = 0; text && i < n; i++)
        free(text[i]);
    free(text);
    lc_frame_close(ctx, frame);
    return block;
}
