/* width.c - 32 or 64 bits, by bounds. */
#include "config.h"

#include "width.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"

/* ---- one expression */

static bool has_wide(const bool *wide, const lc_expr *e)
{
    if (!e)
        return false;
    if (e->op == LC_EXPR_VAR)
        return wide[e->slot];
    return has_wide(wide, e->arg[0]) || has_wide(wide, e->arg[1]) || has_wide(wide, e->arg[2]);
}

static bool fits_int(const lc_expr *e)
{
    return !e || (e->low >= INT32_MIN && e->high <= INT32_MAX && fits_int(e->arg[0]) &&
                  fits_int(e->arg[1]) && fits_int(e->arg[2]));
}

bool lck_is_wide(const bool *wide, const lc_expr *e)
{
    return has_wide(wide, e) || !fits_int(e);
}

/* A step that may leave 64 bits: the bounds of its value were cut off there. Its operands come
 * first, as the bounds that follow from such a step mean nothing. */
static const lc_expr *find_unfit(const lc_expr *e)
{
    const lc_expr *found = NULL;
    for (int i = 0; !found && e && i < 3; i++)
        found = find_unfit(e->arg[i]);
    if (found || !e || e->op == LC_EXPR_INT)
        return found;
    return e->low == INT64_MIN || e->high == INT64_MAX ? e : NULL;
}

/* ---- the variables */

/* The LETs in their order, as each depends on those before it. */
static void find_wide(const lck_statement *s, bool *wide)
{
    for (; s; s = s->next) {
        if (s->kind == LCK_LET)
            wide[s->var->slot] = s->wide || !fits_int(s->var);
        find_wide(s->body, wide);
        find_wide(s->otherwise, wide);
    }
}

void lck_find_wide(const lck_kernel *kernel, bool *wide)
{
    memset(wide, 0, lc_exprs_nvars(kernel->x) * sizeof *wide);
    for (size_t i = 0; i < kernel->nsizes; i++)
        wide[kernel->size[i].var->slot] = kernel->size[i].wide || !fits_int(kernel->size[i].var);
    find_wide(kernel->body, wide);
}

/* ---- all expressions */

size_t lck_computed(const lck_statement *s, const lc_expr **list)
{
    const bool in_place = s->kind == LCK_APPLY && s->left.at == s->held.at;
    const lc_expr *const all[] = {
        s->value,    s->held.at,   in_place ? NULL : s->left.at,
        s->right.at, s->to.index,  s->from.index == s->to.index ? NULL : s->from.index,
        s->a.index,  s->a.held.at, s->b.index,
        s->slot,     s->phase,     s->peer,
        s->crd[0],   s->crd[1],    s->crd[2],
        s->crd[3],   s->crd[4],    s->peers,
        s->once,
    };
    size_t n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            list[n++] = all[i];
    return n;
}

static void count(lck_widths *out, const bool *wide, const lc_expr *e)
{
    if (lck_is_wide(wide, e))
        out->wide++;
    else
        out->narrow++;
    out->unfit = out->unfit ? out->unfit : find_unfit(e);
}

static void count_statements(lck_widths *out, const bool *wide, const lck_statement *s)
{
    for (; s; s = s->next) {
        const lc_expr *list[LCK_MAX_COMPUTED];
        size_t n = lck_computed(s, list);
        for (size_t i = 0; i < n; i++)
            count(out, wide, list[i]);
        if (s->kind == LCK_LET && !out->unfit &&
            (s->value->low < s->var->low || s->value->high > s->var->high)) {
            out->unfit = s->value;
            out->var = s->var;
        }
        count_statements(out, wide, s->body);
        count_statements(out, wide, s->otherwise);
    }
}

static void check_host(lck_widths *out, size_t n, const lc_expr *const *list)
{
    for (size_t i = 0; !out->unfit && i < n; i++)
        out->unfit = find_unfit(list[i]);
}

bool lck_find_widths(const lck_kernel *kernel, lck_widths *out)
{
    bool *wide = lc_alloc(kernel->ctx, lc_exprs_nvars(kernel->x), sizeof *wide);
    *out = (lck_widths){0};
    if (!wide)
        return false;
    lck_find_wide(kernel, wide);
    count_statements(out, wide, kernel->body);
    check_host(out, kernel->nconditions, kernel->condition);
    check_host(out, 1, &kernel->blocks);
    check_host(out, 1, &kernel->cost);
    for (size_t i = 0; i < kernel->narrays; i++) {
        check_host(out, 1, &kernel->array[i].extent);
        check_host(out, 1, &kernel->array[i].index);
    }
    for (size_t i = 0; i < kernel->nmaps; i++) {
        check_host(out, 1, &kernel->map[i].offset);
        check_host(out, kernel->map[i].rank, kernel->map[i].extent);
        check_host(out, kernel->map[i].rank, kernel->map[i].stride);
    }
    for (size_t k = 0; k < kernel->rank; k++) {
        check_host(out, 1, &kernel->counter[k].extent);
        for (size_t i = 0; i < kernel->narrays; i++)
            check_host(out, 1, &kernel->counter[k].stride[i]);
    }
    free(wide);
    return true;
}

char *lck_unfit_text(const lck_kernel *kernel, const lck_widths *widths)
{
    lc_text text = {0};
    char *e = lc_expr_to_c(kernel->ctx, widths->unfit);
    lc_text_printf(&text, "bounds do not show that %s ", e ? e : "an expression");
    if (widths->var)
        lc_text_printf(&text, "is in %" PRId64 "..%" PRId64 ", as %s is", widths->var->low,
                       widths->var->high, widths->var->name);
    else
        lc_text_add(&text, "has 64 bits");
    free(e);
    return lc_text_take(kernel->ctx, &text);
}
