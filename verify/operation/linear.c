/* linear.c - the operations of lib/linear.h.
 *
 * A layout, a swizzle or a composed layout serves as a linear layout when it is F2-linear. Names
 * of dims come as values of their own (LCV_NAMES).
 */
#include "config.h"

#include "operation.h"

#include <stdio.h>

#include "../../lib/text.h"
#include "../value/text.h"

typedef lc_linear *with_names(lc_ctx *, const lc_linear *, size_t, const char *const *);
typedef lc_linear *with_name(lc_ctx *, const lc_linear *, const char *);
typedef lc_linear *with_size(lc_ctx *, const lc_linear *, const char *, lc_int);
typedef lc_linear *with_dims(lc_ctx *, const lc_linear *, size_t, const lc_dim *);
typedef lc_linear *from_size(lc_ctx *, lc_int, const char *, const char *);

static const char *const *names(const lcv_call *call, size_t i)
{
    return (const char *const *)call->arg[i]->name;
}

/* The one name of argument i; NULL when it is a list of another length. */
static const char *name(lcv_call *call, size_t i)
{
    return call->arg[i]->nnames == 1 ? call->arg[i]->name[0]
                                     : lcv_call_wrong(call, i, "the name of one dim");
}

lcv_value *lcv_linear_unary(lcv_call *call, lc_linear *(*f)(lc_ctx *, const lc_linear *))
{
    lc_linear *l = lcv_call_linear(call, 0);
    return l ? lcv_value_linear(call->ctx, f(call->ctx, l)) : NULL;
}

lcv_value *lcv_linear_binary(lcv_call *call,
                             lc_linear *(*f)(lc_ctx *, const lc_linear *, const lc_linear *))
{
    lc_linear *a = lcv_call_linear(call, 0);
    lc_linear *b = a ? lcv_call_linear(call, 1) : NULL;
    return b ? lcv_value_linear(call->ctx, f(call->ctx, a, b)) : NULL;
}

static lcv_value *apply_names(lcv_call *call, with_names *f)
{
    lc_linear *l = lcv_call_linear(call, 0);
    return l ? lcv_value_linear(call->ctx, f(call->ctx, l, call->arg[1]->nnames, names(call, 1)))
             : NULL;
}

static lcv_value *apply_name(lcv_call *call, with_name *f)
{
    lc_linear *l = lcv_call_linear(call, 0);
    const char *dim = l ? name(call, 1) : NULL;
    return dim ? lcv_value_linear(call->ctx, f(call->ctx, l, dim)) : NULL;
}

static lcv_value *apply_size(lcv_call *call, with_size *f)
{
    lc_int size;
    lc_linear *l = lcv_call_linear(call, 0);
    const char *dim = l ? name(call, 1) : NULL;
    return dim && lcv_call_int(call, 2, &size)
               ? lcv_value_linear(call->ctx, f(call->ctx, l, dim, size))
               : NULL;
}

/* Dims from the names of argument 1 and the sizes of argument 2; NULL with an error. */
static lc_dim *make_dims(lcv_call *call)
{
    const lcv_value *sizes = call->arg[2];
    size_t n = call->arg[1]->nnames;
    if (sizes->kind != LCV_TUPLE || lc_tuple_has_wildcard(sizes->tuple) ||
        lc_tuple_nleaves(sizes->tuple) != n || lc_tuple_depth(sizes->tuple) > 1)
        return lcv_call_wrong(call, 2, "a size for each name");
    lc_dim *dim = lc_frame_alloc(call->ctx, n + 1, sizeof *dim);
    for (size_t i = 0; dim && i < n; i++) {
        if (!lc_dim_make(call->ctx, call->arg[1]->name[i], lc_tuple_value(sizes->tuple, i),
                         &dim[i])) {
            call->culprit = 2;
            return NULL;
        }
    }
    return dim;
}

static lcv_value *apply_dims(lcv_call *call, with_dims *f)
{
    lc_linear *l = lcv_call_linear(call, 0);
    lc_dim *dim = l ? make_dims(call) : NULL;
    return dim ? lcv_value_linear(call->ctx, f(call->ctx, l, call->arg[1]->nnames, dim)) : NULL;
}

static lcv_value *apply_from_size(lcv_call *call, from_size *f)
{
    lc_int n;
    if (!lcv_call_int(call, 0, &n))
        return NULL;
    const char *in = name(call, 1), *out = in ? name(call, 2) : NULL;
    return out ? lcv_value_linear(call->ctx, f(call->ctx, n, in, out)) : NULL;
}

#define OPERATION(form, name)                                                                    \
    lcv_value *lcv_op_##name(lcv_call *call)                                                     \
    {                                                                                            \
        return apply_##form(call, lc_linear_##name);                                             \
    }
#define apply_unary lcv_linear_unary
#define apply_binary lcv_linear_binary

OPERATION(unary, invert)
OPERATION(unary, pseudoinvert)
OPERATION(unary, flatten_ins)
OPERATION(unary, flatten_outs)
OPERATION(binary, product)
OPERATION(binary, invert_and_compose)
OPERATION(binary, conversion)
OPERATION(binary, divide_left)
OPERATION(binary, divide_right)
OPERATION(binary, concat_ins)
OPERATION(binary, concat_outs)
OPERATION(names, transpose_ins)
OPERATION(names, transpose_outs)
OPERATION(names, quotient)
OPERATION(name, unsqueeze_in)
OPERATION(name, unsqueeze_out)
OPERATION(name, remove_zero_bases)
OPERATION(size, resize_in)
OPERATION(size, resize_out)
OPERATION(dims, reshape_ins)
OPERATION(dims, reshape_outs)
OPERATION(from_size, identity1d)
OPERATION(from_size, zeros1d)

lcv_value *lcv_op_strided1d(lcv_call *call)
{
    lc_int n, step;
    if (!lcv_call_int(call, 0, &n) || !lcv_call_int(call, 1, &step))
        return NULL;
    const char *in = name(call, 2), *out = in ? name(call, 3) : NULL;
    return out ? lcv_value_linear(call->ctx, lc_linear_strided1d(call->ctx, n, step, in, out))
               : NULL;
}

lcv_value *lcv_op_sublayout(lcv_call *call)
{
    lc_linear *l = lcv_call_linear(call, 0);
    return l ? lcv_value_linear(call->ctx,
                                lc_linear_sublayout(call->ctx, l, call->arg[1]->nnames,
                                                    names(call, 1), call->arg[2]->nnames,
                                                    names(call, 2)))
             : NULL;
}

lcv_value *lcv_op_placed(lcv_call *call)
{
    lc_linear *l = lcv_call_linear(call, 0), *m = l ? lcv_call_linear(call, 1) : NULL;
    return m ? lcv_value_linear(call->ctx, lc_linear_placed(call->ctx, l, m, call->arg[2]->nnames,
                                                            names(call, 2)))
             : NULL;
}

lcv_value *lcv_linear_complement(lcv_call *call)
{
    if (call->n == 1)
        return lcv_linear_unary(call, lc_linear_complement);
    call->culprit = 1;
    return lc_fail(call->ctx, LC_ERR_INVALID,
                   "%s: a linear layout has its output dims: expected no size beside it",
                   call->name);
}

lcv_value *lcv_op_free_variable_masks(lcv_call *call)
{
    uint64_t mask[LC_LINEAR_DIMS];
    lc_int value[LC_LINEAR_DIMS] = {lc_int_const(0)};
    lc_linear *l = lcv_call_linear(call, 0);
    if (!l)
        return NULL;
    size_t n = lc_linear_nins(l);
    lc_linear_free_variable_masks(l, mask);
    for (size_t i = 0; i < n; i++)
        value[i] = lc_int_from_word(call->ctx, mask[i]);
    return lcv_value_tuple(call->ctx, lc_tuple_point(call->ctx, n ? n : 1, value));
}

lcv_value *lcv_op_num_consecutive(lcv_call *call)
{
    lc_linear *l = lcv_call_linear(call, 0);
    return l ? lcv_value_int(call->ctx, lc_linear_num_consecutive(call->ctx, l)) : NULL;
}

/* The output dims with dim i first. */
static lc_linear *with_out_first(lc_ctx *ctx, const lc_linear *l, size_t i, lc_text *names)
{
    size_t n = lc_linear_nouts(l);
    const char *order[LC_LINEAR_DIMS];
    for (size_t k = 0; k < n; k++) {
        order[k] = lc_linear_out_dim(l, k == 0 ? i : k <= i ? k - 1 : k).name;
        lc_text_printf(names, "%s%s", k > 0 ? "," : "", order[k]);
    }
    return lcv_kept(ctx, lc_linear_transpose_outs(ctx, l, n, order));
}

char *lcv_remark_num_consecutive(lcv_call *call, const lcv_value *value)
{
    lc_ctx *ctx = call->ctx;
    lc_linear *l = lcv_call_linear(call, 0);
    char *text = NULL;
    for (size_t i = 1; l && !text && i < lc_linear_nouts(l); i++) {
        lc_text names = {0};
        lc_linear *turned = with_out_first(ctx, l, i, &names);
        lc_int n = turned ? lc_linear_num_consecutive(ctx, turned) : lc_int_const(0);
        if (lc_int_lt(lc_tuple_value(value->tuple, 0), n))
            text = lcv_text(ctx,
                            "runs of %s, the first output dim; along %s it is %i: "
                            "num_consecutive(transpose_outs(L, [%s]))",
                            lc_linear_out_dim(l, 0).name, lc_linear_out_dim(l, i).name, n,
                            lc_text_peek(&names));
        lc_text_free(&names);
    }
    return text;
}

lcv_value *lcv_op_linear(lcv_call *call)
{
    return lcv_value_linear(call->ctx, lc_linear_ref(lcv_call_linear(call, 0)));
}

/* ---- LinearLayout(crd=(4,4), idx=(4,4), vals=[(1,1),(2,2),(0,1),(0,2)]) ---- */

#define NAME_ROOM 24

/* Dims of these sizes, called `stem`0, `stem`1 ... */
static bool numbered_dims(lcv_call *call, size_t i, const char *stem, lc_dim *dim,
                          char (*text)[NAME_ROOM], size_t *n)
{
    const lcv_value *v = call->arg[i];
    if (v->kind != LCV_TUPLE || lc_tuple_has_wildcard(v->tuple) || lc_tuple_depth(v->tuple) > 1 ||
        lc_tuple_nleaves(v->tuple) > LC_LINEAR_DIMS)
        return lcv_call_wrong(call, i, "the sizes of the dims");
    *n = lc_tuple_nleaves(v->tuple);
    for (size_t k = 0; k < *n; k++) {
        snprintf(text[k], NAME_ROOM, "%s%zu", stem, k);
        if (!lc_dim_make(call->ctx, text[k], lc_tuple_value(v->tuple, k), &dim[k])) {
            call->culprit = i;
            return false;
        }
    }
    return true;
}

/* The numbers of all bases, one after the other; NULL with an error. */
static lc_int *numbers_of(lcv_call *call, size_t nbases, size_t nouts)
{
    const lcv_value *v = call->arg[2];
    bool none = v->kind == LCV_NAMES && v->nnames == 0; /* [] */
    if (!none && (v->kind != LCV_TUPLE || lc_tuple_has_wildcard(v->tuple)))
        return lcv_call_wrong(call, 2, "a list of bases");
    size_t given = none ? 0 : lc_tuple_rank(v->tuple);
    bool fits = given == nbases && (none || lc_tuple_nleaves(v->tuple) == nbases * nouts);
    for (size_t i = 0; fits && i < given; i++) {
        lc_tuple *basis = lcv_part_of(call->ctx, v->tuple, i);
        fits = basis && lc_tuple_nleaves(basis) == nouts && lc_tuple_depth(basis) <= 1;
    }
    if (!fits) {
        call->culprit = 2;
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "%s: expected a basis for each of the %zu bits of the input, of %zu "
                       "integer%s each; %zu given",
                       call->name, nbases, nouts, nouts == 1 ? "" : "s", given);
    }
    lc_int *number = lc_frame_alloc(call->ctx, nbases * nouts + 1, sizeof *number);
    for (size_t i = 0; number && i < nbases * nouts; i++)
        number[i] = lc_tuple_value(v->tuple, i);
    return number;
}

lcv_value *lcv_op_LinearLayout(lcv_call *call)
{
    char in_name[LC_LINEAR_DIMS][NAME_ROOM], out_name[LC_LINEAR_DIMS][NAME_ROOM];
    lc_dim in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    lc_linear_in bases[LC_LINEAR_DIMS];
    size_t nins, nouts, nbases = 0;
    if (!numbered_dims(call, 0, "crd", in, in_name, &nins) ||
        !numbered_dims(call, 1, "idx", out, out_name, &nouts))
        return NULL;
    for (size_t i = 0; i < nins; i++)
        nbases += in[i].bits;
    lc_int *number = numbers_of(call, nbases, nouts), *next = number;
    if (!number)
        return NULL;
    for (size_t i = 0; i < nins; next += in[i++].bits * nouts)
        bases[i] = (lc_linear_in){in[i].name, in[i].bits, next};
    return lcv_value_linear(call->ctx, lc_linear_from_bases(call->ctx, nins, bases, nouts, out));
}
