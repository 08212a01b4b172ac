/* html-page.c - see html.h. Statements are kept, file by file, until the totals are known. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/ctx.h"
#include "../../lib/text.h"
#include "html.h"

/* Statements that are not as claimed and have a link at the top of the page. */
#define LINKS 50

/* Bytes of statements that are kept with parts that may be left out. */
#define KEPT (32 << 20)

typedef struct {
    char *name;
    lc_text statements;
    lcv_tally tally;
    unsigned *times; /* each line has come */
    size_t lines;
} section;

struct lcv_sections {
    size_t n, room;
    section *of;
    size_t kept; /* bytes */
    lc_text links;
    size_t nlinks;
    bool lost;
};

void lcv_html_begin(lcv_report *report)
{
    report->sections = calloc(1, sizeof *report->sections);
}

/* The section of a file; NULL: no memory. */
static section *section_of(struct lcv_sections *s, const char *name)
{
    for (size_t i = s->n; i-- > 0;)
        if (strcmp(s->of[i].name, name) == 0)
            return &s->of[i];
    section *more = lc_grow(NULL, s->of, s->n, &s->room, sizeof *more);
    s->of = more ? more : s->of;
    char *copy = more ? strdup(name) : NULL;
    if (!copy)
        return NULL;
    s->of[s->n] = (section){.name = copy};
    return &s->of[s->n++];
}

/* The number of times that the line has come, this time included; 0: no memory. */
static unsigned times_of(section *of, size_t line)
{
    if (line >= of->lines) {
        size_t lines = 2 * line + 64;
        unsigned *more = realloc(of->times, lines * sizeof *more);
        if (!more)
            return 0;
        memset(more + of->lines, 0, (lines - of->lines) * sizeof *more);
        of->times = more;
        of->lines = lines;
    }
    return ++of->times[line];
}

static char *escaped(const char *file)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return NULL;
    lcv_html_text(out, file);
    fclose(out);
    return text;
}

/* The heading of a statement, with the file in its link, where it is not as claimed. */
static void add_link(struct lcv_sections *s, const lcv_item *item, unsigned times)
{
    const char *link = strstr(item->out, "<a href="), *again = strchr(item->out, LCV_HTML_AGAIN);
    const char *behind = link ? strstr(link, "</a>") : NULL;
    const char *end = behind ? strstr(behind, "</h3>") : NULL;
    again = again ? strchr(again + 1, LCV_HTML_AGAIN) : NULL;
    if (item->as_claimed || !end || !again || s->nlinks++ >= LINKS)
        return;
    char *file = escaped(item->file);
    lc_text_add(&s->links, "<li>");
    lc_text_add_bytes(&s->links, link, (size_t)(again - link));
    if (times > 1)
        lc_text_printf(&s->links, ".%u", times);
    lc_text_printf(&s->links, "\">%s:%zu", file ? file : "", item->line);
    lc_text_add_bytes(&s->links, behind, (size_t)(end - behind));
    lc_text_add(&s->links, "</li>\n");
    free(file);
}

/* The statement, at its place, without the parts of it when too much is kept already. */
static void add(struct lcv_sections *s, section *to, const lcv_item *item, unsigned times)
{
    bool out = false;
    size_t before = to->statements.length;
    for (const char *c = item->out; *c != '\0'; c++) {
        out = (out || (*c == LCV_HTML_BEGIN && s->kept > KEPT));
        if (*c == LCV_HTML_AGAIN && times > 1)
            lc_text_printf(&to->statements, ".%u", times);
        else if (*c != LCV_HTML_AGAIN && !out)
            lc_text_add_char(&to->statements, *c, 1);
        out = out && *c != LCV_HTML_END;
    }
    s->kept += to->statements.length - before;
}

void lcv_html_put(lcv_report *report, const lcv_item *item)
{
    struct lcv_sections *s = report->sections;
    section *to = s && item->out && item->file ? section_of(s, item->file) : NULL;
    unsigned times = to ? times_of(to, item->line) : 0;
    if (times > 0) {
        add_link(s, item, times);
        add(s, to, item, times);
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
    } filter[] = {
        {"all", "all"},         {"failed", "not as claimed"}, {"refuted", "refuted as claimed"},
        {"unknown", "unknown"}, {"error", "errors"},          {"plan", "kernels"}};
    fputs("<form id=\"filters\" role=\"search\" aria-label=\"statements\" hidden>\n"
          "<fieldset><legend>Show</legend>\n",
          out);
    for (size_t i = 0; i < sizeof filter / sizeof *filter; i++)
        fprintf(out,
                "<label><input type=\"radio\" name=\"show\" value=\"%s\"%s> %s "
                "<small></small></label>\n",
                filter[i].value, i == 0 ? " checked" : "", filter[i].words);
    fputs("</fieldset>\n<label>Text <input type=\"search\" id=\"search\" "
          "placeholder=\"a name, a word\"></label>\n"
          "<button type=\"button\" id=\"theme\">Dark</button>\n"
          "<output id=\"found\" aria-live=\"polite\"></output>\n</form>\n",
          out);
}

static void put_options(FILE *out, const lcv_options *o)
{
    static const char *const who[] = {[LCV_CROSSCHECK_OFF] = "no cross-check",
                                      [LCV_CROSSCHECK_ISL] = "cross-checked by isl",
                                      [LCV_CROSSCHECK_POINTS] = "values checked at points"};
    fprintf(out, "<span>%s%s</span>", who[o->crosscheck],
            o->require_crosscheck ? ", which is required" : "");
    if (o->budget == LCV_NO_LIMIT)
        fputs("<span>no limit of isl operations</span>", out);
    else if (o->budget > 0)
        fprintf(out, "<span>%lu isl operations a query</span>", o->budget);
}

static void put_run(FILE *out, const lcv_report *report, const lcv_html_choice *c)
{
    const lcv_tally *t = &report->tally;
    fprintf(out, "<p class=\"facts\"><span>%zu statement%s in %zu file%s</span><span>",
            t->statements, t->statements == 1 ? "" : "s", report->sections->n,
            report->sections->n == 1 ? "" : "s");
    lcv_print_confirmed(out, t);
    fputs("</span>", out);
    if (!report->untimed)
        fprintf(out, "<span class=\"time\">%.1f s</span>", lcv_report_seconds(report));
    if (report->options)
        put_options(out, report->options);
    fprintf(out, "<span>layoutcheck %s</span></p>\n", PACKAGE_VERSION);
    if (c->figures + c->explanations > 0)
        fprintf(out,
                "<p class=\"facts\">For the size of the page, %zu pictures and %zu explanations "
                "are left out. A report of one file has room for more; <code>layoutcheck draw"
                "</code> and <code>layoutcheck explain</code> show each.</p>\n",
                c->figures, c->explanations);
}

static void put_summary(FILE *out, const lcv_report *report, const lcv_html_choice *c)
{
    const struct lcv_sections *s = report->sections;
    bool holds = lcv_tally_status(&report->tally) == 0;
    fprintf(out,
            "<a class=\"skip\" href=\"#results\">to the results</a>\n"
            "<header id=\"top\">\n<h1>layoutcheck</h1>\n<p class=\"%s\" id=\"verdict\">%s</p>\n"
            "<p>",
            holds ? "holds" : "broken",
            holds ? "&#10003; Everything is as claimed."
                  : "&#10007; Not everything is as claimed.");
    put_counts(out, &report->tally);
    fputs("</p>\n", out);
    put_run(out, report, c);
    if (s->nlinks > 0)
        fprintf(out, "<ul class=\"links\" aria-label=\"not as claimed\">\n%s</ul>\n",
                lc_text_peek(&s->links));
    if (s->nlinks > LINKS)
        fprintf(out, "<p class=\"note\">and %zu more</p>\n", s->nlinks - LINKS);
    fputs("</header>\n", out);
}

static void put_files(FILE *out, const struct lcv_sections *s)
{
    fputs("<nav aria-label=\"files\">\n<ul>\n", out);
    for (size_t i = 0; i < s->n; i++) {
        fputs("<li><a href=\"#", out);
        lcv_html_name(out, s->of[i].name);
        fputs("\">", out);
        lcv_html_text(out, s->of[i].name);
        fputs("</a> <span>", out);
        put_counts(out, &s->of[i].tally);
        fputs("</span></li>\n", out);
    }
    fputs("</ul>\n</nav>\n", out);
}

static void put_section(FILE *out, const section *of, const lcv_html_choice *c, size_t *part)
{
    fputs("<section id=\"", out);
    lcv_html_name(out, of->name);
    fputs("\" aria-label=\"", out);
    lcv_html_text(out, of->name);
    fputs("\">\n<h2>", out);
    lcv_html_text(out, of->name);
    fputs(" <a href=\"#top\">top</a></h2>\n", out);
    lcv_html_write(out, lc_text_peek(&of->statements), c, part);
    fputs("</section>\n", out);
}

static void put_page(const lcv_report *report, const lcv_html_choice *c)
{
    const struct lcv_sections *s = report->sections;
    FILE *out = report->out;
    size_t part = 0;
    put_head(out, s->n == 1 ? s->of[0].name : "layoutcheck");
    put_summary(out, report, c);
    put_filters(out);
    put_files(out, s);
    fputs("<main id=\"results\" tabindex=\"-1\">\n", out);
    for (size_t i = 0; i < s->n; i++)
        put_section(out, &s->of[i], c, &part);
    fputs("</main>\n<footer><p>Keys: <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> go to "
          "the next and the previous statement, <kbd>t</kbd> is light or dark, "
          "<kbd>Escape</kbd> shows all statements again.</p></footer>\n",
          out);
    fprintf(out, "<script>\n%s</script>\n</body>\n</html>\n", lcv_page_js);
}

static void sections_free(struct lcv_sections *s)
{
    for (size_t i = 0; s && i < s->n; i++) {
        free(s->of[i].name);
        free(s->of[i].times);
        lc_text_free(&s->of[i].statements);
    }
    if (s)
        lc_text_free(&s->links);
    free(s ? s->of : NULL);
    free(s);
}

void lcv_html_end(lcv_report *report)
{
    struct lcv_sections *s = report->sections;
    lcv_html_choice choice = {.lost = !s || s->lost || s->links.failed};
    for (size_t i = 0; s && i < s->n; i++) {
        choice.lost = choice.lost || s->of[i].statements.failed;
        lcv_html_find(&choice, lc_text_peek(&s->of[i].statements));
    }
    lcv_html_choose(&choice);
    if (choice.lost)
        fputs("layoutcheck: error: out of memory: results are missing from the page\n",
              report->err);
    if (s)
        put_page(report, &choice);
    lcv_html_choice_clear(&choice);
    sections_free(s);
    report->sections = NULL;
}
