/* rest-layout.c - claims about the values of a map, as claims about a layout.
 *
 * A claim that only the values matter to, and how often each is there, is so of a layout that has
 * the same values as often. Of the rests of a map (rests.h) z takes all its numbers whatever the
 * others are. For each choice of the others, the values at all z are listed and sorted. Where
 * these lists are the same but for a distance, and the distance is a multiple of y, a layout with
 * the coordinates y and modes for the list has the same values as often as the map: an XOR by a
 * row permutes the columns. The rests of parameters each give a list; one claim is made for each
 * that differs.
 */
#include "config.h"

#include "rests.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "as-layout.h"
#include "simplify.h"

#define OUTPUTS 4
#define PARTS 8  /* numbers that a value has: factors of its products, of each output */
#define MODES 12 /* of the list */

typedef struct {
    int64_t of[PARTS];
} numbers;

/* A number of the value: the factor of a product of parameters in an output. */
typedef struct {
    size_t output;
    lcv_quotients of;
} part;

typedef struct {
    lcv_rests t;
    size_t nout, nparts, nblocks; /* choices of rests of coordinates y */
    const lcv_rest_sum *out[OUTPUTS];
    part part[PARTS];
    numbers *first, *here; /* lists */
} listing;

/* What is the same for all choices of one of parameters: the values of a layout. */
typedef struct {
    size_t point; /* the first of it */
    numbers step[LCV_MAX_COORDINATES], base, by[MODES];
    size_t nmodes;
    int64_t extent[MODES];
} found;

/* ---- the parts of a value ---- */

/* The coordinate whose quotient is in the product, and the product without it; false: several. */
static bool without_coordinate(const listing *l, const lcv_quotients *of, size_t *coordinate,
                               lcv_quotients *rest)
{
    size_t n = 0;
    *rest = (lcv_quotients){0};
    *coordinate = SIZE_MAX;
    for (size_t i = 0; i < of->n; i++)
        if (of->of[i] < l->t.ncoordinates) {
            *coordinate = of->of[i];
            n++;
        } else {
            rest->of[rest->n++] = of->of[i];
        }
    return n <= 1;
}

static size_t part_of(listing *l, size_t output, const lcv_quotients *of)
{
    size_t i = 0;
    while (i < l->nparts &&
           (l->part[i].output != output || !lcv_rest_same_product(&l->part[i].of, of)))
        i++;
    if (i == l->nparts && i < PARTS)
        l->part[l->nparts++] = (part){output, *of};
    return i;
}

static bool find_parts(listing *l)
{
    size_t i;
    lcv_quotients of;
    for (size_t k = 0; k < l->nout; k++)
        for (size_t j = 0; j < l->out[k]->n; j++)
            if (!without_coordinate(l, &l->out[k]->of[j], &i, &of) || part_of(l, k, &of) == PARTS)
                return false;
    return true;
}

/* ---- lists ---- */

static int by_parts(const void *a, const void *b)
{
    const numbers *x = a, *y = b;
    for (size_t i = 0; i < PARTS; i++)
        if (x->of[i] != y->of[i])
            return x->of[i] < y->of[i] ? -1 : 1;
    return 0;
}

/* Without the quotients of coordinates. */
static numbers value_at(listing *l, size_t point)
{
    numbers v = {{0}};
    for (size_t i = 0; i < l->nparts; i++) {
        const int64_t *at = lcv_rest_term(l->out[l->part[i].output], &l->part[i].of);
        v.of[i] = at ? at[point] : 0;
    }
    return v;
}

static bool add_times(numbers *to, int64_t factor, const numbers *v)
{
    for (size_t i = 0; i < PARTS; i++) {
        int64_t more;
        if (__builtin_mul_overflow(factor, v->of[i], &more) ||
            __builtin_add_overflow(to->of[i], more, &to->of[i]))
            return false;
    }
    return true;
}

/* The values at all z from a point on, sorted, less a distance. */
static bool list(listing *l, size_t point, const numbers *distance, numbers *to)
{
    bool ok = true;
    for (size_t i = 0; ok && i < l->t.nfull; i++) {
        to[i] = value_at(l, point + i);
        ok = add_times(&to[i], -1, distance);
    }
    qsort(to, l->t.nfull, sizeof *to, by_parts);
    return ok;
}

/* By what the value moves where y does: the factor of its quotient, which is the same at all
 * points of this choice of parameters, by its period. */
static bool find_steps(listing *l, found *f)
{
    size_t points = l->t.nfull * l->nblocks, i;
    lcv_quotients of;
    for (size_t k = 0; k < l->nout; k++)
        for (size_t j = 0; j < l->out[k]->n; j++) {
            const int64_t *at = l->out[k]->at[j] + f->point;
            if (!without_coordinate(l, &l->out[k]->of[j], &i, &of) || i == SIZE_MAX)
                continue;
            for (size_t p = 1; p < points; p++)
                if (at[p] != at[0])
                    return false;
            if (at[0] % l->t.symbol[i].period != 0)
                return false;
            f->step[i].of[part_of(l, k, &of)] = at[0] / l->t.symbol[i].period;
        }
    return true;
}

/* The distance of the rests of y at a point. */
static bool distance_at(const listing *l, const found *f, size_t point, numbers *distance)
{
    bool ok = true;
    *distance = (numbers){{0}};
    for (size_t i = 0; ok && i < l->t.ncoordinates; i++) {
        const lcv_rest_symbol *s = &l->t.symbol[i];
        int64_t rest = (int64_t)(point / s->period_stride) % s->period;
        ok = add_times(distance, rest, &f->step[i]);
    }
    return ok;
}

/* The lists are the same at all rests of y: it is in l->first. */
static bool same_lists(listing *l, const found *f)
{
    size_t n = l->t.nfull;
    numbers distance = {{0}};
    bool ok = list(l, f->point, &distance, l->first);
    for (size_t b = 1; ok && b < l->nblocks; b++) {
        size_t point = f->point + b * n;
        ok = distance_at(l, f, point, &distance) && list(l, point, &distance, l->here) &&
             memcmp(l->first, l->here, n * sizeof *l->first) == 0;
    }
    return ok;
}

/* The list as a layout: each mode runs straight as far as the values do. */
static bool find_modes(const listing *l, found *f)
{
    size_t n = l->t.nfull, step = 1;
    f->base = l->first[0];
    while (step < n) {
        numbers by = l->first[step], at;
        size_t run = 1, left = n / step;
        if (f->nmodes == MODES || n % step != 0 || !add_times(&by, -1, &f->base))
            return false;
        for (bool goes = true; goes && run < left;) {
            at = f->base;
            goes = add_times(&at, (int64_t)run, &by) && by_parts(&at, &l->first[run * step]) == 0;
            run += goes;
        }
        run = left % run == 0 ? run : left;
        f->extent[f->nmodes] = (int64_t)run;
        f->by[f->nmodes++] = by;
        step *= run;
    }
    for (size_t i = 0; i < n; i++) {
        numbers at = f->base;
        size_t rest = i;
        for (size_t k = 0; k < f->nmodes; rest /= (size_t)f->extent[k++])
            if (!add_times(&at, (int64_t)(rest % (size_t)f->extent[k]), &f->by[k]))
                return false;
        if (by_parts(&at, &l->first[i]) != 0)
            return false;
    }
    return true;
}

static bool is_new(const found *all, size_t n, const found *f)
{
    for (size_t i = 0; i < n; i++) {
        const found *g = &all[i];
        if (g->nmodes == f->nmodes && memcmp(&g->base, &f->base, sizeof f->base) == 0 &&
            memcmp(g->step, f->step, sizeof f->step) == 0 &&
            memcmp(g->by, f->by, sizeof f->by) == 0 &&
            memcmp(g->extent, f->extent, sizeof f->extent) == 0)
            return false;
    }
    return true;
}

/* ---- as trees ---- */

/* What is written for output k, of these parts; NULL: 0. */
static lcv_ast *text_of(listing *l, size_t k, const numbers *v)
{
    lcv_rests *t = &l->t;
    const lcv_rest_sum *sum = lcv_rest_number(t, 0);
    bool any = false;
    for (size_t i = 0; i < l->nparts; i++) {
        if (l->part[i].output != k || v->of[i] == 0)
            continue;
        const lcv_rest_sum *product = lcv_rest_number(t, v->of[i]);
        for (size_t j = 0; j < l->part[i].of.n; j++)
            product = lcv_rest_mul(t, product, lcv_rest_quotient(t, l->part[i].of.of[j], 1));
        sum = lcv_rest_add(t, sum, 1, product);
        any = true;
    }
    return any && sum ? lcv_rest_text(t, sum, 0) : NULL;
}

/* A number, or a sum of multiples of e0, e1, .. */
static lcv_ast *stride(listing *l, const numbers *v)
{
    lcv_arena *arena = l->t.arena;
    lcv_ast *all = NULL;
    for (size_t k = 0; k < l->nout; k++) {
        lcv_ast *by = text_of(l, k, v), *e = lcv_build_leaf(arena, LCV_AST_STRIDE, "e%zu", k);
        lcv_ast *term = l->nout == 1 || !by ? by : lcv_times(arena, by, e);
        all = all && term ? lcv_build_op(arena, LCV_OP_ADD, all, term) : term ? term : all;
    }
    return all ? all : lcv_build_int(arena, 0);
}

static bool is_zero(const numbers *v)
{
    const numbers zero = {{0}};
    return by_parts(v, &zero) == 0;
}

/* The size of y; NULL: there is none. */
static lcv_ast *size_of(const listing *l, size_t i)
{
    const lcv_rest_symbol *s = &l->t.symbol[i];
    int64_t number = s->content / s->full;
    if (s->number)
        return number > 1 ? lcv_build_int(l->t.arena, number) : NULL;
    lcv_ast *count = lcv_ast_copy(l->t.arena, s->count);
    return number > 1 ? lcv_build_op(l->t.arena, LCV_OP_MUL, lcv_build_int(l->t.arena, number),
                                     lcv_build_group(count))
                      : count;
}

static lcv_ast *layout_of(listing *l, const found *f)
{
    lcv_arena *arena = l->t.arena;
    lcv_ast *shape = lcv_build(arena, LCV_AST_TUPLE, 0), *size;
    lcv_ast *strides = lcv_build(arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < f->nmodes; k++) {
        shape = lcv_build_add(shape, lcv_build_int(arena, f->extent[k]));
        strides = lcv_build_add(strides, stride(l, &f->by[k]));
    }
    for (size_t i = 0; i < l->t.ncoordinates; i++)
        if ((size = size_of(l, i))) {
            shape = lcv_build_add(shape, size);
            strides = lcv_build_add(strides, stride(l, &f->step[i]));
        }
    if (!shape || !strides)
        return NULL;
    if (shape->nchildren == 0) {
        shape = lcv_build_int(arena, 1);
        strides = lcv_build_int(arena, 0);
    } else if (shape->nchildren == 1) { /* 32:1 */
        shape = shape->child;
        strides = strides->child;
    }
    return lcv_build(arena, LCV_AST_LAYOUT, 2, shape, strides);
}

/* The same as a map, where the first value is not 0. */
static lcv_ast *map_of(listing *l, const found *f)
{
    lcv_arena *arena = l->t.arena;
    lcv_ast *names = lcv_build(arena, LCV_AST_TUPLE, 0), *size;
    lcv_ast *sizes = lcv_build(arena, LCV_AST_TUPLE, 0), *sum[OUTPUTS] = {NULL};
    size_t n = 0;
    for (size_t k = 0; k < l->nout; k++)
        sum[k] = text_of(l, k, &f->base);
    for (size_t i = 0; i < l->t.ncoordinates + f->nmodes; i++) {
        bool mode = i >= l->t.ncoordinates;
        const numbers *by = mode ? &f->by[i - l->t.ncoordinates] : &f->step[i];
        size = mode ? lcv_build_int(arena, f->extent[i - l->t.ncoordinates]) : size_of(l, i);
        if (!size)
            continue;
        names = lcv_build_add(names, lcv_build_leaf(arena, LCV_AST_NAME, LCV_REST_NAME "%zu", n));
        sizes = lcv_build_add(sizes, size);
        for (size_t k = 0; k < l->nout; k++) {
            lcv_ast *text = text_of(l, k, by);
            lcv_ast *x = text ? lcv_build_leaf(arena, LCV_AST_NAME, LCV_REST_NAME "%zu", n)
                              : NULL;
            x = x ? lcv_times(arena, text, x) : NULL;
            sum[k] = sum[k] && x ? lcv_build_op(arena, LCV_OP_ADD, sum[k], x) : x ? x : sum[k];
        }
        n++;
    }
    lcv_ast *out = l->nout > 1 ? lcv_build(arena, LCV_AST_TUPLE, 0) : NULL;
    for (size_t k = 0; k < l->nout; k++) {
        sum[k] = sum[k] ? sum[k] : lcv_build_int(arena, 0);
        out = l->nout > 1 ? lcv_build_add(out, sum[k]) : sum[k];
    }
    return n > 0 ? lcv_build(arena, LCV_AST_MAP, 3, names, sizes, out) : NULL;
}

/* ---- claims ---- */

static const lcv_ast *about(listing *l, const lcv_ast *claim, const found *f)
{
    lcv_arena *arena = l->t.arena;
    bool moved = !is_zero(&f->base) && !lcv_ast_calls(claim, "injective");
    lcv_ast *of = moved || lcv_ast_calls(claim, "bijective compact") ? map_of(l, f)
                                                                     : layout_of(l, f);
    lcv_ast *made = of ? lcv_build_call(arena, claim->child->text, 1, of) : NULL;
    if (made && claim->nchildren == 3)
        made = lcv_build_add(made, lcv_ast_copy(arena, claim->last));
    if (made)
        made->span = claim->span;
    return made;
}

/* The outputs at the rests that they need; false: there are none of this kind. */
static bool find_values(listing *l, const lcv_ast *map)
{
    const lcv_ast *value = lcv_map_value(map);
    bool tuple = value && value->kind == LCV_AST_TUPLE, ok = value != NULL;
    if (!value || (tuple && value->nchildren > OUTPUTS))
        return false;
    do {
        l->nout = 0;
        ok = true;
        for (const lcv_ast *x = tuple ? value->child : value; ok && x;
             x = tuple ? x->next : NULL) {
            l->out[l->nout] = lcv_rest_value(&l->t, l->t.e->scope, x);
            ok = l->out[l->nout++] != NULL;
        }
    } while (!ok && lcv_rests_refine(&l->t));
    l->nparts = 0;
    return ok && l->nout > 0 && find_parts(l);
}

/* The points that assumptions leave, with the values there; NULL: there are none of this kind. */
static const bool *find_allowed(listing *l, const lcv_ast *map)
{
    const bool *allowed = NULL;
    bool ok = find_values(l, map);
    while (ok && (allowed = lcv_rests_allowed(&l->t)) && lcv_rests_refine(&l->t))
        ok = find_values(l, map);
    return ok && l->out[0] ? allowed : NULL;
}

/* The claims; 0: there are none, of rests that are listed or not. */
static size_t claims_of(listing *l, const lcv_ast *claim, const lcv_ast *map,
                        const lcv_ast *to[LCV_REST_CLAIMS])
{
    lcv_arena *arena = l->t.arena;
    found *all = lcv_arena_alloc(arena, LCV_REST_CLAIMS * sizeof *all);
    size_t n = 0;
    const bool *allowed = all ? find_allowed(l, map) : NULL;
    if (!allowed)
        return 0;
    l->nblocks = 1;
    for (size_t i = 0; i < l->t.ncoordinates; i++)
        l->nblocks *= (size_t)l->t.symbol[i].period;
    l->first = lcv_arena_alloc(arena, l->t.nfull * sizeof *l->first);
    l->here = lcv_arena_alloc(arena, l->t.nfull * sizeof *l->here);
    bool ok = l->first && l->here;
    for (size_t p = 0; ok && p < l->t.npoints; p += l->nblocks * l->t.nfull) {
        found f;
        memset(&f, 0, sizeof f); /* compared as bytes */
        f.point = p;
        if (!allowed[p])
            continue;
        ok = find_steps(l, &f) && same_lists(l, &f) && find_modes(l, &f);
        if (!ok || !is_new(all, n, &f))
            continue;
        ok = n < LCV_REST_CLAIMS && (to[n] = about(l, claim, &f));
        if (ok)
            all[n++] = f;
    }
    return ok ? n : 0;
}

size_t lcv_rest_layouts(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim,
                        const lcv_ast *to[LCV_REST_CLAIMS])
{
    const lcv_ast *counted = lcv_counted_claim(arena, e, claim);
    claim = counted ? counted : claim;
    const bool known =
        lcv_ast_calls(claim, "bijective compact partitions covers surjective " LCV_OF_FEWER) &&
        claim->nchildren <= 3 && claim->last->kind != LCV_AST_KEYWORD;
    const lcv_ast *map = known ? lcv_map_in_claim(arena, e, claim) : NULL;
    bool fewer = map && map->child->next->next->next;
    size_t n = 0;
    if (!map || (fewer && !lcv_ast_calls(claim, LCV_OF_FEWER)))
        return 0;
    map = lcv_unrotated_map(arena, e, map);
    for (size_t listed = 0; n == 0 && listed < 2; listed++) {
        listing *l = lcv_arena_alloc(arena, sizeof *l);
        if (l && lcv_rests_open(&l->t, arena, e, map, listed))
            n = claims_of(l, claim, map, to);
    }
    return n;
}
