"""Runs a command with the system calls that a unit of systemd leaves to it: with-calls-of-unit.py UNIT COMMAND..."""

import os
import re
import subprocess
import sys

import seccomp


def calls_of(name, seen):
    if not name.startswith("@"):
        return {name}
    if name in seen:
        return set()
    seen.add(name)
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, check=True, text=True
    ).stdout
    found = set()
    for line in listed.splitlines()[1:]:
        word = line.strip()
        if word and not word.startswith("#"):
            found |= calls_of(word, seen)
    return found


with open(sys.argv[1], encoding="utf8") as unit:
    lines = re.findall(r"^SystemCallFilter=(.+)$", unit.read(), re.MULTILINE)
allowed = set()
for line in lines:
    names = set()
    for name in line.lstrip("~").split():
        names |= calls_of(name, set())
    allowed = allowed - names if line.startswith("~") else allowed | names

rules = seccomp.SyscallFilter(seccomp.ERRNO(1))
# As a tree: one list of hundreds would be gone through at each call.
rules.set_attr(seccomp.Attr.CTL_OPTIMIZE, 2)
for name in sorted(allowed | {"execve", "exit", "exit_group", "rt_sigreturn"}):
    try:
        rules.add_rule(seccomp.ALLOW, name)
    except (RuntimeError, OSError):
        # A call of another kind of processor, or one that this version of the library does not know.
        pass
rules.load()
os.execvp(sys.argv[2], sys.argv[2:])
