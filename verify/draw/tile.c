/* tile.c - see tile.h. */
#include "config.h"

#include "tile.h"

#include <string.h>

#define SHOWN 3 /* holders of one element */

/* ---- elements ---- */

/* The integral coordinate in the shape; false: it is none. */
static bool index_of(lc_ctx *ctx, const lc_tuple *value, const lc_tuple *shape, lc_int *index)
{
    if (lc_tuple_is_leaf(value)) {
        *index = lc_tuple_value(value, 0);
        return lc_int_sign(*index) >= 0 && lc_int_lt(*index, lc_tuple_size(ctx, shape));
    }
    lc_int weight = lc_int_const(1);
    *index = lc_int_const(0);
    if (lc_tuple_rank(value) != lc_tuple_rank(shape))
        return false;
    for (size_t i = 0; i < lc_tuple_rank(shape); i++) {
        lc_tuple *mode = lcv_part_of(ctx, shape, i), *part = lcv_part_of(ctx, value, i);
        lc_int at;
        if (!mode || !part || !index_of(ctx, part, mode, &at))
            return false;
        *index = lc_int_add(ctx, *index, lc_int_mul(ctx, at, weight));
        weight = lc_int_mul(ctx, weight, lc_tuple_size(ctx, mode));
    }
    return true;
}

bool lcv_holders_element(const lcv_holders *h, lc_int c, size_t *element)
{
    lc_ctx *ctx = h->tv.ctx;
    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *value = lcv_shown_at(&h->tv, c);
    lc_int index;
    bool there = value && index_of(ctx, value, h->shape, &index);
    if (there)
        *element = (size_t)lc_int_get_si(index);
    lc_frame_close(ctx, frame);
    return there;
}

/* In order of coordinates, from the last one. */
static bool chain(lcv_holders *h)
{
    lc_ctx *ctx = h->tv.ctx;
    h->first = lc_frame_alloc(ctx, h->elements, sizeof *h->first);
    h->next = lc_frame_alloc(ctx, h->points, sizeof *h->next);
    if (!h->first || !h->next)
        return false;
    for (size_t c = h->points; c-- > 0;) {
        size_t e;
        h->next[c] = 0;
        if (lcv_holders_element(h, lc_int_si(ctx, (int64_t)c), &e)) {
            h->next[c] = h->first[e];
            h->first[e] = (uint32_t)c + 1;
        }
    }
    return lc_ctx_code(ctx) == LC_OK;
}

bool lcv_holders_open(lcr_ctx *r, const lcv_value *tv, const lc_tuple *shape, lcv_holders *out)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int most = lc_int_const(LCV_TILE_ELEMENTS), elements = lc_tuple_size(ctx, shape);
    *out = (lcv_holders){.shape = shape, .letter = 'V'};
    if (!lcv_shown_open(r, tv, &out->tv))
        return false;
    lc_int points = lc_tuple_size(ctx, out->tv.domain.shape);
    if (lc_int_lt(most, elements) || lc_int_lt(most, points) || lc_int_sign(elements) <= 0)
        return false;
    out->elements = (size_t)lc_int_get_si(elements);
    out->points = (size_t)lc_int_get_si(points);
    return chain(out);
}

/* ---- threads and values ---- */

static bool is_value_dim(const lcv_holders *h, size_t mode)
{
    const char *const *name = h->tv.domain.name;
    if (!name)
        return mode > 0;
    bool registers = false;
    for (size_t i = 0; i < lc_tuple_rank(h->tv.domain.shape); i++)
        registers = registers || strcmp(name[i], "register") == 0 ||
                    strcmp(name[i], "value") == 0;
    return registers ? strcmp(name[mode], "register") == 0 || strcmp(name[mode], "value") == 0
                     : mode > 0;
}

/* Integral coordinates of the modes that are threads, and of those that are values. */
static void split(const lcv_holders *h, size_t c, size_t *thread, size_t *value, bool *values)
{
    lc_ctx *ctx = h->tv.ctx;
    size_t weight[2] = {1, 1}, part[2] = {0, 0};
    *values = false;
    for (size_t i = 0; i < lc_tuple_rank(h->tv.domain.shape); i++) {
        lc_tuple *mode = lcv_part_of(ctx, h->tv.domain.shape, i);
        size_t size = mode ? (size_t)lc_int_get_si(lc_tuple_size(ctx, mode)) : 1;
        bool of_value = is_value_dim(h, i);
        part[of_value] += c % size * weight[of_value];
        weight[of_value] *= size;
        c /= size;
        *values = *values || of_value;
    }
    *thread = part[0];
    *value = part[1];
}

static int tone_of(const lcv_holders *h, size_t thread, size_t value)
{
    return (int)(h->tone == LCV_TONE_VALUE  ? value
                 : h->tone == LCV_TONE_WARP ? thread / 32
                                            : thread);
}

bool lcv_holders_cell(const lcv_holders *h, size_t element, lcv_cell *cell)
{
    lc_ctx *ctx = h->tv.ctx;
    lc_text text = {0}, note = {0};
    size_t thread, value, n = 0;
    bool values = false;
    for (uint32_t at = h->first[element]; at != 0; at = h->next[at - 1], n++) {
        if (n == SHOWN) {
            lc_text_add(&text, " ...");
            break;
        }
        split(h, at - 1, &thread, &value, &values);
        if (h->ids)
            thread =
                (size_t)lc_int_get_si(lc_layout_at(ctx, h->ids, lc_int_si(ctx, (int64_t)thread)));
        lc_text_printf(&text, "%sT%zu", n > 0 ? " " : "", thread);
        lc_text_printf(&note, "%s%c%zu", n > 0 ? " " : "", h->letter, value);
        if (n == 0)
            cell->tone = tone_of(h, thread, value);
    }
    char *shown = n > 0 ? lcv_kept(ctx, lc_text_take(ctx, &text)) : NULL;
    char *small = n > 0 && values ? lcv_kept(ctx, lc_text_take(ctx, &note)) : NULL;
    lc_text_free(&text);
    lc_text_free(&note);
    return n == 0 || (shown && lcv_cell_text(ctx, cell, shown) &&
                      (!values || (small && lcv_cell_note(ctx, cell, small))));
}

/* ---- the tile ---- */

typedef struct {
    const lcv_holders *h;
    size_t nmarked;
    const lc_int *marked;
    unsigned mark;
} marked_tile;

static bool make_cell(void *user, lc_int c, lcv_cell *cell)
{
    const marked_tile *t = user;
    for (size_t i = 0; i < t->nmarked; i++)
        if (lc_int_eq(t->marked[i], c))
            cell->marks |= t->mark;
    return lcv_holders_cell(t->h, (size_t)lc_int_get_si(c), cell);
}

lcv_figure *lcv_holders_grids(const lcv_holders *h, const char *title, size_t nmarked,
                              const lc_int *marked, unsigned mark, const lcv_draw_options *how)
{
    lcv_holders toned = *h;
    toned.tone = how->tone;
    marked_tile t = {&toned, nmarked, marked, mark};
    lcv_cell_maker maker = {h->tv.ctx, make_cell, &t};
    lcv_domain domain = {.shape = h->shape, .nkept = nmarked, .kept = marked};
    return lcv_grids(&maker, title, &domain, how);
}
