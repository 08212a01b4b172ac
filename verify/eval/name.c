/* name.c - the value of a name, and the error about one that is unknown. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../catalogue/words.h"
#include "eval.h"

#define RECENT 200 /* definitions that are compared with an unknown name */

/* int8, uint64 ...: the width, negative for a signed type; 0 for other names. */
static int type_bits(const char *name)
{
    static const struct {
        const char *name;
        int bits;
    } type[] = {{"int8", -8}, {"int16", -16}, {"int32", -32}, {"int64", -64},
                {"uint8", 8}, {"uint16", 16}, {"uint32", 32}, {"uint64", 64}};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++) {
        if (strcmp(type[i].name, name) == 0)
            return type[i].bits;
    }
    return 0;
}

bool lcv_is_reserved(const char *name)
{
    const lcv_operation *of = lcv_operation_called(name);
    return (of && !of->yields) || lcv_claim_find(name) || type_bits(name) != 0 ||
           lcv_is_stride_word(name);
}

/* All names except those of definitions long ago; NULL only counts them. */
static size_t collect_names(const lcv_eval *e, const char **name)
{
    size_t n = 0;
    for (const lcv_scope *scope = e->scope; scope; scope = scope->outside) {
        for (size_t i = scope->n > RECENT ? scope->n - RECENT : 0; i < scope->n; i++, n++) {
            if (name)
                name[n] = scope->binding[i].name;
        }
    }
    for (size_t i = 0; lcv_catalogue_name(i); i++, n++) {
        if (name)
            name[n] = lcv_catalogue_name(i);
    }
    return n;
}

void *lcv_eval_unknown_name(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *name = ast->kind == LCV_AST_APPLY ? ast->child : ast;
    const lcv_word *word = lcv_word_find(name->text, 0);
    if (word) {
        lcv_eval_fail(e, name->span, "'%s' is a function, not a value", name->text);
        return lcv_diag_hint(e->diag, "expected %s", word->signature);
    }
    lcv_eval_fail_as(e, LCV_ERROR_NAME, name->span, "unknown name '%s'", name->text);
    if (strcmp(name->text, "e") == 0 || strcmp(name->text, "f") == 0)
        return lcv_diag_hint(e->diag,
                             "strides of coordinates are written e0, 6e1 or 6*e1, those of XOR "
                             "f5, with bits from 0 up");
    if (lcv_eval_hint_spelling(e, ast, true))
        return NULL;
    const char **known = lc_frame_alloc(e->ctx, collect_names(e, NULL), sizeof *known);
    if (!known)
        return NULL;
    const char *near[LCV_NEAR];
    size_t n = lcv_nearest_of(name->text, collect_names(e, known), known, near);
    lc_text text = {0};
    for (size_t i = 0; i < n; i++)
        lc_text_printf(&text, "%s'%s'", i == 0 ? "" : i + 1 < n ? ", " : " or ", near[i]);
    const lcv_operation *written = lcv_operation_find(name->text);
    if (written)
        lcv_diag_hint(e->diag, "it is written %s", written->signature);
    else if (n > 0)
        lcv_diag_hint(e->diag, "did you mean %s?", lc_text_peek(&text));
    else if (strncmp(name->text, "int", 3) == 0 || strncmp(name->text, "uint", 4) == 0)
        lcv_diag_hint(e->diag, "types are int8, int16, int32 and int64, and uint8 to uint64");
    else if (strcmp(name->text, "lay") == 0)
        lcv_diag_hint(e->diag, "a file is read by layoutcheck check FILE.lay");
    else
        lcv_diag_hint(e->diag,
                      ast == name ? "let %s = .. before it defines a name, param %s >= 1 a size "
                                    "that is not known"
                                  : "let %s(X) = .. before it defines a function; `help` "
                                    "lists those that there are",
                      name->text, name->text);
    lc_text_free(&text);
    return NULL;
}

lcv_value *lcv_eval_name(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_binding *binding = lcv_scope_find(e->scope, ast->text);
    if (binding && binding->value &&
        (binding->value->kind == LCV_PARAMETER || binding->value->kind == LCV_EXPRESSION))
        return lcv_eval_instance(e, binding->value, ast->span);
    if (binding && binding->value)
        return binding->value;
    if (binding) {
        lcv_eval_fail_as(e, LCV_ERROR_NAME, ast->span, "'%s' has no value", ast->text);
        return lcv_diag_note(e->diag, binding->source, binding->span, "its definition failed");
    }
    int bits = type_bits(ast->text);
    if (bits != 0)
        return lcv_eval_kept(e, ast->span, lcv_value_type(e->ctx, abs(bits), bits < 0));
    if (strcmp(ast->text, "X") == 0 || strcmp(ast->text, "Underscore") == 0) /* in CuTe `_` */
        return lcv_eval_kept(e, ast->span, lcv_value_tuple(e->ctx, lc_tuple_wildcard(e->ctx)));
    const lcv_operation *function = lcv_operation_called(ast->text);
    const lcv_claim *claim = lcv_claim_find(ast->text);
    lcv_value *element = function || claim ? NULL : lcv_eval_element(e, ast);
    if (element)
        return element;
    if (!function && !claim)
        return lcv_is_printed_stride(ast) ? lcv_eval_printed_stride(e, ast)
                                          : lcv_eval_unknown_name(e, ast);
    lcv_eval_fail(e, ast->span, "'%s' is a %s, not a value", ast->text,
                  function ? "function" : "claim");
    return lcv_diag_hint(e->diag, "expected %s",
                         function ? function->signature : claim->signature);
}
