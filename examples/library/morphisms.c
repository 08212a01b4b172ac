/* morphisms.c - tractable layouts as morphisms of nested tuples.
 *
 * headers: lib/nest.h
 */
#include <layoutcheck/lib/nest.h>

#include <stdio.h>
#include <stdlib.h>

/* Take over their argument. */
static void print(lc_ctx *ctx, const char *what, lc_morphism *f)
{
    char *text = f ? lc_morphism_to_str(ctx, f) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_morphism_free(f);
}

static void print_layout(lc_ctx *ctx, const char *what, lc_layout *a)
{
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout_free(a);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    lc_int extents[] = {lc_int_const(2), lc_int_const(4)};
    lc_int steps[] = {lc_int_const(4), lc_int_const(8)};
    lc_layout *a = lc_layout_flat(ctx, 2, extents, steps);
    lc_intractable why;
    printf("tractable: %s\n", lc_layout_is_tractable(ctx, a, &why) ? "yes" : "no");

    lc_morphism *f = lc_morphism_of_layout(ctx, a);
    print(ctx, "f", lc_morphism_ref(f));
    print(ctx, "coalesced", lc_morphism_coalesce(ctx, f));
    print(ctx, "complement", lc_morphism_complement(ctx, f));
    print_layout(ctx, "the layout of f", lc_morphism_layout(ctx, f));
    char *diagram = lc_morphism_diagram(ctx, f);
    printf("%s\n", diagram ? diagram : lc_ctx_message(ctx));
    free(diagram);

    /* The coarsest tuples that refine both. */
    lc_tuple *s = lc_tuple_flat(ctx, 2, (lc_int[]){lc_int_const(6), lc_int_const(6)});
    lc_tuple *t = lc_tuple_flat(ctx, 2, (lc_int[]){lc_int_const(12), lc_int_const(3)});
    lc_tuple *finer_s, *finer_t;
    if (lc_mutual_refinement(ctx, s, t, &finer_s, &finer_t)) {
        char *one = lc_tuple_to_str(ctx, finer_s), *two = lc_tuple_to_str(ctx, finer_t);
        printf("%s and %s\n", one ? one : "", two ? two : "");
        free(one);
        free(two);
        lc_tuple_free(finer_s);
        lc_tuple_free(finer_t);
    }
    lc_tuple_free(s);
    lc_tuple_free(t);
    lc_morphism_free(f);
    lc_layout_free(a);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     tractable: yes
 *     f: morphism{(2,4) -> (4,2,4): 2,3}
 *     coalesced: morphism{8 -> (4,8): 2}
 *     complement: morphism{4 -> (4,2,4): 1}
 *     the layout of f: (2,4):(4,8)
 *       3 |                   |        4
 *       2 |        4 -> 3     |        2
 *       1 |        2 -> 2     |        4
 *     (6,(2,3)) and ((6,2),3)
 */
