/* accesses.c - accesses of a warp, and what they cost. */
#include "config.h"

#include "accesses.h"

#include <string.h>

/* ---- accesses ---- */

lc_int lcr_acc_coordinate(lc_ctx *lc, const accesses *a, lc_int c)
{
    if (a->x->lane_bits == 0)
        return c;
    lc_int lane = lcr_lit_power(lc, a->x->lane_bits), below = lcr_lit_power(lc, a->x->lane_bit);
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
    fn f = {1, {a->x}};
    return (a->lanes & (a->lanes - 1)) == 0 && lc_int_is_power_of_two(a->bytes) &&
           lcr_fn_is_affine_in_bits(lc, &f, a->x, bits);
}

const lit *lcr_acc_split(ev *e, const lit *x, lc_int size, size_t *n)
{
    lc_ctx *lc = e->pool->lc;
    lit *y = lcr_lit_copy(e->pool, x); /* of which the nesting is not asked */
    lc_int *extent = lcr_lit_alloc(e->pool, x->n + 1, sizeof *extent);
    lc_int *step = lcr_lit_alloc(e->pool, x->n + 1, sizeof *step);
    if (!y || !extent || !step)
        return NULL;
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

size_t lcr_acc_log2(int n)
{
    return lc_int_bits(lc_int_const(n)) - 1;
}

int64_t lcr_acc_block(int64_t byte, int bytes)
{
    return byte / bytes - (byte % bytes < 0);
}

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

lc_int lcr_acc_multiple(lc_ctx *lc, const accesses *a)
{
    lc_int width = lc_int_const(a->width);
    return lc_int_fdiv(lc, width, lc_int_gcd(lc, width, a->bytes));
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
