/* arguments.h - what a command line has besides options: expressions, and names to be imported.
 */
#ifndef LCV_ARGUMENTS_H
#define LCV_ARGUMENTS_H

#include "../session/script.h"

/* The arguments, with `-3`, `-(2+1)` and `-e1`, which are expressions, moved behind "--", where
 * getopt leaves them alone; the caller frees it. NULL when there is no memory. */
char **lcv_separate(int argc, char **argv);

/* The names of a file of the library, "sm80", or of a path, "atoms.lay", which the expression of
 * the command sees. What fails is told to the listener. */
void lcv_import(lcv_session *session, const char *name, const lcv_listener *listener);

#endif
