#include "config.h"

#include "read.h"

#include <string.h>

#include "../language/parse.h"
#include "eval.h"

/* Kept by the open frame. */
static lcv_value *evaluate(lcr_ctx *r, lcv_source *source, lcv_ast *expr, lcv_diag *diag)
{
    lcv_scope none = {0};
    lcv_eval e = {.r = r,
                  .ctx = lcr_ctx_lc(r),
                  .scope = &none,
                  .source = source,
                  .crosscheck = LCV_CROSSCHECK_POINTS,
                  .diag = diag};
    lcv_respell(&none, expr);
    lcv_value *v = lcv_eval_value(&e, expr);
    lcv_disagreement_clear(&e.disagreement);
    return e.status == LCV_EVAL_OK ? v : NULL;
}

static lcv_value *read_source(lcr_ctx *r, lcv_source *source, lcv_diag *diag)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_parser *parser = diag->failed ? NULL : lcv_parser_new(source);
    lc_frame frame = lc_frame_open(ctx);
    lcv_ast *expr = parser ? lcv_parser_expr(parser, diag) : NULL;
    lcv_value *v = expr ? evaluate(r, source, expr, diag) : NULL;
    if (v)
        lcv_value_ref(v);
    else
        lcv_diag_no_memory(diag, (lcv_span){0, 0}); /* unless there is an error already */
    lc_frame_close(ctx, frame);
    lcv_parser_free(parser);
    return v;
}

lcv_value *lcv_value_from_str(lcr_ctx *r, const char *text, lcv_diag *diag)
{
    *diag = (lcv_diag){0};
    lcv_source *source = lcv_source_text("<text>", text, strlen(text), diag);
    lcv_value *v = source ? read_source(r, source, diag) : NULL;
    if (!source)
        lcv_diag_no_memory(diag, (lcv_span){0, 0});
    diag->source = diag->note_source = NULL; /* which goes */
    lcv_source_free(source);
    lc_ctx_reset(lcr_ctx_lc(r));
    return v;
}
