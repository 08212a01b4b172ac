/* map.c - the text that makes tensor maps, when a kernel is launched. */
#include "config.h"

#include "emitter.h"
#include "../kernel/tensor-map.h"

/* The driver is asked for its function at run time, so that a program needs no library of it. */
static const char encoder[] =
    "\n"
    "/* A tensor map, by the driver. Strides count elements. */\n"
    "static cudaError_t @_encode(void *map, int type, size_t bytes, unsigned int rank,\n"
    "                            const void *address, const long long *extent,\n"
    "                            const long long *stride, const unsigned int *box, int swizzle)\n"
    "{\n"
    "    typedef int (*function)(void *, int, unsigned int, void *, const unsigned long long *,\n"
    "                            const unsigned long long *, const unsigned int *,\n"
    "                            const unsigned int *, int, int, int, int);\n"
    "    static function encode = NULL;\n"
    "    const unsigned int step[5] = {1, 1, 1, 1, 1};\n"
    "    unsigned long long extents[5], strides[5];\n"
    "    if (!encode) {\n"
    "        void *found = NULL;\n"
    "        cudaDriverEntryPointQueryResult result;\n"
    "#if CUDART_VERSION >= 12050\n"
    "        const cudaError_t error = cudaGetDriverEntryPointByVersion(\n"
    "            \"cuTensorMapEncodeTiled\", &found, 12000, cudaEnableDefault, &result);\n"
    "#else\n"
    "        const cudaError_t error = cudaGetDriverEntryPoint(\n"
    "            \"cuTensorMapEncodeTiled\", &found, cudaEnableDefault, &result);\n"
    "#endif\n"
    "        if (error != cudaSuccess)\n"
    "            return error;\n"
    "        if (result != cudaDriverEntryPointSuccess || !found)\n"
    "            return cudaErrorNotSupported;\n"
    "        encode = (function)found;\n"
    "    }\n"
    "    bool empty = false;\n"
    "    for (unsigned int i = 0; i < rank; i++)\n"
    "        empty = empty || extent[i] <= 0;\n"
    "    for (unsigned int i = 0; i < rank; i++) { /* of an empty one anything that is taken */\n"
    "        extents[i] = extent[i] > 0 ? (unsigned long long)extent[i] : 1;\n"
    "        strides[i] = empty ? 16 : (unsigned long long)stride[i] * bytes;\n"
    "    }\n"
    "    /* no interleaving, L2 lines of 128 bytes, zeros outside */\n"
    "    return encode(map, type, rank, const_cast<void *>(address), extents, strides + 1, box,\n"
    "                  step, 0, swizzle, 2, 0) == 0\n"
    "               ? cudaSuccess\n"
    "               : cudaErrorInvalidValue;\n"
    "}\n";

void lck_put_encoder(lck_emitter *e)
{
    for (const char *at = encoder; *at; at++) {
        if (*at == '@')
            lc_text_add(&e->text, e->kernel->name);
        else
            lc_text_add_char(&e->text, *at, 1);
    }
}

static void put_exprs(lck_emitter *e, size_t n, const lc_expr *const *list)
{
    for (size_t i = 0; i < n; i++)
        lck_put(e, i ? ", %h" : "%h", list[i]);
}

void lck_put_map(lck_emitter *e, const char *plan, const lck_map *map)
{
    lc_text *t = &e->text;
    const lck_array *array = &e->kernel->array[map->tensor];
    lc_text_add(t, "    if (error == cudaSuccess) {\n"
                   "        const long long extent_of_launch[] = {");
    put_exprs(e, map->rank, map->extent);
    lc_text_add(t, "};\n        const long long stride_of_launch[] = {");
    put_exprs(e, map->rank, map->stride);
    lc_text_add(t, "};\n        const unsigned int box_of_launch[] = {");
    for (size_t i = 0; i < map->rank; i++) {
        lc_text_add(t, i ? ", " : "");
        if (map->last && i == map->cut) {
            lck_put(e, "(unsigned int)(((%h) - 1) %% %d + 1)", map->extent[i], map->box[i]);
        } else {
            lc_text_printf(t, "%d", map->box[i]);
        }
    }
    lck_put(e,
            "};\n        error = %s_encode(&%s_of_launch, %d /* %s */, %d, %z, %s + (%h),\n"
            "            extent_of_launch, stride_of_launch, box_of_launch, %d /* %d bytes */);\n"
            "    }\n",
            plan, map->name, lck_map_type(array->element), array->element->name,
            array->element->bytes, map->rank, array->name, map->offset,
            lck_map_swizzle(map->span), map->span);
}
