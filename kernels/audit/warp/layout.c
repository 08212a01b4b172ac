/* layout.c - offsets as a layout. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "warp.h"

typedef struct {
    size_t n;
    int64_t extent[8], stride[8];
} modes;

/* Blocks of `inner` numbers that are the same but for where they begin. */
static bool repeats(const int64_t *at, size_t n, size_t inner)
{
    for (size_t i = inner; i < n; i++)
        if (at[i] - at[i - i % inner] != at[i % inner] - at[0])
            return false;
    return true;
}

static bool fit(const int64_t *at, size_t n, modes *m)
{
    int64_t starts[64];
    size_t run = 1;
    if (n == 1)
        return true;
    while (run < n && at[run] - at[0] == (int64_t)run * (at[1] - at[0]))
        run++;
    for (; run > 1; run--) {
        if (n % run != 0 || m->n == 8 || !repeats(at, n, run))
            continue;
        m->extent[m->n] = (int64_t)run;
        m->stride[m->n++] = at[1] - at[0];
        for (size_t i = 0; i < n / run; i++)
            starts[i] = at[i * run];
        return fit(starts, n / run, m);
    }
    return false;
}

char *lck_offsets_as_layout(const int64_t *at, size_t n)
{
    modes m = {0};
    lc_text text = {0};
    if (n == 0 || n > 64 || !fit(at, n, &m))
        return NULL;
    for (size_t i = 0; i < m.n; i++)
        if (m.stride[i] < 0)
            return NULL;
    if (m.n == 0)
        return strdup("1:0");
    const char *open = m.n > 1 ? "(" : "", *close = m.n > 1 ? ")" : "";
    for (int side = 0; side < 2; side++) {
        lc_text_printf(&text, "%s%s", side ? ":" : "", open);
        for (size_t i = 0; i < m.n; i++)
            lc_text_printf(&text, "%s%lld", i ? "," : "",
                           (long long)(side ? m.stride[i] : m.extent[i]));
        lc_text_add(&text, close);
    }
    return lc_text_take(NULL, &text);
}
