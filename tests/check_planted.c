/* check_planted.c - values of the algebra and planted errors, given to isl alone. */
#include "config.h"

#include "planted.h"
#include "suite.h"

TEST(values_and_planted_errors)
{
    planted_check("tests/rows/calls.tsv");
}

SUITE_MAIN("values and planted errors", values_and_planted_errors)
