/* ask.c - a claim that is refuted, in numbers; and no such layout, with the reason.
 *
 *   cc ask.c $(pkg-config --cflags --libs layoutcheck)
 */
#include <layoutcheck.h>

#include <stdio.h>

/* Each coordinate at fault, congruent to the shape, with what is there. */
static void print_faults(const lcv_answer *a)
{
    for (size_t i = 0; i < lcv_answer_nfaults(a); i++) {
        const lcv_fault *f = lcv_answer_fault(a, i);
        int64_t at[8];
        size_t n = lcv_leaves(f->coordinate, 8, at);
        printf("  %s at", f->of);
        for (size_t k = 0; k < n && k < 8; k++)
            printf(" %lld", (long long)at[k]);
        printf(" (%s): %s\n", f->roles ? f->roles : "natural coordinate", f->value);
    }
}

static void ask(lcv_session *session, lcv_asked what, const char *text)
{
    lcv_answer *a = lcv_ask(session, what, text);
    if (lcv_answer_error(a) != LCV_ERROR_NONE)
        printf("%s: %s: %s\n", text, lcv_error_name(lcv_answer_error(a)), lcv_answer_message(a));
    else if (lcv_answer_verdict(a) == LCV_REFUTED)
        printf("%s: refuted, %s\n", text, lcv_answer_summary(a));
    else
        printf("%s: %s\n", text, lcv_answer_value(a) ? lcv_answer_value(a) : "proved");
    print_faults(a);
    lcv_answer_free(a);
}

int main(void)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    if (!session)
        return 1;
    ask(session, LCV_ASK_PROVE, "partitions(((4,8),2):((2,8),1), 64)");
    ask(session, LCV_ASK_PROVE, "partitions(((4,8),2):((2,8),2), 64)");
    ask(session, LCV_ASK_EVAL, "compose((4,6,8,10):(2,3,5,7), 6:12)");
    ask(session, LCV_ASK_EVAL, "compose((4,6,8):(2,3,5), 6:3)");
    lcv_session_free(session);
    return 0;
}
