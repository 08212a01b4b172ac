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
    size_t nin = w->ncoordinates, width = nin + n;
    if (s->of.n > 0 && n != s->of.nout)
        return LCV_BEYOND;
    lc_int *more = lc_grow(NULL, s->of.pair, s->of.n, &s->room, width * sizeof *more);
    if (!more) {
        s->no_memory = true;
        return LCV_BEYOND;
    }
    s->of.pair = more;
    s->of.nin = nin;
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
    lcv_result *result = aligned || in ? lcv_places_outside(&k->q, &s->of, &all) : NULL;
    if (reached && !s->some && lcv_goes_on(k->q.ctx, result))
        result = lcv_places_missing(&k->q, &s->of, &all);
    return answer(k, result, s->some);
}

static lcv_at_world about_one(looking *k, points *s)
{
    const lcv_table_problem *p = k->p;
    lcv_places numbers;
    if (p->n == 1 && p->nparameters + p->ntables == 0 &&
        lcv_is_one_of(p->name, "bijective compact"))
        return bijective(k, s);
    const bool is = lcv_is_one_of(p->name, "injective"), by = lcv_is_one_of(p->name, "aligned");
    const bool reached = lcv_is_one_of(p->name, "partitions covers surjective");
    const bool in = lcv_is_one_of(p->name, "partitions surjective in_bounds");
    if (p->fits && !lcv_places_between(&k->q, lc_int_si(k->q.ctx, p->least),
                                       lc_int_si(k->q.ctx, p->most), &numbers))
        return LCV_OPEN_THERE;
    if (p->fits)
        return answer(k, s->of.nout == 1 ? lcv_places_outside(&k->q, &s->of, &numbers) : NULL,
                      s->some);
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

/* The points of a box as a function of the integral coordinate; false: they are none. */
static bool flatten(looking *k, lcv_places *p)
{
    lc_ctx *ctx = k->q.ctx;
    lc_int volume = lc_int_const(1), most = lc_int_const(MOST), stride[LCV_MAX_COORDINATES];
    for (size_t i = 0; i < p->nin; i++) {
        lc_int last = lc_int_const(-1);
        for (size_t j = 0; j < p->n; j++)
            last = lc_int_max(last, lcv_pair_at(p, j)[i]);
        stride[i] = volume;
        volume = lc_int_mul(ctx, volume, lc_int_add(ctx, last, lc_int_const(1)));
        if (lc_int_lt(most, volume))
            return false;
    }
    if (p->n > 0 && !lc_int_eq(volume, lc_int_si(ctx, (int64_t)p->n)))
        return false;
    lc_int *pair = lc_frame_alloc(ctx, p->n * (p->nout + 1) + 1, sizeof *pair);
    for (size_t j = 0; pair && j < p->n; j++) {
        const lc_int *from = lcv_pair_at(p, j);
        lc_int *to = pair + j * (p->nout + 1);
        *to = lc_int_const(0);
        for (size_t i = 0; i < p->nin; i++)
            *to = lc_int_add(ctx, *to, lc_int_mul(ctx, stride[i], from[i]));
        memcpy(to + 1, from + p->nin, p->nout * sizeof *to);
    }
    size_t n = p->n;
    *p = (lcv_places){.name = p->name, .nin = 1, .nout = p->nout};
    return lcv_places_of_list(&k->q, n, pair, p);
}

/* Of a map and a layout, at integral coordinates. */
static lcv_at_world same_function(looking *k, points *s)
{
    lc_ctx *ctx = k->q.ctx;
    lcv_places a = s[0].of, b = s[1].of;
    if (!flatten(k, &a) || !flatten(k, &b))
        return LCV_OPEN_THERE;
    return answer(k,
                  a.n != b.n ? lcv_refuted(ctx, LCV_BY_ENUMERATION, lcv_text(ctx, "size"),
                                           lcv_text(ctx, "%z is not %z", a.n, b.n))
                             : lcv_unless_proved(lcv_relation_same(&k->q, &a, &b)),
                  false);
}

static lcv_at_world about_two(looking *k, points *s)
{
    const bool same = lcv_is_one_of(k->p->name, "equiv equal"), some = s[0].some || s[1].some;
    lcv_places *a = &s[0].of, *b = &s[1].of;
    if ((a->n > 0 && b->n > 0 && a->nout != b->nout) || (same && some))
        return LCV_OPEN_THERE;
    if (a->n == 0)
        a->nout = b->nout;
    if (b->n == 0)
        b->nout = a->nout;
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
