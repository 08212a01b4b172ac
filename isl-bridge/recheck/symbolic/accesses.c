/* accesses.c - accesses of warps by layouts of sizes, by those of a layout of numbers.
 *
 * Let M be a number of elements that no swizzle, row of banks, sector or vector sees: a multiple
 * of the swizzle's size whose bytes are a multiple of all rows. An access that is moved by a
 * multiple of M costs the same. The integral coordinates fall into blocks of whole accesses,
 * whose leaves have numbers for extents up to the one where a block ends; from block to block the
 * values are moved by multiples of the steps of that leaf and of the leaves after it. So the
 * layout of numbers has, for these, the steps modulo M, as often as M lets them differ; and all
 * multiples of a common divisor of M and of a step whose residue is not known.
 *
 * Inside of a block a step may be M q + r, where q has parameters. There the number stands for q
 * that it has when each product of parameters is a large number of its own: lanes that meet there
 * meet for all numbers, and others may meet besides, which makes conflicts and sectors fewer.
 * What is to be filled, as by a coalesced access, takes numbers for q.
 *
 * Where strides add by XOR all of this holds of words, M and what is cut of a leaf being powers
 * of 2; steps in a block are numbers then.
 *
 * A last block that is cut short has the lanes of a whole one, or fewer: conflicts and sectors
 * are no more then. For coalesced the layout of numbers is taken with each end that may be.
 */
#include "config.h"

#include "law.h"

#include <string.h>

#define ROW 256       /* bytes: a multiple of every row, sector and vector */
#define MODULUS 65536 /* the largest M */
#define LANES 64      /* the most lanes */
#define LARGE 24      /* bits of what a product of parameters is */
#define LEAVES 64
#define LOOKS 512 /* layouts of numbers of one claim */

typedef struct {
    sym *s;
    lc_ctx *lc;
    const sym_statement *t;
    const sv *x;
    lc_int lanes, bytes, modulus;
    bool filled, tail; /* coalesced; the last block is cut short */
    size_t cut;        /* the leaf at which a block ends */
    lc_int part;       /* how much of it a block has */
    size_t nproducts;
    monomial product[LEAVES];
    lc_int spread; /* what the factors of one product add up to, at most */
    size_t n;      /* leaves of numbers */
    lc_int extent[LEAVES], step[LEAVES], offset;
} accesses;

bool lcr_sym_measures(const sym_statement *t)
{
    return strcmp(t->name, "conflict_free") == 0 || strcmp(t->name, "coalesced") == 0 ||
           strcmp(t->name, "conflicts <=") == 0 || strcmp(t->name, "sectors <=") == 0;
}

/* A number among the arguments; `otherwise` where it is not given. */
static bool number_arg(const sym_statement *t, size_t i, int32_t otherwise, lc_int *out)
{
    const poly *p;
    *out = lc_int_const(otherwise);
    if (i >= t->n || !t->arg[i])
        return true;
    return lcr_sym_arg_size(t, i, &p) && lcr_poly_is_int(p, out) && lc_int_sign(*out) > 0;
}

/* The arguments before a vector: X, lanes, bytes, width, and banks where there are some. */
static size_t sizes_of(const sym_statement *t)
{
    return strncmp(t->name, "conflict", 8) == 0 ? 5 : 4;
}

/* Is the cost compared with a number, the last argument? */
static bool is_compared(const sym_statement *t)
{
    return strchr(t->name, ' ') != NULL;
}

/* The vector, NULL where it is left out, or `_`. */
static const sv *given_vector(const sym_statement *t)
{
    size_t i = sizes_of(t);
    const sv *arg = i + is_compared(t) < t->n ? t->arg[i] : NULL;
    bool any = arg && arg->kind == SV_TUPLE && arg->n == 1 && !arg->step && !arg->extent[0];
    return any ? NULL : arg;
}

/* Where vectors start. Those that are left out are there where the sizes show them; elsewhere all
 * values are taken for starts, and of consecutive ones not all are aligned. */
static bool find_starts(accesses *a)
{
    const sym_statement *t = a->t;
    bool given = given_vector(t) != NULL, threads = a->x->node[0] > 1;
    lc_int width, vector = lc_int_const(1), one = vector;
    if (!number_arg(t, 3, 0, &width) || (given && !number_arg(t, sizes_of(t), 1, &vector)))
        return false;
    width = lc_int_is_zero(width) ? a->bytes : width;
    if (!given && threads && lc_int_divides(a->lc, a->bytes, width))
        vector = lc_int_fdiv(a->lc, width, a->bytes);
    if (lc_int_eq(vector, one))
        return true;
    if (!lc_int_eq(lc_int_mul(a->lc, vector, a->bytes), width))
        return false;
    const sv *starts = lcr_sv_vector_starts(a->s, a->x, vector);
    a->x = starts ? starts : a->x;
    return starts || (!given && lc_ctx_code(a->lc) == LC_OK);
}

static lc_int least_common(lc_ctx *lc, lc_int a, lc_int b)
{
    return lc_int_mul(lc, a, lc_int_fdiv(lc, b, lc_int_gcd(lc, a, b)));
}

static bool is_power_of_two(lc_ctx *lc, lc_int n)
{
    lc_int less = lc_int_sub(lc, n, lc_int_const(1));
    return lc_int_eq(lcr_lit_xor(lc, n, less), lc_int_add(lc, n, less));
}

static bool open_accesses(const sym_statement *t, accesses *a)
{
    sym *s = t->s;
    lc_ctx *lc = s->pool->lc;
    *a = (accesses){.s = s, .lc = lc, .t = t, .filled = strcmp(t->name, "coalesced") == 0};
    a->x = lcr_sv_layout(s, t->arg[0]);
    if (!a->x || a->x->basis || a->x->n >= LEAVES / 2 || !number_arg(t, 1, 32, &a->lanes) ||
        !number_arg(t, 2, 4, &a->bytes) || lc_int_lt(lc_int_const(LANES), a->lanes) ||
        lc_int_lt(lc_int_const(ROW), a->bytes))
        return false;
    if (!find_starts(a))
        return false;
    lc_int size = lcr_sv_swizzle_size(s, a->x), row = lc_int_const(ROW);
    lc_int common = least_common(lc, lc_int_mul(lc, size, a->bytes), row);
    a->modulus = lc_int_fdiv(lc, common, a->bytes);
    return lc_int_le(a->modulus, lc_int_const(MODULUS)) &&
           !(a->x->by_xor && (a->x->offset || !is_power_of_two(lc, a->modulus)));
}

/* Each lane a word, or a sector, of its own is not too many. */
static bool is_own(accesses *a)
{
    bool conflicts = strcmp(a->t->name, "conflicts <=") == 0;
    const poly *p;
    lc_int most, width;
    if ((!conflicts && strcmp(a->t->name, "sectors <=") != 0) ||
        !number_arg(a->t, 3, 4, &width) || !lcr_sym_arg_size(a->t, a->t->n - 1, &p) ||
        !lcr_poly_is_int(p, &most) || !lc_int_divides(a->lc, width, a->bytes))
        return false;
    return lc_int_le(lc_int_sub(a->lc, a->lanes, lc_int_const(conflicts)), most);
}

/* ---- blocks ---- */

/* n divides p. */
static bool divides(accesses *a, lc_int n, const poly *p)
{
    return lcr_sym_divided(a->s, p, lcr_poly_int(a->s->pool, n));
}

/* The leaf at which whole accesses end; x->n where all leaves make no whole one. */
static bool find_cut(accesses *a)
{
    const sv *x = a->x;
    lc_int before = lc_int_const(1), number;
    for (a->cut = 0; a->cut < x->n; a->cut++) {
        const poly *extent = x->extent[a->cut];
        bool known = lcr_poly_is_int(extent, &number), last = a->cut + 1 == x->n;
        a->part = lc_int_fdiv(a->lc, a->lanes, lc_int_gcd(a->lc, a->lanes, before));
        if (divides(a, a->part, extent))
            return true;
        a->tail = last && (!known || lc_int_le(a->part, number));
        if (a->tail)
            return true;
        if (!known)
            return false;
        before = lc_int_mul(a->lc, before, number);
        if (lc_int_lt(lc_int_const(MODULUS), before))
            return false;
    }
    return true;
}

/* ---- steps ---- */

/* The number that stands for a product of parameters. */
static bool large_number(accesses *a, monomial m, lc_int *out)
{
    size_t i = 0;
    while (i < a->nproducts && a->product[i] != m)
        i++;
    if (i == LEAVES)
        return false;
    if (i == a->nproducts)
        a->product[a->nproducts++] = m;
    *out = lcr_lit_power(a->lc, LARGE * (i + 1));
    return true;
}

/* p = M q + r as a number, for a leaf of this extent; false: r has parameters, or q has where all
 * is to be filled. */
static bool number_of(accesses *a, const poly *p, lc_int extent, lc_int *out)
{
    const poly *q = lcr_sym_floor(a->s, p, a->modulus);
    const poly *r = lcr_poly_add(a->s->pool, p, lc_int_neg(a->lc, a->modulus), q);
    if (!r || !lcr_poly_is_int(r, out))
        return false;
    for (size_t i = 0; i < q->n; i++) {
        lc_int by = lc_int_const(1);
        if (q->term[i].of != 0 &&
            (a->filled || a->x->by_xor || !large_number(a, q->term[i].of, &by)))
            return false;
        lc_int size = lc_int_mul(a->lc, extent, lc_int_abs(a->lc, q->term[i].factor));
        a->spread = lc_int_add(a->lc, a->spread, size);
        lc_int factor = lc_int_mul(a->lc, q->term[i].factor, a->modulus);
        *out = lc_int_add(a->lc, *out, lc_int_mul(a->lc, factor, by));
    }
    return true;
}

/* Lanes meet in numbers only where they do for all parameters. */
static bool are_apart(const accesses *a)
{
    return a->nproducts == 0 || lc_int_bits(a->spread) < LARGE;
}

/* r with p = M q + r; or, where r is no number, a common divisor of M and p, and false. */
static bool residue_of(accesses *a, const poly *p, lc_int *out)
{
    const poly *q = lcr_sym_floor(a->s, p, a->modulus);
    const poly *r = lcr_poly_add(a->s->pool, p, lc_int_neg(a->lc, a->modulus), q);
    if (r && lcr_poly_is_int(r, out))
        return true;
    *out = a->modulus;
    for (size_t i = 0; i < p->n; i++)
        *out = lc_int_gcd(a->lc, *out, p->term[i].factor);
    return false;
}

/* ---- the layout of numbers ---- */

static bool add_leaf(accesses *a, lc_int extent, lc_int step)
{
    if (a->n == LEAVES)
        return false;
    a->extent[a->n] = extent;
    a->step[a->n++] = step;
    return true;
}

/* Multiples of p, `most` of them at most, 0: any number; modulo M. */
static bool add_multiples(accesses *a, const poly *p, lc_int most)
{
    lc_int step, one = lc_int_const(1);
    if (!p)
        return false;
    bool known = residue_of(a, p, &step);
    lc_int period = lc_int_fdiv(a->lc, a->modulus, lc_int_gcd(a->lc, a->modulus, step));
    if (known && lc_int_sign(most) > 0)
        period = lc_int_min(period, most);
    return lc_int_eq(period, one) || add_leaf(a, period, step);
}

/* A leaf of a block, or what a block has of it. */
static bool add_block_leaf(accesses *a, size_t k, lc_int extent)
{
    lc_int step = lc_int_const(0), one = lc_int_const(1);
    bool still = lc_int_eq(extent, one);
    return (still || number_of(a, a->x->step[k], extent, &step)) && add_leaf(a, extent, step);
}

/* How many blocks the leaf at the cut has; 0: parameters tell. */
static lc_int blocks_of(accesses *a)
{
    lc_int number;
    return lcr_poly_is_int(a->x->extent[a->cut], &number) ? lc_int_cdiv(a->lc, number, a->part)
                                                          : lc_int_const(0);
}

/* After whole blocks. */
static bool add_offset(accesses *a, bool whole)
{
    lc_int step;
    a->offset = lc_int_const(0);
    if (!a->x->offset)
        return true;
    if (residue_of(a, a->x->offset[0], &a->offset))
        return true;
    if (!whole) /* it would follow a block that is none */
        return false;
    step = a->offset;
    a->offset = lc_int_const(0);
    lc_int period = lc_int_fdiv(a->lc, a->modulus, step);
    return lc_int_is_one(period) || add_leaf(a, period, step);
}

/* With all blocks whole; or, `end` not being 0, with the leaf at the cut of so many. */
static bool make(accesses *a, lc_int end)
{
    const sv *x = a->x;
    lc_int number, step;
    bool ok = true, whole = lc_int_is_zero(end);
    a->n = a->nproducts = 0;
    a->spread = lc_int_const(0);
    for (size_t k = 0; ok && k < a->cut && k < x->n; k++)
        ok = lcr_poly_is_int(x->extent[k], &number) && add_block_leaf(a, k, number);
    if (ok && !whole)
        return number_of(a, x->step[a->cut], a->modulus, &step) && add_leaf(a, end, step);
    if (ok && a->cut < x->n)
        ok = add_block_leaf(a, a->cut, a->part) &&
             add_multiples(a,
                           lcr_poly_mul(a->s->pool, x->step[a->cut],
                                        lcr_poly_int(a->s->pool, a->part)),
                           blocks_of(a));
    ok = ok && are_apart(a);
    for (size_t k = a->cut + 1; ok && k < x->n; k++)
        ok = add_multiples(a, x->step[k],
                           lcr_poly_is_int(x->extent[k], &number) ? number : lc_int_const(0));
    return ok;
}

static void say_list(lc_text *out, size_t n, const lc_int *value, bool words)
{
    for (size_t i = 0; i < n; i++) {
        lc_text_add(out, i > 0 ? "," : "(");
        lc_text_add(out, words ? "f" : "");
        lc_text_add_int(out, value[i]);
    }
    lc_text_add(out, n == 1 ? ",)" : ")");
}

static const char *layout_text(accesses *a)
{
    lc_text out = {0};
    if (a->x->swizzled)
        lc_text_printf(&out, "S<%d,%d,%d> o ", a->x->b, a->x->m, a->x->s);
    if (a->x->swizzled || !lc_int_is_zero(a->offset)) {
        lc_text_add(&out, a->x->swizzled ? "" : "{");
        lc_text_add_int(&out, a->offset);
        lc_text_add(&out, a->x->swizzled ? " o " : "} o ");
    }
    say_list(&out, a->n, a->extent, false);
    lc_text_add(&out, ":");
    say_list(&out, a->n, a->step, a->x->by_xor);
    return lcr_text_take(a->s->pool, &out);
}

/* The claim of the layout of numbers. */
static bool holds_there(accesses *a)
{
    const sym_statement *t = a->t;
    const char *text[SYM_ARGS];
    lc_int none[SYM_VARS];
    size_t n = sizes_of(t), given = t->n - is_compared(t);
    memset(none, 0, sizeof none);
    if (!(text[0] = layout_text(a)))
        return false;
    for (size_t i = 1; i < n; i++) /* what is not given: lanes, bytes, width, banks */
        text[i] = i < given && t->arg[i] ? lcr_sv_text(a->s, t->arg[i], none)
                  : i == 2               ? "4"
                  : i == 3               ? text[2]
                                         : "32";
    text[n++] = "1"; /* values are starts */
    if (is_compared(t))
        text[n++] = lcr_sv_text(a->s, t->arg[t->n - 1], none);
    for (size_t i = 1; i < n; i++)
        if (!text[i])
            return false;
    lcr_certified claim = {.claim = t->name, .n = n, .arg = text, .proved = true};
    return lcr_sym_by_numbers(a->s, &claim);
}

/* ---- residues of variables ---- */

/* A variable of which a step, or the offset, has a residue that is not known, and modulo what it
 * would be; false: there is none. */
static bool open_variable(accesses *a, const poly *p, size_t *var, lc_int *by)
{
    const poly *q, *rest;
    if (!p || !lcr_poly_split(a->s->pool, p, a->modulus, &q, &rest))
        return false;
    for (size_t i = 0; i < rest->n; i++)
        if (rest->term[i].of != 0) {
            *var = lcr_monomial_var(rest->term[i].of, 0);
            *by = lc_int_fdiv(a->lc, a->modulus,
                              lc_int_gcd(a->lc, a->modulus, rest->term[i].factor));
            return true;
        }
    return false;
}

static bool has_open_variable(accesses *a, size_t *var, lc_int *by)
{
    const sv *x = a->x;
    for (size_t k = 0; k < x->n; k++)
        if (open_variable(a, x->step[k], var, by))
            return true;
    return x->offset && open_variable(a, x->offset[0], var, by);
}

static const poly *replaced(accesses *a, const poly *p, size_t var, const poly *is)
{
    return p ? lcr_poly_replace(a->s->pool, p, var, is) : NULL;
}

/* With `is` in the place of a variable, in steps and in the offset. */
static const sv *with_residue(accesses *a, size_t var, const poly *is)
{
    lit_pool *pool = a->s->pool;
    const sv *x = a->x;
    sv *out = lcr_sv_copy(a->s, x);
    const poly **step = out ? lcr_lit_alloc(pool, x->n + 1, sizeof *step) : NULL;
    const poly **offset = step ? lcr_lit_alloc(pool, 1, sizeof *offset) : NULL;
    if (!offset || !is)
        return NULL;
    for (size_t k = 0; k < x->n; k++)
        step[k] = replaced(a, x->step[k], var, is);
    out->step = step;
    if (x->offset) {
        offset[0] = replaced(a, x->offset[0], var, is);
        out->offset = offset;
    }
    return out;
}

/* After how many blocks the values begin anew, modulo M. */
static bool period_of(accesses *a, lc_int *times)
{
    lc_int step;
    if (!number_of(a, a->x->step[a->cut], a->modulus, &step))
        return false;
    lc_int by = lc_int_mul(a->lc, step, a->part);
    *times = lc_int_fdiv(a->lc, a->modulus, lc_int_gcd(a->lc, a->modulus, by));
    return true;
}

/* A last block that is cut short, wherever it may begin and end. */
static bool ends_hold(accesses *a, size_t *looks)
{
    lc_int times, one = lc_int_const(1), end = one;
    if (!period_of(a, &times))
        return false;
    for (lc_int most = lc_int_mul(a->lc, times, a->part); lc_int_lt(end, most);
         end = lc_int_add(a->lc, end, one)) {
        if (lc_int_divides(a->lc, a->part, end))
            continue;
        if (*looks == 0 || !make(a, end) || !add_offset(a, false) || !holds_there(a))
            return false;
        --*looks;
    }
    return true;
}

/* As they are, with all ends that may be. */
static bool holds_as_is(accesses *a, size_t *looks)
{
    return make(a, lc_int_const(0)) && add_offset(a, a->cut < a->x->n) && holds_there(a) &&
           (!a->tail || !a->filled || ends_hold(a, looks));
}

/* Each residue that a variable may have is a case: v is n w + r for a new w. */
static bool holds_by_residues(accesses *a, size_t *looks)
{
    size_t var, room = a->s->n;
    lc_int by;
    if (*looks == 0 || lc_ctx_code(a->lc) != LC_OK)
        return false;
    --*looks;
    if (holds_as_is(a, looks))
        return true;
    if (!has_open_variable(a, &var, &by))
        return false;
    const sv *x = a->x;
    size_t w = lcr_sym_coordinate(a->s, NULL, NULL, NULL);
    bool ok = w != SIZE_MAX;
    const poly *times = ok ? lcr_poly_mul(a->s->pool, lcr_poly_int(a->s->pool, by),
                                          lcr_poly_var(a->s->pool, w))
                           : NULL;
    for (lc_int r = lc_int_const(0); ok && lc_int_lt(r, by);
         r = lc_int_add(a->lc, r, lc_int_const(1))) {
        a->x = with_residue(a, var,
                            lcr_poly_add(a->s->pool, times, r, lcr_poly_si(a->s->pool, 1)));
        ok = a->x && holds_by_residues(a, looks);
        a->x = x;
    }
    a->s->n = room;
    return ok;
}

bool lcr_sym_accesses(const sym_statement *t)
{
    accesses a;
    size_t looks = LOOKS;
    if (!open_accesses(t, &a))
        return false;
    if (is_own(&a))
        return true;
    bool cut = find_cut(&a) && !(a.x->by_xor && a.cut < a.x->n && !is_power_of_two(a.lc, a.part));
    return cut && holds_by_residues(&a, &looks);
}
