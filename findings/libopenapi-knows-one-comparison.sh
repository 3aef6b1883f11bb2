#!/usr/bin/env bash
# libopenapi evaluates one comparison in a criterion of a workflow: `$statusCode == 200 && ...` is false, whatever the response, without an error.
#
# Version: github.com/pb33f/libopenapi v0.42.4 (Go), seen in November 2026.
# Behaviour: Arazzo 1.0.1 has `&&`, `||`, `!` and parentheses in simple conditions. `arazzo.EvaluateCriterion` splits a condition at one comparison
#   and takes all behind it as a string: 200 is compared with "200 && ...". The response has the status 200 and the body {"ok":true,"name":"Ann"}.
#   With `!=` it is true for the same reason. Texts are compared with regard to case, which Arazzo excludes.
# Output seen (value, error):
#   $statusCode == 200                                      true <nil>
#   $statusCode == 200 && $response.body#/ok == true        false <nil>
#   $statusCode == 200 || $statusCode == 201                false <nil>
#   $statusCode != 404 && $statusCode != 200                true <nil>
#   $response.body#/name == 'ann'                           false <nil>
# Why it matters: criteria of several parts are common. Steps fail, or pass when the second part should have stopped them; two criteria
#   of one comparison each, which must both hold, work everywhere.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > main.go << 'END'
package main

import (
	"fmt"

	yaml "github.com/pb33f/go-yaml"
	"github.com/pb33f/libopenapi/arazzo"
	"github.com/pb33f/libopenapi/arazzo/expression"
	model "github.com/pb33f/libopenapi/datamodel/high/arazzo"
)

func main() {
	var body yaml.Node
	if err := yaml.Unmarshal([]byte(`{"ok":true,"name":"Ann"}`), &body); err != nil {
		panic(err)
	}
	response := &expression.Context{StatusCode: 200, ResponseBody: body.Content[0]}
	for _, condition := range []string{
		"$statusCode == 200",
		"$statusCode == 200 && $response.body#/ok == true",
		"$statusCode == 200 || $statusCode == 201",
		"$statusCode != 404 && $statusCode != 200",
		"$response.body#/name == 'Ann'",
		"$response.body#/name == 'ann'",
	} {
		value, err := arazzo.EvaluateCriterion(&model.Criterion{Condition: condition}, response)
		fmt.Println(condition, value, err)
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/pb33f/libopenapi@v0.42.4 2> /dev/null
timeout 300 go mod tidy 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said

if [ "$(cat said)" = "\$statusCode == 200 true <nil>
\$statusCode == 200 && \$response.body#/ok == true false <nil>
\$statusCode == 200 || \$statusCode == 201 false <nil>
\$statusCode != 404 && \$statusCode != 200 true <nil>
\$response.body#/name == 'Ann' true <nil>
\$response.body#/name == 'ann' false <nil>" ]; then
  echo 'Still so: behind the first comparison all is a string.'
else
  echo 'Changed: libopenapi now evaluates these conditions in another way.'
  exit 1
fi
