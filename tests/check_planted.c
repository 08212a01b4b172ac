/* check_planted.c - values of the algebra and planted errors, given to isl alone; values that
 * nearly have the law of an operation. */
#include "config.h"

#include "asked.h"
#include "planted.h"
#include "rows.h"
#include "suite.h"

#include "../verify/catalogue/catalogue.h"
#include "../verify/crosscheck/confirm.h"

TEST(values_and_planted_errors)
{
    planted_check("tests/rows/calls.tsv");
}

/* Does isl, or where there is no set to ask about, the checker alone confirm that this is the
 * value of an operation (SAID_RIGHT), deny it (SAID_WRONG), or neither? */
typedef enum { SAID_RIGHT, SAID_WRONG, SAID_NOTHING } said_of_value;

static said_of_value opinion_of_value(lcr_ctx *r, const char *operation, size_t n,
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

TEST_ISL(values_that_nearly_have_a_law)
{
    data_rows rows = rows_read("tests/rows/values.tsv");
    for (size_t i = 0; i < rows.n; i++) {
        law l = {.ctx = ctx, .name = "values"};
        const data_row *row = &rows.row[i];
        lcv_value *value = law_ask(&l, row->field[2]).value, *arg[2];
        size_t n = 0;
        for (; n < 2 && row->field[3 + n]; n++)
            arg[n] = law_ask(&l, row->field[3 + n]).value;
        said_of_value said = opinion_of_value(r, row->field[1], n, arg, value);
        ck_assert_msg(said == (row_has(row, 0, "right") ? SAID_RIGHT : SAID_WRONG),
                      "row %zu: %s as %s of %s: opinion %d", i + 1, row->field[2], row->field[1],
                      row->field[3], (int)said);
        law_release(&l);
    }
    rows_clear(&rows);
}

SUITE_MAIN("values and planted errors", values_and_planted_errors, values_that_nearly_have_a_law)
