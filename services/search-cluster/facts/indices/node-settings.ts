/** Settings of nodes, which are read when a node starts. */
export const nodeSettings: readonly string[] = [
  ...['cluster.name', 'cluster.initial_master_nodes', 'cluster.routing.allocation.type'],
  ...['node.name', 'node.roles', 'node.processors'],
  ...['path.data', 'path.logs', 'path.repo', 'path.home', 'bootstrap.memory_lock'],
  ...['network.host', 'network.bind_host', 'network.publish_host', 'http.port', 'http.host', 'http.cors.enabled'],
  ...['http.cors.allow-origin', 'http.max_content_length', 'transport.port', 'transport.host'],
  ...['repositories.url.allowed_urls', 'discovery.type', 'discovery.seed_hosts', 'gateway.recover_after_data_nodes'],
  ...['gateway.expected_data_nodes', 'gateway.recover_after_time', 'indices.fielddata.cache.size'],
  ...['indices.memory.index_buffer_size', 'indices.queries.cache.size', 'indices.requests.cache.size'],
  ...['xpack.security.enabled', 'xpack.security.http.ssl.enabled', 'xpack.security.transport.ssl.enabled'],
];
