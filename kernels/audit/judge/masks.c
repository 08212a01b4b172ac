#include "config.h"

#include "masks.h"

#include <stdlib.h>

#define PARTS 64
#define CASES 64 /* values of shared numbers inside of a comparison */

typedef enum { SHARED, COMPARED, LOOSE, BOTH, EITHER, NOT } kind;

typedef struct {
    kind kind;
    lc_expr_op op; /* COMPARED: what `left` is to 0 */
    int64_t free;  /* .. to some multiple of this that is not known; 0: to 0 itself */
    lck_lanes *left;
    unsigned arg[2];
} part;

struct lck_guard {
    const lck_judge *j;
    unsigned n;
    part part[PARTS];
};

/* ---- sets of masks ---- */

static void set_any(lck_masks *m, uint32_t all)
{
    m->n = 1;
    m->mask[0] = all;
    m->any = true;
}

static void add(lck_masks *m, uint32_t mask)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->mask[i] == mask)
            return;
    if (m->n == LCK_MASKS) {
        for (size_t i = 0; i < m->n; i++)
            mask |= m->mask[i];
        set_any(m, mask);
        return;
    }
    m->mask[m->n++] = mask;
}

static uint32_t all_of(const lck_masks *m)
{
    uint32_t all = 0;
    for (size_t i = 0; i < m->n; i++)
        all |= m->mask[i];
    return all;
}

static void join(const lck_masks *a, const lck_masks *b, bool both, lck_masks *out)
{
    *out = (lck_masks){.any = false};
    if (a->any || b->any) {
        set_any(out, both ? all_of(a) & all_of(b) : all_of(a) | all_of(b));
        return;
    }
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++) {
            uint32_t mask = both ? a->mask[i] & b->mask[k] : a->mask[i] | b->mask[k];
            add(out, mask);
            if (out->any) { /* past the limit */
                set_any(out, both ? all_of(a) & all_of(b) : all_of(a) | all_of(b));
                return;
            }
        }
}

/* ---- comparisons ---- */

static bool holds(lc_expr_op op, int64_t v, int64_t than)
{
    switch (op) {
    case LC_EXPR_LT: return v < than;
    case LC_EXPR_LE: return v <= than;
    case LC_EXPR_EQ: return v == than;
    default: return v != than;
    }
}

static uint32_t mask_of(const int64_t *v, uint32_t lanes, lc_expr_op op, int64_t than)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 32; i++)
        if (lanes >> i & 1 && holds(op, v[i], than))
            mask |= (uint32_t)1 << i;
    return mask;
}

/* The multiple of m at v or above it, or, with `beyond`, above it. */
static int64_t multiple_at(int64_t v, int64_t m, bool beyond)
{
    int64_t rest = (v % m + m) % m;
    return rest == 0 && !beyond ? v : v - rest + m;
}

/* The masks of all multiples: they change where one passes the number of a lane. */
static void add_free(const part *p, const int64_t *v, uint32_t lanes, lck_masks *out)
{
    bool orders = p->op == LC_EXPR_LT || p->op == LC_EXPR_LE;
    add(out, p->op == LC_EXPR_NE ? lanes : 0);
    for (unsigned i = 0; i < 32; i++) {
        int64_t at = multiple_at(v[i], p->free, p->op == LC_EXPR_LT);
        if (lanes >> i & 1 && (orders || at == v[i]))
            add(out, mask_of(v, lanes, p->op, at));
    }
}

static bool compare(part *p, const lck_warp_threads *w, lck_masks *out)
{
    size_t cases = lck_lanes_combinations(p->left);
    for (size_t c = 0; c < cases; c++) {
        int64_t v[LCK_LANES];
        lck_lanes_set(p->left, c);
        if (!lck_lanes_at(p->left, w, v))
            return false;
        if (!p->free) {
            add(out, mask_of(v, w->lanes, p->op, 0));
            continue;
        }
        add_free(p, v, w->lanes, out);
    }
    return !out->any;
}

/* ---- guards ---- */

static unsigned add_part(lck_guard *g, const lc_expr *e);

static void read_comparison(lck_guard *g, part *p, const lc_expr *e)
{
    lc_exprs *x = g->j->x;
    bool truth = e->op < LC_EXPR_LT || e->op > LC_EXPR_NE; /* a number that is not 0 */
    const lc_expr *left = truth ? e : lc_expr_make(x, LC_EXPR_SUB, e->arg[0], e->arg[1]);
    p->kind = LOOSE;
    p->op = truth ? LC_EXPR_NE : e->op;
    p->left = left ? lck_lanes_new(g->j, left, (lck_left_out){0}, false) : NULL;
    if (!p->left || !p->left->e || !lck_lanes_values(p->left, 1, INT64_MAX) ||
        lck_lanes_combinations(p->left) > CASES)
        return;
    p->free = p->left->n > 0 ? 1 : p->left->shifted ? p->left->multiple : 0;
    p->kind = COMPARED;
}

static void read_part(lck_guard *g, unsigned at, const lc_expr *e)
{
    part p = {.kind = LOOSE};
    if (lck_is_shared(g->j, e) && e->op != LC_EXPR_INT)
        p.kind = SHARED;
    else if (e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY) {
        p.kind = e->op == LC_EXPR_ALL ? BOTH : EITHER;
        p.arg[0] = add_part(g, e->arg[0]);
        p.arg[1] = add_part(g, e->arg[1]);
    } else if (e->op == LC_EXPR_NOT) {
        p.kind = NOT;
        p.arg[0] = add_part(g, e->arg[0]);
    } else
        read_comparison(g, &p, e);
    g->part[at] = p;
}

/* Past the limit, the last part stands for anything. */
static unsigned add_part(lck_guard *g, const lc_expr *e)
{
    if (g->n >= PARTS - 1) {
        g->part[PARTS - 1] = (part){.kind = LOOSE};
        return PARTS - 1;
    }
    unsigned at = g->n++;
    read_part(g, at, e);
    return at;
}

lck_guard *lck_guard_new(const lck_judge *j, const lc_expr *guard)
{
    lck_guard *g = guard ? calloc(1, sizeof *g) : NULL;
    if (guard && !g)
        lc_no_memory(lc_exprs_ctx(j->x));
    if (!g)
        return NULL;
    g->j = j;
    add_part(g, guard);
    return g;
}

void lck_guard_free(lck_guard *g)
{
    for (unsigned i = 0; g && i < g->n; i++)
        lck_lanes_free(g->part[i].left);
    free(g);
}

static void masks_of(lck_guard *g, unsigned at, const lck_warp_threads *w, lck_masks *out)
{
    part *p = &g->part[at];
    lck_masks a, b;
    *out = (lck_masks){.any = false};
    switch (p->kind) {
    case SHARED:
        add(out, 0);
        add(out, w->lanes);
        break;
    case COMPARED:
        if (!compare(p, w, out))
            set_any(out, w->lanes);
        break;
    case LOOSE: set_any(out, w->lanes); break;
    case NOT:
        masks_of(g, p->arg[0], w, &a);
        if (a.any)
            set_any(out, w->lanes);
        for (size_t i = 0; !a.any && i < a.n; i++)
            add(out, w->lanes & ~a.mask[i]);
        break;
    default:
        masks_of(g, p->arg[0], w, &a);
        masks_of(g, p->arg[1], w, &b);
        join(&a, &b, p->kind == BOTH, out);
        if (out->any && p->kind == EITHER)
            set_any(out, all_of(out));
    }
}

void lck_guard_masks(lck_guard *g, const lck_warp_threads *w, lck_masks *out)
{
    size_t n = 0;
    *out = (lck_masks){.n = 1, .mask = {w->lanes}};
    if (g)
        masks_of(g, 0, w, out);
    for (size_t i = 0; i < out->n; i++)
        if (out->mask[i] != 0)
            out->mask[n++] = out->mask[i];
    out->n = n;
}
