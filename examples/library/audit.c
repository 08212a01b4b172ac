/* audit.c - the layouts of a compiled kernel, without a claim.
 *
 * headers: kernels/audit/audited.h
 */
#include <layoutcheck/kernels/audit/audited.h>

#include <stdio.h>
#include <string.h>

/* Each thread of a block of 32 writes a float, 128 bytes after that of the thread before it. */
static const char module[] = ".version 8.0\n"
                             ".target sm_80\n"
                             ".address_size 64\n"
                             ".visible .entry column()\n"
                             "{\n"
                             "  .reg .b32 %r<4>;\n"
                             "  .shared .align 4 .b8 tile[4096];\n"
                             "  mov.u32 %r1, %tid.x;\n"
                             "  shl.b32 %r2, %r1, 7;\n"
                             "  mov.u32 %r3, tile;\n"
                             "  add.s32 %r3, %r3, %r2;\n"
                             "  st.shared.u32 [%r3], %r1;\n"
                             "  ret;\n"
                             "}\n";

int main(void)
{
    lck_audited *a = lck_audited_new(LCV_CROSSCHECK_ISL);
    if (!a)
        return 1;
    const char *expected = lck_audited_set(a, "block", "many");
    printf("block: %s\n", expected ? expected : "understood");
    if (!lck_audited_set(a, "block", "32,1,1") &&
        lck_audited_text(a, module, strlen(module), "column.ptx"))
        printf("%.78s...\n", lck_audited_report(a, "gcc"));
    printf("conflicts: %d, races: %d\n", lck_audited_fails(a, "conflicts"),
           lck_audited_fails(a, "races"));
    lck_audited_free(a);
    return 0;
}
/* prints
 *
 *     block: one to three numbers, such as 32,8
 *     column.ptx:12:1: warning: column: store of 4 bytes a lane, shared memory: 32 w...
 *     conflicts: 1, races: 0
 */
