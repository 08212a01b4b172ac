/* check_language_bits.c - swizzles, composed layouts and linear layouts in the language. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../lib/text.h"

#include <stdlib.h>

/* A swizzle, alone or over an offset and a layout. */
static char *random_swizzled(law *l)
{
    rnd *r = &l->rnd;
    lc_text text = {0};
    m_layout a;
    lc_text_printf(&text, "S<%d,%d,%d>", (int)rnd_in(r, 0, 5), (int)rnd_in(r, 0, 5),
                   (int)rnd_in(r, -6, 6));
    if (rnd_chance(r, 60)) {
        rnd_layout(r, 1 << 12, &a);
        char *inner = m_layout_text(&a);
        lc_text_printf(&text, " o %d o %s", (int)rnd_in(r, -40, 40), inner);
        free(inner);
    }
    return lc_text_take(NULL, &text);
}

/* A linear layout of up to three input dims and two output dims. */
static char *random_linear(law *l)
{
    rnd *r = &l->rnd;
    lc_text text = {0};
    int nins = (int)rnd_in(r, 0, 3), nouts = (int)rnd_in(r, 1, 2);
    int width[2] = {(int)rnd_in(r, 0, 20), (int)rnd_in(r, 0, 20)};
    lc_text_add(&text, "linear{");
    for (int i = 0; i < nins; i++) {
        lc_text_printf(&text, "%si%d: [", i > 0 ? ", " : "", i);
        for (int64_t n = rnd_in(r, 0, 5), k = 0; k < n; k++) {
            long long x = rnd_in(r, 0, (1 << width[0]) - 1),
                      y = rnd_in(r, 0, (1 << width[1]) - 1);
            if (nouts == 1)
                lc_text_printf(&text, "%s%lld", k > 0 ? "," : "", x);
            else
                lc_text_printf(&text, "%s(%lld,%lld)", k > 0 ? "," : "", x, y);
        }
        lc_text_add(&text, "]");
    }
    for (int i = 0; i < nouts; i++)
        lc_text_printf(&text, "%so%d: %d", i > 0 ? ", " : " -> ", i, 1 << width[i]);
    lc_text_add(&text, "}");
    return lc_text_take(NULL, &text);
}

LAW_SHARE(test_bits_round_trip, "a swizzle or linear layout that prints is read again", 10,
          CLASSES("swizzle", "linear layout"))
{
    bool swizzled = rnd_chance(&l->rnd, 50);
    law_saw(l, swizzled ? 0 : 1);
    char *text = law_own_memory(l, swizzled ? random_swizzled(l) : random_linear(l));
    return language_gives(l, text, text);
}

SUITE_MAIN("language of bits", test_bits_round_trip)
