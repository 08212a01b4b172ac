/* redo-defined.c - claims as they are defined: do the numbers of a counterexample refute it? */
#include "config.h"

#include "redo-defined.h"

#include <stdlib.h>
#include <string.h>

static bool refutes_shapes(redo *r)
{
    fn *x = redo_arg(r, "X"), *y = redo_arg(r, "Y");
    const tree *s = redo_domain(x), *t = redo_domain(y);
    bool holds = strcmp(r->name, "congruent") == 0          ? tree_congruent(s, t)
                 : strcmp(r->name, "weakly_congruent") == 0 ? tree_weakly_congruent(s, t)
                 : strcmp(r->name, "refines") == 0          ? tree_compatible(t, s)
                                                            : tree_compatible(s, t);
    return (!holds || redo_not_so(r)) && redo_shape_summary(r, r->summary);
}

static bool refutes_one_composes(redo *r)
{
    return redo_composes(r, r->where, redo_arg(r, "R"), redo_arg(r, "A"), redo_arg(r, "B"));
}

static bool refutes_one_admissible(redo *r)
{
    return redo_admissible(r, r->where, redo_arg(r, "A"), redo_arg(r, "B"));
}

bool redo_refutes(redo *r)
{
    static const struct {
        const char *name;
        bool (*refutes)(redo *);
    } claims[] = {{"admissible", refutes_one_admissible},
                  {"aligned", refutes_aligned},
                  {"bijective", refutes_bijective},
                  {"compact", refutes_bijective},
                  {"compatible", refutes_shapes},
                  {"complements", refutes_complements},
                  {"composes", refutes_one_composes},
                  {"congruent", refutes_shapes},
                  {"contained", refutes_contained},
                  {"covers", refutes_covers},
                  {"disjoint", refutes_disjoint},
                  {"divides_into", refutes_divides_into},
                  {"equal", refutes_equal},
                  {"equiv", refutes_equiv},
                  {"feeds", refutes_feeds},
                  {"fits", refutes_fits},
                  {"in_bounds", refutes_in_bounds},
                  {"injective", refutes_one_injective},
                  {"is_layout", refutes_is_layout},
                  {"is_linear", refutes_is_linear},
                  {"left_inverts", refutes_left_inverts},
                  {"multiplies", refutes_multiplies},
                  {"non_degenerate", refutes_non_degenerate},
                  {"partitions", refutes_partitions},
                  {"refines", refutes_shapes},
                  {"reorders", refutes_reorders},
                  {"right_inverts", refutes_right_inverts},
                  {"surjective", refutes_one_surjective},
                  {"tractable", refutes_tractable},
                  {"vectorizes", refutes_vectorizes},
                  {"weakly_congruent", refutes_shapes}};
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (strcmp(claims[i].name, r->name) == 0)
            return claims[i].refutes(r) && redo_shows_places(r);
    return redo_fail("the reader knows no claim %s", r->name);
}
