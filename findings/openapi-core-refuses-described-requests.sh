#!/usr/bin/env bash
# openapi-core refuses JSON as `application/merge-patch+json`, numbers of a multipart form and each format that it does not know, and fails for `type: [integer, null]`.
#
# Version: openapi-core 0.23.1 with openapi-schema-validator 0.8.1 and jsonschema-path 0.4.6 (PyPI), seen in November 2026.
# Behaviour: `unmarshal_request` is what the package's parts for Django, Flask, FastAPI and others call. Only `application/json` is read as JSON: a body of a type
#   that ends in `+json`, or one of `application/json` that is described as `application/*`, is compared as bytes, so it is not of type object. An integer in a
#   multipart form is refused as text, and in an urlencoded form it is read. A `format` that is not known, which OpenAPI says is to be ignored, refuses every
#   value. A parameter with a list of types, as OpenAPI 3.1 has them, is an exception for every request that has it. A list described by `allOf` is refused.
#   `1_0`, which JSON Schema does not call an integer, is read as 10; a boolean may be `yes`, and a number `nan`.
# Output seen:
#   application/merge-patch+json {"w":1}     refused        application/json for application/*   refused
#   multipart n=1                            refused        urlencoded n=1                       {'n': 1}
#   format: phone, a text                    refused        type: [integer, null], t=1           TypeError
#   allOf of a list, t=1&t=2                 refused        integer 1_0, boolean yes, number nan: 10, True, nan
# Why it matters: whoever follows the description gets 400 from the server, and reads of a "validation error" in a request that has none. Rulebook finds nothing
#   wrong with the first seven of these requests, and reports the last three.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages openapi-core==0.23.1 openapi-schema-validator==0.8.1 \
  jsonschema-path==0.4.6 2> /dev/null < /dev/null

cat > ask.py << 'END'
from urllib.parse import parse_qsl

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest
from werkzeug.datastructures import ImmutableMultiDict

thing = {"type": "object", "properties": {"w": {"type": "integer"}}}
form = {"type": "object", "properties": {"n": {"type": "integer"}}}
part = b'--b\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n--b--\r\n'


def ask(name, schema, query=None, media=None, described=None, body=None, version="3.0.3"):
    operation = {"responses": {"204": {"description": "done"}}}
    if media:
        operation["requestBody"] = {"content": {described or media.split(";")[0]: {"schema": schema}}}
    else:
        operation["parameters"] = [{"name": "t", "in": "query", "schema": schema}]
    description = {"openapi": version, "info": {"title": "t", "version": "1"}, "servers": [{"url": "http://api.test"}], "paths": {"/a": {"post": operation}}}
    request = MockRequest(
        "http://api.test", "post", "/a", args=ImmutableMultiDict(parse_qsl(query or "")), data=body, content_type=media or "application/json"
    )
    try:
        result = OpenAPI.from_dict(description).unmarshal_request(request)
        said = "refused" if result.errors else result.body if media else result.parameters.query["t"]
    except Exception as error:
        said = type(error).__name__
    print(f"{name}: {said}")


ask("merge-patch+json", thing, media="application/merge-patch+json", body=b'{"w":1}')
ask("application/*", thing, media="application/json", described="application/*", body=b'{"w":1}')
ask("multipart", form, media="multipart/form-data; boundary=b", body=part)
ask("urlencoded", form, media="application/x-www-form-urlencoded", body=b"n=1")
ask("format phone", {"type": "string", "format": "phone"}, media="application/json", body=b'"1"')
ask("two types", {"type": ["integer", "null"]}, query="t=1", version="3.1.0")
ask("allOf of a list", {"allOf": [{"type": "array", "items": {"type": "integer"}}]}, query="t=1&t=2")
ask("integer", {"type": "integer"}, query="t=1_0")
ask("boolean", {"type": "boolean"}, query="t=yes")
ask("number", {"type": "number"}, query="t=nan")
END
PYTHONPATH=packages timeout 120 python3 -W ignore ask.py | tee said

if [ "$(cat said)" = "merge-patch+json: refused
application/*: refused
multipart: refused
urlencoded: {'n': 1}
format phone: refused
two types: TypeError
allOf of a list: refused
integer: 10
boolean: True
number: nan" ]; then
  echo 'Still so: requests that follow the description are refused.'
else
  echo 'Changed: other requests are refused now.'
  exit 1
fi
