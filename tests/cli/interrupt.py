"""Runs a command and sends it SIGINT once it has worked for so many seconds of the processor.

    interrupt.py SECONDS COMMAND...

The seconds of the processes that it has begun count, too, and they get the signal as well, as
from a terminal. So a signal comes while the command is at work, however busy the machine is. The
status is that of the command, 128 and the signal if one has ended it.
"""

import os
import signal
import subprocess
import sys
import time


def stat(pid):
    """The parent of a process and its seconds of the processor; None: there is no such process."""
    try:
        with open("/proc/%s/stat" % pid) as file:
            field = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return int(field[1]), (int(field[11]) + int(field[12])) / os.sysconf("SC_CLK_TCK")


def family(pid):
    """The processes that are the one or its children, each with its seconds."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        of = stat(name)
        if of and (int(name) == pid or of[0] == pid):
            found[int(name)] = of[1]
    return found


def main():
    seconds = float(sys.argv[1])
    command = subprocess.Popen(
        sys.argv[2:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    )
    while command.poll() is None and sum(family(command.pid).values()) < seconds:
        time.sleep(0.05)
    for pid in family(command.pid) if command.poll() is None else ():
        try:
            os.kill(pid, signal.SIGINT)
        except ProcessLookupError:
            pass
    status = command.wait()
    return status if status >= 0 else 128 - status


sys.exit(main())
