/* check_law_nest.c - morphisms: values and planted errors, given to isl alone; claims, against
 * enumeration. */
#include "config.h"

#include "suite.h"

#include "../isl-bridge/recheck/ask/judge.h"
#include "language.h"
#include "planted.h"

#include <stdlib.h>
#include <string.h>

/* ---- random morphisms ---- */

#define MOST 6

/* Entries of a tuple; where those of a domain go, from 1 on, 0 for nowhere. */
typedef struct {
    size_t n;
    int64_t entry[2 * MOST];
    size_t image[2 * MOST];
} entries;

static void random_entries(rnd *r, entries *t)
{
    static const int64_t some[] = {1, 2, 2, 3, 4, 6};
    t->n = (size_t)rnd_in(r, 1, 5);
    for (size_t k = 0; k < t->n; k++)
        t->entry[k] = some[rnd_in(r, 0, 5)];
}

/* Some of the entries of `to`, or all, in any order, and others without an image. */
static void random_domain(rnd *r, const entries *to, bool all, entries *from)
{
    size_t order[2 * MOST];
    rnd_shuffle(r, to->n, order);
    from->n = 0;
    for (size_t k = 0; k < to->n; k++) {
        if (!all && rnd_chance(r, 15)) {
            from->entry[from->n] = rnd_in(r, 1, 3);
            from->image[from->n++] = 0;
        }
        if (all || rnd_chance(r, 70)) {
            from->entry[from->n] = to->entry[order[k]];
            from->image[from->n++] = order[k] + 1;
        }
    }
    if (from->n == 0) {
        from->entry[0] = 2;
        from->image[from->n++] = 0;
    }
}

static void unused(const entries *to, const entries *from, entries *rest)
{
    rest->n = 0;
    for (size_t k = 0; k < to->n; k++) {
        bool used = false;
        for (size_t i = 0; i < from->n; i++)
            used = used || from->image[i] == k + 1;
        if (!used)
            rest->entry[rest->n++] = to->entry[k];
    }
    if (rest->n == 0)
        rest->entry[rest->n++] = 1;
}

/* ---- text ---- */

static const char *tuple_text(law *l, const entries *t, bool nested)
{
    const char *text = t->n > 1 ? "(" : "";
    size_t first = nested && t->n > 2 ? (size_t)rnd_in(&l->rnd, 0, (int64_t)t->n - 2) : t->n;
    for (size_t k = 0; k < t->n; k++)
        text = law_printf(l, "%s%s%s%lld%s", text, k > 0 ? "," : "", k == first ? "(" : "",
                          (long long)t->entry[k], k == first + 1 ? ")" : "");
    return law_printf(l, "%s%s", text, t->n > 1 ? ")" : "");
}

static const char *morphism_text(law *l, const char *domain, const entries *from,
                                 const char *codomain)
{
    const char *text = law_printf(l, "morphism{%s -> %s: ", domain, codomain);
    for (size_t i = 0; i < from->n; i++)
        text = from->image[i] == 0
                   ? law_printf(l, "%s%s*", text, i > 0 ? "," : "")
                   : law_printf(l, "%s%s%zu", text, i > 0 ? "," : "", from->image[i]);
    return law_printf(l, "%s}", text);
}

/* Each entry in the place of which there are others is that many of them. */
static const char *finer_text(law *l, const entries *t)
{
    entries finer = {0};
    for (size_t k = 0; k < t->n; k++) {
        bool split = (t->entry[k] == 4 || t->entry[k] == 6) && rnd_chance(&l->rnd, 70);
        finer.entry[finer.n++] = split ? 2 : t->entry[k];
        if (split)
            finer.entry[finer.n++] = t->entry[k] / 2;
    }
    return tuple_text(l, &finer, false);
}

/* ---- calls ---- */

enum {
    MORPHISM,
    REFINEMENT,
    PULL_BACK,
    PUSH_FORWARD,
    COMPOSE,
    CONCAT,
    DIVIDE,
    PRODUCT,
    COMPLEMENT,
    INVERSE,
    COALESCE,
    LAYOUT,
    COMPOSE_ANY, /* of any two, which may have no refinement, or reach too far */
    DIVIDE_ANY,
    PRODUCT_ANY,
    FLATTEN,
    DOMAIN,
    CODOMAIN,
    EVALUATE,
    SIZE,
    COSIZE,
    RANK,
    DEPTH,
    SHAPE,
    STRIDE,
    INCLUDE,
    MODE,
    SLICE,
    AFTER_LAYOUT, /* A o f of a layout A, f o A */
    BEFORE_LAYOUT,
    DIVIDE_LAYOUT,
    COMPLEMENT_TO,
    INDEX_MAP,
    COORD_MAP,
    NCALLS
};

static const char *const name[NCALLS] = {
    [MORPHISM] = "morphism",
    [REFINEMENT] = "refinement",
    [PULL_BACK] = "pull_back",
    [PUSH_FORWARD] = "push_forward",
    [COMPOSE] = "compose",
    [CONCAT] = "concat",
    [DIVIDE] = "logical_divide",
    [PRODUCT] = "logical_product",
    [COMPLEMENT] = "complement",
    [INVERSE] = "inverse",
    [COALESCE] = "coalesce",
    [LAYOUT] = "layout",
    [COMPOSE_ANY] = "compose",
    [DIVIDE_ANY] = "logical_divide",
    [PRODUCT_ANY] = "logical_product",
    [FLATTEN] = "flatten",
    [DOMAIN] = "domain",
    [CODOMAIN] = "codomain",
    [EVALUATE] = "evaluate",
    [SIZE] = "size",
    [COSIZE] = "cosize",
    [RANK] = "rank",
    [DEPTH] = "depth",
    [SHAPE] = "shape",
    [STRIDE] = "stride",
    [INCLUDE] = "include",
    [MODE] = "mode",
    [SLICE] = "slice",
    [AFTER_LAYOUT] = "compose",
    [BEFORE_LAYOUT] = "compose",
    [DIVIDE_LAYOUT] = "logical_divide",
    [COMPLEMENT_TO] = "complement",
    [INDEX_MAP] = "index_map",
    [COORD_MAP] = "coord_map",
};

/* `(_,0,_)`, of the entries without nesting. */
static const char *slicing(law *l, const entries *from)
{
    const char *text = "(";
    for (size_t k = 0; k < from->n; k++)
        text = law_printf(l, "%s%s%s", text, k > 0 ? "," : "",
                          rnd_chance(&l->rnd, 50) ? "_" : "0");
    return law_printf(l, "%s)", text);
}

/* The second argument of the operations on f: from -> to, that have one. */
static const char *second(law *l, size_t which, const entries *from, const char *domain,
                          const entries *to, const char *codomain)
{
    entries other, rest;
    switch (which) {
    case PULL_BACK: return finer_text(l, to);
    case PUSH_FORWARD: return finer_text(l, from);
    case COMPOSE: /* of which f is the outer */
    case DIVIDE:
        random_domain(&l->rnd, from, false, &other);
        return morphism_text(l, tuple_text(l, &other, true), &other, domain);
    case PRODUCT:
        unused(to, from, &rest);
        random_domain(&l->rnd, &rest, false, &other);
        return morphism_text(l, tuple_text(l, &other, true), &other, tuple_text(l, &rest, false));
    case CONCAT:
        unused(to, from, &rest);
        return law_printf(l, "complement(%s)", morphism_text(l, domain, from, codomain));
    case COMPOSE_ANY:
    case DIVIDE_ANY:
    case PRODUCT_ANY:
        random_entries(&l->rnd, &rest);
        random_domain(&l->rnd, &rest, false, &other);
        return morphism_text(l, tuple_text(l, &other, true), &other, tuple_text(l, &rest, true));
    case MODE: return "0";
    case SLICE: return from->n > 1 ? slicing(l, from) : "0";
    case BEFORE_LAYOUT: return law_printf(l, "%s:1", domain);
    case DIVIDE_LAYOUT: return "2:1";
    case COMPLEMENT_TO: return "200";
    case EVALUATE: return law_printf(l, "%lld", (long long)rnd_in(&l->rnd, 0, 8));
    default: return NULL;
    }
}

static void random_call(law *l, size_t which, planted *call)
{
    entries to, from;
    random_entries(&l->rnd, &to);
    random_domain(&l->rnd, &to, which == INVERSE, &from);
    const char *domain = tuple_text(l, &from, true), *codomain = tuple_text(l, &to, true);
    const char *f = morphism_text(l, domain, &from, codomain);
    *call = (planted){.operation = name[which]};
    call->arg[0] = which == MORPHISM     ? law_printf(l, "layout(%s)", f)
                   : which == REFINEMENT ? codomain
                                         : f;
    call->arg[1] = which == REFINEMENT ? domain : second(l, which, &from, domain, &to, codomain);
    if (which == SLICE)
        call->arg[0] = law_printf(l, "flatten(%s)", f);
    if (which == INCLUDE || which == AFTER_LAYOUT) {
        call->arg[1] = which == INCLUDE ? codomain : f;
        to.n = (size_t)rnd_in(&l->rnd, 1, (int64_t)to.n);
        const char *first = tuple_text(l, &to, true);
        call->arg[0] = which == INCLUDE ? first : law_printf(l, "(%s,100):(%s,7)", first, first);
    }
}

static planted_counts counts[NCALLS];

static bool planted_errors(law *l)
{
    planted call;
    size_t which = l->index % NCALLS;
    random_call(l, which, &call);
    bool ok = planted_case(l, &call, 6, &counts[which]);
    law_release(l);
    return ok;
}

TEST(test_planted)
{
    static const char *const classes[] = {NULL};
    law_check("values and planted errors", planted_errors, classes);
    if (getenv("LAYOUTCHECK_CASE"))
        return;
    for (size_t i = 0; i < NCALLS; i++) {
        const planted call = {.operation = name[i]};
        planted_check_counts(&call, &counts[i]);
    }
}

/* ---- the sets, without what is read ---- */

/* Where reading does not end it first, values that differ in where entries go: other layouts
 * are realized. */
static const struct {
    const char *operation, *arg[2], *right, *wrong;
} by_sets[] = {
    {"morphism",
     {"(2,2):(2,1)"},
     "morphism{(2,2) -> (2,2): 2,1}",
     "morphism{(2,2) -> (2,2): 1,2}"},
    {"layout", {"morphism{(2,2) -> (2,2): 2,1}"}, "(2,2):(2,1)", "(2,2):(1,2)"},
};

/* What isl says of the sets of a value, whatever was read. */
static lcr_answer are_empty(lcr_ctx *r, size_t i, const char *value)
{
    lit_pool pool = {.lc = lcr_ctx_lc(r)};
    lcr_statement s = {.claim = by_sets[i].operation};
    lcr_judgement j = {.at = SIZE_MAX};
    while (s.n < 2 && by_sets[i].arg[s.n]) {
        s.arg[s.n] = lcr_lit_read_argument(&pool, by_sets[i].arg[s.n]);
        s.n++;
    }
    s.value = lcr_lit_read(&pool, value);
    ck_assert(s.value && lcr_evidence_of_value(&pool, &s, &j.evidence));
    ck_assert_msg(j.evidence.nsets > 0, "%s has no sets", by_sets[i].operation);
    j.evidence.holds = true;
    lcr_answer answer = lcr_judge_sets(r, &pool, &j.evidence, &j);
    lcr_lit_pool_clear(&pool);
    return answer;
}

TEST_ISL(test_sets)
{
    for (size_t i = 0; i < sizeof by_sets / sizeof *by_sets; i++) {
        ck_assert_msg(are_empty(r, i, by_sets[i].right) == LCR_YES, "%s is not %s",
                      by_sets[i].operation, by_sets[i].right);
        ck_assert_msg(are_empty(r, i, by_sets[i].wrong) == LCR_NO, "%s may be %s",
                      by_sets[i].operation, by_sets[i].wrong);
    }
}

/* ---- claims, against what the morphisms realize ---- */

typedef struct {
    entries to, from;
    const char *text;
} drawn;

static void draw(law *l, drawn *f)
{
    random_entries(&l->rnd, &f->to);
    random_domain(&l->rnd, &f->to, false, &f->from);
    f->text = morphism_text(l, tuple_text(l, &f->from, true), &f->from,
                            tuple_text(l, &f->to, true));
}

static int64_t size_of(const drawn *f)
{
    int64_t size = 1;
    for (size_t i = 0; i < f->from.n; i++)
        size *= f->from.entry[i];
    return size;
}

static int64_t value_at(const drawn *f, int64_t c)
{
    int64_t sum = 0;
    for (size_t i = 0; i < f->from.n; i++) {
        int64_t place = f->from.image[i] > 0 ? 1 : 0;
        for (size_t j = 0; j + 1 < f->from.image[i]; j++)
            place *= f->to.entry[j];
        sum += c % f->from.entry[i] * place;
        c /= f->from.entry[i];
    }
    return sum;
}

static bool is_injective(const drawn *f)
{
    bool taken[8192] = {false};
    for (int64_t c = 0; c < size_of(f); c++) {
        int64_t value = value_at(f, c);
        if (taken[value])
            return false;
        taken[value] = true;
    }
    return true;
}

static bool is_equiv(const drawn *f, const drawn *g)
{
    bool same = size_of(f) == size_of(g);
    for (int64_t c = 0; same && c < size_of(f); c++)
        same = value_at(f, c) == value_at(g, c);
    return same;
}

/* The claim has this verdict. */
static bool said(law *l, const char *claim, bool holds)
{
    language_seen seen = {0};
    language_prove(claim, &seen);
    bool right = seen.claim && seen.verdict == (holds ? LCV_PROVED : LCV_REFUTED);
    language_clear(&seen);
    return right || law_fail(l, "%s: by enumeration it %s", claim, holds ? "holds" : "fails");
}

LAW_SHARE(test_claims, "claims of morphisms", 4, CLASSES("injective", "not injective"))
{
    drawn f, g;
    draw(l, &f);
    if (rnd_chance(&l->rnd, 50)) {
        g = f;
        g.text = law_printf(l, "flatten(%s)", f.text);
    } else {
        draw(l, &g);
    }
    bool same = is_equiv(&f, &g), injective = is_injective(&f);
    int64_t at = rnd_in(&l->rnd, 0, size_of(&f) - 1);
    law_saw(l, injective ? 0 : 1);
    bool ok = said(l, law_printf(l, "injective(%s)", f.text), injective) &&
              said(l, law_printf(l, "equiv(%s, %s)", f.text, g.text), same) &&
              said(l, law_printf(l, "equiv(%s, layout(%s))", f.text, g.text), same) &&
              said(l, law_printf(l, "equal(%s, %s)", f.text, f.text), true) &&
              said(l, law_printf(l, "size(%s) == %lld", f.text, (long long)size_of(&f)), true) &&
              said(l,
                   law_printf(l, "(%s)(%lld) == %lld", f.text, (long long)at,
                              (long long)value_at(&f, at)),
                   true);
    law_release(l);
    return ok;
}

/* ---- claims of morphisms, by their definitions ---- */

static bool goes_to(const drawn *f, size_t j)
{
    for (size_t i = 0; i < f->from.n; i++)
        if (f->from.image[i] == j + 1)
            return true;
    return false;
}

/* Of a flat codomain. */
static bool is_standard(const drawn *f)
{
    bool any = false;
    for (size_t j = 0; j < f->to.n; j++)
        any = any || goes_to(f, j);
    if (!any)
        return f->to.n == 1 && f->to.entry[0] == 1;
    for (size_t j = 0; j < f->to.n; j++) {
        bool gap = !goes_to(f, j);
        if (gap && (f->to.entry[j] == 1 || j + 1 == f->to.n || !goes_to(f, j + 1)))
            return false;
    }
    return true;
}

static bool has_no_degenerate(const drawn *f)
{
    for (size_t i = 0; i < f->from.n; i++)
        if (f->from.entry[i] == 1 && f->from.image[i] > 0)
            return false;
    return true;
}

/* Every boundary of the one that is below one of the other divides it. */
static bool chain(const entries *s, const entries *t)
{
    int64_t x = 1;
    for (size_t i = 0; i < s->n; i++) {
        int64_t y = 1;
        x *= s->entry[i];
        for (size_t k = 0; k < t->n; k++) {
            y *= t->entry[k];
            if (x < y ? y % x != 0 : x % y != 0)
                return false;
        }
    }
    return true;
}

static int64_t size_of_entries(const entries *t)
{
    int64_t size = 1;
    for (size_t i = 0; i < t->n; i++)
        size *= t->entry[i];
    return size;
}

static int64_t largest(const drawn *f)
{
    int64_t most = 0;
    for (int64_t c = 0; c < size_of(f); c++)
        most = value_at(f, c) > most ? value_at(f, c) : most;
    return most;
}

static bool has_value(law *l, const char *expression)
{
    language_seen seen = {0};
    language_eval(expression, &seen);
    bool has = seen.value != NULL;
    language_clear(&seen);
    law_saw(l, has ? 0 : 1);
    return has;
}

/* What the values of g that f^c does not take show, which is past the end of the rest. */
static bool multiplies(const drawn *f, const drawn *g)
{
    entries rest;
    unused(&f->to, &f->from, &rest);
    return chain(&g->to, &rest) && largest(g) < size_of_entries(&rest);
}

static bool divides(const drawn *g, const drawn *f)
{
    return size_of_entries(&f->from) % size_of_entries(&g->to) == 0 && chain(&g->to, &f->from);
}

static bool same_entries(const entries *s, const entries *t)
{
    return s->n == t->n && memcmp(s->entry, t->entry, s->n * sizeof *s->entry) == 0;
}

/* Claims agree with their definitions, and with the operations whose values they are about. */
LAW_SHARE(test_defined, "claims of morphisms as they are defined", 4, CLASSES("a value", "none"))
{
    drawn f, g;
    entries rest;
    draw(l, &f);
    draw(l, &g);
    unused(&f.to, &f.from, &rest);
    const char *flat = law_printf(l, "flatten(%s)", f.text);
    bool quotient = divides(&g, &f), product = multiplies(&f, &g);
    bool whole = has_no_degenerate(&f), standard = is_standard(&f);
    bool ok = said(l, law_printf(l, "non_degenerate(%s)", f.text), whole) &&
              said(l, law_printf(l, "non_degenerate(layout(%s))", f.text), whole) &&
              said(l, law_printf(l, "standard_form(%s)", flat), standard) &&
              (!whole ||
               said(l, law_printf(l, "equal(%s, morphism(layout(%s)))", flat, flat), standard)) &&
              said(l, law_printf(l, "divides(%s, %s)", g.text, f.text), quotient) &&
              said(l, law_printf(l, "divides(flatten(%s), %s, exact)", g.text, flat),
                   same_entries(&g.to, &f.from)) &&
              said(l, law_printf(l, "product_admissible(%s, %s)", f.text, g.text), product) &&
              said(l, law_printf(l, "product_admissible(%s, flatten(%s), exact)", f.text, g.text),
                   same_entries(&g.to, &rest));
    ok = ok &&
         (has_value(l, law_printf(l, "logical_divide(%s, %s)", f.text, g.text)) == quotient ||
          law_fail(l, "the quotient of %s by %s", f.text, g.text)) &&
         (has_value(l, law_printf(l, "logical_product(%s, %s)", f.text, g.text)) == product ||
          law_fail(l, "the product of %s and %s", f.text, g.text));
    law_release(l);
    return ok;
}

SUITE_MAIN("law nest", test_planted, test_sets, test_claims, test_defined)
