/* law-memory.c - conflicts and sectors, counted once more.
 *
 * Every access is looked at, byte by byte and bank by bank: this file knows nothing of periods,
 * of matrices, or of accesses that do not straddle words.
 */
#include "config.h"

#include "../claim/accesses.h"
#include "laws.h"

typedef struct {
    unsigned n;
    lc_int block[LC_MAX_LANES * 16];
} blocks;

/* The blocks of `size` bytes that bytes of a lane lie in. */
static void add_lane(lc_ctx *ctx, blocks *b, const lc_access *access, unsigned lane, int32_t size)
{
    for (unsigned i = 0; i < access->width; i++) {
        lc_int byte = lc_int_add(ctx, access->byte[lane], lc_int_const((int32_t)i));
        lc_int block = lc_int_fdiv(ctx, byte, lc_int_const(size));
        unsigned k = 0;
        while (k < b->n && !lc_int_eq(b->block[k], block))
            k++;
        b->block[k] = block;
        b->n += k == b->n;
    }
}

/* The words that one bank has to give. */
static unsigned words_of_bank(lc_ctx *ctx, const blocks *words, int32_t banks, int32_t bank)
{
    unsigned n = 0;
    for (unsigned k = 0; k < words->n; k++)
        n += lc_int_eq(lc_int_fmod(ctx, words->block[k], lc_int_const(banks)),
                       lc_int_const(bank));
    return n;
}

static unsigned recount_conflicts(lc_ctx *ctx, const lc_access *access)
{
    int32_t banks = (int32_t)access->banks;
    unsigned words_of_lane = access->width == 16 ? 4 : access->width == 8 ? 2 : 1;
    unsigned together = access->banks / words_of_lane, extra = 0;
    for (unsigned first = 0; first < access->lanes; first += together) {
        blocks words = {.n = 0};
        for (unsigned i = first; i < first + together && i < access->lanes; i++)
            add_lane(ctx, &words, access, i, LC_WORD_BYTES);
        unsigned most = 0;
        for (int32_t bank = 0; bank < banks; bank++) {
            unsigned n = words_of_bank(ctx, &words, banks, bank);
            most = n > most ? n : most;
        }
        extra += most - 1;
    }
    return extra;
}

static unsigned recount_sectors(lc_ctx *ctx, const lc_access *access)
{
    blocks touched = {.n = 0};
    for (unsigned i = 0; i < access->lanes; i++)
        add_lane(ctx, &touched, access, i, LC_SECTOR_BYTES);
    return touched.n;
}

typedef unsigned counting(lc_ctx *ctx, const lc_access *access);

static lcv_result *recount(const lcv_case *c, const lcv_accesses *a, counting *count)
{
    lc_ctx *ctx = c->ctx;
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), a->x.size))
        return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                           lcv_text(ctx, "%i coordinates are not counted again", a->x.size));
    unsigned most = 0;
    int64_t worst = 0;
    for (int64_t k = 0; k < lc_int_get_si(a->count); k++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_access access = lcv_access_at(ctx, a, lc_int_si(ctx, k));
        unsigned n = count(ctx, &access);
        lc_frame_close(ctx, frame);
        if (n > most) {
            most = n;
            worst = k;
        }
    }
    lc_int said = lc_tuple_value(c->value->tuple, 0);
    return lcv_judge(c, lc_int_eq(said, lc_int_const((int32_t)most)), LCV_BY_ENUMERATION,
                     "access %i: the most is %z, not %i", lc_int_si(ctx, worst), (size_t)most,
                     said);
}

static lcv_result *law_of(lcv_case *c, const char *name, unsigned widest, counting *count)
{
    lcv_accesses a;
    lcv_value **args = lcv_values_listed(c->r, name, false, c->n, c->args);
    return args && lcv_accesses_of(c->ctx, name, c->n, args, widest, &a) ? recount(c, &a, count)
                                                                         : NULL;
}

lcv_result *lcv_law_conflicts(lcv_case *c)
{
    return law_of(c, "conflicts", 16, recount_conflicts);
}

/* ---- find_swizzle ---- */

/* An access behind the swizzle that was found, with its arguments and perhaps its own width. */
static lcv_result *recount_behind(lcv_case *c, lcv_value *x)
{
    lcv_value *args[5], *zero = lcv_kept(c->ctx, lcv_value_int(c->ctx, lc_int_const(0)));
    bool pair = x->kind == LCV_LIST && x->nparts == 2;
    size_t n = pair && c->n < 4 ? 4 : c->n;
    args[0] = lcv_kept(c->ctx, lcv_value_after(c->ctx, c->value, NULL, pair ? x->part[0] : x));
    static const int32_t usual[] = {0, 32, 4, 4, 32};
    for (size_t i = 1; i < n; i++)
        args[i] = i < c->n ? c->args[i]
                           : lcv_kept(c->ctx, lcv_value_int(c->ctx, lc_int_const(usual[i])));
    if (pair)
        args[3] = x->part[1];
    lcv_case behind = *c;
    behind.n = n;
    behind.args = args;
    behind.value = zero;
    return args[0] && zero ? law_of(&behind, "find_swizzle", 16, recount_conflicts) : NULL;
}

lcv_result *lcv_law_find_swizzle(lcv_case *c)
{
    lcv_value *x = c->args[0];
    bool pair = x->kind == LCV_LIST && x->nparts == 2 && x->part[1]->kind == LCV_TUPLE &&
                lc_tuple_is_leaf(x->part[1]->tuple);
    if (x->kind != LCV_LIST || pair)
        return recount_behind(c, x);
    lcv_result *result = recount_behind(c, x->part[0]);
    for (size_t i = 1; lcv_holds(result) && i < x->nparts; i++) {
        lcv_result_free(result);
        result = recount_behind(c, x->part[i]);
    }
    return result;
}

lcv_result *lcv_law_sectors(lcv_case *c)
{
    return law_of(c, "sectors", 32, recount_sectors);
}
