/* laws.c - the law of an operation, by its name and the kind of its values. */
#include "config.h"

#include "laws.h"

#include <string.h>

static const lcr_law *const tables[] = {
    lcr_laws_common, lcr_laws_complement, lcr_laws_compose, lcr_laws_cosize, lcr_laws_dims,
    lcr_laws_evaluate, lcr_laws_inverse, lcr_laws_invert, lcr_laws_linear, lcr_laws_memory,
    lcr_laws_modes, lcr_laws_nest, lcr_laws_recast, lcr_laws_relation, lcr_laws_sizes,
    lcr_laws_swizzle, lcr_laws_tilings};

static bool takes(const lcr_law *law, size_t n)
{
    size_t most = strlen(law->args);
    return n >= law->least && (n <= most || law->args[most - 1] == '*');
}

static const lcr_law *law_of_kind(const lcr_statement *s, unsigned kind)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const lcr_law *law = tables[t]; law->operation != NULL; law++)
            if ((law->of & kind) != 0 && strcmp(law->operation, s->claim) == 0 &&
                takes(law, s->n))
                return law;
    return NULL;
}

static bool has_argument(const lcr_statement *s, lit_kind kind)
{
    bool has = false;
    for (size_t i = 0; i < s->n; i++)
        has = has || s->arg[i]->kind == kind;
    return has;
}

/* The functions among the arguments are swizzles. */
static bool is_of_swizzles(const lcr_statement *s)
{
    bool all = s->n > 0 && s->arg[0]->kind == LIT_SWIZZLE;
    for (size_t i = 0; i < s->n; i++)
        all = all && (s->arg[i]->kind == LIT_SWIZZLE || !lcr_lit_is_function(s->arg[i]));
    return all;
}

static const lcr_law *law_of(const lcr_statement *s)
{
    const lcr_law *law = NULL;
    if (has_argument(s, LIT_MORPHISM))
        return law_of_kind(s, OF_MORPHISMS);
    if (has_argument(s, LIT_RELATION))
        return law_of_kind(s, OF_RELATIONS);
    if (has_argument(s, LIT_LINEAR) || s->value->kind == LIT_LINEAR)
        law = law_of_kind(s, OF_LINEAR);
    else if (is_of_swizzles(s))
        law = law_of_kind(s, OF_SWIZZLES);
    return law != NULL ? law : law_of_kind(s, OF_LAYOUTS);
}

static bool state(ev *e, const lcr_law *law, const lcr_statement *valued)
{
    lcr_statement s = *valued;
    char letter = '.';
    for (size_t i = 0; i < s.n; i++) {
        letter = i < strlen(law->args) && law->args[i] != '*' ? law->args[i] : letter;
        if (letter == 'x' && (s.arg[i] = lcr_ev_layout(e, s.arg[i])) == NULL)
            return false;
    }
    return law->rule(e, &s);
}

const char *lcr_law_name(size_t i, size_t *least, size_t *most)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const lcr_law *law = tables[t]; law->operation != NULL; law++)
            if (i-- == 0) {
                *least = law->least;
                *most = strchr(law->args, '*') != NULL ? SIZE_MAX : strlen(law->args);
                return law->operation;
            }
    return NULL;
}

bool lcr_evidence_of_value(lit_pool *pool, const lcr_statement *valued, lcr_evidence *evidence)
{
    ev e = {pool, evidence, false};
    const lcr_law *law = law_of(valued);
    *evidence = (lcr_evidence){.holds = true};
    bool ok = law != NULL ? state(&e, law, valued) : lcr_ev_not(&e);
    if (e.none)
        *evidence = (lcr_evidence){.by = NULL, .holds = true};
    return ok && lcr_ev_ok(&e);
}
