/* stated.c - kernels that files of the language name. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../audit.h"

static void free_kernel(lck_stated_kernel *k)
{
    free(k->name);
    free(k->path);
    for (size_t i = 0; i < k->ntexts; i++)
        free(k->text[i]);
    free(k->assumed);
    if (k->arena)
        lcv_arena_free(k->arena);
    lck_audit_free(&k->audit);
    lc_exprs_free(k->sizes.x);
    free(k);
}

/* ---- the statement ---- */

/* One kernel is left, with these arguments, or an error. */
static bool check_one(lcv_planning *p, const lck_stated_kernel *k, const lck_audit *audit)
{
    const lck_argument *unknown = lck_audit_unknown_argument(audit, &k->launch);
    if (audit->nkernels == 1 && !unknown)
        return true;
    if (audit->nerrors > 0)
        lcv_eval_fail_as(p->e, LCV_ERROR_FILE, p->name_span, "%s:%zu:%zu: %s",
                         audit->error[0].file, audit->error[0].line, audit->error[0].column,
                         audit->error[0].message);
    else if (audit->nkernels == 0)
        lcv_eval_fail(p->e, p->name_span, "'%s' has no kernel%s%s", k->path,
                      k->launch.entry ? " of the name " : "",
                      k->launch.entry ? k->launch.entry : "");
    else if (audit->nkernels == 1)
        lcv_eval_fail(p->e, p->name_span, "the kernel has %zu argument%s, and no argument %u",
                      audit->kernel[0].narguments, audit->kernel[0].narguments == 1 ? "" : "s",
                      unknown->index);
    else {
        lcv_eval_fail(p->e, p->name_span, "'%s' has more than one kernel", k->path);
        lcv_diag_hint(p->e->diag, "expected entry=\"%s\", or another one",
                      audit->kernel[0].entry);
    }
    return false;
}

/* Has its file such a kernel? What is found of it is asked with the first claim. */
static bool is_there(lcv_planning *p, const lck_stated_kernel *k)
{
    lck_audit audit = {0};
    lck_audit_options names = k->launch;
    names.names = true;
    bool read = lck_audit_path(&audit, NULL, k->path, &names);
    if (!read)
        lcv_eval_no_memory(p->e, p->name_span);
    bool there = read && check_one(p, k, &audit);
    lck_audit_free(&audit);
    return there;
}

/* A statement is performed once a session; of another file it may have the same name. */
static void read_kernel(void *user, lcv_planning *p, const char *path)
{
    lck_stated *stated = user;
    lck_stated_kernel *k = calloc(1, sizeof *k);
    if (k) {
        k->launch = LCK_AUDIT_NO_OPTIONS;
        k->name = strdup(p->name);
        k->path = strdup(path);
    }
    if (!k || !k->name || !k->path) {
        if (k)
            free_kernel(k);
        lcv_eval_no_memory(p->e, p->name_span);
        return;
    }
    if (access(path, R_OK) != 0)
        lcv_eval_fail_as(p->e, LCV_ERROR_FILE, p->name_span, "cannot read '%s'", path);
    else if (lck_stated_launch(p, k) && is_there(p, k)) {
        k->next = stated->kernels;
        stated->kernels = k;
        return;
    }
    free_kernel(k);
}

/* ---- claims ---- */

static lck_stated_kernel *find(lck_stated *stated, const char *name)
{
    lck_stated_kernel *k = stated->kernels;
    while (k && strcmp(k->name, name) != 0)
        k = k->next;
    return k;
}

/* How many blocks a grid in parameters has at most. */
static bool bound_grid(lcv_planning *p, lck_stated_kernel *k)
{
    const lc_expr *argument[LCK_ARGUMENTS] = {NULL}, *grid[3];
    lck_sizes s = {.p = p, .x = lc_exprs_new(p->e->ctx)};
    bool good = s.x && lck_size_launch(&s, k, argument, grid);
    for (int i = 0; good && i < 3; i++)
        k->launch.most[i] = grid[i]->high < 1           ? 1
                            : grid[i]->high > INT32_MAX ? INT32_MAX
                                                        : (uint32_t)grid[i]->high;
    lc_exprs_free(s.x);
    return good;
}

/* Audits it, once; the asker has the opinions that the session has. */
static bool run(lck_stated *stated, lcv_planning *p, lck_stated_kernel *k)
{
    lcv_opinions crosscheck = p->e->crosscheck;
    if (!k->audited && k->grid[0] && k->launch.grid[0] == 0 && !bound_grid(p, k))
        return false;
    if (!stated->asker)
        stated->asker = lck_asker_new((lcv_options){.crosscheck = crosscheck});
    if (!stated->asker)
        return false;
    if (!k->audited && !lck_audit_path(&k->audit, stated->asker, k->path, &k->launch))
        return false;
    k->audited = true;
    return !k->audit.failed;
}

static void prove(void *user, lcv_planning *p, const char *claim)
{
    lck_stated *stated = user;
    lck_stated_kernel *k = find(stated, p->name);
    bool copies = strcmp(claim, "copies") == 0;
    if (p->arguments->child && !copies) {
        lcv_eval_fail(p->e, p->arguments->child->span, "%s takes a kernel and nothing more",
                      claim);
        return;
    }
    if (!k) {
        lcv_eval_fail(p->e, p->name_span, "the definition of '%s' failed", p->name);
        return;
    }
    if (!run(stated, p, k)) {
        if (p->e->status == LCV_EVAL_OK)
            lcv_eval_no_memory(p->e, p->name_span);
    } else if (check_one(p, k, &k->audit) && copies)
        lck_stated_copies(p, k);
    else if (p->e->status == LCV_EVAL_OK)
        lck_stated_prove(p, stated->asker, k, claim);
}

/* ---- all of them ---- */

lck_stated *lck_stated_new(void)
{
    lck_stated *stated = calloc(1, sizeof *stated);
    if (stated)
        stated->hook = (lcv_kernel_reader){stated, read_kernel, prove, lck_stated_claim};
    return stated;
}

void lck_stated_free(lck_stated *stated)
{
    if (!stated)
        return;
    while (stated->kernels) {
        lck_stated_kernel *k = stated->kernels;
        stated->kernels = k->next;
        free_kernel(k);
    }
    lck_asker_free(stated->asker);
    free(stated);
}

const lcv_kernel_reader *lck_stated_hook(const lck_stated *stated)
{
    return &stated->hook;
}
