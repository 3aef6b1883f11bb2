#!/usr/bin/env bash
# gock, a mock of HTTP for tests in Go, answers `/users/7` for the mock of `/users`, `page=21` for `page=1`, and another host: each text is a pattern for a part.
#
# Version: github.com/h2non/gock v1.2.0 (Go), seen in December 2026.
# Behaviour: host, path and the values of `MatchParam` are regular expressions without ends, though most are written as plain texts, and the first mock that
#   fits answers. A value with characters of such an expression does not match itself (`price>$10`), or is an error (`c++`). A query in the path,
#   `Get("/a?x=1")`, matches no request. `JSON` compares numbers as floats, and looks at the first value of the body only. A body is compared only if its type
#   is one of a few: NDJSON and `application/merge-patch+json` are never equal.
# Output seen (the mock, the request, what happens):
#   /users (list), /users/7 (one)   /users/7                                        200 list
#   api.test                        other-api.test                                  200
#   page=1                          page=21                                         200
#   filter=price>$10                filter=price>$10                                no match
#   /a?x=1                          /a?x=1                                          no match
#   JSON {"n":9007199254740993}     {"n":9007199254740992}                          200
#   JSON {"n":1}                    {"n":1} as application/merge-patch+json         no match
#   a bulk body                     the same body, as application/x-ndjson          no match
# Why it matters: a test with such a mock passes although the program sends another page, another document or to another host. Write `^/users$` and
#   `regexp.QuoteMeta`, or compare what was sent.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > main.go << 'END'
package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/h2non/gock"
)

func send(name, method, url, mediaType, body string) {
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	if mediaType != "" {
		request.Header.Set("Content-Type", mediaType)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Println(name+":", "no match")
	} else {
		text, _ := io.ReadAll(response.Body)
		fmt.Println(strings.TrimSpace(fmt.Sprint(name, ": ", response.StatusCode, " ", string(text))))
	}
	gock.Off()
}

func main() {
	const bulk = "{\"index\":{}}\n{\"a\":1}\n"
	gock.New("http://api.test").Get("/users").Reply(200).BodyString("list")
	gock.New("http://api.test").Get("/users/7").Reply(200).BodyString("one")
	send("path", "GET", "http://api.test/users/7", "", "")
	gock.New("http://api.test").Get("/a").Reply(200)
	send("host", "GET", "http://other-api.test/a", "", "")
	gock.New("http://api.test").Get("/a").MatchParam("page", "1").Reply(200)
	send("page", "GET", "http://api.test/a?page=21", "", "")
	gock.New("http://api.test").Get("/a").MatchParam("filter", "price>$10").Reply(200)
	send("filter", "GET", "http://api.test/a?filter=price%3E%2410", "", "")
	gock.New("http://api.test").Get("/a?x=1").Reply(200)
	send("query", "GET", "http://api.test/a?x=1", "", "")
	gock.New("http://api.test").Post("/a").JSON(`{"n":9007199254740993}`).Reply(200)
	send("number", "POST", "http://api.test/a", "application/json", `{"n":9007199254740992}`)
	gock.New("http://api.test").Post("/a").JSON(`{"n":1}`).Reply(200)
	send("merge patch", "POST", "http://api.test/a", "application/merge-patch+json", `{"n":1}`)
	gock.New("http://api.test").Post("/_bulk").BodyString(bulk).Reply(200)
	send("bulk", "POST", "http://api.test/_bulk", "application/x-ndjson", bulk)
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/h2non/gock@v1.2.0 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee said

cat > expected << 'END'
path: 200 list
host: 200
page: 200
filter: no match
query: no match
number: 200
merge patch: no match
bulk: no match
END
if cmp -s said expected; then
  echo 'Still so: requests that are not meant are answered, and meant ones are not.'
else
  echo 'Changed: other requests are answered now.'
  exit 1
fi
