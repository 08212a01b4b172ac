/* map.c - a map: its coordinates, its domain, its cases. */
#include "config.h"

#include "lower.h"

/* Adds a coordinate, which may not hide a name: that would have two meanings. */
static bool add_coordinate(lcv_lowering *l, const lcv_ast *name, lcv_lowered *out)
{
    if (lcv_scope_find(l->scope, name->text))
        return lcv_lower_fail(l, name, "expected another name for the coordinate",
                              "'%.80s' is defined already", name->text);
    if (out->nin == LCV_MAX_COORDINATES)
        return lcv_lower_fail(l, name, NULL, "more than %d coordinates", LCV_MAX_COORDINATES);
    lcv_unknown_integer u = {.kind = LCV_U_COORDINATE, .name = name->text};
    size_t at = out->nin < l->nshared ? l->shared[out->nin] : lcv_sums_add(l->sums, &u);
    const lcv_sum *sum = lcv_sum_unknown(l->sums, at);
    if (!sum)
        return lcv_lower_fail(l, name, NULL, "%s in a map", l->sums->failed);
    if (l->fixes && l->fixed == out->nin)
        sum = lcv_sum_number(l->sums, l->fixed_at);
    out->coordinate[out->nin++] = at;
    l->coordinate[l->ncoordinates++] = (lcv_named){.name = name->text, .sum = sum};
    return true;
}

/* The range of a coordinate widens to 0 .. size - 1. */
static void widen(lcv_range *range, const lcv_range *size, bool first)
{
    int64_t high = size->high > 0 ? size->high - 1 : 0;
    bool known = size->known && (first || range->known);
    *range = known ? lcv_range_between(0, !first && range->high > high ? range->high : high)
                   : (lcv_range){0};
}

/* 0 <= coordinate < size, in the cases of the size; cases without a size are holes. */
static bool bound(lcv_lowering *l, const lcv_ast *size, lcv_named *coordinate,
                  lcv_condition *domain, lcv_condition *neither)
{
    lcv_sums *s = l->sums;
    const lcv_sum *zero = lcv_sum_number(s, 0);
    const lcv_cases *cases = zero ? lcv_lower(l, size) : NULL;
    lcv_condition all = {0};
    if (!cases)
        return false;
    if (cases->nvalues != 1)
        return lcv_lower_fail(l, size, NULL, "expected an integer, found a tuple");
    bool first = true;
    for (size_t i = 0; i < cases->n; i++) {
        lcv_condition at = {1, {cases->of[i].when}};
        if (!cases->of[i].value) {
            at = lcv_both(s, domain, &at);
            lcv_either(s, neither, &at);
            continue;
        }
        widen(&coordinate->range, &cases->of[i].range, first);
        first = false;
        lcv_condition low = lcv_compared(s, LCV_OP_GE, coordinate->sum, zero);
        lcv_condition high = lcv_compared(s, LCV_OP_LT, coordinate->sum, cases->of[i].value[0]);
        low = lcv_both(s, &low, &high);
        at = lcv_both(s, &at, &low);
        lcv_either(s, &all, &at);
    }
    *domain = lcv_both(s, domain, &all);
    return !s->failed || lcv_lower_fail(l, size, NULL, "%s in a map", s->failed);
}

static bool add_domain(lcv_lowering *l, const lcv_ast *map, lcv_lowered *out,
                       lcv_condition *neither)
{
    const lcv_ast *name = map->child->child, *size = map->child->next->child;
    const lcv_ast *where = map->child->next->next->next;
    out->domain = lcv_always();
    for (; name && size; name = name->next, size = size->next) {
        if (size->kind == LCV_AST_WILDCARD)
            return lcv_lower_fail(l, size,
                                  "expected a size, which may depend on the coordinates before "
                                  "it",
                                  "the coordinate %.80s has no size", name->text);
        size_t before = l->ncoordinates;
        lcv_condition *domain = &out->domain;
        if (!add_coordinate(l, name, out))
            return false;
        lcv_named coordinate = l->coordinate[before];
        l->ncoordinates = before; /* not in its own size */
        if (!bound(l, size, &coordinate, domain, neither))
            return false;
        l->coordinate[l->ncoordinates++] = coordinate;
    }
    if (l->fixes && l->fixed < out->nin) {
        lcv_condition here = lcv_compared(l->sums, LCV_OP_EQ,
                                          lcv_sum_unknown(l->sums, out->coordinate[l->fixed]),
                                          lcv_sum_number(l->sums, l->fixed_at));
        out->domain = lcv_both(l->sums, &out->domain, &here);
    }
    const lcv_truth *truth = where ? lcv_lower_condition(l, where) : NULL;
    if (where && !truth)
        return false;
    if (where) {
        lcv_condition open = lcv_both(l->sums, &out->domain, &truth->neither);
        lcv_either(l->sums, neither, &open);
        out->domain = lcv_both(l->sums, &out->domain, &truth->holds);
    }
    return true;
}

/* The cases of the pieces within the domain, and what has no value. */
static lcv_cases *within(lcv_lowering *l, const lcv_ast *map, const lcv_condition *domain,
                         const lcv_condition *neither, const lcv_cases *pieces)
{
    lcv_cases *made = lcv_arena_alloc(l->sums->arena, sizeof *made);
    lcv_case *next;
    bool never;
    if (!made)
        return NULL;
    made->nvalues = pieces->nvalues;
    for (size_t i = 0; i < neither->n && made->n < LCV_MAX_CASES; i++)
        if ((next = lcv_cases_more(l->sums, made)))
            *next = (lcv_case){.when = neither->of[i], .hole = "no size or condition", .at = map};
    for (size_t i = 0; i < domain->n; i++)
        for (size_t k = 0; k < pieces->n; k++) {
            const lcv_constraint *when = lcv_joined(l->sums, domain->of[i], pieces->of[k].when,
                                                    &never);
            if (never)
                continue;
            next = lcv_cases_more(l->sums, made);
            if (!next)
                return NULL;
            *next = pieces->of[k];
            next->when = when;
        }
    return made;
}

bool lcv_lower_map(lcv_lowering *l, const lcv_ast *map, lcv_lowered *out)
{
    lcv_condition neither = {0};
    size_t before = l->ncoordinates;
    *out = (lcv_lowered){0};
    bool ok = add_domain(l, map, out, &neither);
    const lcv_cases *pieces = ok ? lcv_lower(l, map->child->next->next) : NULL;
    if (pieces)
        out->cases = within(l, map, &out->domain, &neither, pieces);
    l->ncoordinates = before;
    if (l->sums->failed)
        lcv_lower_fail(l, map, "a map is made of few pieces", "%s in a map", l->sums->failed);
    return out->cases != NULL && !l->failed;
}
