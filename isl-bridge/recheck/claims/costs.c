/* costs.c - claims about accesses of a warp: conflict_free, coalesced, and comparisons of
 * conflicts(X, ...) and sectors(X, ...) with a number.
 *
 * conflict_free has sets of its own (claims/banks.c). Else the cost of the worst access is
 * computed, and the sets say that no access costs more, that one costs as much, or both
 * (claims/lanes.c). Where there are no such sets, all accesses are looked at, of up to
 * LCR_EVIDENCE_POINTS coordinates: of composed layouts, of strides that add by XOR and are not
 * linear in the bits of coordinates, and where accesses are of too many kinds.
 */
#include "config.h"

#include "accesses.h"
#include "claims.h"

#include "../../../lib/bank-models.h"
#include "../../../lib/size.h"

#include <string.h>

/* Where arguments are; those of global memory have the vector in the place of the banks. */
enum { BANKS = 4, VECTOR, ARCH, OP };

/* ---- bounds ---- */

static bool is(const acc_bound *b, const char *relation)
{
    return strcmp(b->relation, relation) == 0;
}

static bool holds(const acc_bound *b, int most)
{
    lc_int n = lc_int_const(most);
    return is(b, "==")   ? lc_int_eq(n, b->k)
           : is(b, "!=") ? !lc_int_eq(n, b->k)
           : is(b, "<=") ? !lc_int_lt(b->k, n)
                         : !lc_int_lt(n, b->k);
}

static const char *failure_of(const acc_bound *b)
{
    return is(b, ">=")   ? "no access costs as much"
           : is(b, "<=") ? "an access costs more"
                         : "the worst access costs something else";
}

/* ---- by looking ---- */

/* The worst of all accesses, up to the first that is not aligned; false where an address is too
 * large. */
static bool look(lc_ctx *lc, const accesses *a, acc_cost what, int64_t size, acc_worst *worst)
{
    *worst = (acc_worst){.aligned = true};
    for (int64_t first = 0; first < size && worst->aligned; first += a->lanes) {
        acc_access at;
        int64_t left = size - first;
        if (!lcr_acc_at(lc, a, first, left < a->lanes ? (int)left : a->lanes, &at))
            return false;
        worst->aligned = lcr_acc_is_aligned(a, &at);
        int here = worst->aligned ? lcr_acc_count(a, what, &at) : 0;
        worst->most = here > worst->most ? here : worst->most;
    }
    return true;
}

/* An access that is not aligned faults, and counts among none that cost little. */
static bool by_looking(ev *e, const accesses *a, const acc_bound *b)
{
    acc_worst worst;
    lc_int size = lcr_lit_size(e->pool->lc, a->x);
    if (!lcr_lit_is_few(size) || !look(e->pool->lc, a, b->what, lc_int_get_si(size), &worst) ||
        (!worst.aligned && !is(b, "<=")))
        return lcr_ev_not(e);
    e->out->by = "accesses";
    e->out->looked = true;
    return lcr_ev_condition(e, worst.aligned, "an address is no multiple of the width") &&
           lcr_ev_condition(e, holds(b, worst.most), failure_of(b));
}

/* ---- by sets ---- */

/* Which sets say whether the claim holds: that no access costs more than the worst, and that
 * one costs as much. */
static bool state(ev *e, const acc_bound *b, const acc_worst *worst, bool *upper, bool *lower)
{
    *upper = *lower = false;
    if (!worst->aligned) /* a point of the sets of addresses */
        return true;
    bool yes = holds(b, worst->most), more = lc_int_lt(b->k, lc_int_const(worst->most));
    bool exact = lc_int_eq(b->k, lc_int_const(worst->most));
    *upper = is(b, "<=") || is(b, ">=") ? is(b, "<=") == yes : exact || !more;
    *lower = is(b, "<=") || is(b, ">=") ? is(b, ">=") == yes : exact || more;
    e->out->one_way = true;
    return yes || lcr_ev_contrary(e, failure_of(b));
}

static bool by_sets(ev *e, const accesses *a, const acc_bound *b)
{
    acc_worst worst;
    bool upper, lower, few;
    const lcr_evidence before = *e->out;
    const acc_plan *plan = lcr_acc_plan_of(e, a, b->what, &worst);
    if (!plan)
        return lcr_ev_ok(e) && by_looking(e, a, b);
    if (!worst.aligned && !is(b, "<="))
        return lcr_ev_not(e);
    bool ok = state(e, b, &worst, &upper, &lower) &&
              lcr_acc_plan_sets(e, plan, upper, lower, &few);
    if (ok && !few) {
        *e->out = before;
        return by_looking(e, a, b);
    }
    e->out->by = "accesses";
    return ok;
}

/* ---- arguments ---- */

/* Is argument i of n given? */
static bool is_given(const lcr_statement *c, size_t n, size_t i)
{
    return i < n && !lcr_lit_is_any(c->arg[i]);
}

/* Argument i of n, the usual number if it is not given. */
static bool small(const lcr_statement *c, size_t n, size_t i, int usual, int most, int *out)
{
    lc_int value = lc_int_const(usual);
    if (is_given(c, n, i) &&
        (!lcr_ev_integer(c->arg[i], &value) || lc_int_is_size(value) ||
         lc_int_le(value, lc_int_const(0)) || lc_int_lt(lc_int_const(most), value)))
        return false;
    *out = (int)lc_int_get_si(value);
    return true;
}

/* The one name that is argument i; NULL: there is none. */
static const char *name(const lcr_statement *c, size_t n, size_t i)
{
    return i < n && c->arg[i]->kind == LIT_NAMES && c->arg[i]->nnames == 1 ? c->arg[i]->name[0]
                                                                           : NULL;
}

/* The lanes of a warp of the processor that is given, 32 where none is; -1: it is not known. */
static int wave_of(const lcr_statement *c, size_t n)
{
    const char *arch = name(c, n, ARCH);
    unsigned wave = arch ? lc_bank_wave(arch) : 32;
    return wave > 0 && (arch || !is_given(c, n, ARCH)) ? (int)wave : -1;
}

/* Lanes, bytes, the vector, 0 where it is not given, and the width, which usually is that of a
 * vector. */
static bool read_sizes(const lcr_statement *c, size_t n, bool banked, accesses *a, int *vector)
{
    int wave = banked ? wave_of(c, n) : 32, widest = banked ? 16 : 32;
    a->bytes = lc_int_const(ACC_WORD);
    if (wave < 0 || !small(c, n, 1, wave, ACC_LANES, &a->lanes) ||
        !small(c, n, banked ? VECTOR : BANKS, 0, 32, vector) ||
        (is_given(c, n, 2) && (!lcr_ev_integer(c->arg[2], &a->bytes) ||
                               lc_int_is_size(a->bytes) || lc_int_le(a->bytes, lc_int_const(0)))))
        return false;
    bool wide = lc_int_lt(lc_int_const(widest), a->bytes);
    int usual = wide ? widest + 1 : (int)lc_int_get_si(a->bytes) * (*vector > 0 ? *vector : 1);
    return small(c, n, 3, usual, widest, &a->width) && a->width <= widest &&
           (a->width & (a->width - 1)) == 0;
}

/* The number of banks and the order of service, of the processor that is given or of NVIDIA's. */
static bool read_banks(ev *e, const lcr_statement *c, size_t n, accesses *a)
{
    int banks;
    const char *arch = name(c, n, ARCH), *op = name(c, n, OP);
    bool writes = op && strcmp(op, "write") == 0;
    if (!arch)
        return a->lanes <= 32 && small(c, n, BANKS, 32, 64, &banks) &&
               (banks == 32 || banks == 64) && (a->row = banks * ACC_WORD) > 0;
    const lc_bank_model *m = lc_bank_model_find(e->pool->lc, c->claim, arch, writes,
                                                (unsigned)a->width);
    if (!m) {
        lc_ctx_reset(e->pool->lc);
        return false;
    }
    a->fours = m->fours;
    a->row = (int)m->banks * ACC_WORD;
    return small(c, n, BANKS, (int)m->banks, 64, &banks) && banks == (int)m->banks &&
           a->lanes <= (int)m->wave && (!op || writes || strcmp(op, "read") == 0);
}

/* X and the sizes; where banks count, their number; the vector as it is given. */
static bool read_accesses(ev *e, const lcr_statement *c, size_t n, acc_cost what, accesses *a,
                          int *vector)
{
    int outs = 0;
    bool banked = what == ACC_CONFLICTS;
    *a = (accesses){.x = c->arg[0]};
    if (!lcr_lit_is_function(a->x) || a->x->basis || !read_sizes(c, n, banked, a, vector) ||
        (banked && !read_banks(e, c, n, a)))
        return false;
    for (size_t j = 0; lcr_lit_has_dims(a->x) && j < a->x->naxes; j++)
        outs += !lc_int_is_one(a->x->out[j]);
    bool power = (a->lanes & (a->lanes - 1)) == 0;
    if (a->x->has_lane && a->x->lane_bits < 6 && a->lanes > 1 << a->x->lane_bits)
        a->lanes = 1 << a->x->lane_bits;
    return outs <= 1 && (power || !a->x->has_lane);
}

/* ---- the claims ---- */

/* Vectors that are none are all that is to be said of a claim that accesses cost little. */
static bool are_vectors(ev *e, const accesses *a, bool *ok)
{
    bool broken;
    *ok = lcr_acc_vectors(e, a, &broken);
    if (*ok && (broken || e->none))
        e->out->by = "accesses";
    return *ok && !broken && !e->none;
}

bool lcr_acc_is_bounded(ev *e, const accesses *a, const acc_bound *b)
{
    bool ok, possible = false,
             none = b->what == ACC_CONFLICTS && is(b, "<=") &&
                    lc_int_known_equal(b->k, lc_int_const(0));
    if (!are_vectors(e, a, &ok)) /* a vector that is none has no cost */
        return ok && (is(b, "<=") || lcr_ev_not(e));
    if (none && !lcr_acc_conflict_free(e, a, &possible))
        return false;
    return possible || by_sets(e, a, b);
}

bool lcr_acc_claim(ev *e, const lcr_statement *c, size_t n, const acc_bound *b)
{
    accesses a;
    int vector;
    bool read = read_accesses(e, c, n, b->what, &a, &vector);
    if (read && e->pool->sizes && is(b, "<="))
        return lcr_acc_sized(e, &a, vector, b);
    return read && lcr_acc_set_vectors(e, &a, vector) ? lcr_acc_is_bounded(e, &a, b)
                                                      : lcr_ev_ok(e) && lcr_ev_not(e);
}

/* `conflicts <=` of X, lanes, bytes, width, banks, perhaps a vector, a processor and what it
 * does, and a number; `sectors <=` without banks and processor. conflict_free has no conflicts,
 * and coalesced no sectors to spare, without a number. */
bool lcr_ev_access_cost(ev *e, const lcr_statement *c)
{
    const char *relation = strchr(c->claim, ' ');
    acc_bound b = {.what = strcmp(c->claim, "coalesced") == 0     ? ACC_SPARE
                           : strncmp(c->claim, "sectors", 7) == 0 ? ACC_SECTORS
                                                                  : ACC_CONFLICTS,
                   .relation = relation ? relation + 1 : "<=",
                   .k = lc_int_const(0)};
    if (relation && !lcr_ev_integer(c->arg[c->n - 1], &b.k))
        return lcr_ev_not(e);
    return lcr_acc_claim(e, c, relation ? c->n - 1 : c->n, &b);
}
