/* sizes.c - polynomials as integers of lib/: the field of these sizes (lib/size.h).
 *
 * A comparison asks (ask.c). If the facts do not settle it, the field is open: nothing is
 * computed or asked until the function that compares has come to its end, and it has no result
 * (sized.c).
 */
#include "config.h"

#include "internal.h"
#include "modes.h"

#include <stdlib.h>

#include "../value/text.h"

struct lcv_size {
    lc_size head;
    const lc_poly *p;
};

const lc_poly *lcv_poly_of_int(lcv_forms *f, lc_int a)
{
    return lc_int_is_size(a) ? ((const lcv_size *)lc_int_size(a))->p
                             : lcv_size_int(f->symbols, a);
}

/* What stands for a result from then on: it divides, and is no reason to go on. */
static lc_int nothing(lcv_forms *f)
{
    f->field.open = true;
    lcv_obstacle(f, "sizes that are too long");
    return lc_int_const(1);
}

lc_int lcv_int_of_poly(lcv_forms *f, const lc_poly *p)
{
    lc_int number;
    if (!p)
        return nothing(f);
    if (lc_poly_is_const(p, &number))
        return number;
    lcv_size **grown = lc_grow(f->ctx, f->size, f->nsizes, &f->sizes_room, sizeof *grown);
    lcv_size *size = grown ? lc_alloc(f->ctx, 1, sizeof *size) : NULL;
    f->size = grown ? grown : f->size;
    if (!size)
        return nothing(f);
    *size = (lcv_size){{&f->field}, p};
    f->size[f->nsizes++] = size;
    return lc_int_of_size(&size->head);
}

/* ---- arithmetic ---- */

typedef const lc_poly *of_sizes(lcv_symbols *s, const lc_poly *a, const lc_poly *b);

static lc_int compute(lc_sizes *field, of_sizes *op, lc_int a, lc_int b)
{
    lcv_forms *f = (lcv_forms *)field;
    return field->open
               ? lc_int_const(1)
               : lcv_int_of_poly(f, op(f->symbols, lcv_poly_of_int(f, a), lcv_poly_of_int(f, b)));
}

static lc_int add(lc_sizes *field, lc_int a, lc_int b)
{
    return compute(field, lcv_size_add, a, b);
}

static lc_int sub(lc_sizes *field, lc_int a, lc_int b)
{
    return compute(field, lcv_size_sub, a, b);
}

static lc_int mul(lc_sizes *field, lc_int a, lc_int b)
{
    return compute(field, lcv_size_mul, a, b);
}

static lc_int divide(lc_sizes *field,
                     const lc_poly *rounded(lcv_forms *, const lc_poly *, const lc_poly *),
                     lc_int a, lc_int b)
{
    lcv_forms *f = (lcv_forms *)field;
    if (field->open)
        return lc_int_const(1);
    const lc_poly *p = lcv_poly_of_int(f, a), *by = lcv_poly_of_int(f, b);
    if (!lc_int_is_size(b) && lc_int_sign(b) < 0) {
        p = lcv_size_neg(f->symbols, p);
        by = lcv_size_neg(f->symbols, by);
    }
    return lcv_int_of_poly(f, rounded(f, p, by));
}

static lc_int fdiv(lc_sizes *field, lc_int a, lc_int b)
{
    return divide(field, lcv_forms_floor, a, b);
}

static lc_int cdiv(lc_sizes *field, lc_int a, lc_int b)
{
    return divide(field, lcv_forms_ceil, a, b);
}

static lc_int gcd(lc_sizes *field, lc_int a, lc_int b)
{
    lcv_forms *f = (lcv_forms *)field;
    return field->open ? lc_int_const(1)
                       : lcv_int_of_poly(f, lcv_forms_gcd(f, lcv_poly_of_int(f, a),
                                                          lcv_poly_of_int(f, b)));
}

/* ---- comparisons ---- */

static const lc_poly *difference(lcv_forms *f, lc_int a, lc_int b)
{
    return lcv_size_sub(f->symbols, lcv_poly_of_int(f, a), lcv_poly_of_int(f, b));
}

/* The sign of p. False: it is not known. */
static bool sign_of(lcv_forms *f, const lc_poly *p, int *sign)
{
    lcr_answer least = lcv_forms_ask(f, p), more = LCR_NO;
    if (least == LCR_YES)
        more = lcv_forms_ask(f, lcv_size_plus(f->symbols, p, -1));
    *sign = least == LCR_NO ? -1 : more == LCR_YES;
    return least != LCR_UNKNOWN && more != LCR_UNKNOWN;
}

/* The sign of p - 1. A product of sizes is 1 where each is. */
static bool compare_with_one(lcv_forms *f, const lc_poly *p, int *sign)
{
    lcr_answer one = lcv_forms_is_one(f, p);
    *sign = 1;
    if (one == LCR_UNKNOWN && f->loosely)
        return f->loosened = true;
    return one == LCR_YES ? sign_of(f, lcv_size_plus(f->symbols, p, -1), sign) : one == LCR_NO;
}

static bool is_less(lcv_forms *f, const lc_poly *p, int *sign)
{
    lcr_answer less = lcv_forms_ask(f,
                                    lcv_size_plus(f->symbols, lcv_size_neg(f->symbols, p), -1));
    *sign = less == LCR_YES ? -1 : 1;
    return less != LCR_UNKNOWN;
}

/* What is not found is asked at the end: lc_int_settled may take it back. */
static int answer(lcv_forms *f, bool (*find)(lcv_forms *, const lc_poly *, int *),
                  const lc_poly *p, lc_int a, const char *relation, lc_int b)
{
    const lc_poly *before = f->open;
    int sign = 1;
    f->open = NULL;
    if (!find(f, p, &sign)) {
        f->field.open = true;
        f->left = (lcv_left_open){f->open, a, b, relation};
        sign = 1;
    }
    f->open = before;
    return sign;
}

static int cmp(lc_sizes *field, lc_int a, lc_int b)
{
    lcv_forms *f = (lcv_forms *)field;
    if (field->open || a.word == b.word)
        return field->open;
    return !lc_int_is_size(b) && lc_int_is_one(b)
               ? answer(f, compare_with_one, lcv_poly_of_int(f, a), a, "==", b)
               : answer(f, sign_of, difference(f, a, b), a, "==", b);
}

static bool lt(lc_sizes *field, lc_int a, lc_int b)
{
    lcv_forms *f = (lcv_forms *)field;
    return !field->open && a.word != b.word &&
           answer(f, is_less, difference(f, a, b), a, "<", b) < 0;
}

static lc_int min(lc_sizes *field, lc_int a, lc_int b)
{
    lcv_forms *f = (lcv_forms *)field;
    if (!field->open && lcv_facts_imply(f->facts, difference(f, b, a)))
        return a;
    if (!field->open && lcv_facts_imply(f->facts, difference(f, a, b)))
        return b;
    return compute(field, lcv_size_min, a, b);
}

/* What is known. */
static int order(lc_sizes *field, lc_int a, lc_int b)
{
    lcv_forms *f = (lcv_forms *)field;
    return !lcv_facts_imply(f->facts, difference(f, b, a)) -
           !lcv_facts_imply(f->facts, difference(f, a, b));
}

/* M*f64, (M+1)*f8: a power of two times what depends on parameters. */
static char *word_text(lcv_forms *f, const lc_poly *p)
{
    lc_ctx *ctx = f->ctx;
    lc_int unit = lc_int_const(1), two = lc_int_const(2);
    lc_int all = lc_int_gcd(ctx, lc_poly_content(ctx, p), lc_poly_constant(p));
    while (lc_int_divides(ctx, two, all)) {
        all = lc_int_fdiv(ctx, all, two);
        unit = lc_int_add(ctx, unit, unit);
    }
    const lc_poly *factor = lcv_size_quotient(f->symbols, p, lcv_size_int(f->symbols, unit));
    char *text = factor ? lcv_size_to_str(f->symbols, factor) : NULL;
    return text ? lcv_text(ctx, lc_poly_nterms(factor) > 1 ? "(%S)*f%i" : "%S*f%i", text, unit)
                : NULL;
}

static char *text(lc_sizes *field, lc_int a, lc_size_text as)
{
    lcv_forms *f = (lcv_forms *)field;
    const lc_poly *p = lcv_poly_of_int(f, a);
    if (as == LC_SIZE_WORD)
        return word_text(f, p);
    char *alone = lcv_size_to_str(f->symbols, p);
    bool sum = as == LC_SIZE_FACTOR && lc_poly_nterms(p) > 1;
    return sum && alone ? lcv_text(f->ctx, "(%S)", alone) : alone;
}

void lcv_sizes_open(lcv_forms *f)
{
    f->field = (lc_sizes){add, sub, mul, fdiv, cdiv, gcd, cmp, lt, min, order, text, false};
}

void lcv_sizes_close(lcv_forms *f)
{
    for (size_t i = 0; i < f->nsizes; i++)
        free(f->size[i]);
    free(f->size);
}
