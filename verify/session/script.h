/* script.h - the claim language as a library.
 *
 *     lcv_session *session =
 *         lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
 *     lcv_session_prove(session, "injective((4,8):(1,4))", &listener);
 *     int status = lcv_tally_status(lcv_session_tally(session));
 *     lcv_session_free(session);
 *
 * A session evaluates expressions, proves claims and checks files. A listener gets the outcome of
 * each statement as an lcv_outcome; a tally counts all outcomes. Each file is read once a
 * session, has names of its own and sees those of the files it imports. The library does not
 * print or exit.
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

/* An unlimited budget. */
#define LCV_NO_LIMIT ULONG_MAX

/* Pictures, as outcomes have them. */
typedef enum {
    LCV_NO_FIGURES,
    LCV_FIGURES,            /* of values, and of claims that show something */
    LCV_FIGURES_OF_REFUTED, /* of claims that were refuted, alone */
    LCV_FIGURES_OF_ALL      /* of values and of all claims */
} lcv_figures;

typedef struct {
    unsigned long budget; /* isl operations a query; 0: the default, or LCV_NO_LIMIT */
    lcv_opinions crosscheck;
    bool require_crosscheck; /* an answer that isl does not confirm is undecided */
    bool certify;            /* a certificate of every claim */
    lcv_figures figures;
    bool explanations; /* of the operations and claims of every statement but plans */
} lcv_options;

typedef enum {
    LCV_PASSED,       /* a value, or a claim that is as it should be */
    LCV_FAILED,       /* a claim that is not */
    LCV_UNDECIDED,    /* no verdict, or no value, within the budget */
    LCV_INVALID,      /* `error` says what is wrong with the input */
    LCV_DISAGREEMENT, /* a bug in layoutcheck: see `disagreement` */
    LCV_INTERRUPTED   /* lcv_session_interrupt has ended the work on it: nothing is known */
} lcv_status;

/* The text of a value: in the literal syntax; its isl relations, a line each, each perhaps after
 * a line `# name`; as C. */
typedef enum { LCV_LITERAL, LCV_RELATION_TEXT, LCV_C } lcv_text_kind;

/* A statement and its outcome. Everything is borrowed, for the length of the call of the
 * listener. */
typedef struct {
    lcv_status status;
    bool read;        /* it is a statement; else only `error`, `notes` and the place count */
    lcv_verb verb;    /* an expression by itself is LCV_SHOW, a claim LCV_PROVE */
    const char *file; /* "a.lay", "<stdin>", "<expr>" */
    size_t line, column;
    const char *text;       /* the expression, on one line */
    const char *name;       /* what `let` binds, the file of `import` */
    const lcv_value *value; /* let, show */
    lc_ctx *ctx;            /* of the value, for functions that read it */
    const char *value_text; /* its text */
    lcv_text_kind text_kind;
    const char *note;         /* a remark on the value of `show`; or NULL */
    const lcv_result *result; /* a claim that was decided, or UNKNOWN */
    const lcv_diag *error;    /* INVALID, and UNDECIDED without a result */
    const lcv_notes *notes;   /* notes on input that is accepted and may still be a mistake */
    const struct lcv_disagreement *disagreement;
    size_t unchecked;                      /* operations whose cross-check came to no answer */
    const struct lcv_confirmed *confirmed; /* isl's answers about values and claims; or NULL */
    bool required;                         /* isl was required to confirm them all */
    double seconds;
    size_t done, total; /* bytes of the files to be checked: before this statement, and in all */
    const char *explanation; /* the lines of `explain`, where asked for; or NULL */
    const char *obligations; /* of a plan: claims that were proved, each with its method in a line
                              that is indented; or NULL */
    const char *certificate; /* of a claim, where it was asked for (certificate.h) */
    /* ../picture/figure.h: what `draw` draws; with `figures` also the value, a claim that was
     * refuted with what is at fault, or one that was proved, where that shows something */
    const struct lcv_figure *figure;
} lcv_outcome;

/* The part of a statement that is done: all of it, with an outcome; only its effect on later
 * statements, without an outcome; or, for `let`, the same effect as a definition that failed. */
typedef enum { LCV_WHOLE, LCV_DEFINITION, LCV_VALUELESS } lcv_part;

typedef struct {
    void *user;
    void (*outcome)(void *user, const lcv_outcome *outcome);
    /* Called before the work on a statement, with the fields known by then; may be NULL. */
    void (*begin)(void *user, const lcv_outcome *outcome);
    /* Lets several sessions share the statements of the same files; NULL is WHOLE everywhere. The
     * number counts the outcomes of all statements before it, and is the same in every session,
     * whatever their parts. The question about an import comes after its file; each statement of
     * the file has a question of its own. */
    lcv_part (*part)(void *user, size_t number);
    /* Sessions that share statements may tell each other where those end that are shown, proved
     * or refuted: `read` says it of one that was read, and whether the next one is of this kind,
     * too; `end_of` says it of a number to a session that has no part in the statement, or
     * SIZE_MAX: it has to be read. Both may be NULL. */
    void (*read)(void *user, size_t number, size_t end, bool next_too);
    size_t (*end_of)(void *user, size_t number, bool *next_too);
} lcv_listener;

typedef struct {
    size_t statements;
    size_t proved, refuted, unknown; /* verdicts on claims */
    size_t failed;                   /* claims that are not as they should be */
    size_t undecided;                /* values not found within the budget */
    size_t errors, disagreements, interrupted;
    size_t values, claims, read, computed; /* confirmed: lcv_confirmed */
    size_t open[LCR_REASONS];              /* not confirmed */
    size_t required;                       /* of those, where a confirmation was required */
} lcv_tally;

/* NULL when there is no memory. */
lcv_session *lcv_session_new(lcv_options options);
void lcv_session_free(lcv_session *session);

/* Ends the work under way: its statement is LCV_INTERRUPTED, and those after it are not begun,
 * until lcv_session_resume. The handler of a signal may call it. */
void lcv_session_interrupt(lcv_session *session);
void lcv_session_resume(lcv_session *session);
bool lcv_session_interrupted(const lcv_session *session);

/* What is being done (../../lib/ctx.h), for whoever watches; and where this is written from now
 * on, in memory that outlives the session. */
const lc_doing *lcv_session_doing(const lcv_session *session);
void lcv_session_set_doing(lcv_session *session, lc_doing *where);

/* The planner makes kernels from `plan` statements, which are errors without one. */
struct lcv_planner; /* plan.h */
void lcv_session_set_planner(lcv_session *session, const struct lcv_planner *planner);

/* How pictures are drawn (../draw/draw.h), and an expression for the tile of thread-value
 * layouts, or NULL. Both are borrowed. */
struct lcv_draw_options;
void lcv_session_set_drawing(lcv_session *session, const struct lcv_draw_options *how,
                             const char *tile);

/* The text is one expression. eval takes claims too, for their truth. */
void lcv_session_eval(lcv_session *session, const char *text, const lcv_listener *listener);
void lcv_session_prove(lcv_session *session, const char *text, const lcv_listener *listener);
/* The isl relations of the value: one map or set, or for a layout its three maps, each after a
 * line that begins with '#'. */
void lcv_session_relation(lcv_session *session, const char *text, const lcv_listener *listener);
/* The same as C: a set as a predicate, a relation as the values of a function. */
void lcv_session_code(lcv_session *session, const char *text, const lcv_listener *listener);

/* Reads a file ahead of its turn, so that `total` of outcomes counts it and its present contents
 * are checked. lcv_session_check reports trouble with the file; false: there is no memory. */
bool lcv_session_read(lcv_session *session, const char *path);
/* Every statement of a file; "-" is the standard input. A file that cannot be read
 * is reported at `span` of `origin`, the text that names it (NULL: no such text). */
void lcv_session_check(lcv_session *session, const char *path, lcv_source *origin, lcv_span span,
                       const lcv_listener *listener);

/* A dialogue: statements as those of a file, or an expression, whose value is shown, or a claim,
 * which is proved. What a text defines is seen in all texts of the session after it, and by the
 * functions above that take one expression. A name may be defined again; what was made with the
 * former one keeps it. `load` says the text of a file, as it is now. */
void lcv_session_say(lcv_session *session, const char *text, const lcv_listener *listener);
void lcv_session_load(lcv_session *session, const char *path, const lcv_listener *listener);
/* The i-th name that it has defined, the latest texts first; NULL past the last. */
const char *lcv_session_name(const lcv_session *session, size_t i, bool *is_function);

/* The call of a function that it has defined, "tile(X, n=4)"; NULL: it is none. */
const char *lcv_session_signature(const lcv_session *session, const char *name);

/* The number of statements worked on, in any part. */
size_t lcv_session_statements(const lcv_session *session);
/* A picture of the value: outcome.figure; of morphisms a text, where `g o f` is both of them,
 * pasted. The steps of a composition, of morphisms or of tractable layouts, as text and as a
 * figure. */
void lcv_session_draw(lcv_session *session, const char *text, const lcv_listener *listener);
void lcv_session_draw_steps(lcv_session *session, const char *text, const lcv_listener *listener);
/* Explains the value, or why the claim holds or fails: outcome.explanation. */
void lcv_session_explain(lcv_session *session, const char *text, const lcv_listener *listener);

/* The counts of the outcomes so far; borrowed. */
const lcv_tally *lcv_session_tally(const lcv_session *session);
/* The tally of one outcome; the sum of two. */
lcv_tally lcv_tally_of(const lcv_outcome *outcome);
void lcv_tally_add(lcv_tally *sum, const lcv_tally *more);
/* The exit status of the command: 130 interrupted, 4 a disagreement, 2 an error, 1 a claim that
 * is not as it should be, 3 something undecided or not confirmed as required, 0 none of these. */
int lcv_tally_status(const lcv_tally *tally);

#ifdef __cplusplus
}
#endif

#endif
