/* draw.c - see draw.h. */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cairo.h"
#include "draw.h"
#include "output.h"

/* ---- options ---- */

static bool wrong(const char *name, const char *value, const char *expected)
{
    fprintf(stderr, "layoutcheck: bad --%s '%s': expected %s\n", name, value, expected);
    return false;
}

/* A number from `least` on; false: it is none. */
static bool read_number(const char **text, size_t least, size_t *out)
{
    char *end;
    errno = 0;
    unsigned long long n = **text >= '0' && **text <= '9' ? strtoull(*text, &end, 10) : 0;
    if (**text < '0' || **text > '9' || errno != 0 || n < least || n > SIZE_MAX / 2)
        return false;
    *text = end;
    *out = (size_t)n;
    return true;
}

/* I or I,J. */
static bool read_modes(lcv_draw_options *how, const char *value)
{
    const char *at = value;
    how->nmodes = 0;
    do {
        bool none = at[0] == '_';
        if (how->nmodes == 2 || (!none && !read_number(&at, 0, &how->mode[how->nmodes])))
            return false;
        if (none)
            how->mode[how->nmodes] = LCV_NO_MODE;
        at += none;
        how->nmodes++;
    } while (*at++ == ',');
    bool modes = how->mode[0] != LCV_NO_MODE || (how->nmodes == 2 && how->mode[1] != LCV_NO_MODE);
    return at[-1] == '\0' && modes;
}

/* A word, or how many tones there are. */
static bool read_tone(lcv_draw_options *how, const char *value)
{
    static const char *const word[LCV_TONE_MAX] = {"usual", "row",  "column",
                                                   "value", "warp", "none"};
    const char *at = value;
    for (size_t i = 0; i < LCV_TONE_MAX; i++)
        if (strcmp(value, word[i]) == 0) {
            how->tone = (lcv_tone_by)i;
            return true;
        }
    return read_number(&at, 1, &how->tones) && *at == '\0' && how->tones <= INT_MAX;
}

static bool read_cells(lcv_draw_options *how, const char *value)
{
    static const char *const word[LCV_CELL_MAX] = {"usual", "coordinates", "letters", "nothing"};
    for (size_t i = 0; i < LCV_CELL_MAX; i++)
        if (strcmp(value, word[i]) == 0) {
            how->cells = (lcv_cell_has)i;
            return true;
        }
    return false;
}

static bool read_look(lcv_draw_options *how, const char *value)
{
    lc_text names = {0};
    if (lcv_look_find(value, &how->look))
        return true;
    for (unsigned i = LCV_AS_USUAL + 1; i < LCV_AS_MAX; i++)
        lc_text_printf(&names, "%s%s",
                       i == LCV_AS_USUAL + 1 ? ""
                       : i + 1 == LCV_AS_MAX ? " or "
                                             : ", ",
                       lcv_look_name((lcv_draw_look)i));
    wrong("as", value, lc_text_peek(&names));
    lc_text_free(&names);
    return false;
}

static bool read_theme(lcv_drawing_options *o, const char *value)
{
    o->theme = strcmp(value, "dark") == 0 ? LCV_DARK : LCV_LIGHT;
    return o->theme == LCV_DARK || strcmp(value, "light") == 0 ||
           wrong("theme", value, "light or dark");
}

static bool read_colour(lcv_drawing_options *o, const char *value)
{
    static const char *const when[] = {
        [LCV_COLOUR_AUTO] = "auto", [LCV_COLOUR_ALWAYS] = "always", [LCV_COLOUR_NEVER] = "never"};
    for (unsigned i = 0; i < sizeof when / sizeof *when; i++) {
        o->colour = (lcv_colour_when)i;
        if (strcmp(value, when[i]) == 0)
            return true;
    }
    return wrong("color", value, "auto, always or never");
}

bool lcv_drawing_option(lcv_drawing_options *o, const char *name, const char *value)
{
    const char *at = value;
    const char **text = strcmp(name, "plan") == 0    ? &o->plan
                        : strcmp(name, "tile") == 0  ? &o->tile
                        : strcmp(name, "title") == 0 ? &o->how.title
                                                     : NULL;
    o->given = strcmp(name, "color") == 0 ? o->given : name;
    if (text) {
        *text = value;
        return true;
    }
    if (strcmp(name, "modes") == 0)
        return read_modes(&o->how, value) ||
               wrong(name, value,
                     "I,J, the modes down and across, `_` for none, or I, one in a row");
    if (strcmp(name, "tone") == 0)
        return read_tone(&o->how, value) ||
               wrong(name, value, "row, column, value, warp, none, or how many tones there are");
    if (strcmp(name, "cells") == 0)
        return read_cells(&o->how, value) ||
               wrong(name, value, "coordinates, letters or nothing");
    if (strcmp(name, "as") == 0)
        return read_look(&o->how, value);
    if (strcmp(name, "theme") == 0)
        return read_theme(o, value);
    if (strcmp(name, "limit") == 0)
        return (read_number(&at, 1, &o->how.limit) && *at == '\0') ||
               wrong(name, value, "a number of cells a side, 1 or more");
    return read_colour(o, value);
}

/* ---- options in a line ---- */

/* Where options begin, behind a blank; NULL: nowhere. `-3` and `-A` are operands. */
static char *options_in(char *line)
{
    char *at = line;
    while ((at = strstr(at, " -")) && strncmp(at, " --", 3) != 0 && strncmp(at, " -o ", 4) != 0)
        at++;
    return at;
}

/* --NAME=VALUE. */
static bool read_word(lcv_drawing_options *o, char *word)
{
    static const char *const names[] = {"cells", "modes", "tile",  "as",  "theme",
                                        "limit", "color", "title", "tone"};
    char *value = strchr(word, '=');
    if (strcmp(word, "--steps") == 0)
        return o->steps = true;
    for (size_t i = 0; value && i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(word, "--", 2) == 0 && (size_t)(value - word) == n + 2 &&
            strncmp(word + 2, names[i], n) == 0)
            return lcv_drawing_option(o, names[i], value + 1);
    }
    fprintf(stderr, "draw: unknown option '%s': expected -o FILE, --steps", word);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fprintf(stderr, ", --%s=...", names[i]);
    fputs(" behind the expression\n", stderr);
    return false;
}

bool lcv_drawing_line(lcv_drawing_options *o, char *line)
{
    char *rest = NULL, *options = options_in(line);
    bool ok = true;
    if (!options)
        return true;
    *options = '\0';
    for (char *word = strtok_r(options + 1, " ", &rest); ok && word;
         word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, "-o") == 0)
            ok = (o->file = strtok_r(NULL, " ", &rest)) && lcv_is_picture(o->file);
        else
            ok = read_word(o, word);
    }
    return ok;
}

/* ---- files ---- */

typedef enum { SVG, PDF, PNG, TIKZ, TEX, TEXT, KINDS } kind;

static bool ends_with(const char *file, const char *end)
{
    size_t n = strlen(file), m = strlen(end);
    return n > m && strcasecmp(file + n - m, end) == 0;
}

static kind kind_of(const char *file)
{
    static const struct {
        const char *end;
        kind kind;
    } ends[] = {{".svg", SVG},   {".pdf", PDF}, {".png", PNG},
                {".tikz", TIKZ}, {".tex", TEX}, {".txt", TEXT}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_with(file, ends[i].end))
            return ends[i].kind;
    return KINDS;
}

bool lcv_is_picture(const char *file)
{
    if (kind_of(file) != KINDS)
        return true;
    fprintf(stderr,
            "layoutcheck: cannot tell from the name of %s which kind of picture is wanted: "
            "expected .svg, .pdf, .png, .tikz, .tex or .txt at its end\n",
            file);
    return false;
}

static bool write_text(FILE *out, lc_ctx *ctx, const lcv_figure *f, lcv_theme theme, kind k)
{
    lc_text text = {0};
    lcv_terminal plain = {.unicode = true};
    bool ok = k == SVG    ? lcv_figure_svg(ctx, &text, f, theme)
              : k == TIKZ ? lcv_figure_tikz(ctx, &text, f, theme)
              : k == TEX  ? lcv_figure_tex(ctx, &text, f, theme)
                          : lcv_figure_text(ctx, &text, f, &plain);
    ok = ok && fwrite(text.data ? text.data : "", 1, text.length, out) == text.length;
    lc_text_free(&text);
    return ok;
}

static const char *write_figure(FILE *out, lc_ctx *ctx, const lcv_figure *f,
                                const lcv_drawing_options *o)
{
    kind k = kind_of(o->file);
    errno = 0;
    const char *wrong_with = k == PDF   ? lcv_write_pdf(out, f, o->theme)
                             : k == PNG ? lcv_write_png(out, f, o->theme)
                             : write_text(out, ctx, f, o->theme, k)
                                 ? NULL
                                 : (lc_ctx_code(ctx) != LC_OK ? lc_ctx_message(ctx)
                                                              : strerror(errno));
    return wrong_with;
}

bool lcv_write_picture(lc_ctx *ctx, const lcv_figure *f, const lcv_drawing_options *o)
{
    lcv_output out;
    return lcv_output_open(&out, o->file) &&
           lcv_output_close(&out, write_figure(out.stream, ctx, f, o));
}

/* ---- outcomes ---- */

/* The report has no figure that is in the file. */
static void report_rest(lcv_report *report, const lcv_outcome *outcome)
{
    lcv_outcome rest = *outcome;
    rest.figure = NULL;
    lcv_report_outcome(report, &rest);
}

void lcv_write_or_report(void *user, const lcv_outcome *outcome)
{
    lcv_drawn_file *drawn = user;
    if (!outcome->figure || drawn->options->claims)
        report_rest(drawn->report, outcome);
    if (!outcome->figure) {
        if (outcome->result)
            fprintf(stderr, "layoutcheck: this claim, which is %s, has no picture\n",
                    lcv_verdict_name(outcome->result->verdict));
        return;
    }
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        fputs("layoutcheck: out of memory\n", stderr);
    drawn->ok = ctx && lcv_write_picture(ctx, outcome->figure, drawn->options);
    lc_ctx_free(ctx);
}
