/* encodings.c - what an encoding of Triton has: kind, fields, parent, shape, padding.
 *
 * headers: lib/encoding.h
 */
#include <layoutcheck/lib/encoding.h>

#include <stdio.h>
#include <stdlib.h>

static const lc_field *of(lc_field field[LC_FIELDS], lc_field_id id, size_t rows, size_t columns,
                          const uint64_t *number)
{
    field[id] = (lc_field){true, rows, columns, number};
    return field;
}

static void look(const lc_encoding *e)
{
    const lc_encoding_form *form = lc_encoding_form_of(lc_encoding_kind_of(e));
    printf("#ttg.%s of rank %zu, %s in Gluon\n", form->name, lc_encoding_rank(e), form->python);
    for (size_t i = 0; i < form->nfields; i++) {
        lc_field field = lc_encoding_field(e, form->field[i].id);
        if (field.given && field.rows * field.columns == 1)
            printf("  %s is %d\n", form->field[i].key,
                   (int)lc_encoding_number(e, form->field[i].id));
    }
}

/* The rows of a tile of 16 x 8 are its dim 0, that of the tile: a slice. */
static void slice(lc_ctx *ctx)
{
    uint64_t size[] = {1, 2}, threads[] = {8, 4}, warps[] = {1, 1}, order[] = {1, 0}, one = 1;
    lc_field field[LC_FIELDS] = {0}, of_slice[LC_FIELDS] = {0};
    of(field, LC_FIELD_SIZE_PER_THREAD, 1, 2, size);
    of(field, LC_FIELD_THREADS_PER_WARP, 1, 2, threads);
    of(field, LC_FIELD_WARPS_PER_CTA, 1, 2, warps);
    of(field, LC_FIELD_ORDER, 1, 2, order);
    lc_encoding *tile = lc_encoding_new(ctx, LC_ENCODING_BLOCKED, field, NULL);
    lc_encoding *row = lc_encoding_new(ctx, LC_ENCODING_SLICE,
                                       of(of_slice, LC_FIELD_DIM, 1, 1, &one), tile);
    if (row) {
        look(row);
        printf("  its parent has rank %zu\n", lc_encoding_rank(lc_encoding_parent(row)));
    }
    lc_encoding_free(row);
    lc_encoding_free(tile);
}

/* 8 rows of 8 elements, with 2 elements of padding behind every 8. */
static void padded(lc_ctx *ctx)
{
    uint64_t gap[] = {8, 2};
    uint64_t basis[] = {0, 1, 0, 2, 0, 4, 1, 0, 2, 0, 4, 0};
    lc_field field[LC_FIELDS] = {0};
    of(field, LC_FIELD_PADDING, 1, 2, gap);
    of(field, LC_FIELD_BLOCK, 0, 2, NULL);
    lc_encoding *e = lc_encoding_new(ctx, LC_ENCODING_PADDED,
                                     of(field, LC_FIELD_OFFSET, 6, 2, basis), NULL);
    uint64_t shape[LC_ENCODING_RANK];
    if (e && lc_encoding_shape(e, shape))
        printf("padded: of %d x %d\n", (int)shape[0], (int)shape[1]);
    lc_layout *a = e ? lc_encoding_padded(ctx, e) : NULL;
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("  its elements lie at %s\n", text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout_free(a);
    lc_encoding_free(e);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    slice(ctx);
    padded(ctx);

    /* The bases themselves, from a linear layout. */
    lc_linear *l = lc_linear_identity1d(ctx, lc_int_const(4), "offset", "dim0");
    lc_linear *block = lc_linear_identity1d(ctx, lc_int_const(1), "block", "dim0");
    lc_linear *both = lc_linear_product(ctx, l, block);
    lc_encoding *e = both ? lc_encoding_of_linear(ctx, both) : NULL;
    lc_encoding *again = e ? lc_encoding_ref(e) : NULL;
    lc_encoding_free(e);
    if (again)
        look(again);
    lc_encoding_free(again);
    lc_linear_free(both);
    lc_linear_free(block);
    lc_linear_free(l);

    /* How they are written. */
    const lc_encoding_form *blocked = lc_encoding_form_find("blocked");
    const lc_field_form *order = lc_encoding_form_field(blocked, LC_FIELD_ORDER);
    size_t forms = 0;
    while (lc_encoding_form_at(forms))
        forms++;
    printf("%s has %s, which may be left out: %s; other forms: %s\n", blocked->python, order->key,
           order->optional ? "yes" : "no", forms > 1 ? "yes" : "no");
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     #ttg.slice of rank 1, SliceLayout in Gluon
 *       dim is 1
 *       its parent has rank 2
 *     padded: of 8 x 8
 *       its elements lie at (8,8):(10,1)
 *     #ttg.shared_linear of rank 1, SharedLinearLayout in Gluon
 *     BlockedLayout has order, which may be left out: no; other forms: yes
 */
