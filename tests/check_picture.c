/* check_picture.c - figures in every medium: each text of a random figure comes once, escaped as
 * the medium wants it; SVG is well-formed; tables are aligned; colours of cells are told apart.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/picture/render.h"
#include "law.h"
#include "suite.h"

#define MOST 12 /* cells of a side */

LAW_RELEASE(free_figure, lcv_figure_free)

/* Texts of characters that media write in their own way; each with its number, so that no two are
 * the same. */
#define TEXT_ROOM 32

static const char *any_text(law *l, size_t number, char room[TEXT_ROOM])
{
    static const char *const odd[] = {"",  "<", "&", ">", "\\", "{",  "}", "%",
                                      "_", "#", "$", "^", "~",  "\"", "|"};
    const char *with = odd[rnd_in(&l->rnd, 0, (int64_t)(sizeof odd / sizeof *odd) - 1)];
    snprintf(room, TEXT_ROOM, "q%zu%sq", number, with);
    return room;
}

static bool label(law *l, lcv_axis *axis, size_t *number)
{
    lcv_label run[MOST];
    char room[MOST][TEXT_ROOM];
    size_t n = 0;
    for (size_t left = axis->size; left > 0; left -= run[n++].span) {
        run[n].span = (size_t)rnd_in(&l->rnd, 1, left < 3 ? (int64_t)left : 3);
        any_text(l, (*number)++, room[n]);
        run[n].text = room[n];
    }
    return lcv_axis_labels(l->ctx, axis, n, run);
}

/* A grid with texts in most cells; *number counts them. */
static lcv_figure *any_grid(law *l, size_t *number)
{
    size_t rows = (size_t)rnd_in(&l->rnd, 1, MOST), columns = (size_t)rnd_in(&l->rnd, 1, MOST);
    char room[TEXT_ROOM];
    lcv_figure *f = lcv_figure_grid(l->ctx, any_text(l, (*number)++, room), rows, columns);
    bool ok = f != NULL;
    for (size_t i = 0; ok && i < rows * columns; i++) {
        lcv_cell *c = &f->cell[i];
        c->tone = (int)rnd_in(&l->rnd, LCV_NO_TONE, 40);
        c->marks = (unsigned)rnd_in(&l->rnd, 0, 7);
        if (rnd_chance(&l->rnd, 90))
            ok = lcv_cell_text(l->ctx, c, any_text(l, (*number)++, room));
        if (ok && rnd_chance(&l->rnd, 20))
            ok = lcv_cell_note(l->ctx, c, any_text(l, (*number)++, room));
    }
    for (size_t i = 0; ok && i < rows; i++)
        f->row.rule[i] = (lcv_edge)rnd_in(&l->rnd, 0, 2);
    for (size_t i = 0; ok && i < columns; i++)
        f->column.rule[i] = (lcv_edge)rnd_in(&l->rnd, 0, 2);
    ok = ok && label(l, &f->row, number) && label(l, &f->column, number);
    if (ok && rnd_chance(&l->rnd, 30))
        ok = label(l, &f->column, number);
    if (!ok)
        lcv_figure_free(f);
    return ok ? f : NULL;
}

static lcv_figure *any_figure(law *l, size_t *number)
{
    if (rnd_chance(&l->rnd, 60))
        return any_grid(l, number);
    lcv_figure *f = rnd_chance(&l->rnd, 50) ? lcv_figure_beside(l->ctx, NULL)
                                            : lcv_figure_above(l->ctx, NULL);
    for (int64_t n = rnd_in(&l->rnd, 1, 3); f && n > 0; n--)
        if (!lcv_figure_add(l->ctx, f, any_grid(l, number)))
            return NULL;
    return f;
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        n++;
    return n;
}

/* Each of the numbers stands `times` times, as `q7` before something that is no digit. */
static bool has_all(law *l, const char *text, size_t numbers, size_t times, const char *medium)
{
    for (size_t i = 0; i < numbers; i++) {
        char name[TEXT_ROOM];
        size_t n = 0;
        snprintf(name, sizeof name, "q%zu", i);
        for (const char *at = text; (at = strstr(at, name)); at += strlen(name))
            n += !strchr("0123456789", at[strlen(name)]);
        if (n != times)
            return law_fail(l, "%s has the text %s %zu times, not %zu", medium, name, n, times);
    }
    return true;
}

/* Tags nest, and no bare `<` or `&` is left. */
static bool well_formed(law *l, const char *svg)
{
    const char *open[16];
    size_t depth = 0, length;
    for (const char *at = svg; *at; at++) {
        if (*at == '&' && strncmp(at, "&lt;", 4) != 0 && strncmp(at, "&gt;", 4) != 0 &&
            strncmp(at, "&amp;", 5) != 0)
            return law_fail(l, "a bare & before %.20s", at);
        if (*at != '<')
            continue;
        const char *end = strchr(at, '>');
        if (!end)
            return law_fail(l, "a tag without an end: %.20s", at);
        length = strcspn(at + 1, " >");
        if (at[1] == '/') {
            if (depth == 0 || strncmp(open[depth - 1], at + 2, length - 1) != 0)
                return law_fail(l, "%.20s closes another tag", at);
            depth--;
        } else if (end[-1] != '/') {
            if (depth == sizeof open / sizeof *open)
                return law_fail(l, "tags too deep");
            open[depth++] = at + 1;
        }
        at = end;
    }
    return depth == 0 || law_fail(l, "%zu tags are left open", depth);
}

/* Texts from the left on, whose width depends on the fonts that a browser has, say that they end
 * within the picture. */
static bool ends_within(law *l, const char *svg)
{
    const char *width = strstr(svg, " width=\"");
    double whole = width ? strtod(width + 8, NULL) : 0;
    const char *group = svg;
    for (const char *at = svg; (at = strstr(at, "<text x=\"")); at++) {
        for (const char *next; (next = strstr(group + 1, "<g ")) && next < at;)
            group = next;
        size_t n = strcspn(group, ">");
        bool anchored = memmem(group, n, "text-anchor", 11) ||
                        memmem(group, n, "font-family", 11);
        const char *length = memmem(at, strcspn(at, ">"), "textLength=\"", 12);
        if (anchored)
            continue;
        if (!length || strtod(at + 9, NULL) + strtod(length + 12, NULL) > whole)
            return law_fail(l, "beyond %g ends %.60s", whole, at);
    }
    return true;
}

LAW_SHARE(in_svg, "figures as SVG", 4, NULL)
{
    size_t numbers = 0;
    lcv_figure *f = any_figure(l, &numbers);
    lc_text text = {0};
    law_own_with(l, f, free_figure);
    bool ok = f &&
              lcv_figure_svg(l->ctx, &text, f, rnd_chance(&l->rnd, 50) ? LCV_DARK : LCV_LIGHT);
    char *svg = law_own_memory(l, lc_text_take(l->ctx, &text));
    if (!ok || !svg)
        return law_fail(l, "no SVG");
    const char *body = strstr(svg, "</title>"); /* which repeats the first title */
    return well_formed(l, svg) && count(svg, "NaN") == 0 && count(svg, "inf") == 0 &&
           has_all(l, body ? body : svg, numbers, 1, "SVG") && ends_within(l, svg);
}

/* Braces match but for those that are escaped; no special character is bare in a text. */
LAW_SHARE(tikz, "figures as TikZ", 4, NULL)
{
    size_t numbers = 0;
    int depth = 0;
    lcv_figure *f = any_figure(l, &numbers);
    lc_text text = {0};
    law_own_with(l, f, free_figure);
    bool document = rnd_chance(&l->rnd, 50);
    bool ok = f && (document ? lcv_figure_tex : lcv_figure_tikz)(l->ctx, &text, f, LCV_LIGHT);
    char *tex = law_own_memory(l, lc_text_take(l->ctx, &text));
    if (!ok || !tex)
        return law_fail(l, "no TikZ");
    if (document != (strstr(tex, "\\documentclass") != NULL))
        return law_fail(l, "a document, or a picture for one: %.40s", tex);
    for (const char *c = tex; *c; c++) {
        if (*c == '\\') {
            c++;
            continue;
        }
        depth += (*c == '{') - (*c == '}');
        if (depth < 0 || strchr("&#$^~%", *c))
            return law_fail(l, "a bare %c before %.20s", *c, c);
    }
    return (depth == 0 || law_fail(l, "%d braces are left open", depth)) &&
           has_all(l, tex, numbers, 1, "TikZ");
}

static size_t width_of(const char *line, size_t n)
{
    size_t width = 0;
    for (size_t i = 0; i < n; i++) {
        if (line[i] == '\033')
            while (i < n && line[i] != 'm')
                i++;
        else
            width += ((unsigned char)line[i] & 0xc0) != 0x80;
    }
    return width;
}

/* All of it, in lines that are as wide as the borders, in colours or without. */
LAW_SHARE(in_terminals, "figures in terminals", 4, NULL)
{
    size_t numbers = 0;
    lcv_figure *f = any_grid(l, &numbers);
    lcv_terminal t = {.unicode = rnd_chance(&l->rnd, 50)};
    t.colours = rnd_chance(&l->rnd, 50) ? LCV_COLOURS_256 : LCV_PLAIN;
    lc_text text = {0};
    law_own_with(l, f, free_figure);
    bool ok = f && lcv_figure_text(l->ctx, &text, f, &t);
    char *table = law_own_memory(l, lc_text_take(l->ctx, &text));
    if (!ok || !table)
        return law_fail(l, "no table");
    const char *bar = t.unicode ? "\u2502" : "|", *corner = t.unicode ? "\u250c" : "+";
    size_t border = 0;
    for (const char *at = table; *at; at += strcspn(at, "\n") + 1) {
        size_t n = strcspn(at, "\n");
        const char *found = strstr(at, corner);
        if (border == 0 && found && found < at + n)
            border = width_of(at, n);
        bool row = n >= strlen(bar) && border > 0 &&
                   strncmp(at + n - strlen(bar), bar, strlen(bar)) == 0;
        if (row && width_of(at, n) != border)
            return law_fail(l, "a line of %zu columns under a border of %zu: %.*s",
                            width_of(at, n), border, (int)n, at);
    }
    return has_all(l, table, numbers, 1, "the table");
}

/* A narrow terminal has every cell, and no line that is wider but for one column of cells. */
LAW_SHARE(in_bands, "figures in narrow terminals", 4, NULL)
{
    size_t numbers = 0;
    lcv_figure *f = lcv_figure_grid(l->ctx, NULL, 2, (size_t)rnd_in(&l->rnd, 1, 40));
    lcv_terminal t = {.width = (size_t)rnd_in(&l->rnd, 12, 60)};
    lc_text text = {0};
    law_own_with(l, f, free_figure);
    for (size_t i = 0; f && i < 2 * f->column.size; i++) {
        char name[TEXT_ROOM];
        snprintf(name, sizeof name, "q%zu", numbers++);
        if (!lcv_cell_text(l->ctx, &f->cell[i], name))
            return false;
    }
    bool ok = f && lcv_figure_text(l->ctx, &text, f, &t);
    char *table = law_own_memory(l, lc_text_take(l->ctx, &text));
    for (const char *at = table; ok && table && *at; at += strcspn(at, "\n") + 1)
        if (width_of(at, strcspn(at, "\n")) > t.width)
            return law_fail(l, "a line of %zu columns in %zu", width_of(at, strcspn(at, "\n")),
                            t.width);
    return ok && table && has_all(l, table, numbers, 1, "the bands");
}

/* WCAG 2.1. */
static double luminance(lcv_rgb c)
{
    const double weight[3] = {0.2126, 0.7152, 0.0722};
    const unsigned char byte[3] = {c.r, c.g, c.b};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double v = byte[i] / 255.;
        sum += weight[i] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(lcv_rgb a, lcv_rgb b)
{
    double x = luminance(a), y = luminance(b), low = x < y ? x : y, high = x < y ? y : x;
    return (high + 0.05) / (low + 0.05);
}

TEST(colours)
{
    for (int theme = LCV_LIGHT; theme <= LCV_DARK; theme++)
        for (int i = 0; i < 36; i++) {
            lcv_rgb a = lcv_tone(i, (lcv_theme)theme);
            ck_assert_msg(contrast(a, lcv_ink_on(a)) >= 4.5, "letters on tone %d", i);
            for (int j = 0; j < i; j++) {
                lcv_rgb b = lcv_tone(j, (lcv_theme)theme);
                ck_assert_msg(abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b) >= 8,
                              "tones %d and %d", i, j);
            }
        }
}

SUITE_MAIN("pictures", in_svg, tikz, in_terminals, in_bands, colours)
