" lay.vim - colours for files of layoutcheck (*.lay) in Vim and Neovim.
"
" As ~/.vim/syntax/lay.vim, with this in ~/.vim/ftdetect/lay.vim:
"   autocmd BufRead,BufNewFile *.lay setfiletype lay
if exists('b:current_syntax')
  finish
endif

syntax keyword layStatement let show param assume table import plan for kernel
syntax keyword layClaim prove refute
syntax keyword layType map piecewise relation set linear affine
syntax keyword layWord in where if else otherwise and or not o
" A name that is called: an operation, a claim, a function of the file.
syntax match layCall /\<\h\w*\ze\s*\%(\[[^]]*\]\)\?(/
syntax match layNumber /\<\(0x\x\+\|0b[01]\+\|\d\+\)\>/
" Strides of coordinates and of XOR: e0, 6e1, f5.
syntax match layBasis /\<\d*e\d\+\>\|\<f\d\+\>/
syntax match laySwizzle /\<S\%(w\)\?<[^>]*>/
syntax match layOperator /[-+*%&|^~<>=!?:]/
syntax region layText start=/"/ end=/"/ oneline
syntax match layComment /#.*$/
syntax match layComment /^\s*\/\/.*$/

highlight default link layStatement Statement
highlight default link layClaim Keyword
highlight default link layType Type
highlight default link layWord Conditional
highlight default link layCall Function
highlight default link layNumber Number
highlight default link layBasis Constant
highlight default link laySwizzle Special
highlight default link layOperator Operator
highlight default link layText String
highlight default link layComment Comment

let b:current_syntax = 'lay'
