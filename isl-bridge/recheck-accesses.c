/* recheck-accesses.c - claims about accesses of a warp: conflict_free, coalesced, and
 * comparisons of conflicts(X, ...) and sectors(X, ...) with a number.
 *
 * conflict_free has sets of its own (recheck-banks.c). Else the cost of every access is
 * counted, by its definition, where they are few. Where they are many, the first one is
 * counted. If it is too expensive, the claim fails. Otherwise sets say that all others are
 * the first one, moved: by addresses that change no count, or by a XOR.
 */
#include "config.h"

#include "recheck-accesses.h"

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

/* Where the lanes of an access start. */
typedef struct {
    int n;
    int64_t byte[ACC_LANES];
} access;

static int64_t floored(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* Machine words do; false where an address is none of them. */
static bool access_at(lc_ctx *lc, const accesses *a, int64_t size, int64_t first, access *out)
{
    lc_int value[LIT_MAX_AXES];
    out->n = (int)(size - first < a->lanes ? size - first : a->lanes);
    for (int i = 0; i < out->n; i++) {
        lc_int c = lcr_acc_coordinate(lc, a, lc_int_si(lc, first + i)), address = lc_int_const(0);
        if (!lcr_lit_at(lc, a->x, c, value))
            return false;
        for (size_t j = 0; j < a->x->naxes; j++) /* of one value, others are 0 */
            address = lc_int_add(lc, address, lc_int_mul(lc, a->bytes, value[j]));
        if (!lc_int_fits_si(address))
            return false;
        out->byte[i] = lc_int_get_si(address);
    }
    return true;
}

static bool is_aligned(const accesses *a, const access *at)
{
    bool all = true;
    for (int i = 0; i < at->n; i++)
        all = all && at->byte[i] % a->width == 0;
    return all;
}

/* The different blocks of so many bytes in which the lanes [first, end) start; with a row of
 * several blocks, those at one place of it. */
static int count_blocks(const access *at, int first, int end, int bytes, int row, int64_t place)
{
    int64_t block[ACC_LANES];
    int n = 0;
    for (int i = first; i < end; i++) {
        int64_t here = floored(at->byte[i], bytes);
        bool known = here - floored(here, row) * row != place;
        for (int j = 0; j < n; j++)
            known = known || block[j] == here;
        if (!known)
            block[n++] = here;
    }
    return n;
}

static int conflicts_of(const accesses *a, const access *at)
{
    int sum = 0, phase = lcr_acc_phase(a), cell = lcr_acc_cell(a);
    for (int first = 0; first < at->n; first += phase) {
        int end = first + phase < at->n ? first + phase : at->n, most = 0;
        for (int place = 0; place < a->row / cell; place++) {
            int n = count_blocks(at, first, end, cell, a->row / cell, place);
            most = n > most ? n : most;
        }
        sum += most - 1;
    }
    return sum;
}

static int sectors_of(const accesses *a, const access *at)
{
    (void)a;
    return count_blocks(at, 0, at->n, ACC_SECTOR, 1, 0);
}

/* Sectors past those that the bytes would fill. */
static int spare_of(const accesses *a, const access *at)
{
    int bytes = a->width * count_blocks(at, 0, at->n, a->width, 1, 0);
    return sectors_of(a, at) - (bytes + ACC_SECTOR - 1) / ACC_SECTOR;
}

/* ---- costs ---- */

typedef struct {
    int (*of)(const accesses *a, const access *at);
    bool sectors; /* else of banks */
} cost;

typedef struct {
    bool known, aligned;
    int most;
} counted;

/* The most of accesses that begin below `end`; up to the first that is not aligned. */
static counted count(lc_ctx *lc, const accesses *a, const cost *what, int64_t size, int64_t end)
{
    counted all = {.known = true, .aligned = true};
    for (int64_t first = 0; first < end && all.known && all.aligned; first += a->lanes) {
        access at;
        lc_frame frame = lc_frame_open(lc);
        all.known = access_at(lc, a, size, first, &at);
        lc_frame_close(lc, frame);
        all.aligned = all.known && is_aligned(a, &at);
        int here = all.aligned ? what->of(a, &at) : 0;
        all.most = here > all.most ? here : all.most;
    }
    return all;
}

/* All accesses cost what the first one does: addresses of layouts move by multiples of the
 * grain. */
static bool moves_by_grain(ev *e, const accesses *a, const cost *what, bool *possible)
{
    size_t n;
    lc_ctx *lc = e->pool->lc;
    const lit *x = lcr_acc_split(e, a->x, lc_int_const(a->lanes), &n);
    lit *rest = lcr_lit_alloc(e->pool, 1, sizeof *rest);
    *possible = x != NULL && n < x->n;
    if (!*possible || rest == NULL)
        return lc_ctx_code(lc) == LC_OK;
    *rest = *x;
    rest->n = x->n - n;
    rest->extent = x->extent + n;
    rest->step = x->step + n;
    rest->offset = NULL;
    lc_int grain = lc_int_const(what->sectors ? ACC_SECTOR : lcr_acc_cell(a));
    grain = lc_int_fdiv(lc, grain, lc_int_gcd(lc, grain, a->bytes));
    return lc_int_is_one(grain) || lcr_ev_aligned(e, rest, grain);
}

static bool like_the_first(ev *e, const accesses *a, const cost *what, bool *possible)
{
    size_t bits;
    e->out->one_way = true;
    if (lcr_acc_is_affine_in_bits(e->pool->lc, a, &bits)) {
        *possible = true;
        return lcr_acc_aligned_in_bits(e, a, bits);
    }
    *possible = lcr_lit_is_affine(a->x);
    return !*possible || moves_by_grain(e, a, what, possible);
}

/* ---- claims ---- */

/* The cost is REL k. */
typedef struct {
    const char *relation;
    lc_int k;
} bound;

static bool holds(const bound *b, int most)
{
    lc_int n = lc_int_const(most);
    return strcmp(b->relation, "==") == 0   ? lc_int_eq(n, b->k)
           : strcmp(b->relation, "!=") == 0 ? !lc_int_eq(n, b->k)
           : strcmp(b->relation, "<=") == 0 ? !lc_int_lt(b->k, n)
                                            : !lc_int_lt(n, b->k);
}

/* All accesses cost `least` or more: is that all one needs to know? */
static bool is_settled(const bound *b, int least)
{
    bool past = lc_int_lt(b->k, lc_int_const(least));
    return past || (strcmp(b->relation, ">=") == 0 && holds(b, least));
}

/* What is not aligned faults, and is none of the accesses that cost little. */
static bool judge(ev *e, const bound *b, const counted *n)
{
    bool upper = strcmp(b->relation, "<=") == 0;
    if (!n->known || (!n->aligned && !upper))
        return lcr_ev_not(e);
    return lcr_ev_condition(e, n->aligned, "an address is no multiple of the width") &&
           lcr_ev_condition(e, holds(b, n->most), strcmp(b->relation, ">=") == 0
                                                  ? "no access costs as much"
                                              : upper ? "an access costs more"
                                                      : "the worst access costs something else");
}

static bool by_counting(ev *e, const accesses *a, const cost *what, const bound *b)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, a->x);
    if (!lc_int_fits_si(size))
        return lcr_ev_not(e);
    int64_t n = lc_int_get_si(size);
    bool few = n <= LCR_EVIDENCE_POINTS, possible = true;
    counted most = count(lc, a, what, n, few ? n : a->lanes);
    e->out->by = "accesses";
    e->out->looked = true;
    if (few || !most.known || !most.aligned || is_settled(b, most.most))
        return judge(e, b, &most);
    if (!holds(b, most.most)) /* which the sets would have to show */
        return lcr_ev_not(e);
    bool ok = like_the_first(e, a, what, &possible);
    e->out->by = "accesses";
    return ok && (possible || lcr_ev_not(e));
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
static bool read_accesses(ev *e, const lcr_statement *c, size_t n, const cost *what, accesses *a)
{
    int outs = 0, banks = 32;
    a->x = lcr_ev_layout(e, c->arg[0]);
    if (a->x == NULL || !lcr_lit_is_function(a->x) || a->x->basis ||
        !read_sizes(c, n, what->sectors ? 32 : 16, a) ||
        (!what->sectors && !small(c, n, 4, 32, 64, &banks)) || (banks != 32 && banks != 64))
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
    static const cost conflicts = {conflicts_of, false};
    accesses a;
    bool possible;
    bound none = {"<=", lc_int_const(0)};
    if (!read_accesses(e, c, c->n, &conflicts, &a))
        return lcr_ev_not(e);
    if (!lcr_acc_conflict_free(e, &a, &possible))
        return false;
    e->out->by = "banks";
    return possible || by_counting(e, &a, &conflicts, &none);
}

bool lcr_ev_coalesced(ev *e, const lcr_statement *c)
{
    static const cost spare = {spare_of, true};
    accesses a;
    bound none = {"<=", lc_int_const(0)};
    return read_accesses(e, c, c->n, &spare, &a) ? by_counting(e, &a, &spare, &none)
                                                 : lcr_ev_not(e);
}

/* `conflicts <=` of X, lanes, bytes, width, banks and a number; `sectors <=` without banks. */
bool lcr_ev_access_cost(ev *e, const lcr_statement *c)
{
    bool sectors = strncmp(c->claim, "sectors", 7) == 0;
    cost what = {sectors ? sectors_of : conflicts_of, sectors};
    accesses a;
    bound b = {strchr(c->claim, ' ') + 1, lc_int_const(0)};
    if (!read_accesses(e, c, c->n - 1, &what, &a) || !lcr_ev_integer(c->arg[c->n - 1], &b.k))
        return lcr_ev_not(e);
    return by_counting(e, &a, &what, &b);
}
