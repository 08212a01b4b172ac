#include "config.h"

#include "cutlass.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A number of up to four digits. */
static bool number(const char **at, int *n)
{
    size_t length = strspn(*at, "0123456789");
    if (length == 0 || length > 4)
        return false;
    *n = atoi(*at);
    *at += length;
    return true;
}

static bool shape(const char **at, int extent[3])
{
    return number(at, &extent[0]) && passes(at, "x") && number(at, &extent[1]) &&
           passes(at, "x") && number(at, &extent[2]);
}

/* BF16: the bits of the type. */
static bool type(const char **at, int *bits)
{
    static const struct {
        const char *name;
        int bits;
    } types[] = {{"TF32", 32}, {"BF16", 16}, {"F64", 64}, {"F32", 32}, {"F16", 16},
                 {"E4M3", 8},  {"E5M2", 8},  {"S32", 32}, {"S8", 8},   {"U8", 8},
                 {"S4", 4},    {"U4", 4},    {"U1", 1},   {"C64", 64}, {"GC64", 64}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (passes(at, types[i].name)) {
            *bits = types[i].bits;
            return true;
        }
    }
    return false;
}

/* The end of the name, perhaps with arguments of a template, which change no layout. */
static bool ends(const char *at)
{
    return *at == '\0' || *at == '<';
}

/* What the instruction does to its result, which changes no layout. */
static bool ends_with_result(const char *at)
{
    if (!passes(&at, "_SATURATE") && !passes(&at, "_XORPOPC"))
        passes(&at, "_ANDPOPC");
    return ends(at);
}

/* ---- products ---- */

/* SM70_8x8x4_F32F16F16F32_TN: A is row by row where it is transposed, B where it is not. */
static bool quad_pair(const char *at, const int bits[4], lcv_cutlass_atom *atom)
{
    bool known = at[0] == '_' && at[1] && strchr("TN", at[1]) && at[2] && strchr("TN", at[2]) &&
                 ends(at + 3);
    if (known)
        snprintf(atom->name, sizeof atom->name, "mma_m8n8k4_%s_%s_b16_c%d",
                 at[1] == 'T' ? "row" : "col", at[2] == 'N' ? "col" : "row", bits[0]);
    return known;
}

/* A warp: D, A, B and C. */
static bool of_warp(const char *at, const int mnk[3], const int bits[4], lcv_cutlass_atom *atom)
{
    if (!passes(&at, "_TN") || !ends_with_result(at))
        return false;
    snprintf(atom->name, sizeof atom->name, "mma_m%dn%dk%d_b%d", mnk[0], mnk[1], mnk[2], bits[1]);
    return true;
}

/* A warpgroup: D, A and B; A in registers or in shared memory. */
static bool of_warpgroup(const char *at, const int mnk[3], int bits, bool sparse,
                         lcv_cutlass_atom *atom)
{
    bool registers = passes(&at, "_RS");
    if (mnk[0] != 64 || mnk[1] % 8 != 0 || mnk[1] < 8 || mnk[1] > 256 ||
        (!registers && !passes(&at, "_SS")))
        return false;
    passes(&at, "_TN");
    if (!ends_with_result(at))
        return false;
    snprintf(atom->name, sizeof atom->name, "wgmma_%sm64k%d_%s_b%d", sparse ? "sp_" : "", mnk[2],
             registers ? "rs" : "ss", bits);
    atom->nargs = 1;
    atom->arg[0] = mnk[1];
    return true;
}

/* SHAPE_TYPES.., of an instruction of this architecture. */
static bool product(const char *at, int sm, bool sparse, lcv_cutlass_atom *atom)
{
    int mnk[3], bits[4], n = 0;
    if (!shape(&at, mnk) || !passes(&at, "_"))
        return false;
    while (n < 4 && type(&at, &bits[n]))
        n++;
    if (n == 3)
        return sm == 90 && of_warpgroup(at, mnk, bits[1], sparse, atom);
    if (n != 4 || sparse)
        return false;
    return sm == 70 ? quad_pair(at, bits, atom) : of_warp(at, mnk, bits, atom);
}

/* SM100_MMA_F16BF16_2x1SM_SS<a, b, c, M, N, ..>, or without its arguments. */
static bool of_tensor_memory(const char *at, lcv_cutlass_atom *atom)
{
    int bits = passes(&at, "F16BF16_") ? 16
               : passes(&at, "TF32_")  ? 32
               : passes(&at, "S8_")    ? 8
                                       : 0;
    bool two = passes(&at, "2x1SM_");
    if (bits == 0 || (bits == 8 && two) || (!passes(&at, "SS") && !passes(&at, "TS")) ||
        !ends(at))
        return false;
    snprintf(atom->name, sizeof atom->name, "umma_%sb%d", two ? "2sm_" : "", bits);
    while (atom->nargs < 2 && *at) { /* the first arguments that are numbers */
        at += 1 + strspn(at + 1, " ");
        if (number(&at, &atom->arg[atom->nargs]))
            atom->nargs++;
        at += strcspn(at, ",>");
    }
    return atom->nargs != 1;
}

/* ---- copies ---- */

static const struct {
    const char *name, *atom;
} others[] = {{"SM61_DP4A", "dp4a"},
              {"SM61_DP2A", "dp2a"},
              {"SM75_U32x1_LDSM_N", "ldmatrix_x1_b16"},
              {"SM75_U32x2_LDSM_N", "ldmatrix_x2_b16"},
              {"SM75_U32x4_LDSM_N", "ldmatrix_x4_b16"},
              {"SM75_U16x2_LDSM_T", "ldmatrix_x1_trans_b16"},
              {"SM75_U16x4_LDSM_T", "ldmatrix_x2_trans_b16"},
              {"SM75_U16x8_LDSM_T", "ldmatrix_x4_trans_b16"},
              {"SM90_U32x1_STSM_N", "stmatrix_x1_b16"},
              {"SM90_U32x2_STSM_N", "stmatrix_x2_b16"},
              {"SM90_U32x4_STSM_N", "stmatrix_x4_b16"},
              {"SM90_U16x2_STSM_T", "stmatrix_x1_trans_b16"},
              {"SM90_U16x4_STSM_T", "stmatrix_x2_trans_b16"},
              {"SM90_U16x8_STSM_T", "stmatrix_x4_trans_b16"},
              {"SM100_U8x8_LDSM_T", "ldmatrix_m16n16_x1_trans_b8"},
              {"SM100_U8x16_LDSM_T", "ldmatrix_m16n16_x2_trans_b8"},
              {"SM100_SU4_DU8x16_x1_LDSM_N", "ldmatrix_m8n16_x1_b8"},
              {"SM100_SU4_DU8x16_x2_LDSM_N", "ldmatrix_m8n16_x2_b8"},
              {"SM100_SU4_DU8x16_x4_LDSM_N", "ldmatrix_m8n16_x4_b8"},
              {"SM100_SU6_DU8x16_x1_LDSM_N", "ldmatrix_m8n16_x1_b8"},
              {"SM100_SU6_DU8x16_x2_LDSM_N", "ldmatrix_m8n16_x2_b8"},
              {"SM100_SU6_DU8x16_x4_LDSM_N", "ldmatrix_m8n16_x4_b8"},
              {"SM100_U8x4_STSM_T", "stmatrix_m16n8_x1_trans_b8"},
              {"SM100_U8x8_STSM_T", "stmatrix_m16n8_x2_trans_b8"},
              {"SM100_U8x16_STSM_T", "stmatrix_m16n8_x4_trans_b8"},
              {"SM120::SPARSE::SM120_SPARSE_16x8x64_TN", "mma_sp_m16n8k64_b8"}};

static bool of_table(const char *name, lcv_cutlass_atom *atom)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(others[i].name, name) == 0) {
            snprintf(atom->name, sizeof atom->name, "%s", others[i].atom);
            return true;
        }
    }
    return false;
}

/* SM80_CP_ASYNC_CACHEALWAYS<cute::uint128_t>: the bytes of the type. */
static bool asynchronous_copy(const char *at, lcv_cutlass_atom *atom)
{
    static const struct {
        const char *name;
        int bytes;
    } types[] = {{"uint128_t", 16}, {"uint64_t", 8}, {"int64_t", 8}, {"double", 8},
                 {"uint32_t", 4},   {"int32_t", 4},  {"float", 4},   {"int", 4}};
    if (!passes(&at, "ALWAYS") && !passes(&at, "GLOBAL"))
        return false;
    passes(&at, "_ZFILL");
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

/* SM100_TMEM_LOAD_16dp64b8x: lanes and bits, then how often. */
static bool tensor_memory_copy(const char *at, lcv_cutlass_atom *atom)
{
    int lanes, bits;
    bool load = passes(&at, "LOAD_");
    if ((!load && !passes(&at, "STORE_")) || !number(&at, &lanes) || !passes(&at, "dp") ||
        !number(&at, &bits) || !passes(&at, "b") || !number(&at, &atom->arg[0]) ||
        !passes(&at, "x") || !ends(at))
        return false;
    atom->nargs = 1;
    snprintf(atom->name, sizeof atom->name, "tcgen05_%s_%dx%db%s", load ? "ld" : "st", lanes,
             bits, lanes == 16 && bits == 32 ? "x2" : "");
    return true;
}

/* ---- names ---- */

bool lcv_cutlass_find(const char *name, lcv_cutlass_atom *atom)
{
    const char *at = name;
    int sm = 90; /* of GMMA */
    *atom = (lcv_cutlass_atom){.nargs = 0};
    if (of_table(name, atom))
        return true;
    if (passes(&at, "SM") && !number(&at, &sm))
        return false;
    passes(&at, "::");
    bool gmma = passes(&at, "GMMA::"), sparse = passes(&at, "SPARSE::");
    if (passes(&at, "GMMA_") || passes(&at, "MMA_")) /* MMA_64x8x16_.., in a namespace */
        return product(at, sm, sparse, atom);
    if (gmma || sparse || !passes(&at, "_"))
        return false;
    if (sm == 80 && passes(&at, "CP_ASYNC_CACHE"))
        return asynchronous_copy(at, atom);
    if (sm == 100 && passes(&at, "MMA_"))
        return of_tensor_memory(at, atom);
    if (sm == 100 && passes(&at, "TMEM_"))
        return tensor_memory_copy(at, atom);
    return product(at, sm, false, atom);
}
