/* cuts.c - boxes that are cut, as the statements have them.
 *
 * The launch has a map for the last box of a tensor, as long as what is left behind the last
 * multiple of a box's extent: so a box lies at a multiple, and ends where the tensor does. Blocks
 * of a cluster may load one box each of a stage's rows. Of I rows that are left from a stage on
 * its boxes bring min(I, rows), and none if I < 0: as many bytes as its barrier expects.
 */
#include "config.h"

#include "claims.h"

static bool is_multiple(const lck_polynomial *p, int n)
{
    bool is = !p->lost;
    for (size_t i = 0; i < p->n; i++)
        is = is && p->term[i].times % n == 0;
    return is;
}

static int box_of(const lck_ordering *w, const lck_statement *load)
{
    const lck_map *map = &w->kernel->map[load->map];
    return map->box[map->cut];
}

static const char *place_wrong(const lck_ordering *w, const lck_names *names,
                               const lck_statement *load)
{
    const lck_map *map = &w->kernel->map[load->map];
    if (!load->value || !map->cut || map->last)
        return "a box is cut without a map for it";
    lck_polynomial all = lck_polynomial_of(names, load->value);
    const lck_polynomial at = lck_polynomial_of(names, load->crd[map->cut]);
    const lck_polynomial extent = lck_polynomial_of(names, map->extent[map->cut]);
    if (!is_multiple(&at, box_of(w, load)))
        return "it does not lie at a multiple of its extent";
    lck_add_times(&all, 1, &at);
    return !all.lost && lck_same(&all, &extent) ? NULL : "it ends where the tensor does not";
}

/* Is e min(I, rows), or an I that is no more, and 0 of an I below, of a stage of which the box is
 * one of those along it? */
static bool is_of_rows(const lck_ordering *w, const lck_names *names, const lc_expr *e,
                       const lck_statement *load, int64_t rows)
{
    const int box = box_of(w, load);
    int64_t most, zero = 0;
    if (e->low < 0)
        return false;
    if (e->op == LC_EXPR_MAX && lc_expr_is_int(e->arg[1], &zero) && zero == 0)
        e = lck_unnamed(names, e->arg[0]);
    if (e->op == LC_EXPR_MIN && lc_expr_is_int(e->arg[1], &most) && most == rows)
        e = e->arg[0];
    else if (e->high > rows)
        return false;
    lck_polynomial before = lck_polynomial_of(names, e);
    const lck_polynomial left = lck_polynomial_of(names, load->value);
    lck_add_times(&before, -1, &left);
    if (before.n == 0)
        return !before.lost && rows == box;
    const lck_monomial *part = &before.term[0];
    return !before.lost && before.n == 1 && part->times == box && part->of[0] && !part->of[1] &&
           part->of[0]->low == 0 && part->of[0]->high == rows / box - 1 && rows % box == 0;
}

/* The bytes of a stage of a tensor of one tile, whose rows are a number; -1: it is none. */
static int64_t bytes_of_number(const lck_ordering *w, const lck_names *names,
                               const lck_statement *load, int64_t bytes)
{
    const lck_polynomial left = lck_polynomial_of(names, load->value);
    const int64_t all = lck_times_of(&left, NULL);
    int64_t rows = box_of(w, load);
    for (size_t i = 0; i < left.n; i++) {
        const lck_monomial *part = &left.term[i];
        if (!part->of[0])
            continue;
        if (rows != box_of(w, load) || part->times != -rows || part->of[1] ||
            part->of[0]->low != 0 || part->of[0]->high >= LCK_MAX_CLUSTER)
            return -1;
        rows *= part->of[0]->high + 1;
    }
    return left.lost || all < 0 || all > rows || bytes % rows != 0 ? -1 : bytes / rows * all;
}

/* Takes the bytes of a load's stage, all or those of its rows, out of what is expected. */
static bool take_stage(const lck_ordering *w, const lck_names *names, const lck_use *load,
                       lck_polynomial *expected)
{
    const lck_kernel *k = w->kernel;
    int64_t bytes = lck_shared_elements(k, load->array) / k->ring[load->s->ring].slots *
                    k->array[load->array].element->bytes;
    for (size_t i = 0; i < expected->n && load->s->value; i++) {
        const lck_monomial term = expected->term[i];
        if (!term.of[0] || term.of[1] || term.times <= 0 || bytes % term.times != 0 ||
            !is_of_rows(w, names, term.of[0], load->s, bytes / term.times))
            continue;
        lck_add_times(expected, -1, &(lck_polynomial){.n = 1, .term = {term}});
        return true;
    }
    if (load->s->value)
        bytes = bytes_of_number(w, names, load->s, bytes);
    const lck_polynomial number = lck_constant(bytes);
    lck_add_times(expected, -1, &number);
    return bytes >= 0;
}

/* Does a box have as many rows of the tensor as another one? */
static bool ends_as(const lck_statement *a, const lck_statement *b)
{
    return a->value && b->value ? lc_expr_equal(a->value, b->value) : a->value == b->value;
}

/* Of each array that is loaded one stage, by boxes that all have as many rows. */
static bool comes(const lck_ordering *w, const lck_names *names, const lck_use *expect)
{
    lck_polynomial expected = lck_polynomial_of(names, expect->s->value);
    const lck_statement *first[LCK_MAX_ARRAYS] = {NULL};
    int64_t left;
    for (size_t i = 0; i < w->uses.n; i++) {
        const lck_use *load = &w->uses.use[i];
        if (load->s->kind != LCK_TMA_LOAD || load->s->ring != expect->s->ring)
            continue;
        const lck_statement *same = first[load->array];
        if (same ? !ends_as(same, load->s) : !take_stage(w, names, load, &expected))
            return false;
        first[load->array] = load->s;
    }
    return lck_is_constant(&expected, &left) && left == 0;
}

const char *lck_cut_wrong(const lck_ordering *w)
{
    lck_names names = w->uses.names;
    const char *why = NULL;
    names.all = true;
    for (size_t i = 0; i < w->uses.n && !why; i++) {
        const lck_use *use = &w->uses.use[i];
        if (use->s->kind == LCK_TMA_LOAD && (use->s->value || w->kernel->map[use->s->map].cut))
            why = place_wrong(w, &names, use->s);
        else if (use->s->kind == LCK_EXPECT && !comes(w, &names, use))
            why = "a barrier expects other bytes than come";
    }
    return why;
}
