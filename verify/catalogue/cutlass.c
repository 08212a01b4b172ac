#include "config.h"

#include "cutlass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* A pattern stands for several names: (A|B) for A or B; {8|16} likewise, and the number is the
 * argument of the atom. Arguments of a template may follow a name; they change no layout but
 * where this says so. */
typedef struct {
    const char *names, *atom;
} row;

#define TO_128 "8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128"
#define TO_256 "136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256"
#define SIZES "{" TO_128 "|" TO_256 "}"
#define SIZES_S8 "{8|16|24|32|48|64|80|96|112|128|144|160|176|192|208|224|240|256}"
#define WGMMA "(SM90_|SM90::GMMA::MMA_|GMMA::MMA_|MMA_)64x"
#define SPARSE "(SM90::GMMA::|GMMA::|)SPARSE::GMMA_64x"
#define FP8 "(F16|F32)(E4M3|E5M2)(E4M3|E5M2)"
#define S8 "S32(S8|U8)(S8|U8)"
#define S4 "S32(S4|U4)(S4|U4)"

static const row rows[] = {
    /* A is row by row where it is transposed, B where it is not */
    {"SM70_8x8x4_F16F16F16F16_TN", "mma_m8n8k4_row_col_b16_c16"},
    {"SM70_8x8x4_F16F16F16F16_TT", "mma_m8n8k4_row_row_b16_c16"},
    {"SM70_8x8x4_F16F16F16F16_NN", "mma_m8n8k4_col_col_b16_c16"},
    {"SM70_8x8x4_F16F16F16F16_NT", "mma_m8n8k4_col_row_b16_c16"},
    {"SM70_8x8x4_F32F16F16F32_TN", "mma_m8n8k4_row_col_b16_c32"},
    {"SM70_8x8x4_F32F16F16F32_TT", "mma_m8n8k4_row_row_b16_c32"},
    {"SM70_8x8x4_F32F16F16F32_NN", "mma_m8n8k4_col_col_b16_c32"},
    {"SM70_8x8x4_F32F16F16F32_NT", "mma_m8n8k4_col_row_b16_c32"},
    /* products of a warp: D, A, B, C */
    {"SM61_DP4A", "dp4a"},
    {"SM61_DP2A", "dp2a"},
    {"(SM75|SM80)_16x8x8_(F16F16F16F16|F32F16F16F32)_TN", "mma_m16n8k8_b16"},
    {"SM80_16x8x8_F32BF16BF16F32_TN", "mma_m16n8k8_b16"},
    {"SM80_16x8x16_(F16F16F16F16|F32F16F16F32|F32BF16BF16F32)_TN", "mma_m16n8k16_b16"},
    {"SM80_16x8x4_F32TF32TF32F32_TN", "mma_m16n8k4_b32"},
    {"SM80_16x8x8_F32TF32TF32F32_TN", "mma_m16n8k8_b32"},
    {"SM80_8x8x4_(F64F64F64F64|C64C64C64C64|GC64C64C64GC64)_TN", "mma_m8n8k4_b64"},
    {"SM90_16x8x4_(F64F64F64F64|C64C64C64C64)_TN", "mma_m16n8k4_b64"},
    {"SM90_16x8x8_(F64F64F64F64|C64C64C64C64)_TN", "mma_m16n8k8_b64"},
    {"SM90_16x8x16_(F64F64F64F64|C64C64C64C64)_TN", "mma_m16n8k16_b64"},
    {"SM75_8x8x16_S32S8S8S32_TN", "mma_m8n8k16_b8"},
    {"SM80_8x8x16_" S8 "S32_TN(|_SATURATE)", "mma_m8n8k16_b8"},
    {"SM80_16x8x16_" S8 "S32_TN(|_SATURATE)", "mma_m16n8k16_b8"},
    {"SM80_16x8x32_" S8 "S32_TN(|_SATURATE)", "mma_m16n8k32_b8"},
    {"SM89_16x8x32_F32(E4M3|E5M2)(E4M3|E5M2)F32_TN", "mma_m16n8k32_b8"},
    {"SM89_16x8x32_F16(E4M3|E5M2)(E4M3|E5M2)F16_TN", "mma_m16n8k32_b8"},
    {"SM120_16x8x32_TN", "mma_m16n8k32_b8"},
    {"(SM120::BLOCKSCALED::|)SM120_16x8x32_TN_VS", "mma_m16n8k32_b8"},
    {"SM80_8x8x32_" S4 "S32_TN(|_SATURATE)", "mma_m8n8k32_b4"},
    {"SM80_16x8x32_" S4 "S32_TN(|_SATURATE)", "mma_m16n8k32_b4"},
    {"SM80_16x8x64_" S4 "S32_TN(|_SATURATE)", "mma_m16n8k64_b4"},
    {"(SM120::BLOCKSCALED::|)SM120_16x8x64_TN_VS", "mma_m16n8k64_b4"},
    {"SM80_8x8x128_S32U1U1S32_TN_(AND|XOR)POPC", "mma_m8n8k128_b1"},
    {"SM80_16x8x128_S32U1U1S32_TN_(AND|XOR)POPC", "mma_m16n8k128_b1"},
    {"SM80_16x8x256_S32U1U1S32_TN_(AND|XOR)POPC", "mma_m16n8k256_b1"},
    {"(SM120::SPARSE::|)SM120_SPARSE_16x8x64_TN", "mma_sp_m16n8k64_b8"},
    {"(SM120::BLOCKSCALED::SPARSE::|)SM120_SPARSE_16x8x64_TN_VS", "mma_sp_m16n8k64_b8"},
    {"(SM120::BLOCKSCALED::SPARSE::|)SM120_SPARSE_16x8x128_TN_VS", "mma_sp_m16n8k128_b4"},
    /* products of a warpgroup: D, A, B; A in shared memory or in registers */
    {WGMMA SIZES "x8_F32TF32TF32_SS_TN", "wgmma_m64k8_ss_b32"},
    {WGMMA SIZES "x8_F32TF32TF32_RS_TN", "wgmma_m64k8_rs_b32"},
    {WGMMA SIZES "x16_(F16F16F16|F32F16F16|F32BF16BF16)_SS", "wgmma_m64k16_ss_b16"},
    {WGMMA SIZES "x16_(F16F16F16|F32F16F16|F32BF16BF16)_RS", "wgmma_m64k16_rs_b16"},
    {WGMMA SIZES "x32_" FP8 "_SS_TN", "wgmma_m64k32_ss_b8"},
    {WGMMA SIZES "x32_" FP8 "_RS_TN", "wgmma_m64k32_rs_b8"},
    {WGMMA SIZES_S8 "x32_" S8 "_SS_TN(|_SATURATE)", "wgmma_m64k32_ss_b8"},
    {WGMMA SIZES_S8 "x32_" S8 "_RS_TN(|_SATURATE)", "wgmma_m64k32_rs_b8"},
    {SPARSE SIZES "x16_F32TF32TF32_SS_TN", "wgmma_sp_m64k16_ss_b32"},
    {SPARSE SIZES "x16_F32TF32TF32_RS_TN", "wgmma_sp_m64k16_rs_b32"},
    {SPARSE SIZES "x32_(F16F16F16|F32F16F16|F32BF16BF16)_SS", "wgmma_sp_m64k32_ss_b16"},
    {SPARSE SIZES "x32_(F16F16F16|F32F16F16|F32BF16BF16)_RS", "wgmma_sp_m64k32_rs_b16"},
    {SPARSE SIZES "x64_" FP8 "_SS_TN", "wgmma_sp_m64k64_ss_b8"},
    {SPARSE SIZES "x64_" FP8 "_RS_TN", "wgmma_sp_m64k64_rs_b8"},
    {SPARSE SIZES_S8 "x64_" S8 "_SS_TN(|_SATURATE)", "wgmma_sp_m64k64_ss_b8"},
    {SPARSE SIZES_S8 "x64_" S8 "_RS_TN(|_SATURATE)", "wgmma_sp_m64k64_rs_b8"},
    /* products in tensor memory, whose sizes are arguments of the template */
    {"SM100_MMA_F16BF16_(SS|TS)", "umma_b16"},
    {"SM100_MMA_TF32_(SS|TS)", "umma_b32"},
    {"SM100_MMA_(S8|F8F6F4)_(SS|TS)", "umma_b8"},
    {"SM100_MMA_MXF8F6F4_SS", "umma_b8"},
    {"SM100_MMA_F16BF16_2x1SM_(SS|TS)", "umma_2sm_b16"},
    {"SM100_MMA_TF32_2x1SM_(SS|TS)", "umma_2sm_b32"},
    {"SM100_MMA_(S8|F8F6F4)_2x1SM_(SS|TS)", "umma_2sm_b8"},
    {"SM100_MMA_MXF8F6F4_2x1SM_SS", "umma_2sm_b8"},
    /* copies */
    {"SM75_U32x1_LDSM_N", "ldmatrix_x1_b16"},
    {"SM75_U32x2_LDSM_N", "ldmatrix_x2_b16"},
    {"SM75_U32x4_LDSM_N", "ldmatrix_x4_b16"},
    {"SM75_U16x2_LDSM_T", "ldmatrix_x1_trans_b16"},
    {"SM75_U16x4_LDSM_T", "ldmatrix_x2_trans_b16"},
    {"SM75_U16x8_LDSM_T", "ldmatrix_x4_trans_b16"},
    {"SM80_CP_ASYNC_CACHE(ALWAYS|GLOBAL)(|_ZFILL)", "cp_async"}, /* by the type that it copies */
    {"SM90_U32x1_STSM_N", "stmatrix_x1_b16"},
    {"SM90_U32x2_STSM_N", "stmatrix_x2_b16"},
    {"SM90_U32x4_STSM_N", "stmatrix_x4_b16"},
    {"SM90_U16x2_STSM_T", "stmatrix_x1_trans_b16"},
    {"SM90_U16x4_STSM_T", "stmatrix_x2_trans_b16"},
    {"SM90_U16x8_STSM_T", "stmatrix_x4_trans_b16"},
    {"SM100_U8x8_LDSM_T", "ldmatrix_m16n16_x1_trans_b8"},
    {"SM100_U8x16_LDSM_T", "ldmatrix_m16n16_x2_trans_b8"},
    {"SM100_(SU4|SU6)_DU8x16_x1_LDSM_N", "ldmatrix_m8n16_x1_b8"},
    {"SM100_(SU4|SU6)_DU8x16_x2_LDSM_N", "ldmatrix_m8n16_x2_b8"},
    {"SM100_(SU4|SU6)_DU8x16_x4_LDSM_N", "ldmatrix_m8n16_x4_b8"},
    {"SM100_U8x4_STSM_T", "stmatrix_m16n8_x1_trans_b8"},
    {"SM100_U8x8_STSM_T", "stmatrix_m16n8_x2_trans_b8"},
    {"SM100_U8x16_STSM_T", "stmatrix_m16n8_x4_trans_b8"},
    {"SM100_TMEM_LOAD_32dp32b{1|2|4|8|16|32|64|128}x", "tcgen05_ld_32x32b"},
    {"SM100_TMEM_LOAD_16dp32b{1|2|4|8|16|32|64|128}x", "tcgen05_ld_16x32bx2"},
    {"SM100_TMEM_LOAD_16dp64b{1|2|4|8|16|32|64|128}x", "tcgen05_ld_16x64b"},
    {"SM100_TMEM_LOAD_16dp128b{1|2|4|8|16|32|64}x", "tcgen05_ld_16x128b"},
    {"SM100_TMEM_LOAD_16dp256b{1|2|4|8|16|32}x", "tcgen05_ld_16x256b"},
    {"SM100_TMEM_STORE_32dp32b{1|2|4|8|16|32|64|128}x", "tcgen05_st_32x32b"},
    {"SM100_TMEM_STORE_16dp32b{1|2|4|8|16|32|64|128}x", "tcgen05_st_16x32bx2"},
    {"SM100_TMEM_STORE_16dp64b{1|2|4|8|16|32|64|128}x", "tcgen05_st_16x64b"},
    {"SM100_TMEM_STORE_16dp128b{1|2|4|8|16|32|64}x", "tcgen05_st_16x128b"},
    {"SM100_TMEM_STORE_16dp256b{1|2|4|8|16|32}x", "tcgen05_st_16x256b"},
    /* those without an atom */
    {"SM50_Shuffle_U32_2x2Trans_XOR(1|4)", ""},
    {"SM75_U32x1_MOVM_T", ""},
    {"SM90_BULK_COPY_(AUTO|G2S|S2G)", ""},
    {"SM90_TMA_LOAD(|_IM2COL)(|_MULTICAST)(|_OP)", ""},
    {"SM90_TMA_(REDUCE_ADD|STORE|STORE_IM2COL|STORE_PTR)", ""},
    {"SM100_TMA_2SM_LOAD(|_IM2COL)(|_MULTICAST)(|_OP)", ""},
    {"SM100_TMA_LOAD(|_MULTICAST)_2D_GATHER4(|_OP)", ""},
    {"SM100_TMA_STORE_2D_SCATTER4", ""},
    {"SM100_(LOAD|STORE)_256bit_CACHE_NOALLOCATION", ""},
    {"SM100_UTCCP_(128dp128bit|128dp256bit|4dp256bit|4x32dp128bit)_(1|2)cta", ""},
    {"SM100_UTCCP_2x64dp128bitlw(0123|0213)_(1|2)cta", ""},
    {"SM100_TMEM_LOAD_STAT_32dp32b(32|128)x", ""},
    {"SM100_TMEM_(LOAD|STORE)_(16|32)dp32b(1|2|4|8|16|32|64|128)x_16b", ""},
    {"SM100_TMEM_(LOAD|STORE)_16dp64b(1|2|4|8|16|32|64|128)x_16b", ""},
    {"SM100_TMEM_(LOAD|STORE)_16dp128b(1|2|4|8|16|32|64)x_16b", ""},
    {"SM100_TMEM_(LOAD|STORE)_16dp256b(1|2|4|8|16|32)x_16b", ""},
    {"SM100_(1x2x1|2x1x1)_F32F32F32F32", ""},
    {"SM100_MMA_(F16BF16|TF32|S8|F8F6F4|MXF8F6F4|MXF4NVF4)(|_2x1SM)_SS_SPARSE", ""},
    {"SM100_MMA_F16BF16(|_2x1SM)_(SS|TS)_SCALED", ""},
    {"SM100_MMA_TF32(|_2x1SM)_TS(_SCALED|_INTERLEAVED_CF32CTF32CTF32CF32_TN)", ""},
    {"SM100_MMA_MXF4(|_2x1SM)_SS", ""},
    {"(SM103::|)SM103_MXF4_ULTRA(|_2x1SM)_SS_VS", ""}};

#define ROWS (sizeof rows / sizeof *rows)

/* ---- reading ---- */

/* Does the text go on with the word? It is passed. */
static bool passes(const char **at, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*at, word, n) != 0)
        return false;
    *at += n;
    return true;
}

/* Is the name one of the pattern's? `arg` becomes its number, where the pattern has one; `end`
 * the rest, the arguments of a template or nothing. */
static bool matches(const char *pattern, const char *name, int *arg, const char **end)
{
    while (*pattern && !strchr("({", *pattern))
        if (*pattern++ != *name++)
            return false;
    *end = name;
    if (*pattern == '\0')
        return *name == '\0' || *name == '<';
    const char *rest = pattern + strcspn(pattern, ")}") + 1, *word = pattern + 1;
    for (size_t n; word < rest; word += n + 1) {
        n = strcspn(word, "|)}");
        if (strncmp(word, name, n) == 0 && matches(rest, name + n, arg, end)) {
            if (*pattern == '{')
                *arg = atoi(word);
            return true;
        }
    }
    return false;
}

/* <a, b, c, M, N, ..>: the first arguments that are numbers are the sizes; none without them. */
static void read_sizes(const char *at, lcv_cutlass_atom *atom)
{
    while (atom->nargs < 2 && *at) {
        at += 1 + strspn(at + 1, " ");
        size_t digits = strspn(at, "0123456789");
        if (digits > 0 && digits <= 4)
            atom->arg[atom->nargs++] = atoi(at);
        at += strcspn(at, ",>");
    }
}

/* SM80_CP_ASYNC_CACHEALWAYS<cute::uint128_t>: the bytes of the type. */
static bool read_copied(const char *at, lcv_cutlass_atom *atom)
{
    static const struct {
        const char *name;
        int bytes;
    } types[] = {{"uint128_t", 16}, {"uint64_t", 8}, {"int64_t", 8}, {"double", 8},
                 {"uint32_t", 4},   {"int32_t", 4},  {"float", 4},   {"int", 4}};
    if (!passes(&at, "<"))
        return false;
    at += strspn(at, " ");
    passes(&at, "cute::");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *end = at;
        if (passes(&end, types[i].name) && strcmp(end + strspn(end, " "), ">") == 0) {
            snprintf(atom->name, sizeof atom->name, "cp_async_%d", types[i].bytes);
            return true;
        }
    }
    return false;
}

bool lcv_cutlass_find(const char *name, lcv_cutlass_atom *atom)
{
    *atom = (lcv_cutlass_atom){.nargs = 0};
    for (size_t i = 0; i < ROWS; i++) {
        const char *end;
        if (!matches(rows[i].names, name, &atom->arg[0], &end))
            continue;
        snprintf(atom->name, sizeof atom->name, "%s", rows[i].atom);
        if (strcmp(rows[i].atom, "cp_async") == 0)
            return read_copied(end, atom);
        atom->nargs = atom->arg[0] > 0;
        if (strncmp(rows[i].atom, "umma", 4) == 0) {
            read_sizes(end, atom);
            return atom->nargs != 1;
        }
        return true;
    }
    return false;
}

/* ---- names nearby ---- */

typedef struct {
    const char *name;
    size_t n;
    lcv_cutlass_name near[LCV_NEAR + 1];
} search;

/* Its last name has been added: those that are nearest stay. */
static void sift(search *s)
{
    const char *names[LCV_NEAR + 1], *near[LCV_NEAR];
    for (size_t i = 0; i <= s->n; i++)
        names[i] = s->near[i];
    s->n = lcv_nearest_of(s->name, s->n + 1, names, near);
    for (size_t i = 0; i < s->n; i++)
        memmove(s->near[i], near[i], sizeof s->near[i]);
}

/* All names of the pattern, after the part of length n that is written already. */
static void expand(search *s, const char *pattern, lcv_cutlass_name written, size_t n)
{
    size_t plain = strcspn(pattern, "({");
    memcpy(written + n, pattern, plain);
    n += plain;
    pattern += plain;
    if (*pattern == '\0') {
        written[n] = '\0';
        memcpy(s->near[s->n], written, n + 1);
        sift(s);
        return;
    }
    const char *rest = pattern + strcspn(pattern, ")}") + 1, *word = pattern + 1;
    for (size_t length; word < rest; word += length + 1) {
        length = strcspn(word, "|)}");
        memcpy(written + n, word, length);
        expand(s, rest, written, n + length);
    }
}

size_t lcv_cutlass_near(const char *name, lcv_cutlass_name near[LCV_NEAR])
{
    search s = {.name = name};
    lcv_cutlass_name written;
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].atom[0] != '\0')
            expand(&s, rows[i].names, written, 0);
    memcpy(near, s.near, LCV_NEAR * sizeof *near);
    return s.n;
}
