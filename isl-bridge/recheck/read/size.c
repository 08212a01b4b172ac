/* size.c - sizes: their arithmetic and comparisons, and their text. */
#include "config.h"

#include "size.h"

#include "../../../lib/size.h"

#include <ctype.h>
#include <string.h>

/* ---- sizes and polynomials ---- */

typedef struct {
    lc_size head;
    const poly *p;
} size;

const poly *lcr_size_poly(sym *s, lc_int a)
{
    return lc_int_is_size(a) ? ((const size *)lc_int_size(a))->p : lcr_poly_int(s->pool, a);
}

static lc_int nothing(sym *s)
{
    s->field.open = true;
    return lc_int_const(1); /* which divides */
}

lc_int lcr_size_of(sym *s, const poly *p)
{
    lc_int number;
    if (!p)
        return nothing(s);
    if (lcr_poly_is_int(p, &number))
        return number;
    size *made = lcr_lit_alloc(s->pool, 1, sizeof *made);
    if (!made)
        return nothing(s);
    *made = (size){{&s->field}, p};
    return lc_int_of_size(&made->head);
}

/* ---- arithmetic ---- */

static lc_int add(lc_sizes *f, lc_int a, lc_int b)
{
    sym *s = (sym *)f;
    return lcr_size_of(s, lcr_poly_add(s->pool, lcr_size_poly(s, a), lc_int_const(1),
                                       lcr_size_poly(s, b)));
}

static lc_int sub(lc_sizes *f, lc_int a, lc_int b)
{
    sym *s = (sym *)f;
    return lcr_size_of(s, lcr_poly_sub(s->pool, lcr_size_poly(s, a), lcr_size_poly(s, b)));
}

static lc_int mul(lc_sizes *f, lc_int a, lc_int b)
{
    sym *s = (sym *)f;
    return lcr_size_of(s, lcr_poly_mul(s->pool, lcr_size_poly(s, a), lcr_size_poly(s, b)));
}

/* floor(a / b): without a remainder, between 0 and b or -b and 0, or a size of its own. */
static lc_int fdiv(lc_sizes *f, lc_int a, lc_int b)
{
    sym *s = (sym *)f;
    lc_ctx *lc = s->pool->lc;
    const lc_int zero = lc_int_const(0), minus_one = lc_int_const(-1);
    const poly *p = lcr_size_poly(s, a), *by = lcr_size_poly(s, b);
    const poly *q = p && by ? lcr_poly_quotient(s->pool, p, by) : NULL;
    if (q || !p || !by)
        return lcr_size_of(s, q);
    if (!lc_int_is_size(b) && lc_int_sign(b) < 0)
        return fdiv(f, lc_int_neg(lc, a), lc_int_neg(lc, b));
    if (lc_int_is_size(b) && lc_int_known_less(minus_one, a) && lc_int_known_less(a, b))
        return zero;
    if (lc_int_is_size(b) && lc_int_known_less(a, zero) &&
        lc_int_known_less(lc_int_sub(lc, minus_one, b), a))
        return minus_one;
    return lcr_size_of(s, lcr_sym_floor_by(s, p, by));
}

/* floor((a + b - 1) / b) for b > 0: a quotient that is written like this is the same one. */
static lc_int cdiv(lc_sizes *f, lc_int a, lc_int b)
{
    lc_ctx *lc = ((sym *)f)->pool->lc;
    if (lc_int_is_plain_zero(lc_int_fmod(lc, a, b)))
        return lc_int_fdiv(lc, a, b);
    if (!lc_int_known_less(lc_int_const(0), b))
        return lc_int_neg(lc, lc_int_fdiv(lc, lc_int_neg(lc, a), b));
    return lc_int_fdiv(lc, lc_int_sub(lc, lc_int_add(lc, a, b), lc_int_const(1)), b);
}

lc_int lcr_size_multiples(lc_int a, lc_int n)
{
    sym *s = (sym *)lc_int_size(lc_int_is_size(a) ? a : n)->field;
    const poly *p = lcr_size_poly(s, a), *by = lcr_size_poly(s, n), *r;
    const poly *q = p && by ? lcr_poly_quotient(s->pool, p, by) : NULL;
    if (q || !p || !by)
        return lcr_size_of(s, q);
    if (!lc_int_is_size(n))
        return lcr_poly_split(s->pool, p, n, &q, &r) ? lcr_size_of(s, q) : nothing(s);
    q = lcr_poly_si(s->pool, 0);
    for (size_t i = 0; i < p->n; i++) {
        const poly *term = lcr_poly_term(s->pool, &p->term[i]);
        const poly *part = term ? lcr_poly_quotient(s->pool, term, by) : NULL;
        if (part)
            q = lcr_poly_add(s->pool, q, lc_int_const(1), part);
    }
    return lcr_size_of(s, q);
}

/* ---- comparisons ---- */

static bool holds(sym *s, const poly *p)
{
    bool was = s->aside;
    s->aside = true; /* a comparison states nothing of the claim */
    s->computed = true;
    bool ok = p && s->holds && s->holds(s, p);
    s->aside = was;
    return ok;
}

/* What is known of the sign of p: each bit says that it is never so. */
enum { NOT_NEGATIVE = 1, NOT_ZERO = 2, NOT_POSITIVE = 4 };

/* By the ranges of the variables, else asked: is p positive, negative, at least 0, at most 0? */
static int signs_of(sym *s, const poly *p)
{
    int sign = lcr_sym_sign(s, p);
    lc_int number;
    if (sign != 2 || lcr_poly_is_int(p, &number))
        return sign > 0   ? NOT_NEGATIVE + NOT_ZERO
               : sign < 0 ? NOT_POSITIVE + NOT_ZERO
                          : NOT_NEGATIVE + NOT_POSITIVE;
    const poly *minus = lcr_poly_sub(s->pool, lcr_poly_si(s->pool, 0), p);
    if (holds(s, lcr_poly_plus(s->pool, p, -1)))
        return NOT_NEGATIVE + NOT_ZERO;
    if (holds(s, lcr_poly_plus(s->pool, minus, -1)))
        return NOT_POSITIVE + NOT_ZERO;
    return (holds(s, p) ? NOT_NEGATIVE : 0) + (holds(s, minus) ? NOT_POSITIVE : 0);
}

/* Of a - b, as it was found before, or is now; 0 where there is none. */
static int signs(sym *s, lc_int a, lc_int b)
{
    const poly *p = lcr_poly_sub(s->pool, lcr_size_poly(s, a), lcr_size_poly(s, b));
    for (size_t i = 0; p && i < s->nsigns; i++)
        if (lcr_poly_equal(s->sign[i].of, p))
            return s->sign[i].is;
    int is = p ? signs_of(s, p) : 0;
    if (p && s->nsigns < SYM_SIGNS) {
        s->sign[s->nsigns].of = p;
        s->sign[s->nsigns++].is = is;
    }
    return is;
}

static int cmp(lc_sizes *f, lc_int a, lc_int b)
{
    int is = a.word == b.word ? NOT_NEGATIVE + NOT_POSITIVE : signs((sym *)f, a, b);
    switch (is) {
    case NOT_NEGATIVE + NOT_POSITIVE: return 0;
    case NOT_NEGATIVE + NOT_ZERO: return 1;
    case NOT_POSITIVE + NOT_ZERO: return -1;
    default: f->open = true; return 1;
    }
}

static bool lt(lc_sizes *f, lc_int a, lc_int b)
{
    int is = a.word == b.word ? NOT_NEGATIVE : signs((sym *)f, a, b);
    bool never = (is & NOT_NEGATIVE) != 0, always = is == NOT_POSITIVE + NOT_ZERO;
    f->open = f->open || !(never || always);
    return always;
}

static lc_int min(lc_sizes *f, lc_int a, lc_int b)
{
    sym *s = (sym *)f;
    bool less;
    if (lc_int_settled_lt(a, b, &less))
        return less ? a : b;
    if (lc_int_settled_lt(b, a, &less))
        return less ? b : a;
    return lcr_size_of(s, lcr_sym_min(s, lcr_size_poly(s, a), lcr_size_poly(s, b)));
}

/* At a sample of all variables; else as it is known. */
static int order(lc_sizes *f, lc_int a, lc_int b)
{
    sym *s = (sym *)f;
    lc_int at[SYM_VARS];
    lc_ctx *lc = s->pool->lc;
    const poly *p = lcr_size_poly(s, a), *q = lcr_size_poly(s, b);
    if (!p || !q || !s->sample)
        return 0;
    s->sample(s, at);
    int sign = lc_int_cmp(lcr_poly_at(lc, p, at), lcr_poly_at(lc, q, at));
    return sign != 0 ? sign : lc_int_known_le(b, a) - lc_int_known_le(a, b);
}

/* ---- as text ---- */

static void say_poly(const sym *s, lc_text *out, const poly *p);

static void say_var(const sym *s, lc_text *out, size_t var)
{
    const sym_var *v = &s->var[var];
    if (v->kind == SYM_PARAMETER || v->kind == SYM_COORDINATE) {
        lc_text_add(out, v->name ? v->name : "?");
        return;
    }
    lc_text_add(out, v->kind == SYM_MIN ? "min(" : "(");
    say_poly(s, out, v->first[0]);
    lc_text_add(out, v->kind == SYM_MIN ? "," : ")/");
    if (v->kind == SYM_MIN || v->by) {
        lc_text_add(out, v->by ? "(" : "");
        say_poly(s, out, v->by ? v->by : v->first[1]);
        lc_text_add(out, ")");
    } else {
        lc_text_add_int(out, v->divisor);
    }
}

static void say_poly(const sym *s, lc_text *out, const poly *p)
{
    for (size_t i = 0; i < p->n; i++) {
        monomial m = p->term[i].of;
        size_t degree = lcr_monomial_degree(m);
        lc_text_add(out, i > 0 && lc_int_sign(p->term[i].factor) > 0 ? "+" : "");
        if (degree == 0 || !lc_int_is_one(p->term[i].factor))
            lc_text_add_int(out, p->term[i].factor);
        for (size_t k = 0; k < degree; k++) {
            size_t var = lcr_monomial_var(m, k);
            bool factor = degree > 1 || !lc_int_is_one(p->term[i].factor);
            bool quotient = factor && s->var[var].kind == SYM_FLOOR; /* which binds as `*` does */
            lc_text_add(out, k > 0 || !lc_int_is_one(p->term[i].factor) ? "*" : "");
            lc_text_add(out, quotient ? "(" : "");
            say_var(s, out, var);
            lc_text_add(out, quotient ? ")" : "");
        }
    }
}

static char *text_of(lc_sizes *f, lc_int a, lc_size_text as)
{
    sym *s = (sym *)f;
    const poly *p = lcr_size_poly(s, a);
    bool sum = as != LC_SIZE_ALONE && p->n > 1;
    lc_text out = {0};
    lc_text_add(&out, sum ? "(" : "");
    say_poly(s, &out, p);
    lc_text_add(&out, sum ? ")" : "");
    lc_text_add(&out, as == LC_SIZE_WORD ? "*f1" : "");
    return lc_text_take(s->pool->lc, &out);
}

void lcr_size_begin(sym *s, lit_pool *pool)
{
    s->field = (lc_sizes){add, sub, mul, fdiv, cdiv, NULL, cmp, lt, min, order, text_of, false};
    pool->sizes = s;
}

/* ---- reading ---- */

static bool read_sum(reader *in, const poly **p);

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* What follows the name of min, max, ceil_div: two sizes, or of the first two any number. */
static bool read_call(reader *in, char which, const poly **p)
{
    sym *s = in->pool->sizes;
    const poly *b;
    if (!lcr_rd_need(in, "(") || !read_sum(in, p))
        return false;
    while (lcr_rd_take(in, ",")) {
        if (!read_sum(in, &b))
            return false;
        *p = which == 'c'   ? lcr_sym_ceil_by(s, *p, b)
             : which == '<' ? lcr_sym_min(s, *p, b)
                            : lcr_sym_max(s, *p, b);
        if (!*p)
            return lcr_rd_wrong(in, "a positive divisor before this");
    }
    return lcr_rd_need(in, ")");
}

static bool read_name(reader *in, const poly **p)
{
    sym *s = in->pool->sizes;
    const char *begin = in->at;
    while (is_name(*in->at))
        in->at++;
    size_t n = (size_t)(in->at - begin), i = lcr_sym_find(s, begin, n);
    if (n == 8 && strncmp(begin, "ceil_div", n) == 0)
        return read_call(in, 'c', p);
    if (n == 3 && strncmp(begin, "min", n) == 0)
        return read_call(in, '<', p);
    if (n == 3 && strncmp(begin, "max", n) == 0)
        return read_call(in, '>', p);
    *p = i != SIZE_MAX ? lcr_sym_size(s, i) : NULL;
    return *p || lcr_rd_wrong(in, "a parameter");
}

static bool read_factor(reader *in, const poly **p)
{
    lc_int value;
    if (lcr_rd_take(in, "("))
        return read_sum(in, p) && lcr_rd_need(in, ")");
    if (isalpha((unsigned char)*in->at) || *in->at == '_')
        return read_name(in, p);
    if (*in->at == '-' || !lcr_rd_number(in, &value))
        return lcr_rd_wrong(in, "a size");
    *p = lcr_poly_int(in->pool->sizes->pool, value);
    return *p != NULL;
}

/* Is what comes the end of a term: e1, @0@1, f64? */
static bool unit_ahead(const reader *in)
{
    size_t n = 1;
    if (*in->at == '@')
        return true;
    if ((*in->at != 'e' && *in->at != 'f') || !isdigit((unsigned char)in->at[1]))
        return false;
    while (is_name(in->at[n]))
        n++;
    return lcr_sym_find(in->pool->sizes, in->at, n) == SIZE_MAX;
}

/* a op b */
static bool combine(reader *in, char op, const poly **a, const poly *b)
{
    sym *s = in->pool->sizes;
    const poly *q = op == '*' ? lcr_poly_mul(s->pool, *a, b) : lcr_sym_floor_by(s, *a, b);
    if (op == '%' && q)
        q = lcr_poly_sub(s->pool, *a, lcr_poly_mul(s->pool, b, q));
    *a = q;
    return q || lcr_rd_wrong(in, "a positive divisor before this");
}

/* Up to a unit, which may follow a `*`. */
static bool read_product(reader *in, const poly **p)
{
    lcr_rd_take(in, "");
    if (unit_ahead(in))
        return (*p = lcr_poly_si(in->pool->sizes->pool, 1)) != NULL;
    if (!read_factor(in, p))
        return false;
    for (;;) {
        const poly *b;
        char op = lcr_rd_take(in, "*")   ? '*'
                  : lcr_rd_take(in, "/") ? '/'
                  : lcr_rd_take(in, "%") ? '%'
                                         : 0;
        lcr_rd_take(in, "");
        if (op == 0 || (op == '*' && unit_ahead(in)))
            return true;
        if (!read_factor(in, &b) || !combine(in, op, p, b))
            return false;
    }
}

/* Is + or - next, and no arrow? Then it is read. */
static int sign_ahead(reader *in)
{
    lcr_rd_take(in, "");
    if (strncmp(in->at, "->", 2) == 0)
        return 0;
    return lcr_rd_take(in, "+") ? 1 : lcr_rd_take(in, "-") ? -1 : 0;
}

#define MOST_NESTED 64

static bool read_sum(reader *in, const poly **p)
{
    sym *s = in->pool->sizes;
    int sign = lcr_rd_take(in, "-") ? -1 : 1;
    *p = lcr_poly_si(s->pool, 0);
    if (++in->depth > MOST_NESTED)
        return lcr_rd_wrong(in, "less nesting");
    while (sign != 0) {
        const poly *term;
        if (!read_product(in, &term))
            return false;
        *p = lcr_poly_add(s->pool, *p, lc_int_const(sign), term);
        sign = sign_ahead(in);
    }
    in->depth--;
    return *p != NULL;
}

bool lcr_rd_size(reader *in, lc_int *out)
{
    const poly *p;
    if (!read_sum(in, &p))
        return false;
    *out = lcr_size_of(in->pool->sizes, p);
    return true;
}

bool lcr_rd_coefficient(reader *in, lc_int *out)
{
    const poly *p;
    if (!read_product(in, &p))
        return false;
    *out = lcr_size_of(in->pool->sizes, p);
    return true;
}

bool lcr_rd_sum_ahead(const reader *in)
{
    const char *p = in->at;
    size_t open = 0;
    if (*p != '(')
        return false;
    do {
        open += *p == '(';
        open -= *p == ')';
    } while (*p++ != '\0' && open > 0);
    p += strspn(p, " ");
    return strchr("*/%+-", *p) && *p != '\0' && strncmp(p, "->", 2) != 0;
}

bool lcr_rd_has_units(const reader *in)
{
    reader at = *in;
    for (bool begins = true; *at.at != '\0'; begins = !is_name(*at.at++))
        if ((begins || *at.at == '@' || isdigit((unsigned char)at.at[-1])) && unit_ahead(&at))
            return true;
    return false;
}

/* ---- assumptions ---- */

bool lcr_sym_assumption(sym *s, const char *text, const poly **p, bool *zero)
{
    static const char *const op[] = {"==", "<=", ">=", "<", ">"};
    reader in = {s->pool, text, text, 0};
    struct sym *sizes = s->pool->sizes;
    const poly *a, *b;
    size_t which = 0;
    s->pool->sizes = s;
    bool ok = read_sum(&in, &a);
    while (ok && which < 5 && !lcr_rd_take(&in, op[which]))
        which++;
    ok = ok && (which < 5 || lcr_rd_wrong(&in, "a comparison")) && read_sum(&in, &b) &&
         (*in.at == '\0' || lcr_rd_wrong(&in, "the end of the assumption"));
    s->pool->sizes = sizes;
    if (!ok)
        return false;
    bool less = which == 1 || which == 3;
    *p = less ? lcr_poly_sub(s->pool, b, a) : lcr_poly_sub(s->pool, a, b);
    if (which >= 3)
        *p = lcr_poly_plus(s->pool, *p, -1);
    *zero = which == 0;
    return *p != NULL;
}

bool lcr_sym_assume(sym *s, const char *text)
{
    const poly *p;
    bool zero;
    return lcr_sym_assumption(s, text, &p, &zero) && lcr_sym_know(s, p, zero);
}
