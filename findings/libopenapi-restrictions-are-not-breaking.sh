#!/usr/bin/env bash
# libopenapi's comparison does not call it breaking if a request needs credentials or may have fewer values, and sees no change in `explode: false`.
#
# Version: github.com/pb33f/libopenapi v0.42.4 (Go), seen in November 2026; it is what openapi-changes compares with. The rules are those it comes with.
# Behaviour: security is added to the description, `enum`, `pattern` or `maxLength` to a string of the request body: each time there are changes, and none
#   is breaking, though requests that were accepted are refused from now on. A wider type of the same member, from integer to number, which
#   permits more, is breaking, and so is another operationId. A list parameter with `explode: false`, which is written `?l=a,b` from now on, has not
#   changed at all; `explode: true`, which is what holds without it, is a change.
# Output seen (changes, breaking):
#   security 1 0, enum 1 0, pattern 1 0, maxLength 1 0, number 1 1, operationId 1 1, explode false none, explode true 1 0
# Why it matters: a pipeline that publishes unless something is breaking publishes what stops clients, and is stopped by what does not.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > main.go << 'END'
package main

import (
	"fmt"

	"github.com/pb33f/libopenapi"
	changed "github.com/pb33f/libopenapi/what-changed"
)

const description = `{
  "openapi": "3.0.3",
  "info": { "title": "Things", "version": "1" }%s,
  "paths": { "/things": { "post": {
    "operationId": "%s",
    "parameters": [{ "name": "l", "in": "query", "schema": { "type": "array", "items": { "type": "string" } }%s }],
    "requestBody": { "content": { "application/json": { "schema": {
      "type": "object", "properties": { "s": { "type": "string"%s }, "n": { "type": "%s" } } } } } },
    "responses": { "200": { "description": "ok" } } } } },
  "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } }
}`

func model(parts [5]any) libopenapi.Document {
	document, err := libopenapi.NewDocument([]byte(fmt.Sprintf(description, parts[:]...)))
	if err != nil {
		panic(err)
	}
	return document
}

func main() {
	before := [5]any{"", "post", "", "", "integer"}
	for _, change := range []struct {
		name  string
		place int
		text  string
	}{
		{"security", 0, `, "security": [{ "key": [] }]`},
		{"enum", 3, `, "enum": ["a"]`},
		{"pattern", 3, `, "pattern": "^a$"`},
		{"maxLength", 3, `, "maxLength": 1`},
		{"number", 4, "number"},
		{"operationId", 1, "create"},
		{"explode false", 2, `, "explode": false`},
		{"explode true", 2, `, "explode": true`},
	} {
		after := before
		after[change.place] = change.text
		first, _ := model(before).BuildV3Model()
		second, _ := model(after).BuildV3Model()
		changes := changed.CompareOpenAPIDocuments(first.Model.GoLow(), second.Model.GoLow())
		if changes == nil {
			fmt.Println(change.name, "none")
		} else {
			fmt.Println(change.name, changes.TotalChanges(), changes.TotalBreakingChanges())
		}
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/pb33f/libopenapi@v0.42.4 2> /dev/null
timeout 300 go mod tidy 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said

if [ "$(cat said)" = 'security 1 0
enum 1 0
pattern 1 0
maxLength 1 0
number 1 1
operationId 1 1
explode false none
explode true 1 0' ]; then
  echo 'Still so: restrictions are not breaking, and explode false does not count as a change.'
else
  echo 'Changed: libopenapi now judges these changes in another way.'
  exit 1
fi
