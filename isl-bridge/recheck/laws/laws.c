/* laws.c - the law of an operation, by its name and the kind of its values. */
#include "config.h"

#include "laws.h"

#include "../sets/outside.h"

#include <string.h>

static const ev_row *const tables[] = {lcr_laws_common,   lcr_laws_complement,   lcr_laws_compose,
                                       lcr_laws_cosize,   lcr_laws_dims,         lcr_laws_domains,
                                       lcr_laws_evaluate, lcr_laws_inverse,      lcr_laws_invert,
                                       lcr_laws_linear,   lcr_laws_linear_tiles, lcr_laws_memory,
                                       lcr_laws_nest,     lcr_laws_nest_parts,   lcr_laws_recast,
                                       lcr_laws_relation, lcr_laws_reorder,      lcr_laws_size,
                                       lcr_laws_sizes,    lcr_laws_surgery,      lcr_laws_swizzle,
                                       lcr_laws_tilings,  lcr_laws_hardware};

static const ev_row *law_of_kind(const lcr_statement *s, unsigned kind)
{
    const ev_row *law = NULL;
    for (size_t t = 0; !law && t < sizeof tables / sizeof *tables; t++)
        law = lcr_ev_row(tables[t], kind, s->claim, s->n);
    return law;
}

/* The functions among the arguments are swizzles. */
static bool is_of_swizzles(const lcr_statement *s)
{
    bool all = s->n > 0 && s->arg[0]->kind == LIT_SWIZZLE;
    for (size_t i = 0; i < s->n; i++)
        all = all && (s->arg[i]->kind == LIT_SWIZZLE || !lcr_lit_is_function(s->arg[i]));
    return all;
}

/* Are arguments morphisms where the law wants some? */
static bool takes_morphisms(const ev_row *law, const lcr_statement *s)
{
    for (size_t i = 0; i < s->n && i < strlen(law->args); i++)
        if (law->args[i] == 'm' && s->arg[i]->kind != LIT_MORPHISM)
            return false;
    return true;
}

/* Where an operation has no law of its own for morphisms, and beside other functions, they stand
 * for their layouts. */
static const ev_row *law_of(const lcr_statement *s)
{
    const ev_row *law = lcr_has_argument(s, LIT_MORPHISM) ? law_of_kind(s, OF_MORPHISMS) : NULL;
    if (law && takes_morphisms(law, s))
        return law;
    law = NULL;
    if (lcr_has_argument(s, LIT_RELATION))
        return law_of_kind(s, OF_RELATIONS);
    if (lcr_has_argument(s, LIT_LINEAR) || s->value->kind == LIT_LINEAR)
        law = law_of_kind(s, OF_LINEAR);
    else if (is_of_swizzles(s))
        law = law_of_kind(s, OF_SWIZZLES);
    return law ? law : law_of_kind(s, OF_LAYOUTS);
}

const char *lcr_law_name(size_t i, size_t *least, size_t *most)
{
    for (const rel_row *law = lcr_rel_laws; law->name != NULL; law++)
        if (i-- == 0) {
            *least = law->least;
            *most = strchr(law->args, '*') ? SIZE_MAX : strlen(law->args);
            return law->name;
        }
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const ev_row *law = tables[t]; law->name != NULL; law++)
            if (i-- == 0) {
                *least = law->least;
                *most = strchr(law->args, '*') ? SIZE_MAX : strlen(law->args);
                return law->name;
            }
    return NULL;
}

/* Operations of relations and sets that have no other law. */
static bool of_maps(ev *e, const lcr_statement *s)
{
    return lcr_ev_related(e, lcr_rel_row(lcr_rel_laws, s->claim, s->n), s);
}

/* The law of the layouts inside of the function and the value. */
static bool inside(ev *e, const lcr_statement *s)
{
    const lcr_statement *in = lcr_inside(e, s);
    return in ? law_of(s)->rule(e, in) : lcr_ev_ok(e);
}

bool lcr_evidence_of_value(lit_pool *pool, const lcr_statement *valued, lcr_evidence *evidence)
{
    static const ev_row maps = {"", 1, ".*", of_maps, OF_RELATIONS, 0};
    const ev_row *law = law_of(valued);
    ev_row row = law ? *law : maps;
    if (row.args[0] == 'i')
        row.rule = inside;
    return lcr_ev_state(pool, &row, valued, evidence);
}
