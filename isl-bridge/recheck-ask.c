/* recheck-ask.c - what isl says of the sets of a certificate. */
#include "config.h"

#include "recheck-ask.h"

#include "internal.h"

#include <isl/map.h>
#include <isl/set.h>
#include <stdlib.h>
#include <string.h>

/* A text that isl does not read, or not within the budget. */
static void not_read(lcr_ctx *r, const char *what, const char *text)
{
    if (lcr_out_of_budget(r))
        lc_fail(r->lc, LC_ERR_BUDGET, "isl does not read the %s %.200s within the budget", what,
                text);
    else
        lc_fail(r->lc, LC_ERR_INVALID, "isl does not read the %s %.200s", what, text);
    isl_ctx_reset_error(r->isl);
}

static isl_set *read_set(lcr_ctx *r, const char *text)
{
    isl_set *set = isl_set_read_from_str(r->isl, text);
    if (set == NULL)
        not_read(r, "set", text);
    return set;
}

/* Weighed by the text, which is as long as the set is large. */
static void begin(lcr_ctx *r, const char *text)
{
    lcr_begin_on(r, lcr_system_weight(8, 1 + strlen(text) / 4));
}

/* ---- relations ---- */

static isl_map *read_map(lcr_ctx *r, const char *text)
{
    isl_map *map = isl_map_read_from_str(r->isl, text);
    if (map == NULL)
        not_read(r, "relation", text);
    return map;
}

/* The pairs of one of two relations that are not of the other, as sets: a - b, b - a. */
static isl_set *only_in(lcr_ctx *r, const char *a, const char *b)
{
    begin(r, a);
    isl_map *x = read_map(r, a), *y = x != NULL ? read_map(r, b) : NULL;
    if (y == NULL) {
        isl_map_free(x);
        return NULL;
    }
    if (isl_map_dim(x, isl_dim_in) != isl_map_dim(y, isl_dim_in) ||
        isl_map_dim(x, isl_dim_out) != isl_map_dim(y, isl_dim_out)) {
        isl_map_free(x);
        isl_map_free(y);
        return lc_fail(r->lc, LC_ERR_LIMIT, "relations between other spaces");
    }
    return isl_set_flatten(isl_map_wrap(isl_map_subtract(x, y)));
}

static isl_set *set_of(lcr_ctx *r, const lcr_evidence *e, size_t i)
{
    if (e->graphs)
        return only_in(r, e->set[i], e->set[1 - i]);
    begin(r, e->set[i]);
    return read_set(r, e->set[i]);
}

lcr_answer lcr_ask_is_empty(lcr_ctx *r, const lcr_evidence *e, size_t i)
{
    isl_set *set = set_of(r, e, i);
    lcr_answer answer =
        set != NULL ? lcr_isl_answer(r, isl_set_is_empty(set), "a set of a certificate")
                    : LCR_UNKNOWN;
    isl_set_free(set);
    return answer;
}

/* A point of the set, as text: " 0 2 -1". NULL when it has none, or on failure. */
char *lcr_ask_point_of(lcr_ctx *r, const lcr_evidence *e, size_t i)
{
    isl_set *set = set_of(r, e, i);
    size_t n = set != NULL ? (size_t)isl_set_dim(set, isl_dim_set) : 0, length = 0;
    lc_int *at = set != NULL ? lc_alloc(r->lc, n + 1, sizeof *at) : NULL;
    isl_point *point = at != NULL ? isl_set_sample_point(isl_set_copy(set)) : NULL;
    isl_set_free(set);
    char *out = NULL;
    if (point != NULL && isl_point_is_void(point) == isl_bool_false) {
        if (lcr_point_ints(r, point, n, at))
            out = calloc(1, 1);
    } else {
        isl_point_free(point);
    }
    for (size_t k = 0; out != NULL && k < n; k++) {
        char *digits = lc_int_to_str(r->lc, at[k]);
        size_t more = digits != NULL ? strlen(digits) + 1 : 0;
        char *longer = digits != NULL ? realloc(out, length + more + 1) : NULL;
        if (longer == NULL) {
            free(out);
            out = NULL;
        } else {
            out = longer;
            length += (size_t)snprintf(out + length, more + 1, " %s", digits);
        }
        free(digits);
    }
    free(at);
    return out;
}

lcr_answer lcr_ask_contains(lcr_ctx *r, const lcr_evidence *e, size_t i, size_t n,
                           const lc_int *at)
{
    isl_set *set = set_of(r, e, i);
    if (set == NULL)
        return LCR_UNKNOWN;
    lcr_answer answer = LCR_NO;
    if ((size_t)isl_set_dim(set, isl_dim_set) == n) {
        isl_set *single = isl_set_from_point(lcr_point(r, isl_set_get_space(set), n, at));
        answer = lcr_isl_answer(r, isl_set_is_subset(single, set), "a point of a certificate");
        isl_set_free(single);
    }
    isl_set_free(set);
    return answer;
}

lcr_answer lcr_ask_same_set(lcr_ctx *r, const char *a, const char *b, bool graphs)
{
    if (strcmp(a, b) == 0 || graphs)
        return strcmp(a, b) == 0 ? LCR_YES : LCR_NO;
    begin(r, a);
    isl_set *x = read_set(r, a), *y = x != NULL ? read_set(r, b) : NULL;
    lcr_answer answer = y != NULL ? lcr_isl_answer(r, isl_set_is_equal(x, y), "comparing sets")
                                  : LCR_UNKNOWN;
    isl_set_free(x);
    isl_set_free(y);
    return answer;
}
