/* ask.c - what isl says of the sets of a claim. */
#include "config.h"

#include "ask.h"

#include "../../internal.h"
#include "../sets/basic.h"
#include "../sets/relation.h"

#include <isl/set.h>

/* ---- sets of rows ---- */

/* The bits of the longest integer, and how many rows there are of some kinds. */
typedef struct {
    size_t bits;
    size_t long_ones, pins; /* equalities of three variables and more, and of one */
    size_t uneven;          /* long ones with a factor that is no power of two */
} counts;

static size_t longer(size_t bits, lc_int a)
{
    size_t n = lc_int_bits(a);
    return n > bits ? n : bits;
}

/* 2^k or -2^k */
static bool is_power(lc_int a)
{
    size_t ones = 0;
    if (!lc_int_is_small(a)) /* such are rare */
        return false;
    int64_t value = lc_int_get_si(a);
    for (uint64_t x = value < 0 ? 0 - (uint64_t)value : (uint64_t)value; x != 0; x &= x - 1)
        ones++;
    return ones == 1;
}

static counts count_rows(const sys *s)
{
    counts n = {0};
    for (const sys_row *row = s->last; row != NULL; row = row->before) {
        bool equality = !row->bounds && row->relation == SYS_EQ;
        n.long_ones += equality && row->n > 2;
        n.pins += equality && row->n == 1;
        bool even = true;
        for (size_t i = 0; i < row->n; i++) {
            n.bits = longer(n.bits, row->term[i].factor);
            even = even && is_power(row->term[i].factor);
        }
        n.uneven += equality && row->n > 2 && !even;
    }
    return n;
}

/* The Hermite form of many equalities may have integers without end, and isl counts no
 * operations while it makes it; variables that are pinned leave nothing of them. */
#define LONG_ONES 24
#define UNEVEN 9

/* Begins a query; NULL with an error where isl is not to be asked. */
static isl_basic_set *basic_set(lcr_ctx *r, const sys *s)
{
    counts n = count_rows(s);
    if ((n.long_ones > LONG_ONES || n.uneven > UNEVEN) && 3 * n.pins < s->n)
        return lc_fail(r->lc, LC_ERR_LIMIT, "a set of %zu equalities", n.long_ones);
    lcr_begin_on(r, lcr_system_weight(s->n, n.bits));
    return lcr_basic_of(r, s);
}

/* ---- texts ---- */

static isl_set *read_set(lcr_ctx *r, const char *text)
{
    isl_set *set = lcr_isl_set(r, text);
    if (!set)
        lcr_text_not_read(r, LC_ERR_INVALID, "set", text);
    return set;
}

/* ---- questions ---- */

/* What isl has found: a point, or a void one, both taken over. */
static lcr_answer point_of(lcr_ctx *r, lit_pool *pool, isl_point *found, size_t n,
                           sys_point *point)
{
    lcr_answer none = lcr_isl_answer(r, isl_point_is_void(found), "a set of a claim");
    *point = (sys_point){n, NULL};
    if (none == LCR_NO)
        point->at = lcr_lit_alloc(pool, n + 1, sizeof *point->at);
    if (!point->at) {
        isl_point_free(found);
        return none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
    }
    return lcr_point_ints(r, found, n, point->at) ? LCR_YES : LCR_UNKNOWN;
}

lcr_answer lcr_ask_point(lcr_ctx *r, lit_pool *pool, const lcr_evidence *e, size_t i,
                         sys_point *point)
{
    const sys *s = e->set[i];
    isl_basic_set *set = basic_set(r, s);
    if (!set && lc_ctx_code(r->lc) != LC_OK)
        return LCR_UNKNOWN;
    lcr_answer none = lcr_isl_answer(r, isl_basic_set_is_empty(set), "a set of a claim");
    if (none != LCR_NO) {
        isl_basic_set_free(set);
        return none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
    }
    lcr_answer answer = point_of(r, pool, isl_basic_set_sample_point(set), s->n, point);
    if (answer == LCR_YES && !lcr_sys_has(s, point)) {
        lc_fail(r->lc, LC_ERR_INTERNAL, "isl has found a point of a set that is none");
        return LCR_UNKNOWN;
    }
    return answer;
}

lcr_answer lcr_ask_point_of_text(lcr_ctx *r, lit_pool *pool, const char *text, sys_point *point)
{
    lcr_begin_on_text(r, text);
    isl_set *set = read_set(r, text);
    size_t n = set ? (size_t)isl_set_dim(set, isl_dim_set) : 0;
    return set ? point_of(r, pool, isl_set_sample_point(set), n, point) : LCR_UNKNOWN;
}

lcr_answer lcr_ask_are_equal(lcr_ctx *r, const char *text, const char *other)
{
    lcr_begin_on_text(r, text);
    isl_set *x = read_set(r, text), *y = x ? read_set(r, other) : NULL;
    lcr_answer answer = y ? lcr_isl_answer(r, isl_set_is_equal(x, y), "comparing sets")
                          : LCR_UNKNOWN;
    isl_set_free(x);
    isl_set_free(y);
    return answer;
}
