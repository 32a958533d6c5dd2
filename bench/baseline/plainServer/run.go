package main

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"sync"
	"time"
)

// run is what the one transfer under way has been so far, by the server's monotonic clock.
type run struct {
	sync.Mutex
	requestedAt    time.Time
	receivedAt     time.Time
	sourceRequests int64
	bytes          int64
	hash           hash.Hash
}

var current run

func (r *run) begin(withHash bool) {
	r.Lock()
	defer r.Unlock()
	r.sourceRequests, r.bytes, r.hash = 0, 0, nil
	if withHash {
		r.hash = sha256.New()
	}
}

func (r *run) noteRequest() {
	r.Lock()
	defer r.Unlock()
	if r.sourceRequests == 0 {
		r.requestedAt = time.Now()
	}
	r.sourceRequests++
}

// Write takes what was received.
func (r *run) Write(piece []byte) (int, error) {
	r.Lock()
	defer r.Unlock()
	r.receivedAt = time.Now()
	r.bytes += int64(len(piece))
	if r.hash != nil {
		r.hash.Write(piece)
	}
	return len(piece), nil
}

func (r *run) report() map[string]any {
	r.Lock()
	defer r.Unlock()
	report := map[string]any{
		"spanSeconds":    r.receivedAt.Sub(r.requestedAt).Seconds(),
		"sourceRequests": r.sourceRequests,
		"receivedBytes":  r.bytes,
	}
	if r.hash != nil {
		report["sha256"] = hex.EncodeToString(r.hash.Sum(nil))
	}
	return report
}

func (r *run) received() int64 {
	r.Lock()
	defer r.Unlock()
	return r.bytes
}
