/* expr.c - expressions: their memory, variables, bounds and values. */
#include "config.h"

#include "expr-internal.h"

#include <stdlib.h>
#include <string.h>

/* Nodes live in chunks until the whole goes: they are small, many and shared. */
enum { CHUNK = 256 };

typedef struct chunk {
    struct chunk *next;
    size_t used;
    lc_expr node[CHUNK];
} chunk;

struct lc_exprs {
    lc_ctx *ctx;
    chunk *chunks;
    size_t nvars;
    const lc_expr *var[LC_MAX_EXPR_VARS];
    char *name[LC_MAX_EXPR_VARS];
};

lc_exprs *lc_exprs_new(lc_ctx *ctx)
{
    lc_exprs *x = lc_alloc(ctx, 1, sizeof *x);
    if (!x)
        return NULL;
    memset(x, 0, sizeof *x);
    x->ctx = ctx;
    return x;
}

void lc_exprs_free(lc_exprs *x)
{
    if (!x)
        return;
    for (chunk *c = x->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    for (size_t i = 0; i < x->nvars; i++)
        free(x->name[i]);
    free(x);
}

lc_ctx *lc_exprs_ctx(const lc_exprs *x)
{
    return x->ctx;
}

static lc_expr *new_node(lc_exprs *x)
{
    if (!x->chunks || x->chunks->used == CHUNK) {
        chunk *c = lc_alloc(x->ctx, 1, sizeof *c);
        if (!c)
            return NULL;
        c->used = 0;
        c->next = x->chunks;
        x->chunks = c;
    }
    lc_expr *e = &x->chunks->node[x->chunks->used++];
    memset(e, 0, sizeof *e);
    e->depth = e->size = 1;
    return e;
}

/* ---- leaves ---- */

const lc_expr *lc_expr_int(lc_exprs *x, int64_t value)
{
    lc_expr *e = new_node(x);
    if (!e)
        return NULL;
    e->op = LC_EXPR_INT;
    e->value = e->low = e->high = value;
    return e;
}

static bool is_identifier(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    static const char *const keywords[] = {
        "auto",    "break",  "case",     "char",   "const",    "continue", "default",
        "do",      "double", "else",     "enum",   "extern",   "float",    "for",
        "goto",    "if",     "inline",   "int",    "long",     "register", "restrict",
        "return",  "short",  "signed",   "sizeof", "static",   "struct",   "switch",
        "typedef", "union",  "unsigned", "void",   "volatile", "while"};
    size_t length = strlen(name);
    if (length == 0 || strspn(name, letters) != length || (name[0] >= '0' && name[0] <= '9'))
        return false;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(name, keywords[i]) == 0)
            return false;
    return true;
}

static bool check_var(lc_exprs *x, const char *name, int64_t low, int64_t high)
{
    if (!is_identifier(name))
        lc_fail(x->ctx, LC_ERR_INVALID,
                "'%.60s' cannot name a variable: expected an identifier of C", name);
    else if (lc_exprs_find(x, name))
        lc_fail(x->ctx, LC_ERR_INVALID,
                "the variable '%.60s' is defined already: expected another name", name);
    else if (low > high)
        lc_fail(x->ctx, LC_ERR_INVALID, "the variable %.60s has no value from %lld to %lld", name,
                (long long)low, (long long)high);
    else if (x->nvars == LC_MAX_EXPR_VARS)
        lc_fail(x->ctx, LC_ERR_LIMIT, "%zu variables: expected at most %d", x->nvars + 1,
                LC_MAX_EXPR_VARS);
    else
        return true;
    return false;
}

const lc_expr *lc_expr_var(lc_exprs *x, const char *name, int64_t low, int64_t high)
{
    if (!check_var(x, name, low, high))
        return NULL;
    char *copy = strdup(name);
    lc_expr *e = copy ? new_node(x) : lc_no_memory(x->ctx);
    if (!e) {
        free(copy);
        return NULL;
    }
    e->op = LC_EXPR_VAR;
    e->name = x->name[x->nvars] = copy;
    e->slot = x->nvars;
    e->low = low;
    e->high = high;
    return x->var[x->nvars++] = e;
}

const lc_expr *lc_exprs_find(const lc_exprs *x, const char *name)
{
    for (size_t i = 0; i < x->nvars; i++)
        if (strcmp(x->name[i], name) == 0)
            return x->var[i];
    return NULL;
}

size_t lc_exprs_nvars(const lc_exprs *x)
{
    return x->nvars;
}

const lc_expr *lc_exprs_var(const lc_exprs *x, size_t slot)
{
    return x->var[slot];
}

/* ---- bounds ---- */

/* Every value that an evaluation meets has 64 bits, or the evaluation fails: INT64_MIN and
 * INT64_MAX are bounds like any others, and bounds beyond them are cut off. */
typedef struct {
    int64_t low, high;
} range;

static int64_t cut(lc_i128 v)
{
    return v < INT64_MIN ? INT64_MIN : v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

static range product(const lc_expr *a, const lc_expr *b)
{
    int64_t p[] = {cut((lc_i128)a->low * b->low), cut((lc_i128)a->low * b->high),
                   cut((lc_i128)a->high * b->low), cut((lc_i128)a->high * b->high)};
    return (range){lc_int64_min(lc_int64_min(p[0], p[1]), lc_int64_min(p[2], p[3])),
                   lc_int64_max(lc_int64_max(p[0], p[1]), lc_int64_max(p[2], p[3]))};
}

static range quotient(const lc_expr *a, const lc_expr *b)
{
    return (range){lc_int64_floor(a->low, a->low < 0 ? b->low : b->high),
                   lc_int64_floor(a->high, a->high < 0 ? b->high : b->low)};
}

static range remainder_of(const lc_expr *a, const lc_expr *b)
{
    return (range){0, a->low >= 0 ? lc_int64_min(a->high, b->high - 1) : b->high - 1};
}

/* All bits up to the highest of either. */
static range exclusive(const lc_expr *a, const lc_expr *b)
{
    uint64_t bits = (uint64_t)a->high | (uint64_t)b->high;
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits |= bits >> shift;
    return (range){0, (int64_t)bits};
}

static range truth(bool always, bool never)
{
    return (range){always, !never};
}

static range compared(lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    bool apart = a->high < b->low || b->high < a->low;
    bool same = a->low == a->high && b->low == b->high && a->low == b->low;
    switch (op) {
    case LC_EXPR_LT: return truth(a->high < b->low, a->low >= b->high);
    case LC_EXPR_LE: return truth(a->high <= b->low, a->low > b->high);
    case LC_EXPR_EQ: return truth(same, apart);
    default: return truth(apart, same);
    }
}

static bool is_true(const lc_expr *e)
{
    return e->low > 0 || e->high < 0;
}

static bool is_false(const lc_expr *e)
{
    return e->low == 0 && e->high == 0;
}

static range bounds(lc_expr_op op, const lc_expr *a, const lc_expr *b, const lc_expr *c)
{
    switch (op) {
    case LC_EXPR_ADD:
        return (range){cut((lc_i128)a->low + b->low), cut((lc_i128)a->high + b->high)};
    case LC_EXPR_SUB:
        return (range){cut((lc_i128)a->low - b->high), cut((lc_i128)a->high - b->low)};
    case LC_EXPR_MUL: return product(a, b);
    case LC_EXPR_DIV: return quotient(a, b);
    case LC_EXPR_MOD: return remainder_of(a, b);
    case LC_EXPR_MIN:
        return (range){lc_int64_min(a->low, b->low), lc_int64_min(a->high, b->high)};
    case LC_EXPR_MAX:
        return (range){lc_int64_max(a->low, b->low), lc_int64_max(a->high, b->high)};
    case LC_EXPR_XOR: return exclusive(a, b);
    case LC_EXPR_LT:
    case LC_EXPR_LE:
    case LC_EXPR_EQ:
    case LC_EXPR_NE: return compared(op, a, b);
    case LC_EXPR_ALL: return truth(is_true(a) && is_true(b), is_false(a) || is_false(b));
    case LC_EXPR_ANY: return truth(is_true(a) || is_true(b), is_false(a) && is_false(b));
    case LC_EXPR_NOT: return truth(is_false(a), is_true(a));
    case LC_EXPR_SELECT:
        return (range){lc_int64_min(b->low, c->low), lc_int64_max(b->high, c->high)};
    default: return (range){INT64_MIN, INT64_MAX};
    }
}

/* ---- operations ---- */

/* Each operand is printed twice for MIN, MAX and divisions of an operand that can be negative. */
static bool is_printed_twice(lc_expr_op op, const lc_expr *a)
{
    return op == LC_EXPR_MIN || op == LC_EXPR_MAX ||
           ((op == LC_EXPR_DIV || op == LC_EXPR_MOD) && a->low < 0);
}

static bool measure(lc_exprs *x, lc_expr *e)
{
    uint64_t size = 0;
    for (int i = 0; i < 3 && e->arg[i]; i++) {
        size += e->arg[i]->size;
        if (e->arg[i]->depth >= e->depth)
            e->depth = e->arg[i]->depth + 1;
    }
    size = 1 + size * (is_printed_twice(e->op, e->arg[0]) ? 2 : 1);
    if (e->depth > LC_MAX_EXPR_DEPTH || size > LC_MAX_EXPR_SIZE)
        return lc_fail(x->ctx, LC_ERR_LIMIT,
                       "an expression is too large: expected at most %d operations, %d deep",
                       LC_MAX_EXPR_SIZE, LC_MAX_EXPR_DEPTH);
    e->size = (unsigned)size;
    return true;
}

const lc_expr *lc_expr_node(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b,
                            const lc_expr *c)
{
    range r = bounds(op, a, b, c);
    if (r.low == r.high && r.low != INT64_MIN && r.low != INT64_MAX)
        return lc_expr_int(x, r.low);
    lc_expr *e = new_node(x);
    if (!e)
        return NULL;
    e->op = op;
    e->low = r.low;
    e->high = r.high;
    e->arg[0] = a;
    e->arg[1] = b;
    e->arg[2] = c;
    return measure(x, e) ? e : NULL;
}

const lc_expr *lc_expr_substitute(lc_exprs *x, const lc_expr *e, const lc_expr *var,
                                  const lc_expr *with)
{
    if (!e || !var || !with || !lc_expr_has(e, var))
        return var && with ? e : NULL;
    if (e->op == LC_EXPR_VAR)
        return with;
    const lc_expr *arg[3] = {NULL, NULL, NULL};
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (!(arg[i] = lc_expr_substitute(x, e->arg[i], var, with)))
            return NULL;
    if (e->op == LC_EXPR_NOT)
        return lc_expr_not(x, arg[0]);
    if (e->op == LC_EXPR_SELECT)
        return lc_expr_select(x, arg[0], arg[1], arg[2]);
    return lc_expr_make(x, e->op, arg[0], arg[1]);
}

const lc_expr *lc_expr_assume(lc_exprs *x, const lc_expr *e, int64_t low, int64_t high)
{
    if (!e || (low <= e->low && high >= e->high))
        return e;
    if (high < e->low || low > e->high || low > high)
        return lc_fail(x->ctx, LC_ERR_INVALID,
                       "an expression from %lld to %lld cannot be from %lld to %lld",
                       (long long)e->low, (long long)e->high, (long long)low, (long long)high);
    lc_expr *copy = new_node(x);
    if (!copy)
        return NULL;
    *copy = *e;
    copy->low = lc_int64_max(low, e->low);
    copy->high = lc_int64_min(high, e->high);
    return copy;
}

/* ---- questions ---- */

bool lc_expr_is_int(const lc_expr *e, int64_t *value)
{
    if (!e || e->op != LC_EXPR_INT)
        return false;
    *value = e->value;
    return true;
}

bool lc_expr_equal(const lc_expr *a, const lc_expr *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->op != b->op || a->size != b->size || a->value != b->value)
        return false;
    if (a->op == LC_EXPR_VAR)
        return a->slot == b->slot;
    for (int i = 0; i < 3; i++)
        if (!lc_expr_equal(a->arg[i], b->arg[i]))
            return false;
    return true;
}

bool lc_expr_has(const lc_expr *e, const lc_expr *var)
{
    if (!e || !var)
        return false;
    if (e->op == LC_EXPR_VAR)
        return e->slot == var->slot;
    return lc_expr_has(e->arg[0], var) || lc_expr_has(e->arg[1], var) ||
           lc_expr_has(e->arg[2], var);
}

bool lc_expr_any(const lc_expr *e, lc_expr_asked *is, const void *context)
{
    if (!e || e->op == LC_EXPR_VAR)
        return e && is(context, e->slot);
    return lc_expr_any(e->arg[0], is, context) || lc_expr_any(e->arg[1], is, context) ||
           lc_expr_any(e->arg[2], is, context);
}

bool lc_expr_compares(const lc_expr *e, bool holds, lc_expr_compared *is, void *context)
{
    if (!e || e->op == LC_EXPR_NOT)
        return e && lc_expr_compares(e->arg[0], !holds, is, context);
    if (e->op == (holds ? LC_EXPR_ALL : LC_EXPR_ANY))
        return lc_expr_compares(e->arg[0], holds, is, context) ||
               lc_expr_compares(e->arg[1], holds, is, context);
    if (e->op == LC_EXPR_LT || e->op == LC_EXPR_LE)
        return is(context, (e->op == LC_EXPR_LT) == holds ? LC_EXPR_LT : LC_EXPR_LE,
                  e->arg[!holds], e->arg[holds]);
    return e->op == (holds ? LC_EXPR_EQ : LC_EXPR_NE) &&
           is(context, LC_EXPR_EQ, e->arg[0], e->arg[1]);
}

/* ---- values ---- */

bool lc_expr_apply(lc_expr_op op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case LC_EXPR_ADD: return !__builtin_add_overflow(a, b, value);
    case LC_EXPR_SUB: return !__builtin_sub_overflow(a, b, value);
    case LC_EXPR_MUL: return !__builtin_mul_overflow(a, b, value);
    case LC_EXPR_DIV: *value = b > 0 ? lc_int64_floor(a, b) : 0; return b > 0;
    case LC_EXPR_MOD: *value = b > 0 ? lc_int64_rest(a, b) : 0; return b > 0;
    case LC_EXPR_MIN: *value = lc_int64_min(a, b); return true;
    case LC_EXPR_MAX: *value = lc_int64_max(a, b); return true;
    case LC_EXPR_XOR: *value = a ^ b; return a >= 0 && b >= 0;
    case LC_EXPR_LT: *value = a < b; return true;
    case LC_EXPR_LE: *value = a <= b; return true;
    case LC_EXPR_EQ: *value = a == b; return true;
    case LC_EXPR_NE: *value = a != b; return true;
    default: return false;
    }
}

/* ALL and ANY where arg[0] alone decides: the other operand is not computed then. */
static bool is_decided(const lc_expr *e, int64_t a)
{
    return (e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY) && (a != 0) == (e->op == LC_EXPR_ANY);
}

bool lc_expr_at(const lc_expr *e, const int64_t *env, int64_t *value)
{
    int64_t a, b;
    switch (e->op) {
    case LC_EXPR_INT: *value = e->value; return true;
    case LC_EXPR_VAR: *value = env[e->slot]; return true;
    default: break;
    }
    if (!lc_expr_at(e->arg[0], env, &a))
        return false;
    if (is_decided(e, a)) {
        *value = a != 0;
        return true;
    }
    switch (e->op) {
    case LC_EXPR_NOT: *value = !a; return true;
    case LC_EXPR_SELECT: return lc_expr_at(e->arg[a ? 1 : 2], env, value);
    case LC_EXPR_ALL:
    case LC_EXPR_ANY:
        if (!lc_expr_at(e->arg[1], env, &b))
            return false;
        *value = b != 0;
        return true;
    default: return lc_expr_at(e->arg[1], env, &b) && lc_expr_apply(e->op, a, b, value);
    }
}

/* ---- values as code computes them ---- */

static bool holds(int bits, int64_t v)
{
    return bits == 64 || (v >= INT32_MIN && v <= INT32_MAX);
}

/* A step that has this value. */
static const lc_expr *settled(const lc_expr *e, int bits, int64_t v, int64_t *value)
{
    *value = v;
    return holds(bits, v) && v >= e->low && v <= e->high ? NULL : e;
}

const lc_expr *lc_expr_compute(const lc_expr *e, const int64_t *env, int bits, int64_t *value)
{
    int64_t a, b;
    const lc_expr *bad;
    if (e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR)
        return settled(e, bits, e->op == LC_EXPR_INT ? e->value : env[e->slot], value);
    if ((bad = lc_expr_compute(e->arg[0], env, bits, &a)))
        return bad;
    if (is_decided(e, a))
        return settled(e, bits, a != 0, value);
    if (e->op == LC_EXPR_NOT)
        return settled(e, bits, !a, value);
    if ((bad = lc_expr_compute(e->arg[e->op == LC_EXPR_SELECT && !a ? 2 : 1], env, bits, &b)))
        return bad;
    if (e->op == LC_EXPR_SELECT)
        return settled(e, bits, b, value);
    if (e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY)
        return settled(e, bits, b != 0, value);
    return lc_expr_apply(e->op, a, b, &a) ? settled(e, bits, a, value) : e;
}
