package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

const blockBytes = 1 << 20

// fileType is the box that makes the first bytes those of an MP4 file.
const fileType = "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp42"

// noise is what all blocks have in common (xorshift64).
var noise = func() []byte {
	block := make([]byte, blockBytes)
	state := uint64(88172645463325252)
	for i := range block {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		block[i] = byte(state)
	}
	return block
}()

// writeMedia writes the media's bytes from offset on. Each block starts with its number, so that none can be left out,
// repeated or exchanged without changing the hash.
func writeMedia(w io.Writer, offset, size int64) error {
	block := append([]byte(nil), noise...)
	for offset < size {
		index := offset / blockBytes
		copy(block, fmt.Sprintf("%024d", index))
		if index == 0 {
			copy(block, fileType)
		}
		end := min((index+1)*blockBytes, size)
		if _, err := w.Write(block[offset-index*blockBytes : end-index*blockBytes]); err != nil {
			return err
		}
		offset = end
	}
	return nil
}

func serveMedia(w http.ResponseWriter, r *http.Request) {
	size, err := strconv.ParseInt(strings.TrimSuffix(r.PathValue("name"), ".mp4"), 10, 64)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	current.noteRequest()
	etag := fmt.Sprintf(`"media-%d"`, size)
	header := w.Header()
	header.Set("Content-Type", "video/mp4")
	header.Set("Accept-Ranges", "bytes")
	header.Set("ETag", etag)
	offset := requestedOffset(r, etag)
	if offset > 0 && offset >= size {
		header.Set("Content-Range", fmt.Sprintf("bytes */%d", size))
		w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		return
	}
	header.Set("Content-Length", strconv.FormatInt(size-offset, 10))
	if offset > 0 {
		header.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", offset, size-1, size))
		w.WriteHeader(http.StatusPartialContent)
	}
	_ = writeMedia(w, offset, size) // a reader that goes away is its own affair
}

// requestedOffset is where the answer begins: at 0 unless an open-ended range is asked for, of this very media.
func requestedOffset(r *http.Request, etag string) (offset int64) {
	if condition := r.Header.Get("If-Range"); condition != "" && condition != etag {
		return 0
	}
	_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &offset)
	return max(offset, 0)
}

func hashMedia(w http.ResponseWriter, r *http.Request) {
	size, err := strconv.ParseInt(r.PathValue("size"), 10, 64)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	sum := sha256.New()
	_ = writeMedia(sum, 0, size) // a hash takes everything
	answer(w, map[string]any{"sha256": hex.EncodeToString(sum.Sum(nil))})
}
