/* frame.c - instances, and sets of them. */
#include "config.h"

#include "frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool unknown(lck_frames *s, const char *what)
{
    lc_ctx_reset(lc_exprs_ctx(s->x));
    return lck_copy_unknown(s->c, "%s%s", s->l->sums.failed ? "not linear: " : "",
                            s->l->sums.failed ? s->l->sums.failed : what);
}

/* ---- digits ---- */

static bool is_block(const lck_frames *s, const lc_expr *e)
{
    if (e->op != LC_EXPR_VAR)
        return false;
    const lck_ptx_symbol *y = lck_formulas_symbol(s->c->f, e->slot);
    return y->kind == LCK_SYMBOL_CTAID && y->axis == 0;
}

static const lc_expr *of_size(lck_frames *s, const lc_expr *e)
{
    static const lck_frame none = {0};
    bool told = s->c->why[0] != '\0';
    const lc_expr *made = lck_frame_of(s, &none, e);
    if (!made && !told)
        s->c->why[0] = '\0';
    return made;
}

/* A division of the block's number, or of a quotient of it, by a size. */
static bool find_digits(lck_frames *s, const lc_expr *e, bool *found)
{
    int64_t number;
    if (!e || e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR)
        return true;
    for (int i = 0; i < 3; i++)
        if (!find_digits(s, e->arg[i], found))
            return false;
    if ((e->op != LC_EXPR_DIV && e->op != LC_EXPR_MOD) || lc_expr_is_int(e->arg[1], &number))
        return true;
    size_t n = s->nradices;
    bool block = is_block(s, e->arg[0]);
    for (size_t i = 0; i < n; i++)
        if (lc_expr_equal(s->dividend[i], e->arg[0]) && lc_expr_equal(s->divisor[i], e->arg[1]))
            return true;
    bool next = n == 0 ? block
                       : e->arg[0]->op == LC_EXPR_DIV &&
                             lc_expr_equal(e->arg[0]->arg[0], s->dividend[n - 1]) &&
                             lc_expr_equal(e->arg[0]->arg[1], s->divisor[n - 1]);
    if (!next || n == LCK_DIGITS)
        return true;
    s->radix[n] = of_size(s, e->arg[1]);
    if (!s->radix[n])
        return true;
    s->dividend[n] = e->arg[0];
    s->divisor[n] = e->arg[1];
    s->nradices++;
    *found = true;
    return true;
}

/* A factor of a product, taken out of it; NULL: it is none. */
static const lc_expr *without(lc_exprs *x, const lc_expr *product, const lc_expr *factor)
{
    if (lc_expr_equal(product, factor))
        return lc_expr_int(x, 1);
    if (product->op != LC_EXPR_MUL)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const lc_expr *rest = without(x, product->arg[i], factor);
        if (rest)
            return lc_expr_make(x, LC_EXPR_MUL, rest, product->arg[!i]);
    }
    return NULL;
}

bool lck_frames_begin(lck_frames *s, lck_copying *c)
{
    *s = (lck_frames){.c = c, .l = lck_linear_new(c->arena), .x = c->claim->x};
    s->nsizes = lc_exprs_nvars(s->x);
    if (!s->l) {
        c->failed = true;
        return false;
    }
    for (size_t i = 0; i < s->nsizes; i++)
        lck_linear_add(s->l, lc_exprs_var(s->x, i), true);
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < c->nmoves; i++) {
            (void)find_digits(s, c->move[i].guard, &found);
            (void)find_digits(s, c->move[i].at, &found);
            for (size_t k = 0; k < c->move[i].norigins; k++)
                (void)find_digits(s, c->move[i].origin[k].at, &found);
        }
    }
    s->last = c->claim->grid[0];
    for (size_t i = 0; i < s->nradices; i++) {
        s->last = without(s->x, s->last, s->radix[i]);
        if (!s->last)
            return lck_copy_unknown(c, "the grid is no multiple of what the block's number is "
                                       "divided by");
    }
    return true;
}

static const lc_expr *new_number(lck_frames *s, const char *name, unsigned which, unsigned k,
                                 int64_t high)
{
    char full[32];
    snprintf(full, sizeof full, "%s%u_%u", name, which, k);
    const lc_expr *v = lc_expr_var(s->x, full, 0, high);
    if (v)
        lck_linear_add(s->l, v, false);
    return v;
}

/* The largest number below a size. */
static int64_t last_of(const lc_expr *size, int64_t most)
{
    return size->high == INT64_MAX || size->high > most ? most
           : size->high > 0                             ? size->high - 1
                                                        : 0;
}

bool lck_frame_new(lck_frames *s, lck_frame *f, unsigned which, const lck_frame *block)
{
    bool ok = true;
    *f = (lck_frame){0};
    for (unsigned k = 0; k < 3; k++) {
        const lc_expr *grid = s->c->claim->grid[k];
        f->ctaid[k] = block ? block->ctaid[k]
                            : new_number(s, "block", which, k, last_of(grid, INT32_MAX));
        f->tid[k] = new_number(s, "thread", which, k, s->c->block[k] - 1);
        ok = ok && f->ctaid[k] && f->tid[k];
    }
    for (unsigned k = 0; k <= s->nradices; k++) {
        const lc_expr *radix = k < s->nradices ? s->radix[k] : s->last;
        f->digit[k] = block ? block->digit[k]
                            : new_number(s, "digit", which, k, last_of(radix, INT64_MAX));
        ok = ok && f->digit[k];
    }
    if (s->nradices > 0) {
        const lc_expr *e = f->digit[s->nradices];
        for (size_t k = s->nradices; k-- > 0 && e;)
            e = lc_expr_make(s->x, LC_EXPR_ADD, f->digit[k],
                             lc_expr_make(s->x, LC_EXPR_MUL, s->radix[k], e));
        f->ctaid[0] = e;
        ok = ok && e;
    }
    for (unsigned k = 0; k < s->c->flow->nloops && k < LCK_FRAME_LOOPS; k++) {
        const lck_ptx_symbol *trip = lck_copy_trip(s->c, k);
        const lc_expr *trips = trip && trip->trips ? lck_frame_of(s, f, trip->trips) : NULL;
        f->trip[k] = new_number(s, "trip", which, k,
                                trips ? last_of(trips, INT32_MAX) : INT32_MAX);
        ok = ok && f->trip[k];
    }
    f->unit = new_number(s, "unit", which, 0, 255);
    return (ok && f->unit) || unknown(s, "too many loops");
}

/* ---- formulas ---- */

static const lc_expr *of_symbol(lck_frames *s, const lck_frame *f, const lc_expr *e)
{
    const lck_copying *c = s->c;
    const lck_ptx_symbol *y = lck_formulas_symbol(c->f, e->slot);
    const lc_expr *made = NULL;
    switch (y->kind) {
    case LCK_SYMBOL_TID: made = f->tid[y->axis]; break;
    case LCK_SYMBOL_CTAID: made = f->ctaid[y->axis]; break;
    case LCK_SYMBOL_NTID: made = lc_expr_int(s->x, c->block[y->axis]); break;
    case LCK_SYMBOL_NCTAID: made = c->claim->grid[y->axis]; break;
    case LCK_SYMBOL_TRIP:
        made = y->of < LCK_FRAME_LOOPS && lck_copy_trip(c, y->of) == y ? f->trip[y->of] : NULL;
        break;
    case LCK_SYMBOL_ARGUMENT:
        made = !y->pointer && y->offset == 0 && y->of < LCK_ARGUMENTS ? c->claim->argument[y->of]
                                                                      : NULL;
        break;
    default: break;
    }
    if (!made && y->kind == LCK_SYMBOL_DATA)
        lck_copy_unknown(s->c, "%s",
                         lck_formula_why(c->f, e) ? lck_formula_why(c->f, e) : "data");
    else if (!made)
        lck_copy_unknown(s->c, "what %s is, is not known", e->name);
    return made;
}

/* A quotient or a remainder of the block's number by a size. */
static const lc_expr *of_digit(lck_frames *s, const lck_frame *f, const lc_expr *e)
{
    for (size_t i = 0; i < s->nradices; i++) {
        if (!lc_expr_equal(s->dividend[i], e->arg[0]) || !lc_expr_equal(s->divisor[i], e->arg[1]))
            continue;
        if (e->op == LC_EXPR_MOD)
            return f->digit[i];
        const lc_expr *made = f->digit[s->nradices];
        for (size_t k = s->nradices; k-- > i + 1 && made;)
            made = lc_expr_make(s->x, LC_EXPR_ADD, f->digit[k],
                                lc_expr_make(s->x, LC_EXPR_MUL, s->radix[k], made));
        return made;
    }
    return NULL;
}

const lc_expr *lck_frame_of(lck_frames *s, const lck_frame *f, const lc_expr *e)
{
    const lc_expr *arg[3] = {NULL}, *made;
    if (e->op == LC_EXPR_INT)
        return lc_expr_int(s->x, e->value);
    if (e->op == LC_EXPR_VAR)
        return of_symbol(s, f, e);
    if ((e->op == LC_EXPR_DIV || e->op == LC_EXPR_MOD) && (made = of_digit(s, f, e)))
        return made;
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (!(arg[i] = lck_frame_of(s, f, e->arg[i])))
            return NULL;
    if (e->op == LC_EXPR_NOT)
        made = lc_expr_not(s->x, arg[0]);
    else if (e->op == LC_EXPR_SELECT)
        made = lc_expr_select(s->x, arg[0], arg[1], arg[2]);
    else
        made = lc_expr_make(s->x, e->op, arg[0], arg[1]);
    if (made && (made->low < e->low || made->high > e->high) && e->low <= made->high &&
        e->high >= made->low)
        made = lc_expr_assume(s->x, made, e->low, e->high);
    if (!made)
        unknown(s, "a formula has no value for some sizes");
    return made;
}

/* ---- sets ---- */

static void begin_condition(lck_set *set)
{
    if (set->text.length > 0)
        lc_text_add(&set->text, " and ");
}

bool lck_set_condition(lck_frames *s, lck_set *set, const lc_expr *e)
{
    int64_t holds;
    if (e && lc_expr_is_int(e, &holds) && holds)
        return true;
    begin_condition(set);
    return (e && lck_linear_condition(s->l, &set->text, e, set->used)) ||
           unknown(s, "a condition");
}

bool lck_set_poly(lck_frames *s, lck_set *set, const lcv_sum *sum, const char *relation)
{
    int64_t value;
    if (sum && lcv_sum_is_number(sum, &value) &&
        (*relation == '=' ? value == 0
         : relation[1]    ? value >= 0
                          : value > 0))
        return true;
    begin_condition(set);
    bool ok = sum && lck_linear_text(s->l, &set->text, sum, set->used);
    lc_text_printf(&set->text, " %s 0", relation);
    return ok || unknown(s, "a sum");
}

void lck_set_name(lck_frames *s, lck_set *set, uint32_t atom)
{
    if (set->named[atom])
        return;
    set->named[atom] = true;
    lc_text_printf(&set->names, "%s%s", set->names.length ? ", " : "", s->l->atom[atom].name);
}

/* 0 <= v < size */
static bool add_range(lck_frames *s, lck_set *set, const lc_expr *v, const lc_expr *size,
                      bool named)
{
    if (!v || !size)
        return unknown(s, "a bound");
    const lcv_sum *at = lck_poly_of(s->l, v), *end = lck_poly_of(s->l, size);
    if (v->op == LC_EXPR_VAR && named)
        lck_set_name(s, set, lck_linear_add(s->l, v, false));
    if (v->op == LC_EXPR_VAR)
        set->used[lck_linear_add(s->l, v, false)] = true;
    int64_t only;
    if (end && lcv_sum_is_number(end, &only) && only == 1)
        return lck_set_poly(s, set, at, "=");
    const lcv_sum *rest = end && at ? lcv_sum_add(&s->l->sums, end, -1, at) : NULL;
    return lck_set_poly(s, set, at, ">=") && lck_set_poly(s, set, rest, ">");
}

bool lck_set_names(lck_frames *s, lck_set *set, const lck_frame *f, const lck_move *m)
{
    lck_set other = {0}; /* in the order of lck_set_instance */
    lck_move plain = *m;
    plain.guard = lc_expr_int(lck_formulas_exprs(s->c->f), 1);
    bool ok = lck_set_instance(s, &other, f, &plain, NULL, true);
    lc_text_add(&set->names, ok ? lc_text_peek(&other.names) : "");
    for (uint32_t i = 0; ok && i < LCK_ATOMS; i++) {
        set->named[i] = other.named[i];
        set->used[i] = other.named[i];
    }
    lck_set_free(&other);
    return ok;
}

bool lck_set_instance(lck_frames *s, lck_set *set, const lck_frame *f, const lck_move *m,
                      const lc_expr *when, bool named)
{
    uint32_t loop[LCK_COPY_LOOPS];
    size_t n;
    bool ok = true;
    for (size_t k = s->nradices > 0; ok && k < 3; k++)
        ok = add_range(s, set, f->ctaid[k], s->c->claim->grid[k], named);
    for (size_t k = 0; ok && s->nradices > 0 && k <= s->nradices; k++)
        ok = add_range(s, set, f->digit[k], k < s->nradices ? s->radix[k] : s->last, named);
    for (size_t k = 0; ok && k < 3; k++)
        ok = add_range(s, set, f->tid[k], lc_expr_int(s->x, s->c->block[k]), named);
    ok = ok && lck_copy_loops(s->c, m->insn, loop, &n);
    for (size_t k = 0; ok && k < n; k++)
        ok = add_range(s, set, f->trip[loop[k]],
                       lck_frame_of(s, f, lck_copy_trip(s->c, loop[k])->trips), named);
    ok = ok && add_range(s, set, f->unit, lc_expr_int(s->x, m->units), named);
    const lc_expr *guard = ok ? lck_frame_of(s, f, m->guard) : NULL;
    ok = guard && lck_set_condition(s, set, guard);
    const lc_expr *also = ok && when ? lck_frame_of(s, f, when) : NULL;
    return ok && (!when || (also && lck_set_condition(s, set, also)));
}

/* Definitions of sizes are in the context. */
char *lck_set_text(lck_frames *s, lck_set *set)
{
    lc_text text = {0};
    bool first = true;
    lck_linear_close(s->l, set->used);
    lc_text_printf(&text, "{ [%s] : ", lc_text_peek(&set->names));
    for (uint32_t i = 0; i < s->l->natoms; i++)
        if (set->used[i] && !set->named[i] && !s->l->atom[i].size) {
            lc_text_printf(&text, "%s%s", first ? "exists " : ", ", s->l->atom[i].name);
            first = false;
        }
    lc_text_add(&text, first ? "(" : ": (");
    for (uint32_t i = 0; i < s->l->natoms; i++)
        if (set->used[i] && !s->l->atom[i].size && s->l->atom[i].definition)
            lc_text_printf(&text, "%s and ", s->l->atom[i].definition);
    lc_text_printf(&text, "%s) }", set->text.length ? lc_text_peek(&set->text) : "0 = 0");
    bool failed = set->text.failed || set->names.failed;
    lck_set_free(set);
    if (failed)
        lc_text_free(&text);
    return failed ? NULL : lc_text_take(NULL, &text);
}

void lck_set_free(lck_set *set)
{
    lc_text_free(&set->text);
    lc_text_free(&set->names);
    *set = (lck_set){0};
}

/* ---- sizes ---- */

char *lck_frames_sizes(lck_frames *s)
{
    lc_text text = {0};
    lc_text_add(&text, "[");
    for (uint32_t i = 0, n = 0; i < s->l->natoms; i++)
        if (s->l->atom[i].size)
            lc_text_printf(&text, "%s%s", n++ ? ", " : "", s->l->atom[i].name);
    lc_text_add(&text, "]");
    return lc_text_take(NULL, &text);
}

char *lck_frames_context(lck_frames *s)
{
    lck_set set = {0};
    const lck_copy_claim *claim = s->c->claim;
    for (size_t i = 0; i < claim->nassumed; i++)
        if (!lck_set_condition(s, &set, claim->assumed[i])) {
            lck_set_free(&set);
            return NULL;
        }
    for (uint32_t i = 0; i < s->l->natoms; i++) {
        const lck_atom *a = &s->l->atom[i];
        if (!a->size)
            continue;
        if (a->definition) {
            begin_condition(&set);
            lc_text_printf(&set.text, "%s", a->definition);
        }
        if (a->low != INT64_MIN) {
            begin_condition(&set);
            lc_text_printf(&set.text, "%s >= %lld", a->name, (long long)a->low);
        }
        if (a->high != INT64_MAX) {
            begin_condition(&set);
            lc_text_printf(&set.text, "%s <= %lld", a->name, (long long)a->high);
        }
    }
    char *sizes = lck_frames_sizes(s);
    lc_text text = {0};
    lc_text_printf(&text, "%s -> { : %s }", sizes ? sizes : "",
                   set.text.length ? lc_text_peek(&set.text) : "0 = 0");
    bool failed = !sizes || set.text.failed;
    free(sizes);
    lck_set_free(&set);
    if (failed)
        lc_text_free(&text);
    return failed ? NULL : lc_text_take(NULL, &text);
}
