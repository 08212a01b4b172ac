/* recheck.h - certificates: `layoutcheck recheck FILE...`, and the file that a run writes. */
#ifndef LCV_RECHECK_COMMAND_H
#define LCV_RECHECK_COMMAND_H

#include "../report/report.h"

/* Checks certificates, prints their errors and the claims that they prove, and returns the exit
 * status: 0 when all claims are confirmed, 1 when one is rejected, 2 for a file that is no
 * certificate, 3 when some have no evidence. budget: isl operations a query; 0: the default,
 * ULONG_MAX: no limit. json: records (report/json-recheck.h) in the place of lines. */
int lcv_recheck_files(unsigned long budget, bool json, int n, char **file);

/* The file that a run writes its certificate to, open as report->certificate, with its head;
 * false after a message. Closing one that was not opened does nothing. */
bool lcv_certificate_open(lcv_report *report, const char *path);
bool lcv_certificate_close(lcv_report *report, const char *path);

#endif
