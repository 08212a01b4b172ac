# LC_COMPILER_FLAGS(VARIABLE, FLAGS)
# Appends to VARIABLE each of FLAGS with which the C compiler still compiles and
# links. Unknown flags count as errors, also where clang only warns of them.
AC_DEFUN([LC_COMPILER_FLAGS],
[for lc_flag in $2; do
    AC_MSG_CHECKING([whether $CC takes $lc_flag])
    lc_saved_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS $$1 $lc_flag -Werror"
    AC_LINK_IFELSE([AC_LANG_SOURCE([int main(void) { return 0; }])],
        [lc_taken=yes
         $1="${$1:+$$1 }$lc_flag"],
        [lc_taken=no])
    CFLAGS=$lc_saved_CFLAGS
    AC_MSG_RESULT([$lc_taken])
done])
