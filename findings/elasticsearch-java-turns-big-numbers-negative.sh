#!/usr/bin/env bash
# The Java client of Elasticsearch sends "from 18446744073709551615 on" as "from -1 on", which is everything, and cannot read an answer sorted by such a number.
#
# Version: co.elastic.clients:elasticsearch-java 9.5.6 with jackson-databind 2.21.1 (Maven, Java 17), seen in November 2026.
# Behaviour: fields of type `unsigned_long` have values up to 18446744073709551615. The client reads whole numbers of queries and of `search_after` as `long`. Of
#   a request that is given as JSON (`withJson`), what does not fit wraps around, and the negative number is sent, without an error. In an answer the same sort
#   value of one hit is an error for the whole page: "Failed to decode response". A text stays as it is.
# Output seen (given, then sent):
#   term 18446744073709551615             -1
#   terms 9223372036854775808             -9223372036854775808
#   search_after 18446744073709551615     -1
#   range gte 18446744073709551615        -1
#   term "18446744073709551615"           "18446744073709551615"
#   (a hit sorted by it)                  TransportException
# Why it matters: hashes and identifiers of 64 bits are what such fields are for; half of their values are above the limit. A request that was tried by hand finds
#   nothing in the program, or everything, or begins to page at another place. As a text the number is sent as it is, and the server takes it. Rulebook sends the
#   digits that are written.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>co.elastic.clients</groupId><artifactId>elasticsearch-java</artifactId><version>9.5.6</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.21.1</version></dependency>
  </dependencies>
</project>
END
timeout 600 mvn --quiet --batch-mode -Dmaven.repo.local="$folder/repository" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$folder/jars" > log 2>&1 < /dev/null

cat > Ask.java << 'END'
import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch.core.SearchRequest;
import co.elastic.clients.transport.TransportException;
import com.sun.net.httpserver.HttpServer;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.util.Map;

public class Ask {
  static final String HITS = "{\"took\":1,\"timed_out\":false,\"_shards\":{\"failed\":0,\"successful\":1,\"total\":1},\"hits\":{\"hits\":[]}}";
  static String answer = HITS;

  public static void main(String[] arguments) throws Exception {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> {
      System.out.println("sent  " + new String(exchange.getRequestBody().readAllBytes()));
      exchange.getResponseHeaders().set("Content-Type", "application/vnd.elasticsearch+json;compatible-with=9");
      exchange.getResponseHeaders().set("X-Elastic-Product", "Elasticsearch");
      exchange.sendResponseHeaders(200, 0);
      try (var body = exchange.getResponseBody()) {
        body.write(answer.getBytes());
      }
    });
    server.start();
    try (var client = ElasticsearchClient.of(b -> b.host("http://127.0.0.1:" + server.getAddress().getPort()))) {
      for (String given : new String[] {
        "{\"query\":{\"term\":{\"id\":{\"value\":18446744073709551615}}}}",
        "{\"query\":{\"terms\":{\"id\":[9223372036854775808]}}}",
        "{\"query\":{\"range\":{\"id\":{\"gte\":18446744073709551615}}}}",
        "{\"query\":{\"term\":{\"id\":{\"value\":\"18446744073709551615\"}}}}",
        "{\"search_after\":[18446744073709551615]}"
      }) {
        System.out.println("given " + given);
        client.search(SearchRequest.of(b -> b.index("i").withJson(new StringReader(given))), Map.class);
      }
      answer = HITS.replace("[]", "[{\"_index\":\"i\",\"_id\":\"1\",\"_source\":{},\"sort\":[18446744073709551615]}]");
      client.search(SearchRequest.of(b -> b.index("i")), Map.class);
      System.out.println("read");
    } catch (TransportException error) {
      System.out.println("not read: " + error.getMessage().replaceAll(".*] ", ""));
    } finally {
      server.stop(0);
    }
  }
}
END
timeout 120 java -cp 'jars/*' Ask.java 2> /dev/null < /dev/null | tee said

cat > expected << 'END'
given {"query":{"term":{"id":{"value":18446744073709551615}}}}
sent  {"query":{"term":{"id":{"value":-1}}}}
given {"query":{"terms":{"id":[9223372036854775808]}}}
sent  {"query":{"terms":{"id":[-9223372036854775808]}}}
given {"query":{"range":{"id":{"gte":18446744073709551615}}}}
sent  {"query":{"range":{"id":{"gte":-1}}}}
given {"query":{"term":{"id":{"value":"18446744073709551615"}}}}
sent  {"query":{"term":{"id":{"value":"18446744073709551615"}}}}
given {"search_after":[18446744073709551615]}
sent  {"search_after":[-1]}
sent  {}
not read: Failed to decode response
END
if cmp -s said expected; then
  echo 'Still so: what is larger than a long is sent as a negative number.'
else
  echo 'Changed: the client now sends such numbers in another way.'
  exit 1
fi
