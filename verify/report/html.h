/* html.h - a page of results, `layoutcheck report`: what stands alone in one file.
 *
 * html.c writes the statements, html-page.c the page: its head, a table of files with their
 * counts, filters, a section a file. page.css and page.js become text of the program; the page
 * asks nobody for anything, is read without the script, and has no name but those of its lines,
 * FILE:LINE.
 */
#ifndef LCV_REPORT_HTML_H
#define LCV_REPORT_HTML_H

#include "report.h"

/* Around the picture of a statement. */
#define LCV_HTML_FIGURE "<!--figure-->"
#define LCV_HTML_FIGURE_END "<!--/figure-->"

/* Bytes of pictures on a page, of one picture, and of one that shows no counterexample. */
#define LCV_HTML_FIGURES 600000
#define LCV_HTML_LARGEST 24000
#define LCV_HTML_LARGE 8000

/* Text where markup is; quotes, too. */
void lcv_html_text(FILE *out, const char *text);

void lcv_html_begin(lcv_report *report);
void lcv_html_put(lcv_report *report, const lcv_item *item);
void lcv_html_end(lcv_report *report);

extern const char lcv_page_css[], lcv_page_js[]; /* made from page.css and page.js */

#endif
