/* call.c - functions of the language on forms. */
#include "config.h"

#include "modes.h"
#include "relation.h"

#include <string.h>

/* ---- surgery ---- */

const lcv_form *lcv_form_lift(lcv_forms *f, const lcv_form *form)
{
    if (form->kind != LCV_FORM_VALUE)
        return form;
    return form->value->kind == LCV_TUPLE ? lcv_form_as_tuple(f, form)
                                          : lcv_form_as_tensor(f, form);
}

const lcv_form *lcv_sym_surgery(const lcv_sym_call *c)
{
    const lcv_form *given = lcv_form_lift(c->f, c->arg[0]), *first = given;
    if (given && given->kind == LCV_FORM_LAYOUT)
        first = lcv_form_without_offset(c->f, given);
    const lcv_form **lifted = first ? lc_frame_alloc(c->f->ctx, c->n, sizeof(lcv_form *)) : NULL;
    if (!lifted)
        return NULL;
    memcpy(lifted, c->arg, c->n * sizeof(lcv_form *));
    lifted[0] = first;
    return lcv_form_after_offset_of(c->f, given,
                                    lcv_form_moved_about(c->f, c->of, c->n, 1, lifted));
}

/* Tuples stay tuples; among layouts a tuple is a compact layout. */
const lcv_form *lcv_sym_concat(const lcv_sym_call *c)
{
    const lcv_form **lifted = lc_frame_alloc(c->f->ctx, c->n, sizeof(lcv_form *));
    bool tuples = true;
    if (!lifted)
        return NULL;
    for (size_t i = 0; i < c->n; i++) {
        if (!(lifted[i] = lcv_form_lift(c->f, c->arg[i])))
            return NULL;
        tuples = tuples && lifted[i]->kind == LCV_FORM_TUPLE;
    }
    for (size_t i = 0; !tuples && i < c->n; i++)
        if (!(lifted[i] = lcv_form_as_layout(c->f, lifted[i])))
            return NULL;
    return lcv_form_moved_about(c->f, c->of, c->n, c->n, lifted);
}

const lcv_form *lcv_form_concat(lcv_forms *f, size_t n, const lcv_form *const *layout)
{
    static const lcv_operation of = {.name = "concat", .apply = lcv_op_concat};
    return lcv_form_moved_about(f, &of, n, n, layout);
}

/* ---- looking ---- */

const lcv_form *lcv_sym_shape(const lcv_sym_call *c)
{
    return lcv_form_as_tuple(c->f, c->arg[0]);
}

const lcv_form *lcv_sym_stride(const lcv_sym_call *c)
{
    const lcv_form *a = lcv_form_as_tensor(c->f, c->arg[0]);
    if (!a)
        return NULL;
    if (a->profile || a->loose)
        return lcv_obstacle(c->f, "the strides of this layout as a tuple");
    return lcv_form_tuple(c->f, a->nest, a->step);
}

const lcv_form *lcv_sym_cosize(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *a = lcv_form_as_tensor(f, c->arg[0]), *of = lcv_form_without_offset(f, a);
    const lcv_form *made = of ? lcv_form_computed(f, c->of, 1, &of) : NULL;
    const lc_poly *n = made && a->offset ? lcv_form_as_int(f, made) : NULL;
    return n ? lcv_form_int(f, lcv_size_add(f->symbols, n, a->offset[0])) : made;
}

/* ---- integers ---- */

static const lc_poly *ceil_div(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    lc_int divisor;
    if (!a || !b)
        return lcv_obstacle(f, "expected integers, found the wildcard _");
    if (lc_poly_is_const(b, &divisor) && lc_int_sign(divisor) > 0)
        return lcv_size_ceil(f->symbols, a, divisor);
    return lcv_forms_require(f, b, "the divisor") ? lcv_forms_ceil(f, a, b) : NULL;
}

const lcv_form *lcv_sym_ceil_div(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    if (!lcv_form_is_tuple(c->arg[0]) || !lcv_form_is_tuple(c->arg[1]))
        return lcv_obstacle(f, "expected an integer");
    const lcv_form *a = lcv_form_as_tuple(f, c->arg[0]), *b = lcv_form_as_tuple(f, c->arg[1]);
    if (!a || !b)
        return NULL;
    if (!lc_tuple_congruent(a->nest, b->nest))
        return lcv_obstacle(f, "ceil_div of tuples that are nested differently");
    const lc_poly **quotient = lc_frame_alloc(f->ctx, a->n, sizeof(lc_poly *));
    for (size_t i = 0; quotient && i < a->n; i++) {
        if (a->n > 1 && !lcv_forms_require(f, a->extent[i], "the dividend"))
            return NULL;
        if (!(quotient[i] = ceil_div(f, a->extent[i], b->extent[i])))
            return NULL;
    }
    return quotient ? lcv_form_tuple(f, a->nest, quotient) : NULL;
}

typedef const lc_poly *of_two_sizes(lcv_forms *f, const lc_poly *a, const lc_poly *b);

/* Over all integers of all arguments, from `first` on, or from the first integer for NULL. */
static const lcv_form *over_all(const lcv_sym_call *c, const lc_poly *first, of_two_sizes *of_two)
{
    const lc_poly *joined = first;
    for (size_t i = 0; i < c->n; i++) {
        const lcv_form *tuple = lcv_form_is_tuple(c->arg[i]) ? lcv_form_as_tuple(c->f, c->arg[i])
                                                             : NULL;
        if (!tuple)
            return lcv_obstacle(c->f, "expected integers");
        for (size_t k = 0; k < tuple->n; k++) {
            const lc_poly *next = tuple->extent[k];
            if (!next)
                return lcv_obstacle(c->f, "expected integers, found the wildcard _");
            if (!(joined = joined ? of_two(c->f, joined, next) : next))
                return NULL;
        }
    }
    return lcv_form_int(c->f, joined);
}

#define MAX_DIVIDED 65536 /* a number that is factored by trial */

/* Does d divide p? LCR_UNKNOWN with an obstacle. */
static lcr_answer is_multiple(lcv_forms *f, const lc_poly *p, int64_t d)
{
    const lc_poly *by = lcv_size_int(f->symbols, lc_int_si(f->ctx, d));
    const lc_poly *q = by ? lcv_size_floor(f->symbols, p, lc_int_si(f->ctx, d)) : NULL;
    const lc_poly *rest = q ? lcv_size_sub(f->symbols, p, lcv_size_mul(f->symbols, by, q)) : NULL;
    lcr_answer answer = rest ? lcv_forms_is_zero(f, rest) : LCR_UNKNOWN;
    if (answer == LCR_UNKNOWN)
        lcv_obstacle(f, "gcd: whether %S is a multiple of %S", lcv_size_to_str(f->symbols, p),
                     lcv_size_to_str(f->symbols, by));
    return answer;
}

/* The greatest divisor of n that divides p, one prime factor after the other; NULL with an
 * obstacle. */
static const lc_poly *common_divisor(lcv_forms *f, const lc_poly *p, int64_t n)
{
    int64_t common = 1;
    for (int64_t prime = 2; n > 1; prime += n % prime != 0) {
        if (n % prime != 0)
            continue;
        n /= prime;
        lcr_answer more = is_multiple(f, p, common * prime);
        if (more == LCR_UNKNOWN)
            return NULL;
        common *= more == LCR_YES ? prime : 1;
    }
    return lcv_size_int(f->symbols, lc_int_si(f->ctx, common));
}

/* |p|; NULL with an obstacle. */
static const lc_poly *magnitude(lcv_forms *f, const lc_poly *p)
{
    lcr_answer positive = lcv_forms_ask(f, p);
    return positive == LCR_YES ? p
           : positive == LCR_NO
               ? lcv_size_neg(f->symbols, p)
               : lcv_obstacle(f, "gcd: whether %S is negative", lcv_size_to_str(f->symbols, p));
}

static const lc_poly *divisor_of_both(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    lc_int n, most = lc_int_const(MAX_DIVIDED);
    if (lcv_size_is_zero(a) || lcv_forms_quotient(f, a, b))
        return magnitude(f, b);
    if (lcv_size_is_zero(b) || lcv_forms_quotient(f, b, a))
        return magnitude(f, a);
    const lc_poly *p = lc_poly_is_const(b, &n) ? a : lc_poly_is_const(a, &n) ? b : NULL;
    if (p && lc_int_le(lc_int_abs(f->ctx, n), most))
        return common_divisor(f, p, lc_int_get_si(lc_int_abs(f->ctx, n)));
    return lcv_obstacle(f, "gcd of %S and %S", lcv_size_to_str(f->symbols, a),
                        lcv_size_to_str(f->symbols, b));
}

const lcv_form *lcv_sym_gcd(const lcv_sym_call *c)
{
    return over_all(c, lcv_size_const(c->f->symbols, 0), divisor_of_both);
}

/* ---- algebra ---- */

const lcv_form *lcv_sym_slice(const lcv_sym_call *c)
{
    return lcv_form_slice(c->f, c->arg[0], c->arg[1]);
}

const lcv_form *lcv_sym_compose(const lcv_sym_call *c)
{
    return lcv_form_compose(c->f, c->arg[0], c->arg[1]);
}

/* ---- calls ---- */

/* Calls the function itself once no argument has parameters. */
static const lcv_form *call_plainly(lcv_forms *f, const lcv_operation *of, size_t n,
                                    const lcv_form *const *arg)
{
    lcv_value **value = lc_frame_alloc(f->ctx, n, sizeof(lcv_value *));
    size_t have = 0;
    while (value && have < n && (value[have] = lcv_form_as_value(f, arg[have])))
        have++;
    lcv_call call = {f->r, f->ctx, of->name, n, value, n};
    lcv_value *v = value && have == n ? lcv_apply(&call, of) : NULL;
    return v ? lcv_form_value(f, v) : lcv_obstacle(f, "%s has no value", of->name);
}

static const lcv_form *out_of_reach(lcv_forms *f, const lcv_operation *of)
{
    return lcv_obstacle(f, "%s of what depends on parameters is out of reach", of->name);
}

const lcv_form *lcv_form_call(lcv_forms *f, const lcv_operation *of, size_t n,
                              const lcv_form *const *arg)
{
    bool plain = true, strict = true, relations = false;
    if (n < of->min_args || n > of->max_args)
        return lcv_obstacle(f, "%s of %z arguments", of->name, n);
    for (size_t i = 0; i < n; i++)
        relations = relations || lcv_form_is_relation(arg[i]);
    for (size_t i = 0; plain && i < n; i++) {
        strict = strict && !arg[i]->loose;
        plain = lcv_form_as_value(f, arg[i]) != NULL;
    }
    if (plain && strict)
        return call_plainly(f, of, n, arg);
    for (size_t i = 0; i < n; i++)
        if (lcv_form_is_composed(arg[i]))
            return lcv_form_composed_call(f, of, n, arg);
    for (size_t i = 0; i < n; i++)
        if (lcv_form_has_words(arg[i]))
            return lcv_form_words_call(f, of, n, arg);
    const lcv_sym_call call = {f, of, n, arg};
    for (size_t i = 0; i < n; i++)
        if (lcv_form_is_morphism(arg[i]))
            return lcv_form_of_morphisms(f, of, n, arg);
    if (of->symbols_of_relations && (relations || !of->symbols))
        return of->symbols_of_relations(&call);
    return of->symbols && !relations ? of->symbols(&call) : out_of_reach(f, of);
}
