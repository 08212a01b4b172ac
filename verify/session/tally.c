/* tally.c - the tally of all outcomes, and its exit status. */
#include "config.h"

#include "script.h"

#include <string.h>

int lcv_tally_status(const lcv_tally *tally)
{
    if (tally->interrupted > 0)
        return 130; /* as of a program that SIGINT ends, in the shell */
    if (tally->disagreements > 0)
        return 4;
    if (tally->errors > 0)
        return 2;
    if (tally->failed > 0)
        return 1;
    return tally->unknown > 0 || tally->undecided > 0 || tally->required > 0 ? 3 : 0;
}

lcv_tally lcv_tally_of(const lcv_outcome *outcome)
{
    lcv_tally one = {.statements = outcome->read || outcome->status != LCV_PASSED};
    if (outcome->result) {
        one.proved = outcome->result->verdict == LCV_PROVED;
        one.refuted = outcome->result->verdict == LCV_REFUTED;
        one.unknown = outcome->result->verdict == LCV_UNKNOWN;
    } else {
        one.undecided = outcome->status == LCV_UNDECIDED;
    }
    one.failed = outcome->status == LCV_FAILED;
    one.errors = outcome->status == LCV_INVALID;
    one.disagreements = outcome->status == LCV_DISAGREEMENT;
    one.interrupted = outcome->status == LCV_INTERRUPTED;
    if (outcome->confirmed) {
        one.values = outcome->confirmed->values;
        one.claims = outcome->confirmed->claims;
        one.read = outcome->confirmed->read;
        one.computed = outcome->confirmed->computed;
        memcpy(one.open, outcome->confirmed->open, sizeof one.open);
        one.required = outcome->required ? lcv_confirmed_open(one.open) : 0;
    }
    return one;
}

void lcv_tally_add(lcv_tally *sum, const lcv_tally *more)
{
    sum->statements += more->statements;
    sum->proved += more->proved;
    sum->refuted += more->refuted;
    sum->unknown += more->unknown;
    sum->failed += more->failed;
    sum->undecided += more->undecided;
    sum->errors += more->errors;
    sum->disagreements += more->disagreements;
    sum->interrupted += more->interrupted;
    sum->values += more->values;
    sum->claims += more->claims;
    sum->read += more->read;
    sum->computed += more->computed;
    sum->required += more->required;
    for (size_t i = 0; i < LCR_REASONS; i++)
        sum->open[i] += more->open[i];
}
