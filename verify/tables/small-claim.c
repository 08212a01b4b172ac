/* small-claim.c - what claims say of maps at numbers. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../language/build.h"
#include "small.h"

typedef struct {
    int64_t at[LCV_MAX_COORDINATES], value[LCV_MAX_VALUES];
} spot;

typedef struct {
    size_t n, room, ncoordinates, nvalues, left;
    spot *spot;
    bool no_memory;
    bool some; /* of a map of too many points: its corners */
} spots;

static lcv_there collect(void *user, lcv_world *w, size_t n, const int64_t *value)
{
    spots *s = user;
    spot *more = lc_grow(NULL, s->spot, s->n, &s->room, sizeof *more);
    if (!more) {
        s->no_memory = true;
        return LCV_BEYOND;
    }
    s->spot = more;
    spot *made = &s->spot[s->n++];
    memset(made, 0, sizeof *made);
    memcpy(made->at, w->at, w->ncoordinates * sizeof *made->at);
    memcpy(made->value, value, n * sizeof *value);
    s->ncoordinates = w->ncoordinates;
    s->nvalues = n;
    return LCV_THERE;
}

/* ---- texts ---- */

static char *tuple_text(size_t n, const int64_t *of, bool call)
{
    lc_text out = {0};
    lc_text_add(&out, call || n != 1 ? "(" : "");
    for (size_t i = 0; i < n; i++)
        lc_text_printf(&out, "%s%" PRId64, i > 0 ? "," : "", of[i]);
    lc_text_add(&out, call || n != 1 ? ")" : "");
    return lc_text_take(NULL, &out);
}

static char *joined(const char *a, char *b, const char *c, char *d)
{
    lc_text out = {0};
    lc_text_add(&out, a);
    lc_text_own(&out, b);
    lc_text_add(&out, c);
    if (d)
        lc_text_own(&out, d);
    return lc_text_take(NULL, &out);
}

/* "X(1,0) = 3" */
static void tell(lcv_small *out, size_t k, const char *of, const spots *s, const spot *at)
{
    lc_text step = {0};
    lc_text_add(&step, of);
    lc_text_own(&step, tuple_text(s->ncoordinates, at->at, true));
    lc_text_add(&step, " = ");
    lc_text_own(&step, tuple_text(s->nvalues, at->value, false));
    out->step[out->nsteps++] = lc_text_take(NULL, &step);
    out->of[k] = of;
    out->ncoordinates[k] = s->ncoordinates;
    out->nvalues[k] = s->nvalues;
    memcpy(out->coordinate[k], at->at, sizeof at->at);
    memcpy(out->value[k], at->value, sizeof at->value);
}

static lcv_at_world one_point(lcv_small *out, const spots *s, const spot *at, char *summary)
{
    out->where = joined("c = ", tuple_text(s->ncoordinates, at->at, false), "", NULL);
    out->summary = summary;
    tell(out, 0, "X", s, at);
    return LCV_FAILS_THERE;
}

static lcv_at_world two_points(lcv_small *out, const char *second, const spots *s, const spot *a,
                               const spots *t, const spot *b)
{
    out->where = joined("c = ", tuple_text(s->ncoordinates, a->at, false),
                        " and c' = ", tuple_text(t->ncoordinates, b->at, false));
    out->summary = joined("both are ", tuple_text(s->nvalues, a->value, false), "", NULL);
    tell(out, 0, second[0] == 'X' ? "X" : "A", s, a);
    tell(out, 1, second, t, b);
    return LCV_FAILS_THERE;
}

/* ---- questions ---- */

static int by_value(const void *a, const void *b)
{
    const spot *x = a, *y = b;
    for (size_t i = 0; i < LCV_MAX_VALUES; i++)
        if (x->value[i] != y->value[i])
            return x->value[i] < y->value[i] ? -1 : 1;
    return 0;
}

static int by_value_and_place(const void *a, const void *b)
{
    const spot *x = a, *y = b;
    int order = by_value(a, b);
    for (size_t i = 0; order == 0 && i < LCV_MAX_COORDINATES; i++)
        if (x->at[i] != y->at[i])
            order = x->at[i] < y->at[i] ? -1 : 1;
    return order;
}

static lcv_at_world injective(spots *s, lcv_small *out)
{
    if (s->n > 0)
        qsort(s->spot, s->n, sizeof *s->spot, by_value_and_place);
    for (size_t i = 1; i < s->n; i++)
        if (by_value(&s->spot[i - 1], &s->spot[i]) == 0)
            return two_points(out, "X", s, &s->spot[i - 1], s, &s->spot[i]);
    return LCV_HOLDS_THERE;
}

static lcv_at_world in_bounds(const spots *s, const int64_t *size, lcv_small *out)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->nvalues; k++)
            if (s->spot[i].value[k] < 0 || s->spot[i].value[k] >= size[k])
                return one_point(out, s, &s->spot[i],
                                 joined("", tuple_text(s->nvalues, s->spot[i].value, false),
                                        s->nvalues == 1 ? " is outside [0," : " is outside ",
                                        joined("", tuple_text(s->nvalues, size, false),
                                               s->nvalues == 1 ? ")" : "", NULL)));
    return LCV_HOLDS_THERE;
}

static lcv_at_world fits(const spots *s, const lcv_table_problem *p, lcv_small *out)
{
    for (size_t i = 0; i < s->n; i++) {
        int64_t value = s->spot[i].value[0];
        lc_text summary = {0};
        if (s->nvalues != 1 || (value >= p->least && value <= p->most))
            continue;
        lc_text_printf(&summary, "%" PRId64 " is outside [%" PRId64 ",%" PRIu64 ")", value,
                       p->least, (uint64_t)p->most + 1);
        return one_point(out, s, &s->spot[i], lc_text_take(NULL, &summary));
    }
    return LCV_HOLDS_THERE;
}

static lcv_at_world aligned(const spots *s, int64_t by, lcv_small *out)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->nvalues; k++)
            if (by < 1 || s->spot[i].value[k] % by != 0)
                return one_point(out, s, &s->spot[i],
                                 joined("", tuple_text(s->nvalues, s->spot[i].value, false),
                                        " is no multiple of ", tuple_text(1, &by, false)));
    return LCV_HOLDS_THERE;
}

#define MOST 65536 /* coordinates of a box */

/* The first element of the shape that is no value; the first axis is fastest. Where it has more
 * elements than there are points, it is among the first of that number and one. */
static lcv_at_world covers(spots *s, const int64_t *size, size_t n, lcv_small *out)
{
    const int64_t most = (int64_t)s->n + 1;
    int64_t total = 1;
    spot wanted = {{0}, {0}};
    for (size_t k = 0; k < n; k++) /* as far as `most`, unless the shape is empty */
        total = size[k] <= 0 || total == 0 ? 0 : size[k] > most / total ? most : total * size[k];
    if (s->n > 0)
        qsort(s->spot, s->n, sizeof *s->spot, by_value);
    for (int64_t i = 0; i < total; i++) {
        int64_t rest = i;
        for (size_t k = 0; k < n; k++, rest /= size[k - 1])
            wanted.value[k] = rest % size[k];
        if (s->n > 0 && bsearch(&wanted, s->spot, s->n, sizeof *s->spot, by_value))
            continue;
        out->where = joined("value ", tuple_text(n, wanted.value, false), "", NULL);
        out->summary = joined("no coordinate of X has the value ",
                              tuple_text(n, wanted.value, false), "", NULL);
        return LCV_FAILS_THERE;
    }
    return LCV_HOLDS_THERE;
}

static lcv_at_world disjoint(spots *a, spots *b, lcv_small *out)
{
    const spot zero = {{0}, {0}};
    if (b->n > 0)
        qsort(b->spot, b->n, sizeof *b->spot, by_value);
    for (size_t i = 0; i < a->n && b->n > 0; i++) {
        const spot *met = bsearch(&a->spot[i], b->spot, b->n, sizeof *b->spot, by_value);
        if (met && by_value(met, &zero) != 0)
            return two_points(out, "B", a, &a->spot[i], b, met);
    }
    return LCV_HOLDS_THERE;
}

static lcv_at_world unequal(const spots *a, const spot *x, const spots *b, const spot *y,
                            lcv_small *out)
{
    one_point(out, a, x,
              joined("", tuple_text(a->nvalues, x->value, false), " is not ",
                     tuple_text(b->nvalues, y->value, false)));
    tell(out, 1, "Y", b, y);
    return LCV_FAILS_THERE;
}

static lcv_at_world equivalent(const spots *a, const spots *b, lcv_small *out)
{
    size_t n = a->n < b->n ? a->n : b->n;
    for (size_t i = 0; i < n; i++) {
        const spot *x = &a->spot[i], *y = &b->spot[i];
        if (memcmp(x->at, y->at, sizeof x->at) == 0 && by_value(x, y) == 0)
            continue;
        if (memcmp(x->at, y->at, sizeof x->at) != 0) {
            n = i;
            break;
        }
        return unequal(a, x, b, y, out);
    }
    if (n == a->n && n == b->n)
        return LCV_HOLDS_THERE;
    const spots *more = n < a->n ? a : b;
    out->where = joined("c = ", tuple_text(more->ncoordinates, more->spot[n].at, false), "",
                        NULL);
    out->summary = joined("a coordinate of ", strdup("one map"), ", and not of the other", NULL);
    return LCV_FAILS_THERE;
}

static int by_integral_place(const void *a, const void *b)
{
    const spot *x = a, *y = b;
    for (size_t i = LCV_MAX_COORDINATES; i-- > 0;)
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    return 0;
}

/* Puts the points of a box in the order of integral coordinates; false: they are none. */
static bool in_order(spots *s)
{
    int64_t volume = 1;
    for (size_t k = 0; k < s->ncoordinates; k++) {
        int64_t most = 0;
        for (size_t i = 0; i < s->n; i++)
            most = s->spot[i].at[k] > most ? s->spot[i].at[k] : most;
        volume *= most < MOST ? most + 1 : 0;
        if (volume > MOST)
            return false;
    }
    if (s->n > 0)
        qsort(s->spot, s->n, sizeof *s->spot, by_integral_place);
    return s->n == 0 || volume == (int64_t)s->n;
}

/* Of a map and a layout. */
static lcv_at_world same_function(spots *a, spots *b, lcv_small *out)
{
    if (!in_order(a) || !in_order(b))
        return LCV_OPEN_THERE;
    if (a->n != b->n) {
        int64_t n[2] = {(int64_t)a->n, (int64_t)b->n};
        out->where = strdup("size");
        out->summary = joined("", tuple_text(1, &n[0], false), " is not ",
                              tuple_text(1, &n[1], false));
        return LCV_FAILS_THERE;
    }
    for (size_t i = 0; i < a->n; i++) {
        const spot *x = &a->spot[i], *y = &b->spot[i];
        if (by_value(x, y) == 0)
            continue;
        return unequal(a, x, b, y, out);
    }
    return LCV_HOLDS_THERE;
}

/* ---- claims ---- */

static lcv_at_world no_value(lcv_world *w, lcv_there there, lcv_small *out)
{
    if (there != LCV_HOLE)
        return LCV_OPEN_THERE;
    out->no_value = true;
    out->where = joined("c = ", tuple_text(w->ncoordinates, w->at, false), "", NULL);
    out->summary = joined("the map has no value: ", strdup(w->hole), "", NULL);
    return LCV_FAILS_THERE;
}

static lcv_at_world points_of(const lcv_table_problem *p, size_t i, lcv_world *w, size_t *left,
                              spots *to, lcv_small *out)
{
    w->scope = p->argument[i].scope;
    w->ncoordinates = 0;
    lcv_there there = lcv_walk_map(w, p->argument[i].ast, *left, false, collect, to);
    to->some = there == LCV_BEYOND && !to->no_memory;
    if (to->some) {
        to->n = w->ncoordinates = 0;
        there = lcv_walk_map(w, p->argument[i].ast, *left, true, collect, to);
    }
    *left -= to->n < *left ? to->n : *left;
    return there == LCV_THERE ? LCV_HOLDS_THERE : no_value(w, there, out);
}

/* Each value once, and all of a box from 0 on. */
static lcv_at_world bijective(spots *s, lcv_small *out)
{
    int64_t size[LCV_MAX_VALUES] = {0};
    if (s->some)
        return LCV_OPEN_THERE;
    lcv_at_world at = injective(s, out);
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->nvalues; k++)
            if (s->spot[i].value[k] >= size[k])
                size[k] = s->spot[i].value[k] + 1;
    if (at == LCV_HOLDS_THERE)
        at = in_bounds(s, size, out);
    return at == LCV_HOLDS_THERE ? covers(s, size, s->nvalues, out) : at;
}

static lcv_at_world about_one(const lcv_table_problem *p, lcv_world *w, spots *s, lcv_small *out)
{
    if (p->n == 1 && p->nparameters + p->ntables == 0 &&
        lcv_is_one_of(p->name, "bijective compact"))
        return bijective(s, out);
    int64_t size[LCV_MAX_VALUES];
    size_t n = 0;
    const bool is = lcv_is_one_of(p->name, "injective"), by = lcv_is_one_of(p->name, "aligned");
    const bool reached = lcv_is_one_of(p->name, "partitions covers surjective");
    const bool in = lcv_is_one_of(p->name, "partitions surjective in_bounds");
    const lcv_at_world held = s->some ? LCV_OPEN_THERE : LCV_HOLDS_THERE;
    if (p->fits) {
        lcv_at_world here = fits(s, p, out);
        return here == LCV_HOLDS_THERE ? held : here;
    }
    lcv_at_world at = lcv_is_one_of(p->name, "injective partitions") ? injective(s, out)
                                                                     : LCV_HOLDS_THERE;
    if ((!is && !in && !reached && !by) || (p->n == 2) == is) {
        out->unknown_claim = true;
        return LCV_OPEN_THERE;
    }
    if (is || at != LCV_HOLDS_THERE)
        return at == LCV_HOLDS_THERE ? held : at;
    w->scope = p->argument[1].scope;
    w->ncoordinates = 0;
    lcv_there there = lcv_values_at(w, p->argument[1].ast, &n, size);
    if (there != LCV_THERE)
        return no_value(w, there, out);
    if (s->n > 0 && n != (by ? 1 : s->nvalues)) {
        out->unknown_claim = true;
        return LCV_OPEN_THERE;
    }
    at = by ? aligned(s, size[0], out) : in ? in_bounds(s, size, out) : LCV_HOLDS_THERE;
    if (at != LCV_HOLDS_THERE || !reached || s->some)
        return at == LCV_HOLDS_THERE ? held : at;
    return covers(s, size, n, out);
}

static lcv_at_world compared(const lcv_table_problem *p, lcv_world *w, lcv_small *out)
{
    bool holds;
    w->scope = p->e->scope;
    w->ncoordinates = 0;
    lcv_there there = lcv_holds_at(w, p->claim, &holds);
    if (there == LCV_HOLE) {
        lcv_at_world at = no_value(w, there, out);
        free(out->where);
        out->where = strdup("");
        return at;
    }
    if (there != LCV_THERE || holds)
        return there == LCV_THERE ? LCV_HOLDS_THERE : LCV_OPEN_THERE;
    out->where = strdup("");
    out->summary = strdup("the comparison is false");
    return LCV_FAILS_THERE;
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

lcv_at_world lcv_claim_at_world(const lcv_table_problem *p, lcv_world *w, size_t *left,
                                lcv_small *out)
{
    spots s[2] = {{0}, {0}};
    if (!p->name)
        return compared(p, w, out);
    for (size_t i = 0; i < p->n; i++)
        if (p->layout[i].ast && !is_layout(p, i, w))
            return LCV_OPEN_THERE;
    bool two = p->n == 2 && lcv_is_map_argument(&p->argument[1]);
    bool same = lcv_is_one_of(p->name, "equiv equal");
    if (p->n == 0 || !lcv_is_map_argument(&p->argument[0]) ||
        (two && !same && strcmp(p->name, "disjoint") != 0)) {
        out->unknown_claim = true;
        return LCV_OPEN_THERE;
    }
    lcv_at_world at = points_of(p, 0, w, left, &s[0], out);
    if (at == LCV_HOLDS_THERE && two)
        at = points_of(p, 1, w, left, &s[1], out);
    if (at == LCV_HOLDS_THERE && !two)
        at = about_one(p, w, &s[0], out);
    else if (at == LCV_HOLDS_THERE && s[0].n > 0 && s[1].n > 0 && s[0].nvalues != s[1].nvalues)
        at = LCV_OPEN_THERE;
    else if (at == LCV_HOLDS_THERE && (s[0].some || s[1].some))
        at = same || disjoint(&s[0], &s[1], out) == LCV_HOLDS_THERE ? LCV_OPEN_THERE
                                                                    : LCV_FAILS_THERE;
    else if (at == LCV_HOLDS_THERE && same && (p->layout[0].ast || p->layout[1].ast))
        at = same_function(&s[0], &s[1], out);
    else if (at == LCV_HOLDS_THERE)
        at = same ? equivalent(&s[0], &s[1], out) : disjoint(&s[0], &s[1], out);
    free(s[0].spot);
    free(s[1].spot);
    return at;
}
