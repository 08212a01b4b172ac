/* number.c - operations of arith on integers, as formulas.
 *
 * Divisions are by positive numbers; those of C round towards 0, floor where the dividend is not
 * negative. Operations on unsigned integers are those on signed ones where these are not negative
 * by their bounds; what is not covered is data.
 */
#include "config.h"

#include "internal.h"

#include <string.h>

typedef const lc_expr *(*binary)(lck_index *ix, const lc_expr *a, const lc_expr *b);

static const lc_expr *make(lck_index *ix, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(ix->x, op, a, b);
}

static const lc_expr *number(lck_index *ix, int64_t value)
{
    return lc_expr_int(ix->x, value);
}

static bool counts(const lc_expr *a, const lc_expr *b)
{
    return a->low >= 0 && b->low >= 0;
}

static bool is_truth(const lc_expr *e)
{
    return e->low >= 0 && e->high <= 1;
}

/* ---- sums and products ---- */

static const lc_expr *add(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return make(ix, LC_EXPR_ADD, a, b);
}

static const lc_expr *sub(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return make(ix, LC_EXPR_SUB, a, b);
}

static const lc_expr *mul(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return make(ix, LC_EXPR_MUL, a, b);
}

static const lc_expr *shl(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    int64_t by;
    return lc_expr_is_int(b, &by) && by >= 0 && by < 62
               ? make(ix, LC_EXPR_MUL, a, number(ix, (int64_t)1 << by))
               : NULL;
}

/* ---- quotients ---- */

static const lc_expr *positive(lck_index *ix, const lc_expr *b)
{
    return b->high < 1 ? NULL : lc_expr_assume(ix->x, b, 1, b->high);
}

static const lc_expr *floor_div(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return (b = positive(ix, b)) ? make(ix, LC_EXPR_DIV, a, b) : NULL;
}

static const lc_expr *ceil_div(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return (b = positive(ix, b)) ? lc_expr_ceil_div(ix->x, a, b) : NULL;
}

static const lc_expr *negated(lck_index *ix, const lc_expr *a)
{
    return make(ix, LC_EXPR_SUB, number(ix, 0), a);
}

/* f(a, b) for a >= 0, -f(-a, b) for others. */
static const lc_expr *to_zero(lck_index *ix, lc_expr_op f, const lc_expr *a, const lc_expr *b)
{
    if (!(b = positive(ix, b)))
        return NULL;
    if (a->low >= 0)
        return make(ix, f, a, b);
    const lc_expr *less = make(ix, LC_EXPR_LT, a, number(ix, 0));
    const lc_expr *below = negated(ix, make(ix, f, negated(ix, a), b));
    return a->high < 0 ? below : lc_expr_select(ix->x, less, below, make(ix, f, a, b));
}

static const lc_expr *div_signed(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return to_zero(ix, LC_EXPR_DIV, a, b);
}

static const lc_expr *rem_signed(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return to_zero(ix, LC_EXPR_MOD, a, b);
}

static const lc_expr *div_unsigned(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return counts(a, b) ? floor_div(ix, a, b) : NULL;
}

static const lc_expr *rem_unsigned(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return counts(a, b) ? make(ix, LC_EXPR_MOD, a, positive(ix, b)) : NULL;
}

static const lc_expr *shr_signed(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    int64_t by;
    return lc_expr_is_int(b, &by) && by >= 0 && by < 62
               ? make(ix, LC_EXPR_DIV, a, number(ix, (int64_t)1 << by))
               : NULL;
}

static const lc_expr *shr_unsigned(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return counts(a, b) ? shr_signed(ix, a, b) : NULL;
}

/* ---- bits ---- */

/* a ^ 2^k: less twice the bit, more the bit. */
static const lc_expr *toggled(lck_index *ix, const lc_expr *a, int64_t bit)
{
    const lc_expr *one = number(ix, bit);
    const lc_expr *set = make(ix, LC_EXPR_MOD, make(ix, LC_EXPR_DIV, a, one), number(ix, 2));
    return lc_expr_add_scaled(ix->x, add(ix, a, one), -2 * bit, set);
}

static const lc_expr *exclusive(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    int64_t ones;
    if (is_truth(a) && is_truth(b))
        return make(ix, LC_EXPR_NE, a, b);
    if (lc_expr_is_int(b, &ones) && ones == -1)
        return make(ix, LC_EXPR_SUB, b, a);
    if (!counts(a, b) && lc_expr_is_int(b, &ones) && ones > 0 && ones <= INT32_MAX &&
        (ones & (ones - 1)) == 0)
        return toggled(ix, a, ones);
    return counts(a, b) ? make(ix, LC_EXPR_XOR, a, b) : NULL;
}

/* a + b is (a ^ b) + 2 (a & b), and a | b is (a ^ b) + (a & b). */
static const lc_expr *half(lck_index *ix, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    if (!counts(a, b) || a->high > INT32_MAX || b->high > INT32_MAX)
        return NULL;
    const lc_expr *both = make(ix, op, add(ix, a, b), make(ix, LC_EXPR_XOR, a, b));
    return make(ix, LC_EXPR_DIV, both, number(ix, 2));
}

/* With a constant of ones in a row: the bits from `by` on, `n` of them. */
static const lc_expr *field(lck_index *ix, const lc_expr *a, int64_t ones)
{
    int by = ones == 0 ? 0 : __builtin_ctzll((unsigned long long)ones);
    const lc_expr *scale = number(ix, (int64_t)1 << by);
    if (by > 61)
        return NULL;
    int64_t width = ones >> by; /* -1: all bits from there on */
    const lc_expr *high = make(ix, LC_EXPR_DIV, a, scale);
    if (width != -1) {
        if (width < 0 || (width & (width + 1)) != 0 || width == INT64_MAX)
            return NULL;
        high = make(ix, LC_EXPR_MOD, high, number(ix, width + 1));
    }
    return make(ix, LC_EXPR_MUL, high, scale);
}

static const lc_expr * and (lck_index * ix, const lc_expr *a, const lc_expr *b)
{
    int64_t ones, other;
    if (is_truth(a) && is_truth(b))
        return make(ix, LC_EXPR_ALL, a, b);
    if (lc_expr_is_int(a, &other) && lc_expr_is_int(b, &ones))
        return number(ix, other & ones);
    if (lc_expr_is_int(a, &ones))
        return and(ix, b, a);
    const lc_expr *some = lc_expr_is_int(b, &ones) ? field(ix, a, ones) : NULL;
    return some ? some : half(ix, LC_EXPR_SUB, a, b);
}

/* Bits apart: one is a multiple of a power of two that the other does not reach. */
static bool apart(const lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    int64_t multiple = lck_index_multiple(ix, a);
    return b->low >= 0 && (multiple == 0 || b->high < (multiple & -multiple));
}

static const lc_expr * or (lck_index * ix, const lc_expr *a, const lc_expr *b)
{
    if (is_truth(a) && is_truth(b))
        return make(ix, LC_EXPR_ANY, a, b);
    return apart(ix, a, b) || apart(ix, b, a) ? add(ix, a, b) : half(ix, LC_EXPR_ADD, a, b);
}

/* ---- extremes ---- */

static const lc_expr *min_signed(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return make(ix, LC_EXPR_MIN, a, b);
}

static const lc_expr *max_signed(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return make(ix, LC_EXPR_MAX, a, b);
}

static const lc_expr *min_unsigned(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return counts(a, b) ? make(ix, LC_EXPR_MIN, a, b) : NULL;
}

static const lc_expr *max_unsigned(lck_index *ix, const lc_expr *a, const lc_expr *b)
{
    return counts(a, b) ? make(ix, LC_EXPR_MAX, a, b) : NULL;
}

static const struct {
    const char *name;
    binary make;
} operation[] = {{"addi", add},
                 {"subi", sub},
                 {"muli", mul},
                 {"divsi", div_signed},
                 {"divui", div_unsigned},
                 {"floordivsi", floor_div},
                 {"ceildivsi", ceil_div},
                 {"remsi", rem_signed},
                 {"remui", rem_unsigned},
                 {"andi", and},
                 {"ori", or },
                 {"xori", exclusive},
                 {"shli", shl},
                 {"shrsi", shr_signed},
                 {"shrui", shr_unsigned},
                 {"minsi", min_signed},
                 {"maxsi", max_signed},
                 {"minui", min_unsigned},
                 {"maxui", max_unsigned}};

/* ---- comparisons ---- */

/* a < b, a <= b of unsigned integers: those that are negative are the largest. */
static const lc_expr *less_unsigned(lck_index *ix, lc_expr_op op, const lc_expr *a,
                                    const lc_expr *b)
{
    if (b->low < 0)
        return NULL;
    return make(ix, LC_EXPR_ALL, make(ix, LC_EXPR_LE, number(ix, 0), a), make(ix, op, a, b));
}

static const lc_expr *compare(lck_index *ix, const lck_ir_op *op, const lc_expr *a,
                              const lc_expr *b)
{
    static const struct {
        const char *name;
        lc_expr_op op;
        bool turned, wraps;
    } row[] = {
        {"eq", LC_EXPR_EQ, false, false},  {"ne", LC_EXPR_NE, false, false},
        {"slt", LC_EXPR_LT, false, false}, {"sle", LC_EXPR_LE, false, false},
        {"sgt", LC_EXPR_LT, true, false},  {"sge", LC_EXPR_LE, true, false},
        {"ult", LC_EXPR_LT, false, true},  {"ule", LC_EXPR_LE, false, true},
        {"ugt", LC_EXPR_LT, true, true},   {"uge", LC_EXPR_LE, true, true},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (lck_ir_token_is(ix->m, op->head, row[i].name)) {
            const lc_expr *left = row[i].turned ? b : a, *right = row[i].turned ? a : b;
            return row[i].wraps && !counts(a, b) ? less_unsigned(ix, row[i].op, left, right)
                                                 : make(ix, row[i].op, left, right);
        }
    return NULL;
}

/* ---- constants ---- */

/* `5 : i32`, `true`, `dense<5> : tensor<..>`. */
static const lc_expr *constant(lck_index *ix, const lck_ir_op *op)
{
    uint32_t at = op->head;
    int64_t value;
    if (lck_ir_token_is(ix->m, at, "{")) /* attributes, the value among them */
        at = lck_ir_skip(ix->m, at);
    if (lck_ir_token_is(ix->m, at, "dense"))
        at += 2;
    return lck_ir_constant(ix->m, at, &value) ? number(ix, value) : NULL;
}

/* ---- the others ---- */

static const lc_expr *extend_unsigned(lck_index *ix, const lck_ir_op *op, const lc_expr *a)
{
    lck_value_type type;
    if (a->low >= 0)
        return a;
    if (!lck_value_type_of(ix->m, lck_ir_operand(ix->m, op, 0), &type) || type.bits < 1 ||
        type.bits > 32)
        return NULL;
    return make(ix, LC_EXPR_MOD, a, number(ix, (int64_t)1 << type.bits));
}

static lck_formula choose(lck_index *ix, const lck_ir_op *op)
{
    lck_formula c = lck_index_of(ix, lck_ir_operand(ix->m, op, 0));
    lck_formula a = lck_index_of(ix, lck_ir_operand(ix->m, op, 1));
    lck_formula b = lck_index_of(ix, lck_ir_operand(ix->m, op, 2));
    if (!c.e || !a.e || !b.e || a.base != b.base)
        return lck_no_formula;
    return (lck_formula){lc_expr_select(ix->x, c.e, a.e, b.e), a.base};
}

/* The axes that the operands of an elementwise operation depend on. */
static unsigned axes_of_operands(lck_index *ix, const lck_ir_op *op, const lck_value_type *type)
{
    unsigned axes = 0;
    for (uint32_t i = 0; i < op->noperands; i++) {
        lck_formula f = lck_index_of(ix, lck_ir_operand(ix->m, op, i));
        if (!f.e)
            return lck_index_all(type);
        axes |= lck_index_axes(ix, f.e);
    }
    return axes;
}

static bool is_bit(const lck_index *ix, uint32_t value)
{
    lck_value_type type;
    return lck_value_type_of(ix->m, value, &type) && type.bits == 1;
}

static const lc_expr *make_number(lck_index *ix, const lck_ir_op *op, uint32_t value,
                                  const char *name, size_t n)
{
    lck_formula a = lck_index_of(ix, lck_ir_operand(ix->m, op, 0));
    lck_formula b = lck_index_of(ix, lck_ir_operand(ix->m, op, 1));
    if (!a.e || a.base != LCK_IR_NONE)
        return NULL;
    if (n == 5 && memcmp(name, "extui", 5) == 0)
        return extend_unsigned(ix, op, a.e);
    if (n == 5 && memcmp(name, "extsi", 5) == 0)
        return is_bit(ix, lck_ir_operand(ix->m, op, 0)) ? negated(ix, a.e) : a.e;
    if (n == 6 && memcmp(name, "trunci", 6) == 0)
        return is_bit(ix, value) ? make(ix, LC_EXPR_MOD, a.e, number(ix, 2)) : a.e;
    if (n >= 10 && memcmp(name, "index_cast", 10) == 0)
        return a.e;
    if (!b.e || b.base != LCK_IR_NONE)
        return NULL;
    if (n == 4 && memcmp(name, "cmpi", 4) == 0)
        return compare(ix, op, a.e, b.e);
    for (size_t i = 0; i < sizeof operation / sizeof *operation; i++)
        if (strlen(operation[i].name) == n && memcmp(operation[i].name, name, n) == 0)
            return operation[i].make(ix, a.e, b.e);
    return NULL;
}

bool lck_index_number(lck_index *ix, const lck_ir_op *op, uint32_t value, lck_formula *out)
{
    static const char *const dialect = "arith.";
    size_t n = strlen(dialect);
    lck_value_type type;
    if (op->name.n <= n || memcmp(op->name.at, dialect, n) != 0 ||
        !lck_value_type_of(ix->m, value, &type) || !(type.integer || type.pointer))
        return false;
    if (lck_ir_is(op, "arith.select"))
        *out = choose(ix, op);
    else
        *out = lck_number(lck_ir_is(op, "arith.constant")
                              ? constant(ix, op)
                              : make_number(ix, op, value, op->name.at + n, op->name.n - n));
    lc_ctx_reset(ix->ctx);
    if (out->e && out->base == LCK_IR_NONE)
        out->e = lck_index_within(ix, out->e, type.bits);
    if (!out->e)
        *out = type.integer ? lck_index_data(ix, value, axes_of_operands(ix, op, &type))
                            : lck_no_formula;
    return true;
}
