/* recover.c - the layout that a relation is, when it is one.
 *
 * Every search proposes one candidate, the only one there can be, read off a few
 * values; the candidate's relation is then compared with the relation given.
 */
#include "config.h"

#include "internal.h"
#include "recover.h"

#include <stdlib.h>

/* A function on [0, n), listed where it is small. */
typedef struct {
    lcr_ctx *r;
    const lcr_map *m;
    lc_int n;
    bool listed;
    lcr_table table;
} source;

/* ---- the function ---- */

static bool no_function(lcr_ctx *r, lcr_answer answer, const char *why)
{
    if (answer == LCR_NO)
        lc_fail(r->lc, LC_ERR_NO_VALUE, "no layout has these values: %s", why);
    return false;
}

/* A listed relation is a function on [0, n) when its inputs count up from 0. */
static bool check_listed(source *g)
{
    for (size_t i = 0; i < g->table.n; i++) {
        const lc_int *in = lcr_table_in(&g->table, i);
        if (!lc_int_eq(*in, lc_int_si(g->r->lc, (int64_t)i))) {
            char text[LCR_TEXT_ROOM];
            bool twice = i > 0 && lc_int_eq(*in, *lcr_table_in(&g->table, i - 1));
            lc_fail(g->r->lc, LC_ERR_NO_VALUE,
                    twice ? "no layout has these values: there are several at c = %s"
                          : "no layout has these values: the domain is not [0,n), for it skips to "
                            "c = %s",
                    lcr_number(*in, text));
            return false;
        }
    }
    g->n = lc_int_si(g->r->lc, (int64_t)g->table.n);
    if (g->table.n == 0)
        return no_function(g->r, LCR_NO, "there are none");
    return true;
}

static bool check_unlisted(source *g)
{
    lcr_answer answer = lcr_map_domain_is_interval(g->r, g->m, &g->n);
    if (answer != LCR_YES)
        return no_function(g->r, answer, "the domain is not [0,n)");
    answer = lcr_map_single_valued(g->r, g->m);
    if (answer != LCR_YES)
        return no_function(g->r, answer, "a coordinate has several");
    return true;
}

static bool open_source(lcr_ctx *r, const lcr_map *m, source *g)
{
    *g = (source){.r = r, .m = m};
    if (lcr_map_nin(m) != 1 || lcr_map_nout(m) != 1) {
        lc_fail(r->lc, LC_ERR_INVALID,
                "a layout of a relation with %zu inputs and %zu outputs: expected one and one",
                lcr_map_nin(m), lcr_map_nout(m));
        return false;
    }
    lcr_answer listed = lcr_table_of(r, m, &g->table);
    if (listed == LCR_UNKNOWN)
        return false;
    g->listed = listed == LCR_YES;
    return g->listed ? check_listed(g) : check_unlisted(g);
}

/* g(c), c in [0, n). */
static bool value_at(const source *g, lc_int c, lc_int *value)
{
    if (g->listed) {
        *value = *lcr_table_out(&g->table, (size_t)lc_int_get_si(c));
        return true;
    }
    return lcr_map_eval(g->r, g->m, &c, value) == LCR_YES;
}

static bool check_zero(const source *g)
{
    lc_int value;
    char text[LCR_TEXT_ROOM];
    if (!value_at(g, lc_int_const(0), &value))
        return false;
    if (lc_int_is_zero(value))
        return true;
    lc_fail(g->r->lc, LC_ERR_NO_VALUE,
            "no layout has these values: at c = 0 the value is %s, of every layout 0",
            lcr_number(value, text));
    return false;
}

/* ---- verification ---- */

/* Whether a candidate has the values of g. As a reverse of f, g is the candidate when
 * f after the candidate is the identity. */
static lcr_answer agrees(const source *g, const lcr_map *candidate, lc_int *at)
{
    lcr_ctx *r = g->r;
    if (g->listed || g->m->function || !g->m->inverse)
        return lcr_map_equal(r, g->m, candidate, at, NULL, NULL);
    lc_int one = lc_int_const(1);
    lc_layout *line = lc_layout_flat(r->lc, 1, &g->n, &one);
    lcr_map *identity = line ? lcr_layout_map(r, line) : NULL;
    lcr_map *f = identity ? lcr_map_reverse(r, g->m) : NULL;
    lcr_map *back = f ? lcr_map_compose(r, f, candidate) : NULL;
    lcr_answer answer = back ? lcr_map_equal(r, identity, back, at, NULL, NULL) : LCR_UNKNOWN;
    lcr_map_free(back);
    lcr_map_free(f);
    lcr_map_free(identity);
    lc_layout_free(line);
    return answer;
}

static void breaks_at(const source *g, const lc_layout *a, const lcr_map *candidate, lc_int at)
{
    lc_int value, other;
    char c[LCR_TEXT_ROOM], v[LCR_TEXT_ROOM], w[LCR_TEXT_ROOM];
    if (!value_at(g, at, &value) || lcr_map_eval(g->r, candidate, &at, &other) != LCR_YES)
        return;
    char *text = lc_layout_to_str(g->r->lc, a);
    if (text)
        lc_fail(g->r->lc, LC_ERR_NO_VALUE,
                "no layout has these values: at c = %s the value is %s, and the only candidate, "
                "%.400s, has %s",
                lcr_number(at, c), lcr_number(value, v), text, lcr_number(other, w));
    free(text);
}

/* The candidate, taken over, when it has the values of g; else NULL with an error. */
static lc_layout *verified(const source *g, lc_layout *a)
{
    lcr_map *candidate = a ? lcr_layout_map(g->r, a) : NULL;
    lc_int at;
    lcr_answer answer = candidate ? agrees(g, candidate, &at) : LCR_UNKNOWN;
    if (answer == LCR_NO)
        breaks_at(g, a, candidate, at);
    lcr_map_free(candidate);
    if (answer == LCR_YES)
        return a;
    lc_layout_free(a);
    return NULL;
}

/* ---- the shape given ---- */

static lc_layout *of_shape(const source *g, const lc_tuple *shape, const lcr_leaves *leaves)
{
    lc_ctx *ctx = g->r->lc;
    char n[LCR_TEXT_ROOM], s[LCR_TEXT_ROOM];
    if (!lc_int_eq(g->n, leaves->size))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "no layout of that shape has these values: it has %s coordinates, the "
                       "relation %s",
                       lcr_number(leaves->size, s), lcr_number(g->n, n));
    lc_int *step = lc_alloc(ctx, leaves->n, sizeof *step);
    bool ok = step != NULL;
    for (size_t k = 0; ok && k < leaves->n; k++)
        ok = lc_int_is_one(leaves->extent[k]) || value_at(g, leaves->place[k], &step[k]);
    lc_tuple *stride = ok ? lc_tuple_like(ctx, shape, step) : NULL;
    lc_layout *a = stride ? lc_layout_new(ctx, shape, stride) : NULL;
    lc_tuple_free(stride);
    free(step);
    return verified(g, a);
}

lc_layout *lcr_recover_with_shape(lcr_ctx *r, const lcr_map *m, const lc_tuple *shape)
{
    lc_frame frame = lc_frame_open(r->lc);
    source g = {0};
    lcr_leaves leaves;
    lc_layout *a = NULL;
    if (lcr_leaves_of_shape(r->lc, shape, &leaves)) {
        if (open_source(r, m, &g) && check_zero(&g))
            a = of_shape(&g, shape, &leaves);
        lcr_leaves_clear(&leaves);
    }
    lcr_table_clear(&g.table);
    lc_frame_close(r->lc, frame);
    return a;
}

/* ---- nothing given ---- */

/* The coalesced modes of a function. */
typedef struct {
    size_t n, room;
    lc_int *extent, *step;
} modes;

/* The j in [1, rest) at which g(place j) is not j step, as a set. */
static isl_set *off_the_line(const source *g, lc_int place, lc_int rest, lc_int step)
{
    lcr_ctx *r = g->r;
    isl_space *space = isl_space_domain(isl_map_get_space(g->m->map));
    isl_aff *j = isl_aff_var_on_domain(isl_local_space_from_space(isl_space_copy(space)),
                                       isl_dim_set, 0);
    isl_aff *line = isl_aff_scale_val(isl_aff_copy(j), lcr_val(r, step));
    isl_multi_aff *places = isl_multi_aff_from_aff(isl_aff_scale_val(j, lcr_val(r, place)));
    places = isl_multi_aff_reset_tuple_id(places, isl_dim_out);
    isl_set *range = isl_set_lower_bound_si(isl_set_universe(space), isl_dim_set, 0, 1);
    range = isl_set_upper_bound_val(range, isl_dim_set, 0, isl_val_sub_ui(lcr_val(r, rest), 1));
    if (g->m->function) {
        isl_pw_multi_aff *values = isl_pw_multi_aff_pullback_multi_aff(
            isl_pw_multi_aff_copy(g->m->function), places);
        isl_pw_aff *value = isl_pw_multi_aff_get_pw_aff(values, 0);
        isl_pw_multi_aff_free(values);
        isl_pw_aff *straight = isl_pw_aff_from_aff(line);
        return isl_set_intersect(isl_pw_aff_ne_set(value, straight), range);
    }
    isl_map *values = isl_map_preimage_domain_multi_aff(isl_map_copy(g->m->map), places);
    values = isl_map_intersect_domain(values, range);
    return isl_map_domain(isl_map_subtract(values, isl_map_from_aff(line)));
}

/* The largest run: g(place j) = j step for all j < run, run at most `rest`. */
static bool run_of(const source *g, lc_int place, lc_int rest, lc_int step, lc_int *run)
{
    lc_ctx *ctx = g->r->lc;
    *run = rest;
    if (!g->listed) {
        lcr_begin_on(g->r, g->m->weight);
        isl_set *off = off_the_line(g, place, rest, step);
        lcr_answer answer = lcr_set_bound(g->r, off, 0, false, run);
        isl_set_free(off);
        return answer != LCR_UNKNOWN;
    }
    lc_int c = place, line = step;
    for (int64_t j = 1; j < lc_int_get_si(rest); j++) {
        if (!lc_int_eq(*lcr_table_out(&g->table, (size_t)lc_int_get_si(c)), line)) {
            *run = lc_int_si(ctx, j);
            break;
        }
        c = lc_int_add(ctx, c, place);
        line = lc_int_add(ctx, line, step);
    }
    return true;
}

static bool run_does_not_divide(const source *g, lc_int place, lc_int rest, lc_int step,
                                lc_int run)
{
    lc_ctx *ctx = g->r->lc;
    lc_int c = lc_int_mul(ctx, place, run), line = lc_int_mul(ctx, run, step), value;
    char n[LCR_TEXT_ROOM], s[LCR_TEXT_ROOM], at[LCR_TEXT_ROOM], v[LCR_TEXT_ROOM], w[LCR_TEXT_ROOM];
    if (value_at(g, c, &value))
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no layout has these values: at c = %s the value is %s and no longer %s on the "
                "straight line before it, whose %s values do not divide the %s that are left",
                lcr_number(c, at), lcr_number(value, v), lcr_number(line, w), lcr_number(run, n),
                lcr_number(rest, s));
    return false;
}

/* The only modes that g can have, by its largest runs. */
static bool find_modes(const source *g, modes *found)
{
    lc_ctx *ctx = g->r->lc;
    found->room = lc_int_bits(g->n); /* every extent is 2 or more */
    found->extent = lc_alloc(ctx, 2 * found->room, sizeof(lc_int));
    found->step = found->extent ? found->extent + found->room : NULL;
    lc_int place = lc_int_const(1), rest = g->n, step, run;
    bool ok = found->extent != NULL;
    while (ok && !lc_int_is_one(rest)) {
        ok = value_at(g, place, &step) && run_of(g, place, rest, step, &run);
        if (ok && !lc_int_divides(ctx, run, rest))
            ok = run_does_not_divide(g, place, rest, step, run);
        if (ok) {
            found->extent[found->n] = run;
            found->step[found->n++] = step;
            place = lc_int_mul(ctx, place, run);
            rest = lc_int_fdiv(ctx, rest, run);
        }
    }
    return ok;
}

static lc_layout *layout_of_modes(lc_ctx *ctx, const modes *m)
{
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    return m->n > 0 ? lc_layout_flat(ctx, m->n, m->extent, m->step)
                    : lc_layout_flat(ctx, 1, &one, &zero);
}

static lc_layout *recover(const source *g)
{
    modes found = {0};
    lc_layout *a = NULL;
    if (check_zero(g) && find_modes(g, &found))
        a = verified(g, layout_of_modes(g->r->lc, &found));
    free(found.extent);
    return a;
}

lc_layout *lcr_recover(lcr_ctx *r, const lcr_map *m)
{
    lc_frame frame = lc_frame_open(r->lc);
    source g;
    lc_layout *a = open_source(r, m, &g) ? recover(&g) : NULL;
    lcr_table_clear(&g.table);
    lc_frame_close(r->lc, frame);
    return a;
}

lc_layout *lcr_recover_function(lcr_ctx *r, const lcr_map *m, lc_int n)
{
    lc_frame frame = lc_frame_open(r->lc);
    source g = {.r = r, .m = m, .n = n};
    lcr_answer listed = lcr_table_of(r, m, &g.table);
    g.listed = listed == LCR_YES;
    lc_layout *a = NULL;
    if (listed != LCR_UNKNOWN && (!g.listed || check_listed(&g)))
        a = recover(&g);
    lcr_table_clear(&g.table);
    lc_frame_close(r->lc, frame);
    return a;
}
