/* integers.c - polynomials of variables and of operations on polynomials. */
#include "config.h"

#include "integers.h"

#include <string.h>

#define MOST_ATOMS 64
#define MOST_PRODUCTS 128
#define MOST_FACTORS 4
#define MOST_SUMS 256
#define MOST_TERMS 8

/* A variable, or an operation that is no sum and no product. */
typedef struct {
    lc_expr_op op;
    size_t slot;
    lck_integer of[3];
} atom;

typedef struct {
    int n, atom[MOST_FACTORS]; /* by rising numbers */
} product;

typedef struct {
    int n;
    struct {
        int product;
        int64_t factor;
    } term[MOST_TERMS]; /* by rising products; no factor is 0 */
} sum;

struct lck_integers {
    int natoms, nproducts, nsums;
    int kept; /* sums that stay */
    atom atom[MOST_ATOMS];
    product product[MOST_PRODUCTS];
    sum sum[MOST_SUMS]; /* the first one is 0 */
};

lck_integers *lck_integers_new(lc_ctx *ctx)
{
    lck_integers *all = lc_alloc(ctx, 1, sizeof *all);
    if (all)
        all->nsums = 1;
    return all;
}

int lck_integers_mark(const lck_integers *all)
{
    return all->nsums;
}

void lck_integers_go_back(lck_integers *all, int mark)
{
    all->nsums = mark > all->kept ? mark : all->kept;
}

void lck_integers_keep(lck_integers *all)
{
    all->kept = all->nsums;
}

lck_integer lck_integer_lost(void)
{
    return (lck_integer){.lost = true};
}

lck_integer lck_integer_of(int64_t value)
{
    return (lck_integer){.known = true, .value = value};
}

/* ---- sums ---- */

/* Adds `factor` times a product. False: there is no room, or 64 bits do not hold the factor. */
static bool add_term(sum *to, int of, int64_t factor)
{
    int i = 0;
    while (i < to->n && to->term[i].product < of)
        i++;
    if (i < to->n && to->term[i].product == of) {
        if (__builtin_add_overflow(to->term[i].factor, factor, &to->term[i].factor))
            return false;
        if (to->term[i].factor != 0)
            return true;
        to->n--;
        memmove(&to->term[i], &to->term[i + 1], (size_t)(to->n - i) * sizeof *to->term);
        return true;
    }
    if (factor == 0)
        return true;
    if (to->n == MOST_TERMS)
        return false;
    memmove(&to->term[i + 1], &to->term[i], (size_t)(to->n - i) * sizeof *to->term);
    to->term[i].product = of;
    to->term[i].factor = factor;
    to->n++;
    return true;
}

/* Adds `by` times a sum. */
static bool add_times(sum *to, const sum *a, int64_t by)
{
    bool ok = true;
    int64_t factor;
    for (int i = 0; ok && i < a->n; i++)
        ok = !__builtin_mul_overflow(a->term[i].factor, by, &factor) &&
             add_term(to, a->term[i].product, factor);
    return ok;
}

static bool is_same_sum(const sum *a, const sum *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = a->term[i].product == b->term[i].product && a->term[i].factor == b->term[i].factor;
    return same;
}

/* The number of a sum; -1: there is no room. */
static int find_sum(lck_integers *all, const sum *made)
{
    for (int i = 0; i < all->nsums; i++)
        if (is_same_sum(&all->sum[i], made))
            return i;
    if (all->nsums == MOST_SUMS)
        return -1;
    all->sum[all->nsums] = *made;
    return all->nsums++;
}

/* a + b, or a - b. */
static bool add(lck_integers *all, lck_integer *out, const lck_integer *a, const lck_integer *b,
                bool minus)
{
    out->terms = a->terms;
    if (b->terms != 0) {
        sum made = all->sum[a->terms];
        out->terms = add_times(&made, &all->sum[b->terms], minus ? -1 : 1) ? find_sum(all, &made)
                                                                           : -1;
    }
    return out->terms >= 0 && (minus ? !__builtin_sub_overflow(a->value, b->value, &out->value)
                                     : !__builtin_add_overflow(a->value, b->value, &out->value));
}

/* ---- products ---- */

/* The number of a product; -1: there is no room. */
static int find_product(lck_integers *all, const product *p)
{
    for (int i = 0; i < all->nproducts; i++)
        if (all->product[i].n == p->n &&
            memcmp(all->product[i].atom, p->atom, (size_t)p->n * sizeof *p->atom) == 0)
            return i;
    if (all->nproducts == MOST_PRODUCTS)
        return -1;
    all->product[all->nproducts] = *p;
    return all->nproducts++;
}

/* The product of two; -1: there is no room. */
static int multiply_products(lck_integers *all, int a, int b)
{
    product out = {0};
    const product *x = &all->product[a], *y = &all->product[b];
    if (x->n + y->n > MOST_FACTORS)
        return -1;
    for (int i = 0, j = 0; i < x->n || j < y->n;)
        out.atom[out.n++] = j == y->n || (i < x->n && x->atom[i] <= y->atom[j]) ? x->atom[i++]
                                                                                : y->atom[j++];
    return find_product(all, &out);
}

static bool multiply(lck_integers *all, lck_integer *out, const lck_integer *a,
                     const lck_integer *b)
{
    const sum *x = &all->sum[a->terms], *y = &all->sum[b->terms];
    sum made = {0};
    bool ok = !__builtin_mul_overflow(a->value, b->value, &out->value) &&
              add_times(&made, x, b->value) && add_times(&made, y, a->value);
    for (int i = 0; ok && i < x->n; i++)
        for (int j = 0; ok && j < y->n; j++) {
            int both = multiply_products(all, x->term[i].product, y->term[j].product);
            int64_t factor;
            ok = both >= 0 &&
                 !__builtin_mul_overflow(x->term[i].factor, y->term[j].factor, &factor) &&
                 add_term(&made, both, factor);
        }
    out->terms = ok ? find_sum(all, &made) : -1;
    return out->terms >= 0;
}

/* ---- others ---- */

static bool is_same(const lck_integer *a, const lck_integer *b)
{
    return a->terms == b->terms && a->value == b->value;
}

/* The integer that an atom is, which is one of those before if it is made as they are. */
static lck_integer integer_of(lck_integers *all, const atom *made)
{
    lck_integer out = {0};
    int i = 0;
    for (; i < all->natoms; i++) {
        const atom *a = &all->atom[i];
        if (a->op == made->op && a->slot == made->slot && is_same(&a->of[0], &made->of[0]) &&
            is_same(&a->of[1], &made->of[1]) && is_same(&a->of[2], &made->of[2]))
            break;
    }
    if (i == MOST_ATOMS)
        return lck_integer_lost();
    const bool is_new = i == all->natoms;
    if (is_new)
        all->atom[all->natoms++] = *made;
    const product alone = {1, {i}};
    const int of = find_product(all, &alone);
    const sum itself = {1, {{of, 1}}};
    out.terms = of >= 0 ? find_sum(all, &itself) : -1;
    if (is_new)
        lck_integers_keep(all);
    return out.terms >= 0 ? out : lck_integer_lost();
}

lck_integer lck_integer_variable(lck_integers *all, size_t slot)
{
    const atom made = {.op = LC_EXPR_VAR, .slot = slot};
    return integer_of(all, &made);
}

/* The number that a logical operation is by one of its operands. */
static bool is_decided(lc_expr_op op, const lck_integer *a, const lck_integer *b, bool *value)
{
    if ((op != LC_EXPR_ALL && op != LC_EXPR_ANY) || a->known == b->known)
        return false;
    *value = (a->known ? a->value : b->value) != 0;
    return *value == (op == LC_EXPR_ANY);
}

/* Of two numbers; NOT takes the first. False: it has none in 64 bits. */
static bool calculate(lc_expr_op op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case LC_EXPR_ALL: *value = a && b; return true;
    case LC_EXPR_ANY: *value = a || b; return true;
    case LC_EXPR_NOT: *value = !a; return true;
    default: return lc_expr_apply(op, a, b, value);
    }
}

lck_integer lck_integer_make(lck_integers *all, lc_expr_op op, lck_integer a, lck_integer b)
{
    lck_integer out = {0};
    bool decided, ok = true;
    if (is_decided(op, &a, &b, &decided))
        return lck_integer_of(decided);
    if (a.lost || b.lost)
        return lck_integer_lost();
    if (a.known && b.known)
        ok = calculate(op, a.value, b.value, &out.value);
    else if (op == LC_EXPR_ADD || op == LC_EXPR_SUB)
        ok = add(all, &out, &a, &b, op == LC_EXPR_SUB);
    else if (op == LC_EXPR_MUL)
        ok = multiply(all, &out, &a, &b);
    else if (a.moves || b.moves)
        ok = false;
    else {
        const atom made = {.op = op, .of = {a, b}};
        out = integer_of(all, &made);
    }
    if (!ok || out.lost)
        return lck_integer_lost();
    out.known = out.terms == 0;
    out.moves = a.moves || b.moves;
    return out;
}

lck_integer lck_integer_select(lck_integers *all, lck_integer condition, lck_integer yes,
                               lck_integer no)
{
    const atom made = {.op = LC_EXPR_SELECT, .of = {condition, yes, no}};
    return condition.lost || yes.lost || no.lost || condition.moves || yes.moves || no.moves
               ? lck_integer_lost()
               : integer_of(all, &made);
}
