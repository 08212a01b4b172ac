/* check_conversion.c - conversions of layouts of a tensor: where values go, and the claims about
 * how far, by walking over all places. */
#include "config.h"

#include "../lib/linear.h"
#include "../lib/text.h"
#include "language.h"
#include "suite.h"

#include <string.h>

#define DIMS 4
#define MOST 3  /* bits of a dim */
#define VALUE 6 /* bits of the tensor */

static const char *const name[DIMS] = {"register", "lane", "warp", "block"};

/* A layout: bases of each dim; `dims` of the names are there. */
typedef struct {
    size_t dims;
    unsigned bits[DIMS];
    uint64_t basis[DIMS][MOST];
} places;

static uint64_t value_at(const places *p, const uint64_t *at)
{
    uint64_t value = 0;
    for (size_t d = 0; d < p->dims; d++)
        for (unsigned b = 0; b < p->bits[d]; b++)
            value ^= (at[d] >> b & 1) * p->basis[d][b];
    return value;
}

/* The place of a number; false past the last. */
static bool place_of(const places *p, uint64_t k, uint64_t *at)
{
    for (size_t d = 0; d < DIMS; d++) {
        unsigned bits = d < p->dims ? p->bits[d] : 0;
        at[d] = k & ((1u << bits) - 1);
        k >>= bits;
    }
    return k == 0;
}

/* Without registers that are copies. */
static places without_copies(const places *p)
{
    places q = *p;
    q.bits[0] = 0;
    for (unsigned b = 0; b < p->bits[0]; b++)
        if (p->basis[0][b] != 0)
            q.basis[0][q.bits[0]++] = p->basis[0][b];
    return q;
}

/* ---- random layouts ---- */

static void random_places(rnd *r, places *p)
{
    uint64_t unit[VALUE];
    unsigned next = 0, most[DIMS] = {MOST, 2, 2, 1};
    for (unsigned i = 0; i < VALUE; i++)
        unit[i] = UINT64_C(1) << i;
    for (unsigned i = 0; i + 1 < VALUE; i++) {
        size_t j = (size_t)rnd_in(r, i, VALUE - 1);
        uint64_t held = unit[i];
        unit[i] = unit[j];
        unit[j] = held;
    }
    *p = (places){.dims = (size_t)rnd_in(r, 2, DIMS)};
    for (size_t d = 0; d < p->dims; d++) {
        p->bits[d] = (unsigned)rnd_in(r, 0, most[d]);
        for (unsigned b = 0; b < p->bits[d]; b++)
            p->basis[d][b] = next < VALUE && !rnd_chance(r, 20) ? unit[next++] : 0;
    }
}

/* The same with bases exchanged, added or put in, within a dim or between two. */
static void disturb(rnd *r, places *p)
{
    for (int64_t n = rnd_in(r, 0, 3); n > 0; n--) {
        size_t d = (size_t)rnd_in(r, 0, (int64_t)p->dims - 1), e = d;
        if (rnd_chance(r, 40))
            e = (size_t)rnd_in(r, 0, (int64_t)p->dims - 1);
        if (d == 0 && p->bits[0] < MOST && rnd_chance(r, 30)) {
            p->basis[0][p->bits[0]++] = 0;
            continue;
        }
        if (p->bits[d] == 0 || p->bits[e] == 0)
            continue;
        uint64_t *a = &p->basis[d][rnd_in(r, 0, p->bits[d] - 1)];
        uint64_t *b = &p->basis[e][rnd_in(r, 0, p->bits[e] - 1)], held = *a;
        if (rnd_chance(r, 70)) {
            *a = *b;
            *b = held;
        } else {
            *a ^= a == b ? 0 : *b;
        }
    }
}

static void random_pair(rnd *r, places *a, places *b)
{
    random_places(r, a);
    *b = *a;
    disturb(r, b);
    if (rnd_chance(r, 10))
        random_places(r, b);
}

static const char *text_of(law *l, const places *p)
{
    lc_text text = {0};
    lc_text_add(&text, "linear{");
    for (size_t d = 0; d < p->dims; d++) {
        lc_text_printf(&text, "%s%s: [", d > 0 ? ", " : "", name[d]);
        for (unsigned b = 0; b < p->bits[d]; b++)
            lc_text_printf(&text, "%s%llu", b > 0 ? "," : "", (unsigned long long)p->basis[d][b]);
        lc_text_add(&text, "]");
    }
    lc_text_printf(&text, " -> x: %d}", 1 << VALUE);
    return law_own_memory(l, lc_text_take(NULL, &text));
}

LAW_RELEASE(release, lc_linear_free)

static lc_linear *linear_of(law *l, const places *p)
{
    lc_linear_in in[DIMS];
    lc_int number[DIMS][MOST];
    lc_dim out = {"x", VALUE};
    for (size_t d = 0; d < p->dims; d++) {
        in[d] = (lc_linear_in){name[d], p->bits[d], number[d]};
        for (unsigned b = 0; b < p->bits[d]; b++)
            number[d][b] = lc_int_si(l->ctx, (int64_t)p->basis[d][b]);
    }
    lc_linear *made = lc_linear_from_bases(l->ctx, p->dims, in, 1, &out);
    law_own_with(l, made, release);
    return made;
}

/* ---- claims ---- */

/* Has A what B has, at places that agree from dim `from` on? */
static bool stays(const places *a, const places *b, size_t from)
{
    static bool there[1 << (VALUE + MOST * DIMS)];
    uint64_t at[DIMS];
    memset(there, 0, sizeof there);
    for (int pass = 0; pass < 2; pass++) {
        const places *p = pass == 0 ? a : b;
        for (uint64_t k = 0; place_of(p, k, at); k++) {
            uint64_t tag = value_at(p, at);
            for (size_t d = from; d < DIMS; d++)
                tag |= at[d] << (VALUE + MOST * d);
            if (pass == 0)
                there[tag] = true;
            else if (!there[tag])
                return false;
        }
    }
    return true;
}

LAW_SHARE(how_far, "how far values move", 10,
          CLASSES("free", "in a thread", "in a warp", "farther"))
{
    static const char *const claim[] = {"free_conversion", "register_conversion",
                                        "warp_conversion", "block_conversion"};
    static const size_t from[] = {0, 1, 2, 3};
    places a, b;
    random_pair(&l->rnd, &a, &b);
    places mine = without_copies(&a), other = without_copies(&b);
    size_t least = 3;
    for (size_t i = 4; i-- > 0;) {
        bool want = stays(&mine, &other, from[i]);
        const char *text = law_printf(l, "%s(%s, %s)", claim[i], text_of(l, &a), text_of(l, &b));
        language_seen s;
        language_prove(text, &s);
        bool right = s.claim && s.verdict == (want ? LCV_PROVED : LCV_REFUTED);
        language_clear(&s);
        if (!right)
            return law_fail(l, "%s is %s", text, want ? "true" : "false");
        least = want && i < least ? i : least;
    }
    law_saw(l, least);
    return true;
}

/* ---- the conversion ---- */

/* Where C sends a place: its own dims by C, the others stay. */
static bool sent(law *l, const lc_linear *c, const uint64_t *at, uint64_t *to)
{
    lc_int in[DIMS], out[DIMS];
    memcpy(to, at, DIMS * sizeof *to);
    for (size_t i = 0; i < lc_linear_nins(c); i++)
        in[i] = lc_int_si(l->ctx, (int64_t)at[i]);
    if (lc_linear_nins(c) == 0)
        return lc_linear_nouts(c) == 0;
    if (!lc_linear_eval(l->ctx, c, lc_linear_nins(c), in, out))
        return false;
    for (size_t i = 0; i < lc_linear_nouts(c); i++)
        to[i] = (uint64_t)lc_int_get_si(out[i]);
    return true;
}

/* Is the last dim left as it is, apart from the others? */
static bool last_is_left(law *l, const lc_linear *c, const places *a)
{
    uint64_t at[DIMS], to[DIMS], without[DIMS];
    size_t last = lc_linear_nins(c) - 1;
    if (lc_linear_nins(c) == 0 || lc_linear_nouts(c) != lc_linear_nins(c) ||
        lc_linear_in_dim(c, last).bits != lc_linear_out_dim(c, last).bits)
        return false;
    bool left = true;
    for (uint64_t k = 0; left && place_of(a, k, at); k++) {
        uint64_t zeroed[DIMS];
        memcpy(zeroed, at, sizeof zeroed);
        zeroed[last] = 0;
        left = sent(l, c, at, to) && sent(l, c, zeroed, without) && to[last] == at[last];
        for (size_t d = 0; left && d < last; d++)
            left = to[d] == without[d];
    }
    return left;
}

LAW(where, "where values go", CLASSES("nothing moves", "registers", "more", "no value"))
{
    places a, b;
    uint64_t at[DIMS], to[DIMS];
    random_pair(&l->rnd, &a, &b);
    places from = without_copies(&a), into = without_copies(&b);
    lc_linear *x = linear_of(l, &a), *y = linear_of(l, &b);
    lc_linear *c = lc_linear_conversion(l->ctx, x, y);
    law_own_with(l, c, release);
    const char *call = law_printf(l, "conversion(%s, %s)", text_of(l, &a), text_of(l, &b));
    bool exists = stays(&into, &from, DIMS); /* every value of A is one of B */
    if ((c != NULL) != exists)
        return law_fail(l, "%s %s", call, exists ? "has no value" : "has one");
    law_saw(l, !c ? 3 : lc_linear_nins(c) < 2 ? lc_linear_nins(c) : 2);
    if (!c)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "not the right error");
    for (uint64_t k = 0; place_of(&from, k, at); k++)
        if (!sent(l, c, at, to) || value_at(&into, to) != value_at(&from, at))
            return law_fail(l, "%s at place %llu", call, (unsigned long long)k);
    if (a.dims == b.dims && last_is_left(l, c, &from))
        return law_fail(l, "%s has a dim that stays", call);
    bool same = memcmp(&from, &into, sizeof from) == 0;
    return !same || lc_linear_nins(c) == 0 || law_fail(l, "%s moves nothing", call);
}

SUITE_MAIN("conversions", how_far, where)
