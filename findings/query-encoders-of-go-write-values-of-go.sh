#!/usr/bin/env bash
# Two encoders of Go write values of the language in a query: `filter=map[state:open]`, `sort={name 1}` and `page=null`, without an error.
#
# Version: github.com/google/go-querystring v1.2.0 and github.com/gorilla/schema v1.4.1 (Go), compared with github.com/go-playground/form/v4 v4.2.1; seen in
#   December 2026.
# Behaviour: the packages turn a struct into the parameters of a URL or a form. go-querystring, which go-github and other clients use, prints a map and the
#   structs of a list as Go prints them for people. gorilla/schema writes the word `null` for a pointer that is nil, for which go-querystring writes an empty
#   value, and six digits after the point of a float. go-playground/form writes names for the members of maps and lists, leaves out what is nil, and writes the
#   digits.
# Output seen (value: go-querystring, gorilla/schema, go-playground/form):
#   map[string]string     filter=map[state:open]   an error         filter[state]=open
#   list of structs       sort={name 1}            an error         sort[0].by=name&sort[0].order=1
#   nil pointer           page=                    page=null        (left out)
#   0.00000012            rate=1.2e-07             rate=0.000000    rate=0.00000012
# Why it matters: the server ignores or refuses a filter that looks like this, reads 0, or searches for the word. In both packages `omitempty` leaves the nil
#   pointer out; a map needs a type of one's own with `EncodeValues` in go-querystring. Look at the query once before it is trusted.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > main.go << 'END'
package main

import (
	"fmt"
	"net/url"
	"strings"

	playground "github.com/go-playground/form/v4"
	"github.com/google/go-querystring/query"
	"github.com/gorilla/schema"
)

type Sort struct {
	By    string `url:"by" schema:"by" form:"by"`
	Order int    `url:"order" schema:"order" form:"order"`
}
type Filtered struct {
	Filter map[string]string `url:"filter" schema:"filter" form:"filter"`
}
type Sorted struct {
	Sort []Sort `url:"sort" schema:"sort" form:"sort"`
}
type Paged struct {
	Page *int `url:"page" schema:"page" form:"page"`
}
type Rated struct {
	Rate float64 `url:"rate" schema:"rate" form:"rate"`
}

func gorilla(value any) (url.Values, error) {
	values := url.Values{}
	err := schema.NewEncoder().Encode(value, values)
	return values, err
}

func main() {
	for _, value := range []any{Filtered{map[string]string{"state": "open"}}, Sorted{[]Sort{{"name", 1}}}, Paged{}, Rated{0.00000012}} {
		for _, encoder := range []struct {
			name  string
			write func(any) (url.Values, error)
		}{
			{"go-querystring", query.Values},
			{"gorilla", gorilla},
			{"form/v4", func(value any) (url.Values, error) { return playground.NewEncoder().Encode(value) }},
		} {
			values, err := encoder.write(value)
			if err != nil {
				fmt.Println(encoder.name+":", "error")
				continue
			}
			text, _ := url.QueryUnescape(values.Encode())
			fmt.Println(strings.TrimSpace(encoder.name + ": " + text))
		}
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/google/go-querystring@v1.2.0 github.com/gorilla/schema@v1.4.1 github.com/go-playground/form/v4@v4.2.1 \
  2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said

cat > expected << 'END'
go-querystring: filter=map[state:open]
gorilla: error
form/v4: filter[state]=open
go-querystring: sort={name 1}
gorilla: error
form/v4: sort[0].by=name&sort[0].order=1
go-querystring: page=
gorilla: page=null
form/v4:
go-querystring: rate=1.2e-07
gorilla: rate=0.000000
form/v4: rate=0.00000012
END
if cmp -s said expected; then
  echo 'Still so: values of the language are written into the query.'
else
  echo 'Changed: the encoders now write other parameters.'
  exit 1
fi
