/* tune.h - the command that measures the kernels of products: tune. */
#ifndef LCK_TUNE_H
#define LCK_TUNE_H

#define LCK_TUNE_USAGE                                                                           \
    "       layoutcheck tune PLAN.lay         measure the kernels of products on a GPU, and "    \
    "write the\n"                                                                                \
    "                                         keys of the fastest into their plans; -o FILE,\n"  \
    "                                         --plan=NAME, --size=M=4096\n"

/* argv[0] is the command's name. The exit status of layoutcheck. */
int lck_tune_command(int argc, char **argv);

#endif
