#include "config.h"

#include "json-recheck.h"

#ifdef HAVE_JANSSON

#include <string.h>

#include "json-value.h"

void lcv_json_checked(FILE *out, const char *file, const lcr_checked *checked)
{
    static const char *const status[] = {"confirmed", "without evidence", "rejected"};
    json_t *record = lcv_json_record("certificate");
    lcv_json_put(record, "status", status[checked->check]);
    lcv_json_put(record, "file", file);
    lcv_json_put_number(record, "line", checked->line);
    lcv_json_put(record, "claim", checked->claim);
    if (checked->check != LCR_REJECTED)
        lcv_json_put(record, "verdict",
                     strcmp(checked->verdict, "PROVED") == 0 ? "proved" : "refuted");
    if (checked->check == LCR_CONFIRMED)
        lcv_json_put(record, "by", checked->by_isl ? "isl" : "checker");
    lcv_json_put(record, "why", checked->why);
    lcv_json_print(out, record);
}

void lcv_json_rechecked(FILE *out, const size_t count[LCR_REJECTED + 1], size_t by_checker,
                        int status)
{
    json_t *record = lcv_json_record("rechecked");
    lcv_json_put_number(record, "confirmed", count[LCR_CONFIRMED]);
    lcv_json_put_number(record, "by_checker", by_checker);
    lcv_json_put_number(record, "rejected", count[LCR_REJECTED]);
    lcv_json_put_number(record, "without_evidence", count[LCR_UNCERTAIN]);
    lcv_json_put_number(record, "exit", (size_t)status);
    lcv_json_print(out, record);
}

#else

void lcv_json_checked(FILE *out, const char *file, const lcr_checked *checked)
{
    (void)out, (void)file, (void)checked;
}

void lcv_json_rechecked(FILE *out, const size_t count[LCR_REJECTED + 1], size_t by_checker,
                        int status)
{
    (void)out, (void)count, (void)by_checker, (void)status;
}

#endif
