/* banks.c - what one access of a warp costs.
 *
 * headers: lib/banks.h lib/bank-models.h
 */
#include <layoutcheck/lib/bank-models.h>

#include <stdio.h>

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;

    /* 32 lanes read 4 bytes each, down a column of 32 words: all in one bank. */
    lc_access a = {.lanes = LC_WARP_LANES, .width = 4, .banks = LC_BANKS};
    for (unsigned lane = 0; lane < a.lanes; lane++)
        a.byte[lane] = lc_int_const(128 * (int)lane);
    if (lc_access_misaligned(ctx, &a) == a.lanes) {
        lc_bank_load load = lc_busiest_bank(ctx, &a, 0);
        printf("%u wavefronts more than the %u that would do: bank %u has %u words to give\n",
               lc_access_conflicts(ctx, &a), lc_least_wavefronts(&a), load.bank, load.wavefronts);
    }

    /* The same bytes of global memory. */
    a.banks = 0;
    printf("%u sectors for %u bytes, which fill %u\n", lc_access_sectors(ctx, &a),
           lc_access_bytes(ctx, &a), lc_access_least_sectors(ctx, &a));

    /* Lanes are served together as the processor has it. */
    printf("a warp of sm_90 has %u lanes, one of gfx942 %u\n", lc_bank_wave("sm_90"),
           lc_bank_wave("gfx942"));
    const lc_bank_model *model = lc_bank_model_find(ctx, "example", "sm_90", false, 16);
    if (model)
        printf("reads of 16 bytes: %u banks\n", model->banks);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     31 wavefronts more than the 1 that would do: bank 0 has 32 words to give
 *     32 sectors for 128 bytes, which fill 4
 *     a warp of sm_90 has 32 lanes, one of gfx942 64
 *     reads of 16 bytes: 32 banks
 */
