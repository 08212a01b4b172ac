/* lower.c - the kernel of a plan of rows.
 *
 *   the block's tile, as of a copy
 *   for each stage of the formula: load the tensors that it is the first to use; what is found
 *   once a row; for each value: its functions, and its part of the reductions of the next stage;
 *   the reductions of all parts (reduce.c)
 *   the last stage: tensors that it alone uses are loaded, results are rounded to the element,
 *   and stored
 *
 * A value that later stages use has a register of its own, unless it is found again, as it is
 * where that is soon done, or rows are long; others have one for all elements.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lowering.h"

static const lc_expr *number(lck_rows_lowering *w, int64_t n)
{
    return lck_int(&w->base, n);
}

lck_register lck_row_register(lck_rows_lowering *w, int node, const lc_expr *row)
{
    const lc_expr *first = number(w, w->place[node] * w->rows->tree.several);
    return (lck_register){LCK_OF_ROW, lck_add(&w->base, first, row)};
}

/* ---- where values are ---- */

/* Is the source f32; is the result? */
static bool is_f32(const lck_rows *rows)
{
    return rows->plan->element->bytes == 4;
}

static bool stores_f32(const lck_rows *rows)
{
    return rows->plan->into->bytes == 4;
}

/* Words of two elements. */
static bool is_packed(const lck_rows *rows, const lck_element *element)
{
    return element->bytes == 2 && rows->group % 2 == 0;
}

/* A walk over all values: its element as a register of the file of all, and its row. */
typedef struct {
    lck_walk walk;
    const lc_expr *element, *row, *within;
} at;

/* The number of the row of a walk's element, of those of the thread. */
static const lc_expr *row_of(lck_rows_lowering *w, const lck_walk *v)
{
    const lck_plan *plan = w->rows->plan;
    const lc_expr *sum = number(w, 0);
    int64_t weight = 1;
    for (size_t m = 0; m < v->p->nvalues; m++) {
        if (!lck_mode_goes(plan, &v->p->value[m], false))
            continue;
        if (v->loop[m])
            sum = lc_expr_add_scaled(w->base.x, sum, weight * (m == 0 ? v->run : 1), v->loop[m]);
        if (m == 0 && v->within)
            sum = lck_add(&w->base, sum, v->within);
        weight *= v->p->value[m].extent;
    }
    return sum;
}

/* Opens loops over vectors, and over the elements of one. */
static void open_vectors(lck_rows_lowering *w, at *a)
{
    a->walk = w->walk;
    lck_walk_open(&w->base, &a->walk, w->rows->group);
    a->within = number(w, 0);
}

static void find_element(lck_rows_lowering *w, at *a)
{
    int step;
    a->element = lck_walk_registers(&w->base, &a->walk, &w->rows->plan->partition[LCK_LOADS],
                                    &step);
    a->row = row_of(w, &a->walk);
}

static void open_elements(lck_rows_lowering *w, at *a)
{
    char name[32];
    if (w->rows->group > 1) {
        snprintf(name, sizeof name, "v%u", w->base.nloops++);
        a->walk.within = lc_expr_var(w->base.x, name, 0, w->rows->group - 1);
        lck_for(&w->base.out, a->walk.within, w->rows->group);
        a->within = a->walk.within;
    }
    find_element(w, a);
}

static void close_elements(lck_rows_lowering *w, at *a)
{
    if (a->walk.within)
        lck_end(&w->base.out);
    a->walk.within = NULL;
    a->within = number(w, 0);
}

/* The element, as it lies in memory: all those of a tensor, then those of the next one. */
static const lc_expr *loaded_at(lck_rows_lowering *w, int node, const at *a)
{
    return lck_add(&w->base, number(w, w->loaded[node] * w->values), a->element);
}

static lck_register register_of(lck_rows_lowering *w, int node, const at *a)
{
    const lck_node *n = &w->rows->formula.node[node];
    if (n->of_row)
        return lck_row_register(w, node, a->row);
    if (n->kind == LCK_NODE_ELEMENT && is_f32(w->rows))
        return (lck_register){LCK_HELD, loaded_at(w, node, a)};
    if (n->kind == LCK_NODE_ELEMENT)
        return (lck_register){LCK_OF_STEP,
                              lck_add(&w->base, number(w, w->place[node]), a->within)};
    if (node == w->rows->formula.result)
        return (lck_register){LCK_OF_RESULT, a->within};
    if (w->kept[node])
        return (
            lck_register){LCK_OF_VALUES,
                          lck_add(&w->base, number(w, w->place[node] * w->values), a->element)};
    return (lck_register){LCK_OF_STEP, number(w, w->place[node])};
}

/* ---- memory ---- */

static void move(lck_rows_lowering *w, int tensor, const lc_expr *base, const at *a,
                 lck_register held, int width)
{
    const lc_expr *index = lck_global_index(&w->base, &a->walk, base, (lck_memory)tensor);
    int array = lck_array_of(w->rows->plan, tensor);
    if (tensor == LCK_DESTINATION)
        lck_store(&w->base.out, array, index, held.file, held.at, 1, width);
    else
        lck_load(&w->base.out, array, index, held.file, held.at, 1, width);
}

/* Moves a vector, where it is inside: as one, or element by element; of these, where a vector may
 * lie half inside, each where it is. `first` is the register of its first element. */
static void move_vector(lck_rows_lowering *w, int tensor, const lc_expr *base, at *a,
                        lck_register first)
{
    bool one = w->rows->width[tensor] == w->rows->group, whole = w->rows->whole;
    const lc_expr *inside = lck_inside(&w->base, &a->walk, w->rows->group - 1);
    bool asks = !inside || !lck_always(inside);
    if (asks && (whole || one))
        lck_if(&w->base.out, inside);
    if (one)
        move(w, tensor, base, a, first, w->rows->group);
    if (one && asks && !whole)
        lck_else(&w->base.out);
    if (!one || (asks && !whole)) {
        const lc_expr *begin = first.at;
        open_elements(w, a);
        first.at = lck_add(&w->base, begin, a->within);
        const lc_expr *here = whole ? NULL : lck_inside(&w->base, &a->walk, 0);
        bool guarded = asks && !whole && !(here && lck_always(here));
        if (guarded)
            lck_if(&w->base.out, here);
        move(w, tensor, base, a, first, 1);
        if (guarded)
            lck_end(&w->base.out);
        close_elements(w, a);
    }
    if (asks && (whole || one))
        lck_end(&w->base.out);
}

/* Where the thread begins in a tensor. */
static const lc_expr *base_of(lck_rows_lowering *w, int node)
{
    static const char *const name[] = {"from",          "to",          "",
                                       "residual_from", "weight_from", "bias_from"};
    int tensor = w->rows->formula.node[node].array;
    return lck_global_base(&w->base, &w->walk, (lck_memory)tensor, name[tensor]);
}

/* A vector of elements of a tensor; 0 outside. */
static void load_vector(lck_rows_lowering *w, int node, const lc_expr *base, at *a)
{
    find_element(w, a);
    lck_register first = {LCK_HELD, loaded_at(w, node, a)};
    lck_zeros(&w->base.out, first, w->rows->group);
    move_vector(w, w->rows->formula.node[node].array, base, a, first);
}

/* Loads all vectors of a tensor. */
static void load(lck_rows_lowering *w, int node)
{
    const lc_expr *base = base_of(w, node);
    at a;
    open_vectors(w, &a);
    load_vector(w, node, base, &a);
    lck_walk_close(&w->base, &a.walk);
}

/* Converts the elements of a vector to f32, where a step uses them. */
static void convert(lck_rows_lowering *w, const bool *used, at *a)
{
    const lck_formula *f = &w->rows->formula;
    find_element(w, a);
    for (size_t i = 0; i < f->n && !is_f32(w->rows); i++)
        if (used[i] && f->node[i].kind == LCK_NODE_ELEMENT)
            lck_convert(&w->base.out, (lck_register){LCK_OF_STEP, number(w, w->place[i])},
                        (lck_register){LCK_HELD, loaded_at(w, (int)i, a)}, w->rows->group);
}

/* The results of a vector. */
static void store(lck_rows_lowering *w, at *a, const lc_expr *base)
{
    lck_register from = {LCK_OF_RESULT, number(w, 0)};
    if (!stores_f32(w->rows)) {
        lck_convert(&w->base.out, (lck_register){LCK_OF_STORE, number(w, 0)}, from,
                    w->rows->group);
        from.file = LCK_OF_STORE;
    }
    move_vector(w, LCK_DESTINATION, base, a, from);
}

/* ---- stages ---- */

static void apply(lck_rows_lowering *w, int node, const at *a)
{
    const lck_node *n = &w->rows->formula.node[node];
    lck_apply_to(&w->base.out, n->function, register_of(w, node, a), register_of(w, n->left, a),
                 register_of(w, n->right, a));
}

/* Computes what a stage has once a row; numbers are in the first. */
static void find_of_row(lck_rows_lowering *w, int stage)
{
    const lck_formula *f = &w->rows->formula;
    for (size_t i = 0; i < f->n; i++)
        for (int64_t r = 0; r < w->rows->tree.several; r++) {
            const lck_node *n = &f->node[i];
            at a = {.row = number(w, r)};
            if (!n->of_row || n->stage != stage || n->kind == LCK_NODE_REDUCTION)
                continue;
            if (n->kind == LCK_NODE_FUNCTION)
                apply(w, (int)i, &a);
            else
                lck_set(&w->base.out, lck_row_register(w, (int)i, a.row),
                        n->kind == LCK_NODE_NUMBER ? number(w, n->number) : w->length);
        }
}

static bool is_reduced_next(const lck_node *n, int stage)
{
    return n->kind == LCK_NODE_REDUCTION && n->stage == stage + 1;
}

/* Adds an element to the parts of reductions that the thread has, if it is in the row. */
static void reduce_element(lck_rows_lowering *w, int stage, at *a)
{
    const lck_formula *f = &w->rows->formula;
    bool some = false;
    for (size_t i = 0; i < f->n; i++)
        some = some || is_reduced_next(&f->node[i], stage);
    if (!some)
        return;
    lck_walk v = a->walk;
    if (w->rows->whole)
        v.within = NULL;
    const lc_expr *inside = lck_inside_row(&w->base, &v);
    bool asks = !inside || !lck_always(inside);
    if (asks)
        lck_if(&w->base.out, inside);
    for (size_t i = 0; i < f->n; i++)
        if (is_reduced_next(&f->node[i], stage))
            lck_apply(&w->base.out, f->node[i].function, lck_row_register(w, (int)i, a->row),
                      register_of(w, f->node[i].left, a));
    if (asks)
        lck_end(&w->base.out);
}

/* Takes the result into its register, where no function has put it there. */
static void take_result(lck_rows_lowering *w, const at *a)
{
    int result = w->rows->formula.result;
    const lck_node *n = &w->rows->formula.node[result];
    if (n->of_row || n->kind != LCK_NODE_FUNCTION)
        lck_convert(&w->base.out, (lck_register){LCK_OF_RESULT, a->within},
                    register_of(w, result, a), 1);
}

/* What a stage uses of each element: its reductions, the result, what is kept for later ones, and
 * what these are made of, as far as it is not kept from before. */
static void find_used(const lck_rows_lowering *w, int stage, bool last, bool *used)
{
    const lck_formula *f = &w->rows->formula;
    for (size_t i = f->n; i-- > 0;) {
        const lck_node *n = &f->node[i];
        used[i] = used[i] || (last && (int)i == f->result) || (w->kept[i] && n->stage == stage);
        if (is_reduced_next(n, stage))
            used[n->left] = true;
        if (n->of_row || !used[i] || n->kind != LCK_NODE_FUNCTION ||
            (w->kept[i] && n->stage < stage))
            continue;
        used[n->left] = used[n->right] = true;
    }
}

/* What the last stage alone uses is loaded there, a vector before it is used. */
static bool is_loaded_late(const lck_rows_lowering *w, size_t node, int stage)
{
    const lck_formula *f = &w->rows->formula;
    return f->node[node].kind == LCK_NODE_ELEMENT && stage > 0 && w->first[node] == stage &&
           stage == f->node[f->result].stage;
}

static void find_of_elements(lck_rows_lowering *w, int stage, bool last)
{
    const lck_formula *f = &w->rows->formula;
    const lc_expr *to = last ? lck_global_base(&w->base, &w->walk, LCK_DESTINATION, "to") : NULL;
    const lc_expr *from[LCK_MAX_NODES];
    bool used[LCK_MAX_NODES] = {false};
    at a;
    find_used(w, stage, last, used);
    for (size_t i = 0; i < f->n; i++)
        from[i] = is_loaded_late(w, i, stage) ? base_of(w, (int)i) : NULL;
    open_vectors(w, &a);
    for (size_t i = 0; i < f->n; i++)
        if (from[i])
            load_vector(w, (int)i, from[i], &a);
    convert(w, used, &a);
    open_elements(w, &a);
    for (size_t i = 0; i < f->n; i++)
        if (used[i] && !f->node[i].of_row && f->node[i].kind == LCK_NODE_FUNCTION &&
            (!w->kept[i] || f->node[i].stage == stage))
            apply(w, (int)i, &a);
    reduce_element(w, stage, &a);
    if (last)
        take_result(w, &a);
    close_elements(w, &a);
    if (last)
        store(w, &a, to);
    lck_walk_close(&w->base, &a.walk);
}

static void lower_stage(lck_rows_lowering *w, int stage, bool last)
{
    const lck_formula *f = &w->rows->formula;
    for (size_t i = 0; i < f->n; i++)
        if (f->node[i].kind == LCK_NODE_ELEMENT && w->first[i] == stage &&
            !is_loaded_late(w, i, stage))
            load(w, (int)i);
    find_of_row(w, stage);
    int reduced[LCK_MAX_NODES];
    size_t n = 0;
    for (size_t i = 0; i < f->n; i++)
        if (is_reduced_next(&f->node[i], stage))
            reduced[n++] = (int)i;
    for (size_t i = 0; i < n; i++)
        lck_begin_reduction(w, reduced[i]);
    find_of_elements(w, stage, last);
    lck_finish_reductions(w, n, reduced);
}

/* ---- registers ---- */

/* The most reductions of a stage; 1 or more. */
static int64_t most_at_once(const lck_formula *f)
{
    int64_t most = 1, of[LCK_MAX_NODES + 1] = {0};
    for (size_t i = 0; i < f->n; i++)
        if (f->node[i].kind == LCK_NODE_REDUCTION && ++of[f->node[i].stage] > most)
            most = of[f->node[i].stage];
    return most;
}

/* Does it take long to compute a value of an element again? */
static bool is_costly(const lck_formula *f, int node)
{
    const lck_node *n = &f->node[node];
    if (n->of_row || n->kind != LCK_NODE_FUNCTION)
        return false;
    switch (n->function) {
    case LCK_TIMES:
    case LCK_PLUS:
    case LCK_MINUS:
    case LCK_MAX:
    case LCK_MIN:
    case LCK_MAX_0:
    case LCK_ABS:
    case LCK_SAME: return is_costly(f, n->left) || is_costly(f, n->right);
    default: return true;
    }
}

/* A place for each node; how many registers each file has. */
static bool add_files(lck_rows_lowering *w)
{
    const lck_formula *f = &w->rows->formula;
    const lck_element *f32 = lck_element_find("f32"), *element = w->rows->plan->into;
    const int group = w->rows->group;
    int last[LCK_MAX_NODES], loaded = 0, kept = 0, steps = 0, of_row = 0;
    lck_find_stages(f, w->first, last);
    for (size_t i = 0; i < f->n; i++) {
        const lck_node *n = &f->node[i];
        bool is_element = n->kind == LCK_NODE_ELEMENT;
        w->kept[i] = last[i] > n->stage && !w->rows->again && is_costly(f, (int)i);
        if (is_element)
            w->loaded[i] = loaded++;
        w->place[i] = n->of_row ? of_row++ : w->kept[i] ? kept++ : steps;
        steps += n->of_row || w->kept[i] ? 0 : is_element ? group : 1;
    }
    lck_kernel *k = w->base.kernel;
    int64_t several = w->rows->tree.several, most = w->rows->tree.warps.all;
    most = most > w->rows->plan->cluster ? most : w->rows->plan->cluster;
    most = most > several * most_at_once(f) ? most : several * most_at_once(f);
    k->file[LCK_HELD].count = loaded * (int)w->values;
    k->file[LCK_HELD].packed = is_packed(w->rows, w->rows->plan->element);
    bool ok = lck_kernel_file(k, "value", f32, kept * (int)w->values) &&
              lck_kernel_file(k, "step", f32, steps) &&
              lck_kernel_file(k, "of_row", f32, (int)(of_row * several)) &&
              lck_kernel_file(k, "result", f32, group) &&
              lck_kernel_file(k, "part", f32, (int)most) &&
              lck_kernel_file(k, "stored", element, stores_f32(w->rows) ? 0 : group);
    if (ok)
        k->file[LCK_OF_STORE].packed = is_packed(w->rows, element);
    return ok;
}

static bool add_tensors(lck_rows_lowering *w)
{
    const lck_plan *plan = w->rows->plan;
    bool ok = true;
    for (int t = LCK_OPERAND; ok && t < LCK_PLAN_TENSORS; t++)
        ok = !plan->has[t] || lck_kernel_array(w->base.kernel, lck_tensor_name[t], LCK_READ,
                                               plan->element, number(w, 0));
    return ok;
}

/* The formula, its elements by the arrays of the kernel. */
static bool add_formula(lck_rows_lowering *w)
{
    lc_ctx *ctx = w->rows->plan->ctx;
    lck_formula *f = lc_alloc(ctx, 1, sizeof *f);
    if (!f)
        return false;
    *f = w->rows->formula;
    w->base.kernel->formula = f;
    w->base.kernel->kind = LCK_IS_ROWS;
    for (size_t i = 0; i < f->n; i++)
        f->node[i].array = lck_array_of(w->rows->plan, f->node[i].array);
    f->depth = (int)(w->values + w->rows->tree.warps.all + w->rows->plan->cluster) + 8;
    f->text = strdup(w->rows->formula.text);
    return f->text || lc_no_memory(ctx);
}

static bool find_length(lck_rows_lowering *w)
{
    w->length = number(w, 1);
    for (size_t k = 0; k < w->rows->plan->rank; k++)
        if (w->rows->plan->axis[k].in_row)
            w->length = lck_mul(&w->base, w->length, w->base.extent[k]);
    return w->length != NULL;
}

static bool lower(lck_rows_lowering *w)
{
    const lck_rows *rows = w->rows;
    lck_kernel *kernel = w->base.kernel;
    int stages = rows->formula.node[rows->formula.result].stage;
    kernel->array[LCK_SHARED].element = lck_element_find("f32");
    kernel->array[LCK_DESTINATION].element = rows->plan->into;
    w->values = lck_part_values(&rows->plan->partition[LCK_LOADS]);
    if (!add_tensors(w) || !add_files(w) || !add_formula(w) || !lck_begin_tile(&w->base) ||
        !find_length(w) || !lck_walk_begin(&w->base, LCK_LOADS, &w->walk))
        return false;
    for (int s = 0; s <= stages; s++) {
        if (rows->plan->cluster > 1 && stages > 0 && s == stages) {
            lck_comment(&w->base.out, "shared memory stays until all blocks have read it");
            lck_barrier_of(&w->base.out, LCK_OF_CLUSTER, 0, 0);
        }
        lower_stage(w, s, s == stages);
    }
    kernel->array[LCK_SHARED].extent = number(w, w->nshared);
    kernel->resident = rows->plan->resident;
    kernel->architecture = rows->plan->cluster > 1 ? 90
                           : is_packed(rows, rows->plan->element) ||
                                   is_packed(rows, rows->plan->into)
                               ? 80
                               : 0;
    const int bytes[] = {rows->plan->element->bytes, rows->plan->into->bytes};
    kernel->alignment = rows->group * (bytes[0] > bytes[1] ? bytes[0] : bytes[1]);
    return lck_written(&w->base.out);
}

lck_kernel *lck_lower_rows(const lck_rows *rows, lcr_ctx *r)
{
    lck_rows_lowering w = {.base = {.plan = rows->plan, .r = r}, .rows = rows};
    w.base.kernel = lck_begin_kernel(rows->plan);
    if (!w.base.kernel)
        return NULL;
    w.base.x = w.base.kernel->x;
    if (lower(&w))
        return w.base.kernel;
    lck_kernel_free(w.base.kernel);
    return NULL;
}
