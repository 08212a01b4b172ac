/* words.c - the language as a list: what can be called, and what each name is.
 *
 * headers: verify/catalogue/catalogue.h verify/row/row.h verify/function/verdict.h
 */
#include <layoutcheck/verify/catalogue/catalogue.h>
#include <layoutcheck/verify/claim/prove.h>
#include <layoutcheck/verify/eval/read.h>

#include <stdio.h>

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

static void list(void)
{
    size_t claims = 0, operations = 0, names = 0, signatures = 0;
    while (lcv_claim_at(claims))
        claims++;
    while (lcv_operation_at(operations))
        operations++;
    while (lcv_catalogue_name(names))
        names++;
    while (lcv_catalogue_signature(signatures))
        signatures++;
    printf("first %s, of as many names as signatures: %s; words, too: %s\n",
           lcv_catalogue_signature(0), told(names == signatures),
           told(names > claims + operations));
}

int main(void)
{
    list();
    printf("injective is a claim: %s, compose: %s\n", told(lcv_catalogue_is_claim("injective")),
           told(lcv_catalogue_is_claim("compose")));
    const char *rule = lcv_catalogue_rule("cosize");
    printf("cosize: %s\n", rule ? rule : "");
    printf("apply is called by its name: %s\n", told(lcv_operation_called("apply") != NULL));

    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;
    lcv_diag diag = {0};
    lcv_value *a = lcv_value_from_str(r, "(4,8):(1,8)", &diag);
    lcv_value *w = lcv_value_from_str(r, "S<1,0,2>", &diag);
    /* Operands decide which rule of an operation holds. */
    printf("a layout's value: %s, a swizzle's: %s; composed: %s\n",
           told(lcv_operands_of_evaluation(1, &a) == LCV_OF_LAYOUTS),
           told(lcv_operands_of_evaluation(1, &w) == LCV_OF_SWIZZLES),
           told(lcv_operands_of_composition(2, (lcv_value *[]){w, a}) == LCV_OF_COMPOSED));

    /* A result may outlive the call. */
    lcv_value *n = lcv_value_from_str(r, "64", &diag);
    lcv_result *result = lcv_prove(r, lcv_claim_find("surjective"), 2, (lcv_value *[]){a, n});
    lcv_result *kept = result ? lcv_result_copy(ctx, result) : NULL;
    lcv_result_free(result);
    if (kept)
        printf("%s: %s\n", lcv_verdict_name(kept->verdict), kept->counterexample.summary);
    lcv_result_free(kept);
    lcv_value_free(n);
    lcv_value_free(w);
    lcv_value_free(a);
    lcv_diag_clear(&diag);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     first ceil_div(a, b), of as many names as signatures: yes; words, too: yes
 *     injective is a claim: yes, compose: no
 *     cosize: the largest offset plus 1
 *     apply is called by its name: no
 *     a layout's value: yes, a swizzle's: yes; composed: yes
 *     REFUTED: 4 is never reached
 */
