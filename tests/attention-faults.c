/* attention-faults.c - kernels of attention that are broken on purpose. */
#include "config.h"

#include "attention-faults.h"

#include "broken-kernel.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Rings, as the kernel has them; the last two those of e4m3. */
enum { Q_FULL, K_FULL, K_EMPTY, V_FULL, V_EMPTY, TURN, V_CAME, V_TAKEN };

static int file_of(const lck_kernel *kernel, const char *name)
{
    int i = 0;
    while (i < (int)kernel->nfiles && strcmp(kernel->file[i].name, name) != 0)
        i++;
    ck_assert_int_lt(i, (int)kernel->nfiles);
    return i;
}

static void fills_keys_unasked(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, K_EMPTY, 0});
}

static void fills_values_unasked(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, V_EMPTY, 0});
}

static void reads_queries_early(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, Q_FULL, 0});
}

static void reads_keys_early(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, K_FULL, 1});
}

static void reads_values_early(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, V_FULL, 0});
}

/* Keys that are given back early are no fault: values of the block before are given back after
 * the products have ended, and are awaited before the keys are loaded. */
static void gives_values_back_early(lck_kernel *k)
{
    broken_put_behind_next(k, (broken_meant){LCK_DRAIN, LCK_PRODUCTS, 2});
}

static void awaits_another_phase(lck_kernel *k)
{
    broken_meant m = {LCK_AWAIT, K_FULL, 1};
    lck_statement *s = *broken_find(&k->body, &m);
    s->phase = lc_expr_make(k->x, LC_EXPR_ADD, s->phase, lc_expr_int(k->x, 1));
}

static void awaits_another_slot(lck_kernel *k)
{
    broken_meant m = {LCK_AWAIT, V_FULL, 0};
    lck_statement *s = *broken_find(&k->body, &m);
    s->slot = lc_expr_make(k->x, LC_EXPR_SUB, lc_expr_int(k->x, 1), s->slot);
}

static void ring_one_short(lck_kernel *k)
{
    k->ring[K_FULL].slots = 1;
}

static void without_fence_of_products(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_FENCE, LCK_FENCE_PRODUCTS, 1});
}

static void without_fence_of_proxy(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_FENCE, LCK_FENCE_PROXY, 0});
}

static void stores_sums_under_way(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_DRAIN, LCK_PRODUCTS, 3});
}

/* The comparison of a score's key with what its row sees, in both copies of the mask. */
static void mask_off_by_one(lck_kernel *k)
{
    const int s = file_of(k, "s");
    for (int i = 0; i < 2; i++) {
        broken_meant m = {LCK_IF, -1, 0};
        lck_statement **at;
        do {
            m = (broken_meant){LCK_IF, -1, m.n + 1};
            broken_meant again = m;
            at = broken_find(&k->body, &again);
            ck_assert_ptr_nonnull(at);
        } while (!(*at)->body || (*at)->body->kind != LCK_APPLY ||
                 (*at)->body->function != LCK_LOWEST || (*at)->body->held.file != s ||
                 (*at)->count == -1);
        (*at)->count = -1;
        (*at)->value = lc_expr_make(k->x, LC_EXPR_LT,
                                    lc_expr_make(k->x, LC_EXPR_ADD, (*at)->value->arg[0],
                                                 lc_expr_int(k->x, 1)),
                                    (*at)->value->arg[1]);
    }
}

/* P's pairs of columns change places with those of the other row. */
static void permutation_left_out(lck_kernel *k)
{
    broken_meant m = {LCK_CONVERT, file_of(k, "p"), 0};
    lck_statement *s = *broken_find(&k->body, &m);
    s->left.at = lc_expr_make(k->x, LC_EXPR_XOR, s->left.at, lc_expr_int(k->x, 2));
}

/* The function of O and `factor` in the loop: the first of the two. */
static void without_rescaling(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_APPLY, file_of(k, "o_sum"), 0});
}

static void without_a_lane(lck_kernel *k)
{
    broken_meant m = {LCK_SHUFFLE, -1, 0};
    (*broken_find(&k->body, &m))->count = 2;
}

/* ---- splits: parts, and the kernel that adds them ---- */

static int array_of(const lck_kernel *kernel, const char *name)
{
    int i = 0;
    while (i < (int)kernel->narrays && strcmp(kernel->array[i].name, name) != 0)
        i++;
    ck_assert_int_lt(i, (int)kernel->narrays);
    return i;
}

/* The first variable of this name. */
static lck_statement *let_of(lck_kernel *k, const char *name)
{
    for (int n = 0;; n++) {
        broken_meant m = {LCK_LET, -1, n};
        lck_statement **at = broken_find(&k->body, &m);
        ck_assert_ptr_nonnull(at);
        if (strcmp((*at)->var->name, name) == 0)
            return *at;
    }
}

static void loads_keys_of_the_next_split(lck_kernel *k)
{
    lck_statement *s = let_of(k->before, "key");
    s->value = lc_expr_make(k->before->x, LC_EXPR_ADD, s->value, lc_expr_int(k->before->x, 16));
}

static void splits_write_one_place(lck_kernel *k)
{
    let_of(k->before, "split")->value = lc_expr_int(k->before->x, 0);
}

/* Of the last blocks of a split one is left out. */
static void split_ends_early(lck_kernel *k)
{
    lck_statement *s = let_of(k->before, "blocks");
    s->value = lc_expr_make(k->before->x, LC_EXPR_MAX, lc_expr_int(k->before->x, 1),
                            lc_expr_make(k->before->x, LC_EXPR_SUB, s->value,
                                         lc_expr_int(k->before->x, 1)));
}

static void rows_that_do_not_exist(lck_kernel *k)
{
    const int parts = array_of(k->before, "parts");
    broken_meant m = {LCK_IF, -1, 0};
    for (int n = 1;; n++) {
        lck_statement *s = *broken_find(&k->before->body, &m), *in = s->body;
        while (in &&
               !(in->kind == LCK_FOR && in->body->kind == LCK_STORE && in->body->array == parts))
            in = in->next;
        if (in) {
            s->value = lc_expr_int(k->before->x, 1);
            return;
        }
        m = (broken_meant){LCK_IF, -1, n};
    }
}

static void parts_without_sums(lck_kernel *k)
{
    broken_take_away(k->before, (broken_meant){LCK_STORE, array_of(k->before, "part_rows"), 1});
}

static void adds_parts_unscaled(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_APPLY, file_of(k, "part_row"), 1});
}

static void adds_without_rescaling(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_APPLY, file_of(k, "o_sum"), 0});
}

static void leaves_out_the_last_parts(lck_kernel *k)
{
    broken_meant m = {LCK_LOOP, -1, 0};
    lck_statement *s = *broken_find(&k->body, &m);
    s->value = lc_expr_make(k->x, LC_EXPR_SUB, s->value, lc_expr_int(k->x, 1));
}

/* ---- pages ---- */

/* The last ones of the table are taken in place of the first ones. */
static void reads_another_page(lck_kernel *k)
{
    broken_meant m = {LCK_FETCH, -1, 1};
    lck_statement *s = *broken_find(&k->before->body, &m);
    s->value = lc_expr_make(k->before->x, LC_EXPR_SUB, lc_expr_int(k->before->x, 9), s->value);
}

static void counts_keys_of_all_pages(lck_kernel *k)
{
    lck_statement *s = let_of(k->before, "keys");
    s->value = lc_expr_int(k->before->x, s->value->high);
}

/* The second box of a stage of K is that of the first page. */
static void loads_a_page_twice(lck_kernel *k)
{
    broken_meant first = {LCK_TMA_LOAD, -1, 1}, second = {LCK_TMA_LOAD, -1, 2};
    lck_statement *s = *broken_find(&k->before->body, &second);
    const size_t page = k->before->map[s->map].rank - 1;
    s->crd[page] = (*broken_find(&k->before->body, &first))->crd[page];
}

/* Not all bytes that were expected come. */
static void loads_a_page_less(lck_kernel *k)
{
    broken_take_away(k->before, (broken_meant){LCK_TMA_LOAD, -1, 4});
}

static void reads_past_the_table(lck_kernel *k)
{
    broken_meant m = {LCK_FETCH, -1, 2};
    lck_statement *s = *broken_find(&k->before->body, &m);
    s->value = lc_expr_make(k->before->x, LC_EXPR_ADD, s->value, lc_expr_int(k->before->x, 9));
}

/* ---- ragged batches ---- */

/* A tile that a batch's end cuts is stored whole. */
static void stores_rows_of_the_next_batch(lck_kernel *k)
{
    broken_meant m = {LCK_IF, -1, 0};
    lck_statement **at;
    do {
        m = (broken_meant){LCK_IF, -1, m.n + 1};
        broken_meant again = m;
        at = broken_find(&k->body, &again);
        ck_assert_ptr_nonnull(at);
    } while (!(*at)->otherwise || (*at)->otherwise->kind != LCK_FOR);
    (*at)->value = lc_expr_int(k->x, 1);
}

static void takes_the_next_tile(lck_kernel *k)
{
    lck_statement *s = let_of(k, "of_all");
    s->value = lc_expr_make(k->x, LC_EXPR_ADD, s->value, lc_expr_int(k->x, 1));
}

static void counts_keys_of_all_batches(lck_kernel *k)
{
    lck_statement *s = let_of(k, "keys");
    s->value = lc_expr_int(k->x, s->value->high);
}

static void multiplies_values_of_others(lck_kernel *k)
{
    let_of(k, "cut")->value = lc_expr_int(k->x, 0);
}

static void clears_values_early(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, (int)k->nrings - 1, 0});
}

static void clears_values_without_fence(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_FENCE, LCK_FENCE_PROXY, 0});
}

/* ---- e4m3 ---- */

/* Of the TURNs the one of P, or of V. */
static lck_statement *turn_of(lck_kernel *k, int width)
{
    for (int n = 0;; n++) {
        broken_meant m = {LCK_TURN, -1, n};
        lck_statement **at = broken_find(&k->body, &m);
        ck_assert_ptr_nonnull(at);
        if ((*at)->width == width)
            return *at;
    }
}

/* Rows and columns of P change places in pairs of columns. */
static void leaves_halves_of_words(lck_kernel *k)
{
    lck_statement *s = turn_of(k, 2);
    s->kind = LCK_CONVERT;
    s->left = (lck_register){file_of(k, "s"), s->held.at};
    s->width = 8;
}

static void leaves_bytes_of_values(lck_kernel *k)
{
    for (int n = 0;; n++) {
        broken_meant m = {LCK_MATRIX_STORE, -1, n};
        lck_statement **at = broken_find(&k->body, &m);
        ck_assert_ptr_nonnull(at);
        if ((*at)->held.file == file_of(k, "turned")) {
            (*at)->held.file = file_of(k, "loaded");
            return;
        }
    }
}

static void fills_values_not_turned(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, V_TAKEN, 0});
}

static void turns_values_early(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, V_CAME, 0});
}

static void turns_values_over_others(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_AWAIT, V_EMPTY, 0});
}

/* Fences come behind the rows that are cleared, and behind what is turned. */
static void turns_without_fence(lck_kernel *k)
{
    broken_take_away(k, (broken_meant){LCK_FENCE, LCK_FENCE_PROXY, 1});
}

static void clears_values_alone(lck_kernel *k)
{
    for (int n = 0;; n++) {
        broken_meant m = {LCK_BARRIER, -1, n};
        lck_statement **at = broken_find(&k->body, &m);
        ck_assert_ptr_nonnull(at);
        if ((*at)->scope == LCK_OF_THREADS && (*at)->count == 96) {
            broken_take_away(k, (broken_meant){LCK_BARRIER, -1, n});
            return;
        }
    }
}

static void logarithm_of_raised_sums(lck_kernel *k)
{
    const int number = file_of(k, "number"), most = file_of(k, "most");
    for (int n = 0;; n++) {
        broken_meant m = {LCK_APPLY, most, n}, again = m;
        lck_statement **at = broken_find(&k->body, &m);
        ck_assert_ptr_nonnull(at);
        if ((*at)->function == LCK_MINUS && (*at)->right.file == number) {
            broken_take_away(k, again);
            return;
        }
    }
}

/* ---- all of them ---- */

const attention_fault faults_of_eight[] = {
    leaves_halves_of_words, leaves_bytes_of_values,   fills_values_not_turned,
    turns_values_early,     turns_values_over_others, turns_without_fence,
    clears_values_alone,    logarithm_of_raised_sums, NULL};

const attention_fault faults_of_ragged[] = {stores_rows_of_the_next_batch,
                                            takes_the_next_tile,
                                            counts_keys_of_all_batches,
                                            multiplies_values_of_others,
                                            clears_values_early,
                                            clears_values_without_fence,
                                            NULL};

const attention_fault faults_of_pages[] = {reads_another_page,   counts_keys_of_all_pages,
                                           loads_a_page_twice,   loads_a_page_less,
                                           reads_past_the_table, NULL};

const attention_fault faults_of_splits[] = {
    loads_keys_of_the_next_split, splits_write_one_place,    split_ends_early,
    rows_that_do_not_exist,       parts_without_sums,        adds_parts_unscaled,
    adds_without_rescaling,       leaves_out_the_last_parts, NULL};

const attention_fault faults_of_attention[] = {fills_keys_unasked,
                                               fills_values_unasked,
                                               reads_queries_early,
                                               reads_keys_early,
                                               reads_values_early,
                                               gives_values_back_early,
                                               awaits_another_phase,
                                               awaits_another_slot,
                                               ring_one_short,
                                               without_fence_of_products,
                                               without_fence_of_proxy,
                                               stores_sums_under_way,
                                               mask_off_by_one,
                                               permutation_left_out,
                                               without_rescaling,
                                               without_a_lane,
                                               NULL};
