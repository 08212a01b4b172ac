/* script.c - files and statements, with a listener for their outcomes.
 *
 * headers: verify/session/script.h verify/language/source.h verify/language/verb.h
 * headers: verify/language/diag.h
 */
#include <layoutcheck/verify/session/script.h>

#include <stdio.h>

/* Everything in the outcome is borrowed, for the length of this call. */
static void hear(void *user, const lcv_outcome *o)
{
    (void)user;
    if (o->error && o->error->source) {
        size_t line, column;
        lcv_source *source = o->error->source;
        const char *file = lcv_source_place(source, o->error->span.begin, &line, &column);
        printf("%s:%zu:%zu: %s\n", file, line, column, lcv_message(o->error->message));
    } else if (o->result) {
        printf("%s %s: %s\n", lcv_verb_name(o->verb), o->text,
               lcv_verdict_name(o->result->verdict));
    } else if (o->value_text) {
        printf("%s %s: %s\n", lcv_verb_name(o->verb), o->text, o->value_text);
    }
}

int main(void)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    if (!session)
        return 1;
    lcv_listener listener = {.outcome = hear};
    lcv_session_say(session,
                    "param M in 1..1024\n"
                    "let A = (M,8):(8,1)\n"
                    "prove in_bounds(A, 8*M)\n"
                    "refute surjective(A, 8*M + 1)\n"
                    "show coalesce(A",
                    &listener);
    lcv_session_eval(session, "size((4,8))", &listener);
    bool is_function;
    printf("the last name: %s\n", lcv_session_name(session, 0, &is_function));

    const lcv_tally *t = lcv_session_tally(session);
    printf("%zu proved, %zu refuted, %zu errors, %zu claims confirmed: status %d\n", t->proved,
           t->refuted, t->errors, t->claims, lcv_tally_status(t));
    lcv_session_free(session);

    /* Which name was meant. */
    const char *const names[] = {"coalesce", "compose", "complement"};
    printf("%s\n", lcv_nearest("compse", 3, names));
    return 0;
}
/* prints
 *
 *     let (M,8):(8,1): (M,8):(8,1)
 *     prove in_bounds(A, 8*M): PROVED
 *     refute surjective(A, 8*M + 1): REFUTED
 *     <expr>:5:16: unbalanced '(': the statement ends too early
 *     show size((4,8)): 32
 *     the last name: M
 *     1 proved, 1 refuted, 1 errors, 1 claims confirmed: status 2
 *     compose
 */
