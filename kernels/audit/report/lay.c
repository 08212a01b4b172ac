/* lay.c - the claims of an audit as a file of the language, each below its place: what was proved
 * is claimed, what was refuted is refuted again. `layoutcheck check` asks them again, `report` and
 * `draw` show them, certificates confirm them. */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

static void put_claim(FILE *out, const lck_kernel_audit *k, size_t line, const char *source,
                      const char *op, const lck_answer *a)
{
    if (!a->claim || (a->verdict != LCK_GOOD && a->verdict != LCK_BAD))
        return;
    fprintf(out, "\n# %s%s%s:%zu%s%s, %s\n", source ? source : "", source ? ", " : "", k->file,
            line, op ? " " : "", op ? op : "", k->entry);
    fprintf(out, "%s %s\n", a->verdict == LCK_GOOD ? "prove" : "refute", a->claim);
}

static void put_kernel(FILE *out, const lck_kernel_audit *k)
{
    for (size_t i = 0; i < k->naccesses; i++) {
        const lck_access_record *r = &k->access[i];
        for (int q = 0; q < LCK_QUESTIONS; q++)
            put_claim(out, k, r->line, r->source, r->op, &r->answer[q]);
    }
    for (size_t i = 0; i < k->nconversions; i++) {
        const lck_conversion_record *r = &k->conversion[i];
        put_claim(out, k, r->line, r->source, r->op, &r->store);
        put_claim(out, k, r->line, r->source, r->op, &r->load);
    }
}

void lck_audit_print_lay(const lck_audit *audit, FILE *out)
{
    for (size_t i = 0; i < audit->nkernels; i++)
        put_kernel(out, &audit->kernel[i]);
}
