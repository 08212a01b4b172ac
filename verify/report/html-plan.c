/* html-plan.c - the obligations of a plan, by the methods that proved them.
 *
 * The kernels of a plan have most of their obligations in common: each is written once, with the
 * numbers of its kernels unless all have it.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "html.h"

typedef struct {
    const char *begin;
    size_t length;
} piece;

typedef struct {
    piece text, method;
    char *kernels; /* a byte a kernel: 1 where it has it */
    bool written;
} obligation;

typedef struct {
    size_t n, nkernels;
    obligation *of;
    piece *kernel;
} obligations;

static bool same(piece a, piece b)
{
    return a.length == b.length && memcmp(a.begin, b.begin, a.length) == 0;
}

static piece line_at(const char *text)
{
    return (piece){text, strcspn(text, "\n")};
}

static const char *after(piece line)
{
    const char *end = line.begin + line.length;
    return end + (*end == '\n');
}

static piece trimmed(piece p)
{
    size_t blanks = strspn(p.begin, " ");
    return (piece){p.begin + blanks, p.length - blanks};
}

static obligation *obligation_of(obligations *all, piece text, piece method, size_t kernels)
{
    for (size_t i = 0; i < all->n; i++)
        if (same(all->of[i].text, text) && same(all->of[i].method, method))
            return &all->of[i];
    obligation *new = &all->of[all->n];
    *new = (obligation){.text = text, .method = method, .kernels = calloc(kernels, 1)};
    if (!new->kernels)
        return NULL;
    all->n++;
    return new;
}

/* A claim has its method behind it, a kernel has not. */
static bool is_kernel(piece line)
{
    return line.length > 0 && *line.begin != ' ' && *after(line) != ' ';
}

static bool read_obligations(obligations *all, const char *text, size_t kernels)
{
    size_t kernel = 0;
    for (const char *at = text; *at != '\0';) {
        piece line = line_at(at), method = line_at(after(line));
        at = after(line);
        if (is_kernel(line)) {
            all->kernel[all->nkernels++] = (piece){line.begin, line.length - 1};
            kernel = all->nkernels - 1;
        } else if (*line.begin != ' ' && line.length > 0) {
            obligation *o = obligation_of(all, line, trimmed(method), kernels);
            if (!o)
                return false;
            o->kernels[kernel] = 1;
        }
    }
    return true;
}

static void put_piece(FILE *out, piece p)
{
    char *text = strndup(p.begin, p.length);
    lcv_html_text(out, text);
    free(text);
}

static void put_kernels(FILE *out, const obligations *all, const obligation *o)
{
    if (memchr(o->kernels, 0, all->nkernels) == NULL)
        return;
    const char *before = " <small>kernel ";
    for (size_t i = 0; i < all->nkernels; i++)
        if (o->kernels[i] != 0) {
            fprintf(out, "%s%zu", before, i + 1);
            before = ", ";
        }
    fputs("</small>", out);
}

static void put_method(FILE *out, obligations *all, piece method)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        n += same(all->of[i].method, method);
    fputs("<h4>by ", out);
    put_piece(out, method);
    fprintf(out, " (%zu)</h4>\n<ul>\n", n);
    for (size_t i = 0; i < all->n; i++) {
        obligation *o = &all->of[i];
        if (!same(o->method, method))
            continue;
        fputs("<li>", out);
        put_piece(out, o->text);
        put_kernels(out, all, o);
        fputs("</li>\n", out);
        o->written = true;
    }
    fputs("</ul>\n", out);
}

static void put_all(FILE *out, obligations *all)
{
    fprintf(out, "<details class=\"obligations\"><summary>%zu obligation%s", all->n,
            all->n == 1 ? "" : "s");
    if (all->nkernels > 0)
        fprintf(out, " of %zu kernels", all->nkernels);
    fputs("</summary>\n", out);
    for (size_t i = 0; i < all->nkernels; i++) {
        fprintf(out, "%s<li>", i == 0 ? "<ol>" : "");
        put_piece(out, all->kernel[i]);
        fprintf(out, "</li>%s", i + 1 == all->nkernels ? "</ol>\n" : "");
    }
    for (size_t i = 0; i < all->n; i++)
        if (!all->of[i].written)
            put_method(out, all, all->of[i].method);
    fputs("</details>\n", out);
}

void lcv_html_obligations(FILE *out, const char *text)
{
    size_t claims = 1, kernels = 1;
    for (const char *at = text; *at != '\0'; at = after(line_at(at))) {
        claims += *at != ' ';
        kernels += is_kernel(line_at(at));
    }
    obligations all = {.of = calloc(claims, sizeof *all.of),
                       .kernel = calloc(kernels, sizeof *all.kernel)};
    if (all.of && all.kernel && read_obligations(&all, text, kernels))
        put_all(out, &all);
    else
        fputs("<p class=\"error\">error: out of memory</p>\n", out);
    for (size_t i = 0; i < all.n; i++)
        free(all.of[i].kernels);
    free(all.of);
    free(all.kernel);
}
