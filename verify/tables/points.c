/* points.c - what the values of a map at numbers are, one by one. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "../value/points.h"
#include "tables.h"

/* The map X of range(layout_map(X)), behind its names, without parameters and tables. */
static bool map_of_numbers(lcv_eval *e, const lcv_ast *ast, lcv_argument *map)
{
    lcv_table_problem p;
    const lcv_ast *of = ast;
    bool range = lcv_ast_calls(ast, "range") && ast->nchildren == 2 &&
                 !lcv_scope_find(e->scope, "range");
    while (range && of->kind == LCV_AST_APPLY && of->nchildren == 2 &&
           (of == ast || strcmp(of->child->text, "layout_map") == 0))
        of = of->child->next;
    if (!range)
        return false;
    *map = lcv_argument_behind(e, of);
    if (!lcv_is_map_argument(map))
        return false;
    lcv_table_problem_about(&p, e, ast);
    lcv_table_problem_close(&p);
    return !p.limit && p.nparameters + p.ntables == 0;
}

bool lcv_has_few_points(const lcv_argument *map)
{
    lcv_world w = {.scope = map->scope};
    int64_t points = 1, size;
    for (const lcv_ast *extent = map->ast->child->next->child; extent; extent = extent->next) {
        if (lcv_integer_at(&w, extent, &size) != LCV_THERE || size < 0 || size > LCV_LISTED)
            return false;
        points *= size;
        if (points > LCV_LISTED)
            return false;
    }
    return true;
}

bool lcv_is_of_few_points(lcv_eval *e, const lcv_ast *claim)
{
    lcv_table_problem p;
    bool few = lcv_is_about_a_map(e, claim) && lcv_table_problem_open(&p, e, claim);
    if (!few)
        return false;
    few = !p.limit && p.nparameters + p.ntables == 0;
    for (size_t i = 0; few && i < p.n; i++)
        few = !lcv_is_map_argument(&p.argument[i]) || lcv_has_few_points(&p.argument[i]);
    lcv_table_problem_close(&p);
    return few;
}

typedef struct {
    size_t n, room, width;
    int64_t *value;
} values;

static lcv_there collect(void *user, lcv_world *w, size_t n, const int64_t *value)
{
    values *v = user;
    (void)w;
    if (v->n + n > v->room) {
        size_t room = v->room > 0 ? 2 * v->room : 1024;
        int64_t *more = realloc(v->value, room * sizeof *more);
        if (!more)
            return LCV_BEYOND;
        v->value = more;
        v->room = room;
    }
    v->width = n;
    memcpy(v->value + v->n, value, n * sizeof *value);
    v->n += n;
    return LCV_THERE;
}

/* The set of these values; NULL, perhaps with an error. */
static lcv_value *set_of(lcv_eval *e, const values *v)
{
    lc_int *cell = v->width > 0 ? lc_frame_alloc(e->ctx, v->n + 1, sizeof *cell) : NULL;
    for (size_t i = 0; cell && i < v->n; i++)
        cell[i] = lc_int_si(e->ctx, v->value[i]);
    return cell ? lcv_value_points(e->r, v->width, v->n / v->width, cell) : NULL;
}

lcv_value *lcv_listed_values(lcv_eval *e, const lcv_ast *ast)
{
    lcv_argument map;
    values v = {0};
    if (!map_of_numbers(e, ast, &map))
        return NULL;
    lcv_world w = {.scope = map.scope};
    lcv_there there = lcv_walk_map(&w, map.ast, LCV_LISTED, false, collect, &v);
    lcv_value *made = there == LCV_THERE ? lcv_eval_kept(e, ast->span, set_of(e, &v)) : NULL;
    free(v.value);
    if (made) {
        made->written = true;
        lcv_eval_not_asked(e, ast->span, LCR_BY_POINTS);
    }
    return made;
}
