package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/cmd/lacuna/lsp"
)

func lspCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: faults, hover, completion, definitions, layout",
		Long: `Lsp is a language server for policy files. It speaks the Language Server Protocol on the standard streams, and is started by an
editor: docs/editors.md says how. The exit code is 0 if the editor said goodbye.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := lsp.Serve(cmd.Context(), cmd.InOrStdin(), unclosed{cmd.OutOrStdout()}, version())
			if err != nil {
				return &exit{code: exitFailed, err: err}
			}
			return nil
		},
	}
	cmd.Flags().Bool("stdio", true, "speak on the standard streams, which it does anyway: some editors ask for it")
	return cmd
}

// unclosed is a stream that stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
