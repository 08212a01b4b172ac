/* inverse.c - inverses in symbols, as lib/inverse.c makes them. */
#include "config.h"

#include "coordinates.h"
#include "modes.h"

static const lc_poly *end_of(lcv_forms *f, const lcv_mode_size *m)
{
    return lcv_size_mul(f->symbols, m->extent, m->step);
}

/* The mode, of those from `from` on, that begins at this stride; m->n for none. Of several that
 * from which following the strides reaches furthest, the last one for the first stride, as in
 * lib/inverse.c. */
static bool mode_at(lcv_forms *f, const lcv_modes *m, size_t from, const lc_poly *stride,
                    bool last, size_t *found);

/* Where the modes end that follow mode k; NULL with an obstacle. */
static const lc_poly *reach_of(lcv_forms *f, const lcv_modes *m, size_t k)
{
    const lc_poly *end = NULL;
    while (k < m->n) {
        end = end_of(f, &m->mode[k]);
        if (!end || !mode_at(f, m, k + 1, end, false, &k))
            return NULL;
    }
    return end;
}

/* Does following mode j reach further than following mode `best`? */
static lcr_answer is_further(lcv_forms *f, const lcv_modes *m, size_t j, size_t best, bool last)
{
    const lc_poly *a = reach_of(f, m, j), *b = a ? reach_of(f, m, best) : NULL;
    const lc_poly *more = b ? lcv_size_sub(f->symbols, a, b) : NULL;
    lcr_answer further = more
                             ? lcv_forms_ask(f, last ? more : lcv_size_plus(f->symbols, more, -1))
                             : LCR_UNKNOWN;
    if (further == LCR_UNKNOWN)
        lcv_obstacle(f, "an inverse: which of the modes of stride %S reaches further",
                     lcv_size_to_str(f->symbols, m->mode[j].step));
    return further;
}

static bool mode_at(lcv_forms *f, const lcv_modes *m, size_t from, const lc_poly *stride,
                    bool last, size_t *found)
{
    size_t best = m->n;
    for (size_t i = from; i < m->n; i++) {
        size_t j = last ? m->n - 1 - (i - from) : i;
        lcr_answer same = lcv_forms_is_equal(f, m->mode[j].step, stride), further = LCR_YES;
        if (same == LCR_UNKNOWN)
            return lcv_obstacle(f, "an inverse: whether the stride %S is %S",
                                lcv_size_to_str(f->symbols, m->mode[j].step),
                                lcv_size_to_str(f->symbols, stride)) != NULL;
        if (same == LCR_YES && best < m->n)
            further = is_further(f, m, j, best, last);
        if (further == LCR_UNKNOWN)
            return false;
        if (same == LCR_YES && further == LCR_YES)
            best = j;
    }
    *found = best;
    return true;
}

static const lcv_form *right_inverse(lcv_forms *f, const lcv_form *a)
{
    lcv_modes m, out = {0, NULL};
    size_t k;
    if (!lcv_modes_sorted(f, a, 0, &m) ||
        !mode_at(f, &m, 0, lcv_size_const(f->symbols, 1), true, &k))
        return NULL;
    out.mode = lc_frame_alloc(f->ctx, m.n + 1, sizeof *out.mode);
    while (out.mode && k < m.n) {
        out.mode[out.n++] = (lcv_mode_size){m.mode[k].extent, m.mode[k].place, NULL};
        const lc_poly *end = end_of(f, &m.mode[k]);
        if (!end || !mode_at(f, &m, k + 1, end, false, &k))
            return NULL;
    }
    return out.mode && lcv_modes_coalesce(f, &out) ? lcv_form_of_modes(f, &out) : NULL;
}

/* The digits of an offset, mode by mode: that of mode k runs up to the next stride. */
static const lcv_form *left_inverse(lcv_forms *f, const lcv_form *a)
{
    lcv_symbols *s = f->symbols;
    lcv_modes m, out = {0, NULL};
    const lcv_form *simple = lcv_form_coalesce(f, a);
    if (!simple || !lcv_modes_sorted(f, simple, 0, &m))
        return NULL;
    out.mode = lc_frame_alloc(f->ctx, m.n + 2, sizeof *out.mode);
    if (!out.mode)
        return NULL;
    if (m.n > 0)
        out.mode[out.n++] = (lcv_mode_size){m.mode[0].step, lcv_size_const(s, 0), NULL};
    for (size_t k = 0; k < m.n; k++) {
        const lc_poly *digit = m.mode[k].extent;
        if (k + 1 < m.n) {
            const lc_poly *room = lcv_size_sub(s, m.mode[k + 1].step, end_of(f, &m.mode[k]));
            lcr_answer apart = lcv_forms_ask(f, room);
            digit = lcv_forms_quotient(f, m.mode[k + 1].step, m.mode[k].step);
            if (!digit || apart != LCR_YES)
                return lcv_obstacle(f,
                                    "a left inverse: the mode %S:%S is not known to fill up to "
                                    "the stride %S a whole number of times",
                                    lcv_size_to_str(s, m.mode[k].extent),
                                    lcv_size_to_str(s, m.mode[k].step),
                                    lcv_size_to_str(s, m.mode[k + 1].step));
        }
        out.mode[out.n++] = (lcv_mode_size){digit, m.mode[k].place, NULL};
    }
    return lcv_modes_coalesce(f, &out) ? lcv_form_of_modes(f, &out) : NULL;
}

static const lcv_form *inverse_of(const lcv_sym_call *c, lcv_axis_operation *of)
{
    const lcv_form *a = lcv_form_as_layout(c->f, c->arg[0]);
    return a && a->profile ? lcv_form_each_axis(c->f, a, of) : of(c->f, a);
}

const lcv_form *lcv_sym_right_inverse(const lcv_sym_call *c)
{
    return inverse_of(c, right_inverse);
}

const lcv_form *lcv_sym_left_inverse(const lcv_sym_call *c)
{
    return inverse_of(c, left_inverse);
}

const lcv_form *lcv_sym_inverse(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *a = lcv_form_as_layout(f, c->arg[0]);
    const lcv_form *inverse = a ? right_inverse(f, a) : NULL;
    if (!inverse)
        return NULL;
    lcr_answer all = lcv_forms_is_equal(f, lcv_form_size(f, a), lcv_form_size(f, inverse));
    return all == LCR_YES ? inverse
                          : lcv_obstacle(f, all == LCR_NO ? "no inverse: the strides from 1 do "
                                                            "not reach all"
                                                          : "whether the strides from 1 reach "
                                                            "all");
}
