#!/usr/bin/env bash
# go-github deletes the label `C` when the label `C#` is to be deleted, and reads the release `v1` for the tag `v1#2`; github3.py cuts every name at the number sign.
#
# Version: github.com/google/go-github/v92 v92.0.0 (Go) and github3.py 4.0.1 (PyPI), seen in November 2026.
# Behaviour: names are put into the path of the request. go-github encodes those of branches, references and files; labels, tags of releases, revisions of commits
#   and file names of workflows are put in as they are, and what follows a number sign is dropped as a fragment when the URL is read. A question mark begins the
#   query. github3.py encodes none, with branches and references, too. Labels such as `C#`, `F#` or `help?` are permitted, and a `#` in names of branches and tags
#   is permitted by Git.
# Output seen (go-github, github3.py):
#   delete label C#      DELETE …/labels/C            (read, before it is deleted: GET …/labels/C)
#   label of an issue    DELETE …/issues/1/labels/C
#   release of v1#2      GET …/releases/tags/v1       GET …/releases/tags/v1
#   commit of fix#12     GET …/commits/fix            GET …/commits/fix
#   branch fix#12        GET …/branches/fix%2312      GET …/branches/fix
# Why it matters: deleting a label takes it from all issues, and cannot be undone; the other label of these two is the one that is deleted, with 204 as the
#   answer. In a request that is written by hand, the name is `C%23`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages github3.py==4.0.1 2> /dev/null < /dev/null

cat > main.go << 'END'
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/google/go-github/v92/github"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("go-github", r.Method, r.RequestURI)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, "{}")
	}))
	defer server.Close()
	client, err := github.NewClient(github.WithURLs(github.Ptr(server.URL+"/"), nil))
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	_, _ = client.Issues.DeleteLabel(ctx, "o", "r", "C#")
	_, _ = client.Issues.RemoveLabelForIssue(ctx, "o", "r", 1, "C#")
	_, _, _ = client.Repositories.GetReleaseByTag(ctx, "o", "r", "v1#2")
	_, _, _ = client.Repositories.GetCommit(ctx, "o", "r", "fix#12", nil)
	_, _, _ = client.Repositories.GetBranch(ctx, "o", "r", "fix#12", 0)
}
END
cat > ask.py << 'END'
import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import github3


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        print("github3.py", self.command, self.path)
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
session = github3.session.GitHubSession()
session.base_url = "http://127.0.0.1:%d" % server.server_port
repository = github3.repos.repo.Repository.__new__(github3.repos.repo.Repository)
repository._api, repository.session = session.base_url + "/repos/o/r", session
for ask in (
    lambda: repository.label("C#"),
    lambda: repository.release_from_tag("v1#2"),
    lambda: repository.commit("fix#12"),
    lambda: repository.branch("fix#12"),
):
    with contextlib.suppress(Exception):
        ask()
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/google/go-github/v92/github@v92.0.0 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said
PYTHONPATH=packages timeout 60 python3 -W ignore ask.py | tee -a said

if [ "$(cat said)" = 'go-github DELETE /repos/o/r/labels/C
go-github DELETE /repos/o/r/issues/1/labels/C
go-github GET /repos/o/r/releases/tags/v1
go-github GET /repos/o/r/commits/fix
go-github GET /repos/o/r/branches/fix%2312
github3.py GET /repos/o/r/labels/C
github3.py GET /repos/o/r/releases/tags/v1
github3.py GET /repos/o/r/commits/fix
github3.py GET /repos/o/r/branches/fix' ]; then
  echo 'Still so: a number sign ends the name of a label, a tag or a commit.'
else
  echo 'Changed: one of the packages now writes names in another way.'
  exit 1
fi
