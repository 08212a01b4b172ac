/* check_dialogue.c - texts said one after the other mean what they mean in a file.
 *
 * Each statement of the examples is said as a text of its own: what comes of it is what comes of
 * it in the file. Names that are defined again are new ones, and what was made with the former
 * ones stays as it was.
 */
#include "config.h"

#include "suite.h"

#include "../kernels/planner/planner.h"
#include "../lib/text.h"
#include "../verify/language/parse.h"
#include "../verify/session/script.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- what came of texts ---- */

typedef struct {
    lcv_status status;
    lcv_verb verb;
    char *text; /* of the statement, its value, its counterexample, its error */
} outcome;

typedef struct {
    size_t n, room;
    outcome *all;
} record;

static void note(void *user, const lcv_outcome *o)
{
    record *r = user;
    lc_text text = {0};
    if (r->n == r->room) {
        r->room = r->room > 0 ? 2 * r->room : 64;
        r->all = realloc(r->all, r->room * sizeof *r->all);
        ck_assert_ptr_nonnull(r->all);
    }
    lc_text_printf(&text, "%s | %s | %s", o->text ? o->text : "", o->name ? o->name : "",
                   o->value_text ? o->value_text : "");
    if (o->result)
        lc_text_printf(&text, " | %d %s", (int)o->result->verdict,
                       o->result->counterexample.summary ? o->result->counterexample.summary
                                                         : "");
    if (o->error)
        lc_text_printf(&text, " | %s", lcv_message(o->error->message));
    r->all[r->n++] = (outcome){o->status, o->verb, lc_text_take(NULL, &text)};
}

static void clear(record *r)
{
    for (size_t i = 0; i < r->n; i++)
        free(r->all[i].text);
    free(r->all);
    *r = (record){0};
}

static lcv_session *open_session(lck_planner *planner)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(session);
    if (planner)
        lcv_session_set_planner(session, lck_planner_hook(planner));
    return session;
}

/* ---- examples, statement by statement ---- */

/* Where each statement of the file begins; their number. */
static size_t find_statements(lcv_source *source, size_t most, size_t *begin)
{
    lcv_parser *parser = lcv_parser_new(source);
    lcv_diag diag = {0};
    lcv_stmt stmt;
    size_t n = 0;
    ck_assert_ptr_nonnull(parser);
    while (lcv_parser_next(parser, &stmt, &diag) == LCV_PARSED) {
        ck_assert_uint_lt(n, most);
        begin[n++] = stmt.span.begin;
    }
    ck_assert(!diag.failed);
    lcv_parser_free(parser);
    return n;
}

#define MOST 2000

static void say_file(lcv_session *session, const char *path, record *said)
{
    static size_t begin[MOST];
    lcv_listener listener = {.user = said, .outcome = note};
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_file(path, &diag);
    ck_assert(source && !diag.failed);
    size_t n = find_statements(source, MOST, begin);
    for (size_t i = 0; i < n; i++) {
        size_t end = i + 1 < n ? begin[i + 1] : source->length;
        char *text = strndup(source->text + begin[i], end - begin[i]);
        lcv_session_say(session, text, &listener);
        free(text);
    }
    lcv_source_free(source);
}

static void compare(const char *path, const record *a, const record *b)
{
    ck_assert_msg(a->n == b->n, "%s: %zu outcomes, %zu of what was said", path, a->n, b->n);
    for (size_t i = 0; i < a->n; i++)
        ck_assert_msg(a->all[i].status == b->all[i].status && a->all[i].verb == b->all[i].verb &&
                          strcmp(a->all[i].text, b->all[i].text) == 0,
                      "%s: outcome %zu is\n%s\nand said\n%s", path, i, a->all[i].text,
                      b->all[i].text);
}

/* Files that are imported are performed once a session. */
static bool imports(const record *r)
{
    bool any = false;
    for (size_t i = 0; i < r->n; i++)
        any = any || r->all[i].verb == LCV_IMPORT;
    return any;
}

/* Its statements are plans, as those of transfers.lay are, and take longer than all others. */
static bool takes_long(const char *path)
{
    return strcmp(path, "products.lay") == 0;
}

TEST(examples)
{
    glob_t files;
    size_t statements = 0;
    lck_planner *planner = lck_planner_new((lck_planner_options){0});
    const char *top = getenv("top_srcdir");
    char folder[4096];
    ck_assert_ptr_nonnull(planner);
    snprintf(folder, sizeof folder, "%s/examples", top ? top : ".");
    ck_assert_int_eq(chdir(folder), 0); /* imports are relative to it */
    ck_assert_int_eq(glob("*.lay", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        record checked = {0}, said = {0}, loaded = {0};
        lcv_listener listener = {.user = &checked, .outcome = note};
        const char *path = files.gl_pathv[i];
        if (takes_long(path))
            continue;
        lcv_session *session = open_session(planner);
        lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
        lcv_session_free(session);
        session = open_session(planner);
        say_file(session, path, &said);
        compare(path, &checked, &said);
        listener.user = &loaded;
        lcv_session_load(session, path, &listener); /* again, all names anew */
        if (!imports(&checked))
            compare(path, &checked, &loaded);
        lcv_session_free(session);
        statements += said.n;
        clear(&checked);
        clear(&said);
        clear(&loaded);
    }
    ck_assert_uint_ge(statements, 650);
    globfree(&files);
    lck_planner_free(planner);
}

/* ---- names that are defined again ---- */

typedef struct {
    const char *text;
    lcv_status status;
    const char *value; /* in the outcome's; NULL: any */
} step;

static void check_steps(size_t n, const step *steps)
{
    lcv_session *session = open_session(NULL);
    for (size_t i = 0; i < n; i++) {
        record r = {0};
        lcv_listener listener = {.user = &r, .outcome = note};
        lcv_session_say(session, steps[i].text, &listener);
        ck_assert_msg(r.n == 1, "%s: %zu outcomes", steps[i].text, r.n);
        ck_assert_msg(r.all[0].status == steps[i].status, "%s: status %d, %s", steps[i].text,
                      r.all[0].status, r.all[0].text);
        ck_assert_msg(!steps[i].value || strstr(r.all[0].text, steps[i].value), "%s: %s",
                      steps[i].text, r.all[0].text);
        clear(&r);
    }
    lcv_session_free(session);
}

TEST(former_names_stay)
{
    static const step steps[] = {
        {"let n = 4", LCV_PASSED, "4"},
        {"let f(X) = logical_divide(X, n)", LCV_PASSED, NULL},
        {"let A = (n,8):(1,n)", LCV_PASSED, "(4,8):(1,4)"},
        {"let n = 2", LCV_PASSED, "2"},
        {"f(8:1)", LCV_PASSED, "(4,2):(1,4)"},
        {"A", LCV_PASSED, "(4,8):(1,4)"},
        {"let A = (n,8):(1,n)", LCV_PASSED, "(2,8):(1,2)"},
        {"let A = nonsense(A)", LCV_INVALID, "unknown name"},
        {"A", LCV_PASSED, "(2,8):(1,2)"},
        {"let f = 3", LCV_PASSED, "3"},
        {"f + n", LCV_PASSED, "5"},
        {"let n = 1 let n = 2", LCV_INVALID, NULL},
    };
    /* The last text has two statements, of which the first one counts. */
    check_steps(sizeof steps / sizeof *steps - 1, steps);
}

TEST(parameters)
{
    static const step steps[] = {
        {"param M >= 1", LCV_PASSED, NULL},
        {"let A = (M,4):(4,1)", LCV_PASSED, "(M,4):(4,1)"},
        {"injective(A)", LCV_PASSED, NULL},
        {"in_bounds(A, 4*M)", LCV_PASSED, NULL},
        {"assume M % 8 == 0", LCV_PASSED, NULL},
        {"M % 4 == 0", LCV_PASSED, NULL},
        {"let N = M + 1", LCV_PASSED, "M+1"},
        {"param M in 1..2", LCV_PASSED, NULL},
        {"injective(A)", LCV_PASSED, NULL},
        {"size(A) <= 8", LCV_FAILED, NULL}, /* that of the former M */
        {"M <= 2", LCV_PASSED, NULL},
        {"let M = 3", LCV_PASSED, "3"},
        {"injective(A)", LCV_PASSED, NULL},
        {"N == 4", LCV_FAILED, NULL},
        {"M == 3", LCV_PASSED, NULL},
    };
    check_steps(sizeof steps / sizeof *steps, steps);
}

TEST(names_are_listed)
{
    lcv_session *session = open_session(NULL);
    lcv_listener nobody = {0};
    bool function;
    lcv_session_say(session, "let a = 1 let b(X, n=2) = logical_divide(X, n)", &nobody);
    lcv_session_say(session, "let c = 3", &nobody);
    ck_assert_str_eq(lcv_session_name(session, 0, &function), "c");
    ck_assert_str_eq(lcv_session_name(session, 1, &function), "a");
    ck_assert(!function);
    ck_assert_str_eq(lcv_session_name(session, 2, &function), "b");
    ck_assert(function);
    ck_assert_ptr_null(lcv_session_name(session, 3, &function));
    ck_assert_str_eq(lcv_session_signature(session, "b"), "b(X, n=2)");
    ck_assert_ptr_null(lcv_session_signature(session, "a"));
    ck_assert_ptr_null(lcv_session_signature(session, "d"));
    lcv_session_free(session);
}

SUITE_MAIN("dialogue", examples, former_names_stay, parameters, names_are_listed)
