package stories;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.message.BasicHeader;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;

/** What the stories need of the sandbox. */
final class Sandbox {
  interface Call {
    void run() throws Exception;
  }

  private final Map<String, JsonNode> endpoints = new HashMap<>();

  Sandbox(String readyFile) throws Exception {
    for (var one : new ObjectMapper().readTree(new File(readyFile)).get("endpoints")) {
      endpoints.put(one.get("name").asText(), one);
    }
  }

  String url(String name) {
    return endpoints.get(name).get("baseUrl").asText();
  }

  String credential(String name) {
    return endpoints.get(name).get("credential").asText();
  }

  ElasticsearchClient connect() {
    return connect("sandbox-cluster", credential("sandbox-cluster"));
  }

  ElasticsearchClient connect(String name, String credential) {
    return connect(credential, HttpHost.create(url(name)));
  }

  /** Connects to a cluster by several addresses. */
  ElasticsearchClient connect(String credential, HttpHost... hosts) {
    Header[] headers = {new BasicHeader("Authorization", credential)};
    var transport = RestClient.builder(hosts).setDefaultHeaders(headers).build();
    return new ElasticsearchClient(new RestClientTransport(transport, new JacksonJsonpMapper()));
  }

  /** Injects a failure into requests to the cluster. */
  void fault(Map<String, Object> fault) throws Exception {
    var name = "sandbox-cluster";
    var request = HttpRequest.newBuilder(URI.create(url(name) + "/_sandbox/faults"))
        .header("Authorization", credential(name))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(new ObjectMapper().writeValueAsString(fault)))
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    Play.expect(response.statusCode() < 300, response.body());
  }

  static void refused(int status, Call call) throws Exception {
    try {
      call.run();
    } catch (ElasticsearchException refusal) {
      Play.expect(refusal.status() == status, refusal);
      return;
    } catch (ResponseException refusal) {
      // The client leaves rarer statuses to its transport.
      Play.expect(refusal.getResponse().getStatusLine().getStatusCode() == status, refusal);
      return;
    }
    throw new AssertionError("it was not refused");
  }
}
