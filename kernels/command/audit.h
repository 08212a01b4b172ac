/* audit.h - the command layoutcheck audit. */
#ifndef LCK_COMMAND_AUDIT_H
#define LCK_COMMAND_AUDIT_H

#define LCK_AUDIT_USAGE                                                                          \
    "       layoutcheck audit FILE|FOLDER...  the layouts of compiled kernels:\n"                \
    "                                         bank conflicts, sectors, bounds;\n"                \
    "                                         --fail-on=conflicts,..., --entry=NAME, -v,\n"      \
    "                                         --arg=I=VALUE, --format=text, gcc, json,\n"        \
    "                                         sarif, lay; --help: all of them\n"

/* argv[0] is the command's name. The exit status of layoutcheck. */
int lck_audit_command(int argc, char **argv);

#endif
