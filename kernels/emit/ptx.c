/* ptx.c - functions of inline PTX that statements call: matrices, copies beside the thread,
 * barriers, boxes (PTX ISA). Those that a kernel calls are printed before it, each once.
 *
 * Arrivals and waits have no .release and .acquire at the scope of the cluster: these flush
 * caches of the whole multiprocessor, and mbarriers order what is awaited without. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool lck_is_new_function(lck_emitter *e, const char *name)
{
    lc_text key = {0};
    lc_text_printf(&key, " %s ", name);
    bool known = e->functions.data && strstr(e->functions.data, lc_text_peek(&key));
    if (!known)
        lc_text_add(&e->functions, lc_text_peek(&key));
    e->text.failed = e->text.failed || key.failed || e->functions.failed;
    lc_text_free(&key);
    return !known;
}

/* ---- functions that are always the same */

typedef struct {
    const char *name, *comment, *parameters, *body;
} ptx_function;

const char *const lck_group_name[] = {"copies", "products", "bulk"};
const char *const lck_fence_name[] = {"proxy", "products", "init", "launch"};

#define ASM(...) "    asm volatile(" __VA_ARGS__ ");\n"

static const ptx_function functions[] = {
    {"barrier", "All `threads` that name this barrier arrive.", "int id, int threads",
     ASM("\"bar.sync %0, %1;\" :: \"r\"(id), \"r\"(threads) : \"memory\"")},
    {"cluster_barrier", "All threads of the cluster arrive, those of a warp together.", "",
     "    __syncwarp();\n" ASM(
         "\"barrier.cluster.arrive.release.aligned; \"\n"
         "                 \"barrier.cluster.wait.acquire.aligned;\" ::: \"memory\"")},
    {"fence_proxy", "What the thread wrote is for the asynchronous proxy.", "",
     ASM("\"fence.proxy.async.shared::cta;\" ::: \"memory\"")},
    {"fence_products", "Registers are ready for products.", "",
     ASM("\"wgmma.fence.sync.aligned;\" ::: \"memory\"")},
    {"fence_init", "The cluster sees mbarriers that were begun.", "",
     ASM("\"fence.mbarrier_init.release.cluster;\" ::: \"memory\"")},
    {"fence_launch", "The next launch may begin; those before this one have ended, and are seen.",
     "", ASM("\"griddepcontrol.launch_dependents; griddepcontrol.wait;\" ::: \"memory\"")},
    {"prefetch", "A map is fetched before it is needed.", "const lck_tensor_map *map",
     ASM("\"prefetch.tensormap [%0];\" :: \"l\"(map) : \"memory\"")},
    {"commit_copies", "Copies since the last commit are a group.", "",
     ASM("\"cp.async.commit_group;\" ::: \"memory\"")},
    {"commit_products", "Products since the last commit are a group.", "",
     ASM("\"wgmma.commit_group.sync.aligned;\" ::: \"memory\"")},
    {"commit_bulk", "Boxes that are stored since the last commit are a group.", "",
     ASM("\"cp.async.bulk.commit_group;\" ::: \"memory\"")},
    {"init", "The mbarriers of a ring begin.", "unsigned ring, int slots, int arrivals",
     "    for (int i = 0; i < slots; i++)\n"
     "        asm volatile(\"mbarrier.init.shared::cta.b64 [%0], %1;\" ::\n"
     "                     \"r\"(ring + 8 * i), \"r\"(arrivals) : \"memory\");\n"},
    {"expect", "Arrives; the phase ends after so many more bytes.",
     "unsigned mbarrier, unsigned bytes",
     ASM("\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\" ::\n"
         "                 \"r\"(mbarrier), \"r\"(bytes) : \"memory\"")},
    {"arrive", "Arrives.", "unsigned mbarrier",
     ASM("\"mbarrier.arrive.shared::cta.b64 _, [%0];\" :: \"r\"(mbarrier) : \"memory\"")},
    {"arrive_at", "Arrives in a block of the cluster.", "unsigned mbarrier, unsigned block",
     ASM("\"{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; \"\n"
         "                 \"mbarrier.arrive.shared::cluster.b64 _, [there]; }\" ::\n"
         "                 \"r\"(mbarrier), \"r\"(block) : \"memory\"")},
    {"await", "Waits until a phase of this parity has ended.",
     "unsigned mbarrier, unsigned parity",
     ASM("\"{ .reg .pred ended; again: \"\n"
         "                 \"mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1; \"\n"
         "                 \"@ended bra.uni through; bra.uni again; through: }\" ::\n"
         "                 \"r\"(mbarrier), \"r\"(parity) : \"memory\"")},
    {"descriptor",
     "A matrix in shared memory, `from` times 16 bytes behind an address, which counts without\n"
     " * the block's number above it; and the rest.",
     "unsigned address, unsigned from, unsigned long long rest",
     "    return rest | (((address & 0x3ffff) >> 4) + from);\n"},
};

/* The first lines of a text that needs cp.async, sm_80, in a kernel that does not; else nothing.
 * Elsewhere a thread moves the bytes itself. */
static const char *if_asynchronous(const lck_emitter *e)
{
    return e->kernel->architecture < 80 ? "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800\n"
                                        : "";
}

static void put_function(lck_emitter *e, const char *name, const char *type)
{
    size_t i = 0;
    while (strcmp(functions[i].name, name) != 0)
        i++;
    const char *guard = strcmp(name, "commit_copies") == 0 ? if_asynchronous(e) : "";
    if (lck_is_new_function(e, name))
        lc_text_printf(
            &e->text, "/* %s */\nstatic __device__ __forceinline__ %s\n%s_%s(%s)\n{\n%s%s%s}\n\n",
            functions[i].comment, type, e->kernel->name, name, functions[i].parameters, guard,
            functions[i].body, *guard ? "#endif\n" : "");
}

void lck_put_prefetch_function(lck_emitter *e)
{
    put_function(e, "prefetch", "void");
}

/* ---- matrices */

static void put_matrix_function(lck_emitter *e, const lck_statement *s)
{
    bool load = s->kind == LCK_MATRIX_LOAD;
    char name[32];
    lc_text *t = &e->text;
    snprintf(name, sizeof name, "%s_%d%s", load ? "ldmatrix" : "stmatrix", s->width,
             s->transposed ? "_trans" : "");
    if (!lck_is_new_function(e, name))
        return;
    lc_text_printf(t,
                   "/* %d matri%s of 8 rows of 16 bytes, each row at the address of a lane. */\n"
                   "static __device__ __forceinline__ void\n%s_%s(%s)\n{\n"
                   "    asm volatile(\"%s.sync.aligned.m8n8.x%d%s.shared.b16 ",
                   s->width, s->width > 1 ? "ces" : "x", e->kernel->name, name,
                   load ? "unsigned *r, unsigned address" : "unsigned address, const unsigned *r",
                   load ? "ldmatrix" : "stmatrix", s->width, s->transposed ? ".trans" : "");
    lc_text_add(t, load ? "{" : "[%0], {");
    for (int i = 0; i < s->width; i++)
        lc_text_printf(t, "%s%%%d", i ? ", " : "", load ? i : i + 1);
    lc_text_add(t, "}");
    if (load)
        lc_text_printf(t, ", [%%%d]", s->width);
    lc_text_add(t,
                load ? ";\"\n                 : " : ";\" ::\n                 \"r\"(address), ");
    for (int i = 0; i < s->width; i++)
        lc_text_printf(t, "%s\"%sr\"(r[%d])", i ? ", " : "", load ? "=" : "", i);
    lc_text_add(t, load ? "\n                 : \"r\"(address) : \"memory\");\n}\n\n"
                        : " : \"memory\");\n}\n\n");
}

/* ---- groups */

static void put_copy_function(lck_emitter *e, const lck_statement *s)
{
    int bytes = s->width * e->kernel->array[s->to.array].element->bytes;
    char name[32];
    snprintf(name, sizeof name, "copy_%d%s", bytes, s->value ? "_present" : "");
    if (!lck_is_new_function(e, name))
        return;
    lc_text_printf(&e->text,
                   "/* %d bytes to shared memory%s. */\n"
                   "static __device__ __forceinline__ void\n"
                   "%s_%s(unsigned to, const void *from%s)\n{\n",
                   bytes, s->value ? ", the first `present` of them, and zeros" : "",
                   e->kernel->name, name, s->value ? ", int present" : "");
    lc_text_add(&e->text, if_asynchronous(e));
    lc_text_printf(&e->text,
                   "    asm volatile(\"cp.async.%s.shared.global%s [%%0], [%%1], %d%s;\" ::\n"
                   "                 \"r\"(to), \"l\"(__cvta_generic_to_global(from))%s : "
                   "\"memory\");\n",
                   bytes == 16 ? "cg" : "ca", *if_asynchronous(e) ? ".L2::128B" : "", bytes,
                   s->value ? ", %2" : "", s->value ? ", \"r\"(present)" : "");
    if (*if_asynchronous(e))
        lc_text_printf(
            &e->text,
            "#else\n"
            "    unsigned char *byte = (unsigned char *)__cvta_shared_to_generic(to);\n"
            "    for (int i = 0; i < %d; i++)\n"
            "        byte[i] = %s((const unsigned char *)from)[i]%s;\n"
            "#endif\n",
            bytes, s->value ? "i < present ? " : "", s->value ? " : 0" : "");
    lc_text_add(&e->text, "}\n\n");
}

static void put_drain_function(lck_emitter *e, const lck_statement *s)
{
    static const char *const how[] = {"cp.async.wait_group", "wgmma.wait_group.sync.aligned",
                                      "cp.async.bulk.wait_group"};
    bool reads = s->group == LCK_BULK && s->reads;
    char name[64];
    snprintf(name, sizeof name, "drain_%s%s_%" PRId64, lck_group_name[s->group],
             reads ? "_reads" : "", s->count);
    const char *guard = s->group == LCK_COPIES ? if_asynchronous(e) : "";
    if (lck_is_new_function(e, name))
        lc_text_printf(&e->text,
                       "/* Waits until at most %" PRId64 " groups are %s. */\n"
                       "static __device__ __forceinline__ void\n%s_%s()\n{\n%s"
                       "    asm volatile(\"%s%s %" PRId64 ";\" ::: \"memory\");\n%s}\n\n",
                       s->count, reads ? "still read" : "under way", e->kernel->name, name, guard,
                       how[s->group], reads ? ".read" : "", s->count, *guard ? "#endif\n" : "");
}

/* A launch gives all threads as many, of warps in groups of 4: some are given back, or taken. */
static void put_registers_function(lck_emitter *e, const lck_statement *s)
{
    int launched = lck_device_registers(e->kernel->device, e->kernel->threads);
    char name[32];
    snprintf(name, sizeof name, "registers_%" PRId64, s->count);
    if (lck_is_new_function(e, name))
        lc_text_printf(&e->text,
                       "/* A thread has %" PRId64 " registers from here on, not %d. */\n"
                       "static __device__ __forceinline__ void\n%s_%s()\n{\n"
                       "    asm volatile(\"setmaxnreg.%s.sync.aligned.u32 %" PRId64
                       ";\");\n}\n\n",
                       s->count, launched, e->kernel->name, name,
                       s->count < launched ? "dec" : "inc", s->count);
}

/* Of each file of registers in which WGMMAs sum. */
static void put_settle_function(lck_emitter *e, const lck_statement *s)
{
    const lck_file *file = &e->kernel->file[s->held.file];
    const char *type = file->packed ? "unsigned" : file->element->c;
    char name[64];
    snprintf(name, sizeof name, "settle(%s)", type);
    if (lck_is_new_function(e, name))
        lc_text_printf(&e->text,
                       "/* No use of these registers moves above this. */\n"
                       "static __device__ __forceinline__ void\n%s_settle(%s *r, int n)\n{\n"
                       "#pragma unroll\n    for (int i = 0; i < n; i++)\n"
                       "        asm volatile(\"\" : \"+%s\"(r[i]) :: \"memory\");\n}\n\n",
                       e->kernel->name, type, strcmp(type, "float") == 0 ? "f" : "r");
}

/* ---- boxes */

/* Policies of L2 as CUTLASS has them (cute/arch/copy_sm90_desc.hpp, CacheHintSm90): evict_first,
 * evict_normal. A policy of evict_normal that createpolicy makes is another one: with it loads
 * took up to 1.8 times as long, and with a branch between loads with and without a policy what
 * there was to gain was lost. */
static const char policy[] = "    const unsigned long long policy =\n"
                             "        once ? 0x12f0000000000000ull : 0x1000000000000000ull;\n";

static void put_box_function(lck_emitter *e, const lck_statement *s)
{
    size_t rank = e->kernel->map[s->map].rank;
    bool load = s->kind == LCK_TMA_LOAD, all = load && s->peers, hint = load && s->once;
    lc_text *t = &e->text;
    char name[32];
    snprintf(name, sizeof name, "tma_%s_%zu%s%s", load ? "load" : "store", rank,
             all ? "_to_all" : "", hint ? "_hint" : "");
    if (!lck_is_new_function(e, name))
        return;
    lc_text_printf(t, "/* A box %s shared memory%s. */\nstatic __device__ __forceinline__ void\n",
                   load ? "to" : "from", all ? " of the blocks in this mask" : "");
    lc_text_printf(t, "%s_%s(%s", e->kernel->name, name,
                   load ? "unsigned to, const lck_tensor_map *map, unsigned mbarrier"
                        : "const lck_tensor_map *map, unsigned from");
    for (size_t i = 0; i < rank; i++)
        lc_text_printf(t, ", int x%zu", i);
    lc_text_printf(t, "%s%s)\n{\n%s", all ? ", unsigned short blocks" : "",
                   hint ? ", int once" : "", hint ? policy : "");
    if (load)
        lc_text_printf(
            t,
            "    asm volatile(\"cp.async.bulk.tensor.%zud.shared::cluster.global.tile\"\n"
            "                 \".mbarrier::complete_tx::bytes%s%s \"\n"
            "                 \"[%%0], [%%1, {",
            rank, all ? ".multicast::cluster" : "", hint ? ".L2::cache_hint" : "");
    else
        lc_text_printf(t,
                       "    asm volatile(\"cp.async.bulk.tensor.%zud.global.shared::cta.tile"
                       ".bulk_group \"\n                 \"[%%0, {",
                       rank);
    for (size_t i = 0; i < rank; i++)
        lc_text_printf(t, "%s%%%zu", i ? ", " : "", i + (load ? 3 : 2));
    lc_text_printf(t, load ? "}], [%%2]" : "}], [%%1]");
    if (all)
        lc_text_printf(t, ", %%%zu", rank + 3);
    if (hint)
        lc_text_printf(t, ", %%%zu", rank + 3 + all);
    lc_text_printf(t, ";\" ::\n                 %s",
                   load ? "\"r\"(to), \"l\"(map), \"r\"(mbarrier)" : "\"l\"(map), \"r\"(from)");
    for (size_t i = 0; i < rank; i++)
        lc_text_printf(t, ", \"r\"(x%zu)", i);
    lc_text_printf(t, "%s%s : \"memory\");\n}\n\n", all ? ", \"h\"(blocks)" : "",
                   hint ? ", \"l\"(policy)" : "");
}

/* ---- of each statement */

static void put_gauss_function(lck_emitter *e, const lck_statement *s)
{
    bool single = e->kernel->file[s->held.file].element->bytes <= 4;
    if (lck_is_new_function(e, single ? "gauss(float)" : "gauss(double)"))
        lc_text_printf(&e->text,
                       "/* x times the part of a normal distribution below x. */\n"
                       "static __device__ __forceinline__ %s\n%s_gauss(%s x)\n{\n"
                       "    return %s;\n}\n\n",
                       single ? "float" : "double", e->kernel->name, single ? "float" : "double",
                       single ? "0.5f * x * (1.0f + erff(x * 0.70710678118654752f))"
                              : "0.5 * x * (1.0 + erf(x * 0.70710678118654752))");
}

void lck_put_ptx_functions(lck_emitter *e, const lck_statement *s)
{
    char name[32];
    switch (s->kind) {
    case LCK_APPLY:
        lck_put_half_functions(e, s);
        if (s->function == LCK_GAUSS)
            put_gauss_function(e, s);
        break;
    case LCK_BARRIER:
        if (s->scope == LCK_OF_THREADS || s->scope == LCK_OF_CLUSTER)
            put_function(e, s->scope == LCK_OF_THREADS ? "barrier" : "cluster_barrier", "void");
        break;
    case LCK_FENCE:
        snprintf(name, sizeof name, "fence_%s", lck_fence_name[s->fence]);
        put_function(e, name, "void");
        break;
    case LCK_REGISTERS: put_registers_function(e, s); break;
    case LCK_MATRIX_LOAD:
    case LCK_MATRIX_STORE: put_matrix_function(e, s); break;
    case LCK_COPY: put_copy_function(e, s); break;
    case LCK_COMMIT:
        snprintf(name, sizeof name, "commit_%s", lck_group_name[s->group]);
        put_function(e, name, "void");
        break;
    case LCK_DRAIN: put_drain_function(e, s); break;
    case LCK_INIT: put_function(e, "init", "void"); break;
    case LCK_EXPECT: put_function(e, "expect", "void"); break;
    case LCK_ARRIVE: put_function(e, s->peer ? "arrive_at" : "arrive", "void"); break;
    case LCK_AWAIT: put_function(e, "await", "void"); break;
    case LCK_TMA_LOAD:
    case LCK_TMA_STORE: put_box_function(e, s); break;
    case LCK_WGMMA:
        put_function(e, "descriptor", "unsigned long long");
        put_settle_function(e, s);
        break;
    default: break;
    }
}
