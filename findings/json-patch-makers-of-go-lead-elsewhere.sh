#!/usr/bin/env bash
# Patches that two Go libraries make of two documents lead to another one: an empty object comes where an empty list is wanted, and a null of a list stays.
#
# Version: github.com/wI2L/jsondiff v0.7.1 and github.com/mattbaird/jsonpatch v0.0.0-20240118010651-0ba75a80ca38, compared with gomodules.xyz/jsonpatch/v2 v2.5.0
#   and applied by github.com/evanphx/json-patch/v5 v5.9.11 (Go), seen in November 2026.
# Behaviour: a tool that makes a JSON Patch (RFC 6902) of an old and a new document is to make one that leads from the first to the second. jsondiff with
#   `Factorize()`, its option for smaller patches, and with `Equivalent()`, for lists in any order, takes an empty list and an empty object for equal: it copies
#   the one for the other, or finds no change. mattbaird's package adds an entry before a null of a list in place of replacing the null. No error. jsondiff
#   without the options and gomodules' package, which comes from mattbaird's, are right.
# Output seen (what the patch leads to):
#   {"a":{}} to {"a":{},"b":[]}      jsondiff, Factorize: [{"op":"copy","from":"/a","path":"/b"}], so {"a":{},"b":{}}
#   {"a":[{},1]} to {"a":[[],1]}     jsondiff, Equivalent: no operation, so {"a":[{},1]}
#   {"a":[null]} to {"a":["x"]}      mattbaird: [{"op":"add","path":"/a/0","value":"x"}], so {"a":["x",null]}
# Why it matters: the patch is sent with PATCH, or given back by a webhook that changes objects, and the service gets `"tags":{}` for `"tags":[]`: a refusal at
#   best. A request with a patch is worth the look at its result.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > main.go << 'END'
package main

import (
	"encoding/json"
	"fmt"

	apply "github.com/evanphx/json-patch/v5"
	"github.com/mattbaird/jsonpatch"
	"github.com/wI2L/jsondiff"
	gomodules "gomodules.xyz/jsonpatch/v2"
)

func factorized(before, after []byte) (any, error) {
	return jsondiff.CompareJSON(before, after, jsondiff.Factorize())
}
func equivalent(before, after []byte) (any, error) {
	return jsondiff.CompareJSON(before, after, jsondiff.Equivalent())
}
func plain(before, after []byte) (any, error)     { return jsondiff.CompareJSON(before, after) }
func mattbaird(before, after []byte) (any, error) { return jsonpatch.CreatePatch(before, after) }
func successor(before, after []byte) (any, error) { return gomodules.CreatePatch(before, after) }

func main() {
	for _, documents := range [][2]string{
		{`{"a":{}}`, `{"a":{},"b":[]}`},
		{`{"a":[{},1]}`, `{"a":[[],1]}`},
		{`{"a":[null]}`, `{"a":["x"]}`},
	} {
		before, after := []byte(documents[0]), []byte(documents[1])
		fmt.Println(documents[0], "to", documents[1])
		for _, maker := range []struct {
			name string
			make func(before, after []byte) (any, error)
		}{{"jsondiff, Factorize", factorized}, {"jsondiff, Equivalent", equivalent}, {"jsondiff", plain}, {"mattbaird", mattbaird}, {"gomodules", successor}} {
			if maker.name == "mattbaird" && documents[1] != `{"a":["x"]}` {
				continue
			}
			operations, err := maker.make(before, after)
			if err != nil {
				panic(err)
			}
			text, _ := json.Marshal(operations)
			if string(text) == "null" {
				text = []byte("[]")
			}
			patch, err := apply.DecodePatch(text)
			if err != nil {
				panic(err)
			}
			result, err := patch.Apply(before)
			if err != nil {
				panic(err)
			}
			if apply.Equal(result, after) {
				fmt.Println("  " + maker.name + ": right")
			} else {
				fmt.Println("  "+maker.name+":", string(result))
			}
		}
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/wI2L/jsondiff@v0.7.1 github.com/mattbaird/jsonpatch@v0.0.0-20240118010651-0ba75a80ca38 \
  gomodules.xyz/jsonpatch/v2@v2.5.0 github.com/evanphx/json-patch/v5@v5.9.11 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said

cat > expected << 'END'
{"a":{}} to {"a":{},"b":[]}
  jsondiff, Factorize: {"a":{},"b":{}}
  jsondiff, Equivalent: right
  jsondiff: right
  gomodules: right
{"a":[{},1]} to {"a":[[],1]}
  jsondiff, Factorize: right
  jsondiff, Equivalent: {"a":[{},1]}
  jsondiff: right
  gomodules: right
{"a":[null]} to {"a":["x"]}
  jsondiff, Factorize: right
  jsondiff, Equivalent: right
  jsondiff: right
  mattbaird: {"a":["x",null]}
  gomodules: right
END
if cmp -s said expected; then
  echo 'Still so: two of the makers write patches that lead to another document.'
else
  echo 'Changed: the patches are now others.'
  exit 1
fi
