//go:build tools

// Package tools pins the Temporal CLI, so that its version and checksums live in go.mod and go.sum.
package tools

import _ "github.com/temporalio/cli/cmd/temporal"
