#include "config.h"

#include "conflicts.h"

#include <stdlib.h>

#include "../../../lib/bank-models.h"
#include "../../../lib/text.h"
#include "../../../verify/session/script.h"
#include "types.h"

/* ---- the claim ---- */

static void add_bases(lc_text *text, const char *name, const lck_bases *v)
{
    lc_text_printf(text, "%s:[", name);
    for (unsigned i = 0; i < v->n; i++) {
        lc_text_printf(text, "%s%llu", i ? "," : "", (unsigned long long)v->basis[i]);
    }
    lc_text_add(text, "]");
}

static void add_options(lc_text *text, const lck_triton *t, const lck_instruction *in)
{
    lc_text_printf(text, ", lanes=%u, bytes=%u, width=%u", 1u << in->lane.n, in->element,
                   in->width);
    if (t->arch[0])
        lc_text_printf(text, ", arch=%s, op=%s", t->arch, in->write ? "write" : "read");
    lc_text_add(text, ")");
}

char *lck_conflict_claim(const lck_triton *t, const lck_instruction *in)
{
    lc_text text = {0};
    lc_text_add(&text, "conflict_free(linear{");
    add_bases(&text, "lane", &in->lane);
    if (in->access.n > 0) {
        lc_text_add(&text, ", ");
        add_bases(&text, "access", &in->access);
    }
    lc_text_printf(&text, " -> offset: %llu}", 1ull << in->offset_bits);
    add_options(&text, t, in);
    return lc_text_take(NULL, &text);
}

/* ---- padding ----
 *
 * An address behind padding is no longer linear over F2. The memory is then a layout from
 * coordinates to addresses, and an instruction the coordinates that its lanes want, a mode of 2
 * for each of its bases. Their sums are what the XORs are as long as they share no bit.
 */

typedef struct {
    const lc_linear *memory;
    uint64_t used[LCK_TYPE_RANK];
    lc_text shape, stride;
} modes;

static bool add_modes(modes *m, const lck_bases *v)
{
    size_t rank = lc_linear_nouts(m->memory);
    for (unsigned i = 0; i < v->n; i++) {
        uint64_t value = lc_linear_at(m->memory, v->basis[i]);
        const char *before = m->shape.length ? "," : "", *plus = "";
        lc_text_printf(&m->shape, "%s2", before);
        lc_text_add(&m->stride, before);
        for (size_t d = 0; d < rank; d++) {
            uint64_t digit = lc_linear_digit(m->memory, d, value);
            if (digit & m->used[d])
                return false;
            m->used[d] |= digit;
            if (digit || (value == 0 && d == 0)) {
                lc_text_printf(&m->stride, rank > 1 ? "%s%llu@%zu" : "%s%llu", plus,
                               (unsigned long long)digit, d);
                plus = "+";
            }
        }
    }
    return true;
}

char *lck_padded_claim(const lck_triton *t, const lck_instruction *in, lck_ir_text padded,
                       const lc_linear *memory)
{
    modes m = {.memory = memory};
    lc_text text = {0};
    bool sums = lc_linear_nouts(memory) <= LCK_TYPE_RANK && add_modes(&m, &in->lane) &&
                add_modes(&m, &in->access);
    lck_ir_text meant = lck_ir_expand(t->m, padded); /* the claim stands by itself */
    if (meant.at)
        padded = meant;
    if (sums) {
        lc_text_printf(&text, "conflict_free(layout(%.*s) o (%s):(%s)", (int)padded.n, padded.at,
                       lc_text_peek(&m.shape), lc_text_peek(&m.stride));
        add_options(&text, t, in);
    }
    lc_text_free(&m.shape);
    lc_text_free(&m.stride);
    return sums ? lc_text_take(NULL, &text) : NULL;
}

/* ---- the answer ---- */

/* Wavefronts of an instruction without conflicts: as many as it has phases with lanes. */
static unsigned least_of(const lck_triton *t, const lck_instruction *in)
{
    lc_access access = {.lanes = 1u << in->lane.n, .width = in->width, .banks = LC_BANKS};
    lc_ctx *ctx = lck_asker_ctx(t->asker);
    const lc_bank_model *model = ctx && t->arch[0] ? lc_bank_model_find(ctx, "audit", t->arch,
                                                                        in->write, in->width)
                                                   : NULL;
    if (model) {
        access.banks = model->banks;
        access.fours = model->fours;
    } else if (ctx)
        lc_ctx_reset(ctx);
    return lc_access_phases(&access);
}

void lck_conflict_answer(const lck_triton *t, const lck_instruction *in, char *claim,
                         lck_answer *out)
{
    const lck_claimed *c = lck_asker_claim(t->asker, claim);
    lck_audit_claim(t->audit, out, c);
    if (c->verdict == LCV_PROVED) {
        out->verdict = LCK_GOOD;
        out->worst = out->least = least_of(t, in);
    } else if (c->verdict == LCV_REFUTED && c->least > 0) {
        out->verdict = LCK_BAD;
        out->worst = c->worst;
        out->least = c->least;
        out->shown = lck_audit_lines(t->audit, c->shown);
    } else
        lck_audit_open(t->audit, out, c->shown[0] ? c->shown : "the claim was not decided");
}
