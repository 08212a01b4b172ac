/* sets.c - sets and relations: made, united, restricted, asked, listed.
 *
 * headers: isl-bridge/relation.h isl-bridge/operate.h
 */
#include <layoutcheck/isl-bridge/operate.h>

#include <stdio.h>
#include <stdlib.h>

/* Takes over a relation, or a set, which is a relation without inputs. */
static void print(lcr_ctx *r, const char *what, lcr_map *m)
{
    lc_int n;
    if (m && lcr_map_count(r, m, &n) == LCR_YES)
        printf("%s: %d\n", what, (int)lc_int_get_si(n));
    else
        printf("%s: %s\n", what, lc_ctx_message(lcr_ctx_lc(r)));
    lcr_map_free(m);
}

static const char *told(lcr_answer answer)
{
    return answer == LCR_YES ? "yes" : answer == LCR_NO ? "no" : "not known";
}

static void ask(lcr_ctx *r, const lcr_map *m)
{
    lc_int n, least, most, one, two;
    printf("single-valued: %s, empty: %s\n", told(lcr_map_single_valued(r, m)),
           told(lcr_map_is_empty(r, m)));
    if (lcr_map_count(r, m, &n) == LCR_YES && lcr_map_range(r, m, &least, &most))
        printf("%d pairs, values in [%d,%d]\n", (int)lc_int_get_si(n), (int)lc_int_get_si(least),
               (int)lc_int_get_si(most));
    if (lcr_map_injective(r, m, &one, &two) == LCR_NO)
        printf("two inputs have one value: they are %d apart\n",
               abs((int)lc_int_get_si(one) - (int)lc_int_get_si(two)));
    if (lcr_map_any(r, m, &one, &two) == LCR_YES && lcr_map_last(r, m, &most) == LCR_YES)
        printf("the last value is %d\n", (int)lc_int_get_si(most));
    lcr_pairs pairs = {0};
    if (lcr_map_is_small(r, m) && lcr_map_list(r, m, &pairs) == LCR_YES && pairs.n > 0)
        printf("%zu are listed, the last is %d -> %d\n", pairs.n,
               (int)lc_int_get_si(pairs.cell[2 * pairs.n - 2]),
               (int)lc_int_get_si(pairs.cell[2 * pairs.n - 1]));
    lcr_pairs_clear(&pairs);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;
    lcr_set_budget(r, LCR_DEFAULT_BUDGET);
    lcr_map *m = lcr_map_parse(r, "{ [c] -> [c mod 4] : 0 <= c < 8 }");
    lcr_map *n = lcr_map_of_values(r, 3,
                                   (lc_int[]){lc_int_const(7), lc_int_const(5), lc_int_const(3)});
    lcr_map *low = lcr_set_parse(r, "{ [c] : 0 <= c < 2 }");
    if (!m || !n || !low)
        return 1;
    ask(r, m);
    char *text = lcr_set_to_str(r, low);
    printf("%s\n", text ? "as isl writes it" : lc_ctx_message(ctx));
    free(text);
    print(r, "pairs of 7, 5, 3", lcr_map_ref(n));
    print(r, "inputs", lcr_map_domain_set(r, m));
    print(r, "values at 0 and 1", lcr_map_image(r, n, low));
    print(r, "pairs there", lcr_map_restrict(r, n, low));
    print(r, "pairs with other values", lcr_map_outside(r, m, low));
    print(r, "n after m", lcr_map_compose(r, n, m));
    print(r, "where it has a value", lcr_map_guard(r, n, m));
    print(r, "reversed", lcr_map_reverse(r, n));
    print(r, "the least of those with a value", lcr_map_least_inverse(r, m));
    print(r, "m + m", lcr_map_sum(r, m, m));
    print(r, "side by side", lcr_map_concat(r, n, n));
    print(r, "both", lcr_map_boolean(r, LCR_INTERSECTION, m, n));
    print(r, "a box", lcr_set_of_box(r, 2, (lc_int[]){lc_int_const(2), lc_int_const(3)}));
    lc_int least, most;
    if (lcr_set_extent(r, low, 0, &least, &most) == LCR_YES)
        printf("from %d to %d\n", (int)lc_int_get_si(least), (int)lc_int_get_si(most));
    printf("%zu input, %zu output; steps are left: %s\n", lcr_map_nin(m), lcr_map_nout(m),
           lcr_steps_left(r) > 0 ? "yes" : "no");
    lcr_map_free(low);
    lcr_map_free(n);
    lcr_map_free(m);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     single-valued: yes, empty: no
 *     8 pairs, values in [0,3]
 *     two inputs have one value: they are 4 apart
 *     the last value is 3
 *     8 are listed, the last is 7 -> 3
 *     as isl writes it
 *     pairs of 7, 5, 3: 3
 *     inputs: 8
 *     values at 0 and 1: 2
 *     pairs there: 2
 *     pairs with other values: 4
 *     n after m: 6
 *     where it has a value: 6
 *     reversed: 3
 *     the least of those with a value: 4
 *     m + m: 8
 *     side by side: 9
 *     both: 0
 *     a box: 6
 *     from 0 to 1
 *     1 input, 1 output; steps are left: yes
 */
