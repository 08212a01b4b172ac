/* control.c - loops and branches.
 *
 * What a loop carries is its initial value plus something that all threads share, or is not
 * known. The body is run, quietly, until the divisor of that something holds: from 0, what the
 * body adds each time.
 */
#include "config.h"

#include "../../../lib/int64.h"

#include "reader.h"
#include "timeline.h"

#define CARRIED 64u
#define PASSES 6

/* ---- differences of values ---- */

static bool trees_equal(const lck_cute *c, const lck_tree *a, const lck_tree *b)
{
    const lck_tree *p[LCK_TREE_LEAVES], *q[LCK_TREE_LEAVES];
    unsigned n = lck_tree_leaves(a, p), m = lck_tree_leaves(b, q);
    bool equal = n == m && n <= LCK_TREE_LEAVES;
    for (unsigned i = 0; equal && i < n; i++)
        equal = p[i]->value && q[i]->value &&
                lck_sum_equal(p[i]->value, q[i]->value, c->x.threads);
    return equal;
}

/* Do two values differ at most in what lck_cute_moving gives? */
static bool alike(const lck_cute *c, const lck_cute_value *a, const lck_cute_value *b)
{
    if (a->kind != b->kind || a->kind == LCK_CUTE_NOTHING)
        return false;
    if (a->kind == LCK_CUTE_NUMBER)
        return true;
    if (a->kind == LCK_CUTE_TUPLE)
        return (a->tuple->leaf && b->tuple->leaf) || trees_equal(c, a->tuple, b->tuple);
    bool layout = a->kind == LCK_CUTE_POINTER ||
                  (trees_equal(c, a->layout.shape, b->layout.shape) &&
                   trees_equal(c, a->layout.stride, b->layout.stride) &&
                   a->layout.swizzle.bits == 0 && b->layout.swizzle.bits == 0);
    bool pointer = a->kind == LCK_CUTE_LAYOUT || a->pointer.object == b->pointer.object;
    return layout && pointer;
}

/* The value with something else in place of what lck_cute_moving gives. */
static lck_cute_value with(lck_cute *c, lck_cute_value v, const lck_sum *n)
{
    if (v.kind == LCK_CUTE_POINTER || v.kind == LCK_CUTE_VIEW)
        v.pointer.offset = n;
    else if (v.kind == LCK_CUTE_NUMBER)
        v.number = n;
    else if (v.kind == LCK_CUTE_TUPLE && v.tuple->leaf) {
        const lck_tree *t = lck_tree_bound(&c->x, v.tuple, n);
        v.tuple = t ? t : v.tuple;
    }
    return v;
}

static bool moves(const lck_cute_value *v)
{
    return v->kind == LCK_CUTE_POINTER || v->kind == LCK_CUTE_VIEW ||
           v->kind == LCK_CUTE_NUMBER || (v->kind == LCK_CUTE_TUPLE && v->tuple->leaf);
}

/* ---- what a loop carries ---- */

typedef struct {
    lck_cute_value init;
    int64_t divisor; /* of what was added to it; 0: nothing was */
    bool lost;       /* it is no such sum */
} carried;

static lck_cute_value now(lck_cute *c, const carried *k)
{
    lck_cute_value v = k->init;
    if (k->lost) {
        v = moves(&v) ? with(c, v, c->x.unknown) : (lck_cute_value){0};
        return v;
    }
    if (k->divisor == 0 || !moves(&v))
        return v;
    return with(c, v,
                lck_sum_add(&c->x, lck_cute_moving(c, &v),
                            lck_sum_shared(&c->x, k->divisor, INT64_MIN, INT64_MAX)));
}

/* Takes the value that an iteration leaves into account; true: nothing new. */
static bool settle(lck_cute *c, carried *k, const lck_cute_value *next)
{
    if (k->lost)
        return true;
    bool same = alike(c, &k->init, next);
    const lck_sum *added = same && moves(next) ? lck_sum_sub(&c->x, lck_cute_moving(c, next),
                                                             lck_cute_moving(c, &k->init))
                                               : NULL;
    if (k->init.kind == LCK_CUTE_NOTHING && next->kind == LCK_CUTE_NOTHING) {
        k->lost = !(k->init.shared && next->shared);
        return !k->lost;
    }
    if (!same || (added && !lck_sum_is_shared(added))) {
        k->lost = true;
        return false;
    }
    int64_t divisor = added ? lc_int64_gcd(k->divisor, lck_sum_divisor(&c->x, added))
                            : k->divisor;
    bool new = divisor != k->divisor;
    k->divisor = divisor;
    return !new;
}

typedef struct {
    unsigned n;
    carried of[CARRIED];
} carried_all;

static void set_now(lck_cute *c, uint32_t value, const carried *k)
{
    lck_cute_set(c, value, now(c, k));
    lck_cute_follow(c, value);
}

static void set_all(lck_cute *c, carried_all *all, uint32_t first)
{
    for (unsigned i = 0; i < all->n; i++)
        set_now(c, first + i, &all->of[i]);
}

/* The operands of a terminator, the next values; true: nothing new. */
static bool settle_all(lck_cute *c, carried_all *all, const lck_ir_op *yield)
{
    bool settled = true;
    for (unsigned i = 0; i < all->n; i++) {
        static const lck_cute_value none = {0};
        const lck_cute_value *next = yield && i < yield->noperands ? lck_cute_operand(c, yield, i)
                                                                   : &none;
        settled &= settle(c, &all->of[i], next);
    }
    return settled;
}

typedef void loop_body(lck_cute *c, const lck_ir_op *op, uint32_t block);

/* Runs the body until all is settled, then once more for the records. */
static void run_loop(lck_cute *c, const lck_ir_op *op, carried_all *all, uint32_t first,
                     uint32_t block, uint32_t yielding, loop_body *body)
{
    bool quiet = c->quiet;
    c->loops++;
    c->quiet = true;
    bool settled = all->n == 0;
    for (int pass = 0; !settled && pass < PASSES && !c->pool.failed; pass++) {
        set_all(c, all, first);
        body(c, op, block);
        settled = settle_all(c, all, lck_ir_last(c->m, yielding));
    }
    for (unsigned i = 0; i < all->n && !settled; i++)
        all->of[i].lost = true;
    c->quiet = quiet;
    set_all(c, all, first);
    body(c, op, block);
    c->loops--;
}

/* ---- scf.for ---- */

static void set_counter(lck_cute *c, const lck_ir_op *op, uint32_t counter)
{
    const lck_sum *from = lck_cute_number(c, lck_cute_operand(c, op, 0)),
                  *to = lck_cute_number(c, lck_cute_operand(c, op, 1)),
                  *step = lck_cute_number(c, lck_cute_operand(c, op, 2));
    int64_t low, high, by, most, least;
    const lck_sum *times = lck_sum_shared(&c->x, 1, 0, INT64_MAX);
    if (lck_sum_is(step, &by) && by > 0 && lck_sum_bounds(&c->x, from, &low, &most) &&
        lck_sum_bounds(&c->x, to, &least, &high) && high > low)
        times = lck_sum_shared(&c->x, 1, 0, (high - 1 - low) / by);
    lck_cute_set(c, counter,
                 (lck_cute_value){.kind = LCK_CUTE_NUMBER,
                                  .number = lck_sum_add(&c->x, from,
                                                        lck_sum_mul(&c->x, times, step))});
    lck_cute_follow(c, counter);
}

static void for_body(lck_cute *c, const lck_ir_op *op, uint32_t block)
{
    set_counter(c, op, c->m->block[block].argument);
    lck_cute_run(c, block);
}

void lck_cute_for(lck_cute *c, const lck_ir_op *op)
{
    uint32_t block = lck_ir_region(c->m, op, 0);
    carried_all all = {.n = op->noperands > 3 ? op->noperands - 3 : 0};
    if (block == LCK_IR_NONE || c->m->block[block].narguments != all.n + 1 || all.n > CARRIED)
        return;
    for (unsigned i = 0; i < all.n; i++)
        all.of[i].init = *lck_cute_operand(c, op, 3 + i);
    run_loop(c, op, &all, c->m->block[block].argument + 1, block, block, for_body);
    for (unsigned i = 0; i < all.n && i < op->nresults; i++)
        set_now(c, op->result + i, &all.of[i]);
}

/* ---- scf.while ---- */

static void set_value(lck_cute *c, uint32_t value, const lck_cute_value *v)
{
    lck_cute_set(c, value, *v);
    lck_cute_follow(c, value);
}

/* Both regions: the condition's operands are the arguments of the second. */
static void while_body(lck_cute *c, const lck_ir_op *op, uint32_t block)
{
    uint32_t after = lck_ir_region(c->m, op, 1);
    lck_cute_run(c, block);
    const lck_ir_op *condition = lck_ir_last(c->m, block);
    for (uint32_t i = 0; condition && i + 1 < condition->noperands; i++) {
        if (after != LCK_IR_NONE && i < c->m->block[after].narguments)
            set_value(c, c->m->block[after].argument + i, lck_cute_operand(c, condition, i + 1));
        if (i < op->nresults)
            set_value(c, op->result + i, lck_cute_operand(c, condition, i + 1));
    }
    if (after != LCK_IR_NONE)
        lck_cute_run(c, after);
}

void lck_cute_while(lck_cute *c, const lck_ir_op *op)
{
    uint32_t before = lck_ir_region(c->m, op, 0), after = lck_ir_region(c->m, op, 1);
    carried_all all = {.n = op->noperands};
    if (before == LCK_IR_NONE || c->m->block[before].narguments != all.n || all.n > CARRIED)
        return;
    for (unsigned i = 0; i < all.n; i++)
        all.of[i].init = *lck_cute_operand(c, op, i);
    run_loop(c, op, &all, c->m->block[before].argument, before, after, while_body);
}

/* ---- scf.if ---- */

/* Of a condition that some threads alone ask of what all share, those threads: `tid == 0 and i
 * < n`; NULL: it is none. */
const lck_sum *lck_cute_asking(lck_cute *c, const lck_sum *when)
{
    int64_t each[LCK_MOST_THREADS];
    if (!when->known || when->n != 1 || when->term[0].symbol == LCK_ONE || !when->term[0].each)
        return NULL;
    for (unsigned t = 0; t < c->x.threads; t++) {
        each[t] = when->term[0].each[t];
        if (each[t] != 0 && each[t] != 1)
            return NULL;
    }
    return lck_sum_each(&c->x, each);
}

static void run_branch(lck_cute *c, uint32_t block, const lck_sum *when, bool known)
{
    const lck_sum *active = c->active;
    bool perhaps = c->perhaps;
    int64_t value;
    if (known)
        c->active = lck_sum_mul(&c->x, active, when);
    else if (lck_cute_asking(c, when))
        c->active = lck_sum_mul(&c->x, active, lck_cute_asking(c, when));
    else
        c->perhaps = perhaps || !lck_sum_is_shared(when);
    if (block != LCK_IR_NONE && !(lck_sum_is(c->active, &value) && value == 0))
        lck_cute_run(c, block);
    c->active = active;
    c->perhaps = perhaps;
}

/* One of two values by a condition. */
static lck_cute_value joined(lck_cute *c, const lck_sum *when, const lck_cute_value *yes,
                             const lck_cute_value *no)
{
    int64_t value;
    if (lck_sum_is(when, &value))
        return value ? *yes : *no;
    if (!alike(c, yes, no))
        return (lck_cute_value){.shared = lck_sum_is_shared(when) && lck_cute_is_shared(yes) &&
                                          lck_cute_is_shared(no)};
    if (!moves(yes))
        return *yes;
    return with(c, *no,
                lck_sum_select(&c->x, when, lck_cute_moving(c, yes), lck_cute_moving(c, no)));
}

/* One of two values that is followed: a symbol, if threads differ as much in both. */
static lck_cute_value followed(lck_cute *c, const lck_cute_value *yes, const lck_cute_value *no)
{
    const lck_sum *difference = lck_sum_sub(&c->x, lck_cute_moving(c, yes),
                                            lck_cute_moving(c, no));
    return lck_sum_is_shared(difference) ? *yes : (lck_cute_value){0};
}

void lck_cute_if(lck_cute *c, const lck_ir_op *op)
{
    const lck_sum *when = lck_cute_number(c, lck_cute_operand(c, op, 0));
    bool known = lck_sum_is_plain(when);
    uint32_t yes = lck_ir_region(c->m, op, 0), no = lck_ir_region(c->m, op, 1);
    run_branch(c, yes, when, known);
    run_branch(c, no,
               known                      ? lck_sum_sub(&c->x, lck_sum_of(&c->x, 1), when)
               : lck_cute_asking(c, when) ? c->x.unknown
                                          : when,
               known);
    const lck_ir_op *a = lck_ir_last(c->m, yes), *b = lck_ir_last(c->m, no);
    for (uint32_t i = 0; i < op->nresults; i++)
        if (a && b) {
            const lck_cute_value *x = lck_cute_operand(c, a, i), *y = lck_cute_operand(c, b, i);
            lck_cute_set(c, op->result + i,
                         lck_cute_follows(c, op->result + i) && alike(c, x, y)
                             ? followed(c, x, y)
                             : joined(c, when, x, y));
            lck_cute_follow(c, op->result + i);
        }
}
