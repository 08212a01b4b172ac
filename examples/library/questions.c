/* questions.c - a question in a text, and its answer in words and numbers.
 *
 * headers: verify/session/answer.h
 */
#include <layoutcheck/verify/session/answer.h>

#include <stdio.h>

int main(void)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    if (!session)
        return 1;

    /* Names that one text binds are seen by those after it; a statement has an answer each. */
    lcv_answer *said = lcv_ask(session, LCV_ASK_SAY, "let A = (4,8):(8,1)\nshow A(5)");
    for (const lcv_answer *a = said; a; a = lcv_answer_next(a))
        printf("%s = %s, a value of kind %s\n",
               lcv_answer_name(a) ? lcv_answer_name(a) : lcv_answer_text(a), lcv_answer_value(a),
               lcv_answer_kind(a));
    lcv_answer_free(said);

    lcv_answer *value = lcv_ask(session, LCV_ASK_EVAL, "A o 8:4");
    int64_t extents[4];
    size_t n = lcv_leaves(lcv_answer_shape(value), 4, extents);
    printf("%s: %zu extents, %s\n", lcv_answer_value(value), n,
           lcv_answer_confirmed(value) ? "confirmed" : "not confirmed");
    lcv_answer_free(value);

    lcv_answer *claim = lcv_ask(session, LCV_ASK_PROVE, "injective((4,8):(2,4))");
    printf("%s, by %s: %s\n",
           lcv_answer_verdict(claim) == LCV_REFUTED ? "refuted" : "not refuted",
           lcv_answer_method(claim), lcv_answer_summary(claim));
    for (size_t i = 0; i < lcv_answer_nfaults(claim); i++) {
        const lcv_fault *f = lcv_answer_fault(claim, i);
        printf("  %s at %s is %s\n", f->of, f->coordinate, f->value);
    }
    lcv_answer_free(claim);

    lcv_answer *wrong = lcv_ask(session, LCV_ASK_EVAL, "coalece(A)");
    printf("%s: %s; %s\n", lcv_error_name(lcv_answer_error(wrong)), lcv_answer_message(wrong),
           lcv_answer_hint(wrong));
    lcv_answer_free(wrong);
    lcv_session_free(session);
    return 0;
}
/* prints
 *
 *     A = (4,8):(8,1), a value of kind layout
 *     A(5) = 9, a value of kind integer
 *     8:1: 1 extents, confirmed
 *     refuted, by enumeration: both are 4
 *       X at (2,0) is 4
 *       X at (0,1) is 4
 *     name: unknown name 'coalece'; did you mean 'coalesce'?
 */
