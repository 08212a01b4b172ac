/* stride.c - strides that are no integers, as written: e0, 6e1, 2@0@1, f18, and
 * arithmetic with them.
 *
 *   e_i      the basis element of mode i of a coordinate; n e_i, a multiple
 *   n@i@j    n on mode i of mode j (the innermost comes first, as CuTe prints it)
 *   fN       the integer N as a stride that adds by XOR
 */
#include "config.h"

#include <string.h>

#include "../value/strides.h"
#include "eval.h"

/* ---- literals ---- */

static bool read_number(lcv_eval *e, const lcv_ast *ast, const char *text, size_t length,
                        lc_int *number)
{
    return lc_int_parse(e->ctx, text, length, number) || lcv_eval_failed(e, ast->span) != NULL;
}

/* The number of a mode; SIZE_MAX when no coordinate has so many. */
static size_t mode_number(const char *digits, size_t length)
{
    size_t number = 0;
    for (size_t i = 0; i < length && number < LC_MAX_AXES; i++)
        number = 10 * number + (size_t)(digits[i] - '0');
    return number < LC_MAX_AXES ? number : SIZE_MAX;
}

static bool too_far(lcv_eval *e, const lcv_ast *ast, const char *digits, size_t length)
{
    int shown = length > 40 ? 40 : (int)length;
    return lcv_eval_fail(e, ast->span, "mode %.*s%s of a coordinate: modes are 0 to %d", shown,
                         digits, length > 40 ? "..." : "", LC_MAX_AXES - 1);
}

/* `e1`, `@0@1`: the modes from the outermost on. Returns their number, 0 after an error. */
static size_t read_path(lcv_eval *e, const lcv_ast *ast, const char *text,
                        uint32_t path[LC_MAX_DEPTH])
{
    uint32_t inner[LC_MAX_DEPTH];
    size_t depth = 0;
    while (*text) {
        text += 1 + (text[1] == '_');
        size_t length = strspn(text, "0123456789"), mode = mode_number(text, length);
        if (mode == SIZE_MAX)
            return too_far(e, ast, text, length);
        if (depth == LC_MAX_DEPTH) {
            lcv_eval_fail(e, ast->span, "a stride of coordinates nested deeper than %d",
                          LC_MAX_DEPTH);
            return 0;
        }
        inner[depth++] = (uint32_t)mode;
        text += length;
    }
    for (size_t i = 0; i < depth; i++)
        path[i] = inner[depth - 1 - i];
    return depth;
}

static lc_layout *basis(lcv_eval *e, const lcv_ast *ast)
{
    uint32_t path[LC_MAX_DEPTH];
    const char *number = ast->text + (ast->text[0] == '_');
    size_t length = number[0] == 'e' ? 0 : strcspn(number, "@");
    if (length == strlen(number)) /* 6e1; the e of 0xe@1 is a digit */
        length = strcspn(number, "e");
    lc_int factor = lc_int_const(1);
    if (length > 0 && !read_number(e, ast, number, length, &factor))
        return NULL;
    size_t depth = read_path(e, ast, number + length, path);
    lc_layout *unit = depth > 0 ? lcv_kept(e->ctx, lc_layout_basis(e->ctx, depth, path)) : NULL;
    return unit ? lc_layout_scale(e->ctx, factor, unit) : NULL;
}

lcv_value *lcv_eval_stride(lcv_eval *e, const lcv_ast *ast)
{
    lc_layout *a = NULL;
    lc_int bits;
    if (ast->text[0] != 'f')
        a = basis(e, ast);
    else if (read_number(e, ast, ast->text + 1, strlen(ast->text + 1), &bits))
        a = lc_layout_xor(e->ctx, bits);
    return e->status == LCV_EVAL_OK ? lcv_eval_kept(e, ast->span, lcv_value_strides(e->ctx, a))
                                    : NULL;
}

/* E(0, 1), the modes from the outermost on. */
static bool is_axis(const lcv_ast *ast)
{
    if (ast->kind != LCV_AST_APPLY || ast->child->kind != LCV_AST_NAME || ast->nchildren < 2 ||
        strcmp(ast->child->text, "E") != 0)
        return false;
    const lcv_ast *mode = ast->child->next;
    while (mode && mode->kind == LCV_AST_INT)
        mode = mode->next;
    return mode == NULL;
}

bool lcv_is_printed_stride(const lcv_ast *ast)
{
    return is_axis(ast) || (ast->kind == LCV_AST_NAME && ast->text[0] == 'F' && ast->text[1] &&
                            strspn(ast->text + 1, "0123456789") == strlen(ast->text + 1));
}

lcv_value *lcv_eval_printed_stride(lcv_eval *e, const lcv_ast *ast)
{
    lc_text text = {0};
    lcv_ast stride = *ast;
    if (ast->kind == LCV_AST_NAME)
        lc_text_printf(&text, "f%s", ast->text + 1);
    else
        lc_text_add(&text, "1");
    for (size_t i = ast->nchildren; i > 1; i--) {
        const lcv_ast *mode = ast->child;
        for (size_t k = 1; k < i; k++)
            mode = mode->next;
        lc_text_printf(&text, "@%s", mode->text);
    }
    char *made = lcv_kept(e->ctx, lc_text_take(e->ctx, &text));
    stride.text = made;
    return made ? lcv_eval_stride(e, &stride) : lcv_eval_failed(e, ast->span);
}

/* ---- tuples ---- */

bool lcv_eval_check_strides(lcv_eval *e, const lcv_ast *first, size_t n, lcv_value *const *part)
{
    size_t strides = 0;
    while (strides < n && part[strides]->kind != LCV_STRIDES)
        strides++;
    const lcv_ast *ast = first;
    for (size_t i = 0; i < n && strides < n; i++, ast = ast->next) {
        const lcv_value *v = part[i];
        if (v->kind == LCV_TUPLE
                ? lcv_is_zero(v->tuple)
                : lc_layout_codomain(v->layout) == lc_layout_codomain(part[strides]->layout))
            continue;
        char *a = lcv_kept(e->ctx, lcv_value_to_str(e->r, v));
        char *b = lcv_kept(e->ctx, lcv_value_to_str(e->r, part[strides]));
        lcv_eval_fail(e, ast->span, "mixed codomains: %.100s beside %.100s", a ? a : "a stride",
                      b ? b : "another");
        return lcv_diag_hint(e->diag,
                             "expected strides that are all integers, all of coordinates "
                             "(e0, 6e1) or all of XOR (f5); 0 goes with all");
    }
    return true;
}

/* ---- arithmetic ---- */

static void *undefined(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2])
{
    char *a = lcv_kept(e->ctx, lcv_value_to_str(e->r, v[0]));
    char *b = v[1] ? lcv_kept(e->ctx, lcv_value_to_str(e->r, v[1])) : NULL;
    if (b)
        lcv_eval_fail(e, ast->span, "%.100s %s %.100s is not defined", a ? a : "?",
                      lcv_op_name(ast->op), b);
    else
        lcv_eval_fail(e, ast->span, "-%.100s is not defined", a ? a : "?");
    return lcv_diag_hint(e->diag,
                         "strides of coordinates have multiples, 6*e1, and sums, e0+e1; those of "
                         "XOR multiples by integers from 0 up, 6*f5, and sums, f1+f5");
}

lcv_value *lcv_eval_stride_arithmetic(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2])
{
    lc_ctx_reset(e->ctx);
    lcv_value *made = lcv_strides_computed(e->ctx, ast->op, v[0], v[1]);
    if (!made && (lc_ctx_code(e->ctx) == LC_OK || lc_ctx_code(e->ctx) == LC_ERR_INVALID)) {
        lc_ctx_reset(e->ctx);
        return undefined(e, ast, v);
    }
    return lcv_eval_kept(e, ast->span, made);
}
