import type { Version } from '../../../packages/catalogue/src/facts';
import { createEngine } from '../../../packages/engine/src/index';
import { createSandbox, type SandboxSeed, type SandboxState } from '../../../packages/sandbox/src/index';
import { refusalsIn } from '../../../packages/sandbox/src/refusals';
import { sandboxEndpoints } from '../../../packages/sender/src/configuration/index';
import { sandboxParts } from '../../../packages/services/src/sandbox/index';
import { loadPublished } from '../../unit/binding/published';

const engine = createEngine({ loadDescription: loadPublished });
const usual = sandboxEndpoints.find(({ name }) => name === 'sandbox-cluster')!;

/** A cluster with the published descriptions, as the command line plays it, as this version and product. */
export function playStored({ version, vendor }: { readonly version?: Version; readonly vendor?: string } = {}) {
  const endpoint = { ...usual, ...(version && { version }), ...(vendor && { vendor }) };
  const sandbox = createSandbox(sandboxParts, {
    read: (_, request) => {
      const found = engine.describedWire(request, endpoint);
      return found && { operation: found.operation, refusals: found.findings, needs: found.needs };
    },
  });
  const seed = {
    ...sandbox.freshSeed(() => 'secret'),
    ...(version && { clusterVersion: version }),
    ...(vendor && { clusterProduct: vendor }),
    clusterUsers: { watcher: { password: 'watcher', roles: { watching: { cluster: ['monitor'] } } } },
  } as SandboxSeed;
  const checks = {
    'search-cluster': (request: Parameters<typeof engine.checkWire>[0]) =>
      refusalsIn(engine.checkWire(request, endpoint), false),
  };
  let now = Date.UTC(2026, 0, 1, 12);
  let state: SandboxState = sandbox.createState(seed);
  const sendText = (line: string, body: string, authorization = 'Bearer secret') => {
    const [method = '', target = ''] = line.split(' ');
    const headers: [string, string][] = [['Authorization', authorization]];
    if (body !== '') headers.push(['Content-Type', 'application/json']);
    const request = { method, target, headers, body };
    const input = { now, randomText: (length: number) => 'r'.repeat(length), baseUrl: endpoint.baseUrl };
    const step = sandbox.step(state, 'cluster', request, input, checks);
    state = step.state;
    const { status, body: text } = step.response;
    const warning = step.response.headers.find(([name]) => name === 'Warning')?.[1];
    return { status, body: (text === '' ? undefined : JSON.parse(text)) as unknown, warning };
  };
  return {
    sandbox,
    /** The state as a file has it. */
    written: () => sandbox.writeState(state),
    /** Goes on from the state of a file. */
    restart: (text: string) => {
      const read = sandbox.readStateText(text);
      if ('cause' in read) throw new Error(read.cause);
      state = sandbox.adoptState(read.state, seed);
    },
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    send: (line: string, body?: unknown, authorization?: string) =>
      sendText(line, body === undefined ? '' : JSON.stringify(body), authorization),
    /** Sends a body as it is written. */
    sendText,
  };
}
