/* check_law_nest.c - values and planted errors, given to isl alone: morphisms. */
#include "config.h"

#include "suite.h"

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
    for (size_t k = 0; k < to->n; k++)
        order[k] = k;
    for (size_t k = to->n; k-- > 1;) {
        size_t other = (size_t)rnd_in(r, 0, (int64_t)k), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
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
    MORPHISM, REFINEMENT, PULL_BACK, PUSH_FORWARD, COMPOSE, CONCAT, DIVIDE, PRODUCT,
    COMPLEMENT, INVERSE, COALESCE, LAYOUT, NCALLS
};

static const char *const name[NCALLS] = {
    [MORPHISM] = "morphism",         [REFINEMENT] = "refinement",
    [PULL_BACK] = "pull_back",       [PUSH_FORWARD] = "push_forward",
    [COMPOSE] = "compose",           [CONCAT] = "concat",
    [DIVIDE] = "logical_divide",     [PRODUCT] = "logical_product",
    [COMPLEMENT] = "complement",     [INVERSE] = "inverse",
    [COALESCE] = "coalesce",         [LAYOUT] = "layout",
};

/* The second argument of the operations on f: from -> to, that have one. */
static const char *second(law *l, size_t which, const entries *from, const char *domain,
                          const entries *to, const char *codomain)
{
    entries other, rest;
    switch (which) {
    case PULL_BACK:
        return finer_text(l, to);
    case PUSH_FORWARD:
        return finer_text(l, from);
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
    default:
        return NULL;
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
    call->arg[0] = which == MORPHISM ? law_printf(l, "layout(%s)", f)
                   : which == REFINEMENT ? codomain
                                         : f;
    call->arg[1] = which == REFINEMENT ? domain : second(l, which, &from, domain, &to, codomain);
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

START_TEST(test_planted)
{
    static const char *const classes[] = {NULL};
    law_check("values and planted errors", planted_errors, classes);
    if (getenv("LAYOUTCHECK_CASE") != NULL)
        return;
    for (size_t i = 0; i < NCALLS; i++) {
        const planted call = {.operation = name[i]};
        planted_print(&call, &counts[i]);
        ck_assert_msg(counts[i].confirmed + counts[i].read > 0, "no value of %s is confirmed",
                      name[i]);
        for (int why = 0; why < LCR_REASONS; why++)
            ck_assert_msg(counts[i].missed[why] == 0, "%s: %zu errors are not caught: %s",
                          name[i], counts[i].missed[why], lcr_reason_text((lcr_reason)why));
    }
}
END_TEST

SUITE_MAIN("law nest", test_planted)
