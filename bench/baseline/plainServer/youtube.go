package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
)

type object = map[string]any

// addYouTube adds the parts of Google's token endpoint and of the YouTube Data API v3 that one publication needs. There
// is one upload at a time; it becomes the one video, which counts as processed from the start.
func addYouTube(base string) {
	var uploads atomic.Int64
	var privacy atomic.Value
	video := func() object {
		status := object{"uploadStatus": "processed", "privacyStatus": privacy.Load(), "selfDeclaredMadeForKids": false}
		return object{"id": fmt.Sprintf("bench-%06d", uploads.Load()), "status": status, "snippet": object{"title": "Bench"}}
	}

	http.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		answer(w, object{"access_token": "bench-access-token", "expires_in": 3600, "token_type": "Bearer"})
	})
	http.HandleFunc("GET /youtube/v3/channels", func(w http.ResponseWriter, r *http.Request) {
		answer(w, object{"items": []object{{"id": "UCbench0000000000000000", "snippet": object{"title": "Bench"}}}})
	})
	http.HandleFunc("POST /upload/youtube/v3/videos", func(w http.ResponseWriter, r *http.Request) {
		privacy.Store("private")
		w.Header().Set("Location", fmt.Sprintf("%s/upload/youtube/v3/videos?upload_id=%d", base, uploads.Add(1)))
	})
	http.HandleFunc("PUT /upload/youtube/v3/videos", func(w http.ResponseWriter, r *http.Request) {
		receive(w, r)
		if received, size := current.received(), sessionSize(r); received < size {
			if received > 0 {
				w.Header().Set("Range", fmt.Sprintf("bytes=0-%d", received-1))
			}
			w.WriteHeader(http.StatusPermanentRedirect)
			return
		}
		answer(w, video())
	})
	http.HandleFunc("GET /youtube/v3/videos", func(w http.ResponseWriter, r *http.Request) {
		answer(w, object{"items": []object{video()}})
	})
	http.HandleFunc("PUT /youtube/v3/videos", func(w http.ResponseWriter, r *http.Request) {
		var update struct{ Status struct{ PrivacyStatus string } }
		if err := json.NewDecoder(r.Body).Decode(&update); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if update.Status.PrivacyStatus != "" {
			privacy.Store(update.Status.PrivacyStatus)
		}
		answer(w, video())
	})
}

// sessionSize is the size of the whole media, as every request of a resumable upload names it behind the slash.
func sessionSize(r *http.Request) (size int64) {
	_, total, _ := strings.Cut(r.Header.Get("Content-Range"), "/")
	_, _ = fmt.Sscan(total, &size)
	return size
}
