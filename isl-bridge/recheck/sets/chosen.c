/* chosen.c - functions at chosen coordinates, by evaluation, for opinions by points; two
 * functions at all of them.
 *
 * All coordinates of a domain of up to CHOSEN_MOST; else the first and the last, each leaf by
 * itself at 1 and at its end, and some at random, the same each time. A value that is wrong at
 * one of them is wrong; nothing else is shown.
 */
#include "config.h"

#include "evidence.h"
#include "try.h"

#define CHOSEN_MOST 64
#define CHOSEN_RANDOM 8

typedef struct {
    size_t n;
    lc_int at[CHOSEN_MOST];
} coordinates;

static void add(coordinates *c, lc_int at)
{
    if (c->n < CHOSEN_MOST)
        c->at[c->n++] = at;
}

static void choose(lc_ctx *lc, const lit *domain, coordinates *c)
{
    lc_int size = lcr_lit_size(lc, domain), place = lc_int_const(1), one = lc_int_const(1);
    uint64_t seed = 1;
    c->n = 0;
    if (lc_int_le(size, lc_int_const(CHOSEN_MOST))) {
        while (c->n < (size_t)lc_int_get_si(size))
            add(c, lc_int_const((int)c->n));
        return;
    }
    add(c, lc_int_const(0));
    add(c, lc_int_sub(lc, size, one));
    for (size_t k = 0; k < domain->n && c->n + CHOSEN_RANDOM + 2 <= CHOSEN_MOST; k++) {
        lc_int last = lc_int_sub(lc, domain->extent[k], one);
        if (lc_int_is_zero(last))
            continue;
        add(c, place);
        if (!lc_int_is_one(last))
            add(c, lc_int_mul(lc, place, last));
        place = lc_int_mul(lc, place, domain->extent[k]);
    }
    for (size_t i = 0; i < CHOSEN_RANDOM; i++)
        add(c, lcr_try_below(lc, &seed, size));
}

/* The condition fails, in these words about a coordinate. */
static bool fails(ev *e, const char *format, lc_int c, lc_int x, lc_int y)
{
    lc_text text = {0};
    for (const char *at = format; *at != '\0'; at++)
        if (*at == 'C')
            lc_text_add_int(&text, c);
        else if (*at == 'X' || *at == 'Y')
            lc_text_add_int(&text, *at == 'X' ? x : y);
        else
            lc_text_add_char(&text, *at, 1);
    const char *said = lcr_text_take(e->pool, &text);
    return said && lcr_ev_condition(e, false, said);
}

static bool differ(ev *e, const fn *f, const fn *g, lc_int c)
{
    lc_int x[LIT_MAX_AXES], y[LIT_MAX_AXES];
    bool one = lcr_fn_naxes(f) == 1 && lcr_fn_naxes(g) == 1;
    return lcr_fn_at(e->pool->lc, f, c, x) && lcr_fn_at(e->pool->lc, g, c, y) &&
           fails(e, one ? "at c = C: X is not Y" : "at c = C: the values differ", c, x[0], y[0]);
}

/* Are the values of two there the same? False: one has none. */
static bool same_at(lc_ctx *lc, const fn *f, const fn *g, lc_int c, bool *same)
{
    lc_int x[LIT_MAX_AXES], y[LIT_MAX_AXES], zero = lc_int_const(0);
    size_t at[2];
    if (!lcr_fn_at(lc, f, c, x) || !lcr_fn_at(lc, g, c, y))
        return false;
    *same = true;
    for (size_t i = 0; lcr_fn_next_axis(f, g, &i, at);)
        *same = *same && lc_int_eq(at[0] != SIZE_MAX ? x[at[0]] : zero,
                                   at[1] != SIZE_MAX ? y[at[1]] : zero);
    return true;
}

/* The condition fails where they differ, or one has no value; false with an error. */
static bool look_at(ev *e, const fn *f, const fn *g, lc_int c)
{
    lc_frame frame = lc_frame_open(e->pool->lc);
    bool equal = false, defined = same_at(e->pool->lc, f, g, c, &equal);
    bool ok = defined ? equal || differ(e, f, g, c)
                      : fails(e, "at c = C: there is no value", c, c, c);
    lc_frame_close(e->pool->lc, frame);
    return ok;
}

static bool same(ev *e, const fn *f, const fn *g, const lit *domain)
{
    coordinates c;
    choose(e->pool->lc, domain, &c);
    lcr_ev_by(e, "points");
    e->out->looked = true;
    for (size_t i = 0; i < c.n && e->out->holds; i++)
        if (!look_at(e, f, g, c.at[i]))
            return false;
    return true;
}

/* The values at chosen coordinates, an integer an axis each. NULL: an error, or one has no
 * value. */
static lc_int *values(ev *e, const lit *a, coordinates *c)
{
    lc_ctx *lc = e->pool->lc;
    choose(lc, a, c);
    lc_int *value = lcr_lit_alloc(e->pool, c->n * LIT_MAX_AXES, sizeof *value);
    for (size_t i = 0; value && i < c->n; i++)
        if (!lcr_lit_at(lc, a, c->at[i], value + i * LIT_MAX_AXES))
            return NULL;
    return value;
}

static bool injective(ev *e, const lit *a)
{
    coordinates c;
    const lc_int *value = values(e, a, &c);
    if (!value)
        return lcr_ev_not(e);
    lcr_ev_by(e, "points");
    e->out->looked = true;
    for (size_t i = 0; i < c.n && e->out->holds; i++)
        for (size_t j = 0; j < i; j++) {
            const lc_int *x = value + i * LIT_MAX_AXES, *y = value + j * LIT_MAX_AXES;
            bool other = lc_int_eq(c.at[i], c.at[j]) || !lcr_same_ints(a->naxes, x, y);
            if (!other &&
                !fails(e, "at c = X and c' = C: the same value", c.at[i], c.at[j], x[0]))
                return false;
        }
    return true;
}

const lcr_points lcr_points_chosen = {lcr_sys_try, same, injective};

/* ---- all points ---- */

bool lcr_ev_same_by_points(ev *e, const fn *f, const fn *g, const lit *domain)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, domain);
    if (lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), size))
        return lcr_ev_not(e);
    e->out->by = "points";
    e->out->looked = true;
    for (int64_t c = 0; c < lc_int_get_si(size) && e->out->holds; c++)
        if (!look_at(e, f, g, lc_int_si(lc, c)))
            return false;
    return true;
}
