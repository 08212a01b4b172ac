/* finding.c - what of an audit is not as it should be, in order. */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static const char *const asked_name[LCK_QUESTIONS] = {
    [LCK_CONFLICTS] = "conflicts", [LCK_SECTORS] = "sectors", [LCK_INSIDE] = "inside",
    [LCK_ALIGNED] = "aligned",     [LCK_FITS] = "fits",
};

const char *lck_asked_name(lck_asked asked)
{
    return asked_name[asked];
}

const char *lck_verdict_name(const char *asked, lck_verdict verdict)
{
    static const struct {
        const char *asked, *good, *bad;
    } words[] = {{"conflicts", "none", "some"},
                 {"sectors", "least", "more"},
                 {"races", "none", "some"},
                 {"global", "none", "some"},
                 {"repeats", "none", "some"}};
    if (verdict == LCK_UNKNOWN)
        return "unknown";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].asked, asked) == 0)
            return verdict == LCK_GOOD ? words[i].good : words[i].bad;
    return verdict == LCK_GOOD ? "yes" : "no";
}

const char *lck_space_name(lck_space space)
{
    return space == LCK_SHARED ? "shared" : "global";
}

const char *lck_operation_name(lck_operation operation)
{
    static const char *const name[] = {"load",     "store",    "atomic", "ldmatrix",
                                       "stmatrix", "cp.async", "tma"};
    return name[operation];
}

const char *lck_how_name(lck_how how)
{
    static const char *const name[] = {"free",   "registers", "shuffles",
                                       "shared", "blocks",    "unknown"};
    return name[how];
}

/* ---- findings ---- */

static bool add(lck_findings *list, lck_finding finding)
{
    if ((list->n & (list->n + 1)) == 0) {
        lck_finding *grown = realloc(list->finding, (2 * list->n + 2) * sizeof *list->finding);
        if (!grown)
            return false;
        list->finding = grown;
    }
    list->finding[list->n++] = finding;
    return true;
}

static uint64_t waste_of(const lck_answer *a, unsigned times)
{
    return a->worst > a->least ? (uint64_t)(a->worst - a->least) * (times ? times : 1) : 0;
}

static bool add_access(lck_findings *list, const lck_access_record *r)
{
    for (int i = 0; i < LCK_QUESTIONS; i++) {
        const lck_answer *a = &r->answer[i];
        bool wrong = i == LCK_INSIDE || i == LCK_ALIGNED;
        if (a->verdict == LCK_BAD && !add(list, (lck_finding){.kind = asked_name[i],
                                                              .answer = a,
                                                              .access = r,
                                                              .wrong = wrong,
                                                              .loops = r->loops,
                                                              .waste = waste_of(a, r->times)}))
            return false;
    }
    return true;
}

static bool add_conversion(lck_findings *list, const lck_conversion_record *r)
{
    lck_finding finding = {.conversion = r, .loops = r->loops};
    const lck_answer *half[] = {&r->store, &r->load};
    for (int i = 0; i < 2; i++) {
        finding.kind = "conflicts";
        finding.answer = half[i];
        finding.waste = waste_of(half[i], 1);
        if (half[i]->verdict == LCK_BAD && !add(list, finding))
            return false;
    }
    finding.kind = "conversions";
    finding.answer = NULL;
    finding.waste = r->bytes;
    bool dearer = r->takes != LCK_HOW_UNKNOWN && r->needs != LCK_HOW_UNKNOWN &&
                  r->takes > r->needs && r->takes >= LCK_THROUGH_SHARED;
    bool needless = r->takes == LCK_THROUGH_SHARED && r->remedy;
    return !(dearer || needless) || add(list, finding);
}

/* Findings that say that a kernel may be wrong. */
static bool is_wrong(const char *about)
{
    static const char *const wrong[] = {"races",  "barriers", "rings",    "operand",
                                        "inside", "fits",     "unwritten"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (strcmp(about, wrong[i]) == 0)
            return true;
    return false;
}

static bool add_other(lck_findings *list, const lck_kernel_record *r)
{
    bool told = strcmp(r->about, "global") == 0; /* as races */
    return r->answer.verdict != LCK_BAD || told ||
           add(list, (lck_finding){.kind = r->about,
                                   .answer = &r->answer,
                                   .other = r,
                                   .wrong = is_wrong(r->about),
                                   .waste = waste_of(&r->answer, 1)});
}

static bool is_overflow(const lck_finding *f)
{
    return f->access && f->answer == &f->access->answer[LCK_FITS];
}

/* The number of all arguments from which on an offset overflows; 0 of other findings. */
static uint64_t size_of(const lck_finding *f)
{
    return is_overflow(f) ? f->access->size : 0;
}

static int by_cost(const void *a, const void *b)
{
    const lck_finding *x = a, *y = b;
    if (x->wrong != y->wrong)
        return x->wrong ? -1 : 1;
    if (x->loops != y->loops)
        return x->loops > y->loops ? -1 : 1;
    if (x->waste != y->waste)
        return x->waste > y->waste ? -1 : 1;
    size_t i = lck_finding_line(x), k = lck_finding_line(y);
    return i != k ? (i < k ? -1 : 1) : strcmp(x->kind, y->kind);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Are they of one kind, about the same line of the source or the same product of arguments? */
static bool is_like(const lck_finding *a, const lck_finding *b)
{
    if (is_overflow(a) && is_overflow(b) && a->access->cause)
        return same_text(a->access->cause, b->access->cause);
    const char *source = lck_finding_source(a);
    return strcmp(a->kind, b->kind) == 0 && !a->access == !b->access &&
           !a->conversion == !b->conversion && !a->other && !b->other && source &&
           same_text(source, lck_finding_source(b));
}

/* Of findings that are alike, the dearest stays and counts the others; of overflows, the one with
 * the least sizes. */
static void join(lck_findings *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) {
        lck_finding *f = &list->finding[i];
        size_t like = 0;
        while (like < n && !is_like(&list->finding[like], f))
            like++;
        if (like == n) {
            list->finding[n++] = *f;
            continue;
        }
        lck_finding *first = &list->finding[like];
        f->more = first->more + 1;
        if (size_of(f) < size_of(first))
            *first = *f;
        first->more = f->more;
    }
    list->n = n;
}

bool lck_findings_of(const lck_kernel_audit *kernel, lck_findings *findings)
{
    *findings = (lck_findings){0};
    bool ok = true;
    for (size_t i = 0; ok && i < kernel->naccesses; i++)
        ok = add_access(findings, &kernel->access[i]);
    for (size_t i = 0; ok && i < kernel->nconversions; i++)
        ok = add_conversion(findings, &kernel->conversion[i]);
    for (size_t i = 0; ok && i < kernel->nothers; i++)
        ok = add_other(findings, &kernel->other[i]);
    if (findings->n > 1)
        qsort(findings->finding, findings->n, sizeof *findings->finding, by_cost);
    join(findings);
    if (!ok)
        lck_findings_free(findings);
    return ok;
}

void lck_findings_free(lck_findings *findings)
{
    free(findings->finding);
    *findings = (lck_findings){0};
}

size_t lck_finding_line(const lck_finding *f)
{
    return f->access ? f->access->line : f->conversion ? f->conversion->line : f->other->line;
}

const char *lck_finding_source(const lck_finding *f)
{
    return f->access       ? f->access->source
           : f->conversion ? f->conversion->source
                           : f->other->source;
}

const char *lck_finding_remedy(const lck_finding *f)
{
    return f->access ? f->access->remedy : f->conversion ? f->conversion->remedy : NULL;
}

bool lck_finding_covers(const lck_finding *f, const lck_access_record *access)
{
    return is_overflow(f) && access->answer[LCK_FITS].verdict == LCK_BAD && f->access->cause &&
           same_text(f->access->cause, access->cause) &&
           !same_text(f->access->source, access->source);
}

/* ---- titles ---- */

static void add_times(lc_text *text, const lck_access_record *r)
{
    if (r->times > 1)
        lc_text_printf(text, ", %u such instructions a thread", r->times);
    if (r->loops)
        lc_text_add(text, r->loops == 1 ? ", in a loop" : ", in nested loops");
}

static void title_access(lc_text *text, const lck_finding *f)
{
    const lck_access_record *r = f->access;
    const char *operation = lck_operation_name(r->operation);
    const char *space = lck_space_name(r->space);
    if (f->answer == &r->answer[LCK_CONFLICTS])
        lc_text_printf(text, "%s of %u byte%s a lane, shared memory: %u wavefronts, %u would do",
                       operation, r->bytes, r->bytes == 1 ? "" : "s", f->answer->worst,
                       f->answer->least);
    else if (f->answer == &r->answer[LCK_SECTORS])
        lc_text_printf(text, "%s of %u byte%s a lane, global memory: %u sectors, %u would do",
                       operation, r->bytes, r->bytes == 1 ? "" : "s", f->answer->worst,
                       f->answer->least);
    else if (f->answer == &r->answer[LCK_INSIDE])
        lc_text_printf(text, "%s reaches outside of its buffer in %s memory", operation, space);
    else if (f->answer == &r->answer[LCK_ALIGNED])
        lc_text_printf(text, "%s of %u bytes in %s memory may not be aligned", operation,
                       r->bytes, space);
    else {
        lc_text_printf(text, "%s: an offset computed in 32 bits can overflow", operation);
        if (r->cause)
            lc_text_printf(text, ", by %s, from sizes of %llu on", r->cause,
                           (unsigned long long)r->size);
        return;
    }
    add_times(text, r);
}

static void title_conversion(lc_text *text, const lck_finding *f)
{
    static const char *const way[] = {"nothing at all",           "moves between registers",
                                      "shuffles within the warp", "shared memory",
                                      "memory of other blocks",   "no known way"};
    const lck_conversion_record *r = f->conversion;
    if (f->answer)
        lc_text_printf(
            text, "%s of a conversion's scratch in shared memory: %u wavefronts, %u would do",
            f->answer == &r->store ? "store" : "load", f->answer->worst, f->answer->least);
    else if (r->takes > r->needs)
        lc_text_printf(text, "a conversion goes through %u bytes of shared memory and needs %s",
                       r->bytes, way[r->needs]);
    else
        lc_text_printf(text,
                       "a conversion goes through %u bytes of shared memory and could be none",
                       r->bytes);
    if (r->loops)
        lc_text_add(text, r->loops == 1 ? ", in a loop" : ", in nested loops");
}

char *lck_finding_title(const lck_finding *f)
{
    lc_text text = {0};
    if (f->access)
        title_access(&text, f);
    else if (f->conversion)
        title_conversion(&text, f);
    else
        lc_text_add(&text, f->answer->why ? f->answer->why : f->kind);
    if (f->more)
        lc_text_printf(&text, "; %zu more like it", f->more);
    return lc_text_take(NULL, &text);
}

/* ---- which findings fail a run ---- */

static const char *const kinds_known[] = {"any",     "unknown",  "conflicts", "sectors",
                                          "inside",  "aligned",  "fits",      "conversions",
                                          "races",   "barriers", "rings",     "repeats",
                                          "operand", "unwritten"};

static bool in_list(const char *kinds, const char *kind)
{
    size_t n = strlen(kind);
    for (const char *p = kinds; p; p = strchr(p, ',')) {
        p += *p == ',';
        if (strncmp(p, kind, n) == 0 && (p[n] == ',' || p[n] == '\0'))
            return true;
    }
    return false;
}

bool lck_audit_kinds_valid(const char *kinds, const char **bad, size_t *nbad)
{
    for (const char *p = kinds;; p++) {
        size_t n = strcspn(p, ",");
        bool known = false;
        for (size_t i = 0; i < sizeof kinds_known / sizeof *kinds_known; i++)
            known |= strlen(kinds_known[i]) == n && strncmp(kinds_known[i], p, n) == 0;
        if (!known) {
            *bad = p;
            *nbad = n;
            return false;
        }
        p += n;
        if (*p == '\0')
            return true;
    }
}

static bool has_unknown(const lck_kernel_audit *k)
{
    for (int i = 0; i < LCK_QUESTIONS; i++)
        if (lck_audit_count(k, (lck_asked)i).unknown)
            return true;
    for (size_t i = 0; i < k->nothers; i++)
        if (k->other[i].answer.verdict == LCK_UNKNOWN)
            return true;
    return false;
}

bool lck_audit_fails(const lck_audit *audit, const char *kinds)
{
    bool fails = false;
    for (size_t i = 0; i < audit->nkernels && !fails; i++) {
        lck_findings findings;
        if (!lck_findings_of(&audit->kernel[i], &findings))
            return true;
        for (size_t f = 0; f < findings.n; f++)
            fails |= in_list(kinds, "any") || in_list(kinds, findings.finding[f].kind);
        fails |= in_list(kinds, "unknown") && has_unknown(&audit->kernel[i]);
        lck_findings_free(&findings);
    }
    return fails;
}

lck_count lck_audit_count(const lck_kernel_audit *kernel, lck_asked asked)
{
    lck_count count = {0};
    for (size_t i = 0; i < kernel->naccesses; i++) {
        lck_verdict verdict = kernel->access[i].answer[asked].verdict;
        count.good += verdict == LCK_GOOD;
        count.bad += verdict == LCK_BAD;
        count.unknown += verdict == LCK_UNKNOWN;
    }
    return count;
}
