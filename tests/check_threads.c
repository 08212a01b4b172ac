/* check_threads.c - contexts in threads: each has its own, and none knows of the others.
 *
 * Some threads do the same work at once: they check statements, with isl's opinion and with
 * pictures, audit kernels of PTX and of Triton, make and write the kernel of a plan, and recheck
 * certificates. What each comes to is what one thread alone comes to. ThreadSanitizer sees more:
 * CC=clang CFLAGS='-g -O1 -fsanitize=thread'.
 */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../isl-bridge/recheck.h"
#include "../kernels/audit/audited.h"
#include "../kernels/emit/emit.h"
#include "../kernels/planner/planner.h"
#include "../lib/text.h"
#include "../verify/session/answer.h"
#include "suite.h"

enum { THREADS = 4, ROUNDS = 2 };

static const char statements[] =
    "import <sm80>\nparam M in 1..1000\nlet A = (4,8):(8,1)\nprove injective(A)\n"
    "prove injective((M,8):(8,1))\nrefute injective((4,8):(1,1))\n"
    "show inverse(relation \"{ [c] -> [3c mod 16] : 0 <= c < 16 }\")\n"
    "show logical_divide((8,8):(8,1), (2,4))\nshow S<2,3,3> o 0 o (8,8):(8,1)\n"
    "prove conflict_free(S<3,3,3> o 0 o (8,8):(64,1), 32)\nshow A(\n";
static const char plan[] =
    "param M in 1..64, N in 1..64\n"
    "plan transpose(element=f32, source=(M,N):(N,1), destination=(M,N):(1,M))\n";

/* ---- the work ---- */

/* What the statements come to; `certificates`: and their certificates, perhaps alone. */
static void check_statements(lc_text *out, lc_text *certificates)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL,
                                                         .certify = true,
                                                         .figures = LCV_FIGURES_OF_ALL});
    lcv_answer *answers = lcv_ask(session, LCV_ASK_SAY, statements);
    for (const lcv_answer *a = answers; a; a = lcv_answer_next(a)) {
        lc_text_printf(out, "%d %d\n", (int)lcv_answer_status(a), lcv_answer_verdict(a));
        lc_text_add(out, lcv_answer_value(a));
        lc_text_add(out, lcv_answer_summary(a));
        lc_text_add(out, lcv_answer_rendered(a));
        lc_text_add(out, lcv_answer_svg(a));
        lc_text_add(certificates, lcv_answer_certificate(a));
    }
    lcv_answer_free(answers);
    lcv_session_free(session);
}

static void hear(void *user, const lcr_checked *checked)
{
    lc_text_printf(user, "%d %s\n", (int)checked->check, checked->claim);
}

static void recheck(lc_text *out, const char *certificates)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    if (!lcr_recheck(r, certificates, hear, out))
        lc_text_add(out, lc_ctx_message(ctx));
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
}

static void audit(lc_text *out, const char *file)
{
    const char *top = getenv("top_srcdir");
    lc_text path = {0};
    lc_text_printf(&path, "%s/%s", top ? top : ".", file);
    lck_audited *audited = lck_audited_new(LCV_CROSSCHECK_ISL);
    lck_audited_path(audited, lc_text_peek(&path));
    lc_text_add(out, lck_audited_report(audited, "verbose"));
    lc_text_add(out, lck_audited_report(audited, "sarif"));
    lck_audited_free(audited);
    lc_text_free(&path);
}

static void emit(lc_text *out)
{
    lck_planner *planner = lck_planner_new((lck_planner_options){.keep = true});
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    lcv_session_set_planner(session, lck_planner_hook(planner));
    lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, plan));
    for (size_t i = 0; i < lck_planner_count(planner); i++)
        lc_text_own(out, lck_emit(lck_planner_kernel(planner, i), LCK_WITH_MAIN));
    lck_planner_free(planner);
    lcv_session_free(session);
}

/* All of it; the text of what it comes to. `at`: where a thread begins. */
static char *work(int at)
{
    enum { PARTS = 4 };
    lc_text part[PARTS] = {{0}}, certificates = {0}, all = {0};
    for (int i = 0; i < PARTS; i++) {
        int which = (at + i) % PARTS;
        switch (which) {
        case 0:
            lc_text_add(&certificates, LCR_CERTIFICATE_HEAD);
            check_statements(&part[which], &certificates);
            recheck(&part[which], lc_text_peek(&certificates));
            break;
        case 1: audit(&part[which], "examples/audit/tiles.ptx"); break;
        case 2: audit(&part[which], "examples/audit/transpose.ttgir"); break;
        default: emit(&part[which]);
        }
    }
    for (int i = 0; i < PARTS; i++)
        lc_text_own(&all, lc_text_take(NULL, &part[i]));
    lc_text_free(&certificates);
    return lc_text_take(NULL, &all);
}

/* ---- threads ---- */

static void *begin(void *at)
{
    return work(*(const int *)at);
}

TEST(threads_at_once)
{
    char *alone = work(0);
    ck_assert_ptr_nonnull(alone);
    ck_assert_ptr_nonnull(strstr(alone, "__global__"));
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t thread[THREADS];
        int at[THREADS];
        for (int i = 0; i < THREADS; i++) {
            at[i] = round + i;
            ck_assert_int_eq(pthread_create(&thread[i], NULL, begin, &at[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            void *text;
            ck_assert_int_eq(pthread_join(thread[i], &text), 0);
            ck_assert_str_eq(text, alone);
            free(text);
        }
    }
    free(alone);
}

SUITE_MAIN("threads", threads_at_once)
