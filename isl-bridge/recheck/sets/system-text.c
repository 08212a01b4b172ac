/* system-text.c - sets and their points as text: what a certificate shows, and what a person is
 * told where an answer is not confirmed. */
#include "config.h"

#include "../../../lib/size.h"

#include "system.h"

#include <stdio.h>

void lcr_sys_name(lc_text *w, const sys *s, size_t var)
{
    char name[8];
    snprintf(name, sizeof name, "%c%u", s->name[var].letter, (unsigned)s->name[var].number);
    lc_text_add(w, name);
}

static void say_names(lc_text *w, const sys *s)
{
    for (size_t i = 0; i < s->n; i++) {
        lc_text_add(w, i > 0 ? ", " : "");
        lcr_sys_name(w, s, i);
    }
}

static void say_sum(lc_text *w, const sys *s, size_t n, const sys_term *term, lc_int constant)
{
    lc_ctx *lc = s->pool->lc;
    for (size_t i = 0; i < n; i++) {
        bool minus = lc_int_order(term[i].factor, lc_int_const(0)) < 0;
        lc_int size = minus ? lc_int_neg(lc, term[i].factor) : term[i].factor;
        lc_text_add(w, i > 0 ? (minus ? " - " : " + ") : (minus ? "-" : ""));
        if (lc_int_is_size(size) || !lc_int_is_one(size))
            lc_text_add_int(w, size);
        lcr_sys_name(w, s, term[i].var);
    }
    bool less = n > 0 && lc_int_order(constant, lc_int_const(0)) < 0;
    if (n > 0 && lc_int_is_plain_zero(constant))
        return;
    if (n > 0)
        lc_text_add(w, less ? " - " : " + ");
    lc_text_add_int(w, less ? lc_int_neg(lc, constant) : constant);
}

static void say_row(lc_text *w, const sys *s, const sys_row *row)
{
    static const char *const relation[] = {[SYS_EQ] = " = 0",
                                           [SYS_GE] = " >= 0",
                                           [SYS_GT] = " > 0",
                                           [SYS_LE] = " <= 0",
                                           [SYS_LT] = " < 0"};
    if (!row->bounds) {
        say_sum(w, s, row->n, row->term, row->constant);
        lc_text_add(w, relation[row->relation]);
        return;
    }
    if (row->has_least) {
        lc_text_add_int(w, row->least);
        lc_text_add(w, " <= ");
    }
    lcr_sys_name(w, s, row->var);
    if (row->has_most) {
        lc_text_add(w, " <= ");
        lc_text_add_int(w, row->most);
    }
}

/* All rows, joined by "and", in the order in which they were said. */
static void say_rows(lc_text *w, const sys *s)
{
    size_t n = s->nrows;
    const sys_row **row = lcr_lit_alloc(s->pool, n + 1, sizeof *row);
    if (!row) {
        lc_text_miss(w);
        return;
    }
    for (const sys_row *at = s->last; at != NULL; at = at->before)
        row[--n] = at;
    for (; n < s->nrows; n++) {
        lc_text_add(w, n > 0 ? " and " : "");
        say_row(w, s, row[n]);
    }
}

const char *lcr_sys_text(const sys *s)
{
    if (s->failed)
        return NULL;
    lc_text w = {0};
    lc_text_add(&w, "{ [");
    say_names(&w, s);
    lc_text_add(&w, "]");
    if (s->nrows > 0) {
        lc_text_add(&w, " : ");
        say_rows(&w, s);
    }
    lc_text_add(&w, " }");
    return lcr_text_take(s->pool, &w);
}

const char *lcr_sys_point_text(lit_pool *pool, const sys_point *point)
{
    lc_text out = {0};
    for (size_t k = 0; k < point->n; k++) {
        lc_text_add(&out, k > 0 ? " " : "");
        lc_text_add_int(&out, point->at[k]);
    }
    return lcr_text_take(pool, &out);
}
