/* html-page.c - see html.h. Statements are kept, file by file, until the totals are known. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "html.h"

typedef struct {
    char *name;
    lc_text statements;
    lcv_tally tally;
} section;

struct lcv_sections {
    size_t n, room;
    section *of;
    size_t figures; /* bytes */
    size_t left_out;
    bool lost;
};

void lcv_html_begin(lcv_report *report)
{
    report->sections = calloc(1, sizeof *report->sections);
}

/* That of the file; NULL: no memory. */
static section *section_of(struct lcv_sections *s, const char *name)
{
    for (size_t i = s->n; i-- > 0;)
        if (strcmp(s->of[i].name, name) == 0)
            return &s->of[i];
    if (s->n == s->room) {
        size_t room = s->room > 0 ? 2 * s->room : 16;
        section *more = realloc(s->of, room * sizeof *more);
        if (!more)
            return NULL;
        s->of = more;
        s->room = room;
    }
    char *copy = strdup(name);
    if (!copy)
        return NULL;
    s->of[s->n] = (section){.name = copy};
    return &s->of[s->n++];
}

/* Each is counted; of a counterexample it is said where it would stand. */
static void leave_out(struct lcv_sections *s, lc_text *to, size_t bytes, bool refuted)
{
    s->left_out++;
    if (refuted)
        lc_text_printf(to, "<p class=\"note\">A picture of %zu kB is left out here.</p>\n",
                       (bytes + 999) / 1000);
}

/* The statement, with its picture while there is room for it. */
static void add(struct lcv_sections *s, section *to, const lcv_item *item)
{
    char *begin = strstr(item->out, LCV_HTML_FIGURE);
    char *end = begin ? strstr(begin, LCV_HTML_FIGURE_END) : NULL;
    if (!end) {
        lc_text_add(&to->statements, item->out);
        return;
    }
    size_t bytes = (size_t)(end - begin);
    bool refuted = item->tally.refuted > 0;
    lc_text_add_bytes(&to->statements, item->out, (size_t)(begin - item->out));
    if (bytes > (refuted ? LCV_HTML_LARGEST : LCV_HTML_LARGE) ||
        s->figures + bytes > LCV_HTML_FIGURES) {
        leave_out(s, &to->statements, bytes, refuted);
    } else {
        s->figures += bytes;
        size_t skip = strlen(LCV_HTML_FIGURE);
        lc_text_add_bytes(&to->statements, begin + skip, bytes - skip);
    }
    lc_text_add(&to->statements, end + strlen(LCV_HTML_FIGURE_END));
}

void lcv_html_put(lcv_report *report, const lcv_item *item)
{
    struct lcv_sections *s = report->sections;
    section *to = s && item->out && item->file ? section_of(s, item->file) : NULL;
    if (to) {
        add(s, to, item);
        lcv_tally_add(&to->tally, &item->tally);
    } else if (s) {
        s->lost = true;
    }
}

/* ---- the page ---- */

static void put_count(FILE *out, const char *class, size_t n, const char *words)
{
    if (n > 0)
        fprintf(out, "<span class=\"count %s\">%zu %s</span> ", class, n, words);
}

static void put_counts(FILE *out, const lcv_tally *t)
{
    put_count(out, "failed", t->failed, "not as claimed");
    put_count(out, "error", t->errors, t->errors == 1 ? "error" : "errors");
    put_count(out, "error", t->disagreements, "disagreements");
    put_count(out, "unknown", t->unknown + t->undecided + t->interrupted, "unknown");
    put_count(out, "proved", t->proved, "proved");
    put_count(out, "refuted", t->refuted, "refuted");
}

static void put_head(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>",
          out);
    lcv_html_text(out, title);
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", lcv_page_css);
}

static void put_filters(FILE *out)
{
    static const struct {
        const char *value, *words;
    } filter[] = {{"all", "all"},         {"failed", "not as claimed"}, {"refuted", "refuted"},
                  {"unknown", "unknown"}, {"error", "errors"},          {"plan", "kernels"}};
    fputs("<form id=\"filters\" role=\"search\" hidden>\n<fieldset><legend>Show</legend>\n", out);
    for (size_t i = 0; i < sizeof filter / sizeof *filter; i++)
        fprintf(out, "<label><input type=\"radio\" name=\"show\" value=\"%s\"%s> %s</label>\n",
                filter[i].value, i == 0 ? " checked" : "", filter[i].words);
    fputs("</fieldset>\n<label>Text <input type=\"search\" id=\"search\" "
          "placeholder=\"/ to search\"></label>\n"
          "<button type=\"button\" id=\"theme\">light or dark</button>\n"
          "<output id=\"found\" aria-live=\"polite\"></output>\n</form>\n",
          out);
}

static void put_summary(FILE *out, const lcv_report *report, const struct lcv_sections *s)
{
    const lcv_tally *t = &report->tally;
    bool holds = lcv_tally_status(t) == 0;
    fprintf(out,
            "<a class=\"skip\" href=\"#results\">to the results</a>\n"
            "<header>\n<h1>layoutcheck</h1>\n<p class=\"%s\" id=\"verdict\">%s</p>\n<p>",
            holds ? "holds" : "broken",
            holds ? "Everything is as claimed." : "Not everything is as claimed.");
    put_counts(out, t);
    fprintf(out,
            "</p>\n<p class=\"facts\"><span>%zu statements in %zu file%s</span>"
            "<span>%zu values and %zu claims confirmed by isl, %zu by reading, %zu not</span>"
            "<span class=\"time\">%.1f s</span><span>version %s</span>",
            t->statements, s->n, s->n == 1 ? "" : "s", t->values, t->claims, t->read,
            lcv_confirmed_open(t->open), lcv_report_seconds(report), PACKAGE_VERSION);
    if (s->left_out > 0)
        fprintf(out, "<span>%zu pictures left out for their size</span>", s->left_out);
    fputs("</p>\n</header>\n", out);
}

static void put_files(FILE *out, const struct lcv_sections *s)
{
    fputs("<nav aria-label=\"files\">\n<ul>\n", out);
    for (size_t i = 0; i < s->n; i++) {
        fputs("<li><a href=\"#", out);
        lcv_html_text(out, s->of[i].name);
        fputs("\">", out);
        lcv_html_text(out, s->of[i].name);
        fputs("</a> ", out);
        put_counts(out, &s->of[i].tally);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n</nav>\n", out);
}

static void put_section(FILE *out, const section *of)
{
    fputs("<section id=\"", out);
    lcv_html_text(out, of->name);
    fputs("\">\n<h2>", out);
    lcv_html_text(out, of->name);
    fputs("</h2>\n", out);
    fputs(lc_text_peek(&of->statements), out);
    fputs("</section>\n", out);
}

static void sections_free(struct lcv_sections *s)
{
    for (size_t i = 0; s && i < s->n; i++) {
        free(s->of[i].name);
        lc_text_free(&s->of[i].statements);
    }
    free(s ? s->of : NULL);
    free(s);
}

void lcv_html_end(lcv_report *report)
{
    struct lcv_sections *s = report->sections;
    FILE *out = report->out;
    bool lost = !s || s->lost;
    for (size_t i = 0; s && i < s->n; i++)
        lost = lost || s->of[i].statements.failed;
    if (lost)
        fputs("layoutcheck: error: out of memory: results are missing from the page\n",
              report->err);
    if (s) {
        put_head(out, s->n == 1 ? s->of[0].name : "layoutcheck");
        put_summary(out, report, s);
        put_filters(out);
        put_files(out, s);
        fputs("<main id=\"results\" tabindex=\"-1\">\n", out);
        for (size_t i = 0; i < s->n; i++)
            put_section(out, &s->of[i]);
        fputs("</main>\n<footer><p>Keys: / search, j and k the next and the previous statement, "
              "Escape all of them again.</p></footer>\n",
              out);
        fprintf(out, "<script>\n%s</script>\n</body>\n</html>\n", lcv_page_js);
    }
    sections_free(s);
    report->sections = NULL;
}
