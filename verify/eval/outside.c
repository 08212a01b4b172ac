/* outside.c - coordinates outside the shape of their layout.
 *
 * A layout has values there too: the last leaf of every mode extends (Cecka 2.4). Such a
 * coordinate is most often a mistake, so it gets a note.
 */
#include "config.h"

#include "eval.h"

#include "../operation/operation.h"

void lcv_eval_note_outside(lcv_eval *e, lcv_span span, const lcv_value *x, const lcv_value *c)
{
    bool shaped = x->kind == LCV_LAYOUT || x->kind == LCV_TENSOR || x->kind == LCV_COMPOSED;
    if (!e->notes || !shaped || c->kind != LCV_TUPLE)
        return;
    lc_frame frame = lc_frame_open(e->ctx);
    lc_tuple *shape = lcv_kept(e->ctx, lcv_as_tuple(e->ctx, x));
    if (shape && lcv_lies_outside(e->ctx, c->tuple, shape)) {
        char *at = lcv_kept(e->ctx, lc_tuple_to_str(e->ctx, c->tuple));
        char *of = lcv_kept(e->ctx, lc_tuple_to_str(e->ctx, shape));
        lcv_notes_add(e->notes, e->source, span,
                      "the coordinate %.200s is outside the shape %.200s: the last mode extends",
                      at ? at : "?", of ? of : "?");
    }
    lc_ctx_reset(e->ctx);
    lc_frame_close(e->ctx, frame);
}
