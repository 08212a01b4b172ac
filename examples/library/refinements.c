/* refinements.c - operations on morphisms, and those on layouts that go by them.
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

static void print_tuple(lc_ctx *ctx, const char *what, const lc_tuple *t)
{
    char *text = t ? lc_tuple_to_str(ctx, t) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
}

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

static void look(lc_ctx *ctx, const lc_morphism *f)
{
    lc_unstandard why;
    print_tuple(ctx, "domain", lc_morphism_domain(f));
    print_tuple(ctx, "codomain", lc_morphism_codomain(f));
    printf("entry 0 goes to %zu; standard: %s, an isomorphism: %s\n", lc_morphism_image(f, 0),
           told(lc_morphism_is_standard(f, &why)), told(lc_morphism_is_isomorphism(f)));
    print(ctx, "inverse", lc_morphism_invert(ctx, f));
    print(ctx, "mode 0", lc_morphism_mode(ctx, f, 0));
    print(ctx, "flat", lc_morphism_flatten(ctx, f));
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;

    /* f turns (4,8) around, and g is the layout 2:4. */
    lc_int four_eight[] = {lc_int_const(4), lc_int_const(8)};
    lc_int eight_four[] = {lc_int_const(8), lc_int_const(4)};
    lc_tuple *s = lc_tuple_flat(ctx, 2, four_eight), *t = lc_tuple_flat(ctx, 2, eight_four);
    lc_morphism *f = lc_morphism_new(ctx, s, t, (size_t[]){1, 0});
    lc_int two = lc_int_const(2), four = lc_int_const(4);
    lc_layout *b = lc_layout_flat(ctx, 1, &two, &four);
    lc_morphism *g = lc_morphism_of_function(ctx, b);
    lc_morphism *same = lc_morphism_ref(f);
    printf("the same: %s\n", told(lc_morphism_equal(f, same)));
    lc_morphism_free(same);
    look(ctx, f);
    print(ctx, "f o g", lc_morphism_compose(ctx, f, g));
    print(ctx, "f / g", lc_morphism_divide(ctx, f, g));

    /* Refined alike on the other side. */
    lc_tuple *finer =
        lc_tuple_flat(ctx, 3, (lc_int[]){lc_int_const(2), lc_int_const(4), lc_int_const(4)});
    print(ctx, "pulled back", lc_morphism_pull_back(ctx, f, finer));
    print(ctx, "pushed forward", lc_morphism_push_forward(ctx, f, s));
    lc_tuple *coarser = lc_coarsenings(ctx, finer);
    print_tuple(ctx, "coarsenings", coarser);
    printf("as many as %d\n", (int)lc_int_get_si(lc_count_coarsenings(ctx, finer)));
    lc_unrefined stop;
    lc_tuple *three = lc_tuple_flat(ctx, 2, (lc_int[]){lc_int_const(3), lc_int_const(2)});
    if (lc_refinement_stops(ctx, s, three, &stop))
        printf("(4,8) and (3,2) have no common refinement: stopped at entries %zu and %zu\n",
               stop.entry[0], stop.entry[1]);

    /* Layouts by their morphisms. */
    lc_layout *a = lc_morphism_layout(ctx, f);
    print_layout(ctx, "composed", lc_compose_by_refinement(ctx, a, b));
    print_layout(ctx, "complement", lc_complement_by_morphism(ctx, b));
    print_layout(ctx, "up to 32", lc_complement_to_by_morphism(ctx, b, lc_int_const(32)));
    print_layout(ctx, "divided", lc_divide_by_morphism(ctx, a, b));
    print_layout(ctx, "multiplied", lc_product_by_morphism(ctx, b, b));
    lc_tuple *tuples[] = {s, t, finer, coarser, three};
    for (size_t i = 0; i < sizeof tuples / sizeof *tuples; i++)
        lc_tuple_free(tuples[i]);
    lc_layout_free(a);
    lc_layout_free(b);
    lc_morphism_free(g);
    lc_morphism_free(f);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     the same: yes
 *     domain: (4,8)
 *     codomain: (8,4)
 *     entry 0 goes to 1; standard: yes, an isomorphism: yes
 *     inverse: morphism{(8,4) -> (4,8): 2,1}
 *     mode 0: morphism{4 -> (8,4): 2}
 *     flat: morphism{(4,8) -> (8,4): 2,1}
 *     f o g: morphism{2 -> ((2,4),4): 1}
 *     f / g: morphism{(2,(4,4)) -> ((2,4),4): 1,3,2}
 *     pulled back: morphism{(4,(2,4)) -> ((2,4),4): 3,1,2}
 *     pushed forward: morphism{(4,8) -> (8,4): 2,1}
 *     coarsenings: (32,(2,16),(8,4),(2,4,4))
 *     as many as 4
 *     (4,8) and (3,2) have no common refinement: stopped at entries 0 and 0
 *     composed: 2:1
 *     complement: (4,1):(1,8)
 *     up to 32: (4,4):(1,8)
 *     divided: (2,(4,4)):(1,(8,2))
 *     multiplied: (2,2):(4,8)
 */
