"""Runs the examples of README.md."""

import doctest
import os
import sys

from python_testing import use_stand_ins

README = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'README.md')

if __name__ == '__main__':
    use_stand_ins()
    result = doctest.testfile(README, module_relative=False,
                              optionflags=doctest.ELLIPSIS)
    print(f'{result.attempted} examples, {result.failed} failed')
    sys.exit(1 if result.failed or result.attempted < 30 else 0)
