/* promised.c - what the promises of a table say of the parameters.
 *
 * A claim is about all numbers for which there is such a table. Of `table T[N] in [0..P),
 * injective` there is one where N <= P. These conditions are assumed where the table is declared,
 * unless the parameters have them anyway:
 *
 *   a range [a..z) of indices          a <= z
 *   entries of [a..z), n of them       min(n, 1) <= max(z - a, 0)
 *   all different, or increasing       n <= max(z - a, 0)
 *   a permutation                      n == max(z - a, 0)
 *
 * A name in a promise that nobody knows is that of an index, T[b + 1], or an error of the
 * declaration.
 */
#include "config.h"

#include "perform.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "../symbolic/parameter.h"
#include "../symbolic/symbolic.h"
#include "../tables/small.h"
#include "../tables/solve.h"

typedef struct {
    lcv_work *w;
    lcv_arena *arena;
    lcv_span span; /* of the table */
} declared;

static lcv_ast *number(const declared *d, int64_t value)
{
    return lcv_build_int(d->arena, value);
}

static lcv_ast *call(const declared *d, const char *name, lcv_ast *a, lcv_ast *b)
{
    return lcv_build_call(d->arena, name, 2, a, b);
}

static bool is_number(const lcv_ast *ast, const char *text)
{
    return ast->kind == LCV_AST_INT && strcmp(ast->text, text) == 0;
}

/* The numbers from the least of a range to before its end. */
static lcv_ast *width_of(const declared *d, const lcv_ast *range)
{
    lcv_ast *end = lcv_ast_copy(d->arena, range->last);
    if (is_number(range->child, "0"))
        return end;
    lcv_ast *least = lcv_ast_copy(d->arena, range->child);
    return lcv_build_op(d->arena, LCV_OP_SUB, end,
                        least && least->kind == LCV_AST_BINARY ? lcv_build_group(least) : least);
}

/* The product of the sizes of the ranges of indices. */
static lcv_ast *count_of(const declared *d, const lcv_ast *ranges)
{
    lcv_ast *count = NULL;
    for (const lcv_ast *range = ranges->child; range; range = range->next) {
        lcv_ast *width = width_of(d, range);
        if (ranges->nchildren > 1 && width && width->kind == LCV_AST_BINARY)
            width = lcv_build_group(width);
        count = count ? lcv_build_op(d->arena, LCV_OP_MUL, count, width) : width;
    }
    return count;
}

/* Do the parameters have it anyway? */
static bool is_known(const declared *d, const lcv_ast *claim)
{
    return lcv_is_proved(&d->w->eval, claim);
}

/* a op b; NULL with the status. */
static lcv_ast *compared(const declared *d, lcv_op op, lcv_ast *a, lcv_ast *b)
{
    lcv_ast *claim = lcv_build_op(d->arena, op, a, b);
    if (!claim)
        return lcv_eval_no_memory(&d->w->eval, d->span), NULL;
    lcv_ast_place(claim, d->span);
    return claim;
}

/* There are no such tables, whatever the parameters are. */
static bool no_table(const declared *d, lcv_ast *claim)
{
    char *text = lcv_ast_text(claim);
    lcv_eval_fail(&d->w->eval, d->span, "there is no such table%s",
                  lcv_depends(d->w->eval.scope, claim) ? " at any numbers of the parameters"
                                                       : "");
    lcv_diag_hint(&d->w->diag, "its promises need %s", text ? text : "");
    free(text);
    return false;
}

/* a op b, of which `contrary` is the negation, unless the parameters have it anyway. What no
 * parameter is in, or a table, is left to the small tables. False with the status. */
static bool assume(const declared *d, lcv_op op, lcv_op contrary, lcv_ast *a, lcv_ast *b)
{
    lcv_eval *e = &d->w->eval;
    lcv_ast *claim = compared(d, op, a, b);
    if (!claim)
        return false;
    if (lcv_is_about_tables(e, claim) || is_known(d, claim))
        return true;
    const lcv_ast *none = compared(d, contrary, lcv_ast_copy(d->arena, claim->child),
                                   lcv_ast_copy(d->arena, claim->last));
    if (!none)
        return false;
    if (is_known(d, none))
        return no_table(d, claim);
    if (!lcv_depends(e->scope, claim))
        return true;
    lcv_value *v = lcv_eval_assumption(e, claim);
    char *text = v ? lcv_ast_text(claim) : NULL;
    if (v && text) {
        free(v->formula->text);
        v->formula->text = text;
    }
    return v && ((text && lcv_scope_assume(&d->w->module->scope, v)) ||
                 lcv_eval_no_memory(e, d->span));
}

/* z - a, or 0 where that is negative, if it can be. */
static lcv_ast *room_of(const declared *d, const lcv_ast *entries)
{
    lcv_ast *claim = compared(d, LCV_OP_GE, width_of(d, entries), number(d, 0));
    if (!claim)
        return NULL;
    bool known = !lcv_depends(d->w->eval.scope, claim) || is_known(d, claim);
    return known ? width_of(d, entries) : call(d, "max", width_of(d, entries), number(d, 0));
}

static bool is_promised(const lcv_ast *table, const char *kind)
{
    const lcv_ast *promise = lcv_table_promise(table, kind);
    return promise && !promise->child; /* of all entries */
}

static bool is_index(const lcv_ast *table, const char *name)
{
    for (const lcv_ast *range = table->child->child; range; range = range->next)
        if (range->text && strcmp(range->text, name) == 0)
            return true;
    return false;
}

static size_t mentions(const lcv_ast *ast, const char *name)
{
    size_t n = ast->kind == LCV_AST_NAME && strcmp(ast->text, name) == 0;
    for (const lcv_ast *part = ast->child; part; part = part->next)
        n += mentions(part, name);
    return n;
}

typedef struct {
    const lcv_eval *e;
    const lcv_ast *table, *promise;
} promised;

/* Does the promise say what an entry is, as T[B] == N? */
static bool sets_entry(const lcv_ast *table, const lcv_ast *ast)
{
    bool sets = ast->kind == LCV_AST_COMPARE && ast->op == LCV_OP_EQ &&
                (lcv_is_entry_of(table, ast->child) || lcv_is_entry_of(table, ast->last));
    for (const lcv_ast *part = ast->child; part && !sets; part = part->next)
        sets = sets_entry(table, part);
    return sets;
}

/* A name that nobody knows, in the index of an entry of a promise, is that of the index, which
 * has none. Where it stands once and the promise says what the entry is, it may be a parameter
 * that is misspelt; elsewhere a note says what it is. */
static void name_index(const promised *p, lcv_ast *range, const lcv_ast *index)
{
    bool own = index->kind == LCV_AST_NAME && strcmp(index->text, p->table->text) != 0 &&
               !is_index(p->table, index->text) && !lcv_scope_find(p->e->scope, index->text);
    bool once = own && mentions(p->promise, index->text) == 1;
    if (own && !range->text && !(once && sets_entry(p->table, p->promise))) {
        range->text = index->text;
        if (once && p->e->notes)
            lcv_notes_add(p->e->notes, p->e->source, index->span,
                          "%s is any index of %s, as in %s[%s in ..]", index->text,
                          p->table->text, p->table->text, index->text);
    }
    const lcv_ast *part = index->kind == LCV_AST_APPLY ? index->child->next : index->child;
    for (; part; part = part->next)
        name_index(p, range, part);
}

static void name_indices(const promised *p, const lcv_ast *ast)
{
    bool call = ast->kind == LCV_AST_INDEX || ast->kind == LCV_AST_APPLY;
    if (call && ast->child->kind == LCV_AST_NAME &&
        strcmp(ast->child->text, p->table->text) == 0) {
        lcv_ast *range = p->table->child->child;
        for (const lcv_ast *index = ast->child->next; range && index; index = index->next) {
            name_index(p, range, index);
            range = range->next;
        }
    }
    for (const lcv_ast *part = ast->child; part; part = part->next)
        name_indices(p, part);
}

void lcv_name_indices(lcv_work *w, lcv_ast *table)
{
    for (const lcv_ast *promise = table->last->child; promise; promise = promise->next)
        name_indices(&(promised){&w->eval, table, promise}, promise);
}

/* Names in promises are indices, the table, and names of the file. False with the status. */
static bool check_names(const declared *d, const lcv_ast *table, const lcv_ast *ast)
{
    lcv_eval *e = &d->w->eval;
    bool known = ast->kind != LCV_AST_NAME || strcmp(ast->text, table->text) == 0 ||
                 is_index(table, ast->text) || lcv_scope_find(e->scope, ast->text);
    const lcv_ast *part = ast->kind == LCV_AST_APPLY ? ast->child->next : ast->child;
    for (; known && part; part = part->next)
        if (!check_names(d, table, part))
            return false;
    if (!known) {
        lcv_eval_unknown_name(e, ast);
        if (!table->child->child->text)
            lcv_diag_instead(e->diag, "a name for all indices stands before their range, as in "
                                      "T[b in 0..B]; a parameter is declared by param");
    }
    return known;
}

static bool assume_all(const declared *d, const lcv_ast *table)
{
    const lcv_ast *ranges = table->child, *entries = ranges->next;
    for (const lcv_ast *range = ranges->child; range; range = range->next)
        if (!assume(d, LCV_OP_LE, LCV_OP_GT, lcv_ast_copy(d->arena, range->child),
                    lcv_ast_copy(d->arena, range->last)))
            return false;
    bool permutation = is_promised(table, "permutation");
    bool distinct = permutation || is_promised(table, "injective") ||
                    is_promised(table, "increasing");
    lcv_ast *count = count_of(d, ranges);
    return assume(d, permutation ? LCV_OP_EQ : LCV_OP_LE, permutation ? LCV_OP_NE : LCV_OP_GT,
                  distinct ? count : call(d, "min", count, number(d, 1)), room_of(d, entries));
}

bool lcv_assume_promised(lcv_work *w, const lcv_value *v)
{
    const lcv_ast *table = lcv_table_of(v);
    if (!table)
        return true;
    declared d = {w, lcv_arena_new(), table->span};
    bool ok = d.arena != NULL && check_names(&d, table, table->last) && assume_all(&d, table);
    if (!d.arena)
        lcv_eval_no_memory(&w->eval, d.span);
    lcv_arena_free(d.arena);
    return ok;
}

/* T[a,c] of a table whose indices are [a..b) and [c..d). */
static lcv_ast *entry_of(const declared *d, const lcv_ast *table)
{
    lcv_ast *entry = lcv_build(d->arena, LCV_AST_INDEX, 1,
                               lcv_build_leaf(d->arena, LCV_AST_NAME, "%s", table->text));
    for (const lcv_ast *range = table->child->child; range; range = range->next)
        entry = lcv_build_add(entry, lcv_ast_copy(d->arena, range->child));
    return entry;
}

/* The sum, and the entries in a promise that are the same for all indices: T[0], T[B]. */
static lcv_ast *add_entries(const declared *d, const lcv_ast *table, const lcv_ast *ast,
                            lcv_ast *sum)
{
    if (lcv_is_entry_of(table, ast) && !lcv_names_an_index(table, ast))
        return lcv_build_op(d->arena, LCV_OP_ADD, sum, lcv_ast_copy(d->arena, ast));
    for (const lcv_ast *part = ast->child; part; part = part->next)
        sum = add_entries(d, table, part, sum);
    return sum;
}

/* Where no table keeps its promises, it is proved that its entries differ from themselves. */
bool lcv_check_promised(lcv_work *w, const lcv_value *v)
{
    const lcv_ast *table = v ? lcv_table_of(v) : NULL;
    if (!table)
        return true;
    declared d = {w, lcv_arena_new(), table->span};
    if (!d.arena)
        return lcv_eval_no_memory(&w->eval, table->span);
    bool tried;
    lcv_ast *sum = add_entries(&d, table, table->last, entry_of(&d, table));
    const lcv_ast *claim = sum ? compared(&d, LCV_OP_NE, sum, lcv_ast_copy(d.arena, sum)) : NULL;
    lcv_found found = claim ? lcv_tables_of(&w->eval, claim, &tried) : LCV_FOUND;
    bool none = found == LCV_NO_SUCH_TABLE || (found != LCV_FOUND && is_known(&d, claim));
    if (!claim)
        lcv_eval_no_memory(&w->eval, d.span);
    if (none) {
        lcv_eval_fail(&w->eval, d.span, "no table keeps the promises of '%s'", table->text);
        lcv_diag_hint(&w->diag, "expected promises that are kept by some table, at some numbers "
                                "of the parameters");
    }
    lcv_arena_free(d.arena);
    return claim && !none;
}
