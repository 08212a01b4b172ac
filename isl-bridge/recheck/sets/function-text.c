/* function-text.c - a text as the function that it is written as:
 *
 *     { [i, j, ..] -> [E, ..] : D }
 *     { [i, j, ..] -> [y] : exists (x : x = E and y = F) and D }
 *
 * of sums E of n, n*E, ni, (E), floor((E)/n) and (E) mod n. isl's own reader looks for a simpler
 * form of each sum that it adds up, which of many floors takes longer than all that follows; here
 * sums are isl's, added as they stand, and isl reads D.
 */
#include "config.h"

#include "relation.h"

#include "../../internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMES 128
#define MOST_NESTED 64

typedef struct {
    const char *name;
    size_t length;
    isl_aff *value; /* of the inputs */
} bound;

/* NULL for a value is all that tells an error, of syntax or of isl's. */
typedef struct {
    lcr_ctx *r;
    const char *at;
    size_t depth, n, inputs;
    bound name[MOST_NAMES];
} reader;

/* ---- words ---- */

static void skip(reader *t, size_t n)
{
    t->at += n;
    t->at += strspn(t->at, " ");
}

static bool is_next(const reader *t, const char *word)
{
    size_t n = strlen(word);
    bool ends = !isalnum((unsigned char)word[n - 1]) || !isalnum((unsigned char)t->at[n]);
    return strncmp(t->at, word, n) == 0 && ends;
}

static bool eat(reader *t, const char *word)
{
    bool is = is_next(t, word);
    if (is)
        skip(t, strlen(word));
    return is;
}

/* Is a name here? It is passed. */
static bool name(reader *t, bound *b)
{
    size_t n = 0;
    if (isalpha((unsigned char)*t->at) || *t->at == '_')
        for (n = 1; isalnum((unsigned char)t->at[n]) || strchr("_'", t->at[n]);)
            n += t->at[n] != '\0' ? 1 : 0;
    *b = (bound){t->at, n, NULL};
    skip(t, n);
    return n > 0;
}

static const bound *find(const reader *t, const bound *b)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->name[i].length == b->length && strncmp(t->name[i].name, b->name, b->length) == 0)
            return &t->name[i];
    return NULL;
}

/* NULL: no number is here. */
static isl_val *number(reader *t)
{
    size_t n = strspn(t->at, "0123456789");
    char *digits = n > 0 ? strndup(t->at, n) : NULL;
    isl_val *value = digits ? isl_val_read_from_str(t->r->isl, digits) : NULL;
    if (n > 0 && !digits)
        lc_no_memory(t->r->lc);
    free(digits);
    skip(t, n);
    return value;
}

/* ---- expressions ---- */

static isl_aff *sum(reader *t);

/* A name, or a sum in brackets. */
static isl_aff *atom(reader *t)
{
    bound b;
    if (!is_next(t, "(")) {
        const bound *is = name(t, &b) ? find(t, &b) : NULL;
        return is ? isl_aff_copy(is->value) : NULL;
    }
    if (t->depth == MOST_NESTED)
        return NULL;
    t->depth++;
    eat(t, "(");
    isl_aff *a = sum(t);
    t->depth--;
    return eat(t, ")") ? a : isl_aff_free(a);
}

static isl_aff *factor(reader *t)
{
    if (!eat(t, "floor("))
        return atom(t);
    isl_aff *a = atom(t);
    a = eat(t, "/") ? isl_aff_scale_down_val(a, number(t)) : isl_aff_free(a);
    return eat(t, ")") ? isl_aff_floor(a) : isl_aff_free(a);
}

static isl_local_space *inputs_of(const reader *t)
{
    return isl_local_space_from_space(isl_space_set_alloc(t->r->isl, 0, (unsigned)t->inputs));
}

static isl_aff *term(reader *t)
{
    isl_val *by = number(t);
    bool name = isalpha((unsigned char)*t->at) && !is_next(t, "floor(") && !is_next(t, "mod");
    if (by && (name || eat(t, "*")))
        return isl_aff_scale_val(factor(t), by);
    if (by)
        return isl_aff_val_on_domain(inputs_of(t), by);
    isl_aff *a = factor(t);
    return eat(t, "mod") ? isl_aff_mod_val(a, number(t)) : a;
}

static isl_aff *sum(reader *t)
{
    isl_aff *all = eat(t, "-") ? isl_aff_neg(term(t)) : term(t);
    for (;;)
        if (eat(t, "+"))
            all = isl_aff_add(all, term(t));
        else if (eat(t, "-"))
            all = isl_aff_sub(all, term(t));
        else
            return all;
}

/* ---- names ---- */

/* Takes the value; false: it is NULL, or there are too many names, or two alike. */
static bool bind(reader *t, bound b, isl_aff *value)
{
    bool ok = value && t->n < MOST_NAMES && !find(t, &b);
    b.value = ok ? value : isl_aff_free(value);
    if (ok)
        t->name[t->n++] = b;
    return ok;
}

/* i, j, ..], and the place behind it. */
static bool inputs(reader *t)
{
    bound b[MOST_NAMES];
    size_t n = 0;
    bool ok = true;
    if (!is_next(t, "]"))
        do
            ok = n < MOST_NAMES && name(t, &b[n++]);
        while (ok && eat(t, ","));
    t->inputs = n;
    for (size_t k = 0; ok && k < n; k++)
        ok = bind(t, b[k], isl_aff_var_on_domain(inputs_of(t), isl_dim_set, (unsigned)k));
    return ok && eat(t, "]");
}

/* exists (x : x = E and y = F) and: x has no meaning behind it. */
static bool between(reader *t)
{
    bound x, again, y;
    if (!eat(t, "("))
        return false;
    bool ok = name(t, &x) && eat(t, ":") && name(t, &again) && again.length == x.length &&
              strncmp(again.name, x.name, x.length) == 0 && eat(t, "=") && bind(t, x, sum(t)) &&
              eat(t, "and") && name(t, &y) && eat(t, "=") && bind(t, y, sum(t)) && eat(t, ")") &&
              eat(t, "and");
    if (ok)
        t->name[t->n - 2].length = 0;
    return ok;
}

static isl_multi_aff *outputs(reader *t)
{
    isl_aff_list *all = isl_aff_list_alloc(t->r->isl, 1);
    if (!is_next(t, "]"))
        do
            all = isl_aff_list_add(all, sum(t));
        while (all && eat(t, ","));
    isl_size n = isl_aff_list_n_aff(all);
    if (n < 0 || !eat(t, "]") || (*t->at != ':' && *t->at != '}')) {
        isl_aff_list_free(all);
        return NULL;
    }
    isl_space *space = isl_space_alloc(t->r->isl, 0, (unsigned)t->inputs, (unsigned)n);
    return isl_multi_aff_from_aff_list(space, all);
}

/* Its inputs, and what is said of them from here to the end of the text. */
static isl_set *domain(reader *t, const char *first, const char *end)
{
    lc_text text = {0};
    lc_text_printf(&text, "{ [%.*s : %s", (int)(end - first), first,
                   *t->at == '}' ? "true }" : t->at);
    char *set = lc_text_take(t->r->lc, &text);
    isl_set *d = set ? lcr_isl_set(t->r, set) : NULL;
    free(set);
    return d;
}

/* From the place behind the outputs' bracket. */
static isl_pw_multi_aff *function(reader *t, const char *first)
{
    const char *end = t->at, *to = NULL;
    if (!eat(t, "->") || !eat(t, "["))
        return NULL;
    to = t->at;
    skip(t, strcspn(t->at, "]"));
    if (!eat(t, "]"))
        return NULL;
    bool has_condition = eat(t, ":");
    if (has_condition && eat(t, "exists") && !between(t))
        return NULL;
    isl_set *inputs = domain(t, first, end);
    t->at = to;
    isl_multi_aff *f = inputs ? outputs(t) : NULL;
    if (f)
        return isl_pw_multi_aff_alloc(inputs, f);
    isl_set_free(inputs);
    return NULL;
}

isl_pw_multi_aff *lcr_function_of_text(lcr_ctx *r, const char *text)
{
    reader *t = lc_alloc(r->lc, 1, sizeof *t);
    isl_pw_multi_aff *f = NULL;
    if (!t)
        return NULL;
    t->r = r;
    t->at = text;
    const char *close = strchr(text, '}');
    bool begins = close && close[1] == '\0' && eat(t, "{") && eat(t, "[");
    const char *first = t->at;
    if (begins && inputs(t))
        f = function(t, first);
    for (size_t i = 0; i < t->n; i++)
        isl_aff_free(t->name[i].value);
    free(t);
    lcr_isl_forget(r);
    return f;
}
