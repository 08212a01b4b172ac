# LC_STATIC(VARIABLE, [NAMES], [SYSTEM-LIBS])
# The static libraries of these names where the compiler looks, all of them or none: a
# program that uses them starts without loading and relocating shared ones. VARIABLE_LIBS
# has their files, VARIABLE_LDFLAGS says that nothing is relocated; both are empty where a
# library has no static form, or a program does not link with them.
AC_DEFUN([LC_STATIC],
[$1_LIBS=
$1_LDFLAGS=
AC_MSG_CHECKING([for static libraries])
lc_static=
for lc_name in $2; do
    lc_file=`$CC -print-file-name=lib$lc_name.a`
    AS_IF([test -f "$lc_file"], [lc_static="$lc_static $lc_file"], [lc_static=no; break])
done
lc_saved_LIBS=$LIBS
lc_saved_LDFLAGS=$LDFLAGS
AS_IF([test "x$lc_static" != xno],
    [LIBS="$lc_static $3 $LIBS"
     LDFLAGS="$LDFLAGS -no-pie"
     AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <isl/ctx.h>]],
            [[isl_ctx_free(isl_ctx_alloc()); return 0;]])],
        [], [lc_static=no])])
LIBS=$lc_saved_LIBS
LDFLAGS=$lc_saved_LDFLAGS
AS_IF([test "x$lc_static" != xno],
    [$1_LIBS=$lc_static
     $1_LDFLAGS=-no-pie])
AC_MSG_RESULT([$lc_static])
AC_SUBST([$1_LIBS])
AC_SUBST([$1_LDFLAGS])
])
