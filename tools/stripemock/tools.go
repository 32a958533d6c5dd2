//go:build tools

// Package tools pins Stripe's own stand-in for the tests, so that its version and checksums live in go.mod and go.sum.
package tools

import _ "github.com/stripe/stripe-mock"
