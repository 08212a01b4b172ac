/* relation.c - relations and sets from text; the values that are listed of one. */
#include "config.h"

#include "read.h"

#include <string.h>

/* Is there an arrow between braces, as in a relation? One before them is that of parameters. */
static bool has_arrow(const char *at, const char *end)
{
    const char *brace = memchr(at, '{', (size_t)(end - at));
    return brace && memmem(brace, (size_t)(end - brace), "->", 2);
}

/* relation "{ [c] -> [2c] : ... }", set "{ [c] : ... }": isl reads what is inside. */
const lit *lcr_rd_relation(reader *in, bool set)
{
    const char *end = strrchr(in->at, '"');
    if (!end)
        return lcr_rd_wrong(in, "a relation in quotes");
    if (set && has_arrow(in->at, end))
        return lcr_rd_wrong(in, "a set, which has no arrow");
    lit *a = lcr_rd_of_one_size(in, LIT_RELATION, lc_int_const(1));
    if (a) {
        a->word = lcr_rd_copy(in, in->at, (size_t)(end - in->at));
        a->set = set;
    }
    in->at = end + 1;
    return a && a->word ? a : NULL;
}

bool lcr_lit_listed_at(const lit *a, lc_int c, lc_int *value)
{
    bool is = lc_int_le(lc_int_const(0), c) && lc_int_lt(c, lc_int_const((int)a->nvalues));
    if (is)
        value[0] = a->value[lc_int_get_si(c)];
    return is;
}
