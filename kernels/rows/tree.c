/* tree.c - which threads of a partition have parts of a row. */
#include "config.h"

#include "../../lib/int64.h"
#include "../../verify/language/build.h"
#include "rows.h"

#include <stdlib.h>

#define LANES 32

/* At most one of each mode. */
static void add_digit(lck_digits *d, int64_t at, int64_t extent)
{
    if (extent == 1)
        return;
    d->digit[d->n++] = (lck_digit){at, extent};
    d->all *= extent;
}

bool lck_mode_goes(const lck_plan *plan, const lck_mode *mode, bool in_row)
{
    bool some = false;
    for (size_t k = 0; k < plan->rank; k++)
        some = some || (plan->axis[k].in_row == in_row && mode->step[k] != 0);
    return some;
}

/* A mode of threads from number `at` on that goes along rows: bits of a lane, then warps. Those
 * of other blocks are not in it. */
static bool add_row_mode(lck_tree *tree, int64_t at, int64_t extent)
{
    int64_t lanes = lc_int64_min(at < LANES ? LANES / at : 1, extent);
    if (lanes > 1 && (!lc_int64_is_power(at) || !lc_int64_is_power(lanes) || extent % lanes != 0))
        return false;
    for (int64_t bit = at; bit < at * lanes; bit *= 2)
        tree->bit[tree->nbits++] = (int)bit;
    add_digit(&tree->lanes, at, lanes);
    add_digit(&tree->warps, at * lanes, extent / lanes);
    return true;
}

static bool refuse(const lck_rows *rows, lcv_planning *p)
{
    lcv_eval_fail(p->e, p->name_span,
                  "threads and values of a partition of rows: each mode goes along rows or "
                  "across them, and lanes of a row are powers of two");
    char *tree = lcv_ast_text(lck_part_tree(rows->plan, LCK_LOADS));
    lcv_diag_hint(p->e->diag, "the partition is %s", tree ? tree : "");
    free(tree);
    return false;
}

bool lck_find_tree(lck_rows *rows, lcv_planning *p)
{
    const lck_plan *plan = rows->plan;
    const lck_part *part = &plan->partition[LCK_LOADS];
    int64_t at = 1, threads = lck_part_threads(part) / plan->cluster;
    bool ok = true;
    lck_tree *tree = &rows->tree;
    *tree = (lck_tree){.lanes.all = 1, .warps.all = 1, .rows.all = 1, .several = 1};
    for (size_t m = 0; m < part->nthreads; m++) {
        const lck_mode *mode = &part->thread[m];
        const bool along = lck_mode_goes(plan, mode, true),
                   across = lck_mode_goes(plan, mode, false);
        if (at < threads && mode->extent > 1) {
            ok = ok && !(along && across) && mode->extent <= threads / at &&
                 (!along || add_row_mode(tree, at, mode->extent));
            if (!along)
                add_digit(&tree->rows, at, mode->extent);
        } else if (mode->extent > 1) { /* blocks of a cluster share each row */
            ok = ok && along && !across;
        }
        at *= mode->extent;
    }
    for (size_t m = 0; m < part->nvalues; m++) {
        const bool across = lck_mode_goes(plan, &part->value[m], false);
        ok = ok && !(across && lck_mode_goes(plan, &part->value[m], true));
        tree->several *= across ? part->value[m].extent : 1;
    }
    ok = ok && (tree->nbits == 0 || threads % LANES == 0);
    return ok || refuse(rows, p);
}
