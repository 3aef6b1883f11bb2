package stories;

import static stories.Play.expect;
import static stories.Sandbox.refused;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._helpers.bulk.BulkIngester;
import co.elastic.clients.elasticsearch._types.FieldValue;
import co.elastic.clients.elasticsearch._types.Refresh;
import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.elasticsearch.core.BulkRequest;
import co.elastic.clients.json.JsonData;
import co.elastic.clients.transport.BackoffPolicy;
import java.io.StringReader;
import java.util.List;
import java.util.Map;

/** The stories of indices, documents and searches. */
final class Documents {
  private Documents() {}

  static void indices(Sandbox sandbox) throws Exception {
    var client = sandbox.connect();
    var indices = client.indices();
    var index = "java-issues";
    indices.create(r -> r.index(index)
        .mappings(m -> m
            .properties("title", p -> p.text(t -> t))
            .properties("priority", p -> p.integer(t -> t))
            .properties("labels", p -> p.flattened(f -> f.depthLimit(5).ignoreAbove(256).nullValue("none"))))
        .settings(s -> s.numberOfShards("1").numberOfReplicas("0")
            .softDeletes(d -> d.retentionLease(l -> l.period(t -> t.time("12h")))))
        .aliases("java-open", a -> a));
    indices.putMapping(r -> r.index(index).properties("owner", p -> p.keyword(k -> k.ignoreAbove(64))));
    var mapping = indices.getMapping(r -> r.index(index)).get(index).mappings();
    expect(mapping.properties().get("labels").flattened().depthLimit() == 5, mapping);
    indices.putSettings(r -> r.index(index).settings(s -> s.refreshInterval(t -> t.time("30s"))));
    var settings = indices.getSettings(r -> r.index(index)).get(index).settings();
    expect(settings.index().refreshInterval().time().equals("30s"), settings);
    var rate = "indices.recovery.max_bytes_per_sec";
    client.cluster().putSettings(r -> r.persistent(rate, JsonData.of("50mb")));
    expect(!client.cluster().getSettings(r -> r.includeDefaults(true)).persistent().isEmpty(), "settings");
    client.cluster().putSettings(r -> r.withJson(new StringReader("{\"persistent\":{\"" + rate + "\":null}}")));
    indices.updateAliases(r -> r
        .actions(a -> a.add(d -> d.index(index).aliases("java-all", "java-write").isWriteIndex(true)))
        .actions(a -> a.remove(d -> d.index(index).alias("java-open"))));
    indices.putAlias(r -> r.index(index).name("java-bugs")
        .filter(f -> f.term(t -> t.field("labels.type").value("bug"))));
    expect(indices.getAlias(r -> r.index(index)).get(index).aliases().size() == 3, "aliases");
    expect(indices.existsAlias(r -> r.name("java-bugs")).value(), "alias");
    expect(indices.exists(r -> r.index(index)).value(), "index");
    indices.deleteAlias(r -> r.index(index).name("java-write"));
    indices.close(r -> r.index(index));
    indices.open(r -> r.index(index));
    indices.refresh(r -> r.index(index));
    expect(client.cat().indices(r -> r.index("java-*")).valueBody().size() == 1, "table");
    indices.delete(r -> r.index(index));
    var wrong = "{\"mappings\":{\"properties\":{\"labels\":{\"type\":\"flattened\",\"depth_limit\":-1}}}}";
    refused(400, () -> indices.create(r -> r.index("java-wrong").withJson(new StringReader(wrong))));
  }

  static void documents(Sandbox sandbox) throws Exception {
    var client = sandbox.connect();
    var index = "java-docs";
    client.indices().create(r -> r.index(index)
        .mappings(m -> m.properties("labels", p -> p.flattened(f -> f.depthLimit(2)))));
    var first = Map.of("labels", Map.of("os", Map.of("name", "any")));
    client.create(r -> r.index(index).id("1").document(first).refresh(Refresh.WaitFor));
    var written = client.index(r -> r.index(index)
        .document(Map.of("labels", Map.of("priority", "urgent", "release", List.of("v1", "v2")))));
    var read = client.get(r -> r.index(index).id(written.id()).sourceIncludes("labels.priority"), Map.class);
    expect(read.source().equals(Map.of("labels", Map.of("priority", "urgent"))), read);
    expect(client.exists(r -> r.index(index).id("1")).value(), "document");
    expect(!client.exists(r -> r.index(index).id("2")).value(), "no document");
    expect(client.getSource(r -> r.index(index).id("1"), Map.class).valueBody().equals(first), "source");
    client.update(r -> r.index(index).id("1").doc(Map.of("a", 1)).retryOnConflict(3), Map.class);
    client.update(r -> r.index(index).id("3").doc(Map.of("a", 1)).upsert(Map.of("a", 0)), Map.class);
    var both = client.mget(r -> r.index(index).ids("1", "3"), Map.class).docs();
    expect(both.size() == 2 && both.get(1).result().found(), both);
    var number = both.get(1).result().seqNo();
    client.delete(r -> r.index(index).id("3").ifSeqNo(number).ifPrimaryTerm(1L));
    var deep = Map.of("labels", Map.of("a", Map.of("b", Map.of("c", Map.of("d", "e")))));
    refused(400, () -> client.index(r -> r.index(index).document(deep)));
    refused(409, () -> client.create(r -> r.index(index).id("1").document(Map.of())));
    client.reindex(r -> r.source(s -> s.index(index)).dest(d -> d.index("java-copies")));
    var deleted = client.deleteByQuery(r -> r.index("java-copies")
        .query(q -> q.exists(e -> e.field("labels.priority"))));
    expect(deleted.deleted() == 1, deleted);
    client.indices().delete(r -> r.index(index, "java-copies"));
  }

  static void bulk(Sandbox sandbox) throws Exception {
    var client = sandbox.connect();
    var index = "java-bulk";
    sandbox.fault(Play.fault(429, "/_bulk", 1));
    var ingester = BulkIngester.<Void>of(b -> b.client(client).maxOperations(40)
        .backoffPolicy(BackoffPolicy.constantBackoff(10L, 3)));
    for (var each = 0; each < 250; each++) {
      var number = each;
      ingester.add(o -> o.index(d -> d.index(index).id("" + number).document(Map.of("number", number))));
    }
    ingester.close();
    client.indices().refresh(r -> r.index(index));
    var written = client.count(r -> r.index(index)).count();
    // It repeats items that are refused, and not whole requests.
    expect(written == 210, written);
    var request = new BulkRequest.Builder().index(index).refresh(Refresh.True)
        .operations(o -> o.update(u -> u.id("100").retryOnConflict(2).action(a -> a.doc(Map.of("a", 1)))))
        .operations(o -> o.create(c -> c.id("100").document(Map.of("a", 1))))
        .operations(o -> o.delete(d -> d.id("101")));
    var answer = client.bulk(request.build());
    expect(answer.errors() && answer.items().get(1).status() == 409, answer);
    client.indices().delete(r -> r.index(index));
  }

  static void searches(Sandbox sandbox) throws Exception {
    var client = sandbox.connect();
    var index = "java-search";
    client.indices().create(r -> r.index(index).mappings(m -> m
        .properties("labels", p -> p.flattened(f -> f))
        .properties("number", p -> p.integer(i -> i))));
    client.bulk(r -> {
      r.index(index).refresh(Refresh.True);
      for (var each = 0; each < 25; each++) {
        var number = each;
        var document = Map.of("number", number, "labels", Map.of("priority", "p" + number % 5));
        r.operations(o -> o.index(d -> d.id("" + number).document(document)));
      }
      return r;
    });
    var field = "labels.priority";
    List<Query> queries = List.of(
        Query.of(q -> q.term(t -> t.field("labels").value("p1"))),
        Query.of(q -> q.terms(t -> t.field(field).terms(v -> v.value(List.of(FieldValue.of("p1")))))),
        Query.of(q -> q.prefix(p -> p.field(field).value("p1"))),
        Query.of(q -> q.range(r -> r.term(t -> t.field(field).gte("p1").lt("p2")))),
        Query.of(q -> q.match(m -> m.field(field).query("p1"))),
        Query.of(q -> q.multiMatch(m -> m.fields(field).query("p1"))),
        Query.of(q -> q.queryString(s -> s.query("labels.priority:p1"))),
        Query.of(q -> q.simpleQueryString(s -> s.fields("labels").query("p1"))),
        Query.of(q -> q.bool(b -> b.must(m -> m.exists(e -> e.field("labels")))
            .filter(f -> f.term(t -> t.field(field).value("p1"))))));
    for (var query : queries) {
      var found = client.search(r -> r.index(index).query(query).size(0), Map.class);
      expect(found.hits().total().value() == 5, query);
      expect(client.count(r -> r.index(index).query(query)).count() == 5, query);
    }
    var several = client.msearch(r -> r
        .searches(s -> s.header(h -> h.index(index)).body(b -> b.query(queries.get(0))))
        .searches(s -> s.header(h -> h.index(index)).body(b -> b.query(q -> q.matchAll(m -> m)))), Map.class);
    expect(several.responses().size() == 2 && several.responses().get(0).isResult(), several);
    var first = client.search(r -> r.index(index)
        .sort(s -> s.field(f -> f.field(field).order(SortOrder.Desc)))
        .sort(s -> s.field(f -> f.field("number")))
        .aggregations("by", a -> a.terms(t -> t.field(field).size(3))
            .aggregations("most", m -> m.max(f -> f.field("number"))))
        .aggregations("numbers", a -> a.terms(t -> t.field("number")))
        .aggregations("some", a -> a.filter(queries.get(0)))
        .aggregations("count", a -> a.cardinality(c -> c.field(field)))
        .fields(f -> f.field(field))
        .source(s -> s.fetch(false))
        .trackTotalHits(t -> t.enabled(true))
        .size(10), Map.class);
    var buckets = first.aggregations().get("by").sterms().buckets().array();
    expect(buckets.get(0).docCount() == 5 && buckets.get(0).aggregations().get("most").max().value() >= 20, first);
    expect(first.aggregations().get("numbers").lterms().buckets().array().size() == 10, first);
    expect(first.aggregations().get("some").filter().docCount() == 5, first);
    expect(first.aggregations().get("count").cardinality().value() == 5, first);
    expect(first.hits().hits().get(0).fields().get(field).to(List.class).equals(List.of("p4")), first);
    pages(client, index);
    client.indices().delete(r -> r.index(index));
  }

  private static void pages(ElasticsearchClient client, String index) throws Exception {
    var time = client.openPointInTime(r -> r.index(index).keepAlive(t -> t.time("1m"))).id();
    var seen = 0;
    List<FieldValue> after = List.of();
    while (true) {
      var from = after;
      var id = time;
      var page = client.search(r -> {
        if (!from.isEmpty()) r.searchAfter(from);
        return r.pit(p -> p.id(id).keepAlive(t -> t.time("1m"))).sort(s -> s.field(f -> f.field("number")));
      }, Map.class);
      var hits = page.hits().hits();
      if (hits.isEmpty()) break;
      seen += hits.size();
      after = hits.get(hits.size() - 1).sort();
      time = page.pitId();
    }
    expect(seen == 25, seen);
    var last = time;
    expect(client.closePointInTime(r -> r.id(last)).succeeded(), "closed");
    var scroll = client.search(r -> r.index(index).scroll(t -> t.time("1m")).size(10), Map.class);
    var id = scroll.scrollId();
    var hits = scroll.hits().hits();
    seen = 0;
    while (!hits.isEmpty()) {
      seen += hits.size();
      var current = id;
      var page = client.scroll(r -> r.scrollId(current).scroll(t -> t.time("1m")), Map.class);
      hits = page.hits().hits();
      id = page.scrollId();
    }
    expect(seen == 25, seen);
    var open = id;
    client.clearScroll(r -> r.scrollId(open));
  }
}
