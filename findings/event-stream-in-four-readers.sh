#!/usr/bin/env bash
# Four readers of event streams see 2 to 5 events in a stream that has two, and differ in the identifier of the second one.
#
# Version: eventsource 4.1.1 and @microsoft/fetch-event-source 2.0.1 (npm), httpx-sse 0.4.3 with httpx 0.28.1 and sseclient-py 1.9.0 (PyPI), seen in November 2026.
# Behaviour: the stream has a `retry` line, a comment that keeps the connection open, an event with the identifier 1, one without, and the beginning of a
#   third, each separated by an empty line. The HTML standard: a block without data is no event; the identifier lasts until another one comes; a block without
#   its empty line is dropped. fetch-event-source reports `retry` and the comment as events with no data, httpx-sse reports `retry`, sseclient-py reports the
#   unfinished one. The identifier of the second event is lost by all but httpx-sse; `eventsource` says that it is the standard's EventSource, and sends the
#   identifier when it connects again.
# Output seen (identifier:data):
#   standard            1:a 1:b
#   eventsource         1:a :b
#   fetch-event-source  : : 1:a :b
#   httpx-sse           : 1:a 1:b
#   sseclient-py        1:a :b :cut
# Why it matters: events without data make `JSON.parse` fail, at the first keep-alive, and a half event is taken for a whole one. Who stores the identifier
#   of the last event to go on from there stores an empty one.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund eventsource@4.1.1 @microsoft/fetch-event-source@2.0.1 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages httpx-sse==0.4.3 httpx==0.28.1 sseclient-py==1.9.0 2> /dev/null < /dev/null

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end('retry: 5000\n\n: ping\n\nid: 1\ndata: a\n\ndata: b\n\ndata: cut\n');
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
url="http://127.0.0.1:$(cat port)/"

cat > read.mjs << 'END'
import { fetchEventSource } from '@microsoft/fetch-event-source';
import { EventSource } from 'eventsource';
// What fetch-event-source needs of a browser.
globalThis.window = globalThis;
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
const url = process.argv[2];
const first = [];
await new Promise((done) => {
  const source = new EventSource(url);
  source.onmessage = ({ data, lastEventId }) => first.push(`${lastEventId}:${data}`);
  source.onerror = () => {
    source.close();
    done();
  };
});
console.log('eventsource', ...first);
const second = [];
await fetchEventSource(url, { onopen: async () => {}, onmessage: ({ data, id }) => second.push(`${id}:${data}`) });
console.log('fetch-event-source', ...second);
process.exit();
END
timeout 60 node read.mjs "$url" | tee said
cat > read.py << 'END'
import sys

import httpx
import sseclient
from httpx_sse import connect_sse

with httpx.Client(trust_env=False) as client:
    with connect_sse(client, "GET", sys.argv[1]) as source:
        print("httpx-sse", *["%s:%s" % (event.id, event.data) for event in source.iter_sse()])
    with client.stream("GET", sys.argv[1]) as response:
        events = sseclient.SSEClient(response.iter_bytes()).events()
        print("sseclient-py", *["%s:%s" % (event.id or "", event.data) for event in events])
END
PYTHONPATH=packages timeout 60 python3 read.py "$url" | tee -a said

if [ "$(cat said)" = 'eventsource 1:a :b
fetch-event-source : : 1:a :b
httpx-sse : 1:a 1:b
sseclient-py 1:a :b :cut' ]; then
  echo 'Still so: none of the four sees the two events of the standard.'
else
  echo 'Changed: a reader now sees other events.'
  exit 1
fi
