/* rows.c - the work of a warpgroup: products, exponentials, the result of its 64 rows.
 *
 * Powers are of 2: with s = score * log2(e), the maximum m of a row so far, l the sum of 2^(s -
 * m) over the keys so far, and O the same sum of 2^(s - m) V, a new block of keys makes m' >= m
 * and multiplies l and O by 2^(m - m'), which is 0 where m is -inf. 2^(s - m) is calculated with
 * the larger of m and LEAST, so that rows that have seen no key have P = 0. (Milakov and
 * Gimelshein 2018, Algorithm 3; Dao et al. 2022, Algorithm 1.)
 */
#include "config.h"

#include "lowering.h"

/* P of 8 bits is 2^8 times as large, l with it: e4m3 has numbers from 2^-9 to 448. */
enum { P_RAISED = 8 };

static lck_register number(lck_attending *w, int which)
{
    return (lck_register){w->number, lck_int(&w->t, which)};
}

static void set(lck_attending *w, int which, int64_t value)
{
    lck_set(&w->t.out, number(w, which), lck_int(&w->t, value));
}

static void apply(lck_attending *w, lck_function function, int which, int right)
{
    lck_apply(&w->t.out, function, number(w, which), number(w, right));
}

static void load(lck_attending *w, int which, int array, const lc_expr *place)
{
    lck_load(&w->t.out, array, place, w->number, lck_int(&w->t, which), 1, 1);
}

/* A table's scale of this head, in OTHER. */
static void load_scale(lck_attending *w, int tensor)
{
    load(w, OTHER, w->table[tensor], lck_attention_place(w, tensor));
}

/* 1 / sqrt(dim), or what is given, of scores of Q and K with scales. */
static void scale_scores(lck_attending *w)
{
    const int scale = w->kernel->attention.scale;
    if (scale >= 0) {
        load(w, SCALE, scale, lck_int(&w->t, 0));
    } else {
        set(w, SCALE, w->a->dim);
        apply(w, LCK_RSQRT, SCALE, SCALE);
    }
    for (int i = LCK_Q_SCALE; i <= LCK_K_SCALE; i++)
        if (w->a->has[i]) {
            load_scale(w, i);
            apply(w, LCK_TIMES, SCALE, OTHER);
        }
    apply(w, LCK_OVER, SCALE, LN_2);
}

/* -2^120; ln 2; the scale of scores, times log2(e). */
void lck_attention_numbers(lck_attending *w)
{
    set(w, RAISED, lck_attention_turns(w->a) ? P_RAISED : 0);
    set(w, OTHER, INT64_C(1) << 60);
    set(w, LEAST, -(INT64_C(1) << 60));
    apply(w, LCK_TIMES, LEAST, OTHER);
    set(w, LN_2, 2);
    apply(w, LCK_LOG, LN_2, LN_2);
    scale_scores(w);
}

/* ---- products, in turns ---- */

/* Turn r is step r / groups of warpgroup r % groups: it awaits that turn r - 1 has begun its
 * products. */
static void await_turn(lck_attending *w, const lc_expr *group, const lc_expr *step)
{
    lck_tiling *t = &w->t;
    const int groups = w->a->groups;
    if (groups == 1)
        return;
    const lc_expr *next = lck_add_by(t, group, groups - 1);
    const lc_expr *before = lck_mod_by(t, next, groups);
    const lc_expr *first = lck_eq_by(t, group, 0);
    const lc_expr *phase = lck_sub(t, step, first);
    lck_await(&t->out, w->ring[TURN], before, phase);
}

static void end_turn(lck_attending *w, const lc_expr *group)
{
    if (w->a->groups > 1)
        lck_tile_arrive(&w->t, w->ring[TURN], group);
}

static const lc_expr *stage_of(lck_attending *w, const lc_expr *use)
{
    return lck_mod_by(&w->t, use, w->k_tiles.stages);
}

/* S = Q K^T of block j, begun. */
static void begin_scores(lck_attending *w, const lc_expr *group, const lc_expr *j)
{
    lck_tiling *t = &w->t;
    lck_fence(&t->out, LCK_FENCE_PRODUCTS);
    lck_tile_multiply(t, 0, &w->s, &w->q_tile, lck_int(t, 0),
                      lck_mul_by(t, group, lck_attention_staged(w->a)), &w->k_tiles,
                      stage_of(w, j));
    lck_commit(&t->out, LCK_PRODUCTS);
}

/* O += P V of block j, begun; that of block 0 begins O. Behind the scores of a block no fence is
 * needed, but the compiler would set one of its own. */
static void begin_result(lck_attending *w, const lc_expr *j)
{
    lck_tiling *t = &w->t;
    lck_tile_await(t, V_FULL, j, false);
    lck_fence(&t->out, LCK_FENCE_PRODUCTS);
    lck_tile_multiply_by(t, 1, &w->o, &w->p,
                         lck_attention_turns(w->a) ? &w->v_turned : &w->v_tiles, stage_of(w, j),
                         lck_op_by(t, LC_EXPR_NE, j, 0));
    lck_commit(&t->out, LCK_PRODUCTS);
}

/* ---- queries ---- */

/* The first query of a warpgroup; the one of a row, counted from there: the heads of a tile are
 * the fastest. */
static const lc_expr *first_query(lck_attending *w, const lc_expr *group)
{
    lck_tiling *t = &w->t;
    return lck_add(t, w->at, lck_mul_by(t, group, lck_attention_of_group(w->a)));
}

static const lc_expr *query_of(lck_attending *w, const lc_expr *row)
{
    return w->a->packed > 1 ? lck_div_by(&w->t, row, w->a->packed) : row;
}

/* ---- exponentials ---- */

/* Scores of keys that a query does not see are -inf: only in blocks that have such keys. What is
 * compared has a name, by which it is proved (prove-blocks.c). */
static void mask(lck_attending *w, const lc_expr *group, const lc_expr *j)
{
    lck_tiling *t = &w->t;
    const lc_expr *key = lck_let_new(&t->out, "key", lck_attention_key(w, j));
    const lc_expr *query = lck_let_new(&t->out, "query", first_query(w, group));
    lck_if(&t->out,
           lck_attention_unseen(w, query, lck_attention_of_group(w->a), key, w->a->keys));
    const lc_expr *i = lck_tile_for(t, "i", w->a->keys / 2);
    query = lck_add(t, query, query_of(w, lck_tile_row(t, i)));
    query = lck_let_new(&t->out, "of_row", query);
    key = lck_let_new(&t->out, "of_column", lck_add(t, key, lck_tile_column(t, i)));
    lck_if(&t->out, lck_attention_unseen(w, query, 1, key, 1));
    lck_register held = {w->s.file, i};
    lck_apply(&t->out, LCK_LOWEST, held, held);
    lck_end(&t->out);
    lck_end(&t->out);
    lck_end(&t->out);
}

/* The scores become P, not rounded; `most` and `sum` those with them; `factor` is what O has to
 * be multiplied by. */
static void exponentiate(lck_attending *w)
{
    lck_tiling *t = &w->t;
    lck_rowwise_apply(t, &w->factor, LCK_SAME, &w->most, &w->most);
    lck_tile_reduce(t, &w->s, LCK_MAX, &w->most);
    lck_tile_join(t, LCK_MAX, &w->most, &w->scratch);
    const lc_expr *r = lck_tile_for(t, "half", 2);
    lck_register base = {w->base.file, r}, factor = {w->factor.file, r};
    lck_apply_to(&t->out, LCK_TIMES, base, (lck_register){w->most.file, r}, number(w, SCALE));
    lck_apply(&t->out, LCK_MAX, base, number(w, LEAST));
    lck_apply(&t->out, LCK_TIMES, factor, number(w, SCALE));
    lck_apply(&t->out, LCK_MINUS, factor, base);
    lck_apply(&t->out, LCK_EXP2, factor, factor);
    lck_apply(&t->out, LCK_TIMES, (lck_register){w->sum.file, r}, factor);
    lck_apply_to(&t->out, LCK_MINUS, base, number(w, RAISED), base);
    lck_end(&t->out);
    lck_tile_scale(t, &w->s, number(w, SCALE), &w->base, number(w, OTHER));
    lck_tile_map(t, &w->s, LCK_EXP2, NULL);
    lck_tile_reduce(t, &w->s, LCK_PLUS, &w->sum);
}

/* ---- the result ---- */

void lck_attention_divide(lck_attending *w, const lc_expr *at)
{
    lck_writer *out = &w->t.out;
    const lck_register factor = {w->factor.file, at}, some = {w->base.file, at};
    lck_set(out, factor, lck_int(&w->t, 1));
    lck_apply_to(out, LCK_OVER, some, factor, number(w, LEAST));
    lck_apply(out, LCK_ABS, some, some);
    lck_apply(out, LCK_MAX, some, (lck_register){w->sum.file, at}); /* or 2^-120 */
    lck_apply(out, LCK_OVER, factor, some);
}

void lck_attention_logarithm(lck_attending *w, const lc_expr *at)
{
    const lck_register most = {w->most.file, at}, sum = {w->sum.file, at};
    lck_apply(&w->t.out, LCK_TIMES, most, number(w, LN_2));
    lck_apply(&w->t.out, LCK_LOG, sum, sum);
    lck_apply(&w->t.out, LCK_PLUS, most, sum);
}

/* O / l; a row without keys has O = 0. */
static void finish(lck_attending *w)
{
    lck_tiling *t = &w->t;
    if (w->a->has[LCK_V_SCALE])
        load_scale(w, LCK_V_SCALE);
    const lc_expr *r = lck_tile_for(t, "half", 2);
    lck_attention_divide(w, r);
    if (w->a->has[LCK_V_SCALE])
        lck_apply(&t->out, LCK_TIMES, (lck_register){w->factor.file, r}, number(w, OTHER));
    lck_end(&t->out);
    lck_tile_map(t, &w->o, LCK_TIMES, &w->factor);
    lck_tile_round(t, &w->o, &w->rounded, -1);
}

/* The number of a query of this head among the rows of all heads; `head` is that of its row along
 * the axis that is packed. */
static const lc_expr *number_of(lck_attending *w, const lc_expr *query, const lc_expr *head)
{
    lck_tiling *t = &w->t;
    const lc_expr *all = lck_int(t, 0);
    if (w->a->has[LCK_STARTS])
        query = lck_add(t, query, w->start[0]);
    for (size_t k = w->a->has[LCK_STARTS] ? w->a->batches : w->a->heads; k-- > 0;)
        all = lck_add(t, lck_mul(t, all, w->extent[k]),
                      lck_attention_packs(w->a, k) ? head : w->head[k]);
    return lck_add(t, lck_mul(t, all, w->all_queries), query);
}

/* most * scale + log(sum), by one thread of each row. */
static void store_lse(lck_attending *w, const lc_expr *row)
{
    lck_tiling *t = &w->t;
    const lc_expr *r = lck_tile_for(t, "half", 2);
    const lck_register most = {w->most.file, r};
    lck_apply(&t->out, LCK_TIMES, most, number(w, SCALE));
    if (lck_attention_turns(w->a))
        lck_apply(&t->out, LCK_MINUS, most, number(w, RAISED));
    lck_attention_logarithm(w, r);
    const lc_expr *query = lck_add(t, row, lck_tile_row(t, lck_mul_by(t, r, 2)));
    const lc_expr *first = lck_eq_by(t, lck_mod_by(t, t->lane, 4), 0);
    lck_if(&t->out, lck_all(t, first, lck_lt(t, query, w->queries)));
    lck_store(&t->out, w->lse, number_of(w, query, NULL), w->most.file, r, 1, 1);
    lck_end(&t->out);
    lck_end(&t->out);
}

/* All 64 rows, by TMA. */
static void store_tile(lck_attending *w, const lc_expr *group, const lc_expr *row)
{
    lck_tiling *t = &w->t;
    const lc_expr *crd[LCK_MAX_MAP_RANK];
    lck_attention_crd(w, LCK_O, lck_add(t, w->at, row), crd);
    for (int i = 0; i < w->a->groups; i++) {
        lck_if(&t->out, lck_eq_by(t, group, i));
        lck_tile_store(t, &w->rounded, &w->o_tile, row, w->o_map, crd, i + 1);
        lck_end(&t->out);
    }
}

/* Those rows that are of the batch, from the registers: the next ones are of another batch. */
static void store_rows(lck_attending *w, const lc_expr *first)
{
    lck_tiling *t = &w->t;
    const lck_attention *a = w->a;
    const lc_expr *half = lck_tile_for(t, "half", 2);
    const lc_expr *row = lck_tile_row(t, lck_mul_by(t, half, 2));
    const lc_expr *query = lck_tile_name(t, "query", lck_add(t, first, row));
    lck_if(&t->out, lck_lt(t, query, w->queries));
    query = lck_add(t, w->start[0], query);
    query = lck_below(t, query, w->all_queries);
    const lc_expr *place = lck_attention_place_of_row(w, query);
    const lc_expr *pair = lck_mul_by(t, lck_mod_by(t, t->lane, 4), 2);
    place = lck_tile_name(t, "place", lck_add(t, place, pair));
    const lc_expr *i = lck_tile_for(t, "i", a->dim / 8);
    const lc_expr *held = lck_add(t, lck_mul_by(t, i, 4), lck_mul_by(t, half, 2));
    lck_store(&t->out, LCK_O, lck_add(t, place, lck_mul_by(t, i, 8)), w->rounded.file, held, 1,
              2);
    lck_end(&t->out);
    lck_end(&t->out);
    lck_end(&t->out);
}

static void store(lck_attending *w, const lc_expr *group)
{
    lck_tiling *t = &w->t;
    const lc_expr *row = lck_mul_by(t, group, LCK_ROWS_OF_GROUP);
    const lc_expr *query = lck_add(t, w->at, row);
    if (w->a->has[LCK_STARTS]) {
        const lc_expr *end = lck_add_by(t, query, LCK_ROWS_OF_GROUP);
        lck_if(&t->out, lck_le(t, end, w->queries));
        store_tile(w, group, row);
        lck_else(&t->out);
        store_rows(w, query);
        lck_end(&t->out);
    } else {
        store_tile(w, group, row);
    }
    if (w->a->lse)
        store_lse(w, query);
}

/* ---- the result of a split ---- */

/* The sums of a row of O, by the four threads that have it, and m and l by the first of them. */
static void store_part(lck_attending *w, const lc_expr *half, const lc_expr *number)
{
    lck_tiling *t = &w->t;
    const lc_expr *pair = lck_mul_by(t, lck_mod_by(t, t->lane, 4), 2);
    const lc_expr *at = lck_mul_by(t, number, w->a->dim);
    at = lck_tile_name(t, "part", lck_add(t, at, pair));
    const lc_expr *i = lck_tile_for(t, "i", w->a->dim / 8);
    const lc_expr *sum = lck_add(t, lck_mul_by(t, i, 4), lck_mul_by(t, half, 2));
    lck_store(&t->out, w->parts, lck_add(t, at, lck_mul_by(t, i, 8)), w->o.file, sum, 1, 2);
    lck_end(&t->out);
    lck_if(&t->out, lck_eq_by(t, lck_mod_by(t, t->lane, 4), 0));
    const lc_expr *row = lck_mul_by(t, number, 2);
    lck_store(&t->out, w->part_rows, row, w->most.file, half, 1, 1);
    lck_store(&t->out, w->part_rows, lck_add_by(t, row, 1), w->sum.file, half, 1, 1);
    lck_end(&t->out);
}

/* Parts lie split by split, in each the rows of all heads. Not all rows of a tile are there. */
static void store_parts(lck_attending *w, const lc_expr *group)
{
    lck_tiling *t = &w->t;
    const int rows = lck_attention_of_group(w->a) * w->a->packed;
    const lc_expr *before = lck_tile_name(t, "before_split", lck_mul(t, w->split, w->all_rows));
    const lc_expr *half = lck_tile_for(t, "half", 2);
    lck_register most = {w->most.file, half};
    lck_apply(&t->out, LCK_TIMES, most, number(w, SCALE));
    const lc_expr *row = lck_tile_name(t, "row", lck_tile_row(t, lck_mul_by(t, half, 2)));
    const lc_expr *query = lck_tile_name(t, "query",
                                         lck_add(t, first_query(w, group), query_of(w, row)));
    const lc_expr *there = lck_lt(t, query, w->queries);
    if (rows < LCK_ROWS_OF_GROUP)
        there = lck_all(t, lck_lt_by(t, row, rows), there);
    lck_if(&t->out, there);
    const lc_expr *own = lck_below(t, query, w->queries);
    const lc_expr *head = lck_mod_by(t, row, w->a->packed);
    const lc_expr *number = lck_add(t, before, number_of(w, own, head));
    store_part(w, half, lck_tile_name(t, "of_all", number));
    lck_end(&t->out);
    lck_end(&t->out);
}

/* ---- all of it ---- */

void lck_attention_rows(lck_attending *w, const lc_expr *group)
{
    lck_tiling *t = &w->t;
    const lc_expr *zero = lck_int(t, 0), *one = lck_int(t, 1);
    lck_attention_numbers(w);
    lck_rowwise_set(t, &w->sum, 0);
    lck_rowwise_apply(t, &w->most, LCK_LOWEST, &w->sum, &w->sum);
    lck_tile_await(t, Q_FULL, zero, false);
    lck_tile_await(t, K_FULL, zero, false);
    await_turn(w, group, zero);
    begin_scores(w, group, zero);
    end_turn(w, group);
    lck_drain(&t->out, LCK_PRODUCTS, 0, false);
    lck_tile_arrive(t, K_EMPTY, zero);
    mask(w, group, zero);
    exponentiate(w);
    lck_tile_round(t, &w->s, &w->p, w->loaded);

    const lc_expr *more = lck_sub(t, w->blocks, one);
    more = lck_below(t, more, w->blocks);
    const lc_expr *before = lck_tile_count(t, "before", more);
    lck_loop(&t->out, before, more);
    const lc_expr *j = lck_tile_name(t, "j", lck_add(t, before, one));
    lck_tile_await(t, K_FULL, j, false);
    await_turn(w, group, j);
    begin_scores(w, group, j);
    begin_result(w, before);
    end_turn(w, group);
    lck_drain_sums(&t->out, 1, w->s.file);
    lck_tile_arrive(t, K_EMPTY, stage_of(w, j));
    mask(w, group, j);
    exponentiate(w);
    lck_drain(&t->out, LCK_PRODUCTS, 0, false);
    lck_tile_arrive(t, V_EMPTY, stage_of(w, before));
    lck_tile_round(t, &w->s, &w->p, w->loaded);
    lck_tile_map(t, &w->o, LCK_TIMES, &w->factor);
    lck_end(&t->out);

    begin_result(w, more);
    lck_tile_join(t, LCK_PLUS, &w->sum, &w->scratch);
    lck_drain(&t->out, LCK_PRODUCTS, 0, false);
    if (w->a->split) {
        store_parts(w, group);
    } else {
        finish(w);
        store(w, group);
    }
}
