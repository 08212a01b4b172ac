#include "config.h"

#include "opinion.h"

#include "../verify/catalogue/catalogue.h"

said_of_value opinion_of_value(lcr_ctx *r, const char *operation, size_t n,
                               lcv_value *const *args, const lcv_value *value)
{
    lcr_confirmation c;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_ctx_reset(ctx);
    lc_frame frame = lc_frame_open(ctx);
    said_of_value said = SAID_NOTHING;
    if (lcv_confirm_operation(r, lcv_operation_find(operation), n, args, value, false, &c)) {
        bool agrees = c.opinion == LCR_AGREES || lcr_reason_needs_no_set(c.reason) ||
                      c.reason == LCR_BY_POINTS;
        said = c.opinion == LCR_DISAGREES ? SAID_WRONG : agrees ? SAID_RIGHT : SAID_NOTHING;
        lcr_confirmation_clear(&c);
    }
    lc_frame_close(ctx, frame);
    lc_ctx_reset(ctx);
    return said;
}
