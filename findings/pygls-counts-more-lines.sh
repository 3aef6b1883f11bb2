#!/usr/bin/env bash
# pygls counts lines that the language server protocol does not know: after a form feed or U+2028, each change of the editor lands on another line.
#
# Version: pygls 2.1.1 with lsprotocol 2025.0.0 (PyPI), and vscode-languageserver-textdocument 1.0.16 (npm), seen in November 2026.
# Behaviour: the protocol ends lines at `\n`, `\r\n` and `\r` only. pygls uses Python's `splitlines`, which also ends them at U+2028, U+0085, form feed and
#   vertical tab. Editors and the library for Node do not. In the document `{"a":"x<U+2028>y"}`, `{"b":1}` (two lines), the editor replaces the `b` on the
#   second line by `c`. pygls has three lines, and replaces a character of its second one, the rest of the first.
# Output seen (the document after the change):
#   node:  {"a":"x<U+2028>y"}  {"c":1}
#   pygls: {"a":"x<U+2028>y"c  {"b":1}
# Why it matters: JSON permits U+2028 in texts, and old sources have form feeds between parts. From then on the server checks another text than the editor
#   shows, until the file is opened again; its findings are a line off.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund vscode-languageserver-textdocument@1.0.16 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages pygls==2.1.1 lsprotocol==2025.0.0 2> /dev/null < /dev/null

cat > change.mjs << 'END'
import { TextDocument } from 'vscode-languageserver-textdocument';
for (const character of ['\u2028', '\f']) {
  const document = TextDocument.create('file:///a.json', 'json', 1, `{"a":"x${character}y"}\n{"b":1}`);
  const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 3 } };
  console.log('node:', TextDocument.update(document, [{ range, text: 'c' }], 2).getText().replace(character, '|').replace('\n', ' '));
}
END
timeout 60 node change.mjs | tee said
cat > change.py << 'END'
from lsprotocol import types
from pygls.workspace import TextDocument

for character in ("\u2028", "\f"):
    document = TextDocument("file:///a.json", '{"a":"x%sy"}\n{"b":1}' % character)
    start, end = (types.Position(line=1, character=column) for column in (2, 3))
    document.apply_change(types.TextDocumentContentChangePartial(range=types.Range(start=start, end=end), text="c"))
    print("pygls:", document.source.replace(character, "|").replace("\n", " "))
END
PYTHONPATH=packages timeout 60 python3 change.py | tee -a said

if [ "$(cat said)" = 'node: {"a":"x|y"} {"c":1}
node: {"a":"x|y"} {"c":1}
pygls: {"a":"x|y"c {"b":1}
pygls: {"a":"x|y"c {"b":1}' ]; then
  echo 'Still so: the change lands on another line.'
else
  echo 'Changed: lines are now counted in another way.'
  exit 1
fi
