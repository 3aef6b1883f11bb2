#!/usr/bin/env bash
# WireMock's `equalToJson` compares the first JSON value of a body only: a bulk request with other documents, and text behind the JSON, count as equal.
#
# Version: org.wiremock:wiremock-standalone 3.13.2 (Maven, Java 17), seen in November 2026.
# Behaviour: a stub expects a `_bulk` body of an action and a document. What is behind the first value, the action, is compared neither in what is expected nor in
#   what comes. The same for a plain JSON body with something behind it, and JSON with single quotation marks, which RFC 8259 (section 7) does not have and a
#   server refuses, is equal, too. A body that is expected as text (`equalTo`) is compared to its end.
# Output seen (status; 200 where the stub takes it):
#   expected: {"index":{}} {"price":1}, both lines
#   the same lines                200
#   {"index":{}} {"price":2}      200
#   {"index":{}} alone            200
#   {"delete":{}} {"price":1}     404
#   expected: {"a":1}
#   {"a":1} and more              200
#   {'a':1}                       200
# Why it matters: a test of a program that writes to Elasticsearch passes with any document, or none. NDJSON is to be expected by `equalTo`. Rulebook reports a
#   bulk action whose document is missing, and JSON with other quotation marks.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.wiremock</groupId><artifactId>wiremock-standalone</artifactId><version>3.13.2</version></dependency>
  </dependencies>
</project>
END
timeout 600 mvn --quiet --batch-mode -Dmaven.repo.local="$folder/repository" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$folder/jars" > log 2>&1 < /dev/null

cat > Ask.java << 'END'
import static com.github.tomakehurst.wiremock.client.WireMock.*;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Ask {
  public static void main(String[] arguments) throws Exception {
    var server = new WireMockServer(WireMockConfiguration.options().bindAddress("127.0.0.1").dynamicPort());
    server.start();
    try {
      server.stubFor(post("/_bulk").withRequestBody(equalToJson("{\"index\":{}}\n{\"price\":1}\n")));
      server.stubFor(post("/text").withRequestBody(equalTo("{\"index\":{}}\n{\"price\":1}\n")));
      server.stubFor(post("/json").withRequestBody(equalToJson("{\"a\":1}")));
      for (String[] sent : new String[][] {
        {"/_bulk", "{\"index\":{}}\n{\"price\":1}\n"}, {"/_bulk", "{\"index\":{}}\n{\"price\":2}\n"}, {"/_bulk", "{\"index\":{}}\n"},
        {"/_bulk", "{\"delete\":{}}\n{\"price\":1}\n"}, {"/text", "{\"index\":{}}\n{\"price\":1}\n"}, {"/text", "{\"index\":{}}\n{\"price\":2}\n"},
        {"/json", "{\"a\":1} and more"}, {"/json", "{'a':1}"}, {"/json", "{\"a\":2}"}
      }) {
        var request = HttpRequest.newBuilder(URI.create(server.baseUrl() + sent[0])).POST(HttpRequest.BodyPublishers.ofString(sent[1])).build();
        int status = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        System.out.println(sent[0] + " " + sent[1].strip().replace('\n', ' ') + " => " + status);
      }
    } finally {
      server.stop();
    }
  }
}
END
timeout 120 java -cp 'jars/*' Ask.java 2> /dev/null < /dev/null | tee said

cat > expected << 'END'
/_bulk {"index":{}} {"price":1} => 200
/_bulk {"index":{}} {"price":2} => 200
/_bulk {"index":{}} => 200
/_bulk {"delete":{}} {"price":1} => 404
/text {"index":{}} {"price":1} => 200
/text {"index":{}} {"price":2} => 404
/json {"a":1} and more => 200
/json {'a':1} => 200
/json {"a":2} => 404
END
if cmp -s said expected; then
  echo 'Still so: what is behind the first value is not compared.'
else
  echo 'Changed: WireMock now compares bodies in another way.'
  exit 1
fi
