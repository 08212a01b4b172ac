/* bytes.c - the bytes that come to a slot of a ring are those that are expected.
 *
 * In each block one thread expects bytes; it makes the loads of the phase, too, to its own block
 * or to those of a mask. A box brings all of its bytes, also where it lies outside of the tensor.
 *
 * A box that is cut brings rows of the tensor alone. The launch has a map for the last box, as
 * long as what is left behind the last multiple of a box's extent: so a box lies at a multiple,
 * and ends where the tensor does. Where `left` rows are left behind a place, row x from there on
 * comes if x < left, for all boxes that have it; min(max(left, 0), rows) are rows 0 to rows - 1
 * that are so. Both are compared row by row.
 */
#include "config.h"

#include "ring.h"

#include <stdlib.h>

#define MOST_PARTS 32
#define FAR (INT64_C(1) << 40)

/* So many bytes of each of `rows` rows from `first` on, where it is below `left`, which has no
 * number in it and is `high` at most. */
typedef struct {
    lck_polynomial left;
    int64_t high, first, rows, bytes;
} part;

/* What comes to a block, less what it expects. */
typedef struct {
    lck_polynomial whole;
    size_t n;
    part part[MOST_PARTS];
} balance;

/* ---- boxes that are cut ---- */

/* The verdict on whether p is a multiple of n, as its terms have it. */
static bool is_multiple(const lck_ordering *w, const lck_polynomial *p, int n)
{
    static const char claim[] = "boxes that are cut lie at multiples of their extent";
    bool is = !p->lost;
    int64_t value;
    for (size_t i = 0; i < p->n; i++)
        is = is && p->term[i].times % n == 0;
    if (!is && lck_is_constant(p, &value))
        return lck_order_found(w, "one lies between them", claim);
    return is || lck_order_lost(w, "where they lie is not followed", claim);
}

/* The verdict on a number that shall be 0. */
static bool is_nothing(const lck_ordering *w, const lck_polynomial *p, const char *why,
                       const char *claim)
{
    int64_t value;
    return lck_is_constant(p, &value)
               ? lck_order_found(w, value ? why : NULL, "%s", claim)
               : lck_order_lost(w, "sizes of it are not followed", "%s", claim);
}

static bool ends_with_tensor(const lck_ordering *w, const lck_names *names,
                             const lck_statement *load)
{
    static const char claim[] = "boxes that are cut end where their tensor does";
    const lck_map *map = &w->kernel->map[load->map];
    if (!load->value || !map->cut || map->last)
        return lck_order_found(w, "a box is cut without a map for it", claim);
    lck_polynomial all = lck_polynomial_of(names, load->value);
    const lck_polynomial at = lck_polynomial_of(names, load->crd[map->cut]);
    const lck_polynomial extent = lck_polynomial_of(names, map->extent[map->cut]);
    lck_add_times(&all, 1, &at);
    lck_add_times(&all, -1, &extent);
    return is_multiple(w, &at, map->box[map->cut]) &&
           is_nothing(w, &all, "one ends elsewhere", claim);
}

/* ---- sums ---- */

/* With what is known of a thread; the rest is the same for another one. */
static lck_polynomial at_seat(const lck_seat *s, const lck_seat *other, const lck_names *names,
                              const lc_expr *e)
{
    const lck_polynomial p = lck_polynomial_of(names, e);
    lck_polynomial out = {.lost = p.lost};
    for (size_t i = 0; i < p.n; i++) {
        lck_polynomial one = {.n = 1, .term = {{p.term[i].times, {NULL, NULL}}}};
        for (int k = 0, n = 0; k < 2; k++) {
            const lc_expr *of = p.term[i].of[k];
            int64_t value;
            if (of && lck_seat_knows(s, of, &value)) {
                one.lost = one.lost ||
                           __builtin_mul_overflow(one.term[0].times, value, &one.term[0].times);
            } else if (of) {
                one.lost = one.lost || !lck_seats_agree(s, other, of);
                one.term[0].of[n++] = of;
            }
        }
        lck_add_times(&out, 1, &one);
    }
    return out;
}

/* Adds bytes to a part that has the same rows, or another part. */
static void add_part(balance *b, const part *p)
{
    part *to = b->part;
    while (to < b->part + b->n &&
           (to->first != p->first || to->rows != p->rows || !lck_same(&to->left, &p->left)))
        to++;
    if (to < b->part + b->n) {
        to->bytes += p->bytes;
        to->high = p->high < to->high ? p->high : to->high;
    } else if (b->n < MOST_PARTS) {
        b->part[b->n++] = *p;
    } else {
        b->whole.lost = true;
    }
}

/* Adds bytes of each row that is left, of so many. */
static void add_rows(balance *b, lck_polynomial left, int64_t high, int64_t rows, int64_t bytes)
{
    const int64_t number = lck_times_of(&left, NULL);
    const lck_polynomial without = lck_constant(number);
    lck_add_times(&left, -1, &without);
    if (left.lost || number < -FAR || number > FAR || rows < 0 || rows > FAR ||
        high > INT64_MAX - FAR) {
        b->whole.lost = true;
    } else if (left.n == 0) {
        const lck_polynomial come = lck_constant(number < 0 ? 0 : number < rows ? number : rows);
        lck_add_times(&b->whole, bytes, &come);
    } else {
        add_part(b, &(part){left, high - number, -number, rows, bytes});
    }
}

static void add_load(balance *b, const lck_seat *s, const lck_seat *to, const lck_names *names,
                     const lck_statement *load)
{
    const lck_kernel *kernel = s->w->kernel;
    const lck_map *map = &kernel->map[load->map];
    int64_t bytes = kernel->array[map->tensor].element->bytes;
    for (size_t i = 0; i < map->rank; i++)
        bytes *= load->value && i == map->cut ? 1 : map->box[i];
    const lck_polynomial all = lck_constant(bytes);
    if (load->value)
        add_rows(b, at_seat(s, to, names, load->value), load->value->high, map->box[map->cut],
                 bytes);
    else
        lck_add_times(&b->whole, 1, &all);
}

/* e = min(max(left, 0), rows)? */
static bool is_of_rows(const lck_names *names, const lc_expr *e, const lc_expr **left,
                       int64_t *rows)
{
    bool least = e->low >= 0;
    int64_t n;
    *rows = e->high;
    while ((e->op == LC_EXPR_MAX || e->op == LC_EXPR_MIN) && lc_expr_is_int(e->arg[1], &n) &&
           (e->op == LC_EXPR_MAX ? n == 0 : n >= 0)) {
        least = least || e->op == LC_EXPR_MAX;
        *rows = e->op == LC_EXPR_MIN && n < *rows ? n : *rows;
        e = lck_unnamed(names, e->arg[0]);
    }
    *left = e;
    return least && *rows >= 0;
}

static void expect(balance *b, const lck_seat *s, const lck_names *names, const lc_expr *bytes)
{
    const lck_polynomial all = at_seat(s, s, names, bytes);
    b->whole.lost = b->whole.lost || all.lost;
    for (size_t i = 0; i < all.n; i++) {
        const lck_monomial *m = &all.term[i];
        const lck_polynomial one = {.n = 1, .term = {*m}};
        const lc_expr *left;
        int64_t rows;
        if (m->of[0] && !m->of[1] && m->times > -FAR && m->times < FAR &&
            is_of_rows(names, m->of[0], &left, &rows))
            add_rows(b, at_seat(s, s, names, left), left->high, rows, -m->times);
        else
            lck_add_times(&b->whole, -1, &one);
    }
}

/* Where row x is left: do as many bytes come of it as are expected? */
static bool row_comes(const balance *b, const lck_polynomial *left, int64_t x)
{
    int64_t bytes = 0, high = INT64_MAX;
    for (size_t i = 0; i < b->n; i++) {
        const part *p = &b->part[i];
        if (!lck_same(&p->left, left))
            continue;
        high = p->high < high ? p->high : high;
        bytes += p->first <= x && x - p->first < p->rows ? p->bytes : 0;
    }
    return bytes == 0 || x >= high;
}

/* Between the ends of parts all rows are alike. */
static bool rows_come(const balance *b)
{
    bool ok = true;
    for (size_t i = 0; ok && i < b->n; i++) {
        const part *p = &b->part[i];
        ok = row_comes(b, &p->left, p->first) && row_comes(b, &p->left, p->first + p->rows);
    }
    return ok;
}

/* ---- phases ---- */

/* The thread of each block that expects. */
typedef struct {
    const lck_use *use;
    lck_seat seat[LCK_MAX_CLUSTER];
    balance of[LCK_MAX_CLUSTER];
} phase;

static bool lost(const lck_ordering *w, const char *why)
{
    return lck_order_lost(w, why, "as many bytes come to a ring as are expected");
}

static bool find_seats(const lck_ordering *w, phase *p)
{
    for (int64_t rank = 0; rank < w->kernel->cluster; rank++) {
        lck_seat s = {.w = w, .rank = rank};
        int n = 0;
        for (; s.thread < w->kernel->threads; s.thread++)
            if (lck_seat_comes(&s, p->use)) {
                p->seat[rank] = s;
                n++;
            }
        if (n != 1 || !lck_seats_meet(&p->seat[0], &p->seat[rank], p->use))
            return lost(w, "it is not one thread of each block that expects bytes");
    }
    return true;
}

/* Of the conditions of a load that its phase has not: does a thread come? False: not known. */
static bool knows_if_it_comes(const phase *p, const lck_seat *s, const lck_use *load, bool *comes)
{
    *comes = true;
    for (size_t i = p->use->nconditions; i < load->nconditions; i++) {
        int64_t value;
        if (!lck_seat_knows(s, load->condition[i]->value, &value))
            return false;
        *comes = *comes && (value != 0) == load->holds[i];
    }
    return true;
}

static bool add_loads(const lck_ordering *w, const lck_names *names, phase *p,
                      const lck_use *load)
{
    if (lck_ring_loop(load) != lck_ring_loop(p->use) || load->nloops != p->use->nloops ||
        !lck_uses_include(p->use, load) ||
        !lc_expr_equal(lck_unnamed(names, load->s->slot), lck_unnamed(names, p->use->s->slot)))
        return lost(w, "a box is loaded in other rounds, or to another slot");
    for (int rank = 0; rank < w->kernel->cluster; rank++) {
        const lck_seat *s = &p->seat[rank];
        int64_t to = INT64_C(1) << rank;
        bool comes;
        if (!knows_if_it_comes(p, s, load, &comes) ||
            (load->s->peers && !lck_seat_knows(s, load->s->peers, &to)) || to < 0 ||
            to >> w->kernel->cluster)
            return lost(w, "it is not known by whom, or to which blocks, a box is loaded");
        for (int b = 0; comes && b < w->kernel->cluster; b++)
            if (to >> b & 1)
                add_load(&p->of[b], s, &p->seat[b], names, load->s);
    }
    return true;
}

static bool phase_ends(const lck_ordering *w, const lck_names *names, phase *p)
{
    bool ok = find_seats(w, p);
    for (size_t i = 0; ok && i < w->uses.n; i++)
        if (w->uses.use[i].s->kind == LCK_TMA_LOAD && w->uses.use[i].s->ring == p->use->s->ring)
            ok = add_loads(w, names, p, &w->uses.use[i]);
    for (int b = 0; ok && b < w->kernel->cluster; b++) {
        expect(&p->of[b], &p->seat[b], names, p->use->s->value);
        ok = (rows_come(&p->of[b]) || lost(w, "rows of boxes that are cut are not those")) &&
             is_nothing(w, &p->of[b].whole, "other bytes come",
                        "as many bytes come to a ring as are expected");
    }
    return ok;
}

static bool is_expected(const lck_ordering *w, const lck_use *load)
{
    for (size_t i = 0; i < w->uses.n; i++)
        if (w->uses.use[i].s->kind == LCK_EXPECT && w->uses.use[i].s->ring == load->s->ring)
            return true;
    return lost(w, "a ring expects none");
}

bool lck_order_bytes(const lck_ordering *w)
{
    lck_names names = w->uses.names;
    phase *p = lc_alloc(w->kernel->ctx, 1, sizeof *p);
    bool ok = p != NULL;
    names.all = true;
    for (size_t i = 0; ok && i < w->uses.n; i++) {
        const lck_use *use = &w->uses.use[i];
        *p = (phase){.use = use};
        if (use->s->kind == LCK_EXPECT)
            ok = phase_ends(w, &names, p);
        else if (use->s->kind == LCK_TMA_LOAD)
            ok = is_expected(w, use) && ((!use->s->value && !w->kernel->map[use->s->map].cut) ||
                                         ends_with_tensor(w, &names, use->s));
    }
    free(p);
    return ok;
}
