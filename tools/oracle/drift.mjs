// `node tools/oracle/drift.mjs [SERVER]`: asks a real node what it is like with `rulebook drift`, and sets a sandbox from what was seen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/processes.mjs';
import { reasonAgainst } from './jars.mjs';
import { startRealNode } from './real-node.mjs';
import { serverNamed } from './servers.mjs';

const cli = join(import.meta.dirname, '../../dist/cli.js');

/** What files ask for; the resources are found by the command. */
const asked = [
  ...['/', '/_all?expand_wildcards=open,closed', '/books', '/books/_mapping', '/books/_settings', '/books/_alias'],
  ...['/_alias', '/_mapping', '/books/_alias/old', '/books/_search', '/_search?size=100&expand_wildcards=open'],
  ...['/books/_doc/1', '/books/_doc/99', '/books/_source/1', '/books/_count', '/nothing', '/nothing/_search'],
  ...['/nothing/_doc/1', '/_snapshot', '/_snapshot/backup', '/_snapshot/nothing', '/_snapshot/backup/one'],
  ...[
    '/_snapshot/backup/_all',
    '/_snapshot/_status',
    '/_security/api_key?active_only=true',
    '/_security/api_key?name=k1',
  ],
  ...[
    '/_security/_authenticate',
    '/_security/privilege',
    '/_security/role',
    '/_security/user',
    '/_security/role_mapping',
  ],
  ...['/_cluster/settings?flat_settings=true', '/_cluster/settings', '/_cluster/health', '/_cluster/health/books'],
  ...['/_cluster/state/metadata?filter_path=metadata.stored_scripts', '/_nodes', '/_remote/info', '/_index_template'],
  ...['/_component_template', '/_template', '/_ingest/pipeline', '/_ilm/policy', '/_slm/policy', '/_cat/indices'],
  ...['/_cat/indices?format=json', '/_cat/aliases?format=json', '/_cat/count?format=json', '/_cat/health?format=json'],
  ...['/_cat/count/books?v=true', '/_ccr/auto_follow', '/_all/_ccr/info', '/books/_mapping/field/title'],
  ...['/books/_search?q=title:book&size=2', '/_tasks', '/books/_termvectors/1', '/_resolve/index/*', '/_cluster/stats'],
  ...['/_analyze'],
];

const server = serverNamed(process.argv[2] ?? 'es-8.19');
const reason = await reasonAgainst(server);
if (reason !== undefined) {
  console.log(`Not asked: ${reason}.`);
  process.exit(0);
}
const node = await startRealNode(server, { log: (line) => console.error(line) });
const folder = mkdtempSync(join(tmpdir(), 'rulebook-drift-'));
try {
  await fill(node, server);
  const version = node.version.split('.').slice(0, 2).join('.');
  const endpoint = { service: 'search-cluster', vendor: server.vendor, version, baseUrl: node.baseUrl };
  writeFileSync(join(folder, 'rulebook.json'), JSON.stringify({ endpoints: { node: endpoint } }));
  writeFileSync(join(folder, 'asked.http'), asked.map((path) => `###\nGET ${path}\n`).join('\n'));
  const env = {
    ...process.env,
    ...(server.hasUsers && { RULEBOOK_CREDENTIAL_NODE: node.authorization }),
  };
  const args = ['drift', '--endpoint', 'node', '--trust-endpoint', 'node', '--pause', '5', '--max-requests', '900'];
  const found = await run(process.execPath, [cli, ...args, '--har', 'seen.har', 'asked.http'], {
    ...{ cwd: folder, env, timeout: 400_000 },
  });
  console.log(`${server.title} ${node.version}\n${found.output}`);
  // It runs until its time is over.
  const like = await run(process.execPath, [cli, 'sandbox', '--free-ports', '--unlisted', '--like', 'seen.har'], {
    ...{ cwd: folder, env, timeout: 20_000 },
  });
  console.log(like.output.slice(Math.max(0, like.output.indexOf('search-cluster is set'))).split('\n\n')[0]);
  process.exitCode = found.code;
} finally {
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Stores something of each kind. */
async function fill({ baseUrl, authorization, repositories }, { hasUsers, vendor }) {
  const store = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', ...(hasUsers && { authorization }) };
    const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (response.status > 299) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  };
  const labels = { type: vendor === 'opensearch' ? 'flat_object' : 'flattened' };
  await store('PUT', '/books', {
    settings: { number_of_replicas: 0 },
    mappings: { properties: { title: { type: 'text' }, pages: { type: 'integer' }, labels, at: { type: 'date' } } },
    aliases: { library: {}, old: { filter: { term: { pages: 1 } } } },
  });
  await store('PUT', '/empty', {});
  for (let id = 1; id <= 5; id++)
    await store('PUT', `/books/_doc/${id}?refresh=true`, { title: `Book ${id}`, pages: id, labels: { a: 'x' } });
  await store('PUT', '/_snapshot/backup', { type: 'fs', settings: { location: join(repositories, 'backup') } });
  await store('PUT', '/_snapshot/backup/one?wait_for_completion=true', { indices: 'books' });
  await store('PUT', '/_index_template/logs', { index_patterns: ['logs-*'], priority: 500 });
  await store('PUT', '/_cluster/settings', { persistent: { 'cluster.max_shards_per_node': '900' } });
  if (!hasUsers) return;
  const indices = [{ names: ['books'], privileges: ['read'] }];
  await store('POST', '/_security/api_key', { name: 'reader', role_descriptors: { r: { indices } } });
  await store('PUT', '/_security/role/reader', { indices });
}
