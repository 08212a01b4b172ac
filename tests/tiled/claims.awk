# The rows of cute.tsv and of random.tsv as claims; those of random.tsv are in the language. A
# thread-value layout with one value is compared with equiv: its stride of the extent of 1 is 0 in
# CuTe.
BEGIN { FS = "\t"; print "import <cute>\nimport <sm90>" }
/^#/ { next }
NF == 3 && $1 != "V" && $1 != "E" { n++; what = "m" n; print "let " what " = " $3; next }
$2 == "tv()" { print "prove equal(" what "[1], " $3 ")"; next }
$1 == "M" {
    n++; what = "m" n; print "let a" n " = " $3; print "let t" n " = " $4
    split($5, p, ";")
    for (i = 1; i <= 3; i++)
        if (p[i] == "_") p[i] = "mode(a" n "[1], " i-1 ") * size(mode(t" n ", " i "))"
    print "let m" n " = [a" n ", t" n ", [" p[1] ", " p[2] ", " p[3] "]]"
}
$1 == "C" {
    n++; what = "m" n; print "let a" n " = copy_atom(" $3 ", " $4 ")"; print "let m" n " = tiled_copy_of(a" n ", " $5 ", " $6 ")"
    if ($7 != "-") { split($7, p, ";"); print "prove " (p[2] ~ /^\(1,1\)/ ? "equiv" : "equal") "(make_tiled_copy(a" n ", " p[1] ", " p[2] ")[1], " $5 ")" }
}
$1 == "V" || $1 == "E" {
    call = $2; sub(/\(/, "(" what ", ", call); sub(/, \)/, ")", call)
    print "prove " ($1 == "V" ? "equal" : "equiv") "(" call ", " $3 ")"
}
