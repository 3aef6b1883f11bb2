// The real servers that judge what Rulebook says, each by what makes it from its published jars: data only.
import { join } from 'node:path';

const sources = join(import.meta.dirname, '../../test/oracle/servers');

/** @typedef {import('./servers.d.mts').Server} Server */

/** What runs ES|QL. Its jars of version 9.5 are not all published. */
const esql = {
  name: 'x-pack-esql',
  plugin: 'org.elasticsearch.xpack.esql.plugin.EsqlPlugin',
  extends: 'x-pack-core',
};

/** The modules of Elasticsearch. As in the product, `x-pack-core` has the jars of the transport once more. */
function modulesOf(version) {
  const common = join(sources, 'elasticsearch/common');
  return [
    { name: 'transport-netty4', plugin: 'org.elasticsearch.transport.netty4.Netty4Plugin' },
    { name: 'x-pack-core', plugin: 'org.elasticsearch.xpack.core.XPackPlugin', with: 'transport-netty4' },
    {
      name: 'x-pack-security',
      plugin: 'org.elasticsearch.xpack.security.Security',
      extends: 'x-pack-core',
      sources: [join(common, 'stubs')],
    },
    ...(version === '8.19' ? [esql] : []),
    {
      name: 'oracle',
      plugin: 'rulebook.oracle.OraclePlugin',
      extends: 'x-pack-core',
      sources: [join(common, 'src'), join(sources, 'elasticsearch', version, 'src')],
    },
  ];
}

/** @returns {Server} */
function elasticsearch(version, java) {
  const own = join(sources, 'elasticsearch', version);
  return {
    name: `es-${version}`,
    vendor: 'elasticsearch',
    title: 'Elasticsearch',
    java,
    pom: join(own, 'pom.xml'),
    start: [join(sources, 'elasticsearch/common/start'), join(own, 'start')],
    modules: modulesOf(version),
    settings: { 'xpack.security.enabled': true, 'xpack.license.self_generated.type': 'trial' },
    hasUsers: true,
    hasQueries: version === '8.19',
  };
}

/** @type {Server[]} */
export const servers = [
  elasticsearch('8.19', 17),
  elasticsearch('9.5', 21),
  {
    name: 'os-3.9',
    vendor: 'opensearch',
    title: 'OpenSearch',
    java: 21,
    pom: join(sources, 'opensearch/3.9/pom.xml'),
    start: [join(sources, 'opensearch/3.9/start')],
    modules: [],
    settings: { 'http.type': 'netty4', 'transport.type': 'netty4' },
    hasUsers: false,
    words: { '"flattened"': '"flat_object"' },
    plainType: 'flat_object',
  },
];

/** The server that is asked where none is named. */
export const [usual] = servers;

/**
 * Returns the server of this name.
 * @throws {Error} if there is none
 */
export function serverNamed(name) {
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  throw new Error(`There are no jars of '${name}'. Name one of: ${servers.map((server) => server.name).join(', ')}.`);
}
