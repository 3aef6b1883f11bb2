#!/usr/bin/env bash
# fetch-event-stream takes all spaces from the start of an event's data: words of a streamed text run together, code loses its indentation, and line breaks are lost.
#
# Versions: fetch-event-stream 0.1.6 and eventsource-parser 3.0.6 (npm), seen in November 2026.
# Behaviour: by the HTML standard one space behind the colon of a line is removed, no more. A line `data` without a colon is an empty one, so that two of them are a
#   line break, and a block with a name and no data is no event. The stream has the pieces "Hello", " world", a line break and "  return", and such a block.
# Output seen (the text that the pieces make, the number of events):
#   fetch-event-stream  "Helloworldreturn"       4
#   eventsource-parser  "Hello world\n  return"  4
#   (the fourth event of the first is the block without data, the line break is missing)
# Why it matters: services that stream a text while it is made send it in pieces, of which most begin with a space. What is put together is wrong in a way that looks like a slip
#   of the service, and a program of Python means something else. Pieces that are JSON are not concerned.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund fetch-event-stream@0.1.6 eventsource-parser@3.0.6 < /dev/null

cat > look.js << 'END'
import { createParser } from 'eventsource-parser';
import { events } from 'fetch-event-stream';

const stream = 'data: Hello\n\ndata:  world\n\ndata\ndata\n\ndata:   return\n\nevent: end\n\n';
const show = (name, found) => console.log(name, JSON.stringify(found.map(({ data }) => data ?? '').join('')), found.length);

const first = [];
for await (const event of events(new Response(stream))) first.push(event);
show('fetch-event-stream', first);
const second = [];
createParser({ onEvent: (event) => second.push(event) }).feed(stream);
show('eventsource-parser', second);
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'fetch-event-stream "Helloworldreturn" 4
eventsource-parser "Hello world\n  return" 4' ]; then
  echo 'Still so: spaces and line breaks are lost.'
else
  echo 'Changed: one of the two now reads the stream in another way.'
  exit 1
fi
