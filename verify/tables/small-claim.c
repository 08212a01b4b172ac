/* small-claim.c - what claims say of maps at numbers: of a list of their points. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../claim/relations.h"
#include "../language/build.h"
#include "small.h"

typedef struct {
    lcv_places of;
    size_t room;
    lc_ctx *ctx;
    bool no_memory;
    bool some; /* of a map of too many points: its corners */
} points;

/* A claim at a world. */
typedef struct {
    const lcv_table_problem *p;
    lcv_world *w;
    size_t *left;
    lcv_small *out;
    lcv_relation_claim q;
} looking;

static lcv_there collect(void *user, lcv_world *w, size_t n, const int64_t *value)
{
    points *s = user;
    size_t nin = s->of.nin, width = nin + n;
    if (s->of.n > 0 && n != s->of.nout)
        return LCV_BEYOND;
    lc_int *more = lc_grow(NULL, s->of.pair, s->of.n, &s->room, width * sizeof *more);
    if (!more) {
        s->no_memory = true;
        return LCV_BEYOND;
    }
    s->of.pair = more;
    s->of.nout = n;
    lc_int *to = more + s->of.n++ * width;
    for (size_t k = 0; k < width; k++)
        to[k] = lc_int_si(s->ctx, k < nin ? w->at[k] : value[k - nin]);
    return LCV_THERE;
}

/* ---- answers ---- */

static lcv_at_world answer(looking *k, lcv_result *result, bool some)
{
    if (lc_ctx_code(k->q.ctx) != LC_OK || (result && !lcv_is_refuted(result))) {
        lcv_result_free(result);
        return LCV_OPEN_THERE;
    }
    k->out->fails = result;
    return result ? LCV_FAILS_THERE : some ? LCV_OPEN_THERE : LCV_HOLDS_THERE;
}

static lcv_at_world not_a_claim(looking *k)
{
    k->out->unknown_claim = true;
    return LCV_OPEN_THERE;
}

/* There is none, at the coordinate that was looked at last, where the claim has coordinates. */
static lcv_at_world no_value(looking *k, lcv_there there)
{
    lc_ctx *ctx = k->q.ctx;
    lc_int at[LCV_MAX_COORDINATES];
    if (there != LCV_HOLE)
        return LCV_OPEN_THERE;
    for (size_t i = 0; i < k->w->ncoordinates; i++)
        at[i] = lc_int_si(ctx, k->w->at[i]);
    char *where = k->w->ncoordinates > 0
                      ? lcv_text(ctx, "c = %t", lcv_relation_point(ctx, k->w->ncoordinates, at))
                      : lcv_text(ctx, k->p->name ? "c = ()" : "");
    k->out->no_value = true;
    return answer(k,
                  lcv_refuted(ctx, LCV_BY_ENUMERATION, where,
                              lcv_text(ctx, "the map has no value: %s", k->w->hole)),
                  false);
}

/* ---- claims ---- */

static lcv_at_world points_of(looking *k, size_t i, points *to)
{
    lcv_world *w = k->w;
    const lcv_argument *map = &k->p->argument[i];
    w->scope = map->scope;
    w->ncoordinates = 0;
    to->ctx = k->q.ctx;
    to->of.nin = map->ast->child->nchildren;
    lcv_there there = lcv_walk_map(w, map->ast, *k->left, false, collect, to);
    to->some = there == LCV_BEYOND && !to->no_memory;
    if (to->some) {
        to->of.n = w->ncoordinates = 0;
        there = lcv_walk_map(w, map->ast, *k->left, true, collect, to);
    }
    *k->left -= to->of.n < *k->left ? to->of.n : *k->left;
    if (there != LCV_THERE)
        return no_value(k, there);
    to->of.name = i == 0 ? "X" : "Y";
    if (!to->of.pair)
        to->of.pair = lc_alloc(to->ctx, 1, sizeof *to->of.pair);
    return to->of.pair && lcv_places_room(&k->q, &to->of) ? LCV_HOLDS_THERE : LCV_OPEN_THERE;
}

/* Each value once, and all of a box from 0 on. */
static lcv_at_world bijective(looking *k, points *s)
{
    lc_int size[LCV_MAX_VALUES];
    lcv_places box;
    if (s->some)
        return LCV_OPEN_THERE;
    for (size_t i = 0; i < s->of.nout; i++)
        size[i] = lc_int_const(0);
    for (size_t i = 0; i < s->of.n * s->of.nout; i++) {
        lc_int past = lcv_pair_at(&s->of, i / s->of.nout)[s->of.nin + i % s->of.nout];
        past = lc_int_add(k->q.ctx, past, lc_int_const(1));
        size[i % s->of.nout] = lc_int_max(size[i % s->of.nout], past);
    }
    lcv_result *result = lcv_places_collide(&k->q, &s->of);
    if (lcv_goes_on(k->q.ctx, result) && s->of.n > 0 &&
        lcv_places_box(&k->q, s->of.nout, size, &box)) {
        result = lcv_places_outside(&k->q, &s->of, &box);
        if (lcv_goes_on(k->q.ctx, result))
            result = lcv_places_missing(&k->q, &s->of, &box);
    }
    return answer(k, result, false);
}

/* Values beside a number, or a shape. */
static lcv_at_world within(looking *k, points *s, bool aligned, bool in, bool reached)
{
    int64_t number[LCV_MAX_VALUES];
    lc_int size[LCV_MAX_VALUES];
    size_t n = 0;
    lcv_places all;
    k->w->scope = k->p->argument[1].scope;
    k->w->ncoordinates = 0;
    lcv_there there = lcv_values_at(k->w, k->p->argument[1].ast, &n, number);
    if (there != LCV_THERE)
        return no_value(k, there);
    if (s->of.n > 0 && n != (aligned ? 1 : s->of.nout))
        return not_a_claim(k);
    for (size_t i = 0; i < n; i++)
        size[i] = lc_int_si(k->q.ctx, number[i]);
    if (aligned ? !lcv_places_multiples(&k->q, size[0], &all)
                : !lcv_places_box(&k->q, n, size, &all))
        return LCV_OPEN_THERE;
    all.nout = s->of.n > 0 ? s->of.nout : n;
    lcv_result *result = aligned || in ? lcv_places_outside(&k->q, &s->of, &all) : NULL;
    if (reached && !s->some && lcv_goes_on(k->q.ctx, result))
        result = lcv_places_missing(&k->q, &s->of, &all);
    return answer(k, result, s->some);
}

static lcv_at_world about_one(looking *k, points *s)
{
    const lcv_table_problem *p = k->p;
    lcv_places numbers;
    if (p->n == 1 && lcv_is_one_of(p->name, "bijective compact"))
        return bijective(k, s);
    const bool is = lcv_is_one_of(p->name, "injective"), by = lcv_is_one_of(p->name, "aligned");
    const bool reached = lcv_is_one_of(p->name, "partitions covers surjective");
    const bool in = lcv_is_one_of(p->name, "partitions surjective in_bounds");
    if (p->fits) {
        if (!lcv_places_between(&k->q, lc_int_si(k->q.ctx, p->least),
                                lc_int_si(k->q.ctx, p->most), &numbers))
            return LCV_OPEN_THERE;
        numbers.nout = s->of.nout; /* each value is one of the numbers */
        return answer(k, lcv_places_outside(&k->q, &s->of, &numbers), s->some);
    }
    if ((!is && !in && !reached && !by) || (p->n == 2) == is)
        return not_a_claim(k);
    lcv_result *result = lcv_is_one_of(p->name, "injective partitions")
                             ? lcv_places_collide(&k->q, &s->of)
                             : NULL;
    return is || result ? answer(k, result, s->some) : within(k, s, by, in, reached);
}

static lcv_at_world compared(looking *k)
{
    bool holds;
    k->w->scope = k->p->e->scope;
    k->w->ncoordinates = 0;
    lcv_there there = lcv_holds_at(k->w, k->p->claim, &holds);
    if (there != LCV_THERE || holds)
        return there == LCV_THERE ? LCV_HOLDS_THERE : no_value(k, there);
    return answer(k,
                  lcv_refuted(k->q.ctx, LCV_BY_ENUMERATION, lcv_text(k->q.ctx, ""),
                              lcv_text(k->q.ctx, "the comparison is false")),
                  false);
}

/* ---- two maps ---- */

#define MOST 65536 /* coordinates of a box */

/* The integral coordinates of the points of a box; false: they are none. */
static bool find_integral(lc_ctx *ctx, const lcv_places *p, size_t *c)
{
    int64_t end, volume = 1;
    memset(c, 0, p->n * sizeof *c);
    for (size_t i = 0; i < p->nin; i++, volume *= end) {
        end = 0;
        for (size_t j = 0; j < p->n; j++) {
            lc_int at = lcv_pair_at(p, j)[i];
            if (!lc_int_lt(at, lc_int_const(MOST)))
                return false;
            c[j] += (size_t)(volume * lc_int_get_si(at));
            end = lc_int_get_si(at) < end ? end : lc_int_get_si(at) + 1;
        }
        if (volume * end > MOST)
            return false;
    }
    return lc_ctx_code(ctx) == LC_OK && (p->n == 0 || volume == (int64_t)p->n);
}

/* y at the coordinates of x; both are boxes of as many points, in the order of the integral
 * coordinates there. */
static bool move_points(looking *k, const lcv_places *x, const size_t *x_at, lcv_places *y,
                        const size_t *y_at)
{
    const size_t n = x->n, width = x->nin + y->nout;
    size_t *of = lc_frame_alloc(k->q.ctx, n + 1, sizeof *of);
    lc_int *pair = lc_frame_alloc(k->q.ctx, n * width + 1, sizeof *pair), *to = pair;
    for (size_t j = 0; of && j < n; j++)
        of[y_at[j]] = j;
    for (size_t j = 0; of && pair && j < n; j++, to += width) {
        memcpy(to, lcv_pair_at(x, j), x->nin * sizeof *to);
        memcpy(to + x->nin, lcv_pair_at(y, of[x_at[j]]) + y->nin, y->nout * sizeof *to);
    }
    *y = (lcv_places){.name = y->name, .nin = x->nin, .nout = y->nout};
    return of && lcv_places_of_list(&k->q, n, pair, y);
}

/* Of a map and a layout, at integral coordinates; those of the map are shown. */
static lcv_at_world same_function(looking *k, points *s)
{
    lc_ctx *ctx = k->q.ctx;
    const size_t map = k->p->layout[0].ast ? 1 : 0;
    lcv_places of[2] = {s[0].of, s[1].of};
    size_t *at[2];
    for (size_t i = 0; i < 2; i++) {
        at[i] = lc_frame_alloc(ctx, of[i].n + 1, sizeof *at[i]);
        if (!at[i] || !find_integral(ctx, &of[i], at[i]))
            return LCV_OPEN_THERE;
    }
    if (of[0].n != of[1].n)
        return answer(k,
                      lcv_refuted(ctx, LCV_BY_ENUMERATION, lcv_text(ctx, "size"),
                                  lcv_text(ctx, "%z is not %z", of[0].n, of[1].n)),
                      false);
    return move_points(k, &of[map], at[map], &of[1 - map], at[1 - map])
               ? answer(k, lcv_unless_proved(lcv_relation_same(&k->q, &of[0], &of[1])), false)
               : LCV_OPEN_THERE;
}

/* A map without points has as many values as the other, and room for them. */
static bool as_wide(looking *k, lcv_places *none, const lcv_places *other)
{
    none->nout = other->nout;
    return lcv_places_room(&k->q, none);
}

static lcv_at_world about_two(looking *k, points *s)
{
    const bool same = lcv_is_one_of(k->p->name, "equiv equal"), some = s[0].some || s[1].some;
    lcv_places *a = &s[0].of, *b = &s[1].of;
    if ((a->n > 0 && b->n > 0 && a->nout != b->nout) || (same && some))
        return LCV_OPEN_THERE;
    if (!(a->n == 0 ? as_wide(k, a, b) : b->n > 0 || as_wide(k, b, a)))
        return LCV_OPEN_THERE;
    if (same && (k->p->layout[0].ast || k->p->layout[1].ast))
        return same_function(k, s);
    if (same)
        return answer(k, lcv_unless_proved(lcv_relation_same(&k->q, a, b)), false);
    a->name = "A";
    b->name = "B";
    return answer(k, lcv_unless_proved(lcv_places_apart(&k->q, a, b)), some);
}

/* Has a layout, written as a map of its leaves, a value at these numbers? */
static bool is_layout(const lcv_table_problem *p, size_t i, lcv_world *w)
{
    const lcv_ast *extent = p->argument[i].ast->child->next->child;
    int64_t number;
    w->scope = p->layout[i].scope;
    w->ncoordinates = 0;
    while (extent && lcv_integer_at(w, extent, &number) == LCV_THERE && number > 0)
        extent = extent->next;
    return !extent;
}

static lcv_at_world look(looking *k, points *s)
{
    const lcv_table_problem *p = k->p;
    if (!p->name)
        return compared(k);
    for (size_t i = 0; i < p->n; i++)
        if (p->layout[i].ast && !is_layout(p, i, k->w))
            return LCV_OPEN_THERE;
    bool two = p->n == 2 && lcv_is_map_argument(&p->argument[1]);
    if (p->n == 0 || !lcv_is_map_argument(&p->argument[0]) ||
        (two && !lcv_is_one_of(p->name, "equiv equal disjoint")))
        return not_a_claim(k);
    lcv_at_world at = points_of(k, 0, &s[0]);
    if (at == LCV_HOLDS_THERE && two)
        at = points_of(k, 1, &s[1]);
    return at != LCV_HOLDS_THERE ? at : two ? about_two(k, s) : about_one(k, &s[0]);
}

lcv_at_world lcv_claim_at_world(const lcv_table_problem *p, lcv_world *w, size_t *left,
                                lcv_small *out)
{
    lc_ctx *ctx = p->e->ctx;
    points s[2] = {{{0}, 0, NULL, false, false}, {{0}, 0, NULL, false, false}};
    looking k = {p, w, left, out, {p->e->r, ctx, p->name}};
    lc_frame frame = lc_frame_open(ctx);
    lcv_at_world at = look(&k, s);
    lc_frame_close(ctx, frame);
    free(s[0].of.pair);
    free(s[1].of.pair);
    return at;
}
