/* multiply.c - multiplies(A, B, C, S): each product of (M,K) and (N,K) is added once.
 *
 * A, B and C on a common refinement of their extents are one layout Z = (A,B,C), with the axes of
 * each; and D gives these axes of the product (m,n,k): ((m,k),(n,k),(m,n)). Each product is added
 * once when Z = D o W for a W, the witness, that permutes the coordinates (claims/reorder.c).
 * Without such layouts all values are looked at.
 */
#include "config.h"

#include "claims.h"

#define OPERANDS 3
#define AXES 6 /* an operand has two, or one of integers */

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

/* ---- as layouts ---- */

/* The number of the axis of an operand that index j stands on; SIZE_MAX: none. */
static size_t axis_of(const lit *a, size_t j)
{
    const lit_path path = {.depth = 1, .mode = {(uint32_t)j}};
    size_t found = lcr_path_find(a->naxes, a->path, &path);
    return found < a->naxes ? found : SIZE_MAX;
}

static bool is_known(const lit *a)
{
    if (a->kind != LIT_LAYOUT || !lcr_lit_is_affine(a) || a->by_xor)
        return false;
    for (size_t j = 0; a->basis && j < a->naxes; j++)
        if (a->path[j].depth != 1 || a->path[j].mode[0] > 1)
            return false;
    return a->basis || a->naxes == 1;
}

/* A layout to AXES axes, with room for n leaves. */
static lit *to_axes(ev *e, size_t n)
{
    lit *a = lcr_lit_flat(e->pool, n);
    if (!a || !(a->step = lcr_lit_alloc(e->pool, AXES * n, sizeof *a->step)) ||
        !(a->path = lcr_lit_alloc(e->pool, AXES, sizeof *a->path)) ||
        !(a->offset = lcr_lit_alloc(e->pool, AXES, sizeof *a->offset)))
        return NULL;
    a->basis = true;
    a->naxes = AXES;
    for (size_t j = 0; j < AXES; j++) {
        a->path[j] = (lit_path){.depth = 1, .mode = {(uint32_t)j}};
        a->offset[j] = lc_int_const(0);
    }
    for (size_t k = 0; k < AXES * n; k++)
        a->step[k] = lc_int_const(0);
    return a;
}

typedef struct {
    size_t leaf;
    lc_int left, past; /* of the leaf: still to come, and before */
} reader;

static void skip(lc_ctx *lc, const lit *a, reader *r)
{
    (void)lc;
    while (lc_int_is_one(r->left) && r->leaf + 1 < a->n) {
        r->left = a->extent[++r->leaf];
        r->past = lc_int_const(1);
    }
}

/* The extent that all have next; false: none, or they do not divide one another. */
static bool next_extent(const product *p, reader *r, lc_int *next)
{
    lc_ctx *lc = p->e->pool->lc;
    for (size_t i = 0; i < OPERANDS; i++) {
        skip(lc, p->of[i], &r[i]);
        *next = i == 0 ? r[i].left : lc_int_min(*next, r[i].left);
    }
    bool divides = !lc_int_is_one(*next);
    for (size_t i = 0; divides && i < OPERANDS; i++)
        divides = lc_int_divides(lc, *next, r[i].left);
    return divides;
}

/* Z; NULL: there is none, or an error. */
static lit *joined(const product *p)
{
    ev *e = p->e;
    lc_ctx *lc = e->pool->lc;
    size_t room = 1, n = 0;
    reader r[OPERANDS];
    lc_int next = lc_int_const(1);
    for (size_t i = 0; i < OPERANDS; i++) {
        room += p->of[i]->n;
        r[i] = (reader){0, p->of[i]->extent[0], lc_int_const(1)};
    }
    lit *z = to_axes(e, room);
    lc_int *step = lcr_lit_alloc(e->pool, AXES * room, sizeof *step);
    while (z && step && n < room && next_extent(p, r, &next)) {
        z->extent[n] = next;
        for (size_t i = 0; i < OPERANDS; i++) {
            const lit *a = p->of[i];
            for (size_t j = 0; j < 2; j++) {
                size_t axis = a->basis ? axis_of(a, j) : j == 0 ? 0 : SIZE_MAX;
                step[(2 * i + j) * room + n] = axis == SIZE_MAX
                                                   ? lc_int_const(0)
                                                   : lc_int_mul(lc, r[i].past,
                                                                a->step[axis * a->n + r[i].leaf]);
            }
            r[i].left = lc_int_fdiv(lc, r[i].left, next);
            r[i].past = lc_int_mul(lc, r[i].past, next);
        }
        n++;
    }
    for (size_t i = 0; z && step && i < OPERANDS; i++) {
        skip(lc, p->of[i], &r[i]);
        if (!lc_int_is_one(r[i].left))
            return NULL;
    }
    if (!z || !step || n == 0)
        return NULL;
    lit *a = to_axes(e, n);
    for (size_t k = 0; a && k < n; k++) {
        a->extent[k] = z->extent[k];
        for (size_t q = 0; q < AXES; q++)
            a->step[q * n + k] = step[q * room + k];
    }
    for (size_t i = 0; a && i < OPERANDS; i++)
        for (size_t j = 0; j < 2; j++) {
            const lit *of = p->of[i];
            size_t axis = of->basis ? axis_of(of, j) : j == 0 ? 0 : SIZE_MAX;
            if (of->offset && axis != SIZE_MAX)
                a->offset[2 * i + j] = of->offset[axis];
        }
    return a;
}

/* D */
static lit *of_products(const product *p)
{
    lit *d = to_axes(p->e, 3);
    for (size_t k = 0; d && k < 3; k++)
        d->extent[k] = p->extent[k];
    for (size_t i = 0; d && i < OPERANDS; i++)
        for (size_t j = 0; j < 2; j++) {
            bool packed = !p->of[i]->basis;
            size_t axis = packed ? 2 * i : 2 * i + j;
            d->step[axis * 3 + index_of(i, j)] = packed && j == 1 ? p->extent[index_of(i, 0)]
                                                                  : lc_int_const(1);
        }
    return d;
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
            bool is = lc_int_le(lc_int_const(0), part[j]) && lc_int_lt(part[j], p->extent[k]);
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
    if (!lcr_lit_is_few(products))
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
    bool known = c->witness != NULL;
    for (size_t i = 0; i < OPERANDS; i++) {
        if (!lc_int_eq(lcr_lit_size(lc, p.of[i]), products)) {
            e->out->by = "counting";
            return lcr_ev_condition(e, false, "the sizes differ");
        }
        known = known && is_known(p.of[i]);
    }
    const lit *z = known ? joined(&p) : NULL, *d = z ? of_products(&p) : NULL;
    if (!d)
        return lcr_ev_ok(e) && by_points(&p, products);
    e->out->one_way = true;
    bool ok = lcr_ev_permuted(e, z, d, c->witness);
    if (!e->none)
        e->out->by = "counting";
    return ok;
}
