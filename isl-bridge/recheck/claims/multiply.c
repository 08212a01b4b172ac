/* multiply.c - multiplies(A, B, C, S): each product of (M,K) and (N,K) is added once.
 *
 * It is when there is a W, the witness, that permutes the coordinates (claims/reorder.c) and
 * gives the product (m,n,k) that is added at each: A is (m,k) there, B (n,k) and C (m,n).
 * Without one all values are looked at.
 */
#include "config.h"

#include "claims.h"

#include <string.h>

#define OPERANDS 3

typedef struct {
    ev *e;
    const lit *of[OPERANDS];
    lc_int extent[3]; /* M, N, K */
} product;

/* m, n, k: 0, 1, 2. */
static size_t index_of(size_t operand, size_t j)
{
    static const size_t mode[OPERANDS][2] = {{0, 2}, {1, 2}, {0, 1}};
    return mode[operand][j];
}

static bool read(ev *e, const lcr_statement *c, product *p)
{
    const lit *s = c->arg[3];
    size_t leaves = 0;
    *p = (product){.e = e};
    for (size_t i = 0; i < OPERANDS; i++) {
        p->of[i] = c->arg[i];
        if (!lcr_lit_is_function(p->of[i]))
            return false;
    }
    if (s->kind != LIT_TUPLE || s->any || s->node[0] != 3)
        return false;
    for (size_t i = 0, node = 1; i < 3; i++) {
        size_t first = leaves;
        node = lcr_lit_after(s, node, &leaves);
        p->extent[i] = lcr_lit_span(e->pool->lc, s, first, leaves);
    }
    return true;
}

/* ---- by a permutation ---- */

/* The number of the axis of an operand that index j stands on; SIZE_MAX: none. */
static size_t axis_of(const lit *a, size_t j)
{
    const lit_path path = {.depth = 1, .mode = {(uint32_t)j}};
    size_t found = lcr_path_find(a->naxes, a->path, &path);
    return found < a->naxes ? found : SIZE_MAX;
}

/* What operand i has to be at (m,n,k): two coordinates, or one integer where it has integers. */
static lit *operand_of(const product *p, size_t i)
{
    bool packed = !p->of[i]->basis;
    size_t row = index_of(i, 0), column = index_of(i, 1);
    lit *d = lcr_lit_flat(p->e->pool, 3);
    if (!d || !(d->step = lcr_lit_alloc(p->e->pool, 6, sizeof *d->step)) ||
        !(d->path = lcr_lit_alloc(p->e->pool, 2, sizeof *d->path)))
        return NULL;
    memcpy(d->extent, p->extent, sizeof p->extent);
    d->basis = !packed;
    d->naxes = packed ? 1 : 2;
    for (uint32_t j = 0; j < 2; j++)
        d->path[j] = (lit_path){.depth = 1, .mode = {j}};
    d->step[row] = lc_int_const(1);
    d->step[packed ? column : 3 + column] = packed ? p->extent[row] : lc_int_const(1);
    return d;
}

static bool by_permutation(const product *p, const lit *w, lc_int products)
{
    ev *e = p->e;
    e->out->one_way = true;
    bool ok = lcr_ev_permutes(e, w, products);
    for (size_t i = 0; ok && !e->none && i < OPERANDS; i++) {
        lit *d = operand_of(p, i);
        fn have = {1, {p->of[i]}}, want = {2, {w, d}};
        ok = d && lcr_ev_same(e, &have, &want, p->of[i]);
    }
    if (!e->none)
        e->out->by = "counting";
    return ok;
}

/* ---- one by one ---- */

/* The product at c; -1: there is none. */
static int64_t product_at(const product *p, int64_t c)
{
    lc_ctx *lc = p->e->pool->lc;
    int64_t index[3] = {-1, -1, -1};
    for (size_t i = 0; i < OPERANDS; i++) {
        const lit *a = p->of[i];
        lc_int value[LIT_MAX_AXES], part[2] = {lc_int_const(0), lc_int_const(0)};
        lc_int rows = p->extent[index_of(i, 0)];
        if (!lcr_lit_at(lc, a, lc_int_si(lc, c), value))
            return -1;
        for (size_t j = 0; a->basis && j < 2; j++)
            if (axis_of(a, j) != SIZE_MAX)
                part[j] = value[axis_of(a, j)];
        if (!a->basis) {
            lc_int whole = lcr_lit_whole(lc, a, value);
            part[0] = lc_int_fmod(lc, whole, rows);
            part[1] = lc_int_fdiv(lc, whole, rows);
        }
        for (size_t j = 0; j < 2; j++) {
            size_t k = index_of(i, j);
            bool is = lc_int_sign(part[j]) >= 0 && lc_int_lt(part[j], p->extent[k]);
            int64_t at = is ? lc_int_get_si(part[j]) : -1;
            if (at < 0 || (index[k] >= 0 && index[k] != at))
                return -1;
            index[k] = at;
        }
    }
    int64_t m = lc_int_get_si(p->extent[0]), n = lc_int_get_si(p->extent[1]);
    return index[0] + m * (index[1] + n * index[2]);
}

static bool by_points(const product *p, lc_int products)
{
    ev *e = p->e;
    for (size_t i = 0; i < OPERANDS; i++)
        for (size_t j = 0; p->of[i]->basis && j < p->of[i]->naxes; j++)
            if (p->of[i]->path[j].depth != 1 || p->of[i]->path[j].mode[0] > 1)
                return lcr_ev_not(e);
    if (lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), products))
        return lcr_ev_not(e);
    int64_t n = lc_int_get_si(products);
    bool *seen = lcr_lit_alloc(e->pool, (size_t)n + 1, sizeof *seen);
    bool once = seen != NULL;
    for (int64_t c = 0; once && c < n; c++) {
        lc_frame frame = lc_frame_open(e->pool->lc);
        int64_t at = product_at(p, c);
        lc_frame_close(e->pool->lc, frame);
        once = at >= 0 && !seen[at];
        if (once)
            seen[at] = true;
    }
    e->out->by = "points";
    return lcr_ev_ok(e) && lcr_ev_condition(e, once, "a product is not added just once");
}

/* ---- the claim ---- */

bool lcr_ev_multiplies(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    product p;
    if (!read(e, c, &p))
        return lcr_ev_not(e);
    lc_int products = lc_int_mul(lc, p.extent[0], lc_int_mul(lc, p.extent[1], p.extent[2]));
    for (size_t i = 0; i < OPERANDS; i++)
        if (!lc_int_eq(lcr_lit_size(lc, p.of[i]), products)) {
            e->out->by = "counting";
            return lcr_ev_condition(e, false, "the sizes differ");
        }
    return c->witness ? by_permutation(&p, c->witness, products) : by_points(&p, products);
}
