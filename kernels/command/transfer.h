/* transfer.h - the commands that make kernels of plans: emit and run. */
#ifndef LCK_TRANSFER_H
#define LCK_TRANSFER_H

extern const char lck_transfer_usage[];

/* argv[0] is the command's name. The exit status of layoutcheck. */
int lck_emit_command(int argc, char **argv);
int lck_run_command(int argc, char **argv);

#endif
