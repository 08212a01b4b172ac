/* check_forms.c - values in symbols against values at numbers.
 *
 * An expression that depends on M and N prints in symbols. With numbers written in the
 * place of M and N, what was printed and the expression itself must be the same function,
 * nested alike: the expression is computed by the algebra, which knows nothing of symbols.
 */
#include "config.h"

#include "language.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- expressions ---- */

static int64_t in(law *l, int64_t low, int64_t high)
{
    return rnd_in(&l->rnd, low, high);
}

static const char *rnd_size(law *l, int depth)
{
    int64_t c = in(l, 1, 6);
    switch (in(l, 0, depth > 0 ? 8 : 2)) {
    case 0: return "M";
    case 1: return "N";
    case 2: return law_printf(l, "%d", (int)c);
    case 3: return law_printf(l, "ceil_div(%s, %d)", rnd_size(l, depth - 1), (int)c);
    case 4: return law_printf(l, "(%s / %d)", rnd_size(l, depth - 1), (int)c);
    case 5: return law_printf(l, "(%s %% %d)", rnd_size(l, depth - 1), (int)c);
    case 6:
        return law_printf(l, "%s(%s, %s)", rnd_chance(&l->rnd, 50) ? "min" : "max",
                          rnd_size(l, depth - 1), rnd_size(l, depth - 1));
    case 7:
        return law_printf(l, "(%s %s %s)", rnd_size(l, depth - 1),
                          rnd_chance(&l->rnd, 50) ? "+" : "-", rnd_size(l, depth - 1));
    default: return law_printf(l, "%s * %s", rnd_size(l, depth - 1), rnd_size(l, depth - 1));
    }
}

/* Layouts of two modes without modes inside, of integers and of coordinates. */
static const char *rnd_matrix(law *l, bool *coordinates)
{
    static const char *const matrix[] = {"(M,N):(1,M)", "(M,N):(N,1)", "(M,N):(3,3*M+1)",
                                         "(N,ceil_div(M,3)):(2,2*N)", "(M,N)"};
    static const char *const of_coordinates[] = {
        "(M,N):(e0,e1)",      "(N,M):(e1,3*e0)", "(ceil_div(M,4),N):(4e0,2*N*e1)",
        "(M,N):(M*e0,e1+e0)", "identity((M,N))", "make_identity_layout((N,ceil_div(M,4)))"};
    *coordinates = rnd_chance(&l->rnd, 50);
    return *coordinates ? of_coordinates[in(l, 0, 5)] : matrix[in(l, 0, 4)];
}

static const char *rnd_divided(law *l, const char *a)
{
    static const char *const name[] = {"logical", "zipped", "tiled", "flat"};
    return law_printf(l, "%s_divide(%s, (%d,%d))", name[in(l, 0, 3)], a, (int)in(l, 1, 5),
                      (int)in(l, 1, 5));
}

static const char *rnd_layout_text(law *l)
{
    bool coordinates;
    const char *a = rnd_matrix(l, &coordinates);
    for (int64_t steps = in(l, 0, 3); steps > 0; steps--) {
        switch (in(l, 0, 6)) {
        case 0: a = rnd_divided(l, a); break;
        case 1: a = law_printf(l, "flatten(%s)", a); break;
        case 2: a = law_printf(l, "mode(%s, %d)", a, (int)in(l, 0, 1)); break;
        case 3: a = law_printf(l, "select(%s, 1, 0)", a); break;
        case 4: a = law_printf(l, "group(%s, 0, %d)", a, (int)in(l, 1, 2)); break;
        case 5:
            a = law_printf(l, "concat(%s, %d:%s)", a, (int)in(l, 1, 4),
                           coordinates ? "e1" : "7*N");
            break;
        default: a = law_printf(l, "compose(%s, (%d,%d))", a, (int)in(l, 1, 4), (int)in(l, 1, 4));
        }
    }
    return a;
}

/* Coordinates into a matrix in memory. */
static const char *rnd_address(law *l)
{
    static const char *const matrix[] = {"(M,N):(1,M)", "(M,N):(N,1)", "(M,N):(1,M+N)",
                                         "(M,N):(2e1,e0)"};
    return law_printf(l, "compose(%s, zipped_divide((M,N):(e0,e1), (%d,%d)))",
                      matrix[in(l, 0, 3)], (int)in(l, 1, 5), (int)in(l, 1, 5));
}

/* ---- morphisms ---- */

enum { ENTRIES = 4 };

typedef struct {
    size_t n;
    const char *entry[2 * ENTRIES];
} sizes;

static const char *tuple_of(law *l, const sizes *t)
{
    const char *text = t->n > 1 ? "(" : "";
    size_t first = t->n > 2 && rnd_chance(&l->rnd, 50) ? (size_t)in(l, 0, (int64_t)t->n - 2)
                                                       : t->n;
    for (size_t k = 0; k < t->n; k++)
        text = law_printf(l, "%s%s%s%s%s", text, k > 0 ? "," : "", k == first ? "(" : "",
                          t->entry[k], k == first + 1 ? ")" : "");
    return law_printf(l, "%s%s", text, t->n > 1 ? ")" : "");
}

/* Some entries of the codomain in any order, or all, and others without an image. */
static const char *morphism_to(law *l, const sizes *to, bool all, sizes *from)
{
    const char *images = "";
    bool taken[2 * ENTRIES] = {false};
    from->n = 0;
    for (size_t k = 0; k < to->n; k++) {
        size_t j = (size_t)in(l, 0, (int64_t)to->n - 1);
        while (taken[j])
            j = (j + 1) % to->n;
        taken[j] = true;
        bool star = !all && rnd_chance(&l->rnd, 20);
        if (!all && from->n > 0 && rnd_chance(&l->rnd, 25))
            continue;
        images = star ? law_printf(l, "%s%s*", images, from->n > 0 ? "," : "")
                      : law_printf(l, "%s%s%zu", images, from->n > 0 ? "," : "", j + 1);
        from->entry[from->n++] = star ? "3" : to->entry[j];
    }
    return law_printf(l, "morphism{%s -> %s: %s}", tuple_of(l, from), tuple_of(l, to), images);
}

static void rnd_entries(law *l, sizes *t)
{
    static const char *const some[] = {"M", "N", "4", "2", "2*M", "M*N", "1", "4*N"};
    t->n = (size_t)in(l, 1, ENTRIES);
    for (size_t k = 0; k < t->n; k++)
        t->entry[k] = some[in(l, 0, 7)];
}

/* Neighbours merged here and there. */
static void merged(law *l, const sizes *t, sizes *other)
{
    other->n = 0;
    for (size_t k = 0; k < t->n; k++) {
        if (other->n > 0 && rnd_chance(&l->rnd, 40))
            other->entry[other->n - 1] = law_printf(l, "%s*%s", other->entry[other->n - 1],
                                                    t->entry[k]);
        else
            other->entry[other->n++] = t->entry[k];
    }
}

/* A layout whose modes take turns in memory, perhaps with gaps. */
static const char *chained(law *l, const sizes *t)
{
    const char *stride[ENTRIES], *end = "1", *shape = "", *strides = "";
    bool taken[ENTRIES] = {false};
    for (size_t k = 0; k < t->n; k++) {
        size_t j = (size_t)in(l, 0, (int64_t)t->n - 1);
        while (taken[j])
            j = (j + 1) % t->n;
        taken[j] = true;
        if (rnd_chance(&l->rnd, 20))
            end = law_printf(l, "%s*%s", end, rnd_chance(&l->rnd, 50) ? "N" : "3");
        stride[j] = rnd_chance(&l->rnd, 10) ? "0" : end;
        end = law_printf(l, "%s*%s", end, t->entry[j]);
    }
    for (size_t k = 0; k < t->n; k++) {
        shape = law_printf(l, "%s%s,", shape, t->entry[k]);
        strides = law_printf(l, "%s%s,", strides, stride[k]);
    }
    return law_printf(l, "(%s):(%s)", shape, strides);
}

/* Steps of compositions: of layouts, and of tuples that refine each other. */
static const char *rnd_step(law *l)
{
    sizes fine, coarse, from;
    rnd_entries(l, &fine);
    merged(l, &fine, &coarse);
    const char *f = morphism_to(l, &coarse, true, &from);
    switch (in(l, 0, 4)) {
    case 0: return law_printf(l, "morphism(%s)", chained(l, &fine));
    case 1: return law_printf(l, "pull_back(%s, %s)", f, tuple_of(l, &fine));
    case 2: return law_printf(l, "push_forward(inverse(%s), %s)", f, tuple_of(l, &fine));
    case 3: return law_printf(l, "refinement(%s, %s)", tuple_of(l, &coarse), tuple_of(l, &fine));
    default: {
        sizes first = fine;
        first.n = (size_t)in(l, 1, (int64_t)fine.n);
        return law_printf(l, "include(%s, %s)", tuple_of(l, &first), tuple_of(l, &fine));
    }
    }
}

static const char *rnd_morphism(law *l)
{
    static const char *const name[] = {"layout", "complement", "flatten", "coalesce",
                                       "domain", "codomain",   "size",    "stride",
                                       "rank",   "shape",      "cosize"};
    sizes to, from, middle, ends;
    if (rnd_chance(&l->rnd, 40))
        return rnd_step(l);
    rnd_entries(l, &to);
    switch (in(l, 0, 6)) {
    case 0: return law_printf(l, "inverse(%s)", morphism_to(l, &to, true, &from));
    case 1: return law_printf(l, "mode(%s, 0)", morphism_to(l, &to, false, &from));
    case 2: {
        const char *f = morphism_to(l, &to, false, &from);
        return law_printf(l, "concat(%s, complement(%s))", f, f);
    }
    case 3: /* f, and g from what it goes to, merged or cut */
    case 4: {
        const char *f, *g, *images = "";
        bool coarser = rnd_chance(&l->rnd, 50);
        merged(l, &to, &middle);
        f = morphism_to(l, coarser ? &to : &middle, false, &from);
        const sizes *next = coarser ? &middle : &to;
        ends = *next;
        for (size_t k = 0; k < next->n; k++) {
            ends.entry[k] = next->entry[next->n - 1 - k];
            images = law_printf(l, "%s%s%zu", images, k > 0 ? "," : "", next->n - k);
        }
        g = law_printf(l, "morphism{%s -> %s: %s}", tuple_of(l, next), tuple_of(l, &ends),
                       images);
        return rnd_chance(&l->rnd, 50) ? law_printf(l, "compose(%s, %s)", g, f)
                                       : law_printf(l, "logical_divide(%s, %s)", g, f);
    }
    case 5: {
        const char *f = morphism_to(l, &to, false, &from);
        sizes copies = {1, {rnd_chance(&l->rnd, 50) ? "2" : "N"}}, domain;
        return law_printf(l, "logical_product(%s, %s)", f,
                          morphism_to(l, &copies, false, &domain));
    }
    default:
        return law_printf(l, "%s(%s)", name[in(l, 0, 10)], morphism_to(l, &to, false, &from));
    }
}

/* ---- operations whose value depends on the order of strides ---- */

/* A layout of M and N of integers: compact in some order, with room between its modes, ... */
static const char *rnd_plain(law *l)
{
    static const char *const plain[] = {"(M,N):(1,M)",
                                        "(M,N):(N,1)",
                                        "(M,N):(1,2*M)",
                                        "(M,(4,N)):(4*N,(1,4))",
                                        "(4,M):(1,4)",
                                        "(M,N):(0,1)",
                                        "(4*M,N):(N,1)",
                                        "((2,M),N):((1,2),2*M)",
                                        "(M,4,N):(4,1,4*M)",
                                        "(M,2):(1,M+N)",
                                        "8*M:1",
                                        "(M,N):(4,4*M)",
                                        "(1,N):(N,1)",
                                        "((M,N),2):((1,M),0)",
                                        "(2,M,N):(M*N,N,1)",
                                        "(N,M)"};
    return plain[in(l, 0, 15)];
}

static const char *rnd_operation(law *l)
{
    static const char *const alone[] = {"coalesce", "right_inverse", "left_inverse",
                                        "inverse",  "complement",    "filter"};
    static const char *const pair[] = {"logical_product", "blocked_product", "raked_product",
                                       "zipped_product",  "tiled_product",   "flat_product",
                                       "compose"};
    static const char *const tile[] = {"4:1",         "M",     "N:2",
                                       "(2,N):(1,2)", "2*M:1", "(M,N):(1,M)",
                                       "(4,4):(4,1)", "4*M:1", "M:N"};
    const char *a = rnd_plain(l);
    switch (in(l, 0, 5)) {
    case 0: return law_printf(l, "%s(%s)", alone[in(l, 0, 5)], a);
    case 1:
        return law_printf(l, "complement(%s, %s)", a, rnd_chance(&l->rnd, 50) ? "8*M*N" : "4*M");
    case 2: return law_printf(l, "%s(%s, %s)", pair[in(l, 0, 6)], a, tile[in(l, 0, 8)]);
    case 3: return law_printf(l, "compose(%s, %s)", a, rnd_plain(l));
    case 4:
        return law_printf(l, "tile_to_shape(%s, (4*M,%s*N)%s)",
                          rnd_chance(&l->rnd, 50) ? "(4,2):(2,1)" : "(2*M,2):(1,2*M)",
                          rnd_chance(&l->rnd, 50) ? "2" : "3",
                          rnd_chance(&l->rnd, 50) ? ", (2,1)" : "");
    default: return law_printf(l, "coalesce(%s, (1,1))", a);
    }
}

/* ---- in symbols, and at numbers ---- */

static void keep_value(void *user, const lcv_outcome *outcome)
{
    char **text = user;
    free(*text);
    *text = outcome->value_text && !outcome->error ? strdup(outcome->value_text) : NULL;
}

/* What `show` prints; NULL when the expression has no value anywhere. */
static const char *in_symbols(law *l, const char *expression, int64_t least)
{
    char *shown = NULL;
    lcv_listener listener = {.user = &shown, .outcome = keep_value};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = false});
    ck_assert_ptr_nonnull(session);
    lcv_session_say(session,
                    law_printf(l, "param M >= %d, N >= %d\nshow %s\n", (int)least, (int)least,
                               expression),
                    &listener);
    lcv_session_free(session);
    return law_own_memory(l, shown);
}

static const char *at_numbers(law *l, const char *text, int64_t m, int64_t n)
{
    char *made = calloc(1, 4 * strlen(text) + 1), *end = made;
    law_own_memory(l, made);
    for (; *text; text++)
        end += *text == 'M' || *text == 'N' ? sprintf(end, "%d", (int)(*text == 'M' ? m : n))
                                            : sprintf(end, "%c", *text);
    return made;
}

static bool is_true(const char *claim)
{
    language_seen s;
    language_prove(claim, &s);
    bool proved = s.claim && s.verdict == LCV_PROVED;
    language_clear(&s);
    return proved;
}

static bool has_value(const char *text)
{
    language_seen s;
    language_eval(text, &s);
    bool value = s.status == LCV_PASSED;
    language_clear(&s);
    return value;
}

/* Are the conditions of a case met, "M >= 2 and N == 1"? */
static bool is_met(law *l, const char *conditions, size_t length, int64_t m, int64_t n)
{
    char *text = law_own_memory(l, strndup(conditions, length));
    for (char *end; text; text = end ? end + strlen(" and ") : NULL) {
        if ((end = strstr(text, " and ")))
            *end = '\0';
        if (!is_true(at_numbers(l, text, m, n)))
            return false;
    }
    return true;
}

/* What is shown at numbers: "V, or W if C, or if D, or X if E" is V where no condition is met. */
static const char *shown_at(law *l, const char *shown, int64_t m, int64_t n)
{
    const char *next = strstr(shown, ", or "), *value = shown;
    size_t length = next ? (size_t)(next - shown) : strlen(shown), first = length, chosen = first;
    for (const char *at = next; at; at = next) {
        at += strlen(", or ");
        next = strstr(at, ", or ");
        const char *end = next ? next : at + strlen(at);
        const char *when = strncmp(at, "if ", 3) == 0 ? at : strstr(at, " if ");
        if (when != at) {
            value = at;
            length = (size_t)(when - at);
            when++;
        }
        when += strlen("if ");
        if (is_met(l, when, (size_t)(end - when), m, n)) {
            shown = value;
            chosen = length;
            break;
        }
    }
    return at_numbers(l, law_own_memory(l, strndup(shown, chosen)), m, n);
}

static bool differs(law *l, const char *expression, const char *shown, const char *x,
                    const char *y)
{
    return law_fail(l, "%s prints as %s, but %s and %s are not the same", expression, shown, x,
                    y);
}

LAW_SHARE(sizes_agree, "sizes in symbols", 4, NULL)
{
    const char *expression = rnd_size(l, 3), *shown = in_symbols(l, expression, 1);
    if (!strpbrk(expression, "MN"))
        return true;
    if (!shown)
        return law_fail(l, "%s has no value", expression);
    for (int i = 0; i < 8; i++) {
        int64_t m = in(l, 1, 30), n = in(l, 1, 30);
        const char *x = at_numbers(l, expression, m, n), *y = shown_at(l, shown, m, n);
        if (!is_true(law_printf(l, "%s == %s", x, y)))
            return differs(l, expression, shown, x, y);
    }
    return true;
}

static const char *const classes[] = {"in symbols", "as written", NULL};

LAW_SHARE(layouts_agree, "layouts in symbols", 4, classes)
{
    int64_t kind = in(l, 0, 9);
    const char *expression = kind < 2   ? rnd_address(l)
                             : kind < 6 ? rnd_operation(l)
                                        : rnd_layout_text(l);
    const char *shown = in_symbols(l, expression, 1);
    if (!shown) /* there is no such mode, a tiler of more modes ... */
        return true;
    law_saw(l, strcmp(shown, expression) == 0 ? 1 : 0);
    for (int i = 0; i < 4; i++) {
        int64_t m = in(l, 1, 13), n = in(l, 1, 13);
        const char *x = at_numbers(l, expression, m, n), *y = shown_at(l, shown, m, n);
        if (!has_value(x))
            continue;
        if (!is_true(law_printf(l, "equal(%s, %s)", x, y)))
            return differs(l, expression, shown, x, y);
    }
    return true;
}

LAW_SHARE(morphisms_agree, "morphisms in symbols", 2, classes)
{
    int64_t least = in(l, 1, 2);
    const char *expression = rnd_morphism(l), *shown = in_symbols(l, expression, least);
    if (!shown || !strpbrk(expression, "MN")) /* they do not compose ... */
        return true;
    law_saw(l, strcmp(shown, expression) == 0 ? 1 : 0);
    for (int i = 0; i < 6; i++) {
        int64_t m = in(l, least, 5), n = in(l, least, 5);
        const char *x = at_numbers(l, expression, m, n), *y = shown_at(l, shown, m, n);
        if (has_value(x) && !is_true(law_printf(l, "equal(%s, %s)", x, y)))
            return differs(l, expression, shown, x, y);
    }
    return true;
}

SUITE_MAIN("forms", sizes_agree, layouts_agree, morphisms_agree)
