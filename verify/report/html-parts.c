/* html-parts.c - the pictures and explanations that a page has room for.
 *
 * A page of many statements stays one that a browser opens at once, and that one sends: what is
 * not as claimed is shown first, then whatever is small, and what is refuted may be twice as
 * large.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/ctx.h"
#include "html.h"

/* Bytes on a page. */
#define FIGURES 630000
#define EXPLANATIONS 270000

void lcv_html_find(lcv_html_choice *c, const char *text)
{
    for (const char *at = strchr(text, LCV_HTML_BEGIN); at; at = strchr(at, LCV_HTML_BEGIN)) {
        const char *end = strchr(at, LCV_HTML_END);
        lcv_html_optional *more = end ? lc_grow(NULL, c->of, c->n, &c->room, sizeof *more) : NULL;
        if (!more) {
            c->lost = true;
            return;
        }
        c->of = more;
        c->of[c->n++] = (lcv_html_optional){.begin = at + 3,
                                            .bytes = (size_t)(end - at) - 3,
                                            .kind = (lcv_html_part)at[1],
                                            .rank = (lcv_html_rank)at[2]};
        at = end;
    }
}

static size_t weight(const lcv_html_optional *p)
{
    return p->rank == LCV_HTML_WRONG ? 0 : p->rank == LCV_HTML_REFUTED ? p->bytes / 2 : p->bytes;
}

static int lighter_first(const void *a, const void *b)
{
    const lcv_html_optional *p = *(const lcv_html_optional *const *)a;
    const lcv_html_optional *q = *(const lcv_html_optional *const *)b;
    if (weight(p) != weight(q))
        return weight(p) < weight(q) ? -1 : 1;
    return p->begin < q->begin ? -1 : p->begin > q->begin;
}

void lcv_html_choose(lcv_html_choice *c)
{
    size_t left[2] = {FIGURES, EXPLANATIONS};
    lcv_html_optional **sorted = calloc(c->n + 1, sizeof *sorted);
    c->lost = c->lost || !sorted;
    for (size_t i = 0; sorted && i < c->n; i++)
        sorted[i] = &c->of[i];
    if (sorted)
        qsort(sorted, c->n, sizeof *sorted, lighter_first);
    for (size_t i = 0; sorted && i < c->n; i++) {
        lcv_html_optional *p = sorted[i];
        size_t *room = &left[p->kind == LCV_HTML_EXPLANATION];
        p->kept = p->bytes <= *room;
        *room -= p->kept ? p->bytes : 0;
        c->figures += !p->kept && p->kind == LCV_HTML_FIGURE;
        c->explanations += !p->kept && p->kind == LCV_HTML_EXPLANATION;
    }
    free(sorted);
}

void lcv_html_write(FILE *out, const char *text, const lcv_html_choice *c, size_t *at)
{
    for (const char *begin; (begin = strchr(text, LCV_HTML_BEGIN)) && *at < c->n; ++*at) {
        const lcv_html_optional *p = &c->of[*at];
        fwrite(text, 1, (size_t)(begin - text), out);
        if (p->kept)
            fwrite(p->begin, 1, p->bytes, out);
        else if (p->kind == LCV_HTML_FIGURE)
            fprintf(out, "<p class=\"note\">A picture of %zu kB is left out.</p>\n",
                    (p->bytes + 999) / 1000);
        text = p->begin + p->bytes + 1;
    }
    fputs(text, out);
}

void lcv_html_choice_clear(lcv_html_choice *c)
{
    free(c->of);
    *c = (lcv_html_choice){0};
}
