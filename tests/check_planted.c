/* check_planted.c - values of the algebra and planted errors, given to isl alone; values that
 * nearly have the law of an operation. */
#include "config.h"

#include "asked.h"
#include "opinion.h"
#include "planted.h"
#include "rows.h"
#include "suite.h"

TEST(values_and_planted_errors)
{
    planted_check("tests/rows/calls.tsv");
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
