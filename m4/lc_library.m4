# LC_LIBRARY(PREFIX, NAME, HEADER, FUNCTION, DEBIAN-PACKAGE, [OTHER-LIBS])
# A required library: from pkg-config where it knows NAME, else HEADER and -lNAME
# where the compiler looks. Sets PREFIX_CFLAGS and PREFIX_LIBS, which the user may
# give, or ends with the name of the package that is missing.
AC_DEFUN([LC_LIBRARY],
[AC_REQUIRE([PKG_PROG_PKG_CONFIG])
PKG_CHECK_MODULES([$1], [$2], [],
    [: "${$1_LIBS:=-l$2}"])
lc_saved_CPPFLAGS=$CPPFLAGS
lc_saved_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $$1_CFLAGS"
LIBS="$$1_LIBS $6 $LIBS"
AC_MSG_CHECKING([for $2 with $3])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <$3>]],
        [[void (*volatile function)(void) = (void (*)(void))$4; return !function;]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$2 with $3 is needed (Debian: apt-get install $5)])])
CPPFLAGS=$lc_saved_CPPFLAGS
LIBS=$lc_saved_LIBS
])
