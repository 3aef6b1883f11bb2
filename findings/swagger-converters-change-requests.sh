#!/usr/bin/env bash
# A Swagger 2.0 description that three tools convert to OpenAPI 3 says something else then: a list is repeated, a form's list too, and a body is missing.
#
# Version: github.com/getkin/kin-openapi v0.153.0 (Go), @scalar/openapi-upgrader 0.4.9 and swagger2openapi 7.0.8 (npm), seen in November 2026.
# Behaviour: in Swagger 2.0 a list without `collectionFormat` is joined by commas (`csv` is the default); in OpenAPI 3 a list of the query or of a form is
#   repeated unless `explode` is false. kin-openapi says `explode: false` only where `csv` is written out. None says it for a list in a form. A body that is shared by
#   `parameters` at the root becomes with Scalar a reference in the list of parameters, which no tool can read as one, and its media type of the operation is lost.
# Output seen (explode of `tags`, the default, and of `ids`, csv; the list of the form; the shared body of `application/xml`):
#   kin-openapi       tags: true, ids: false, form: true, body: */*
#   Scalar            tags: false, ids: false, form: true, body: none, 1 parameter without a name
#   swagger2openapi   tags: false, ids: false, form: true, body: application/xml
# Why it matters: the requests that are made of the new file are taken by the same service as one value, the last one, or as without a body. The old file was
#   right. Rulebook reads Swagger 2.0 as it is, so that nothing has to be converted.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > swagger.json << 'END'
{
  "swagger": "2.0",
  "info": { "title": "Notes", "version": "1" },
  "parameters": { "Note": { "name": "note", "in": "body", "required": true, "schema": { "type": "object" } } },
  "paths": { "/notes": {
    "get": {
      "parameters": [
        { "name": "tags", "in": "query", "type": "array", "items": { "type": "string" } },
        { "name": "ids", "in": "query", "type": "array", "items": { "type": "integer" }, "collectionFormat": "csv" }
      ],
      "responses": { "204": { "description": "ok" } }
    },
    "post": {
      "consumes": ["application/x-www-form-urlencoded"],
      "parameters": [{ "name": "tags", "in": "formData", "type": "array", "items": { "type": "string" } }],
      "responses": { "204": { "description": "ok" } }
    },
    "put": {
      "consumes": ["application/xml"],
      "parameters": [{ "$ref": "#/parameters/Note" }],
      "responses": { "204": { "description": "ok" } }
    }
  } }
}
END
cat > main.go << 'END'
package main

import (
	"encoding/json"
	"os"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
)

func main() {
	text, _ := os.ReadFile("swagger.json")
	var old openapi2.T
	if err := json.Unmarshal(text, &old); err != nil {
		panic(err)
	}
	converted, err := openapi2conv.ToV3(&old)
	if err != nil {
		panic(err)
	}
	text, _ = json.Marshal(converted)
	os.WriteFile("kin-openapi.json", text, 0o600)
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/getkin/kin-openapi/openapi2conv@v0.153.0 2> /dev/null
timeout 600 go run . < /dev/null

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @scalar/openapi-upgrader@0.4.9 swagger2openapi@7.0.8 < /dev/null
cat > compare.js << 'END'
import { readFileSync } from 'node:fs';
import { upgrade } from '@scalar/openapi-upgrader';
import converter from 'swagger2openapi';
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const made = {
  'kin-openapi': read('kin-openapi.json'),
  Scalar: upgrade(read('swagger.json'), '3.0'),
  swagger2openapi: (await converter.convertObj(read('swagger.json'), {})).openapi,
};
for (const [name, description] of Object.entries(made)) {
  const at = (part) => part?.$ref?.split('/').slice(1).reduce((value, key) => value[key], description) ?? part;
  const { get, post, put } = description.paths['/notes'];
  // What OpenAPI says without `explode`: true for a list of the query and of a form.
  const explode = (wanted) => get.parameters.find((one) => one.name === wanted).explode ?? true;
  const form = Object.values(at(post.requestBody).content)[0].encoding?.tags?.explode ?? true;
  const body = Object.keys(at(put.requestBody)?.content ?? { none: '' }).join();
  const nameless = (put.parameters ?? []).filter((one) => at(one).name === undefined).length;
  console.log(`${name}: tags ${explode('tags')}, ids ${explode('ids')}, form ${form}, body ${body}${nameless > 0 ? `, ${nameless} parameter without a name` : ''}`);
}
END
timeout 60 node compare.js | tee said

if [ "$(cat said)" = 'kin-openapi: tags true, ids false, form true, body */*
Scalar: tags false, ids false, form true, body none, 1 parameter without a name
swagger2openapi: tags false, ids false, form true, body application/xml' ]; then
  echo 'Still so: lists are repeated, and a shared body is lost.'
else
  echo 'Changed: a converter now writes lists or bodies in another way.'
  exit 1
fi
