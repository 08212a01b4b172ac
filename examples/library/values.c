/* values.c - values from text, claims about them, and what the language has.
 *
 * headers: verify/value/value.h verify/eval/read.h verify/claim/prove.h verify/function/verdict.h
 * headers: verify/row/row.h verify/catalogue/catalogue.h
 */
#include <layoutcheck/verify/catalogue/catalogue.h>
#include <layoutcheck/verify/claim/prove.h>
#include <layoutcheck/verify/eval/read.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;

    /* A text that is no value leaves an error with its place and a hint. */
    lcv_diag diag = {0};
    lcv_value *none = lcv_value_from_str(r, "(4,8):(1,", &diag);
    printf("%s: %s\n", lcv_error_name(diag.code), lcv_message(diag.message));
    lcv_diag_clear(&diag);
    lcv_value_free(none);

    lcv_value *a = lcv_value_from_str(r, "logical_divide((4,8):(2,8), <2:1,4:1>)", &diag);
    char *text = a ? lcv_value_to_str(r, a) : NULL;
    printf("%s, %s\n", text ? text : lcv_message(diag.message), a ? lcv_kind_name(a) : "");
    free(text);
    lc_int number;
    if (a && lcv_value_number_at(ctx, a, lc_int_const(9), &number))
        printf("at 9: %d\n", (int)lc_int_get_si(number));

    /* A claim is a row of the catalogue; the result has a counterexample to check by hand. */
    const lcv_claim *injective = lcv_claim_find("injective");
    lcv_value *b = lcv_value_from_str(r, "(4,4):(1,2)", &diag);
    lcv_result *result = b ? lcv_prove(r, injective, 1, &b) : NULL;
    if (result)
        printf("%s: %s, by %s: %s\n", injective->signature, lcv_verdict_name(result->verdict),
               result->method, result->counterexample.summary);
    for (size_t i = 0; result && i < result->counterexample.nsteps; i++)
        printf("  %s\n", result->counterexample.steps[i]);

    /* What an operation is, for operands of this kind. */
    const lcv_operation *compose = lcv_operation_find("compose");
    lcv_value *two[] = {a, b};
    const lcv_rule *rule = lcv_rule_for(compose->rules, compose->operands, 2, two);
    printf("%s: %s\n", compose->signature, rule ? rule->source : "");
    lcv_result_free(result);
    lcv_value_free(b);
    lcv_value_free(a);
    lcv_diag_clear(&diag);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     syntax: unbalanced '(': the expression ends too early
 *     ((2,2),(4,2)):((2,4),(8,32)), layout
 *     at 9: 18
 *     injective(X): REFUTED, by enumeration: both are 2
 *       X(2,0) = 2
 *       X(0,1) = 2
 *     compose(A, B): Cecka 3.3, laws 16 and 17
 */
