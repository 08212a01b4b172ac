/* common.c - the longest common layout of two layouts in symbols, as lib/vector.c makes it: along
 * the right inverse of one of them, as far as the other maps it to consecutive offsets. */
#include "config.h"

#include "modes.h"

/* The modes of A, those that go on where one ends joined with it; the last one goes on past its
 * extent. False with an obstacle. */
static bool joined_modes(lcv_forms *f, const lcv_form *a, lcv_modes *m)
{
    size_t n = 0;
    if (!lcv_modes_of(f, a, 0, m))
        return false;
    for (size_t k = 0; k < m->n; k++) {
        lcv_mode_size *next = &m->mode[k], *last = n > 0 ? &m->mode[n - 1] : NULL;
        bool end = k + 1 == m->n;
        lcr_answer one = end ? LCR_NO : lcv_forms_is_one(f, next->extent);
        const lc_poly *on = last ? lcv_size_mul(f->symbols, last->extent, last->step) : NULL;
        lcr_answer joins = on && one == LCR_NO ? lcv_forms_is_equal(f, next->step, on) : LCR_NO;
        if (one == LCR_UNKNOWN || joins == LCR_UNKNOWN)
            return lcv_obstacle(f, "a common vector: which modes go on where one ends") != NULL;
        if (joins == LCR_YES)
            last->extent = lcv_size_mul(f->symbols, last->extent, next->extent);
        else if (one == LCR_NO)
            m->mode[n++] = *next;
    }
    m->n = n;
    return true;
}

/* A coordinate of A: so many times the place of a mode. */
typedef struct {
    size_t mode;
    const lc_poly *times;
} spot;

static bool spot_of(lcv_forms *f, const lcv_modes *m, const lc_poly *at, spot *out)
{
    for (size_t k = 0; k < m->n; k++) {
        lcr_answer below = LCR_YES;
        if (k + 1 < m->n)
            below =
                lcv_forms_ask(f, lcv_size_plus(f->symbols,
                                               lcv_size_sub(f->symbols, m->mode[k + 1].place, at),
                                               -1));
        if (below == LCR_NO)
            continue;
        const lc_poly *times = below == LCR_YES ? lcv_forms_quotient(f, at, m->mode[k].place)
                                                : NULL;
        *out = (spot){k, times};
        return times || lcv_obstacle(f, "a common vector: where in A the coordinate %S is",
                                     lcv_size_to_str(f->symbols, at)) != NULL;
    }
    return false;
}

/* As many of `all` multiples of the coordinate as stay in its mode. NULL with an obstacle. */
static const lc_poly *run_of(lcv_forms *f, const lcv_modes *m, const spot *at, const lc_poly *all)
{
    const lc_poly *extent = m->mode[at->mode].extent;
    if (at->mode + 1 == m->n)
        return all;
    const lc_poly *end = lcv_size_mul(f->symbols, all, at->times);
    lcr_answer stays = end ? lcv_forms_ask(f, lcv_size_sub(f->symbols, extent, end))
                           : LCR_UNKNOWN;
    const lc_poly *run = stays == LCR_YES  ? all
                         : stays == LCR_NO ? lcv_forms_quotient(f, extent, at->times)
                                           : NULL;
    return run ? run
               : lcv_obstacle(f, "a common vector: how far steps of %S stay in a mode",
                              lcv_size_to_str(f->symbols, at->times));
}

/* Do the coordinates of n modes of V add up in each mode of A without a carry? */
static bool adds_up(lcv_forms *f, const lcv_modes *m, const lcv_modes *v, const spot *at)
{
    const spot *last = &at[v->n - 1];
    const lc_poly *sum = lcv_size_const(f->symbols, 1);
    for (size_t k = 0; k < v->n; k++)
        if (at[k].mode == last->mode)
            sum = lcv_size_add(f->symbols, sum,
                               lcv_size_mul(f->symbols, at[k].times,
                                            lcv_size_plus(f->symbols, v->mode[k].extent, -1)));
    return last->mode + 1 == m->n ||
           lcv_forms_ask(f, lcv_size_sub(f->symbols, m->mode[last->mode].extent, sum)) ==
               LCR_YES ||
           lcv_obstacle(f, "a common vector: whether coordinates carry into another mode");
}

/* V, in modes of which A goes through 0, 1, 2, ...: the first modes of the right inverse of B. */
static bool follow(lcv_forms *f, const lcv_modes *a, const lcv_modes *inverse, lcv_modes *v)
{
    const lc_poly *reached = lcv_size_const(f->symbols, 1);
    spot *at = lc_frame_alloc(f->ctx, inverse->n + 1, sizeof *at);
    *v = (lcv_modes){0, lc_frame_alloc(f->ctx, inverse->n + 1, sizeof *v->mode)};
    for (size_t k = 0; at && v->mode && k < inverse->n; k++) {
        const lcv_mode_size *next = &inverse->mode[k];
        if (lcv_size_is_zero(next->step))
            break;
        if (!spot_of(f, a, next->step, &at[v->n]))
            return false;
        const lc_poly *value = lcv_size_mul(f->symbols, at[v->n].times,
                                            a->mode[at[v->n].mode].step);
        lcr_answer goes_on = value ? lcv_forms_is_equal(f, value, reached) : LCR_UNKNOWN;
        if (goes_on == LCR_NO)
            break;
        const lc_poly *run = goes_on == LCR_YES
                                 ? run_of(f, a, &at[v->n], next->extent)
                                 : lcv_obstacle(f,
                                                "a common vector: whether %S "
                                                "is %S",
                                                lcv_size_to_str(f->symbols, value),
                                                lcv_size_to_str(f->symbols, reached));
        if (!run)
            return false;
        v->mode[v->n++] = (lcv_mode_size){run, next->step, NULL};
        if (!adds_up(f, a, v, at))
            return false;
        if (run != next->extent)
            break;
        reached = lcv_size_mul(f->symbols, reached, run);
    }
    return at && v->mode && lcv_modes_coalesce(f, v);
}

/* Along the right inverse of B. */
static const lcv_form *along(const lcv_sym_call *c, const lcv_form *a, const lcv_form *b)
{
    lcv_modes m, inverse, v;
    static const lcv_operation of = {.name = "right_inverse", .apply = lcv_op_right_inverse};
    const lcv_form *back = lcv_form_computed(c->f, &of, 1, &b);
    return joined_modes(c->f, a, &m) && back && lcv_modes_of(c->f, back, 0, &inverse) &&
                   follow(c->f, &m, &inverse, &v)
               ? lcv_form_of_modes(c->f, &v)
               : NULL;
}

/* The longer one of both. */
const lcv_form *lcv_sym_max_common_layout(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *a = lcv_form_as_layout(f, c->arg[0]);
    const lcv_form *b = a ? lcv_form_as_layout(f, c->arg[1]) : NULL;
    const lcv_form *v = b ? along(c, a, b) : NULL, *w = v ? along(c, b, a) : NULL;
    const lc_poly *more = w ? lcv_size_sub(f->symbols, lcv_form_size(f, w), lcv_form_size(f, v))
                            : NULL;
    lcr_answer further = more ? lcv_forms_ask(f, lcv_size_plus(f->symbols, more, -1))
                              : LCR_UNKNOWN;
    return further == LCR_YES  ? w
           : further == LCR_NO ? v
                               : lcv_obstacle(f, "a common vector: along which layout it is "
                                                 "longer");
}

const lcv_form *lcv_sym_max_common_vector(const lcv_sym_call *c)
{
    const lcv_form *v = lcv_sym_max_common_layout(c);
    return v ? lcv_form_int(c->f, lcv_form_size(c->f, v)) : NULL;
}
