/* command.h - the layoutcheck command, without what the layers above add to it. */
#ifndef LCV_COMMAND_H
#define LCV_COMMAND_H

#include "../session/plan.h"

typedef struct {
    const char *usage;            /* lines for commands that main() takes before this one */
    const lcv_planner *planner;   /* what `check` does about plans */
    void (*print_versions)(void); /* the end of --version; NULL: nothing */
} lcv_extension;

/* main() of the commands that print values and verdicts. */
int lcv_command(int argc, char **argv, const lcv_extension *extension);

#endif
