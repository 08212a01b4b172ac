/* find-xor.c - XORs of address bits without bank conflicts. */
#include "config.h"

#include "find-xor.h"

#include "../claim/accesses.h"

#include <stdlib.h>

#define MAX_VALUES 4096 /* that forbid something */
#define MAX_NODES 4000000

typedef struct {
    lc_ctx *ctx;
    lcv_bank_xor *x;
    size_t n;
    uint64_t value[MAX_VALUES]; /* by the highest bit */
    size_t first[65];           /* of each highest bit */
    int least[65];              /* XORs that the bits from one on need */
    long nodes;
} search;

/* ---- what the lanes want ---- */

static int log2_of(lc_int x)
{
    return lc_int_is_power_of_two(x) ? lcv_bits_below(x) : -1;
}

/* The bits of a bank end, and those of the word or vector that a lane moves. */
static bool slots(const lcv_accesses *a, int *below, int *end)
{
    int bytes = log2_of(a->bytes), width = lcv_bits_below(lc_int_const((int32_t)a->width));
    *below = (width < 2 ? 2 : width) - bytes;
    *end = lcv_bits_below(lc_int_const((int32_t)a->banks)) + 2 - bytes;
    return bytes >= 0 && *below >= 0;
}

static unsigned phase_bits(const lcv_accesses *a)
{
    unsigned words = a->width == 16 ? 4 : a->width == 8 ? 2 : 1;
    unsigned together = a->banks / words;
    together = a->lanes < together ? a->lanes : together;
    return (unsigned)lcv_bits_below(lc_int_const((int32_t)together));
}

/* The lane that is served in place `at`, of which each bit adds lanes by XOR. */
static unsigned served(const lcv_accesses *a, unsigned at)
{
    return a->fours ? at / 32 * 32 + 4 * a->fours[at % 32 / 4] + at % 4 : at;
}

static bool add_value(search *s, uint64_t value)
{
    if (s->n == MAX_VALUES)
        return false;
    s->value[s->n++] = value;
    return true;
}

/* The bits that stay, and where those of the bank end. False: it is not known of this access. */
static bool add_bits(lcv_bank_xor *x, const lcv_accesses *a)
{
    int below, end;
    if (!a->x.affine || a->x.base != 0 || (a->lanes & (a->lanes - 1)) != 0 ||
        !slots(a, &below, &end) || (x->banks >= 0 && end != x->banks))
        return false;
    x->banks = end;
    x->fixed = below > x->fixed ? below : x->fixed;
    return true;
}

/* The values that L must not make 0 in the bank. The lanes of a phase want as many words as there
 * are banks at most. False: there are too many. */
static bool add_access(search *s, const lcv_accesses *a)
{
    lcv_bank_xor *x = s->x;
    int below, end;
    unsigned lanes = phase_bits(a);
    slots(a, &below, &end);
    lc_f2 words = lc_f2_zero(64, lanes);
    for (unsigned j = 0; j < lanes; j++) {
        lc_int c = lcv_access_coordinate(s->ctx, a, lc_int_const(0), served(a, 1u << j));
        words.column[j] = lc_f2_apply(&a->x.map, lcv_to_word(c)) >> below << below;
    }
    for (uint64_t i = 1; i < (uint64_t)1 << lanes; i++) {
        uint64_t u = lc_f2_apply(&words, i);
        if (u != 0 && (u & lc_f2_mask((unsigned)x->fixed)) == 0 && !add_value(s, u))
            return false;
    }
    return true;
}

static bool read_accesses(search *s, const lcv_access_list *list, lcv_bank_answer *answer)
{
    lcv_accesses *a = lc_frame_alloc(s->ctx, list->n, sizeof *a);
    *answer = LCV_XOR_UNKNOWN;
    for (size_t i = 0; i < list->n; i++)
        if (!a ||
            !lcv_accesses_of(s->ctx, "find_swizzle", LCV_ACCESS_ARGS, list->arg[i], 16, &a[i]) ||
            !add_bits(s->x, &a[i]))
            return false;
    for (size_t i = 0; i < list->n; i++)
        if (!add_access(s, &a[i]))
            return false;
    return true;
}

/* ---- the search ---- */

static int highest(uint64_t value)
{
    return 63 - __builtin_clzll(value);
}

static int by_number(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

/* Each value once, in order, so that those of one highest bit stand together. */
static void sort_values(search *s)
{
    size_t n = 0;
    qsort(s->value, s->n, sizeof *s->value, by_number);
    for (size_t i = 0; i < s->n; i++)
        if (i == 0 || s->value[i] != s->value[i - 1])
            s->value[n++] = s->value[i];
    s->n = n;
    for (int bit = 0, i = 0; bit <= 64; bit++) {
        while ((size_t)i < n && highest(s->value[i]) < bit)
            i++;
        s->first[bit] = (size_t)i;
    }
    for (int bit = 63; bit >= 0; bit--) { /* alone, a value of one bit needs one */
        bool alone = s->first[bit] < s->first[bit + 1] && s->value[s->first[bit]] == (uint64_t)1
                                                                                         << bit;
        s->least[bit] = s->least[bit + 1] + alone;
    }
}

/* The bank bits of L u without those of its highest bit. */
static uint64_t bank_of(const search *s, uint64_t u, int bit)
{
    uint64_t mask = lc_f2_mask((unsigned)s->x->banks) & ~lc_f2_mask((unsigned)s->x->fixed);
    uint64_t sum = u & mask;
    for (uint64_t rest = (u & ~((uint64_t)1 << bit)) >> s->x->banks; rest; rest &= rest - 1)
        sum ^= s->x->word[s->x->banks + __builtin_ctzll(rest)];
    return sum;
}

static bool allowed(const search *s, int bit, uint64_t word)
{
    for (size_t i = s->first[bit]; i < s->first[bit + 1]; i++)
        if (bank_of(s, s->value[i], bit) == word)
            return false;
    return true;
}

/* The words of bits from `bit` on, with so many XORs at most; *out: it ran out. */
static bool place(search *s, int bit, int left, bool *out)
{
    lcv_bank_xor *x = s->x;
    if (bit >= x->bits)
        return true;
    uint64_t end = (uint64_t)1 << (x->banks - x->fixed);
    for (uint64_t w = 0; w < end && !*out; w++) {
        uint64_t word = w << x->fixed;
        *out = s->nodes-- <= 0;
        if (__builtin_popcountll(w) + s->least[bit + 1] > left || !allowed(s, bit, word))
            continue;
        x->word[bit] = word;
        if (place(s, bit + 1, left - __builtin_popcountll(w), out))
            return true;
    }
    x->word[bit] = 0;
    return false;
}

bool lcv_find_xor(lc_ctx *ctx, const lcv_access_list *list, int bits, int fixed,
                  lcv_bank_xor *out, lcv_bank_answer *answer)
{
    search *s = lc_frame_alloc(ctx, 1, sizeof *s);
    *out = (lcv_bank_xor){.fixed = fixed, .banks = -1, .bits = bits};
    *answer = LCV_XOR_UNKNOWN;
    if (!s)
        return false;
    *s = (search){.ctx = ctx, .x = out, .nodes = MAX_NODES};
    if (bits > 62 || !read_accesses(s, list, answer))
        return lc_ctx_code(ctx) == LC_OK;
    sort_values(s);
    bool ran_out = false, found = place(s, out->banks, 64 * 64, &ran_out);
    *answer = found ? LCV_XOR_FOUND : ran_out ? LCV_XOR_UNKNOWN : LCV_XOR_NONE;
    for (int most = s->least[out->banks]; found; most++) { /* the fewest */
        s->nodes = MAX_NODES;
        if (place(s, out->banks, most, &ran_out))
            break;
        if (ran_out) { /* the first that was found */
            s->nodes = MAX_NODES;
            ran_out = false;
            place(s, out->banks, 64 * 64, &ran_out);
            break;
        }
    }
    return true;
}
