/* access-text.c - accesses in words.
 *
 * A lane is named by its coordinate, so that its address can be redone by hand:
 *
 *     X(4) = X(4,0) = 32
 *     lane 4: 4 bytes from 4 * 32 = 128, word 32 in bank 0
 */
#include "config.h"

#include "access-vectors.h"
#include "access-text.h"
#include "../../lib/text.h"

#include <limits.h>

/* ---- pieces ---- */

static void step_text(lc_ctx *ctx, lcv_result **result, lc_text *text)
{
    lcv_step(ctx, result, "%S", lc_text_take(ctx, text));
}

void lcv_add_lanes(lc_text *text, const unsigned *lane, unsigned n)
{
    lc_text_add(text, n == 1 ? "lane " : "lanes ");
    for (unsigned i = 0, last; i < n; i = last + 1) {
        for (last = i; last + 1 < n && lane[last + 1] == lane[last] + 1;)
            last++;
        if (last == i + 1) /* two are no run */
            last = i;
        if (i > 0)
            lc_text_add(text, last + 1 < n ? ", " : " and ");
        lc_text_printf(text, last > i ? "%u to %u" : "%u", lane[i], lane[last]);
    }
}

/* `bank 3`, `banks 4 to 7`. */
static void add_range(lc_ctx *ctx, lc_text *text, const char *what, lc_int first, unsigned n)
{
    if (n == 1)
        lcv_text_add(ctx, text, "%s %i", what, first);
    else
        lcv_text_add(ctx, text, "%ss %i to %i", what, first,
                     lc_int_add(ctx, first, lc_int_const((int32_t)n - 1)));
}

static const char *plural(unsigned n)
{
    return n == 1 ? "" : "s";
}

/* `access 5, ` where there are several. */
static void add_access(lc_ctx *ctx, lc_text *text, const lcv_accesses *a, lc_int access,
                       const char *after)
{
    if (lc_int_is_one(a->count))
        return;
    add_range(ctx, text, "access", access, 1);
    lc_text_add(text, after);
}

char *lcv_access_place(lc_ctx *ctx, const lcv_accesses *a, lc_int access, const unsigned *lane)
{
    lc_text text = {0};
    add_access(ctx, &text, a, access, lane ? ", " : "");
    if (lane)
        lcv_add_lanes(&text, lane, 1);
    return lc_text_take(ctx, &text);
}

char *lcv_access_count(lc_ctx *ctx, const lcv_accesses *a)
{
    lc_text text = {0};
    lc_int lanes = lc_int_min(lcv_vectors_count(ctx, a), lc_int_const((int32_t)a->lanes));
    lcv_text_add(ctx, &text, "%i access%s of %i lane%s, %z byte%s each", a->count,
                 lc_int_is_one(a->count) ? "" : "es", lanes, lc_int_is_one(lanes) ? "" : "s",
                 (size_t)a->width, plural(a->width));
    if (a->vector > 1)
        lcv_text_add(ctx, &text, ", vectors of %z values", (size_t)a->vector);
    if (a->arch)
        lcv_text_add(ctx, &text, ", %s of %s", a->writes ? "writes" : "reads", a->arch);
    return lc_text_take(ctx, &text);
}

/* `X(4) = X(4,0) = 32` and `lane 4: 4 bytes from 4 * 32 = 128`, with the rest after it. */
static void step_lane(lc_ctx *ctx, lcv_result **result, const lcv_accesses *a, lc_int access,
                      unsigned lane, const char *rest)
{
    lc_int c = lcv_access_coordinate(ctx, a, access, lane);
    lc_int value = lcv_function_at(ctx, &a->x, c);
    lcv_step_function(ctx, result, &a->x, c, NULL);
    if (lc_int_is_one(a->bytes))
        lcv_step(ctx, result, "lane %z: %z byte%s from %i%s", (size_t)lane, (size_t)a->width,
                 plural(a->width), value, rest);
    else
        lcv_step(ctx, result, "lane %z: %z byte%s from %i * %i = %i%s", (size_t)lane,
                 (size_t)a->width, plural(a->width), a->bytes, value,
                 lc_int_mul(ctx, a->bytes, value), rest);
}

/* ---- misaligned ---- */

/* What to write where the values of a thread were meant, and not where lanes start. */
static void step_possible(lc_ctx *ctx, lcv_result **result, const lcv_accesses *a)
{
    unsigned possible = lcv_vector_possible(ctx, a, a->width);
    lc_text text = {0};
    if (!lc_int_lt(a->bytes, lc_int_const((int32_t)a->width)) || a->vector > 1)
        return;
    if (possible == 0) {
        lcv_step(ctx, result,
                 "X gives where each lane starts; the other elements of its vector are not "
                 "values of X");
        return;
    }
    lcv_text_add(ctx, &text, "values 0 %s %z are one vector: write vector=%z",
                 possible == 2 ? "and" : "to", (size_t)possible - 1, (size_t)possible);
    lc_int bytes = lc_int_mul(ctx, a->bytes, lc_int_const((int32_t)possible));
    if (lc_int_eq(bytes, lc_int_const((int32_t)a->width)))
        lcv_text_add(ctx, &text, ", or only where it starts");
    else
        lcv_text_add(ctx, &text, " with width=%i", bytes);
    step_text(ctx, result, &text);
}

static lcv_result *tell_misaligned(lc_ctx *ctx, const lcv_accesses *a, const lcv_worst *worst,
                                   const char *prefix)
{
    lc_int c = lcv_access_coordinate(ctx, a, worst->access, worst->lane);
    lc_int byte = lc_int_mul(ctx, a->bytes, lcv_function_at(ctx, &a->x, c));
    lc_int width = lc_int_const((int32_t)a->width);
    if (lc_int_divides(ctx, width, byte))
        return lcv_uncertified(ctx, "the search for misaligned lanes");
    lcv_result *result =
        lcv_refuted(ctx, worst->method, lcv_access_place(ctx, a, worst->access, &worst->lane),
                    lcv_text(ctx, "%smisaligned: byte %i is no multiple of the width %i", prefix,
                             byte, width));
    step_lane(ctx, &result, a, worst->access, worst->lane, "");
    step_possible(ctx, &result, a);
    return result;
}

/* ---- vectors that are none ---- */

static lcv_result *tell_scattered(lc_ctx *ctx, const lcv_accesses *a, const lcv_worst *worst,
                                  const char *prefix)
{
    lc_int start = lcv_access_coordinate(ctx, a, worst->access, worst->lane), c[2], value[2];
    for (unsigned i = 0; i < 2; i++) {
        c[i] = lcv_vector_value(ctx, a, start, worst->value - 1 + i);
        value[i] = lcv_function_at(ctx, &a->x, c[i]);
    }
    if (lc_int_eq(value[1], lc_int_add(ctx, value[0], lc_int_const(1))))
        return lcv_uncertified(ctx, "the search for vectors that are none");
    lcv_result *result =
        lcv_refuted(ctx, worst->method, lcv_access_place(ctx, a, worst->access, &worst->lane),
                    lcv_text(ctx, "%sno vector: its values %z and %z are no consecutive offsets",
                             prefix, (size_t)worst->value - 1, (size_t)worst->value));
    for (unsigned i = 0; i < 2; i++)
        lcv_step_function(ctx, &result, &a->x, c[i], NULL);
    lcv_step(ctx, &result, "a vector is %z consecutive offsets: %i is not %i + 1",
             (size_t)a->vector, value[1], value[0]);
    return result;
}

lcv_result *lcv_tell_fault(lc_ctx *ctx, const lcv_accesses *a, const lcv_worst *worst,
                           const char *prefix)
{
    return worst->status == LCV_SCATTERED ? tell_scattered(ctx, a, worst, prefix)
                                          : tell_misaligned(ctx, a, worst, prefix);
}

/* ---- conflicts ---- */

/* The phase whose busiest bank has most to give. */
static lc_bank_load worst_phase(lc_ctx *ctx, const lc_access *access, unsigned *phase)
{
    lc_bank_load worst = lc_busiest_bank(ctx, access, 0);
    *phase = 0;
    for (unsigned k = 1; k < lc_access_phases(access); k++) {
        lc_bank_load load = lc_busiest_bank(ctx, access, k);
        if (load.wavefronts > worst.wavefronts) {
            worst = load;
            *phase = k;
        }
    }
    return worst;
}

/* Words that a lane moves; the banks they are in. */
static unsigned words_of(const lc_access *access)
{
    return access->width < LC_WORD_BYTES ? 1 : access->width / LC_WORD_BYTES;
}

static lc_int word_of(lc_ctx *ctx, const lc_access *access, unsigned lane)
{
    return lc_int_fdiv(ctx, access->byte[lane], lc_int_const(LC_WORD_BYTES));
}

/* The lanes of a phase that want its busiest bank; *other is the first that wants another
 * word of it than the first one of them. */
static unsigned rivals(lc_ctx *ctx, const lc_access *access, const lc_bank_load *load,
                       unsigned *lane, unsigned *other)
{
    unsigned n = 0;
    *other = LC_MAX_LANES;
    for (unsigned i = 0; i < load->n; i++) {
        if (lc_lane_bank(ctx, access, load->lane[i]) != load->bank)
            continue;
        lane[n++] = load->lane[i];
        if (*other == LC_MAX_LANES &&
            !lc_int_eq(word_of(ctx, access, lane[n - 1]), word_of(ctx, access, lane[0])))
            *other = lane[n - 1];
    }
    return n;
}

/* A lane, its address, and `, word 32 in bank 0`. */
static void step_wanted(lc_ctx *ctx, lcv_result **result, const lcv_accesses *a, lc_int at,
                        const lc_access *access, unsigned lane)
{
    lc_text text = {0};
    lc_int bank = lc_int_const((int32_t)lc_lane_bank(ctx, access, lane));
    lc_text_add(&text, ", ");
    add_range(ctx, &text, "word", word_of(ctx, access, lane), words_of(access));
    lc_text_add(&text, " in ");
    add_range(ctx, &text, "bank", bank, words_of(access));
    step_lane(ctx, result, a, at, lane, lcv_kept(ctx, lc_text_take(ctx, &text)));
}

/* `access 5, phase 1, lanes 8 and 12`; access and phase where there are several. */
static char *place_of_two(lc_ctx *ctx, const lcv_accesses *a, lc_int at, const lc_access *access,
                          unsigned phase, const unsigned lane[2])
{
    lc_text text = {0};
    add_access(ctx, &text, a, at, ", ");
    if (lc_access_phases(access) > 1)
        lc_text_printf(&text, "phase %u, ", phase);
    lcv_add_lanes(&text, lane, 2);
    return lc_text_take(ctx, &text);
}

/* `phase 1 serves lanes 8 to 15: lanes 8 and 12 want 2 words of bank 0`. */
static void step_load(lc_ctx *ctx, lcv_result **result, const lc_access *access,
                      const lc_bank_load *load, unsigned phase, const unsigned *lane, unsigned n)
{
    lc_text text = {0};
    if (lc_access_phases(access) > 1) {
        lc_text_printf(&text, "phase %u serves ", phase);
        lcv_add_lanes(&text, load->lane, load->n);
        lc_text_add(&text, ": ");
    }
    lcv_add_lanes(&text, lane, n);
    lc_text_printf(&text, " want %u words of %s", load->wavefronts,
                   words_of(access) > 1 ? "each of " : "");
    add_range(ctx, &text, "bank", lc_int_const((int32_t)load->bank), words_of(access));
    step_text(ctx, result, &text);
}

lcv_result *lcv_tell_conflicts(lc_ctx *ctx, const lcv_accesses *a, const lcv_worst *worst,
                               const char *prefix)
{
    lc_access access = lcv_access_at(ctx, a, worst->access);
    unsigned phase, other, lane[LC_MAX_LANES];
    lc_bank_load load = worst_phase(ctx, &access, &phase);
    unsigned n = rivals(ctx, &access, &load, lane, &other);
    if (other == LC_MAX_LANES)
        return lcv_uncertified(ctx, "the search for conflicts");
    lc_text summary = {0};
    lc_text_printf(&summary, "%sthey want different words of ", prefix);
    add_range(ctx, &summary, "bank", lc_int_const((int32_t)load.bank), words_of(&access));
    unsigned two[2] = {lane[0], other};
    lcv_result *result = lcv_refuted(ctx, worst->method,
                                     place_of_two(ctx, a, worst->access, &access, phase, two),
                                     lc_text_take(ctx, &summary));
    step_wanted(ctx, &result, a, worst->access, &access, lane[0]);
    step_wanted(ctx, &result, a, worst->access, &access, other);
    step_load(ctx, &result, &access, &load, phase, lane, n);
    unsigned least = lc_least_wavefronts(&access);
    lcv_step(ctx, &result, "the access takes %z wavefronts, %z without conflicts",
             (size_t)(least + lc_access_conflicts(ctx, &access)), (size_t)least);
    return result;
}

/* ---- sectors ---- */

static lc_int sector_of(lc_ctx *ctx, const lc_access *access, unsigned lane)
{
    return lc_int_fdiv(ctx, access->byte[lane], lc_int_const(LC_SECTOR_BYTES));
}

/* The lanes in the sector of lane `one`, and how many of its bytes they move. */
static unsigned in_sector(lc_ctx *ctx, const lc_access *access, unsigned one, unsigned *lane,
                          unsigned *bytes)
{
    lc_access part = {.width = access->width};
    for (unsigned i = 0; i < access->lanes; i++) {
        if (!lc_int_eq(sector_of(ctx, access, i), sector_of(ctx, access, one)))
            continue;
        lane[part.lanes] = i;
        part.byte[part.lanes++] = access->byte[i];
    }
    *bytes = lc_access_bytes(ctx, &part);
    return part.lanes;
}

/* The first lane in a sector of which least is moved. */
static unsigned loneliest(lc_ctx *ctx, const lc_access *access)
{
    unsigned best = 0, least = UINT_MAX, lane[LC_MAX_LANES], bytes;
    for (unsigned i = 0; i < access->lanes; i++) {
        in_sector(ctx, access, i, lane, &bytes);
        if (bytes < least) {
            least = bytes;
            best = i;
        }
    }
    return best;
}

static char *sector_summary(lc_ctx *ctx, const lc_access *access, const char *prefix)
{
    unsigned sectors = lc_access_sectors(ctx, access), bytes = lc_access_bytes(ctx, access);
    unsigned least = lc_access_least_sectors(ctx, access);
    return lcv_text(ctx, "%s%z lane%s move%s %z byte%s, which fill %z sector%s, and touch %z",
                    prefix, (size_t)access->lanes, plural(access->lanes),
                    access->lanes == 1 ? "s" : "", (size_t)bytes, plural(bytes), (size_t)least,
                    plural(least), (size_t)sectors);
}

lcv_result *lcv_tell_sectors(lc_ctx *ctx, const lcv_accesses *a, const lcv_worst *worst,
                             const char *prefix)
{
    lc_access access = lcv_access_at(ctx, a, worst->access);
    unsigned lane[LC_MAX_LANES], bytes, one = loneliest(ctx, &access);
    unsigned n = in_sector(ctx, &access, one, lane, &bytes);
    lc_int first = lc_int_mul(ctx, sector_of(ctx, &access, one), lc_int_const(LC_SECTOR_BYTES));
    lcv_result *result = lcv_refuted(ctx, worst->method,
                                     lcv_access_place(ctx, a, worst->access, NULL),
                                     sector_summary(ctx, &access, prefix));
    step_lane(ctx, &result, a, worst->access, one, "");
    lc_text text = {0};
    lcv_add_lanes(&text, lane, n);
    lc_text_printf(&text, " move%s %u byte%s of the sector with ", n == 1 ? "s" : "", bytes,
                   plural(bytes));
    add_range(ctx, &text, "byte", first, LC_SECTOR_BYTES);
    step_text(ctx, &result, &text);
    return result;
}
