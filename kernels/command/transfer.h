/* transfer.h - the commands that make kernels of plans: emit and run. */
#ifndef LCK_TRANSFER_H
#define LCK_TRANSFER_H

#define LCK_TRANSFER_USAGE                                                                       \
    "       layoutcheck emit PLAN.lay         a CUDA kernel for each plan; "                     \
    "-o FILE, --plan=NAME,\n"                                                                    \
    "                                         --main: with a test program\n"                     \
    "       layoutcheck emit --format=cxx FILE.lay  what it proves, as a header of C++\n"        \
    "       layoutcheck run PLAN.lay          run the kernels: "                                 \
    "on a GPU where there is one, else\n"                                                        \
    "                                         on the built-in executor; --cpu, --plan=NAME,\n"   \
    "                                         --size=M=4096; --format=json\n"

/* argv[0] is the command's name. The exit status of layoutcheck. */
int lck_emit_command(int argc, char **argv);
int lck_run_command(int argc, char **argv);

#endif
