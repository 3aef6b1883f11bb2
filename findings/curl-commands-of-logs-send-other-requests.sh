#!/usr/bin/env bash
# curl commands that four packages print for a request send another one: a body of `None`, half of the query, a file in place of the text `@ann`, one field of two.
#
# Version: curlify 3.0.0, curlify2 2.0.0, curlifier 1.0.8 with requests 2.34.2 (PyPI), moul.io/http2curl/v2 v2.3.0 (Go), the curl of the machine (7.88.1); seen in
#   November 2026.
# Behaviour: the packages write a request that a program has made as a curl command, for logs and bug reports. The commands are run in a shell here. curlify2
#   gives each request without a body the body `None`, and does not quote the URL, so the shell cuts it at the first `&`. Of the text `@ann`, `-d` of curl reads
#   the file `ann`: curlify2, curlifier and http2curl send nothing; curlify writes `--data-raw`. http2curl joins two fields of one name by a space, and leaves the
#   field Host out. A body without a media type becomes a form with all four.
# Output seen (what arrives):
#               GET /a?b=1&c=2        POST @ann, text/plain   POST x, no media type    X-A: 1 and X-A: 2, Host: api.test
#   curlify     GET /a?b=1&c=2        @ann                    a form x
#   curlify2    GET /a?b=1 and None   nothing                 a form x
#   curlifier   GET /a?b=1&c=2        nothing                 a form x
#   http2curl   GET /a?b=1&c=2        nothing                 a form x                 X-A: 1 2, Host: 127.0.0.1
# Why it matters: the command is what goes into the report, and who runs it sees another answer than the program did. Rulebook's `rulebook curl` writes
#   `--data-raw`, quotes the URL, and writes one `-H` for each field.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages curlify==3.0.0 curlify2==2.0.0 curlifier==1.0.8 requests==2.34.2 \
  2> /dev/null < /dev/null

cat > main.go << 'END'
package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"

	"moul.io/http2curl/v2"
)

func main() {
	url := os.Args[1]
	get, _ := http.NewRequest("GET", url+"/a?b=1&c=2", nil)
	text, _ := http.NewRequest("POST", url+"/a", strings.NewReader("@ann"))
	text.Header.Set("Content-Type", "text/plain")
	plain, _ := http.NewRequest("POST", url+"/a", strings.NewReader("x"))
	fields, _ := http.NewRequest("GET", url+"/a", nil)
	fields.Header["X-A"] = []string{"1", "2"}
	fields.Host = "api.test"
	for _, request := range []*http.Request{get, text, plain, fields} {
		command, _ := http2curl.GetCurlCommand(request)
		fmt.Println(command)
	}
}
END
cat > run.py << 'END'
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import curlifier
import curlify
import curlify2
import requests

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.connection.settimeout(1)
        try:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        except TimeoutError:
            body = ""
        media = self.headers.get("Content-Type") or "no media type"
        fields = ", X-A: %s, Host: %s" % (self.headers.get_all("X-A"), self.headers["Host"].split(":")[0]) if self.headers.get("X-A") else ""
        seen.append(f"{self.command} {self.path} {body!r} {media}{fields}")
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d" % server.server_port


def run(name, command):
    seen.clear()
    subprocess.run(["bash", "-c", command + "\nwait"], capture_output=True, timeout=20, check=False)
    print(name + ":", *seen)


session = requests.Session()
prepared = [
    session.prepare_request(request)
    for request in (
        requests.Request("GET", url + "/a?b=1&c=2"),
        requests.Request("POST", url + "/a", data="@ann", headers={"Content-Type": "text/plain"}),
        requests.Request("POST", url + "/a", data="x"),
    )
]
for request in prepared:
    run("curlify", curlify.to_curl(request))
for request in prepared:
    run("curlify2", curlify2.Curlify(request).to_curl())
for request in prepared:
    run("curlifier", curlifier.curlify(prepared_request=request))
for line in subprocess.run(["./finding", url], capture_output=True, text=True, timeout=20, check=True).stdout.splitlines():
    run("http2curl", line)
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get moul.io/http2curl/v2@v2.3.0 2> /dev/null
timeout 600 go build -o finding . < /dev/null
PYTHONPATH=packages timeout 120 python3 -W ignore run.py | tee said

cat > expected << 'END'
curlify: GET /a?b=1&c=2 '' no media type
curlify: POST /a '@ann' text/plain
curlify: POST /a 'x' application/x-www-form-urlencoded
curlify2: GET /a?b=1 'None' application/x-www-form-urlencoded
curlify2: POST /a '' text/plain
curlify2: POST /a 'x' application/x-www-form-urlencoded
curlifier: GET /a?b=1&c=2 '' no media type
curlifier: POST /a '' text/plain
curlifier: POST /a 'x' application/x-www-form-urlencoded
http2curl: GET /a?b=1&c=2 '' no media type
http2curl: POST /a '' text/plain
http2curl: POST /a 'x' application/x-www-form-urlencoded
http2curl: GET /a '' no media type, X-A: ['1 2'], Host: 127.0.0.1
END
if cmp -s said expected; then
  echo 'Still so: the printed commands send other requests.'
else
  echo 'Changed: one of the packages now writes another command.'
  exit 1
fi
