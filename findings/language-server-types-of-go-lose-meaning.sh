#!/usr/bin/env bash
# The types of go.lsp.dev/protocol read "this is the new text of the file" as "insert this at the start", and the renaming of a file as an edit of a file without a name.
#
# Version: go.lsp.dev/protocol v0.12.0 (Go), seen in November 2026; it says that it implements version 3.15.3 of the language server protocol.
# Behaviour: messages of the protocol are read into the types and written again. A change of a document without `range` replaces the whole text; the type has a
#   range that is always there, so that it is 0:0 to 0:0. Of `documentChanges`, which may have operations for files (3.13), each becomes an edit of a document:
#   the rename has no URI any more, and no error. The reading of a signature whose parameter is given by offsets (3.14), and of a hover that is a text, fails. 0
#   is left out of the `version` of diagnostics, where its absence has another meaning.
# Output seen (read, then written):
#   {"text":"new"}                                      {"range":{0:0 to 0:0},"text":"new"}
#   {"kind":"rename","oldUri":…,"newUri":…}             {"textDocument":{"uri":"","version":null},"edits":null}
#   diagnostics of version 0                            diagnostics without a version
#   hover "text", parameter [2,3]                       error, error
# Why it matters: a server that takes changes of both kinds doubles the text at each full one, and a client drops the renaming that a code action consists of,
#   with all edits after it going to the old file. Who checks or tries a language server with these types looks for the mistake in the server.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > main.go << 'END'
package main

import (
	"encoding/json"
	"fmt"

	"go.lsp.dev/protocol"
)

func again[T any](text string) {
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		fmt.Println(text, "=> error")
		return
	}
	written, _ := json.Marshal(value)
	fmt.Println(text, "=>", string(written))
}

func main() {
	again[protocol.TextDocumentContentChangeEvent](`{"text":"new"}`)
	again[protocol.WorkspaceEdit](`{"documentChanges":[{"kind":"rename","oldUri":"file:///a","newUri":"file:///b"}]}`)
	again[protocol.PublishDiagnosticsParams](`{"uri":"file:///a","version":0,"diagnostics":[]}`)
	again[protocol.Hover](`{"contents":"text"}`)
	again[protocol.ParameterInformation](`{"label":[2,3]}`)
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get go.lsp.dev/protocol@v0.12.0 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said

cat > expected << 'END'
{"text":"new"} => {"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"new"}
{"documentChanges":[{"kind":"rename","oldUri":"file:///a","newUri":"file:///b"}]} => {"documentChanges":[{"textDocument":{"uri":"","version":null},"edits":null}]}
{"uri":"file:///a","version":0,"diagnostics":[]} => {"uri":"file:///a","diagnostics":[]}
{"contents":"text"} => error
{"label":[2,3]} => error
END
if cmp -s said expected; then
  echo 'Still so: a full change is an insertion, and a renaming is lost.'
else
  echo 'Changed: the types now read messages in another way.'
  exit 1
fi
