/* relation.c - statements about relations with parameters: their maps, and what isl is asked. */
#include "config.h"

#include "relation.h"

#include "../../internal.h"
#include "../claims/claims.h"
#include "../laws/laws.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <stdlib.h>
#include <string.h>

static const char *quoted(const char *text, const char *kind)
{
    size_t n = strlen(kind);
    return text && strncmp(text, kind, n) == 0 ? text + n : NULL;
}

static bool is_isl(const char *text)
{
    return quoted(text, "relation \"") || quoted(text, "set \"");
}

bool lcr_rel_is(const lcr_symbolic *s)
{
    bool is = is_isl(s->value);
    for (size_t i = 0; i < s->n; i++)
        is = is || is_isl(s->arg[i]);
    return is;
}

/* ---- sizes ---- */

isl_space *lcr_rel_parameters(const rel_statement *t)
{
    isl_space *space = isl_space_params_alloc(t->t.r->isl, (unsigned)t->s->nparameters);
    for (size_t i = 0; i < t->s->nparameters; i++)
        space = isl_space_set_dim_name(space, isl_dim_param, (unsigned)i, t->s->var[i].name);
    return space;
}

static isl_pw_aff *constant(rel_statement *t, lc_int value)
{
    return isl_pw_aff_val_on_domain(isl_set_universe(lcr_rel_parameters(t)),
                                    lcr_val(t->t.r, value));
}

static isl_pw_aff *variable(rel_statement *t, size_t i)
{
    const sym_var *v = &t->s->var[i];
    if (v->kind == SYM_PARAMETER)
        return isl_pw_aff_from_aff(
            isl_aff_var_on_domain(isl_local_space_from_space(lcr_rel_parameters(t)),
                                  isl_dim_param, (unsigned)i));
    if (v->kind == SYM_FLOOR)
        return isl_pw_aff_floor(
            isl_pw_aff_scale_down_val(lcr_rel_size(t, v->first[0]), lcr_val(t->t.r, v->divisor)));
    return v->kind == SYM_MIN
               ? isl_pw_aff_min(lcr_rel_size(t, v->first[0]), lcr_rel_size(t, v->first[1]))
               : NULL;
}

isl_pw_aff *lcr_rel_size(rel_statement *t, const poly *p)
{
    isl_pw_aff *sum = p ? constant(t, lc_int_const(0)) : NULL;
    for (size_t i = 0; sum && i < p->n; i++) {
        monomial of = p->term[i].of;
        size_t degree = lcr_monomial_degree(of);
        isl_pw_aff *term = degree == 0   ? constant(t, lc_int_const(1))
                           : degree == 1 ? variable(t, lcr_monomial_var(of, 0))
                                         : NULL;
        if (degree > 1)
            lc_fail(t->t.r->lc, LC_ERR_LIMIT, "a product of parameters");
        sum = isl_pw_aff_add(sum, isl_pw_aff_scale_val(term, lcr_val(t->t.r, p->term[i].factor)));
    }
    return sum;
}

/* A size at places of a set. */
static isl_pw_aff *size_on(rel_statement *t, isl_space *space, const poly *p)
{
    isl_pw_aff *size = lcr_rel_size(t, p);
    return size ? isl_pw_aff_insert_domain(size, isl_space_copy(space)) : NULL;
}

static isl_pw_aff *dimension(isl_space *space, size_t k)
{
    return isl_pw_aff_var_on_domain(isl_local_space_from_space(isl_space_copy(space)),
                                    isl_dim_set, (unsigned)k);
}

/* ---- digits ---- */

static isl_space *space_of(rel_statement *t, size_t n)
{
    return isl_space_set_alloc(t->t.r->isl, 0, (unsigned)n);
}

/* 0 <= x_k < extent k */
static isl_set *box(rel_statement *t, size_t n, const lc_int *extent)
{
    isl_space *space = space_of(t, n);
    isl_set *set = isl_set_universe(isl_space_copy(space));
    for (size_t k = 0; k < n; k++) {
        set = isl_set_lower_bound_si(set, isl_dim_set, (unsigned)k, 0);
        set = isl_set_intersect(set, isl_pw_aff_lt_set(dimension(space, k),
                                                       size_on(t, space,
                                                               lcr_size_poly(t->s, extent[k]))));
    }
    isl_space_free(space);
    return set;
}

/* offset + the sum of steps times digits. Leaves with one digit do not count. */
static isl_map *sum_of_digits(rel_statement *t, const lit *a, const lc_int *step, lc_int offset)
{
    isl_space *space = space_of(t, a->n);
    isl_pw_aff *sum = size_on(t, space, lcr_size_poly(t->s, offset));
    for (size_t k = 0; sum && k < a->n; k++) {
        if (!lc_int_is_size(a->extent[k]) && lc_int_is_one(a->extent[k]))
            continue;
        if (lc_int_is_size(step[k])) {
            sum = isl_pw_aff_free(sum);
            lc_fail(t->t.r->lc, LC_ERR_LIMIT, "a product of a parameter and a coordinate");
            break;
        }
        sum = isl_pw_aff_add(sum,
                             isl_pw_aff_scale_val(dimension(space, k), lcr_val(t->t.r, step[k])));
    }
    isl_space_free(space);
    if (!sum)
        return NULL;
    return isl_map_intersect_domain(isl_map_from_pw_aff(sum), box(t, a->n, a->extent));
}

isl_map *lcr_rel_integral(rel_statement *t, const lit *a)
{
    const lc_int *place = a->any ? NULL : lcr_lit_places(t->s->pool, a);
    if (a->any)
        return lc_fail(t->t.r->lc, LC_ERR_INVALID, "no shape");
    return place ? sum_of_digits(t, a, place, lc_int_const(0)) : NULL;
}

isl_map *lcr_rel_natural(rel_statement *t, const lit *a)
{
    isl_map *all = NULL;
    const lit *of = a->kind == LIT_TUPLE ? lcr_lit_compact(t->s->pool, a) : a;
    for (size_t j = 0; of && lcr_lit_is_affine(of) && j < of->naxes; j++) {
        isl_map *one = sum_of_digits(t, of, of->step + j * of->n,
                                     of->offset ? of->offset[j] : lc_int_const(0));
        all = !one || j == 0 ? one : isl_map_flat_range_product(all, one);
    }
    return all;
}

/* ---- arguments ---- */

static const rel_arg *argument(rel *t, size_t i)
{
    rel_statement *of = t->of;
    return i == REL_VALUE ? &of->value : i < t->n ? &of->arg[i] : NULL;
}

static isl_map *map_of(rel *t, size_t i)
{
    const rel_arg *a = argument(t, i);
    if (a && a->map)
        return isl_map_copy(a->map);
    isl_map *integral = a && a->sizes ? lcr_rel_integral(t->of, a->sizes) : NULL;
    isl_map *natural = integral ? lcr_rel_natural(t->of, a->sizes) : NULL;
    if (natural)
        return isl_map_compute_divs(isl_map_apply_range(isl_map_reverse(integral), natural));
    isl_map_free(integral);
    return NULL;
}

static isl_pw_multi_aff *function_of(rel *t, size_t i)
{
    (void)t;
    (void)i;
    return NULL;
}

static bool is_tuple(const rel_arg *a)
{
    return a && a->sizes && a->sizes->kind == LIT_TUPLE;
}

/* The numbers of int8 to uint64, from the least to below the bound; false: it is no type. */
static bool ends_of_type(lc_ctx *lc, const char *type, lc_int ends[2])
{
    bool is_unsigned = type[0] == 'u';
    int bits = atoi(type + (is_unsigned ? 4 : 3)) - !is_unsigned;
    if (bits <= 0)
        return false;
    ends[1] = lcr_lit_power(lc, (size_t)bits);
    ends[0] = is_unsigned ? lc_int_const(0) : lc_int_neg(lc, ends[1]);
    return true;
}

/* Of a type between its ends. */
static isl_set *numbers_of_type(rel_statement *t, const char *type)
{
    lc_int ends[2];
    if (!ends_of_type(t->t.r->lc, type, ends))
        return NULL;
    ends[1] = lc_int_sub(t->t.r->lc, ends[1], lc_int_const(1));
    return lcr_relation_box(t->t.r, 1, &ends[0], &ends[1]);
}

static isl_set *places_of(rel *t, size_t i)
{
    rel_statement *of = t->of;
    const rel_arg *a = argument(t, i);
    if (a && a->map)
        return a->set ? isl_map_range(isl_map_copy(a->map)) : NULL;
    if (a && a->sizes && a->sizes->kind == LIT_WORD)
        return numbers_of_type(of, a->sizes->word);
    return is_tuple(a) && !a->sizes->any
               ? isl_set_intersect_params(box(of, a->sizes->n, a->sizes->extent),
                                          isl_set_copy(of->context))
               : NULL;
}

static isl_set *at_place(rel *t, size_t i)
{
    rel_statement *of = t->of;
    const rel_arg *a = argument(t, i);
    if (!is_tuple(a))
        return NULL;
    isl_space *space = space_of(of, a->sizes->n);
    isl_set *set = isl_set_universe(isl_space_copy(space));
    for (size_t k = 0; k < a->sizes->n; k++)
        if (!a->sizes->any || !a->sizes->any[k])
            set = isl_set_intersect(
                set,
                isl_pw_aff_eq_set(dimension(space, k),
                                  size_on(of, space, lcr_size_poly(of->s, a->sizes->extent[k]))));
    isl_space_free(space);
    return set;
}

static bool is_open(rel *t, size_t i)
{
    (void)t;
    (void)i;
    return false;
}

/* ---- questions ---- */

/* The numbers of the parameters at a point of a set, which is taken over. */
static void take_numbers(rel_statement *t, isl_set *set)
{
    sym *s = t->s;
    isl_space *space = isl_set_get_space(set);
    isl_size n = isl_set_dim(set, isl_dim_param);
    if (n > 0)
        set = isl_set_move_dims(isl_set_flatten(set), isl_dim_set, 0, isl_dim_param, 0,
                                (unsigned)n);
    isl_point *point = isl_set_sample_point(set);
    s->met = isl_point_is_void(point) == isl_bool_false;
    for (size_t i = 0; s->met && i < s->nparameters; i++) {
        int at = isl_space_find_dim_by_name(space, isl_dim_param, s->var[i].name);
        s->at[i] = s->var[i].low;
        if (at >= 0)
            s->met = lcr_int(t->t.r, isl_point_get_coordinate_val(point, isl_dim_set, at),
                             &s->at[i]);
    }
    isl_point_free(point);
    isl_space_free(space);
}

/* There is no point, at any numbers. */
static bool none(rel *of, isl_set *set)
{
    rel_statement *t = of->of;
    isl_ctx_reset_operations(of->r->isl); /* each question has a budget */
    set = isl_set_intersect_params(set, isl_set_copy(t->context));
    isl_bool empty = isl_set_is_empty(set);
    if (lcr_out_of_budget(of->r))
        t->s->no_budget = true;
    t->s->sets += empty == isl_bool_true;
    t->s->stated += empty == isl_bool_true; /* of coordinates, or of the parameters */
    if (empty == isl_bool_false && !t->s->met)
        take_numbers(t, set);
    else
        isl_set_free(set);
    isl_ctx_reset_error(of->r->isl);
    return empty == isl_bool_true;
}

/* At all numbers there is an element. */
static bool some(rel *of, isl_set *set)
{
    rel_statement *t = of->of;
    isl_set *lacking = isl_set_subtract(isl_set_copy(t->context), isl_set_params(set));
    return none(of, isl_set_from_params(lacking));
}

static bool holds(rel *t, bool holds, const char *condition)
{
    (void)t;
    (void)condition;
    return holds;
}

static const rel_kind with_parameters = {map_of,  function_of, places_of, at_place,
                                         is_open, none,        some,      holds};

/* The text between the quotes, of the pool. */
static char *between_quotes(rel_statement *t, const char *from)
{
    size_t n = strlen(from);
    char *text = lcr_lit_alloc(t->s->pool, n + 1, 1);
    if (text && n > 0)
        memcpy(text, from, n - 1);
    if (text)
        text[n > 0 ? n - 1 : 0] = '\0';
    return text;
}

static isl_map *read_isl(rel_statement *t, const char *from, bool set)
{
    char *text = between_quotes(t, from);
    isl_map *map = NULL;
    if (!text)
        return NULL;
    lcr_begin_on(t->t.r, lcr_system_weight(8, 1 + strlen(text) / 4));
    if (set)
        map =
            isl_map_from_range(isl_set_reset_tuple_id(isl_set_read_from_str(t->t.r->isl, text)));
    else
        map = isl_map_read_from_str(t->t.r->isl, text);
    map = isl_map_intersect_params(map, isl_set_copy(t->context));
    if (!map)
        lc_fail(t->t.r->lc, LC_ERR_INVALID, "isl reads no relation in %.200s", text);
    isl_ctx_reset_error(t->t.r->isl);
    return map;
}

static bool read_argument(rel_statement *t, const char *text, rel_arg *a)
{
    const char *relation = quoted(text, "relation \""), *set = quoted(text, "set \"");
    *a = (rel_arg){.text = text, .set = set != NULL};
    if (!text)
        return true;
    if (relation || set)
        return (a->map = read_isl(t, relation ? relation : set, a->set)) != NULL;
    lcr_size_begin(t->s, t->s->pool);
    return (a->sizes = lcr_lit_read(t->s->pool, text)) != NULL;
}

/* ---- the context ---- */

static isl_set *bounds(rel_statement *t, isl_set *set, size_t i)
{
    const sym_var *v = &t->s->var[i];
    if (v->has_low)
        set = isl_set_intersect(set, isl_pw_aff_ge_set(variable(t, i), constant(t, v->low)));
    if (v->has_high)
        set = isl_set_intersect(set, isl_pw_aff_le_set(variable(t, i), constant(t, v->high)));
    return set;
}

/* One that is not affine says nothing. False with another error. */
static bool assume(rel_statement *t, const char *text)
{
    const poly *p;
    bool equal;
    if (!lcr_sym_assumption(t->s, text, &p, &equal))
        return false;
    isl_pw_aff *size = lcr_rel_size(t, p);
    if (!size && lc_ctx_code(t->t.r->lc) == LC_ERR_LIMIT) {
        lc_ctx_reset(t->t.r->lc);
        return true;
    }
    isl_set *where = equal ? isl_pw_aff_zero_set(size) : isl_pw_aff_nonneg_set(size);
    t->context = isl_set_intersect(t->context, where);
    return t->context != NULL;
}

/* False with an error; what is read is freed by the next one. */
static bool open_statement(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from,
                           rel_statement *t)
{
    *t = (rel_statement){.s = s};
    t->t = (rel){.kind = &with_parameters, .of = t, .r = r, .n = from->n, .for_all = true};
    lcr_begin(r);
    t->context = isl_set_universe(lcr_rel_parameters(t));
    for (size_t i = 0; i < s->nparameters; i++)
        t->context = bounds(t, t->context, i);
    bool ok = from->n <= SYM_ARGS;
    for (size_t i = 0; ok && i < p->nassumptions; i++)
        ok = assume(t, p->assumption[i]);
    for (size_t i = 0; ok && i < from->n; i++)
        ok = read_argument(t, from->arg[i], &t->arg[i]);
    ok = ok && read_argument(t, from->value, &t->value);
    while (t->t.n > 0 && ok && !t->arg[t->t.n - 1].text)
        t->t.n--;
    if (!ok && lc_ctx_code(r->lc) == LC_OK)
        lc_fail(r->lc, LC_ERR_LIMIT, "a statement that isl does not read");
    return ok;
}

static void close_statement(rel_statement *t)
{
    isl_set_free(t->context);
    for (size_t i = 0; i < SYM_ARGS; i++)
        isl_map_free(t->arg[i].map);
    isl_map_free(t->value.map);
}

bool lcr_rel_shown(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from)
{
    rel_statement t;
    bool ok = open_statement(r, s, p, from, &t);
    if (ok) {
        lcr_begin_on(r, lcr_relation_weight(8, 32));
        const rel_row *row = from->value ? lcr_rel_row(lcr_rel_sizes, from->name, t.t.n) : NULL;
        if (!row)
            row = lcr_rel_row(from->value ? lcr_rel_laws : lcr_rel_claims, from->name, t.t.n);
        ok = lcr_rel_say(&t.t, row);
    }
    close_statement(&t);
    isl_ctx_reset_error(r->isl);
    return ok;
}

/* ---- at numbers ---- */

/* The relation, with numbers in the place of its parameters, as a text of the pool. */
static const char *isl_text(rel_statement *t, const rel_arg *a, const lc_int *at)
{
    isl_map *map = isl_map_copy(a->map);
    for (size_t i = 0; i < t->s->nparameters; i++) {
        int k = isl_map_find_dim_by_name(map, isl_dim_param, t->s->var[i].name);
        if (k >= 0)
            map = isl_map_fix_val(map, isl_dim_param, (unsigned)k, lcr_val(t->t.r, at[i]));
        if (k >= 0)
            map = isl_map_project_out(map, isl_dim_param, (unsigned)k, 1);
    }
    isl_set *set = a->set ? isl_map_range(isl_map_copy(map)) : NULL;
    char *text = set ? isl_set_to_str(set) : isl_map_to_str(map), *quoted = NULL;
    size_t n = text ? strlen(text) : 0;
    if (text && (quoted = lcr_lit_alloc(t->s->pool, n + 16, 1)))
        snprintf(quoted, n + 16, "%s \"%s\"", a->set ? "set" : "relation", text);
    isl_set_free(set);
    isl_map_free(map);
    free(text);
    return quoted;
}

static void say_tuple(rel_statement *t, lc_text *out, const lit *a, const lc_int *leaf,
                      const lc_int *at, size_t *node, size_t *k)
{
    uint32_t arity = a->node[(*node)++];
    lc_ctx *lc = t->t.r->lc;
    if (arity == 0 && a->any && a->any[*k])
        lc_text_add(out, "_");
    else if (arity == 0)
        lc_text_add_int(out, lcr_poly_at(lc, lcr_size_poly(t->s, leaf[*k]), at));
    *k += arity == 0;
    lc_text_add(out, arity > 0 ? "(" : "");
    for (uint32_t i = 0; i < arity; i++) {
        say_tuple(t, out, a, leaf, at, node, k);
        lc_text_add(out, i + 1 < arity || arity == 1 ? "," : "");
    }
    lc_text_add(out, arity > 0 ? ")" : "");
}

/* A tuple, or a layout of integers, at numbers; NULL: it is another literal, or an error. */
static const char *literal_at(rel_statement *t, const lit *a, const lc_int *at)
{
    lc_text out = {0};
    size_t node = 0, k = 0;
    bool layout = lcr_lit_is_integers(a) && !a->offset;
    if (a->kind == LIT_WORD)
        return a->word;
    if (a->kind != LIT_TUPLE && !layout)
        return NULL;
    say_tuple(t, &out, a, a->extent, at, &node, &k);
    lc_text_add(&out, layout ? ":" : "");
    node = k = 0;
    if (layout)
        say_tuple(t, &out, a, a->step, at, &node, &k);
    return lcr_text_take(t->s->pool, &out);
}

static const char *text_at(rel_statement *t, const rel_arg *a, const lc_int *at)
{
    return !a->text ? NULL : a->map ? isl_text(t, a, at) : literal_at(t, a->sizes, at);
}

/* False: it has no text there. */
static bool denied_at(rel_statement *t, const char *name, const lc_int *at, lcr_confirmation *out)
{
    const char *text[SYM_ARGS], *value = text_at(t, &t->value, at);
    size_t n = 0;
    for (; n < t->t.n; n++)
        if (!(text[n] = text_at(t, &t->arg[n], at)))
            return false;
    lcr_certified claim = {.claim = name, .n = n, .arg = text, .proved = true};
    lcr_valued valued = {.operation = name, .n = n, .arg = text, .value = value};
    if (t->value.text && !value)
        return false;
    bool ok = value ? lcr_confirm_value(t->t.r, &valued, out) : lcr_confirm(t->t.r, &claim, out);
    if (ok && out->opinion == LCR_DISAGREES)
        return true;
    lcr_confirmation_clear(out);
    return false;
}

bool lcr_rel_denied(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from,
                    lcr_confirmation *out)
{
    rel_statement t;
    lc_int at[SYM_VARS];
    bool ok = s->met && open_statement(r, s, p, from, &t);
    if (ok) {
        for (size_t i = 0; i < SYM_VARS; i++)
            at[i] = i < s->nparameters ? s->at[i] : lc_int_const(0);
        lcr_sym_define(s, at);
        ok = denied_at(&t, from->name, at, out);
    }
    if (s->met)
        close_statement(&t);
    return ok;
}

/* ---- names ---- */

const char *lcr_rel_claim_name(size_t i)
{
    return lcr_rel_claims[i].name;
}

/* Those of sizes first, each once. */
const char *lcr_rel_law_name(size_t i)
{
    size_t sizes = 0;
    while (lcr_rel_sizes[sizes].name)
        sizes++;
    return i < sizes ? lcr_rel_sizes[i].name : lcr_rel_laws[i - sizes].name;
}
