/* signature.c - the arguments of a call against the signature of what is called.
 *
 * A signature is the line of the manual, and a form that can be typed: `mode(A, i, ...)`,
 * `coalesce(A[, profile])`, `conflict_free(X, lanes=32, bytes=4, width=bytes)`, `identity1d(n,
 * in, out)`, `sublayout(L, [ins], [outs])`. A parameter called `in` or `out`, or in brackets of
 * its own, takes the name of a dim, or names, as written; so do the words `exact` and `aligned`,
 * and `arch` and `op`, the names of a processor and of what it does.
 * Others take a value, or a list of tuples. Arguments come by position, then by name. An argument
 * that is left out before others has the default of the signature: a number, `_`, the value of an
 * argument before it, the product of that and one that follows, `bytes*vector`, or a name. Where
 * a processor is given, `arch`, lanes and banks that are left out are `_`, which is for its own.
 */
#include "config.h"

#include <stdint.h>
#include <string.h>

#include "eval.h"

#define MAX_PARAMETERS 16

typedef struct {
    const char *name, *value; /* of the signature: not terminated */
    size_t name_length, value_length;
    bool is_name;
} parameter;

static bool is_called(const parameter *p, const char *name)
{
    return p->name_length == strlen(name) && strncmp(p->name, name, p->name_length) == 0;
}

/* The parameters of a signature; `...` is none. Returns their number. */
static size_t read_signature(const char *signature, parameter *p)
{
    static const char between[] = " ,[]";
    size_t n = 0;
    const char *s = strchr(signature, '(') + 1;
    for (s += strspn(s, between); n < MAX_PARAMETERS && strcspn(s, ".)") > 0;
         s += strspn(s, between)) {
        p[n] = (parameter){.name = s, .name_length = strcspn(s, " ,=[])")};
        p[n].is_name = s[-1] == '[' || is_called(&p[n], "in") || is_called(&p[n], "out") ||
                       is_called(&p[n], "exact") || is_called(&p[n], "aligned") ||
                       is_called(&p[n], "arch") || is_called(&p[n], "op");
        s += p[n].name_length;
        if (*s == '=') {
            p[n].value = s + 1;
            p[n].value_length = strcspn(s + 1, " ,])");
            s = p[n].value + p[n].value_length;
        }
        n++;
    }
    return n;
}

static size_t find_parameter(size_t n, const parameter *p, const char *name)
{
    size_t i = 0;
    while (i < n && !is_called(&p[i], name))
        i++;
    return i;
}

size_t lcv_signature_find(const char *signature, const char *name)
{
    parameter p[MAX_PARAMETERS];
    size_t n = read_signature(signature, p), i = find_parameter(n, p, name);
    return i < n ? i : SIZE_MAX;
}

size_t lcv_signature_name(const char *signature, size_t i, const char **name)
{
    parameter p[MAX_PARAMETERS];
    size_t n = read_signature(signature, p);
    *name = i < n ? p[i].name : "";
    return i < n ? p[i].name_length : 0;
}

/* size((4,8),(1,4)): a comma for the colon of a layout. */
bool lcv_eval_hint_colon(lcv_eval *e, const lcv_ast *call)
{
    const lcv_ast *arg = call->child->next;
    while (arg && arg->next &&
           (arg->kind != LCV_AST_TUPLE || arg->next->kind != LCV_AST_TUPLE ||
            arg->nchildren != arg->next->nchildren))
        arg = arg->next;
    if (!arg || !arg->next)
        return false;
    lcv_span before = {call->span.begin, arg->span.end};
    lcv_span after = {arg->next->span.begin, call->span.end};
    char *b = lcv_kept(e->ctx, lcv_source_excerpt(e->source, before, 100));
    char *a = lcv_kept(e->ctx, lcv_source_excerpt(e->source, after, 100));
    if (b && a)
        lcv_diag_hint(e->diag, "a layout has a colon: expected %s:%s", b, a);
    return b && a;
}

static bool wrong_number(lcv_eval *e, const lcv_ast *call, const char *signature, size_t min,
                         size_t max, size_t given)
{
    const char *callee = call->child->text;
    if (min == max)
        lcv_eval_fail(e, call->span, "%s takes %zu argument%s, %zu given", callee, min,
                      min == 1 ? "" : "s", given);
    else if (given < min)
        lcv_eval_fail(e, call->span, "%s takes at least %zu argument%s, %zu given", callee, min,
                      min == 1 ? "" : "s", given);
    else
        lcv_eval_fail(e, call->span, "%s takes at most %zu arguments, %zu given", callee, max,
                      given);
    if (!(given > max && lcv_eval_hint_colon(e, call)) && !lcv_eval_hint_spelling(e, call, false))
        lcv_diag_hint(e->diag, "expected %s", signature);
    return false;
}

/* The position of an argument: its place among the positional ones, or that of
 * the parameter it names. */
static bool position(lcv_eval *e, const lcv_ast *arg, const char *signature, size_t nparameters,
                     const parameter *p, bool *named, size_t *at)
{
    if (arg->kind != LCV_AST_KEYWORD) {
        if (*named)
            lcv_eval_fail(e, arg->span, "an argument by position after one by name");
        return !*named;
    }
    *named = true;
    *at = find_parameter(nparameters, p, arg->text);
    if (*at < nparameters)
        return true;
    lcv_eval_fail(e, arg->span, "there is no argument named '%s'", arg->text);
    return lcv_diag_hint(e->diag, "expected %s", signature);
}

/* The length of a factor of a default, which begins at `from`. */
static size_t factor_length(const parameter *of, size_t from)
{
    size_t length = from;
    while (length < of->value_length && of->value[length] != '*')
        length++;
    return length - from;
}

/* The argument before i that is the default of i, or its first factor; i if there is none. */
static size_t default_argument(const parameter *p, size_t i)
{
    size_t k = 0, length = factor_length(&p[i], 0);
    while (k < i && (length != p[k].name_length || strncmp(p[i].value, p[k].name, length) != 0))
        k++;
    return k;
}

/* The value of the first factor times that of the second one, a number that is given behind i. */
static lcv_value *times_second(lcv_eval *e, const lcv_ast *call, const parameter *p,
                               const lcv_arguments *arguments, size_t i, lcv_value *first)
{
    size_t from = factor_length(&p[i], 0) + 1, k = i + 1;
    size_t length = from < p[i].value_length ? factor_length(&p[i], from) : 0;
    lc_int one, two;
    while (k < arguments->n && (length == 0 || length != p[k].name_length ||
                                strncmp(p[i].value + from, p[k].name, length) != 0))
        k++;
    const lcv_value *second = k < arguments->n ? arguments->value[k] : NULL;
    if (!second || (second->kind == LCV_TUPLE && lc_tuple_has_wildcard(second->tuple)))
        return first;
    if (!lcv_as_int(e->ctx, first, &one) || !lcv_as_int(e->ctx, second, &two))
        return lcv_eval_failed(e, arguments->span[k]);
    return lcv_eval_kept(e, call->span, lcv_value_int(e->ctx, lc_int_mul(e->ctx, one, two)));
}

/* Is the argument a number that depends on the processor, and is a processor given? */
static bool is_of_processor(const parameter *p, const lcv_arguments *arguments, size_t i)
{
    size_t arch = find_parameter(arguments->n, p, "arch");
    return (is_called(&p[i], "lanes") || is_called(&p[i], "banks")) && arch < arguments->n &&
           arguments->value[arch] && arguments->value[arch]->kind == LCV_NAMES;
}

/* The default of argument i, given those before it; NULL with an error. */
static lcv_value *default_of(lcv_eval *e, const lcv_ast *call, const parameter *p,
                             const lcv_arguments *arguments, size_t i)
{
    lc_int value;
    size_t same = p[i].value ? default_argument(p, i) : i;
    if (same < i)
        return times_second(e, call, p, arguments, i, arguments->value[same]);
    if ((p[i].value && *p[i].value == '_') || is_of_processor(p, arguments, i))
        return lcv_eval_kept(e, call->span, lcv_value_tuple(e->ctx, lc_tuple_wildcard(e->ctx)));
    if (p[i].is_name && p[i].value) {
        char *name = lcv_kept(e->ctx, strndup(p[i].value, p[i].value_length));
        const char *const one[] = {name};
        return name ? lcv_eval_kept(e, call->span, lcv_value_names(e->ctx, 1, one)) : NULL;
    }
    if (!p[i].value || !lc_int_parse(e->ctx, p[i].value, p[i].value_length, &value))
        return lcv_eval_fail(e, call->span, "the argument '%.*s' is missing",
                             (int)p[i].name_length, p[i].name);
    return lcv_eval_kept(e, call->span, lcv_value_int(e->ctx, value));
}

static bool fill_defaults(lcv_eval *e, const lcv_ast *call, const parameter *p,
                          lcv_arguments *out)
{
    for (size_t i = 0; i < out->n; i++) {
        if (out->value[i])
            continue;
        out->value[i] = default_of(e, call, p, out, i);
        out->span[i] = call->span;
        if (!out->value[i])
            return false;
    }
    return true;
}

static lcv_value *eval_argument(lcv_eval *e, const lcv_ast *expr, bool is_name,
                                const char *signature)
{
    if (is_name)
        return lcv_eval_names(e, expr, signature);
    return expr->kind == LCV_AST_LIST ? lcv_eval_list(e, expr) : lcv_eval_value(e, expr);
}

static bool place_arguments(lcv_eval *e, const lcv_ast *call, const char *signature,
                            size_t nparameters, const parameter *p, lcv_arguments *out)
{
    bool named = false;
    size_t next = 0;
    for (const lcv_ast *arg = call->child->next; arg; arg = arg->next) {
        size_t at = next++;
        if (!position(e, arg, signature, nparameters, p, &named, &at))
            return false;
        if (out->value[at])
            return lcv_eval_fail(e, arg->span, "the argument '%s' is given twice", arg->text);
        const lcv_ast *expr = arg->kind == LCV_AST_KEYWORD ? arg->child : arg;
        out->value[at] = eval_argument(e, expr, at < nparameters && p[at].is_name, signature);
        out->span[at] = expr->span;
        if (!out->value[at])
            return false;
        out->n = at + 1 > out->n ? at + 1 : out->n;
    }
    return true;
}

bool lcv_eval_arguments(lcv_eval *e, const lcv_ast *call, const char *signature, size_t min,
                        size_t max, lcv_arguments *out)
{
    parameter p[MAX_PARAMETERS];
    size_t nparameters = read_signature(signature, p);
    size_t given = call->nchildren - 1;
    *out = (lcv_arguments){0};
    if (given < min || given > max)
        return wrong_number(e, call, signature, min, max, given);
    size_t room = given > MAX_PARAMETERS ? given : MAX_PARAMETERS;
    out->value = lc_frame_alloc(e->ctx, room, sizeof *out->value);
    out->span = lc_frame_alloc(e->ctx, room, sizeof *out->span);
    if (!out->value || !out->span)
        return lcv_eval_no_memory(e, call->span) != NULL;
    return place_arguments(e, call, signature, nparameters, p, out) &&
           fill_defaults(e, call, p, out);
}
