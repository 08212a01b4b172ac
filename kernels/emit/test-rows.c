/* test-rows.c - the test of a function along rows: small numbers that every format has, and the
 * formula in double, row by row. */
#include "config.h"

#include "emitter.h"
#include "../kernel/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lck_put_rows_test(lck_emitter *e)
{
    (void)e;
}
