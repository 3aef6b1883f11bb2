// `npm run oracle -- rights-names`: the rights derived for operations on indices, with names written in each way, tried on a real server.
import { Agent } from 'node:http';
import { reasonAgainst } from '../jars.mjs';
import { startRealNode } from '../real-node.mjs';
import { forms, operations } from './named-requests.mjs';
import { createNamed } from './named-fixture.mjs';
import { ask, deriver } from './prove-all.mjs';
import { createTried, prove } from './prove.mjs';
import { listedRights } from './listed-rights.mjs';

/**
 * Proves the rights of each operation with each form of a name. Words choose operations or forms by their names.
 * @param {import('../servers.mjs').Server} server
 * @param {{ words?: readonly string[], minutes?: number, log: (line: string) => void }} options
 */
export async function proveNames(server, { words = [], minutes = 60, log }) {
  const reason = await reasonAgainst(server);
  if (reason !== undefined) return { rows: [], version: '', skipped: reason };
  const node = await startRealNode(server, { log });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const { roleOf } = await deriver(server, node);
    const findListed = await listedRights(server.name);
    const fixture = await createNamed((method, path, body) => ask(node, agent, method, path, body));
    const place = { ...node, agent, ...fixture };
    await createTried(place);
    const rows = [];
    const end = Date.now() + minutes * 60_000;
    for (const request of requests(fixture.backing)) {
      if (Date.now() > end) {
        log(`ended in front of ${request.id} when its time was over`);
        break;
      }
      if (words.length > 0 && !words.some((word) => request.operation === word || request.form === word)) continue;
      const { role, conditional } = roleOf(request);
      const row = { ...request, ...(await prove(place, request, role, conditional)) };
      rows.push({ ...row, isListed: findListed(row) !== undefined });
      if (rows.length % 100 === 0) log(`requests: ${rows.length}`);
    }
    return { rows, version: node.version };
  } finally {
    agent.destroy();
    await node.stop();
  }
}

function* requests(backing) {
  for (const { operation, method, path, query = '', body, isWriting = false } of operations)
    for (const { form, name, query: own = '', isReadOnly = false } of forms(backing)) {
      if (isWriting && isReadOnly) continue;
      const queries = [query, own].filter((part) => part !== '').join('&');
      yield {
        id: `${operation} (${form})`,
        operation,
        form,
        method,
        path:
          path.replace('{}', encodeURIComponent(name).replaceAll('%2C', ',').replaceAll('*', '*')) +
          (queries && `?${queries}`),
        text: body?.(name) ?? '',
      };
    }
}
