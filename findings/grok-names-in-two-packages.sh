#!/usr/bin/env bash
# Grok patterns of ingest pipelines match nothing in two packages that are used to try them: names such as `client.ip` and `[client][ip]` are not known.
#
# Version: pygrok 1.0.0 with regex 2026.11.19 (PyPI) and github.com/elastic/go-grok v0.3.1 (Go), seen in November 2026.
# Behaviour: the grok processor takes names with dots, brackets, hyphens and `@`, and the types int, long, float, double and boolean. pygrok knows letters, digits and
#   underlines only: any other `%{...}` is left as text that has to be there, so that nothing matches. Elastic's own Go package knows dots; of brackets, which the patterns
#   of the Elastic Common Schema have, of a hyphen and of `@` it makes the same empty result as for a line that does not match. No error at the compilation in either.
#   pygrok gives text for `long`, `double` and `boolean`.
# Output seen (pygrok, go-grok, for the line "10.0.0.1 42"):
#   %{IP:ip} %{NUMBER:n:int}             {"ip":"10.0.0.1","n":42}        {"ip":"10.0.0.1","n":42}
#   %{IP:client.ip} %{NUMBER:n:int}      nothing                         {"client.ip":"10.0.0.1","n":42}
#   %{IP:[client][ip]} %{NUMBER:n:int}   nothing                         nothing
#   %{IP:client-ip} %{NUMBER:n:int}      nothing                         nothing
#   %{IP:ip} %{NUMBER:n:long}            {"ip":"10.0.0.1","n":"42"}      {"ip":"10.0.0.1","n":42}
# Why it matters: a pattern that is right is taken for wrong, and changed until the test is green. Its fields are then not those of the schema.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages pygrok==1.0.0 regex==2026.11.19 2> /dev/null < /dev/null
cat > patterns << 'END'
%{IP:ip} %{NUMBER:n:int}
%{IP:client.ip} %{NUMBER:n:int}
%{IP:[client][ip]} %{NUMBER:n:int}
%{IP:client-ip} %{NUMBER:n:int}
%{IP:ip} %{NUMBER:n:long}
END
cat > match.py << 'END'
import json

from pygrok import Grok

for pattern in open("patterns").read().splitlines():
    found = Grok(pattern).match("10.0.0.1 42")
    print(json.dumps(found, sort_keys=True, separators=(",", ":")) if found else "nothing")
END
cat > main.go << 'END'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/elastic/go-grok"
)

func main() {
	text, _ := os.ReadFile("patterns")
	for _, pattern := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		reader, err := grok.NewComplete()
		if err != nil {
			panic(err)
		}
		if err := reader.Compile(pattern, true); err != nil {
			fmt.Println("refused")
			continue
		}
		found, err := reader.ParseTypedString("10.0.0.1 42")
		if err != nil {
			panic(err)
		}
		if _, has := found["n"]; !has || len(found) < 2 {
			fmt.Println("nothing")
			continue
		}
		line, _ := json.Marshal(found)
		fmt.Println(string(line))
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/elastic/go-grok@v0.3.1 2> /dev/null
timeout 600 go run . < /dev/null > go.txt
PYTHONPATH=packages timeout 60 python3 -W ignore match.py > py.txt
paste -d '|' patterns py.txt go.txt | tee said

if [ "$(cat said)" = '%{IP:ip} %{NUMBER:n:int}|{"ip":"10.0.0.1","n":42}|{"ip":"10.0.0.1","n":42}
%{IP:client.ip} %{NUMBER:n:int}|nothing|{"client.ip":"10.0.0.1","n":42}
%{IP:[client][ip]} %{NUMBER:n:int}|nothing|nothing
%{IP:client-ip} %{NUMBER:n:int}|nothing|nothing
%{IP:ip} %{NUMBER:n:long}|{"ip":"10.0.0.1","n":"42"}|{"ip":"10.0.0.1","n":42}' ]; then
  echo 'Still so: patterns that the server takes match nothing.'
else
  echo 'Changed: one of the packages now reads these names or types in another way.'
  exit 1
fi
