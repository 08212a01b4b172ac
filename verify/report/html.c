/* html.c - results as parts of a page: an <article> a statement (html-page.c puts them together).
 *
 * A statement has its place, its verdict in words, its text, its method and time, who confirmed
 * it; then its picture, the steps of a counterexample, the obligations of a plan, an error with
 * the quoted line, each where there is one. What a reader looks for first is open, the rest is
 * folded.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/starved.h"
#include "../../lib/text.h"
#include "html.h"

/* ---- texts ---- */

void lcv_html_text(FILE *out, const char *text)
{
    for (const char *c = text; c && *c; c++) {
        const char *entity = *c == '<'    ? "&lt;"
                             : *c == '>'  ? "&gt;"
                             : *c == '&'  ? "&amp;"
                             : *c == '"'  ? "&quot;"
                             : *c == '\'' ? "&#39;"
                                          : NULL;
        if (entity)
            fputs(entity, out);
        else if (*c == '\n' || *c == '\t' || ((unsigned char)*c >= ' ' && *c != 0x7f))
            fputc(*c, out);
        else
            fputs("\xef\xbf\xbd", out); /* the replacement character: HTML has no others */
    }
}

void lcv_html_name(FILE *out, const char *file)
{
    for (const unsigned char *c = (const unsigned char *)file; c && *c; c++) {
        bool plain = *c > ' ' && *c < 0x7f && !strchr("%\"&'<>`{}|\\^#?", *c);
        fprintf(out, plain ? "%c" : "%%%02X", *c);
    }
}

static void element(FILE *out, const char *name, const char *class, const char *text)
{
    fprintf(out, "<%s class=\"%s\">", name, class);
    lcv_html_text(out, text);
    fprintf(out, "</%s>", name);
}

/* ---- the verdict ---- */

typedef struct {
    const char *class, *words;
} badge;

static badge badge_of_claim(const lcv_outcome *o)
{
    bool refute = o->verb == LCV_REFUTE, passed = o->status == LCV_PASSED;
    switch (o->result->verdict) {
    case LCV_PROVED:
        return passed ? (badge){"proved", o->verb == LCV_SHOW ? "true" : "proved"}
                      : (badge){"failed", "proved, but claimed false"};
    case LCV_REFUTED:
        return o->verb == LCV_SHOW ? (badge){"refuted", "false"}
               : refute            ? (badge){"refuted", "refuted as claimed"}
                                   : (badge){"failed", "refuted"};
    default: return (badge){"unknown", "unknown"};
    }
}

static badge badge_of(const lcv_outcome *o)
{
    switch (o->status) {
    case LCV_INVALID: return (badge){"error", "error"};
    case LCV_DISAGREEMENT: return (badge){"error", "the algebra and the relation disagree"};
    case LCV_INTERRUPTED: return (badge){"unknown", "interrupted"};
    default: break;
    }
    if (o->result)
        return badge_of_claim(o);
    return o->status == LCV_UNDECIDED ? (badge){"unknown", "unknown"}
                                      : (badge){"value", lcv_verb_name(o->verb)};
}

/* ---- parts of a statement ---- */

static void put_id(FILE *out, const lcv_outcome *o)
{
    lcv_html_name(out, o->file);
    fprintf(out, ":%zu%c", o->line, LCV_HTML_AGAIN);
}

/* What is wrong, for want of a statement. */
static void put_trouble(FILE *out, const lcv_outcome *o)
{
    char *text = lcv_trouble(o);
    fputs(" ", out);
    lcv_html_text(out, text);
    free(text);
}

static void put_statement(FILE *out, const lcv_outcome *o)
{
    fputs(" <code>", out);
    if (o->name && o->verb != LCV_PLAN && o->name != o->text) {
        lcv_html_text(out, o->verb == LCV_IMPORT ? "" : o->name);
        fputs(o->verb == LCV_LET ? " = " : " ", out);
    }
    lcv_html_text(out, o->text ? o->text : o->name);
    fputs("</code>", out);
}

static void put_head(FILE *out, const lcv_outcome *o)
{
    badge b = badge_of(o);
    fprintf(out, "<article class=\"%s%s\" id=\"", b.class,
            o->read && o->verb == LCV_PLAN ? " plan" : "");
    put_id(out, o);
    fputs("\">\n<h3><a href=\"#", out);
    put_id(out, o);
    fprintf(out, "\" aria-label=\"line %zu\">%zu</a> ", o->line, o->line);
    element(out, "span", "badge", b.words);
    if (o->text || o->name)
        put_statement(out, o);
    else
        put_trouble(out, o);
    fputs("</h3>\n", out);
    if (o->value_text && o->text && strcmp(o->value_text, o->text) != 0)
        element(out, "p", "result", o->value_text);
}

/* isl, a reading or arithmetic confirms it, or why nobody does. */
static void put_opinion(FILE *out, const lcv_confirmed *c)
{
    if (!c || c->values + c->claims + c->read + c->computed + lcv_confirmed_open(c->open) == 0)
        return;
    if (lcv_confirmed_open(c->open) == 0 && c->values + c->claims > 0)
        fprintf(out, "<span>confirmed by isl, %zu set%s</span>", c->sets,
                c->sets == 1 ? "" : "s");
    else if (lcv_confirmed_open(c->open) == 0)
        fprintf(out, "<span>decided by %s</span>",
                c->computed > 0 ? "the checker's arithmetic" : "reading alone");
    for (size_t i = 0; i < LCR_REASONS; i++)
        if (c->open[i] > 0)
            fprintf(out, "<span>isl has no opinion: %s</span>", lcr_reason_told((lcr_reason)i));
}

static void put_facts(FILE *out, const lcv_outcome *o, bool untimed)
{
    if (untimed && !o->result && !o->confirmed)
        return;
    fputs("<p class=\"facts\">", out);
    if (o->result && o->result->method)
        fprintf(out, "<span>by %s</span>", o->result->method);
    put_opinion(out, o->confirmed);
    if (!untimed)
        fprintf(out, "<span class=\"time\">%.*f ms</span>", o->seconds < 0.01 ? 2 : 0,
                1000 * o->seconds);
    fputs("</p>\n", out);
}

/* ---- what a page may leave out ---- */

static void begin_part(FILE *out, const lcv_outcome *o, lcv_html_part part)
{
    bool refuted = o->result && o->result->verdict == LCV_REFUTED;
    lcv_html_rank rank = o->status != LCV_PASSED ? LCV_HTML_WRONG
                         : refuted               ? LCV_HTML_REFUTED
                                                 : LCV_HTML_AS_CLAIMED;
    fprintf(out, "%c%c%c", LCV_HTML_BEGIN, part, rank);
}

static void put_figure(FILE *out, const lcv_outcome *o)
{
    lc_text svg = {0};
    lc_ctx *ctx = o->figure ? lc_ctx_new() : NULL;
    if (ctx && lcv_figure_svg(ctx, &svg, o->figure, LCV_LIGHT)) {
        begin_part(out, o, LCV_HTML_FIGURE);
        fprintf(out, "<figure tabindex=\"0\" aria-label=\"picture of line %zu\">%s</figure>\n%c",
                o->line, svg.data, LCV_HTML_END);
    }
    if (o->figure && (!ctx || lc_ctx_starved(ctx)))
        lc_text_starve();
    lc_text_free(&svg);
    lc_ctx_free(ctx);
}

static void put_explanation(FILE *out, const lcv_outcome *o)
{
    if (!o->explanation || *o->explanation == '\0')
        return;
    begin_part(out, o, LCV_HTML_EXPLANATION);
    fputs("<details><summary>explained</summary><pre tabindex=\"0\">", out);
    lcv_html_text(out, o->explanation);
    fprintf(out, "</pre></details>\n%c", LCV_HTML_END);
}

static void put_lines(FILE *out, const char *class, const char *text)
{
    if (!text || *text == '\0')
        return;
    fprintf(out, "<pre class=\"%s\" tabindex=\"0\">", class);
    lcv_html_text(out, text);
    fputs("</pre>", out);
    fputc('\n', out);
}

static void put_counterexample(FILE *out, const lcv_result *r)
{
    const lcv_counterexample *c = &r->counterexample;
    if (r->verdict != LCV_REFUTED || !c->summary)
        return;
    fputs("<div class=\"steps\"><p>", out);
    if (c->where && *c->where) {
        fputs("at ", out);
        lcv_html_text(out, c->where);
        fputs(": ", out);
    }
    lcv_html_text(out, c->summary);
    fputs("</p>", out);
    if (c->nsteps > 0)
        fputs("<ol>", out);
    for (size_t i = 0; i < c->nsteps; i++) {
        fputs("<li>", out);
        lcv_html_text(out, c->steps[i]);
        fputs("</li>\n", out);
    }
    fputs(c->nsteps > 0 ? "</ol></div>\n" : "</div>\n", out);
}

static void put_error(FILE *out, const lcv_outcome *o)
{
    char *text = o->error ? lcv_diag_to_str(o->error) : NULL;
    put_lines(out, "error", text);
    free(text);
    if (!o->disagreement)
        return;
    put_lines(out, "error", o->disagreement->call);
    put_lines(out, "error", o->disagreement->problem);
}

static void put_notes(FILE *out, const lcv_notes *notes)
{
    for (size_t i = 0; notes && i < notes->n; i++) {
        char *text = lcv_note_to_str(&notes->note[i]);
        put_lines(out, "note", text);
        free(text);
    }
}

static void render(const lcv_page *page, const lcv_outcome *o)
{
    FILE *out = page->out;
    put_head(out, o);
    put_facts(out, o, page->untimed);
    put_figure(out, o);
    if (o->result)
        put_counterexample(out, o->result);
    if (o->result)
        put_lines(out, "reason", o->result->reason);
    put_lines(out, "note", o->note);
    put_error(out, o);
    put_notes(out, o->notes);
    put_explanation(out, o);
    if (o->obligations)
        lcv_html_obligations(out, o->obligations);
    fputs("</article>\n", out);
}

/* They stand in the article. */
static void no_notes(const lcv_page *page, const lcv_outcome *o)
{
    (void)page;
    (void)o;
}

const lcv_format lcv_format_html = {.name = "html",
                                    .render = render,
                                    .notes = no_notes,
                                    .begin = lcv_html_begin,
                                    .put = lcv_html_put,
                                    .end = lcv_html_end};
