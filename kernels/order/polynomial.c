/* polynomial.c - integers of a kernel as polynomials of its variables. */
#include "config.h"

#include "polynomial.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static bool has_name(const lck_statement *s)
{
    return s->kind == LCK_LET || s->kind == LCK_LOOP || s->kind == LCK_FETCH;
}

static size_t count_names(const lck_statement *body)
{
    size_t n = 0;
    for (; body; body = body->next)
        n += has_name(body) + count_names(body->body) + count_names(body->otherwise);
    return n;
}

bool lck_moves(const lck_names *names, const lc_expr *e)
{
    for (size_t i = 0; i < names->n; i++)
        if (names->name[i].moves && lc_expr_has(e, names->name[i].var))
            return true;
    return false;
}

/* What a name depends on, by its value and the names before it. */
static void add_dependence(const lck_kernel *kernel, lck_names *names, const lc_expr *value)
{
    const size_t n = names->n;
    names->name[n].of_thread = lc_expr_has(value, kernel->thread);
    names->name[n].of_block = lc_expr_has(value, kernel->block);
    for (size_t i = 0; i < n; i++)
        if (lc_expr_has(value, names->name[i].var)) {
            names->name[n].of_thread = names->name[n].of_thread || names->name[i].of_thread;
            names->name[n].of_block = names->name[n].of_block || names->name[i].of_block;
        }
}

static void add_names(const lck_kernel *kernel, lck_names *names, const lck_statement *body)
{
    for (; body; body = body->next) {
        if (has_name(body)) {
            bool loop = body->kind == LCK_LOOP, moves = loop || lck_moves(names, body->value);
            names->name[names->n].var = body->var;
            names->name[names->n].value = body->kind == LCK_LET ? body->value : NULL;
            names->name[names->n].index = body->kind == LCK_FETCH ? body->value : NULL;
            if (!loop)
                add_dependence(kernel, names, body->value);
            names->name[names->n++].moves = moves;
        }
        add_names(kernel, names, body->body);
        add_names(kernel, names, body->otherwise);
    }
}

bool lck_names_of(const lck_kernel *kernel, lck_names *out)
{
    *out = (lck_names){0};
    out->name = lc_alloc(kernel->ctx, count_names(kernel->body) + 1, sizeof *out->name);
    if (out->name)
        add_names(kernel, out, kernel->body);
    return out->name != NULL;
}

void lck_names_free(lck_names *names)
{
    free(names->name);
}

void lck_name_stays(lck_names *names, const lc_expr *var)
{
    for (size_t i = 0; i < names->n; i++)
        if (names->name[i].var == var) {
            names->name[i].value = NULL;
            names->name[i].moves = false;
        }
}

/* Sums and products of names and numbers. */
static bool is_sum(const lc_expr *e)
{
    bool made = e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB || e->op == LC_EXPR_MUL;
    return e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR ||
           (made && is_sum(e->arg[0]) && is_sum(e->arg[1]));
}

static bool is_replaced(const lc_expr *e)
{
    int64_t number;
    return is_sum(e) ||
           (e->op == LC_EXPR_MOD && is_sum(e->arg[0]) && lc_expr_is_int(e->arg[1], &number));
}

const lc_expr *lck_unnamed(const lck_names *names, const lc_expr *e)
{
    for (size_t i = names->n; i-- > 0;)
        if (lc_expr_equal(names->name[i].var, e) && names->name[i].value &&
            (names->all || names->name[i].moves || is_replaced(names->name[i].value)))
            e = names->name[i].value;
    return e;
}

/* ---- sums and products ---- */

lck_polynomial lck_constant(int64_t value)
{
    return (lck_polynomial){.n = value != 0, .term = {{value, {NULL, NULL}}}};
}

static bool same_factor(const lc_expr *a, const lc_expr *b)
{
    return a == b || (a && b && lc_expr_equal(a, b));
}

static bool same_factors(const lck_monomial *a, const lck_monomial *b)
{
    return (same_factor(a->of[0], b->of[0]) && same_factor(a->of[1], b->of[1])) ||
           (same_factor(a->of[0], b->of[1]) && same_factor(a->of[1], b->of[0]));
}

static void add_monomial(lck_polynomial *p, lck_monomial m)
{
    size_t i = 0;
    while (i < p->n && !same_factors(&p->term[i], &m))
        i++;
    if (i == LCK_MONOMIALS) {
        p->lost = true;
        return;
    }
    if (i == p->n)
        p->term[p->n++] = (lck_monomial){0, {m.of[0], m.of[1]}};
    p->lost = p->lost || __builtin_add_overflow(p->term[i].times, m.times, &p->term[i].times);
    if (p->term[i].times == 0)
        memmove(&p->term[i], &p->term[i + 1], (--p->n - i) * sizeof *p->term);
}

void lck_add_times(lck_polynomial *a, int64_t times, const lck_polynomial *b)
{
    a->lost = a->lost || b->lost;
    for (size_t i = 0; i < b->n; i++) {
        lck_monomial m = b->term[i];
        a->lost = a->lost || __builtin_mul_overflow(m.times, times, &m.times);
        add_monomial(a, m);
    }
}

static lck_polynomial product_of(const lck_polynomial *a, const lck_polynomial *b)
{
    lck_polynomial out = {.lost = a->lost || b->lost};
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++) {
            const lc_expr *of[4];
            lck_monomial m = {0};
            size_t n = 0;
            for (int k = 0; k < 4; k++) {
                of[n] = k < 2 ? a->term[i].of[k] : b->term[j].of[k - 2];
                n += of[n] != NULL;
                if (n == 3)
                    break;
            }
            for (size_t k = 0; k < n && k < 2; k++)
                m.of[k] = of[k];
            out.lost = out.lost || n > 2 ||
                       __builtin_mul_overflow(a->term[i].times, b->term[j].times, &m.times);
            add_monomial(&out, m);
        }
    return out;
}

lck_polynomial lck_polynomial_of(const lck_names *names, const lc_expr *e)
{
    e = lck_unnamed(names, e);
    if (e->op == LC_EXPR_INT)
        return lck_constant(e->value);
    if (e->op != LC_EXPR_ADD && e->op != LC_EXPR_SUB && e->op != LC_EXPR_MUL)
        return (lck_polynomial){.n = 1, .term = {{1, {e, NULL}}}};
    lck_polynomial a = lck_polynomial_of(names, e->arg[0]);
    lck_polynomial b = lck_polynomial_of(names, e->arg[1]);
    if (e->op == LC_EXPR_MUL)
        return product_of(&a, &b);
    lck_add_times(&a, e->op == LC_EXPR_ADD ? 1 : -1, &b);
    return a;
}

lck_polynomial lck_replaced(const lck_polynomial *p, const lc_expr *var,
                            const lck_polynomial *value)
{
    lck_polynomial out = {.lost = p->lost};
    for (size_t i = 0; i < p->n; i++) {
        lck_polynomial one = lck_constant(p->term[i].times);
        for (int k = 0; k < 2; k++) {
            const lc_expr *of = p->term[i].of[k];
            lck_polynomial factor = {.n = 1, .term = {{1, {of, NULL}}}};
            if (of)
                one = product_of(&one, of == var ? value : &factor);
        }
        lck_add_times(&out, 1, &one);
    }
    return out;
}

bool lck_is_constant(const lck_polynomial *p, int64_t *value)
{
    *value = lck_times_of(p, NULL);
    return !p->lost && p->n == (*value != 0);
}

bool lck_same(const lck_polynomial *a, const lck_polynomial *b)
{
    lck_polynomial difference = *a;
    int64_t value;
    lck_add_times(&difference, -1, b);
    return lck_is_constant(&difference, &value) && value == 0;
}

int64_t lck_times_of(const lck_polynomial *p, const lc_expr *var)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->term[i].of[0] == var && !p->term[i].of[1])
            return p->term[i].times;
    return 0;
}

/* ---- texts ---- */

/* p = *times * number + *rest, with nothing of the variable in the rest. */
static bool by_number(const lck_writing *w, const lck_polynomial *p, int64_t *times,
                      lck_polynomial *rest)
{
    int64_t of_number = w->var ? lck_times_of(&w->number, w->var) : 0, constant;
    *rest = *p;
    *times = 1;
    lck_add_times(rest, -1, &w->number);
    if (w->number.n > 0 && lck_is_constant(rest, &constant))
        return true;
    *rest = *p;
    *times = of_number ? lck_times_of(p, w->var) / of_number : 0;
    lck_add_times(rest, -*times, &w->number);
    return !rest->lost && !(w->var && lck_times_of(rest, w->var));
}

static char letter_of(lck_writing *w, const lc_expr *var)
{
    for (size_t i = 0; i < (size_t)(w->many ? LCK_MOST_LETTERS : LCK_FEW_LETTERS); i++) {
        if (!w->other[i])
            w->other[i] = var;
        if (same_factor(w->other[i], var))
            return LCK_LETTERS[i];
    }
    w->lost = true;
    return 'n';
}

static void write_factor(lck_writing *w, lc_text *out, const lc_expr *e);

/* " + 2*x", at the beginning "2*x"; `x` NULL: the number alone. */
static void write_term(lc_text *out, bool *first, int64_t times, const char *x)
{
    lc_text_add(out, times < 0 ? *first ? "-" : " - " : *first ? "" : " + ");
    times = times < 0 ? -times : times;
    if (!x || times != 1)
        lc_text_printf(out, "%lld%s", (long long)times, x ? "*" : "");
    lc_text_add(out, x);
    *first = false;
}

void lck_write_polynomial(lck_writing *w, lc_text *out, const lck_polynomial *p)
{
    const char number[] = {w->letter, '\0'};
    lck_polynomial rest;
    int64_t times;
    bool first = true;
    w->lost = !by_number(w, p, &times, &rest) || w->lost;
    if (times)
        write_term(out, &first, times, number);
    for (size_t i = 0; i < rest.n; i++) {
        const lck_monomial *m = &rest.term[i];
        lc_text factor = {0};
        const bool product = w->by && m->of[1] &&
                             same_factors(m, &(lck_monomial){1, {w->var, w->by}});
        if (!m->of[0])
            continue;
        w->lost = w->lost || (m->of[1] && !product);
        if (product)
            lc_text_printf(&factor, "%c", w->letter + 'A' - 'a');
        else
            write_factor(w, &factor, m->of[0]);
        write_term(out, &first, m->times, lc_text_peek(&factor));
        lc_text_free(&factor);
    }
    if (lck_times_of(&rest, NULL) != 0 || first)
        write_term(out, &first, lck_times_of(&rest, NULL), NULL);
}

void lck_write_expr(lck_writing *w, lc_text *out, const lc_expr *e)
{
    lck_polynomial p = lck_polynomial_of(w->names, e);
    lck_write_polynomial(w, out, &p);
}

/* "((x) mod 3)"; what divides is a number, or has no text. */
static void write_quotient(lck_writing *w, lc_text *out, const lc_expr *e, const char *before,
                           const char *between, const char *after)
{
    int64_t by = 1;
    w->lost = w->lost || !lc_expr_is_int(e->arg[1], &by);
    lck_say(w, out, "%s%e%s%l%s", before, e->arg[0], between, by, after);
}

static void write_extreme(lck_writing *w, lc_text *out, const lc_expr *e)
{
    lck_say(w, out, e->op == LC_EXPR_MIN ? "min(%e, %e)" : "max(%e, %e)", e->arg[0], e->arg[1]);
}

static void write_compared(lck_writing *w, lc_text *out, const lc_expr *e, const char *sign)
{
    lck_say(w, out, "%e%s%e", e->arg[0], sign, e->arg[1]);
}

static void write_both(lck_writing *w, lc_text *out, const lc_expr *e, const char *between)
{
    lck_say(w, out, "(%c)%s(%c)", e->arg[0], between, e->arg[1]);
}

void lck_write_condition(lck_writing *w, lc_text *out, const lc_expr *e)
{
    e = lck_unnamed(w->names, e);
    switch (e->op) {
    case LC_EXPR_LT: write_compared(w, out, e, " < "); break;
    case LC_EXPR_LE: write_compared(w, out, e, " <= "); break;
    case LC_EXPR_EQ: write_compared(w, out, e, " = "); break;
    case LC_EXPR_ALL: write_both(w, out, e, " and "); break;
    case LC_EXPR_ANY: write_both(w, out, e, " or "); break;
    case LC_EXPR_VAR:
    case LC_EXPR_INT:
        lck_write_expr(w, out, e);
        lc_text_add(out, " > 0");
        break;
    default: w->lost = true;
    }
}

/* x = low as 0 or 1, of an x from low to high: isl has no condition within a sum. */
static void write_is_lowest(lck_writing *w, lc_text *out, const lc_expr *e)
{
    const lc_expr *x = e->arg[0];
    int64_t low;
    w->lost = w->lost || !lc_expr_is_int(e->arg[1], &low) || x->low != low || x->high <= low ||
              x->high > INT32_MAX;
    lck_say(w, out, "floor((%l - (%e))/%l)", x->high, x, w->lost ? INT64_C(1) : x->high - low);
}

static void write_choice(lck_writing *w, lc_text *out, const lc_expr *e)
{
    lck_say(w, out, "(%c ? %e : %e)", e->arg[0], e->arg[1], e->arg[2]);
}

static void write_factor(lck_writing *w, lc_text *out, const lc_expr *e)
{
    switch (e->op) {
    case LC_EXPR_VAR:
        w->lost = w->lost || lck_moves(w->names, e);
        lc_text_add_char(out, letter_of(w, e), 1);
        break;
    case LC_EXPR_MOD: write_quotient(w, out, e, "((", ") mod ", ")"); break;
    case LC_EXPR_DIV: write_quotient(w, out, e, "floor((", ")/", ")"); break;
    case LC_EXPR_SELECT:
        if (w->many)
            lc_text_add_char(out, letter_of(w, e), 1);
        else
            write_choice(w, out, e);
        break;
    case LC_EXPR_MIN:
    case LC_EXPR_MAX: write_extreme(w, out, e); break;
    case LC_EXPR_EQ: write_is_lowest(w, out, e); break;
    default: w->lost = true;
    }
}

void lck_say(lck_writing *w, lc_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (; *format; format++)
        switch (*format == '%' ? *++format : '\0') {
        case 'p': lck_write_polynomial(w, out, va_arg(args, const lck_polynomial *)); break;
        case 'e': lck_write_expr(w, out, va_arg(args, const lc_expr *)); break;
        case 'c': lck_write_condition(w, out, va_arg(args, const lc_expr *)); break;
        case 'd': lc_text_printf(out, "%d", va_arg(args, int)); break;
        case 'l': lc_text_printf(out, "%lld", (long long)va_arg(args, int64_t)); break;
        case 's': lc_text_add(out, va_arg(args, const char *)); break;
        default: lc_text_add_char(out, *format, 1);
        }
    va_end(args);
}

/* ---- values ---- */

static bool factor_at_0(const lck_writing *w, const lc_expr *e, int64_t *value)
{
    int64_t a, b;
    if (e->op == LC_EXPR_VAR || !lck_value_at_0(w, e->arg[0], &a))
        return false;
    if (e->op == LC_EXPR_SELECT)
        return lck_value_at_0(w, e->arg[a ? 1 : 2], value);
    if (!e->arg[1] || !lck_value_at_0(w, e->arg[1], &b) || (a < 0 && e->op == LC_EXPR_MOD))
        return false;
    switch (e->op) {
    case LC_EXPR_MOD: *value = b > 0 ? a % b : 0; return b > 0;
    case LC_EXPR_LT: *value = a < b; return true;
    case LC_EXPR_LE: *value = a <= b; return true;
    case LC_EXPR_EQ: *value = a == b; return true;
    default: return false;
    }
}

bool lck_value_at_0(const lck_writing *w, const lc_expr *e, int64_t *value)
{
    lck_polynomial p = lck_polynomial_of(w->names, e), rest;
    int64_t times, factor;
    if (!by_number(w, &p, &times, &rest))
        return false;
    *value = lck_times_of(&rest, NULL);
    for (size_t i = 0; i < rest.n; i++) {
        const lck_monomial *m = &rest.term[i];
        if (!m->of[0])
            continue;
        if (m->of[1] || !factor_at_0(w, m->of[0], &factor) ||
            __builtin_mul_overflow(m->times, factor, &factor) ||
            __builtin_add_overflow(*value, factor, value))
            return false;
    }
    return true;
}

bool lck_free_texts(bool answer, lc_text *const *text)
{
    for (; *text; text++)
        lc_text_free(*text);
    return answer;
}
