/* field.c - parts by name: of tiled MMAs, tiled copies and atoms, as they print them
 * (language/print.h).
 *
 * Such values are lists. An atom of an MMA is [ThrID, Shape_MNK, LayoutA_TV, LayoutB_TV,
 * LayoutC_TV], an atom of a copy [ThrID, ValLayoutSrc, ValLayoutDst, ValLayoutRef], perhaps with
 * the bits of a value behind it, and what is tiled [atom, threads, tile], perhaps with a thread;
 * it has the parts of its atom, too. size(X) is the number of its threads.
 */
#include "config.h"

#include <string.h>

#include "../../lib/text.h"
#include "../language/build.h"
#include "expand.h"

typedef enum { MMA_ATOM, COPY_ATOM, TILED_MMA, TILED_COPY, NOTHING } list_kind;

#define LAST (-1) /* the last part */

/* The names that CuTe C++ and CuTe DSL have for a part. */
static const struct {
    list_kind of;
    int part;
    const char *name, *in_dsl;
} fields[] = {
    {MMA_ATOM, 0, "ThrID", "thr_id"},
    {MMA_ATOM, 1, "Shape_MNK", "shape_mnk"},
    {MMA_ATOM, 2, "LayoutA_TV", "tv_layout_A"},
    {MMA_ATOM, 3, "LayoutB_TV", "tv_layout_B"},
    {MMA_ATOM, 4, "LayoutC_TV", "tv_layout_C"},
    {COPY_ATOM, 0, "ThrID", "thr_id"},
    {COPY_ATOM, 1, "ValLayoutSrc", "layout_src_tv"},
    {COPY_ATOM, 2, "ValLayoutDst", "layout_dst_tv"},
    {COPY_ATOM, 3, "ValLayoutRef", "layout_ref_tv"},
    {COPY_ATOM, LAST, "ValueType", "value_type"},
    {TILED_MMA, 1, "ThrLayoutVMNK", "thr_layout_vmnk"},
    {TILED_MMA, 2, "PermutationMNK", "permutation_mnk"},
    {TILED_MMA, 3, "ThrVMNK", "thr_vmnk"},
    {TILED_COPY, 1, "TiledLayout_TV", "layout_tv_tiled"},
    {TILED_COPY, 2, "Tiler_MN", "tiler_mn"},
    {TILED_COPY, 3, "ThrIdx", "thr_idx"},
};

#define NFIELDS (sizeof fields / sizeof *fields)

static list_kind kind_of(const lcv_value *v)
{
    if (v->nparts < 3)
        return NOTHING;
    if (v->part[0]->kind == LCV_LIST) {
        list_kind atom = kind_of(v->part[0]);
        return atom == MMA_ATOM ? TILED_MMA : atom == COPY_ATOM ? TILED_COPY : NOTHING;
    }
    bool shape = v->part[1]->kind == LCV_TUPLE && !lc_tuple_is_leaf(v->part[1]->tuple);
    return v->nparts == 5 && shape ? MMA_ATOM : v->nparts <= 5 && !shape ? COPY_ATOM : NOTHING;
}

/* An integer behind the layouts of an atom of a copy: the bits of a value. */
static bool has_bits(const lcv_value *v)
{
    const lcv_value *last = v->part[v->nparts - 1];
    return v->nparts > 3 && last->kind == LCV_TUPLE && lc_tuple_is_leaf(last->tuple);
}

/* The part of one list; NULL: it has none of this name. */
static lcv_value *part_of(const lcv_value *v, const char *name)
{
    list_kind kind = kind_of(v);
    for (size_t i = 0; i < NFIELDS; i++) {
        bool named = strcmp(fields[i].name, name) == 0 || strcmp(fields[i].in_dsl, name) == 0;
        if (fields[i].of != kind || !named)
            continue;
        bool bits = kind == COPY_ATOM && has_bits(v);
        if (fields[i].part == LAST)
            return bits ? v->part[v->nparts - 1] : NULL;
        size_t n = v->nparts - bits;
        return (size_t)fields[i].part < n ? v->part[fields[i].part] : NULL;
    }
    return kind == TILED_MMA || kind == TILED_COPY ? part_of(v->part[0], name) : NULL;
}

/* The names of the parts that a list has. */
static void add_names(lc_text *out, const lcv_value *v)
{
    if (kind_of(v) == TILED_MMA || kind_of(v) == TILED_COPY)
        add_names(out, v->part[0]);
    for (size_t i = 0; i < NFIELDS; i++)
        if (fields[i].of == kind_of(v) && part_of(v, fields[i].name))
            lc_text_printf(out, "%s%s", out->length > 0 ? ", " : "", fields[i].name);
}

static lcv_value *field_of(lcv_calls *c, lcv_scope *made, lcv_ast *ast)
{
    lcv_eval *e = &c->w->eval;
    lcv_value *list = lcv_value_or_list(e, ast->last);
    lcv_value *part = list ? part_of(list, ast->child->text) : NULL;
    lc_text names = {0};
    (void)made;
    if (!list || part)
        return part ? lcv_eval_kept(e, ast->span, lcv_value_ref(part)) : NULL;
    lcv_eval_fail(e, ast->span, "the list has no part '%s'", ast->child->text);
    add_names(&names, list);
    if (names.length > 0)
        lcv_diag_hint(e->diag, "it has %s", lc_text_peek(&names));
    else
        lcv_diag_hint(e->diag, "the elements of a list have numbers, L[0]; tiled MMAs, tiled "
                               "copies and their atoms have names");
    lc_text_free(&names);
    return NULL;
}

bool lcv_expand_field(lcv_calls *c, lcv_scope *made, lcv_ast *ast)
{
    return lcv_name_call(c, made, ast, field_of);
}

/* ---- size(X) ---- */

bool lcv_is_size_of_list(const lcv_eval *e, const lcv_ast *ast)
{
    return ast->kind == LCV_AST_APPLY && ast->nchildren == 2 &&
           ast->child->kind == LCV_AST_NAME && strcmp(ast->child->text, "size") == 0 &&
           lcv_is_list(e, ast->last);
}

/* The name X.field of the part, in an arena; NULL with an error. */
static lcv_ast *name_part(lcv_calls *c, lcv_scope *made, const lcv_ast *list, const char *field,
                          lcv_value *part)
{
    lcv_scope *scope = &c->w->module->scope;
    lcv_ast *name = scope->arena || (scope->arena = lcv_arena_new())
                        ? lcv_build_leaf(scope->arena, LCV_AST_NAME, "%s.%s", list->text, field)
                        : NULL;
    bool named = name && (lcv_scope_own(made, name->text) ||
                          lcv_scope_add(made, name->text, part, c->w->eval.source, list->span));
    if (!named)
        return lcv_eval_no_memory(&c->w->eval, list->span);
    name->span = list->span;
    return name;
}

bool lcv_expand_size(lcv_calls *c, lcv_scope *made, lcv_ast *ast)
{
    const lcv_ast *list = ast->last;
    lcv_value *v = lcv_value_or_list(&c->w->eval, list);
    list_kind kind = v ? kind_of(v) : NOTHING;
    if (list->kind != LCV_AST_NAME || (kind != TILED_MMA && kind != TILED_COPY))
        return v != NULL;
    const char *field = kind == TILED_MMA ? "ThrLayoutVMNK" : "TiledLayout_TV";
    lcv_ast *part = name_part(c, made, list, field, v->part[1]);
    lcv_arena *arena = c->w->module->scope.arena;
    if (part && kind == TILED_COPY &&
        !(part = lcv_build_call(arena, "mode", 2, part, lcv_build_int(arena, 0))))
        lcv_eval_no_memory(&c->w->eval, list->span);
    if (!part)
        return false;
    part->span = list->span;
    ast->child->next = ast->last = part;
    return true;
}
