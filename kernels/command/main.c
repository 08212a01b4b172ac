/* main.c - the layoutcheck command, for claims and for kernels. */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "../../verify/command/command.h"
#include "../audit/stated/stated.h"
#include "../gpu/cuda-api.h"
#include "../planner/planner.h"
#include "audit.h"
#include "memory.h"
#include "transfer.h"
#include "tune.h"

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, ""); /* which characters a terminal has */
    lck_end_without_memory();
    if (argc > 1 && strcmp(argv[1], "emit") == 0)
        return lck_emit_command(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "run") == 0)
        return lck_run_command(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "tune") == 0)
        return lck_tune_command(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "audit") == 0)
        return lck_audit_command(argc - 1, argv + 1);
    lck_planner *planner = lck_planner_new((lck_planner_options){0});
    lck_stated *stated = lck_stated_new();
    int status = 2;
    if (planner && stated) {
        lck_planner_set_reader(planner, lck_stated_hook(stated));
        lcv_extension extension = {LCK_TRANSFER_USAGE LCK_TUNE_USAGE LCK_AUDIT_USAGE,
                                   lck_planner_hook(planner), lck_print_cuda_versions};
        status = lcv_command(argc, argv, &extension);
    } else {
        fputs("layoutcheck: out of memory\n", stderr);
    }
    lck_planner_free(planner);
    lck_stated_free(stated);
    return status;
}
