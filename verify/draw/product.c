/* product.c - see product.h. */
#include "config.h"

#include "product.h"

#include "../value/text.h"
#include "scene.h"

enum { M, N, K };

/* The modes of A, B and C: down and across where they stand. */
static const size_t mode_of[3][2] = {{M, K}, {N, K}, {M, N}};

/* The operands A, B, C have places in (M,K), (N,K) and (M,N). */
typedef struct {
    const lcv_value *of[3];
    size_t nmarked[3];
    const lc_int *marked[3]; /* coordinates of each operand */
    const lc_layout *ids;    /* of the threads; or NULL */
} operands;

typedef struct {
    lc_ctx *ctx;
    lcv_side side[3]; /* of M, N, K */
    lc_int extent[3];
    const lcv_shown *values; /* of matrices of offsets; NULL: of thread-value layouts */
    bool shared[3];          /* it is in shared memory: each thread has all of it */
    lcv_holders of[3];
    size_t nmarked[3];
    size_t *marked[3]; /* elements */
} product;

/* ---- opened ---- */

/* Are all threads at the same places? */
static bool is_shared(lc_ctx *ctx, const lcv_value *tv)
{
    lc_layout *threads = tv->kind == LCV_LAYOUT && lc_layout_rank(tv->layout) == 2
                             ? lcv_mode_of(ctx, tv->layout, 0)
                             : NULL;
    bool shared = threads && !lc_int_is_one(lc_layout_size(ctx, threads));
    for (size_t i = 0; shared && i < lc_layout_nleaves(threads); i++)
        shared = lc_int_is_zero(lc_layout_step(threads, i));
    return shared;
}

static bool find_marked(product *p, const operands *o, size_t i)
{
    p->marked[i] = lc_frame_alloc(p->ctx, o->nmarked[i] + 1, sizeof *p->marked[i]);
    for (size_t k = 0; p->marked[i] && k < o->nmarked[i]; k++)
        p->nmarked[i] += lcv_holders_element(&p->of[i], o->marked[i][k],
                                             &p->marked[i][p->nmarked[i]]);
    return p->marked[i] != NULL;
}

/* The coordinates of a mode of the product that stay when it is cut. */
static lc_int *kept_on(const product *p, size_t mode, size_t *n)
{
    lc_int *kept = lc_frame_alloc(p->ctx, p->nmarked[0] + p->nmarked[1] + p->nmarked[2] + 1,
                                  sizeof *kept);
    *n = 0;
    for (size_t i = 0; kept && i < 3; i++)
        for (size_t k = 0; k < p->nmarked[i]; k++) {
            lc_int e = lc_int_si(p->ctx, (int64_t)p->marked[i][k]);
            lc_int minor = p->extent[mode_of[i][0]];
            if (mode_of[i][0] == mode)
                kept[(*n)++] = lc_int_fmod(p->ctx, e, minor);
            else if (mode_of[i][1] == mode)
                kept[(*n)++] = lc_int_fdiv(p->ctx, e, minor);
        }
    return kept;
}

static bool open_sides(product *p, const lc_tuple *shape, const lcv_draw_options *how)
{
    lcv_room room = how->limit > 0 ? (lcv_room){how->limit + 2, how->limit, false}
                                   : (lcv_room){LCV_DRAW_WHOLE, LCV_DRAW_FEW, false};
    for (size_t mode = 0; mode < 3; mode++) {
        size_t n;
        lc_int *kept = kept_on(p, mode, &n);
        lc_tuple *extent = lcv_part_of(p->ctx, shape, mode);
        if (!kept || !extent ||
            !lcv_side_make(p->ctx, extent, lc_int_const(1), room, n, kept, &p->side[mode]))
            return false;
    }
    return true;
}

static bool open_product(lcr_ctx *r, const operands *o, const lc_tuple *shape,
                         const lcv_draw_options *how, product *p)
{
    p->ctx = lcr_ctx_lc(r);
    lc_tuple *mode[3];
    for (size_t i = 0; i < 3; i++) {
        mode[i] = lcv_part_of(p->ctx, shape, i);
        if (!mode[i])
            return false;
        p->extent[i] = lc_tuple_size(p->ctx, mode[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        lc_tuple *tile = lcv_kept(p->ctx, lc_tuple_of(p->ctx, 2,
                                                      (lc_tuple *[]){mode[mode_of[i][0]],
                                                                     mode[mode_of[i][1]]}));
        p->shared[i] = is_shared(p->ctx, o->of[i]);
        if (!tile || (!p->shared[i] &&
                      (!lcv_holders_open(r, o->of[i], tile, &p->of[i]) || !find_marked(p, o, i))))
            return false;
        p->of[i].letter = "abc"[i];
        p->of[i].ids = o->ids;
        p->of[i].tone = how->tone;
    }
    return open_sides(p, shape, how);
}

/* ---- cells ---- */

/* The operand whose cell it is, with its sides; false: of none. */
static bool cell_of(const product *p, size_t row, size_t column, size_t *i, lc_int *down,
                    lc_int *across)
{
    size_t k = p->side[K].n;
    bool above = row < k, left = column < k;
    *i = above ? 1 : left ? 0 : 2;
    *down = above ? p->side[K].at[row] : p->side[M].at[row - k];
    *across = left ? p->side[K].at[column] : p->side[N].at[column - k];
    return !(above && left);
}

static bool make_cell(const product *p, size_t i, lc_int down, lc_int across, lcv_cell *cell)
{
    if (lc_int_sign(down) < 0 || lc_int_sign(across) < 0)
        return lcv_cell_text(p->ctx, cell, LCV_ELLIPSIS);
    if (p->values) {
        lc_int first = i == 1 ? across : down, second = i == 1 ? down : across;
        first = lc_int_add(p->ctx, first, lc_int_mul(p->ctx, second, p->extent[mode_of[i][0]]));
        return lcv_cell_value(p->ctx, cell, lcv_shown_at(&p->values[i], first));
    }
    if (p->shared[i]) {
        cell->marks |= LCV_MARK_FAINT;
        return lcv_cell_note(p->ctx, cell, "smem");
    }
    lc_int minor = i == 1 ? across : down, major = i == 1 ? down : across;
    lc_int e = lc_int_add(p->ctx, minor, lc_int_mul(p->ctx, major, p->extent[mode_of[i][0]]));
    size_t element = (size_t)lc_int_get_si(e);
    for (size_t k = 0; k < p->nmarked[i]; k++)
        cell->marks |= p->marked[i][k] == element ? LCV_MARK_FAULT : 0;
    return lcv_holders_cell(&p->of[i], element, cell);
}

static bool fill(const product *p, lcv_figure *f)
{
    bool ok = true;
    for (size_t row = 0; ok && row < f->row.size; row++)
        for (size_t column = 0; ok && column < f->column.size; column++) {
            size_t i;
            lc_int down, across;
            lcv_cell *cell = lcv_figure_cell(f, row, column);
            lc_frame frame = lc_frame_open(p->ctx);
            if (cell_of(p, row, column, &i, &down, &across))
                ok = make_cell(p, i, down, across, cell);
            else
                cell->marks |= LCV_MARK_ABSENT;
            lc_frame_close(p->ctx, frame);
        }
    return ok;
}

/* ---- axes ---- */

static bool label(const product *p, size_t mode, const char *name, lcv_axis *axis)
{
    static char ellipsis[] = LCV_ELLIPSIS;
    const lcv_side *side[2] = {&p->side[K], &p->side[mode]};
    lcv_label *label = lc_frame_alloc(p->ctx, axis->size, sizeof *label);
    size_t n = 0;
    for (size_t s = 0; label && s < 2; s++)
        for (size_t i = 0; i < side[s]->n; i++, n++) {
            label[n].span = 1;
            label[n].text = lcv_side_gap(side[s], i)
                                ? ellipsis
                                : lcv_kept(p->ctx, lcv_text(p->ctx, "%i", side[s]->at[i]));
            if (!label[n].text)
                return false;
        }
    lcv_label names[2] = {{p->side[K].n, (char *)(uintptr_t) "k"},
                          {p->side[mode].n, (char *)(uintptr_t)name}};
    axis->cut = side[0]->cut || side[1]->cut;
    axis->rule[p->side[K].n] = LCV_RULE_BLOCK;
    return label && lcv_axis_labels(p->ctx, axis, n, label) &&
           lcv_axis_labels(p->ctx, axis, 2, names);
}

static lcv_figure *draw_around(const product *p, const char *title)
{
    size_t k = p->side[K].n;
    lcv_figure *f = lcv_figure_grid(p->ctx, title, k + p->side[M].n, k + p->side[N].n);
    if (f && label(p, M, "m", &f->row) && label(p, N, "n", &f->column) && fill(p, f))
        return f;
    lcv_figure_free(f);
    return NULL;
}

static lcv_figure *draw_product(lcr_ctx *r, const operands *o, const lc_tuple *shape,
                                const char *title, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    product *p = lc_frame_alloc(ctx, 1, sizeof *p);
    if (!p || !open_product(r, o, shape, how, p))
        return NULL;
    return draw_around(p, title);
}

/* ---- atoms ---- */

static bool is_layout_like(const lcv_value *v)
{
    return v->kind == LCV_LAYOUT || v->kind == LCV_LINEAR || v->kind == LCV_COMPOSED;
}

bool lcv_is_mma(const lcv_value *v)
{
    return v->kind == LCV_LIST && v->nparts >= 5 && v->part[1]->kind == LCV_TUPLE &&
           lc_tuple_rank(v->part[1]->tuple) == 3 && !lc_tuple_has_wildcard(v->part[1]->tuple) &&
           is_layout_like(v->part[2]) && is_layout_like(v->part[3]) && is_layout_like(v->part[4]);
}

lcv_figure *lcv_draw_mma(lcr_ctx *r, const lcv_value *atom, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_tuple *shape = atom->part[1]->tuple;
    operands p = {.of = {atom->part[2], atom->part[3], atom->part[4]}};
    if (atom->part[0]->kind == LCV_LAYOUT)
        p.ids = atom->part[0]->layout;
    char *title =
        lcv_kept(ctx, lcv_text(ctx, "C (below) of A (left) and B (above), (M,N,K) = %t", shape));
    return title ? draw_product(r, &p, shape, title, how) : NULL;
}

/* ---- matrices of offsets ---- */

bool lcv_is_gemm(lc_ctx *ctx, const lcv_value *v)
{
    lc_int size[3][2];
    bool is = v->kind == LCV_LIST && v->nparts == 3;
    for (size_t i = 0; is && i < 3; i++) {
        is = is_layout_like(v->part[i]) && v->part[i]->kind != LCV_LINEAR &&
             lc_layout_rank(v->part[i]->layout) == 2;
        for (size_t k = 0; is && k < 2; k++) {
            lc_layout *mode = lcv_mode_of(ctx, v->part[i]->layout, k);
            is = mode != NULL;
            size[i][k] = is ? lc_layout_size(ctx, mode) : lc_int_const(0);
        }
    }
    return is && lc_int_eq(size[0][0], size[2][0]) && lc_int_eq(size[1][0], size[2][1]) &&
           lc_int_eq(size[0][1], size[1][1]);
}

lcv_figure *lcv_draw_gemm(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    product *p = lc_frame_alloc(ctx, 1, sizeof *p);
    lcv_shown *shown = lc_frame_alloc(ctx, 3, sizeof *shown);
    if (!p || !shown)
        return NULL;
    for (size_t i = 0; i < 3; i++)
        if (!lcv_shown_open(r, v->part[i], &shown[i]))
            return NULL;
    lc_tuple *mode[3] = {lcv_part_of(ctx, shown[0].domain.shape, 0),
                         lcv_part_of(ctx, shown[1].domain.shape, 0),
                         lcv_part_of(ctx, shown[0].domain.shape, 1)};
    bool modes = mode[0] && mode[1] && mode[2];
    lc_tuple *shape = modes ? lcv_kept(ctx, lc_tuple_of(ctx, 3, mode)) : NULL;
    p->ctx = ctx;
    p->values = shown;
    for (size_t i = 0; shape && i < 3; i++)
        p->extent[i] = lc_tuple_size(ctx, mode[i]);
    return shape && open_sides(p, shape, how)
               ? draw_around(p, "C (below) of A (left) and B (above)")
               : NULL;
}

/* ---- multiplies(A, B, C, S) ---- */

lcv_figure *lcv_draw_multiplies(const lcv_scene *s)
{
    operands p = {.of = {s->arg[0], s->arg[1], s->arg[2]}};
    lc_tuple *shape = lcv_kept(s->ctx, lcv_as_tuple(s->ctx, s->arg[3]));
    for (size_t i = 0; i < 3; i++) {
        lc_int *at = lc_frame_alloc(s->ctx, LCV_MOST_FAULTS, sizeof *at);
        char *name = lcv_parameter_name(s->ctx, s->claim->signature, i);
        if (!at || !name)
            return NULL;
        p.nmarked[i] = lcv_faults_at(s->ctx, s->result, name, at);
        p.marked[i] = at;
    }
    return shape ? draw_product(s->r, &p, shape, lcv_fault_title(s), s->how) : NULL;
}
