/* pointer.c - a swizzled pointer and the layout behind it, as CuTe prints them.
 *
 * The swizzle of bytes becomes a swizzle of elements (pointer.h), after the layout. It begins
 * anew at multiples of 2^(b+m+|s|) bytes. A pointer past such a multiple, like that of a tile, is
 * an offset before the swizzle: offsets then count from that multiple, and a note says so.
 */
#include "config.h"

#include <string.h>

#include "eval.h"
#include "../language/pointer.h"

static void note_offset(lcv_eval *e, const lcv_ast *ast, const lcv_pointer *p, unsigned period)
{
    lcv_span place = {ast->span.begin, ast->child->next->span.begin};
    if (ast->child->span.end < place.end)
        place.end = ast->child->span.end;
    size_t n = p->ndigits + strspn(p->address + p->ndigits, ".0123456789");
    if (e->notes)
        lcv_notes_add(
            e->notes, e->source, place,
            "0x%.*s is no multiple of %llu, after which the swizzle of bytes begins anew: "
            "offsets count from the last such multiple",
            (int)n, p->address, 1ull << period);
}

/* The swizzle of elements, and the offset of the pointer. */
static bool read_pointer(lcv_eval *e, const lcv_ast *ast, const lcv_pointer *p, lcv_value *arg[3])
{
    lc_swizzle elements;
    lc_int offset = lc_int_const(0);
    lcv_value *bytes = lcv_eval_value(e, ast->child);
    if (!bytes)
        return false;
    unsigned period = lc_swizzle_bits(bytes->swizzle);
    bool moves = bytes->swizzle.b > 0;
    if (!lcv_pointer_recast(e->ctx, p, bytes->swizzle, &elements) ||
        (moves && !lcv_pointer_offset(e->ctx, p, period, &offset)) ||
        !(arg[0] = lcv_kept(e->ctx, lcv_value_swizzle(e->ctx, elements))) ||
        !(arg[1] = lcv_kept(e->ctx, lcv_value_int(e->ctx, offset))))
        lcv_eval_failed(e, ast->child->span);
    else if (!lc_int_is_zero(offset))
        note_offset(e, ast, p, period);
    return e->status == LCV_EVAL_OK;
}

lcv_value *lcv_eval_pointer(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *swizzle = ast->child, *inner = swizzle->next;
    const lcv_pointer p = lcv_pointer_read(ast->text);
    lcv_span spans[3] = {swizzle->span, swizzle->span, inner->span};
    lcv_value *arg[3] = {NULL, NULL, NULL};
    if (!read_pointer(e, ast, &p, arg) || !(arg[2] = lcv_eval_value(e, inner)))
        return NULL;
    return lcv_eval_operate(e, ast, lcv_operation_find("composed"), 3, arg, spans);
}
