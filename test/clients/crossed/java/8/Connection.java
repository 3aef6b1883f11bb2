import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.message.BasicHeader;
import org.elasticsearch.client.RestClient;

/** How version 8 of the client connects: by a transport that is made first. */
final class Connection {
  private Connection() {}

  static ElasticsearchClient to(String url, String user, String password) {
    var pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    Header[] headers = {new BasicHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair))};
    var transport = RestClient.builder(HttpHost.create(url)).setDefaultHeaders(headers).build();
    return new ElasticsearchClient(new RestClientTransport(transport, new JacksonJsonpMapper()));
  }
}
