#include "config.h"

#include "interrupt.h"

#include <signal.h>
#include <unistd.h>

#define MOST 3 /* signals in a row */

static lcv_session *volatile interrupted;
static volatile sig_atomic_t times;
static struct sigaction before;

static void on_signal(int number)
{
    (void)number;
    times = times + 1;
    if (times >= MOST)
        _exit(LCV_STATUS_INTERRUPTED);
    if (interrupted)
        lcv_session_interrupt(interrupted);
}

void lcv_interrupt_open(lcv_session *session)
{
    struct sigaction action = {.sa_handler = on_signal};
    times = 0;
    interrupted = session;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
}

void lcv_interrupt_again(lcv_session *session)
{
    lcv_session_resume(session);
    times = 0;
}

void lcv_interrupt_close(void)
{
    sigaction(SIGINT, &before, NULL);
    interrupted = NULL;
}
