/* html.h - a page of results, `layoutcheck report`: what stands alone in one file.
 *
 * html.c writes the statements, html-plan.c the obligations of a plan, html-parts.c chooses the
 * pictures and explanations that there is room for, html-page.c makes the page: its head, what is
 * not as claimed, a list of files with their counts, filters, a section a file. page.css and
 * page.js become text of the program; the page asks nobody for anything, is read without the
 * script, and has no name but those of its lines, FILE:LINE, and FILE:LINE.2 where a line comes a
 * second time, as in a loop.
 */
#ifndef LCV_REPORT_HTML_H
#define LCV_REPORT_HTML_H

#include "report.h"
#include "../../lib/text.h"

/* Bytes that no text on a page has. Where the place of a statement ends: ".2" if it comes again.
 * Around a part that may be left out, after whose beginning come its kind and its rank. */
enum { LCV_HTML_AGAIN = 1, LCV_HTML_BEGIN = 2, LCV_HTML_END = 3 };
typedef enum { LCV_HTML_FIGURE = 'f', LCV_HTML_EXPLANATION = 'x' } lcv_html_part;
typedef enum {
    LCV_HTML_WRONG = '0', /* of a statement that is not as claimed: first of all */
    LCV_HTML_REFUTED = '1',
    LCV_HTML_AS_CLAIMED = '2'
} lcv_html_rank;

/* Writes text with the characters of markup escaped, quotes too. */
void lcv_html_text(FILE *out, const char *text);

/* The name of a file as a part of a link, and of what it leads to. */
void lcv_html_name(FILE *out, const char *file);

/* The obligations of lcv_outcome, folded: each once, by the method that proved it. */
void lcv_html_obligations(FILE *out, const char *text);

/* The parts of n texts that there is room for, smaller ones first. */
typedef struct {
    const char *begin;
    size_t bytes;
    lcv_html_part kind;
    lcv_html_rank rank;
    bool kept;
} lcv_html_optional;

typedef struct {
    size_t n, room;
    lcv_html_optional *of;        /* in the order of the texts */
    size_t figures, explanations; /* left out */
    bool lost;                    /* no memory */
} lcv_html_choice;

void lcv_html_find(lcv_html_choice *c, const char *text); /* the parts of one more text */
void lcv_html_choose(lcv_html_choice *c);
/* The text with those that were chosen, from part *at on. */
void lcv_html_write(FILE *out, const char *text, const lcv_html_choice *c, size_t *at);
void lcv_html_choice_clear(lcv_html_choice *c);

void lcv_html_begin(lcv_report *report);
void lcv_html_put(lcv_report *report, const lcv_item *item);
void lcv_html_end(lcv_report *report);

extern const char lcv_page_css[], lcv_page_js[]; /* made from page.css and page.js */

#endif
