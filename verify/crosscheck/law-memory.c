/* law-memory.c - conflicts and sectors, counted once more.
 *
 * Every access is looked at, byte by byte and bank by bank: this file knows nothing of periods,
 * of matrices, or of accesses that do not straddle words.
 */
#include "config.h"

#include "../claim/access-list.h"
#include "../claim/accesses.h"
#include "../operation/operation.h"
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

/* ---- find_swizzle, find_padding ---- */

/* Each access of the arguments from `first` on has no conflicts behind the value. */
static lcv_result *recount_behind(lcv_case *c, size_t first)
{
    lcv_access_list list;
    lcv_result *result = NULL;
    lcv_value **args = lcv_values_listed(c->r, "conflicts", false, c->n - first, c->args + first);
    lcv_value *zero = lcv_kept(c->ctx, lcv_value_int(c->ctx, lc_int_const(0)));
    if (!args || !zero || !lcv_list_accesses(c->ctx, "conflicts", c->n - first, args, &list))
        return NULL;
    for (size_t i = 0; i < list.n && (i == 0 || lcv_goes_on(&result)); i++) {
        lcv_value *pair[2] = {(lcv_value *)(uintptr_t)c->value, list.arg[i][0]};
        lcv_call of = {.r = c->r, .ctx = c->ctx, .name = "compose", .n = 2, .arg = pair};
        lcv_case behind = *c;
        behind.n = LCV_ACCESS_ARGS;
        behind.args = list.arg[i];
        behind.value = zero;
        list.arg[i][0] = lcv_kept(c->ctx, lcv_compose_values(&of));
        if (!list.arg[i][0])
            return NULL;
        result = law_of(&behind, "conflicts", 16, recount_conflicts);
    }
    return result;
}

lcv_result *lcv_law_find_swizzle(lcv_case *c)
{
    return recount_behind(c, 0);
}

/* V is A with one stride longer, and its multiples alike; no access has conflicts. */
lcv_result *lcv_law_find_padding(lcv_case *c)
{
    lc_ctx *ctx = c->ctx;
    lc_layout *a = lcv_layout_of(c, c->args[0]), *v = c->value->layout;
    size_t n = a ? lc_layout_nleaves(a) : 0, from = n;
    if (!a)
        return NULL;
    if (!v || lc_layout_nleaves(v) != n)
        return lcv_refute(c, LCV_BY_COMPARISON, "shape: it is not that of A");
    for (size_t k = 0; k < n; k++) /* the least of the strides that are longer */
        if (!lc_int_eq(lc_layout_step(a, k), lc_layout_step(v, k)) &&
            (from == n || lc_int_lt(lc_layout_step(a, k), lc_layout_step(a, from))))
            from = k;
    lcv_result *result = NULL;
    for (size_t k = 0; from < n && k < n && (k == 0 || lcv_goes_on(&result)); k++) {
        lc_int d = lc_layout_step(a, from), of = lc_layout_step(a, k), want = of;
        if (lc_int_divides(ctx, d, of))
            want = lc_int_mul(ctx, lc_int_fdiv(ctx, of, d), lc_layout_step(v, from));
        result = lcv_judge(c,
                           lc_int_eq(want, lc_layout_step(v, k)) &&
                               lc_int_lt(d, lc_layout_step(v, from)),
                           LCV_BY_COMPARISON, "stride: %i is not %i", lc_layout_step(v, k), want);
    }
    return from == n || lcv_goes_on(&result) ? recount_behind(c, 1) : result;
}

lcv_result *lcv_law_sectors(lcv_case *c)
{
    return law_of(c, "sectors", 32, recount_sectors);
}
