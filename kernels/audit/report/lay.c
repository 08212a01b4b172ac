/* lay.c - the claims of an audit as a file of the language, each below its place: what was proved
 * is claimed, what was refuted is refuted again. `layoutcheck check` asks them again, `report`
 * and `draw` show them, certificates confirm them. */
#include "config.h"

#include "report.h"

#include <ctype.h>
#include <string.h>

#define NAMES 32 /* parameters of a claim */

typedef struct {
    const char *at;
    size_t n;
} piece;

static size_t word(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_')
        n++;
    return n;
}

/* The names that `param a >= 0, b in 1..4; ` declares. */
static size_t parameters_of(const char *claim, piece name[NAMES])
{
    size_t n = 0;
    for (const char *p = claim; (p = strstr(p, "param ")) != NULL;) {
        const char *end = strchr(p, ';');
        for (p += 6; end && p < end && n < NAMES; p++) {
            p += strspn(p, " ");
            name[n++] = (piece){p, word(p)};
            p += strcspn(p, ",;");
        }
        if (!end)
            break;
    }
    return n;
}

static bool is_parameter(const piece *name, size_t n, const char *at, size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (name[i].n == length && memcmp(name[i].at, at, length) == 0)
            return true;
    return false;
}

/* A text of a claim, with the claim's number behind the names of its parameters: those of a file
 * are all different. */
static void put_text(FILE *out, const char *text, size_t length, const piece *name, size_t n,
                     size_t number)
{
    for (const char *p = text; p < text + length;) {
        size_t k = word(p);
        bool renamed = k > 0 && is_parameter(name, n, p, k);
        k = k ? k : 1;
        fprintf(out, "%.*s", (int)k, p);
        if (renamed)
            fprintf(out, "_%zu", number);
        p += k;
    }
}

/* Statements before the claim have lines of their own. */
static void put_statements(FILE *out, const char *verb, const char *claim, size_t number)
{
    piece name[NAMES];
    size_t n = parameters_of(claim, name);
    for (const char *end; (end = strstr(claim, "; ")) != NULL; claim = end + 2) {
        put_text(out, claim, (size_t)(end - claim), name, n, number);
        fputc('\n', out);
    }
    fprintf(out, "%s ", verb);
    put_text(out, claim, strlen(claim), name, n, number);
    fputc('\n', out);
}

static void put_claim(FILE *out, const lck_kernel_audit *k, size_t line, const char *source,
                      const char *op, const lck_answer *a, size_t *number)
{
    if (!a->claim || (a->verdict != LCK_GOOD && a->verdict != LCK_BAD))
        return;
    fprintf(out, "\n# %s%s%s:%zu%s%s, %s\n", source ? source : "", source ? ", " : "", k->file,
            line, op ? " " : "", op ? op : "", k->entry);
    put_statements(out, a->verdict == LCK_GOOD ? "prove" : "refute", a->claim, ++*number);
}

static void put_kernel(FILE *out, const lck_kernel_audit *k, size_t *number)
{
    for (size_t i = 0; i < k->naccesses; i++) {
        const lck_access_record *r = &k->access[i];
        for (int q = 0; q < LCK_QUESTIONS; q++)
            put_claim(out, k, r->line, r->source, r->op, &r->answer[q], number);
    }
    for (size_t i = 0; i < k->nconversions; i++) {
        const lck_conversion_record *r = &k->conversion[i];
        put_claim(out, k, r->line, r->source, r->op, &r->store, number);
        put_claim(out, k, r->line, r->source, r->op, &r->load, number);
    }
}

void lck_audit_print_lay(const lck_audit *audit, FILE *out)
{
    size_t number = 0;
    for (size_t i = 0; i < audit->nkernels; i++)
        put_kernel(out, &audit->kernel[i], &number);
}
