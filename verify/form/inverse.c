/* inverse.c - inverses in symbols, as lib/inverse.c makes them. */
#include "config.h"

#include "coordinates.h"
#include "modes.h"

static const lc_poly *end_of(lcv_forms *f, const lcv_mode_size *m)
{
    return lcv_size_mul(f->symbols, m->extent, m->step);
}

/* The mode after k that begins where mode k ends; of several, more than a choice by number. */
static bool next_of(lcv_forms *f, const lcv_modes *m, size_t k, size_t *next)
{
    const lc_poly *end = end_of(f, &m->mode[k]);
    *next = m->n;
    for (size_t j = k + 1; end && j < m->n; j++) {
        lcr_answer same = lcv_forms_is_equal(f, m->mode[j].step, end);
        if (same == LCR_UNKNOWN)
            return lcv_obstacle(f, "an inverse: whether the stride %S is %S",
                                lcv_size_to_str(f->symbols, m->mode[j].step),
                                lcv_size_to_str(f->symbols, end)) != NULL;
        if (same == LCR_YES && *next < m->n)
            return lcv_obstacle(f, "an inverse of a layout with equal strides") != NULL;
        if (same == LCR_YES)
            *next = j;
    }
    return end != NULL;
}

/* The first mode, of stride 1; m->n for none. */
static bool first_of(lcv_forms *f, const lcv_modes *m, size_t *first)
{
    const lc_poly *one = lcv_size_const(f->symbols, 1);
    *first = m->n;
    for (size_t k = 0; k < m->n; k++) {
        lcr_answer same = lcv_forms_is_equal(f, m->mode[k].step, one);
        if (same == LCR_UNKNOWN)
            return lcv_obstacle(f, "an inverse: whether the stride %S is 1",
                                lcv_size_to_str(f->symbols, m->mode[k].step)) != NULL;
        if (same == LCR_YES && *first < m->n)
            return lcv_obstacle(f, "an inverse of a layout with equal strides") != NULL;
        if (same == LCR_YES)
            *first = k;
    }
    return true;
}

static const lcv_form *right_inverse(lcv_forms *f, const lcv_form *a)
{
    lcv_modes m, out = {0, NULL};
    size_t k;
    if (!lcv_modes_sorted(f, a, 0, &m) || !first_of(f, &m, &k))
        return NULL;
    out.mode = lc_frame_alloc(f->ctx, m.n + 1, sizeof *out.mode);
    while (out.mode && k < m.n) {
        out.mode[out.n++] = (lcv_mode_size){m.mode[k].extent, m.mode[k].place, NULL};
        if (!next_of(f, &m, k, &k))
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
