# embed.awk - files as texts in C: lcv_page_css of page.css.
#
#     awk -f embed.awk FILE...

FNR == 1 {
    if (NR > 1)
        print "    ;"
    else
        print "/* Made by verify/report/embed.awk. */\n#include \"verify/report/html.h\""
    name = FILENAME
    sub(/.*\//, "", name)
    gsub(/[^A-Za-z0-9]/, "_", name)
    printf "\nconst char lcv_%s[] =\n", name
}

{
    gsub(/\\/, "&&")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}

END { print "    ;" }
