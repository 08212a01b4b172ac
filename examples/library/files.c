/* files.c - a file of claims, questions one by one, certificates, C, pictures.
 *
 * headers: verify/session/script.h verify/session/answer.h isl-bridge/code.h
 */
#include <layoutcheck/isl-bridge/code.h>
#include <layoutcheck/isl-bridge/operate.h>
#include <layoutcheck/verify/session/answer.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

typedef struct {
    lcv_tally tally;
    size_t explained, pictures;
} heard;

static void hear(void *user, const lcv_outcome *o)
{
    heard *h = user;
    lcv_tally one = lcv_tally_of(o);
    lcv_tally_add(&h->tally, &one);
    h->explained += o->explanation != NULL;
    h->pictures += o->figure != NULL;
    if (o->value_text && o->text_kind == LCV_C)
        printf("as C:%s\n", strrchr(o->value_text, '\n'));
}

static bool write(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fputs("let A = (4,8):(8,1)\nprove injective(A)\n", out);
    return fclose(out) == 0;
}

static void run(lcv_session *session, const char *path)
{
    heard h = {0};
    lcv_listener listener = {.user = &h, .outcome = hear};
    static lc_doing doing;
    lcv_session_set_doing(session, &doing);
    lcv_session_set_drawing(session, NULL, NULL);
    if (lcv_session_read(session, path))
        lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
    printf("%zu statements, %zu proved; watched: %s\n", lcv_session_statements(session),
           h.tally.proved, told(lcv_session_doing(session) == &doing));

    /* `load` says its statements: the names stay. */
    lcv_session_load(session, path, &listener);
    lcv_session_prove(session, "surjective(A, 32)", &listener);
    lcv_session_relation(session, "A", &listener);
    lcv_session_code(session, "relation \"{ [t] -> [2t + 1] : 0 <= t < 32 }\"", &listener);
    lcv_session_explain(session, "A o 8:4", &listener);
    lcv_session_draw(session, "A", &listener);
    lcv_session_draw_steps(session, "A o 8:4", &listener);
    printf("%zu proved, %zu explained, pictures: %s, status %d\n", h.tally.proved, h.explained,
           told(h.pictures > 0), lcv_tally_status(&h.tally));
}

static void ask(lcv_session *session)
{
    lcv_answer *a = lcv_ask(session, LCV_ASK_EVAL, "A o\n (8:");
    printf("%s at %zu:%zu\n%s", lcv_error_name(lcv_answer_error(a)), lcv_answer_error_line(a),
           lcv_answer_error_column(a), lcv_answer_rendered(a));
    printf("asked as %s; it took some seconds: %s\n", lcv_verb_name(lcv_answer_verb(a)),
           told(lcv_answer_seconds(a) >= 0));
    lcv_answer_free(a);
}

/* C of relations: where they have a value, which, and of functions in isl's words. */
static void code(lcr_ctx *r, lc_exprs *x)
{
    lcr_map *m = lcr_map_parse(r, "{ [t] -> [2t + 1] : 0 <= t < 32 }");
    const lc_expr *t = lc_expr_var(x, "t", 0, 1023);
    const lc_expr *e[] = {lcr_code_where(r, x, m, 1, &t), lcr_code_value(r, x, m, 0, &t),
                          lcr_code_affine(r, x, "{ [t] -> [floor(t/4)] }", NULL)};
    printf("of %s:", lcr_code_name(m, 0));
    for (size_t i = 0; i < sizeof e / sizeof *e; i++) {
        char *text = e[i] ? lc_expr_to_c(lcr_ctx_lc(r), e[i]) : NULL;
        printf(" %s%s", text ? text : lc_ctx_message(lcr_ctx_lc(r)), i < 2 ? "," : "\n");
        free(text);
    }
    lcr_map_free(m);
}

int main(void)
{
    static const char path[] = "files-example.lay";
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    lc_exprs *x = ctx ? lc_exprs_new(ctx) : NULL;
    if (!session || !r || !x || !write(path))
        return 1;
    run(session, path);
    remove(path);
    ask(session);
    code(r, x);
    lc_exprs_free(x);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    lcv_session_free(session);
    return 0;
}
/* prints
 *
 *     2 statements, 1 proved; watched: yes
 *     as C:
 *     2 * t + 1
 *     3 proved, 1 explained, pictures: yes, status 0
 *     syntax at 2:5
 *     <expr>:2:5: error: unbalanced '(': the expression ends too early
 *        (8:
 *           ^
 *       expected ')'
 *     <expr>:2:2: note: to close this
 *        (8:
 *        ^
 *     asked as show; it took some seconds: yes
 *     of t: t <= 31, 2 * t + 1, t >> 2
 */
