package main

import "io"

func writeTable(w io.Writer, format string, list []checked) error { return nil }
