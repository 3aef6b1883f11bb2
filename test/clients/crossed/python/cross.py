"""Plays one short story against each server of a list, by the Python client that is named, and prints what came of each step.

Each step is a line of JSON: {"server", "step", "outcome"}.
"""

import importlib
import json
import logging
import sys
import warnings

name = sys.argv[1]
module = importlib.import_module(name)
helpers = importlib.import_module(name + ".helpers")
is_opensearch = name == "opensearchpy"
logging.disable(logging.CRITICAL)


def connect(server):
    if is_opensearch:
        return module.OpenSearch([server["baseUrl"]], http_auth=(server["user"], server["password"]))
    return module.Elasticsearch(server["baseUrl"], basic_auth=(server["user"], server["password"]))


def plain(answer):
    return answer if is_opensearch else answer.body


def with_body(body, **options):
    """The body as the client takes it: whole, or its members as arguments."""
    return {**options, "body": body} if is_opensearch else {**options, **body}


def document(value, **options):
    return {**options, "body" if is_opensearch else "document": value}


def lines(value, **options):
    return {**options, "body" if is_opensearch else "operations": value}


def who(client):
    version = plain(client.info())["version"]
    number = ".".join(version["number"].split(".")[:2])
    return " ".join([number, version.get("build_flavor", "-"), version.get("distribution", "-")])


def many(client):
    actions = [
        {"_index": "crossed", "_id": "8", "count": 8},
        {"_index": "crossed", "_id": "9", "count": "many"},
        {"_op_type": "create", "_index": "crossed", "_id": "1"},
    ]
    done, failed = helpers.bulk(client, actions, raise_on_error=False)
    kinds = ["%s %s" % (one["status"], one["error"]["type"]) for item in failed for one in item.values()]
    return ", ".join(["done %d" % done, *kinds])


def items(client):
    actions = [{"index": {"_id": "7"}}, {"count": 7}, {"create": {"_id": "1"}}, {"count": 1}, {"delete": {"_id": "0"}}]
    answer = plain(client.bulk(**lines(actions, index="crossed", refresh=True)))
    return ", ".join(str(one["status"]) for item in answer["items"] for one in item.values())


def pages(client):
    client.indices.refresh(index="crossed")
    found = helpers.scan(client, index="crossed", query={"query": {"match_all": {}}}, size=1)
    return "%d found" % len(list(found))


def key(client):
    if is_opensearch:
        client.transport.perform_request("POST", "/_security/api_key", body={"name": "crossed"})
    else:
        client.security.create_api_key(name="crossed")
    return "made"


def refreshed(client):
    client.indices.refresh(index="crossed")
    return client.search(**with_body({"query": {"match": {"title": "one"}}}, index="crossed"))


MAPPINGS = {"mappings": {"properties": {"title": {"type": "text"}, "count": {"type": "integer"}}}}
STEPS = {
    "who it is": who,
    "is it there": lambda client: client.ping(),
    "create an index": lambda client: plain(client.indices.create(**with_body(MAPPINGS, index="crossed")))["index"],
    "create it again": lambda client: client.indices.create(index="crossed"),
    "index a document": lambda client: plain(
        client.index(**document({"title": "one", "count": 1}, index="crossed", id="1"))
    )["result"],
    "index a wrong one": lambda client: client.index(**document({"count": "many"}, index="crossed", id="2")),
    "get it": lambda client: plain(client.get(index="crossed", id="1"))["_source"]["title"],
    "get a missing one": lambda client: client.get(index="crossed", id="none"),
    "is a missing one there": lambda client: bool(client.exists(index="crossed", id="none")),
    "search": lambda client: "%d found" % plain(refreshed(client))["hits"]["total"]["value"],
    "search wrongly": lambda client: client.search(**with_body({"query": {"matches": {}}}, index="crossed")),
    "several at once": items,
    "several by the helper": many,
    "page by page": pages,
    "create a key": key,
    "delete it": lambda client: plain(client.delete(index="crossed", id="1"))["result"],
    "delete the index": lambda client: plain(client.indices.delete(index="crossed"))["acknowledged"],
}


def error_type(error):
    """The type of the error that the server named, wherever the client keeps it."""
    body = getattr(error, "body", None) or getattr(error, "info", None)
    if isinstance(body, dict):
        inner = body.get("error")
        return inner.get("type", "?") if isinstance(inner, dict) else "text" if inner else "no error"
    return str(body)[:40] if body else ""


def outcome(client, step):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            came = step(client)
            value = "ok: %s" % came if isinstance(came, (str, bool)) else "ok"
        except Exception as error:
            status = getattr(error, "status_code", None)
            value = " ".join(str(part) for part in (type(error).__name__, status, error_type(error)) if part)
    kinds = sorted({one.category.__name__ for one in seen if one.category.__name__.endswith("searchWarning")})
    return " + ".join([value, *kinds])


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        servers = json.load(file)
    for server in servers:
        client = connect(server)
        for step, play in STEPS.items():
            line = {"server": server["name"], "step": step, "outcome": outcome(client, play)}
            print(json.dumps(line), flush=True)


main()
