# SPDX-License-Identifier: GPL-2.0-only
"""Packs a wheel. `make python` runs it, with what it has built; alone, it runs the build."""

import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

native = os.environ.get("PERF_DEFER_NATIVE")
version = os.environ.get("PERF_DEFER_VERSION")
if not native:
    top = pathlib.Path(__file__).resolve().parents[3]
    version = (top / "VERSION").read_text().strip()
    native = str(top / "build/python/perf_defer/_native.abi3.so")


class Build(build_ext):
    """Takes the extension that make has built."""

    def build_extension(self, ext):
        if "PERF_DEFER_NATIVE" not in os.environ:
            subprocess.check_call(["make", "-C", top, "python-native", "PYTHON=" + sys.executable])
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(native, target)


setup(
    version=version,
    cmdclass={"build_ext": Build},
    ext_modules=[Extension("perf_defer._native", sources=[], py_limited_api=True)],
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
    zip_safe=False,
)
