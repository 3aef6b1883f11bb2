import co.elastic.clients.elasticsearch.ElasticsearchClient;

/** How version 9 of the client connects: by its own transport. */
final class Connection {
  private Connection() {}

  static ElasticsearchClient to(String url, String user, String password) {
    return ElasticsearchClient.of(c -> c.host(url).usernameAndPassword(user, password));
  }
}
