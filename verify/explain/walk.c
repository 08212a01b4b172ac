/* walk.c - complements and inverses: the walk along the modes in the order of their strides
 * (Cecka 3.4, 3.5, Tables 5 to 7; ISL paper, Algorithm 4).
 *
 * Modes of extent 1 or stride 0 do not count. The complement has a mode for the gap before each
 * stride; the right inverse follows the strides from 1, the left inverse reads the digits of an
 * offset. `place` is the integral coordinate at which a mode has the coordinate 1: the product of
 * the extents before it.
 */
#include "config.h"

#include "explain.h"

#include "../../lib/algebra.h"

#define MODES 64 /* that are told */

typedef struct {
    lc_int extent, step, place;
} mode;

typedef struct {
    size_t n;
    mode mode[MODES];
} sorted;

static bool comes_before(lc_ctx *ctx, const mode *a, const mode *b)
{
    int order = lc_int_cmp(lc_int_abs(ctx, a->step), lc_int_abs(ctx, b->step));
    return order < 0 || (order == 0 && lc_int_lt(a->extent, b->extent));
}

/* False where the modes are too many, or no integers. */
static bool sort_modes(lcv_telling *t, const char *name, const lc_layout *a, sorted *s)
{
    lc_int place = lc_int_const(1);
    s->n = 0;
    if (lc_layout_nleaves(a) > MODES || lc_layout_codomain(a) != LC_INTEGERS)
        return false;
    for (size_t k = 0; k < lc_layout_nleaves(a); k++) {
        mode m = {lc_layout_extent(a, k), lc_layout_step(a, k), place};
        place = lc_int_mul(t->ctx, place, m.extent);
        if (lc_int_is_one(m.extent) || lc_int_is_zero(m.step))
            continue;
        size_t at = s->n++;
        for (; at > 0 && comes_before(t->ctx, &m, &s->mode[at - 1]); at--)
            s->mode[at] = s->mode[at - 1];
        s->mode[at] = m;
    }
    lcv_tell(t, "  the modes of %s by stride, those of extent 1 or stride 0 left out:", name);
    for (size_t k = 0; k < s->n; k++)
        lcv_tell(t, "%s %i:%i", k > 0 ? "," : "", s->mode[k].extent, s->mode[k].step);
    lcv_tell(t, s->n > 0 ? "\n" : " none\n");
    return true;
}

/* ---- complement ---- */

/* The modes of the gaps; *covered is how far the layout and its copies reach. False where two
 * modes overlap. */
static bool tell_gaps(lcv_telling *t, const sorted *s, lc_int *covered)
{
    *covered = lc_int_const(1);
    for (size_t k = 0; k < s->n; k++) {
        const mode *m = &s->mode[k];
        lc_int d = lc_int_abs(t->ctx, m->step), end = lc_int_mul(t->ctx, d, m->extent);
        if (lc_int_lt(d, *covered)) {
            lcv_tell(t, "    %i:%i: its stride is less than the %i covered: they overlap\n",
                     m->extent, m->step, *covered);
            return false;
        }
        lc_int gap = lc_int_fdiv(t->ctx, d, *covered);
        lcv_tell(t, "    %i:%i: floor(%i / %i) = %i, ", m->extent, m->step, d, *covered, gap);
        if (lc_int_is_one(gap))
            lcv_tell(t, "no gap; covered %i * %i = %i\n", m->extent, d, end);
        else
            lcv_tell(t, "the gap before it takes %i:%i; covered %i * %i = %i\n", gap, *covered,
                     m->extent, d, end);
        *covered = end;
    }
    return true;
}

void lcv_tell_complement(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                         lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *a = lcv_told_layout(t.ctx, arg[0]);
    lc_int covered, up_to;
    sorted s;
    (void)value;
    if (!a || !sort_modes(&t, "A", a, &s) || !tell_gaps(&t, &s, &covered))
        return;
    lc_tuple *shape = n > 1 ? lcv_kept(t.ctx, lcv_as_tuple(t.ctx, arg[1])) : NULL;
    up_to = shape ? lc_tuple_size(t.ctx, shape) : covered;
    if (shape)
        lcv_tell(&t, "    up to %i: ceil(%i / %i) = %i copies, %i:%i\n", up_to, up_to, covered,
                 lc_int_cdiv(t.ctx, up_to, covered), lc_int_cdiv(t.ctx, up_to, covered), covered);
    else
        lcv_tell(&t, "    from %i on copies follow: 1:%i\n", covered, covered);
    lc_ctx_reset(t.ctx);
}

void lcv_tell_gaps_filled(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                          lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *a = lcv_told_layout(t.ctx, arg[0]);
    lc_int reach = lc_int_const(0), one = lc_int_const(1), up_to;
    sorted s;
    (void)n;
    if (!value || !a || !sort_modes(&t, "A", a, &s) || !lcv_as_int(t.ctx, arg[1], &up_to))
        return;
    for (size_t k = 0; k < s.n; k++) {
        const mode *m = &s.mode[k];
        lc_int begin = lc_int_add(t.ctx, reach, one);
        lc_int copies = lc_int_fdiv(t.ctx, m->step, begin);
        lc_int last = lc_int_mul(t.ctx, lc_int_sub(t.ctx, m->extent, one), m->step);
        lcv_tell(&t, "    %i:%i: the gap [%i,%i) takes floor(%i / %i) = %i", m->extent, m->step,
                 begin, m->step, m->step, begin, copies);
        if (lc_int_is_one(copies))
            lcv_tell(&t, ", none more");
        else
            lcv_tell(&t, " copies, %i:%i", copies, begin);
        reach = lc_int_add(t.ctx, reach,
                           lc_int_mul(t.ctx, lc_int_sub(t.ctx, copies, one), begin));
        reach = lc_int_add(t.ctx, reach, last);
        lcv_tell(&t, "; the largest offset is %i\n", reach);
    }
    lc_int begin = lc_int_add(t.ctx, reach, one), copies = lc_int_cdiv(t.ctx, up_to, begin);
    lcv_tell(&t, "    up to %i: ceil(%i / %i) = %i copies, %i:%i\n", up_to, up_to, begin, copies,
             copies, begin);
}

/* ---- right inverse ---- */

/* The modes that are followed: next[k] after mode k, s->n at the end; returns the first. Of
 * modes with one stride the one that leads furthest. */
static size_t follow(lc_ctx *ctx, const sorted *s, size_t next[MODES])
{
    lc_int reach[MODES];
    size_t first = s->n;
    for (size_t k = s->n; k-- > 0;) {
        lc_int end = lc_int_mul(ctx, s->mode[k].step, s->mode[k].extent);
        next[k] = s->n;
        for (size_t j = k + 1; j < s->n; j++) {
            bool follows = lc_int_eq(s->mode[j].step, end);
            if (follows && (next[k] == s->n || lc_int_lt(reach[next[k]], reach[j])))
                next[k] = j;
        }
        reach[k] = next[k] < s->n ? reach[next[k]] : end;
        bool begins = lc_int_is_one(s->mode[k].step);
        if (begins && (first == s->n || !lc_int_lt(reach[k], reach[first])))
            first = k;
    }
    return first;
}

void lcv_tell_right_inverse(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                            lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *a = arg[0]->kind == LCV_COMPOSED ? NULL : lcv_told_layout(t.ctx, arg[0]);
    lc_int reached = lc_int_const(1);
    size_t next[MODES];
    sorted s;
    (void)n;
    (void)value;
    if (!a || lcv_has_offset(arg[0]) || !sort_modes(&t, "A", a, &s))
        return;
    for (size_t k = follow(t.ctx, &s, next); k < s.n; k = next[k]) {
        const mode *m = &s.mode[k];
        lc_int end = lc_int_mul(t.ctx, m->extent, m->step);
        lcv_tell(
            &t,
            "    stride %i: %i:%i, whose coordinates are %i apart: %i:%i; reached %i * %i = %i\n",
            m->step, m->extent, m->step, m->place, m->extent, m->place, m->extent, m->step, end);
        reached = end;
    }
    lcv_tell(&t,
             "    no mode has the stride %i: the offsets [0,%i) are reached, of %i coordinates\n",
             reached, reached, lc_layout_size(t.ctx, a));
}

/* ---- left inverse ---- */

/* The mode of the inverse for the digit of an offset that runs from the stride of mode k. */
static void tell_digit(lcv_telling *t, const sorted *s, size_t k)
{
    const mode *m = &s->mode[k];
    bool last = k + 1 == s->n;
    lc_int extent = last ? m->extent : lc_int_fdiv(t->ctx, s->mode[k + 1].step, m->step);
    if (last)
        lcv_tell(t, "    from %i on, the last: %i digits", m->step, extent);
    else
        lcv_tell(t, "    from %i to %i: %i / %i = %i digits", m->step, s->mode[k + 1].step,
                 s->mode[k + 1].step, m->step, extent);
    lcv_tell(t, " name the coordinate of %i:%i, at %i: %i:%i\n", m->extent, m->step, m->place,
             extent, m->place);
}

void lcv_tell_left_inverse(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                           lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *a = arg[0]->kind == LCV_COMPOSED ? NULL : lcv_told_layout(t.ctx, arg[0]);
    bool integers = a && lc_layout_codomain(a) == LC_INTEGERS && !lcv_has_offset(arg[0]);
    lc_layout *simple = integers ? lcv_kept(t.ctx, lc_coalesce(t.ctx, a)) : NULL;
    sorted s;
    (void)n;
    if (!value || !simple)
        return;
    lcv_tell(&t, "  A coalesced is %L\n", simple);
    if (!sort_modes(&t, "A", simple, &s) || s.n == 0 || lc_int_sign(s.mode[0].step) < 0)
        return;
    if (!lc_int_is_one(s.mode[0].step))
        lcv_tell(&t, "    below the first stride, %i, nothing is named: %i:0\n", s.mode[0].step,
                 s.mode[0].step);
    for (size_t k = 0; k < s.n; k++)
        tell_digit(&t, &s, k);
}

/* ---- the order of strides, of injective and bijective ---- */

/* `    6:1: 6 * 1 = 6 <= 6, the next stride`. */
static void tell_order(lcv_telling *t, const mode *m, const mode *next)
{
    lc_int d = lc_int_abs(t->ctx, m->step), end = lc_int_mul(t->ctx, m->extent, d);
    lc_int other = next ? lc_int_abs(t->ctx, next->step) : end;
    lcv_tell(t, "    %i:%i: %i * %i = %i", m->extent, m->step, m->extent, d, end);
    if (!next)
        lcv_tell(t, ", the last\n");
    else if (lc_int_le(end, other))
        lcv_tell(t, " <= %i, the next stride\n", other);
    else
        lcv_tell(t, " > %i, the next stride: the order alone does not show it\n", other);
}

/* `    3:0: 3 coordinates have one value`. */
static void tell_still(lcv_telling *t, const lc_layout *a)
{
    for (size_t k = 0; k < lc_layout_nleaves(a); k++) {
        lc_int s = lc_layout_extent(a, k);
        if (lc_int_is_zero(lc_layout_step(a, k)) && !lc_int_is_one(s))
            lcv_tell(t, "    %i:0: %i coordinates have one value\n", s, s);
    }
}

void lcv_tell_order(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                    size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    sorted s;
    (void)n;
    (void)value;
    if (arg[0]->kind != LCV_LAYOUT || !sort_modes(&t, "X", arg[0]->layout, &s))
        return;
    tell_still(&t, arg[0]->layout);
    for (size_t k = 0; k < s.n; k++)
        tell_order(&t, &s.mode[k], k + 1 < s.n ? &s.mode[k + 1] : NULL);
}

/* ---- vectors ---- */

/* `  the longest V with A(V(i)) = B(V(i)) = i is 4:1`. */
void lcv_tell_common(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                     size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    bool are = value && arg[0]->kind == LCV_LAYOUT && arg[1]->kind == LCV_LAYOUT;
    lc_layout *v =
        are ? lcv_kept(t.ctx, lc_max_common_layout(t.ctx, arg[0]->layout, arg[1]->layout)) : NULL;
    (void)n;
    if (v)
        lcv_tell(&t, "  the longest V with A(V(i)) = B(V(i)) = i is %L, of %i coordinates\n", v,
                 lc_layout_size(t.ctx, v));
    lc_ctx_reset(t.ctx);
}
