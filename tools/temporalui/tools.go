//go:build tools

// Package tools pins Temporal's UI server, so that its version and checksums live in go.mod and go.sum.
package tools

import _ "github.com/temporalio/ui-server/v2/cmd/server"
