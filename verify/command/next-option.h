/* next-option.h - the options of a command line, one after the other. */
#ifndef LCV_NEXT_OPTION_H
#define LCV_NEXT_OPTION_H

#include <getopt.h>

/* As getopt_long, whose letters here begin with ':'. Of a word that is no option, or that lacks
 * its value, '?': it has been said what is wrong, as "layoutcheck VERB: .."; verb NULL:
 * "layoutcheck: ..". */
int lcv_next_option(int argc, char **argv, const char *verb, const char *letters,
                    const struct option *options, int *which);

#endif
