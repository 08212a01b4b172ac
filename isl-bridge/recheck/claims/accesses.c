/* accesses.c - claims about accesses of a warp: conflict_free, coalesced, and
 * comparisons of conflicts(X, ...) and sectors(X, ...) with a number.
 *
 * conflict_free has sets of its own (claims/banks.c). Else the cost of the worst access is
 * computed, and the sets say that no access costs more, that one costs as much, or both:
 * claims/ranks.c of functions linear over F2, claims/lanes.c of layouts. Where there are no
 * such sets, all accesses are looked at, of up to LCR_EVIDENCE_POINTS coordinates: of composed
 * layouts, of strides that add by XOR and are not linear in the bits of coordinates, and where
 * accesses are of too many kinds.
 */
#include "config.h"

#include "accesses.h"

#include <stdlib.h>
#include <string.h>

/* ---- accesses ---- */

lc_int lcr_acc_coordinate(lc_ctx *lc, const accesses *a, lc_int c)
{
    lc_int lane = lc_int_const(1), below = lane;
    for (size_t i = 0; i < a->x->lane_bits; i++)
        lane = lc_int_add(lc, lane, lane);
    for (size_t i = 0; i < a->x->lane_bit; i++)
        below = lc_int_add(lc, below, below);
    if (a->x->lane_bits == 0)
        return c;
    lc_int own = lc_int_fmod(lc, c, lane), rest = lc_int_fdiv(lc, c, lane);
    lc_int low = lc_int_fmod(lc, rest, below), high = lc_int_fdiv(lc, rest, below);
    high = lc_int_add(lc, own, lc_int_mul(lc, high, lane));
    return lc_int_add(lc, low, lc_int_mul(lc, high, below));
}

int lcr_acc_phase(const accesses *a)
{
    int together = a->row / lcr_acc_cell(a);
    return together < a->lanes ? together : a->lanes;
}

int lcr_acc_cell(const accesses *a)
{
    return a->width < ACC_WORD ? ACC_WORD : a->width;
}

bool lcr_acc_is_affine_in_bits(lc_ctx *lc, const accesses *a, size_t *bits)
{
    fn f = {1, {a->x}, NULL};
    return (a->lanes & (a->lanes - 1)) == 0 && lc_int_is_power_of_two(a->bytes) &&
           lcr_fn_is_affine_in_bits(lc, &f, a->x, bits);
}

const lit *lcr_acc_split(ev *e, const lit *x, lc_int size, size_t *n)
{
    lc_ctx *lc = e->pool->lc;
    lit *y = lcr_lit_alloc(e->pool, 1, sizeof *y);
    lc_int *extent = lcr_lit_alloc(e->pool, x->n + 1, sizeof *extent);
    lc_int *step = lcr_lit_alloc(e->pool, x->n + 1, sizeof *step);
    if (y == NULL || extent == NULL || step == NULL)
        return NULL;
    *y = *x; /* of which the nesting is not asked */
    y->extent = extent;
    y->step = step;
    memcpy(extent, x->extent, x->n * sizeof *extent);
    memcpy(step, x->step, x->n * sizeof *step);
    for (*n = 0; *n < x->n && !lc_int_is_one(size); ++*n) {
        lc_int here = extent[*n];
        if (lc_int_divides(lc, here, size)) {
            size = lc_int_fdiv(lc, size, here);
            continue;
        }
        if (!lc_int_divides(lc, size, here))
            return NULL;
        memmove(extent + *n + 1, extent + *n, (x->n - *n) * sizeof *extent);
        memmove(step + *n + 1, step + *n, (x->n - *n) * sizeof *step);
        extent[*n] = size;
        extent[*n + 1] = lc_int_fdiv(lc, here, size);
        step[*n + 1] = lc_int_mul(lc, step[*n], size);
        y->n++;
        size = lc_int_const(1);
    }
    return y;
}

/* ---- counting ---- */

int64_t lcr_acc_block(int64_t byte, int bytes) { return byte / bytes - (byte % bytes < 0); }

bool lcr_acc_at(lc_ctx *lc, const accesses *a, int64_t first, int lanes, acc_access *out)
{
    lc_int value[LIT_MAX_AXES];
    out->n = lanes;
    for (int i = 0; i < lanes; i++) {
        lc_frame frame = lc_frame_open(lc);
        lc_int c = lcr_acc_coordinate(lc, a, lc_int_si(lc, first + i)), address = lc_int_const(0);
        bool is = lcr_lit_at(lc, a->x, c, value);
        for (size_t j = 0; is && j < a->x->naxes; j++) /* of one value, others are 0 */
            address = lc_int_add(lc, address, lc_int_mul(lc, a->bytes, value[j]));
        is = is && lc_int_bits(address) < 62; /* so that differences are words, too */
        out->byte[i] = is ? lc_int_get_si(address) : 0;
        lc_frame_close(lc, frame);
        if (!is)
            return false;
    }
    return true;
}

bool lcr_acc_is_aligned(const accesses *a, const acc_access *at)
{
    bool all = true;
    for (int i = 0; i < at->n; i++)
        all = all && at->byte[i] % a->width == 0;
    return all;
}

void lcr_acc_blocks_of(const acc_access *at, int first, int end, int bytes, acc_blocks *out)
{
    out->n = 0;
    for (int i = first; i < end; i++) {
        int64_t here = lcr_acc_block(at->byte[i], bytes);
        bool known = false;
        for (int j = 0; j < out->n; j++)
            known = known || out->block[j] == here;
        if (!known) {
            out->lane[out->n] = i;
            out->block[out->n++] = here;
        }
    }
}

void lcr_acc_busiest(const accesses *a, acc_blocks *b)
{
    int count[ACC_MOST_ROW] = {0}, row = a->row / lcr_acc_cell(a), best = 0, n = 0;
    for (int i = 0; i < b->n; i++)
        count[b->block[i] - lcr_acc_block(b->block[i], row) * row]++;
    for (int place = 0; place < row; place++)
        best = count[place] > count[best] ? place : best;
    for (int i = 0; i < b->n; i++)
        if (b->block[i] - lcr_acc_block(b->block[i], row) * row == best) {
            b->lane[n] = b->lane[i];
            b->block[n++] = b->block[i];
        }
    b->n = n;
}

static int conflicts_of(const accesses *a, const acc_access *at)
{
    int sum = 0, phase = lcr_acc_phase(a);
    for (int first = 0; first < at->n; first += phase) {
        acc_blocks b;
        lcr_acc_blocks_of(at, first, first + phase < at->n ? first + phase : at->n,
                          lcr_acc_cell(a), &b);
        lcr_acc_busiest(a, &b);
        sum += b.n - 1;
    }
    return sum;
}

int lcr_acc_count(const accesses *a, acc_cost what, const acc_access *at)
{
    acc_blocks sectors, moved;
    if (what == ACC_CONFLICTS)
        return conflicts_of(a, at);
    lcr_acc_blocks_of(at, 0, at->n, ACC_SECTOR, &sectors);
    lcr_acc_blocks_of(at, 0, at->n, a->width, &moved);
    int least = (a->width * moved.n + ACC_SECTOR - 1) / ACC_SECTOR;
    return what == ACC_SECTORS ? sectors.n : sectors.n - least;
}

/* ---- claims ---- */

/* The cost is REL k. */
typedef struct {
    const char *relation;
    lc_int k;
} bound;

static bool is(const bound *b, const char *relation) { return strcmp(b->relation, relation) == 0; }

static bool holds(const bound *b, int most)
{
    lc_int n = lc_int_const(most);
    return is(b, "==")   ? lc_int_eq(n, b->k)
           : is(b, "!=") ? !lc_int_eq(n, b->k)
           : is(b, "<=") ? !lc_int_lt(b->k, n)
                         : !lc_int_lt(n, b->k);
}

static const char *failure_of(const bound *b)
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

/* What is not aligned faults, and is none of the accesses that cost little. */
static bool by_looking(ev *e, const accesses *a, acc_cost what, const bound *b)
{
    acc_worst worst;
    lc_int size = lcr_lit_size(e->pool->lc, a->x);
    if (lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), size) ||
        !look(e->pool->lc, a, what, lc_int_get_si(size), &worst) ||
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
static bool state(ev *e, const bound *b, const acc_worst *worst, bool *upper, bool *lower)
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

static bool by_sets(ev *e, const accesses *a, acc_cost what, const bound *b)
{
    size_t bits;
    acc_worst worst;
    acc_plan *plan = NULL;
    bool upper, lower, few = true, linear = lcr_acc_is_affine_in_bits(e->pool->lc, a, &bits);
    if (linear && !lcr_acc_rank_worst(e, a, what, bits, &worst))
        return lcr_ev_not(e);
    if (!linear)
        plan = lcr_acc_plan_of(e, a, what, &worst);
    if (!linear && plan == NULL)
        return lc_ctx_code(e->pool->lc) == LC_OK && by_looking(e, a, what, b);
    if (!worst.aligned && !is(b, "<="))
        return lcr_ev_not(e);
    bool ok = state(e, b, &worst, &upper, &lower) &&
              (linear ? lcr_acc_aligned_in_bits(e, a, bits) &&
                            lcr_acc_rank_sets(e, a, what, bits, upper, lower)
                      : lcr_acc_plan_sets(e, plan, upper, lower, &few));
    if (ok && !few) {
        *e->out = (lcr_evidence){.holds = true};
        return by_looking(e, a, what, b);
    }
    e->out->by = "accesses";
    return ok;
}

/* Argument i of n, the usual number if it is missing. */
static bool small(const lcr_statement *c, size_t n, size_t i, int usual, int most, int *out)
{
    lc_int value;
    *out = usual;
    if (i >= n)
        return true;
    if (!lcr_ev_integer(c->arg[i], &value) || lc_int_sign(value) <= 0 ||
        lc_int_lt(lc_int_const(most), value))
        return false;
    *out = (int)lc_int_get_si(value);
    return true;
}

/* Lanes, bytes, width, of which the last may be missing. The usual width is the bytes, which
 * have to be one then. */
static bool read_sizes(const lcr_statement *c, size_t n, int widest, accesses *a)
{
    a->bytes = lc_int_const(ACC_WORD);
    if (!small(c, n, 1, 32, ACC_LANES, &a->lanes) ||
        (n > 2 && (!lcr_ev_integer(c->arg[2], &a->bytes) || lc_int_sign(a->bytes) <= 0)))
        return false;
    bool wide = n <= 3 && lc_int_lt(lc_int_const(widest), a->bytes);
    int bytes = n <= 3 && !wide ? (int)lc_int_get_si(a->bytes) : widest;
    return !wide && small(c, n, 3, bytes, widest, &a->width) && (a->width & (a->width - 1)) == 0;
}

/* X and the sizes; where banks count, their number. */
static bool read_accesses(ev *e, const lcr_statement *c, size_t n, acc_cost what, accesses *a)
{
    int outs = 0, banks = 32;
    bool banked = what == ACC_CONFLICTS;
    a->x = lcr_ev_layout(e, c->arg[0]);
    if (a->x == NULL || !lcr_lit_is_function(a->x) || a->x->basis ||
        !read_sizes(c, n, banked ? 16 : 32, a) ||
        (banked && !small(c, n, 4, 32, 64, &banks)) || (banks != 32 && banks != 64))
        return false;
    a->row = banks * ACC_WORD;
    for (size_t j = 0; a->x->kind == LIT_LINEAR && j < a->x->naxes; j++)
        outs += !lc_int_is_one(a->x->out[j]);
    bool power = (a->lanes & (a->lanes - 1)) == 0;
    if (a->x->has_lane && a->x->lane_bits < 6 && a->lanes > 1 << a->x->lane_bits)
        a->lanes = 1 << a->x->lane_bits;
    return outs <= 1 && (power || !a->x->has_lane);
}

bool lcr_ev_conflict_free(ev *e, const lcr_statement *c)
{
    accesses a;
    bool possible;
    bound none = {"<=", lc_int_const(0)};
    if (!read_accesses(e, c, c->n, ACC_CONFLICTS, &a))
        return lcr_ev_not(e);
    if (!lcr_acc_conflict_free(e, &a, &possible))
        return false;
    e->out->by = "banks";
    return possible || by_sets(e, &a, ACC_CONFLICTS, &none);
}

bool lcr_ev_coalesced(ev *e, const lcr_statement *c)
{
    accesses a;
    bound none = {"<=", lc_int_const(0)};
    return read_accesses(e, c, c->n, ACC_SPARE, &a) ? by_sets(e, &a, ACC_SPARE, &none)
                                                    : lcr_ev_not(e);
}

/* `conflicts <=` of X, lanes, bytes, width, banks and a number; `sectors <=` without banks. */
bool lcr_ev_access_cost(ev *e, const lcr_statement *c)
{
    bool sectors = strncmp(c->claim, "sectors", 7) == 0;
    acc_cost what = sectors ? ACC_SECTORS : ACC_CONFLICTS;
    accesses a;
    bound b = {strchr(c->claim, ' ') + 1, lc_int_const(0)};
    if (!read_accesses(e, c, c->n - 1, what, &a) || !lcr_ev_integer(c->arg[c->n - 1], &b.k))
        return lcr_ev_not(e);
    return by_sets(e, &a, what, &b);
}
