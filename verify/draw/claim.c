/* claim.c - which pictures a claim has. */
#include "config.h"

#include "claim.h"

#include <stdlib.h>
#include <string.h>

#include "../value/text.h"
#include "function.h"
#include "scene.h"

#define FEW 16 /* cells of a side, where the limit is not given */

/* ---- parameters ---- */

char *lcv_parameter_name(lc_ctx *ctx, const char *signature, size_t i)
{
    const char *at = strchr(signature, '(') + 1;
    for (; at[-1] != '\0' && i > 0; i--)
        at = strchr(at, ',') ? strchr(at, ',') + 1 : at + strlen(at);
    at += strspn(at, "[, ");
    lc_text text = {0};
    lc_text_add_bytes(&text, at, strcspn(at, "=[,) "));
    return lcv_kept(ctx, lc_text_take(ctx, &text));
}

/* Which parameter has a name; -1: none. */
static int parameter(const char *signature, const char *name)
{
    const char *at = strchr(signature, '(');
    size_t length = strlen(name);
    for (int i = 0; at && *at != '\0'; i++) {
        at += strspn(at, "([, ");
        size_t n = strcspn(at, "=[,) ");
        if (n == 0)
            break;
        if (n == length && memcmp(at, name, n) == 0)
            return i;
        at = strchr(at, ',');
    }
    return -1;
}

/* ---- faults ---- */

size_t lcv_faults_at(lc_ctx *ctx, const lcv_result *result, const char *of,
                     lc_int at[LCV_MOST_FAULTS])
{
    const lcv_counterexample *e = &result->counterexample;
    size_t n = 0;
    for (size_t k = 0; k < e->nfaults && n < LCV_MOST_FAULTS; k++) {
        const lcv_fault *f = &e->faults[k];
        if (f->at && strcmp(f->of, of) == 0)
            n += lc_int_parse(ctx, f->at, strlen(f->at), &at[n]) ? 1 : 0;
    }
    return n;
}

/* Is the value of an operand at fault, as it is shown? */
static bool is_fault(const lcv_result *result, const char *of, const char *value)
{
    const lcv_counterexample *e = &result->counterexample;
    for (size_t k = 0; k < e->nfaults; k++)
        if (!e->faults[k].coordinate && strcmp(e->faults[k].of, of) == 0 &&
            strcmp(e->faults[k].value, value) == 0)
            return true;
    return false;
}

bool lcv_fault_value(lc_ctx *ctx, const lcv_result *result, const char *of, lc_int *value)
{
    const lcv_counterexample *e = &result->counterexample;
    for (size_t k = 0; k < e->nfaults; k++)
        if (!e->faults[k].coordinate && strcmp(e->faults[k].of, of) == 0 &&
            lc_int_parse(ctx, e->faults[k].value, strlen(e->faults[k].value), value))
            return true;
    return false;
}

char *lcv_fault_title(const lcv_scene *s)
{
    const lcv_counterexample *e = &s->result->counterexample;
    if (s->result->verdict != LCV_REFUTED)
        return NULL;
    return lcv_kept(s->ctx, lcv_text(s->ctx, "%s%s%s", e->where, e->where[0] != '\0' ? ": " : "",
                                     e->summary));
}

/* ---- operands ---- */

/* The coordinates that are marked, and the name by which values are. */
typedef struct {
    const lcv_scene *s;
    const char *name;
    size_t n;
    lc_int at[LCV_MOST_FAULTS];
} faults;

static bool mark(void *user, const lcv_shown *shown, lc_int c, lcv_cell *cell)
{
    (void)shown;
    const faults *f = user;
    for (size_t i = 0; i < f->n; i++)
        if (lc_int_eq(f->at[i], c))
            cell->marks |= LCV_MARK_FAULT;
    if (cell->text && is_fault(f->s->result, f->name, cell->text))
        cell->marks |= LCV_MARK_FAULT;
    return true;
}

/* With the faults of this name; NULL without an error for what is no function. */
static lcv_figure *draw_marked(const lcv_scene *s, const char *name, const lcv_value *v)
{
    lcv_shown shown;
    faults *f = lc_frame_alloc(s->ctx, 1, sizeof *f);
    if (!f)
        return NULL;
    f->s = s;
    f->name = name;
    f->n = lcv_faults_at(s->ctx, s->result, name, f->at);
    /* a tuple may be a number, or the shape of values */
    bool function = v->kind == LCV_TUPLE ? f->n > 0
                                         : lcv_is_function(v) || v->kind == LCV_RELATION;
    if (!function || !lcv_shown_open(s->r, v, &shown))
        return NULL;
    shown.domain.nkept = f->n;
    shown.domain.kept = f->at;
    char *title = lcv_named(s->r, name, v);
    return title ? lcv_shown_grids(&shown, title, s->how, mark, f) : NULL;
}

lcv_figure *lcv_draw_operand(const lcv_scene *s, size_t i)
{
    char *name = lcv_parameter_name(s->ctx, s->claim->signature, i);
    lcv_figure *f = name && s->arg[i] ? draw_marked(s, name, s->arg[i]) : NULL;
    if (!f)
        lc_ctx_reset(s->ctx); /* one without a picture is left out */
    return f;
}

/* ---- modes of operands ---- */

/* The value that steps call `mode(A,1)`; kept. NULL without an error: there is none. */
static lcv_value *named(const lcv_scene *s, const char *name)
{
    size_t length = strlen(name);
    int of = parameter(s->claim->signature, name);
    if (of >= 0)
        return lcv_scene_arg(s, (size_t)of);
    const char *comma = strrchr(name, ',');
    if (strncmp(name, "mode(", 5) != 0 || !comma || name[length - 1] != ')')
        return NULL;
    lc_text text = {0};
    lc_text_add_bytes(&text, name + 5, (size_t)(comma - name) - 5);
    char *inner = lcv_kept(s->ctx, lc_text_take(s->ctx, &text));
    lcv_value *v = inner ? named(s, inner) : NULL;
    size_t i = strtoul(comma + 1, NULL, 10);
    if (v && v->kind == LCV_TILER) {
        const lc_tiler *on = lc_tiler_on(v->tiler, i);
        lc_tiler *tiler = on ? lcv_kept(s->ctx, lc_tiler_ref(on)) : NULL;
        const lc_layout *whole = tiler ? lc_tiler_as_layout(tiler) : NULL;
        return whole ? lcv_kept(s->ctx, lcv_value_layout(s->ctx, lc_layout_ref(whole))) : NULL;
    }
    if (v && v->kind == LCV_TUPLE) { /* of a tiler by mode */
        lc_tuple *part = i < lc_tuple_rank(v->tuple) ? lcv_part_of(s->ctx, v->tuple, i) : NULL;
        lc_layout *tile = part ? lcv_kept(s->ctx, lc_layout_compact(s->ctx, part)) : NULL;
        return tile ? lcv_kept(s->ctx, lcv_value_layout(s->ctx, lc_layout_ref(tile))) : NULL;
    }
    lc_layout *a = v ? lcv_kept(s->ctx, lcv_as_layout(s->ctx, v)) : NULL;
    lc_layout *mode = a && i < lc_layout_rank(a) ? lcv_mode_of(s->ctx, a, i) : NULL;
    return mode ? lcv_kept(s->ctx, lcv_value_layout(s->ctx, lc_layout_ref(mode))) : NULL;
}

static bool first_of_name(const lcv_counterexample *e, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (strcmp(e->faults[i].of, e->faults[k].of) == 0)
            return false;
    return true;
}

/* Those whose faults are not of the whole operand. */
static bool add_modes(const lcv_scene *s, lcv_figure *all)
{
    const lcv_counterexample *e = &s->result->counterexample;
    for (size_t k = 0; k < e->nfaults; k++) {
        const char *name = e->faults[k].of;
        bool mode = parameter(s->claim->signature, name) < 0 && first_of_name(e, k);
        lcv_value *v = mode ? named(s, name) : NULL;
        lcv_figure *f = v ? draw_marked(s, name, v) : NULL;
        lc_ctx_reset(s->ctx);
        if (f && !lcv_figure_add(s->ctx, all, f))
            return false;
    }
    return true;
}

/* All operands beside each other. */
static lcv_figure *draw_operands(const lcv_scene *s)
{
    lcv_figure *all = lcv_figure_beside(s->ctx, lcv_fault_title(s));
    bool ok = all && add_modes(s, all);
    bool modes = ok && all->nparts > 0;
    for (size_t i = 0; ok && !modes && i < s->n; i++) {
        lcv_figure *f = lcv_draw_operand(s, i);
        ok = !f || lcv_figure_add(s->ctx, all, f);
    }
    if (ok && all->nparts > 0)
        return all;
    lcv_figure_free(all);
    return NULL;
}

lcv_figure *lcv_draw_both(const lcv_scene *s)
{
    return draw_operands(s);
}

/* ---- claims ---- */

lcv_figure *lcv_draw_claim(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *arg,
                           const lcv_result *result, lcv_draw_which which,
                           const lcv_draw_options *o)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_draw_options how = *o;
    bool refuted = result->verdict == LCV_REFUTED;
    if (!refuted && which == LCV_DRAW_REFUTED)
        return NULL;
    how.limit = o->limit > 0 ? o->limit : FEW;
    lc_frame frame = lc_frame_open(ctx);
    lcv_scene s = {r, ctx, claim, n, arg, result, &how};
    lcv_figure *f = claim->draw ? claim->draw(&s) : NULL;
    if (!f && (refuted || which == LCV_DRAW_ALL)) {
        lc_ctx_reset(ctx);
        f = draw_operands(&s);
    }
    lc_frame_close(ctx, frame);
    return f;
}
