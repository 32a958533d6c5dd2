// The media bench's source and sink: one program for both arms, with none of our code. It serves media of any size from
// memory, takes uploads and throws them away, and says how long it took from the first byte asked for to the last byte
// received. Of YouTube it knows as much as one publication without faults needs.
//
//	GET  /media/<bytes>.mp4   the source: ETag, Content-Length, Range
//	GET  /sha256/<bytes>      what the source's bytes hash to
//	PUT  /sink                the sink for curl; an upload session is the one for the service
//	PUT  /run?hash=<bool>     begins a run, which takes in all that follows; hashing costs time, so only when asked
//	GET  /run                 what the run has been so far
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	base := "http://" + listener.Addr().String()
	http.HandleFunc("GET /media/{name}", serveMedia)
	http.HandleFunc("GET /sha256/{size}", hashMedia)
	http.HandleFunc("PUT /sink", receive)
	http.HandleFunc("PUT /run", func(w http.ResponseWriter, r *http.Request) { current.begin(r.FormValue("hash") == "true") })
	http.HandleFunc("GET /run", func(w http.ResponseWriter, r *http.Request) { answer(w, current.report()) })
	addYouTube(base)
	fmt.Println(base)
	log.Fatal(http.Serve(listener, nil))
}

func receive(w http.ResponseWriter, r *http.Request) {
	if _, err := io.CopyBuffer(&current, r.Body, make([]byte, 256<<10)); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // a reader that goes away is its own affair
}
