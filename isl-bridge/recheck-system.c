/* recheck-system.c - constraints as text in isl's syntax. */
#include "config.h"

#include "recheck-sets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lcr_sys_begin(sys *s, lit_pool *pool)
{
    memset(s, 0, sizeof *s);
    s->pool = pool;
}

static void say(sys *s, const char *piece)
{
    size_t n = strlen(piece);
    if (s->failed)
        return;
    if (s->length + n + 1 > s->room) {
        size_t room = 2 * (s->length + n + 64);
        char *text = lcr_lit_alloc(s->pool, room, 1);
        if (text == NULL) {
            s->failed = true;
            return;
        }
        if (s->length > 0)
            memcpy(text, s->text, s->length);
        s->text = text;
        s->room = room;
    }
    memcpy(s->text + s->length, piece, n + 1);
    s->length += n;
}

static void say_int(sys *s, lc_int a)
{
    char *digits = lc_int_to_str(s->pool->lc, a);
    say(s, digits != NULL ? digits : "");
    s->failed = s->failed || digits == NULL;
    free(digits);
}

static void next_constraint(sys *s)
{
    if (s->length > 0)
        say(s, " and ");
}

size_t lcr_sys_var(sys *s, char letter, const lc_int *least, const lc_int *most)
{
    size_t number = 0;
    for (size_t i = 0; i < s->n; i++)
        number += s->name[i][0] == letter;
    if (s->n == SYS_VARS) {
        lc_fail(s->pool->lc, LC_ERR_LIMIT, "a set of more than %d dimensions", SYS_VARS);
        s->failed = true;
        return 0;
    }
    char *name = s->name[s->n];
    snprintf(name, sizeof s->name[0], "%c%zu", letter, number);
    if (least != NULL || most != NULL) {
        next_constraint(s);
        if (least != NULL) {
            say_int(s, *least);
            say(s, " <= ");
        }
        say(s, name);
        if (most != NULL) {
            say(s, " <= ");
            say_int(s, *most);
        }
    }
    return s->n++;
}

void lcr_sys_zero(sys_sum *e)
{
    memset(e, 0, sizeof *e);
}

void lcr_sys_add(sys *s, sys_sum *e, lc_int factor, const sys_sum *more)
{
    lc_ctx *lc = s->pool->lc;
    e->constant = lc_int_add(lc, e->constant, lc_int_mul(lc, factor, more->constant));
    for (size_t i = 0; i < s->n; i++)
        if (!lc_int_is_zero(more->of[i]))
            e->of[i] = lc_int_add(lc, e->of[i], lc_int_mul(lc, factor, more->of[i]));
}

void lcr_sys_add_var(sys *s, sys_sum *e, lc_int factor, size_t var)
{
    e->of[var] = lc_int_add(s->pool->lc, e->of[var], factor);
}

static void say_sum(sys *s, const sys_sum *e)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        if (lc_int_is_zero(e->of[i]))
            continue;
        bool minus = lc_int_sign(e->of[i]) < 0;
        lc_int size = lc_int_abs(s->pool->lc, e->of[i]);
        say(s, any ? (minus ? " - " : " + ") : (minus ? "-" : ""));
        if (!lc_int_is_one(size))
            say_int(s, size);
        say(s, s->name[i]);
        any = true;
    }
    if (any && lc_int_is_zero(e->constant))
        return;
    if (any)
        say(s, lc_int_sign(e->constant) < 0 ? " - " : " + ");
    say_int(s, any ? lc_int_abs(s->pool->lc, e->constant) : e->constant);
}

void lcr_sys_relate(sys *s, const sys_sum *e, const char *relation)
{
    next_constraint(s);
    say_sum(s, e);
    say(s, " ");
    say(s, relation);
    say(s, " 0");
}

char *lcr_sys_graph(const sys *s, const sys_sum *in, const sys_sum *out)
{
    sys text;
    lcr_sys_begin(&text, s->pool);
    text.n = s->n;
    memcpy(text.name, s->name, sizeof text.name);
    say(&text, "{ [x] -> [y] : ");
    for (size_t i = 0; i < s->n; i++) {
        say(&text, i == 0 ? "exists (" : ", ");
        say(&text, s->name[i]);
    }
    say(&text, s->n > 0 ? " : " : "");
    if (s->length > 0) {
        say(&text, s->text);
        say(&text, " and ");
    }
    say(&text, "x = ");
    say_sum(&text, in);
    say(&text, " and y = ");
    say_sum(&text, out);
    say(&text, s->n > 0 ? ") }" : " }");
    return s->failed || text.failed ? NULL : text.text;
}

char *lcr_sys_text(const sys *s)
{
    sys out;
    lcr_sys_begin(&out, s->pool);
    say(&out, "{ [");
    for (size_t i = 0; i < s->n; i++) {
        say(&out, i > 0 ? ", " : "");
        say(&out, s->name[i]);
    }
    say(&out, "]");
    if (s->length > 0) {
        say(&out, " : ");
        say(&out, s->text);
    }
    say(&out, " }");
    return s->failed || out.failed ? NULL : out.text;
}
