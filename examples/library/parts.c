/* parts.c - morphisms put together, and the parts of a composition by refinement.
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

static lc_tuple *shape(lc_ctx *ctx, size_t n, const int *extent)
{
    lc_int leaf[4];
    for (size_t i = 0; i < n; i++)
        leaf[i] = lc_int_const(extent[i]);
    return lc_tuple_flat(ctx, n, leaf);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    lc_tuple *two = shape(ctx, 1, (int[]){2}), *four = shape(ctx, 1, (int[]){4});
    lc_tuple *both = shape(ctx, 2, (int[]){2, 4});
    lc_morphism *f = lc_morphism_new(ctx, two, both, (size_t[]){0});
    lc_morphism *g = lc_morphism_new(ctx, four, both, (size_t[]){1});
    print(ctx, "(g, f)", lc_morphism_concat(ctx, g, f));
    print(ctx, "f * f", lc_morphism_product(ctx, f, f));
    lc_morphism *inclusion = lc_morphism_include(ctx, two, both);
    print(ctx, "2 in (2,4)", lc_morphism_ref(inclusion));
    char *diagram = lc_morphisms_diagram(ctx, 2, (const lc_morphism *[]){inclusion, g});
    printf("%s\n", diagram ? diagram : lc_ctx_message(ctx));
    free(diagram);

    /* (4,6):(1,8) as a composition with 2:2 uses it, refined where 2:2 splits a mode. */
    lc_int extents[] = {lc_int_const(4), lc_int_const(6)};
    lc_int steps[] = {lc_int_const(1), lc_int_const(8)}, of_b = lc_int_const(2);
    lc_layout *a = lc_layout_flat(ctx, 2, extents, steps);
    lc_layout *b = lc_layout_flat(ctx, 1, &of_b, &of_b);
    lc_morphism *of = lc_morphism_of_layout(ctx, b);
    lc_layout *reached = lc_compose_reached(ctx, a, b, of);
    print_layout(ctx, "reached", lc_layout_ref(reached));
    lc_tuple *halves = shape(ctx, 2, (int[]){2, 2});
    lc_tuple *finer = lc_tuple_of(ctx, 1, (lc_tuple *[]){halves});
    print_layout(ctx, "refined", lc_layout_refine(ctx, reached, finer));

    lc_tuple *tuples[] = {two, four, both, halves, finer};
    for (size_t i = 0; i < sizeof tuples / sizeof *tuples; i++)
        lc_tuple_free(tuples[i]);
    lc_morphism *morphisms[] = {f, g, inclusion, of};
    for (size_t i = 0; i < sizeof morphisms / sizeof *morphisms; i++)
        lc_morphism_free(morphisms[i]);
    lc_layout_free(reached);
    lc_layout_free(b);
    lc_layout_free(a);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     (g, f): morphism{((4,),(2,)) -> (2,4): 2,1}
 *     f * f: morphism{((2,),(2,)) -> (2,(2,2)): 1,2}
 *     2 in (2,4): morphism{(2,) -> (2,4): 1}
 *       2 |                   |        4 |                   |        4
 *       1 |        2 -> 1     |        2 |        4 -> 2     |        2
 *     reached: 4:1
 *     refined: ((2,2),):((1,2),)
 */
