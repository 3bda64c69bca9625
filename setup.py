"""Has CMake build `import boardwalk` with its plug-ins, for pip.

They are built in build/pip-PYTHON, by BOARDWALK_JOBS compilers at once. With
BOARDWALK_BUILD=FOLDER they are those of a folder that CMake has configured, such as
build/release, or build/portable for a wheel that other machines use.
"""

import fcntl
import os
import re
import sys
import sysconfig
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import SetupError


def version():
    with open('framework/version.h', encoding='utf-8') as header:
        return re.search('BOARDWALK_VERSION "(.*)"', header.read()).group(1)


class CMakeBuild(build_ext):

    def build_extension(self, ext):
        if self.inplace or self.editable_mode:
            raise SetupError('boardwalk is not installed in place: ./dev python '
                             'uses the files of the checkout')
        folder = os.environ.get('BOARDWALK_BUILD')
        if folder:
            if not os.path.exists(os.path.join(folder, 'CMakeCache.txt')):
                raise SetupError(f'BOARDWALK_BUILD: {folder!r} is no folder that '
                                 'CMake has configured, such as build/release')
            self.build_in(folder, [])
        else:
            folder = f'build/pip-{sysconfig.get_config_var("SOABI")}'
            os.makedirs(folder, exist_ok=True)
            self.build_in(folder, [
                'cmake', '--preset', 'release', '-B', folder,
                '-DBOARDWALK_TESTS=OFF', '-DBOARDWALK_BENCH=OFF',
                '-DCMAKE_REQUIRE_FIND_PACKAGE_pybind11=ON',
                '-DDEBIAN_PYTHON=' + os.path.realpath(sys.executable)])
        if not os.path.exists(self.get_ext_fullpath(ext.name)):
            raise SetupError(f'BOARDWALK_BUILD: {folder!r} is built for another '
                             f'Python than {sys.executable}; without it what '
                             'that one needs is built')

    def build_in(self, folder, configure):
        with open(os.path.join(folder, '.lock'), 'w', encoding='utf-8') as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # ./dev takes it, too
            if configure:
                self.spawn(configure)
            jobs = os.environ.get('BOARDWALK_JOBS') or str(os.cpu_count())
            self.spawn(['cmake', '--build', folder, '-j', jobs,
                        '--target', 'boardwalk_python', 'plugins'])
            self.spawn(['cmake', '--install', folder, '--component', 'wheel',
                        '--strip', '--prefix', os.path.abspath(self.build_lib)])


# What setuptools leaves behind stays out of the sources.
with tempfile.TemporaryDirectory() as scratch:
    setup(version=version(), packages=[],
          ext_modules=[Extension('boardwalk._boardwalk', [])],
          cmdclass={'build_ext': CMakeBuild},
          options={'build': {'build_base': scratch},
                   'egg_info': {'egg_base': scratch}})
