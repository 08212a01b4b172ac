#include "config.h"

#include "mend.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/bank-models.h"
#include "../../../lib/ctx.h"
#include "../../../lib/encoding.h"
#include "../../../lib/text.h"
#include "../../../lib/int64.h"
#include "conflicts.h"

void lck_allocated_shape(const lck_type *memory, uint64_t shape[LCK_TYPE_RANK])
{
    /* `.., 3x128x64`: the last part of the type, if it begins with a digit */
    const char *at = memory->rest.at, *end = at ? at + memory->rest.n : NULL, *part = at;
    for (const char *p = at; p && p < end; p++)
        if (*p == ' ' || *p == ',')
            part = p + 1;
    lck_ir_text rest = {part, (size_t)(end - part)};
    int64_t all[2 * LCK_TYPE_RANK];
    size_t n = 0;
    for (bool more = part; more && n < 2 * LCK_TYPE_RANK;) {
        more = lck_ir_digits(&rest, UINT32_MAX, &all[n]);
        n += more;
        more = more && rest.n > 0 && *rest.at == 'x';
        rest = more ? (lck_ir_text){rest.at + 1, rest.n - 1} : rest;
    }
    for (size_t d = 0; d < memory->rank; d++)
        shape[d] = n >= memory->rank ? (uint64_t)all[n - memory->rank + d] : memory->shape[d];
}

/* ---- one arrangement ---- */

/* Extents of the allocation's contiguous dim and of the other one. */
static uint64_t columns_of(const lck_arrangement *a, const lck_use *use)
{
    return use->shape[use->turned ? 1 - a->column : a->column];
}

static unsigned index_bits(const lck_use *use)
{
    return lc_int64_log(use->shape[0]) + lc_int64_log(use->shape[1]);
}

/* The memory as a view sees it, from offset to coordinates: the element with index 2^j lies at
 * 2^j xor mask[j], and what is exchanged lies below. NULL: the context says why. */
static lc_linear *memory_of(lc_ctx *ctx, const lck_arrangement *a, const lck_use *use)
{
    lc_int bases[2 * LCK_INDEX_BITS];
    size_t column = use->turned ? 1 - a->column : a->column;
    uint64_t columns = columns_of(a, use);
    unsigned bits = index_bits(use);
    for (unsigned j = 0; j < bits; j++) {
        uint64_t index = (UINT64_C(1) << j) ^ a->mask[j];
        bases[2 * j + column] = lc_int_si(ctx, (int64_t)(index % columns));
        bases[2 * j + 1 - column] = lc_int_si(ctx, (int64_t)(index / columns));
    }
    lc_linear_in in[] = {{"offset", bits, bases}, {"block", 0, NULL}};
    lc_dim out[] = {{"dim0", lc_int64_log(use->shape[0])}, {"dim1", lc_int64_log(use->shape[1])}};
    return lc_linear_from_bases(ctx, 2, in, 2, out);
}

static void set_swizzle(lck_arrangement *a, const lck_use *use)
{
    uint64_t columns = columns_of(a, use);
    memset(a->mask, 0, sizeof a->mask);
    for (unsigned j = lc_int64_log(columns); j < index_bits(use); j++) {
        uint64_t row = (UINT64_C(1) << j) / columns;
        a->mask[j] = a->vec * (row / a->per % a->most) % columns;
    }
}

/* The instruction of an access to it; false: there is none, or it is narrower than it was. */
static bool lower_use(lck_triton *t, lc_ctx *ctx, const lck_use *use, const lck_arrangement *a,
                      lck_instruction *out)
{
    const lc_linear *tensor = lck_asker_linear(t->asker, use->tensor);
    lc_linear *memory = tensor ? memory_of(ctx, a, use) : NULL;
    lc_linear *map = memory ? lc_linear_invert_and_compose(ctx, tensor, memory) : NULL;
    lck_places places;
    bool known = map && lck_places_of(map, &places) && !places.remote &&
                 (use->most > 0 ? lck_lower_vector(&places, use->move, use->bits, use->most, out)
                                : lck_lower(t, &places, use->move, use->bits, out));
    lc_linear_free(map);
    lc_linear_free(memory);
    if (!known)
        lc_ctx_reset(ctx);
    return known && out->bytes >= lck_triton_record(t)->access[use->access].bytes;
}

bool lck_wavefronts_of(lck_triton *t, lc_ctx *ctx, const lck_instruction *in, uint64_t *sum,
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

/* ---- what it costs ----
 *
 * A wavefront takes the time of one row of all banks. An instruction takes time of its own, and
 * so does the computation of an address that is no number away from another one: where a bit of
 * the registers meets bits of lanes, XOR is no sum. #ttg.shared_linear has more of these. On an
 * H200, one with 256 wavefronts took 1.9 times the time of a swizzle with 384 (doc/audit.md): a
 * swizzle that saves half of what can be saved is the remedy, and no other is looked for.
 */

#define INSTRUCTION 2 /* wavefronts that cost as much */
#define EXCHANGES 1   /* what an instruction of shared_linear costs more */

/* Addresses that a thread computes for an access. */
static uint64_t addresses_of(const lck_instruction *in)
{
    uint64_t others = lck_bits_of(&in->lane), n = 1;
    unsigned registers = lc_int64_log(in->times);
    for (unsigned i = registers; i < in->access.n; i++)
        others |= in->access.basis[i];
    for (unsigned i = 0; i < registers && i < in->access.n; i++)
        n *= in->access.basis[i] & others ? 2 : 1;
    return n;
}

typedef struct {
    uint64_t wavefronts, all; /* `all`: with instructions and addresses, in wavefronts */
} cost;

/* All accesses of a warp; UINT64_MAX: one is not known, or narrower. */
static cost cost_of(lck_triton *t, lc_ctx *ctx, size_t n, const lck_use *const *use,
                    const lck_arrangement *a)
{
    cost sum = {0, 0};
    bool conflicts = false;
    for (size_t i = 0; i < n; i++) {
        lck_instruction in;
        if (!lower_use(t, ctx, use[i], a, &in) ||
            !lck_wavefronts_of(t, ctx, &in, &sum.wavefronts, &conflicts))
            return (cost){UINT64_MAX, UINT64_MAX};
        sum.all += (INSTRUCTION + (a->most ? 0u : EXCHANGES)) * (uint64_t)in.times +
                   addresses_of(&in);
    }
    sum.all += sum.wavefronts;
    return sum;
}

/* ---- the search ---- */

/* The kernel's accesses as they are, with one address each, and the least that any arrangement
 * costs: vectors of 16 bytes without conflicts. */
static cost cost_now(const lck_triton *t, size_t n, const lck_use *const *use, uint64_t *ideal)
{
    cost sum = {0, 0};
    *ideal = 0;
    for (size_t i = 0; i < n; i++) {
        const lck_access_record *r = &lck_triton_record(t)->access[use[i]->access];
        uint64_t bytes = (uint64_t)r->bytes * r->times, least = (bytes + 15) / 16;
        sum.wavefronts += (uint64_t)r->answer[LCK_CONFLICTS].worst * r->times;
        sum.all += INSTRUCTION * (uint64_t)r->times + 1;
        *ideal += (uint64_t)r->answer[LCK_CONFLICTS].least * r->times + INSTRUCTION * least + 1;
    }
    sum.all += sum.wavefronts;
    return sum;
}

static bool can_be_mended(size_t n, const lck_use *const *use)
{
    for (size_t i = 0; i < n; i++)
        if (use[i]->rank != 2 || use[i]->reshaped || use[i]->bits < 8 ||
            use[i]->bits != use[0]->bits || !lc_int64_is_power((int64_t)use[i]->shape[0]) ||
            !lc_int64_is_power((int64_t)use[i]->shape[1]) || use[i]->shape[0] > 1u << 20 ||
            use[i]->shape[1] > 1u << 20)
            return false;
    return n > 0;
}

typedef struct {
    lck_triton *t;
    lc_ctx *ctx;
    size_t n;
    const lck_use *const *use;
    cost least;
    uint64_t ideal;
    lck_arrangement best;
    bool found;
} search;

static bool try(search *s, const lck_arrangement *a)
{
    cost one = cost_of(s->t, s->ctx, s->n, s->use, a);
    if (one.all >= s->least.all)
        return false;
    s->best = *a;
    s->least = one;
    s->found = true;
    return true;
}

/* Vectors of up to 16 bytes; up to 16 phases of them. Of equals the first: the fewest phases. */
static void try_swizzles(search *s)
{
    for (size_t column = 2; column-- > 0;)
        for (uint64_t most = 1; most <= 16; most *= 2)
            for (uint64_t per = 1; per <= (most > 1 ? 64 : 1); per *= 2)
                for (uint64_t vec = 128 / s->use[0]->bits; vec >= 1; vec /= most > 1 ? 2 : 64) {
                    lck_arrangement a = {.column = column, .vec = vec, .per = per, .most = most};
                    if (s->least.all <= s->ideal)
                        return;
                    set_swizzle(&a, s->use[0]);
                    try(s, &a);
                }
}

/* From an arrangement on, one mask after the other: that which costs least, until none is better.
 * Masks exchange units of so many bytes within a row of banks. */
static void improve(search *s, lck_arrangement a, uint64_t unit)
{
    uint64_t bytes = s->use[0]->bits / 8, row = 128 / bytes,
             first = unit > bytes ? unit / bytes : 1;
    unsigned bits = index_bits(s->use[0]);
    bool better = true;
    for (unsigned round = 0; round < 3 && better && s->least.all > s->ideal; round++) {
        better = false;
        for (unsigned j = lc_int64_log(row); j < bits && s->least.all > s->ideal; j++) {
            uint64_t kept = a.mask[j];
            for (uint64_t mask = 0; mask < row; mask += first) {
                a.mask[j] = mask;
                a.most = 0;
                if (try(s, &a)) {
                    kept = mask;
                    better = true;
                }
            }
            a.mask[j] = kept;
        }
    }
}

/* Both orders, each from the best swizzle of the order on and from none. */
static void try_exchanges(search *s)
{
    lck_arrangement start = s->best;
    for (uint64_t unit = 16; unit >= 4; unit /= 4)
        for (size_t column = 2; column-- > 0;) {
            lck_arrangement plain = {.column = column};
            if (s->found && start.column == column)
                improve(s, start, unit);
            improve(s, plain, unit);
        }
}

/* ---- the proof ---- */

/* Adds what the claim about an access says, if it still has conflicts; false: nothing is known.
 * */
static bool prove_use(search *s, const lck_use *use, lc_text *text)
{
    const lck_access_record *r = &lck_triton_record(s->t)->access[use->access];
    lck_instruction in;
    lck_answer answer = {0};
    if (!lower_use(s->t, s->ctx, use, &s->best, &in))
        return false;
    lck_conflict_answer(s->t, &in, lck_conflict_claim(s->t, &in), &answer);
    if (answer.verdict == LCK_BAD)
        lc_text_printf(text, "; line %zu: %u times %u wavefronts, %u would do", r->line, in.times,
                       answer.worst, answer.least);
    bool known = answer.verdict == LCK_GOOD || answer.verdict == LCK_BAD;
    lck_answer_clear(&answer);
    return known;
}

bool lck_mend(lck_triton *t, size_t n, const lck_use *const *use, lck_arrangement *out,
              char **what)
{
    search s = {.t = t, .ctx = lck_asker_ctx(t->asker), .n = n, .use = use};
    lc_text text = {0}, left = {0};
    cost now = cost_now(t, n, use, &s.ideal);
    s.least = now;
    if (!s.ctx || !can_be_mended(n, use))
        return false;
    try_swizzles(&s);
    if (2 * (now.all - s.least.all) < now.all - s.ideal)
        try_exchanges(&s);
    bool known = s.found;
    for (size_t i = 0; known && i < n; i++)
        known = prove_use(&s, use[i], &left);
    if (known && left.length == 0)
        lc_text_printf(&text, "none of its %zu accesses has conflicts", n);
    else if (known)
        lc_text_printf(&text, "%llu wavefronts of a warp in place of %llu%s",
                       (unsigned long long)s.least.wavefronts, (unsigned long long)now.wavefronts,
                       lc_text_peek(&left));
    lc_text_free(&left);
    *out = s.best;
    *what = known ? lc_text_take(NULL, &text) : NULL;
    return *what != NULL;
}

char *lck_arrangement_text(lck_triton *t, const lck_arrangement *a, const lck_use *use)
{
    lc_text text = {0};
    size_t column = use->turned ? 1 - a->column : a->column;
    if (a->most > 0) {
        lc_text_printf(
            &text,
            "#ttg.swizzled_shared<{vec = %llu, perPhase = %llu, maxPhase = %llu, order "
            "= [%zu, %zu]}>",
            (unsigned long long)a->vec, (unsigned long long)a->per, (unsigned long long)a->most,
            column, 1 - column);
        return lc_text_take(NULL, &text);
    }
    lc_ctx *ctx = lck_asker_ctx(t->asker);
    lc_linear *memory = memory_of(ctx, a, use);
    lc_encoding *encoding = memory ? lc_encoding_of_linear(ctx, memory) : NULL;
    char *printed = encoding ? lc_encoding_to_str(ctx, encoding) : NULL;
    size_t n = printed ? strlen(printed) : 0;
    if (n > 2)
        lc_text_printf(&text, "%.*s}, alignment = 128>", (int)n - 2, printed);
    free(printed);
    lc_encoding_free(encoding);
    lc_linear_free(memory);
    return n > 2 ? lc_text_take(NULL, &text) : NULL;
}
