/* extent.c - whether what is touched of a buffer is inside of it.
 *
 * A buffer's size is said by an option, as an expression of the arguments. First numbers are
 * looked for at which an element is outside where the mask holds and the operation is done; the
 * claim about these numbers is refuted. Without such numbers the claim is asked of all: it has
 * the formula as a map of the coordinates under the mask, and the blocks, trips and arguments as
 * parameters with their bounds.
 */
#include "config.h"

#include "global.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "extreme.h"

#define ROUNDS 20 /* of sizes */

typedef struct {
    const lck_global_access *a;
    const char *size;        /* in bytes, as it was said */
    const lc_expr *elements; /* of the buffer; NULL: not read here */
    const lc_expr *place, *guard;
    bool exact; /* the guard is the whole condition */
} extent;

/* NULL: *why. */
static const char *size_of(const lck_global_access *a, const char **why)
{
    const lck_ir_module *m = a->t->m;
    const lck_ir_value *v = &m->value[a->place.base];
    *why = "the size of the buffer is not said";
    for (size_t i = 0; i < a->options->narguments; i++) {
        const lck_argument *o = &a->options->argument[i];
        if (o->kind == LCK_ARGUMENT_BYTES && v->op == a->t->func && v->block != LCK_IR_NONE &&
            v->index == o->index && o->offset == 0) {
            *why = o->bytes ? NULL : "sizes of buffers in parameters are read for PTX alone";
            return o->bytes;
        }
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

/* ---- the condition ---- */

/* The conditions of a mask that do not depend on data: they hold wherever the mask does. */
static const lc_expr *without_data(extent *x, const lc_expr *e)
{
    lck_index *ix = x->a->ix;
    lc_exprs *all = lck_index_exprs(ix);
    if (!lck_index_has_data(ix, e))
        return e;
    if (e->op != LC_EXPR_ALL) {
        x->exact = false;
        return lc_expr_int(all, 1);
    }
    return lc_expr_make(all, LC_EXPR_ALL, without_data(x, e->arg[0]), without_data(x, e->arg[1]));
}

static void read_guard(extent *x)
{
    lck_index *ix = x->a->ix;
    const lc_expr *mask = x->a->guard ? lck_index_defined(ix, x->a->guard) : NULL;
    const lc_expr *reached = lck_index_reached(ix, x->a->op, &x->exact);
    x->exact = x->exact && (mask || x->a->mask == LCK_IR_NONE);
    x->guard = mask ? lc_expr_make(lck_index_exprs(ix), LC_EXPR_ALL, reached,
                                   without_data(x, mask))
                    : reached;
    if (!x->guard) {
        x->guard = lc_expr_int(lck_index_exprs(ix), 1);
        x->exact = false;
    }
}

/* ---- numbers at which it is outside ---- */

/* A size: small ones of all arguments alike first, then any. */
static int64_t size_at(const lck_symbol *s, unsigned round, size_t i)
{
    static const int64_t alike[] = {1, 2, 3, 5, 8, 17, 33, 129},
                         mixed[] = {0, 1, 2, 3, 4, 9, 40, 300};
    size_t n = sizeof alike / sizeof *alike;
    int64_t most = s->var->high / s->multiple, least = s->var->low / s->multiple;
    uint64_t seed = (round * 1000 + i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    seed = (seed ^ seed >> 31) * UINT64_C(0xbf58476d1ce4e5b9) >> 33;
    int64_t v = round < n           ? alike[round]
                : most - least < 64 ? least + (int64_t)(seed % (uint64_t)(most - least + 1))
                                    : mixed[seed % n];
    return lck_extreme_fitted(s, s->multiple * v);
}

/* Numbers at which `excess`, how far behind the last element it is, is not negative. */
static bool find_excess(const extent *x, const lc_expr *excess, lck_extreme *n)
{
    lck_index *ix = x->a->ix;
    *n = (lck_extreme){.ix = ix, .value = excess, .guard = x->guard, .enough = 0, .env = n->env};
    for (unsigned round = 0; excess && round < ROUNDS; round++) {
        memset(n->env, 0, LC_MAX_EXPR_VARS * sizeof *n->env);
        for (size_t i = 0; i < lc_exprs_nvars(lck_index_exprs(ix)); i++) {
            const lck_symbol *s = lck_index_symbol(ix, i);
            if (s->var && lck_extreme_given(s))
                n->env[i] = size_at(s, round, i);
        }
        if (lck_extreme_climb(n) && n->best >= 0)
            return true;
    }
    return false;
}

static bool find_outside(const extent *x, lck_extreme *n)
{
    lc_exprs *all = lck_index_exprs(x->a->ix);
    return find_excess(x, lc_expr_make(all, LC_EXPR_SUB, x->place, x->elements), n) ||
           find_excess(x, lc_expr_make(all, LC_EXPR_SUB, lc_expr_int(all, -1), x->place), n);
}

/* ---- the claim ---- */

static void add_number(lc_text *text, const char *name, int64_t low, int64_t high)
{
    lc_text_printf(text, "param %s in %lld..%lld; ", name, (long long)low, (long long)high);
}

/* `param M in 0..100; assume M % 16 == 0; ` of each symbol, or at numbers. */
static void add_parameters(const extent *x, const lck_extreme *at, lc_text *text)
{
    lck_index *ix = x->a->ix;
    for (size_t i = 0; i < lc_exprs_nvars(lck_index_exprs(ix)); i++) {
        const lck_symbol *s = lck_index_symbol(ix, i);
        if (!s->var || s->kind == LCK_COORDINATE ||
            !(lc_expr_has(x->place, s->var) || lc_expr_has(x->guard, s->var) ||
              mentions(x->size, s->var->name)))
            continue;
        add_number(text, s->var->name, at ? at->env[i] : s->var->low,
                   at ? at->env[i] : s->var->high);
        if (!at && s->multiple > 1)
            lc_text_printf(text, "assume %s %% %lld == 0; ", s->var->name,
                           (long long)s->multiple);
    }
    /* arguments whose number is given are no symbols */
    const lck_ir_module *m = x->a->t->m;
    const lck_ir_op *func = &m->op[x->a->t->func];
    const lck_ir_block *b = &m->block[func->blocks];
    for (uint32_t v = b->argument; v < b->argument + b->narguments; v++) {
        int64_t number;
        char name[64];
        lck_formula f = lck_index_of(ix, v);
        snprintf(name, sizeof name, "%.*s",
                 (int)(m->value[v].name.n < 60 ? m->value[v].name.n : 60), m->value[v].name.at);
        if (f.e && f.base == LCK_IR_NONE && lc_expr_is_int(f.e, &number) &&
            mentions(x->size, name))
            add_number(text, name, number, number);
    }
}

/* `(i0,i1) in (64,32) where ..`: the coordinates of an access. */
static void add_domain(const extent *x, const char *guard, lc_text *text)
{
    const lck_global_access *a = x->a;
    size_t rank = a->type.rank;
    lc_text_add(text, "(");
    for (size_t i = 0; i < rank; i++)
        lc_text_printf(text, "%si%zu", i ? "," : "", i);
    lc_text_add(text, rank ? ") in (" : "i0) in (1");
    for (size_t i = 0; i < rank; i++)
        lc_text_printf(text, "%s%lld", i ? "," : "", (long long)a->type.extent[i]);
    lc_text_printf(text, ")%s%s", guard ? " where " : "", guard ? guard : "");
}

/* Adds the claim that all places are inside; with `faults`, that no coordinate has a place
 * outside, which also works for buffers without elements. */
static void add_map(const extent *x, const char *place, const char *guard, bool faults,
                    lc_text *text)
{
    lc_text_add(text, "in_bounds(map { ");
    add_domain(x, guard, text);
    if (faults)
        lc_text_printf(text, "%s(%s < 0 || %s >= (%s) / %u) -> 1 }, 1)",
                       guard ? " && " : " where ", place, place, x->size, x->a->bytes);
    else
        lc_text_printf(text, " -> %s }, (%s) / %u)", place, x->size, x->a->bytes);
}

/* The claim, for all numbers or at some; NULL: there is no memory. */
static char *claim_of(const extent *x, const lck_extreme *at, bool faults)
{
    int64_t always;
    char *place = lck_global_text(x->a, x->place), *guard = NULL;
    lc_text claim = {0};
    if (!lc_expr_is_int(x->guard, &always))
        guard = lck_global_text(x->a, x->guard);
    add_parameters(x, at, &claim);
    if (place)
        add_map(x, place, guard, faults, &claim);
    free(place);
    free(guard);
    return lc_text_take(NULL, &claim);
}

/* ---- the verdict ---- */

/* Says what is outside at these numbers, if it is; false: it is not. */
static bool show(const extent *x, const lck_extreme *n, const char *steps, lck_answer *answer)
{
    int64_t active = 0, place = 0, elements = 0;
    bool outside = lc_expr_at(x->guard, n->env, &active) && active &&
                   lc_expr_at(x->place, n->env, &place) &&
                   (!x->elements || (lc_expr_at(x->elements, n->env, &elements) &&
                                     (place < 0 || place >= elements)));
    if (!outside)
        return false;
    lck_extreme told = *n;
    if (x->elements)
        told.value = lc_expr_make(lck_index_exprs(n->ix), LC_EXPR_SUB, x->place, x->elements);
    char *numbers = told.value ? lck_extreme_text(&told) : NULL;
    lc_text of = {0};
    if (x->elements)
        lc_text_printf(&of, " of a buffer of %lld", (long long)elements);
    answer->verdict = LCK_BAD;
    answer->shown = lck_audit_printf(x->a->t->audit, "at %s: element %lld%s\n%s",
                                     numbers && numbers[0] ? numbers : "all numbers",
                                     (long long)place, of.length ? of.data : "", steps);
    lc_text_free(&of);
    free(numbers);
    return true;
}

static const lck_claimed *claimed(const extent *x, const lck_extreme *at, bool faults,
                                  lck_answer *answer)
{
    const lck_claimed *c = lck_asker_claim(x->a->t->asker, claim_of(x, at, faults));
    lck_audit_claim(x->a->t->audit, answer, c);
    return c;
}

static void refute(const extent *x, const lck_extreme *n, lck_answer *answer)
{
    int64_t elements;
    bool empty = !lc_expr_at(x->elements, n->env, &elements) || elements < 1;
    const lck_claimed *c = claimed(x, n, empty, answer);
    if (c->verdict != LCV_REFUTED || !show(x, n, c->shown, answer))
        answer->why = lck_audit_printf(x->a->t->audit, "the claim is not refuted: %s", c->shown);
}

/* Reads `M = 16, c = (3,0)` into numbers for symbols. */
static void read_where(const extent *x, const char *where, lck_extreme *n)
{
    lck_index *ix = x->a->ix;
    lc_exprs *all = lck_index_exprs(ix);
    char name[64];
    int length;
    while (sscanf(where, "%63[a-zA-Z0-9_] = %n", name, &length) == 1) {
        bool coordinates = strcmp(name, "c") == 0 && !lc_exprs_find(all, name);
        char *end = NULL;
        where += length;
        for (unsigned axis = 0; axis == 0 || *where == ','; axis++) {
            where += *where == '(' || (axis > 0 && *where == ',');
            long long value = strtoll(where, &end, 10);
            for (size_t i = 0; i < lc_exprs_nvars(all); i++) {
                const lck_symbol *s = lck_index_symbol(ix, i);
                if (s->var && (coordinates ? s->kind == LCK_COORDINATE && s->axis == axis
                                           : strcmp(s->var->name, name) == 0))
                    n->env[i] = value;
            }
            where = end;
            if (!coordinates)
                break;
        }
        where += strspn(where, "), ");
    }
}

static void ask(const extent *x, lck_extreme *n, lck_answer *answer)
{
    lck_audit *audit = x->a->t->audit;
    const lck_claimed *c = claimed(x, NULL, false, answer);
    if (c->verdict != LCV_PROVED && c->verdict != LCV_REFUTED)
        c = claimed(x, NULL, true, answer);
    if (c->verdict == LCV_PROVED)
        answer->verdict = LCK_GOOD;
    else if (c->verdict != LCV_REFUTED)
        answer->why = lck_audit_printf(audit, "%s", c->shown);
    else if (!x->exact)
        answer->why =
            lck_audit_printf(audit,
                             "its mask, or whether it is done, depends on what is not known");
    else {
        memset(n->env, 0, LC_MAX_EXPR_VARS * sizeof *n->env);
        read_where(x, c->where, n);
        if (!show(x, n, c->shown, answer))
            answer->why = lck_audit_printf(audit, "its counterexample is not read: %s", c->where);
    }
}

static void judge(extent *x, lck_answer *answer)
{
    lck_index *ix = x->a->ix;
    lc_exprs *all = lck_index_exprs(ix);
    lck_extreme n = {.ix = ix, .env = calloc(LC_MAX_EXPR_VARS, sizeof *n.env)};
    read_guard(x);
    const lc_expr *bytes = lck_index_size(ix, x->size);
    x->elements = bytes ? lc_expr_make(all, LC_EXPR_DIV, bytes, lc_expr_int(all, x->a->bytes))
                        : NULL;
    lc_ctx_reset(lc_exprs_ctx(all));
    int64_t always;
    if (lc_expr_is_int(x->guard, &always) && !always) {
        answer->verdict = LCK_GOOD;
        answer->why = lck_audit_printf(x->a->t->audit,
                                       "its mask never holds, or it is never done");
    } else if (n.env && x->exact && x->elements && find_outside(x, &n))
        refute(x, &n, answer);
    else if (n.env) {
        n.value = x->place;
        n.guard = x->guard;
        ask(x, &n, answer);
    }
    free(n.env);
}

/* Is an argument's name that of a coordinate in the claim? */
static bool has_coordinate_name(const lck_ir_module *m, uint32_t func)
{
    const lck_ir_block *b = &m->block[m->op[func].blocks];
    for (uint32_t v = b->argument; v < b->argument + b->narguments; v++) {
        lck_ir_text name = m->value[v].name;
        if (name.n >= 2 && name.at[0] == 'i' && name.at[1] >= '0' && name.at[1] <= '9' &&
            (name.n == 2 || name.at[2] == '_')) /* i1, and i1_of_64 of formulas */
            return true;
    }
    return false;
}

void lck_global_inside(const lck_global_access *a, lck_access_record *r)
{
    lck_answer *answer = &r->answer[LCK_INSIDE];
    const char *why;
    extent x = {.a = a, .size = size_of(a, &why), .place = lck_index_defined(a->ix, a->place.e)};
    answer->verdict = LCK_UNKNOWN;
    if (x.size && (!x.place || lck_index_has_data(a->ix, x.place)))
        why = "its address depends on data";
    else if (x.size && has_coordinate_name(a->t->m, a->t->func))
        why = "an argument has the name of a coordinate";
    if (why)
        answer->why = lck_audit_printf(a->t->audit, "%s", why);
    else
        judge(&x, answer);
}
