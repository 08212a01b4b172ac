/* fit.c - how bits of numbers depend on bits of others. */
#include "config.h"

#include "fit.h"

int64_t lck_fit_rows(const int64_t *extent)
{
    int64_t rows = 1;
    for (int k = 0; k < LCK_FIT_NUMBERS; k++)
        rows = extent[k] > 0 && rows <= LCK_FIT_ROWS ? rows * extent[k] : LCK_FIT_ROWS + 1;
    return rows;
}

int64_t lck_fit_number(const int64_t *extent, int64_t row, int k)
{
    for (int i = 0; i < k; i++)
        row /= extent[i];
    return row % extent[k];
}

static bool bit(const lck_fit *p, size_t i, int side, int k, unsigned b)
{
    return lck_fit_number(p->extent[side], p->pair[i][side], k) >> b & 1;
}

/* Is a bit the same in all pairs? */
static bool is_fixed(const lck_fit *p, int side, int k, unsigned b)
{
    for (size_t i = 1; i < p->n; i++)
        if (bit(p, i, side, k, b) != bit(p, 0, side, k, b))
            return false;
    return true;
}

static unsigned bits_of(int64_t extent)
{
    unsigned bits = 0;
    while ((extent - 1) >> bits > 0)
        bits++;
    return bits;
}

/* Bits of .. of + n - 1 of number `from`. */
static const lc_expr *field(const lck_fit *p, int from, unsigned of, unsigned n)
{
    lc_exprs *x = p->x;
    const lc_expr *e = lc_expr_make(x, LC_EXPR_DIV, p->variable[from],
                                    lc_expr_int(x, (int64_t)1 << of));
    return of + n >= bits_of(p->extent[0][from])
               ? e
               : lc_expr_make(x, LC_EXPR_MOD, e, lc_expr_int(x, (int64_t)1 << n));
}

/* Bits that all rows of `from` have in common, those side by side at once. */
static const lc_expr *common(const lck_fit *p, int k, int64_t *mask, int64_t *value)
{
    lc_exprs *x = p->x;
    const lc_expr *e = lc_expr_int(x, 1);
    unsigned n;
    *mask = *value = 0;
    for (unsigned b = 0; b < bits_of(p->extent[0][k]); b += n + !n) {
        int64_t number = 0;
        for (n = 0; b + n < bits_of(p->extent[0][k]) && is_fixed(p, 0, k, b + n); n++)
            number |= (int64_t)bit(p, 0, 0, k, b + n) << n;
        if (n == 0)
            continue;
        *mask |= (((int64_t)1 << n) - 1) << b;
        *value |= number << b;
        e = lc_expr_make(x, LC_EXPR_ALL, e,
                         lc_expr_make(x, LC_EXPR_EQ, field(p, k, b, n), lc_expr_int(x, number)));
    }
    return e;
}

/* The rows of `from` that have a pair are those with certain bits; NULL: they are not. */
static const lc_expr *where(const lck_fit *p)
{
    const lc_expr *e = lc_expr_int(p->x, 1);
    int64_t mask[LCK_FIT_NUMBERS], value[LCK_FIT_NUMBERS], such = 0;
    for (int k = 0; k < LCK_FIT_NUMBERS; k++)
        e = lc_expr_make(p->x, LC_EXPR_ALL, e, common(p, k, &mask[k], &value[k]));
    for (int64_t row = 0; row < lck_fit_rows(p->extent[0]); row++) {
        bool has = true;
        for (int k = 0; k < LCK_FIT_NUMBERS; k++)
            has = has && (lck_fit_number(p->extent[0], row, k) & mask[k]) == value[k];
        such += has;
    }
    return such == (int64_t)p->n ? e : NULL;
}

/* Is bit b of number k of `to` bit `of` of number `from`? */
static bool is_bit(const lck_fit *p, int k, unsigned b, int from, unsigned of)
{
    for (size_t i = 0; i < p->n; i++)
        if (bit(p, i, 1, k, b) != bit(p, i, 0, from, of))
            return false;
    return true;
}

static bool find_bit(const lck_fit *p, int k, unsigned b, int *from, unsigned *of)
{
    for (*from = 0; *from < LCK_FIT_NUMBERS; ++*from)
        for (*of = 0; *of < bits_of(p->extent[0][*from]); ++*of)
            if (is_bit(p, k, b, *from, *of))
                return true;
    return false;
}

/* Number k of `to`; NULL: its bits are others. */
static const lc_expr *number(const lck_fit *p, int k)
{
    lc_exprs *x = p->x;
    const lc_expr *e = lc_expr_int(x, 0);
    unsigned bits = bits_of(p->extent[1][k]), of, n;
    int from;
    for (unsigned b = 0; b < bits; b += n) {
        n = 1;
        if (is_fixed(p, 1, k, b)) {
            e = lc_expr_make(x, LC_EXPR_ADD, e, lc_expr_int(x, (int64_t)bit(p, 0, 1, k, b) << b));
            continue;
        }
        if (!find_bit(p, k, b, &from, &of))
            return NULL;
        while (b + n < bits && of + n < bits_of(p->extent[0][from]) &&
               !is_fixed(p, 1, k, b + n) && is_bit(p, k, b + n, from, of + n))
            n++;
        e = lc_expr_add_scaled(x, e, (int64_t)1 << b, field(p, from, of, n));
    }
    return e;
}

bool lck_fit_words(const lck_fit *p, const lc_expr **condition,
                   const lc_expr *to[LCK_FIT_NUMBERS])
{
    *condition = p->n > 0 ? where(p) : NULL;
    bool ok = *condition != NULL;
    for (int k = 0; ok && k < LCK_FIT_NUMBERS; k++) {
        to[k] = number(p, k);
        ok = to[k] != NULL;
    }
    lc_ctx_reset(lc_exprs_ctx(p->x));
    return ok;
}
