/* claims.c - digits of addresses as claims of the language, which the prover and isl decide. */
#include "config.h"

#include "digits.h"

#define SYMBOLS 12
#define MODES (2 * LCK_DIGITS + 2) /* the bytes of an access, digits, numbers of several */

/* A layout (sizes):(strides), in bytes. */
typedef struct {
    lck_race_claims *c;
    lck_unit size[MODES], stride[MODES]; /* a size of k = 0: any */
    unsigned n;
    const lc_expr *symbol[SYMBOLS]; /* the parameters n0, n1, .. */
    unsigned nsymbols;
    bool good;
} layout;

/* Is it at least 1, by its bounds or as the guards have something less than it? */
static bool is_positive(const lc_expr *e, const lck_number *n)
{
    bool good = e->low >= 1;
    for (unsigned i = 0; i < n->n && !good; i++) {
        const lck_unit *size = &n->at[i].fold.size;
        good = n->at[i].fold.any && size->n == 1 && lc_expr_equal(size->by[0], e);
    }
    return good;
}

static void put(layout *l, lc_text *text, const lck_unit *u, const lck_number *n)
{
    bool number = u->k != 1 || u->n == 0;
    lc_text_add(text, text->length > 0 ? "," : "");
    if (number)
        lc_text_printf(text, "%lld", (long long)u->k);
    for (unsigned i = 0; i < u->n; i++) {
        unsigned at = 0;
        while (at < l->nsymbols && !lc_expr_equal(l->symbol[at], u->by[i]))
            at++;
        l->good = l->good && at < SYMBOLS && is_positive(u->by[i], n);
        if (!l->good)
            return;
        l->nsymbols += at == l->nsymbols;
        l->symbol[at] = u->by[i];
        lc_text_printf(text, "%sn%u", number || i > 0 ? "*" : "", at);
    }
}

/* Asks whether no two places of it are the same. */
static void ask(layout *l, const lck_number *n)
{
    lc_text sizes = {0}, strides = {0}, claim = {0};
    l->nsymbols = 0;
    for (unsigned i = 0; i < l->n; i++) {
        if (l->size[i].k > 0)
            put(l, &sizes, &l->size[i], n);
        else
            lc_text_printf(&sizes, ",m%u", i);
        put(l, &strides, &l->stride[i], n);
        if (l->size[i].k == 0)
            lc_text_printf(&claim, "param m%u >= 1; ", i);
    }
    for (unsigned i = 0; i < l->nsymbols; i++)
        lc_text_printf(&claim, "param n%u >= 1; ", i);
    lc_text_printf(&claim, "injective((%s):(%s))", lc_text_peek(&sizes), lc_text_peek(&strides));
    lc_text_free(&sizes);
    lc_text_free(&strides);
    if (l->good) {
        const lck_claimed *said = lck_asker_prove(l->c->asker, lc_text_peek(&claim));
        l->good = said->verdict == LCV_PROVED;
        l->c->confirmed = l->c->confirmed && said->confirmed;
        l->c->claim = said->claim;
    }
    lc_text_free(&claim);
}

static void add(layout *l, const lck_unit *size, const lck_unit *stride)
{
    l->size[l->n] = *size;
    l->stride[l->n++] = *stride;
}

static bool is_same_fold(const lck_fold *a, const lck_fold *b)
{
    return a->any == b->any &&
           (!a->any || (a->first == b->first && lck_unit_equal(&a->size, &b->size) &&
                        lck_unit_equal(&a->part, &b->part)));
}

/* Sizes of which one covers what both do; false: none does. */
static bool join(lck_unit *size, const lck_unit *other)
{
    if (size->n == 0 && size->k == 1)
        *size = *other;
    if (size->n == 0 && other->n == 0 && size->k > 0)
        size->k = other->k == 0 || other->k > size->k ? other->k : size->k;
    return size->n == 0 || lck_unit_equal(size, other) || (other->n == 0 && other->k == 1);
}

void lck_race_claim(lck_race_claims *c, const lck_number *a, const lck_number *b, int64_t width,
                    unsigned top)
{
    const lck_unit one = {.k = 1}, bytes = {.k = width}, any = {.k = 0};
    unsigned place[LCK_DIGITS]; /* of each digit */
    unsigned whole = 0;         /* the first digit that is not part of another number */
    layout l = {.c = c, .good = true};
    add(&l, &bytes, &one);
    for (unsigned i = 0; i < a->n && i <= top && l.good; i++) {
        const lck_digit *d = &a->at[i];
        lck_unit size = d->extent;
        l.good = is_same_fold(&d->fold, &b->at[i].fold);
        if (l.good && d->fold.any) { /* what is below is one number from now on */
            l.good = d->fold.first == i || d->fold.first >= whole || d->fold.first == 0;
            ask(&l, a);
            l.n = d->fold.first < i ? place[d->fold.first] : l.n;
            whole = i;
            add(&l, &d->fold.size, &d->fold.part);
        }
        place[i] = l.n;
        if (i < top)
            l.good = join(&size, &b->at[i].extent) && l.good;
        if (i == top || size.n > 0 || size.k != 1)
            add(&l, i < top ? &size : &any, &d->unit);
    }
    if (l.good)
        ask(&l, a);
    c->good = c->good && l.good;
}
