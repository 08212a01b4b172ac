/* reached.c - which numbers a function reaches: above the function, a row of numbers with the
 * coordinates whose value each is. */
#include "config.h"

#include "../value/text.h"
#include "function.h"
#include "scene.h"

#define SHOWN 2 /* coordinates of one number */

typedef struct {
    const lcv_scene *s;
    lcv_function f;
    lcv_point *list; /* all values, in order */
    size_t n;
    lc_int missing;
} strip;

static bool make_cell(void *user, lc_int number, lcv_cell *cell)
{
    const strip *t = user;
    lc_ctx *ctx = t->s->ctx;
    lc_text text = {0};
    int64_t value = lc_int_get_si(number);
    size_t first = lcv_points_from(t->list, t->n, value), i = first;
    for (; i < t->n && t->list[i].number == value && i < first + SHOWN; i++) {
        lc_int c = lc_int_si(ctx, t->list[i].c);
        lcv_text_add(ctx, &text, "%s%t", i > first ? " " : "",
                     lcv_function_coordinate(ctx, &t->f, c));
    }
    if (i < t->n && t->list[i].number == value)
        lc_text_add(&text, " ...");
    cell->tone = i > first ? lcv_tone_of(ctx, number) : LCV_NO_TONE;
    cell->marks |= lc_int_eq(number, t->missing) ? LCV_MARK_FAULT : 0;
    if (i == first)
        return true;
    char *shown = lcv_kept(ctx, lc_text_take(ctx, &text));
    return shown && lcv_cell_text(ctx, cell, shown);
}

/* The numbers up to the largest value, or the one that is missing. */
static lcv_figure *draw_strip(strip *t)
{
    lc_ctx *ctx = t->s->ctx;
    lc_int last = lc_int_si(ctx, t->n > 0 ? t->list[t->n - 1].number : 0);
    last = lc_int_lt(last, t->missing) ? t->missing : last;
    lc_tuple *shape = lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_add(ctx, last, lc_int_const(1))));
    lcv_cell_maker maker = {ctx, make_cell, t};
    lcv_domain domain = {.shape = shape, .nkept = 1, .kept = &t->missing};
    lcv_draw_options how = {.limit = t->s->how->limit};
    char *title = lcv_kept(ctx, lcv_text(ctx, "where %s has each number", t->f.name));
    return shape && title ? lcv_grids(&maker, title, &domain, &how) : NULL;
}

/* NULL without an error where no number is missing, or there are too many. */
static lcv_figure *missing(const lcv_scene *s)
{
    strip t = {.s = s};
    char *name = lcv_parameter_name(s->ctx, s->claim->signature, 0);
    const lcv_value *v = lcv_kept(s->ctx, lcv_box_listed(s->r, s->claim->name, s->arg[0]));
    if (!name || !v || !lcv_fault_value(s->ctx, s->result, name, &t.missing) ||
        lc_int_sign(t.missing) < 0 || !lc_int_is_small(t.missing) ||
        !lcv_arg_any(s->ctx, s->claim->name, name, v, &t.f))
        return NULL;
    t.list = lcv_function_sorted(s->ctx, &t.f, &t.n);
    lcv_figure *f = t.list ? draw_strip(&t) : NULL;
    return f;
}

lcv_figure *lcv_draw_reached(const lcv_scene *s)
{
    lcv_figure *numbers = s->result->verdict == LCV_REFUTED ? missing(s) : NULL;
    lc_ctx_reset(s->ctx);
    if (!numbers)
        return NULL;
    lcv_figure *all = lcv_figure_above(s->ctx, lcv_fault_title(s));
    bool ok = all && lcv_figure_add(s->ctx, all, numbers);
    if (!all)
        lcv_figure_free(numbers);
    for (size_t i = 0; ok && i < s->n; i++) {
        lcv_figure *f = lcv_draw_operand(s, i);
        ok = !f || lcv_figure_add(s->ctx, all, f);
    }
    if (ok)
        return all;
    lcv_figure_free(all);
    return NULL;
}
