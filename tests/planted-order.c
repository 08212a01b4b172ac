/* planted-order.c - errors in the order of a kernel's statements, each of which is found. */
#include "config.h"

#include "planted-order.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

bool planted_is_proved(order_planting *t)
{
    lck_forget_result(t->p);
    return t->prove(t);
}

/* Faults that are refuted in all kernels, by the kind of the statement; of others it may be that
 * nothing is said, as the statements are not followed then. */
static bool is_always_refuted(const char *what, lck_statement_kind kind)
{
    static const struct {
        const char *what;
        lck_statement_kind kind;
    } always[] = {
        {"it is left out", LCK_FENCE},           {"it is left out", LCK_INIT},
        {"it is left out", LCK_EXPECT},          {"one thread of a warp makes it", LCK_EXPECT},
        {"a byte more is expected", LCK_EXPECT}, {"a byte less is expected", LCK_EXPECT},
        {"it compares nothing", LCK_IF},
    };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (always[i].kind == kind && strcmp(always[i].what, what) == 0)
            return true;
    return false;
}

/* Its kernel is refuted; or nothing is said of it, as its statements are not followed. */
static bool is_not_taken(const order_planting *t, bool *refuted)
{
    const lcv_result *result = t->p->result;
    *refuted = result && result->verdict == LCV_REFUTED;
    return t->p->e->status == LCV_EVAL_OK && result &&
           (*refuted ||
            (result->verdict == LCV_UNKNOWN && strcmp(result->method, "statements") == 0));
}

void planted_is_found(order_planting *t, const char *what, const lck_statement *s)
{
    bool refuted = false;
    const bool found = !planted_is_proved(t) && is_not_taken(t, &refuted) &&
                       (refuted || !is_always_refuted(what, s->kind));
    t->planted++;
    t->refuted += refuted;
    t->missed += !found;
    if (!found)
        fprintf(stderr, "%s: not missed: %s, kind %d, ring %d, count %lld: %s\n", t->what, what,
                (int)s->kind, s->ring, (long long)s->count,
                t->p->claim ? t->p->claim : t->p->e->diag->message);
}

/* ---- statements that are left out ---- */

static bool keeps_order(const lck_statement *s)
{
    switch (s->kind) {
    case LCK_BARRIER:
    case LCK_COMMIT:
    case LCK_DRAIN:
    case LCK_FENCE:
    case LCK_INIT:
    case LCK_EXPECT:
    case LCK_ARRIVE:
    case LCK_AWAIT:
    case LCK_TMA_LOAD: return true;
    default: return false;
    }
}

static void leave_out(order_planting *t, lck_statement **at)
{
    for (; *at; at = &(*at)->next) {
        lck_statement *s = *at;
        if (keeps_order(s) && !t->may_lack(t, s)) {
            *at = s->next;
            planted_is_found(t, "it is left out", s);
            *at = s;
        }
        t->depth += s->kind == LCK_LOOP;
        leave_out(t, &s->body);
        t->depth -= s->kind == LCK_LOOP;
        leave_out(t, &s->otherwise);
    }
}

/* ---- other numbers ---- */

static void change(order_planting *t, const char *what, lck_statement *s, const lc_expr **at,
                   lc_expr_op op, int64_t by)
{
    const lc_expr *before = *at;
    if (!before)
        return;
    *at = lc_expr_make(t->kernel->x, op, before, lc_expr_int(t->kernel->x, by));
    if (!*at || lc_expr_equal(*at, before))
        lc_ctx_reset(t->kernel->ctx);
    else
        planted_is_found(t, what, s);
    *at = before;
}

const lc_expr *planted_expr(order_planting *t, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    const lc_expr *made = a && b ? lc_expr_make(t->kernel->x, op, a, b) : NULL;
    ck_assert_ptr_nonnull(made);
    return made;
}

/* The slot of the next use. */
static void change_slot(order_planting *t, lck_statement *s)
{
    const lc_expr *before = s->slot;
    const lc_expr *slots = lc_expr_int(t->kernel->x, t->kernel->ring[s->ring].slots);
    if (t->kernel->ring[s->ring].slots == 1)
        return;
    s->slot = planted_expr(t, LC_EXPR_ADD, before, lc_expr_int(t->kernel->x, 1));
    s->slot = planted_expr(t, LC_EXPR_MOD, s->slot, slots);
    planted_is_found(t, "another slot", s);
    s->slot = before;
}

/* Another number of groups that may be under way, another slot, another phase. */
static void change_numbers(order_planting *t, lck_statement *body)
{
    for (; body; body = body->next) {
        if (body->kind == LCK_DRAIN) {
            body->count++;
            planted_is_found(t, "one more group", body);
            body->count--;
        }
        if (body->kind == LCK_AWAIT) {
            change(t, "a later phase", body, &body->phase, LC_EXPR_ADD, 1);
            change(t, "an earlier phase", body, &body->phase, LC_EXPR_SUB, 1);
        }
        if (body->slot && body->kind != LCK_INIT)
            change_slot(t, body);
        change_numbers(t, body->body);
        change_numbers(t, body->otherwise);
    }
}

/* ---- bytes ---- */

/* Another ring that loads end, as long; -1: there is none. */
static int other_ring(const lck_kernel *kernel, const lck_statement *body, int ring)
{
    int other = -1;
    for (; body && other < 0; body = body->next) {
        if (body->kind == LCK_TMA_LOAD && body->ring != ring &&
            kernel->ring[body->ring].slots == kernel->ring[ring].slots)
            return body->ring;
        other = other_ring(kernel, body->body, ring);
        other = other >= 0 ? other : other_ring(kernel, body->otherwise, ring);
    }
    return other;
}

static void change_ring(order_planting *t, lck_statement *s)
{
    const int before = s->ring, other = other_ring(t->kernel, t->kernel->body, s->ring);
    if (other < 0)
        return;
    s->ring = other;
    planted_is_found(t, "it is of another ring", s);
    s->ring = before;
}

/* A box goes to other blocks than it should: to the first, to the last, to none but the own. */
static void change_peers(order_planting *t, lck_statement *s)
{
    const lc_expr *before = s->peers;
    const lc_expr *to[] = {lc_expr_int(t->kernel->x, 1),
                           lc_expr_int(t->kernel->x, INT64_C(1) << (t->kernel->cluster - 1)),
                           NULL};
    for (size_t i = 0; before && i < sizeof to / sizeof *to; i++) {
        s->peers = to[i];
        planted_is_found(t, "a block is left out", s);
    }
    s->peers = before;
}

/* Other bytes are expected of a phase than come. */
static void change_bytes(order_planting *t, lck_statement *body)
{
    for (; body; body = body->next) {
        if (body->kind == LCK_EXPECT) {
            change(t, "a byte more is expected", body, &body->value, LC_EXPR_ADD, 1);
            change(t, "a byte less is expected", body, &body->value, LC_EXPR_SUB, 1);
            change(t, "all bytes are expected twice", body, &body->value, LC_EXPR_MUL, 2);
        }
        if (body->kind == LCK_EXPECT || body->kind == LCK_TMA_LOAD)
            change_ring(t, body);
        if (body->kind == LCK_TMA_LOAD)
            change_peers(t, body);
        change_bytes(t, body->body);
        change_bytes(t, body->otherwise);
    }
}

static const lck_statement *load_by(const lck_statement *body, int map)
{
    const lck_statement *found = NULL;
    for (; body && !found; body = body->next) {
        if (body->kind == LCK_TMA_LOAD && body->map == map)
            return body;
        found = load_by(body->body, map);
        found = found ? found : load_by(body->otherwise, map);
    }
    return found;
}

/* Of each map, boxes of half as many rows, or of twice as many. */
static void change_boxes(order_planting *t)
{
    for (size_t i = 0; i < t->kernel->nmaps; i++) {
        lck_map *map = &t->kernel->map[i];
        const lck_map before = *map;
        const lck_statement *load = load_by(t->kernel->body, (int)i);
        for (size_t k = 0; load && k < map->rank; k++) {
            map->box[k] *= 2;
            planted_is_found(t, "boxes are larger", load);
            *map = before;
            if (map->box[k] % 2 == 0) {
                map->box[k] /= 2;
                planted_is_found(t, "boxes are smaller", load);
                *map = before;
            }
        }
    }
}

/* ---- places and rings ---- */

/* Stages whose slots are counted by one more, or by one less, than there are, or backwards. */
static void change_places(order_planting *t, lck_statement *body)
{
    lc_exprs *x = t->kernel->x;
    int64_t slots;
    for (; body; body = body->next) {
        if (body->kind == LCK_LET && strncmp(body->var->name, "slot", 4) == 0 &&
            body->value->op == LC_EXPR_MOD && lc_expr_is_int(body->value->arg[1], &slots)) {
            const lc_expr *before = body->value;
            for (int by = -1; by <= 1; by += 2) {
                body->value = planted_expr(t, LC_EXPR_MOD, before->arg[0],
                                           lc_expr_int(x, slots + by));
                planted_is_found(t, "slots of another ring", body);
            }
            body->value = planted_expr(t, LC_EXPR_SUB, lc_expr_int(x, slots - 1), before);
            planted_is_found(t, "slots counted backwards", body);
            body->value = before;
        }
        change_places(t, body->body);
        change_places(t, body->otherwise);
    }
}

/* A ring has a slot less, or phases that more threads end, or fewer. */
static void change_rings(order_planting *t)
{
    for (size_t i = 0; i < t->kernel->nrings; i++) {
        lck_ring *ring = &t->kernel->ring[i];
        const lck_ring before = *ring;
        if (ring->slots > 1) {
            ring->slots--;
            planted_is_found(t, "a ring one slot short", t->kernel->body);
            *ring = before;
        }
        for (int by = -1; by <= 1; by += 2) {
            ring->arrivals = before.arrivals + by;
            planted_is_found(t, "other arrivals", t->kernel->body);
            *ring = before;
        }
    }
}

/* ---- threads ---- */

/* A statement becomes the body of another one. */
static void enclose(order_planting *t, const char *what, lck_statement *s, lck_statement with)
{
    const lck_statement before = *s;
    lck_statement inner = before;
    inner.next = NULL;
    with.body = &inner;
    with.next = before.next;
    *s = with;
    planted_is_found(t, what, &inner);
    *s = before;
}

/* Some threads alone make a statement: those of which number / by % of = is. */
static void leave_to(order_planting *t, const char *what, lck_statement *s, int by, int of,
                     int is)
{
    lc_exprs *x = t->kernel->x;
    const lc_expr *number = planted_expr(t, LC_EXPR_DIV, t->kernel->thread, lc_expr_int(x, by));
    number = planted_expr(t, LC_EXPR_MOD, number, lc_expr_int(x, of));
    const lc_expr *are = planted_expr(t, LC_EXPR_EQ, number, lc_expr_int(x, is));
    enclose(t, what, s, (lck_statement){.kind = LCK_IF, .value = are});
}

/* Who makes a statement does it twice. */
static void repeat(order_planting *t, lck_statement *s)
{
    enclose(t, "it is made twice", s,
            (lck_statement){.kind = LCK_FOR, .var = t->kernel->thread, .count = 2});
}

/* One thread of each warp, which is not the one that arrives for it, makes a statement, or all do
 * it twice; or half of the warps arrive, and a ring takes these for all. */
static void leave_to_some(order_planting *t, lck_statement *body)
{
    for (; body; body = body->next) {
        const bool of_ring = body->kind == LCK_AWAIT || body->kind == LCK_ARRIVE ||
                             body->kind == LCK_EXPECT;
        if (of_ring)
            leave_to(t, "one thread of a warp makes it", body, 1, 32, 31);
        if (body->kind == LCK_TMA_LOAD) {
            lck_statement again = *body;
            body->next = &again;
            planted_is_found(t, "it loads again", body);
            body->next = again.next;
        }
        if (body->kind == LCK_EXPECT || body->kind == LCK_ARRIVE || body->kind == LCK_TMA_LOAD)
            repeat(t, body);
        if (body->kind == LCK_ARRIVE) {
            int *arrivals = &t->kernel->ring[body->ring].arrivals;
            const int before = *arrivals;
            *arrivals = before / 2 > 0 ? before / 2 : 1;
            leave_to(t, "half of the warps make it", body, 32, 2, 0);
            *arrivals = before;
        }
        leave_to_some(t, body->body);
        leave_to_some(t, body->otherwise);
    }
}

/* The arrival that a condition is for, behind names; NULL: it is for none. */
static const lck_statement *is_for_arrival(const lck_statement *s)
{
    const lck_statement *in = s->kind == LCK_IF && !s->otherwise ? s->body : NULL;
    while (in && in->kind == LCK_LET)
        in = in->next;
    return in && in->kind == LCK_ARRIVE && !in->next && !in->peer ? in : NULL;
}

/* Another lane of each warp, which does not, arrives as well: each phase is ended twice. */
static void arrive_again(order_planting *t, lck_statement *body)
{
    lc_exprs *x = t->kernel->x;
    for (; body; body = body->next) {
        const lck_statement *arrival = is_for_arrival(body);
        if (arrival) {
            const lc_expr *lane = planted_expr(t, LC_EXPR_MOD, t->kernel->thread,
                                               lc_expr_int(x, 32));
            lck_statement other = {.kind = LCK_IF,
                                   .value = planted_expr(t, LC_EXPR_EQ, lane, lc_expr_int(x, 1)),
                                   .body = body->body};
            body->otherwise = &other;
            planted_is_found(t, "other lanes arrive, too", arrival);
            body->otherwise = NULL;
        }
        arrive_again(t, body->body);
        arrive_again(t, body->otherwise);
    }
}

/* ---- places ---- */

static bool is_operand_a(const lck_statement *body, int array)
{
    for (; body; body = body->next)
        if ((body->kind == LCK_WGMMA && body->a.array == array) ||
            is_operand_a(body->body, array) || is_operand_a(body->otherwise, array))
            return true;
    return false;
}

/* Threads write over the rows of an operand that the next warp reads. */
static void write_elsewhere(order_planting *t, lck_statement *body)
{
    for (; body; body = body->next) {
        if (body->kind == LCK_MATRIX_STORE && is_operand_a(t->kernel->body, body->to.array)) {
            const lc_expr *before = body->to.index;
            const int64_t rows = 16 * 128 / t->kernel->array[body->to.array].element->bytes;
            body->to.index = planted_expr(t, LC_EXPR_ADD, before,
                                          lc_expr_int(t->kernel->x, rows));
            planted_is_found(t, "it writes to rows of others", body);
            body->to.index = before;
        }
        write_elsewhere(t, body->body);
        write_elsewhere(t, body->otherwise);
    }
}

void plant_in_order(order_planting *t)
{
    leave_out(t, &t->kernel->body);
    change_numbers(t, t->kernel->body);
    change_places(t, t->kernel->body);
    change_rings(t);
    change_bytes(t, t->kernel->body);
    change_boxes(t);
    leave_to_some(t, t->kernel->body);
    arrive_again(t, t->kernel->body);
    write_elsewhere(t, t->kernel->body);
}
