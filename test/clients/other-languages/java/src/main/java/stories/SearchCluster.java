package stories;

import static stories.Play.expect;
import static stories.Sandbox.refused;

import co.elastic.clients.elasticsearch._types.HealthStatus;
import co.elastic.clients.elasticsearch._types.Refresh;
import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch.security.QueryApiKeysRequest;
import co.elastic.clients.json.JsonData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.http.HttpHost;

/** The stories of keys, snapshots and replication. */
final class SearchCluster {
  private SearchCluster() {}

  static void info(Sandbox sandbox) throws Exception {
    var client = sandbox.connect();
    expect(client.info().version().number().startsWith("8."), "version");
    expect(client.ping().value(), "ping");
    expect(client.cluster().health().status() == HealthStatus.Green, "health");
    expect(client.security().authenticate().username().equals("elastic"), "user");
    var pair = "elastic:" + sandbox.credential("sandbox-cluster").replace("Bearer ", "");
    var encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    var password = sandbox.connect("sandbox-cluster", "Basic " + encoded);
    expect(password.security().authenticate().authenticationType().equals("realm"), "password");
    expect(client.security().hasPrivileges(r -> r.cluster("manage_own_api_key")).hasAllRequested(), "privilege");
  }

  static void apiKeys(Sandbox sandbox) throws Exception {
    var security = sandbox.connect().security();
    var made = security.createApiKey(r -> r
        .name("java-key")
        .expiration(t -> t.time("7d"))
        .refresh(Refresh.WaitFor)
        .metadata("application", JsonData.of("stories"))
        .roleDescriptors("reader", d -> d
            .cluster("monitor")
            .indices(i -> i.names("java-logs-*").privileges("read"))));
    var pair = (made.id() + ":" + made.apiKey()).getBytes(StandardCharsets.UTF_8);
    expect(Base64.getEncoder().encodeToString(pair).equals(made.encoded()), "encoded");
    var byKey = sandbox.connect("sandbox-cluster", "ApiKey " + made.encoded());
    expect(byKey.security().authenticate().apiKey().id().equals(made.id()), "key");
    expect(security.getApiKey(r -> r.id(made.id()).withLimitedBy(true).owner(true)).apiKeys().size() == 1, "list");
    var ids = new ArrayList<String>();
    for (var name : List.of("java-page-0", "java-page-1", "java-page-2")) {
      ids.add(security.createApiKey(r -> r.name(name)).id());
    }
    var query = new QueryApiKeysRequest.Builder()
        .query(q -> q.bool(b -> b.filter(f -> f.prefix(p -> p.field("name").value("java-page-")))))
        .sort(s -> s.field(f -> f.field("name").order(SortOrder.Asc)))
        .aggregations("names", a -> a.terms(t -> t.field("name")))
        .size(2)
        .build();
    var found = security.queryApiKeys(query);
    expect(found.total() == 3 && found.count() == 2, found);
    expect(found.aggregations().get("names").sterms().buckets().array().size() == 3, found);
    var after = found.apiKeys().get(1).sort();
    var rest = security.queryApiKeys(r -> r
        .query(q -> q.prefix(p -> p.field("name").value("java-page-")))
        .sort(s -> s.field(f -> f.field("name").order(SortOrder.Asc)))
        .searchAfter(after)
        .size(2));
    expect(rest.apiKeys().get(0).name().equals("java-page-2"), rest);
    expect(security.updateApiKey(r -> r.id(made.id()).expiration(t -> t.time("30d"))).updated(), "update");
    var several = security.bulkUpdateApiKeys(r -> r.ids(ids).metadata("number", JsonData.of(9)));
    expect(several.updated().size() == 3, several);
    ids.add(made.id());
    expect(security.invalidateApiKey(r -> r.ids(ids)).invalidatedApiKeys().size() == 4, "invalidation");
    refused(401, () -> byKey.security().authenticate());
    refused(400, () -> security.createApiKey(r -> r.name("x").metadata("_own", JsonData.of(1))));
  }

  static void repositories(Sandbox sandbox) throws Exception {
    var snapshot = sandbox.connect().snapshot();
    snapshot.createRepository(r -> r.name("java-fs")
        .repository(p -> p.fs(f -> f.settings(s -> s.location("java-backup").compress(true)))));
    snapshot.createRepository(r -> r.name("java-reader")
        .repository(p -> p.fs(f -> f.settings(s -> s.location("java-backup").readonly(true)))));
    var listed = snapshot.getRepository(r -> r.name("java-fs", "java-r*"));
    expect(listed.result().size() == 2 && listed.get("java-fs").isFs(), listed);
    expect(snapshot.getRepository().result().size() >= 2, "all");
    expect(snapshot.verifyRepository(r -> r.name("java-fs")).nodes().size() == 1, "nodes");
    expect(snapshot.cleanupRepository(r -> r.name("java-fs")).results().deletedBlobs() == 0, "cleanup");
    refused(500, () -> snapshot.createRepository(r -> r.name("java-url")
        .repository(p -> p.url(u -> u.settings(s -> s.url("ftp://elsewhere.example/data"))))));
    for (var name : List.of("java-fs", "java-reader")) {
      expect(snapshot.deleteRepository(r -> r.name(name)).acknowledged(), name);
    }
    refused(404, () -> snapshot.getRepository(r -> r.name("java-fs")));
  }

  static void snapshots(Sandbox sandbox) throws Exception {
    var client = sandbox.connect();
    var repository = "java-snapshots";
    client.snapshot().createRepository(r -> r.name(repository)
        .repository(p -> p.fs(f -> f.settings(s -> s.location(repository)))));
    client.index(r -> r.index("java-kept").id("1").document(Map.of("title", "kept")));
    var done = client.snapshot().create(r -> r.repository(repository).snapshot("first").indices("java-kept")
        .includeGlobalState(false).metadata("reason", JsonData.of("story")).waitForCompletion(true));
    expect(done.snapshot().state().equals("SUCCESS"), done);
    client.snapshot().clone(r -> r.repository(repository).snapshot("first").targetSnapshot("second")
        .indices("java-kept"));
    var listed = client.snapshot().get(r -> r.repository(repository).snapshot("*").size(1));
    expect(listed.snapshots().size() == 1 && listed.total() == 2, listed);
    var rest = client.snapshot().get(r -> r.repository(repository).snapshot("*").after(listed.next()));
    expect(rest.snapshots().size() == 1, rest);
    var status = client.snapshot().status(r -> r.repository(repository).snapshot("first"));
    expect(status.snapshots().get(0).state().equals("SUCCESS"), status);
    client.snapshot().restore(r -> r.repository(repository).snapshot("first").indices("java-kept")
        .renamePattern("java-(.+)").renameReplacement("java-restored-$1").waitForCompletion(true));
    var read = client.get(r -> r.index("java-restored-kept").id("1"), Map.class);
    expect(read.source().equals(Map.of("title", "kept")), read);
    client.snapshot().delete(r -> r.repository(repository).snapshot("first,second"));
    client.indices().delete(r -> r.index("java-kept", "java-restored-kept"));
    client.snapshot().deleteRepository(r -> r.name(repository));
  }

  static void replication(Sandbox sandbox) throws Exception {
    var leader = sandbox.connect("sandbox-leader", sandbox.credential("sandbox-leader"));
    var client = sandbox.connect();
    var ccr = client.ccr();
    var follower = "java-follow";
    leader.indices().create(r -> r.index("java-lead"));
    leader.index(r -> r.index("java-lead").id("1").document(Map.of("a", 1)));
    client.cluster().remoteInfo();
    var made = ccr.follow(r -> r.index(follower).remoteCluster("leader").leaderIndex("java-lead")
        .maxReadRequestOperationCount(1024).readPollTimeout(t -> t.time("30s")).waitForActiveShards(w -> w.count(1)));
    expect(made.indexFollowingStarted(), made);
    var info = ccr.followInfo(r -> r.index(follower)).followerIndices().get(0);
    expect(info.status().jsonValue().equals("active"), info);
    expect(ccr.followStats(r -> r.index(follower)).indices().get(0).shards().size() == 1, "shards");
    expect(!ccr.stats().followStats().indices().isEmpty(), "stats");
    expect(client.get(r -> r.index(follower).id("1"), Map.class).found(), "document");
    ccr.pauseFollow(r -> r.index(follower));
    ccr.resumeFollow(r -> r.index(follower).maxWriteBufferSize("256mb"));
    refused(400, () -> ccr.unfollow(r -> r.index(follower)));
    ccr.pauseFollow(r -> r.index(follower));
    client.indices().close(r -> r.index(follower).waitForActiveShards(w -> w.count(0)));
    ccr.follow(r -> r.index(follower).remoteCluster("leader").leaderIndex("java-lead"));
    ccr.pauseFollow(r -> r.index(follower));
    client.indices().close(r -> r.index(follower));
    ccr.unfollow(r -> r.index(follower));
    ccr.putAutoFollowPattern(r -> r.name("java-pattern").remoteCluster("leader")
        .leaderIndexPatterns("java-auto-*").followIndexPattern("{{leader_index}}-copy"));
    var patterns = ccr.getAutoFollowPattern(r -> r.name("java-pattern")).patterns();
    expect(patterns.get(0).pattern().active(), patterns);
    ccr.pauseAutoFollowPattern(r -> r.name("java-pattern"));
    ccr.resumeAutoFollowPattern(r -> r.name("java-pattern"));
    ccr.deleteAutoFollowPattern(r -> r.name("java-pattern"));
    client.indices().delete(r -> r.index(follower));
    leader.indices().delete(r -> r.index("java-lead"));
  }

  /** Sends the request to the next address when one is busy. */
  static void retries(Sandbox sandbox) throws Exception {
    var host = HttpHost.create(sandbox.url("sandbox-cluster"));
    var other = new HttpHost("localhost", host.getPort());
    for (var status : List.of(502, 503)) {
      var client = sandbox.connect(sandbox.credential("sandbox-cluster"), host, other);
      sandbox.fault(Play.fault(status, "/java-retried/_doc/*", 1));
      client.index(r -> r.index("java-retried").id("1").document(Map.of("a", status)));
    }
    sandbox.connect().indices().delete(r -> r.index("java-retried"));
  }
}
