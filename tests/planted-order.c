/* planted-order.c - errors in the order of a kernel's statements, each of which is refuted. */
#include "config.h"

#include "planted-order.h"

#include "../verify/function/result.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

bool planted_is_proved(order_planting *t)
{
    lck_forget_result(t->p);
    return t->prove(t);
}

void planted_is_refuted(order_planting *t, const char *what, const lck_statement *s)
{
    bool refuted = !planted_is_proved(t) && t->p->e->status == LCV_EVAL_OK && t->p->result &&
                   t->p->result->verdict == LCV_REFUTED;
    t->planted++;
    t->missed += !refuted;
    if (!refuted)
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
    case LCK_AWAIT: return true;
    default: return false;
    }
}

static void leave_out(order_planting *t, lck_statement **at)
{
    for (; *at; at = &(*at)->next) {
        lck_statement *s = *at;
        if (keeps_order(s) && !t->may_lack(t, s)) {
            *at = s->next;
            planted_is_refuted(t, "it is left out", s);
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
        planted_is_refuted(t, what, s);
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
    planted_is_refuted(t, "another slot", s);
    s->slot = before;
}

/* Another number of groups that may be under way, another slot, another phase. */
static void change_numbers(order_planting *t, lck_statement *body)
{
    for (; body; body = body->next) {
        if (body->kind == LCK_DRAIN) {
            body->count++;
            planted_is_refuted(t, "one more group", body);
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
                planted_is_refuted(t, "slots of another ring", body);
            }
            body->value = planted_expr(t, LC_EXPR_SUB, lc_expr_int(x, slots - 1), before);
            planted_is_refuted(t, "slots counted backwards", body);
            body->value = before;
        }
        change_places(t, body->body);
        change_places(t, body->otherwise);
    }
}

static void change_rings(order_planting *t)
{
    for (size_t i = 0; i < t->kernel->nrings; i++) {
        if (t->kernel->ring[i].slots == 1)
            continue;
        t->kernel->ring[i].slots--;
        planted_is_refuted(t, "a ring one slot short", t->kernel->body);
        t->kernel->ring[i].slots++;
    }
}

void plant_in_order(order_planting *t)
{
    leave_out(t, &t->kernel->body);
    change_numbers(t, t->kernel->body);
    change_places(t, t->kernel->body);
    change_rings(t);
}
