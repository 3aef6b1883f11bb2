#!/usr/bin/env bash
# PyGithub's `search_issues('x', label='good first issue')` asks for the label "good" and the words "first" and "issue".
#
# Version: PyGithub 2.10.0 (PyPI), seen in November 2026.
# Behaviour: the qualifiers of a search are keyword arguments, and are joined to the query as `name:value`. GitHub's syntax wants quotation marks around
#   a value with a space; PyGithub does not add them, for `label`, `milestone`, `author` and all others, in each kind of search. `state='open'`
#   works. The value `'"good first issue"'`, with the marks in it, does, too.
# Output seen:
#   label="good first issue"     q = x label:good first issue
#   label='"good first issue"'   q = x label:"good first issue"
# Why it matters: a label that GitHub itself proposes gives wrong results, usually none, which reads as "nothing to do".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages PyGithub==2.10.0 2> /dev/null < /dev/null

cat > ask.py << 'END'
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import github

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        seen.append(parse_qs(urlsplit(self.path).query)["q"][0])
        answer = b'{"total_count":0,"items":[]}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = github.Github(base_url="http://127.0.0.1:%d" % server.server_port)
list(client.search_issues("x", label="good first issue"))
list(client.search_issues("x", label='"good first issue"'))
list(client.search_repositories("x", topic="a b"))
print("\n".join(seen))
END
PYTHONPATH=packages timeout 60 python3 -W ignore ask.py | tee said

if [ "$(cat said)" = 'x label:good first issue
x label:"good first issue"
x topic:a b' ]; then
  echo 'Still so: a qualifier of several words is not quoted.'
else
  echo 'Changed: PyGithub now writes qualifiers in another way.'
  exit 1
fi
