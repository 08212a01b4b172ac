# LC_PYTHON
# PYTHON: the first python3 of PATH that has all that a wheel is made with; where there is
# none, the first python3. One given to configure is taken as it is.
AC_DEFUN([LC_PYTHON],
[AC_ARG_VAR([PYTHON], [Python 3.9 or later, with venv, setuptools and wheel for `make wheel'])
lc_makes_wheels='import ensurepip, setuptools, sys, venv
try: import setuptools.command.bdist_wheel
except ImportError: import wheel.bdist_wheel
sys.exit(sys.version_info < (3, 9))'
AC_CACHE_CHECK([for a Python that makes wheels], [ac_cv_path_PYTHON],
    [AC_PATH_PROGS_FEATURE_CHECK([PYTHON], [python3],
        [AS_IF(["$ac_path_PYTHON" -c "$lc_makes_wheels" >&AS_MESSAGE_LOG_FD 2>&1],
            [ac_cv_path_PYTHON=$ac_path_PYTHON ac_path_PYTHON_found=:])],
        [ac_cv_path_PYTHON=python3])])
AC_SUBST([PYTHON], [$ac_cv_path_PYTHON])
])
