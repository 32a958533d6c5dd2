//go:build tools

// Package tools pins the Temporal CLI and the server that it contains, so that versions and checksums live in go.mod and go.sum.
package tools

import (
	_ "github.com/temporalio/cli/cmd/temporal"
	_ "go.temporal.io/server/cmd/server"
	_ "go.temporal.io/server/cmd/tools/sql"
)
