"""A wheel that carries liblayoutcheck is for one platform, and for every Python 3."""
import pathlib

from setuptools import Distribution, setup

BUNDLED = pathlib.Path(__file__).parent / "src" / "layoutcheck" / "lib"
has_library = any(BUNDLED.glob("liblayoutcheck.so*"))

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # of the package wheel, in older versions
    from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    def get_tag(self):
        python, abi, platform = super().get_tag()
        return ("py3", "none", platform)


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return has_library


setup(cmdclass={"bdist_wheel": Wheel}, distclass=WithLibrary)
