# SPDX-License-Identifier: MIT
"""Compiles fast.pyx beside itself: python -m tools.emulator.compile"""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

from tools.files import ROOT

_SOURCE = Path(__file__).with_name("fast.pyx")


def main() -> None:
    """Compile; without a C compiler, just say that the emulator will be slow."""
    source = _SOURCE.relative_to(ROOT)
    extension = Extension("tools.emulator.fast", [str(source)], extra_compile_args=["-O3"])
    modules = cythonize([extension], quiet=True, build_dir="build")
    command = build_ext(Distribution({"ext_modules": modules}))
    command.inplace = True
    command.ensure_finalized()
    try:
        command.run()
    except (CCompilerError, ExecError, PlatformError) as error:
        print(f"No C compiler ({error}): the emulated Pico will run several times slower.")


if __name__ == "__main__":
    main()
