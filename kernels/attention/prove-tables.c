/* prove-tables.c - which numbers of tables the statements of a kernel take.
 *
 *   lengths, starts  are those of the tile's batch, and of starts those behind them: its queries
 *                    and keys are as many as they say, from 0 up to all
 *   the search       finds the batch of a tile: batch b has those from f(b) = start(b) / R + b
 *                    on, and of starts in order f grows, so that f(n) <= t is n <= k where k is
 *                    the last batch that has begun at tile t; each step halves what k is among
 *   a tile           of queries is one of its batch: query q is in tile q / R of it
 *   boxes            are of the tile's heads; those that are loaded begin with the tile's queries
 *                    and the block's keys, or its pages, and lie at the rows and columns of their
 *                    stage; those that are stored begin with the tile's queries
 *
 * Which tile a block has is not claimed, nor of which rows of V zeros are made.
 */
#include "config.h"

#include "proofs.h"

/* ---- numbers of a table ---- */

/* What is fetched of a table where this is the place; NULL: nothing. */
static const lc_expr *fetched(const lck_statement *s, int table, const lc_expr *place)
{
    const lc_expr *found = NULL;
    for (; s && place && !found; s = s->next) {
        if (s->kind == LCK_FETCH && s->array == table && lc_expr_equal(s->value, place))
            return s->var;
        found = fetched(s->body, table, place);
        found = found ? found : fetched(s->otherwise, table, place);
    }
    return found;
}

static const lc_expr *make(const lck_counting *w, lc_expr_op op, const lc_expr *a,
                           const lc_expr *b)
{
    return a && b ? lc_expr_make(w->kernel->x, op, a, b) : NULL;
}

/* The name that has this value; of a number or a name itself; NULL: none has. */
static const lc_expr *named(const lck_counting *w, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR)
        return e;
    for (size_t i = 0; i < w->names.n; i++)
        if (w->names.name[i].value && lc_expr_equal(w->names.name[i].value, e))
            return w->names.name[i].var;
    return NULL;
}

/* The place in a table of the tile's head, of a batch. */
static const lc_expr *place_of(const lck_counting *w, int table, const lc_expr *batch)
{
    const lc_expr *place = w->kernel->array[table].offset;
    for (size_t k = 0; k < w->a->heads; k++)
        place = make(w, LC_EXPR_ADD, place,
                     make(w, LC_EXPR_MUL, k == w->a->batches && batch ? batch : w->of->head[k],
                          w->kernel->counter[k].stride[table]));
    return place;
}

/* How many queries, or keys, all batches have. */
static const lc_expr *all_of(const lck_counting *w, int keys)
{
    return w->kernel->counter[w->a->heads + (size_t)keys].extent;
}

static const lc_expr *start_of(const lck_counting *w, int keys, const lc_expr *batch)
{
    const int table = w->of->starts[keys];
    const lc_expr *found = fetched(w->kernel->body, table, place_of(w, table, batch));
    found = make(w, LC_EXPR_MAX, found, lc_expr_int(w->kernel->x, 0));
    return named(w, make(w, LC_EXPR_MIN, found, all_of(w, keys)));
}

/* The queries, or keys, of the tile's batch, and where it begins. */
static const lc_expr *rows_of(const lck_counting *w, int keys, const lc_expr **start)
{
    const lc_expr *batch = w->of->head[w->a->batches], *zero = lc_expr_int(w->kernel->x, 0);
    *start = NULL;
    if (w->of->starts[keys] < 0)
        return all_of(w, keys);
    *start = start_of(w, keys, batch);
    batch = make(w, LC_EXPR_ADD, batch, lc_expr_int(w->kernel->x, 1));
    const lc_expr *rows = make(w, LC_EXPR_SUB, start_of(w, keys, batch), *start);
    return named(w, make(w, LC_EXPR_MAX, rows, zero));
}

static bool counts_rows(const lck_counting *w)
{
    const int lengths = w->of->lengths;
    const lc_expr *start[2], *queries = rows_of(w, 0, &start[0]),
                             *keys = rows_of(w, 1, &start[1]);
    if (lengths >= 0) {
        const lc_expr *found = fetched(w->kernel->body, lengths, place_of(w, lengths, NULL));
        keys = make(w, LC_EXPR_MIN, found, keys);
        keys = named(w, make(w, LC_EXPR_MAX, keys, lc_expr_int(w->kernel->x, 0)));
    }
    return (start[0] == w->of->start[0] && start[1] == w->of->start[1] && keys == w->of->keys &&
            (!start[0] || queries == w->of->queries)) ||
           lck_count_lost(w, "the length, or a start, is another batch's");
}

/* ---- the search ---- */

/* A step leaves `width` batches, from `found` on, that the last one to have begun is among. */
static bool halves(lck_counting *w, const lc_expr *found, int64_t width)
{
    const lc_expr *choice[3];
    lck_count_choice(w, found, choice);
    const lc_expr *next = choice[1], *from = choice[2], *start = start_of(w, 0, next);
    const lc_expr *batches = w->kernel->counter[w->a->batches].extent;
    lc_text part[3] = {{0}};
    if (!start)
        return lck_count_lost(w, "the search looks another start up");
    lck_count_begin(w, NULL);
    lck_count_say(w, &part[0],
                  "0 <= k < (%e) and (%e) <= k < (%e) + %l and (%e) = (%e) and ((%e) >= (%e) or "
                  "floor((%e)/%d) + (%e) <= (%e) and (%e) <= k or "
                  "floor((%e)/%d) + (%e) > (%e) and (%e) > k)",
                  batches, from, from, 2 * width, next, lck_count_value(w, next), next, batches,
                  start, lck_attention_queries(w->a), next, w->of->tile, next, start,
                  lck_attention_queries(w->a), next, w->of->tile, next);
    lck_count_say(w, &part[1], "0 <= k");
    lck_count_say(w, &part[2], "(%e) <= k < (%e) + %l", found, found, width);
    return lck_freed(lck_count_claim(w, "contained", "k", part), &part[0], &part[1], &part[2]);
}

/* From all batches on, and so down to one. */
static bool finds_batch(lck_counting *w)
{
    enum { MOST = 32 };
    const lc_expr *found[MOST], *choice[3], *at = w->of->head[w->a->batches];
    int64_t first, width = 1;
    int n = 0;
    for (; n < MOST && lck_count_choice(w, at, choice); width *= 2) {
        found[n++] = at;
        at = choice[2];
    }
    if (!lc_expr_is_int(at, &first) || first != 0 ||
        w->kernel->counter[w->a->batches].extent->high > width)
        return lck_count_lost(w, "the search does not begin with all batches");
    while (n-- > 0) {
        if (!halves(w, found[n], INT64_C(1) << n))
            return false;
        lck_name_stays(&w->names, found[n]);
    }
    return true;
}

/* ---- tiles ---- */

static bool has(const lck_statement *s, const lck_statement *loop)
{
    for (; s; s = s->next)
        if (s == loop || has(s->body, loop) || has(s->otherwise, loop))
            return true;
    return false;
}

/* The condition of all that is loaded. */
static const lc_expr *condition_of(const lck_counting *w)
{
    const lck_statement *s = w->kernel->body;
    while (s && !has(s->body, w->loop))
        s = s->next;
    return s && s->kind == LCK_IF ? s->value : NULL;
}

/* Query k of the batch is one of those of tile k / R of it, which is there. */
static bool has_queries(lck_counting *w)
{
    const int of = lck_attention_queries(w->a);
    const lc_expr *there = condition_of(w), *batch = w->of->head[w->a->batches];
    lc_text part[3] = {{0}};
    if (!there)
        return lck_count_lost(w, "loads have no condition");
    lck_name_stays(&w->names, w->of->tile);
    w->names.all = true;
    lck_count_begin(w, NULL);
    lck_count_say(w, &part[0], "0 <= k < (%e) and (%e) = floor(k/%d)", w->of->queries,
                  w->of->tile, of);
    if (!w->of->most)
        lck_count_say(w, &part[0], " + floor((%e)/%d) + (%e)", w->of->start[0], of, batch);
    lck_count_say(w, &part[1], "0 <= k");
    lck_count_say(w, &part[2], "(%c) and (%e) <= k < (%e) + %d", there, w->of->at, w->of->at, of);
    w->names.all = false;
    return lck_freed(lck_count_claim(w, "contained", "k", part), &part[0], &part[1], &part[2]);
}

/* ---- boxes ---- */

/* The row of its stage with which a box begins, where its columns are; -1: at no row. */
static int64_t row_of_box(const lck_counting *w, const lck_statement *s)
{
    const int of_box = lck_is_of_keys(w, s) ? w->a->keys / lck_attention_boxes(w->a)
                                            : lck_attention_staged(w->a);
    const int rows = lck_is_of_keys(w, s) ? w->a->keys : w->a->groups * of_box;
    const int chunk = w->kernel->map[s->map].box[0];
    const lck_polynomial at = lck_polynomial_of(&w->names, s->to.index);
    int64_t column;
    if (!lc_expr_is_int(s->crd[0], &column))
        return -1;
    const int64_t first = lck_times_of(&at, NULL) - column * rows;
    return first >= 0 && first < rows * chunk && first % (of_box * chunk) == 0 ? first / chunk
                                                                               : -1;
}

/* A box of pages is of the page of its first key, or of none behind all of the batch. */
static bool loads_page(const lck_counting *w, const lck_statement *s)
{
    lc_exprs *x = w->kernel->x;
    const int table = w->of->pages;
    const lc_expr *of = lc_expr_int(x, w->of->page), *all = lc_expr_ceil_div(x, w->of->keys, of);
    const lc_expr *number = make(w, LC_EXPR_DIV, w->loop->body->var, of);
    number = make(w, LC_EXPR_ADD, number, lc_expr_int(x, row_of_box(w, s) / w->of->page));
    number = named(w, number);
    const lc_expr *last = make(w, LC_EXPR_SUB, all, lc_expr_int(x, 1));
    last = make(w, LC_EXPR_MAX, last, lc_expr_int(x, 0));
    const lc_expr *place = make(w, LC_EXPR_MUL, make(w, LC_EXPR_MIN, number, last),
                                w->kernel->counter[w->a->heads + 1].stride[table]);
    place = make(w, LC_EXPR_ADD, place, place_of(w, table, NULL));
    const lc_expr *found = fetched(w->kernel->body, table, place);
    if (found)
        found = lc_expr_select(x, make(w, LC_EXPR_LT, number, all), found, w->of->all_pages);
    return found &&
           lc_expr_equal(lck_count_value(w, s->crd[w->kernel->map[s->map].rank - 1]), found);
}

/* A box is of the tile's heads: of those that are its rows from the first one on. */
static bool is_of_heads(const lck_counting *w, const lck_statement *s)
{
    const lck_attention *a = w->a;
    const int tensor = w->kernel->map[s->map].tensor;
    const bool packs = a->packed > 1 && lck_attention_moves(a, a->pack, tensor);
    bool ok = !packs || lc_expr_equal(s->crd[1], lc_expr_int(w->kernel->x, 0));
    size_t n = packs ? 3 : 2;
    for (size_t k = 0; k < a->heads; k++)
        if (lck_attention_moves(a, k, tensor) && !(packs && k == a->pack))
            ok = ok && lc_expr_equal(s->crd[n++], w->of->head[k]);
    return ok;
}

/* Row r of the tile of O is stored as that of the query that is r behind this one. */
static bool stores_row(const lck_counting *w, const lck_statement *s, const lck_polynomial *query)
{
    const int chunk = w->kernel->map[s->map].box[0];
    lck_polynomial row = lck_polynomial_of(&w->names, s->crd[1]);
    lck_polynomial place = lck_polynomial_of(&w->names, s->from.index);
    int64_t column, first;
    lck_add_times(&row, -1, query);
    lck_add_times(&place, -chunk, &row);
    return lc_expr_is_int(s->crd[0], &column) && lck_is_constant(&place, &first) &&
           first == column * w->a->groups * lck_attention_staged(w->a);
}

/* Boxes of K and V begin with this key, those of Q with this query, or their warpgroup's. */
static bool begin_with(const lck_counting *w, const lck_statement *s, const lck_polynomial *key,
                       const lck_polynomial *query)
{
    for (; s; s = s->next) {
        const bool keys = lck_is_of_keys(w, s), stores = s->kind == LCK_TMA_STORE;
        if ((stores || s->kind == LCK_TMA_LOAD) && !is_of_heads(w, s))
            return false;
        if (stores && !stores_row(w, s, query))
            return false;
        if (s->kind == LCK_TMA_LOAD) {
            const int along = !keys && w->a->packed > 1 ? 2 : 1;
            const int64_t row = row_of_box(w, s), box = row / lck_attention_staged(w->a);
            const lck_polynomial first = lck_constant(keys ? 0
                                                           : box * lck_attention_of_group(w->a));
            lck_polynomial is = lck_polynomial_of(&w->names, s->crd[along]);
            lck_add_times(&is, -1, &first);
            if (row < 0 || !lck_same(&is, keys ? key : query) ||
                (keys && w->of->page > 0 && !loads_page(w, s)))
                return false;
        }
        if (!begin_with(w, s->body, key, query) || !begin_with(w, s->otherwise, key, query))
            return false;
    }
    return true;
}

/* With the key of their step, in a page, and the tile's query, or behind those of batches. */
static bool moves_boxes(const lck_counting *w)
{
    const lc_expr *key = w->loop->body->var, *query = w->of->at;
    key = w->of->page > 0   ? make(w, LC_EXPR_MOD, key, lc_expr_int(w->kernel->x, w->of->page))
          : w->of->start[1] ? make(w, LC_EXPR_ADD, key, w->of->start[1])
                            : key;
    query = w->of->start[0] ? make(w, LC_EXPR_ADD, query, w->of->start[0]) : query;
    if (!key || !query)
        return lck_count_lost(w, "memory ran out");
    const lck_polynomial of_keys = lck_polynomial_of(&w->names, key);
    const lck_polynomial of_queries = lck_polynomial_of(&w->names, query);
    return begin_with(w, w->kernel->body, &of_keys, &of_queries) ||
           lck_count_lost(w, "a box is of another key, query or head than that of its step");
}

bool lck_attention_prove_tables(lck_counting *w)
{
    return counts_rows(w) && moves_boxes(w) &&
           (w->of->starts[0] < 0 || ((w->of->most || finds_batch(w)) && has_queries(w)));
}
