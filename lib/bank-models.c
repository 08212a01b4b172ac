/* bank-models.c - the table of what is known of shared memory's order of service. */
#include "config.h"

#include "bank-models.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NVIDIA "sm70 sm75 sm80 sm86 sm87 sm89 sm90 sm90a sm100 sm100a sm103 sm120 sm120a"
#define CDNA3 "gfx942 cdna3 mi300 mi300a mi300x mi325x"
#define CDNA4 "gfx950 cdna4 mi350 mi350x mi355x"
#define RDNA3 "gfx1100 w7900"
#define RDNA4 "gfx1201 rx9070xt"

/* { 0-3 20-23 }, { 4-7 16-19 }, { 8-11 28-31 }, { 12-15 24-27 }, and these + 32 */
static const unsigned char by_eights[8] = {0, 5, 1, 4, 2, 7, 3, 6};
/* { 0-3 12-15 20-23 24-27 }, { 4-7 8-11 16-19 28-31 }, and these + 32 */
static const unsigned char by_sixteens[8] = {0, 3, 5, 6, 1, 2, 4, 7};

#define GUIDE "CUDA C++ programming guide, shared memory"
#define COUNTED                                                                                  \
    GUIDE "; halves and quarters of a warp: triton-lang/triton#9662, NVIDIA/cutlass#898, and "   \
          "wavefronts counted on an H200 (kernels/bench/results/h200-banks.lay)"
#define MEASURED "nod-ai/amd-shark-ai, docs/empirical-lds/"
#define PHASES "HipKittens (thebard85kigz/hipkittens), analysis/paper_experiments/phases/"
#define OPTIMIZE "nod-ai/amd-shark-ai, docs/amdgpu_kernel_optimization_guide.md"
#define CK_TILE "Composable Kernel documentation, Understanding AMD GPU LDS and bank conflicts"

/* Where no order is given, lanes are served one after the other, as many as a row of all banks
 * has room for. Not in the table: reads of 4 bytes of gfx950, of which sources say 32 banks
 * (ROCm/rocm-libraries, LDSBankModel.cpp) and 64 (amd-shark-ai); what is narrower than a word,
 * writes of 8 bytes of gfx942, and writes of RDNA, of which no source was found. Reads of 8 and
 * 16 bytes of sm90 are sometimes served in fewer wavefronts (doc/memory.md), never in more. */
static const lc_bank_model table[] = {
    {NVIDIA, true, true, 1, 32, 32, NULL, GUIDE},
    {NVIDIA, true, true, 2, 32, 32, NULL, GUIDE},
    {NVIDIA, true, true, 4, 32, 32, NULL, GUIDE},
    {NVIDIA, true, true, 8, 32, 32, NULL, COUNTED},
    {NVIDIA, true, true, 16, 32, 32, NULL, COUNTED},
    {CDNA3, true, false, 4, 64, 32, NULL, MEASURED "cdna3info.md"},
    {CDNA3, false, true, 4, 64, 32, NULL, OPTIMIZE},
    {CDNA3, true, false, 8, 64, 32, NULL, MEASURED "cdna3info.md"},
    {CDNA3, true, false, 16, 64, 32, by_eights,
     MEASURED "cdna3info.md; triton-lang/triton#11365"},
    {CDNA3, false, true, 16, 64, 32, NULL, OPTIMIZE "; " CK_TILE},
    {CDNA4, true, false, 8, 64, 64, NULL, MEASURED "cdna4info.md; " PHASES "ds_read_b64"},
    {CDNA4, true, false, 16, 64, 64, by_sixteens,
     MEASURED "cdna4info.md; triton-lang/triton#11365"},
    {CDNA4, false, true, 8, 64, 32, NULL, PHASES "ds_write_b64"},
    {CDNA4, false, true, 16, 64, 32, NULL,
     CK_TILE "; 32 banks of writes: ROCm/rocm-libraries, shared/rocroller/lib/source/"
             "LDSBankModel.cpp"},
    {RDNA3, true, false, 4, 32, 32, NULL, MEASURED "lds_summary.md"},
    {RDNA3, true, false, 8, 32, 32, NULL, MEASURED "lds_summary.md"},
    {RDNA3, true, false, 16, 32, 32, by_eights, MEASURED "lds_summary.md"},
    {RDNA4, true, false, 4, 32, 32, NULL, MEASURED "lds_summary.md"},
    {RDNA4, true, false, 8, 32, 32, NULL, MEASURED "lds_summary.md"},
    {RDNA4, true, false, 16, 32, 32, NULL, MEASURED "lds_summary.md"},
};

const lc_bank_model *lc_bank_model_row(size_t i)
{
    return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

/* ---- names ---- */

/* Is the first of the names in the list `name`, but for capitals and `_`? */
static bool is_first(const char *list, const char *name)
{
    for (; *name; name++) {
        if (*name == '_')
            continue;
        if (tolower((unsigned char)*name) != *list)
            return false;
        list++;
    }
    return *list == ' ' || *list == '\0';
}

static bool is_named(const lc_bank_model *m, const char *name)
{
    const char *list = m->arch;
    while (!is_first(list, name)) {
        list = strchr(list, ' ');
        if (!list)
            return false;
        list++;
    }
    return true;
}

unsigned lc_bank_wave(const char *arch)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (is_named(&table[i], arch))
            return table[i].wave;
    return 0;
}

/* ---- what is known ---- */

static char *known_names(lc_ctx *ctx)
{
    lc_text text = {0};
    const char *before = "";
    for (size_t i = 0; i < sizeof table / sizeof *table; before = table[i++].arch)
        if (before != table[i].arch) {
            lc_text_add(&text, i > 0 ? ", " : "");
            lc_text_add(&text, table[i].arch);
        }
    return lc_text_take(ctx, &text);
}

/* `4, 8`: the widths of what is read or written. */
static char *known_widths(lc_ctx *ctx, const char *arch, bool writes)
{
    lc_text text = {0};
    for (size_t i = 0, n = 0; i < sizeof table / sizeof *table; i++)
        if (is_named(&table[i], arch) && (writes ? table[i].writes : table[i].reads))
            lc_text_printf(&text, n++ > 0 ? ", %u" : "%u", table[i].width);
    return lc_text_take(ctx, &text);
}

static void *no_model(lc_ctx *ctx, const char *call, const char *arch, bool writes,
                      unsigned width)
{
    bool named = lc_bank_wave(arch) > 0;
    char *reads = named ? known_widths(ctx, arch, false) : known_names(ctx);
    char *others = named ? known_widths(ctx, arch, true) : NULL;
    if (reads && !named)
        lc_fail(ctx, LC_ERR_INVALID,
                "%s: of the shared memory of %.40s nothing is known here; known are %s", call,
                arch, reads);
    else if (reads && others)
        lc_fail(ctx, LC_ERR_INVALID,
                "%s: in which order %.40s serves %s of %u bytes a lane is not known; known are "
                "reads of %s bytes and writes of %s",
                call, arch, writes ? "writes" : "reads", width, reads, *others ? others : "none");
    free(reads);
    free(others);
    return NULL;
}

const lc_bank_model *lc_bank_model_find(lc_ctx *ctx, const char *call, const char *arch,
                                        bool writes, unsigned width)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const lc_bank_model *m = &table[i];
        if (m->width == width && (writes ? m->writes : m->reads) && is_named(m, arch))
            return m;
    }
    return no_model(ctx, call, arch, writes, width);
}
