/* banks.c - claims about accesses of a warp: conflict_free, coalesced, and bounds on
 * conflicts(X, ...) and sectors(X, ...).
 *
 * All are one search for the worst access (accesses.h) under a cost, and a counterexample shows
 * the addresses of that access (access-text.h). A misaligned access faults, and a vector whose
 * offsets are not consecutive is none: either refutes every claim that accesses are good, and
 * costs no number.
 */
#include "config.h"

#include "access-text.h"
#include "measures.h"

#include <limits.h>

/* ---- costs ---- */

static unsigned conflict_grain(unsigned width)
{
    return width < LC_WORD_BYTES ? LC_WORD_BYTES : width;
}

static unsigned sector_grain(unsigned width)
{
    (void)width;
    return LC_SECTOR_BYTES;
}

/* Sectors past those that the bytes would fill. */
static unsigned spare_sectors(lc_ctx *ctx, const lc_access *access)
{
    return lc_access_sectors(ctx, access) - lc_access_least_sectors(ctx, access);
}

const lcv_cost lcv_conflict_cost = {lc_access_conflicts, conflict_grain};
static const lcv_cost sector_cost = {lc_access_sectors, sector_grain};
const lcv_cost lcv_spare_cost = {spare_sectors, sector_grain};

struct lcv_measure {
    const char *name;
    unsigned widest; /* bytes a lane */
    const lcv_cost *cost;
    lcv_tell_access *tell;
    bool has_number; /* that is worth telling: it is not 0 wherever the claim holds */
};

const lcv_measure lcv_conflicts = {"conflicts", 16, &lcv_conflict_cost, lcv_tell_conflicts, true};
const lcv_measure lcv_sectors = {"sectors", 32, &sector_cost, lcv_tell_sectors, true};

/* Which are 0 where the claim of that name holds. */
static const lcv_measure conflict_free = {"conflict_free", 16, &lcv_conflict_cost,
                                          lcv_tell_conflicts, false};
static const lcv_measure coalesced = {"coalesced", 32, &lcv_spare_cost, lcv_tell_sectors, false};

/* ---- verdicts ---- */

/* Is this no access that the memory would serve? */
static bool is_none(const lcv_worst *worst)
{
    return worst->status == LCV_MISALIGNED || worst->status == LCV_SCATTERED;
}

static lcv_result *proved(lc_ctx *ctx, const lcv_measure *m, const lcv_accesses *a,
                          const lcv_worst *worst)
{
    char *remark = lcv_access_count(ctx, a);
    if (m->has_number)
        remark = lcv_text(ctx, "%S; %s is %s%z", remark, m->name,
                          worst->status == LCV_WORST_KNOWN ? "" : "at least ",
                          (size_t)worst->cost);
    return lcv_proved_with(ctx, worst->method, remark);
}

static lcv_result *undecided(lc_ctx *ctx, const lcv_accesses *a)
{
    return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                       lcv_text(ctx,
                                "the accesses of %s are no translates of a few of them, and %i "
                                "coordinates are too many to enumerate: up to %i are",
                                a->x.name, a->x.size, lcv_accesses_limit(ctx, a)));
}

/* ---- conflict_free, coalesced ---- */

static lcv_result *prove_none(lc_ctx *ctx, const lcv_measure *m, size_t n, lcv_value *const *args)
{
    lcv_accesses a;
    lcv_worst worst;
    if (!lcv_accesses_of(ctx, m->name, n, args, m->widest, &a) ||
        !lcv_worst_access(ctx, &a, m->cost, 0, &worst))
        return NULL;
    if (is_none(&worst))
        return lcv_tell_fault(ctx, &a, &worst, "");
    if (worst.cost > 0)
        return m->tell(ctx, &a, &worst, "");
    return worst.status == LCV_WORST_KNOWN ? proved(ctx, m, &a, &worst) : undecided(ctx, &a);
}

lcv_result *lcv_prove_conflict_free(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    return prove_none(lcr_ctx_lc(r), &conflict_free, n, args);
}

lcv_result *lcv_prove_coalesced(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    return prove_none(lcr_ctx_lc(r), &coalesced, n, args);
}

/* ---- conflicts, sectors ---- */

/* LC_ERR_NO_VALUE: there is no number. */
static void *no_number(lc_ctx *ctx, const lcv_measure *m, const lcv_accesses *a,
                       const lcv_worst *worst)
{
    char *where = lcv_kept(ctx, lcv_access_place(ctx, a, worst->access, &worst->lane));
    if (where && worst->status == LCV_SCATTERED)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "%s: no vector at %s: its values %u and %u are no consecutive offsets", m->name,
                where, worst->value - 1, worst->value);
    else if (where)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "%s: misaligned at %s: the address is no multiple of the width %u", m->name,
                where, a->width);
    return NULL;
}

bool lcv_measure_value(lc_ctx *ctx, const lcv_measure *m, size_t n, lcv_value *const *args,
                       lc_int *value)
{
    lc_frame frame = lc_frame_open(ctx);
    lcv_accesses a;
    lcv_worst worst;
    bool known = lcv_accesses_of(ctx, m->name, n, args, m->widest, &a) &&
                 lcv_worst_access(ctx, &a, m->cost, UINT_MAX, &worst);
    if (known) {
        if (is_none(&worst))
            no_number(ctx, m, &a, &worst);
        else if (worst.status != LCV_WORST_KNOWN)
            lc_fail(ctx, LC_ERR_BUDGET,
                    "%s: the accesses are no translates of a few of them, and too many to look "
                    "at",
                    m->name);
        *value = lc_int_const((int32_t)worst.cost);
        known = worst.status == LCV_WORST_KNOWN;
    }
    lc_frame_close(ctx, frame);
    return known;
}

static bool allows(lcv_measure_bounds bounds, lc_int cost)
{
    bool inside = (!bounds.least || lc_int_le(*bounds.least, cost)) &&
                  (!bounds.most || lc_int_le(cost, *bounds.most));
    return inside != bounds.outside;
}

/* Only a lower bound is known: may the number be one with another verdict? */
static bool may_change(lcv_measure_bounds bounds, lc_int cost)
{
    if (bounds.most)
        return lc_int_le(cost, *bounds.most);
    return bounds.least && lc_int_lt(cost, *bounds.least);
}

static lcv_result *refuted(lc_ctx *ctx, const lcv_measure *m, const lcv_accesses *a,
                           const lcv_worst *worst)
{
    if (worst->cost == 0) /* nothing to tell of an access */
        return lcv_refuted(ctx, worst->method, lcv_text(ctx, ""),
                           lcv_text(ctx, "%s is 0", m->name));
    char *prefix = lcv_kept(ctx, lcv_text(ctx, "%s is %s%z: ", m->name,
                                          worst->status == LCV_WORST_SO_FAR ? "at least " : "",
                                          (size_t)worst->cost));
    return prefix ? m->tell(ctx, a, worst, prefix) : NULL;
}

/* An access without a number is below no bound. */
static lcv_result *judge(lc_ctx *ctx, const lcv_measure *m, const lcv_accesses *a,
                         const lcv_worst *worst, lcv_measure_bounds bounds)
{
    lc_int cost = lc_int_const((int32_t)worst->cost);
    if (is_none(worst))
        return !bounds.least ? lcv_tell_fault(ctx, a, worst, "") : no_number(ctx, m, a, worst);
    if (worst->status == LCV_WORST_SO_FAR && may_change(bounds, cost))
        return undecided(ctx, a);
    return allows(bounds, cost) ? proved(ctx, m, a, worst) : refuted(ctx, m, a, worst);
}

lcv_result *lcv_prove_measure(lc_ctx *ctx, const lcv_measure *m, size_t n, lcv_value *const *args,
                              lcv_measure_bounds bounds)
{
    lc_frame frame = lc_frame_open(ctx);
    lcv_accesses a;
    lcv_worst worst;
    lcv_result *result = NULL;
    if (lcv_accesses_of(ctx, m->name, n, args, m->widest, &a) &&
        lcv_worst_access(ctx, &a, m->cost, UINT_MAX, &worst))
        result = judge(ctx, m, &a, &worst, bounds);
    lc_frame_close(ctx, frame);
    return lcv_settle(ctx, result);
}
