#include "config.h"

#include "library-names.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../language/build.h"

/* ---- where names are ---- */

bool lcv_library_find(const char *name, lcv_library_place *place)
{
    for (const lcv_library_file *file = lcv_library; file->name; file++) {
        for (const lcv_library_name *d = file->defined; d->name; d++) {
            if (strcmp(d->name, name) == 0) {
                *place = (lcv_library_place){file, d->line};
                return true;
            }
        }
    }
    return false;
}

bool lcv_library_cutlass(const char *name, lcv_cutlass_atom *atom, lcv_library_place *place)
{
    return lcv_cutlass_find(name, atom) && lcv_library_find(atom->name, place);
}

/* ---- CUTLASS's names ---- */

/* Is the file of the library imported here, or the one that has the atom? */
static bool is_imported(const lcv_work *w, const char *file)
{
    const lcv_binding *of = lcv_scope_find(&w->module->scope, file);
    return of && of->source && strcmp(of->source->name, "<cute>") == 0;
}

/* The atom is a name of this file from now on. */
static bool import_atom(lcv_work *w, const char *name, const lcv_library_place *place,
                        lcv_span span)
{
    if (lcv_scope_find(&w->module->scope, name))
        return true;
    lcv_module *m = lcv_module_library(w->session, place->file->name);
    if (m)
        lcv_module_define(w->session, m, w->module);
    const lcv_binding *b = m ? lcv_scope_own(&m->scope, name) : NULL;
    if (b && lcv_scope_add(&w->module->scope, name, b->value, b->source, b->span))
        return true;
    return lcv_eval_no_memory(&w->eval, span) != NULL;
}

/* The node becomes the name of the atom, or the call of it. */
static bool rename_node(lcv_work *w, lcv_ast *ast, const lcv_cutlass_atom *atom)
{
    lcv_scope *scope = &w->module->scope;
    const lcv_span span = ast->span;
    if (!scope->arena && !(scope->arena = lcv_arena_new()))
        return lcv_eval_no_memory(&w->eval, span) != NULL;
    lcv_ast *name = lcv_build_leaf(scope->arena, LCV_AST_NAME, "%s", atom->name);
    if (!name)
        return lcv_eval_no_memory(&w->eval, span) != NULL;
    name->span = span;
    ast->text = name->text;
    if (atom->nargs == 0)
        return true;
    ast->kind = LCV_AST_APPLY;
    ast->text = NULL;
    ast->height = 2;
    lcv_ast_add(ast, name);
    for (int i = 0; i < atom->nargs; i++) {
        lcv_ast *size = lcv_build_int(scope->arena, atom->arg[i]);
        if (!size)
            return lcv_eval_no_memory(&w->eval, span) != NULL;
        size->span = span;
        lcv_ast_add(ast, size);
    }
    return true;
}

static bool is_formal(const lcv_ast *formals, const char *name)
{
    for (const lcv_ast *formal = formals ? formals->child : NULL; formal; formal = formal->next)
        if (strcmp(formal->text, name) == 0)
            return true;
    return false;
}

bool lcv_name_atoms(lcv_work *w, lcv_ast *tree, const lcv_ast *formals)
{
    lcv_cutlass_atom atom;
    lcv_library_place place;
    for (lcv_ast *part = tree->child; part; part = part->next)
        if (!lcv_name_atoms(w, part, formals))
            return false;
    if (tree->kind != LCV_AST_NAME || !lcv_library_cutlass(tree->text, &atom, &place) ||
        lcv_scope_find(w->eval.scope, tree->text) || is_formal(formals, tree->text))
        return true;
    if (!lcv_scope_find(&w->module->scope, atom.name) && !is_imported(w, "tiled_mma"))
        return true;
    return import_atom(w, atom.name, &place, tree->span) && rename_node(w, tree, &atom);
}

/* ---- errors ---- */

/* Hints at a name that the library does not have: one of CUTLASS's without an atom, or nearly
 * such a name. */
static void hint_cutlass(const char *name, lc_text *hint)
{
    lcv_cutlass_atom atom;
    lcv_cutlass_name near[LCV_NEAR];
    if (lcv_cutlass_find(name, &atom)) {
        lc_text_add(hint, "it is CUTLASS's, but the library has no layouts of it");
        return;
    }
    if (strncmp(name, "SM80_CP_ASYNC_", 14) == 0) {
        lc_text_add(hint, "it takes the type that is copied: "
                          "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>");
        return;
    }
    size_t n = lcv_cutlass_near(name, near);
    for (size_t i = 0; i < n; i++)
        lc_text_printf(hint, "%s'%s'%s",
                       i == 0      ? "CUTLASS has no such atom; did you mean "
                       : i + 1 < n ? ", "
                                   : " or ",
                       near[i], i + 1 < n ? "" : "?");
}

void lcv_hint_library(lcv_work *w)
{
    char *name = w->diag.code == LCV_ERROR_NAME && w->diag.source
                     ? lcv_source_excerpt(w->diag.source, w->diag.span, 80)
                     : NULL;
    lcv_library_place place;
    lcv_cutlass_atom atom;
    bool unknown = name && strncmp(lcv_message(w->diag.message), "unknown", 7) == 0;
    lc_text hint = {0};
    if (unknown && lcv_library_find(name, &place))
        lc_text_printf(&hint, "it is in <%s>: import <%s>;", place.file->name, place.file->name);
    else if (unknown && lcv_library_cutlass(name, &atom, &place))
        lc_text_printf(&hint, "CUTLASS's atom is %s in <%s>: import <%s>; or import <cute>;",
                       atom.name, place.file->name, place.file->name);
    else if (unknown && strncmp(name, "SM", 2) == 0)
        hint_cutlass(name, &hint);
    if (hint.length > 0)
        lcv_diag_instead(&w->diag, lc_text_peek(&hint));
    lc_text_free(&hint);
    free(name);
}
