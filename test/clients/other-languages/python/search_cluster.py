"""The stories of the official client of the search cluster."""

import base64

from elasticsearch import (
    ApiError,
    AuthorizationException,
    BadRequestError,
    Elasticsearch,
    NotFoundError,
    helpers,
)


def connect(sandbox, name="sandbox-cluster", **options):
    if not {"api_key", "basic_auth"} & options.keys():
        options["bearer_auth"] = sandbox.token(name)
    return Elasticsearch(sandbox.url(name), **options)


def refused(kind, status, call):
    try:
        call()
    except kind as error:
        assert error.status_code == status, error
        return error
    raise AssertionError("it was not refused")


def info(sandbox):
    """connects, and says who it is"""
    client = connect(sandbox)
    assert client.info()["version"]["number"].startswith("8.")
    assert client.ping()
    assert client.cluster.health()["status"] == "green"
    assert client.security.authenticate()["username"] == "elastic"
    password = connect(sandbox, basic_auth=("elastic", sandbox.token("sandbox-cluster")))
    assert password.security.authenticate()["authentication_type"] == "realm"
    assert client.security.has_privileges(cluster=["manage_own_api_key"])["has_all_requested"]


def api_keys(sandbox):
    """creates, reads, queries, updates and invalidates API keys"""
    client = connect(sandbox)
    descriptors = {
        "reader": {
            "cluster": ["monitor"],
            "indices": [{"names": ["py-logs-*"], "privileges": ["read", "view_index_metadata"]}],
            "metadata": {"team": "search"},
        }
    }
    made = client.security.create_api_key(
        name="py-key",
        expiration="7d",
        role_descriptors=descriptors,
        metadata={"application": "stories", "tags": ["a", "b"]},
        refresh="wait_for",
    )
    assert base64.b64decode(made["encoded"]).decode() == "%s:%s" % (made["id"], made["api_key"])
    for api_key in (made["encoded"], (made["id"], made["api_key"])):
        me = connect(sandbox, api_key=api_key).security.authenticate()
        assert me["api_key"]["id"] == made["id"]
    listed = client.security.get_api_key(id=made["id"], with_limited_by=True, owner=True)["api_keys"]
    assert [key["name"] for key in listed] == ["py-key"]
    for number in range(3):
        client.security.create_api_key(name="py-page-%d" % number, metadata={"number": number})
    found = client.security.query_api_keys(
        query={"bool": {"filter": [{"prefix": {"name": "py-page-"}}, {"term": {"invalidated": False}}]}},
        sort=[{"name": {"order": "asc"}}],
        size=2,
    )
    assert (found["total"], found["count"]) == (3, 2)
    rest = client.security.query_api_keys(
        query={"prefix": {"name": "py-page-"}},
        sort=[{"name": {"order": "asc"}}],
        search_after=found["api_keys"][-1]["_sort"],
        size=2,
    )
    assert [key["name"] for key in rest["api_keys"]] == ["py-page-2"]
    changed = client.security.update_api_key(id=made["id"], metadata={"application": "changed"}, expiration="30d")
    assert changed["updated"]
    ids = [key["id"] for key in found["api_keys"]]
    assert len(client.security.bulk_update_api_keys(ids=ids, metadata={"number": 9})["updated"]) == 2
    granted = client.security.grant_api_key(
        grant_type="password",
        username="elastic",
        password=sandbox.token("sandbox-cluster"),
        api_key={"name": "py-granted", "expiration": "1h"},
    )
    assert client.security.invalidate_api_key(ids=[made["id"], granted["id"]])["error_count"] == 0
    assert len(client.security.invalidate_api_key(name="py-page-*")["invalidated_api_keys"]) == 3
    refused(ApiError, 401, connect(sandbox, api_key=made["encoded"]).security.authenticate)


def derived_keys(sandbox):
    """is refused what the documents forbid for keys"""
    client = connect(sandbox)
    descriptors = {"r": {"cluster": ["manage_own_api_key"], "indices": []}}
    made = client.security.create_api_key(name="py-parent", role_descriptors=descriptors)
    parent = connect(sandbox, api_key=made["encoded"])
    child = parent.security.create_api_key(name="py-child", role_descriptors={"none": {}})
    assert connect(sandbox, api_key=child["encoded"]).security.authenticate()["username"] == "elastic"
    refused(AuthorizationException, 403, connect(sandbox, api_key=child["encoded"]).cluster.health)
    refused(BadRequestError, 400, lambda: parent.security.create_api_key(name="x", role_descriptors=descriptors))
    refused(BadRequestError, 400, lambda: client.security.create_api_key(name="x", metadata={"_own": 1}))
    client.security.invalidate_api_key(name="py-parent")


def repositories(sandbox):
    """registers, reads, verifies, cleans up and deletes snapshot repositories"""
    snapshot = connect(sandbox).snapshot
    settings = {"location": "py-backup", "compress": True, "chunk_size": "1gb", "max_snapshot_bytes_per_sec": "40mb"}
    assert snapshot.create_repository(name="py-fs", repository={"type": "fs", "settings": settings})["acknowledged"]
    source = {"type": "source", "settings": {"delegate_type": "fs", "location": "py-source"}}
    snapshot.create_repository(name="py-source", repository=source, verify=False)
    reader = {"type": "fs", "settings": {"location": "py-backup", "readonly": True}}
    snapshot.create_repository(name="py-reader", repository=reader)
    assert set(snapshot.get_repository(name="py-fs,py-r*")) == {"py-fs", "py-reader"}
    assert snapshot.get_repository(name=["py-fs"])["py-fs"]["settings"]["location"] == "py-backup"
    assert {"py-fs", "py-source"} <= set(snapshot.get_repository())
    assert snapshot.verify_repository(name="py-fs")["nodes"]
    assert snapshot.cleanup_repository(name="py-fs")["results"]["deleted_blobs"] == 0
    url = {"type": "url", "settings": {"url": "ftp://elsewhere.example/data"}}
    refused(ApiError, 500, lambda: snapshot.create_repository(name="py-url", repository=url))
    for name in ("py-fs", "py-source", "py-reader"):
        snapshot.delete_repository(name=name)
    refused(NotFoundError, 404, lambda: snapshot.get_repository(name="py-fs"))


def snapshots(sandbox):
    """takes, reads, clones, restores and deletes snapshots"""
    client = connect(sandbox)
    client.snapshot.create_repository(
        name="py-snapshots", repository={"type": "fs", "settings": {"location": "py-snapshots"}}
    )
    client.index(index="py-kept", id="1", document={"title": "kept"})
    where = {"repository": "py-snapshots", "snapshot": "first"}
    done = client.snapshot.create(
        **where,
        indices="py-kept",
        include_global_state=False,
        metadata={"reason": "story"},
        wait_for_completion=True,
    )
    assert done["snapshot"]["state"] == "SUCCESS"
    client.snapshot.clone(**where, target_snapshot="second", indices="py-kept")
    listed = client.snapshot.get(repository="py-snapshots", snapshot="*", sort="start_time", order="desc", size=1)
    assert len(listed["snapshots"]) == 1 and listed["total"] == 2
    following = client.snapshot.get(
        repository="py-snapshots", snapshot="*", sort="start_time", order="desc", after=listed["next"]
    )
    assert len(following["snapshots"]) == 1
    assert client.snapshot.status(**where)["snapshots"][0]["state"] == "SUCCESS"
    client.snapshot.restore(
        **where,
        indices="py-kept",
        rename_pattern="py-(.+)",
        rename_replacement="py-restored-$1",
        index_settings={"index.number_of_replicas": 0},
        wait_for_completion=True,
    )
    assert client.get(index="py-restored-kept", id="1")["_source"] == {"title": "kept"}
    client.snapshot.delete(repository="py-snapshots", snapshot="first,second")
    client.indices.delete(index="py-kept,py-restored-kept")
    client.snapshot.delete_repository(name="py-snapshots")


def indices(sandbox):
    """creates indices with flattened fields, and changes mappings, settings and aliases"""
    client = connect(sandbox)
    labels = {"type": "flattened", "depth_limit": 5, "ignore_above": 256, "null_value": "none"}
    client.indices.create(
        index="py-issues",
        mappings={"properties": {"title": {"type": "text"}, "priority": {"type": "integer"}, "labels": labels}},
        settings={"number_of_shards": 1, "number_of_replicas": 0, "index.soft_deletes.retention_lease.period": "12h"},
        aliases={"py-open": {"filter": {"term": {"labels.state": "open"}}}},
    )
    client.indices.put_mapping(index="py-issues", properties={"owner": {"type": "keyword", "ignore_above": 64}})
    mapping = client.indices.get_mapping(index="py-issues")["py-issues"]["mappings"]
    assert mapping["properties"]["labels"]["depth_limit"] == 5
    assert mapping["properties"]["owner"]["type"] == "keyword"
    client.indices.put_settings(index="py-issues", settings={"index": {"refresh_interval": "30s"}})
    read = client.indices.get_settings(index="py-issues", flat_settings=True)
    assert read["py-issues"]["settings"]["index.refresh_interval"] == "30s"
    client.cluster.put_settings(persistent={"indices.recovery.max_bytes_per_sec": "50mb"})
    assert client.cluster.get_settings(include_defaults=True, flat_settings=True)["persistent"]
    client.cluster.put_settings(persistent={"indices.recovery.max_bytes_per_sec": None})
    actions = [
        {"add": {"indices": ["py-issues"], "aliases": ["py-all", "py-write"], "is_write_index": True}},
        {"remove": {"index": "py-issues", "alias": "py-open"}},
    ]
    client.indices.update_aliases(actions=actions)
    client.indices.put_alias(index="py-issues", name="py-bugs", filter={"term": {"labels.type": "bug"}})
    assert set(client.indices.get_alias(index="py-issues")["py-issues"]["aliases"]) == {"py-all", "py-write", "py-bugs"}
    assert client.indices.exists_alias(name="py-bugs") and client.indices.exists(index="py-issues")
    client.indices.delete_alias(index="py-issues", name="py-write")
    client.indices.close(index="py-issues", wait_for_active_shards=0)
    client.indices.open(index="py-issues")
    client.indices.refresh(index="py-issues")
    assert client.cat.indices(index="py-*", format="json")
    client.indices.delete(index="py-issues")
    wrong = {"properties": {"labels": {"type": "flattened", "store": True}}}
    refused(BadRequestError, 400, lambda: client.indices.create(index="py-wrong", mappings=wrong))


def documents(sandbox):
    """writes, reads, updates and deletes documents, and is refused those that are too deep"""
    client = connect(sandbox)
    labels = {"type": "flattened", "depth_limit": 2}
    client.indices.create(index="py-docs", mappings={"properties": {"labels": labels}})
    client.create(index="py-docs", id="1", document={"labels": {"os": {"name": "any"}}}, refresh="wait_for")
    written = client.index(index="py-docs", document={"labels": {"priority": "urgent", "release": ["v1", "v2"]}})
    read = client.get(index="py-docs", id=written["_id"], source_includes=["labels.priority"])
    assert read["_source"] == {"labels": {"priority": "urgent"}}
    assert client.exists(index="py-docs", id="1") and not client.exists(index="py-docs", id="2")
    assert client.get_source(index="py-docs", id="1") == {"labels": {"os": {"name": "any"}}}
    client.update(index="py-docs", id="1", doc={"labels": {"more": "yes"}}, retry_on_conflict=3)
    client.update(index="py-docs", id="3", doc={"a": 1}, upsert={"a": 0})
    both = client.mget(index="py-docs", ids=["1", "3"])
    assert [one["found"] for one in both["docs"]] == [True, True]
    deleted = client.delete(index="py-docs", id="3", if_seq_no=both["docs"][1]["_seq_no"], if_primary_term=1)
    assert deleted["result"] == "deleted"
    deep = {"labels": {"a": {"b": {"c": {"d": "e"}}}}}
    refused(BadRequestError, 400, lambda: client.index(index="py-docs", document=deep))
    refused(ApiError, 409, lambda: client.create(index="py-docs", id="1", document={}))
    client.reindex(source={"index": "py-docs"}, dest={"index": "py-copies"})
    query = {"exists": {"field": "labels.priority"}}
    assert client.delete_by_query(index="py-copies", query=query, conflicts="proceed")["deleted"] == 1
    client.indices.delete(index="py-docs,py-copies")


def bulk(sandbox):
    """streams documents by its bulk helpers"""
    client = connect(sandbox)
    lines = ({"_index": "py-bulk", "_id": str(number), "number": number} for number in range(250))
    assert sum(ok for ok, _ in helpers.streaming_bulk(client, lines, chunk_size=40)) == 250
    updates = [
        {"_op_type": "update", "_index": "py-bulk", "_id": "1", "doc": {"labels": {"a": "b"}}, "retry_on_conflict": 2},
        {"_op_type": "delete", "_index": "py-bulk", "_id": "2"},
        {"_op_type": "create", "_index": "py-bulk", "_id": "1", "number": 0},
    ]
    done, failed = helpers.bulk(client, updates, raise_on_error=False, refresh=True)
    assert done == 2 and failed[0]["create"]["status"] == 409
    more = ({"_index": "py-bulk", "number": number} for number in range(60))
    assert all(ok for ok, _ in helpers.parallel_bulk(client, more, thread_count=2, chunk_size=20))
    assert client.count(index="py-bulk")["count"] == 309
    assert len(list(helpers.scan(client, index="py-bulk", size=100))) == 309
    client.indices.delete(index="py-bulk")


def searches(sandbox):
    """searches flattened fields, with pages by search_after, points in time and scrolls"""
    client = connect(sandbox)
    labels = {"type": "flattened"}
    client.indices.create(
        index="py-search", mappings={"properties": {"labels": labels, "number": {"type": "integer"}}}
    )
    lines = []
    for number in range(25):
        lines += [{"index": {"_id": str(number)}}]
        lines += [{"number": number, "labels": {"priority": "p%d" % (number % 5), "release": ["v1.%d" % number]}}]
    client.bulk(index="py-search", operations=lines, refresh="true")
    queries = [
        {"term": {"labels": "p1"}},
        {"terms": {"labels.priority": ["p1"]}},
        {"prefix": {"labels.priority": {"value": "p1"}}},
        {"range": {"labels.priority": {"gte": "p1", "lt": "p2"}}},
        {"match": {"labels.priority": {"query": "p1"}}},
        {"multi_match": {"query": "p1", "fields": ["labels.priority"]}},
        {"query_string": {"query": "labels.priority:p1"}},
        {"simple_query_string": {"query": "p1", "fields": ["labels"]}},
        {"bool": {"must": [{"exists": {"field": "labels"}}], "filter": [{"term": {"labels.priority": "p1"}}]}},
    ]
    for query in queries:
        assert client.search(index="py-search", query=query, size=0)["hits"]["total"]["value"] == 5, query
    several = client.msearch(
        index="py-search", searches=[{}, {"query": queries[0]}, {"index": "py-search"}, {"query": {"match_all": {}}}]
    )
    assert [one["hits"]["total"]["value"] for one in several["responses"]] == [5, 25]
    first = client.search(
        index="py-search",
        query={"match_all": {}},
        sort=[{"labels.priority": "desc"}, {"number": {"order": "asc"}}],
        aggregations={"by": {"terms": {"field": "labels.priority", "size": 3}}},
        fields=["labels.priority"],
        source=False,
        size=10,
        track_total_hits=True,
    )
    assert [one["doc_count"] for one in first["aggregations"]["by"]["buckets"]] == [5, 5, 5]
    assert first["hits"]["hits"][0]["fields"] == {"labels.priority": ["p4"]}
    pages, seen = 0, []
    pit = client.open_point_in_time(index="py-search", keep_alive="1m")["id"]
    after = None
    while True:
        page = client.search(
            pit={"id": pit, "keep_alive": "1m"}, sort=["number"], search_after=after, size=10
        )
        hits = page["hits"]["hits"]
        if not hits:
            break
        pages, after, pit = pages + 1, hits[-1]["sort"], page["pit_id"]
        seen += [hit["_id"] for hit in hits]
    assert pages == 3 and seen == [str(number) for number in range(25)]
    client.close_point_in_time(id=pit)
    page = client.search(index="py-search", scroll="1m", size=10, sort="_doc")
    count = 0
    while page["hits"]["hits"]:
        count += len(page["hits"]["hits"])
        page = client.scroll(scroll_id=page["_scroll_id"], scroll="1m")
    assert count == 25
    client.clear_scroll(scroll_id=page["_scroll_id"])
    assert client.count(index="py-search", query=queries[1])["count"] == 5
    client.indices.delete(index="py-search")


def replication(sandbox):
    """follows, pauses, resumes and unfollows an index, and follows by pattern"""
    leader, client = connect(sandbox, "sandbox-leader"), connect(sandbox)
    leader.indices.create(index="py-lead", settings={"index.soft_deletes.enabled": True})
    leader.index(index="py-lead", id="1", document={"a": 1})
    assert client.cluster.remote_info()["leader"]["connected"]
    made = client.ccr.follow(
        index="py-follow",
        remote_cluster="leader",
        leader_index="py-lead",
        max_read_request_operation_count=1024,
        read_poll_timeout="30s",
        wait_for_active_shards="1",
    )
    assert made["index_following_started"]
    assert client.ccr.follow_info(index="py-follow")["follower_indices"][0]["status"] == "active"
    assert client.ccr.follow_stats(index="py-follow")["indices"][0]["index"] == "py-follow"
    assert client.ccr.stats()["follow_stats"]["indices"]
    assert client.get(index="py-follow", id="1")["_source"] == {"a": 1}
    client.ccr.pause_follow(index="py-follow")
    client.ccr.resume_follow(index="py-follow", max_write_buffer_size="256mb")
    refused(ApiError, 400, lambda: client.ccr.unfollow(index="py-follow"))
    client.ccr.pause_follow(index="py-follow")
    client.indices.close(index="py-follow", wait_for_active_shards="0")
    client.ccr.follow(index="py-follow", remote_cluster="leader", leader_index="py-lead")
    client.ccr.pause_follow(index="py-follow")
    client.indices.close(index="py-follow")
    client.ccr.unfollow(index="py-follow")
    client.ccr.put_auto_follow_pattern(
        name="py-pattern",
        remote_cluster="leader",
        leader_index_patterns=["py-auto-*"],
        follow_index_pattern="{{leader_index}}-copy",
    )
    assert client.ccr.get_auto_follow_pattern(name="py-pattern")["patterns"][0]["name"] == "py-pattern"
    client.ccr.pause_auto_follow_pattern(name="py-pattern")
    client.ccr.resume_auto_follow_pattern(name="py-pattern")
    client.ccr.delete_auto_follow_pattern(name="py-pattern")
    client.indices.delete(index="py-follow")
    leader.indices.delete(index="py-lead")


def retries(sandbox):
    """tries again when the cluster is busy"""
    client = connect(sandbox, retry_on_status=(429, 503), max_retries=3)
    for status in (429, 503):
        sandbox.fault("sandbox-cluster", fault="status", status=status, path="/py-retried/_doc/*", times=2)
        assert client.index(index="py-retried", id="1", document={"a": status})["_shards"]["failed"] == 0
    sandbox.fault("sandbox-cluster", fault="status", status=429, path="/_bulk", times=2)
    lines = [{"_index": "py-retried", "a": number} for number in range(10)]
    done = helpers.streaming_bulk(connect(sandbox), lines, max_retries=3, initial_backoff=0.01, chunk_size=5)
    assert all(ok for ok, _ in done)
    client.indices.delete(index="py-retried")


STORIES = [
    info,
    api_keys,
    derived_keys,
    repositories,
    snapshots,
    indices,
    documents,
    bulk,
    searches,
    replication,
    retries,
]
