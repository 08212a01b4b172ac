/* claim.c - addresses as a value of the language.
 *
 * The first of four forms that expresses all of them: a linear layout over F2, a layout with
 * modes of 2, any layout with an offset, a map by pieces. The addresses are moved so that the
 * first is 0, by XOR or by a difference; an XOR changes no count of banks and sectors, and a
 * difference that is a multiple of the period changes none.
 */
#include "config.h"

#include <stdlib.h>

#include "../../../lib/starved.h"
#include "../../../lib/text.h"
#include "../../../lib/int64.h"
#include "warp.h"

#define BITS 24u

/* Are all values the XOR, or the sum, of those at the powers of two? */
static bool is_made_of(const int64_t *value, unsigned n, const int64_t *basis, bool sum)
{
    for (unsigned i = 0; i < n; i++) {
        int64_t made = 0;
        for (unsigned b = 0; 1u << b < n; b++)
            if (i >> b & 1)
                made = sum ? made + basis[b] : made ^ basis[b];
        if (made != (sum ? value[i] - value[0] : value[i] ^ value[0]))
            return false;
    }
    return true;
}

static void add_linear(lc_text *text, const int64_t *basis, unsigned bits)
{
    int64_t all = 0;
    unsigned out = 0;
    lc_text_add(text, "linear{lane:[");
    for (unsigned i = 0; i < bits; i++) {
        lc_text_printf(text, "%s%lld%s", i && i != 5 ? "," : "", (long long)basis[i],
                       i == 4 && bits > 5 ? "], access:[" : "");
        all |= basis[i];
    }
    while (all >> out)
        out++;
    lc_text_printf(text, "] -> offset: %lld}", 1ll << out);
}

static void add_modes(lc_text *text, const int64_t *basis, unsigned bits)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        lc_text_add(text, bits == 1 ? (pass ? ":" : "") : pass ? "):(" : "(");
        for (unsigned i = 0; i < bits; i++)
            lc_text_printf(text, "%s%lld", i ? "," : "", pass ? (long long)basis[i] : 2ll);
    }
    lc_text_add(text, bits == 1 ? "" : ")");
}

static int64_t origin(const int64_t *value, unsigned n, int64_t period)
{
    int64_t least = value[0];
    for (unsigned i = 1; i < n; i++)
        least = value[i] < least ? value[i] : least;
    return least - least % period;
}

static bool add_layout(lc_text *text, const int64_t *value, unsigned n, int64_t period)
{
    char *layout = lck_offsets_as_layout(value, n);
    int64_t first = value[0] - origin(value, n, period);
    if (layout && first)
        lc_text_printf(text, "{%lld} o ", (long long)first);
    if (layout)
        lc_text_add(text, layout);
    free(layout);
    return layout != NULL;
}

/* How many numbers from the i-th on rise by one step. */
static unsigned run_of(const int64_t *value, unsigned n, unsigned i)
{
    unsigned end = i + 1;
    while (end < n && value[end] - value[end - 1] == value[i + 1] - value[i])
        end++;
    return end - i;
}

/* Each piece is a run. */
static void add_pieces(lc_text *text, const int64_t *value, unsigned n, int64_t period)
{
    int64_t least = origin(value, n, period);
    lc_text_printf(text, "piecewise { (t) in (%u) -> ", n);
    for (unsigned i = 0, end; i < n; i = end) {
        end = i + run_of(value, n, i);
        int64_t step = end > i + 1 ? value[i + 1] - value[i] : 0;
        int64_t first = value[i] - least - step * (int64_t)i;
        if (step != 0)
            lc_text_printf(text, "%lld*t %c ", (long long)step, first < 0 ? '-' : '+');
        lc_text_printf(text, end < n ? "%lld if t < %u; " : "%lld otherwise }",
                       (long long)(step != 0 && first < 0 ? -first : first), end);
    }
}

char *lck_addresses_value(const int64_t *byte, unsigned n, unsigned unit, unsigned period)
{
    lc_text text = {0};
    unsigned bits = lc_int64_log_up(n);
    int64_t *value = malloc(n * sizeof *value), basis[2][BITS];
    if (!value)
        lc_text_starve();
    bool ok = value != NULL && n >= 2 && bits <= BITS && unit > 0;
    for (unsigned i = 0; ok && i < n; i++) {
        ok = byte[i] % (int64_t)unit == 0 && byte[i] >= 0;
        value[i] = byte[i] / (int64_t)unit;
    }
    bool power = ok && 1u << bits == n, positive = power && byte[0] % (int64_t)period == 0;
    for (unsigned b = 0; power && b < bits; b++) {
        basis[0][b] = value[1u << b] ^ value[0];
        basis[1][b] = value[1u << b] - value[0];
        positive &= basis[1][b] >= 0;
    }
    if (power && bits >= 5 && is_made_of(value, n, basis[0], false))
        add_linear(&text, basis[0], bits);
    else if (positive && is_made_of(value, n, basis[1], true))
        add_modes(&text, basis[1], bits);
    else if (ok && n <= 32 && !add_layout(&text, value, n, period > unit ? period / unit : 1))
        add_pieces(&text, value, n, period > unit ? period / unit : 1);
    free(value);
    return text.length ? lc_text_take(NULL, &text) : NULL;
}
