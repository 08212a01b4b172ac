/* axis-rules.c - a rule for each operation, as in Triton's AxisInfo. */
#include "config.h"

#include "../../../lib/int64.h"

#include "axis.h"

#include <string.h>

#define MOST LCK_AXIS_MOST

static int64_t gcd3(int64_t a, int64_t b, int64_t c)
{
    return lc_int64_gcd(lc_int64_gcd(a, b), c);
}

int64_t lck_axis_power(int64_t v)
{
    return v == 0 ? MOST : lc_int64_power(v);
}

static int64_t product(int64_t a, int64_t b)
{
    return b < 1 ? 1 : a > MOST / b ? MOST : a * b;
}

/* The common divisor along an axis; where the groups differ, a group of one may begin inside of a
 * group of the other. */
static int64_t common_divisor(const lck_axis *a, const lck_axis *b, size_t d)
{
    int64_t divisor = lc_int64_gcd(a->divisibility[d], b->divisibility[d]);
    if (a->contiguity[d] == b->contiguity[d] || a->contiguity[d] == MOST ||
        b->contiguity[d] == MOST)
        return divisor;
    return gcd3(divisor, a->contiguity[d], b->contiguity[d]);
}

lck_axis lck_axis_join(const lck_axis *a, const lck_axis *b)
{
    if (a->rank == 0 || b->rank == 0)
        return a->rank == 0 ? *b : *a;
    lck_axis joined = {.rank = a->rank < b->rank ? a->rank : b->rank};
    for (size_t d = 0; d < joined.rank; d++) {
        joined.contiguity[d] = lc_int64_gcd(a->contiguity[d], b->contiguity[d]);
        joined.divisibility[d] = common_divisor(a, b, d);
        joined.constancy[d] = lc_int64_gcd(a->constancy[d], b->constancy[d]);
    }
    joined.constant = a->constant && b->constant && a->value == b->value;
    joined.value = joined.constant ? a->value : 0;
    return joined;
}

/* ---- constants ---- */

static int64_t extent(const lck_value_type *type, size_t d)
{
    return type->rank == 0 ? 1 : type->extent[d];
}

static lck_axis constant(const lck_value_type *type, int64_t value)
{
    lck_axis a = {.rank = type->rank == 0 ? 1 : type->rank, .constant = true, .value = value};
    for (size_t d = 0; d < a.rank; d++) {
        a.contiguity[d] = 1;
        a.divisibility[d] = lck_axis_power(value);
        a.constancy[d] = extent(type, d);
    }
    return a;
}

static lck_axis read_constant(const lck_ir_module *m, const lck_ir_op *op,
                              const lck_value_type *type)
{
    uint32_t at = op->head;
    int64_t value;
    if (!type->integer)
        return (lck_axis){0};
    if (lck_ir_token_is(m, at, "dense"))
        at += 2;
    return lck_ir_constant(m, at, &value) ? constant(type, value) : (lck_axis){0};
}

/* ---- operations of two operands ---- */

typedef struct {
    const char *name;
    const lck_value_type *type;
    const lck_axis *a, *b;
    int64_t bytes; /* of what a pointer points to; else 1 */
} pair;

static bool is(const pair *p, const char *name)
{
    return strcmp(p->name, name) == 0;
}

static bool is_number(const lck_axis *a, int64_t value)
{
    return a->constant && a->value == value;
}

static bool counts_all(const lck_axis *a, const lck_value_type *type, size_t d)
{
    return a->contiguity[d] == type->extent[d];
}

static bool same_all(const lck_axis *a, const lck_value_type *type, size_t d)
{
    return a->constancy[d] == type->extent[d];
}

static int64_t wrapped(uint64_t v)
{
    return (int64_t)v;
}

/* The value of both constants; false: the rule has none. */
static bool fold(const pair *p, int64_t *out)
{
    const lck_axis *a = p->a, *b = p->b;
    uint64_t u = (uint64_t)a->value, v = (uint64_t)b->value;
    if (is(p, "muli") && (is_number(a, 0) || is_number(b, 0)))
        return *out = 0, true;
    if ((is(p, "remsi") || is(p, "remui")) && is_number(b, 1))
        return *out = 0, true;
    if (!a->constant || !b->constant)
        return false;
    bool shifts = is(p, "shli") || is(p, "shrsi") || is(p, "shrui");
    bool divides = is(p, "divsi") || is(p, "divui") || is(p, "remsi") || is(p, "remui");
    if ((shifts && v > 62) || (divides && (b->value == 0 || b->value == -1)))
        return false;
    if (is(p, "addi") || is(p, "tt.addptr"))
        *out = wrapped(u + v * (uint64_t)p->bytes);
    else if (is(p, "subi"))
        *out = wrapped(u - v);
    else if (is(p, "muli"))
        *out = wrapped(u * v);
    else if (is(p, "divsi") || is(p, "divui"))
        *out = a->value / b->value;
    else if (is(p, "remsi") || is(p, "remui"))
        *out = a->value % b->value;
    else if (is(p, "andi"))
        *out = wrapped(u & v);
    else if (is(p, "ori"))
        *out = wrapped(u | v);
    else if (is(p, "xori"))
        *out = wrapped(u ^ v);
    else if (is(p, "shli"))
        *out = wrapped(u << v);
    else
        *out = a->value >> v;
    return true;
}

static int64_t contiguity_of(const pair *p, size_t d)
{
    const lck_axis *a = p->a, *b = p->b;
    int64_t one = 1;
    if (is(p, "addi") || is(p, "tt.addptr"))
        return lc_int64_max(lc_int64_gcd(a->constancy[d], b->contiguity[d]),
                            lc_int64_gcd(a->contiguity[d], b->constancy[d]));
    if (is(p, "subi"))
        return lc_int64_gcd(a->contiguity[d], b->constancy[d]);
    if (is(p, "muli"))
        return lc_int64_max(is_number(b, 1) ? a->contiguity[d] : one,
                            is_number(a, 1) ? b->contiguity[d] : one);
    if (is(p, "divsi") || is(p, "divui"))
        return is_number(b, 1) ? a->contiguity[d] : one;
    if (is(p, "shli") || is(p, "shrsi") || is(p, "shrui"))
        return is_number(b, 0) ? a->contiguity[d] : one;
    if ((is(p, "remsi") || is(p, "remui")) && p->type->rank > 0 && counts_all(a, p->type, d) &&
        same_all(b, p->type, d))
        return gcd3(a->contiguity[d], a->divisibility[d], b->divisibility[d]);
    return one;
}

static int64_t constancy_of(const pair *p, size_t d)
{
    const lck_axis *a = p->a, *b = p->b;
    int64_t both = lc_int64_gcd(a->constancy[d], b->constancy[d]);
    if (p->type->rank == 0)
        return both;
    if ((is(p, "divsi") || is(p, "divui")) && counts_all(a, p->type, d) &&
        same_all(b, p->type, d))
        return lc_int64_max(both, gcd3(a->contiguity[d], a->divisibility[d], b->divisibility[d]));
    return both;
}

static int64_t divisor_of_sum(const pair *p, size_t d, int64_t contiguity)
{
    const lck_axis *a = p->a, *b = p->b;
    int64_t left = a->divisibility[d], right = product(b->divisibility[d], p->bytes);
    if (a->contiguity[d] > 1 && b->contiguity[d] > 1) {
        if (is(p, "subi") && a->contiguity[d] == b->contiguity[d])
            return lc_int64_gcd(left, right);
        return left % 2 == 0 && right % 2 == 0 ? 2 : 1;
    }
    if (a->contiguity[d] > 1 || b->contiguity[d] > 1)
        return gcd3(left, right, product(contiguity, p->bytes));
    return lc_int64_gcd(left, right);
}

static int64_t divisor_of_quotient(const pair *p, size_t d)
{
    const lck_axis *a = p->a, *b = p->b;
    int64_t by = b->value < 0 ? -b->value : b->value;
    if (is_number(a, 0) || is_number(b, 1))
        return a->divisibility[d];
    if (b->constant && by > 0 && (by & (by - 1)) == 0 && a->contiguity[d] == 1)
        return lc_int64_max(1, a->divisibility[d] / by);
    return 1;
}

static int64_t divisor_of(const pair *p, size_t d, int64_t contiguity)
{
    const lck_axis *a = p->a, *b = p->b;
    int64_t left = a->divisibility[d], right = b->divisibility[d];
    bool shifts = b->constant && b->value >= 0 && b->value < 62;
    if (is(p, "addi") || is(p, "subi") || is(p, "tt.addptr"))
        return divisor_of_sum(p, d, contiguity);
    if (is(p, "muli"))
        return product(a->contiguity[d] > 1 && !is_number(b, 1) ? 1 : left,
                       b->contiguity[d] > 1 && !is_number(a, 1) ? 1 : right);
    if (is(p, "divsi") || is(p, "divui"))
        return divisor_of_quotient(p, d);
    if (is(p, "remsi") || is(p, "remui"))
        return b->constancy[d] > 1 ? lc_int64_gcd(left, right) : 1;
    if (a->contiguity[d] > 1 && !is_number(b, 0))
        left = 1;
    if (is(p, "shli"))
        return shifts ? product(left, (int64_t)1 << b->value) : a->divisibility[d];
    if (is(p, "shrsi") || is(p, "shrui"))
        return shifts ? lc_int64_max(1, left >> b->value) : 1;
    return 1;
}

static lck_axis of_two(const pair *p)
{
    int64_t value;
    if (p->a->rank != p->b->rank)
        return (lck_axis){0};
    if (fold(p, &value))
        return constant(p->type, value);
    lck_axis r = {.rank = p->a->rank};
    for (size_t d = 0; d < r.rank; d++) {
        r.contiguity[d] = contiguity_of(p, d);
        r.constancy[d] = constancy_of(p, d);
        r.divisibility[d] = divisor_of(p, d, r.contiguity[d]);
    }
    return r;
}

/* ---- comparisons, choices, extremes ---- */

static bool holds(const lck_ir_module *m, const lck_ir_op *op, int64_t a, int64_t b)
{
    uint64_t u = (uint64_t)a, v = (uint64_t)b;
    static const char *const name[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                       "sge", "ult", "ule", "ugt", "uge"};
    const bool value[] = {a == b, a != b, a<b, a <= b, a> b, a >= b, u<v, u <= v, u> v, u >= v};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++)
        if (lck_ir_token_is(m, op->head, name[i]))
            return value[i];
    return false;
}

static lck_axis of_comparison(const lck_ir_module *m, const lck_ir_op *op,
                              const lck_value_type *type, const lck_axis *a, const lck_axis *b)
{
    lck_axis r = {.rank = type->rank}; /* nothing of scalars */
    if (a->rank != r.rank || b->rank != r.rank)
        return (lck_axis){0};
    bool turned = lck_ir_token_is(m, op->head, "sgt") || lck_ir_token_is(m, op->head, "ugt") ||
                  lck_ir_token_is(m, op->head, "sle") || lck_ir_token_is(m, op->head, "ule");
    bool straight = lck_ir_token_is(m, op->head, "slt") || lck_ir_token_is(m, op->head, "ult") ||
                    lck_ir_token_is(m, op->head, "sge") || lck_ir_token_is(m, op->head, "uge");
    r.constant = type->rank > 0 && a->constant && b->constant;
    r.value = r.constant && holds(m, op, a->value, b->value);
    for (size_t d = 0; d < r.rank; d++) {
        int64_t same = r.constant ? type->extent[d]
                                  : lc_int64_gcd(a->constancy[d], b->constancy[d]);
        if (!r.constant && turned && same_all(a, type, d))
            same = lc_int64_max(same,
                                gcd3(b->contiguity[d], a->divisibility[d], b->divisibility[d]));
        else if (!r.constant && straight && same_all(b, type, d))
            same = lc_int64_max(same,
                                gcd3(a->contiguity[d], a->divisibility[d], b->divisibility[d]));
        r.constancy[d] = same;
        r.contiguity[d] = r.divisibility[d] = 1;
    }
    return r;
}

static lck_axis of_choice(const lck_value_type *type, const lck_axis *c, const lck_axis *a,
                          const lck_axis *b, bool whole)
{
    if (c->constant)
        return c->value == 0 ? *b : *a;
    if (a->constant && b->constant && a->value == b->value)
        return constant(type, a->value);
    lck_axis r = lck_axis_join(a, b);
    for (size_t d = 0; !whole && d < r.rank && d < c->rank; d++) {
        r.constancy[d] = lc_int64_gcd(r.constancy[d], c->constancy[d]);
        r.contiguity[d] = lc_int64_gcd(r.contiguity[d], c->constancy[d]);
        r.divisibility[d] = lc_int64_gcd(r.divisibility[d], r.contiguity[d]);
    }
    return r;
}

static lck_axis of_extreme(const lck_value_type *type, bool most, const lck_axis *a,
                           const lck_axis *b)
{
    if (a->constant && b->constant)
        return constant(type, most ? lc_int64_max(a->value, b->value)
                                   : lc_int64_min(a->value, b->value));
    lck_axis r = lck_axis_join(a, b);
    r.constant = false;
    return r;
}

/* ---- by name ---- */

static lck_axis of_arith(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                         const lck_value_type *type, size_t n, const lck_axis *operand)
{
    static const char *const two[] = {"addi", "subi", "muli", "divsi", "divui", "remsi", "remui",
                                      "andi", "ori",  "xori", "shli",  "shrsi", "shrui"};
    static const char *const same[] = {"extsi", "extui", "trunci"};
    bool most = strcmp(name, "maxsi") == 0 || strcmp(name, "maxui") == 0;
    if (strcmp(name, "constant") == 0)
        return read_constant(m, op, type);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (n == 1 && strcmp(name, same[i]) == 0)
            return operand[0];
    if (n == 3 && strcmp(name, "select") == 0) {
        lck_value_type c;
        bool whole = lck_value_type_of(m, lck_ir_operand(m, op, 0), &c) && c.rank == 0 &&
                     type->rank > 0;
        return of_choice(type, &operand[0], &operand[1], &operand[2], whole || type->rank == 0);
    }
    if (n != 2)
        return (lck_axis){0};
    if (strcmp(name, "cmpi") == 0)
        return of_comparison(m, op, type, &operand[0], &operand[1]);
    if (most || strcmp(name, "minsi") == 0 || strcmp(name, "minui") == 0)
        return of_extreme(type, most, &operand[0], &operand[1]);
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (strcmp(name, two[i]) == 0)
            return of_two(&(pair){name, type, &operand[0], &operand[1], 1});
    return (lck_axis){0};
}

lck_axis lck_axis_of_operation(const lck_ir_module *m, const lck_ir_op *op,
                               const lck_value_type *type, size_t n, const lck_axis *operand)
{
    char name[40];
    const char *arith = "arith.";
    if (op->name.n >= sizeof name)
        return (lck_axis){0};
    memcpy(name, op->name.at, op->name.n);
    name[op->name.n] = 0;
    if (strncmp(name, arith, strlen(arith)) == 0)
        return of_arith(m, op, name + strlen(arith), type, n, operand);
    if (strcmp(name, "tt.addptr") == 0 && n == 2)
        return of_two(
            &(pair){name, type, &operand[0], &operand[1], lc_int64_max(1, type->bits / 8)});
    return lck_axis_of_tensor(m, op, name, type, n, operand);
}
