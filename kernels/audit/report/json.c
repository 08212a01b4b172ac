/* json.c - records of an audit. */
#include "config.h"

#include "report.h"

#ifdef HAVE_JANSSON

#include <stdlib.h>
#include <string.h>

#include "../../../verify/report/json-value.h"

/* {"verdict":"some","worst":[8,1],"shown":"..","claim":".."} */
static json_t *answer_of(const char *asked, const lck_answer *a)
{
    json_t *object = json_object();
    lcv_json_put(object, "verdict", lck_verdict_name(asked, a->verdict));
    if (a->worst)
        json_object_set_new(object, "worst",
                            json_pack("[I,I]", (json_int_t)a->worst, (json_int_t)a->least));
    lcv_json_put(object, "why", a->why);
    lcv_json_put(object, "shown", a->shown);
    lcv_json_put(object, "claim", a->claim);
    if (a->claim)
        json_object_set_new(object, "confirmed", json_boolean(a->confirmed));
    return object;
}

static void put_answer(json_t *record, const char *asked, const lck_answer *a)
{
    if (a->verdict != LCK_NOT_ASKED)
        json_object_set_new(record, asked, answer_of(asked, a));
}

/* The record of something at a line of a kernel. */
static json_t *record_at(const char *name, const lck_kernel_audit *k, size_t line,
                         const char *source)
{
    json_t *record = lcv_json_record(name);
    lcv_json_put(record, "entry", k->entry);
    lcv_json_put(record, "file", k->file);
    lcv_json_put_number(record, "line", line);
    lcv_json_put(record, "source", source);
    return record;
}

static void put_access(FILE *out, const lck_kernel_audit *k, const lck_access_record *r)
{
    json_t *record = record_at("access", k, r->line, r->source);
    lcv_json_put(record, "space", lck_space_name(r->space));
    lcv_json_put(record, "operation", lck_operation_name(r->operation));
    lcv_json_put(record, "op", r->op);
    if (r->bytes)
        lcv_json_put_number(record, "bytes", r->bytes);
    if (r->times)
        lcv_json_put_number(record, "times", r->times);
    lcv_json_put_number(record, "loops", r->loops);
    lcv_json_put(record, "address", r->address);
    lcv_json_put(record, "guard", r->guard);
    lcv_json_put(record, "detail", r->detail);
    lcv_json_put(record, "remedy", r->remedy);
    for (int i = 0; i < LCK_QUESTIONS; i++)
        put_answer(record, lck_asked_name((lck_asked)i), &r->answer[i]);
    lcv_json_print(out, record);
}

static void put_conversion(FILE *out, const lck_kernel_audit *k, const lck_conversion_record *r)
{
    json_t *record = record_at("conversion", k, r->line, r->source);
    lcv_json_put(record, "op", r->op);
    lcv_json_put_number(record, "loops", r->loops);
    lcv_json_put(record, "from", r->from);
    lcv_json_put(record, "to", r->to);
    lcv_json_put(record, "needs", lck_how_name(r->needs));
    lcv_json_put(record, "takes", lck_how_name(r->takes));
    if (r->shuffles)
        lcv_json_put_number(record, "shuffles", r->shuffles);
    if (r->bytes)
        lcv_json_put_number(record, "bytes", r->bytes);
    lcv_json_put(record, "why", r->why);
    lcv_json_put(record, "remedy", r->remedy);
    if (r->store.verdict != LCK_NOT_ASKED)
        json_object_set_new(record, "store", answer_of("conflicts", &r->store));
    if (r->load.verdict != LCK_NOT_ASKED)
        json_object_set_new(record, "load", answer_of("conflicts", &r->load));
    lcv_json_print(out, record);
}

/* The records about one question, from record `first` on, are one answer: the worst of them, with
 * the pairs of lines at fault. */
static void put_question(json_t *record, const lck_kernel_audit *k, size_t first)
{
    const lck_kernel_record *worst = &k->other[first];
    json_t *pairs = json_array();
    for (size_t i = first; i < k->nothers; i++) {
        const lck_kernel_record *r = &k->other[i];
        if (strcmp(r->about, worst->about) != 0)
            continue;
        bool bad = r->answer.verdict == LCK_BAD;
        if ((bad && worst->answer.verdict != LCK_BAD) ||
            (r->answer.verdict == LCK_UNKNOWN && worst->answer.verdict == LCK_GOOD))
            worst = r;
        if (bad && r->line)
            json_array_append_new(pairs, json_pack("[I,I]", (json_int_t)r->line,
                                                   (json_int_t)(r->other ? r->other : r->line)));
    }
    json_t *answer = answer_of(worst->about, &worst->answer);
    json_object_set_new(answer, "pairs", pairs);
    json_object_set_new(record, worst->about, answer);
}

/* A finding: its answer, with what the other formats show of it. */
static json_t *finding_of(const lck_finding *f)
{
    json_t *object = f->answer ? answer_of(f->kind, f->answer) : json_object();
    char *title = lck_finding_title(f);
    lcv_json_put(object, "kind", f->kind);
    if (lck_finding_line(f))
        lcv_json_put_number(object, "line", lck_finding_line(f));
    lcv_json_put(object, "source", lck_finding_source(f));
    lcv_json_put(object, "message", title);
    json_object_set_new(object, "wrong", json_boolean(f->wrong));
    lcv_json_put_number(object, "loops", f->loops);
    lcv_json_put(object, "remedy", lck_finding_remedy(f));
    free(title);
    return object;
}

static json_t *findings_of(const lck_kernel_audit *k)
{
    json_t *array = json_array();
    lck_findings findings;
    if (!lck_findings_of(k, &findings))
        return array;
    for (size_t i = 0; i < findings.n; i++)
        json_array_append_new(array, finding_of(&findings.finding[i]));
    lck_findings_free(&findings);
    return array;
}

static void put_kernel(FILE *out, const lck_kernel_audit *k)
{
    json_t *record = record_at("kernel", k, k->line, NULL);
    lcv_json_put(record, "target", k->target);
    if (k->warps)
        lcv_json_put_number(record, "warps", k->warps);
    if (k->lanes)
        lcv_json_put_number(record, "lanes", k->lanes);
    if (k->dynamic)
        lcv_json_put_number(record, "dynamic", k->dynamic);
    for (size_t i = 0; i < k->nothers; i++)
        if (!json_object_get(record, k->other[i].about))
            put_question(record, k, i);
    json_object_set_new(record, "findings", findings_of(k));
    json_t *unread = json_object();
    for (size_t i = 0; i < k->nunread; i++)
        lcv_json_put_number(unread, k->unread[i].op, k->unread[i].times);
    json_object_set_new(record, "unread", unread);
    lcv_json_print(out, record);
}

/* A file that could not be read. */
static void put_error(FILE *out, const lck_audit_error *e)
{
    json_t *record = lcv_json_record("error");
    lcv_json_put(record, "file", e->file);
    if (e->line) {
        lcv_json_put_number(record, "line", e->line);
        lcv_json_put_number(record, "column", e->column);
    }
    lcv_json_put(record, "message", e->message);
    lcv_json_print(out, record);
}

void lck_audit_print_json(const lck_audit *audit, FILE *out)
{
    for (size_t i = 0; i < audit->nkernels; i++) {
        const lck_kernel_audit *k = &audit->kernel[i];
        for (size_t n = 0; n < k->naccesses; n++)
            put_access(out, k, &k->access[n]);
        for (size_t n = 0; n < k->nconversions; n++)
            put_conversion(out, k, &k->conversion[n]);
        put_kernel(out, k);
    }
    for (size_t i = 0; i < audit->nerrors; i++)
        put_error(out, &audit->error[i]);
}

#else

void lck_audit_print_json(const lck_audit *audit, FILE *out)
{
    (void)audit, (void)out;
}

#endif
