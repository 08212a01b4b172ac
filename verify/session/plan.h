/* plan.h - the statements `plan` and `kernel`, for those who make kernels and who read them.
 *
 *     plan NAME(KEY = EXPR, ...)
 *     refute plan NAME(KEY = EXPR, ...)      a plan that does not hold
 *     kernel NAME("FILE", KEY = EXPR, ...)   a kernel that a compiler made
 *     prove CLAIM(NAME, ...)                 is true of it
 *
 * The planner gives the keys their meaning (kernels/plan/plan.h): the session hands it the
 * statement, and the planner asks here for the arguments, as values or in symbols, and for proofs
 * of claims in the scope of the statement. So for a kernel and its reader: claims about one,
 * whose first argument is its name, are the reader's to prove.
 */
#ifndef LCV_PLAN_H
#define LCV_PLAN_H

#include "../eval/eval.h"

typedef struct lcv_planning {
    const char *what; /* "plan" or "kernel", for errors */
    const char *name;
    lcv_span name_span;
    const lcv_ast *arguments; /* a list; a part that is no KEYWORD is an error. Of a kernel those
                               * after the file, of a claim those after the kernel's name */
    bool made;                /* by a planner, of another plan: its keys are not checked */
    bool refuted;             /* a `refute plan`, from which no kernel is made */
    struct lcv_session *session;
    lcv_eval *e; /* errors go there: lcv_eval_fail */
    /* The outcome of the statement, set by the planner: the result of the claim that decides, and
     * its text; the session takes over both. */
    lcv_result *result;
    char *claim;
    char
        *obligations; /* what was proved of the kernels (lcv_outcome), or NULL; taken over, too */
    /* How a picture is drawn; NULL: none is wanted. The picture of the plan, which the session
     * takes over; without one that of a claim that was refuted. */
    const struct lcv_draw_options *drawing;
    struct lcv_figure *figure;
} lcv_planning;

/* Reads kernels, and proves claims about them. */
typedef struct lcv_kernel_reader {
    void *user;
    /* A `kernel` statement, its file relative to the working folder: an error goes to p->e. */
    void (*read)(void *user, lcv_planning *p, const char *path);
    /* A claim about the kernel of that name, which was read; p->result is NULL with an error. */
    void (*claim)(void *user, lcv_planning *p, const char *claim);
    /* The i-th claim there is, with its definition; NULL past the last. */
    const char *(*name)(size_t i, const char **definition);
} lcv_kernel_reader;

typedef struct lcv_planner {
    void *user;
    void (*plan)(void *user, lcv_planning *planning);
    /* The i-th of all keys, for who types them; NULL past the last. May be NULL. */
    const char *(*key)(size_t i);
    const lcv_kernel_reader *kernels; /* NULL: none are read */
} lcv_planner;

/* False, with an error at its place, for an argument without a key, with a key that is not one of
 * these n, or with a key that is given twice. */
bool lcv_planning_check(lcv_planning *p, size_t n, const char *const *key);
/* The argument of a key; NULL when it is not given. */
const lcv_ast *lcv_planning_argument(const lcv_planning *p, const char *key);
/* Where it stands; where it is not given, the place of the plan's name. */
lcv_span lcv_planning_span(const lcv_planning *p, const char *key);

/* Proves a claim that was built (build.h), in the scope of the statement; the caller frees its
 * text, *text. NULL with an error. */
lcv_result *lcv_planning_prove(lcv_planning *p, lcv_ast *claim, char **text);
/* The same of a claim as text. */
lcv_result *lcv_planning_ask(lcv_planning *p, const char *claim);

/* The value of an expression in the scope of a file of the library (library.h), whose definitions
 * are checked when layoutcheck is built: no second opinion is asked. Kept; NULL with an error. */
lcv_value *lcv_planning_library(lcv_planning *p, const char *file, const char *text);

#endif
