//go:build tools

// Package tools pins the S3 server of the tests, so that its version and checksums live in go.mod and go.sum.
package tools

import _ "github.com/versity/versitygw/cmd/versitygw"
