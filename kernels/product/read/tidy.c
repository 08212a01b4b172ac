/* tidy.c - the axes of a role: fewer of them, in order. */
#include "config.h"

#include "reading.h"

/* The mode of each tensor that has a role; -1: none. */
const int lck_mode_of[LCK_ROLES][LCK_TENSORS] = {{0, -1, 0, -1},
                                                 {-1, 0, 1, 0},
                                                 {1, 1, -1, -1},
                                                 {2, 2, 2, 1}};

/* The tensor whose contiguous axis is the first of a role. */
static const int leads[LCK_ROLES] = {LCK_C, LCK_C, LCK_A, LCK_C};

bool lck_has_role(const lck_reading *w, lck_role role, int tensor)
{
    int mode = lck_mode_of[role][tensor];
    return w->form[tensor] && mode >= 0 && (size_t)mode < lc_tuple_rank(w->form[tensor]->nest);
}

/* Does the leading tensor's stride come before another one for all sizes? One of 0 comes last. */
static bool before(lck_reading *w, lck_role role, const lck_role_axis *a, const lck_role_axis *b)
{
    const lc_poly *x = a->stride[leads[role]], *y = b->stride[leads[role]];
    if (lc_poly_equal(x, y) || lck_poly_is(x, 0) || lck_poly_is(y, 0))
        return !lck_poly_is(x, 0) && lck_poly_is(y, 0);
    return lck_never_negative(w->f, lcv_size_sub(lcv_forms_symbols(w->f), y, x));
}

static void order_axes(lck_reading *w, lck_role role)
{
    lck_role_axis *all = w->axis[role];
    for (size_t i = 1; i < w->n[role]; i++)
        for (size_t k = i; k > 0 && before(w, role, &all[k], &all[k - 1]); k--) {
            lck_role_axis swap = all[k];
            all[k] = all[k - 1];
            all[k - 1] = swap;
        }
}

/* Drops axes of extent 1, but keeps one if nothing else remains. */
static void leave_out(lck_reading *w, lck_role role)
{
    size_t n = 0;
    for (size_t k = 0; k < w->n[role]; k++)
        if (!lck_poly_is(w->axis[role][k].extent, 1))
            w->axis[role][n++] = w->axis[role][k];
    w->n[role] = n > 0 || role == LCK_ALONG_L ? n : w->n[role] > 0;
}

/* Axes that begin where the one before ends, in all tensors that have them, are one with it. */
static void join_axes(lck_reading *w, lck_role role)
{
    size_t n = 0;
    for (size_t k = 0; k < w->n[role]; k++) {
        lck_role_axis *next = &w->axis[role][k], *last = n > 0 ? &w->axis[role][n - 1] : NULL;
        const lc_poly *both =
            last && lck_steps_are(w->f, LCK_TENSORS, last->extent, last->stride, next->stride)
                ? lcv_size_mul(lcv_forms_symbols(w->f), last->extent, next->extent)
                : NULL;
        if (both)
            last->extent = both;
        else
            w->axis[role][n++] = *next;
    }
    w->n[role] = n;
}

/* A mode without axes gets one of extent 1. */
static void add_missing(lck_reading *w, lck_role role)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    if (w->n[role] > 0 || role == LCK_ALONG_L)
        return;
    lck_role_axis *a = &w->axis[role][w->n[role]++];
    *a = (lck_role_axis){.extent = lcv_size_int(s, lc_int_const(1)), .tile = 1};
    for (int i = 0; i < LCK_TENSORS; i++)
        if (lck_has_role(w, role, i))
            a->stride[i] = lcv_size_int(s, lc_int_const(0));
}

/* Sets the strides of axes of extent 1, which do not matter, to those of aligned rows. */
static void give_strides(lck_reading *w, lck_role role)
{
    for (size_t k = 0; k < w->n[role]; k++)
        for (int i = 0; i < LCK_TENSORS && lck_poly_is(w->axis[role][k].extent, 1); i++)
            if (w->axis[role][k].stride[i])
                w->axis[role][k].stride[i] = lcv_size_int(lcv_forms_symbols(w->f),
                                                          lc_int_const(16));
}

void lck_tidy_axes(lck_reading *w, const lck_wanted *wanted)
{
    for (int role = 0; role < LCK_ROLES; role++) {
        bool nested = role < 3 && wanted->nested[role];
        if (!nested)
            leave_out(w, (lck_role)role);
        order_axes(w, (lck_role)role);
        if (!nested)
            join_axes(w, (lck_role)role);
        add_missing(w, (lck_role)role);
        give_strides(w, (lck_role)role);
    }
    lc_ctx_reset(w->product->plan->ctx);
}
