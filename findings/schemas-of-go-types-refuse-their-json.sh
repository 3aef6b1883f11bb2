#!/usr/bin/env bash
# Schemas that three libraries make of Go's types refuse what encoding/json writes of them: a number is a text, a text is a number, a list is no null.
#
# Version: github.com/invopop/jsonschema v0.14.0, github.com/swaggest/jsonschema-go v0.3.74 and github.com/getkin/kin-openapi v0.153.0 (Go), checked with
#   github.com/santhosh-tekuri/jsonschema/v6 v6.0.3; seen in December 2026.
# Behaviour: the packages describe the JSON of a type, for OpenAPI or for tools. encoding/json writes `json.Number` and `*big.Int` as numbers, a field with
#   the option `string` as a text, a type with `MarshalText` as its text, and a list that is nil as null. The schemas say otherwise in the cases below, without
#   an error.
# Output seen (the field, what is written, who refuses it):
#   json.Number              1.5      all three
#   *big.Int                 5        invopop (object), swaggest (text)
#   int64 `json:",string"`   "5"      swaggest, kin-openapi
#   enum with MarshalText    "on"     all three
#   map of that enum         {"on"}   invopop
#   []string that is nil     null     invopop, kin-openapi
# Why it matters: clients that are generated of the description cannot read the answers, and a contract test fails for a server that works, or a mock sends
#   what the server never does. Describe such types by hand (`JSONSchema()` and its like). A request with an identifier of 64 bits is sent in the form that the
#   server refuses.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > main.go << 'END'
package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/getkin/kin-openapi/openapi3gen"
	"github.com/invopop/jsonschema"
	checker "github.com/santhosh-tekuri/jsonschema/v6"
	swaggest "github.com/swaggest/jsonschema-go"
)

type State int

func (s State) MarshalText() ([]byte, error) { return []byte("on"), nil }

type Number struct {
	V json.Number `json:"v"`
}
type Big struct {
	V *big.Int `json:"v"`
}
type Text struct {
	V int64 `json:"v,string"`
}
type Enum struct {
	V State `json:"v"`
}
type Keys struct {
	V map[State]int `json:"v"`
}
type List struct {
	V []string `json:"v"`
}

func describe(name string, value any) any {
	switch name {
	case "invopop":
		return jsonschema.Reflect(value)
	case "swaggest":
		reflector := swaggest.Reflector{}
		schema, err := reflector.Reflect(value)
		if err != nil {
			panic(err)
		}
		return schema
	}
	schema, err := openapi3gen.NewSchemaRefForValue(value, nil)
	if err != nil {
		panic(err)
	}
	return schema
}

func main() {
	for _, value := range []any{Number{"1.5"}, Big{big.NewInt(5)}, Text{5}, Enum{1}, Keys{map[State]int{1: 1}}, List{}} {
		written, _ := json.Marshal(value)
		said := []string{}
		for _, name := range []string{"invopop", "swaggest", "kin-openapi"} {
			text, _ := json.Marshal(describe(name, value))
			document, _ := checker.UnmarshalJSON(strings.NewReader(string(text)))
			if name == "invopop" {
				delete(document.(map[string]any), "$id")
			}
			compiler := checker.NewCompiler()
			if err := compiler.AddResource("schema.json", document); err != nil {
				panic(err)
			}
			schema, err := compiler.Compile("schema.json")
			if err != nil {
				panic(err)
			}
			instance, _ := checker.UnmarshalJSON(strings.NewReader(string(written)))
			if schema.Validate(instance) != nil {
				said = append(said, name)
			}
		}
		fmt.Printf("%T %s is refused by: %s\n", value, written, strings.Join(said, ", "))
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/invopop/jsonschema@v0.14.0 github.com/swaggest/jsonschema-go@v0.3.74 github.com/getkin/kin-openapi/openapi3gen@v0.153.0 \
  github.com/santhosh-tekuri/jsonschema/v6@v6.0.3 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said

cat > expected << 'END'
main.Number {"v":1.5} is refused by: invopop, swaggest, kin-openapi
main.Big {"v":5} is refused by: invopop, swaggest
main.Text {"v":"5"} is refused by: swaggest, kin-openapi
main.Enum {"v":"on"} is refused by: invopop, swaggest, kin-openapi
main.Keys {"v":{"on":1}} is refused by: invopop
main.List {"v":null} is refused by: invopop, kin-openapi
END
if cmp -s said expected; then
  echo 'Still so: the schemas refuse the JSON of their types.'
else
  echo 'Changed: the schemas are now others.'
  exit 1
fi
