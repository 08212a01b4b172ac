/* sarif.c - findings as SARIF 2.1.0 (OASIS), which code-scanning services show at their lines.
 *
 * One run; a result a finding: its kind is the rule, `error` what may be wrong, `warning` what is
 * only slow. A result is at the line of the source where it is known, else at that of the file
 * that was audited, which is a related location otherwise. Lines of the counterexample follow the
 * title in the message. A file that could not be read is a notification of the run, which then
 * has not been successful.
 */
#include "config.h"

#include "report.h"

#ifdef HAVE_JANSSON

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "../../../verify/report/json-value.h"

#define SCHEMA                                                                                   \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* A path as a reference of RFC 3986: other characters than those of its paths as %XX, and one
 * slash before it, since two would begin the name of a host. */
static json_t *uri_of(const char *path)
{
    lc_text text = {0};
    while (path[0] == '/' && path[1] == '/')
        path++;
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c < 128 && isalnum(c)) || strchr("/-._~!$&'()*+,;=@", c);
        lc_text_printf(&text, plain ? "%c" : "%%%02X", c);
    }
    json_t *uri = lcv_json_string(lc_text_peek(&text));
    lc_text_free(&text);
    return uri;
}

/* A place: a line, from 1, of a file; 0: the whole file. */
static json_t *place_of(const char *file, size_t line)
{
    json_t *physical = json_pack("{s:{s:o}}", "artifactLocation", "uri", uri_of(file));
    if (line)
        json_object_set_new(physical, "region",
                            json_pack("{s:I}", "startLine", (json_int_t)line));
    return json_pack("{s:o}", "physicalLocation", physical);
}

/* Of "k.py:5". */
static json_t *source_place(const char *source)
{
    const char *end = strrchr(source, ':');
    if (!end)
        return place_of(source, 0);
    lc_text file = {0};
    lc_text_printf(&file, "%.*s", (int)(end - source), source);
    char *name = lc_text_take(NULL, &file);
    json_t *place = place_of(name ? name : source, strtoul(end + 1, NULL, 10));
    free(name);
    return place;
}

static json_t *message_of(const lck_kernel_audit *k, const lck_finding *f)
{
    char *title = lck_finding_title(f);
    const char *shown = f->answer ? f->answer->shown : NULL;
    const char *remedy = lck_finding_remedy(f);
    lc_text text = {0};
    lc_text_printf(&text, "%s: %s", k->entry, title ? title : LC_NO_MEMORY);
    if (shown && *shown)
        lc_text_printf(&text, "\n%s", shown);
    if (remedy)
        lc_text_printf(&text, "\nremedy: %s", remedy);
    free(title);
    char *whole = lc_text_take(NULL, &text);
    json_t *message = json_object();
    lcv_json_put(message, "text", whole ? whole : LC_NO_MEMORY);
    free(whole);
    return message;
}

static json_t *result_of(const lck_kernel_audit *k, const lck_finding *f)
{
    const char *source = lck_finding_source(f);
    json_t *audited = place_of(k->file, lck_finding_line(f));
    json_t *result = json_object();
    lcv_json_put(result, "ruleId", f->kind);
    lcv_json_put(result, "level", f->wrong ? "error" : "warning");
    json_object_set_new(result, "message", message_of(k, f));
    json_object_set_new(result, "locations",
                        json_pack("[o]", source ? source_place(source) : json_incref(audited)));
    if (source)
        json_object_set_new(result, "relatedLocations", json_pack("[O]", audited));
    json_decref(audited);
    return result;
}

/* The kinds of findings, each once, in the order of their first. */
static void add_rule(json_t *rules, const char *kind)
{
    size_t i;
    json_t *rule;
    json_array_foreach(rules, i, rule)
    {
        if (strcmp(json_string_value(json_object_get(rule, "id")), kind) == 0)
            return;
    }
    json_array_append_new(rules, json_pack("{s:s}", "id", kind));
}

static void add_kernel(json_t *results, json_t *rules, const lck_kernel_audit *k)
{
    lck_findings findings;
    if (!lck_findings_of(k, &findings))
        return;
    for (size_t i = 0; i < findings.n; i++) {
        add_rule(rules, findings.finding[i].kind);
        json_array_append_new(results, result_of(k, &findings.finding[i]));
    }
    lck_findings_free(&findings);
}

static json_t *notification_of(const lck_audit_error *e)
{
    json_t *notification = json_pack("{s:s,s:{}}", "level", "error", "message");
    lcv_json_put(json_object_get(notification, "message"), "text", e->message);
    json_object_set_new(notification, "locations", json_pack("[o]", place_of(e->file, e->line)));
    return notification;
}

void lck_audit_print_sarif(const lck_audit *audit, FILE *out)
{
    json_t *results = json_array(), *rules = json_array(), *errors = json_array();
    for (size_t i = 0; i < audit->nkernels; i++)
        add_kernel(results, rules, &audit->kernel[i]);
    for (size_t i = 0; i < audit->nerrors; i++)
        json_array_append_new(errors, notification_of(&audit->error[i]));
    json_t *driver = json_pack("{s:s,s:s,s:o}", "name", PACKAGE_NAME, "version", PACKAGE_VERSION,
                               "rules", rules);
    json_t *invocation = json_pack("{s:b,s:o}", "executionSuccessful", audit->nerrors == 0,
                                   "toolExecutionNotifications", errors);
    json_t *log = json_pack("{s:s,s:s,s:[{s:{s:o},s:[o],s:o}]}", "$schema", SCHEMA, "version",
                            "2.1.0", "runs", "tool", "driver", driver, "invocations", invocation,
                            "results", results);
    lcv_json_print(out, log);
}

#else

void lck_audit_print_sarif(const lck_audit *audit, FILE *out)
{
    (void)audit, (void)out;
}

#endif
