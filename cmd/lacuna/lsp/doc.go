// Package lsp is a language server for policy files: what an editor asks about an unsaved text, answered from the same tables and
// checks as the rest of the project. It speaks the Language Server Protocol over two streams.
//
// A file is seen with its whole directory, the unsaved texts in the place of the files: faults and findings are those that
// lacuna check would have after saving everything. What it knows of the language comes from rules.FieldTable and eval.Catalog; it
// decides nothing, runs no policy, and writes no file.
package lsp
