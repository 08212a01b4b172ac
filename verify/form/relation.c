/* relation.c - forms that are relations: the context of their parameters, and what stands for
 * them. */
#include "config.h"

#include "relation.h"

#include "../language/names.h"
#include "../value/relate.h"
#include "../value/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- the context ---- */

static const char *name_of(const lcv_forms *f, size_t i)
{
    return f->symbol[i] == SIZE_MAX ? "" : lcv_symbols_at(f->symbols, f->symbol[i])->name;
}

/* isl tells parameters apart by their names. */
static bool check_names(lcv_forms *f)
{
    for (size_t i = 0; i < f->nparameters; i++) {
        const char *name = name_of(f, i);
        if (lcv_is_isl_word(name))
            return lcv_obstacle(f, "the parameter %s has the name of a word of isl's syntax",
                                name);
        for (size_t k = 0; k < i; k++)
            if (*name != '\0' && strcmp(name, name_of(f, k)) == 0)
                return lcv_obstacle(f, "two parameters are called %s", name);
    }
    return true;
}

static void add_range(lcv_forms *f, lc_text *out, const lcv_symbol *s)
{
    lc_ctx *ctx = f->ctx;
    lc_int low = lc_int_add(ctx, lc_int_mul(ctx, s->factor, s->range.low), s->residue);
    lc_int high = lc_int_add(ctx, lc_int_mul(ctx, s->factor, s->range.high), s->residue);
    if (s->range.bounded_below)
        lcv_text_add(ctx, out, " and %s >= %i", s->name, low);
    if (s->range.bounded_above)
        lcv_text_add(ctx, out, " and %s <= %i", s->name, high);
    if (!lc_int_is_one(s->factor))
        lcv_text_add(ctx, out, " and (%s - %i) mod %i = 0", s->name, s->residue, s->factor);
}

/* An assumption that isl has no words for is left out: more numbers are then asked about. */
static void add_assumption(lcv_forms *f, lc_text *out, const lcv_fact *row)
{
    lc_text one = {0};
    if (lcv_isl_size(f, &one, row->p))
        lc_text_printf(out, " and %s %s 0", lc_text_peek(&one), row->equality ? "=" : ">=");
    lc_text_free(&one);
}

static char *context_text(lcv_forms *f)
{
    lc_text out = {0};
    lcv_isl_names(f, NULL, &out);
    lc_text_add(&out, "{ : 0 = 0");
    for (size_t i = 0; i < f->nparameters; i++)
        if (f->symbol[i] != SIZE_MAX)
            add_range(f, &out, lcv_symbols_at(f->symbols, f->symbol[i]));
    for (size_t i = 0; i < f->nassumed; i++)
        add_assumption(f, &out, &f->assumed[i]);
    lc_text_add(&out, " }");
    return lc_text_take(f->ctx, &out);
}

/* The numbers of the parameters; NULL with an obstacle. */
static const lcr_map *context_of(lcv_forms *f)
{
    if (!f->context && check_names(f)) {
        char *text = context_text(f);
        f->context = text ? lcr_context_parse(f->r, text) : NULL;
        free(text);
        if (!f->context)
            lcv_obstacle(f, "the ranges of the parameters for isl");
    }
    return f->context;
}

/* ---- making ---- */

bool lcv_form_is_set(const lcv_form *form)
{
    return form->kind == LCV_FORM_RELATION
               ? form->set
               : form->kind == LCV_FORM_VALUE && form->value->kind == LCV_SET;
}

bool lcv_form_is_relation(const lcv_form *form)
{
    return form->kind == LCV_FORM_RELATION ||
           (form->kind == LCV_FORM_VALUE &&
            (form->value->kind == LCV_RELATION || form->value->kind == LCV_SET));
}

/* A family without parameters is a value. */
static const lcv_form *plain(lcv_forms *f, lcr_map *m, bool set)
{
    return lcv_form_value(f, set ? lcv_value_set(f->ctx, m) : lcv_value_relation(f->ctx, m));
}

const lcv_form *lcv_form_relation(lcv_forms *f, lcr_map *m, bool set)
{
    const lcr_map *context = m ? context_of(f) : NULL;
    if (m && lcr_map_nparameters(m) == 0)
        return plain(f, m, set);
    lcr_map *within = context ? lcr_family_within(f->r, m, context) : NULL;
    lcv_form *form = within ? lcv_form_new(f, LCV_FORM_RELATION) : NULL;
    lcr_map_free(m);
    if (!form) {
        lcr_map_free(within);
        return lcv_obstacle(f, "a relation with parameters");
    }
    form->relation = within;
    form->set = set;
    return form;
}

const lcv_form *lcv_form_of_isl(lcv_forms *f, char *text, bool set)
{
    bool known = text && context_of(f) != NULL;
    lcr_map *m = known ? lcr_family_parse(f->r, text, set) : NULL;
    free(text);
    return lcv_form_relation(f, m, set);
}

/* Of the parameters and one more, which is this size. */
static lcr_map *definition(lcv_forms *f, const char *name, const lc_poly *size)
{
    lc_text text = {0};
    lcr_map *context = NULL;
    for (size_t i = 0; i < f->nparameters; i++)
        if (strcmp(name, name_of(f, i)) == 0)
            return lcv_obstacle(f, "%s is the name of two things in a relation", name);
    lcv_isl_names(f, name, &text);
    lc_text_printf(&text, "{ : %s = ", name);
    if (lcv_isl_size(f, &text, size)) {
        lc_text_add(&text, " }");
        context = lcr_context_parse(f->r, lc_text_peek(&text));
    } else {
        lcv_obstacle(f, "%s is a product of parameters, which isl's relations do not have", name);
    }
    lc_text_free(&text);
    return context;
}

lcr_map *lcv_forms_define(lcv_forms *f, lcr_map *m, const char *name, const lc_poly *size)
{
    lc_int number;
    lcr_map *made = NULL, *context = NULL, *where = NULL;
    if (m && size && lc_poly_is_const(size, &number))
        made = lcr_family_at(f->r, m, 1, &name, &number);
    else if (m && size)
        context = definition(f, name, size);
    if (context)
        where = lcr_family_with(f->r, m, context);
    if (where)
        made = lcr_family_without(f->r, where, name);
    lcr_map_free(context);
    lcr_map_free(where);
    lcr_map_free(m);
    return made ? made : lcv_obstacle(f, "a parameter of a relation");
}

/* ---- what stands for a relation ---- */

static const lcr_map *relation_in(const lcv_form *form)
{
    return !form                             ? NULL
           : form->kind == LCV_FORM_RELATION ? form->relation
                                             : form->value->relation;
}

const lcr_map *lcv_form_map(lcv_forms *f, const lcv_form *form)
{
    if (!form || lcv_form_is_set(form))
        return form ? lcv_obstacle(f, "expected a relation, found a set") : NULL;
    if (lcv_form_is_relation(form))
        return relation_in(form);
    const lcv_value *v = form->kind == LCV_FORM_VALUE ? form->value : NULL;
    if (v && v->kind != LCV_TUPLE && lcv_is_function(v)) {
        lcr_map *m = lcv_layout_map(f->r, v);
        return m ? relation_in(plain(f, m, false)) : lcv_obstacle(f, "a layout map");
    }
    const lcv_form *a = lcv_form_as_tensor(f, form);
    return a ? relation_in(lcv_form_of_isl(f, lcv_isl_layout_map(f, a), false)) : NULL;
}

const lcr_map *lcv_form_elements(lcv_forms *f, const lcv_form *form)
{
    if (!form || lcv_form_is_set(form))
        return relation_in(form);
    if (!lcv_form_is_tuple(form))
        return lcv_obstacle(f, "expected a set or a shape");
    const lcv_form *shape = lcv_form_as_tuple(f, form);
    return shape ? relation_in(lcv_form_of_isl(f, lcv_isl_box(f, shape, 1), true)) : NULL;
}

/* ---- sizes ---- */

static const lc_poly *parameter_called(lcv_forms *f, const char *name)
{
    for (size_t i = 0; i < f->nparameters; i++)
        if (strcmp(name, name_of(f, i)) == 0)
            return f->parameter[i];
    return lcv_obstacle(f, "a parameter %s", name);
}

const lc_poly *lcv_form_of_size(lcv_forms *f, const lcr_size *s)
{
    const lc_poly **floor = lc_alloc(f->ctx, s->nfloors + 1, sizeof(lc_poly *)), *p = NULL;
    for (size_t i = 0; floor && i <= s->nfloors; i++) {
        const lc_int *row = lcr_size_row(s, i);
        p = lcv_size_int(f->symbols, row[0]);
        for (size_t k = 0; p && k < s->nparameters + s->nfloors; k++) {
            if (lc_int_is_zero(row[1 + k]))
                continue;
            const lc_poly *term = k < s->nparameters ? parameter_called(f, s->name[k])
                                                     : floor[k - s->nparameters];
            p = lcv_size_add(f->symbols, p,
                             lcv_size_mul(f->symbols, lcv_size_int(f->symbols, row[1 + k]),
                                          term));
        }
        p = floor[i] = p ? lcv_size_floor(f->symbols, p, s->divisor[i]) : NULL;
    }
    free(floor);
    return p;
}

/* ---- questions ---- */

bool lcv_for_all_open(lcv_forms *f, lcv_for_all *q, const lc_int *instance)
{
    *q = (lcv_for_all){.all = {.context = context_of(f), .n = f->nparameters}};
    q->all.name = q->name;
    q->all.at = q->at;
    for (size_t i = 0; i < f->nparameters; i++) {
        q->name[i] = name_of(f, i);
        q->at[i] = instance ? instance[i] : lc_int_const(1);
        lc_poly_is_const(f->parameter[i], &q->at[i]);
    }
    return q->all.context != NULL;
}

bool lcv_for_all_yes(lcv_forms *f, const lcv_for_all *q, lcr_answer answer, const char *what)
{
    if (answer == LCR_YES)
        return true;
    if (lc_ctx_code(f->ctx) != LC_OK || answer == LCR_UNKNOWN)
        return lcv_obstacle(f, "isl did not decide whether %s", what);
    if (!q->all.met)
        return lcv_obstacle(f, "it was not shown that %s", what);
    lc_text at = {0};
    bool first = true;
    for (size_t i = 0; i < q->all.n; i++)
        if (*q->name[i] != '\0') {
            lcv_text_add(f->ctx, &at, "%s%s = %i", first ? "" : ", ", q->name[i], q->at[i]);
            first = false;
        }
    return lcv_obstacle(f, "it was not shown that %s, as at %S", what, lc_text_take(f->ctx, &at));
}
