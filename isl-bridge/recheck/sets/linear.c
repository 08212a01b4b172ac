/* linear.c - functions over F2: one after the other, wired by names, as sets. */
#include "config.h"

#include "linear.h"

#include "alike.h"
#include "parity.h"

#include <string.h>

/* ---- words ---- */

uint64_t lcr_lin_bit(size_t i)
{
    return UINT64_C(1) << i;
}

uint64_t lcr_lin_at(const lin *l, uint64_t x)
{
    uint64_t value = 0;
    for (size_t i = 0; i < LIN_BITS; i++)
        value ^= (x >> i & 1) != 0 ? l->column[i] : 0;
    return value;
}

uint64_t lcr_lin_number(const lit_dim *dim, uint64_t x)
{
    uint64_t all = dim->bits < LIN_BITS ? lcr_lin_bit(dim->bits) - 1 : UINT64_MAX;
    return dim->bits > 0 ? x >> dim->first & all : 0;
}

uint64_t lcr_lin_carry(const lin_dims *from, uint64_t x, const lin_dims *to,
                       const lin_dims *below)
{
    uint64_t carried = 0;
    for (size_t j = 0; j < from->n; j++) {
        const char *name = from->dim[j].name;
        const lit_dim *there = lcr_lin_find(to, name);
        const lit_dim *before = below ? lcr_lin_find(below, name) : NULL;
        size_t up = before ? before->bits : 0;
        if (!there || up >= there->bits)
            continue;
        lit_dim room = {name, 0, there->bits - up};
        carried |= lcr_lin_number(&room, lcr_lin_number(&from->dim[j], x)) << (there->first + up);
    }
    return carried;
}

bool lcr_lin_is_sum(size_t n, const uint64_t *column, uint64_t word, uint64_t *of)
{
    bit_form row[LIN_BITS] = {{.one = false}}, solution, none;
    for (size_t r = 0; r < LIN_BITS; r++) {
        row[r].one = (word >> r & 1) != 0;
        for (size_t c = 0; c < n; c++)
            row[r].of[0] |= (column[c] >> r & 1) << c;
    }
    bool solved = lcr_parity_solve(LIN_BITS, row, &solution, &none);
    *of = solved ? solution.of[0] : none.of[0];
    return solved;
}

/* ---- dims ---- */

const lit_dim *lcr_lin_find(const lin_dims *dims, const char *name)
{
    for (size_t i = 0; i < dims->n; i++)
        if (strcmp(dims->dim[i].name, name) == 0)
            return &dims->dim[i];
    return NULL;
}

size_t lcr_lin_bits(const lin_dims *dims)
{
    return dims->n > 0 ? dims->dim[dims->n - 1].first + dims->dim[dims->n - 1].bits : 0;
}

bool lcr_lin_same_dims(const lin_dims *a, const lin_dims *b)
{
    return a->n == b->n && lcr_lit_same_dims(a->n, a->dim, b->dim);
}

void lcr_lin_append(lin_dims *dims, const char *name, size_t bits)
{
    size_t first = lcr_lin_bits(dims);
    dims->dim[dims->n++] = (lit_dim){name, first, bits};
}

bool lcr_lin_fits(const lin_dims *a, const lin_dims *b)
{
    bool fit = true;
    for (size_t i = 0; fit && i < a->n; i++) {
        const lit_dim *to = lcr_lin_find(b, a->dim[i].name);
        fit = to && a->dim[i].bits <= to->bits;
    }
    return fit;
}

/* ---- made ---- */

bool lcr_lin_begin(ev *e, lin *w)
{
    *w = (lin){.dims = {{0, lcr_lit_alloc(e->pool, (size_t)2 * LIT_MAX_AXES, sizeof(lit_dim))},
                        {0, lcr_lit_alloc(e->pool, (size_t)2 * LIT_MAX_AXES, sizeof(lit_dim))}}};
    return w->dims[0].dim && w->dims[1].dim != NULL;
}

void lcr_lin_dims_of(lin *w, lin_side side, const lin *l)
{
    for (size_t i = 0; i < l->dims[side].n; i++)
        lcr_lin_append(&w->dims[side], l->dims[side].dim[i].name, l->dims[side].dim[i].bits);
}

bool lcr_lin_wire(ev *e, lin *w, const lin *from, const lin *below)
{
    const lin_dims *in = &w->dims[LIN_IN], *out = &w->dims[LIN_OUT];
    if (lcr_lin_bits(in) > LIN_BITS || lcr_lin_bits(out) > LIN_BITS)
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "more than %d bits", LIN_BITS);
    for (size_t c = 0; c < lcr_lin_bits(&from->dims[LIN_IN]); c++) {
        uint64_t at = lcr_lin_carry(&from->dims[LIN_IN], lcr_lin_bit(c), in,
                                    below ? &below->dims[LIN_IN] : NULL);
        if (at != 0)
            w->column[__builtin_ctzll(at)] ^= lcr_lin_carry(&from->dims[LIN_OUT], from->column[c],
                                                            out,
                                                            below ? &below->dims[LIN_OUT] : NULL);
    }
    return true;
}

bool lcr_lin_select(ev *e, const lin *l, uint64_t kept, lin *w)
{
    size_t n = 0;
    if (!lcr_lin_begin(e, w))
        return false;
    for (size_t i = 0; i < l->dims[LIN_IN].n; i++) {
        const lit_dim *dim = &l->dims[LIN_IN].dim[i];
        lcr_lin_append(&w->dims[LIN_IN], dim->name,
                       (size_t)__builtin_popcountll(lcr_lin_number(dim, kept)));
    }
    lcr_lin_dims_of(w, LIN_OUT, l);
    for (size_t c = 0; c < LIN_BITS; c++)
        if ((kept >> c & 1) != 0)
            w->column[n++] = l->column[c];
    return true;
}

bool lcr_lin_without_zeros(ev *e, const lin *l, const char *name, lin *w)
{
    const lit_dim *dim = lcr_lin_find(&l->dims[LIN_IN], name);
    uint64_t kept = 0;
    for (size_t c = 0; c < lcr_lin_bits(&l->dims[LIN_IN]); c++) {
        bool own = dim && dim->first <= c && c < dim->first + dim->bits;
        kept |= !own || l->column[c] != 0 ? lcr_lin_bit(c) : 0;
    }
    return lcr_lin_select(e, l, kept, w);
}

/* ---- statements ---- */

bool lcr_lin_even(ev *e, size_t n, const int32_t *count, int32_t more)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(more)};
    for (size_t i = 0; i < n; i++)
        lcr_sys_add_var(&s, &sum, lc_int_const(count[i]), lcr_sys_free(&s, 'x'));
    lcr_ev_by(e, "parity");
    return lcr_ev_parity(e, &s, &sum, true);
}

bool lcr_lin_same(ev *e, size_t n, size_t rows, const uint64_t *f, const uint64_t *g)
{
    int32_t count[LIN_BITS];
    lcr_ev_by(e, "parity");
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < n; c++)
            count[c] = (int32_t)(f[c] >> r & 1) + (int32_t)(g[c] >> r & 1);
        if (!lcr_lin_even(e, n, count, 0))
            return false;
    }
    return true;
}

bool lcr_lin_equals(ev *e, const lin *l, const lin *w)
{
    const lin_dims *in = &w->dims[LIN_IN], *out = &w->dims[LIN_OUT];
    e->out->by = "parity";
    if (!lcr_lin_same_dims(&l->dims[LIN_IN], in))
        return lcr_ev_condition(e, false, "the input dims are others");
    if (!lcr_lin_same_dims(&l->dims[LIN_OUT], out))
        return lcr_ev_condition(e, false, "the output dims are others");
    return lcr_lin_same(e, lcr_lin_bits(in), lcr_lin_bits(out), l->column, w->column);
}

bool lcr_lin_sends(ev *e, const lin *l, lc_int x, lc_int y)
{
    int32_t count[LIN_BITS];
    size_t rows = lcr_lin_bits(&l->dims[LIN_OUT]);
    for (size_t r = 0; r < rows; r++) {
        count[r] = lc_int_bit(y, r);
        for (size_t c = 0; c < LIN_BITS; c++)
            count[r] += lc_int_bit(x, c) && (l->column[c] >> r & 1) != 0;
    }
    return lcr_lin_even(e, rows, count, 0);
}

/* For whichever output bits: column j and those that it is the XOR of have an even number of
 * them; or for whichever bits before j: with bit j, some output bits are odd in number. */
bool lcr_lin_is_free(ev *e, const uint64_t *column, size_t rows, size_t j, bool is)
{
    int32_t count[LIN_BITS + 1] = {0};
    uint64_t of;
    if (lcr_lin_is_sum(j, column, column[j], &of) != is)
        return lcr_ev_condition(e, false, is ? "a bit is not free" : "a bit is free");
    for (size_t c = 0; c <= j; c++)
        for (size_t r = 0; r < rows; r++)
            if (is ? c == j || (of >> c & 1) != 0 : (of >> r & 1) != 0)
                count[is ? r : c] += (int32_t)(column[c] >> r & 1);
    return is ? lcr_lin_even(e, rows, count, 0) : lcr_lin_even(e, j, count, count[j] + 1);
}
