#!/usr/bin/env bash
# The two clients of go-elasticsearch write the same identifier of a document in different ways, and neither writes a slash as one segment.
#
# Version: github.com/elastic/go-elasticsearch/v9 v9.5.2 (Go), seen in November 2026.
# Behaviour: `Client` puts the identifier into the path as it is, and reads the path as a URL: `a?c=d` becomes the document `a` with a parameter
#   `c`, `a%2Fb` the document `a/b`, and `50%` is refused as an invalid URL, with no request. `TypedClient` encodes `?` and `%`, so `a%2Fb` stays that
#   text. A slash is encoded by neither: `a/b` is a path of one more segment, which has another meaning or none.
# Output seen:
#   plain a/b: PUT /orders/_doc/a/b       typed a/b: PUT /orders/_doc/a/b
#   plain a?c=d: PUT /orders/_doc/a?c=d   typed a?c=d: PUT /orders/_doc/a%3Fc=d
#   plain 50%: invalid URL escape         typed 50%: PUT /orders/_doc/50%25
#   plain a%2Fb: PUT /orders/_doc/a%2Fb   typed a%2Fb: PUT /orders/_doc/a%252Fb
# Why it matters: whoever encodes the identifier before (which `Client` needs) stores it encoded twice after the change to `TypedClient`, and finds
#   nothing of what was written before. The clients in JavaScript and Python encode by themselves. Paths and URLs are common identifiers.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > main.go << 'END'
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/elastic/go-elasticsearch/v9"
)

func main() {
	seen := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Method + " " + r.RequestURI
		w.Header().Set("X-Elastic-Product", "Elasticsearch")
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"_id":"1","_index":"orders","result":"created","_shards":{"failed":0,"successful":1,"total":1},"_version":1}`)
	}))
	defer server.Close()
	config := elasticsearch.Config{Addresses: []string{server.URL}}
	plain, _ := elasticsearch.NewClient(config)
	typed, _ := elasticsearch.NewTypedClient(config)
	said := func(err error) string {
		if err != nil && strings.Contains(err.Error(), "invalid URL escape") {
			return "invalid URL escape"
		}
		return seen
	}
	for _, id := range []string{"a/b", "a?c=d", "50%", "a%2Fb"} {
		_, err := plain.Index("orders", strings.NewReader(`{}`), plain.Index.WithDocumentID(id))
		fmt.Printf("plain %s: %s\n", id, said(err))
		_, err = typed.Index("orders").Id(id).Raw(strings.NewReader(`{}`)).Do(context.Background())
		fmt.Printf("typed %s: %s\n", id, said(err))
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/elastic/go-elasticsearch/v9@v9.5.2 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said

if [ "$(cat said)" = 'plain a/b: PUT /orders/_doc/a/b
typed a/b: PUT /orders/_doc/a/b
plain a?c=d: PUT /orders/_doc/a?c=d
typed a?c=d: PUT /orders/_doc/a%3Fc=d
plain 50%: invalid URL escape
typed 50%: PUT /orders/_doc/50%25
plain a%2Fb: PUT /orders/_doc/a%2Fb
typed a%2Fb: PUT /orders/_doc/a%252Fb' ]; then
  echo 'Still so: one identifier is written in two ways, and a slash is not encoded.'
else
  echo 'Changed: the clients now write identifiers in another way.'
  exit 1
fi
