#include "config.h"

#include <stdlib.h>

#include "affine.h"
#include "linear-internal.h"

struct lc_affine {
    int refs;
    lc_linear *a;
    uint64_t b;
};

/* Takes over a; NULL is passed on. */
static lc_affine *make(lc_ctx *ctx, lc_linear *a, uint64_t b)
{
    lc_affine *f = a ? malloc(sizeof *f) : NULL;
    if (!f) {
        if (a)
            lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
        lc_linear_free(a);
        return NULL;
    }
    *f = (lc_affine){1, a, b};
    return f;
}

/* A value of its own: the reference is to a constant. */
static lc_linear *again(lc_ctx *ctx, const lc_linear *a)
{
    return lc_linear_new(ctx, a->nins, a->in, a->nouts, a->out, &a->map);
}

lc_affine *lc_affine_new(lc_ctx *ctx, const lc_linear *a, uint64_t offset)
{
    if (offset & ~lc_f2_mask(a->map.rows))
        return lc_fail(ctx, LC_ERR_INVALID, "the offset %llu: expected 0 to %llu",
                       (unsigned long long)offset, (unsigned long long)lc_f2_mask(a->map.rows));
    return make(ctx, again(ctx, a), offset);
}

lc_affine *lc_affine_at_offset(lc_ctx *ctx, const lc_linear *a, size_t n, const lc_int *offset)
{
    char text[LC_NUMBER_ROOM];
    unsigned start[LC_LINEAR_DIMS];
    uint64_t b = 0;
    if (n != a->nouts)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "an offset of %zu numbers: expected one for each of the %zu output dims", n,
                       a->nouts);
    lc_dims_starts(n, a->out, start);
    for (size_t i = 0; i < n; i++) {
        uint64_t digit, most = lc_f2_mask(a->out[i].bits);
        if (!lc_int_to_word(offset[i], &digit) || digit > most)
            return lc_fail(ctx, LC_ERR_INVALID,
                           "the offset %s of the output dim '%s': expected 0 to %llu",
                           lc_number(offset[i], text), a->out[i].name, (unsigned long long)most);
        b |= lc_word_up(digit, start[i]);
    }
    return make(ctx, again(ctx, a), b);
}

lc_affine *lc_affine_ref(lc_affine *f)
{
    if (f)
        f->refs++;
    return f;
}

void lc_affine_free(lc_affine *f)
{
    if (!f || --f->refs > 0)
        return;
    lc_linear_free(f->a);
    free(f);
}

const lc_linear *lc_affine_linear(const lc_affine *f) { return f->a; }
uint64_t lc_affine_offset(const lc_affine *f) { return f->b; }

uint64_t lc_affine_at(const lc_affine *f, uint64_t x)
{
    return lc_linear_at(f->a, x) ^ f->b;
}

bool lc_affine_eval(lc_ctx *ctx, const lc_affine *f, size_t n, const lc_int *crd, lc_int *value)
{
    if (!lc_linear_eval(ctx, f->a, n, crd, value))
        return false;
    for (size_t i = 0; i < f->a->nouts; i++) {
        uint64_t digit = 0; /* a value of the layout fits a word */
        lc_int_to_word(value[i], &digit);
        value[i] = lc_int_from_word(ctx, digit ^ lc_linear_digit(f->a, i, f->b));
    }
    return true;
}

bool lc_affine_equal(const lc_affine *f, const lc_affine *g)
{
    return f->b == g->b && lc_linear_equal(f->a, g->a);
}

/* The functions differ at 0 when the offsets do; else where the linear parts do. */
bool lc_affine_equivalent(const lc_affine *f, const lc_affine *g, bool *known, uint64_t *crd)
{
    int bit;
    bool same = lc_linear_equivalent(f->a, g->a, &bit);
    *known = false;
    if (!same && bit < 0)
        return false;
    *known = true;
    *crd = 0;
    for (size_t i = 0; i < f->a->nouts; i++)
        if (lc_linear_digit(f->a, i, f->b) != lc_linear_digit(g->a, i, g->b))
            return false;
    if (!same)
        *crd = (uint64_t)1 << bit;
    *known = !same;
    return same;
}

lc_affine *lc_affine_compose(lc_ctx *ctx, const lc_affine *f, const lc_affine *g)
{
    lc_linear *both = lc_linear_compose(ctx, f->a, g->a);
    unsigned start[LC_LINEAR_DIMS], shift[LC_LINEAR_DIMS];
    if (!both)
        return NULL;
    lc_dims_starts(f->a->nins, f->a->in, start);
    for (size_t i = 0; i < g->a->nouts; i++) /* the composition has matched the names */
        shift[i] = start[lc_dims_find(f->a->nins, f->a->in, g->a->out[i].name)];
    return make(ctx, both, lc_affine_at(f, lc_dims_move(g->a->nouts, g->a->out, shift, g->b)));
}

lc_affine *lc_affine_invert(lc_ctx *ctx, const lc_affine *f)
{
    lc_linear *inverse = lc_linear_invert(ctx, f->a);
    return make(ctx, inverse, inverse ? lc_linear_at(inverse, f->b) : 0);
}

char *lc_affine_to_str(lc_ctx *ctx, const lc_affine *f)
{
    lc_text text = {0};
    char *linear = lc_linear_to_str(ctx, f->a);
    if (!linear || f->b == 0)
        return linear;
    lc_text_add(&text, linear);
    free(linear);
    lc_text_add(&text, f->a->nouts == 1 ? " xor " : " xor (");
    for (size_t i = 0; i < f->a->nouts; i++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_text_add(&text, i > 0 ? "," : "");
        lc_text_add_int(ctx, &text, lc_int_from_word(ctx, lc_linear_digit(f->a, i, f->b)));
        lc_frame_close(ctx, frame);
    }
    lc_text_add(&text, f->a->nouts == 1 ? "" : ")");
    return lc_text_take(ctx, &text);
}
