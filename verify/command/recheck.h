/* recheck.h - `layoutcheck recheck FILE...`. */
#ifndef LCV_RECHECK_COMMAND_H
#define LCV_RECHECK_COMMAND_H

/* Checks certificates, prints their errors and the claims that they prove, and returns the exit
 * status: 0 when all claims are confirmed, 1 when one is rejected, 2 for a file that is no
 * certificate, 3 when some have no evidence. budget: isl operations a query; 0: the default,
 * ULONG_MAX: no limit. */
int lcv_recheck_files(unsigned long budget, int n, char **file);

#endif
