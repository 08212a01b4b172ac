/* convert.c - conversions of a tensor from one layout of registers to another.
 *
 * What a conversion needs follows from the layouts: the values of a thread may be in it already,
 * in its warp, in its block, or in another block. What the compiler makes of it follows from its
 * own rules, and may be more.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "conflicts.h"
#include "../../../lib/ctx.h"
#include "mend.h"
#include "reader.h"
#include "scratch.h"
#include "shuffles.h"
#include "types.h"

/* ---- what is needed ---- */

static bool differ_within(const lck_bases *a, const lck_bases *b, const lck_span *span)
{
    unsigned n = a->n > b->n ? a->n : b->n;
    for (unsigned i = 0; i < n; i++) {
        uint64_t x = i < a->n ? a->basis[i] : 0, y = i < b->n ? b->basis[i] : 0;
        if (!lck_span_has(span, x ^ y))
            return false;
    }
    return true;
}

static bool are_within(const lck_bases *v, const lck_span *span)
{
    for (unsigned i = 0; i < v->n; i++)
        if (!lck_span_has(span, v->basis[i]))
            return false;
    return true;
}

/* A thread (lane, warp, block) of b wants the elements b(lane, warp, block) + span of its
 * registers; a has them in the same thread if they differ from its own by elements of its
 * registers, and so for warps and blocks. Repeated elements are in all who have them. */
static lck_how needed(const lck_held *a, const lck_held *b)
{
    lck_span span = {0};
    lck_span_add_all(&span, &a->reg);
    bool same = lck_same_bases(&a->reg, &b->reg) && lck_same_bases(&a->lane, &b->lane) &&
                lck_same_bases(&a->warp, &b->warp) && lck_same_bases(&a->block, &b->block);
    if (same)
        return LCK_FREE;
    if (are_within(&b->reg, &span) && differ_within(&a->lane, &b->lane, &span) &&
        differ_within(&a->warp, &b->warp, &span) && differ_within(&a->block, &b->block, &span))
        return LCK_REGISTERS;
    lck_span_add_all(&span, &a->lane);
    if (are_within(&b->reg, &span) && are_within(&b->lane, &span) &&
        differ_within(&a->warp, &b->warp, &span) && differ_within(&a->block, &b->block, &span))
        return LCK_SHUFFLES;
    lck_span_add_all(&span, &a->warp);
    if (are_within(&b->reg, &span) && are_within(&b->lane, &span) &&
        are_within(&b->warp, &span) && differ_within(&a->block, &b->block, &span))
        return LCK_THROUGH_SHARED;
    return LCK_BETWEEN_BLOCKS;
}

/* ---- what is taken ---- */

static bool has_dim(const lc_linear *l, const char *name)
{
    size_t in;
    return lc_linear_find_in(l, name, &in);
}

static bool lower_side(const lck_triton *t, const lck_scratch *s, const lck_held *held,
                       unsigned bits, lck_move move, lck_instruction *out)
{
    int way = move == LCK_MOVE_STORE ? s->store : s->load;
    lck_places places;
    if (!lck_scratch_places(s, held, &places))
        return false;
    return way == 0 ? lck_lower_vector(&places, move, bits, 0, out)
                    : lck_lower_matrix(&places, move, bits, way == 2, t->capability, out);
}

static void ask_side(lck_triton *t, const lck_scratch *s, const lck_held *held, unsigned bits,
                     lck_move move, lck_answer *out)
{
    lck_instruction in;
    if (!lower_side(t, s, held, bits, move, &in)) {
        lck_audit_open(t->audit, out, "the instructions of this arrangement are not known");
        return;
    }
    lck_conflict_answer(t, &in, lck_conflict_claim(t, &in), out);
}

/* Fills in both sides; `arranged`: `s` is the arrangement; else it is not known. */
static void through_shared(lck_triton *t, bool arranged, const lck_scratch *s, const lck_held *a,
                           const lck_held *b, unsigned bits, lck_conversion_record *r)
{
    r->takes = LCK_THROUGH_SHARED;
    if (!arranged) {
        const char *why = "the compiler's arrangement in shared memory is not restated for bases "
                          "of several bits";
        lck_audit_open(t->audit, &r->store, why);
        lck_audit_open(t->audit, &r->load, why);
        return;
    }
    r->bytes = (unsigned)(lck_scratch_size(s) * bits / 8);
    ask_side(t, s, a, bits, LCK_MOVE_STORE, &r->store);
    ask_side(t, s, b, bits, LCK_MOVE_LOAD, &r->load);
}

static void by_instructions(lck_triton *t, const lck_held *a, const lck_held *b, unsigned bits,
                            lck_conversion_record *r)
{
    lck_scratch s;
    through_shared(t, lck_scratch_of(t, a, b, bits, &s), &s, a, b, bits, r);
}

void lck_convert_by_vectors(lck_triton *t, const lck_held *from, const lck_held *to,
                            unsigned bits, lck_conversion_record *record)
{
    lck_scratch s;
    through_shared(t, lck_scratch_of(NULL, from, to, bits, &s), &s, from, to, bits, record);
}

static void take(lck_triton *t, const lc_linear *minimal, const lck_held *a, const lck_held *b,
                 unsigned bits, lck_conversion_record *r)
{
    lck_shuffles shuffles;
    if (has_dim(minimal, "block")) {
        r->takes = LCK_BETWEEN_BLOCKS;
        return;
    }
    if (has_dim(minimal, "warp")) {
        by_instructions(t, a, b, bits, r);
        return;
    }
    if (!has_dim(minimal, "lane")) {
        r->takes = has_dim(minimal, "register") ? LCK_REGISTERS : LCK_FREE;
        return;
    }
    if (!lck_shuffles_of(a, b, bits, &shuffles)) {
        r->takes = LCK_HOW_UNKNOWN;
        r->why = lck_audit_printf(t->audit, "bases of several bits are no permutation of bits, "
                                            "which decides between shuffles and shared memory");
    } else if (shuffles.mixed < 2) {
        r->takes = LCK_SHUFFLES;
        r->shuffles = shuffles.number;
    } else
        by_instructions(t, a, b, bits, r);
}

/* ---- the operation ---- */

static void convert(lck_triton *t, const lck_type *from, const lck_type *to,
                    lck_conversion_record *r)
{
    const lc_linear *a = lck_asker_linear(t->asker, from->text);
    const lc_linear *b = a ? lck_asker_linear(t->asker, to->text) : NULL;
    lc_ctx *ctx = lck_asker_ctx(t->asker);
    lc_linear *minimal = b && ctx ? lc_linear_conversion(ctx, b, a) : NULL;
    lck_held from_held, to_held;
    if (!minimal || !lck_held_of(a, &from_held) || !lck_held_of(b, &to_held)) {
        r->needs = r->takes = LCK_HOW_UNKNOWN;
        r->why = lck_audit_printf(t->audit, "%s",
                                  b && ctx ? lc_ctx_message(ctx) : lck_asker_why(t->asker));
        if (ctx)
            lc_ctx_reset(ctx);
    } else {
        r->needs = needed(&from_held, &to_held);
        take(t, minimal, &from_held, &to_held, lck_type_stored(from), r);
    }
    lc_linear_free(minimal);
}

/* ---- chains ---- */

/* A conversion back to the layout that one before it left. */
static void look_back(lck_triton *t, const lck_ir_op *op, const lck_type *to,
                      lck_conversion_record *r)
{
    lck_type type[2];
    const lck_ir_op *before = lck_triton_before(t->m, op, "ttg.convert_layout", false);
    if (!before)
        return;
    size_t n = lck_types_of(t->m, before, 2, type);
    if (n == 2 && lck_ir_text_equal(type[0].encoding, to->encoding))
        r->remedy =
            lck_audit_printf(t->audit,
                             "none is needed: the conversion of line %u leaves the layout "
                             "that this one goes back to",
                             before->line);
    lck_types_free(type, 2);
}

/* `%x : tensor -> tensor` */
void lck_read_convert(lck_triton *t, const lck_ir_op *op)
{
    lck_type type[2];
    size_t n = lck_types_of(t->m, op, 2, type);
    lck_conversion_record *r = lck_triton_conversion(t, op);
    if (r) {
        if (n == 2) {
            r->from = lck_audit_text(t->audit, type[0].text, strlen(type[0].text));
            r->to = lck_audit_text(t->audit, type[1].text, strlen(type[1].text));
            convert(t, &type[0], &type[1], r);
            look_back(t, op, &type[1], r);
            if (!r->remedy && r->takes == LCK_THROUGH_SHARED) {
                size_t number = lck_triton_record(t)->nconversions - 1;
                char *remedy = lck_mend_loads(t, op, &type[1]);
                lck_triton_record(t)->conversion[number].remedy = remedy;
            }
        } else {
            r->needs = r->takes = LCK_HOW_UNKNOWN;
            r->why = lck_audit_printf(t->audit, "its types are not read");
        }
    }
    lck_types_free(type, 2);
}
