/* plans.h - what the commands that make kernels share: the plans of a file, sizes for them. */
#ifndef LCK_PLANS_H
#define LCK_PLANS_H

#include "../../verify/report/report.h"
#include "../planner/planner.h"

#define LCK_BAD_USAGE 2
#define LCK_MAX_SIZES 16

/* What the command line says: a file, one of its plans or NULL, sizes. */
typedef struct {
    const char *command, *file, *plan;
    bool json;
    size_t nsizes;
    const char *name[LCK_MAX_SIZES];
    int64_t value[LCK_MAX_SIZES];
} lck_asked;

/* Adds the size M=4096; its `=` is overwritten with a NUL. False: it is no size, or there are too
 * many. */
bool lck_add_size(lck_asked *asked, char *text);
/* Does the command line ask for this kernel's plan, or for all? */
bool lck_is_asked(const lck_asked *asked, const lck_kernel *kernel);
/* Each given size belongs to a plan that runs and admits it. False after a message on stderr. */
bool lck_check_sizes(const lck_asked *asked, const lck_planner *planner);
/* The sizes of a kernel, the given ones and others that it admits; false with an error. */
bool lck_given_sizes(const lck_asked *asked, const lck_kernel *kernel, int64_t *size);
/* "p: M = 64, N = 64", on stdout. */
void lck_print_sizes(const lck_kernel *kernel, const int64_t *size);

typedef struct {
    lcv_session *session;
    lck_planner *planner;
    lcv_report report;
} lck_opened;

/* Checks the file; messages go to stderr. Returns the exit status, 0: there are plans, and all
 * are proved. `out` has to be closed in any case. */
int lck_open_plans(const lck_asked *asked, lck_planner_options options, lck_opened *out);
void lck_close_plans(lck_opened *o);

#endif
