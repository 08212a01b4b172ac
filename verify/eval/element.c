/* element.c - the types of elements by the names that CUTLASS and CUDA have for them. */
#include "config.h"

#include "eval.h"

#include <string.h>

static const struct {
    const char *name;
    int bits; /* negative: an integer with a sign */
    bool integer;
} types[] = {
    {"bfloat16_t", 16, false},    {"bool", 8, true},           {"char", -8, true},
    {"double", 64, false},        {"float", 32, false},        {"float_e2m1_t", 4, false},
    {"float_e2m3_t", 6, false},   {"float_e3m2_t", 6, false},  {"float_e4m3_t", 8, false},
    {"float_e5m2_t", 8, false},   {"float_ue8m0_t", 8, false}, {"half_t", 16, false},
    {"int", -32, true},           {"int16_t", -16, true},      {"int32_t", -32, true},
    {"int4_t", 4, false},         {"int4b_t", 4, false},       {"int64_t", -64, true},
    {"int8_t", -8, true},         {"tfloat32_t", 32, false},   {"uint128_t", 128, false},
    {"uint16_t", 16, true},       {"uint1_t", 1, false},       {"uint1b_t", 1, false},
    {"uint32_t", 32, true},       {"uint4_t", 4, false},       {"uint4b_t", 4, false},
    {"uint64_t", 64, true},       {"uint8_t", 8, true},        {"__half", 16, false},
    {"half", 16, false},          {"__half2", 32, false},      {"half2", 32, false},
    {"__nv_bfloat16", 16, false}, {"nv_bfloat16", 16, false},  {"__nv_bfloat162", 32, false},
    {"nv_bfloat162", 32, false},  {"__nv_fp8_e4m3", 8, false}, {"__nv_fp8_e5m2", 8, false},
    {"bf16", 16, false},          {"tf32", 32, false},         {"short", -16, true},
    {"float2", 64, false},        {"float4", 128, false},      {"unsigned", 32, true},
};

lcv_value *lcv_eval_element(lcv_eval *e, const lcv_ast *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        int bits = types[i].bits < 0 ? -types[i].bits : types[i].bits;
        if (strcmp(types[i].name, name->text) == 0)
            return lcv_eval_kept(e, name->span,
                                 types[i].integer
                                     ? lcv_value_type(e->ctx, bits, types[i].bits < 0)
                                     : lcv_value_int(e->ctx, lc_int_const(bits)));
    }
    return NULL;
}
