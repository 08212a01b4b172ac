/* table.c - the value of a printed table (language/print.h).
 *
 * With a layout or a tensor before it, each value of the table is compared with its value. A
 * table alone is the layout of its values, with a mode for rows and one for columns, where there
 * is one, and else the relation of the integral coordinate to them.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>

#include "../operation/operation.h"
#include "eval.h"

typedef struct {
    const lcv_ast *ast, *cells, *of; /* `of`: what stands before it, or NULL */
    size_t rows, columns, n;         /* of a page; all cells */
} table;

static table table_of(const lcv_ast *ast)
{
    table t = {.ast = ast, .cells = ast->child, .of = ast->child->next};
    if (sscanf(ast->text, "%zu %zu %zu", &t.rows, &t.columns, &t.n) != 3)
        t.n = 0;
    return t;
}

/* The integral coordinate of a cell by its number in the text, rows minor, then columns, pages.
 * */
static size_t coordinate_of(const table *t, size_t cell)
{
    size_t row = cell / t->columns % t->rows, column = cell % t->columns,
           page = cell / (t->rows * t->columns);
    return row + t->rows * (column + t->columns * page);
}

/* The operation, where it has a value; NULL without an error. */
static lcv_value *tried(lcv_eval *e, const char *name, size_t n, lcv_value *const *arg)
{
    const lcv_operation *of = lcv_operation_find(name);
    lcv_call call = {e->r, e->ctx, name, n, arg, n};
    lc_ctx_reset(e->ctx);
    lcv_value *v = lcv_kept(e->ctx, lcv_apply(&call, of));
    lc_ctx_reset(e->ctx);
    return v;
}

static void is_wrong(lcv_eval *e, const table *t, const lcv_ast *cell, const lcv_value *value,
                     size_t at)
{
    char *said = lcv_kept(e->ctx, lcv_source_excerpt(e->source, cell->span, 40)),
         *is = value ? lcv_kept(e->ctx, lcv_value_to_str(e->r, value)) : NULL,
         *of = lcv_kept(e->ctx, lcv_source_excerpt(e->source, t->of->span, 60));
    lcv_eval_fail(e, cell->span, "the table says %s at (%zu,%zu), where %s is %s",
                  said ? said : "", at % t->rows, at / t->rows % t->columns,
                  of ? of : "the layout", is ? is : "something else");
    lcv_diag_hint(e->diag, "expected the table that was printed for it, or one of both alone");
}

static bool agrees(lcv_eval *e, const table *t, lcv_value *v)
{
    size_t i = 0;
    for (const lcv_ast *cell = t->cells->child; cell; cell = cell->next, i++) {
        lc_frame frame = lc_frame_open(e->ctx);
        size_t at = coordinate_of(t, i);
        lcv_value *said = lcv_eval_kind(e, cell, LCV_TUPLE, "a value");
        lcv_value *arg[2] = {v, lcv_kept(e->ctx,
                                         lcv_value_int(e->ctx, lc_int_si(e->ctx, (int64_t)at)))};
        lcv_value *is = said && arg[1] ? tried(e, "evaluate", 2, arg) : NULL;
        bool same = is && is->kind == LCV_TUPLE && lc_tuple_equal(said->tuple, is->tuple);
        if (said && !same)
            is_wrong(e, t, cell, is, at);
        lc_frame_close(e->ctx, frame);
        if (!same)
            return false;
    }
    return true;
}

static lcv_value *checked(lcv_eval *e, const table *t)
{
    lcv_value *v = lcv_eval_value(e, t->of);
    if (!v)
        return NULL;
    if (!lcv_is_function(v) && v->kind != LCV_TUPLE)
        return lcv_eval_fail(e, t->of->span, "a table stands behind a layout or a tensor, not %s",
                             lcv_value_describe(v));
    lc_layout *bare = v->kind == LCV_TUPLE ? lcv_as_layout(e->ctx, v) : NULL;
    lcv_value *f = bare ? lcv_kept(e->ctx, lcv_value_layout(e->ctx, bare)) : v;
    lc_tuple *shape = lcv_kept(e->ctx, lcv_as_tuple(e->ctx, f));
    if (!shape)
        return lcv_eval_failed(e, t->of->span);
    if (t->columns == 0) /* elements that were not counted */
        return v;
    if (lc_int_cmp(lc_tuple_size(e->ctx, shape), lc_int_si(e->ctx, (int64_t)t->n)) != 0) {
        char *size = lcv_kept(e->ctx, lc_int_to_str(e->ctx, lc_tuple_size(e->ctx, shape)));
        lcv_eval_fail(e, t->cells->span,
                      "the table has %zu elements, what stands before it has %s", t->n,
                      size ? size : "others");
        return lcv_diag_hint(e->diag,
                             "expected all of the table, or what stands before it alone");
    }
    return agrees(e, t, f) ? v : NULL;
}

/* ---- a table alone ---- */

/* The numbers of the cells by integral coordinate. */
static lc_int *numbers_of(lcv_eval *e, const table *t)
{
    lc_int *number = lc_frame_alloc(e->ctx, t->n, sizeof *number);
    size_t i = 0;
    for (const lcv_ast *cell = t->cells->child; number && cell; cell = cell->next, i++) {
        lcv_value *v = lcv_eval_kind(e, cell, LCV_TUPLE, "an integer");
        if (!v || !lcv_as_int(e->ctx, v, &number[coordinate_of(t, i)]))
            return v ? lcv_eval_failed(e, cell->span) : NULL;
    }
    return number;
}

static lcv_value *alone(lcv_eval *e, const table *t)
{
    lc_int *number = numbers_of(e, t);
    lcv_value *map =
        number ? lcv_eval_kept(e, t->ast->span,
                               lcv_value_relation(e->ctx, lcr_map_of_values(e->r, t->n, number)))
               : NULL;
    lcv_value *arg[2] = {map, NULL};
    lcv_value *flat = map ? tried(e, "layout", 1, arg) : NULL;
    const lc_int side[2] = {lc_int_si(e->ctx, (int64_t)t->rows),
                            lc_int_si(e->ctx, (int64_t)t->columns)};
    lc_tuple *shape = flat ? lc_tuple_flat(e->ctx, 2, side) : NULL;
    arg[0] = flat;
    arg[1] = shape ? lcv_kept(e->ctx, lcv_value_layout(e->ctx, lc_layout_compact(e->ctx, shape)))
                   : NULL;
    lcv_value *by_mode = arg[1] ? tried(e, "compose", 2, arg) : NULL;
    lc_tuple_free(shape);
    return by_mode ? by_mode : flat ? flat : map;
}

lcv_value *lcv_eval_table(lcv_eval *e, const lcv_ast *ast)
{
    table t = table_of(ast);
    if (t.of)
        return checked(e, &t);
    if (t.cells->child)
        return alone(e, &t);
    lcv_eval_fail(e, ast->span, "elements of a tensor are not its layout");
    return lcv_diag_hint(e->diag,
                         "expected the line before them, which print_tensor begins with");
}
