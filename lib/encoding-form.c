/* encoding-form.c - the names of encodings and of their fields, and encodings as text. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "encoding.h"
#include "internal.h"

#define CGA_FIELDS                                                                               \
    {LC_FIELD_CGA, LC_FIELD_ROWS, "CGALayout", "cga_layout", true},                              \
        {LC_FIELD_CTAS_PER_CGA, LC_FIELD_LIST, "CTAsPerCGA", "ctas_per_cga", true},              \
        {LC_FIELD_CTA_SPLIT, LC_FIELD_LIST, "CTASplitNum", "cta_split_num", true},               \
    {                                                                                            \
        LC_FIELD_CTA_ORDER, LC_FIELD_LIST, "CTAOrder", "cta_order", true                         \
    }

static const lc_field_form blocked[] = {
    {LC_FIELD_SIZE_PER_THREAD, LC_FIELD_LIST, "sizePerThread", "size_per_thread", false},
    {LC_FIELD_THREADS_PER_WARP, LC_FIELD_LIST, "threadsPerWarp", "threads_per_warp", false},
    {LC_FIELD_WARPS_PER_CTA, LC_FIELD_LIST, "warpsPerCTA", "warps_per_cta", false},
    {LC_FIELD_ORDER, LC_FIELD_LIST, "order", "order", false},
    CGA_FIELDS,
};
static const lc_field_id blocked_place[] = {LC_FIELD_SIZE_PER_THREAD, LC_FIELD_THREADS_PER_WARP,
                                            LC_FIELD_WARPS_PER_CTA, LC_FIELD_ORDER, LC_FIELD_CGA};

static const lc_field_form linear[] = {
    {LC_FIELD_REGISTER, LC_FIELD_ROWS, "register", "reg_bases", false},
    {LC_FIELD_LANE, LC_FIELD_ROWS, "lane", "lane_bases", false},
    {LC_FIELD_WARP, LC_FIELD_ROWS, "warp", "warp_bases", false},
    {LC_FIELD_BLOCK, LC_FIELD_ROWS, "block", "block_bases", true},
    {LC_FIELD_SHAPE, LC_FIELD_LIST, "shape", "shape", true},
};
static const lc_field_id linear_place[] = {LC_FIELD_REGISTER, LC_FIELD_LANE, LC_FIELD_WARP,
                                           LC_FIELD_BLOCK, LC_FIELD_SHAPE};

static const lc_field_form mma[] = {
    {LC_FIELD_VERSION, LC_FIELD_NUMBER, "versionMajor", "version", false},
    {LC_FIELD_VERSION_MINOR, LC_FIELD_NUMBER, "versionMinor", NULL, true},
    {LC_FIELD_WARPS_PER_CTA, LC_FIELD_LIST, "warpsPerCTA", "warps_per_cta", false},
    CGA_FIELDS,
    {LC_FIELD_INSTRUCTION, LC_FIELD_LIST, "instrShape", "instr_shape", false},
};
static const lc_field_id mma_place[] = {LC_FIELD_VERSION, LC_FIELD_WARPS_PER_CTA,
                                        LC_FIELD_INSTRUCTION, LC_FIELD_CGA};

static const lc_field_form mfma[] = {
    {LC_FIELD_VERSION, LC_FIELD_NUMBER, "version", "version", false},
    {LC_FIELD_VERSION_MINOR, LC_FIELD_NUMBER, "versionMinor", NULL, true},
    {LC_FIELD_WARPS_PER_CTA, LC_FIELD_LIST, "warpsPerCTA", "warps_per_cta", false},
    {LC_FIELD_INSTRUCTION, LC_FIELD_LIST, "instrShape", "instr_shape", false},
    {LC_FIELD_TRANSPOSED, LC_FIELD_FLAG, "isTransposed", "transposed", false},
    CGA_FIELDS,
    {LC_FIELD_TILES_PER_WARP, LC_FIELD_LIST, "tilesPerWarp", "tiles_per_warp", true},
    {LC_FIELD_ELEMENT_BITS, LC_FIELD_NUMBER, "elementBitWidth", "element_bitwidth", true},
};
static const lc_field_id mfma_place[] = {LC_FIELD_VERSION,      LC_FIELD_INSTRUCTION,
                                         LC_FIELD_TRANSPOSED,   LC_FIELD_WARPS_PER_CTA,
                                         LC_FIELD_ELEMENT_BITS, LC_FIELD_TILES_PER_WARP,
                                         LC_FIELD_CGA};

static const lc_field_form wmma[] = {
    {LC_FIELD_VERSION, LC_FIELD_NUMBER, "version", "version", false},
    {LC_FIELD_TRANSPOSED, LC_FIELD_FLAG, "isTranspose", "transposed", false},
    {LC_FIELD_REGISTER, LC_FIELD_ROWS, "ctaLayout.register", "reg_bases", true},
    {LC_FIELD_WARP, LC_FIELD_ROWS, "ctaLayout.warp", "warp_bases", true},
    {LC_FIELD_WARPS_PER_CTA, LC_FIELD_LIST, "warpsPerCTA", "warps_per_cta", true},
    CGA_FIELDS,
    {LC_FIELD_TILES_PER_WARP, LC_FIELD_LIST, "tilesPerWarp", "tiles_per_warp", true},
    {LC_FIELD_INSTRUCTION, LC_FIELD_LIST, "instrShape", "instr_shape", true},
    {LC_FIELD_RANK, LC_FIELD_NUMBER, "rank", "rank", true},
};
static const lc_field_id wmma_place[] = {LC_FIELD_VERSION,  LC_FIELD_TRANSPOSED,  LC_FIELD_WARP,
                                         LC_FIELD_REGISTER, LC_FIELD_INSTRUCTION, LC_FIELD_CGA,
                                         LC_FIELD_RANK};

static const lc_field_form dot_op[] = {
    {LC_FIELD_OPERAND, LC_FIELD_NUMBER, "opIdx", "operand_index", false},
    {LC_FIELD_PARENT, LC_FIELD_ENCODING, "parent", "parent", false},
    {LC_FIELD_K_WIDTH, LC_FIELD_NUMBER, "kWidth", "k_width", true},
};
static const lc_field_id dot_op_place[] = {LC_FIELD_OPERAND, LC_FIELD_PARENT, LC_FIELD_K_WIDTH};

static const lc_field_form slice[] = {
    {LC_FIELD_DIM, LC_FIELD_NUMBER, "dim", "dim", false},
    {LC_FIELD_PARENT, LC_FIELD_ENCODING, "parent", "parent", false},
};
static const lc_field_id slice_place[] = {LC_FIELD_DIM, LC_FIELD_PARENT};

static const lc_field_form swizzled[] = {
    {LC_FIELD_VEC, LC_FIELD_NUMBER, "vec", "vec", false},
    {LC_FIELD_PER_PHASE, LC_FIELD_NUMBER, "perPhase", "per_phase", false},
    {LC_FIELD_MAX_PHASE, LC_FIELD_NUMBER, "maxPhase", "max_phase", false},
    {LC_FIELD_ORDER, LC_FIELD_LIST, "order", "order", false},
    CGA_FIELDS,
};
static const lc_field_id swizzled_place[] = {LC_FIELD_VEC, LC_FIELD_PER_PHASE, LC_FIELD_MAX_PHASE,
                                             LC_FIELD_ORDER, LC_FIELD_CGA};

static const lc_field_form padded[] = {
    {LC_FIELD_PADDING, LC_FIELD_ROWS, "interval:+padding", "interval_padding_pairs", false},
    {LC_FIELD_OFFSET, LC_FIELD_ROWS, "offset", "offset_bases", true},
    {LC_FIELD_BLOCK, LC_FIELD_ROWS, "block", "cga_layout", true},
    {LC_FIELD_ORDER, LC_FIELD_LIST, "order", "order", true},
    {LC_FIELD_SHAPE, LC_FIELD_LIST, "shape", "shape", true},
    CGA_FIELDS,
};
static const lc_field_id padded_place[] = {LC_FIELD_PADDING, LC_FIELD_OFFSET, LC_FIELD_BLOCK,
                                           LC_FIELD_SHAPE};

static const lc_field_form nvmma[] = {
    {LC_FIELD_SWIZZLE_BYTES, LC_FIELD_NUMBER, "swizzlingByteWidth", "swizzle_byte_width", false},
    {LC_FIELD_TRANSPOSED, LC_FIELD_FLAG, "transposed", "transposed", true},
    {LC_FIELD_ELEMENT_BITS, LC_FIELD_NUMBER, "elementBitWidth", "element_bitwidth", false},
    {LC_FIELD_FP4_PADDED, LC_FIELD_FLAG, "fp4Padded", "fp4_padded", true},
    CGA_FIELDS,
    {LC_FIELD_RANK, LC_FIELD_NUMBER, "rank", "rank", true},
};
static const lc_field_id nvmma_place[] = {LC_FIELD_SWIZZLE_BYTES, LC_FIELD_ELEMENT_BITS,
                                          LC_FIELD_RANK,          LC_FIELD_TRANSPOSED,
                                          LC_FIELD_FP4_PADDED,    LC_FIELD_CGA};

static const lc_field_form shared_linear[] = {
    {LC_FIELD_OFFSET, LC_FIELD_ROWS, "offset", "offset_bases", false},
    {LC_FIELD_BLOCK, LC_FIELD_ROWS, "block", "block_bases", true},
    {LC_FIELD_ALIGNMENT, LC_FIELD_NUMBER, "alignment", "alignment", true},
};
static const lc_field_id shared_linear_place[] = {LC_FIELD_OFFSET, LC_FIELD_BLOCK,
                                                  LC_FIELD_ALIGNMENT};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FORM(kind, name, python, field)                                                          \
    {                                                                                            \
        LC_ENCODING_##kind, name, python, COUNT(field), COUNT(field##_place), field,             \
            field##_place                                                                        \
    }

static const lc_encoding_form forms[] = {
    FORM(BLOCKED, "blocked", "BlockedLayout", blocked),
    FORM(LINEAR, "linear", "DistributedLinearLayout", linear),
    FORM(MMA, "nvidia_mma", "NVMMADistributedLayout", mma),
    FORM(MFMA, "amd_mfma", "AMDMFMALayout", mfma),
    FORM(WMMA, "amd_wmma", "AMDWMMALayout", wmma),
    FORM(DOT, "dot_op", "DotOperandLayout", dot_op),
    FORM(SLICE, "slice", "SliceLayout", slice),
    FORM(SWIZZLED, "swizzled_shared", "SwizzledSharedLayout", swizzled),
    FORM(ROTATING, "amd_rotating_shared", NULL, swizzled),
    FORM(PADDED, "padded_shared", "PaddedSharedLayout", padded),
    FORM(NVMMA, "nvmma_shared", "NVMMASharedLayout", nvmma),
    FORM(SHARED_LINEAR, "shared_linear", "SharedLinearLayout", shared_linear),
};

const lc_encoding_form *lc_encoding_form_at(size_t i)
{
    return i < COUNT(forms) ? &forms[i] : NULL;
}

const lc_encoding_form *lc_encoding_form_of(lc_encoding_kind kind)
{
    return &forms[kind];
}

/* Names of older dialects, of the same dialect for short, and of the form without the conditions
 * on warps and copies that `linear` has. */
static const char *today(const char *name)
{
    static const char *const older[][2] = {{"mma", "nvidia_mma"},
                                           {"mfma", "amd_mfma"},
                                           {"wmma", "amd_wmma"},
                                           {"shared", "swizzled_shared"},
                                           {"generic_linear", "linear"}};
    for (size_t i = 0; i < COUNT(older); i++)
        if (strcmp(name, older[i][0]) == 0)
            return older[i][1];
    return name;
}

const lc_encoding_form *lc_encoding_form_find(const char *name)
{
    for (size_t i = 0; i < COUNT(forms); i++)
        if (strcmp(forms[i].name, today(name)) == 0 ||
            (forms[i].python && strcmp(forms[i].python, name) == 0))
            return &forms[i];
    return NULL;
}

const lc_field_form *lc_encoding_form_field(const lc_encoding_form *f, lc_field_id id)
{
    for (size_t i = 0; i < f->nfields; i++)
        if (f->field[i].id == id)
            return &f->field[i];
    return NULL;
}

/* ---- text ---- */

static void add_list(lc_text *out, size_t n, const uint64_t *number)
{
    lc_text_add(out, "[");
    for (size_t i = 0; i < n; i++)
        lc_text_printf(out, "%s%" PRIu64, i > 0 ? ", " : "", number[i]);
    lc_text_add(out, "]");
}

static void add_rows(lc_text *out, lc_field f)
{
    lc_text_add(out, "[");
    for (size_t i = 0; i < f.rows; i++) {
        lc_text_add(out, i > 0 ? ", " : "");
        add_list(out, f.columns, f.number + i * f.columns);
    }
    lc_text_add(out, "]");
}

static void add_value(lc_ctx *ctx, lc_text *out, const lc_encoding *e, const lc_field_form *form)
{
    lc_field f = lc_encoding_field(e, form->id);
    switch (form->type) {
    case LC_FIELD_NUMBER: lc_text_printf(out, "%" PRIu64, f.number[0]); break;
    case LC_FIELD_FLAG: lc_text_add(out, f.number[0] ? "true" : "false"); break;
    case LC_FIELD_LIST: add_list(out, f.columns, f.number); break;
    case LC_FIELD_ROWS: add_rows(out, f); break;
    case LC_FIELD_ENCODING:
        lc_text_own(out, lc_encoding_to_str(ctx, lc_encoding_parent(e)));
        break;
    }
}

static bool all_ones(lc_field f)
{
    for (size_t i = 0; i < f.columns; i++)
        if (f.number[i] != 1)
            return false;
    return true;
}

/* The bases of shared memory: padded by them, which stand without a shape, or linear. */
static bool block_goes_without_saying(const lc_encoding *e)
{
    bool none = lc_encoding_field(e, LC_FIELD_BLOCK).rows == 0;
    switch (lc_encoding_kind_of(e)) {
    case LC_ENCODING_LINEAR: return false;
    case LC_ENCODING_PADDED: return !lc_encoding_field(e, LC_FIELD_OFFSET).given;
    default: return none;
    }
}

/* What Triton leaves out: it is there without being said. */
static bool goes_without_saying(const lc_encoding *e, const lc_field_form *form)
{
    lc_field f = lc_encoding_field(e, form->id);
    if (form->id == LC_FIELD_PARENT)
        return false;
    if (form->id == LC_FIELD_BLOCK)
        return block_goes_without_saying(e);
    if (!f.given)
        return true;
    switch (form->id) {
    case LC_FIELD_FP4_PADDED:
    case LC_FIELD_K_WIDTH: return f.number[0] == 0;
    case LC_FIELD_RANK:
        return f.number[0] == 2 || lc_encoding_kind_of(e) == LC_ENCODING_WMMA ||
               lc_encoding_field(e, LC_FIELD_CGA).rows > 0;
    case LC_FIELD_SHAPE:
        return lc_encoding_kind_of(e) == LC_ENCODING_PADDED &&
               lc_encoding_field(e, LC_FIELD_OFFSET).given;
    case LC_FIELD_TILES_PER_WARP: return all_ones(f);
    case LC_FIELD_ELEMENT_BITS:
        return lc_encoding_kind_of(e) == LC_ENCODING_MFMA && f.number[0] == 32;
    case LC_FIELD_VERSION_MINOR:
        return lc_encoding_kind_of(e) == LC_ENCODING_MFMA && f.number[0] == 0;
    case LC_FIELD_CGA: return f.rows == 0;
    case LC_FIELD_WARP:
    case LC_FIELD_REGISTER: return f.rows == 0 && lc_encoding_kind_of(e) == LC_ENCODING_WMMA;
    case LC_FIELD_INSTRUCTION:
        return lc_encoding_kind_of(e) == LC_ENCODING_WMMA && f.number[0] == 16 &&
               f.number[1] == 16 && f.number[2] == 16;
    default: return false;
    }
}

/* `ctaLayout = {register = .., warp = ..}`: keys with a dot stand together. */
static void add_field(lc_ctx *ctx, lc_text *out, const lc_encoding *e, const lc_field_form *form,
                      bool *inside, bool first)
{
    const char *dot = strchr(form->key, '.');
    if (*inside && !dot)
        lc_text_add(out, "}");
    lc_text_add(out, first ? "" : ", ");
    if (dot && !*inside)
        lc_text_printf(out, "%.*s = {", (int)(dot - form->key), form->key);
    lc_text_printf(out, "%s = ", dot ? dot + 1 : form->key);
    add_value(ctx, out, e, form);
    *inside = dot != NULL;
}

/* wmma without bases of registers and warps. */
static bool has_empty_cta_layout(const lc_encoding *e)
{
    return lc_encoding_kind_of(e) == LC_ENCODING_WMMA &&
           !lc_encoding_field(e, LC_FIELD_WARPS_PER_CTA).given &&
           lc_encoding_field(e, LC_FIELD_REGISTER).rows == 0 &&
           lc_encoding_field(e, LC_FIELD_WARP).rows == 0;
}

static void add_fields(lc_ctx *ctx, lc_text *out, const lc_encoding *e)
{
    const lc_encoding_form *f = lc_encoding_form_of(lc_encoding_kind_of(e));
    bool inside = false, first = true;
    lc_text_add(out, "{");
    for (size_t i = 0; i < f->nfields; i++) {
        const lc_field_form *field = &f->field[i];
        if (field->id == LC_FIELD_REGISTER && has_empty_cta_layout(e))
            lc_text_add(out, ", ctaLayout = {}");
        if (goes_without_saying(e, field) || field->id == LC_FIELD_PADDING ||
            field->id == LC_FIELD_ALIGNMENT)
            continue;
        add_field(ctx, out, e, field, &inside, first);
        first = false;
    }
    lc_text_add(out, inside ? "}}" : "}");
}

char *lc_encoding_to_str(lc_ctx *ctx, const lc_encoding *e)
{
    lc_text out = {0};
    lc_field padding = lc_encoding_field(e, LC_FIELD_PADDING);
    lc_text_printf(&out, "#ttg.%s<", lc_encoding_form_of(lc_encoding_kind_of(e))->name);
    for (size_t i = 0; i < padding.rows; i++)
        lc_text_printf(&out, "%s%" PRIu64 ":+%" PRIu64 "%s", i == 0 ? "[" : ", ",
                       padding.number[2 * i], padding.number[2 * i + 1],
                       i + 1 < padding.rows ? "" : "] ");
    add_fields(ctx, &out, e);
    if (lc_encoding_field(e, LC_FIELD_ALIGNMENT).given)
        lc_text_printf(&out, ", alignment = %" PRIu64, lc_encoding_number(e, LC_FIELD_ALIGNMENT));
    lc_text_add(&out, ">");
    return lc_text_take(ctx, &out);
}
