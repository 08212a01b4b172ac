/* surgery.c - modes put in, left out and put in order: the value is built once more. */
#include "config.h"

#include "law.h"

#include <string.h>

/* ---- parts side by side ---- */

typedef struct {
    sym *s;
    size_t n;
    const sv *part[SV_LEAVES];
    bool failed;
} parts;

static void add(parts *p, const sv *part)
{
    p->failed = p->failed || !part || p->n == SV_LEAVES;
    if (!p->failed)
        p->part[p->n++] = part;
}

/* A part without its offset, which is added once. */
static void add_bare(parts *p, const sv *a)
{
    sv *bare = lcr_sv_copy(p->s, a);
    if (bare)
        bare->offset = NULL;
    add(p, bare);
}

static void add_modes(parts *p, const sv *a, size_t first, size_t end)
{
    for (size_t i = first; i < end && !p->failed; i++)
        add_bare(p, lcr_sv_mode(p->s, a, i));
}

/* All of them, behind the offset of a. */
static const sv *joined(parts *p, const sv *a)
{
    sv *out = p->failed ? NULL : lcr_sv_copy(p->s, lcr_sv_concat(p->s, p->n, p->part));
    if (!out || (a->step && out->naxes != a->naxes))
        return NULL;
    out->offset = a->offset;
    return out;
}

static bool index_of(const sym_statement *t, size_t i, size_t end, size_t *index)
{
    const poly *size;
    lc_int value;
    bool ok = lcr_sym_arg_size(t, i, &size) && lcr_poly_is_int(size, &value) &&
              lc_int_fits_si(value) && lc_int_sign(value) >= 0 &&
              lc_int_get_si(value) < (int64_t)end;
    if (ok)
        *index = (size_t)lc_int_get_si(value);
    return ok;
}

/* Arguments 0 and x, both tuples or both layouts; x is 0 for none. */
static bool operands(const sym_statement *t, size_t x, const sv *of[2])
{
    bool layouts = t->arg[0]->kind == SV_LAYOUT || t->arg[x]->kind == SV_LAYOUT;
    if (t->arg[0]->kind > SV_LAYOUT || t->arg[x]->kind > SV_LAYOUT)
        return false;
    of[0] = layouts ? lcr_sv_layout(t->s, t->arg[0]) : t->arg[0];
    of[1] = layouts ? lcr_sv_layout(t->s, t->arg[x]) : t->arg[x];
    return of[0] && of[1];
}

bool lcr_sym_of_extension(const sym_statement *t)
{
    const sv *of[2];
    parts p = {.s = t->s};
    if (!operands(t, 1, of))
        return false;
    size_t rank = lcr_sv_rank(of[0]), wanted = rank + 1;
    bool front = strcmp(t->name, "prepend") == 0;
    if (t->n > 2 && (!index_of(t, 2, SV_LEAVES, &wanted) || wanted < rank))
        return false;
    if (wanted == rank)
        return lcr_sym_value_same(t, of[0]);
    for (size_t i = rank; front && i < wanted; i++)
        add_bare(&p, of[1]);
    add_modes(&p, of[0], 0, rank);
    for (size_t i = rank; !front && i < wanted; i++)
        add_bare(&p, of[1]);
    return lcr_sym_value_same(t, joined(&p, of[0]));
}

bool lcr_sym_of_replace(const sym_statement *t)
{
    const sv *of[2];
    parts p = {.s = t->s};
    size_t at;
    if (!operands(t, 2, of) || !index_of(t, 1, lcr_sv_rank(of[0]), &at))
        return false;
    add_modes(&p, of[0], 0, at);
    add_bare(&p, of[1]);
    add_modes(&p, of[0], at + 1, lcr_sv_rank(of[0]));
    return lcr_sym_value_same(t, joined(&p, of[0]));
}

bool lcr_sym_of_take(const sym_statement *t)
{
    const sv *of[2];
    parts p = {.s = t->s};
    size_t first, end;
    if (!operands(t, 0, of) || !index_of(t, 1, lcr_sv_rank(of[0]), &first) ||
        !index_of(t, 2, lcr_sv_rank(of[0]) + 1, &end))
        return false;
    add_modes(&p, of[0], first, end);
    return lcr_sym_value_same(t, joined(&p, of[0]));
}

bool lcr_sym_of_zip(const sym_statement *t)
{
    const sv *of[2];
    parts p = {.s = t->s};
    if (!operands(t, 1, of) || lcr_sv_rank(of[0]) != lcr_sv_rank(of[1]))
        return false;
    for (size_t i = 0; i < lcr_sv_rank(of[0]); i++) {
        parts pair = {.s = t->s};
        add_modes(&pair, of[0], i, i + 1);
        add_modes(&pair, of[1], i, i + 1);
        add(&p, pair.failed ? NULL : lcr_sv_concat(t->s, pair.n, pair.part));
    }
    return lcr_sym_value_same(t, joined(&p, of[0]));
}

/* The same leaves, nested like the profile. */
bool lcr_sym_of_unflatten(const sym_statement *t)
{
    const sv *of[2];
    if (!operands(t, 0, of) || t->arg[1]->kind > SV_LAYOUT || t->arg[1]->n != of[0]->n)
        return false;
    sv *out = lcr_sv_copy(t->s, of[0]);
    if (!out)
        return false;
    out->node = t->arg[1]->node;
    out->nnodes = t->arg[1]->nnodes;
    return lcr_sym_value_same(t, out);
}

/* A shape, its leaves over all those behind them. */
bool lcr_sym_of_right(const sym_statement *t)
{
    const sv *left = lcr_sv_layout(t->s, t->arg[0]);
    sv *right = t->arg[0]->kind == SV_TUPLE ? lcr_sv_copy(t->s, left) : NULL;
    const poly **step = right ? lcr_lit_alloc(t->s->pool, right->n, sizeof *step) : NULL;
    const poly *place = lcr_poly_si(t->s->pool, 1);
    for (size_t k = right ? right->n : 0; step && place && k-- > 0;) {
        step[k] = place;
        place = lcr_poly_mul(t->s->pool, place, right->extent[k]);
    }
    if (!step || !place)
        return false;
    right->step = step;
    return lcr_sym_value_same(t, right);
}

/* ---- coordinates, sizes, repetition ---- */

bool lcr_sym_of_identity(const sym_statement *t)
{
    const sv *a = t->arg[0];
    if (a->kind > SV_LAYOUT || (a->kind == SV_TUPLE && a->step) || a->n > SV_AXES)
        return false;
    sv *out = lcr_sv_new(t->s, SV_LAYOUT, a->nnodes, a->n, a->n);
    if (!out || !(out->step = lcr_lit_alloc(t->s->pool, a->n * a->n, sizeof *out->step)))
        return false;
    out->node = a->node;
    out->extent = a->extent;
    out->basis = a->nnodes > 1;
    if (out->basis)
        lcr_sv_paths(a, out->path);
    for (size_t k = 0; k < a->n * a->n; k++)
        out->step[k] = lcr_poly_si(t->s->pool, k % (a->n + 1) == 0);
    return lcr_sym_value_same(t, out);
}

bool lcr_sym_of_sizes(const sym_statement *t)
{
    const sv *a = t->arg[0], *v = t->value;
    if (a->kind > SV_LAYOUT || (a->kind == SV_TUPLE && a->step))
        return false;
    size_t rank = lcr_sv_rank(a);
    bool same = v->kind == SV_TUPLE && !v->step && v->n == rank && v->nnodes == rank + 1;
    for (size_t i = 0; same && i < rank; i++) {
        const sv *mode = lcr_sv_mode(t->s, a, i);
        same = mode && v->extent[i] &&
               lcr_sym_equal(t->s, v->extent[i], lcr_sv_product(t->s, mode));
    }
    return same;
}

/* Extents of 1 where all strides are 0; the others never are. */
bool lcr_sym_of_filter_zeros(const sym_statement *t)
{
    const sv *a = lcr_sv_layout(t->s, t->arg[0]);
    sv *out = lcr_sv_copy(t->s, a);
    const poly **extent = out ? lcr_lit_alloc(t->s->pool, a->n, sizeof *extent) : NULL;
    if (!extent)
        return false;
    for (size_t k = 0; k < a->n; k++) {
        bool still = true, moves = false;
        for (size_t j = 0; j < a->naxes; j++) {
            const poly *step = a->step[j * a->n + k];
            const poly *minus = lcr_poly_sub(t->s->pool, lcr_poly_si(t->s->pool, 0), step);
            bool zero = lcr_sym_is_zero(t->s, step);
            still = still && zero;
            moves = moves ||
                    (!zero && (lcr_sym_holds(t->s, lcr_poly_plus(t->s->pool, step, -1)) ||
                               lcr_sym_holds(t->s, lcr_poly_plus(t->s->pool, minus, -1))));
        }
        if (!still && !moves)
            return false;
        extent[k] = still ? lcr_poly_si(t->s->pool, 1) : a->extent[k];
    }
    out->extent = extent;
    return lcr_sym_value_same(t, out);
}

/* ---- slices ---- */

/* The modes of a and what stands for them in a coordinate, which a short tuple lacks at its end;
 * or (`at` is NULL) the modes at integers. */
static void spread(const sv *a, const sv *crd, parts *modes, parts *at)
{
    sym *s = modes->s;
    if (modes->failed || !a || !crd || crd->kind != SV_TUPLE || crd->step) {
        modes->failed = true;
        return;
    }
    if (crd->nnodes == 1) {
        if (at || crd->extent[0])
            add_bare(modes, a);
        if (at)
            add(at, crd);
        return;
    }
    size_t given = lcr_sv_rank(crd), rank = lcr_sv_rank(a);
    modes->failed = given > rank || (!at && given < rank);
    for (size_t i = 0; i < rank && !modes->failed; i++)
        spread(lcr_sv_mode(s, a, i),
               i < given ? lcr_sv_mode(s, crd, i) : lcr_sv_new(s, SV_TUPLE, 1, 1, 0), modes, at);
}

bool lcr_sym_of_flat_slice(const sym_statement *t)
{
    const sv *a = lcr_sv_layout(t->s, t->arg[0]);
    parts modes = {.s = t->s}, at = {.s = t->s};
    spread(a, t->arg[1], &modes, &at);
    if (modes.failed || at.failed)
        return false;
    if (t->arg[1]->nnodes == 1)
        return lcr_sym_value_same(t, lcr_sym_slice(t->s, a, t->arg[1]));
    const sv *flat = joined(&modes, a), *crd = lcr_sv_concat(t->s, at.n, at.part);
    return flat && crd && lcr_sym_value_same(t, lcr_sym_slice(t->s, flat, crd));
}

bool lcr_sym_of_dice(const sym_statement *t)
{
    parts modes = {.s = t->s};
    if (t->arg[1]->kind != SV_TUPLE || t->arg[1]->step)
        return false;
    spread(t->arg[1], t->arg[0], &modes, NULL);
    if (modes.failed || modes.n == 0)
        return false;
    return lcr_sym_value_same(t, modes.n == 1 ? modes.part[0] : joined(&modes, t->arg[1]));
}
