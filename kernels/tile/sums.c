/* sums.c - sums in the registers of a warpgroup: products, functions of each, reductions of
 * their rows. */
#include "config.h"

#include "tile.h"

/* ---- products ---- */

void lck_tile_multiply(lck_tiling *t, int atom, const lck_sums *sums, const lck_tile *a,
                       const lc_expr *a_slot, const lc_expr *row, const lck_tile *b,
                       const lc_expr *b_slot)
{
    const int k = t->kernel->atom[atom].k;
    const lck_tile *s[] = {a, b};
    const lc_expr *base[] = {lck_add(t, lck_mul_by(t, a_slot, a->elements),
                                     lck_mul_by(t, row, a->chunk)),
                             lck_mul_by(t, b_slot, b->elements)};
    for (int at = 0; at < a->used; at += k) {
        lck_operand o[2];
        for (int i = 0; i < 2; i++) {
            int64_t place = (int64_t)(at / s[i]->chunk) * s[i]->rows * s[i]->chunk +
                            at % s[i]->chunk;
            o[i] = (lck_operand){.array = s[i]->array,
                                 .index = lck_add_by(t, base[i], place),
                                 .leading = 16,
                                 .stride = 8 * s[i]->span,
                                 .span = s[i]->span};
        }
        lck_wgmma(&t->out, atom, (lck_register){sums->file, lck_int(t, 0)}, o[0], o[1],
                  lck_int(t, at > 0));
    }
}

void lck_tile_multiply_by(lck_tiling *t, int atom, const lck_sums *sums, const lck_sums *a,
                          const lck_tile *b, const lc_expr *b_slot, const lc_expr *adds)
{
    const int k = t->kernel->atom[atom].k;
    const lc_expr *base = lck_mul_by(t, b_slot, b->elements);
    for (int at = 0; at < a->columns; at += k) {
        lck_operand left = {.array = -1, .held = {a->file, lck_int(t, at / 2)}};
        lck_operand right = {.array = b->array, .stride = 8 * b->span, .span = b->span};
        if (b->element->bytes == 1) {
            const int64_t place = (int64_t)(at / b->chunk) * b->rows * b->chunk + at % b->chunk;
            right.index = lck_add_by(t, base, place);
            right.leading = 16;
        } else {
            right.index = lck_add_by(t, base, (int64_t)at * b->chunk);
            right.leading = b->columns > b->chunk ? b->rows * b->span : 0; /* to the next chunk */
            right.mn_major = true;
        }
        lck_wgmma(&t->out, atom, (lck_register){sums->file, lck_int(t, 0)}, left, right,
                  at > 0 ? lck_int(t, 1) : adds);
    }
}

/* ---- sum by sum ---- */

/* Which of a thread's two rows a sum is in. */
static const lc_expr *which_row(lck_tiling *t, const lc_expr *number)
{
    return lck_mod_by(t, lck_div_by(t, number, 2), 2);
}

const lc_expr *lck_tile_row(lck_tiling *t, const lc_expr *number)
{
    const lc_expr *warp = lck_mod_by(t, t->warp, 4);
    const lc_expr *row = lck_add(t, lck_mul_by(t, warp, 16), lck_div_by(t, t->lane, 4));
    return lck_add(t, row, lck_mul_by(t, which_row(t, number), 8));
}

const lc_expr *lck_tile_column(lck_tiling *t, const lc_expr *number)
{
    const lc_expr *pair = lck_mul_by(t, lck_mod_by(t, t->lane, 4), 2);
    const lc_expr *eight = lck_mul_by(t, lck_div_by(t, number, 4), 8);
    return lck_add(t, lck_add(t, eight, pair), lck_mod_by(t, number, 2));
}

void lck_tile_map(lck_tiling *t, const lck_sums *sums, lck_function function,
                  const lck_rowwise *by)
{
    const lc_expr *i = lck_tile_for(t, "i", sums->columns / 2);
    lck_register held = {sums->file, i};
    lck_register value = by ? (lck_register){by->file, which_row(t, i)} : held;
    lck_apply_to(&t->out, function, held, held, value);
    lck_end(&t->out);
}

void lck_tile_scale(lck_tiling *t, const lck_sums *sums, lck_register factor,
                    const lck_rowwise *plus, lck_register scratch)
{
    const lc_expr *i = lck_tile_for(t, "i", sums->columns / 2);
    lck_register held = {sums->file, i};
    const lck_register added = {plus->file, which_row(t, i)};
    lck_apply_to(&t->out, LCK_SAME, scratch, added, added);
    lck_multiply(&t->out, scratch, held, factor);
    lck_apply_to(&t->out, LCK_SAME, held, scratch, scratch);
    lck_end(&t->out);
}

void lck_tile_reduce(lck_tiling *t, const lck_sums *sums, lck_function function,
                     const lck_rowwise *to)
{
    const lc_expr *i = lck_tile_for(t, "i", sums->columns / 2);
    lck_apply(&t->out, function, (lck_register){to->file, which_row(t, i)},
              (lck_register){sums->file, i});
    lck_end(&t->out);
}

void lck_tile_join(lck_tiling *t, lck_function function, const lck_rowwise *to,
                   const lck_rowwise *scratch)
{
    for (int bits = 1; bits < 4; bits *= 2) {
        const lc_expr *r = lck_tile_for(t, "i", 2);
        lck_shuffle(&t->out, (lck_register){scratch->file, r}, (lck_register){to->file, r}, bits);
        lck_apply(&t->out, function, (lck_register){to->file, r},
                  (lck_register){scratch->file, r});
        lck_end(&t->out);
    }
}

/* Words of four sums, two columns of two rows each, whose halves change places. */
static void round_to_bytes(lck_tiling *t, const lck_sums *sums, const lck_sums *to, int scratch)
{
    const lc_expr *i = lck_tile_for(t, "i", sums->columns / 16);
    const lc_expr *at = lck_mul_by(t, i, 8);
    const lck_register words = {scratch, lck_int(t, 0)};
    lck_convert(&t->out, words, (lck_register){sums->file, at}, 8);
    lck_turn(&t->out, (lck_register){to->file, at}, words, 2);
    lck_end(&t->out);
}

void lck_tile_round(lck_tiling *t, const lck_sums *sums, const lck_sums *to, int scratch)
{
    if (t->kernel->file[to->file].element->bytes == 1) {
        round_to_bytes(t, sums, to, scratch);
        return;
    }
    const lc_expr *i = lck_tile_for(t, "i", sums->columns / 4);
    const lc_expr *at = lck_mul_by(t, i, 2);
    lck_convert(&t->out, (lck_register){to->file, at}, (lck_register){sums->file, at}, 2);
    lck_end(&t->out);
}

/* ---- values of rows ---- */

void lck_rowwise_set(lck_tiling *t, const lck_rowwise *to, int64_t value)
{
    const lc_expr *r = lck_tile_for(t, "i", 2);
    lck_set(&t->out, (lck_register){to->file, r}, lck_int(t, value));
    lck_end(&t->out);
}

void lck_rowwise_apply(lck_tiling *t, const lck_rowwise *to, lck_function function,
                       const lck_rowwise *left, const lck_rowwise *right)
{
    const lc_expr *r = lck_tile_for(t, "i", 2);
    lck_apply_to(&t->out, function, (lck_register){to->file, r}, (lck_register){left->file, r},
                 (lck_register){right->file, r});
    lck_end(&t->out);
}
