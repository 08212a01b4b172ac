/* complement.c - deciders of the laws of complements.
 *
 * Law 29 is a condition on carries. A step from i to i + 1 sets the leaves before some leaf k
 * from their last digit to 0 and raises leaf k by one, so C grows by d_k - sum over j < k of (s_j
 * - 1) d_j: positive at every leaf that can gain.
 *
 * C increases from 0 by law 29. Law 28 of integers then holds when the modes of A and C together
 * are apart (image.h); otherwise the values of C up to A's largest offset are looked for in A. If
 * each part of C stays on its own axis and no leaf of A is on two, the axes are independent, and
 * law 28 is a law of integers on each. Else it is a system with one equation an axis.
 */
#include "config.h"

#include "complement.h"

#include <string.h>

#include "../function/coordinates.h"
#include "among.h"

/* ---- C and A ---- */

static bool wrong_modes(lc_ctx *ctx, const lcv_complement *p)
{
    char *c = lcv_kept(ctx, lc_layout_to_str(ctx, p->c.layout)),
         *a = lcv_kept(ctx, lc_layout_to_str(ctx, p->a.layout));
    if (c && a)
        lc_fail(ctx, LC_ERR_INVALID,
                "complements needs a layout C with a mode for each axis of the values of A, "
                "nested like them, not %.200s for %.200s",
                c, a);
    return false;
}

/* The parts of C hold all of its leaves. */
static bool find_parts(lc_ctx *ctx, lcv_complement *p)
{
    lcv_named_chain named = {2, {p->a.layout, p->c.layout}, {"A", "C"}};
    bool fits = lcv_chain_open(ctx, &named, &p->chain);
    if (!fits && lc_ctx_code(ctx) != LC_ERR_INVALID)
        return false;
    p->nparts = p->chain.link[1].nparts;
    p->part = p->chain.link[1].part;
    size_t leaves = 0;
    for (size_t k = 0; fits && k < p->nparts; k++)
        leaves += p->part[k] ? lc_layout_nleaves(p->part[k]) : 0;
    return (fits && leaves == lc_layout_nleaves(p->c.layout)) || wrong_modes(ctx, p);
}

bool lcv_complement_open(lc_ctx *ctx, const lc_layout *c, const lc_layout *a, bool extended,
                         lcv_complement *p)
{
    *p = (lcv_complement){.extended = extended, .c = {.name = "C"}, .a = {.name = "A"}};
    p->c.layout = (lc_layout *)(uintptr_t)c;
    p->a.layout = (lc_layout *)(uintptr_t)a;
    if (!lcv_functions_on_common_axes(ctx, &p->c, &p->a))
        return false;
    p->profile = lc_layout_profile(p->a.layout);
    p->naxes = lc_layout_naxes(p->a.layout);
    p->i = lc_frame_alloc(ctx, p->naxes, sizeof *p->i);
    if (!p->i)
        return false;
    p->nparts = 1;
    p->part = &p->c.layout;
    return !p->profile || find_parts(ctx, p);
}

static void begin_at_zero(const lcv_complement *p)
{
    for (size_t q = 0; q < p->naxes; q++)
        p->i[q] = lc_int_const(0);
}

/* ---- law 29 ---- */

/* Compares by the last axis on which they differ. */
static int colex(size_t n, const lc_int *x, const lc_int *y)
{
    int order = 0;
    for (size_t q = n; order == 0 && q-- > 0;)
        order = lc_int_cmp(x[q], y[q]);
    return order;
}

/* A step from i to i + 1 raises a leaf by one and sets those before it back from their ends
 * to 0. */
static bool find_in_part(lc_ctx *ctx, const lcv_complement *p, const lc_layout *part, lc_int *i)
{
    size_t n = lc_layout_nleaves(part);
    lc_int place = lc_int_const(1), carried[LC_MAX_AXES], step[LC_MAX_AXES];
    for (size_t q = 0; q < p->naxes; q++)
        carried[q] = lc_int_const(0);
    for (size_t leaf = 0; leaf < n; leaf++) {
        lc_int extent = lc_layout_extent(part, leaf);
        bool gains = !lc_int_is_one(extent) || (p->extended && leaf + 1 == n);
        for (size_t q = 0; q < p->naxes; q++)
            step[q] = lc_layout_step_on(part, q, leaf);
        if (gains && colex(p->naxes, step, carried) <= 0) {
            *i = lc_int_sub(ctx, place, lc_int_const(1));
            return true;
        }
        lc_int last = lc_int_sub(ctx, extent, lc_int_const(1));
        for (size_t q = 0; q < p->naxes; q++)
            carried[q] = lc_int_add(ctx, carried[q], lc_int_mul(ctx, last, step[q]));
        place = lc_int_mul(ctx, place, extent);
    }
    return false;
}

bool lcv_find_disorder(lc_ctx *ctx, const lcv_complement *p, size_t *part)
{
    begin_at_zero(p);
    for (*part = 0; *part < p->nparts; ++*part)
        if (p->part[*part] && find_in_part(ctx, p, p->part[*part], &p->i[*part]))
            return true;
    return false;
}

/* ---- law 28 of integers ---- */

/* The modes of A and C together are apart, C's last leaf without end if extended. */
static lcr_answer by_modes(lcr_ctx *r, void *question, lcv_finding *found)
{
    const lcv_complement *p = question;
    const lc_layout *c = p->c.layout, *a = p->a.layout;
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t na = lc_layout_nleaves(a), nc = lc_layout_nleaves(c) - (p->extended ? 1 : 0);
    lc_int *room = lc_frame_alloc(ctx, 2 * (na + nc), sizeof *room);
    (void)found;
    if (!room)
        return LCR_UNKNOWN;
    for (size_t i = 0; i < na + nc; i++) {
        room[i] = i < na ? lc_layout_extent(a, i) : lc_layout_extent(c, i - na);
        room[na + nc + i] = i < na ? lc_layout_step(a, i) : lc_layout_step(c, i - na);
    }
    lc_layout *both = lcv_kept(ctx, lc_layout_flat(ctx, na + nc, room, room + na + nc));
    lcv_image image;
    bool apart = both && lcv_image_of(ctx, both, lc_int_const(0), &image) &&
                 lcv_image_apart(&image) &&
                 (!p->extended ||
                  lc_int_lt(lc_int_sub(ctx, image.high, image.low), lc_layout_step(c, nc)));
    return apart ? LCR_NO : LCR_UNKNOWN;
}

/* i from 1 to limit - 1, as far as C(i) may be an offset of A. */
static lcr_answer scan(lcr_ctx *r, const lcv_complement *p, int64_t limit, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int size = lc_layout_size(ctx, p->c.layout);
    lcv_among a;
    bool goes_on = lcv_among_open(r, &p->a, &a);
    lcr_answer answer = LCR_UNKNOWN;
    for (int64_t k = 1; goes_on && k < limit; k++) {
        lc_frame frame = lc_frame_open(ctx);
        p->i[0] = lc_int_si(ctx, k);
        lc_int value = lc_layout_at(ctx, p->c.layout, p->i[0]);
        bool past = lc_int_lt(a.image.high, value) || (!p->extended && lc_int_le(size, p->i[0]));
        answer = past ? LCR_NO : lcv_among_find(&a, value, &found->d);
        goes_on = answer == LCR_NO && !past;
        if (answer != LCR_YES) /* then i and j live in the frame */
            lc_frame_close(ctx, frame);
    }
    return goes_on ? LCR_UNKNOWN : answer;
}

static lcr_answer by_first(lcr_ctx *r, void *question, lcv_finding *found)
{
    return scan(r, question, lcv_guesses(lcr_ctx_lc(r)), found);
}

static lcr_answer by_enumeration(lcr_ctx *r, void *question, lcv_finding *found)
{
    return scan(r, question, LCV_ENUMERATE, found);
}

static lcr_answer by_common(lcr_ctx *r, void *question, lcv_finding *found)
{
    const lcv_complement *p = question;
    const lc_layout *c = p->c.layout, *a = p->a.layout;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *in_c = lcv_shape_of(ctx, c), *in_a = lcv_shape_of(ctx, a);
    lc_int *i = lc_frame_alloc(ctx, lc_layout_nleaves(c), sizeof *i);
    lc_int *j = lc_frame_alloc(ctx, lc_layout_nleaves(a), sizeof *j);
    lcr_answer answer = LCR_UNKNOWN;
    if (in_c && in_a && i && j)
        answer = lcr_find_common(r, c, a, p->extended, i, j);
    if (answer == LCR_YES) {
        p->i[0] = lcv_integral(ctx, in_c, i);
        found->d = lcv_integral(ctx, in_a, j);
    }
    return answer;
}

/* ---- law 28 of coordinates, by systems ---- */

/* The leaves of C's parts and of A, as variables of one equation an axis. */
typedef struct {
    lcr_system *system;
    lcr_expr *sum; /* one an axis */
    size_t *var;   /* of the leaves of C, then of A; SIZE_MAX: 0 */
    size_t n;
} equations;

static bool add_leaf(lc_ctx *ctx, const lcv_complement *p, equations *e, const lc_layout *a,
                     size_t leaf, int32_t sign, lc_int least, bool open)
{
    lc_int last = lc_int_sub(ctx, lc_layout_extent(a, leaf), lc_int_const(1));
    size_t var = open ? lcr_system_var_from(e->system, least)
                      : lcr_system_var(e->system, least, last);
    e->var[e->n++] = var;
    for (size_t q = 0; var != SIZE_MAX && q < p->naxes; q++)
        lcr_expr_add_var(ctx, &e->sum[q],
                         lc_int_mul(ctx, lc_int_const(sign), lc_layout_step_on(a, q, leaf)), var);
    return var != SIZE_MAX;
}

/* Leaf `first` of C, in the order of its parts, is 1 or more, those before it are 0. */
static bool add_equations(lc_ctx *ctx, const lcv_complement *p, equations *e, size_t first)
{
    size_t at = 0;
    bool ok = true;
    for (size_t q = 0; q < p->naxes; q++)
        lcr_expr_zero(&e->sum[q]);
    for (size_t k = 0; k < p->nparts; k++) {
        size_t n = p->part[k] ? lc_layout_nleaves(p->part[k]) : 0;
        for (size_t leaf = 0; ok && leaf < n; leaf++, at++) {
            bool open = p->extended && leaf + 1 == n;
            if (at < first)
                e->var[e->n++] = SIZE_MAX;
            else
                ok = add_leaf(ctx, p, e, p->part[k], leaf, 1, lc_int_const(at == first), open);
        }
    }
    for (size_t leaf = 0; ok && leaf < lc_layout_nleaves(p->a.layout); leaf++)
        ok = add_leaf(ctx, p, e, p->a.layout, leaf, -1, lc_int_const(0), false);
    for (size_t q = 0; ok && q < p->naxes; q++)
        ok = lcr_system_eq(e->system, &e->sum[q]);
    return ok;
}

/* The coordinates of C and A at a point. */
static void read_point(lc_ctx *ctx, const lcv_complement *p, const equations *e,
                       const lc_int *point, lc_int *j)
{
    size_t at = 0;
    begin_at_zero(p);
    for (size_t k = 0; k < p->nparts; k++) {
        const lc_layout *part = p->part[k];
        lc_int place = lc_int_const(1);
        for (size_t leaf = 0; part && leaf < lc_layout_nleaves(part); leaf++, at++) {
            if (e->var[at] != SIZE_MAX)
                p->i[k] = lc_int_add(ctx, p->i[k], lc_int_mul(ctx, place, point[e->var[at]]));
            place = lc_int_mul(ctx, place, lc_layout_extent(part, leaf));
        }
    }
    lc_int place = lc_int_const(1);
    *j = lc_int_const(0);
    for (size_t leaf = 0; leaf < lc_layout_nleaves(p->a.layout); leaf++, at++) {
        *j = lc_int_add(ctx, *j, lc_int_mul(ctx, place, point[e->var[at]]));
        place = lc_int_mul(ctx, place, lc_layout_extent(p->a.layout, leaf));
    }
}

static lcr_answer solve_first(lcr_ctx *r, const lcv_complement *p, equations *e, size_t first,
                              lc_int *j)
{
    lc_int point[LCR_MAX_VARS];
    lcr_answer answer = LCR_UNKNOWN;
    e->n = 0;
    e->system = lcr_system_new(r);
    if (e->system && add_equations(lcr_ctx_lc(r), p, e, first))
        answer = lcr_system_solve(e->system, NULL, point);
    if (answer == LCR_YES)
        read_point(lcr_ctx_lc(r), p, e, point, j);
    lcr_system_free(e->system);
    return answer;
}

static lcr_answer by_system(lcr_ctx *r, void *question, lcv_finding *found)
{
    const lcv_complement *p = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t leaves = lc_layout_nleaves(p->c.layout);
    equations e = {.sum = lc_frame_alloc(ctx, p->naxes, sizeof *e.sum)};
    e.var = lc_frame_alloc(ctx, leaves + lc_layout_nleaves(p->a.layout), sizeof *e.var);
    lcr_answer answer = e.sum && e.var ? LCR_NO : LCR_UNKNOWN;
    for (size_t first = 0; answer == LCR_NO && first < leaves; first++)
        answer = solve_first(r, p, &e, first, &found->d);
    return answer;
}

/* ---- law 28 ---- */

static const lcv_method of_integers[] = {
    {by_modes, LCV_BY_CLOSED_FORM, true},
    {by_first, LCV_BY_ENUMERATION, true},
    {by_common, LCV_BY_SYSTEM, false},
    {by_enumeration, LCV_BY_ENUMERATION, false},
    {NULL, NULL, false},
};

/* Every part of C stays on its own axis. */
static bool own_axes(const lcv_complement *p)
{
    for (size_t k = 0; k < p->nparts; k++) {
        const lc_layout *part = p->part[k];
        for (size_t leaf = 0; part && leaf < lc_layout_nleaves(part); leaf++)
            for (size_t q = 0; q < p->naxes; q++)
                if (q != k && !lc_int_is_zero(lc_layout_step_on(part, q, leaf)))
                    return false;
    }
    return true;
}

static lcr_answer ask_axis(lcr_ctx *r, const lcv_complement *p, size_t k, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_complement axis = {.extended = p->extended,
                           .c = {.name = "C"},
                           .a = {.name = "A"},
                           .naxes = 1,
                           .nparts = 1,
                           .part = &axis.c.layout,
                           .i = &p->i[k]};
    axis.c.layout = lcv_kept(ctx, lc_layout_axis(ctx, p->part[k], k));
    axis.a.layout = axis.c.layout ? lcv_kept(ctx, lc_layout_axis(ctx, p->a.layout, k)) : NULL;
    begin_at_zero(p);
    return axis.a.layout ? lcv_decide(r, "a complement", of_integers, &axis, found) : LCR_UNKNOWN;
}

static lcr_answer by_axis(lcr_ctx *r, void *question, lcv_finding *found)
{
    const lcv_complement *p = question;
    lcr_answer answer = LCR_NO;
    const char *method = LCV_BY_CLOSED_FORM;
    if (!own_axes(p) || !lcv_by_axis(p->a.layout))
        return LCR_UNKNOWN;
    for (size_t k = 0; answer == LCR_NO && k < p->nparts; k++) {
        if (!p->part[k])
            continue;
        answer = ask_axis(r, p, k, found);
        if (answer != LCR_NO || strcmp(found->method, LCV_BY_CLOSED_FORM) != 0)
            method = found->method;
    }
    found->method = method;
    return answer;
}

static const lcv_method of_coordinates[] = {
    {by_axis, LCV_BY_AXES, true},
    {by_system, LCV_BY_SYSTEM, false},
    {NULL, NULL, false},
};

lcr_answer lcv_find_shared(lcr_ctx *r, lcv_complement *p, lcv_finding *found)
{
    return lcv_decide(r, "a complement", !p->profile ? of_integers : of_coordinates, p, found);
}
