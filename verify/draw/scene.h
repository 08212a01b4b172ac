/* scene.h - a claim to be drawn, for the functions that rows name (`draw` of lcv_claim).
 *
 * A scene gives a figure; NULL without an error where it has none, and then the operands of a
 * refuted claim are drawn. Figures are owned, all else is kept by the open frame.
 */
#ifndef LCV_DRAW_SCENE_H
#define LCV_DRAW_SCENE_H

#include "draw.h"

typedef struct lcv_scene {
    lcr_ctx *r;
    lc_ctx *ctx;
    const lcv_claim *claim;
    size_t n;
    lcv_value *const *arg;
    const lcv_result *result;
    const lcv_draw_options *how;
} lcv_scene;

/* Argument i; NULL: it was not given. */
static inline lcv_value *lcv_scene_arg(const lcv_scene *s, size_t i)
{
    return i < s->n ? s->arg[i] : NULL;
}

/* The name of parameter i, kept. */
char *lcv_parameter_name(lc_ctx *ctx, const char *signature, size_t i);

#define LCV_MOST_FAULTS 64 /* that are marked in one operand */

/* The coordinates at fault of the operand with this name; returns their number. */
size_t lcv_faults_at(lc_ctx *ctx, const lcv_result *result, const char *of,
                     lc_int at[LCV_MOST_FAULTS]);
/* A value of an operand that is at fault and an integer; false: none is. */
bool lcv_fault_value(lc_ctx *ctx, const lcv_result *result, const char *of, lc_int *value);

/* "c = 2: 3 is not 7", kept; NULL of a claim that was not refuted. */
char *lcv_fault_title(const lcv_scene *s);

/* One operand with its faults marked; NULL without an error if it has no grid. */
lcv_figure *lcv_draw_operand(const lcv_scene *s, size_t i);

/* access.c: the banks and sectors of an access of a warp, the worst one. */
lcv_figure *lcv_draw_banks(const lcv_scene *s);
lcv_figure *lcv_draw_sectors(const lcv_scene *s);
/* The same of conflicts(X, ...) and sectors(X, ...), which are numbers. */
lcv_figure *lcv_draw_conflicts(const lcv_drawing *d);
lcv_figure *lcv_draw_sector_count(const lcv_drawing *d);
/* parts.c: the tile with threads and values */
lcv_figure *lcv_draw_partition(const lcv_scene *s);
/* product.c: A and B around C */
lcv_figure *lcv_draw_multiplies(const lcv_scene *s);
/* reached.c: the operands, and which numbers the first one reaches */
lcv_figure *lcv_draw_reached(const lcv_scene *s);
/* The operands, also where the claim was proved. */
lcv_figure *lcv_draw_both(const lcv_scene *s);

#endif
