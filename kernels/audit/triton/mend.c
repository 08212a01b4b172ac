#include "config.h"

#include "mend.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/bank-models.h"
#include "../../../lib/ctx.h"
#include "../../../lib/text.h"
#include "conflicts.h"

void lck_allocated_shape(const lck_type *memory, uint64_t shape[LCK_TYPE_RANK])
{
    /* `.., 3x128x64`: the last part of the type, if it begins with a digit */
    const char *at = memory->rest.at, *end = at ? at + memory->rest.n : NULL, *part = at;
    for (const char *p = at; p && p < end; p++)
        if (*p == ' ' || *p == ',')
            part = p + 1;
    uint64_t all[2 * LCK_TYPE_RANK];
    size_t n = 0;
    for (const char *p = part; p && p < end && *p >= '0' && *p <= '9' && n < 2 * LCK_TYPE_RANK;) {
        all[n] = 0;
        for (; p < end && *p >= '0' && *p <= '9' && all[n] < UINT32_MAX; p++)
            all[n] = all[n] * 10 + (uint64_t)(*p - '0');
        n++;
        p += p < end && *p == 'x';
    }
    for (size_t d = 0; d < memory->rank; d++)
        shape[d] = n >= memory->rank ? all[n - memory->rank + d] : memory->shape[d];
}

/* ---- one arrangement ---- */

typedef struct {
    uint64_t vec, per, most;
    size_t column; /* of the allocation: its contiguous dim */
} swizzle;

static bool is_power(uint64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static unsigned log2_of(uint64_t n)
{
    return 63u - (unsigned)__builtin_clzll(n);
}

/* The memory as a view sees it, from offset to coordinates. NULL: the context says why. */
static lc_linear *memory_of(lc_ctx *ctx, const swizzle *s, const lck_use *use)
{
    lc_int bases[2 * 64];
    size_t column = use->turned ? 1 - s->column : s->column, row = 1 - column, n = 0;
    for (uint64_t x = 1; x < use->shape[column]; x *= 2, n++) {
        bases[2 * n + column] = lc_int_si(ctx, (int64_t)x);
        bases[2 * n + row] = lc_int_const(0);
    }
    for (uint64_t x = 1; x < use->shape[row]; x *= 2, n++) {
        uint64_t moved = s->vec * (x / s->per % s->most) % use->shape[column];
        bases[2 * n + row] = lc_int_si(ctx, (int64_t)x);
        bases[2 * n + column] = lc_int_si(ctx, (int64_t)moved);
    }
    lc_linear_in in[] = {{"offset", n, bases}, {"block", 0, NULL}};
    lc_dim out[] = {{"dim0", log2_of(use->shape[0])}, {"dim1", log2_of(use->shape[1])}};
    return lc_linear_from_bases(ctx, 2, in, 2, out);
}

/* The instruction of an access to it. */
static bool lower_use(lck_triton *t, lc_ctx *ctx, const lck_use *use, const swizzle *s,
                      lck_instruction *out)
{
    const lc_linear *tensor = lck_asker_linear(t->asker, use->tensor);
    lc_linear *memory = tensor ? memory_of(ctx, s, use) : NULL;
    lc_linear *map = memory ? lc_linear_invert_and_compose(ctx, tensor, memory) : NULL;
    lck_places places;
    bool known = map && lck_places_of(map, &places) && !places.remote &&
                 (use->most > 0 ? lck_lower_vector(&places, use->move, use->bits, use->most, out)
                                : lck_lower(t, &places, use->move, use->bits, out));
    lc_linear_free(map);
    lc_linear_free(memory);
    if (!known)
        lc_ctx_reset(ctx);
    return known;
}

/* Wavefronts of one instruction, times how often a thread has it; false: the processor is not
 * known to serve such a one. */
static bool wavefronts_of(lck_triton *t, lc_ctx *ctx, const lck_instruction *in, uint64_t *sum,
                          bool *conflicts)
{
    lc_access access = {.lanes = 1u << in->lane.n, .width = in->width, .banks = LC_BANKS};
    const lc_bank_model *model =
        t->arch[0] ? lc_bank_model_find(ctx, "audit", t->arch, in->write, in->width) : NULL;
    if (!model || access.lanes > LC_MAX_LANES) {
        lc_ctx_reset(ctx);
        return false;
    }
    access.banks = model->banks;
    access.fours = model->fours;
    for (unsigned lane = 0; lane < access.lanes; lane++) {
        uint64_t at = 0;
        for (unsigned i = 0; i < in->lane.n; i++)
            at ^= lane >> i & 1 ? in->lane.basis[i] : 0;
        access.byte[lane] = lc_int_si(ctx, (int64_t)(at * in->element));
    }
    unsigned more = lc_access_conflicts(ctx, &access);
    *conflicts = *conflicts || more > 0;
    *sum += (uint64_t)(lc_access_phases(&access) + more) * in->times;
    return true;
}

/* All accesses, in wavefronts of a warp; UINT64_MAX: one is not known. */
static uint64_t cost_of(lck_triton *t, lc_ctx *ctx, size_t n, const lck_use *const *use,
                        const swizzle *s, bool *conflicts)
{
    uint64_t sum = 0;
    *conflicts = false;
    for (size_t i = 0; i < n; i++) {
        lck_instruction in;
        if (!lower_use(t, ctx, use[i], s, &in) || !wavefronts_of(t, ctx, &in, &sum, conflicts))
            return UINT64_MAX;
    }
    return sum;
}

/* ---- the search ---- */

/* The kernel's accesses as they are, in wavefronts of a warp. */
static uint64_t cost_now(const lck_triton *t, size_t n, const lck_use *const *use)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const lck_access_record *r = &lck_triton_record(t)->access[use[i]->access];
        sum += (uint64_t)r->answer[LCK_CONFLICTS].worst * r->times;
    }
    return sum;
}

static bool can_be_mended(size_t n, const lck_use *const *use)
{
    for (size_t i = 0; i < n; i++)
        if (use[i]->rank != 2 || use[i]->reshaped || use[i]->bits < 8 ||
            use[i]->bits != use[0]->bits || !is_power(use[i]->shape[0]) ||
            !is_power(use[i]->shape[1]) || use[i]->shape[0] > 1u << 20 ||
            use[i]->shape[1] > 1u << 20)
            return false;
    return n > 0;
}

/* Vectors of up to 16 bytes; phases up to a row of 16 of them. Of equals the first: the
 * fewest phases. */
static bool search(lck_triton *t, lc_ctx *ctx, size_t n, const lck_use *const *use, swizzle *best,
                   uint64_t *least)
{
    bool found = false;
    for (size_t column = 2; column-- > 0;)
        for (uint64_t most = 1; most <= 16; most *= 2)
            for (uint64_t per = 1; per <= (most > 1 ? 8 : 1); per *= 2)
                for (uint64_t vec = 128 / use[0]->bits; vec >= 1; vec /= most > 1 ? 2 : 64) {
                    swizzle s = {vec, per, most, column};
                    bool conflicts;
                    uint64_t cost = cost_of(t, ctx, n, use, &s, &conflicts);
                    if (cost >= *least)
                        continue;
                    *best = s;
                    *least = cost;
                    found = true;
                }
    return found;
}

/* ---- the proof ---- */

static void add_encoding(lc_text *text, const swizzle *s)
{
    lc_text_printf(text,
                   "#ttg.swizzled_shared<{vec = %llu, perPhase = %llu, maxPhase = %llu, order = "
                   "[%zu, %zu]}>",
                   (unsigned long long)s->vec, (unsigned long long)s->per,
                   (unsigned long long)s->most, s->column, 1 - s->column);
}

/* Adds what the claim about an access says, if it still has conflicts; false: nothing is known. */
static bool prove_use(lck_triton *t, lc_ctx *ctx, const lck_use *use, const swizzle *s,
                      lc_text *text)
{
    const lck_access_record *r = &lck_triton_record(t)->access[use->access];
    lck_instruction in;
    lck_answer answer = {0};
    if (!lower_use(t, ctx, use, s, &in))
        return false;
    char *claim = lck_conflict_claim(t, &in);
    if (claim)
        lck_conflict_answer(t, &in, claim, &answer);
    if (answer.verdict == LCK_BAD)
        lc_text_printf(text, "; line %zu: %u times %u wavefronts, %u would do", r->line, in.times,
                       answer.worst, answer.least);
    bool known = answer.verdict == LCK_GOOD || answer.verdict == LCK_BAD;
    free(claim);
    free(answer.claim);
    free(answer.shown);
    free(answer.why);
    return known;
}

char *lck_mend(lck_triton *t, size_t n, const lck_use *const *use)
{
    lc_ctx *ctx = lck_asker_ctx(t->asker);
    swizzle s;
    lc_text text = {0}, left = {0};
    uint64_t now = cost_now(t, n, use), least = now;
    bool known = ctx && can_be_mended(n, use) && search(t, ctx, n, use, &s, &least);
    for (size_t i = 0; known && i < n; i++)
        known = prove_use(t, ctx, use[i], &s, &left);
    if (known) {
        add_encoding(&text, &s);
        if (left.length == 0)
            lc_text_printf(&text, ": none of its %zu accesses has conflicts", n);
        else
            lc_text_printf(&text, ": %llu wavefronts of a warp in place of %llu%s",
                           (unsigned long long)least, (unsigned long long)now,
                           lc_text_peek(&left));
    }
    lc_text_free(&left);
    return known ? lc_text_take(NULL, &text) : NULL;
}
