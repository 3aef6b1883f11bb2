#!/usr/bin/env bash
# Three clients that repeat a failed upload send nothing the second time, and report success: the stored file is empty.
#
# Version: github.com/go-resty/resty/v2 v2.17.2 (Go), aiohttp-retry 2.9.1 with aiohttp 3.14.5, requests 2.34.2 with urllib3 2.8.0 (PyPI), seen in November 2026.
# Behaviour: a PUT of "hello" gets 503, and is sent again as the client is set to do. What was read for the first request is at its end then. resty with a
#   `strings.Reader` or a `bytes.Buffer`, aiohttp-retry with a `BytesIO` or a generator, and requests (`Retry` of urllib3) with a generator send a PUT without a
#   body, get 200, and return it. Each has what it needs to know: resty and aiohttp-retry do not go back to the start of what could go back, and requests does so
#   for a file and forgets the generator. aiohttp itself refuses to follow a redirect with a body that is used up. A text is sent twice as it is by all.
# Output seen (bodies that the server got):
#   resty, text: "hello" "hello"               resty, strings.Reader: "hello" ""           resty, bytes.Buffer: "hello" ""
#   aiohttp-retry, bytes: "hello" "hello"      aiohttp-retry, BytesIO: "hello" ""          aiohttp-retry, generator: "hello" ""
#   requests, file: "hello" "hello"            requests, generator: "hello" ""
# Why it matters: retries are for the moments when a server is busy, and then the document is replaced by an empty one, or a bulk request does nothing, without an
#   error. Give such clients texts or bytes if they repeat requests, or compare the size that is stored.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages aiohttp-retry==2.9.1 aiohttp==3.14.5 requests==2.34.2 urllib3==2.8.0 \
  2> /dev/null < /dev/null

cat > main.go << 'END'
package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/go-resty/resty/v2"
)

func main() {
	seen := []string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if seen = append(seen, string(body)); len(seen) == 1 {
			w.WriteHeader(503)
		}
	}))
	defer server.Close()
	client := resty.New().SetRetryCount(1).SetRetryWaitTime(time.Millisecond).
		AddRetryCondition(func(r *resty.Response, _ error) bool { return r.StatusCode() == 503 })
	for _, put := range []struct {
		name string
		body any
	}{{"text", "hello"}, {"strings.Reader", strings.NewReader("hello")}, {"bytes.Buffer", bytes.NewBufferString("hello")}} {
		seen = seen[:0]
		response, err := client.R().SetBody(put.body).Put(server.URL)
		fmt.Printf("resty, %s: %q, %d %v\n", put.name, seen, response.StatusCode(), err)
	}
}
END
cat > ask.py << 'END'
import asyncio
import io
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import aiohttp_retry
import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

seen = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_PUT(self):
        body = b""
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        seen.append(body.decode())
        self.send_response(503 if len(seen) == 1 else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d/" % server.server_port


async def pieces():
    yield b"hel"
    yield b"lo"


async def with_aiohttp(body):
    options = aiohttp_retry.ExponentialRetry(attempts=2, start_timeout=0.01, statuses={503})
    async with aiohttp_retry.RetryClient(retry_options=options) as client, client.put(url, data=body) as response:
        return response.status


def with_requests(body):
    session = requests.Session()
    session.mount("http://", HTTPAdapter(max_retries=Retry(total=2, status_forcelist=[503], backoff_factor=0)))
    return session.put(url, data=body).status_code


with open("hello.txt", "w") as file:
    file.write("hello")
for name, body in (("bytes", b"hello"), ("BytesIO", io.BytesIO(b"hello")), ("generator", pieces())):
    seen.clear()
    status = asyncio.run(with_aiohttp(body))
    print(f"aiohttp-retry, {name}: {seen}, {status}")
for name, body in (("file", open("hello.txt", "rb")), ("generator", (piece for piece in (b"hel", b"lo")))):
    seen.clear()
    status = with_requests(body)
    print(f"requests, {name}: {seen}, {status}")
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/go-resty/resty/v2@v2.17.2 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said
PYTHONPATH=packages timeout 120 python3 -W ignore ask.py | tee -a said

if [ "$(cat said)" = "resty, text: [\"hello\" \"hello\"], 200 <nil>
resty, strings.Reader: [\"hello\" \"\"], 200 <nil>
resty, bytes.Buffer: [\"hello\" \"\"], 200 <nil>
aiohttp-retry, bytes: ['hello', 'hello'], 200
aiohttp-retry, BytesIO: ['hello', ''], 200
aiohttp-retry, generator: ['hello', ''], 200
requests, file: ['hello', 'hello'], 200
requests, generator: ['hello', ''], 200" ]; then
  echo 'Still so: the repeated upload is empty, and counts as done.'
else
  echo 'Changed: one of the clients now repeats uploads in another way.'
  exit 1
fi
