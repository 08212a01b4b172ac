/* recover.c - the layout that a relation is, when it is one.
 *
 * Every search reads the only possible candidate off a few values, and compares the candidate's
 * relation with the given one. The outputs of a relation with several are the axes of
 * coordinates: strides are then vectors, and a straight run is straight on every axis.
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
    size_t naxes; /* outputs */
    bool listed;
    lcr_pairs table;
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
        const lc_int *in = lcr_pairs_in(&g->table, i);
        if (!lc_int_eq(*in, lc_int_si(g->r->lc, (int64_t)i))) {
            char text[LCR_TEXT_ROOM];
            bool twice = i > 0 && lc_int_eq(*in, *lcr_pairs_in(&g->table, i - 1));
            return lc_fail(
                g->r->lc, LC_ERR_NO_VALUE,
                twice ? "no layout has these values: there are several at c = %s"
                      : "no layout has these values: the domain is not [0,n), for it skips to "
                        "c = %s",
                lcr_number(*in, text));
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
    *g = (source){.r = r, .m = m, .naxes = lcr_map_nout(m)};
    if (lcr_map_nin(m) != 1 || g->naxes == 0 || g->naxes > LC_MAX_AXES)
        return lc_fail(
            r->lc, LC_ERR_INVALID,
            "a layout of a relation with %zu inputs and %zu outputs: expected one input, and "
            "1 to %d outputs",
            lcr_map_nin(m), lcr_map_nout(m), LC_MAX_AXES);
    lcr_answer listed = lcr_pairs_of(r, m, &g->table);
    if (listed == LCR_UNKNOWN)
        return false;
    g->listed = listed == LCR_YES;
    return g->listed ? check_listed(g) : check_unlisted(g);
}

/* g(c), c in [0, n): an integer an axis. */
static bool value_at(const source *g, lc_int c, lc_int *value)
{
    if (g->listed) {
        lcr_ints_copy(g->naxes, value, lcr_pairs_out(&g->table, (size_t)lc_int_get_si(c)));
        return true;
    }
    return lcr_map_eval(g->r, g->m, &c, value) == LCR_YES;
}

static bool check_zero(const source *g)
{
    lc_int value[LC_MAX_AXES];
    char text[LCR_TEXT_ROOM];
    if (!value_at(g, lc_int_const(0), value))
        return false;
    bool zero = true;
    for (size_t q = 0; q < g->naxes; q++)
        zero = zero && lc_int_is_zero(value[q]);
    if (!zero)
        lc_fail(g->r->lc, LC_ERR_NO_VALUE,
                "no layout has these values: at c = 0 the value is %s, of every layout 0",
                lcr_coordinate(g->naxes, value, text));
    return zero;
}

/* ---- verification ---- */

/* Does a candidate have the values of g? When g is the reverse of f, it is the candidate if f
 * after the candidate is the identity. */
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
    lc_int value[LC_MAX_AXES], other[LC_MAX_AXES];
    char c[LCR_TEXT_ROOM], v[LCR_TEXT_ROOM], w[LCR_TEXT_ROOM];
    if (!value_at(g, at, value) || lcr_map_eval(g->r, candidate, &at, other) != LCR_YES)
        return;
    char *text = lc_layout_to_str(g->r->lc, a);
    if (text)
        lc_fail(g->r->lc, LC_ERR_NO_VALUE,
                "no layout has these values: at c = %s the value is %s, and the only candidate, "
                "%.400s, has %s",
                lcr_number(at, c), lcr_coordinate(g->naxes, value, v), text,
                lcr_coordinate(g->naxes, other, w));
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

/* ---- layouts ---- */

/* One axis of a layout of coordinates that have n. */
static lc_layout *on_axis(lc_ctx *ctx, const lc_layout *a, size_t n, size_t axis)
{
    lc_int one[LC_MAX_AXES];
    for (size_t q = 0; q < n; q++)
        one[q] = lc_int_const(1);
    lc_tuple *profile = lc_tuple_flat(ctx, n, one);
    lc_layout *b = profile ? lc_layout_on_axis(ctx, a, profile, axis) : NULL;
    lc_tuple_free(profile);
    return b;
}

/* The layout with the strides step[q * pitch + k]. */
static lc_layout *layout_of(const source *g, const lc_tuple *shape, size_t pitch,
                            const lc_int *step)
{
    lc_ctx *ctx = g->r->lc;
    lc_layout *sum = NULL;
    for (size_t q = 0; q < g->naxes; q++) {
        lc_tuple *stride = lc_tuple_like(ctx, shape, step + q * pitch);
        lc_layout *integers = stride ? lc_layout_new(ctx, shape, stride) : NULL;
        lc_tuple_free(stride);
        if (!integers || g->naxes == 1)
            return integers;
        lc_layout *part = on_axis(ctx, integers, g->naxes, q);
        lc_layout *next = part && sum ? lc_layout_add(ctx, sum, part) : lc_layout_ref(part);
        lc_layout_free(part);
        lc_layout_free(integers);
        lc_layout_free(sum);
        if (!next)
            return NULL;
        sum = next;
    }
    return sum;
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
    lc_int *step = lc_alloc(ctx, g->naxes * leaves->n, sizeof *step), value[LC_MAX_AXES];
    bool ok = step != NULL;
    for (size_t k = 0; ok && k < leaves->n; k++) {
        bool counts = !lc_int_is_one(leaves->extent[k]);
        ok = !counts || value_at(g, leaves->place[k], value);
        for (size_t q = 0; counts && ok && q < g->naxes; q++)
            step[q * leaves->n + k] = value[q];
    }
    lc_layout *a = ok ? layout_of(g, shape, leaves->n, step) : NULL;
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
    lcr_pairs_clear(&g.table);
    lc_frame_close(r->lc, frame);
    return a;
}

/* ---- nothing given ---- */

/* The coalesced modes of a function; strides on axis q from step[q * room]. */
typedef struct {
    size_t n, room;
    lc_int *extent, *step;
} modes;

/* j -> j factor. */
static isl_aff *multiples(lcr_ctx *r, isl_space *space, lc_int factor)
{
    isl_local_space *local = isl_local_space_from_space(isl_space_copy(space));
    return isl_aff_scale_val(isl_aff_var_on_domain(local, isl_dim_set, 0), lcr_val(r, factor));
}

/* j -> j step. */
static isl_multi_aff *line_of(const source *g, isl_space *space, const lc_int *step)
{
    isl_multi_aff *line = isl_multi_aff_zero(lcr_map_space(g->m));
    for (size_t q = 0; q < g->naxes; q++)
        line = isl_multi_aff_set_aff(line, (int)q, multiples(g->r, space, step[q]));
    return line;
}

/* For a function: the coordinates at which its value is not that of the line. */
static isl_set *off_on_an_axis(const source *g, isl_multi_aff *places, isl_multi_aff *line)
{
    isl_pw_multi_aff *values =
        isl_pw_multi_aff_pullback_multi_aff(isl_pw_multi_aff_copy(g->m->function), places);
    isl_set *off = NULL;
    for (size_t q = 0; q < g->naxes; q++) {
        isl_pw_aff *straight = isl_pw_aff_from_aff(isl_multi_aff_get_aff(line, (int)q));
        isl_set *here = isl_pw_aff_ne_set(isl_pw_multi_aff_get_pw_aff(values, (int)q), straight);
        off = q == 0 ? here : isl_set_union(off, here);
    }
    isl_multi_aff_free(line);
    isl_pw_multi_aff_free(values);
    return off;
}

/* The j in [1, rest) at which g(place j) is not j step, as a set. */
static isl_set *off_the_line(const source *g, lc_int place, lc_int rest, const lc_int *step)
{
    lcr_ctx *r = g->r;
    isl_space *space = isl_space_domain(lcr_map_space(g->m));
    isl_multi_aff *places = isl_multi_aff_from_aff(multiples(r, space, place));
    places = isl_multi_aff_reset_tuple_id(places, isl_dim_out);
    isl_multi_aff *line = line_of(g, space, step);
    isl_set *range = isl_set_lower_bound_si(isl_set_universe(space), isl_dim_set, 0, 1);
    range = isl_set_upper_bound_val(range, isl_dim_set, 0, isl_val_sub_ui(lcr_val(r, rest), 1));
    if (g->m->function)
        return isl_set_intersect(off_on_an_axis(g, places, line), range);
    isl_map *values = isl_map_preimage_domain_multi_aff(isl_map_copy(g->m->map), places);
    values = isl_map_intersect_domain(values, range);
    return isl_map_domain(isl_map_subtract(values, isl_map_from_multi_aff(line)));
}

/* The same of a function that is listed: is it off at this coordinate? The integers of
 * `line` are moved on by the step. */
static bool off_at(const source *g, lc_int c, const lc_int *step, lc_int *line)
{
    const lc_int *value = lcr_pairs_out(&g->table, (size_t)lc_int_get_si(c));
    bool off = false;
    for (size_t q = 0; q < g->naxes; q++) {
        line[q] = lc_int_add(g->r->lc, line[q], step[q]);
        off = off || !lc_int_eq(value[q], line[q]);
    }
    return off;
}

/* The largest run: g(place j) = j step for all j < run, run at most `rest`. */
static bool run_of(const source *g, lc_int place, lc_int rest, const lc_int *step, lc_int *run)
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
    lc_int c = place, line[LC_MAX_AXES];
    for (size_t q = 0; q < g->naxes; q++)
        line[q] = lc_int_const(0);
    for (int64_t j = 1; j < lc_int_get_si(rest); j++) {
        if (off_at(g, c, step, line)) {
            *run = lc_int_si(ctx, j);
            break;
        }
        c = lc_int_add(ctx, c, place);
    }
    return true;
}

static bool run_does_not_divide(const source *g, lc_int place, lc_int rest, const lc_int *step,
                                lc_int run)
{
    lc_ctx *ctx = g->r->lc;
    lc_int c = lc_int_mul(ctx, place, run), line[LC_MAX_AXES], value[LC_MAX_AXES];
    for (size_t q = 0; q < g->naxes; q++)
        line[q] = lc_int_mul(ctx, run, step[q]);
    char n[LCR_TEXT_ROOM], s[LCR_TEXT_ROOM], at[LCR_TEXT_ROOM], v[LCR_TEXT_ROOM],
        w[LCR_TEXT_ROOM];
    if (value_at(g, c, value))
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no layout has these values: at c = %s the value is %s and no longer %s on the "
                "straight line before it, whose %s values do not divide the %s that are left",
                lcr_number(c, at), lcr_coordinate(g->naxes, value, v),
                lcr_coordinate(g->naxes, line, w), lcr_number(run, n), lcr_number(rest, s));
    return false;
}

/* The only modes that g can have, by its largest runs. */
static bool find_modes(const source *g, modes *found)
{
    lc_ctx *ctx = g->r->lc;
    found->room = lc_int_bits(g->n); /* every extent is 2 or more */
    found->extent = lc_alloc(ctx, (1 + g->naxes) * found->room, sizeof(lc_int));
    found->step = found->extent ? found->extent + found->room : NULL;
    lc_int place = lc_int_const(1), rest = g->n, step[LC_MAX_AXES], run;
    bool ok = found->extent != NULL;
    while (ok && !lc_int_is_one(rest)) {
        ok = value_at(g, place, step) && run_of(g, place, rest, step, &run);
        if (ok && !lc_int_divides(ctx, run, rest))
            ok = run_does_not_divide(g, place, rest, step, run);
        if (ok) {
            for (size_t q = 0; q < g->naxes; q++)
                found->step[q * found->room + found->n] = step[q];
            found->extent[found->n++] = run;
            place = lc_int_mul(ctx, place, run);
            rest = lc_int_fdiv(ctx, rest, run);
        }
    }
    return ok;
}

static lc_layout *layout_of_modes(const source *g, const modes *m)
{
    lc_ctx *ctx = g->r->lc;
    lc_int zero[LC_MAX_AXES];
    for (size_t q = 0; q < g->naxes; q++)
        zero[q] = lc_int_const(0);
    lc_tuple *shape = m->n == 0 ? lc_tuple_leaf(ctx, lc_int_const(1))
                                : lc_tuple_point(ctx, m->n, m->extent);
    lc_layout *a = NULL;
    if (shape)
        a = m->n > 0 ? layout_of(g, shape, m->room, m->step) : layout_of(g, shape, 1, zero);
    lc_tuple_free(shape);
    return a;
}

static lc_layout *recover(const source *g)
{
    modes found = {0};
    lc_layout *a = NULL;
    if (check_zero(g) && find_modes(g, &found))
        a = verified(g, layout_of_modes(g, &found));
    free(found.extent);
    return a;
}

lc_layout *lcr_recover(lcr_ctx *r, const lcr_map *m)
{
    lc_frame frame = lc_frame_open(r->lc);
    source g;
    lc_layout *a = open_source(r, m, &g) ? recover(&g) : NULL;
    lcr_pairs_clear(&g.table);
    lc_frame_close(r->lc, frame);
    return a;
}
