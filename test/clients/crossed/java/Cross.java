import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._helpers.bulk.BulkIngester;
import co.elastic.clients.elasticsearch._helpers.bulk.BulkListener;
import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.Refresh;
import co.elastic.clients.elasticsearch.core.BulkRequest;
import co.elastic.clients.elasticsearch.core.BulkResponse;
import co.elastic.clients.transport.TransportException;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.FileReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Plays one short story against each server of a list by the Java client, and prints what came of each step.
 *
 * Each step is a line of JSON: {"server", "step", "outcome"}.
 */
public final class Cross {
  private static final String INDEX = "crossed";
  private static final Pattern STATUS = Pattern.compile("\\[HTTP/\\S+ (\\d+)");

  interface Step {
    Object play(ElasticsearchClient client) throws Exception;
  }

  private Cross() {}

  public static void main(String[] args) throws Exception {
    try (var reader = Json.createReader(new FileReader(args[0], StandardCharsets.UTF_8))) {
      for (var server : reader.readArray().getValuesAs(JsonObject.class)) {
        var client = Connection.to(
            server.getString("baseUrl"), server.getString("user"), server.getString("password"));
        for (var step : steps().entrySet()) {
          System.out.println(Json.createObjectBuilder()
              .add("server", server.getString("name"))
              .add("step", step.getKey())
              .add("outcome", outcome(step.getValue(), client))
              .build());
        }
      }
    }
    // Its threads would keep the process.
    System.exit(0);
  }

  private static Map<String, Step> steps() {
    var steps = new LinkedHashMap<String, Step>();
    steps.put("who it is", client -> {
      var version = client.info().version();
      var parts = version.number().split("\\.");
      return parts[0] + "." + parts[1] + " " + version.buildFlavor();
    });
    steps.put("is it there", client -> client.ping().value());
    steps.put("create an index", client -> client.indices().create(r -> r.index(INDEX).mappings(m -> m
        .properties("title", p -> p.text(t -> t))
        .properties("count", p -> p.integer(i -> i)))).index());
    steps.put("create it again", client -> client.indices().create(r -> r.index(INDEX)).index());
    steps.put("index a document", client -> client.index(r -> r
        .index(INDEX).id("1").document(Map.of("title", "one", "count", 1))).result().jsonValue());
    steps.put("index a wrong one", client -> client.index(r -> r
        .index(INDEX).id("2").document(Map.of("count", "many"))).result().jsonValue());
    steps.put("get it", client -> client.get(r -> r.index(INDEX).id("1"), Map.class).source().get("title"));
    steps.put("get a missing one", client -> client.get(r -> r.index(INDEX).id("none"), Map.class).found());
    steps.put("is a missing one there", client -> client.exists(r -> r.index(INDEX).id("none")).value());
    steps.put("search", client -> {
      client.indices().refresh(r -> r.index(INDEX));
      var found = client.search(r -> r
          .index(INDEX).query(q -> q.match(m -> m.field("title").query("one"))), Map.class);
      return found.hits().total().value() + " found";
    });
    steps.put("search wrongly", client -> client.search(r -> r
        .index(INDEX).query(q -> q._custom("matches", Map.of())), Map.class).took());
    steps.put("several at once", Cross::several);
    steps.put("several by the helper", Cross::severalByTheHelper);
    steps.put("page by page", Cross::pages);
    steps.put("create a key", client -> {
      client.security().createApiKey(r -> r.name(INDEX));
      return "made";
    });
    steps.put("delete it", client -> client.delete(r -> r.index(INDEX).id("1")).result().jsonValue());
    steps.put("delete the index", client -> client.indices().delete(r -> r.index(INDEX)).acknowledged());
    return steps;
  }

  private static Object several(ElasticsearchClient client) throws Exception {
    var answer = client.bulk(r -> r.index(INDEX).refresh(Refresh.True)
        .operations(o -> o.index(d -> d.id("7").document(Map.of("count", 7))))
        .operations(o -> o.create(d -> d.id("1").document(Map.of("count", 1))))
        .operations(o -> o.delete(d -> d.id("0"))));
    return answer.items().stream().map(item -> "" + item.status()).collect(Collectors.joining(", "));
  }

  private static Object severalByTheHelper(ElasticsearchClient client) {
    var done = new AtomicInteger();
    var failed = Collections.synchronizedList(new ArrayList<String>());
    var listener = new BulkListener<Void>() {
      @Override
      public void beforeBulk(long id, BulkRequest request, List<Void> contexts) {}

      @Override
      public void afterBulk(long id, BulkRequest request, List<Void> contexts, BulkResponse response) {
        for (var item : response.items()) {
          if (item.error() == null) done.incrementAndGet();
          else failed.add(item.status() + " " + item.error().type());
        }
      }

      @Override
      public void afterBulk(long id, BulkRequest request, List<Void> contexts, Throwable failure) {
        failed.add(kindOf(failure));
      }
    };
    var ingester = BulkIngester.<Void>of(b -> b.client(client).globalSettings(s -> s.index(INDEX)).listener(listener));
    ingester.add(o -> o.index(d -> d.id("8").document(Map.of("count", 8))));
    ingester.add(o -> o.index(d -> d.id("9").document(Map.of("count", "many"))));
    ingester.add(o -> o.create(d -> d.id("1").document(Map.of())));
    ingester.close();
    return "done " + done + failed.stream().map(one -> ", " + one).collect(Collectors.joining());
  }

  private static Object pages(ElasticsearchClient client) throws Exception {
    client.indices().refresh(r -> r.index(INDEX));
    var page = client.search(r -> r.index(INDEX).size(1).scroll(t -> t.time("1m")), Map.class);
    var count = 0;
    var hits = page.hits().hits().size();
    var scroll = page.scrollId();
    while (hits > 0) {
      count += hits;
      var id = scroll;
      var next = client.scroll(r -> r.scrollId(id).scroll(t -> t.time("1m")), Map.class);
      hits = next.hits().hits().size();
      scroll = next.scrollId();
    }
    return count + " found";
  }

  private static String outcome(Step step, ElasticsearchClient client) {
    try {
      return "ok: " + step.play(client);
    } catch (Exception failure) {
      return kindOf(failure);
    }
  }

  /** Says which exception it is, with its status and what the server or the client named as the reason. */
  private static String kindOf(Throwable failure) {
    var name = failure.getClass().getSimpleName();
    if (failure instanceof ElasticsearchException refusal) {
      return name + " " + refusal.status() + " " + refusal.error().type();
    }
    if (failure instanceof TransportException refusal) {
      // Its message begins with the address of the node.
      var message = refusal.getMessage().substring(refusal.getMessage().indexOf("] ") + 2);
      return name + " " + refusal.statusCode() + " " + message.split("\\.")[0];
    }
    // The exception of the lower level, which has another class in each version, names the status in its message.
    var status = STATUS.matcher("" + failure.getMessage());
    if (status.find()) return name + " " + status.group(1);
    return failure.getCause() == null ? name : name + " by " + kindOf(failure.getCause());
  }
}
