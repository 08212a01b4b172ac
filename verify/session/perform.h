/* perform.h - the actions of the verbs.
 *
 * A statement that defines nothing is skipped if only definitions count, and a definition without
 * its value binds the name (lcv_part). The functions that take an expression also serve an
 * expression by itself (expression.c).
 */
#ifndef LCV_PERFORM_H
#define LCV_PERFORM_H

#include "statement.h"

void lcv_perform(lcv_work *w, const lcv_stmt *stmt);

/* `perform` on the expression once its calls of functions of a file are made (calls.h). */
void lcv_perform_with_calls(lcv_work *w, lcv_ast *expr,
                            void (*perform)(lcv_work *, const lcv_ast *));
/* The value, or the truth of a claim. */
void lcv_perform_show(lcv_work *w, const lcv_ast *expr);
void lcv_perform_prove(lcv_work *w, const lcv_ast *expr);
/* The value as relations; with an explanation. */
void lcv_perform_relate(lcv_work *w, const lcv_ast *expr);
void lcv_perform_code(lcv_work *w, const lcv_ast *expr);    /* as C */
void lcv_perform_explain(lcv_work *w, const lcv_ast *expr); /* into w->explanation */

/* draw.c: the value as a picture in text; the steps of a composition */
void lcv_perform_draw(lcv_work *w, const lcv_ast *expr);
void lcv_perform_draw_steps(lcv_work *w, const lcv_ast *expr);
/* Records in w->applied the operation that gives the value of the expression, for its picture. */
void lcv_watch(lcv_work *w, const lcv_ast *expr);
/* How plans are drawn; NULL: they are not. */
const struct lcv_draw_options *lcv_plan_drawing(const lcv_session *session);
/* The picture of a plan, or without one that of its refuted claim. */
void lcv_draw_planned(lcv_work *w, struct lcv_figure *figure);
/* The picture of the value, if the session has figures and the value has a picture. */
void lcv_draw_shown(lcv_work *w);

/* Gives the indices of a table the names that its promises use: b in T[b + 1] - T[b] <= 8. */
void lcv_name_indices(lcv_work *w, lcv_ast *table);
/* promised.c: assumes what the promises of a table say of the parameters; nothing for other
 * values. False with the status set. */
bool lcv_assume_promised(lcv_work *w, const lcv_value *v);
/* Checks that a declared table may exist. False with the status set: it is proved that there is
 * none. */
bool lcv_check_promised(lcv_work *w, const lcv_value *v);

/* import.c */
void lcv_perform_import(lcv_work *w, const lcv_stmt *stmt);

/* kernel.c: a kernel is read; is the expression a claim about one, or one that is about kernels
 * alone? Then it is proved. */
void lcv_perform_kernel(lcv_work *w, const lcv_stmt *stmt);
bool lcv_is_kernel_claim(const lcv_work *w, const lcv_ast *expr);
void lcv_perform_kernel_claim(lcv_work *w, const lcv_ast *expr);

#endif
