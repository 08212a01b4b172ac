#include "config.h"

#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lck_answer_clear(lck_answer *a)
{
    free(a->why);
    free(a->shown);
    free(a->claim);
    *a = (lck_answer){.verdict = LCK_NOT_ASKED};
}

static void free_access(lck_access_record *r)
{
    free(r->op);
    free(r->source);
    free(r->address);
    free(r->guard);
    free(r->detail);
    free(r->remedy);
    free(r->cause);
    for (int i = 0; i < LCK_QUESTIONS; i++)
        lck_answer_clear(&r->answer[i]);
}

static void free_conversion(lck_conversion_record *r)
{
    free(r->op);
    free(r->source);
    free(r->from);
    free(r->to);
    free(r->why);
    free(r->remedy);
    lck_answer_clear(&r->store);
    lck_answer_clear(&r->load);
}

static void free_kernel(lck_kernel_audit *k)
{
    for (size_t i = 0; i < k->naccesses; i++)
        free_access(&k->access[i]);
    for (size_t i = 0; i < k->nconversions; i++)
        free_conversion(&k->conversion[i]);
    for (size_t i = 0; i < k->nothers; i++) {
        free(k->other[i].about);
        free(k->other[i].source);
        lck_answer_clear(&k->other[i].answer);
    }
    for (size_t i = 0; i < k->nunread; i++)
        free(k->unread[i].op);
    free(k->access);
    free(k->conversion);
    free(k->other);
    free(k->unread);
    free(k->entry);
    free(k->file);
    free(k->target);
}

void lck_audit_free(lck_audit *audit)
{
    for (size_t i = 0; i < audit->nkernels; i++)
        free_kernel(&audit->kernel[i]);
    for (size_t i = 0; i < audit->nerrors; i++) {
        free(audit->error[i].file);
        free(audit->error[i].message);
    }
    free(audit->kernel);
    free(audit->error);
    *audit = (lck_audit){0};
}

bool lck_audit_added(lck_audit *audit, void **array, size_t *n, size_t size)
{
    bool full = *n == 0 || (*n >= 8 && (*n & (*n - 1)) == 0);
    char *grown = full ? realloc(*array, (*n ? 2 * *n : 8) * size) : *array;
    if (!grown) {
        audit->failed = true;
        return false;
    }
    memset(grown + *n * size, 0, size);
    *array = grown;
    ++*n;
    return true;
}

lck_kernel_audit *lck_audit_kernel(lck_audit *audit)
{
    return LCK_AUDIT_ADD(audit, audit->kernel, audit->nkernels);
}

lck_kernel_audit *lck_audit_function(lck_audit *audit, const lck_ir_module *m,
                                     const lck_ir_op *op, const char *file)
{
    lck_ir_text entry = lck_ir_symbol(m, op);
    lck_kernel_audit *k = lck_audit_kernel(audit);
    if (!k)
        return NULL;
    k->entry = lck_audit_text(audit, entry.at ? entry.at : "?", entry.at ? entry.n : 1);
    k->file = lck_audit_text(audit, file, strlen(file));
    k->line = op->line;
    k->narguments = op->nblocks > 0 ? m->block[op->blocks].narguments : 0;
    return k;
}

bool lck_is_wanted(const lck_audit_options *options, const lck_ir_module *m, const lck_ir_op *op)
{
    return !options || !options->entry ||
           lck_ir_text_after(lck_ir_symbol(m, op), options->entry).at;
}

lck_access_record *lck_audit_access(lck_audit *audit, lck_kernel_audit *kernel)
{
    return LCK_AUDIT_ADD(audit, kernel->access, kernel->naccesses);
}

lck_conversion_record *lck_audit_conversion(lck_audit *audit, lck_kernel_audit *kernel)
{
    return LCK_AUDIT_ADD(audit, kernel->conversion, kernel->nconversions);
}

lck_kernel_record *lck_audit_other(lck_audit *audit, lck_kernel_audit *kernel)
{
    return LCK_AUDIT_ADD(audit, kernel->other, kernel->nothers);
}

lck_kernel_record *lck_audit_about(lck_audit *audit, lck_kernel_audit *kernel, const char *about,
                                   const lck_ir_module *m, const lck_ir_op *op)
{
    lck_kernel_record *r = lck_audit_other(audit, kernel);
    if (!r)
        return NULL;
    r->about = lck_audit_text(audit, about, strlen(about));
    r->line = op->line;
    r->source = lck_audit_source(audit, m, op);
    return r;
}

void lck_audit_not_read(lck_audit *audit, lck_kernel_audit *kernel, const char *op, size_t n)
{
    for (size_t i = 0; i < kernel->nunread; i++)
        if (strlen(kernel->unread[i].op) == n && memcmp(kernel->unread[i].op, op, n) == 0) {
            kernel->unread[i].times++;
            return;
        }
    char *name = lck_audit_text(audit, op, n);
    lck_unread *added = name ? LCK_AUDIT_ADD(audit, kernel->unread, kernel->nunread) : NULL;
    if (added)
        *added = (lck_unread){name, 1};
    else
        free(name);
}

void lck_audit_wrong(lck_audit *audit, const char *file, size_t line, size_t column,
                     const char *message)
{
    lck_audit_error *added = LCK_AUDIT_ADD(audit, audit->error, audit->nerrors);
    if (added)
        *added = (lck_audit_error){lck_audit_lines(audit, file), lck_audit_lines(audit, message),
                                   line, column};
}

void lck_audit_open(lck_audit *audit, lck_answer *answer, const char *why)
{
    answer->verdict = LCK_UNKNOWN;
    free(answer->why);
    answer->why = lck_audit_lines(audit, why);
}

void lck_audit_claim(lck_audit *audit, lck_answer *answer, const lck_claimed *said)
{
    free(answer->claim);
    answer->claim = lck_audit_lines(audit, said->claim);
    answer->confirmed = said->confirmed;
}

char *lck_audit_source(lck_audit *audit, const lck_ir_module *m, const lck_ir_op *op)
{
    lck_ir_place place = lck_ir_source(m, op);
    size_t slash = place.file.n;
    if (!place.file.at || lck_ir_text_is(place.file, "-"))
        return NULL;
    while (slash > 0 && place.file.at[slash - 1] != '/')
        slash--;
    return lck_audit_printf(audit, "%.*s:%lld", (int)(place.file.n - slash),
                            place.file.at + slash, (long long)place.line);
}

char *lck_audit_text(lck_audit *audit, const char *text, size_t n)
{
    char *copy = strndup(text, n);
    if (!copy)
        audit->failed = true;
    return copy;
}

char *lck_audit_lines(lck_audit *audit, const char *text)
{
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '\n')
        n--;
    return lck_audit_text(audit, text, n);
}

char *lck_audit_printf(lck_audit *audit, const char *format, ...)
{
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    char *taken = lc_text_take(NULL, &text);
    if (!taken)
        audit->failed = true;
    return taken;
}
