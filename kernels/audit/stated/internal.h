/* internal.h - a kernel that is stated: its file and its launch. */
#ifndef LCK_STATED_INTERNAL_H
#define LCK_STATED_INTERNAL_H

#include "../ask/ask.h"
#include "../record/options.h"
#include "../record/record.h"
#include "stated.h"

typedef struct lck_stated_kernel {
    struct lck_stated_kernel *next;
    char *name, *path;
    lck_audit_options launch;
    char *text[LCK_ARGUMENTS + 1]; /* of options, which borrow them */
    size_t ntexts;
    char *assumed; /* an argument about which more is assumed than its range; NULL: none */
    bool audited;
    lck_audit audit; /* of it alone */
} lck_stated_kernel;

struct lck_stated {
    lcv_kernel_reader hook;
    lck_asker *asker; /* NULL: nothing was asked so far */
    lck_stated_kernel *kernels;
};

/* read.c: the launch that the arguments of the statement say. False with an error in p->e. */
bool lck_stated_launch(lcv_planning *p, lck_stated_kernel *k);
/* prove.c: a claim about a kernel that was audited. */
bool lck_stated_prove(lcv_planning *p, const lck_stated_kernel *k, const char *claim);
const char *lck_stated_claim(size_t i, const char **definition);

#endif
