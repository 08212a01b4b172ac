/* expr-text.c - expressions as C. */
#include "config.h"

#include "expr-internal.h"

#include <inttypes.h>
#include <stdlib.h>

/* How tightly an operation binds in C. Operands of shifts, masks and XOR are put in
 * parentheses though C would do without, as compilers and readers want them. */
enum {
    CONDITIONAL = 1,
    OR,
    AND,
    XOR,
    MASK,
    EQUALITY,
    RELATION,
    SHIFT,
    SUM,
    PRODUCT,
    SIGN,
    PRIMARY
};

static void print(FILE *out, const lc_expr *e, int least);

/* n where value = 2^n, or -1. */
static int power_of_2(const lc_expr *e)
{
    if (e->op != LC_EXPR_INT || e->value <= 0 || (e->value & (e->value - 1)) != 0)
        return -1;
    return __builtin_ctzll((unsigned long long)e->value);
}

static bool is_negation(const lc_expr *e)
{
    return e->op == LC_EXPR_SUB && lc_expr_is_value(e->arg[0], 0);
}

static int division_binds(const lc_expr *e)
{
    if (power_of_2(e->arg[1]) >= 0)
        return e->op == LC_EXPR_DIV ? SHIFT : MASK;
    return e->arg[0]->low < 0 ? SUM : PRODUCT;
}

static int binds(const lc_expr *e)
{
    switch (e->op) {
    case LC_EXPR_INT: return e->value < 0 && e->value != INT64_MIN ? SIGN : PRIMARY;
    case LC_EXPR_VAR: return PRIMARY;
    case LC_EXPR_ADD: return SUM;
    case LC_EXPR_SUB: return is_negation(e) ? SIGN : SUM;
    case LC_EXPR_MUL: return PRODUCT;
    case LC_EXPR_DIV:
    case LC_EXPR_MOD: return division_binds(e);
    case LC_EXPR_XOR: return XOR;
    case LC_EXPR_LT:
    case LC_EXPR_LE: return RELATION;
    case LC_EXPR_EQ:
    case LC_EXPR_NE: return EQUALITY;
    case LC_EXPR_ALL: return AND;
    case LC_EXPR_ANY: return OR;
    case LC_EXPR_NOT: return SIGN;
    default: return CONDITIONAL; /* MIN, MAX, SELECT */
    }
}

static void print_int(FILE *out, int64_t value)
{
    if (value == INT64_MIN)
        fprintf(out, "(-%" PRId64 " - 1)", INT64_MAX);
    else
        fprintf(out, "%" PRId64, value);
}

static void print_pair(FILE *out, const lc_expr *a, int left, const char *op, const lc_expr *b,
                       int right)
{
    print(out, a, left);
    fprintf(out, " %s ", op);
    print(out, b, right);
}

static void print_sum(FILE *out, const lc_expr *e)
{
    const lc_expr *a = e->arg[0], *b = e->arg[1];
    bool minus = e->op == LC_EXPR_SUB;
    if (is_negation(e)) {
        putc('-', out);
        print(out, b, PRIMARY);
        return;
    }
    print(out, a, SUM);
    if (b->op == LC_EXPR_INT && b->value < 0 && b->value != INT64_MIN) {
        fprintf(out, " %c ", minus ? '+' : '-');
        print_int(out, -b->value);
        return;
    }
    fprintf(out, " %c ", minus ? '-' : '+');
    print(out, b, PRODUCT);
}

/* a / b of C rounds towards 0: the quotient is one less where the remainder is negative. */
static void print_division(FILE *out, const lc_expr *e)
{
    const lc_expr *a = e->arg[0], *b = e->arg[1];
    bool divides = e->op == LC_EXPR_DIV;
    int n = power_of_2(b);
    if (n >= 0) {
        print(out, a, PRODUCT);
        if (divides)
            fprintf(out, " >> %d", n);
        else
            fprintf(out, " & %" PRId64, b->value - 1);
        return;
    }
    print_pair(out, a, PRODUCT, divides ? "/" : "%", b, SIGN);
    if (a->low >= 0)
        return;
    fputs(divides ? " - (" : " + (", out);
    print_pair(out, a, PRODUCT, "%", b, SIGN);
    fputs(" < 0", out);
    if (!divides) {
        fputs(" ? ", out);
        print(out, b, OR);
        fputs(" : 0", out);
    }
    putc(')', out);
}

static void print_relation(FILE *out, const lc_expr *e)
{
    const lc_expr *a = e->arg[0], *b = e->arg[1];
    bool less = e->op == LC_EXPR_LT;
    if (a->op == LC_EXPR_INT)
        print_pair(out, b, SHIFT, less ? ">" : ">=", a, SHIFT);
    else
        print_pair(out, a, SHIFT, less ? "<" : "<=", b, SHIFT);
}

/* A remainder is 0 or not, whichever way the quotient is rounded. */
static bool is_rest_against_0(const lc_expr *e)
{
    const lc_expr *a = e->arg[0];
    return a->op == LC_EXPR_MOD && lc_expr_is_value(e->arg[1], 0) && power_of_2(a->arg[1]) < 0;
}

static void print_equality(FILE *out, const lc_expr *e)
{
    const char *sign = e->op == LC_EXPR_EQ ? "==" : "!=";
    if (is_rest_against_0(e)) {
        print_pair(out, e->arg[0]->arg[0], PRODUCT, "%", e->arg[0]->arg[1], SIGN);
        fprintf(out, " %s 0", sign);
    } else {
        print_pair(out, e->arg[0], SHIFT, sign, e->arg[1], SHIFT);
    }
}

static void print_choice(FILE *out, const lc_expr *yes, const lc_expr *no)
{
    fputs(" ? ", out);
    print(out, yes, OR);
    fputs(" : ", out);
    print(out, no, CONDITIONAL);
}

static void print_bare(FILE *out, const lc_expr *e)
{
    const lc_expr *a = e->arg[0], *b = e->arg[1];
    switch (e->op) {
    case LC_EXPR_INT: print_int(out, e->value); break;
    case LC_EXPR_VAR: fputs(e->name, out); break;
    case LC_EXPR_ADD:
    case LC_EXPR_SUB: print_sum(out, e); break;
    case LC_EXPR_MUL:
        if (b->op == LC_EXPR_INT)
            print_pair(out, b, PRODUCT, "*", a, SIGN);
        else
            print_pair(out, a, PRODUCT, "*", b, SIGN);
        break;
    case LC_EXPR_DIV:
    case LC_EXPR_MOD: print_division(out, e); break;
    case LC_EXPR_MIN:
    case LC_EXPR_MAX:
        print_pair(out, a, SHIFT, e->op == LC_EXPR_MIN ? "<" : ">", b, SHIFT);
        print_choice(out, a, b);
        break;
    case LC_EXPR_XOR: print_pair(out, a, PRODUCT, "^", b, PRODUCT); break;
    case LC_EXPR_LT:
    case LC_EXPR_LE: print_relation(out, e); break;
    case LC_EXPR_EQ:
    case LC_EXPR_NE: print_equality(out, e); break;
    case LC_EXPR_ALL: print_pair(out, a, AND, "&&", b, AND); break;
    case LC_EXPR_ANY: print_pair(out, a, OR, "||", b, OR); break;
    case LC_EXPR_NOT:
        putc('!', out);
        print(out, a, PRIMARY);
        break;
    case LC_EXPR_SELECT:
        print(out, a, OR);
        print_choice(out, b, e->arg[2]);
        break;
    }
}

/* Parentheses where C needs them, and around an && in an ||. */
static void print(FILE *out, const lc_expr *e, int least)
{
    int tight = binds(e);
    bool brackets = tight < least || (tight == AND && least == OR);
    if (brackets)
        putc('(', out);
    print_bare(out, e);
    if (brackets)
        putc(')', out);
}

void lc_expr_print(FILE *out, const lc_expr *e)
{
    print(out, e, 0);
}

char *lc_expr_to_c(lc_ctx *ctx, const lc_expr *e)
{
    char *text = NULL;
    size_t length = 0;
    if (!e)
        return NULL;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return lc_no_memory(ctx);
    lc_expr_print(out, e);
    if (fclose(out) == 0 && text)
        return text;
    free(text);
    return lc_no_memory(ctx);
}
