/* baselines.c - pycute and CuTe's templates, measured along. */
#include "config.h"

#include "baselines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs a program with its standard input and output on pipes; -1 when it cannot. */
static pid_t start(const char *program, const char *argument, FILE **ask, FILE **answer)
{
    int in[2], back[2];
    if (pipe(in) != 0 || pipe(back) != 0)
        return -1;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(back[1], STDOUT_FILENO);
        close(in[1]);
        close(back[0]);
        execlp(program, program, argument, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(back[1]);
    *ask = fdopen(in[1], "w");
    *answer = fdopen(back[0], "r");
    return child;
}

static bool ended_well(pid_t child)
{
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* An expression a line to the script, "median low high" a line back in seconds, "-" where it
 * raised. */
bool baseline_pycute(const char *script, const char *const *expression, size_t n,
                     bench_spread *out, bool *has)
{
    const char *python = getenv("PYTHON");
    FILE *ask = NULL, *answer = NULL;
    pid_t child = start(python ? python : "python3", script, &ask, &answer);
    if (child < 0)
        return false;
    bool ok = ask && answer;
    for (size_t i = 0; ok && i < n; i++)
        fprintf(ask, "%s\n", expression[i] ? expression[i] : "None");
    if (ask)
        fclose(ask);
    char line[256];
    for (size_t i = 0; ok && i < n; i++) {
        ok = fgets(line, sizeof line, answer) != NULL;
        has[i] = ok && expression[i] &&
                 sscanf(line, "%lf %lf %lf", &out[i].median, &out[i].low, &out[i].high) == 3;
    }
    if (answer)
        fclose(answer);
    return ended_well(child) && ok;
}

/* NAME, MEDIAN, LOW, HIGH and LAYOUT with tabs between; "*" before a name: strides are types. */
static bool read_row(const char *line, baseline_row *out)
{
    out->typed = *line == '*';
    return sscanf(line + out->typed, "%63[^\t]\t%lf\t%lf\t%lf\t%255[^\n]", out->name,
                  &out->time.median, &out->time.low, &out->time.high, out->layout) == 5;
}

size_t baseline_cute(const char *program, baseline_row *out, size_t room)
{
    FILE *ask = NULL, *answer = NULL;
    pid_t child = start(program, NULL, &ask, &answer);
    if (child < 0)
        return 0;
    size_t n = 0;
    bool ok = answer != NULL;
    char line[512];
    while (ok && fgets(line, sizeof line, answer))
        ok = n < room && read_row(line, &out[n++]);
    if (ask)
        fclose(ask);
    if (answer)
        fclose(answer);
    return ended_well(child) && ok ? n : 0;
}
