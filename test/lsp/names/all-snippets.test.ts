import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckContext } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';
import { plainTextOfSnippet } from '../../../server/src/features/support/snippet';
import { sampled, sampleOf } from '../../sample';

const endpoints: CheckContext = {
  endpoints: [
    { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' },
    { name: 'host', service: 'code-hosting', baseUrl: 'http://127.0.0.1:2' },
  ],
  defaults: { 'search-cluster': 'cluster', 'code-hosting': 'host' },
};
const folder = join(import.meta.dirname, '../../../dist/descriptions');
const engines = {
  'of the documents': createEngine(),
  'of the published descriptions too': createEngine({
    loadDescription: createDescriptionLoader((message) => expect.fail(message), folder),
  }),
};

/** Requests that are those of another operation, too: the other one is asked first. */
const shared: readonly (readonly [operation: RegExp, recognised: string])[] = [
  // The providers of inference differ in their bodies only.
  [/^search-cluster\.inference\.put_\w+$/, 'search-cluster.inference.put/task_type/inference_id'],
  // The first task type of the list has an operation of its own.
  [/^search-cluster\.inference\.inference\/task_type\/inference_id$/, 'search-cluster.inference.sparse_embedding'],
  [/^code-hosting\.meta\/root$/, 'search-cluster.info'],
  // The path of a new index is any name.
  [/^code-hosting\.activity\/mark-notifications-as-read$/, 'search-cluster.index.create'],
];

/** Returns what is wrong with the request that stays when nothing is typed into the snippet of an operation. */
function faultsOf(engine: (typeof engines)['of the documents'], id: string, method: string): readonly string[] {
  const snippet = engine.requestSnippet(id, method, endpoints);
  if (snippet === undefined) return ['has no snippet'];
  const text = plainTextOfSnippet(snippet);
  const file = engine.openFile(text);
  const faults: string[] = [];
  if (file.blocks.size !== 1) faults.push(`is ${String(file.blocks.size)} requests`);
  const match = engine.bind(file, 0, endpoints)?.match;
  const found = match?.kind === 'operation' ? match.operation.id : (match?.kind ?? 'no request');
  if (found !== id && !shared.some(([operation, recognised]) => operation.test(id) && recognised === found))
    faults.push(`is recognised as ${found}`);
  for (const { rule, severity, message } of engine.check(file, { context: endpoints, severities: {} }).findings.flat())
    if (severity === 'error') faults.push(`${rule}: ${message}`);
  return faults.map((fault) => `${id} ${method} ${fault}\n${text}`);
}

describe(`snippets of operations ${sampled}`, () => {
  it.each(Object.entries(engines))('%s are requests of their operation without an error', (_of, engine) => {
    const requests = engine.requests(endpoints);
    expect(requests.length).toBeGreaterThan(50);
    expect(sampleOf(requests).flatMap(({ id, method }) => faultsOf(engine, id, method))).toEqual([]);
  });
});
