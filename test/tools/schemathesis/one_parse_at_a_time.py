"""Python 3.11 counts the depth of its parser's tree for all threads together, and fails with a SystemError where two of
them read code at once (gh-106905). Hypothesis reads code to describe what it generates, so one thread does at a time."""

import ast
from threading import RLock

parse = ast.parse
turn = RLock()


def parse_alone(*arguments, **options):
    with turn:
        return parse(*arguments, **options)


ast.parse = parse_alone
