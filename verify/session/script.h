/* script.h - the claim language as a library.
 *
 *     lcv_session *session =
 *         lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
 *     lcv_session_prove(session, "injective((4,8):(1,4))", &listener);
 *     int status = lcv_tally_status(lcv_session_tally(session));
 *     lcv_session_free(session);
 *
 * A session evaluates expressions, proves claims and checks files. What comes of
 * each statement goes to a listener as an lcv_outcome; what came of all of them is
 * counted in a tally. Each file is read once a session, has names of its own and
 * sees those of the files it imports. Nothing prints and nothing exits.
 */
#ifndef LCV_SCRIPT_H
#define LCV_SCRIPT_H

#include "../language/diag.h"
#include "../eval/opinion.h"
#include "../claim/prove.h"
#include "../language/verb.h"

#include <limits.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lcv_session lcv_session;

/* A budget without end. */
#define LCV_NO_LIMIT ULONG_MAX

typedef struct {
    unsigned long budget; /* isl operations a query; 0: the default, or LCV_NO_LIMIT */
    lcv_opinions crosscheck;
    bool require_crosscheck; /* what isl does not confirm is undecided */
    bool certify;         /* a certificate of every claim */
} lcv_options;

typedef enum {
    LCV_PASSED,      /* a value, or a claim that is as it should be */
    LCV_FAILED,      /* a claim that is not */
    LCV_UNDECIDED,   /* no verdict, or no value, within the budget */
    LCV_INVALID,     /* `error` says what is wrong with the input */
    LCV_DISAGREEMENT /* a bug in layoutcheck: see `disagreement` */
} lcv_status;

/* A statement and what came of it. All of it is borrowed, for the length of the
 * call of the listener. */
typedef struct {
    lcv_status status;
    bool read;        /* it is a statement; else only `error` and the place mean something */
    lcv_verb verb;    /* an expression by itself is LCV_SHOW, a claim LCV_PROVE */
    const char *file; /* "a.lay", "<stdin>", "<expr>" */
    size_t line, column;
    const char *text; /* the expression, on one line */
    const char *name; /* what `let` binds, the file of `import` */
    const lcv_value *value;     /* let, show */
    const char *value_text;     /* and in the literal syntax, or as relations */
    const char *note;           /* what is to be said of the value of `show`; or NULL */
    const lcv_result *result;   /* a claim that was decided, or UNKNOWN */
    const lcv_diag *error;      /* INVALID, and UNDECIDED without a result */
    const lcv_notes *notes;     /* what is accepted and may still be a mistake */
    const struct lcv_disagreement *disagreement;
    size_t unchecked; /* operations whose cross-check came to no answer */
    const struct lcv_confirmed *confirmed; /* what isl has said of values and claims; or NULL */
    bool required; /* it was to confirm them all */
    double seconds;
    size_t done, total; /* bytes: of the files to be checked, before this statement and in all */
    const char *explanation; /* of what explain was asked for; lines, or NULL */
    const char *certificate; /* of a claim, where it was asked for (certificate.h) */
} lcv_outcome;

/* What is done about a statement: all of it, with an outcome; only what later statements
 * see of it, without; or for `let` the same as after a definition that failed. */
typedef enum { LCV_WHOLE, LCV_DEFINITION, LCV_VALUELESS } lcv_part;

typedef struct {
    void *user;
    void (*outcome)(void *user, const lcv_outcome *outcome);
    /* Before a statement is worked on, with what is known of it; may be NULL. */
    void (*begin)(void *user, const lcv_outcome *outcome);
    /* So that several sessions can share the statements of the same files; NULL is WHOLE
     * everywhere. The number is how many outcomes all before it have together: the same in
     * every session, whatever their parts. An import is asked about after its file, and
     * its statements each by themselves. */
    lcv_part (*part)(void *user, size_t number);
} lcv_listener;

typedef struct {
    size_t statements;
    size_t proved, refuted, unknown; /* verdicts on claims */
    size_t failed;                   /* claims that are not as they should be */
    size_t undecided;                /* values not found within the budget */
    size_t errors, disagreements;
    size_t values, claims, read; /* confirmed by isl, or by reading alone (lcv_confirmed) */
    size_t open[LCR_REASONS];    /* not confirmed */
    size_t required;             /* of those, where a confirmation was required */
} lcv_tally;

/* NULL when there is no memory. */
lcv_session *lcv_session_new(lcv_options options);
void lcv_session_free(lcv_session *session);

/* Who makes something of `plan` statements; without a planner they are errors. */
struct lcv_planner; /* plan.h */
void lcv_session_set_planner(lcv_session *session, const struct lcv_planner *planner);

/* The text is one expression. eval takes claims too, for their truth. */
void lcv_session_eval(lcv_session *session, const char *text, const lcv_listener *listener);
void lcv_session_prove(lcv_session *session, const char *text, const lcv_listener *listener);
/* The isl relations of the value: one map, or for a layout its three maps, each
 * after a line that begins with '#'. */
void lcv_session_relation(lcv_session *session, const char *text, const lcv_listener *listener);

/* Reads a file before it is its turn, so that `total` of outcomes counts it, and what is
 * checked is what was there now. Trouble with the file is reported by lcv_session_check;
 * false: there is no memory. */
bool lcv_session_read(lcv_session *session, const char *path);
/* Every statement of a file; "-" is the standard input. A file that cannot be read
 * is reported at `span` of `origin`, the text that names it (NULL: no such text). */
void lcv_session_check(lcv_session *session, const char *path, lcv_source *origin, lcv_span span,
                       const lcv_listener *listener);

/* How many statements were worked on in whatever part. */
size_t lcv_session_statements(const lcv_session *session);
/* A picture of the value, in text: of a morphism. */
void lcv_session_draw(lcv_session *session, const char *text, const lcv_listener *listener);
/* How the value comes about, or why the claim holds or does not: outcome.explanation. */
void lcv_session_explain(lcv_session *session, const char *text, const lcv_listener *listener);

const lcv_tally *lcv_session_tally(const lcv_session *session);
/* Of one outcome; the sum of two. */
lcv_tally lcv_tally_of(const lcv_outcome *outcome);
void lcv_tally_add(lcv_tally *sum, const lcv_tally *more);
/* The exit status of the command: 4 a disagreement, 2 an error, 1 a claim that is
 * not as it should be, 3 something undecided or not confirmed as required, 0 none of these. */
int lcv_tally_status(const lcv_tally *tally);

#ifdef __cplusplus
}
#endif

#endif
