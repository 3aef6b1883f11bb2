#!/usr/bin/env bash
# Clients that OpenAPI Generator writes of one description differ by language, and from it: the cookie is never sent, and a path has `[a b]` or a memory address.
#
# Version: org.openapitools:openapi-generator-cli 7.25.0 (Maven, Java 17), its Python client with urllib3 2.8.0, pydantic 2.14.4 and python-dateutil 2.9.0.post0
#   (PyPI), and its Go client; seen in November 2026.
# Behaviour: the description has parameters in the styles of OpenAPI. Of these, both clients send the repeated list of the query as described. Neither sends the
#   cookie, and both join the list of a form, which is repeated if nothing else is said. Python writes objects of the query as JSON, the matrix of a path as its
#   own dictionary, and the offset of a time without its colon, which RFC 3339 (section 5.6) demands. Go puts the name of the parameter in front of each member,
#   repeats a list with pipes, keeps the last of a header list, and prints lists and pointers into the path. No warning, neither by the generator nor by the
#   clients.
# Output seen (described, Python, Go):
#   query list          tags=a&tags=b                tags=a&tags=b                       tags=a&tags=b
#   pipes               pipe=a|b                     pipe=a|b                            pipe=a&pipe=b
#   deepObject          size[w]=1                    size={"w": 1}                       size[w]=1
#   object              w=1                          obj={"w": 1}                        obj[w]=1
#   time                …03:04:05+02:00              …03:04:05.000000+0200               …03:04:05+02:00
#   header list         X-Ids: 1,2                   X-Ids: 1,2                          X-Ids: 2
#   cookie              sid=a                        none                                none
#   path                /p/.a.b/;w=1                 /p/a,b/{'w': 1}                     /p/[a b]/{0x…}
#   form list           t=a&t=b                      t=a,b                               t=a,b
# Why it matters: this is the generator that most services name for "our client in your language". The call is right, the types are right, and the server answers
#   400, or filters by nothing. Rulebook takes what the first column has, and reports `size` and `obj` as Python writes them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.openapitools</groupId><artifactId>openapi-generator-cli</artifactId><version>7.25.0</version></dependency>
  </dependencies>
</project>
END
timeout 600 mvn --quiet --batch-mode -Dmaven.repo.local="$folder/repository" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$folder/jars" > log 2>&1 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages urllib3==2.8.0 pydantic==2.14.4 python-dateutil==2.9.0.post0 \
  typing-extensions==4.16.0 2> /dev/null < /dev/null

cat > description.json << 'END'
{ "openapi": "3.0.3", "info": { "title": "t", "version": "1" }, "servers": [{ "url": "http://api.test" }],
  "paths": {
    "/q": { "get": { "operationId": "q", "responses": { "204": { "description": "done" } }, "parameters": [
      { "name": "tags", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } },
      { "name": "pipe", "in": "query", "style": "pipeDelimited", "explode": false, "schema": { "type": "array", "items": { "type": "string" } } },
      { "name": "size", "in": "query", "style": "deepObject", "explode": true, "schema": { "$ref": "#/components/schemas/Size" } },
      { "name": "obj", "in": "query", "schema": { "$ref": "#/components/schemas/Size" } },
      { "name": "at", "in": "query", "schema": { "type": "string", "format": "date-time" } },
      { "name": "X-Ids", "in": "header", "schema": { "type": "array", "items": { "type": "integer" } } },
      { "name": "sid", "in": "cookie", "schema": { "type": "string" } }] } },
    "/p/{list}/{size}": { "get": { "operationId": "p", "responses": { "204": { "description": "done" } }, "parameters": [
      { "name": "list", "in": "path", "required": true, "style": "label", "explode": true, "schema": { "type": "array", "items": { "type": "string" } } },
      { "name": "size", "in": "path", "required": true, "style": "matrix", "explode": true, "schema": { "$ref": "#/components/schemas/Size" } }] } },
    "/f": { "post": { "operationId": "f", "responses": { "204": { "description": "done" } }, "requestBody": { "content": {
      "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": { "t": { "type": "array", "items": { "type": "string" } } } } } } } } }
  },
  "components": { "schemas": { "Size": { "type": "object", "properties": { "w": { "type": "integer" } } } } } }
END
for language in python go; do
  timeout 200 java -cp 'jars/*' org.openapitools.codegen.OpenAPIGenerator generate -i description.json -g "$language" -o "$language" > log 2>&1 < /dev/null
done

cat > ask.py << 'END'
import datetime
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

import openapi_client
from openapi_client.models import Size


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        kept = [f"{name}: {self.headers[name]}" for name in ("X-Ids", "Cookie") if self.headers[name]]
        print("python", *(unquote(part) for part in [self.path, *kept, body] if part))
        self.send_response(204)
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
host = "http://127.0.0.1:%d" % server.server_port
api = openapi_client.DefaultApi(openapi_client.ApiClient(openapi_client.Configuration(host=host)))
api.q(tags=["a", "b"])
api.q(pipe=["a", "b"])
api.q(size=Size(w=1))
api.q(obj=Size(w=1))
api.q(at=datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone(datetime.timedelta(hours=2))))
api.q(x_ids=[1, 2])
api.q(sid="a")
api.p(["a", "b"], Size(w=1))
api.f(t=["a", "b"])
END
PYTHONPATH=packages:python timeout 60 python3 -W ignore ask.py | tee said

mkdir program program/openapi
cp go/*.go program/openapi
cat > program/main.go << 'END'
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"time"

	"finding/openapi"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		parts := []string{"go", r.RequestURI}
		for _, name := range []string{"X-Ids", "Cookie"} {
			if value := strings.Join(r.Header[name], ", "); value != "" {
				parts = append(parts, name+": "+value)
			}
		}
		text, _ := url.PathUnescape(strings.TrimSpace(strings.Join(append(parts, string(body)), " ")))
		fmt.Println(regexp.MustCompile("0x[0-9a-f]+").ReplaceAllString(text, "0x…"))
		w.WriteHeader(204)
	}))
	defer server.Close()
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: server.URL}}
	api, ctx, one := openapi.NewAPIClient(configuration).DefaultAPI, context.Background(), int32(1)
	list, size := []string{"a", "b"}, openapi.Size{W: &one}
	_, _ = api.Q(ctx).Tags(list).Execute()
	_, _ = api.Q(ctx).Pipe(list).Execute()
	_, _ = api.Q(ctx).Size(size).Execute()
	_, _ = api.Q(ctx).Obj(size).Execute()
	_, _ = api.Q(ctx).At(time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 7200))).Execute()
	_, _ = api.Q(ctx).XIds([]int32{1, 2}).Execute()
	_, _ = api.Q(ctx).Sid("a").Execute()
	_, _ = api.P(ctx, list, size).Execute()
	_, _ = api.F(ctx).T(list).Execute()
}
END
cd program
timeout 60 go mod init finding 2> /dev/null
timeout 600 go build -o finding . < /dev/null
timeout 60 ./finding | tee -a ../said

cat > expected << 'END'
python /q?tags=a&tags=b
python /q?pipe=a|b
python /q?size={"w": 1}
python /q?obj={"w": 1}
python /q?at=2026-01-02T03:04:05.000000+0200
python /q X-Ids: 1,2
python /q
python /p/a,b/{'w': 1}
python /f t=a,b
go /q?tags=a&tags=b
go /q?pipe=a&pipe=b
go /q?size[w]=1
go /q?obj[w]=1
go /q?at=2026-01-02T03:04:05+02:00
go /q X-Ids: 2
go /q
go /p/[a b]/{0x…}
go /f t=a,b
END
if cmp -s ../said expected; then
  echo 'Still so: the clients write parameters in two ways, and not as described.'
else
  echo 'Changed: one of the clients now writes parameters in another way.'
  exit 1
fi
