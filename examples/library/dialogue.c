/* dialogue.c - all that an answer has, and what a session can be asked besides.
 *
 * headers: verify/session/script.h verify/session/answer.h
 */
#include <layoutcheck/verify/session/answer.h>

#include <stdio.h>
#include <string.h>

/* Of an answer that may be none of its kind: "none" for NULL. */
static const char *or_none(const char *text)
{
    return text ? text : "none";
}

static void print_claim(const lcv_answer *a)
{
    printf("%s at %s:%zu:%zu: status %d\n", or_none(lcv_answer_text(a)),
           or_none(lcv_answer_file(a)), lcv_answer_line(a), lcv_answer_column(a),
           (int)lcv_answer_status(a));
    printf("where: %s\n", or_none(lcv_answer_where(a)));
    for (size_t i = 0; i < lcv_answer_nsteps(a); i++)
        printf("  %s\n", lcv_answer_step(a, i));
    for (size_t i = 0; i < lcv_answer_nparameters(a); i++)
        printf("  %s = %s\n", lcv_answer_parameter(a, i)->name,
               lcv_answer_parameter(a, i)->value);
    printf("reason: %s, note: %s\n", or_none(lcv_answer_reason(a)), or_none(lcv_answer_note(a)));
}

static void ask(lcv_session *session, lcv_asked what, const char *text,
                const char *(*of)(const lcv_answer *), const char *begins)
{
    lcv_answer *a = lcv_ask(session, what, text);
    const char *said = of(a);
    printf("%s of %s: %s\n", begins, text, said && strstr(said, begins) ? "there" : "not there");
    lcv_answer_free(a);
}

int main(void)
{
    lcv_session *session =
        lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL, .certify = true});
    if (!session)
        return 1;
    lcv_answer *said = lcv_ask(session, LCV_ASK_SAY,
                               "param M in 1..64\nlet tile(X) = logical_divide(X, <2:1, 2:1>)\n"
                               "prove injective((M,8):(1,4))");
    for (const lcv_answer *a = said; a; a = lcv_answer_next(a))
        if (lcv_answer_verdict(a) != LCV_NO_VERDICT)
            print_claim(a);
    lcv_answer_free(said);
    printf("%s\n", or_none(lcv_session_signature(session, "tile")));

    ask(session, LCV_ASK_EXPLAIN, "coalesce((2,4):(1,2))", lcv_answer_explanation, "8:1");
    ask(session, LCV_ASK_PROVE, "injective((2,4):(1,2))", lcv_answer_certificate, "PROVED");
    ask(session, LCV_ASK_DRAW, "(2,4):(1,2)", lcv_answer_svg, "<svg");
    ask(session, LCV_ASK_C, "relation \"{ [c] -> [2c] : 0 <= c < 8 }\"", lcv_answer_value, "2");
    ask(session, LCV_ASK_RELATION, "(2,4):(1,2)", lcv_answer_value, "->");
    ask(session, LCV_ASK_EVAL, "(2,4):(1,2)", lcv_answer_stride, "(1,2)");

    /* An end that another thread, or a signal, asks for. */
    lcv_session_interrupt(session);
    lcv_answer *none = lcv_ask(session, LCV_ASK_EVAL, "1 + 1");
    printf("interrupted: %s\n", lcv_answer_status(none) == LCV_INTERRUPTED ? "yes" : "no");
    lcv_answer_free(none);
    lcv_session_resume(session);
    lcv_answer *two = lcv_ask(session, LCV_ASK_EVAL, "1 + 1");
    printf("%s, %s\n", or_none(lcv_answer_value(two)),
           lcv_session_interrupted(session) ? "still" : "and on it goes");
    lcv_answer_free(two);
    lcv_session_free(session);
    return 0;
}
/* prints
 *
 *     injective((M,8):(1,4)) at <expr>:3:1: status 1
 *     where: M = 5, c = (4,0) and c' = (0,1)
 *       X = (5,8):(1,4)
 *       X(4,0) = 4
 *       X(0,1) = 4
 *       M = 5
 *     reason: none, note: none
 *     tile(X)
 *     8:1 of coalesce((2,4):(1,2)): there
 *     PROVED of injective((2,4):(1,2)): there
 *     <svg of (2,4):(1,2): there
 *     2 of relation "{ [c] -> [2c] : 0 <= c < 8 }": there
 *     -> of (2,4):(1,2): there
 *     (1,2) of (2,4):(1,2): there
 *     interrupted: yes
 *     2, and on it goes
 */
