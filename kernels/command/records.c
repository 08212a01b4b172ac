#include "config.h"

#include "records.h"

#ifdef HAVE_JANSSON

#include "../../verify/report/json-value.h"

void lck_record_kernel(FILE *out, const lck_kernel *kernel, const char *text)
{
    json_t *record = lcv_json_record("kernel"), *sizes = json_array();
    lcv_json_put(record, "kernel", kernel->name);
    for (size_t i = 0; i < kernel->nsizes; i++)
        json_array_append_new(sizes,
                              json_pack("{s:s, s:I, s:I}", "name", kernel->size[i].var->name,
                                        "least", (json_int_t)kernel->size[i].var->low, "most",
                                        (json_int_t)kernel->size[i].var->high));
    json_object_set_new(record, "sizes", sizes);
    lcv_json_put_number(record, "threads", (size_t)kernel->threads);
    lcv_json_put(record, "text", text);
    lcv_json_print(out, record);
}

static json_t *sizes_of(const lck_kernel *kernel, const int64_t *size)
{
    json_t *sizes = json_object();
    for (size_t i = 0; i < kernel->nsizes; i++)
        json_object_set_new(sizes, kernel->size[i].var->name, json_integer(size[i]));
    return sizes;
}

static void put_time(json_t *record, const lck_rehearsal *result)
{
    json_object_set_new(record, "milliseconds", json_real(result->timing.milliseconds));
    if (result->products > 0) {
        json_object_set_new(record, "teraflops", json_real(result->rate));
        return;
    }
    json_object_set_new(record, "gigabytes_per_second", json_real(result->bandwidth));
    json_object_set_new(record, "copy_milliseconds", json_real(result->timing.copy_milliseconds));
}

static void put_numbers(json_t *record, const lck_rehearsal *result)
{
    lcv_json_put_number(record, "products", (size_t)result->products);
    lcv_json_put_number(record, "compared", (size_t)result->compared);
    json_object_set_new(record, "error", json_real(result->error));
    json_object_set_new(record, "tolerated", json_real(result->tolerated));
}

void lck_record_run(FILE *out, const lck_kernel *kernel, const int64_t *size,
                    const lck_rehearsal *result, const lck_gpu *gpu)
{
    json_t *record = lcv_json_record("run");
    lcv_json_put(record, "status", result->wrong == 0 ? "passed" : "failed");
    lcv_json_put(record, "kernel", kernel->name);
    json_object_set_new(record, "sizes", sizes_of(kernel, size));
    lcv_json_put(record, "on", gpu ? lck_gpu_name(gpu) : "executor");
    lcv_json_put_number(record, "threads", (size_t)kernel->threads);
    lcv_json_put_number(record, "blocks", (size_t)result->blocks);
    lcv_json_put_number(record, "elements", (size_t)result->elements);
    lcv_json_put_number(record, "wrong", (size_t)result->wrong);
    if (result->wrong != 0)
        lcv_json_put(record, "why", result->message);
    else if (result->number)
        put_numbers(record, result);
    if (gpu)
        put_time(record, result);
    lcv_json_print(out, record);
}

void lck_record_not_run(FILE *out, const lck_kernel *kernel, const char *why)
{
    json_t *record = lcv_json_record("run");
    lcv_json_put(record, "status", "not run");
    lcv_json_put(record, "kernel", kernel->name);
    lcv_json_put(record, "why", why);
    lcv_json_print(out, record);
}

#else

void lck_record_kernel(FILE *out, const lck_kernel *kernel, const char *text)
{
    (void)out, (void)kernel, (void)text;
}

void lck_record_run(FILE *out, const lck_kernel *kernel, const int64_t *size,
                    const lck_rehearsal *result, const lck_gpu *gpu)
{
    (void)out, (void)kernel, (void)size, (void)result, (void)gpu;
}

void lck_record_not_run(FILE *out, const lck_kernel *kernel, const char *why)
{
    (void)out, (void)kernel, (void)why;
}

#endif
