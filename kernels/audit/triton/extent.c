/* extent.c - what is touched of a buffer, and whether that is inside of it.
 *
 * A buffer's size is said by an option, as an expression of the arguments. The claim has the
 * formula as a map of the coordinates under the mask, and the blocks, trips and arguments as
 * parameters with their bounds. Without a size what is touched is told.
 */
#include "config.h"

#include "global.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"

static const char *size_of(const lck_global_access *a)
{
    const lck_ir_module *m = a->t->m;
    const lck_ir_value *v = &m->value[a->place.base];
    for (size_t i = 0; i < a->options->narguments; i++) {
        const lck_argument *o = &a->options->argument[i];
        if (o->kind == LCK_ARGUMENT_BYTES && v->op == a->t->func && v->block != LCK_IR_NONE &&
            v->index == o->index)
            return o->bytes;
    }
    return NULL;
}

static bool mentions(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        bool before = at > text && (strchr("_.", at[-1]) || (at[-1] | 32) >= 'a');
        char c = at[n];
        bool behind = c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
        if (!before && !behind)
            return true;
    }
    return false;
}

/* `param M in 0..100; assume M % 16 == 0; ` of each symbol; false: one is data. */
static bool add_parameters(const lck_global_access *a, const lc_expr *place, const lc_expr *guard,
                           const char *size, lc_text *text)
{
    lc_exprs *x = lck_index_exprs(a->ix);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *s = lck_index_symbol(a->ix, i);
        if (!s->var || s->kind == LCK_COORDINATE ||
            !(lc_expr_has(place, s->var) || (guard && lc_expr_has(guard, s->var)) ||
              mentions(size, s->var->name)))
            continue;
        if (s->kind == LCK_DATA || s->kind == LCK_HINTED)
            return false;
        lc_text_printf(text, "param %s in %lld..%lld; ", s->var->name, (long long)s->var->low,
                       (long long)s->var->high);
        if (s->multiple > 1)
            lc_text_printf(text, "assume %s %% %lld == 0; ", s->var->name,
                           (long long)s->multiple);
    }
    return true;
}

static void add_map(const lck_global_access *a, const char *place, const char *guard,
                    const char *size, lc_text *text)
{
    size_t rank = a->type.rank;
    lc_text_add(text, "in_bounds(map { (");
    for (size_t i = 0; i < rank; i++)
        lc_text_printf(text, "%si%zu", i ? "," : "", i);
    lc_text_add(text, rank ? ") in (" : "i0) in (1");
    for (size_t i = 0; i < rank; i++)
        lc_text_printf(text, "%s%lld", i ? "," : "", (long long)a->type.extent[i]);
    lc_text_printf(text, ")%s%s -> %s }, (%s) / %u)", guard ? " where " : "", guard ? guard : "",
                   place, size, a->bytes);
}

static void ask(const lck_global_access *a, const char *size, lck_answer *answer)
{
    const lc_expr *place = lck_index_defined(a->ix, a->place.e);
    const lc_expr *guard = a->guard ? lck_index_defined(a->ix, a->guard) : NULL;
    char *place_text = lck_global_text(a, place);
    char *guard_text = guard ? lck_global_text(a, guard) : NULL;
    lc_text claim = {0};
    answer->verdict = LCK_UNKNOWN;
    if (!place_text || !add_parameters(a, place, guard, size, &claim))
        answer->why = lck_audit_printf(a->t->audit, "its address or its mask depends on data");
    else {
        add_map(a, place_text, guard_text, size, &claim);
        const lck_claimed *c = lck_asker_prove(a->t->asker, lc_text_peek(&claim));
        answer->claim = lck_audit_printf(a->t->audit, "%s", lc_text_peek(&claim));
        answer->confirmed = c->confirmed;
        if (c->verdict == LCV_PROVED)
            answer->verdict = LCK_GOOD;
        else if (c->verdict == LCV_REFUTED) {
            answer->verdict = LCK_BAD;
            answer->shown = lck_audit_printf(a->t->audit, "%s", c->shown);
        } else
            answer->why = lck_audit_printf(a->t->audit, "%s", c->shown);
    }
    lc_text_free(&claim);
    free(place_text);
    free(guard_text);
}

void lck_global_inside(const lck_global_access *a, lck_access_record *r)
{
    lck_answer *answer = &r->answer[LCK_INSIDE];
    const char *size = size_of(a);
    if (size) {
        ask(a, size, answer);
        return;
    }
    answer->verdict = LCK_UNKNOWN;
    answer->why = lck_audit_printf(a->t->audit, "the size of the buffer is not said");
}
