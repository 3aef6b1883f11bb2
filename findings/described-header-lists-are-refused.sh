#!/usr/bin/env bash
# FastAPI and Litestar describe a header field that is a list, and refuse the list as the description says to write it; a list in a cookie cannot be sent at all.
#
# Version: fastapi 0.165.0 with starlette 1.10.0 and httpx 0.28.1, and litestar 2.25.0 (PyPI), seen in November 2026.
# Behaviour: a list of integers is taken from the field `X-Ids`. The published OpenAPI file has a header parameter of type array; the style of header parameters
#   is `simple`, so the list is written `X-Ids: 1,2`. FastAPI answers 422 to that, and takes two fields `X-Ids` instead, which no client of the description sends.
#   Litestar answers 400 to both, and to one value. A list that is a cookie is described likewise, and refused by both with one value, with two cookies, and with
#   commas.
# Output seen (status; described, as two fields, one value, cookie with one value, two cookies):
#   fastapi    422 200 200, 422 422
#   litestar   400 400 400, 400 400
# Why it matters: each generated client, and a mock of the file, send what the description says, and get errors from the very server that made it. A program that
#   declares such fields takes a text, and splits it itself. Rulebook finds nothing wrong with `X-Ids: 1,2`, which is what the description says.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages fastapi==0.165.0 starlette==1.10.0 httpx==0.28.1 litestar==2.25.0 \
  2> /dev/null < /dev/null

cat > ask.py << 'END'
import logging
from typing import Annotated

import fastapi
import litestar
from fastapi.testclient import TestClient
from litestar.params import Parameter
from litestar.testing import TestClient as LitestarClient

first = fastapi.FastAPI()


@first.get("/h")
def first_header(x_ids: Annotated[list[int], fastapi.Header()]):
    return x_ids


@first.get("/c")
def first_cookie(ids: Annotated[list[int], fastapi.Cookie()]):
    return ids


@litestar.get("/h")
async def second_header(ids: Annotated[list[int], Parameter(header="x-ids")]) -> list[int]:
    return ids


@litestar.get("/c")
async def second_cookie(ids: Annotated[list[int], Parameter(cookie="ids")]) -> list[int]:
    return ids


second = litestar.Litestar([second_header, second_cookie])
logging.disable()


def described(name, document):
    for path in ("/h", "/c"):
        (parameter,) = document["paths"][path]["get"]["parameters"]
        print(name, parameter["in"], parameter["schema"]["type"], parameter.get("style", "default style"))


def statuses(name, client):
    fields = ([("x-ids", "1,2")], [("x-ids", "1"), ("x-ids", "2")], [("x-ids", "1")])
    cookies = ("ids=1", "ids=1; ids=2")
    header = [client.get("/h", headers=sent).status_code for sent in fields]
    cookie = [client.get("/c", headers={"cookie": sent}).status_code for sent in cookies]
    print(name, *header, *cookie)


described("fastapi", first.openapi())
described("litestar", second.openapi_schema.to_schema())
statuses("fastapi", TestClient(first))
with LitestarClient(second) as client:
    logging.disable()
    statuses("litestar", client)
END
PYTHONPATH=packages timeout 120 python3 -W ignore ask.py 2> /dev/null | tee said

if [ "$(cat said)" = 'fastapi header array default style
fastapi cookie array default style
litestar header array default style
litestar cookie array default style
fastapi 422 200 200 422 422
litestar 400 400 400 400 400' ]; then
  echo 'Still so: a list in a header field is refused as it is described.'
else
  echo 'Changed: the description or the server is now another one.'
  exit 1
fi
