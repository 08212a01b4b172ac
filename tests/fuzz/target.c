/* target.c - what libFuzzer and AFL++ call: one reader, FUZZ, with any bytes.
 *
 *     clang -DFUZZ=\"ptx\" -fsanitize=fuzzer,address,undefined target.c liblayoutcheck.a ...
 *
 * `make fuzz` builds one program a reader (tests/fuzz/fuzz). Answers do not matter, only that
 * there is one: sanitizers watch the memory, the fuzzer time and size. Budgets are small, so that
 * an input that is merely large is UNKNOWN soon.
 */
#include "config.h"

#include "../../isl-bridge/recheck.h"
#include "../../kernels/audit/audited.h"
#include "../../kernels/planner/planner.h"
#include "../../verify/session/answer.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET 20000 /* isl operations a query */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(lcv_session *session, lcv_asked what, const char *text)
{
    if (session)
        lcv_answer_free(lcv_ask(session, what, text));
}

static void ask_alone(lcv_asked what, const char *text)
{
    lcv_session *session = lcv_session_new(
        (lcv_options){.crosscheck = LCV_CROSSCHECK_ISL, .budget = BUDGET, .certify = true});
    ask(session, what, text);
    lcv_session_free(session);
}

/* A file of statements. */
static void fuzz_language(const char *text, size_t size)
{
    (void)size;
    ask_alone(LCV_ASK_SAY, text);
}

/* An expression, or what another library printed: its value, its relation, its picture. */
static void fuzz_expression(const char *text, size_t size)
{
    static const lcv_asked ways[] = {LCV_ASK_EVAL, LCV_ASK_RELATION, LCV_ASK_C, LCV_ASK_EXPLAIN,
                                     LCV_ASK_DRAW};
    for (size_t i = 0; i < sizeof ways / sizeof *ways && size < 400; i++)
        ask_alone(ways[i], text);
}

/* Statements with plans, whose kernels are made. */
static void fuzz_plans(const char *text, size_t size)
{
    (void)size;
    lck_planner *planner = lck_planner_new((lck_planner_options){0});
    lcv_session *session =
        planner
            ? lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF, .budget = BUDGET})
            : NULL;
    if (session) {
        lcv_session_set_planner(session, lck_planner_hook(planner));
        ask(session, LCV_ASK_SAY, text);
    }
    lcv_session_free(session);
    lck_planner_free(planner);
}

static void audit(const char *text, size_t size, const char *name)
{
    static const char *const formats[] = {"text", "verbose", "gcc", "json", "sarif", "lay"};
    lck_audited *audited = lck_audited_new(LCV_CROSSCHECK_OFF);
    if (audited && lck_audited_text(audited, text, size, name))
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
            lck_audited_report(audited, formats[i]);
    lck_audited_free(audited);
}

static void fuzz_triton(const char *text, size_t size)
{
    audit(text, size, "k.ttgir");
}

static void fuzz_cute(const char *text, size_t size)
{
    audit(text, size, "k.mlir");
}

static void fuzz_ptx(const char *text, size_t size)
{
    audit(text, size, "k.ptx");
}

static void ignore(void *user, const lcr_checked *checked)
{
    (void)user, (void)checked;
}

static void fuzz_certificate(const char *text, size_t size)
{
    (void)size;
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (r) {
        lcr_set_budget(r, BUDGET);
        (void)lcr_recheck(r, text, ignore, NULL);
    }
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
}

/* All readers, so that each program has each. */
static const struct {
    const char *name;
    void (*run)(const char *text, size_t size);
} targets[] = {{"language", fuzz_language},
               {"expression", fuzz_expression},
               {"plans", fuzz_plans},
               {"triton", fuzz_triton},
               {"cute", fuzz_cute},
               {"ptx", fuzz_ptx},
               {"certificate", fuzz_certificate}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (strcmp(targets[i].name, FUZZ) == 0)
            targets[i].run(text, size);
    free(text);
    return 0;
}
